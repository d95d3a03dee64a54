/* hail/world.h - a world and its layers, which hold bodies in columns.
 *
 *     hail_world_options options;
 *     hail_world_options_defaults(&options);
 *     options.max_x = 1920.0f, options.max_y = 1080.0f;
 *     hail_world *world = NULL;
 *     hail_status status = hail_world_create(&options, &world);
 *     hail_layer_configure(world, BULLETS, &(hail_layer_options){.columns = HAIL_LIFE, .bounds = HAIL_KILL});
 *     hail_reserve(world, BULLETS, 100000, 100000);
 *     printf("%zu bodies\n", hail_body_count(world));
 *     hail_world_destroy(world);
 *
 * Here and in the headers about rules, bodies, steps and events:
 *   - A call that fails leaves the world as it was; hail_reserve, hail_query_prepare and steps say what they leave. It
 *     describes what it refused in the hail_error of the world's context.
 *   - All calls that change a world may return HAIL_BAD_ARGUMENT (a missing or bad argument) and HAIL_NO_MEMORY. Inside
 *     a callback they return HAIL_BUSY, unless their comment allows them there.
 *   - A world belongs to one thread at a time; threads may use different worlds at the same time, unless these share a
 *     scratch (hail/scratch.h). Several threads may query or draw a world at once (hail/query.h, hail/draw.h). */
#ifndef HAIL_WORLD_H
#define HAIL_WORLD_H

#include "scratch.h"
#include "shape.h"
#include "variant.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HAIL_MAX_LAYERS = 64,
    HAIL_MAX_PAIR_BUDGET = 1 << 24,   /* pairs of one rule held at once */
    HAIL_MAX_BODIES = 1 << 26,        /* of one layer, and of a world */
    HAIL_MAX_KEPT_CONTACTS = 1 << 24, /* of a step: see kept_contacts */
    HAIL_MAX_TOUCHING = 1 << 24,      /* see max_touching */
    HAIL_MAX_REMEMBERED = 1 << 24     /* see max_remembered */
};
#define HAIL_MAX_ANGLE 1.0e6f  /* radians, either way */
#define HAIL_FOREVER   3.0e38f /* a life that never ends */

typedef struct hail_world hail_world;

/* ---- World ------------------------------------------------------------------------------------------------------- */

typedef struct hail_world_options {
    const hail_context *context; /* copied; NULL (default): malloc and free, the default variant, no hail_error */
    hail_shapeset *shapes;       /* shared with other worlds, and must outlive this one; NULL (default): its own */
    hail_scratch *scratch;       /* shared with other worlds of this thread, and must outlive this one; NULL (default):
                                    its own. See hail/scratch.h */
    /* px: the world's bounds, 1 px a side or more: hail_bounds says what bodies do there. All four 0 (default): no
     * bounds, and no layer may kill or wrap. */
    float min_x, min_y, max_x, max_y;
    /* px, 0 to HAIL_MAX_BOUND: smallest side of a grid's cells; 0 (default): as small as fits. Never changes results.
     * Cells are made larger where a grid would have more than 6 of them for each body, plus 64 (if one of a rule's
     * layers has far fewer bodies than the other: 64 for each of these, plus 4,096). So memory and time depend on the
     * bodies, not on the bounds.
     */
    float cell;
    uint32_t max_bodies; /* live bodies at most; 0 (default): HAIL_MAX_BODIES */
    uint32_t window;     /* most contacts that one callback gets; 0 (default): 4096 */
    /* Most pairs of one rule held at once, 120 bytes each: 1024 to HAIL_MAX_PAIR_BUDGET; 0 (default): the larger of 1
     * << 21 and the number of body slots. Never changes results: a rule with more pairs is worked through in several
     * passes. */
    uint32_t pair_budget;
    /* How many of a step's first contacts hail_contacts lists, 0 to HAIL_MAX_KEPT_CONTACTS; 0 (default): none. Takes 64
     * bytes of scratch memory for each, even if there are fewer contacts, and 24 bytes of state for each body. */
    uint32_t kept_contacts;
    /* Most touching pairs that the rules with events remember together, 0 to HAIL_MAX_TOUCHING; 0 (default): 1 << 20.
     * Each pair that touches takes 64 bytes of state and up to 224 bytes of scratch memory. See hail/events.h. */
    uint32_t max_touching;
    /* Most pairs that rules with a cooldown, a pierce column or `graze_once` remember together, 0 to
     * HAIL_MAX_REMEMBERED; 0 (default): 1 << 20. A remembered pair takes 64 to 171 bytes of state, and
     * in the step that reports it 32 of scratch memory; each slot of a body 16 to 32. Pairs beyond it are reported,
     * but not remembered: hail_step_stats.forgotten counts them. */
    uint32_t max_remembered;
    uint32_t timed; /* true: fill hail_step_stats.ns, by reading the clock at the end of each stage of each rule;
                       default 0 */
} hail_world_options;

/* Writes the default options, which are all 0. HAIL_BAD_ARGUMENT: options is NULL. */
HAIL_API hail_status hail_world_options_defaults(hail_world_options *options);

/* Makes an empty world. options NULL: the defaults. The caller owns it: hail_world_destroy. On failure *world is NULL.
 *
 * HAIL_OK, or HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE (options), HAIL_BAD_ARGUMENT, HAIL_NO_MEMORY, HAIL_UNKNOWN_VARIANT. */
HAIL_API hail_status hail_world_create(const hail_world_options *options, hail_world **world);

/* Frees a world, its bodies and its own set of shapes; a shared set and maps stay the caller's. NULL is fine. If it
 * fails, nothing is freed: HAIL_BUSY (called inside its callback), HAIL_IN_USE (another world uses its own set of
 * shapes). */
HAIL_API hail_status hail_world_destroy(hail_world *world);

/* Returns the world's set of shapes: its own, or the one that its options named. NULL if world is NULL. */
HAIL_API hail_shapeset *hail_world_shapes(const hail_world *world);

/* Returns the name of the variant that the world uses. NULL if world is NULL. */
HAIL_API const char *hail_world_variant(const hail_world *world);

typedef struct hail_memory {
    size_t state;   /* bytes of what lasts from step to step: columns, slots, shapes, rules */
    size_t scratch; /* bytes that only steps and queries use: grids, pairs, contacts, removals. None of a shared one */
} hail_memory;

/* Measures how much memory a world holds. Its own shapes and its own scratch count; shared ones do not.
 * HAIL_BAD_ARGUMENT: an argument is NULL. */
HAIL_API hail_status hail_world_memory(const hail_world *world, hail_memory *memory);

/* Returns how many bodies live in a world, disabled ones and those in quarantine included. 0 if world is NULL. */
HAIL_API size_t hail_body_count(const hail_world *world);

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
     * moves. In caller-moved layers the caller writes them together with x and y, through hail_layer_columns, and swept
     * rules read them: a body came from (x - dx, y - dy). Without this column it is at rest, and its move a teleport.
     */
    HAIL_DISPLACEMENT = 1 << 5,
    /* category, mask: u32, defaults 1 and UINT32_MAX. Two bodies may collide only if each one's category has a bit of
     * the other's mask: (a.category & b.mask) and (b.category & a.mask) are not 0. Bodies of a layer without these
     * columns have the defaults. Both this and the group must allow a pair. Tiles and walls: see their rules' kinds. */
    HAIL_MASK = 1 << 6,
    /* pierce: u32, how many more targets the body may hit; default 1. HAIL_EARLIEST rules with this layer as layer_a
     * keep that many hits of a body, see hail/rules.h. */
    HAIL_PIERCE = 1 << 7,
    HAIL_ALL_COLUMNS = (1 << 8) - 1
};

typedef enum hail_bounds {
    HAIL_OPEN = 0, /* bodies may leave the world's bounds, and still collide there */
    /* A body whose bounding circle is wholly outside is freed after the step. The circle of a compound or a
     * sprite is around its parts or pixels, and may be smaller than the radius that hail_shape_describe tells. */
    HAIL_KILL,
    HAIL_WRAP /* a centre that leaves comes back on the other side; pairs do not collide across the seam */
} hail_bounds;

typedef struct hail_layer_options {
    uint32_t columns;      /* HAIL_ROTATION | ...; other bits are refused */
    uint32_t bounds;       /* a hail_bounds; HAIL_KILL and HAIL_WRAP need a world with bounds (HAIL_BAD_ARGUMENT) */
    uint32_t caller_moved; /* true: the step does not move these bodies: the caller writes x and y */
    /* true: a static layer: its bodies stand still until the world is told that they changed. A rule between an
     * unchanged one and an ordinary layer costs what lies near the bodies of the latter, however large the static layer
     * is; rules with tiles or walls look at every body. Calls that change bodies by handle tell the world; after
     * writing columns by hand, call hail_layer_changed. vx and vy are not read; they are kept, and count again if the
     * option is taken away. HAIL_OPEN only; refused with caller_moved, HAIL_LIFE and HAIL_DISPLACEMENT, which mean
     * nothing there. See docs/big-level.md. */
    uint32_t is_static;
    /* The most bodies of a borrowed layer, which reads them from the caller's own arrays (hail/borrow.h). So many slots
     * are set aside for it, and count against max_bodies: HAIL_FULL. 0 (default): an ordinary layer.
     *
     * A borrowed layer is caller-moved, even if caller_moved is 0, and HAIL_OPEN. Refused with is_static, HAIL_LIFE and
     * HAIL_PIERCE, with a rule that would `stop` its bodies, and for a layer that has bodies of its own. If `borrowed`
     * or `generations` changes, the layer has no bodies until they are read again. */
    uint32_t borrowed;
    /* true: the arrays of a borrowed layer tell the generations of its bodies, too. Without generations a handle does
     * not tell one body from the next, so that what lasts from step to step is refused: rules with events, a cooldown
     * above 1 or graze_once; HAIL_EARLIEST rules whose layer_a has HAIL_PIERCE; hail_world_save, hail_world_hash and
     * hail_world_diff. Refused if `borrowed` is 0. */
    uint32_t generations;
} hail_layer_options;

/* Sets a layer's options, before or after its first use. The default is {0}. Columns that it gains are
 * filled with their defaults; columns that it loses are gone. Invalidates the layer's column pointers. */
HAIL_API hail_status hail_layer_configure(hail_world *world, uint32_t layer, const hail_layer_options *options);

/* Gets a layer's options; all zeros if it was never configured or used. HAIL_BAD_ARGUMENT: a null pointer, or a layer
 * of HAIL_MAX_LAYERS or more. */
HAIL_API hail_status hail_layer_describe(const hail_world *world, uint32_t layer, hail_layer_options *options);

/* Makes room for `bodies` bodies in a layer, and for steps in which each rule finds up to `pairs` pairs. With a shared
 * scratch it makes room there (HAIL_BUSY in a callback of another world that shares it).
 *
 * Afterwards spawning up to that number and stepping allocate nothing, even if all layers are full. If compounds
 * have more contacts than pairs, let `pairs` count contacts; room is never made for more than the pair budget.
 * Call it after layers, rules and shapes are set. Never shrinks.
 *
 * Invalidates the layer's column pointers, even if it fails with HAIL_NO_MEMORY; some of the room may be made then.
 * HAIL_FULL: more than max_bodies. */
HAIL_API hail_status hail_reserve(hail_world *world, uint32_t layer, size_t bodies, size_t pairs);

#ifdef __cplusplus
}
#endif

#endif
