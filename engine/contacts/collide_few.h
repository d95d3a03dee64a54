/* engine/contacts/collide_few.h - few circles, collided in one go. */
#ifndef HAIL_CONTACTS_COLLIDE_FEW_H
#define HAIL_CONTACTS_COLLIDE_FEW_H

#include "pairs/plan.h"

/* Collides the layers of a plan for few circles. Writes the contacts, in order, to scratch.pairs.rows, and returns how
 * many there are; HAIL_FEW_TOUCHING + 1: too many touch. */
uint32_t hail_collide_few(hail_world *world, const hail_planned_rule *plan);

#endif
