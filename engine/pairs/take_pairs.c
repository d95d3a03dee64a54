/* engine/pairs/take_pairs.c - takes the pairs that a search finds: orients them by the rule, then counts them, keeps
 * them, or hands them over. */
#include "find.h"
#include "search.h"

void hail_search_set_sides(hail_search *s, const hail_layer *first, const uint32_t *first_order,
                           const hail_layer *second, const uint32_t *second_order, hail_orientation orientation) {
    hail_orient_job *job = &s->orient;
    job->first_order = first_order;
    job->second_order = second_order;
    job->first_handle = &layer_handles(first)->slot;
    job->second_handle = &layer_handles(second)->slot;
    job->filter = layers_filter(first, second);
    job->orientation = orientation;
    job->windowed = !s->range->everything;
    job->a_min = s->range->a_min;
    job->a_max = s->range->a_max;
    job->b_min = s->range->b_min;
    job->b_max = s->range->b_max;
}

uint32_t hail_search_keep_ascending(const hail_oriented *pairs, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const bool keep = pairs->slot_a[i] < pairs->slot_b[i];
        pairs->a[kept] = pairs->a[i];
        pairs->b[kept] = pairs->b[i];
        pairs->slot_a[kept] = pairs->slot_a[i];
        pairs->slot_b[kept] = pairs->slot_b[i];
        kept += keep;
    }
    return kept;
}

bool hail_search_hand_over(hail_search *s) {
    hail_pair_sink *sink = &s->sink;
    s->found = sink->emit.take(sink->emit.user);
    sink->emit.at = take_pairs_at(&s->world->scratch->pairs);
    sink->taken = true;
    s->world->scratch->pairs.count = 0;
    return s->found == FOUND_ALL;
}

/* Without memory for more pairs the rule is worked through in narrower ranges, which is slower but complete. */
bool hail_search_take(hail_search *s, uint32_t count) {
    const hail_pair_sink *sink = &s->sink;
    if (search_on_tasks(s))
        return hail_search_take_shared(s, count);
    hail_pairs *pairs = &s->world->scratch->pairs;
    uint32_t n = pairs->count;
    const hail_oriented out = {(uint32_t *)pairs->a.data + n, (uint32_t *)pairs->b.data + n,
                               (uint32_t *)pairs->slot_a.data + n, (uint32_t *)pairs->slot_b.data + n};
    n += s->world->kernels->orient(&s->orient, pairs->first.data, pairs->second.data, count, &out);
    if (s->ascending)
        n = pairs->count + hail_search_keep_ascending(&out, n - pairs->count);
    if (sink->kind == SINK_COUNT) {
        for (uint32_t i = 0; i < n; i++)
            sink->counts[out.slot_a[i]]++;
        return true;
    }
    pairs->count = n;
    if (sink->kind == SINK_TAKE && n >= sink->emit.at)
        return hail_search_hand_over(s);
    if (n <= pairs->capacity && n <= sink->limit)
        return true;
    if (n <= sink->limit && hail_pairs_grow(&s->world->scratch->heap, pairs, sink->limit, NULL))
        return true;
    s->found = FOUND_TOO_MANY;
    return false;
}
