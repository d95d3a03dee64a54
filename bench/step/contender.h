/* contender.h - the interface of what the benchmark measures. */
#ifndef CONTENDER_H
#define CONTENDER_H

#include "scenes.h"

#include <hail/contact.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A manifold as the scalar contenders write it. a is of the scene's group 0; b is of group 1, or, if group 0
 * collides with itself, the higher number of group 0. The normal points from a to b, the point lies midway between
 * the surfaces (px). */
typedef struct bench_contact {
    uint32_t a, b;
    float normal_x, normal_y;
    float x, y;
    float depth;
    uint32_t feature_b;
} bench_contact;

/* A manifold of up to two points, or a swept hit: 64 bytes, as Hail's. */
typedef struct bench_manifold {
    uint32_t a, b;
    uint32_t touching; /* 1 or 0 */
    uint32_t count;    /* points: 1 or 2 */
    uint32_t feature_a, feature_b;
    float t; /* swept: the fraction of the step at which they first touch */
    float normal_x, normal_y;
    float x[2], y[2], depth[2];
    uint32_t unused;
} bench_manifold;

typedef struct bench_pair {
    uint32_t a, b;
} bench_pair;

/* A touching pair, by which contenders are compared. t is 0 except in swept scenes. */
typedef struct bench_touch {
    uint32_t a, b;
    float t;
} bench_touch;

/* How many pairs began, stayed and ended in a step. */
typedef struct bench_events {
    size_t begins, stays, ends;
} bench_events;

/* meetings: the scenes that it takes part in, bits 1 << scene_meeting. create: a world with the scene's bodies as
 * they are now; the scene may be destroyed afterwards. variant: what follows the colon in the contender's name, or
 * NULL. Returns NULL if it cannot be created. step: moves, wraps, finds, and writes a manifold for every touching
 * pair; returns how many touch. pairs: the touching pairs of the last step, in any order. At most `capacity` are
 * written, all are counted. stream: the contacts of the last step in Hail's order, as pairs does; of SCENE_TINY, else
 * it may be NULL. events: of the last step, of SCENE_EVENTS, else it may be NULL. destroy: NULL is fine. */
typedef struct contender {
    const char *name;
    unsigned meetings;
    size_t largest_scene; /* 0: any */
    void *(*create)(const scene_data *scene, const char *variant);
    size_t (*step)(void *self);
    size_t (*pairs)(void *self, bench_touch *pairs, size_t capacity);
    size_t (*stream)(void *self, hail_contact *contacts, size_t capacity);
    bench_events (*events)(void *self);
    const char *(*label)(void *self); /* a label for the report; may be NULL */
    void (*destroy)(void *self);
} contender;

enum {
    BENCH_DISCRETE = 1 << SCENE_BULLETS | 1 << SCENE_CIRCLES | 1 << SCENE_DEBRIS,
    BENCH_SWEPT = 1 << SCENE_SWEPT,
    BENCH_TINY = 1 << SCENE_TINY,
    BENCH_EVENTS = 1 << SCENE_EVENTS
};

extern const contender contender_hail;
/* The same in a world that times its stages, which costs some time. */
extern const contender contender_hail_timed;
/* Returns the name of a stage of that world's last step, and how long it took in *ns. NULL past the last. */
const char *bench_hail_stage(void *self, size_t stage, double *ns);

extern const contender contender_plain;
extern const contender contender_move;
extern const contender contender_box2d;
extern const contender contender_box2d_world; /* version 3; its variants are "world" and numbers of workers */
extern const contender contender_chipmunk;

#ifdef __cplusplus
}
#endif

#endif
