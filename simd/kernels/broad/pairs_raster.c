/* simd/kernels/broad/pairs_raster.c - finds pairs of many bodies and few targets. Bodies are neither sorted nor binned.
 * A bit set of where targets can reach culls them, at one gather per body. Each survivor then searches the list of its
 * own cell. */
#include "kernels/kernel.h"

/* As lanes_cell, of a grid without a border. */
static LANES_INLINE vi raster_cell(const hail_grid_layout *map, vf x, vf y) {
    const vf column = lanes_axis(x, map->min_x, map->inverse, map->last_column);
    const vf row = lanes_axis(y, map->min_y, map->inverse, map->last_row);
    return vf_truncate(vf_add(vf_mul(row, vf_set1(map->stride)), column));
}

/* The bodies from i on, n of them. Returns how many survive. */
static LANES_INLINE uint32_t cull_some(const hail_raster_view *raster, const hail_stream_view *stream, uint32_t i,
                                       uint32_t n, const hail_survivors *survivors, uint32_t count) {
    const vf x = vf_load_n(stream->x + i, n), y = vf_load_n(stream->y + i, n);
    const vi cell = raster_cell(&raster->fine, x, y);
    const unsigned bits = vm_bits(vi_test_bits(raster->bits, cell)) & (HAIL_ALL_LANES >> (HAIL_LANES - n));
    vi_compress_store(survivors->index + count, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
    vf_compress_store(survivors->x + count, bits, x);
    vf_compress_store(survivors->y + count, bits, y);
    if (stream->radius)
        vf_compress_store(survivors->radius + count, bits, vf_load_n(stream->radius + i, n));
    return vm_count_bits(bits);
}

uint32_t HAIL_KERNEL(cull)(const hail_raster_view *given, const hail_stream_view *stream_given, uint32_t begin,
                           uint32_t end, const hail_survivors *survivors_given) {
    /* Copies that no store can change. */
    const hail_raster_view raster = *given;
    const hail_stream_view stream = *stream_given;
    const hail_survivors survivors = *survivors_given;
    uint32_t count = 0, i = begin;
    for (; end - i >= HAIL_LANES; i += HAIL_LANES)
        count += cull_some(&raster, &stream, i, HAIL_LANES, &survivors, count);
    if (i < end)
        count += cull_some(&raster, &stream, i, end - i, &survivors, count);
    return count;
}

/* What does not change while pairs are found. */
typedef struct raster_search {
    vf slack, limit, uniform_radius;
    hail_survivors survivors;
    hail_raster_view raster;
    hail_size_filter filter;
    bool uniform;
} raster_search;

/* Which pairs of a body of radius r and a target of radius `other` are this search's. */
static LANES_INLINE vm takes_sizes(const raster_search *s, vf r, vf other, vi index, vi name) {
    if (s->filter == HAIL_SIZE_SMALL)
        return vf_le(r, vf_max(s->limit, other));
    if (s->filter == HAIL_SIZE_SMALLER)
        return vm_or(vf_le(r, s->limit), vf_lt(r, other));
    return vm_or(vf_lt(r, other), vm_and(vf_eq(r, other), vi_gt(name, index)));
}

static LANES_INLINE uint32_t find_pairs(const raster_search *s, hail_cursor *cursor, uint32_t end, uint32_t *first,
                                        uint32_t *second, uint32_t capacity) {
    const hail_raster_view *raster = &s->raster;
    const vi zero = vi_set1(0);
    uint32_t count = 0;
    for (; cursor->body < end; cursor->body += HAIL_LANES) {
        const uint32_t i = cursor->body, n = lanes_left(i, end);
        const vf x = vf_load_n(s->survivors.x + i, n), y = vf_load_n(s->survivors.y + i, n);
        const vf r = s->uniform ? s->uniform_radius : vf_load_n(s->survivors.radius + i, n);
        const vi index = vi_load_n(s->survivors.index + i, n), cell = raster_cell(&raster->coarse, x, y);
        const vi from = vi_gather(raster->start, cell);
        const vi length = vi_select(vm_first(n), vi_sub(vi_gather(raster->start + 1, cell), from), zero);
        for (uint32_t k = cursor->step;; k++) {
            const vi at = vi_set1((int32_t)k);
            const vm listed = vi_gt(length, at);
            if (k > 0 && !vm_bits(listed))
                break;
            if (count + HAIL_LANES > capacity) {
                cursor->step = k;
                return count;
            }
            vf target[4]; /* x, y, radius, index */
            uint32_t row[HAIL_LANES];
            vi_store(row, vi_shift_left(vi_select(listed, vi_add(from, at), zero), 2));
            vf_load_rows4(&raster->targets->x, row, target);
            const vf dx = vf_sub(target[0], x), dy = vf_sub(target[1], y);
            const vi name = vi_from_bits(target[3]);
            const vf d2 = vf_add(vf_mul(dx, dx), vf_mul(dy, dy)), reach = vf_mul(vf_add(r, target[2]), s->slack);
            const vm touches = vm_and(vf_le(d2, vf_mul(reach, reach)), takes_sizes(s, r, target[2], index, name));
            const unsigned bits = vm_bits(vm_and(listed, touches));
            vi_compress_store(first + count, bits, index);
            vi_compress_store(second + count, bits, name);
            count += vm_count_bits(bits);
        }
        cursor->step = 0;
    }
    return count;
}

uint32_t HAIL_KERNEL(pairs_raster)(const hail_raster_view *raster, const hail_survivors *survivors,
                                   float uniform_radius, bool uniform, float small_limit, hail_size_filter size_filter,
                                   float slack, hail_cursor *cursor, uint32_t end, uint32_t *first, uint32_t *second,
                                   uint32_t capacity) {
    raster_search s = {.slack = vf_set1(slack),
                       .limit = vf_set1(small_limit),
                       .uniform_radius = vf_set1(uniform_radius),
                       .survivors = *survivors,
                       .raster = *raster,
                       .filter = size_filter,
                       .uniform = uniform};
    if (uniform && size_filter == HAIL_SIZE_SMALL) { /* nearly always: a loop of its own, without branches */
        s.uniform = true;
        s.filter = HAIL_SIZE_SMALL;
        return find_pairs(&s, cursor, end, first, second, capacity);
    }
    return find_pairs(&s, cursor, end, first, second, capacity);
}
