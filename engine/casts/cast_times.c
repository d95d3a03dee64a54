/* engine/casts/cast_times.c - kernels tell when casts hit bodies: those that list circles near circles, or those of
 * cast_convex.c. By these times the hits that are wanted are chosen; only of those that are kept are contacts computed,
 * by kernels that write results. */
#include "cast_bodies.h"

/* Rows of results are numbered with 32 bits. */
hail_cast_way hail_casts_way(const hail_body_casts *w) {
    const hail_cast *cast = w->cast;
    if (!(w->exact || w->convex) || cast->capacity > UINT32_MAX / CAST_BLOCK)
        return CASTS_TEST;
    return cast->capacity == 1 && !cast->counting ? CASTS_FIRST : CASTS_SEVERAL;
}

void hail_casts_choose_by_times(hail_body_casts *w, uint32_t count) {
    (w->way == CASTS_FIRST ? hail_casts_choose_first : hail_casts_choose_several)(w, count);
}

void hail_casts_choose(hail_body_casts *w, uint32_t count) {
    (w->convex ? hail_casts_choose_convex : hail_casts_choose_by_times)(w, count);
}

void hail_casts_write(const hail_body_casts *w, const uint32_t *query, const uint32_t *index, const uint32_t *row,
                      uint32_t count) {
    const hail_cast *cast = w->cast;
    const hail_layer *layer = w->layer;
    const uint8_t header[4] = {HAIL_CONTACT_BODY, (uint8_t)w->number, 0, 0}, inside[4] = {0, 0, 0, 1};
    hail_cast_results_job job = {.handle = &layer_handles(layer)->slot,
                                 .user = layer->column[COLUMN_USER],
                                 .rays = !cast->list,
                                 .rows = &cast->hits->body.slot};
    memcpy(&job.header, header, sizeof header);
    memcpy(&job.inside, inside, sizeof inside);
    if (w->convex) {
        hail_casts_write_convex(w, &job, query, index, row, count);
        return;
    }
    job.pair.templates = shape_row(cast->seek->world->shapes, 0);
    job.pair.manifold = true;
    job.pair.one = (hail_side){
        .x = cast->x, .y = cast->y, .dx = cast->dx, .dy = cast->dy, .radius = cast->list ? w->radius : NULL};
    job.pair.two = (hail_side){.x = layer_floats(layer, COLUMN_X),
                               .y = layer_floats(layer, COLUMN_Y),
                               .uniform_radius = -1.0f, /* every circle has its template's */
                               .scale = layer_floats(layer, COLUMN_SCALE),
                               .shape = layer_words(layer, COLUMN_SHAPE)};
    if (layer_uniform(layer))
        job.pair.two.uniform_radius =
            job.pair.templates[layer->uniform_shape * HAIL_TEMPLATE_WORDS + HAIL_TEMPLATE_ROUNDING];
    cast->seek->kernels->cast_results(&job, query, index, row, count);
}
