/* engine/base/image_words.c - the elements, heads and checksums of images. */
#include "image_words.h"

#include "error.h"
#include "digest.h"

/* An element lies in memory as in an image or, on big-endian machines, the other way round. */
static void copy_elements(uint8_t *to, const uint8_t *from, size_t count, size_t element) {
    for (size_t i = 0; HAIL_BIG_ENDIAN && i < count * element; i++)
        to[i] = from[i / element * element + (element - 1 - i % element)];
    if (!HAIL_BIG_ENDIAN && count)
        memcpy(to, from, count * element);
}

void hail_image_get(void *to, const uint8_t *from, size_t count, size_t element) {
    copy_elements(to, from, count, element);
}

void hail_image_put(uint8_t *to, const void *from, size_t count, size_t element) {
    copy_elements(to, from, count, element);
}

bool hail_image_equal(const void *memory, const uint8_t *image, size_t count, size_t element) {
    const uint8_t *bytes = memory;
    size_t i = 0;
    while (HAIL_BIG_ENDIAN && i < count * element &&
           bytes[i] == image[i / element * element + (element - 1 - i % element)])
        i++;
    return HAIL_BIG_ENDIAN ? i == count * element : !count || memcmp(memory, image, count * element) == 0;
}

uint64_t hail_image_checksum(const uint8_t *bytes, uint64_t size) {
    enum { CHAINS = 4 }; /* side by side: each number waits for the one before it */
    uint64_t digest[CHAINS] = {size, 1, 2, 3}, at = HEAD_COMMON * WORD_BYTES;
    for (; at + CHAINS * 8 <= size; at += CHAINS * 8)
        for (uint32_t c = 0; c < CHAINS; c++)
            digest[c] = digest_add(digest[c], image_load_wide(bytes + at + c * 8));
    for (; at + 8 <= size; at += 8)
        digest[0] = digest_add(digest[0], image_load_wide(bytes + at));
    return digest_add(digest_add(digest_add(digest[0], digest[1]), digest[2]), digest[3]);
}

uint64_t hail_map_hash(uint64_t sum, const uint32_t *options, uint32_t count) {
    const uint64_t hash = digest_mix(digest_words(sum, options, count));
    return hash ? hash : 1;
}

/* ---- Saving ------------------------------------------------------------------------------------------------------ */

void hail_image_put_head(uint8_t *image, uint32_t *head, const hail_image_format *format, uint64_t size) {
    head[HEAD_MAGIC] = format->magic;
    head[HEAD_VERSION] = format->version;
    hail_image_put(image, head, format->head, WORD_BYTES);
    image_store_wide(image + HEAD_SIZE * WORD_BYTES, size);
}

void hail_image_seal(uint8_t *image, uint32_t flags) {
    const bool trusted = flags & HAIL_TRUSTED;
    image_store(image + HEAD_FLAGS * WORD_BYTES, trusted ? IMAGE_UNCHECKED : 0);
    image_store_wide(image + HEAD_CHECKSUM * WORD_BYTES,
                     trusted ? 0 : hail_image_checksum(image, head_wide(image, HEAD_SIZE)));
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

hail_status hail_image_check_given(hail_error *error, uint32_t flags, uint32_t known, const void *image) {
    if (flags & ~known)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "flags", "has an unknown flag");
    return image ? HAIL_OK : hail_fail_null(error, "image");
}

hail_status hail_image_check_head(hail_error *error, const hail_image_format *format, const uint8_t *bytes,
                                  size_t size) {
    if (size < (size_t)format->head * WORD_BYTES)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "size", "is less than an image takes");
    if (head_word(bytes, HEAD_MAGIC) != format->magic)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "image", format->others);
    if (head_word(bytes, HEAD_VERSION) != format->version)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "image", "is of another version");
    if (head_wide(bytes, HEAD_SIZE) > size || head_wide(bytes, HEAD_SIZE) % 8)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "image", "is cut short or corrupt");
    return HAIL_OK;
}

hail_status hail_image_check_words(hail_error *error, const uint8_t *bytes, uint32_t first, const uint32_t *words,
                                   const char *const *problem, uint32_t count) {
    for (uint32_t w = 0; w < count; w++)
        if (head_word(bytes, first + w) != words[w])
            return hail_fail(error, HAIL_BAD_ARGUMENT, "image", problem[w]);
    return HAIL_OK;
}

hail_status hail_image_check_sum(hail_error *error, const uint8_t *bytes) {
    if (head_word(bytes, HEAD_FLAGS) == IMAGE_UNCHECKED)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "image", "was saved with HAIL_TRUSTED: it has no checksum");
    if (head_word(bytes, HEAD_FLAGS) ||
        head_wide(bytes, HEAD_CHECKSUM) != hail_image_checksum(bytes, head_wide(bytes, HEAD_SIZE)))
        return hail_fail(error, HAIL_BAD_ARGUMENT, "image", "is corrupt: its checksum is another one");
    return HAIL_OK;
}
