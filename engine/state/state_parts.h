/* engine/state/state_parts.h - the parts of a world's state, as hash, difference and images go through them. */
#ifndef HAIL_STATE_STATE_PARTS_H
#define HAIL_STATE_STATE_PARTS_H

#include <string.h>

#include "pairs/pair_table.h"
#include "world/arguments.h"
#include "world/world_state.h"

enum { LAYER_PARTS = 3 };

/* Where a layer's parts (active, disabled, quarantined) end. */
static inline void layer_part_ends(const hail_layer *layer, uint32_t ends[LAYER_PARTS]) {
    ends[0] = layer->active;
    ends[1] = layer->active + layer->disabled;
    ends[2] = layer->count;
}

/* The options that change results, as words; the first ones are floats. */
enum { OPTION_FLOATS = 4, OPTION_WORDS = 7 };
extern const char *const hail_state_option_names[OPTION_WORDS];
void hail_state_options(const hail_world *world, uint32_t words[OPTION_WORDS]);

/* The fields of hail_rule, in its order: it consists of words already. */
enum { RULE_MODE, RULE_LAYER_A, RULE_LAYER_B, RULE_GRAZE = 8, RULE_WORDS = 15 };
extern const char *const hail_rule_word_names[RULE_WORDS];

static inline void rule_to_words(const hail_rule *rule, uint32_t words[RULE_WORDS]) {
    memcpy(words, rule, sizeof *rule);
}

static inline hail_rule rule_of_words(const uint32_t words[RULE_WORDS]) {
    hail_rule rule;
    memcpy(&rule, words, sizeof rule);
    return rule;
}

/* The hashes of the maps that a world has; 0: none. */
uint64_t hail_state_tiles(const hail_world *world);
uint64_t hail_state_walls(const hail_world *world);

/* A layer, or an empty one if it was never used. */
const hail_layer *hail_state_layer(const hail_world *world, uint32_t number);

/* Who moves a layer's bodies, as a word. */
enum { MOTION_STEP, MOTION_CALLER, MOTION_STATIC, MOTION_BORROWED };
static inline uint32_t layer_motion(const hail_layer *layer) {
    return layer->options.is_static      ? MOTION_STATIC
           : layer->options.borrowed     ? MOTION_BORROWED
           : layer->options.caller_moved ? MOTION_CALLER
                                         : MOTION_STEP;
}

/* Whether a layer is as if it had never been used: no bodies and no options. */
bool hail_state_layer_blank(const hail_layer *layer);

/* Whether an entry of the table holds a pair that counts: not empty, not forgotten, its bodies alive. */
bool hail_state_remembers(const hail_world *world, const hail_remembered *entry);

/* Checks that a world is given and not inside a step. */
hail_status hail_state_check(const hail_world *world);

/* Checks that a world's handles name the same bodies from step to step. field: what the world is called. */
hail_status hail_state_check_handles(hail_error *error, const char *field, const hail_world *world);

/* The slot that is given out after this one of the free list; NO_SLOT: a new one. */
static inline uint32_t slot_next_free(const hail_slot *slot) { return slot->location; }

#endif
