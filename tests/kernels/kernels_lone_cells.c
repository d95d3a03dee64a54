/* tests/kernels/kernels_lone_cells.c - lone_cells over random maps: every variant equals the reference to the last bit,
 * and so do cell_runs, rect_pairs and lone_edges, one after the other; of several cells, slide_among with eight
 * bounces. Shapes that are not listed have nothing solid near, or a full tile, or a few of them side by side. */
#include <criterion/criterion.h>

#include <float.h>
#include <string.h>

#include <hail/shape.h>

#include "kernel_maps.h"

enum { MOVERS = HAIL_LONE_CELLS, ROW = HAIL_LOOK_ROW, WORDS = HAIL_SLIDE_WORDS, SHAPES = 4 };

static struct {
    random_map m;
    hail_tile_view view;
    uint32_t count, shape[MOVERS], tag[MOVERS];
    float shapes[SHAPES * ROW], x[MOVERS], y[MOVERS], dx[MOVERS], dy[MOVERS], around;
    float mover[MOVERS * ROW];
    uint32_t look[MOVERS * ROW];
    hail_lone_pairs slides;
} scene;

/* Floors and walls of the first full tile, if there is one. */
static void lay_runs(void) {
    const hail_tilemap_options *o = &scene.m.options;
    uint32_t full = 1;
    while (full <= scene.m.tiles && masks_solid(&scene.m.set->masks, full) != scene.m.width * scene.m.height)
        full++;
    for (uint32_t i = full <= scene.m.tiles ? pick(12) : 0; i > 0; i--) {
        const uint32_t x = pick(o->columns), y = pick(o->rows), length = 1 + pick(5);
        const bool down = pick_one_in(2);
        const uint32_t wide = down ? 1 : length, high = down ? length : 1;
        if (x + wide <= o->columns && y + high <= o->rows)
            case_expects(hail_tilemap_fill(scene.m.map, x, y, wide, high, full) == HAIL_OK, "a run is refused");
    }
}

static void make_map(void) {
    do {
        if (scene.m.map)
            random_map_free(&scene.m);
        random_map_make(&scene.m, false, pick(6));
    } while (scene.m.width > 32 || scene.m.height > 32);
    if (pick_one_in(2))
        lay_runs();
    scene.view = hail_tilemap_view(scene.m.map, pick_one_in(2) ? 0 : (uint32_t)pick_bits());
    if (!scene.view.kinds)
        scene.view.kinds = UINT32_MAX;
}

static void free_map(void) {
    random_map_free(&scene.m);
    scene.m.map = NULL;
}

static void pick_shapes(void) {
    memset(scene.shapes, 0, sizeof scene.shapes);
    for (uint32_t s = 0; s < SHAPES; s++) {
        float *row = scene.shapes + s * ROW;
        const float side = 0.3f * (float)(scene.view.width + scene.view.height);
        const bool box = pick_one_in(2);
        row[0] = box ? pick_between(0.0f, side) : 0.0f;
        row[1] = box ? pick_between(0.0f, side) : 0.0f;
        row[2] = box && pick_one_in(2) ? 0.03125f : pick_between(0.0f, side);
        row[3] = row[0] + row[2] + 0.001f;
        row[4] = row[1] + row[2] + 0.001f;
        row[5] = 1e-4f;
    }
}

/* A cell, most likely one that is not empty. */
static void pick_cell(uint32_t *column, uint32_t *row) {
    for (uint32_t tries = 0; tries < 20; tries++) {
        *column = pick(scene.view.columns);
        *row = pick(scene.view.rows);
        if (tilemap_word(scene.m.map, *column, *row))
            return;
    }
}

/* Somewhere along a cell's side; often with an end of the core near one of the side's. */
static float pick_along(float half, float core) {
    const float ends = pick_one_in(2) ? half : -half, off = pick_one_in(3) ? 0.0f : pick_one_in(2) ? core : -core;
    return pick_one_in(2) ? pick_between(-1.2f, 1.2f) * half
                          : ends + off + pick_between(-1.0f, 1.0f) * (pick_one_in(2) ? 0.3f : 1e-3f);
}

/* Beside a cell, or somewhere over it. */
static void pick_mover(uint32_t i) {
    const float *row = scene.shapes + (scene.shape[i] = pick(SHAPES) * ROW), half_x = 0.5f * (float)scene.view.width,
                half_y = 0.5f * (float)scene.view.height, sign = pick_one_in(2) ? 1.0f : -1.0f;
    const uint32_t at = scene.tag[i];
    uint32_t cell_x, cell_y;
    pick_cell(&cell_x, &cell_y);
    const bool across = pick_one_in(2), near = !pick_one_in(4);
    const float gap = pick_one_in(4) ? 0.0f : pick_between(-0.6f, 0.6f) * (pick_one_in(3) ? 0.001f : 1.0f);
    const float beside = sign * ((across ? half_x + row[0] : half_y + row[1]) + row[2] + gap);
    const float x = near && across ? beside : pick_along(half_x, row[0]),
                y = near && !across ? beside : pick_along(half_y, row[1]);
    scene.x[at] = scene.m.options.x + ((float)cell_x * 2.0f + 1.0f) * half_x + x;
    scene.y[at] = scene.m.options.y + ((float)cell_y * 2.0f + 1.0f) * half_y + y;
    scene.dx[at] = pick_rarely(4) ? 0.0f : pick_rarely(9) ? 1e-10f : pick_between(-4.0f, 4.0f);
    scene.dy[at] = pick_rarely(4) ? 0.0f : pick_between(-4.0f, 4.0f);
}

static void pick_movers(void) {
    const bool straight = pick_one_in(2);
    scene.count = cases_timed() ? MOVERS : pick(MOVERS + 1);
    scene.around = 0.53125f;
    for (uint32_t i = 0; i < scene.count; i++)
        scene.tag[i] = i;
    shuffle(scene.tag, scene.count);
    for (uint32_t i = 0; i < scene.count; i++)
        pick_mover(i);
    scene.slides = (hail_lone_pairs){.corner_x = scene.m.options.x,
                                     .corner_y = scene.m.options.y,
                                     .around = (double)scene.around,
                                     .slack = 0.0003125,
                                     .up_x = straight ? 0.0 : 0.6,
                                     .up_y = straight ? -1.0 : 0.8,
                                     .floor = pick_one_in(4) ? 0.0 : 0.7,
                                     .climbs = pick_one_in(3),
                                     .on_floor = 1,
                                     .on_wall = 2,
                                     .on_ceiling = 4};
}

static void look_around(void) {
    const hail_shape_looks job = {.view = &scene.view,
                                  .x = scene.x,
                                  .y = scene.y,
                                  .dx = scene.dx,
                                  .dy = scene.dy,
                                  .list = scene.tag,
                                  .corner_x = scene.m.options.x,
                                  .corner_y = scene.m.options.y,
                                  .bound = FLT_MAX,
                                  .shape = scene.shape,
                                  .shapes = scene.shapes,
                                  .around = scene.around,
                                  .long_way = 24.0f,
                                  .movers = scene.mover,
                                  .looks = scene.look};
    hail_kernels_at(0)->shape_looks(&job, scene.count);
}

static float radius_of_tile(void) {
    return ((const hail_convex *)scene.m.set->rects.data)[HAIL_MAX_TILE].words[HAIL_TEMPLATE_RADIUS];
}

/* Rows are by tag. */
static hail_lone_pairs make_slides(void) {
    hail_lone_pairs slides = scene.slides;
    slides.tag = hold_copy("tag", scene.tag, scene.count);
    slides.start_x = hold_copy("start_x", scene.x, scene.count);
    slides.start_y = hold_copy("start_y", scene.y, scene.count);
    slides.slides = hold("slides", MOVERS * WORDS);
    memset(slides.slides, 0xa5, MOVERS * WORDS * sizeof *slides.slides);
    return slides;
}

/* ---- The same by pairs ------------------------------------------------------------------------------------------- */

enum { CELLS = 3 /* of a shape, at most */ };

/* Columns of a shape's pairs. */
typedef struct columns {
    float number[14][CELLS + HAIL_SLACK];
    uint32_t open[4][CELLS + HAIL_SLACK], cell[CELLS + HAIL_SLACK], mover[CELLS + HAIL_SLACK];
    uint32_t others[CELLS + HAIL_SLACK];
} columns;

/* The runs of a shape's cells. */
typedef struct near_cells {
    uint32_t count, place[CELLS], first[CELLS + HAIL_SLACK], runs[CELLS + HAIL_SLACK];
    hail_near_cell cell[CELLS];
} near_cells;

/* Slides a shape by its cells. */
static bool slide_pairs(const hail_lone_pairs *slides, const near_cells *near) {
    static columns c;
    const hail_rect_pairs pairs = {scene.view.width,
                                   scene.view.height,
                                   false,
                                   scene.mover,
                                   near->cell,
                                   near->first,
                                   near->runs,
                                   scene.m.set->runs.data,
                                   c.number[0],
                                   c.number[1],
                                   c.number[2],
                                   c.number[3],
                                   c.number[4],
                                   c.number[5],
                                   c.number[6],
                                   c.number[7],
                                   c.number[8],
                                   c.number[9],
                                   c.number[10],
                                   c.number[11],
                                   c.number[12],
                                   c.number[13],
                                   {c.open[0], c.open[1], c.open[2], c.open[3]},
                                   c.cell,
                                   c.mover};
    hail_lone_pairs job = *slides;
    job.mover = c.mover;
    job.centre_x = c.number[0];
    job.centre_y = c.number[1];
    job.x = c.number[2];
    job.y = c.number[3];
    job.wide = c.number[4];
    job.high = c.number[5];
    job.half_x = c.number[6];
    job.half_y = c.number[7];
    job.reach = c.number[8];
    job.core_x = c.number[9];
    job.core_y = c.number[10];
    job.radius = c.number[11];
    job.dx = c.number[12];
    job.dy = c.number[13];
    job.cell = c.cell;
    for (int side = 0; side < 4; side++)
        job.open[side] = c.open[side];
    job.others = c.others;
    const uint32_t first = 0, count = hail_kernels_at(0)->rect_pairs(&pairs, near->count);
    const hail_slides_among among = {&job, &first, &count, 8, c.others};
    case_expects(count == near->count, "%u full tiles make %u pairs", near->count, count);
    return count == 1 ? !hail_kernels_at(0)->lone_edges(&job, 1) : !hail_kernels_at(0)->slide_among(&among, 1);
}

/* A shape that is done: its row, as pairs give it. One beside a special cell has no pairs. */
static void check_row(uint32_t i, const uint32_t *row) {
    const uint32_t *look = scene.look + i * ROW;
    near_cells near = {0};
    for (uint32_t bit = 0; bit < 32; bit++)
        if (look[6] >> bit & 1u)
            near.place[near.count++] = i | bit << 8;
    const hail_cell_runs job = {
        &scene.view, scene.m.set->sides.data, scene.m.set->run_rows.data, near.place, scene.look, near.cell, near.first,
        near.runs};
    hail_kernels_at(0)->cell_runs(&job, near.count);
    for (uint32_t c = 0; c < near.count; c++) {
        const uint32_t bit = near.place[c] >> 8, column = look[4] + bit % 8, line = look[5] + bit / 8,
                       word = scene.view.cells[line * (scene.view.columns + 2) + column];
        case_expects(!(word & (HAIL_CELL_FLAGS | HAIL_CELL_OWN)), "shape %u: its cell is special", i);
        if (near.runs[c] == HAIL_RUNS_UNKNOWN || (!near.runs[c] && near.count == 1))
            return;
        case_expects(near.runs[c] && word_solid(scene.m.map, word) == scene.view.width * scene.view.height,
                     "shape %u: not full", i);
    }
    hail_lone_pairs slides = make_slides();
    case_expects(slide_pairs(&slides, &near), "shape %u is not for pairs", i);
    same_words("row", row, slides.slides + scene.tag[i] * WORDS, WORDS);
}

/* ---- Cases ------------------------------------------------------------------------------------------------------- */

/* Sets bits of the shapes that are listed. */
static uint64_t listed(const hail_lone_cells *job, uint32_t others) {
    uint64_t bits = 0;
    for (uint32_t k = 0; k < others; k++) {
        case_expects(job->others[k] < scene.count && !(bits >> job->others[k] & 1u), "shape %u is listed",
                     job->others[k]);
        bits |= UINT64_C(1) << job->others[k];
    }
    return bits;
}

static void check_slides(const uint32_t *slides, uint64_t others) {
    for (uint32_t i = 0; i < scene.count; i++) {
        const uint32_t *look = scene.look + i * ROW, cells = look[6];
        if (others >> i & 1u)
            continue;
        uint32_t count = 0;
        for (uint32_t left = cells; left; left &= left - 1)
            count++;
        case_expects(!(look[7] & (HAIL_LOOK_ALONE | HAIL_LOOK_TALL)) && count <= CELLS, "shape %u: cells %#x, %u", i,
                     cells, look[7]);
        if (count)
            check_row(i, slides + scene.tag[i] * WORDS);
    }
}

static void cells_case(void) {
    const hail_kernels *kernels;
    const uint32_t *want = NULL;
    uint64_t expected = 0;
    make_map();
    pick_shapes();
    pick_movers();
    look_around();
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        const hail_lone_pairs slides = make_slides();
        const hail_lone_cells job = {.view = &scene.view,
                                     .solid = scene.m.set->masks.solid.data,
                                     .radius = radius_of_tile(),
                                     .movers = hold_copy("movers", scene.mover, scene.count * ROW),
                                     .looks = hold_copy("looks", scene.look, scene.count * ROW),
                                     .slides = &slides,
                                     .others = hold("others", scene.count + HAIL_SLACK)};
        case_calls(kernels, "lone_cells");
        const uint64_t others = listed(&job, kernels->lone_cells(&job, scene.count));
        case_times(kernels, "lone_cells", scene.count, kernels->lone_cells(&job, scene.count));
        guards_check();
        if (v == 0) {
            want = slides.slides;
            expected = others;
        }
        case_expects(others == expected, "others %#llx, not %#llx", (unsigned long long)others,
                     (unsigned long long)expected);
        for (uint32_t i = 0; i < scene.count; i++)
            if (!(others >> i & 1u))
                same_words("slides", slides.slides + scene.tag[i] * WORDS, want + scene.tag[i] * WORDS, WORDS);
    }
    check_slides(want, expected);
    free_map();
}
Test(kernels_lone_cells, cells) { cases_run("kernels_lone_cells", "cells", 1000, cells_case); }
