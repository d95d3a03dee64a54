/* tests/hits/hits_twins.h - two worlds with the same bodies, one with hit rules and one without; and what a slow model
 * remembers of the pairs that were reported. */
#ifndef HAIL_TESTS_HITS_TWINS_H
#define HAIL_TESTS_HITS_TWINS_H

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "shared/stream.h"
#include "tiles/slide_picture.h"

enum { LAYERS = 3, SLOTS = 160, PARTS = 2, SHAPES = 6, STEPS = 12, MEMORY = 1 << 14, WITHIN = 65536, DOOMED = 3 };

/* What a layer has rules with: the layers, then these. */
enum { TILES = LAYERS, WALLS, SIDES };

/* What a rule asks for. */
typedef struct plan_rule {
    uint32_t mode, cooldown;
    float graze;
    bool once, stop;
} plan_rule;

typedef struct remembered {
    uint32_t la, lb, slot_a, slot_b, generation_a, generation_b, grazed;
    uint32_t time, age; /* as hail_rule.cooldown; steps since it was reported or, with HAIL_UNTIL_APART, last touched */
    bool touching;
} remembered;

/* A body before the step. */
typedef struct body_before {
    float x, y, dx, dy; /* px: where it is, and how far it goes */
    bool active;        /* it moves and collides */
    bool expired;       /* its life ends in the step */
} body_before;

typedef struct model {
    uint64_t seed, state;
    hail_world *hit, *bare;
    picture p;
    hail_sectors *sectors;
    hail_spriteset *sprites;
    hail_convex part[SHAPES][PARTS];
    uint32_t parts[SHAPES];
    hail_shape hit_shape[SHAPES], bare_shape[SHAPES];
    hail_handle live[SLOTS];
    uint32_t shape[SLOTS], count; /* of live[i] */
    float life[SLOTS]; /* s; only `hit` has such a column: when a life ends, the model removes it from `bare` */
    body_before before[SLOTS];
    plan_rule rule[LAYERS][SIDES]; /* [a][b]: mode HAIL_IGNORE in one of the two orders */
    bool pierces[LAYERS], lives;
    hail_handle doomed[DOOMED]; /* are despawned in the callback, if it is called */
    uint32_t doomed_count;
    bool called;
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

/* Makes the shapes and maps; frees them. */
void hits_shapes_of(model *m);
void hits_free_shapes(model *m);

/* Makes one of the twins: with hit rules, or without. */
hail_world *hits_make_world(const model *m, const config *c, hail_shape *shape, bool hits);

/* Gives both twins a random rule between layer a and b: a layer, TILES or WALLS. */
void hits_random_rule_of(model *m, uint32_t a, uint32_t b);

/* Adds the same bodies to both. */
void hits_add_bodies(model *m, uint32_t count);

/* Takes body i out of `live`. */
void hits_forget(model *m, uint32_t i);

/* Changes both in the same way: bodies come, go and move; a rule changes. */
void hits_churn(model *m);

/* Notes where bodies are, and picks those that the callback despawns. */
void hits_before_step(model *m);

/* Steps the world with hit rules; its contacts go to m->hits. */
void hits_step(model *m);

/* Removes from the twin, and from `live`, what the step removed. */
void hits_after_step(model *m);

/* With what layer a a contact is: a layer, TILES or WALLS. */
uint32_t hits_side(const hail_contact *c);

/* The rule of a contact. */
const plan_rule *hits_rule_of_contact(const model *m, const hail_contact *c);

/* As hail_rule.cooldown; 0: nothing is remembered. */
uint32_t hits_time_of(const model *m, uint32_t a, const plan_rule *r);

/* What is remembered of a contact. */
remembered hits_entry_of(const hail_contact *c, bool grazed);

/* The entry that is remembered about the same bodies; NULL: none. */
remembered *hits_find(model *m, const remembered *e);

/* Notes what is to be remembered for a time, as hail_rule.cooldown. */
void hits_report(model *m, remembered e, uint32_t time);

/* Makes the memory follow the rules that the next step has. */
void hits_follow_rules(model *m);

/* Checks all grazes of a step. stops: by slot, when the bodies that stop do so. */
void hits_check_grazes(model *m, const float *stops);

/* Brings the memory up to date. */
void hits_end_step(model *m);

#endif
