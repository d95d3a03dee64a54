/* tests/hits/hits_parts.c - a sprite and a compound that graze: where the polygon around the sprite and some part
 * touch, t is when they first do, by hail_batch_sweep of that polygon and each part; else where two are nearest. */
#include <criterion/criterion.h>

#include <math.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "shared/stream.h"

enum { PAIRS = 300, PARTS = 4, COMPOUNDS = 12, SHOTS = 0, SHIPS = 1, SIDE = 40 };
static const float APART = 4000.0f, MARGIN = 6.0f; /* px */

typedef struct scene {
    hail_world *world;
    hail_spriteset *set;
    hail_shape corner, compound[COMPOUNDS];
    hail_convex part[COMPOUNDS][PARTS], around;
    hail_handle shot[PAIRS], ship[PAIRS];
    float x[PAIRS], y[PAIRS], dx[PAIRS], dy[PAIRS], angle[PAIRS], ship_x[PAIRS], ship_angle[PAIRS];
    uint32_t which[PAIRS];
    stream s;
} scene;

/* The left and the lower edge of a square: the polygon around it is a triangle, and mostly empty. */
static void add_corner(scene *c) {
    static uint64_t rows[SIDE];
    hail_convex_info info;
    uint32_t sprite;
    for (int j = 0; j < SIDE; j++)
        rows[j] = j < SIDE - 2 ? 3 : (UINT64_C(1) << SIDE) - 1;
    const hail_image image = {
        .bits = rows, .width = SIDE, .height = SIDE, .origin_x = SIDE / 2.0f, .origin_y = SIDE / 2.0f};
    cr_assert_eq(hail_spriteset_create(NULL, &c->set), HAIL_OK);
    cr_assert_eq(hail_spriteset_add(c->set, &image, &sprite), HAIL_OK);
    cr_assert_eq(hail_shape_sprite(hail_world_shapes(c->world), c->set, sprite, &c->corner), HAIL_OK);
    cr_assert_eq(hail_shape_describe(hail_world_shapes(c->world), &c->corner, &info), HAIL_OK);
    cr_assert_eq(hail_convex_polygon(info.x, info.y, info.vertices, info.rounding, &c->around), HAIL_OK);
}

static void add_compound(scene *c, uint32_t k, uint64_t *state) {
    for (uint32_t p = 0; p < PARTS; p++) {
        const float x = random_range(state, -14.0f, 14.0f), y = random_range(state, -14.0f, 14.0f);
        const float far = p % 2 == 0 ? 0.0f : 4.0f;
        cr_assert_eq(hail_convex_capsule(x, y, x + far, y + far / 2.0f, 1.0f, &c->part[k][p]), HAIL_OK);
    }
    cr_assert_eq(hail_shape_compound(hail_world_shapes(c->world), c->part[k], PARTS, &c->compound[k]), HAIL_OK);
}

static void open_scene(scene *c, uint64_t seed, const char *variant, hail_mode mode) {
    uint64_t state = seed;
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = variant_context(variant);
    cr_assert_eq(hail_world_create(&options, &c->world), HAIL_OK);
    const hail_layer_options layer = {.columns = HAIL_ROTATION | HAIL_DISPLACEMENT};
    for (uint32_t n = 0; n < 2; n++)
        cr_assert_eq(hail_layer_configure(c->world, n, &layer), HAIL_OK);
    const hail_rule rule = {.mode = (uint32_t)mode, .layer_a = SHOTS, .layer_b = SHIPS, .graze = MARGIN};
    cr_assert_eq(hail_rule_configure(c->world, &rule), HAIL_OK);
    add_corner(c);
    for (uint32_t k = 0; k < COMPOUNDS; k++)
        add_compound(c, k, &state);
    static hail_shape shape[PAIRS];
    static float zero[PAIRS];
    for (uint32_t i = 0; i < PAIRS; i++) {
        c->ship_x[i] = (float)i * APART;
        c->x[i] = c->ship_x[i] + random_range(&state, -45.0f, 45.0f), c->y[i] = random_range(&state, -45.0f, 45.0f);
        c->dx[i] = random_range(&state, -90.0f, 90.0f), c->dy[i] = random_range(&state, -90.0f, 90.0f);
        c->angle[i] = random_range(&state, -3.0f, 3.0f), c->ship_angle[i] = random_range(&state, -3.0f, 3.0f);
        c->which[i] = random_pick(&state, COMPOUNDS);
        shape[i] = c->compound[c->which[i]];
    }
    cr_assert_eq(hail_spawn(c->world, SHIPS, &c->corner,
                            &(hail_spawn_columns){.x = c->ship_x, .y = zero, .angle = c->ship_angle}, PAIRS, c->ship),
                 HAIL_OK);
    cr_assert_eq(hail_spawn(c->world, SHOTS, NULL,
                            &(hail_spawn_columns){
                                .x = c->x, .y = c->y, .vx = c->dx, .vy = c->dy, .angle = c->angle, .shape = shape},
                            PAIRS, c->shot),
                 HAIL_OK);
}

/* The first touch of a part and the polygon, on the way from where the step began. kind 0: they do not touch. */
static hail_contact sweep_part(const scene *c, uint32_t i, uint32_t part) {
    const hail_convex shapes[] = {c->part[c->which[i]][part], c->around};
    const uint32_t which[] = {0, 1};
    const float zero = 0.0f, cosines[] = {cosf(c->angle[i]), cosf(c->ship_angle[i])},
                sines[] = {sinf(c->angle[i]), sinf(c->ship_angle[i])};
    const hail_batch batch = {.count = 1,
                              .a = {.convexes = shapes,
                                    .shape_count = 2,
                                    .x = &c->x[i],
                                    .y = &c->y[i],
                                    .dx = &c->dx[i],
                                    .dy = &c->dy[i],
                                    .cos = &cosines[0],
                                    .sin = &sines[0],
                                    .shape = &which[0],
                                    .count = 1},
                              .b = {.x = &c->ship_x[i],
                                    .y = &zero,
                                    .dx = &zero,
                                    .dy = &zero,
                                    .cos = &cosines[1],
                                    .sin = &sines[1],
                                    .shape = &which[1],
                                    .count = 1}};
    hail_contact contact;
    cr_assert_eq(hail_batch_sweep(&batch, &contact), HAIL_OK);
    return contact;
}

static const hail_contact *found(const scene *c, uint32_t i) {
    for (size_t k = 0; k < c->s.count; k++)
        if (c->s.contact[k].a.slot == c->shot[i].slot)
            return &c->s.contact[k];
    return NULL;
}

/* Returns whether the pair grazed with more than one part of the compound in the polygon. */
static bool hold_pair(const scene *c, uint64_t seed, uint32_t i) {
    const hail_contact *is = found(c, i);
    float first = 2.0f;
    uint32_t touching = 0;
    bool one_of_them = false;
    if (is && is->kind != HAIL_CONTACT_GRAZE)
        return false;
    for (uint32_t p = 0; p < PARTS; p++) {
        const hail_contact swept = sweep_part(c, i, p);
        if (!swept.kind)
            continue;
        touching++;
        first = fminf(first, swept.t);
        one_of_them = one_of_them || (is && is->part_a == p && fabsf(is->t - swept.t) < 1e-4f);
    }
    if (!touching) {
        cr_assert(!is || (is->depth[0] <= 0.0f && -is->depth[0] <= MARGIN), "seed %llu, pair %u",
                  (unsigned long long)seed, i);
        return false;
    }
    cr_assert(is != NULL, "seed %llu, pair %u: no graze, but a touch at %g", (unsigned long long)seed, i,
              (double)first);
    cr_assert(fabsf(is->t - first) < 1e-4f && one_of_them && is->depth[0] == 0.0f,
              "seed %llu, pair %u: grazes part %u at %g, %g px; must be at %g", (unsigned long long)seed, i, is->part_a,
              (double)is->t, (double)is->depth[0], (double)first);
    return touching > 1;
}

static size_t run(uint64_t seed) {
    static const hail_mode modes[] = {HAIL_SWEPT, HAIL_EARLIEST};
    static scene c;
    size_t several = 0;
    c = (scene){0};
    open_scene(&c, seed, hail_variant_name(seed % hail_variant_count()), modes[seed % 2]);
    cr_assert_eq(hail_step(c.world, 1.0f, stream_take, &c.s), HAIL_OK);
    for (uint32_t i = 0; i < PAIRS; i++)
        several += hold_pair(&c, seed, i);
    hail_world_destroy(c.world);
    hail_spriteset_destroy(c.set);
    stream_free(&c.s);
    return several;
}

Test(hits_parts, sprites_graze_compounds) {
    const size_t several = random_seeds_sum(20, run);
    cr_assert_gt(several, 30, "only %zu grazes of several parts", several);
}
