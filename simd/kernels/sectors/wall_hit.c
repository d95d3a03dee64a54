/* simd/kernels/sectors/wall_hit.c - docs/arithmetic.md, "Sectors": a moving disc against the walls of the cells that it
 * comes near, a wall a lane. The smallest t and the lowest wall do not depend on the order of walls, or on how often
 * one is tested. */
#include <math.h>

#include "kernels/kernel.h"

/* A share of all numbers that go into a position: how far rounding may be off when the cells near a disc are found. */
#define HIT_RIM 0x1p-18f

typedef struct vdisc {
    vf x, y, dx, dy, radius, square; /* square: dx * dx + dy * dy */
    vi stops;
} vdisc;

/* The first hit so far, lane by lane. */
typedef struct vfirst {
    vf t;
    vi wall;
} vfirst;

/* ---- Walls in lanes --------------------------------------------------------------------------------------------- */

typedef struct varc_at {
    vm hit;
    vf t;
} varc_at;

/* When the disc hits a wall's round end; (px, py) is its centre relative to that end. */
static LANES_INLINE varc_at arc_at(const vdisc *d, vf px, vf py, vf reach2) {
    const vf zero = vf_set1(0.0f);
    const vf b = vf_negate(vf_add(vf_mul(px, d->dx), vf_mul(py, d->dy)));
    const vf cross = vf_sub(vf_mul(px, d->dy), vf_mul(py, d->dx));
    const vf disc = vf_sub(vf_mul(d->square, reach2), vf_mul(cross, cross));
    const vf g = vf_sub(vf_add(vf_mul(px, px), vf_mul(py, py)), reach2);
    const vm in = vm_and(vf_gt(b, zero), vf_gt(disc, zero)), far = vf_gt(g, zero);
    const vf root = vf_sqrt(vf_select(in, disc, zero));
    const vf t = vf_select(far, vf_div(g, vf_select(in, vf_add(b, root), vf_set1(1.0f))), zero);
    return (varc_at){vm_and(in, vf_le(t, vf_set1(1.0f))), t};
}

static LANES_INLINE void hit_walls(const vdisc *d, const float *walls, uint32_t at, vfirst *first) {
    const float *w = walls + at;
    const vf zero = vf_set1(0.0f), none = vf_set1(HAIL_NO_HIT);
    const vf ex = vf_load(w + HAIL_WALL_EX * HAIL_BLOCK), ey = vf_load(w + HAIL_WALL_EY * HAIL_BLOCK);
    const vf px = vf_sub(d->x, vf_load(w + HAIL_WALL_X * HAIL_BLOCK)),
             py = vf_sub(d->y, vf_load(w + HAIL_WALL_Y * HAIL_BLOCK));
    const vf qx = vf_sub(d->x, vf_load(w + HAIL_WALL_BX * HAIL_BLOCK)),
             qy = vf_sub(d->y, vf_load(w + HAIL_WALL_BY * HAIL_BLOCK));
    const vf inverse = vf_sqrt(vf_load(w + HAIL_WALL_INVERSE * HAIL_BLOCK));
    const vi stops = vi_load((const uint32_t *)(const void *)(w + HAIL_WALL_STOPS * HAIL_BLOCK));
    const vf spare = vf_mul(vf_add(vf_abs(ex), vf_abs(ey)), vf_set1(HAIL_WALL_SPARE)), reach = vf_add(d->radius, spare);
    /* Across the wall, from the disc's side: how far off the disc is, and how fast it comes nearer. */
    const vf c = vf_sub(vf_mul(ex, py), vf_mul(ey, px));
    const vf one = vf_mul(d->dx, ey), two = vf_mul(d->dy, ex), m = vf_sub(one, two);
    const vf off = vf_sub(vf_mul(vf_abs(c), inverse), reach);
    const vf speed = vf_mul(vf_select(vf_lt(c, zero), vf_negate(m), m), inverse);
    /* Along the wall. */
    const vf from = vf_mul(vf_add(vf_mul(px, ex), vf_mul(py, ey)), inverse);
    const vf pace = vf_mul(vf_add(vf_mul(d->dx, ex), vf_mul(d->dy, ey)), inverse);
    const vf length = vf_mul(vf_add(vf_mul(ex, ex), vf_mul(ey, ey)), inverse);
    const vm beside = vm_and(vf_ge(vf_add(from, vf_max(pace, zero)), vf_negate(reach)),
                             vf_le(vf_add(from, vf_min(pace, zero)), vf_add(length, reach)));
    const vm holds = vm_and_not(vm_first(HAIL_BLOCK), vi_eq(vi_and(stops, d->stops), vi_set1(0)));
    const vm near = vm_and(vm_and(holds, beside), vf_le(off, vf_max(speed, zero)));
    if (!vm_bits(near))
        return;
    const vf slip = vf_mul(vf_mul(vf_add(vf_abs(one), vf_abs(two)), inverse), vf_set1(HAIL_WALL_SLIP));
    const vm in = vm_and(vf_gt(speed, vf_negate(slip)), vf_lt(off, speed)), later = vm_and(in, vf_gt(off, zero));
    const vf t_face = vf_select(later, vf_div(off, vf_select(later, speed, vf_set1(1.0f))), zero);
    const vf foot = vf_add(from, vf_mul(pace, t_face));
    const vm on = vm_and(vf_ge(foot, vf_negate(spare)), vf_le(foot, vf_add(length, spare)));
    const vf reach2 = vf_mul(reach, reach);
    const varc_at a = arc_at(d, px, py, reach2), b = arc_at(d, qx, qy, reach2);
    const vm off_a = vf_le(vf_add(from, vf_mul(pace, a.t)), spare);
    const vm off_b = vf_ge(vf_add(from, vf_mul(pace, b.t)), vf_sub(length, spare));
    vf t = vf_select(vm_and(in, on), t_face, none);
    t = vf_min(t, vf_select(vm_and(a.hit, off_a), a.t, none));
    t = vf_min(t, vf_select(vm_and(b.hit, off_b), b.t, none));
    t = vf_select(near, t, none);
    const vi wall = vi_load((const uint32_t *)(const void *)(w + HAIL_WALL_ID * HAIL_BLOCK));
    const vm same = vm_and(vf_eq(t, first->t), vf_lt(t, none)); /* numbers of walls are below 2^31 */
    const vm nearer = vm_or(vf_lt(t, first->t), vm_and(same, vi_gt(first->wall, wall)));
    first->t = vf_select(nearer, t, first->t);
    first->wall = vi_select(nearer, wall, first->wall);
}

/* ---- The cells of its path -------------------------------------------------------------------------------------- */

/* A disc's path. pad is its radius plus room for rounding. */
typedef struct hit_path {
    float x, y, dx, dy, pad;
} hit_path;

static int32_t signed_cell(float at, float min, float inverse, float last) {
    const float cell = (at - min) * inverse;
    return (int32_t)(cell > 0.0f ? cell < last ? cell : last : 0.0f);
}

static hit_path hit_path_of(const hail_walls_view *view, const hail_disc *disc) {
    const float size = (view->max_x - view->map.min_x) + (view->max_y - view->map.min_y);
    const float from = (fabsf(view->map.min_x) + fabsf(view->map.min_y)) + (fabsf(disc->x) + fabsf(disc->y));
    const float own = disc->radius + (fabsf(disc->dx) + fabsf(disc->dy));
    const float pad = disc->radius + (view->tolerance + (size + (from + own)) * HIT_RIM);
    return (hit_path){disc->x, disc->y, disc->dx, disc->dy, pad};
}

static bool beside_grid(const hail_walls_view *view, const hit_path *w) {
    const float x = w->x + w->dx, y = w->y + w->dy;
    return larger(w->x, x) + w->pad < view->map.min_x || lesser(w->x, x) - w->pad > view->max_x ||
           larger(w->y, y) + w->pad < view->map.min_y || lesser(w->y, y) - w->pad > view->max_y;
}

/* Finds the times between which the centre is within `pad` of a row. */
static void times_of(const hail_walls_view *view, const hit_path *w, int32_t row, float *in, float *out) {
    *in = 0.0f, *out = 1.0f;
    if (fabsf(w->dy) < w->pad)
        return; /* it goes no further than into the next row */
    const float top = view->map.min_y + (float)row * view->cell - w->pad;
    const float bottom = view->map.min_y + (float)(row + 1) * view->cell + w->pad;
    const float one = (top - w->y) / w->dy, two = (bottom - w->y) / w->dy;
    *in = larger(lesser(one, two), 0.0f);
    *out = lesser(larger(one, two), 1.0f);
}

static hail_wall_hit best_of(const vfirst *first) {
    float t[HAIL_LANES];
    uint32_t wall[HAIL_LANES];
    vf_store(t, first->t);
    vi_store(wall, first->wall);
    hail_wall_hit best = {HAIL_NO_HIT, UINT32_MAX};
    for (uint32_t i = 0; i < HAIL_LANES; i++)
        if (t[i] < best.t || (t[i] == best.t && wall[i] < best.wall))
            best = (hail_wall_hit){t[i], wall[i]};
    return best;
}

static LANES_INLINE void hit_cell(const hail_walls_view *view, const vdisc *d, uint32_t cell, vfirst *first) {
    const hail_wall_cell c = view->wall_cells[cell];
    for (uint32_t k = 0; k < c.stops; k += HAIL_BLOCK)
        for (uint32_t h = 0; h < HAIL_BLOCK; h += HAIL_LANES)
            hit_walls(d, view->walls, (c.first + k / HAIL_BLOCK) * HAIL_WALL_WORDS * HAIL_BLOCK + h, first);
}

/* Tests the cells of a row in the order in which the disc comes to them, until it cannot reach one before its first
 * hit. */
static LANES_INLINE void hit_row(const hail_walls_view *view, const vdisc *d, const hit_path *w, int32_t row, float in,
                                 float out, vfirst *first) {
    const hail_grid_layout *map = &view->map;
    const float x1 = w->x + w->dx * in, x2 = w->x + w->dx * out;
    const int32_t low = signed_cell(lesser(x1, x2) - w->pad, map->min_x, map->inverse, map->last_column),
                  high = signed_cell(larger(x1, x2) + w->pad, map->min_x, map->inverse, map->last_column);
    const int32_t step = w->dx < 0.0f ? -1 : 1, begin = step > 0 ? low : high, end = (step > 0 ? high : low) + step;
    for (int32_t column = begin; column != end; column += step) {
        if (high - low > 2) {
            const float till = w->x + w->dx * best_of(first).t;
            const float edge = map->min_x + (float)(step > 0 ? column : column + 1) * view->cell;
            if (step > 0 ? edge - w->pad > till : edge + w->pad < till)
                return;
        }
        hit_cell(view, d, (uint32_t)row * view->columns + (uint32_t)column, first);
    }
}

void HAIL_KERNEL(wall_hit)(const hail_walls_view *view, const hail_disc *disc, hail_wall_hit *hit) {
    const hit_path w = hit_path_of(view, disc);
    vfirst first = {vf_set1(HAIL_NO_HIT), vi_set1(-1)};
    hail_wall_hit best = {HAIL_NO_HIT, UINT32_MAX};
    if (!beside_grid(view, &w)) {
        const vdisc d = {.x = vf_set1(w.x),
                         .y = vf_set1(w.y),
                         .dx = vf_set1(w.dx),
                         .dy = vf_set1(w.dy),
                         .radius = vf_set1(disc->radius),
                         .square = vf_set1(w.dx * w.dx + w.dy * w.dy),
                         .stops = vi_set1((int32_t)disc->stops)};
        const hail_grid_layout *map = &view->map;
        const int32_t low = signed_cell(lesser(w.y, w.y + w.dy) - w.pad, map->min_y, map->inverse, map->last_row),
                      high = signed_cell(larger(w.y, w.y + w.dy) + w.pad, map->min_y, map->inverse, map->last_row);
        const int32_t step = w.dy < 0.0f ? -1 : 1, begin = step > 0 ? low : high, end = (step > 0 ? high : low) + step;
        for (int32_t row = begin; row != end; row += step) {
            float in, out;
            times_of(view, &w, row, &in, &out);
            if (in > best.t)
                break;
            hit_row(view, &d, &w, row, in, lesser(out, best.t), &first);
            best = best_of(&first);
        }
    }
    *hit = best;
}
