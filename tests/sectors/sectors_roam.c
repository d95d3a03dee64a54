/* tests/sectors/sectors_roam.c - crowds that walk through random towns and Doom's maps: they keep their distance from
 * every wall that stops them, cross none, and report their sectors and crossings.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that town alone, HAIL_TEST_WORLDS=n makes n times as many. With
 * HAIL_REAL_DATA in the environment 1,000 movers take 1,000 steps on each of ten of freedoom's maps. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "sectors_town.h"
#include "sectors_maps.h"

enum { TOWNS = 40, TOWN_MOVERS = 100, TOWN_STEPS = 100, FEW = 25, MOVERS = 1000, STEPS = 1000, COLUMNS = 6 };

typedef struct roamers {
    const plan *p;
    const hail_sectors *map;
    hail_sector_movers movers;
    hail_sector_move_options options;
    float *column[COLUMNS]; /* x, y, dx, dy, radius, speed */
    uint32_t *sector, *found, *region;
    hail_sector_move *moves, *again;
    hail_crossings crossings;
    uint64_t state, digest;
    size_t count, met, pushed, squeezed, entered;
    double wanted, made, nearest; /* px; steps of single precision nearer than its radius */
} roamers;

enum { X, Y, DX, DY, RADIUS, SPEED };

static float radius_of(uint64_t *state, bool doom) {
    static const float usual[] = {0.0f, 8.0f, 20.0f, 24.0f, 31.0f, 64.0f};
    if (doom && random_pick(state, 2) == 0)
        return 16.0f;
    if (random_pick(state, 2) == 0)
        return usual[random_pick(state, 6)];
    return random_range(state, doom ? 8.0f : 0.5f, doom ? 40.0f : 24.0f);
}

static roamers roamers_make(const plan *p, const hail_sectors *map, uint32_t kinds, size_t count, uint64_t seed) {
    roamers r = {.p = p, .map = map, .state = seed, .count = count, .options = sector_move_defaults()};
    const bool doom = p->cell == 128.0;
    for (int k = 0; k < COLUMNS; k++)
        r.column[k] = calloc(count, sizeof(float));
    r.sector = calloc(count, sizeof(uint32_t)), r.found = calloc(count, sizeof(uint32_t)),
    r.region = calloc(count, sizeof(uint32_t));
    r.moves = calloc(count, sizeof *r.moves), r.again = calloc(count, sizeof *r.again);
    r.crossings.capacity = 64 * count;
    r.crossings.list = calloc(r.crossings.capacity, sizeof *r.crossings.list);
    if (r.sector == NULL || r.moves == NULL || r.again == NULL || r.crossings.list == NULL)
        abort();
    for (size_t i = 0; i < count; i++) {
        float *radius = &r.column[RADIUS][i];
        *radius = radius_of(&r.state, doom);
        for (int attempt = 0;
             !plan_free_place(p, kinds, *radius + 0.03125f, &r.state, &r.column[X][i], &r.column[Y][i]); attempt++) {
            cr_assert(attempt < 4, "no room for mover %zu", i);
            *radius *= 0.25f;
        }
        r.column[SPEED][i] = i % 50 == 7 ? 2000.0f : i % 50 < 4 ? 0.5f : 30.0f;
        r.sector[i] = plan_sector(p, r.column[X][i], r.column[Y][i]);
        r.region[i] = plan_region(p, r.column[X][i], r.column[Y][i]);
    }
    r.movers = (hail_sector_movers){.map = map, .count = count, .kinds = kinds, .sector = r.sector};
    r.movers.x = r.column[X], r.movers.y = r.column[Y], r.movers.radius = r.column[RADIUS];
    r.movers.dx = r.column[DX], r.movers.dy = r.column[DY];
    return r;
}

static void roamers_free(roamers *r) {
    for (int k = 0; k < COLUMNS; k++)
        free(r->column[k]);
    free(r->sector), free(r->found), free(r->region);
    free(r->moves), free(r->again), free(r->crossings.list);
}

/* Movers go on at their speed until chance or a wall makes them turn. */
static void decide(roamers *r) {
    for (size_t i = 0; i < r->count; i++) {
        const bool met = (r->moves[i].flags & HAIL_MOVE_MET) != 0;
        const float top = r->column[SPEED][i];
        if (random_pick(&r->state, met ? 4 : 30) == 0 || r->column[DX][i] == 0.0f) {
            r->column[DX][i] = random_range(&r->state, -top, top);
            r->column[DY][i] = random_range(&r->state, -top, top);
        }
    }
}

/* ---- What must be -------------------------------------------------------------------------------------------------
 */

static const char *wrong_crossings(const roamers *r, size_t i, const hail_crossing *list, size_t count) {
    const hail_sector_move *move = &r->moves[i];
    uint32_t at = r->sector[i], entered = 0;
    for (size_t k = 0; k < count; k++) {
        const hail_crossing *c = &list[k];
        if (c->mover != i || c->from != at)
            return "the chain of crossings is broken";
        if (c->from == c->to)
            return "a crossing from a sector to itself";
        at = c->to, entered += c->to != HAIL_NO_SECTOR;
        if (c->wall == HAIL_NO_WALL)
            continue;
        if (c->wall >= r->p->wall_count || plan_holds(&r->p->walls[c->wall], r->movers.kinds))
            return "it crossed a wall that holds it";
        const hail_wall *wall = &r->p->walls[c->wall];
        if (!(wall->right == c->from && wall->left == c->to) && !(wall->left == c->from && wall->right == c->to))
            return "the wall is not between these sectors";
    }
    if (at != move->sector)
        return "the crossings lead elsewhere";
    return entered == move->entered ? NULL : "the number of entered sectors is not that of the crossings";
}

static const char *wrong_flags(const roamers *r, size_t i, double before) {
    const hail_sector_move *move = &r->moves[i];
    const bool met = (move->flags & HAIL_MOVE_MET) != 0, pushed = (move->flags & HAIL_MOVE_PUSHED) != 0;
    const double radius = (double)r->column[RADIUS][i], length = hypot((double)move->normal_x, (double)move->normal_y);
    if (move->flags > 63 || (move->flags & (HAIL_MOVE_LEFT | HAIL_MOVE_LOST)) != 0 || move->sector >= r->p->sectors)
        return "it is lost";
    if (((move->flags & HAIL_MOVE_ENTERED) != 0) != (move->sector != r->sector[i]))
        return "it is said to be in another sector, or is not";
    if ((pushed || (move->flags & HAIL_MOVE_SQUEEZED) != 0) && before >= radius * (1.0 + 1e-12))
        return "it was put out of a wall that it was not in";
    if (move->wall == HAIL_NO_WALL)
        return met || pushed || length != 0.0 ? "it met a wall that there is not" : NULL;
    if (move->wall >= r->p->wall_count || !plan_holds(&r->p->walls[move->wall], r->movers.kinds))
        return "it met a wall that does not hold it";
    if (!(fabs(length - 1.0) < 1.0e-5))
        return "the normal is no unit vector";
    const double into =
        (double)move->normal_x * (double)r->column[DX][i] + (double)move->normal_y * (double)r->column[DY][i];
    return met && !pushed && into > 1.0e-3 ? "it met a wall that it does not move to" : NULL;
}

static const char *wrong_way(const roamers *r, size_t i) {
    const hail_sector_move *move = &r->moves[i];
    const float *const *c = (const float *const *)r->column;
    const spot from = {c[X][i], c[Y][i]}, to = {move->x, move->y};
    const double dx = (double)c[DX][i], dy = (double)c[DY][i], far = hypot(dx, dy), radius = (double)c[RADIUS][i];
    const double mx = (double)to.x - (double)from.x, my = (double)to.y - (double)from.y, made = hypot(mx, my);
    const double step = fmax(spot_step((double)to.x, (double)to.y), spot_step((double)from.x, (double)from.y));
    if ((move->flags & (HAIL_MOVE_PUSHED | HAIL_MOVE_SQUEEZED)) != 0)
        return made > 2.01 * radius + far ? "it is put far away" : NULL;
    if (made > far + 8.0 * step)
        return "it goes further than it wanted";
    const bool straight = (move->flags & HAIL_MOVE_MET) == 0;
    const spot aim = {c[X][i] + c[DX][i], c[Y][i] + c[DY][i]};
    if (!straight && plan_way_to_wall(r->p, from, aim, move->wall) > radius + 0x1p-8 + 16.0 * step)
        return "it met a wall that is not in its way";
    if (straight && hypot(mx - dx, my - dy) > 2.0 * step)
        return "it met nothing, and is not where it wanted to be";
    if (!straight && !r->options.stop)
        return NULL;
    if (fabs(mx * dy - my * dx) > (8.0 * step + 1e-6) * far)
        return "it leaves its straight way";
    if ((far < 100.0 || i % 4 == 0) &&
        plan_gap_way(r->p, from, to, r->movers.kinds, radius + 1.0) < radius - 4.0 * step)
        return "on its way it comes too near to a wall";
    return NULL;
}

static const char *wrong_move(roamers *r, size_t i, int n, const hail_crossing *list, size_t crossed) {
    const hail_sector_move *move = &r->moves[i];
    const double radius = (double)r->column[RADIUS][i], x = (double)move->x, y = (double)move->y;
    if (!isfinite(move->x) || !isfinite(move->y) || move->sector != r->found[i])
        return "it is not in the sector of the place where it is";
    const double before =
        plan_gap(r->p, (double)r->column[X][i], (double)r->column[Y][i], r->movers.kinds, radius + 1.0, NULL);
    const double gap = plan_gap(r->p, x, y, r->movers.kinds, radius + 1.0, NULL);
    const char *wrong = wrong_flags(r, i, before);
    wrong = wrong != NULL ? wrong : wrong_crossings(r, i, list, crossed);
    wrong = wrong != NULL || (i + (size_t)n) % 4 != 0 ? wrong : wrong_way(r, i);
    if (wrong != NULL)
        return wrong;
    if ((move->flags & HAIL_MOVE_SQUEEZED) == 0)
        r->nearest = fmax(r->nearest, (radius - gap) / spot_step(x, y));
    else if (move->x != r->column[X][i] || move->y != r->column[Y][i])
        return "it is squeezed, and moves";
    if ((move->flags & HAIL_MOVE_SQUEEZED) == 0 && gap < radius - 4.0 * spot_step(x, y))
        return "it is too near to a wall";
    if ((i + (size_t)n) % 16 == 0 && plan_sector(r->p, move->x, move->y) != move->sector)
        return "it is in another sector";
    if (((i + (size_t)n) % 4 == 0 || r->column[SPEED][i] > 100.0f) &&
        plan_region(r->p, move->x, move->y) != r->region[i])
        return "it went through a wall";
    return NULL;
}

static void count_up(roamers *r, size_t i) {
    const hail_sector_move *move = &r->moves[i];
    r->met += (move->flags & HAIL_MOVE_MET) != 0, r->pushed += (move->flags & HAIL_MOVE_PUSHED) != 0;
    r->squeezed += (move->flags & HAIL_MOVE_SQUEEZED) != 0, r->entered += move->entered;
    r->wanted += hypot((double)r->column[DX][i], (double)r->column[DY][i]);
    r->made += hypot((double)move->x - (double)r->column[X][i], (double)move->y - (double)r->column[Y][i]);
}

static void hold_moves(roamers *r, const char *name, int n) {
    size_t k = 0;
    cr_assert_leq(r->crossings.count, r->crossings.capacity);
    for (size_t i = 0; i < r->count; i++) {
        const size_t first = k;
        while (k < r->crossings.count && r->crossings.list[k].mover == i)
            k++;
        const char *wrong = wrong_move(r, i, n, &r->crossings.list[first], k - first);
        const hail_sector_move *move = &r->moves[i];
        cr_assert_null(wrong,
                       "%s, step %d, mover %zu, radius %a, at (%a, %a) in %d, by (%a, %a)%s, kinds %#x: to (%a, %a) in "
                       "%d, wall %d, normal (%g, %g), entered %u, flags %u: %s",
                       name, n, i, (double)r->column[RADIUS][i], (double)r->column[X][i], (double)r->column[Y][i],
                       (int)r->sector[i], (double)r->column[DX][i], (double)r->column[DY][i],
                       r->options.stop ? " or stop" : "", (unsigned)r->movers.kinds, (double)move->x, (double)move->y,
                       (int)move->sector, (int)move->wall, (double)move->normal_x, (double)move->normal_y,
                       (unsigned)move->entered, (unsigned)move->flags, wrong);
        count_up(r, i);
    }
    cr_assert_eq(k, r->crossings.count, "%s: crossings are not in order of movers", name);
}

/* A move does not depend on other movers, nor on whether its sector was given. */
static void hold_alone(const roamers *r, const char *name) {
    hail_sector_movers m = r->movers;
    m.sector = NULL;
    cr_assert_eq(hail_sectors_move(&m, &r->options, r->again, NULL), HAIL_OK);
    cr_assert_eq(memcmp(r->moves, r->again, r->count * sizeof *r->again), 0, "%s: sectors looked up", name);
    m.sector = r->sector;
    for (size_t i = 3; i < r->count; i += 1 + r->count / 5) {
        m.x = r->movers.x + i, m.y = r->movers.y + i, m.dx = r->movers.dx + i, m.dy = r->movers.dy + i;
        m.radius = r->movers.radius + i, m.sector = r->sector + i;
        m.count = r->count - i < 5 ? r->count - i : 5;
        cr_assert_eq(hail_sectors_move(&m, &r->options, r->again, NULL), HAIL_OK);
        cr_assert_eq(memcmp(r->moves + i, r->again, m.count * sizeof *r->again), 0, "%s: alone", name);
    }
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

/* Moves all by a step. held: whether it is checked. */
static void step(roamers *r, const char *name, int n, bool held) {
    decide(r);
    memset(r->moves, 0xee, r->count * sizeof *r->moves);
    const hail_status status = hail_sectors_move(&r->movers, &r->options, r->moves, &r->crossings);
    cr_assert_eq(status, HAIL_OK, "%s: %s", name, hail_status_text(status));
    r->digest = digest(r->digest, r->moves, r->count * sizeof *r->moves);
    r->digest = digest(r->digest, r->crossings.list, r->crossings.count * sizeof *r->crossings.list);
    if (held) {
        float *x = calloc(r->count, sizeof *x), *y = calloc(r->count, sizeof *y);
        for (size_t i = 0; i < r->count; i++)
            x[i] = r->moves[i].x, y[i] = r->moves[i].y;
        const hail_points points = {.context = r->movers.context, .x = x, .y = y, .count = r->count};
        cr_assert_eq(hail_sectors_find(r->map, &points, r->found), HAIL_OK);
        free(x), free(y);
        hold_moves(r, name, n);
        if (n % 16 == 0)
            hold_alone(r, name);
    }
    for (size_t i = 0; i < r->count; i++)
        r->column[X][i] = r->moves[i].x, r->column[Y][i] = r->moves[i].y, r->sector[i] = r->moves[i].sector;
}

typedef struct roaming {
    const char *name;
    plan *p;
    const hail_sectors *map;
    const hail_sector_move_options *options;
    uint32_t kinds;
    size_t movers;
    int steps;
    uint64_t seed;
    size_t isa;
    void (*look)(const roamers *r, const char *name, void *user); /* after each step; may be NULL */
    void *user;
} roaming;

/* One variant takes all the steps and is checked; the others must start with the same bytes. */
static void roam(const roaming *o) {
    uint64_t first = 0;
    plan_regions(o->p, o->kinds);
    for (size_t k = 0; k < hail_variant_count(); k++) {
        const size_t isa = (o->isa + k) % hail_variant_count();
        roamers r = roamers_make(o->p, o->map, o->kinds, o->movers, o->seed);
        r.options = *o->options;
        r.movers.context = variant_context(hail_variant_name(isa));
        for (int n = 0; n < (k == 0 ? o->steps : FEW); n++) {
            step(&r, o->name, n, k == 0);
            if (k == 0 && o->look != NULL)
                o->look(&r, o->name, o->user);
            if (n == FEW - 1 && k == 0)
                first = r.digest;
        }
        cr_assert(k == 0 || r.digest == first, "%s: %s differs", o->name, hail_variant_name(isa));
        if (k == 0)
            cr_log_info("%s: made %.0f of %.0f px; met %zu walls, entered %zu sectors, %zu pushed, %zu squeezed; at "
                        "most %.2g ulps too near",
                        o->name, r.made, r.wanted, r.met, r.entered, r.pushed, r.squeezed, r.nearest);
        cr_assert(k != 0 || r.made > 0.02 * r.wanted, "%s: they hardly move: %g px of %g", o->name, r.made, r.wanted);
        roamers_free(&r);
    }
}

/* ---- Towns ------------------------------------------------------------------------------------------------------- */

static void roam_town(uint64_t seed) {
    char name[60];
    uint64_t state = seed;
    town what = town_of(seed);
    what.columns += 3, what.rows += 2;
    plan p = town_make(&what, &state);
    snprintf(name, sizeof name, "HAIL_TEST_SEED=%llu", (unsigned long long)seed);
    hail_sectors *map = plan_map(&p, NULL, name);
    hail_sector_move_options options;
    hail_sector_move_options_defaults(&options);
    options.stop = seed % 4 == 3, options.bounces = 1 + (uint32_t)seed % 8;
    roam(&(roaming){.name = name,
                    .p = &p,
                    .map = map,
                    .options = &options,
                    .kinds = seed % 5 == 0 ? 0x0f0f0f0f : 0,
                    .movers = TOWN_MOVERS,
                    .steps = TOWN_STEPS,
                    .seed = seed,
                    .isa = seed});
    hail_sectors_destroy(map);
    plan_free(&p);
}

Test(sectors_roam, towns) {
    uint64_t seed;
    if (random_seed_given(&seed)) {
        roam_town(seed);
        return;
    }
    for (uint64_t n = 0; n < random_worlds(TOWNS); n++)
        roam_town(n);
}

/* ---- Doom's maps ------------------------------------------------------------------------------------------------- */

#ifdef HAVE_DOOM
typedef struct checks {
    const level *l;
    uint64_t round;
    size_t maps, agreed, differ, left;
} checks;

/* The BSP agrees where it is trusted, except where its maker rounded; there exact crossings decide. */
static void ask_bsp(const roamers *r, const char *name, void *user) {
    checks *c = user;
    for (size_t i = c->round++ % 16; i < r->count && c->l->doom.leaf_count > 0; i += 16) {
        const doom_place place = doom_where(&c->l->doom, (double)r->moves[i].x, (double)r->moves[i].y);
        c->left += !place.trusted, c->agreed += place.trusted && place.sector == r->moves[i].sector;
        if (place.trusted && place.sector != r->moves[i].sector) {
            const uint32_t exact = plan_sector(r->p, r->moves[i].x, r->moves[i].y);
            cr_assert_eq(exact, r->moves[i].sector, "%s: (%.9g, %.9g) is in %u, the BSP says %u by %g px", name,
                         (double)r->moves[i].x, (double)r->moves[i].y, (unsigned)r->moves[i].sector,
                         (unsigned)place.sector, place.margin);
            c->differ++;
        }
    }
}

static void roam_level(level *l, void *user) {
    checks *c = user;
    hail_sector_move_options options;
    hail_sector_move_options_defaults(&options);
    if (l->faults > 0)
        return;
    c->l = l;
    roam(&(roaming){.name = l->name,
                    .p = &l->p,
                    .map = l->map,
                    .options = &options,
                    .movers = levels_all() ? MOVERS : MOVERS / 5,
                    .steps = levels_all() ? STEPS : STEPS / 10,
                    .seed = c->maps,
                    .isa = hail_variant_count() - 1 - c->maps % hail_variant_count(),
                    .look = ask_bsp,
                    .user = c});
    c->maps++;
}

Test(sectors_roam, maps) {
    checks c = {0};
    levels_each(2, levels_all() ? 7 : 35, roam_level, &c);
    cr_log_info("%zu maps; the BSP agrees %zu times, and differs %zu times, wrongly; %zu are not trusted", c.maps,
                c.agreed, c.differ, c.left);
    cr_assert_leq(c.differ, c.agreed / 1000);
}
#endif
