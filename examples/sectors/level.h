/* level.h - a map from a WAD, and what Hail makes of it. */
#ifndef SECTORS_LEVEL_H
#define SECTORS_LEVEL_H

#include "../doom/doom.h"
#include "options.h"

enum { LEVEL_FAULTS = 5 /* of which more is said than how many */ };

typedef struct level {
    doom_map map;
    hail_sectors *sectors;
    hail_sector_fault fault[LEVEL_FAULTS];
    size_t fault_count;
} level;

/* False after a message on stderr. level_free gives it back either way. */
bool level_load(const sectors_options *options, level *to);
void level_free(level *of);

/* What the map has. */
void level_print(const level *of, const sectors_options *options);

/* The WAD's maps, and what each has. False after a message on stderr. */
bool level_list(const sectors_options *options);

#endif
