/* engine/state/rule_words.c - rules as words. Those with tiles and walls consist of words already. */
#include "rule_words.h"

#include <string.h>

const hail_rule_form hail_rule_form_layers = {
    RULE_WORDS,
    8,
    {"layer_a", "layer_b", "mode", "order", "events", "max_contacts", "max_events", "cooldown", "graze", "graze_once"}};
const hail_rule_form hail_rule_form_tiles = {TILE_RULE_WORDS,
                                             UINT32_MAX,
                                             {"mode", "kinds", "as_shape", "whole_tiles", "smooth", "stop", "events",
                                              "max_contacts", "max_events", "order", "cooldown"}};
const hail_rule_form hail_rule_form_walls = {
    WALL_RULE_WORDS,
    UINT32_MAX,
    {"mode", "kinds", "stop", "events", "max_contacts", "max_events", "order", "cooldown"}};

_Static_assert(sizeof(hail_tile_rule) == TILE_RULE_WORDS * sizeof(uint32_t), "a rule with tiles is its words");
_Static_assert(sizeof(hail_wall_rule) == WALL_RULE_WORDS * sizeof(uint32_t), "a rule with walls is its words");

void hail_rule_to_words(const hail_rule_entry *rule, uint32_t *words) {
    uint32_t graze;
    memcpy(&graze, &rule->graze, sizeof graze);
    const uint32_t all[RULE_WORDS] = {
        rule->a,          rule->b,        rule->mode, rule->unordered, rule->events, rule->max_contacts,
        rule->max_events, rule->cooldown, graze,      rule->graze_once};
    memcpy(words, all, sizeof all);
}

void hail_tile_rule_to_words(const hail_tile_rule *rule, uint32_t *words) { memcpy(words, rule, sizeof *rule); }

void hail_wall_rule_to_words(const hail_wall_rule *rule, uint32_t *words) { memcpy(words, rule, sizeof *rule); }

hail_rule_entry hail_rule_of_words(const uint32_t *words) {
    hail_rule_entry rule = {.a = (uint8_t)words[0],
                            .b = (uint8_t)words[1],
                            .mode = (uint8_t)words[2],
                            .unordered = words[3] != 0,
                            .events = words[4] != 0,
                            .max_contacts = words[5],
                            .max_events = words[6],
                            .cooldown = words[7],
                            .graze_once = words[9] != 0};
    memcpy(&rule.graze, &words[8], sizeof rule.graze);
    return rule;
}

bool hail_rule_words_good(const uint32_t *words) {
    float graze;
    memcpy(&graze, &words[8], sizeof graze);
    return words[0] < HAIL_MAX_LAYERS && words[1] < HAIL_MAX_LAYERS && words[2] > HAIL_IGNORE &&
           words[2] <= HAIL_EARLIEST && words[3] <= 1 && words[4] <= 1 && graze >= 0.0f && graze <= HAIL_MAX_BOUND &&
           words[9] <= (graze > 0.0f);
}

bool hail_tile_words_good(const uint32_t *words) {
    hail_tile_rule rule;
    memcpy(&rule, words, sizeof rule);
    return rule.mode <= HAIL_EARLIEST && rule.smooth <= HAIL_MAX_SMOOTH && rule.order <= HAIL_UNORDERED;
}

bool hail_wall_words_good(const uint32_t *words) {
    hail_wall_rule rule;
    memcpy(&rule, words, sizeof rule);
    return rule.mode <= HAIL_EARLIEST && rule.order <= HAIL_UNORDERED;
}
