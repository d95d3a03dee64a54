/* engine/tiles/upright_queue.c - see upright_queue.h. */
#include "upright_queue.h"

#include <float.h>

#include <hail/world.h>

#include "lowest_bit.h"
#include "tile_runs.h"

void hail_upright_queue_list_all(hail_upright_queue *q) {
    static const uint32_t in_order[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                        16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
                                        32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47};
    _Static_assert(sizeof in_order / sizeof *in_order == UPRIGHT_QUEUE, "a number for each mover");
    q->list = in_order;
}

void hail_upright_queue_begin(hail_obstacles *o) {
    hail_upright_queue *q = &o->queue;
    if (q->taken)
        return;
    q->usable = tileset_has_runs(o->map->set) && !o->whole_cells && !o->one_way;
    q->viewed = false;
    hail_upright_queue_list_all(q);
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
    const uint32_t k = q->count;
    const float at_x = (float)x, at_y = (float)y;
    if (!q->usable || k == UPRIGHT_QUEUE || (double)at_x != x || (double)at_y != y)
        return false;
    if ((!q->shapes || !same_pose(&q->pose[q->shapes - 1], pose)) && !add_shape(o, pose))
        return false;
    q->x[k] = at_x;
    q->y[k] = at_y;
    q->dx[k] = dx;
    q->dy[k] = dy;
    q->own_tag[k] = tag;
    q->shape_of[k] = &q->upright[q->shapes - 1];
    q->shape[k] = (q->shapes - 1) * HAIL_LOOK_ROW;
    q->count++;
    return true;
}

/* ---- Looks ------------------------------------------------------------------------------------------------------- */

static void look(hail_obstacles *o, hail_shape_looks *job, double around) {
    hail_upright_queue *q = &o->queue;
    if (!q->viewed)
        q->view = hail_tilemap_view(o->map, o->kinds);
    q->viewed = true;
    q->view.outside_solid = o->outside;
    q->view.kinds = o->cover[HAIL_BOTH_WAYS];
    job->view = &q->view;
    job->shape = q->shape;
    job->shapes = q->row[0];
    job->around = not_less(around);
    job->long_way = o->long_way;
    job->movers = q->mover[0];
    job->looks = (uint32_t *)(void *)q->look;
    o->kernels->shape_looks(job, q->count);
}

void hail_upright_queue_look(hail_obstacles *o, bool swept, double around) {
    hail_upright_queue *q = &o->queue;
    hail_shape_looks job = {.x = q->x, .y = q->y, .dx = q->dx, .dy = q->dy, .bound = FLT_MAX, .swept = swept};
    q->tag = q->own_tag;
    look(o, &job, around);
}

/* The number of a shape of the queue; UPRIGHT_SHAPES: there is no room, or it is not upright. */
static uint32_t number_of(hail_obstacles *o, const hail_mover_pose *pose) {
    const hail_upright_queue *q = &o->queue;
    for (uint32_t s = 0; s < q->shapes; s++)
        if (same_pose(&q->pose[s], pose))
            return s;
    return add_shape(o, pose) ? q->shapes - 1 : UPRIGHT_SHAPES;
}

/* Sets the shapes of a list. Returns how many are for the queue. */
static uint32_t take_shapes(hail_obstacles *o, const hail_crowd_columns *from, const uint32_t *list, uint32_t count) {
    hail_upright_queue *q = &o->queue;
    const uint32_t *shapes = from->shape;
    const hail_upright *upright = q->upright;
    uint32_t last = UINT32_MAX, row = 0, k = 0;
    for (; k < count; k++) {
        const uint32_t shape = shapes ? shapes[list[k]] : 0;
        if (shape != last) {
            const hail_mover_pose pose = {from->templates[shape].words, 1.0f, 0.0f, 1.0f, from->inflation, false};
            const uint32_t number = number_of(o, &pose);
            if (number == UPRIGHT_SHAPES)
                break;
            last = shape;
            upright = &q->upright[number];
            row = number * HAIL_LOOK_ROW;
        }
        q->shape_of[k] = upright;
        q->shape[k] = row;
    }
    return k;
}

uint32_t hail_upright_queue_take(hail_obstacles *o, const hail_crowd_columns *from, const uint32_t *list,
                                 uint32_t count, bool swept, double around) {
    hail_upright_queue *q = &o->queue;
    if (!q->usable || from->cos || from->scale)
        return 0;
    if (q->shapes == UPRIGHT_SHAPES) /* these were for others */
        q->shapes = 0;
    q->count = take_shapes(o, from, list, count < UPRIGHT_QUEUE ? count : UPRIGHT_QUEUE);
    q->tag = list;
    hail_shape_looks job = {.x = from->x,
                            .y = from->y,
                            .dx = from->dx,
                            .dy = from->dy,
                            .list = list,
                            .from_end = from->from_end,
                            .corner_x = o->map->options.x,
                            .corner_y = o->map->options.y,
                            .bound = from->from_end ? HAIL_MAX_BOUND : FLT_MAX,
                            .swept = swept};
    if (q->count)
        look(o, &job, around);
    return q->count;
}

/* ---- Cells ------------------------------------------------------------------------------------------------------- */

/* Adds the cells of a look of many rows. False: there is no room. */
static bool add_tall(hail_obstacles *o, uint32_t k) {
    hail_upright_queue *q = &o->queue;
    const hail_look_row *look = &q->look[k];
    const hail_tilemap *map = o->map;
    const uint32_t columns = look->cells & 0xffff, rows = look->cells >> 16;
    if (q->cells + columns * rows > QUEUE_CELLS)
        return false;
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++)
            if (((const uint32_t *)map->cells.data)[(look->row + r) * (size_t)map->stride + look->column + c])
                q->place[q->cells++] = k | (8 * r + c) << 8;
    return true;
}

/* Most shapes have none or one, and which is hard to predict: the first two are added without a branch. */
static inline uint32_t add_cells(hail_upright_queue *q, uint32_t cells, uint32_t k) {
    const uint64_t none = UINT64_C(3) << 32;
    uint64_t near = q->look[k].cells | none;
    for (int i = 0; i < 2; i++, near &= near - 1) {
        q->place[cells] = k | lowest_bit_64(near) << 8;
        cells += (uint32_t)near != 0;
    }
    for (uint32_t left = (uint32_t)near; left; left &= left - 1)
        q->place[cells++] = k | lowest_bit_64(left) << 8;
    return cells;
}

uint32_t hail_upright_queue_cells(hail_obstacles *o, uint32_t k) {
    enum { MOST = HAIL_LOOK_COLUMNS * HAIL_LOOK_ROWS }; /* of a look that is not tall */
    hail_upright_queue *q = &o->queue;
    uint32_t cells = q->cells;
    for (; k < q->count; k++) {
        const uint32_t m = q->list[k], what = q->look[m].what;
        if (what & (HAIL_LOOK_ALONE | HAIL_LOOK_TALL)) {
            q->cells = cells;
            if (what & HAIL_LOOK_ALONE || !add_tall(o, m))
                return k;
            cells = q->cells;
        } else {
            if (cells + MOST > QUEUE_CELLS)
                break;
            cells = add_cells(q, cells, m);
        }
    }
    q->cells = cells;
    return k;
}

/* (A tile has at most 16 runs in each of 32 rows.) */
enum { RUNS_MOST = 1023 };

uint32_t hail_upright_queue_runs(hail_obstacles *o) {
    hail_upright_queue *q = &o->queue;
    const hail_tileset *set = o->map->set;
    const hail_cell_runs job = {.view = &q->view,
                                .open = set->sides.data,
                                .runs = set->run_rows.data,
                                .places = q->place,
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
