/* simd/kernels/tiles/expose_boxes.c - which contacts of shapes with boxes are with an exposed edge or corner: of
 * upright shapes, all; of others, what is sure (tiles_kernels.h; docs/arithmetic.md, "Shapes against maps"). */
#include "kernels/kernel.h"

static LANES_INLINE vm some(vi bits) { return vm_and_not(vm_first(HAIL_LANES), vi_eq(bits, vi_set1(0))); }

static LANES_INLINE vf within(vf a, vf last) { return vf_min(vf_max(a, vf_set1(0.0f)), last); }

/* Whether some pixel in front of an edge is open, of those from `from` to `to` px along it. */
static LANES_INLINE vm edge_open(vi open, vf from, vf to, vf size) {
    const vf slack = vf_set1(HAIL_EDGE_SLACK), last = vf_sub(size, vf_set1(1.0f));
    const vf low = within(vf_sub(from, slack), last), high = vf_max(within(vf_add(to, slack), last), low);
    const vi first = vf_truncate(low), end = vf_truncate(high);
    const vi mask = vi_shift_right_by(vi_set1(-1), vi_sub(vi_set1(31), vi_sub(end, first)));
    return some(vi_and(vi_shift_right_by(open, first), mask));
}

/* A box, and the shape's centre from its left and top. */
typedef struct vbox {
    vf x, y, wide, high;
    vi left, top, right, bottom; /* open pixels by side */
} vbox;

/* The shape: half its core's sides, and its rounding. */
typedef struct vcore {
    vf x, y, radius;
} vcore;

typedef struct vnormal {
    vf x, y;
} vnormal;

/* Whether both pixels beside the corner that a normal comes from are open. */
static LANES_INLINE vm corner_open(const vbox *b, const vnormal *n) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    const vm right = vf_lt(n->x, zero), bottom = vf_lt(n->y, zero);
    const vi x = vi_keep(right, vf_truncate(vf_sub(b->wide, one))),
             y = vi_keep(bottom, vf_truncate(vf_sub(b->high, one)));
    const vi beside = vi_shift_right_by(vi_select(right, b->right, b->left), y),
             above = vi_shift_right_by(vi_select(bottom, b->bottom, b->top), x);
    return some(vi_and(vi_and(beside, above), vi_set1(1)));
}

/* 1 or -1; of what is not 0. */
static LANES_INLINE vi sign_of(vf a) {
    return vi_or(vi_and(vi_from_bits(a), vi_set1(INT32_MIN)), vi_from_bits(vf_set1(1.0f)));
}

static LANES_INLINE vnormal straightened(const vnormal *n) {
    const vm upright = vf_lt(vf_abs(n->x), vf_abs(n->y)), across = vm_and_not(vm_first(HAIL_LANES), upright);
    return (vnormal){vf_from_bits(vi_keep(across, sign_of(n->x))), vf_from_bits(vi_keep(upright, sign_of(n->y)))};
}

static LANES_INLINE vf sizes_lesser(const vnormal *n) { return vf_min(vf_abs(n->x), vf_abs(n->y)); }

/* A normal lies between those of its corner's two edges. If rounding made it point beyond one, sets it to that one. */
static LANES_INLINE void clamp_normal(const vbox *b, vnormal *n) {
    const vf zero = vf_set1(0.0f), half = vf_set1(0.5f);
    const vm right = vf_gt(b->x, vf_mul(b->wide, half)), below = vf_gt(b->y, vf_mul(b->high, half));
    const vm from_right = vf_lt(n->x, zero), from_below = vf_lt(n->y, zero);
    const vm x_fails = vm_or(vm_and_not(right, from_right), vm_and_not(from_right, right)),
             y_fails = vm_or(vm_and_not(below, from_below), vm_and_not(from_below, below));
    const vm slanted = vf_gt(sizes_lesser(n), vf_set1(HAIL_STRAIGHT));
    const vm across = vm_and(slanted, y_fails), along = vm_and_not(vm_and(slanted, x_fails), y_fails);
    if (!vm_bits(vm_or(across, along))) /* as nearly always */
        return;
    n->x = vf_select(along, zero, vf_select(across, vf_from_bits(sign_of(n->x)), n->x));
    n->y = vf_select(across, zero, vf_select(along, vf_from_bits(sign_of(n->y)), n->y));
}

/* Whether the edge that a straight normal comes from is exposed where the shape's side lies. */
static LANES_INLINE vm side_open(const vbox *b, const vcore *c, const vnormal *n) {
    const vf zero = vf_set1(0.0f);
    const vm across = vf_eq(n->y, zero);
    const vi open = vi_select(across, vi_select(vf_lt(n->x, zero), b->right, b->left),
                              vi_select(vf_lt(n->y, zero), b->bottom, b->top));
    const vf at = vf_select(across, b->y, b->x), half = vf_select(across, c->y, c->x);
    return edge_open(open, vf_sub(at, half), vf_add(at, half), vf_select(across, b->high, b->wide));
}

/* The exit so far. */
typedef struct vexit {
    vm found;
    vf depth;
    vnormal normal;
} vexit;

/* Whether the way out through a side is the best one so far. */
static LANES_INLINE vm is_better(vexit *best, vi open, vf depth, vf from, vf to, vf size) {
    const vf low = vf_max(from, vf_set1(0.0f)), high = vf_min(to, size);
    const vm open_there = vm_and(vf_le(low, high), edge_open(open, low, high, size));
    const vm better = vm_and_not(open_there, vm_and_not(best->found, vf_lt(depth, best->depth)));
    best->found = vm_or(best->found, better);
    best->depth = vf_select(better, depth, best->depth);
    return better;
}

/* The way out through the exposed edge that is overlapped least. */
static LANES_INLINE vexit find_exit(const vbox *b, const vcore *c, vf inset) {
    const vf zero = vf_set1(0.0f), reach_x = vf_add(c->x, c->radius), reach_y = vf_add(c->y, c->radius);
    const vf left = vf_sub(b->x, reach_x), right = vf_add(b->x, reach_x), top = vf_sub(b->y, reach_y),
             bottom = vf_add(b->y, reach_y);
    const vf from_x = vf_add(left, inset), to_x = vf_sub(right, inset), from_y = vf_add(top, inset),
             to_y = vf_sub(bottom, inset);
    vexit best = {vm_first(0), zero, {zero, zero}};
    const vm by_left = is_better(&best, b->left, right, from_y, to_y, b->high),
             by_right = is_better(&best, b->right, vf_sub(b->wide, left), from_y, to_y, b->high),
             by_top = is_better(&best, b->top, bottom, from_x, to_x, b->wide),
             by_bottom = is_better(&best, b->bottom, vf_sub(b->high, top), from_x, to_x, b->wide);
    const vm upright = vm_or(by_top, by_bottom), across = vm_and_not(vm_or(by_left, by_right), upright);
    const vi one = vi_from_bits(vf_set1(1.0f)), minus = vi_set1(INT32_MIN);
    best.normal.x = vf_from_bits(vi_keep(across, vi_or(one, vi_keep(by_right, minus))));
    best.normal.y = vf_from_bits(vi_keep(upright, vi_or(one, vi_keep(by_bottom, minus))));
    best.found = vm_and(best.found, vf_ge(best.depth, zero));
    return best;
}

/* A contact: what is exposed of it; where that is an exit, its normal and depth are the exit's. */
typedef struct vexposed {
    vm exposed, leaves; /* leaves: an exit */
    vnormal normal;
    vf depth;
} vexposed;

/* The box is `start`, and `there` at the contact. Only where `may_leave`, an exit is looked for. */
static LANES_INLINE vexposed expose(const vbox *start, const vbox *there, const vcore *core, vnormal normal, vf depth,
                                    vm may_leave, vf inset) {
    clamp_normal(there, &normal);
    const vnormal straight = straightened(&normal);
    const vf small = sizes_lesser(&normal);
    const vm is_straight = vf_le(small, vf_set1(HAIL_STRAIGHT)), nearly = vf_le(small, vf_set1(HAIL_NEARLY_STRAIGHT));
    const vm corner = vm_and_not(corner_open(there, &normal), is_straight);
    const vm edge = vm_and_not(vm_and(nearly, side_open(there, core, &straight)), corner);
    const vm use = vm_or(is_straight, edge);
    vexposed e = {.exposed = vm_or(corner, edge), .leaves = vm_first(0), .depth = depth};
    e.normal.x = vf_select(use, straight.x, normal.x);
    e.normal.y = vf_select(use, straight.y, normal.y);
    const vm inside = vm_and_not(may_leave, e.exposed);
    if (!vm_bits(inside))
        return e;
    const vexit out = find_exit(start, core, inset);
    e.leaves = vm_and(inside, out.found);
    e.normal.x = vf_select(e.leaves, out.normal.x, e.normal.x);
    e.normal.y = vf_select(e.leaves, out.normal.y, e.normal.y);
    e.depth = vf_select(e.leaves, out.depth, e.depth);
    return e;
}

static LANES_INLINE vbox read_box(const hail_exposures *job, uint32_t i, uint32_t n) {
    const vf half = vf_set1(0.5f), wide = vf_load_n(job->wide + i, n), high = vf_load_n(job->high + i, n);
    return (vbox){vf_sub(vf_mul(wide, half), vf_load_n(job->x + i, n)),
                  vf_sub(vf_mul(high, half), vf_load_n(job->y + i, n)),
                  wide,
                  high,
                  vi_load_n(job->open[0] + i, n),
                  vi_load_n(job->open[1] + i, n),
                  vi_load_n(job->open[2] + i, n),
                  vi_load_n(job->open[3] + i, n)};
}

void HAIL_KERNEL(expose_boxes)(const hail_exposures *job, uint32_t count) {
    const vf zero = vf_set1(0.0f);
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vbox start = read_box(job, i, n);
        const vcore core = {vf_load_n(job->core_x + i, n), vf_load_n(job->core_y + i, n),
                            vf_load_n(job->radius + i, n)};
        const vf t = vf_load_n(job->t + i, n), depth = vf_load_n(job->depth + i, n);
        vbox there = start;
        there.x = vf_add(start.x, vf_mul(vf_load_n(job->dx + i, n), t));
        there.y = vf_add(start.y, vf_mul(vf_load_n(job->dy + i, n), t));
        const vnormal normal = {vf_load_n(job->normal_x + i, n), vf_load_n(job->normal_y + i, n)};
        const vm touches = vm_and(vf_eq(t, zero), vf_ge(depth, zero));
        const vexposed e = expose(&start, &there, &core, normal, depth, touches, vf_set1(job->inset));
        const vi how = vi_keep(e.exposed, vi_set1(HAIL_IS_EXPOSED)); /* the others are buried */
        vf_store_n(job->normal_x + i, e.normal.x, n);
        vf_store_n(job->normal_y + i, e.normal.y, n);
        vi_store_n(job->how + i, vi_or(how, vi_keep(e.leaves, vi_set1(HAIL_IS_EXIT))), n);
        if (vm_bits(e.leaves))
            vf_store_n(job->depth + i, e.depth, n);
    }
}

/* ---- Any convex shapes ------------------------------------------------------------------------------------------- */

/* Whether a slanted normal comes from the corner that it points away from, or from an edge of the shape. */
static LANES_INLINE vm normal_right(const hail_exposures *job, uint32_t i, uint32_t n, const vnormal *normal) {
    const vf zero = vf_set1(0.0f), far = vf_set1(HAIL_CORNER_FAR);
    const vf back = vf_mul(vf_load_n(job->depth + i, n), vf_set1(0.5f));
    const vf x = vf_sub(vf_sub(vf_load_n(job->at_x + i, n), vf_mul(normal->x, back)), vf_load_n(job->x + i, n)),
             y = vf_sub(vf_sub(vf_load_n(job->at_y + i, n), vf_mul(normal->y, back)), vf_load_n(job->y + i, n));
    const vm there = vm_and(vf_gt(vf_select(vf_lt(normal->x, zero), x, vf_negate(x)), far),
                            vf_gt(vf_select(vf_lt(normal->y, zero), y, vf_negate(y)), far));
    const vi feature = vi_and(vi_load_n(job->features + i, n), vi_set1(255));
    return vm_or(there, vi_gt(vi_set1((int32_t)job->first_corner), feature));
}

/* Of straight normals: whether their side is open from end to end, and nowhere. */
typedef struct vside {
    vm all, none;
} vside;

static LANES_INLINE vside side_bits(const vbox *b, const vnormal *straight) {
    const vf zero = vf_set1(0.0f);
    const vm across = vf_eq(straight->y, zero);
    const vi open = vi_select(across, vi_select(vf_lt(straight->x, zero), b->right, b->left),
                              vi_select(vf_lt(straight->y, zero), b->bottom, b->top));
    const vi size = vf_truncate(vf_select(across, b->high, b->wide)),
             mask = vi_shift_right_by(vi_set1(-1), vi_and(vi_sub(vi_set1(32), size), vi_set1(31)));
    return (vside){vi_eq(open, mask), vi_eq(open, vi_set1(0))};
}

static LANES_INLINE vm are_special(const hail_exposures *job, uint32_t i, uint32_t n) {
    const vi kind = vi_and(vi_shift_right(vi_load_n(job->mover + i, n), 8), vi_set1(31));
    const vm outside = vi_eq(vi_load_n(job->cell + i, n), vi_set1(-1));
    return vm_or(outside, some(vi_and(vi_shift_right_by(vi_set1((int32_t)job->special), kind), vi_set1(1))));
}

uint32_t HAIL_KERNEL(expose_convexes)(const hail_exposures *job, uint32_t count) {
    const vf zero = vf_set1(0.0f);
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vi before = vi_load_n(job->how + i, n);
        const vm touching = vf_ge(vf_load_n(job->depth + i, n), zero),
                 hits = vm_and(vm_and(touching, vi_eq(before, vi_set1(HAIL_IS_UNSURE))), vm_first(n));
        if (!vm_bits(hits))
            continue;
        const vnormal normal = {vf_load_n(job->normal_x + i, n), vf_load_n(job->normal_y + i, n)},
                      straight = straightened(&normal);
        const vbox b = read_box(job, i, n);
        const vf small = sizes_lesser(&normal);
        const vm slanted = vf_gt(small, vf_set1(HAIL_STRAIGHT));
        const vside side = side_bits(&b, &straight);
        const vm corner = vm_and(corner_open(&b, &normal), slanted),
                 by_corner = vm_and(normal_right(job, i, n, &normal),
                                    vm_or(corner, vf_gt(small, vf_set1(HAIL_NEARLY_STRAIGHT)))),
                 by_side = vm_and_not(vm_or(side.all, side.none), slanted);
        const vm sure = vm_and_not(vm_or(by_side, vm_and(slanted, by_corner)), are_special(job, i, n));
        const vm exposed = vm_and(sure, vm_or(corner, vm_and_not(side.all, slanted)));
        const vm turned = vm_and(vm_and_not(sure, slanted), hits);
        vf_store_n(job->normal_x + i, vf_select(turned, straight.x, normal.x), n);
        vf_store_n(job->normal_y + i, vf_select(turned, straight.y, normal.y), n);
        const vi how = vi_select(sure, vi_keep(exposed, vi_set1(HAIL_IS_EXPOSED)), vi_set1(HAIL_IS_UNSURE));
        vi_store_n(job->how + i, vi_select(hits, how, before), n);
        const vm moved = vm_and(sure, vf_gt(vf_load_n(job->t + i, n), zero));
        const unsigned more = vm_bits(vm_and_not(hits, vm_or(exposed, moved)));
        vi_compress_store(job->more + listed, more, vi_add(vi_set1((int32_t)i), vi_iota()));
        listed += vm_count_bits(more);
    }
    return listed;
}
