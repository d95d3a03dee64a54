/* bench/cliffs/batch.c - pairs of shapes in arrays. */
#include "cliffs.h"

#include <string.h>

typedef struct batch_inputs {
    cliff_inputs each;
    cliff_shape a, b;
    bool rotated, scaled, indexed;
    float origin, apart, speed; /* px: of all pairs; between their bodies, at most; a displacement, at most */
    hail_batch batch;
    hail_convex convexes[2 * CLIFF_CONVEX_KINDS];
    hail_contact *contacts;
    hail_gap *gaps;
    hail_prediction *predictions;
    uint8_t *touching;
} batch_inputs;

static void make_side(cliffs *c, const batch_inputs *in, hail_shapes *bodies, uint32_t first, size_t kinds,
                      uint32_t seed) {
    const size_t count = in->each.count;
    uint32_t *shape = cliff_array(c, count, sizeof *shape);
    for (size_t i = 0; i < count; i++)
        shape[i] = first + (uint32_t)(i % kinds);
    *bodies = (hail_shapes){.convexes = in->convexes,
                            .shape_count = 2 * (size_t)CLIFF_CONVEX_KINDS,
                            .x = cliff_floats(c, count, in->origin, in->origin + in->apart, seed),
                            .y = cliff_floats(c, count, in->origin, in->origin + in->apart, seed + 1),
                            .dx = cliff_floats(c, count, -in->speed, in->speed, seed + 2),
                            .dy = cliff_floats(c, count, -in->speed, in->speed, seed + 3),
                            .shape = shape,
                            .count = count};
    if (in->rotated)
        bodies->cos = cliff_cosines(c, count), bodies->sin = cliff_sines(c, count);
    if (in->scaled)
        bodies->scale = cliff_floats(c, count, 0.5f, 1.5f, seed + 4);
}

static void make_ready(cliffs *c, void *inputs) {
    batch_inputs *in = inputs;
    const size_t count = in->each.count;
    const size_t a = cliff_convexes(in->a, in->convexes), b = cliff_convexes(in->b, in->convexes + CLIFF_CONVEX_KINDS);
    for (size_t i = a; i < CLIFF_CONVEX_KINDS; i++)
        in->convexes[i] = in->convexes[0];
    for (size_t i = b; i < CLIFF_CONVEX_KINDS; i++)
        in->convexes[CLIFF_CONVEX_KINDS + i] = in->convexes[CLIFF_CONVEX_KINDS];
    in->batch = (hail_batch){.count = count};
    make_side(c, in, &in->batch.a, 0, a, 1);
    make_side(c, in, &in->batch.b, CLIFF_CONVEX_KINDS, b, 11);
    if (in->indexed) {
        uint32_t *index = cliff_array(c, count, sizeof *index);
        for (size_t i = 0; i < count; i++)
            index[i] = (uint32_t)(i * 7919 % count);
        in->batch.index_a = in->batch.index_b = index;
    }
    in->contacts = cliff_array(c, count, sizeof *in->contacts);
    in->gaps = cliff_array(c, count, sizeof *in->gaps);
    in->predictions = cliff_array(c, count, sizeof *in->predictions);
    in->touching = cliff_array(c, count, 1);
}

static size_t hits(const batch_inputs *in) {
    size_t sum = 0;
    for (size_t i = 0; i < in->each.count; i++)
        sum += in->contacts[i].kind != 0;
    return sum;
}

static size_t touching(const batch_inputs *in) {
    size_t sum = 0;
    for (size_t i = 0; i < in->each.count; i++)
        sum += in->touching[i];
    return sum;
}

#define RUN(name, call, answers)                                                                                       \
    static size_t name(void *inputs) {                                                                                 \
        batch_inputs *in = inputs;                                                                                     \
        cliff_must(call, #name);                                                                                       \
        return answers;                                                                                                \
    }

RUN(run_touch, hail_batch_touch(&in->batch, in->touching), touching(in))
RUN(run_collide, hail_batch_collide(&in->batch, in->contacts), hits(in))
RUN(run_distance, hail_batch_distance(&in->batch, in->gaps), in->each.count)
RUN(run_predict, hail_batch_predict(&in->batch, in->predictions), in->each.count)
RUN(run_sweep, hail_batch_sweep(&in->batch, in->contacts), hits(in))

#define CHANGE(name, statement)                                                                                        \
    static void name(void *inputs) {                                                                                   \
        batch_inputs *in = inputs;                                                                                     \
        statement;                                                                                                     \
    }

CHANGE(of_64, in->each.count = 64)
CHANGE(of_one, in->each.count = 1)
CHANGE(far_away, in->origin = 1.0e5f)
CHANGE(dense, in->apart = 8)
CHANGE(sparse, in->apart = 200)
CHANGE(circles, in->a = in->b = CLIFF_CIRCLE)
CHANGE(capsules, in->a = in->b = CLIFF_CAPSULE)
CHANGE(capsule_circle, in->a = CLIFF_CAPSULE)
CHANGE(boxes, in->a = in->b = CLIFF_BOX)
CHANGE(rounded_boxes, in->a = in->b = CLIFF_ROUNDED_BOX)
CHANGE(triangles, in->a = in->b = CLIFF_TRIANGLE)
CHANGE(octagons, in->a = in->b = CLIFF_OCTAGON)
CHANGE(mixed_shapes, in->a = in->b = CLIFF_MIXED)
CHANGE(rotated, in->rotated = true)
CHANGE(turned_octagons, (octagons(in), rotated(in)))
CHANGE(turned_mixed, (mixed_shapes(in), rotated(in)))
CHANGE(scaled, in->scaled = true)
CHANGE(indexed, in->indexed = true)
CHANGE(faster, in->speed = 200)
CHANGE(still, in->speed = 0)

static const cliff_way pair_ways[] = {{"64 a call", of_64, NULL, 0},
                                      {CLIFF_ONE, of_one, NULL, 0},
                                      {"1e5 px from the origin", far_away, NULL, 0},
                                      {"dense: nearly all touch", dense, "more answers", 0},
                                      {"sparse: few touch", sparse, NULL, 0},
                                      {"boxes", boxes, "more vertices", 2},
                                      {"rounded boxes", rounded_boxes, "more vertices", 2},
                                      {"triangles", triangles, "more vertices", 2},
                                      {"8-gons", octagons, "8 vertices", 2},
                                      {"rotated", rotated, NULL, 0},
                                      {"8-gons, rotated", turned_octagons, "8 vertices", 2},
                                      {"scaled", scaled, NULL, 0},
                                      {"index_a, index_b: unordered", indexed, NULL, 0},
                                      {0}};
static const cliff_way shape_ways[] = {{"circles", circles, NULL, 0},
                                       {"capsules", capsules, NULL, 0},
                                       {"capsules and circles", capsule_circle, NULL, 0},
                                       {"mixed shapes", mixed_shapes, "more vertices", 2},
                                       {"mixed shapes, rotated", turned_mixed, "more vertices", 2},
                                       {0}};
static const cliff_way speed_ways[] = {{"10 times as fast", faster, NULL, 0}, {"not moving", still, NULL, 0}, {0}};

void cliffs_batch(cliffs *c) {
    /* Boxes and circles, as in the snippet of hail/batch.h. */
    batch_inputs base = {.each.count = 1000, .a = CLIFF_BOX, .b = CLIFF_CIRCLE, .apart = 30, .speed = 20};
    CLIFF_CALL(c, "hail_batch_touch", run_touch, make_ready, &base, pair_ways, shape_ways);
    CLIFF_CALL(c, "hail_batch_collide", run_collide, make_ready, &base, pair_ways, shape_ways);
    CLIFF_CALL(c, "hail_batch_distance", run_distance, make_ready, &base, pair_ways, shape_ways);
    CLIFF_CALL(c, "hail_batch_sweep", run_sweep, make_ready, &base, pair_ways, shape_ways, speed_ways);
    base.b = CLIFF_BOX; /* circles cannot be predicted */
    CLIFF_CALL(c, "hail_batch_predict", run_predict, make_ready, &base, pair_ways, speed_ways);
}
