/* simd/kernels/tiles/lone_lanes.h - slides of upright shapes whose rectangles near are known: vectors in double
 * precision, what the pairs are, rows (tiles_kernels.h). */
#ifndef HAIL_SIMD_KERNELS_TILES_LONE_LANES_H
#define HAIL_SIMD_KERNELS_TILES_LONE_LANES_H

#include "doubles.h"
#include "kernels/kernel.h"

typedef struct vvector {
    vd x, y;
} vvector;

static LANES_INLINE vd ddot(vvector a, vvector b) { return vd_add(vd_mul(a.x, b.x), vd_mul(a.y, b.y)); }
static LANES_INLINE vvector dplus(vvector a, vvector b) { return (vvector){vd_add(a.x, b.x), vd_add(a.y, b.y)}; }
static LANES_INLINE vvector dminus(vvector a, vvector b) { return (vvector){vd_sub(a.x, b.x), vd_sub(a.y, b.y)}; }
static LANES_INLINE vvector dtimes(vvector a, vd b) { return (vvector){vd_mul(a.x, b), vd_mul(a.y, b)}; }
static LANES_INLINE vd dtaxi(vvector a) { return vd_add(vd_abs(a.x), vd_abs(a.y)); }
static LANES_INLINE vvector dpick(vm m, vvector a, vvector b) {
    return (vvector){vd_select(m, a.x, b.x), vd_select(m, a.y, b.y)};
}

static LANES_INLINE vm vnot(vm m) { return vm_and_not(vm_first(HAIL_LANES), m); }

/* The callers' numbers of the shapes. */
static LANES_INLINE vi tags_of(const hail_lone_pairs *job, uint32_t i, uint32_t n) {
    return vi_gather(job->tag, vi_and(vi_load_n(job->mover + i, n), vi_set1(255)));
}

/* Where the shapes start, px from the map's corner. */
static LANES_INLINE vvector starts_of(const hail_lone_pairs *job, vi tag) {
    return (vvector){vd_sub(vd_from_float(vf_gather(job->start_x, tag)), vd_set1((double)job->corner_x)),
                     vd_sub(vd_from_float(vf_gather(job->start_y, tag)), vd_set1((double)job->corner_y))};
}

/* Which pairs are their shape's first, and its last. */
typedef struct vgroup {
    vm begins, ends;
} vgroup;

static LANES_INLINE vgroup group_of(const hail_lone_pairs *job, uint32_t i, uint32_t n, uint32_t count) {
    const vi byte = vi_set1(255), at = vi_add(vi_set1((int32_t)i), vi_iota()), last = vi_set1((int32_t)count - 1);
    const vm is_first = vi_eq(at, vi_set1(0)), is_last = vi_eq(at, last), lanes = vm_first(n);
    const uint32_t follow = count - i - 1 < n ? count - i - 1 : n;
    const vi own = vi_and(vi_load_n(job->mover + i, n), byte),
             before = i ? vi_load_n(job->mover + i - 1, n)
                        : vi_gather(job->mover, vi_keep(vm_and_not(lanes, is_first), vi_sub(at, vi_set1(1)))),
             after = vi_load_n(job->mover + i + 1, follow);
    return (vgroup){vm_and(lanes, vm_or(is_first, vnot(vi_eq(own, vi_and(before, byte))))),
                    vm_and(lanes, vm_or(is_last, vnot(vi_eq(own, vi_and(after, byte)))))};
}

static LANES_INLINE uint32_t list_pairs(uint32_t *list, uint32_t listed, uint32_t i, vm which) {
    const unsigned bits = vm_bits(which);
    vi_compress_store(list + listed, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
    return listed + vm_count_bits(bits);
}

/* A surface that shapes touch: its normal out of it, and which flag it is. */
typedef struct vsurface {
    vf x, y;
    vi flag;
} vsurface;

/* The slides' rows: displacements, flags and surfaces. */
static LANES_INLINE void write_slides(const hail_lone_pairs *job, vi tag, uint32_t n, vvector way, vi cell,
                                      const vsurface *push, vm pushed, const vsurface *hit, vm slides) {
    const vf none = vf_set1(0.0f);
    const vm same = vm_and(vf_eq(push->x, hit->x), vf_eq(push->y, hit->y)), first = vm_or(pushed, slides),
             second = vm_and_not(vm_and(pushed, slides), same);
    const vi flags = vi_or(vi_keep(pushed, push->flag), vi_keep(slides, hit->flag)),
             surfaces = vi_count(vi_count(vi_set1(0), first), second);
    const vf low[8] = {vd_to_float(way.x),
                       vd_to_float(way.y),
                       vf_from_bits(flags),
                       vf_from_bits(surfaces),
                       vf_select(pushed, push->x, vf_keep(slides, hit->x)),
                       vf_keep(second, hit->x),
                       none,
                       none};
    const vf high[8] = {vf_select(pushed, push->y, vf_keep(slides, hit->y)),
                        vf_keep(second, hit->y),
                        none,
                        none,
                        vf_from_bits(vi_keep(first, cell)),
                        vf_from_bits(vi_keep(second, cell)),
                        none,
                        none};
    uint32_t row[HAIL_LANES];
    vi_store(row, tag);
    vf_store_rows8((float *)(void *)job->slides, HAIL_SLIDE_WORDS, row, n, low);
    vf_store_rows8((float *)(void *)job->slides + 8, HAIL_SLIDE_WORDS, row, n, high);
}

#endif
