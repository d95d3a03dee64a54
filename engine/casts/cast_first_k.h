/* engine/casts/cast_first_k.h - the first hits of each query among the bodies of a layer, by their times. */
#ifndef HAIL_CASTS_CAST_FIRST_K_H
#define HAIL_CASTS_CAST_FIRST_K_H

#include "cast_results.h"

enum { CAST_FEW = 8 }; /* so many hits of a query are held in order */

typedef struct hail_cast_first_k {
    hail_cast *cast;
    const hail_layer *layer;
    uint8_t number;                      /* the layer's */
    uint64_t key[CAST_BLOCK * CAST_FEW]; /* each query's first hits: `capacity` of them, if those are few */
} hail_cast_first_k;

/* Begins a layer. */
void hail_cast_first_begin(hail_cast_first_k *f, hail_cast *cast, const hail_layer *layer, uint32_t number);

/* Chooses among what is listed, with the times of sweeps. */
void hail_cast_first_choose(hail_cast_first_k *f, const hail_cast_list *list);

/* Adds what was chosen in the layer to the hits of the queries. */
void hail_cast_first_end(hail_cast_first_k *f, hail_cast_sweeps *sweeps);

#endif
