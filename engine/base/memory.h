/* engine/base/memory.h - the caller's allocator, with counters.
 *
 * State memory holds what a saved game needs; scratch memory holds what is only used during a call. */
#ifndef HAIL_BASE_MEMORY_H
#define HAIL_BASE_MEMORY_H

#include <hail/base.h>

typedef struct hail_heap {
    hail_allocator allocator;
    hail_error *error;     /* the context's */
    uint64_t calls;        /* of allocate */
    size_t state, scratch; /* bytes */
} hail_heap;

/* A block that only grows. */
typedef struct hail_buffer {
    void *data;
    size_t bytes;
} hail_buffer;

enum { HAIL_ALIGN = 64 };

/* Starts with no memory. context NULL, or without an allocator: malloc and free. */
void hail_heap_init(hail_heap *heap, const hail_context *context);

/* A context with the same memory and the same error. */
static inline hail_context heap_context(const hail_heap *heap) {
    return (hail_context){.allocator = heap->allocator, .error = heap->error};
}

/* Allocates `bytes` (above 0) of zeroed state memory. NULL: out of memory. */
void *hail_state_new(hail_heap *heap, size_t bytes);

/* Frees state memory of that size. data NULL: nothing. */
void hail_state_free(hail_heap *heap, void *data, size_t bytes);

/* Grows a state block to at least `bytes`; keeps its content and zeroes the rest. False: no memory; the block is
 * unchanged. */
bool hail_state_grow(hail_heap *heap, hail_buffer *buffer, size_t bytes);

/* Grows a scratch block to at least `bytes`; if it grows, its content is lost. False: no memory; the block is
 * unchanged. */
bool hail_scratch_grow(hail_heap *heap, hail_buffer *buffer, size_t bytes);

/* The same, but keeps the content. */
bool hail_scratch_keep(hail_heap *heap, hail_buffer *buffer, size_t bytes);

/* Frees a scratch block and leaves it empty. */
void hail_scratch_free(hail_heap *heap, hail_buffer *buffer);

/* Allocates `bytes` (above 0) of zeroed scratch memory for a struct. NULL: out of memory. */
void *hail_scratch_new(hail_heap *heap, size_t bytes);

/* Frees scratch memory of that size. data NULL: nothing. */
void hail_scratch_delete(hail_heap *heap, void *data, size_t bytes);

#endif
