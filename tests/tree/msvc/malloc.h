/* tests/tree/msvc/malloc.h - as much of Windows' as Hail and SIMDe name, for a parser alone. */
#ifndef HAIL_TESTS_MSVC_MALLOC_H
#define HAIL_TESTS_MSVC_MALLOC_H

#include <stddef.h>

void *_aligned_malloc(size_t size, size_t align);
void _aligned_free(void *block);

#endif
