/* engine/step/statics.h - a layer's contacts with what is fixed, tiles and walls: found and put in order; bodies put
 * where they hit. */
#ifndef HAIL_STEP_STATICS_H
#define HAIL_STEP_STATICS_H

#include <math.h>

#include "find.h"
#include "world/state.h"

/* Where a body is put when the step ends. */
typedef struct hail_stop {
    uint32_t slot;
    float t;
    float x, y; /* px */
} hail_stop;

/* Fills world->pairs (a: index; slot of b: the contact's number among its body's) and, by pair, world->found_rows. */
hail_found hail_find_fixed(hail_world *world, const hail_rule_entry *rule, const hail_window *window, uint32_t most);

/* Counts them by slot. */
void hail_tally_fixed(hail_world *world, const hail_rule_entry *rule, uint32_t *tally);

/* One more than the largest number of a contact among its body's. */
uint32_t hail_fixed_parts(const hail_world *world);

/* ---- Stops ------------------------------------------------------------------------------------------------------ */

/* Before a layer's rules with tiles and walls. */
void hail_stops_begin(hail_world *world);

/* Notes where the bodies of these rows are to be put, if the rule wants that, and clears what the rows held for it.
 * Whoever tiles and walls stop is put where that happens first. */
void hail_fixed_stop(hail_world *world, const hail_rule_entry *rule, hail_contact *rows, uint32_t count);

/* Puts them there. */
void hail_stop_bodies(hail_world *world);

/* Px: how far a body is put back from what it hit, where its coordinate is `at`. */
static inline float stop_back(float at) { return fmaxf(1.0f / 64.0f, fabsf(at) * 0x1p-22f); }

/* ---- Searches --------------------------------------------------------------------------------------------------- */

/* One search. */
typedef struct hail_search {
    hail_world *world;
    const hail_layer *layer;
    const hail_rule_entry *rule;
    hail_window window;
    uint32_t most;
    uint32_t *tally; /* NULL: contacts are kept; else they are only counted, by slot */
    hail_found found;
} hail_search;

/* A contact of body `index`, number `part` of it; of what stops, x[1] and y[1] say where it would stop. False ends the
 * search. */
bool hail_search_take(hail_search *s, uint32_t index, uint32_t part, const hail_contact *contact);

/* Whether the body's contacts are wanted at all. */
static inline bool search_wants(const hail_search *s, uint32_t index) {
    const uint32_t slot = layer_handles(s->layer)[index].slot;
    return s->tally || (slot >= s->window.a_min && slot <= s->window.a_max);
}

/* A body's way of this step; of rules that are not swept, where it is. */
typedef struct hail_way {
    float x, y, dx, dy;
    float end_x, end_y;
} hail_way;

static inline bool near_enough(float a) { return fabsf(a) <= HAIL_MAX_BOUND; }

/* False: it is too far off, or goes too far. */
static inline bool search_way(const hail_search *s, uint32_t index, hail_way *way) {
    const float *dx = layer_way(s->layer, false), *dy = layer_way(s->layer, true);
    const bool goes = rule_swept(s->rule) && dx;
    way->end_x = layer_floats(s->layer, COLUMN_X)[index];
    way->end_y = layer_floats(s->layer, COLUMN_Y)[index];
    way->dx = goes ? dx[index] : 0.0f;
    way->dy = goes ? dy[index] : 0.0f;
    way->x = way->end_x - way->dx;
    way->y = way->end_y - way->dy;
    return near_enough(way->x) && near_enough(way->y) && near_enough(way->dx) && near_enough(way->dy) &&
           near_enough(way->end_x) && near_enough(way->end_y);
}

#endif
