/* bench/tiles/walkers.h - the shapes that games have against tile maps: capsules and boxes that walk on slopes, stairs
 * and one-way platforms; rotated boxes and polygons; compounds. */
#ifndef WALKERS_H
#define WALKERS_H

#include "tiles.h"

#include <hail/slide.h>

#ifdef __cplusplus
extern "C" {
#endif

/* slide, sweep, overlap: calls. manifold: steps of a world, every cell that a body touches. swept: steps of a world; a
 * body stops at its first hit and is reflected. */
typedef enum walker_question {
    ASK_WALKERS_SLIDE,
    ASK_WALKERS_SWEEP,
    ASK_WALKERS_OVERLAP,
    ASK_WALKERS_MANIFOLD,
    ASK_WALKERS_SWEPT
} walker_question;

typedef enum walker_bodies { WALKER_CAPSULES, WALKER_BOXES, WALKER_TURNED, WALKER_COMPOUNDS } walker_bodies;

typedef struct walker_kind {
    const char *name;
    walker_question question;
    walker_bodies bodies;
    size_t count;
    size_t calls; /* one mover a call, `calls` movers in turn; 0: all movers in each call */
    float step_height, snap;
    size_t doubtful_of; /* one answer in this many may differ from plain's */
} walker_kind;

/* NULL: past the end. */
const walker_kind *walker_kind_at(size_t number);

enum { WALKER_SETS = 2, WALKER_SHAPES = 8, WALKER_PARTS = 4 };

typedef struct walker_shape {
    uint32_t parts; /* 1: no compound */
    hail_convex_info part[WALKER_PARTS];
} walker_shape;

typedef struct walker_set {
    float *x, *y, *dx, *dy; /* px; px a step */
    float *angle, *cos, *sin;
} walker_set;

/* Slides walk over storeys of hills; others are in a map of which 7 % of the cells are full, and 3 % half solid. Worlds
 * use set 0. */
typedef struct walker_scene {
    const walker_kind *kind;
    tile_scene *tiles;
    size_t count;
    bool turned;
    uint32_t shapes;
    walker_shape shape[WALKER_SHAPES];
    uint32_t *shape_of;          /* by mover */
    uint8_t *through;            /* by mover: it drops through platforms */
    walker_set set[WALKER_SETS]; /* calls alternate between them */
    hail_slide_options options;
    float *memory;
} walker_scene;

/* A map of columns x columns cells. NULL: no memory. */
walker_scene *walker_scene_create(const walker_kind *kind, uint32_t columns, size_t count);
void walker_scene_destroy(walker_scene *scene);

static inline bool walker_is_world(const walker_scene *scene) { return scene->kind->question >= ASK_WALKERS_MANIFOLD; }

/* A contact (manifold, overlap), a hit (sweep), a slide, or a body's position (swept). Without a cell: cell is
 * UINT32_MAX. */
typedef struct walker_answer {
    uint32_t mover, part, cell; /* cell: row * columns + column */
    uint32_t count;             /* points; flags of a slide */
    float t, depth;
    float normal_x, normal_y; /* into the tile */
    float x, y;               /* px: the first point; a slide's displacement; a body's position */
} walker_answer;

/* create: NULL: it failed. run: one step, or one call; returns how many contacts or hits, or how many movers touched
 * something. one: the call's mover, if it has one only. answers: of the last run, in order of movers, then of cells;
 * writes at most `capacity`, returns how many there are. destroy: NULL is allowed. */
typedef struct walker_contender {
    const char *name;
    void *(*create)(const walker_scene *scene, const char *variant);
    size_t (*run)(void *self, size_t set);
    size_t (*one)(void *self, size_t set, size_t mover);
    size_t (*answers)(void *self, walker_answer *answers, size_t capacity);
    void (*destroy)(void *self);
} walker_contender;

extern const walker_contender walker_contender_hail;
extern const walker_contender walker_contender_plain;

#ifdef __cplusplus
}
#endif

#endif
