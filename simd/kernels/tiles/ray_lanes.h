/* simd/kernels/tiles/ray_lanes.h - what both ray kernels share: rays in lanes, and hits as rows. */
#ifndef HAIL_SIMD_KERNELS_TILES_RAY_LANES_H
#define HAIL_SIMD_KERNELS_TILES_RAY_LANES_H

#include "pixel_lanes.h"

/* Numbers in px that are nearer to 0 than HAIL_NEAR_ZERO are 0. */
static LANES_INLINE vf ray_number(vf a) { return vf_not_tiny(a, HAIL_NEAR_ZERO); }

static LANES_INLINE vf vf_floor(vf a) { /* of what fits into an integer */
    const vf whole = vi_to_float(vf_truncate(a));
    return vf_select(vf_gt(whole, a), vf_sub(whole, vf_set1(1.0f)), whole);
}

/* A ray in the map's own coordinates. u is its direction, scaled so that its larger part is 1 or -1: t along the ray
 * counts pixels of that axis. inverse_x and inverse_y are the t that a pixel along that axis takes. */
typedef struct vray {
    vf x, y, ux, uy, inverse_x, inverse_y;
    vf end;            /* in t */
    vf norm;           /* px for a t of 1 */
    vf before;         /* t that was spent outside the map; x and y are where the ray entered */
    vm by_x, by_y;     /* the side by which the map was entered */
    vm right, down;    /* or 0 along that axis */
    vm left_of, above; /* it was entered, and a position on a pixel's edge means the pixel before */
    vm outside;        /* the ray starts outside and does not enter */
} vray;

/* Moves rays that start outside to where they enter. */
static LANES_INLINE void ray_enter(const hail_tile_view *view, vray *r, vm outside_x, vm outside_y) {
    const vf zero = vf_set1(0.0f), wide = vf_set1((float)(view->columns * view->width)),
             high = vf_set1((float)(view->rows * view->height));
    const vm outside = vm_or(outside_x, outside_y);
    const vf edge_x = vf_select(r->right, zero, wide), edge_y = vf_select(r->down, zero, high);
    const vf tx = vf_mul(vf_sub(edge_x, r->x), r->inverse_x), ty = vf_mul(vf_sub(edge_y, r->y), r->inverse_y);
    const vm away = vm_or(vm_and(outside_x, vf_lt(tx, zero)), vm_and(outside_y, vf_lt(ty, zero)));
    const vm by_x = vm_and_not(outside_x, vm_and_not(outside_y, vf_gt(tx, ty)));
    const vf t = vf_select(by_x, tx, ty);
    const vf x = vf_select(by_x, edge_x, vf_add(r->x, vf_mul(r->ux, t))),
             y = vf_select(by_x, vf_add(r->y, vf_mul(r->uy, t)), edge_y);
    /* At a corner a ray goes on in x first. So one that enters by y and moves left is already in the pixel before an
     * edge; and one that enters by x and comes down to an edge is not yet in the next pixel. */
    const vm left_of = vm_and_not(outside, r->right), above = vm_and(vm_and(by_x, r->down), vf_gt(y, r->y));
    const vm past_x = vm_and(vf_gt(x, zero), vf_le(x, wide)), upon_x = vm_and(vf_ge(x, zero), vf_lt(x, wide));
    const vm past_y = vm_and(vf_gt(y, zero), vf_le(y, high)), upon_y = vm_and(vf_ge(y, zero), vf_lt(y, high));
    const vm in_x = vm_or(by_x, vm_or(vm_and(left_of, past_x), vm_and_not(upon_x, left_of))),
             in_y = vm_or(vm_and_not(outside, by_x), vm_or(vm_and(above, past_y), vm_and_not(upon_y, above)));
    const vm enters = vm_and_not(vm_and(vm_and(in_x, in_y), vm_and(outside, vf_le(t, r->end))), away);
    r->outside = vm_and_not(outside, enters);
    r->x = vf_select(enters, x, r->x);
    r->y = vf_select(enters, y, r->y);
    r->end = vf_select(enters, vf_sub(r->end, t), r->end);
    r->before = vf_select(enters, t, zero);
    r->by_x = vm_and(enters, by_x);
    r->by_y = vm_and_not(enters, by_x);
    r->left_of = vm_and(enters, left_of);
    r->above = vm_and(enters, vm_or(above, vm_and_not(r->by_y, r->down)));
}

/* Directions and inverses. Along the longer axis both are 1 or -1, which needs no division. */
static LANES_INLINE void ray_directions(vray *r, vf dx, vf dy, vf big, vm still) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f), never = vf_set1(HAIL_RAY_NEVER),
             by = vf_select(still, one, big);
    const vm steep = vf_lt(vf_abs(dx), vf_abs(dy));
    const vf longer = vf_select(steep, dy, dx), shorter = vf_select(steep, dx, dy);
    const vf unit = vf_select(vf_lt(longer, zero), vf_set1(-1.0f), one), slope = ray_number(vf_div(shorter, by));
    const vm along = vf_eq(slope, zero);
    const vf inverse = vf_select(along, never, vf_div(by, vf_select(along, one, shorter)));
    r->ux = vf_select(still, one, vf_select(steep, slope, unit));
    r->uy = vf_select(still, zero, vf_select(steep, unit, slope));
    r->inverse_x = vf_select(still, one, vf_select(steep, inverse, unit));
    r->inverse_y = vf_select(still, never, vf_select(steep, unit, inverse));
}

static LANES_INLINE vray ray_of(const hail_tile_view *view, vf x, vf y, vf dx, vf dy, vf length, bool measured,
                                bool enters) {
    const vf zero = vf_set1(0.0f);
    const vm none = vm_first(0);
    dx = ray_number(dx);
    dy = ray_number(dy);
    const vf big = vf_max(vf_abs(dx), vf_abs(dy));
    vm still = vf_eq(big, zero);
    if (measured)
        still = vm_or(still, vf_eq(length, zero));
    vray r = {.x = ray_number(vf_sub(x, vf_set1(view->x))), .y = ray_number(vf_sub(y, vf_set1(view->y)))};
    ray_directions(&r, dx, dy, big, still);
    r.norm = vf_sqrt(vf_add(vf_mul(r.ux, r.ux), vf_mul(r.uy, r.uy)));
    r.end = vf_select(still, zero, measured ? vf_div(length, r.norm) : big);
    r.before = zero;
    r.by_x = r.by_y = r.left_of = r.above = r.outside = none;
    r.right = vf_ge(r.ux, zero);
    r.down = vf_ge(r.uy, zero);
    if (!enters)
        return r;
    const vf wide = vf_set1((float)(view->columns * view->width)), high = vf_set1((float)(view->rows * view->height));
    const vm inside_x = vm_and(vf_ge(r.x, zero), vf_lt(r.x, wide)),
             inside_y = vm_and(vf_ge(r.y, zero), vf_lt(r.y, high));
    const vm all = vm_from_bits(HAIL_ALL_LANES), out_x = vm_and_not(all, inside_x), out_y = vm_and_not(all, inside_y);
    if (!vm_bits(vm_or(out_x, out_y)))
        return r;
    if (view->outside_solid) /* then the ray starts inside something solid */
        r.outside = vm_or(out_x, out_y);
    else
        ray_enter(view, &r, out_x, out_y);
    return r;
}

/* px: 2^23, beyond every map. Floats of this size are whole, and fit into an integer. */
#define RAY_LIMIT 8388608.0f

/* The pixel of a ray's start. before: the lanes that are in the pixel before if they start on an edge. */
static LANES_INLINE vf ray_pixel(vf at, vm before) {
    const vf limit = vf_set1(RAY_LIMIT), whole = vf_floor(vf_min(vf_max(at, vf_negate(limit)), limit));
    return vf_select(vm_and(before, vf_eq(at, whole)), vf_sub(whole, vf_set1(1.0f)), whole);
}
static LANES_INLINE vf ray_column(const vray *r) { return ray_pixel(r->x, r->left_of); }
static LANES_INLINE vf ray_row(const vray *r) { return ray_pixel(r->y, r->above); }

#define MARCH_MISS UINT32_MAX /* instead of a cell's word */

/* Where the rays of a block end: the word of the cell that was hit, and the pixel. */
enum { MARCH_BLOCK = 2048 };
typedef struct march_ends {
    uint32_t word[MARCH_BLOCK + HAIL_SLACK];
    float px[MARCH_BLOCK + HAIL_SLACK], py[MARCH_BLOCK + HAIL_SLACK];
} march_ends;

/* Also clears what rays that miss, and lanes past the last, leave as it is: it could be denormal, which takes long. */
static inline void march_begin(march_ends *ends, uint32_t count) {
    const size_t lanes = (count + HAIL_LANES - 1) / HAIL_LANES * HAIL_LANES;
    memset(ends->word, 0xff, lanes * sizeof *ends->word); /* MARCH_MISS */
    memset(ends->px, 0, lanes * sizeof *ends->px);
    memset(ends->py, 0, lanes * sizeof *ends->py);
}

static LANES_INLINE void march_put(march_ends *ends, unsigned bits, vi id, vi word, vf px, vf py) {
    uint32_t ids[HAIL_LANES], words[HAIL_LANES];
    float x[HAIL_LANES], y[HAIL_LANES];
    vi_store(ids, id);
    vi_store(words, word);
    vf_store(x, px);
    vf_store(y, py);
    for (; bits; bits &= bits - 1u) {
        const uint32_t lane = lowest_bit(bits), at = ids[lane];
        ends->word[at] = words[lane];
        ends->px[at] = x[lane];
        ends->py[at] = y[lane];
    }
}

/* Clamps a pixel to -1, a number below `size`, or `size`. */
static LANES_INLINE vf march_clamp(vf at, uint32_t size) {
    return vf_min(vf_max(at, vf_set1(-1.0f)), vf_set1((float)size));
}

/* A vector of rays as the caller gave them. */
typedef struct vgiven {
    vf x, y, dx, dy, length;
} vgiven;

/* Rays, and where they end. */
typedef struct march_vector {
    uint32_t ray[HAIL_LANES], n;
    vgiven given;
    vi word;
    vf px, py;
} march_vector;

/* One vector of rows. */
typedef struct march_row {
    vf x, y, distance, normal_x, normal_y;
    vm hit, started; /* the ray started inside something solid */
} march_row;

static LANES_INLINE void march_write_vector(const hail_march_job *job, const vtiles *m, const march_vector *v,
                                            const march_row *row) {
    const hail_tile_view *view = &job->view;
    const vi zero = vi_set1(0);
    const vm hit = row->hit;
    const vi word = vi_select(hit, v->word, zero);
    const vf px = march_clamp(v->px, view->columns * view->width), py = march_clamp(v->py, view->rows * view->height);
    const vf one = vf_set1(1.0f);
    const vf column = vf_sub(tiles_column(m, px), one), line = vf_sub(tiles_row(m, py), one);
    const vi number = vi_and(word, vi_set1(HAIL_CELL_NUMBER | HAIL_CELL_OWN));
    const vm outside = vm_and(hit, vi_eq(number, zero));
    const vi cell = vi_add(vi_mul(vf_truncate(line), vi_set1((int32_t)view->columns)), vf_truncate(column));
    const vm own = vi_eq(vi_and(word, vi_set1(HAIL_CELL_OWN)), vi_set1(HAIL_CELL_OWN));
    const vi flips = vi_and(word, vi_set1((int32_t)HAIL_CELL_FLAGS));
    const vi tile = vi_select(vm_or(own, outside), zero, vi_or(vi_and(word, vi_set1(HAIL_CELL_NUMBER)), flips));
    const vi kind = vi_select(outside, vi_set1((int32_t)view->outside_kind),
                              vi_and(vi_shift_right(word, HAIL_CELL_KIND_SHIFT), vi_set1(31)));
    const uint8_t bytes[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}};
    int32_t one_of[3];
    memcpy(one_of, bytes, sizeof bytes);
    const uint8_t third[4] = {0, 0, 1, 0};
    int32_t kind_unit;
    memcpy(&kind_unit, third, sizeof third);
    vi flags = vi_or(vi_set1(one_of[0]), vi_mul(kind, vi_set1(kind_unit)));
    flags = vi_or(flags, vi_select(row->started, vi_set1(one_of[1]), zero));
    flags = vi_select(hit, vi_or(flags, vi_select(outside, vi_set1(one_of[2]), zero)), zero);
    const vm named = vm_and_not(hit, outside);
    const vf first[8] = {row->x,
                         row->y,
                         row->distance,
                         row->normal_x,
                         row->normal_y,
                         vf_from_bits(vi_select(hit, vf_truncate(px), zero)),
                         vf_from_bits(vi_select(hit, vf_truncate(py), zero)),
                         vf_from_bits(vi_select(hit, vf_truncate(column), zero))};
    const vf last[4] = {vf_from_bits(vi_select(hit, vf_truncate(line), zero)),
                        vf_from_bits(vi_select(named, cell, zero)), vf_from_bits(tile), vf_from_bits(flags)};
    float *rows = (float *)(void *)job->rows;
    vf_store_rows8(rows, HAIL_HIT_WORDS, v->ray, v->n, first);
    vf_store_rows4(rows + 8, HAIL_HIT_WORDS, v->ray, v->n, last);
}

static LANES_INLINE vgiven march_given(const hail_march_job *job, uint32_t i, uint32_t n) {
    return (vgiven){vf_load_n(job->x + i, n), vf_load_n(job->y + i, n), vf_load_n(job->dx + i, n),
                    vf_load_n(job->dy + i, n), job->length ? vf_load_n(job->length + i, n) : vf_set1(0.0f)};
}
static LANES_INLINE vgiven march_chosen(const hail_march_job *job, vi ray) {
    return (vgiven){vf_gather(job->x, ray), vf_gather(job->y, ray), vf_gather(job->dx, ray), vf_gather(job->dy, ray),
                    job->length ? vf_gather(job->length, ray) : vf_set1(0.0f)};
}

static LANES_INLINE vray march_ray(const hail_march_job *job, const vgiven *g, bool enters) {
    return ray_of(&job->view, g->x, g->y, g->dx, g->dy, g->length, job->length != NULL, enters);
}

/* The distance of a ray that hits nothing. */
static LANES_INLINE vf march_length(const hail_march_job *job, const vgiven *g, const vray *r) {
    const vf far = vf_add(r->before, r->end), zero = vf_set1(0.0f);
    return job->length ? vf_select(vf_gt(far, zero), g->length, zero) : vf_add(vf_mul(far, r->norm), zero);
}

/* Fills in the rows of rays that hit nothing. */
static LANES_INLINE void march_missed(const hail_march_job *job, const vgiven *g, const vray *r, march_row *row) {
    const vf far = vf_add(r->before, r->end);
    const vf x = job->length ? vf_add(g->x, vf_mul(r->ux, far)) : vf_add(g->x, g->dx),
             y = job->length ? vf_add(g->y, vf_mul(r->uy, far)) : vf_add(g->y, g->dy);
    row->x = vf_select(row->hit, row->x, x);
    row->y = vf_select(row->hit, row->y, y);
    row->distance = vf_select(row->hit, row->distance, march_length(job, g, r));
}

/* How a kernel writes the rows of a vector. */
typedef void march_write_fn(const hail_march_job *job, const vtiles *m, const march_vector *v);

enum { ANSWERS_AHEAD = 64 };

/* Prefetches the rows that a vector of rays will be written to: the rows of many rays do not stay in the cache. */
static LANES_INLINE void march_fetch_rows(const hail_march_job *job, uint32_t first) {
    enum { LINE = 16 }; /* words */
    const uint32_t *rows = job->rows + (size_t)first * HAIL_HIT_WORDS;
    for (uint32_t word = 0; word < HAIL_LANES * HAIL_HIT_WORDS; word += LINE)
        HAIL_FETCH_TO_WRITE(rows + word);
}

/* Lists the rays of a block that hit something. Returns how many. */
static LANES_INLINE uint32_t march_hits(const march_ends *ends, uint32_t count, uint32_t *to) {
    uint32_t hits = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const vm misses = vi_eq(vi_load(ends->word + i), vi_set1((int32_t)MARCH_MISS));
        const unsigned bits = vm_bits(vm_and_not(vm_first(lanes_left(i, count)), misses));
        vi_compress_store(to + hits, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
        hits += vm_count_bits(bits);
    }
    return hits;
}

/* Rays `at` and so on of the block that begins with ray `first`. */
static LANES_INLINE void march_neighbours(const hail_march_job *job, const march_ends *ends, uint32_t first,
                                          uint32_t at, march_vector *v) {
    vi_store(v->ray, vi_add(vi_set1((int32_t)(first + at)), vi_iota()));
    v->given = march_given(job, first + at, v->n);
    v->word = vi_load(ends->word + at);
    v->px = vf_load(ends->px + at);
    v->py = vf_load(ends->py + at);
}

/* Listed rays of the block. */
static LANES_INLINE void march_listed(const hail_march_job *job, const march_ends *ends, uint32_t first,
                                      const uint32_t *list, march_vector *v) {
    const vi at = vi_load_n(list, v->n), ray = vi_add(at, vi_set1((int32_t)first));
    vi_store(v->ray, ray);
    v->given = march_chosen(job, ray);
    v->word = vi_gather(ends->word, at);
    v->px = vf_gather(ends->px, at);
    v->py = vf_gather(ends->py, at);
}

/* Writes the rows of `count` rays from `first` on: all, or only those of hits, which are then listed. Returns how many
 * are listed. */
static LANES_INLINE uint32_t march_write(const hail_march_job *job, const vtiles *m, const march_ends *ends,
                                         uint32_t first, uint32_t count, uint32_t listed, march_write_fn *write) {
    uint32_t list[MARCH_BLOCK + HAIL_SLACK];
    const uint32_t rays = job->found ? march_hits(ends, count, list) : count;
    for (uint32_t i = 0; i < rays; i += HAIL_LANES) {
        march_vector v = {.n = lanes_left(i, rays)};
        if (job->found) {
            march_listed(job, ends, first, list + i, &v);
            memcpy(job->found + listed + i, v.ray, v.n * sizeof *v.ray);
        } else {
            if (!job->answers && i + ANSWERS_AHEAD < count)
                march_fetch_rows(job, first + i + ANSWERS_AHEAD);
            march_neighbours(job, ends, first, i, &v);
        }
        write(job, m, &v);
    }
    return job->found ? rays : 0;
}

#endif
