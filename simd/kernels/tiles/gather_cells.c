/* simd/kernels/tiles/gather_cells.c - which pixels and cells lie around the ways of upright shapes (tiles_kernels.h).
 */
#include "pixel_lanes.h"

/* Where shapes start, from the map's corner, and their ways. */
typedef struct vways {
    vf x, y, dx, dy;
    vm out, inexact; /* a number is too large; the start is no single-precision number */
} vways;

static LANES_INLINE vf column_of(const hail_gather_cells *job, const float *column, vi at, uint32_t i, uint32_t n) {
    if (!column)
        return vf_set1(0.0f);
    return job->list ? vf_gather(column, at) : vf_load_n(column + i, n);
}

/* A place's distance from the corner, and its rounding error (D. E. Knuth, The Art of Computer Programming, vol. 2,
 * 4.2.2, theorem B). */
static LANES_INLINE vf from_corner(vf at, float corner, vf *error) {
    const vf c = vf_set1(corner), from = vf_sub(at, c), back = vf_sub(from, at);
    *error = vf_sub(vf_sub(at, vf_sub(from, back)), vf_add(c, back));
    return from;
}

static LANES_INLINE vways ways_of(const hail_gather_cells *job, uint32_t i, uint32_t n) {
    const vi at = job->list ? vi_load_n(job->list + i, n) : vi_set1(0);
    const vf zero = vf_set1(0.0f);
    const vf x = column_of(job, job->x, at, i, n), y = column_of(job, job->y, at, i, n),
             dx = column_of(job, job->dx, at, i, n), dy = column_of(job, job->dy, at, i, n),
             from_x = job->from_end ? vf_sub(x, dx) : x, from_y = job->from_end ? vf_sub(y, dy) : y;
    const vf largest = vf_max(vf_max(vf_max(vf_abs(x), vf_abs(y)), vf_max(vf_abs(from_x), vf_abs(from_y))),
                              vf_max(vf_abs(dx), vf_abs(dy)));
    const vm in = vf_le(largest, vf_set1(job->bound));
    vf error_x, error_y;
    vways w = {.dx = vf_keep(in, dx), .dy = vf_keep(in, dy), .out = vm_and_not(vm_first(HAIL_LANES), in)};
    w.x = from_corner(vf_keep(in, from_x), job->corner_x, &error_x);
    w.y = from_corner(vf_keep(in, from_y), job->corner_y, &error_y);
    w.inexact = vm_and_not(vm_first(HAIL_LANES), vm_and(vf_eq(error_x, zero), vf_eq(error_y, zero)));
    return w;
}

/* The first and the last pixel of a box along one axis, and their cells. */
typedef struct vborders {
    vf first, last, cell, cells;
} vborders;

/* far: how far the shape reaches, and how far around it to look. */
static LANES_INLINE vborders box_of(vf at, vf d, vf far, vf slack, vf size, vf to_cell, vf by_cell) {
    const vf zero = vf_set1(0.0f), last = vf_sub(size, vf_set1(1.0f));
    const vf sizes = vf_add(vf_add(vf_abs(at), vf_abs(d)), far);
    const vf more = vf_add(far, vf_add(slack, vf_mul(sizes, vf_set1(HAIL_GATHER_ROUNDING))));
    const vf low = vf_sub(vf_add(at, vf_min(d, zero)), more), high = vf_add(vf_add(at, vf_max(d, zero)), more);
    vborders l;
    l.first = vi_to_float(vf_truncate(vf_min(vf_max(low, zero), last)));
    l.last = vi_to_float(vf_truncate(vf_min(vf_max(high, zero), last)));
    l.cell = vi_to_float(vf_truncate(vf_mul(vf_add(l.first, to_cell), by_cell)));
    l.cells = vf_add(vf_sub(vi_to_float(vf_truncate(vf_mul(vf_add(l.last, to_cell), by_cell))), l.cell), vf_set1(1.0f));
    return l;
}

/* Whether a box reaches the first or the last column, or row, of cells. */
static LANES_INLINE vm at_border(const vborders *l, float cells) {
    return vm_or(vf_le(l->cell, vf_set1(1.0f)), vf_gt(vf_add(l->cell, l->cells), vf_set1(cells)));
}

static LANES_INLINE vf whole_float(vf whole) { return vf_from_bits(vf_truncate(whole)); }

/* ---- Cells ------------------------------------------------------------------------------------------------------ */

/* The boxes' first column and row of cells, and how many there are. */
typedef struct vcells {
    vi column, row, columns, rows;
} vcells;

/* Bits 0 to 7: which cells from `column` on are not empty. at: the word of the first one. */
static LANES_INLINE vi full_cells(const hail_tile_view *view, vi at, vi column) {
    const vi shift = vi_shift_left(vi_and(column, vi_set1(7)), 2), next = vi_add(at, vi_set1(1));
    const vi low = vi_shift_right_by(vi_gather(view->windows, at), shift),
             up = vi_mul(vi_gather(view->windows, next), vi_shift_right_by(vi_set1(1 << 28), shift));
    vi full = vi_and(vi_or(low, vi_shift_left(up, 4)), vi_set1(0x11111111)); /* every fourth bit: */
    full = vi_and(vi_or(full, vi_shift_right(full, 3)), vi_set1(0x03030303));
    full = vi_and(vi_or(full, vi_shift_right(full, 6)), vi_set1(0x000f000f));
    return vi_and(vi_or(full, vi_shift_right(full, 12)), vi_set1(0xff));
}

/* Those of row r of the boxes. Lanes with fewer rows look at a row of theirs, and have none. */
static LANES_INLINE vi row_cells(const hail_tile_view *view, const vcells *c, int32_t r) {
    const vm here = vi_gt(c->rows, vi_set1(r));
    const vi row = vi_add(c->row, vi_keep(here, vi_set1(r))), words = vi_set1((int32_t)(view->columns + 2 + 7) / 8);
    const vi at = vi_add(vi_mul(row, words), vi_shift_right(c->column, 3));
    return vi_keep(here, full_cells(view, at, c->column));
}

/* Cells of neighbourhoods that have at most HAIL_GATHER_ROWS rows, as hail_gather_cells has them. */
static LANES_INLINE vi cells_of(const hail_tile_view *view, const vcells *c) {
    const vi wide =
        vi_shift_right_by(vi_set1(0xff), vi_and(vi_sub(vi_set1(HAIL_GATHER_COLUMNS), c->columns), vi_set1(7)));
    vi cells = vi_or(row_cells(view, c, 0), vi_shift_left(row_cells(view, c, 1), 8));
    const vi wide2 = vi_or(wide, vi_shift_left(wide, 8)), wide4 = vi_or(wide2, vi_shift_left(wide2, 16));
    if (vm_bits(vi_gt(c->rows, vi_set1(2))))
        cells = vi_or(cells, vi_or(vi_shift_left(row_cells(view, c, 2), 16), vi_shift_left(row_cells(view, c, 3), 24)));
    return vi_and(cells, wide4);
}

void HAIL_KERNEL(gather_cells)(const hail_gather_cells *job, uint32_t count) {
    const hail_tile_view *view = job->view;
    const vtiles m = tiles_of(view);
    const vf around = vf_set1(job->around), zero = vf_set1(0.0f);
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vways w = ways_of(job, i, n);
        uint32_t row[HAIL_LANES];
        vf shape[8];
        vi_store(row, vi_load_n(job->shape + i, n));
        HAIL_IN_MEMORY(row);
        vf_load_rows8(job->shapes, row, shape);
        const vf length = vf_add(vf_abs(w.dx), vf_abs(w.dy));
        const vf slack = vf_mul(vf_add(length, vf_mul(around, vf_set1(4.0f))), shape[5]);
        const vborders across = box_of(vf_add(w.x, shape[6]), w.dx, vf_add(shape[3], around), slack,
                                       vf_set1((float)(view->columns * view->width)), m.to_column, m.inverse_width);
        const vborders down = box_of(vf_add(w.y, shape[7]), w.dy, vf_add(shape[4], around), slack,
                                     vf_set1((float)(view->rows * view->height)), m.to_row, m.inverse_height);
        vm alone = vm_or(
            w.inexact, vm_or(vf_gt(length, vf_set1(job->long_way)), vf_gt(across.cells, vf_set1(HAIL_GATHER_COLUMNS))));
        if (view->outside_solid)
            alone = vm_or(alone, vm_or(at_border(&across, (float)view->columns), at_border(&down, (float)view->rows)));
        const vm stays = job->swept ? vm_or(w.out, vf_eq(length, zero)) : w.out;
        alone = vm_and_not(alone, stays);
        const vcells c = {vf_truncate(across.cell), vf_truncate(down.cell), vf_truncate(across.cells),
                          vf_truncate(down.cells)};
        const vm tall = vm_and_not(vi_gt(c.rows, vi_set1(HAIL_GATHER_ROWS)), vm_or(stays, alone)),
                 few = vm_and_not(vm_first(HAIL_LANES), vm_or(vm_or(stays, alone), tall));
        const vi what =
            vi_or(vi_or(vi_keep(stays, vi_set1(HAIL_GATHER_STAYS)), vi_keep(alone, vi_set1(HAIL_GATHER_ALONE))),
                  vi_keep(tall, vi_set1(HAIL_GATHER_TALL)));
        const vi cells =
            vi_or(vi_keep(few, cells_of(view, &c)), vi_keep(tall, vi_or(c.columns, vi_shift_left(c.rows, 16))));
        const vf mover[8] = {w.x, w.y, w.dx, w.dy, shape[0], shape[1], shape[2], zero};
        const vf box[8] = {whole_float(across.first), whole_float(across.last), whole_float(down.first),
                           whole_float(down.last),    vf_from_bits(c.column),   vf_from_bits(c.row),
                           vf_from_bits(cells),       vf_from_bits(what)};
        vf_store_rows8(job->movers + (size_t)i * HAIL_GATHER_ROW, HAIL_GATHER_ROW, lanes_in_order(), n, mover);
        vf_store_rows8((float *)(void *)(job->boxes + (size_t)i * HAIL_GATHER_ROW), HAIL_GATHER_ROW, lanes_in_order(),
                       n, box);
    }
}
