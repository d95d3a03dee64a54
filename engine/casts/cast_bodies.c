/* engine/casts/cast_bodies.c - bodies that casts hit, layer by layer: candidates, their times, the first k of these,
 * and the results. */
#include "cast_first_k.h"
#include "cast_sources.h"
#include "lowest_bit.h"

/* The search of a block. */
typedef struct body_search {
    hail_cast_candidates candidates;
    hail_cast_list list;
    hail_cast_sweeps sweeps;
    hail_cast_first_k first;
} body_search;

static void cast_layer(body_search *s, hail_cast *cast, uint32_t number) {
    const hail_layer *layer = cast->scope->world->bodies.layer[number];
    hail_cast_candidates_layer(&s->candidates, number);
    hail_cast_sweeps_begin(&s->sweeps, cast, layer);
    hail_cast_first_begin(&s->first, cast, layer, number);
    while (hail_cast_candidates_next(&s->candidates, &s->list)) {
        if (!s->candidates.exact)
            hail_cast_set_times(&s->sweeps, &s->list);
        hail_cast_first_choose(&s->first, &s->list);
    }
    hail_cast_first_end(&s->first, &s->sweeps);
}

void hail_cast_bodies(hail_cast *cast) {
    body_search s; /* field by field: most of it need not be cleared */
    hail_cast_candidates_begin(&s.candidates, cast);
    for (uint64_t left = cast->scope->layers; left; left &= left - 1)
        cast_layer(&s, cast, lowest_bit_64(left));
}
