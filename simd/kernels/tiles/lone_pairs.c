/* simd/kernels/tiles/lone_pairs.c - slides of upright shapes that have one rectangle near, in double precision
 * (tiles_kernels.h). */
#include "lone_lanes.h"

/* Along one axis: whether a place, and a way from there, are in what was looked at around the way from the start. */
static LANES_INLINE vm axis_known(const hail_lone_pairs *job, vd start, vd way, vd at, vd d) {
    const vd zero = vd_set1(0.0), around = vd_set1(job->around), to = vd_add(at, d);
    const vm back = vd_lt(way, zero), ahead = vd_lt(zero, way);
    const vd low = vd_sub(vd_add(start, vd_select(back, way, zero)), around),
             high = vd_add(vd_add(start, vd_select(ahead, way, zero)), around);
    return vm_and(vm_and(vd_le(low, at), vd_le(at, high)), vm_and(vd_le(low, to), vd_le(to, high)));
}

static LANES_INLINE vm is_known(const hail_lone_pairs *job, vvector start, vvector way, vvector at, vvector d) {
    return vm_and(axis_known(job, start.x, way.x, at.x, d.x), axis_known(job, start.y, way.y, at.y, d.y));
}

/* ---- Out of the rectangle --------------------------------------------------------------------------------------- */

uint32_t HAIL_KERNEL(lone_push)(const hail_lone_pairs *job, uint32_t count) {
    const vf zero = vf_set1(0.0f);
    uint32_t alone = 0, others = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vgroup group = group_of(job, i, n, count);
        const vf depth = vf_load_n(job->depth + i, n), normal_x = vf_load_n(job->normal_x + i, n),
                 normal_y = vf_load_n(job->normal_y + i, n);
        const vf reach =
            vf_add(vf_load_n(job->radius + i, n), vf_max(vf_load_n(job->core_x + i, n), vf_load_n(job->core_y + i, n)));
        const vvector start = starts_of(job, tags_of(job, i, n)), way = vector_of(job->dx, job->dy, i, n);
        const vvector normal = {vd_from_float(normal_x), vd_from_float(normal_y)};
        const vd far = vd_from_float(depth);
        const vm touches = vf_ge(depth, zero), deep = vm_and(touches, vd_lt(vd_set1(job->slack), far));
        const vm buried = vi_eq(vi_load_n(job->how + i, n), vi_set1(HAIL_IS_BURIED));
        const vvector at = dminus(start, dtimes(normal, far));
        vm refused = vm_and(touches, vm_or(buried, vf_gt(depth, reach)));
        const vm away = vm_and(deep, vd_lt(vd_set1(job->around), far));
        if (vm_bits(away))
            refused = vm_or(refused, vm_and_not(away, is_known(job, start, way, at, way)));
        const vm goes_on = vm_and_not(vm_and(group.begins, group.ends), refused), pushed = vm_and(goes_on, deep);
        const vvector centre = vector_of(job->centre_x, job->centre_y, i, n), there = dminus(centre, at);
        vf_store_n(job->push_x + i, normal_x, n);
        vf_store_n(job->push_y + i, normal_y, n);
        vf_store_n(job->push_depth + i, vf_keep(pushed, depth), n);
        vf_store_n(job->x + i, vf_select(pushed, vd_to_float(there.x), vf_load_n(job->x + i, n)), n);
        vf_store_n(job->y + i, vf_select(pushed, vd_to_float(there.y), vf_load_n(job->y + i, n)), n);
        alone = list_pairs(job->alone, alone, i, goes_on);
        others = list_pairs(job->others, others, i, vm_and_not(group.begins, goes_on));
    }
    job->others[others] = count;
    return alone;
}

/* ---- Along it --------------------------------------------------------------------------------------------------- */

static LANES_INLINE vsurface surface_of(const hail_lone_pairs *job, vf x, vf y) {
    const vf zero = vf_set1(0.0f);
    vsurface s = {.normal = {vd_from_float(x), vd_from_float(y)}, .x = vf_sub(zero, x), .y = vf_sub(zero, y)};
    const vd rise = ddot(s.normal, (vvector){vd_set1(job->up_x), vd_set1(job->up_y)});
    const vm floor = vd_le(rise, vd_set1(-job->floor)), ceiling = vd_le(vd_set1(job->floor), rise);
    s.flag = vi_select(floor, vi_set1((int32_t)job->on_floor),
                       vi_select(ceiling, vi_set1((int32_t)job->on_ceiling), vi_set1((int32_t)job->on_wall)));
    s.wall = vnot(vm_or(floor, ceiling));
    return s;
}

/* Where shapes end. */
typedef struct vend {
    vvector at;
    vm refused;
} vend;

/* A motion d from `at`, which hits the surface at t: up to there, and then along it. */
static LANES_INLINE vend slide_along(const hail_lone_pairs *job, vvector start, vvector at, vvector d, vd t,
                                     const vsurface *s, const vsurface *push, vf push_depth) {
    const vvector none = {vd_set1(0.0), vd_set1(0.0)}, there = dplus(at, dtimes(d, t));
    const vf zero = vf_set1(0.0f);
    vvector left = dtimes(d, vd_sub(vd_set1(1.0), t));
    left = dminus(left, dtimes(s->normal, ddot(left, s->normal)));
    const vm pushed = vf_gt(push_depth, zero);
    const vm into = vd_lt(vd_mul(vd_set1(1e-6), dtaxi(left)), ddot(left, push->normal)),
             has_left = vd_lt(vd_set1(1e-4), vd_mul(t, vd_sqrt(ddot(d, d))));
    left = dpick(vm_and_not(vm_and(pushed, into), has_left), none, left);
    const vm rests = vd_lt(dtaxi(left), vd_set1(1e-9)), straight = vm_or(vf_eq(s->x, zero), vf_eq(s->y, zero)),
             close = vm_and(straight, vd_le(vd_from_float(push_depth), vd_set1(job->around)));
    const vm known = vm_or(rests, close);
    vend end = {dpick(rests, there, dplus(there, left)), vnot(known)};
    if (vm_bits(end.refused)) {
        const vvector rounded = {vd_from_float(vd_to_float(left.x)), vd_from_float(vd_to_float(left.y))};
        end.refused = vm_and_not(end.refused, is_known(job, start, d, there, rounded));
    }
    if (job->climbs)
        end.refused = vm_or(end.refused, s->wall);
    return end;
}

uint32_t HAIL_KERNEL(lone_slide)(const hail_lone_pairs *job, uint32_t count) {
    const vf zero = vf_set1(0.0f);
    uint32_t others = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vi tag = tags_of(job, i, n);
        const vf dx = vf_load_n(job->dx + i, n), dy = vf_load_n(job->dy + i, n),
                 push_depth = vf_load_n(job->push_depth + i, n);
        const vsurface push = surface_of(job, vf_load_n(job->push_x + i, n), vf_load_n(job->push_y + i, n)),
                       hit = surface_of(job, vf_load_n(job->normal_x + i, n), vf_load_n(job->normal_y + i, n));
        const vm pushed = vf_gt(push_depth, zero);
        const vvector start = starts_of(job, tag), d = {vd_from_float(dx), vd_from_float(dy)},
                      at = dpick(pushed, dminus(start, dtimes(push.normal, vd_from_float(push_depth))), start);
        const vf speed = vf_mul(vf_add(vf_abs(dx), vf_abs(dy)), vf_set1(1e-6f)),
                 into = vf_sub(zero, vf_add(vf_mul(dx, hit.x), vf_mul(dy, hit.y)));
        const vm exposed = vnot(vi_eq(vi_load_n(job->how + i, n), vi_set1(HAIL_IS_BURIED)));
        const vm hits = vm_and(vm_and(vf_ge(vf_load_n(job->depth + i, n), zero), exposed), vf_gt(into, speed));
        const vm moves = vnot(vd_lt(dtaxi(d), vd_set1(1e-9))), slides = vm_and(moves, hits);
        const vend end =
            slide_along(job, start, at, d, vd_from_float(vf_load_n(job->t + i, n)), &hit, &push, push_depth);
        const vvector to = dpick(slides, end.at, dpick(moves, dplus(at, d), at));
        write_slides(job, tag, n, dminus(to, start), vi_load_n(job->cell + i, n), &push, pushed, &hit, slides);
        others = list_pairs(job->others, others, i, vm_and(vm_first(n), vm_and(slides, end.refused)));
    }
    return others;
}
