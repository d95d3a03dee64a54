/* engine/tiles/tileset.c - tile sets: masks from pixels, and the free squares that rays skip. */
#include <string.h>

#include <hail/convex.h>

#include "base/check.h"
#include "base/digest.h"
#include "tile_data.h"
#include "tile_runs.h"

/* ---- Masks ------------------------------------------------------------------------------------------------------ */

enum { READ_BEYOND = 2 }; /* bytes that gathers read past a field's last */

static size_t area_of(const hail_masks *masks) { return (size_t)masks->width * masks->height; }

bool hail_masks_fit(hail_heap *heap, hail_masks *masks, uint32_t count) {
    const size_t current = masks->solid.bytes / sizeof(uint32_t);
    if (count <= current)
        return true;
    const size_t doubled = current * 2 < 8 ? 8 : current * 2, area = area_of(masks),
                 limit = area ? (size_t)INT32_MAX / area : 0;
    size_t room = count > doubled ? count : doubled;
    room = room > limit ? limit : room;
    return room >= count && hail_state_grow(heap, &masks->rows, room * masks->height * sizeof(uint64_t)) &&
           hail_state_grow(heap, &masks->fields, room * area_of(masks) * sizeof(uint16_t) + READ_BEYOND) &&
           hail_state_grow(heap, &masks->solid, room * sizeof(uint32_t));
}

void hail_masks_free(hail_heap *heap, hail_masks *masks) {
    hail_state_free(heap, masks->rows.data, masks->rows.bytes);
    hail_state_free(heap, masks->fields.data, masks->fields.bytes);
    hail_state_free(heap, masks->solid.data, masks->solid.bytes);
}

static uint32_t min_of(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* The squares of open pixels in one quadrant (right if sx is 1, else left; likewise down): each is one pixel wider than
 * the smallest of the three pixels ahead, the usual dynamic programming for the largest square of zeros in a matrix.
 * Beyond the mask all is open. */
static void measure(uint16_t *field, int32_t width, int32_t height, int32_t sx, int32_t sy, uint32_t shift) {
    for (int32_t j = 0; j < height; j++) {
        const int32_t y = sy > 0 ? height - 1 - j : j;
        uint32_t ahead = HAIL_FIELD_FAR, beyond = HAIL_FIELD_FAR;
        for (int32_t i = 0; i < width; i++) {
            uint16_t *at = field + y * width + (sx > 0 ? width - 1 - i : i);
            const uint32_t side = j ? at[sy * width] >> shift & HAIL_FIELD_FAR : HAIL_FIELD_FAR;
            const uint32_t square = min_of(min_of(min_of(ahead, side), beyond) + 1, HAIL_FIELD_FAR);
            ahead = *at ? square : 0;
            beyond = side;
            if (*at)
                *at = (uint16_t)((*at & ~((uint32_t)HAIL_FIELD_FAR << shift)) | square << shift);
        }
    }
}

void hail_masks_write(hail_masks *masks, uint32_t number, const uint64_t *rows) {
    const uint32_t width = masks->width, height = masks->height;
    uint16_t *field = (uint16_t *)masks->fields.data + number * area_of(masks);
    uint32_t solid = 0;
    memcpy((uint64_t *)masks->rows.data + (size_t)number * height, rows, height * sizeof *rows);
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            const bool set = rows[y] >> x & 1u;
            field[(size_t)y * width + x] = set ? 0 : UINT16_MAX;
            solid += set;
        }
    ((uint32_t *)masks->solid.data)[number] = solid;
    for (uint32_t quadrant = 0; quadrant < 4; quadrant++)
        measure(field, (int32_t)width, (int32_t)height, quadrant & 1 ? 1 : -1, quadrant & 2 ? 1 : -1, quadrant * 4);
}

uint64_t hail_rows_digest(uint64_t digest, const uint64_t *rows, uint32_t height) {
    for (uint32_t y = 0; y < height; y++)
        digest = digest_add(digest, rows[y]);
    return digest_mix(digest);
}

/* ---- Sets ------------------------------------------------------------------------------------------------------- */

static const uint64_t no_rows[HAIL_MAX_TILE] = {0};

/* The templates of solid rectangles (obstacles.h). */
static bool make_rects(hail_tileset *set) {
    if (!hail_state_grow(&set->heap, &set->rects, (HAIL_MAX_TILE + 1) * sizeof(hail_convex)))
        return false;
    hail_convex *rects = set->rects.data;
    for (uint32_t i = 0; i < HAIL_MAX_TILE; i++)
        hail_convex_box((float)(i + 1) * 0.5f, 0.5f, 0.0f, &rects[i]);
    hail_convex_box((float)set->masks.width * 0.5f, (float)set->masks.height * 0.5f, 0.0f, &rects[HAIL_MAX_TILE]);
    for (size_t i = 0; i <= HAIL_MAX_TILE; i++) /* circles hit them as in sweep_circle_boxes, which needs no fallback */
        rects[i].words[HAIL_TEMPLATE_KEENNESS] = 0.0f;
    return true;
}

hail_status hail_tileset_create(const hail_context *context, uint32_t width, uint32_t height, hail_tileset **set) {
    hail_error *error = context_error(context);
    HAIL_REQUIRE(hail_check_needed(error, &(hail_needed){"set", set}, 1));
    *set = NULL;
    HAIL_REQUIRE(context_check(context));
    HAIL_REQUIRE(hail_check_whole(error, "width", width, 1, HAIL_MAX_TILE));
    HAIL_REQUIRE(hail_check_whole(error, "height", height, 1, HAIL_MAX_TILE));
    hail_heap heap;
    hail_heap_init(&heap, context);
    hail_tileset *made = hail_state_new(&heap, sizeof *made);
    if (!made)
        return hail_fail_memory(error);
    made->heap = heap;
    made->masks.width = width;
    made->masks.height = height;
    if (!hail_masks_fit(&made->heap, &made->masks, 1) || !hail_state_grow(&made->heap, &made->kinds, 8) ||
        !hail_state_grow(&made->heap, &made->digests, 8 * sizeof(uint64_t)) || !make_rects(made) ||
        !hail_tile_runs_fit(made, 0, no_rows)) {
        hail_tileset_destroy(made);
        return hail_fail_memory(error);
    }
    hail_masks_write(&made->masks, 0, no_rows);
    hail_tile_runs_add(made, 0);
    *(uint64_t *)made->digests.data = digest_mix((uint64_t)width << 32 | height);
    *set = made;
    return HAIL_OK;
}

void hail_tileset_destroy(hail_tileset *set) {
    if (!set)
        return;
    hail_heap heap = set->heap;
    hail_masks_free(&heap, &set->masks);
    hail_state_free(&heap, set->kinds.data, set->kinds.bytes);
    hail_state_free(&heap, set->digests.data, set->digests.bytes);
    hail_state_free(&heap, set->rects.data, set->rects.bytes);
    hail_state_free(&heap, set->runs.data, set->runs.bytes);
    hail_state_free(&heap, set->sides.data, set->sides.bytes);
    hail_state_free(&heap, set->run_rows.data, set->run_rows.bytes);
    hail_state_free(&heap, set, sizeof *set);
}

static hail_status add(hail_tileset *set, const uint64_t *rows, uint32_t kind, uint32_t *tile) {
    HAIL_REQUIRE(hail_check_whole(set->heap.error, "kind", kind, 0, HAIL_MAX_KINDS - 1));
    const uint32_t number = set->masks.count + 1;
    if (number > HAIL_MAX_TILES || (size_t)(number + 1) * area_of(&set->masks) > INT32_MAX)
        return hail_fail(set->heap.error, HAIL_FULL, "set", "has no room for another tile");
    if (!hail_masks_fit(&set->heap, &set->masks, number + 1) ||
        (set->kinds.bytes < number + 1 && !hail_state_grow(&set->heap, &set->kinds, set->kinds.bytes * 2)) ||
        !hail_state_grow(&set->heap, &set->digests, set->kinds.bytes * sizeof(uint64_t)) ||
        !hail_tile_runs_fit(set, number, rows))
        return hail_fail_memory(set->heap.error);
    hail_masks_write(&set->masks, number, rows);
    hail_tile_runs_add(set, number);
    ((uint8_t *)set->kinds.data)[number] = (uint8_t)kind;
    uint64_t *digests = set->digests.data;
    digests[number] = hail_rows_digest(digest_add(digests[number - 1], kind), rows, set->masks.height);
    set->masks.count = number;
    *tile = number;
    return HAIL_OK;
}

hail_status hail_tileset_add_rgba(hail_tileset *set, const uint8_t *rgba, size_t pitch, uint8_t threshold,
                                  uint32_t kind, uint32_t *tile) {
    if (!set)
        return HAIL_BAD_ARGUMENT;
    const hail_needed needed[] = {{"rgba", rgba}, {"tile", tile}};
    HAIL_REQUIRE(hail_check_needed(set->heap.error, needed, 2));
    HAIL_REQUIRE(hail_check_count(set->heap.error, "pitch", pitch));
    if (pitch < (size_t)set->masks.width * 4)
        return hail_fail(set->heap.error, HAIL_BAD_ARGUMENT, "pitch", "is less than a row");
    uint64_t rows[HAIL_MAX_TILE] = {0};
    for (uint32_t y = 0; y < set->masks.height; y++)
        for (uint32_t x = 0; x < set->masks.width; x++)
            rows[y] |= (uint64_t)(rgba[y * pitch + (size_t)x * 4 + 3] >= threshold) << x;
    return add(set, rows, kind, tile);
}

hail_status hail_tileset_add_bits(hail_tileset *set, const uint64_t *rows, uint32_t kind, uint32_t *tile) {
    if (!set)
        return HAIL_BAD_ARGUMENT;
    const hail_needed needed[] = {{"rows", rows}, {"tile", tile}};
    HAIL_REQUIRE(hail_check_needed(set->heap.error, needed, 2));
    const uint32_t width = set->masks.width;
    for (uint32_t y = 0; y < set->masks.height; y++)
        if (width < 64 && rows[y] >> width)
            return hail_fail_at(set->heap.error, HAIL_BAD_ARGUMENT, "rows", y, "has a bit beyond the width");
    return add(set, rows, kind, tile);
}

hail_status hail_tileset_set_one_way(hail_tileset *set, uint32_t kinds, uint32_t side) {
    if (!set)
        return HAIL_BAD_ARGUMENT;
    if (side > HAIL_ONE_WAY_BOTTOM)
        return hail_fail_above(set->heap.error, HAIL_BAD_ARGUMENT, "side", side, HAIL_ONE_WAY_BOTTOM,
                               "is no hail_one_way");
    const uint32_t changed = kinds ? kinds : UINT32_MAX;
    for (uint32_t kind = 0; kind < HAIL_MAX_KINDS; kind++)
        if (changed & HAIL_KIND(kind))
            set->one_way[kind] = (uint8_t)side;
    for (uint32_t s = HAIL_ONE_WAY_LEFT; s <= HAIL_ONE_WAY_BOTTOM; s++)
        set->side_kinds[s] = s == side ? set->side_kinds[s] | changed : set->side_kinds[s] & ~changed;
    set->one_way_kinds = side ? set->one_way_kinds | changed : set->one_way_kinds & ~changed;
    return HAIL_OK;
}

static hail_fill fill_of(uint32_t solid, size_t area) {
    return !solid ? HAIL_TILE_EMPTY : solid == area ? HAIL_TILE_FULL : HAIL_TILE_PARTIAL;
}

hail_status hail_tileset_describe(const hail_tileset *set, uint32_t tile, hail_tile_info *info) {
    if (!set || !info)
        return HAIL_BAD_ARGUMENT;
    if (!tile || tile > set->masks.count)
        return HAIL_OUT_OF_RANGE;
    const uint32_t solid = masks_solid(&set->masks, tile);
    *info = (hail_tile_info){
        .kind = ((const uint8_t *)set->kinds.data)[tile], .fill = fill_of(solid, area_of(&set->masks)), .solid = solid};
    memcpy(info->rows, masks_rows(&set->masks, tile), set->masks.height * sizeof *info->rows);
    return HAIL_OK;
}

hail_status hail_tileset_measure(const hail_tileset *set, hail_tileset_size *size) {
    if (!set || !size)
        return HAIL_BAD_ARGUMENT;
    *size = (hail_tileset_size){set->masks.width, set->masks.height, set->masks.count, set->heap.state};
    return HAIL_OK;
}
