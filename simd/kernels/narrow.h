/* simd/kernels/narrow.h - what the narrowphase kernels share: reading a side of a batch, writing rows. */
#ifndef HAIL_SIMD_NARROW_H
#define HAIL_SIMD_NARROW_H

#include "kernel.h"

typedef struct vpoint {
    vf x, y;
} vpoint;

static inline vf vdot(vpoint a, vpoint b) { return vf_add(vf_mul(a.x, b.x), vf_mul(a.y, b.y)); }
static inline vpoint vminus(vpoint a, vpoint b) { return (vpoint){vf_sub(a.x, b.x), vf_sub(a.y, b.y)}; }
static inline vpoint vtimes(vpoint a, vf k) { return (vpoint){vf_mul(a.x, k), vf_mul(a.y, k)}; }
static inline vpoint vpick(vm m, vpoint a, vpoint b) {
    return (vpoint){vf_select(m, a.x, b.x), vf_select(m, a.y, b.y)};
}
/* A vector turned by an angle, given its cos and sin; and turned back. */
static inline vpoint vturn(vf c, vf s, vpoint a) {
    return (vpoint){vf_sub(vf_mul(c, a.x), vf_mul(s, a.y)), vf_add(vf_mul(s, a.x), vf_mul(c, a.y))};
}
static inline vpoint vturn_back(vf c, vf s, vpoint a) {
    return (vpoint){vf_add(vf_mul(c, a.x), vf_mul(s, a.y)), vf_sub(vf_mul(c, a.y), vf_mul(s, a.x))};
}
static inline vf taxi(vpoint a) { return vf_add(vf_abs(a.x), vf_abs(a.y)); }

#define TOLERANCE 4.76837158203125e-7f /* 2^-21 */

/* a / length, or `otherwise` where the length is 0. */
static inline vpoint vunit(vpoint a, vf length, vpoint otherwise) {
    const vm some = vf_gt(length, vf_set1(0.0f));
    const vf by = vf_select(some, length, vf_set1(1.0f));
    return vpick(some, (vpoint){vf_div(a.x, by), vf_div(a.y, by)}, otherwise);
}

/* ---- Sides ----------------------------------------------------------------------------------------------------- */

/* Where the rows of these bodies' templates start, in words. */
static inline vi side_rows(const hail_side *side, vi index) {
    return side->shape ? vi_shift_left(vi_gather(side->shape, index), 7) : vi_set1(0);
}

static inline vf side_scale(const hail_side *side, vi index) {
    return side->scale ? vf_gather(side->scale, index) : vf_set1(1.0f);
}

static inline vf side_rounding(const hail_narrow_job *job, const hail_side *side, vi row, vf scale) {
    (void)side;
    return vf_mul(vf_gather(job->templates + HAIL_TEMPLATE_ROUNDING, row), scale);
}

/* Of circles. */
static inline vf side_radius(const hail_narrow_job *job, const hail_side *side, vi index) {
    if (side->radius)
        return vf_gather(side->radius, index);
    if (side->uniform_radius >= 0.0f)
        return vf_set1(side->uniform_radius);
    return side_rounding(job, side, side_rows(side, index), side_scale(side, index));
}

static inline vpoint side_place(const hail_side *side, vi index) {
    return (vpoint){vf_gather(side->x, index), vf_gather(side->y, index)};
}

static inline vpoint side_motion(const hail_side *side, vi index) {
    const vf zero = vf_set1(0.0f);
    return (vpoint){side->dx ? vf_gather(side->dx, index) : zero, side->dy ? vf_gather(side->dy, index) : zero};
}

/* Where a sweep starts. */
static inline vpoint side_start(const hail_narrow_job *job, const hail_side *side, vi index, vpoint motion) {
    const vpoint place = side_place(side, index);
    return job->from_end && side->dx ? vminus(place, motion) : place;
}

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

/* Features a and b are the first two bytes of word 5; the count is the second byte of word 4. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
enum { FEATURE_A_SHIFT = 24, FEATURE_B_SHIFT = 16, ONE_MORE = 1 << 16 };
#else
enum { FEATURE_A_SHIFT = 0, FEATURE_B_SHIFT = 8, ONE_MORE = 1 << 8 };
#endif

static inline vi pack_features(vi a, vi b) {
    return vi_or(vi_shift_left(a, FEATURE_A_SHIFT), vi_shift_left(b, FEATURE_B_SHIFT));
}

/* One contact a lane. `one` and `two` are the job's sides; what is said of a and b is turned round for two_is_a by who
 * fills this in. */
typedef struct vcontact {
    vm touching, two; /* two: there is a second point */
    vi features;      /* packed */
    vf t;
    vpoint normal, at[2];
    vf depth[2];
} vcontact;

/* Rows lie in the order of the stream, not of finding: in a large world each is a miss. Asked for ahead. */
enum { ROWS_AHEAD = 24 };
static inline void fetch_row(const float *row) {
#if defined(__GNUC__)
    __builtin_prefetch(row, 1);
#else
    (void)row;
#endif
}

static inline void copy_handle(float *row, const uint32_t *handles, uint32_t index) {
    const uint32_t own[2] = {index, 0};
    memcpy(row, handles ? handles + 2 * (size_t)index : own, sizeof own);
}

/* `left` pairs are left, of which this is the first n. Handles are copied as they are; the other words are turned from
 * columns into rows. Returns how many touch. */
static inline uint32_t write_contacts(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                      const uint32_t *place, const vcontact *c, uint32_t n, uint32_t left) {
    const vf zero = vf_set1(0.0f);
    const uint32_t *handles_one = job->one.handle, *handles_two = job->two.handle;
    const uint32_t *soon = left >= ROWS_AHEAD + HAIL_LANES ? place + ROWS_AHEAD : place;
    const size_t at_one = job->two_is_a ? 2 : 0, at_two = 2 - at_one;
    for (uint32_t i = 0; i < n; i++) {
        fetch_row(job->rows + (size_t)HAIL_ROW_WORDS * soon[i]);
        float *row = job->rows + (size_t)HAIL_ROW_WORDS * place[i];
        copy_handle(row + at_one, handles_one, one[i]);
        copy_handle(row + at_two, handles_two, two[i]);
    }
    const vi header = vi_select(c->touching, vi_set1((int32_t)job->header), vi_set1(0));
    if (job->manifold) {
        const vi more = vi_select(vm_and(c->two, c->touching), vi_set1(ONE_MORE), vi_set1(0));
        const vf head[4] = {vf_from_bits(vi_add(header, more)), vf_from_bits(c->features), zero, c->t};
        const vf rest[8] = {c->normal.x, c->normal.y, c->at[0].x,  c->at[1].x,
                            c->at[0].y,  c->at[1].y,  c->depth[0], c->depth[1]};
        vf_store_rows4(job->rows + 4, HAIL_ROW_WORDS, place, n, head);
        vf_store_rows8(job->rows + 8, HAIL_ROW_WORDS, place, n, rest);
    } else {
        const vf head[4] = {vf_from_bits(header), zero, zero, zero};
        const vf rest[8] = {zero, zero, zero, zero, zero, zero, zero, zero};
        vf_store_rows4(job->rows + 4, HAIL_ROW_WORDS, place, n, head);
        vf_store_rows8(job->rows + 8, HAIL_ROW_WORDS, place, n, rest);
    }
    return vm_count_bits(vm_bits(c->touching) & (HAIL_ALL_LANES >> (HAIL_LANES - n)));
}

/* A hail_gap a lane. */
static inline void write_gaps(const hail_narrow_job *job, const uint32_t *place, uint32_t n, vf distance, vpoint a,
                              vpoint b, vpoint normal, vi features) {
    const vf row[8] = {distance, a.x, a.y, b.x, b.y, normal.x, normal.y, vf_from_bits(features)};
    vf_store_rows8(job->rows, HAIL_SHORT_WORDS, place, n, row);
}

/* ---- A corner's arc (docs/arithmetic.md, "Sweeps") --------------------------------------------------------------- */

typedef struct varc {
    vm hit;
    vf tau, g; /* when, and how long `d` is then */
    vpoint d;
} varc;

static inline varc meet_arc(vpoint d, vpoint v, vf r) {
    const vf zero = vf_set1(0.0f), r2 = vf_mul(r, r);
    const vf a = vdot(v, v), b = vf_negate(vdot(d, v));
    const vf cross = vf_sub(vf_mul(d.x, v.y), vf_mul(d.y, v.x));
    const vf disc = vf_sub(vf_mul(a, r2), vf_mul(cross, cross));
    const vm hit = vm_and(vf_gt(b, zero), vf_ge(disc, zero));
    const vf root = vf_sqrt(vf_select(hit, disc, zero));
    const vf tau = vf_div(vf_sub(vdot(d, d), r2), vf_select(hit, vf_add(b, root), vf_set1(1.0f)));
    varc arc = {.hit = hit, .tau = vf_select(vf_lt(tau, zero), zero, tau)};
    arc.d = (vpoint){vf_add(d.x, vf_mul(v.x, arc.tau)), vf_add(d.y, vf_mul(v.y, arc.tau))};
    arc.g = vf_sqrt(vdot(arc.d, arc.d));
    return arc;
}

/* What a corner may be missed by, where a sweep has just come as near as a face is. */
static inline vf corner_tolerance(vpoint end1, vpoint end2, vpoint motion) {
    return vf_mul(vf_add(vf_add(taxi(end1), taxi(end2)), taxi(motion)), vf_set1(TOLERANCE));
}

#endif
