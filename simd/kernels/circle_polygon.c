/* simd/kernels/circle_polygon.c - docs/arithmetic.md, "Circle against polygon".
 *
 * In two parts. The widest edge is searched with one polygon's eight edges in lanes: templates need no gathering and no
 * transposing, and pairs need not be sorted by template. The rest has one pair a lane, with that edge's words loaded
 * whole and transposed. */
#include "narrow.h"

uint32_t HAIL_KERNEL(circle_polygon)(const hail_narrow_job *given, const uint32_t *one, const uint32_t *two,
                                     const uint32_t *place, uint32_t count) {
    const hail_narrow_job job = *given;
    const hail_side *circle = &job.one, *polygon = &job.two;
    const vf zero = vf_set1(0.0f), unit = vf_set1(1.0f), half = vf_set1(0.5f);
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vi c = vi_load_n(one + i, n), p = vi_load_n(two + i, n);
        const vf cx = vf_gather(circle->x, c), cy = vf_gather(circle->y, c), r = side_radius(circle, c);
        const vf cosine = polygon->cos ? vf_gather(polygon->cos, p) : unit;
        const vf sine = polygon->sin ? vf_gather(polygon->sin, p) : zero;
        const vf scale = polygon->scale ? vf_gather(polygon->scale, p) : unit;
        const vf dx = vf_sub(cx, vf_gather(polygon->x, p)), dy = vf_sub(cy, vf_gather(polygon->y, p));
        const vf lx = vf_add(vf_mul(cosine, dx), vf_mul(sine, dy)), ly = vf_sub(vf_mul(cosine, dy), vf_mul(sine, dx));

        /* Rows of 96 words; the edge's words lie eight apart. */
        const vi shape = vi_gather(polygon->shape, p);
        uint32_t row[HAIL_LANES];
        float x[HAIL_LANES], y[HAIL_LANES], k[HAIL_LANES];
        vi_store(row, vi_add(vi_shift_left(shape, 6), vi_shift_left(shape, 5)));
        vf_store(x, lx);
        vf_store(y, ly);
        vf_store(k, scale);
        for (uint32_t lane = 0; lane < HAIL_LANES; lane++)
            row[lane] += 8 * lanes_widest_edge(job.templates + row[lane], x[lane], y[lane], k[lane]);
        vf edge[8]; /* nx, ny, offset, x1, y1, x2, y2, features */
        vf_load_rows8(job.templates + HAIL_TEMPLATE_EDGES, vi_load(row), edge);

        /* Which region of that edge: its own, or a corner's. */
        const vf separation = vf_sub(vf_add(vf_mul(edge[0], lx), vf_mul(edge[1], ly)), vf_mul(edge[2], scale));
        const vf x1 = vf_mul(edge[3], scale), y1 = vf_mul(edge[4], scale);
        const vf x2 = vf_mul(edge[5], scale), y2 = vf_mul(edge[6], scale);
        const vf ex = vf_sub(x2, x1), ey = vf_sub(y2, y1);
        const vf px = vf_sub(lx, x1), py = vf_sub(ly, y1), qx = vf_sub(lx, x2), qy = vf_sub(ly, y2);
        const vf u = vf_add(vf_mul(px, ex), vf_mul(py, ey)), w = vf_add(vf_mul(qx, ex), vf_mul(qy, ey));
        const vm outside = vf_gt(separation, zero);
        const vm first = vm_and(outside, vf_le(u, zero)), last = vm_and_not(vm_and(outside, vf_gt(w, zero)), first);
        const vm corner = vm_or(first, last);
        const vf gx = vf_select(first, px, qx), gy = vf_select(first, py, qy);
        const vf length = vf_sqrt(vf_add(vf_mul(gx, gx), vf_mul(gy, gy)));
        const vf gap = vf_select(corner, length, separation);
        const vm pointed = vm_and(corner, vf_gt(length, zero));
        const vf by = vf_select(pointed, length, unit);
        const vf nx = vf_select(pointed, vf_div(gx, by), edge[0]), ny = vf_select(pointed, vf_div(gy, by), edge[1]);

        const vm touching = vf_le(gap, r);
        const vf depth = vf_max(vf_sub(r, gap), zero);
        const vf wx = vf_sub(vf_mul(cosine, nx), vf_mul(sine, ny)), wy = vf_add(vf_mul(sine, nx), vf_mul(cosine, ny));
        const vf m = vf_mul(vf_add(r, gap), half);
        const vf point_x = vf_sub(cx, vf_mul(wx, m)), point_y = vf_sub(cy, vf_mul(wy, m));
        const vi features = vi_from_bits(edge[7]);
        const vi feature = vi_and(
            vi_select(first, vi_shift_right(features, 8), vi_select(last, vi_shift_right(features, 16), features)),
            vi_set1(0xff));
        touched += vm_count_bits(vm_bits(touching) & (HAIL_ALL_LANES >> (HAIL_LANES - n)));
        if (job.two_is_a)
            write_contacts(&job, polygon, circle, p, c, touching, vi_shift_left(feature, FEATURE_A_SHIFT), wx, wy,
                           point_x, point_y, depth, place + i, n, count - i);
        else
            write_contacts(&job, circle, polygon, c, p, touching, vi_shift_left(feature, FEATURE_B_SHIFT),
                           vf_negate(wx), vf_negate(wy), point_x, point_y, depth, place + i, n, count - i);
    }
    return touched;
}
