/* engine/pairs/narrow.h - turns pairs into contacts: the only place where a step calls the narrowphase kernels. */
#ifndef HAIL_PAIRS_NARROW_H
#define HAIL_PAIRS_NARROW_H

#include "narrow/dispatch.h"
#include "world/world_state.h"

/* The two sides of a list of pairs. */
typedef struct hail_narrow_sides {
    hail_side a, b;
    hail_cores cores_a, cores_b;
    const float *templates; /* the rows that the sides' shapes index */
    bool from_end;          /* swept rules: positions are where bodies end, not where they start */
} hail_narrow_sides;

/* Pairs (a[i], b[i]) of the two sides, and the row of each. */
typedef struct hail_narrow_list {
    const uint32_t *a, *b, *row;
    uint32_t count;
} hail_narrow_list;

/* What cores the bodies of a layer have. */
hail_cores hail_narrow_cores(const hail_shapeset *shapes, const hail_layer *layer);

/* Word 4 of a touching pair's row. */
uint32_t hail_narrow_header(const hail_rule *rule);

/* Writes the rows of a rule's pairs; a pair that does not touch leaves a row of kind 0. Returns how many touch. */
uint32_t hail_narrow(const hail_world *world, const hail_rule *rule, const hail_narrow_sides *sides,
                     const hail_narrow_list *list, hail_contact *rows);

/* The same for pairs that do not touch, if their rule has a margin: those that come within it become contacts of kind
 * HAIL_CONTACT_GRAZE. */
uint32_t hail_narrow_grazes(const hail_world *world, const hail_rule *rule, const hail_narrow_sides *sides,
                            const hail_narrow_list *list, hail_contact *rows);

/* A rule's pairs of bodies, ready to be narrowed. Several threads may use it at once. */
typedef struct hail_narrowing {
    hail_dispatch dispatch;
} hail_narrowing;

void hail_narrowing_begin(hail_narrowing *n, const hail_world *world, const hail_rule *rule);

/* The same for grazes. */
void hail_narrowing_begin_grazes(hail_narrowing *n, const hail_world *world, const hail_rule *rule);

/* Asks for short contacts instead, if all bodies are circles, and none is swept. Returns whether it does. */
bool hail_narrowing_ask_short(hail_narrowing *n);

/* As hail_narrow, or hail_narrow_grazes; the list's rows are numbers in `rows`. */
uint32_t hail_narrowing_run(const hail_narrowing *n, const hail_narrow_list *list, hail_contact *rows);

/* The same as hail_narrow for the pairs of bodies in scratch.pairs: pair i goes to scratch.pairs.rows[rank[i]]. */
uint32_t hail_narrow_pairs(hail_world *world, const hail_rule *rule, const uint32_t *rank);

#endif
