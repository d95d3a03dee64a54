/* tests/tiles/slide_lanes.c - slides in lanes are those of the rounds that all other movers take, to the last bit:
 * circles and boxes in corners, corridors and pixels, at any speed. Movers with one rectangle near are left out: once
 * they hit it, they are not asked again whether rounding makes them hit it. */
#include <criterion/criterion.h>

#include <string.h>

#include "kernels/kernel_inputs.h"
#include "tiles/slide_rounds.h"
#include "tiles/upright_queue.h"

enum { COLUMNS = 12, ROWS = 10, MOVERS = 64, SHAPES = 4, TILES = 5 };

static struct {
    hail_tileset *set;
    hail_tilemap *map;
    uint32_t wide, high; /* px: of a tile */
    hail_convex shape[SHAPES];
    float x[MOVERS], y[MOVERS], dx[MOVERS], dy[MOVERS];
    uint32_t shapes[MOVERS];
    hail_movers movers;
    hail_slide_options options;
} scene;

static void must(hail_status status) { cr_assert_eq(status, HAIL_OK, "%s", hail_status_text(status)); }

/* ---- Inputs ------------------------------------------------------------------------------------------------------ */

/* A full tile, slabs, and pixels at random. */
static void make_tiles(uint32_t number[TILES + 1]) {
    const uint64_t all = UINT64_MAX >> (64 - scene.wide);
    must(hail_tileset_create(NULL, scene.wide, scene.high, &scene.set));
    for (uint32_t t = 1; t <= TILES; t++) {
        uint64_t rows[32];
        for (uint32_t y = 0; y < scene.high; y++)
            rows[y] = t == 1 ? all : t == 2 ? (y >= scene.high / 2 ? all : 0) : pick_bits() & pick_bits() & all;
        rows[scene.high - 1] |= 1;
        must(hail_tileset_add_bits(scene.set, rows, 0, &number[t]));
    }
}

/* Floors with steps and walls; tunnels; a tile here and there. */
static bool is_solid(uint32_t kind, uint32_t row, uint32_t column) {
    switch (kind) {
    case 0:
        return row % 4 == 3 || (row % 4 == 2 && pick_one_in(8));
    case 1:
        return row % 3 == 2 || column % 5 == 0;
    case 2:
        return (row + column) % 5 < 2;
    default:
        return pick_one_in(3);
    }
}

static void make_map(void) {
    uint32_t number[TILES + 1], tile[ROWS * COLUMNS];
    const uint32_t kind = pick(4), pixels = 1 + pick(9);
    const hail_tilemap_options options = {
        .columns = COLUMNS, .rows = ROWS, .x = pick_one_in(2) ? 0.0f : pick_between(-90.0f, 90.0f)};
    scene.wide = pick_one_in(2) ? 16 : 4 + pick(29);
    scene.high = pick_one_in(2) ? scene.wide : 4 + pick(29);
    make_tiles(number);
    must(hail_tilemap_create(scene.set, &options, &scene.map));
    for (uint32_t i = 0; i < ROWS * COLUMNS; i++)
        tile[i] = is_solid(kind, i / COLUMNS, i % COLUMNS) ? number[pick_one_in(pixels) ? 1 + pick(TILES) : 1] : 0;
    must(hail_tilemap_set(scene.map, 0, 0, COLUMNS, ROWS, tile, COLUMNS));
}

static void pick_movers(void) {
    const float speed = pick_one_in(3) ? pick_between(0.1f, 20.0f) : 4.0f;
    for (uint32_t s = 0; s < SHAPES; s++)
        must(s % 2 ? hail_convex_circle(pick_between(1.0f, 9.0f), &scene.shape[s])
                   : hail_convex_box(pick_between(1.0f, 9.0f), pick_between(1.0f, 9.0f), s ? 1.0f : 0.0f,
                                     &scene.shape[s]));
    for (uint32_t i = 0; i < MOVERS; i++) {
        scene.shapes[i] = pick(SHAPES);
        scene.x[i] = scene.map->options.x + pick_between(0.0f, (float)(COLUMNS * scene.wide));
        scene.y[i] = pick_between(0.0f, (float)(ROWS * scene.high));
        scene.dx[i] = pick_one_in(6) ? 0.0f : pick_between(-speed, speed);
        scene.dy[i] = pick_one_in(6) ? 0.0f : pick_between(-0.5f * speed, speed);
    }
    scene.movers = (hail_movers){
        .map = scene.map,
        .shapes = scene.shape,
        .shape_count = SHAPES,
        .bodies = {.x = scene.x, .y = scene.y, .dx = scene.dx, .dy = scene.dy, .shape = scene.shapes, .count = MOVERS}};
    hail_slide_defaults(&scene.options);
    scene.options.bounces = pick_one_in(2) ? 4 : 1 + pick(8);
    scene.options.step_height = pick_one_in(4) ? 6.0f : 0.0f;
    scene.options.skin = pick_one_in(3) ? pick_between(0.01f, 0.5f) : 0.03125f;
}

/* ---- The rounds -------------------------------------------------------------------------------------------------- */

static void rounds_begin(slides *all, hail_obstacles *o, const hail_kernels *kernels, hail_slide *out) {
    *all = (slides){.movers = &scene.movers, .options = &scene.options, .o = o, .out = out};
    all->alone.around = (double)scene.options.skin + 0.5;
    hail_obstacles_begin(o, kernels, scene.map, 0, false);
    o->stand = true;
    hail_upright_queue_begin(o);
    o->queue.taken = true;
}

/* How many rectangles are near mover i on its way. */
static uint32_t count_near(slides *all, uint32_t i) {
    const hail_crowd_mover m = hail_movers_at(&scene.movers, i, scene.options.skin);
    const hail_upright_mover mover = {i, m.x, m.y, m.dx, m.dy, false, all->alone.around, false};
    const hail_upright *shape;
    hail_uprights *u = &all->o->uprights;
    cr_assert(hail_upright_of(all->o, &m.pose, &shape));
    const bool added = hail_uprights_add(all->o, u, shape, &mover) == UPRIGHT_ADDED;
    const uint32_t near = added ? u->pairs : UINT32_MAX;
    u->movers = u->pairs = 0;
    return near;
}

static void slide_in_rounds(const hail_kernels *kernels, hail_slide *out) {
    static slides all;
    static hail_obstacles o;
    rounds_begin(&all, &o, kernels, out);
    for (uint32_t i = 0; i < MOVERS; i++) {
        if (all.count == TOGETHER)
            hail_slides_all(&all);
        hail_slides_add(&all, i, UINT32_MAX);
    }
    hail_slides_all(&all);
}

static void lanes_case(void) {
    static slides all;
    static hail_obstacles o;
    const hail_kernels *kernels;
    hail_slide want[MOVERS], got[MOVERS];
    make_map();
    pick_movers();
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        const hail_context context = {.variant = kernels->name};
        scene.movers.context = &context;
        case_calls(kernels, "slide_among");
        slide_in_rounds(kernels, want);
        must(hail_tiles_slide(&scene.movers, &scene.options, got));
        rounds_begin(&all, &o, kernels, want);
        for (uint32_t i = 0; i < MOVERS; i++)
            case_expects(count_near(&all, i) == 1 || !memcmp(&got[i], &want[i], sizeof got[i]),
                         "mover %u: (%.9g, %.9g), flags %u, not (%.9g, %.9g), flags %u", i, (double)got[i].dx,
                         (double)got[i].dy, got[i].flags, (double)want[i].dx, (double)want[i].dy, want[i].flags);
    }
    hail_tilemap_destroy(scene.map);
    hail_tileset_destroy(scene.set);
}
Test(slide_lanes, rounds) { cases_run("slide_lanes", "rounds", 200, lanes_case); }
