/* engine/outline/queue.h - a priority queue whose keys may change: a binary heap (J. Williams, Algorithm 232: Heapsort,
 * 1964). */
#ifndef HAIL_OUTLINE_QUEUE_H
#define HAIL_OUTLINE_QUEUE_H

#include "base/memory.h"

typedef struct hail_queue {
    hail_buffer memory; /* of the arrays; the owner frees it */
    double *key;        /* by item */
    uint32_t *item;     /* the heap */
    uint32_t *position; /* by item: its index in the heap plus 1; 0: not in it */
    uint32_t count;
} hail_queue;

/* Makes room for items 0 to `items` - 1; then call hail_queue_clear. False: no memory. */
bool hail_queue_fit(hail_heap *heap, hail_queue *queue, size_t items);

/* Empties the queue, for items 0 to `items` - 1. */
void hail_queue_clear(hail_queue *queue, uint32_t items);

/* Adds an item, or changes its key. */
void hail_queue_set(hail_queue *queue, uint32_t item, double key);

/* Removes an item, if it is in the queue. */
void hail_queue_drop(hail_queue *queue, uint32_t item);

/* The item with the smallest key; ties go to the lowest item. The queue must not be empty. */
static inline uint32_t hail_queue_first(const hail_queue *queue) { return queue->item[0]; }

#endif
