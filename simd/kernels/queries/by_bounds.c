/* simd/kernels/queries/by_bounds.c - whether bodies touch a box, as far as their bounds tell: one body a lane. */
#include "kernels/kernel.h"

/* Bodies from the box's middle, and how exactly their bounds are known. */
typedef struct vbounds {
    vi row;
    vf x, y, cos, sin, scale;
    vf error, spare; /* px: they surely overlap by more than error, and are surely apart by more than spare */
    vm thick;        /* the box is, beside the error */
} vbounds;

static LANES_INLINE vbounds bounds_of(const hail_bounds_job *job, vi body) {
    const vf one = vf_set1(1.0f), zero = vf_set1(0.0f), x = vf_gather(job->body_x, body),
             y = vf_gather(job->body_y, body);
    const vf width = vf_set1(job->half_width), height = vf_set1(job->half_height);
    vbounds b = {.row = vi_shift_left(vi_gather(job->body_shape, body), 7),
                 .x = vf_sub(x, vf_set1(job->x)),
                 .y = vf_sub(y, vf_set1(job->y)),
                 .cos = job->body_cos ? vf_gather(job->body_cos, body) : one,
                 .sin = job->body_cos ? vf_gather(job->body_sin, body) : zero,
                 .scale = job->body_scale ? vf_gather(job->body_scale, body) : one};
    const vf rounding = vf_mul(vf_gather(job->templates + HAIL_TEMPLATE_ROUNDING, b.row), b.scale),
             radius = vf_mul(vf_gather(job->templates + HAIL_TEMPLATE_RADIUS, b.row), b.scale);
    const vf size = vf_add(vf_add(width, height), radius);
    const vf places = vf_add(vf_add(vf_abs(vf_set1(job->x)), vf_abs(vf_set1(job->y))), vf_add(vf_abs(x), vf_abs(y)));
    b.error = vf_mul(vf_add(places, size), vf_set1(HAIL_BOUNDS_ERROR));
    b.spare = vf_add(vf_add(rounding, vf_mul(size, vf_set1(HAIL_BOUNDS_SHARE))), b.error);
    b.thick = vf_gt(vf_min(width, height), b.error);
    return b;
}

/* What is settled. */
typedef struct vsettled {
    vm touches, misses;
} vsettled;

/* Of axis-aligned cores, half as wide as `half` before they are scaled. */
static LANES_INLINE vsettled settle_aligned(const hail_bounds_job *job, const vbounds *b, vf half) {
    const vf size = vf_mul(vf_abs(b->cos), b->scale), wide = vf_mul(half, size),
             high = vf_mul(vf_abs(vf_gather(job->templates + HAIL_TEMPLATE_VY, b->row)), size);
    const vf apart = vf_max(vf_sub(vf_abs(b->x), vf_add(vf_set1(job->half_width), wide)),
                            vf_sub(vf_abs(b->y), vf_add(vf_set1(job->half_height), high)));
    return (vsettled){.touches = vm_and(vf_lt(apart, vf_negate(b->error)), b->thick), .misses = vf_gt(apart, b->spare)};
}

/* Where vertices lie along an axis. */
typedef struct vspan {
    vf low, high;
} vspan;

static LANES_INLINE void widen(vspan *s, vf at) {
    s->low = vf_min(s->low, at);
    s->high = vf_max(s->high, at);
}

static LANES_INLINE vm span_overlaps(const vspan *s, vf half) {
    return vm_and(vf_lt(s->low, half), vf_lt(vf_negate(half), s->high));
}

static LANES_INLINE vm span_inside(const vspan *s, vf half) {
    return vm_and(vf_lt(vf_negate(half), s->low), vf_lt(s->high, half));
}

/* Of any cores, by their vertices. */
static LANES_INLINE vsettled settle_any(const hail_bounds_job *job, const vbounds *b, vm asked) {
    const float *rows = job->templates;
    const vf far = vf_set1(FLT_MAX), width = vf_set1(job->half_width), height = vf_set1(job->half_height);
    const vf in_x = vf_sub(width, b->error), in_y = vf_sub(height, b->error);
    const vi count = vi_keep(asked, vi_gather((const uint32_t *)(const void *)rows + HAIL_TEMPLATE_COUNT, b->row));
    vspan x = {far, vf_negate(far)}, y = x;
    vm within = vf_lt(far, far);
    for (int32_t i = 0; vm_bits(vi_gt(count, vi_set1(i))); i++) {
        const vf vx = vf_mul(vf_gather(rows + HAIL_TEMPLATE_VX + i, b->row), b->scale),
                 vy = vf_mul(vf_gather(rows + HAIL_TEMPLATE_VY + i, b->row), b->scale);
        const vf px = vf_add(b->x, vf_sub(vf_mul(b->cos, vx), vf_mul(b->sin, vy))),
                 py = vf_add(b->y, vf_add(vf_mul(b->sin, vx), vf_mul(b->cos, vy)));
        widen(&x, px);
        widen(&y, py);
        within = vm_or(within, vm_and(vf_lt(vf_abs(px), in_x), vf_lt(vf_abs(py), in_y)));
    }
    const vm across = vm_or(vm_and(span_inside(&x, in_x), span_overlaps(&y, in_y)),
                            vm_and(span_inside(&y, in_y), span_overlaps(&x, in_x)));
    const vm near = vm_and(vf_le(vf_max(x.low, vf_negate(x.high)), vf_add(width, b->spare)),
                           vf_le(vf_max(y.low, vf_negate(y.high)), vf_add(height, b->spare)));
    return (vsettled){.touches = vm_and(vm_or(within, across), b->thick), .misses = vm_and_not(asked, near)};
}

static LANES_INLINE vsettled settle(const hail_bounds_job *job, vi body, vm asked) {
    const vbounds b = bounds_of(job, body);
    const vf half = vf_gather(job->templates + HAIL_TEMPLATE_HALF_WIDTH, b.row);
    const vf zero = vf_set1(0.0f);
    const vm slanted = vm_and(asked, vm_or(vf_lt(half, zero), vf_lt(zero, vf_abs(b.sin))));
    vsettled s = settle_aligned(job, &b, half);
    if (!vm_bits(slanted))
        return s;
    const vsettled any = settle_any(job, &b, slanted);
    s.touches = vm_or(vm_and_not(s.touches, slanted), vm_and(any.touches, slanted));
    s.misses = vm_or(vm_and_not(s.misses, slanted), any.misses);
    return s;
}

uint32_t HAIL_KERNEL(by_bounds)(const hail_bounds_job *given, const uint32_t *index, uint32_t count, uint32_t *found,
                                uint32_t *unsure) {
    const hail_bounds_job job = *given; /* a copy that no store can change */
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vsettled s = settle(&job, vi_load_n(index + i, n), vm_first(n));
        const unsigned bits = vm_bits(vm_and_not(vm_first(n), vm_or(s.touches, s.misses)));
        vi_store(found + i, vi_select(s.touches, vi_set1(0), vi_set1(-1)));
        vi_compress_store(unsure + listed, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
        listed += vm_count_bits(bits);
    }
    return listed;
}
