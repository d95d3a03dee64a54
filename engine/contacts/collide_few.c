/* engine/contacts/collide_few.c - sets up the kernel that does all of a small rule. */
#include "collide_few.h"

#include "pairs/narrow.h"

static inline void set_side(hail_stream_view *view, uint32_t *count, const uint32_t **handle, const hail_layer *layer) {
    view->x = layer_floats(layer, COLUMN_X);
    view->y = layer_floats(layer, COLUMN_Y);
    view->radius = layer_radii(layer);
    view->uniform_radius = layer->scratch->largest;
    *count = layer->active;
    *handle = &layer_handles(layer)->slot;
}

uint32_t hail_collide_few(hail_world *world, const hail_planned_rule *plan) {
    const hail_layer *first = world->bodies.layer[plan->stream], *second = world->bodies.layer[plan->target];
    hail_few_circles_job job;
    set_side(&job.first, &job.first_count, &job.first_handle, first);
    set_side(&job.second, &job.second_count, &job.second_handle, second);
    job.filter = layers_filter(first, second);
    job.orientation = plan->orientation;
    job.self = plan->self;
    job.manifold = plan->rule->mode != HAIL_PAIRS;
    job.header = hail_narrow_header(plan->rule);
    job.rows = world->scratch->pairs.rows.data;
    return world->kernels->few_circles(&job);
}
