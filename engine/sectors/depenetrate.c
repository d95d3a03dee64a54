/* engine/sectors/depenetrate.c - hail_sectors_depenetrate: moves movers that are too near to walls to the nearest
 * allowed position (find_exit.c). */
#include "movers.h"
#include "tasks/run_tasks.h"

#include <math.h>

static hail_status check_movers(const hail_checks *checks, const hail_sector_movers *m, const hail_sector_move *moves) {
    const hail_needed needed[] = {{"movers->map", m->map}, {"movers->x", m->x}, {"movers->y", m->y}, {"moves", moves}};
    HAIL_REQUIRE(hail_check_count(checks->error, "movers->count", m->count));
    HAIL_REQUIRE(hail_check_needed(checks->error, needed, m->count ? 4 : 1));
    HAIL_REQUIRE(hail_check_coordinates(checks, "movers->x", m->x, m->count));
    HAIL_REQUIRE(hail_check_coordinates(checks, "movers->y", m->y, m->count));
    HAIL_REQUIRE(hail_check_floats(checks, "movers->radius", m->radius, m->count, 0.0f, HAIL_MAX_BOUND));
    return m->radius ? HAIL_OK
                     : hail_check_number(checks->error, "movers->radius_of_all", (double)m->radius_of_all, 0.0,
                                         (double)HAIL_MAX_BOUND);
}

hail_status hail_wall_query_open(hail_wall_query *k, hail_checks *checks, const hail_sector_movers *m,
                                 const hail_sector_move *moves) {
    if (!m)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_checks_open(checks, m->context));
    HAIL_REQUIRE(check_movers(checks, m, moves));
    const hail_sector_box *box = &m->map->box;
    *k = (hail_wall_query){
        m->map,
        checks->kernels,
        hail_sectors_view(m->map),
        kinds_bits(m->kinds),
        max_float(max_float(fabsf(box->min_x), fabsf(box->max_x)), max_float(fabsf(box->min_y), fabsf(box->max_y))),
        (box->max_x - box->min_x) + (box->max_y - box->min_y)};
    return HAIL_OK;
}

static void depenetrate_mover(const hail_wall_query *k, hail_point at, float radius, hail_sector_move *move) {
    hail_exit exit;
    move->x = at.x;
    move->y = at.y;
    if (hail_position_allowed(k, at, radius, false))
        return;
    move->flags = hail_find_exit(k, at, radius, &exit) ? HAIL_MOVE_PUSHED : HAIL_MOVE_SQUEEZED;
    move->x = exit.to.x;
    move->y = exit.to.y;
    exit_report(&exit, move);
}

/* Where movers are now, then where those were that were pushed. */
static void report_sectors(const hail_wall_query *k, const hail_sector_movers *m, size_t begin, uint32_t count,
                           hail_sector_move *moves) {
    float x[2 * MOVERS_BLOCK], y[2 * MOVERS_BLOCK];
    uint32_t sector[2 * MOVERS_BLOCK], points = count, pushed = count;
    for (uint32_t i = 0; i < count; i++) {
        const hail_point was = mover_at(m, begin + i);
        x[i] = moves[begin + i].x, y[i] = moves[begin + i].y;
        x[points] = was.x, y[points] = was.y;
        points += (moves[begin + i].flags & HAIL_MOVE_PUSHED) != 0;
    }
    hail_sectors_locate(k->map, k->kernels, x, y, points, sector);
    for (uint32_t i = 0; i < count; i++) {
        hail_sector_move *move = &moves[begin + i];
        sector_report(sector[move->flags & HAIL_MOVE_PUSHED ? pushed++ : i], sector[i], move);
        move->entered = (move->flags & HAIL_MOVE_ENTERED) != 0;
    }
}

static void depenetrate_block(const hail_wall_query *k, const hail_sector_movers *m, size_t begin, uint32_t count,
                              hail_sector_move *moves) {
    float x[MOVERS_BLOCK], y[MOVERS_BLOCK], reach = 0.0f;
    hail_mover_rows rows;
    for (uint32_t i = 0; i < count; i++) {
        const hail_point at = mover_at(m, begin + i);
        x[i] = at.x, y[i] = at.y;
        const float safe = mover_radius(m, begin + i) + distance_error(k, at);
        reach = safe > reach ? safe : reach;
    }
    const hail_near_job job = {
        .x = x, .y = y, .kinds = UINT32_MAX, .reach = reach, .nowhere = HAIL_NOWHERE, .rows = rows.row[0]};
    k->kernels->nearest_wall(&k->view, &job, 0, count);
    for (uint32_t i = 0; i < count; i++) {
        const hail_point at = {x[i], y[i]};
        const float radius = mover_radius(m, begin + i), safe = radius + distance_error(k, at);
        hail_sector_move move = {.x = at.x, .y = at.y, .wall = HAIL_NO_WALL};
        if (rows.row[i][2] <= safe * safe)
            depenetrate_mover(k, at, radius, &move);
        moves[begin + i] = move;
    }
    report_sectors(k, m, begin, count, moves);
}

/* What tasks know of a call. */
typedef struct depenetrate_call {
    hail_wall_query k;
    const hail_sector_movers *movers;
    hail_sector_move *moves;
} depenetrate_call;

static void depenetrate_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const depenetrate_call *c = task;
    (void)worker;
    for (uint32_t i = first; i < last; i += MOVERS_BLOCK)
        depenetrate_block(&c->k, c->movers, i, last - i < MOVERS_BLOCK ? last - i : MOVERS_BLOCK, c->moves);
}

hail_status hail_sectors_depenetrate(const hail_sector_movers *movers, hail_sector_move *moves) {
    depenetrate_call call = {.movers = movers, .moves = moves};
    hail_checks checks = {0};
    HAIL_REQUIRE(hail_wall_query_open(&call.k, &checks, movers, moves));
    hail_run_tasks(checks.tasks, (uint32_t)movers->count, MOVERS_GRAIN, depenetrate_range, &call);
    return HAIL_OK;
}
