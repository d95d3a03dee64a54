/* simd/kernels/step/few_circles_reference.c - the contacts of few circles (docs/arithmetic.md, "Circle against circle",
 * "Which pairs collide"), pair by pair. */
#include <string.h>

#include "kernels/reference.h"

/* One of a pair. */
typedef struct disc {
    uint32_t slot, generation, group, category, mask;
    float x, y, radius;
} disc;

static float radius_of(const hail_stream_view *view, uint32_t i) {
    return view->radius ? view->radius[i] : view->uniform_radius;
}

static disc disc_of(const hail_stream_view *view, const hail_filter_columns *filter, const uint32_t *handle,
                    uint32_t i) {
    disc d = {.slot = handle[2 * i],
              .generation = handle[2 * i + 1],
              .category = HAIL_DEFAULT_CATEGORY,
              .mask = HAIL_DEFAULT_MASK,
              .x = view->x[i],
              .y = view->y[i],
              .radius = radius_of(view, i)};
    if (filter->group)
        d.group = filter->group[i];
    if (filter->category)
        d.category = filter->category[i];
    if (filter->mask)
        d.mask = filter->mask[i];
    return d;
}

static bool allowed(const hail_filter *filter, const disc *a, const disc *b) {
    const bool friends = filter->groups && a->group != 0 && a->group == b->group;
    const bool masked = filter->masks && (!(a->category & b->mask) || !(b->category & a->mask));
    return !friends && !masked;
}

/* Inserts a contact where its slots belong. */
static void insert(const hail_few_circles_job *job, uint32_t count, const disc *a, const disc *b) {
    const float dx = b->x - a->x, dy = b->y - a->y, g = sqrtf(dx * dx + dy * dy);
    float words[HAIL_ROW_WORDS] = {0.0f}, *row = job->rows + (size_t)HAIL_ROW_WORDS * count;
    const uint32_t head[5] = {a->slot, a->generation, b->slot, b->generation, job->header};
    memcpy(words, head, sizeof head);
    if (job->manifold) {
        const float nx = g > 0.0f ? dx / g : 1.0f, ny = g > 0.0f ? dy / g : 0.0f;
        const float m = ((a->radius + g) - b->radius) * 0.5f, depth = (a->radius + b->radius) - g;
        words[8] = nx;
        words[9] = ny;
        words[10] = a->x + nx * m;
        words[12] = a->y + ny * m;
        words[14] = depth > 0.0f ? depth : 0.0f;
    }
    for (; count > 0; count--, row -= HAIL_ROW_WORDS) {
        uint32_t before[3];
        memcpy(before, row - HAIL_ROW_WORDS, sizeof before);
        if (before[0] < a->slot || (before[0] == a->slot && before[2] < b->slot))
            break;
        memcpy(row, row - HAIL_ROW_WORDS, sizeof words);
    }
    memcpy(row, words, sizeof words);
}

/* Adds the contact of a pair that touches, if it may collide. Returns how many there are then. */
static uint32_t add(const hail_few_circles_job *job, uint32_t count, uint32_t i, uint32_t j) {
    const disc p = disc_of(&job->first, &job->filter.first, job->first_handle, i),
               q = disc_of(&job->second, &job->filter.second, job->second_handle, j);
    const bool swap =
        job->orientation == HAIL_SECOND_IS_A || (job->orientation == HAIL_LOWER_SLOT_IS_A && q.slot < p.slot);
    if (!allowed(&job->filter, &p, &q))
        return count;
    insert(job, count, swap ? &q : &p, swap ? &p : &q);
    return count + 1;
}

uint32_t HAIL_KERNEL(few_circles)(const hail_few_circles_job *job) {
    const hail_stream_view second = job->second;
    const uint32_t others = job->second_count;
    uint32_t found = 0, count = 0;
    for (uint32_t i = 0; i < job->first_count; i++) {
        const float x = job->first.x[i], y = job->first.y[i], own = radius_of(&job->first, i);
        const float of_all = own + second.uniform_radius;
        for (uint32_t j = job->self ? i + 1 : 0; j < others; j++) {
            const float dx = second.x[j] - x, dy = second.y[j] - y;
            const float r = second.radius ? own + second.radius[j] : of_all;
            if (!(dx * dx + dy * dy <= r * r))
                continue;
            if (++found > HAIL_FEW_TOUCHING)
                return HAIL_FEW_TOUCHING + 1;
            count = add(job, count, i, j);
        }
    }
    return count;
}
