/* engine/contacts/bucketed.h - a rule with many contacts: their rows are sorted in buckets that fit in the cache. */
#ifndef HAIL_CONTACTS_BUCKETED_H
#define HAIL_CONTACTS_BUCKETED_H

#include "rule_pass.h"

/* Whether a rule's contacts may be sorted in buckets: nothing but the callback asks for them. */
bool hail_may_use_buckets(const hail_rule_pass *pass);

/* Finds the pairs of a rule between layers of convex shapes. If there are few, leaves them in scratch.pairs. If there
 * are many, sorts their contacts and delivers them, and no pairs are left. */
hail_found hail_find_or_use_buckets(const hail_rule_pass *pass, const hail_order_range *range);

#endif
