/* tests/tiles/slide_stand.c - hail_tilemap_slide of many movers that stand on tiles, lean against them or hang below
 * them: a map of the same pixels made of mirrored tiles, every cell flipped, gives the same slides to the last bit.
 * Flipped cells are found one mover after the other, those that are not flipped many at a time.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that map alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <string.h>

#include <hail/hail.h>

#include "shared/random_world.h"

enum { COLUMNS = 30, ROWS = 20, TILES = 6, MOVERS = 300, SHAPES = 3, KINDS = 3 };

/* The same pixels twice: plain[0], and flipped[1]. */
typedef struct scene {
    uint32_t width, height; /* px: of a tile */
    hail_tileset *set[2];
    hail_tilemap *map[2];
    uint32_t full[COLUMNS * ROWS], fulls; /* cells that are not empty */
    hail_tilemap_options options;
} scene;

static uint64_t mirrored(uint64_t row, uint32_t width) {
    uint64_t bits = 0;
    for (uint32_t x = 0; x < width; x++)
        bits |= (row >> x & 1u) << (width - 1 - x);
    return bits;
}

/* Tiles 1 and 2 are full. */
static void make_tiles(scene *c, uint64_t *state) {
    const uint64_t all = (UINT64_C(1) << c->width) - 1;
    for (int m = 0; m < 2; m++)
        cr_assert_eq(hail_tileset_create(NULL, c->width, c->height, &c->set[m]), HAIL_OK);
    for (uint32_t k = 0; k < TILES; k++) {
        uint64_t rows[2][HAIL_MAX_TILE];
        uint32_t number[2];
        const uint32_t kind = random_pick(state, KINDS), look = k < 2 ? 0 : 1 + random_pick(state, 3);
        for (uint32_t y = 0; y < c->height; y++) {
            rows[0][y] = all & (look == 0   ? all
                                : look == 1 ? (2 * y < c->height ? 0 : all)
                                : look == 2 ? all << (y < c->width ? y : c->width)
                                            : random_bits(state));
            rows[1][y] = mirrored(rows[0][y], c->width);
        }
        for (int m = 0; m < 2; m++)
            cr_assert_eq(hail_tileset_add_bits(c->set[m], rows[m], kind, &number[m]), HAIL_OK);
        cr_assert(number[0] == k + 1 && number[1] == k + 1);
    }
    if (random_pick(state, 4) == 0)
        for (int m = 0; m < 2; m++)
            cr_assert_eq(hail_tileset_set_one_way(c->set[m], HAIL_KIND(2), HAIL_ONE_WAY_TOP), HAIL_OK);
}

static void edit(scene *c, uint64_t *state) {
    const uint32_t x = random_pick(state, COLUMNS * c->width), y = random_pick(state, ROWS * c->height),
                   solid = random_pick(state, 2), kind = random_pick(state, KINDS);
    for (int m = 0; m < 2; m++)
        cr_assert_eq(hail_tilemap_paint(c->map[m], x, y, 1, 1, solid, kind), HAIL_OK);
}

static scene scene_make(uint64_t *state) {
    static const uint32_t sides[] = {5, 8, 12, 16, 16, 24, 32, 40};
    scene c = {.width = sides[random_pick(state, 8)]};
    c.height = random_pick(state, 2) ? c.width : sides[random_pick(state, 8)];
    make_tiles(&c, state);
    c.options = (hail_tilemap_options){.columns = COLUMNS,
                                       .rows = ROWS,
                                       .x = random_pick(state, 2) ? 0.0f : (float)random_pick(state, 200) - 100.25f,
                                       .y = random_pick(state, 2) ? 0.0f : random_range(state, -50.0f, 50.0f),
                                       .outside_solid = random_pick(state, 3) == 0};
    for (int m = 0; m < 2; m++)
        cr_assert_eq(hail_tilemap_create(c.set[m], &c.options, &c.map[m]), HAIL_OK);
    const uint32_t kinds = random_pick(state, 2) ? 0 : HAIL_KIND(random_pick(state, KINDS)) | HAIL_KIND(0);
    const uint32_t in_100 = 3 + random_pick(state, 25), full_in_4 = 1 + random_pick(state, 3);
    for (int m = 0; m < 2 && kinds; m++)
        cr_assert_eq(hail_tilemap_prepare(c.map[m], kinds), HAIL_OK);
    for (uint32_t k = 0; k < COLUMNS * ROWS; k++) {
        const bool some = random_pick(state, 100) < in_100, full = random_pick(state, 4) < full_in_4;
        const uint32_t tile = full ? 1 + random_pick(state, 2) : 3 + random_pick(state, TILES - 2);
        if (!some)
            continue;
        c.full[c.fulls++] = k;
        cr_assert_eq(hail_tilemap_fill(c.map[0], k % COLUMNS, k / COLUMNS, 1, 1, tile), HAIL_OK);
        cr_assert_eq(hail_tilemap_fill(c.map[1], k % COLUMNS, k / COLUMNS, 1, 1, tile | HAIL_FLIP_X), HAIL_OK);
    }
    for (uint32_t edits = random_pick(state, 2) * random_pick(state, 20); edits > 0; edits--)
        edit(&c, state);
    return c;
}

static void scene_free(scene *c) {
    for (int m = 0; m < 2; m++) {
        hail_tilemap_destroy(c->map[m]);
        hail_tileset_destroy(c->set[m]);
    }
}

typedef struct movers {
    hail_convex shapes[SHAPES];
    float half_x[SHAPES], half_y[SHAPES];
    float x[MOVERS], y[MOVERS], dx[MOVERS], dy[MOVERS];
    uint32_t shape[MOVERS];
} movers;

static void make_shapes(movers *s, const scene *c, uint64_t *state) {
    const float side = 0.5f * (float)(c->width < c->height ? c->width : c->height);
    for (uint32_t k = 0; k < SHAPES; k++) {
        const float half_x = random_range(state, 0.2f, 1.3f) * side, half_y = random_range(state, 0.2f, 1.3f) * side,
                    rounding = k == 1 ? 0.0f : 0.2f * side;
        s->half_x[k] = k ? half_x + rounding : half_x;
        s->half_y[k] = k ? half_y + rounding : half_x;
        cr_assert_eq(k ? hail_convex_box(half_x, half_y, rounding, &s->shapes[k])
                       : hail_convex_circle(half_x, &s->shapes[k]),
                     HAIL_OK);
    }
}

/* Beside a cell that is not empty, most of them above it. */
static void place(movers *s, const scene *c, uint32_t i, uint64_t *state) {
    const uint32_t cell = c->fulls ? c->full[random_pick(state, c->fulls)] : 0, k = random_pick(state, SHAPES);
    const float wide = (float)c->width, high = (float)c->height, left = (float)(cell % COLUMNS) * wide,
                top = (float)(cell / COLUMNS) * high, gap = random_range(state, -0.1f, 0.1f);
    const uint32_t side = random_pick(state, 8);
    s->shape[i] = k;
    s->x[i] = left + random_range(state, -0.1f, 1.1f) * wide;
    s->y[i] = side == 0 ? top + high + s->half_y[k] + gap : top - s->half_y[k] + gap;
    if (side == 1 || side == 2) {
        s->x[i] = side == 1 ? left - s->half_x[k] + gap : left + wide + s->half_x[k] + gap;
        s->y[i] = top + random_range(state, -0.1f, 1.1f) * high;
    }
    s->x[i] += c->options.x;
    s->y[i] += c->options.y;
    s->dx[i] = random_pick(state, 5) ? random_range(state, -3.0f, 3.0f) : 0.0f;
    s->dy[i] = random_pick(state, 3) ? 0.5f : random_range(state, -3.0f, 3.0f);
}

static size_t run(uint64_t seed) {
    static movers s;
    static hail_slide slides[2][MOVERS];
    uint64_t state = seed;
    size_t touched = 0;
    hail_slide_options options;
    scene c = scene_make(&state);
    make_shapes(&s, &c, &state);
    for (uint32_t i = 0; i < MOVERS; i++)
        place(&s, &c, i, &state);
    cr_assert_eq(hail_slide_options_defaults(&options), HAIL_OK);
    options.step_height = random_pick(&state, 4) ? 0.0f : 3.0f;
    options.snap = random_pick(&state, 6) ? 0.0f : 2.0f;
    const uint32_t kinds = random_pick(&state, 3) ? 0 : HAIL_KIND(0) | HAIL_KIND(random_pick(&state, KINDS)),
                   whole = random_pick(&state, 6) == 0;
    for (int m = 0; m < 2; m++) {
        const hail_tilemap_movers asked = {.map = c.map[m],
                                           .shapes = {.convexes = s.shapes,
                                                      .shape_count = SHAPES,
                                                      .x = s.x,
                                                      .y = s.y,
                                                      .dx = s.dx,
                                                      .dy = s.dy,
                                                      .shape = s.shape,
                                                      .count = MOVERS},
                                           .kinds = kinds,
                                           .whole_tiles = whole};
        memset(slides[m], 0xa5, sizeof slides[m]);
        cr_assert_eq(hail_tilemap_slide(&asked, &options, slides[m]), HAIL_OK, "seed %llu", (unsigned long long)seed);
    }
    for (uint32_t i = 0; i < MOVERS; i++) {
        cr_assert(!memcmp(&slides[0][i], &slides[1][i], sizeof slides[0][i]),
                  "seed %llu, mover %u: (%a, %a), not (%a, %a)", (unsigned long long)seed, i, (double)slides[0][i].dx,
                  (double)slides[0][i].dy, (double)slides[1][i].dx, (double)slides[1][i].dy);
        touched += slides[0][i].count > 0;
    }
    scene_free(&c);
    return touched;
}

Test(slide_stand, flipped) { cr_assert_gt(random_seeds_sum(300, run), 300 * MOVERS / 2); }
