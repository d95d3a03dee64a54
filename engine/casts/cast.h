/* engine/casts/cast.h - rays and shapes that are cast: a block of queries, and what they have hit so far. */
#ifndef HAIL_CASTS_CAST_H
#define HAIL_CASTS_CAST_H

#include "queries/query_seek.h"
#include "sprites/pixels.h"

enum { CAST_BLOCK = 128 };

/* What a call casts. */
typedef struct hail_cast_kinds {
    bool circles, polygons; /* every query is a circle; is a convex shape, but no circle */
    uint32_t edges;         /* no shape's core has more */
} hail_cast_kinds;

/* The block's queries, numbered from 0, are numbers `first` on of the call; arrays begin with the block's first one. */
typedef struct hail_cast {
    const hail_seek *seek;
    size_t first;
    uint32_t count;
    const float *x, *y, *dx, *dy;
    const hail_shape_list *list; /* NULL: rays */
    float flatness;              /* the flattest shape's that is cast; 1 or more */

    hail_query_hit *hits; /* `capacity` of each query */
    size_t capacity;
    bool counting;  /* every hit counts: none may be skipped */
    bool sight;     /* any hit will do, and one-way tiles stop it like others */
    bool unordered; /* a query's hits may stand in any order */
    hail_cast_kinds kinds;
    uint32_t kept[CAST_BLOCK], found[CAST_BLOCK];
    bool sorted[CAST_BLOCK]; /* whether the hits of a query are in order, and so no heap */
    float limit[CAST_BLOCK]; /* later hits are not wanted; below 0: none is */
} hail_cast;

/* ---- Hits (cast_hits.c) ------------------------------------------------------------------------------------------ */

void hail_cast_begin(hail_cast *cast, size_t first, uint32_t count);

/* Counts a query's hit, and keeps it if it is among the first ones. */
void hail_cast_add(hail_cast *cast, uint32_t query, const hail_query_hit *hit);

/* The same for a hit that was counted. */
void hail_cast_keep(hail_cast *cast, uint32_t query, const hail_query_hit *hit);

/* Sorts the hits of every query, and ends lists that are not full. */
void hail_cast_finish(hail_cast *cast);

/* A contact between a query, a, and what it hits, b. */
hail_query_hit hail_cast_hit(const hail_cast *cast, uint32_t query, const hail_contact *contact);

/* ---- Shapes (cast_shape.c) --------------------------------------------------------------------------------------- */

/* What a query's shape consists of. */
typedef struct hail_cast_shape {
    const hail_shape_entry *entry; /* of a shape of the world's set; else NULL */
    const hail_convex *convex;     /* a ray's or the caller's; else NULL */
    uint32_t id, parts;
    bool composed; /* a compound or a sprite */
    float cos, sin, scale;
} hail_cast_shape;

hail_cast_shape hail_cast_shape_of(const hail_cast *cast, uint32_t query);

/* The kernels' row of one of its parts; of a sprite, that of the polygon around it. */
const float *hail_cast_row(const hail_cast *cast, const hail_cast_shape *shape, uint32_t part);

/* px: no point of the shape is further from its position. */
float hail_cast_radius(const hail_cast *cast, const hail_cast_shape *shape);

/* px: how far a convex shape of this radius reaches beside its path, a little more; at most the radius. */
float hail_cast_reach_beside(const hail_cast *cast, uint32_t query, const hail_cast_shape *shape, float radius);

/* Where a query is and how it moves, for the pixel tests. */
hail_pose hail_cast_pose(const hail_cast *cast, uint32_t query, const hail_cast_shape *shape);

/* What kinds of shapes are cast. */
hail_cast_kinds hail_cast_kinds_of(const hail_cast *cast);

/* ---- What is hit ------------------------------------------------------------------------------------------------- */

void hail_cast_tiles(hail_cast *cast);
void hail_cast_walls(hail_cast *cast);
void hail_cast_bodies(hail_cast *cast);

/* All three, in the order in which they are fastest, and the end of the block. */
void hail_cast_all(hail_cast *cast);

#endif
