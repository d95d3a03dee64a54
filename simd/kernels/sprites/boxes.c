/* simd/kernels/sprites/boxes.c - docs/arithmetic.md, "Sprites": boxes of transformed outlines. A table says by
 * direction which vertices can be the furthest; it is looked up with one instance a lane. These vertices are then
 * transformed together, instance by instance. */
#include "kernels/kernel.h"

/* HAIL_LANES instances: positions, matrices, and the entries of the directions -x, -y, +x and +y in the table of
 * arcs. */
typedef struct pose {
    float base[4 * HAIL_LANES];
    float xx[HAIL_LANES], xy[HAIL_LANES], yx[HAIL_LANES], yy[HAIL_LANES];
    uint32_t arc[4][HAIL_LANES];
} pose;

static LANES_INLINE vi sector_of(vf a, vf b) {
    const vf zero = vf_set1(0.0f), size_a = vf_abs(a), size_b = vf_abs(b);
    const vf larger = vf_max(size_a, size_b), smaller = vf_min(size_a, size_b);
    const vi none = vi_set1(0);
    vi n = vi_select(vf_gt(smaller, vf_mul(larger, vf_set1(HAIL_TANGENT_1))), vi_set1(1), none);
    n = vi_select(vf_gt(smaller, vf_mul(larger, vf_set1(HAIL_TANGENT_2))), vi_set1(2), n);
    n = vi_select(vf_gt(smaller, vf_mul(larger, vf_set1(HAIL_TANGENT_3))), vi_set1(3), n);
    const vi signs = vi_or(vi_select(vf_lt(a, zero), vi_set1(16), none), vi_select(vf_lt(b, zero), vi_set1(8), none));
    return vi_or(vi_or(signs, vi_select(vf_gt(size_b, size_a), vi_set1(4), none)), n);
}

static LANES_INLINE vf read_scale(const float *scale, uint32_t i, uint32_t n, float tiny) {
    return vf_not_tiny(vf_load_n(scale + i, n), tiny);
}

static LANES_INLINE void read_poses(const hail_boxes_job *job, uint32_t i, uint32_t n, pose *d) {
    const hail_sprite_side *side = &job->side;
    const vf one = vf_set1(1.0f);
    const vf c = side->cos ? vf_load_n(side->cos + i, n) : one,
             s = side->cos ? vf_load_n(side->sin + i, n) : vf_set1(0.0f);
    const vf scale_x = side->scale_x ? read_scale(side->scale_x, i, n, job->tiny) : one;
    const vf scale_y = side->scale_y ? read_scale(side->scale_y, i, n, job->tiny) : scale_x;
    const vf xx = vf_mul(c, scale_x), xy = vf_negate(vf_mul(s, scale_y)), yx = vf_mul(s, scale_x),
             yy = vf_mul(c, scale_y);
    vf_store(d->xx, xx);
    vf_store(d->xy, xy);
    vf_store(d->yx, yx);
    vf_store(d->yy, yy);
    /* Adds 0, so that no box has a negative zero. */
    const vf x = vf_add(vf_load_n(side->x + i, n), vf_set1(0.0f)), y = vf_add(vf_load_n(side->y + i, n), vf_set1(0.0f));
    const vf base[4] = {x, y, x, y};
    uint32_t row[HAIL_LANES];
    vi_store(row, vi_iota());
    vf_store_rows4(d->base, 4, row, HAIL_LANES, base);
    const vi opposite = vi_set1(HAIL_OPPOSITE), sector_x = sector_of(xx, xy), sector_y = sector_of(yx, yy);
    const vi first = side->sprite ? vi_shift_left(vi_load_n(side->sprite + i, n), 5) : vi_set1(0);
    vi_store(d->arc[0], vi_add(first, vi_xor(sector_x, opposite)));
    vi_store(d->arc[1], vi_add(first, vi_xor(sector_y, opposite)));
    vi_store(d->arc[2], vi_add(first, sector_x));
    vi_store(d->arc[3], vi_add(first, sector_y));
}

/* A box from all vertices. */
static LANES_INLINE void box_of_all(const hail_boxes_job *job, uint32_t sprite, const pose *d, uint32_t k, float *box) {
    const hail_vertex_run run = job->runs[sprite];
    if (!run.count) {
        box[0] = box[1] = job->nowhere;
        box[2] = box[3] = -job->nowhere;
        return;
    }
    const vf xx = vf_set1(d->xx[k]), xy = vf_set1(d->xy[k]), yx = vf_set1(d->yx[k]), yy = vf_set1(d->yy[k]);
    vf u = vf_load(job->u + run.first), v = vf_load(job->v + run.first);
    vf min_x = vf_add(vf_mul(u, xx), vf_mul(v, xy)), min_y = vf_add(vf_mul(u, yx), vf_mul(v, yy));
    vf max_x = min_x, max_y = min_y;
    for (uint32_t j = HAIL_LANES; j < run.count; j += HAIL_LANES) {
        u = vf_load(job->u + run.first + j);
        v = vf_load(job->v + run.first + j);
        const vf x = vf_add(vf_mul(u, xx), vf_mul(v, xy)), y = vf_add(vf_mul(u, yx), vf_mul(v, yy));
        min_x = vf_min(min_x, x);
        min_y = vf_min(min_y, y);
        max_x = vf_max(max_x, x);
        max_y = vf_max(max_y, y);
    }
    float extent[4];
    lanes_max4(extent, vf_negate(min_x), vf_negate(min_y), max_x, max_y);
    box[0] = d->base[4 * k] - extent[0];
    box[1] = d->base[4 * k + 1] - extent[1];
    box[2] = d->base[4 * k + 2] + extent[2];
    box[3] = d->base[4 * k + 3] + extent[3];
}

void HAIL_KERNEL(boxes)(const hail_boxes_job *given, uint32_t begin, uint32_t end) {
    const hail_boxes_job job = *given;
    const float *u = job.u, *v = job.v;
    const uint32_t *arcs = job.arcs;
    pose d;
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        float *box = job.boxes + 4 * (size_t)i;
        read_poses(&job, i, n, &d);
        for (uint32_t k = 0; k < n; k++, box += 4) {
            uint32_t at[4] = {HAIL_ARC_LONG};
            for (int side = 0; arcs && side < 4; side++)
                at[side] = arcs[d.arc[side][k]];
            if ((at[0] | at[1] | at[2] | at[3]) != HAIL_ARC_LONG)
                lanes_box4(box, d.base + 4 * (size_t)k, u, v, at, d.xx[k], d.xy[k], d.yx[k], d.yy[k]);
            else
                box_of_all(&job, job.side.sprite ? job.side.sprite[i + k] : 0, &d, k, box);
        }
    }
}
