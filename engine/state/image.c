/* engine/state/image.c - the sections of an image, its elements, its checksum. */
#include "image.h"

#include "digest.h"
#include "world/layers.h"

#if HAIL_BIG_ENDIAN
void hail_image_get(void *to, const uint8_t *from, size_t count, size_t element) {
    for (size_t i = 0; element == WORD_BYTES && i < count; i++)
        ((uint32_t *)to)[i] = image_load(from + i * WORD_BYTES);
    for (size_t i = 0; element != WORD_BYTES && i < count; i++)
        ((uint64_t *)to)[i] = image_load_wide(from + i * 2 * WORD_BYTES);
}

void hail_image_put(uint8_t *to, const void *from, size_t count, size_t element) {
    for (size_t i = 0; element == WORD_BYTES && i < count; i++)
        image_store(to + i * WORD_BYTES, ((const uint32_t *)from)[i]);
    for (size_t i = 0; element != WORD_BYTES && i < count; i++)
        image_store_wide(to + i * 2 * WORD_BYTES, ((const uint64_t *)from)[i]);
}
#else
void hail_image_get(void *to, const uint8_t *from, size_t count, size_t element) {
    if (count)
        memcpy(to, from, count * element);
}

void hail_image_put(uint8_t *to, const void *from, size_t count, size_t element) {
    if (count)
        memcpy(to, from, count * element);
}
#endif

uint64_t hail_image_columns_bytes(uint32_t columns, uint32_t count) {
    uint64_t bytes = 0;
    for (int c = 0; c < COLUMN_COUNT; c++)
        bytes += hail_layer_has(columns, c) ? image_column_bytes(count, hail_layer_element[c]) : 0;
    return bytes;
}

/* Numbers are below 2^32 and products below 2^38, so that no sum of 64 layers overflows. */
bool hail_image_open(hail_state_image *image, const uint8_t *bytes, size_t size) {
    *image = (hail_state_image){.bytes = bytes, .size = size, .layers = IMAGE_HEAD * WORD_BYTES};
    if (size < IMAGE_HEAD * WORD_BYTES || image_wide(image, 0, HEAD_SIZE) > size)
        return false;
    image->size = image_wide(image, 0, HEAD_SIZE);
    const uint64_t layers = image_head(image, HEAD_LAYERS);
    image->rules = image->layers + layers * IMAGE_LAYER * WORD_BYTES;
    if (layers > HAIL_MAX_LAYERS || image->rules > image->size)
        return false;
    image->slots = image->rules + (uint64_t)image_head(image, HEAD_RULES) * RULE_WORDS * WORD_BYTES;
    image->columns = image->slots + (uint64_t)image_head(image, HEAD_SLOTS) * SLOT_WORDS * WORD_BYTES;
    image->runs = image->columns;
    for (uint64_t l = 0; l < layers; l++)
        image->runs += hail_image_columns_bytes(image_word(image, image->layers, l * IMAGE_LAYER + LAYER_COLUMNS),
                                                image_word(image, image->layers, l * IMAGE_LAYER + LAYER_COUNT));
    image->touching = image->runs + (uint64_t)image_head(image, HEAD_RUNS) * RUN_WORDS * WORD_BYTES;
    image->users = image->touching + (uint64_t)image_head(image, HEAD_TOUCHING) * TOUCHING_WORDS * WORD_BYTES;
    image->remembered = image->users + (uint64_t)image_head(image, HEAD_USERS) * USERS_WORDS * WORD_BYTES;
    return image->size ==
           image->remembered + (uint64_t)image_head(image, HEAD_REMEMBERED) * IMAGE_REMEMBERED * WORD_BYTES;
}

uint64_t hail_image_checksum(const uint8_t *bytes, uint64_t size) {
    enum { CHAINS = 4 }; /* side by side: each number waits for the one before it */
    uint64_t digest[CHAINS] = {size, 1, 2, 3}, at = IMAGE_HASHED * WORD_BYTES;
    for (; at + CHAINS * 8 <= size; at += CHAINS * 8)
        for (uint32_t c = 0; c < CHAINS; c++)
            digest[c] = digest_add(digest[c], image_load_wide(bytes + at + c * 8));
    for (; at + 8 <= size; at += 8)
        digest[0] = digest_add(digest[0], image_load_wide(bytes + at));
    return digest_add(digest_add(digest_add(digest[0], digest[1]), digest[2]), digest[3]);
}
