/* tests/tiles/tile_rays.c - rays through tile maps, against a walk in double precision over a plain picture; and the
 * same bytes on every variant, in any order, from any batch.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that scene alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "tile_inputs.h"

enum { SCENES = 16, RAYS = 1000, LONG_RAYS = 100 };

static tile_rays made;
static hail_ray_hit hits[TILE_RAYS], others[TILE_RAYS];

/* Counts of outcomes, so that a test can require those it cannot judge to be rare. */
typedef struct tally {
    size_t rays, hit, inside, doubtful, different;
} tally;

static tally seen;

static const char *where(const tile_scene *t, uint64_t seed, const hail_tilemap_rays *rays, size_t i) {
    static char text[600];
    snprintf(text, sizeof text, "%s; %s", tile_scene_text(t, seed), tile_ray_text(rays, i));
    return text;
}

static const char *truth_text(const truth *t) {
    static char text[300];
    snprintf(text, sizeof text,
             "hit %d, inside %d, pixel (%lld, %lld), at (%.17g, %.17g), distance %.17g, normal (%d, %d)%s", t->hit,
             t->inside, (long long)t->i, (long long)t->j, t->x, t->y, t->distance, t->normal_x, t->normal_y,
             t->doubtful       ? ", doubtful"
             : t->ends_at_side ? ", ends at a side"
                               : "");
    return text;
}

/* ---- One hit ----------------------------------------------------------------------------------------------------- */

static bool normal_consistent(const hail_ray_hit *h) {
    const float sum = fabsf(h->normal_x) + fabsf(h->normal_y);
    if (h->started_inside != 0)
        return h->started_inside == 1 && sum == 0.0f && h->distance == 0.0f;
    return (fabsf(h->normal_x) == 1.0f || h->normal_x == 0.0f) && sum == 1.0f && h->distance >= 0.0f;
}

static bool rest_is_zero(const hail_ray_hit *h) {
    static const hail_ray_hit zero;
    const size_t from = offsetof(hail_ray_hit, normal_x);
    return memcmp((const char *)h + from, (const char *)&zero + from, sizeof *h - from) == 0;
}

static bool same_outcome(const truth *want, const hail_ray_hit *h) {
    if (want->hit != (h->hit != 0) || want->inside != (h->started_inside != 0))
        return false;
    if (!want->hit)
        return true;
    return h->pixel_x == want->i && h->pixel_y == want->j && h->normal_x == (float)want->normal_x &&
           h->normal_y == (float)want->normal_y;
}

/* strict: rays pass corners exactly, or not at all. */
static void hold_hit(const tile_scene *t, uint64_t seed, const hail_tilemap_rays *rays, size_t i, bool strict) {
    const hail_ray_hit *h = &hits[i];
    const picture *p = t->picture;
    const truth want = picture_walk(p, rays, i);
    seen.rays++, seen.hit += want.hit, seen.inside += want.inside, seen.doubtful += want.doubtful || want.ends_at_side;
    if (h->hit != 0) {
        cr_assert(picture_knows(p, rays->kinds, h), "%s: cell and pixel do not agree: %s", where(t, seed, rays, i),
                  tile_hit_text(h));
        cr_assert(normal_consistent(h), "%s: %s", where(t, seed, rays, i), tile_hit_text(h));
    } else {
        cr_assert(rest_is_zero(h), "%s: a miss that is not all zeros: %s", where(t, seed, rays, i), tile_hit_text(h));
    }
    if (h->started_inside != 0)
        cr_assert(h->x == rays->rays.x[i] && h->y == rays->rays.y[i], "%s: %s", where(t, seed, rays, i),
                  tile_hit_text(h));
    if (!same_outcome(&want, h)) {
        seen.different++;
        cr_assert((want.doubtful && !strict) || want.ends_at_side, "%s: is %s; should be %s", where(t, seed, rays, i),
                  tile_hit_text(h), truth_text(&want));
        return;
    }
    cr_assert(fabs((double)h->distance - want.distance) <= want.distance_off, "%s: distance: is %s; should be %s",
              where(t, seed, rays, i), tile_hit_text(h), truth_text(&want));
    cr_assert(fabs((double)h->x - want.x) <= want.point_off && fabs((double)h->y - want.y) <= want.point_off,
              "%s: point: is %s; should be %s", where(t, seed, rays, i), tile_hit_text(h), truth_text(&want));
    if (!want.hit && rays->length != NULL && want.distance > 0.0)
        cr_assert_eq(h->distance, rays->length[i], "%s: %s", where(t, seed, rays, i), tile_hit_text(h));
}

/* ---- Variants, order, batches ------------------------------------------------------------------------------------ */

static void same_bytes(const tile_scene *t, uint64_t seed, const hail_tilemap_rays *rays, size_t i,
                       const hail_ray_hit *is, const char *how) {
    if (memcmp(is, &hits[i], sizeof *is) == 0)
        return;
    char want[300];
    snprintf(want, sizeof want, "%s", tile_hit_text(&hits[i]));
    cr_assert_fail("%s, %s: is %s; should be %s", how, where(t, seed, rays, i), tile_hit_text(is), want);
}

/* Batches that end anywhere. */
static void hold_cut(tile_scene *t, uint64_t seed, const hail_tilemap_rays *rays) {
    for (size_t from = 0, length; from < rays->rays.count; from += length) {
        const size_t rest = rays->rays.count - from;
        length = random_pick(&t->state, 40); /* some are empty */
        length = length < rest ? length : rest;
        hail_tilemap_rays part = *rays;
        part.rays.x += from, part.rays.y += from, part.rays.dx += from, part.rays.dy += from, part.rays.count = length;
        part.length = rays->length != NULL ? rays->length + from : NULL;
        memset(others, 0xa5, (length + 1) * sizeof *others);
        cr_assert_eq(hail_tilemap_march(&part, &(hail_ray_answers){.hits = others}), HAIL_OK);
        for (size_t i = 0; i < length; i++)
            same_bytes(t, seed, rays, from + i, &others[i], "cut");
        for (size_t i = 0; i < sizeof *others; i++)
            cr_assert_eq(((unsigned char *)&others[length])[i], 0xa5, "writes past its end");
    }
}

static void hold_shuffled(tile_scene *t, uint64_t seed, const hail_tilemap_rays *rays) {
    static float column[5][TILE_RAYS];
    static uint32_t order[TILE_RAYS];
    for (uint32_t i = 0; i < rays->rays.count; i++) {
        const uint32_t j = random_pick(&t->state, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (size_t i = 0; i < rays->rays.count; i++) {
        const uint32_t k = order[i];
        column[0][i] = rays->rays.x[k], column[1][i] = rays->rays.y[k], column[2][i] = rays->rays.dx[k],
        column[3][i] = rays->rays.dy[k];
        column[4][i] = rays->length != NULL ? rays->length[k] : 0.0f;
    }
    hail_tilemap_rays mixed = *rays;
    mixed.rays.x = column[0], mixed.rays.y = column[1], mixed.rays.dx = column[2], mixed.rays.dy = column[3];
    mixed.length = rays->length != NULL ? column[4] : NULL;
    cr_assert_eq(hail_tilemap_march(&mixed, &(hail_ray_answers){.hits = others}), HAIL_OK);
    for (size_t i = 0; i < rays->rays.count; i++)
        same_bytes(t, seed, rays, order[i], &others[i], "shuffled");
}

static void hold_variants(tile_scene *t, uint64_t seed, const hail_tilemap_rays *rays) {
    hail_tilemap_rays with = *rays;
    for (size_t k = 0; k < hail_variant_count(); k++) {
        with.rays.context = variant_context(hail_variant_name(k));
        memset(others, 0x5a, rays->rays.count * sizeof *others);
        cr_assert_eq(hail_tilemap_march(&with, &(hail_ray_answers){.hits = others}), HAIL_OK, "%s",
                     tile_scene_text(t, seed));
        for (size_t i = 0; i < rays->rays.count; i++)
            same_bytes(t, seed, rays, i, &others[i], hail_variant_name(k));
        hold_shuffled(t, seed, &with);
        hold_cut(t, seed, &with);
    }
}

static void hold_rays(tile_scene *t, uint64_t seed, ray_flavour flavour, size_t count, bool strict) {
    tile_rays_make(t, flavour, count, &made);
    made.rays.rays.context = variant_context("reference");
    memset(hits, 0xa5, count * sizeof *hits);
    cr_assert_eq(hail_tilemap_march(&made.rays, &(hail_ray_answers){.hits = hits}), HAIL_OK, "%s",
                 tile_scene_text(t, seed));
    for (size_t i = 0; i < count; i++)
        hold_hit(t, seed, &made.rays, i, strict);
    hold_variants(t, seed, &made.rays);
}

/* ---- Smooth normals ---------------------------------------------------------------------------------------------- */

/* A smoothed hit is the same hit with another normal: that of the pixels around, if it points out of the side that was
 * entered. */
static void hold_smooth_hit(const tile_scene *t, uint64_t seed, const hail_tilemap_rays *rays, size_t i) {
    const hail_ray_hit *plain = &hits[i];
    hail_ray_hit smooth = others[i];
    double x, y, want_x = (double)plain->normal_x, want_y = (double)plain->normal_y;
    picture_normal(t->picture, plain->pixel_x, plain->pixel_y, rays->kinds, rays->smooth, &x, &y);
    if (plain->hit != 0 && x * want_x + y * want_y > 0.0)
        want_x = x, want_y = y;
    const bool near =
        fabs((double)smooth.normal_x - want_x) <= 0x1p-22 && fabs((double)smooth.normal_y - want_y) <= 0x1p-22;
    cr_assert(near, "%s: smooth %u: is %s; should be (%g, %g)", where(t, seed, rays, i), rays->smooth,
              tile_hit_text(&smooth), want_x, want_y);
    smooth.normal_x = plain->normal_x, smooth.normal_y = plain->normal_y;
    same_bytes(t, seed, rays, i, &smooth, "smooth");
}

static void hold_smooth(uint64_t seed) {
    tile_scene *t = tile_scene_make(seed, NULL);
    cr_assert_not_null(t);
    for (uint32_t smooth = 1; smooth <= 8; smooth++) {
        tile_rays_make(t, smooth % 2 == 0 ? RAYS_OPEN : RAYS_SHORT, RAYS / 4, &made);
        cr_assert_eq(hail_tilemap_march(&made.rays, &(hail_ray_answers){.hits = hits}), HAIL_OK);
        made.rays.smooth = smooth;
        for (size_t k = 0; k < hail_variant_count(); k++) {
            made.rays.rays.context = variant_context(hail_variant_name(k));
            cr_assert_eq(hail_tilemap_march(&made.rays, &(hail_ray_answers){.hits = others}), HAIL_OK);
            for (size_t i = 0; i < made.rays.rays.count; i++)
                hold_smooth_hit(t, seed, &made.rays, i);
        }
    }
    tile_scene_free(t);
}

Test(tile_rays, smooth) { random_seeds(SCENES, hold_smooth); }

/* ---- Flavours ---------------------------------------------------------------------------------------------------- */

/* How often the outcome may differ: rays that pass a corner nearer than single precision resolves are rare. */
static void hold_tally(const char *what, size_t one_in) {
    cr_log_info("%s: %zu rays, %zu hit, %zu from inside, %zu doubtful, %zu different", what, seen.rays, seen.hit,
                seen.inside, seen.doubtful, seen.different);
    cr_assert_leq(seen.different * one_in, seen.rays, "%s: %zu rays of %zu have another outcome", what, seen.different,
                  seen.rays);
}

static ray_flavour flavour_now;
static bool strict_now;

static void hold_scene(uint64_t seed) {
    tile_scene *t = tile_scene_make(seed, NULL);
    cr_assert_not_null(t);
    hold_rays(t, seed, flavour_now, RAYS,
              strict_now && t->choice.x * 2 == floorf(t->choice.x * 2) && t->choice.y * 2 == floorf(t->choice.y * 2));
    tile_scene_free(t);
}

static void hold_flavour(ray_flavour flavour, bool strict, size_t one_in) {
    flavour_now = flavour, strict_now = strict;
    random_seeds(SCENES, hold_scene);
    hold_tally("rays", one_in);
}

Test(tile_rays, open) { hold_flavour(RAYS_OPEN, false, 2000); }
Test(tile_rays, straight) { hold_flavour(RAYS_STRAIGHT, false, 2000); }
Test(tile_rays, diagonal) { hold_flavour(RAYS_DIAGONAL, true, 2000); }
Test(tile_rays, lattice) { hold_flavour(RAYS_LATTICE, false, 500); }
Test(tile_rays, short_ones) { hold_flavour(RAYS_SHORT, false, 2000); }
Test(tile_rays, far) { hold_flavour(RAYS_FAR, false, 40); }
Test(tile_rays, steep) { hold_flavour(RAYS_STEEP, false, 2000); }
Test(tile_rays, endless) { hold_flavour(RAYS_ENDLESS, false, 2000); }

/* ---- By hand ----------------------------------------------------------------------------------------------------- */

/* Corners, sides and ends hit exactly: a block of 8 x 8 px at the corner of an open map. */
static const float by_hand[][10] = {
    /* origin, direction, then, if it hits: pixel, point, normal */
    {12.0f, 4.0f, -4.0f, 0.0f, 7, 4, 8, 4, 1, 0}, /* ends on the side, from outside: a hit */
    {3.0f, -4.0f, 0.0f, 4.0f, 3, 0, 3, 0, 0, -1}, /* and from the side whose pixel it is */
    {12.5f, 4.0f, -4.25f, -0.0f, -1},             /* ends before it */
    {12.0f, 8.0f, -9.0f, 0.0f, -1},               /* along the sides: the point's pixel counts */
    {8.0f, -3.0f, -0.0f, 20.0f, -1},
    {0.0f, -3.0f, 0.0f, 20.0f, 0, 0, 0, 0, 0, -1},
    {7.5f, -3.0f, 0.0f, 20.0f, 7, 0, 7.5f, 0, 0, -1},
    {8.0f, 4.0f, -1.0f, 0.0f, 7, 4, 8, 4, 1, 0}, /* starts on the side */
    {8.0f, 4.0f, 1.0f, 0.0f, -1},
    {9.0f, 9.0f, -3.0f, -3.0f, 7, 7, 8, 8, 0, 1}, /* through the corner: x first, by (7, 8) */
    {12.0f, 12.0f, -4.0f, -4.0f, 7, 7, 8, 8, 0, 1},
    {8.0f, 8.0f, -1.0f, -1.0f, 7, 7, 8, 8, 0, 1},
    {-3.0f, -3.0f, 4.0f, 4.0f, 0, 0, 0, 0, 0, -1},
    {9.0f, 7.0f, -3.0f, 3.0f, 7, 7, 8, 8, 1, 0}, /* past the corner: x first is into the block */
    {7.0f, 9.0f, 3.0f, -3.0f, -1},               /* and here x first is past it */
    {10.0f, -2.0f, -3.0f, 3.0f, 7, 0, 8, 0, 0, -1},
    {-2.0f, 10.0f, 3.0f, -3.0f, 0, 7, 0, 8, 0, 1},
    {10.0f, 6.0f, -1.0f, 1.0f, -1},
};

Test(tile_rays, by_hand) {
    hail_tileset *set = NULL;
    hail_tilemap *map = NULL;
    uint32_t tile;
    const hail_tilemap_options options = {.columns = 4, .rows = 4};
    cr_assert_eq(hail_tileset_create(NULL, 8, 8, &set), HAIL_OK);
    cr_assert_eq(hail_tileset_add_bits(set, (const uint64_t[]){255, 255, 255, 255, 255, 255, 255, 255}, 3, &tile), 0);
    cr_assert_eq(hail_tilemap_create(set, &options, &map), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(map, 0, 0, 1, 1, tile), HAIL_OK);
    for (size_t k = 0; k < hail_variant_count(); k++) {
        for (size_t i = 0; i < sizeof by_hand / sizeof *by_hand; i++) {
            const float *r = by_hand[i];
            const bool hit = r[4] >= 0.0f;
            const hail_tilemap_rays rays = {.map = map,
                                            .rays = {.context = variant_context(hail_variant_name(k)),
                                                     .x = r,
                                                     .y = r + 1,
                                                     .dx = r + 2,
                                                     .dy = r + 3,
                                                     .count = 1}};
            hail_ray_hit h;
            cr_assert_eq(hail_tilemap_march(&rays, &(hail_ray_answers){.hits = &h}), HAIL_OK);
            cr_assert_eq(h.hit, hit, "%s, row %zu: %s", hail_variant_name(k), i, tile_hit_text(&h));
            if (!hit)
                cr_assert(h.x == r[0] + r[2] && h.y == r[1] + r[3], "row %zu: %s", i, tile_hit_text(&h));
            else
                cr_assert((float)h.pixel_x == r[4] && (float)h.pixel_y == r[5] && h.x == r[6] && h.y == r[7] &&
                              h.normal_x == r[8] && h.normal_y == r[9] && h.tile == tile && h.kind == 3,
                          "%s, row %zu: %s", hail_variant_name(k), i, tile_hit_text(&h));
        }
    }
    hail_tilemap_destroy(map);
    hail_tileset_destroy(set);
}

/* ---- Large maps -------------------------------------------------------------------------------------------------- */

static void hold_large(uint64_t seed) {
    static const uint32_t sides[] = {64, 1, 32, 7, 16, 64}, cells[] = {1024, 1200, 2048, 1500, 2048, 1024};
    const uint32_t side = sides[seed % 6], many = cells[seed % 6];
    const tile_choice choice = {.columns = many,
                                .rows = many,
                                .tile_width = side,
                                .tile_height = side,
                                .x = seed % 2 == 0 ? 0.0f : -32768.0f,
                                .look = LOOK_SPECKS,
                                .occupied = 1,
                                .outside_solid = seed % 3 == 0,
                                .large = true,
                                .kinds = 4};
    tile_scene *t = tile_scene_make(seed, &choice);
    cr_assert_not_null(t);
    for (int flavour = 0; flavour < RAY_FLAVOURS; flavour++)
        hold_rays(t, seed, (ray_flavour)flavour, LONG_RAYS, flavour == RAYS_DIAGONAL);
    tile_scene_free(t);
}

Test(tile_rays, large_maps) {
    random_seeds(6, hold_large);
    hold_tally("large maps", 100);
}

/* Maps as long as there may be: beyond 2^20 px a side, rays take steps of another kind. */
static void hold_longest(uint64_t seed) {
    static const uint32_t sides[] = {64, 40, 64, 50};
    const uint32_t side = sides[seed % 4], many = HAIL_MAX_MAP_SIDE / side, few = 12;
    const bool wide = seed % 2 == 0;
    const tile_choice choice = {.columns = wide ? many : few,
                                .rows = wide ? few : many,
                                .tile_width = side,
                                .tile_height = side,
                                .x = seed % 4 < 2 ? 0.0f : -2.0e6f,
                                .look = LOOK_SPECKS,
                                .occupied = 1 + (uint32_t)(seed % 3) * 10,
                                .outside_solid = seed % 3 == 0,
                                .large = true,
                                .kinds = 4};
    tile_scene *t = tile_scene_make(seed, &choice);
    cr_assert_not_null(t);
    for (int flavour = 0; flavour < RAY_FLAVOURS; flavour++)
        hold_rays(t, seed, (ray_flavour)flavour, LONG_RAYS, flavour == RAYS_DIAGONAL);
    tile_scene_free(t);
}

Test(tile_rays, longest_maps) {
    random_seeds(4, hold_longest);
    hold_tally("longest maps", 100);
}

/* ---- Ends instead of displacements ------------------------------------------------------------------------------- */

/* Where a ray ends along one axis; one that goes too far stays. */
static float end_of(float x, float dx) {
    const float to = x + dx;
    return fabsf(to) <= HAIL_MAX_BOUND && fabsf(to - x) <= HAIL_MAX_BOUND ? to : x;
}

/* Rays whose ends are given are those with the displacement to - x, whatever is asked for. */
static void hold_ends(uint64_t seed) {
    static float to[2][TILE_RAYS], way[2][TILE_RAYS], distance[2][TILE_RAYS];
    uint64_t state = seed;
    const tile_choice choice = tile_choose(&state);
    tile_scene *t = tile_scene_make(seed, &choice);
    tile_rays_make(t, (ray_flavour)(seed % RAY_FLAVOURS), 1 + (size_t)(seed * 97 % RAYS), &made);
    tile_rays_shorten(t, &made, 60000.0f);
    hail_tilemap_rays by = made.rays, ends;
    for (size_t i = 0; i < by.rays.count; i++) {
        to[0][i] = end_of(by.rays.x[i], by.rays.dx[i]), to[1][i] = end_of(by.rays.y[i], by.rays.dy[i]);
        way[0][i] = to[0][i] - by.rays.x[i], way[1][i] = to[1][i] - by.rays.y[i];
    }
    by.rays.dx = way[0], by.rays.dy = way[1];
    ends = by;
    ends.rays.dx = ends.rays.dy = NULL, ends.rays.to_x = to[0], ends.rays.to_y = to[1];
    for (uint32_t kind = 0; kind < 3; kind++) {
        by.walk = ends.walk = kind == 1 ? HAIL_WALK_BRESENHAM : HAIL_WALK_PIXELS;
        by.smooth = ends.smooth = kind == 2 ? 3 : 0;
        cr_assert_eq(hail_tilemap_march(&by, &(hail_ray_answers){.hits = hits}), HAIL_OK);
        memset(others, 0x5a, by.rays.count * sizeof *others);
        cr_assert_eq(hail_tilemap_march(&ends, &(hail_ray_answers){.hits = others, .distance = distance[0]}), HAIL_OK);
        cr_assert_eq(hail_tilemap_march(&ends, &(hail_ray_answers){.distance = distance[1]}), HAIL_OK);
        for (size_t i = 0; i < by.rays.count; i++) {
            same_bytes(t, seed, &by, i, &others[i], "ends");
            cr_assert(distance[0][i] == hits[i].distance && distance[1][i] == hits[i].distance, "ray %zu", i);
        }
        cr_assert_eq(hail_tilemap_march(&ends, &(hail_ray_answers){.hits = others}), HAIL_OK);
        cr_assert_eq(hail_tilemap_march(&ends, &(hail_ray_answers){.hits = NULL}), HAIL_OK);
        for (size_t i = 0; i < by.rays.count; i++)
            same_bytes(t, seed, &by, i, &others[i], "ends, hits alone");
    }
    tile_scene_free(t);
}

Test(tile_rays, ends) { random_seeds(SCENES, hold_ends); }

/* ---- Columns ----------------------------------------------------------------------------------------------------- */

enum { ANSWERS = 7 };

/* Columns of every combination have the values of the hits' fields, and nothing else is written. */
static void hold_columns(const tile_scene *t, const hail_tilemap_rays *rays, uint32_t asked, uint64_t seed) {
    static uint32_t words[ANSWERS][TILE_RAYS];
    static uint8_t flags[TILE_RAYS];
    const uint32_t mark = 0xa5a5a5a5u;
    memset(words, 0xa5, sizeof words);
    memset(flags, 0xa5, sizeof flags);
    hail_ray_answers columns = {.distance = asked & 1 ? (float *)words[0] : NULL,
                                .hit = asked & 2 ? flags : NULL,
                                .pixel_x = asked & 4 ? (int32_t *)words[2] : NULL,
                                .pixel_y = asked & 8 ? (int32_t *)words[3] : NULL,
                                .cell = asked & 16 ? words[4] : NULL,
                                .normal_x = asked & 32 ? (float *)words[5] : NULL,
                                .normal_y = asked & 64 ? (float *)words[6] : NULL};
    cr_assert_eq(hail_tilemap_march(rays, &(hail_ray_answers){.hits = hits}), HAIL_OK);
    if (asked & 1u << ANSWERS) { /* hits besides */
        memset(others, 0xa5, sizeof others);
        columns.hits = others;
    }
    cr_assert_eq(hail_tilemap_march(rays, &columns), HAIL_OK);
    if (columns.hits != NULL)
        for (size_t i = 0; i < rays->rays.count; i++)
            same_bytes(t, seed, rays, i, &others[i], "with columns");
    for (size_t i = 0; i < TILE_RAYS; i++) {
        const hail_ray_hit *h = &hits[i];
        uint32_t want[ANSWERS] = {0, 0, (uint32_t)h->pixel_x, (uint32_t)h->pixel_y, h->cell, 0, 0};
        memcpy(&want[0], &h->distance, sizeof *want);
        memcpy(&want[5], &h->normal_x, sizeof *want);
        memcpy(&want[6], &h->normal_y, sizeof *want);
        for (uint32_t k = 0; k < ANSWERS; k++)
            cr_assert_eq(words[k][i], k != 1 && i < rays->rays.count && (asked >> k & 1) ? want[k] : mark,
                         "seed %llu, ray %zu, answer %u of %#x: %#x", (unsigned long long)seed, i, k, asked,
                         words[k][i]);
        cr_assert_eq(flags[i], i < rays->rays.count && (asked & 2) ? h->hit : 0xa5, "seed %llu, ray %zu: %d",
                     (unsigned long long)seed, i, flags[i]);
    }
}

static void hold_all_columns(uint64_t seed) {
    uint64_t state = seed;
    const tile_choice choice = tile_choose(&state);
    tile_scene *t = tile_scene_make(seed, &choice);
    tile_rays_make(t, (ray_flavour)(seed % RAY_FLAVOURS), 1 + (size_t)(seed * 97 % RAYS), &made);
    tile_rays_shorten(t, &made, 60000.0f);
    for (size_t k = 0; k < hail_variant_count(); k++) {
        made.rays.rays.context = variant_context(hail_variant_name(k));
        for (uint32_t kind = 0; kind < 8; kind++) {
            made.rays.walk = kind == 6 ? HAIL_WALK_BRESENHAM : HAIL_WALK_PIXELS;
            made.rays.smooth = kind == 7 ? 3 : 0;
            hold_columns(t, &made.rays,
                         kind == 0   ? 1u
                         : kind == 1 ? 127u
                                     : (uint32_t)(seed * 31 + kind * 53) & 255u,
                         seed);
        }
    }
    tile_scene_free(t);
}

Test(tile_rays, columns) { random_seeds(SCENES, hold_all_columns); }
