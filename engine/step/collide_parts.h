/* engine/step/collide_parts.h - compounds and sprites: turns pairs of bodies into contacts of their parts. */
#ifndef HAIL_STEP_COLLIDE_PARTS_H
#define HAIL_STEP_COLLIDE_PARTS_H

#include "statics/static_query.h"

/* Turns the pairs of bodies in scratch.pairs into contacts of parts: scratch.contacts, and their slots in
 * scratch.pairs. Contacts of one pair of bodies follow each other in the order of their parts. FOUND_TOO_MANY: more
 * than `limit` contacts, from more than one pair of bodies. */
hail_found hail_collide_parts(hail_world *world, const hail_rule *rule, uint32_t limit);

/* The same, but hands the contacts over as they are found. FOUND_NO_MEMORY, or FOUND_ALL. */
hail_found hail_collide_parts_and_take(hail_world *world, const hail_rule *rule, hail_take_contacts_fn *take,
                                       void *user);

#endif
