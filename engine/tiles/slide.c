/* engine/tiles/slide.c - hail/slide.h: movers that slide, together round by round. */
#include <math.h>

#include "slide_rounds.h"
#include "tasks/run_tasks.h"
#include "tile_movers.h"
#include "variants.h"

hail_status hail_slide_options_defaults(hail_slide_options *options) {
    if (!options)
        return HAIL_BAD_ARGUMENT;
    *options = (hail_slide_options){.up_x = 0.0f,
                                    .up_y = -1.0f,
                                    .floor_cosine = 0.7f,
                                    .step_height = 0.0f,
                                    .skin = 1.0f / 32.0f,
                                    .snap = 0.0f,
                                    .bounces = 4};
    return HAIL_OK;
}

static hail_status check_options(hail_error *error, const hail_slide_options *o) {
    const hail_scalar numbers[] = {{"options->up_x", o->up_x, -1.001f, 1.001f},
                                   {"options->up_y", o->up_y, -1.001f, 1.001f},
                                   {"options->floor_cosine", o->floor_cosine, 0.0f, 1.0f},
                                   {"options->step_height", o->step_height, 0.0f, (float)HAIL_MAX_TILE},
                                   {"options->snap", o->snap, 0.0f, (float)HAIL_MAX_TILE},
                                   {"options->skin", o->skin, 0x1p-10f, 1.0f}};
    HAIL_REQUIRE(hail_check_scalars(error, numbers, sizeof numbers / sizeof *numbers));
    if (fabsf(o->up_x * o->up_x + o->up_y * o->up_y - 1.0f) > 2.1e-4f)
        return hail_fail(error, HAIL_OUT_OF_RANGE, "options->up_x", "makes no unit vector with up_y, to within 1e-4");
    return hail_check_whole(error, "options->bounces", o->bounces, 1, 8);
}

_Static_assert(sizeof(hail_slide) == HAIL_SLIDE_WORDS * sizeof(uint32_t), "a slide has this many words");

enum { LEAST_FREE = 4 }; /* that the kernel writes faster than the reference */

/* What tasks know of a call. */
typedef struct slides_call {
    const hail_kernels *kernels;
    const hail_tilemap_movers *movers;
    const hail_slide_options *options;
    hail_slide *out;
} slides_call;

/* Writes the slides of movers as if they were near nothing. */
static void write_free(const slides_call *c, uint32_t begin, uint32_t end) {
    const hail_shapes *b = &c->movers->shapes;
    const hail_tilemap_options *map = &c->movers->map->options;
    const hail_free_slides job = {b->x, b->y, b->dx, b->dy, map->x, map->y, (uint32_t *)(void *)c->out};
    hail_kernels_for(c->kernels, end - begin, LEAST_FREE)->free_slides(&job, begin, end);
}

static void slide_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const slides_call *c = task;
    const hail_tilemap_movers *movers = c->movers;
    const hail_tile_columns columns = hail_movers_columns(movers, c->options->skin);
    hail_near_movers near;
    hail_tile_query query;
    hail_slides all;
    (void)worker;
    hail_near_movers_begin(&near, c->kernels, movers, true, 3.0f * c->options->skin);
    near.count = last;
    hail_tile_query_begin(&query, c->kernels, movers->map, movers->kinds, movers->whole_tiles);
    hail_slides_begin(&all, &query, c->options, c->out);
    for (size_t begin = first, end; begin < last; begin = end) {
        const uint32_t listed = hail_near_movers_list(&near, begin, &end);
        write_free(c, (uint32_t)begin, (uint32_t)end);
        hail_slides_run(&all, &columns, &(hail_tile_items){.body = near.list, .count = listed});
    }
}

hail_status hail_tilemap_slide(const hail_tilemap_movers *movers, const hail_slide_options *options,
                               hail_slide *slides_out) {
    hail_slide_options defaults;
    hail_slide_options_defaults(&defaults);
    const hail_slide_options *chosen = options ? options : &defaults;
    hail_checks checks = {0};
    HAIL_REQUIRE(hail_movers_check(movers, &(hail_needed){"slides", slides_out}, true, &checks));
    HAIL_REQUIRE(check_options(checks.error, chosen));
    slides_call call = {checks.kernels, movers, chosen, slides_out};
    hail_run_tasks(checks.tasks, (uint32_t)movers->shapes.count, MOVER_BLOCK, slide_range, &call);
    return HAIL_OK;
}
