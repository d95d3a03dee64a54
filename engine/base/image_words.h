/* engine/base/image_words.h - what all images (of worlds, tile maps, sector maps) have in common: 32-bit words, an even
 * number of them, little endian; numbers of 64 bits are two words, the lower one first; the beginning of their heads,
 * and a checksum. */
#ifndef HAIL_BASE_IMAGE_WORDS_H
#define HAIL_BASE_IMAGE_WORDS_H

#include <string.h>

#include <hail/base.h>

#include "compiler.h"

enum { WORD_BYTES = 4, IMAGE_UNCHECKED = 1 /* flag: it has no checksum */ };

/* The words that every head begins with. */
enum {
    HEAD_MAGIC,
    HEAD_VERSION,
    HEAD_FLAGS,
    HEAD_OWN,          /* each format's own */
    HEAD_SIZE = 4,     /* bytes; 2 words */
    HEAD_CHECKSUM = 6, /* of all that follows; 2 words; 0 if it has none */
    HEAD_COMMON = 8
};

typedef struct hail_image_format {
    uint32_t magic, version;
    uint32_t head;      /* words */
    const char *others; /* what an image with another magic is told */
} hail_image_format;

static inline uint32_t image_load(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}
static inline uint64_t image_load_wide(const uint8_t *at) {
    return image_load(at) | (uint64_t)image_load(at + 4) << 32;
}

static inline void image_store(uint8_t *at, uint32_t word) {
    for (int b = 0; b < WORD_BYTES; b++)
        at[b] = (uint8_t)(word >> 8 * b);
}
static inline void image_store_wide(uint8_t *at, uint64_t number) {
    image_store(at, (uint32_t)number);
    image_store(at + WORD_BYTES, (uint32_t)(number >> 32));
}

static inline uint32_t head_word(const uint8_t *bytes, uint32_t word) {
    return image_load(bytes + (size_t)word * WORD_BYTES);
}
static inline uint64_t head_wide(const uint8_t *bytes, uint32_t word) {
    return image_load_wide(bytes + (size_t)word * WORD_BYTES);
}

/* Copies elements of 4 or 8 bytes between memory and an image. */
void hail_image_get(void *to, const uint8_t *from, size_t count, size_t element);
void hail_image_put(uint8_t *to, const void *from, size_t count, size_t element);

/* Whether elements of 4 or 8 bytes in memory are those of an image. */
bool hail_image_equal(const void *memory, const uint8_t *image, size_t count, size_t element);

/* A digest of all that follows the words that every head begins with. */
uint64_t hail_image_checksum(const uint8_t *bytes, uint64_t size);

/* Writes an image's head, whose own words are given. */
void hail_image_put_head(uint8_t *image, uint32_t *head, const hail_image_format *format, uint64_t size);

/* Ends an image: with its checksum or, with HAIL_TRUSTED, as one that has none. */
void hail_image_seal(uint8_t *image, uint32_t flags);

/* Checks the arguments of a call that saves or restores. known: the flags that it takes. */
hail_status hail_image_check_given(hail_error *error, uint32_t flags, uint32_t known, const void *image);

/* Checks that bytes are an image of this format, and not longer than they are. */
hail_status hail_image_check_head(hail_error *error, const hail_image_format *format, const uint8_t *bytes,
                                  size_t size);

/* Checks that the words from `first` on are these; problem: what is said of each that is not. */
hail_status hail_image_check_words(hail_error *error, const uint8_t *bytes, uint32_t first, const uint32_t *words,
                                   const char *const *problem, uint32_t count);

/* The hash of a map: of a sum over what it consists of, and of its options. Never 0, which stands for no map. */
uint64_t hail_map_hash(uint64_t sum, const uint32_t *options, uint32_t count);

/* Checks an image's flags and checksum. */
hail_status hail_image_check_sum(hail_error *error, const uint8_t *bytes);

#endif
