/* engine/statics/stops.c - a layer's stops by tiles and by walls, each in order of slots, merged as the second list
 * comes in. */
#include "stops.h"

#include "world/layers.h"

void hail_stops_begin(hail_stops *stops) { stops->next = stops->tiles_end = stops->count; }

/* Tiles come first, then walls, both in order of slots. */
static void put_stop(hail_stops *stops, uint32_t with, const hail_stop *stop) {
    hail_stop *list = stops->list.data;
    if (with == HAIL_TILES) {
        list[stops->count++] = *stop;
        stops->tiles_end = stops->count;
        return;
    }
    while (stops->next < stops->tiles_end && list[stops->next].slot < stop->slot)
        stops->next++;
    if (stops->next == stops->tiles_end || list[stops->next].slot != stop->slot)
        list[stops->count++] = *stop;
    else if (stop->t < list[stops->next].t)
        list[stops->next] = *stop;
}

void hail_stops_record(hail_world *world, const hail_rule *rule, hail_contact *rows, uint32_t count) {
    if (!rule_swept(rule))
        return;
    for (uint32_t i = 0; i < count; i++) {
        const hail_stop stop = {rows[i].a.slot, rows[i].t, rows[i].x[1], rows[i].y[1]};
        if (rule->stop)
            put_stop(&world->scratch->stops, rule->layer_b, &stop);
        rows[i].x[1] = rows[i].y[1] = 0.0f;
    }
}

void hail_stop_bodies(hail_world *world) {
    const hail_stop *stops = world->scratch->stops.list.data;
    for (uint32_t i = 0; i < world->scratch->stops.count; i++) {
        hail_layer *layer = world->bodies.layer[slot_layer(&world->bodies, stops[i].slot)];
        const uint32_t index = slot_index(&world->bodies, stops[i].slot);
        float *x = layer_floats(layer, COLUMN_X) + index, *y = layer_floats(layer, COLUMN_Y) + index;
        if (layer->column[COLUMN_DX] && layer_moves(layer)) {
            layer_floats(layer, COLUMN_DX)[index] += stops[i].x - *x;
            layer_floats(layer, COLUMN_DY)[index] += stops[i].y - *y;
        }
        *x = stops[i].x;
        *y = stops[i].y;
        layer->changes++;
        layer_mark(layer, index);
    }
    world->scratch->stops.count = 0;
}
