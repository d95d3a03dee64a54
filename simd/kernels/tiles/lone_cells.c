/* simd/kernels/tiles/lone_cells.c - slides of upright shapes that have one cell near, which is full, and meet no corner
 * of it (tiles_kernels.h).
 *
 * All is open in front of the edges that they touch, if they are not pushed by more than the look reaches beyond them:
 * what lies there is in the look, which has no other cell that is not empty. */
#include "cell_lanes.h"
#include "lone_slide_lanes.h"

/* Shapes and their cells. */
typedef struct lone_list {
    uint32_t count;
    uint32_t mover[HAIL_LONE_CELLS + HAIL_LANES], cell[HAIL_LONE_CELLS + HAIL_LANES];
    float centre_x[HAIL_LONE_CELLS + HAIL_LANES], centre_y[HAIL_LONE_CELLS + HAIL_LANES];
} lone_list;

/* Column and row, below 8 and 4, of the only bit of words that have one. */
static LANES_INLINE vi only_bit(vi word) {
    const vi exponent = vi_and(vi_shift_right(vi_from_bits(vf_abs(vi_to_float(word))), 23), vi_set1(255));
    return vi_sub(exponent, vi_set1(127));
}

/* The shapes from i on that have one cell near. */
typedef struct vnear {
    vm one, some; /* they have one; they may have something else, or several */
    vi column, row, at;
} vnear;

static LANES_INLINE vnear near_of(const hail_lone_cells *job, uint32_t i, uint32_t n) {
    const vi zero = vi_set1(0), one = vi_set1(1), stride = vi_set1((int32_t)job->view->columns + 2);
    const vi shape = vi_add(vi_set1((int32_t)i), vi_keep(vm_first(n), vi_iota()));
    uint32_t row[HAIL_LANES];
    vf look[4];
    vi_store(row, vi_shift_left(shape, 3));
    HAIL_IN_MEMORY(row);
    vf_load_rows4((const float *)(const void *)(job->looks + 4), row, look);
    const vi cells = vi_from_bits(look[2]), what = vi_from_bits(look[3]);
    const vm empty = vi_eq(cells, zero), usual = vi_eq(what, zero),
             few = vi_eq(vi_and(cells, vi_sub(cells, one)), zero), lanes = vm_first(n);
    const vm none = vi_eq(vi_or(cells, vi_and(what, vi_set1(HAIL_LOOK_ALONE))), zero);
    vnear near = {.one = vm_and(lanes, vm_and(usual, vm_and_not(few, empty))), .some = vm_and_not(lanes, none)};
    const vi bit = vi_keep(near.one, only_bit(cells));
    near.column = vi_add(vi_from_bits(look[0]), vi_and(bit, vi_set1(7)));
    near.row = vi_add(vi_from_bits(look[1]), vi_shift_right(bit, 3));
    near.at = vi_keep(near.one, vi_add(vi_mul(near.row, stride), near.column));
    return near;
}

/* Lists the shapes that have one full cell near; in `others` those that have something else. Returns how many these
 * are. */
static LANES_INLINE uint32_t list_full(const hail_lone_cells *job, uint32_t count, lone_list *list) {
    const hail_tile_view *view = job->view;
    const vi zero = vi_set1(0), one = vi_set1(1), area = vi_set1((int32_t)(view->width * view->height)),
             columns = vi_set1((int32_t)view->columns);
    const vf width = vf_set1((float)view->width), height = vf_set1((float)view->height), half = vf_set1(0.5f);
    uint32_t others = 0, listed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const vnear near = near_of(job, i, lanes_left(i, count));
        const vi word = vi_gather(view->cells, near.at), number = tile_number(view, word),
                 solid = vi_gather(job->solid, number);
        const vm plain = vm_and(near.one, vi_eq(vi_and(word, special_bits()), zero)),
                 full = vm_and(plain, vi_eq(solid, area)), hollow = vm_and(plain, vi_eq(solid, zero));
        const unsigned bits = vm_bits(full);
        const vi column = vi_sub(near.column, one), row = vi_sub(near.row, one),
                 shape = vi_add(vi_set1((int32_t)i), vi_iota());
        vi_compress_store(list->mover + listed, bits, shape);
        vi_compress_store(list->cell + listed, bits, vi_add(vi_mul(row, columns), column));
        vf_compress_store(list->centre_x + listed, bits, vf_mul(vf_add(vi_to_float(column), half), width));
        vf_compress_store(list->centre_y + listed, bits, vf_mul(vf_add(vi_to_float(row), half), height));
        listed += vm_count_bits(bits);
        const unsigned left = vm_bits(vm_and_not(near.some, vm_or(full, hollow)));
        vi_compress_store(job->others + others, left, shape);
        others += vm_count_bits(left);
    }
    vi_store(list->mover + listed, zero);
    vi_store(list->cell + listed, zero);
    vf_store(list->centre_x + listed, vf_set1(0.0f));
    vf_store(list->centre_y + listed, vf_set1(0.0f));
    list->count = listed;
    return others;
}

/* A shape of the list, and its rectangle. */
static LANES_INLINE vlone read_lone(const hail_lone_cells *job, const lone_list *list, uint32_t i, vi shape,
                                    vpair *pair) {
    const vf zero = vf_set1(0.0f), wide = vf_set1((float)job->view->width), high = vf_set1((float)job->view->height),
             half = vf_set1(0.5f);
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

uint32_t HAIL_KERNEL(lone_cells)(const hail_lone_cells *job, uint32_t count) {
    const hail_lone_pairs *how = job->slides;
    const vflags flags = flags_of(how);
    lone_list list;
    uint32_t others = list_full(job, count, &list);
    for (uint32_t i = 0; i < list.count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, list.count);
        const vm lanes = vm_first(n);
        const vi shape = vi_load(list.mover + i), tag = vi_gather(how->tag, shape);
        vpair p;
        const vlone l = read_lone(job, &list, i, shape, &p);
        const vpushed pushed = push_out(how, &l, &p);
        const vmet met = meet(&l, &p, &pushed);
        const unsigned refused = vm_bits(vm_and(lanes, slide_on(how, n, tag, &l, &pushed, &met, &flags)));
        vi_compress_store(job->others + others, refused, shape);
        others += vm_count_bits(refused);
    }
    return others;
}
