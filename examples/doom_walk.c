/* examples/doom_walk.c - a walk through a level of Doom: walkers slide along walls and open the doors they touch. */
#include "common/sketch.h"
#include "doom/doom.h"

#include <stdio.h>

enum { WALKERS = 16, STEPS = 3000 };
#define GIRTH 16.0f /* px: a walker's radius */
#define PACE  9.0f  /* px a step */

typedef struct walk {
    hail_sectors *map;
    float x[WALKERS], y[WALKERS], dx[WALKERS], dy[WALKERS];
    uint32_t sector[WALKERS];
    hail_sector_move moves[WALKERS];
    int crossed, opened;
    float nearest; /* px: squared, of a walker to a wall, in the whole walk */
} walk;

static void start(walk *of, const doom_map *from) {
    size_t player = 0;
    while (player + 1 < from->thing_count && from->things[player].who != DOOM_PLAYER)
        player++;
    for (int i = 0; i < WALKERS; i++) { /* in directions of the compass, turned a little further each */
        const float x = i ? of->dx[i - 1] : PACE, y = i ? of->dy[i - 1] : 0;
        of->x[i] = from->things[player].x, of->y[i] = from->things[player].y;
        of->dx[i] = x * 0.8f - y * 0.6f, of->dy[i] = x * 0.6f + y * 0.8f;
    }
    must(hail_sectors_find(of->map, &(hail_points){.x = of->x, .y = of->y, .count = WALKERS}, of->sector));
}

/* A walker that meets a wall leaves it in another direction; if the wall is a door, it opens. */
static void meet(walk *of, int i) {
    const hail_sector_move *move = &of->moves[i];
    hail_wall_info wall;
    const float into = of->dx[i] * move->normal_x + of->dy[i] * move->normal_y;
    const float x = of->dx[i] - 2 * into * move->normal_x, y = of->dy[i] - 2 * into * move->normal_y;
    of->dx[i] = x * 0.96f - y * 0.28f, of->dy[i] = x * 0.28f + y * 0.96f; /* as light is, and a little further */
    must(hail_sectors_wall(of->map, move->wall, &wall));
    if (wall.wall.kind == DOOM_DOOR && wall.stops) {
        must(hail_sectors_set_solid(of->map, &move->wall, 1, false));
        of->opened++;
    }
}

static void step(walk *of) {
    hail_crossing list[WALKERS * 8];
    hail_crossings crossings = {.list = list, .capacity = WALKERS * 8};
    hail_sector_movers all = {.map = of->map, .x = of->x, .y = of->y, .dx = of->dx, .dy = of->dy, .count = WALKERS};
    all.sector = of->sector, all.radius_of_all = GIRTH;
    hail_nearest_point wall[WALKERS];
    must(hail_sectors_move(&all, NULL, of->moves, &crossings));
    of->crossed += (int)crossings.count; /* triggers, sounds and lights hang on these */
    for (int i = 0; i < WALKERS; i++) {
        of->x[i] = of->moves[i].x, of->y[i] = of->moves[i].y, of->sector[i] = of->moves[i].sector;
        if (of->moves[i].flags & HAIL_MOVE_MET)
            meet(of, i);
    }
    must(hail_sectors_nearest(of->map, &(hail_points){.x = of->x, .y = of->y, .count = WALKERS}, NULL, wall));
    for (int i = 0; i < WALKERS; i++)
        of->nearest = wall[i].squared < of->nearest ? wall[i].squared : of->nearest;
}

/* Freedoom's first level if it is installed, or a small one that is built in. */
static void load(walk *of, doom_map *from) {
    doom_error error;
    hail_sectors_options options;
    if (!doom_first(from, &error))
        must(HAIL_NO_MEMORY);
    const hail_sector_data data = doom_data(from);
    must(hail_sectors_options_defaults(&options)), options.tolerant = true; /* real levels have small faults */
    must(hail_sectors_create(&options, &data, NULL, &of->map));
    for (uint32_t i = 0; i < from->wall_count; i++) /* a wall is solid if the game says so; a shut door is */
        if (from->walls[i].kind == DOOM_DOOR)
            must(hail_sectors_set_solid(of->map, &i, 1, true));
}

int main(int argc, char **argv) {
    static walk all = {.nearest = 1e30f};
    doom_map from;
    sketch picture;
    hail_sectors_size size;
    load(&all, &from);
    must(hail_sectors_measure(all.map, &size));
    sketch_open(&picture, argc, argv, size.min_x - 40, size.min_y - 40, size.max_x + 40, size.max_y + 40);
    must(hail_draw_sectors(all.map, &picture.options));
    start(&all, &from);
    for (int i = 0; i < STEPS; i++) {
        step(&all);
        for (uint32_t k = 0; k < WALKERS; k++)
            sketch_disc(&picture, all.x[k], all.y[k], GIRTH * 0.3f, hail_draw_colour(HAIL_DRAWN_BODY, k));
    }
    const bool clear = all.nearest > 15.9f * 15.9f;
    printf("doom_walk: %s: %d walkers crossed %d portals and opened %d doors; %s came nearer to a wall than 16 px\n",
           from.name, WALKERS, all.crossed, all.opened, clear ? "none" : "SOME");
    sketch_key(&picture, HAIL_DRAWN_WALL, 0, "wall, or shut door");
    sketch_key(&picture, HAIL_DRAWN_PORTAL, 0, "portal");
    sketch_key(&picture, HAIL_DRAWN_BODY, 0, "where walkers went, a colour each");
    hail_sectors_destroy(all.map);
    doom_free(&from);
    return sketch_close(&picture, clear);
}
