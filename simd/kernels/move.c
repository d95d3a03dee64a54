/* simd/kernels/move.c - motion, bounds and life, fused in one pass over the columns (docs/arithmetic.md, "Move").
 * The scene's floor is the memory traffic of x, y, vx, vy, so nothing here reads more than it must. */
#include "kernel.h"
#include "wrap_far.h"

/* One axis of a wrap: one addition for nearly all, and a scalar fix for a body that crossed the world more than once. */
static inline vf wrap(vf x, float min, float max) {
    const vf low = vf_set1(min), high = vf_set1(max), width = vf_set1(max - min);
    x = vf_select(vf_lt(x, low), vf_add(x, width), vf_select(vf_ge(x, high), vf_sub(x, width), x));
    const unsigned far = vm_bits(vm_or(vf_lt(x, low), vf_ge(x, high)));
    if (far) {
        float lane[HAIL_LANES];
        vf_store(lane, x);
        for (unsigned i = 0; i < HAIL_LANES; i++)
            if (far >> i & 1u)
                lane[i] = hail_wrap_far(lane[i], min, max);
        x = vf_load(lane);
    }
    return x;
}

uint32_t HAIL_KERNEL(move)(const hail_move_job *job, uint32_t begin, uint32_t end, uint32_t *attention) {
    const vf dt = vf_set1(job->dt), forever = vf_set1(3.0e38f), zero = vf_set1(0.0f);
    const vf min_x = vf_set1(job->min_x), min_y = vf_set1(job->min_y);
    const vf max_x = vf_set1(job->max_x), max_y = vf_set1(job->max_y);
    uint32_t noted = 0;
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        const vf x = vf_load_n(job->x + i, n), y = vf_load_n(job->y + i, n);
        vf nx = x, ny = y;
        if (job->vx) {
            nx = vf_add(x, vf_mul(vf_load_n(job->vx + i, n), dt));
            ny = vf_add(y, vf_mul(vf_load_n(job->vy + i, n), dt));
        }
        vm good = vm_and(vf_finite(nx), vf_finite(ny));
        unsigned killed = 0, expired = 0;
        if (job->life) {
            const vf life = vf_load_n(job->life + i, n);
            good = vm_and(good, vf_finite(life));
            const vf left = vf_select(vm_and_not(good, vf_ge(life, forever)), vf_sub(life, dt), life);
            expired = vm_bits(vm_and(good, vf_le(left, zero)));
            vf_store_n(job->life + i, left, n);
        }
        if (job->bounds == 2) {
            nx = vf_select(good, nx, min_x);
            ny = vf_select(good, ny, min_y);
            nx = wrap(nx, job->min_x, job->max_x);
            ny = wrap(ny, job->min_y, job->max_y);
        } else if (job->bounds == 1) {
            const vf r = lanes_radius(job->radius, i, n, job->uniform_radius);
            const vm out_x = vm_or(vf_lt(vf_add(nx, r), min_x), vf_gt(vf_sub(nx, r), max_x));
            const vm out_y = vm_or(vf_lt(vf_add(ny, r), min_y), vf_gt(vf_sub(ny, r), max_y));
            killed = vm_bits(vm_and(good, vm_or(out_x, out_y)));
        }
        if (job->vx || job->bounds == 2) {
            vf_store_n(job->x + i, vf_select(good, nx, x), n);
            vf_store_n(job->y + i, vf_select(good, ny, y), n);
        }
        const unsigned lanes = HAIL_ALL_LANES >> (HAIL_LANES - n), bad = ~vm_bits(good) & lanes;
        const unsigned any = (bad | killed | expired) & lanes;
        if (any) {
            for (unsigned k = 0; k < n; k++) {
                const uint32_t notes = (bad >> k & 1u) * HAIL_NOTE_NOT_FINITE | (killed >> k & 1u) * HAIL_NOTE_KILLED |
                                       (expired >> k & 1u) * HAIL_NOTE_EXPIRED;
                if (notes)
                    attention[noted++] = (i + k) | notes << HAIL_ATTENTION_SHIFT;
            }
        }
    }
    return noted;
}
