/* engine/state/rule_words.c - the names of a rule's words: it consists of words already. */
#include "rule_words.h"

const char *const hail_rule_word_names[RULE_WORDS] = {
    "mode",  "layer_a",    "layer_b", "order", "events",      "max_contacts", "max_events", "cooldown",
    "graze", "graze_once", "kinds",   "stop",  "centre_only", "whole_tiles",  "smooth"};

_Static_assert(sizeof(hail_rule) == RULE_WORDS * sizeof(uint32_t) && offsetof(hail_rule, layer_a) == RULE_LAYER_A * 4 &&
                   offsetof(hail_rule, layer_b) == RULE_LAYER_B * 4 && offsetof(hail_rule, graze) == RULE_GRAZE * 4,
               "a rule is its words");
