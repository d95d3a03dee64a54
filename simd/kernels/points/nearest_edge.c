/* simd/kernels/points/nearest_edge.c - docs/arithmetic.md, "Points": which edge is nearest, with points in lanes and
 * edges one after the other; and the nearest point of a segment, with a point and its own segment in each lane. */
#include "nearest_point_lanes.h"
#include "point_lanes.h"

/* ---- Which edge ------------------------------------------------------------------------------------------------ */

/* A vertex as the points see it. */
typedef struct edge_vertex {
    vf dx, dy, squared; /* from the vertex to the points */
} edge_vertex;

static LANES_INLINE edge_vertex edge_vertex_of(vf x, vf y, const hail_near_edge *at) {
    edge_vertex p = {.dx = vf_sub(x, vf_set1(at->x)), .dy = vf_sub(y, vf_set1(at->y))};
    p.squared = vf_add(vf_mul(p.dx, p.dx), vf_mul(p.dy, p.dy));
    return p;
}

static LANES_INLINE vf squared_to(const hail_near_edge *e, const edge_vertex *from, const edge_vertex *to) {
    const vf ex = vf_set1(e->ex), ey = vf_set1(e->ey);
    const vf along = vf_add(vf_mul(from->dx, ex), vf_mul(from->dy, ey));
    const vf across = vf_sub(vf_mul(from->dx, ey), vf_mul(from->dy, ex));
    const vf beside = vf_mul(vf_mul(across, vf_set1(e->inverse)), across);
    const vf squared = vf_select(vf_ge(along, vf_set1(e->squared)), to->squared, beside);
    return vf_select(vf_le(along, vf_set1(0.0f)), from->squared, squared);
}

void HAIL_KERNEL(nearest_edge)(const hail_near_edge_job *given, uint32_t begin, uint32_t end) {
    const hail_near_edge_job job = *given;
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        const vf x = read_points(job.x + i, n, job.tiny), y = read_points(job.y + i, n, job.tiny);
        vf nearest = vf_load_n(job.squared + i, n);
        vi number = vi_load_n(job.number + i, n);
        for (uint32_t c = 0; c < job.chains; c++) {
            const hail_near_edge *at = job.edges + job.start[c], *last = job.edges + job.start[c + 1] - 1;
            edge_vertex from = edge_vertex_of(x, y, at);
            LANES_ROLLED
            for (; at < last; at++) {
                const edge_vertex to = edge_vertex_of(x, y, at + 1);
                const vf squared = squared_to(at, &from, &to);
                number = vi_select(vf_lt(squared, nearest), vi_set1((int32_t)at->number), number);
                nearest = vf_min(squared, nearest);
                from = to;
            }
        }
        vf_store_n(job.squared + i, nearest, n);
        vi_store_n(job.number + i, number, n);
    }
}

/* ---- Where on a segment ---------------------------------------------------------------------------------------- */

void HAIL_KERNEL(nearest_point)(const hail_segments_job *given, uint32_t begin, uint32_t end) {
    const hail_segments_job job = *given;
    uint32_t rows[HAIL_LANES];
    vi_store(rows, vi_iota());
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        const vf x = read_points(job.x + i, n, job.tiny), y = read_points(job.y + i, n, job.tiny);
        const vf x1 = read_points(job.x1 + i, n, job.tiny), y1 = read_points(job.y1 + i, n, job.tiny);
        const vf x2 = read_points(job.x2 + i, n, job.tiny), y2 = read_points(job.y2 + i, n, job.tiny);
        vf row[4];
        nearest_on_segment(x, y, x1, y1, x2, y2, job.tiny, row);
        row[3] = vf_from_bits(job.number ? vi_load_n(job.number + i, n) : vi_add(vi_set1((int32_t)i), vi_iota()));
        vf_store_rows4(job.rows + 4 * (size_t)i, 4, rows, n, row);
    }
}
