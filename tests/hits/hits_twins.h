/* tests/hits/hits_twins.h - two worlds with the same bodies, one with hit rules and one without; and what a slow model
 * remembers of the pairs that were reported. */
#ifndef HAIL_TESTS_HITS_TWINS_H
#define HAIL_TESTS_HITS_TWINS_H

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "shared/stream.h"
#include "tiles/slide_picture.h"

enum { LAYERS = 3, SLOTS = 160, PARTS = 2, SHAPES = 5, STEPS = 12, MEMORY = 1 << 14, WITHIN = 65536 };

/* What a rule asks for. layer_b: LAYERS is tiles. */
typedef struct plan_rule {
    uint32_t mode, cooldown;
    float graze;
    bool once;
} plan_rule;

typedef struct remembered {
    uint32_t la, lb, slot_a, slot_b, generation_a, generation_b, grazed, left;
    bool touching;
} remembered;

typedef struct model {
    uint64_t seed, state;
    hail_world *hit, *bare;
    picture p;
    hail_convex part[SHAPES][PARTS];
    uint32_t parts[SHAPES];
    hail_shape hit_shape[SHAPES], bare_shape[SHAPES];
    hail_handle live[SLOTS];
    uint32_t shape[SLOTS], count;       /* of live[i] */
    plan_rule rule[LAYERS][LAYERS + 1]; /* [a][b]: mode HAIL_IGNORE in one of the two orders */
    bool pierces[LAYERS];
    uint32_t capacity;
    stream hits, all;
    remembered memory[MEMORY], fresh[MEMORY];
    uint32_t remembered, reported;
    uint64_t forgotten;
} model;

typedef struct config {
    const char *isa;
    uint32_t window, budget;
    float cell;
} config;

/* Makes the shapes. */
void hits_shapes_of(model *m);

/* Makes one of the twins: with hit rules, or without. */
hail_world *hits_make_world(const model *m, const config *c, hail_shape *shape, bool hits);

/* Gives both twins a random rule between layers a and b; b LAYERS: with tiles. */
void hits_random_rule_of(model *m, uint32_t a, uint32_t b);

/* Adds the same bodies to both. */
void hits_add_bodies(model *m, uint32_t count);

/* Takes body i out of `live`. */
void hits_forget(model *m, uint32_t i);

/* Changes both in the same way: bodies come, go and move; a rule changes. */
void hits_churn(model *m);

/* The rule of a contact. */
const plan_rule *hits_rule_of_contact(const model *m, const hail_contact *c);

/* As hail_rule.cooldown; 0: nothing is remembered. */
uint32_t hits_time_of(const model *m, uint32_t a, const plan_rule *r);

/* What is remembered of a contact. */
remembered hits_entry_of(const hail_contact *c, bool grazed);

/* The entry that is remembered about the same bodies; NULL: none. */
remembered *hits_find(model *m, const remembered *e);

/* Notes what is to be remembered for `left` steps. */
void hits_report(model *m, remembered e, uint32_t left);

/* Brings the memory up to date. */
void hits_end_step(model *m);

#endif
