/* tests/tiles/tile_bresenham.c - HAIL_WALK_BRESENHAM against the algorithm of Pogopixels' article (text_rays.h), pixel
 * by pixel.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that scene alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "text_rays.h"
#include "tile_inputs.h"

enum { SCENES = 40, RAYS = 500 };

static tile_rays made;
static hail_ray_hit hits[TILE_RAYS], others[TILE_RAYS];
static struct { size_t rays, hit, backwards, steep, skipped; } seen;

/* ---- The article's ray cast -------------------------------------------------------------------------------------- */

typedef struct view {
    const picture *picture;
    uint32_t kinds;
} view;

static bool open_at(const void *scene, int x, int y) {
    const view *v = scene;
    return !picture_solid(v->picture, x, y, v->kinds);
}

static float not_tiny(float x) { return fabsf(x) < HAIL_TINY ? 0.0f : x; }

static int pixel_of(float at, float corner) { return (int)floorf(not_tiny(at - corner)); }

/* The pixel of a ray's end along one axis: in single precision, as the header says, if there is no length, else in
 * double. False: it depends on rounding. */
static bool end_pixel(float from, float step, float corner, double unit, double length, int *pixel) {
    double end = (double)from + (double)step - (double)corner;
    if (length < 0.0) {
        *pixel = pixel_of(from + step, corner);
        return (int)floor(end) == *pixel;
    }
    end = (double)from - (double)corner + unit * length;
    const double near = 0x1p-21 * length + tile_ulp(fmax(fabs((double)from), fabs(end))) + (double)HAIL_TINY;
    *pixel = unit == 0.0 ? pixel_of(from, corner) : (int)floor(end);
    return unit == 0.0 || fabs(end - nearbyint(end)) > near;
}

static bool ends(const picture *p, const hail_tilemap_rays *rays, size_t i, text_point *from, text_point *to) {
    const float x = rays->rays.x[i], y = rays->rays.y[i], dx = not_tiny(rays->rays.dx[i]),
                dy = not_tiny(rays->rays.dy[i]);
    const bool still = dx == 0.0f && dy == 0.0f;
    const double norm = still ? 1.0 : hypot((double)dx, (double)dy);
    const double length = rays->length == NULL ? -1.0 : (double)rays->length[i];
    *from = (text_point){pixel_of(x, p->x), pixel_of(y, p->y)};
    if (still) {
        *to = *from;
        return true;
    }
    const bool sure_x = end_pixel(x, dx, p->x, (double)dx / norm, length, &to->x);
    const bool sure_y = end_pixel(y, dy, p->y, (double)dy / norm, length, &to->y);
    return sure_x && sure_y;
}

/* ---- One ray ----------------------------------------------------------------------------------------------------- */

static const char *where(const tile_scene *t, uint64_t seed, const hail_tilemap_rays *rays, size_t i) {
    static char text[600];
    snprintf(text, sizeof text, "%s; %s", tile_scene_text(t, seed), tile_ray_text(rays, i));
    return text;
}

static int clamped(int i, int64_t size) { return i < 0 ? -1 : i >= size ? (int)size : i; }

static void hold_fields(const tile_scene *t, uint64_t seed, const hail_tilemap_rays *rays, size_t i, text_point from) {
    const hail_ray_hit *h = &hits[i];
    const picture *p = t->picture;
    const bool inside = picture_solid(p, from.x, from.y, rays->kinds);
    const float sum = fabsf(h->normal_x) + fabsf(h->normal_y), product = h->normal_x * h->normal_y;
    cr_assert(picture_knows(p, rays->kinds, h), "%s: cell and pixel do not agree: %s", where(t, seed, rays, i),
              tile_hit_text(h));
    cr_assert(h->started_inside == inside && sum == (inside ? 0.0f : 1.0f) && product == 0.0f, "%s: %s",
              where(t, seed, rays, i), tile_hit_text(h));
    const double x = (double)p->x + h->pixel_x + 0.5, y = (double)p->y + h->pixel_y + 0.5;
    const double off = tile_ulp(fmax(fabs(x), fabs(y))) + tile_ulp(fmax(fabs((double)p->x), fabs((double)p->y)));
    const double distance =
        inside ? 0.0 : hypot((double)h->x - (double)rays->rays.x[i], (double)h->y - (double)rays->rays.y[i]);
    cr_assert(inside ? h->x == rays->rays.x[i] && h->y == rays->rays.y[i]
                     : fabs((double)h->x - x) <= off && fabs((double)h->y - y) <= off,
              "%s: not the pixel's centre: %s", where(t, seed, rays, i), tile_hit_text(h));
    cr_assert(fabs((double)h->distance - distance) <= 0x1p-22 * distance + 2.0 * off, "%s: distance should be %.9g: %s",
              where(t, seed, rays, i), distance, tile_hit_text(h));
}

static void hold_ray(const tile_scene *t, uint64_t seed, const hail_tilemap_rays *rays, size_t i) {
    const view v = {t->picture, rays->kinds};
    text_point from, to;
    seen.rays++;
    if (!ends(t->picture, rays, i, &from, &to)) {
        seen.skipped++;
        return;
    }
    const text_result want = text_ray_cast(&v, open_at, from, to);
    const hail_ray_hit *h = &hits[i];
    seen.hit += want.collides, seen.backwards += from.x > to.x, seen.steep += abs(to.y - from.y) > abs(to.x - from.x);
    cr_assert_eq(h->hit, want.collides, "%s: from (%d, %d) to (%d, %d): is %s; should be %d at (%d, %d)",
                 where(t, seed, rays, i), from.x, from.y, to.x, to.y, tile_hit_text(h), want.collides, want.at.x,
                 want.at.y);
    if (!want.collides)
        return;
    cr_assert(h->pixel_x == clamped(want.at.x, t->picture->width) &&
                  h->pixel_y == clamped(want.at.y, t->picture->height),
              "%s: from (%d, %d) to (%d, %d): is %s; should be (%d, %d)", where(t, seed, rays, i), from.x, from.y, to.x,
              to.y, tile_hit_text(h), want.at.x, want.at.y);
    hold_fields(t, seed, rays, i, from);
}

/* ---- Many -------------------------------------------------------------------------------------------------------- */

static void hold_variants(const tile_scene *t, uint64_t seed, hail_tilemap_rays rays) {
    rays.rays.context = variant_context("reference");
    memset(hits, 0xa5, rays.rays.count * sizeof *hits);
    cr_assert_eq(hail_tilemap_march(&rays, &(hail_ray_answers){.hits = hits}), HAIL_OK, "%s", tile_scene_text(t, seed));
    for (size_t k = 0; k < hail_variant_count(); k++) {
        rays.rays.context = variant_context(hail_variant_name(k));
        memset(others, 0x5a, rays.rays.count * sizeof *others);
        cr_assert_eq(hail_tilemap_march(&rays, &(hail_ray_answers){.hits = others}), HAIL_OK, "%s",
                     tile_scene_text(t, seed));
        for (size_t i = 0; i < rays.rays.count; i++)
            cr_assert(memcmp(&hits[i], &others[i], sizeof *hits) == 0, "%s: other bytes for %s", hail_variant_name(k),
                      where(t, seed, &rays, i));
    }
}

static void hold_rays(tile_scene *t, uint64_t seed, ray_flavour flavour, size_t count, float farthest) {
    tile_rays_make(t, flavour, count, &made);
    made.rays.walk = HAIL_WALK_BRESENHAM;
    tile_rays_shorten(t, &made, farthest);
    hold_variants(t, seed, made.rays);
    for (size_t i = 0; i < count; i++)
        hold_ray(t, seed, &made.rays, i);
}

static void hold_scene(uint64_t seed) {
    tile_scene *t = tile_scene_make(seed + 1000, NULL);
    cr_assert_not_null(t);
    for (int flavour = 0; flavour < RAY_FLAVOURS; flavour++) {
        hold_rays(t, seed, (ray_flavour)flavour, RAYS / 2, 1500.0f);
        hold_rays(t, seed, (ray_flavour)flavour, 4, 20000.0f);
    }
    tile_scene_free(t);
}

static void hold_tally(void) {
    cr_log_info("%zu rays, %zu hit, %zu backwards, %zu steep, %zu skipped", seen.rays, seen.hit, seen.backwards,
                seen.steep, seen.skipped);
    cr_assert(seen.skipped * 8 < seen.rays && seen.backwards * 3 > seen.rays && seen.steep * 4 > seen.rays);
}

Test(tile_bresenham, like_the_article) {
    random_seeds(SCENES, hold_scene);
    hold_tally();
}

/* Short lines of every slope, out of the centre and back, over pictures with few solid pixels. */
static void hold_slopes(uint64_t seed) {
    enum { REACH = 24, WIDE = 2 * REACH + 1 };
    const tile_choice choice = {.columns = 1,
                                .rows = 1,
                                .tile_width = WIDE,
                                .tile_height = WIDE,
                                .look = LOOK_NOISE,
                                .occupied = 100,
                                .kinds = 1};
    tile_scene *t = tile_scene_make(seed, &choice);
    cr_assert_not_null(t);
    for (int back = 0; back < 2; back++) {
        size_t n = 0;
        for (int dy = -REACH; dy <= REACH; dy++) {
            for (int dx = -REACH; dx <= REACH; dx++, n++) {
                made.x[n] = (float)(REACH + (back != 0 ? dx : 0)), made.y[n] = (float)(REACH + (back != 0 ? dy : 0));
                made.dx[n] = (float)(back != 0 ? -dx : dx), made.dy[n] = (float)(back != 0 ? -dy : dy);
            }
        }
        made.rays = (hail_tilemap_rays){.map = t->map,
                                        .rays = {.x = made.x, .y = made.y, .dx = made.dx, .dy = made.dy, .count = n}};
        made.rays.walk = HAIL_WALK_BRESENHAM;
        hold_variants(t, seed, made.rays);
        for (size_t i = 0; i < n; i++)
            hold_ray(t, seed, &made.rays, i);
    }
    tile_scene_free(t);
}

Test(tile_bresenham, every_slope) {
    random_seeds(40, hold_slopes);
    cr_assert_eq(seen.skipped, 0, "whole numbers need no rounding");
}

/* Both ends as far away as allowed, and a map between them. */
static void hold_longest(uint64_t seed) {
    const tile_choice choice = {.columns = 1024,
                                .rows = 1024,
                                .tile_width = 64,
                                .tile_height = 64,
                                .look = LOOK_SPECKS,
                                .occupied = 1,
                                .large = true,
                                .kinds = 2};
    tile_scene *t = tile_scene_make(seed, &choice);
    cr_assert_not_null(t);
    hold_rays(t, seed, RAYS_OPEN, 100, HAIL_MAX_LINE);
    hold_rays(t, seed, RAYS_FAR, 20, HAIL_MAX_LINE);
    tile_scene_free(t);
}

Test(tile_bresenham, longest) { random_seeds(1, hold_longest); }
