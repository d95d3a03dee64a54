/* engine/step/contacts.h - rows, in order, to the caller. */
#ifndef HAIL_STEP_CONTACTS_H
#define HAIL_STEP_CONTACTS_H

#include "world/state.h"

/* Hands the touching rows of world->pairs, `touched` of them, to the callback (which may be NULL), a window at a time;
 * of a HAIL_EARLIEST rule those that are the earliest (see earliest.h). Rows of one a may still have to be put in order
 * (see rank.h). */
void hail_contacts_deliver(hail_world *world, const hail_rule_entry *rule, uint32_t touched,
                           hail_contacts_fn *on_contacts, void *context);

#endif
