/* engine/state/rule_words.h - rules as words with names: hash, difference and images all take rules in this form. */
#ifndef HAIL_STATE_RULE_WORDS_H
#define HAIL_STATE_RULE_WORDS_H

#include <string.h>

#include "world/world_state.h"

/* The fields of hail_rule, in its order. */
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

#endif
