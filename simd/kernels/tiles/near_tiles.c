/* simd/kernels/tiles/near_tiles.c - which shapes have a cell near them that is not empty (tiles_kernels.h). */
#include "pixel_lanes.h"

/* The most that roundings may miss of numbers of this size. */
#define ROUNDING 0x1p-20f

/* How far each shape reaches, generously: rounding, and the narrowphase's tolerances. */
static LANES_INLINE vf reach_of(const hail_near_tiles *job, uint32_t i, uint32_t n, vf path) {
    vf reach = vf_set1(job->templates[HAIL_TEMPLATE_RADIUS]);
    if (job->shape)
        reach = vf_gather(job->templates + HAIL_TEMPLATE_RADIUS, vi_shift_left(vi_load_n(job->shape + i, n), 7));
    if (job->scale)
        reach = vf_mul(reach, vf_load_n(job->scale + i, n));
    reach = vf_add(vf_mul(reach, vf_set1(HAIL_NEAR_TILES_SHARE)), vf_set1(job->inflation));
    const vf sizes = vf_add(vf_add(reach, path), vf_set1(HAIL_NEAR_TILES_SIZE));
    return vf_add(reach, vf_mul(sizes, vf_set1(job->flatness * HAIL_NEAR_TILES_SLACK)));
}

/* The first and the last column, or row, that a way from `at` over d passes; the border's are 0 and `cells` + 1. */
typedef struct vspan {
    vf first, last;
} vspan;

static LANES_INLINE vspan span_of(vf at, vf d, vf reach, float corner, float size, float cells, float lowest) {
    const vf zero = vf_set1(0.0f), by = vf_set1(1.0f / size), one = vf_set1(1.0f);
    const vf from = vf_sub(at, vf_set1(corner)), half = vf_add(vf_abs(at), vf_abs(vf_set1(corner)));
    const vf more = vf_add(reach, vf_mul(vf_add(half, vf_add(reach, vf_abs(d))), vf_set1(ROUNDING)));
    const vf low = vf_sub(vf_add(from, vf_min(d, zero)), more), high = vf_add(vf_add(from, vf_max(d, zero)), more);
    const vf least = vf_set1(lowest), most = vf_set1(cells + 1.0f - lowest);
    const vf first = vf_add(vf_mul(low, by), one), last = vf_add(vf_mul(high, by), one);
    return (vspan){vi_to_float(vf_truncate(vf_min(vf_max(first, least), most))),
                   vi_to_float(vf_truncate(vf_min(vf_max(last, least), most)))};
}

uint32_t HAIL_KERNEL(near_tiles)(const hail_near_tiles *job, uint32_t begin, uint32_t end, uint32_t *near_list) {
    const hail_tile_view *view = job->view;
    const vtiles m = tiles_of(view);
    const float lowest = view->outside_solid ? 0.0f : 1.0f;
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    uint32_t listed = 0;
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        vf dx = job->dx ? vf_load_n(job->dx + i, n) : zero, dy = job->dy ? vf_load_n(job->dy + i, n) : zero;
        dx = job->from_end ? vf_negate(dx) : dx;
        dy = job->from_end ? vf_negate(dy) : dy;
        const vf reach = reach_of(job, i, n, vf_add(vf_abs(dx), vf_abs(dy)));
        const vspan x =
            span_of(vf_load_n(job->x + i, n), dx, reach, view->x, (float)view->width, (float)view->columns, lowest);
        const vspan y =
            span_of(vf_load_n(job->y + i, n), dy, reach, view->y, (float)view->height, (float)view->rows, lowest);
        const vf wide = vf_add(vf_max(vf_sub(x.last, x.first), vf_sub(y.last, y.first)), one);
        const vi at = tiles_known(&m, vf_truncate(x.first), vf_truncate(y.first));
        const vi known = vi_gather_halves(view->known, at), last = vi_set1(HAIL_FIELD_FAR);
        const vm tiled = vi_eq(vi_and(known, last), vi_set1(0));
        const vf square = vi_to_float(vi_shift_right(known, 12)); /* to the lower right */
        const unsigned bits = vm_bits(vm_and(vm_first(n), vm_or(tiled, vf_lt(square, wide))));
        vi_compress_store(near_list + listed, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
        listed += vm_count_bits(bits);
    }
    return listed;
}
