/* engine/pairs/pair_batch.c - keeps rows that kernels will write and rows that are known already in one list, so that
 * their order is kept. */
#include "pair_batch.h"

#include <string.h>

void hail_pair_batch_begin(hail_pair_batch *batch, const hail_world *world, const hail_rule *rule, bool b_is_static) {
    const bool swept = rule_swept(rule);
    const hail_cores any = {1, HAIL_MAX_VERTICES}; /* until the batch is flushed */
    batch->world = world;
    batch->rule = rule;
    batch->fill = NULL;
    batch->count = batch->asked = 0;
    batch->sides = (hail_narrow_sides){.a = gathered_side(&batch->a, swept),
                                       .b = gathered_side(&batch->b, swept),
                                       .cores_a = any,
                                       .cores_b = any,
                                       .templates = world->shapes->rows.data,
                                       .from_end = !b_is_static};
    if (!b_is_static)
        return;
    batch->sides.a.handle = NULL;
    batch->sides.b = (hail_side){.x = batch->b.x, .y = batch->b.y, .uniform_radius = -1.0f, .shape = batch->b.shape};
}

static uint32_t add(hail_pair_batch *batch, const hail_batch_pair *pair) {
    if (batch->count == BATCH_PAIRS)
        hail_pair_batch_flush(batch);
    batch->pair[batch->count] = *pair;
    return batch->count++;
}

uint32_t hail_pair_batch_ask(hail_pair_batch *batch, const hail_batch_pair *pair) {
    const uint32_t i = add(batch, pair);
    batch->list[batch->asked++] = i;
    return i;
}

uint32_t hail_pair_batch_reserve(hail_pair_batch *batch, const hail_batch_pair *pair) {
    const uint32_t i = add(batch, pair);
    batch->rows[i].kind = 0;
    return i;
}

void hail_pair_batch_put(hail_pair_batch *batch, const hail_batch_pair *pair, const hail_contact *row) {
    batch->rows[add(batch, pair)] = *row;
}

/* How many vertices the cores of one side's asked pairs have. */
static hail_cores cores_of(const hail_pair_batch *batch, const hail_gathered *side) {
    hail_cores cores = {HAIL_MAX_VERTICES, 1};
    for (uint32_t i = 0; i < batch->asked; i++) {
        const float *row = shape_row(batch->world->shapes, side->shape[batch->list[i]]);
        uint32_t vertices;
        memcpy(&vertices, row + HAIL_TEMPLATE_COUNT, sizeof vertices);
        cores.least = vertices < cores.least ? vertices : cores.least;
        cores.most = vertices > cores.most ? vertices : cores.most;
    }
    return cores;
}

void hail_pair_batch_flush(hail_pair_batch *batch) {
    const hail_narrow_list list = {batch->list, batch->list, batch->list, batch->asked};
    if (batch->asked && batch->sides.from_end) { /* else the caller knows */
        batch->sides.cores_a = cores_of(batch, &batch->a);
        batch->sides.cores_b = cores_of(batch, &batch->b);
    }
    if (batch->asked)
        hail_narrow(batch->world, batch->rule, &batch->sides, &list, batch->rows);
    if (batch->fill)
        batch->fill(batch->user);
    for (uint32_t i = 0; i < batch->count; i++)
        if (batch->rows[i].kind)
            batch->take(batch->user, batch, i, &batch->rows[i]);
    batch->count = batch->asked = 0;
}
