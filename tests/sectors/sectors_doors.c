/* tests/sectors/sectors_doors.c - maps that change while movers walk in them: doors close and open, corners move, walls
 * vanish and return. Lost and squeezed movers are reported, and every answer is that of a new map.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that town alone, HAIL_TEST_WORLDS=n makes n times as many. With
 * HAIL_REAL_DATA in the environment more of freedoom's maps change for longer. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "sectors_town.h"
#include "sectors_maps.h"

enum { TOWNS = 40, MOVERS = 96, ROUNDS = 40, FAULTS = 32, DOORS = 6 };

typedef struct site {
    char name[60];
    plan p;
    hail_sectors *map, *anew;
    hail_sectors_options options; /* of both: what walls may lie in is the same */
    uint64_t state;
    float x[MOVERS], y[MOVERS], dx[MOVERS], dy[MOVERS], radius[MOVERS];
    uint32_t sector[MOVERS], found[2][MOVERS];
    hail_sector_move kept[MOVERS], moves[MOVERS], again[MOVERS];
    hail_crossing crossing[2][MOVERS * 32];
    hail_crossings crossings[2];
    size_t changed, refused, pushed, squeezed, left, lost, feasible;
} site;

static site *site_make(const plan *p, const char *name, uint64_t seed) {
    site *s = calloc(1, sizeof *s);
    if (s == NULL)
        abort();
    snprintf(s->name, sizeof s->name, "%s", name);
    s->p = *p, s->state = seed, s->options = sectors_defaults();
    s->map = plan_map(&s->p, &s->options, name);
    hail_sectors_size size;
    hail_sectors_measure(s->map, &size);
    s->options.min_x = size.min_x, s->options.min_y = size.min_y;
    s->options.max_x = size.max_x, s->options.max_y = size.max_y;
    s->anew = plan_map(&s->p, &s->options, name);
    for (size_t i = 0; i < MOVERS; i++) {
        s->radius[i] = i % 5 == 0 ? 0.0f : random_range(&s->state, 1.0f, 20.0f);
        cr_assert(plan_free_place(p, 0, s->radius[i] + 0.03125f, &s->state, &s->x[i], &s->y[i]), "%s", name);
        s->sector[i] = plan_sector(p, s->x[i], s->y[i]);
    }
    for (int k = 0; k < 2; k++)
        s->crossings[k] = (hail_crossings){.list = s->crossing[k], .capacity = (size_t)MOVERS * 32};
    return s;
}

static void site_free(site *s) {
    hail_sectors_destroy(s->map), hail_sectors_destroy(s->anew);
    plan_free(&s->p);
    free(s);
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

/* Often the wall that is nearest to a mover; portals, too. */
static uint32_t choose_wall(site *s) {
    const hail_wall_filter any = {.portals = true};
    const size_t who = random_pick(&s->state, MOVERS);
    const hail_points points = {.x = &s->x[who], .y = &s->y[who], .count = 1};
    hail_nearest_point near;
    const uint32_t other = random_pick(&s->state, (uint32_t)s->p.wall_count);
    cr_assert_eq(hail_sectors_nearest(s->map, &points, &any, &near), HAIL_OK);
    return random_pick(&s->state, 4) == 0 || near.edge == HAIL_NO_WALL ? other : near.edge;
}

static void work_doors(site *s) {
    uint32_t list[DOORS];
    size_t count = 0;
    const bool solid = random_pick(&s->state, 2) == 0;
    const uint64_t version = sectors_size(s->map).version;
    while (count < DOORS) {
        const uint32_t w = choose_wall(s);
        if (plan_absent(&s->p.walls[w]))
            break;
        s->p.walls[w].solid = solid;
        list[count++] = w;
    }
    cr_assert_eq(hail_sectors_set_solid(s->map, list, count, solid), HAIL_OK);
    cr_assert_eq(sectors_size(s->map).version, version, "%s: a door counts as a change", s->name);
}

/* A corner moves, or two; a wall vanishes, returns, or changes. */
static hail_sectors_edit choose_edit(site *s, uint32_t vertex[2], float x[2], float y[2], uint32_t wall[1],
                                     hail_wall to[1]) {
    const uint32_t what = random_pick(&s->state, 6), w = choose_wall(s);
    hail_sectors_edit edit = {.vertex = vertex, .x = x, .y = y, .wall = wall, .to = to};
    wall[0] = w, to[0] = s->p.walls[w];
    if (plan_absent(&to[0])) {
        to[0].a = random_pick(&s->state, (uint32_t)s->p.vertices);
        to[0].b = random_pick(&s->state, (uint32_t)s->p.vertices);
        edit.wall_count = 1;
        return edit;
    }
    const float far = (what == 0 ? 60.0f : 8.0f) * (float)s->p.cell / 64.0f;
    const float dx = random_range(&s->state, -far, far), dy = random_range(&s->state, -far, far);
    if (what < 4) { /* both ends: the wall moves as it is */
        edit.vertex_count = what < 2 ? 1 : 2;
        vertex[0] = to[0].a, vertex[1] = to[0].b;
        for (size_t k = 0; k < 2; k++)
            x[k] = s->p.x[vertex[k]] + dx, y[k] = s->p.y[vertex[k]] + dy;
    } else {
        if (what == 4)
            to[0].a = to[0].b = HAIL_NO_VERTEX;
        else if (random_pick(&s->state, 2) == 0)
            to[0].right = random_pick(&s->state, s->p.sectors);
        else
            to[0].kind ^= 1;
        edit.wall_count = 1;
    }
    return edit;
}

static plan edited(const plan *p, const hail_sectors_edit *edit) {
    const hail_sector_data data = plan_data(p);
    plan made = plan_copy(&data);
    for (size_t k = 0; k < edit->vertex_count; k++)
        made.x[edit->vertex[k]] = edit->x[k], made.y[edit->vertex[k]] = edit->y[k];
    for (size_t k = 0; k < edit->wall_count; k++)
        made.walls[edit->wall[k]] = edit->to[k];
    return made;
}

static void same_faults(const site *s, const hail_sectors_edit *edit, const hail_sector_faults *is,
                        const hail_sector_faults *must) {
    cr_assert_eq(is->count, must->count, "%s: %zu faults, should be %zu", s->name, is->count, must->count);
    for (size_t k = 0; k < must->count && k < FAULTS; k++) {
        const hail_sector_fault *a = &is->list[k], *b = &must->list[k];
        cr_assert(a->kind == b->kind && a->wall == b->wall && a->other == b->other && a->vertex == b->vertex &&
                      a->sector == b->sector,
                  "%s: fault %zu is of kind %d, walls %d, %d, vertex %d, sector %d; should be %d, %d, %d, %d, %d; %zu "
                  "vertices, the first %u to (%a, %a); %zu walls, the first %u from %d to %d, right %d, left %d",
                  s->name, k, (int)a->kind, (int)a->wall, (int)a->other, (int)a->vertex, (int)a->sector, (int)b->kind,
                  (int)b->wall, (int)b->other, (int)b->vertex, (int)b->sector, edit->vertex_count,
                  (unsigned)edit->vertex[0], (double)edit->x[0], (double)edit->y[0], edit->wall_count,
                  (unsigned)edit->wall[0], (int)edit->to[0].a, (int)edit->to[0].b, (int)edit->to[0].right,
                  (int)edit->to[0].left);
    }
}

/* The map accepts what a new map accepts, and reports the same faults. */
static void build(site *s) {
    uint32_t vertex[2] = {0}, wall[1];
    float x[2] = {0}, y[2] = {0};
    hail_wall to[1];
    hail_sector_fault list[2][FAULTS];
    hail_sector_faults is = {list[0], FAULTS, 77}, must = {list[1], FAULTS, 77};
    const uint64_t version = sectors_size(s->map).version;
    const hail_sectors_edit edit = choose_edit(s, vertex, x, y, wall, to);
    plan after = edited(&s->p, &edit);
    hail_sectors *made = NULL;
    const hail_sector_data data = plan_data(&after);
    const hail_status right = hail_sectors_create(&s->options, &data, &must, &made);
    const hail_status status = hail_sectors_change(s->map, &edit, &is);
    cr_assert_eq(status, right, "%s: a change: %s; anew: %s", s->name, hail_status_text(status),
                 hail_status_text(right));
    same_faults(s, &edit, &is, &must);
    cr_assert_eq(sectors_size(s->map).version, version + (status == HAIL_OK), "%s", s->name);
    if (status == HAIL_OK) {
        plan_index(&after, s->p.cell);
        plan_free(&s->p);
        s->p = after, s->changed++;
    } else {
        plan_free(&after);
        s->refused++;
    }
    hail_sectors_destroy(made);
}

/* ---- What must be -------------------------------------------------------------------------------------------------
 */

static hail_sector_movers movers_of(site *s, const hail_sectors *map) {
    return (hail_sector_movers){
        .context = variant_context(hail_variant_name(random_pick(&s->state, (uint32_t)hail_variant_count()))),
        .map = map,
        .x = s->x,
        .y = s->y,
        .dx = s->dx,
        .dy = s->dy,
        .radius = s->radius,
        .sector = s->sector,
        .count = MOVERS};
}

/* Positions all around that are allowed and visible: none may be nearer than where the mover was put. */
static bool is_nearest(site *s, size_t i, const hail_sector_move *move) {
    const double x = (double)s->x[i], y = (double)s->y[i], radius = (double)s->radius[i];
    const bool squeezed = (move->flags & HAIL_MOVE_SQUEEZED) != 0;
    const double step = spot_step(x, y), slack = 1e-3 + 8.0 * step;
    const double most = squeezed ? 1.98 * radius - slack : hypot((double)move->x - x, (double)move->y - y) - slack;
    for (int turn = 0; turn < 48; turn++)
        for (int k = 1; k <= 12; k++) {
            const double far = most * (double)k / 12.0, angle = 6.283185307 * (double)turn / 48.0;
            const spot at = {(float)(x + far * cos(angle)), (float)(y + far * sin(angle))};
            if (far <= 0.0 || plan_gap(&s->p, (double)at.x, (double)at.y, 0, radius + 1.0, NULL) < radius + slack)
                continue;
            if (plan_gap_way(&s->p, (spot){s->x[i], s->y[i]}, at, 0, 1.0) > slack) {
                cr_log_warn("(%.9g, %.9g) is free, and seen", (double)at.x, (double)at.y);
                return false;
            }
        }
    return true;
}

static void hold_keep(site *s, int round) {
    hail_sector_movers movers = movers_of(s, s->map);
    memset(s->kept, 0xee, sizeof s->kept);
    cr_assert_eq(hail_sectors_depenetrate(&movers, s->kept), HAIL_OK);
    movers.map = s->anew;
    cr_assert_eq(hail_sectors_depenetrate(&movers, s->again), HAIL_OK);
    cr_assert_eq(memcmp(s->kept, s->again, sizeof s->kept), 0, "%s, round %d: keep", s->name, round);
    for (size_t i = 0; i < MOVERS; i++) {
        const hail_sector_move *move = &s->kept[i];
        const double radius = (double)s->radius[i], step = spot_step((double)s->x[i], (double)s->y[i]);
        const double gap = plan_gap(&s->p, (double)s->x[i], (double)s->y[i], 0, radius + 1.0, NULL);
        const bool moved = move->x != s->x[i] || move->y != s->y[i];
        const uint32_t put = move->flags & (HAIL_MOVE_PUSHED | HAIL_MOVE_SQUEEZED);
        cr_assert(!(put == (HAIL_MOVE_PUSHED | HAIL_MOVE_SQUEEZED)) && (put != 0 || !moved) &&
                      !(put == HAIL_MOVE_SQUEEZED && moved),
                  "%s, round %d, mover %zu: flags %u, %s", s->name, round, i, (unsigned)move->flags,
                  moved ? "moved" : "stays");
        cr_assert(gap < radius * (1.0 + 1e-12) ? put != 0 || gap > radius - 4.0 * step : put == 0,
                  "%s, round %d, mover %zu, radius %a at (%a, %a): %a px from a wall, flags %u", s->name, round, i,
                  radius, (double)s->x[i], (double)s->y[i], gap, (unsigned)move->flags);
        if (put == 0 || s->feasible % 4 != 0) {
            s->feasible += put != 0;
            continue;
        }
        s->feasible++;
        cr_assert(is_nearest(s, i, move),
                  "%s, round %d, mover %zu, radius %a at (%a, %a): put to (%a, %a), flags %u: there is a nearer place",
                  s->name, round, i, radius, (double)s->x[i], (double)s->y[i], (double)move->x, (double)move->y,
                  (unsigned)move->flags);
    }
}

static const char *wrong_move(site *s, size_t i) {
    const hail_sector_move *move = &s->moves[i];
    const double x = (double)move->x, y = (double)move->y, radius = (double)s->radius[i];
    const hail_sector_move *kept = &s->kept[i];
    const uint32_t put = HAIL_MOVE_PUSHED | HAIL_MOVE_SQUEEZED;
    const bool nowhere = move->sector == HAIL_NO_SECTOR;
    if ((move->flags & put) != (kept->flags & put))
        return "it is not treated as by hail_sectors_depenetrate";
    if ((kept->flags & put) != 0 && (move->wall != kept->wall || move->normal_x != kept->normal_x))
        return "it is put out of another wall than by hail_sectors_depenetrate";
    if (s->dx[i] == 0.0f && s->dy[i] == 0.0f && (move->x != kept->x || move->y != kept->y))
        return "it is put elsewhere than by hail_sectors_depenetrate";
    if (plan_sector(&s->p, move->x, move->y) != move->sector)
        return "it is in another sector";
    if (((move->flags & HAIL_MOVE_LOST) != 0) != (s->sector[i] == HAIL_NO_SECTOR))
        return "it was in none to begin with, or is said to have been";
    if (((move->flags & HAIL_MOVE_LEFT) != 0) != (nowhere && s->sector[i] != HAIL_NO_SECTOR))
        return "it left its sector and entered none, or is said to have";
    if (!nowhere && ((move->flags & HAIL_MOVE_ENTERED) != 0) != (move->sector != s->sector[i]))
        return "it is in another sector than before, or is said to be";
    s->left += (move->flags & HAIL_MOVE_LEFT) != 0, s->lost += (move->flags & HAIL_MOVE_LOST) != 0;
    s->pushed += (move->flags & HAIL_MOVE_PUSHED) != 0;
    if ((move->flags & HAIL_MOVE_SQUEEZED) != 0) {
        s->squeezed++;
        return move->x != s->x[i] || move->y != s->y[i] ? "it is squeezed and moves" : NULL;
    }
    if (plan_gap(&s->p, x, y, 0, radius + 1.0, NULL) < radius - 4.0 * spot_step(x, y))
        return "it is too near to a wall";
    return NULL;
}

static void walk(site *s, int round) {
    hail_sector_movers movers = movers_of(s, s->map);
    memset(s->moves, 0xee, sizeof s->moves);
    cr_assert_eq(hail_sectors_move(&movers, NULL, s->moves, &s->crossings[0]), HAIL_OK);
    movers.map = s->anew;
    cr_assert_eq(hail_sectors_move(&movers, NULL, s->again, &s->crossings[1]), HAIL_OK);
    cr_assert_eq(memcmp(s->moves, s->again, sizeof s->moves), 0, "%s, round %d: moves", s->name, round);
    cr_assert_eq(s->crossings[0].count, s->crossings[1].count, "%s, round %d", s->name, round);
    cr_assert_eq(memcmp(s->crossing[0], s->crossing[1], s->crossings[0].count * sizeof(hail_crossing)), 0,
                 "%s, round %d: crossings", s->name, round);
    for (size_t i = 0; i < MOVERS; i++) {
        const char *wrong = wrong_move(s, i);
        const hail_sector_move *move = &s->moves[i];
        cr_assert_null(wrong,
                       "%s, round %d, mover %zu, radius %a, at (%a, %a) in %d by (%a, %a): to (%a, %a) in %d, flags "
                       "%u: %s",
                       s->name, round, i, (double)s->radius[i], (double)s->x[i], (double)s->y[i], (int)s->sector[i],
                       (double)s->dx[i], (double)s->dy[i], (double)move->x, (double)move->y, (int)move->sector,
                       (unsigned)move->flags, wrong);
        s->x[i] = move->x, s->y[i] = move->y, s->sector[i] = move->sector;
        if (random_pick(&s->state, 8) == 0)
            s->dx[i] = random_range(&s->state, -20.0f, 20.0f), s->dy[i] = random_range(&s->state, -20.0f, 20.0f);
    }
}

static void find(site *s, int round) {
    hail_nearest_point near[2][MOVERS];
    const hail_points points = {.x = s->x, .y = s->y, .count = MOVERS};
    cr_assert_eq(hail_sectors_find(s->map, &points, s->found[0]), HAIL_OK);
    cr_assert_eq(hail_sectors_find(s->anew, &points, s->found[1]), HAIL_OK);
    cr_assert_eq(hail_sectors_nearest(s->map, &points, NULL, near[0]), HAIL_OK);
    cr_assert_eq(hail_sectors_nearest(s->anew, &points, NULL, near[1]), HAIL_OK);
    cr_assert_eq(memcmp(near[0], near[1], sizeof near[0]), 0, "%s, round %d: nearest walls", s->name, round);
    for (size_t i = 0; i < MOVERS; i++)
        cr_assert(s->found[0][i] == s->found[1][i] && s->found[0][i] == plan_sector(&s->p, s->x[i], s->y[i]),
                  "%s, round %d: (%a, %a) is found in %d, in a new map in %d, and is in %d", s->name, round,
                  (double)s->x[i], (double)s->y[i], (int)s->found[0][i], (int)s->found[1][i],
                  (int)plan_sector(&s->p, s->x[i], s->y[i]));
}

static void rebuild(const plan *p, const char *name, uint64_t seed, int rounds) {
    site *s = site_make(p, name, seed);
    for (int round = 0; round < rounds; round++) {
        if (round % 3 != 2)
            work_doors(s);
        for (int k = 0; k < round % 4; k++)
            build(s);
        hail_sectors_destroy(s->anew);
        s->anew = plan_map(&s->p, &s->options, s->name);
        hold_keep(s, round);
        walk(s, round);
        find(s, round);
    }
    cr_log_info("%s: %zu changes, %zu refused; %zu pushed, %zu squeezed, %zu left, %zu lost", s->name, s->changed,
                s->refused, s->pushed, s->squeezed, s->left, s->lost);
    site_free(s);
}

static void rebuild_town(uint64_t seed) {
    char name[60];
    uint64_t state = seed;
    town what = town_of(seed);
    what.columns += 2, what.rows += 2;
    const plan p = town_make(&what, &state);
    snprintf(name, sizeof name, "HAIL_TEST_SEED=%llu", (unsigned long long)seed);
    rebuild(&p, name, seed, ROUNDS);
}

Test(sectors_doors, towns) {
    uint64_t seed;
    if (random_seed_given(&seed)) {
        rebuild_town(seed);
        return;
    }
    for (uint64_t n = 0; n < random_worlds(TOWNS); n++)
        rebuild_town(n);
}

#ifdef HAVE_DOOM
static void rebuild_level(level *l, void *user) {
    const hail_sector_data data = plan_data(&l->p);
    plan p = plan_copy(&data);
    (void)user;
    plan_index(&p, 128.0);
    if (l->faults == 0)
        rebuild(&p, l->name, p.wall_count, levels_all() ? 5 * ROUNDS : ROUNDS);
    else
        plan_free(&p);
}

Test(sectors_doors, maps) { levels_each(0, levels_all() ? 9 : 50, rebuild_level, NULL); }
#endif
