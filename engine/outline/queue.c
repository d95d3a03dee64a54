/* engine/outline/queue.c - a binary heap that knows where each item stands. */
#include "queue.h"

#include <string.h>

bool hail_queue_fit(hail_heap *heap, hail_queue *queue, size_t items) {
    if (!hail_scratch_grow(heap, &queue->memory, items * (sizeof(double) + 2 * sizeof(uint32_t))))
        return false;
    queue->key = queue->memory.data;
    queue->item = (uint32_t *)(queue->key + items);
    queue->position = queue->item + items;
    return true;
}

void hail_queue_clear(hail_queue *queue, uint32_t items) {
    queue->count = 0;
    memset(queue->position, 0, items * sizeof(uint32_t));
}

static bool before(const hail_queue *queue, uint32_t a, uint32_t b) {
    const double p = queue->key[a], q = queue->key[b];
    return p < q || (p == q && a < b);
}

/* Fills the gap in the heap with an item, moving the gap up or down to where the item belongs. */
static void settle(hail_queue *queue, uint32_t gap, uint32_t item) {
    uint32_t *items = queue->item, *position = queue->position;
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
    const uint32_t position = queue->position[item];
    queue->key[item] = key;
    settle(queue, position ? position - 1 : queue->count++, item);
}

void hail_queue_drop(hail_queue *queue, uint32_t item) {
    const uint32_t position = queue->position[item];
    if (!position)
        return;
    queue->position[item] = 0;
    const uint32_t last = queue->item[--queue->count];
    if (last != item)
        settle(queue, position - 1, last);
}
