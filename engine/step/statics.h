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
hail_found hail_find_statics(hail_world *world, const hail_rule_entry *rule, const hail_order_range *window,
                             uint32_t most);

/* Counts them by slot. */
void hail_count_statics(hail_world *world, const hail_rule_entry *rule, uint32_t *counts);

/* One more than the largest number of a contact among its body's. */
uint32_t hail_static_parts(const hail_world *world);

/* ---- Stops ------------------------------------------------------------------------------------------------------ */

/* Before a layer's rules with tiles and walls. */
void hail_stops_begin(hail_world *world);

/* Notes where the bodies of these rows are to be put, if the rule wants that, and clears what the rows held for it.
 * Whoever tiles and walls stop is put where that happens first. */
void hail_note_stops(hail_world *world, const hail_rule_entry *rule, hail_contact *rows, uint32_t count);

/* Puts them there. */
void hail_stop_bodies(hail_world *world);

/* Px: how far a body is put back from what it hit, where its coordinate is `at`. */
static inline float stop_back(float at) { return fmaxf(1.0f / 64.0f, fabsf(at) * 0x1p-22f); }

/* ---- Searches --------------------------------------------------------------------------------------------------- */

/* One search. */
typedef struct hail_static_search {
    hail_world *world;
    const hail_layer *layer;
    const hail_rule_entry *rule;
    hail_order_range window;
    uint32_t most;
    uint32_t *counts; /* NULL: contacts are kept; else they are only counted, by slot */
    hail_found found;
} hail_static_search;

/* A contact of body `index`, number `part` of it; of what stops, x[1] and y[1] say where it would stop. False ends the
 * search. */
bool hail_static_search_take(hail_static_search *s, uint32_t index, uint32_t part, const hail_contact *contact);

/* Whether the body's contacts are wanted at all. */
static inline bool search_wants(const hail_static_search *s, uint32_t index) {
    const uint32_t slot = layer_handles(s->layer)[index].slot;
    return s->counts || (slot >= s->window.a_min && slot <= s->window.a_max);
}

/* A body's way of this step; of rules that are not swept, where it is. */
typedef struct hail_path {
    float x, y, dx, dy;
    float end_x, end_y;
} hail_path;

static inline bool near_enough(float a) { return fabsf(a) <= HAIL_MAX_BOUND; }

/* False: it is too far off, or goes too far. */
static inline bool search_path(const hail_static_search *s, uint32_t index, hail_path *path) {
    const float *dx = layer_displacement(s->layer, false), *dy = layer_displacement(s->layer, true);
    const bool goes = rule_swept(s->rule) && dx;
    path->end_x = layer_floats(s->layer, COLUMN_X)[index];
    path->end_y = layer_floats(s->layer, COLUMN_Y)[index];
    path->dx = goes ? dx[index] : 0.0f;
    path->dy = goes ? dy[index] : 0.0f;
    path->x = path->end_x - path->dx;
    path->y = path->end_y - path->dy;
    return near_enough(path->x) && near_enough(path->y) && near_enough(path->dx) && near_enough(path->dy) &&
           near_enough(path->end_x) && near_enough(path->end_y);
}

#endif
