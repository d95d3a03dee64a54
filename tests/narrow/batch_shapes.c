/* tests/narrow/batch_shapes.c - which shapes are accepted, which are refused and why, and what describe returns.
 *
 * A call that refuses writes nothing. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include <hail/hail.h>

static hail_convex shape, before;

static void start(void) { memset(&before, 0xa5, sizeof before), shape = before; }

TestSuite(batch_shapes, .init = start);

static void expect(hail_status is, hail_status want, const char *what) {
    cr_assert_eq(is, want, "%s: returns \"%s\", expected \"%s\"", what, hail_status_text(is), hail_status_text(want));
    cr_assert_eq(memcmp(&shape, &before, sizeof shape) == 0, want != HAIL_OK, "%s: %s", what,
                 want != HAIL_OK ? "writes although it refuses" : "writes nothing");
    shape = before;
}

static hail_convex_info described(const hail_convex *made) {
    hail_convex_info info;
    memset(&info, 0xa5, sizeof info);
    cr_assert_eq(hail_convex_describe(made, &info), HAIL_OK);
    return info;
}

/* The radius must hold the shape, and exceed it by no more than the documented margin. */
static void expect_radius(const hail_convex_info *info) {
    double reach = 0.0;
    for (uint32_t i = 0; i < info->vertices; i++)
        reach = fmax(reach, hypot((double)info->x[i], (double)info->y[i]));
    reach += (double)info->rounding;
    cr_assert((double)info->radius >= reach * 0.999999 && (double)info->radius <= reach * 1.000501,
              "radius %g of what reaches %g", (double)info->radius, reach);
}

Test(batch_shapes, circles) {
    static const float good[] = {0.0f, 1.0e-3f, 4.0f, HAIL_MAX_REACH};
    expect(hail_convex_circle(1.0f, NULL), HAIL_BAD_ARGUMENT, "null");
    expect(hail_convex_circle(-1.0f, &shape), HAIL_OUT_OF_RANGE, "negative");
    expect(hail_convex_circle(NAN, &shape), HAIL_NOT_FINITE, "NaN");
    expect(hail_convex_circle(INFINITY, &shape), HAIL_NOT_FINITE, "infinite");
    expect(hail_convex_circle(nextafterf(HAIL_MAX_REACH, INFINITY), &shape), HAIL_TOO_LARGE, "large");
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(hail_convex_circle(good[i], &shape), HAIL_OK);
        hail_convex_info info = described(&shape);
        cr_assert(info.vertices == 0 && info.rounding == good[i] && info.radius == good[i]);
    }
    cr_assert_eq(hail_convex_circle(0.5f * HAIL_TINY, &shape), HAIL_OK);
    cr_assert_eq(described(&shape).rounding, 0.0f);
}

Test(batch_shapes, capsules) {
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 3; j++) {
            float n[5] = {-1, 2, 3, 4, 1};
            n[i] = bad[j];
            expect(hail_convex_capsule(n[0], n[1], n[2], n[3], n[4], &shape), HAIL_NOT_FINITE, "not finite");
        }
    }
    expect(hail_convex_capsule(0, 0, 1, 0, 1, NULL), HAIL_BAD_ARGUMENT, "null");
    expect(hail_convex_capsule(0, 0, 1, 0, -1, &shape), HAIL_OUT_OF_RANGE, "negative");
    expect(hail_convex_capsule(0, 0, 0.9e6f, 0, 0.2e6f, &shape), HAIL_TOO_LARGE, "an end and its rounding");
    expect(hail_convex_capsule(-0.8e6f, 0.8e6f, 0, 0, 0, &shape), HAIL_TOO_LARGE, "an end");
    expect(hail_convex_capsule(0, 0, 0, 0, 0, &shape), HAIL_OK, "a point");
    expect(hail_convex_capsule(HAIL_MAX_REACH, 0, 0, 0, 0, &shape), HAIL_OK, "as far as there is");

    cr_assert_eq(hail_convex_capsule(-1, 2, 3, -4.5f, 0.25f, &shape), HAIL_OK);
    hail_convex_info info = described(&shape);
    cr_assert(info.vertices == 2 && info.rounding == 0.25f);
    cr_assert(info.x[0] == -1 && info.y[0] == 2 && info.x[1] == 3 && info.y[1] == -4.5f);
    expect_radius(&info);
}

Test(batch_shapes, boxes) {
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            float n[3] = {1, 2, 0};
            n[i] = bad[j];
            expect(hail_convex_box(n[0], n[1], n[2], &shape), HAIL_NOT_FINITE, "not finite");
        }
    }
    expect(hail_convex_box(1, 1, 0, NULL), HAIL_BAD_ARGUMENT, "null");
    expect(hail_convex_box(1, 1, -1, &shape), HAIL_OUT_OF_RANGE, "negative rounding");
    cr_assert_neq(hail_convex_box(0, 1, 0, &shape), HAIL_OK);
    cr_assert_neq(hail_convex_box(1, 0, 0, &shape), HAIL_OK);
    cr_assert_neq(hail_convex_box(-1, 1, 0, &shape), HAIL_OK);
    cr_assert_neq(hail_convex_box(1, -1, 0, &shape), HAIL_OK);
    expect(hail_convex_box(1, 1.0e-4f, 0, &shape), HAIL_DEGENERATE, "an edge too short");
    expect(hail_convex_box(1.0e5f, 1, 0, &shape), HAIL_DEGENERATE, "too thin");
    expect(hail_convex_box(0.8e6f, 0.8e6f, 0, &shape), HAIL_TOO_LARGE, "corners");
    expect(hail_convex_box(0.5e6f, 0.5e6f, 0.5e6f, &shape), HAIL_TOO_LARGE, "corners and rounding");

    cr_assert_eq(hail_convex_box(10, 4, 2, &shape), HAIL_OK);
    hail_convex_info info = described(&shape);
    static const float x[] = {-10, 10, 10, -10}, y[] = {-4, -4, 4, 4};
    cr_assert(info.vertices == 4 && info.rounding == 2.0f);
    cr_assert_arr_eq(info.x, x, sizeof x);
    cr_assert_arr_eq(info.y, y, sizeof y);
    expect_radius(&info);
}

Test(batch_shapes, polygons_in_either_winding) {
    for (size_t n = 3; n <= HAIL_MAX_VERTICES; n++) {
        for (int back = 0; back < 2; back++) {
            float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
            for (size_t i = 0; i < n; i++) {
                const float turn = 6.2831853f * (float)(back != 0 ? n - i : i) / (float)n;
                x[i] = 20.0f + 5.0f * cosf(turn), y[i] = 7.0f * sinf(turn);
            }
            y[0] = 0.3f * HAIL_TINY;
            cr_assert_eq(hail_convex_polygon(x, y, n, 0.75f, &shape), HAIL_OK);
            hail_convex_info info = described(&shape);
            cr_assert(info.vertices == n && info.rounding == 0.75f && info.y[0] == 0.0f);
            y[0] = info.y[0];
            cr_assert_arr_eq(info.x, x, n * sizeof *x);
            cr_assert_arr_eq(info.y, y, n * sizeof *y);
            expect_radius(&info);
        }
    }
}

Test(batch_shapes, bad_polygons) {
    static const float x[] = {0, 4, 4, 0, 0, 0, 0, 0, 0}, y[] = {0, 0, 4, 4, 0, 0, 0, 0, 0};
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    expect(hail_convex_polygon(NULL, y, 4, 0, &shape), HAIL_BAD_ARGUMENT, "no x");
    expect(hail_convex_polygon(x, NULL, 4, 0, &shape), HAIL_BAD_ARGUMENT, "no y");
    expect(hail_convex_polygon(x, y, 4, 0, NULL), HAIL_BAD_ARGUMENT, "no shape");
    expect(hail_convex_polygon(x, y, 4, -1, &shape), HAIL_OUT_OF_RANGE, "negative rounding");
    for (size_t n = 0; n < 3; n++)
        expect(hail_convex_polygon(x, y, n, 0, &shape), HAIL_TOO_FEW_VERTICES, "too few");
    expect(hail_convex_polygon(x, y, 9, 0, &shape), HAIL_TOO_MANY_VERTICES, "nine");
    expect(hail_convex_polygon(x, y, SIZE_MAX, 0, &shape), HAIL_TOO_MANY_VERTICES, "as many as can be said");
    for (int j = 0; j < 3; j++) {
        expect(hail_convex_polygon(x, y, 4, bad[j], &shape), HAIL_NOT_FINITE, "rounding");
        for (size_t i = 0; i < 4; i++) {
            float spoilt[4];
            memcpy(spoilt, x, sizeof spoilt), spoilt[i] = bad[j];
            expect(hail_convex_polygon(spoilt, y, 4, 0, &shape), HAIL_NOT_FINITE, "x");
            memcpy(spoilt, y, sizeof spoilt), spoilt[i] = bad[j];
            expect(hail_convex_polygon(x, spoilt, 4, 0, &shape), HAIL_NOT_FINITE, "y");
        }
    }
    expect(hail_convex_polygon((float[]){0, 4, 4, 4}, (float[]){0, 0, 0, 4}, 4, 0, &shape), HAIL_DEGENERATE, "no edge");
    expect(hail_convex_polygon((float[]){0, 2, 4, 4}, (float[]){0, 0, 0, 4}, 4, 0, &shape), HAIL_DEGENERATE, "flat");
    expect(hail_convex_polygon((float[]){0, 2, 4}, (float[]){0, 0, 0}, 3, 0, &shape), HAIL_DEGENERATE, "no area");
    expect(hail_convex_polygon((float[]){0, 4, 1, 0}, (float[]){0, 0, 1, 4}, 4, 0, &shape), HAIL_CONCAVE, "reflex");
    expect(hail_convex_polygon((float[]){0, 4, 4, 0}, (float[]){0, 4, 0, 4}, 4, 0, &shape), HAIL_CONCAVE, "crossing");
    expect(hail_convex_polygon((float[]){0, 9e5f, 0}, (float[]){0, 0, 9e5f}, 3, 2e5f, &shape), HAIL_TOO_LARGE, "far");
}

Test(batch_shapes, describe_refuses_null) {
    hail_convex_info info;
    cr_assert_eq(hail_convex_circle(1.0f, &shape), HAIL_OK);
    cr_assert_eq(hail_convex_describe(&shape, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_convex_describe(NULL, &info), HAIL_BAD_ARGUMENT);
}

/* The winding and the first vertex do not change a shape: distances are the same, up to rounding. */
Test(batch_shapes, winding_is_nothing) {
    static const float x[] = {0, 6, 9, 2}, y[] = {0, -1, 4, 7};
    hail_convex two[9];
    uint32_t which[8];
    float zero[8] = {0}, far[8];
    hail_gap gaps[8];
    cr_assert_eq(hail_convex_circle(1.5f, &two[8]), HAIL_OK);
    for (uint32_t turn = 0; turn < 8; turn++) {
        float tx[4], ty[4];
        for (uint32_t i = 0; i < 4; i++) {
            const uint32_t from = (i + turn / 2) % 4, to = turn % 2 == 0 ? i : 3 - i;
            tx[to] = x[from], ty[to] = y[from];
        }
        cr_assert_eq(hail_convex_polygon(tx, ty, 4, 0.5f, &two[turn]), HAIL_OK);
        which[turn] = turn, far[turn] = 13.0f;
    }
    hail_batch batch = {.count = 8};
    const uint32_t circle[8] = {8, 8, 8, 8, 8, 8, 8, 8};
    batch.a = (hail_shapes){.convexes = two, .shape_count = 9, .x = zero, .y = zero, .shape = which, .count = 8};
    batch.b = (hail_shapes){.x = far, .y = far, .shape = circle, .count = 8};
    cr_assert_eq(hail_batch_distance(&batch, gaps), HAIL_OK);
    for (uint32_t turn = 1; turn < 8; turn++)
        cr_assert(fabsf(gaps[turn].distance - gaps[0].distance) < 4.0e-6f, "vertices shifted by %u: %.9g, not %.9g",
                  (unsigned)turn, (double)gaps[turn].distance, (double)gaps[0].distance);
}

/* Ends nearer than HAIL_TINY are made equal: the square of such a distance would lose its digits, and the normal with
 * them. */
Test(batch_shapes, ends_that_nearly_coincide) {
    hail_convex near, same;
    cr_assert_eq(hail_convex_capsule(1.0e-18f, 0.0f, 1.00004585e-18f, 0.0f, 1.0f, &near), HAIL_OK);
    cr_assert_eq(hail_convex_capsule(1.0e-18f, 0.0f, 1.0e-18f, 0.0f, 1.0f, &same), HAIL_OK);
    cr_assert_eq(memcmp(&near, &same, sizeof near), 0);
    const float x = 0.0f, a_y = 0.0f, b_y = 1000.0f;
    const uint32_t box = 1;
    hail_convex shapes[2] = {near};
    cr_assert_eq(hail_convex_box(10.0f, 10.0f, 0.0f, &shapes[1]), HAIL_OK);
    hail_batch batch = {.count = 1};
    batch.a = (hail_shapes){.convexes = shapes, .shape_count = 2, .x = &x, .y = &a_y, .count = 1};
    batch.b = (hail_shapes){.x = &x, .y = &b_y, .shape = &box, .count = 1};
    hail_gap gap;
    cr_assert_eq(hail_batch_distance(&batch, &gap), HAIL_OK);
    cr_assert(gap.distance == 989.0f && gap.normal_x == 0.0f && gap.normal_y == 1.0f);
}
