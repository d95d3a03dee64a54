/* engine/world/borrowed_bodies.h - the slots and bodies of borrowed layers. */
#ifndef HAIL_WORLD_BORROWED_BODIES_H
#define HAIL_WORLD_BORROWED_BODIES_H

#include "slot_span.h"
#include "world_state.h"

/* Gives a layer the slots that hail_span_reserve found for it, before its options are set. If these are others than
 * before, or generations are other ones, it has no bodies then. */
void hail_layer_set_span(hail_world *world, uint32_t number, hail_slot_span span, bool generations);

/* Makes a borrowed layer have the bodies of elements [0, count). Those that are new have no shape yet. */
void hail_layer_resize(hail_world *world, uint32_t number, uint32_t count);

#endif
