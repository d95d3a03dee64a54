/* simd/kernels/narrow/circle_circle.c - docs/arithmetic.md, "Circle against circle", "Distance", "Sweeps" and "Grazes";
 * one pair a lane. */
#include "circle_lanes.h"

/* A contact a lane. */
typedef struct vtouch {
    vm touching;
    vpoint normal, at;
    vf depth;
} vtouch;

static LANES_INLINE vtouch touch_circles(const hail_narrow_job *job, const vpair_sides *sides) {
    const vf zero = vf_set1(0.0f), half = vf_set1(0.5f);
    const vpoint right = {vf_set1(1.0f), zero};
    const vpoint at = sides->at_a, d = vminus(sides->at_b, at);
    const vf ar = side_radius(job, &job->one, &sides->a), br = side_radius(job, &job->two, &sides->b),
             r = vf_add(ar, br);
    const vf d2 = vdot(d, d), length = vf_sqrt(d2);
    const vpoint normal = vunit(d, length, zero, right);
    const vf m = vf_mul(vf_sub(vf_add(ar, length), br), half);
    return (vtouch){.touching = vf_le(d2, vf_mul(r, r)),
                    .normal = normal,
                    .at = {vf_add(at.x, vf_mul(normal.x, m)), vf_add(at.y, vf_mul(normal.y, m))},
                    .depth = vf_max(vf_sub(r, length), zero)};
}

uint32_t HAIL_KERNEL(circle_circle)(const hail_narrow_job *given, const uint32_t *one, const uint32_t *two,
                                    const uint32_t *row, uint32_t count) {
    const hail_narrow_job job = *given; /* rows cannot alias it */
    uint32_t touched = 0;
    const vf zero = vf_set1(0.0f);
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vpair_sides sides;
        read_sides(&job, one + i, two + i, n, &sides);
        const vtouch t = touch_circles(&job, &sides);
        const vcontact c = {.touching = t.touching,
                            .two = vm_first(0),
                            .features = vi_set1(0),
                            .t = zero,
                            .normal = t.normal,
                            .at = {t.at, {zero, zero}},
                            .depth = {t.depth, zero}};
        touched += write_contacts(&job, one + i, two + i, row + i, &c, n, count - i);
    }
    return touched;
}

/* A word of the bodies' handles: 0 the slot, 1 the generation. */
static LANES_INLINE vf handle_word(const hail_side *side, const vbodies *b, int word) {
    if (!side->handle)
        return vf_from_bits(word ? vi_set1(0) : b->index);
    return vf_from_bits(vi_gather_pair(side->handle, b->index, word));
}

uint32_t HAIL_KERNEL(circle_circle_short)(const hail_narrow_job *given, const uint32_t *one, const uint32_t *two,
                                          const uint32_t *row, uint32_t count) {
    const hail_narrow_job job = *given; /* rows cannot alias it */
    uint32_t touched = 0;
    const vf zero = vf_set1(0.0f), miss = vf_set1(-1.0f);
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vpair_sides sides;
        read_sides(&job, one + i, two + i, n, &sides);
        const vtouch t = touch_circles(&job, &sides);
        vf words[8] = {handle_word(&job.two, &sides.b, 0), handle_word(&job.two, &sides.b, 1), zero, zero,
                       handle_word(&job.one, &sides.a, 1), vf_select(t.touching, zero, miss),  zero, zero};
        if (job.manifold) {
            words[HAIL_SHORT_NORMAL] = t.normal.x;
            words[HAIL_SHORT_NORMAL + 1] = t.normal.y;
            words[HAIL_SHORT_DEPTH] = vf_select(t.touching, t.depth, miss);
            words[HAIL_SHORT_POINT] = t.at.x;
            words[HAIL_SHORT_POINT + 1] = t.at.y;
        }
        vf_store_rows8(job.rows, HAIL_SHORT_WORDS, row + i, n, words);
        touched += vm_count_bits(vm_bits(t.touching) & (HAIL_ALL_LANES >> (HAIL_LANES - n)));
    }
    return touched;
}

uint32_t HAIL_KERNEL(circle_circle_gap)(const hail_narrow_job *given, const uint32_t *one, const uint32_t *two,
                                        const uint32_t *row, uint32_t count) {
    const hail_narrow_job job = *given; /* rows cannot alias it */
    const vpoint right = {vf_set1(1.0f), vf_set1(0.0f)};
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vpair_sides sides;
        read_standing_sides(&job, one + i, two + i, n, &sides);
        const vpoint pa = sides.at_a, pb = sides.at_b, d = vminus(pb, pa);
        vf ar, br;
        read_radii(&job, &sides, &ar, &br);
        const vf length = vf_sqrt(vdot(d, d));
        const vpoint normal = vunit(d, length, vf_set1(0.0f), right), to_a = vtimes(normal, ar),
                     to_b = vtimes(normal, br);
        write_gaps(&job, row + i, n, vf_sub(length, vf_add(ar, br)),
                   (vpoint){vf_add(pa.x, to_a.x), vf_add(pa.y, to_a.y)}, vminus(pb, to_b), normal, vi_set1(0));
    }
    return 0;
}

uint32_t HAIL_KERNEL(circle_circle_sweep)(const hail_narrow_job *given, const uint32_t *one, const uint32_t *two,
                                          const uint32_t *row, uint32_t count) {
    const hail_narrow_job job = *given; /* rows cannot alias it */
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vcontact c = sweep_circles(&job, one + i, two + i, n);
        touched += write_contacts(&job, one + i, two + i, row + i, &c, n, count - i);
    }
    return touched;
}

/* When two points, d apart at the start, are nearest: at 0, at 1, or when they pass each other. Ties go to the smallest
 * t. */
static LANES_INLINE vf circles_nearest_time(vpoint d, vpoint m) {
    const vf zero = vf_set1(0.0f), unit = vf_set1(1.0f), never = vf_set1(FURTHEST);
    const vf t = vf_mul(vf_negate(vdot(d, m)), vinverse(vdot(m, m)));
    const vpoint end = {vf_add(d.x, m.x), vf_add(d.y, m.y)};
    const vpoint off = {vf_add(d.x, vf_mul(m.x, t)), vf_add(d.y, vf_mul(m.y, t))};
    const vf at_start = vdot(d, d), at_end = vdot(end, end);
    const vf at_t = vf_select(vm_and(vf_gt(t, zero), vf_lt(t, unit)), vdot(off, off), never);
    const vm passing = vf_lt(at_t, at_start);
    const vf least = vf_select(passing, at_t, at_start);
    return vf_select(vf_lt(at_end, least), unit, vf_select(passing, t, zero));
}

uint32_t HAIL_KERNEL(circle_circle_graze)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                          const uint32_t *row, uint32_t count) {
    const vpoint right = {vf_set1(1.0f), vf_set1(0.0f)};
    uint32_t grazed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vpair_sides sides;
        read_moving_sides(job, one + i, two + i, n, &sides);
        const vpoint from_a = sides.at_a, from_b = sides.at_b, ma = sides.by_a, mb = sides.by_b;
        const vpoint apart = vminus(from_a, from_b), motion = vminus(ma, mb);
        const vf t = circles_nearest_time(apart, motion);
        const vpoint pa = {vf_add(from_a.x, vf_mul(ma.x, t)), vf_add(from_a.y, vf_mul(ma.y, t))};
        const vpoint pb = {vf_add(from_b.x, vf_mul(mb.x, t)), vf_add(from_b.y, vf_mul(mb.y, t))};
        const vpoint d = {vf_negate(vf_add(apart.x, vf_mul(motion.x, t))),
                          vf_negate(vf_add(apart.y, vf_mul(motion.y, t)))};
        vf ar, br;
        read_radii(job, &sides, &ar, &br);
        const vf length = vf_sqrt(vdot(d, d));
        const vpoint normal = vunit(d, length, vf_set1(0.0f), right);
        const vpoint on_a = {vf_add(pa.x, vf_mul(normal.x, ar)), vf_add(pa.y, vf_mul(normal.y, ar))};
        grazed += write_grazes(job, one + i, two + i, row + i, vf_sub(length, vf_add(ar, br)), t, on_a,
                               vminus(pb, vtimes(normal, br)), normal, vi_set1(0), n, count - i);
    }
    return grazed;
}
