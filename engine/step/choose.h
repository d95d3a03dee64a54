/* engine/step/choose.h - which of the contacts that a rule finds are delivered. */
#ifndef HAIL_STEP_CHOOSE_H
#define HAIL_STEP_CHOOSE_H

#include "contacts/contacts.h"

/* Drops the contacts of pairs that are remembered; of a HAIL_EARLIEST rule, keeps each a's first hits; remembers what
 * is left; and records where bodies stop. False without memory. */
bool hail_choose_contacts(hail_world *world, const hail_rule *rule, hail_rows *rows);

/* For a HAIL_EARLIEST rule that is worked through once more later: only records what its choice needs. False without
 * memory. */
bool hail_choose_later(hail_world *world, const hail_rule *rule, hail_rows *rows);

#endif
