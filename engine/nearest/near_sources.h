/* engine/nearest/near_sources.h - where a call of nearest queries looks for bodies: the levels of its layers. If all
 * its points share a filter, it is asked once about each body; and if it lets few bodies of a level through, these are
 * sorted into a small grid, which then is searched instead. */
#ifndef HAIL_NEAREST_NEAR_SOURCES_H
#define HAIL_NEAREST_NEAR_SOURCES_H

#include "queries/query_scope.h"

enum {
    NEAR_SOURCES = HAIL_MAX_LAYERS * MAX_LEVELS,
    NEAR_SIFTED = 32768,          /* bodies that a filter is asked about at most */
    NEAR_SMALL = 12,              /* small grids */
    NEAR_SMALL_BYTES = 32 * 1024, /* of all small grids */
    NEAR_WORK_BYTES = 20 * 1024   /* while one of them is made */
};

/* A level of a layer, or those of its bodies that the filter lets through. Its bodies are numbered from `first` on, by
 * position. */
typedef struct hail_near_source {
    const hail_layer *layer;
    const hail_level *level;
    const uint32_t *allowed; /* by position: bits, see hail_near_allowed_fn; NULL: every body, if `sifted` */
    uint32_t layer_number;
    uint32_t first;
    float share;    /* of its bodies that points may find; about that, if it depends on the point */
    bool all_valid; /* the kernel may count its bodies: all have valid poses */
} hail_near_source;

typedef struct hail_near_sources {
    hail_near_source source[NEAR_SOURCES];
    uint32_t count;
    bool sifted; /* the filter was asked: bodies without a bit, or of no source, are not let through */
    hail_level small[NEAR_SMALL];
    uint32_t allowed[NEAR_SIFTED / 32 + 2 * NEAR_SOURCES];
    size_t bytes; /* of `memory` that are in use */
    _Alignas(uint64_t) unsigned char memory[NEAR_SMALL_BYTES];
} hail_near_sources;

/* Lists where a call of `points` points looks, and asks the filter if so many points make it worth it. counting: bodies
 * within a radius are counted. */
void hail_near_sources_open(hail_near_sources *sources, const hail_query_scope *scope, size_t points, bool counting);

/* The box of a source's bodies. */
static inline const hail_area *near_extent(const hail_near_source *source) {
    return &prepared_levels(source->layer)->extent;
}

/* The source of a body. */
static inline const hail_near_source *near_source_of(const hail_near_sources *sources, uint32_t number) {
    const hail_near_source *source = sources->source;
    while (number - source->first >= source->level->view.count)
        source++;
    return source;
}

/* The index and the slot of a source's body. */
static inline uint32_t near_index(const hail_near_source *source, uint32_t number) {
    return source->level->order[number - source->first];
}
static inline uint32_t near_slot(const hail_near_source *source, uint32_t number) {
    return layer_handles(source->layer)[near_index(source, number)].slot;
}

/* How the kernels' keys bound the distances of a source's bodies. */
typedef struct near_measure {
    bool exact; /* keys are the distances */
    float shrink, grow;
} near_measure;

/* What the distance to a polygon's surface may be less than the distance to its position minus its radius. A cos and
 * sin that are a unit vector to within 1e-4 shrink the distance to its position; radii are rounded. */
#define NEAR_SHRINK (1.0f - 0x1p-12f)
#define NEAR_GROW   1.001f

static inline bool near_is_round(const hail_near_source *source) {
    return !source->layer->polygons && !source->layer->composed;
}

static inline near_measure near_measure_of(const hail_near_source *source, const hail_world *world, bool to_centre) {
    if (to_centre)
        return (near_measure){true, 1.0f, 0.0f};
    if (near_is_round(source))
        return (near_measure){true, 1.0f, 1.0f};
    return (near_measure){false, NEAR_SHRINK,
                          NEAR_GROW * (source->layer->composed ? world->shapes->sprite_reach : 1.0f)};
}

/* How far away a position may be at most, so that the body's distance is at most `bound`. Less than 0: no body of the
 * source is that near. A factor covers the rounding of distances. */
static inline float near_reach(const hail_near_source *source, near_measure measure, float bound) {
    const float centre = bound + source->level->reach * measure.grow;
    return centre < 0.0f ? centre : centre * (1.0f + 0x1p-20f) / measure.shrink;
}

#endif
