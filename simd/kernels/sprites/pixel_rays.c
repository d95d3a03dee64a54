/* simd/kernels/sprites/pixel_rays.c - docs/arithmetic.md, "Sprites": which pixels of a moving sprite may be the first
 * to enter another sprite's; one pixel a lane. A ray passes from pixel to pixel (J. Amanatides, A. Woo, A Fast Voxel
 * Traversal Algorithm, 1987). Where rounding may decide which pixel comes next, the ray ends, and is listed. */
#include "kernels/kernel.h"

/* ---- Columns ----------------------------------------------------------------------------------------------------- */

/* Narrows [from, to] to the columns whose rays may come into a slab. */
static LANES_INLINE void narrow(const hail_ray_slab *s, vf row, vf *from, vf *to) {
    const vf at = vf_add(vf_set1(s->at), vf_mul(row, vf_set1(s->row)));
    const vf least = vf_sub(vf_set1(s->low), at), most = vf_sub(vf_set1(s->high), at);
    if (s->columns == 0.0f) {
        const vm near = vm_and(vf_le(least, vf_set1(s->still)), vf_ge(most, vf_set1(-s->still)));
        *to = vf_select(near, *to, vf_set1(-1.0f));
        return;
    }
    const vf columns = vf_set1(s->columns), a = vf_mul(least, columns), b = vf_mul(most, columns);
    *from = vf_max(vf_min(a, b), *from);
    *to = vf_min(vf_max(a, b), *to);
}

/* Columns: none if the first is after the last. */
typedef struct vcolumns {
    vi first, last;
} vcolumns;

/* The whole numbers from `from` to `to`. */
static LANES_INLINE vcolumns columns_between(vf from, vf to) {
    const vm some = vf_le(from, to);
    const vi low = vf_truncate(vf_select(some, from, vf_set1(0.0f)));
    const vi up = vi_keep(vf_lt(vi_to_float(low), from), vi_set1(1));
    const vi high = vf_truncate(vf_select(some, to, vf_set1(0.0f)));
    return (vcolumns){vi_select(some, vi_add(low, up), vi_set1(1)), high};
}

static LANES_INLINE vf rows_from(uint32_t row) { return vi_to_float(vi_add(vi_set1((int32_t)row), vi_iota())); }

void HAIL_KERNEL(ray_columns)(const hail_ray_columns_job *job, uint32_t begin, uint32_t end, uint32_t *first,
                              uint32_t *last) {
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        const vf row = rows_from(i);
        vf from = vf_set1(job->left), to = vf_set1(job->last);
        for (int k = 0; k < HAIL_RAY_SLABS; k++)
            narrow(&job->slab[k], row, &from, &to);
        const vcolumns c = columns_between(from, to);
        vi_store_n(first + (i - begin), c.first, n);
        vi_store_n(last + (i - begin), c.last, n);
    }
}

/* Adds the bits of columns to those of n rows. A word without any ends before it begins: bit 63 on, up to bit 0. */
static LANES_INLINE void add_bits(const vcolumns *c, int32_t word, uint32_t n, uint64_t *bits) {
    const vf most = vf_set1(63.0f), zero = vf_set1(0.0f), left = vf_set1((float)(64 * word));
    const vf first = vf_sub(vi_to_float(c->first), left), last = vf_sub(vi_to_float(c->last), left);
    const vm some = vm_and(vf_le(first, last), vm_and(vf_ge(last, zero), vf_le(first, most)));
    uint32_t from[HAIL_LANES], up[HAIL_LANES]; /* up: from the last one to bit 63 */
    vi_store(from, vf_truncate(vf_select(some, vf_max(first, zero), most)));
    vi_store(up, vf_truncate(vf_select(some, vf_sub(most, vf_min(last, most)), most)));
    for (uint32_t k = 0; k < n; k++)
        bits[k] |= UINT64_MAX << from[k] & UINT64_MAX >> up[k];
}

void HAIL_KERNEL(near_pixels)(const hail_near_pixels_job *job, uint32_t begin, uint32_t end, uint64_t *bits) {
    for (uint32_t i = begin; i < end; i++)
        bits[i - begin] = 0;
    for (uint32_t b = 0; b < job->count; b++)
        for (uint32_t i = begin; i < end; i += HAIL_LANES) {
            const vf row = rows_from(i);
            vf from = vf_set1(job->left), to = vf_set1(job->last);
            narrow(&job->boxes[b].x, row, &from, &to);
            narrow(&job->boxes[b].y, row, &from, &to);
            if (!vm_bits(vf_le(from, to)))
                continue;
            const vcolumns c = columns_between(from, to);
            add_bits(&c, job->word, lanes_left(i, end), bits + (i - begin));
        }
}

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

/* One axis of all rays. */
typedef struct vaxis {
    vf d, slow;      /* as in the job; slow has the sign of d */
    vf low, high;    /* the pixels that may be opaque are low to high - 1 */
    vf enter, leave; /* the borders of these */
    vf end;          /* the boundary after that by which rays leave */
    vf ahead, step;  /* from a pixel's number to the boundary that ends it; to the next pixel */
    vf error, cross; /* of times; px: of places at a time at which a boundary of the other axis is crossed */
} vaxis;

static LANES_INLINE vaxis axis_of(float d, float slow, float other_slow, float error, int32_t low, int32_t high) {
    const bool back = d < 0.0f;
    const float size = back ? -d : d;
    return (vaxis){.d = vf_set1(d),
                   .slow = vf_set1(back ? -slow : slow),
                   .low = vf_set1((float)low),
                   .high = vf_set1((float)high),
                   .enter = vf_set1((float)(back ? high : low)),
                   .leave = vf_set1((float)(back ? low : high)),
                   .end = vf_set1((float)(back ? low - 1 : high + 1)),
                   .ahead = vf_set1(back ? 0.0f : 1.0f),
                   .step = vf_set1(back ? -1.0f : 1.0f),
                   .error = vf_set1(error * slow),
                   .cross = vf_set1(error + size * (error * other_slow))};
}

/* What all rays have in common. */
typedef struct vrays {
    vf either, error;  /* the sum of both errors of times; px, of places */
    vi step_x, step_y; /* bits from a pixel to the next */
    vaxis x, y;
    const hail_pixel_rays_job *job;
    float best; /* some pixel enters at the latest at this time */
} vrays;

/* Rays in lanes. */
typedef struct vcast {
    vm alive;
    vf x, y;           /* where they start */
    vf from, to;       /* bounds of the time at which they entered their pixel */
    vf next_x, next_y; /* the boundaries that come next */
    vi bit;            /* of their pixel, in the mask */
} vcast;

/* Places where rays are at a time, within the borders; the pixels; and whether a boundary is so near that it may have
 * been crossed. */
typedef struct vplaces {
    vf pixel;
    vm fallback;
} vplaces;

static LANES_INLINE vplaces places_at(const vaxis *a, vf start, vf time, vf error) {
    const vf one = vf_set1(1.0f);
    const vf at = vf_max(vf_min(vf_add(start, vf_mul(a->d, time)), a->high), a->low);
    const vf pixel = vi_to_float(vf_truncate(at)), part = vf_sub(at, pixel);
    return (vplaces){vf_min(pixel, vf_sub(a->high, one)), vm_or(vf_le(part, error), vf_ge(part, vf_sub(one, error)))};
}

static LANES_INLINE vf time_to(const vaxis *a, vf start, vf boundary) {
    return vf_mul(vf_sub(boundary, start), a->slow);
}

/* Rays from (x, y) into the borders. *fallback: those of which it is not certain in which pixel they start. */
static LANES_INLINE vcast cast_from(const vrays *r, vf x, vf y, vm *fallback) {
    const vf zero = vf_set1(0.0f);
    const vf in_x = time_to(&r->x, x, r->x.enter), in_y = time_to(&r->y, y, r->y.enter);
    const vf out_x = time_to(&r->x, x, r->x.leave), out_y = time_to(&r->y, y, r->y.leave);
    const vf time = vf_max(vf_max(in_x, in_y), zero);
    const vm moves = vf_gt(time, zero), by_y = vm_and(moves, vf_gt(in_y, in_x)), by_x = vm_and_not(moves, by_y);
    const vf late = vf_select(by_x, r->x.error, vf_select(by_y, r->y.error, zero));
    const vplaces column = places_at(&r->x, x, time, vf_select(by_y, r->x.cross, r->error)),
                  row = places_at(&r->y, y, time, vf_select(by_x, r->y.cross, r->error));
    *fallback = vm_or(vm_and_not(column.fallback, by_x), vm_and_not(row.fallback, by_y));
    return (vcast){.alive = vf_le(time, vf_add(vf_min(out_x, out_y), r->either)),
                   .x = x,
                   .y = y,
                   .from = vf_sub(time, late),
                   .to = vf_add(time, late),
                   .next_x = vf_add(column.pixel, r->x.ahead),
                   .next_y = vf_add(row.pixel, r->y.ahead),
                   .bit = vi_add(vi_mul(vf_truncate(row.pixel), vi_set1((int32_t)r->job->other->stride * 32)),
                                 vf_truncate(column.pixel))};
}

/* Moves rays into their next pixels. *fallback: those of which it is not certain which pixel that is. */
static LANES_INLINE void cast_on(const vrays *r, vcast *c, vm *fallback) {
    const vf tx = time_to(&r->x, c->x, c->next_x), ty = time_to(&r->y, c->y, c->next_y), time = vf_min(tx, ty);
    const vm by_x = vf_le(tx, ty);
    const vf late = vf_select(by_x, r->x.error, r->y.error);
    c->from = vf_max(vf_sub(time, late), c->from);
    c->to = vf_add(time, late);
    c->next_x = vf_select(by_x, vf_add(c->next_x, r->x.step), c->next_x);
    c->next_y = vf_select(by_x, c->next_y, vf_add(c->next_y, r->y.step));
    c->bit = vi_add(c->bit, vi_select(by_x, r->step_x, r->step_y));
    const vm left = vm_or(vf_eq(c->next_x, r->x.end), vf_eq(c->next_y, r->y.end));
    c->alive = vm_and(c->alive, vf_le(c->from, vf_set1(r->best)));
    *fallback = vm_and(c->alive, vf_le(vf_abs(vf_sub(tx, ty)), r->either));
    c->alive = vm_and_not(vm_and_not(c->alive, *fallback), left);
}

/* Returns the lanes that are in opaque pixels. */
static LANES_INLINE vm opaque(const vrays *r, const vcast *c) {
    return vm_and(c->alive, vi_test_bits(r->job->other->rows, vi_keep(c->alive, c->bit)));
}

/* The earliest times at which rays may enter; HAIL_PIXEL_NEVER: too late, or never. Lowers `best`. */
static LANES_INLINE vf cast_rays(vrays *r, vf x, vf y, vm some) {
    const vf never = vf_set1(HAIL_PIXEL_NEVER);
    vf first = never;
    vm fallback;
    vcast c = cast_from(r, x, y, &fallback);
    c.alive = vm_and(vm_and(c.alive, some), vf_le(c.from, vf_set1(r->best)));
    fallback = vm_and(fallback, c.alive);
    c.alive = vm_and_not(c.alive, fallback);
    for (;;) {
        const vm hit = opaque(r, &c), done = vm_or(hit, fallback);
        if (vm_bits(done)) {
            const float to = vf_min_lane(vf_select(hit, c.to, never));
            first = vf_select(done, c.from, first);
            r->best = to < r->best ? to : r->best;
            c.alive = vm_and_not(c.alive, hit);
        }
        if (!vm_bits(c.alive))
            return first;
        cast_on(r, &c, &fallback);
    }
}

static LANES_INLINE vrays rays_of(const hail_pixel_rays_job *job) {
    const hail_mask *m = job->other;
    const int32_t row = (int32_t)m->stride * 32;
    return (vrays){.job = job,
                   .x = axis_of(job->dx, job->slow_x, job->slow_y, job->error, m->left, m->right),
                   .y = axis_of(job->dy, job->slow_y, job->slow_x, job->error, m->top, m->bottom),
                   .either = vf_set1(job->error * job->slow_x + job->error * job->slow_y),
                   .error = vf_set1(job->error),
                   .step_x = vi_set1(job->dx < 0.0f ? -1 : 1),
                   .step_y = vi_set1(job->dy < 0.0f ? -row : row),
                   .best = job->until};
}

uint32_t HAIL_KERNEL(pixel_rays)(const hail_pixel_rays_job *job, uint32_t count, uint32_t *found) {
    float first[HAIL_MOST_PIXEL_RAYS + HAIL_LANES];
    vrays r = rays_of(job);
    for (uint32_t k = 0; k < count; k += HAIL_LANES) {
        const uint32_t n = lanes_left(k, count);
        const vi pixel = vi_load_n(job->pixels + k, n);
        const vf i = vi_to_float(vi_and(pixel, vi_set1(0xffff))), j = vi_to_float(vi_shift_right(pixel, 16));
        const vf x = vf_add(vf_add(vf_set1(job->x), vf_mul(j, vf_set1(job->vx))), vf_mul(i, vf_set1(job->ux))),
                 y = vf_add(vf_add(vf_set1(job->y), vf_mul(j, vf_set1(job->vy))), vf_mul(i, vf_set1(job->uy)));
        vf_store(first + k, cast_rays(&r, x, y, vm_first(n)));
    }
    uint32_t listed = 0;
    for (uint32_t k = 0; k < count; k += HAIL_LANES) {
        const vm near = vm_and(vm_first(lanes_left(k, count)), vf_le(vf_load(first + k), vf_set1(r.best)));
        const unsigned bits = vm_bits(near);
        vi_compress_store(found + listed, bits, vi_add(vi_set1((int32_t)k), vi_iota()));
        listed += vm_count_bits(bits);
    }
    return listed;
}
