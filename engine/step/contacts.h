/* engine/step/contacts.h - rows, in order, to the caller. */
#ifndef HAIL_STEP_CONTACTS_H
#define HAIL_STEP_CONTACTS_H

#include "broad/rank.h"
#include "world/world_state.h"

/* The rows of a rule's pairs, by rank. */
typedef struct hail_rows {
    hail_contact *row;
    uint32_t count, touching; /* rows, and those of them that are contacts: the others are of kind 0 */
    hail_ranking order;       /* its crowded slots' rows are still to be sorted by b */
} hail_rows;

/* Of a HAIL_EARLIEST rule keeps each a's earliest contact: afterwards all rows are contacts, in order. */
void hail_contacts_pick_earliest(hail_world *world, const hail_rule_entry *rule, hail_rows *rows);

/* Hands the contacts to the callback (which may be NULL), a window at a time. */
void hail_contacts_deliver(hail_world *world, const hail_rows *rows, hail_contacts_fn *on_contacts, void *context);

#endif
