/* simd/kernels/tiles/shape_looks.c - which pixels and cells lie around the ways of upright shapes (tiles_kernels.h). */
#include "pixel_lanes.h"

/* The first and the last pixel of a look along one axis, and their cells. */
typedef struct vlook {
    vf first, last, cell, cells;
} vlook;

/* far: how far the shape reaches, and how far around it to look. */
static LANES_INLINE vlook look_of(vf at, vf d, vf far, vf slack, vf size, vf to_cell, vf by_cell) {
    const vf zero = vf_set1(0.0f), last = vf_sub(size, vf_set1(1.0f));
    const vf sizes = vf_add(vf_add(vf_abs(at), vf_abs(d)), far);
    const vf more = vf_add(far, vf_add(slack, vf_mul(sizes, vf_set1(HAIL_LOOK_ROUNDING))));
    const vf low = vf_sub(vf_add(at, vf_min(d, zero)), more), high = vf_add(vf_add(at, vf_max(d, zero)), more);
    vlook l;
    l.first = vi_to_float(vf_truncate(vf_min(vf_max(low, zero), last)));
    l.last = vi_to_float(vf_truncate(vf_min(vf_max(high, zero), last)));
    l.cell = vi_to_float(vf_truncate(vf_mul(vf_add(l.first, to_cell), by_cell)));
    l.cells = vf_add(vf_sub(vi_to_float(vf_truncate(vf_mul(vf_add(l.last, to_cell), by_cell))), l.cell), vf_set1(1.0f));
    return l;
}

/* Whether a look reaches the first or the last column, or row, of cells. */
static LANES_INLINE vm at_border(const vlook *l, float cells) {
    return vm_or(vf_le(l->cell, vf_set1(1.0f)), vf_gt(vf_add(l->cell, l->cells), vf_set1(cells)));
}

static LANES_INLINE vf as_float(vf whole) { return vf_from_bits(vf_truncate(whole)); }

void HAIL_KERNEL(shape_looks)(const hail_shape_looks *job, uint32_t count) {
    const hail_tile_view *view = job->view;
    const vtiles m = tiles_of(view);
    const vf around = vf_set1(job->around), zero = vf_set1(0.0f);
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vf x = vf_load_n(job->x + i, n), y = vf_load_n(job->y + i, n);
        const vf dx = vf_load_n(job->dx + i, n), dy = vf_load_n(job->dy + i, n);
        uint32_t row[HAIL_LANES], to[HAIL_LANES];
        vf shape[8];
        vi_store(row, vi_load_n(job->shape + i, n));
        vi_store(to, vi_add(vi_set1((int32_t)i), vi_iota()));
        vf_load_rows8(job->shapes, row, shape);
        const vf length = vf_add(vf_abs(dx), vf_abs(dy));
        const vf slack = vf_mul(vf_add(length, vf_mul(around, vf_set1(4.0f))), shape[5]);
        const vlook across = look_of(x, dx, vf_add(shape[3], around), slack,
                                     vf_set1((float)(view->columns * view->width)), m.to_column, m.inverse_width);
        const vlook down = look_of(y, dy, vf_add(shape[4], around), slack, vf_set1((float)(view->rows * view->height)),
                                   m.to_row, m.inverse_height);
        vm alone = vm_or(vf_gt(length, vf_set1(job->long_way)), vf_gt(across.cells, vf_set1(HAIL_LOOK_COLUMNS)));
        if (view->outside_solid)
            alone = vm_or(alone, vm_or(at_border(&across, (float)view->columns), at_border(&down, (float)view->rows)));
        const vm stays = job->swept ? vf_eq(length, zero) : vm_first(0);
        const vi what = vi_or(vi_keep(stays, vi_set1(HAIL_LOOK_STAYS)), vi_keep(alone, vi_set1(HAIL_LOOK_ALONE)));
        const vi cells = vi_or(vf_truncate(across.cells), vi_shift_left(vf_truncate(down.cells), 16));
        const vf mover[8] = {x, y, dx, dy, shape[0], shape[1], shape[2], zero};
        const vf look[8] = {as_float(across.first), as_float(across.last), as_float(down.first), as_float(down.last),
                            as_float(across.cell),  as_float(down.cell),   vf_from_bits(cells),  vf_from_bits(what)};
        vf_store_rows8(job->movers, HAIL_LOOK_ROW, to, n, mover);
        vf_store_rows8((float *)(void *)job->looks, HAIL_LOOK_ROW, to, n, look);
    }
}
