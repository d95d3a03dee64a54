/* What a game does with contacts of tiles: it reflects, despawns, and makes calls that are refused. And a reserved step
 * allocates nothing. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/aligned.h"
#include "shared/contexts.h"
#include "shared/random_world.h"
#include "shared/rules.h"
#include "tiles/slide_picture.h"
#include "shared/stream.h"

enum { SPARKS, CRATES };

typedef struct game {
    hail_world *world;
    picture p;
    hail_shape dot, box;
    long calls; /* of the allocator */
    stream s;
} game;

static void *take(void *user, size_t size, size_t align) {
    game *g = user;
    g->calls++;
    return aligned_take(size, align);
}

static void give_back(void *user, void *pointer, size_t size, size_t align) {
    (void)user, (void)size, (void)align;
    aligned_give_back(pointer);
}

static void begin(game *g, const char *isa, drawing what) {
    uint64_t state = 3;
    hail_world_options options;
    hail_world_options_defaults(&options);
    memset(g, 0, sizeof *g);
    options.context = allocator_context((hail_allocator){g, take, give_back}, isa);

    g->p = picture_scene(3, what, 0.0f, &state);
    cr_assert_eq(hail_world_create(&options, &g->world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(g->world), 2.0f, &g->dot), HAIL_OK);
    cr_assert_eq(hail_shape_box(hail_world_shapes(g->world), 5.0f, 3.0f, 1.0f, &g->box), HAIL_OK);
    cr_assert_eq(hail_world_set_tilemap(g->world, g->p.map), HAIL_OK);
}

static void end(game *g) {
    hail_world_destroy(g->world);
    picture_free(&g->p);
    stream_free(&g->s);
}

static void spawn(game *g, uint32_t layer, hail_shape shape, size_t count, hail_handle *handle) {
    static float column[4][4000];
    uint64_t state = layer + 9;
    for (size_t i = 0; i < count; i++) {
        column[0][i] = random_range(&state, 0.0f, (float)g->p.width);
        column[1][i] = random_range(&state, 0.0f, (float)g->p.height);
        for (int k = 2; k < 4; k++)
            column[k][i] = random_range(&state, -900.0f, 900.0f);
    }
    const hail_spawn_columns from = {.x = column[0], .y = column[1], .vx = column[2], .vy = column[3]};
    cr_assert_eq(hail_spawn(g->world, layer, &shape, &from, count, handle), HAIL_OK);
}

/* ---- hail_reflect ------------------------------------------------------------------------------------------------ */

static void speed(game *g, hail_handle h, float *vx, float *vy, bool write) {
    hail_location location;
    hail_columns c;
    cr_assert_eq(hail_locate(g->world, &h, &location), HAIL_OK);
    cr_assert_eq(hail_layer_columns(g->world, location.layer, &c), HAIL_OK);
    float *to_x = &c.vx[location.index], *to_y = &c.vy[location.index];
    if (write)
        *to_x = *vx, *to_y = *vy;
    *vx = *to_x, *vy = *to_y;
}

Test(step_reflect, arithmetic) {
    static game g;
    begin(&g, NULL, DRAW_TILES);
    uint64_t state = 4;
    hail_handle h[2];
    spawn(&g, SPARKS, g.dot, 1, &h[0]);
    spawn(&g, CRATES, g.box, 1, &h[1]);
    for (int n = 0; n < 4000; n++) {
        const float turn = n % 4 == 0 ? 1.5707964f * (float)random_pick(&state, 4) : random_range(&state, -3.0f, 3.0f);
        const float restitution = n % 3 == 0 ? (float)(n % 2) : random_range(&state, 0.0f, 1.0f);
        const float friction = n % 5 == 0 ? (float)(n % 2) : random_range(&state, 0.0f, 1.0f);
        float vx = random_range(&state, -500.0f, 500.0f), vy = random_range(&state, -500.0f, 500.0f);
        const hail_contact c = {.a = h[n % 2],
                                .kind = HAIL_CONTACT_TILE,
                                .count = 1,
                                .layer_a = (uint8_t)(n % 2),
                                .layer_b = HAIL_TILES,
                                .normal_x = n % 7 == 0 ? 0.0f : cosf(turn),
                                .normal_y = n % 7 == 0 ? 0.0f : sinf(turn)};
        const double nx = (double)c.normal_x, ny = (double)c.normal_y, into = (double)vx * nx + (double)vy * ny;
        double must_x = (double)vx, must_y = (double)vy;
        if (into > 0.0) {
            const double keep = 1.0 - (double)friction, back = into * (double)restitution;
            must_x = (must_x - into * nx) * keep - back * nx, must_y = (must_y - into * ny) * keep - back * ny;
        }
        const float old_x = vx, old_y = vy;
        speed(&g, h[n % 2], &vx, &vy, true);
        cr_assert_eq(hail_reflect(g.world, &c, 1, restitution, friction), HAIL_OK);
        speed(&g, h[n % 2], &vx, &vy, false);
        cr_assert(fabs((double)vx - must_x) < 1.0e-3 && fabs((double)vy - must_y) < 1.0e-3,
                  "%d: (%g, %g) off (%g, %g) is (%g, %g), must be (%g, %g)", n, (double)old_x, (double)old_y, nx, ny,
                  (double)vx, (double)vy, must_x, must_y);
        cr_assert(into > 0.0 || (vx == old_x && vy == old_y), "%d: it moves away, and is changed", n);
    }
    end(&g);
}

/* ---- Bullets that are marched, smoothed and stopped -------------------------------------------------------------- */

enum { BOUNCERS = 400, FLIGHT = 300, LATE = 40 };

static void bounce(const hail_contact *contacts, size_t count, void *user) {
    game *g = user;
    cr_assert_eq(hail_reflect(g->world, contacts, count, 1.0f, 0.0f), HAIL_OK);
}

static size_t spawn_in_the_open(game *g) {
    static float column[4][BOUNCERS];
    size_t count = 0;
    uint64_t state = 21;
    while (count < BOUNCERS) {
        uint8_t solid;
        column[0][count] = random_range(&state, 1.0f, (float)g->p.width - 1.0f);
        column[1][count] = random_range(&state, 1.0f, (float)g->p.height - 1.0f);
        column[2][count] = random_range(&state, -500.0f, 500.0f),
        column[3][count] = random_range(&state, -500.0f, 500.0f);
        const hail_points point = {.x = &column[0][count], .y = &column[1][count], .count = 1};
        cr_assert_eq(hail_tilemap_solid(g->p.map, &point, 0, &solid), HAIL_OK);
        count += !solid;
    }
    const hail_spawn_columns from = {.x = column[0], .y = column[1], .vx = column[2], .vy = column[3]};
    cr_assert_eq(hail_spawn(g->world, SPARKS, &g->dot, &from, count, NULL), HAIL_OK);
    return count;
}

/* None stays where it is: a motion that goes into a pixel, but not into the smoothed normal, would do so for ever. */
static void none_freezes(const char *isa, drawing what, uint32_t smooth) {
    static float x[BOUNCERS], y[BOUNCERS], far[BOUNCERS];
    game g;
    hail_columns c;
    begin(&g, isa, what);
    const hail_layer_options layer = {.columns = HAIL_DISPLACEMENT};
    const hail_rule rule = {.mode = HAIL_SWEPT,
                            .layer_a = SPARKS,
                            .layer_b = HAIL_TILES,
                            .stop = true,
                            .centre_only = true,
                            .smooth = smooth};
    cr_assert_eq(hail_layer_configure(g.world, SPARKS, &layer), HAIL_OK);
    cr_assert_eq(hail_rule_configure(g.world, &rule), HAIL_OK);
    const size_t count = spawn_in_the_open(&g);
    for (int k = 0; k < FLIGHT; k++) {
        cr_assert_eq(hail_step(g.world, 1.0f / 60.0f, bounce, &g), HAIL_OK);
        cr_assert_eq(hail_layer_columns(g.world, SPARKS, &c), HAIL_OK);
        cr_assert_eq(c.count, count);
        for (size_t i = 0; i < count; i++) {
            const uint32_t slot = c.handle[i].slot % BOUNCERS;
            if (k <= FLIGHT - LATE)
                x[slot] = c.x[i], y[slot] = c.y[i], far[slot] = 0.0f;
            far[slot] = fmaxf(far[slot], hypotf(c.x[i] - x[slot], c.y[i] - y[slot]));
        }
    }
    for (size_t i = 0; i < count; i++) {
        const uint32_t slot = c.handle[i].slot % BOUNCERS;
        cr_assert(far[slot] > 0.5f || hypotf(c.vx[i], c.vy[i]) < 30.0f,
                  "%s, smooth %u: a bullet of (%g, %g) px/s stays at (%g, %g)", isa, smooth, (double)c.vx[i],
                  (double)c.vy[i], (double)c.x[i], (double)c.y[i]);
    }
    end(&g);
}

Test(step_reflect, smoothed_bullets_go_on) {
    for (size_t k = 0; k < hail_variant_count(); k++)
        for (uint32_t smooth = 0; smooth < 8; smooth += 3) {
            none_freezes(hail_variant_name(k), DRAW_SLOPES, smooth);
            none_freezes(hail_variant_name(k), DRAW_CAVES, smooth);
        }
}

/* ---- Refusals ---------------------------------------------------------------------------------------------------- */

/* Dead bodies are left out, the others are not; what is wrong is refused, and changes nothing. */
Test(step_reflect, refusals) {
    static game g;
    begin(&g, NULL, DRAW_TILES);
    hail_handle h[2];
    float vx = 8.0f, vy = 2.0f, none = 0.0f;
    spawn(&g, SPARKS, g.dot, 2, h);
    hail_contact c[] = {{.a = h[0], .normal_x = 1.0f}, {.a = {0, 0}, .normal_x = 1.0f}, {.a = h[1], .normal_x = 1.0f}};
    cr_assert_eq(hail_despawn(g.world, &h[0], 1), HAIL_OK);
    speed(&g, h[1], &vx, &vy, true);
    const uint64_t before = world_fingerprint(g.world);
    cr_assert_eq(hail_reflect(NULL, c, 3, 1.0f, 0.0f), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_reflect(g.world, NULL, 3, 1.0f, 0.0f), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_reflect(g.world, c, 3, 1.5f, 0.0f), HAIL_OUT_OF_RANGE);
    cr_assert_eq(hail_reflect(g.world, c, 3, -0.5f, 0.0f), HAIL_OUT_OF_RANGE);
    cr_assert_eq(hail_reflect(g.world, c, 3, 1.0f, 1.5f), HAIL_OUT_OF_RANGE);
    cr_assert_eq(hail_reflect(g.world, c, 3, 1.0f, -0.5f), HAIL_OUT_OF_RANGE);
    cr_assert_neq(hail_reflect(g.world, c, 3, NAN, 0.0f), HAIL_OK);
    cr_assert_neq(hail_reflect(g.world, c, 3, 1.0f, NAN), HAIL_OK);
    cr_assert_eq(hail_reflect(g.world, c, 0, 1.0f, 0.0f), HAIL_OK);
    cr_assert_eq(world_fingerprint(g.world), before);
    cr_assert_eq(hail_reflect(g.world, c, 3, 0.5f, 0.25f), HAIL_OK);
    speed(&g, h[1], &vx, &none, false);
    cr_assert(vx == -4.0f && none == 1.5f);
    /* Rules and maps. */
    hail_rule rule = {.mode = HAIL_SWEPT, .layer_a = HAIL_TILES, .layer_b = HAIL_TILES, .centre_only = true};
    cr_assert_eq(hail_world_set_tilemap(NULL, g.p.map), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_rule_configure(NULL, &rule), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_rule_configure(g.world, &rule), HAIL_BAD_ARGUMENT);
    rule.layer_a = 0, rule.mode = (hail_mode)(HAIL_EARLIEST + 1);
    cr_assert_eq(hail_rule_configure(g.world, &rule), HAIL_BAD_ARGUMENT);
    rule.mode = HAIL_SWEPT, rule.smooth = 9;
    cr_assert_eq(hail_rule_configure(g.world, &rule), HAIL_OUT_OF_RANGE);
    end(&g);
}

/* ---- Despawning -------------------------------------------------------------------------------------------------- */

static void die(const hail_contact *contacts, size_t count, void *user) {
    game *g = user;
    stream_take(contacts, count, &g->s);
    for (size_t i = 0; i < count; i++) {
        if (contacts[i].a.slot % 3 != 0)
            continue;
        cr_assert_eq(hail_despawn(g->world, &contacts[i].a, 1), HAIL_OK);
        cr_assert(hail_alive(g->world, &contacts[i].a));
        cr_assert_eq(hail_reflect(g->world, &contacts[i], 1, 1.0f, 0.0f), HAIL_OK);
    }
}

/* Bodies that die on what they hit: all contacts come all the same, and they are gone afterwards. */
Test(step_reflect, despawn) {
    for (size_t n = 0; n < hail_variant_count() * 8; n++) {
        static game g[2];
        static hail_handle h[2][400];
        for (int k = 0; k < 2; k++) {
            begin(&g[k], hail_variant_name(n / 8), DRAW_CAVES);
            spawn(&g[k], SPARKS, g[k].box, 400, h[k]);
            const hail_rule rule =
                rule_with(SPARKS, HAIL_TILES,
                          (hail_rule){.mode = HAIL_PAIRS + n % 4, .stop = n % 2 == 0, .centre_only = n % 8 < 4});
            cr_assert_eq(hail_rule_configure(g[k].world, &rule), HAIL_OK);
            cr_assert_eq(
                hail_step(g[k].world, 1.0f / 60.0f, k == 0 ? die : stream_take, k == 0 ? (void *)&g[k] : &g[k].s),
                HAIL_OK);
        }
        cr_assert(g[0].s.count == g[1].s.count && g[0].s.count > 20);
        cr_assert_eq(memcmp(g[0].s.contact, g[1].s.contact, g[0].s.count * sizeof(hail_contact)), 0);
        size_t gone = 0, listed;
        for (size_t i = 0; i < 400; i++) {
            bool hit = false;
            for (size_t c = 0; c < g[0].s.count && !hit; c++)
                hit = g[0].s.contact[c].a.slot == h[0][i].slot;
            hit = hit && h[0][i].slot % 3 == 0;
            gone += hit;
            cr_assert_eq(hail_alive(g[0].world, &h[0][i]), !hit);
        }
        hail_removals(g[0].world, &listed);
        cr_assert(listed == gone && hail_stats(g[0].world)->despawned == gone && gone > 5);
        cr_assert_eq(hail_body_count(g[0].world), 400 - gone);
        end(&g[0]);
        end(&g[1]);
    }
}

/* ---- Nothing is allocated ---------------------------------------------------------------------------------------- */

/* Puts all bodies back, so that a step can be repeated. */
static void put_back(game *g, uint32_t layer, const hail_handle *handle, float (*location)[2], size_t count,
                     bool write) {
    hail_columns c;
    cr_assert_eq(hail_layer_columns(g->world, layer, &c), HAIL_OK);
    for (size_t i = 0; i < count; i++) {
        hail_location at;
        cr_assert_eq(hail_locate(g->world, &handle[i], &at), HAIL_OK);
        if (write)
            c.x[at.index] = location[i][0], c.y[at.index] = location[i][1];
        location[i][0] = c.x[at.index], location[i][1] = c.y[at.index];
    }
}

static void steps(game *g, int count) {
    size_t contacts = 0;
    const long before = g->calls;
    for (int n = 0; n < count; n++) {
        cr_assert_eq(hail_step(g->world, 1.0f / 60.0f, NULL, NULL), HAIL_OK);
        cr_assert(g->calls == before && hail_stats(g->world)->allocations == 0, "step %d: %ld allocations", n,
                  g->calls - before);
        contacts += hail_stats(g->world)->contacts;
    }
    cr_assert_gt(contacts, 200);
}

Test(step_reflect, nothing_allocated) {
    for (size_t n = 0; n < hail_variant_count() * 16; n++) {
        static game g;
        static hail_handle handle[3200];
        static float location[3200][2];
        begin(&g, hail_variant_name(n / 16), DRAW_CAVES);
        const hail_mode mode = (hail_mode)(HAIL_PAIRS + n % 4);
        const hail_rule options = {.mode = mode, .stop = true, .centre_only = n / 4 % 2, .smooth = (uint32_t)(n % 3)};
        for (uint32_t layer = SPARKS; layer <= CRATES; layer++) {
            const hail_rule rule = rule_with(layer, HAIL_TILES, options);
            cr_assert_eq(hail_rule_configure(g.world, &rule), HAIL_OK);
        }
        cr_assert_eq(hail_rule_set(g.world, SPARKS, CRATES, mode), HAIL_OK);
        const bool reserve = n % 16 >= 8; /* otherwise it is warmed up */
        if (reserve) {
            cr_assert_eq(hail_reserve(g.world, SPARKS, 3000, 300000), HAIL_OK);
            cr_assert_eq(hail_reserve(g.world, CRATES, 200, 300000), HAIL_OK);
        }
        const long before = g.calls;
        spawn(&g, SPARKS, g.dot, 3000, handle);
        spawn(&g, CRATES, g.box, 200, handle + 3000);
        cr_assert(!reserve || g.calls == before, "a spawn within what was reserved allocated");
        for (int k = 0; k < 4 && !reserve; k++) {
            put_back(&g, SPARKS, handle, location, 3000, k > 0);
            put_back(&g, CRATES, handle + 3000, location + 3000, 200, k > 0);
            if (k < 3)
                cr_assert_eq(hail_step(g.world, 1.0f / 60.0f, NULL, NULL), HAIL_OK);
        }
        steps(&g, reserve ? 20 : 1);
        end(&g);
    }
}
