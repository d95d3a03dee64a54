/* engine/draw/draw_world.c - draws a world: maps, bounds and grids, bodies, contacts. */
#include "base/check.h"
#include "draw_bodies.h"

static bool layer_wanted(const hail_pen *pen, const hail_world *world, uint32_t layer) {
    const uint64_t bit = HAIL_LAYER(layer), wanted = pen->options->layers;
    return world->bodies.layer[layer] && (!wanted || (wanted & bit));
}

static void draw_maps(hail_pen *pen, const hail_world *world) {
    const uint32_t what = pen->options->what;
    if (world->rules.map)
        hail_draw_map_tiles(pen, world->rules.map, what & HAIL_DRAW_TILES, what & HAIL_DRAW_CELLS);
    if (world->rules.sectors && (what & HAIL_DRAW_WALLS))
        hail_draw_map_walls(pen, world->rules.sectors);
}

static void draw_bounds(hail_pen *pen, const hail_world *world) {
    const hail_world_options *of = &world->options;
    if (!world->has_bounds || !(pen->options->what & HAIL_DRAW_BOUNDS))
        return;
    hail_pen_style(pen, HAIL_DRAWN_BOUNDS, HAIL_NO_LAYER, 0);
    hail_pen_frame(pen, of->min_x, of->min_y, of->max_x, of->max_y);
}

/* The lines between cells that are visible, along one axis. */
static void draw_axis(hail_pen *pen, const float from[2], const float to[2], float cell, uint32_t cells, bool across) {
    for (uint32_t i = 0; i <= cells; i++) {
        const float at = from[across] + (float)i * cell;
        if (across && hail_pen_sees(pen, from[0], at, to[0], at))
            hail_pen_line(pen, from[0], at, to[0], at);
        else if (!across && hail_pen_sees(pen, at, from[1], at, to[1]))
            hail_pen_line(pen, at, from[1], at, to[1]);
    }
}

static void draw_grid(hail_pen *pen, const hail_world *world, uint32_t layer) {
    const hail_layer_scratch *scratch = world->own_scratch ? step_scratch_layer(world->own_scratch, layer) : NULL;
    if (!scratch) /* a shared one's grids may be another world's by now */
        return;
    const hail_grid_layout *grid = &scratch->grid.view.map;
    if (!scratch->grid_version.bodies || !(grid->inverse > 0.0f) || !(pen->options->what & HAIL_DRAW_GRID))
        return;
    const float cell = 1.0f / grid->inverse, columns = grid->last_column + 1.0f, rows = grid->last_row + 1.0f;
    const float from[2] = {grid->min_x, grid->min_y};
    const float to[2] = {grid->min_x + columns * cell, grid->min_y + rows * cell};
    hail_pen_style(pen, HAIL_DRAWN_GRID, layer, 0);
    draw_axis(pen, from, to, cell, (uint32_t)columns, false);
    draw_axis(pen, from, to, cell, (uint32_t)rows, true);
}

/* The spans of set bits in a row of the raster. */
static void draw_bits(hail_pen *pen, const hail_grid_layout *grid, const uint32_t *bits, uint32_t row) {
    const float cell = 1.0f / grid->inverse, top = grid->min_y + (float)row * cell;
    const uint32_t columns = (uint32_t)grid->last_column + 1, first = row * (uint32_t)grid->stride;
    for (uint32_t column = 0, begin = 0; column <= columns; column++) {
        const uint32_t bit = first + column;
        if (column < columns && (bits[bit / 32] >> bit % 32 & 1u))
            continue;
        const float left = grid->min_x + (float)begin * cell, right = grid->min_x + (float)column * cell;
        if (column > begin && hail_pen_sees(pen, left, top, right, top + cell))
            hail_pen_box(pen, left, top, right, top + cell);
        begin = column + 1;
    }
}

/* The bit set of the few bodies that many streamed past, of the last rule that had one. */
static void draw_raster(hail_pen *pen, const hail_world *world) {
    const hail_raster_view *view = world->own_scratch ? &world->own_scratch->raster.view : NULL;
    if (!view || !view->bits || !(pen->options->what & HAIL_DRAW_GRID) || pen->options->layers)
        return;
    hail_pen_style(pen, HAIL_DRAWN_GRID, HAIL_NO_LAYER, 0);
    for (uint32_t row = 0; row <= (uint32_t)view->fine.last_row; row++)
        draw_bits(pen, &view->fine, view->bits, row);
}

static void draw_contacts(hail_pen *pen, const hail_world *world) {
    const uint32_t what = pen->options->what;
    size_t count = 0;
    const hail_contact *contacts = hail_contacts(world, &count);
    hail_draw_contact_list(pen, contacts, count, what & HAIL_DRAW_CONTACTS, what & HAIL_DRAW_NORMALS);
}

hail_status hail_draw_world(const hail_world *world, const hail_draw_options *options) {
    HAIL_REQUIRE(hail_draw_check(options));
    if (!world)
        return hail_fail_null(context_error(options->context), "world");
    hail_pen pen;
    hail_pen_start(&pen, options);
    draw_maps(&pen, world);
    draw_bounds(&pen, world);
    for (uint32_t layer = 0; layer < HAIL_MAX_LAYERS; layer++)
        if (layer_wanted(&pen, world, layer))
            draw_grid(&pen, world, layer);
    draw_raster(&pen, world);
    for (uint32_t layer = 0; layer < HAIL_MAX_LAYERS; layer++)
        if (layer_wanted(&pen, world, layer))
            hail_draw_layer(&pen, world, layer);
    draw_contacts(&pen, world);
    hail_pen_flush(&pen);
    return HAIL_OK;
}
