/* simd/kernels/narrow/circle_polygon.c - docs/arithmetic.md, "Circle against any other core", "Distance", "Sweeps" and
 * "Grazes".
 *
 * A contact has two parts. The search for the widest edge has one polygon's eight edges in lanes. So templates need no
 * gather and no transpose, and pairs need not be sorted by template. The rest has one pair a lane; that edge's words
 * are loaded as a row and transposed. A sweep looks at every edge and has one pair a lane throughout. */
#include "pair_lanes.h"

/* A circle and a polygon a lane. */
typedef struct vpair {
    vi row;
    vpoint centre, local; /* of the circle: in the world; in the polygon's frame */
    vf cosine, sine, scale, rc, rp, r;
} vpair;

static LANES_INLINE vpair read_pair(const hail_narrow_job *job, const vbodies *circle, const vbodies *polygon,
                                    vpoint centre, vpoint origin) {
    const hail_side *side = &job->two;
    vpair p = {.row = side_rows(side, polygon), .centre = centre};
    p.cosine = side->cos ? read_floats(side->cos, polygon) : vf_set1(1.0f);
    p.sine = side->sin ? read_floats(side->sin, polygon) : vf_set1(0.0f);
    p.scale = side_scale(side, polygon);
    p.local = vrotate_back(p.cosine, p.sine, vminus(centre, origin));
    p.rc = side_radius(job, &job->one, circle);
    p.rp = core_rounding(job, p.row, p.scale);
    p.r = vf_add(p.rc, p.rp);
    return p;
}

static LANES_INLINE vi widest_edges(const hail_narrow_job *job, const vpair *p) {
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

/* Which region of an edge a centre lies in, the edge's own or a corner's, and how far away. */
typedef struct vregion {
    vm corner;
    vf g;
    vpoint away, normal; /* from that corner; out of the polygon */
    vpoint face, end1, end2;
    vi feature;
} vregion;

static LANES_INLINE vregion find_region(const hail_narrow_job *job, const vpair *p, vi edge, vpoint local, vm moved) {
    const vf zero = vf_set1(0.0f);
    vf word[8]; /* nx, ny, offset, x1, y1, x2, y2, features */
    uint32_t row[HAIL_LANES];
    vi_store(row, vi_add(p->row, vi_shift_left(edge, 3)));
    vf_load_rows8(job->templates + HAIL_TEMPLATE_EDGES, row, word);
    vregion at = {.face = {word[0], word[1]},
                  .end1 = {vf_mul(word[3], p->scale), vf_mul(word[4], p->scale)},
                  .end2 = {vf_mul(word[5], p->scale), vf_mul(word[6], p->scale)}};
    const vf separation = vf_sub(vdot(at.face, local), vf_mul(word[2], p->scale));
    const vpoint e = vminus(at.end2, at.end1), from1 = vminus(local, at.end1), from2 = vminus(local, at.end2);
    const vm outside = vm_or(moved, vf_ge(separation, zero));
    const vm first = vm_and(outside, vf_le(vdot(from1, e), zero));
    const vm last = vm_and_not(vm_and(outside, vf_gt(vdot(from2, e), zero)), first);
    at.corner = vm_or(first, last);
    at.away = vpick(first, from1, from2);
    const vf length = vf_sqrt(vdot(at.away, at.away));
    const vf noise = vf_mul(vf_add(taxi(at.end1), taxi(at.end2)), vf_set1(HAIL_TOLERANCE));
    at.g = vf_select(at.corner, length, separation);
    at.normal = vpick(at.corner, vunit(at.away, length, noise, at.face), at.face);
    const vi features = vi_from_bits(word[7]);
    const vi first_or_edge = vi_select(first, vi_shift_right(features, 8), features);
    at.feature = vi_and(vi_select(last, vi_shift_right(features, 16), first_or_edge), vi_set1(0xff));
    return at;
}

/* The point midway between the two surfaces, whose cores are g apart. */
static LANES_INLINE vpoint midway(const vpair *p, vpoint centre, vpoint world, vf g) {
    const vf m = vf_mul(vf_add(p->rc, vf_sub(g, p->rp)), vf_set1(0.5f));
    return vminus(centre, vtimes(world, m));
}

static LANES_INLINE vpoint negated(vpoint a) { return (vpoint){vf_negate(a.x), vf_negate(a.y)}; }

static LANES_INLINE vi features_of(const hail_narrow_job *job, vi polygon) {
    const vi none = vi_set1(0);
    return job->two_is_a ? pack_features(polygon, none) : pack_features(none, polygon);
}

uint32_t HAIL_KERNEL(circle_polygon)(const hail_narrow_job *given, const uint32_t *one, const uint32_t *two,
                                     const uint32_t *row, uint32_t count) {
    const hail_narrow_job job = *given;
    const vf zero = vf_set1(0.0f);
    const vm none = vm_first(0);
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vbodies a = read_bodies(one + i, n), b = read_bodies(two + i, n);
        const vpair p = read_pair(&job, &a, &b, side_position(&job.one, &a), side_position(&job.two, &b));
        const vregion at = find_region(&job, &p, widest_edges(&job, &p), p.local, none);
        const vpoint world = vrotate(p.cosine, p.sine, at.normal);
        vcontact c = {.touching = vf_le(at.g, p.r), .two = none, .features = features_of(&job, at.feature), .t = zero};
        c.normal = job.two_is_a ? world : negated(world);
        c.at[0] = midway(&p, p.centre, world, at.g);
        c.depth[0] = vf_max(vf_sub(p.r, at.g), zero);
        c.at[1] = (vpoint){zero, zero};
        c.depth[1] = zero;
        touched += write_contacts(&job, one + i, two + i, row + i, &c, n, count - i);
    }
    return touched;
}

uint32_t HAIL_KERNEL(circle_polygon_gap)(const hail_narrow_job *given, const uint32_t *one, const uint32_t *two,
                                         const uint32_t *row, uint32_t count) {
    const hail_narrow_job job = *given;
    const vm none = vm_first(0);
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vbodies a = read_bodies(one + i, n), b = read_bodies(two + i, n);
        const vpair p = read_pair(&job, &a, &b, side_position(&job.one, &a), side_position(&job.two, &b));
        const vregion at = find_region(&job, &p, widest_edges(&job, &p), p.local, none);
        const vpoint world = vrotate(p.cosine, p.sine, at.normal);
        const vpoint circle = vminus(p.centre, vtimes(world, p.rc));
        const vpoint polygon = vminus(p.centre, vtimes(world, vf_sub(at.g, p.rp)));
        const vf distance = vf_sub(at.g, p.r);
        const vi features = features_of(&job, at.feature);
        if (job.two_is_a)
            write_gaps(&job, row + i, n, distance, polygon, circle, world, features);
        else
            write_gaps(&job, row + i, n, distance, circle, polygon, negated(world), features);
    }
    return 0;
}

/* ---- Sweep ----------------------------------------------------------------------------------------------------- */

/* Which edge is hit last, and when. If the circle starts within all edges, it is the widest at the start. */
typedef struct vclip {
    vi edge;
    vf t0;
    vm missed;
} vclip;

static LANES_INLINE vclip clip_path(const hail_narrow_job *job, const vpair *p, vpoint motion, vf reach) {
    const vf zero = vf_set1(0.0f);
    vf nx[8], ny[8], offset[8], leave = vf_set1(1.0f), widest = zero;
    vclip clip = {.edge = vi_set1(0), .t0 = zero, .missed = vm_first(0)};
    vi hit_edge = clip.edge;
    uint32_t row[HAIL_LANES];
    vi_store(row, p->row);
    vf_load_rows8(job->templates + HAIL_TEMPLATE_NX, row, nx);
    vf_load_rows8(job->templates + HAIL_TEMPLATE_NY, row, ny);
    vf_load_rows8(job->templates + HAIL_TEMPLATE_OFFSET, row, offset);
    for (uint32_t e = 0; e < job->edges_two; e++) {
        const vpoint normal = {nx[e], ny[e]};
        const vi edge = vi_set1((int32_t)e);
        const vf separation = vf_sub(vdot(normal, p->local), vf_mul(offset[e], p->scale));
        const vm wider = vf_gt(separation, widest);
        clip.edge = e ? vi_select(wider, edge, clip.edge) : clip.edge;
        widest = e ? vf_select(wider, separation, widest) : separation;
        const vf q = vf_sub(separation, reach), speed = vf_negate(vdot(normal, motion));
        const vm nears = vf_gt(speed, zero), leaves = vf_lt(speed, zero), either = vm_or(nears, leaves);
        const vf f = vf_div(q, vf_select(either, speed, vf_set1(1.0f)));
        const vm later = vm_and(nears, vf_gt(f, clip.t0));
        clip.t0 = vf_select(later, f, clip.t0);
        hit_edge = vi_select(later, edge, hit_edge);
        leave = vf_select(vm_and(leaves, vf_lt(f, leave)), f, leave);
        clip.missed = vm_or(clip.missed, vm_and_not(vf_gt(q, zero), either));
    }
    clip.edge = vi_select(vf_gt(clip.t0, zero), hit_edge, clip.edge);
    clip.missed = vm_or(clip.missed, vf_gt(clip.t0, leave));
    clip.t0 = vf_select(clip.missed, zero, clip.t0);
    return clip;
}

uint32_t HAIL_KERNEL(circle_polygon_sweep)(const hail_narrow_job *given, const uint32_t *one, const uint32_t *two,
                                           const uint32_t *row, uint32_t count) {
    const hail_narrow_job job = *given;
    const vf zero = vf_set1(0.0f);
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vbodies a = read_bodies(one + i, n), b = read_bodies(two + i, n);
        const vpoint mc = side_motion(&job.one, &a), mp = side_motion(&job.two, &b);
        const vpoint from = side_start(&job, &job.one, &a, mc);
        const vpair p = read_pair(&job, &a, &b, from, side_start(&job, &job.two, &b, mp));
        const vpoint motion = vrotate_back(p.cosine, p.sine, vminus(mc, mp));
        const vextent extent = read_extent(&job, p.row);
        const vf margin = vf_mul(vf_add(p.rc, vf_mul(extent.reach, p.scale)), vf_set1(HAIL_TOLERANCE));
        const vclip clip = clip_path(&job, &p, motion, vf_add(p.r, margin));
        const vm moved = vf_gt(clip.t0, zero);
        const vpoint local = {vf_add(p.local.x, vf_mul(motion.x, clip.t0)),
                              vf_add(p.local.y, vf_mul(motion.y, clip.t0))};
        const vregion at = find_region(&job, &p, clip.edge, local, moved);
        const vf slack = corner_slack(margin, at.end1, at.end2, motion, extent.flatness);
        const vf wide = vf_add(p.r, slack);
        const varc arc = hit_arc(at.away, motion, p.r, wide);
        const varrival got = arrive(clip.t0, at.g, p.r, wide, vf_negate(vdot(at.face, motion)), at.corner, &arc);
        const vpoint normal_there = vpick(got.on_arc, vunit(arc.d, arc.g, zero, at.face), at.normal);
        const vpoint normal = vpick(vf_le(got.g, slack), at.face, normal_there); /* a face has that normal already */
        const vpoint world = vrotate(p.cosine, p.sine, normal);
        const vpoint centre = {vf_add(from.x, vf_mul(mc.x, got.t)), vf_add(from.y, vf_mul(mc.y, got.t))};
        vcontact c = {.touching = vm_and_not(got.hit, clip.missed),
                      .two = vm_first(0),
                      .features = features_of(&job, at.feature),
                      .t = got.t};
        c.normal = job.two_is_a ? world : negated(world);
        c.at[0] = midway(&p, centre, world, got.g);
        c.depth[0] = vf_select(vf_gt(got.t, zero), zero, vf_max(vf_sub(p.r, got.g), zero));
        c.at[1] = (vpoint){zero, zero};
        c.depth[1] = zero;
        touched += write_contacts(&job, one + i, two + i, row + i, &c, n, count - i);
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
static LANES_INLINE vf nearest_time(const hail_narrow_job *job, const vpair *p, vpoint motion) {
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

uint32_t HAIL_KERNEL(circle_polygon_graze)(const hail_narrow_job *given, const uint32_t *one, const uint32_t *two,
                                           const uint32_t *row, uint32_t count) {
    const hail_narrow_job job = *given;
    const vm none = vm_first(0);
    uint32_t grazed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vbodies a = read_bodies(one + i, n), b = read_bodies(two + i, n);
        const vpoint mc = side_motion(&job.one, &a), mp = side_motion(&job.two, &b);
        const vpoint from = side_start(&job, &job.one, &a, mc), other = side_start(&job, &job.two, &b, mp);
        vpair p = read_pair(&job, &a, &b, from, other);
        const vpoint motion = vrotate_back(p.cosine, p.sine, vminus(mc, mp));
        const vf t = vclamp_unit(nearest_time(&job, &p, motion));
        p.centre = moved_by(from, mc, t);
        p.local = moved_by(p.local, motion, t);
        const vregion at = find_region(&job, &p, widest_edges(&job, &p), p.local, none);
        const vpoint world = vrotate(p.cosine, p.sine, at.normal);
        const vpoint circle = vminus(p.centre, vtimes(world, p.rc));
        const vpoint polygon = vminus(p.centre, vtimes(world, vf_sub(at.g, p.rp)));
        grazed += write_grazes(&job, one + i, two + i, row + i, vf_sub(at.g, p.r), t, circle, polygon,
                               job.two_is_a ? world : negated(world), features_of(&job, at.feature), n, count - i);
    }
    return grazed;
}
