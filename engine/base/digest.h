/* engine/base/digest.h - a hash of a sequence of 64-bit numbers, in their order: the hashes of worlds and maps, and the
 * checksums of images. */
#ifndef HAIL_BASE_DIGEST_H
#define HAIL_BASE_DIGEST_H

#include <stdint.h>

/* The finalizer of splitmix64 (S. Vigna, public domain): every bit depends on every bit. */
static inline uint64_t digest_mix(uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Takes in one more number. For a given number no two digests become one. */
static inline uint64_t digest_add(uint64_t digest, uint64_t number) {
    digest = (digest ^ number) * 0x9e3779b97f4a7c15u;
    return (digest ^ digest >> 32) * 0xd6e8feb86659fd93u;
}

static inline uint64_t digest_words(uint64_t digest, const uint32_t *words, uint32_t count) {
    for (uint32_t w = 0; w < count; w++)
        digest = digest_add(digest, words[w]);
    return digest;
}

#endif
