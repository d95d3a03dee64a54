/* simd/kernels/march.c - docs/arithmetic.md, "Rays": every pixel that a ray passes, one ray a lane.
 *
 * A lane goes from edge to edge of what its surroundings say is free: squares of empty cells, squares of open pixels
 * within a tile (spheres that are traced, J. Hart 1996, in the norm of squares). Where it leaves one it is at the pixel
 * at which a walk from pixel to pixel would be, to the bit: both go by the same order of the same quotients. A lane
 * whose ray is done takes the next one; two vectors go in turn, so that one computes while the other waits for its
 * gathers. */
#include "march.h"

void HAIL_KERNEL(points)(const hail_tile_view *view, const float *x, const float *y, size_t count, uint8_t *solid) {
    const vtiles m = tiles_of(view);
    const vf zero = vf_set1(0.0f), wide = vf_set1((float)(view->columns * view->width)),
             high = vf_set1((float)(view->rows * view->height));
    const vm outside_bits = vm_from_bits(view->outside_solid ? HAIL_ALL_LANES : 0);
    for (size_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = count - i < HAIL_LANES ? (uint32_t)(count - i) : HAIL_LANES;
        const vf at_x = vf_sub(vf_load_n(x + i, n), vf_set1(view->x));
        const vf at_y = vf_sub(vf_load_n(y + i, n), vf_set1(view->y));
        const vm inside =
            vm_and(vm_and(vf_ge(at_x, zero), vf_lt(at_x, wide)), vm_and(vf_ge(at_y, zero), vf_lt(at_y, high)));
        const vf px = vi_to_float(vf_truncate(vf_select(inside, at_x, zero)));
        const vf py = vi_to_float(vf_truncate(vf_select(inside, at_y, zero)));
        const vsight s = tiles_look(&m, px, py, inside, inside, inside);
        const unsigned bits = vm_bits(vm_or(s.solid, vm_and_not(outside_bits, inside)));
        for (uint32_t k = 0; k < n; k++)
            solid[i + k] = bits >> k & 1u;
    }
}

/* ---- Rays that are on their way -------------------------------------------------------------------------------- */

typedef struct vwalk {
    vray ray;
    vf px, py, t;
    vi how, id;
    vm live;
} vwalk;

/* By x, or by y, at t: which pixel of the other axis that is. A boundary B of it is passed at (B - origin) * inverse:
 * before a boundary in x, if that is less; before one in y, if it is not more. A first guess, and, once in a million, a
 * step from there. `low`, `high`: beyond these it no longer matters. */
typedef struct vother {
    vf origin, u, inverse, from;
    vm forward;
} vother;

static LANES_INLINE vf march_other(const vother *o, vf t, vm by_x, vf guess, vm live, vf low, vf high) {
    const vf one = vf_set1(1.0f), zero = vf_set1(0.0f);
    const vf behind = vf_select(o->forward, zero, one), ahead = vf_sub(one, behind), step = vf_sub(ahead, behind);
    vf at = guess;
    for (;;) {
        const vf entered = vf_mul(vf_sub(vf_add(at, behind), o->origin), o->inverse);
        const vf left = vf_mul(vf_sub(vf_add(at, ahead), o->origin), o->inverse);
        const vm later = vm_and_not(vf_ge(entered, t), vm_and_not(vf_eq(entered, t), by_x));
        const vm before = vm_or(vf_lt(left, t), vm_and_not(vf_eq(left, t), by_x));
        const vm far = vm_and_not(later, vf_eq(at, o->from));
        const vm bad = vm_and(vm_and(vm_or(far, before), live), vm_and(vf_ge(at, low), vf_le(at, high)));
        if (!vm_bits(bad))
            return at;
        at = vf_select(bad, vf_select(far, vf_sub(at, step), vf_add(at, step)), at);
    }
}

/* One stretch of every lane. Returns the lanes that are done, and what of them is hit. */
static LANES_INLINE vm walk_on(const vtiles *m, vwalk *w, vm *hit, vi *word) {
    const vray *r = &w->ray;
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    const vm right = vf_ge(r->ux, zero), down = vf_ge(r->uy, zero);
    const vsight s = tiles_look(m, w->px, w->py, right, down, w->live);
    *word = s.word;
    *hit = m->view->outside_solid ? vm_or(s.solid, s.border) : s.solid;
    const vf tx = vf_mul(vf_sub(s.x, r->x), r->inverse_x), ty = vf_mul(vf_sub(s.y, r->y), r->inverse_y);
    const vm by_x = vf_le(tx, ty);
    const vf t = vf_select(by_x, tx, ty);
    const vm stopped = vm_or(s.solid, s.border), done = vm_and(vm_or(stopped, vf_gt(t, r->end)), w->live);
    const vm goes = vm_and_not(w->live, done);
    const vother other = {vf_select(by_x, r->y, r->x), vf_select(by_x, r->uy, r->ux),
                          vf_select(by_x, r->inverse_y, r->inverse_x), vf_select(by_x, w->py, w->px),
                          vm_or(vm_and(by_x, down), vm_and_not(right, by_x))};
    const vf guess = vi_to_float(vf_truncate(vf_add(other.origin, vf_mul(other.u, t))));
    const vf at = march_other(&other, t, by_x, guess, goes, vf_set1(-4.0f), vf_set1(8388608.0f));
    const vf nx = vf_select(by_x, vf_select(right, s.x, vf_sub(s.x, one)), at);
    const vf ny = vf_select(by_x, at, vf_select(down, s.y, vf_sub(s.y, one)));
    w->px = vf_select(goes, nx, w->px);
    w->py = vf_select(goes, ny, w->py);
    w->t = vf_select(goes, t, w->t);
    w->how = vi_select(goes, vi_select(by_x, vi_set1(MARCH_BY_X), vi_set1(MARCH_BY_Y)), w->how);
    return done;
}

/* ---- Rays that wait ---------------------------------------------------------------------------------------------- */

enum {
    QUEUE_X,
    QUEUE_Y,
    QUEUE_UX,
    QUEUE_UY,
    QUEUE_INVERSE_X,
    QUEUE_INVERSE_Y,
    QUEUE_END,
    QUEUE_PX,
    QUEUE_PY,
    QUEUE_T,
    QUEUE_COLUMNS
};
enum { QUEUE_LENGTH = 64, QUEUE_ROOM = QUEUE_LENGTH + 3 * HAIL_SLACK };

typedef struct march_queue {
    uint32_t first, count; /* of those that wait */
    uint32_t next, end;    /* rays that have not been looked at */
    float column[QUEUE_COLUMNS][QUEUE_ROOM];
    uint32_t how[QUEUE_ROOM], id[QUEUE_ROOM];
} march_queue;

static LANES_INLINE void queue_put(march_queue *q, unsigned bits, const vwalk *w) {
    const uint32_t at = q->first + q->count;
    const vf columns[QUEUE_COLUMNS] = {w->ray.x,         w->ray.y,   w->ray.ux, w->ray.uy, w->ray.inverse_x,
                                       w->ray.inverse_y, w->ray.end, w->px,     w->py,     w->t};
    for (int c = 0; c < QUEUE_COLUMNS; c++)
        vf_compress_store(q->column[c] + at, bits, columns[c]);
    vi_compress_store(q->how + at, bits, w->how);
    vi_compress_store(q->id + at, bits, w->id);
    q->count += vm_count_bits(bits);
}

/* Rays that start outside the map: to where they enter it. Returns those that do. */
static LANES_INLINE vm walk_enter(const vtiles *m, vwalk *w, vm outside_x, vm outside_y) {
    const vray *r = &w->ray;
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f), wide = vf_mul(vf_set1((float)m->view->columns), m->width),
             high = vf_mul(vf_set1((float)m->view->rows), m->height);
    const vm right = vf_ge(r->ux, zero), down = vf_ge(r->uy, zero);
    const vf edge_x = vf_select(right, zero, wide), edge_y = vf_select(down, zero, high);
    const vf tx = vf_mul(vf_sub(edge_x, r->x), r->inverse_x), ty = vf_mul(vf_sub(edge_y, r->y), r->inverse_y);
    const vm away_x = vm_and(outside_x, vf_lt(tx, zero)), away_y = vm_and(outside_y, vf_lt(ty, zero));
    const vm by_x = vm_and_not(outside_x, vm_and_not(outside_y, vf_gt(tx, ty)));
    const vf t = vf_select(by_x, tx, ty);
    vm enters = vm_and_not(vm_and_not(vm_and_not(vm_or(outside_x, outside_y), away_x), away_y), vf_gt(t, r->end));
    const vf last_x = vf_sub(wide, one), last_y = vf_sub(high, one);
    const vf origin = vf_select(by_x, r->y, r->x), last = vf_select(by_x, last_y, last_x);
    const vother other = {origin, vf_select(by_x, r->uy, r->ux), vf_select(by_x, r->inverse_y, r->inverse_x),
                          vf_floor(vf_min(vf_max(origin, vf_set1(-1.0f)), vf_add(last, one))),
                          vm_or(vm_and(by_x, down), vm_and_not(right, by_x))};
    const vf along = vf_min(vf_max(vf_add(origin, vf_mul(other.u, t)), zero), last);
    const vf at = march_other(&other, t, by_x, vf_floor(along), enters, zero, last);
    enters = vm_and(enters, vm_and(vf_ge(at, zero), vf_le(at, last)));
    w->px = vf_select(by_x, vf_select(right, zero, last_x), at);
    w->py = vf_select(by_x, at, vf_select(down, zero, last_y));
    w->t = t;
    w->how = vi_select(by_x, vi_set1(MARCH_BY_X), vi_set1(MARCH_BY_Y));
    return enters;
}

/* The next vector of rays: those that start in the map, or enter it, wait; the others are done. */
static void queue_more(const hail_march_job *job, const vtiles *m, march_queue *q, march_done *done) {
    const uint32_t i = q->next, n = lanes_left(i, q->end);
    q->next += n;
    const vf zero = vf_set1(0.0f), dx = vf_load_n(job->dx + i, n), dy = vf_load_n(job->dy + i, n);
    vwalk w = {.t = zero, .how = vi_set1(0), .live = vm_first(n)};
    w.id = vi_add(vi_set1((int32_t)i), vi_iota());
    w.ray = ray_of(&job->view, vf_load_n(job->x + i, n), vf_load_n(job->y + i, n), dx, dy,
                   job->length ? vf_load_n(job->length + i, n) : zero, job->length != NULL);
    const vf wide = vf_set1((float)(m->view->columns * m->view->width)),
             high = vf_set1((float)(m->view->rows * m->view->height));
    const vm inside_x = vm_and(vf_ge(w.ray.x, zero), vf_lt(w.ray.x, wide)),
             inside_y = vm_and(vf_ge(w.ray.y, zero), vf_lt(w.ray.y, high));
    const vm inside = vm_and(w.live, vm_and(inside_x, inside_y)), outside = vm_and_not(w.live, inside);
    w.px = vf_floor(vf_select(inside, w.ray.x, zero));
    w.py = vf_floor(vf_select(inside, w.ray.y, zero));
    queue_put(q, vm_bits(inside), &w);
    if (!vm_bits(outside))
        return;
    if (m->view->outside_solid) { /* they start inside what is solid */
        const vf size = vf_set1(8388608.0f), far = vf_negate(size);
        w.px = vf_floor(vf_min(vf_max(w.ray.x, far), size));
        w.py = vf_floor(vf_min(vf_max(w.ray.y, far), size));
        march_put(done, vm_bits(outside), w.id, vi_set1(MARCH_HIT), vi_set1(0), w.px, w.py, zero);
        return;
    }
    const vm enters = walk_enter(m, &w, vm_and_not(outside, inside_x), vm_and_not(outside, inside_y));
    queue_put(q, vm_bits(enters), &w);
    march_put(done, vm_bits(vm_and_not(outside, enters)), w.id, vi_set1(0), vi_set1(0), zero, zero, zero);
}

/* Moves what still waits to the front, and lets more rays come. */
static void queue_fill(const hail_march_job *job, const vtiles *m, march_queue *q, march_done *done) {
    for (int c = 0; c < QUEUE_COLUMNS; c++)
        memmove(q->column[c], q->column[c] + q->first, q->count * sizeof(float));
    memmove(q->how, q->how + q->first, q->count * sizeof(uint32_t));
    memmove(q->id, q->id + q->first, q->count * sizeof(uint32_t));
    q->first = 0;
    while (q->next < q->end && q->count < QUEUE_LENGTH && done->count < MARCH_WAITING)
        queue_more(job, m, q, done);
}

/* ---- Hits ------------------------------------------------------------------------------------------------------- */

static void write_done(const hail_march_job *job, const vtiles *m, march_done *done) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    for (uint32_t i = 0; i < done->count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, done->count);
        for (uint32_t k = n; k < HAIL_LANES; k++)
            done->id[i + k] = done->id[i];
        const vi id = vi_load(done->id + i), how = vi_load(done->how + i);
        vf x, y, dx, dy, length;
        const vray r = ray_again(job, id, &x, &y, &dx, &dy, &length);
        const vm hit = vi_eq(vi_and(how, vi_set1(MARCH_HIT)), vi_set1(MARCH_HIT));
        const vm by_x = vm_and(hit, vi_eq(vi_and(how, vi_set1(MARCH_BY_X)), vi_set1(MARCH_BY_X)));
        const vm by_y = vm_and(hit, vi_eq(vi_and(how, vi_set1(MARCH_BY_Y)), vi_set1(MARCH_BY_Y)));
        const vm right = vf_ge(r.ux, zero), down = vf_ge(r.uy, zero);
        const vf t = vf_select(hit, vf_load(done->t + i), r.end);
        const vf edge_x = vf_add(vf_load(done->px + i), vf_select(right, zero, one));
        const vf edge_y = vf_add(vf_load(done->py + i), vf_select(down, zero, one));
        march_row row = {vf_add(x, vf_mul(r.ux, t)), vf_add(y, vf_mul(r.uy, t)), vf_add(vf_mul(t, r.norm), zero),
                         vf_select(by_x, vf_select(right, vf_set1(-1.0f), one), zero),
                         vf_select(by_y, vf_select(down, vf_set1(-1.0f), one), zero)};
        row.x = vf_select(by_x, vf_add(edge_x, vf_set1(job->view.x)), row.x);
        row.y = vf_select(by_y, vf_add(edge_y, vf_set1(job->view.y)), row.y);
        if (job->length)
            row.distance = vf_select(hit, row.distance, length);
        else {
            row.x = vf_select(hit, row.x, vf_add(x, dx));
            row.y = vf_select(hit, row.y, vf_add(y, dy));
        }
        march_write_vector(job, m, done, i, n, &row);
    }
    done->count = 0;
}

/* ---- The march --------------------------------------------------------------------------------------------------- */

/* Lanes without a ray take the next ones that wait. */
static LANES_INLINE void walk_take(const hail_march_job *job, const vtiles *m, march_queue *q, march_done *done,
                                   vwalk *w) {
    if (q->count < HAIL_LANES && q->next < q->end)
        queue_fill(job, m, q, done);
    unsigned bits = ~vm_bits(w->live) & HAIL_ALL_LANES;
    while (vm_count_bits(bits) > q->count)
        bits &= bits - 1u;
    const uint32_t at = q->first, taken = vm_count_bits(bits);
    vray *r = &w->ray;
    r->x = vf_expand_load(q->column[QUEUE_X] + at, bits, r->x);
    r->y = vf_expand_load(q->column[QUEUE_Y] + at, bits, r->y);
    r->ux = vf_expand_load(q->column[QUEUE_UX] + at, bits, r->ux);
    r->uy = vf_expand_load(q->column[QUEUE_UY] + at, bits, r->uy);
    r->inverse_x = vf_expand_load(q->column[QUEUE_INVERSE_X] + at, bits, r->inverse_x);
    r->inverse_y = vf_expand_load(q->column[QUEUE_INVERSE_Y] + at, bits, r->inverse_y);
    r->end = vf_expand_load(q->column[QUEUE_END] + at, bits, r->end);
    w->px = vf_expand_load(q->column[QUEUE_PX] + at, bits, w->px);
    w->py = vf_expand_load(q->column[QUEUE_PY] + at, bits, w->py);
    w->t = vf_expand_load(q->column[QUEUE_T] + at, bits, w->t);
    w->how = vi_expand_load(q->how + at, bits, w->how);
    w->id = vi_expand_load(q->id + at, bits, w->id);
    w->live = vm_or(w->live, vm_from_bits(bits));
    q->first += taken;
    q->count -= taken;
}

static LANES_INLINE void walk_turn(const hail_march_job *job, const vtiles *m, march_queue *q, march_done *done,
                                   vwalk *w) {
    vm hit;
    vi word;
    const vm ended = walk_on(m, w, &hit, &word);
    const unsigned bits = vm_bits(ended);
    if (!bits)
        return;
    const vi how = vi_select(hit, vi_or(w->how, vi_set1(MARCH_HIT)), vi_set1(0));
    march_put(done, bits, w->id, how, word, w->px, w->py, w->t);
    w->live = vm_and_not(w->live, ended);
    if (done->count >= MARCH_WAITING)
        write_done(job, m, done);
    walk_take(job, m, q, done, w);
}

static vwalk walk_none(void) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    return (vwalk){{zero, zero, one, zero, one, one, zero, one}, zero, zero, zero, vi_set1(0), vi_set1(0), vm_first(0)};
}

void HAIL_KERNEL(march)(const hail_march_job *given, uint32_t begin, uint32_t end) {
    const hail_march_job job = *given;
    const vtiles m = tiles_of(&job.view);
    march_queue queue = {.next = begin, .end = end};
    march_done done = {0};
    vwalk one = walk_none(), two = walk_none();
    /* A ray that is done at once may be all that a filling brings. */
    do {
        walk_take(&job, &m, &queue, &done, &one);
        walk_take(&job, &m, &queue, &done, &two);
        while (vm_bits(vm_or(one.live, two.live))) {
            walk_turn(&job, &m, &queue, &done, &one);
            walk_turn(&job, &m, &queue, &done, &two);
        }
        write_done(&job, &m, &done);
    } while (queue.next < queue.end || queue.count);
}
