/* simd/kernels/step/motion.c - motion, bounds and life, fused in one pass over the columns (docs/arithmetic.md,
 * "Move").
 *
 * The memory traffic of x, y, vx and vy limits the speed. Nearly every body stays finite and inside, so one test per
 * vector finds out whether there is anything else to do. */
#include <math.h>

#include "kernels/kernel.h"

/* Wraps one axis of a body that is more than one width outside. */
static inline float wrap_far(float x, float min, float max) {
    const float width = max - min;
    float turns = truncf((x - min) / width);
    if (x < min)
        turns = turns - 1.0f;
    x = x - turns * width;
    return x < min || x >= max ? min : x;
}

/* Wraps one axis: one addition for nearly all bodies, scalar code for a body that is more than one width outside. */
static inline vf wrap(vf x, float min, float max) {
    const vf low = vf_set1(min), high = vf_set1(max), width = vf_set1(max - min);
    x = vf_select(vf_lt(x, low), vf_add(x, width), vf_select(vf_ge(x, high), vf_sub(x, width), x));
    const unsigned far = vm_bits(vm_or(vf_lt(x, low), vf_ge(x, high)));
    if (far) {
        float lane[HAIL_LANES];
        vf_store(lane, x);
        for (unsigned i = 0; i < HAIL_LANES; i++)
            if (far >> i & 1u)
                lane[i] = wrap_far(lane[i], min, max);
        x = vf_load(lane);
    }
    return x;
}

/* The lanes that are not flagged: finite, and inside the bounds if the layer has any. */
static inline vm usual(const hail_move_job *job, vf x, vf y, vf r) {
    if (job->bounds == HAIL_MOVE_OPEN)
        return vm_and(vf_finite(x), vf_finite(y));
    const vf min_x = vf_set1(job->min_x), min_y = vf_set1(job->min_y);
    const vf max_x = vf_set1(job->max_x), max_y = vf_set1(job->max_y);
    if (job->bounds == HAIL_MOVE_WRAP)
        return vm_and(vm_and(vf_ge(x, min_x), vf_lt(x, max_x)), vm_and(vf_ge(y, min_y), vf_lt(y, max_y)));
    return vm_and(vm_and(vf_ge(vf_add(x, r), min_x), vf_le(vf_sub(x, r), max_x)),
                  vm_and(vf_ge(vf_add(y, r), min_y), vf_le(vf_sub(y, r), max_y)));
}

static uint32_t list_notes(uint32_t i, uint32_t n, unsigned bad, unsigned killed, unsigned expired, uint32_t *flagged) {
    uint32_t listed = 0;
    if (!(bad | killed | expired)) /* they only wrapped */
        return 0;
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t notes = (bad >> k & 1u) * HAIL_NOTE_NOT_FINITE | (killed >> k & 1u) * HAIL_NOTE_KILLED |
                               (expired >> k & 1u) * HAIL_NOTE_EXPIRED;
        if (notes)
            flagged[listed++] = (i + k) | notes << HAIL_FLAG_SHIFT;
    }
    return listed;
}

/* Moves the bodies from i on, n of them. Returns how many notes it lists. */
static LANES_INLINE uint32_t move_some(const hail_move_job *job, uint32_t i, uint32_t n, uint32_t *flagged) {
    const vf dt = vf_set1(job->dt), zero = vf_set1(0.0f);
    const unsigned lanes = HAIL_ALL_LANES >> (HAIL_LANES - n);
    const vf x = vf_load_n(job->x + i, n), y = vf_load_n(job->y + i, n);
    const vf r = job->bounds == HAIL_MOVE_KILL ? lanes_radius(job->radius, i, n, job->uniform_radius) : zero;
    uint32_t listed = 0;
    vf nx = x, ny = y;
    if (job->vx) {
        const vf dx = vf_mul(vf_load_n(job->vx + i, n), dt), dy = vf_mul(vf_load_n(job->vy + i, n), dt);
        nx = vf_add(x, dx);
        ny = vf_add(y, dy);
        if (job->dx) {
            vf_store_n(job->dx + i, dx, n);
            vf_store_n(job->dy + i, dy, n);
        }
    }
    unsigned rest = ~vm_bits(usual(job, nx, ny, r)) & lanes, expired = 0, bad = 0;
    if (job->life) {
        const vf life = vf_load_n(job->life + i, n);
        const vm good = vm_and(vm_and(vf_finite(nx), vf_finite(ny)), vf_finite(life));
        const vm forever = vf_ge(life, vf_set1(HAIL_LIFE_FOREVER));
        const vf left = vf_select(vm_and_not(good, forever), vf_sub(life, dt), life);
        vf_store_n(job->life + i, left, n);
        expired = vm_bits(vm_and(good, vf_le(left, zero))) & lanes;
        bad = ~vm_bits(good) & lanes;
        rest |= expired | bad;
    }
    if (rest) {
        const vm finite = vm_and(vf_finite(nx), vf_finite(ny));
        bad |= ~vm_bits(finite) & lanes;
        const vm good = vm_and_not(vm_first(n), vm_from_bits(bad));
        if (job->bounds == HAIL_MOVE_WRAP) {
            nx = wrap(vf_select(good, nx, vf_set1(job->min_x)), job->min_x, job->max_x);
            ny = wrap(vf_select(good, ny, vf_set1(job->min_y)), job->min_y, job->max_y);
        }
        const unsigned killed = job->bounds == HAIL_MOVE_KILL ? ~vm_bits(usual(job, nx, ny, r)) & lanes & ~bad : 0;
        nx = vf_select(good, nx, x);
        ny = vf_select(good, ny, y);
        listed = list_notes(i, n, bad, killed, expired, flagged);
    }
    vf_store_n(job->x + i, nx, n);
    vf_store_n(job->y + i, ny, n);
    return listed;
}

uint32_t HAIL_KERNEL(move)(const hail_move_job *given, uint32_t begin, uint32_t end, uint32_t *flagged) {
    const hail_move_job job = *given; /* a copy that no store can change */
    uint32_t listed = 0, i = begin;
    for (; end - i >= HAIL_LANES; i += HAIL_LANES)
        listed += move_some(&job, i, HAIL_LANES, flagged + listed);
    if (i < end)
        listed += move_some(&job, i, end - i, flagged + listed);
    return listed;
}
