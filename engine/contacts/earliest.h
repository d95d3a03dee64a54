/* engine/contacts/earliest.h - HAIL_EARLIEST: only the contact of the smallest t of each a.
 *
 * Of bodies with a pierce column several are kept: contacts/pierce.h chooses them, the rest is the same.
 *
 * If one rule's pairs are all held at once, its rows are enough to pick from. Where several rules share a layer_a, or a
 * rule is worked through in ranges, everything is found twice: the first pass only records the smallest t of each slot,
 * the second drops contacts of other t. */
#ifndef HAIL_CONTACTS_EARLIEST_H
#define HAIL_CONTACTS_EARLIEST_H

#include "pairs/plan.h"

#define HAIL_NEVER 2.0f /* later than any t, which lies in [0, 1] */

/* From now on the contacts of rules with this layer_a are picked by the times recorded for its bodies. None are
 * recorded yet. */
void hail_earliest_begin(hail_world *world, uint32_t layer);

static inline bool hail_earliest_recorded(const hail_world *world, uint32_t layer) {
    return world->scratch->earliest.layers >> layer & 1;
}

/* Whether several HAIL_EARLIEST rules, those with tiles and walls among them, have this layer_a. */
bool hail_earliest_shared(const hail_world *world, uint32_t layer);

/* Records the t of every touching row of such a rule; if the layer has a pierce column, the rows are in order, and may
 * be changed. False without memory. */
bool hail_earliest_record(hail_world *world, uint32_t layer, hail_contact *rows, uint32_t count);

/* Ends the recording. False without memory. */
bool hail_earliest_choose(hail_world *world, uint32_t layer);

/* Takes rows in order, gaps included, whose a are bodies of the layer. Moves the earliest of each a to the front. *kept
 * is how many there are. False without memory. */
bool hail_earliest_keep(hail_world *world, uint32_t layer, hail_contact *rows, uint32_t count, uint32_t *kept);

#endif
