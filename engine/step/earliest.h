/* engine/step/earliest.h - of each a, only the contact of the smallest t.
 *
 * One rule whose pairs are held all at once needs no more than its rows, in order. Where several rules look for one
 * body's earliest hit, or a rule is worked in windows, everything is found twice: first only the smallest t of each
 * slot is noted, then what is not that is dropped. */
#ifndef HAIL_STEP_EARLIEST_H
#define HAIL_STEP_EARLIEST_H

#include "world/state.h"

/* Room for every slot, where a rule asks for it. */
bool hail_earliest_reserve(hail_world *world);

/* From now on the rows of rules with this layer first are noted, and picked by that. */
void hail_earliest_begin(hail_world *world, uint32_t layer);

/* Whether more than one HAIL_EARLIEST rule with bodies has this layer first, those with tiles and walls among them. */
bool hail_earliest_shared(const hail_world *world, uint32_t layer);

/* Notes the t of every touching row. */
void hail_earliest_note(hail_world *world, const hail_contact *rows, uint32_t count);

/* Of rows in order, gaps included, keeps the earliest of each a: those that were noted, or else of each run of an a.
 * Moves them to the front; returns how many. */
uint32_t hail_earliest_keep(hail_world *world, bool noted, hail_contact *rows, uint32_t count);

#endif
