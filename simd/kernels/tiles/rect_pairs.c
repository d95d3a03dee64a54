/* simd/kernels/tiles/rect_pairs.c - columns of pairs of shapes and rectangles, from the rows of both (tiles_kernels.h).
 */
#include "kernels/kernel.h"

/* A rectangle within its cell, px. */
typedef struct vrect_place {
    vi left, top, wide, high;
} vrect_place;

static LANES_INLINE vi byte_of(vi word, int k) {
    const vi byte = vi_set1(255);
    return k == 0   ? vi_and(word, byte)
           : k == 1 ? vi_and(vi_shift_right(word, 8), byte)
           : k == 2 ? vi_and(vi_shift_right(word, 16), byte)
                    : vi_shift_right(word, 24);
}

/* The bits from `from` on, `count` of them. */
static LANES_INLINE vi bits_from(vi word, vi from, vi count) {
    const vi all = vi_shift_right_by(vi_set1(-1), vi_sub(vi_set1(32), count));
    return vi_and(vi_shift_right_by(word, from), all);
}

typedef struct vsides {
    vi left, top, right, bottom;
} vsides;

/* Open pixels in front of the sides: of the cell beside, where the rectangle lies at the cell's side. */
static LANES_INLINE vsides open_sides(const hail_rect_pairs *job, const vrect_place *p, const vf cell[8],
                                      const vf run[4]) {
    const vi zero = vi_set1(0), one = vi_set1(1), width = vi_set1((int32_t)job->width),
             height = vi_set1((int32_t)job->height);
    const vm at_left = vi_eq(p->left, zero), at_top = vi_eq(p->top, zero),
             at_right = vi_eq(vi_add(p->left, p->wide), width), at_bottom = vi_eq(vi_add(p->top, p->high), height);
    return (vsides){vi_select(at_left, bits_from(vi_from_bits(cell[2]), p->top, p->high), one),
                    vi_select(at_top, bits_from(vi_from_bits(cell[3]), p->left, p->wide), vi_from_bits(run[1])),
                    vi_select(at_right, bits_from(vi_from_bits(cell[4]), p->top, p->high), one),
                    vi_select(at_bottom, bits_from(vi_from_bits(cell[5]), p->left, p->wide), vi_from_bits(run[2]))};
}

static LANES_INLINE vm is_zero(vi a) { return vi_eq(a, vi_set1(0)); }

/* Words: where the rows of each pair begin. Those of lanes without a pair are the first pair's. */
typedef struct rect_rows {
    uint32_t cell[HAIL_RECT_PAIRS + 2 * HAIL_LANES], run[HAIL_RECT_PAIRS + 2 * HAIL_LANES];
    uint32_t count;
} rect_rows;

static LANES_INLINE void list_rows(const hail_rect_pairs *job, uint32_t cells, rect_rows *r) {
    const uint32_t *first_run = job->first, *runs = job->count;
    uint32_t count = 0;
    for (uint32_t c = 0; c < cells; c++) {
        const uint32_t end = count + runs[c];
        const vi cell = vi_set1((int32_t)c * HAIL_GATHER_ROW), step = vi_set1(4 * HAIL_LANES);
        vi run = vi_shift_left(vi_add(vi_set1((int32_t)first_run[c]), vi_iota()), 2);
        uint32_t k = count;
        do { /* also of a cell without runs: whether it has some is hard to predict */
            vi_store(r->cell + k, cell);
            vi_store(r->run + k, run);
            run = vi_add(run, step);
            k += HAIL_LANES;
        } while (k < end);
        count = end;
    }
    vi_store(r->cell + count, vi_set1(0));
    vi_store(r->run + count, vi_set1((int32_t)r->run[0]));
    r->count = count;
}

uint32_t HAIL_KERNEL(rect_pairs)(const hail_rect_pairs *job, uint32_t cells) {
    const vf half = vf_set1(0.5f);
    rect_rows r;
    uint32_t kept = 0;
    list_rows(job, cells, &r);
    for (uint32_t i = 0; i < r.count; i += HAIL_LANES) {
        uint32_t row[HAIL_LANES];
        vf cell[8], run[4], mover[8];
        vf_load_rows8((const float *)(const void *)job->cells, r.cell + i, cell);
        vf_load_rows4((const float *)(const void *)job->runs, r.run + i, run);
        const vi span = vi_from_bits(cell[6]), whose = vi_shift_right(span, 16), place = vi_from_bits(run[0]);
        vi_store(row, vi_shift_left(byte_of(span, 2), 3));
        HAIL_IN_MEMORY(row);
        vf_load_rows8(job->movers, row, mover);
        const vrect_place p = {byte_of(place, 0), byte_of(place, 1), byte_of(place, 2), byte_of(place, 3)};
        const vsides open = open_sides(job, &p, cell, run);
        vm near = vm_and(vi_gt(vi_add(p.left, p.wide), byte_of(span, 0)), vi_gt(byte_of(span, 1), p.left));
        if (job->swept)
            near = vm_and_not(near, is_zero(vi_or(vi_or(open.left, open.top), vi_or(open.right, open.bottom))));
        const unsigned bits = vm_bits(vm_and(near, vm_first(lanes_left(i, r.count))));
        const vf wide = vi_to_float(p.wide), high = vi_to_float(p.high), half_wide = vf_mul(wide, half),
                 half_high = vf_mul(high, half);
        const vf centre_x = vf_add(vi_to_float(vi_add(vi_from_bits(cell[0]), p.left)), half_wide),
                 centre_y = vf_add(vi_to_float(vi_add(vi_from_bits(cell[1]), p.top)), half_high);
        vf_compress_store(job->centre_x + kept, bits, centre_x);
        vf_compress_store(job->centre_y + kept, bits, centre_y);
        vf_compress_store(job->x + kept, bits, vf_sub(centre_x, mover[0]));
        vf_compress_store(job->y + kept, bits, vf_sub(centre_y, mover[1]));
        vf_compress_store(job->wide + kept, bits, wide);
        vf_compress_store(job->high + kept, bits, high);
        vf_compress_store(job->half_x + kept, bits, vf_add(half_wide, mover[4]));
        vf_compress_store(job->half_y + kept, bits, vf_add(half_high, mover[5]));
        vf_compress_store(job->reach + kept, bits, vf_add(run[3], vf_add(mover[4], mover[5])));
        vf_compress_store(job->core_x + kept, bits, mover[4]);
        vf_compress_store(job->core_y + kept, bits, mover[5]);
        vf_compress_store(job->radius + kept, bits, mover[6]);
        vf_compress_store(job->dx + kept, bits, mover[2]);
        vf_compress_store(job->dy + kept, bits, mover[3]);
        vi_compress_store(job->open[0] + kept, bits, open.left);
        vi_compress_store(job->open[1] + kept, bits, open.top);
        vi_compress_store(job->open[2] + kept, bits, open.right);
        vi_compress_store(job->open[3] + kept, bits, open.bottom);
        vi_compress_store(job->cell + kept, bits, vi_from_bits(cell[7]));
        vi_compress_store(job->mover + kept, bits, whose);
        kept += vm_count_bits(bits);
    }
    return kept;
}
