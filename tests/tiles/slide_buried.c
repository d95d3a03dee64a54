/* tests/tiles/slide_buried.c - bare segments and polygons deep inside tiles: points of overlaps fit their depths, and
 * hail_tilemap_slide leaves nothing inside without telling.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that map alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>

#include <hail/hail.h>

#include "shared/random_world.h"

enum { SIDE = 24, TILES = 4, MOVERS = 300, ROOM = 4096, LOOKS = 64 };

typedef struct scene {
    hail_tileset *set;
    hail_tilemap *map;
    uint32_t tile; /* px: their side */
} scene;

/* Much of it solid; some tiles have holes. */
static scene scene_make(uint64_t *state) {
    scene c = {.tile = 2 + random_pick(state, 15)};
    uint32_t tile[TILES];
    const uint32_t fill = 30 + random_pick(state, 65), whole = random_pick(state, 2);
    cr_assert_eq(hail_tileset_create(NULL, c.tile, c.tile, &c.set), HAIL_OK);
    for (uint32_t k = 0; k < TILES; k++) {
        uint64_t rows[HAIL_MAX_TILE];
        for (uint32_t j = 0; j < c.tile; j++)
            rows[j] = (k == 0 || whole ? UINT64_MAX : random_bits(state) | random_bits(state)) &
                      ((UINT64_C(1) << c.tile) - 1);
        cr_assert_eq(hail_tileset_add_bits(c.set, rows, 0, &tile[k]), HAIL_OK);
    }
    const hail_tilemap_options options = {.columns = SIDE, .rows = SIDE};
    cr_assert_eq(hail_tilemap_create(c.set, &options, &c.map), HAIL_OK);
    for (uint32_t k = 0; k < SIDE * SIDE; k++)
        if (random_pick(state, 100) < fill)
            cr_assert_eq(hail_tilemap_fill(c.map, k % SIDE, k / SIDE, 1, 1, tile[random_pick(state, TILES)]), HAIL_OK);
    return c;
}

static void scene_free(scene *c) {
    hail_tilemap_destroy(c->map);
    hail_tileset_destroy(c->set);
}

/* A segment, sometimes upright or of whole numbers, or a triangle. */
typedef struct shape {
    hail_convex convex;
    float px[3], py[3];
    uint32_t count;
    float x, y; /* px: where it is */
} shape;

static shape shape_make(const scene *c, uint64_t *state) {
    shape s = {.count = 2 + (random_pick(state, 4) == 0)};
    const float size = random_range(state, 2.0f, 20.0f), far = (float)(SIDE * c->tile);
    const bool whole = random_pick(state, 4) == 0, upright = s.count == 2 && random_pick(state, 4) == 0;
    for (uint32_t k = 0; k < s.count; k++) {
        s.px[k] = random_range(state, -size, size), s.py[k] = random_range(state, -size, size);
        if (whole)
            s.px[k] = roundf(s.px[k]), s.py[k] = roundf(s.py[k]);
    }
    if (upright)
        s.px[1] = s.px[0];
    s.x = random_range(state, 0.0f, far), s.y = random_range(state, 0.0f, far);
    if (whole)
        s.x = roundf(2.0f * s.x) / 2.0f, s.y = roundf(2.0f * s.y) / 2.0f;
    const hail_status status = s.count == 3 ? hail_convex_polygon(s.px, s.py, 3, 0.0f, &s.convex)
                                            : hail_convex_capsule(s.px[0], s.py[0], s.px[1], s.py[1], 0.0f, &s.convex);
    s.count = status == HAIL_OK ? s.count : 0;
    return s;
}

static hail_tilemap_movers movers_of(const scene *c, const shape *s) {
    static const float zero = 0.0f;
    return (hail_tilemap_movers){
        .map = c->map,
        .shapes = {
            .convexes = &s->convex, .shape_count = 1, .x = &s->x, .y = &s->y, .dx = &zero, .dy = &zero, .count = 1}};
}

/* px: from a point to the shape's boundary, or 0 inside. */
static double off_shape(const shape *s, double x, double y) {
    double best = INFINITY, turn = 0.0;
    bool left = true, right = true;
    for (uint32_t k = 0; k < s->count; k++) {
        const uint32_t next = (k + 1) % s->count;
        const double ax = (double)s->px[k] + (double)s->x, ay = (double)s->py[k] + (double)s->y,
                     ex = (double)s->px[next] - (double)s->px[k], ey = (double)s->py[next] - (double)s->py[k];
        const double along = fmin(fmax(((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey), 0.0), 1.0);
        best = fmin(best, hypot(x - ax - along * ex, y - ay - along * ey));
        turn = ex * (y - ay) - ey * (x - ax);
        left = left && turn <= 0.0, right = right && turn >= 0.0;
    }
    return s->count == 3 && (left || right) ? 0.0 : best;
}

/* Half a depth along the normal lies on the shape, half a depth back on a line between pixels, unless the normal is
 * aslant. Of an edge that is nearly parallel to that line, whose normal counts as the line's, points may lie a little
 * beyond the end. */
static bool fits(const shape *s, const hail_contact *c, uint32_t p) {
    const double half = (double)c->depth[p] / 2.0, nx = (double)c->normal_x, ny = (double)c->normal_y;
    const double back_x = (double)c->x[p] - nx * half, back_y = (double)c->y[p] - ny * half;
    const bool on_line =
        (nx != 0.0 && ny != 0.0) || fabs((nx != 0.0 ? back_x : back_y) - round(nx != 0.0 ? back_x : back_y)) < 5e-3;
    const double slack = 5e-3 + (c->count == 2 ? 0.1 * half : 0.0);
    return on_line && off_shape(s, (double)c->x[p] + nx * half, (double)c->y[p] + ny * half) < slack;
}

/* A cell without an exposed contact has the normal and depth of the deepest of the others, and its point fits the shape
 * alone. */
static bool borrowed(const shape *s, const hail_contact *list, size_t count, const hail_contact *c) {
    const double half = (double)c->depth[0] / 2.0;
    bool found = false;
    for (size_t k = 0; k < count; k++)
        for (uint32_t p = 0; p < list[k].count; p++)
            found = found || (&list[k] != c && list[k].normal_x == c->normal_x && list[k].normal_y == c->normal_y &&
                              list[k].depth[p] == c->depth[0]);
    return found && c->count == 1 &&
           off_shape(s, (double)c->x[0] + (double)c->normal_x * half, (double)c->y[0] + (double)c->normal_y * half) <
               5e-3;
}

static size_t hold_points(uint64_t seed, const hail_tilemap_movers *movers, const shape *s) {
    static hail_contact list[ROOM];
    size_t count;
    cr_assert_eq(hail_tilemap_overlap(movers, list, ROOM, &count), HAIL_OK);
    for (size_t k = 0; k < count; k++)
        for (uint32_t p = 0; p < list[k].count; p++)
            cr_assert(fits(s, &list[k], p) || borrowed(s, list, count, &list[k]),
                      "HAIL_TEST_SEED=%llu: (%g, %g) to (%g, %g) at (%g, %g), cell %u: point %u of %u at (%g, %g), "
                      "normal (%g, %g), depth %g",
                      (unsigned long long)seed, (double)s->px[0], (double)s->py[0], (double)s->px[1], (double)s->py[1],
                      (double)s->x, (double)s->y, list[k].part_b, p, list[k].count, (double)list[k].x[p],
                      (double)list[k].y[p], (double)list[k].normal_x, (double)list[k].normal_y,
                      (double)list[k].depth[p]);
    return count;
}

/* Without motion it is pushed out, or stuck. */
static bool hold_told(uint64_t seed, const scene *c, const hail_tilemap_movers *movers, const shape *s) {
    float x[LOOKS], y[LOOKS];
    uint8_t solid[LOOKS];
    uint32_t inside = 0;
    hail_slide slide;
    cr_assert_eq(hail_tilemap_slide(movers, NULL, &slide), HAIL_OK);
    if (slide.flags & HAIL_STUCK)
        return true;
    for (uint32_t k = 0; k < LOOKS; k++) {
        const float part = ((float)k + 0.5f) / LOOKS;
        x[k] = s->x + slide.dx + s->px[0] + (s->px[1] - s->px[0]) * part;
        y[k] = s->y + slide.dy + s->py[0] + (s->py[1] - s->py[0]) * part;
    }
    cr_assert_eq(hail_tilemap_solid(c->map, &(hail_points){.x = x, .y = y, .count = LOOKS}, 0, solid), HAIL_OK);
    for (uint32_t k = 0; k < LOOKS; k++)
        inside += solid[k];
    cr_assert_eq(inside, 0, "HAIL_TEST_SEED=%llu: (%g, %g) to (%g, %g) at (%g, %g): moved by (%g, %g), %u of %u inside",
                 (unsigned long long)seed, (double)s->px[0], (double)s->py[0], (double)s->px[1], (double)s->py[1],
                 (double)s->x, (double)s->y, (double)slide.dx, (double)slide.dy, inside, LOOKS);
    return false;
}

static size_t run(uint64_t seed) {
    uint64_t state = seed * 7 + 1;
    scene c = scene_make(&state);
    size_t seen = 0;
    for (int i = 0; i < MOVERS; i++) {
        const shape s = shape_make(&c, &state);
        if (s.count == 0)
            continue;
        const hail_tilemap_movers movers = movers_of(&c, &s);
        seen += hold_points(seed, &movers, &s);
        seen += hold_told(seed, &c, &movers, &s);
    }
    scene_free(&c);
    return seen;
}

Test(slide_buried, points_and_stuck) { cr_assert_gt(random_seeds_sum(60, run), 60 * MOVERS); }
