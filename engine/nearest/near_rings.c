/* engine/nearest/near_rings.c - looks at the cells around a point, then at more cells around these, until no body in
 * any other cell can come before those that were kept. */
#include "near_rings.h"

#include <math.h>

#include "near_surfaces.h"

/* A share of coordinates and distances that is many times what their rounding amounts to. */
static const float MARGIN = 0x1p-20f;

/* The first block holds this many bodies more than are wanted, and so many times their root, if they lie evenly. */
static const float MORE_BODIES = 3.0f, MORE_ROOTS = 3.0f;

enum { NEAR_LIST = 256 /* bodies that a kernel lists at once */ };

typedef struct rings {
    hail_near_search *search;
    uint32_t point; /* of the block */
    float x, y;
    hail_filter_values values;
    bool known; /* there are enough bodies within the bound */
    float most; /* px: what was kept before is no farther away */
    /* A source. */
    const hail_near_source *source;
    near_measure measure;
    float off_x, off_y; /* px: how far outside of the box of its bodies the point lies */
} rings;

/* ---- Cells ------------------------------------------------------------------------------------------------------- */

static float outside_of(float at, float min, float max) { return at < min ? min - at : at > max ? at - max : 0.0f; }

/* How far a circle reaches along an axis, towards positions that are at least `off` away along the other one. */
static float reach_beside(float reach, float off) {
    const float rest = reach * reach * (1.0f + MARGIN) - off * off * (1.0f - MARGIN);
    return rest > 0.0f ? sqrtf(rest) : 0.0f;
}

static uint32_t axis_cell(float at, float min, float inverse, float last) {
    const float cell = (at - min) * inverse;
    return (uint32_t)(cell <= 0.0f ? 0.0f : cell >= last ? last : cell);
}

/* The cells of the bodies whose positions are at most `reach` away. */
static hail_cell_block block_around(const rings *r, float reach) {
    const hail_grid_layout *map = &r->source->level->view.map;
    const float across = reach_beside(reach, r->off_y), down = reach_beside(reach, r->off_x);
    const float x = across + (fabsf(r->x) + across) * MARGIN, y = down + (fabsf(r->y) + down) * MARGIN;
    return (hail_cell_block){axis_cell(r->x - x, map->min_x, map->inverse, map->last_column),
                             axis_cell(r->x + x, map->min_x, map->inverse, map->last_column),
                             axis_cell(r->y - y, map->min_y, map->inverse, map->last_row),
                             axis_cell(r->y + y, map->min_y, map->inverse, map->last_row)};
}

static bool is_whole(const hail_grid_layout *map, const hail_cell_block *block) {
    return block->from_column == 0 && block->from_row == 0 && (float)block->to_column == map->last_column &&
           (float)block->to_row == map->last_row;
}

/* Half the side of a square that holds enough bodies, if they lie evenly. */
static float first_room(const rings *r) {
    const hail_grid_view *grid = &r->source->level->view;
    const float capacity = (float)r->search->best.capacity / r->source->share, all = (float)grid->count;
    const float wanted = capacity < all ? capacity : all;
    const float cells = (grid->map.last_column + 1.0f) * (grid->map.last_row + 1.0f);
    const float enough = wanted + MORE_ROOTS * sqrtf(wanted) + MORE_BODIES;
    return sqrtf(enough * cells / all) * 0.5f / grid->map.inverse;
}

/* ---- Sources ----------------------------------------------------------------------------------------------------- */

/* Bodies that are farther away need not be looked at. */
static float bound_of(const rings *r) {
    const float bound = near_reach_of(r->search, r->point);
    return bound < r->most ? bound : r->most;
}

static void take_listed(const rings *r, const uint32_t *position, const float *key, uint32_t count) {
    hail_near_search *s = r->search;
    const hail_near_source *source = r->source;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t index = source->level->order[position[i]];
        if (key[i] > bound_of(r) || !layer_pose_valid(source->layer, index) ||
            (s->scope->selective && !values_allow(&r->values, source->layer, index)))
            continue;
        if (r->measure.exact)
            hail_near_keep(&s->best, r->point, key[i], source->first + position[i]);
        else
            hail_near_measure(s, source, r->point, position[i]);
    }
    hail_near_measure_all(s);
}

static void look_in_block(const rings *r, const hail_cell_block *block, const hail_cell_block *done) {
    uint32_t position[NEAR_LIST + HAIL_SLACK];
    float key[NEAR_LIST + HAIL_SLACK];
    hail_near_bodies_job job = {.grid = &r->source->level->view,
                                .x = r->x,
                                .y = r->y,
                                .block = *block,
                                .done = *done,
                                .shrink = r->measure.shrink,
                                .grow = r->measure.grow};
    hail_cursor cursor = {0};
    while (cursor.body <= block->to_row - block->from_row) {
        job.bound = bound_of(r);
        take_listed(r, position, key, r->search->scope->kernels->near_bodies(&job, &cursor, position, key, NEAR_LIST));
    }
}

static float needed_reach(const rings *r) { return near_reach(r->source, r->measure, bound_of(r)); }

static void look_in_source(rings *r) {
    const hail_area *box = near_extent(r->source);
    r->off_x = outside_of(r->x, box->min_x, box->max_x);
    r->off_y = outside_of(r->y, box->min_y, box->max_y);
    const float off = sqrtf(r->off_x * r->off_x + r->off_y * r->off_y);
    float needed = needed_reach(r), room = first_room(r);
    hail_cell_block done = {0, 0, 1, 0};
    while (needed >= 0.0f) {
        const float reach = !r->known && off + room < needed ? off + room : needed;
        const hail_cell_block block = block_around(r, reach);
        look_in_block(r, &block, &done);
        needed = needed_reach(r);
        if (reach >= needed || is_whole(&r->source->level->view.map, &block))
            return;
        done = block;
        room *= 2.0f;
    }
}

void hail_near_search_rings(hail_near_search *s, uint32_t i) {
    const uint64_t layers = scope_layers(s->scope, s->first + i);
    rings r = {.search = s,
               .point = i,
               .x = near_x(s, i),
               .y = near_y(s, i),
               .values = filter_values(s->scope, s->first + i),
               .known = !near_counts(s, i) && near_full(&s->best, i),
               .most = near_reach_of(s, i)};
    hail_near_best_clear(&s->best, i);
    for (uint32_t n = 0; n < s->sources.count; n++) {
        r.source = &s->sources.source[n];
        r.measure = near_measure_of(r.source, s->scope->world, s->to_centre);
        if (layers >> r.source->layer_number & 1)
            look_in_source(&r);
    }
}
