/* bench/stars/stars.h - worlds of stars, all against all: as sprites, and as compounds of convex parts. */
#ifndef STARS_H
#define STARS_H

#include "step/contender.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { STAR_SIDE = 40, STAR_CORNERS = 10, STAR_MAX_PARTS = 8 };
#define STAR_RADIUS 19.5f /* px: of the tips */

/* Moving and wrapping as in scenes.h. Stars are rotated, but do not turn. */
typedef struct star_scene {
    bool sprites;                           /* else compounds */
    float side;                             /* px: of the area */
    float x[STAR_CORNERS], y[STAR_CORNERS]; /* the star's outline */
    uint64_t rows[STAR_SIDE];               /* its pixels; its centre is that of the image */
    size_t parts;
    scene_template part[STAR_MAX_PARTS]; /* as hail_decompose cuts it */
    scene_group group;
    float *memory;
} star_scene;

/* Makes a scene of one star for every 36 x 36 px. NULL: no memory. */
star_scene *star_scene_create(bool sprites, size_t count);
void star_scene_destroy(star_scene *scene);

/* A contact. a: the lower number; the normal points from a to b. */
typedef struct star_contact {
    uint32_t a, b, part_a, part_b;
    uint32_t count; /* points */
    float normal_x, normal_y;
    float x[2], y[2], depth[2];
} star_contact;

/* create: NULL: it failed. step: moves, wraps and finds; returns how many contacts there are. contacts: of the last
 * step, in any order; writes at most `capacity`. destroy: NULL is allowed. */
typedef struct star_contender {
    const char *name;
    void *(*create)(const star_scene *scene, const char *variant);
    size_t (*step)(void *self);
    size_t (*contacts)(void *self, star_contact *contacts, size_t capacity);
    void (*destroy)(void *self);
} star_contender;

extern const star_contender star_contender_hail;
extern const star_contender star_contender_plain;

#ifdef __cplusplus
}
#endif

#endif
