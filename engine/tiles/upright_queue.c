/* engine/tiles/upright_queue.c - see upright_queue.h. */
#include "upright_queue.h"

#include <string.h>

#include "lowest_bit.h"
#include "solid_cells.h"
#include "tile_runs.h"

void hail_upright_queue_begin(hail_obstacles *o) {
    hail_upright_queue *q = &o->queue;
    q->usable = tileset_has_runs(o->map->set) && !o->whole_cells && !o->one_way;
    q->viewed = false;
    q->count = q->shapes = q->cells = q->pairs = 0;
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
    q->tag[k] = tag;
    q->shape_of[k] = &q->upright[q->shapes - 1];
    q->shape[k] = (q->shapes - 1) * HAIL_LOOK_ROW;
    q->count++;
    return true;
}

void hail_upright_queue_look(hail_obstacles *o, bool swept, double around) {
    hail_upright_queue *q = &o->queue;
    if (!q->viewed)
        q->view = hail_tilemap_view(o->map, o->kinds);
    q->viewed = true;
    q->view.outside_solid = o->outside;
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

/* What cells are read from. */
typedef struct cell_reader {
    const uint32_t *cells, *windows, *tiles;
    uint32_t stride, pitch, kinds, words; /* words: of a row of windows */
} cell_reader;

/* Bit 4 * k: cell k of a row, from `column` on, has solid pixels. */
static inline uint64_t full_cells(const cell_reader *r, uint32_t column, uint32_t row) {
    const uint32_t *at = r->windows + (size_t)row * r->words + column / 8;
    return (at[0] | (uint64_t)at[1] << 32) >> column % 8 * HAIL_WINDOW_BITS & 0x11111111u;
}

/* A tile's words: of tile 0 if the cell's kind is not asked for. */
static inline const uint32_t *tile_at(const cell_reader *r, uint32_t word) {
    const uint32_t asked = 0u - (r->kinds >> word_kind(word) & 1u);
    return r->tiles + (size_t)(word & HAIL_CELL_NUMBER & asked) * r->pitch;
}

static inline uint32_t clamped(int32_t a, uint32_t most) { return a < 0 ? 0 : a > (int32_t)most ? most : (uint32_t)a; }

/* Adds pairs with `count` runs from `first` on. Writes a few more, which the next ones overwrite. */
static inline void add_runs(hail_upright_queue *q, uint32_t first, uint32_t count) {
    enum { AT_ONCE = 8 };
    uint32_t *in_cell = q->in_cell + q->pairs, *run = q->run + q->pairs;
    for (uint32_t done = 0; done < count; done += AT_ONCE)
        for (uint32_t k = done; k < done + AT_ONCE; k++) {
            in_cell[k] = q->cells * HAIL_LOOK_ROW;
            run[k] = (first + k) * (uint32_t)(sizeof(hail_tile_run) / sizeof(uint32_t));
        }
    q->pairs += count;
}

static inline hail_queue_collected add_cell(hail_obstacles *o, const cell_reader *r, uint32_t mover, uint32_t column,
                                            uint32_t row) {
    hail_upright_queue *q = &o->queue;
    const hail_look_row *look = &q->look[mover];
    const uint32_t *at = r->cells + (size_t)row * r->stride + column;
    const uint32_t word = *at, before = *(at - 1), after = *(at + 1), above = *(at - r->stride),
                   beyond = *(at + r->stride);
    const uint32_t width = o->map->width, height = o->map->height;
    if ((word | before | after | above | beyond) & (HAIL_CELL_FLAGS | HAIL_CELL_OWN))
        return QUEUE_ALONE;
    const int32_t left = (int32_t)((column - 1) * width), top = (int32_t)((row - 1) * height);
    const uint32_t *tile = tile_at(r, word), first_row = clamped(look->first_y - top, height),
                   last_row = clamped(look->last_y + 1 - top, height),
                   end_row = last_row > tile[TILE_WHOLE] ? last_row : tile[TILE_WHOLE];
    const uint32_t first = tile[TILE_FIRST_RUN + first_row], count = tile[TILE_FIRST_RUN + end_row] - first;
    if (q->pairs + count > UPRIGHT_PAIRS || q->cells == UPRIGHT_PAIRS)
        return QUEUE_NO_ROOM;
    q->cell[q->cells] = (hail_near_cell){.left = left,
                                         .top = top,
                                         .before = tile_at(r, before)[TILE_OPEN_RIGHT],
                                         .above = tile_at(r, above)[TILE_OPEN_BOTTOM],
                                         .after = tile_at(r, after)[TILE_OPEN_LEFT],
                                         .beyond = tile_at(r, beyond)[TILE_OPEN_TOP],
                                         .span = clamped(look->first_x - left, width) |
                                                 clamped(look->last_x + 1 - left, width) << 8 | mover << 16 |
                                                 word_kind(word) << 24,
                                         .cell = (row - 1) * o->map->options.columns + column - 1};
    add_runs(q, first, count);
    q->cells++;
    return QUEUE_COLLECTED;
}

static cell_reader reader_of(const hail_obstacles *o) {
    const hail_tilemap *map = o->map;
    return (cell_reader){.cells = map->cells.data,
                         .windows = map->windows.data,
                         .tiles = map->set->run_tiles.data,
                         .stride = map->stride,
                         .pitch = tile_runs_pitch(map->set),
                         .kinds = o->cover[HAIL_BOTH_WAYS],
                         .words = (map->stride + 7) / 8};
}

hail_queue_collected hail_upright_queue_collect(hail_obstacles *o, uint32_t k) {
    hail_upright_queue *q = &o->queue;
    const hail_look_row *look = &q->look[k];
    const cell_reader r = reader_of(o);
    const uint32_t columns = look->cells & 0xffff, rows = look->cells >> 16, cells = q->cells, pairs = q->pairs;
    const uint64_t wide = UINT32_MAX >> (32 - 4 * columns);
    if (look->what)
        return look->what & HAIL_LOOK_STAYS ? QUEUE_COLLECTED : QUEUE_ALONE;
    for (uint32_t row = 0; row < rows; row += 2) {
        const uint64_t lower = row + 1 < rows ? wide << 32 : 0;
        uint64_t full = (full_cells(&r, look->column, look->row + row) & wide) |
                        (full_cells(&r, look->column, look->row + row + 1) << 32 & lower);
        for (; full; full &= full - 1) {
            const uint32_t bit = lowest_bit_64(full);
            const hail_queue_collected what =
                add_cell(o, &r, k, look->column + (bit & 31) / HAIL_WINDOW_BITS, look->row + row + bit / 32);
            if (what != QUEUE_COLLECTED) {
                q->cells = cells;
                q->pairs = pairs;
                return what;
            }
        }
    }
    return QUEUE_COLLECTED;
}

/* ---- Batches ----------------------------------------------------------------------------------------------------- */

void hail_upright_queue_batch(hail_obstacles *o, hail_uprights *u, bool swept) {
    hail_upright_queue *q = &o->queue;
    const hail_rect_pairs job = {.width = o->map->width,
                                 .height = o->map->height,
                                 .swept = swept,
                                 .in_cell = q->in_cell,
                                 .run = q->run,
                                 .movers = q->mover[0],
                                 .cells = q->cell,
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
    memset(q->in_cell + q->pairs, 0, HAIL_SLACK * sizeof *q->in_cell);
    memset(q->run + q->pairs, 0, HAIL_SLACK * sizeof *q->run);
    u->tag = q->tag;
    u->shape = q->shape_of;
    u->pairs = o->kernels->rect_pairs(&job, q->pairs);
    q->cells = q->pairs = 0;
}
