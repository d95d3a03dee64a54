/* engine/outline/pixel_islands.c - joins each span of pixels to the spans that it touches in the row above (A.
 * Rosenfeld, J. Pfaltz, Sequential operations in digital picture processing, 1966). */
#include "pixel_islands.h"

#include <hail/sprite.h>

#include "pixel_sums.h"

/* A row's spans from left to right, alternately clear and opaque. The first and the last are clear, and reach a pixel
 * beyond the mask's opaque pixels, so that they touch those of other rows. */
typedef struct pixel_row {
    uint32_t count;
    int32_t end[HAIL_MAX_SPRITE + 3]; /* where each span ends: a column */
    uint32_t island[HAIL_MAX_SPRITE + 3];
} pixel_row;

typedef struct island_search {
    hail_heap *heap;
    const hail_mask *mask;
    hail_buffer *islands;
    uint32_t count;
    pixel_row rows[2];
} island_search;

static void read_row(const hail_mask *mask, int32_t y, pixel_row *r) {
    r->count = 0;
    uint64_t last = 0; /* the pixel before this word's first */
    for (int32_t word = mask->left / 64; y < mask->bottom && word * 64 < mask->right; word++) {
        const uint64_t bits = mask_bits(mask, y, word);
        for (uint64_t change = bits ^ (bits << 1 | last); change; change &= change - 1)
            r->end[r->count++] = word * 64 + bits_first(change);
        last = bits >> 63;
    }
    if (r->count % 2)
        r->end[r->count++] = mask->right;
    r->end[r->count++] = mask->right + 1;
}

/* Joins two numbers: they stand for the same island or hole. */
static uint32_t join(hail_island *islands, uint32_t a, uint32_t b) {
    a = island_first(islands, a);
    b = island_first(islands, b);
    if (a == b)
        return a;
    const uint32_t first = a < b ? a : b, other = a < b ? b : a;
    islands[other].same = first;
    islands[first].pixels += islands[other].pixels;
    return first;
}

static bool add(island_search *s, uint32_t around, int32_t x, int32_t y) {
    if (!hail_scratch_keep(s->heap, s->islands, (s->count + (size_t)1) * sizeof(hail_island)))
        return false;
    ((hail_island *)s->islands->data)[s->count] =
        (hail_island){.same = s->count, .around = around, .x = (uint16_t)x, .y = (uint16_t)y};
    s->count++;
    return true;
}

/* Returns the number of the spans of its kind in the row above that span i touches; UINT32_MAX: it touches none. *from:
 * the first span above that may touch it or a later one. Opaque spans must share a column, clear ones a corner at
 * least.
 */
static uint32_t number_above(island_search *s, const pixel_row *above, uint32_t i, int32_t start, int32_t end,
                             uint32_t *from) {
    const int32_t share = i % 2 ? 1 : 0;
    uint32_t number = UINT32_MAX;
    while (above->end[*from] < start)
        ++*from;
    for (uint32_t k = *from; k < above->count; k++) {
        const int32_t first = k ? above->end[k - 1] : s->mask->left - 1;
        if (first + share > end)
            break;
        if (k % 2 == i % 2 && above->end[k] - share >= start)
            number = number == UINT32_MAX ? above->island[k] : join(s->islands->data, number, above->island[k]);
    }
    return number;
}

static bool number_row(island_search *s, const pixel_row *above, pixel_row *r, int32_t y) {
    uint32_t from = 0;
    int32_t start = s->mask->left - 1;
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t number = number_above(s, above, i, start, r->end[i], &from);
        if (number == UINT32_MAX) {
            number = s->count;
            if (!add(s, r->island[i - 1], start, y)) /* it lies in what is to the left of its first pixel */
                return false;
        }
        hail_island *islands = s->islands->data;
        islands[island_first(islands, number)].pixels += (uint32_t)(r->end[i] - start);
        r->island[i] = number;
        start = r->end[i];
    }
    return true;
}

static bool search_rows(island_search *s) {
    pixel_row *above = &s->rows[0], *r = &s->rows[1];
    read_row(s->mask, s->mask->bottom, above);
    above->island[0] = 0;
    if (!add(s, 0, 0, 0))
        return false;
    for (int32_t y = s->mask->top; y <= s->mask->bottom; y++) {
        read_row(s->mask, y, r);
        if (!number_row(s, above, r, y))
            return false;
        pixel_row *swap = above;
        above = r;
        r = swap;
    }
    return true;
}

bool hail_find_islands(hail_heap *heap, const hail_mask *mask, hail_buffer *islands, uint32_t *count) {
    hail_buffer memory = {0};
    if (!hail_scratch_grow(heap, &memory, sizeof(island_search)))
        return false;
    island_search *s = memory.data;
    s->heap = heap;
    s->mask = mask;
    s->islands = islands;
    s->count = 0;
    const bool found = search_rows(s);
    *count = s->count;
    hail_scratch_free(heap, &memory);
    return found;
}
