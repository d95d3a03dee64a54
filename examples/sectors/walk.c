/* examples/sectors/walk.c - places movers in a map, and moves them with hail_sectors_move. */
#include "walk.h"
#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TURN 6.283185307179586
#define PACE 6.0 /* px a step */

enum {
    CROSSINGS = 8 /* room for each mover in a step: more than there are */,
    TRIES = 2000,
    PATHS = 256 /* that are drawn */
};

static bool failed(const char *doing, hail_status status) {
    fprintf(stderr, "hail-sectors: %s%s\n", doing, hail_status_text(status));
    return false;
}

static bool no_memory(void) { return failed("", HAIL_NO_MEMORY); }

/* ---- Placing ---- */

static hail_sector_movers movers_of(const walk *of, size_t first, size_t count) {
    return (hail_sector_movers){.context = &of->context,
                                .map = of->on->sectors,
                                .x = of->x + first,
                                .y = of->y + first,
                                .dx = of->dx + first,
                                .dy = of->dy + first,
                                .sector = of->sector + first,
                                .radius_of_all = of->options->radius,
                                .count = count};
}

/* Puts a mover at a position or near it. *good: whether there was room for it. */
static hail_status put(walk *of, size_t number, double x, double y, double heading, bool *good) {
    hail_sector_move *move = &of->moves[number];
    of->x[number] = (float)x;
    of->y[number] = (float)y;
    of->heading[number] = heading;
    const hail_points point = {.context = &of->context, .x = &of->x[number], .y = &of->y[number], .count = 1};
    hail_status status = hail_sectors_find(of->on->sectors, &point, &of->sector[number]);
    *good = false;
    if (status != HAIL_OK || of->sector[number] == HAIL_NO_SECTOR)
        return status;
    const hail_sector_movers mover = movers_of(of, number, 1);
    status = hail_sectors_depenetrate(&mover, move);
    *good = status == HAIL_OK && (move->flags & HAIL_MOVE_SQUEEZED) == 0 && move->sector != HAIL_NO_SECTOR;
    of->x[number] = move->x;
    of->y[number] = move->y;
    of->sector[number] = move->sector;
    return status;
}

/* Puts the first movers where the map has players and monsters: there is room for them. */
static hail_status place_things(walk *of) {
    const doom_map *map = &of->on->map;
    hail_status status = HAIL_OK;
    for (int who = DOOM_PLAYER; who <= DOOM_MONSTER; who++)
        for (size_t i = 0; i < map->thing_count && of->at_things < of->count && status == HAIL_OK; i++) {
            const doom_thing *thing = &map->things[i];
            bool good = false;
            if (thing->who == who)
                status = put(of, of->at_things, (double)thing->x, (double)thing->y, (double)thing->angle, &good);
            of->at_things += good;
        }
    return status;
}

static hail_status place_anywhere(walk *of, size_t number, bool *good) {
    hail_sectors_size size;
    hail_sectors_measure(of->on->sectors, &size);
    const double width = (double)size.max_x - (double)size.min_x, height = (double)size.max_y - (double)size.min_y;
    hail_status status = HAIL_OK;
    *good = false;
    for (int i = 0; i < TRIES && !*good && status == HAIL_OK; i++) {
        const double x = (double)size.min_x + width * random_of(&of->random);
        const double y = (double)size.min_y + height * random_of(&of->random);
        status = put(of, number, x, y, TURN * random_of(&of->random), good);
    }
    return status;
}

static bool place(walk *of) {
    hail_status status = place_things(of);
    for (size_t i = of->at_things; i < of->count && status == HAIL_OK; i++) {
        bool good;
        status = place_anywhere(of, i, &good);
        if (status == HAIL_OK && !good) {
            fprintf(stderr, "hail-sectors: %s has no room for a mover of radius %g px\n", of->on->map.name,
                    (double)of->options->radius);
            return false;
        }
    }
    for (size_t i = 0; i < of->count && status == HAIL_OK; i++)
        of->seen[of->sector[i]] = true;
    return status == HAIL_OK || failed("placing: ", status);
}

/* ---- Walking ---- */

/* Movers wander on, turning a little to the left or right; along walls for a while, then away from them. */
static void steer(walk *of, size_t number) {
    const hail_sector_move *move = &of->moves[number];
    double *heading = &of->heading[number];
    *heading += (random_of(&of->random) - 0.5) * 0.24;
    const bool met = (move->flags & HAIL_MOVE_MET) != 0;
    if (met && random_of(&of->random) < 0.2)
        *heading = atan2((double)move->normal_y, (double)move->normal_x) + (random_of(&of->random) - 0.5) * 2.6;
    of->dx[number] = (float)(PACE * cos(*heading));
    of->dy[number] = (float)(PACE * sin(*heading));
}

static void record(walk *of, size_t number) {
    const hail_sector_move *move = &of->moves[number];
    const uint32_t flags = move->flags;
    of->distance += hypot((double)move->x - (double)of->x[number], (double)move->y - (double)of->y[number]);
    of->x[number] = move->x;
    of->y[number] = move->y;
    of->sector[number] = move->sector;
    of->met += (flags & HAIL_MOVE_MET) != 0;
    of->pushed += (flags & HAIL_MOVE_PUSHED) != 0;
    of->squeezed += (flags & HAIL_MOVE_SQUEEZED) != 0;
    of->lost += (flags & (HAIL_MOVE_LEFT | HAIL_MOVE_LOST)) != 0;
}

static void record_crossings(walk *of, const hail_crossings *crossings) {
    of->crossings += crossings->count;
    for (size_t i = 0; i < crossings->count && i < crossings->capacity; i++) {
        of->otherwise += crossings->list[i].wall == HAIL_NO_WALL;
        if (crossings->list[i].to != HAIL_NO_SECTOR)
            of->seen[crossings->list[i].to] = true;
    }
}

static void remember(walk *of, size_t step) {
    for (size_t i = 0; i < of->paths; i++) {
        of->path[(step * of->paths + i) * 2] = of->x[i];
        of->path[(step * of->paths + i) * 2 + 1] = of->y[i];
    }
}

static hail_status take_step(walk *of, size_t step) {
    const hail_sector_movers movers = movers_of(of, 0, of->count);
    hail_crossings crossings = {.list = of->crossing, .capacity = of->count * CROSSINGS};
    hail_status status = HAIL_OK;
    if (of->options->doors)
        status = doors_step(&of->doors, of->on->sectors, of->sector, of->count);
    for (size_t i = 0; i < of->count; i++)
        steer(of, i);
    if (status == HAIL_OK)
        status = hail_sectors_move(&movers, NULL, of->moves, &crossings);
    if (status != HAIL_OK)
        return status;
    for (size_t i = 0; i < of->count; i++)
        record(of, i);
    record_crossings(of, &crossings);
    remember(of, step + 1);
    return HAIL_OK;
}

/* Finds how near the movers are to walls at the end. */
static hail_status measure_nearest(walk *of) {
    const hail_points points = {.context = &of->context, .x = of->x, .y = of->y, .count = of->count};
    hail_nearest_point *nearest = calloc(of->count + 1, sizeof *nearest);
    if (nearest == NULL)
        return HAIL_NO_MEMORY;
    const hail_status status = hail_sectors_nearest(of->on->sectors, &points, NULL, nearest);
    of->nearest = HUGE_VAL;
    for (size_t i = 0; status == HAIL_OK && i < of->count; i++)
        if ((of->moves[i].flags & HAIL_MOVE_SQUEEZED) == 0)
            of->nearest = fmin(of->nearest, sqrt((double)nearest[i].squared));
    free(nearest);
    return status;
}

/* ---- Walks ---- */

static bool make_room(walk *to) {
    const size_t count = to->count + 1, steps = (size_t)to->options->steps + 1;
    to->x = calloc(count, sizeof *to->x);
    to->y = calloc(count, sizeof *to->y);
    to->dx = calloc(count, sizeof *to->dx);
    to->dy = calloc(count, sizeof *to->dy);
    to->heading = calloc(count, sizeof *to->heading);
    to->sector = calloc(count, sizeof *to->sector);
    to->moves = calloc(count, sizeof *to->moves);
    to->crossing = calloc(count * CROSSINGS, sizeof *to->crossing);
    to->seen = calloc(to->on->map.sector_count + 1, sizeof *to->seen);
    if (to->options->picture != NULL)
        to->paths = to->count < PATHS ? to->count : PATHS;
    to->path = calloc((to->paths + 1) * steps * 2, sizeof *to->path);
    return to->x != NULL && to->y != NULL && to->dx != NULL && to->dy != NULL && to->heading != NULL &&
           to->sector != NULL && to->moves != NULL && to->crossing != NULL && to->seen != NULL && to->path != NULL;
}

bool walk_do(const sectors_options *options, level *on, walk *to) {
    *to = (walk){.options = options,
                 .on = on,
                 .context = {.variant = options->isa},
                 .count = (size_t)options->movers,
                 .random = options->seed};
    if (!make_room(to))
        return no_memory();
    hail_status status = options->doors ? doors_make(on, options->seed + 1, &to->doors) : HAIL_OK;
    if (status != HAIL_OK)
        return failed("doors: ", status);
    if (!place(to))
        return false;
    remember(to, 0);
    for (int step = 0; step < options->steps && status == HAIL_OK; step++)
        status = take_step(to, (size_t)step);
    if (status == HAIL_OK)
        status = measure_nearest(to);
    return status == HAIL_OK || failed("walking: ", status);
}

void walk_free(walk *of) {
    doors_free(&of->doors);
    free(of->x);
    free(of->y);
    free(of->dx);
    free(of->dy);
    free(of->heading);
    free(of->sector);
    free(of->moves);
    free(of->crossing);
    free(of->path);
    free(of->seen);
    *of = (walk){0};
}

void walk_print(const walk *of) {
    size_t seen = 0;
    for (size_t i = 0; i < of->on->map.sector_count; i++)
        seen += of->seen[i];
    printf("movers   %zu of radius %g px, %zu of them placed at things of the map\n", of->count,
           (double)of->options->radius, of->at_things);
    printf("way      %d steps, %.0f px in total, %zu times along a wall\n", of->options->steps, of->distance, of->met);
    if (of->options->doors)
        printf("doors    %zu, opened or closed %zu times\n", of->doors.count, of->doors.changes);
    printf("sectors  %zu crossings, %zu of them not through a portal; %zu of %zu sectors were visited\n", of->crossings,
           of->otherwise, seen, of->on->map.sector_count);
    if (of->nearest < HUGE_VAL)
        printf("walls    %.4f px from the nearest mover\n", of->nearest);
    printf("trouble  pushed %zu, squeezed %zu, lost %zu\n", of->pushed, of->squeezed, of->lost);
}
