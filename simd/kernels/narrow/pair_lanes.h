/* simd/kernels/narrow/pair_lanes.h - what the narrowphase kernels share: vectors, reading a side of a batch, writing
 * rows, a corner's arc. */
#ifndef HAIL_SIMD_KERNELS_NARROW_PAIR_LANES_H
#define HAIL_SIMD_KERNELS_NARROW_PAIR_LANES_H

#include "kernels/kernel.h"

typedef struct vpoint {
    vf x, y;
} vpoint;

static LANES_INLINE vf vdot(vpoint a, vpoint b) { return vf_add(vf_mul(a.x, b.x), vf_mul(a.y, b.y)); }
static LANES_INLINE vpoint vplus(vpoint a, vpoint b) { return (vpoint){vf_add(a.x, b.x), vf_add(a.y, b.y)}; }
static LANES_INLINE vpoint vminus(vpoint a, vpoint b) { return (vpoint){vf_sub(a.x, b.x), vf_sub(a.y, b.y)}; }
static LANES_INLINE vpoint vtimes(vpoint a, vf k) { return (vpoint){vf_mul(a.x, k), vf_mul(a.y, k)}; }
static LANES_INLINE vpoint vpick(vm m, vpoint a, vpoint b) {
    return (vpoint){vf_select(m, a.x, b.x), vf_select(m, a.y, b.y)};
}
/* Rotates a vector by an angle, given by its cos and sin; and rotates it back. */
static LANES_INLINE vpoint vrotate(vf c, vf s, vpoint a) {
    return (vpoint){vf_sub(vf_mul(c, a.x), vf_mul(s, a.y)), vf_add(vf_mul(s, a.x), vf_mul(c, a.y))};
}
static LANES_INLINE vpoint vrotate_back(vf c, vf s, vpoint a) {
    return (vpoint){vf_add(vf_mul(c, a.x), vf_mul(s, a.y)), vf_sub(vf_mul(c, a.y), vf_mul(s, a.x))};
}
static LANES_INLINE vf taxi(vpoint a) { return vf_add(vf_abs(a.x), vf_abs(a.y)); }

#define FURTHEST FLT_MAX /* px: further than any two cores are apart */

/* a / length, or `otherwise` where the length is at most `noise`. */
static LANES_INLINE vpoint vunit(vpoint a, vf length, vf noise, vpoint otherwise) {
    const vm long_enough = vf_gt(length, noise);
    const vf by = vf_select(long_enough, length, vf_set1(1.0f));
    return vpick(long_enough, (vpoint){vf_div(a.x, by), vf_div(a.y, by)}, otherwise);
}

/* ---- Sides ----------------------------------------------------------------------------------------------------- */

/* A vector of a side's bodies. Plain loads do if they are consecutive, as in a batch without indices. */
typedef struct vbodies {
    vi index;
    uint32_t first;
    bool run; /* HAIL_LANES consecutive ones */
} vbodies;

static LANES_INLINE vbodies read_bodies(const uint32_t *list, uint32_t n) {
    vbodies b = {.index = vi_load_n(list, n), .first = list[0]};
    b.run = n == HAIL_LANES && vm_bits(vi_eq(b.index, vi_add(vi_set1((int32_t)b.first), vi_iota()))) == HAIL_ALL_LANES;
    return b;
}

static LANES_INLINE vf read_floats(const float *column, const vbodies *b) {
    return b->run ? vf_load(column + b->first) : vf_gather(column, b->index);
}

static LANES_INLINE vi read_words(const uint32_t *column, const vbodies *b) {
    return b->run ? vi_load(column + b->first) : vi_gather(column, b->index);
}

/* Where the rows of these bodies' templates start, in words. */
static LANES_INLINE vi side_rows(const hail_side *side, const vbodies *b) {
    return side->shape ? vi_shift_left(read_words(side->shape, b), 7) : vi_set1(0);
}

static LANES_INLINE vf side_scale(const hail_side *side, const vbodies *b) {
    return side->scale ? read_floats(side->scale, b) : vf_set1(1.0f);
}

static LANES_INLINE vf side_rounding(const hail_narrow_job *job, vi row, vf scale) {
    return vf_mul(vf_gather(job->templates + HAIL_TEMPLATE_ROUNDING, row), scale);
}

/* Templates' bounding radius about the origin, keenness and centre. These words are neighbours, so they take loads and
 * a transpose instead of four gathers. */
typedef struct vextent {
    vf reach, keenness;
    vpoint centre;
} vextent;

static LANES_INLINE vextent read_extent(const hail_narrow_job *job, vi row) {
    _Static_assert(HAIL_TEMPLATE_CENTRE_X == HAIL_TEMPLATE_RADIUS + 1 &&
                       HAIL_TEMPLATE_CENTRE_Y == HAIL_TEMPLATE_RADIUS + 2 &&
                       HAIL_TEMPLATE_KEENNESS == HAIL_TEMPLATE_RADIUS + 3,
                   "they stand side by side");
    uint32_t rows[HAIL_LANES];
    vf word[4];
    vi_store(rows, row);
    vf_load_rows4(job->templates + HAIL_TEMPLATE_RADIUS, rows, word);
    return (vextent){.reach = word[0], .keenness = word[3], .centre = {word[1], word[2]}};
}

/* Of cores with edges. */
static LANES_INLINE vf core_rounding(const hail_narrow_job *job, vi row, vf scale) {
    return job->rounded ? side_rounding(job, row, scale) : vf_set1(0.0f);
}

/* Of circles. */
static LANES_INLINE vf side_radius(const hail_narrow_job *job, const hail_side *side, const vbodies *b) {
    if (side->radius)
        return read_floats(side->radius, b);
    if (side->uniform_radius >= 0.0f)
        return vf_set1(side->uniform_radius);
    return side_rounding(job, side_rows(side, b), side_scale(side, b));
}

static LANES_INLINE vpoint side_position(const hail_side *side, const vbodies *b) {
    return (vpoint){read_floats(side->x, b), read_floats(side->y, b)};
}

static LANES_INLINE vpoint side_motion(const hail_side *side, const vbodies *b) {
    const vf zero = vf_set1(0.0f);
    return (vpoint){side->dx ? read_floats(side->dx, b) : zero, side->dy ? read_floats(side->dy, b) : zero};
}

/* Both sides of the first n pairs. */
typedef struct vpair_sides {
    vbodies a, b;
    vpoint at_a, at_b; /* where they are or, of those that move, start */
    vpoint by_a, by_b; /* their motions, of those that move */
} vpair_sides;

static LANES_INLINE void read_sides(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two, uint32_t n,
                                    vpair_sides *to) {
    to->a = read_bodies(one, n);
    to->b = read_bodies(two, n);
    to->at_a = side_position(&job->one, &to->a);
    to->at_b = side_position(&job->two, &to->b);
}

/* Where they start, and their motions. */
static LANES_INLINE void read_motions(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two, uint32_t n,
                                      vpair_sides *to) {
    read_sides(job, one, two, n, to);
    to->by_a = side_motion(&job->one, &to->a);
    to->by_b = side_motion(&job->two, &to->b);
    if (job->from_end && job->one.dx)
        to->at_a = vminus(to->at_a, to->by_a);
    if (job->from_end && job->two.dx)
        to->at_b = vminus(to->at_b, to->by_b);
}

/* The same as calls, for kernels of which they are a small part. */
static LANES_APART void read_standing_sides(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                            uint32_t n, vpair_sides *to) {
    read_sides(job, one, two, n, to);
}

static LANES_APART void read_moving_sides(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                          uint32_t n, vpair_sides *to) {
    read_motions(job, one, two, n, to);
}

/* The radii of two circles. */
static LANES_APART void read_radii(const hail_narrow_job *job, const vpair_sides *sides, vf *a, vf *b) {
    *a = side_radius(job, &job->one, &sides->a);
    *b = side_radius(job, &job->two, &sides->b);
}

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

/* Features a and b are the first two bytes of word 5; the count is the second byte of word 4. */
#if HAIL_BIG_ENDIAN
enum { FEATURE_A_SHIFT = 24, FEATURE_B_SHIFT = 16, ONE_MORE = 1 << 16 };
#else
enum { FEATURE_A_SHIFT = 0, FEATURE_B_SHIFT = 8, ONE_MORE = 1 << 8 };
#endif

static LANES_INLINE vi pack_features(vi a, vi b) {
    return vi_or(vi_shift_left(a, FEATURE_A_SHIFT), vi_shift_left(b, FEATURE_B_SHIFT));
}

/* One contact a lane, with a and b already swapped if two_is_a. */
typedef struct vcontact {
    vm touching, two; /* two: there is a second point */
    vi features;      /* packed */
    vf t;
    vpoint normal, at[2];
    vf depth[2];
} vcontact;

/* Rows lie in the order of contacts, not in that of pairs. In a large world each is a cache miss, so it is prefetched
 * this many pairs ahead. */
enum { ROWS_AHEAD = 24 };

/* Writes the rows of the first n of `left` remaining pairs. Handles are copied, the other words are transposed from
 * columns to rows. Returns how many touch. */
static LANES_INLINE uint32_t write_contacts(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                            const uint32_t *row, const vcontact *c, uint32_t n, uint32_t left) {
    const vf zero = vf_set1(0.0f);
    const uint32_t *ahead = left >= ROWS_AHEAD + HAIL_LANES ? row + ROWS_AHEAD : row;
    const vi header = vi_select(c->touching, vi_set1((int32_t)job->header), vi_set1(0));
    const vi more = vi_select(vm_and(c->two, c->touching), vi_set1(ONE_MORE), vi_set1(0));
    vf head[8] = {zero, zero, zero, zero, vf_from_bits(header), zero, zero, zero};
    vf rest[8] = {zero, zero, zero, zero, zero, zero, zero, zero};
    if (job->manifold) {
        const vf all[8] = {c->normal.x, c->normal.y, c->at[0].x,  c->at[1].x,
                           c->at[0].y,  c->at[1].y,  c->depth[0], c->depth[1]};
        memcpy(rest, all, sizeof rest);
        head[4] = vf_from_bits(vi_add(header, more));
        head[5] = vf_from_bits(c->features);
        head[7] = c->t;
    }
    for (uint32_t i = 0; i < n; i++)
        HAIL_FETCH_TO_WRITE(job->rows + (size_t)HAIL_ROW_WORDS * ahead[i]);
    if (job->one.handle) {
        const size_t at_one = job->two_is_a ? 2 : 0, at_two = 2 - at_one, size = 2 * sizeof(uint32_t);
        for (uint32_t i = 0; i < n; i++) {
            float *to = job->rows + (size_t)HAIL_ROW_WORDS * row[i];
            memcpy(to + at_one, job->one.handle + 2 * (size_t)one[i], size);
            memcpy(to + at_two, job->two.handle + 2 * (size_t)two[i], size);
        }
        vf_store_rows4(job->rows + 4, HAIL_ROW_WORDS, row, n, head + 4);
    } else { /* the indices, generation 0 */
        const uint32_t *a = job->two_is_a ? two : one, *b = job->two_is_a ? one : two;
        head[0] = vf_from_bits(vi_load_n(a, n));
        head[2] = vf_from_bits(vi_load_n(b, n));
        vf_store_rows8(job->rows, HAIL_ROW_WORDS, row, n, head);
    }
    vf_store_rows8(job->rows + 8, HAIL_ROW_WORDS, row, n, rest);
    return vm_count_bits(vm_bits(c->touching) & (HAIL_ALL_LANES >> (HAIL_LANES - n)));
}

/* The same as a call, for kernels of which it is a small part. */
static LANES_APART uint32_t put_contacts(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                         const uint32_t *row, const vcontact *c, uint32_t n, uint32_t left) {
    return write_contacts(job, one, two, row, c, n, left);
}

/* Writes a hail_gap a lane. */
static LANES_INLINE void write_gaps(const hail_narrow_job *job, const uint32_t *row, uint32_t n, vf distance, vpoint a,
                                    vpoint b, vpoint normal, vi features) {
    const vf words[8] = {distance, a.x, a.y, b.x, b.y, normal.x, normal.y, vf_from_bits(features)};
    vf_store_rows8(job->rows, HAIL_SHORT_WORDS, row, n, words);
}

/* ---- Grazes (docs/arithmetic.md, "Grazes") ----------------------------------------------------------------------- */

/* 1 / a; 0 if a is next to nothing. */
static LANES_INLINE vf vinverse(vf a) {
    const vm enough = vf_ge(a, vf_set1(HAIL_NEXT_TO_NOTHING));
    return vf_select(enough, vf_div(vf_set1(1.0f), vf_select(enough, a, vf_set1(1.0f))), vf_set1(0.0f));
}

static LANES_INLINE vf vclamp_unit(vf a) { return vf_min(vf_max(a, vf_set1(0.0f)), vf_set1(1.0f)); }

/* Writes the rows of pairs whose surfaces are `distance` apart at t, at these points. */
static LANES_INLINE uint32_t write_grazes(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                          const uint32_t *row, vf distance, vf t, vpoint a, vpoint b, vpoint normal,
                                          vi features, uint32_t n, uint32_t left) {
    const vf zero = vf_set1(0.0f), half = vf_set1(0.5f);
    const vcontact c = {.touching = vf_le(distance, vf_set1(job->margin)),
                        .two = vm_first(0),
                        .features = features,
                        .t = t,
                        .normal = normal,
                        .at = {vtimes((vpoint){vf_add(a.x, b.x), vf_add(a.y, b.y)}, half), {zero, zero}},
                        .depth = {vf_sub(zero, vf_max(distance, zero)), zero}};
    return put_contacts(job, one, two, row, &c, n, left);
}

/* ---- A corner's arc (docs/arithmetic.md, "Sweeps") --------------------------------------------------------------- */

typedef struct varc {
    vm hit;
    vf tau, g; /* the time, and the length of `d` then */
    vpoint d;
} varc;

/* When a point at d from a corner, which moves by v, hits the arc of radius r around the corner. wide: r plus the
 * tolerance. Both are given squared. */
static LANES_INLINE varc hit_arc_squared(vpoint d, vpoint v, vf r2, vf wide2) {
    const vf zero = vf_set1(0.0f), unit = vf_set1(1.0f);
    const vf a = vdot(v, v), b = vf_negate(vdot(d, v));
    const vf cross = vf_sub(vf_mul(d.x, v.y), vf_mul(d.y, v.x));
    const vf off = vf_mul(cross, cross), disc = vf_sub(vf_mul(a, r2), off);
    const vf slack = vf_sub(vf_mul(a, wide2), off);
    const vm hit = vm_and(vf_gt(b, zero), vf_ge(slack, zero));
    const vf root = vf_sqrt(vf_select(vf_gt(disc, zero), disc, zero));
    vf tau = vf_div(vf_sub(vdot(d, d), r2), vf_select(hit, vf_add(b, root), unit));
    const vf nearest = vf_div(b, vf_select(hit, a, unit));
    tau = vf_select(vf_lt(nearest, tau), nearest, tau);
    varc arc = {.hit = hit, .tau = vf_select(vf_lt(tau, zero), zero, tau)};
    arc.d = (vpoint){vf_add(d.x, vf_mul(v.x, arc.tau)), vf_add(d.y, vf_mul(v.y, arc.tau))};
    arc.g = vf_sqrt(vdot(arc.d, arc.d));
    return arc;
}

static LANES_INLINE varc hit_arc(vpoint d, vpoint v, vf r, vf wide) {
    return hit_arc_squared(d, v, vf_mul(r, r), vf_mul(wide, wide));
}

/* The tolerance of a corner; `margin` is that of a face. */
static LANES_INLINE vf corner_slack(vf margin, vpoint end1, vpoint end2, vpoint motion) {
    const vf size = vf_add(vf_add(taxi(end1), taxi(end2)), taxi(motion));
    return vf_add(margin, vf_mul(size, vf_set1(HAIL_TOLERANCE)));
}

/* Whether and when a pair hits. At t0 its cores are g apart, at a corner or a face that is approached with speed ap. */
typedef struct varrival {
    vm hit, on_arc; /* on_arc: the hit is after t0, on the corner's arc */
    vf t, g;
} varrival;

static LANES_INLINE varrival arrive(vf t0, vf g, vf r, vf wide, vf ap, vm corner, const varc *arc) {
    const vf zero = vf_set1(0.0f), later = vf_add(t0, arc->tau);
    const vm within = vf_le(g, r), inward = vm_or(vf_gt(t0, zero), vf_gt(ap, zero));
    const vm on_arc = vm_and_not(vm_and(corner, vm_and(arc->hit, vf_le(later, vf_set1(1.0f)))), within);
    const vm here = vm_or(within, vm_and_not(inward, vm_and_not(corner, vf_le(g, wide))));
    return (varrival){vm_or(here, on_arc), on_arc, vf_select(on_arc, later, t0), vf_select(on_arc, arc->g, g)};
}

/* ---- Fallback (docs/arithmetic.md, "Sweeps") --------------------------------------------------------------------- */

/* Whether a hit's normal faces away from the motion. out: how fast the pair comes apart along the normal; started: it
 * touched at the start, so that it may. */
static LANES_INLINE vm faces_away(const varrival *got, vf out, vf r) {
    const vf zero = vf_set1(0.0f);
    return vm_and(vm_and(got->hit, vf_gt(out, zero)), vm_or(vf_gt(got->t, zero), vf_gt(got->g, r)));
}

/* Whether the fallback must judge if a corner is what is hit. g: how far from it the pair is at t0; reach: how far it
 * may be; keen: a corner of its polygons is flat or sharp. */
static LANES_INLINE vm corner_fallback(const varrival *got, vm corner, vf g, vf r, vf reach, vm keen) {
    const vm near = vm_and(vf_gt(g, r), vf_le(g, reach));
    return vm_and(vm_and(corner, near), vm_or(keen, vm_and_not(near, got->hit)));
}

/* Sweeps the pairs that need the fallback again, one at a time: `judge` is the reference's kernel of the same pairs. */
static LANES_INLINE void sweep_again(hail_narrow_fn *judge, const hail_narrow_job *given, const uint32_t *one,
                                     const uint32_t *two, uint32_t fallbacks, vcontact *c) {
    float number[6][HAIL_LANES], hit[HAIL_LANES], contact[HAIL_ROW_WORDS];
    uint32_t features[HAIL_LANES];
    const vf before[6] = {c->t, c->normal.x, c->normal.y, c->at[0].x, c->at[0].y, c->depth[0]};
    static const uint32_t word[6] = {7, 8, 9, 10, 12, 14};
    hail_narrow_job job = *given;
    job.rows = contact;
    job.manifold = true;
    for (uint32_t k = 0; k < 6; k++)
        vf_store(number[k], before[k]);
    vf_store(hit, vf_select(c->touching, vf_set1(1.0f), vf_set1(0.0f)));
    vi_store(features, c->features);
    LANES_ROLLED
    for (uint32_t i = 0; i < HAIL_LANES; i++) {
        const uint32_t first = 0;
        if (!(fallbacks >> i & 1))
            continue;
        hit[i] = (float)judge(&job, one + i, two + i, &first, 1);
        for (uint32_t k = 0; k < 6; k++)
            number[k][i] = contact[word[k]];
        memcpy(&features[i], contact + 5, sizeof features[i]);
    }
    c->touching = vf_gt(vf_load(hit), vf_set1(0.0f));
    c->features = vi_load(features);
    c->t = vf_load(number[0]);
    c->normal = (vpoint){vf_load(number[1]), vf_load(number[2])};
    c->at[0] = (vpoint){vf_load(number[3]), vf_load(number[4])};
    c->depth[0] = vf_load(number[5]);
}

#endif
