/* engine/casts/cast_times.h - when casts hit the bodies of a layer, and where. */
#ifndef HAIL_CASTS_CAST_TIMES_H
#define HAIL_CASTS_CAST_TIMES_H

#include "cast_candidates.h"
#include "cast_pairs.h"

/* The first hit of a cast and a body, among those of their parts. */
typedef struct hail_cast_best {
    hail_contact contact; /* kind 0: none yet */
    bool passes;          /* the parts only touch at the start: any other hit counts before it */
} hail_cast_best;

/* Sweeps of casts against the bodies of a layer. */
typedef struct hail_cast_sweeps {
    const hail_cast *cast;
    const hail_layer *layer;
    hail_cores bodies; /* of the layer */
    hail_dispatch all; /* of whole pairs whose columns and templates the kernels can read where they are */
    bool apart;        /* they cannot: pairs are gathered */
    bool ready;        /* what depends on the layer is set; most casts alone hit nothing */
    /* Pairs that are gathered: */
    const uint32_t *index;  /* the bodies */
    hail_contact *contacts; /* by pair */
    const float *time;      /* by pair: when the circles around both hit */
    const float *known;     /* by pair: when they hit; NULL: it is not known */
    float *limit;           /* by query: sprites that are hit later need not be tested; NULL: all are */
    uint32_t number;        /* of the pair whose parts come in now */
    hail_cast_best first;   /* its first hit */
    hail_cast_pairs pairs;
} hail_cast_sweeps;

/* Begins a layer. */
void hail_cast_sweeps_begin(hail_cast_sweeps *s, const hail_cast *cast, const hail_layer *layer);

/* Sweeps query[k] against body index[k], for all k below count, at most CAST_PAIRS, and writes their contacts; where a
 * pair does not hit, its kind is 0. */
void hail_cast_sweep(hail_cast_sweeps *s, const uint32_t *query, const uint32_t *index, uint32_t count,
                     hail_contact *contacts);

/* Replaces times by those of sweeps; HAIL_CAST_MISS: it is not hit. */
void hail_cast_set_times(hail_cast_sweeps *s, hail_cast_list *list);

#endif
