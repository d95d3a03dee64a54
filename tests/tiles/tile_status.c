/* tests/tiles/tile_status.c - tile sets, maps, points and rays: their errors, which change and write nothing, and what
 * they allocate. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/contexts.h"
#include "tile_oracle.h"

enum { WIDE = 6, HIGH = 5, COLUMNS = 7, ROWS = 4, POINTS = 70, MARK = 0xa5 };

static const float never[] = {NAN, INFINITY, -INFINITY}, beyond[] = {1.00000008e9f, -1.00000008e9f, 3.0e38f};

static void is(hail_status status, hail_status want, const char *what) {
    cr_assert_eq(status, want, "%s: answers \"%s\", should \"%s\"", what, hail_status_text(status),
                 hail_status_text(want));
}

/* ---- A small map that must not change ---------------------------------------------------------------------------- */

static struct {
    hail_tileset *set;
    hail_tilemap *map;
    picture *picture;
    stamp stamp[2];
} scene;

static void add(uint32_t n, uint32_t kind) {
    uint64_t rows[HAIL_MAX_TILE] = {0};
    stamp *s = &scene.stamp[n];
    *s = (stamp){.width = WIDE, .height = HIGH, .kind = kind};
    for (uint32_t i = 0; i < WIDE * HIGH; i++) {
        s->solid[i / WIDE][i % WIDE] = n == 0 ? i % 3 == 0 : i >= 9;
        rows[i / WIDE] |= (uint64_t)s->solid[i / WIDE][i % WIDE] << i % WIDE;
    }
    uint32_t tile = 0;
    is(hail_tileset_add_bits(scene.set, rows, kind, &tile), HAIL_OK, "add");
    cr_assert_eq(tile, n + 1);
}

static void setup(void) {
    const hail_tilemap_options options = {.columns = COLUMNS, .rows = ROWS, .x = 3.5f, .y = -20.0f};
    is(hail_tileset_create(NULL, WIDE, HIGH, &scene.set), HAIL_OK, "set");
    add(0, 4);
    add(1, 31);
    is(hail_tilemap_create(scene.set, &options, &scene.map), HAIL_OK, "map");
    hail_tileset_size size;
    hail_tileset_measure(scene.set, &size);
    scene.picture = picture_make(&size, &options, true);
    for (uint32_t i = 0; i < COLUMNS * ROWS; i += 3) {
        const uint32_t tile = 1 + i % 2;
        is(hail_tilemap_fill(scene.map, i % COLUMNS, i / COLUMNS, 1, 1, tile), HAIL_OK, "fill");
        picture_put(scene.picture, i % COLUMNS, i / COLUMNS, &scene.stamp[tile - 1], tile);
    }
    is(hail_tilemap_paint(scene.map, 11, 7, 1, 1, true, 9), HAIL_OK, "paint");
    picture_paint(scene.picture, 11, 7, true, 9);
}

static void teardown(void) {
    hail_tilemap_destroy(scene.map);
    hail_tileset_destroy(scene.set);
    picture_free(scene.picture);
}

TestSuite(tile_status, .init = setup, .fini = teardown);

static void unchanged(const char *what) {
    const char *wrong = picture_differs(scene.picture, scene.map);
    cr_assert_null(wrong, "%s: changes what it refuses: %s", what, wrong);
    cr_assert_eq(tileset_size(scene.set).tiles, 2, "%s", what);
}

/* Asserts that a call failed, with whatever status, and changed nothing. */
static void refused(hail_status status, const char *what) {
    cr_assert_neq(status, HAIL_OK, "%s is not refused", what);
    cr_assert_lt(status, HAIL_STATUS_COUNT, "%s", what);
    unchanged(what);
}

static void refuses(hail_status status, hail_status want, const char *what) {
    is(status, want, what);
    unchanged(what);
}

/* ---- Sets -------------------------------------------------------------------------------------------------------- */

Test(tile_status, sets) {
    static const uint32_t sides[] = {0, 65, 0x80000000u, UINT32_MAX};
    hail_tileset *set = scene.set;
    for (int i = 0; i < 4; i++) {
        set = scene.set;
        refused(hail_tileset_create(NULL, sides[i], 8, &set), "width");
        cr_assert_null(set);
        set = scene.set;
        refused(hail_tileset_create(NULL, 8, sides[i], &set), "height");
        cr_assert_null(set);
    }
    refuses(hail_tileset_create(NULL, 8, 8, NULL), HAIL_BAD_ARGUMENT, "nowhere to put it");
    hail_tileset_destroy(NULL);
    hail_tilemap_destroy(NULL);
}

Test(tile_status, tiles) {
    static const uint8_t rgba[HIGH][WIDE][4];
    uint64_t rows[HIGH] = {0};
    uint32_t tile = 77;
    hail_tile_info info;
    refuses(hail_tileset_add_rgba(NULL, &rgba[0][0][0], 4 * WIDE, 1, 0, &tile), HAIL_BAD_ARGUMENT, "no set");
    refuses(hail_tileset_add_rgba(scene.set, NULL, 4 * WIDE, 1, 0, &tile), HAIL_BAD_ARGUMENT, "no pixels");
    refused(hail_tileset_add_rgba(scene.set, &rgba[0][0][0], 4 * WIDE - 1, 1, 0, &tile), "pitch");
    refused(hail_tileset_add_rgba(scene.set, &rgba[0][0][0], 0, 1, 0, &tile), "pitch 0");
    refuses(hail_tileset_add_bits(NULL, rows, 0, &tile), HAIL_BAD_ARGUMENT, "no set");
    refuses(hail_tileset_add_bits(scene.set, NULL, 0, &tile), HAIL_BAD_ARGUMENT, "no rows");
    for (uint32_t kind = 32; kind != 0; kind = kind < 64 ? kind + 1 : kind * 2) {
        refuses(hail_tileset_add_bits(scene.set, rows, kind, &tile), HAIL_OUT_OF_RANGE, "kind");
        refuses(hail_tileset_add_rgba(scene.set, &rgba[0][0][0], 4 * WIDE, 1, kind, &tile), HAIL_OUT_OF_RANGE, "kind");
    }
    for (uint32_t bit = WIDE; bit < 64; bit++) {
        rows[bit % HIGH] = UINT64_C(1) << bit;
        refused(hail_tileset_add_bits(scene.set, rows, 0, &tile), "a bit past the width");
        rows[bit % HIGH] = 0;
    }
    cr_assert_eq(tile, 77, "writes a number though it refuses");
    refuses(hail_tileset_describe(scene.set, 0, &info), HAIL_OUT_OF_RANGE, "tile 0");
    refuses(hail_tileset_describe(scene.set, 3, &info), HAIL_OUT_OF_RANGE, "tile 3");
    refuses(hail_tileset_describe(scene.set, UINT32_MAX, &info), HAIL_OUT_OF_RANGE, "the last number");
    refuses(hail_tileset_describe(scene.set, HAIL_FLIP_X | 1, &info), HAIL_OUT_OF_RANGE, "a number with flags");
    refuses(hail_tileset_describe(NULL, 1, &info), HAIL_BAD_ARGUMENT, "no set");
    refuses(hail_tileset_describe(scene.set, 1, NULL), HAIL_BAD_ARGUMENT, "no info");
}

Test(tile_status, too_many_tiles) {
    hail_tileset *set = NULL;
    uint32_t tile = 0;
    const uint64_t row = 1;
    is(hail_tileset_create(NULL, 1, 1, &set), HAIL_OK, "set");
    for (uint32_t i = 1; i <= HAIL_MAX_TILES; i++)
        if (hail_tileset_add_bits(set, &row, 0, &tile) != HAIL_OK || tile != i)
            cr_assert_fail("tile %u", i);
    is(hail_tileset_add_bits(set, &row, 0, &tile), HAIL_FULL, "one more");
    is(hail_tileset_add_rgba(set, (const uint8_t[]){0, 0, 0, 0}, 4, 1, 0, &tile), HAIL_FULL, "one more");
    cr_assert_eq(tileset_size(set).tiles, HAIL_MAX_TILES);
    hail_tileset_destroy(set);
}

/* ---- Maps -------------------------------------------------------------------------------------------------------- */

static void no_map(const hail_tileset *set, const hail_tilemap_options *options, const char *what) {
    hail_tilemap *map = scene.map;
    refused(hail_tilemap_create(set, options, &map), what);
    cr_assert_null(map, "%s", what);
}

Test(tile_status, maps) {
    static const uint32_t many[] = {0, HAIL_MAX_MAP_SIDE / HIGH + 1, 0x40000000u, 0x80000000u, UINT32_MAX};
    hail_tilemap *map = scene.map;
    hail_tilemap_options good = {.columns = 2, .rows = 2}, o = good;
    for (int i = 0; i < 5; i++) {
        o = good, o.columns = many[i];
        no_map(scene.set, &o, "columns");
        o = good, o.rows = many[i];
        no_map(scene.set, &o, "rows");
        o.columns = many[i];
        no_map(scene.set, &o, "both");
    }
    for (int i = 0; i < 3; i++) {
        o = good, o.x = never[i];
        refuses(hail_tilemap_create(scene.set, &o, &map), HAIL_NOT_FINITE, "x");
        cr_assert_null(map);
        o = good, o.y = never[i];
        refuses(hail_tilemap_create(scene.set, &o, &map), HAIL_NOT_FINITE, "y");
        o = good, o.x = beyond[i];
        refuses(hail_tilemap_create(scene.set, &o, &map), HAIL_OUT_OF_RANGE, "x");
        o = good, o.y = beyond[i];
        refuses(hail_tilemap_create(scene.set, &o, &map), HAIL_OUT_OF_RANGE, "y");
    }
    o = good, o.outside_solid = true, o.outside_kind = 32;
    no_map(scene.set, &o, "kind outside");
    no_map(NULL, &good, "no set");
    no_map(scene.set, NULL, "no options");
    refuses(hail_tilemap_create(scene.set, &good, NULL), HAIL_BAD_ARGUMENT, "nowhere to put it");
    o = good, o.x = HAIL_MAX_BOUND, o.y = -HAIL_MAX_BOUND;
    refuses(hail_tilemap_create(scene.set, &o, &map), HAIL_OK, "as far as there is");
    hail_tilemap_destroy(map);
}

static hail_status set_one(uint32_t column, uint32_t row, uint32_t columns, uint32_t rows, uint32_t bad,
                           uint32_t tile) {
    uint32_t tiles[COLUMNS * ROWS];
    for (uint32_t i = 0; i < COLUMNS * ROWS; i++)
        tiles[i] = i == bad ? tile : 2;
    return hail_tilemap_set(scene.map, column, row, columns, rows, tiles, columns < COLUMNS ? COLUMNS : columns);
}

Test(tile_status, cells) {
    static const uint32_t numbers[] = {3, HAIL_TILE_NUMBER, 4u | HAIL_FLIP_X};
    static const uint32_t odd[] = {1u | HAIL_FLIP_DIAGONAL, 1u | 0x10000000u, 1u | 0x01000000u, 2u | 0x08000000u};
    static const uint32_t starts[][4] = {{COLUMNS, 0, 1, 1},     {0, ROWS, 1, 1},       {0, 0, COLUMNS + 1, 1},
                                         {0, 0, 1, ROWS + 1},    {1, 0, UINT32_MAX, 1}, {0, 1, 1, UINT32_MAX},
                                         {UINT32_MAX, 0, 1, 1},  {0, UINT32_MAX, 1, 1}, {UINT32_MAX, 0, 2, 1},
                                         {0x80000000u, 0, 1, 1}, {4, 2, 4, 1},          {4, 2, 1, 3}};
    for (uint32_t bad = 0; bad < COLUMNS * ROWS; bad++) {
        for (int i = 0; i < 3; i++)
            refuses(set_one(0, 0, COLUMNS, ROWS, bad, numbers[i]), HAIL_OUT_OF_RANGE, "a number it has not");
        for (int i = 0; i < 4; i++)
            refuses(set_one(0, 0, COLUMNS, ROWS, bad, odd[i]), HAIL_BAD_ARGUMENT, "flags");
    }
    for (int i = 0; i < 3; i++)
        refuses(hail_tilemap_fill(scene.map, 0, 0, 2, 2, numbers[i]), HAIL_OUT_OF_RANGE, "a number it has not");
    for (int i = 0; i < 4; i++)
        refuses(hail_tilemap_fill(scene.map, 0, 0, 2, 2, odd[i]), HAIL_BAD_ARGUMENT, "flags");
    for (int i = 0; i < 12; i++) {
        const uint32_t *s = starts[i];
        hail_cell_info cell;
        refuses(hail_tilemap_fill(scene.map, s[0], s[1], s[2], s[3], 1), HAIL_OUT_OF_RANGE, "fill outside");
        refuses(set_one(s[0], s[1], s[2], s[3], 99, 1), HAIL_OUT_OF_RANGE, "set outside");
        if (s[0] >= COLUMNS || s[1] >= ROWS)
            refuses(hail_tilemap_cell(scene.map, s[0], s[1], &cell), HAIL_OUT_OF_RANGE, "cell outside");
    }
    refuses(hail_tilemap_cell(scene.map, 0, 0, NULL), HAIL_BAD_ARGUMENT, "no info");
    refuses(hail_tilemap_cell(NULL, 0, 0, &(hail_cell_info){0}), HAIL_BAD_ARGUMENT, "no map");
    refuses(hail_tilemap_set(NULL, 0, 0, 1, 1, (const uint32_t[]){1}, 1), HAIL_BAD_ARGUMENT, "no map");
    refuses(hail_tilemap_set(scene.map, 0, 0, 1, 1, NULL, 1), HAIL_BAD_ARGUMENT, "no tiles");
    refused(hail_tilemap_set(scene.map, 0, 0, 2, 2, (const uint32_t[]){1, 1, 1, 1}, 1), "pitch");
    refuses(hail_tilemap_fill(NULL, 0, 0, 1, 1, 1), HAIL_BAD_ARGUMENT, "no map");
}

Test(tile_status, paint) {
    enum { W = WIDE * COLUMNS, H = HIGH * ROWS };
    static const uint32_t starts[][4] = {
        {W, 0, 1, 1},          {0, H, 1, 1},          {0, 0, W + 1, 1},
        {0, 0, 1, H + 1},      {1, 0, UINT32_MAX, 1}, {0, 1, 1, UINT32_MAX},
        {UINT32_MAX, 0, 1, 1}, {0, UINT32_MAX, 1, 1}, {0x80000000u, 0, 0x80000001u, 1}};
    for (int i = 0; i < 9; i++) {
        const uint32_t *s = starts[i];
        refuses(hail_tilemap_paint(scene.map, s[0], s[1], s[2], s[3], true, 0), HAIL_OUT_OF_RANGE, "paint outside");
        refuses(hail_tilemap_paint(scene.map, s[0], s[1], s[2], s[3], false, 0), HAIL_OUT_OF_RANGE, "dig outside");
    }
    refused(hail_tilemap_paint(scene.map, 0, 0, 3, 3, true, 32), "kind");
    refused(hail_tilemap_paint_disc(scene.map, 5, 5, 3, true, 32), "kind");
    refuses(hail_tilemap_paint(NULL, 0, 0, 1, 1, true, 0), HAIL_BAD_ARGUMENT, "no map");
    refuses(hail_tilemap_paint_disc(NULL, 0, 0, 1, true, 0), HAIL_BAD_ARGUMENT, "no map");
    for (int i = 0; i < 3; i++) {
        refuses(hail_tilemap_paint_disc(scene.map, never[i], 3, 3, true, 0), HAIL_NOT_FINITE, "x");
        refuses(hail_tilemap_paint_disc(scene.map, 3, never[i], 3, true, 0), HAIL_NOT_FINITE, "y");
        refuses(hail_tilemap_paint_disc(scene.map, 3, 3, never[i], true, 0), HAIL_NOT_FINITE, "radius");
    }
    refused(hail_tilemap_paint_disc(scene.map, 3, 3, -1, true, 0), "less than no radius");
    is(hail_tilemap_paint_disc(scene.map, 1.0e6f, 3, 1000, true, 0), HAIL_OK, "a disc elsewhere");
    unchanged("a disc elsewhere");
}

/* ---- Points ------------------------------------------------------------------------------------------------------ */

static float column[5][POINTS];
static union {
    hail_ray_hit hit[POINTS];
    float number[POINTS];
    uint8_t bytes[(POINTS + 1) * sizeof(hail_ray_hit)];
} out[2];

static void fill_columns(void) {
    for (int i = 0; i < POINTS; i++) {
        column[0][i] = (float)i * 0.7f, column[1][i] = (float)i * 0.3f - 22.0f;
        column[2][i] = (float)(i % 7 - 3), column[3][i] = 2.0f, column[4][i] = 11.0f;
    }
    memset(out, MARK, sizeof out);
}

static void nothing_written(const char *what) {
    for (size_t i = 0; i < sizeof out; i++)
        if (((const uint8_t *)out)[i] != MARK)
            cr_assert_fail("%s: writes what it should not", what);
}

static hail_status solid(void) {
    return hail_tilemap_solid(scene.map, &(hail_points){.x = column[0], .y = column[1], .count = POINTS}, 0,
                              out[0].bytes);
}

static hail_status normals(uint32_t radius) {
    return hail_tilemap_normals(scene.map, &(hail_points){.x = column[0], .y = column[1], .count = POINTS}, 0, radius,
                                out[0].number, out[1].number);
}

Test(tile_status, points) {
    for (int which = 0; which < 2; which++) {
        for (int i = 0; i < POINTS; i++) {
            for (int k = 0; k < 3; k++) {
                fill_columns();
                column[which][i] = never[k];
                is(solid(), HAIL_NOT_FINITE, "solid");
                is(normals(3), HAIL_NOT_FINITE, "normals");
                column[which][i] = beyond[k];
                is(solid(), HAIL_OUT_OF_RANGE, "solid");
                is(normals(3), HAIL_OUT_OF_RANGE, "normals");
                nothing_written("a bad number");
            }
        }
    }
    fill_columns();
    const float *x = column[0], *y = column[1];
    float *nx = out[0].number, *ny = out[1].number;
    is(hail_tilemap_solid(NULL, &(hail_points){.x = x, .y = y, .count = 3}, 0, out[0].bytes), HAIL_BAD_ARGUMENT,
       "no map");
    is(hail_tilemap_solid(scene.map, &(hail_points){.x = NULL, .y = y, .count = 3}, 0, out[0].bytes), HAIL_BAD_ARGUMENT,
       "no x");
    is(hail_tilemap_solid(scene.map, &(hail_points){.x = x, .y = NULL, .count = 3}, 0, out[0].bytes), HAIL_BAD_ARGUMENT,
       "no y");
    is(hail_tilemap_solid(scene.map, &(hail_points){.x = x, .y = y, .count = 3}, 0, NULL), HAIL_BAD_ARGUMENT,
       "nowhere to write");
    is(hail_tilemap_normals(NULL, &(hail_points){.x = x, .y = y, .count = 3}, 0, 3, nx, ny), HAIL_BAD_ARGUMENT,
       "no map");
    is(hail_tilemap_normals(scene.map, &(hail_points){.x = NULL, .y = y, .count = 3}, 0, 3, nx, ny), HAIL_BAD_ARGUMENT,
       "no x");
    is(hail_tilemap_normals(scene.map, &(hail_points){.x = x, .y = NULL, .count = 3}, 0, 3, nx, ny), HAIL_BAD_ARGUMENT,
       "no y");
    is(hail_tilemap_normals(scene.map, &(hail_points){.x = x, .y = y, .count = 3}, 0, 3, NULL, ny), HAIL_BAD_ARGUMENT,
       "nowhere to write");
    is(hail_tilemap_normals(scene.map, &(hail_points){.x = x, .y = y, .count = 3}, 0, 3, nx, NULL), HAIL_BAD_ARGUMENT,
       "nowhere to write");
    refused(normals(0), "radius 0");
    refused(normals(9), "radius 9");
    refused(normals(UINT32_MAX), "radius");
    is(hail_tilemap_solid(scene.map, &(hail_points){.x = NULL, .y = NULL, .count = 0}, 0, NULL), HAIL_OK, "no points");
    is(hail_tilemap_normals(scene.map, &(hail_points){.x = NULL, .y = NULL, .count = 0}, 0, 1, NULL, NULL), HAIL_OK,
       "no points");
    nothing_written("a refusal");
}

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

static hail_tilemap_rays good_rays(void) {
    fill_columns();
    return (hail_tilemap_rays){
        .map = scene.map,
        .rays = {.x = column[0], .y = column[1], .dx = column[2], .dy = column[3], .count = POINTS},
        .length = column[4]};
}

static void march(const hail_tilemap_rays *rays, hail_status want, const char *what) {
    is(hail_tilemap_march(rays, &(hail_ray_answers){.hits = out[0].hit}), want, what);
    if (want != HAIL_OK)
        nothing_written(what);
}

Test(tile_status, ray_numbers) {
    for (int which = 0; which < 5; which++) {
        for (int i = 0; i < POINTS; i++) {
            for (int k = 0; k < 6; k++) {
                hail_tilemap_rays rays = good_rays();
                rays.walk = k < 3 ? HAIL_WALK_PIXELS : HAIL_WALK_BRESENHAM;
                column[which][i] = never[k % 3];
                march(&rays, HAIL_NOT_FINITE, "not finite");
                column[which][i] = beyond[k % 3];
                march(&rays, HAIL_OUT_OF_RANGE, "beyond");
            }
            hail_tilemap_rays rays = good_rays();
            column[4][i] = -0x1p-149f;
            march(&rays, HAIL_OUT_OF_RANGE, "less than no length");
            column[4][i] = -1.0f;
            march(&rays, HAIL_OUT_OF_RANGE, "less than no length");
            rays = good_rays();
            rays.walk = HAIL_WALK_BRESENHAM;
            column[which][i] = which < 2 ? 1.1e6f : 11.0f;
            column[4][i] = which < 2 ? 1.0f : 1.6e6f;
            march(&rays, HAIL_OUT_OF_RANGE, "an end too far off");
        }
    }
    hail_tilemap_rays rays = good_rays();
    column[4][5] = -0.0f;
    march(&rays, HAIL_OK, "length -0");
    column[0][1] = column[1][2] = column[2][3] = column[3][4] = column[4][5] = HAIL_MAX_BOUND;
    column[0][6] = column[1][7] = column[2][8] = column[3][9] = -HAIL_MAX_BOUND;
    march(&rays, HAIL_OK, "as far as there is");
    rays.length = NULL;
    march(&rays, HAIL_OK, "as far as there is");
}

Test(tile_status, rays) {
    hail_tilemap_rays rays = good_rays(), r;
    is(hail_tilemap_march(NULL, &(hail_ray_answers){.hits = out[0].hit}), HAIL_BAD_ARGUMENT, "no rays");
    is(hail_tilemap_march(&rays, NULL), HAIL_BAD_ARGUMENT, "nowhere to write");
    r = rays, r.map = NULL, march(&r, HAIL_BAD_ARGUMENT, "no map");
    r = rays, r.rays.x = NULL, march(&r, HAIL_BAD_ARGUMENT, "no x");
    r = rays, r.rays.y = NULL, march(&r, HAIL_BAD_ARGUMENT, "no y");
    r = rays, r.rays.dx = NULL, march(&r, HAIL_BAD_ARGUMENT, "no dx");
    r = rays, r.rays.dy = NULL, march(&r, HAIL_BAD_ARGUMENT, "no dy");
    r = rays, r.walk = (hail_walk)2, march(&r, HAIL_BAD_ARGUMENT, "unknown walk");
    r = rays, r.rays.count = (size_t)1 << 31, march(&r, HAIL_BAD_ARGUMENT, "too many");
    r = rays, r.rays.count = SIZE_MAX, march(&r, HAIL_BAD_ARGUMENT, "too many");
    r = rays, r.smooth = 9;
    refused(hail_tilemap_march(&r, &(hail_ray_answers){.hits = out[0].hit}), "smooth 9");
    r = rays, r.smooth = UINT32_MAX;
    refused(hail_tilemap_march(&r, &(hail_ray_answers){.hits = out[0].hit}), "smooth");
    nothing_written("smooth");
    r = (hail_tilemap_rays){.map = scene.map};
    is(hail_tilemap_march(&r, NULL), HAIL_OK, "none");
    r = rays, r.rays.context = variant_context("abacus"), march(&r, HAIL_UNKNOWN_VARIANT, "a variant that is none");
    nothing_written("a variant that is none");
    r = rays, r.rays.context = variant_context("reference"), march(&r, HAIL_OK, "given");
}
