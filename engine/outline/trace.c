/* engine/outline/trace.c - hail_trace: follows the sides of a sprite's pixels, then simplifies the loops. */
#include <float.h>
#include <math.h>

#include <hail/outline.h>

#include "base/check.h"
#include "pixel_islands.h"
#include "polygons.h"
#include "simplify.h"
#include "sprites/sprite_data.h"
#include "pixel_sums.h"

/* ---- Islands and holes ------------------------------------------------------------------------------------------ */

static bool is_hole(const hail_mask *mask, const hail_island *island) {
    return !mask_opaque(mask, island->x, island->y);
}

/* Lists each island's holes that are kept. Islands and holes that are left out, and all in them, get 0 pixels. */
static void filter_islands(const hail_mask *mask, const hail_trace_options *options, hail_island *islands,
                           uint32_t count) {
    islands[0].pixels = 1;
    for (uint32_t i = 1; i < count; i++) {
        hail_island *at = &islands[i];
        at->around = island_first(islands, at->around); /* its number is lower */
        const bool left_out = at->pixels < options->min_pixels || (options->fill_holes && is_hole(mask, at));
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

/* ---- Loops ------------------------------------------------------------------------------------------------------ */

/* How many vertices the exact outline of all islands and holes has. A corner of pixels is one vertex if 1 or 3 of the 4
 * pixels around it are opaque; if 2 diagonal ones are, two loops are drawn back there, by two vertices each. */
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

static void add_corner(hail_outline *outline, int32_t x, int32_t y) {
    ((hail_corner *)outline->corners.data)[outline->corner_count++] = (hail_corner){(uint16_t)x, (uint16_t)y};
}

/* Directions: +x, +y, -x, -y. */
static const int32_t step_x[4] = {1, 0, -1, 0}, step_y[4] = {0, 1, 0, -1};

/* Whether the pixel ahead on the right hand of a corner is opaque. The pixel on the left hand is that of the direction
 * before. */
static bool opaque_ahead(const hail_mask *mask, int32_t x, int32_t y, int direction) {
    return mask_opaque(mask, x - (direction == 1 || direction == 2), y - (direction == 2 || direction == 3));
}

/* Follows a loop from one of its corners, which is reached in start_direction. False: no memory. */
static bool trace_loop(hail_heap *heap, const hail_mask *mask, int32_t start_x, int32_t start_y, int start_direction,
                       hail_outline *outline) {
    int32_t x = start_x, y = start_y;
    int direction = start_direction;
    do {
        const bool right = opaque_ahead(mask, x, y, direction), left = opaque_ahead(mask, x, y, (direction + 3) % 4);
        const int next = right ? (left ? (direction + 3) % 4 : direction) : (direction + 1) % 4;
        if (!right && left) { /* another loop has a corner here, too */
            add_corner(outline, 4 * x - step_x[direction], 4 * y - step_y[direction]);
            add_corner(outline, 4 * x + step_x[next], 4 * y + step_y[next]);
        } else if (next != direction) {
            add_corner(outline, 4 * x, 4 * y);
        }
        direction = next;
        x += step_x[direction];
        y += step_y[direction];
    } while (x != start_x || y != start_y || direction != start_direction);
    if (!hail_scratch_keep(heap, &outline->ends, (outline->loop_count + (size_t)1) * sizeof(uint32_t)))
        return false;
    ((uint32_t *)outline->ends.data)[outline->loop_count++] = outline->corner_count;
    return true;
}

/* Traces the exact outline of all islands and holes that are kept. */
static bool trace_all(hail_heap *heap, const hail_mask *mask, const hail_island *islands, uint32_t count,
                      hail_outline *outline) {
    if (!hail_scratch_grow(heap, &outline->corners, count_corners(mask) * sizeof(hail_corner)))
        return false;
    for (uint32_t i = 1; i < count; i++) {
        if (!islands[i].pixels || is_hole(mask, &islands[i]))
            continue;
        if (!trace_loop(heap, mask, islands[i].x, islands[i].y, 3, outline))
            return false;
        for (uint32_t h = islands[i].hole; h; h = islands[h].next)
            if (!trace_loop(heap, mask, islands[h].x, islands[h].y, 2, outline))
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
        filter_islands(mask, options, islands.data, count);
        made = trace_all(heap, mask, islands.data, count, outline);
    }
    hail_scratch_free(heap, &islands);
    return made;
}

/* ---- The result ------------------------------------------------------------------------------------------------- */

static double largest_of(double a, double b) { return fabs(a) > fabs(b) ? fabs(a) : fabs(b); }

/* How much nearer to an edge a vertex can come when coordinates are rounded to floats, px. */
static double rounding_slack(const hail_sprite_info *info) {
    const float x = info->origin_x * 4.0f, y = info->origin_y * 4.0f;
    if (x == rintf(x) && y == rintf(y)) /* quarters of a px: there is no rounding */
        return 0.0;
    const double reach_x = largest_of(info->origin_x, (double)info->width - info->origin_x);
    const double reach_y = largest_of(info->origin_y, (double)info->height - info->origin_y);
    return 4.0 * 5.960464477539063e-08 * largest_of(reach_x, reach_y); /* 2^-24, of two points, in x and in y */
}

static bool write_loops(const hail_outline *outline, const hail_sprite_info *info, hail_polygons *polygons) {
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
    hail_polygons *polygons = hail_polygons_new(options->context);
    hail_heap heap;
    hail_heap_init(&heap, options->context);
    hail_outline outline = {0};
    if (polygons && t->info.opaque &&
        !(outline_of(&heap, &mask, options, &outline) &&
          (options->error <= 0.0f || hail_simplify(&heap, &outline, options->error, rounding_slack(&t->info))) &&
          write_loops(&outline, &t->info, polygons))) {
        hail_polygons_destroy(polygons);
        polygons = NULL;
    }
    hail_scratch_free(&heap, &outline.corners);
    hail_scratch_free(&heap, &outline.ends);
    return polygons;
}

hail_status hail_trace_options_defaults(hail_trace_options *options) {
    if (!options)
        return HAIL_BAD_ARGUMENT;
    *options = (hail_trace_options){.error = 1.0f};
    return HAIL_OK;
}

hail_status hail_trace(const hail_spriteset *set, uint32_t sprite, const hail_trace_options *options,
                       hail_polygons **outline) {
    hail_trace_options defaults;
    hail_trace_options_defaults(&defaults);
    const hail_trace_options *chosen = options ? options : &defaults;
    hail_error *error = context_error(chosen->context);
    HAIL_REQUIRE(hail_check_needed(error, &(hail_needed){"outline", outline}, 1));
    *outline = NULL;
    HAIL_REQUIRE(hail_check_needed(error, &(hail_needed){"set", set}, 1));
    HAIL_REQUIRE(context_check(chosen->context));
    HAIL_REQUIRE(hail_check_scalars(error, &(hail_scalar){"options->error", chosen->error, 0.0f, FLT_MAX}, 1));
    HAIL_REQUIRE(hail_check_below(error, "sprite", HAIL_NO_ELEMENT, sprite, set->count));
    *outline = trace(set, sprite, chosen);
    return *outline ? HAIL_OK : hail_fail_memory(error);
}
