/* engine/outline/trace.c - outlines of sprites: along the sides of pixels, with what is opaque always on the same hand.
 */
#include <math.h>

#include <hail/outline.h>

#include "pixel_islands.h"
#include "polygons.h"
#include "simplify.h"
#include "sprites/sprite_data.h"
#include "pixel_sums.h"

/* ---- Which ------------------------------------------------------------------------------------------------------ */

static bool is_hole(const hail_mask *mask, const hail_island *island) {
    return !mask_opaque(mask, island->x, island->y);
}

/* Lists in each island the holes that are kept. What is left out, and what lies in it, has 0 pixels afterwards. */
static void choose(const hail_mask *mask, const hail_trace_options *options, hail_island *islands, uint32_t count) {
    islands[0].pixels = 1;
    for (uint32_t i = 1; i < count; i++) {
        hail_island *at = &islands[i];
        at->around = island_first(islands, at->around); /* which comes before it */
        const bool left_out = at->pixels < options->least || (options->fill_holes && is_hole(mask, at));
        if (at->same != i || left_out || !islands[at->around].pixels)
            at->pixels = 0;
    }
    for (uint32_t i = count; i-- > 1;)
        if (islands[i].pixels && is_hole(mask, &islands[i])) {
            hail_island *around = &islands[islands[i].around];
            islands[i].next = around->hole;
            around->hole = i;
        }
}

/* ---- Walks ------------------------------------------------------------------------------------------------------ */

/* How many vertices the exact outline of all islands and holes has: where 1 or 3 of the 4 pixels around a corner are
 * opaque it is one, where 2 across from each other are, both of them are drawn back. */
static uint32_t count_corners(const hail_mask *mask) {
    uint32_t corners = 0;
    for (int32_t y = mask->top; y <= mask->bottom; y++)
        for (int32_t word = mask->left / 64; word <= mask->right / 64; word++) {
            const uint64_t above = mask_bits_or_none(mask, y - 1, word), below = mask_bits_or_none(mask, y, word);
            const uint64_t before_above = mask_bits_or_none(mask, y - 1, word - 1) >> 63,
                           before_below = mask_bits_or_none(mask, y, word - 1) >> 63;
            const uint64_t change_above = above ^ (above << 1 | before_above),
                           change_below = below ^ (below << 1 | before_below);
            corners += bits_count(change_above ^ change_below);
            corners += 4 * bits_count(change_above & change_below & (above ^ below));
        }
    return corners;
}

static void put(hail_outline *outline, int32_t x, int32_t y) {
    ((hail_corner *)outline->corners.data)[outline->corner_count++] = (hail_corner){(uint16_t)x, (uint16_t)y};
}

/* Ways: +x, +y, -x, -y. */
static const int32_t way_x[4] = {1, 0, -1, 0}, way_y[4] = {0, 1, 0, -1};

/* The pixel on the right hand ahead, from a corner; that on the left hand is the one of the way before. */
static bool opaque_ahead(const hail_mask *mask, int32_t x, int32_t y, int way) {
    return mask_opaque(mask, x - (way == 1 || way == 2), y - (way == 2 || way == 3));
}

/* A loop, from a corner of it that is reached that way. */
static bool walk(hail_heap *heap, const hail_mask *mask, int32_t start_x, int32_t start_y, int start_way,
                 hail_outline *outline) {
    int32_t x = start_x, y = start_y;
    int way = start_way;
    do {
        const bool right = opaque_ahead(mask, x, y, way), left = opaque_ahead(mask, x, y, (way + 3) % 4);
        const int next = right ? (left ? (way + 3) % 4 : way) : (way + 1) % 4;
        if (!right && left) { /* there is a corner of another pixel here */
            put(outline, 4 * x - way_x[way], 4 * y - way_y[way]);
            put(outline, 4 * x + way_x[next], 4 * y + way_y[next]);
        } else if (next != way) {
            put(outline, 4 * x, 4 * y);
        }
        way = next;
        x += way_x[way];
        y += way_y[way];
    } while (x != start_x || y != start_y || way != start_way);
    if (!hail_scratch_keep(heap, &outline->ends, (outline->loop_count + (size_t)1) * sizeof(uint32_t)))
        return false;
    ((uint32_t *)outline->ends.data)[outline->loop_count++] = outline->corner_count;
    return true;
}

/* The exact outline. */
static bool walk_all(hail_heap *heap, const hail_mask *mask, const hail_island *islands, uint32_t count,
                     hail_outline *outline) {
    if (!hail_scratch_grow(heap, &outline->corners, count_corners(mask) * sizeof(hail_corner)))
        return false;
    for (uint32_t i = 1; i < count; i++) {
        if (!islands[i].pixels || is_hole(mask, &islands[i]))
            continue;
        if (!walk(heap, mask, islands[i].x, islands[i].y, 3, outline))
            return false;
        for (uint32_t h = islands[i].hole; h; h = islands[h].next)
            if (!walk(heap, mask, islands[h].x, islands[h].y, 2, outline))
                return false;
    }
    return true;
}

static bool outline_of(hail_heap *heap, const hail_mask *mask, const hail_trace_options *options,
                       hail_outline *outline) {
    hail_buffer islands = {0};
    uint32_t count = 0;
    bool made = hail_find_islands(heap, mask, &islands, &count);
    if (made) {
        choose(mask, options, islands.data, count);
        made = walk_all(heap, mask, islands.data, count, outline);
    }
    hail_scratch_free(heap, &islands);
    return made;
}

/* ---- What the caller gets --------------------------------------------------------------------------------------- */

static double largest_of(double a, double b) { return fabs(a) > fabs(b) ? fabs(a) : fabs(b); }

/* By how much rounding a vertex to floats can bring it nearer to an edge, px. */
static double slack_of(const hail_sprite_info *info) {
    const float x = info->origin_x * 4.0f, y = info->origin_y * 4.0f;
    if (x == rintf(x) && y == rintf(y)) /* quarters of a px: there is no rounding */
        return 0.0;
    const double reach_x = largest_of(info->origin_x, (double)info->width - info->origin_x);
    const double reach_y = largest_of(info->origin_y, (double)info->height - info->origin_y);
    return 4.0 * 5.960464477539063e-08 * largest_of(reach_x, reach_y); /* two of them, each in x and y; 2^-24 */
}

static bool give(const hail_outline *outline, const hail_sprite_info *info, hail_polygons *polygons) {
    const hail_corner *corners = outline->corners.data;
    const uint32_t *ends = outline->ends.data;
    uint32_t i = 0;
    for (uint32_t l = 0; l < outline->loop_count; l++) {
        for (; i < ends[l]; i++)
            if (!hail_polygons_add(polygons, (float)(corners[i].x * 0.25 - (double)info->origin_x),
                                   (float)(corners[i].y * 0.25 - (double)info->origin_y)))
                return false;
        if (!hail_polygons_close(polygons))
            return false;
    }
    return true;
}

static hail_polygons *trace(const hail_spriteset *set, uint32_t sprite, const hail_trace_options *options) {
    const hail_template *t = spriteset_template(set, sprite);
    const hail_mask mask = spriteset_mask(set, t);
    hail_polygons *polygons = hail_polygons_new(&options->allocator);
    hail_heap heap;
    hail_heap_init(&heap, &options->allocator);
    hail_outline outline = {0};
    if (polygons && t->info.opaque &&
        !(outline_of(&heap, &mask, options, &outline) &&
          (options->error <= 0.0f || hail_simplify(&heap, &outline, options->error, slack_of(&t->info))) &&
          give(&outline, &t->info, polygons))) {
        hail_polygons_destroy(polygons);
        polygons = NULL;
    }
    hail_scratch_free(&heap, &outline.corners);
    hail_scratch_free(&heap, &outline.ends);
    return polygons;
}

hail_trace_options hail_trace_defaults(void) { return (hail_trace_options){.error = 1.0f}; }

hail_status hail_trace(const hail_spriteset *set, uint32_t sprite, const hail_trace_options *options,
                       hail_polygons **outline) {
    const hail_trace_options defaults = hail_trace_defaults(), *by = options ? options : &defaults;
    if (!outline)
        return HAIL_BAD_ARGUMENT;
    *outline = NULL;
    if (!set || !by->allocator.allocate != !by->allocator.release)
        return HAIL_BAD_ARGUMENT;
    if (!isfinite(by->error))
        return HAIL_NOT_FINITE;
    if (sprite >= set->count || by->error < 0.0f)
        return HAIL_OUT_OF_RANGE;
    *outline = trace(set, sprite, by);
    return *outline ? HAIL_OK : HAIL_NO_MEMORY;
}
