/* tests/sectors/sectors_exits.c - hail_sectors_depenetrate in random towns, against random positions: a mover goes to
 * the nearest position that a straight line leads to, is not squeezed while there is one, and may stay there.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that town alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "sectors_town.h"

enum { TOWNS = 60, MOVERS = 60, TRIED = 600 };

typedef struct crowd {
    plan p;
    hail_sectors *map;
    uint32_t kinds;
    float x[MOVERS], y[MOVERS], radius[MOVERS];
    hail_sector_move moves[MOVERS], again[MOVERS];
    uint64_t state;
    size_t pushed, squeezed;
} crowd;

/* Anywhere, at walls and on them; some of them large. */
static void place_all(crowd *c, float side) {
    for (size_t i = 0; i < MOVERS; i++) {
        const spot at = plan_spot(&c->p, &c->state);
        c->x[i] = at.x, c->y[i] = at.y;
        c->radius[i] = random_range(&c->state, 0.0f, side * (i % 4 == 0 ? 0.7f : 0.25f));
        c->radius[i] = i % 16 == 1 ? 0.0f : c->radius[i];
    }
}

static void keep_all(const crowd *c, const float *x, const float *y, const char *isa, hail_sector_move *moves) {
    const hail_sector_movers movers = {.context = variant_context(isa),
                                       .map = c->map,
                                       .x = x,
                                       .y = y,
                                       .radius = c->radius,
                                       .count = MOVERS,
                                       .kinds = c->kinds};
    memset(moves, 0xee, MOVERS * sizeof *moves);
    cr_assert_eq(hail_sectors_depenetrate(&movers, moves), HAIL_OK);
}

/* More walls than it looks at. */
static bool crowded(const crowd *c, size_t i) {
    size_t count = 0;
    for (uint32_t w = 0; w < c->p.wall_count; w++)
        count += !plan_absent(&c->p.walls[w]) && plan_holds(&c->p.walls[w], c->kinds) &&
                 spot_distance((double)c->x[i], (double)c->y[i], plan_end(&c->p, w, false), plan_end(&c->p, w, true)) <
                     3.1 * (double)c->radius[i];
    return count > HAIL_DEPENETRATE_WALLS;
}

/* An allowed position nearer than `within` px that mover i could have gone to. */
static bool nearer_place(crowd *c, size_t i, double within, spot *place) {
    const double radius = (double)c->radius[i], step = spot_step((double)c->x[i], (double)c->y[i]);
    const spot from = {c->x[i], c->y[i]};
    for (int n = 0; n < TRIED; n++) {
        const double turn = (double)random_range(&c->state, 0.0f, 6.2831853f),
                     part = (double)random_range(&c->state, 0.0f, 1.0f);
        const double far = within * (n % 2 == 0 ? sqrt(part) : 1.0 - 0.1 * part * part);
        *place = (spot){(float)((double)from.x + far * cos(turn)), (float)((double)from.y + far * sin(turn))};
        if (plan_gap(&c->p, (double)place->x, (double)place->y, c->kinds, radius + 1.0, NULL) > radius + 4.0 * step &&
            plan_gap_way(&c->p, from, *place, c->kinds, 1.0) > 0.0)
            return true;
    }
    return false;
}

static const char *wrong(crowd *c, size_t i) {
    const hail_sector_move *move = &c->moves[i];
    const double x = (double)c->x[i], y = (double)c->y[i], radius = (double)c->radius[i];
    const double step = fmax(spot_step(x, y), spot_step((double)move->x, (double)move->y));
    const double far = hypot((double)move->x - x, (double)move->y - y);
    const double before = plan_gap(&c->p, x, y, c->kinds, radius + 1.0, NULL);
    const double gap = plan_gap(&c->p, (double)move->x, (double)move->y, c->kinds, radius + 1.0, NULL);
    const bool pushed = (move->flags & HAIL_MOVE_PUSHED) != 0, squeezed = (move->flags & HAIL_MOVE_SQUEEZED) != 0;
    if (pushed == (before >= radius) && squeezed == (before >= radius))
        return fabs(before - radius) > 1e-9 * radius ? "it is put out, or is not" : NULL;
    if (!pushed && far > 1e-17) /* what is nearer to 0 than HAIL_TINY is 0 */
        return "it is not put out, and is elsewhere";
    if (!pushed && !squeezed)
        return move->wall != HAIL_NO_WALL ? "it names a wall" : NULL;
    if (fabs(hypot((double)move->normal_x, (double)move->normal_y) - 1.0) > 1e-5)
        return "the normal is no unit vector";
    if (pushed && (gap < radius - 4.0 * step || far > 2.0 * radius + 8.0 * step))
        return "it is too near still, or too far away";
    if (before <= 4.0 * step) /* another test checks the side */
        return NULL;
    if (pushed && plan_gap_way(&c->p, (spot){c->x[i], c->y[i]}, (spot){move->x, move->y}, c->kinds, 1.0) <= 0.0)
        return "it went through a wall";
    spot place;
    if (crowded(c, i) || !nearer_place(c, i, pushed ? far - 1e-4 * radius - 8.0 * step : 1.996 * radius, &place))
        return NULL;
    fprintf(stderr, "at (%.9g, %.9g)\n", (double)place.x, (double)place.y);
    return "there is a nearer place";
}

static void hold_all(crowd *c, const char *name) {
    for (size_t i = 0; i < MOVERS; i++) {
        const hail_sector_move *move = &c->moves[i];
        const char *why = wrong(c, i);
        cr_assert_null(why, "%s, mover %zu, radius %a, at (%a, %a), kinds %#x: to (%a, %a), flags %u: %s", name, i,
                       (double)c->radius[i], (double)c->x[i], (double)c->y[i], (unsigned)c->kinds, (double)move->x,
                       (double)move->y, (unsigned)move->flags, why);
        c->pushed += (move->flags & HAIL_MOVE_PUSHED) != 0, c->squeezed += (move->flags & HAIL_MOVE_SQUEEZED) != 0;
    }
}

/* A mover that was pushed is at an allowed position. */
static void keep_again(crowd *c, const char *name) {
    float x[MOVERS], y[MOVERS];
    for (size_t i = 0; i < MOVERS; i++)
        x[i] = c->moves[i].x, y[i] = c->moves[i].y;
    keep_all(c, x, y, hail_variant_name(0), c->again);
    for (size_t i = 0; i < MOVERS; i++)
        cr_assert((c->moves[i].flags & HAIL_MOVE_SQUEEZED) != 0 ||
                      (c->again[i].x == x[i] && c->again[i].y == y[i] &&
                       (c->again[i].flags & (HAIL_MOVE_PUSHED | HAIL_MOVE_SQUEEZED)) == 0),
                  "%s: mover %zu is put out twice", name, i);
}

static void crowd_town(uint64_t seed, size_t *pushed, size_t *squeezed) {
    char name[60];
    const town what = town_of(seed);
    crowd *c = calloc(1, sizeof *c);
    if (c == NULL)
        abort();
    c->state = seed;
    c->p = town_make(&what, &c->state);
    c->kinds = seed % 3 == 0 ? 0x55555555u : 0;
    snprintf(name, sizeof name, "HAIL_TEST_SEED=%llu", (unsigned long long)seed);
    c->map = plan_map(&c->p, NULL, name);
    place_all(c, what.side);
    for (size_t isa = 0; isa < hail_variant_count(); isa++) {
        keep_all(c, c->x, c->y, hail_variant_name(isa), isa == 0 ? c->moves : c->again);
        cr_assert(isa == 0 || memcmp(c->moves, c->again, sizeof c->moves) == 0, "%s: %s differs", name,
                  hail_variant_name(isa));
    }
    hold_all(c, name);
    keep_again(c, name);
    *pushed += c->pushed, *squeezed += c->squeezed;
    hail_sectors_destroy(c->map);
    plan_free(&c->p);
    free(c);
}

Test(sectors_exits, towns) {
    uint64_t seed;
    size_t pushed = 0, squeezed = 0;
    if (random_seed_given(&seed)) {
        crowd_town(seed, &pushed, &squeezed);
        return;
    }
    for (uint64_t n = 0; n < random_worlds(TOWNS); n++)
        crowd_town(n, &pushed, &squeezed);
    cr_assert(pushed > TOWNS && squeezed > 0, "%zu are put out, %zu squeezed", pushed, squeezed);
    cr_log_info("%zu are put out, %zu squeezed", pushed, squeezed);
}
