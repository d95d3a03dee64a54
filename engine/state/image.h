/* engine/state/image.h - the format of a saved world: 32-bit words, little endian; numbers of 64 bits are two words,
 * the lower one first. Every section begins at a multiple of 8 bytes.
 *
 *   head       IMAGE_HEAD words (hail_image_word)
 *   layers     IMAGE_LAYER words each (hail_layer_record), by number; no blank ones
 *   rules      RULE_WORDS words each (rule_words.h), in order of layers
 *   slots      2 words each: generation, location, as in hail_slot
 *   columns    of each layer, in the order of layer.h: its elements, and padding
 *   runs       2 words each: count; a, b and users in bytes
 *   touching   4 words each, of all runs: a and b
 *   users      4 words each, of the pairs of runs with users: those of a and of b
 *   remembered IMAGE_REMEMBERED words each (hail_remembered_record), in order of contacts */
#ifndef HAIL_STATE_IMAGE_H
#define HAIL_STATE_IMAGE_H

#include <string.h>

#include "compiler.h"
#include "rule_words.h"
#include "state_parts.h"

enum { IMAGE_VERSION = 1, IMAGE_MAGIC = 0x4c494148 /* "HAIL" */, IMAGE_UNCHECKED = 1 /* flag: it has no checksum */ };

enum {
    HEAD_MAGIC,
    HEAD_VERSION,
    HEAD_FLAGS,
    HEAD_SET,           /* hail_shapeset.number */
    HEAD_SIZE = 4,      /* bytes; 2 words, as the next four */
    HEAD_CHECKSUM = 6,  /* of all that follows; 0 if it has none */
    HEAD_STEP = 8,      /* hail_step_stats.step */
    HEAD_EDITS = 10,    /* hail_shapeset.edits */
    HEAD_PIERCING = 12, /* hail_pair_memory.piercing */
    HEAD_OPTIONS = 14,  /* OPTION_WORDS words */
    HEAD_SLOTS = HEAD_OPTIONS + OPTION_WORDS,
    HEAD_FREE_SLOT,
    HEAD_LIVE,
    HEAD_LAYERS,
    HEAD_RULES,
    HEAD_RUNS,
    HEAD_TOUCHING,
    HEAD_USERS, /* touching pairs with users */
    HEAD_REMEMBERED,
    HEAD_FOLLOWED, /* 1: remembered pairs follow the rules as they are */
    IMAGE_HEAD = (HEAD_FOLLOWED + 2) / 2 * 2,
    IMAGE_HASHED = HEAD_STEP /* the checksum covers what begins here */
};

/* A layer's record. */
enum {
    LAYER_NUMBER,
    LAYER_COLUMNS,
    LAYER_BOUNDS,
    LAYER_CALLER_MOVED,
    LAYER_ACTIVE,
    LAYER_DISABLED,
    LAYER_COUNT,
    LAYER_UNIFORM, /* hail_layer.uniform_shape, polygons and composed */
    LAYER_POLYGONS,
    LAYER_COMPOSED,
    IMAGE_LAYER = (LAYER_COMPOSED + 2) / 2 * 2
};

/* A remembered pair's record. Its age is how many steps ago it was reported, or found last. */
enum { PAIR_LAYERS, PAIR_TIME, PAIR_A, PAIR_B = PAIR_A + 2, PAIR_AGE = PAIR_B + 2, IMAGE_REMEMBERED = PAIR_AGE + 2 };

enum { SLOT_WORDS = 2, RUN_WORDS = 2, TOUCHING_WORDS = 4, USERS_WORDS = 4, WORD_BYTES = 4 };

/* Where sections begin, in bytes. */
typedef struct hail_state_image {
    const uint8_t *bytes;
    uint64_t size, layers, rules, slots, columns, runs, touching, users, remembered;
} hail_state_image;

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

/* A word of a section that begins at `section`. */
static inline uint32_t image_word(const hail_state_image *image, uint64_t section, uint64_t word) {
    return image_load(image->bytes + section + word * WORD_BYTES);
}
static inline uint64_t image_wide(const hail_state_image *image, uint64_t section, uint64_t word) {
    return image_load_wide(image->bytes + section + word * WORD_BYTES);
}
static inline uint32_t image_head(const hail_state_image *image, uint32_t word) { return image_word(image, 0, word); }

/* Copies elements of 4 or 8 bytes between memory and an image. */
void hail_image_get(void *to, const uint8_t *from, size_t count, size_t element);
void hail_image_put(uint8_t *to, const void *from, size_t count, size_t element);

/* Bytes that a column of so many elements takes. */
static inline uint64_t image_column_bytes(uint64_t count, uint32_t element) { return (count * element + 7) / 8 * 8; }

/* Bytes that a layer's columns take. */
uint64_t hail_image_columns_bytes(uint32_t columns, uint32_t count);

/* Finds the sections of an image whose head and records of layers say how long they are. False: it is not as long as
 * they say. */
bool hail_image_open(hail_state_image *image, const uint8_t *bytes, size_t size);

uint64_t hail_image_checksum(const uint8_t *bytes, uint64_t size);

/* Checks all that is in an image, so that a world can be made of it. */
hail_status hail_image_check(const hail_world *world, const hail_state_image *image);

/* Checks the shapes that an image's bodies have. */
hail_status hail_image_check_shapes(const hail_world *world, const hail_state_image *image);

#endif
