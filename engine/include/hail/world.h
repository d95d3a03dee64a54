/* hail/world.h - the structure-of-arrays world: shapes, layers, rules, bodies. */
#ifndef HAIL_WORLD_H
#define HAIL_WORLD_H

#include "batch.h"
#include "outline.h"
#include "sectors.h"
#include "shape.h"
#include "sprite.h"
#include "tilemap.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HAIL_MAX_LAYERS = 64,
    HAIL_MAX_PAIR_BUDGET = 1 << 24, /* pairs of one rule held at once */
    HAIL_MAX_BODIES = 1 << 26,      /* of one layer, and of a world */
    HAIL_MAX_PARTS = 4096           /* of a compound */
};
#define HAIL_MAX_ANGLE 1.0e6f  /* radians, either way */
#define HAIL_FOREVER   3.0e38f /* a life that never ends */

typedef struct hail_world hail_world;

/* ---- World ------------------------------------------------------------------------------------------------------- */

typedef struct hail_world_options {
    hail_allocator allocator; /* zeros: malloc and free */
    float min_x,
        min_y; /* px: the bounds that policies apply to and the grid is laid over, 1 px a side or more; all four 0: */
    float max_x, max_y;  /*     the grid is laid over the bodies, and no layer may kill or wrap */
    float cell;          /* px: the grid's cell; 0 (default): chosen from the bodies. Never changes results */
    uint32_t max_bodies; /* hard cap on live bodies; 0 (default): none but HAIL_MAX_BODIES */
    uint32_t window;     /* contacts a callback gets at most; default 4096, 1 or more */
    uint32_t
        pair_budget; /* pairs of one rule held at once, 120 bytes each; default 1 << 21, 256 to HAIL_MAX_PAIR_BUDGET.
                               Never changes results: a rule with more is worked through in several passes */
    bool timed;      /* fill stats.ns (two clock reads a stage); default false */
    const char *isa; /* a variant's name; NULL (default): HAIL_ISA, else the widest. Read at creation */
} hail_world_options;

HAIL_API hail_world_options hail_world_defaults(void);

/* Makes an empty world. options may be NULL for the defaults. On failure *world is NULL.
 * HAIL_UNKNOWN_ISA: options->isa or HAIL_ISA names no variant that runs here; hail_isa_check says which do. */
HAIL_API hail_status hail_world_create(const hail_world_options *options, hail_world **world);

/* Frees the world and all that belongs to it. NULL is fine. Must not be called from inside its callback. */
HAIL_API void hail_world_destroy(hail_world *world);

/* The name of the variant that the world's kernels were built for. */
HAIL_API const char *hail_world_isa(const hail_world *world);

typedef struct hail_memory {
    size_t state;   /* bytes that a saved game would need: columns, slots, shapes, rules */
    size_t scratch; /* bytes that only a step uses: grid, pairs, contacts, removals */
} hail_memory;

HAIL_API hail_memory hail_world_memory(const hail_world *world);

/* ---- Shapes ------------------------------------------------------------------------------------------------------ *
 * Templates: made once, shared by any number of bodies, freed with the world. hail/shape.h says what each shape is and
 * what is refused. */

/* Adds a prepared shape to the world, which keeps a copy. */
HAIL_API hail_status hail_shape_add(hail_world *world, const hail_convex *convex, hail_shape *shape);

/* The same in one call: hail_convex_circle and its kin, then hail_shape_add. */
HAIL_API hail_status hail_shape_circle(hail_world *world, float radius, hail_shape *shape);
HAIL_API hail_status hail_shape_capsule(hail_world *world, float x1, float y1, float x2, float y2, float radius,
                                        hail_shape *shape);
HAIL_API hail_status hail_shape_box(hail_world *world, float half_width, float half_height, float rounding,
                                    hail_shape *shape);
HAIL_API hail_status hail_shape_polygon(hail_world *world, const float *x, const float *y, size_t count, float rounding,
                                        hail_shape *shape);

/* A compound: a shape of `count` (1 to HAIL_MAX_PARTS) prepared parts, of which the world keeps copies. (A circle that
 * is not about the origin is a capsule both of whose ends are its centre.) A contact is between two parts, and names
 * them: hail_contact's part_a and part_b are their numbers here. Each pair of parts that touches has its own, and each
 * of a part and a tile's cell; of a HAIL_PAIRS rule a pair of bodies has one, which names the first two parts that
 * touch; swept against tiles a body has one, that of the part that hits first. HAIL_FULL: the parts count among the
 * world's shapes. HAIL_TOO_LARGE: what lies around all parts, as rounded as the roundest and a little larger, reaches
 * further than HAIL_MAX_REACH. */
HAIL_API hail_status hail_shape_compound(hail_world *world, const hail_convex *parts, size_t count, hail_shape *shape);

/* A polygon of any kind, concave, with holes and islands, as a compound of convex parts, each with a rounding around
 * it: hail_decompose, hail_convex_polygon and hail_shape_compound in one call, with their statuses. report: as of
 * hail_decompose; may be NULL. */
HAIL_API hail_status hail_shape_concave(hail_world *world, hail_loops polygon, float rounding, hail_shape *shape,
                                        hail_decompose_report *report);

/* A sprite's opaque pixels as a shape, about the sprite's origin. The set is lent to the world and must outlive it;
 * templates may be added to it between steps. HAIL_OUT_OF_RANGE: no such sprite; HAIL_DEGENERATE: it is empty;
 * HAIL_TOO_LARGE: as of compounds.
 *
 * A body's scale is uniform: stretched and mirrored sprites are templates of their own (hail_spriteset_add_stretched).
 * Pairs are met by circles, then by polygons of at most 8 vertices around the pixels (hail_enclose_sprite), then by
 * pixels. A contact has one point, the mean of the centres of the pixels that touch, and features 0; a body of
 * scale 0 touches nothing:
 * - With another sprite as hail_sprite_overlaps says: a's pixels against b's, or b's against a's if b's scale is less;
 * the normal is against a's push, the depth that of the overlap.
 * - With any other shape those pixels touch whose squares it touches, exactly. The normal goes by the sides that they
 *   turn to open ones (from the sprite's centre to the mean of the other's vertices if these cancel out), the depth is
 * how far the other reaches along it below the outermost of them.
 * - With tiles as hail_sprite_tiles says: one contact a body, whose part_b is the cell of the first pixel that touches
 *   (and a normal of (0, 0), if it is wholly inside). whole_tiles does not count.
 * In swept rules the first touch is found exactly with other shapes (to 2^-24 of the step); of two sprites places are
 * tried, half a pixel of the smaller scale apart (4,096 at most), and the first that touches made 256 times finer.
 * Swept against tiles, a sprite is the polygon around it. */
HAIL_API hail_status hail_shape_sprite(hail_world *world, const hail_spriteset *set, uint32_t sprite,
                                       hail_shape *shape);

/* Of a compound, or a sprite: the polygon of at most 8 vertices, capsule or circle around it. */
HAIL_API hail_status hail_shape_describe(const hail_world *world, hail_shape shape, hail_shape_info *info);

/* How many parts a shape has: 1, if it is not a compound; 0 if this world did not make it. And one of them: of a shape
 * that is not a compound part 0 is hail_shape_describe's. HAIL_OUT_OF_RANGE: no such part. */
HAIL_API uint32_t hail_shape_parts(const hail_world *world, hail_shape shape);
HAIL_API hail_status hail_shape_part(const hail_world *world, hail_shape shape, uint32_t part, hail_shape_info *info);

/* ---- Layers ------------------------------------------------------------------------------------------------------ *
 * A layer (0 to HAIL_MAX_LAYERS - 1) is a set of columns; it is made when first used. x, y, vx, vy, shape and handle
 * are always there; the others by choice. What a layer does not have costs nothing. */

enum {
    HAIL_ROTATION = 1 << 0, /* cos, sin; default 1, 0 */
    HAIL_SCALE = 1 << 1,    /* multiplies the template, 0 to HAIL_MAX_SCALE; default 1 */
    HAIL_GROUP = 1 << 2,    /* u32: bodies of the same group other than 0 never meet; default 0 */
    HAIL_USER = 1 << 3,     /* u64, the caller's; default 0 */
    HAIL_LIFE = 1 << 4,     /* seconds left; default HAIL_FOREVER */
    /* dx, dy: px, how each active body came to where it is; default 0. Written by the step in the layers that it moves;
     * in caller-moved layers by the caller, together with x and y, for swept rules to read. */
    HAIL_DISPLACEMENT = 1 << 5,
    HAIL_ALL_COLUMNS = (1 << 6) - 1
};

typedef enum hail_bounds {
    HAIL_OPEN = 0, /* bodies may leave the world's bounds, and still collide there */
    HAIL_KILL,     /* a body whose bounding circle has wholly left the bounds is freed after the step */
    HAIL_WRAP      /* a centre that leaves comes back on the other side; pairs do not meet across the seam */
} hail_bounds;

typedef struct hail_layer_options {
    uint32_t columns;   /* HAIL_ROTATION | ... */
    hail_bounds bounds; /* HAIL_KILL and HAIL_WRAP need a world with bounds */
    bool caller_moved;  /* the step moves nothing here: the caller writes x and y */
} hail_layer_options;

/* Sets a layer up, before or after its first use; columns that it gets now are filled with their defaults, columns that
 * it loses are gone. An unconfigured layer is {0}: no extra columns, open, moved by the step. Allocates; ends the life
 * of the layer's column pointers. */
HAIL_API hail_status hail_layer_configure(hail_world *world, uint32_t layer, const hail_layer_options *options);

/* Makes room for `bodies` bodies in a layer, and in the world's scratch for a step that meets them and finds up to
 * `pairs` pairs a rule (at most the pair budget is held), or contacts, where those of compounds are more. After it,
 * spawns up to that number and steps allocate nothing. Call it after the layers, rules and shapes are set. Never
 * shrinks. Ends the life of the layer's column pointers, though it fails for want of memory. */
HAIL_API hail_status hail_reserve(hail_world *world, uint32_t layer, size_t bodies, size_t pairs);

/* ---- Rules ------------------------------------------------------------------------------------------------------- */

typedef enum hail_mode {
    HAIL_IGNORE = 0, /* the default of every pair of layers */
    HAIL_PAIRS,      /* touching pairs, without normal or points: sensors */
    HAIL_MANIFOLD,   /* normal, points, depths */
    HAIL_SWEPT,      /* everything that is touched on the way of this step: nothing tunnels, at any speed */
    HAIL_EARLIEST    /* the same, but of each body of layer_a only its earliest hit */
} hail_mode;

/* The one rule for an unordered pair of layers (which may be the same one). Contacts of it have their a in `layer_a`.
 * Setting it again, either way round, replaces mode and orientation. A layer that meets nobody costs its motion only.
 *
 * Swept rules look at the whole step: each body goes straight from where it was to where it is now, in the time from t
 * = 0 to 1, and keeps its rotation; see hail_batch_sweep. Where it was is its place now less its displacement: v * dt,
 * or the HAIL_DISPLACEMENT columns of a caller-moved layer (without them it is at rest). So a body that was wrapped
 * comes in from beyond the edge, and what it passed on the side that it left is not looked at; a teleport is not a
 * motion. Bodies one of whose coordinates or displacements is beyond HAIL_MAX_BOUND meet nobody in swept rules.
 *
 * HAIL_EARLIEST: the contact of the smallest t over all HAIL_EARLIEST rules in which the body's layer is layer_a; of
 * equal ones the first in the order of contacts. (In a layer's rule with itself: of each a, the lower slot.) */
HAIL_API hail_status hail_rule_set(hail_world *world, uint32_t layer_a, uint32_t layer_b, hail_mode mode);

typedef struct hail_rule {
    hail_mode mode;
    uint32_t layer_a, layer_b; /* as they were named when the rule was set; as asked where there is none */
} hail_rule;

/* The rule for a pair of layers, whichever is named first; {HAIL_IGNORE} for a layer that cannot be. */
HAIL_API hail_rule hail_rule_get(const hail_world *world, uint32_t layer_a, uint32_t layer_b);

/* ---- Tiles ------------------------------------------------------------------------------------------------------- */

/* Lends the world a map, which must live until another one, or NULL, takes its place; it may be changed between steps.
 * The map and its set stay the caller's. */
HAIL_API hail_status hail_world_set_tiles(hail_world *world, const hail_tilemap *map);

/* How a layer meets the map. Zeros: not at all. Bodies one of whose coordinates or displacements is beyond
 * HAIL_MAX_BOUND do not. */
typedef struct hail_tile_rule {
    /* HAIL_PAIRS, HAIL_MANIFOLD: a contact for every cell that a body's shape overlaps where it is now.
     * HAIL_SWEPT: each body's first hit on its way of this step, if it has one. HAIL_EARLIEST: the same, unless a
     * HAIL_EARLIEST rule of its layer as layer_a finds a body that it hits before, or at the same time. */
    hail_mode mode;
    uint32_t kinds;   /* HAIL_KIND bits of the tiles that are met; 0: every kind */
    bool as_shape;    /* swept: the whole shape is swept, as by hail_tiles_sweep; default: its centre is marched
                         (hail/march.h), which is faster and what small bullets want. A centre that starts inside and is
                         out at the end of the step is not told of; one that stays inside is, with t 0, a normal along its
                         motion */
    bool whole_tiles; /* shapes meet whole cells instead of solid pixels; centres always meet pixels */
    uint32_t smooth;  /* marched: as in hail_rays; default 0 */
    bool stop; /* swept: at the end of the step a body that hit is put where it touched instead of beyond, 1/64 px back
                  out of the surface that it entered (marched ones also as far from their pixel's corners), so that
                  whoever is reflected starts outside; its displacement columns say so too. A body that left the
                  bounds of a HAIL_KILL layer is gone all the same. Default: it stays where it went */
} hail_tile_rule;

/* Contacts of tile rules come after all rules whose layer_a is the layer. rule NULL: none. */
HAIL_API hail_status hail_rule_tiles(hail_world *world, uint32_t layer, const hail_tile_rule *rule);

/* ---- Walls ------------------------------------------------------------------------------------------------------- */

/* Lends the world a map of sectors, which must live until another one, or NULL, takes its place; it may be changed
 * between steps. */
HAIL_API hail_status hail_world_set_sectors(hail_world *world, const hail_sectors *map);

/* How a layer meets the map's walls that stop (hail_wall_info). Zeros: not at all. Each is a bare segment, met from
 * both sides; contacts are as of hail_batch_collide and hail_batch_sweep with a segment from (0, 0) to b less a, at the
 * wall's a. Compounds are met part by part, sprites by
 * their pixels where they stand, on their way as the polygon around them. Bodies one of whose coordinates or
 * displacements is beyond HAIL_MAX_BOUND meet none. */
typedef struct hail_wall_rule {
    /* HAIL_PAIRS, HAIL_MANIFOLD: a contact for every wall that a body's shape touches where it is now.
     * HAIL_SWEPT: each body's first hit on its way of this step, if it has one, of equal t that with the lowest wall. A
     * wall that it touches at the start, and does not move into, does not count. HAIL_EARLIEST: the same, unless a
     * HAIL_EARLIEST rule of its layer as layer_a, or a HAIL_EARLIEST rule of it with tiles, finds something that it
     * hits before, or at the same time. */
    hail_mode mode;
    uint32_t kinds; /* bits 1 << kind of the walls that are met; 0: every kind */
    bool stop;      /* swept: as in hail_tile_rule; a body that both rules stop, is put where the first one does */
} hail_wall_rule;

/* Contacts of wall rules come after those of tile rules. rule NULL: none. */
HAIL_API hail_status hail_rule_walls(hail_world *world, uint32_t layer, const hail_wall_rule *rule);

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

/* Arrays given to hail_spawn, hail_despawn, hail_set_layer and hail_set_enabled must not be a layer's own columns
 * (HAIL_BAD_ARGUMENT): these calls move bodies while they go through them. Copy them first; inside the callback despawn
 * only notes, and takes them as they are. */

/* Arrays to spawn from, each of `count` elements or NULL for the default. x and y are needed. */
typedef struct hail_spawn_columns {
    const float *x, *y;      /* px */
    const float *vx, *vy;    /* px/s; NULL: 0 */
    const hail_shape *shape; /* NULL: the call's shape for all */
    const float *angle;      /* radians, at most HAIL_MAX_ANGLE either way; HAIL_ROTATION layers only */
    const float *scale;      /* HAIL_SCALE layers only */
    const uint32_t *group;   /* HAIL_GROUP layers only */
    const uint64_t *user;    /* HAIL_USER layers only */
    const float *life;       /* seconds, HAIL_TINY or more; HAIL_LIFE layers only */
} hail_spawn_columns;

/* Spawns `count` bodies (0 is fine), all or none. handles: `count` of them are written, or NULL.
 * Slots are reused last-freed-first. Ends the life of the layer's column pointers. */
HAIL_API hail_status hail_spawn(hail_world *world, uint32_t layer, hail_shape shape, const hail_spawn_columns *columns,
                                size_t count, hail_handle *handles);

/* Frees `count` bodies, all or none (HAIL_STALE_HANDLE names nothing that was done); a handle given twice counts once.
 * Inside the callback the bodies are queued: they stay valid, and their contacts are delivered, until the step ends. */
HAIL_API hail_status hail_despawn(hail_world *world, const hail_handle *handles, size_t count);

/* Change `count` bodies, all or none. A body that changes layer keeps its handle, and of its columns those that the new
 * layer has. Enabling an
 * enabled body, disabling a disabled one and changing to the present layer are fine. Disabled bodies do not move, age
 * or meet anybody. */
HAIL_API hail_status hail_set_shape(hail_world *world, const hail_handle *handles, size_t count, hail_shape shape);
HAIL_API hail_status hail_set_layer(hail_world *world, const hail_handle *handles, size_t count, uint32_t layer);
HAIL_API hail_status hail_set_scale(hail_world *world, const hail_handle *handles, size_t count, const float *scale);
HAIL_API hail_status hail_set_angle(hail_world *world, const hail_handle *handles, size_t count, const float *angle);
HAIL_API hail_status hail_set_enabled(hail_world *world, const hail_handle *handles, size_t count, bool enabled);

/* Whether the handle names a live body (also true inside the callback for one that is queued to go). */
HAIL_API bool hail_alive(const hail_world *world, hail_handle handle);

/* Where a body is now. */
typedef struct hail_location {
    uint32_t layer;
    uint32_t index; /* into the layer's columns */
    bool enabled;
    bool quarantined;
} hail_location;

HAIL_API hail_status hail_locate(const hail_world *world, hail_handle handle, hail_location *place);

/* A layer's columns: [active | disabled | quarantined], `count` bodies in all. Pointers last until the next step,
 * spawn, despawn, reserve or change of the layer. What the layer does not have is NULL.
 *
 * Writing x and y is a teleport. A number that is not finite, a scale out of range, or a cos and sin that are not a
 * unit vector to 1e-4, puts its body into quarantine in the next step: it is kept where it was, not moved, not met, and
 * looked at again every step until its numbers are good. */
typedef struct hail_columns {
    uint32_t count;
    uint32_t active;
    uint32_t disabled;
    uint32_t quarantined;
    float *x, *y, *vx, *vy;
    float *cos, *sin, *scale, *life, *dx, *dy;
    uint32_t *group;
    uint64_t *user;
    const uint32_t *shape; /* the id of each body's hail_shape */
    const hail_handle *handle;
} hail_columns;

HAIL_API hail_status hail_layer_columns(hail_world *world, uint32_t layer, hail_columns *columns);

/* Live bodies in the whole world. */
HAIL_API size_t hail_body_count(const hail_world *world);

#ifdef __cplusplus
}
#endif

#endif
