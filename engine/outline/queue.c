/* engine/outline/queue.c - a binary heap that knows where each item stands. */
#include "queue.h"

#include <string.h>

bool hail_queue_fit(hail_heap *heap, hail_queue *queue, size_t items) {
    return hail_scratch_grow(heap, &queue->key, items * sizeof(double)) &&
           hail_scratch_grow(heap, &queue->item, items * sizeof(uint32_t)) &&
           hail_scratch_grow(heap, &queue->position, items * sizeof(uint32_t));
}

void hail_queue_free(hail_heap *heap, hail_queue *queue) {
    hail_scratch_free(heap, &queue->key);
    hail_scratch_free(heap, &queue->item);
    hail_scratch_free(heap, &queue->position);
}

void hail_queue_clear(hail_queue *queue, uint32_t items) {
    queue->count = 0;
    memset(queue->position.data, 0, items * sizeof(uint32_t));
}

static bool before(const hail_queue *queue, uint32_t a, uint32_t b) {
    const double p = queue_key(queue, a), q = queue_key(queue, b);
    return p < q || (p == q && a < b);
}

/* Fills the gap in the heap with an item, moving the gap up or down to where the item belongs. */
static void settle(hail_queue *queue, uint32_t gap, uint32_t item) {
    uint32_t *items = queue->item.data, *position = queue->position.data;
    for (; gap > 0 && before(queue, item, items[(gap - 1) / 2]); gap = (gap - 1) / 2) {
        items[gap] = items[(gap - 1) / 2];
        position[items[gap]] = gap + 1;
    }
    for (uint32_t below = 2 * gap + 1; below < queue->count; below = 2 * gap + 1) {
        below += below + 1 < queue->count && before(queue, items[below + 1], items[below]);
        if (!before(queue, items[below], item))
            break;
        items[gap] = items[below];
        position[items[gap]] = gap + 1;
        gap = below;
    }
    items[gap] = item;
    position[item] = gap + 1;
}

void hail_queue_set(hail_queue *queue, uint32_t item, double key) {
    const uint32_t position = ((const uint32_t *)queue->position.data)[item];
    ((double *)queue->key.data)[item] = key;
    settle(queue, position ? position - 1 : queue->count++, item);
}

void hail_queue_drop(hail_queue *queue, uint32_t item) {
    uint32_t *position = queue->position.data;
    const uint32_t at = position[item];
    if (!at)
        return;
    position[item] = 0;
    const uint32_t last = ((const uint32_t *)queue->item.data)[--queue->count];
    if (last != item)
        settle(queue, at - 1, last);
}

uint32_t hail_queue_first(const hail_queue *queue) { return *(const uint32_t *)queue->item.data; }
