/* bench/narrow/single.h - one element a call: what a call costs besides its work. */
#ifndef SINGLE_H
#define SINGLE_H

#include <hail/hail.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct single_scene single_scene;

/* A call with one pair, point, ray, mover or sprite. */
typedef struct single_call {
    const char *name;
    hail_status (*run)(single_scene *scene);
} single_call;

/* The calls; NULL past the end. */
const single_call *single_call_at(size_t number);

/* Makes what the calls need: two shapes, a tile map, a sprite, a map of sectors. variant NULL: calls have no context.
 * Returns NULL after printing why. */
single_scene *single_create(const char *variant);
void single_destroy(single_scene *scene);

#ifdef __cplusplus
}
#endif

#endif
