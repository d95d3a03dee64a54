#include "queue.h"

#include <string.h>

bool hail_queue_fit(hail_heap *heap, hail_queue *queue, size_t items) {
    return hail_scratch_grow(heap, &queue->key, items * sizeof(double)) &&
           hail_scratch_grow(heap, &queue->item, items * sizeof(uint32_t)) &&
           hail_scratch_grow(heap, &queue->place, items * sizeof(uint32_t));
}

void hail_queue_free(hail_heap *heap, hail_queue *queue) {
    hail_scratch_free(heap, &queue->key);
    hail_scratch_free(heap, &queue->item);
    hail_scratch_free(heap, &queue->place);
}

void hail_queue_clear(hail_queue *queue, uint32_t items) {
    queue->count = 0;
    memset(queue->place.data, 0, items * sizeof(uint32_t));
}

static bool before(const hail_queue *queue, uint32_t a, uint32_t b) {
    const double p = queue_key(queue, a), q = queue_key(queue, b);
    return p < q || (p == q && a < b);
}

/* Puts an item where the heap has a gap, after those that must come before it and before those that must come after. */
static void settle(hail_queue *queue, uint32_t gap, uint32_t item) {
    uint32_t *items = queue->item.data, *place = queue->place.data;
    for (; gap > 0 && before(queue, item, items[(gap - 1) / 2]); gap = (gap - 1) / 2) {
        items[gap] = items[(gap - 1) / 2];
        place[items[gap]] = gap + 1;
    }
    for (uint32_t below = 2 * gap + 1; below < queue->count; below = 2 * gap + 1) {
        below += below + 1 < queue->count && before(queue, items[below + 1], items[below]);
        if (!before(queue, items[below], item))
            break;
        items[gap] = items[below];
        place[items[gap]] = gap + 1;
        gap = below;
    }
    items[gap] = item;
    place[item] = gap + 1;
}

void hail_queue_set(hail_queue *queue, uint32_t item, double key) {
    const uint32_t place = ((const uint32_t *)queue->place.data)[item];
    ((double *)queue->key.data)[item] = key;
    settle(queue, place ? place - 1 : queue->count++, item);
}

void hail_queue_drop(hail_queue *queue, uint32_t item) {
    uint32_t *place = queue->place.data;
    const uint32_t at = place[item];
    if (!at)
        return;
    place[item] = 0;
    const uint32_t last = ((const uint32_t *)queue->item.data)[--queue->count];
    if (last != item)
        settle(queue, at - 1, last);
}

uint32_t hail_queue_first(const hail_queue *queue) { return *(const uint32_t *)queue->item.data; }
