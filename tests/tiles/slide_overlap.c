/* tests/tiles/slide_overlap.c - shapes that overlap tile maps, against brute force over every cell: which cells, in
 * which order, how deep.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that scene alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "slide_oracle.h"

enum { MOVERS = 60, SHAPES = 12, SCENES = 8, ROOM = 1 << 16 };

typedef struct found {
    hail_contact *contact;
    size_t count;
} found;

static found overlap(const hail_tilemap_movers *movers) {
    found f = {.contact = calloc(ROOM, sizeof(hail_contact))};
    if (f.contact == NULL)
        abort();
    cr_assert_eq(hail_tilemap_overlap(movers, f.contact, ROOM, &f.count), HAIL_OK);
    cr_assert_leq(f.count, (size_t)ROOM);
    return f;
}

/* ---- One contact ------------------------------------------------------------------------------------------------- */

/* The distance from a point to a cell's rectangle; 0 inside. */
static double from_cell(const terrain *t, uint32_t cell, double x, double y) {
    const picture *p = t->of;
    const double left = (double)p->x + (double)(cell % p->columns * p->tile_width);
    const double top = (double)p->y + (double)(cell / p->columns * p->tile_height);
    return hypot(fmax(fmax(left - x, x - left - (double)p->tile_width), 0.0),
                 fmax(fmax(top - y, y - top - (double)p->tile_height), 0.0));
}

static const char *wrong_contact(const terrain *t, const solid *s, size_t mover, const hail_contact *c, double slack) {
    if (c->kind != HAIL_CONTACT_TILE || c->count < 1 || c->count > 2 || c->a.slot != mover || c->a.generation != 0 ||
        c->b.slot != 0 || c->b.generation != 0 || c->t != 0.0f || c->part_a != 0)
        return "kind, count, handles or t";
    if (c->part_b != UINT32_MAX && c->part_b >= t->of->columns * t->of->rows)
        return "there is no such cell";
    if (c->feature_b != terrain_kind(t, c->part_b))
        return "another kind than the cell's";
    if (fabs(hypot((double)c->normal_x, (double)c->normal_y) - 1.0) > 1.0e-5)
        return "the normal is no unit vector";
    if (c->count == 1 && (c->x[1] != 0.0f || c->y[1] != 0.0f || c->depth[1] != 0.0f))
        return "what is unused is not 0";
    for (int i = 0; i < c->count; i++) {
        const double depth = (double)c->depth[i], x = (double)c->x[i], y = (double)c->y[i];
        if (!(depth >= 0.0) || depth > 2.0 * s->reach + 2.0 * HAIL_MAX_TILE || !isfinite(x + y))
            return "a depth or a point out of range";
        if (solid_outside(s, x, y) > slack + depth / 2.0)
            return "a point outside the mover";
        /* Of what is in it deeply any place may be named. */
        if (c->part_b != UINT32_MAX && depth < 1.0 && from_cell(t, c->part_b, x, y) > slack + depth)
            return "a point outside the cell";
    }
    return NULL;
}

/* ---- All of them ------------------------------------------------------------------------------------------------- */

static bool listed(const found *f, size_t from, size_t to, uint32_t cell) {
    for (size_t i = from; i < to; i++)
        if (f->contact[i].part_b == cell)
            return true;
    return false;
}

/* px to the outside of the map, if that is solid. */
static double gap_outside(const terrain *t, const solid *s) {
    const region r = terrain_around(t, s, 0.0, 0.0, 1.0);
    double best = INFINITY;
    for (long j = r.from_j; j <= r.to_j; j++) {
        for (long i = r.from_i; i <= r.to_i; i++) {
            const solid square = terrain_square(t, i, j);
            if (terrain_cell(t, i, j) == UINT32_MAX && terrain_solid(t, i, j))
                best = fmin(best, solid_distance(s, &square).distance);
        }
    }
    return best;
}

/* Every cell near the mover: if it is certainly touched it is listed; if it is listed it is touched, within `slack`. */
static const char *wrong_cells(const terrain *t, const solid *s, const found *f, size_t from, size_t to, double slack,
                               uint32_t *cell) {
    const picture *p = t->of;
    for (*cell = 0; *cell < p->columns * p->rows; ++*cell) {
        const bool is_listed = listed(f, from, to, *cell);
        const double left = (double)(*cell % p->columns * p->tile_width) + (double)p->x;
        const double top = (double)(*cell / p->columns * p->tile_height) + (double)p->y;
        const double away = hypot(left - s->origin_x, top - s->origin_y);
        if (away > s->reach + 1.5 * HAIL_MAX_TILE) {
            if (is_listed)
                return "a cell that is far away";
            continue;
        }
        const double gap = terrain_gap_to(t, s, *cell);
        if (gap < -slack && !is_listed)
            return "a cell that is missing";
        if (gap > slack && is_listed)
            return "a cell that is not touched";
    }
    *cell = UINT32_MAX;
    const double gap = gap_outside(t, s);
    if (gap < -slack && !listed(f, from, to, UINT32_MAX))
        return "what lies outside is missing";
    return gap > slack && listed(f, from, to, UINT32_MAX) ? "what lies outside is not touched" : NULL;
}

static void hold_crowd(const terrain *t, const crowd *c, uint64_t seed, double slack, size_t *total) {
    found f = overlap(&c->movers);
    size_t at = 0;
    for (size_t i = 0; i < c->count; i++) {
        const solid s = crowd_solid(c, i);
        const size_t from = at;
        const char *complaint = NULL;
        for (; complaint == NULL && at < f.count && f.contact[at].a.slot == i; at++) {
            complaint = wrong_contact(t, &s, i, &f.contact[at], slack);
            if (complaint == NULL && at > from && f.contact[at - 1].part_b >= f.contact[at].part_b &&
                f.contact[at].part_b != UINT32_MAX)
                complaint = "cells out of order, or twice";
        }
        uint32_t cell = at > from ? f.contact[at - 1].part_b : 0;
        complaint = complaint != NULL ? complaint : wrong_cells(t, &s, &f, from, at, slack, &cell);
        cr_assert(
            complaint == NULL,
            "HAIL_TEST_SEED=%llu, mover %zu at (%a, %a) rotated (%g, %g) scale %g, tiles of %u x %u%s: cell %u: %s",
            (unsigned long long)seed, i, (double)c->column[0][i], (double)c->column[1][i], (double)c->column[2][i],
            (double)c->column[3][i], (double)c->column[4][i], (unsigned)t->of->tile_width, (unsigned)t->of->tile_height,
            t->of->outside_solid ? ", solid outside" : "", (unsigned)cell, complaint);
    }
    cr_assert_eq(at, f.count, "seed %llu: contacts out of the order of movers", (unsigned long long)seed);
    *total += f.count;
    free(f.contact);
}

static void hold_scene(uint64_t seed, drawing what, float origin, bool whole, uint32_t kinds, size_t *total) {
    uint64_t state = seed * DRAWINGS + (uint64_t)what + 77;
    picture p = picture_scene(seed, what, origin, &state);
    const terrain t = {&p, kinds, whole};
    crowd c = crowd_make(&p, MOVERS, SHAPES);
    for (size_t k = 0; k < SHAPES; k++)
        c.shape[k] = mover_shape(&state, k % 4 == 0 ? 24.0f : 6.0f);
    for (size_t i = 0; i < MOVERS; i++)
        crowd_place(&c, &p, i, &state);
    c.movers.kinds = kinds, c.movers.whole_tiles = whole;
    hold_crowd(&t, &c, seed, origin > 1000.0f ? 0.05 : 1.0e-3, total);
    crowd_free(&c);
    picture_free(&p);
}

static void hold(drawing what, float origin, bool whole, uint32_t kinds) {
    size_t total = 0;
    uint64_t seed;
    const bool given = random_seed_given(&seed);
    const uint32_t scenes = given ? 1 : random_worlds(SCENES);
    for (uint32_t i = 0; i < scenes; i++)
        hold_scene(given ? seed : i, what, origin, whole, kinds, &total);
    cr_assert(given || total > (size_t)scenes * MOVERS / 4, "only %zu contacts", total);
}

Test(slide_overlap, tiles) { hold(DRAW_TILES, 0.0f, false, 0); }
Test(slide_overlap, caves) { hold(DRAW_CAVES, 0.0f, false, 0); }
Test(slide_overlap, slopes) { hold(DRAW_SLOPES, 0.0f, false, 0); }
Test(slide_overlap, dust) { hold(DRAW_DUST, 0.0f, false, 0); }
Test(slide_overlap, far_away) { hold(DRAW_CAVES, 65536.0f, false, 0); }
Test(slide_overlap, whole_tiles) { hold(DRAW_SLOPES, 0.0f, true, 0); }
Test(slide_overlap, some_kinds) { hold(DRAW_CAVES, 0.0f, false, HAIL_KIND(1) | HAIL_KIND(7)); }

/* ---- Room, variants ---------------------------------------------------------------------------------------------- */

/* With too little room: the first contacts, the true count, and nothing past the end. */
Test(slide_overlap, little_room) {
    uint64_t state = 4;
    picture p = picture_scene(1, DRAW_CAVES, 0.0f, &state);
    crowd c = crowd_scatter(&p, MOVERS, SHAPES, 12.0f, &state);
    found all = overlap(&c.movers);
    const size_t rooms[] = {0, 1, 2, 7, 64, all.count - 1, all.count, all.count + 1};
    cr_assert_gt(all.count, 70);
    hail_contact *some = malloc((all.count + 2) * sizeof *some), untouched;
    memset(&untouched, 0xee, sizeof untouched);
    for (size_t n = 0; n < sizeof rooms / sizeof *rooms; n++) {
        for (size_t i = 0; i < all.count + 2; i++)
            some[i] = untouched;
        size_t count = 0;
        const hail_status status = hail_tilemap_overlap(&c.movers, some, rooms[n], &count);
        cr_assert_eq(status, rooms[n] < all.count ? HAIL_FULL : HAIL_OK);
        cr_assert_eq(count, all.count, "room for %zu: %zu reported, there are %zu", rooms[n], count, all.count);
        const size_t written = rooms[n] < count ? rooms[n] : count;
        cr_assert(memcmp(some, all.contact, written * sizeof *some) == 0);
        for (size_t i = written; i < all.count + 2; i++)
            cr_assert(memcmp(&some[i], &untouched, sizeof untouched) == 0, "written past the end");
    }
    free(some);
    free(all.contact);
    crowd_free(&c);
    picture_free(&p);
}

Test(slide_overlap, same_bytes) {
    for (uint64_t seed = 0; seed < random_worlds(8); seed++) {
        uint64_t state = seed;
        picture p = picture_scene(seed, (drawing)(seed % DRAWINGS), 0.0f, &state);
        crowd c = crowd_scatter(&p, MOVERS, SHAPES, 10.0f, &state);
        found first = {0};
        for (size_t n = 0; n < hail_variant_count(); n++) {
            c.movers.shapes.context = variant_context(hail_variant_name(n));
            found f = overlap(&c.movers);
            if (n == 0) {
                first = f;
                continue;
            }
            cr_assert(f.count == first.count && memcmp(f.contact, first.contact, f.count * sizeof *f.contact) == 0,
                      "seed %llu: %s differs", (unsigned long long)seed, hail_variant_name(n));
            free(f.contact);
        }
        free(first.contact);
        crowd_free(&c);
        picture_free(&p);
    }
}

/* ---- By hand ----------------------------------------------------------------------------------------------------- */

/* A mover in flat ground: every contact has its depth and points down, whatever cells it is over. */
static void in_ground(const picture *p, const hail_convex *shape, float x, float y, double depth) {
    static const float zero = 0.0f;
    const hail_tilemap_movers movers = {
        .map = p->map,
        .shapes = {.convexes = shape, .shape_count = 1, .x = &x, .y = &y, .dx = &zero, .dy = &zero, .count = 1}};
    found f = overlap(&movers);
    double deepest = -1.0;
    cr_assert_gt(f.count, 0, "at (%g, %g)", (double)x, (double)y);
    for (size_t i = 0; i < f.count; i++) {
        const hail_contact *c = &f.contact[i];
        cr_assert(fabsf(c->normal_x) < 1.0e-4f && fabsf(c->normal_y - 1.0f) < 1.0e-4f,
                  "at (%g, %g), %g deep, cell %u of %zu: normal (%g, %g), depth %g", (double)x, (double)y, depth,
                  (unsigned)c->part_b, f.count, (double)c->normal_x, (double)c->normal_y, (double)c->depth[0]);
        for (int k = 0; k < c->count; k++)
            deepest = fmax(deepest, (double)c->depth[k]);
    }
    cr_assert(fabs(deepest - depth) < 1.0e-3, "at (%g, %g): %g deep, must be %g", (double)x, (double)y, deepest, depth);
    free(f.contact);
}

Test(slide_overlap, ground) {
    static const uint32_t tile[] = {16, 8, 4, 1, 64};
    static const float deep[] = {0.0f, 0.01f, 0.25f, 1.0f, 2.0f};
    uint64_t state = 6;
    hail_convex shape[4];
    cr_assert_eq(hail_convex_box(6, 6, 0, &shape[0]), HAIL_OK);
    cr_assert_eq(hail_convex_box(4, 4, 2, &shape[1]), HAIL_OK);
    cr_assert_eq(hail_convex_circle(6, &shape[2]), HAIL_OK);
    cr_assert_eq(hail_convex_capsule(-4, 0, 4, 0, 6, &shape[3]), HAIL_OK);
    for (int n = 0; n < GROUNDS * 5; n++) {
        picture p = picture_make(192 / tile[n % 5], 192 / tile[n % 5], tile[n % 5], tile[n % 5]);
        const ground what = (ground)(n / 5);
        const long top = picture_ground(&p, what, &state);
        picture_build(&p, &state);
        for (int k = 0; k < 4; k++)
            for (int d = 0; d < (what == GROUND_TILES ? 5 : what == GROUND_MASKS ? 4 : 3); d++)
                for (int i = 0; i < 24; i++)
                    in_ground(&p, &shape[k], 80.0f + 0.73f * (float)i * (float)(i % 3), (float)top - 6.0f + deep[d],
                              (double)deep[d]);
        picture_free(&p);
    }
}

/* A box on a wide tile has two points, at its own corners; on a narrow tile they are at the tile's. */
Test(slide_overlap, two_points) {
    uint64_t state = 1;
    hail_convex box;
    cr_assert_eq(hail_convex_box(6, 6, 0, &box), HAIL_OK);
    for (int narrow = 0; narrow < 2; narrow++) {
        picture p = picture_make(6, 6, 32, 32);
        picture_box(&p, narrow == 1 ? 76 : 64, 96, narrow == 1 ? 6 : 32, 8, true);
        picture_build(&p, &state);
        const float x = 80.0f, y = 90.5f;
        const hail_tilemap_movers movers = {
            .map = p.map, .shapes = {.convexes = &box, .shape_count = 1, .x = &x, .y = &y, .count = 1}};
        found f = overlap(&movers);
        cr_assert_eq(f.count, 1);
        const hail_contact *c = f.contact;
        cr_assert(c->count == 2 && c->normal_y > 0.9999f && c->part_b == 3 * 6 + 2);
        cr_assert(fabsf(c->depth[0] - 0.5f) < 1.0e-3f && fabsf(c->depth[1] - 0.5f) < 1.0e-3f);
        const float low = fminf(c->x[0], c->x[1]), high = fmaxf(c->x[0], c->x[1]);
        cr_assert(fabsf(low - (narrow == 1 ? 76.0f : 74.0f)) < 1.0e-3f, "from %g", (double)low);
        cr_assert(fabsf(high - (narrow == 1 ? 82.0f : 86.0f)) < 1.0e-3f, "to %g", (double)high);
        cr_assert(fabsf(c->y[0] - 96.25f) < 1.0e-3f && fabsf(c->y[1] - 96.25f) < 1.0e-3f);
        free(f.contact);
        picture_free(&p);
    }
}
