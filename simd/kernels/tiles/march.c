/* simd/kernels/tiles/march.c - docs/arithmetic.md, "Rays": every pixel that a ray passes, one ray a lane.
 *
 * A stretch takes a lane across a square that is known to be free: of empty cells, or of open pixels within a tile
 * (sphere tracing, J. Hart 1996, with squares for spheres). It ends at the very pixel that a walk from pixel to pixel
 * would reach, because both compare the same quotients in the same order. Rays move as a crowd: in each round every ray
 * moves one stretch. So no vector waits for another, what a ray looks at next is in the cache by then, and the rays
 * that are left share full vectors.
 *
 * Rays go to the right and down here: an axis along which one goes the other way is mirrored, by the sign of every
 * coordinate. A pixel is named by the boundaries ahead of it, which the ray passes next. */
#include "march_answers.h"

/* ---- A ray's stretches ------------------------------------------------------------------------------------------ */

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
enum { CROWD = 256 };

typedef struct march_crowd {
    uint32_t count;
    uint32_t begin, next, end, last; /* the block's first ray, the first that has not joined, the end; of all blocks */
    float column[COLUMNS][CROWD + HAIL_SLACK];
    uint32_t id[CROWD + HAIL_SLACK], known_at[CROWD + HAIL_SLACK];
    bool timed;    /* no more than distances, and which rays hit, is asked for */
    uint32_t hits; /* since the last march_note */
    uint32_t hit_id[CROWD + HAIL_SLACK], hit_word[CROWD + HAIL_SLACK];
    float hit_px[CROWD + HAIL_SLACK], hit_py[CROWD + HAIL_SLACK];
    float hit_t[CROWD + HAIL_SLACK]; /* instead of the three above, if timed */
} march_crowd;

typedef struct vwalk {
    vf column[COLUMNS];
    vi id, known; /* known: of the pixel's cell */
    vm live;
} vwalk;

/* The t at which rays entered their pixels. A boundary behind one that has not moved is passed at 0 or before. */
static LANES_INLINE vf walk_entered(const vwalk *w) {
    const vf one = vf_set1(1.0f), *c = w->column;
    const vf tx = vf_mul(vf_sub(vf_sub(c[COLUMN_NEXT_X], one), c[COLUMN_X]), c[COLUMN_INVERSE_X]),
             ty = vf_mul(vf_sub(vf_sub(c[COLUMN_NEXT_Y], one), c[COLUMN_Y]), c[COLUMN_INVERSE_Y]);
    return vf_max(vf_max(tx, ty), vf_set1(0.0f));
}

static LANES_INLINE void crowd_hits(march_crowd *crowd, unsigned bits, const vwalk *w, vi word, vf px, vf py) {
    const uint32_t at = crowd->hits;
    crowd->hits = at + vm_count_bits(bits);
    vi_compress_store(crowd->hit_id + at, bits, w->id);
    if (crowd->timed) {
        vf_compress_store(crowd->hit_t + at, bits, walk_entered(w));
        return;
    }
    vi_compress_store(crowd->hit_word + at, bits, word);
    vf_compress_store(crowd->hit_px + at, bits, px);
    vf_compress_store(crowd->hit_py + at, bits, py);
}

/* The lanes `here` are in tiles or in the border. Lists hits. Returns how many pixels ahead of each lane, its own
 * included, are open; *stop: the lanes that hit something, or left the map. */
static LANES_INLINE vf tile_ahead(const vtiles *m, march_crowd *crowd, const vwalk *w, const vplace *x, const vplace *y,
                                  vi shift, vm here, vm *stop) {
    const vi zero = vi_set1(0);
    const vi word = tiles_word(m, w->known, here, x->cell, y->cell);
    const vm none = vi_eq(vi_and(word, vi_set1(HAIL_CELL_NUMBER | HAIL_CELL_OWN)), zero);
    const vm tile = vm_and_not(here, none), border = vm_and(here, none);
    vi field = tiles_field(m, vi_keep(tile, word), place_within(x), place_within(y), shift);
    if (m->view->kinds != UINT32_MAX)
        field = vi_select(tiles_wanted(m, word), field, vi_set1(TILE_OPEN));
    const vm solid = vm_and(tile, vi_eq(field, zero));
    *stop = vm_or(solid, border);
    crowd_hits(crowd, vm_bits(m->view->outside_solid ? *stop : solid), w, word, x->pixel, y->pixel);
    return vi_to_float(field);
}

/* ---- Where a stretch ends */

/* Boundaries of an axis that are next to where rays are at t, and which of them they have passed by then: in x those
 * passed at t or before, in y those passed at t or before and sooner than the stretch's end in x (`sooner`). */
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

/* What lies ahead of a vector of rays. */
typedef struct vahead {
    vf x, y; /* the boundaries up to which everything is open */
    vm stop; /* the lanes that hit something, or left the map */
} vahead;

static LANES_INLINE vahead look_ahead(const vtiles *m, march_crowd *crowd, const vwalk *w, vi signs_x, vi signs_y) {
    const vf next_x = w->column[COLUMN_NEXT_X], next_y = w->column[COLUMN_NEXT_Y];
    const vplace x = place_of(signs_x, next_x, m->width, m->inverse_width),
                 y = place_of(signs_y, next_y, m->height, m->inverse_height);
    const vi last = vi_set1(HAIL_FIELD_FAR);
    const vm empty = vi_gt(vi_and(w->known, last), vi_set1(0)), here = vm_and_not(w->live, empty);
    const vi shift = vi_sub(vi_set1(12), vi_or(vi_shift_right(signs_x, 29), vi_shift_right(signs_y, 28)));
    const vi square = vi_and(vi_shift_right_by(w->known, shift), last);
    const vf cells = vi_to_float(vi_keep(empty, vi_sub(square, vi_set1(1)))); /* more than its own */
    vahead a = {vf_add(place_edge(&x), vf_mul(cells, m->width)), vf_add(place_edge(&y), vf_mul(cells, m->height)),
                vm_first(0)};
    if (!vm_bits(here))
        return a;
    const vf open = tile_ahead(m, crowd, w, &x, &y, shift, here, &a.stop);
    const vf more = vf_sub(vf_select(here, open, vf_set1(TILES_WIDEST)), vf_set1(1.0f));
    a.x = vf_min(a.x, vf_add(next_x, more));
    a.y = vf_min(a.y, vf_add(next_y, more));
    return a;
}

/* Stores the rays that go on, and prefetches what they look at next, a whole round ahead. */
static LANES_INLINE uint32_t crowd_store(const vtiles *m, march_crowd *crowd, const vwalk *w, vm goes, uint32_t to) {
    const unsigned bits = vm_bits(goes);
    const vi sign = vi_set1(INT32_MIN);
    for (int i = 0; i < COLUMNS; i++)
        vf_compress_store(crowd->column[i] + to, bits, w->column[i]);
    vi_compress_store(crowd->id + to, bits, w->id);
    const vplace x = place_of(vi_and(vi_from_bits(w->column[COLUMN_UX]), sign), w->column[COLUMN_NEXT_X], m->width,
                              m->inverse_width),
                 y = place_of(vi_and(vi_from_bits(w->column[COLUMN_UY]), sign), w->column[COLUMN_NEXT_Y], m->height,
                              m->inverse_height);
    uint32_t *at = crowd->known_at + to;
    vi_compress_store(at, bits, vi_keep(goes, tiles_known(m, x.cell, y.cell)));
    HAIL_IN_MEMORY(at);
    lanes_fetch_halves(m->view->known, at, HAIL_LANES); /* a loop of as many as go on would be mispredicted */
    return vm_count_bits(bits);
}

/* Moves a vector of rays by one stretch, and stores those that go on from `to` on. */
static LANES_INLINE uint32_t crowd_on(const vtiles *m, march_crowd *crowd, const vwalk *w, uint32_t to) {
    const vf *c = w->column;
    const vi sign = vi_set1(INT32_MIN);
    const vahead ahead =
        look_ahead(m, crowd, w, vi_and(vi_from_bits(c[COLUMN_UX]), sign), vi_and(vi_from_bits(c[COLUMN_UY]), sign));
    const vf tx = vf_mul(vf_sub(ahead.x, c[COLUMN_X]), c[COLUMN_INVERSE_X]),
             ty = vf_mul(vf_sub(ahead.y, c[COLUMN_Y]), c[COLUMN_INVERSE_Y]), t = vf_min(tx, ty);
    const vm goes = vm_and_not(vm_and(w->live, vf_le(t, c[COLUMN_END])), ahead.stop);
    const vpassing in_x = {c[COLUMN_X], c[COLUMN_INVERSE_X], t, tx, false},
                   in_y = {c[COLUMN_Y], c[COLUMN_INVERSE_Y], t, tx, true};
    vwalk moved = *w;
    /* Not back: a ray may start on the boundary behind it. */
    moved.column[COLUMN_NEXT_X] = vf_max(next_boundary(m, &in_x, vf_abs(c[COLUMN_UX]), goes), c[COLUMN_NEXT_X]);
    moved.column[COLUMN_NEXT_Y] = vf_max(next_boundary(m, &in_y, vf_abs(c[COLUMN_UY]), goes), c[COLUMN_NEXT_Y]);
    return crowd_store(m, crowd, &moved, goes, to);
}

/* ---- A crowd of rays --------------------------------------------------------------------------------------------- */

enum { JOIN_AHEAD = 96 }; /* rays: so far ahead cells are prefetched where rays start */

static LANES_INLINE vi start_cell(vf at, float corner, vf inverse_size, uint32_t cells) {
    const vf cell = vf_add(vf_mul(vf_sub(at, vf_set1(corner)), inverse_size), vf_set1(1.0f));
    return vf_truncate(vf_min(vf_max(cell, vf_set1(0.0f)), vf_set1((float)cells)));
}

static LANES_INLINE void fetch_starts(const hail_march_job *job, const vtiles *m, uint32_t i, uint32_t n) {
    const hail_tile_view *v = &job->view;
    const vi column = start_cell(vf_load_n(job->x + i, n), v->x, m->inverse_width, v->columns),
             row = start_cell(vf_load_n(job->y + i, n), v->y, m->inverse_height, v->rows);
    uint32_t known_at[HAIL_LANES];
    vi_store(known_at, tiles_known(m, column, row));
    HAIL_IN_MEMORY(known_at);
    lanes_fetch_halves(v->known, known_at, HAIL_LANES);
}

/* The boundary ahead of a pixel. */
static LANES_INLINE vf ahead_of(vf pixel, vf u) {
    const vf half = vf_set1(0.5f);
    return vf_add(mirrored(vf_add(pixel, half), vi_and(vi_from_bits(u), vi_set1(INT32_MIN))), half);
}

/* Adds the next vector of rays, and moves it by its first stretch: short rays, as bullets' paths are, mostly end there.
 */
static LANES_INLINE void crowd_join(const hail_march_job *job, const vtiles *m, march_crowd *crowd, march_notes *notes) {
    const uint32_t i = crowd->next, n = lanes_left(i, crowd->end);
    if (crowd->last - i > JOIN_AHEAD)
        fetch_starts(job, m, i + JOIN_AHEAD, lanes_left(i + JOIN_AHEAD, crowd->last));
    crowd->next += n;
    const vgiven g = march_given(job, i, n);
    const vray r = march_ray(job, &g, true);
    const vm some = vm_first(n), never = vm_and(some, r.outside), begins = vm_and_not(some, r.outside);
    const vf px = ray_column(&r), py = ray_row(&r);
    const vi sign = vi_set1(INT32_MIN), id = vi_add(vi_set1((int32_t)(i - crowd->begin)), vi_iota());
    /* All lanes look up a pixel, even those that do not count. */
    const vpixel at = tiles_pixel(m, vf_keep(begins, px), vf_keep(begins, py));
    const vf x = mirrored(vf_keep(begins, r.x), vi_and(vi_from_bits(r.ux), sign)),
             y = mirrored(vf_keep(begins, r.y), vi_and(vi_from_bits(r.uy), sign));
    const vwalk w = {.column = {x, y, r.ux, r.uy, vf_abs(r.inverse_x), vf_abs(r.inverse_y), r.end,
                                ahead_of(at.px, r.ux), ahead_of(at.py, r.uy)},
                     .id = id,
                     .known =
                         vi_gather_halves(m->view->known, tiles_known(m, vf_truncate(at.column), vf_truncate(at.row))),
                     .live = begins};
    if (job->view.outside_solid && vm_bits(never))
        crowd_hits(crowd, vm_bits(never), &w, vi_set1(0), px, py);
    if (crowd->timed)
        march_begin_times(job, &notes->times, i - crowd->begin, i, n, &g, &r);
    crowd->count += crowd_on(m, crowd, &w, crowd->count);
}

/* Moves all rays by one stretch; those that are left move together. */
static LANES_INLINE void crowd_round(const vtiles *m, march_crowd *crowd) {
    const uint32_t count = crowd->count;
    uint32_t left = 0;
    /* Lanes past the last repeat the first. What lay there before could be denormal, which takes long. */
    for (int c = 0; c < COLUMNS; c++)
        vf_store(crowd->column[c] + count, vf_set1(crowd->column[c][0]));
    vi_store(crowd->known_at + count, vi_set1((int32_t)crowd->known_at[0]));
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        vwalk w = {.id = vi_load(crowd->id + i),
                   .known = vi_pick_halves(m->view->known, crowd->known_at + i),
                   .live = vm_first(lanes_left(i, count))};
        for (int c = 0; c < COLUMNS; c++)
            w.column[c] = vf_load(crowd->column[c] + i);
        left += crowd_on(m, crowd, &w, left);
    }
    crowd->count = left;
}

/* ---- The march --------------------------------------------------------------------------------------------------- */

/* Notes where the rays end that hit something. */
static inline void march_note_ends(const march_crowd *crowd, march_ends *ends) {
    for (uint32_t i = 0; i < crowd->hits; i++) {
        const uint32_t at = crowd->hit_id[i];
        ends->word[at] = crowd->hit_word[i];
        ends->px[at] = crowd->hit_px[i];
        ends->py[at] = crowd->hit_py[i];
    }
}

static inline void march_note(const hail_march_job *job, march_crowd *crowd, march_notes *notes) {
    if (crowd->timed)
        march_write_times(job, &notes->times, crowd->begin, crowd->hit_id, crowd->hit_t, crowd->hits);
    else
        march_note_ends(crowd, &notes->ends);
    crowd->hits = 0;
}

static void march_block(const hail_march_job *job, const vtiles *m, uint32_t begin, uint32_t end, uint32_t last,
                        march_notes *notes) {
    march_crowd crowd;
    crowd.count = crowd.hits = 0;
    crowd.begin = crowd.next = begin;
    crowd.end = end;
    crowd.last = last;
    crowd.timed = march_timed(job);
    if (!crowd.timed)
        march_begin(&notes->ends, end - begin);
    do {
        /* New rays join when half of the crowd is done, so that rounds with few rays are rare. */
        while (crowd.count <= CROWD / 2 && crowd.next < end) {
            for (uint32_t k = crowd.count; k + HAIL_LANES <= CROWD && crowd.next < end; k += HAIL_LANES)
                crowd_join(job, m, &crowd, notes);
            march_note(job, &crowd, notes);
        }
        if (crowd.count)
            crowd_round(m, &crowd);
        march_note(job, &crowd, notes);
    } while (crowd.count || crowd.next < end);
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
