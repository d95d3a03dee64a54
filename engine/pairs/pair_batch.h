/* engine/pairs/pair_batch.h - pairs of parts, or of parts and walls, gathered until there are enough for the kernels,
 * narrowed, and handed on in the order in which they were added. */
#ifndef HAIL_PAIRS_PAIR_BATCH_H
#define HAIL_PAIRS_PAIR_BATCH_H

#include "gathered.h"
#include "narrow.h"

enum { BATCH_PAIRS = GATHERED };

/* What the caller knows of a pair. */
typedef struct hail_batch_pair {
    uint32_t owner; /* what the contact belongs to, a number of the caller's */
    uint32_t body;  /* index of a's body */
    uint32_t part_a, part_b;
} hail_batch_pair;

typedef struct hail_pair_batch hail_pair_batch;

/* Receives pair i of the batch, which touches, and its row. */
typedef void hail_take_row_fn(void *user, const hail_pair_batch *batch, uint32_t i, hail_contact *row);

/* Writes the rows that were reserved. */
typedef void hail_fill_rows_fn(void *user);

struct hail_pair_batch {
    const hail_world *world;
    const hail_rule *rule;
    hail_take_row_fn *take;
    hail_fill_rows_fn *fill; /* NULL: none are reserved */
    void *user;
    hail_narrow_sides sides;
    hail_gathered a, b;
    uint32_t count, asked; /* pairs, and how many of them are in `list`: the kernels write their rows */
    hail_batch_pair pair[BATCH_PAIRS];
    uint32_t list[BATCH_PAIRS];
    hail_contact rows[BATCH_PAIRS];
};

/* Empties a batch, for pairs of a rule whose rows go to `take`. The sides are a and b; of b only positions and shapes
 * if `b_is_static`. Templates and cores are the world's, of any kind. */
void hail_pair_batch_begin(hail_pair_batch *batch, const hail_world *world, const hail_rule *rule, bool b_is_static);

/* Adds a pair that the kernels have to look at, and returns its number in the batch: the caller gathers a and b there.
 * A full batch is flushed first. */
uint32_t hail_pair_batch_ask(hail_pair_batch *batch, const hail_batch_pair *pair);

/* Adds a pair whose row `fill` writes before rows are handed on, and returns its number in the batch. Its kind is 0
 * until then. The caller may gather a and b there. A full batch is flushed first. */
uint32_t hail_pair_batch_reserve(hail_pair_batch *batch, const hail_batch_pair *pair);

/* Adds a pair whose row is known. A full batch is flushed first. */
void hail_pair_batch_put(hail_pair_batch *batch, const hail_batch_pair *pair, const hail_contact *row);

/* Narrows the pairs, hands on the rows of those that touch, in order, and empties the batch. */
void hail_pair_batch_flush(hail_pair_batch *batch);

#endif
