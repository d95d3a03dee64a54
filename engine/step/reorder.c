/* engine/step/reorder.c - each column is gathered in the new order, then copied back. */
#include "reorder.h"

#include <string.h>

#include "flagged.h"
#include "world/layers.h"

/* A column that is put in another order. */
typedef struct column_job {
    const hail_kernels *kernels;
    void *column, *reordered;
    const uint32_t *order;
    size_t element; /* bytes: 4 or 8 */
} column_job;

static void gather_some(const void *user, uint32_t begin, uint32_t end) {
    const column_job *j = user;
    const uint64_t *from = j->column;
    uint64_t *to = j->reordered;
    if (j->element == 4) {
        j->kernels->gather(j->column, j->order, j->reordered, begin, end);
        return;
    }
    for (uint32_t i = begin; i < end; i++)
        to[i] = from[j->order[i]];
}

static void copy_some(const void *user, uint32_t begin, uint32_t end) {
    const column_job *j = user;
    memcpy((char *)j->column + begin * j->element, (const char *)j->reordered + begin * j->element,
           (end - begin) * j->element);
}

static void reorder_column(const hail_reordering *r, void *column, size_t element) {
    const uint32_t count = r->world->bodies.layer[r->number]->active;
    const column_job job = {r->world->kernels, column, r->room, r->order, element};
    hail_each_block(r->world, count, gather_some, &job);
    hail_each_block(r->world, count, copy_some, &job);
}

void hail_reorder_words(const hail_reordering *r, void *column) { reorder_column(r, column, sizeof(uint32_t)); }

void hail_reorder_bodies(const hail_reordering *r) {
    const hail_layer *layer = r->world->bodies.layer[r->number];
    for (int c = 0; c < COLUMN_COUNT; c++)
        if (layer->column[c])
            reorder_column(r, layer->column[c], hail_layer_element[c]);
}

/* A layer whose bodies have new places. */
typedef struct place_job {
    hail_world *world;
    uint32_t *order, number;
} place_job;

static void write_places(const void *user, uint32_t begin, uint32_t end) {
    const place_job *j = user;
    hail_layer_write_slots(&j->world->bodies, j->number, begin, end);
    for (uint32_t i = begin; i < end; i++)
        j->order[i] = i;
}

void hail_reorder_end(const hail_reordering *r) {
    const place_job places = {r->world, r->order, r->number};
    hail_each_block(r->world, r->world->bodies.layer[r->number]->active, write_places, &places);
}
