/* engine/contacts/remember.h - the pairs that a rule reported and does not report again for a while: cooldowns, hits of
 * bodies that pierce, grazes that count once.
 *
 * A rule's rows are looked up in a table (pair_table.h) as they come in; what is reported goes to a list, which the
 * table takes in when the step ends. */
#ifndef HAIL_CONTACTS_REMEMBER_H
#define HAIL_CONTACTS_REMEMBER_H

#include "contacts.h"

/* For how long a rule's hits are remembered, as hail_rule.cooldown; 0: they are not. */
uint32_t hail_remember_time(const hail_world *world, const hail_rule *rule);

/* Whether a rule remembers anything. */
bool hail_remembers(const hail_world *world, const hail_rule *rule);

/* Begins a step: nothing was reported in it yet, and what is remembered follows the rules as they are now. */
void hail_remember_begin(hail_world *world);

/* Takes rows in order, and drops those of pairs that are remembered. Afterwards all rows are contacts. */
void hail_remember_filter(hail_world *world, const hail_rule *rule, hail_rows *rows);

/* Remembers the pairs of rows that are reported, in order. False without memory. */
bool hail_remember_add(hail_world *world, const hail_rule *rule, const hail_contact *rows, uint32_t count);

/* Makes room for what the step reported. False without memory. */
bool hail_remember_fit(hail_world *world);

/* Ends a step, after bodies were removed: brings the list up to date or, if the step failed, leaves it as it was. */
void hail_remember_end(hail_world *world, bool complete);

/* Makes room for up to `pairs` pairs of each rule that remembers some, of bodies in so many slots. False without
 * memory.
 */
bool hail_remember_reserve(hail_world *world, uint32_t slots, size_t pairs);

/* Forgets the pairs of bodies that are gone, before a handle of theirs may come back. */
void hail_remember_forget_dead(hail_world *world);

#endif
