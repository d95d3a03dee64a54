/* doom.h - maps of Doom's WADs as walls and sectors of Hail's, and the maps' own answer to which sector a point is in.
 *
 * No part of the library: it shows how a game gets its maps into one, and gives tests and examples real data.
 *
 *     doom_wad wad;
 *     doom_map map;
 *     doom_error error;
 *     if (doom_open("freedoom1.wad", &wad, &error) && doom_read(&wad, doom_find(&wad, "E1M1"), &map, &error)) {
 *         const hail_sector_data data = doom_data(&map);
 *         hail_sectors_create(NULL, &data, NULL, &sectors);
 *     } else puts(error.text);
 *
 * A unit of Doom's is a pixel. Doom's y is up and is turned; its angles, too.
 *
 * Errors: a function that can fail returns false, and has then written a sentence to `error`. Nothing is left behind:
 * what it would have filled is zeroed. Whatever a file holds, it is read or refused; files are at most 64 MiB, a map
 * has at most DOOM_MOST of anything. */
#ifndef DOOM_DOOM_H
#define DOOM_DOOM_H

#include "wad.h"

#include <hail/sectors.h>

enum { DOOM_MOST = 65536 };

typedef file_error doom_error;

/* ---- WADs -------------------------------------------------------------------------------------------------------- */

/* An open WAD, and where in its directory the maps start. */
typedef struct doom_wad {
    wad_file file;
    size_t *map; /* `maps` entries: the markers E1M1 (any two digits) or MAP01 */
    size_t maps; /* may be 0 */
} doom_wad;

/* doom_close gives it back. */
bool doom_open(const char *path, doom_wad *to, doom_error *error);
void doom_close(doom_wad *of);

/* The map's name, below of->maps. */
void doom_name(const doom_wad *of, size_t number, char name[WAD_NAME + 1]);

/* The last map of that name, in letters of either case (a later one replaces an earlier one); of->maps: there is none.
 */
size_t doom_find(const doom_wad *of, const char *name);

/* ---- Maps -------------------------------------------------------------------------------------------------------- */

/* The kind of a wall. One that has a sector on both sides is solid if it is DOOM_BARRIER, and else a portal; one that
 * has not is solid. */
typedef enum doom_kind {
    DOOM_PLAIN = 0,
    DOOM_BARRIER, /* stops everybody, though one can see over it: a window, a railing (ML_BLOCKING) */
    DOOM_FENCE,   /* stops monsters alone (ML_BLOCKMONSTERS): a portal here; ask for its kind to make it one's wall */
    DOOM_DOOR,    /* leads into a sector that is shut at first, its ceiling on its floor: a portal here, to be closed
                     and opened */
    DOOM_KINDS
} doom_kind;

/* What else a map says of a wall. */
typedef struct doom_line {
    uint32_t number;       /* in the file */
    uint16_t flags;        /* as in the file: ML_BLOCKING is 1 */
    uint16_t special, tag; /* what happens when it is crossed, used or shot, and to which sectors */
} doom_line;

typedef struct doom_sector {
    int16_t floor, ceiling; /* px, up */
    int16_t light;          /* 0 to 255, if the map is sound */
    uint16_t special, tag;
} doom_sector;

typedef enum doom_who { DOOM_SOMETHING = 0, DOOM_PLAYER, DOOM_MONSTER } doom_who;

typedef struct doom_thing {
    float x, y;    /* px */
    float angle;   /* radians, from +x towards +y: where it looks to */
    uint16_t type; /* as in the file: 1 is the first player */
    uint16_t flags;
    uint8_t who; /* doom_who */
} doom_thing;

/* The map's BSP (binary space partition), made by other people's tools: it knows nothing of Hail. Numbers are Doom's, y
 * up. */
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
    float *x, *y; /* px: `vertices` of each. All of the file's, with those that only the BSP uses */
    size_t vertices;
    hail_wall *walls; /* `wall_count`: in the file's order; ends at the same place are the same vertex */
    doom_line *lines; /* as many */
    size_t wall_count;
    size_t duplicates; /* lines that were left out: there was one between the same places before, and it got what is on
                          the outer sides of both */
    doom_sector *sectors;
    size_t sector_count;
    doom_thing *things;
    size_t thing_count;
    doom_node *nodes; /* the last one is the root */
    size_t node_count;
    doom_leaf *leaves;
    size_t leaf_count; /* 0: the map has no BSP */
} doom_map;

/* Reads map `number`, below of->maps (else it is refused). doom_free gives it back. */
bool doom_read(const doom_wad *of, size_t number, doom_map *to, doom_error *error);

/* A map of our own, in place of a WAD: two halls, a door and a corridor between them, a pool with an island, a pillar
 * on it, a cage, a window, a fence, a ledge with a sharp corner. It has no BSP. doom_free gives it back. */
bool doom_own(doom_map *to, doom_error *error);

/* Zeros are fine. */
void doom_free(doom_map *of);

/* What hail_sectors_create takes. It lives as long as the map. */
hail_sector_data doom_data(const doom_map *of);

/* ---- What the map says itself ------------------------------------------------------------------------------------ */

typedef struct doom_place {
    uint32_t sector; /* never HAIL_NO_SECTOR if the map has a BSP: it answers for what is outside, too */
    uint32_t leaf;
    double margin; /* px: how far the nearest line is that the point was compared with. On one (0) either side may be
                      right; and where the BSP's maker split a wall, its ends were rounded to whole pixels */
    bool trusted;  /* false where a wall of the leaf names the same sector on both sides: tricks are done with those */
} doom_place;

/* Down the BSP to the leaf that holds a point. Without a BSP: HAIL_NO_SECTOR, not trusted. */
doom_place doom_where(const doom_map *of, double x, double y);

/* ---- Installed maps ---------------------------------------------------------------------------------------------- */

enum { DOOM_WADS = 2 };

/* Where Debian's package freedoom has its WADs: freedoom1.wad is 0, freedoom2.wad is 1; or what the environment
 * variables HAIL_FREEDOOM1_WAD and HAIL_FREEDOOM_WAD (as in images.h) name. NULL: it is not there. */
const char *doom_installed(size_t number);

#endif
