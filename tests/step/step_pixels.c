/* Sprites in a world where the answer is known: against tiles, by hail_sprite_tilemap_overlaps; thin ones
 * that nothing may fly through, holes that all may, mirrored ones, and those of no size.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "parts_world.h"
#include "shared/random_world.h"
#include "sprites/ground.h"
#include "sprites/sprite_inputs.h"

/* ---- Tiles ------------------------------------------------------------------------------------------------------- */

enum { WORLDS = 60 };

/* What hail_sprite_tilemap_overlaps says, as a contact. */
static hail_contact still(const parts_plan *p, const parts_side *s, uint32_t n, uint32_t i) {
    const hail_sprites sprites = {.set = p->set,
                                  .x = &s->x[i],
                                  .y = &s->y[i],
                                  .cos = &s->cos[i],
                                  .sin = &s->sin[i],
                                  .scale_x = &s->scale[i],
                                  .sprite = &p->shape[p->which[n][i]].sprite,
                                  .count = 1};
    hail_sprite_overlap o;
    hail_contact c = {0};
    cr_assert_eq(hail_sprite_tilemap_overlaps(&sprites, p->map, p->tiles[n].kinds, &o), HAIL_OK);
    if (o.count == 0)
        return c;
    const bool inside =
        o.b_x >= 0 && o.b_y >= 0 && o.b_x < GROUND_SIDE * GROUND_TILE && o.b_y < GROUND_SIDE * GROUND_TILE;
    hail_cell_info cell = {.kind = 7};
    c.part_b = inside ? (uint32_t)(o.b_y / GROUND_TILE * GROUND_SIDE + o.b_x / GROUND_TILE) : UINT32_MAX;
    if (inside)
        cr_assert_eq(hail_tilemap_cell(p->map, c.part_b % GROUND_SIDE, c.part_b / GROUND_SIDE, &cell), HAIL_OK);
    c.kind = HAIL_CONTACT_TILE, c.feature_b = (uint8_t)cell.kind, c.layer_b = HAIL_TILES;
    if (p->tiles[n].mode == HAIL_PAIRS)
        return c;
    c.count = 1, c.x[0] = o.x, c.y[0] = o.y, c.depth[0] = o.depth;
    c.normal_x = 0.0f - o.push_x, c.normal_y = 0.0f - o.push_y; /* never -0 */
    return c;
}

static parts_plan *plan_tiles(uint64_t seed, const hail_spriteset *set, uint64_t *state) {
    static const hail_mode modes[] = {HAIL_PAIRS, HAIL_MANIFOLD};
    parts_plan *p = parts_plan_make(seed, set);
    memset(p->mode, 0, sizeof p->mode);
    for (int n = 0; n < PARTS_LAYERS; n++) {
        p->tiles[n].mode = modes[random_pick(state, 2)];
        p->tiles[n].kinds = random_pick(state, 3) == 0 ? HAIL_KIND(1) | HAIL_KIND(7) : 0;
        p->tiles[n].whole_tiles = random_pick(state, 4) == 0;
    }
    return p;
}

/* The contacts of sprites alone. */
static void sieve(stream *s, const parts_world *w) {
    size_t kept = 0;
    for (size_t k = 0; k < s->count; k++)
        for (int n = 0; n < PARTS_LAYERS; n++)
            for (int i = 0; i < PARTS_EACH; i++)
                if (w->handle[n][i].slot == s->contact[k].a.slot &&
                    w->plan->shape[w->plan->which[n][i]].sprite != PARTS_NO_SPRITE)
                    s->contact[kept++] = s->contact[k];
    s->count = kept;
}

static size_t tiles(uint64_t seed) {
    static parts_side side[PARTS_LAYERS];
    uint64_t state = seed * 77 + 3;
    sprite_cast *cast = sprite_cast_make(seed, 20);
    ground_map g = ground_make(&state);
    parts_plan *p = plan_tiles(seed, cast->set, &state);
    stream is = {0}, must = {0};
    p->map = g.map;
    for (size_t way = 0; way < 2 * hail_variant_count(); way++) {
        const parts_config c = parts_config_of(way);
        char at[80];
        parts_world w = parts_world_make(p, &c);
        snprintf(at, sizeof at, "HAIL_TEST_SEED=%llu isa %s", (unsigned long long)seed, c.isa);
        parts_look(&w, side);
        for (uint32_t k = 0; k < PARTS_LAYERS * PARTS_EACH && way == 0; k++) {
            const uint32_t n = k / PARTS_EACH, i = k % PARTS_EACH;
            if (!side[n].there[i] || p->shape[p->which[n][i]].sprite == PARTS_NO_SPRITE)
                continue;
            hail_contact d = still(p, &side[n], n, i);
            d.a = w.handle[n][i], d.layer_a = (uint8_t)parts_layer_of[n];
            if (d.kind != 0)
                stream_take(&d, 1, &must);
        }
        parts_sort(&must);
        stream_clear(&is);
        cr_assert_eq(hail_step(w.world, p->dt, stream_take, &is), HAIL_OK);
        sieve(&is, &w);
        parts_same(at, &is, &must);
        parts_world_free(&w);
    }
    const size_t total = must.count;
    stream_free(&is);
    stream_free(&must);
    free(p);
    ground_free(&g);
    sprite_cast_free(cast);
    return total;
}

Test(step_pixels, tiles) {
    uint64_t seed;
    size_t total = 0;
    if (random_seed_given(&seed)) {
        tiles(seed);
        return;
    }
    for (uint32_t i = 0; i < random_worlds(WORLDS); i++)
        total += tiles(i);
    cr_assert_gt(total, (size_t)10 * WORLDS, "only %zu contacts", total);
}

/* ---- Known scenes ------------------------------------------------------------------------------------------------ */

enum { BULLETS, TARGETS, SHOTS = 200 };

typedef struct range {
    hail_spriteset *set;
    hail_world *world;
    hail_shape target, shot;
    stream s;
} range;

/* A target of `rows` words, about its middle, in front of bullets. radius less than 0: they are sprites of one pixel.
 */
static range range_make(const uint64_t *rows, uint32_t width, uint32_t height, float radius, hail_mode mode, size_t n) {
    static const uint64_t dot = 1;
    range r = {0};
    hail_world_options options;
    hail_world_options_defaults(&options);
    const hail_layer_options layer = {.columns = HAIL_ROTATION | HAIL_SCALE};
    hail_image image = {.bits = rows, .width = width, .height = height};
    uint32_t sprite;
    image.origin_x = 0.5f * (float)width, image.origin_y = 0.5f * (float)height;
    options.context = variant_context(hail_variant_name(n % hail_variant_count()));
    cr_assert_eq(hail_spriteset_create(NULL, &r.set), HAIL_OK);
    cr_assert_eq(hail_spriteset_add(r.set, &image, &sprite), HAIL_OK);
    cr_assert_eq(hail_world_create(&options, &r.world), HAIL_OK);
    cr_assert_eq(hail_shape_sprite(hail_world_shapes(r.world), r.set, sprite, &r.target), HAIL_OK);
    image = (hail_image){.bits = &dot, .width = 1, .height = 1, .origin_x = 0.5f, .origin_y = 0.5f};
    cr_assert_eq(hail_spriteset_add(r.set, &image, &sprite), HAIL_OK);
    cr_assert_eq(radius < 0.0f ? hail_shape_sprite(hail_world_shapes(r.world), r.set, sprite, &r.shot)
                               : hail_shape_circle(hail_world_shapes(r.world), radius, &r.shot),
                 HAIL_OK);
    cr_assert_eq(hail_layer_configure(r.world, BULLETS, &layer), HAIL_OK);
    cr_assert_eq(hail_layer_configure(r.world, TARGETS, &layer), HAIL_OK);
    cr_assert_eq(hail_rule_set(r.world, BULLETS, TARGETS, mode), HAIL_OK);
    return r;
}

static void range_free(range *r) {
    hail_world_destroy(r->world);
    hail_spriteset_destroy(r->set);
    stream_free(&r->s);
}

static void aim(range *r, float angle, float scale) {
    const float zero = 0.0f;
    cr_assert_eq(hail_spawn(r->world, TARGETS, &r->target,
                            &(hail_spawn_columns){.x = &zero, .y = &zero, .angle = &angle, .scale = &scale}, 1, NULL),
                 HAIL_OK);
}

/* From (x, y), before the step, by (dx, dy) in it. */
static void shoot(range *r, float x, float y, float dx, float dy) {
    cr_assert_eq(
        hail_spawn(r->world, BULLETS, &r->shot, &(hail_spawn_columns){.x = &x, .y = &y, .vx = &dx, .vy = &dy}, 1, NULL),
        HAIL_OK);
}

static size_t hits(range *r) {
    stream_clear(&r->s);
    cr_assert_eq(hail_step(r->world, 1.0f, stream_take, &r->s), HAIL_OK);
    return r->s.count;
}

/* A line of pixels, 40 px long and one thick, and bullets that cross it at 1,000 px a step, from both sides. */
Test(step_pixels, nothing_flies_through_a_line) {
    static const uint64_t line = 0xffffffffffu;
    static const float radii[] = {0.0f, 0.25f, 3.0f, -1.0f};
    for (size_t n = 0; n < 32; n++) {
        const float angle = 0.2f * (float)n, scale = n % 8 == 7 ? 0.5f : 1.0f;
        const float c = cosf(angle), s = sinf(angle);
        range r = range_make(&line, 40, 1, radii[n % 4], n % 8 < 4 ? HAIL_SWEPT : HAIL_EARLIEST, n / 4);
        aim(&r, angle, n % 4 == 3 ? 1.0f : scale);
        for (int k = 0; k < SHOTS; k++) { /* along the line from -8.9 to 8.9 px, that is well inside */
            const float along = 0.0894f * (float)(k - SHOTS / 2), way = k % 2 == 0 ? 1.0f : -1.0f;
            const float before = way * (100.0f + 3.7f * (float)k), slope = 0.0004f * (float)k;
            const float dx = -s * 1000.0f + c * slope * 1000.0f, dy = c * 1000.0f + s * slope * 1000.0f;
            const float back = before / 1000.0f;
            shoot(&r, c * along - back * dx, s * along - back * dy, way * dx, way * dy);
        }
        cr_assert_eq(hits(&r), (size_t)SHOTS, "way %zu: %zu bullets of %d were caught", n, r.s.count, (int)SHOTS);
        range_free(&r);
    }
}

/* A frame with a gap in its left and its right side, 10 px high, and a hole of 36 px inside. */
static void frame(uint64_t rows[40]) {
    for (int j = 0; j < 40; j++)
        rows[j] = j < 2 || j >= 38 ? 0xffffffffffu : j >= 15 && j < 25 ? 0 : 0xc000000003u;
}

Test(step_pixels, holes_are_open) {
    uint64_t rows[40];
    frame(rows);
    for (size_t n = 0; n < 24; n++) {
        const hail_mode mode = (hail_mode[]){HAIL_SWEPT, HAIL_EARLIEST, HAIL_MANIFOLD}[n % 3];
        const float angle = 0.3f * (float)n, c = cosf(angle), s = sinf(angle);
        range r = range_make(rows, 40, 40, n % 2 == 0 ? 3.0f : -1.0f, mode, n);
        aim(&r, angle, 1.0f);
        for (int k = 0; k < 11; k++) { /* through both gaps, at least 1.5 px from their edges; and inside */
            const float off = 0.3f * (float)(k - 5), x = -500.0f, in = 1.4f * (float)(k - 5);
            shoot(&r, c * x - s * off, s * x + c * off, c * 1000.0f, s * 1000.0f);
            shoot(&r, c * in - s * in, s * in + c * in, 0.0f, 0.0f);
        }
        cr_assert_eq(hits(&r), 0, "way %zu: %zu bullets hit a hole", n, r.s.count);
        shoot(&r, -c * 500.0f - s * 10.0f, -s * 500.0f + c * 10.0f, c * 1000.0f, s * 1000.0f);
        shoot(&r, c * 19.0f - s * 15.0f, s * 19.0f + c * 15.0f, 0.0f, 0.0f);
        cr_assert_geq(hits(&r), mode == HAIL_MANIFOLD ? 1u : 2u, "way %zu: the frame is not there", n);
        range_free(&r);
    }
}

/* Discs that pass a lone pixel's corner at exactly their radius, where rounding decides, and then hit a line behind it:
 * none may get lost. Their ways are sides of right triangles of whole numbers, so that all of it is exact. */
Test(step_pixels, corners_hide_nothing) {
    static const float triples[][3] = {{3, 4, 5}, {5, 12, 13}, {8, 15, 17}, {7, 24, 25}, {20, 21, 29}, {0, 9, 9}};
    uint64_t rows[40] = {0}, state = 3;
    rows[10] = UINT64_C(1) << 20, rows[38] = 0xffffffffffu;
    for (size_t n = 0; n < 120; n++) {
        const float *triple = triples[n % 6], radius = triple[2] / 8.0f;
        size_t shots = 0;
        range r = range_make(rows, 40, 40, radius, n % 2 == 0 ? HAIL_SWEPT : HAIL_EARLIEST, n);
        aim(&r, 0.0f, 0.75f);             /* quotients by it round */
        for (int k = 0; k < SHOTS; k++) { /* the pixel is at (0, -7.5) to (0.75, -6.75), the line at y = 13.5 */
            const float sign = k % 2 == 0 ? 1.0f : -1.0f, corner = k % 2 == 0 ? 0.75f : 0.0f;
            const float part = (float)(1 + random_pick(&state, 63)) / 512.0f, whole = 40.0f * (float)(1 + k % 3);
            const float dx = -sign * triple[0] * part, dy = triple[1] * part,
                        before = 9.0f + (float)random_pick(&state, 3);
            const float beside = sign * triple[1] / 8.0f, over = triple[0] / 8.0f;
            if (-7.5f + dy * (whole - before) < 19.0f)
                continue;
            shots++;
            shoot(&r, corner + beside - dx * before, -7.5f + over - dy * before, dx * whole, dy * whole);
        }
        cr_assert(hits(&r) == shots && shots > 0, "way %zu: %zu discs of %zu hit", n, r.s.count, shots);
        range_free(&r);
    }
}

/* A mirrored copy is hit where the mirror says. */
Test(step_pixels, mirrored) {
    static const uint64_t rows[] = {0x03, 0x03, 0x07, 0x3f, 0x7f};
    for (size_t n = 0; n < hail_variant_count(); n++) {
        float t[2][SHOTS], normal[2][SHOTS];
        for (int turn = 0; turn < 2; turn++) {
            const float sign = turn == 0 ? 1.0f : -1.0f;
            range r = range_make(rows, 7, 5, 0.5f, HAIL_EARLIEST, n);
            uint32_t copy;
            cr_assert_eq(hail_spriteset_add_stretched(r.set, 0, sign, 1.0f, &copy), HAIL_OK);
            cr_assert_eq(hail_shape_sprite(hail_world_shapes(r.world), r.set, copy, &r.target), HAIL_OK,
                         "added after the first was lent");
            aim(&r, 0.0f, 2.0f);
            for (int k = 0; k < SHOTS; k++)
                shoot(&r, sign * (0.03f * (float)(k - 100) - 20.0f), -50.0f, sign * 40.0f, 100.0f);
            cr_assert_gt(hits(&r), (size_t)SHOTS / 2);
            memset(t[turn], 0, sizeof t[turn]);
            for (size_t k = 0; k < r.s.count; k++) { /* the target's slot is 0 */
                const uint32_t shot = r.s.contact[k].a.slot - 1;
                t[turn][shot % SHOTS] = r.s.contact[k].t;
                normal[turn][shot % SHOTS] = sign * r.s.contact[k].normal_x;
            }
            range_free(&r);
        }
        for (int k = 0; k < SHOTS; k++)
            cr_assert(fabsf(t[0][k] - t[1][k]) < 1.0e-5f &&
                          (t[0][k] == 0.0f || fabsf(normal[0][k] - normal[1][k]) < 1.0e-3f),
                      "shot %d: %g, mirrored %g", k, (double)t[0][k], (double)t[1][k]);
    }
}

/* Side by side with a block of 8 px, 0 px apart: that is touching, on each of its sides; 1/1024 px further it is not.
 */
Test(step_pixels, just_touching) {
    static const uint64_t block[8] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    static const float way_x[] = {1, 0, -1, 0}, way_y[] = {0, 1, 0, -1};
    for (size_t n = 0; n < hail_variant_count() * 2; n++) {
        range r = range_make(block, 8, 8, 2.0f, HAIL_MANIFOLD, n / 2);
        if (n % 2 == 1)
            cr_assert_eq(hail_shape_box(hail_world_shapes(r.world), 2.0f, 2.0f, 0.0f, &r.shot), HAIL_OK);
        aim(&r, 0.0f, 1.0f);
        for (int k = 0; k < 8; k++) {
            const float far = k < 4 ? 6.0f : 6.0f + 0x1p-10f;
            shoot(&r, far * way_x[k % 4] + 0.5f * way_y[k % 4], far * way_y[k % 4] + 0.5f * way_x[k % 4], 0.0f, 0.0f);
        }
        cr_assert_eq(hits(&r), 4, "%zu touch", r.s.count);
        for (int k = 0; k < 4; k++) {
            const hail_contact *c = &r.s.contact[k];
            cr_assert(c->normal_x == 0.0f - way_x[k] && c->normal_y == 0.0f - way_y[k] && c->depth[0] == 0.0f,
                      "side %d: (%g, %g), %g deep", k, (double)c->normal_x, (double)c->normal_y, (double)c->depth[0]);
        }
        range_free(&r);
    }
}

/* Two sprites' first touch is neither early nor late. */
Test(step_pixels, exact_times) {
    static const uint64_t block[8] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    const double way = 97.0;
    for (size_t n = 0; n < hail_variant_count(); n++) {
        range r = range_make(block, 8, 8, -1.0f, HAIL_SWEPT, n);
        aim(&r, 0.0f, 1.0f);
        for (int k = 0; k < SHOTS; k++)
            shoot(&r, -20.0f - 0.173f * (float)k, 0.0349f * (float)(k - SHOTS / 2), (float)way, 0.0f);
        cr_assert_eq(hits(&r), (size_t)SHOTS);
        for (int k = 0; k < SHOTS; k++) { /* its centre enters the block at x = -4 */
            const double late = (double)r.s.contact[k].t * way - (16.0 + (double)(0.173f * (float)k));
            cr_assert(fabs(late) < 2.0e-5, "shot %d is %g px late", k, late);
        }
        range_free(&r);
    }
}

/* Of no size: no other sprite is touched, no number is broken, every variant says the same. */
Test(step_pixels, of_no_size) {
    uint64_t rows[40];
    frame(rows);
    for (size_t n = 0; n < hail_variant_count() * 6; n++) {
        const hail_mode mode = n % 2 == 0 ? HAIL_SWEPT : HAIL_MANIFOLD;
        range r = range_make(rows, 40, 40, n % 6 < 2 ? 3.0f : -1.0f, mode, n / 6);
        aim(&r, 1.0f, n % 6 < 4 ? 0.0f : 1.0e-20f);
        for (int k = 0; k < 20; k++)
            shoot(&r, 0.4f * (float)(k - 10), k % 2 == 0 ? -50.0f : 0.0f, 0.0f, k % 2 == 0 ? 100.0f : 0.0f);
        const size_t told = hits(&r);
        cr_assert(n % 6 < 2 || told == 0, "way %zu: %zu", n, told);
        for (size_t k = 0; k < told; k++)
            cr_assert(isfinite(r.s.contact[k].normal_x) && isfinite(r.s.contact[k].x[0]) &&
                      isfinite(r.s.contact[k].depth[0]));
        range_free(&r);
    }
}
