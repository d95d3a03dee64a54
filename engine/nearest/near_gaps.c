/* engine/nearest/near_gaps.c - hands pairs of points and bodies to the kernels of their classes. */
#include "near_gaps.h"

static void ask(hail_near_gaps *gaps, const hail_world *world, hail_pair_class of, const uint32_t *list,
                uint32_t count) {
    const hail_narrow_job job = {.one = {.x = gaps->point_x, .y = gaps->point_y, .uniform_radius = 0.0f},
                                 .two = {.x = gaps->x,
                                         .y = gaps->y,
                                         .uniform_radius = -1.0f,
                                         .cos = gaps->cos,
                                         .sin = gaps->sin,
                                         .scale = gaps->scale,
                                         .shape = gaps->shape},
                                 .templates = world->shapes->rows.data,
                                 .edges_one = 1,
                                 .edges_two = HAIL_MAX_VERTICES,
                                 .rounded = world->shapes->rounded != 0,
                                 .manifold = true,
                                 .rows = &gaps->gap[0].distance};
    if (count)
        world->kernels->narrow[ASK_GAP][of](&job, list, list, list, count);
}

void hail_near_gaps_ask(hail_near_gaps *gaps, const hail_world *world) {
    uint32_t circle[NEAR_GAPS], polygon[NEAR_GAPS], circles = 0, polygons = 0;
    for (uint32_t i = 0; i < gaps->count; i++)
        if (shape_is_polygon(world->shapes, gaps->shape[i]))
            polygon[polygons++] = i;
        else
            circle[circles++] = i;
    ask(gaps, world, HAIL_CIRCLE_CIRCLE, circle, circles);
    ask(gaps, world, HAIL_CIRCLE_POLYGON, polygon, polygons);
}

uint32_t hail_near_gap_of_part(hail_near_gaps *gaps, const hail_world *world, float x, float y, const hail_layer *layer,
                               uint32_t index, hail_gap *nearest) {
    const hail_shape_entry *entry = shape_entry(world->shapes, layer_words(layer, COLUMN_SHAPE)[index]);
    uint32_t found = 0;
    for (uint32_t part = 0; part < entry->parts;) {
        const uint32_t first = part;
        for (; part < entry->parts && gaps->count < NEAR_GAPS; part++)
            near_gaps_add(gaps, x, y, layer, index, entry->first + part);
        hail_near_gaps_ask(gaps, world);
        for (uint32_t i = 0; i < gaps->count; i++)
            if (first + i == 0 || gaps->gap[i].distance < nearest->distance) {
                found = first + i;
                *nearest = gaps->gap[i];
            }
        gaps->count = 0;
    }
    return found;
}
