/* simd/kernels/points/nearest_point_lanes.h - docs/arithmetic.md, "Points": the point of a segment that is nearest to a
 * point, to a few units in the last place. */
#ifndef HAIL_SIMD_KERNELS_POINTS_NEAREST_POINT_LANES_H
#define HAIL_SIMD_KERNELS_POINTS_NEAREST_POINT_LANES_H

#include "kernels/kernel.h"

/* A number as a float plus what rounding left out: nearly twice the digits of a float. */
typedef struct both {
    vf whole, rest;
} both;

/* D. Knuth, The Art of Computer Programming, volume 2, 4.2.2. */
static LANES_INLINE both difference(vf a, vf b) {
    const vf whole = vf_sub(a, b), part = vf_sub(whole, a);
    return (both){whole, vf_sub(vf_sub(a, vf_sub(whole, part)), vf_add(b, part))};
}

static LANES_INLINE both sum(vf a, vf b) {
    const vf whole = vf_add(a, b), part = vf_sub(whole, a);
    return (both){whole, vf_add(vf_sub(a, vf_sub(whole, part)), vf_sub(b, part))};
}

static LANES_INLINE both halves(vf a) {
    const vf high = vf_from_bits(vi_and(vi_from_bits(a), vi_set1(-0x1000)));
    return (both){high, vf_sub(a, high)};
}

/* T. Dekker, A floating-point technique for extending the available precision, 1971. */
static LANES_INLINE both product(vf a, both a_halves, vf b, both b_halves) {
    const vf whole = vf_mul(a, b);
    const vf left =
        vf_sub(vf_sub(vf_sub(whole, vf_mul(a_halves.whole, b_halves.whole)), vf_mul(a_halves.rest, b_halves.whole)),
               vf_mul(a_halves.whole, b_halves.rest));
    return (both){whole, vf_sub(vf_mul(a_halves.rest, b_halves.rest), left)};
}

/* The dot product of two such vectors, rounded about once. */
static LANES_INLINE vf dot(both ax, both ay, both bx, both by) {
    const both x = product(ax.whole, halves(ax.whole), bx.whole, halves(bx.whole));
    const both y = product(ay.whole, halves(ay.whole), by.whole, halves(by.whole));
    const both s = sum(x.whole, y.whole);
    const vf rest_x = vf_add(vf_mul(ax.whole, bx.rest), vf_mul(ax.rest, bx.whole));
    const vf rest_y = vf_add(vf_mul(ay.whole, by.rest), vf_mul(ay.rest, by.whole));
    return vf_add(s.whole, vf_add(vf_add(vf_add(x.rest, y.rest), s.rest), vf_add(rest_x, rest_y)));
}

static LANES_INLINE vf squared_between(vf x1, vf y1, vf x2, vf y2) {
    const vf dx = vf_sub(x1, x2), dy = vf_sub(y1, y2);
    return vf_add(vf_mul(dx, dx), vf_mul(dy, dy));
}

/* Writes x, y and the squared distance to row. */
static LANES_INLINE void nearest_on_segment(vf x, vf y, vf x1, vf y1, vf x2, vf y2, float tiny, vf row[4]) {
    /* Measured from the nearer end, so that errors are at most those of half the segment. */
    const vm swap = vf_lt(squared_between(x, y, x2, y2), squared_between(x, y, x1, y1));
    const vf ax = vf_select(swap, x2, x1), ay = vf_select(swap, y2, y1);
    const vf bx = vf_select(swap, x1, x2), by = vf_select(swap, y1, y2);
    const both px = difference(x, ax), py = difference(y, ay), ex = difference(bx, ax), ey = difference(by, ay);
    const vm point = vm_and(vf_lt(vf_abs(ex.whole), vf_set1(tiny)), vf_lt(vf_abs(ey.whole), vf_set1(tiny)));
    const vf along = dot(px, py, ex, ey), length = vf_select(point, vf_set1(1.0f), dot(ex, ey, ex, ey));
    const vf t = vf_div(along, length);
    const vm at_a = vm_or(point, vf_le(along, vf_set1(0.0f))), at_b = vf_ge(along, length);
    row[0] = vf_select(at_a, ax, vf_select(at_b, bx, vf_add(ax, vf_mul(ex.whole, t))));
    row[1] = vf_select(at_a, ay, vf_select(at_b, by, vf_add(ay, vf_mul(ey.whole, t))));
    row[2] = squared_between(x, y, row[0], row[1]);
}

#endif
