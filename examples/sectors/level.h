/* examples/sectors/level.h - a map from a WAD, and its hail_sectors. */
#ifndef SECTORS_LEVEL_H
#define SECTORS_LEVEL_H

#include "../doom/doom.h"
#include "options.h"

enum { LEVEL_FAULTS = 5 /* that are printed one by one */ };

typedef struct level {
    doom_map map;
    hail_sectors *sectors;
    hail_sector_fault fault[LEVEL_FAULTS];
    size_t fault_count;
} level;

/* Loads the map that the options name. Call level_free in any case. False: an error, which was printed to stderr. */
bool level_load(const sectors_options *options, level *to);
void level_free(level *of);

/* Prints what the map has. */
void level_print(const level *of, const sectors_options *options);

/* Prints the WAD's maps, and what each has. False: an error, which was printed to stderr. */
bool level_list(const sectors_options *options);

#endif
