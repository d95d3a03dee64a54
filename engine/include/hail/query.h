/* hail/query.h - questions to a world: which bodies are at a point, inside a shape, on a ray, nearest; is the view
 * free.
 *
 *     hail_query_prepare(world, 0);
 *     hail_query_hit hits[2];
 *     const hail_ray_list rays = {.x = x, .y = y, .dx = dx, .dy = dy, .count = 2};
 *     const hail_query_filter enemies = {.layers = HAIL_LAYER(SHIPS), .find = HAIL_FIND_BODIES | HAIL_FIND_TILES};
 *     hail_status status = hail_query_rays(world, &rays, &enemies, 1, hits, NULL);
 *     for (int i = 0; status == HAIL_OK && i < 2; i++)
 *         if (hits[i].kind == HAIL_CONTACT_BODY)
 *             hurt(game, hits[i].body, 1.0f - hits[i].t);
 *
 * When queries are valid. hail_query_prepare brings the index of some layers up to date. Queries then see these layers'
 * active bodies where they are now, until a step begins, or until a body of such a layer is spawned, despawned,
 * teleported, enabled or disabled, or gets another layer, shape or scale. hail_reserve, hail_layer_configure and
 * hail_shape_replace make indices old, too, even if no body changes. Afterwards a query that asks for the layer answers
 * HAIL_NOT_PREPARED until the next prepare. Only layers that filter->layers asks for (NULL or 0: all) and that have
 * active bodies need it; queries for tiles and walls alone need none. If you write x, y, scale or shape through
 * hail_columns, call hail_layer_changed. Rotations, groups, categories, masks and user values are read when a query
 * runs.
 *
 * Inside the callback everything here may be called. Bodies that are queued to go are still found. A body whose cos,
 * sin or scale is so bad that the next step puts it into quarantine is not found, whenever that was written.
 *
 * Threads: queries change nothing and allocate nothing (they use up to 128 KB of stack), so several threads may ask at
 * once. hail_query_prepare and hail_layer_changed need the world for themselves.
 *
 * Every query checks all its arguments before it writes anything. It answers HAIL_OK, or
 *   HAIL_BAD_ARGUMENT   a missing array, an unknown flag, a count or capacity above 2^31 - 1
 *   HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE   a number; coordinates and displacements are at most HAIL_MAX_BOUND
 *   HAIL_UNKNOWN_SHAPE  a shape that is not of the world's set
 *   HAIL_NOT_PREPARED   a layer that is asked for has active bodies, and its index is missing or old
 *
 * Results. Query i has room for `capacity` results, from element i * capacity on. They are in order; if there are more,
 * the first ones are kept. If there are fewer, the kind of the element after the last is 0. counts[i] is the number of
 * all, even of those without room. counts may be NULL: then a cast stops as soon as it has its results. Each body is
 * found once by a query, even if several parts of a compound are hit. Results are the same bits on every variant, for
 * every cell size, and however queries are split into calls. With filter->order HAIL_UNORDERED each query has the same
 * results (if there is no room for all, the same ones are kept), but in an order that may differ by variant, cell size
 * and calls; a query that finds many is then several times as fast. */
#ifndef HAIL_QUERY_H
#define HAIL_QUERY_H

#include "batch.h"
#include "bodies.h"
#include "rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Preparing --------------------------------------------------------------------------------------------------- */

/* A layer's bit in hail_query_filter.layers. HAIL_TILES and HAIL_WALLS have none: hail_query_filter.find asks for tiles
 * and walls. */
#define HAIL_LAYER(layer) (UINT64_C(1) << (layer))

/* Brings the index of layers up to date.
 *
 *   layers  HAIL_LAYER bits; 0: all
 *
 * A layer whose bodies did not change costs nothing. One whose bodies the last step has sorted into a grid, and that
 * did not change since, costs next to nothing. Any other costs about what a step's bin stage does; the world's tasks
 * sort many bodies. Bodies with a coordinate that is not finite, or beyond HAIL_MAX_BOUND, are not found. Allowed
 * inside the callback. Allocates nothing if the layer's columns did not grow since the last prepare.
 *
 * HAIL_OK, or HAIL_BAD_ARGUMENT, HAIL_NO_MEMORY: some layers may be prepared, the others are as before. */
HAIL_API hail_status hail_query_prepare(hail_world *world, uint64_t layers);

/* Tells the world that the caller wrote x, y, scale or shape columns of a layer. Allowed inside the callback. */
HAIL_API hail_status hail_layer_changed(hail_world *world, uint32_t layer);

/* ---- What is looked for ------------------------------------------------------------------------------------------ */

/* What queries look at, or-ed together. */
enum { HAIL_FIND_BODIES = 1, HAIL_FIND_TILES = 2, HAIL_FIND_WALLS = 4 };

/* What all queries of a call may find. Zeros: every active body. */
typedef struct hail_query_filter {
    uint64_t layers; /* HAIL_LAYER bits; 0: all */
    uint32_t find;   /* HAIL_FIND_...; 0: bodies. Tiles and walls need a map (hail_world_set_tilemap, _set_sectors);
                        without one none are found */
    uint32_t tile_kinds, wall_kinds; /* HAIL_KIND bits; 0: every kind. Of walls only those that stop are found; one that
                                        has no sector on one side is found whatever wall_kinds is */
    uint32_t whole_tiles;            /* true: as in hail_movers; rays and points always look at pixels */
    uint32_t group;                  /* bodies of this group are not found; 0: none */
    uint32_t category;               /* a body is found only if its mask has a bit of this; 0: whatever its mask */
    uint32_t mask;      /* a body is found only if its category has a bit of this; 0: whatever its category */
    hail_handle except; /* a body that is not found, such as the one that asks; {0, 0}: none. May be stale */
    uint32_t order;     /* of a query's results: a hail_order, see above; default HAIL_ORDERED */
    /* By query, instead of the values above; NULL: the value above for all. */
    const uint64_t *each_layers; /* of the layers above; 0: all of them */
    const uint32_t *each_group, *each_category, *each_mask;
    const hail_handle *each_except;
} hail_query_filter;

/* ---- Results ----------------------------------------------------------------------------------------------------- */

/* A body, cell or wall that is at a point or overlaps a shape: 24 bytes. */
typedef struct hail_query_match {
    hail_handle body; /* {0, 0} of tiles and walls */
    uint64_t user;    /* the body's; 0 if its layer has no user column */
    uint32_t part;    /* of a compound: the lowest part that matches; of tiles the cell, of walls the wall, as part_b of
                         hail_contact; else 0 */
    uint8_t kind;     /* HAIL_CONTACT_... */
    uint8_t layer;    /* HAIL_TILES for tiles, HAIL_WALLS for walls */
    uint8_t unused_0, unused_1; /* 0 */
} hail_query_match;

/* What a cast hits, or a nearest body: 48 bytes. */
typedef struct hail_query_hit {
    hail_handle body;         /* {0, 0} of tiles and walls */
    uint64_t user;            /* the body's; 0 if its layer has no user column */
    uint32_t part;            /* of a compound: which part; of tiles the cell, of walls the wall; else 0 */
    uint8_t kind;             /* HAIL_CONTACT_... */
    uint8_t layer;            /* HAIL_TILES for tiles, HAIL_WALLS for walls */
    uint8_t feature;          /* as feature_b of hail_contact: of the surface, or the kind of tile or wall */
    uint8_t inside;           /* 1: the query touches it where it starts (casts: t is 0) */
    float t;                  /* casts: when it is hit, as a fraction of the displacement; nearest: 0 */
    float distance;           /* px. Casts: t times the displacement's length; if `inside`, minus the depth, as far as
                                 that is known: 0 of a ray in a tile. Nearest: see hail_nearest_options */
    float x, y;               /* px: the point that is hit, or the nearest point of the surface; of a ray that starts
                                 inside a body or a tile, its start */
    float normal_x, normal_y; /* unit vector out of the surface that is hit, towards the query; may be (0, 0) from
                                 inside tiles */
} hail_query_hit;

/* ---- Points and shapes ------------------------------------------------------------------------------------------- */

/* Finds what is at points: bodies whose shape contains the point or has it on its surface (sprites: whose pixel there
 * is opaque; a point on a pixel's edge belongs to both sides), the cell whose pixel there is solid, walls that go
 * through the point.
 *
 *   points   their context's error describes a failure; its variant is not read: the world's is used
 *   filter   NULL: zeros
 *   matches  points->count * capacity of them; may be NULL if capacity is 0
 *   counts   points->count; may be NULL if capacity is not 0
 *
 * Order: by layer, then slot; then the cell; then walls by number. */
HAIL_API hail_status hail_query_points(const hail_world *world, const hail_points *points,
                                       const hail_query_filter *filter, size_t capacity, hail_query_match *matches,
                                       uint32_t *counts);

/* Shapes to overlap or to cast. */
typedef struct hail_shape_list {
    const hail_context *context; /* its error describes a failure; NULL: not wanted */
    /* One of these two, `shape_count` elements; bodies.shape says which one each query has. */
    const hail_shape *shapes;    /* of the world's set, compounds and sprites included */
    const hail_convex *convexes; /* shapes that are in no set */
    size_t shape_count;
    hail_bodies bodies; /* where they are; dx and dy are read by casts alone, which need them */
} hail_shape_list;

/* Finds what shapes overlap or touch, by the same test as a HAIL_PAIRS rule: bodies, cells and walls.
 *
 *   matches, counts   as for hail_query_points
 *
 * A sprite finds every cell that has a solid pixel under the centre of one of its opaque pixels, even if whole_tiles is
 * set.
 *
 * Order: by layer, then slot; then cells by number, the outside of the map last; then walls by number. */
HAIL_API hail_status hail_query_shapes(const hail_world *world, const hail_shape_list *shapes,
                                       const hail_query_filter *filter, size_t capacity, hail_query_match *matches,
                                       uint32_t *counts);

/* Boxes with sides along the axes. */
typedef struct hail_boxes {
    const hail_context *context;                /* its error describes a failure; NULL: not wanted */
    const float *min_x, *min_y, *max_x, *max_y; /* px; max may equal min, and must not be less */
    size_t count;                               /* of each array */
} hail_boxes;

/* Finds the bodies, cells and walls that boxes overlap or touch. Otherwise as hail_query_shapes.
 *
 * A box may have any size. Only against circles does its exact size count, however small: against anything else a side
 * below 1e-3 px counts as 0. */
HAIL_API hail_status hail_query_boxes(const hail_world *world, const hail_boxes *boxes, const hail_query_filter *filter,
                                      size_t capacity, hail_query_match *matches, uint32_t *counts);

/* ---- Casts ------------------------------------------------------------------------------------------------------- */

/* Rays from (x, y) to (x + dx, y + dy). */
typedef struct hail_ray_list {
    const hail_context *context; /* its error describes a failure; NULL: not wanted */
    const float *x, *y;          /* px */
    const float *dx, *dy;        /* px */
    size_t count;                /* of each array */
} hail_ray_list;

/* Casts rays, and finds what they hit: with capacity 1 the nearest, with capacity k the first k, with counts all.
 *
 *   hits    rays->count * capacity of them; may be NULL if capacity is 0
 *   counts  rays->count; may be NULL if capacity is not 0
 *
 * Bodies are hit as a point that moves along the ray hits them in hail_batch_sweep; of tiles, the first solid pixel as
 * in hail_tilemap_march; of walls, the first one, as from a HAIL_SWEPT rule. A body that contains the start is hit at t
 * = 0, with `inside` set. Of a compound, a part that the query only touches at the start and does not move into is
 * found only if it hits no other part.
 *
 * Order: by t; ties by layer, then slot, then tiles, then walls. */
HAIL_API hail_status hail_query_rays(const hail_world *world, const hail_ray_list *rays,
                                     const hail_query_filter *filter, size_t capacity, hail_query_hit *hits,
                                     uint32_t *counts);

/* Casts shapes: each moves in a straight line by its (dx, dy), without rotating. Lasers with a width, shots that are
 * not fired yet. Bodies are hit as by hail_batch_sweep, tiles as by hail_tilemap_sweep, walls as from a HAIL_SWEPT
 * rule: a shape that starts inside tiles or touches a wall hits it only if it moves into an exposed side. (A ray from
 * inside a pixel hits it at t = 0.) Sprites hit by their pixels, as in a HAIL_SWEPT rule (hail_shape_sprite). Otherwise
 * as hail_query_rays. */
HAIL_API hail_status hail_query_casts(const hail_world *world, const hail_shape_list *shapes,
                                      const hail_query_filter *filter, size_t capacity, hail_query_hit *hits,
                                      uint32_t *counts);

/* Lines from one point to another. */
typedef struct hail_line_list {
    const hail_context *context; /* its error describes a failure; NULL: not wanted */
    const float *x, *y;          /* px */
    const float *to_x, *to_y;    /* px */
    size_t count;                /* of each array */
} hail_line_list;

/* Tells whether points see each other: clear[i] is 1 if nothing that the filter names lies between the ends of line i,
 * else 0. The answer is the same if a line's two ends change places: it is whether a ray hits nothing that goes from
 * the end with the smaller x (if both are equal, the smaller y) to the other one. Portals are open. Bodies that contain
 * an end block the view, so leave out the two that look with `except`, layers or groups. One-way tiles block it from
 * every side; leave their kind out of filter->tile_kinds to look through them. */
HAIL_API hail_status hail_query_sight(const hail_world *world, const hail_line_list *lines,
                                      const hail_query_filter *filter, uint8_t *clear);

/* ---- Nearest ----------------------------------------------------------------------------------------------------- */

/* What hail_query_hit.distance is in nearest queries. */
typedef enum hail_distance_to {
    HAIL_TO_SURFACE = 0, /* px to the body's surface; negative inside, as by hail_batch_distance */
    HAIL_TO_CENTRE       /* px to its position; normal and point are still those of the surface */
} hail_distance_to;

typedef struct hail_nearest_options {
    float radius;             /* px, 0 to HAIL_MAX_BOUND: bodies at most so far away; 0: any distance */
    const float *each_radius; /* by point, instead of `radius`; 0: any distance; NULL: `radius` for all */
    uint32_t measure;         /* a hail_distance_to */
} hail_nearest_options;

/* Finds the nearest `capacity` (1 or more) bodies to each point.
 *
 *   points   as for hail_query_points
 *   options  NULL: zeros
 *   hits     points->count * capacity of them
 *   counts   how many bodies are within the radius, even if there is no room; NULL: not wanted, which is faster
 *
 * Tiles and walls are not looked at: filter->find must be 0 or HAIL_FIND_BODIES. Order: by distance, then layer, then
 * slot. Sprites are measured to the polygon around them. */
HAIL_API hail_status hail_query_nearest(const hail_world *world, const hail_points *points,
                                        const hail_nearest_options *options, const hail_query_filter *filter,
                                        size_t capacity, hail_query_hit *hits, uint32_t *counts);

#ifdef __cplusplus
}
#endif

#endif
