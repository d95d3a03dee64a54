/* tests/tiles/one_way.c - one-way tiles against slow models in double precision: sweeps and rays through random maps,
 * with every variant.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that scene alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "one_way_model.h"

static size_t variant_list(const char *names[8]) {
    size_t count = 0;
    for (size_t i = 0; i < hail_variant_count(); i++)
        if (hail_variant_check(hail_variant_name(i), NULL, 0) == HAIL_OK)
            names[count++] = hail_variant_name(i);
    return count;
}

static void each_seed(uint64_t first, uint64_t count, void check(uint64_t seed)) {
    const char *one = getenv("HAIL_TEST_SEED"), *times = getenv("HAIL_TEST_WORLDS");
    if (one) {
        check(strtoull(one, NULL, 10));
        return;
    }
    for (uint64_t n = 0; n < count * (times ? strtoull(times, NULL, 10) : 1); n++)
        check(first + n);
}

/* ---- Sweeps ------------------------------------------------------------------------------------------------------ */

enum { MOVERS = 256 };

static uint32_t stops_seen, passes_seen;

static void check_sweep(const one_way_world *w, const hail_tilemap_movers *movers, size_t i, const hail_contact *hit,
                        const hail_contact *ordinary, uint64_t seed) {
    const double before = ordinary->kind ? (double)ordinary->t : 2.0;
    const double soonest = fmin(one_way_meets(w, movers, i, 0.02), before),
                 latest = fmin(one_way_meets(w, movers, i, -0.02), before), t = hit->kind ? (double)hit->t : 2.0;
    const hail_shapes *b = &movers->shapes;
    const double slack = 2e-5 + 1e-4 / (1e-3 + hypot((double)b->dx[i], (double)b->dy[i]));
    cr_assert((t >= soonest - slack || soonest > 1.0 - slack) && (t <= latest + slack || latest > 1.0 - slack),
              "seed %llu, mover %zu of shape %u at (%.9g, %.9g) by (%.9g, %.9g): t %.9g, the model says %.9g to %.9g, "
              "ordinary tiles %.9g",
              (unsigned long long)seed, i, b->shape[i], (double)b->x[i], (double)b->y[i], (double)b->dx[i],
              (double)b->dy[i], t, soonest, latest, before);
    if (t < before - slack) {
        stops_seen++;
        const uint32_t side = one_way_side(w, hit->feature_b);
        static const float into_x[5] = {0, 1, 0, -1, 0}, into_y[5] = {0, 0, 1, 0, -1};
        cr_assert(side && hit->normal_x == into_x[side] && hit->normal_y == into_y[side], "seed %llu, mover %zu",
                  (unsigned long long)seed, i);
    } else if (hit->kind == 0) {
        passes_seen++;
    }
}

static void sweeps_of_seed(uint64_t seed) {
    one_way_world w = one_way_make(seed);
    one_way_movers m;
    hail_contact hits[MOVERS], ordinary[MOVERS], again[MOVERS];
    const char *names[8];
    one_way_movers_make(&w, MOVERS, &m);
    cr_assert_eq(hail_tilemap_sweep(&m.movers, hits), HAIL_OK);
    hail_tilemap_movers plain = m.movers;
    plain.kinds = HAIL_KIND(0);
    cr_assert_eq(hail_tilemap_sweep(&plain, ordinary), HAIL_OK);
    for (size_t i = 0; i < MOVERS; i++)
        check_sweep(&w, &m.movers, i, &hits[i], &ordinary[i], seed);
    for (size_t v = variant_list(names); v-- > 0;) {
        const hail_context context = {.variant = names[v]};
        m.movers.shapes.context = &context;
        cr_assert_eq(hail_tilemap_sweep(&m.movers, again), HAIL_OK);
        cr_assert_eq(memcmp(again, hits, sizeof hits), 0, "seed %llu: %s differs", (unsigned long long)seed, names[v]);
    }
    m.movers.shapes.context = NULL;
    m.movers.through = m.all_through;
    cr_assert_eq(hail_tilemap_sweep(&m.movers, again), HAIL_OK);
    cr_assert_eq(memcmp(again, ordinary, sizeof hits), 0, "seed %llu: dropping through", (unsigned long long)seed);
    one_way_free(&w);
}

Test(one_way, sweeps) {
    each_seed(1, 150, sweeps_of_seed);
    cr_assert(getenv("HAIL_TEST_SEED") || (stops_seen > 1000 && passes_seen > 1000), "%u stops, %u passes", stops_seen,
              passes_seen);
}

/* ---- Overlaps ---------------------------------------------------------------------------------------------------- */

static void overlaps_of_seed(uint64_t seed) {
    one_way_world w = one_way_make(seed);
    one_way_movers m;
    enum { ROOM = 4096 };
    static hail_contact all[ROOM], ordinary[ROOM];
    size_t count, plain_count;
    one_way_movers_make(&w, MOVERS, &m);
    cr_assert_eq(hail_tilemap_overlap(&m.movers, all, ROOM, &count), HAIL_OK);
    m.movers.kinds = HAIL_KIND(0);
    cr_assert_eq(hail_tilemap_overlap(&m.movers, ordinary, ROOM, &plain_count), HAIL_OK);
    cr_assert(count == plain_count && !memcmp(all, ordinary, count * sizeof *all), "seed %llu",
              (unsigned long long)seed);
    m.movers.kinds = HAIL_KIND(2);
    cr_assert_eq(hail_tilemap_overlap(&m.movers, all, ROOM, &count), HAIL_OK);
    cr_assert_eq(count, 0, "only one-way tiles");
    one_way_free(&w);
}

Test(one_way, overlaps) { each_seed(1, 40, overlaps_of_seed); }

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

enum { RAYS = 512 };

static uint32_t ray_stops, ray_passes;

static void check_ray(const one_way_world *w, const hail_tilemap_rays *rays, size_t i, const hail_ray_hit *hit,
                      uint64_t seed) {
    const one_way_truth truth = one_way_ray(w, rays, i);
    if (truth.doubtful)
        return;
    cr_assert(hit->hit == truth.hit, "seed %llu, ray %zu from (%.9g, %.9g) by (%.9g, %.9g): hit %d, the model says %d",
              (unsigned long long)seed, i, (double)rays->rays.x[i], (double)rays->rays.y[i], (double)rays->rays.dx[i],
              (double)rays->rays.dy[i], hit->hit, truth.hit);
    cr_assert(fabs((double)hit->distance - truth.distance) < 1e-3, "seed %llu, ray %zu: %g px, the model says %g",
              (unsigned long long)seed, i, (double)hit->distance, truth.distance);
    if (!truth.hit)
        return;
    cr_assert(hit->pixel_x == truth.px && hit->pixel_y == truth.py && hit->normal_x == (float)truth.nx &&
                  hit->normal_y == (float)truth.ny,
              "seed %llu, ray %zu: pixel (%d, %d), the model says (%ld, %ld)", (unsigned long long)seed, i,
              hit->pixel_x, hit->pixel_y, truth.px, truth.py);
    ray_stops += one_way_side(w, hit->kind) != 0;
    ray_passes += truth.passed;
}

/* The same rays by columns: distances and pixels of hits. */
static void check_columns(const hail_tilemap_rays *rays, const hail_ray_hit *hits, uint64_t seed) {
    float distance[RAYS];
    int32_t pixel_x[RAYS], pixel_y[RAYS];
    const hail_ray_answers columns = {.distance = distance, .pixel_x = pixel_x, .pixel_y = pixel_y};
    cr_assert_eq(hail_tilemap_march(rays, &columns), HAIL_OK);
    for (size_t i = 0; i < RAYS; i++)
        cr_assert(memcmp(&distance[i], &hits[i].distance, sizeof *distance) == 0 && pixel_x[i] == hits[i].pixel_x &&
                      pixel_y[i] == hits[i].pixel_y,
                  "seed %llu, ray %zu: %.9g by columns, not %.9g", (unsigned long long)seed, i, (double)distance[i],
                  (double)hits[i].distance);
}

static void rays_of_seed(uint64_t seed) {
    one_way_world w = one_way_make(seed);
    hail_ray_hit hits[RAYS], again[RAYS];
    one_way_rays r;
    const char *names[8];
    one_way_rays_make(&w, RAYS, &r);
    for (uint32_t walk = HAIL_WALK_PIXELS; walk <= HAIL_WALK_BRESENHAM; walk++) {
        r.rays.walk = walk;
        r.rays.rays.context = NULL;
        cr_assert_eq(hail_tilemap_march(&r.rays, &(hail_ray_answers){.hits = hits}), HAIL_OK);
        for (size_t i = 0; i < RAYS; i++)
            check_ray(&w, &r.rays, i, &hits[i], seed);
        check_columns(&r.rays, hits, seed);
        for (size_t v = variant_list(names); v-- > 0;) {
            const hail_context context = {.variant = names[v]};
            r.rays.rays.context = &context;
            cr_assert_eq(hail_tilemap_march(&r.rays, &(hail_ray_answers){.hits = again}), HAIL_OK);
            cr_assert_eq(memcmp(again, hits, sizeof hits), 0, "seed %llu: %s differs", (unsigned long long)seed,
                         names[v]);
        }
    }
    one_way_free(&w);
}

Test(one_way, rays) {
    each_seed(1, 100, rays_of_seed);
    cr_assert(getenv("HAIL_TEST_SEED") || (ray_stops > 1000 && ray_passes > 1000), "%u stops, %u passes", ray_stops,
              ray_passes);
}
