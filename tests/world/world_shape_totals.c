/* What a set knows of all its shapes, after many changes: the same as a set that only ever had these. */
#include <criterion/criterion.h>

#include "shared/random_world.h"
#include "world/shapeset_state.h"

enum { SHAPES = 12, TURNS = 4000, MOST = 4 };

typedef struct look {
    uint32_t parts; /* 0: not a compound */
    bool sprite;
    uint32_t which; /* sprite */
    hail_convex part[MOST];
} look;

static hail_convex convex_random(uint64_t *state) {
    static const float flat[] = {0.5f, 1.0e-2f, 1.0e-3f}; /* radians, about: how much the flattest corner turns */
    hail_convex convex;
    const float rounding = random_pick(state, 4) == 0 ? 1.0f : 0.0f;
    const float x[] = {0.0f, 10.0f, 20.0f, 10.0f}, y[] = {0.0f, 10.0f * flat[random_pick(state, 3)], 0.0f, -9.0f};
    const hail_status status = random_pick(state, 3) == 0 ? hail_convex_circle(2.0f, &convex)
                                                          : hail_convex_polygon(x, y, 4, rounding, &convex);
    cr_assert_eq(status, HAIL_OK);
    return convex;
}

static look look_random(uint64_t *state) {
    look l = {.parts = random_pick(state, 2) == 0 ? 0 : 1 + random_pick(state, MOST), .which = random_pick(state, 3)};
    l.sprite = l.parts == 0 && random_pick(state, 3) == 0;
    for (uint32_t i = 0; i < MOST; i++)
        l.part[i] = convex_random(state);
    return l;
}

static hail_spriteset *sprites_make(void) {
    static const uint64_t rows[] = {0x3f, 0x21, 0x81, 0x3f};
    hail_spriteset *set = NULL;
    uint32_t sprite;
    cr_assert_eq(hail_spriteset_create(NULL, &set), HAIL_OK);
    for (uint32_t i = 0; i < 3; i++) {
        const hail_image image = {
            .bits = rows, .width = 8, .height = 1 + i, .origin_x = 4.0f, .origin_y = -3.0f * (float)i};
        cr_assert_eq(hail_spriteset_add(set, &image, &sprite), HAIL_OK);
    }
    return set;
}

static void add(hail_shapeset *set, const hail_spriteset *sprites, const look *l, hail_shape *shape) {
    const hail_status status = l->sprite  ? hail_shape_sprite(set, sprites, l->which, shape)
                               : l->parts ? hail_shape_compound(set, l->part, l->parts, shape)
                                          : hail_shape_add(set, &l->part[0], shape);
    cr_assert_eq(status, HAIL_OK);
}

static void replace(hail_shapeset *set, const hail_spriteset *sprites, const look *l, const hail_shape *shape) {
    const hail_status status = l->sprite  ? hail_shape_replace_sprite(set, shape, sprites, l->which)
                               : l->parts ? hail_shape_replace_compound(set, shape, l->part, l->parts)
                                          : hail_shape_replace(set, shape, &l->part[0]);
    cr_assert_eq(status, HAIL_OK);
}

static void check(const hail_shapeset *is, const hail_spriteset *sprites, const look l[SHAPES]) {
    hail_shapeset *must = NULL;
    hail_shape shape;
    cr_assert_eq(hail_shapeset_create(NULL, &must), HAIL_OK);
    for (uint32_t k = 0; k < SHAPES; k++)
        add(must, sprites, &l[k], &shape);
    cr_assert(is->live == must->live && is->rounded == must->rounded && is->composed == must->composed);
    cr_assert(is->flatness == must->flatness && is->sprite_reach == must->sprite_reach);
    cr_assert_eq(hail_shapeset_destroy(must), HAIL_OK);
}

Test(world_shape_totals, are_those_of_the_shapes_that_there_are) {
    uint64_t state = 9;
    look l[SHAPES];
    hail_shape shape[SHAPES];
    hail_spriteset *sprites = sprites_make();
    hail_shapeset *set = NULL;
    uint32_t flat = 0, reaching = 0;
    cr_assert_eq(hail_shapeset_create(NULL, &set), HAIL_OK);
    for (uint32_t k = 0; k < SHAPES; k++) {
        l[k] = look_random(&state);
        add(set, sprites, &l[k], &shape[k]);
    }
    for (uint32_t turn = 0; turn < TURNS; turn++) {
        const uint32_t k = random_pick(&state, SHAPES);
        l[k] = look_random(&state);
        if (random_pick(&state, 2) == 0) {
            replace(set, sprites, &l[k], &shape[k]);
        } else {
            cr_assert_eq(hail_shape_destroy(set, &shape[k]), HAIL_OK);
            add(set, sprites, &l[k], &shape[k]);
        }
        check(set, sprites, l);
        flat += set->flatness > 50.0f;
        reaching += set->sprite_reach > 1.0f;
    }
    cr_assert(flat > 0 && reaching > 0);
    for (uint32_t k = 0; k < SHAPES; k++)
        cr_assert_eq(hail_shape_destroy(set, &shape[k]), HAIL_OK);
    cr_assert(set->live == 0 && set->rounded == 0 && set->composed == 0 && set->end == 1);
    cr_assert(set->flatness == 1.0f && set->sprite_reach == 1.0f);
    cr_assert_eq(hail_shapeset_destroy(set), HAIL_OK);
    hail_spriteset_destroy(sprites);
}
