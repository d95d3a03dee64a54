/* engine/contacts/rule_pass.c - works through ranges of the contact order, one after the other. The stream is the same
 * as if all pairs were held at once, but the memory is bounded. */
#include "rule_pass.h"

#include "events/event_contacts.h"

hail_found hail_collide_range(const hail_rule_pass *pass, const hail_order_range *range) {
    return hail_events_release_rows(pass->world) ? pass->collide(pass, range) : FOUND_NO_MEMORY;
}

/* Returns the lower half of a range; `range` becomes the upper half. Splits by a; a range of one a, by b. */
static hail_order_range split(hail_order_range *range) {
    hail_order_range lower = *range;
    if (range->a_min < range->a_max) {
        lower.a_max = range->a_min + (range->a_max - range->a_min) / 2;
        range->a_min = lower.a_max + 1;
    } else {
        lower.b_max = range->b_min + (range->b_max - range->b_min) / 2;
        range->b_min = lower.b_max + 1;
    }
    return lower;
}

/* A range is halved until its pairs fit, lowest first: at most 26 times for a and 32 times for b, so the stack of upper
 * halves stays small. */
static hail_found collide_halved(const hail_rule_pass *pass, hail_order_range range) {
    hail_order_range stack[64] = {range};
    for (uint32_t depth = 1; depth;) {
        const hail_found found = hail_collide_range(pass, &stack[depth - 1]);
        if (found == FOUND_NO_MEMORY)
            return found;
        if (found == FOUND_TOO_MANY) {
            stack[depth] = split(&stack[depth - 1]);
            depth++;
        } else {
            depth--;
        }
    }
    return FOUND_ALL;
}

/* A range of one a with more pairs than the budget: b is cut at once into as many parts as pairs need whose b have
 * evenly spread slots, as each halving would search in vain. */
static hail_found collide_cut(const hail_rule_pass *pass, hail_order_range range, uint64_t pairs) {
    const uint64_t room = pass->world->options.pair_budget / 8 * 7, parts = pass->plan ? pairs / room + 1 : 1;
    const uint64_t first = pass->rule->layer_a == pass->rule->layer_b ? range.a_min + 1 : range.b_min,
                   span = range.b_max + 1 - first;
    hail_found found = FOUND_ALL;
    for (uint64_t i = 0; i < parts && found == FOUND_ALL; i++) {
        range.b_min = i ? range.b_max + 1 : range.b_min;
        range.b_max = (uint32_t)(first + span * (i + 1) / parts - 1);
        if (range.b_min <= range.b_max)
            found = collide_halved(pass, range);
    }
    return found;
}

hail_found hail_collide_in_ranges(const hail_rule_pass *pass) {
    hail_world *world = pass->world;
    const uint32_t slots = world->bodies.slot_count, budget = world->options.pair_budget;
    hail_order_range range = {0, slots - 1, 0, pass->plan ? slots - 1 : UINT32_MAX, false};
    if (!hail_scratch_grow(&world->scratch->heap, &world->scratch->range_counts, slots * sizeof(uint32_t)))
        return collide_halved(pass, range);
    const uint32_t *counts = world->scratch->range_counts.data;
    if (!pass->count(pass, world->scratch->range_counts.data))
        return FOUND_NO_MEMORY;
    hail_found found = FOUND_ALL;
    for (uint32_t slot = 0; slot < slots && found == FOUND_ALL;) {
        uint64_t sum = counts[slot];
        range.a_min = slot++;
        while (slot < slots && sum + counts[slot] <= budget)
            sum += counts[slot++];
        range.a_max = slot - 1;
        if (sum > budget)
            found = collide_cut(pass, range, sum);
        else if (sum)
            found = collide_halved(pass, range);
    }
    return found;
}
