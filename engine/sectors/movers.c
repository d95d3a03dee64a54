/* engine/sectors/movers.c - hail_sectors_move, a block of movers at a time. Most have no wall near, which a kernel
 * finds out for the block; the others move one by one (slide_mover.c). */
#include "movers.h"
#include "tasks/run_tasks.h"

#include <math.h>
#include <string.h>

hail_status hail_sector_move_options_defaults(hail_sector_move_options *options) {
    if (!options)
        return HAIL_BAD_ARGUMENT;
    *options = (hail_sector_move_options){.bounces = 4};
    return HAIL_OK;
}

/* ---- A block of movers ------------------------------------------------------------------------------------------- */

/* One call of hail_sectors_move. */
typedef struct move_call {
    hail_wall_query k;
    const hail_sector_movers *movers;
    const hail_sector_move_options *options;
    hail_sector_move *moves;
    hail_crossings *crossings;
} move_call;

typedef struct block {
    size_t begin;
    uint32_t count;
    float x[MOVERS_BLOCK], y[MOVERS_BLOCK];           /* px: the start, then the end */
    float dx[MOVERS_BLOCK], dy[MOVERS_BLOCK];         /* px */
    float far[MOVERS_BLOCK];                          /* px: how far its centre may come, rounding errors included */
    uint32_t before[MOVERS_BLOCK], end[MOVERS_BLOCK]; /* sectors at the start and at the end */
    uint32_t reached[MOVERS_BLOCK];                   /* sectors that the crossed walls lead to */
    size_t crossed[MOVERS_BLOCK];                     /* crossings of all movers up to this one */
    hail_mover_rows rows;
} block;

static void read_block(const move_call *m, block *b) {
    const hail_wall_query *k = &m->k;
    float reach = 0.0f;
    for (uint32_t i = 0; i < b->count; i++) {
        const hail_point at = mover_at(m->movers, b->begin + i);
        const float dx = hail_not_tiny(m->movers->dx[b->begin + i]), dy = hail_not_tiny(m->movers->dy[b->begin + i]);
        const float radius = max_float(mover_radius(m->movers, b->begin + i), max_side_error(k)) * 1.00001f;
        b->x[i] = at.x, b->y[i] = at.y, b->dx[i] = dx, b->dy[i] = dy;
        b->far[i] = sqrtf(dx * dx + dy * dy) * 1.00001f + distance_error(k, at);
        reach = max_float(reach, b->far[i] + radius);
    }
    if (m->movers->sector)
        memcpy(b->before, m->movers->sector + b->begin, b->count * sizeof *b->before);
    else
        hail_sectors_locate(k->map, k->kernels, b->x, b->y, b->count, b->before);
    const hail_near_job job = {.x = b->x,
                               .y = b->y,
                               .portals = true,
                               .kinds = UINT32_MAX,
                               .reach = reach,
                               .nowhere = HAIL_NOWHERE,
                               .rows = b->rows.row[0]};
    k->kernels->nearest_wall(&k->view, &job, 0, b->count);
}

static void move_one(const move_call *m, block *b, uint32_t i) {
    hail_sector_move *move = &m->moves[b->begin + i];
    hail_sector_track track = {m->crossings, (uint32_t)(b->begin + i), b->before[i], 0};
    const float radius = mover_radius(m->movers, b->begin + i), gap = sqrtf(b->rows.row[i][2]); /* of any wall */
    *move = (hail_sector_move){.wall = HAIL_NO_WALL};
    if (gap > b->far[i] + max_float(radius, max_side_error(&m->k))) {
        b->x[i] += b->dx[i];
        b->y[i] += b->dy[i];
    } else {
        hail_mover_slide slide = {.k = &m->k,
                                  .options = m->options,
                                  .track = &track,
                                  .move = move,
                                  .may_cross = gap <= b->far[i],
                                  .radius = radius,
                                  .at = {b->x[i], b->y[i]},
                                  .left_x = (double)b->dx[i],
                                  .left_y = (double)b->dy[i]};
        slide.may_overlap = gap <= max_float(radius, max_side_error(&m->k)) + distance_error(&m->k, slide.at);
        hail_mover_slide_run(&slide);
        b->x[i] = slide.at.x + 0.0f;
        b->y[i] = slide.at.y + 0.0f;
    }
    move->entered = track.entered;
    b->reached[i] = track.sector;
    b->crossed[i] = m->crossings ? m->crossings->count : 0;
}

/* Inserts a crossing after the first `at`. Only those at the end are lost if there is no room. */
static void insert_crossing(hail_crossings *c, size_t at, hail_crossing crossing) {
    if (at < c->capacity) {
        const size_t kept = c->count < c->capacity - 1 ? c->count : c->capacity - 1;
        memmove(c->list + at + 1, c->list + at, (kept - at) * sizeof *c->list);
        c->list[at] = crossing;
    }
    c->count++;
}

/* Compares the sector that the crossed walls lead to with the one at the end. They differ in maps with faults, and if
 * the caller named a wrong sector. */
static void finish_one(const move_call *m, block *b, uint32_t i) {
    hail_sector_move *move = &m->moves[b->begin + i];
    const uint32_t before = b->before[i], end = b->end[i];
    move->x = b->x[i];
    move->y = b->y[i];
    sector_report(before, end, move);
    if (end != b->reached[i]) {
        move->entered += end != HAIL_NO_SECTOR;
        if (m->crossings)
            insert_crossing(m->crossings, b->crossed[i],
                            (hail_crossing){(uint32_t)(b->begin + i), HAIL_NO_WALL, b->reached[i], end});
    }
}

static void move_block(const move_call *m, block *b) {
    read_block(m, b);
    for (uint32_t i = 0; i < b->count; i++)
        move_one(m, b, i);
    hail_sectors_locate(m->k.map, m->k.kernels, b->x, b->y, b->count, b->end);
    for (uint32_t i = b->count; i-- > 0;) /* so that insertions do not move what comes later */
        finish_one(m, b, i);
}

static void move_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const move_call *m = task;
    block b;
    (void)worker;
    for (b.begin = first; b.begin < last; b.begin += MOVERS_BLOCK) {
        b.count = (uint32_t)(last - b.begin < MOVERS_BLOCK ? last - b.begin : MOVERS_BLOCK);
        move_block(m, &b);
    }
}

/* ---- The call ---------------------------------------------------------------------------------------------------- */

static hail_status check_sectors(hail_error *error, const hail_sector_movers *movers) {
    const uint32_t count = movers->map->sector_count;
    for (size_t i = 0; movers->sector && i < movers->count; i++)
        if (movers->sector[i] >= count && movers->sector[i] != HAIL_NO_SECTOR)
            return hail_check_below(error, "movers->sector", i, movers->sector[i], count);
    return HAIL_OK;
}

static hail_status check_moves(const hail_checks *checks, const move_call *m) {
    const hail_sector_movers *movers = m->movers;
    const hail_needed needed[] = {{"movers->dx", movers->dx}, {"movers->dy", movers->dy}};
    HAIL_REQUIRE(hail_check_needed(checks->error, needed, movers->count ? 2 : 0));
    if (m->crossings && m->crossings->capacity)
        HAIL_REQUIRE(hail_check_needed(checks->error, &(hail_needed){"crossings->list", m->crossings->list}, 1));
    HAIL_REQUIRE(hail_check_coordinates(checks, "movers->dx", movers->dx, movers->count));
    HAIL_REQUIRE(hail_check_coordinates(checks, "movers->dy", movers->dy, movers->count));
    HAIL_REQUIRE(check_sectors(checks->error, movers));
    return hail_check_whole(checks->error, "options->bounces", m->options->bounces, 1, MAX_BOUNCES);
}

hail_status hail_sectors_move(const hail_sector_movers *movers, const hail_sector_move_options *options,
                              hail_sector_move *moves, hail_crossings *crossings) {
    hail_sector_move_options defaults;
    hail_sector_move_options_defaults(&defaults);
    move_call m = {.movers = movers, .options = options ? options : &defaults, .moves = moves, .crossings = crossings};
    hail_checks checks = {0};
    HAIL_REQUIRE(hail_wall_query_open(&m.k, &checks, movers, moves));
    HAIL_REQUIRE(check_moves(&checks, &m));
    if (crossings)
        crossings->count = 0;
    /* A list of crossings is filled in the order of the movers: one after the other. */
    hail_run_tasks(crossings ? NULL : checks.tasks, (uint32_t)movers->count, MOVERS_GRAIN, move_range, &m);
    return HAIL_OK;
}
