/* Templates of every kind, rounded or not: what was given comes back, from the world's shapes and from prepared ones;
 * what is refused, and why. */
#include <criterion/criterion.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include <hail/hail.h>

static hail_world *world;

static void open_world(void) { cr_assert_eq(hail_world_create(NULL, &world), HAIL_OK); }

static void close_world(void) { hail_world_destroy(world); }

TestSuite(world_convex, .init = open_world, .fini = close_world);

typedef enum kind { CIRCLE, CAPSULE, BOX, POLYGON } kind;

/* A shape by its numbers: a radius; two ends and a radius; two halves and a rounding; a rounding (of a triangle). */
typedef struct given {
    kind kind;
    float n[5];
} given;

static const float triangle_x[] = {0, 20, 0}, triangle_y[] = {0, 0, 10};

static hail_status prepare(const given *g, hail_convex *convex) {
    switch (g->kind) {
    case CIRCLE:
        return hail_convex_circle(g->n[0], convex);
    case CAPSULE:
        return hail_convex_capsule(g->n[0], g->n[1], g->n[2], g->n[3], g->n[4], convex);
    case BOX:
        return hail_convex_box(g->n[0], g->n[1], g->n[2], convex);
    default:
        return hail_convex_polygon(triangle_x, triangle_y, 3, g->n[0], convex);
    }
}

static hail_status add(const given *g, hail_shape *shape) {
    switch (g->kind) {
    case CIRCLE:
        return hail_shape_circle(hail_world_shapes(world), g->n[0], shape);
    case CAPSULE:
        return hail_shape_capsule(hail_world_shapes(world), g->n[0], g->n[1], g->n[2], g->n[3], g->n[4], shape);
    case BOX:
        return hail_shape_box(hail_world_shapes(world), g->n[0], g->n[1], g->n[2], shape);
    default:
        return hail_shape_polygon(hail_world_shapes(world), triangle_x, triangle_y, 3, g->n[0], shape);
    }
}

/* In the world and alone: the same answer, and nothing written by a refusal. */
static void refused(const given *g, hail_status want) {
    hail_convex convex, untouched;
    hail_shape shape = {77, 0}, before, after;
    memset(&convex, 0x5a, sizeof convex);
    untouched = convex;
    cr_assert_eq(prepare(g, &convex), want, "kind %d: %s, should be %s", (int)g->kind,
                 hail_status_text(prepare(g, &convex)), hail_status_text(want));
    cr_assert_eq(memcmp(&convex, &untouched, sizeof convex), 0);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 1.0f, &before), HAIL_OK);
    cr_assert_eq(add(g, &shape), want);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 1.0f, &after), HAIL_OK);
    cr_assert(after.id == before.id + 1 && shape.id == 77, "a refused template leaves something behind");
}

/* What was given comes back, from the world's shape and from a prepared one that is added. */
static hail_convex_info described(const given *g) {
    hail_convex convex;
    hail_shape shape[2];
    hail_convex_info info[3];
    memset(info, 0, sizeof info);
    cr_assert_eq(prepare(g, &convex), HAIL_OK);
    cr_assert_eq(hail_convex_describe(&convex, &info[0]), HAIL_OK);
    cr_assert_eq(add(g, &shape[0]), HAIL_OK);
    cr_assert_eq(hail_shape_add(hail_world_shapes(world), &convex, &shape[1]), HAIL_OK);
    memset(&convex, 0, sizeof convex); /* the world keeps a copy */
    cr_assert(shape[0].id != 0 && shape[1].id != 0 && shape[0].id != shape[1].id);
    for (int i = 0; i < 2; i++)
        cr_assert_eq(hail_shape_describe(hail_world_shapes(world), &shape[i], &info[1 + i]), HAIL_OK);
    for (int i = 1; i < 3; i++) {
        cr_assert(info[i].vertices == info[0].vertices && info[i].rounding == info[0].rounding &&
                  info[i].radius == info[0].radius);
        cr_assert_eq(memcmp(info[i].x, info[0].x, info[0].vertices * sizeof(float)), 0);
        cr_assert_eq(memcmp(info[i].y, info[0].y, info[0].vertices * sizeof(float)), 0);
    }
    return info[0];
}

static void holds(const hail_convex_info *info, float reach) {
    cr_assert(info->radius >= reach && info->radius <= reach * 1.001f, "radius %g for %g", (double)info->radius,
              (double)reach);
}

Test(world_convex, circles_and_capsules_come_back) {
    const float radius[] = {0.0f, 3.0f, HAIL_MAX_REACH};
    for (int i = 0; i < 3; i++) {
        hail_convex_info info = described(&(given){CIRCLE, {radius[i]}});
        cr_assert(info.vertices == 0 && info.rounding == radius[i] && info.radius == radius[i]);
    }
    hail_convex_info info = described(&(given){CAPSULE, {3, -4, 1, 2, 0.5f}});
    cr_assert(info.vertices == 2 && info.rounding == 0.5f);
    cr_assert(info.x[0] == 3.0f && info.y[0] == -4.0f && info.x[1] == 1.0f && info.y[1] == 2.0f);
    holds(&info, 5.5f);
    info = described(&(given){CAPSULE, {3, 4, 3, 4, 0}}); /* of no length, nor thickness */
    cr_assert(info.vertices == 2 && info.rounding == 0.0f && info.x[0] == 3.0f && info.x[1] == 3.0f);
    holds(&info, 5.0f);
    info = described(&(given){CAPSULE, {0.9e-18f, -0.0f, -0.9e-18f, 1, 0.9e-18f}});
    cr_assert(info.x[0] == 0.0f && !signbit(info.y[0]) && info.x[1] == 0.0f && !signbit(info.x[1]), "tiny is 0");
    cr_assert_eq(info.rounding, 0.0f);
}

Test(world_convex, boxes_and_polygons_come_back) {
    const float x[] = {-3, 3, 3, -3}, y[] = {-4, -4, 4, 4};
    for (int rounding = 0; rounding < 3; rounding++) {
        hail_convex_info info = described(&(given){BOX, {3, 4, (float)rounding}});
        cr_assert(info.vertices == 4 && info.rounding == (float)rounding);
        cr_assert(memcmp(info.x, x, sizeof x) == 0 && memcmp(info.y, y, sizeof y) == 0);
        holds(&info, 5.0f + (float)rounding);
        info = described(&(given){POLYGON, {(float)rounding}});
        cr_assert(info.vertices == 3 && info.rounding == (float)rounding);
        holds(&info, 20.0f + (float)rounding);
    }
}

Test(world_convex, bad_numbers) {
    static const int numbers[] = {1, 5, 3, 1};
    for (int k = CIRCLE; k <= POLYGON; k++) {
        for (int i = 0; i < numbers[k]; i++) {
            given g = {(kind)k, {1, 2, 3, 4, 5}};
            described(&g);
            g.n[i] = NAN;
            refused(&g, HAIL_NOT_FINITE);
            g.n[i] = -INFINITY;
            refused(&g, HAIL_NOT_FINITE);
            g.n[i] = 1.01f * HAIL_MAX_REACH;
            refused(&g, HAIL_TOO_LARGE);
            g.n[i] = FLT_MAX;
            refused(&g, HAIL_TOO_LARGE);
        }
        given g = {(kind)k, {1, 2, 3, 4, 5}};
        g.n[numbers[k] - 1] = -1.0f; /* radius or rounding */
        refused(&g, HAIL_OUT_OF_RANGE);
    }
    refused(&(given){CAPSULE, {0.8e6f, 0.8e6f, 0, 0, 0}}, HAIL_TOO_LARGE);
    refused(&(given){CAPSULE, {0.6e6f, 0, 0, 0, 0.5e6f}}, HAIL_TOO_LARGE); /* rounding included */
    refused(&(given){BOX, {0.6e6f, 0.6e6f, 0.2e6f}}, HAIL_TOO_LARGE);
}

Test(world_convex, degenerate_boxes) {
    refused(&(given){BOX, {0, 1, 0}}, HAIL_OUT_OF_RANGE);
    refused(&(given){BOX, {1, 0, 2}}, HAIL_OUT_OF_RANGE);
    refused(&(given){BOX, {-1, 1, 0}}, HAIL_OUT_OF_RANGE);
    refused(&(given){BOX, {1, 1e-19f, 2}}, HAIL_DEGENERATE);
    refused(&(given){BOX, {1e-4f, 1, 0}}, HAIL_DEGENERATE);     /* an edge shorter than 1e-3 */
    refused(&(given){BOX, {100, 1.0e-3f, 0}}, HAIL_DEGENERATE); /* than 1e-4 of the reach */
}

Test(world_convex, null_pointers) {
    const float x[] = {0, 1, 0}, y[] = {0, 0, 1};
    hail_shape shape;
    hail_convex convex;
    hail_convex_info info;
    cr_assert_eq(hail_convex_circle(1, &convex), HAIL_OK);
    cr_assert_eq(hail_shape_add(hail_world_shapes(NULL), &convex, &shape), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_add(hail_world_shapes(world), NULL, &shape), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_add(hail_world_shapes(world), &convex, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_capsule(hail_world_shapes(NULL), 0, 0, 1, 1, 1, &shape), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_capsule(hail_world_shapes(world), 0, 0, 1, 1, 1, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_box(hail_world_shapes(NULL), 1, 1, 1, &shape), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_box(hail_world_shapes(world), 1, 1, 1, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_convex_circle(1, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_convex_capsule(0, 0, 1, 1, 1, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_convex_box(1, 1, 1, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_convex_polygon(NULL, y, 3, 0, &convex), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_convex_polygon(x, NULL, 3, 0, &convex), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_convex_polygon(x, y, 3, 0, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_convex_describe(&convex, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_convex_describe(NULL, &info), HAIL_BAD_ARGUMENT);
}
