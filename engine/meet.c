#include "meet.h"

#include "contacts.h"
#include "find.h"
#include "narrow.h"
#include "rank.h"

/* The lower half of a window of the order's key; `window` becomes the upper. First by a; within one a, by b. */
static hail_window split(hail_window *window) {
    hail_window lower = *window;
    if (window->a_min < window->a_max) {
        lower.a_max = window->a_min + (window->a_max - window->a_min) / 2;
        window->a_min = lower.a_max + 1;
    } else {
        lower.b_max = window->b_min + (window->b_max - window->b_min) / 2;
        window->b_min = lower.b_max + 1;
    }
    return lower;
}

/* When a rule has more pairs than may be held at once, its order is worked through in windows, lowest first: halved until their pairs fit.
 * Halving at most 26 times for a and 26 for b, the stack of upper halves stays small. */
hail_status hail_meet(hail_world *world, const hail_rule_entry *rule, hail_clock *clock, hail_contacts_fn *on_contacts,
                      void *context) {
    if (rule->mode == HAIL_IGNORE || !world->layer[rule->a] || !world->layer[rule->b] ||
        !world->layer[rule->a]->active || !world->layer[rule->b]->active)
        return HAIL_OK;
    const hail_plan plan = hail_plan_rule(world, rule);
    const uint32_t top = world->slot_count - 1;
    hail_window stack[64] = {{0, top, 0, top}};
    uint32_t depth = 1;
    bool whole = true;
    while (depth) {
        world->stats.passes++;
        const hail_found found = hail_find_pairs(world, &plan, &stack[depth - 1], whole, world->options.pair_budget);
        hail_clock_lap(clock, HAIL_STAGE_PAIRS);
        if (found == FOUND_NO_MEMORY)
            return HAIL_NO_MEMORY;
        if (found == FOUND_TOO_MANY) {
            stack[depth] = split(&stack[depth - 1]);
            depth++;
            whole = false;
            continue;
        }
        depth--;
        world->stats.pairs += world->pairs.count;
        hail_rank_pairs(world->kernels, &world->pairs, world->slot_count);
        hail_clock_lap(clock, HAIL_STAGE_CONTACTS);
        const uint32_t touched = hail_narrow_pairs(world, rule);
        hail_clock_lap(clock, HAIL_STAGE_NARROW);
        hail_contacts_deliver(world, touched, on_contacts, context);
        hail_clock_lap(clock, HAIL_STAGE_CONTACTS);
    }
    return HAIL_OK;
}
