/* hail/world.h - a world: layers of bodies in columns, their shapes, and the rules for what collides.
 *
 *     hail_world *world = NULL;
 *     hail_status status = hail_world_create(NULL, &world);
 *     hail_shape dot;
 *     hail_shape_circle(world, 4.0f, &dot);
 *     hail_rule_set(world, BULLETS, SHIPS, HAIL_MANIFOLD);
 *     hail_spawn_columns columns = {.x = x, .y = y, .vx = vx, .vy = vy};
 *     status = hail_spawn(world, BULLETS, dot, &columns, count, handles);
 *     printf("%zu bodies\n", hail_body_count(world));
 *     hail_world_destroy(world);
 *
 * A call that fails leaves the world as it was; hail_reserve and hail_step name an exception each. All calls that
 * change a world may return HAIL_BAD_ARGUMENT (a missing or bad argument) and HAIL_NO_MEMORY. Inside a callback they
 * return HAIL_BUSY, unless their comment allows them there. */
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
    hail_allocator allocator; /* zeros (default): malloc and free */
    /* px: the world's bounds, 1 px a side or more: grids cover them, and hail_bounds says what bodies do there. All
     * four 0 (default): no bounds; grids cover the bodies, and no layer may kill or wrap. */
    float min_x, min_y;
    float max_x, max_y;
    /* px: smallest side of a grid's cells; 0 (default): as small as fits. Never changes results. Cells are larger where
     * a grid would have more than 4 cells a body and 1,024 (64 and 4,096 where many bodies stream past few): memory and
     * time go by the bodies, whatever the bounds. */
    float cell;
    uint32_t max_bodies; /* live bodies at most; 0 (default): HAIL_MAX_BODIES */
    uint32_t window;     /* most contacts that one callback gets, 1 or more; default 4096 */
    /* Most pairs of one rule held at once, 120 bytes each: 256 to HAIL_MAX_PAIR_BUDGET, default 1 << 21. Never changes
     * results: a rule with more pairs is worked through in several passes. */
    uint32_t pair_budget;
    bool timed;      /* fill stats.ns, by reading the clock at the end of each stage of each rule; default false */
    const char *isa; /* a variant's name (hail_isa_name); NULL (default): the one HAIL_ISA names, else the widest */
} hail_world_options;

/* Returns the default options. */
HAIL_API hail_world_options hail_world_defaults(void);

/* Makes an empty world. options NULL: the defaults. The caller owns it: hail_world_destroy. On failure *world is NULL.
 *
 * HAIL_OK, or HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE (options), HAIL_NO_MEMORY, HAIL_UNKNOWN_ISA (options->isa or HAIL_ISA
 * names no variant that runs here; hail_isa_check says which do). */
HAIL_API hail_status hail_world_create(const hail_world_options *options, hail_world **world);

/* Frees a world and all that belongs to it. NULL is fine. Must not be called inside its callback. */
HAIL_API void hail_world_destroy(hail_world *world);

/* Returns the name of the variant that the world uses. */
HAIL_API const char *hail_world_isa(const hail_world *world);

typedef struct hail_memory {
    size_t state;   /* bytes that a saved game would need: columns, slots, shapes, rules */
    size_t scratch; /* bytes that only steps use: grids, pairs, contacts, removals */
} hail_memory;

/* Returns how much memory a world holds. */
HAIL_API hail_memory hail_world_memory(const hail_world *world);

/* ---- Shapes ------------------------------------------------------------------------------------------------------ *
 * Templates: made once, shared by any number of bodies, freed with the world. hail/shape.h says what each shape is, and
 * which ones are refused with which status. HAIL_FULL: the world has HAIL_MAX_SHAPES shapes. */

/* Adds a copy of a prepared shape. */
HAIL_API hail_status hail_shape_add(hail_world *world, const hail_convex *convex, hail_shape *shape);

/* Prepares and adds a shape in one call: hail_convex_circle and so on, then hail_shape_add. */
HAIL_API hail_status hail_shape_circle(hail_world *world, float radius, hail_shape *shape);
HAIL_API hail_status hail_shape_capsule(hail_world *world, float x1, float y1, float x2, float y2, float radius,
                                        hail_shape *shape);
HAIL_API hail_status hail_shape_box(hail_world *world, float half_width, float half_height, float rounding,
                                    hail_shape *shape);
HAIL_API hail_status hail_shape_polygon(hail_world *world, const float *x, const float *y, size_t count, float rounding,
                                        hail_shape *shape);

/* Adds a compound: a shape of `count` (1 to HAIL_MAX_PARTS) prepared parts, which are copied.
 *
 * A contact is between two parts; part_a and part_b are their numbers. Each pair of touching parts has a contact, and
 * so has each part with each cell or wall that it touches. Two exceptions:
 * - A HAIL_PAIRS rule reports one contact for a pair of bodies, with the first two parts that touch.
 * - Swept against tiles or walls, a body has one contact, with the part that hits first.
 *
 * A part that is a circle is centred at the origin. For a circle elsewhere use a capsule with both ends at its centre.
 *
 * HAIL_FULL: parts count as shapes of the world. HAIL_TOO_LARGE: the rounded polygon that holds all parts (with a
 * small margin) reaches further than HAIL_MAX_REACH. */
HAIL_API hail_status hail_shape_compound(hail_world *world, const hail_convex *parts, size_t count, hail_shape *shape);

/* Adds a polygon of any kind (concave, with holes and islands) as a compound of convex parts, each inflated by
 * `rounding`. Calls hail_decompose, hail_convex_polygon and hail_shape_compound, and returns their statuses. report: as
 * for hail_decompose; may be NULL. */
HAIL_API hail_status hail_shape_concave(hail_world *world, hail_loops polygon, float rounding, hail_shape *shape,
                                        hail_decompose_report *report);

/* Adds a sprite's opaque pixels as a shape, about the sprite's origin. The world keeps a pointer to the set, which must
 * outlive it; sprites may be added to the set between steps.
 *
 * Pairs are tested by circles, then by polygons of at most 8 vertices around the pixels (hail_enclose_sprite), then by
 * pixels. A contact has one point, the mean of the centres of the touching pixels, and features 0:
 * - With another sprite, by hail_sprite_overlaps: a's pixels against b's, or b's against a's if b's scale is less. The
 *   normal is opposite to the direction that pushes a out of b; the depth is that of the overlap.
 * - With any other shape: a pixel touches if its square does, exactly. The normal is the sum of the outward normals of
 *   the touching pixels' exposed sides (if that is 0, it points from the sprite's centre to the mean of the other's
 *   vertices). The depth is how far along the normal the other shape goes past the outermost of these pixels.
 * - With tiles, by hail_sprite_tiles: one contact for each body, whose part_b is the cell of the first pixel that
 *   touches; its normal is (0, 0) if the sprite is wholly inside. whole_tiles has no effect.
 * - Swept against other shapes: the first touch is exact, to 2^-24 of the step. Swept against another sprite: positions
 *   half a pixel of the smaller scale apart are tried, at most 4,096; the first that touches is refined to 1/256 of
 *   that distance. Swept against tiles or walls, the sprite is the polygon around it.
 *
 * A body's scale is uniform: stretched and mirrored sprites are sprites of their own (hail_spriteset_add_stretched). A
 * body of scale 0 touches nothing.
 *
 * HAIL_OUT_OF_RANGE: no such sprite. HAIL_DEGENERATE: it is empty. HAIL_TOO_LARGE: as for compounds. */
HAIL_API hail_status hail_shape_sprite(hail_world *world, const hail_spriteset *set, uint32_t sprite,
                                       hail_shape *shape);

/* Describes a shape. For a compound or a sprite, that is the polygon of at most 8 vertices, the capsule or the circle
 * around it. HAIL_UNKNOWN_SHAPE: this world did not make it. */
HAIL_API hail_status hail_shape_describe(const hail_world *world, hail_shape shape, hail_shape_info *info);

/* Returns how many parts a shape has: 1 if it is not a compound, 0 if this world did not make it. */
HAIL_API uint32_t hail_shape_parts(const hail_world *world, hail_shape shape);

/* Describes a part of a shape. Part 0 of a shape that is not a compound is the shape itself. HAIL_OUT_OF_RANGE: no such
 * part. */
HAIL_API hail_status hail_shape_part(const hail_world *world, hail_shape shape, uint32_t part, hail_shape_info *info);

/* ---- Layers ------------------------------------------------------------------------------------------------------ *
 * A layer (0 to HAIL_MAX_LAYERS - 1) is a set of columns, made when it is first used. Every layer has x, y, vx, vy,
 * shape and handle; the others are options. A column that a layer does not have costs nothing. */

enum {
    HAIL_ROTATION = 1 << 0, /* cos, sin; default 1, 0 */
    HAIL_SCALE = 1 << 1,    /* multiplies the template, 0 to HAIL_MAX_SCALE; default 1 */
    HAIL_GROUP = 1 << 2,    /* u32: bodies of the same group never collide; default 0: in no group */
    HAIL_USER = 1 << 3,     /* u64, the caller's; default 0 */
    HAIL_LIFE = 1 << 4,     /* seconds left; default HAIL_FOREVER */
    /* dx, dy: px, how far each active body moved in the last step; default 0. The step writes them in layers that it
     * moves; in caller-moved layers the caller writes them together with x and y, and swept rules read them. */
    HAIL_DISPLACEMENT = 1 << 5,
    HAIL_ALL_COLUMNS = (1 << 6) - 1
};

typedef enum hail_bounds {
    HAIL_OPEN = 0, /* bodies may leave the world's bounds, and still collide there */
    HAIL_KILL,     /* a body whose bounding circle is wholly outside is freed after the step */
    HAIL_WRAP      /* a centre that leaves comes back on the other side; pairs do not collide across the seam */
} hail_bounds;

typedef struct hail_layer_options {
    uint32_t columns;   /* HAIL_ROTATION | ... */
    hail_bounds bounds; /* HAIL_KILL and HAIL_WRAP need a world with bounds */
    bool caller_moved;  /* the step does not move these bodies: the caller writes x and y */
} hail_layer_options;

/* Sets a layer's options, before or after its first use. The default is {0}. Columns that it gains are
 * filled with their defaults; columns that it loses are gone. Invalidates the layer's column pointers. */
HAIL_API hail_status hail_layer_configure(hail_world *world, uint32_t layer, const hail_layer_options *options);

/* Makes room for `bodies` bodies in a layer, and for steps in which each rule finds up to `pairs` pairs.
 *
 * Afterwards spawning up to that number and stepping allocate nothing, even if all layers are full. If compounds
 * have more contacts than pairs, let `pairs` count contacts; room is never made for more than the pair budget.
 * Call it after layers, rules and shapes are set. Never shrinks.
 *
 * Invalidates the layer's column pointers, even if it fails with HAIL_NO_MEMORY; some of the room may be made then.
 * HAIL_FULL: more than max_bodies. */
HAIL_API hail_status hail_reserve(hail_world *world, uint32_t layer, size_t bodies, size_t pairs);

/* ---- Rules ------------------------------------------------------------------------------------------------------- */

typedef enum hail_mode {
    HAIL_IGNORE = 0, /* the default of every pair of layers */
    HAIL_PAIRS,      /* touching pairs, without normal or points: sensors */
    HAIL_MANIFOLD,   /* normal, points, depths */
    HAIL_SWEPT,      /* all that bodies touch on their paths in this step: nothing tunnels, at any speed */
    HAIL_EARLIEST    /* swept, and of each body of layer_a only its earliest hit */
} hail_mode;

/* Sets the rule for a pair of layers, which may be the same one. A contact's a is the body of layer_a. A pair of layers
 * has one rule: setting it again, in either order, replaces mode and order. A layer without rules costs only its
 * motion.
 *
 * Swept rules look at the whole step. Each body moves in a straight line, without rotating, and at t = 1 is where it is
 * now. At t = 0 it is there minus its displacement: v * dt or, in a caller-moved layer, its HAIL_DISPLACEMENT columns
 * (without them it is at rest). hail_batch_sweep says what a hit is.
 * - A body that wrapped comes in from beyond the edge; what it passed on the side that it left is ignored.
 * - A teleport is not a motion.
 * - Bodies with a coordinate or displacement beyond HAIL_MAX_BOUND do not collide in swept rules.
 *
 * HAIL_EARLIEST keeps each body's contact of the smallest t, over all HAIL_EARLIEST rules whose layer_a is its layer;
 * ties go to the first in the order of contacts. (Of two bodies of one layer, a is the one with the lower slot.) */
HAIL_API hail_status hail_rule_set(hail_world *world, uint32_t layer_a, uint32_t layer_b, hail_mode mode);

typedef struct hail_rule {
    hail_mode mode;
    uint32_t layer_a, layer_b; /* as named when the rule was set; if there is none, as asked for */
} hail_rule;

/* Returns the rule for a pair of layers, whichever is named first. Its mode is HAIL_IGNORE if there is none. */
HAIL_API hail_rule hail_rule_get(const hail_world *world, uint32_t layer_a, uint32_t layer_b);

/* ---- Tiles ------------------------------------------------------------------------------------------------------- */

/* Gives the world a tile map to collide with; NULL takes it away. The world keeps a pointer: the map and its set stay
 * the caller's and must live as long as the world has them. The map may be changed between steps. */
HAIL_API hail_status hail_world_set_tiles(hail_world *world, const hail_tilemap *map);

/* How a layer collides with the tile map. Zeros: not at all. Bodies with a coordinate or displacement beyond
 * HAIL_MAX_BOUND do not collide with it. */
typedef struct hail_tile_rule {
    /* HAIL_PAIRS, HAIL_MANIFOLD: a contact for every cell that a body's shape overlaps where it is now.
     * HAIL_SWEPT: each body's first hit on its path, if it has one. HAIL_EARLIEST: the same, unless a HAIL_EARLIEST
     * rule whose layer_a is this layer has a hit of the same body that is no later. */
    hail_mode mode;
    uint32_t kinds; /* HAIL_KIND bits of the tiles that collide; 0: every kind */
    /* Swept: the whole shape is swept, as by hail_tiles_sweep. Default: its centre is marched as a ray (hail/march.h),
     * which is faster, and enough for small bullets. A centre that starts inside has no contact if it ends outside; if
     * it ends inside, t is 0 and the normal is along its motion. */
    bool as_shape;
    bool whole_tiles; /* shapes collide with whole cells instead of solid pixels; centres always with pixels */
    uint32_t smooth;  /* marched: as in hail_rays; default 0 */
    /* Swept: at the end of the step a body that hit something is put back where it touched, and 1/64 px out of the
     * surface (if marched, also that far from the pixel's corners), so that a reflected body starts outside. Its
     * displacement columns change to match. A body that left the bounds of a HAIL_KILL layer is freed all the same.
     * Default: bodies stay where they went. */
    bool stop;
} hail_tile_rule;

/* Sets a layer's rule with tiles. rule NULL: none. Its contacts come after those of all rules whose layer_a is the
 * layer. */
HAIL_API hail_status hail_rule_tiles(hail_world *world, uint32_t layer, const hail_tile_rule *rule);

/* ---- Walls ------------------------------------------------------------------------------------------------------- */

/* Gives the world a map of sectors to collide with; NULL takes it away. The world keeps a pointer: the map stays the
 * caller's and must live as long as the world has it. It may be changed between steps. */
HAIL_API hail_status hail_world_set_sectors(hail_world *world, const hail_sectors *map);

/* How a layer collides with the map's walls that stop (hail_wall_info). Zeros: not at all.
 *
 * A wall is a bare segment that collides from both sides. Contacts are those of hail_batch_collide and hail_batch_sweep
 * with a segment from (0, 0) to b - a, placed at the wall's a. Compounds collide part by part; sprites by
 * their pixels where they stand, and swept as the polygon around them. Bodies with a coordinate or displacement beyond
 * HAIL_MAX_BOUND do not collide with walls. */
typedef struct hail_wall_rule {
    /* HAIL_PAIRS, HAIL_MANIFOLD: a contact for every wall that a body's shape touches where it is now.
     * HAIL_SWEPT: each body's first hit on its path, if it has one; ties go to the lowest wall. A wall that the body
     * touches at the start, and does not move into, does not count. HAIL_EARLIEST: the same, unless a HAIL_EARLIEST
     * rule whose layer_a is this layer, or the layer's HAIL_EARLIEST rule with tiles, has a hit of the same body
     * that is no later. */
    hail_mode mode;
    uint32_t kinds; /* bits 1 << kind of the walls that collide; 0: every kind */
    bool stop;      /* swept: as in hail_tile_rule. A body that both rules stop is put where it hit first */
} hail_wall_rule;

/* Sets a layer's rule with walls. rule NULL: none. Its contacts come after those of the layer's rule with tiles. */
HAIL_API hail_status hail_rule_walls(hail_world *world, uint32_t layer, const hail_wall_rule *rule);

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

/* Arrays given to hail_spawn, hail_despawn, hail_set_layer and hail_set_enabled must not be a layer's own columns
 * (HAIL_BAD_ARGUMENT): these calls move bodies while they read the arrays, so copy them first. (Inside the callback
 * hail_despawn accepts them, because there it only queues the bodies.) */

/* Arrays to spawn from, each of `count` elements, or NULL for the default. x and y are required. */
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

/* Spawns `count` bodies (0 is fine), all or none, and writes their handles (NULL: not wanted). The slot that was freed
 * last is used first. Invalidates the layer's column pointers.
 *
 * HAIL_NO_COLUMN: an array for a column that the layer does not have. HAIL_UNKNOWN_SHAPE. HAIL_NOT_FINITE,
 * HAIL_OUT_OF_RANGE: a value. HAIL_FULL: more than max_bodies. */
HAIL_API hail_status hail_spawn(hail_world *world, uint32_t layer, hail_shape shape, const hail_spawn_columns *columns,
                                size_t count, hail_handle *handles);

/* Frees `count` bodies, all or none (HAIL_STALE_HANDLE: none was freed). A handle given twice counts once. Allowed
 * inside the callback, where the bodies are queued: they stay valid until the step ends, and their contacts are
 * delivered. */
HAIL_API hail_status hail_despawn(hail_world *world, const hail_handle *handles, size_t count);

/* The next five calls change `count` bodies, all or none. Errors: HAIL_STALE_HANDLE, HAIL_UNKNOWN_SHAPE,
 * HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE, and HAIL_NO_COLUMN if a body's layer has no such column. */

/* Gives bodies another shape. */
HAIL_API hail_status hail_set_shape(hail_world *world, const hail_handle *handles, size_t count, hail_shape shape);

/* Moves bodies to another layer. They keep their handles, and the values of the columns that both layers have.
 * Bodies already there do not change. */
HAIL_API hail_status hail_set_layer(hail_world *world, const hail_handle *handles, size_t count, uint32_t layer);

/* Sets bodies' scales, 0 to HAIL_MAX_SCALE. */
HAIL_API hail_status hail_set_scale(hail_world *world, const hail_handle *handles, size_t count, const float *scale);

/* Sets bodies' angles: radians, at most HAIL_MAX_ANGLE either way. */
HAIL_API hail_status hail_set_angle(hail_world *world, const hail_handle *handles, size_t count, const float *angle);

/* Enables or disables bodies; it is fine if they already are. Disabled bodies do not move, age or collide. */
HAIL_API hail_status hail_set_enabled(hail_world *world, const hail_handle *handles, size_t count, bool enabled);

/* Returns whether a handle names a live body. One that the callback has despawned lives until the step ends. */
HAIL_API bool hail_alive(const hail_world *world, hail_handle handle);

/* Where a body is now. */
typedef struct hail_location {
    uint32_t layer;
    uint32_t index; /* into the layer's columns */
    bool enabled;
    bool quarantined;
} hail_location;

/* Tells where a body is. HAIL_STALE_HANDLE: the handle names no live body. */
HAIL_API hail_status hail_locate(const hail_world *world, hail_handle handle, hail_location *location);

/* A layer's columns: [active | disabled | quarantined], `count` bodies in all. A column that the layer does not have is
 * NULL. The pointers last until the next step, or the next spawn, despawn, reserve or change of the layer.
 *
 * Writing x and y is a teleport. A number that is not finite, a scale out of range, or a cos and sin that are not a
 * unit vector to 1e-4 put their body into quarantine in the next step: it stays where it was, does not collide, and is
 * checked again in every step until its numbers are good. */
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

/* Gets a layer's columns; all zeros if the layer was never used. Allowed inside the callback. */
HAIL_API hail_status hail_layer_columns(hail_world *world, uint32_t layer, hail_columns *columns);

/* Returns how many bodies live in a world. */
HAIL_API size_t hail_body_count(const hail_world *world);

#ifdef __cplusplus
}
#endif

#endif
