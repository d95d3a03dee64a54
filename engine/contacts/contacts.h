/* engine/contacts/contacts.h - hands rows to the caller, in order, and keeps the first of them for hail_contacts. */
#ifndef HAIL_CONTACTS_CONTACTS_H
#define HAIL_CONTACTS_CONTACTS_H

#include "broad/rank.h"
#include "world/world_state.h"

/* The rows of a rule's pairs, by rank. */
typedef struct hail_rows {
    hail_contact *row;
    uint32_t count, touching;  /* rows, and how many of them are contacts; the others are of kind 0 */
    const hail_ranking *order; /* the rows of its dense slots are not sorted by b yet */
} hail_rows;

/* Begins a rule's contacts. */
static inline void hail_contacts_begin_rule(hail_world *world, const hail_rule *rule) {
    world->scratch->contacts_left = rule->max_contacts;
}

/* Puts the rows of all dense slots in order. */
void hail_contacts_sort(const hail_world *world, hail_rows *rows);

/* Hands the contacts, as many as max_contacts allows, to the callback (which may be NULL), a window at a time, and
 * keeps the step's first kept_contacts. Events take them all, unless the rule chose among them: then they took them
 * before. False without memory. */
bool hail_contacts_deliver(hail_world *world, const hail_rule *rule, const hail_rows *rows,
                           hail_contacts_fn *on_contacts, void *user);

#endif
