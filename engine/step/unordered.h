/* engine/step/unordered.h - a rule whose contacts may come in any order. */
#ifndef HAIL_STEP_UNORDERED_H
#define HAIL_STEP_UNORDERED_H

#include "contacts/rule_pass.h"

/* Works through a rule between layers, from finding pairs to delivery, a chunk of pairs at a time: nothing is ranked,
 * and no list of pairs or contacts is held. Never FOUND_TOO_MANY. Not for HAIL_EARLIEST, which chooses among all
 * contacts of a body. */
hail_found hail_collide_unordered(const hail_rule_pass *pass);

/* Delivers the first `count` contacts in scratch.contacts. A hail_take_contacts_fn; the context is the hail_rule_pass.
 */
void hail_unordered_take_contacts(void *user, uint32_t count);

#endif
