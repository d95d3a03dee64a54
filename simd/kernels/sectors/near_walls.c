/* simd/kernels/sectors/near_walls.c - finds the bodies that may come near a wall, one body a lane, and the walls that a
 * disc comes near to as it moves, one wall a lane. Rounding must not make either miss one; one too many costs only
 * time. */
#include "kernels/kernel.h"

/* ---- Bodies ---------------------------------------------------------------------------------------------------- */

/* What a box covers along one axis: in px, later in columns or rows. */
typedef struct vspan {
    vf low, high;
} vspan;

static LANES_INLINE vspan span_of(vf at, vf disc_path, vf reach) {
    const vf from = vf_sub(at, disc_path);
    return (vspan){vf_sub(vf_min(at, from), reach), vf_add(vf_max(at, from), reach)};
}

static LANES_INLINE vspan span_in_cells(const vspan *s, float min, float inverse, float last) {
    return (vspan){lanes_axis(s->low, min, inverse, last), lanes_axis(s->high, min, inverse, last)};
}

/* The lanes whose cell has walls that stop. */
static LANES_INLINE vm has_walls(const hail_walls_view *view, vf column, vf row) {
    _Static_assert(sizeof(hail_wall_cell) == 3 * sizeof(uint32_t), "three words a cell");
    const vi cell = vf_truncate(vf_add(vf_mul(row, vf_set1(view->map.stride)), column));
    return vi_gt(vi_gather(&view->wall_cells->stops, vi_add(vi_add(cell, cell), cell)), vi_set1(0));
}

/* The lanes that span a cell with walls that stop, or too many cells to look at. */
static LANES_INLINE vm has_walls_near(const hail_walls_view *view, const vspan *column, const vspan *row) {
    const vf one = vf_set1(1.0f);
    const vm wide = vm_or(vf_gt(vf_sub(column->high, column->low), one), vf_gt(vf_sub(row->high, row->low), one));
    const vm single = vm_and(vf_eq(column->low, column->high), vf_eq(row->low, row->high));
    vm any = vm_or(wide, has_walls(view, column->low, row->low));
    if (vm_bits(vm_or(any, single)) == HAIL_ALL_LANES)
        return any;
    any = vm_or(any, has_walls(view, column->high, row->low));
    any = vm_or(any, has_walls(view, column->low, row->high));
    return vm_or(any, has_walls(view, column->high, row->high));
}

uint32_t HAIL_KERNEL(cull_walls)(const hail_walls_view *view, const hail_cull_walls_job *given, uint32_t begin,
                                 uint32_t end, uint32_t *list) {
    const hail_cull_walls_job job = *given; /* a copy that no store can change */
    const hail_grid_layout *map = &view->map;
    const vf zero = vf_set1(0.0f), bound = vf_set1(job.bound);
    uint32_t listed = 0;
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        vf x = vf_load_n(job.x + i, n), y = vf_load_n(job.y + i, n);
        vf dx = job.dx ? vf_load_n(job.dx + i, n) : zero, dy = job.dy ? vf_load_n(job.dy + i, n) : zero;
        const vm good = vm_and(vm_and(vf_le(vf_abs(x), bound), vf_le(vf_abs(y), bound)),
                               vm_and(vf_le(vf_abs(dx), bound), vf_le(vf_abs(dy), bound)));
        x = vf_select(good, x, zero);
        y = vf_select(good, y, zero);
        dx = vf_select(good, dx, zero);
        dy = vf_select(good, dy, zero);
        const vf radius = lanes_radius(job.radius, i, n, job.uniform_radius);
        const vf reach = vf_add(vf_add(vf_mul(radius, vf_set1(job.inflate_rel)), vf_set1(job.extra)),
                                vf_mul(vf_add(vf_abs(dx), vf_abs(dy)), vf_set1(job.inflate_abs)));
        const vspan by_x = span_of(x, dx, reach), by_y = span_of(y, dy, reach);
        const vm inside = vm_and(vm_and(vf_le(by_x.low, vf_set1(view->max_x)), vf_ge(by_x.high, vf_set1(map->min_x))),
                                 vm_and(vf_le(by_y.low, vf_set1(view->max_y)), vf_ge(by_y.high, vf_set1(map->min_y))));
        const vm asked = vm_and(vm_and(inside, good), vm_first(n));
        if (!vm_bits(asked))
            continue;
        const vspan column = span_in_cells(&by_x, map->min_x, map->inverse, map->last_column),
                    row = span_in_cells(&by_y, map->min_y, map->inverse, map->last_row);
        const unsigned bits = vm_bits(vm_and(asked, has_walls_near(view, &column, &row)));
        vi_compress_store(list + listed, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
        listed += vm_count_bits(bits);
    }
    return listed;
}

/* ---- Walls ----------------------------------------------------------------------------------------------------- */

/* This share of all numbers that go into a position is more than their rounding error. */
#define NEAR_RIM 0x1p-20f

/* A disc's path through the grid. `reach` is its radius plus more than the rounding error. */
typedef struct disc_path {
    float x, y, dx, dy, reach;
    float low_x, high_x, low_y, high_y; /* the box of all that it reaches */
    uint32_t first_row, last_row;
} disc_path;

static inline float size_of(float a) { return a < 0.0f ? -a : a; }

/* A column's or row's number. */
static inline uint32_t axis_cell(float at, float min, float inverse, float last) {
    return (uint32_t)lesser(larger((at - min) * inverse, 0.0f), last);
}

static disc_path disc_path_of(const hail_walls_view *view, const hail_disc *disc) {
    const hail_grid_layout *m = &view->map;
    disc_path w = {.x = disc->x, .y = disc->y, .dx = disc->dx, .dy = disc->dy};
    const float far =
        larger(larger(size_of(m->min_x), size_of(view->max_x)), larger(size_of(m->min_y), size_of(view->max_y)));
    const float sizes = ((size_of(w.x) + size_of(w.y)) + (size_of(w.dx) + size_of(w.dy))) + (disc->radius + far);
    w.reach = disc->radius + sizes * NEAR_RIM;
    w.low_x = lesser(w.x, w.x + w.dx) - w.reach;
    w.high_x = larger(w.x, w.x + w.dx) + w.reach;
    w.low_y = lesser(w.y, w.y + w.dy) - w.reach;
    w.high_y = larger(w.y, w.y + w.dy) + w.reach;
    w.first_row = axis_cell(w.low_y, m->min_y, m->inverse, m->last_row);
    w.last_row = axis_cell(w.high_y, m->min_y, m->inverse, m->last_row);
    return w;
}

/* Finds the columns of a row that the path may touch. False: none. */
static bool columns_of(const hail_walls_view *view, const disc_path *w, uint32_t row, uint32_t *first, uint32_t *last) {
    const hail_grid_layout *m = &view->map;
    float low = w->low_x, high = w->high_x;
    if (w->first_row < w->last_row && w->dy != 0.0f) {
        const float top = m->min_y + (float)row * view->cell - w->reach, bottom = top + (view->cell + 2.0f * w->reach);
        const float a = (top - w->y) / w->dy, b = (bottom - w->y) / w->dy;
        const float from = larger(lesser(a, b), 0.0f), to = lesser(larger(a, b), 1.0f);
        if (from > to)
            return false;
        const float here = w->x + w->dx * from, there = w->x + w->dx * to;
        low = lesser(here, there) - w->reach;
        high = larger(here, there) + w->reach;
    }
    *first = axis_cell(low, m->min_x, m->inverse, m->last_column);
    *last = axis_cell(high, m->min_x, m->inverse, m->last_column);
    return true;
}

typedef struct vpath {
    vf x, y, dx, dy, low_x, high_x, low_y, high_y;
    vf square, of_path; /* of the reach; and that times the square of the path's length */
    vi stops;
} vpath;

static LANES_INLINE vpath spread(const disc_path *w, uint32_t stops) {
    const float square = w->reach * w->reach;
    return (vpath){.x = vf_set1(w->x),
                   .y = vf_set1(w->y),
                   .dx = vf_set1(w->dx),
                   .dy = vf_set1(w->dy),
                   .low_x = vf_set1(w->low_x),
                   .high_x = vf_set1(w->high_x),
                   .low_y = vf_set1(w->low_y),
                   .high_y = vf_set1(w->high_y),
                   .square = vf_set1(square),
                   .of_path = vf_set1(square * (w->dx * w->dx + w->dy * w->dy)),
                   .stops = vi_set1((int32_t)stops)};
}

static LANES_INLINE vf cross(vf ax, vf ay, vf bx, vf by) { return vf_sub(vf_mul(ax, by), vf_mul(ay, bx)); }

/* The lanes whose two ends lie on the same side of a line, further from it than a limit. one and other are the ends'
 * distances times the line's length; `limit` is the limit squared times the length squared. */
static LANES_INLINE vm apart(vf one, vf other, vf limit) {
    const vf nearer = vf_min(vf_abs(one), vf_abs(other));
    return vm_and(vf_gt(vf_mul(one, other), vf_set1(0.0f)), vf_gt(vf_mul(nearer, nearer), limit));
}

/* Of a block's walls [from, from + n), those that the disc may come near: no box, and neither the wall's line nor the
 * path's, separates the two. */
static LANES_INLINE unsigned near_disc(const vpath *w, const float *block, uint32_t from, uint32_t n) {
    const float *at = block + from;
    const vf ax = vf_load_n(at + HAIL_WALL_X * HAIL_BLOCK, n), ay = vf_load_n(at + HAIL_WALL_Y * HAIL_BLOCK, n);
    const vf bx = vf_load_n(at + HAIL_WALL_BX * HAIL_BLOCK, n), by = vf_load_n(at + HAIL_WALL_BY * HAIL_BLOCK, n);
    const vm near = vm_and(vm_and(vf_ge(vf_max(ax, bx), w->low_x), vf_le(vf_min(ax, bx), w->high_x)),
                           vm_and(vf_ge(vf_max(ay, by), w->low_y), vf_le(vf_min(ay, by), w->high_y)));
    if (!vm_bits(vm_and(near, vm_first(n))))
        return 0;
    const vf ex = vf_load_n(at + HAIL_WALL_EX * HAIL_BLOCK, n), ey = vf_load_n(at + HAIL_WALL_EY * HAIL_BLOCK, n);
    const vi stops = vi_from_bits(vf_load_n(at + HAIL_WALL_STOPS * HAIL_BLOCK, n));
    const vm passes = vi_eq(vi_and(stops, w->stops), vi_set1(0));
    const vf qx = vf_sub(w->x, ax), qy = vf_sub(w->y, ay);
    const vf start = cross(qx, qy, ex, ey), end = vf_add(start, cross(w->dx, w->dy, ex, ey));
    const vf wall = vf_mul(w->square, vf_add(vf_mul(ex, ex), vf_mul(ey, ey)));
    const vf a = cross(qx, qy, w->dx, w->dy), b = vf_sub(a, cross(ex, ey, w->dx, w->dy));
    const vm far = vm_or(apart(start, end, wall), apart(a, b, w->of_path));
    return vm_bits(vm_and_not(vm_and_not(vm_and(near, vm_first(n)), passes), far));
}

static LANES_INLINE uint32_t list_block(const vpath *w, const float *block, uint32_t *walls) {
    const uint32_t n = HAIL_LANES < HAIL_BLOCK ? HAIL_LANES : HAIL_BLOCK;
    uint32_t listed = 0;
    for (uint32_t from = 0; from < HAIL_BLOCK; from += n) {
        const unsigned bits = near_disc(w, block, from, n);
        const vf id = vf_load_n(block + HAIL_WALL_ID * HAIL_BLOCK + from, n);
        vi_compress_store(walls + listed, bits, vi_from_bits(id));
        listed += vm_count_bits(bits);
    }
    return listed;
}

uint32_t HAIL_KERNEL(near_walls)(const hail_walls_view *view, const hail_disc *disc, hail_cursor *cursor,
                                 uint32_t *walls, uint32_t capacity) {
    const disc_path w = disc_path_of(view, disc);
    const vpath spread_out = spread(&w, disc->stops);
    const hail_cursor start = *cursor;
    uint32_t listed = 0, first, last;
    const bool outside =
        w.low_x > view->max_x || w.high_x < view->map.min_x || w.low_y > view->max_y || w.high_y < view->map.min_y;
    cursor->body = view->rows;
    for (uint32_t row = start.body > w.first_row ? start.body : w.first_row; row <= w.last_row && !outside; row++) {
        if (!columns_of(view, &w, row, &first, &last))
            continue;
        const bool goes_on = row == start.body && start.run >= first;
        for (uint32_t column = goes_on ? start.run : first; column <= last; column++) {
            const hail_wall_cell *cell = &view->wall_cells[row * view->columns + column];
            const uint32_t blocks = (cell->stops + HAIL_BLOCK - 1) / HAIL_BLOCK;
            for (uint32_t b = goes_on && column == start.run ? start.step : 0; b < blocks; b++) {
                if (listed + HAIL_BLOCK > capacity) {
                    *cursor = (hail_cursor){row, column, b};
                    return listed;
                }
                const float *block = view->walls + (size_t)(cell->first + b) * HAIL_WALL_WORDS * HAIL_BLOCK;
                listed += list_block(&spread_out, block, walls + listed);
            }
        }
    }
    return listed;
}
