/* bench/cliffs/points.c - points in polygons, nearest points on segments and polygons. */
#include "cliffs.h"

#include <math.h>

enum { MOST_VERTICES = 1024 };

typedef struct point_inputs {
    cliff_inputs each;
    uint32_t vertices, loops; /* of the polygon; loops of vertices / loops each */
    hail_inside_method method;
    float origin, spread; /* px: the polygon's centre; points lie so far around it */
    hail_points points;
    hail_loops polygon;
    const float *ends[4];
    hail_nearest_point *nearest;
    int32_t *winding;
    uint8_t *inside;
} point_inputs;

/* Rings of about 200 px, one in the other. */
static void make_polygon(cliffs *c, point_inputs *in) {
    float *x = cliff_array(c, in->vertices, sizeof *x), *y = cliff_array(c, in->vertices, sizeof *y);
    uint32_t *start = cliff_array(c, in->loops + 1, sizeof *start);
    const uint32_t each = in->vertices / in->loops;
    for (uint32_t i = 0; i < in->vertices; i++) {
        const double angle = 6.283185307 * (i % each) / each, radius = 200.0 / (1 + i / each);
        x[i] = (float)(in->origin + radius * cos(angle));
        y[i] = (float)(in->origin + radius * sin(angle));
    }
    for (uint32_t l = 0; l <= in->loops; l++)
        start[l] = l * each;
    in->polygon = (hail_loops){.x = x, .y = y, .start = start, .count = in->loops};
}

static void make_ready(cliffs *c, void *inputs) {
    point_inputs *in = inputs;
    const size_t count = in->each.count;
    const float min = in->origin - in->spread, max = in->origin + in->spread;
    make_polygon(c, in);
    in->points = (hail_points){
        .x = cliff_floats(c, count, min, max, 1), .y = cliff_floats(c, count, min, max, 2), .count = count};
    for (uint32_t i = 0; i < 4; i++)
        in->ends[i] = cliff_floats(c, count, min, max, 3 + i);
    in->nearest = cliff_array(c, count, sizeof *in->nearest);
    in->winding = cliff_array(c, count, sizeof *in->winding);
    in->inside = cliff_array(c, count, 1);
}

#define RUN(name, call)                                                                                                \
    static size_t name(void *inputs) {                                                                                 \
        point_inputs *in = inputs;                                                                                     \
        cliff_must(call, #name);                                                                                       \
        return in->each.count;                                                                                         \
    }

RUN(run_inside, hail_points_inside(&in->points, &in->polygon, in->method, in->inside))
RUN(run_winding, hail_points_winding(&in->points, &in->polygon, in->winding))
RUN(run_loops, hail_nearest_on_loops(&in->points, &in->polygon, in->nearest))
RUN(run_segments,
    hail_nearest_on_segments(&in->points, in->ends[0], in->ends[1], in->ends[2], in->ends[3], in->nearest))

#define CHANGE(name, statement)                                                                                        \
    static void name(void *inputs) {                                                                                   \
        point_inputs *in = inputs;                                                                                     \
        statement;                                                                                                     \
    }

CHANGE(of_64, in->each.count = 64)
CHANGE(of_one, in->each.count = 1)
CHANGE(far_away, in->origin = 1.0e5f)
CHANGE(outside, in->spread = 20000)
CHANGE(middle, in->spread = 20)
CHANGE(octagon, in->vertices = 8)
CHANGE(many_vertices, in->vertices = MOST_VERTICES)
CHANGE(many_loops, in->loops = 8)
CHANGE(quadrants, in->method = HAIL_BY_QUADRANTS)
CHANGE(winding, in->method = HAIL_BY_WINDING)
CHANGE(edges, in->method = HAIL_BY_EDGES)

static const cliff_way place_ways[] = {{"64 a call", of_64, NULL, 0},
                                       {CLIFF_ONE, of_one, NULL, 0},
                                       {"1e5 px from the origin", far_away, NULL, 0},
                                       {"most points far outside", outside, NULL, 0},
                                       {"all points in the middle", middle, NULL, 0},
                                       {0}};
static const cliff_way loop_ways[] = {{"8 vertices", octagon, NULL, 0},
                                      {"1024 vertices", many_vertices, "16 times the vertices", 16},
                                      {"8 loops", many_loops, NULL, 0},
                                      {0}};
static const cliff_way method_ways[] = {{"HAIL_BY_QUADRANTS", quadrants, NULL, 0},
                                        {"HAIL_BY_WINDING", winding, NULL, 0},
                                        {"HAIL_BY_EDGES", edges, NULL, 0},
                                        {0}};

void cliffs_points(cliffs *c) {
    const point_inputs base = {.each.count = 1000, .vertices = 64, .loops = 1, .spread = 250};
    CLIFF_CALL(c, "hail_points_inside", run_inside, make_ready, &base, place_ways, loop_ways, method_ways);
    CLIFF_CALL(c, "hail_points_winding", run_winding, make_ready, &base, place_ways, loop_ways);
    CLIFF_CALL(c, "hail_nearest_on_loops", run_loops, make_ready, &base, place_ways, loop_ways);
    CLIFF_CALL(c, "hail_nearest_on_segments", run_segments, make_ready, &base, place_ways);
}
