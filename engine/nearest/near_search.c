/* engine/nearest/near_search.c - looks at the cells around a point, then at more cells around these, until no body in
 * any other cell can come before those that were kept. */
#include "near_search.h"

#include <float.h>
#include <math.h>

#include "lowest_bit.h"

/* A share of coordinates and distances that is many times what their rounding amounts to. */
static const float MARGIN = 0x1p-20f;

/* What the distance to a polygon's surface may be less than the distance to its position minus its radius. A cos and
 * sin that are a unit vector to within 1e-4 shrink the distance to its position; radii are rounded. */
static const float SHRINK = 1.0f - 0x1p-12f, GROW = 1.001f;

/* The first block holds this many bodies more than are wanted, and so many times their root, if they lie evenly. */
static const float MORE_BODIES = 3.0f, MORE_ROOTS = 3.0f;

/* ---- Bodies that were found -------------------------------------------------------------------------------------- */

static void take(hail_near_search *s, uint32_t index, uint32_t part, float distance) {
    if (!(distance <= s->best.radius))
        return;
    s->found++;
    if (distance > s->best.bound)
        return;
    const hail_query_hit hit = {.distance = distance,
                                .layer = (uint8_t)s->layer_number,
                                .part = part,
                                .body = {layer_handles(s->layer)[index].slot, index}};
    hail_near_keep(&s->best, &hit);
}

/* Takes the bodies of all gaps: of each, the nearest part. */
static void take_gaps(hail_near_search *s) {
    hail_near_gaps_ask(&s->gaps, s->seek->world);
    for (uint32_t i = 0, next; i < s->gaps.count; i = next) {
        uint32_t nearest = i;
        for (next = i + 1; next < s->gaps.count && s->owner[next] == s->owner[i]; next++)
            if (s->gaps.gap[next].distance < s->gaps.gap[nearest].distance)
                nearest = next;
        take(s, s->owner[i], s->part[nearest], s->gaps.gap[nearest].distance);
    }
    s->gaps.count = 0;
}

static void ask_part(hail_near_search *s, uint32_t index, uint32_t part, uint32_t shape) {
    s->owner[s->gaps.count] = index;
    s->part[s->gaps.count] = part;
    near_gaps_add(&s->gaps, s->x, s->y, s->layer, index, shape);
}

static void ask_body(hail_near_search *s, uint32_t index) {
    const uint32_t shape = layer_words(s->layer, COLUMN_SHAPE)[index];
    const hail_shape_entry *entry = shape_entry(s->seek->world->shapes, shape);
    const uint32_t parts = entry->compound ? entry->parts : 1;
    if (s->gaps.count + parts > NEAR_GAPS)
        take_gaps(s);
    if (parts > NEAR_GAPS) {
        hail_gap nearest;
        const uint32_t part = hail_near_gap_of_part(&s->gaps, s->seek->world, s->x, s->y, s->layer, index, &nearest);
        take(s, index, part, nearest.distance);
        return;
    }
    for (uint32_t part = 0; part < parts; part++)
        ask_part(s, index, part, entry->compound ? entry->first + part : shape);
}

/* ---- Cells ------------------------------------------------------------------------------------------------------- */

static uint32_t axis_cell(float at, float min, float inverse, float last) {
    const float cell = (at - min) * inverse;
    return (uint32_t)(cell <= 0.0f ? 0.0f : cell >= last ? last : cell);
}

/* The cells that bodies within `reach` along both axes lie in. */
static hail_cell_block block_around(const hail_near_search *s, const hail_grid_layout *map, float reach) {
    const float x = reach + (fabsf(s->x) + reach) * MARGIN, y = reach + (fabsf(s->y) + reach) * MARGIN;
    return (hail_cell_block){axis_cell(s->x - x, map->min_x, map->inverse, map->last_column),
                             axis_cell(s->x + x, map->min_x, map->inverse, map->last_column),
                             axis_cell(s->y - y, map->min_y, map->inverse, map->last_row),
                             axis_cell(s->y + y, map->min_y, map->inverse, map->last_row)};
}

static bool is_whole(const hail_grid_layout *map, const hail_cell_block *block) {
    return block->from_column == 0 && block->from_row == 0 && (float)block->to_column == map->last_column &&
           (float)block->to_row == map->last_row;
}

/* Half the side of a square that holds enough bodies, if they lie evenly. */
static float first_reach(const hail_near_search *s, const hail_grid_view *grid) {
    const float wanted = (float)(s->best.capacity < grid->count ? s->best.capacity : grid->count);
    const float cells = (grid->map.last_column + 1.0f) * (grid->map.last_row + 1.0f);
    const float enough = wanted + MORE_ROOTS * sqrtf(wanted) + MORE_BODIES;
    return sqrtf(enough * cells / (float)grid->count) * 0.5f / grid->map.inverse;
}

/* ---- Levels ------------------------------------------------------------------------------------------------------ */

/* How keys bound the distances of a level's bodies. */
typedef struct near_level {
    const hail_level *level;
    bool exact; /* keys are the distances */
    float shrink, grow;
} near_level;

static near_level level_of(const hail_near_search *s, const hail_level *level) {
    const hail_layer *layer = s->layer;
    if (s->to_centre)
        return (near_level){level, true, 1.0f, 0.0f};
    if (!layer->polygons && !layer->composed)
        return (near_level){level, true, 1.0f, 1.0f};
    const float sprites = layer->composed ? s->seek->world->shapes->sprite_reach : 1.0f;
    return (near_level){level, false, SHRINK, GROW * sprites};
}

static void take_listed(hail_near_search *s, const near_level *of, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t index = of->level->order[s->position[i]];
        if (!layer_pose_valid(s->layer, index) || (s->seek->selective && !seek_allows(&s->wish, s->layer, index)))
            continue;
        if (of->exact)
            take(s, index, 0, s->key[i]);
        else if (s->counting || s->key[i] <= s->best.bound)
            ask_body(s, index);
    }
    if (s->gaps.count)
        take_gaps(s);
}

/* Keys above this are of no use. */
static float bound_of(const hail_near_search *s) { return s->counting ? s->best.radius : s->best.bound; }

static void look_in_block(hail_near_search *s, const near_level *of, const hail_cell_block *block,
                          const hail_cell_block *done) {
    hail_near_bodies_job job = {.grid = &of->level->view,
                                .x = s->x,
                                .y = s->y,
                                .block = *block,
                                .done = *done,
                                .shrink = of->shrink,
                                .grow = of->grow};
    hail_cursor cursor = {0};
    while (cursor.body <= block->to_row - block->from_row) {
        job.bound = bound_of(s);
        take_listed(s, of, s->seek->kernels->near_bodies(&job, &cursor, s->position, s->key, NEAR_LIST));
    }
}

/* How far a body's position may be, so that its distance is at most the bound. Less than 0: no body of the level can
 * be that near. */
static float needed_reach(const hail_near_search *s, const near_level *of) {
    const float centre = bound_of(s) + of->level->reach * of->grow;
    return centre < 0.0f ? centre : centre * (1.0f + MARGIN) / of->shrink;
}

static void look_in_level(hail_near_search *s, const hail_level *level) {
    const near_level of = level_of(s, level);
    const hail_grid_layout *map = &level->view.map;
    hail_cell_block done = {0, 0, 1, 0};
    float needed = needed_reach(s, &of), reach = first_reach(s, &level->view);
    if (!level->view.count)
        return;
    while (needed >= 0.0f) {
        reach = reach < needed ? reach : needed;
        const hail_cell_block block = block_around(s, map, reach);
        look_in_block(s, &of, &block, &done);
        needed = needed_reach(s, &of);
        if (reach >= needed || is_whole(map, &block))
            return;
        done = block;
        reach *= 2.0f;
    }
}

static void look_in_parts(hail_near_search *s, uint64_t layers) {
    for (uint32_t i = 0; i < s->grids->count; i++) {
        const hail_near_grid *from = &s->grids->grid[i];
        s->layer_number = from->number;
        s->layer = from->layer;
        if (layers >> from->number & 1)
            look_in_level(s, from->level);
    }
}

void hail_near_look(hail_near_search *s, uint64_t layers) {
    if (s->grids) {
        look_in_parts(s, layers);
        return;
    }
    for (uint64_t left = layers; left; left &= left - 1) {
        s->layer_number = lowest_bit_64(left);
        s->layer = s->seek->world->bodies.layer[s->layer_number];
        const hail_levels *levels = seek_levels(s->layer);
        for (uint32_t l = 0; l < levels->count; l++)
            look_in_level(s, &levels->level[l]);
    }
}

static uint32_t count_level(const hail_near_search *s, const hail_layer *layer, const hail_level *level) {
    uint32_t count = 0;
    if (!s->seek->selective && !seek_checks_poses(layer))
        return level->view.count;
    for (uint32_t i = 0; i < level->view.count; i++)
        count += layer_pose_valid(layer, level->order[i]) && seek_allows(&s->wish, layer, level->order[i]);
    return count;
}

uint32_t hail_near_count(const hail_near_search *s, uint64_t layers) {
    uint32_t count = 0;
    for (uint64_t left = layers; left; left &= left - 1) {
        const hail_layer *layer = s->seek->world->bodies.layer[lowest_bit_64(left)];
        const hail_levels *levels = seek_levels(layer);
        for (uint32_t l = 0; l < levels->count; l++)
            count += count_level(s, layer, &levels->level[l]);
    }
    return count;
}
