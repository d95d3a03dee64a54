/* engine/base/memory.h - the caller's allocator, counted. State is what a saved game would need; scratch is what only a
 * step uses. */
#ifndef HAIL_BASE_MEMORY_H
#define HAIL_BASE_MEMORY_H

#include <hail/base.h>

typedef struct hail_heap {
    hail_allocator allocator;
    uint64_t calls; /* of allocate */
    size_t state, scratch;
} hail_heap;

/* A block that only grows. */
typedef struct hail_buffer {
    void *data;
    size_t bytes;
} hail_buffer;

enum { HAIL_ALIGN = 64 };

/* NULL: malloc and free. */
void hail_heap_init(hail_heap *heap, const hail_allocator *allocator);

/* State: `bytes` (more than 0), zeroed; NULL when the allocator gives nothing. */
void *hail_state_new(hail_heap *heap, size_t bytes);
void hail_state_free(hail_heap *heap, void *data, size_t bytes);

/* A state block of at least `bytes`, its old content kept and the rest zeroed; false leaves it as it was. */
bool hail_state_grow(hail_heap *heap, hail_buffer *buffer, size_t bytes);

/* A scratch block of at least `bytes`, whose content is lost if it had to grow; false leaves it as it was. */
bool hail_scratch_grow(hail_heap *heap, hail_buffer *buffer, size_t bytes);
/* The same, but what it held is kept. */
bool hail_scratch_keep(hail_heap *heap, hail_buffer *buffer, size_t bytes);
void hail_scratch_free(hail_heap *heap, hail_buffer *buffer);

#endif
