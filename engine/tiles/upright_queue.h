/* engine/tiles/upright_queue.h - upright shapes that wait until there are many of them. Kernels then find the cells around
 * them and write the columns of their pairs with rectangles; answers are those of hail_uprights_add. */
#ifndef HAIL_TILES_UPRIGHT_QUEUE_H
#define HAIL_TILES_UPRIGHT_QUEUE_H

#include "uprights.h"

/* Empties the queue, and finds out whether the map's tiles are for it. */
void hail_upright_queue_begin(hail_obstacles *o);

/* Adds a shape at (x, y) px from the map's corner. False: the queue is full, or the shape is not for it. */
bool hail_upright_queue_add(hail_obstacles *o, const hail_mover_pose *pose, uint32_t tag, double x, double y, float dx,
                            float dy);

/* Looks around all shapes: mover[] and look[] of the queue are known then. */
void hail_upright_queue_look(hail_obstacles *o, bool swept, double around);

/* Adds the rectangles near shape k to the queue's batch. False: there is no room, or it is for hail_uprights_add. */
typedef enum hail_queue_collected { QUEUE_COLLECTED, QUEUE_NO_ROOM, QUEUE_ALONE } hail_queue_collected;
hail_queue_collected hail_upright_queue_collect(hail_obstacles *o, uint32_t k);

/* Makes what was collected a batch of uprights. */
void hail_upright_queue_batch(hail_obstacles *o, hail_uprights *u, bool swept);

#endif
