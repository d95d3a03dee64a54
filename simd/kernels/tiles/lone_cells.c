/* simd/kernels/tiles/lone_cells.c - slides of upright shapes that have one full cell near, or a few side by side, and
 * meet no corner (tiles_kernels.h).
 *
 * All is open in front of the edges that they touch, if they are not pushed by more than the look reaches beyond them:
 * what lies there is in the look, which has no other cell that is not empty. */
#include "cell_lanes.h"
#include "joined_lanes.h"

/* Shapes, and their runs of cells. */
typedef struct run_list {
    uint32_t count;
    uint32_t mover[HAIL_LONE_CELLS + HAIL_LANES], cell[HAIL_LONE_CELLS + HAIL_LANES];
    float centre_x[HAIL_LONE_CELLS + HAIL_LANES], centre_y[HAIL_LONE_CELLS + HAIL_LANES];
    float wide[HAIL_LONE_CELLS + HAIL_LANES], high[HAIL_LONE_CELLS + HAIL_LANES];
} run_list;

/* The number of the only bit of words that have one. */
static LANES_INLINE vi only_bit(vi word) {
    const vi exponent = vi_and(vi_shift_right(vi_from_bits(vf_abs(vi_to_float(word))), 23), vi_set1(255));
    return vi_sub(exponent, vi_set1(127));
}

/* The shapes from i on that have one cell near, or several side by side. */
typedef struct vnear {
    vm is, some;        /* they have; they may have something else, or others */
    vm second, third;   /* the run has these cells */
    vi column, row, at; /* the first one's */
    vi columns, rows;   /* of the run */
} vnear;

static LANES_INLINE vnear near_shape(const hail_lone_cells *job, uint32_t i, uint32_t n) {
    const vi zero = vi_set1(0), one = vi_set1(1), stride = vi_set1((int32_t)job->view->columns + 2);
    const vi shape = vi_add(vi_set1((int32_t)i), vi_keep(vm_first(n), vi_iota()));
    uint32_t row[HAIL_LANES];
    vf look[4];
    vi_store(row, vi_shift_left(shape, 3));
    HAIL_IN_MEMORY(row);
    vf_load_rows4((const float *)(const void *)(job->looks + 4), row, look);
    const vi cells = vi_from_bits(look[2]), what = vi_from_bits(look[3]);
    const vm empty = vi_eq(cells, zero), usual = vi_eq(what, zero), lanes = vm_first(n);
    const vm none = vi_eq(vi_or(cells, vi_and(what, vi_set1(HAIL_LOOK_ALONE))), zero);
    const vi bit = vi_keep(vnot(empty), only_bit(vi_and(cells, vi_sub(zero, cells))));
    const vi run = vi_shift_right_by(cells, bit), column = vi_and(bit, vi_set1(7));
    const vm across2 = vi_eq(run, vi_set1(3)), across3 = vi_eq(run, vi_set1(7)), down2 = vi_eq(run, vi_set1(0x101)),
             down3 = vi_eq(run, vi_set1(0x10101));
    vnear near = {.some = vm_and_not(lanes, none), .second = vm_or(vm_or(across2, across3), vm_or(down2, down3))};
    near.third = vm_or(across3, down3);
    near.columns = vi_count(vi_count(one, vm_or(across2, across3)), across3);
    near.rows = vi_count(vi_count(one, vm_or(down2, down3)), down3);
    const vm fits = vi_gt(vi_set1(HAIL_LOOK_COLUMNS + 1), vi_add(column, near.columns)); /* not two ends of rows */
    near.is = vm_and(vm_and(lanes, usual), vm_and(fits, vm_or(vi_eq(run, one), near.second)));
    near.column = vi_add(vi_from_bits(look[0]), column);
    near.row = vi_add(vi_from_bits(look[1]), vi_shift_right(bit, 3));
    near.at = vi_keep(near.is, vi_add(vi_mul(near.row, stride), near.column));
    return near;
}

/* Which cells are full tiles, and which are of no kind that is asked for, or without solid pixels. */
typedef struct vtile {
    vm full, hollow;
} vtile;

static LANES_INLINE vtile tile_at(const hail_lone_cells *job, vi at) {
    const vi area = vi_set1((int32_t)(job->view->width * job->view->height)), zero = vi_set1(0);
    const vi word = vi_gather(job->view->cells, at), solid = vi_gather(job->solid, tile_number(job->view, word));
    const vm plain = vi_eq(vi_and(word, special_bits()), zero);
    return (vtile){vm_and(plain, vi_eq(solid, area)), vm_and(plain, vi_eq(solid, zero))};
}

/* The tiles of all cells of runs: full if all are; hollow if the only one is. */
static LANES_INLINE vtile tiles_of_runs(const hail_lone_cells *job, const vnear *near) {
    vtile tile = tile_at(job, near->at);
    if (!vm_bits(vm_and(near->is, near->second)))
        return tile;
    const vm down = vi_gt(near->rows, vi_set1(1));
    const vi step = vi_select(down, vi_set1((int32_t)job->view->columns + 2), vi_set1(1)),
             second = vi_add(near->at, vi_keep(vm_and(near->is, near->second), step)),
             third = vi_add(second, vi_keep(vm_and(near->is, near->third), step));
    tile.hollow = vm_and_not(tile.hollow, near->second);
    tile.full = vm_and(tile.full, tile_at(job, second).full);
    if (vm_bits(near->third))
        tile.full = vm_and(tile.full, tile_at(job, third).full);
    return tile;
}

/* Lists the shapes that have full cells near, one or side by side; in `others` those that have something else. Returns
 * how many these are. */
static LANES_INLINE uint32_t list_full(const hail_lone_cells *job, uint32_t count, run_list *list) {
    const hail_tile_view *view = job->view;
    const vi one = vi_set1(1), columns = vi_set1((int32_t)view->columns);
    const vf width = vf_set1((float)view->width), height = vf_set1((float)view->height), half = vf_set1(0.5f);
    uint32_t others = 0, listed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const vnear near = near_shape(job, i, lanes_left(i, count));
        const vtile tile = tiles_of_runs(job, &near);
        const vm full = vm_and(near.is, tile.full), hollow = vm_and(near.is, tile.hollow);
        const unsigned bits = vm_bits(full);
        const vi column = vi_sub(near.column, one), row = vi_sub(near.row, one),
                 shape = vi_add(vi_set1((int32_t)i), vi_iota());
        const vf wide = vi_to_float(near.columns), high = vi_to_float(near.rows);
        vi_compress_store(list->mover + listed, bits, shape);
        vi_compress_store(list->cell + listed, bits, vi_add(vi_mul(row, columns), column));
        vf_compress_store(list->centre_x + listed, bits,
                          vf_mul(vf_add(vi_to_float(column), vf_mul(wide, half)), width));
        vf_compress_store(list->centre_y + listed, bits, vf_mul(vf_add(vi_to_float(row), vf_mul(high, half)), height));
        vf_compress_store(list->wide + listed, bits, vf_mul(wide, width));
        vf_compress_store(list->high + listed, bits, vf_mul(high, height));
        listed += vm_count_bits(bits);
        const unsigned left = vm_bits(vm_and_not(near.some, vm_or(full, hollow)));
        vi_compress_store(job->others + others, left, shape);
        others += vm_count_bits(left);
    }
    list->count = listed;
    return others;
}

/* What follows the last shape is read, too. */
static LANES_INLINE void pad_list(const hail_tile_view *view, run_list *list) {
    const vf zero = vf_set1(0.0f);
    vi_store(list->mover + list->count, vi_set1(0));
    vi_store(list->cell + list->count, vi_set1(0));
    vf_store(list->centre_x + list->count, zero);
    vf_store(list->centre_y + list->count, zero);
    vf_store(list->wide + list->count, vf_set1((float)view->width));
    vf_store(list->high + list->count, vf_set1((float)view->height));
}

/* A shape of the list, and its rectangle. */
static LANES_INLINE vlone read_lone(const hail_lone_cells *job, const run_list *list, uint32_t i, vi shape,
                                    vpair *pair) {
    const vf zero = vf_set1(0.0f), half = vf_set1(0.5f), wide = vf_load(list->wide + i), high = vf_load(list->high + i);
    uint32_t row[HAIL_LANES];
    vf mover[8];
    vi_store(row, vi_shift_left(shape, 3));
    HAIL_IN_MEMORY(row);
    vf_load_rows8(job->movers, row, mover);
    const vf centre_x = vf_load(list->centre_x + i), centre_y = vf_load(list->centre_y + i),
             x = vf_sub(centre_x, mover[0]), y = vf_sub(centre_y, mover[1]);
    *pair = (vpair){vf_sub(zero, x), vf_sub(zero, y), vf_add(vf_mul(wide, half), mover[4]),
                    vf_add(vf_mul(high, half), mover[5]), mover[6]};
    return (vlone){.x = x,
                   .y = y,
                   .centre_x = centre_x,
                   .centre_y = centre_y,
                   .wide = wide,
                   .high = high,
                   .core_x = mover[4],
                   .core_y = mover[5],
                   .reach = vf_add(vf_set1(job->radius), vf_add(mover[4], mover[5])),
                   .dx = mover[2],
                   .dy = mover[3],
                   .cell = vi_load(list->cell + i),
                   .start = {vd_from_float(mover[0]), vd_from_float(mover[1])}};
}

static LANES_INLINE vrun run_of(const hail_tile_view *view, const vlone *l) {
    const vf width = vf_set1((float)view->width), height = vf_set1((float)view->height);
    const vm column = vf_gt(l->high, height);
    return (vrun){.several = vm_or(column, vf_gt(l->wide, width)),
                  .column = column,
                  .side = vf_select(column, height, width),
                  .step = vi_select(column, vi_set1((int32_t)view->columns), vi_set1(1))};
}

uint32_t HAIL_KERNEL(lone_cells)(const hail_lone_cells *job, uint32_t count) {
    const hail_lone_pairs *how = job->slides;
    const vflags flags = flags_of(how);
    run_list list;
    uint32_t others = list_full(job, count, &list);
    pad_list(job->view, &list);
    for (uint32_t i = 0; i < list.count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, list.count);
        const vm lanes = vm_first(n);
        const vi shape = vi_load(list.mover + i), tag = vi_gather(how->tag, shape);
        vpair p;
        vlone l = read_lone(job, &list, i, shape, &p);
        const vrun run = run_of(job->view, &l);
        const vpushed pushed = push_out(how, &l, &p);
        const vmet met = meet(&l, &p, &pushed);
        vm refused = vm_first(0);
        if (vm_bits(run.several)) {
            const vjoined joined = join_cells(how, &l, &run, &p, &pushed, &met);
            refused = joined.refused;
            l.cell = vi_add(l.cell, vi_mul(joined.cell, run.step));
        }
        refused = vm_and(lanes, vm_or(refused, slide_on(how, n, tag, &l, &pushed, &met, &flags)));
        const unsigned bits = vm_bits(refused);
        vi_compress_store(job->others + others, bits, shape);
        others += vm_count_bits(bits);
    }
    return others;
}
