/* examples/sectors/level.c - loads a map from a WAD into hail_sectors, and prints what it has. */
#include "level.h"

#include <stdio.h>

static bool failed(const char *about, const char *why) {
    fprintf(stderr, "hail-sectors: %s%s%s\n", about, about[0] == '\0' ? "" : ": ", why);
    return false;
}

/* ---- From the WAD ---- */

static bool read_map(const sectors_options *options, doom_map *to) {
    doom_error error;
    doom_wad wad;
    if (options->own)
        return doom_own(to, &error) || failed("", error.text);
    if (!doom_open(options->wad, &wad, &error))
        return failed("", error.text);
    const size_t number = doom_find(&wad, options->map);
    bool good = false;
    if (number == wad.maps)
        fprintf(stderr, "hail-sectors: %s: no map %s\n", options->wad, options->map);
    else
        good = doom_read(&wad, number, to, &error) || failed(options->wad, error.text);
    doom_close(&wad);
    return good;
}

bool level_list(const sectors_options *options) {
    doom_error error;
    doom_wad wad;
    bool good = true;
    if (!doom_open(options->wad, &wad, &error))
        return failed("", error.text);
    if (wad.maps == 0)
        good = failed(options->wad, "it contains no maps");
    for (size_t i = 0; i < wad.maps; i++) {
        doom_map map;
        if (doom_read(&wad, i, &map, &error))
            printf("%-6s %5zu walls, %4zu sectors, %4zu things\n", map.name, map.wall_count, map.sector_count,
                   map.thing_count);
        else
            good = failed(options->wad, error.text);
        doom_free(&map);
    }
    doom_close(&wad);
    return good;
}

/* ---- To Hail ---- */

/* Maps with faults are accepted: people play them, too. */
bool level_load(const sectors_options *options, level *to) {
    *to = (level){0};
    if (!read_map(options, &to->map))
        return false;
    const hail_sector_data data = doom_data(&to->map);
    hail_sector_faults faults = {.list = to->fault, .capacity = LEVEL_FAULTS};
    hail_sectors_options how;
    hail_sectors_options_defaults(&how);
    how.tolerant = true;
    const hail_status status = hail_sectors_create(&how, &data, &faults, &to->sectors);
    to->fault_count = faults.count;
    return status == HAIL_OK || failed(to->map.name, hail_status_text(status));
}

void level_free(level *of) {
    hail_sectors_destroy(of->sectors);
    doom_free(&of->map);
    *of = (level){0};
}

/* ---- For people ---- */

static void print_fault(const hail_sector_fault *fault) {
    static const char *const SAYS[] = {
        [HAIL_FAULT_NO_VERTEX] = "names a vertex that does not exist",
        [HAIL_FAULT_NO_SECTOR] = "names a sector that does not exist",
        [HAIL_FAULT_NOT_FINITE] = "a vertex is not a number",
        [HAIL_FAULT_TOO_FAR] = "a vertex is too far out",
        [HAIL_FAULT_TOO_LONG] = "is too long",
        [HAIL_FAULT_ZERO_LENGTH] = "has no length",
        [HAIL_FAULT_DANGLING] = "ends where no other wall continues",
        [HAIL_FAULT_UNCLOSED] = "and the next wall name different sectors between them",
        [HAIL_FAULT_CROSSING] = "crosses another",
        [HAIL_FAULT_OVERLAP] = "overlaps another",
        [HAIL_FAULT_MISPLACED] = "an island lies in another sector than its walls name",
    };
    printf("         ");
    if (fault->wall != HAIL_NO_WALL)
        printf("wall %u ", fault->wall);
    printf("%s", SAYS[fault->kind]);
    if (fault->other != HAIL_NO_WALL)
        printf(", wall %u", fault->other);
    printf(", at (%g, %g)\n", (double)fault->x, (double)fault->y);
}

void level_print(const level *of, const sectors_options *options) {
    hail_sectors_size size;
    hail_sectors_measure(of->sectors, &size);
    size_t kinds[DOOM_KINDS] = {0}, solid = 0;
    for (size_t i = 0; i < of->map.wall_count; i++) {
        kinds[of->map.walls[i].kind]++;
        solid += of->map.walls[i].solid;
    }
    printf("map      %s%s%s: %u walls (%zu solid, %zu of doors), %u sectors, %zu things\n",
           options->own ? "" : options->wad, options->own ? "" : ", ", of->map.name, size.walls, solid,
           kinds[DOOM_DOOR], size.sectors, of->map.thing_count);
    printf("grid     cells of %g px, %zu KB in total\n", (double)size.cell, (size.bytes + 1023) / 1024);
    if (of->map.duplicates > 0)
        printf("left out %zu duplicate walls\n", of->map.duplicates);
    if (of->fault_count == 0)
        return;
    printf("faults   %zu\n", of->fault_count);
    for (size_t i = 0; i < of->fault_count && i < LEVEL_FAULTS; i++)
        print_fault(&of->fault[i]);
}
