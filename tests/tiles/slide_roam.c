/* tests/tiles/slide_roam.c - many movers roam through tile maps for a long time; they walk, jump, fall and fly. None is
 * ever in a solid pixel, stuck, or moved further than its displacement.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that scene alone, HAIL_TEST_WORLDS=n makes n times as many. With
 * HAIL_REAL_DATA in the environment 10,000 movers roam for 1,000 steps. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "slide_oracle.h"
#ifdef HAVE_MAPS
#include "maps.h"
#endif

enum { SHAPES = 12, MOVERS = 60, STEPS = 500, MANY_MOVERS = 2500, MANY_STEPS = 1000 };

/* The movers of a test, and their speeds. */
typedef struct roamers {
    crowd c;
    float *speed[2];    /* px a step */
    hail_slide *slides; /* of the last step */
    hail_slide_options options;
    bool falls; /* they fall and jump; otherwise they fly */
    double wanted, made, deepest;
    size_t calls, wedged; /* slides; those of movers that are wedged */
} roamers;

static roamers roamers_make(const terrain *t, size_t count, uint64_t seed, uint64_t *state) {
    roamers r = {.c = crowd_make(t->of, count, SHAPES), .options = slide_defaults(), .falls = seed % 3 != 0};
    r.options.step_height = seed % 2 == 0 ? 0.0f : 4.0f;
    r.options.bounces = 1 + (uint32_t)(seed % 8);
    r.c.movers.kinds = t->kinds, r.c.movers.whole_tiles = t->whole;
    for (int k = 0; k < 2; k++)
        r.speed[k] = calloc(count, sizeof(float));
    r.slides = calloc(count, sizeof *r.slides);
    if (r.speed[0] == NULL || r.speed[1] == NULL || r.slides == NULL)
        abort();
    for (size_t k = 0; k < SHAPES; k++)
        r.c.shape[k] = mover_shape(state, k % 4 == 0 ? 9.0f : 4.0f);
    for (size_t i = 0; i < count; i++) {
        double gap = -1.0;
        for (int attempt = 0; attempt < 1000 && !(gap > 0.0625); attempt++) {
            crowd_place(&r.c, t->of, i, state);
            if (attempt > 100)
                r.c.column[4][i] = 0.25f;
            const solid s = crowd_solid(&r.c, i);
            gap = terrain_gap(t, &s, 1.0);
        }
        cr_assert(gap > 0.0625, "seed %llu: no room for mover %zu", (unsigned long long)seed, i);
    }
    return r;
}

static void roamers_free(roamers *r) {
    crowd_free(&r->c);
    for (int k = 0; k < 2; k++)
        free(r->speed[k]);
    free(r->slides);
}

/* The displacements: each mover keeps its speed until chance or a wall changes it. */
static void decide(roamers *r, const picture *of, uint64_t *state) {
    for (size_t i = 0; i < r->c.count; i++) {
        const uint32_t flags = r->slides[i].flags;
        const float top = i % 16 == 0 ? 30.0f : 3.0f;
        float *vx = &r->speed[0][i], *vy = &r->speed[1][i];
        if (random_pick(state, 40) == 0 || ((flags & HAIL_ON_WALL) != 0 && random_pick(state, 8) == 0))
            *vx = random_range(state, -top, top);
        if (!r->falls)
            *vy = random_pick(state, 40) == 0 ? random_range(state, -top, top) : *vy;
        else if ((flags & HAIL_ON_FLOOR) != 0)
            *vy = random_pick(state, 30) == 0 ? -top : 0.25f;
        else
            *vy = (flags & HAIL_ON_CEILING) != 0 ? 0.0f : fminf(*vy + 0.25f, 12.0f);
        /* Whoever is out in the open comes back. */
        const float x = r->c.column[0][i] - of->x, y = r->c.column[1][i] - of->y;
        if (x < -40.0f || x > (float)of->width + 40.0f)
            *vx = x < 0.0f ? top : -top;
        if (y < -40.0f || y > (float)of->height + 40.0f)
            *vy = y < 0.0f ? top : -top;
        r->c.column[5][i] = *vx, r->c.column[6][i] = *vy;
    }
}

/* Whether a mover that is stuck is so where slide.h lets it: a corner lets the bare shape pass, so it may end up in a
 * gap that is not as wide as the mover and two skins. It stays where it is. Rare: see the end of roam_in. */
static bool is_wedged(const terrain *t, roamers *r, size_t i) {
    const solid s = crowd_solid(&r->c, i);
    const double skin = (double)r->options.skin, gap = terrain_gap(t, &s, skin);
    const bool wedged = r->slides[i].dx == 0.0f && r->slides[i].dy == 0.0f && gap < 0.95 * skin && gap > -skin / 2.0;
    r->wedged += wedged;
    return wedged;
}

static const char *wrong_step(const terrain *t, roamers *r, size_t i) {
    const hail_slide *slide = &r->slides[i];
    const double dx = (double)slide->dx, dy = (double)slide->dy, far = hypot(dx, dy);
    const double wanted = hypot((double)r->c.column[5][i], (double)r->c.column[6][i]);
    if (!isfinite(far) || slide->count > HAIL_SLIDE_CONTACTS || slide->flags > 127 || (slide->flags & HAIL_SNAPPED))
        return "no numbers";
    r->calls++;
    if ((slide->flags & HAIL_STUCK) != 0)
        return is_wedged(t, r, i) ? NULL : "it is stuck";
    if ((slide->flags & HAIL_STEPPED) != 0 && !(r->options.step_height > 0.0f))
        return "it stepped";
    if (((slide->flags & 7) != 0) != (slide->count > 0))
        return "contacts without flags, or flags without";
    for (uint32_t k = 0; k < slide->count; k++)
        if (slide->cell[k] != UINT32_MAX && slide->cell[k] >= t->of->columns * t->of->rows)
            return "there is no such cell";
    if (far > wanted + (double)r->options.step_height + 4.0 * (double)r->options.skin)
        return "it is carried further than it wanted";
    const solid s = crowd_solid(&r->c, i);
    const double gap = terrain_gap(t, &s, (double)r->options.skin);
    r->deepest = fmin(r->deepest, gap);
    r->wanted += wanted, r->made += far;
    return gap > -(double)r->options.skin / 2.0 ? NULL : "it is inside";
}

static void roam_in(const terrain *t, const char *name, size_t movers, int steps, uint64_t seed) {
    uint64_t state = seed + 1000;
    roamers r = roamers_make(t, movers, seed, &state);
    for (int n = 0; n < steps; n++) {
        decide(&r, t->of, &state);
        cr_assert_eq(hail_tilemap_slide(&r.c.movers, &r.options, r.slides), HAIL_OK);
        for (size_t i = 0; i < movers; i++) {
            const float x = r.c.column[0][i], y = r.c.column[1][i];
            r.c.column[0][i] += r.slides[i].dx, r.c.column[1][i] += r.slides[i].dy;
            const char *complaint = wrong_step(t, &r, i);
            cr_assert(
                complaint == NULL,
                "%s, step %d, mover %zu at (%a, %a) rotated (%a, %a) scale %a by (%a, %a): made (%g, %g), flags %x: "
                "%s",
                name, n, i, (double)x, (double)y, (double)r.c.column[2][i], (double)r.c.column[3][i],
                (double)r.c.column[4][i], (double)r.c.column[5][i], (double)r.c.column[6][i], (double)r.slides[i].dx,
                (double)r.slides[i].dy, (unsigned)r.slides[i].flags, complaint);
        }
    }
    cr_log_info("%s: made %.0f of %.0f px; at most %.2g px inside", name, r.made, r.wanted, fmax(-r.deepest, 0.0));
    cr_assert(r.wedged <= r.calls / 500, "%s: %zu of %zu movers are wedged", name, r.wedged, r.calls);
    cr_assert(r.made > 0.1 * r.wanted, "%s: they hardly move: %g px of %g", name, r.made, r.wanted);
    roamers_free(&r);
}

static void roam(uint64_t seed, drawing what, size_t movers, int steps) {
    uint64_t state = seed * DRAWINGS + (uint64_t)what;
    char name[120];
    picture p = picture_scene(seed, what, 0.0f, &state);
    const terrain t = {&p, seed % 4 == 3 ? HAIL_KIND(0) | HAIL_KIND(2) : 0, seed % 5 == 4};
    snprintf(name, sizeof name, "HAIL_TEST_SEED=%llu, drawing %d, tiles of %u x %u%s", (unsigned long long)seed,
             (int)what, (unsigned)p.tile_width, (unsigned)p.tile_height, p.outside_solid ? ", solid outside" : "");
    roam_in(&t, name, movers, steps, seed);
    picture_free(&p);
}

static void roam_all(drawing what) {
    uint64_t seed;
    if (random_seed_given(&seed)) {
        roam(seed, what, MOVERS, STEPS);
        return;
    }
    for (uint32_t i = 0; i < random_worlds(3); i++)
        roam(i, what, MOVERS, STEPS);
    if (getenv("HAIL_REAL_DATA") != NULL)
        roam(1000, what, MANY_MOVERS / 2, MANY_STEPS);
}

Test(slide_roam, tiles) { roam_all(DRAW_TILES); }
Test(slide_roam, caves) { roam_all(DRAW_CAVES); }
Test(slide_roam, slopes) { roam_all(DRAW_SLOPES); }
Test(slide_roam, dust) { roam_all(DRAW_DUST); }

/* ---- Real levels ------------------------------------------------------------------------------------------------- */

#ifdef HAVE_MAPS
static void roam_level(const char *path, size_t movers, int steps, uint64_t seed) {
    maps_map map;
    maps_error error;
    hail_tileset *set;
    hail_tilemap *tiles;
    cr_assert(maps_load(path, &map, &error), "%s", error.text);
    cr_assert(maps_make(&map, 0, 1, &set, &tiles, &error), "%s", error.text);
    maps_free(&map);
    picture p = picture_of(set, tiles);
    const terrain t = {&p, MAPS_STOPS, false};
    roam_in(&t, path, movers, steps, seed);
    picture_free(&p);
}

/* SuperTux's levels, if they are installed: a short walk through one of them, or long walks through ten. */
Test(slide_roam, levels) {
    maps_paths paths;
    const bool real = getenv("HAIL_REAL_DATA") != NULL;
    cr_assert(maps_installed_supertux(&paths));
    for (size_t n = 0; n < (real ? 10 : 1) && paths.count > 0; n++)
        roam_level(paths.path[paths.count * (2 * n + 1) / 20], real ? 500 : 60, real ? MANY_STEPS : 200, n);
    maps_paths_free(&paths);
}
#endif

/* ---- Every variant, and errors ----------------------------------------------------------------------------------- */

Test(slide_roam, same_bytes) {
    for (uint64_t seed = 0; seed < random_worlds(8); seed++) {
        uint64_t state = seed;
        picture p = picture_scene(seed, (drawing)(seed % DRAWINGS), 0.0f, &state);
        const terrain t = {&p, 0, false};
        roamers r = roamers_make(&t, MOVERS, seed, &state);
        hail_slide *first = calloc(MOVERS, sizeof *first);
        for (int n = 0; n < 10; n++) {
            decide(&r, &p, &state);
            for (size_t isa = 0; isa < hail_variant_count(); isa++) {
                r.c.movers.shapes.context = variant_context(hail_variant_name(isa));
                memset(r.slides, 0xee, MOVERS * sizeof *r.slides);
                cr_assert_eq(hail_tilemap_slide(&r.c.movers, &r.options, r.slides), HAIL_OK);
                if (isa == 0)
                    memcpy(first, r.slides, MOVERS * sizeof *first);
                for (size_t i = 0; i < MOVERS; i++)
                    cr_assert(memcmp(&first[i], &r.slides[i], sizeof *first) == 0, "seed %llu, mover %zu: %s differs",
                              (unsigned long long)seed, i, hail_variant_name(isa));
            }
            for (size_t i = 0; i < MOVERS; i++)
                r.c.column[0][i] += r.slides[i].dx, r.c.column[1][i] += r.slides[i].dy;
        }
        free(first);
        roamers_free(&r);
        picture_free(&p);
    }
}

static void refused(const hail_tilemap_movers *movers, hail_slide_options options, hail_status must) {
    hail_slide slide, untouched;
    memset(&untouched, 0xee, sizeof untouched);
    slide = untouched;
    cr_assert_eq(hail_tilemap_slide(movers, &options, &slide), must, "must be: %s", hail_status_text(must));
    cr_assert_eq(memcmp(&slide, &untouched, sizeof slide), 0);
}

/* Movers without ways stay; with ways they go all of it where nothing is. */
Test(slide_roam, no_ways) {
    uint64_t state = 1;
    picture p = picture_make(4, 4, 16, 16);
    picture_build(&p, &state);
    cr_assert_eq(hail_tilemap_fill(p.map, 0, 0, 4, 4, 0), HAIL_OK);
    crowd c = crowd_make(&p, 64, 64);
    hail_slide slides[64];
    for (int i = 0; i < 64; i++) {
        c.shape[i] = mover_shape(&state, 4.0f);
        crowd_place(&c, &p, (size_t)i, &state);
        c.column[5][i] = random_range(&state, -9.0f, 9.0f);
        c.column[6][i] = random_range(&state, -9.0f, 9.0f);
    }
    for (int n = 0; n < 2; n++) {
        hail_tilemap_movers movers = c.movers;
        movers.shapes.dx = n ? c.column[5] : NULL;
        movers.shapes.dy = n ? c.column[6] : NULL;
        const hail_status status = hail_tilemap_slide(&movers, NULL, slides);
        cr_assert(status == HAIL_OK, "%s", hail_status_text(status));
        for (int i = 0; i < 64; i++)
            cr_assert(fabsf(slides[i].dx - (n ? c.column[5][i] : 0.0f)) < 1e-4f &&
                          fabsf(slides[i].dy - (n ? c.column[6][i] : 0.0f)) < 1e-4f,
                      "mover %d, ways %d: (%g, %g)", i, n, (double)slides[i].dx, (double)slides[i].dy);
    }
    crowd_free(&c);
    picture_free(&p);
}

Test(slide_roam, options) {
    hail_slide_options right;
    hail_slide_options_defaults(&right);
    cr_assert(right.up_x == 0.0f && right.up_y == -1.0f && right.floor_cosine == 0.7f && right.step_height == 0.0f);
    cr_assert(right.skin == 0x1p-5f && right.bounces == 4);
    uint64_t state = 1;
    picture p = picture_make(4, 4, 16, 16);
    picture_build(&p, &state);
    crowd c = crowd_make(&p, 1, 1);
    c.shape[0] = mover_shape(&state, 4.0f);
    hail_slide_options o = right;
    refused(&c.movers, (o.bounces = 0, o), HAIL_OUT_OF_RANGE);
    refused(&c.movers, (o.bounces = 9, o), HAIL_OUT_OF_RANGE);
    o = right;
    refused(&c.movers, (o.skin = 0x1p-11f, o), HAIL_OUT_OF_RANGE);
    refused(&c.movers, (o.skin = 1.5f, o), HAIL_OUT_OF_RANGE);
    refused(&c.movers, (o.skin = NAN, o), HAIL_NOT_FINITE);
    o = right;
    refused(&c.movers, (o.step_height = -1.0f, o), HAIL_OUT_OF_RANGE);
    refused(&c.movers, (o.step_height = HAIL_MAX_TILE + 1.0f, o), HAIL_OUT_OF_RANGE);
    refused(&c.movers, (o.step_height = INFINITY, o), HAIL_NOT_FINITE);
    o = right;
    refused(&c.movers, (o.up_x = NAN, o), HAIL_NOT_FINITE);
    refused(&c.movers, (o.floor_cosine = NAN, o.up_x = 0.0f, o), HAIL_NOT_FINITE);
    refused(&c.movers, (o.floor_cosine = nextafterf(1.0f, 2.0f), o), HAIL_OUT_OF_RANGE);
    for (int n = 0; n < 2; n++) { /* ranges are inclusive */
        hail_slide slide;
        o = right;
        o.floor_cosine = n == 0 ? 0.0f : 1.0f, o.step_height = n == 0 ? 0.0f : (float)HAIL_MAX_TILE;
        o.skin = n == 0 ? 0x1p-10f : 1.0f, o.bounces = n == 0 ? 1 : 8;
        cr_assert_eq(hail_tilemap_slide(&c.movers, &o, &slide), HAIL_OK, "the ends %d", n);
    }
    crowd_free(&c);
    picture_free(&p);
}
