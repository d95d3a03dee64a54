/* Steps of a world with walls, scene by scene: which bodies hit and when, which walls count, which of several hits is
 * reported, and that the map may change meanwhile. Each scene runs on every variant. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "tiles/slide_picture.h"
#include "shared/stream.h"

enum { BULLETS, BODIES, DIVIDER = 4, DOOR = 5, WALLS };

typedef struct arena {
    hail_world *world;
    hail_sectors *map;
    stream s;
    hail_shape point, ball, box; /* r 0, r 4, 8 x 8 px */
} arena;

/* A room of 320 x 320 px, its walls of kind 0; in it a divider of kind 3 from (160, 0) to (160, 100), and below it a
 * door of kind 5, which is open, to (160, 320). */
static hail_sectors *room(void) {
    static const float x[] = {0, 320, 320, 0, 160, 160, 160}, y[] = {0, 0, 320, 320, 10, 100, 310};
    static const hail_wall walls[WALLS] = {{0, 1, 0, HAIL_NO_SECTOR, 0, true},
                                           {1, 2, 0, HAIL_NO_SECTOR, 0, true},
                                           {2, 3, 0, HAIL_NO_SECTOR, 0, true},
                                           {3, 0, 0, HAIL_NO_SECTOR, 0, false},
                                           {4, 5, 0, 0, 3, true},
                                           {5, 6, 0, 0, 5, false}};
    hail_sectors *map;
    const hail_sector_data data = {
        .x = x, .y = y, .vertex_count = 7, .walls = walls, .wall_count = WALLS, .sector_count = 1};
    const hail_status status = hail_sectors_create(NULL, &data, NULL, &map);
    cr_assert_eq(status, HAIL_OK, "%s", hail_status_text(status));
    return map;
}

static void on_every_isa(void (*scene)(arena *a)) {
    for (size_t i = 0; i < hail_variant_count(); i++) {
        arena a = {0};
        hail_world_options options;
        hail_world_options_defaults(&options);
        options.context = variant_context(hail_variant_name(i)), options.window = 5, options.pair_budget = 1024;
        cr_assert_eq(hail_world_create(&options, &a.world), HAIL_OK);
        cr_assert_eq(hail_shape_circle(hail_world_shapes(a.world), 0.0f, &a.point), HAIL_OK);
        cr_assert_eq(hail_shape_circle(hail_world_shapes(a.world), 4.0f, &a.ball), HAIL_OK);
        cr_assert_eq(hail_shape_box(hail_world_shapes(a.world), 4.0f, 4.0f, 0.0f, &a.box), HAIL_OK);
        a.map = room();
        cr_assert_eq(hail_world_set_sectors(a.world, a.map), HAIL_OK);
        scene(&a);
        hail_world_destroy(a.world);
        hail_sectors_destroy(a.map);
        stream_free(&a.s);
    }
}

static void walls(arena *a, uint32_t layer, hail_rule rule) {
    rule.layer_a = layer, rule.layer_b = HAIL_WALLS;
    cr_assert_eq(hail_rule_configure(a->world, &rule), HAIL_OK);
}

static hail_handle put(arena *a, uint32_t layer, hail_shape shape, float x, float y, float vx, float vy) {
    const hail_spawn_columns from = {.x = &x, .y = &y, .vx = &vx, .vy = &vy};
    hail_handle handle;
    cr_assert_eq(hail_spawn(a->world, layer, &shape, &from, 1, &handle), HAIL_OK);
    return handle;
}

static size_t step(arena *a, float dt) {
    stream_clear(&a->s);
    cr_assert_eq(hail_step(a->world, dt, stream_take, &a->s), HAIL_OK);
    cr_assert(a->s.widest <= 5 && hail_stats(a->world)->contacts == a->s.count);
    return a->s.count;
}

static void place(const arena *a, float x, float y) {
    const hail_columns c = layer_columns(a->world, BULLETS);
    for (uint32_t i = 0; i < c.count; i++)
        c.x[i] = x, c.y[i] = y;
}

static bool about(float is, double must) { return fabs((double)is - must) < 1.0e-3; }

/* ---- What collides ----------------------------------------------------------------------------------------------- */

/* From either side, through the middle of the divider; and where it stands in it. */
static void each_mode(arena *a) {
    const hail_handle shot = put(a, BULLETS, a->ball, 0.0f, 0.0f, 0.0f, 0.0f);
    for (int side = -1; side <= 1; side += 2) {
        for (int mode = HAIL_SWEPT; mode <= HAIL_EARLIEST; mode++) {
            walls(a, BULLETS, (hail_rule){.mode = (hail_mode)mode});
            place(a, 160.0f + 100.0f * (float)side, 50.0f);
            layer_columns(a->world, BULLETS).vx[0] = -200.0f * (float)side;
            cr_assert_eq(step(a, 1.0f), 1);
            const hail_contact *c = a->s.contact;
            cr_assert(c->kind == HAIL_CONTACT_WALL && c->count == 1 && c->a.slot == shot.slot);
            cr_assert(c->a.generation == shot.generation && c->b.slot == 0 && c->b.generation == 0);
            cr_assert(c->layer_a == BULLETS && c->layer_b == HAIL_WALLS && c->part_a == 0);
            cr_assert(c->feature_a == 0 && c->feature_b == 3 && c->part_b == DIVIDER);
            cr_assert(about(c->t, 0.48) && c->normal_x == (float)-side && c->normal_y == 0.0f);
            cr_assert(about(c->x[0], 160.0) && about(c->y[0], 50.0) && c->depth[0] == 0.0f);
            cr_assert(c->x[1] == 0.0f && c->y[1] == 0.0f && c->depth[1] == 0.0f);
        }
    }
    for (int mode = HAIL_PAIRS; mode <= HAIL_MANIFOLD; mode++) { /* in a corner of the room */
        walls(a, BULLETS, (hail_rule){.mode = (hail_mode)mode});
        place(a, 2.0f, 3.0f);
        cr_assert_eq(step(a, 0.0f), 2);
        for (uint32_t k = 0; k < 2; k++) {
            const hail_contact *c = &a->s.contact[k];
            const bool whole = mode == HAIL_MANIFOLD;
            cr_assert(c->kind == HAIL_CONTACT_WALL && c->a.slot == shot.slot && c->feature_b == 0);
            cr_assert(c->part_b == 3 * k && c->t == 0.0f && c->count == (whole ? 1 : 0));
            cr_assert(about(c->normal_y, whole && k == 0 ? -1.0 : 0.0) &&
                      about(c->normal_x, whole && k == 1 ? -1.0 : 0.0));
            cr_assert(about(c->depth[0], !whole ? 0.0 : k == 0 ? 1.0 : 2.0));
        }
    }
}

Test(step_walls, each_mode) { on_every_isa(each_mode); }

/* Kinds that are not asked for, portals, disabled, quarantined or far bodies, no map, no rule: no contact. Walls with
 * no sector on one side collide whatever is asked for. */
static void nobody(arena *a) {
    const hail_handle h = put(a, BULLETS, a->ball, 0.0f, 0.0f, 64.0f, 0.0f);
    put(a, BODIES, a->ball, 150.0f, 50.0f, 64.0f, 0.0f);
    for (int n = 0; n < 4; n++) {
        const hail_rule rule = {.mode = (hail_mode)(HAIL_PAIRS + n)}, other = {.mode = rule.mode, .kinds = 1u << 5};
        walls(a, BULLETS, rule);
        place(a, 142.0f, 50.0f);
        cr_assert_eq(step(a, 0.25f), 1, "mode %d", n);
        walls(a, BULLETS, other);
        place(a, 142.0f, 50.0f);
        cr_assert_eq(step(a, 0.25f), 0, "mode %d, another kind", n);
        place(a, 305.0f, 50.0f);
        cr_assert_eq(step(a, 0.25f), 1, "mode %d, another kind, at the border", n);
        walls(a, BULLETS, rule);
        place(a, 142.0f, 200.0f);
        cr_assert_eq(step(a, 0.25f), 0, "mode %d, a portal", n);
        cr_assert_eq(hail_world_set_sectors(a->world, NULL), HAIL_OK);
        place(a, 142.0f, 50.0f);
        cr_assert_eq(step(a, 0.25f), 0, "mode %d, no map", n);
        cr_assert_eq(hail_world_set_sectors(a->world, a->map), HAIL_OK);
        cr_assert_eq(hail_rule_set(a->world, BULLETS, HAIL_WALLS, HAIL_IGNORE), HAIL_OK);
        place(a, 142.0f, 50.0f);
        cr_assert_eq(step(a, 0.25f), 0, "mode %d, no rule", n);
        walls(a, BULLETS, rule);
        place(a, NAN, 50.0f);
        cr_assert_eq(step(a, 0.25f), 0, "mode %d, in quarantine", n);
        place(a, 2.0e9f, 50.0f);
        layer_columns(a->world, BULLETS).vx[0] = -1.6e10f; /* through everything */
        cr_assert_eq(step(a, 0.25f), 0, "mode %d, too far", n);
        layer_columns(a->world, BULLETS).vx[0] = 64.0f;
        place(a, 142.0f, 50.0f);
        cr_assert_eq(hail_set_enabled(a->world, &h, 1, false), HAIL_OK);
        cr_assert_eq(step(a, 0.25f), 0, "mode %d, disabled", n);
        cr_assert_eq(hail_set_enabled(a->world, &h, 1, true), HAIL_OK);
    }
}

Test(step_walls, nobody) { on_every_isa(nobody); }

static void refused(arena *a) {
    cr_assert_eq(hail_rule_set(NULL, 0, HAIL_WALLS, HAIL_SWEPT), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_rule_set(a->world, HAIL_WALLS, HAIL_WALLS, HAIL_SWEPT), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_rule_set(a->world, 0, HAIL_WALLS, (hail_mode)(HAIL_EARLIEST + 1)), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_world_set_sectors(NULL, a->map), HAIL_BAD_ARGUMENT);
}

Test(step_walls, refused) { on_every_isa(refused); }

/* The map is the caller's, and may change between steps. */
static void changed(arena *a) {
    const uint32_t door = DOOR, vertex[] = {5, 6}, divider = DIVIDER;
    const float x[] = {200.0f, 200.0f}, y[] = {100.0f, 310.0f};
    const hail_wall gone = {.a = HAIL_NO_VERTEX, .b = HAIL_NO_VERTEX};
    put(a, BULLETS, a->point, 100.0f, 200.0f, 128.0f, 0.0f);
    walls(a, BULLETS, (hail_rule){.mode = HAIL_SWEPT});
    for (int n = 0; n < 5; n++) {
        place(a, 100.0f, n == 4 ? 50.0f : 200.0f);
        const size_t count = step(a, 1.0f);
        cr_assert_eq(count, n == 1 || n == 2 ? 1 : 0, "%d", n);
        cr_assert(count == 0 || about(a->s.contact[0].x[0], n == 1 ? 160.0 : 200.0), "%d", n);
        cr_assert(count == 0 || (a->s.contact[0].part_b == DOOR && a->s.contact[0].feature_b == 5));
        hail_sectors_edit edit = {.vertex = vertex, .x = x, .y = y, .vertex_count = n == 1 ? 2 : 0};
        edit.wall = &divider, edit.to = &gone, edit.wall_count = n == 3 ? 1 : 0;
        cr_assert_eq(hail_sectors_change(a->map, &edit, NULL), HAIL_OK);
        if (n == 0 || n == 2)
            cr_assert_eq(hail_sectors_set_solid(a->map, &door, 1, n == 0), HAIL_OK);
    }
}

Test(step_walls, changed) { on_every_isa(changed); }

static void while_busy(const hail_contact *contacts, size_t count, void *user) {
    arena *a = user;
    cr_assert_eq(hail_world_set_sectors(a->world, NULL), HAIL_BUSY);
    cr_assert_eq(hail_rule_set(a->world, BULLETS, HAIL_WALLS, HAIL_IGNORE), HAIL_BUSY);
    stream_take(contacts, count, &a->s);
}

static void busy(arena *a) {
    put(a, BULLETS, a->ball, 158.0f, 50.0f, 64.0f, 0.0f);
    walls(a, BULLETS, (hail_rule){.mode = HAIL_MANIFOLD});
    cr_assert_eq(hail_step(a->world, 0.0f, while_busy, a), HAIL_OK);
    cr_assert_eq(a->s.count, 1);
}

Test(step_walls, busy) { on_every_isa(busy); }

/* ---- Which comes first ------------------------------------------------------------------------------------------- */

/* A body that is the divider's very segment is hit at the same time: ties go to the body. */
static void bodies_first(arena *a) {
    hail_shape same;
    cr_assert_eq(hail_shape_capsule(hail_world_shapes(a->world), 0.0f, 0.0f, 0.0f, 90.0f, 0.0f, &same), HAIL_OK);
    for (int mode = HAIL_SWEPT; mode <= HAIL_EARLIEST; mode++) {
        for (int k = 0; k < 3; k++) {
            const hail_handle other = put(a, BODIES, same, 159.0f + (float)k, 10.0f, 0.0f, 0.0f);
            const hail_handle shot = put(a, BULLETS, a->ball, 60.0f, 50.0f, 200.0f, 3.0f);
            cr_assert_eq(hail_rule_set(a->world, BULLETS, BODIES, (hail_mode)mode), HAIL_OK);
            walls(a, BULLETS, (hail_rule){.mode = HAIL_EARLIEST});
            cr_assert_eq(step(a, 1.0f), mode == HAIL_SWEPT ? 2 : 1);
            const hail_contact *c = &a->s.contact[0], *last = &a->s.contact[a->s.count - 1];
            cr_assert(c->kind == (k < 2 || mode == HAIL_SWEPT ? HAIL_CONTACT_BODY : HAIL_CONTACT_WALL));
            cr_assert(last->kind == (k < 2 && mode == HAIL_EARLIEST ? HAIL_CONTACT_BODY : HAIL_CONTACT_WALL));
            cr_assert(mode == HAIL_EARLIEST || k != 1 || c->t == last->t, "they are hit at once");
            cr_assert_eq(hail_despawn(a->world, &other, 1), HAIL_OK);
            cr_assert_eq(hail_despawn(a->world, &shot, 1), HAIL_OK);
        }
    }
}

Test(step_walls, bodies_first) { on_every_isa(bodies_first); }

/* In tiles and in the divider at the start: both are hit at t = 0, and the tile is reported; and on a path to both, the
 * first one. */
static void tiles_first(arena *a) {
    uint64_t state = 3;
    picture p = picture_make(20, 20, 16, 16);
    picture_box(&p, 160, 0, 16, 48, true);
    picture_box(&p, 144, 48, 16, 64, true);
    picture_build(&p, &state);
    cr_assert_eq(hail_world_set_tilemap(a->world, p.map), HAIL_OK);
    put(a, BULLETS, a->box, 0.0f, 0.0f, 64.0f, 0.0f);
    for (int n = 0; n < 12; n++) {
        const hail_mode tiles = n % 2 == 0 ? HAIL_EARLIEST : HAIL_SWEPT, wall = n % 4 < 2 ? HAIL_EARLIEST : HAIL_SWEPT;
        const bool both = tiles != wall || tiles == HAIL_SWEPT;
        cr_assert_eq(hail_rule_set(a->world, BULLETS, HAIL_TILES, tiles), HAIL_OK);
        walls(a, BULLETS, (hail_rule){.mode = wall});
        /* In both; the divider stands in the tiles' face, a little before; behind the tiles. */
        place(a, n < 4 ? 157.0f : 120.0f, n < 8 ? 24.0f : 80.0f);
        cr_assert_eq(step(a, 1.0f), both ? 2 : 1, "%d", n);
        const hail_contact *c = a->s.contact;
        if (both)
            cr_assert(c[0].kind == HAIL_CONTACT_TILE && c[1].kind == HAIL_CONTACT_WALL);
        else
            cr_assert_eq(c->kind, n < 4 || n >= 8 ? HAIL_CONTACT_TILE : HAIL_CONTACT_WALL, "%d", n);
        cr_assert(n >= 4 || (c[0].t == 0.0f && c[a->s.count - 1].t == 0.0f));
    }
    cr_assert_eq(hail_world_set_tilemap(a->world, NULL), HAIL_OK);
    picture_free(&p);
}

Test(step_walls, tiles_first) { on_every_isa(tiles_first); }

/* ---- Many -------------------------------------------------------------------------------------------------------- */

/* A body on a heap of walls: more than the pair budget, and than one window of the order. */
static void heap(arena *a) {
    enum { MANY = 3000 };
    static float x[2 * MANY], y[2 * MANY];
    static hail_wall wall[MANY];
    uint64_t state = 11;
    hail_sectors *map;
    hail_sectors_options options;
    hail_sectors_options_defaults(&options);
    for (uint32_t i = 0; i < MANY; i++) {
        x[2 * i] = random_range(&state, -20.0f, 20.0f), y[2 * i] = random_range(&state, -20.0f, 20.0f);
        x[2 * i + 1] = x[2 * i] + random_range(&state, 1.0f, 9.0f), y[2 * i + 1] = y[2 * i];
        wall[i] = (hail_wall){.a = 2 * i, .b = 2 * i + 1, .kind = (uint8_t)(i % 32), .solid = true};
    }
    const hail_sector_data data = {
        .x = x, .y = y, .vertex_count = 2 * MANY, .walls = wall, .wall_count = MANY, .sector_count = 1};
    options.tolerant = true;
    cr_assert_eq(hail_sectors_create(&options, &data, NULL, &map), HAIL_OK);
    cr_assert_eq(hail_world_set_sectors(a->world, map), HAIL_OK);
    hail_shape large;
    cr_assert_eq(hail_shape_circle(hail_world_shapes(a->world), 60.0f, &large), HAIL_OK);
    const hail_handle h[] = {put(a, BULLETS, large, 3.0f, 1.0f, 0.0f, 0.0f),
                             put(a, BULLETS, large, 0.0f, 0.0f, 0.0f, 0.0f)};
    for (int mode = HAIL_PAIRS; mode <= HAIL_MANIFOLD; mode++) {
        walls(a, BULLETS, (hail_rule){.mode = (hail_mode)mode});
        cr_assert_eq(step(a, 0.0f), 2 * MANY);
        for (size_t k = 0; k < a->s.count; k++) {
            const hail_contact *c = &a->s.contact[k];
            cr_assert(c->part_b == k % MANY && c->feature_b == k % MANY % 32 &&
                      c->count == (mode == HAIL_PAIRS ? 0 : 1));
            cr_assert_eq(c->a.slot, (h[0].slot < h[1].slot) == (k < MANY) ? h[0].slot : h[1].slot);
        }
        cr_assert_gt(hail_stats(a->world)->passes, 4);
    }
    cr_assert_eq(hail_world_set_sectors(a->world, NULL), HAIL_OK);
    hail_sectors_destroy(map);
}

Test(step_walls, heap) { on_every_isa(heap); }
