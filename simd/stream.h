/* simd/stream.h - writes whole cache lines past the cache, where the machine can: lines that are read again only after
 * much else would be fetched first, and would drive out what is needed sooner. */
#ifndef HAIL_SIMD_STREAM_H
#define HAIL_SIMD_STREAM_H

#include <string.h>

#if defined(__SSE2__) || defined(_M_X64)
#define HAIL_STREAMS 1
#include <emmintrin.h>
#else
#define HAIL_STREAMS 0
#endif

/* Copies 16 floats to a line that starts at a multiple of 64 bytes. */
static inline void stream_line(float *to, const float *from) {
#if HAIL_STREAMS
    for (int i = 0; i < 16; i += 4)
        _mm_stream_ps(to + i, _mm_loadu_ps(from + i));
#else
    memcpy(to, from, 16 * sizeof *to);
#endif
}

/* Lines streamed before this are seen by other threads before what is written after it. */
static inline void stream_end(void) {
#if HAIL_STREAMS
    _mm_sfence();
#endif
}

#endif
