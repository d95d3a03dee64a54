/* engine/world/state.h - the world from the inside: layers of columns, slots, shapes, rules, and the step's scratch. */
#ifndef HAIL_WORLD_STATE_H
#define HAIL_WORLD_STATE_H

#include <string.h>

#include <hail/hail.h>

#include "variants.h"
#include "broad/grid.h"
#include "base/memory.h"
#include "broad/pairs.h"
#include "broad/paths.h"
#include "broad/raster.h"

/* ---- Layers: columns, [active | disabled | quarantined] -------------------------------------------------------- */

enum {
    COLUMN_X,
    COLUMN_Y,
    COLUMN_VX,
    COLUMN_VY,
    COLUMN_SHAPE,
    COLUMN_HANDLE, /* always */
    COLUMN_COS,
    COLUMN_SIN,
    COLUMN_SCALE,
    COLUMN_GROUP,
    COLUMN_USER,
    COLUMN_LIFE,
    COLUMN_DX,
    COLUMN_DY,
    COLUMN_COUNT
};

/* By index, for the active bodies, within a step. */
enum { SCRATCH_RADIUS, SCRATCH_DX, SCRATCH_DY, SCRATCH_COUNT };

typedef struct hail_layer {
    void *column[COLUMN_COUNT]; /* NULL: the layer has it not */
    void *block;                /* all columns, one after the other */
    size_t block_bytes;
    uint32_t capacity;
    uint32_t active, disabled, count;
    hail_layer_options options;
    hail_tile_rule tiles;   /* HAIL_IGNORE: it does not meet the map */
    hail_wall_rule walls;   /* likewise the walls */
    uint32_t polygons;      /* bodies whose core is not a circle's */
    uint32_t composed;      /* bodies whose shape is a compound or a sprite */
    uint32_t uniform_shape; /* the shape of every body since the layer was last empty; 0: several */

    /* Scratch */
    hail_buffer scratch[SCRATCH_COUNT]; /* floats: radii, if the layer has several shapes or a scale; displacements, if
                                           the step moves it and a swept rule names it */
    bool swept;                         /* in this step some swept rule names it */
    float small_limit;                  /* bodies with a larger radius are large: they are drawn, not binned */
    float largest;                      /* a bound on the radii of this step's active bodies */
    uint32_t planned;                   /* the active bodies when `cut` was chosen; 0: never */
    hail_grid grid;                     /* of its small bodies */
    float grid_need;                    /* px: the least cell that this step's rules allow; 0: no rule wants the grid */
} hail_layer;

static inline float *layer_floats(const hail_layer *layer, int column) { return layer->column[column]; }
static inline uint32_t *layer_words(const hail_layer *layer, int column) { return layer->column[column]; }
static inline hail_handle *layer_handles(const hail_layer *layer) { return layer->column[COLUMN_HANDLE]; }
static inline uint64_t *layer_user(const hail_layer *layer) { return layer->column[COLUMN_USER]; }
static inline uint32_t layer_quarantined(const hail_layer *layer) {
    return layer->count - layer->active - layer->disabled;
}

/* ---- Slots: a body's stable number ----------------------------------------------------------------------------- */

enum { LOCATION_INDEX_BITS = 26, SLOT_LIVE = 0x80, SLOT_REASONS = 0x07 };
#define NO_SLOT UINT32_MAX

typedef struct hail_slot {
    uint32_t generation; /* of the body that lives here, or will next */
    uint32_t place;      /* layer and index; of a free slot: the next */
} hail_slot;

/* ---- The world ------------------------------------------------------------------------------------------------- */

/* What a shape is besides its row. A compound's row, or a sprite's, is what lies around it: pairs that do not meet in
 * that are not looked at any further (collide_parts.c). */
typedef struct hail_shape_entry {
    uint32_t first, parts;     /* of a compound: the shapes that it is made of, `parts` of them; else itself, 1 */
    const hail_spriteset *set; /* of a sprite; else NULL */
    uint32_t sprite;
    bool compound;
    bool hidden; /* a part: no shape of the caller's */
    float x, y;  /* px: the middle of a circle that holds it, */
    float radius;
} hail_shape_entry;

typedef struct hail_rule_entry {
    uint8_t a, b, mode;
} hail_rule_entry;

/* A rule's b where that is no layer but something fixed. */
enum { WITH_TILES = HAIL_MAX_LAYERS, WITH_WALLS };

struct hail_world {
    hail_heap heap;
    hail_world_options options;
    const hail_kernels *kernels;
    bool has_bounds;
    bool busy; /* inside a step */

    hail_layer *layer[HAIL_MAX_LAYERS];

    hail_buffer slots;         /* hail_slot */
    hail_buffer removal_flags; /* u8 a slot: SLOT_LIVE, HAIL_REMOVED_... */
    uint32_t slot_count, free_slot, live;

    hail_buffer shapes;        /* hail_convex by shape id, which are the kernels' rows; 0 is unused */
    hail_buffer radii;         /* float by shape id: see docs/arithmetic.md */
    hail_buffer shape_entries; /* hail_shape_entry by shape id */
    uint32_t shape_count;      /* with the unused one */
    bool rounded;              /* some shape with edges is */
    bool composed;             /* some shape is a compound or a sprite */
    float flatness;            /* of the flattest of the shapes; 1 or more */
    float sprite_reach; /* how far the polygon around a sprite reaches, by the sprite's radius, at most; 1 or more */

    hail_buffer rules; /* hail_rule_entry, in order of a and b, none of them HAIL_IGNORE */
    uint32_t rule_count;
    const hail_tilemap *map;     /* the caller's; NULL: none */
    const hail_sectors *sectors; /* likewise */

    /* Scratch */
    hail_buffer attention;
    hail_buffer sorting; /* a column, while bodies are put in order */
    hail_buffer removals;
    hail_buffer counts; /* of pairs by slot of a, when they are too many to be held */
    hail_buffer chosen; /* indices of large bodies */
    hail_pairs pairs;
    hail_raster raster;
    hail_paths paths;
    hail_buffer earliest;     /* float by slot of a: see earliest.h */
    hail_buffer found_rows;   /* contacts with tiles and walls, and of parts, as found */
    hail_buffer wall_scratch; /* see collide_walls.c */
    hail_buffer stops;        /* hail_stop: bodies that are put where they hit when the step ends */
    uint32_t stop_count;
    uint32_t stop_next, stop_tiles; /* of the layer's stops by tiles: the next one to be looked at, and the end */
    uint64_t noted;                 /* layers whose bodies' earliest hits stand there */
    hail_area box;                  /* what grids are laid over */
    uint32_t box_bodies;            /* the active bodies when it was chosen; 0: never */
    uint32_t marked;                /* bodies with a reason to go in this step */
    uint32_t marked_low, marked_high;
    uint32_t removal_count;
    hail_step_stats stats;
};

static inline hail_slot *world_slots(const hail_world *world) { return world->slots.data; }
static inline uint8_t *world_removal_flags(const hail_world *world) { return world->removal_flags.data; }
static inline hail_rule_entry *world_rules(const hail_world *world) { return world->rules.data; }
static inline const float *world_template_radii(const hail_world *world) { return world->radii.data; }

static inline uint32_t shape_vertices(const hail_world *world, uint32_t shape) {
    uint32_t count;
    const hail_convex *convex = (const hail_convex *)world->shapes.data + shape;
    memcpy(&count, convex->words + HAIL_TEMPLATE_COUNT, sizeof count);
    return count;
}

static inline const hail_shape_entry *shape_entry(const hail_world *world, uint32_t shape) {
    return (const hail_shape_entry *)world->shape_entries.data + shape;
}
static inline bool shape_is_composed(const hail_world *world, uint32_t shape) {
    const hail_shape_entry *entry = shape_entry(world, shape);
    return entry->compound || entry->set;
}

static inline bool shape_is_polygon(const hail_world *world, uint32_t shape) {
    return shape_vertices(world, shape) > 1;
}

static inline bool rule_swept(const hail_rule_entry *rule) {
    return rule->mode == HAIL_SWEPT || rule->mode == HAIL_EARLIEST;
}

/* Whether a rule is with tiles, or with walls. */
static inline bool rule_is_static(const hail_rule_entry *rule) { return rule->b >= HAIL_MAX_LAYERS; }

static inline bool shape_known(const hail_world *world, hail_shape shape) {
    return shape.id > 0 && shape.id < world->shape_count && !shape_entry(world, shape.id)->hidden;
}

/* Whether a rule's layers both have somebody to meet. */
static inline bool rule_has_bodies(const hail_world *world, const hail_rule_entry *rule) {
    const hail_layer *a = world->layer[rule->a], *b = world->layer[rule->b];
    return a && b && a->active && b->active;
}

/* How a layer meets tiles, or walls; HAIL_IGNORE: there are none, or nobody to meet them. */
static inline hail_rule_entry rule_with(const hail_world *world, uint32_t number, uint32_t with) {
    const hail_layer *layer = world->layer[number];
    const bool there = with == WITH_TILES ? world->map != NULL : world->sectors != NULL;
    hail_rule_entry rule = {(uint8_t)number, (uint8_t)with, HAIL_IGNORE};
    if (there && layer && layer->active)
        rule.mode = (uint8_t)(with == WITH_TILES ? layer->tiles.mode : layer->walls.mode);
    return rule;
}

/* A bit for every layer whose bodies' radii are asked for, by a rule with another layer or with walls: the others cost
 * their motion only. */
static inline uint64_t world_met(const hail_world *world) {
    uint64_t met = 0;
    for (uint32_t r = 0; r < world->rule_count; r++)
        met |= UINT64_C(1) << world_rules(world)[r].a | UINT64_C(1) << world_rules(world)[r].b;
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++)
        if (world->layer[l] && world->layer[l]->walls.mode != HAIL_IGNORE)
            met |= UINT64_C(1) << l;
    return met;
}

/* A bit for every layer that some swept rule names, or that meets tiles or walls so. */
static inline uint64_t world_swept(const hail_world *world) {
    uint64_t swept = 0;
    for (uint32_t r = 0; r < world->rule_count; r++)
        if (rule_swept(&world_rules(world)[r]))
            swept |= UINT64_C(1) << world_rules(world)[r].a | UINT64_C(1) << world_rules(world)[r].b;
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++)
        if (world->layer[l] && (world->layer[l]->tiles.mode >= HAIL_SWEPT || world->layer[l]->walls.mode >= HAIL_SWEPT))
            swept |= UINT64_C(1) << l;
    return swept;
}

/* The radius of every body of a layer, if they are all the same. */
static inline bool layer_uniform(const hail_layer *layer) {
    return layer->uniform_shape != 0 && !(layer->options.columns & HAIL_SCALE);
}

/* By index, or NULL: then `layer->largest` holds for all. */
static inline float *layer_radii(const hail_layer *layer) {
    return layer_uniform(layer) ? NULL : layer->scratch[SCRATCH_RADIUS].data;
}

/* How each active body came to where it is in this step; NULL: at rest. */
static inline float *layer_displacement(const hail_layer *layer, bool y) {
    if (layer->options.caller_moved || layer->column[COLUMN_DX])
        return layer->column[y ? COLUMN_DY : COLUMN_DX];
    return layer->swept ? layer->scratch[y ? SCRATCH_DY : SCRATCH_DX].data : NULL;
}

#endif
