/* tests/tiles/tile_edits.c - edited maps: after every edit each pixel is as in the picture, and rays hit, to the bit,
 * what they hit in a map newly built from the picture. Some edits go back to an image that was saved before.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that scene alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "tile_inputs.h"

enum { SCENES = 40, EDITS = 32, RAYS = 400, BLOCK = 12 };

static char last[200]; /* the last edit, for messages */

/* A random range within [0, n), of length 1 or more: short, long, or all. */
static void pick_range(uint64_t *s, uint32_t n, uint32_t usual, uint32_t *from, uint32_t *many) {
    *from = random_pick(s, n);
    *many = 1 + random_pick(s, random_pick(s, 4) == 0 ? n : usual);
    if (random_pick(s, 16) == 0)
        *from = 0, *many = n;
    *many = *many < n - *from ? *many : n - *from;
}

/* ---- Edits ------------------------------------------------------------------------------------------------------- */

static hail_status set_some(tile_scene *t) {
    static uint32_t tiles[BLOCK * (BLOCK + 3)];
    uint64_t *s = &t->state;
    uint32_t column, row, columns, rows;
    pick_range(s, t->choice.columns, 4, &column, &columns);
    pick_range(s, t->choice.rows, 4, &row, &rows);
    columns = columns < BLOCK ? columns : BLOCK, rows = rows < BLOCK ? rows : BLOCK;
    const uint32_t pitch = columns + random_pick(s, 4);
    memset(tiles, 0xff, sizeof tiles); /* the gaps between rows are not read */
    for (uint32_t r = 0; r < rows; r++) {
        for (uint32_t c = 0; c < columns; c++) {
            const uint32_t tile = tile_scene_pick(t);
            tiles[(size_t)r * pitch + c] = tile;
            picture_put(t->picture, column + c, row + r, tile_scene_stamp(t, tile), tile);
        }
    }
    snprintf(last, sizeof last, "set (%u, %u), %u x %u", column, row, columns, rows);
    return hail_tilemap_set(t->map, column, row, columns, rows, tiles, pitch);
}

static hail_status fill_some(tile_scene *t) {
    uint32_t column, row, columns, rows;
    const uint32_t tile = random_pick(&t->state, 2) == 0 ? 0 : tile_scene_pick(t);
    pick_range(&t->state, t->choice.columns, 5, &column, &columns);
    pick_range(&t->state, t->choice.rows, 5, &row, &rows);
    for (uint32_t r = row; r < row + rows; r++)
        for (uint32_t c = column; c < column + columns; c++)
            picture_put(t->picture, c, r, tile_scene_stamp(t, tile), tile);
    snprintf(last, sizeof last, "fill (%u, %u), %u x %u, with %#x", column, row, columns, rows, tile);
    return hail_tilemap_fill(t->map, column, row, columns, rows, tile);
}

static hail_status paint_some(tile_scene *t) {
    uint64_t *s = &t->state;
    const picture *p = t->picture;
    uint32_t x, y, width, height;
    const uint32_t kind = random_pick(s, HAIL_MAX_KINDS);
    const bool solid = random_pick(s, 2) == 0;
    pick_range(s, (uint32_t)p->width, 20, &x, &width);
    pick_range(s, (uint32_t)p->height, 20, &y, &height);
    if (random_pick(s, 4) == 0) { /* exactly one cell */
        x -= x % p->tile_width, y -= y % p->tile_height;
        width = p->tile_width, height = p->tile_height;
    }
    for (uint32_t j = y; j < y + height; j++)
        for (uint32_t i = x; i < x + width; i++)
            picture_paint(t->picture, i, j, solid, kind);
    snprintf(last, sizeof last, "paint (%u, %u), %u x %u, %s", x, y, width, height, solid ? "solid" : "open");
    return hail_tilemap_paint(t->map, x, y, width, height, solid, kind);
}

/* In quarters of a pixel, so that every sum is exact and some centres are exactly on the rim. */
static hail_status paint_disc(tile_scene *t) {
    uint64_t *s = &t->state;
    const picture *p = t->picture;
    const uint32_t kind = random_pick(s, HAIL_MAX_KINDS), most = random_pick(s, 8) == 0 ? 400 : 60;
    const bool solid = random_pick(s, 2) == 0;
    const float x = 0.25f * (float)random_pick(s, 4 * (uint32_t)p->width + 41) - 5.0f;
    const float y = 0.25f * (float)random_pick(s, 4 * (uint32_t)p->height + 41) - 5.0f;
    const float radius = 0.25f * (float)random_pick(s, most);
    for (int64_t j = 0; j < p->height; j++) {
        for (int64_t i = 0; i < p->width; i++) {
            const double u = (double)i + 0.5 - (double)x, v = (double)j + 0.5 - (double)y;
            if (u * u + v * v <= (double)radius * (double)radius)
                picture_paint(t->picture, i, j, solid, kind);
        }
    }
    snprintf(last, sizeof last, "disc (%g, %g), radius %g, %s", (double)x, (double)y, (double)radius,
             solid ? "solid" : "open");
    return hail_tilemap_paint_disc(t->map, x, y, radius, solid, kind);
}

static hail_status edit(tile_scene *t) {
    switch (random_pick(&t->state, 6)) {
    case 0:
        return set_some(t);
    case 1:
        return fill_some(t);
    case 2:
    case 3:
        return paint_some(t);
    default:
        return paint_disc(t);
    }
}

/* ---- Points ------------------------------------------------------------------------------------------------------ */

/* The centre of every pixel and of some outside, with each variant in turn. */
static void hold_points(const tile_scene *t, const char *at, size_t turn) {
    enum { MOST = 400, RIM = 2 };
    static float x[MOST + 2 * RIM], y[MOST + 2 * RIM];
    static uint8_t solid[MOST + 2 * RIM];
    const picture *p = t->picture;
    const hail_context *context = variant_context(hail_variant_name(turn % hail_variant_count()));
    const int wide = (int)p->width, high = (int)p->height;
    cr_assert_leq(wide, MOST);
    for (int j = -RIM; j < high + RIM; j++) {
        const size_t count = (size_t)wide + (size_t)(2 * RIM);
        for (int i = -RIM; i < wide + RIM; i++)
            x[i + RIM] = p->x + (float)i + 0.5f, y[i + RIM] = p->y + (float)j + 0.5f;
        cr_assert_eq(
            hail_tilemap_solid(t->map, &(hail_points){.context = context, .x = x, .y = y, .count = count}, 0, solid),
            HAIL_OK);
        for (int i = -RIM; i < wide + RIM; i++)
            if (solid[i + RIM] != picture_solid(p, i, j, 0))
                cr_assert_fail("%s: pixel (%d, %d) is %d", at, i, j, solid[i + RIM]);
    }
}

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

static tile_rays made;
static hail_ray_hit hits[RAYS], wanted[RAYS];

/* Not the tile: the other map has tiles where this one has own masks. */
static void march(const hail_tilemap_rays *rays, hail_ray_hit *to) {
    memset(to, 0xa5, RAYS * sizeof *to);
    const hail_status status = hail_tilemap_march(rays, &(hail_ray_answers){.hits = to});
    cr_assert_eq(status, HAIL_OK, "walk %d, smooth %u: %s", (int)rays->walk, rays->smooth, hail_status_text(status));
    for (size_t i = 0; i < rays->rays.count; i++)
        to[i].tile = 0;
}

static void hold_rays(tile_scene *t, const hail_tilemap *anew, const char *at, ray_flavour flavour, hail_walk walk) {
    tile_rays_make(t, flavour, RAYS, &made);
    made.rays.walk = walk;
    if (walk == HAIL_WALK_BRESENHAM)
        tile_rays_shorten(t, &made, 20000.0f);
    made.rays.smooth = random_pick(&t->state, 9);
    for (size_t k = 0; k < hail_variant_count(); k++) {
        made.rays.rays.context = variant_context(hail_variant_name(k));
        made.rays.map = t->map;
        march(&made.rays, hits);
        made.rays.map = anew;
        march(&made.rays, wanted);
        for (size_t i = 0; i < RAYS; i++)
            cr_assert(memcmp(&hits[i], &wanted[i], sizeof *hits) == 0, "%s, %s: not as in a new map: %s", at,
                      hail_variant_name(k), tile_ray_text(&made.rays, i));
    }
}

static void hold_as_new(tile_scene *t, const char *at) {
    hail_tileset *set = NULL;
    hail_tilemap *map = NULL;
    cr_assert(picture_rebuild(t->picture, &set, &map), "%s", at);
    hold_rays(t, map, at, RAYS_OPEN, HAIL_WALK_PIXELS);
    hold_rays(t, map, at, (ray_flavour)random_pick(&t->state, RAY_FLAVOURS), HAIL_WALK_PIXELS);
    hold_rays(t, map, at, RAYS_LATTICE, HAIL_WALK_BRESENHAM);
    hail_tilemap_destroy(map);
    hail_tileset_destroy(set);
}

/* ---- Images ------------------------------------------------------------------------------------------------------ */

/* A map as it was. */
typedef struct kept {
    unsigned char *image;
    size_t size;
    picture *picture;
    uint64_t hash;
} kept;

static uint64_t hash_of(const hail_tilemap *map) {
    uint64_t hash = 0;
    cr_assert_eq(hail_tilemap_hash(map, &hash), HAIL_OK);
    return hash;
}

static void forget(kept *k) {
    picture_free(k->picture);
    free(k->image);
    *k = (kept){NULL};
}

/* Saves the map, and makes another one of the image. */
static void keep(tile_scene *t, kept *k, const char *at) {
    const tile_choice *c = &t->choice;
    const uint32_t flags = random_pick(&t->state, 2) ? HAIL_TRUSTED : 0;
    const hail_tilemap_options options = {.columns = c->columns,
                                          .rows = c->rows,
                                          .x = c->x,
                                          .y = c->y,
                                          .outside_solid = t->picture->outside != 0,
                                          .outside_kind = t->picture->outside ? t->picture->outside - 1u : 7};
    hail_tilemap *other = NULL;
    size_t written = 0;
    forget(k);
    cr_assert_eq(hail_tilemap_save_size(t->map, &k->size), HAIL_OK);
    k->image = malloc(k->size);
    cr_assert_eq(hail_tilemap_save(t->map, flags, k->image, k->size - 1, &written), HAIL_FULL);
    cr_assert_eq(hail_tilemap_save(t->map, flags, k->image, k->size, &written), HAIL_OK);
    cr_assert_eq(written, k->size);
    k->picture = picture_copy(t->picture);
    k->hash = hash_of(t->map);
    cr_assert_eq(hail_tilemap_create(t->set, &options, &other), HAIL_OK);
    cr_assert_eq(hail_tilemap_restore(other, flags, k->image, k->size), HAIL_OK, "%s", at);
    const char *wrong = picture_differs(t->picture, other);
    cr_assert_null(wrong, "%s, restored: %s", at, wrong);
    cr_assert_eq(hash_of(other), k->hash, "%s, restored: another hash", at);
    hold_rays(t, other, at, RAYS_OPEN, HAIL_WALK_PIXELS);
    hail_tilemap_destroy(other);
}

static void go_back(tile_scene *t, const kept *k, const char *at) {
    const uint64_t now = hash_of(t->map);
    const bool same = picture_differs(k->picture, t->map) == NULL;
    cr_assert_eq(now == k->hash, same, "%s: hashes %llx and %llx", at, (unsigned long long)now,
                 (unsigned long long)k->hash);
    cr_assert_eq(hail_tilemap_restore(t->map, HAIL_TRUSTED, k->image, k->size), HAIL_OK);
    cr_assert_eq(hash_of(t->map), k->hash, "%s, gone back: another hash", at);
    picture_free(t->picture);
    t->picture = picture_copy(k->picture);
}

/* `every`: rays are sent after so many edits. */
static void hold_edits(tile_scene *t, uint64_t seed, int every) {
    cr_assert_not_null(t);
    kept k = {NULL};
    for (int i = 0; i < EDITS; i++) {
        const hail_status status = edit(t);
        char at[500];
        snprintf(at, sizeof at, "%s, edit %d: %s", tile_scene_text(t, seed), i, last);
        cr_assert_eq(status, HAIL_OK, "%s: %s", at, hail_status_text(status));
        if (i % 8 == 2)
            keep(t, &k, at);
        else if (i > 2 && random_pick(&t->state, 4) == 0)
            go_back(t, &k, at);
        const char *wrong = picture_differs(t->picture, t->map);
        cr_assert_null(wrong, "%s: %s", at, wrong);
        hold_points(t, at, (size_t)i);
        if (i % every == every - 1)
            hold_as_new(t, at);
    }
    forget(&k);
    tile_scene_free(t);
}

static void hold_scene(uint64_t seed) { hold_edits(tile_scene_make(seed + 5000, NULL), seed, 4); }

Test(tile_edits, as_new) { random_seeds(SCENES, hold_scene); }

/* Many cells, so that free squares end before the map does. */
static void hold_wide(uint64_t seed) {
    tile_choice choice = {.columns = 90,
                          .rows = 70,
                          .tile_width = seed % 2 == 0 ? 4 : 1,
                          .tile_height = seed % 2 == 0 ? 3 : 1,
                          .look = LOOK_TERRAIN,
                          .occupied = seed % 3 == 0 ? 0 : 2,
                          .outside_solid = seed % 4 == 3,
                          .kinds = 3};
    hold_edits(tile_scene_make(seed, &choice), seed, 1);
}

Test(tile_edits, wide_maps) { random_seeds(6, hold_wide); }

/* ---- By hand ----------------------------------------------------------------------------------------------------- */

typedef struct expected {
    uint32_t tile, kind, own_masks;
    bool own;
    hail_fill fill;
} expected;

static void hold_cell(const hail_tilemap *map, uint32_t column, expected want, const char *what) {
    hail_cell_info is;
    cr_assert_eq(hail_tilemap_cell(map, column, 0, &is), HAIL_OK);
    cr_assert(is.tile == want.tile && is.kind == want.kind && is.own == want.own && is.fill == want.fill,
              "%s: tile %#x, kind %u, own %d, fill %d", what, is.tile, is.kind, is.own, (int)is.fill);
    cr_assert_eq(tilemap_size(map).own_masks, want.own_masks, "%s", what);
}

Test(tile_edits, whose_mask_and_kind) {
    static const uint64_t slope[] = {1, 3, 7, 15}, none[4];
    hail_tileset *set = NULL;
    hail_tilemap *map = NULL;
    uint32_t tile, empty;
    const hail_tilemap_options options = {.columns = 3, .rows = 1};
    cr_assert_eq(hail_tileset_create(NULL, 4, 4, &set), HAIL_OK);
    cr_assert_eq(hail_tileset_add_bits(set, slope, 6, &tile), HAIL_OK);
    cr_assert_eq(hail_tileset_add_bits(set, none, 5, &empty), HAIL_OK);
    cr_assert_eq(hail_tilemap_create(set, &options, &map), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(map, 0, 0, 2, 1, tile), HAIL_OK);
    cr_assert_eq(hail_tilemap_paint(map, 2, 0, 1, 1, true, 9), HAIL_OK);
    hold_cell(map, 0, (expected){0, 6, 1, true, HAIL_TILE_PARTIAL}, "keeps its kind");
    hold_cell(map, 1, (expected){tile, 6, 1, false, HAIL_TILE_PARTIAL}, "the same tile beside it");
    cr_assert_eq(hail_tilemap_paint(map, 0, 0, 4, 4, false, 9), HAIL_OK);
    hold_cell(map, 0, (expected){0, 0, 0, false, HAIL_TILE_EMPTY}, "dug away");
    cr_assert_eq(hail_tilemap_paint(map, 3, 3, 2, 1, true, 9), HAIL_OK);
    hold_cell(map, 0, (expected){0, 9, 1, true, HAIL_TILE_PARTIAL}, "piled up");
    hold_cell(map, 1, (expected){tile, 6, 1, false, HAIL_TILE_PARTIAL}, "it was solid there");
    cr_assert_eq(hail_tilemap_fill(map, 0, 0, 1, 1, tile | HAIL_FLIP_Y), HAIL_OK);
    hold_cell(map, 0, (expected){tile | HAIL_FLIP_Y, 6, 0, false, HAIL_TILE_PARTIAL}, "set anew");
    cr_assert_eq(hail_tilemap_fill(map, 2, 0, 1, 1, empty), HAIL_OK);
    cr_assert_eq(hail_tilemap_paint_disc(map, 10.0f, 2.0f, 0.75f, true, 9), HAIL_OK);
    hold_cell(map, 2, (expected){0, 9, 1, true, HAIL_TILE_PARTIAL}, "nothing solid was in it");
    hail_tilemap_destroy(map);
    hail_tileset_destroy(set);
}
