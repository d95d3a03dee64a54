/* tests/tiles/slide_sweep.c - shapes swept through tile maps, against brute force over their pixels: when they touch,
 * what they touch, and its normal.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that scene alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "slide_oracle.h"

enum { MOVERS = 120, SHAPES = 12, SCENES = 7 };

/* px: the rounding error allowed, for positions near 100 px and near 65,536 px. */
static double slack_at(float origin) { return origin > 1000.0f ? 0.05 : 1.0e-3; }

typedef struct tally {
    size_t hits, misses, starts;
    double late, off; /* px: the largest errors of the gap at t, and of the point's distance from the mover's surface */
} tally;

static const char *text_of(const crowd *c, size_t i, const hail_contact *hit) {
    static char text[400];
    snprintf(text, sizeof text,
             "mover %zu at (%a, %a) rotated (%g, %g) scale %g by (%a, %a): kind %u t %.9g normal (%g, %g) point (%.6g, "
             "%.6g) depth %g cell %u",
             i, (double)c->column[0][i], (double)c->column[1][i], (double)c->column[2][i], (double)c->column[3][i],
             (double)c->column[4][i], (double)c->column[5][i], (double)c->column[6][i], hit->kind, (double)hit->t,
             (double)hit->normal_x, (double)hit->normal_y, (double)hit->x[0], (double)hit->y[0], (double)hit->depth[0],
             (unsigned)hit->part_b);
    return text;
}

/* ---- One hit ----------------------------------------------------------------------------------------------------- */

static const char *wrong_fields(const terrain *t, const hail_contact *hit, size_t mover) {
    const double nx = (double)hit->normal_x, ny = (double)hit->normal_y;
    if (hit->kind != HAIL_CONTACT_TILE || hit->count != 1 || hit->a.slot != mover || hit->a.generation != 0 ||
        hit->b.slot != 0 || hit->b.generation != 0)
        return "kind, count or handles";
    if (hit->x[1] != 0.0f || hit->y[1] != 0.0f || hit->depth[1] != 0.0f || hit->part_a != 0)
        return "what is unused is not 0";
    if (!(hit->t >= 0.0f && hit->t <= 1.0f) || !(hit->depth[0] >= 0.0f) || !isfinite(hit->x[0] + hit->y[0]))
        return "t, depth or point out of range";
    if (fabs(hypot(nx, ny) - 1.0) > 1.0e-5)
        return "the normal is no unit vector";
    if (hit->part_b != UINT32_MAX && hit->part_b >= t->of->columns * t->of->rows)
        return "there is no such cell";
    if (hit->feature_b != terrain_kind(t, hit->part_b))
        return "another kind than the cell's";
    return t->kinds == 0 || (t->kinds & HAIL_KIND(hit->feature_b)) != 0 ? NULL : "a kind that was not asked for";
}

/* Whether a mover is within `slack` px of a cell; UINT32_MAX: of the outside. */
static bool touches_cell(const terrain *t, const solid *s, uint32_t cell, double slack) {
    if (cell != UINT32_MAX)
        return terrain_gap_to(t, s, cell) <= slack;
    const region r = terrain_around(t, s, 0.0, 0.0, slack);
    return r.from_i < 0 || r.from_j < 0 || r.to_i >= t->of->width || r.to_j >= t->of->height;
}

static const char *wrong_hit(const terrain *t, const crowd *c, size_t i, const hail_contact *hit, double slack,
                             tally *sum) {
    const double dx = (double)c->column[5][i], dy = (double)c->column[6][i], when = (double)hit->t;
    const double nx = (double)hit->normal_x, ny = (double)hit->normal_y;
    const double x = (double)hit->x[0], y = (double)hit->y[0];
    const char *wrong = wrong_fields(t, hit, i);
    if (wrong != NULL)
        return wrong;
    const solid start = crowd_solid(c, i), there = solid_moved(start, dx * when, dy * when);
    const solid point = {.n = 1, .x = {x}, .y = {y}, .origin_x = x, .origin_y = y};
    const double off = solid_along(&there, &point, nx, ny);
    sum->off = fmax(sum->off, fabs(off));
    if (fabs(off) > slack || solid_outside(&there, x, y) > slack)
        return "the point is not where the mover reaches furthest";
    if (!touches_cell(t, &there, hit->part_b, slack))
        return "the cell is not touched then";
    if (!terrain_faces(t, x, y, nx, ny, slack, 2.0e-3))
        return "the normal points at nothing that is exposed there";
    return dx * nx + dy * ny >= -slack ? NULL : "the normal does not face the motion";
}

/* What must hold even for a mover that starts near or in something. */
static const char *wrong_start(const terrain *t, const crowd *c, size_t i, const hail_contact *hit, double slack) {
    const char *complaint = wrong_fields(t, hit, i);
    const double when = (double)hit->t;
    const solid there = solid_moved(crowd_solid(c, i), (double)c->column[5][i] * when, (double)c->column[6][i] * when);
    if (complaint == NULL && hit->t > 0.0f && hit->depth[0] != 0.0f)
        complaint = "a depth where it only begins to touch";
    return complaint != NULL || touches_cell(t, &there, hit->part_b, slack) ? complaint
                                                                            : "the cell is not touched then";
}

/* A mover that starts clear of everything. It certainly touches what it enters deeper than `slack`. */
static const char *wrong(const terrain *t, const crowd *c, size_t i, const hail_contact *hit, double slack,
                         tally *sum) {
    const solid start = crowd_solid(c, i);
    const double dx = (double)c->column[5][i], dy = (double)c->column[6][i], length = hypot(dx, dy);
    const double early = terrain_meets(t, &start, dx, dy, slack);
    if (early > 1.0) {
        sum->misses++;
        return hit->kind == 0 && hit->count == 0 ? NULL : "nothing is on its way";
    }
    const double late = terrain_meets(t, &start, dx, dy, -slack);
    if (hit->kind == 0)
        return late > 1.0 ? NULL : "something on its way is missed";
    sum->hits++;
    const double rounding = slack / fmax(length, slack);
    if ((double)hit->t < early - rounding)
        return "it has not come so far yet";
    if ((double)hit->t > late + rounding)
        return "it has been inside before";
    if (hit->depth[0] != 0.0f)
        return "a depth where it only begins to touch";
    return wrong_hit(t, c, i, hit, slack, sum);
}

/* ---- Random scenes ----------------------------------------------------------------------------------------------- */

/* Moves a mover at random until it is clear of solid pixels; one that never is is not judged. */
static bool place_clear(crowd *c, const terrain *t, size_t i, uint64_t *state, double slack) {
    for (int attempt = 0; attempt < 12; attempt++) {
        crowd_place(c, t->of, i, state);
        const solid s = crowd_solid(c, i);
        if (terrain_gap(t, &s, 2.0 * slack) > 2.0 * slack)
            return true;
    }
    return false;
}

static void hold_scene(uint64_t seed, drawing what, float origin, bool whole, uint32_t kinds, tally *sum) {
    static hail_contact hits[MOVERS];
    static bool clear[MOVERS];
    uint64_t state = seed * DRAWINGS + (uint64_t)what;
    picture p = picture_scene(seed, what, origin, &state);
    const terrain t = {&p, kinds, whole};
    crowd c = crowd_make(&p, MOVERS, SHAPES);
    const double slack = slack_at(origin);
    for (size_t k = 0; k < SHAPES; k++)
        c.shape[k] = mover_shape(&state, k % 4 == 0 ? 20.0f : 6.0f);
    for (size_t i = 0; i < MOVERS; i++)
        clear[i] = place_clear(&c, &t, i, &state, slack);
    c.movers.kinds = kinds, c.movers.whole_tiles = whole;
    memset(hits, 0xee, sizeof hits);
    cr_assert_eq(hail_tilemap_sweep(&c.movers, hits), HAIL_OK);
    for (size_t i = 0; i < MOVERS; i++) {
        const char *complaint = NULL;
        if (clear[i])
            complaint = wrong(&t, &c, i, &hits[i], slack, sum);
        const solid s = crowd_solid(&c, i);
        if (!clear[i] && hits[i].kind != 0)
            complaint = wrong_start(&t, &c, i, &hits[i], slack);
        sum->starts += !clear[i];
        cr_assert(
            complaint == NULL, "HAIL_TEST_SEED=%llu, drawing %d, tiles of %u x %u%s: %s (between %.9g and %.9g): %s",
            (unsigned long long)seed, (int)what, (unsigned)p.tile_width, (unsigned)p.tile_height,
            p.outside_solid ? ", solid outside" : "", complaint,
            terrain_meets(&t, &s, (double)c.column[5][i], (double)c.column[6][i], slack),
            terrain_meets(&t, &s, (double)c.column[5][i], (double)c.column[6][i], -slack), text_of(&c, i, &hits[i]));
    }
    crowd_free(&c);
    picture_free(&p);
}

static void hold(drawing what, float origin, bool whole, uint32_t kinds) {
    tally sum = {0};
    uint64_t seed;
    const bool given = random_seed_given(&seed);
    const uint32_t scenes = given ? 1 : random_worlds(SCENES);
    for (uint32_t i = 0; i < scenes; i++)
        hold_scene(given ? seed : i, what, origin, whole, kinds, &sum);
    cr_log_info("%zu hits, %zu misses, %zu not judged; points off by %.2g px", sum.hits, sum.misses, sum.starts,
                sum.off);
    cr_assert(given || (sum.hits > (size_t)scenes * MOVERS / 10 && sum.misses > (size_t)scenes * MOVERS / 50));
}

Test(slide_sweep, tiles) { hold(DRAW_TILES, 0.0f, false, 0); }
Test(slide_sweep, caves) { hold(DRAW_CAVES, 0.0f, false, 0); }
Test(slide_sweep, slopes) { hold(DRAW_SLOPES, 0.0f, false, 0); }
Test(slide_sweep, dust) { hold(DRAW_DUST, 0.0f, false, 0); }
Test(slide_sweep, far_away) { hold(DRAW_CAVES, 65536.0f, false, 0); }
Test(slide_sweep, whole_tiles) { hold(DRAW_SLOPES, 0.0f, true, 0); }
Test(slide_sweep, some_kinds) { hold(DRAW_TILES, 0.0f, false, HAIL_KIND(1) | HAIL_KIND(7)); }
Test(slide_sweep, some_kinds_whole) { hold(DRAW_DUST, 0.0f, true, HAIL_KIND(0) | HAIL_KIND(2)); }

/* Movers that stand just before what they hit, and go on from there in any direction. */
static void hold_close(uint64_t seed, tally *sum) {
    static const float near[] = {0.0f, 1.0e-6f, 1.0e-5f, 1.0e-4f, 1.0e-3f, 0x1p-5f};
    static hail_contact hits[MOVERS];
    uint64_t state = seed + 31;
    picture p = picture_scene(seed, (drawing)(seed % DRAWINGS), 0.0f, &state);
    const terrain t = {&p, 0, false};
    crowd c = crowd_make(&p, MOVERS, SHAPES);
    for (size_t k = 0; k < SHAPES; k++)
        c.shape[k] = mover_shape(&state, 7.0f);
    for (size_t i = 0; i < MOVERS; i++) {
        const bool clear = place_clear(&c, &t, i, &state, 0.05);
        const solid s = crowd_solid(&c, i);
        const double gap = (double)near[random_pick(&state, 6)], dx = (double)c.column[5][i],
                     dy = (double)c.column[6][i];
        const double when = clear ? terrain_meets(&t, &s, dx, dy, gap) : 2.0;
        if (when <= 1.0)
            c.column[0][i] += (float)(dx * when), c.column[1][i] += (float)(dy * when);
        for (int k = 5; k < 7; k++)
            c.column[k][i] = random_range(&state, -1.0f, 1.0f) * (i % 2 == 0 ? 20.0f : 1.0f);
    }
    cr_assert_eq(hail_tilemap_sweep(&c.movers, hits), HAIL_OK);
    for (size_t i = 0; i < MOVERS; i++) {
        const solid s = crowd_solid(&c, i);
        const double start = terrain_gap(&t, &s, 1.0);
        /* There was no room for it; or it has no thickness, and lies along the border of two pixels, in both of them.
         */
        if (start < -1.0e-4 || (start <= 0.0 && s.rounding == 0.0 && s.n < 3))
            continue;
        const double dx = (double)c.column[5][i], dy = (double)c.column[6][i];
        const double late = terrain_meets(&t, &s, dx, dy, -0.01), last = late + 1.0e-3 / hypot(dx, dy);
        const char *complaint = hits[i].kind != 0 ? wrong_hit(&t, &c, i, &hits[i], 1.0e-3, sum) : NULL;
        if (complaint == NULL && late <= 1.0 && (hits[i].kind == 0 || (double)hits[i].t > last))
            complaint = "it goes through";
        sum->hits += hits[i].kind != 0, sum->misses += hits[i].kind == 0;
        cr_assert(complaint == NULL, "HAIL_TEST_SEED=%llu, %g px before it, must be hit before %g: %s: %s",
                  (unsigned long long)seed, start, late, complaint, text_of(&c, i, &hits[i]));
    }
    crowd_free(&c);
    picture_free(&p);
}

Test(slide_sweep, from_close) {
    tally sum = {0};
    uint64_t seed;
    const bool given = random_seed_given(&seed);
    for (uint32_t i = 0; i < (given ? 1 : random_worlds(30)); i++)
        hold_close(given ? seed : i, &sum);
    cr_assert(given || (sum.hits > 500 && sum.misses > 500), "%zu hits, %zu misses", sum.hits, sum.misses);
}

/* The maps have the pixels of their pictures; all other tests rely on that. */
Test(slide_sweep, pictures) {
    static float x[400], y[400];
    static uint8_t is[400];
    for (uint64_t seed = 0; seed < 24; seed++) {
        uint64_t state = seed;
        picture p = picture_scene(seed, (drawing)(seed % DRAWINGS), seed % 2 == 0 ? 0.0f : 4096.0f, &state);
        const terrain t = {&p, seed % 3 == 0 ? HAIL_KIND(1) : 0, false};
        for (long j = -2; j < p.height + 2; j++) {
            for (long i = 0; i < p.width + 4; i++)
                x[i] = p.x + (float)i - 1.5f, y[i] = p.y + (float)j + 0.5f;
            cr_assert_eq(
                hail_tilemap_solid(p.map, &(hail_points){.x = x, .y = y, .count = (size_t)p.width + 4}, t.kinds, is),
                HAIL_OK);
            for (long i = 0; i < p.width + 4; i++)
                cr_assert_eq(is[i], terrain_solid(&t, i - 2, j), "seed %llu, pixel (%ld, %ld)",
                             (unsigned long long)seed, i - 2, j);
        }
        picture_free(&p);
    }
}

/* ---- Every variant, every batch ---------------------------------------------------------------------------------- */

/* The same bytes from every variant, and from batches cut at other places. */
Test(slide_sweep, same_bytes) {
    static hail_contact first[MOVERS], again[MOVERS];
    for (uint64_t seed = 0; seed < random_worlds(12); seed++) {
        uint64_t state = seed;
        picture p = picture_scene(seed, (drawing)(seed % DRAWINGS), 0.0f, &state);
        crowd c = crowd_scatter(&p, MOVERS, SHAPES, 8.0f, &state);
        c.movers.shapes.context = variant_context(hail_variant_name(0));
        cr_assert_eq(hail_tilemap_sweep(&c.movers, first), HAIL_OK);
        for (size_t n = 1; n < hail_variant_count(); n++) {
            c.movers.shapes.context = variant_context(hail_variant_name(n));
            cr_assert_eq(hail_tilemap_sweep(&c.movers, again), HAIL_OK);
            for (size_t i = 0; i < MOVERS; i++)
                cr_assert(memcmp(&first[i], &again[i], sizeof *first) == 0, "seed %llu: %s differs: %s",
                          (unsigned long long)seed, hail_variant_name(n), text_of(&c, i, &again[i]));
        }
        hail_tilemap_movers part = c.movers;
        const size_t from = 1 + random_pick(&state, MOVERS / 2), count = 1 + random_pick(&state, MOVERS / 2 - 1);
        part.shapes = (hail_shapes){.convexes = c.movers.shapes.convexes,
                                    .shape_count = c.movers.shapes.shape_count,
                                    .x = c.column[0] + from,
                                    .y = c.column[1] + from,
                                    .cos = c.column[2] + from,
                                    .sin = c.column[3] + from,
                                    .scale = c.column[4] + from,
                                    .dx = c.column[5] + from,
                                    .dy = c.column[6] + from,
                                    .shape = c.which + from,
                                    .count = count};
        cr_assert_eq(hail_tilemap_sweep(&part, again), HAIL_OK);
        for (size_t i = 0; i < count; i++) {
            again[i].a.slot = first[from + i].a.slot;
            cr_assert(memcmp(&first[from + i], &again[i], sizeof *first) == 0, "seed %llu: in another batch: %s",
                      (unsigned long long)seed, text_of(&c, from + i, &again[i]));
        }
        crowd_free(&c);
        picture_free(&p);
    }
}
