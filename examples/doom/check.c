/* examples/doom/check.c - doom-check own|freedoom: reads every map, and compares points' sectors by its walls with
 * those by its BSP. Freedoom's maps are read if HAIL_REAL_DATA is set, as in tests/run.sh --real-data. */
#include "doom.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SKIPPED = 77 /* meson: there was nothing to check */, POINTS = 400 /* of a map */ };

typedef struct sums {
    size_t maps, walls, sectors, duplicates, doors, monsters;
    size_t points, void_points, asked, differ; /* asked: where the BSP is trusted */
    size_t faults, wrong;
    uint32_t random;
} sums;

/* 0 to 1. The high bits of a linear congruential generator (Numerical Recipes, section 7.1) will do. */
static double random_of(sums *sum) {
    sum->random = sum->random * 1664525u + 1013904223u;
    return (double)(sum->random >> 8) / (double)(1 << 24);
}

/* The sector on the near side of the nearest wall to the right of a point: found without Hail and without the BSP.
 * Walls with the same sector on both sides are skipped. */
static uint32_t by_walls(const doom_map *map, double x, double y) {
    uint32_t sector = HAIL_NO_SECTOR;
    double nearest = HUGE_VAL;
    for (size_t i = 0; i < map->wall_count; i++) {
        const hail_wall *wall = &map->walls[i];
        const double ax = (double)map->x[wall->a], ay = (double)map->y[wall->a];
        const double bx = (double)map->x[wall->b], by = (double)map->y[wall->b];
        if ((ay <= y) == (by <= y) || wall->right == wall->left)
            continue;
        const double at = ax + (bx - ax) * (y - ay) / (by - ay);
        if (at <= x || at >= nearest)
            continue;
        nearest = at;
        /* Of a wall that leads down, the right side is on the left of the screen. */
        sector = by > ay ? wall->right : wall->left;
    }
    return sector;
}

static void compare(sums *sum, const doom_map *map) {
    double min_x = HUGE_VAL, min_y = HUGE_VAL, max_x = -HUGE_VAL, max_y = -HUGE_VAL;
    for (size_t i = 0; i < map->wall_count * 2; i++) {
        const uint32_t end = i % 2 == 0 ? map->walls[i / 2].a : map->walls[i / 2].b;
        min_x = fmin(min_x, (double)map->x[end]);
        min_y = fmin(min_y, (double)map->y[end]);
        max_x = fmax(max_x, (double)map->x[end]);
        max_y = fmax(max_y, (double)map->y[end]);
    }
    for (int i = 0; i < POINTS; i++) {
        const double x = min_x + (max_x - min_x) * random_of(sum), y = min_y + (max_y - min_y) * random_of(sum);
        const uint32_t sector = by_walls(map, x, y);
        const doom_place place = doom_where(map, x, y);
        sum->points++;
        sum->void_points += sector == HAIL_NO_SECTOR;
        if (sector == HAIL_NO_SECTOR || !place.trusted)
            continue;
        sum->asked++;
        sum->differ += sector != place.sector;
        if (sector != place.sector && place.margin > 1.0) {
            printf("%s: (%g, %g): sector %u by its walls, %u by the BSP, %g px from the BSP's lines\n", map->name, x, y,
                   sector, place.sector, place.margin);
            sum->wrong++;
        }
    }
}

/* Faults are counted, but no error: maps by people have some. */
static void make(sums *sum, const doom_map *map) {
    const hail_sector_data data = doom_data(map);
    hail_sectors_options options;
    hail_sectors_options_defaults(&options);
    hail_sector_faults faults = {0};
    hail_sectors *made;
    options.tolerant = true;
    const hail_status status = hail_sectors_create(&options, &data, &faults, &made);
    sum->faults += faults.count;
    if (status != HAIL_OK) {
        printf("%s: %s\n", map->name, hail_status_text(status));
        sum->wrong++;
    }
    hail_sectors_destroy(made);
}

static void check_map(sums *sum, const doom_map *map) {
    sum->maps++;
    sum->walls += map->wall_count;
    sum->sectors += map->sector_count;
    sum->duplicates += map->duplicates;
    for (size_t i = 0; i < map->wall_count; i++)
        sum->doors += map->walls[i].kind == DOOM_DOOR;
    for (size_t i = 0; i < map->thing_count; i++)
        sum->monsters += map->things[i].who == DOOM_MONSTER;
    compare(sum, map);
    make(sum, map);
}

static void check_wad(sums *sum, const char *path) {
    doom_wad wad;
    doom_map map;
    doom_error error;
    if (!doom_open(path, &wad, &error)) {
        puts(error.text);
        sum->wrong++;
        return;
    }
    for (size_t number = 0; number < wad.maps; number++) {
        char name[WAD_NAME + 1];
        doom_name(&wad, number, name);
        if (doom_find(&wad, name) != number || !doom_read(&wad, number, &map, &error)) {
            printf("%s, map %zu: %s\n", path, number, error.text);
            sum->wrong++;
            continue;
        }
        check_map(sum, &map);
        doom_free(&map);
    }
    doom_close(&wad);
}

static int close_up(const sums *sum) {
    printf("%zu maps of %zu walls, %zu of doors, in %zu sectors, %zu monsters; %zu duplicates, %zu faults\n", sum->maps,
           sum->walls, sum->doors, sum->sectors, sum->monsters, sum->duplicates, sum->faults);
    printf("%zu points, %zu of them outside; of %zu compared with the BSP %zu differ; %zu wrong\n", sum->points,
           sum->void_points, sum->asked, sum->differ, sum->wrong);
    return sum->wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int skip(const char *why) {
    printf("skipped: %s\n", why);
    return SKIPPED;
}

static int own(void) {
    sums sum = {0};
    doom_map map;
    doom_error error;
    if (!doom_own(&map, &error)) {
        puts(error.text);
        return EXIT_FAILURE;
    }
    check_map(&sum, &map);
    doom_free(&map);
    sum.wrong += sum.faults; /* the built-in map must have none */
    return close_up(&sum);
}

static int freedoom(void) {
    sums sum = {0};
    if (getenv("HAIL_REAL_DATA") == NULL)
        return skip("HAIL_REAL_DATA is not set");
    for (size_t i = 0; i < DOOM_WADS; i++)
        if (doom_installed(i) != NULL)
            check_wad(&sum, doom_installed(i));
    return sum.maps == 0 && sum.wrong == 0 ? skip("no maps found; they are in Debian's package freedoom")
                                           : close_up(&sum);
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "own") == 0)
        return own();
    if (argc == 2 && strcmp(argv[1], "freedoom") == 0)
        return freedoom();
    fputs("usage: doom-check own|freedoom\n", stderr);
    return EXIT_FAILURE;
}
