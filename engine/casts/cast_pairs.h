/* engine/casts/cast_pairs.h - pairs of a cast's part and something at rest, gathered until there are enough for the
 * kernels. The templates of both sides are copied next to each other. */
#ifndef HAIL_CASTS_CAST_PAIRS_H
#define HAIL_CASTS_CAST_PAIRS_H

#include <hail/contact.h>

#include "cast.h"

enum { CAST_PAIRS = 64, CAST_ROWS = 48 };

/* One side of the pairs, by pair. */
typedef struct hail_cast_side {
    float x[CAST_PAIRS], y[CAST_PAIRS], cos[CAST_PAIRS], sin[CAST_PAIRS], scale[CAST_PAIRS];
    uint32_t row[CAST_PAIRS];
} hail_cast_side;

/* What the caller knows of a pair. */
typedef struct hail_cast_pair {
    uint32_t query, part_a;
    uint32_t b, part_b; /* the body's index and its part; or 0 and the wall */
} hail_cast_pair;

typedef struct hail_cast_pairs hail_cast_pairs;

/* Receives a pair that touches: as from hail_batch_sweep, and with part_a, part_b. */
typedef void hail_take_pair_fn(void *user, const hail_cast_pair *pair, hail_contact *contact);

struct hail_cast_pairs {
    const hail_cast *cast;
    hail_take_pair_fn *take;
    void *user;
    uint32_t count, rows;
    hail_cast_pair pair[CAST_PAIRS];
    hail_cast_side a, b;
    float dx[CAST_PAIRS], dy[CAST_PAIRS]; /* of a */
    const float *source[CAST_ROWS];       /* what each row was copied from; NULL: it is new */
    float row[CAST_ROWS * HAIL_TEMPLATE_WORDS];
    hail_contact contacts[CAST_PAIRS];
};

void hail_cast_pairs_begin(hail_cast_pairs *pairs, const hail_cast *cast, hail_take_pair_fn *take, void *user);

/* Makes room for a pair and two templates, and adds the pair's first side. Returns its number: the caller then writes
 * side b there. */
uint32_t hail_cast_pairs_add(hail_cast_pairs *pairs, const hail_cast_pair *pair, const hail_cast_shape *shape);

/* The number of a template's copy. */
uint32_t hail_cast_pairs_row(hail_cast_pairs *pairs, const float *source);

/* The number of a template that the caller writes to row + number * HAIL_TEMPLATE_WORDS. */
uint32_t hail_cast_pairs_new_row(hail_cast_pairs *pairs);

void hail_cast_pairs_flush(hail_cast_pairs *pairs);

#endif
