/* simd/kernels/sprites/relative_transform.c - docs/arithmetic.md, "Sprites": where one sprite's pixels lie in another;
 * a pair a lane. */
#include "kernels/kernel.h"

/* An instance a lane: position, matrix, origin, and the bounds of its opaque pixels. */
typedef struct vinstance {
    vi sprite;
    vf x, y, xx, xy, yx, yy, origin_x, origin_y, left, top, right, bottom;
    vm plain, flat;
} vinstance;

static LANES_INLINE vf read_column(const float *column, vi index) {
    return vf_from_bits(vi_pick((const uint32_t *)(const void *)column, index));
}

static LANES_INLINE vf gather_scale(const float *column, vi index, float tiny) {
    return vf_not_tiny(read_column(column, index), tiny);
}

static LANES_INLINE void read_frames(const hail_sprite_side *side, vinstance *instance) {
    vf frame[8];
    uint32_t row[HAIL_LANES];
    vi_store(row, vi_shift_left(instance->sprite, 3));
    vf_load_rows8(side->frames, row, frame);
    instance->origin_x = frame[0];
    instance->origin_y = frame[1];
    instance->left = frame[2];
    instance->top = frame[3];
    instance->right = frame[4];
    instance->bottom = frame[5];
}

static LANES_INLINE vinstance read_instances(const hail_sprite_side *side, vi index, float tiny) {
    const vf one = vf_set1(1.0f), zero = vf_set1(0.0f);
    vinstance l = {.sprite = side->sprite ? vi_pick(side->sprite, index) : vi_set1(0)};
    read_frames(side, &l);
    l.x = read_column(side->x, index);
    l.y = read_column(side->y, index);
    if (side->origin_x) {
        l.origin_x = read_column(side->origin_x, index);
        l.origin_y = read_column(side->origin_y, index);
    }
    const vf c = side->cos ? read_column(side->cos, index) : one, s = side->cos ? read_column(side->sin, index) : zero;
    const vf sx = side->scale_x ? gather_scale(side->scale_x, index, tiny) : one;
    const vf sy = side->scale_y ? gather_scale(side->scale_y, index, tiny) : sx;
    l.xx = vf_mul(c, sx);
    l.xy = vf_negate(vf_mul(s, sy));
    l.yx = vf_mul(s, sx);
    l.yy = vf_mul(c, sy);
    l.plain = vm_and(vm_and(vf_eq(c, one), vf_eq(s, zero)), vm_and(vf_eq(sx, one), vf_eq(sy, one)));
    l.flat = vm_or(vm_or(vf_eq(sx, zero), vf_eq(sy, zero)), vf_ge(l.left, l.right));
    return l;
}

/* Columns or rows [from, to). */
typedef struct vrange {
    vf from, to;
} vrange;

static LANES_INLINE vf floor_of(vf a) { /* of numbers within 2^24 */
    const vf whole = vi_to_float(vf_truncate(a));
    return vf_select(vf_gt(whole, a), vf_sub(whole, vf_set1(1.0f)), whole);
}

static LANES_INLINE vf within(vf a, float high) { return vf_max(vf_min(a, vf_set1(high)), vf_set1(-high)); }

/* ---- Not rotated ------------------------------------------------------------------------------------------------ */

static LANES_INLINE vf shift_of(vf a, vf b, vf origin_a, vf origin_b) {
    const vf at = vf_add(vf_sub(vf_sub(a, b), vf_sub(origin_a, origin_b)), vf_set1(0.5f));
    return floor_of(within(at, HAIL_SHIFT_FAR));
}

static LANES_INLINE vrange shared(vf low, vf high, vf other_low, vf other_high, vf shift) {
    return (vrange){vf_max(low, vf_sub(other_low, shift)), vf_min(high, vf_sub(other_high, shift))};
}

/* ---- Rotated ---------------------------------------------------------------------------------------------------- */

/* a's axes in b's frame, and its pixel (0, 0). */
typedef struct vaxes {
    vf x, y, ux, uy, vx, vy;
} vaxes;

static LANES_INLINE vaxes axes_in(const vinstance *a, const vinstance *b) {
    const vf one = vf_set1(1.0f), half = vf_set1(0.5f);
    const vf det = vf_select(b->flat, one, vf_sub(vf_mul(b->xx, b->yy), vf_mul(b->xy, b->yx)));
    const vf k = vf_div(one, det);
    const vf xx = vf_mul(b->yy, k), xy = vf_negate(vf_mul(b->xy, k)), yx = vf_negate(vf_mul(b->yx, k)),
             yy = vf_mul(b->xx, k);
    vaxes t;
    t.ux = vf_add(vf_mul(xx, a->xx), vf_mul(xy, a->yx));
    t.uy = vf_add(vf_mul(yx, a->xx), vf_mul(yy, a->yx));
    t.vx = vf_add(vf_mul(xx, a->xy), vf_mul(xy, a->yy));
    t.vy = vf_add(vf_mul(yx, a->xy), vf_mul(yy, a->yy));
    const vf dx = vf_sub(a->x, b->x), dy = vf_sub(a->y, b->y);
    const vf px = vf_sub(half, a->origin_x), py = vf_sub(half, a->origin_y);
    const vf origin_x = vf_sub(b->origin_x, vf_sub(b->left, one)), origin_y = vf_sub(b->origin_y, vf_sub(b->top, one));
    t.x = vf_add(vf_add(origin_x, vf_add(vf_mul(xx, dx), vf_mul(xy, dy))), vf_add(vf_mul(t.ux, px), vf_mul(t.vx, py)));
    t.y = vf_add(vf_add(origin_y, vf_add(vf_mul(yx, dx), vf_mul(yy, dy))), vf_add(vf_mul(t.uy, px), vf_mul(t.vy, py)));
    return t;
}

/* The columns of a in which b's bounds lie, given the bounds' middle (ex, ey) and half their size. (px, py) is a's
 * other axis. */
static LANES_INLINE vrange columns_of(vf ex, vf ey, vf half_x, vf half_y, vf px, vf py, vf q, vf low, vf high) {
    const vf one = vf_set1(1.0f), far_x = vf_add(vf_abs(ex), half_x), far_y = vf_add(vf_abs(ey), half_y);
    const vf size = vf_abs(q), ax = vf_abs(px), ay = vf_abs(py);
    const vf middle = vf_mul(vf_sub(vf_mul(ex, py), vf_mul(ey, px)), q);
    const vf reach = vf_mul(vf_add(vf_mul(ay, half_x), vf_mul(ax, half_y)), size);
    const vf error = vf_mul(vf_mul(vf_add(vf_mul(far_x, ay), vf_mul(far_y, ax)), size), vf_set1(HAIL_RANGE_ERROR));
    const vf wide = vf_add(reach, vf_add(error, vf_set1(HAIL_RANGE_ROOM)));
    const vf from = floor_of(within(vf_sub(middle, wide), HAIL_SHIFT_FAR));
    const vf to = vf_add(floor_of(within(vf_add(middle, wide), HAIL_SHIFT_FAR)), one);
    const vm good = vm_and(vf_lt(size, vf_set1(HAIL_RANGE_MAX_SCALE)), vf_lt(error, vf_set1(HAIL_RANGE_MAX_ERROR)));
    return (vrange){vf_select(good, vf_max(low, from), low), vf_select(good, vf_min(high, to), high)};
}

static LANES_INLINE void ranges_rotated(const vinstance *a, const vinstance *b, const vaxes *t, vrange *x, vrange *y) {
    const vf one = vf_set1(1.0f), half = vf_set1(0.5f);
    const vf half_x = vf_mul(vf_sub(b->right, b->left), half), half_y = vf_mul(vf_sub(b->bottom, b->top), half);
    const vf ex = vf_sub(vf_add(half_x, one), t->x), ey = vf_sub(vf_add(half_y, one), t->y);
    const vf q = vf_div(one, vf_sub(vf_mul(t->ux, t->vy), vf_mul(t->uy, t->vx)));
    *x = columns_of(ex, ey, half_x, half_y, t->vx, t->vy, q, a->left, a->right);
    *y = columns_of(ex, ey, half_x, half_y, t->ux, t->uy, vf_negate(q), a->top, a->bottom);
}

/* ---- Pairs ------------------------------------------------------------------------------------------------------ */

static LANES_INLINE void write_overlaps(const vinstance *a, const vinstance *b, bool all_plain, uint32_t n,
                                        hail_overlap *overlaps) {
    const vf zero = vf_set1(0.0f);
    const vm plain = vm_and(a->plain, b->plain), flat = vm_or(a->flat, b->flat);
    const vf shift_x = shift_of(a->x, b->x, a->origin_x, b->origin_x),
             shift_y = shift_of(a->y, b->y, a->origin_y, b->origin_y);
    vrange x = shared(a->left, a->right, b->left, b->right, shift_x),
           y = shared(a->top, a->bottom, b->top, b->bottom, shift_y);
    vaxes t = {zero, zero, zero, zero, zero, zero};
    if (!all_plain) {
        vrange tx, ty;
        t = axes_in(a, b);
        ranges_rotated(a, b, &t, &tx, &ty);
        x = (vrange){vf_select(plain, x.from, tx.from), vf_select(plain, x.to, tx.to)};
        y = (vrange){vf_select(plain, y.from, ty.from), vf_select(plain, y.to, ty.to)};
    }
    const vi none = vi_set1(0);
    const vf first[8] = {
        t.x, t.y, t.ux, t.uy, t.vx, t.vy, vf_from_bits(vf_truncate(shift_x)), vf_from_bits(vf_truncate(shift_y))};
    const vf last[8] = {vf_from_bits(vi_select(flat, none, vf_truncate(x.from))),
                        vf_from_bits(vi_select(flat, none, vf_truncate(y.from))),
                        vf_from_bits(vi_select(flat, none, vf_truncate(x.to))),
                        vf_from_bits(vi_select(flat, none, vf_truncate(y.to))),
                        vf_from_bits(a->sprite),
                        vf_from_bits(b->sprite),
                        vf_from_bits(vi_select(plain, none, vi_set1(1))),
                        zero};
    uint32_t row[HAIL_LANES];
    vi_store(row, vi_iota());
    vf_store_rows8(&overlaps->x, 16, row, n, first);
    vf_store_rows8(&overlaps->x + 8, 16, row, n, last);
}

/* The instances of pairs [i, i + n). Lanes past them repeat pair i's: an instance that is in no pair may be anything.
 */
static LANES_INLINE vi read_index(const uint32_t *index, uint32_t i, uint32_t n) {
    const vm within = vm_first(n);
    if (!index)
        return vi_select(within, vi_add(vi_set1((int32_t)i), vi_iota()), vi_set1((int32_t)i));
    return vi_select(within, vi_load_n(index + i, n), vi_set1((int32_t)index[i]));
}

void HAIL_KERNEL(relative_transform)(const hail_relative_transform_job *given, uint32_t begin, uint32_t end,
                                     hail_overlap *overlaps) {
    const hail_relative_transform_job job = *given;
    const bool all_plain = !job.a.cos && !job.a.scale_x && !job.b.cos && !job.b.scale_x;
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        const vinstance a = read_instances(&job.a, read_index(job.index_a, i, n), job.tiny),
                        b = read_instances(&job.b, read_index(job.index_b, i, n), job.tiny);
        write_overlaps(&a, &b, all_plain, n, overlaps + (i - begin));
    }
}
