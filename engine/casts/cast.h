/* engine/casts/cast.h - a block of casts: rays and shapes, each on its way, and what they have hit so far. */
#ifndef HAIL_CASTS_CAST_H
#define HAIL_CASTS_CAST_H

#include "narrow/dispatch.h"
#include "queries/query_scope.h"
#include "sprites/pixels.h"

enum { CAST_BLOCK = 128 };

/* The shape of a cast. */
typedef struct hail_cast_shape {
    const hail_shape_entry *entry; /* of a shape of the world's set; else NULL */
    const float *row;              /* the kernels' row of its first part, others follow; of a sprite: of its polygon */
    uint32_t parts;
    float cos, sin, scale;
} hail_cast_shape;

/* What kinds of shapes a call casts. */
typedef struct hail_cast_kinds {
    hail_cores cores; /* of all that are no compounds and sprites */
    bool composed;    /* some are compounds or sprites */
} hail_cast_kinds;

/* The block's queries, numbered from 0, are numbers `first` on of the call; arrays begin with the block's first one. */
typedef struct hail_cast {
    const hail_query_scope *scope;
    size_t first;
    uint32_t count;
    const float *x, *y, *dx, *dy;
    const hail_shapes *list; /* NULL: rays */
    const hail_cast_kinds *kinds;
    float flatness; /* the flattest shape's that is cast; 1 or more */

    hail_query_hit *hits; /* `capacity` of each query */
    size_t capacity;
    bool counting;   /* every hit counts: none may be skipped */
    bool sight;      /* any hit will do, and one-way tiles stop it like others */
    bool unordered;  /* a query's hits may stand in any order */
    uint32_t *found; /* NULL: hits are not counted */
    uint32_t kept[CAST_BLOCK];
    bool sorted[CAST_BLOCK]; /* of queries with hits: whether they are in order, and so no heap */
    float limit[CAST_BLOCK]; /* later hits are not wanted; below 0: none is */

    hail_cast_shape shape[CAST_BLOCK]; /* of rays: only the first, a point */
    float radius[CAST_BLOCK];          /* px: no point of the shape is further from its position; not of rays */
    uint32_t number[CAST_BLOCK];       /* of the shape: in the caller's array, or its id; not of rays */
} hail_cast;

static inline const hail_cast_shape *cast_shape(const hail_cast *cast, uint32_t query) {
    return &cast->shape[cast->list ? query : 0];
}

static inline bool cast_is_sprite(const hail_cast_shape *shape) { return shape->entry && shape->entry->set; }

/* The kernels' row of a part. */
static inline const float *cast_row(const hail_cast_shape *shape, uint32_t part) {
    return shape->row + (size_t)part * HAIL_TEMPLATE_WORDS;
}

/* Whether all that is cast are circles; are convex, but no circles. */
static inline bool casts_are_circles(const hail_cast *cast) {
    return !cast->kinds->composed && cast->kinds->cores.most == 1;
}
static inline bool casts_are_polygons(const hail_cast *cast) {
    return !cast->kinds->composed && cast->kinds->cores.least > 1;
}

#endif
