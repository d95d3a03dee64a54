/* engine/world/bodies.h - shared by the calls that make, change and free bodies. */
#ifndef HAIL_WORLD_BODIES_H
#define HAIL_WORLD_BODIES_H

#include "slots.h"
#include "world_state.h"

/* Fills the optional columns, positions and velocities of bodies [first, first + count) from the arrays, or with their
 * defaults. */
void hail_bodies_fill(hail_layer *layer, uint32_t first, const hail_spawn_columns *from, size_t count);

/* Makes room for `more` bodies in a layer, and grows by at least half if memory allows. False leaves it as it was. */
bool hail_bodies_fit(hail_heap *heap, hail_layer *layer, size_t more);

/* Updates what a layer knows of its bodies' shapes when a body of that shape joins. first: it is the only one. */
void hail_bodies_join(const hail_shapeset *shapes, hail_layer *layer, uint32_t shape, bool first);

/* Takes a body out of its layer; its slot is not touched. */
void hail_bodies_take_out(hail_world *world, uint32_t number, uint32_t index);

/* Takes the body of a slot out of its layer and frees the slot. */
void hail_bodies_free(hail_world *world, uint32_t slot);

/* ---- Borrowed layers --------------------------------------------------------------------------------------------- */

/* Gives a layer the slots that hail_span_reserve found for it, before its options are set. If these are others than
 * before, or generations are other ones, it has no bodies then. */
void hail_layer_set_span(hail_world *world, uint32_t number, hail_slot_span span, bool generations);

/* Makes a borrowed layer have the bodies of elements [0, count). Those that are new have no shape yet. */
void hail_layer_resize(hail_world *world, uint32_t number, uint32_t count);

/* ---- Tasks ------------------------------------------------------------------------------------------------------- */

/* Allows callbacks on tasks to despawn bodies, until hail_despawn_tasks_end counts them. */
void hail_despawn_tasks_begin(hail_world *world);
void hail_despawn_tasks_end(hail_world *world);

#endif
