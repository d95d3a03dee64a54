/* engine/tiles/near_cells.c - see near_cells.h. */
#include "near_cells.h"

#include <math.h>

#include "lowest_bit.h"
#include "tile_runs.h"
#include "variants.h"

/* (A tile has at most 16 runs in each of 32 rows.) */
enum { RUNS_MOST = 1023 };

enum { LEAST_WAYS = 4, LEAST_CELLS = 3 }; /* that kernels find faster than the reference */

void hail_near_cells_begin(hail_near_cells *l, const hail_tile_query *query, bool one_way) {
    const hail_tileset *set = query->map->set;
    const uint32_t both_ways = query->cover[HAIL_BOTH_WAYS];
    l->query = query;
    l->by_kernels = tileset_has_runs(set) && !query->whole_cells;
    l->kinds = query->view.kinds | (one_way ? query->one_way : 0);
    for (uint32_t kind = 0; kind < HAIL_MAX_KINDS; kind++)
        l->cover[kind] = both_ways;
    for (uint32_t left = query->one_way; left; left &= left - 1)
        l->cover[lowest_bit(left)] = query->cover[set->one_way[lowest_bit(left)]];
    l->count = l->next = 0;
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

/* A number that is not less; of numbers far above the smallest. */
static float not_less(double a) { return (float)(a * (1.0 + 0x1p-22)); }

void hail_near_cells_shape(const hail_tile_shape *s, double around_x, double around_y, float row[HAIL_GATHER_ROW]) {
    const hail_extent *e = &s->extent;
    const double middle_x = (e->low_x + e->high_x) * 0.5, middle_y = (e->low_y + e->high_y) * 0.5,
                 slack = 4.0 * (around_x + around_y) * s->slack;
    row[0] = s->core_x;
    row[1] = s->core_y;
    row[2] = s->radius;
    row[5] = not_less(s->slack);
    row[6] = (float)middle_x;
    row[7] = (float)middle_y;
    row[3] = not_less(e->high_x - middle_x + fabs(middle_x - (double)row[6]) + around_x + slack);
    row[4] = not_less(e->high_y - middle_y + fabs(middle_y - (double)row[7]) + around_y + slack);
}

void hail_near_cells_find(hail_near_cells *l, hail_gather_cells *ways, uint32_t count) {
    ways->view = &l->query->view;
    ways->shape = l->row_at;
    ways->long_way = l->query->long_way;
    ways->movers = l->way[0];
    ways->boxes = (uint32_t *)(void *)l->box;
    hail_kernels_for(l->query->kernels, count, LEAST_WAYS)->gather_cells(ways, count);
    l->count = count;
    l->next = l->listed = 0;
}

/* ---- Cells ------------------------------------------------------------------------------------------------------- */

/* Adds the cells of a box of many rows. False: there is no room. */
static bool add_tall(hail_near_cells *l, uint32_t k) {
    const hail_cell_box *box = &l->box[k];
    const hail_tilemap *map = l->query->map;
    const uint32_t columns = box->cells & 0xffff, rows = box->cells >> 16;
    if (l->cells + columns * rows > NEAR_CELLS)
        return false;
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++)
            if (((const uint32_t *)map->cells.data)[(box->row + r) * (size_t)map->stride + box->column + c])
                l->place[l->cells++] = k | (8 * r + c) << 8;
    return true;
}

/* Most shapes have none or one, and which is hard to predict: the first two are added without a branch. */
static void add_cells(hail_near_cells *l, uint32_t k) {
    const uint64_t none = UINT64_C(3) << 32;
    uint64_t near = l->box[k].cells | none;
    uint32_t cells = l->cells;
    for (int i = 0; i < 2; i++, near &= near - 1) {
        l->place[cells] = k | lowest_bit_64(near) << 8;
        cells += (uint32_t)near != 0;
    }
    for (uint32_t left = (uint32_t)near; left; left &= left - 1)
        l->place[cells++] = k | lowest_bit_64(left) << 8;
    l->cells = cells;
}

/* Adds the cells of a mover's box. False: there is no room now. */
static bool add_box(hail_near_cells *l, uint32_t k) {
    enum { MOST = HAIL_GATHER_COLUMNS * HAIL_GATHER_ROWS }; /* of a box that is not tall */
    const uint32_t what = l->box[k].what;
    l->runs[k] = 0;
    if (what & HAIL_GATHER_STAYS)
        return true;
    l->runs[k] = what & HAIL_GATHER_ALONE || !l->by_kernels ? HAIL_RUNS_UNKNOWN : 0;
    if (l->runs[k])
        return true;
    if (what & HAIL_GATHER_TALL) {
        const bool added = add_tall(l, k);
        if (!added && !l->cells) /* they are too many */
            l->runs[k] = HAIL_RUNS_UNKNOWN;
        return added || l->runs[k];
    }
    if (l->cells + MOST > NEAR_CELLS)
        return false;
    add_cells(l, k);
    return true;
}

/* Finds the cells of the next movers, as many as there is room for, and their runs. */
static void add_cells_of(hail_near_cells *l) {
    const hail_tileset *set = l->query->map->set;
    uint32_t k = l->listed, cell = 0;
    l->cells = 0;
    l->begin = l->listed;
    for (; k < l->count && add_box(l, k); k++)
        l->cell_end[k] = l->cells;
    const hail_cell_runs job = {.view = &l->query->view,
                                .kinds = l->kinds,
                                .cover = l->cover,
                                .open = set->sides.data,
                                .runs = set->run_rows.data,
                                .places = l->place,
                                .boxes = (const uint32_t *)(const void *)l->box,
                                .near = l->near,
                                .first = l->first,
                                .count = l->run_count};
    if (l->cells)
        hail_kernels_for(l->query->kernels, l->cells, LEAST_CELLS)->cell_runs(&job, l->cells);
    for (uint32_t m = l->listed; m < k; m++)
        for (; cell < l->cell_end[m]; cell++)
            l->runs[m] =
                (l->runs[m] | l->run_count[cell]) > RUNS_MOST ? HAIL_RUNS_UNKNOWN : l->runs[m] + l->run_count[cell];
    l->listed = k;
}

/* ---- Rectangles -------------------------------------------------------------------------------------------------- */

/* Adds the runs of cells [begin, end). */
static void add_runs(const hail_near_cells *l, hail_tile_pairs *p, uint32_t begin, uint32_t end) {
    const hail_tilemap *map = l->query->map;
    const uint32_t i = p->count;
    const hail_rect_pairs job = {.width = map->width,
                                 .height = map->height,
                                 .swept = p->exposed_only,
                                 .movers = l->way[0],
                                 .cells = l->near + begin,
                                 .first = l->first + begin,
                                 .count = l->run_count + begin,
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
    p->count += l->query->kernels->rect_pairs(&job, end - begin);
}

/* Where mover k's cells begin. */
static uint32_t cells_begin(const hail_near_cells *l, uint32_t k) { return k == l->begin ? 0 : l->cell_end[k - 1]; }

/* Adds what is near the movers from l->next on that are for kernels, as many as there is room for. */
static void fill_some(hail_near_cells *l, hail_tile_pairs *p) {
    const uint32_t begin = cells_begin(l, l->next);
    uint32_t k = l->next, runs = p->count;
    for (; k < l->listed && runs + (uint64_t)l->runs[k] <= TILE_PAIRS; k++)
        runs += l->runs[k];
    const uint32_t end = cells_begin(l, k);
    l->next = k;
    if (begin < end)
        add_runs(l, p, begin, end);
}

bool hail_near_cells_fill(hail_near_cells *l, hail_tile_pairs *pairs) {
    while (l->next < l->count) {
        const uint32_t before = l->next;
        if (l->next == l->listed)
            add_cells_of(l);
        fill_some(l, pairs);
        if (l->next == before)
            return l->runs[l->next] != HAIL_RUNS_UNKNOWN;
    }
    return true;
}
