/* engine/base/memory.c - state and scratch blocks from the caller's allocator, or from malloc. */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* madvise */
#endif

#include "memory.h"

#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#include <sys/mman.h>
#endif

enum { LARGE = 1 << 22, HUGE_PAGE = 1 << 21, PAGE = 4096 }; /* bytes */

/* Large blocks are accessed at random, body by body and contact by contact. With ordinary pages nearly every access
 * would miss the TLB too. The call is only a hint. */
static void ask_for_huge_pages(void *data, size_t size) {
#if defined(MADV_HUGEPAGE)
    (void)madvise(data, size, MADV_HUGEPAGE);
#else
    (void)data;
    (void)size;
#endif
}

/* malloc with an alignment: the address of malloc's block is stored just before the aligned pointer. Large blocks start
 * at different offsets within a huge page; otherwise equal indices of different blocks would compete for the same cache
 * lines. */
static void *default_allocate(void *user, size_t size, size_t align) {
    (void)user;
    const bool large = size >= LARGE;
    const size_t unit = large ? HUGE_PAGE : align;
    if (size > SIZE_MAX / 2)
        return NULL;
    char *block = malloc(size + unit + align + (large ? PAGE : 0));
    if (!block)
        return NULL;
    char *aligned = block + (unit - (uintptr_t)block % unit) % unit;
    size_t offset = align;
    if (large) {
        ask_for_huge_pages(aligned, size);
        offset += (uintptr_t)block / HUGE_PAGE * 7 * align % PAGE; /* 7 alignments per huge page */
    }
    memcpy(aligned + offset - sizeof block, &block, sizeof block);
    return aligned + offset;
}

static void default_release(void *user, void *pointer, size_t size, size_t align) {
    (void)user;
    (void)size;
    (void)align;
    void *block;
    memcpy(&block, (char *)pointer - sizeof(void *), sizeof block);
    free(block);
}

void hail_heap_init(hail_heap *heap, const hail_context *context) {
    *heap = (hail_heap){.allocator = {.allocate = default_allocate, .release = default_release}};
    if (context && context->allocator.allocate)
        heap->allocator = context->allocator;
    heap->error = context ? context->error : NULL;
}

/* held: the counter of such memory. */
static void *take(hail_heap *heap, size_t bytes, size_t *held) {
    heap->calls++;
    void *data = heap->allocator.allocate(heap->allocator.user, bytes, HAIL_ALIGN);
    *held += data ? bytes : 0;
    return data;
}

static void give(hail_heap *heap, void *data, size_t bytes, size_t *held) {
    if (!data)
        return;
    heap->allocator.release(heap->allocator.user, data, bytes, HAIL_ALIGN);
    *held -= bytes;
}

void *hail_state_new(hail_heap *heap, size_t bytes) {
    void *data = take(heap, bytes, &heap->state);
    return data ? memset(data, 0, bytes) : NULL;
}

void hail_state_free(hail_heap *heap, void *data, size_t bytes) { give(heap, data, bytes, &heap->state); }

bool hail_state_grow(hail_heap *heap, hail_buffer *buffer, size_t bytes) {
    if (bytes <= buffer->bytes)
        return true;
    void *data = hail_state_new(heap, bytes);
    if (!data)
        return false;
    if (buffer->data)
        memcpy(data, buffer->data, buffer->bytes);
    hail_state_free(heap, buffer->data, buffer->bytes);
    *buffer = (hail_buffer){data, bytes};
    return true;
}

static bool scratch_grow(hail_heap *heap, hail_buffer *buffer, size_t bytes, bool keep) {
    if (bytes <= buffer->bytes)
        return true;
    /* Grows by at least half, so that a slowly growing world allocates rarely. */
    size_t want = buffer->bytes + buffer->bytes / 2;
    want = want > bytes ? want : bytes;
    want = (want + HAIL_ALIGN - 1) / HAIL_ALIGN * HAIL_ALIGN;
    void *data = take(heap, want, &heap->scratch);
    if (!data)
        return false;
    if (keep && buffer->data)
        memcpy(data, buffer->data, buffer->bytes);
    give(heap, buffer->data, buffer->bytes, &heap->scratch);
    *buffer = (hail_buffer){data, want};
    return true;
}

bool hail_scratch_grow(hail_heap *heap, hail_buffer *buffer, size_t bytes) {
    return scratch_grow(heap, buffer, bytes, false);
}

bool hail_scratch_keep(hail_heap *heap, hail_buffer *buffer, size_t bytes) {
    return scratch_grow(heap, buffer, bytes, true);
}

void hail_scratch_free(hail_heap *heap, hail_buffer *buffer) {
    give(heap, buffer->data, buffer->bytes, &heap->scratch);
    *buffer = (hail_buffer){0};
}

void *hail_scratch_new(hail_heap *heap, size_t bytes) {
    void *data = take(heap, bytes, &heap->scratch);
    return data ? memset(data, 0, bytes) : NULL;
}

void hail_scratch_delete(hail_heap *heap, void *data, size_t bytes) { give(heap, data, bytes, &heap->scratch); }
