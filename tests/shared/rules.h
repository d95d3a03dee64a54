/* tests/shared/rules.h - rules of plans that pick every option at random, though it means something in some modes only.
 */
#ifndef SHARED_RULES_H
#define SHARED_RULES_H

#include <stdbool.h>

#include <hail/rules.h>

static inline bool rule_sweeps(const hail_rule *rule) {
    return rule->mode == HAIL_SWEPT || rule->mode == HAIL_EARLIEST;
}

/* The rule without the options that hail_rule_configure would refuse, as they mean nothing in it. */
static inline hail_rule usable_rule(hail_rule r) {
    if (r.mode == HAIL_IGNORE)
        return (hail_rule){.mode = HAIL_IGNORE, .layer_a = r.layer_a, .layer_b = r.layer_b};
    const bool layers = r.layer_b < HAIL_MAX_LAYERS, tiles = r.layer_b == HAIL_TILES;
    r.graze = layers ? r.graze : 0.0f;
    r.graze_once = r.graze > 0.0f && r.graze_once;
    r.kinds = layers ? 0 : r.kinds;
    r.stop = !layers && rule_sweeps(&r) && r.stop;
    r.centre_only = tiles && rule_sweeps(&r) && r.centre_only;
    r.whole_tiles = tiles && !r.centre_only && r.whole_tiles;
    r.smooth = r.centre_only ? r.smooth : 0;
    r.max_events = r.events ? r.max_events : 0;
    if (r.mode == HAIL_EARLIEST || r.events || r.max_contacts || r.cooldown > 1 || r.graze > 0.0f || r.stop)
        r.order = HAIL_ORDERED;
    return r;
}

/* The usable rule of a layer with HAIL_TILES or HAIL_WALLS. */
static inline hail_rule rule_with(uint32_t layer, uint32_t with, hail_rule options) {
    options.layer_a = layer, options.layer_b = with;
    return usable_rule(options);
}

#endif
