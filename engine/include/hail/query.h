/* hail/query.h - questions to a world: which bodies are at a point, inside a shape, on a ray or nearest, and whether
 * two points see each other.
 *
 *     hail_query_prepare(world, 0);
 *     hail_query_hit hits[2];
 *     const hail_rays rays = {.x = x, .y = y, .dx = dx, .dy = dy, .count = 2};
 *     const hail_query_filter enemies = {.layers = HAIL_LAYER(SHIPS), .find = HAIL_FIND_BODIES | HAIL_FIND_TILES};
 *     hail_status status = hail_query_rays(world, &rays, &enemies, 1, hits, NULL);
 *     for (int i = 0; status == HAIL_OK && i < 2; i++)
 *         if (hits[i].kind == HAIL_CONTACT_BODY)
 *             hurt(game, hits[i].body, 1.0f - hits[i].t);
 *
 * When queries are valid. hail_query_prepare brings the index of some layers up to date. Queries then see the active
 * bodies of these layers where they are now. An index becomes old
 *   - when a step begins, but not that of a static layer (hail_layer_options) with bodies that nothing changed;
 *   - when a body of its layer is spawned, despawned, teleported, enabled or disabled, or gets another layer, shape or
 *     scale;
 *   - by hail_reserve, hail_layer_configure and hail_shape_replace, even if no body changes;
 *   - by hail_layer_borrow;
 *   - when you write x, y or scale through hail_columns: tell the world by hail_layer_changed. If you do not, queries
 *     answer from the old index.
 * A query that looks in a layer whose index is old answers HAIL_NOT_PREPARED, unless the layer has no active bodies.
 * filter->layers chooses the layers (NULL or 0: all). Queries for tiles and walls alone need no index. Rotations,
 * groups, categories, masks and user values are read when a query runs.
 *
 * Everything here may be called inside the callback. Bodies that are queued to go are still found. A body whose cos,
 * sin or scale is so bad that the next step puts it into quarantine is not found, whenever that was written.
 *
 * Threads: queries change nothing and allocate nothing (they use up to 128 KB of stack), so several threads may ask at
 * once, each with an error of its own in the contexts of its lists. hail_query_prepare and hail_layer_changed need the
 * world for themselves.
 *
 * Circles cost the least. Compounds of 3 parts cost 4 to 8 times as much, sprites of 16 rows of pixels up to 28 times,
 * in hail_query_casts 56 times; rotated boxes cast among rotated boxes, points among bodies and walls, and nearest
 * bodies with a filter by group, mask, body and layer at once 4 times.
 *
 * Every query checks all its arguments before it writes anything. It answers HAIL_OK, or
 *   HAIL_BAD_ARGUMENT   a missing array, an unknown flag, a count or capacity above 2^31 - 1
 *   HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE   a number; coordinates and displacements are at most HAIL_MAX_BOUND
 *   HAIL_UNKNOWN_SHAPE  a shape that is not of the world's set
 *   HAIL_NOT_PREPARED   a layer that is asked for has active bodies, and its index is missing or old
 *
 * Results. Query i has room for `capacity` results, from element i * capacity on, in order.
 *   - If there are more, the first ones are kept. If there are fewer, the kind of the element after the last is 0.
 *   - counts[i] is the number of all, even of those without room. counts may be NULL: then a cast stops as soon as it
 *     has its results.
 *   - A query finds each body once, even if it hits several parts of a compound.
 *   - Results are the same bits on every variant, for every cell size, and however queries are split into calls.
 *   - With filter->order HAIL_UNORDERED each query has the same results (if there is no room for all, the same ones are
 *     kept), but in an order that may differ by variant, cell size and calls. A query that finds many is then several
 *     times as fast. */
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

/* Prepares layers for queries: brings their index up to date with their bodies.
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

/* Tells the world that you wrote x, y or scale of a layer through hail_columns, which makes its index old. Of a static
 * layer: any column but `user`, and its bodies are checked again. Only queries and static layers need this call; steps
 * see other writes without it. Allowed inside the callback, where it counts for a static layer when the step ends. */
HAIL_API hail_status hail_layer_changed(hail_world *world, uint32_t layer);

/* ---- What is looked for ------------------------------------------------------------------------------------------ */

/* What queries look at, or-ed together. */
enum { HAIL_FIND_BODIES = 1, HAIL_FIND_TILES = 2, HAIL_FIND_WALLS = 4 };

/* What all queries of a call may find. Zeros: every active body. */
typedef struct hail_query_filter {
    uint64_t layers; /* HAIL_LAYER bits; 0: all */
    uint32_t find;   /* HAIL_FIND_...; 0: bodies. Tiles and walls need a map (hail_world_set_tilemap, _set_sectors);
                        without one none are found */
    uint32_t tile_kinds, wall_kinds; /* HAIL_KIND bits; 0: every kind. Only walls that stop are found. A wall without a
                                        sector on one side is found whatever wall_kinds is */
    uint32_t whole_tiles;            /* true: as in hail_tilemap_movers; rays and points always look at pixels */
    uint32_t group;                  /* leaves out the bodies of this group; 0: none */
    uint32_t category;               /* finds only bodies whose mask has one of these bits; 0: all */
    uint32_t mask;                   /* finds only bodies whose category has one of these bits; 0: all */
    hail_handle except;              /* leaves out this body, such as the one that asks; {0, 0}: none. May be stale */
    uint32_t order;                  /* of a query's results: a hail_order, see above; default HAIL_ORDERED */
    /* A value for each query, instead of those above. NULL: the one above, for all queries. */
    const uint64_t *each_layers; /* some of the layers above; 0: all of these */
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
    hail_handle body; /* {0, 0} of tiles and walls */
    uint64_t user;    /* the body's; 0 if its layer has no user column */
    uint32_t part;    /* of a compound: which part; of tiles the cell, of walls the wall; else 0 */
    uint8_t kind;     /* HAIL_CONTACT_... */
    uint8_t layer;    /* HAIL_TILES for tiles, HAIL_WALLS for walls */
    uint8_t feature;  /* as feature_b of hail_contact: of the surface, or the kind of tile or wall */
    uint8_t inside;   /* 1: the query touches it at its start (casts: t is 0) */
    float t;          /* casts: when it is hit, as a fraction of the displacement; nearest: 0 */
    float distance;   /* px. Casts: t times the displacement's length; if `inside`, minus the depth, or 0 if that
                         is not known, as of a ray in a tile. Nearest: see hail_nearest_options */
    float x, y;       /* px: the point that is hit, or the nearest point of the surface; if a ray starts inside a
                         body or a tile, its start */
    float normal_x, normal_y; /* unit vector out of the surface that is hit, towards the query; may be (0, 0) from
                                 inside tiles */
} hail_query_hit;

/* ---- Points and shapes ------------------------------------------------------------------------------------------- */

/* Finds what is at points: bodies, the cell whose pixel there is solid, and walls that go through the point.
 *
 * A body is found if its shape contains the point or has it on its surface; a sprite, if its pixel there is opaque. A
 * point on a pixel's edge belongs to both sides.
 *
 *   filter   NULL: zeros
 *   matches  points->count * capacity of them; may be NULL if capacity is 0
 *   counts   points->count; may be NULL if capacity is not 0
 *
 * Order: by layer, then slot; then the cell; then walls by number. */
HAIL_API hail_status hail_query_points(const hail_world *world, const hail_points *points,
                                       const hail_query_filter *filter, size_t capacity, hail_query_match *matches,
                                       uint32_t *counts);

/* Finds what each shape overlaps or touches: bodies, cells or walls, as filter->find asks (0: bodies). The test is that
 * of a HAIL_PAIRS rule.
 *
 *   shapes            without displacements: dx and dy are not read
 *   matches, counts   as for hail_query_points
 *
 * A sprite finds every cell that has a solid pixel under the centre of one of its opaque pixels, even if whole_tiles is
 * set.
 *
 * Order: by layer, then slot; then cells by number, the outside of the map last; then walls by number. */
HAIL_API hail_status hail_query_shapes(const hail_world *world, const hail_shapes *shapes,
                                       const hail_query_filter *filter, size_t capacity, hail_query_match *matches,
                                       uint32_t *counts);

/* Finds the bodies, cells and walls that boxes overlap or touch; otherwise as hail_query_shapes.
 *
 * A box may have any size. Against circles its exact size counts; against anything else a side below 1e-3 px counts as
 * 0. */
HAIL_API hail_status hail_query_boxes(const hail_world *world, const hail_boxes *boxes, const hail_query_filter *filter,
                                      size_t capacity, hail_query_match *matches, uint32_t *counts);

/* ---- Casts ------------------------------------------------------------------------------------------------------- */

/* Casts rays, and finds the first `capacity` things that each one hits; counts[i] is how many ray i hits in all.
 *
 *   hits    rays->count * capacity of them; may be NULL if capacity is 0
 *   counts  rays->count; may be NULL if capacity is not 0
 *
 *   - Bodies are hit as by a point that moves along the ray in hail_batch_sweep. A body that contains the start is hit
 *     at t = 0, with `inside` set.
 *   - A ray hits one tile: that of the first solid pixel, as in hail_tilemap_march. It hits one wall, the first, as
 *     from a HAIL_SWEPT rule.
 *   - If the ray only touches a part of a compound at its start and does not move into it, that part is found only if
 *     the ray hits no other part.
 *
 * Order: by t; ties by layer, then slot, then tiles, then walls. */
HAIL_API hail_status hail_query_rays(const hail_world *world, const hail_rays *rays, const hail_query_filter *filter,
                                     size_t capacity, hail_query_hit *hits, uint32_t *counts);

/* Casts shapes along their (dx, dy), without rotating, and finds the first `capacity` things that each one hits.
 *
 * For lasers with a width, and shots that are not fired yet. As hail_query_rays, but:
 *   - Bodies are hit as by hail_batch_sweep, tiles as by hail_tilemap_sweep, walls as from a HAIL_SWEPT rule.
 *   - A shape that starts inside tiles or touches a wall hits it only if it moves into an exposed side. (A ray from
 *     inside a pixel hits it at t = 0.)
 *   - Sprites hit by their pixels, as in a HAIL_SWEPT rule (hail_shape_sprite). */
HAIL_API hail_status hail_query_casts(const hail_world *world, const hail_shapes *shapes,
                                      const hail_query_filter *filter, size_t capacity, hail_query_hit *hits,
                                      uint32_t *counts);

/* Tells whether the two ends of rays see each other: clear[i] is 1 if nothing that the filter names lies between the
 * ends of ray i, else 0.
 *
 *   - The answer stays the same if the two ends change places: it is that of a ray from the end with the smaller x (if
 *     both are equal, the smaller y) to the other one.
 *   - Bodies that contain an end block the view, so leave out the two that look, with `except`, layers or groups.
 *   - Portals are open. One-way tiles block the view from every side; to look through them, leave their kind out of
 *     filter->tile_kinds. */
HAIL_API hail_status hail_query_sight(const hail_world *world, const hail_rays *rays, const hail_query_filter *filter,
                                      uint8_t *clear);

/* ---- Nearest ----------------------------------------------------------------------------------------------------- */

/* What hail_query_hit.distance is in nearest queries. */
typedef enum hail_distance_to {
    HAIL_TO_SURFACE = 0, /* px to the body's surface; negative inside, as by hail_batch_distance */
    HAIL_TO_CENTRE       /* px to its position; normal and point are still those of the surface */
} hail_distance_to;

typedef struct hail_nearest_options {
    float radius;             /* px, 0 to HAIL_MAX_BOUND: finds bodies at most so far away; 0: any distance */
    const float *each_radius; /* one for each point, instead of `radius`; NULL: `radius` for all */
    uint32_t distance_to;     /* a hail_distance_to */
} hail_nearest_options;

/* Finds the nearest `capacity` (1 or more) bodies to each point.
 *
 *   options  NULL: zeros
 *   hits     points->count * capacity of them
 *   counts   how many bodies are within the radius, even if there is no room; NULL: not wanted, which is faster
 *
 * Tiles and walls are not found: filter->find must be 0 or HAIL_FIND_BODIES. Order: by distance, then layer, then slot.
 * Distances to sprites are those to the polygon around them. */
HAIL_API hail_status hail_query_nearest(const hail_world *world, const hail_points *points,
                                        const hail_nearest_options *options, const hail_query_filter *filter,
                                        size_t capacity, hail_query_hit *hits, uint32_t *counts);

#ifdef __cplusplus
}
#endif

#endif
