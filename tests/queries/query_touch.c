/* Casts that touch a part of a compound where they start, as something that stands on a floor does: if they do not move
 * into it, they find the other parts. And boxes that just touch a compound's circle, far from the origin, and circles
 * that just touch a part far from its body's. Turned and moved at random, on every variant.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that place alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>

#include <hail/hail.h>

#include "shared/contexts.h"
#include "shared/random_world.h"

enum { PLACES = 200, BODIES = 0, CIRCLES = 1, BOXES = 64 };

/* The x and y of a place that is turned and moved. */
typedef struct spot {
    uint64_t seed;
    const char *isa;
    float x, y, cos, sin;
} spot;

static float turned_x(const spot *s, float x, float y) { return s->cos * x - s->sin * y; }
static float turned_y(const spot *s, float x, float y) { return s->sin * x + s->cos * y; }

static hail_convex box(float left, float top, float right, float bottom) {
    const float x[4] = {left, right, right, left}, y[4] = {top, top, bottom, bottom};
    hail_convex shape;
    cr_assert_eq(hail_convex_polygon(x, y, 4, 0.0f, &shape), HAIL_OK);
    return shape;
}

/* A world with one body, which is a shape's at the spot. */
static hail_world *world_with(const spot *s, hail_shapeset *set, hail_shape shape) {
    hail_world_options options;
    const hail_layer_options layer = {.columns = HAIL_ROTATION};
    hail_world *world;
    hail_handle handle;
    hail_columns c;
    hail_world_options_defaults(&options);
    options.shapes = set, options.context = variant_context(s->isa);
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, BODIES, &layer), HAIL_OK);
    const hail_spawn_columns from = {.x = &s->x, .y = &s->y};
    cr_assert_eq(hail_spawn(world, BODIES, &shape, &from, 1, &handle), HAIL_OK);
    cr_assert_eq(hail_layer_columns(world, BODIES, &c), HAIL_OK);
    c.cos[0] = s->cos, c.sin[0] = s->sin;
    cr_assert_eq(hail_query_prepare(world, 0), HAIL_OK);
    return world;
}

/* Casts a shape at the spot by (dx, dy) of its axes, from (x, y). */
static hail_query_hit cast(const spot *s, const hail_world *world, hail_shape shape, float x, float y, float dx,
                           float dy) {
    const float at_x = s->x + turned_x(s, x, y), at_y = s->y + turned_y(s, x, y), way_x = turned_x(s, dx, dy),
                way_y = turned_y(s, dx, dy);
    const hail_shapes list = {.shapes = &shape,
                              .shape_count = 1,
                              .x = &at_x,
                              .y = &at_y,
                              .dx = &way_x,
                              .dy = &way_y,
                              .cos = &s->cos,
                              .sin = &s->sin,
                              .count = 1};
    hail_query_hit hit;
    uint32_t count;
    cr_assert_eq(hail_query_casts(world, &list, NULL, 1, &hit, &count), HAIL_OK);
    cr_assert_eq(count, hit.kind != 0);
    return hit;
}

static hail_query_hit ray(const spot *s, const hail_world *world, float x, float y, float dx, float dy) {
    const float at_x = s->x + turned_x(s, x, y), at_y = s->y + turned_y(s, x, y), way_x = turned_x(s, dx, dy),
                way_y = turned_y(s, dx, dy);
    const hail_rays list = {.x = &at_x, .y = &at_y, .dx = &way_x, .dy = &way_y, .count = 1};
    hail_query_hit hit;
    cr_assert_eq(hail_query_rays(world, &list, NULL, 1, &hit, NULL), HAIL_OK);
    return hit;
}

static void expect(const spot *s, const char *what, const hail_query_hit *hit, uint32_t part, float t) {
    cr_assert(hit->kind == HAIL_CONTACT_BODY && hit->part == part && fabsf(hit->t - t) < 1.0e-4f &&
                  (t > 0.0f) == !hit->inside,
              "HAIL_TEST_SEED=%llu isa %s: %s: kind %u part %u t %g inside %u, must be part %u at %g",
              (unsigned long long)s->seed, s->isa, what, hit->kind, hit->part, (double)hit->t, hit->inside, part,
              (double)t);
}

/* A floor from -100 to 100 whose upper side is y = 0, and on it a wall whose left side is x = 50. */
static void floor_and_wall(const spot *s, hail_shapeset *set, hail_shape crate, hail_shape ball) {
    const hail_convex parts[2] = {box(-100, 0, 100, 20), box(50, -60, 70, 0)};
    hail_shape corner;
    cr_assert_eq(hail_shape_compound(set, parts, 2, &corner), HAIL_OK);
    hail_world *world = world_with(s, set, corner);
    hail_query_hit hit = cast(s, world, crate, 0, -5, 80, 0);
    expect(s, "a crate along the floor", &hit, 1, 45.0f / 80.0f);
    hit = cast(s, world, crate, 0, -5, 80, -8);
    expect(s, "a crate off the floor", &hit, 1, 45.0f / 80.0f);
    hit = cast(s, world, ball, 0, -5, 80, 0);
    expect(s, "a ball along the floor", &hit, 1, 45.0f / 80.0f);
    hit = cast(s, world, crate, 0, -5, 80, 8);
    if (hit.inside)
        expect(s, "a crate into the floor", &hit, 0, 0);
    hit = cast(s, world, crate, 0, -3, 80, 0);
    expect(s, "a crate in the floor", &hit, 0, 0);
    cr_assert_float_eq(hit.distance, -2.0f, 1.0e-2f);
    hit = ray(s, world, 0, 0, 80, 0);
    expect(s, "a ray along the floor", &hit, 1, 50.0f / 80.0f);
    hit = ray(s, world, 0, 0, 80, -8);
    expect(s, "a ray from the floor", &hit, 1, 50.0f / 80.0f);
    hit = ray(s, world, 0, 8, 80, -40);
    expect(s, "a ray out of the floor", &hit, 0, 0);
    cr_assert_float_eq(hit.distance, -8.0f, 1.0e-2f);
    cr_assert(hit.x == s->x + turned_x(s, 0, 8) && hit.y == s->y + turned_y(s, 0, 8));
    hail_world_destroy(world);
}

/* The same two shapes move towards a crate that one of them touches. */
static void moving_compound(const spot *s, hail_shapeset *set) {
    const hail_convex parts[2] = {box(-100, 5, 100, 20), box(50, -60, 70, 0)};
    hail_shape corner, crate;
    const hail_convex one = box(-5, -5, 5, 5);
    cr_assert_eq(hail_shape_compound(set, parts, 2, &corner), HAIL_OK);
    cr_assert_eq(hail_shape_add(set, &one, &crate), HAIL_OK);
    hail_world *world = world_with(s, set, crate);
    const hail_query_hit hit = cast(s, world, corner, 0, 0, -80, 0);
    expect(s, "a compound along a crate", &hit, 0, 45.0f / 80.0f);
    hail_world_destroy(world);
}

static void every_way(uint64_t seed) {
    uint64_t state = seed * 7 + 1;
    const float angle = seed % 4 == 0 ? 0.0f : random_range(&state, -3.2f, 3.2f),
                far = seed % 3 == 0 ? 2000.0f : 100.0f;
    spot s = {.seed = seed, .cos = cosf(angle), .sin = sinf(angle)};
    s.x = random_range(&state, -far, far), s.y = random_range(&state, -far, far);
    for (size_t v = 0; v < hail_variant_count(); v++) {
        hail_shapeset *set;
        hail_shape crate, ball;
        s.isa = hail_variant_name(v);
        cr_assert_eq(hail_shapeset_create(NULL, &set), HAIL_OK);
        cr_assert_eq(hail_shape_box(set, 5, 5, 0, &crate), HAIL_OK);
        cr_assert_eq(hail_shape_circle(set, 5, &ball), HAIL_OK);
        floor_and_wall(&s, set, crate, ball);
        moving_compound(&s, set);
        hail_shapeset_destroy(set);
    }
}

Test(query_touch, parts) { random_seeds(PLACES, every_way); }

/* ---- Boxes ------------------------------------------------------------------------------------------------------- */

/* A box that touches the circle around the spot within a few ulps, or misses it. */
static void near_box(const spot *s, uint64_t *state, float radius, float box[4]) {
    const float angle = random_range(state, -3.2f, 3.2f),
                off = radius * (1.0f + random_range(state, -1.0e-3f, 1.0e-3f));
    const float size = random_pick(state, 2) == 0 ? 8.0f : 1000.0f, x = s->x + off * cosf(angle),
                y = s->y + off * sinf(angle);
    const float wide = random_range(state, 0.5f, size), high = random_range(state, 0.5f, size);
    box[0] = cosf(angle) > 0.0f ? x : x - wide, box[2] = box[0] + wide;
    box[1] = sinf(angle) > 0.0f ? y : y - high, box[3] = box[1] + high;
}

/* A circle and a compound of the same circle and a smaller one in it: a query finds both, or none. */
static void same_circle(uint64_t seed) {
    uint64_t state = seed * 11 + 5;
    const float far = 1000.0f * powf(2.0f, random_range(&state, 0.0f, 10.0f)),
                radius = random_range(&state, 2.0f, 60.0f);
    spot s = {.seed = seed, .cos = 0.6f, .sin = 0.8f};
    float b[4][BOXES];
    s.x = random_range(&state, -far, far), s.y = random_range(&state, -far, far);
    for (int i = 0; i < BOXES; i++) {
        float box[4];
        near_box(&s, &state, radius, box);
        for (int k = 0; k < 4; k++)
            b[k][i] = box[k];
    }
    for (size_t v = 0; v < hail_variant_count(); v++) {
        hail_shapeset *set;
        hail_shape circle, both;
        hail_convex parts[2];
        hail_query_match match[BOXES * 2];
        uint32_t count[BOXES];
        s.isa = hail_variant_name(v);
        cr_assert_eq(hail_convex_circle(radius, &parts[0]), HAIL_OK);
        cr_assert_eq(hail_convex_circle(radius * 0.5f, &parts[1]), HAIL_OK);
        cr_assert_eq(hail_shapeset_create(NULL, &set), HAIL_OK);
        cr_assert_eq(hail_shape_compound(set, parts, 2, &both), HAIL_OK);
        cr_assert_eq(hail_shape_add(set, &parts[0], &circle), HAIL_OK);
        hail_world *world = world_with(&s, set, both);
        hail_handle handle;
        const hail_spawn_columns from = {.x = &s.x, .y = &s.y};
        const hail_boxes boxes = {.min_x = b[0], .min_y = b[1], .max_x = b[2], .max_y = b[3], .count = BOXES};
        cr_assert_eq(hail_spawn(world, CIRCLES, &circle, &from, 1, &handle), HAIL_OK);
        cr_assert_eq(hail_query_prepare(world, 0), HAIL_OK);
        cr_assert_eq(hail_query_boxes(world, &boxes, NULL, 2, match, count), HAIL_OK);
        for (int i = 0; i < BOXES; i++)
            cr_assert_neq(count[i], 1, "HAIL_TEST_SEED=%llu isa %s: box %d finds layer %u alone",
                          (unsigned long long)seed, s.isa, i, match[2 * i].layer);
        hail_world_destroy(world);
        hail_shapeset_destroy(set);
    }
}

Test(query_touch, boxes) { random_seeds(PLACES, same_circle); }

/* ---- Parts far from their body's origin -------------------------------------------------------------------------- */

enum { BALLS = 64 };

/* A part and a compound of it and of a part on the other side: a query finds both, or none. cos and sin are unit to
 * 1e-4. */
static void same_part(uint64_t seed) {
    uint64_t state = seed * 13 + 1;
    const float angle = random_range(&state, -3.2f, 3.2f), unit = 1.0f + random_range(&state, -9.0e-5f, 9.0e-5f),
                far = 10.0f * powf(2.0f, random_range(&state, 0.0f, 10.0f)), radius = random_range(&state, 1.0f, 4.0f);
    const spot s0 = {.seed = seed, .cos = cosf(angle) * unit, .sin = sinf(angle) * unit};
    float x[BALLS], y[BALLS];
    for (int i = 0; i < BALLS; i++) {
        const float turn = random_range(&state, -3.2f, 3.2f),
                    off = 2.0f * radius + far * random_range(&state, -4e-4f, 4e-4f);
        x[i] = turned_x(&s0, far, 0.0f) + off * cosf(turn), y[i] = turned_y(&s0, far, 0.0f) + off * sinf(turn);
    }
    for (size_t v = 0; v < hail_variant_count(); v++) {
        spot s = s0;
        hail_shapeset *set;
        hail_shape part, both, ball;
        hail_convex parts[2];
        hail_query_match match[BALLS * 2];
        hail_columns c;
        hail_handle handle;
        uint32_t count[BALLS];
        s.isa = hail_variant_name(v);
        cr_assert_eq(hail_convex_capsule(far, 0, far, 0, radius, &parts[0]), HAIL_OK);
        cr_assert_eq(hail_convex_capsule(-far, 0, -far, 0, radius, &parts[1]), HAIL_OK);
        cr_assert_eq(hail_shapeset_create(NULL, &set), HAIL_OK);
        cr_assert_eq(hail_shape_compound(set, parts, 2, &both), HAIL_OK);
        cr_assert_eq(hail_shape_add(set, &parts[0], &part), HAIL_OK);
        cr_assert_eq(hail_shape_circle(set, radius, &ball), HAIL_OK);
        hail_world *world = world_with(&s, set, both);
        const hail_spawn_columns from = {.x = &s.x, .y = &s.y};
        const hail_shapes balls = {.shapes = &ball, .shape_count = 1, .x = x, .y = y, .count = BALLS};
        cr_assert_eq(hail_layer_configure(world, CIRCLES, &(hail_layer_options){.columns = HAIL_ROTATION}), HAIL_OK);
        cr_assert_eq(hail_spawn(world, CIRCLES, &part, &from, 1, &handle), HAIL_OK);
        cr_assert_eq(hail_layer_columns(world, CIRCLES, &c), HAIL_OK);
        c.cos[0] = s.cos, c.sin[0] = s.sin;
        cr_assert_eq(hail_query_prepare(world, 0), HAIL_OK);
        cr_assert_eq(hail_query_shapes(world, &balls, NULL, 2, match, count), HAIL_OK);
        for (int i = 0; i < BALLS; i++)
            cr_assert_neq(count[i], 1, "HAIL_TEST_SEED=%llu isa %s: circle %d finds layer %u alone",
                          (unsigned long long)seed, s.isa, i, match[2 * i].layer);
        hail_world_destroy(world);
        hail_shapeset_destroy(set);
    }
}

Test(query_touch, far_parts) { random_seeds(PLACES, same_part); }
