/* simd/kernels/tiles/slide_among.c - slides of upright shapes among several rectangles, a shape a lane
 * (tiles_kernels.h). Shapes are pushed and turned together, until none of the lanes goes on. */
#include "among_lanes.h"

enum { PUSHES = 4, SURFACES = 4, TOUCHED = PUSHES + 9 };

/* Where shapes are, and what they touched. */
typedef struct vslides {
    vi flags, surfaces;
    vvector at, motion;
    vf x[SURFACES], y[SURFACES]; /* out of them */
    vi cell[SURFACES];
    vnormal touched[TOUCHED]; /* by push and bounce; 0: none */
    uint32_t turns;           /* pushes and bounces */
    vm refused;
} vslides;

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/* Rectangles c to c + 3 of every shape. `row`: its first pair. */
static LANES_INLINE void read_rects(const hail_lone_pairs *pairs, const uint32_t *row, uint32_t c, vrect *rects) {
    const float *const column[10] = {pairs->centre_x,
                                     pairs->centre_y,
                                     pairs->wide,
                                     pairs->high,
                                     pairs->reach,
                                     (const float *)(const void *)pairs->open[0],
                                     (const float *)(const void *)pairs->open[1],
                                     (const float *)(const void *)pairs->open[2],
                                     (const float *)(const void *)pairs->open[3],
                                     (const float *)(const void *)pairs->cell};
    vf lane[10][4];
    for (int k = 0; k < 10; k++)
        vf_load_rows4(column[k] + c, row, lane[k]);
    for (int k = 0; k < 4; k++)
        rects[c + (uint32_t)k] = (vrect){
            lane[0][k],
            lane[1][k],
            lane[2][k],
            lane[3][k],
            lane[4][k],
            {vi_from_bits(lane[5][k]), vi_from_bits(lane[6][k]), vi_from_bits(lane[7][k]), vi_from_bits(lane[8][k])},
            vi_from_bits(lane[9][k])};
}

/* Along one axis: from where to where what is solid is known. */
static LANES_INLINE void set_known(double around, vd start, vd way, vd *low, vd *high) {
    const vd zero = vd_set1(0.0);
    *low = vd_sub(vd_add(start, vd_select(vd_lt(way, zero), way, zero)), vd_set1(around));
    *high = vd_add(vd_add(start, vd_select(vd_lt(zero, way), way, zero)), vd_set1(around));
}

static LANES_INLINE vi tags_at(const hail_lone_pairs *pairs, vi first) {
    return vi_gather(pairs->tag, vi_and(vi_gather(pairs->mover, first), vi_set1(255)));
}

/* Reads n shapes from i on. */
static LANES_INLINE vi read_shapes(const hail_slides_among *job, uint32_t i, uint32_t n, vshapes *m, vslides *s) {
    const hail_lone_pairs *pairs = job->pairs;
    const vi first = vi_load_n(job->first + i, n), tag = tags_at(pairs, first);
    uint32_t row[HAIL_LANES];
    vi_store(row, first);
    m->count = vi_load_n(job->count + i, n);
    m->most = 0;
    for (uint32_t k = 0; k < n; k++)
        m->most = job->count[i + k] > m->most ? job->count[i + k] : m->most;
    for (uint32_t c = 0; c < m->most; c += 4)
        read_rects(pairs, row, c, m->rect);
    m->core_x = vf_gather(pairs->core_x, first);
    m->core_y = vf_gather(pairs->core_y, first);
    m->radius = vf_gather(pairs->radius, first);
    m->start = starts_of(pairs, tag);
    s->at = m->start;
    s->motion = (vvector){vd_from_float(vf_gather(pairs->dx, first)), vd_from_float(vf_gather(pairs->dy, first))};
    set_known(pairs->around, m->start.x, s->motion.x, &m->low.x, &m->high.x);
    set_known(pairs->around, m->start.y, s->motion.y, &m->low.y, &m->high.y);
    s->refused = vm_first(0);
    s->turns = 0;
    s->flags = s->surfaces = vi_set1(0);
    for (int k = 0; k < SURFACES; k++) {
        s->x[k] = s->y[k] = vf_set1(0.0f);
        s->cell[k] = vi_set1(0);
    }
    return tag;
}

/* ---- Surfaces ---------------------------------------------------------------------------------------------------- */

/* Which flag a surface is. */
static LANES_INLINE vi flag_among(const hail_lone_pairs *job, vvector normal) {
    const vd rise = ddot(normal, (vvector){vd_set1(job->up_x), vd_set1(job->up_y)});
    const vm floor = vd_le(rise, vd_set1(-job->floor)), ceiling = vd_le(vd_set1(job->floor), rise);
    return vi_select(floor, vi_set1((int32_t)job->on_floor),
                     vi_select(ceiling, vi_set1((int32_t)job->on_ceiling), vi_set1((int32_t)job->on_wall)));
}

/* Records the surfaces that shapes touch, but none twice. */
static LANES_INLINE void record(vslides *s, vm which, vnormal normal, vi cell, vi flag) {
    const vf zero = vf_set1(0.0f), x = vf_sub(zero, normal.x), y = vf_sub(zero, normal.y);
    const uint32_t before = s->turns < SURFACES ? s->turns : SURFACES;
    vm fresh = vm_and_not(which, vi_gt(s->surfaces, vi_set1(SURFACES - 1)));
    s->touched[s->turns++] = (vnormal){vf_keep(which, normal.x), vf_keep(which, normal.y)};
    s->flags = vi_or(s->flags, vi_keep(which, flag));
    for (uint32_t k = 0; k < before; k++) /* one that is not there yet is no unit vector */
        fresh = vm_and_not(fresh, vm_and(vm_and(vf_eq(s->x[k], x), vf_eq(s->y[k], y)), vi_eq(s->cell[k], cell)));
    for (uint32_t k = 0; k <= before && k < SURFACES; k++) {
        const vm here = vm_and(fresh, vi_eq(s->surfaces, vi_set1((int32_t)k)));
        s->x[k] = vf_select(here, x, s->x[k]);
        s->y[k] = vf_select(here, y, s->y[k]);
        s->cell[k] = vi_select(here, cell, s->cell[k]);
    }
    s->surfaces = vi_count(s->surfaces, fresh);
}

static LANES_INLINE vvector vector_from(vnormal n) { return (vvector){vd_from_float(n.x), vd_from_float(n.y)}; }

/* Whether what is solid is known where shapes are, and where (dx, dy) leads. */
static LANES_INLINE vm axis_known(vd low, vd high, vd at, vd d) {
    const vd to = vd_add(at, d);
    return vm_and(vm_and(vd_le(low, at), vd_le(at, high)), vm_and(vd_le(low, to), vd_le(to, high)));
}

static LANES_INLINE vm is_known(const vshapes *m, const vslides *s, vf dx, vf dy) {
    return vm_and(axis_known(m->low.x, m->high.x, s->at.x, vd_from_float(dx)),
                  axis_known(m->low.y, m->high.y, s->at.y, vd_from_float(dy)));
}

/* Refuses some of the shapes that still move. */
static LANES_INLINE vm refuse(vslides *s, vm moving, vm which) {
    s->refused = vm_or(s->refused, vm_and(moving, which));
    return vm_and_not(moving, which);
}

/* ---- Pushes ------------------------------------------------------------------------------------------------------ */

/* Pushes shapes out of what they overlap. */
static LANES_INLINE void push_among(const hail_lone_pairs *job, const vshapes *m, vslides *s, vm lanes) {
    const vf zero = vf_set1(0.0f);
    for (vm asked = lanes; vm_bits(asked);) {
        const vfound deepest = find_deepest(m, &s->at, asked);
        const vd depth = vd_from_float(deepest.depth);
        asked = vm_and(refuse(s, asked, deepest.buried), vm_and(deepest.any, vd_lt(vd_set1(job->slack), depth)));
        if (s->turns == PUSHES || !vm_bits(asked)) {
            s->refused = vm_or(s->refused, asked);
            break;
        }
        const vvector normal = vector_from(deepest.normal);
        s->at = dpick(asked, dminus(s->at, dtimes(normal, depth)), s->at);
        record(s, asked, deepest.normal, deepest.cell, flag_among(job, normal));
        asked = vm_and(refuse(s, asked, vnot(is_known(m, s, zero, zero))), vi_gt(m->count, vi_set1(1)));
    }
    const vvector pushed = dminus(s->at, m->start);
    const vd reach = vd_from_float(vf_add(m->radius, vf_max(m->core_x, m->core_y)));
    s->refused = vm_or(s->refused, vm_and(lanes, vd_lt(vd_mul(reach, reach), ddot(pushed, pushed))));
}

/* ---- Bounces ----------------------------------------------------------------------------------------------------- */

static LANES_INLINE vm moves(const vslides *s) { return vnot(vd_lt(dtaxi(s->motion), vd_set1(1e-9))); }

/* Where shapes have moved on, they have left what they touched. */
static LANES_INLINE void leave_touched(vslides *s, vm moved) {
    for (uint32_t k = 0; k < s->turns; k++) {
        s->touched[k].x = vf_keep(vnot(moved), s->touched[k].x);
        s->touched[k].y = vf_keep(vnot(moved), s->touched[k].y);
    }
}

/* What is left of motions along surfaces: nothing where that leads into what was touched before. */
static LANES_INLINE vvector deflected(const vslides *s, vvector motion, vvector normal) {
    const vvector none = {vd_set1(0.0), vd_set1(0.0)};
    motion = dminus(motion, dtimes(normal, ddot(motion, normal)));
    const vd least = vd_mul(vd_set1(1e-6), dtaxi(motion));
    vm blocked = vm_first(0);
    for (uint32_t k = 0; k < s->turns; k++)
        blocked = vm_or(blocked, vd_lt(least, ddot(motion, vector_from(s->touched[k]))));
    return dpick(blocked, none, motion);
}

/* Turns the motions of shapes that hit something at t. Returns which of them go on. */
static LANES_INLINE vm bounce(const hail_lone_pairs *job, vslides *s, vm hit, const vfound *first, vd t) {
    const vvector normal = vector_from(first->normal);
    const vi flag = flag_among(job, normal);
    leave_touched(s, vm_and(hit, vd_lt(vd_set1(1e-4), vd_mul(t, vd_sqrt(ddot(s->motion, s->motion))))));
    if (job->climbs)
        hit = refuse(s, hit, vi_eq(flag, vi_set1((int32_t)job->on_wall)));
    s->motion = dpick(hit, deflected(s, dtimes(s->motion, vd_sub(vd_set1(1.0), t)), normal), s->motion);
    record(s, hit, first->normal, first->cell, flag);
    return vm_and(hit, moves(s));
}

/* Moves shapes as far as they are free, and turns the rest of their motions. */
static LANES_INLINE void slide_further(const hail_slides_among *job, const vshapes *m, vslides *s, vm lanes) {
    const vm several = vi_gt(m->count, vi_set1(1)); /* along the only one, nothing is left to hit */
    vm moving = vm_and(vm_and_not(lanes, s->refused), moves(s));
    for (uint32_t turn = 0; turn <= job->bounces && vm_bits(moving); turn++) {
        const vf dx = vd_to_float(s->motion.x), dy = vd_to_float(s->motion.y);
        moving = refuse(s, moving, vnot(is_known(m, s, dx, dy)));
        const vfound first = find_first(m, &s->at, dx, dy, turn ? vm_and(moving, several) : moving);
        const vd t = vd_from_float(vf_select(first.any, first.t, vf_set1(1.0f)));
        s->at = dpick(moving, dplus(s->at, dtimes(s->motion, t)), s->at);
        moving = vm_and(moving, first.any);
        if (vm_bits(moving))
            moving = bounce(job->pairs, s, moving, &first, t);
    }
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

static LANES_INLINE void write_among(const hail_lone_pairs *job, const vshapes *m, const vslides *s, vi tag,
                                     uint32_t n) {
    const vvector way = dminus(s->at, m->start);
    const vf low[8] = {vd_to_float(way.x),
                       vd_to_float(way.y),
                       vf_from_bits(s->flags),
                       vf_from_bits(s->surfaces),
                       s->x[0],
                       s->x[1],
                       s->x[2],
                       s->x[3]};
    const vf high[8] = {s->y[0],
                        s->y[1],
                        s->y[2],
                        s->y[3],
                        vf_from_bits(s->cell[0]),
                        vf_from_bits(s->cell[1]),
                        vf_from_bits(s->cell[2]),
                        vf_from_bits(s->cell[3])};
    uint32_t row[HAIL_LANES];
    vi_store(row, tag);
    vf_store_rows8((float *)(void *)job->slides, HAIL_SLIDE_WORDS, row, n, low);
    vf_store_rows8((float *)(void *)job->slides + 8, HAIL_SLIDE_WORDS, row, n, high);
}

uint32_t HAIL_KERNEL(slide_among)(const hail_slides_among *job, uint32_t count) {
    uint32_t refused = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vshapes m;
        vslides s;
        const vi tag = read_shapes(job, i, n, &m, &s);
        push_among(job->pairs, &m, &s, vm_first(n));
        slide_further(job, &m, &s, vm_first(n));
        write_among(job->pairs, &m, &s, tag, n);
        refused = list_pairs(job->refused, refused, i, vm_and(vm_first(n), s.refused));
    }
    return refused;
}
