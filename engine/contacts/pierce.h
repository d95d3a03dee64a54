/* engine/contacts/pierce.h - HAIL_EARLIEST in a layer with a pierce column: of each body the first hits in order of t,
 * as many as the column says. Without the column, of each body the first.
 *
 * As in contacts/earliest.h, the rows of a rule that is held at once are enough to choose from. Otherwise all hits are
 * recorded first; then each slot has the t of its last hit, and how many hits of that very t are kept. */
#ifndef HAIL_CONTACTS_PIERCE_H
#define HAIL_CONTACTS_PIERCE_H

#include "world/world_state.h"

/* Whether a layer's bodies, as layer_a of HAIL_EARLIEST rules, are chosen here: also if a rule reports grazes, of which
 * those before the body's last hit count. */
static inline bool pierce_used(const hail_world *world, uint32_t layer) {
    return (world->rules.layers.grazes >> layer & 1) || world->bodies.layer[layer]->column[COLUMN_PIERCE];
}

/* Makes room for slots, and for up to `pairs` hits of each rule. False without memory. */
bool hail_pierce_reserve(hail_world *world, uint32_t slots, size_t pairs);

/* Of rows in order, keeps one for each pair of bodies: the earliest, ties go to the first. Returns how many there are.
 */
uint32_t hail_pierce_first_of_pairs(hail_contact *rows, uint32_t count);

/* Forgets what was recorded. */
void hail_pierce_begin(hail_world *world);

/* Records every hit of rows whose pairs have one each. False without memory. */
bool hail_pierce_record(hail_world *world, const hail_contact *rows, uint32_t count);

/* Chooses among the recorded hits, of bodies of `layer`: sets each body's last t in scratch.earliest. False without
 * memory. */
bool hail_pierce_choose(hail_world *world, uint32_t layer);

/* Takes such rows, in order, whose a are bodies of `layer`. Moves those that are kept to the front, takes them off the
 * pierce column, and marks bodies that are spent. *kept is how many there are. False without memory: nothing changed.
 */
bool hail_pierce_keep(hail_world *world, uint32_t layer, hail_contact *rows, uint32_t count, uint32_t *kept);

#endif
