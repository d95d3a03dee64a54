/* simd/kernels/broad/path_pieces.c - for swept rules: measures bodies' paths, bounds them by circles and cuts them into
 * pieces. Then tests the pairs that were found with the whole paths. */
#include <math.h>

#include "kernels/narrow/pair_lanes.h"

/* The largest lane. */
static inline float largest_of(vf a) {
    float lane[HAIL_LANES];
    vf_store(lane, a);
    float largest = lane[0];
    for (uint32_t i = 0; i < HAIL_LANES; i++)
        largest = lane[i] > largest ? lane[i] : largest;
    return largest;
}

hail_path_lengths HAIL_KERNEL(measure_paths)(const hail_path_view *given, float bound, uint32_t count) {
    const hail_path_view view = *given;
    const vf zero = vf_set1(0.0f), limit = vf_set1(bound);
    vf largest = zero, longest = zero;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vf dx = view.dx ? vf_load_n(view.dx + i, n) : zero, dy = view.dy ? vf_load_n(view.dy + i, n) : zero;
        const vf x = vf_load_n(view.x + i, n), y = vf_load_n(view.y + i, n);
        const vf size = vf_add(vf_add(vf_add(vf_abs(x), vf_abs(y)), vf_abs(dx)), vf_abs(dy));
        const vm counts = vm_and(vm_first(n), vf_le(size, limit));
        largest = vf_max(vf_select(counts, size, zero), largest);
        longest = vf_max(vf_select(counts, vf_add(vf_mul(dx, dx), vf_mul(dy, dy)), zero), longest);
    }
    float square[HAIL_LANES];
    vf_store(square, vf_sqrt(vf_set1(largest_of(longest))));
    return (hail_path_lengths){largest_of(largest), square[0]};
}

static inline vm within(vf a, vf bound) { return vf_le(vf_abs(a), bound); }

/* ---- Circles ----------------------------------------------------------------------------------------------------- */

/* How wide a path is, for a body of radius r. */
static inline vf path_width(vf x, vf y, vf dx, vf dy, vf r, vf rel, vf abs) {
    const vf size = vf_add(vf_add(vf_add(vf_abs(x), vf_abs(y)), vf_abs(dx)), vf_abs(dy));
    return vf_add(vf_mul(r, rel), vf_mul(size, abs));
}

/* The radius of a circle around a path. */
static inline vf circle_radius(vf x, vf y, vf dx, vf dy, vf r, vf rel, vf abs) {
    const vf half = vf_mul(vf_sqrt(vf_add(vf_mul(dx, dx), vf_mul(dy, dy))), vf_set1(0.5f * HAIL_CIRCLE_GROWTH));
    return vf_add(path_width(x, y, dx, dy, r, rel, abs), half);
}

/* Bounds of the circles so far. */
typedef struct vbounds {
    vf largest, min_x, min_y, max_x, max_y;
    uint32_t over;
} vbounds;

static LANES_INLINE void circles(const hail_circles_job *job, uint32_t i, uint32_t n, vf limit, vbounds *all,
                                 float *to_x, float *to_y, float *to_radius) {
    const hail_path_view *view = &job->path;
    const vf zero = vf_set1(0.0f), bound = vf_set1(job->bound);
    const vf x = vf_load_n(view->x + i, n), y = vf_load_n(view->y + i, n);
    const vf dx = view->dx ? vf_load_n(view->dx + i, n) : zero, dy = view->dy ? vf_load_n(view->dy + i, n) : zero;
    const vf r = circle_radius(x, y, dx, dy, lanes_radius(view->radius, i, n, view->uniform_radius),
                               vf_set1(job->inflate_rel), vf_set1(job->inflate_abs));
    const vm good = vm_and(vm_and(within(x, bound), within(y, bound)), vm_and(within(dx, bound), within(dy, bound)));
    const vm some = vm_and(good, vm_first(n));
    const vf mid_x = vf_select(good, vf_sub(x, vf_mul(dx, vf_set1(0.5f))), zero);
    const vf mid_y = vf_select(good, vf_sub(y, vf_mul(dy, vf_set1(0.5f))), zero);
    all->largest = vf_select(some, vf_max(r, all->largest), all->largest);
    all->min_x = vf_select(some, vf_min(vf_sub(mid_x, r), all->min_x), all->min_x);
    all->min_y = vf_select(some, vf_min(vf_sub(mid_y, r), all->min_y), all->min_y);
    all->max_x = vf_select(some, vf_max(vf_add(mid_x, r), all->max_x), all->max_x);
    all->max_y = vf_select(some, vf_max(vf_add(mid_y, r), all->max_y), all->max_y);
    all->over += vm_count_bits(vm_bits(vm_and(some, vf_gt(r, limit))));
    if (!to_x)
        return;
    vf_store_n(to_x, mid_x, n);
    vf_store_n(to_y, mid_y, n);
    vf_store_n(to_radius, vf_select(good, r, vf_set1(NAN)), n);
}

hail_circle_figures HAIL_KERNEL(path_circles)(const hail_circles_job *given, uint32_t begin, uint32_t end, float limit,
                                              float *x, float *y, float *radius) {
    const hail_circles_job job = *given;
    const vf least = vf_set1(-FLT_MAX), most = vf_set1(FLT_MAX), most_small = vf_set1(limit);
    vbounds all = {vf_set1(0.0f), most, most, least, least, 0};
    uint32_t i = begin;
    for (; end - i >= HAIL_LANES; i += HAIL_LANES)
        circles(&job, i, HAIL_LANES, most_small, &all, x ? x + (i - begin) : NULL, y + (i - begin),
                radius + (i - begin));
    if (i < end)
        circles(&job, i, end - i, most_small, &all, x ? x + (i - begin) : NULL, y + (i - begin), radius + (i - begin));
    return (hail_circle_figures){largest_of(all.largest),
                                 -largest_of(vf_negate(all.min_x)),
                                 -largest_of(vf_negate(all.min_y)),
                                 largest_of(all.max_x),
                                 largest_of(all.max_y),
                                 all.over};
}

/* ---- Pieces ------------------------------------------------------------------------------------------------------ */

/* A vector of bodies: each path's start, its displacement, and the part of it that is kept. */
typedef struct vpath {
    vf sx, sy, dx, dy, radius;
    vf grow, from, span, parts, half, length;
    vm some;
} vpath;

typedef struct vspan {
    vf t1, t2;
    vm none;
} vspan;

/* During which part of the path a coordinate that moves from s by d lies in [min - grow, max + grow]. */
static inline vspan cross_axis(vf s, vf d, float min, float max, vf grow) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    const vf lo = vf_sub(vf_sub(vf_set1(min), grow), s), hi = vf_sub(vf_add(vf_set1(max), grow), s);
    const vm ahead = vf_gt(d, zero), back = vf_lt(d, zero), moves = vm_or(ahead, back);
    const vf by = vf_select(moves, d, one), low = vf_div(lo, by), high = vf_div(hi, by);
    vspan span = {vf_select(ahead, low, vf_select(back, high, zero)), vf_select(ahead, high, vf_select(back, low, one)),
                  vm_and_not(vm_or(vf_gt(lo, zero), vf_lt(hi, zero)), moves)};
    return span;
}

static inline vf piece_radius(const vpath *p) {
    return vf_add(p->grow, vf_mul(vf_mul(p->length, p->half), vf_set1(HAIL_PIECE_GROWTH)));
}

/* Whether the circle around a whole path comes near the job's box. */
static inline vm comes_near(const hail_pieces_job *job, const vpath *p) {
    const vf r = piece_radius(p), half = vf_set1(0.5f);
    const vf x = vf_add(p->sx, vf_mul(p->dx, half)), y = vf_add(p->sy, vf_mul(p->dy, half));
    return vm_and(vm_and(vf_ge(vf_add(x, r), vf_set1(job->min_x)), vf_le(vf_sub(x, r), vf_set1(job->max_x))),
                  vm_and(vf_ge(vf_add(y, r), vf_set1(job->min_y)), vf_le(vf_sub(y, r), vf_set1(job->max_y))));
}

/* Cuts the paths that are not whole. */
static inline void cut_path(const hail_pieces_job *job, vm whole, vpath *p) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    const vspan h = cross_axis(p->sx, p->dx, job->min_x, job->max_x, p->grow);
    const vspan v = cross_axis(p->sy, p->dy, job->min_y, job->max_y, p->grow);
    vf from = vf_select(vf_gt(h.t1, zero), h.t1, zero), to = vf_select(vf_lt(h.t2, one), h.t2, one);
    from = vf_select(whole, zero, vf_select(vf_gt(v.t1, from), v.t1, from));
    to = vf_select(whole, one, vf_select(vf_lt(v.t2, to), v.t2, to));
    const vm crosses = vm_and_not(vm_and_not(vf_le(from, to), h.none), v.none);
    p->some = vm_and(p->some, vm_or(whole, crosses));
    p->from = from;
    p->span = vf_sub(to, from);
    const vf many = vf_div(vf_mul(p->length, p->span), vf_set1(job->longest)),
             cap = vf_set1((float)(HAIL_MAX_PIECES - 1));
    const vf capped = vf_select(vm_and(p->some, vf_lt(many, cap)), many, cap);
    p->parts = vf_select(whole, one, vf_add(vi_to_float(vf_truncate(capped)), one));
    p->half = vf_div(p->span, vf_mul(p->parts, vf_set1(2.0f)));
}

static inline vpath read_path(const hail_pieces_job *job, float bound, uint32_t i, uint32_t n) {
    const hail_path_view *view = &job->path;
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f), limit = vf_set1(bound);
    const vf x = vf_load_n(view->x + i, n), y = vf_load_n(view->y + i, n);
    vpath p = {.dx = view->dx ? vf_load_n(view->dx + i, n) : zero, .dy = view->dy ? vf_load_n(view->dy + i, n) : zero};
    p.radius = lanes_radius(view->radius, i, n, view->uniform_radius);
    p.some = vm_and(vm_and(vm_first(n), vm_and(within(x, limit), within(y, limit))),
                    vm_and(within(p.dx, limit), within(p.dy, limit)));
    p.some = vm_and(p.some, vf_le(p.radius, vf_set1(job->largest)));
    p.sx = vf_sub(x, p.dx);
    p.sy = vf_sub(y, p.dy);
    p.grow = path_width(x, y, p.dx, p.dy, p.radius, vf_set1(job->inflate_rel), vf_set1(job->inflate_abs));
    p.length = vf_sqrt(vf_add(vf_mul(p.dx, p.dx), vf_mul(p.dy, p.dy)));
    p.from = zero;
    p.span = p.parts = one;
    p.half = vf_set1(0.5f);
    const vm whole = vf_le(p.length, vf_set1(job->longest)), cut = vm_and_not(p.some, whole);
    p.some = vm_or(cut, vm_and(p.some, comes_near(job, &p)));
    if (vm_bits(cut))
        cut_path(job, whole, &p);
    return p;
}

/* Pieces of several bodies. */
typedef struct vpiece {
    vi body, number;
    vf x, y, radius, from, rate, last;
} vpiece;

static LANES_INLINE void put_pieces(const hail_pieces *to, uint32_t at, unsigned bits, const vpiece *p) {
    if (bits == HAIL_ALL_LANES) {
        vi_store(to->body + at, p->body);
        vi_store(to->number + at, p->number);
        vf_store(to->x + at, p->x);
        vf_store(to->y + at, p->y);
        vf_store(to->radius + at, p->radius);
        vf_store(to->from + at, p->from);
        vf_store(to->rate + at, p->rate);
        vf_store(to->last + at, p->last);
        return;
    }
    vi_compress_store(to->body + at, bits, p->body);
    vi_compress_store(to->number + at, bits, p->number);
    vf_compress_store(to->x + at, bits, p->x);
    vf_compress_store(to->y + at, bits, p->y);
    vf_compress_store(to->radius + at, bits, p->radius);
    vf_compress_store(to->from + at, bits, p->from);
    vf_compress_store(to->rate + at, bits, p->rate);
    vf_compress_store(to->last + at, bits, p->last);
}

uint32_t HAIL_KERNEL(path_pieces)(const hail_pieces_job *given, float bound, hail_cursor *cursor, uint32_t end,
                                  const hail_pieces *out_given, uint32_t capacity) {
    const hail_pieces_job job = *given;
    const hail_pieces out = *out_given;
    const vf one = vf_set1(1.0f), zero = vf_set1(0.0f);
    uint32_t count = 0;
    for (; cursor->body < end; cursor->body += HAIL_LANES) {
        const uint32_t i = cursor->body, n = lanes_left(i, end);
        const vpath p = read_path(&job, bound, i, n);
        const vf rate = vf_select(vf_gt(p.parts, one), vf_div(p.parts, vf_select(p.some, p.span, one)), zero);
        const vf radius = piece_radius(&p);
        for (uint32_t k = cursor->step;; k++) {
            const vf number = vf_set1((float)k);
            const unsigned bits = vm_bits(vm_and(p.some, vf_lt(number, p.parts)));
            if (!bits)
                break;
            if (count + HAIL_LANES > capacity) {
                cursor->step = k;
                return count;
            }
            const vf mid = vf_add(p.from, vf_mul(vf_set1((float)(2 * k + 1)), p.half));
            const vpiece pieces = {vi_add(vi_set1((int32_t)i), vi_iota()),
                                   vi_set1((int32_t)k),
                                   vf_add(p.sx, vf_mul(p.dx, mid)),
                                   vf_add(p.sy, vf_mul(p.dy, mid)),
                                   radius,
                                   p.from,
                                   rate,
                                   vf_sub(p.parts, one)};
            put_pieces(&out, count, bits, &pieces);
            count += vm_count_bits(bits);
        }
        cursor->step = 0;
    }
    return count;
}

/* ---- Filter ---------------------------------------------------------------------------------------------------- */

/* Where a body started, its displacement and its radius; where it ends. */
typedef struct vmover {
    vf x, y, dx, dy, radius, end_x, end_y;
} vmover;

static inline vmover gather_mover(const hail_path_view *view, vi index) {
    const vf zero = vf_set1(0.0f);
    vmover m = {.dx = view->dx ? vf_gather(view->dx, index) : zero, .dy = view->dy ? vf_gather(view->dy, index) : zero};
    m.end_x = vf_gather(view->x, index);
    m.end_y = vf_gather(view->y, index);
    m.x = vf_sub(m.end_x, m.dx);
    m.y = vf_sub(m.end_y, m.dy);
    m.radius = view->radius ? vf_gather(view->radius, index) : vf_set1(view->uniform_radius);
    return m;
}

static inline vm size_allows(const hail_path_filter_job *job, const vmover *s, vf other, vi index, vi name) {
    const vf small_limit = vf_set1(job->small_limit);
    if (job->size_filter == HAIL_SIZE_SMALL)
        return vf_le(s->radius, vf_max(small_limit, other));
    const vf reach = circle_radius(s->end_x, s->end_y, s->dx, s->dy, s->radius, vf_set1(job->slack),
                                   vf_set1(job->inflate_abs * 0.5f));
    const vm allowed = vm_or(vf_le(reach, small_limit), vf_lt(s->radius, other));
    if (job->size_filter == HAIL_SIZE_SMALLER)
        return allowed;
    return vm_or(allowed, vm_and(vf_eq(s->radius, other), vi_gt(name, index)));
}

/* Whether a piece holds a moment. */
static inline vm holds_moment(const hail_pieces *pieces, vi piece, vf t) {
    const vf zero = vf_set1(0.0f), last = vf_gather(pieces->last, piece);
    const vf ahead = vf_mul(vf_sub(t, vf_gather(pieces->from, piece)), vf_gather(pieces->rate, piece));
    const vf above = vf_select(vf_gt(ahead, zero), ahead, zero);
    const vi holds = vf_truncate(vf_select(vf_lt(above, last), above, last));
    return vi_eq(holds, vi_gather(pieces->number, piece));
}

uint32_t HAIL_KERNEL(filter_paths)(const hail_path_filter_job *given, uint32_t *first, uint32_t *second,
                                   uint32_t count) {
    const hail_path_filter_job job = *given;
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f), bound = vf_set1(job.bound);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vi piece = vi_load_n(first + i, n), target = vi_load_n(second + i, n);
        const vi body = job.pieces.body ? vi_gather(job.pieces.body, piece) : piece;
        const vi index = job.first_order ? vi_gather(job.first_order, body) : body;
        const vi name = job.second_order ? vi_gather(job.second_order, target) : target;
        const vmover s = gather_mover(&job.stream, index), o = gather_mover(&job.target, name);
        const vpoint p = {vf_sub(s.x, o.x), vf_sub(s.y, o.y)}, m = {vf_sub(s.dx, o.dx), vf_sub(s.dy, o.dy)};
        const vf mm = vdot(m, m);
        const vm moves = vf_gt(mm, zero);
        vf t = vf_div(vf_negate(vdot(p, m)), vf_select(moves, mm, one));
        t = vf_select(moves, vf_select(vf_lt(t, zero), zero, vf_select(vf_gt(t, one), one, t)), zero);
        const vpoint q = {vf_add(p.x, vf_mul(m.x, t)), vf_add(p.y, vf_mul(m.y, t))};
        const vf size = vf_add(vf_add(vf_abs(p.x), vf_abs(p.y)), vf_add(vf_abs(m.x), vf_abs(m.y)));
        const vf reach =
            vf_add(vf_mul(vf_add(s.radius, o.radius), vf_set1(job.slack)), vf_mul(size, vf_set1(job.inflate_abs)));
        const vm near = vf_le(vdot(q, q), vf_mul(reach, reach));
        const vm own = job.pieces.body ? holds_moment(&job.pieces, piece, t)
                                       : vm_and(within(s.end_x, bound), within(s.end_y, bound));
        const vm keep = vm_and(vm_and(near, own), size_allows(&job, &s, o.radius, index, name));
        const unsigned bits = vm_bits(keep) & (HAIL_ALL_LANES >> (HAIL_LANES - n));
        vi_compress_store(first + kept, bits, body);
        vi_compress_store(second + kept, bits, target);
        kept += vm_count_bits(bits);
    }
    return kept;
}

/* ---- Near pairs -------------------------------------------------------------------------------------------------- */

/* Where a body ends, its displacement and radius. */
static inline vmover gather_ends(const hail_path_view *view, vi index) {
    const vf zero = vf_set1(0.0f);
    return (vmover){.x = vf_gather(view->x, index),
                    .y = vf_gather(view->y, index),
                    .dx = view->dx ? vf_gather(view->dx, index) : zero,
                    .dy = view->dy ? vf_gather(view->dy, index) : zero,
                    .radius = view->radius ? vf_gather(view->radius, index) : vf_set1(view->uniform_radius)};
}

static inline vf size_of(const vmover *m) { return vf_add(taxi((vpoint){m->x, m->y}), taxi((vpoint){m->dx, m->dy})); }

uint32_t HAIL_KERNEL(list_near_paths)(const hail_near_paths_job *given, const uint32_t *a, const uint32_t *b,
                                      const uint32_t *row, uint32_t count, const hail_pair_rows *near_given) {
    const hail_near_paths_job job = *given;
    const hail_pair_rows near = *near_given;
    const vf half = vf_set1(0.5f);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vi one = vi_load_n(a + i, n), two = vi_load_n(b + i, n), at = vi_load_n(row + i, n);
        const vmover s = gather_ends(&job.a, one), o = gather_ends(&job.b, two);
        const vpoint m = {vf_sub(s.dx, o.dx), vf_sub(s.dy, o.dy)};
        const vpoint p = vminus((vpoint){vf_sub(s.x, o.x), vf_sub(s.y, o.y)}, vtimes(m, half));
        const vf r = vf_add(vf_add(s.radius, o.radius), vf_mul(taxi(m), half));
        const vf reach =
            vf_add(vf_mul(r, vf_set1(job.slack)), vf_mul(vf_add(size_of(&s), size_of(&o)), vf_set1(job.inflate_abs)));
        const unsigned far = vm_bits(vf_gt(vdot(p, p), vf_mul(reach, reach)));
        const unsigned bits = ~far & (HAIL_ALL_LANES >> (HAIL_LANES - n));
        vi_compress_store(near.a + kept, bits, one);
        vi_compress_store(near.b + kept, bits, two);
        vi_compress_store(near.row + kept, bits, at);
        kept += vm_count_bits(bits);
    }
    return kept;
}
