/* engine/statics/stops.h - bodies that tiles and walls stop: put back where they hit when the step ends. */
#ifndef HAIL_STATICS_STOPS_H
#define HAIL_STATICS_STOPS_H

#include <math.h>

#include "world/world_state.h"

typedef struct hail_stop {
    uint32_t slot;
    float t;    /* when it hit: the earlier of two stops counts */
    float x, y; /* px: where it is put */
} hail_stop;

/* Begins a layer's rules with tiles and walls. */
void hail_stops_begin(hail_stops *stops);

/* Takes rows in order. If the rule stops bodies, records where each row's body is put. Of a swept rule, clears the
 * rows' second points, which held that. A body that both tiles and walls stop is put where it hit first. */
void hail_stops_record(hail_world *world, const hail_rule *rule, hail_contact *rows, uint32_t count);

/* Puts the recorded bodies where they stop. */
void hail_stop_bodies(hail_world *world);

/* Px: how far a body is put back from what it hit, where its coordinate is `at`: 1/64, or more where a float needs more
 * to tell the difference. */
static inline float stop_back(float at) { return fmaxf(1.0f / 64.0f, fabsf(at) * 0x1p-22f); }

#endif
