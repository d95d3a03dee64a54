/* simd/kernels/tiles/tile_points.c - docs/arithmetic.md, "Rays": whether points lie in solid pixels, a point a lane;
 * and which paths of points may touch something, by windows of cells. */
#include "ray_lanes.h"

void HAIL_KERNEL(solid_points)(const hail_tile_view *view, const float *x, const float *y, size_t count,
                               uint8_t *solid) {
    const vtiles m = tiles_of(view);
    const vf zero = vf_set1(0.0f), wide = vf_set1((float)(view->columns * view->width)),
             high = vf_set1((float)(view->rows * view->height));
    const vm outside_bits = vm_from_bits(view->outside_solid ? HAIL_ALL_LANES : 0);
    for (size_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = count - i < HAIL_LANES ? (uint32_t)(count - i) : HAIL_LANES;
        const vf at_x = ray_number(vf_sub(vf_load_n(x + i, n), vf_set1(view->x)));
        const vf at_y = ray_number(vf_sub(vf_load_n(y + i, n), vf_set1(view->y)));
        const vm inside =
            vm_and(vm_and(vf_ge(at_x, zero), vf_lt(at_x, wide)), vm_and(vf_ge(at_y, zero), vf_lt(at_y, high)));
        const vf px = vi_to_float(vf_truncate(vf_select(inside, at_x, zero)));
        const vf py = vi_to_float(vf_truncate(vf_select(inside, at_y, zero)));
        const vpixel at = tiles_pixel(&m, px, py);
        uint32_t known_at[HAIL_LANES];
        vi_store(known_at, tiles_known(&m, vf_truncate(at.column), vf_truncate(at.row)));
        const vsight s = tiles_see(&m, &at, known_at, inside, inside, inside);
        const unsigned bits = vm_bits(vm_or(s.solid, vm_and_not(outside_bits, inside)));
        for (uint32_t k = 0; k < n; k++)
            solid[i + k] = bits >> k & 1u;
    }
}

/* What near_solid knows of an axis: the border's corner, as seen from either end of a path, cells a px, the last cell.
 */
typedef struct vpoint_axis {
    vf low, high, inverse, last;
} vpoint_axis;

static LANES_INLINE vpoint_axis point_axis(float corner, uint32_t cells, uint32_t size) {
    const float cell = (float)size, side = (float)(cells * size);
    const float margin = (fabsf(corner) + side) * HAIL_NEAR_SOLID_MARGIN;
    return (vpoint_axis){vf_set1(corner + margin - cell), vf_set1(corner - margin - cell), vf_set1(1.0f / cell),
                         vf_set1((float)cells + 1.0f)};
}

/* The cell at the lower end of the path that ends at `at`, and how many more there are to the upper end. What is beyond
 * the border counts as the border, of which no window is empty, or there are more cells than a window has. */
typedef struct vpoint_span {
    vi cell, more;
} vpoint_span;

static LANES_INLINE vpoint_span axis_span(const vpoint_axis *a, vf at, vf d) {
    const vf from = vf_sub(at, d), low = vf_mul(vf_sub(vf_min(from, at), a->low), a->inverse),
             high = vf_mul(vf_sub(vf_max(from, at), a->high), a->inverse);
    const vi cell = vf_truncate(vf_min(vf_max(low, vf_set1(0.0f)), a->last));
    return (vpoint_span){cell, vi_sub(vf_truncate(high), cell)};
}

/* Bits: the lanes that may touch something. */
static LANES_INLINE unsigned near_bits(const uint32_t *windows, vi pitch, vpoint_span x, vpoint_span y) {
    const vi one = vi_set1(1);
    const vi word = vi_gather(windows, vi_add(vi_mul(y.cell, pitch), vi_shift_right(x.cell, 3)));
    const vi window = vi_add(vi_shift_left(x.cell, 2), vi_add(x.more, vi_add(y.more, y.more)));
    const vi full = vi_and(vi_shift_right_by(word, vi_and(window, vi_set1(31))), one);
    const vi beyond = vi_and(vi_or(x.more, y.more), vi_set1(~1));
    return ~vm_bits(vi_eq(vi_or(full, beyond), vi_set1(0))) & HAIL_ALL_LANES;
}

uint32_t HAIL_KERNEL(near_solid)(const hail_tile_view *view, const float *x, const float *y, const float *dx,
                                 const float *dy, uint32_t count, uint32_t *near_list) {
    const vpoint_axis across = point_axis(view->x, view->columns, view->width),
                      down = point_axis(view->y, view->rows, view->height);
    const uint32_t *const windows = view->windows;
    const vi pitch = vi_set1((int32_t)(view->columns + 2 + 7) / 8);
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vpoint_span sx = axis_span(&across, vf_load_n(x + i, n), vf_load_n(dx + i, n)),
                          sy = axis_span(&down, vf_load_n(y + i, n), vf_load_n(dy + i, n));
        const unsigned bits = near_bits(windows, pitch, sx, sy) & HAIL_ALL_LANES >> (HAIL_LANES - n);
        if (!bits)
            continue;
        vi_compress_store(near_list + listed, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
        listed += vm_count_bits(bits);
    }
    return listed;
}
