/* What queries refuse: which status, and which argument and element they name. A call that refuses writes nothing. */
#include "shared/refusals.h"

#include "shared/contexts.h"

enum { COUNT = 5, CAPACITY = 2, MARK = 0xa5 };

static hail_error error;
static hail_world *world;
static hail_shape disc, foreign;

static struct {
    hail_context context;
    float x[COUNT], y[COUNT], to_x[COUNT], to_y[COUNT], dx[COUNT], dy[COUNT], cos[COUNT], sin[COUNT], scale[COUNT];
    float radii[COUNT];
    uint32_t which[COUNT];
    hail_shape shape[2];
    hail_convex convex[2];
    hail_points points;
    hail_shapes shapes;
    hail_boxes boxes;
    hail_rays rays;
    hail_rays lines;
    hail_query_filter filter;
    hail_nearest_options near;
    uint8_t clear[COUNT];
} it;

static unsigned char out[COUNT * CAPACITY * sizeof(hail_query_hit)];
static uint32_t counts[COUNT];

static void make_world(void) {
    const float at[] = {0.0f, 5.0f, 9.0f};
    hail_shapeset *other;
    cr_assert_eq(hail_world_create(NULL, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 2.0f, &disc), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 3, &disc, &(hail_spawn_columns){.x = at, .y = at}, 3, NULL), HAIL_OK);
    cr_assert_eq(hail_query_prepare(world, 0), HAIL_OK);
    cr_assert_eq(hail_shapeset_create(NULL, &other), HAIL_OK);
    cr_assert_eq(hail_shape_circle(other, 2.0f, &foreign), HAIL_OK);
}

static void start(void) {
    if (world == NULL)
        make_world();
    memset(&it, 0, sizeof it);
    memset(&error, 0, sizeof error);
    memset(out, MARK, sizeof out);
    memset(counts, MARK, sizeof counts);
    memset(it.clear, MARK, sizeof it.clear);
    it.context.error = &error;
    for (int i = 0; i < COUNT; i++) {
        it.x[i] = it.y[i] = it.dx[i] = it.dy[i] = (float)i;
        it.to_x[i] = it.to_y[i] = (float)(2 * i), it.cos[i] = it.scale[i] = it.radii[i] = 1.0f;
    }
    it.shape[0] = it.shape[1] = disc;
    hail_convex_circle(1.0f, &it.convex[0]);
    hail_convex_box(1.0f, 1.0f, 0.0f, &it.convex[1]);
    it.points = (hail_points){&it.context, it.x, it.y, COUNT};
    it.shapes = (hail_shapes){.context = &it.context,
                              .shapes = it.shape,
                              .shape_count = 2,
                              .x = it.x,
                              .y = it.y,
                              .cos = it.cos,
                              .sin = it.sin,
                              .scale = it.scale,
                              .dx = it.dx,
                              .dy = it.dy,
                              .shape = it.which,
                              .count = COUNT};
    it.boxes = (hail_boxes){&it.context, it.x, it.y, it.to_x, it.to_y, COUNT};
    it.rays = (hail_rays){&it.context, .x = it.x, .y = it.y, .dx = it.dx, .dy = it.dy, .count = COUNT};
    it.lines = (hail_rays){&it.context, .x = it.x, .y = it.y, .to_x = it.to_x, .to_y = it.to_y, .count = COUNT};
}

static void no_error(void) { it.context.error = NULL; }

static bool untouched(void) {
    bool same = true;
    for (size_t k = 0; k < sizeof out; k++)
        same = same && out[k] == MARK;
    for (int i = 0; i < COUNT; i++)
        same = same && counts[i] == 0xa5a5a5a5u && it.clear[i] == MARK;
    return same;
}

#define POINTS   hail_query_points(world, &it.points, &it.filter, CAPACITY, (hail_query_match *)(void *)out, counts)
#define SHAPES   hail_query_shapes(world, &it.shapes, &it.filter, CAPACITY, (hail_query_match *)(void *)out, counts)
#define BOXES    hail_query_boxes(world, &it.boxes, &it.filter, CAPACITY, (hail_query_match *)(void *)out, counts)
#define RAYS     hail_query_rays(world, &it.rays, &it.filter, CAPACITY, (hail_query_hit *)(void *)out, counts)
#define CASTS    hail_query_casts(world, &it.shapes, &it.filter, CAPACITY, (hail_query_hit *)(void *)out, counts)
#define SIGHT    hail_query_sight(world, &it.lines, &it.filter, it.clear)
#define RAYS_TO  hail_query_rays(world, &it.lines, &it.filter, CAPACITY, (hail_query_hit *)(void *)out, counts)
#define SIGHT_BY hail_query_sight(world, &it.rays, &it.filter, it.clear)
#define NEAREST                                                                                                        \
    hail_query_nearest(world, &it.points, &it.near, &it.filter, CAPACITY, (hail_query_hit *)(void *)out, counts)

#define DENIED(spoil, call, ...)                                                                                       \
    do {                                                                                                               \
        REFUSED(spoil, call, __VA_ARGS__);                                                                             \
        cr_expect(untouched(), "%s %s: wrote something", #spoil, #call);                                               \
    } while (0)

/* A row for every kind of query. */
#define ALL_DENIED(spoil, ...)                                                                                         \
    do {                                                                                                               \
        DENIED(spoil, POINTS, __VA_ARGS__);                                                                            \
        DENIED(spoil, SHAPES, __VA_ARGS__);                                                                            \
        DENIED(spoil, BOXES, __VA_ARGS__);                                                                             \
        DENIED(spoil, RAYS, __VA_ARGS__);                                                                              \
        DENIED(spoil, CASTS, __VA_ARGS__);                                                                             \
        DENIED(spoil, SIGHT, __VA_ARGS__);                                                                             \
        DENIED(spoil, NEAREST, __VA_ARGS__);                                                                           \
    } while (0)

#define GOOD(spoil, call)                                                                                              \
    do {                                                                                                               \
        start();                                                                                                       \
        spoil;                                                                                                         \
        const hail_status fine = (call);                                                                               \
        cr_expect_eq(fine, HAIL_OK, "%s %s: \"%s\" %s", #spoil, #call, hail_status_text(fine),                         \
                     error.field != NULL ? error.field : "");                                                          \
    } while (0)

#define TOO_MANY ((size_t)1 << 31)
#define FAR      1.00000008e9f

/* ---- Arguments --------------------------------------------------------------------------------------------------- */

Test(query_status, good) {
    GOOD(NOTHING, POINTS);
    GOOD(NOTHING, SHAPES);
    GOOD(NOTHING, BOXES);
    GOOD(NOTHING, RAYS);
    GOOD(NOTHING, CASTS);
    GOOD(NOTHING, SIGHT);
    GOOD(NOTHING, NEAREST);
    GOOD(it.shapes.shapes = NULL; it.shapes.convexes = it.convex, SHAPES);
    GOOD(it.shapes.dx = it.shapes.dy = NULL, SHAPES);
    GOOD(it.points = (hail_points){.context = &it.context}, POINTS);
    GOOD(it.rays = (hail_rays){.context = &it.context}, RAYS);
    GOOD(it.boxes = (hail_boxes){.context = &it.context}, BOXES);
    GOOD(it.lines = (hail_rays){.context = &it.context}, SIGHT);
    GOOD(it.points = (hail_points){.context = &it.context}, NEAREST);
    GOOD(it.context.variant = "no such variant", POINTS);
    GOOD(it.x[3] = HAIL_MAX_BOUND; it.dx[2] = -HAIL_MAX_BOUND, RAYS);
}

Test(query_status, nothing_at_all) {
    start();
    hail_query_match *matches = (hail_query_match *)(void *)out;
    hail_query_hit *hits = (hail_query_hit *)(void *)out;
    cr_expect_eq(hail_query_points(NULL, &it.points, NULL, 1, matches, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_query_shapes(NULL, &it.shapes, NULL, 1, matches, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_query_boxes(NULL, &it.boxes, NULL, 1, matches, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_query_rays(NULL, &it.rays, NULL, 1, hits, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_query_casts(NULL, &it.shapes, NULL, 1, hits, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_query_sight(NULL, &it.lines, NULL, it.clear), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_query_nearest(NULL, &it.points, NULL, NULL, 1, hits, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_query_points(world, NULL, NULL, 1, matches, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_query_shapes(world, NULL, NULL, 1, matches, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_query_boxes(world, NULL, NULL, 1, matches, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_query_rays(world, NULL, NULL, 1, hits, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_query_casts(world, NULL, NULL, 1, hits, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_query_sight(world, NULL, NULL, it.clear), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_query_nearest(world, NULL, NULL, NULL, 1, hits, NULL), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_query_prepare(NULL, 0), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_layer_changed(NULL, 0), HAIL_BAD_ARGUMENT);
    cr_expect_eq(hail_layer_changed(world, HAIL_MAX_LAYERS), HAIL_BAD_ARGUMENT);
    cr_expect(untouched());
}

Test(query_status, arrays) {
    const double many = (double)TOO_MANY;
    DENIED(it.points.x = NULL, POINTS, HAIL_BAD_ARGUMENT, "points->x", NO_ONE);
    DENIED(it.points.y = NULL, NEAREST, HAIL_BAD_ARGUMENT, "points->y", NO_ONE);
    DENIED(it.points.count = TOO_MANY, POINTS, HAIL_BAD_ARGUMENT, "points->count", NO_ONE, many, 0, INT32_MAX);
    DENIED(it.points.count = TOO_MANY, NEAREST, HAIL_BAD_ARGUMENT, "points->count", NO_ONE, many, 0, INT32_MAX);
    DENIED(it.boxes.min_x = NULL, BOXES, HAIL_BAD_ARGUMENT, "boxes->min_x", NO_ONE);
    DENIED(it.boxes.min_y = NULL, BOXES, HAIL_BAD_ARGUMENT, "boxes->min_y", NO_ONE);
    DENIED(it.boxes.max_x = NULL, BOXES, HAIL_BAD_ARGUMENT, "boxes->max_x", NO_ONE);
    DENIED(it.boxes.max_y = NULL, BOXES, HAIL_BAD_ARGUMENT, "boxes->max_y", NO_ONE);
    DENIED(it.boxes.count = TOO_MANY, BOXES, HAIL_BAD_ARGUMENT, "boxes->count", NO_ONE, many, 0, INT32_MAX);
    DENIED(it.rays.x = NULL, RAYS, HAIL_BAD_ARGUMENT, "rays->x", NO_ONE);
    DENIED(it.rays.y = NULL, RAYS, HAIL_BAD_ARGUMENT, "rays->y", NO_ONE);
    DENIED(it.rays.dx = NULL, RAYS, HAIL_BAD_ARGUMENT, "rays->dx", NO_ONE);
    DENIED(it.rays.dy = NULL, RAYS, HAIL_BAD_ARGUMENT, "rays->dy", NO_ONE);
    DENIED(it.rays.count = TOO_MANY, RAYS, HAIL_BAD_ARGUMENT, "rays->count", NO_ONE, many, 0, INT32_MAX);
    DENIED(it.rays.to_y = it.to_y, RAYS, HAIL_BAD_ARGUMENT, "rays->to_y", NO_ONE);
    DENIED((it.rays.to_x = it.to_x, it.rays.to_y = it.to_y), RAYS, HAIL_BAD_ARGUMENT, "rays->to_x", NO_ONE);
    DENIED(it.rays.dx = it.rays.dy = NULL, RAYS, HAIL_BAD_ARGUMENT, "rays->dx", NO_ONE);
    DENIED(it.lines.to_x = NULL, RAYS_TO, HAIL_BAD_ARGUMENT, "rays->to_x", NO_ONE);
    DENIED((it.lines.dx = it.dx, it.lines.dy = it.dy), SIGHT, HAIL_BAD_ARGUMENT, "rays->to_x", NO_ONE);
    DENIED(it.lines.to_x = it.lines.to_y = NULL, SIGHT, HAIL_BAD_ARGUMENT, "rays->dx", NO_ONE);
    DENIED(it.rays.dy = NULL, SIGHT_BY, HAIL_BAD_ARGUMENT, "rays->dy", NO_ONE);
    DENIED(it.lines.x = NULL, SIGHT, HAIL_BAD_ARGUMENT, "rays->x", NO_ONE);
    DENIED(it.lines.to_y = NULL, SIGHT, HAIL_BAD_ARGUMENT, "rays->to_y", NO_ONE);
    DENIED(it.lines.count = TOO_MANY, SIGHT, HAIL_BAD_ARGUMENT, "rays->count", NO_ONE, many, 0, INT32_MAX);
    DENIED(NOTHING, hail_query_sight(world, &it.lines, NULL, NULL), HAIL_BAD_ARGUMENT, "clear", NO_ONE);
}

Test(query_status, shapes) {
    const double many = (double)TOO_MANY;
    DENIED(it.shapes.shapes = NULL, SHAPES, HAIL_BAD_ARGUMENT, "shapes->convexes", NO_ONE);
    DENIED(it.shapes.convexes = it.convex, SHAPES, HAIL_BAD_ARGUMENT, "shapes->convexes", NO_ONE);
    DENIED(it.shapes.shape_count = 0, CASTS, HAIL_BAD_ARGUMENT, "shapes->shape_count", NO_ONE);
    DENIED(it.shapes.x = NULL, SHAPES, HAIL_BAD_ARGUMENT, "shapes->x", NO_ONE);
    DENIED(it.shapes.y = NULL, CASTS, HAIL_BAD_ARGUMENT, "shapes->y", NO_ONE);
    DENIED(it.shapes.sin = NULL, SHAPES, HAIL_BAD_ARGUMENT, "shapes->sin", NO_ONE);
    DENIED(it.shapes.dx = NULL, CASTS, HAIL_BAD_ARGUMENT, "shapes->dx", NO_ONE);
    DENIED(it.shapes.dy = NULL, CASTS, HAIL_BAD_ARGUMENT, "shapes->dy", NO_ONE);
    DENIED(it.shapes.dx = it.shapes.dy = NULL, CASTS, HAIL_BAD_ARGUMENT, "shapes->dx", NO_ONE);
    DENIED(it.shapes.count = TOO_MANY, SHAPES, HAIL_BAD_ARGUMENT, "shapes->count", NO_ONE, many, 0, INT32_MAX);
    DENIED(it.which[3] = 2, SHAPES, HAIL_BAD_ARGUMENT, "shapes->shape", 3, 2, 0, 1);
    DENIED(it.which[4] = UINT32_MAX, CASTS, HAIL_BAD_ARGUMENT, "shapes->shape", 4, (double)UINT32_MAX, 0, 1);
    DENIED(it.shape[1] = foreign, SHAPES, HAIL_UNKNOWN_SHAPE, "shapes->shapes", 1);
    DENIED((it.shape[0] = (hail_shape){0, 0}), CASTS, HAIL_UNKNOWN_SHAPE, "shapes->shapes", 0);
    DENIED((it.shapes.shapes = NULL, it.shapes.convexes = it.convex, memset(&it.convex[1], 0, sizeof *it.convex)),
           SHAPES, HAIL_BAD_ARGUMENT, "shapes->convexes", 1);
    DENIED(it.scale[2] = -1.0f, SHAPES, HAIL_OUT_OF_RANGE, "shapes->scale", 2, -1, 0, (double)HAIL_MAX_SCALE);
    DENIED(it.scale[2] = 1001.0f, CASTS, HAIL_OUT_OF_RANGE, "shapes->scale", 2, 1001, 0, (double)HAIL_MAX_SCALE);
    DENIED(it.x[1] = NAN, SHAPES, HAIL_NOT_FINITE, "shapes->x", 1, (double)NAN, -BOUND, BOUND);
    DENIED(it.y[1] = FAR, CASTS, HAIL_OUT_OF_RANGE, "shapes->y", 1, (double)FAR, -BOUND, BOUND);
    DENIED(it.dx[4] = INFINITY, CASTS, HAIL_NOT_FINITE, "shapes->dx", 4, (double)INFINITY, -BOUND, BOUND);
    DENIED(it.dy[0] = -FAR, CASTS, HAIL_OUT_OF_RANGE, "shapes->dy", 0, -(double)FAR, -BOUND, BOUND);
}

Test(query_status, numbers) {
    DENIED(it.x[2] = NAN, POINTS, HAIL_NOT_FINITE, "points->x", 2, (double)NAN, -BOUND, BOUND);
    DENIED(it.y[4] = FAR, NEAREST, HAIL_OUT_OF_RANGE, "points->y", 4, (double)FAR, -BOUND, BOUND);
    DENIED(it.x[0] = INFINITY, RAYS, HAIL_NOT_FINITE, "rays->x", 0, (double)INFINITY, -BOUND, BOUND);
    DENIED(it.y[1] = -FAR, RAYS, HAIL_OUT_OF_RANGE, "rays->y", 1, -(double)FAR, -BOUND, BOUND);
    DENIED(it.dx[3] = NAN, RAYS, HAIL_NOT_FINITE, "rays->dx", 3, (double)NAN, -BOUND, BOUND);
    DENIED(it.dy[4] = FAR, RAYS, HAIL_OUT_OF_RANGE, "rays->dy", 4, (double)FAR, -BOUND, BOUND);
    DENIED(it.x[2] = NAN, SIGHT, HAIL_NOT_FINITE, "rays->x", 2, (double)NAN, -BOUND, BOUND);
    DENIED((it.x[1] = -9e8f, it.to_x[1] = 9e8f), RAYS_TO, HAIL_OUT_OF_RANGE, "rays->to_x", 1);
    DENIED((it.y[3] = -9e8f, it.dy[3] = -9e8f), SIGHT_BY, HAIL_OUT_OF_RANGE, "rays->dy", 3);
    DENIED(it.to_x[2] = NAN, RAYS_TO, HAIL_NOT_FINITE, "rays->to_x", 2, (double)NAN, -BOUND, BOUND);
    DENIED(it.dx[2] = NAN, SIGHT_BY, HAIL_NOT_FINITE, "rays->dx", 2, (double)NAN, -BOUND, BOUND);
    DENIED(it.to_x[2] = NAN, SIGHT, HAIL_NOT_FINITE, "rays->to_x", 2, (double)NAN, -BOUND, BOUND);
    DENIED(it.to_y[2] = FAR, SIGHT, HAIL_OUT_OF_RANGE, "rays->to_y", 2, (double)FAR, -BOUND, BOUND);
    DENIED(it.x[1] = -INFINITY, BOXES, HAIL_NOT_FINITE, "boxes->min_x", 1, -(double)INFINITY, -BOUND, BOUND);
    DENIED(it.to_y[3] = FAR, BOXES, HAIL_OUT_OF_RANGE, "boxes->max_y", 3, (double)FAR, -BOUND, BOUND);
}

Test(query_status, boxes_inside_out) {
    REFUSED(it.to_x[2] = 1.5f, BOXES, HAIL_OUT_OF_RANGE, "boxes->max_x", 2, 1.5, 2, BOUND);
    REFUSED(it.to_y[4] = -1.0f, BOXES, HAIL_OUT_OF_RANGE, "boxes->max_y", 4, -1, 4, BOUND);
}

Test(query_status, near_options) {
    DENIED(it.near.radius = -1.0f, NEAREST, HAIL_OUT_OF_RANGE, "options->radius", NO_ONE, -1, 0, BOUND);
    DENIED(it.near.radius = NAN, NEAREST, HAIL_NOT_FINITE, "options->radius", NO_ONE, (double)NAN, 0, BOUND);
    DENIED(it.near.distance_to = 2, NEAREST, HAIL_BAD_ARGUMENT, "options->distance_to", NO_ONE, 2, 0, 1);
    DENIED((it.near.each_radius = it.radii, it.radii[3] = -2.0f), NEAREST, HAIL_OUT_OF_RANGE, "options->each_radius", 3,
           -2, 0, BOUND);
    DENIED((it.near.each_radius = it.radii, it.radii[1] = INFINITY), NEAREST, HAIL_NOT_FINITE, "options->each_radius",
           1, (double)INFINITY, 0, BOUND);
    hail_query_hit *hits = (hail_query_hit *)(void *)out;
    DENIED(NOTHING, hail_query_nearest(world, &it.points, NULL, NULL, 0, hits, counts), HAIL_BAD_ARGUMENT, "capacity",
           NO_ONE);
    DENIED(NOTHING, hail_query_nearest(world, &it.points, NULL, NULL, 1, NULL, counts), HAIL_BAD_ARGUMENT, "hits",
           NO_ONE);
    DENIED(it.filter.find = HAIL_FIND_TILES, NEAREST, HAIL_BAD_ARGUMENT, "filter->find", NO_ONE, HAIL_FIND_TILES, 0,
           HAIL_FIND_BODIES);
}

Test(query_status, filters) { ALL_DENIED(it.filter.find = 8, HAIL_BAD_ARGUMENT, "filter->find", NO_ONE, 8, 0, 7); }

Test(query_status, outputs) {
    hail_query_match *matches = (hail_query_match *)(void *)out;
    hail_query_hit *hits = (hail_query_hit *)(void *)out;
    DENIED(NOTHING, hail_query_points(world, &it.points, NULL, 1, NULL, counts), HAIL_BAD_ARGUMENT, "matches", NO_ONE);
    DENIED(NOTHING, hail_query_points(world, &it.points, NULL, 0, matches, NULL), HAIL_BAD_ARGUMENT, "counts", NO_ONE);
    DENIED(NOTHING, hail_query_shapes(world, &it.shapes, NULL, 1, NULL, counts), HAIL_BAD_ARGUMENT, "matches", NO_ONE);
    DENIED(NOTHING, hail_query_boxes(world, &it.boxes, NULL, 0, NULL, NULL), HAIL_BAD_ARGUMENT, "counts", NO_ONE);
    DENIED(NOTHING, hail_query_rays(world, &it.rays, NULL, 1, NULL, NULL), HAIL_BAD_ARGUMENT, "hits", NO_ONE);
    DENIED(NOTHING, hail_query_rays(world, &it.rays, NULL, 0, hits, NULL), HAIL_BAD_ARGUMENT, "counts", NO_ONE);
    DENIED(NOTHING, hail_query_casts(world, &it.shapes, NULL, 1, NULL, NULL), HAIL_BAD_ARGUMENT, "hits", NO_ONE);
    DENIED(NOTHING, hail_query_rays(world, &it.rays, NULL, TOO_MANY, hits, counts), HAIL_BAD_ARGUMENT, "capacity",
           NO_ONE, (double)TOO_MANY, 0, INT32_MAX);
    DENIED(NOTHING, hail_query_points(world, &it.points, NULL, SIZE_MAX, matches, counts), HAIL_BAD_ARGUMENT,
           "capacity", NO_ONE, (double)SIZE_MAX, 0, INT32_MAX);
}
