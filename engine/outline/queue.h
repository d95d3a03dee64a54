/* engine/outline/queue.h - items in the order of keys that change: a binary heap (J. Williams, Algorithm 232: Heapsort,
 * 1964).
 */
#ifndef HAIL_OUTLINE_QUEUE_H
#define HAIL_OUTLINE_QUEUE_H

#include "base/memory.h"

typedef struct hail_queue {
    hail_buffer key, item, place; /* double by item; u32: the heap; u32 by item: 1 more than where in it, 0: nowhere */
    uint32_t count;
} hail_queue;

/* Room for items below `items`; false: no memory. To be cleared before it is used. */
bool hail_queue_fit(hail_heap *heap, hail_queue *queue, size_t items);
void hail_queue_free(hail_heap *heap, hail_queue *queue);

/* Empties it, for items below `items`. */
void hail_queue_clear(hail_queue *queue, uint32_t items);

/* Puts an item in, or gives it another key. */
void hail_queue_set(hail_queue *queue, uint32_t item, double key);
/* Takes an item out, if it is in. */
void hail_queue_drop(hail_queue *queue, uint32_t item);

/* The item with the least key; of equal ones the least item. There must be one. */
uint32_t hail_queue_first(const hail_queue *queue);

static inline double queue_key(const hail_queue *queue, uint32_t item) {
    return ((const double *)queue->key.data)[item];
}

#endif
