/* engine/world/shapeset_state.h - a set of shapes from the inside. */
#ifndef HAIL_WORLD_SHAPESET_STATE_H
#define HAIL_WORLD_SHAPESET_STATE_H

#include <string.h>

#include <hail/world.h>

#include "base/memory.h"
#include "kernels.h"

/* What a shape is besides its row. The row of a compound or a sprite is that of a shape around it; only pairs that
 * touch by their rows are looked at more closely (step/collide_parts.c). */
typedef struct hail_shape_entry {
    uint32_t first, parts;     /* of a compound: the ids of its `parts` parts begin at `first`; else itself, 1 */
    const hail_spriteset *set; /* of a sprite; else NULL */
    uint32_t sprite;
    uint16_t generation; /* of the id: how many shapes had it before */
    bool compound;
    bool hidden; /* a part: the caller has no id of it */
    float x, y;  /* px: with radius, a circle that holds the shape */
    float radius;
} hail_shape_entry;

/* A shape's tag: the set's number, then the id's generation. */
enum { GENERATION_BITS = 10, MAX_GENERATION = (1 << GENERATION_BITS) - 1 };

struct hail_shapeset {
    hail_heap heap;
    hail_world *worlds;  /* the first of those that use the set; each names the next */
    uint32_t number;     /* of the set in this process, from 1 */
    hail_buffer rows;    /* hail_convex by shape id, which are the kernels' rows; 0 is unused */
    hail_buffer radii;   /* float by shape id: see docs/arithmetic.md */
    hail_buffer entries; /* hail_shape_entry by shape id */
    uint32_t count;      /* with the unused one */
    bool rounded;        /* some shape with edges is rounded */
    bool composed;       /* some shape is a compound or a sprite */
    float flatness;      /* the flattest shape's, see shapes/convex.c; 1 or more */
    float sprite_reach;  /* the largest ratio of the reach of the polygon around a sprite to its radius; 1 or more */
};

static inline const float *shape_radii(const hail_shapeset *shapes) { return shapes->radii.data; }

/* The kernels' row of a shape. */
static inline const float *shape_row(const hail_shapeset *shapes, uint32_t shape) {
    return ((const hail_convex *)shapes->rows.data)[shape].words;
}

static inline const hail_shape_entry *shape_entry(const hail_shapeset *shapes, uint32_t shape) {
    return (const hail_shape_entry *)shapes->entries.data + shape;
}

/* Vertices of the core: 1 is a circle's. */
static inline uint32_t shape_vertices(const hail_shapeset *shapes, uint32_t shape) {
    uint32_t count;
    memcpy(&count, shape_row(shapes, shape) + HAIL_TEMPLATE_COUNT, sizeof count);
    return count;
}

static inline bool shape_is_polygon(const hail_shapeset *shapes, uint32_t shape) {
    return shape_vertices(shapes, shape) > 1;
}

static inline bool entry_is_composed(const hail_shape_entry *entry) { return entry->compound || entry->set; }

static inline bool shape_is_composed(const hail_shapeset *shapes, uint32_t shape) {
    return entry_is_composed(shape_entry(shapes, shape));
}

static inline uint32_t shape_tag(const hail_shapeset *shapes, uint32_t id) {
    return shapes->number << GENERATION_BITS | shape_entry(shapes, id)->generation;
}

/* Whether the caller may use this shape. */
static inline bool shape_known(const hail_shapeset *shapes, const hail_shape *shape) {
    return shape->id > 0 && shape->id < shapes->count && !shape_entry(shapes, shape->id)->hidden &&
           shape->tag == shape_tag(shapes, shape->id);
}

#endif
