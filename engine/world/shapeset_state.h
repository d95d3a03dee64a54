/* engine/world/shapeset_state.h - a set of shapes from the inside. */
#ifndef HAIL_WORLD_SHAPESET_STATE_H
#define HAIL_WORLD_SHAPESET_STATE_H

#include <string.h>

#include <hail/world.h>

#include "base/memory.h"
#include "kernels.h"

/* What a shape is besides its row. The row of a compound or a sprite is that of a shape around it; pairs that
 * surely miss each other by their rows are not looked at more closely (step/collide_parts.c). */
typedef struct hail_shape_entry {
    uint32_t first, parts;     /* of a compound: the numbers of its `parts` parts begin at `first`; else itself, 1; of a
                                  free number 0, 0 */
    const hail_spriteset *set; /* of a sprite; else NULL */
    uint32_t sprite;
    uint64_t edited; /* hail_shapeset.edits when the shape with this number was last replaced or destroyed; 0: never */
    uint32_t tag;    /* of the shape with this number, or of the next one if there is none; 0: no shape ever had it */
    bool compound;
    bool hidden; /* no shape of the caller's: a part, or a free number */
    float x, y;  /* px: with radius, a circle that holds the shape; of compounds and sprites 0 */
    float radius;
    float around;   /* px: by how much at least the shape around a compound or a sprite is larger; else 0 */
    float keenness; /* of the row's flattest or sharpest corner, or of a part's; 1 or more */
} hail_shape_entry;

/* A tag is a number that this process gives out once, then a generation. It begins with the set's number; a shape
 * number whose generations are used up goes on with a fresh one. */
enum { GENERATION_BITS = 10, MAX_GENERATION = (1 << GENERATION_BITS) - 1 };

struct hail_shapeset {
    hail_heap heap;
    hail_world *worlds;  /* the first of those that use the set; each names the next */
    uint32_t number;     /* of the set in this process, from 1 */
    hail_buffer rows;    /* hail_convex by shape number, which are the kernels' rows; 0 is unused */
    hail_buffer radii;   /* float by shape number: see docs/arithmetic.md */
    hail_buffer entries; /* hail_shape_entry by shape number */
    hail_buffer spare;   /* a bit by shape number: it is below `end` and free */
    uint32_t end;        /* above all numbers in use, and at least 1 */
    uint32_t live;       /* numbers in use: shapes and parts of compounds */
    uint32_t rounded;    /* how many of them have edges and are rounded */
    uint32_t composed;   /* how many of them are compounds or sprites */
    float flatness;      /* the flattest shape's, see shapes/convex.c; 1 or more */
    float sprite_reach;  /* the largest ratio of the reach of the polygon around a sprite to its radius; 1 or more */
    uint64_t changes;    /* how often a shape was replaced */
    uint64_t edits;      /* how often a shape was replaced or destroyed */
    bool stale;          /* the shape that had one of these two was taken out */
};

static inline const float *shape_radii(const hail_shapeset *shapes) { return shapes->radii.data; }

static inline hail_convex *shape_convex(const hail_shapeset *shapes, uint32_t shape) {
    return (hail_convex *)shapes->rows.data + shape;
}

/* The kernels' row of a shape. */
static inline const float *shape_row(const hail_shapeset *shapes, uint32_t shape) {
    return shape_convex(shapes, shape)->words;
}

static inline hail_shape_entry *shape_entry(const hail_shapeset *shapes, uint32_t shape) {
    return (hail_shape_entry *)shapes->entries.data + shape;
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

/* Whether a shape of the caller's has this number. */
static inline bool shape_exists(const hail_shapeset *shapes, uint32_t id) {
    return id > 0 && id < shapes->end && !shape_entry(shapes, id)->hidden;
}

/* Whether the caller may use this shape. */
static inline bool shape_known(const hail_shapeset *shapes, const hail_shape *shape) {
    return shape_exists(shapes, shape->id) && shape->tag == shape_entry(shapes, shape->id)->tag;
}

#endif
