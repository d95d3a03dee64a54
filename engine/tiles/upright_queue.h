/* engine/tiles/upright_queue.h - upright shapes that wait until there are many of them. Kernels then find the cells
 * around them and write the columns of their pairs with rectangles; answers are those of hail_uprights_add. */
#ifndef HAIL_TILES_UPRIGHT_QUEUE_H
#define HAIL_TILES_UPRIGHT_QUEUE_H

#include "compiler.h"
#include "uprights.h"

/* Empties the queue, and finds out whether the map's tiles are for it. */
void hail_upright_queue_begin(hail_obstacles *o);

/* Adds a shape at (x, y) px from the map's corner. False: the queue is full, or the shape is not for it. */
bool hail_upright_queue_add(hail_obstacles *o, const hail_mover_pose *pose, uint32_t tag, double x, double y, float dx,
                            float dy);

/* Adds a shape like the last one that was added. False: the queue is full, or its place is not for it. */
static inline bool hail_upright_queue_again(hail_upright_queue *q, uint32_t tag, double x, double y, float dx,
                                            float dy) {
    const uint32_t k = q->count;
    const float at_x = (float)x, at_y = (float)y;
    if (k == UPRIGHT_QUEUE || (double)at_x != x || (double)at_y != y)
        return false;
    q->x[k] = at_x;
    q->y[k] = at_y;
    q->dx[k] = dx;
    q->dy[k] = dy;
    q->tag[k] = tag;
    q->shape_of[k] = &q->upright[q->shapes - 1];
    q->shape[k] = (q->shapes - 1) * HAIL_LOOK_ROW;
    q->count++;
    return true;
}

/* Looks around all shapes: mover[] and look[] of the queue are known then. */
void hail_upright_queue_look(hail_obstacles *o, bool swept, double around);

/* Adds the cells in the look of shape k that have solid pixels. False: there is no room. */
bool hail_upright_queue_cells(hail_obstacles *o, uint32_t k);

/* Finds the runs of all cells that were added. Returns how many there are; more than UPRIGHT_PAIRS, if that is not
 * known of some. */
uint32_t hail_upright_queue_runs(hail_obstacles *o);

/* How many runs a shape's cells have, from cell *end on, which moves on to the next shape's. More than UPRIGHT_PAIRS,
 * if that is not known. */
static inline uint32_t hail_upright_queue_count(const hail_upright_queue *q, uint32_t *end) {
    const uint32_t k = q->in_look[*end];
    uint32_t runs = 0;
    for (; *end < q->cells && q->in_look[*end] == k; (*end)++)
        runs = q->runs[*end] > UPRIGHT_PAIRS || runs > UPRIGHT_PAIRS ? UPRIGHT_PAIRS + 1 : runs + q->runs[*end];
    return runs;
}

/* Prefetches the first cells around shape k. */
static inline void hail_upright_queue_fetch(const hail_obstacles *o, uint32_t k) {
    const hail_look_row *look = &o->queue.look[k];
    const uint32_t *cell = (const uint32_t *)o->map->cells.data + (size_t)look->row * o->map->stride + look->column;
    HAIL_FETCH(cell);
    HAIL_FETCH(cell + o->map->stride); /* (there is a border) */
}

/* Makes cells [begin, end) a batch of uprights; they have at most UPRIGHT_PAIRS runs. */
void hail_upright_queue_batch(hail_obstacles *o, hail_uprights *u, bool swept, uint32_t begin, uint32_t end);

#endif
