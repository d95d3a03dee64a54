/* tests/sectors/sectors_bsp.c - sectors and nearest walls in random towns and in Doom's maps, against exact crossings,
 * the maps' own BSP, brute force in double precision, and GEOS.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that town alone, HAIL_TEST_WORLDS=n makes n times as many. With
 * HAIL_REAL_DATA in the environment every map of freedoom's is asked at 10,000 points and more. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "sectors_town.h"
#include "sectors_maps.h"
#ifdef HAVE_GEOS
#include <geos_c.h>
#endif

enum { TOWNS = 60, TOWN_POINTS = 2000, BOX_POINTS = 10000, NEAR_POINTS = 1000 };

/* ---- Which sector ------------------------------------------------------------------------------------------------ */

typedef struct asked {
    spot *at;
    float *x, *y;
    uint32_t *sector, *again;
    size_t count;
} asked;

static asked asked_make(size_t most) {
    asked a = {.at = calloc(most, sizeof(spot)), .x = calloc(most, sizeof(float)), .y = calloc(most, sizeof(float))};
    a.sector = calloc(most, sizeof(uint32_t)), a.again = calloc(most, sizeof(uint32_t));
    if (a.at == NULL || a.x == NULL || a.y == NULL || a.sector == NULL || a.again == NULL)
        abort();
    return a;
}

static void asked_free(asked *a) { free(a->at), free(a->x), free(a->y), free(a->sector), free(a->again); }

static void ask_about(asked *a, spot at) {
    a->at[a->count] = at;
    a->x[a->count] = at.x, a->y[a->count++] = at.y;
}

/* The same from every variant. */
static void find_all(const hail_sectors *map, asked *a, const char *name) {
    hail_points points = {.x = a->x, .y = a->y, .count = a->count};
    for (size_t isa = 0; isa < hail_variant_count(); isa++) {
        points.context = variant_context(hail_variant_name(isa));
        uint32_t *to = isa == 0 ? a->sector : a->again;
        memset(to, 0xee, a->count * sizeof *to);
        cr_assert_eq(hail_sectors_find(map, &points, to), HAIL_OK);
        for (size_t i = 0; i < a->count; i++)
            cr_assert_eq(to[i], a->sector[i], "%s: (%a, %a): %s says %u, %s %u", name, (double)a->x[i], (double)a->y[i],
                         hail_variant_name(isa), (unsigned)to[i], hail_variant_name(0), (unsigned)a->sector[i]);
    }
}

static void hold_exact(const plan *p, const asked *a, const char *name) {
    for (size_t i = 0; i < a->count; i++) {
        const uint32_t exact = plan_sector(p, a->x[i], a->y[i]);
        cr_assert_eq(a->sector[i], exact, "%s: (%a, %a) is said to be in sector %d, and is in %d", name,
                     (double)a->x[i], (double)a->y[i], (int)a->sector[i], (int)exact);
    }
}

/* The same with any cell. */
static void hold_cells(const plan *p, asked *a, const char *name) {
    static const float cell[] = {23.0f, 190.0f, 5000.0f};
    const hail_points points = {.x = a->x, .y = a->y, .count = a->count};
    for (int k = 0; k < 3; k++) {
        hail_sectors_options options;
        hail_sectors_options_defaults(&options);
        options.cell = cell[k];
        hail_sectors *map = plan_map(p, &options, name);
        cr_assert_eq(hail_sectors_find(map, &points, a->again), HAIL_OK);
        for (size_t i = 0; i < a->count; i++)
            cr_assert_eq(a->again[i], a->sector[i], "%s, cell %g: (%a, %a)", name, (double)cell[k], (double)a->x[i],
                         (double)a->y[i]);
        hail_sectors_destroy(map);
    }
}

/* ---- Nearest walls ----------------------------------------------------------------------------------------------- */

static bool asked_for(const hail_wall *wall, const hail_wall_filter *filter) {
    if (plan_absent(wall) || (!filter->portals && !plan_stops(wall)))
        return false;
    return filter->kinds == 0 || (filter->kinds >> wall->kind & 1) != 0;
}

static double wall_step(const plan *p, uint32_t wall, spot at) {
    const spot a = plan_end(p, wall, false), b = plan_end(p, wall, true);
    const double of_wall = fmax(spot_step((double)a.x, (double)a.y), spot_step((double)b.x, (double)b.y));
    return fmax(of_wall, spot_step((double)at.x, (double)at.y));
}

/* px: from a point to a wall, and the place there. */
static double to_wall(const plan *p, uint32_t wall, spot at, double *x, double *y) {
    const spot a = plan_end(p, wall, false), b = plan_end(p, wall, true);
    const double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y;
    const double px = (double)at.x - (double)a.x, py = (double)at.y - (double)a.y;
    const double t = fmin(fmax((px * ex + py * ey) / (ex * ex + ey * ey), 0.0), 1.0);
    *x = (double)a.x + t * ex, *y = (double)a.y + t * ey;
    return hypot(px - t * ex, py - t * ey);
}

typedef struct brute {
    double far;  /* px: of the nearest; INFINITY: there is none */
    double step; /* of the nearest */
} brute;

static brute nearest_by_force(const plan *p, const hail_wall_filter *filter, spot at) {
    brute b = {.far = INFINITY};
    double x, y;
    for (uint32_t w = 0; w < p->wall_count; w++) {
        if (!asked_for(&p->walls[w], filter))
            continue;
        const double far = to_wall(p, w, at, &x, &y);
        if (far < b.far)
            b = (brute){far, wall_step(p, w, at)};
    }
    return b;
}

/* Whether the vertex is where the wall is nearest, and clearly so, rounded or not: the wall leads away. */
static bool ends_at(const plan *p, uint32_t wall, uint32_t vertex, spot at) {
    const hail_wall *w = &p->walls[wall];
    if (w->a != vertex && w->b != vertex)
        return false;
    const spot end = plan_end(p, wall, w->b == vertex), other = plan_end(p, wall, w->a == vertex);
    const double ex = (double)other.x - (double)end.x, ey = (double)other.y - (double)end.y;
    const double px = (double)at.x - (double)end.x, py = (double)at.y - (double)end.y;
    return px * ex + py * ey < -(1.0e-3 * hypot(px, py) + 32.0 * wall_step(p, wall, at)) * hypot(ex, ey);
}

/* If several walls are nearest at one vertex: the lowest number. */
static bool lower_there(const plan *p, const hail_wall_filter *filter, spot at, uint32_t wall) {
    for (int end = 0; end < 2; end++) {
        const uint32_t vertex = end == 0 ? p->walls[wall].a : p->walls[wall].b;
        for (uint32_t w = 0; w < wall && ends_at(p, wall, vertex, at); w++)
            if (!plan_absent(&p->walls[w]) && asked_for(&p->walls[w], filter) && ends_at(p, w, vertex, at))
                return true;
    }
    return false;
}

static const char *wrong_nearest(const plan *p, const hail_wall_filter *filter, spot at, const hail_nearest_point *n) {
    const brute b = nearest_by_force(p, filter, at);
    if (n->edge == HAIL_NO_WALL) {
        const bool nothing = n->x == 0.0f && n->y == 0.0f && n->squared == HAIL_NOWHERE;
        const bool far = filter->reach > 0.0f && b.far > (double)filter->reach - 8.0 * b.step;
        return !nothing ? "no wall, and yet a place" : b.far < INFINITY && !far ? "it finds none" : NULL;
    }
    if (n->edge >= p->wall_count || !asked_for(&p->walls[n->edge], filter))
        return "nobody asked for that wall";
    double x, y;
    const double far = to_wall(p, n->edge, at, &x, &y), step = wall_step(p, n->edge, at);
    const double said = sqrt((double)n->squared);
    if (filter->reach > 0.0f && said > (double)filter->reach + 8.0 * step)
        return "it is out of reach";
    if (fabs((double)n->x - x) > 4.0 * step || fabs((double)n->y - y) > 4.0 * step)
        return "the place is wrong";
    if (fabs(said - far) > 8.0 * step)
        return "the distance is wrong";
    if (far > b.far + 16.0 * fmax(step, b.step))
        return "there is a nearer wall";
    return lower_there(p, filter, at, n->edge) ? "there is an equally near one of a lower number" : NULL;
}

static void hold_nearest(const plan *p, const hail_sectors *map, const asked *a, const char *name) {
    static const hail_wall_filter filters[] = {
        {0}, {.portals = true}, {.reach = 48.0f}, {.portals = true, .kinds = 2 | 8}, {.kinds = 1, .reach = 200.0f}};
    hail_nearest_point *first = calloc(a->count + 1, sizeof *first), *n = calloc(a->count + 1, sizeof *n);
    for (int f = 0; f < 5; f++) {
        hail_points points = {.x = a->x, .y = a->y, .count = a->count};
        for (size_t isa = 0; isa < hail_variant_count(); isa++) {
            points.context = variant_context(hail_variant_name(isa));
            memset(n, 0xee, a->count * sizeof *n);
            cr_assert_eq(hail_sectors_nearest(map, &points, f == 0 ? NULL : &filters[f], n), HAIL_OK);
            if (isa == 0)
                memcpy(first, n, a->count * sizeof *n);
            cr_assert_eq(memcmp(first, n, a->count * sizeof *n), 0, "%s: %s differs", name, hail_variant_name(isa));
        }
        for (size_t i = (size_t)f; i < a->count; i += f == 0 ? 1 : 5) {
            const char *wrong = wrong_nearest(p, &filters[f], a->at[i], &n[i]);
            cr_assert_null(wrong, "%s, filter %d: (%a, %a): wall %d at (%a, %a), %a px away: %s", name, f,
                           (double)a->x[i], (double)a->y[i], (int)n[i].edge, (double)n[i].x, (double)n[i].y,
                           sqrt((double)n[i].squared), wrong);
        }
    }
    free(first), free(n);
}

/* ---- Towns ------------------------------------------------------------------------------------------------------- */

static void hold_town(uint64_t seed) {
    char name[60];
    uint64_t state = seed;
    const town what = town_of(seed);
    plan p = town_make(&what, &state);
    snprintf(name, sizeof name, "HAIL_TEST_SEED=%llu", (unsigned long long)seed);
    if (p.wall_count > 0) {
        hail_sectors *map = plan_map(&p, NULL, name);
        asked a = asked_make(TOWN_POINTS);
        for (size_t i = 0; i < TOWN_POINTS; i++)
            ask_about(&a, plan_spot(&p, &state));
        find_all(map, &a, name);
        hold_exact(&p, &a, name);
        hold_cells(&p, &a, name);
        a.count = TOWN_POINTS / 4;
        hold_nearest(&p, map, &a, name);
        asked_free(&a);
        hail_sectors_destroy(map);
    }
    plan_free(&p);
}

Test(sectors_bsp, towns) {
    uint64_t seed;
    if (random_seed_given(&seed)) {
        hold_town(seed);
        return;
    }
    for (uint64_t n = 0; n < random_worlds(TOWNS); n++)
        hold_town(n);
}

/* The oracles against each other; they work differently. */
Test(sectors_bsp, oracles) {
    for (uint64_t seed = 0; seed < random_worlds(TOWNS); seed++) {
        uint64_t state = seed;
        const town what = town_of(seed);
        plan p = town_make(&what, &state);
        for (size_t i = 0; i < TOWN_POINTS && p.wall_count > 0; i++) {
            const spot at = plan_spot(&p, &state);
            cr_assert_eq(plan_sector(&p, at.x, at.y), plan_side_sector(&p, plan_side(&p, at.x, at.y)));
        }
        plan_free(&p);
    }
}

/* ---- Doom's maps ------------------------------------------------------------------------------------------------- */

#ifdef HAVE_DOOM
typedef struct tally {
    size_t points, outside, untrusted, agreed, differ, exact, near_fault;
} tally;

/* px: to the nearest fault's position, or wall with a fault. */
static double to_fault(const level *l, spot at) {
    double least = INFINITY, x, y;
    for (size_t k = 0; k < l->faults; k++) {
        const hail_sector_fault *f = &l->fault[k];
        least = fmin(least, hypot((double)f->x - (double)at.x, (double)f->y - (double)at.y));
        if (f->wall != HAIL_NO_WALL)
            least = fmin(least, to_wall(&l->p, f->wall, at, &x, &y));
        if (f->other != HAIL_NO_WALL)
            least = fmin(least, to_wall(&l->p, f->other, at, &x, &y));
    }
    return least;
}

/* In a map with faults the first wall to the right decides, even one with the same sector on both sides; except near
 * the faults. */
static void hold_faulty(const level *l, const asked *a, tally *t) {
    const double near = 2.0 * (double)sectors_size(l->map).cell;
    for (size_t i = 0; i < a->count; i++) {
        const uint32_t seen = plan_side_sector(&l->p, plan_side(&l->p, a->x[i], a->y[i]));
        if (a->sector[i] == seen || a->sector[i] == plan_sector(&l->p, a->x[i], a->y[i]))
            continue;
        t->near_fault++;
        cr_assert(to_fault(l, a->at[i]) < near,
                  "%s: (%a, %a) is said to be in sector %d, the wall next to it says %d, and the next fault is %g px "
                  "away",
                  l->name, (double)a->x[i], (double)a->y[i], (int)a->sector[i], (int)seen, to_fault(l, a->at[i]));
    }
}

/* Compares the first `count` points with the BSP, where it is trusted. */
static void hold_bsp(const level *l, const asked *a, size_t count, tally *t) {
    tally of = {0};
    for (size_t i = 0; i < count; i++) {
        const doom_place place = doom_where(&l->doom, (double)a->x[i], (double)a->y[i]);
        if (a->sector[i] == HAIL_NO_SECTOR)
            of.outside++;
        else if (!place.trusted)
            of.untrusted++;
        else if (place.sector == a->sector[i])
            of.agreed++;
        else if (place.margin > 1.5 && of.differ++ < 5)
            cr_log_info("%s: (%.9g, %.9g): sector %u, the BSP says %u, by %.3g px", l->name, (double)a->x[i],
                        (double)a->y[i], (unsigned)a->sector[i], (unsigned)place.sector, place.margin);
        else
            of.exact++;
    }
    cr_assert(of.differ + of.exact <= 2 + count / 1000, "%s: the BSP says otherwise %zu times", l->name,
              of.differ + of.exact);
    cr_assert(of.untrusted <= of.agreed, "%s: %zu points are left out, and %zu held", l->name, of.untrusted, of.agreed);
    t->outside += of.outside, t->untrusted += of.untrusted, t->agreed += of.agreed, t->differ += of.differ;
    t->exact += of.exact, t->points += count;
}

/* Anywhere in the map's box; its vertices; places on walls, and beside them. */
static asked ask_level(const level *l, size_t box, uint64_t *state) {
    const plan *p = &l->p;
    asked a = asked_make(box + p->vertices + 3 * p->wall_count);
    for (size_t i = 0; i < box; i++)
        ask_about(&a, (spot){(float)(p->left + p->cell * (double)p->columns * (double)random_range(state, 0.0f, 1.0f)),
                             (float)(p->top + p->cell * (double)p->rows * (double)random_range(state, 0.0f, 1.0f))});
    for (size_t v = 0; v < p->vertices; v++)
        ask_about(&a, (spot){p->x[v], p->y[v]});
    for (size_t k = 0; k < 3 * p->wall_count; k++)
        ask_about(&a, plan_spot(p, state));
    return a;
}

static void hold_level(level *l, void *user) {
    tally *t = user;
    uint64_t state = l->p.wall_count;
    const size_t box = levels_all() ? BOX_POINTS : BOX_POINTS / 5;
    asked a = ask_level(l, box, &state);
    find_all(l->map, &a, l->name);
    if (l->faults == 0)
        hold_exact(&l->p, &a, l->name);
    else
        hold_faulty(l, &a, t);
    if (l->doom.leaf_count > 0)
        hold_bsp(l, &a, box, t);
    a.count = levels_all() ? NEAR_POINTS : NEAR_POINTS / 4;
    hold_nearest(&l->p, l->map, &a, l->name);
    asked_free(&a);
}

Test(sectors_bsp, maps) {
    tally t = {0};
    const size_t maps = levels_each(levels_all() ? 0 : 5, levels_all() ? 1 : 33, hold_level, &t);
    cr_log_info("%zu maps, %zu points in their boxes: %zu outside, %zu in leaves that are not trusted; the BSP agrees "
                "with %zu, differs at %zu within 1.5 px of its lines, and at %zu elsewhere; %zu points near faults "
                "differ",
                maps, t.points, t.outside, t.untrusted, t.agreed, t.exact, t.differ, t.near_fault);
}
#endif

/* ---- GEOS -------------------------------------------------------------------------------------------------------- */

#if defined(HAVE_DOOM) && defined(HAVE_GEOS)
static GEOSGeometry *geos_walls(GEOSContextHandle_t geos, const plan *p) {
    GEOSGeometry **each = calloc(p->wall_count + 1, sizeof(GEOSGeometry *));
    unsigned count = 0;
    for (uint32_t w = 0; w < p->wall_count; w++) {
        if (!plan_stops(&p->walls[w]))
            continue;
        GEOSCoordSequence *ends = GEOSCoordSeq_create_r(geos, 2, 2);
        for (unsigned k = 0; k < 2; k++) {
            const spot at = plan_end(p, w, k == 1);
            GEOSCoordSeq_setXY_r(geos, ends, k, (double)at.x, (double)at.y);
        }
        each[count++] = GEOSGeom_createLineString_r(geos, ends);
    }
    GEOSGeometry *all = GEOSGeom_createCollection_r(geos, GEOS_MULTILINESTRING, each, count);
    free(each);
    return all;
}

static void hold_geos(level *l, void *user) {
    enum { HERE = 200 };
    uint64_t state = 5;
    GEOSContextHandle_t geos = GEOS_init_r();
    GEOSGeometry *all = geos_walls(geos, &l->p);
    (void)user;
    for (int i = 0; i < HERE; i++) {
        const spot at = plan_spot(&l->p, &state);
        const hail_points points = {.x = &at.x, .y = &at.y, .count = 1};
        hail_nearest_point n;
        double far = NAN;
        cr_assert_eq(hail_sectors_nearest(l->map, &points, NULL, &n), HAIL_OK);
        GEOSGeometry *point = GEOSGeom_createPointFromXY_r(geos, (double)at.x, (double)at.y);
        cr_assert_eq(GEOSDistance_r(geos, point, all, &far), 1);
        GEOSGeom_destroy_r(geos, point);
        cr_assert(fabs(sqrt((double)n.squared) - far) <= 8.0 * wall_step(&l->p, n.edge, at),
                  "%s: (%a, %a): %a px away, GEOS says %a", l->name, (double)at.x, (double)at.y,
                  sqrt((double)n.squared), far);
    }
    GEOSGeom_destroy_r(geos, all);
    GEOS_finish_r(geos);
}

Test(sectors_bsp, geos) { levels_each(5, levels_all() ? 12 : 33, hold_geos, NULL); }
#endif
