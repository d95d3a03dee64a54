/* simd/kernels/tiles/tile_contacts.c - the contacts of upright shapes with boxes, a row each (tiles_kernels.h;
 * docs/arithmetic.md, "Shapes against maps"). */
#include "kernels/narrow/pair_lanes.h"

enum { CORNER_RIGHT = 1, CORNER_BOTTOM = 2 };

/* What the contacts of a vector of pairs are made of. */
typedef struct vcontacts {
    vpoint box, size; /* the box's centre from the shape's start; its sides */
    vpoint core, normal, at, way;
    vf radius, depth;
    vi edge, corner;
} vcontacts;

/* The points of a contact, and the shape's feature. */
typedef struct vpoints {
    vpoint at[2];
    vm two;
    vi feature;
} vpoints;

static LANES_INLINE vpoint gather_point(const float *x, const float *y, vi pair) {
    return (vpoint){vf_gather(x, pair), vf_gather(y, pair)};
}

static LANES_INLINE vf lower(vf a, vf b) { return vf_select(vf_lt(a, b), a, b); }
static LANES_INLINE vf higher(vf a, vf b) { return vf_select(vf_gt(a, b), a, b); }
static LANES_INLINE vf negative(vf a) { return vf_from_bits(vi_xor(vi_from_bits(a), vi_set1(INT32_MIN))); }

/* Byte `which` of a word. */
static LANES_INLINE vi feature_of(vi features, vi which) {
    return vi_and(vi_shift_right_by(features, vi_shift_left(which, 3)), vi_set1(255));
}

static LANES_INLINE vi corner_of(const vcontacts *c, vm right, vm bottom) {
    return feature_of(c->corner, vi_or(vi_keep(right, vi_set1(CORNER_RIGHT)), vi_keep(bottom, vi_set1(CORNER_BOTTOM))));
}

/* Along an edge, from the shape's centre: where its side and the edge overlap. at: the centre, from the edge's left or
 * top end. */
typedef struct voverlap {
    vf low, high;
} voverlap;

static LANES_INLINE voverlap overlap_of(vf at, vf core, vf size) {
    return (voverlap){higher(negative(core), negative(at)), lower(core, vf_sub(size, at))};
}

/* Where a shape is pushed out, along one axis. */
static LANES_INLINE vf exit_along(vf normal, vf at, vf core, vf size, vf half) {
    const voverlap part = overlap_of(at, core, size);
    const vf zero = vf_set1(0.0f);
    return vf_select(vf_eq(normal, zero), lower(higher(zero, part.low), part.high), vf_mul(normal, vf_sub(core, half)));
}

static LANES_INLINE vpoint exit_point(const vcontacts *c) {
    const vf by = vf_set1(0.5f), half = vf_mul(c->depth, by);
    return (vpoint){
        exit_along(c->normal.x, vf_sub(vf_mul(c->size.x, by), c->box.x), vf_add(c->core.x, c->radius), c->size.x, half),
        exit_along(c->normal.y, vf_sub(vf_mul(c->size.y, by), c->box.y), vf_add(c->core.y, c->radius), c->size.y,
                   half)};
}

static LANES_INLINE vpoint corner_point(const vcontacts *c, vm right, vm bottom) {
    return (vpoint){vf_add(c->at.x, vf_select(right, c->core.x, negative(c->core.x))),
                    vf_add(c->at.y, vf_select(bottom, c->core.y, negative(c->core.y)))};
}

/* The points of a box's side: the ends of what it overlaps, in order round the box; swept, the first one. */
static LANES_INLINE vpoints side_points(const vcontacts *c, vm right, vm bottom, vm across, bool swept) {
    const vf zero = vf_set1(0.0f), half = vf_set1(0.5f);
    const vm left = vf_lt(c->normal.x, zero), backward = vm_or(vm_and(across, left), vm_and_not(bottom, across));
    const vf core = vf_select(across, c->core.y, c->core.x), size = vf_select(across, c->size.y, c->size.x),
             box = vf_select(across, c->box.y, c->box.x), way = vf_select(across, c->way.y, c->way.x);
    const voverlap part = overlap_of(vf_add(vf_sub(vf_mul(size, half), box), way), core, size);
    const vf end[2] = {vf_select(backward, part.high, part.low), vf_select(backward, part.low, part.high)};
    const vf base_x = vf_select(across, c->at.x, c->way.x), base_y = vf_select(across, c->way.y, c->at.y);
    const vf side_x = vf_mul(c->normal.x, c->core.x), side_y = vf_mul(c->normal.y, c->core.y);
    const vm within = vm_and(vf_gt(end[0], negative(core)), vf_lt(end[0], core)), far = vf_gt(end[0], zero);
    vpoints p;
    p.two = swept ? vm_first(0) : vf_lt(part.low, part.high);
    for (int k = 0; k < 2; k++) {
        const vf along = lower(higher(end[k], negative(core)), core);
        p.at[k].x = vf_add(base_x, vf_select(across, side_x, along));
        p.at[k].y = vf_add(base_y, vf_select(across, along, side_y));
    }
    const vi side = vi_select(across, vi_keep(right, vi_set1(2)),
                              vi_select(bottom, vi_set1(3), vi_set1(1))); /* left, top, right, bottom */
    const vi corner = corner_of(c, vm_or(vm_and(across, right), vm_and_not(far, across)),
                                vm_or(vm_and(across, far), vm_and_not(bottom, across)));
    p.feature = vi_select(vm_or(p.two, within), feature_of(c->edge, side), corner);
    return p;
}

static LANES_INLINE vpoints points_of(const vcontacts *c, vi how, bool swept) {
    const vf zero = vf_set1(0.0f);
    const vm right = vf_gt(c->normal.x, zero), bottom = vf_gt(c->normal.y, zero), across = vf_eq(c->normal.y, zero);
    const vm exits = vi_eq(how, vi_set1(HAIL_IS_EXIT)), round = vm_and(vf_eq(c->core.x, zero), vf_eq(c->core.y, zero)),
             straight = vm_or(across, vf_eq(c->normal.x, zero));
    const vm plain = vm_or(exits, round);
    if (!vm_bits(vm_and_not(vm_first(HAIL_LANES), plain))) /* as with circles alone */
        return (vpoints){{vpick(exits, exit_point(c), c->at), {zero, zero}}, vm_first(0), vi_set1(0)};
    vpoints p = side_points(c, right, bottom, across, swept);
    const vpoint first = vpick(round, c->at, vpick(straight, p.at[0], corner_point(c, right, bottom)));
    p.two = vm_and(p.two, vm_and_not(straight, plain));
    p.feature = vi_select(plain, vi_set1(0), vi_select(straight, p.feature, corner_of(c, right, bottom)));
    p.at[0] = vpick(exits, exit_point(c), first);
    p.at[1] = vpick(p.two, p.at[1], (vpoint){zero, zero});
    return p;
}

static LANES_INLINE vcontacts read_contacts(const hail_tile_contacts *job, vi pair, vf t, uint32_t i, uint32_t n) {
    const vf zero = vf_set1(0.0f);
    vcontacts c = {.box = gather_point(job->x, job->y, pair),
                   .size = gather_point(job->wide, job->high, pair),
                   .core = gather_point(job->core_x, job->core_y, pair),
                   .normal = gather_point(job->normal_x, job->normal_y, pair),
                   .at = gather_point(job->at_x, job->at_y, pair),
                   .way = {zero, zero},
                   .radius = vf_gather(job->radius, pair),
                   .depth = vf_gather(job->depth, pair),
                   .edge = vi_load_n(job->edge + i, n),
                   .corner = vi_load_n(job->corner + i, n)};
    if (job->swept)
        c.way = vtimes(gather_point(job->dx, job->dy, pair), t);
    return c;
}

/* Contacts of bodies: whose they are, and their points in the world. */
static LANES_INLINE void place_points(const hail_tile_contacts *job, uint32_t i, uint32_t n, vpoints *p, vf head[2]) {
    const vi body = vi_load_n(job->body + i, n), handle = vi_shift_left(body, 1);
    const vpoint at = gather_point(job->body_x, job->body_y, body);
    for (int k = 0; k < 2; k++)
        p->at[k] = (vpoint){vf_add(p->at[k].x, at.x), vf_add(p->at[k].y, at.y)};
    p->at[1] = vpick(p->two, p->at[1], (vpoint){vf_set1(0.0f), vf_set1(0.0f)});
    head[0] = vf_from_bits(job->handle ? vi_gather(job->handle, handle) : body);
    head[1] = vf_from_bits(job->handle ? vi_gather(job->handle + 1, handle) : vi_set1(0));
}

void HAIL_KERNEL(tile_contacts)(const hail_tile_contacts *job, uint32_t count) {
    const vf zero = vf_set1(0.0f);
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vi pair = vi_load_n(job->pair + i, n);
        const vf t = job->swept ? vf_gather(job->t, pair) : zero;
        const vcontacts c = read_contacts(job, pair, t, i, n);
        vpoints p = points_of(&c, vi_gather(job->how, pair), job->swept);
        const vi header = vi_add(vi_set1((int32_t)job->header), vi_keep(p.two, vi_set1(ONE_MORE))),
                 kind = vi_shift_right(vi_gather(job->mover, pair), 8);
        vf head[8] = {zero,
                      zero,
                      zero,
                      zero,
                      vf_from_bits(header),
                      vf_from_bits(pack_features(p.feature, kind)),
                      vf_from_bits(vi_gather(job->cell, pair)),
                      t};
        if (job->body)
            place_points(job, i, n, &p, head);
        const vf rest[8] = {c.normal.x, c.normal.y, p.at[0].x, p.at[1].x,
                            p.at[0].y,  p.at[1].y,  c.depth,   vf_select(p.two, c.depth, zero)};
        float *rows = (float *)(void *)(job->rows + (size_t)i * HAIL_TILE_ROW);
        vf_store_rows8(rows, HAIL_TILE_ROW, lanes_in_order(), n, head);
        vf_store_rows8(rows + 8, HAIL_TILE_ROW, lanes_in_order(), n, rest);
    }
}
