/* engine/outline/queue.h - a priority queue whose keys may change: a binary heap (J. Williams, Algorithm 232: Heapsort,
 * 1964). */
#ifndef HAIL_OUTLINE_QUEUE_H
#define HAIL_OUTLINE_QUEUE_H

#include "base/memory.h"

typedef struct hail_queue {
    hail_buffer key;      /* double by item */
    hail_buffer item;     /* u32: the heap */
    hail_buffer position; /* u32 by item: its index in the heap plus 1; 0: not in it */
    uint32_t count;
} hail_queue;

/* Makes room for items 0 to `items` - 1; then call hail_queue_clear. False: no memory. */
bool hail_queue_fit(hail_heap *heap, hail_queue *queue, size_t items);
void hail_queue_free(hail_heap *heap, hail_queue *queue);

/* Empties the queue, for items 0 to `items` - 1. */
void hail_queue_clear(hail_queue *queue, uint32_t items);

/* Adds an item, or changes its key. */
void hail_queue_set(hail_queue *queue, uint32_t item, double key);

/* Removes an item, if it is in the queue. */
void hail_queue_drop(hail_queue *queue, uint32_t item);

/* The item with the smallest key; ties go to the lowest item. The queue must not be empty. */
uint32_t hail_queue_first(const hail_queue *queue);

static inline double queue_key(const hail_queue *queue, uint32_t item) {
    return ((const double *)queue->key.data)[item];
}

#endif
