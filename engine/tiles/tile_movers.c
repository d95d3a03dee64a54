/* engine/tiles/tile_movers.c - checks movers, loads one, and lists those that are near something. */
#include "tile_movers.h"

#include "narrow/check_shapes.h"

hail_status hail_movers_check(const hail_tilemap_movers *movers, const hail_needed *out, bool moving,
                              hail_checks *checks) {
    static const hail_shape_fields fields = HAIL_SHAPE_FIELDS("movers->shapes.");
    if (!movers)
        return HAIL_BAD_ARGUMENT;
    const hail_needed needed[] = {{"movers->map", movers->map}, *out};
    HAIL_REQUIRE(hail_check_needed(context_error(movers->shapes.context), needed, movers->shapes.count ? 2 : 1));
    HAIL_REQUIRE(hail_checks_open(checks, movers->shapes.context));
    if (!movers->shapes.count)
        return HAIL_OK;
    HAIL_REQUIRE(hail_check_convexes(checks->error, &fields, &movers->shapes));
    return hail_check_places(checks, &fields, &movers->shapes, movers->shapes.shape_count, moving);
}

void hail_near_movers_begin(hail_near_movers *n, const hail_kernels *kernels, const hail_tilemap_movers *movers,
                            bool moving, float inflation) {
    const hail_shapes *b = &movers->shapes;
    float flatness = 1.0f;
    for (size_t i = 0; i < b->shape_count; i++)
        if (b->convexes[i].words[HAIL_TEMPLATE_FLATNESS] > flatness)
            flatness = b->convexes[i].words[HAIL_TEMPLATE_FLATNESS];
    n->kernels = kernels;
    n->count = b->count;
    n->view = hail_tilemap_view(movers->map, movers->kinds);
    n->job = (hail_near_tiles){.view = &n->view,
                               .x = b->x,
                               .y = b->y,
                               .dx = moving ? b->dx : NULL,
                               .dy = moving ? b->dy : NULL,
                               .scale = b->scale,
                               .shape = b->shape,
                               .templates = b->convexes->words,
                               .reach = b->cos ? NULL : hail_shape_reach(b->convexes->words, b->shape_count, n->reach),
                               .inflation = inflation,
                               .flatness = flatness};
}

enum { LEAST_NEAR = 3 }; /* that the kernel looks at faster than the reference */

uint32_t hail_near_movers_list(hail_near_movers *n, size_t begin, size_t *end) {
    const size_t left = n->count - begin;
    *end = begin + (left < MOVER_BLOCK ? left : MOVER_BLOCK);
    return hail_kernels_for(n->kernels, *end - begin, LEAST_NEAR)
        ->near_tiles(&n->job, (uint32_t)begin, (uint32_t)*end, n->list);
}
