/* Templates: what is accepted, what is refused and why, and that a refusal leaves nothing behind. */
#include <criterion/criterion.h>

#include <math.h>

#include <hail/hail.h>

static hail_world *world;

static void open_world(void) { cr_assert_eq(hail_world_create(NULL, &world), HAIL_OK); }

static void close_world(void) { hail_world_destroy(world); }

TestSuite(world_shapes, .init = open_world, .fini = close_world);

static hail_status polygon(const float *x, const float *y, size_t count) {
    hail_shape shape, after, before;
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 1.0f, &before), HAIL_OK);
    hail_status status = hail_shape_polygon(hail_world_shapes(world), x, y, count, 0.0f, &shape);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 1.0f, &after), HAIL_OK);
    uint32_t made = after.id - before.id - 1; /* ids follow one another: a refused one takes none */
    cr_assert_eq(made, status == HAIL_OK ? 1u : 0u, "%u templates made by: %s", (unsigned)made,
                 hail_status_text(status));
    return status;
}

#define REFUSED(why, ...)                                                                                              \
    do {                                                                                                               \
        static const float xy[][2] = {__VA_ARGS__};                                                                    \
        hail_status is = both_ways(xy, sizeof xy / sizeof *xy);                                                        \
        cr_assert_eq(is, why, "answers \"%s\", should \"%s\"", hail_status_text(is), hail_status_text(why));           \
    } while (0)

/* The winding must make no difference, nor the vertex that comes first. */
static hail_status both_ways(const float (*xy)[2], size_t n) {
    hail_status first = HAIL_OK;
    for (size_t turn = 0; turn < 2 * n; turn++) {
        float x[16], y[16];
        for (size_t i = 0; i < n; i++) {
            size_t from = (i + turn / 2) % n, to = turn % 2 == 0 ? i : n - 1 - i;
            x[to] = xy[from][0], y[to] = xy[from][1];
        }
        hail_status status = polygon(x, y, n);
        first = turn == 0 ? status : first;
        cr_assert_eq(status, first, "turned by %zu, it answers \"%s\" instead of \"%s\"", turn,
                     hail_status_text(status), hail_status_text(first));
    }
    return first;
}

Test(world_shapes, circles) {
    static const float radius[] = {0.0f, 1.0e-3f, 4.0f, HAIL_MAX_REACH};
    for (int i = 0; i < 4; i++) {
        hail_shape shape = {0};
        hail_convex_info info;
        cr_assert_eq(hail_shape_circle(hail_world_shapes(world), radius[i], &shape), HAIL_OK);
        cr_assert_neq(shape.id, 0);
        cr_assert_eq(hail_shape_describe(hail_world_shapes(world), &shape, &info), HAIL_OK);
        cr_assert_eq(info.vertices, 0);
        cr_assert_eq(info.radius, radius[i]);
    }
}

Test(world_shapes, bad_circles) {
    hail_shape shape;
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), NAN, &shape), HAIL_NOT_FINITE);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), INFINITY, &shape), HAIL_NOT_FINITE);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), -1.0f, &shape), HAIL_OUT_OF_RANGE);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 1.01f * HAIL_MAX_REACH, &shape), HAIL_TOO_LARGE);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(NULL), 1.0f, &shape), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 1.0f, NULL), HAIL_BAD_ARGUMENT);
}

/* Regular ones of 3 to 8 corners, either winding, the origin within or far outside. */
Test(world_shapes, polygons) {
    for (size_t n = 3; n <= HAIL_MAX_VERTICES; n++) {
        for (int way = 0; way < 4; way++) {
            float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES], furthest = 0.0f;
            hail_shape shape;
            hail_convex_info info;
            for (size_t i = 0; i < n; i++) {
                float turn = 6.2831853f * (float)i / (float)n;
                x[i] = 10.0f * cosf(turn) + (way >= 2 ? 1000.0f : 0.0f);
                y[i] = 10.0f * sinf(turn) * (way % 2 == 0 ? 1.0f : -1.0f);
                furthest = fmaxf(furthest, hypotf(x[i], y[i]));
            }
            cr_assert_eq(hail_shape_polygon(hail_world_shapes(world), x, y, n, 0.0f, &shape), HAIL_OK);
            cr_assert_eq(hail_shape_describe(hail_world_shapes(world), &shape, &info), HAIL_OK);
            cr_assert_eq(info.vertices, n);
            for (size_t i = 0; i < n; i++) /* by value: -0 becomes 0 */
                cr_assert(info.x[i] == x[i] && info.y[i] == y[i], "not as they were given");
            cr_assert(info.radius >= furthest * 0.999999f && info.radius <= furthest * 1.001f, "radius %g for %g",
                      (double)info.radius, (double)furthest);
        }
    }
}

Test(world_shapes, slender_but_good) {
    REFUSED(HAIL_OK, {0, 0}, {100, 0}, {100, 0.02f});                /* a needle */
    REFUSED(HAIL_OK, {0, 0}, {10, 0}, {20, 0.1f}, {10, 10});         /* an obtuse corner, a hundredth of a radian */
    REFUSED(HAIL_OK, {-7e5f, -7e5f}, {7e5f, -7e5f}, {7e5f, 7e5f});   /* a giant */
    REFUSED(HAIL_OK, {5e5f, 0}, {5e5f + 100, 0}, {5e5f + 100, 100}); /* far from its origin */
    REFUSED(HAIL_OK, {0, 0}, {2e-3f, 0}, {0, 2e-3f});                /* a mote */
}

Test(world_shapes, concave) {
    REFUSED(HAIL_CONCAVE, {0, 0}, {10, 0}, {10, 10}, {5, 2}); /* a dent */
    REFUSED(HAIL_CONCAVE, {0, 0}, {10, 0}, {3, 3}, {0, 10});  /* an arrowhead */
    REFUSED(HAIL_CONCAVE, {0, 0}, {10, 0}, {5, 0.1f}, {10, 10}, {0, 10});
    REFUSED(HAIL_CONCAVE, {0, 0}, {10, 10}, {10, 0}, {0, 11}); /* crossing edges */
    REFUSED(HAIL_CONCAVE, {0, -10}, {5.88f, 8.09f}, {-9.51f, -3.09f}, {9.51f, -3.09f}, {-5.88f, 8.09f}); /* a star */
    REFUSED(HAIL_CONCAVE, {10, 0}, {-5, 8}, {-5, -8}, {9, 1}, {-6, 7}, {-4, -9}); /* twice round */
}

Test(world_shapes, degenerate) {
    REFUSED(HAIL_DEGENERATE, {0, 0}, {10, 0}, {20, 0});                    /* a line */
    REFUSED(HAIL_DEGENERATE, {0, 0}, {10, 0}, {20, 0}, {10, 10});          /* a flat corner */
    REFUSED(HAIL_DEGENERATE, {0, 0}, {10, 1e-5f}, {20, 0}, {10, -10});     /* flatter than 1e-4 */
    REFUSED(HAIL_DEGENERATE, {0, 0}, {10, 0}, {10, 0}, {0, 10});           /* a vertex twice */
    REFUSED(HAIL_DEGENERATE, {0, 0}, {10, 0}, {10, 5e-4f}, {0, 10});       /* an edge shorter than 1e-3 */
    REFUSED(HAIL_DEGENERATE, {0, 0}, {1000, 0}, {1000, 0.05f}, {0, 1000}); /* than 1e-4 of the reach */
    REFUSED(HAIL_DEGENERATE, {3, 3}, {3, 3}, {3, 3});                      /* a point */
}

Test(world_shapes, numbers) {
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    for (int column = 0; column < 2; column++) {
        for (int i = 0; i < 12; i++) {
            float x[] = {0, 10, 10, 0}, y[] = {0, 0, 10, 10};
            (column == 0 ? x : y)[i % 4] = bad[i / 4];
            cr_assert_eq(polygon(x, y, 4), HAIL_NOT_FINITE);
        }
    }
    REFUSED(HAIL_TOO_LARGE, {0, 0}, {1.1e6f, 0}, {0, 10});
    REFUSED(HAIL_TOO_LARGE, {0, 0}, {0.8e6f, 0.8e6f}, {0, 10});
    REFUSED(HAIL_TOO_LARGE, {0, 0}, {3e38f, 3e38f}, {-3e38f, 10});
}

Test(world_shapes, counts_and_pointers) {
    float x[10], y[10];
    hail_shape shape;
    hail_convex_info info;
    for (int i = 0; i < 10; i++)
        x[i] = cosf(0.6f * (float)i), y[i] = sinf(0.6f * (float)i);
    for (size_t n = 0; n < 3; n++)
        cr_assert_eq(polygon(x, y, n), HAIL_TOO_FEW_VERTICES);
    cr_assert_eq(polygon(x, y, 9), HAIL_TOO_MANY_VERTICES);
    cr_assert_eq(polygon(x, y, (size_t)-1), HAIL_TOO_MANY_VERTICES);
    cr_assert_eq(hail_shape_polygon(hail_world_shapes(world), NULL, y, 3, 0.0f, &shape), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_polygon(hail_world_shapes(world), x, NULL, 3, 0.0f, &shape), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_polygon(hail_world_shapes(world), x, y, 3, 0.0f, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_polygon(hail_world_shapes(NULL), x, y, 3, 0.0f, &shape), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_polygon(hail_world_shapes(world), x, y, 3, -1.0f, &shape), HAIL_OUT_OF_RANGE);
    cr_assert_eq(hail_shape_polygon(hail_world_shapes(world), x, y, 3, NAN, &shape), HAIL_NOT_FINITE);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 1.0f, &shape), HAIL_OK);
    cr_assert_eq(hail_shape_describe(hail_world_shapes(world), &(hail_shape){0}, &info), HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_shape_describe(hail_world_shapes(world), &(hail_shape){shape.id + 1, shape.tag}, &info),
                 HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_shape_describe(hail_world_shapes(world), &(hail_shape){UINT32_MAX, shape.tag}, &info),
                 HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_shape_describe(hail_world_shapes(world), &shape, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_describe(hail_world_shapes(NULL), &shape, &info), HAIL_BAD_ARGUMENT);
}

Test(world_shapes, many) {
    hail_shape shape[3000];
    for (uint32_t i = 0; i < 3000; i++)
        cr_assert_eq(hail_shape_circle(hail_world_shapes(world), (float)i, &shape[i]), HAIL_OK);
    for (uint32_t i = 0; i < 3000; i++) {
        hail_convex_info info;
        cr_assert_eq(hail_shape_describe(hail_world_shapes(world), &shape[i], &info), HAIL_OK);
        cr_assert_eq(info.radius, (float)i);
    }
}
