/* tests/tiles/one_way_moves.c - what games do with one-way tiles: jump through, land, walk, drop through; movers and
 * bodies of worlds. */
#include <criterion/criterion.h>

#include <math.h>

#include <hail/hail.h>

enum { TILE = 16, COLUMNS = 40, ROWS = 20, STONE = 0, BOARD = 1 };

/* A map whose row 10 is a platform of one-way tiles, and row 19 stone. */
typedef struct level {
    hail_tileset *set;
    hail_tilemap *map;
    uint32_t stone, board, slope;
    hail_convex body;
    float x, y;
} level;

static uint32_t add_tile(level *l, uint32_t kind, bool slope, uint32_t thick) {
    uint64_t rows[TILE];
    uint32_t tile;
    for (uint32_t y = 0; y < TILE; y++)
        rows[y] = slope ? (0xffffu << (TILE - 1 - y)) & 0xffffu : y < thick ? 0xffffu : 0;
    cr_assert_eq(hail_tileset_add_bits(l->set, rows, kind, &tile), HAIL_OK);
    return tile;
}

static level make_level(void) {
    level l = {.x = 100, .y = 130};
    cr_assert_eq(hail_tileset_create(NULL, TILE, TILE, &l.set), HAIL_OK);
    l.stone = add_tile(&l, STONE, false, TILE);
    l.board = add_tile(&l, BOARD, false, 4);
    l.slope = add_tile(&l, BOARD, true, 0);
    cr_assert_eq(hail_tileset_set_one_way(l.set, HAIL_KIND(BOARD), HAIL_ONE_WAY_TOP), HAIL_OK);
    cr_assert_eq(hail_tilemap_create(l.set, &(hail_tilemap_options){.columns = COLUMNS, .rows = ROWS}, &l.map),
                 HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(l.map, 0, 10, COLUMNS, 1, l.board), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(l.map, 0, 19, COLUMNS, 1, l.stone), HAIL_OK);
    cr_assert_eq(hail_convex_box(6, 10, 0, &l.body), HAIL_OK);
    return l;
}

static void free_level(level *l) {
    hail_tilemap_destroy(l->map);
    hail_tileset_destroy(l->set);
}

static uint32_t move(level *l, float dx, float dy, bool through, const hail_slide_options *options) {
    hail_slide slide;
    const uint8_t drops = through;
    hail_tilemap_movers m = {.map = l->map, .through = through ? &drops : NULL};
    m.shapes =
        (hail_shapes){.convexes = &l->body, .shape_count = 1, .x = &l->x, .y = &l->y, .dx = &dx, .dy = &dy, .count = 1};
    cr_assert_eq(hail_tilemap_slide(&m, options, &slide), HAIL_OK);
    l->x += slide.dx;
    l->y += slide.dy;
    return slide.flags & ~(uint32_t)HAIL_STANDS;
}

Test(one_way_moves, falls_on_a_platform_walks_and_drops) {
    level l = make_level();
    for (int i = 0; i < 40; i++)
        move(&l, 0, 3, false, NULL);
    cr_assert_float_eq(l.y, 150 - 1.0f / 32, 1e-3, "it lies at %f", (double)l.y);
    for (int i = 0; i < 100; i++) {
        cr_assert_eq(move(&l, 2, 3, false, NULL), HAIL_ON_FLOOR, "step %d", i);
        cr_assert_float_eq(l.x, 102 + 2 * (float)i, 1e-3);
    }
    cr_assert_eq(move(&l, 0, 3, true, NULL), 0, "it drops");
    for (int i = 0; i < 60; i++)
        move(&l, 0, 3, false, NULL);
    cr_assert_float_eq(l.y, 294 - 1.0f / 32, 1e-3, "once below the surface it falls on to the stone: %f", (double)l.y);
    free_level(&l);
}

Test(one_way_moves, the_end_of_an_edge_stops_nothing) {
    static const float beside[] = {0.0f, 0.25f, -0.25f}, to[] = {0.0f, 0.0f, 1.0f};
    level l = make_level();
    cr_assert_eq(hail_tilemap_fill(l.map, 0, 10, 10, 1, 0), HAIL_OK); /* the platform begins at 160 px */
    for (int i = 0; i < 3; i++) {
        l.x = 154.0f + beside[i], l.y = 148;
        const uint32_t flags = move(&l, to[i], 8, false, NULL);
        cr_assert_eq(flags, i ? HAIL_ON_FLOOR : 0, "%d: it comes to %f with %u", i, (double)l.y, flags);
    }
    l.x = 154, l.y = 148;
    cr_assert_eq(move(&l, 1, 8, false, NULL), HAIL_ON_FLOOR, "it begins at the end and moves over the edge");
    l.x = 154, l.y = 148;
    cr_assert_eq(move(&l, -1, 8, false, NULL), 0, "it moves away");
    hail_convex ball;
    cr_assert_eq(hail_convex_circle(6, &ball), HAIL_OK);
    l.body = ball;
    l.x = 176, l.y = 150;
    cr_assert_eq(move(&l, 0, 8, false, NULL), HAIL_ON_FLOOR, "no ball falls through between two tiles");
    cr_assert_eq(hail_tilemap_fill(l.map, 20, 10, COLUMNS - 20, 1, 0), HAIL_OK); /* it ends at 320 px */
    for (int end = 0; end < 2; end++) {
        l.x = end ? 320 : 160, l.y = 150;
        cr_assert_eq(move(&l, 0, 8, false, NULL), HAIL_ON_FLOOR, "a ball's lowest point is over end %d", end);
    }
    free_level(&l);
}

Test(one_way_moves, jumps_through_from_below) {
    level l = make_level();
    l.y = 250;
    float speed = -9;
    uint32_t flags = 0;
    for (int i = 0; i < 200 && !(flags & HAIL_ON_FLOOR); i++) {
        flags = move(&l, 0.3f, speed, false, NULL);
        cr_assert(!(flags & (HAIL_ON_WALL | HAIL_ON_CEILING | HAIL_STUCK)));
        speed += 0.3f;
    }
    cr_assert_float_eq(l.y, 150 - 1.0f / 32, 1e-3, "it lands on top: %f", (double)l.y);
    free_level(&l);
}

/* A jump whose top lies within the platform ends below it. */
Test(one_way_moves, a_short_jump_falls_back) {
    level l = make_level();
    l.y = 190;
    float speed = -4.6f;
    for (int i = 0; i < 200; i++) {
        cr_assert(!(move(&l, 0, speed, false, NULL) & HAIL_STUCK));
        speed = fminf(speed + 0.3f, 4);
    }
    cr_assert_float_eq(l.y, 294 - 1.0f / 32, 1e-3, "%f", (double)l.y);
    free_level(&l);
}

/* Floors of stone and of boards at one height are one floor; a wall that a platform ends at stays a wall. */
Test(one_way_moves, flush_with_ordinary_floor) {
    for (int step = 1; step < 60; step++) {
        level l = make_level();
        for (uint32_t column = 5; column < 30; column += 2)
            cr_assert_eq(hail_tilemap_fill(l.map, column, 10, column % 3 ? 1 : 2, 1, l.stone), HAIL_OK);
        cr_assert_eq(hail_tilemap_fill(l.map, 36, 5, 1, 6, l.stone), HAIL_OK);
        if (step % 3 == 1)
            cr_assert_eq(hail_convex_circle(10, &l.body), HAIL_OK);
        l.x = 60.0f + (float)step * 0.137f;
        l.y = 150 - 0.0007f * (float)step;
        const float pace = 0.2f + 0.11f * (float)step;
        for (int i = 0; i < 3000 && l.x + pace < 566; i++) {
            const float before = l.x;
            cr_assert_eq(move(&l, pace, 0.5f, false, NULL), HAIL_ON_FLOOR, "pace %g at %f", (double)pace,
                         (double)before);
            cr_assert_float_eq(l.x - before, pace, 1e-3, "pace %g at %f: %g", (double)pace, (double)before,
                               (double)(l.x - before));
        }
        cr_assert(move(&l, 20, 0.5f, false, NULL) & HAIL_ON_WALL);
        free_level(&l);
    }
}

/* A slope of one-way pixels carries a ball by its lowest point, down and, with step_height, up. */
Test(one_way_moves, slopes) {
    level l = make_level();
    hail_slide_options options;
    hail_slide_options_defaults(&options);
    options.step_height = 3;
    cr_assert_eq(hail_convex_circle(5, &l.body), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(l.map, 8, 9, 1, 1, l.slope), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(l.map, 9, 8, 1, 1, l.slope), HAIL_OK);
    l.x = 136;
    l.y = 100;
    for (int i = 0; i < 60; i++)
        move(&l, 0, 1, false, &options);
    cr_assert_float_eq(l.y, 160 - 5 - 8 - 1.0f / 32, 1.01, "it stands at %f", (double)l.y);
    free_level(&l);
}

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static hail_world *make_world(const level *l, bool as_shape, float *y, float *vy, size_t count) {
    hail_world *world = NULL;
    hail_shape ball;
    float x[64];
    for (size_t i = 0; i < count; i++)
        x[i] = 20.0f + 7.3f * (float)i;
    cr_assert_eq(hail_world_create(NULL, &world), HAIL_OK);
    cr_assert_eq(hail_world_set_tilemap(world, l->map), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), as_shape ? 4 : 0.1f, &ball), HAIL_OK);
    const hail_rule rule = {.mode = HAIL_SWEPT, .layer_b = HAIL_TILES, .stop = true, .centre_only = !as_shape};
    cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 0, &ball, &(hail_spawn_columns){.x = x, .y = y, .vy = vy}, (uint32_t)count, NULL),
                 HAIL_OK);
    return world;
}

/* Bodies that fall and rest, and bodies that come from below, as shapes and as marched centres. */
Test(one_way_moves, bodies_rest_on_platforms_and_rise_through) {
    for (int as_shape = 0; as_shape < 2; as_shape++) {
        level l = make_level();
        enum { COUNT = 64 };
        float y[COUNT], vy[COUNT];
        hail_columns c;
        for (int i = 0; i < COUNT; i++) {
            y[i] = i % 2 ? 100.0f + 0.37f * (float)i : 200.0f;
            vy[i] = i % 2 ? 50.0f + 17.0f * (float)i : -900.0f;
        }
        hail_world *world = make_world(&l, as_shape, y, vy, COUNT);
        for (int i = 0; i < 12; i++)
            cr_assert_eq(hail_step(world, 1.0f / 60, NULL, NULL), HAIL_OK);
        cr_assert_eq(hail_layer_columns(world, 0, &c), HAIL_OK);
        for (int i = 0; i < COUNT; i++)
            cr_assert(i % 2 || c.y[i] < 30, "body %d rises: %f", i, (double)c.y[i]);
        for (int step = 0; step < 600; step++) {
            for (uint32_t i = 0; i < c.active; i++)
                c.vy[i] = fminf(c.vy[i] + 11, 700);
            cr_assert_eq(hail_step(world, 1.0f / 60, NULL, NULL), HAIL_OK);
            cr_assert_eq(hail_layer_columns(world, 0, &c), HAIL_OK);
        }
        for (uint32_t i = 0; i < c.active; i++)
            cr_assert_float_eq(c.y[i], as_shape ? 156 : 160, 0.05, "%s %u lies at %f", as_shape ? "shape" : "centre", i,
                               (double)c.y[i]);
        hail_world_destroy(world);
        free_level(&l);
    }
}

/* Rules that look where bodies are do not know one-way tiles; casts stop on their surface only. */
Test(one_way_moves, overlaps_and_casts) {
    level l = make_level();
    float y[1] = {160}, vy[1] = {0};
    hail_world *world = make_world(&l, true, y, vy, 1);
    cr_assert_eq(hail_rule_set(world, 0, HAIL_TILES, HAIL_MANIFOLD), HAIL_OK);
    cr_assert_eq(hail_step(world, 0, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_stats(world)->contacts, 0);
    const float x[] = {50, 50, 50}, from[] = {100, 200, 161}, dx[] = {0, 0, 0}, dy[] = {100, -100, 100};
    hail_query_hit hits[3];
    const hail_query_filter tiles = {.find = HAIL_FIND_TILES};
    const hail_rays rays = {.x = x, .y = from, .dx = dx, .dy = dy, .count = 3};
    cr_assert_eq(hail_query_rays(world, &rays, &tiles, 1, hits, NULL), HAIL_OK);
    cr_assert(hits[0].kind == HAIL_CONTACT_TILE && hits[0].y == 160.0f);
    cr_assert(!hits[1].kind && !hits[2].kind);
    hail_convex dot;
    cr_assert_eq(hail_convex_circle(3, &dot), HAIL_OK);
    const hail_shapes casts = {.convexes = &dot, .shape_count = 1, .x = x, .y = from, .dx = dx, .dy = dy, .count = 3};
    cr_assert_eq(hail_query_casts(world, &casts, &tiles, 1, hits, NULL), HAIL_OK);
    cr_assert(hits[0].kind == HAIL_CONTACT_TILE && fabsf(hits[0].t - 0.57f) < 1e-5f);
    cr_assert(!hits[1].kind && !hits[2].kind);
    hail_world_destroy(world);
    free_level(&l);
}
