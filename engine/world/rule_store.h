/* engine/world/rule_store.h - which layers of a world collide, and the maps that they collide with. */
#ifndef HAIL_WORLD_RULE_STORE_H
#define HAIL_WORLD_RULE_STORE_H

#include <hail/world.h>

#include "base/memory.h"

/* A rule between layers a and b or, if b is WITH_TILES or WITH_WALLS, between layer a and what is static. Its options
 * are those of hail_rule. */
typedef struct hail_rule_entry {
    uint8_t a, b, mode;
    bool unordered; /* asked for; see works_unordered in step/collide.c */
    bool events;
    uint32_t max_contacts, max_events; /* 0: no limit */
    uint32_t cooldown;
    float graze; /* px */
    bool graze_once;
} hail_rule_entry;

enum { WITH_TILES = HAIL_MAX_LAYERS, WITH_WALLS };

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
    hail_buffer entries; /* hail_rule_entry between layers, in order of a and b, none of them HAIL_IGNORE */
    uint32_t count;
    const hail_tilemap *map;     /* the caller's; NULL: none */
    const hail_sectors *sectors; /* the caller's; NULL: none */
    hail_rule_layers layers;
    uint32_t idle;     /* rules with tiles or walls that have no map */
    uint32_t asking;   /* rules that report events */
    uint32_t revision; /* how often a rule or a map was set */
} hail_rule_store;

static inline hail_rule_entry *rule_entries(const hail_rule_store *rules) { return rules->entries.data; }

static inline bool mode_swept(uint32_t mode) { return mode == HAIL_SWEPT || mode == HAIL_EARLIEST; }

/* Whether a rule may deliver fewer contacts than it finds, other than by its limits. */
static inline bool rule_chooses(const hail_rule_entry *rule) {
    return rule->mode == HAIL_EARLIEST || rule->cooldown || rule->graze > 0.0f;
}

static inline bool rule_swept(const hail_rule_entry *rule) { return mode_swept(rule->mode); }

#endif
