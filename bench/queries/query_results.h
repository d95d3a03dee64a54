/* bench/queries/query_results.h - where contenders other than Hail write what queries found. */
#ifndef QUERY_RESULTS_H
#define QUERY_RESULTS_H

#include "queries.h"

#ifdef __cplusplus
extern "C" {
#endif

#define QUERY_NONE UINT32_MAX

/* What a ray hits first; body QUERY_NONE: nothing. */
typedef struct query_hit {
    uint32_t body;
    float t;                  /* fraction of the ray; 0 if it starts inside */
    float x, y;               /* px: the point that is hit */
    float normal_x, normal_y; /* out of the circle */
} query_hit;

typedef struct query_near {
    uint32_t body;
    float distance; /* px, to the centre */
} query_near;

/* By query: a hit, or k hits; k near bodies; or a list of bodies, from body[start[query]] to body[start[query + 1]]. Of
 * what is counted, start[query] is the number. */
typedef struct query_results {
    query_question question;
    size_t k;
    query_hit *hit;
    query_near *near_body;
    uint32_t *start, *body;
    size_t capacity; /* of body */
} query_results;

query_results query_results_make(query_question question, size_t k, size_t max_count);
void query_results_free(query_results *results);
void query_results_grow(query_results *results, size_t bodies);
size_t query_results_read(const query_results *results, size_t query, query_answer *answers, size_t capacity);

/* Makes room for as many bodies in all lists together. */
static inline uint32_t *query_results_room(query_results *results, size_t bodies) {
    if (bodies > results->capacity)
        query_results_grow(results, bodies);
    return results->body;
}

/* Writes the hit of a ray from (x, y) by (dx, dy) at `t` with the circle about (at_x, at_y). From inside, the normal
 * points to the start. */
static inline void query_hit_write(query_hit *hit, uint32_t body, float t, float x, float y, float dx, float dy,
                                   float at_x, float at_y, float inverse_radius) {
    const float hit_x = x + dx * t, hit_y = y + dy * t;
    hit->body = body;
    hit->t = t;
    hit->x = hit_x;
    hit->y = hit_y;
    hit->normal_x = (hit_x - at_x) * inverse_radius;
    hit->normal_y = (hit_y - at_y) * inverse_radius;
}

#ifdef __cplusplus
}
#endif

#endif
