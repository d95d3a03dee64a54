/* simd/kernels/tiles/near_tiles.c - which shapes have a cell near them that is not empty (tiles_kernels.h). */
#include "pixel_lanes.h"

/* The most that roundings may miss of numbers of this size. */
#define ROUNDING 0x1p-20f

/* One axis of the map, the same for all shapes: stores to the list do not touch it. */
typedef struct vaxis {
    vf corner, corner_size; /* and how far it is from 0 */
    vf by;                  /* columns, or rows, a px */
    vf least, most;         /* cells */
} vaxis;

static LANES_INLINE vaxis axis_of(float corner, uint32_t size, uint32_t cells, bool border) {
    const float lowest = border ? 0.0f : 1.0f;
    return (vaxis){vf_set1(corner), vf_abs(vf_set1(corner)), vf_set1(1.0f / (float)size), vf_set1(lowest),
                   vf_set1((float)cells + 1.0f - lowest)};
}

/* What all shapes share. */
typedef struct vshared {
    vf uniform_x, uniform_y; /* the reach of shapes without numbers, before it is scaled */
    vf inflation, slack;
    vi pitch; /* words in a row of `windows` */
    vaxis across, down;
    const uint32_t *windows;
    hail_near_tiles job;
} vshared;

/* How far each shape reaches, generously: rounding, and the narrowphase's tolerances. */
static LANES_INLINE vf scaled(const vshared *s, uint32_t i, uint32_t n, vf reach, vf path) {
    if (s->job.scale)
        reach = vf_mul(reach, vf_load_n(s->job.scale + i, n));
    reach = vf_add(vf_mul(reach, vf_set1(HAIL_NEAR_TILES_SHARE)), s->inflation);
    const vf sizes = vf_add(vf_add(reach, path), vf_set1(HAIL_NEAR_TILES_SIZE));
    return vf_add(reach, vf_mul(sizes, s->slack));
}

typedef struct vreach {
    vf x, y;
} vreach;

/* Whether n shapes from i on are all of one template, as they mostly are. */
static LANES_INLINE bool are_alike(const uint32_t *shape, uint32_t i, uint32_t n) {
    const vm alike = vi_eq(vi_load_n(shape + i, n), vi_set1((int32_t)shape[i]));
    return !vm_bits(vm_and_not(vm_first(n), alike));
}

static LANES_INLINE vreach reach_of(const vshared *s, uint32_t i, uint32_t n, vf path) {
    const hail_near_tiles *job = &s->job;
    vreach r = {s->uniform_x, s->uniform_y};
    if (job->shape && job->reach && are_alike(job->shape, i, n)) {
        const float *row = job->reach + 2 * (size_t)job->shape[i];
        r = (vreach){vf_set1(row[0]), vf_set1(row[1])};
    } else if (job->shape && job->reach) {
        const vi at = vi_shift_left(vi_load_n(job->shape + i, n), 1);
        r.x = vf_gather(job->reach, at);
        r.y = vf_gather(job->reach + 1, at);
    } else if (job->shape) {
        r.x = vf_gather(job->templates + HAIL_TEMPLATE_RADIUS, vi_shift_left(vi_load_n(job->shape + i, n), 7));
        r.y = r.x;
    }
    return (vreach){scaled(s, i, n, r.x, path), scaled(s, i, n, r.y, path)};
}

/* The first column, or row, that a way from `at` over d passes, and how many more there are; the border's are 0 and
 * `cells` + 1. */
typedef struct vspan {
    vi first, more;
} vspan;

static LANES_INLINE vspan span_of(const vaxis *axis, vf at, vf d, vf reach) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    const vf from = vf_sub(at, axis->corner), half = vf_add(vf_abs(at), axis->corner_size);
    const vf more = vf_add(reach, vf_mul(vf_add(half, vf_add(reach, vf_abs(d))), vf_set1(ROUNDING)));
    const vf low = vf_sub(vf_add(from, vf_min(d, zero)), more), high = vf_add(vf_add(from, vf_max(d, zero)), more);
    const vf first = vf_add(vf_mul(low, axis->by), one), last = vf_add(vf_mul(high, axis->by), one);
    const vi cell = vf_truncate(vf_min(vf_max(first, axis->least), axis->most));
    return (vspan){cell, vi_sub(vf_truncate(vf_min(vf_max(last, axis->least), axis->most)), cell)};
}

/* Whether not all cells are empty in the square that begins with a span's first cell. */
static LANES_INLINE vm near_square(const vshared *s, const vspan *x, const vspan *y, vm asked) {
    const hail_tile_view *view = s->job.view;
    const vtiles m = tiles_of(view);
    const vi known = vi_gather_halves(view->known, vi_keep(asked, tiles_known(&m, x->first, y->first)));
    const vi square = vi_shift_right(known, 12); /* of empty cells, to the lower right */
    const vm tiled = vi_eq(vi_and(known, vi_set1(HAIL_FIELD_FAR)), vi_set1(0)),
             fits = vm_and(vi_gt(square, x->more), vi_gt(square, y->more));
    return vm_or(tiled, vm_and_not(asked, fits));
}

/* Which of n shapes from i on have something near, in bits. Most lie in at most 2 x 2 cells: a window. */
static LANES_INLINE unsigned near_of(const vshared *s, uint32_t i, uint32_t n) {
    const hail_near_tiles *job = &s->job;
    const vf zero = vf_set1(0.0f);
    vf dx = job->dx ? vf_load_n(job->dx + i, n) : zero, dy = job->dy ? vf_load_n(job->dy + i, n) : zero;
    dx = job->from_end ? vf_negate(dx) : dx;
    dy = job->from_end ? vf_negate(dy) : dy;
    const vreach reach = reach_of(s, i, n, vf_add(vf_abs(dx), vf_abs(dy)));
    const vspan x = span_of(&s->across, vf_load_n(job->x + i, n), dx, reach.x),
                y = span_of(&s->down, vf_load_n(job->y + i, n), dy, reach.y);
    const vi word = vi_gather(s->windows, vi_add(vi_mul(y.first, s->pitch), vi_shift_right(x.first, 3)));
    const vi window = vi_add(vi_shift_left(x.first, 2), vi_add(x.more, vi_add(y.more, y.more)));
    const vm empty = vi_eq(vi_and(vi_shift_right_by(word, vi_and(window, vi_set1(31))), vi_set1(1)), vi_set1(0));
    const vm large = vi_gt(vi_or(x.more, y.more), vi_set1(1));
    const vm near = vm_and_not(vm_first(n), vm_or(empty, large));
    if (!vm_bits(large))
        return vm_bits(near);
    return vm_bits(vm_or(near, vm_and(large, near_square(s, &x, &y, large))));
}

static LANES_INLINE uint32_t list_near(unsigned bits, uint32_t i, uint32_t *near_list) {
    vi_compress_store(near_list, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
    return vm_count_bits(bits);
}

uint32_t HAIL_KERNEL(near_tiles)(const hail_near_tiles *job, uint32_t begin, uint32_t end, uint32_t *near_list) {
    const hail_tile_view *view = job->view;
    const float *reach = job->reach;
    const vshared s = {.job = *job,
                       .across = axis_of(view->x, view->width, view->columns, view->outside_solid),
                       .down = axis_of(view->y, view->height, view->rows, view->outside_solid),
                       .uniform_x = vf_set1(reach ? reach[0] : job->templates[HAIL_TEMPLATE_RADIUS]),
                       .uniform_y = vf_set1(reach ? reach[1] : job->templates[HAIL_TEMPLATE_RADIUS]),
                       .inflation = vf_set1(job->inflation),
                       .slack = vf_set1(job->flatness * HAIL_NEAR_TILES_SLACK),
                       .windows = view->windows,
                       .pitch = vi_set1((int32_t)(view->columns + 2 + 7) / 8)};
    uint32_t listed = 0, i = begin;
    for (; i + HAIL_LANES <= end; i += HAIL_LANES)
        listed += list_near(near_of(&s, i, HAIL_LANES), i, near_list + listed);
    if (i < end)
        listed += list_near(near_of(&s, i, end - i) & ((1u << (end - i)) - 1u), i, near_list + listed);
    return listed;
}
