/* engine/state/image.c - finds the sections of an image, some of which may lie in its base. */
#include "image.h"

#include "base/error.h"
#include "world/layers.h"

const hail_image_format hail_state_format = {IMAGE_MAGIC, IMAGE_VERSION, IMAGE_HEAD, "is no image of a world"};

uint64_t hail_image_column_at(uint32_t columns, uint32_t count, int column) {
    uint64_t bytes = 0;
    for (int c = 0; c < column; c++)
        bytes += hail_layer_has(columns, c) ? image_column_bytes(count, hail_layer_element[c]) : 0;
    return bytes;
}

const uint8_t *hail_image_columns(const hail_state_image *image, uint32_t number, uint32_t columns, uint32_t count) {
    for (uint64_t l = 0; l < image_head(image, HEAD_LAYERS); l++)
        if (image_layer(image, l, LAYER_NUMBER) == number && image_layer(image, l, LAYER_COLUMNS) == columns &&
            image_layer(image, l, LAYER_COUNT) == count)
            return image->columns_of[l];
    return NULL;
}

/* Finds each layer's columns, from image->spans on, which goes behind them. */
static bool find_columns(hail_state_image *image, const hail_state_image *base) {
    for (uint64_t l = 0; l < image_head(image, HEAD_LAYERS); l++) {
        const uint32_t number = image_layer(image, l, LAYER_NUMBER), columns = image_layer(image, l, LAYER_COLUMNS),
                       count = image_layer(image, l, LAYER_COUNT);
        const bool own = !image_layer(image, l, LAYER_IN_BASE);
        const uint64_t bytes = hail_image_column_at(columns, count, COLUMN_COUNT);
        if (own && bytes > image->size - image->spans)
            return false;
        image->columns_of[l] = own    ? image->bytes + image->spans
                               : base ? hail_image_columns(base, number, columns, count)
                                      : NULL;
        if (!image->columns_of[l])
            return false;
        image->spans += own ? bytes : 0;
    }
    return true;
}

/* Numbers are below 2^32 and products below 2^38, so that no sum overflows. */
bool hail_image_open(hail_state_image *image, const uint8_t *bytes, const hail_state_image *base) {
    *image = (hail_state_image){.bytes = bytes, .size = head_wide(bytes, HEAD_SIZE), .layers = IMAGE_HEAD * WORD_BYTES};
    const uint64_t layers = image_head(image, HEAD_LAYERS);
    image->rules = image->layers + layers * IMAGE_LAYER * WORD_BYTES;
    if (layers > HAIL_MAX_LAYERS || image->rules > image->size)
        return false;
    image->slots = image->rules + image_rules_words(image_head(image, HEAD_RULES)) * WORD_BYTES;
    image->columns = image->slots + (uint64_t)image_head(image, HEAD_SLOTS) * SLOT_WORDS * WORD_BYTES;
    image->spans = image->columns;
    if (image->columns > image->size || !find_columns(image, base))
        return false;
    image->touching = image->spans + (uint64_t)image_head(image, HEAD_SPANS) * SPAN_WORDS * WORD_BYTES;
    image->users = image->touching + (uint64_t)image_head(image, HEAD_TOUCHING) * TOUCHING_WORDS * WORD_BYTES;
    image->remembered = image->users + (uint64_t)image_head(image, HEAD_USERS) * USERS_WORDS * WORD_BYTES;
    image->shapes = image->remembered + (uint64_t)image_head(image, HEAD_REMEMBERED) * IMAGE_REMEMBERED * WORD_BYTES;
    return image->size == image->shapes + image_shapes_words(image_head(image, HEAD_SHAPES)) * WORD_BYTES;
}

hail_status hail_image_open_base(hail_error *error, const void *bytes, size_t size, hail_state_image *base) {
    if (!bytes)
        return hail_fail_null(error, "base");
    if (size < IMAGE_HEAD * WORD_BYTES)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "base_size", "is less than an image takes");
    if (head_word(bytes, HEAD_MAGIC) != IMAGE_MAGIC || head_word(bytes, HEAD_VERSION) != IMAGE_VERSION)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "base", "is no image of a world, or of another version");
    if (head_wide(bytes, HEAD_SIZE) > size || head_wide(bytes, HEAD_BASE))
        return hail_fail(error, HAIL_BAD_ARGUMENT, "base", "is cut short, or needs a base image itself");
    return hail_image_open(base, bytes, NULL) ? HAIL_OK
                                              : hail_fail(error, HAIL_BAD_ARGUMENT, "base", "is cut short or corrupt");
}

bool hail_record_before(const uint8_t *a, const uint8_t *b) {
    const uint32_t of_a = image_load(a + PAIR_LAYERS * WORD_BYTES), of_b = image_load(b + PAIR_LAYERS * WORD_BYTES);
    if (of_a >> 8 != of_b >> 8)
        return of_a >> 8 < of_b >> 8;
    for (uint32_t w = PAIR_A; w <= PAIR_B; w += 2) {
        const uint32_t slot_a = image_load(a + w * WORD_BYTES), slot_b = image_load(b + w * WORD_BYTES);
        if (slot_a != slot_b)
            return slot_a < slot_b;
    }
    return (of_a & 0xff) < (of_b & 0xff);
}

uint64_t hail_image_identity(const hail_state_image *base) { return hail_image_checksum(base->bytes, base->size) | 1; }
