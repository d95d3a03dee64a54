/* tests/narrow/batch_geos.c - distances and touching against GEOS, for a million pairs of all kinds.
 *
 * Cores are GEOS's points, lines and polygons; roundings are subtracted. At the origin and 1e5 px away.
 * HAIL_TEST_WORLDS multiplies the pairs.
 *
 * Tolerances of distances are in ulps of the largest number in a pair's arithmetic: the distance of the origins, or how
 * far a shape extends. Coordinates do not enter distances. Tolerances of points are in ulps of the largest coordinate.
 */
#include <criterion/criterion.h>

#include <math.h>

#include "batch_inputs.h"
#include "batch_oracle.h"
#include "shared/random_world.h"

#ifdef HAVE_GEOS
#include <geos_c.h>

/* About twice the largest errors seen. */
#define DISTANCE_UNITS 16.0
#define POINT_UNITS    16.0

enum { CHUNK = 5000, CHUNKS = 25 };

static GEOSContextHandle_t geos;

static GEOSGeometry *geometry_of(const solid *s) {
    bool point = true;
    for (uint32_t i = 1; i < s->n; i++)
        point = point && s->x[i] == s->x[0] && s->y[i] == s->y[0];
    const uint32_t n = point ? 1 : s->n, closing = n > 2 ? 1 : 0;
    GEOSCoordSequence *at = GEOSCoordSeq_create_r(geos, n + closing, 2);
    for (uint32_t i = 0; i < n + closing; i++)
        GEOSCoordSeq_setXY_r(geos, at, i, s->x[i % n], s->y[i % n]);
    if (n == 1)
        return GEOSGeom_createPoint_r(geos, at);
    if (n == 2)
        return GEOSGeom_createLineString_r(geos, at);
    return GEOSGeom_createPolygon_r(geos, GEOSGeom_createLinearRing_r(geos, at), NULL, 0);
}

static double core_distance(const GEOSGeometry *a, const GEOSGeometry *b) {
    double distance = NAN;
    cr_assert_eq(GEOSDistance_r(geos, a, b, &distance), 1);
    return distance;
}

/* How far a point of the gap is from the surface, where it should be. */
static double off_surface(const GEOSGeometry *core, double rounding, float x, float y) {
    GEOSGeometry *point = GEOSGeom_createPointFromXY_r(geos, (double)x, (double)y);
    const double distance = core_distance(core, point);
    GEOSGeom_destroy_r(geos, point);
    return fabs(distance - rounding);
}

typedef struct worst {
    double distance, surface, apart; /* ulps */
    size_t touching, overlapping;
} worst;

/* Whether the answers for one pair can be right. */
static bool fits(const solid_pair *p, const hail_gap *gap, bool touching, worst *seen) {
    GEOSGeometry *a = geometry_of(&p->a), *b = geometry_of(&p->b);
    const double core = core_distance(a, b), unit = ulp_of(solid_span(p)), far = ulp_of(solid_extent(p));
    const double distance = core - (p->a.rounding + p->b.rounding), limit = DISTANCE_UNITS * unit;
    bool good = fabs(distance) <= limit || touching == (distance < 0.0);
    seen->touching += touching;
    if (core > 0.0) {
        const double length = hypot((double)gap->bx - (double)gap->ax, (double)gap->by - (double)gap->ay);
        const double error = fabs((double)gap->distance - distance) / unit;
        const double surface =
            fmax(off_surface(a, p->a.rounding, gap->ax, gap->ay), off_surface(b, p->b.rounding, gap->bx, gap->by)) /
            far;
        const double apart = fabs(length - fabs((double)gap->distance)) / far;
        seen->distance = fmax(seen->distance, error);
        seen->surface = fmax(seen->surface, surface);
        seen->apart = fmax(seen->apart, apart);
        good = good && error <= DISTANCE_UNITS && surface <= POINT_UNITS && apart <= POINT_UNITS;
    } else {
        seen->overlapping++;
        good = good && (double)gap->distance <= distance + limit;
    }
    GEOSGeom_destroy_r(geos, a);
    GEOSGeom_destroy_r(geos, b);
    return good;
}

static void hold_chunk(uint64_t seed, const input_choice *choice, worst *seen) {
    static hail_gap gaps[CHUNK];
    static hail_contact contacts[CHUNK];
    static uint8_t touching[CHUNK];
    inputs *in = inputs_make(seed, choice);
    cr_assert_eq(hail_batch_distance(&in->batch, gaps), HAIL_OK);
    cr_assert_eq(hail_batch_touch(&in->batch, touching), HAIL_OK);
    cr_assert_eq(hail_batch_collide(&in->batch, contacts), HAIL_OK);
    for (size_t i = 0; i < CHUNK; i++) {
        const solid_pair p = solid_pair_of(&in->batch, i);
        cr_assert(touching[i] <= 1 && contacts[i].kind == (touching[i] == 1 ? HAIL_CONTACT_BODY : 0),
                  "touch and collide differ: seed %llu, pair %zu", (unsigned long long)seed, i);
        cr_assert(
            fits(&p, &gaps[i], touching[i] == 1, seen),
            "seed %llu, pair %zu: touching %d, distance %.9g from (%.9g, %.9g) to (%.9g, %.9g), should be %.9g: %s",
            (unsigned long long)seed, i, touching[i], (double)gaps[i].distance, (double)gaps[i].ax, (double)gaps[i].ay,
            (double)gaps[i].bx, (double)gaps[i].by, solid_distance(&p.a, &p.b).distance, inputs_text(&in->batch, i));
    }
    inputs_free(in);
}

static void hold(input_flavour flavour, float origin) {
    const input_choice choice = {.count = CHUNK, .flavour = flavour, .origin = origin};
    const uint64_t first = (uint64_t)flavour * 1000000 + (origin != 0.0f ? 500000 : 0);
    worst seen = {0};
    uint64_t seed;
    geos = GEOS_init_r();
    if (random_seed_given(&seed)) {
        hold_chunk(seed, &choice, &seen);
    } else {
        const uint32_t chunks = random_worlds(CHUNKS);
        for (uint32_t i = 0; i < chunks; i++)
            hold_chunk(first + i, &choice, &seen);
        /* The inputs must stay what they are meant to be. */
        cr_assert(seen.touching > CHUNK && seen.overlapping > CHUNK / 10);
    }
    cr_log_info("worst: distance %.2f, off the surface %.2f, points apart %.2f; %zu touch, cores of %zu overlap",
                seen.distance, seen.surface, seen.apart, seen.touching, seen.overlapping);
    GEOS_finish_r(geos);
}

Test(batch_geos, open) { hold(INPUT_OPEN, 0.0f); }
Test(batch_geos, open_far_away) { hold(INPUT_OPEN, 1.0e5f); }
Test(batch_geos, lattice) { hold(INPUT_LATTICE, 0.0f); }
Test(batch_geos, lattice_far_away) { hold(INPUT_LATTICE, 1.0e5f); }
Test(batch_geos, settled) { hold(INPUT_SETTLED, 0.0f); }
Test(batch_geos, settled_far_away) { hold(INPUT_SETTLED, 1.0e5f); }
Test(batch_geos, thin) { hold(INPUT_THIN, 0.0f); }
Test(batch_geos, thin_far_away) { hold(INPUT_THIN, 1.0e5f); }

#else

Test(batch_geos, everything) { cr_skip_test("GEOS was not found when this was built"); }

#endif
