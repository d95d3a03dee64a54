/* simd/kernels/narrow/polygon_predict.c - docs/arithmetic.md, "Prediction"; one pair a lane. */
#include "polygon_lanes.h"

typedef struct vinterval {
    vf min, max;
} vinterval;

static LANES_INLINE vinterval project(vpoint axis, const vf *x, const vf *y, uint32_t count, vf rounding) {
    const vf first = vdot(axis, (vpoint){x[0], y[0]});
    vinterval range = {first, first};
    for (uint32_t i = 1; i < count; i++) {
        const vf at = vdot(axis, (vpoint){x[i], y[i]});
        range.min = vf_min(range.min, at);
        range.max = vf_max(range.max, at);
    }
    return (vinterval){vf_sub(range.min, rounding), vf_add(range.max, rounding)};
}

static LANES_INLINE vm are_apart(vinterval a, vinterval b) { return vm_or(vf_gt(b.min, a.max), vf_gt(a.min, b.max)); }

/* What the axes tested so far say. */
typedef struct vforecast {
    vf overlap_so_far;
    vpoint axis;
    vi feature;
    vm apart, stays_apart, of_b, low; /* low: along the axis, a's centre lies below b's */
} vforecast;

static LANES_INLINE void test_axis(vforecast *f, const vcores *c, const vpolygons *p, vpoint centres, vpoint axis,
                                   vpoint local_motion, uint32_t edge, vm of_b, bool first) {
    const vf zero = vf_set1(0.0f);
    vinterval a = project(axis, c->a_x, c->a_y, c->edges_a, p->ra);
    const vinterval b = project(axis, c->b_x, c->b_y, c->edges_b, p->rb);
    f->apart = vm_or(f->apart, are_apart(a, b));
    const vf s = vdot(axis, local_motion);
    const vm back = vf_lt(s, zero);
    a.min = vf_select(back, vf_add(a.min, s), a.min);
    a.max = vf_select(back, a.max, vf_add(a.max, s));
    f->stays_apart = vm_or(f->stays_apart, are_apart(a, b));
    const vm low = vf_lt(vdot(centres, axis), zero);
    const vf overlap = vf_add(vf_select(low, vf_sub(a.max, b.min), vf_sub(b.max, a.min)), zero); /* no -0 */
    const vm less = first ? vm_first(HAIL_LANES) : vf_lt(overlap, f->overlap_so_far);
    f->overlap_so_far = vf_select(less, overlap, f->overlap_so_far);
    f->axis = vpick(less, axis, f->axis);
    f->feature = vi_select(less, vi_set1((int32_t)edge), f->feature);
    f->of_b = vm_or(vm_and(less, of_b), vm_and_not(f->of_b, less));
    f->low = vm_or(vm_and(less, low), vm_and_not(f->low, less));
}

/* From B's centre to A's, in A's frame. */
static LANES_INLINE vpoint between_centres(const hail_narrow_job *job, const vpolygons *p) {
    const vpoint a = read_extent(job, p->row_a).centre, b = read_extent(job, p->row_b).centre;
    return vminus(vtimes(a, p->ka), b_in_a(p, p->u, vtimes(b, p->kb)));
}

/* An edge's number as the caller gave it: the low byte of its features. */
static LANES_INLINE vi edge_number(const hail_narrow_job *job, vi row, vi edge) {
    const vi word = vi_add(vi_add(row, vi_shift_left(edge, 3)), vi_set1(HAIL_TEMPLATE_EDGES + HAIL_TEMPLATE_FEATURES));
    return vi_and(vi_from_bits(vf_gather(job->templates, word)), vi_set1(0xff));
}

/* The last word's bytes, in order: intersect, will_intersect, feature, of_b. */
static LANES_INLINE vi flag_bytes(vm intersect, vm will, vi feature, vm of_b) {
    const vi one = vi_set1(1), none = vi_set1(0);
#if HAIL_BIG_ENDIAN
    const vi head =
        vi_or(vi_shift_left(vi_select(intersect, one, none), 24), vi_shift_left(vi_select(will, one, none), 16));
    return vi_or(head, vi_or(vi_shift_left(feature, 8), vi_select(of_b, one, none)));
#else
    const vi head = vi_or(vi_select(intersect, one, none), vi_shift_left(vi_select(will, one, none), 8));
    return vi_or(head, vi_or(vi_shift_left(feature, 16), vi_shift_left(vi_select(of_b, one, none), 24)));
#endif
}

static LANES_INLINE void write_predictions(const hail_narrow_job *job, const uint32_t *row, uint32_t n,
                                           const vpolygons *p, const vforecast *f, vpoint motion) {
    const vf zero = vf_set1(0.0f);
    const vm all = vm_first(HAIL_LANES), meets = vm_and_not(all, f->stays_apart);
    const vpoint axis = {vf_select(f->low, vf_negate(f->axis.x), f->axis.x),
                         vf_select(f->low, vf_negate(f->axis.y), f->axis.y)};
    const vpoint none = {zero, zero}, world = vrotate(p->ca, p->sa, axis), mtv = vtimes(world, f->overlap_so_far);
    const vpoint slide = {vf_add(motion.x, mtv.x), vf_add(motion.y, mtv.y)};
    const vi number =
        vi_select(f->of_b, edge_number(job, p->row_b, f->feature), edge_number(job, p->row_a, f->feature));
    const vi flags =
        flag_bytes(vm_and_not(all, f->apart), meets, vi_select(meets, number, vi_set1(0)), vm_and(meets, f->of_b));
    const vpoint push = vpick(meets, mtv, none), slid = vpick(meets, slide, motion), out = vpick(meets, world, none);
    const vf words[8] = {
        push.x, push.y, slid.x, slid.y, out.x, out.y, vf_select(meets, f->overlap_so_far, zero), vf_from_bits(flags)};
    vf_store_rows8(job->rows, HAIL_SHORT_WORDS, row, n, words);
}

uint32_t HAIL_KERNEL(polygon_polygon_predict)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                              const uint32_t *row, uint32_t count) {
    const vm none = vm_first(0), all = vm_first(HAIL_LANES);
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vpair_sides sides;
        vpolygons p;
        read_moving_sides(job, one + i, two + i, n, &sides);
        read_polygons(job, &sides, &p);
        const vpoint motion = vminus(sides.by_a, sides.by_b);
        const vpoint local_motion = vrotate_back(p.ca, p.sa, motion);
        vcores c;
        load_cores(job, &p, &c);
        vforecast f = {
            .apart = none, .stays_apart = none, .overlap_so_far = vf_set1(0.0f), .axis = {c.n_x[0], c.n_y[0]}};
        f.feature = vi_set1(0);
        f.of_b = f.low = none;
        const vpoint centres = between_centres(job, &p);
        for (uint32_t e = 0; e < c.edges_a; e++)
            test_axis(&f, &c, &p, centres, (vpoint){c.n_x[e], c.n_y[e]}, local_motion, e, none, e == 0);
        for (uint32_t e = 0; e < c.edges_b; e++)
            test_axis(&f, &c, &p, centres, (vpoint){c.m_x[e], c.m_y[e]}, local_motion, e, all, false);
        write_predictions(job, row + i, n, &p, &f, motion);
    }
    return 0;
}
