/* engine/tiles/upright_queue.h - upright shapes that wait until there are many of them. Kernels then find the cells
 * around them and write the columns of their pairs with rectangles; answers are those of hail_uprights_add. */
#ifndef HAIL_TILES_UPRIGHT_QUEUE_H
#define HAIL_TILES_UPRIGHT_QUEUE_H

#include "obstacle_crowd.h"

/* Empties the queue, and finds out whether the map's tiles are for it. */
void hail_upright_queue_begin(hail_obstacles *o);

/* Adds a shape at (x, y) px from the map's corner. False: the queue is full, or the shape is not for it. */
bool hail_upright_queue_add(hail_obstacles *o, const hail_mover_pose *pose, uint32_t tag, double x, double y, float dx,
                            float dy);

/* Looks around the shapes that were added: mover[] and look[] of the queue are known then. */
void hail_upright_queue_look(hail_obstacles *o, bool swept, double around);

/* Takes shapes of a list into the queue, which is empty, and looks around them. The list is their tags, and stays.
 * Returns how many it took; 0: the first one is not for the queue. */
uint32_t hail_upright_queue_take(hail_obstacles *o, const hail_crowd_columns *from, const uint32_t *list,
                                 uint32_t count, bool swept, double around);

/* Lists all shapes again. */
void hail_upright_queue_list_all(hail_upright_queue *q);

/* Adds the cells around the shapes of the queue's list, from number k of it on. Returns the first number whose cells
 * were not added: there is no room, or its shape is not for the queue; or the list's end. */
uint32_t hail_upright_queue_cells(hail_obstacles *o, uint32_t k);

/* Finds the runs of all cells that were added. Returns how many there are; more than UPRIGHT_PAIRS, if that is not
 * known of some. */
uint32_t hail_upright_queue_runs(hail_obstacles *o);

/* The shape of a cell that was added. */
static inline uint32_t hail_upright_queue_mover(const hail_upright_queue *q, uint32_t cell) {
    return q->place[cell] & 255;
}

/* How many runs a shape's cells have, from cell *end on, which moves on to the next shape's. More than UPRIGHT_PAIRS,
 * if that is not known. */
static inline uint32_t hail_upright_queue_count(const hail_upright_queue *q, uint32_t *end) {
    const uint32_t k = hail_upright_queue_mover(q, *end);
    uint32_t runs = 0;
    for (; *end < q->cells && hail_upright_queue_mover(q, *end) == k; (*end)++)
        runs = q->runs[*end] > UPRIGHT_PAIRS || runs > UPRIGHT_PAIRS ? UPRIGHT_PAIRS + 1 : runs + q->runs[*end];
    return runs;
}

/* Makes cells [begin, end) a batch of uprights; they have at most UPRIGHT_PAIRS runs. */
void hail_upright_queue_batch(hail_obstacles *o, hail_uprights *u, bool swept, uint32_t begin, uint32_t end);

#endif
