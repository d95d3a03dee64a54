/* engine/step/wall_batch.h - pairs of bodies' parts and walls, narrowed as pairs of bodies are, a batch at a time: each
 * wall is a segment that is prepared for it. */
#ifndef HAIL_STEP_WALL_BATCH_H
#define HAIL_STEP_WALL_BATCH_H

#include "narrow/dispatch.h"
#include "world/gathered.h"
#include "statics.h"
#include "sectors/sector_map.h"

enum {
    WALL_PAIRS = 128, /* GATHERED at most */
    WALL_SHAPES = 32  /* different ones among them */
};

typedef struct hail_wall_pair {
    uint32_t of; /* the caller's number */
    uint32_t body, part;
    uint32_t shape; /* the row that the part is met with */
    uint32_t wall;
} hail_wall_pair;

typedef struct hail_wall_batch {
    const hail_static_search *s;
    uint32_t count, shapes;
    hail_wall_pair pair[WALL_PAIRS];
    hail_contact contacts[WALL_PAIRS]; /* kind 0: they do not touch */
    hail_cores cores;                  /* of the shapes */
    uint32_t shape[WALL_SHAPES];
    hail_gathered bodies;
    float wall_x[WALL_PAIRS], wall_y[WALL_PAIRS];
    uint32_t wall_row[WALL_PAIRS], number[WALL_PAIRS];
    float rows[(WALL_SHAPES + WALL_PAIRS) * HAIL_TEMPLATE_WORDS]; /* shapes, then walls */
} hail_wall_batch;

/* Pairs of this search from now on. */
void hail_wall_batch_begin(hail_wall_batch *b, const hail_static_search *s);
void hail_wall_batch_clear(hail_wall_batch *b);

/* Adds one; `way` is the body's. False: there is no room. */
bool hail_wall_batch_put(hail_wall_batch *b, const hail_wall_pair *pair, const hail_path *path);

/* Writes the contacts: as hail_batch_collide does, or, of swept rules, hail_batch_sweep, but that only features are
 * b's, and nothing of them is a handle. */
void hail_wall_batch_narrow(hail_wall_batch *b);

/* Where a wall of the batch is, and its row. */
static inline hail_pose wall_pose(const hail_wall_batch *b, uint32_t i) {
    return (hail_pose){.x = (double)b->wall_x[i], .y = (double)b->wall_y[i], .cos = 1.0, .scale = 1.0};
}
static inline const float *wall_row(const hail_wall_batch *b, uint32_t i) {
    return b->rows + (size_t)b->wall_row[i] * HAIL_TEMPLATE_WORDS;
}

/* A wall is a segment from its a to its b. */
static inline void wall_along(const hail_sectors *map, const hail_wall *wall, float *ex, float *ey) {
    *ex = sectors_x(map)[wall->b] - sectors_x(map)[wall->a];
    *ey = sectors_y(map)[wall->b] - sectors_y(map)[wall->a];
}

#endif
