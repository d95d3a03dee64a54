/* tests/shared/mix.h - a digest of bytes (FNV-1a). */
#ifndef HAIL_TESTS_MIX_H
#define HAIL_TESTS_MIX_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t mix(uint64_t digest, const void *bytes, size_t size) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++)
        digest = (digest ^ byte[i]) * 0x100000001b3u;
    return digest;
}

#endif
