/* engine/casts/cast_pairs.h - pairs of a cast's part and something convex at rest, gathered until there are enough for
 * the kernels' sweeps. */
#ifndef HAIL_CASTS_CAST_PAIRS_H
#define HAIL_CASTS_CAST_PAIRS_H

#include <hail/contact.h>
#include <hail/sectors.h>

#include "cast.h"

enum {
    CAST_PAIRS = 96,
    CAST_ROWS = 48,
    CAST_HOMES = 128 /* a power of two */
};

/* One side of the pairs, by pair. */
typedef struct hail_cast_side {
    float x[CAST_PAIRS], y[CAST_PAIRS], cos[CAST_PAIRS], sin[CAST_PAIRS], scale[CAST_PAIRS];
    float radius[CAST_PAIRS]; /* if all of the side are circles; else the number of the template: */
    uint32_t row[CAST_PAIRS];
} hail_cast_side;

/* What is at rest. */
typedef struct hail_cast_target {
    float x, y, cos, sin, scale;
    const float *row;      /* its template; NULL: it is the wall's */
    const hail_wall *wall; /* a segment from (x, y) by (ex, ey) */
    float ex, ey;
} hail_cast_target;

/* What the caller knows of a pair. */
typedef struct hail_cast_pair {
    uint32_t query, part_a;
    uint32_t b, part_b; /* numbers of the caller's */
} hail_cast_pair;

/* Receives a pair that touches, in the order in which they were added: as from hail_batch_sweep, and with part_a,
 * part_b. */
typedef void hail_take_pair_fn(void *user, const hail_cast_pair *pair, hail_contact *contact);

/* What all pairs have in common. */
typedef struct hail_cast_pairs_options {
    hail_cores a, b;
    hail_take_pair_fn *take;
    void *user;
} hail_cast_pairs_options;

typedef struct hail_cast_pairs {
    const hail_cast *cast;
    hail_cast_pairs_options options;
    uint32_t count, rows;
    hail_cast_pair pair[CAST_PAIRS];
    hail_cast_side a, b;
    float dx[CAST_PAIRS], dy[CAST_PAIRS]; /* of a */
    uint8_t home[CAST_HOMES];             /* by a source's hash: the row where it may be */
    const void *source[CAST_ROWS];        /* the template or the wall of each row */
    float row[CAST_ROWS * HAIL_TEMPLATE_WORDS];
    float contacts[CAST_PAIRS * HAIL_ROW_WORDS];
} hail_cast_pairs;

void hail_cast_pairs_begin(hail_cast_pairs *pairs, const hail_cast *cast, const hail_cast_pairs_options *options);

/* Adds a pair. Flushes first if there is no room. */
void hail_cast_pairs_add(hail_cast_pairs *pairs, const hail_cast_pair *pair, const hail_cast_target *b);

/* Sweeps all pairs, and empties the list. */
void hail_cast_pairs_flush(hail_cast_pairs *pairs);

#endif
