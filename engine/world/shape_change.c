/* engine/world/shape_change.c - destroys shapes, and replaces them under the bodies that have them. */
#include "base/error.h"
#include "shapeset.h"
#include "world_state.h"

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

static uint32_t bodies_with(const hail_layer *layer, uint32_t id) {
    if (layer->uniform_shape)
        return layer->uniform_shape == id ? layer->count : 0;
    const uint32_t *shape = layer_words(layer, COLUMN_SHAPE);
    uint32_t bodies = 0;
    for (uint32_t i = 0; i < layer->count; i++)
        bodies += shape[i] == id;
    return bodies;
}

static bool world_has_shape(const hail_world *world, uint32_t id) {
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++)
        if (world->bodies.layer[l] && bodies_with(world->bodies.layer[l], id))
            return true;
    return false;
}

/* What layers count of their bodies' shapes. */
typedef struct shape_kind {
    bool polygon, composed;
} shape_kind;

static shape_kind kind_of(const hail_shapeset *set, uint32_t id) {
    return (shape_kind){shape_is_polygon(set, id), shape_is_composed(set, id)};
}

/* Counts the bodies of a shape whose kind has changed anew, in all worlds. */
static void recount(const hail_shapeset *set, uint32_t id, shape_kind before) {
    const shape_kind now = kind_of(set, id);
    if (now.polygon == before.polygon && now.composed == before.composed)
        return;
    for (hail_world *world = set->worlds; world; world = world->next_of_set)
        for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++) {
            hail_layer *layer = world->bodies.layer[l];
            const uint32_t bodies = layer ? bodies_with(layer, id) : 0;
            if (!bodies)
                continue;
            layer->polygons += now.polygon ? bodies : 0;
            layer->polygons -= before.polygon ? bodies : 0;
            layer->composed += now.composed ? bodies : 0;
            layer->composed -= before.composed ? bodies : 0;
        }
}

/* ---- Destroying -------------------------------------------------------------------------------------------------- */

/* Images of worlds that name this shape are refused from now on (engine/state/). */
static void note_edit(hail_shapeset *set, uint32_t id) { shape_entry(set, id)->edited = ++set->edits; }

hail_status hail_shape_destroy(hail_shapeset *set, const hail_shape *shape) {
    HAIL_REQUIRE(hail_shapeset_check_known(set, shape));
    const uint32_t id = shape->id; /* a copy: the caller's may lie anywhere */
    for (const hail_world *world = set->worlds; world; world = world->next_of_set)
        if (world_has_shape(world, id))
            return hail_fail(set->heap.error, HAIL_IN_USE, "shape", "is the shape of a body");
    const hail_shape_entry entry = *shape_entry(set, id);
    hail_shape_rows_clear(set, id);
    hail_shape_rows_settle(set);
    shape_entry(set, id)->tag = hail_shape_next_tag(entry.tag); /* the next shape with this number gets another one */
    note_edit(set, id);
    hail_shape_numbers_free(set, id, 1);
    if (entry.compound)
        hail_shape_numbers_free(set, entry.first, entry.parts);
    return HAIL_OK;
}

/* ---- Replacing --------------------------------------------------------------------------------------------------- */

/* Finds numbers for a new compound's parts, and takes them; the old parts' numbers are free now. If that fails, they
 * are as before. */
static hail_status exchange_parts(hail_shapeset *set, const hail_shape_entry *old, uint32_t count, uint32_t *first) {
    const uint32_t before = old->compound ? old->parts : 0;
    hail_status status = HAIL_OK;
    if (before)
        hail_shape_numbers_free(set, old->first, before);
    if (count)
        status = hail_shape_numbers_find(set, count, first);
    if (status != HAIL_OK)
        hail_shape_numbers_take(set, old->first, before);
    else if (count)
        hail_shape_numbers_take(set, *first, count);
    return status;
}

static hail_status replace(hail_shapeset *set, uint32_t id, const hail_shape_draft *draft) {
    const hail_shape_entry old = *shape_entry(set, id);
    const shape_kind before = kind_of(set, id);
    uint32_t first = 0;
    HAIL_REQUIRE(exchange_parts(set, &old, draft->part_count, &first));
    hail_shape_rows_clear(set, id);
    hail_shape_rows_put(set, id, first, draft);
    hail_shape_rows_settle(set);
    set->changes++;
    note_edit(set, id);
    recount(set, id, before);
    return HAIL_OK;
}

hail_status hail_shape_replace(hail_shapeset *set, const hail_shape *shape, const hail_convex *convex) {
    hail_shape_draft draft;
    HAIL_REQUIRE(hail_shapeset_check_known(set, shape));
    HAIL_REQUIRE(hail_draft_convex(set, convex, &draft));
    return replace(set, shape->id, &draft);
}

hail_status hail_shape_replace_compound(hail_shapeset *set, const hail_shape *shape, const hail_convex *parts,
                                        size_t count) {
    hail_shape_draft draft;
    HAIL_REQUIRE(hail_shapeset_check_known(set, shape));
    HAIL_REQUIRE(hail_draft_compound(set, parts, count, &draft));
    return replace(set, shape->id, &draft);
}

hail_status hail_shape_replace_sprite(hail_shapeset *set, const hail_shape *shape, const hail_spriteset *sprites,
                                      uint32_t sprite) {
    hail_shape_draft draft;
    HAIL_REQUIRE(hail_shapeset_check_known(set, shape));
    HAIL_REQUIRE(hail_draft_sprite(set, sprites, sprite, &draft));
    return replace(set, shape->id, &draft);
}
