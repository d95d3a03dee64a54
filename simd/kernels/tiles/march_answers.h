/* simd/kernels/tiles/march_answers.h - what `march` answers about rays, from the pixels where they end: rows of hits,
 * or only the columns that are asked for. */
#ifndef HAIL_SIMD_KERNELS_TILES_MARCH_ANSWERS_H
#define HAIL_SIMD_KERNELS_TILES_MARCH_ANSWERS_H

#include "ray_lanes.h"

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

static LANES_INLINE void write_rows(const hail_march_job *job, const vtiles *m, const march_vector *v) {
    const vgiven *g = &v->given;
    const vray r = march_ray(job, g, true);
    const ventry e = entry_of(&r, v->word, v->px, v->py);
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
    march_write_vector(job, m, v, &row);
}

static LANES_INLINE void write_pixels(const hail_march_job *job, const vtiles *m, const march_vector *v, vm hit) {
    const hail_march_answers *c = job->answers;
    const uint32_t at = v->ray[0], n = v->n;
    const vi zero = vi_set1(0);
    const vf px = march_clamp(v->px, job->view.columns * job->view.width),
             py = march_clamp(v->py, job->view.rows * job->view.height);
    if (c->pixel_x)
        vi_store_n(c->pixel_x + at, vi_select(hit, vf_truncate(px), zero), n);
    if (c->pixel_y)
        vi_store_n(c->pixel_y + at, vi_select(hit, vf_truncate(py), zero), n);
    if (!c->cell)
        return;
    const vf one = vf_set1(1.0f), column = vf_sub(tiles_column(m, px), one), line = vf_sub(tiles_row(m, py), one);
    const vi number = vi_and(v->word, vi_set1(HAIL_CELL_NUMBER | HAIL_CELL_OWN));
    const vi cell = vi_add(vi_mul(vf_truncate(line), vi_set1((int32_t)job->view.columns)), vf_truncate(column));
    vi_store_n(c->cell + at, vi_select(vm_and_not(hit, vi_eq(number, zero)), cell, zero), n);
}

/* The same, but only what is asked for. The rays are neighbours. */
static LANES_INLINE void write_columns(const hail_march_job *job, const vtiles *m, const march_vector *v) {
    const hail_march_answers *c = job->answers;
    const uint32_t at = v->ray[0], n = v->n;
    const vray r = march_ray(job, &v->given, true);
    const ventry e = entry_of(&r, v->word, v->px, v->py);
    if (c->distance)
        vf_store_n(c->distance + at, vf_select(e.hit, entry_distance(&e, &r), march_length(job, &v->given, &r)), n);
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
        write_pixels(job, m, v, e.hit);
}

/* ---- Distances alone ------------------------------------------------------------------------------------------- */

/* By ray of a block: what makes a distance of the t at which it hits something. */
typedef struct march_times {
    float before[MARCH_BLOCK + HAIL_SLACK], norm[MARCH_BLOCK + HAIL_SLACK];
} march_times;

/* What is noted of the rays of a block. */
typedef union march_notes {
    march_ends ends;
    march_times times; /* if march_timed */
} march_notes;

/* No more than distances, and which rays hit, is asked for. */
static inline bool march_timed(const hail_march_job *job) {
    const hail_march_answers *c = job->answers;
    return c && !c->pixel_x && !c->pixel_y && !c->cell && !c->normal_x && !c->normal_y;
}

/* Rays begin, from `first` on, which is number `at` of the block: answers as if they hit nothing. */
static LANES_INLINE void march_begin_times(const hail_march_job *job, march_times *times, uint32_t at, uint32_t first,
                                           uint32_t n, const vgiven *g, const vray *r) {
    vf_store(times->before + at, r->before);
    vf_store(times->norm + at, r->norm);
    if (job->answers->distance)
        vf_store_n(job->answers->distance + first, march_length(job, g, r), n);
    if (job->answers->hit)
        memset(job->answers->hit + first, 0, n);
}

/* Rays hit something: those with the numbers `id` of the block that begins with ray `first`. */
static inline void march_write_times(const hail_march_job *job, const march_times *times, uint32_t first,
                                     const uint32_t *id, const float *t, uint32_t count) {
    const hail_march_answers *c = job->answers;
    for (uint32_t i = 0; c->distance && i < count; i++)
        c->distance[first + id[i]] = (times->before[id[i]] + t[i]) * times->norm[id[i]] + 0.0f;
    for (uint32_t i = 0; c->hit && i < count; i++)
        c->hit[first + id[i]] = 1;
}

#endif
