/* simd/kernels/step/few_circles.c - the contacts of few circles at once: HAIL_LANES of them are compared with one other
 * at a time, and the few pairs that touch are done one by one. In a small world, separate stages would take longer than
 * what they do. */
#include <math.h>
#include <string.h>

#include "kernels/kernel.h"

/* Pairs that touch: the index in the first view, and in the second. */
typedef struct few_pairs {
    uint32_t count;
    uint32_t first[HAIL_FEW_TOUCHING + HAIL_LANES], second[HAIL_FEW_TOUCHING + HAIL_LANES];
} few_pairs;

/* False: too many touch. */
static LANES_INLINE bool find_touching(const hail_few_circles_job *job, few_pairs *found) {
    const hail_stream_view one = job->first, two = job->second;
    const uint32_t others = job->second_count;
    uint32_t count = 0;
    for (uint32_t i = 0; i < job->first_count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, job->first_count);
        const unsigned lanes = HAIL_ALL_LANES >> (HAIL_LANES - n);
        const vf x = vf_load_n(one.x + i, n), y = vf_load_n(one.y + i, n);
        const vf r = lanes_radius(one.radius, i, n, one.uniform_radius);
        vf reach = vf_add(r, vf_set1(two.uniform_radius)), reach2 = vf_mul(reach, reach);
        for (uint32_t j = job->self ? i + 1 : 0; j < others; j++) {
            const vf dx = vf_sub(vf_set1(two.x[j]), x), dy = vf_sub(vf_set1(two.y[j]), y);
            if (two.radius) {
                reach = vf_add(r, vf_set1(two.radius[j]));
                reach2 = vf_mul(reach, reach);
            }
            unsigned bits = vm_bits(vf_le(vf_add(vf_mul(dx, dx), vf_mul(dy, dy)), reach2)) & lanes;
            if (!bits)
                continue;
            if (job->self && j - i < HAIL_LANES)
                bits &= (1u << (j - i)) - 1u; /* the lanes before j */
            vi_compress_store(found->first + count, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
            vi_compress_store(found->second + count, bits, vi_set1((int32_t)j));
            count += vm_count_bits(bits);
            if (count > HAIL_FEW_TOUCHING)
                return false;
        }
    }
    found->count = count;
    return true;
}

static inline uint32_t column_or(const uint32_t *column, uint32_t index, uint32_t otherwise) {
    return column ? column[index] : otherwise;
}

static inline bool may_collide(const hail_filter *filter, uint32_t p, uint32_t q) {
    if (filter->groups && filter->first.group[p] && filter->first.group[p] == filter->second.group[q])
        return false;
    if (!filter->masks)
        return true;
    return (column_or(filter->first.category, p, HAIL_DEFAULT_CATEGORY) &
            column_or(filter->second.mask, q, HAIL_DEFAULT_MASK)) &&
           (column_or(filter->second.category, q, HAIL_DEFAULT_CATEGORY) &
            column_or(filter->first.mask, p, HAIL_DEFAULT_MASK));
}

static inline bool second_is_a(const hail_few_circles_job *job, uint32_t p, uint32_t q) {
    return job->orientation == HAIL_LOWER_SLOT_IS_A ? job->first_handle[2 * p] > job->second_handle[2 * q]
                                                    : job->orientation == HAIL_SECOND_IS_A;
}

/* Lists the pairs that may collide by slot of a, then of b. Returns how many there are. */
static LANES_INLINE uint32_t put_in_order(const hail_few_circles_job *job, const few_pairs *found,
                                          uint32_t order[HAIL_FEW_TOUCHING]) {
    uint64_t keys[HAIL_FEW_TOUCHING];
    uint32_t count = 0;
    for (uint32_t k = 0; k < found->count; k++) {
        const uint32_t p = found->first[k], q = found->second[k];
        const uint64_t one = job->first_handle[2 * p], two = job->second_handle[2 * q];
        const uint64_t key = second_is_a(job, p, q) ? two << 32 | one : one << 32 | two;
        if (!may_collide(&job->filter, p, q))
            continue;
        uint32_t to = count++;
        for (; to > 0 && keys[to - 1] > key; to--) {
            keys[to] = keys[to - 1];
            order[to] = order[to - 1];
        }
        keys[to] = key;
        order[to] = k;
    }
    return count;
}

static inline float radius_of(const hail_stream_view *view, uint32_t index) {
    return view->radius ? view->radius[index] : view->uniform_radius;
}

/* Writes the contact of a pair, as circle_circle does. */
static LANES_INLINE void write_contact(const hail_few_circles_job *job, uint32_t p, uint32_t q, float *row) {
    const bool swap = second_is_a(job, p, q);
    const hail_stream_view *a = swap ? &job->second : &job->first, *b = swap ? &job->first : &job->second;
    const uint32_t i = swap ? q : p, j = swap ? p : q;
    memcpy(row, (swap ? job->second_handle : job->first_handle) + 2 * i, 2 * sizeof *row);
    memcpy(row + 2, (swap ? job->first_handle : job->second_handle) + 2 * j, 2 * sizeof *row);
    memcpy(row + 4, &job->header, sizeof *row);
    memset(row + 5, 0, 3 * sizeof *row);
    if (!job->manifold) {
        memset(row + 8, 0, 8 * sizeof *row);
        return;
    }
    const float x = a->x[i], y = a->y[i], dx = b->x[j] - x, dy = b->y[j] - y;
    const float ar = radius_of(a, i), br = radius_of(b, j), length = sqrtf(dx * dx + dy * dy);
    const float nx = length > 0.0f ? dx / length : 1.0f, ny = length > 0.0f ? dy / length : 0.0f;
    const float along = ((ar + length) - br) * 0.5f, depth = (ar + br) - length;
    row[8] = nx;
    row[9] = ny;
    row[10] = x + nx * along;
    row[12] = y + ny * along;
    row[14] = depth > 0.0f ? depth : 0.0f;
    row[11] = row[13] = row[15] = 0.0f;
}

uint32_t HAIL_KERNEL(few_circles)(const hail_few_circles_job *job) {
    few_pairs found;
    uint32_t order[HAIL_FEW_TOUCHING];
    if (!find_touching(job, &found))
        return HAIL_FEW_TOUCHING + 1;
    const uint32_t count = found.count ? put_in_order(job, &found, order) : 0;
    for (uint32_t k = 0; k < count; k++)
        write_contact(job, found.first[order[k]], found.second[order[k]], job->rows + (size_t)HAIL_ROW_WORDS * k);
    return count;
}
