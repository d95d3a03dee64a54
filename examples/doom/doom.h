/* examples/doom/doom.h - reads maps from Doom's WADs as walls and sectors for hail/sectors.h, and asks a map's own BSP
 * which sector a point is in.
 *
 * It is no part of the library: it shows how a game loads its maps, and gives tests and examples real data.
 *
 *     doom_wad wad;
 *     doom_map map;
 *     doom_error error;
 *     if (doom_open("freedoom1.wad", &wad, &error) && doom_read(&wad, doom_find(&wad, "E1M1"), &map, &error)) {
 *         const hail_sector_data data = doom_data(&map);
 *         hail_sectors_create(NULL, &data, NULL, &sectors);
 *     } else puts(error.text);
 *
 * One of Doom's units is one pixel. Doom's y points up: y and angles are negated here.
 *
 * Errors: a function that can fail returns false, writes a sentence to `error`, and zeroes what it would have filled,
 * so that there is nothing to free. Any file is either read or refused. Files have at most 64 MiB, a map at most
 * DOOM_MAX of anything. */
#ifndef DOOM_DOOM_H
#define DOOM_DOOM_H

#include "wad.h"

#include <hail/sectors.h>

enum { DOOM_MAX = 65536 };

typedef file_error doom_error;

/* ---- WADs -------------------------------------------------------------------------------------------------------- */

/* An open WAD, and where in its directory the maps start. */
typedef struct doom_wad {
    wad_file file;
    size_t *map; /* `maps` entries: the markers E1M1 (any two digits) or MAP01 */
    size_t maps; /* may be 0 */
} doom_wad;

/* Opens a WAD, and lists its maps; to be closed with doom_close. */
bool doom_open(const char *path, doom_wad *to, doom_error *error);
void doom_close(doom_wad *of);

/* The name of a map, `number` below of->maps. */
void doom_name(const doom_wad *of, size_t number, char name[WAD_NAME + 1]);

/* The last map of a name, in letters of either case: a later map replaces an earlier one. of->maps: there is none. */
size_t doom_find(const doom_wad *of, const char *name);

/* ---- Maps -------------------------------------------------------------------------------------------------------- */

/* The kind of a wall. A wall with a sector on both sides is solid if it is DOOM_BARRIER, else a portal. A wall without
 * is solid. */
typedef enum doom_kind {
    DOOM_PLAIN = 0,
    DOOM_BARRIER, /* stops everybody, but not their sight: a window, a railing (ML_BLOCKING) */
    DOOM_FENCE,   /* stops monsters only (ML_BLOCKMONSTERS): a portal here */
    DOOM_DOOR,    /* leads into a sector that is shut at first, with its ceiling on its floor: a portal here, to be
                     closed and opened */
    DOOM_KINDS
} doom_kind;

/* What else a map has about a wall. */
typedef struct doom_line {
    uint32_t number;       /* in the file */
    uint16_t flags;        /* as in the file: ML_BLOCKING is 1 */
    uint16_t special, tag; /* what happens when it is crossed, used or shot, and to which sectors */
} doom_line;

typedef struct doom_sector {
    int16_t floor, ceiling; /* px, up */
    int16_t light;          /* 0 to 255 in a sound map */
    uint16_t special, tag;
} doom_sector;

typedef enum doom_who { DOOM_SOMETHING = 0, DOOM_PLAYER, DOOM_MONSTER } doom_who;

typedef struct doom_thing {
    float x, y;    /* px */
    float angle;   /* radians, from +x towards +y: the direction that it faces */
    uint16_t type; /* as in the file: 1 is the first player */
    uint16_t flags;
    uint8_t who; /* doom_who */
} doom_thing;

/* A node of the map's BSP (binary space partition), which other people's tools made. Numbers are Doom's: y points up.
 * */
typedef struct doom_node {
    int32_t x, y, dx, dy; /* a point of its line, and the line's direction */
    uint32_t child[2];    /* on the right, on the left: a node below this one's number, or DOOM_LEAF and a leaf's */
} doom_node;

typedef struct doom_leaf {
    uint32_t sector;
    bool trusted; /* see doom_where */
} doom_leaf;

#define DOOM_LEAF UINT32_C(0x80000000)

typedef struct doom_map {
    char name[WAD_NAME + 1];
    float *x, *y; /* px: `vertices` of each. All of the file's, even those that only the BSP uses */
    size_t vertices;
    hail_wall *walls; /* `wall_count`: in the file's order; ends at the same point are the same vertex */
    doom_line *lines; /* `wall_count`, too */
    size_t wall_count;
    size_t duplicates; /* lines that were left out: another one joins the same points, and now has the sectors on the
                          outer sides of both */
    doom_sector *sectors;
    size_t sector_count;
    doom_thing *things;
    size_t thing_count;
    doom_node *nodes; /* the last one is the root */
    size_t node_count;
    doom_leaf *leaves;
    size_t leaf_count; /* 0: the map has no BSP */
} doom_map;

/* Reads a map; to be freed with doom_free. Numbers of of->maps or more are refused. */
bool doom_read(const doom_wad *of, size_t number, doom_map *to, doom_error *error);

/* Makes a built-in map: two halls, a door and a corridor between them, a pool with an island, a pillar on it, a cage, a
 * window, a fence, a ledge with a sharp corner. It has no BSP. To be freed with doom_free. */
bool doom_own(doom_map *to, doom_error *error);

/* Frees a map. Zeros are fine. */
void doom_free(doom_map *of);

/* What hail_sectors_create takes; valid as long as the map. */
hail_sector_data doom_data(const doom_map *of);

/* ---- The BSP ----------------------------------------------------------------------------------------------------- */

typedef struct doom_place {
    uint32_t sector; /* never HAIL_NO_SECTOR if the map has a BSP: points outside of the map have a leaf, too */
    uint32_t leaf;
    double margin; /* px: the distance from the nearest line that the point was compared with. On a line (0) either
                      sector may be right; and ends of walls that the BSP splits were rounded to whole pixels */
    bool trusted;  /* false if a wall of the leaf has the same sector on both sides: maps do tricks with those */
} doom_place;

/* Follows the BSP down to the leaf that holds a point. Without a BSP: HAIL_NO_SECTOR, not trusted. */
doom_place doom_where(const doom_map *of, double x, double y);

/* ---- Installed maps ---------------------------------------------------------------------------------------------- */

enum { DOOM_WADS = 2 };

/* The path of a WAD of Debian's package freedoom: 0 is freedoom1.wad, 1 is freedoom2.wad; or what the environment
 * variables HAIL_FREEDOOM1_WAD and HAIL_FREEDOOM_WAD (as in images.h) name. NULL: it is not installed. */
const char *doom_installed(size_t number);

/* Reads the first level of freedoom1.wad, or makes the built-in map if it is not installed. To be freed with doom_free.
 */
bool doom_first(doom_map *to, doom_error *error);

#endif
