/* scenes.h - the worlds that benchmarks, tests and examples share: the same bodies from the same seed.
 *
 * Units as in Hail: px, px/s, radians, y down. The area is [0, width) x [0, height). Bodies wrap at its edge; pairs
 * do not collide across the seam. A step is SCENE_DT. Only +, -, *, / and correctly rounded sqrt touch a float that
 * decides a contact, so that every machine gets the same scene; cos and sin are taken in double precision and
 * rounded once. */
#ifndef SCENES_H
#define SCENES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SCENE_MAX_VERTICES = 8, SCENE_MAX_GROUPS = 2, SCENE_MAX_SIZES = 6 };
#define SCENE_DT (1.0f / 60.0f)

/* A convex polygon about its origin, wound from +x towards +y. */
typedef struct scene_template {
    uint32_t count;
    float x[SCENE_MAX_VERTICES], y[SCENE_MAX_VERTICES];
} scene_template;

/* One population. cos, sin, angle and shape are NULL for circles. */
typedef struct scene_group {
    size_t count;
    bool polygons;
    float radius;     /* px: of the circles, or of a circle that holds every template */
    float *x, *y;     /* px                                                             */
    float *vx, *vy;   /* px/s                                                           */
    float *angle;     /* radians, 0 to 2 pi                                             */
    float *cos, *sin; /* of angle                                                       */
    uint32_t *shape;  /* index into scene.templates                                     */
} scene_group;

typedef struct scene_data {
    const char *name;
    size_t size;           /* the requested size: bodies of group 0; in `tiny`, of both groups */
    float width, height;   /* px */
    bool self;             /* group 0 collides with itself; otherwise group 0 (circles) collides with group 1 only */
    bool tiny;             /* few bodies, all of them circles */
    bool unordered;        /* contacts may come in any order */
    bool events;           /* the contenders also tell which pairs begin, stay and end */
    bool swept;            /* the question is which polygon each circle hits first in a step */
    size_t expected_pairs; /* about how many pairs touch in a step; for reserving */
    size_t group_count;
    scene_group group[SCENE_MAX_GROUPS];
    size_t template_count;
    scene_template *shape;
    float *memory; /* all columns, one block */
} scene_data;

/* A kind of scene: its name, its usual sizes, smallest first (0 ends them), and which bodies collide. */
typedef enum scene_meeting {
    SCENE_BULLETS, /* circles against polygons                             */
    SCENE_CIRCLES, /* circles against each other                           */
    SCENE_DEBRIS,  /* polygons against each other                          */
    SCENE_SWEPT,   /* circles against polygons, each circle's earliest hit */
    SCENE_TINY,    /* few circles, against larger ones or each other       */
    SCENE_EVENTS   /* circles against each other, with begin, stay and end */
} scene_meeting;

typedef struct scene_kind {
    const char *name;
    size_t sizes[SCENE_MAX_SIZES];
    scene_meeting meeting;
} scene_kind;

size_t scene_kind_count(void);
const scene_kind *scene_kind_at(size_t number); /* NULL past the end */

/* barrage: `size` bullets (circles of 4 px, 1-6 px a step) against enemies (8-gons of 16 px, 16 templates, 0-2 px a
 * step). swarm: `size` circles of 8 px, one per 24 x 24 px, 0-3 px a step, all against all. swarm_events: the swarm,
 * with begin, stay and end of every pair. debris: the swarm of polygons of 4 to 8 corners and 10 px, 64 templates;
 * debris_own: each body has a template of its own. barrage_fast: the barrage with bullets ten times as fast;
 * barrage_swept: that scene, swept. tiny: a small game, `size` bodies in all, one per 1,152 px^2; a fifth are ships
 * (circles of 12 px, 0-2 px a step), the rest bullets (circles of 4 px, 1-6 px a step). tiny_self: the same number of
 * circles of 4 px, 0-3 px a step, all against all. crowd: `size` circles of 8 px in 64 x 64 px, all against all.
 * crowd_tenth: the swarm in a tenth of its area. boss: the bullets of a barrage against one 8-gon of 400 px.
 * NAME_unordered: the scene NAME, whose contacts may come in any order (barrage_swept and
 * swarm_events need it). Any size of 1 or more works. NULL if there is no such scene, or memory is out. */
scene_data *scene_create(const char *name, size_t size, uint64_t seed);
scene_data *scene_copy(const scene_data *source);
void scene_destroy(scene_data *scene);

size_t scene_body_count(const scene_data *scene);

/* Moves and wraps every body, by docs/arithmetic.md. */
void scene_step(scene_data *scene);

/* The gap (px, in double precision, negative if they overlap) between body a of group 0 and body b, of group 0 if
 * that collides with itself, otherwise of group 1. Contenders are checked with it. */
double scene_gap(const scene_data *scene, size_t a, size_t b);

/* When circle a, in the last step, first came within `apart` px of polygon b (0: touched it; negative: overlapped it
 * by as much): a fraction of the step, 0 if it started so, more than 1 if never. Both moved in that step to where
 * they are now. In double precision. Bodies that wrapped came in from beyond the edge. */
double scene_hit(const scene_data *scene, size_t a, size_t b, double apart);

/* The largest gap about whose sign two correct programs may disagree: 4 ulps of the largest coordinate. */
double scene_tolerance(const scene_data *scene);

#ifdef __cplusplus
}
#endif

#endif
