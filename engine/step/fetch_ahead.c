/* engine/step/fetch_ahead.c - a thousand small worlds do not stay in the cache from step to step, and each is reached
 * by pointers. So while one steps, the next one's columns are fetched, and before them what points to these. */
#include "fetch_ahead.h"

#include "compiler.h"
#include "lowest_bit.h"
#include "world/world_state.h"

enum { LINE = 64, MOST = 4096 /* bytes of a column: the processor fetches more by itself */ };

static void fetch(const void *from, size_t bytes) {
    const char *at = from;
    for (size_t i = 0; i < bytes; i += LINE)
        HAIL_FETCH(at + i);
}

static void fetch_world(const hail_world *world) { fetch(world, sizeof *world); }

static void fetch_layers(const hail_world *world) {
    for (uint64_t left = world->bodies.used; left; left &= left - 1)
        fetch(world->bodies.layer[lowest_bit_64(left)], sizeof(hail_layer));
    fetch(world->rules.entries.data, world->rules.count * sizeof(hail_rule));
}

/* Positions and velocities: every step moves them all. */
static void fetch_columns(const hail_world *world) {
    for (uint64_t left = world->bodies.used; left; left &= left - 1) {
        const hail_layer *layer = world->bodies.layer[lowest_bit_64(left)];
        const size_t bytes = layer->active * sizeof(float);
        for (int c = COLUMN_X; c <= COLUMN_VY; c++)
            fetch(layer->column[c], bytes < MOST ? bytes : MOST);
    }
}

void hail_fetch_ahead(const hail_world_step *steps, uint32_t number, uint32_t end) {
    if (end - number > 3)
        fetch_world(steps[number + 3].world);
    if (end - number > 2)
        fetch_layers(steps[number + 2].world);
    if (end - number > 1)
        fetch_columns(steps[number + 1].world);
}
