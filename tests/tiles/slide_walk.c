/* tests/tiles/slide_walk.c - movers that slide through tile maps: over flush ground, up stairs, along walls, into
 * corners, and out of what they overlap.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that scene alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/random_world.h"
#include "slide_oracle.h"

enum { SHAPES = 5, HALF = 6 };

/* All shapes extend HALF px down; the last is wider. */
static void make_shapes(hail_convex *shape) {
    cr_assert_eq(hail_convex_box(HALF, HALF, 0, &shape[0]), HAIL_OK);
    cr_assert_eq(hail_convex_box(4, 4, 2, &shape[1]), HAIL_OK);
    cr_assert_eq(hail_convex_circle(HALF, &shape[2]), HAIL_OK);
    cr_assert_eq(hail_convex_capsule(0, -6, 0, 2, 4, &shape[3]), HAIL_OK);
    cr_assert_eq(hail_convex_capsule(-4, 0, 4, 0, HALF, &shape[4]), HAIL_OK);
}

static const float side_of[SHAPES] = {6, 6, 6, 4, 10};

/* Slides one mover, and adds the displacement to its position. */
static hail_slide go(const picture *p, const hail_convex *shape, const hail_slide_options *options, float place[2],
                     float dx, float dy) {
    hail_slide slide;
    hail_tilemap_movers movers = {.map = p->map};
    movers.shapes = (hail_shapes){
        .convexes = shape, .shape_count = 1, .x = &place[0], .y = &place[1], .dx = &dx, .dy = &dy, .count = 1};
    memset(&slide, 0xee, sizeof slide);
    cr_assert_eq(hail_tilemap_slide(&movers, options, &slide), HAIL_OK);
    cr_assert(isfinite(slide.dx + slide.dy) && slide.count <= HAIL_SLIDE_CONTACTS);
    for (uint32_t k = 0; k < HAIL_SLIDE_CONTACTS; k++) {
        const bool is = k < slide.count;
        const float length = hypotf(slide.normal_x[k], slide.normal_y[k]);
        cr_assert(is ? fabsf(length - 1.0f) < 1.0e-4f : length == 0.0f, "normal %u of %u is (%g, %g)", (unsigned)k,
                  (unsigned)slide.count, (double)slide.normal_x[k], (double)slide.normal_y[k]);
    }
    place[0] += slide.dx, place[1] += slide.dy;
    return slide;
}

static bool touches(const hail_slide *slide, float nx, float ny) {
    for (uint32_t k = 0; k < slide->count; k++)
        if (fabsf(slide->normal_x[k] - nx) < 1.0e-3f && fabsf(slide->normal_y[k] - ny) < 1.0e-3f)
            return true;
    return false;
}

/* ---- Flush ground ------------------------------------------------------------------------------------------------ */

/* A thousand steps over it, with a little fall in each: a mover goes all its displacement and stands on floor. */
static void walk_over(const picture *p, const hail_convex *shape, uint32_t number, int turns, long top, float pace) {
    static const float cosine[] = {1, 0, -1, 0}, sine[] = {0, 1, 0, -1};
    const float cs = cosine[turns], sn = sine[turns], middle = (float)p->width / 2.0f;
    const float x = pace > 0.0f ? 20.0f - middle : middle - 20.0f,
                y = (float)top - HALF - 0.2f - (float)p->height / 2.0f;
    const bool turned = turns != 0;
    hail_slide_options options;
    hail_slide_options_defaults(&options);
    options.up_x = sn, options.up_y = -cs;
    float place[2] = {(turned ? cs * x - sn * y : x) + middle,
                      (turned ? sn * x + cs * y : y) + (float)p->height / 2.0f};
    /* Boxes, balls and capsules are turned with it, all but by 90 degrees. */
    hail_slide slide;
    const float dx = cs * pace - sn * 0.5f, dy = sn * pace + cs * 0.5f;
    for (int n = 0; n < 1000; n++) {
        slide = go(p, shape, &options, place, dx, dy);
        const float along = slide.dx * cs + slide.dy * sn;
        cr_assert(fabsf(along - pace) < 1.0e-4f, "shape %u, tiles of %u, turned %d, step %d at (%g, %g): %g px of %g",
                  (unsigned)number, (unsigned)p->tile_width, turns, n, (double)place[0], (double)place[1],
                  (double)along, (double)pace);
        cr_assert_eq(slide.flags, HAIL_ON_FLOOR | HAIL_STANDS, "shape %u, tiles of %u, turned %d, step %d: flags %x",
                     (unsigned)number, (unsigned)p->tile_width, turns, n, (unsigned)slide.flags);
        for (uint32_t k = 0; k < slide.count; k++)
            cr_assert(fabsf(slide.normal_x[k] - options.up_x) < 1.0e-4f &&
                          fabsf(slide.normal_y[k] - options.up_y) < 1.0e-4f,
                      "step %d: normal (%g, %g)", n, (double)slide.normal_x[k], (double)slide.normal_y[k]);
    }
    const float end_x = place[0] - middle, end_y = place[1] - (float)p->height / 2.0f;
    const float h = (float)top - HALF - (float)p->height / 2.0f - (turned ? cs * end_y - sn * end_x : end_y);
    cr_assert(h > 0.0f && h < 2.0f * options.skin, "shape %u ends %g px above the ground", (unsigned)number, (double)h);
}

Test(slide_walk, long_ground) {
    static const uint32_t tile[] = {16, 8, 32, 4};
    uint64_t state = 9;
    hail_convex shape[SHAPES];
    make_shapes(shape);
    for (int n = 0; n < GROUNDS * 4; n++) {
        picture p =
            picture_make(2048 / tile[n / GROUNDS], 64 / tile[n / GROUNDS], tile[n / GROUNDS], tile[n / GROUNDS]);
        const long top = picture_ground(&p, (ground)(n % GROUNDS), &state);
        picture_build(&p, &state);
        for (uint32_t k = 0; k < SHAPES; k++) {
            walk_over(&p, &shape[k], k, 0, top, 1.7f);
            walk_over(&p, &shape[k], k, 0, top, -1.9371f);
        }
        picture_free(&p);
    }
}

Test(slide_walk, turned_ground) {
    uint64_t state = 9;
    hail_convex shape[SHAPES];
    make_shapes(shape);
    for (int n = 0; n < GROUNDS * 4; n++) {
        picture p = picture_make(32, 32, 16, 16);
        const long top = picture_ground(&p, (ground)(n % GROUNDS), &state);
        for (int k = 0; k < n / GROUNDS; k++)
            picture_turn(&p);
        picture_build(&p, &state);
        for (uint32_t k = 0; k < 3; k++) /* the shapes that a right angle does not change */
            walk_over(&p, &shape[k], k, n / GROUNDS, top, k == 1 ? -0.41f : 0.43f);
        picture_free(&p);
    }
}

/* ---- A room ------------------------------------------------------------------------------------------------------ */

/* Open from (16, 16) to (176, 112). */
static picture room_make(uint64_t *state) {
    picture p = picture_make(12, 8, 16, 16);
    picture_box(&p, 0, 0, 192, 128, true);
    picture_box(&p, 16, 16, 160, 96, false);
    picture_build(&p, state);
    return p;
}

/* Against each side alone, and into each corner. */
Test(slide_walk, sides_and_corners) {
    uint64_t state = 2;
    hail_convex shape[SHAPES];
    make_shapes(shape);
    picture p = room_make(&state);
    for (uint32_t k = 0; k < 3; k++) {
        for (int n = 0; n < 8; n++) {
            static const float way_x[] = {1, 1, 0, -1, -1, -1, 0, 1}, way_y[] = {0, 1, 1, 1, 0, -1, -1, -1};
            float place[] = {way_x[n] == 0.0f  ? 90.0f
                             : way_x[n] > 0.0f ? 160.0f
                                               : 32.0f,
                             way_y[n] == 0.0f  ? 60.0f
                             : way_y[n] > 0.0f ? 96.0f
                                               : 32.0f};
            const hail_slide slide = go(&p, &shape[k], NULL, place, 30.0f * way_x[n], 30.0f * way_y[n]);
            const uint32_t must = (way_x[n] != 0.0f ? HAIL_ON_WALL : 0u) | (way_y[n] > 0.0f ? HAIL_ON_FLOOR : 0u) |
                                  (way_y[n] < 0.0f ? HAIL_ON_CEILING : 0u);
            cr_assert_eq(slide.flags & ~(uint32_t)HAIL_STANDS, must, "shape %u, way %d: flags %x, must be %x",
                         (unsigned)k, n, (unsigned)slide.flags, (unsigned)must);
            cr_assert(way_x[n] == 0.0f || touches(&slide, -way_x[n], 0.0f));
            cr_assert(way_y[n] == 0.0f || touches(&slide, 0.0f, -way_y[n]));
            const float x = way_x[n] == 0.0f ? 90.0f : way_x[n] > 0.0f ? 170.0f : 22.0f;
            const float y = way_y[n] == 0.0f ? 60.0f : way_y[n] > 0.0f ? 106.0f : 22.0f;
            cr_assert(fabsf(place[0] - (x - way_x[n] / 32.0f)) < 0.02f &&
                          fabsf(place[1] - (y - way_y[n] / 32.0f)) < 0.02f,
                      "shape %u, way %d: ends at (%g, %g)", (unsigned)k, n, (double)place[0], (double)place[1]);
            for (int again = 0; again < 20; again++) { /* it stays there */
                const float x0 = place[0], y0 = place[1];
                cr_assert_eq(go(&p, &shape[k], NULL, place, 9.0f * way_x[n], 9.0f * way_y[n]).flags &
                                 ~(uint32_t)HAIL_STANDS,
                             must);
                cr_assert(fabsf(place[0] - x0) < 0.01f && fabsf(place[1] - y0) < 0.01f, "it creeps");
            }
        }
    }
    picture_free(&p);
}

/* Slopes exactly as steep as floor and ceiling may be, and slightly steeper ones. */
Test(slide_walk, exactly_as_steep_as_floor) {
    static const float up_x[] = {0.0f, 0.6f, -0.8f, 1.0f}, up_y[] = {-1.0f, -0.8f, -0.6f, 0.0f};
    uint64_t state = 2;
    hail_convex shape[SHAPES];
    make_shapes(shape);
    picture p = room_make(&state);
    for (uint32_t k = 0; k < 3; k++) {
        for (int n = 0; n < 8; n++) {
            const bool falls = n < 4;
            const uint32_t at = falls || up_y[n % 4] == 0.0f ? HAIL_ON_FLOOR : HAIL_ON_CEILING;
            hail_slide_options options;
            hail_slide_options_defaults(&options);
            options.up_x = up_x[n % 4], options.up_y = up_y[n % 4], options.floor_cosine = -up_y[n % 4];
            float place[] = {90.0f, falls ? 102.0f : 26.0f}, again[] = {90.0f, falls ? 102.0f : 26.0f};
            const uint32_t flags =
                go(&p, &shape[k], &options, place, 0.0f, falls ? 9.0f : -9.0f).flags & ~(uint32_t)HAIL_STANDS;
            cr_assert_eq(flags, at, "shape %u, %d: flags %x", (unsigned)k, n, (unsigned)flags);
            options.floor_cosine = nextafterf(options.floor_cosine, 2.0f);
            if (options.floor_cosine <= 1.0f)
                cr_assert_eq(go(&p, &shape[k], &options, again, 0.0f, falls ? 9.0f : -9.0f).flags, HAIL_ON_WALL);
        }
    }
    picture_free(&p);
}

/* The component along the wall is kept. */
Test(slide_walk, along_a_wall) {
    uint64_t state = 2;
    hail_convex shape[SHAPES];
    make_shapes(shape);
    picture p = room_make(&state);
    for (uint32_t k = 0; k < SHAPES; k++) {
        float place[] = {176.0f - side_of[k] - 5.0f, 40.0f};
        for (int n = 0; n < 9; n++) {
            const float y = place[1];
            const hail_slide slide = go(&p, &shape[k], NULL, place, 20.0f, 4.75f);
            cr_assert(slide.flags == HAIL_ON_WALL && fabsf(place[1] - y - 4.75f) < 1.0e-4f,
                      "shape %u, step %d: flags %x, %g px down", (unsigned)k, n, (unsigned)slide.flags,
                      (double)(place[1] - y));
        }
    }
    picture_free(&p);
}

/* ---- Stairs ------------------------------------------------------------------------------------------------------ */

/* Ground with `count` stairs from x = 100 on, each `run` px wide and `rise` px high. */
static picture stairs_make(long run, long rise, long count, uint64_t *state) {
    picture p = picture_make(24, 12, 16, 16);
    picture_box(&p, 0, 160, p.width, 32, true);
    for (long n = 0; n < count; n++)
        picture_box(&p, 100 + n * run, 160 - (n + 1) * rise, p.width, rise, true);
    picture_build(&p, state);
    return p;
}

static uint32_t climb(const picture *p, const hail_convex *shape, float step_height, float pace, int steps,
                      float place[2]) {
    hail_slide_options options;
    hail_slide_options_defaults(&options);
    uint32_t flags = 0;
    options.step_height = step_height;
    place[0] = 70.0f, place[1] = 160.0f - HALF - 0.1f;
    for (int n = 0; n < steps; n++)
        flags |= go(p, shape, &options, place, pace, 0.25f).flags;
    return flags;
}

Test(slide_walk, stairs) {
    static const long run[] = {1, 2, 8, 16}, rise[] = {1, 1, 8, 5};
    uint64_t state = 2;
    hail_convex shape[SHAPES];
    make_shapes(shape);
    for (int n = 0; n < 4; n++) {
        const long count = 64 / run[n], high = count * rise[n];
        picture p = stairs_make(run[n], rise[n], count, &state);
        for (uint32_t k = 0; k < SHAPES; k++) {
            float place[2];
            uint32_t flags = climb(&p, &shape[k], (float)rise[n] + 0.5f, 0.9f, 300, place);
            cr_assert((flags & HAIL_STEPPED) != 0 || k != 0);
            cr_assert(place[0] > 172.0f && fabsf(place[1] - (160.0f - HALF - (float)high)) < 0.1f,
                      "shape %u climbs stairs of %ld x %ld px up to (%g, %g)", (unsigned)k, run[n], rise[n],
                      (double)place[0], (double)place[1]);
            if (k > 0)
                continue; /* round shapes may slide up low stairs by themselves */
            flags = climb(&p, &shape[k], (float)rise[n] - 0.5f, 0.9f, 300, place);
            cr_assert((flags & HAIL_ON_WALL) != 0 && (flags & HAIL_STEPPED) == 0);
            cr_assert(fabsf(place[0] - (100.0f - HALF)) < 0.1f && fabsf(place[1] - (160.0f - HALF)) < 0.1f,
                      "stopped at (%g, %g)", (double)place[0], (double)place[1]);
        }
        picture_free(&p);
    }
}

/* Two stairs in one call, up to a wall: both are listed, even if their normals are equal. */
Test(slide_walk, two_stairs_at_once) {
    uint64_t state = 2;
    hail_convex shape[SHAPES];
    make_shapes(shape);
    picture p = stairs_make(16, 4, 2, &state);
    picture_box(&p, 132, 60, 20, 100, true);
    picture_build(&p, &state);
    hail_slide_options options;
    hail_slide_options_defaults(&options);
    options.step_height = 5.0f;
    float place[] = {90.0f, 160.0f - HALF - 0.1f};
    const hail_slide slide = go(&p, &shape[0], &options, place, 50.0f, 0.0f);
    cr_assert_eq(slide.flags & ~(uint32_t)HAIL_STANDS, HAIL_STEPPED | HAIL_ON_FLOOR | HAIL_ON_WALL);
    cr_assert(fabsf(place[0] - (132.0f - HALF)) < 0.1f && fabsf(place[1] - (160.0f - HALF - 8.0f)) < 0.1f,
              "it ends at (%g, %g)", (double)place[0], (double)place[1]);
    cr_assert(slide.count == 3 && slide.normal_y[0] == -1.0f && slide.normal_y[1] == -1.0f);
    cr_assert(slide.cell[0] != slide.cell[1] && touches(&slide, -1.0f, 0.0f));
    picture_free(&p);
}

/* Where nothing stops it behind the second stair, a mover with one stair of free height climbs only the first one in a
 * call, and the second one in the next. */
Test(slide_walk, second_stair_with_nothing_ahead) {
    uint64_t state = 2;
    hail_convex shape[SHAPES];
    make_shapes(shape);
    picture p = stairs_make(8, 4, 2, &state);
    picture_box(&p, 116, 152, p.width, 8, true);
    picture_build(&p, &state);
    hail_slide_options options;
    hail_slide_options_defaults(&options);
    options.step_height = 4.0f;
    float place[] = {90.0f, 160.0f - HALF - 0.1f};
    const hail_slide first = go(&p, &shape[0], &options, place, 40.0f, 0.0f);
    cr_assert_eq(first.flags & ~(uint32_t)HAIL_STANDS, HAIL_STEPPED | HAIL_ON_FLOOR | HAIL_ON_WALL);
    cr_assert(fabsf(place[0] - (108.0f - HALF)) < 0.1f && fabsf(place[1] - (160.0f - HALF - 4.0f)) < 0.1f,
              "it stops at (%g, %g)", (double)place[0], (double)place[1]);
    const hail_slide second = go(&p, &shape[0], &options, place, 40.0f, 0.0f);
    cr_assert((second.flags & HAIL_STEPPED) != 0 && fabsf(second.dx - 40.0f) < 0.1f);
    cr_assert(fabsf(place[1] - (160.0f - HALF - 8.0f)) < 0.1f);
    picture_free(&p);
}

/* Down along a wall and past its end onto the corner of a block: it slides off to the side where the wall was. */
Test(slide_walk, past_the_end_of_a_wall) {
    uint64_t state = 2;
    hail_convex shape[SHAPES];
    make_shapes(shape);
    picture p = picture_make(12, 12, 16, 16);
    picture_box(&p, 100, 0, 92, 50, true);
    picture_box(&p, 0, 100, 91, 92, true);
    picture_build(&p, &state);
    float place[] = {90.0f, 30.0f};
    const hail_slide slide = go(&p, &shape[2], NULL, place, 20.0f, 90.0f);
    cr_assert(slide.count == 2 && touches(&slide, -1.0f, 0.0f), "%u contacts", (unsigned)slide.count);
    cr_assert(place[0] > 96.0f && place[1] > 98.0f, "it ends at (%g, %g)", (double)place[0], (double)place[1]);
    picture_free(&p);
}

/* Under a ceiling that is too low a mover does not climb. */
Test(slide_walk, no_room_to_climb) {
    uint64_t state = 2;
    hail_convex shape[SHAPES];
    make_shapes(shape);
    picture p = stairs_make(100, 8, 1, &state);
    picture_box(&p, 90, 100, 80, 160 - 2 * HALF - 4 - 100, true); /* 4 px above its head */
    picture_build(&p, &state);
    float place[2];
    climb(&p, &shape[0], 10.0f, 0.9f, 100, place);
    cr_assert(fabsf(place[0] - (100.0f - HALF)) < 0.1f && fabsf(place[1] - (160.0f - HALF)) < 0.1f,
              "it ends at (%g, %g)", (double)place[0], (double)place[1]);
    picture_free(&p);
}

/* ---- Pushed out -------------------------------------------------------------------------------------------------- */

/* A little in a wall, the ground or a ceiling: it is pushed straight out, no further than it must. */
Test(slide_walk, put_out) {
    static const float deep[] = {-0x1p-6f, 0.0f, 0.01f, 0.5f, 2.0f, 4.0f};
    uint64_t state = 2;
    hail_convex shape[SHAPES];
    make_shapes(shape);
    picture p = room_make(&state);
    const terrain t = {&p, 0, false};
    for (uint32_t k = 0; k < 3; k++) {
        for (int n = 0; n < 4 * 6; n++) {
            static const float way_x[] = {1, 0, -1, 0}, way_y[] = {0, 1, 0, -1};
            const float wx = way_x[n % 4], wy = way_y[n % 4], d = deep[n / 4];
            const float x = wx == 0.0f ? 90.3f : wx > 0.0f ? 170.0f : 22.0f;
            const float y = wy == 0.0f ? 60.7f : wy > 0.0f ? 106.0f : 22.0f;
            float place[] = {x + wx * d, y + wy * d};
            const hail_slide slide = go(&p, &shape[k], NULL, place, 0.0f, 0.0f);
            cr_assert((slide.flags & HAIL_STUCK) == 0, "shape %u, %g deep", (unsigned)k, (double)d);
            hail_tilemap_movers movers = {.map = p.map};
            movers.shapes =
                (hail_shapes){.convexes = &shape[k], .shape_count = 1, .x = &place[0], .y = &place[1], .count = 1};
            const solid s = solid_of(&shape[k], &movers.shapes, 0);
            const double gap = terrain_gap(&t, &s, 20.0), moved = hypot((double)slide.dx, (double)slide.dy);
            cr_assert(gap > 0x1p-7 && gap < 0x1p-4, "shape %u, %g deep, way %d: %g px apart afterwards", (unsigned)k,
                      (double)d, n % 4, gap);
            cr_assert(moved < fabs((double)d) + 0x1p-4, "%g px out of %g", moved, (double)d);
        }
    }
    picture_free(&p);
}

/* Half over a map's edge with a solid outside: it is pushed back into the map, no further than it must. */
Test(slide_walk, put_out_of_what_is_outside) {
    static const float way_x[] = {1, 0, -1, 0}, way_y[] = {0, 1, 0, -1};
    uint64_t state = 2;
    hail_convex shape[SHAPES];
    make_shapes(shape);
    picture p = picture_make(12, 12, 16, 16);
    p.outside_solid = true;
    picture_build(&p, &state);
    for (uint32_t k = 0; k < 3; k++)
        for (int n = 0; n < 8; n++) {
            const float deep = n < 4 ? 0.5f : 3.0f, wx = way_x[n % 4], wy = way_y[n % 4];
            float place[] = {96.0f + wx * (90.0f + deep), 96.0f + wy * (90.0f + deep)};
            const hail_slide slide = go(&p, &shape[k], NULL, place, 0.0f, 0.0f);
            cr_assert_eq(slide.flags & HAIL_STUCK, 0);
            cr_assert(touches(&slide, -wx, -wy) && slide.count == 1 && slide.cell[0] == UINT32_MAX);
            cr_assert(fabsf(slide.dx + wx * (deep + 0x1p-5f)) < 0.01f &&
                          fabsf(slide.dy + wy * (deep + 0x1p-5f)) < 0.01f,
                      "shape %u, side %d: put out by (%g, %g)", (unsigned)k, n, (double)slide.dx, (double)slide.dy);
        }
    picture_free(&p);
}

/* Wherever movers start: no NaN, no push beyond their own size, and all that are not stuck are out. */
Test(slide_walk, anywhere) {
    enum { MOVERS = 300 };
    static hail_slide slides[MOVERS];
    for (uint64_t seed = 0; seed < random_worlds(12); seed++) {
        uint64_t state = seed;
        size_t stuck = 0;
        picture p = picture_scene(seed, (drawing)(seed % DRAWINGS), 0.0f, &state);
        const terrain t = {&p, 0, false};
        crowd c = crowd_scatter(&p, MOVERS, 8, 9.0f, &state);
        hail_slide_options options;
        hail_slide_options_defaults(&options);
        options.step_height = seed % 2 == 0 ? 0.0f : 4.0f;
        cr_assert_eq(hail_tilemap_slide(&c.movers, &options, slides), HAIL_OK);
        for (size_t i = 0; i < MOVERS; i++) {
            const hail_slide *slide = &slides[i];
            const double dx = (double)slide->dx, dy = (double)slide->dy, far = hypot(dx, dy);
            const solid start = crowd_solid(&c, i), end = solid_moved(start, dx, dy);
            const double wanted = hypot((double)c.column[5][i], (double)c.column[6][i]);
            const double limit = wanted + 2.0 * start.reach + 0.1 + (double)options.step_height;
            cr_assert(isfinite(dx + dy) && far <= limit, "seed %llu, mover %zu: %g px, wanted %g",
                      (unsigned long long)seed, i, far, wanted);
            cr_assert(slide->flags < 128 && slide->count <= HAIL_SLIDE_CONTACTS);
            stuck += (slide->flags & HAIL_STUCK) != 0;
            const double gap = terrain_gap(&t, &end, 1.0);
            cr_assert((slide->flags & HAIL_STUCK) != 0 || gap > -0x1p-6,
                      "seed %llu, mover %zu from (%a, %a): %g px inside, flags %x", (unsigned long long)seed, i,
                      (double)c.column[0][i], (double)c.column[1][i], -gap, (unsigned)slide->flags);
        }
        cr_assert_lt(stuck, (size_t)MOVERS, "all are stuck");
        crowd_free(&c);
        picture_free(&p);
    }
}
