/* simd/kernels/sectors/clearance.c - docs/arithmetic.md, "Sectors": how far around points there is no wall, and which
 * points have left their free circle. */
#include "kernels/points/point_lanes.h"

#define CLEAR_ALL 3.0e38f

/* A block of points. The walls of all their cells are found first, and are prefetched. */
enum { CLEAR_POINTS = 64 };
typedef struct clear_points {
    float x[CLEAR_POINTS], y[CLEAR_POINTS], border[CLEAR_POINTS], slack[CLEAR_POINTS], squared[CLEAR_POINTS];
    uint32_t first[CLEAR_POINTS], count[CLEAR_POINTS];
} clear_points;

static LANES_INLINE const float *clear_walls(const hail_walls_view *view, uint32_t block) {
    return view->walls + (size_t)block * HAIL_BLOCK * HAIL_WALL_WORDS;
}
static LANES_INLINE vf clear_words(const float *block, int word) {
    return vf_load_eights(block + word * HAIL_BLOCK, HAIL_BLOCK * HAIL_WALL_WORDS);
}

/* The squared distances to a vector of walls. */
static LANES_INLINE vf clear_vector(const float *block, vf x, vf y) {
    const vf ax = vf_sub(x, clear_words(block, HAIL_WALL_X)), ay = vf_sub(y, clear_words(block, HAIL_WALL_Y));
    const vf ex = clear_words(block, HAIL_WALL_EX), ey = clear_words(block, HAIL_WALL_EY);
    const vf along = vf_add(vf_mul(ax, ex), vf_mul(ay, ey));
    const vf share = vf_mul(along, clear_words(block, HAIL_WALL_INVERSE));
    const vf t = vf_min(vf_max(share, vf_set1(0.0f)), vf_set1(1.0f));
    const vf dx = vf_sub(ax, vf_mul(ex, t)), dy = vf_sub(ay, vf_mul(ey, t));
    return vf_add(vf_mul(dx, dx), vf_mul(dy, dy));
}

/* The smallest squared distance to the walls of a cell. */
static LANES_INLINE float clear_cell(const hail_walls_view *view, uint32_t first, uint32_t count, float x, float y) {
    const vf px = vf_set1(x), py = vf_set1(y), all = vf_set1(CLEAR_ALL);
    vf nearest = all;
    for (uint32_t k = 0; k < count; k += HAIL_LANES) {
        const vf squared = clear_vector(clear_walls(view, first + k / HAIL_BLOCK) + k % HAIL_BLOCK, px, py);
        nearest = vf_min(nearest, vf_select(vm_first(count - k), squared, all));
    }
    return vf_min_lane(nearest);
}

/* The distance to the border of a column or row of cells. */
static LANES_INLINE vf clear_border(vf at, vf cell, float min, float size) {
    const vf low = vf_add(vf_set1(min), vf_mul(cell, vf_set1(size)));
    return vf_min(vf_sub(at, low), vf_sub(vf_add(low, vf_set1(size)), at));
}

static LANES_INLINE void clear_begin(const hail_walls_view *view, const float *x, const float *y, uint32_t count,
                                     clear_points *c) {
    const hail_grid_layout *map = &view->map;
    const uint32_t *cells = (const uint32_t *)(const void *)view->wall_cells; /* three words each */
    const vf min_slack = vf_set1(HAIL_DISTANCE_TOLERANCES * view->tolerance), share = vf_set1(HAIL_DISTANCE_ERROR);
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vf px = read_points(x + i, n, view->tiny), py = read_points(y + i, n, view->tiny);
        const vf column = lanes_axis(px, map->min_x, map->inverse, map->last_column);
        const vf row = lanes_axis(py, map->min_y, map->inverse, map->last_row);
        const vi cell = vf_truncate(vf_add(vf_mul(row, vf_set1(map->stride)), column));
        const vi word = vi_add(cell, vi_add(cell, cell));
        vf_store(c->x + i, px);
        vf_store(c->y + i, py);
        vf_store(c->border + i, vf_min(clear_border(px, column, map->min_x, view->cell),
                                       clear_border(py, row, map->min_y, view->cell)));
        vf_store(c->slack + i, vf_add(vf_mul(vf_add(vf_abs(px), vf_abs(py)), share), min_slack));
        vi_store(c->first + i, vi_pick(cells, word));
        vi_store(c->count + i, vi_pick(cells + offsetof(hail_wall_cell, count) / 4, word));
        for (uint32_t k = i; k < i + n; k++)
            for (uint32_t line = 0; line < 3; line++)
                HAIL_FETCH(clear_walls(view, c->first[k]) + line * 16);
    }
}

void HAIL_KERNEL(clearance)(const hail_walls_view *given, const float *x, const float *y, uint32_t begin, uint32_t end,
                            float *free) {
    const hail_walls_view view = *given;
    const vf zero = vf_set1(0.0f);
    clear_points c;
    for (uint32_t i = begin; i < end; i += CLEAR_POINTS) {
        const uint32_t count = end - i < CLEAR_POINTS ? end - i : CLEAR_POINTS;
        clear_begin(&view, x + i, y + i, count, &c);
        for (uint32_t k = 0; k < count; k++)
            c.squared[k] = clear_cell(&view, c.first[k], c.count[k], c.x[k], c.y[k]);
        for (uint32_t k = 0; k < count; k += HAIL_LANES) {
            const vf distance = vf_sqrt(vf_load_n(c.squared + k, lanes_left(k, count)));
            const vf room = vf_sub(vf_min(distance, vf_load(c.border + k)), vf_load(c.slack + k));
            const vf open = vf_mul(vf_max(room, zero), vf_set1(HAIL_CLEARANCE_SHARE));
            vf_store_n(free + i + k, vf_add(open, zero), lanes_left(k, count));
        }
    }
}

uint32_t HAIL_KERNEL(roam)(const hail_roam_job *given, uint32_t begin, uint32_t end, uint32_t *gone, uint32_t *worthy,
                           uint32_t *worthies) {
    const hail_roam_job job = *given;
    const vi factor = vi_set1((int32_t)HAIL_CHANCE);
    const vi often = vi_set1((int32_t)(HAIL_OFTEN >> 1)), seldom = vi_set1((int32_t)(HAIL_SELDOM >> 1));
    const vf slow = vf_set1(job.slow * job.slow);
    uint32_t count = 0, good = 0;
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        const vf x = vf_load_n(job.x + i, n), y = vf_load_n(job.y + i, n), free = vf_load_n(job.free + i, n);
        const vf at_x = vf_load_n(job.at_x + i, n), at_y = vf_load_n(job.at_y + i, n);
        const vf dx = vf_sub(x, at_x), dy = vf_sub(y, at_y), squared = vf_add(vf_mul(dx, dx), vf_mul(dy, dy));
        const vm lost = vm_and_not(vm_first(n), vf_lt(squared, vf_mul(free, free)));
        const unsigned bits = vm_bits(lost);
        if (!bits)
            continue;
        const vf far = vf_mul(free, vf_set1(HAIL_BEYOND));
        const vi chance = vi_shift_right(vi_mul(vi_from_bits(x), factor), 1);
        const vi below = vi_select(vf_lt(squared, slow), often, seldom);
        const vm lasted = vf_lt(squared, vf_mul(far, far));
        const unsigned good_bits = vm_bits(vm_and(lost, vm_or(lasted, vi_gt(below, chance))));
        const vi index = vi_add(vi_set1((int32_t)i), vi_iota());
        vi_compress_store(gone + count, bits, index);
        vi_compress_store(worthy + good, good_bits, index);
        vf_store_n(job.at_x + i, vf_select(lost, x, at_x), n);
        vf_store_n(job.at_y + i, vf_select(lost, y, at_y), n);
        vf_store_n(job.free + i, vf_select(lost, vf_set1(0.0f), free), n);
        count += vm_count_bits(bits);
        good += vm_count_bits(good_bits);
    }
    *worthies = good;
    return count;
}
