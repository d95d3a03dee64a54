/* engine/tiles/upright_queue.c - see upright_queue.h. */
#include "upright_queue.h"

#include "lowest_bit.h"
#include "tile_runs.h"

void hail_upright_queue_begin(hail_obstacles *o) {
    hail_upright_queue *q = &o->queue;
    if (q->taken)
        return;
    q->usable = tileset_has_runs(o->map->set) && !o->whole_cells && !o->one_way;
    q->viewed = false;
    q->count = q->shapes = q->cells = 0;
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static bool same_pose(const hail_mover_pose *a, const hail_mover_pose *b) {
    return a->row == b->row && a->cos == b->cos && a->sin == b->sin && a->scale == b->scale &&
           a->inflation == b->inflation;
}

/* A number that is not less; of numbers far above the smallest. */
static float not_less(double a) { return (float)(a * (1.0 + 0x1p-22)); }

/* Makes a shape the queue's last one. False: there is no room, or it is not upright. */
static bool add_shape(hail_obstacles *o, const hail_mover_pose *pose) {
    hail_upright_queue *q = &o->queue;
    const hail_upright *shape;
    if (q->shapes == UPRIGHT_SHAPES || !hail_upright_of(o, pose, &shape))
        return false;
    float *row = q->row[q->shapes];
    q->pose[q->shapes] = *pose;
    q->upright[q->shapes++] = *shape;
    row[0] = shape->core_x;
    row[1] = shape->core_y;
    row[2] = shape->radius;
    row[3] = not_less(shape->reach_x);
    row[4] = not_less(shape->reach_y);
    row[5] = not_less(shape->slack);
    row[6] = row[7] = 0.0f;
    return true;
}

bool hail_upright_queue_add(hail_obstacles *o, const hail_mover_pose *pose, uint32_t tag, double x, double y, float dx,
                            float dy) {
    hail_upright_queue *q = &o->queue;
    if (!q->usable || q->count == UPRIGHT_QUEUE)
        return false;
    if ((!q->shapes || !same_pose(&q->pose[q->shapes - 1], pose)) && !add_shape(o, pose))
        return false;
    return hail_upright_queue_again(q, tag, x, y, dx, dy);
}

void hail_upright_queue_look(hail_obstacles *o, bool swept, double around) {
    hail_upright_queue *q = &o->queue;
    if (!q->viewed)
        q->view = hail_tilemap_view(o->map, o->kinds);
    q->viewed = true;
    q->view.outside_solid = o->outside;
    q->view.kinds = o->cover[HAIL_BOTH_WAYS];
    const hail_shape_looks job = {.view = &q->view,
                                  .x = q->x,
                                  .y = q->y,
                                  .dx = q->dx,
                                  .dy = q->dy,
                                  .shape = q->shape,
                                  .shapes = q->row[0],
                                  .around = not_less(around),
                                  .long_way = o->long_way,
                                  .swept = swept,
                                  .movers = q->mover[0],
                                  .looks = (uint32_t *)(void *)q->look};
    o->kernels->shape_looks(&job, q->count);
}

/* ---- Cells ------------------------------------------------------------------------------------------------------- */

/* Bit 4 * k: cell k of a row, from `column` on, has solid pixels. The word after the last row's is readable. */
static inline uint64_t full_cells(const hail_tilemap *map, uint32_t column, uint32_t row) {
    const uint32_t *at = (const uint32_t *)map->windows.data + (size_t)row * ((map->stride + 7) / 8) + column / 8;
    return (at[0] | (uint64_t)at[1] << 32) >> column % 8 * HAIL_WINDOW_BITS & 0x11111111u;
}

bool hail_upright_queue_cells(hail_obstacles *o, uint32_t k) {
    hail_upright_queue *q = &o->queue;
    const hail_look_row *look = &q->look[k];
    const uint32_t columns = look->cells & 0xffff, rows = look->cells >> 16, column = look->column;
    const uint64_t wide = UINT32_MAX >> (32 - HAIL_WINDOW_BITS * columns);
    uint32_t cells = q->cells;
    if (cells + columns * rows > QUEUE_CELLS)
        return false;
    for (uint32_t row = look->row; row < look->row + rows; row += 2) {
        const uint32_t next = row + 1 < look->row + rows ? row + 1 : row;
        const uint64_t lower = next > row ? wide : 0;
        uint64_t full = (full_cells(o->map, column, row) & wide) | (full_cells(o->map, column, next) & lower) << 32;
        for (; full; full &= full - 1, cells++) {
            const uint32_t bit = lowest_bit_64(full);
            q->column[cells] = column + bit % 32 / HAIL_WINDOW_BITS;
            q->row_of[cells] = row + bit / 32;
            q->in_look[cells] = k;
        }
    }
    q->cells = cells;
    return true;
}

/* (A tile has at most 16 runs in each of 32 rows.) */
enum { RUNS_MOST = 1023 };

uint32_t hail_upright_queue_runs(hail_obstacles *o) {
    hail_upright_queue *q = &o->queue;
    const hail_tileset *set = o->map->set;
    const hail_cell_runs job = {.view = &q->view,
                                .open = set->sides.data,
                                .runs = set->run_rows.data,
                                .column = q->column,
                                .row = q->row_of,
                                .mover = q->in_look,
                                .looks = (const uint32_t *)(const void *)q->look,
                                .near = q->cell,
                                .first = q->first,
                                .count = q->runs};
    o->kernels->cell_runs(&job, q->cells);
    uint32_t runs = 0, unknown = 0;
    for (uint32_t c = 0; c < q->cells; c++) {
        unknown |= q->runs[c] & ~(uint32_t)RUNS_MOST;
        runs += q->runs[c];
    }
    return unknown ? UPRIGHT_PAIRS + 1 : runs;
}

/* ---- Batches ----------------------------------------------------------------------------------------------------- */

void hail_upright_queue_batch(hail_obstacles *o, hail_uprights *u, bool swept, uint32_t begin, uint32_t end) {
    const hail_upright_queue *q = &o->queue;
    const hail_rect_pairs job = {.width = o->map->width,
                                 .height = o->map->height,
                                 .swept = swept,
                                 .movers = q->mover[0],
                                 .cells = q->cell + begin,
                                 .first = q->first + begin,
                                 .count = q->runs + begin,
                                 .runs = o->map->set->runs.data,
                                 .centre_x = u->centre_x,
                                 .centre_y = u->centre_y,
                                 .x = u->x,
                                 .y = u->y,
                                 .wide = u->wide,
                                 .high = u->high,
                                 .half_x = u->half_x,
                                 .half_y = u->half_y,
                                 .reach = u->reach,
                                 .core_x = u->core_x,
                                 .core_y = u->core_y,
                                 .radius = u->radius,
                                 .dx = u->dx,
                                 .dy = u->dy,
                                 .open = {u->open[0], u->open[1], u->open[2], u->open[3]},
                                 .cell = u->cell,
                                 .mover = u->mover};
    u->tag = q->tag;
    u->shape = q->shape_of;
    u->pairs = o->kernels->rect_pairs(&job, end - begin);
}
