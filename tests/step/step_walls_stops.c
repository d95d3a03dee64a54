/* Bodies that stop at walls: where they are put, by which rule if tiles stop them too, that they slide on without
 * sticking, and that none ever gets through, at any speed and into any corner. Each scene runs on every variant. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "tiles/slide_picture.h"
#include "shared/stream.h"

enum { BULLETS, MOST = 64, SHAPES = 5 };

/* A room with one wall all round, or walls in a row. */
typedef struct arena {
    hail_world *world;
    hail_sectors *map;
    stream s;
    hail_shape shape[SHAPES]; /* r 0, r 4, 8 x 8 px, a pill, a segment */
    float x[MOST], y[MOST];
    uint32_t count;
} arena;

static void arena_open(arena *a, const char *isa) {
    hail_world_options options;
    hail_world_options_defaults(&options);
    const hail_layer_options layer = {.columns = HAIL_DISPLACEMENT};
    options.context = variant_context(isa);
    cr_assert_eq(hail_world_create(&options, &a->world), HAIL_OK);
    cr_assert_eq(hail_layer_configure(a->world, BULLETS, &layer), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(a->world), 0.0f, &a->shape[0]), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(a->world), 4.0f, &a->shape[1]), HAIL_OK);
    cr_assert_eq(hail_shape_box(hail_world_shapes(a->world), 4.0f, 4.0f, 0.0f, &a->shape[2]), HAIL_OK);
    cr_assert_eq(hail_shape_capsule(hail_world_shapes(a->world), -3.0f, 0.0f, 3.0f, 1.0f, 2.0f, &a->shape[3]), HAIL_OK);
    cr_assert_eq(hail_shape_capsule(hail_world_shapes(a->world), -3.0f, 1.0f, 3.0f, -1.0f, 0.0f, &a->shape[4]),
                 HAIL_OK);
}

static void arena_close(arena *a) {
    hail_world_destroy(a->world);
    hail_sectors_destroy(a->map);
    stream_free(&a->s);
}

static void on_every_isa(void (*scene)(arena *a)) {
    for (size_t i = 0; i < hail_variant_count(); i++) {
        arena a = {0};
        arena_open(&a, hail_variant_name(i));
        scene(&a);
        arena_close(&a);
    }
}

/* Walls from each point to the next, all of one sector; closed: from the last to the first, too. */
static void wall_in(arena *a, bool closed) {
    hail_wall wall[MOST];
    hail_sectors_options options;
    hail_sectors_options_defaults(&options);
    const uint32_t walls = closed ? a->count : a->count - 1;
    for (uint32_t i = 0; i < walls; i++)
        wall[i] = (hail_wall){.a = i, .b = (i + 1) % a->count, .kind = (uint8_t)(i % 32), .solid = true};
    const hail_sector_data data = {
        .x = a->x, .y = a->y, .vertex_count = a->count, .walls = wall, .wall_count = walls, .sector_count = 1};
    hail_sectors_destroy(a->map);
    options.tolerant = true;
    cr_assert_eq(hail_sectors_create(&options, &data, NULL, &a->map), HAIL_OK);
    cr_assert_eq(hail_world_set_sectors(a->world, a->map), HAIL_OK);
    const hail_rule rule = {.mode = HAIL_SWEPT, .layer_a = BULLETS, .layer_b = HAIL_WALLS, .stop = true};
    cr_assert_eq(hail_rule_configure(a->world, &rule), HAIL_OK);
}

static hail_handle put(arena *a, int shape, float x, float y, float vx, float vy) {
    const hail_spawn_columns from = {.x = &x, .y = &y, .vx = &vx, .vy = &vy};
    hail_handle handle;
    cr_assert_eq(hail_spawn(a->world, BULLETS, &a->shape[shape], &from, 1, &handle), HAIL_OK);
    return handle;
}

/* A body's columns. */
typedef struct look_of {
    float *x, *y, *vx, *vy, *dx, *dy;
} look_of;

static look_of look(const arena *a, hail_handle h) {
    hail_location at;
    hail_columns c;
    cr_assert_eq(hail_locate(a->world, &h, &at), HAIL_OK);
    cr_assert_eq(hail_layer_columns(a->world, BULLETS, &c), HAIL_OK);
    const uint32_t i = at.index;
    return (look_of){&c.x[i], &c.y[i], &c.vx[i], &c.vy[i], &c.dx[i], &c.dy[i]};
}

static size_t step(arena *a, float dt) {
    stream_clear(&a->s);
    cr_assert_eq(hail_step(a->world, dt, stream_take, &a->s), HAIL_OK);
    return a->s.count;
}

static bool about(float is, double must) { return fabs((double)is - must) < 1.0e-3; }

/* ---- Places ------------------------------------------------------------------------------------------------------ */

static void places(arena *a) {
    uint64_t state = 6;
    for (int n = 0; n < 60; n++) {
        const float turn = random_range(&state, -3.1f, 3.1f), c = cosf(turn), s = sinf(turn);
        const bool small = n % 3 == 2; /* and so far off that its own size is no measure of rounding */
        const float far = small ? 3000.0f : 0.0f, reach = n % 2 == 0 ? 0.0f : 4.0f, half = small ? 12.0f : 200.0f;
        a->x[0] = far - half * s, a->y[0] = half * c, a->x[1] = far + half * s, a->y[1] = -half * c;
        a->count = 2;
        wall_in(a, false);
        const float v = random_range(&state, 20.0f, small ? 60.0f : 900.0f),
                    u = random_range(&state, -0.45f, 0.45f) * half;
        const float from = small ? 9.0f : 15.0f;
        const hail_handle h = put(a, n % 2, far - from * c, -from * s, v * c - u * s, v * s + u * c);
        for (int k = 0; k < 3; k++) { /* it wants to go on, and stays before the wall */
            const look_of before = look(a, h);
            const float x = *before.x, y = *before.y;
            cr_assert_eq(step(a, 1.0f), 1);
            const hail_contact *hit = a->s.contact;
            const look_of is = look(a, h);
            const float front = (*is.x - far) * c + *is.y * s, side = *is.y * c - (*is.x - far) * s;
            cr_assert(about(hit->normal_x, (double)c) && about(hit->normal_y, (double)s));
            cr_assert(about(front, -(double)reach - 1.0 / 64.0), "wall %d: %g before it", n, (double)-front);
            cr_assert(about(side, (double)(y * c - (x - far) * s + u * hit->t)), "along the wall");
            cr_assert(about(*is.dx, (double)(*is.x - x)) && about(*is.dy, (double)(*is.y - y)));
            cr_assert(hit->x[1] == 0.0f && hit->y[1] == 0.0f && fabsf(*is.vx - (v * c - u * s)) < 1.0e-3f);
        }
        cr_assert_eq(hail_despawn(a->world, &h, 1), HAIL_OK);
    }
}

Test(step_walls_stops, places) { on_every_isa(places); }

/* Tiles and walls that both stop: the earlier one counts; ties, at the start, go to the tile. */
static void both(arena *a) {
    uint64_t state = 3;
    picture p = picture_make(20, 20, 16, 16);
    picture_box(&p, 160, 0, 16, 320, true);
    picture_build(&p, &state);
    const hail_rule rule = {.mode = HAIL_SWEPT, .layer_a = BULLETS, .layer_b = HAIL_TILES, .stop = true};
    cr_assert_eq(hail_world_set_tilemap(a->world, p.map), HAIL_OK);
    cr_assert_eq(hail_rule_configure(a->world, &rule), HAIL_OK);
    for (int n = 0; n < 4; n++) {
        a->x[0] = a->x[1] = n == 0 ? 140.0f : 165.0f, a->y[0] = 0.0f, a->y[1] = 320.0f, a->count = 2;
        wall_in(a, false);
        const hail_rule walls = {
            .mode = n == 3 ? HAIL_EARLIEST : HAIL_SWEPT, .layer_a = BULLETS, .layer_b = HAIL_WALLS, .stop = true};
        cr_assert_eq(hail_rule_configure(a->world, &walls), HAIL_OK);
        /* Others are stopped by one of them alone. */
        const hail_handle alone[] = {put(a, 1, 100.0f, 400.0f, 90.0f, 0.0f), put(a, 2, 60.0f, 40.0f, 5.0f, 0.0f)};
        const hail_handle h = put(a, 2, n == 2 ? 163.0f : 60.0f, 80.0f, 200.0f, 0.0f);
        const hail_handle after = put(a, 2, 300.0f, 200.0f, -200.0f, 0.0f);
        cr_assert_eq(step(a, 1.0f), 4);
        const double at = n == 0 ? 136.0 : n == 2 ? 163.0 : 156.0;
        cr_assert(about(*look(a, h).x, at - 1.0 / 64.0), "%d: at %g", n, (double)*look(a, h).x);
        cr_assert(about(*look(a, after).x, 180.0 + 1.0 / 64.0));
        cr_assert(*look(a, alone[0]).x == 190.0f && *look(a, alone[1]).x == 65.0f);
        cr_assert_eq(hail_despawn(a->world, alone, 2), HAIL_OK);
        cr_assert_eq(hail_despawn(a->world, &h, 1), HAIL_OK);
        cr_assert_eq(hail_despawn(a->world, &after, 1), HAIL_OK);
    }
    cr_assert_eq(hail_world_set_tilemap(a->world, NULL), HAIL_OK);
    picture_free(&p);
}

Test(step_walls_stops, both) { on_every_isa(both); }

/* Ties, at the start, go to the tile, whichever side of the wall faces it. */
static void both_at_once(arena *a) {
    uint64_t state = 3;
    picture p = picture_make(20, 20, 16, 16);
    picture_box(&p, 160, 0, 16, 320, true);
    picture_build(&p, &state);
    const hail_rule rule = {.mode = HAIL_SWEPT, .layer_a = BULLETS, .layer_b = HAIL_TILES, .stop = true};
    cr_assert_eq(hail_world_set_tilemap(a->world, p.map), HAIL_OK);
    cr_assert_eq(hail_rule_configure(a->world, &rule), HAIL_OK);
    a->x[0] = 0.0f, a->x[1] = 155.0f, a->y[0] = a->y[1] = 87.0f, a->count = 2;
    wall_in(a, false);
    const hail_handle h = put(a, 2, 157.0f, 84.0f, 50.0f, 40.0f);
    cr_assert_eq(step(a, 1.0f), 2, "1 px in the tile to its right, 1 px over the wall below");
    cr_assert(a->s.contact[0].t == 0.0f && a->s.contact[1].t == 0.0f && fabsf(a->s.contact[1].normal_y) == 1.0f);
    cr_assert(about(*look(a, h).x, 157.0 - 1.0 / 64.0) && about(*look(a, h).y, 84.0), "put at (%g, %g)",
              (double)*look(a, h).x, (double)*look(a, h).y);
    cr_assert_eq(hail_world_set_tilemap(a->world, NULL), HAIL_OK);
    picture_free(&p);
}

Test(step_walls_stops, both_at_once) { on_every_isa(both_at_once); }

/* Each layer's tiles and walls by themselves: a body of the second layer that tiles stop first stays there, whichever
 * bodies were stopped in the first one. */
static void both_of_two_layers(arena *a) {
    uint64_t state = 3;
    picture p = picture_make(20, 20, 16, 16);
    picture_box(&p, 160, 0, 16, 320, true);
    picture_build(&p, &state);
    a->x[0] = a->x[1] = 250.0f, a->y[0] = -400.0f, a->y[1] = 320.0f, a->count = 2;
    wall_in(a, false);
    cr_assert_eq(hail_world_set_tilemap(a->world, p.map), HAIL_OK);
    for (uint32_t layer = BULLETS; layer <= BULLETS + 1; layer++) {
        const hail_rule tiles = {.mode = HAIL_SWEPT, .layer_a = layer, .layer_b = HAIL_TILES, .stop = true},
                        walls = {.mode = HAIL_SWEPT, .layer_a = layer, .layer_b = HAIL_WALLS, .stop = true};
        cr_assert_eq(hail_rule_configure(a->world, &tiles), HAIL_OK);
        cr_assert_eq(hail_rule_configure(a->world, &walls), HAIL_OK);
    }
    const hail_handle low = put(a, 2, 60.0f, 80.0f, 300.0f, 0.0f), high = put(a, 2, 60.0f, -80.0f, 300.0f, 0.0f);
    hail_columns second;
    cr_assert_eq(hail_set_layer(a->world, &low, 1, BULLETS + 1), HAIL_OK);
    cr_assert_eq(step(a, 1.0f), 3, "the wall alone; the tile, and the wall behind it");
    cr_assert_eq(hail_layer_columns(a->world, BULLETS + 1, &second), HAIL_OK);
    cr_assert(about(*look(a, high).x, 246.0 - 1.0 / 64.0));
    cr_assert(about(second.x[0], 156.0 - 1.0 / 64.0), "at %g", (double)second.x[0]);
    cr_assert_eq(hail_world_set_tilemap(a->world, NULL), HAIL_OK);
    picture_free(&p);
}

Test(step_walls_stops, both_of_two_layers) { on_every_isa(both_of_two_layers); }

/* In a layer that the caller moves, displacements are the caller's, also of a body that is stopped. */
static void moved_by_the_caller(arena *a) {
    const hail_layer_options own = {.columns = HAIL_DISPLACEMENT, .caller_moved = true};
    a->x[0] = a->x[1] = 100.0f, a->y[0] = 0.0f, a->y[1] = 320.0f, a->count = 2;
    wall_in(a, false);
    cr_assert_eq(hail_layer_configure(a->world, BULLETS, &own), HAIL_OK);
    const hail_handle h = put(a, 1, 140.0f, 80.0f, 0.0f, 0.0f);
    *look(a, h).dx = 90.0f, *look(a, h).dy = -3.0f;
    cr_assert_eq(step(a, 1.0f), 1);
    cr_assert(about(*look(a, h).x, 96.0 - 1.0 / 64.0));
    cr_assert(*look(a, h).dx == 90.0f && *look(a, h).dy == -3.0f, "(%g, %g)", (double)*look(a, h).dx,
              (double)*look(a, h).dy);
}

Test(step_walls_stops, moved_by_the_caller) { on_every_isa(moved_by_the_caller); }

/* ---- Slides ------------------------------------------------------------------------------------------------------ */

static void reflect(const hail_contact *contacts, size_t count, void *user) {
    arena *a = user;
    cr_assert_eq(hail_reflect(a->world, contacts, count, 0.0f, 0.0f), HAIL_OK);
    stream_take(contacts, count, &a->s);
}

/* Along a straight row of walls: falls onto it, is stopped, and slides as fast as it goes along it, over the walls'
 * ends as if there were none; or off the origin, where the row is not that straight, something keeps pressing it on. */
static void slide(arena *a) {
    uint64_t state = 21;
    for (int n = 0; n < 60; n++) {
        const float turn = random_range(&state, -3.1f, 3.1f), c = cosf(turn), s = sinf(turn);
        const float far = n % 3 == 2 ? 2000.0f : 0.0f, length = n % 4 == 3 ? 900.0f : 30.0f;
        a->count = 40;
        for (uint32_t i = 0; i < a->count; i++) /* along (c, s); what is above it lies at (s, -c) */
            a->x[i] = far + c * length * (float)i, a->y[i] = s * length * (float)i - far;
        wall_in(a, false);
        const float start = length * 1.5f, speed = 300.0f, press = n % 2 == 0 && far == 0.0f ? 0.0f : 40.0f;
        const hail_handle h = put(a, n % SHAPES, far + c * start + s * 12.0f, s * start - far - c * 12.0f,
                                  c * speed - s * 90.0f, s * speed + c * 90.0f);
        float along = 0.0f;
        for (int k = 0; k < 180; k++) {
            stream_clear(&a->s);
            cr_assert_eq(hail_step(a->world, 1.0f / 60.0f, reflect, a), HAIL_OK);
            const look_of is = look(a, h);
            const float x = *is.x - far, y = *is.y + far, above = x * s - y * c, now = x * c + y * s;
            cr_assert_gt(above, 0.0f, "slide %d, step %d: it is %g px through", n, k, (double)-above);
            if (k > 20 && press == 0.0f)
                cr_assert(now - along > 0.99f * speed / 60.0f, "slide %d, step %d: only %g px", n, k,
                          (double)(now - along));
            along = now;
            *is.vx -= press * s, *is.vy += press * c;
        }
        cr_assert_gt(along, start + (press == 0.0f ? 2.8f : 0.02f) * speed, "slide %d: held at %g", n,
                     (double)(along - start));
        cr_assert_eq(hail_despawn(a->world, &h, 1), HAIL_OK);
    }
}

Test(step_walls_stops, slide) { on_every_isa(slide); }

/* ---- Sparks ------------------------------------------------------------------------------------------------------ */

static bool inside(const arena *a, double x, double y) {
    bool odd = false;
    for (uint32_t i = 0; i < a->count; i++) {
        const uint32_t j = (i + 1) % a->count;
        const double ay = (double)a->y[i], by = (double)a->y[j], ax = (double)a->x[i], bx = (double)a->x[j];
        if ((ay <= y) != (by <= y) && ax + (y - ay) * (bx - ax) / (by - ay) > x)
            odd = !odd;
    }
    return odd;
}

static double nearest(const arena *a, double x, double y) {
    double least = 1.0e30;
    for (uint32_t i = 0; i < a->count; i++) {
        const uint32_t j = (i + 1) % a->count;
        const double ax = (double)a->x[i], ay = (double)a->y[i], ex = (double)a->x[j] - ax, ey = (double)a->y[j] - ay;
        const double t = fmin(fmax(((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey), 0.0), 1.0);
        least = fmin(least, hypot(x - ax - t * ex, y - ay - t * ey));
    }
    return least;
}

/* A star: its points are sharp, its inner corners blunt, or the other way round. */
static void star(arena *a, uint64_t *state, float at, float size) {
    a->count = 6 + 2 * random_pick(state, 12);
    for (uint32_t i = 0; i < a->count; i++) {
        const float turn = 6.2831853f * ((float)i + random_range(state, -0.3f, 0.3f)) / (float)a->count;
        const float reach = size * (i % 2 == 0 ? random_range(state, 0.8f, 1.5f) : random_range(state, 0.3f, 0.7f));
        a->x[i] = at + reach * cosf(turn), a->y[i] = at + reach * sinf(turn);
    }
    wall_in(a, true);
}

static void bounce(const hail_contact *contacts, size_t count, void *user) {
    arena *a = user;
    cr_assert_eq(hail_reflect(a->world, contacts, count, 1.0f, 0.0f), HAIL_OK);
    stream_take(contacts, count, &a->s);
}

/* They bounce for ever, as fast as ever, and are never in a wall. */
static void sparks(arena *a) {
    enum { SPARKS = 60 };
    uint64_t state = 8;
    for (int n = 0; n < 24; n++) {
        static hail_handle h[SPARKS];
        const float at = n % 4 == 3 ? 3000.0f : 0.0f, size = random_range(&state, 60.0f, 300.0f);
        star(a, &state, at, size);
        for (int i = 0; i < SPARKS; i++) {
            const float turn = random_range(&state, -3.2f, 3.2f),
                        speed = i % 4 == 0 ? 30000.0f : random_range(&state, 100.0f, 2000.0f);
            const float y = at + random_range(&state, -8.0f, 8.0f), x = at + random_range(&state, -8.0f, 8.0f);
            h[i] = put(a, i % SHAPES, x, y, speed * cosf(turn), speed * sinf(turn));
        }
        size_t bounces = 0;
        for (int k = 0; k < 200; k++) {
            stream_clear(&a->s);
            cr_assert_eq(hail_step(a->world, 1.0f / 60.0f, bounce, a), HAIL_OK);
            bounces += a->s.count;
            for (int i = 0; i < SPARKS; i++) {
                static const double reach[SHAPES] = {0.0, 4.0, 4.0, 1.45, 0.0};
                const look_of is = look(a, h[i]);
                const double x = (double)*is.x, y = (double)*is.y;
                cr_assert(inside(a, x, y), "room %d, step %d: spark %d is out at (%a, %a)", n, k, i, x, y);
                cr_assert_geq(nearest(a, x, y), reach[i % SHAPES] - 5.0e-3, "room %d, step %d: spark %d in a wall", n,
                              k, i);
            }
        }
        cr_assert_gt(bounces, (size_t)SPARKS * 20);
        cr_assert_eq(hail_despawn(a->world, h, SPARKS), HAIL_OK);
    }
}

Test(step_walls_stops, sparks) { on_every_isa(sparks); }

/* Points shot into the very point of a wedge. */
static void wedge(arena *a) {
    uint64_t state = 9;
    for (int n = 0; n < 300; n++) {
        const float half = random_range(&state, 0.005f, 0.7f), turn = random_range(&state, -3.1f, 3.1f);
        const float x[] = {0.0f, 100.0f, 100.0f}, y[] = {0.0f, -100.0f * tanf(half), 100.0f * tanf(half)};
        a->count = 3;
        for (int k = 0; k < 3; k++)
            a->x[k] = x[k] * cosf(turn) - y[k] * sinf(turn), a->y[k] = x[k] * sinf(turn) + y[k] * cosf(turn);
        wall_in(a, true);
        const float up = tanf(half) * random_range(&state, -40.0f, 40.0f), to = random_range(&state, 0.0f, 0.03f);
        const float fx = 80.0f * cosf(turn) - up * sinf(turn), fy = 80.0f * sinf(turn) + up * cosf(turn);
        const hail_handle h = put(a, 0, fx, fy, 9.0f * (to * cosf(turn) - fx), 9.0f * (to * sinf(turn) - fy));
        for (int k = 0; k < 12; k++) {
            stream_clear(&a->s);
            cr_assert_eq(hail_step(a->world, 1.0f / 8.0f, bounce, a), HAIL_OK);
            const look_of is = look(a, h);
            cr_assert(inside(a, (double)*is.x, (double)*is.y), "wedge %d of %g, step %d: out at (%a, %a)", n,
                      (double)half, k, (double)*is.x, (double)*is.y);
        }
        cr_assert_eq(hail_despawn(a->world, &h, 1), HAIL_OK);
    }
}

Test(step_walls_stops, wedge) { on_every_isa(wedge); }
