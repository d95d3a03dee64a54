/* engine/world/layer.h - a layer: its columns, and what a step computes for it. */
#ifndef HAIL_WORLD_LAYER_H
#define HAIL_WORLD_LAYER_H

#include <hail/rules.h>

#include "base/memory.h"
#include "broad/levels.h"

/* What a step computes for each active body. */
enum { SCRATCH_RADIUS, SCRATCH_DX, SCRATCH_DY, SCRATCH_REACH, SCRATCH_NEAR, SCRATCH_COUNT };

/* Counts the changes that make grids of a layer's bodies old: bodies that come, go, move or change their size, and
 * shapes of the set that are replaced. */
typedef struct hail_layer_version {
    uint64_t bodies, shapes;
} hail_layer_version;

/* Of a step only: its contents do not outlive it, but for the grid of a scratch that no two worlds share, which queries
 * may borrow. */
typedef struct hail_layer_scratch {
    hail_buffer column[SCRATCH_COUNT]; /* floats: radii, if the layer has several shapes or a scale; displacements, if
                                          the step moves the layer and it is swept; radii + inflate */
    bool swept;                        /* some swept rule names the layer in this step, and some of its bodies move */
    bool listed;                       /* SCRATCH_DX, _DY and _NEAR hold lists, see statics/near_lists.h */
    float largest;                     /* no active body has a larger radius in this step */
    float inflate;                     /* px: how far bodies reach beyond their radii in the search for pairs */
    hail_grid grid;                    /* of the small bodies */
    bool gridded;                      /* it was built in this step */
    hail_layer_version grid_version;   /* when it was built */
    float grid_need;                   /* px: the smallest cell that this step's rules allow, if one wants a grid */
    hail_grid path_grid;               /* for swept rules: of the small circles around the bodies' paths */
    bool path_gridded;                 /* it was built in this step */
    float path_limit;                  /* px: larger circles are large */
    float path_need;                   /* px: the smallest cell, likewise */
} hail_layer_scratch;

/* The columns, each [active | disabled | quarantined]. */
enum {
    COLUMN_X,
    COLUMN_Y,
    COLUMN_VX,
    COLUMN_VY,
    COLUMN_SHAPE,
    COLUMN_HANDLE, /* every layer has the columns up to here */
    COLUMN_COS,
    COLUMN_SIN,
    COLUMN_SCALE,
    COLUMN_GROUP,
    COLUMN_CATEGORY,
    COLUMN_MASK,
    COLUMN_USER,
    COLUMN_LIFE,
    COLUMN_DX,
    COLUMN_DY,
    COLUMN_PIERCE,
    COLUMN_COUNT
};

/* A layer's bodies as queries find them, and rules that look for those of a static layer. In scratch memory, made when
 * it is first prepared.
 *
 * The index of a static layer lasts through steps. A step puts the layer's columns in the order of the levels; then a
 * body that changes is marked by its index (layers.h): the level's entry for that index is gone,
 * and the marked bodies are sorted into one more level. When too many are marked, all levels are built again. */
typedef struct hail_layer_index {
    hail_levels levels;
    hail_layer_version version; /* when it was prepared; {0, 0}: never */
    uint32_t ordered;           /* the first so many bodies lie in the order of the levels; 0: none do */
    uint32_t built;             /* levels without the added one */
    bool uniform;               /* all bodies had the same radius when they were built */
    float largest;              /* px: no body has a larger radius */
    hail_buffer marked;         /* u32: indices below `ordered` whose entries are gone */
    uint32_t marked_count;
    uint32_t checked, sorted; /* the first so many marks a step has checked, or the added level holds, since their
                                 bodies changed last */
} hail_layer_index;

typedef struct hail_layer {
    void *column[COLUMN_COUNT]; /* NULL: the layer does not have it */
    void *block;                /* all columns, one after the other */
    size_t block_bytes;
    uint32_t capacity;
    uint32_t active, disabled, count;
    hail_layer_options options;
    uint32_t polygons;           /* bodies whose core is not a circle's */
    uint32_t composed;           /* bodies whose shape is a compound or a sprite */
    uint32_t uniform_shape;      /* the shape of every body since the layer was last empty; 0: several */
    float small_limit;           /* bodies with a larger radius are large: they are rasterized, not binned */
    uint32_t planned;            /* the active bodies when small_limit was chosen; 0: never */
    uint64_t changes;            /* see hail_layer_version; above 0 if there are bodies */
    hail_layer_scratch *scratch; /* inside a step: what it computes for this layer; else NULL */
    bool uniform_room;           /* not for bodies of several radii */
    uint32_t room;               /* bodies that scratch was last reserved for, see hail_step_room */
    hail_buffer index;           /* hail_layer_index; empty: never prepared */
    uint32_t first_slot;         /* of a borrowed layer: that of element 0 of the caller's arrays */
    /* Of a static layer: */
    bool rebuild;     /* all levels of its index are old */
    bool told;        /* hail_layer_changed was called in this step, and counts when it ends */
    bool recheck;     /* a step has yet to check all its bodies; else only those that are marked */
    bool settled;     /* restored in an order that steps made: they leave it until a body changes */
    uint64_t checked; /* `changes` when a step checked its bodies last */
} hail_layer;

static inline hail_layer_index *layer_index(const hail_layer *layer) { return layer->index.data; }

static inline float *layer_floats(const hail_layer *layer, int column) { return layer->column[column]; }
static inline uint32_t *layer_words(const hail_layer *layer, int column) { return layer->column[column]; }
static inline hail_handle *layer_handles(const hail_layer *layer) { return layer->column[COLUMN_HANDLE]; }
static inline uint64_t *layer_user(const hail_layer *layer) { return layer->column[COLUMN_USER]; }

static inline float layer_float_or(const hail_layer *layer, int column, uint32_t index, float otherwise) {
    return layer->column[column] ? layer_floats(layer, column)[index] : otherwise;
}

/* Whether a body's cos and sin are a unit vector, and its scale in range: if not, a step puts it into quarantine. */
static inline bool layer_pose_valid(const hail_layer *layer, uint32_t index) {
    const float cos = layer_float_or(layer, COLUMN_COS, index, 1.0f),
                sin = layer_float_or(layer, COLUMN_SIN, index, 0.0f);
    const float scale = layer_float_or(layer, COLUMN_SCALE, index, 1.0f), square = cos * cos + sin * sin;
    return square >= 1.0f - HAIL_UNIT_ERROR && square <= 1.0f + HAIL_UNIT_ERROR && scale >= 0.0f &&
           scale <= HAIL_MAX_SCALE;
}

/* What says which of two layers' bodies may collide. */
static inline hail_filter_columns layer_filter(const hail_layer *layer) {
    return (hail_filter_columns){layer_words(layer, COLUMN_GROUP), layer_words(layer, COLUMN_CATEGORY),
                                 layer_words(layer, COLUMN_MASK)};
}

static inline hail_filter layers_filter(const hail_layer *first, const hail_layer *second) {
    return (hail_filter){.first = layer_filter(first),
                         .second = layer_filter(second),
                         .groups = first->column[COLUMN_GROUP] && second->column[COLUMN_GROUP],
                         .masks = first->column[COLUMN_MASK] || second->column[COLUMN_MASK]};
}

static inline bool filter_any(hail_filter filter) { return filter.groups || filter.masks; }

static inline uint32_t layer_quarantined(const hail_layer *layer) {
    return layer->count - layer->active - layer->disabled;
}

/* Whether all bodies of a layer have the same radius. */
static inline bool layer_uniform(const hail_layer *layer) {
    return layer->uniform_shape != 0 && !(layer->options.columns & HAIL_SCALE);
}

static inline bool layer_moves(const hail_layer *layer) {
    return !(layer->options.caller_moved | layer->options.is_static);
}

/* The radii of a static layer by index. NULL: it has no index yet. */
float *hail_static_radii(const hail_layer *layer);

/* Radii by index. NULL: `scratch.largest` is the radius of all. */
static inline float *layer_radii(const hail_layer *layer) {
    if (layer_uniform(layer))
        return NULL;
    return layer->options.is_static ? hail_static_radii(layer) : layer->scratch->column[SCRATCH_RADIUS].data;
}

/* What the search for pairs takes for radii, by index: more than the radii if a rule reports grazes. NULL:
 * layer_largest_reach is that of all. */
static inline float *layer_reach(const hail_layer *layer) {
    if (layer_uniform(layer))
        return NULL;
    return layer->scratch->inflate > 0.0f ? layer->scratch->column[SCRATCH_REACH].data : layer_radii(layer);
}
static inline float layer_largest_reach(const hail_layer *layer) {
    return layer->scratch->largest + layer->scratch->inflate;
}
/* Bodies with a larger reach are large. */
static inline float layer_small_reach(const hail_layer *layer) { return layer->small_limit + layer->scratch->inflate; }

/* How far each active body moved in this step, by index. NULL: all are at rest. */
static inline float *layer_displacement(const hail_layer *layer, bool y) {
    if (layer->options.caller_moved || layer->column[COLUMN_DX])
        return layer->column[y ? COLUMN_DY : COLUMN_DX];
    return layer->scratch->swept ? layer->scratch->column[y ? SCRATCH_DY : SCRATCH_DX].data : NULL;
}

#endif
