/* engine/casts/cast_hits.h - the first hits of each query of a block, whatever is hit. */
#ifndef HAIL_CASTS_CAST_HITS_H
#define HAIL_CASTS_CAST_HITS_H

#include <math.h>

#include "cast.h"

/* Begins a block of queries, without hits. `found` is set. */
void hail_cast_begin(hail_cast *cast, size_t first, uint32_t count);

/* Counts a query's hit, and keeps it if it is among the first ones. */
void hail_cast_add(hail_cast *cast, uint32_t query, const hail_query_hit *hit);

/* The same for a hit that was counted. */
void hail_cast_keep(hail_cast *cast, uint32_t query, const hail_query_hit *hit);

/* Sorts the hits of every query, and ends lists that are not full. */
void hail_cast_finish(hail_cast *cast);

/* Writes the hit of a contact between a query, a, and what it hits, b; body and user are 0. */
static inline void cast_set_hit(const hail_cast *cast, uint32_t query, const hail_contact *contact,
                                hail_query_hit *hit) {
    const float dx = cast->dx[query], dy = cast->dy[query];
    const bool inside = contact->t == 0.0f;
    *hit = (hail_query_hit){.part = contact->part_b,
                            .kind = contact->kind,
                            .layer = contact->layer_b,
                            .feature = contact->feature_b,
                            .inside = inside,
                            .t = contact->t,
                            .distance = inside ? 0.0f - contact->depth[0] : contact->t * sqrtf(dx * dx + dy * dy),
                            .x = contact->x[0],
                            .y = contact->y[0],
                            .normal_x = -contact->normal_x + 0.0f,
                            .normal_y = -contact->normal_y + 0.0f};
}

#endif
