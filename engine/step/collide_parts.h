/* engine/step/collide_parts.h - compounds and sprites: pairs of bodies to contacts of their parts. */
#ifndef HAIL_STEP_COLLIDE_PARTS_H
#define HAIL_STEP_COLLIDE_PARTS_H

#include "find.h"
#include "world/state.h"

/* Whether a rule may meet a compound or a sprite. */
static inline bool rule_composed(const hail_world *world, const hail_rule_entry *rule) {
    return world->layer[rule->a]->composed || world->layer[rule->b]->composed;
}

/* Turns world->pairs, as found, into contacts: slots of both bodies in world->pairs, by contact, in world->found_rows
 * the contacts; those of one pair of bodies follow each other in the order of their parts. FOUND_TOO_MANY: more than
 * `most`, of more than one pair of bodies. */
hail_found hail_find_parts(hail_world *world, const hail_rule_entry *rule, uint32_t most);

#endif
