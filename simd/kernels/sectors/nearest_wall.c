/* simd/kernels/sectors/nearest_wall.c - docs/arithmetic.md, "Sectors": the nearest walls of points. Walls lie in lanes.
 * Each step is done for a whole block of points. So points differ in the lengths of lists, not in branches. */
#include <math.h>

#include "kernels/points/nearest_point_lanes.h"
#include "kernels/points/point_lanes.h"

enum {
    BLOCK_WORDS = HAIL_BLOCK * HAIL_WALL_WORDS,
    NEAR_POINTS = 64,
    NEAR_CELLS = 8 * NEAR_POINTS,
    NEAR_BLOCKS = 512,
    NEAR_AHEAD = 4 /* blocks that are prefetched */
};
#define NEAR_NONE 3.0e38f
#define NEAR_ANY  2.9e38f /* px^2: further than anything */

/* A block of points. */
typedef struct near_points {
    const hail_walls_view *view;
    bool portals;
    uint32_t kinds, count;
    float reach; /* px^2 */
    float x[NEAR_POINTS + HAIL_LANES], y[NEAR_POINTS + HAIL_LANES];
    float column[NEAR_POINTS + HAIL_LANES], row[NEAR_POINTS + HAIL_LANES]; /* of their cells */
    float slack[NEAR_POINTS + HAIL_LANES]; /* px: more than a distance's rounding error */
    float bound[NEAR_POINTS + HAIL_LANES]; /* px^2: nothing further counts */
    /* The nearest wall so far, lane by lane: its squared distance, its number, the first word of its vector. */
    float squared[NEAR_POINTS * HAIL_LANES];
    uint32_t wall[NEAR_POINTS * HAIL_LANES], at[NEAR_POINTS * HAIL_LANES];
    /* Cells to search, and the point that each is for. */
    uint32_t cells, of[NEAR_CELLS + HAIL_LANES], cell[NEAR_CELLS + HAIL_LANES];
} near_points;

/* ---- Walls ------------------------------------------------------------------------------------------------------ */

static LANES_INLINE vf near_words(const float *block, int word) {
    return vf_load_eights(block + word * HAIL_BLOCK, BLOCK_WORDS);
}

/* Looks at a vector of walls, of which the first `left` count. Distances are measured from the nearer end, so the
 * distance to an end is exact. */
static LANES_INLINE void near_vector(near_points *p, uint32_t of, uint32_t at, uint32_t left) {
    const float *block = p->view->walls + at;
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f), x = vf_set1(p->x[of]), y = vf_set1(p->y[of]);
    const vf ax = vf_sub(x, near_words(block, HAIL_WALL_X)), ay = vf_sub(y, near_words(block, HAIL_WALL_Y));
    const vf bx = vf_sub(x, near_words(block, HAIL_WALL_BX)), by = vf_sub(y, near_words(block, HAIL_WALL_BY));
    const vf ex = near_words(block, HAIL_WALL_EX), ey = near_words(block, HAIL_WALL_EY);
    const vf along = vf_add(vf_mul(ax, ex), vf_mul(ay, ey));
    const vf t = vf_min(vf_max(vf_mul(along, near_words(block, HAIL_WALL_INVERSE)), zero), one);
    const vm from_b = vf_gt(t, vf_set1(0.5f));
    const vf s = vf_sub(t, vf_select(from_b, one, zero));
    const vf dx = vf_sub(vf_select(from_b, bx, ax), vf_mul(ex, s)),
             dy = vf_sub(vf_select(from_b, by, ay), vf_mul(ey, s));
    const vf squared = vf_add(vf_mul(dx, dx), vf_mul(dy, dy));
    const vi wall = vi_from_bits(near_words(block, HAIL_WALL_ID));
    vm wanted = vm_first(left);
    if (p->kinds != UINT32_MAX) {
        const vi kind = vi_and(vi_from_bits(near_words(block, HAIL_WALL_KIND)), vi_set1((int32_t)p->kinds));
        wanted = vm_and_not(wanted, vi_eq(kind, vi_set1(0)));
    }
    float *best = p->squared + of * HAIL_LANES;
    uint32_t *best_wall = p->wall + of * HAIL_LANES, *best_at = p->at + of * HAIL_LANES;
    const vf so_far = vf_load(best);
    const vi its_wall = vi_load(best_wall);
    const vm lower = vm_and(vf_eq(squared, so_far), vi_gt(its_wall, wall));
    const vm nearer = vm_and(wanted, vm_or(vf_lt(squared, so_far), lower));
    vf_store(best, vf_select(nearer, squared, so_far));
    vi_store(best_wall, vi_select(nearer, wall, its_wall));
    vi_store(best_at, vi_select(nearer, vi_set1((int32_t)at), vi_load(best_at)));
}

/* Vectors of walls: the point that each is for, where the walls lie, how many count. */
typedef struct near_vectors {
    uint32_t count;
    uint32_t of[NEAR_BLOCKS + HAIL_LANES], at[NEAR_BLOCKS + HAIL_LANES + NEAR_AHEAD], left[NEAR_BLOCKS + HAIL_LANES];
} near_vectors;

static LANES_INLINE void near_look(near_points *p, near_vectors *v) {
    for (uint32_t i = 0; i < NEAR_AHEAD; i++)
        v->at[v->count + i] = 0;
    for (uint32_t i = 0; i < v->count; i++) {
        const float *ahead = p->view->walls + v->at[i + NEAR_AHEAD];
        for (int word = 0; word < HAIL_WALL_WORDS; word += 2) /* two to a cache line */
            HAIL_FETCH(ahead + word * HAIL_BLOCK);
        near_vector(p, v->of[i], v->at[i], v->left[i]);
    }
    v->count = 0;
}

/* Looks at all walls of all listed cells. */
static void near_look_into(near_points *p) {
    near_vectors v;
    const uint32_t *cells = (const uint32_t *)(const void *)p->view->wall_cells; /* three words each */
    const uint32_t *counts =
        cells + (p->portals ? offsetof(hail_wall_cell, count) : offsetof(hail_wall_cell, stops)) / 4;
    const vi zero = vi_set1(0), lanes = vi_set1(HAIL_LANES), size = vi_set1(BLOCK_WORDS);
    v.count = 0;
    for (uint32_t i = 0; i < p->cells; i += HAIL_LANES) {
        const vm live = vm_first(lanes_left(i, p->cells));
        const vi of = vi_load(p->of + i), cell = vi_select(live, vi_load(p->cell + i), zero);
        const vi word = vi_add(cell, vi_add(cell, cell));
        const vi block = vi_mul(vi_pick(cells, word), size);
        vi left = vi_select(live, vi_pick(counts, word), zero), done = zero;
        unsigned bits = vm_bits(vi_gt(left, zero));
        do {
            const vi blocks = vi_mul(vi_shift_right(done, 3), size), within = vi_and(done, vi_set1(HAIL_BLOCK - 1));
            vi_compress_store(v.of + v.count, bits, of);
            vi_compress_store(v.at + v.count, bits, vi_add(block, vi_add(blocks, within)));
            vi_compress_store(v.left + v.count, bits, left);
            v.count += vm_count_bits(bits);
            if (v.count > NEAR_BLOCKS - HAIL_LANES)
                near_look(p, &v);
            left = vi_sub(left, lanes);
            done = vi_add(done, lanes);
            bits = vm_bits(vi_gt(left, zero));
        } while (bits);
    }
    near_look(p, &v);
    p->cells = 0;
}

static LANES_INLINE void near_bounds(near_points *p) {
    for (uint32_t i = 0; i < p->count; i++) {
        const float squared = vf_min_lane(vf_load(p->squared + i * HAIL_LANES));
        p->bound[i] = squared < p->reach ? squared : p->reach;
    }
}

/* ---- Cells ------------------------------------------------------------------------------------------------------ */

/* HAIL_LANES points. */
typedef struct vpoints {
    vi of;
    vm live;
    vf x, y, column, row, slack, bound;
} vpoints;

static LANES_INLINE vpoints near_load(const near_points *p, uint32_t i) {
    return (vpoints){.of = vi_add(vi_set1((int32_t)i), vi_iota()),
                     .live = vm_first(lanes_left(i, p->count)),
                     .x = vf_load(p->x + i),
                     .y = vf_load(p->y + i),
                     .column = vf_load(p->column + i),
                     .row = vf_load(p->row + i),
                     .slack = vf_load(p->slack + i),
                     .bound = vf_load(p->bound + i)};
}

/* The squared distance, along one axis, to a column or row of cells; infinite where there is none. */
static LANES_INLINE vf near_gap(const vpoints *v, vf at, vf cell, float min, float size, float last) {
    const vf low = vf_add(vf_set1(min), vf_mul(cell, vf_set1(size)));
    const vf gap = vf_sub(vf_max(vf_sub(low, at), vf_sub(vf_sub(at, low), vf_set1(size))), v->slack);
    const vf far = vf_max(gap, vf_set1(0.0f));
    const vm there = vm_and(vf_ge(cell, vf_set1(0.0f)), vf_le(cell, vf_set1(last)));
    return vf_select(there, vf_mul(far, far), vf_set1(INFINITY));
}
static LANES_INLINE vf near_gap_x(const near_points *p, const vpoints *v, vf column) {
    return near_gap(v, v->x, column, p->view->map.min_x, p->view->cell, p->view->map.last_column);
}
static LANES_INLINE vf near_gap_y(const near_points *p, const vpoints *v, vf row) {
    return near_gap(v, v->y, row, p->view->map.min_y, p->view->cell, p->view->map.last_row);
}

/* Lists a cell for the points whose nearest wall may lie in it. False: for none. */
static LANES_INLINE bool near_list(near_points *p, const vpoints *v, vf column, vf row, vf gap_x, vf gap_y) {
    const unsigned bits = vm_bits(vm_and(v->live, vf_le(vf_add(gap_x, gap_y), v->bound)));
    const vi cell = vf_truncate(vf_add(vf_mul(row, vf_set1(p->view->map.stride)), column));
    vi_compress_store(p->of + p->cells, bits, v->of);
    vi_compress_store(p->cell + p->cells, bits, cell);
    p->cells += vm_count_bits(bits);
    return bits != 0;
}

/* Lists the points whose nearest wall may lie in the ring k cells away, or beyond it. */
static LANES_INLINE uint32_t near_open(const near_points *p, float k, uint32_t *open) {
    const vf far = vf_set1(k);
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->count; i += HAIL_LANES) {
        const vpoints v = near_load(p, i);
        const vf left = near_gap_x(p, &v, vf_sub(v.column, far)), right = near_gap_x(p, &v, vf_add(v.column, far));
        const vf up = near_gap_y(p, &v, vf_sub(v.row, far)), down = near_gap_y(p, &v, vf_add(v.row, far));
        const vf beside = vf_add(vf_min(left, right), near_gap_y(p, &v, v.row));
        const vf above = vf_add(vf_min(up, down), near_gap_x(p, &v, v.column));
        const unsigned bits = vm_bits(vm_and(v.live, vf_le(vf_min(beside, above), v.bound)));
        vi_compress_store(open + count, bits, v.of);
        count += vm_count_bits(bits);
    }
    return count;
}

/* Lists the cells of a ring's row, or column, from its middle on: on either way the next one is further away. */
static LANES_INLINE void near_along(near_points *p, const vpoints *v, bool in_row, int32_t side, int32_t way,
                                    int32_t last) {
    const vf line = vf_add(in_row ? v->row : v->column, vf_set1((float)side));
    const vf gap = in_row ? near_gap_y(p, v, line) : near_gap_x(p, v, line);
    bool any = true;
    for (int32_t k = way < 0 ? 1 : 0; any && k <= last; k++) {
        const vf at = vf_add(in_row ? v->column : v->row, vf_set1((float)(way * k)));
        any = in_row ? near_list(p, v, at, line, near_gap_x(p, v, at), gap)
                     : near_list(p, v, line, at, gap, near_gap_y(p, v, at));
        if (p->cells > NEAR_CELLS - HAIL_LANES)
            near_look_into(p);
    }
}

static LANES_INLINE void near_ring(near_points *p, int32_t k, const uint32_t *open, uint32_t count) {
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const vm live = vm_first(lanes_left(i, count));
        const vi of = vi_select(live, vi_load(open + i), vi_set1(0));
        const vpoints v = {.of = of,
                           .live = live,
                           .x = vf_gather(p->x, of),
                           .y = vf_gather(p->y, of),
                           .column = vf_gather(p->column, of),
                           .row = vf_gather(p->row, of),
                           .slack = vf_gather(p->slack, of),
                           .bound = vf_gather(p->bound, of)};
        for (int32_t side = -k; side <= k; side += 2 * k)
            for (int32_t way = -1; way <= 1; way += 2) {
                near_along(p, &v, true, side, way, k);
                near_along(p, &v, false, side, way, k - 1);
            }
    }
    near_look_into(p);
    near_bounds(p);
}

/* ---- Points ----------------------------------------------------------------------------------------------------- */

/* Reads a block of points and looks into their own cells. */
static LANES_INLINE void near_begin(near_points *p, const float *x, const float *y, uint32_t count) {
    const hail_grid_layout *m = &p->view->map;
    const vf zero = vf_set1(0.0f), min_slack = vf_set1(HAIL_DISTANCE_TOLERANCES * p->view->tolerance),
             share = vf_set1(HAIL_DISTANCE_ERROR);
    p->count = count;
    p->cells = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vf px = read_points(x + i, n, p->view->tiny), py = read_points(y + i, n, p->view->tiny);
        vf_store(p->x + i, px);
        vf_store(p->y + i, py);
        vf_store(p->column + i, lanes_axis(px, m->min_x, m->inverse, m->last_column));
        vf_store(p->row + i, lanes_axis(py, m->min_y, m->inverse, m->last_row));
        vf_store(p->slack + i, vf_add(vf_mul(vf_add(vf_abs(px), vf_abs(py)), share), min_slack));
        vf_store(p->bound + i, vf_set1(NEAR_NONE));
        const vpoints v = near_load(p, i);
        near_list(p, &v, v.column, v.row, zero, zero);
    }
    for (uint32_t i = 0; i < count * HAIL_LANES; i += HAIL_LANES) {
        vf_store(p->squared + i, vf_set1(NEAR_NONE));
        vi_store(p->wall + i, vi_set1(INT32_MAX));
        vi_store(p->at + i, vi_set1(0));
    }
    near_look_into(p);
    near_bounds(p);
}

/* Finds the first word of each point's nearest wall among all lanes; ties go to the lowest wall. Floats hold walls'
 * numbers exactly. */
static LANES_INLINE void near_pick(near_points *p, uint32_t *first) {
    for (uint32_t i = 0; i < p->count; i++) {
        const vf squared = vf_load(p->squared + i * HAIL_LANES);
        p->bound[i] = vf_min_lane(squared);
        const vf number = vi_to_float(vi_load(p->wall + i * HAIL_LANES));
        const vf wall = vf_select(vf_eq(squared, vf_set1(p->bound[i])), number, vf_set1(NEAR_NONE));
        const uint32_t lane = lowest_bit(vm_bits(vf_eq(wall, vf_set1(vf_min_lane(wall)))));
        first[i] = p->at[i * HAIL_LANES + lane] + lane / HAIL_BLOCK * BLOCK_WORDS + lane % HAIL_BLOCK;
    }
}

static LANES_INLINE vf near_word(const near_points *p, int word, vi at) {
    const uint32_t *words = (const uint32_t *)(const void *)p->view->walls;
    return vf_from_bits(vi_pick(words + word * HAIL_BLOCK, at));
}

static LANES_INLINE void near_write(near_points *p, const hail_near_job *job, float *rows) {
    const vf zero = vf_set1(0.0f), no_wall = vf_from_bits(vi_set1(-1));
    uint32_t first[NEAR_POINTS + HAIL_LANES], to[HAIL_LANES];
    near_pick(p, first);
    vi_store(to, vi_iota());
    for (uint32_t i = 0; i < p->count; i += HAIL_LANES) {
        const vpoints v = near_load(p, i);
        const vi at = vi_select(v.live, vi_load(first + i), vi_set1(0));
        const vf ax = near_word(p, HAIL_WALL_X, at), ay = near_word(p, HAIL_WALL_Y, at);
        const vf bx = near_word(p, HAIL_WALL_BX, at), by = near_word(p, HAIL_WALL_BY, at);
        const vm found = vf_le(v.bound, vf_set1(p->reach));
        vf row[4];
        nearest_on_segment(v.x, v.y, ax, ay, bx, by, p->view->tiny, row);
        row[0] = vf_select(found, row[0], zero);
        row[1] = vf_select(found, row[1], zero);
        row[2] = vf_select(found, row[2], vf_set1(job->nowhere));
        row[3] = vf_select(found, near_word(p, HAIL_WALL_ID, at), no_wall);
        vf_store_rows4(rows + 4 * (size_t)i, 4, to, lanes_left(i, p->count), row);
    }
}

/* ---- Kernel ------------------------------------------------------------------------------------------------------ */

static LANES_INLINE void near_block(near_points *p, const hail_near_job *job, uint32_t i, uint32_t count) {
    uint32_t open[NEAR_POINTS + HAIL_LANES], left;
    near_begin(p, job->x + i, job->y + i, count);
    for (int32_t k = 1; (left = near_open(p, (float)k, open)) != 0; k++)
        near_ring(p, k, open, left);
    near_write(p, job, job->rows + 4 * (size_t)i);
}

void HAIL_KERNEL(nearest_wall)(const hail_walls_view *given, const hail_near_job *job, uint32_t begin, uint32_t end) {
    const hail_walls_view view = *given;
    near_points p;
    p.view = &view;
    p.portals = job->portals;
    p.kinds = job->kinds;
    p.reach = job->reach < HAIL_REACH_ANY ? job->reach * job->reach : NEAR_ANY;
    for (uint32_t i = begin; i < end; i += NEAR_POINTS)
        near_block(&p, job, i, end - i < NEAR_POINTS ? end - i : NEAR_POINTS);
}
