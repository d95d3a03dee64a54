/* hail/shape.h - sets of shapes: templates that are made once and shared by any number of bodies and worlds.
 *
 *     hail_shapeset *shapes = NULL;
 *     hail_shape bullet, crate;
 *     hail_shapeset_create(NULL, &shapes);
 *     hail_shape_circle(shapes, 4.0f, &bullet);
 *     hail_status status = hail_shape_box(shapes, 16.0f, 12.0f, 2.0f, &crate);
 *     hail_shapeset_destroy(shapes);
 *
 * Every world has a set. By default it is the world's own; worlds that are created with the same
 * hail_world_options.shapes share that one. hail/convex.h says what each shape is, and which ones are refused with
 * which status.
 *
 * All calls that add or replace shapes may also answer HAIL_BAD_ARGUMENT, HAIL_NO_MEMORY, HAIL_FULL (the set has
 * HAIL_MAX_SHAPES shapes and parts, or no run of free numbers that is long enough for a compound) and HAIL_BUSY (inside
 * the callback of a world that uses the set; hail_shape_destroy, too). A call that fails changes nothing, and describes
 * the first bad argument in the hail_error of the set's context.
 *
 * Threads: while one thread changes a set, or creates or destroys a world that uses it, no other thread may use the set
 * or step a world that uses it. Worlds that share a set may step at the same time. */
#ifndef HAIL_SHAPE_H
#define HAIL_SHAPE_H

#include "outline.h"
#include "convex.h"
#include "sprite.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HAIL_MAX_PARTS = 4096 }; /* of a compound */

typedef struct hail_shapeset hail_shapeset;

typedef struct hail_shapeset_size {
    uint32_t shapes; /* HAIL_MAX_SHAPES at most; each part of a compound counts as one more */
    size_t bytes;    /* of the caller's allocator */
} hail_shapeset_size;

/* Makes an empty set. context NULL: the defaults. The caller owns it: hail_shapeset_destroy. On failure *set is NULL.
 *
 * HAIL_OK, or HAIL_BAD_ARGUMENT, HAIL_NO_MEMORY. */
HAIL_API hail_status hail_shapeset_create(const hail_context *context, hail_shapeset **set);

/* Frees a set of shapes, unless a world uses it. NULL is fine. HAIL_IN_USE: a world uses it; nothing is freed. */
HAIL_API hail_status hail_shapeset_destroy(hail_shapeset *set);

/* Measures a set: how many shapes it has, and its memory. HAIL_BAD_ARGUMENT: an argument is NULL. */
HAIL_API hail_status hail_shapeset_measure(const hail_shapeset *set, hail_shapeset_size *size);

/* ---- Adding ------------------------------------------------------------------------------------------------------ */

/* Adds a copy of a prepared shape. */
HAIL_API hail_status hail_shape_add(hail_shapeset *set, const hail_convex *convex, hail_shape *shape);

/* Prepares and adds a shape in one call: hail_convex_circle and so on, then hail_shape_add. */
HAIL_API hail_status hail_shape_circle(hail_shapeset *set, float radius, hail_shape *shape);
HAIL_API hail_status hail_shape_capsule(hail_shapeset *set, float x1, float y1, float x2, float y2, float radius,
                                        hail_shape *shape);
HAIL_API hail_status hail_shape_box(hail_shapeset *set, float half_width, float half_height, float rounding,
                                    hail_shape *shape);
HAIL_API hail_status hail_shape_polygon(hail_shapeset *set, const float *x, const float *y, size_t count,
                                        float rounding, hail_shape *shape);

/* Adds a compound: a shape of `count` (1 to HAIL_MAX_PARTS) prepared parts, which are copied.
 *
 * A contact is between two parts; part_a and part_b are their numbers. Each pair of touching parts has a contact, and
 * so has each part with each cell or wall that it touches. Two exceptions:
 * - A HAIL_PAIRS rule reports one contact for a pair of bodies, with the first two parts that touch.
 * - Swept against tiles or walls, a body has one contact, with the part that hits first.
 *
 * All pairs of two compounds' parts are tested: of 3 parts each, bodies cost up to 16 times as much as circles,
 * swept 28.
 *
 * A part that is a circle is centred at the origin. For a circle elsewhere use a capsule with both ends at its centre.
 *
 * HAIL_FULL: parts count as shapes of the set. HAIL_TOO_LARGE: the rounded polygon that holds all parts (with a
 * small margin) reaches further than HAIL_MAX_REACH. */
HAIL_API hail_status hail_shape_compound(hail_shapeset *set, const hail_convex *parts, size_t count, hail_shape *shape);

/* Adds a polygon of any kind (concave, with holes and islands) as a compound of convex parts, each inflated by
 * `rounding`. Calls hail_decompose, hail_convex_polygon and hail_shape_compound, and returns their statuses.
 *
 *   options  as for hail_decompose; NULL: the defaults. The context is not read: the set has its own.
 *            HAIL_OUT_OF_RANGE: max_vertices is above HAIL_MAX_VERTICES
 *   report   as for hail_decompose; may be NULL */
HAIL_API hail_status hail_shape_concave(hail_shapeset *set, const hail_loops *polygon,
                                        const hail_decompose_options *options, float rounding, hail_shape *shape,
                                        hail_decompose_report *report);

/* Adds a sprite's opaque pixels as a shape, about the sprite's origin. The set of shapes keeps a pointer to the
 * set of sprites, which must outlive it; sprites may be added between steps.
 *
 * Pairs are tested by circles, then by polygons of at most 8 vertices around the pixels (hail_enclose_sprite), then by
 * pixels: with 16 rows of them, bodies cost 8 times as much as circles, rotated or swept 18 times. A contact has one
 * point, the mean of the centres of the touching pixels, and features 0:
 * - With another sprite, by hail_sprite_overlaps: a's pixels against b's, or b's against a's if b's scale is less. The
 *   normal is opposite to the direction that pushes a out of b; the depth is that of the overlap.
 * - With any other shape: a pixel touches if its square does, exactly. The normal is the sum of the outward normals of
 *   the touching pixels' exposed sides (if that is 0, it points from the sprite's centre to the mean of the other's
 *   vertices). The depth is how far along the normal the other shape goes past the outermost of these pixels.
 * - With tiles, by hail_sprite_tilemap_overlaps: one contact for each body, whose part_b is the cell of the first pixel
 *   that touches; its normal is (0, 0) if the sprite is wholly inside. whole_tiles has no effect.
 * - Swept against other shapes and walls: the first touch is exact, to 2^-24 of the step.
 * - Swept against another sprite: the first time at which the centre of a pixel of the smaller scale enters a pixel of
 *   the other sprite, exact but for rounding, however far both move. Pixels that enter at most 1/512 of a pixel later
 *   touch, too.
 * - Swept against tiles: the first time at which the centre of a pixel enters a solid pixel of the map, exact but for
 *   rounding. The point is the mean of the centres of those that enter at most 1/256 px (times the scale) later; the
 *   normal is the sum of the sides of the map's pixels by which they enter; part_b is the cell of the first of them.
 *   If the sprite overlaps the map at the start, and the motion goes into the overlap's normal, the hit is that
 *   overlap, with t = 0; if it does not, only pixels that start outside can hit. One-way tiles stop a sprite by its
 *   lowest pixels' centres (hail_tileset_set_one_way; other sides in the same way).
 *
 * A body's scale is uniform: stretched and mirrored sprites are sprites of their own (hail_spriteset_add_stretched). A
 * body of scale 0 touches nothing.
 *
 * HAIL_OUT_OF_RANGE: no such sprite. HAIL_DEGENERATE: it is empty. HAIL_TOO_LARGE: as for compounds. */
HAIL_API hail_status hail_shape_sprite(hail_shapeset *set, const hail_spriteset *sprites, uint32_t sprite,
                                       hail_shape *shape);

/* ---- Changing ---------------------------------------------------------------------------------------------------- */

/* Destroys a shape that no body has.
 *
 * Its memory is used again by later shapes. So is its number, but with another tag: no call takes the old hail_shape
 * for a new shape.
 *
 * HAIL_OK, or HAIL_IN_USE: a body has it, in any world of the set, be it active, disabled or in quarantine.
 * HAIL_UNKNOWN_SHAPE: it is not in the set. */
HAIL_API hail_status hail_shape_destroy(hail_shapeset *set, const hail_shape *shape);

/* Replaces a shape with a prepared one. From the next step on, all bodies that have it use the new one, in every world
 * of the set. This is how a laser grows without a shape for each length.
 *
 * Each of these three calls takes a shape of any kind. The hail_shape stays valid. Afterwards each world steps as if
 * the shape had always been that. A world's first compound or sprite may make its next step allocate.
 *
 * HAIL_UNKNOWN_SHAPE: it is not in the set. The calls' other errors are those of the calls that add such shapes. */
HAIL_API hail_status hail_shape_replace(hail_shapeset *set, const hail_shape *shape, const hail_convex *convex);

/* Replaces a shape with a compound, see hail_shape_compound. */
HAIL_API hail_status hail_shape_replace_compound(hail_shapeset *set, const hail_shape *shape, const hail_convex *parts,
                                                 size_t count);

/* Replaces a shape with a sprite, see hail_shape_sprite. */
HAIL_API hail_status hail_shape_replace_sprite(hail_shapeset *set, const hail_shape *shape,
                                               const hail_spriteset *sprites, uint32_t sprite);

/* ---- Looking up -------------------------------------------------------------------------------------------------- */

/* Gets the shape with a number from hail_columns.shape. HAIL_UNKNOWN_SHAPE: there is none in this set. */
HAIL_API hail_status hail_shape_of_id(const hail_shapeset *set, uint32_t id, hail_shape *shape);

/* Describes a shape. For a compound or a sprite, that is the polygon of at most 8 vertices, the capsule or the circle
 * around it. HAIL_UNKNOWN_SHAPE: it is not in the set. */
HAIL_API hail_status hail_shape_describe(const hail_shapeset *set, const hail_shape *shape, hail_convex_info *info);

/* Returns how many parts a shape has: 1 if it is not a compound, 0 if it is not in the set. */
HAIL_API uint32_t hail_shape_part_count(const hail_shapeset *set, const hail_shape *shape);

/* Describes a part of a shape. Part 0 of a shape that is not a compound is the shape itself. HAIL_OUT_OF_RANGE: no such
 * part. */
HAIL_API hail_status hail_shape_part(const hail_shapeset *set, const hail_shape *shape, uint32_t part,
                                     hail_convex_info *info);

#ifdef __cplusplus
}
#endif

#endif
