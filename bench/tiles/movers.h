/* bench/tiles/movers.h - circles and boxes against the solid pixels of a tile map: contacts, sweeps and slides. */
#ifndef MOVERS_H
#define MOVERS_H

#include "tiles.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MOVER_RADIUS      6.0f           /* px: circles */
#define MOVER_HALF_WIDTH  5.0f           /* px: boxes, which are never rotated */
#define MOVER_HALF_HEIGHT 7.0f           /* px */
#define MOVER_SKIN        (1.0f / 32.0f) /* px: the gap that sliding movers keep, as by default in Hail */
#define MOVER_APART       (1.0f / 64.0f) /* px: how far a swept body stops from the surface, as in Hail */

/* What is asked. The first two are worlds, in which bodies move and wrap; the others are calls.
 * manifold: every cell that a body touches. swept: a body's first hit; it stops there and is reflected.
 * sweep: a mover's first hit. slide: movers slide along what they hit. stand: the same of movers that stand on
 * something and are pulled down. floor: the same on floors of tiles, with steps and walls. overlap: every cell that a
 * mover touches; every mover touches one. */
typedef enum mover_question {
    ASK_MOVERS_MANIFOLD,
    ASK_MOVERS_SWEPT,
    ASK_MOVERS_SWEEP,
    ASK_MOVERS_SLIDE,
    ASK_MOVERS_STAND,
    ASK_MOVERS_FLOOR,
    ASK_MOVERS_OVERLAP,
    MOVER_QUESTIONS
} mover_question;

enum { MOVER_SETS = 2 }; /* of movers; calls alternate between them */

/* The first `circles` of each set are circles, the others boxes. Worlds use set 0. */
typedef struct mover_scene {
    mover_question question;
    tile_scene *tiles; /* 7 % of the cells full, 3 % half solid: slabs and slopes; floor: floors of full cells */
    size_t count, circles;
    struct {
        float *x, *y;   /* px */
        float *dx, *dy; /* px a step, each way at most 4 */
    } set[MOVER_SETS];
    float *memory;
} mover_scene;

/* Whether movers slide. */
static inline bool mover_slides(mover_question question) {
    return question == ASK_MOVERS_SLIDE || question == ASK_MOVERS_STAND || question == ASK_MOVERS_FLOOR;
}

/* Makes a scene in a map of columns x columns cells. NULL: no memory. */
mover_scene *mover_scene_create(mover_question question, uint32_t columns, size_t count, size_t circles);
void mover_scene_destroy(mover_scene *scene);

/* A contact (manifold, overlap), a hit (sweep), a slide (slide, stand, floor) or a body's position (swept). Without a
 * cell: cell is UINT32_MAX. */
typedef struct mover_answer {
    uint32_t mover, cell; /* cell: row * columns + column */
    uint32_t count;       /* points; flags of a slide */
    float t, depth;
    float normal_x, normal_y; /* into the tile */
    float x, y;               /* px: the first point; a slide's displacement; a body's position */
} mover_answer;

/* create: NULL: it failed. run: one step, or one call for a set; returns how many contacts or hits, or how many movers
 * did not get as far as they wanted. answers: of the last run, in order of movers, then of cells; writes at most
 * `capacity`, returns how many there are. destroy: NULL is allowed. */
typedef struct mover_contender {
    const char *name;
    void *(*create)(const mover_scene *scene, const char *variant);
    size_t (*run)(void *self, size_t set);
    size_t (*answers)(void *self, mover_answer *answers, size_t capacity);
    void (*destroy)(void *self);
} mover_contender;

extern const mover_contender mover_contender_hail;
extern const mover_contender mover_contender_plain;

#ifdef __cplusplus
}
#endif

#endif
