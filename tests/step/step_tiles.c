/* Steps of a world with tiles, scene by scene: which bodies hit and when, where bodies that stop are put, what a game
 * may do meanwhile, that nothing is allocated, and what the clocks count. Each scene runs on every variant. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/aligned.h"
#include "shared/contexts.h"
#include "shared/random_world.h"
#include "tiles/slide_picture.h"
#include "shared/stream.h"

enum { BULLETS, WALLS, OTHERS };

typedef struct arena {
    hail_world *world;
    picture p;
    stream s;
    hail_shape point, ball, box; /* r 0, r 4, 8 x 8 px */
    long calls;                  /* of the allocator */
} arena;

static void *take(void *user, size_t size, size_t align) {
    arena *a = user;
    a->calls++;
    return aligned_take(size, align);
}

static void give_back(void *user, void *pointer, size_t size, size_t align) {
    (void)user, (void)size, (void)align;
    aligned_give_back(pointer);
}

/* A map of 20 x 20 tiles of 16 px that is open but for a wall of kind 3 from x = 160 to 176, and a floor from y = 240
 * of kind 1, both half the map long. */
static void open_arena(arena *a, const char *isa) {
    uint64_t state = 1;
    hail_world_options options;
    hail_world_options_defaults(&options);
    memset(a, 0, sizeof *a);
    options.context = allocator_context((hail_allocator){a, take, give_back}, isa), options.window = 5,
    options.timed = true;
    a->p = picture_make(20, 20, 16, 16);
    for (uint32_t cell = 0; cell < 400; cell++)
        a->p.kind[cell] = cell % 20 == 10 ? 3 : 1;
    picture_box(&a->p, 160, 0, 16, 160, true);
    picture_box(&a->p, 0, 240, 160, 16, true);
    picture_build(&a->p, &state);
    cr_assert_eq(hail_world_create(&options, &a->world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(a->world), 0.0f, &a->point), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(a->world), 4.0f, &a->ball), HAIL_OK);
    cr_assert_eq(hail_shape_box(hail_world_shapes(a->world), 4.0f, 4.0f, 0.0f, &a->box), HAIL_OK);
    cr_assert_eq(hail_world_set_tilemap(a->world, a->p.map), HAIL_OK);
}

static void on_every_isa(void (*scene)(arena *a)) {
    for (size_t i = 0; i < hail_variant_count(); i++) {
        static arena a;
        open_arena(&a, hail_variant_name(i));
        scene(&a);
        hail_world_destroy(a.world);
        picture_free(&a.p);
        stream_free(&a.s);
    }
}

static void tiles(arena *a, uint32_t layer, hail_rule rule) {
    rule.layer_a = layer, rule.layer_b = HAIL_TILES;
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

/* x, y, vx, vy of a body. */
typedef struct state_of {
    float x, y, vx, vy;
} state_of;

static state_of look(const arena *a, hail_handle h) {
    hail_location at;
    cr_assert_eq(hail_locate(a->world, &h, &at), HAIL_OK);
    const hail_columns c = layer_columns(a->world, at.layer);
    return (state_of){c.x[at.index], c.y[at.index], c.vx[at.index], c.vy[at.index]};
}

static void teleport(const arena *a, const hail_handle *handles, int count, float x) {
    for (int i = 0; i < count; i++) {
        hail_location at;
        cr_assert_eq(hail_locate(a->world, &handles[i], &at), HAIL_OK);
        layer_columns(a->world, at.layer).x[at.index] = x;
    }
}

static bool about(float is, double must) { return fabs((double)is - must) < 1.0e-3; }

/* ---- What collides ----------------------------------------------------------------------------------------------- */

/* Through the middle of the wall: the centre at 160, a ball or a box 4 px earlier; by cells where overlapped. */
static void each_mode(arena *a) {
    const hail_handle shot = put(a, BULLETS, a->ball, 60.0f, 84.0f, 200.0f, 0.0f);
    for (int shaped = 0; shaped < 2; shaped++) {
        for (int mode = HAIL_SWEPT; mode <= HAIL_EARLIEST; mode++) {
            tiles(a, BULLETS, (hail_rule){.mode = (hail_mode)mode, .centre_only = shaped == 0});
            layer_columns(a->world, BULLETS).x[0] = 60.0f;
            cr_assert_eq(step(a, 1.0f), 1);
            const hail_contact *c = a->s.contact;
            cr_assert(c->kind == HAIL_CONTACT_TILE && c->count == 1 && c->a.slot == shot.slot);
            cr_assert(c->a.generation == shot.generation && c->b.slot == 0 && c->b.generation == 0);
            cr_assert(c->layer_a == BULLETS && c->layer_b == HAIL_TILES && c->part_a == 0);
            cr_assert(c->feature_a == 0 && c->feature_b == 3 && c->part_b == 5 * 20 + 10);
            cr_assert(about(c->t, shaped == 1 ? 0.48 : 0.5) && c->normal_x == 1.0f && c->normal_y == 0.0f);
            cr_assert(about(c->x[0], 160.0) && about(c->y[0], 84.0) && c->depth[0] == 0.0f);
            cr_assert_eq(look(a, shot).x, 260.0f, "it goes on");
        }
    }
    layer_columns(a->world, BULLETS).x[0] = 158.0f,
                            layer_columns(a->world, BULLETS).y[0] = 80.0f; /* in two cells, 2 px deep */
    for (int mode = HAIL_PAIRS; mode <= HAIL_MANIFOLD; mode++) {
        tiles(a, BULLETS, (hail_rule){.mode = (hail_mode)mode});
        cr_assert_eq(step(a, 0.0f), 2);
        for (uint32_t k = 0; k < 2; k++) {
            const hail_contact *c = &a->s.contact[k];
            cr_assert(c->kind == HAIL_CONTACT_TILE && c->a.slot == shot.slot && c->feature_b == 3);
            cr_assert(c->layer_b == HAIL_TILES && c->part_b == (4 + k) * 20 + 10 && c->t == 0.0f);
            cr_assert_eq(c->count, mode == HAIL_PAIRS ? 0 : 1);
            cr_assert(about(c->normal_x, mode == HAIL_PAIRS ? 0.0 : 1.0) && c->normal_y == 0.0f);
            cr_assert(about(c->depth[0], mode == HAIL_PAIRS ? 0.0 : 2.0));
        }
    }
}

Test(step_tiles, each_mode) { on_every_isa(each_mode); }

/* Kinds that are not asked for, disabled, quarantined or far bodies, no map, no rule: no contact. */
static void nobody(arena *a) {
    const hail_handle h[] = {put(a, BULLETS, a->ball, 150.0f, 80.0f, 64.0f, 0.0f),
                             put(a, BULLETS, a->box, 150.0f, 104.0f, 64.0f, 0.0f)};
    put(a, BULLETS, a->ball, 150.0f, -80.0f, 64.0f, 0.0f);
    put(a, BULLETS, a->box, 400.0f, 300.0f, -64.0f, 0.0f);
    for (int n = 0; n < 8; n++) {
        const hail_mode mode = (hail_mode)(HAIL_PAIRS + n % 4);
        const bool marched = mode >= HAIL_SWEPT && n < 4;
        const hail_rule rule = {.mode = mode, .centre_only = marched},
                        other = {.mode = mode, .kinds = HAIL_KIND(1), .centre_only = mode >= HAIL_SWEPT};
        tiles(a, BULLETS, rule);
        teleport(a, h, 2, 150.0f);
        cr_assert_eq(step(a, 0.25f), mode <= HAIL_MANIFOLD ? 3 : 2, "mode %d", n);
        tiles(a, BULLETS, other);
        teleport(a, h, 2, 150.0f);
        cr_assert_eq(step(a, 0.25f), 0, "mode %d, another kind", n);
        cr_assert_eq(hail_world_set_tilemap(a->world, NULL), HAIL_OK);
        tiles(a, BULLETS, rule);
        teleport(a, h, 2, 150.0f);
        cr_assert_eq(step(a, 0.25f), 0, "mode %d, no map", n);
        cr_assert_eq(hail_world_set_tilemap(a->world, a->p.map), HAIL_OK);
        cr_assert_eq(hail_rule_set(a->world, BULLETS, HAIL_TILES, HAIL_IGNORE), HAIL_OK);
        teleport(a, h, 2, 150.0f);
        cr_assert_eq(step(a, 0.25f), 0, "mode %d, no rule", n);
        tiles(a, BULLETS, rule);
        teleport(a, h, 1, 150.0f);
        teleport(a, h + 1, 1, NAN);
        cr_assert_eq(hail_set_enabled(a->world, h, 1, false), HAIL_OK);
        cr_assert_eq(step(a, 0.25f), 0, "mode %d: disabled, in quarantine, or nowhere near", n);
        cr_assert_eq(hail_set_enabled(a->world, h, 1, true), HAIL_OK);
    }
}

Test(step_tiles, nobody) { on_every_isa(nobody); }

/* The map is the caller's, and may change between steps. */
static void changed(arena *a) {
    const uint32_t nothing = 0;
    put(a, BULLETS, a->point, 100.0f, 83.5f, 128.0f, 0.0f);
    tiles(a, BULLETS, (hail_rule){.mode = HAIL_SWEPT, .centre_only = true});
    for (int n = 0; n < 4; n++) {
        layer_columns(a->world, BULLETS).x[0] = 100.0f;
        const size_t count = step(a, 1.0f);
        cr_assert_eq(count, n == 2 ? 0 : 1, "%d", n);
        const float at = n == 0 ? 160.0f : n == 1 ? 170.0f : 130.0f;
        cr_assert(count == 0 || about(a->s.contact[0].x[0], (double)at), "%d: at %g", n, (double)a->s.contact[0].x[0]);
        if (n == 0)
            cr_assert_eq(hail_tilemap_paint(a->p.map, 160, 83, 10, 1, false, 0), HAIL_OK);
        else if (n == 1)
            cr_assert_eq(hail_tilemap_set(a->p.map, 10, 5, 1, 1, &nothing, 1), HAIL_OK);
        else
            cr_assert_eq(hail_tilemap_paint(a->p.map, 130, 80, 1, 8, true, 5), HAIL_OK);
    }
    cr_assert_eq(a->s.contact[0].feature_b, 5);
}

Test(step_tiles, changed) { on_every_isa(changed); }

/* Solid outside: a body that leaves the map hits it there. */
static void outside(arena *a) {
    hail_tilemap *map;
    const hail_tilemap_options options = {.columns = 20, .rows = 20, .outside_solid = true, .outside_kind = 11};
    cr_assert_eq(hail_tilemap_create(a->p.set, &options, &map), HAIL_OK);
    cr_assert_eq(hail_world_set_tilemap(a->world, map), HAIL_OK);
    put(a, BULLETS, a->ball, 300.0f, 83.5f, 64.0f, 0.0f);
    for (int shaped = 0; shaped < 2; shaped++) {
        tiles(a, BULLETS, (hail_rule){.mode = HAIL_SWEPT, .centre_only = shaped == 0});
        layer_columns(a->world, BULLETS).x[0] = 300.0f;
        cr_assert_eq(step(a, 1.0f), 1);
        const hail_contact *c = a->s.contact;
        cr_assert(c->part_b == UINT32_MAX && c->feature_b == 11 && c->normal_x == 1.0f);
        cr_assert(about(c->t, shaped == 1 ? 0.25 : 0.3125) && about(c->x[0], 320.0));
    }
    cr_assert_eq(hail_world_set_tilemap(a->world, NULL), HAIL_OK);
    hail_tilemap_destroy(map);
}

Test(step_tiles, outside) { on_every_isa(outside); }

/* ---- Bodies and tiles -------------------------------------------------------------------------------------------- */

/* A body before the wall, at its very face and behind it: the earliest hit is reported; ties go to the body. */
static void earliest(arena *a) {
    static const float at[] = {100.0f, 164.0f, 200.0f};
    for (int mode = HAIL_SWEPT; mode <= HAIL_EARLIEST; mode++) {
        for (int shaped = 0; shaped < 2; shaped++) {
            hail_handle h[3], shot[3];
            cr_assert_eq(hail_rule_set(a->world, BULLETS, WALLS, (hail_mode)mode), HAIL_OK);
            tiles(a, BULLETS, (hail_rule){.mode = HAIL_EARLIEST, .centre_only = shaped == 0});
            for (int k = 0; k < 3; k++) {
                /* Shapes hit both within rounding of one another: then the body is a little before. */
                const float before = shaped == 1 && k == 1 ? 0.05f : 0.0f;
                h[k] = put(a, WALLS, a->box, at[k] - before, 20.0f + 40.0f * (float)k, 0.0f, 0.0f);
                shot[k] = put(a, BULLETS, a->point, 32.0f, 20.0f + 40.0f * (float)k, 256.0f, 0.0f);
            }
            cr_assert_eq(step(a, 1.0f), mode == HAIL_SWEPT ? 6 : 3);
            for (size_t n = 0; n < a->s.count; n++) {
                const hail_contact *c = &a->s.contact[n];
                const int k = c->a.slot == shot[0].slot ? 0 : c->a.slot == shot[1].slot ? 1 : 2;
                const bool body = mode == HAIL_SWEPT ? n < 3 : k < 2;
                cr_assert(c->a.slot == shot[k].slot && c->kind == (body ? HAIL_CONTACT_BODY : HAIL_CONTACT_TILE),
                          "mode %d, shot %d: kind %d", mode, k, c->kind);
                cr_assert(about(c->t, body && k != 1 ? (k == 0 ? 64.0 : 164.0) / 256.0 : 0.5), "mode %d, shot %d: t %g",
                          mode, k, (double)c->t);
            }
            cr_assert_eq(hail_despawn(a->world, h, 3), HAIL_OK);
            cr_assert_eq(hail_despawn(a->world, shot, 3), HAIL_OK);
        }
    }
}

Test(step_tiles, earliest) { on_every_isa(earliest); }

/* ---- Stopping and bouncing --------------------------------------------------------------------------------------- */

static void stop(arena *a) {
    for (int shaped = 0; shaped < 2; shaped++) {
        const float reach = shaped == 1 ? 4.0f : 0.0f;
        const hail_handle h[] = {put(a, BULLETS, a->ball, 100.0f, 60.0f, 512.0f, 8.0f),
                                 put(a, BULLETS, a->ball, 20.0f, 60.0f, 8.0f, 8.0f)};
        tiles(a, BULLETS, (hail_rule){.mode = HAIL_EARLIEST, .centre_only = shaped == 0, .stop = true});
        cr_assert_eq(step(a, 1.0f), 1);
        const double t = (160.0 - (double)reach - 100.0) / 512.0;
        cr_assert(about(a->s.contact[0].t, t) && a->s.contact[0].a.slot == h[0].slot);
        const state_of hit = look(a, h[0]), missed = look(a, h[1]);
        cr_assert(about(hit.x, 160.0 - (double)reach - 1.0 / 64.0) && about(hit.y, 60.0 + 8.0 * t), "at (%g, %g)",
                  (double)hit.x, (double)hit.y);
        cr_assert(hit.vx == 512.0f && missed.x == 28.0f && missed.y == 68.0f);
        /* It wants to go on, and is where it was. */
        cr_assert_eq(step(a, 1.0f), 1);
        cr_assert(about(look(a, h[0]).x, 160.0 - (double)reach - 1.0 / 64.0));
        cr_assert_eq(hail_despawn(a->world, h, 2), HAIL_OK);
    }
}

Test(step_tiles, stop) { on_every_isa(stop); }

static void reflect(const hail_contact *contacts, size_t count, void *user) {
    arena *a = user;
    cr_assert_eq(hail_reflect(a->world, contacts, count, 1.0f, 0.0f), HAIL_OK);
    cr_assert_eq(hail_world_set_tilemap(a->world, NULL), HAIL_BUSY);
    cr_assert_eq(hail_rule_set(a->world, BULLETS, HAIL_TILES, HAIL_IGNORE), HAIL_BUSY);
    stream_take(contacts, count, &a->s);
}

/* Sparks in a closed room: they bounce for ever, as fast as ever, and are never in a wall. */
static void sparks(arena *a) {
    enum { SPARKS = 200 };
    uint64_t state = 8;
    picture room = picture_make(12, 12, 16, 16);
    picture_box(&room, 0, 0, 192, 192, true);
    picture_box(&room, 16, 16, 160, 160, false);
    picture_box(&room, 70, 80, 37, 5, true);
    picture_build(&room, &state);
    cr_assert_eq(hail_world_set_tilemap(a->world, room.map), HAIL_OK);
    for (int shaped = 0; shaped < 2; shaped++) {
        static hail_handle h[SPARKS];
        tiles(a, BULLETS, (hail_rule){.mode = HAIL_SWEPT, .centre_only = shaped == 0, .stop = true});
        for (int i = 0; i < SPARKS; i++) {
            const float vy = random_range(&state, 50.0f, 900.0f), y = random_range(&state, 24.0f, 72.0f),
                        x = random_range(&state, 24.0f, 168.0f);
            h[i] = put(a, BULLETS, a->ball, x, y, (i % 2 == 0 ? 300.0f : -300.0f) + (float)i, vy);
        }
        size_t bounces = 0;
        for (int n = 0; n < 300; n++) {
            stream_clear(&a->s);
            cr_assert_eq(hail_step(a->world, 1.0f / 60.0f, reflect, a), HAIL_OK);
            bounces += a->s.count;
            const float edge = shaped == 1 ? 20.0f : 16.0f;
            for (int i = 0; i < SPARKS; i++) {
                const state_of s = look(a, h[i]);
                cr_assert(s.x > edge && s.x < 192.0f - edge && s.y > edge && s.y < 192.0f - edge,
                          "step %d: spark %d is out at (%g, %g)", n, i, (double)s.x, (double)s.y);
                cr_assert(fabsf(fabsf(s.vx) - 300.0f - (i % 2 == 0 ? (float)i : -(float)i)) < 1.0f || shaped == 1);
            }
        }
        cr_assert_gt(bounces, (size_t)SPARKS * 20);
        cr_assert_eq(hail_despawn(a->world, h, SPARKS), HAIL_OK);
    }
    cr_assert_eq(hail_world_set_tilemap(a->world, NULL), HAIL_OK);
    picture_free(&room);
}

Test(step_tiles, sparks) { on_every_isa(sparks); }

/* A stage's clock counts that stage: a rule with tiles no pairs of bodies, a rule between layers no tiles. */
static void clocks(arena *a) {
    const uint64_t *ns = hail_stats(a->world)->ns;
    tiles(a, BULLETS, (hail_rule){.mode = HAIL_MANIFOLD});
    put(a, BULLETS, a->ball, 158.0f, 88.0f, 0.0f, 0.0f);
    put(a, OTHERS, a->ball, 155.0f, 88.0f, 0.0f, 0.0f);
    cr_assert_eq(step(a, 0.0f), 1);
    cr_assert(ns[HAIL_STAGE_TILES] && ns[HAIL_STAGE_ORDER] && ns[HAIL_STAGE_CONTACTS]);
    cr_assert(!ns[HAIL_STAGE_PAIRS] && !ns[HAIL_STAGE_NARROW] && !ns[HAIL_STAGE_WALLS]);
    tiles(a, BULLETS, (hail_rule){0});
    cr_assert_eq(hail_rule_set(a->world, BULLETS, OTHERS, HAIL_MANIFOLD), HAIL_OK);
    cr_assert_eq(step(a, 0.0f), 1);
    cr_assert(ns[HAIL_STAGE_PAIRS] && ns[HAIL_STAGE_NARROW] && ns[HAIL_STAGE_ORDER] && ns[HAIL_STAGE_CONTACTS]);
    cr_assert(!ns[HAIL_STAGE_TILES] && !ns[HAIL_STAGE_WALLS]);
}

Test(step_tiles, clocks) { on_every_isa(clocks); }
