/* simd/kernels/circle_polygon.c - docs/arithmetic.md, "Circle against polygon"; one pair a lane. The templates' rows are loaded whole
 * and transposed, eight edges of each lane's polygon at a time, which is cheaper than a gather an edge. */
#include "narrow.h"

typedef struct edge {
    vf separation, nx, ny;
    vi number;
} edge;

/* The edge of the largest separation, the first of equals. */
static inline edge widest_edge(const float *templates, vi row, vf lx, vf ly, vf scale) {
    vf nx[8], ny[8], offset[8];
    vf_load_rows8(templates + HAIL_TEMPLATE_NX, row, nx);
    vf_load_rows8(templates + HAIL_TEMPLATE_NY, row, ny);
    vf_load_rows8(templates + HAIL_TEMPLATE_OFFSET, row, offset);
    edge best = {vf_sub(vf_add(vf_mul(nx[0], lx), vf_mul(ny[0], ly)), vf_mul(offset[0], scale)), nx[0], ny[0], vi_set1(0)};
    for (int k = 1; k < 8; k++) {
        const vf s = vf_sub(vf_add(vf_mul(nx[k], lx), vf_mul(ny[k], ly)), vf_mul(offset[k], scale));
        const vm wider = vf_gt(s, best.separation);
        best.separation = vf_select(wider, s, best.separation);
        best.nx = vf_select(wider, nx[k], best.nx);
        best.ny = vf_select(wider, ny[k], best.ny);
        best.number = vi_select(wider, vi_set1(k), best.number);
    }
    return best;
}

void HAIL_KERNEL(circle_polygon)(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two, const uint32_t *place,
                                 uint32_t count) {
    const hail_side *circle = &job->one, *polygon = &job->two;
    const vf zero = vf_set1(0.0f), unit = vf_set1(1.0f), half = vf_set1(0.5f);
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vi c = vi_load_n(one + i, n), p = vi_load_n(two + i, n);
        const vf cx = vf_gather(circle->x, c), cy = vf_gather(circle->y, c), r = side_radius(circle, c);
        const vf cosine = polygon->cos ? vf_gather(polygon->cos, p) : unit;
        const vf sine = polygon->sin ? vf_gather(polygon->sin, p) : zero;
        const vf scale = polygon->scale ? vf_gather(polygon->scale, p) : unit;
        const vf dx = vf_sub(cx, vf_gather(polygon->x, p)), dy = vf_sub(cy, vf_gather(polygon->y, p));
        const vf lx = vf_add(vf_mul(cosine, dx), vf_mul(sine, dy)), ly = vf_sub(vf_mul(cosine, dy), vf_mul(sine, dx));
        const vi row = vi_shift_left(vi_gather(polygon->shape, p), 6);
        const edge best = widest_edge(job->templates, row, lx, ly, scale);

        /* Which region of that edge: its own, or a corner's. */
        const vi at = vi_add(row, best.number);
        const vf x1 = vf_mul(vf_gather(job->templates + HAIL_TEMPLATE_X, at), scale);
        const vf y1 = vf_mul(vf_gather(job->templates + HAIL_TEMPLATE_Y, at), scale);
        const vf x2 = vf_mul(vf_gather(job->templates + HAIL_TEMPLATE_X + 1, at), scale);
        const vf y2 = vf_mul(vf_gather(job->templates + HAIL_TEMPLATE_Y + 1, at), scale);
        const vf ex = vf_sub(x2, x1), ey = vf_sub(y2, y1);
        const vf px = vf_sub(lx, x1), py = vf_sub(ly, y1), qx = vf_sub(lx, x2), qy = vf_sub(ly, y2);
        const vf u = vf_add(vf_mul(px, ex), vf_mul(py, ey)), w = vf_add(vf_mul(qx, ex), vf_mul(qy, ey));
        const vm outside = vf_gt(best.separation, zero);
        const vm first = vm_and(outside, vf_lt(u, zero)), last = vm_and_not(vm_and(outside, vf_gt(w, zero)), first);
        const vm corner = vm_or(first, last);
        const vf gx = vf_select(first, px, qx), gy = vf_select(first, py, qy);
        const vf length = vf_sqrt(vf_add(vf_mul(gx, gx), vf_mul(gy, gy)));
        const vf gap = vf_select(corner, length, best.separation);
        const vm pointed = vm_and(corner, vf_gt(length, zero));
        const vf by = vf_select(pointed, length, unit);
        const vf nx = vf_select(pointed, vf_div(gx, by), best.nx), ny = vf_select(pointed, vf_div(gy, by), best.ny);

        const vm touching = vf_le(gap, r);
        const vf depth = vf_max(vf_sub(r, gap), zero);
        const vf wx = vf_sub(vf_mul(cosine, nx), vf_mul(sine, ny)), wy = vf_add(vf_mul(sine, nx), vf_mul(cosine, ny));
        const vf m = vf_mul(vf_add(r, gap), half);
        const vf point_x = vf_sub(cx, vf_mul(wx, m)), point_y = vf_sub(cy, vf_mul(wy, m));
        /* The feature table: edges, then vertices 0 to n (n is 0 again). */
        const vi code = vi_add(at, vi_select(first, vi_set1(8), vi_select(last, vi_set1(9), vi_set1(0))));
        const vi feature = vi_from_bits(vf_gather(job->templates + HAIL_TEMPLATE_FEATURE, code));
        if (job->two_is_a)
            write_contacts(job, polygon, circle, p, c, touching, vi_shift_left(feature, FEATURE_A_SHIFT), wx, wy, point_x,
                           point_y, depth, place + i, n);
        else
            write_contacts(job, circle, polygon, c, p, touching, vi_shift_left(feature, FEATURE_B_SHIFT), vf_negate(wx),
                           vf_negate(wy), point_x, point_y, depth, place + i, n);
    }
}
