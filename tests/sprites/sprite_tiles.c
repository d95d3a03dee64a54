/* tests/sprites/sprite_tiles.c - sprites against tile maps: every pixel by itself in double precision, looked up among
 * the map's pixels as hail_tilemap_solid gives them.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that one alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "sprite_inputs.h"

enum { INSTANCES = 250, KINDS = 4 };

static sprite_columns a, mixed;
static hail_sprite_overlap overlaps[SPRITE_MOST + 1], wanted[SPRITE_MOST];

/* ---- Maps -------------------------------------------------------------------------------------------------------- */

typedef struct land {
    hail_tileset *set;
    hail_tilemap *map;
    uint32_t kinds; /* of the query */
    ground ground;
    uint8_t *solid;
} land;

static uint32_t add_tile(hail_tileset *set, uint64_t *state, uint32_t width, uint32_t height) {
    uint64_t rows[HAIL_MAX_TILE] = {0};
    const uint64_t all = ~UINT64_C(0) >> (64 - width);
    const uint32_t look = random_pick(state, 4), steps = 1 + random_pick(state, height);
    for (uint32_t y = 0; y < height; y++)
        rows[y] = look == 0   ? all
                  : look == 1 ? all & random_bits(state)
                  : look == 2 ? all >> y * width / height
                              : (y >= steps ? all : 0);
    uint32_t tile = 0;
    cr_assert_eq(hail_tileset_add_bits(set, rows, random_pick(state, KINDS), &tile), HAIL_OK);
    return tile;
}

/* The map's pixels as hail_tilemap_solid gives them, and one outside. */
static void look(land *l) {
    hail_tilemap_size size;
    hail_tilemap_measure(l->map, &size);
    ground *g = &l->ground;
    *g = (ground){.width = size.columns * size.tile_width, .height = size.rows * size.tile_height};
    g->x = size.x, g->y = size.y;
    l->solid = malloc((size_t)(g->width * g->height));
    float *x = malloc((size_t)g->width * sizeof *x), *y = malloc((size_t)g->width * sizeof *y);
    cr_assert(l->solid != NULL && x != NULL && y != NULL);
    for (int64_t j = 0; j < g->height; j++) {
        for (int64_t i = 0; i < g->width; i++)
            x[i] = g->x + 0.5f + (float)i, y[i] = g->y + 0.5f + (float)j;
        cr_assert_eq(hail_tilemap_solid(l->map, &(hail_points){.x = x, .y = y, .count = (size_t)g->width}, l->kinds,
                                        l->solid + j * g->width),
                     HAIL_OK);
    }
    uint8_t outside;
    x[0] = g->x - 10.5f;
    cr_assert_eq(hail_tilemap_solid(l->map, &(hail_points){.x = x, .y = y, .count = 1}, l->kinds, &outside), HAIL_OK);
    g->solid = l->solid, g->outside = outside != 0;
    free(x);
    free(y);
}

static land land_make(uint64_t *state) {
    static const float corners[] = {0.0f, 0.5f, -300.0f, 1234.25f, 50000.0f, -1.0e5f};
    const uint32_t width = 1 + random_pick(state, random_pick(state, 4) == 0 ? 64 : 16),
                   height = 1 + random_pick(state, 16);
    const hail_tilemap_options options = {.columns = 1 + random_pick(state, 14),
                                          .rows = 1 + random_pick(state, 14),
                                          .x = corners[random_pick(state, 6)],
                                          .y = corners[random_pick(state, 6)],
                                          .outside_solid = random_pick(state, 5) == 0,
                                          .outside_kind = random_pick(state, KINDS)};
    land l = {.kinds = random_pick(state, 2) == 0 ? 0 : 1 + random_pick(state, (1u << KINDS) - 1)};
    cr_assert_eq(hail_tileset_create(NULL, width, height, &l.set), HAIL_OK);
    const uint32_t tiles = 1 + random_pick(state, 8), occupied = 10 + random_pick(state, 60);
    for (uint32_t k = 0; k < tiles; k++)
        add_tile(l.set, state, width, height);
    cr_assert_eq(hail_tilemap_create(l.set, &options, &l.map), HAIL_OK);
    for (uint32_t k = 0; k < options.columns * options.rows; k++) {
        const uint32_t flips = random_pick(state, 4) * HAIL_FLIP_Y; /* flips in x and y */
        if (random_pick(state, 100) < occupied)
            cr_assert_eq(hail_tilemap_fill(l.map, k % options.columns, k / options.columns, 1, 1,
                                           (1 + random_pick(state, tiles)) | flips),
                         HAIL_OK);
    }
    for (uint32_t k = 0; k < 3; k++) {
        const float x = (float)random_pick(state, width * options.columns + 1);
        const float y = (float)random_pick(state, height * options.rows + 1);
        cr_assert_eq(hail_tilemap_paint_disc(l.map, x, y, 9.0f, k % 2 == 0, random_pick(state, KINDS)), HAIL_OK);
    }
    look(&l);
    return l;
}

static void land_free(land *l) {
    hail_tilemap_destroy(l->map);
    hail_tileset_destroy(l->set);
    free(l->solid);
}

/* ---- Variants, order, batches ------------------------------------------------------------------------------------ */

static void ask(const hail_sprites *sprites, const land *l) {
    memset(overlaps, 0xa5, (sprites->count + 1) * sizeof *overlaps);
    const hail_status status = hail_sprite_tilemap_overlaps(sprites, l->map, l->kinds, overlaps);
    cr_assert_eq(status, HAIL_OK, "%s", hail_status_text(status));
    for (size_t k = 0; k < sizeof *overlaps; k++)
        cr_assert_eq(((unsigned char *)&overlaps[sprites->count])[k], 0xa5, "writes past its end");
}

static void same(const sprite_cast *c, uint64_t seed, const hail_sprite_overlap *is, size_t i, const char *how) {
    cr_assert(memcmp(is, &wanted[i], sizeof *is) == 0, "seed %llu, %s: other bits for %s", (unsigned long long)seed,
              how, sprite_text(&a.sprites, c->drawing, i));
}

static void hold_ways(sprite_cast *c, uint64_t seed, const land *l, const char *isa) {
    static uint32_t order[SPRITE_MOST];
    hail_sprites sprites = a.sprites;
    sprites.context = variant_context(isa);
    ask(&sprites, l);
    for (size_t i = 0; i < sprites.count; i++)
        same(c, seed, &overlaps[i], i, isa);
    for (size_t from = 0, count; from < sprites.count; from += count) {
        count = random_pick(&c->state, 30);
        count = count < sprites.count - from ? count : sprites.count - from;
        const hail_sprites part = sprites_from(&sprites, from, count);
        ask(&part, l);
        for (size_t i = 0; i < count; i++)
            same(c, seed, &overlaps[i], from + i, "cut");
    }
    for (uint32_t i = 0; i < sprites.count; i++) {
        const uint32_t j = random_pick(&c->state, i + 1);
        order[i] = order[j], order[j] = i;
    }
    sprites_pick(&sprites, order, &mixed);
    ask(&mixed.sprites, l);
    for (size_t i = 0; i < sprites.count; i++)
        same(c, seed, &overlaps[i], order[i], "shuffled");
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

static struct { size_t asked, touch, inside, pixels, undecided; } seen;

static void hold(sprite_cast *c, uint64_t seed, const land *l, const sprite_choice *choice, bool exact) {
    const ground *g = &l->ground;
    sprite_columns_make(c, choice, &a);
    for (size_t i = 0; i < choice->count; i++) {
        const float x = random_range(&c->state, -20.0f, (float)g->width + 20.0f);
        const float y = random_range(&c->state, -20.0f, (float)g->height + 20.0f);
        a.x[i] = g->x + (choice->whole ? floorf(x * 8.0f) * 0.125f : x);
        a.y[i] = g->y + (choice->whole ? floorf(y * 8.0f) * 0.125f : y);
    }
    ask(&a.sprites, l);
    memcpy(wanted, overlaps, choice->count * sizeof *wanted);
    for (size_t i = 0; i < choice->count; i++) {
        const stance s = stance_of(&a.sprites, i, c->drawing);
        const meeting m = meeting_tiles(&s, g, exact);
        const hail_sprite_overlap *o = &overlaps[i];
        const char *wrong = meeting_differs(&m, g, o);
        cr_assert_null(wrong, "seed %llu: %s: %s; map of %lld x %lld px at (%.9g, %.9g), outside %d, kinds %x",
                       (unsigned long long)seed, wrong, sprite_text(&a.sprites, c->drawing, i), (long long)g->width,
                       (long long)g->height, (double)g->x, (double)g->y, g->outside, l->kinds);
        seen.asked++, seen.touch += o->count > 0, seen.pixels += o->count, seen.undecided += m.undecided;
        seen.inside += o->count > 0 && o->push_x == 0.0f && o->push_y == 0.0f;
    }
    for (size_t k = 0; k < hail_variant_count(); k++)
        hold_ways(c, seed, l, hail_variant_name(k));
}

static void hold_random(uint64_t seed) {
    sprite_cast *c = sprite_cast_make(seed, 50);
    land l = land_make(&c->state);
    const sprite_choice choice = sprite_choose(&c->state, INSTANCES);
    hold(c, seed, &l, &choice, false);
    land_free(&l);
    sprite_cast_free(c);
}

Test(sprite_tiles, random) {
    memset(&seen, 0, sizeof seen);
    sprite_seeds(40, hold_random);
    cr_log_info("%zu instances, %zu touch, %zu of them inside, %zu pixels, %zu undecided", seen.asked, seen.touch,
                seen.inside, seen.pixels, seen.undecided);
    if (seen.asked >= 5000)
        cr_assert(seen.inside > seen.asked / 50 && seen.touch - seen.inside > seen.asked / 10,
                  "%zu instances, %zu touch, %zu of them inside", seen.asked, seen.touch, seen.inside);
}

/* Neither rotated nor stretched: whole offsets, halves rounded up. */
static void hold_whole(uint64_t seed) {
    sprite_cast *c = sprite_cast_make(seed + 500, 140);
    land l = land_make(&c->state);
    const sprite_choice choice = {.count = INSTANCES,
                                  .whole = true,
                                  .turn = seed % 3 == 2 ? TURN_EVEN : TURN_NONE,
                                  .stretch = seed % 4 == 3 ? STRETCH_EVEN : STRETCH_NONE,
                                  .origins = seed % 5 == 4};
    hold(c, seed, &l, &choice, true);
    land_free(&l);
    sprite_cast_free(c);
}

Test(sprite_tiles, whole) { sprite_seeds(30, hold_whole); }

/* As far from the map, and as large, as allowed. */
Test(sprite_tiles, far) {
    static const float places[] = {-1.0e9f, 1.0e9f, 2.0e6f, -3.0e5f, 0.0f};
    sprite_cast *c = sprite_cast_make(77, 40);
    land l = land_make(&c->state);
    for (uint32_t outside = 0; outside < 2; outside++) {
        hail_tilemap *map = NULL;
        const hail_tilemap_options options = {
            .columns = 3, .rows = 2, .x = -8.0f, .y = 9.0f, .outside_solid = outside != 0};
        cr_assert_eq(hail_tilemap_create(l.set, &options, &map), HAIL_OK);
        hail_tilemap_destroy(l.map);
        free(l.solid);
        l.map = map, l.kinds = 0;
        look(&l);
        for (uint32_t turned = 0; turned < 2; turned++) {
            const sprite_choice choice = {.count = 100,
                                          .turn = turned != 0 ? TURN_ANY : TURN_NONE,
                                          .stretch = turned != 0 ? STRETCH_ODD : STRETCH_NONE};
            sprite_columns_make(c, &choice, &a);
            for (size_t i = 0; i < choice.count; i++)
                a.x[i] = places[i % 5], a.y[i] = places[i / 5 % 5];
            ask(&a.sprites, &l);
            for (size_t i = 0; i < choice.count; i++) {
                const stance s = stance_of(&a.sprites, i, c->drawing);
                const meeting m = meeting_tiles(&s, &l.ground, false);
                const char *wrong = meeting_differs(&m, &l.ground, &overlaps[i]);
                cr_assert_null(wrong, "outside %u: %s: %s", outside, wrong, sprite_text(&a.sprites, c->drawing, i));
            }
        }
    }
    land_free(&l);
    sprite_cast_free(c);
}
