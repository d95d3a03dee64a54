/* Swept rules, scene by scene: what is hit, when, and of several hits the earliest. Each scene runs on every variant,
 * is checked against the oracle byte for byte and against double precision, and states results that can be worked out
 * by hand. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/contexts.h"
#include "oracle.h"
#include "shared/random_world.h"
#include "shared/stream.h"

enum { BULLETS, WALLS, MORE, OTHERS, LAYERS };

typedef struct arena {
    hail_world *world;
    oracle_setup setup;
    stream s;
    hail_shape point, dot, crumb, dash; /* bullets: r 0, r 1, a box of 2 px, a segment of 4 px */
    hail_shape line, plank, pill;       /* walls of 400 px along x: without thickness, 1 px, 1 px and round */
    hail_shape ball;                    /* r 10 */
} arena;

static void configure(arena *a, uint32_t layer, uint32_t columns, hail_bounds bounds, bool caller_moved) {
    a->setup.layer[layer] = (hail_layer_options){.columns = columns, .bounds = bounds, .caller_moved = caller_moved};
    cr_assert_eq(hail_layer_configure(a->world, layer, &a->setup.layer[layer]), HAIL_OK);
}

static void rule(arena *a, uint32_t one, uint32_t other, hail_mode mode) {
    cr_assert_eq(hail_rule_set(a->world, one, other, mode), HAIL_OK);
}

static arena open_arena(const char *isa, float side) {
    arena a = {0};
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = variant_context(isa);
    options.window = 7; /* so that callbacks come between contacts */
    options.max_x = options.max_y = a.setup.max_x = a.setup.max_y = side;
    cr_assert_eq(hail_world_create(&options, &a.world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(a.world), 0.0f, &a.point), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(a.world), 1.0f, &a.dot), HAIL_OK);
    cr_assert_eq(hail_shape_box(hail_world_shapes(a.world), 1.0f, 1.0f, 0.0f, &a.crumb), HAIL_OK);
    cr_assert_eq(hail_shape_capsule(hail_world_shapes(a.world), -2.0f, 0.0f, 2.0f, 0.0f, 0.0f, &a.dash), HAIL_OK);
    cr_assert_eq(hail_shape_capsule(hail_world_shapes(a.world), -200.0f, 0.0f, 200.0f, 0.0f, 0.0f, &a.line), HAIL_OK);
    cr_assert_eq(hail_shape_box(hail_world_shapes(a.world), 200.0f, 0.5f, 0.0f, &a.plank), HAIL_OK);
    cr_assert_eq(hail_shape_capsule(hail_world_shapes(a.world), -200.0f, 0.0f, 200.0f, 0.0f, 0.5f, &a.pill), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(a.world), 10.0f, &a.ball), HAIL_OK);
    for (uint32_t i = 0; i < LAYERS; i++)
        configure(&a, i, HAIL_ROTATION, HAIL_OPEN, false);
    return a;
}

static void close_arena(arena *a) {
    hail_world_destroy(a->world);
    stream_free(&a->s);
}

static hail_handle put(arena *a, uint32_t layer, hail_shape shape, float x, float y, float vx, float vy, float angle) {
    hail_spawn_columns from = {.x = &x, .y = &y, .vx = &vx, .vy = &vy, .angle = &angle};
    hail_handle handle;
    cr_assert_eq(hail_spawn(a->world, layer, &shape, &from, 1, &handle), HAIL_OK);
    return handle;
}

/* A step that is right. The contacts are in a->s. */
static size_t step(arena *a, float dt) {
    size_t wanted;
    oracle *o = oracle_snapshot(a->world, &a->setup);
    cr_assert_not_null(o);
    stream_clear(&a->s);
    cr_assert_eq(hail_step(a->world, dt, stream_take, &a->s), HAIL_OK);
    const hail_contact *must = oracle_step(o, dt, &wanted);
    cr_assert_eq(a->s.count, wanted, "%zu contacts, must be %zu", a->s.count, wanted);
    cr_assert(wanted == 0 || memcmp(a->s.contact, must, wanted * sizeof *must) == 0, "not the oracle's contacts");
    const char *complaint = oracle_compare_world(o, a->world);
    complaint = complaint != NULL ? complaint : oracle_check_geometry(o, a->s.contact, a->s.count);
    cr_assert_null(complaint, "%s", complaint);
    oracle_free(o);
    return wanted;
}

static void on_every_isa(void (*scene)(arena *a), float side) {
    for (size_t i = 0; i < hail_variant_count(); i++) {
        arena a = open_arena(hail_variant_name(i), side);
        scene(&a);
        close_arena(&a);
    }
}

static bool same(hail_handle one, hail_handle other) {
    return one.slot == other.slot && one.generation == other.generation;
}

static bool about(float is, double must) { return fabs((double)is - must) < 1.0e-5; }

/* ---- Nothing tunnels --------------------------------------------------------------------------------------------- */

enum { SHOTS = 48 };

/* Shots of 10,000 px a step through a wall at (300, 200), from all sides, each through a spot that it reaches at a
 * known time. A shot with a radius hits earlier by up to that, the more so the flatter the shot. */
static void shoot_at(const char *isa, int wall, int bullet, float angle, uint64_t *seed) {
    arena a = open_arena(isa, 0.0f);
    const hail_shape walls[] = {a.line, a.plank, a.pill}, bullets[] = {a.point, a.dot, a.crumb, a.dash};
    const double half[] = {0.0, 0.5, 0.5}, reach[] = {0.0, 1.0, 1.5, 2.0};
    double when[SHOTS], early[SHOTS], slack[SHOTS];
    hail_handle shot[SHOTS];
    rule(&a, BULLETS, WALLS, wall == 0 ? HAIL_EARLIEST : HAIL_SWEPT);
    put(&a, WALLS, walls[wall], 300.0f, 200.0f, 0.0f, 0.0f, angle);
    for (int i = 0; i < SHOTS; i++) {
        double turn = (double)angle + (double)random_range(seed, 0.05f, 3.09f) + (i % 2 == 0 ? 0.0 : 3.14159265);
        double along = (double)random_range(seed, -190.0f, 190.0f);
        double dx = 1.0e4 * cos(turn), dy = 1.0e4 * sin(turn);
        double x = 300.0 + along * cos((double)angle), y = 200.0 + along * sin((double)angle);
        when[i] = (double)random_range(seed, 0.01f, 0.99f);
        slack[i] = 2.0e-6 / fabs(sin(turn - (double)angle)); /* the documented margin, 2^-21 of the path */
        early[i] = (half[wall] + reach[bullet]) / fabs(sin(turn - (double)angle)) * 1.0e-4;
        shot[i] = put(&a, BULLETS, bullets[bullet], (float)(x - dx * when[i]), (float)(y - dy * when[i]),
                      (float)dx * 64.0f, (float)dy * 64.0f, random_range(seed, -3.0f, 3.0f));
    }
    cr_assert_eq(step(&a, 1.0f / 64.0f), SHOTS, "%s, wall %d at %g, bullets %d: %zu of %d hit", isa, wall,
                 (double)angle, bullet, a.s.count, SHOTS);
    for (int i = 0; i < SHOTS; i++) {
        double t = (double)a.s.contact[i].t;
        cr_assert(same(a.s.contact[i].a, shot[i]) && t <= when[i] + slack[i] && t >= when[i] - early[i] - slack[i],
                  "%s, wall %d at %g, bullet %d: hit at %.9g, crosses at %.9g, met up to %.9g earlier", isa, wall,
                  (double)angle, bullet, t, when[i], early[i]);
    }
    close_arena(&a);
}

Test(step_swept, nothing_tunnels) {
    uint64_t seed = 5;
    for (int turn = 0; turn < 24; turn++)
        for (int wall = 0; wall < 3; wall++)
            for (int bullet = 0; bullet < 4; bullet++)
                for (size_t i = 0; i < hail_variant_count(); i++)
                    shoot_at(hail_variant_name(i), wall, bullet, 0.26179939f * (float)turn, &seed);
}

/* A wall one ulp off the path is not hit, and one that is just reached is. */
static void by_a_hair(arena *a) {
    rule(a, BULLETS, WALLS, HAIL_SWEPT);
    put(a, WALLS, a->plank, 300.0f, 200.0f, 0.0f, 0.0f, 0.0f);
    put(a, BULLETS, a->dot, 200.0f, 0.0f, 0.0f, 198.5f, 0.0f);       /* touches at t = 1 */
    put(a, BULLETS, a->dot, 250.0f, 0.0f, 0.0f, 198.375f, 0.0f);     /* stops before */
    put(a, BULLETS, a->dot, -200.0f, 198.5f, 4000.0f, 0.0f, 0.0f);   /* slides along it */
    put(a, BULLETS, a->dot, -200.0f, 198.375f, 4000.0f, 0.0f, 0.0f); /* over it */
    put(a, BULLETS, a->dot, 501.5f, 0.0f, 0.0f, 4000.0f, 0.0f);      /* past its end */
    cr_assert_eq(step(a, 1.0f), 2);
    cr_assert(about(a->s.contact[0].t, 1.0) && a->s.contact[0].normal_y == 1.0f && a->s.contact[0].depth[0] == 0.0f);
    cr_assert(about(a->s.contact[1].t, 300.0 / 4000.0));
}

Test(step_swept, by_a_hair) { on_every_isa(by_a_hair, 0.0f); }

/* Paths are searched in pieces. Shots that are over when they have just reached a target, of all lengths up to six
 * pieces: whatever a piece is, its end is as far from its middle as it can be, and the target's own size further. */
static void just_reached(arena *a) {
    enum { ROW = 24, TARGETS = ROW * ROW };
    uint64_t seed = 11;
    rule(a, BULLETS, OTHERS, HAIL_SWEPT);
    for (uint32_t i = 0; i < TARGETS; i++) {
        const float x = 300.0f * (float)(i % ROW) + random_range(&seed, 0.0f, 40.0f);
        const float y = 300.0f * (float)(i / ROW) + random_range(&seed, 0.0f, 40.0f);
        const float length = 2.0f + 118.0f * (float)i / TARGETS, turn = 1.5707964f * (float)random_pick(&seed, 4);
        const float way_x = roundf(cosf(turn)), way_y = roundf(sinf(turn));
        put(a, OTHERS, a->ball, x, y, 0.0f, 0.0f, 0.0f);
        put(a, BULLETS, a->point, x - way_x * (length + 9.99f), y - way_y * (length + 9.99f), way_x * length,
            way_y * length, 0.0f);
    }
    cr_assert_eq(step(a, 1.0f), TARGETS, "%zu of %d are reached", a->s.count, TARGETS);
}

Test(step_swept, just_reached) { on_every_isa(just_reached, 0.0f); }

/* A million px from the origin, at a million px a step, past the corner of a box: it is hit even if the shot misses it
 * by the largest rounding error (docs/arithmetic.md, "Sweeps"), so the search must find it. */
static void missed_by_rounding(arena *a) {
    enum { TARGETS = 200 };
    uint64_t seed = 23;
    size_t grazed = 0;
    rule(a, BULLETS, OTHERS, HAIL_SWEPT);
    for (uint32_t i = 0; i < TARGETS; i++) {
        const float turn = random_range(&seed, 0.0f, 6.28f), by = 2.4142136f + random_range(&seed, 0.1f, 0.5f);
        const float x = 1.0e6f + random_range(&seed, 0.0f, 5.0e4f), y = 2.0e6f + 400.0f * (float)i;
        const float t = random_range(&seed, 0.1f, 0.9f), way_x = 1.0e6f * cosf(turn), way_y = 1.0e6f * sinf(turn);
        put(a, OTHERS, a->crumb, x, y, 0.0f, 0.0f, turn + 0.78539816f);
        put(a, BULLETS, a->dot, x - way_x * t - by * sinf(turn), y - way_y * t + by * cosf(turn), way_x, way_y, 0.0f);
    }
    step(a, 1.0f);
    for (size_t i = 0; i < a->s.count; i++)
        grazed += a->s.contact[i].b.slot == a->s.contact[i].a.slot - 1;
    cr_assert_gt(grazed, 50, "only %zu are within rounding", grazed);
}

Test(step_swept, missed_by_rounding) { on_every_isa(missed_by_rounding, 0.0f); }

/* Where a float holds whole px alone, the middle of a way is half a px off. Far more balls stand still than shots are
 * fired, so the balls stream past the shots' ways, each of which ends where it has just reached a ball. */
static void just_reached_far_away(arena *a) {
    enum { ROW = 24, TARGETS = ROW * ROW, MORE_BALLS = 6 };
    uint64_t seed = 29;
    rule(a, BULLETS, OTHERS, HAIL_SWEPT);
    for (uint32_t i = 0; i < TARGETS; i++) {
        const float x = 1.2e7f + 300.0f * (float)(i % ROW), y = 1.2e7f + 300.0f * (float)(i / ROW);
        const float length = 1.0f + 2.0f * (float)(i % 30), turn = 1.5707964f * (float)random_pick(&seed, 4);
        const float way_x = roundf(cosf(turn)), way_y = roundf(sinf(turn));
        put(a, OTHERS, a->ball, x, y, 0.0f, 0.0f, 0.0f);
        put(a, BULLETS, a->point, x - way_x * (length + 10.0f), y - way_y * (length + 10.0f), way_x * length,
            way_y * length, 0.0f);
        for (uint32_t k = 0; k < MORE_BALLS; k++)
            put(a, OTHERS, a->ball, x + 150.0f, y + 150.0f, 0.0f, 0.0f, 0.0f);
    }
    cr_assert_eq(step(a, 1.0f), TARGETS, "%zu of %d are reached", a->s.count, TARGETS);
}

Test(step_swept, just_reached_far_away) { on_every_isa(just_reached_far_away, 0.0f); }

/* ---- The earliest ------------------------------------------------------------------------------------------------ */

/* Walls at 100, 200, ... px in front of one bullet, dealt over three layers, the nearest last. */
static void earliest_of_layers(arena *a) {
    for (uint32_t layer = WALLS; layer < LAYERS; layer++)
        rule(a, BULLETS, layer, HAIL_SWEPT);
    for (int i = 9; i > 0; i--)
        put(a, WALLS + (uint32_t)(i % 3), a->line, 100.0f * (float)i, 0.0f, 0.0f, 0.0f, 1.5707964f);
    hail_handle shot = put(a, BULLETS, a->dot, 0.0f, 0.0f, 1000.0f, 0.0f, 0.0f);
    cr_assert_eq(step(a, 1.0f), 9, "everything on the way");
    for (uint32_t layer = WALLS; layer < LAYERS; layer++) {
        rule(a, BULLETS, layer, HAIL_EARLIEST);
        layer_columns(a->world, BULLETS).x[0] = 0.0f;
        cr_assert_eq(step(a, 1.0f), 1 + 3 * (OTHERS - layer), "one of these rules, all of the others");
    }
    cr_assert(about(a->s.contact[0].t, 0.099) && same(a->s.contact[0].a, shot));
    cr_assert(a->s.contact[0].layer_b == MORE && a->s.contact[0].normal_x == 1.0f);
    layer_columns(a->world, BULLETS).x[0] = 250.0f; /* and now in the opposite direction */
    layer_columns(a->world, BULLETS).vx[0] = -1000.0f;
    cr_assert_eq(step(a, 1.0f), 1);
    cr_assert(about(a->s.contact[0].t, 0.049) && a->s.contact[0].layer_b == OTHERS);
}

Test(step_swept, earliest_of_layers) { on_every_isa(earliest_of_layers, 0.0f); }

/* Of equal ones the first in the order of contacts; and only the bullet's end is counted. */
static void earliest_of_equals(arena *a) {
    rule(a, BULLETS, OTHERS, HAIL_EARLIEST);
    rule(a, BULLETS, MORE, HAIL_EARLIEST);
    put(a, OTHERS, a->plank, 100.0f, 0.0f, 0.0f, 0.0f, 1.5707964f);
    put(a, MORE, a->plank, 150.0f, 0.0f, 0.0f, 0.0f, 1.5707964f);
    hail_handle first = put(a, MORE, a->plank, 100.0f, 0.0f, 0.0f, 0.0f, 1.5707964f);
    put(a, MORE, a->plank, 100.0f, 0.0f, 0.0f, 0.0f, 1.5707964f);
    for (int i = 0; i < 20; i++)
        put(a, BULLETS, a->dot, 0.0f, (float)i, 1000.0f, 0.0f, 0.0f);
    cr_assert_eq(step(a, 1.0f), 20, "each has its own, though all share a wall");
    for (int i = 0; i < 20; i++)
        cr_assert(same(a->s.contact[i].b, first));
    rule(a, MORE, BULLETS, HAIL_EARLIEST); /* now each wall has its own */
    rule(a, OTHERS, BULLETS, HAIL_EARLIEST);
    for (uint32_t i = 0; i < 20; i++)
        layer_columns(a->world, BULLETS).x[i] = 0.0f;
    cr_assert_eq(step(a, 1.0f), 4);
}

Test(step_swept, earliest_of_equals) { on_every_isa(earliest_of_equals, 0.0f); }

/* In a layer's rule with itself: of each lower slot. Three in a row, the first runs into both others. */
static void earliest_of_one_layer(arena *a) {
    rule(a, BULLETS, BULLETS, HAIL_EARLIEST);
    hail_handle h[3];
    for (int i = 0; i < 3; i++)
        h[i] = put(a, BULLETS, a->ball, 100.0f * (float)i, 0.0f, i == 0 ? 400.0f : 0.0f, 0.0f, 0.0f);
    cr_assert_eq(step(a, 1.0f), 1);
    cr_assert(about(a->s.contact[0].t, 0.2) && same(a->s.contact[0].a, h[0]) && same(a->s.contact[0].b, h[1]));
    rule(a, BULLETS, BULLETS, HAIL_SWEPT);
    layer_columns(a->world, BULLETS).x[h[0].slot] = 0.0f;
    cr_assert_eq(step(a, 1.0f), 2);
}

Test(step_swept, earliest_of_one_layer) { on_every_isa(earliest_of_one_layer, 0.0f); }

/* ---- Who moves -----------------------------------------------------------------------------------------------------
 */

static void both_move(arena *a) {
    rule(a, BULLETS, OTHERS, HAIL_SWEPT);
    put(a, BULLETS, a->ball, 0.0f, 0.0f, 200.0f, 0.0f, 0.0f); /* head-on */
    put(a, OTHERS, a->ball, 100.0f, 0.0f, -200.0f, 0.0f, 0.0f);
    put(a, BULLETS, a->ball, 0.0f, 1000.0f, 5000.0f, 0.0f, 0.0f); /* side by side at one speed */
    put(a, OTHERS, a->ball, 0.0f, 1021.0f, 5000.0f, 0.0f, 0.0f);
    put(a, BULLETS, a->ball, 0.0f, 3000.0f, 1000.0f, 0.0f, 0.0f); /* their paths cross, but not at the same time */
    put(a, OTHERS, a->ball, 200.0f, 2200.0f, 0.0f, 1000.0f, 0.0f);
    put(a, BULLETS, a->crumb, 0.0f, 6000.0f, 400.0f, 0.0f, 0.0f); /* caught up with from behind */
    put(a, OTHERS, a->crumb, -102.0f, 6000.0f, 800.0f, 0.0f, 0.0f);
    cr_assert_eq(step(a, 0.5f), 2);
    cr_assert(about(a->s.contact[0].t, 0.4) && about(a->s.contact[0].x[0] / 1024.0f, 50.0 / 1024.0));
    cr_assert(about(a->s.contact[1].t, 0.5) && a->s.contact[1].normal_x == -1.0f);
}

Test(step_swept, both_move) { on_every_isa(both_move, 0.0f); }

/* Touching at the start is t = 0, with its depth, wherever they go. */
static void touching_at_the_start(arena *a) {
    rule(a, BULLETS, WALLS, HAIL_SWEPT);
    put(a, WALLS, a->plank, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f);
    for (int i = 0; i < 8; i++) /* dots, then crumbs; in, along and out */
        put(a, BULLETS, i < 4 ? a->dot : a->crumb, 20.0f * (float)i - 70.0f, i % 4 == 3 ? 1.5f : 1.25f,
            i % 4 == 1 ? 1.0e4f : 0.0f,
            i % 4 == 0   ? -1.0e4f
            : i % 4 == 1 ? 0.0f
                         : 1.0e4f,
            0.0f);
    cr_assert_eq(step(a, 1.0f), 8);
    for (int i = 0; i < 8; i++) {
        const hail_contact *c = &a->s.contact[i];
        cr_assert(c->t == 0.0f && c->count == 1 && c->depth[0] == (i % 4 == 3 ? 0.0f : 0.25f), "%d: t %g depth %g", i,
                  (double)c->t, (double)c->depth[0]);
        cr_assert_eq(c->normal_y, -1.0f);
    }
}

Test(step_swept, touching_at_the_start) { on_every_isa(touching_at_the_start, 0.0f); }

/* A layer that the caller moves, and says so, is one that the step moves, to the bit; one that is silent is at rest. */
static void moved_by_the_caller(arena *a) {
    enum { EACH = 60 };
    static hail_contact moved[EACH * EACH];
    uint64_t seed = 17;
    float goal[EACH][4];
    rule(a, BULLETS, WALLS, HAIL_SWEPT);
    for (int i = 0; i < EACH; i++) {
        float angle = random_range(&seed, 0, 6), y = random_range(&seed, 0, 4000), x = random_range(&seed, 0, 4000);
        put(a, WALLS, i % 2 == 0 ? a->pill : a->crumb, x, y, 0, 0, angle);
        angle = random_range(&seed, 0, 6);
        const float vy = random_range(&seed, -9000, 9000), vx = random_range(&seed, -9000, 9000);
        y = random_range(&seed, 0, 4000);
        x = random_range(&seed, 0, 4000);
        put(a, BULLETS, i % 2 == 0 ? a->ball : a->plank, x, y, vx, vy, angle);
    }
    size_t count = step(a, 0.25f);
    cr_assert_gt(count, 50);
    memcpy(moved, a->s.contact, count * sizeof *moved);
    hail_columns c = layer_columns(a->world, BULLETS);
    for (int i = 0; i < EACH; i++) /* where they are, and what brought them there */
        memcpy(goal[i], (float[]){c.x[i], c.y[i], c.vx[i] * 0.25f, c.vy[i] * 0.25f}, sizeof goal[i]);
    configure(a, BULLETS, HAIL_ROTATION | HAIL_DISPLACEMENT, HAIL_OPEN, true);
    c = layer_columns(a->world, BULLETS);
    for (int i = 0; i < EACH; i++)
        c.dx[i] = goal[i][2], c.dy[i] = goal[i][3];
    cr_assert_eq(step(a, 7.0f), count, "dt is nothing to them");
    cr_assert_eq(memcmp(moved, a->s.contact, count * sizeof *moved), 0);
    configure(a, BULLETS, HAIL_ROTATION, HAIL_OPEN, true);
    size_t resting = step(a, 0.25f);
    rule(a, BULLETS, WALLS, HAIL_PAIRS);
    cr_assert_eq(step(a, 0.25f), resting);
    cr_assert_lt(resting, count);
}

Test(step_swept, moved_by_the_caller) { on_every_isa(moved_by_the_caller, 0.0f); }

/* A body whose motion is not finite is quarantined, and the last one takes its index, with its own displacement. */
static void lost_on_the_way(arena *a) {
    rule(a, BULLETS, WALLS, HAIL_SWEPT);
    put(a, WALLS, a->ball, 700.0f, 900.0f, 0.0f, 0.0f, 0.0f);
    put(a, BULLETS, a->dot, 3.0e38f, 0.0f, 3.0e38f, 7.0f, 0.0f);
    put(a, BULLETS, a->dot, 0.0f, 0.0f, 60.0f, -80.0f, 0.0f);
    const hail_handle last = put(a, BULLETS, a->dot, 200.0f, 200.0f, 1000.0f, 1400.0f, 0.0f);
    cr_assert_eq(step(a, 1.0f), 1);
    cr_assert(same(a->s.contact[0].a, last) && fabsf(a->s.contact[0].t - 0.5f) < 0.01f);
    cr_assert_eq(layer_columns(a->world, BULLETS).quarantined, 1);
}

Test(step_swept, lost_on_the_way) { on_every_isa(lost_on_the_way, 0.0f); }

/* ---- Edges of the world ------------------------------------------------------------------------------------------ */

static void wrapped(arena *a) {
    configure(a, BULLETS, HAIL_ROTATION, HAIL_WRAP, false);
    rule(a, BULLETS, WALLS, HAIL_SWEPT);
    put(a, WALLS, a->line, 90.0f, 50.0f, 0.0f, 0.0f, 1.5707964f); /* passed before the edge: not looked at */
    hail_handle inside = put(a, WALLS, a->line, 10.0f, 50.0f, 0.0f, 0.0f, 1.5707964f);
    hail_handle outside = put(a, WALLS, a->line, -10.0f, 50.0f, 0.0f, 0.0f, 1.5707964f);
    put(a, BULLETS, a->point, 80.0f, 50.0f, 40.0f, 0.0f, 0.0f);
    cr_assert_eq(step(a, 1.0f), 2, "in from -20 to 20");
    cr_assert(same(a->s.contact[0].b, inside) && about(a->s.contact[0].t, 0.75));
    cr_assert(same(a->s.contact[1].b, outside) && about(a->s.contact[1].t, 0.25));
    cr_assert_eq(layer_columns(a->world, BULLETS).x[0], 20.0f);
}

Test(step_swept, wrapped) { on_every_isa(wrapped, 100.0f); }

static void killed(arena *a) {
    size_t gone;
    configure(a, BULLETS, HAIL_ROTATION, HAIL_KILL, false);
    rule(a, BULLETS, WALLS, HAIL_EARLIEST);
    put(a, WALLS, a->line, 90.0f, 50.0f, 0.0f, 0.0f, 1.5707964f);
    hail_handle shot = put(a, BULLETS, a->point, 80.0f, 50.0f, 1.0e4f, 0.0f, 0.0f);
    cr_assert_eq(step(a, 1.0f), 1, "it leaves, and hits before");
    cr_assert(same(a->s.contact[0].a, shot) && about(a->s.contact[0].t, 0.001));
    const hail_removal *removal = hail_removals(a->world, &gone);
    cr_assert(gone == 1 && same(removal->handle, shot) && removal->reason == HAIL_REMOVED_BOUNDS);
    cr_assert(!hail_alive(a->world, &shot));
}

Test(step_swept, killed) { on_every_isa(killed, 100.0f); }

/* What is, or goes, beyond HAIL_MAX_BOUND does not collide in swept rules. */
static void too_far(arena *a) {
    rule(a, BULLETS, WALLS, HAIL_SWEPT);
    put(a, WALLS, a->ball, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f);
    hail_handle h = put(a, BULLETS, a->ball, -0.9e9f, 0.0f, 0.9e9f, 0.0f, 0.0f);
    put(a, BULLETS, a->ball, -1.1e9f, 0.0f, 1.1e9f, 0.0f, 0.0f); /* too fast */
    put(a, BULLETS, a->ball, 0.0f, 0.0f, 0.0f, 1.1e9f, 0.0f);
    put(a, BULLETS, a->ball, -0.2e9f, 0.0f, 1.0e9f, 0.0f, 0.0f); /* as fast as can be */
    cr_assert_eq(step(a, 1.0f), 2);
    cr_assert(same(a->s.contact[0].a, h));
    rule(a, BULLETS, WALLS, HAIL_PAIRS);
    for (uint32_t i = 0; i < 4; i++)
        layer_columns(a->world, BULLETS).x[i] = layer_columns(a->world, BULLETS).y[i] = 0.0f;
    cr_assert_eq(step(a, 0.0f), 4, "at rest it may");
}

Test(step_swept, too_far) { on_every_isa(too_far, 0.0f); }

/* Nor does what rests beyond it, among so many others at rest that these are what streams past the bullets. */
static void too_far_at_rest(arena *a) {
    rule(a, BULLETS, WALLS, HAIL_SWEPT);
    for (int i = 0; i < 40; i++)
        put(a, WALLS, a->ball, 0.0f, -100.0f * (float)i, 0.0f, 0.0f, 0.0f);
    hail_handle inside = put(a, WALLS, a->line, 1.0e9f, 0.0f, 0.0f, 0.0f, 0.0f);
    put(a, WALLS, a->line, 1.0e9f + 64.0f, 0.0f, 0.0f, 0.0f, 0.0f);
    put(a, BULLETS, a->ball, 0.99e9f, 0.0f, 0.01e9f, 0.0f, 0.0f);
    cr_assert_eq(step(a, 1.0f), 1);
    cr_assert(same(a->s.contact[0].b, inside));
    rule(a, BULLETS, WALLS, HAIL_PAIRS);
    cr_assert_eq(step(a, 0.0f), 2, "where it ended, it touches both");
}

Test(step_swept, too_far_at_rest) { on_every_isa(too_far_at_rest, 0.0f); }

/* ---- dt = 0, callbacks ------------------------------------------------------------------------------------------- */

static void crowd(arena *a, uint64_t seed) {
    const hail_shape shape[] = {a->point, a->dot, a->crumb, a->dash, a->line, a->plank, a->pill, a->ball};
    for (uint32_t i = 0; i < 160; i++) {
        bool whole = i % 2 == 0; /* on a lattice: exactly touching, parallel */
        float x = random_range(&seed, 0.0f, 50.0f), y = random_range(&seed, 0.0f, 50.0f);
        float angle = whole ? 1.5707964f * (float)random_pick(&seed, 4) : random_range(&seed, -3.0f, 3.0f);
        const float vy = random_range(&seed, -4000.0f, 4000.0f), vx = random_range(&seed, -4000.0f, 4000.0f);
        const uint32_t number = random_pick(&seed, 40) < 4 ? random_pick(&seed, 8) : random_pick(&seed, 4);
        put(a, random_pick(&seed, 2), shape[number], whole ? roundf(x) : x, whole ? roundf(y) : y, vx, vy, angle);
    }
}

/* Without motion a swept rule finds what the others find, with the same depths. */
static void standing_still(arena *a) {
    static hail_contact still[1 << 14];
    for (uint64_t seed = 0; seed < 12; seed++) {
        crowd(a, seed);
        for (uint32_t layer = BULLETS; layer <= WALLS; layer++)
            rule(a, BULLETS, layer, HAIL_MANIFOLD);
        size_t count = step(a, 0.0f);
        cr_assert(count > 10 && count <= sizeof still / sizeof *still, "%zu contacts", count);
        memcpy(still, a->s.contact, count * sizeof *still);
        for (uint32_t layer = BULLETS; layer <= WALLS; layer++)
            rule(a, BULLETS, layer, HAIL_SWEPT);
        cr_assert_eq(step(a, 0.0f), count);
        for (size_t i = 0; i < count; i++) {
            const hail_contact *c = &a->s.contact[i];
            cr_assert(same(c->a, still[i].a) && same(c->b, still[i].b) && c->t == 0.0f && c->count == 1);
            cr_assert_eq(c->depth[0], fmaxf(still[i].depth[0], still[i].depth[1]));
        }
        for (uint32_t layer = BULLETS; layer <= WALLS; layer++) {
            hail_columns c = layer_columns(a->world, layer);
            hail_handle all[160];
            memcpy(all, c.handle, c.count * sizeof *all);
            cr_assert_eq(hail_despawn(a->world, all, c.count), HAIL_OK);
        }
    }
}

Test(step_swept, standing_still) { on_every_isa(standing_still, 0.0f); }

/* Everything bounces at once; the rest of the step does not notice. */
static void bounce(const hail_contact *contacts, size_t count, void *user) {
    arena *a = user;
    stream_take(contacts, count, &a->s);
    for (size_t i = 0; i < count; i++) {
        hail_location at;
        cr_assert_eq(hail_locate(a->world, &contacts[i].a, &at), HAIL_OK);
        hail_columns c = layer_columns(a->world, at.layer);
        c.vx[at.index] = 1.0e5f, c.vy[at.index] = -3.0f;
    }
}

Test(step_swept, callbacks_change_no_contact) {
    for (size_t n = 0; n < hail_variant_count(); n++) {
        arena a[2];
        for (int i = 0; i < 2; i++) {
            a[i] = open_arena(hail_variant_name(n), 0.0f);
            rule(&a[i], BULLETS, BULLETS, HAIL_SWEPT);
            rule(&a[i], BULLETS, WALLS, HAIL_EARLIEST);
            crowd(&a[i], 3);
        }
        size_t count = step(&a[0], 1.0f / 64.0f);
        cr_assert_gt(count, 100);
        cr_assert_eq(hail_step(a[1].world, 1.0f / 64.0f, bounce, &a[1]), HAIL_OK);
        cr_assert(a[1].s.count == count && memcmp(a[0].s.contact, a[1].s.contact, count * sizeof(hail_contact)) == 0);
        hail_location at;
        cr_assert_eq(hail_locate(a[1].world, &a[1].s.contact[0].a, &at), HAIL_OK);
        cr_assert_eq(layer_columns(a[1].world, at.layer).vx[at.index], 1.0e5f);
        close_arena(&a[0]);
        close_arena(&a[1]);
    }
}
