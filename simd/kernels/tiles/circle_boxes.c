/* simd/kernels/tiles/circle_boxes.c - circles against boxes that are not rotated, one pair a lane (docs/arithmetic.md,
 * "Shapes against maps"; "Circle against any other core" and "Sweeps" for the box's edges).
 *
 * The edges are known: their separations are differences, and two of them face the circle. Once the edge is found, the
 * rest is done in its frame: `out` of the box, and along the edge. Turning by quarters and mirroring round nothing. */
#include "kernels/narrow/pair_lanes.h"

/* A circle's centre and way from a box's centre. */
typedef struct vpair {
    vf x, y, half_x, half_y, radius;
} vpair;

/* Separations from the edges: 0 top, 1 right, 2 bottom, 3 left, as a box's edges are numbered. */
typedef struct vseparations {
    vf top, right, bottom, left;
} vseparations;

/* One edge: the right or left one, or the top or bottom one; the left or top one. */
typedef struct vedge {
    vm upright, negative;
} vedge;

static LANES_INLINE vseparations separations_of(const vpair *p) {
    return (vseparations){vf_sub(vf_negate(p->y), p->half_y), vf_sub(p->x, p->half_x), vf_sub(p->y, p->half_y),
                          vf_sub(vf_negate(p->x), p->half_x)};
}

/* The first edge with the largest separation. */
static LANES_INLINE vedge widest_edge(const vseparations *s) {
    const vm left = vf_gt(s->left, s->right), bottom = vf_gt(s->bottom, s->top);
    const vf x = vf_max(s->left, s->right), y = vf_max(s->bottom, s->top);
    const vm tie = vm_and_not(vm_and(vf_eq(x, y), bottom), left); /* right comes before bottom */
    const vm upright = vm_or(vf_gt(x, y), tie);
    const vm lower = vm_and_not(vm_first(HAIL_LANES), bottom);
    return (vedge){upright, vm_or(vm_and(upright, left), vm_and_not(lower, upright))};
}

static LANES_INLINE vf flipped(vm negative, vf a) {
    return vf_from_bits(vi_xor(vi_from_bits(a), vi_keep(negative, vi_set1(INT32_MIN))));
}

/* A vector in an edge's frame: x out of the box, y along the edge. And back. */
static LANES_INLINE vpoint to_edge(const vedge *e, vf x, vf y) {
    return (vpoint){flipped(e->negative, vf_select(e->upright, x, y)), vf_select(e->upright, y, x)};
}
static LANES_INLINE vpoint from_edge(const vedge *e, vpoint v) {
    const vf out = flipped(e->negative, v.x);
    return (vpoint){vf_select(e->upright, out, v.y), vf_select(e->upright, v.y, out)};
}

/* The edge's or a corner's region; `away` is from that corner. All in the edge's frame. */
typedef struct vregion {
    vm corner;
    vf g;
    vpoint away, normal;
} vregion;

/* The frame turns with the edge, so which of its corners is the first one is `upright` and `negative` alike or not.
 * Where a centre is at a corner, distance and normal are that one's. */
static LANES_INLINE vregion find_region(const vpair *p, const vedge *e, vm moved) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    const vpoint local = to_edge(e, p->x, p->y);
    const vf half_out = vf_select(e->upright, p->half_x, p->half_y),
             half_along = vf_select(e->upright, p->half_y, p->half_x);
    const vf separation = vf_sub(local.x, half_out);
    const vf low = vf_add(local.y, half_along), high = vf_sub(local.y, half_along);
    const vm forward = vm_or(vm_and_not(e->upright, e->negative), vm_and_not(e->negative, e->upright));
    const vm outside = vm_or(moved, vf_ge(separation, zero));
    const vm at_low = vm_and(outside, vm_or(vf_lt(low, zero), vm_and(forward, vf_eq(low, zero))));
    const vm at_high = vm_and(outside, vm_or(vf_gt(high, zero), vm_and_not(vf_eq(high, zero), forward)));
    const vm corner = vm_or(at_low, at_high);
    const vpoint away = {separation, vf_select(at_low, low, high)};
    const vf length = vf_sqrt(vdot(away, away)), size = vf_add(p->half_x, p->half_y);
    const vm slanted = vm_and(corner, vf_gt(length, vf_mul(vf_add(size, size), vf_set1(HAIL_TOLERANCE))));
    const vf by = vf_select(slanted, length, one); /* else the edge's normal */
    return (vregion){corner,
                     vf_select(corner, length, separation),
                     away,
                     {vf_select(slanted, vf_div(away.x, by), one), vf_keep(slanted, vf_div(away.y, by))}};
}

/* ---- Ways ------------------------------------------------------------------------------------------------------- */

/* When a way along one axis comes within reach of the box, and when it leaves. */
typedef struct vclip_axis {
    vf from, until;
    vm outside; /* it stays beyond the reach */
} vclip_axis;

static LANES_INLINE vclip_axis clip_axis(vf low, vf high, vf speed, vf reach) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f), ahead = vf_sub(low, reach), behind = vf_sub(high, reach);
    const vm up = vf_gt(speed, zero), moves = vm_or(up, vf_lt(speed, zero));
    const vf fast = vf_select(moves, vf_abs(speed), one);
    const vf from = vf_div(vf_select(up, ahead, behind), fast), until = vf_div(vf_select(up, behind, ahead), fast);
    return (vclip_axis){vf_select(moves, from, zero), vf_select(moves, vf_negate(until), one),
                        vm_and_not(vm_or(vf_gt(ahead, zero), vf_gt(behind, zero)), moves)};
}

/* Which edge is hit last, and when; if there is none, it is the widest at the start. */
typedef struct vclip {
    vf t0;
    vedge edge;
    vm missed;
} vclip;

static LANES_INLINE vclip clip_path(const vpair *p, vf dx, vf dy, vf reach) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    const vseparations s = separations_of(p);
    const vclip_axis x = clip_axis(s.left, s.right, dx, reach), y = clip_axis(s.top, s.bottom, dy, reach);
    const vm to_left = vf_lt(dx, zero), up = vf_lt(dy, zero);
    const vm tie = vm_and(vf_eq(x.from, y.from), vm_and(to_left, up)); /* the right edge comes before the bottom one */
    const vm upright = vm_or(vf_gt(x.from, y.from), tie);
    const vf from = vf_select(upright, x.from, y.from), t0 = vf_select(vf_gt(from, zero), from, zero);
    vf leave = vf_select(vf_lt(y.until, one), y.until, one);
    leave = vf_select(vf_lt(x.until, leave), x.until, leave);
    const vedge widest = widest_edge(&s);
    const vm hits = vf_gt(t0, zero), right = vf_gt(dx, zero), down = vf_gt(dy, zero);
    const vm negative = vm_or(vm_and(upright, right), vm_and_not(down, upright));
    vclip clip = {.missed = vm_or(vm_or(x.outside, y.outside), vf_gt(t0, leave))};
    clip.edge.upright = vm_or(vm_and(hits, upright), vm_and_not(widest.upright, hits));
    clip.edge.negative = vm_or(vm_and(hits, negative), vm_and_not(widest.negative, hits));
    clip.t0 = vf_select(clip.missed, zero, t0);
    return clip;
}

/* What a way hits: when, and how far the centre is from the box then. */
typedef struct vhit {
    vm hit;
    vf t, g, depth;
    vpoint normal; /* out of the box */
} vhit;

static LANES_INLINE vf depth_inside(vm hit, vf t, vf g, vf radius) {
    const vf zero = vf_set1(0.0f), inside = vf_select(vf_gt(t, zero), zero, vf_max(vf_sub(radius, g), zero));
    return vf_select(hit, inside, vf_set1(-1.0f));
}

/* What it hits there; p and `at` are there. margin: the tolerance of an edge. */
static LANES_INLINE vhit hit_box(const vpair *p, const vregion *at, vf dx, vf dy, const vclip *clip, vf margin) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    const vpoint motion = to_edge(&clip->edge, dx, dy), face = {one, zero}, half = {p->half_x, p->half_y};
    const vf slack = corner_slack(margin, half, half, motion), wide = vf_add(p->radius, slack);
    const varc arc = hit_arc(at->away, motion, p->radius, wide);
    const varrival got = arrive(clip->t0, at->g, p->radius, wide, vf_negate(motion.x), at->corner, &arc);
    const vpoint normal_there = vpick(got.on_arc, vunit(arc.d, arc.g, zero, face), at->normal);
    const vpoint normal = vpick(vf_le(got.g, slack), face, normal_there);
    const vm hit = vm_and_not(got.hit, clip->missed);
    return (vhit){hit, got.t, got.g, depth_inside(hit, got.t, got.g, p->radius), from_edge(&clip->edge, normal)};
}

static LANES_INLINE vhit sweep_box(const vpair *from, vf dx, vf dy, const vclip *clip, vf margin) {
    vpair p = *from; /* where the way comes within reach */
    p.x = vf_add(p.x, vf_mul(dx, clip->t0));
    p.y = vf_add(p.y, vf_mul(dy, clip->t0));
    const vregion at = find_region(&p, &clip->edge, vf_gt(clip->t0, vf_set1(0.0f)));
    return hit_box(&p, &at, dx, dy, clip, margin);
}

/* ---- Pairs ------------------------------------------------------------------------------------------------------- */

static LANES_INLINE vpair read_pair(const hail_circle_boxes *job, uint32_t i, uint32_t n) {
    const vf zero = vf_set1(0.0f);
    return (vpair){vf_sub(zero, vf_load_n(job->x + i, n)), vf_sub(zero, vf_load_n(job->y + i, n)),
                   vf_load_n(job->half_x + i, n), vf_load_n(job->half_y + i, n), vf_load_n(job->radius + i, n)};
}

static LANES_INLINE void write_hits(const hail_circle_boxes *job, uint32_t i, uint32_t n, const vpair *p, vpoint centre,
                                    vpoint out, vf g, vf depth) {
    const vf zero = vf_set1(0.0f), m = vf_mul(vf_add(p->radius, g), vf_set1(0.5f));
    const vpoint at = vminus(centre, vtimes(out, m));
    vf_store_n(job->normal_x + i, vf_sub(zero, out.x), n); /* no zero is negative */
    vf_store_n(job->normal_y + i, vf_sub(zero, out.y), n);
    vf_store_n(job->at_x + i, at.x, n);
    vf_store_n(job->at_y + i, at.y, n);
    vf_store_n(job->depth + i, depth, n);
}

static LANES_INLINE uint32_t list_hits(const hail_circle_boxes *job, uint32_t i, uint32_t n, uint32_t listed, vm hit) {
    const unsigned bits = vm_bits(vm_and(hit, vm_first(n)));
    vi_compress_store(job->hits + listed, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
    return listed + vm_count_bits(bits);
}

uint32_t HAIL_KERNEL(touch_circle_boxes)(const hail_circle_boxes *job, uint32_t count) {
    const vf zero = vf_set1(0.0f);
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vpair p = read_pair(job, i, n);
        const vseparations s = separations_of(&p);
        const vedge edge = widest_edge(&s);
        const vregion at = find_region(&p, &edge, vm_first(0));
        listed = list_hits(job, i, n, listed, vf_le(at.g, p.radius));
        write_hits(job, i, n, &p, (vpoint){zero, zero}, from_edge(&edge, at.normal), at.g, vf_sub(p.radius, at.g));
        vf_store_n(job->t + i, zero, n);
    }
    return listed;
}

uint32_t HAIL_KERNEL(sweep_circle_boxes)(const hail_circle_boxes *job, uint32_t count) {
    const vf zero = vf_set1(0.0f);
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vf dx = vf_load_n(job->dx + i, n), dy = vf_load_n(job->dy + i, n);
        const vpair p = read_pair(job, i, n);
        const vf margin = vf_mul(vf_add(p.radius, vf_load_n(job->reach + i, n)), vf_set1(HAIL_TOLERANCE));
        const vclip clip = clip_path(&p, dx, dy, vf_add(p.radius, margin));
        const vhit got = sweep_box(&p, dx, dy, &clip, margin);
        const vpoint centre = {vf_add(zero, vf_mul(dx, got.t)), vf_add(zero, vf_mul(dy, got.t))};
        listed = list_hits(job, i, n, listed, got.hit);
        write_hits(job, i, n, &p, centre, got.normal, got.g, got.depth);
        vf_store_n(job->t + i, got.t, n);
    }
    return listed;
}
