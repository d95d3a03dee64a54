/* Compounds, concave polygons and sprites as a world's shapes: their descriptions, what is refused, their memory, and
 * that a concave polygon keeps its area, holes and all.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that polygon alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "narrow/batch_oracle.h"
#include "step/parts_world.h"
#include "shared/random_world.h"

static hail_spriteset *some_sprites(void) {
    static const uint64_t ring[] = {0x3f, 0x21, 0x21, 0x3f}, nothing[] = {0, 0};
    hail_spriteset *set;
    uint32_t sprite;
    cr_assert_eq(hail_spriteset_create(NULL, &set), HAIL_OK);
    hail_image image = {.bits = ring, .width = 6, .height = 4, .origin_x = -30.0f, .origin_y = 2.0f};
    cr_assert_eq(hail_spriteset_add(set, &image, &sprite), HAIL_OK);
    image = (hail_image){.bits = nothing, .width = 6, .height = 2};
    cr_assert_eq(hail_spriteset_add(set, &image, &sprite), HAIL_OK);
    image = (hail_image){.bits = ring, .width = 6, .height = 4, .origin_x = 9.0e5f, .origin_y = 2.0f};
    cr_assert_eq(hail_spriteset_add(set, &image, &sprite), HAIL_OK);
    return set;
}

static hail_world *empty(void) {
    hail_world *world;
    cr_assert_eq(hail_world_create(NULL, &world), HAIL_OK);
    return world;
}

/* ---- What they say ----------------------------------------------------------------------------------------------- */

static bool same_info(const hail_convex_info *is, const hail_convex_info *must) {
    return is->vertices == must->vertices && is->rounding == must->rounding && is->radius == must->radius &&
           memcmp(is->x, must->x, must->vertices * sizeof *is->x) == 0 &&
           memcmp(is->y, must->y, must->vertices * sizeof *is->y) == 0;
}

static void turn_round(double *x, double *y, uint32_t count) {
    for (uint32_t k = 0, other = count - 1; k < other; k++, other--) {
        const double hold_x = x[k], hold_y = y[k];
        x[k] = x[other], y[k] = y[other];
        x[other] = hold_x, y[other] = hold_y;
    }
}

static solid solid_from(const hail_convex_info *info) {
    solid s = {.n = info->vertices > 0 ? info->vertices : 1, .rounding = (double)info->rounding};
    double area = 0.0;
    for (uint32_t k = 0; k < info->vertices; k++) {
        const uint32_t next = (k + 1) % info->vertices;
        s.x[k] = (double)info->x[k], s.y[k] = (double)info->y[k];
        area += s.x[k] * (double)info->y[next] - s.y[k] * (double)info->x[next];
    }
    if (area < 0.0)
        turn_round(s.x, s.y, info->vertices);
    return s;
}

/* Whether all within `rounding` of a point lies inside, but for rounding errors. */
static bool holds(const hail_convex_info *around, double x, double y, double rounding) {
    const solid s = solid_from(around);
    const double off = 1.0e-4 + 4.0 * ulp_of((double)around->radius);
    return solid_outside(&s, x, y) <= off - rounding && hypot(x, y) + rounding <= (double)around->radius + off;
}

Test(world_parts, compounds_describe_themselves) {
    uint64_t state = 7;
    hail_world *world = empty();
    for (uint32_t turn = 0; turn < 400; turn++) {
        hail_convex part[PARTS_MOST];
        hail_convex_info around, is, must;
        hail_shape shape;
        const uint32_t count = 1 + random_pick(&state, PARTS_MOST);
        const float off = turn % 3 == 0 ? 2000.0f : 30.0f;
        for (uint32_t k = 0; k < count; k++)
            part[k] = parts_convex(&state, turn % 5 == 0 ? 0.5f : 10.0f, k == 0 || turn % 2 == 0 ? off : 0.0f, false);
        cr_assert_eq(hail_shape_compound(hail_world_shapes(world), part, count, &shape), HAIL_OK);
        cr_assert_eq(hail_shape_part_count(hail_world_shapes(world), &shape), count);
        cr_assert_eq(hail_shape_describe(hail_world_shapes(world), &shape, &around), HAIL_OK);
        cr_assert(around.vertices <= HAIL_MAX_VERTICES && around.vertices != 1 && around.rounding >= 0.0f);
        for (uint32_t k = 0; k < count; k++) {
            cr_assert_eq(hail_shape_part(hail_world_shapes(world), &shape, k, &is), HAIL_OK);
            cr_assert_eq(hail_convex_describe(&part[k], &must), HAIL_OK);
            cr_assert(same_info(&is, &must), "turn %u: part %u of %u", turn, k, count);
            for (uint32_t v = 0; v < must.vertices; v++)
                cr_assert(holds(&around, (double)must.x[v], (double)must.y[v], (double)must.rounding),
                          "turn %u: part %u of %u lies not in what is around it", turn, k, count);
            cr_assert(must.vertices > 0 || holds(&around, 0.0, 0.0, (double)must.rounding), "turn %u", turn);
        }
        memset(part, 0, sizeof part); /* the world has copies */
        cr_assert_eq(hail_shape_part(hail_world_shapes(world), &shape, count, &is), HAIL_OUT_OF_RANGE);
    }
    hail_world_destroy(world);
}

Test(world_parts, sprites_describe_themselves) {
    hail_world *world = empty();
    hail_spriteset *set = some_sprites();
    for (uint32_t k = 0; k < 3; k += 2) {
        hail_shape shape;
        hail_convex_info around, part;
        hail_sprite_info info;
        cr_assert_eq(hail_spriteset_describe(set, k, &info), HAIL_OK);
        cr_assert_eq(hail_shape_sprite(hail_world_shapes(world), set, k, &shape), HAIL_OK);
        cr_assert_eq(hail_shape_part_count(hail_world_shapes(world), &shape), 1);
        cr_assert_eq(hail_shape_describe(hail_world_shapes(world), &shape, &around), HAIL_OK);
        cr_assert_eq(hail_shape_part(hail_world_shapes(world), &shape, 0, &part), HAIL_OK);
        cr_assert(same_info(&part, &around));
        cr_assert_eq(hail_shape_part(hail_world_shapes(world), &shape, 1, &part), HAIL_OUT_OF_RANGE);
        for (int v = 0; v < 4; v++)
            cr_assert(holds(&around, (v % 2 == 0 ? 0.0 : 6.0) - (double)info.origin_x,
                            (v < 2 ? 0.0 : 4.0) - (double)info.origin_y, 0.0),
                      "sprite %u", k);
    }
    hail_world_destroy(world);
    hail_spriteset_destroy(set);
}

/* ---- What is refused --------------------------------------------------------------------------------------------- */

static void busy(const hail_contact *contacts, size_t count, void *user) {
    static const float x[] = {0.0f, 9.0f, 0.0f}, y[] = {0.0f, 0.0f, 9.0f};
    static const uint32_t start[] = {0, 3};
    hail_world *world = ((void **)user)[0];
    hail_spriteset *set = ((void **)user)[1];
    hail_shape shape = {77, 0}, none = {0, 0};
    hail_convex part;
    cr_assert(contacts != NULL && count == 1);
    cr_assert_eq(hail_convex_circle(1.0f, &part), HAIL_OK);
    cr_assert_eq(hail_shape_compound(hail_world_shapes(world), &part, 1, &shape), HAIL_BUSY);
    cr_assert_eq(hail_shape_concave(hail_world_shapes(world), &(hail_loops){x, y, start, 1}, NULL, 0.0f, &shape, NULL),
                 HAIL_BUSY);
    cr_assert_eq(hail_shape_sprite(hail_world_shapes(world), set, 0, &shape), HAIL_BUSY);
    cr_assert_eq(hail_shape_part_count(hail_world_shapes(world), contacts->a.slot == 0 ? &none : &shape), 0);
}

Test(world_parts, refused) {
    hail_world *world = empty(), *other = empty();
    hail_spriteset *set = some_sprites();
    hail_convex part[2];
    hail_shape shape = {0}, good, sprite;
    hail_convex_info info;
    cr_assert_eq(hail_convex_circle(4.0f, &part[0]), HAIL_OK);
    memset(&part[1], 0, sizeof part[1]); /* not prepared */
    cr_assert_eq(hail_shape_compound(hail_world_shapes(NULL), part, 1, &shape), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_compound(hail_world_shapes(world), NULL, 1, &shape), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_compound(hail_world_shapes(world), part, 1, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_compound(hail_world_shapes(world), part, 0, &shape), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_compound(hail_world_shapes(world), part, HAIL_MAX_PARTS + 1, &shape), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_compound(hail_world_shapes(world), part, 2, &shape), HAIL_BAD_ARGUMENT,
                 "a part that is none");
    cr_assert_eq(hail_shape_sprite(hail_world_shapes(NULL), set, 0, &shape), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_sprite(hail_world_shapes(world), NULL, 0, &shape), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_sprite(hail_world_shapes(world), set, 0, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_sprite(hail_world_shapes(world), set, 3, &shape), HAIL_OUT_OF_RANGE);
    cr_assert_eq(hail_shape_sprite(hail_world_shapes(world), set, 1, &shape), HAIL_DEGENERATE);
    cr_assert_eq(hail_shape_part_count(hail_world_shapes(NULL), &shape), 0);
    cr_assert_eq(shape.id, 0, "a shape was written");
    cr_assert_eq(hail_shape_compound(hail_world_shapes(world), part, 1, &good), HAIL_OK);
    cr_assert_eq(hail_shape_sprite(hail_world_shapes(world), set, 0, &sprite), HAIL_OK);
    cr_assert(hail_shape_part_count(hail_world_shapes(world), &(hail_shape){0}) == 0 &&
              hail_shape_part_count(hail_world_shapes(other), &sprite) == 0);
    cr_assert_eq(hail_shape_describe(hail_world_shapes(other), &sprite, &info), HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_shape_part(hail_world_shapes(other), &good, 0, &info), HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_shape_part(hail_world_shapes(world), &(hail_shape){0}, 0, &info), HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_shape_part(hail_world_shapes(world), &(hail_shape){9999, shape.tag}, 0, &info),
                 HAIL_UNKNOWN_SHAPE);
    cr_assert_eq(hail_shape_part(hail_world_shapes(NULL), &good, 0, &info), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_part(hail_world_shapes(world), &good, 0, NULL), HAIL_BAD_ARGUMENT);
    const float x[] = {0.0f, 1.0f};
    void *both[] = {world, set};
    cr_assert_eq(hail_rule_set(world, 0, 0, HAIL_MANIFOLD), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 0, &good, &(hail_spawn_columns){.x = x, .y = x}, 2, NULL), HAIL_OK);
    cr_assert_eq(hail_step(world, 0.0f, busy, both), HAIL_OK);
    hail_world_destroy(world);
    hail_world_destroy(other);
    hail_spriteset_destroy(set);
}

/* ---- Concave polygons -------------------------------------------------------------------------------------------- */

enum { CORNERS = 14, CIRCLES = 400, POLYGONS = 60 };

/* A star, and a smaller one in it for a hole. */
typedef struct star {
    float x[2 * CORNERS], y[2 * CORNERS];
    uint32_t start[3];
    hail_loops loops;
} star;

static void star_make(star *s, uint64_t *state) {
    const uint32_t n = 5 + random_pick(state, CORNERS - 4);
    const bool hole = random_pick(state, 3) != 0;
    for (uint32_t k = 0; k < 2 * n; k++) {
        const float turn = 6.2831853f * ((float)(k % n) + random_range(state, 0.0f, 0.8f)) / (float)n;
        const float away = k < n ? random_range(state, 30.0f, 100.0f) : random_range(state, 4.0f, 20.0f);
        s->x[k] = 20.0f + away * cosf(turn), s->y[k] = away * sinf(turn) - 5.0f;
    }
    s->start[0] = 0, s->start[1] = n, s->start[2] = 2 * n;
    s->loops = (hail_loops){s->x, s->y, s->start, hole ? 2 : 1};
}

/* To the polygon: 0 inside. */
static double distance(const star *s, double x, double y) {
    double least = INFINITY;
    bool inside = false;
    for (size_t l = 0; l < s->loops.count; l++) {
        for (uint32_t k = s->start[l]; k < s->start[l + 1]; k++) {
            const uint32_t next = k + 1 < s->start[l + 1] ? k + 1 : s->start[l];
            const double ax = (double)s->x[k], ay = (double)s->y[k], bx = (double)s->x[next], by = (double)s->y[next];
            const double ex = bx - ax, ey = by - ay;
            const double along = fmin(fmax(((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey), 0.0), 1.0);
            least = fmin(least, hypot(ax + along * ex - x, ay + along * ey - y));
            if ((ay > y) != (by > y) && x < ax + (y - ay) / ey * ex)
                inside = !inside;
        }
    }
    return inside ? 0.0 : least;
}

/* Circles about it touch if they are as near as their radius; a band of 0.01 px is left out. */
static void touches_as_drawn(hail_world *world, hail_shape shape, const star *s, float rounding, uint64_t *state) {
    static stream told;
    const hail_layer_options sized = {.columns = HAIL_SCALE};
    float x[CIRCLES], y[CIRCLES], size[CIRCLES], zero = 0.0f;
    hail_handle handle[CIRCLES];
    hail_shape circle;
    uint8_t told_of[CIRCLES + 1] = {0};
    for (int k = 0; k < CIRCLES; k++) {
        x[k] = random_range(state, -100.0f, 140.0f), y[k] = random_range(state, -125.0f, 115.0f);
        size[k] = random_pick(state, 3) == 0 ? 0.0f : random_range(state, 0.0f, 15.0f);
    }
    cr_assert_eq(hail_layer_configure(world, 1, &sized), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 1.0f, &circle), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 0, 1, HAIL_PAIRS), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 0, &shape, &(hail_spawn_columns){.x = &zero, .y = &zero}, 1, NULL), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 1, &circle, &(hail_spawn_columns){.x = x, .y = y, .scale = size}, CIRCLES, handle),
                 HAIL_OK);
    stream_clear(&told);
    cr_assert_eq(hail_step(world, 0.0f, stream_take, &told), HAIL_OK);
    for (size_t k = 0; k < told.count; k++)
        told_of[told.contact[k].b.slot]++;
    for (int k = 0; k < CIRCLES; k++) {
        const double gap = distance(s, (double)x[k], (double)y[k]) - (double)size[k] - (double)rounding;
        const uint8_t times = told_of[handle[k].slot];
        cr_assert(fabs(gap) < 0.01 || times == (gap < 0.0), "(%g, %g) radius %g: %g px apart, told of %u times",
                  (double)x[k], (double)y[k], (double)size[k], gap, times);
    }
    stream_free(&told);
}

static void concave(uint64_t seed) {
    uint64_t state = seed * 13 + 1;
    star s;
    hail_world *world = empty();
    hail_polygons *parts;
    hail_decompose_report report = {0}, must = {0};
    hail_shape shape = {0};
    hail_convex_info info;
    const float rounding = seed % 2 == 0 ? 0.0f : random_range(&state, 0.0f, 6.0f);
    star_make(&s, &state);
    const hail_status said = hail_decompose(&s.loops, NULL, &parts, &must);
    const hail_status status = hail_shape_concave(hail_world_shapes(world), &s.loops, NULL, rounding, &shape, &report);
    if (said != HAIL_OK) { /* loops that touch */
        cr_assert(status == said && memcmp(&report, &must, sizeof must) == 0, "HAIL_TEST_SEED=%llu",
                  (unsigned long long)seed);
        hail_world_destroy(world);
        return;
    }
    const hail_loops loops = *hail_polygons_loops(parts);
    bool thin = false; /* a part that hail_convex_polygon refuses */
    hail_convex one;
    for (size_t k = 0; k < loops.count; k++) {
        const uint32_t from = loops.start[k], n = loops.start[k + 1] - from;
        thin = thin || hail_convex_polygon(loops.x + from, loops.y + from, n, rounding, &one) != HAIL_OK;
    }
    cr_assert_eq(status, thin ? HAIL_DEGENERATE : HAIL_OK, "HAIL_TEST_SEED=%llu: %s", (unsigned long long)seed,
                 hail_status_text(status));
    cr_assert_eq(hail_shape_part_count(hail_world_shapes(world), &shape), thin ? 0 : loops.count, "HAIL_TEST_SEED=%llu",
                 (unsigned long long)seed);
    cr_assert_eq(memcmp(&report, &must, sizeof must), 0);
    for (uint32_t k = 0; k < loops.count && !thin; k++) {
        const uint32_t from = loops.start[k], n = loops.start[k + 1] - from;
        cr_assert_eq(hail_shape_part(hail_world_shapes(world), &shape, k, &info), HAIL_OK);
        cr_assert(info.vertices == n && info.rounding == rounding &&
                      memcmp(info.x, loops.x + from, n * sizeof(float)) == 0 &&
                      memcmp(info.y, loops.y + from, n * sizeof(float)) == 0,
                  "HAIL_TEST_SEED=%llu: part %u is another", (unsigned long long)seed, k);
    }
    if (!thin)
        touches_as_drawn(world, shape, &s, rounding, &state);
    hail_polygons_destroy(parts);
    hail_world_destroy(world);
}

Test(world_parts, concave) {
    uint64_t seed;
    if (random_seed_given(&seed)) {
        concave(seed);
        return;
    }
    for (uint32_t i = 0; i < random_worlds(POLYGONS); i++)
        concave(i);
}

Test(world_parts, concave_options) {
    static const float x[] = {0.0f, 9.0f, 9.0f, 9.0f, 4.0f, 0.0f, 0.0f},
                       y[] = {0.0f, 0.0f, 0.0f, 9.0f, 6.0f, 9.0f, 0.0f};
    static const uint32_t start[] = {0, 7};
    const hail_loops doubled = {x, y, start, 1};
    hail_world *world = empty();
    hail_shapeset *set = hail_world_shapes(world);
    hail_decompose_options options;
    hail_decompose_report report;
    hail_shape shape;
    hail_decompose_options_defaults(&options);
    cr_assert_eq(hail_shape_concave(set, &doubled, &options, 0.0f, &shape, NULL), HAIL_DEGENERATE);
    options.repair = 1;
    cr_assert_eq(hail_shape_concave(set, &doubled, &options, 0.0f, &shape, &report), HAIL_OK);
    cr_assert(report.closing_points == 1 && report.double_points == 1 && hail_shape_part_count(set, &shape) == 2);
    options.max_vertices = 3;
    cr_assert_eq(hail_shape_concave(set, &doubled, &options, 0.0f, &shape, NULL), HAIL_OK);
    cr_assert_eq(hail_shape_part_count(set, &shape), 3);
    for (options.max_vertices = 2; options.max_vertices < 12; options.max_vertices += 7)
        cr_assert_eq(hail_shape_concave(set, &doubled, &options, 0.0f, &shape, NULL), HAIL_OUT_OF_RANGE);
    hail_world_destroy(world);
}

Test(world_parts, concave_refused) {
    static const float x[] = {0.0f, 9.0f, 9.0f, 0.0f}, y[] = {0.0f, 0.0f, 9.0f, 9.0f};
    static const float bow_y[] = {0.0f, 9.0f, 0.0f, 9.0f}, nan_y[] = {0.0f, NAN, 0.0f, 9.0f};
    static const float far_x[] = {0.0f, 2.0e6f, 2.0e6f, 0.0f};
    static const uint32_t start[] = {0, 4}, two[] = {0, 2};
    hail_world *world = empty();
    hail_shape shape = {0};
    hail_decompose_report report;
    const uint64_t before = world_fingerprint(world);
    const hail_loops good = {x, y, start, 1};
    cr_assert_eq(hail_shape_concave(hail_world_shapes(NULL), &good, NULL, 0.0f, &shape, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_concave(hail_world_shapes(world), &good, NULL, 0.0f, NULL, NULL), HAIL_BAD_ARGUMENT);
    cr_assert_eq(
        hail_shape_concave(hail_world_shapes(world), &(hail_loops){NULL, y, start, 1}, NULL, 0.0f, &shape, NULL),
        HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_shape_concave(hail_world_shapes(world), &good, NULL, -1.0f, &shape, NULL), HAIL_OUT_OF_RANGE);
    cr_assert_eq(hail_shape_concave(hail_world_shapes(world), &good, NULL, NAN, &shape, NULL), HAIL_NOT_FINITE);
    cr_assert_eq(hail_shape_concave(hail_world_shapes(world), &good, NULL, 1.0e6f, &shape, NULL), HAIL_TOO_LARGE);
    cr_assert_eq(hail_shape_concave(hail_world_shapes(world), &(hail_loops){x, y, two, 1}, NULL, 0.0f, &shape, &report),
                 HAIL_TOO_FEW_VERTICES);
    cr_assert_eq(
        hail_shape_concave(hail_world_shapes(world), &(hail_loops){x, nan_y, start, 1}, NULL, 0.0f, &shape, &report),
        HAIL_NOT_FINITE);
    cr_assert_eq(
        hail_shape_concave(hail_world_shapes(world), &(hail_loops){x, bow_y, start, 1}, NULL, 0.0f, &shape, &report),
        HAIL_CROSSING);
    cr_assert_eq(
        hail_shape_concave(hail_world_shapes(world), &(hail_loops){far_x, y, start, 1}, NULL, 0.0f, &shape, NULL),
        HAIL_TOO_LARGE);
    cr_assert(shape.id == 0 && world_fingerprint(world) == before);
    cr_assert_eq(hail_shape_concave(hail_world_shapes(world), &good, NULL, 0.0f, &shape, NULL), HAIL_OK);
    cr_assert_eq(hail_shape_part_count(hail_world_shapes(world), &shape), 1);
    hail_world_destroy(world);
}
