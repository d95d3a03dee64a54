/* engine/queries/cast_first.c - rays and other circles against a layer of circles: only the first hit of each query is
 * wanted, and the kernel that finds them tells the times of sweeps, so only the winners' contacts are computed. */
#include "cast_bodies.h"

bool hail_casts_want_first(const hail_body_casts *w) {
    return w->exact && !w->cast->counting && w->cast->capacity == 1;
}

void hail_casts_begin_first(hail_body_casts *w) {
    for (uint32_t i = 0; i < w->cast->count; i++)
        w->best[i] = CAST_NO_BODY;
}

void hail_casts_choose(hail_body_casts *w, uint32_t count) {
    const hail_handle *handle = layer_handles(w->layer);
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t query = w->query[k];
        const float t = w->time[k], limit = w->cast->limit[query];
        if (t > limit)
            continue;
        const uint32_t index = w->level->order[w->position[k]], than = w->best[query];
        if (!casts_allow(w, query, index) ||
            (t == limit && than != CAST_NO_BODY && handle[than].slot < handle[index].slot))
            continue;
        w->best[query] = index;
        w->cast->limit[query] = t;
    }
    for (uint32_t k = 0; k < count && w->cast->any; k++)
        if (w->best[w->query[k]] != CAST_NO_BODY)
            w->cast->limit[w->query[k]] = -1.0f;
}

/* Computes the contacts of queries and the bodies that they hit. */
static void sweep(const hail_body_casts *w, const uint32_t *query, const uint32_t *index, uint32_t count,
                  hail_contact *contacts) {
    const hail_cast *cast = w->cast;
    const hail_layer *layer = w->layer;
    const uint8_t header[4] = {HAIL_CONTACT_BODY, 1, 0, 0}; /* kind, count, layers */
    uint32_t row[CAST_BLOCK];
    hail_narrow_job job = {.templates = shape_row(cast->seek->world->shapes, 0),
                           .manifold = true,
                           .rows = (float *)(void *)contacts};
    job.one = (hail_side){
        .x = cast->x, .y = cast->y, .dx = cast->dx, .dy = cast->dy, .radius = cast->list ? w->radius : NULL};
    job.two = (hail_side){.x = layer_floats(layer, COLUMN_X),
                          .y = layer_floats(layer, COLUMN_Y),
                          .uniform_radius = -1.0f, /* every circle has its template's */
                          .scale = layer_floats(layer, COLUMN_SCALE),
                          .shape = layer_words(layer, COLUMN_SHAPE)};
    memcpy(&job.header, header, sizeof header);
    for (uint32_t i = 0; i < count; i++)
        row[i] = i;
    cast->seek->kernels->narrow[ASK_SWEEP][HAIL_CIRCLE_CIRCLE](&job, query, index, row, count);
}

void hail_casts_add_first(hail_body_casts *w) {
    uint32_t query[CAST_BLOCK], index[CAST_BLOCK], count = 0;
    hail_contact contacts[CAST_BLOCK];
    for (uint32_t i = 0; i < w->cast->count; i++) {
        query[count] = i;
        index[count] = w->best[i];
        count += w->best[i] != CAST_NO_BODY;
    }
    if (!count)
        return;
    if (!w->cast->any)
        sweep(w, query, index, count, contacts);
    for (uint32_t k = 0; k < count; k++) {
        contacts[k].part_b = 0;
        hail_casts_add(w, query[k], index[k], &contacts[k]);
    }
}
