/* simd/kernels/points/quadrants.c - docs/arithmetic.md, "Points": quarter turns from vertex to vertex around a point.
 * Points lie in lanes; edges come one after the other. */
#include "point_lanes.h"

/* Where a vertex lies relative to the points. The sign bits say whether it is to the right and whether it is below;
 * quadrants are 0 to 3 from +x towards +y. */
typedef struct vertex {
    vf right, below;
    vi quadrant;
} vertex;

static LANES_INLINE vertex vertex_of(vf x, vf y, const hail_edge *at) {
    vertex p = {.right = vf_sub(x, vf_set1(at->x)), .below = vf_sub(y, vf_set1(at->y))};
    const vi below = vi_from_bits(p.below);
    const vi odd = vi_shift_right(vi_xor(vi_from_bits(p.right), below), 31);
    /* The quadrant plus 2. The 2 cancels in a difference. */
    p.quadrant = vi_add(vi_and(vi_shift_right(below, 30), vi_set1(2)), odd);
    return p;
}

/* Quarter turns plus 1. The turns are 0, 1, 2 or -1. Two quarters may go either way round; the edge's side decides. */
static LANES_INLINE vi turns(const hail_edge *at, const vertex *from, const vertex *to, vi *fallback) {
    const vi quarters = vi_and(vi_add(vi_sub(to->quadrant, from->quadrant), vi_set1(1)), vi_set1(3));
    const vi across = vi_xor(vi_from_bits(from->right), vi_from_bits(to->right));
    const vi along = vi_xor(vi_from_bits(from->below), vi_from_bits(to->below));
    const vi diagonal = vi_and(across, along);
    const vf beyond = vf_sub(from->right, vf_mul(from->below, vf_set1(at->slope)));
    const vi back = vi_and(diagonal, vi_xor(vi_from_bits(beyond), vi_from_bits(to->below)));
    *fallback = vi_or(*fallback, vi_and(diagonal, vi_from_bits(vf_sub(vf_abs(beyond), vf_set1(at->tolerance)))));
    return vi_sub(quarters, vi_and(vi_shift_right(back, 29), vi_set1(4)));
}

bool HAIL_KERNEL(quadrants)(const hail_inside_job *given, uint32_t begin, uint32_t end) {
    const hail_inside_job job = *given;
    vi any = vi_set1(0);
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        const vf x = read_points(job.x + i, n, job.tiny), y = read_points(job.y + i, n, job.tiny);
        vi sum = vi_set1(0), fallback = vi_set1(0);
        uint32_t edges = 0;
        for (uint32_t c = 0; c < job.chains; c++) {
            const hail_edge *at = job.edges + job.start[c], *last = job.edges + job.start[c + 1] - 1;
            vertex from = vertex_of(x, y, at);
            edges += (uint32_t)(last - at);
            LANES_ROLLED
            for (; at < last; at++) {
                const vertex to = vertex_of(x, y, at + 1);
                sum = vi_add(sum, turns(at, &from, &to, &fallback));
                from = to;
            }
        }
        sum = vi_sub(sum, vi_set1((int32_t)edges));
        vi_store_n(job.result + i, vi_add(vi_load_n(job.result + i, n), sum), n);
        any = vi_or(any, add_fallback(job.fallback + i, vi_shift_right(fallback, 31), n));
    }
    return vm_bits(vi_gt(any, vi_set1(0))) != 0;
}
