/* engine/casts/cast_first.c - only the first hit of each query is wanted, and kernels tell the times of sweeps (see
 * cast_times.c). So only the winners' contacts are computed. */
#include "cast_bodies.h"

void hail_casts_begin_first(hail_body_casts *w) {
    for (uint32_t i = 0; i < w->cast->count; i++)
        w->best[i] = CAST_NO_BODY;
}

/* Whether a body comes before the one that was chosen at the same time. */
static bool wins_tie(const hail_body_casts *w, uint32_t query, uint32_t index) {
    const hail_handle *handle = layer_handles(w->layer);
    return w->best[query] == CAST_NO_BODY || handle[index].slot < handle[w->best[query]].slot;
}

static void choose_allowed(hail_body_casts *w, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t query = w->listed.query[k], index = w->level->order[w->listed.position[k]];
        const float t = w->listed.time[k], limit = w->cast->limit[query];
        if (!(t <= limit) || !casts_allow(w, query, index) || (t == limit && !wins_tie(w, query, index)))
            continue;
        w->best[query] = index;
        w->cast->limit[query] = t;
    }
}

/* Which hit comes first is hard to predict: the smallest number is kept without a branch. */
static void choose_any(hail_body_casts *w, uint32_t count) {
    const uint32_t *order = w->level->order;
    float *limit = w->cast->limit;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t query = w->listed.query[k], index = order[w->listed.position[k]];
        const uint64_t hit = cast_key(w->listed.time[k], index), before = cast_key(limit[query], w->best[query]);
        uint64_t best = hit < before ? hit : before;
        if ((hit ^ before) >> 32 == 0)
            best = wins_tie(w, query, index) ? hit : before;
        w->best[query] = (uint32_t)best;
        limit[query] = cast_key_time(best);
    }
}

void hail_casts_choose_first(hail_body_casts *w, uint32_t count) {
    (w->cast->seek->selective ? choose_allowed : choose_any)(w, count);
    for (uint32_t k = 0; k < count && w->cast->sight; k++)
        if (w->best[w->listed.query[k]] != CAST_NO_BODY)
            w->cast->limit[w->listed.query[k]] = -1.0f;
}

/* Whether a query's hit in this layer comes before what it has hit so far, at that time or later. */
static bool is_first(const hail_body_casts *w, uint32_t query) {
    const hail_query_hit *hit = &w->cast->hits[query];
    return w->best[query] != CAST_NO_BODY &&
           (!w->cast->kept[query] || hit->t > w->cast->limit[query] || hit->layer > w->number);
}

void hail_casts_add_first(hail_body_casts *w) {
    uint32_t query[CAST_BLOCK], index[CAST_BLOCK], count = 0;
    for (uint32_t i = 0; i < w->cast->count; i++) {
        const bool first = is_first(w, i);
        query[count] = i;
        index[count] = w->best[i];
        w->cast->found[i] |= first;
        w->cast->kept[i] |= first;
        count += first;
    }
    if (count && !w->cast->sight)
        hail_casts_write(w, query, index, query, count);
}
