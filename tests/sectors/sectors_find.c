/* tests/sectors/sectors_find.c - sectors and nearest walls on random maps, against brute force, with grids of any cell,
 * on every variant, in batches of any size; and fans of thin sectors round one vertex.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that map alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "points/points_inputs.h"
#include "shared/random_world.h"
#include "sectors_inputs.h"

enum { MANY = 300, FILTERS = 5 };

/* ulps of the larger of the walls' ends and the point; as documented. */
#define PLACE    4.0
#define DISTANCE 8.0

static float x[MANY], y[MANY];
static uint32_t sector[MANY], wanted[MANY];
static hail_nearest_point nearest[MANY], nearest_wanted[FILTERS][MANY];
static struct {
    size_t within, none;
    double place, distance;
} tally;

static hail_sectors *make(const chart *c, float cell) {
    hail_sectors_options options;
    hail_sectors_options_defaults(&options);
    const hail_sector_data data = chart_data(c);
    hail_sectors *map;
    options.cell = cell;
    cr_assert_eq(hail_sectors_create(&options, &data, NULL, &map), HAIL_OK);
    return map;
}

static hail_points part(const char *isa, size_t from, size_t count) {
    return (hail_points){isa != NULL ? variant_context(isa) : NULL, x + from, y + from, count};
}

/* ---- Against brute force ----------------------------------------------------------------------------------------- */

static const hail_wall_filter *filter_of(const chart *c, int which) {
    static hail_wall_filter filters[FILTERS];
    filters[1] = (hail_wall_filter){.portals = true};
    filters[2] = (hail_wall_filter){.kinds = 0x0f0f00ffu};
    filters[3] = (hail_wall_filter){.portals = true, .kinds = 1u << 31 | 1u << 5 | 1u, .reach = c->step};
    filters[4] = (hail_wall_filter){.portals = true, .reach = c->step * 0.1f};
    return which == 0 ? NULL : &filters[which];
}

static bool asks_for(const hail_wall_filter *f, const hail_wall *w) {
    return f == NULL ? chart_stops(w)
                     : (f->portals || chart_stops(w)) && (f->kinds == 0 || (f->kinds >> w->kind & 1) != 0);
}

static void hold_nearest(uint64_t seed, const chart *c, const hail_wall_filter *f, size_t i, double reach) {
    const hail_nearest_point *is = &nearest[i];
    const oracle_place best = chart_nearest(c, x[i], y[i], f);
    const double ulp = oracle_ulp(fmax(reach, fmax(fabs((double)x[i]), fabs((double)y[i]))));
    const double most = f != NULL && f->reach > 0.0f ? (double)f->reach : HUGE_VAL;
    if (is->edge == HAIL_NO_WALL) {
        cr_assert(is->x == 0.0f && is->y == 0.0f && is->squared == HAIL_NOWHERE);
        cr_assert(best.edge == HAIL_NO_WALL || best.distance > most - DISTANCE * ulp,
                  "(%.9g, %.9g): no wall, should be %u, %.9g px; %s", (double)x[i], (double)y[i], best.edge,
                  best.distance, chart_text(seed, c));
        tally.none++;
        return;
    }
    cr_assert(is->edge < c->wall_count && chart_present(c, is->edge) && asks_for(f, &c->walls[is->edge]), "wall %u",
              is->edge);
    const oracle_place named = oracle_on_segment(x[i], y[i], chart_a(c, is->edge), chart_b(c, is->edge));
    const double place = fmax(fabs((double)is->x - named.x), fabs((double)is->y - named.y)) / ulp;
    const double distance = fabs(sqrt((double)is->squared) - named.distance) / ulp;
    tally.place = fmax(tally.place, place);
    tally.distance = fmax(tally.distance, distance);
    cr_assert(place <= PLACE && distance <= DISTANCE && named.distance <= best.distance + 2.0 * DISTANCE * ulp &&
                  sqrt((double)is->squared) <= most + DISTANCE * ulp,
              "(%.9g, %.9g): wall %u, (%.9g, %.9g), %.9g; should be %u, (%.9g, %.9g), %.9g; %s", (double)x[i],
              (double)y[i], is->edge, (double)is->x, (double)is->y, sqrt((double)is->squared), best.edge, best.x,
              best.y, best.distance, chart_text(seed, c));
}

static void hold_truth(uint64_t seed, const chart *c, const hail_sectors *map) {
    const hail_points points = part("reference", 0, MANY);
    double reach = 0.0;
    for (uint32_t i = 0; i < c->wall_count; i++)
        if (chart_present(c, i)) {
            const spot a = chart_a(c, i), b = chart_b(c, i);
            reach = fmax(reach, (double)fmaxf(fmaxf(fabsf(a.x), fabsf(a.y)), fmaxf(fabsf(b.x), fabsf(b.y))));
        }
    cr_assert_eq(hail_sectors_find(map, &points, wanted), HAIL_OK);
    for (size_t i = 0; i < MANY; i++) {
        const uint32_t want = chart_sector(c, x[i], y[i]);
        tally.within += want != HAIL_NO_SECTOR;
        cr_assert(wanted[i] == want, "(%.9g, %.9g): sector %d, should be %d; %s", (double)x[i], (double)y[i],
                  (int)wanted[i], (int)want, chart_text(seed, c));
    }
    for (int f = 0; f < FILTERS; f++) {
        cr_assert_eq(hail_sectors_nearest(map, &points, filter_of(c, f), nearest), HAIL_OK);
        for (size_t i = 0; i < MANY; i++)
            hold_nearest(seed, c, filter_of(c, f), i, reach);
        memcpy(nearest_wanted[f], nearest, sizeof nearest);
    }
}

/* ---- The same bits ----------------------------------------------------------------------------------------------- */

static void hold_same(uint64_t seed, const chart *c, const hail_sectors *map, hail_points points, size_t from) {
    const char *text = chart_text(seed, c);
    const float cell = sectors_size(map).cell;
    memset(sector, 0xa5, sizeof sector);
    cr_assert_eq(hail_sectors_find(map, &points, sector), HAIL_OK);
    for (size_t i = 0; i < points.count; i++)
        cr_assert(sector[i] == wanted[from + i], "cell %g, (%.9g, %.9g): sector %d, was %d; %s", (double)cell,
                  (double)points.x[i], (double)points.y[i], (int)sector[i], (int)wanted[from + i], text);
    for (int f = 0; f < FILTERS; f++) {
        cr_assert_eq(hail_sectors_nearest(map, &points, filter_of(c, f), nearest), HAIL_OK);
        for (size_t i = 0; i < points.count; i++)
            cr_assert(memcmp(&nearest[i], &nearest_wanted[f][from + i], sizeof *nearest) == 0,
                      "cell %g, filter %d, (%.9g, %.9g): wall %d, %.9g; was %d, %.9g; %s", (double)cell, f,
                      (double)points.x[i], (double)points.y[i], (int)nearest[i].edge, (double)nearest[i].squared,
                      (int)nearest_wanted[f][from + i].edge, (double)nearest_wanted[f][from + i].squared, text);
    }
}

static void hold_map(uint64_t seed, uint64_t *s, const chart *c) {
    hail_sectors *map = make(c, 0.0f);
    hold_truth(seed, c, map);
    for (size_t k = 0; k < hail_variant_count(); k++) {
        hold_same(seed, c, map, part(hail_variant_name(k), 0, MANY), 0);
        for (size_t from = 0, count; from < MANY; from += count) {
            const size_t length = random_pick(s, 70);
            count = length < MANY - from ? length : MANY - from;
            hold_same(seed, c, map, part(hail_variant_name(k), from, count), from);
        }
    }
    hail_sectors_destroy(map);
    const float cells[] = {c->step * 0.11f, c->step * 0.5f, c->step, c->step * 3.7f, 1.0e7f};
    for (int k = 0; k < 5; k++) {
        map = make(c, cells[k]);
        hold_same(seed, c, map, part(NULL, 0, MANY), 0);
        hail_sectors_destroy(map);
    }
}

static void add_odd_points(uint64_t *s) {
    static const float odd[] = {0.0f, -0.0f, HAIL_MAX_BOUND, -HAIL_MAX_BOUND, 1.0e-19f, -1.0e-40f, 1.0e6f, -1.0e6f};
    for (int k = 0; k < 8; k++) {
        x[random_pick(s, MANY)] = odd[random_pick(s, 8)];
        y[random_pick(s, MANY)] = odd[random_pick(s, 8)];
    }
}

static void hold(uint64_t seed) {
    uint64_t state = seed * 1181783497276652981u + 1, *s = &state;
    const chart_choice choice = chart_choose(seed, 8);
    chart *c = chart_make(seed, &choice);
    chart_dots(c, s, MANY, x, y);
    add_odd_points(s);
    hold_map(seed, s, c);
    chart_free(c);
}

Test(sectors_find, charts) {
    uint64_t seed;
    memset(&tally, 0, sizeof tally);
    random_seeds(150, hold);
    cr_log_info("%zu in sectors; without a wall %zu; places off by %.2f, distances by %.2f ulps", tally.within,
                tally.none, tally.place, tally.distance);
    cr_assert(random_seed_given(&seed) || (tally.within > 20 * MANY && tally.none > MANY));
}

/* ---- Fans -------------------------------------------------------------------------------------------------------- */

/* Thin sectors round one vertex; points down to the last ulps from it. */
static void hold_fan(uint64_t seed) {
    uint64_t state = seed * 3202034522624059733u + 1, *s = &state;
    const chart_choice choice = {.side = 1, .step = 64.0f, .islands = 0};
    chart *c = chart_make(seed, &choice);
    const uint32_t n = 3 + random_pick(s, 40);
    const float far = random_pick(s, 2) == 0 ? 0.0f : 1.0e6f;
    free(c->x), free(c->y), free(c->walls), free(c->parity);
    c->x = malloc(64 * sizeof *c->x), c->y = malloc(64 * sizeof *c->y), c->walls = malloc(128 * sizeof *c->walls);
    c->parity = calloc(64, 1);
    cr_assert(c->x != NULL && c->y != NULL && c->walls != NULL && c->parity != NULL);
    c->vertices = n + 1, c->wall_count = 2 * n, c->sectors = n;
    c->x[n] = far + random_range(s, -9.0f, 9.0f), c->y[n] = random_range(s, -9.0f, 9.0f) - far;
    for (uint32_t i = 0; i < n; i++) { /* sector i lies between rays i and i + 1 */
        const double angle = 6.28318530717958648 * (i + 0.3 * (double)random_range(s, 0.0f, 1.0f)) / n;
        const double r = (double)random_range(s, 300.0f, 900.0f);
        c->x[i] = c->x[n] + (float)(r * cos(angle)), c->y[i] = c->y[n] + (float)(r * sin(angle));
        c->walls[2 * i] = (hail_wall){.a = i, .b = (i + 1) % n, .right = i, .left = HAIL_NO_SECTOR};
        c->walls[2 * i + 1] = (hail_wall){.a = n, .b = i, .right = i, .left = (i + n - 1) % n};
    }
    for (size_t i = 0; i < MANY; i++) {
        const float size = exp2f(random_range(s, -26.0f, 10.0f)) * (far > 0.0f && i % 2 == 0 ? far / 900.0f : 1.0f);
        x[i] = c->x[n] + random_range(s, -1.0f, 1.0f) * size;
        y[i] = random_pick(s, 4) == 0 ? c->y[random_pick(s, n + 1)] : c->y[n] + random_range(s, -1.0f, 1.0f) * size;
    }
    x[0] = c->x[n], y[0] = c->y[n];
    hold_map(seed, s, c);
    chart_free(c);
}

Test(sectors_find, fans) { random_seeds(100, hold_fan); }
