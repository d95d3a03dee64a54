/* Swept sprites and one-way tiles: their lowest opaque pixels land, if all of the sprite was above; the other sides in
 * the same way. And bodies that tiles stop stay in front of them. */
#include <criterion/criterion.h>

#include <math.h>

#include "shared/contexts.h"
#include "shared/stream.h"

enum { TILE = 8, CELLS = 12, LAYER = 0, SIDES = 4 };

/* 6 x 6 px, of which the middle 2 x 2 are opaque; the origin is in the middle. */
static const uint64_t dot[6] = {0, 0, 0x0c, 0x0c, 0, 0};

typedef struct place {
    hail_tileset *tiles;
    hail_tilemap *map;
    hail_spriteset *sprites;
    hail_world *world;
    hail_shape shape;
    stream s;
} place;

/* Platforms across the map at 32 and 64 px from the side's own end. side: 0 to 3, left, top, right, bottom. */
static void place_make(place *p, uint32_t side, const char *isa, bool stop) {
    uint64_t full[TILE];
    uint32_t tile, sprite;
    const hail_tilemap_options map = {.columns = CELLS, .rows = CELLS};
    const hail_rule rule = {.mode = HAIL_SWEPT, .layer_a = LAYER, .layer_b = HAIL_TILES, .stop = stop};
    const hail_image image = {.bits = dot, .width = 6, .height = 6, .origin_x = 3.0f, .origin_y = 3.0f};
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = variant_context(isa);
    *p = (place){0};
    for (int j = 0; j < TILE; j++)
        full[j] = 0xff;
    cr_assert_eq(hail_tileset_create(NULL, TILE, TILE, &p->tiles), HAIL_OK);
    cr_assert_eq(hail_tileset_add_bits(p->tiles, full, 3, &tile), HAIL_OK);
    cr_assert_eq(hail_tileset_set_one_way(p->tiles, HAIL_KIND(3), side + 1), HAIL_OK);
    cr_assert_eq(hail_tilemap_create(p->tiles, &map, &p->map), HAIL_OK);
    for (uint32_t k = 4; k <= 8; k += 4) {
        const uint32_t at = side < 2 ? k : CELLS - 1 - k;
        if (side % 2 == 0)
            cr_assert_eq(hail_tilemap_fill(p->map, at, 0, 1, CELLS, tile), HAIL_OK);
        else
            cr_assert_eq(hail_tilemap_fill(p->map, 0, at, CELLS, 1, tile), HAIL_OK);
    }
    cr_assert_eq(hail_spriteset_create(NULL, &p->sprites), HAIL_OK);
    cr_assert_eq(hail_spriteset_add(p->sprites, &image, &sprite), HAIL_OK);
    cr_assert_eq(hail_world_create(&options, &p->world), HAIL_OK);
    cr_assert_eq(hail_shape_sprite(hail_world_shapes(p->world), p->sprites, sprite, &p->shape), HAIL_OK);
    cr_assert_eq(hail_world_set_tilemap(p->world, p->map), HAIL_OK);
    cr_assert_eq(hail_rule_configure(p->world, &rule), HAIL_OK);
}

static void place_free(place *p) {
    hail_world_destroy(p->world);
    hail_spriteset_destroy(p->sprites);
    hail_tilemap_destroy(p->map);
    hail_tileset_destroy(p->tiles);
    stream_free(&p->s);
}

/* Steps a sprite at (x, y) by (vx, vy). Returns its contact, or NULL. */
static const hail_contact *step_alone(place *p, float x, float y, float vx, float vy) {
    hail_handle handle;
    cr_assert_eq(hail_spawn(p->world, LAYER, &p->shape, &(hail_spawn_columns){.x = &x, .y = &y, .vx = &vx, .vy = &vy},
                            1, &handle),
                 HAIL_OK);
    stream_clear(&p->s);
    cr_assert_eq(hail_step(p->world, 1.0f, stream_take, &p->s), HAIL_OK);
    cr_assert_eq(hail_despawn(p->world, &handle, 1), HAIL_OK);
    cr_assert_leq(p->s.count, 1);
    return p->s.count ? p->s.contact : NULL;
}

/* Moves a sprite from `from` px along the side's normal, counted from its own end of the map, by `by`, and 5 px across.
 * Returns its contact, or NULL. */
static const hail_contact *move(place *p, uint32_t side, float from, float by) {
    const float size = (float)(TILE * CELLS), low = side < 2 ? from : size - from, way = side < 2 ? by : -by;
    const bool wide = side % 2 == 0;
    const float x = wide ? low : 40.25f, y = wide ? 40.25f : low, vx = wide ? way : 5.0f, vy = wide ? 5.0f : way;
    return step_alone(p, x, y, vx, vy);
}

/* The lowest pixels' centres are 0.5 px below the origin. */
static void check_side(uint32_t side, const char *isa) {
    static const float into_x[SIDES] = {1, 0, -1, 0}, into_y[SIDES] = {0, 1, 0, -1};
    place p;
    place_make(&p, side, isa, false);
    const hail_contact *c = move(&p, side, 20.25f, 30.0f); /* 32 - 20.25 - 0.5 px, then it lands */
    cr_assert(c && fabsf(c->t * 30.0f - 11.25f) < 1e-4f, "%s side %u: t %g", isa, side, c ? (double)c->t : -1.0);
    cr_assert(c->normal_x == into_x[side] && c->normal_y == into_y[side] && c->feature_b == 3 && c->count == 1);
    const float at = side % 2 == 0 ? c->x[0] : c->y[0], line = side < 2 ? 32.0f : (float)(TILE * CELLS) - 32.0f;
    cr_assert_float_eq(at, line, 1e-3f, "%s side %u: a point at %g", isa, side, (double)at);
    cr_assert_null(move(&p, side, 44.0f, -30.0f), "it goes up through a platform");
    cr_assert_null(move(&p, side, 31.75f, 20.0f), "it is not wholly above it");
    c = move(&p, side, 31.75f, 60.0f);
    cr_assert(c && fabsf(c->t * 60.0f - 31.75f) < 1e-3f, "%s side %u: it lands on the second: %g", isa, side,
              c ? (double)c->t : -1.0);
    c = move(&p, side, 31.51f, 20.0f);
    cr_assert(c && c->t == 0.0f && c->depth[0] > 0.0f, "%s side %u: within the slack it stands", isa, side);
    c = move(&p, side, 10.25f, 200.0f);
    cr_assert(c && fabsf(c->t * 200.0f - 21.25f) < 1e-3f, "at any speed it lands on the first");
    place_free(&p);
}

Test(step_sprite_one_way, lands) {
    for (size_t n = 0; n < hail_variant_count(); n++)
        for (uint32_t side = 0; side < SIDES; side++)
            check_side(side, hail_variant_name(n));
}

/* A platform from 64 to 96 px. The lowest pixels pass its line before they come over it: they land if they are no
 * deeper than the slack then. */
static const hail_contact *move_over(place *p, float above, float vx, float vy) {
    const float x = vx > 0.0f ? 60.0f : 100.0f, y = 63.5f - above;
    cr_assert_eq(hail_tilemap_fill(p->map, 0, 0, CELLS, CELLS, 0), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(p->map, 8, 8, 4, 1, 1), HAIL_OK);
    return step_alone(p, x, y, vx, vy);
}

Test(step_sprite_one_way, comes_over) {
    place p;
    place_make(&p, 1, NULL, false);
    for (int side = -1; side <= 1; side += 2) { /* the front pixels' centres come over it first */
        const hail_contact *c = move_over(&p, 0.001f, 10.0f * (float)side, 0.01f);
        cr_assert(c && fabsf(c->t * 10.0f - 3.5f) < 1e-3f && c->normal_y == 1.0f, "t %g", c ? (double)c->t : -1.0);
    }
    cr_assert_null(move_over(&p, 0.001f, 10.0f, 0.1f), "it is too deep when it comes over it");
    cr_assert_null(move_over(&p, -0.1f, 10.0f, 0.01f), "it starts too deep");
    place_free(&p);
}

/* It falls for 200 steps and stays on the first platform, 1/64 px above it. */
Test(step_sprite_one_way, stands) {
    place p;
    hail_columns c;
    const float x = 20.3f, y = 3.7f, vx = 1.75f, vy = 4.3f;
    hail_handle handle;
    place_make(&p, 1, NULL, true);
    cr_assert_eq(
        hail_spawn(p.world, LAYER, &p.shape, &(hail_spawn_columns){.x = &x, .y = &y, .vx = &vx, .vy = &vy}, 1, &handle),
        HAIL_OK);
    for (int k = 0; k < 200; k++)
        cr_assert_eq(hail_step(p.world, 0.125f, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_layer_columns(p.world, LAYER, &c), HAIL_OK);
    cr_assert_float_eq(c.y[0], 31.5f - 1.0f / 64.0f, 1e-4f, "it stands at %g", (double)c.y[0]);
    place_free(&p);
}

/* How far it moves costs no time: columns beyond the map are not looked at. Here it comes from inside of a platform. */
Test(step_sprite_one_way, moves_far, .timeout = 10) {
    place p;
    place_make(&p, 1, NULL, false);
    for (int k = 0; k < 8; k++) {
        const float x = 40.0f, y = 71.5f, vx = k % 2 ? 1e9f : -1e9f, vy = 0.001f;
        stream_clear(&p.s);
        cr_assert_eq(hail_spawn(p.world, LAYER, &p.shape, &(hail_spawn_columns){.x = &x, .y = &y, .vx = &vx, .vy = &vy},
                                1, NULL),
                     HAIL_OK);
        cr_assert_eq(hail_step(p.world, 1.0f, stream_take, &p.s), HAIL_OK);
        cr_assert_eq(p.s.count, 0);
    }
    place_free(&p);
}
