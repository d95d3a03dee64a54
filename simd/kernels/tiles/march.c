/* simd/kernels/tiles/march.c - docs/arithmetic.md, "Rays": every pixel that a ray passes, one ray a lane.
 *
 * A stretch takes a lane across a square that is known to be free: of empty cells, or of open pixels within a tile
 * (sphere tracing, J. Hart 1996, with squares for spheres). It ends at the very pixel that a walk from pixel to pixel
 * would reach, because both compare the same quotients in the same order. Rays move as a crowd: in each round every ray
 * moves one stretch. So no vector waits for another, what a ray looks at next is in the cache by then, and the rays
 * that are left share full vectors. */
#include "ray_lanes.h"

void HAIL_KERNEL(solid_points)(const hail_tile_view *view, const float *x, const float *y, size_t count,
                               uint8_t *solid) {
    const vtiles m = tiles_of(view);
    const vf zero = vf_set1(0.0f), wide = vf_set1((float)(view->columns * view->width)),
             high = vf_set1((float)(view->rows * view->height));
    const vm outside_bits = vm_from_bits(view->outside_solid ? HAIL_ALL_LANES : 0);
    for (size_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = count - i < HAIL_LANES ? (uint32_t)(count - i) : HAIL_LANES;
        const vf at_x = ray_number(vf_sub(vf_load_n(x + i, n), vf_set1(view->x)));
        const vf at_y = ray_number(vf_sub(vf_load_n(y + i, n), vf_set1(view->y)));
        const vm inside =
            vm_and(vm_and(vf_ge(at_x, zero), vf_lt(at_x, wide)), vm_and(vf_ge(at_y, zero), vf_lt(at_y, high)));
        const vf px = vi_to_float(vf_truncate(vf_select(inside, at_x, zero)));
        const vf py = vi_to_float(vf_truncate(vf_select(inside, at_y, zero)));
        const vpixel at = tiles_pixel(&m, px, py);
        uint32_t known_at[HAIL_LANES];
        vi_store(known_at, tiles_known(&m, &at));
        const vsight s = tiles_see(&m, &at, known_at, inside, inside, inside);
        const unsigned bits = vm_bits(vm_or(s.solid, vm_and_not(outside_bits, inside)));
        for (uint32_t k = 0; k < n; k++)
            solid[i + k] = bits >> k & 1u;
    }
}

/* What near_solid knows of an axis: the border's corner, as seen from either end of a path, cells a px, the last cell.
 */
typedef struct vaxis {
    vf low, high, inverse, last;
} vaxis;

static LANES_INLINE vaxis axis_of(float corner, uint32_t cells, uint32_t size) {
    const float cell = (float)size, side = (float)(cells * size);
    const float margin = (fabsf(corner) + side) * HAIL_NEAR_SOLID_MARGIN;
    return (vaxis){vf_set1(corner + margin - cell), vf_set1(corner - margin - cell), vf_set1(1.0f / cell),
                   vf_set1((float)cells + 1.0f)};
}

/* The cell at the lower end of the path that ends at `at`, and how many more there are to the upper end. What is beyond
 * the border counts as the border, of which no window is empty, or there are more cells than a window has. */
typedef struct vspan {
    vi cell, more;
} vspan;

static LANES_INLINE vspan axis_span(const vaxis *a, vf at, vf d) {
    const vf from = vf_sub(at, d), low = vf_mul(vf_sub(vf_min(from, at), a->low), a->inverse),
             high = vf_mul(vf_sub(vf_max(from, at), a->high), a->inverse);
    const vi cell = vf_truncate(vf_min(vf_max(low, vf_set1(0.0f)), a->last));
    return (vspan){cell, vi_sub(vf_truncate(high), cell)};
}

/* Bits: the lanes that may touch something. */
static LANES_INLINE unsigned near_bits(const uint32_t *windows, vi pitch, vspan x, vspan y) {
    const vi one = vi_set1(1);
    const vi word = vi_gather(windows, vi_add(vi_mul(y.cell, pitch), vi_shift_right(x.cell, 3)));
    const vi window = vi_add(vi_shift_left(x.cell, 2), vi_add(x.more, vi_add(y.more, y.more)));
    const vi full = vi_and(vi_shift_right_by(word, vi_and(window, vi_set1(31))), one);
    const vi beyond = vi_and(vi_or(x.more, y.more), vi_set1(~1));
    return ~vm_bits(vi_eq(vi_or(full, beyond), vi_set1(0))) & HAIL_ALL_LANES;
}

uint32_t HAIL_KERNEL(near_solid)(const hail_tile_view *view, const float *x, const float *y, const float *dx,
                                 const float *dy, uint32_t count, uint32_t *near_list) {
    const vaxis across = axis_of(view->x, view->columns, view->width),
                down = axis_of(view->y, view->rows, view->height);
    const uint32_t *const windows = view->windows;
    const vi pitch = vi_set1((int32_t)(view->columns + 2 + 7) / 8);
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vspan sx = axis_span(&across, vf_load_n(x + i, n), vf_load_n(dx + i, n)),
                    sy = axis_span(&down, vf_load_n(y + i, n), vf_load_n(dy + i, n));
        const unsigned bits = near_bits(windows, pitch, sx, sy) & HAIL_ALL_LANES >> (HAIL_LANES - n);
        if (!bits)
            continue;
        vi_compress_store(near_list + listed, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
        listed += vm_count_bits(bits);
    }
    return listed;
}

/* ---- A ray's stretches ----------------------------------------------------------------------------------------- */

typedef struct vwalk {
    vf x, y, ux, uy, inverse_x, inverse_y, end; /* as in vray */
    vi id;
    vpixel at;
    const uint32_t *known_at; /* see tiles_known */
    vm live;
} vwalk;

/* t beyond which the error of a position may pass half a pixel. */
static const float MARCH_NEAR = 1048576.0f;

/* A ray passes a boundary in x, or in y, at t: which pixel is it in along the other axis? It passes that axis' boundary
 * B at (B - origin) * inverse: before a boundary in x if that is less than t, before one in y if it is not more than
 * t. */
typedef struct vother {
    vf origin, u, inverse;
    vm forward;
} vother;

static LANES_INLINE vm march_passed(const vother *o, vf boundary, vf t, vm by_x) {
    const vf at = vf_mul(vf_sub(boundary, o->origin), o->inverse);
    const vm behind = vm_and(o->forward, vf_le(boundary, o->origin)); /* the ray starts beyond the boundary, or on it */
    return vm_or(vm_or(behind, vf_lt(at, t)), vm_and_not(vf_eq(at, t), by_x));
}

/* The boundary nearest to the position decides: rounding error does not reach the next ones. */
static LANES_INLINE vf march_other(const vother *o, vf t, vm by_x, vm live) {
    const vf one = vf_set1(1.0f);
    const vf near = vf_add(vf_add(o->origin, vf_mul(o->u, t)), vf_set1(0.5f));
    vf boundary = vi_to_float(vf_truncate(near));
    vm passed = march_passed(o, boundary, t, by_x);
    const vf forward = vf_select(o->forward, one, vf_set1(-1.0f));
    for (vm far = vm_and(live, vf_gt(t, vf_set1(MARCH_NEAR))); vm_bits(far);) { /* beyond that t it may */
        const vf next = vf_select(passed, vf_add(boundary, forward), vf_sub(boundary, forward));
        const vm next_passed = march_passed(o, next, t, by_x);
        const vm wrong = vm_or(vm_and(passed, next_passed), vm_and_not(vm_and_not(far, passed), next_passed));
        far = vm_and(far, wrong);
        boundary = vf_select(far, next, boundary);
        passed = vm_or(vm_and(far, next_passed), vm_and_not(passed, far));
    }
    /* Beyond the boundary lies the pixel with its number or, going backwards, the one before. */
    const vm beyond = vm_or(vm_and(passed, o->forward), vm_and_not(vm_and_not(live, passed), o->forward));
    return vf_select(beyond, boundary, vf_sub(boundary, one));
}

/* Moves every lane by one stretch, to pixel (px, py). Returns the lanes that are done; *hit are those that hit
 * something. */
static LANES_INLINE vm walk_on(const vtiles *m, const vwalk *w, vm *hit, vi *word, vf *px, vf *py) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    const vm right = vf_ge(w->ux, zero), down = vf_ge(w->uy, zero);
    const vsight s = tiles_see(m, &w->at, w->known_at, right, down, w->live);
    *word = s.word;
    *hit = m->view->outside_solid ? vm_or(s.solid, s.border) : s.solid;
    const vf tx = vf_mul(vf_sub(s.x, w->x), w->inverse_x), ty = vf_mul(vf_sub(s.y, w->y), w->inverse_y);
    const vm by_x = vf_le(tx, ty);
    const vf t = vf_select(by_x, tx, ty);
    const vm done = vm_and(vm_or(vm_or(s.solid, s.border), vf_gt(t, w->end)), w->live),
             goes = vm_and_not(w->live, done);
    const vother other = {vf_select(by_x, w->y, w->x), vf_select(by_x, w->uy, w->ux),
                          vf_select(by_x, w->inverse_y, w->inverse_x),
                          vm_or(vm_and(by_x, down), vm_and_not(right, by_x))};
    const vf at = march_other(&other, t, by_x, goes);
    const vf nx = vf_select(by_x, vf_select(right, s.x, vf_sub(s.x, one)), at);
    const vf ny = vf_select(by_x, at, vf_select(down, s.y, vf_sub(s.y, one)));
    *px = vf_select(goes, nx, w->at.px);
    *py = vf_select(goes, ny, w->at.py);
    return done;
}

/* ---- A crowd of rays --------------------------------------------------------------------------------------------- */

enum {
    COLUMN_X,
    COLUMN_Y,
    COLUMN_UX,
    COLUMN_UY,
    COLUMN_INVERSE_X,
    COLUMN_INVERSE_Y,
    COLUMN_END,
    COLUMN_PX,
    COLUMN_PY,
    COLUMNS
};
enum { CROWD = 256 };

typedef struct march_crowd {
    uint32_t count;
    uint32_t begin, next, end; /* the block's first ray, the first that has not joined, the end */
    float column[COLUMNS][CROWD + HAIL_SLACK];
    uint32_t id[CROWD + HAIL_SLACK], known_at[CROWD + HAIL_SLACK];
} march_crowd;

/* Moves a vector of rays by one stretch, and stores those that go on from `to` on. What they look at next is
 * prefetched, a whole round ahead. */
static LANES_INLINE uint32_t crowd_on(const vtiles *m, march_crowd *crowd, const vwalk *w, uint32_t to,
                                      march_ends *ends) {
    vm hit;
    vi word;
    vf px, py;
    const vm ended = walk_on(m, w, &hit, &word, &px, &py);
    const unsigned hits = vm_bits(vm_and(ended, hit)), bits = vm_bits(vm_and_not(w->live, ended));
    if (hits)
        march_put(ends, hits, w->id, word, w->at.px, w->at.py);
    const vf columns[COLUMNS] = {w->x, w->y, w->ux, w->uy, w->inverse_x, w->inverse_y, w->end, px, py};
    for (int c = 0; c < COLUMNS; c++)
        vf_compress_store(crowd->column[c] + to, bits, columns[c]);
    vi_compress_store(crowd->id + to, bits, w->id);
    const vpixel next = tiles_pixel(m, px, py);
    vi_compress_store(crowd->known_at + to, bits, tiles_known(m, &next));
    lanes_fetch_halves(m->view->known, crowd->known_at + to, vm_count_bits(bits));
    return vm_count_bits(bits);
}

/* Adds the next vector of rays, and moves it by its first stretch: short rays, as bullets' paths are, mostly end there.
 */
static LANES_INLINE void crowd_join(const hail_march_job *job, const vtiles *m, march_crowd *crowd, march_ends *ends) {
    const uint32_t i = crowd->next, n = lanes_left(i, crowd->end);
    crowd->next += n;
    const vgiven g = march_given(job, i, n);
    const vray r = march_ray(job, &g, true);
    const vm some = vm_first(n), never = vm_and(some, r.outside), begins = vm_and_not(some, r.outside);
    const vf zero = vf_set1(0.0f), px = ray_column(&r), py = ray_row(&r);
    vwalk w = {.x = r.x,
               .y = r.y,
               .ux = r.ux,
               .uy = r.uy,
               .inverse_x = r.inverse_x,
               .inverse_y = r.inverse_y,
               .end = r.end,
               .id = vi_add(vi_set1((int32_t)(i - crowd->begin)), vi_iota()),
               .live = begins};
    if (job->view.outside_solid && vm_bits(never))
        march_put(ends, vm_bits(never), w.id, vi_set1(0), px, py);
    /* All lanes look up a pixel, even those that do not count. */
    w.at = tiles_pixel(m, vf_select(begins, px, zero), vf_select(begins, py, zero));
    uint32_t known_at[HAIL_LANES];
    vi_store(known_at, tiles_known(m, &w.at));
    w.known_at = known_at;
    crowd->count += crowd_on(m, crowd, &w, crowd->count, ends);
}

/* Moves all rays by one stretch; those that are left move together. */
static LANES_INLINE void crowd_round(const vtiles *m, march_crowd *crowd, march_ends *ends) {
    const uint32_t count = crowd->count;
    uint32_t left = 0;
    /* Lanes past the last repeat the first. What lay there before could be denormal, which takes long. */
    for (int c = 0; c < COLUMNS; c++)
        vf_store(crowd->column[c] + count, vf_set1(crowd->column[c][0]));
    vi_store(crowd->known_at + count, vi_set1((int32_t)crowd->known_at[0]));
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        vwalk w = {.x = vf_load(crowd->column[COLUMN_X] + i),
                   .y = vf_load(crowd->column[COLUMN_Y] + i),
                   .ux = vf_load(crowd->column[COLUMN_UX] + i),
                   .uy = vf_load(crowd->column[COLUMN_UY] + i),
                   .inverse_x = vf_load(crowd->column[COLUMN_INVERSE_X] + i),
                   .inverse_y = vf_load(crowd->column[COLUMN_INVERSE_Y] + i),
                   .end = vf_load(crowd->column[COLUMN_END] + i),
                   .id = vi_load(crowd->id + i),
                   .live = vm_first(lanes_left(i, count))};
        w.at = tiles_pixel(m, vf_load(crowd->column[COLUMN_PX] + i), vf_load(crowd->column[COLUMN_PY] + i));
        w.known_at = crowd->known_at + i;
        left += crowd_on(m, crowd, &w, left, ends);
    }
    crowd->count = left;
}

/* ---- Hits ------------------------------------------------------------------------------------------------------- */

/* The edge by which a ray entered its last pixel, unless it starts there: the one passed later, or the one in y if both
 * are passed at once. */
typedef struct ventry {
    vm hit, stays, last_x; /* stays: it hits the pixel where it starts */
    vm by_x, by_y;         /* the side has a normal in x, in y */
    vf edge_x, edge_y, t;
} ventry;

static LANES_INLINE ventry entry_of(const vray *r, vi word, vf px, vf py) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    const vm all = vm_from_bits(HAIL_ALL_LANES), hit = vm_and_not(all, vi_eq(word, vi_set1((int32_t)MARCH_MISS)));
    const vm moved_x = vm_and_not(hit, vf_eq(px, ray_column(r)));
    const vm moved_y = vm_and_not(hit, vf_eq(py, ray_row(r)));
    ventry e = {.hit = hit,
                .edge_x = vf_add(px, vf_select(r->right, zero, one)),
                .edge_y = vf_add(py, vf_select(r->down, zero, one))};
    const vf tx = vf_mul(vf_sub(e.edge_x, r->x), r->inverse_x), ty = vf_mul(vf_sub(e.edge_y, r->y), r->inverse_y);
    e.last_x = vm_and_not(moved_x, vm_and_not(moved_y, vf_gt(tx, ty)));
    const vm last_y = vm_and_not(moved_y, e.last_x);
    e.stays = vm_and_not(hit, vm_or(e.last_x, last_y));
    e.by_x = vm_or(e.last_x, vm_and(e.stays, r->by_x));
    e.by_y = vm_or(last_y, vm_and(e.stays, r->by_y));
    e.t = vf_add(r->before, vf_select(e.last_x, tx, vf_select(last_y, ty, zero)));
    return e;
}

static LANES_INLINE vf entry_distance(const ventry *e, const vray *r) {
    return vf_add(vf_mul(e->t, r->norm), vf_set1(0.0f));
}
static LANES_INLINE vf entry_normal(vm by, vm forward) {
    return vf_select(by, vf_select(forward, vf_set1(-1.0f), vf_set1(1.0f)), vf_set1(0.0f));
}

static LANES_INLINE void write_rows(const hail_march_job *job, const vtiles *m, const uint32_t *ray, uint32_t n,
                                    const vgiven *g, vi word, vf px, vf py) {
    const vray r = march_ray(job, g, true);
    const ventry e = entry_of(&r, word, px, py);
    march_row row = {.x = vf_add(g->x, vf_mul(r.ux, e.t)),
                     .y = vf_add(g->y, vf_mul(r.uy, e.t)),
                     .distance = entry_distance(&e, &r),
                     .normal_x = entry_normal(e.by_x, r.right),
                     .normal_y = entry_normal(e.by_y, r.down),
                     .hit = e.hit,
                     .started = vm_and_not(e.stays, vm_or(r.by_x, r.by_y))};
    row.x = vf_select(e.by_x, vf_add(e.edge_x, vf_set1(job->view.x)), row.x);
    row.y = vf_select(e.by_y, vf_add(e.edge_y, vf_set1(job->view.y)), row.y);
    march_missed(job, g, &r, &row);
    march_write_vector(job, m, ray, n, word, px, py, &row);
}

static LANES_INLINE void write_pixels(const hail_march_job *job, const vtiles *m, uint32_t at, uint32_t n, vm hit,
                                      vi word, vf given_px, vf given_py) {
    const hail_march_answers *c = job->answers;
    const vi zero = vi_set1(0);
    const vf px = march_clamp(given_px, job->view.columns * job->view.width),
             py = march_clamp(given_py, job->view.rows * job->view.height);
    if (c->pixel_x)
        vi_store_n(c->pixel_x + at, vi_select(hit, vf_truncate(px), zero), n);
    if (c->pixel_y)
        vi_store_n(c->pixel_y + at, vi_select(hit, vf_truncate(py), zero), n);
    if (!c->cell)
        return;
    const vf one = vf_set1(1.0f), column = vf_sub(tiles_column(m, px), one), line = vf_sub(tiles_row(m, py), one);
    const vi number = vi_and(word, vi_set1(HAIL_CELL_NUMBER | HAIL_CELL_OWN));
    const vi cell = vi_add(vi_mul(vf_truncate(line), vi_set1((int32_t)job->view.columns)), vf_truncate(column));
    vi_store_n(c->cell + at, vi_select(vm_and_not(hit, vi_eq(number, zero)), cell, zero), n);
}

/* The same, but only what is asked for. The rays are neighbours. */
static LANES_INLINE void write_columns(const hail_march_job *job, const vtiles *m, const uint32_t *ray, uint32_t n,
                                       const vgiven *g, vi word, vf px, vf py) {
    const hail_march_answers *c = job->answers;
    const uint32_t at = ray[0];
    const vray r = march_ray(job, g, true);
    const ventry e = entry_of(&r, word, px, py);
    if (c->distance)
        vf_store_n(c->distance + at, vf_select(e.hit, entry_distance(&e, &r), march_length(job, g, &r)), n);
    if (c->hit) {
        const unsigned bits = vm_bits(e.hit);
        for (uint32_t k = 0; k < n; k++)
            c->hit[at + k] = bits >> k & 1u;
    }
    if (c->normal_x)
        vf_store_n(c->normal_x + at, entry_normal(e.by_x, r.right), n);
    if (c->normal_y)
        vf_store_n(c->normal_y + at, entry_normal(e.by_y, r.down), n);
    if (c->pixel_x || c->pixel_y || c->cell)
        write_pixels(job, m, at, n, e.hit, word, px, py);
}

/* ---- The march --------------------------------------------------------------------------------------------------- */

static void march_block(const hail_march_job *job, const vtiles *m, uint32_t begin, uint32_t end, march_ends *ends) {
    march_crowd crowd;
    crowd.count = 0;
    crowd.begin = crowd.next = begin;
    crowd.end = end;
    march_begin(ends, end - begin);
    do {
        /* New rays join when half of the crowd is done, so that rounds with few rays are rare. */
        while (crowd.count <= CROWD / 2 && crowd.next < end)
            for (uint32_t k = crowd.count; k + HAIL_LANES <= CROWD && crowd.next < end; k += HAIL_LANES)
                crowd_join(job, m, &crowd, ends);
        if (crowd.count)
            crowd_round(m, &crowd, ends);
    } while (crowd.count || crowd.next < end);
}

uint32_t HAIL_KERNEL(march)(const hail_march_job *given, uint32_t begin, uint32_t end) {
    const hail_march_job job = *given;
    const vtiles m = tiles_of(&job.view);
    march_ends ends;
    uint32_t listed = 0;
    for (uint32_t i = begin; i < end; i += MARCH_BLOCK) {
        const uint32_t count = end - i < MARCH_BLOCK ? end - i : MARCH_BLOCK;
        march_block(&job, &m, i, i + count, &ends);
        listed += job.answers ? march_write(&job, &m, &ends, i, count, 0, write_columns)
                              : march_write(&job, &m, &ends, i, count, listed, write_rows);
    }
    return listed;
}
