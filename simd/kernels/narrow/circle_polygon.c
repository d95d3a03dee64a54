/* simd/kernels/narrow/circle_polygon.c - docs/arithmetic.md, "Circle against any other core", "Distance", "Sweeps" and
 * "Grazes".
 *
 * A contact has two parts. The search for the widest edge has one polygon's eight edges in lanes. So templates need no
 * gather and no transpose, and pairs need not be sorted by template. The rest has one pair a lane; that edge's words
 * are loaded as a row and transposed. A sweep looks at every edge and has one pair a lane throughout. */
#include "circle_polygon_lanes.h"

static LANES_APART vi widest_edges(const hail_narrow_job *job, const vcircle_pair *p) {
    uint32_t row[HAIL_LANES], edge[HAIL_LANES];
    float x[HAIL_LANES], y[HAIL_LANES], k[HAIL_LANES];
    vi_store(row, p->row);
    vf_store(x, p->local.x);
    vf_store(y, p->local.y);
    vf_store(k, p->scale);
    for (uint32_t lane = 0; lane < HAIL_LANES; lane++)
        edge[lane] = lanes_widest_edge(job->templates + row[lane], x[lane], y[lane], k[lane]);
    return vi_load(edge);
}

/* The region of a centre in its polygon's frame. */
static LANES_INLINE void find_nearest_region(const hail_narrow_job *job, const vcircle_pair *p, vregion *at) {
    const vi edges = widest_edges(job, p);
    const vm none = vm_first(0);
    find_region(job, p, &edges, &p->local, &none, at);
}

static LANES_INLINE void find_as_they_stand(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                            uint32_t n, vcircle_pair *p, vregion *at) {
    vpair_sides sides;
    read_sides(job, one, two, n, &sides);
    read_circle_pair(job, &sides, p);
    find_nearest_region(job, p, at);
}

uint32_t HAIL_KERNEL(circle_polygon)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                     const uint32_t *row, uint32_t count) {
    const vf zero = vf_set1(0.0f);
    const vm none = vm_first(0);
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vcircle_pair p;
        vregion at;
        find_as_they_stand(job, one + i, two + i, n, &p, &at);
        const vpoint world = vrotate(p.cosine, p.sine, at.normal);
        vcontact c;
        c.touching = vf_le(at.g, p.r);
        c.two = none;
        c.features = features_of(job, at.feature);
        c.t = zero;
        c.normal = job->two_is_a ? world : negated(world);
        c.at[0] = circle_midway(&p, p.centre, world, at.g);
        c.depth[0] = vf_max(vf_sub(p.r, at.g), zero);
        c.at[1] = (vpoint){zero, zero};
        c.depth[1] = zero;
        touched += write_contacts(job, one + i, two + i, row + i, &c, n, count - i);
    }
    return touched;
}

uint32_t HAIL_KERNEL(circle_polygon_gap)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                         const uint32_t *row, uint32_t count) {
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vcircle_pair p;
        vregion at;
        find_as_they_stand(job, one + i, two + i, n, &p, &at);
        const vpoint world = vrotate(p.cosine, p.sine, at.normal);
        const vpoint circle = vminus(p.centre, vtimes(world, p.rc));
        const vpoint polygon = vminus(p.centre, vtimes(world, vf_sub(at.g, p.rp)));
        const vf distance = vf_sub(at.g, p.r);
        const vi features = features_of(job, at.feature);
        if (job->two_is_a)
            write_gaps(job, row + i, n, distance, polygon, circle, world, features);
        else
            write_gaps(job, row + i, n, distance, circle, polygon, negated(world), features);
    }
    return 0;
}

uint32_t HAIL_KERNEL(circle_polygon_sweep)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                           const uint32_t *row, uint32_t count) {
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vcontact c;
        sweep_circle_polygon(job, one + i, two + i, n, &c);
        touched += put_contacts(job, one + i, two + i, row + i, &c, n, count - i);
    }
    return touched;
}

/* ---- Graze ------------------------------------------------------------------------------------------------------- */

/* A vertex: how far the line of the centre's motion passes it by, on which side, and how far ahead it is. Both are
 * times the length of the motion. */
typedef struct vpassed {
    vf beside, ahead;
} vpassed;

static LANES_INLINE vpassed pick_passed(vm m, vpassed a, vpassed b) {
    return (vpassed){vf_select(m, a.beside, b.beside), vf_select(m, a.ahead, b.ahead)};
}

/* When a centre at p->local, which moves by `motion`, is nearest to the core, were it to move forever: when it passes
 * the vertex nearest to its line. If the line crosses the core, at a point in the core. */
static LANES_INLINE vf outline_nearest_time(const hail_narrow_job *job, const vcircle_pair *p, vpoint motion) {
    const vf zero = vf_set1(0.0f), unit = vf_set1(1.0f);
    vf x[8], y[8];
    vpassed low = {zero, zero}, high = low;
    uint32_t row[HAIL_LANES];
    vi_store(row, p->row);
    vf_load_rows8(job->templates + HAIL_TEMPLATE_VX, row, x);
    vf_load_rows8(job->templates + HAIL_TEMPLATE_VY, row, y);
    for (uint32_t e = 0; e < job->edges_two; e++) {
        const vpoint q = vminus(p->local, vtimes((vpoint){x[e], y[e]}, p->scale));
        const vpassed v = {vf_sub(vf_mul(q.x, motion.y), vf_mul(q.y, motion.x)), vf_negate(vdot(q, motion))};
        low = e ? pick_passed(vf_lt(v.beside, low.beside), v, low) : v;
        high = e ? pick_passed(vf_gt(v.beside, high.beside), v, high) : v;
    }
    const vm crosses = vm_and(vf_lt(low.beside, zero), vf_gt(high.beside, zero));
    const vf across = vf_div(low.beside, vf_select(crosses, vf_sub(low.beside, high.beside), unit));
    const vf amid = vf_add(low.ahead, vf_mul(vf_sub(high.ahead, low.ahead), across));
    const vf ahead = vf_select(crosses, amid, vf_select(vf_lt(low.beside, zero), high.ahead, low.ahead));
    return vf_mul(ahead, vinverse(vdot(motion, motion)));
}

static LANES_INLINE vpoint moved_by(vpoint from, vpoint motion, vf t) {
    return (vpoint){vf_add(from.x, vf_mul(motion.x, t)), vf_add(from.y, vf_mul(motion.y, t))};
}

uint32_t HAIL_KERNEL(circle_polygon_graze)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                           const uint32_t *row, uint32_t count) {
    uint32_t grazed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vpair_sides sides;
        vcircle_pair p;
        vregion at;
        read_moving_sides(job, one + i, two + i, n, &sides);
        read_circle_pair(job, &sides, &p);
        const vpoint mc = sides.by_a, mp = sides.by_b;
        const vpoint motion = vrotate_back(p.cosine, p.sine, vminus(mc, mp));
        const vf t = vclamp_unit(outline_nearest_time(job, &p, motion));
        p.centre = moved_by(sides.at_a, mc, t);
        p.local = moved_by(p.local, motion, t);
        find_nearest_region(job, &p, &at);
        const vpoint world = vrotate(p.cosine, p.sine, at.normal);
        const vpoint circle = vminus(p.centre, vtimes(world, p.rc));
        const vpoint polygon = vminus(p.centre, vtimes(world, vf_sub(at.g, p.rp)));
        grazed += write_grazes(job, one + i, two + i, row + i, vf_sub(at.g, p.r), t, circle, polygon,
                               job->two_is_a ? world : negated(world), features_of(job, at.feature), n, count - i);
    }
    return grazed;
}
