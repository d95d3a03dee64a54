/* simd/kernels/clear.c - docs/arithmetic.md, "Sectors": how far around points there is no wall, and who has left what
 * was free around him. */
#include "points.h"

#define CLEAR_ALL 3.0e38f

/* A vector of points: their places, and where the walls of their cells lie. */
typedef struct cleared {
    float x[HAIL_LANES], y[HAIL_LANES], squared[HAIL_LANES];
    uint32_t first[HAIL_LANES], count[HAIL_LANES];
} cleared;

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

/* The least squared distance to the walls of a cell. */
static LANES_INLINE float clear_cell(const hail_walls_view *view, uint32_t first, uint32_t count, float x, float y) {
    const vf px = vf_set1(x), py = vf_set1(y), all = vf_set1(CLEAR_ALL);
    vf least = all;
    for (uint32_t k = 0; k < count; k += HAIL_LANES) {
        const float *block = view->walls + (size_t)(first + k / HAIL_BLOCK) * HAIL_BLOCK * HAIL_WALL_WORDS;
        const vf squared = clear_vector(block + k % HAIL_BLOCK, px, py);
        least = vf_min(least, vf_select(vm_first(count - k), squared, all));
    }
    return vf_least(least);
}

/* How far the border of a column or row of cells is. */
static LANES_INLINE vf clear_border(vf at, vf cell, float min, float size) {
    const vf low = vf_add(vf_set1(min), vf_mul(cell, vf_set1(size)));
    return vf_min(vf_sub(at, low), vf_sub(vf_add(low, vf_set1(size)), at));
}

void HAIL_KERNEL(clear)(const hail_walls_view *given, const float *x, const float *y, uint32_t begin, uint32_t end,
                        float *free) {
    const hail_walls_view view = *given;
    const uint32_t *cells = (const uint32_t *)(const void *)view.wall_cells; /* three words each */
    const vf zero = vf_set1(0.0f), least_slack = vf_set1(6.0f * view.tolerance), share = vf_set1(0x1p-19f);
    cleared c;
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        const vf px = read_points(x + i, n, view.tiny), py = read_points(y + i, n, view.tiny);
        const vf column = lanes_axis(px, view.map.min_x, view.map.inverse, view.map.last_column);
        const vf row = lanes_axis(py, view.map.min_y, view.map.inverse, view.map.last_row);
        const vi cell = vf_truncate(vf_add(vf_mul(row, vf_set1(view.map.stride)), column));
        const vi word = vi_add(cell, vi_add(cell, cell));
        vf_store(c.x, px);
        vf_store(c.y, py);
        vi_store(c.first, vi_pick(cells, word));
        vi_store(c.count, vi_pick(cells + offsetof(hail_wall_cell, count) / 4, word));
        for (uint32_t k = 0; k < n; k++)
            c.squared[k] = clear_cell(&view, c.first[k], c.count[k], c.x[k], c.y[k]);
        const vf border = vf_min(clear_border(px, column, view.map.min_x, view.cell),
                                 clear_border(py, row, view.map.min_y, view.cell));
        const vf slack = vf_add(vf_mul(vf_add(vf_abs(px), vf_abs(py)), share), least_slack);
        const vf room = vf_sub(vf_min(vf_sqrt(vf_load_n(c.squared, n)), border), slack);
        vf_store_n(free + i, vf_add(vf_mul(vf_max(room, zero), vf_set1(0.999f)), zero), n);
    }
}

uint32_t HAIL_KERNEL(roam)(const hail_roam_job *job, uint32_t begin, uint32_t end, uint32_t *gone) {
    uint32_t count = 0;
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        const vf dx = vf_sub(vf_load_n(job->x + i, n), vf_load_n(job->at_x + i, n));
        const vf dy = vf_sub(vf_load_n(job->y + i, n), vf_load_n(job->at_y + i, n)), free = vf_load_n(job->free + i, n);
        const vm stays = vf_lt(vf_add(vf_mul(dx, dx), vf_mul(dy, dy)), vf_mul(free, free));
        const unsigned bits = vm_bits(vm_and_not(vm_first(n), stays));
        vi_compress_store(gone + count, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
        count += vm_count_bits(bits);
    }
    return count;
}
