/* engine/tiles/neighbourhood.c - see neighbourhood.h. */
#include "neighbourhood.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include <hail/world.h>

void hail_neighbourhoods_begin(hail_neighbourhoods *n, const hail_tile_query *query, bool swept, bool one_way,
                               double around_x, double around_y) {
    n->query = query;
    n->swept = swept;
    n->one_way = one_way;
    n->around_x = around_x;
    n->around_y = around_y;
    n->shapes = n->made = 0;
    hail_near_cells_begin(&n->cells, query, one_way);
    memset(n->shape_of_row, 0, sizeof n->shape_of_row);
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static bool same_pose(const hail_tile_pose *a, const hail_tile_pose *b) {
    return a->row == b->row && a->cos == b->cos && a->sin == b->sin && a->scale == b->scale &&
           a->inflation == b->inflation;
}

/* The number of a shape; GROUP_SHAPES: there is no room. */
static uint32_t need_shape(hail_neighbourhoods *n, const hail_tile_pose *pose) {
    const size_t words = sizeof(hail_convex) / sizeof(float);
    uint8_t *last = &n->shape_of_row[(uintptr_t)pose->row / (words * sizeof(float)) % GROUP_SHAPES];
    if (*last < n->shapes && same_pose(&n->shape[*last].pose, pose))
        return *last;
    if (n->shapes == GROUP_SHAPES)
        return GROUP_SHAPES;
    hail_tile_shape_make(&n->shape[n->shapes], pose);
    hail_near_cells_shape(&n->shape[n->shapes], n->around_x, n->around_y, n->shape_row[n->shapes]);
    return *last = (uint8_t)n->shapes++;
}

/* ---- Groups ------------------------------------------------------------------------------------------------------ */

static uint32_t shape_of(const hail_tile_columns *from, const hail_tile_items *items, uint32_t i) {
    return items->shape ? items->shape[i] : from->shape ? from->shape[items->body[i]] : 0;
}

/* Adds item i as mover k. */
static bool add_mover(hail_neighbourhoods *n, const hail_tile_columns *from, const hail_tile_items *items, uint32_t i,
                      uint32_t k) {
    const uint32_t body = items->body[i];
    const hail_tilemap_options *map = &n->query->map->options;
    const hail_tile_pose pose = {from->templates[shape_of(from, items, i)].words, from->cos ? from->cos[body] : 1.0f,
                                 from->sin ? from->sin[body] : 0.0f, from->scale ? from->scale[body] : 1.0f,
                                 from->inflation};
    const uint32_t shape = need_shape(n, &pose);
    if (shape == GROUP_SHAPES)
        return false;
    const float dx = from->dx ? from->dx[body] : 0.0f, dy = from->dy ? from->dy[body] : 0.0f;
    const float x = from->from_end ? from->x[body] - dx : from->x[body],
                y = from->from_end ? from->y[body] - dy : from->y[body];
    n->cells.row_at[k] = shape * HAIL_GATHER_ROW;
    n->all_upright = n->all_upright && n->shape[shape].upright;
    n->all_centred = n->all_centred && n->shape[shape].centre_x == 0.0 && n->shape[shape].centre_y == 0.0;
    n->mover[k] = (hail_tile_mover){.shape = &n->shape[shape],
                                    .x = (double)x - (double)map->x,
                                    .y = (double)y - (double)map->y,
                                    .dx = dx,
                                    .dy = dy,
                                    .tag = body,
                                    .part = items->part ? items->part[i] : 0,
                                    .through = from->through && from->through[body]};
    return true;
}

/* Finds the cells around the ways of the group. */
static void look(hail_neighbourhoods *n, const hail_tile_columns *from, const uint32_t *list, uint32_t count) {
    const hail_tilemap_options *map = &n->query->map->options;
    hail_gather_cells ways = {.x = from->x,
                              .y = from->y,
                              .dx = from->dx,
                              .dy = from->dy,
                              .list = list,
                              .from_end = from->from_end,
                              .corner_x = map->x,
                              .corner_y = map->y,
                              .bound = from->from_end ? HAIL_MAX_BOUND : FLT_MAX,
                              .shapes = n->shape_row[0],
                              .swept = n->swept};
    hail_near_cells_find(&n->cells, &ways, count);
}

uint32_t hail_neighbourhoods_take(hail_neighbourhoods *n, const hail_tile_columns *from, const hail_tile_items *items,
                                  uint32_t first) {
    const uint32_t left = items->count - first, most = left < TILE_MOVERS ? left : TILE_MOVERS;
    uint32_t count = 0;
    n->all_upright = n->all_centred = true;
    if (n->shapes > GROUP_SHAPES / 2) { /* these were for others, mostly */
        n->shapes = 0;
        n->made++;
    }
    while (count < most && add_mover(n, from, items, first + count, count))
        count++;
    look(n, from, items->body + first, count);
    return count;
}

/* ---- Rectangles -------------------------------------------------------------------------------------------------- */

/* Counts pairs from the centres of shapes. */
static void centre_pairs(const hail_neighbourhoods *n, hail_tile_pairs *p, uint32_t first) {
    for (uint32_t i = first; i < p->count && !n->all_centred; i++) {
        const hail_tile_mover *m = &n->mover[pair_mover(p, i)];
        p->x[i] = (float)((double)p->centre_x[i] - mover_x(m));
        p->y[i] = (float)((double)p->centre_y[i] - mover_y(m));
    }
}

/* Adds what is near the next mover, which is not for kernels. */
static hail_filled fill_one(hail_neighbourhoods *n, hail_tile_pairs *p) {
    const uint32_t before = p->count;
    const hail_tile_mover *m = &n->mover[n->cells.next];
    const bool is_long = fabsf(m->dx) + fabsf(m->dy) > n->query->long_way;
    hail_rect_search s = {.query = n->query,
                          .pairs = p,
                          .mover = n->cells.next,
                          .one_way = n->one_way && !m->through,
                          .overflow = is_long};
    if (!is_long) {
        const hail_tile_box box = hail_tile_way_box(m, n->around_x, n->around_y);
        const hail_tile_box around = hail_tile_reach_box(m, n->around_x, n->around_y);
        hail_rectangles_find(&s, &around, &box);
    }
    if (s.overflow) {
        p->count = before;
        return before ? FILLED_FULL : FILLED_ALONE;
    }
    n->cells.next++;
    return FILLED;
}

hail_filled hail_neighbourhoods_fill(hail_neighbourhoods *n, hail_tile_pairs *p) {
    p->all_upright = n->all_upright;
    while (n->cells.next < n->cells.count) {
        const uint32_t first = p->count;
        const bool by_kernels = hail_near_cells_fill(&n->cells, p);
        centre_pairs(n, p, first);
        if (n->cells.next == n->cells.count)
            break;
        const hail_filled filled = !by_kernels ? fill_one(n, p) : p->count ? FILLED_FULL : FILLED_ALONE;
        if (filled != FILLED)
            return filled;
    }
    return FILLED;
}
