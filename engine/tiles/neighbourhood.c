/* engine/tiles/neighbourhood.c - see neighbourhood.h. */
#include "neighbourhood.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include <hail/world.h>

#include "lowest_bit.h"
#include "tile_runs.h"

/* (A tile has at most 16 runs in each of 32 rows.) */
enum { RUNS_MOST = 1023 };

void hail_neighbourhoods_begin(hail_neighbourhoods *n, const hail_tile_query *query, bool swept, double around_x,
                               double around_y) {
    n->query = query;
    n->swept = swept;
    n->one_way = swept;
    n->around_x = around_x;
    n->around_y = around_y;
    n->by_kernels = tileset_has_runs(query->map->set) && !query->whole_cells;
    for (uint32_t kind = 0; kind < HAIL_MAX_KINDS; kind++)
        n->cover[kind] = query->cover[query->one_way >> kind & 1u ? query->map->set->one_way[kind] : HAIL_BOTH_WAYS];
    n->shapes = n->made = n->count = n->next = 0;
    memset(n->shape_of_row, 0, sizeof n->shape_of_row);
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static bool same_pose(const hail_tile_pose *a, const hail_tile_pose *b) {
    return a->row == b->row && a->cos == b->cos && a->sin == b->sin && a->scale == b->scale &&
           a->inflation == b->inflation;
}

/* A number that is not less; of numbers far above the smallest. */
static float not_less(double a) { return (float)(a * (1.0 + 0x1p-22)); }

static void make_shape(hail_neighbourhoods *n, uint32_t k, const hail_tile_pose *pose) {
    hail_tile_shape *s = &n->shape[k];
    float *row = n->shape_row[k];
    hail_tile_shape_make(s, pose);
    const hail_extent *e = &s->extent;
    row[0] = s->core_x;
    row[1] = s->core_y;
    row[2] = s->radius;
    const double slack = 4.0 * (n->around_x + n->around_y) * s->slack;
    const double middle_x = (e->low_x + e->high_x) * 0.5, middle_y = (e->low_y + e->high_y) * 0.5;
    row[5] = not_less(s->slack);
    row[6] = (float)middle_x;
    row[7] = (float)middle_y;
    row[3] = not_less(e->high_x - middle_x + fabs(middle_x - (double)row[6]) + n->around_x + slack);
    row[4] = not_less(e->high_y - middle_y + fabs(middle_y - (double)row[7]) + n->around_y + slack);
}

/* The number of a shape; LOOK_SHAPES: there is no room. */
static uint32_t need_shape(hail_neighbourhoods *n, const hail_tile_pose *pose) {
    const size_t words = sizeof(hail_convex) / sizeof(float);
    uint8_t *last = &n->shape_of_row[(uintptr_t)pose->row / (words * sizeof(float)) % LOOK_SHAPES];
    if (*last < n->shapes && same_pose(&n->shape[*last].pose, pose))
        return *last;
    if (n->shapes == LOOK_SHAPES)
        return LOOK_SHAPES;
    make_shape(n, n->shapes, pose);
    return *last = (uint8_t)n->shapes++;
}

/* ---- Groups ------------------------------------------------------------------------------------------------------ */

static uint32_t shape_of(const hail_tile_columns *from, const hail_tile_items *items, uint32_t i) {
    return items->shape ? items->shape[i] : from->shape ? from->shape[items->body[i]] : 0;
}

static bool add_mover(hail_neighbourhoods *n, const hail_tile_columns *from, const hail_tile_items *items, uint32_t i) {
    const uint32_t body = items->body[i];
    const hail_tilemap_options *map = &n->query->map->options;
    const hail_tile_pose pose = {from->templates[shape_of(from, items, i)].words, from->cos ? from->cos[body] : 1.0f,
                                 from->sin ? from->sin[body] : 0.0f, from->scale ? from->scale[body] : 1.0f,
                                 from->inflation};
    const uint32_t shape = need_shape(n, &pose);
    if (shape == LOOK_SHAPES)
        return false;
    const float dx = from->dx ? from->dx[body] : 0.0f, dy = from->dy ? from->dy[body] : 0.0f;
    const float x = from->from_end ? from->x[body] - dx : from->x[body],
                y = from->from_end ? from->y[body] - dy : from->y[body];
    n->row_at[n->count] = shape * HAIL_LOOK_ROW;
    n->all_upright = n->all_upright && n->shape[shape].upright;
    n->all_centred = n->all_centred && n->shape[shape].centre_x == 0.0 && n->shape[shape].centre_y == 0.0;
    n->mover[n->count++] = (hail_tile_mover){.shape = &n->shape[shape],
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
static void look(hail_neighbourhoods *n, const hail_tile_columns *from, const uint32_t *list) {
    const hail_tilemap_options *map = &n->query->map->options;
    const hail_shape_looks job = {.view = &n->query->view,
                                  .x = from->x,
                                  .y = from->y,
                                  .dx = from->dx,
                                  .dy = from->dy,
                                  .list = list,
                                  .from_end = from->from_end,
                                  .corner_x = map->x,
                                  .corner_y = map->y,
                                  .bound = from->from_end ? HAIL_MAX_BOUND : FLT_MAX,
                                  .shape = n->row_at,
                                  .shapes = n->shape_row[0],
                                  .long_way = n->query->long_way,
                                  .swept = n->swept,
                                  .movers = n->way[0],
                                  .looks = (uint32_t *)(void *)n->look};
    n->query->kernels->shape_looks(&job, n->count);
}

uint32_t hail_neighbourhoods_take(hail_neighbourhoods *n, const hail_tile_columns *from, const hail_tile_items *items,
                                  uint32_t first) {
    const uint32_t left = items->count - first, most = left < TILE_MOVERS ? left : TILE_MOVERS;
    n->count = n->next = n->looked = 0;
    n->all_upright = n->all_centred = true;
    if (n->shapes > LOOK_SHAPES / 2) { /* these were for others, mostly */
        n->shapes = 0;
        n->made++;
    }
    while (n->count < most && add_mover(n, from, items, first + n->count))
        ;
    look(n, from, items->body + first);
    return n->count;
}

/* ---- Cells ------------------------------------------------------------------------------------------------------- */

/* Adds the cells of a look of many rows. False: there is no room. */
static bool add_tall(hail_neighbourhoods *n, uint32_t k) {
    const hail_look_row *look = &n->look[k];
    const hail_tilemap *map = n->query->map;
    const uint32_t columns = look->cells & 0xffff, rows = look->cells >> 16;
    if (n->cells + columns * rows > LOOK_CELLS)
        return false;
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++)
            if (((const uint32_t *)map->cells.data)[(look->row + r) * (size_t)map->stride + look->column + c])
                n->place[n->cells++] = k | (8 * r + c) << 8;
    return true;
}

/* Most shapes have none or one, and which is hard to predict: the first two are added without a branch. */
static void add_cells(hail_neighbourhoods *n, uint32_t k) {
    const uint64_t none = UINT64_C(3) << 32;
    uint64_t near = n->look[k].cells | none;
    uint32_t cells = n->cells;
    for (int i = 0; i < 2; i++, near &= near - 1) {
        n->place[cells] = k | lowest_bit_64(near) << 8;
        cells += (uint32_t)near != 0;
    }
    for (uint32_t left = (uint32_t)near; left; left &= left - 1)
        n->place[cells++] = k | lowest_bit_64(left) << 8;
    n->cells = cells;
}

/* Adds the cells of a mover's look. False: there is no room now. */
static bool add_look(hail_neighbourhoods *n, uint32_t k) {
    enum { MOST = HAIL_LOOK_COLUMNS * HAIL_LOOK_ROWS }; /* of a look that is not tall */
    const uint32_t what = n->look[k].what;
    n->runs[k] = 0;
    if (what & HAIL_LOOK_STAYS)
        return true;
    n->runs[k] = what & HAIL_LOOK_ALONE || !n->by_kernels ? HAIL_RUNS_UNKNOWN : 0;
    if (n->runs[k])
        return true;
    if (what & HAIL_LOOK_TALL) {
        const bool added = add_tall(n, k);
        if (!added && !n->cells) /* they are too many */
            n->runs[k] = HAIL_RUNS_UNKNOWN;
        return added || n->runs[k];
    }
    if (n->cells + MOST > LOOK_CELLS)
        return false;
    add_cells(n, k);
    return true;
}

/* Finds the cells of the next movers, as many as there is room for, and their runs. */
static void look_at_cells(hail_neighbourhoods *n) {
    const hail_tileset *set = n->query->map->set;
    uint32_t k = n->looked, cell = 0;
    n->cells = 0;
    n->look_begin = n->looked;
    for (; k < n->count && add_look(n, k); k++)
        n->cell_end[k] = n->cells;
    const hail_cell_runs job = {.view = &n->query->view,
                                .kinds = n->query->view.kinds | (n->one_way ? n->query->one_way : 0),
                                .cover = n->cover,
                                .open = set->sides.data,
                                .runs = set->run_rows.data,
                                .places = n->place,
                                .looks = (const uint32_t *)(const void *)n->look,
                                .near = n->near,
                                .first = n->first,
                                .count = n->run_count};
    if (n->cells)
        n->query->kernels->cell_runs(&job, n->cells);
    for (uint32_t m = n->looked; m < k; m++)
        for (; cell < n->cell_end[m]; cell++)
            n->runs[m] =
                (n->runs[m] | n->run_count[cell]) > RUNS_MOST ? HAIL_RUNS_UNKNOWN : n->runs[m] + n->run_count[cell];
    n->looked = k;
}

/* ---- Rectangles -------------------------------------------------------------------------------------------------- */

/* Adds the runs of cells [begin, end). */
static void add_runs(const hail_neighbourhoods *n, hail_tile_pairs *p, uint32_t begin, uint32_t end) {
    const hail_tilemap *map = n->query->map;
    const uint32_t i = p->count;
    const hail_rect_pairs job = {.width = map->width,
                                 .height = map->height,
                                 .swept = p->exposed_only,
                                 .movers = n->way[0],
                                 .cells = n->near + begin,
                                 .first = n->first + begin,
                                 .count = n->run_count + begin,
                                 .runs = map->set->runs.data,
                                 .centre_x = p->centre_x + i,
                                 .centre_y = p->centre_y + i,
                                 .x = p->x + i,
                                 .y = p->y + i,
                                 .wide = p->wide + i,
                                 .high = p->high + i,
                                 .half_x = p->half_x + i,
                                 .half_y = p->half_y + i,
                                 .reach = p->reach + i,
                                 .core_x = p->core_x + i,
                                 .core_y = p->core_y + i,
                                 .radius = p->radius + i,
                                 .dx = p->dx + i,
                                 .dy = p->dy + i,
                                 .open = {p->open[0] + i, p->open[1] + i, p->open[2] + i, p->open[3] + i},
                                 .cell = p->cell + i,
                                 .mover = p->mover + i};
    p->count += n->query->kernels->rect_pairs(&job, end - begin);
    for (uint32_t k = i; k < p->count && !n->all_centred; k++) {
        p->x[k] = (float)((double)p->centre_x[k] - mover_x(&n->mover[pair_mover(p, k)]));
        p->y[k] = (float)((double)p->centre_y[k] - mover_y(&n->mover[pair_mover(p, k)]));
    }
}

/* Where mover k's cells begin. */
static uint32_t cells_begin(const hail_neighbourhoods *n, uint32_t k) {
    return k == n->look_begin ? 0 : n->cell_end[k - 1];
}

/* Adds what is near the movers from n->next on that are for kernels, as many as there is room for. */
static void fill_by_kernels(hail_neighbourhoods *n, hail_tile_pairs *p) {
    const uint32_t begin = cells_begin(n, n->next);
    uint32_t k = n->next, runs = p->count;
    for (; k < n->looked && runs + (uint64_t)n->runs[k] <= TILE_PAIRS; k++)
        runs += n->runs[k];
    const uint32_t end = cells_begin(n, k);
    n->next = k;
    if (begin < end)
        add_runs(n, p, begin, end);
}

/* Adds what is near one mover. */
static hail_filled fill_one(hail_neighbourhoods *n, hail_tile_pairs *p) {
    const uint32_t before = p->count;
    const hail_tile_mover *m = &n->mover[n->next];
    const bool is_long = fabsf(m->dx) + fabsf(m->dy) > n->query->long_way;
    hail_rect_search s = {
        .query = n->query, .pairs = p, .mover = n->next, .one_way = n->one_way && !m->through, .overflow = is_long};
    if (!is_long) {
        const hail_look box = hail_tile_way_box(m, n->around_x, n->around_y);
        const hail_look around = hail_tile_reach_box(m, n->around_x, n->around_y);
        hail_rectangles_find(&s, &around, &box);
    }
    if (s.overflow) {
        p->count = before;
        return before ? FILLED_FULL : FILLED_ALONE;
    }
    n->next++;
    return FILLED;
}

hail_filled hail_neighbourhoods_fill(hail_neighbourhoods *n, hail_tile_pairs *p) {
    p->all_upright = n->all_upright;
    while (n->next < n->count) {
        if (n->next == n->looked)
            look_at_cells(n);
        const uint32_t before = n->next;
        fill_by_kernels(n, p);
        if (n->next != before) /* those that were left out make room */
            continue;
        if (n->runs[n->next] != HAIL_RUNS_UNKNOWN)
            return p->count ? FILLED_FULL : FILLED_ALONE;
        const hail_filled filled = fill_one(n, p);
        if (filled != FILLED)
            return filled;
    }
    return FILLED;
}
