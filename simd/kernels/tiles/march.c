/* simd/kernels/tiles/march.c - docs/arithmetic.md, "Rays": every pixel that a ray passes, one ray a lane.
 *
 * A segment takes a lane across a square that is known to be free: of empty cells, or of open pixels within a tile
 * (sphere tracing, J. Hart 1996, with squares for spheres). It ends at the very pixel that a walk from pixel to pixel
 * would reach, because both compare the same quotients in the same order. Rays move together: in each round every ray
 * moves one segment. So no vector waits for another, what a ray looks at next is in the cache by then, and the rays
 * that are left share full vectors.
 *
 * Rays go to the right and down here: an axis along which one goes the other way is mirrored, by the sign of every
 * coordinate. A pixel is named by the boundaries ahead of it, which the ray passes next. */
#include "march_answers.h"

/* ---- A ray's segments -------------------------------------------------------------------------------------------- */

enum {
    COLUMN_X,
    COLUMN_Y,
    COLUMN_UX, /* as in vray, not mirrored: the sign tells whether the axis is */
    COLUMN_UY,
    COLUMN_INVERSE_X,
    COLUMN_INVERSE_Y,
    COLUMN_END,
    COLUMN_NEXT_X, /* the boundaries ahead */
    COLUMN_NEXT_Y,
    COLUMNS
};
enum { BATCH = 256, FETCH_AHEAD = 32 };

typedef struct march_batch {
    _Alignas(64) float column[COLUMNS][BATCH + HAIL_SLACK]; /* a vector that crosses cache lines takes longer */
    uint32_t count;
    uint32_t begin, next, end, last; /* the block's first ray, the first that has not joined, the end; of all blocks */
    uint32_t hits;                   /* since the last march_note */
    uint32_t id[BATCH + HAIL_SLACK];
    /* Of one round: each ray's cell, and the t at which its segment ends, and would end in x. */
    uint32_t cell_x[BATCH + HAIL_SLACK], cell_y[BATCH + HAIL_SLACK], known_at[BATCH + HAIL_SLACK];
    float t[BATCH + HAIL_SLACK], tx[BATCH + HAIL_SLACK];
    uint32_t hit_id[BATCH + HAIL_SLACK], hit_word[BATCH + HAIL_SLACK];
    float hit_px[BATCH + HAIL_SLACK], hit_py[BATCH + HAIL_SLACK];
    float hit_t[BATCH + HAIL_SLACK]; /* instead of the three above, if timed */
    bool timed;                      /* no more than distances, and which rays hit, is asked for */
} march_batch;

typedef struct vwalk {
    vf column[COLUMNS];
    vi id;
} vwalk;

/* The t at which rays entered their pixels. A boundary behind one that has not moved is passed at 0 or before. */
static LANES_INLINE vf walk_entered(const vwalk *w) {
    const vf one = vf_set1(1.0f), *c = w->column;
    const vf tx = vf_mul(vf_sub(vf_sub(c[COLUMN_NEXT_X], one), c[COLUMN_X]), c[COLUMN_INVERSE_X]),
             ty = vf_mul(vf_sub(vf_sub(c[COLUMN_NEXT_Y], one), c[COLUMN_Y]), c[COLUMN_INVERSE_Y]);
    return vf_max(vf_max(tx, ty), vf_set1(0.0f));
}

static LANES_INLINE void batch_hits(march_batch *batch, unsigned bits, const vwalk *w, vi word, vf px, vf py) {
    const uint32_t at = batch->hits;
    batch->hits = at + vm_count_bits(bits);
    vi_compress_store(batch->hit_id + at, bits, w->id);
    if (batch->timed) {
        vf_compress_store(batch->hit_t + at, bits, walk_entered(w));
        return;
    }
    vi_compress_store(batch->hit_word + at, bits, word);
    vf_compress_store(batch->hit_px + at, bits, px);
    vf_compress_store(batch->hit_py + at, bits, py);
}

/* The lanes `here` are in tiles or in the border. Lists hits. Returns how many pixels ahead of each lane, its own
 * included, are open; *stop: the lanes that hit something, or left the map. */
static LANES_INLINE vf tile_ahead(const vtiles *m, march_batch *batch, const vwalk *w, const vplace *x, const vplace *y,
                                  vi known, vi shift, vm here, vm *stop) {
    const vi zero = vi_set1(0);
    const vi word = tiles_word(m, known, here, x->cell, y->cell);
    const vm none = vi_eq(vi_and(word, vi_set1(HAIL_CELL_NUMBER | HAIL_CELL_OWN)), zero);
    const vm tile = vm_and_not(here, none), border = vm_and(here, none);
    vi field = tiles_field(m, vi_keep(tile, word), place_within(x), place_within(y), shift);
    if (m->view->kinds != UINT32_MAX)
        field = vi_select(tiles_wanted(m, word), field, vi_set1(TILE_OPEN));
    const vm solid = vm_and(tile, vi_eq(field, zero));
    *stop = vm_or(solid, border);
    batch_hits(batch, vm_bits(m->view->outside_solid ? *stop : solid), w, word, x->pixel, y->pixel);
    return vi_to_float(field);
}

/* ---- Where a segment ends */

/* Boundaries of an axis that are next to where rays are at t, and which of them they have passed by then: in x those
 * passed at t or before, in y those passed at t or before and sooner than the segment's end in x (`sooner`). */
typedef struct vpassing {
    vf start, inverse, t, sooner;
    bool both; /* sooner counts */
} vpassing;

static LANES_INLINE vm passed(const vpassing *p, vf boundary) {
    const vf at = vf_mul(vf_sub(boundary, p->start), p->inverse);
    const vm by_then = vf_le(at, p->t);
    return p->both ? vm_and(by_then, vf_lt(at, p->sooner)) : by_then;
}

/* The first boundary that is not passed. Rounding error reaches no boundary but the nearest one, unless the map is
 * huge. */
static LANES_INLINE vf next_boundary(const vtiles *m, const vpassing *p, vf speed, vm goes) {
    const vf one = vf_set1(1.0f), whole = vf_set1(12582912.0f); /* 1.5 * 2^23: sums with it are whole */
    vf at = vf_sub(vf_add(vf_add(p->start, vf_mul(speed, p->t)), whole), whole);
    vm behind = passed(p, at);
    for (vm wrong = goes; m->huge && vm_bits(wrong);) {
        const vf other = vf_select(behind, vf_add(at, one), vf_sub(at, one));
        const vm other_behind = passed(p, other);
        wrong = vm_and(wrong, vm_or(vm_and(behind, other_behind), vm_and_not(vm_and_not(goes, behind), other_behind)));
        at = vf_select(wrong, other, at);
        behind = vm_or(vm_and(wrong, other_behind), vm_and_not(behind, wrong));
    }
    return vf_add(at, vf_keep(behind, one));
}

/* ---- A round: every ray moves by one segment. Its three steps go over all rays each, so that the processor, which
 * looks a few hundred instructions ahead, works at several vectors at a time. ------------------------------------- */

static LANES_INLINE vwalk batch_load(const march_batch *batch, uint32_t i) {
    vwalk w = {.id = vi_load(batch->id + i)};
    for (int c = 0; c < COLUMNS; c++)
        w.column[c] = vf_load(batch->column[c] + i);
    return w;
}

/* Finds the cells of a vector of rays, and prefetches what is known of them. */
static LANES_INLINE void batch_locate(const vtiles *m, march_batch *batch, uint32_t i) {
    const vi sign = vi_set1(INT32_MIN);
    const vi signs_x = vi_and(vi_from_bits(vf_load(batch->column[COLUMN_UX] + i)), sign),
             signs_y = vi_and(vi_from_bits(vf_load(batch->column[COLUMN_UY] + i)), sign);
    const vi column = place_cell(signs_x, vf_load(batch->column[COLUMN_NEXT_X] + i), m->width, m->inverse_width),
             row = place_cell(signs_y, vf_load(batch->column[COLUMN_NEXT_Y] + i), m->height, m->inverse_height);
    vi_store(batch->cell_x + i, column);
    vi_store(batch->cell_y + i, row);
    vi_store(batch->known_at + i, tiles_known(m, column, row));
    HAIL_IN_MEMORY(batch->known_at);
    lanes_fetch_halves(m->view->known, batch->known_at + i, HAIL_LANES); /* of all: no loop of unknown length */
}

/* What lies ahead of a vector of rays. */
typedef struct vahead {
    vf x, y; /* the boundaries up to which everything is open */
    vm stop; /* the lanes that hit something, or left the map */
} vahead;

static LANES_INLINE vahead look_ahead(const vtiles *m, march_batch *batch, const vwalk *w, uint32_t i, vm live) {
    const vf next_x = w->column[COLUMN_NEXT_X], next_y = w->column[COLUMN_NEXT_Y];
    const vi sign = vi_set1(INT32_MIN), last = vi_set1(HAIL_FIELD_FAR);
    const vi signs_x = vi_and(vi_from_bits(w->column[COLUMN_UX]), sign),
             signs_y = vi_and(vi_from_bits(w->column[COLUMN_UY]), sign);
    const vplace x = place_of(signs_x, next_x, vi_load(batch->cell_x + i), m->width),
                 y = place_of(signs_y, next_y, vi_load(batch->cell_y + i), m->height);
    const vi known = vi_pick_halves(m->view->known, batch->known_at + i);
    const vm empty = vi_gt(vi_and(known, last), vi_set1(0)), here = vm_and_not(live, empty);
    const vi shift = vi_sub(vi_set1(12), vi_or(vi_shift_right(signs_x, 29), vi_shift_right(signs_y, 28)));
    const vi square = vi_and(vi_shift_right_by(known, shift), last);
    const vf cells = vi_to_float(vi_keep(empty, vi_sub(square, vi_set1(1)))); /* more than its own */
    vahead a = {vf_add(place_edge(&x), vf_mul(cells, m->width)), vf_add(place_edge(&y), vf_mul(cells, m->height)),
                vm_first(0)};
    if (!vm_bits(here))
        return a;
    const vf open = tile_ahead(m, batch, w, &x, &y, known, shift, here, &a.stop);
    const vf more = vf_sub(vf_select(here, open, vf_set1(TILES_WIDEST)), vf_set1(1.0f));
    a.x = vf_min(a.x, vf_add(next_x, more));
    a.y = vf_min(a.y, vf_add(next_y, more));
    return a;
}

/* Finds where the rays' segments end. Lists hits. */
static LANES_INLINE void batch_look(const vtiles *m, march_batch *batch) {
    for (uint32_t i = 0; i < batch->count; i += HAIL_LANES) {
        if (i + FETCH_AHEAD < batch->count)
            batch_locate(m, batch, i + FETCH_AHEAD);
        const vwalk w = batch_load(batch, i);
        const vf *c = w.column;
        const vahead ahead = look_ahead(m, batch, &w, i, vm_first(lanes_left(i, batch->count)));
        const vf tx = vf_mul(vf_sub(ahead.x, c[COLUMN_X]), c[COLUMN_INVERSE_X]),
                 ty = vf_mul(vf_sub(ahead.y, c[COLUMN_Y]), c[COLUMN_INVERSE_Y]);
        vf_store(batch->t + i, vf_select(ahead.stop, vf_set1(HAIL_RAY_NEVER), vf_min(tx, ty)));
        vf_store(batch->tx + i, tx);
    }
}

/* Stores the rays of a vector that go on from `to` on. Returns how many. */
static LANES_INLINE uint32_t batch_store(march_batch *batch, const vwalk *w, vm goes, uint32_t to) {
    const unsigned bits = vm_bits(goes);
    for (int i = 0; i < COLUMNS; i++)
        vf_compress_store(batch->column[i] + to, bits, w->column[i]);
    vi_compress_store(batch->id + to, bits, w->id);
    return vm_count_bits(bits);
}

/* Moves the rays to the ends of their segments. Those that go on move together. */
static LANES_INLINE void batch_move(const vtiles *m, march_batch *batch) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < batch->count; i += HAIL_LANES) {
        vwalk w = batch_load(batch, i);
        vf *c = w.column;
        const vf t = vf_load(batch->t + i), tx = vf_load(batch->tx + i);
        const vm goes = vm_and(vm_first(lanes_left(i, batch->count)), vf_le(t, c[COLUMN_END]));
        const vpassing in_x = {c[COLUMN_X], c[COLUMN_INVERSE_X], t, tx, false},
                       in_y = {c[COLUMN_Y], c[COLUMN_INVERSE_Y], t, tx, true};
        /* Not back: a ray may start on the boundary behind it. */
        c[COLUMN_NEXT_X] = vf_max(next_boundary(m, &in_x, vf_abs(c[COLUMN_UX]), goes), c[COLUMN_NEXT_X]);
        c[COLUMN_NEXT_Y] = vf_max(next_boundary(m, &in_y, vf_abs(c[COLUMN_UY]), goes), c[COLUMN_NEXT_Y]);
        left += batch_store(batch, &w, goes, left);
    }
    batch->count = left;
}

static LANES_INLINE void batch_round(const vtiles *m, march_batch *batch) {
    /* Lanes past the last repeat the first. What lay there before could be denormal, which takes long. */
    for (int c = 0; c < COLUMNS; c++)
        vf_store(batch->column[c] + batch->count, vf_set1(batch->column[c][0]));
    for (uint32_t i = 0; i < FETCH_AHEAD && i < batch->count; i += HAIL_LANES)
        batch_locate(m, batch, i);
    batch_look(m, batch);
    batch_move(m, batch);
}

/* ---- Rays that begin --------------------------------------------------------------------------------------------- */

/* The boundary ahead of a pixel. */
static LANES_INLINE vf ahead_of(vf pixel, vf u) {
    const vf half = vf_set1(0.5f);
    return vf_add(mirrored(vf_add(pixel, half), vi_and(vi_from_bits(u), vi_set1(INT32_MIN))), half);
}

enum { RAYS_AHEAD = 128 };

/* Prefetches the columns of a ray. */
static inline void march_fetch_rays(const hail_march_job *job, uint32_t i) {
    HAIL_FETCH(job->x + i);
    HAIL_FETCH(job->y + i);
    HAIL_FETCH(job->dx + i);
    HAIL_FETCH(job->dy + i);
    if (job->length)
        HAIL_FETCH(job->length + i);
}

/* Adds the next vector of rays. */
static LANES_INLINE void batch_join(const hail_march_job *job, march_batch *batch, march_notes *notes) {
    const uint32_t i = batch->next, n = lanes_left(i, batch->end);
    batch->next += n;
    march_fetch_rays(job, i + RAYS_AHEAD < batch->last ? i + RAYS_AHEAD : i);
    const vgiven g = march_given(job, i, n);
    const vray r = march_ray(job, &g, true);
    const vm some = vm_first(n), never = vm_and(some, r.outside), begins = vm_and_not(some, r.outside);
    const vf px = ray_column(&r), py = ray_row(&r);
    const vi sign = vi_set1(INT32_MIN);
    const vwalk w = {.column = {mirrored(r.x, vi_and(vi_from_bits(r.ux), sign)),
                                mirrored(r.y, vi_and(vi_from_bits(r.uy), sign)), r.ux, r.uy, vf_abs(r.inverse_x),
                                vf_abs(r.inverse_y), r.end, ahead_of(px, r.ux), ahead_of(py, r.uy)},
                     .id = vi_add(vi_set1((int32_t)(i - batch->begin)), vi_iota())};
    if (job->view.outside_solid && vm_bits(never)) {
        const vwalk ended = {.id = w.id};
        batch_hits(batch, vm_bits(never), &ended, vi_set1(0), px, py);
    }
    if (batch->timed)
        march_begin_times(job, &notes->times, i - batch->begin, i, n, &g, &r);
    batch->count += batch_store(batch, &w, begins, batch->count);
}

/* ---- The march --------------------------------------------------------------------------------------------------- */

/* Notes where the rays end that hit something. */
static inline void march_note_ends(const march_batch *batch, march_ends *ends) {
    for (uint32_t i = 0; i < batch->hits; i++) {
        const uint32_t at = batch->hit_id[i];
        ends->word[at] = batch->hit_word[i];
        ends->px[at] = batch->hit_px[i];
        ends->py[at] = batch->hit_py[i];
    }
}

static inline void march_note(const hail_march_job *job, march_batch *batch, march_notes *notes) {
    if (batch->timed)
        march_write_times(job, &notes->times, batch->begin, batch->hit_id, batch->hit_t, batch->hits);
    else
        march_note_ends(batch, &notes->ends);
    batch->hits = 0;
}

static void march_block(const hail_march_job *job, const vtiles *m, uint32_t begin, uint32_t end, uint32_t last,
                        march_notes *notes) {
    march_batch batch;
    batch.count = batch.hits = 0;
    batch.begin = batch.next = begin;
    batch.end = end;
    batch.last = last;
    batch.timed = march_timed(job);
    if (!batch.timed)
        march_begin(&notes->ends, end - begin);
    do {
        /* New rays join when half of the batch is done, so that rounds with few rays are rare. */
        if (batch.count <= BATCH / 2) {
            for (uint32_t k = batch.count; k + HAIL_LANES <= BATCH && batch.next < end; k += HAIL_LANES)
                batch_join(job, &batch, notes);
            march_note(job, &batch, notes);
        }
        if (batch.count)
            batch_round(m, &batch);
        march_note(job, &batch, notes);
    } while (batch.count || batch.next < end);
}

uint32_t HAIL_KERNEL(march)(const hail_march_job *given, uint32_t begin, uint32_t end) {
    const hail_march_job job = *given;
    const vtiles m = tiles_of(&job.view);
    march_notes notes;
    uint32_t listed = 0;
    for (uint32_t i = begin; i < end; i += MARCH_BLOCK) {
        const uint32_t count = end - i < MARCH_BLOCK ? end - i : MARCH_BLOCK;
        march_block(&job, &m, i, i + count, end, &notes);
        if (march_timed(&job))
            continue;
        listed += job.answers ? march_write(&job, &m, &notes.ends, i, count, 0, write_columns)
                              : march_write(&job, &m, &notes.ends, i, count, listed, write_rows);
    }
    return listed;
}
