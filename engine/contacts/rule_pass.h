/* engine/contacts/rule_pass.h - one rule in one step. */
#ifndef HAIL_CONTACTS_RULE_PASS_H
#define HAIL_CONTACTS_RULE_PASS_H

#include "base/clock.h"
#include "pairs/order_range.h"
#include "pairs/plan.h"

typedef struct hail_rule_pass hail_rule_pass;

struct hail_rule_pass {
    hail_world *world;
    const hail_rule *rule;
    const hail_planned_rule *plan; /* NULL: the rule is with tiles or walls */
    bool only_times;               /* of a HAIL_EARLIEST rule: for now only the smallest t of each a is wanted */
    /* Works through a range, from finding pairs to delivery. Does nothing if there is too much in it to hold. */
    hail_found (*collide)(const hail_rule_pass *pass, const hail_order_range *range);
    /* Counts what is found by slot of a; false without memory. */
    bool (*count)(const hail_rule_pass *pass, uint32_t *counts);
    hail_clock *clock;
    hail_contacts_fn *on_contacts;
    void *user;
    bool on_tasks;      /* contacts without order may be delivered on tasks */
    void *const *users; /* with these, by worker; NULL: none */
};

/* Calls pass->collide, once the events no longer point to rows. */
hail_found hail_collide_range(const hail_rule_pass *pass, const hail_order_range *range);

/* Collides a rule whose pairs are too many to hold: in ranges of a that should fit; a range that does not fit is
 * halved. */
hail_found hail_collide_in_ranges(const hail_rule_pass *pass);

static inline hail_order_range order_everything(const hail_world *world) {
    return (hail_order_range){0, world->bodies.slot_count - 1, 0, UINT32_MAX, true};
}

#endif
