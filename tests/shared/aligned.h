/* tests/shared/aligned.h - aligned memory; Windows lacks C11's aligned_alloc. */
#ifndef HAIL_TESTS_ALIGNED_H
#define HAIL_TESTS_ALIGNED_H

#include <stdlib.h>
#if defined(_WIN32)
#include <malloc.h>
#endif

/* `align` is a power of two up to 64. NULL: no memory. */
static inline void *aligned_take(size_t size, size_t align) {
    const size_t at = align < sizeof(void *) ? sizeof(void *) : align;
#if defined(_WIN32)
    return _aligned_malloc(size, at);
#else
    return aligned_alloc(at, (size + 63) / 64 * 64);
#endif
}

static inline void aligned_give_back(void *block) {
#if defined(_WIN32)
    _aligned_free(block);
#else
    free(block);
#endif
}

#endif
