/* simd/kernels/queries/near_listed_reference.c - the nearest of a few bodies. */
#include <float.h>
#include <string.h>

#include "kernels/reference.h"

static void write_row(const hail_near_listed_job *job, float px, float py, const hail_listed_body *body, uint32_t *to) {
    const float dx = body->x - px, dy = body->y - py, d = sqrtf(dx * dx + dy * dy), r = body->radius;
    const float nx = d > 0.0f ? dx / d : 1.0f, ny = d > 0.0f ? dy / d : 0.0f;
    const float numbers[6] = {0.0f,     job->to_centre ? d : d - r, body->x - nx * r, body->y - ny * r, 0.0f - nx,
                              0.0f - ny};
    memcpy(to, body->handle, sizeof body->handle);
    memcpy(to + 2, body->user, sizeof body->user);
    to[4] = 0;
    to[5] = body->header | (d - r <= 0.0f ? job->inside : 0);
    memcpy(to + 6, numbers, sizeof numbers);
}

/* The first of a list are the nearest. */
typedef struct list {
    float distance[HAIL_NEAR_LISTED + 1];
    uint32_t body[HAIL_NEAR_LISTED + 1];
    uint32_t count;
} list;

static void insert(list *to, float distance, uint32_t body) {
    uint32_t at = to->count++;
    for (; at > 0 && to->distance[at - 1] > distance; at--) {
        to->distance[at] = to->distance[at - 1];
        to->body[at] = to->body[at - 1];
    }
    to->distance[at] = distance;
    to->body[at] = body;
}

void HAIL_KERNEL(near_listed)(const hail_near_listed_job *job, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++) {
        const float radius = job->each_radius ? job->each_radius[i] : job->radius;
        uint32_t *rows = job->rows + (size_t)HAIL_QUERY_HIT_WORDS * job->keep * i;
        list near = {.count = 0};
        for (uint32_t b = 0; b < job->count; b++) {
            const float dx = job->bodies[b].x - job->x[i], dy = job->bodies[b].y - job->y[i];
            const float distance = sqrtf(dx * dx + dy * dy) - (job->to_centre ? 0.0f : job->bodies[b].radius);
            if (distance <= (radius > 0.0f ? radius : FLT_MAX))
                insert(&near, distance, b);
        }
        for (uint32_t j = 0; j < near.count && j < job->keep; j++)
            write_row(job, job->x[i], job->y[i], &job->bodies[near.body[j]], rows + (size_t)HAIL_QUERY_HIT_WORDS * j);
        if (near.count < job->keep)
            rows[(size_t)HAIL_QUERY_HIT_WORDS * near.count + 5] = 0;
        if (job->counts)
            job->counts[i] = near.count;
    }
}
