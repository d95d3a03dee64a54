/* simd/kernels/broad/pairs_all.c - finds pairs among few bodies: HAIL_LANES of them against a few targets at a time.
 * There is nothing to build, and nearly no comparison finds anything: one branch for all of these targets. */
#include "kernels/kernel.h"

enum { TOGETHER = 4 }; /* targets of another layer that are tested before a branch */

/* What does not change while pairs are found. */
typedef struct all_search {
    vf slack;
    vf square; /* of the reach, if all radii are the same */
    hail_stream_view stream, target;
    uint32_t targets;
    bool radii;
    bool self;
} all_search;

/* A vector of bodies. */
typedef struct few_bodies {
    vf x, y, r;
} few_bodies;

static LANES_INLINE vf square_of(vf r, vf other, vf slack) {
    const vf reach = vf_mul(vf_add(r, other), slack);
    return vf_mul(reach, reach);
}

/* The bodies that touch target j. */
static LANES_INLINE vm touching(const all_search *s, const few_bodies *b, uint32_t j) {
    const hail_stream_view *target = &s->target;
    const vf dx = vf_sub(vf_set1(target->x[j]), b->x), dy = vf_sub(vf_set1(target->y[j]), b->y);
    vf square = s->square;
    if (s->radii)
        square = square_of(b->r, vf_set1(target->radius ? target->radius[j] : target->uniform_radius), s->slack);
    return vf_le(vf_add(vf_mul(dx, dx), vf_mul(dy, dy)), square);
}

/* Whether some body touches one of TOGETHER targets from j on. */
static LANES_INLINE bool any_touching(const all_search *s, const few_bodies *b, uint32_t j) {
    vm any = touching(s, b, j);
    for (uint32_t k = 1; k < TOGETHER; k++)
        any = vm_or(any, touching(s, b, j + k));
    return vm_bits(any) != 0;
}

/* The lanes that lie before target j, of a vector that starts at body i. */
static inline unsigned lanes_before(uint32_t j, uint32_t i) {
    return j - i < HAIL_LANES ? (1u << (j - i)) - 1u : HAIL_ALL_LANES;
}

/* Where pairs go. */
typedef struct all_output {
    uint32_t *first, *second, count, capacity;
} all_output;

/* Lists the pairs of a vector, which starts at body i and has n of them, and the targets from *step on. False: the
 * output is full, and *step is where to go on. */
static LANES_INLINE bool list_vector(const all_search *s, uint32_t i, uint32_t n, uint32_t *step, all_output *to) {
    const few_bodies b = {vf_load_n(s->stream.x + i, n), vf_load_n(s->stream.y + i, n),
                          lanes_radius(s->stream.radius, i, n, s->stream.uniform_radius)};
    const unsigned lanes = HAIL_ALL_LANES >> (HAIL_LANES - n);
    for (uint32_t j = s->self && *step <= i ? i + 1 : *step, next; j < s->targets; j = next) {
        const bool together = !s->self && s->targets - j >= TOGETHER;
        next = together ? j + TOGETHER : s->targets;
        if (together && !any_touching(s, &b, j))
            continue;
        for (; j < next; j++) {
            const unsigned own = s->self ? lanes_before(j, i) & lanes : lanes, bits = vm_bits(touching(s, &b, j)) & own;
            if (!bits)
                continue;
            vi_compress_store(to->first + to->count, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
            vi_compress_store(to->second + to->count, bits, vi_set1((int32_t)j));
            to->count += vm_count_bits(bits);
            if (to->count + HAIL_LANES > to->capacity) {
                *step = j + 1;
                return false;
            }
        }
    }
    *step = 0;
    return true;
}

static LANES_INLINE uint32_t list_all(const all_search *s, hail_cursor *cursor, uint32_t end, all_output to) {
    uint32_t i = cursor->body, step = cursor->step;
    for (; end - i >= HAIL_LANES; i += HAIL_LANES)
        if (!list_vector(s, i, HAIL_LANES, &step, &to))
            break;
    if (i < end && end - i < HAIL_LANES && list_vector(s, i, end - i, &step, &to))
        i = end;
    *cursor = (hail_cursor){.body = i, .step = step};
    return to.count;
}

uint32_t HAIL_KERNEL(pairs_all)(const hail_stream_view *stream, const hail_stream_view *target, uint32_t targets,
                                bool self, float slack, hail_cursor *cursor, uint32_t end, uint32_t *first,
                                uint32_t *second, uint32_t capacity) {
    const vf slacks = vf_set1(slack),
             square = square_of(vf_set1(stream->uniform_radius), vf_set1(target->uniform_radius), slacks);
    const all_output to = {first, second, 0, capacity};
    all_search s = {slacks, square, *stream, *target, targets, stream->radius || target->radius, self};
    if (!s.radii && !self) { /* as often: a loop of its own, without branches */
        s.radii = s.self = false;
        return list_all(&s, cursor, end, to);
    }
    return list_all(&s, cursor, end, to);
}
