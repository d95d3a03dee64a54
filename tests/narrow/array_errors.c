/* tests/narrow/array_errors.c - what the calls with pairs, points and shapes say about the argument that they refuse.
 */
#include "shared/refusals.h"

enum { COUNT = 5, VERTICES = 4 };

static hail_error error;

static struct {
    hail_context context;
    float x[COUNT], y[COUNT], cos[COUNT], sin[COUNT], scale[COUNT], dx[COUNT], dy[COUNT];
    uint32_t shape[COUNT], index[COUNT];
    hail_convex shapes[2];
    hail_batch batch;
    float px[VERTICES], py[VERTICES];
    uint32_t loop_start[2];
    hail_loops polygon;
    hail_points points;
    hail_convex_info info;
    hail_convex shape_out;
    union {
        hail_contact contacts[COUNT];
        hail_gap gaps[COUNT];
        hail_prediction predictions[COUNT];
        hail_nearest_point nearest[COUNT];
        int32_t winding[COUNT];
        uint8_t bytes[COUNT];
    } out;
} it;

static hail_shapes bodies(void) {
    return (hail_shapes){.context = &it.context,
                         .convexes = it.shapes,
                         .shape_count = 2,
                         .x = it.x,
                         .y = it.y,
                         .cos = it.cos,
                         .sin = it.sin,
                         .scale = it.scale,
                         .dx = it.dx,
                         .dy = it.dy,
                         .shape = it.shape,
                         .count = COUNT};
}

static void start(void) {
    static const float px[VERTICES] = {0.0f, 8.0f, 8.0f, 0.0f}, py[VERTICES] = {0.0f, 0.0f, 8.0f, 8.0f};
    memset(&it, 0, sizeof it);
    memset(&error, 0, sizeof error);
    it.context.error = &error;
    for (int i = 0; i < COUNT; i++) {
        it.x[i] = it.y[i] = it.dx[i] = it.dy[i] = (float)i;
        it.cos[i] = it.scale[i] = 1.0f;
        it.index[i] = (uint32_t)i;
    }
    hail_convex_box(1.0f, 1.0f, 0.0f, &it.shapes[0]);
    hail_convex_box(2.0f, 2.0f, 0.0f, &it.shapes[1]);
    it.batch = (hail_batch){.count = COUNT};
    it.batch.a = it.batch.b = bodies();
    memcpy(it.px, px, sizeof px);
    memcpy(it.py, py, sizeof py);
    it.loop_start[1] = VERTICES;
    it.polygon = (hail_loops){it.px, it.py, it.loop_start, 1};
    it.points = (hail_points){&it.context, it.x, it.y, COUNT};
    it.info = (hail_convex_info){.vertices = VERTICES, .rounding = 1.0f};
    memcpy(it.info.x, px, sizeof px);
    memcpy(it.info.y, py, sizeof py);
}

static void no_error(void) { it.context.error = NULL; }

/* ---- Pairs ------------------------------------------------------------------------------------------------------- */

Test(array_errors, pairs_arguments) {
    REFUSED(NOTHING, hail_batch_touch(&it.batch, NULL), HAIL_BAD_ARGUMENT, "touching", NO_ONE);
    REFUSED(NOTHING, hail_batch_collide(&it.batch, NULL), HAIL_BAD_ARGUMENT, "contacts", NO_ONE);
    REFUSED(NOTHING, hail_batch_distance(&it.batch, NULL), HAIL_BAD_ARGUMENT, "gaps", NO_ONE);
    REFUSED(NOTHING, hail_batch_predict(&it.batch, NULL), HAIL_BAD_ARGUMENT, "predictions", NO_ONE);
    REFUSED(NOTHING, hail_batch_sweep(&it.batch, NULL), HAIL_BAD_ARGUMENT, "hits", NO_ONE);
    REFUSED(it.batch.count = SIZE_MAX, hail_batch_touch(&it.batch, it.out.bytes), HAIL_BAD_ARGUMENT, "batch->count",
            NO_ONE, (double)SIZE_MAX, 0, INT32_MAX);
    REFUSED(it.batch.count = COUNT + 1, hail_batch_touch(&it.batch, it.out.bytes), HAIL_BAD_ARGUMENT, "batch->count",
            NO_ONE, COUNT + 1, 0, COUNT);
    REFUSED(it.batch.a.convexes = NULL, hail_batch_collide(&it.batch, it.out.contacts), HAIL_BAD_ARGUMENT,
            "batch->a.convexes", NO_ONE);
    REFUSED(it.batch.a.shape_count = 0, hail_batch_collide(&it.batch, it.out.contacts), HAIL_BAD_ARGUMENT,
            "batch->a.shape_count", NO_ONE);
    REFUSED(it.batch.a.shape_count = SIZE_MAX, hail_batch_distance(&it.batch, it.out.gaps), HAIL_BAD_ARGUMENT,
            "batch->a.shape_count", NO_ONE, (double)SIZE_MAX, 0, HAIL_MAX_SHAPES);
    REFUSED(it.batch.a.shapes = &(hail_shape){0}, hail_batch_touch(&it.batch, it.out.bytes), HAIL_BAD_ARGUMENT,
            "batch->a.shapes", NO_ONE);
    REFUSED((it.batch.a.convexes = NULL, it.batch.a.shapes = &(hail_shape){0}),
            hail_batch_sweep(&it.batch, it.out.contacts), HAIL_BAD_ARGUMENT, "batch->a.shapes", NO_ONE);
    REFUSED(it.batch.b.shapes = &(hail_shape){0}, hail_batch_touch(&it.batch, it.out.bytes), HAIL_BAD_ARGUMENT,
            "batch->b.shapes", NO_ONE);
    REFUSED(it.batch.b.convexes = it.shapes + 1, hail_batch_touch(&it.batch, it.out.bytes), HAIL_BAD_ARGUMENT,
            "batch->b.convexes", NO_ONE);
    REFUSED(memset(&it.shapes[1], 0, sizeof it.shapes[1]), hail_batch_sweep(&it.batch, it.out.contacts),
            HAIL_BAD_ARGUMENT, "batch->a.convexes", 1);
    REFUSED(it.context.variant = "abacus", hail_batch_touch(&it.batch, it.out.bytes), HAIL_UNKNOWN_VARIANT,
            "context->variant", NO_ONE);
    REFUSED((it.batch.index_b = it.index, it.index[3] = COUNT), hail_batch_touch(&it.batch, it.out.bytes),
            HAIL_BAD_ARGUMENT, "batch->index_b", 3, COUNT, 0, COUNT - 1);
    REFUSED((it.batch.index_a = it.index, it.index[4] = UINT32_MAX), hail_batch_collide(&it.batch, it.out.contacts),
            HAIL_BAD_ARGUMENT, "batch->index_a", 4, UINT32_MAX, 0, COUNT - 1);
    REFUSED((hail_convex_circle(1.0f, &it.shapes[1]), it.shape[2] = 1),
            hail_batch_predict(&it.batch, it.out.predictions), HAIL_UNSUPPORTED_PAIR, "batch->a.shape", 2);
}

Test(array_errors, pairs_bodies) {
    REFUSED(it.batch.a.x = NULL, hail_batch_touch(&it.batch, it.out.bytes), HAIL_BAD_ARGUMENT, "batch->a.x", NO_ONE);
    REFUSED(it.batch.b.y = NULL, hail_batch_touch(&it.batch, it.out.bytes), HAIL_BAD_ARGUMENT, "batch->b.y", NO_ONE);
    REFUSED(it.batch.b.count = SIZE_MAX, hail_batch_touch(&it.batch, it.out.bytes), HAIL_BAD_ARGUMENT, "batch->b.count",
            NO_ONE, (double)SIZE_MAX, 0, INT32_MAX);
    REFUSED(it.batch.a.sin = NULL, hail_batch_distance(&it.batch, it.out.gaps), HAIL_BAD_ARGUMENT, "batch->a.sin",
            NO_ONE);
    REFUSED(it.batch.b.dx = NULL, hail_batch_sweep(&it.batch, it.out.contacts), HAIL_BAD_ARGUMENT, "batch->b.dx",
            NO_ONE);
    REFUSED(it.shape[1] = 2, hail_batch_collide(&it.batch, it.out.contacts), HAIL_BAD_ARGUMENT, "batch->a.shape", 1, 2,
            0, 1);
    REFUSED(it.x[2] = INFINITY, hail_batch_collide(&it.batch, it.out.contacts), HAIL_NOT_FINITE, "batch->a.x", 2,
            (double)INFINITY, -BOUND, BOUND);
    REFUSED((it.y[1] = 2e9f, it.y[4] = NAN), hail_batch_collide(&it.batch, it.out.contacts), HAIL_NOT_FINITE,
            "batch->a.y", 4, (double)NAN, -BOUND, BOUND);
    REFUSED((it.scale[3] = -1.0f, it.scale[4] = -2.0f), hail_batch_touch(&it.batch, it.out.bytes), HAIL_OUT_OF_RANGE,
            "batch->a.scale", 3, -1, 0, (double)HAIL_MAX_SCALE);
    REFUSED(it.dy[4] = -2e9f, hail_batch_predict(&it.batch, it.out.predictions), HAIL_OUT_OF_RANGE, "batch->a.dy", 4,
            -2e9, -BOUND, BOUND);
    REFUSED(it.cos[1] = 0.5f, hail_batch_sweep(&it.batch, it.out.contacts), HAIL_OUT_OF_RANGE, "batch->a.cos", 1, 0.5);
    REFUSED(it.sin[3] = NAN, hail_batch_sweep(&it.batch, it.out.contacts), HAIL_NOT_FINITE, "batch->a.sin", 3,
            (double)NAN, -1, 1);
    float far[COUNT] = {0, 0, 0, 0, 3e9f};
    REFUSED(it.batch.b.x = far, hail_batch_touch(&it.batch, it.out.bytes), HAIL_OUT_OF_RANGE, "batch->b.x", 4, 3e9,
            -BOUND, BOUND);
}

/* ---- Points ------------------------------------------------------------------------------------------------------ */

Test(array_errors, points) {
#define INSIDE(method) hail_points_inside(&it.points, &it.polygon, method, it.out.bytes)
#define WINDING        hail_points_winding(&it.points, &it.polygon, it.out.winding)
#define LOOPS          hail_nearest_on_loops(&it.points, &it.polygon, it.out.nearest)
#define SEGMENTS       hail_nearest_on_segments(&it.points, it.cos, it.sin, it.dx, it.dy, it.out.nearest)
    REFUSED(it.points.x = NULL, INSIDE(HAIL_BY_WINDING), HAIL_BAD_ARGUMENT, "points->x", NO_ONE);
    REFUSED(it.points.count = SIZE_MAX, INSIDE(HAIL_BY_EDGES), HAIL_BAD_ARGUMENT, "points->count", NO_ONE,
            (double)SIZE_MAX, 0, INT32_MAX);
    REFUSED(it.points.count = SIZE_MAX, SEGMENTS, HAIL_BAD_ARGUMENT, "points->count", NO_ONE, (double)SIZE_MAX, 0,
            INT32_MAX);
    REFUSED(NOTHING, INSIDE(4), HAIL_BAD_ARGUMENT, "method", NO_ONE, 4, 0, HAIL_BY_EDGES);
    REFUSED(NOTHING, hail_points_inside(&it.points, NULL, 0, it.out.bytes), HAIL_BAD_ARGUMENT, "polygon", NO_ONE);
    REFUSED(NOTHING, hail_points_inside(&it.points, &it.polygon, 0, NULL), HAIL_BAD_ARGUMENT, "inside", NO_ONE);
    REFUSED(NOTHING, hail_points_winding(&it.points, &it.polygon, NULL), HAIL_BAD_ARGUMENT, "winding", NO_ONE);
    REFUSED(NOTHING, hail_nearest_on_loops(&it.points, &it.polygon, NULL), HAIL_BAD_ARGUMENT, "nearest", NO_ONE);
    REFUSED(NOTHING, hail_nearest_on_loops(&it.points, NULL, it.out.nearest), HAIL_BAD_ARGUMENT, "polygon", NO_ONE);
    REFUSED(NOTHING, hail_nearest_on_segments(&it.points, it.x, it.x, NULL, it.x, it.out.nearest), HAIL_BAD_ARGUMENT,
            "x2", NO_ONE);
    REFUSED(it.sin[3] = -INFINITY, SEGMENTS, HAIL_NOT_FINITE, "y1", 3, (double)-INFINITY, -BOUND, BOUND);
    REFUSED(it.y[2] = 2e9f, LOOPS, HAIL_OUT_OF_RANGE, "points->y", 2, 2e9, -BOUND, BOUND);
    REFUSED(it.context.variant = "abacus", LOOPS, HAIL_UNKNOWN_VARIANT, "context->variant", NO_ONE);
}

Test(array_errors, polygons) {
    REFUSED(it.polygon.count = 2, INSIDE(HAIL_BY_EDGES), HAIL_BAD_ARGUMENT, "polygon->count", NO_ONE, 2, 0, 1);
    REFUSED(it.polygon.count = SIZE_MAX, WINDING, HAIL_BAD_ARGUMENT, "polygon->count", NO_ONE, (double)SIZE_MAX, 0,
            1 << 24);
    REFUSED(it.polygon.start = NULL, WINDING, HAIL_BAD_ARGUMENT, "polygon->start", NO_ONE);
    REFUSED(it.loop_start[0] = 1, WINDING, HAIL_BAD_ARGUMENT, "polygon->start", 0, 1);
    REFUSED(it.loop_start[1] = UINT32_MAX, LOOPS, HAIL_BAD_ARGUMENT, "polygon->start", 1, UINT32_MAX, 0, 1 << 24);
    const uint32_t descending[] = {0, 4, 3};
    REFUSED((it.polygon.start = descending, it.polygon.count = 2), LOOPS, HAIL_BAD_ARGUMENT, "polygon->start", 2);
    REFUSED(it.loop_start[1] = 2, LOOPS, HAIL_TOO_FEW_VERTICES, "polygon->start", 0);
    REFUSED(it.px[3] = NAN, WINDING, HAIL_NOT_FINITE, "polygon->x", 3, (double)NAN, -BOUND, BOUND);
    REFUSED(it.py[1] = -2e9f, WINDING, HAIL_OUT_OF_RANGE, "polygon->y", 1, -2e9, -BOUND, BOUND);
    REFUSED((it.px[2] = 8.0f, it.py[2] = 0.0f), WINDING, HAIL_DEGENERATE, "polygon->x", 2);
    REFUSED((it.px[2] = 1.0f, it.py[2] = 1.0f), INSIDE(HAIL_BY_EDGES), HAIL_CONCAVE, "polygon->x", 2);
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

Test(array_errors, shapes) {
#define PREPARE hail_convex_prepare(&it.context, &it.info, &it.shape_out)
    const double reach = (double)HAIL_MAX_REACH;
    REFUSED(NOTHING, hail_convex_prepare(&it.context, NULL, &it.shape_out), HAIL_BAD_ARGUMENT, "info", NO_ONE);
    REFUSED(NOTHING, hail_convex_prepare(&it.context, &it.info, NULL), HAIL_BAD_ARGUMENT, "shape", NO_ONE);
    REFUSED(it.info.vertices = 1, PREPARE, HAIL_TOO_FEW_VERTICES, "info->vertices", NO_ONE);
    REFUSED(it.info.vertices = 9, PREPARE, HAIL_TOO_MANY_VERTICES, "info->vertices", NO_ONE);
    for (uint32_t vertices = 0; vertices < 5; vertices += 2) {
        REFUSED((it.info.vertices = vertices, it.info.rounding = NAN), PREPARE, HAIL_NOT_FINITE, "info->rounding",
                NO_ONE, (double)NAN, 0, reach);
        REFUSED((it.info.vertices = vertices, it.info.rounding = -2.0f), PREPARE, HAIL_OUT_OF_RANGE, "info->rounding",
                NO_ONE, -2, 0, reach);
        REFUSED((it.info.vertices = vertices, it.info.rounding = 2e6f), PREPARE, HAIL_TOO_LARGE, "info->rounding",
                NO_ONE);
    }
    for (uint32_t vertices = 2; vertices < 5; vertices += 2) {
        REFUSED((it.info.vertices = vertices, it.info.x[1] = NAN), PREPARE, HAIL_NOT_FINITE, "info->x", 1, (double)NAN,
                -reach, reach);
        REFUSED((it.info.vertices = vertices, it.info.y[1] = -INFINITY), PREPARE, HAIL_NOT_FINITE, "info->y", 1,
                (double)-INFINITY, -reach, reach);
        REFUSED((it.info.vertices = vertices, it.info.y[1] = 1.1e6f), PREPARE, HAIL_TOO_LARGE, "info->x", 1);
    }
    REFUSED((it.info.x[2] = 1.0f, it.info.y[2] = 1.0f), PREPARE, HAIL_CONCAVE, "info->x", 2);
    REFUSED((it.info.x[3] = 8.0f, it.info.x[2] = 0.0f), PREPARE, HAIL_CONCAVE, "info->x", 1);
    REFUSED(it.info.x[1] = 1e-4f, PREPARE, HAIL_DEGENERATE, "info->x", 0);
    REFUSED((it.info.x[1] = 4.0f, it.info.x[2] = 8.0f, it.info.y[2] = 0.0f), PREPARE, HAIL_DEGENERATE, "info->x", 1);
}

static void make_star(void) {
    const float x[] = {10.0f, -8.1f, 3.1f, 3.1f, -8.1f}, y[] = {0.0f, 5.9f, -9.5f, 9.5f, -5.9f};
    it.info.vertices = 5;
    memcpy(it.info.x, x, sizeof x);
    memcpy(it.info.y, y, sizeof y);
}

Test(array_errors, stars) { REFUSED(make_star(), PREPARE, HAIL_CONCAVE, "info->x", NO_ONE); }

static void round_trip(const hail_convex *made, const char *what) {
    hail_convex_info info;
    hail_convex again;
    memset(&again, 0xa5, sizeof again);
    cr_assert_eq(hail_convex_describe(made, &info), HAIL_OK);
    info.radius = NAN;
    for (uint32_t i = info.vertices; i < HAIL_MAX_VERTICES; i++)
        info.x[i] = info.y[i] = NAN;
    cr_assert_eq(hail_convex_prepare(NULL, &info, &again), HAIL_OK, "%s", what);
    cr_assert_eq(memcmp(&again, made, sizeof again), 0, "%s: other bytes", what);
}

Test(array_errors, shapes_round_trip) {
    hail_convex made;
    for (int i = 0; i < 40; i++) {
        float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
        const size_t count = 3 + (size_t)i % 6;
        const float rounding = (float)(i % 3) * 1.3f, turn = i & 1 ? 1.0f : -1.0f;
        for (size_t k = 0; k < count; k++) {
            const double angle = (double)turn * ((double)k + 0.1 * i) * 6.283185307179586 / (double)count;
            x[k] = (float)(20.0 * cos(angle) + i);
            y[k] = (float)(11.0 * sin(angle) - i);
        }
        cr_assert_eq(hail_convex_polygon(x, y, count, rounding, &made), HAIL_OK);
        round_trip(&made, "a polygon");
        cr_assert_eq(hail_convex_capsule(x[0], y[0], x[1], y[1], rounding, &made), HAIL_OK);
        round_trip(&made, "a capsule");
        cr_assert_eq(hail_convex_circle(rounding, &made), HAIL_OK);
        round_trip(&made, "a circle");
    }
    cr_assert_eq(hail_convex_capsule(1e-19f, 3.0f, -1e-20f, 3.0f, 0.0f, &made), HAIL_OK);
    round_trip(&made, "a point");
}
