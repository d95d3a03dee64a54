/* engine/world/rule_store.h - which layers of a world collide, and the maps that they collide with. */
#ifndef HAIL_WORLD_RULE_STORE_H
#define HAIL_WORLD_RULE_STORE_H

#include <hail/rules.h>

#include "base/memory.h"

/* Which layers the rules name, bits by layer. */
typedef struct hail_rule_layers {
    uint64_t colliding; /* their bodies' radii are needed by a rule, with a layer or with walls: others only move */
    uint64_t swept;     /* by a swept rule, be it with layers, tiles or walls */
    uint64_t earliest;  /* as layer_a of a HAIL_EARLIEST rule, likewise */
    uint64_t grazing;   /* by a rule that reports grazes */
    uint64_t grazes;    /* as layer_a of a HAIL_EARLIEST rule that does */
    uint64_t statics;   /* by a rule with tiles or walls, even if no map is set */
} hail_rule_layers;

typedef struct hail_rule_store {
    hail_buffer entries; /* hail_rule, in the order of contacts: by layer_a, then by layer_b. None is HAIL_IGNORE */
    uint32_t count;
    const hail_tilemap *map;     /* the caller's; NULL: none */
    const hail_sectors *sectors; /* the caller's; NULL: none */
    hail_rule_layers layers;
    uint32_t idle;     /* rules with tiles or walls that have no map */
    uint32_t asking;   /* rules that report events */
    uint32_t revision; /* how often a rule or a map was set */
} hail_rule_store;

static inline hail_rule *rule_entries(const hail_rule_store *rules) { return rules->entries.data; }

/* A rule's rank in the order of contacts. */
static inline uint32_t rule_key(uint32_t layer_a, uint32_t layer_b) { return layer_a << 8 | layer_b; }

static inline bool rule_swept(const hail_rule *rule) { return rule->mode == HAIL_SWEPT || rule->mode == HAIL_EARLIEST; }

/* Whether a rule is between layers; if not, it is with tiles or walls. */
static inline bool rule_between_layers(const hail_rule *rule) { return rule->layer_b < HAIL_MAX_LAYERS; }

/* Whether a rule may deliver fewer contacts than it finds, other than by its limits. A cooldown of one step leaves out
 * nothing. */
static inline bool rule_chooses(const hail_rule *rule) {
    return rule->mode == HAIL_EARLIEST || rule->cooldown > 1 || rule->graze > 0.0f;
}

/* Whether what a rule asks for needs the order of its contacts. */
static inline bool rule_needs_order(const hail_rule *rule) {
    return rule_chooses(rule) || rule->events || rule->max_contacts || rule->stop;
}

#endif
