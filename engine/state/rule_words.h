/* engine/state/rule_words.h - rules as words with names: hash, difference and images all take rules in this form. */
#ifndef HAIL_STATE_RULE_WORDS_H
#define HAIL_STATE_RULE_WORDS_H

#include "world/world_state.h"

enum { RULE_WORDS = 10, TILE_RULE_WORDS = 11, WALL_RULE_WORDS = 8, MAX_RULE_WORDS = 11 };

/* What a kind of rule consists of. */
typedef struct hail_rule_form {
    uint32_t count;
    uint32_t float_at; /* which word is a float's; UINT32_MAX: none */
    const char *name[MAX_RULE_WORDS];
} hail_rule_form;

extern const hail_rule_form hail_rule_form_layers, hail_rule_form_tiles, hail_rule_form_walls;

/* Writes a rule's words, in the order of its form. */
void hail_rule_to_words(const hail_rule_entry *rule, uint32_t *words);
void hail_tile_rule_to_words(const hail_tile_rule *rule, uint32_t *words);
void hail_wall_rule_to_words(const hail_wall_rule *rule, uint32_t *words);

/* Makes a rule of its words, which are good. */
hail_rule_entry hail_rule_of_words(const uint32_t *words);

/* Whether words are those of a rule that the calls of hail/rules.h would take. */
bool hail_rule_words_good(const uint32_t *words);
bool hail_tile_words_good(const uint32_t *words);
bool hail_wall_words_good(const uint32_t *words);

#endif
