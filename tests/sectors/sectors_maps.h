/* tests/sectors/sectors_maps.h - Doom's maps for tests: each as a plan and as a map of sectors. Only where they can be
 * read. */
#ifndef HAIL_TESTS_SECTORS_MAPS_H
#define HAIL_TESTS_SECTORS_MAPS_H
#ifdef HAVE_DOOM

#include "doom.h"
#include "sectors_town.h"

enum { LEVEL_FAULTS = 64 };

/* Two of freedoom's maps are at fault, and are made tolerant: in MAP20 walls cross; in E1M6 a ring of walls that have
 * the same sector on both sides, for a trick with how things look, lies in another sector. */
typedef struct level {
    char name[32];
    doom_map doom;
    plan p;
    hail_sectors *map;
    hail_sector_fault fault[LEVEL_FAULTS]; /* `faults` of them */
    size_t faults;
} level;

/* The map of our own, then every `every`th of freedoom's maps from number `first` on, where they are installed. Answers
 * how many. A map that is refused fails the test. */
size_t levels_each(size_t first, size_t every, void (*take)(level *l, void *user), void *user);

/* HAIL_REAL_DATA is set: take all the time it needs. */
bool levels_all(void);

#endif
#endif
