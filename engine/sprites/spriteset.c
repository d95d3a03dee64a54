/* engine/sprites/spriteset.c - sprite sets: images to masks, one by rows and one by columns of words. */
#include <math.h>
#include <string.h>

#include "base/check.h"
#include "sprite_hull.h"
#include "sprite_data.h"
#include "pixel_sums.h"

/* ---- Sets ------------------------------------------------------------------------------------------------------- */

hail_status hail_spriteset_create(const hail_context *context, hail_spriteset **set) {
    HAIL_REQUIRE(hail_check_needed(context_error(context), &(hail_needed){"set", set}, 1));
    *set = NULL;
    HAIL_REQUIRE(context_check(context));
    hail_heap heap;
    hail_heap_init(&heap, context);
    hail_spriteset *made = hail_state_new(&heap, sizeof *made);
    if (!made)
        return hail_fail_memory(heap.error);
    made->heap = heap;
    *set = made;
    return HAIL_OK;
}

void hail_spriteset_destroy(hail_spriteset *set) {
    if (!set)
        return;
    hail_heap heap = set->heap;
    const hail_buffer *buffers[] = {&set->templates, &set->words, &set->masks, &set->frames, &set->u,
                                    &set->v,         &set->hulls, &set->arcs,  &set->images};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        hail_state_free(&heap, buffers[i]->data, buffers[i]->bytes);
    hail_state_free(&heap, set, sizeof *set);
}

hail_status hail_spriteset_measure(const hail_spriteset *set, hail_spriteset_size *size) {
    if (!set || !size)
        return HAIL_BAD_ARGUMENT;
    *size = (hail_spriteset_size){set->count, set->heap.state};
    return HAIL_OK;
}

/* Makes room in a table, which grows by half. */
static bool fit(hail_spriteset *set, hail_buffer *buffer, size_t count, size_t size) {
    const size_t need = count * size, half = buffer->bytes + buffer->bytes / 2;
    return buffer->bytes >= need || (half > need && hail_state_grow(&set->heap, buffer, half)) ||
           hail_state_grow(&set->heap, buffer, need);
}

/* Makes room for words. Keeps the masks' pointers right, even if the call that needed the room fails later. */
static bool fit_words(hail_spriteset *set, size_t count) {
    const void *before = set->words.data;
    const bool fits = fit(set, &set->words, count, sizeof(uint32_t));
    for (uint32_t i = 0; before != set->words.data && i < set->count; i++)
        ((hail_mask *)set->masks.data)[i] = spriteset_mask(set, spriteset_template(set, i));
    return fits;
}

/* ---- Templates -------------------------------------------------------------------------------------------------- */

static void count_pixels(const hail_mask *mask, hail_sprite_info *info) {
    int64_t sum_x = 0, sum_y = 0, count = 0;
    for (int32_t y = (int32_t)info->top; y < (int32_t)info->bottom; y++)
        for (int32_t w = 0; w < (int32_t)(mask->stride / 2); w++) {
            const uint64_t bits = mask_bits(mask, y, w);
            const int64_t n = bits_count(bits);
            count += n;
            sum_x += n * w * 64 + bits_sum(bits);
            sum_y += n * y;
        }
    info->opaque = (uint32_t)count;
    if (count) {
        info->centre_x = (float)((double)sum_x / (double)count + 0.5);
        info->centre_y = (float)((double)sum_y / (double)count + 0.5);
    }
}

static float rounded_up(double a) {
    const float near = (float)a;
    return (double)near < a ? nextafterf(near, INFINITY) : near;
}

/* Zeroed rows for a new template; NULL: no memory. */
static uint32_t *new_rows(hail_spriteset *set, uint32_t width, uint32_t height) {
    const size_t stride = (width + 63) / 64 * 2, words = stride * height;
    if (!fit_words(set, set->word_count + words + 2) ||
        !fit(set, &set->templates, set->count + 1, sizeof(hail_template)) ||
        !fit(set, &set->masks, set->count + 1, sizeof(hail_mask)) ||
        !fit(set, &set->frames, (set->count + 1) * (size_t)HAIL_FRAME_WORDS, sizeof(float)) ||
        !fit(set, &set->hulls, set->count + 1, sizeof(hail_vertex_run)) ||
        !fit(set, &set->arcs, set->count + 1, HAIL_DIRECTIONS * sizeof(uint32_t)) ||
        !fit(set, &set->images, set->count + 1, sizeof(hail_vertex_run)))
        return NULL;
    uint32_t *rows = (uint32_t *)set->words.data + set->word_count;
    memset(rows, 0, words * sizeof *rows);
    return rows;
}

/* Words of the second mask: the opaque bounds and 1 px around them, and a column of zeros. */
static size_t frame_words(const hail_sprite_info *info) {
    return ((size_t)(info->right - info->left + 2 + 31) / 32 + 1) * (info->bottom - info->top + 2);
}

/* Writes the second mask behind the first. */
static void put_columns(hail_spriteset *set, const hail_template *t) {
    const hail_mask mask = spriteset_mask(set, t);
    uint32_t *columns = (uint32_t *)set->words.data + t->columns;
    const int32_t wide = mask.right - mask.left, high = mask.bottom - mask.top, words = (wide + 2 + 31) / 32;
    memset(columns, 0, (frame_words(&t->info) + HAIL_SLACK) * sizeof *columns);
    for (int32_t y = 0; y < high; y++)
        for (int32_t w = 0; w < words; w++) {
            const uint64_t bits = mask_from_or_none(&mask, mask.top + y, mask.left + (w ? w * 32 - 1 : 0));
            columns[(size_t)w * (size_t)(high + 2) + (size_t)y + 1] = (uint32_t)(w ? bits : bits << 1);
        }
}

static void put_frame(hail_spriteset *set, const hail_sprite_info *info) {
    float *frame = (float *)set->frames.data + (size_t)set->count * HAIL_FRAME_WORDS;
    memset(frame, 0, HAIL_FRAME_WORDS * sizeof *frame);
    frame[0] = info->origin_x;
    frame[1] = info->origin_y;
    frame[2] = (float)info->left;
    frame[3] = (float)info->top;
    frame[4] = (float)info->right;
    frame[5] = (float)info->bottom;
}

static hail_status full(const hail_spriteset *set) {
    return hail_fail(set->heap.error, HAIL_FULL, "set", "has no room for another sprite");
}

/* Makes a template of the rows that were written. */
static hail_status finish(hail_spriteset *set, uint32_t width, uint32_t height, float origin_x, float origin_y,
                          uint32_t *sprite) {
    hail_template t = {.info = {.width = width, .height = height, .origin_x = origin_x, .origin_y = origin_y},
                       .rows = set->word_count,
                       .stride = (width + 63) / 64 * 2};
    t.columns = t.rows + (size_t)t.stride * height + 2;
    const hail_mask mask = spriteset_mask(set, &t);
    hail_chains chains;
    const double reach = hail_chains_find(&mask, height, &t.info, &chains);
    if (reach > HAIL_MAX_REACH)
        return hail_fail(set->heap.error, HAIL_TOO_LARGE, "image->origin_x",
                         "and origin_y are further than HAIL_MAX_REACH from an opaque pixel");
    const size_t vertices = (size_t)set->vertex_count + hail_chains_words(&t.info);
    if (vertices > INT32_MAX)
        return full(set);
    const size_t words = t.columns + frame_words(&t.info) + HAIL_SLACK;
    if (!fit(set, &set->u, vertices, sizeof(float)) || !fit(set, &set->v, vertices, sizeof(float)) ||
        !fit_words(set, words))
        return hail_fail_memory(set->heap.error);
    const hail_mask moved = spriteset_mask(set, &t);
    count_pixels(&moved, &t.info);
    t.info.radius = rounded_up(reach);
    ((hail_template *)set->templates.data)[set->count] = t;
    put_columns(set, &t);
    put_frame(set, &t.info);
    hail_chains_put(set, &t.info, &chains);
    ((hail_mask *)set->masks.data)[set->count] = spriteset_mask(set, &t);
    set->word_count = words;
    *sprite = set->count++;
    return HAIL_OK;
}

/* Checks that the last word of each row has no bits beyond the width. */
static hail_status check_bits(hail_error *error, const hail_image *image, size_t pitch) {
    const uint32_t last = image->width % 64;
    for (uint32_t y = 0; last && y < image->height; y++) {
        const size_t word = y * pitch + (image->width + 63) / 64 - 1;
        if (image->bits[word] >> last)
            return hail_fail_at(error, HAIL_BAD_ARGUMENT, "image->bits", word, "has a bit beyond the width");
    }
    return HAIL_OK;
}

static hail_status check_image(const hail_spriteset *set, const hail_image *image, const uint32_t *sprite) {
    hail_error *error = set->heap.error;
    const hail_needed needed[] = {{"image", image}, {"sprite", sprite}};
    HAIL_REQUIRE(hail_check_needed(error, needed, 2));
    if (!image->rgba == !image->bits)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "image->rgba", "and bits: exactly one of them must be given");
    const hail_scalar origin[] = {{"image->origin_x", image->origin_x, -HAIL_MAX_REACH, HAIL_MAX_REACH},
                                  {"image->origin_y", image->origin_y, -HAIL_MAX_REACH, HAIL_MAX_REACH}};
    HAIL_REQUIRE(hail_check_scalars(error, origin, 2));
    HAIL_REQUIRE(hail_check_whole(error, "image->width", image->width, 1, HAIL_MAX_SPRITE));
    HAIL_REQUIRE(hail_check_whole(error, "image->height", image->height, 1, HAIL_MAX_SPRITE));
    HAIL_REQUIRE(hail_check_count(error, "image->pitch", image->pitch));
    const size_t row_size = image->rgba ? (size_t)image->width * 4 : (image->width + 63) / 64;
    if (image->pitch && image->pitch < row_size)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "image->pitch", "is less than a row");
    if (image->bits)
        HAIL_REQUIRE(check_bits(error, image, image->pitch ? image->pitch : row_size));
    return set->count >= HAIL_MAX_SPRITES ? full(set) : HAIL_OK;
}

static void read_rgba(const hail_image *image, uint32_t y, uint32_t *row) {
    const size_t pitch = image->pitch ? image->pitch : (size_t)image->width * 4;
    const uint8_t *alpha = image->rgba + y * pitch + 3, threshold = image->threshold ? image->threshold : 1;
    for (uint32_t x = 0; x < image->width; x++)
        row[x / 32] |= (uint32_t)(alpha[(size_t)x * 4] >= threshold) << x % 32;
}

static void read_bits(const hail_image *image, uint32_t y, uint32_t *row) {
    const uint32_t words = (image->width + 63) / 64;
    const uint64_t *from = image->bits + y * (image->pitch ? image->pitch : words);
    for (uint32_t w = 0; w < words; w++) {
        row[2 * w] = (uint32_t)from[w];
        row[2 * w + 1] = (uint32_t)(from[w] >> 32);
    }
}

hail_status hail_spriteset_add(hail_spriteset *set, const hail_image *image, uint32_t *sprite) {
    if (!set)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(check_image(set, image, sprite));
    uint32_t *rows = new_rows(set, image->width, image->height);
    if (!rows)
        return hail_fail_memory(set->heap.error);
    const size_t stride = (image->width + 63) / 64 * 2;
    for (uint32_t y = 0; y < image->height; y++) {
        if (image->rgba)
            read_rgba(image, y, rows + y * stride);
        else
            read_bits(image, y, rows + y * stride);
    }
    return finish(set, image->width, image->height, image->origin_x, image->origin_y, sprite);
}

/* ---- Stretched copies ------------------------------------------------------------------------------------------- */

/* The source pixel, of `size`, under the centre of pixel i of the copy; -1: none. */
static int32_t source_of(uint32_t i, uint32_t size, float scale) {
    const double at = ((double)i + 0.5) / fabs((double)scale);
    if (at >= (double)size)
        return -1;
    return scale < 0.0f ? (int32_t)size - 1 - (int32_t)at : (int32_t)at;
}

static float stretched_origin(float origin, uint32_t size, float scale) {
    const double from = scale < 0.0f ? (double)size - (double)origin : (double)origin;
    return (float)(from * fabs((double)scale));
}

/* A scale must be from 1/64 to 64, or from -64 to -1/64. */
static hail_scalar scale_of(const char *field, float scale) {
    return scale < 0.0f ? (hail_scalar){field, scale, -64.0f, -1.0f / 64.0f}
                        : (hail_scalar){field, scale, 1.0f / 64.0f, 64.0f};
}

static hail_status check_scales(hail_error *error, float scale_x, float scale_y) {
    const hail_scalar scales[] = {scale_of("scale_x", scale_x), scale_of("scale_y", scale_y)};
    return hail_check_scalars(error, scales, 2);
}

/* Describes the copy: its size and origin. */
static hail_status stretch_info(const hail_spriteset *set, uint32_t sprite, float scale_x, float scale_y,
                                hail_sprite_info *copy) {
    hail_error *error = set->heap.error;
    const hail_sprite_info info = spriteset_template(set, sprite)->info;
    const double width = ceil((double)info.width * fabs((double)scale_x)),
                 height = ceil((double)info.height * fabs((double)scale_y));
    if (width > HAIL_MAX_SPRITE || height > HAIL_MAX_SPRITE)
        return hail_fail(error, HAIL_OUT_OF_RANGE, width > HAIL_MAX_SPRITE ? "scale_x" : "scale_y",
                         "makes the copy larger than HAIL_MAX_SPRITE");
    *copy = (hail_sprite_info){.width = (uint32_t)width,
                               .height = (uint32_t)height,
                               .origin_x = stretched_origin(info.origin_x, info.width, scale_x),
                               .origin_y = stretched_origin(info.origin_y, info.height, scale_y)};
    if (fabsf(copy->origin_x) > HAIL_MAX_REACH || fabsf(copy->origin_y) > HAIL_MAX_REACH)
        return hail_fail(error, HAIL_OUT_OF_RANGE, fabsf(copy->origin_x) > HAIL_MAX_REACH ? "scale_x" : "scale_y",
                         "puts the copy's origin beyond HAIL_MAX_REACH");
    return HAIL_OK;
}

static void stretch_rows(const hail_template *from, const uint32_t *old, const hail_sprite_info *copy, float scale_x,
                         float scale_y, uint32_t *rows) {
    for (uint32_t y = 0; y < copy->height; y++) {
        const int32_t sy = source_of(y, from->info.height, scale_y);
        uint32_t *row = rows + (size_t)y * ((copy->width + 63) / 64 * 2);
        for (uint32_t x = 0; sy >= 0 && x < copy->width; x++) {
            const int32_t sx = source_of(x, from->info.width, scale_x);
            if (sx >= 0)
                row[x / 32] |= (old[(size_t)sy * from->stride + (size_t)sx / 32] >> sx % 32 & 1u) << x % 32;
        }
    }
}

hail_status hail_spriteset_add_stretched(hail_spriteset *set, uint32_t sprite, float scale_x, float scale_y,
                                         uint32_t *copy) {
    if (!set)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_check_needed(set->heap.error, &(hail_needed){"copy", copy}, 1));
    HAIL_REQUIRE(check_scales(set->heap.error, scale_x, scale_y));
    HAIL_REQUIRE(hail_check_below(set->heap.error, "sprite", HAIL_NO_ELEMENT, sprite, set->count));
    hail_sprite_info info = {0};
    HAIL_REQUIRE(stretch_info(set, sprite, scale_x, scale_y, &info));
    if (set->count >= HAIL_MAX_SPRITES)
        return full(set);
    uint32_t *rows = new_rows(set, info.width, info.height);
    if (!rows)
        return hail_fail_memory(set->heap.error);
    const hail_template *from = spriteset_template(set, sprite); /* the table may have moved */
    stretch_rows(from, (const uint32_t *)set->words.data + from->rows, &info, scale_x, scale_y, rows);
    return finish(set, info.width, info.height, info.origin_x, info.origin_y, copy);
}

/* ---- What is in a set ------------------------------------------------------------------------------------------- */

static hail_status check_number(const hail_spriteset *set, uint32_t sprite, const void *out) {
    if (!set || !out)
        return HAIL_BAD_ARGUMENT;
    return sprite < set->count ? HAIL_OK : HAIL_OUT_OF_RANGE;
}

hail_status hail_spriteset_describe(const hail_spriteset *set, uint32_t sprite, hail_sprite_info *info) {
    const hail_status status = check_number(set, sprite, info);
    if (status == HAIL_OK)
        *info = spriteset_template(set, sprite)->info;
    return status;
}

hail_status hail_spriteset_hull(const hail_spriteset *set, uint32_t sprite, float *x, float *y) {
    const hail_status status = x ? check_number(set, sprite, y) : HAIL_BAD_ARGUMENT;
    if (status != HAIL_OK)
        return status;
    const hail_template *t = spriteset_template(set, sprite);
    const hail_vertex_run run = ((const hail_vertex_run *)set->hulls.data)[sprite];
    const float *u = (const float *)set->u.data + run.first, *v = (const float *)set->v.data + run.first;
    for (uint32_t k = 0; k < run.count; k++) { /* whole numbers: rounding took less than a half */
        x[k] = (float)floor((double)u[k] + (double)t->info.origin_x + 0.5);
        y[k] = (float)floor((double)v[k] + (double)t->info.origin_y + 0.5);
    }
    return HAIL_OK;
}

hail_status hail_spriteset_bits(const hail_spriteset *set, uint32_t sprite, uint64_t *rows) {
    const hail_status status = check_number(set, sprite, rows);
    if (status != HAIL_OK)
        return status;
    const hail_template *t = spriteset_template(set, sprite);
    const hail_mask mask = spriteset_mask(set, t);
    const uint32_t words = t->stride / 2;
    for (uint32_t y = 0; y < t->info.height; y++)
        for (uint32_t w = 0; w < words; w++)
            rows[(size_t)y * words + w] = mask_bits(&mask, (int32_t)y, (int32_t)w);
    return HAIL_OK;
}
