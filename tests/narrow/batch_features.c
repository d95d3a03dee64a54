/* tests/narrow/batch_features.c - manifolds as a solver wants them: features name what touches, points have an order.
 *
 * Both stay the same from one step to the next while nothing changes. */
#include <criterion/criterion.h>

#include <math.h>

#include "batch_inputs.h"
#include "batch_oracle.h"
#include "shared/random_world.h"

/* Ulps of the largest coordinate. */
#define POINT_UNITS 16.0

enum { PAIRS = 10000, SEEDS = 4 };

static hail_gap gaps[PAIRS];
static hail_contact contacts[PAIRS];

/* ---- What is named is what is there ------------------------------------------------------------------------------ */

/* Whether a point of the core is on that feature. A circle has feature 0 only. */
static bool on_feature(const solid *s, uint8_t feature, double x, double y, double tolerance) {
    return s->n == 1 ? feature == 0 : solid_to_feature(s, feature, x, y) <= tolerance;
}

static void gap_is_named(const inputs *in, size_t i) {
    const hail_gap *g = &gaps[i];
    const solid_pair p = solid_pair_of(&in->batch, i);
    const double tolerance = POINT_UNITS * ulp_of(solid_extent(&p));
    const double nx = (double)g->normal_x, ny = (double)g->normal_y, ra = p.a.rounding, rb = p.b.rounding;
    cr_assert(on_feature(&p.a, g->feature_a, (double)g->ax - nx * ra, (double)g->ay - ny * ra, tolerance),
              "pair %zu: a's nearest point is not on feature %d: %s", i, g->feature_a, inputs_text(&in->batch, i));
    cr_assert(on_feature(&p.b, g->feature_b, (double)g->bx + nx * rb, (double)g->by + ny * rb, tolerance),
              "pair %zu: b's nearest point is not on feature %d: %s", i, g->feature_b, inputs_text(&in->batch, i));
    cr_assert(p.a.n == 1 || p.b.n == 1 || g->feature_a >= HAIL_FEATURE_VERTEX || g->feature_b >= HAIL_FEATURE_VERTEX,
              "pair %zu: a vertex is one of what is nearest", i);
    cr_assert(g->unused_0 == 0 && g->unused_1 == 0);
}

/* Two points: the features are two edges that face each other. The points follow a's edge in the direction in which its
 * vertices turn, each midway between the surfaces. */
static void two_points(const inputs *in, size_t i) {
    const hail_contact *c = &contacts[i];
    const solid_pair p = solid_pair_of(&in->batch, i);
    const double nx = (double)c->normal_x, ny = (double)c->normal_y, far = ulp_of(solid_extent(&p));
    const double along = ((double)c->x[1] - (double)c->x[0]) * -ny + ((double)c->y[1] - (double)c->y[0]) * nx;
    cr_assert(p.a.n > 1 && p.b.n > 1 && c->feature_a < p.a.n && c->feature_b < p.b.n, "pair %zu: features %d and %d", i,
              c->feature_a, c->feature_b);
    /* An edge without length has a normal of its own. */
    const double facing_a = solid_faces(&p.a, c->feature_a, nx, ny),
                 facing_b = solid_faces(&p.b, c->feature_b, -nx, -ny);
    cr_assert(facing_a > -1.0e-5 && facing_b > -1.0e-5 && fmax(facing_a, facing_b) > 1.0 - 1.0e-5,
              "pair %zu: edges face the normal by %g and %g: %s", i, facing_a, facing_b, inputs_text(&in->batch, i));
    cr_assert(along > -POINT_UNITS * far, "pair %zu: the points are %g px apart the wrong way round: %s", i, -along,
              inputs_text(&in->batch, i));
    for (int k = 0; k < 2; k++) {
        const double x = (double)c->x[k], y = (double)c->y[k], half = (double)c->depth[k] / 2.0;
        const double from_a =
            solid_to_feature(&p.a, c->feature_a, x - nx * (p.a.rounding - half), y - ny * (p.a.rounding - half));
        const double from_b =
            solid_to_feature(&p.b, c->feature_b, x + nx * (p.b.rounding - half), y + ny * (p.b.rounding - half));
        cr_assert(fmax(from_a, from_b) <= POINT_UNITS * far, "pair %zu: point %d is %g and %g off the edges: %s", i, k,
                  from_a, from_b, inputs_text(&in->batch, i));
    }
}

static void hold(float origin) {
    uint64_t given;
    const bool one = random_seed_given(&given);
    const uint32_t seeds = one ? 1 : random_worlds(SEEDS);
    size_t pairs_of_points = 0;
    for (uint32_t flavour = 0; flavour < INPUT_FLAVOURS; flavour++) {
        for (uint32_t seed = 0; seed < seeds; seed++) {
            const input_choice choice = {.count = PAIRS, .flavour = (input_flavour)flavour, .origin = origin};
            inputs *in = inputs_make(one ? given : flavour * 1000 + seed + 400, &choice);
            cr_assert_eq(hail_batch_distance(&in->batch, gaps), HAIL_OK);
            cr_assert_eq(hail_batch_collide(&in->batch, contacts), HAIL_OK);
            for (size_t i = 0; i < PAIRS; i++) {
                gap_is_named(in, i);
                pairs_of_points += contacts[i].count == 2;
                if (contacts[i].count == 2)
                    two_points(in, i);
                else if (contacts[i].count == 1)
                    cr_assert(contacts[i].feature_a == gaps[i].feature_a && contacts[i].feature_b == gaps[i].feature_b);
            }
            inputs_free(in);
        }
    }
    cr_assert(pairs_of_points > (size_t)seeds * PAIRS / 20, "only %zu", pairs_of_points);
}

Test(batch_features, named) { hold(0.0f); }
Test(batch_features, named_far_away) { hold(1.0e5f); }

/* The header's example: a segment's edge 0 is on the left of its direction as seen on the screen, where y points down.
 */
Test(batch_features, sides_of_a_segment) {
    const float zero[] = {0, 0}, y[] = {-3, 3};
    const uint32_t circle[] = {1, 1};
    hail_convex shapes[2];
    hail_contact contact[2];
    cr_assert_eq(hail_convex_capsule(-10, 0, 10, 0, 2, &shapes[0]), HAIL_OK);
    cr_assert_eq(hail_convex_circle(2, &shapes[1]), HAIL_OK);
    hail_batch batch = {.count = 2};
    batch.a = (hail_shapes){.convexes = shapes, .shape_count = 2, .x = zero, .y = zero, .count = 2};
    batch.b = (hail_shapes){.x = zero, .y = y, .shape = circle, .count = 2};
    cr_assert_eq(hail_batch_collide(&batch, contact), HAIL_OK);
    cr_assert(contact[0].feature_a == 0 && contact[0].feature_b == 0 && contact[0].normal_y == -1.0f);
    cr_assert(contact[1].feature_a == 1 && contact[1].feature_b == 0 && contact[1].normal_y == 1.0f);
}

/* ---- From step to step ------------------------------------------------------------------------------------------- */

typedef struct ride {
    hail_convex shapes[2];
    float x, y, c, s;
} ride;

static hail_contact contact_of(const ride *r) {
    static const float zero = 0.0f;
    static const uint32_t second = 1;
    hail_contact contact;
    hail_batch batch = {.count = 1};
    batch.a = (hail_shapes){.convexes = r->shapes, .shape_count = 2, .x = &zero, .y = &zero, .count = 1};
    batch.b = (hail_shapes){.x = &r->x, .y = &r->y, .cos = &r->c, .sin = &r->s, .shape = &second, .count = 1};
    cr_assert_eq(hail_batch_collide(&batch, &contact), HAIL_OK);
    return contact;
}

/* A crate slides along a platform, from one end past the other. It is sunk in a little more or less than touching, and
 * upright up to the errors of cosf and sinf. There are two points all the way, of the same two edges, each where the
 * last step left it or one step further. */
static void slide(float crate_rounding, float platform_rounding, float angle) {
    const float step = 0.125f, sunk = 0.01f;
    ride r = {.x = -57.0f,
              .y = -(3.0f + 5.0f + crate_rounding + platform_rounding) + sunk,
              .c = cosf(angle),
              .s = sinf(angle)};
    cr_assert_eq(hail_convex_box(50, 3, platform_rounding, &r.shapes[0]), HAIL_OK);
    cr_assert_eq(hail_convex_box(8, 5, crate_rounding, &r.shapes[1]), HAIL_OK);
    hail_contact last = contact_of(&r);
    while (r.x < 57.0f) {
        r.x += step;
        r.y += r.y + 8.0f + crate_rounding + platform_rounding > sunk ? -0.001f : 0.0015f;
        const hail_contact now = contact_of(&r);
        cr_assert(now.count == 2 && now.feature_a == last.feature_a && now.feature_b == last.feature_b,
                  "at %g: %d points, features %d and %d, were %d and %d", (double)r.x, now.count, now.feature_a,
                  now.feature_b, last.feature_a, last.feature_b);
        for (int k = 0; k < 2; k++)
            cr_assert(fabsf(now.x[k] - last.x[k]) <= step * 1.01f + 0.02f * fabsf(r.s) * 10.0f,
                      "at %g: point %d jumps from %g to %g", (double)r.x, k, (double)last.x[k], (double)now.x[k]);
        last = now;
    }
}

Test(batch_features, sliding_crate) {
    slide(0.0f, 0.0f, 0.0f);
    slide(1.0f, 0.0f, 0.0f);
    slide(0.0f, 2.0f, 0.0f);
    slide(0.5f, 0.5f, 0.0f);
    slide(0.5f, 0.5f, 1.0e-6f);
    slide(0.0f, 0.0f, -1.0e-6f);
    slide(1.0f, 0.5f, 1.57079633f * 2.0f);
}

/* Crates of one width stand on top of each other, jittering within a thousandth of a pixel: always the same two edges.
 */
Test(batch_features, stacked_crates) {
    uint64_t state = 3;
    for (int rounded = 0; rounded < 2; rounded++) {
        ride r = {.c = 1.0f};
        const float rounding = rounded != 0 ? 1.0f : 0.0f;
        cr_assert_eq(hail_convex_box(8, 5, rounding, &r.shapes[0]), HAIL_OK);
        cr_assert_eq(hail_convex_box(8, 5, rounding, &r.shapes[1]), HAIL_OK);
        for (int i = 0; i < 20000; i++) {
            r.x = random_range(&state, -1.0e-3f, 1.0e-3f);
            r.y = -2.0f * (5.0f + rounding) + random_range(&state, 0.001f, 0.003f);
            r.s = random_range(&state, -1.0e-6f, 1.0e-6f);
            const hail_contact now = contact_of(&r);
            cr_assert(now.count == 2 && now.feature_a == 0 && now.feature_b == 2,
                      "at (%a, %a), rotated by %a: %d points, features %d and %d", (double)r.x, (double)r.y,
                      (double)r.s, now.count, now.feature_a, now.feature_b);
        }
    }
}

/* Crates on a slope, upright or upside down, far from the origin: parallel up to the errors of cos and sin. */
Test(batch_features, crates_on_a_slope) {
    uint64_t state = 5;
    for (int i = 0; i < 20000; i++) {
        const float rounding = random_pick(&state, 2) == 0 ? 0.0f : random_range(&state, 0.1f, 3.0f);
        const float width = exp2f(random_range(&state, 1.0f, 7.0f)), height = exp2f(random_range(&state, 1.0f, 5.0f));
        const double turn = (double)random_range(&state, -3.2f, 3.2f),
                     up = random_pick(&state, 2) == 0 ? 0.0 : 3.14159265358979;
        const double along = (double)(random_range(&state, -0.8f, 0.8f) * (100.0f + width));
        const double above = (double)(3.0f + height + 2.0f * rounding) - 0.01;
        const float ax = random_range(&state, -500.0f, 500.0f), ay = random_range(&state, -500.0f, 500.0f);
        const float bx = (float)((double)ax + cos(turn) * along + sin(turn) * above);
        const float by = (float)((double)ay + sin(turn) * along - cos(turn) * above);
        const float cs[] = {(float)cos(turn), (float)cos(turn + up)}, sn[] = {(float)sin(turn), (float)sin(turn + up)};
        const uint32_t second = 1;
        hail_convex shapes[2];
        hail_contact contact;
        cr_assert_eq(hail_convex_box(100, 3, rounding, &shapes[0]), HAIL_OK);
        cr_assert_eq(hail_convex_box(width, height, rounding, &shapes[1]), HAIL_OK);
        hail_batch batch = {.count = 1};
        batch.a = (hail_shapes){
            .convexes = shapes, .shape_count = 2, .x = &ax, .y = &ay, .cos = &cs[0], .sin = &sn[0], .count = 1};
        batch.b = (hail_shapes){.x = &bx, .y = &by, .cos = &cs[1], .sin = &sn[1], .shape = &second, .count = 1};
        cr_assert_eq(hail_batch_collide(&batch, &contact), HAIL_OK);
        cr_assert(contact.count == 2 && contact.feature_a == 0 && contact.feature_b == (up > 0.0 ? 0 : 2),
                  "%d: %d points, features %d and %d: %s", i, contact.count, contact.feature_a, contact.feature_b,
                  inputs_text(&batch, 0));
    }
}

/* A crate tips over on its corner: two points while both corners are in, then the one that stays in. The edge it stands
 * on is always the platform's. */
Test(batch_features, tipping_crate) {
    ride r = {.c = 1.0f};
    int changes = 0;
    cr_assert_eq(hail_convex_box(50, 3, 0, &r.shapes[0]), HAIL_OK);
    cr_assert_eq(hail_convex_box(8, 5, 0, &r.shapes[1]), HAIL_OK);
    int before = 2;
    for (int i = 0; i <= 400; i++) {
        const float angle = 0.001f * (float)i;
        r.c = cosf(angle), r.s = sinf(angle);
        /* The lower right corner, (8, 5) in the crate, stays 0.1 px deep. */
        r.x = -8.0f * r.c + 5.0f * r.s, r.y = -3.0f + 0.1f - 8.0f * r.s - 5.0f * r.c;
        const hail_contact now = contact_of(&r);
        changes += now.count != before;
        before = now.count;
        if (now.count == 2)
            cr_assert(now.feature_a == 0 && now.feature_b == 2, "rotated by %g: %d and %d", (double)angle,
                      now.feature_a, now.feature_b);
        else
            cr_assert(now.count == 1 && now.feature_a == 0 && now.feature_b == HAIL_FEATURE_VERTEX + 2,
                      "rotated by %g: %d points, %d and %d", (double)angle, now.count, now.feature_a, now.feature_b);
        cr_assert(fabsf(fmaxf(now.depth[0], now.depth[1]) - 0.1f) < 1.0e-4f);
    }
    cr_assert(changes == 1 && before == 1);
}
