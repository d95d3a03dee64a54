#include "statics.h"

#include "collide_tiles.h"
#include "collide_walls.h"

/* ---- Contacts --------------------------------------------------------------------------------------------------- */

/* Room for one more; false: too many, or no memory, which is worked around by narrower windows. */
static bool fits(hail_static_search *s) {
    hail_world *world = s->world;
    hail_pairs *pairs = &world->pairs;
    if (pairs->count >= s->most) {
        s->found = FOUND_TOO_MANY;
        return false;
    }
    const size_t bytes = ((size_t)pairs->count + 1) * sizeof(hail_contact);
    if ((pairs->count >= pairs->capacity && !hail_pairs_grow(&world->heap, pairs, s->most)) ||
        !hail_scratch_keep(&world->heap, &world->found_rows, bytes)) {
        s->found = pairs->count ? FOUND_TOO_MANY : FOUND_NO_MEMORY;
        return false;
    }
    return true;
}

bool hail_static_search_take(hail_static_search *s, uint32_t index, uint32_t part, const hail_contact *contact) {
    const hail_handle handle = layer_handles(s->layer)[index];
    const hail_order_range *w = &s->window;
    if (s->counts) {
        s->counts[handle.slot]++;
        return true;
    }
    if (handle.slot < w->a_min || handle.slot > w->a_max || part < w->b_min || part > w->b_max)
        return true;
    if (!fits(s))
        return false;
    hail_pairs *pairs = &s->world->pairs;
    const uint32_t at = pairs->count++;
    ((uint32_t *)pairs->a.data)[at] = index;
    ((uint32_t *)pairs->b.data)[at] = 0;
    ((uint32_t *)pairs->slot_a.data)[at] = handle.slot;
    ((uint32_t *)pairs->slot_b.data)[at] = part;
    hail_contact *row = (hail_contact *)s->world->found_rows.data + at;
    *row = *contact;
    row->a = handle;
    row->b = (hail_handle){0, 0};
    row->kind = s->rule->b == WITH_TILES ? HAIL_CONTACT_TILE : HAIL_CONTACT_WALL;
    row->count = s->rule->mode == HAIL_PAIRS ? 0 : contact->count;
    row->layer_a = s->rule->a;
    row->layer_b = s->rule->b;
    return true;
}

/* ---- Searches --------------------------------------------------------------------------------------------------- */

static hail_found run(hail_static_search *s) {
    s->world->pairs.count = 0;
    s->world->stats.passes++;
    if (s->rule->b == WITH_TILES)
        hail_search_tiles(s);
    else
        hail_search_walls(s);
    return s->found;
}

hail_found hail_find_statics(hail_world *world, const hail_rule_entry *rule, const hail_order_range *window,
                             uint32_t most) {
    hail_static_search s = {
        .world = world, .layer = world->layer[rule->a], .rule = rule, .window = *window, .most = most};
    return run(&s);
}

void hail_count_statics(hail_world *world, const hail_rule_entry *rule, uint32_t *counts) {
    hail_static_search s = {.world = world, .layer = world->layer[rule->a], .rule = rule, .counts = counts};
    memset(counts, 0, world->slot_count * sizeof *counts);
    run(&s);
}

uint32_t hail_static_parts(const hail_world *world) {
    const uint32_t *part = world->pairs.slot_b.data;
    uint32_t most = 0;
    for (uint32_t i = 0; i < world->pairs.count; i++)
        most = part[i] > most ? part[i] : most;
    return most + 1;
}

/* ---- Stops ------------------------------------------------------------------------------------------------------ */

void hail_stops_begin(hail_world *world) { world->stop_next = world->stop_tiles = world->stop_count; }

/* Tiles come first, then walls, both in order of slots. */
static void put_stop(hail_world *world, uint32_t with, const hail_stop *stop) {
    hail_stop *stops = world->stops.data;
    if (with == WITH_TILES) {
        stops[world->stop_count++] = *stop;
        world->stop_tiles = world->stop_count;
        return;
    }
    while (world->stop_next < world->stop_tiles && stops[world->stop_next].slot < stop->slot)
        world->stop_next++;
    if (world->stop_next == world->stop_tiles || stops[world->stop_next].slot != stop->slot)
        stops[world->stop_count++] = *stop;
    else if (stop->t < stops[world->stop_next].t)
        stops[world->stop_next] = *stop;
}

void hail_note_stops(hail_world *world, const hail_rule_entry *rule, hail_contact *rows, uint32_t count) {
    const hail_layer *layer = world->layer[rule->a];
    const bool stops = rule->b == WITH_TILES ? layer->tiles.stop : layer->walls.stop;
    if (!rule_swept(rule))
        return;
    for (uint32_t i = 0; i < count; i++) {
        const hail_stop stop = {rows[i].a.slot, rows[i].t, rows[i].x[1], rows[i].y[1]};
        if (stops)
            put_stop(world, rule->b, &stop);
        rows[i].x[1] = rows[i].y[1] = 0.0f;
    }
}

void hail_stop_bodies(hail_world *world) {
    const hail_stop *stops = world->stops.data;
    for (uint32_t i = 0; i < world->stop_count; i++) {
        const uint32_t place = world_slots(world)[stops[i].slot].place;
        const hail_layer *layer = world->layer[place >> LOCATION_INDEX_BITS];
        const uint32_t index = place & ((1u << LOCATION_INDEX_BITS) - 1);
        float *x = layer_floats(layer, COLUMN_X) + index, *y = layer_floats(layer, COLUMN_Y) + index;
        if (layer->column[COLUMN_DX] && !layer->options.caller_moved) { /* what it has come by now */
            layer_floats(layer, COLUMN_DX)[index] += stops[i].x - *x;
            layer_floats(layer, COLUMN_DY)[index] += stops[i].y - *y;
        }
        *x = stops[i].x;
        *y = stops[i].y;
    }
    world->stop_count = 0;
}
