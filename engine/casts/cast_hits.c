/* engine/casts/cast_hits.c - the first hits of each query, in the caller's array: a heap as soon as there is no more
 * room, whose top is the last of them. Sorted at the end if their order is wanted. */
#include "cast_hits.h"

void hail_cast_begin(hail_cast *cast, size_t first, uint32_t count) {
    cast->first = first;
    cast->count = count;
    memset(cast->kept, 0, count * sizeof *cast->kept);
    if (cast->found)
        memset(cast->found, 0, count * sizeof *cast->found);
    for (uint32_t i = 0; i < count; i++)
        cast->limit[i] = 1.0f;
}

/* By time, then layer, then slot; tiles and walls have the layers after all others, and one hit each. */
static bool is_before(const hail_query_hit *a, const hail_query_hit *b) {
    if (a->t != b->t)
        return a->t < b->t;
    return a->layer != b->layer ? a->layer < b->layer : a->body.slot < b->body.slot;
}

/* Puts a hit where the heap's element `at` is missing, below which the heap has `count`. */
static void sink(hail_query_hit *heap, uint32_t count, uint32_t at, const hail_query_hit *hit) {
    for (uint32_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && is_before(&heap[child], &heap[child + 1]);
        if (!is_before(hit, &heap[child]))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = *hit;
}

static void make_heap(hail_query_hit *hits, uint32_t count) {
    for (uint32_t at = count / 2; at-- > 0;) {
        const hail_query_hit own = hits[at];
        sink(hits, count, at, &own);
    }
}

/* Hits from the last to the first are a heap. */
static void reverse(hail_query_hit *hits, uint32_t count) {
    for (uint32_t low = 0, high = count; low + 1 < high--; low++) {
        const hail_query_hit first = hits[low];
        hits[low] = hits[high];
        hits[high] = first;
    }
}

void hail_cast_keep(hail_cast *cast, uint32_t query, const hail_query_hit *hit) {
    if (!cast->capacity) /* hits are only counted */
        return;
    hail_query_hit *heap = cast->hits + query * cast->capacity;
    if (cast->kept[query] && cast->sorted[query])
        reverse(heap, cast->kept[query]);
    cast->sorted[query] = false;
    if (cast->kept[query] < cast->capacity) {
        heap[cast->kept[query]++] = *hit;
        if (cast->kept[query] == cast->capacity)
            make_heap(heap, cast->kept[query]);
    } else if (is_before(hit, heap))
        sink(heap, cast->kept[query], 0, hit);
    if (cast->sight)
        cast->limit[query] = -1.0f;
    else if (!cast->counting && cast->kept[query] == cast->capacity)
        cast->limit[query] = heap->t;
}

void hail_cast_add(hail_cast *cast, uint32_t query, const hail_query_hit *hit) {
    if (cast->found)
        cast->found[query]++;
    hail_cast_keep(cast, query, hit);
}

static void sort_heap(hail_query_hit *heap, uint32_t count) {
    while (count > 1) {
        const hail_query_hit last = heap[--count];
        heap[count] = heap[0];
        sink(heap, count, 0, &last);
    }
}

void hail_cast_finish(hail_cast *cast) {
    for (uint32_t i = 0; i < cast->count && cast->capacity && !cast->sight; i++) {
        hail_query_hit *hits = cast->hits + i * cast->capacity;
        if (cast->kept[i] > 1 && !cast->unordered && !cast->sorted[i]) {
            make_heap(hits, cast->kept[i]);
            sort_heap(hits, cast->kept[i]);
        }
        if (cast->kept[i] < cast->capacity)
            hits[cast->kept[i]] = (hail_query_hit){0};
    }
}
