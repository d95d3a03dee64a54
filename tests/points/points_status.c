/* tests/points/points_status.c - which points and polygons are refused, with which status.
 *
 * A call that refuses writes nothing. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "points_inputs.h"

enum { QUESTIONS = 7, POINTS = 67, SEGMENTS = 6, MARK = 0xa5 };

static const float never[] = {NAN, INFINITY, -INFINITY}, beyond[] = {1.00000008e9f, -1.00000008e9f, 3.0e38f, -3.0e38f};
static const char *const name_of[QUESTIONS] = {"crossings", "quadrants", "winding", "edges",
                                               "numbers",   "nearest",   "segments"};

/* Everything that a call takes: good, until a test spoils it. */
static struct {
    float x[POINTS], y[POINTS], end[4][POINTS];
    float px[64], py[64];
    uint32_t start[8];
    hail_points points;
    hail_loops polygon;
    const float *ends[4];
    unsigned char out[POINTS * sizeof(hail_nearest_point)];
    bool nowhere; /* no output array */
} it;

static void set_up(void) {
    memset(&it, 0, sizeof it);
    for (int i = 0; i < POINTS; i++) {
        it.x[i] = (float)i - 30.0f, it.y[i] = (float)(i * 7 % 50) - 25.0f;
        for (int k = 0; k < 4; k++)
            it.end[k][i] = (float)(i * (k + 3) % 17);
    }
    for (int i = 0; i < 12; i++) {
        const double angle = 6.28318530717958648 * i / 12.0;
        it.px[i] = (float)(20.0 * cos(angle)), it.py[i] = (float)(20.0 * sin(angle));
    }
    it.start[1] = 12;
    it.points = (hail_points){NULL, it.x, it.y, POINTS};
    it.polygon = (hail_loops){it.px, it.py, it.start, 1};
    for (int k = 0; k < 4; k++)
        it.ends[k] = it.end[k];
    memset(it.out, MARK, sizeof it.out);
}

TestSuite(points_status, .init = set_up);

static hail_status call(int question, const hail_points *points) {
    void *out = it.nowhere ? NULL : it.out;
    switch (question) {
    case 4:
        return hail_points_winding(points, &it.polygon, out);
    case 5:
        return hail_nearest_on_loops(points, &it.polygon, out);
    case SEGMENTS:
        return hail_nearest_on_segments(points, it.ends[0], it.ends[1], it.ends[2], it.ends[3], out);
    default:
        return hail_points_inside(points, &it.polygon, (hail_inside_method)question, out);
    }
}

static void refused(int question, hail_status want, const char *what) {
    const hail_status status = call(question, &it.points);
    cr_assert_eq(status, want, "%s, %s: returns \"%s\", expected \"%s\"", name_of[question], what,
                 hail_status_text(status), hail_status_text(want));
    for (size_t i = 0; i < sizeof it.out; i++)
        cr_assert(it.out[i] == MARK, "%s, %s: writes although it refuses", name_of[question], what);
}

static void accepted(int question, const char *what) {
    const hail_status status = call(question, &it.points);
    cr_assert_eq(status, HAIL_OK, "%s, %s: %s", name_of[question], what, hail_status_text(status));
    memset(it.out, MARK, sizeof it.out);
}

/* ---- Points ------------------------------------------------------------------------------------------------------ */

Test(points_status, points) {
    for (int q = 0; q < QUESTIONS; q++) {
        set_up();
        accepted(q, "as they are");
        cr_assert_eq(call(q, NULL), HAIL_BAD_ARGUMENT, "%s: no points", name_of[q]);
        it.points.x = NULL, refused(q, HAIL_BAD_ARGUMENT, "no x");
        it.points.x = it.x, it.points.y = NULL, refused(q, HAIL_BAD_ARGUMENT, "no y");
        it.points.y = it.y, it.nowhere = true, refused(q, HAIL_BAD_ARGUMENT, "nowhere to write");
        it.nowhere = false, it.points.count = (size_t)1 << 31, refused(q, HAIL_BAD_ARGUMENT, "2^31 points");
        it.points.count = SIZE_MAX, refused(q, HAIL_BAD_ARGUMENT, "more points than bytes");
        it.points = (hail_points){0}, it.nowhere = true;
        accepted(q, "no points");
    }
}

Test(points_status, numbers_of_points) {
    for (int q = 0; q < QUESTIONS; q++)
        for (int i = 0; i < 2 * POINTS; i++) {
            set_up();
            float *number = i < POINTS ? &it.x[i] : &it.y[i - POINTS];
            for (int k = 0; k < 3; k++)
                *number = never[k], refused(q, HAIL_NOT_FINITE, "a point");
            for (int k = 0; k < 4; k++)
                *number = beyond[k], refused(q, HAIL_OUT_OF_RANGE, "a point");
            *number = i % 2 == 0 ? HAIL_MAX_BOUND : -HAIL_MAX_BOUND;
            accepted(q, "a point at the limit");
            *number = i % 2 == 0 ? -0x1p-149f : -0.0f;
            accepted(q, "a point that is 0");
        }
}

/* ---- Polygons ---------------------------------------------------------------------------------------------------- */

Test(points_status, polygons) {
    for (int q = 0; q < SEGMENTS; q++) {
        set_up();
        it.polygon.x = NULL, refused(q, HAIL_BAD_ARGUMENT, "no x");
        it.polygon.x = it.px, it.polygon.y = NULL, refused(q, HAIL_BAD_ARGUMENT, "no y");
        it.polygon.y = it.py, it.polygon.start = NULL, refused(q, HAIL_BAD_ARGUMENT, "no start");
        it.polygon.start = it.start, it.start[0] = 1, refused(q, HAIL_BAD_ARGUMENT, "it starts at 1");
        it.start[0] = 0, it.start[1] = (1u << 24) + 1, refused(q, HAIL_BAD_ARGUMENT, "too many vertices");
        it.start[1] = UINT32_MAX, refused(q, HAIL_BAD_ARGUMENT, "far too many vertices");
        it.start[1] = 8, it.start[2] = 4, it.polygon.count = 2, refused(q, HAIL_BAD_ARGUMENT, "not ascending");
        it.start[1] = (1u << 24) + 1, it.start[2] = 12, refused(q, HAIL_BAD_ARGUMENT, "up, and down again");
        it.polygon = (hail_loops){0};
        accepted(q, "no loops");
    }
}

Test(points_status, methods) {
    static const int odd[] = {4, 5, 32, 256, -1};
    for (int i = 0; i < 5; i++) {
        cr_assert_eq(hail_points_inside(&it.points, &it.polygon, (hail_inside_method)odd[i], it.out),
                     HAIL_BAD_ARGUMENT);
        cr_assert_eq(hail_points_inside(&it.points, &(hail_loops){0}, (hail_inside_method)odd[i], it.out),
                     HAIL_BAD_ARGUMENT);
        cr_assert_eq(it.out[0], MARK);
    }
}

Test(points_status, numbers_of_polygons) {
    for (int q = 0; q < SEGMENTS; q++)
        for (int empty = 0; empty < 2; empty++) /* everything is checked even if there are no points */
            for (int i = 0; i < 24; i++) {
                set_up();
                it.points.count = empty == 1 ? 0 : POINTS;
                float *number = i < 12 ? &it.px[i] : &it.py[i - 12];
                for (int k = 0; k < 3; k++)
                    *number = never[k], refused(q, HAIL_NOT_FINITE, "a vertex");
                for (int k = 0; k < 4; k++)
                    *number = beyond[k], refused(q, HAIL_OUT_OF_RANGE, "a vertex");
            }
    set_up();
    for (int q = 0; q < SEGMENTS; q++) {
        static const float far[] = {-HAIL_MAX_BOUND, HAIL_MAX_BOUND, 0.0f};
        for (int i = 0; i < 3; i++)
            it.px[i] = far[i], it.py[i] = far[i] != 0.0f ? -HAIL_MAX_BOUND : HAIL_MAX_BOUND;
        it.start[1] = 3;
        accepted(q, "vertices at the limit");
    }
}

/* The second of three loops has that many vertices. */
static void three_loops(uint32_t vertices) {
    for (int i = 0; i < 40; i++)
        it.px[i] = (float)(i * 5 % 13), it.py[i] = (float)(i * 7 % 11);
    it.start[1] = 5, it.start[2] = 5 + vertices, it.start[3] = 10 + vertices;
    it.polygon.count = 3;
}

Test(points_status, too_few_vertices) {
    for (int q = 0; q < SEGMENTS; q++) {
        if (q == HAIL_BY_EDGES)
            continue;
        set_up();
        three_loops(3), accepted(q, "3 vertices");
        three_loops(2), refused(q, HAIL_TOO_FEW_VERTICES, "2 vertices");
        three_loops(1), refused(q, HAIL_TOO_FEW_VERTICES, "1 vertex");
        three_loops(0);
        const hail_status status = call(q, &it.points); /* it descends, or has fewer than 3 */
        cr_assert(status == HAIL_TOO_FEW_VERTICES || status == HAIL_BAD_ARGUMENT, "%s", hail_status_text(status));
        refused(q, status, "0 vertices");
    }
    set_up();
    for (uint32_t n = 1; n < 3; n++) {
        it.start[1] = n;
        for (int q = 0; q < SEGMENTS; q++)
            refused(q, HAIL_TOO_FEW_VERTICES, "one loop");
    }
}

Test(points_status, equal_vertices) {
    for (int q = 0; q < SEGMENTS; q++)
        for (int i = 0; i < 12; i++) {
            const int next = (i + 1) % 12;
            set_up();
            it.px[next] = it.px[i], it.py[next] = it.py[i];
            refused(q, HAIL_DEGENERATE, "two equal vertices");
            if (q == HAIL_BY_EDGES)
                continue; /* it would not be convex any more */
            it.px[i] = it.py[i] = 0.0f, it.px[next] = -0.0f, it.py[next] = -0.0f;
            refused(q, HAIL_DEGENERATE, "0 and -0");
            it.px[next] = 0.9e-18f, it.py[next] = -0x1p-149f;
            refused(q, HAIL_DEGENERATE, "0 and what counts as 0");
            it.px[next] = 1.1e-18f, accepted(q, "0 and what does not");
        }
}

Test(points_status, edges) {
    three_loops(5), refused(HAIL_BY_EDGES, HAIL_BAD_ARGUMENT, "three loops");
    set_up();
    it.px[4] = it.py[4] = 0.0f, refused(HAIL_BY_EDGES, HAIL_CONCAVE, "a reflex corner");
    set_up();
    for (int i = 0; i < 5; i++) { /* a pentagram: all corners turn the same way */
        const double angle = 6.28318530717958648 * 2.0 * i / 5.0;
        it.px[i] = (float)(20.0 * cos(angle)), it.py[i] = (float)(20.0 * sin(angle));
    }
    it.start[1] = 5, refused(HAIL_BY_EDGES, HAIL_CONCAVE, "it goes round twice");
    for (int i = 0; i < 3; i++)
        it.px[i + 5] = it.px[i], it.py[i + 5] = it.py[i];
    it.start[1] = 3, accepted(HAIL_BY_EDGES, "a triangle");
    set_up();
    static const float x[] = {0, 2, 4, 4, 4, 1, 0}, y[] = {0, 0, 0, 3, 4, 4, 4};
    memcpy(it.px, x, sizeof x), memcpy(it.py, y, sizeof y);
    it.start[1] = 7, accepted(HAIL_BY_EDGES, "flat corners");
    it.px[1] = 5.0f, refused(HAIL_BY_EDGES, HAIL_CONCAVE, "an edge that turns back");
    it.px[1] = 2.0f, it.py[1] = 0x1p-50f, refused(HAIL_BY_EDGES, HAIL_CONCAVE, "a corner that is hardly one");
}

/* ---- Segments ---------------------------------------------------------------------------------------------------- */

Test(points_status, segments) {
    for (int k = 0; k < 4; k++) {
        set_up();
        it.ends[k] = NULL, refused(SEGMENTS, HAIL_BAD_ARGUMENT, "no ends");
        it.ends[k] = it.end[k];
        for (int i = 0; i < POINTS; i++) {
            const float kept = it.end[k][i];
            for (int n = 0; n < 3; n++)
                it.end[k][i] = never[n], refused(SEGMENTS, HAIL_NOT_FINITE, "an end");
            for (int n = 0; n < 4; n++)
                it.end[k][i] = beyond[n], refused(SEGMENTS, HAIL_OUT_OF_RANGE, "an end");
            it.end[k][i] = HAIL_MAX_BOUND, accepted(SEGMENTS, "an end at the limit");
            it.end[k][i] = kept;
        }
    }
    memcpy(it.end[2], it.end[0], sizeof it.end[0]);
    memcpy(it.end[3], it.end[1], sizeof it.end[1]);
    accepted(SEGMENTS, "segments that are points");
    it.points.count = 0;
    for (int k = 0; k < 4; k++)
        it.ends[k] = NULL;
    accepted(SEGMENTS, "none");
}
