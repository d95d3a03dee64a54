/* tests/tiles/tile_maps.c - tile sets and tile maps against plain pictures: masks, flips, kinds, points, normals.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that scene alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "tile_inputs.h"

enum { SCENES = 60, POINTS = 3000 };

/* ---- Tiles ------------------------------------------------------------------------------------------------------- */

static hail_tileset *make_set(uint32_t width, uint32_t height) {
    hail_tileset *set = NULL;
    cr_assert_eq(hail_tileset_create(NULL, width, height, &set), HAIL_OK);
    return set;
}

static hail_tilemap *make_map(const hail_tileset *set, uint32_t columns, uint32_t rows) {
    hail_tilemap *map = NULL;
    const hail_tilemap_options options = {.columns = columns, .rows = rows};
    cr_assert_eq(hail_tilemap_create(set, &options, &map), HAIL_OK);
    return map;
}

/* By hand, as Tiled shows them: bit 2 of a digit is flip x, bit 1 flip y, bit 0 the diagonal flip. */
Test(tile_maps, turned_by_hand) {
    static const char *const look[8] = {"###"
                                        "#.."
                                        "...",
                                        "##."
                                        "#.."
                                        "#..",
                                        "..."
                                        "#.."
                                        "###",
                                        "#.."
                                        "#.."
                                        "##.",
                                        "###"
                                        "..#"
                                        "...",
                                        ".##"
                                        "..#"
                                        "..#",
                                        "..."
                                        "..#"
                                        "###",
                                        "..#"
                                        "..#"
                                        ".##"};
    hail_tileset *set = make_set(3, 3);
    uint32_t tile = 77;
    hail_cell_info cell;
    cr_assert_eq(hail_tileset_add_bits(set, (const uint64_t[]){7, 1, 0}, 5, &tile), HAIL_OK);
    cr_assert_eq(tile, 1);
    hail_tilemap *map = make_map(set, 8, 1);
    for (uint32_t turn = 0; turn < 8; turn++) {
        const uint32_t turned = tile | turn << 29;
        cr_assert_eq(hail_tilemap_set(map, turn, 0, 1, 1, &turned, 1), HAIL_OK);
        cr_assert_eq(hail_tilemap_cell(map, turn, 0, &cell), HAIL_OK);
        cr_assert(cell.tile == turned && !cell.own && cell.kind == 5 && cell.fill == HAIL_TILE_PARTIAL);
        for (uint32_t i = 0; i < 9; i++)
            cr_assert_eq(cell.rows[i / 3] >> i % 3 & 1, look[turn][i] == '#', "turn %u, pixel %u", turn, i);
        for (uint32_t y = 0; y < 3; y++)
            cr_assert_eq(cell.rows[y] >> 3, 0);
    }
    hail_tilemap_destroy(map);
    hail_tileset_destroy(set);
}

Test(tile_maps, alpha) {
    enum { WIDE = 16, HIGH = 16 };
    static uint8_t rgba[HIGH][WIDE + 5][4];
    static const uint32_t thresholds[] = {0, 1, 2, 127, 128, 254, 255};
    hail_tileset *set = make_set(WIDE, HIGH);
    memset(rgba, 0xff, sizeof rgba);
    for (int i = 0; i < WIDE * HIGH; i++)
        rgba[i / WIDE][i % WIDE][3] = (uint8_t)i;
    for (uint32_t k = 0; k < 7; k++) {
        uint32_t tile = 0;
        hail_tile_info info;
        cr_assert_eq(hail_tileset_add_rgba(set, &rgba[0][0][0], sizeof rgba[0], (uint8_t)thresholds[k], k, &tile),
                     HAIL_OK);
        cr_assert_eq(tile, k + 1);
        cr_assert_eq(hail_tileset_describe(set, tile, &info), HAIL_OK);
        cr_assert(info.kind == k && info.solid == 256 - thresholds[k]);
        cr_assert_eq(info.fill, k == 0 ? HAIL_TILE_FULL : HAIL_TILE_PARTIAL);
        for (uint32_t i = 0; i < WIDE * HIGH; i++)
            cr_assert_eq(info.rows[i / WIDE] >> i % WIDE & 1, i >= thresholds[k], "threshold %u, alpha %u",
                         thresholds[k], i);
    }
    hail_tileset_destroy(set);
}

static void hold_describe(const tile_scene *t, const char *at) {
    hail_tileset_size size;
    hail_tileset_measure(t->set, &size);
    cr_assert(size.width == t->choice.tile_width && size.height == t->choice.tile_height, "%s", at);
    cr_assert_eq(size.tiles, TILE_STAMPS, "%s", at);
    for (uint32_t n = 0; n < TILE_STAMPS; n++) {
        const stamp *s = &t->stamps[n][0];
        uint32_t solid = 0;
        hail_tile_info info;
        memset(&info, 0xa5, sizeof info);
        cr_assert_eq(hail_tileset_describe(t->set, n + 1, &info), HAIL_OK);
        for (uint32_t y = 0; y < s->height; y++) {
            const uint64_t row = stamp_row(s, y);
            for (uint32_t x = 0; x < s->width; x++)
                solid += (uint32_t)(row >> x & 1);
            cr_assert_eq(info.rows[y], row, "%s: tile %u, row %u", at, n + 1, y);
        }
        cr_assert(info.kind == s->kind && info.solid == solid, "%s: tile %u", at, n + 1);
        cr_assert_eq(info.fill, picture_fill(solid, s->width * s->height), "%s: tile %u", at, n + 1);
    }
}

static void hold_cells(const tile_scene *t, const char *at) {
    const char *wrong = picture_differs(t->picture, t->map);
    cr_assert_null(wrong, "%s: %s", at, wrong);
}

/* ---- Points ------------------------------------------------------------------------------------------------------ */

static float point[2][POINTS];
static uint8_t is_solid[POINTS + 1];

static float place(uint64_t *s, float corner, int64_t size) {
    const float on_line = corner + (float)random_pick(s, (uint32_t)size + 3) - 1.0f;
    switch (random_pick(s, 8)) {
    case 0:
        return on_line;
    case 1:
        return nextafterf(on_line, random_pick(s, 2) == 0 ? -2.0e9f : 2.0e9f);
    case 2:
        return random_range(s, -1.0f, 1.0f) * HAIL_MAX_BOUND * (random_pick(s, 2) == 0 ? 1.0f : 1.0e-6f);
    default:
        return corner + random_range(s, -0.1f, 1.1f) * (float)size;
    }
}

static void hold_solid(tile_scene *t, const char *at, uint32_t kinds) {
    const picture *p = t->picture;
    for (size_t k = 0; k < hail_variant_count(); k++) {
        const size_t count = POINTS - random_pick(&t->state, 20);
        memset(is_solid, 0xa5, sizeof is_solid);
        cr_assert_eq(hail_tilemap_solid(t->map,
                                        &(hail_points){.context = variant_context(hail_variant_name(k)),
                                                       .x = point[0],
                                                       .y = point[1],
                                                       .count = count},
                                        kinds, is_solid),
                     HAIL_OK);
        for (size_t i = 0; i < count; i++) {
            const float x = point[0][i], y = point[1][i];
            const bool exact = picture_solid(p, picture_pixel(x, p->x), picture_pixel(y, p->y), kinds);
            const bool rounded =
                picture_solid(p, picture_pixel_rounded(x, p->x), picture_pixel_rounded(y, p->y), kinds);
            if (is_solid[i] != exact && is_solid[i] != rounded)
                cr_assert_fail("%s, %s: (%a, %a) is %d, should be %d", at, hail_variant_name(k), (double)x, (double)y,
                               is_solid[i], exact);
        }
        cr_assert_eq(is_solid[count], 0xa5, "writes past its end");
    }
}

static void hold_points(tile_scene *t, const char *at) {
    const picture *p = t->picture;
    uint64_t *s = &t->state;
    for (size_t i = 0; i < POINTS; i++)
        point[0][i] = place(s, p->x, p->width), point[1][i] = place(s, p->y, p->height);
    hold_solid(t, at, 0);
    hold_solid(t, at, UINT32_MAX);
    hold_solid(t, at, HAIL_KIND(random_pick(s, t->choice.kinds)));
    hold_solid(t, at, (uint32_t)random_bits(s) | HAIL_KIND(31));
}

static void hold_normals(tile_scene *t, const char *at) {
    static float normal_x[POINTS], normal_y[POINTS];
    const picture *p = t->picture;
    const uint32_t kinds = random_pick(&t->state, 2) == 0 ? 0 : (uint32_t)random_bits(&t->state) | 1u;
    const uint32_t radius = 1 + random_pick(&t->state, 8);
    const size_t count = POINTS / 4;
    cr_assert_eq(hail_tilemap_normals(t->map, &(hail_points){.x = point[0], .y = point[1], .count = count}, kinds,
                                      radius, normal_x, normal_y),
                 HAIL_OK);
    for (size_t i = 0; i < count; i++) {
        const float x = point[0][i], y = point[1][i];
        double is_x = (double)normal_x[i], is_y = (double)normal_y[i], want_x, want_y;
        if (picture_pixel(x, p->x) != picture_pixel_rounded(x, p->x) ||
            picture_pixel(y, p->y) != picture_pixel_rounded(y, p->y))
            continue;
        picture_normal(p, picture_pixel(x, p->x), picture_pixel(y, p->y), kinds, radius, &want_x, &want_y);
        if (fabs(is_x - want_x) > 0x1p-22 || fabs(is_y - want_y) > 0x1p-22)
            cr_assert_fail("%s: radius %u, kinds %#x, (%a, %a): normal (%g, %g), should be (%g, %g)", at, radius, kinds,
                           (double)x, (double)y, is_x, is_y, want_x, want_y);
    }
}

static void hold_scene(uint64_t seed) {
    tile_scene *t = tile_scene_make(seed, NULL);
    cr_assert_not_null(t);
    char at[200];
    strcpy(at, tile_scene_text(t, seed));
    hold_describe(t, at);
    hold_cells(t, at);
    hold_points(t, at);
    hold_normals(t, at);
    tile_scene_free(t);
}

Test(tile_maps, scenes) { random_seeds(SCENES, hold_scene); }

/* Every size of tile, square and not, with every combination of flips. */
static void hold_size(uint64_t seed) {
    tile_choice choice = {.columns = 9, .rows = 5, .look = LOOK_NOISE, .occupied = 90, .kinds = 32};
    choice.tile_width = (uint32_t)seed % HAIL_MAX_TILE + 1;
    for (int square = 0; square < 2; square++) {
        choice.tile_height = square != 0 ? choice.tile_width : (uint32_t)seed * 29 % HAIL_MAX_TILE + 1;
        tile_scene *t = tile_scene_make(seed, &choice);
        cr_assert_not_null(t);
        char at[200];
        strcpy(at, tile_scene_text(t, seed));
        hold_describe(t, at);
        hold_cells(t, at);
        tile_scene_free(t);
    }
}

Test(tile_maps, every_size) { random_seeds(HAIL_MAX_TILE, hold_size); }
