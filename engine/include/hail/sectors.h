/* hail/sectors.h - maps of sectors, as in Doom: areas of the plane divided by walls, some solid, the others portals.
 * They answer which sector holds a point and which wall is nearest, and move discs that keep their distance from walls.
 * All of it may change while the game runs.
 *
 *     const hail_sector_data data = {
 *         .x = x, .y = y, .vertex_count = n, .walls = walls, .wall_count = m, .sector_count = k};
 *     hail_sectors *map = NULL;
 *     hail_sectors_create(NULL, &data, NULL, &map);
 *     hail_sectors_find(map, &(hail_points){.x = px, .y = py, .count = count}, sector);
 *     const hail_sector_movers movers = {
 *         .map = map, .x = px, .y = py, .dx = dx, .dy = dy, .radius_of_all = 16.0f, .sector = sector, .count = count};
 *     hail_sectors_move(&movers, NULL, moves, NULL);
 *     hail_sectors_destroy(map);
 *
 * Threads: while one thread changes a map, no other may use it. Any number of threads may call functions that take a
 * const map at once.
 *
 * hail_sectors_find, _nearest, _move and _depenetrate
 *   - check everything before they write anything, and allocate nothing; they use up to 64 KB of stack;
 *   - give the same bits on every instruction set, and for every cell size of the grid;
 *   - answer HAIL_OK, or HAIL_BAD_ARGUMENT, HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE (a coordinate, displacement or radius
 *     beyond HAIL_MAX_BOUND, a negative radius) or HAIL_UNKNOWN_VARIANT;
 *   - take inputs and outputs that do not overlap.
 *
 * Every call answers HAIL_BAD_ARGUMENT if a pointer that it needs is NULL. */
#ifndef HAIL_SECTORS_H
#define HAIL_SECTORS_H

#include "points.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HAIL_NO_SECTOR UINT32_MAX
#define HAIL_NO_WALL   UINT32_MAX
#define HAIL_NO_VERTEX UINT32_MAX
#define HAIL_MAX_WALLS (1 << 20) /* of a map; also of its vertices and of its sectors */

/* ---- Maps -------------------------------------------------------------------------------------------------------- */

/* A straight wall between two vertices: 20 bytes. Its right side is on the right on the screen, looking from
 * a to b: below a wall that goes to the right. A wall with HAIL_NO_VERTEX for both ends is absent: it reserves
 * its number for a wall that appears later. */
typedef struct hail_wall {
    uint32_t a, b;        /* vertices */
    uint32_t right, left; /* the sectors on its sides, or HAIL_NO_SECTOR; may be the same */
    uint8_t kind;         /* 0 to 31, the caller's choice: queries can ask for some kinds only */
    uint8_t solid; /* true: it stops movers and bodies; else it is a portal. A wall with HAIL_NO_SECTOR on a side is
                      always solid */
} hail_wall;

typedef struct hail_sector_data {
    const float *x, *y; /* px: the vertices; at most HAIL_MAX_BOUND from the origin. A vertex without walls may
                           lie anywhere, but must be finite */
    size_t vertex_count;
    const hail_wall *walls; /* in any order; none longer than HAIL_MAX_REACH */
    size_t wall_count;
    uint32_t sector_count; /* their numbers start at 0 */
} hail_sector_data;

typedef struct hail_sectors_options {
    const hail_context *context;      /* copied; NULL: the defaults */
    float min_x, min_y, max_x, max_y; /* px: the box that walls may ever lie in; all 0 (default): the walls' box,
                                         enlarged by an eighth (at least 64 px) on each side. A box far larger than
                                         the walls costs nothing until they move there */
    /* px: side of the grid's cells; 0 (default): chosen from the walls. Cells are made larger if there would be more
     * than 8 for each wall (absent ones count) plus 256, or if a wall would lie in more than 16 on average. Never
     * changes results. */
    float cell;
    uint32_t tolerant; /* true: accept faults from HAIL_FAULT_ZERO_LENGTH on; default: a map with faults is refused */
} hail_sectors_options;

/* Writes the default options. HAIL_BAD_ARGUMENT: options is NULL. */
HAIL_API hail_status hail_sectors_options_defaults(hail_sectors_options *options);

/* What can be wrong with walls, and the status that each fault gives. Valid walls divide the plane into areas; all
 * walls round an area name the same sector. A wall with the same sector on both sides divides nothing and may name any
 * sector, but must not cross other walls. */
typedef enum hail_sector_fault_kind {
    HAIL_FAULT_NO_VERTEX = 1, /* HAIL_OUT_OF_RANGE: `wall` names a vertex that does not exist */
    HAIL_FAULT_NO_SECTOR,     /* HAIL_OUT_OF_RANGE: it names a sector that does not exist, or a kind above 31 */
    HAIL_FAULT_NOT_FINITE,    /* HAIL_NOT_FINITE: `vertex` */
    HAIL_FAULT_TOO_FAR,       /* HAIL_OUT_OF_RANGE: `vertex` lies outside of the box that walls may lie in */
    HAIL_FAULT_TOO_LONG,      /* HAIL_TOO_LARGE: `wall` */
    HAIL_FAULT_ZERO_LENGTH,   /* HAIL_DEGENERATE: both ends of `wall` are the same point */
    HAIL_FAULT_DANGLING,      /* HAIL_UNCLOSED: `wall` ends at `vertex`, where no other wall continues, and has
                                 different sectors on its sides */
    HAIL_FAULT_UNCLOSED,      /* HAIL_UNCLOSED: round `vertex`, `other` is the next wall after `wall`, turning from +x
                                 towards +y, and they name different sectors for the area between them: the loop of
                                 `sector` (on `wall`'s side) has a gap */
    HAIL_FAULT_CROSSING,      /* HAIL_CROSSING: `wall` and `other` cross, or one ends on the other */
    HAIL_FAULT_OVERLAP,       /* HAIL_CROSSING: they have more than a point in common */
    HAIL_FAULT_MISPLACED      /* HAIL_UNCLOSED: the walls connected to `vertex` lie in `sector` (HAIL_NO_SECTOR: outside
                                 of all), but their outsides name another. Only looked for if there is no other
                                 fault. `vertex` is their rightmost; ties go to the lowest on the screen (+y) */
} hail_sector_fault_kind;

typedef struct hail_sector_fault {
    uint32_t kind;                        /* a hail_sector_fault_kind */
    uint32_t wall, other, vertex, sector; /* HAIL_NO_... if the kind does not name one */
    float x, y;                           /* px: roughly where it is */
} hail_sector_fault;

/* The caller's list of faults. They are sorted by kind, then by wall, other, vertex; each is listed once. */
typedef struct hail_sector_faults {
    hail_sector_fault *list; /* room for the first `capacity`; may be NULL if that is 0 */
    size_t capacity;
    size_t count; /* written: the number of all faults, even if `list` has no room for them */
} hail_sector_faults;

typedef struct hail_sectors hail_sectors;

/* Makes a map from a copy of the data.
 *
 *   options  NULL: the defaults
 *   faults   lists every fault; may be NULL
 *   *map     the caller destroys it; NULL on failure
 *
 * HAIL_OK, or HAIL_BAD_ARGUMENT, HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE (options or sizes), HAIL_NO_MEMORY, or the status
 * of the first fault. The error's field is then data->walls or data->x, and its element the wall or vertex.
 *
 * Time: linear in the numbers of walls and of pairs of walls that share a cell. Memory: 200 to 360 bytes a wall, plus
 * up to 30 KB. In a box larger than the walls' up to 500 bytes a wall; with a small `cell` up to 5 KB a wall, plus 40
 * KB.
 *
 *   - If there is a fault of the first five kinds, the map is always refused, and no other kinds are looked for.
 *   - Other faults are accepted if the options are tolerant. Then walls of no length are absent, and a point's sector
 *     is decided by the nearest wall to the right of it. Answers near a fault may depend on the cell. */
HAIL_API hail_status hail_sectors_create(const hail_sectors_options *options, const hail_sector_data *data,
                                         hail_sector_faults *faults, hail_sectors **map);

/* Frees a map. NULL is fine. */
HAIL_API void hail_sectors_destroy(hail_sectors *map);

/* What to change: vertices that move, and walls that are replaced (walls may appear or become absent). */
typedef struct hail_sectors_edit {
    const uint32_t *vertex; /* `vertex_count` numbers, all different */
    const float *x, *y;     /* px: their new positions */
    size_t vertex_count;
    const uint32_t *wall; /* `wall_count` numbers, all different */
    const hail_wall *to;  /* what they become */
    size_t wall_count;
} hail_sectors_edit;

/* Moves vertices and replaces walls of a map: all of them or, on failure, none. Errors of faults are as from
 * hail_sectors_create.
 *
 * The changed map must follow the same rules as in hail_sectors_create, with the options that it was created with.
 * Movers stay where they are: the next hail_sectors_move reports those that are in no sector now, and pushes away those
 * that are too near to a wall.
 *
 * HAIL_OK, or HAIL_BAD_ARGUMENT (a number that is given twice, more than HAIL_MAX_WALLS, among others),
 * HAIL_OUT_OF_RANGE (no such vertex or wall), HAIL_NO_MEMORY, or the status of the first fault. The error's field is
 * then edit->to or edit->x; map->walls or map->x, if the faulty wall or vertex is none of the edit's.
 *
 * Time: depends on the cells that the changed walls leave and enter, the cells between, and what these hold; not on the
 * size of the map. But the grid covers only a part of a box that is far larger than the walls: a change that puts walls
 * beyond that part, or after which there are twice as many walls, takes as long as making the map, and memory for a
 * second grid. That happens the less often, the further the walls have spread. */
HAIL_API hail_status hail_sectors_change(hail_sectors *map, const hail_sectors_edit *edit, hail_sector_faults *faults);

/* Makes walls solid or not: closes and opens doors. Time: depends on the cells that the walls lie in.
 *
 *   - HAIL_OUT_OF_RANGE: there is no such wall, or it is absent; nothing is changed.
 *   - HAIL_BAD_ARGUMENT: a null pointer, more than 2^31 - 1 numbers.
 *   - A wall with HAIL_NO_SECTOR on a side stays solid. */
HAIL_API hail_status hail_sectors_set_solid(hail_sectors *map, const uint32_t *walls, size_t count, bool solid);

/* A wall as it is now. */
typedef struct hail_wall_info {
    hail_wall wall;
    float ax, ay, bx, by; /* px; 0 if it is absent */
    uint32_t stops;       /* 1: it is solid, or has HAIL_NO_SECTOR on a side */
} hail_wall_info;

/* Describes a wall. HAIL_OUT_OF_RANGE: there is no such wall. */
HAIL_API hail_status hail_sectors_wall(const hail_sectors *map, uint32_t wall, hail_wall_info *info);

/* Reads a vertex's position, px. HAIL_OUT_OF_RANGE: there is no such vertex. */
HAIL_API hail_status hail_sectors_vertex(const hail_sectors *map, uint32_t vertex, float *x, float *y);

typedef struct hail_sectors_size {
    uint32_t vertices, walls, sectors; /* absent walls included */
    float min_x, min_y, max_x, max_y;  /* px: the box that walls may lie in */
    float cell;                        /* px */
    uint64_t version;                  /* 1, and 1 more after each change of a vertex or wall; doors do not count */
    size_t bytes;                      /* of the caller's allocator */
} hail_sectors_size;

/* Measures a map. */
HAIL_API hail_status hail_sectors_measure(const hail_sectors *map, hail_sectors_size *size);

/* ---- Save and restore -------------------------------------------------------------------------------------------- *
 * A map's state is its walls and vertices, and which walls are solid. It is not: the options but for the box; the grid;
 * the version, which goes on. */

/* Hashes a map's state, with the numbers of walls, vertices and sectors and the box, to 64 bits: equal maps have equal
 * hashes on every processor, others almost never do. The map keeps it up to date, so that it takes no time. Never 0. It
 * may change with the version of Hail. */
HAIL_API hail_status hail_sectors_hash(const hail_sectors *map, uint64_t *hash);

/* Tells how many bytes an image of the map takes: 64, 8 a vertex, 20 a wall. */
HAIL_API hail_status hail_sectors_save_size(const hail_sectors *map, size_t *size);

/* Saves a map to an image: bytes, little endian, the same on every processor. Allocates nothing.
 *
 *   flags    0 or HAIL_TRUSTED (hail/base.h)
 *   image    receives it; at any address
 *   size     bytes that there is room for
 *   written  receives how many the image takes; NULL: not wanted
 *
 * HAIL_OK, or HAIL_FULL (less than hail_sectors_save_size tells), HAIL_BAD_ARGUMENT. */
HAIL_API hail_status hail_sectors_save(const hail_sectors *map, uint32_t flags, void *image, size_t size,
                                       size_t *written);

/* Makes a map's state that of an image: of this map at another time, or of one made alike. Walls and vertices that
 * differ are changed as by hail_sectors_change, doors as by hail_sectors_set_solid; the rest takes as long as reading
 * the image. Doors allocate nothing.
 *
 *   flags  0 or HAIL_TRUSTED. 0: an image that hail_sectors_save did not write, or that was changed since, is refused,
 *          whatever is in it
 *   image  at any address
 *   size   bytes, at least those of the image
 *
 * HAIL_OK, or, with the map as it was:
 *   HAIL_BAD_ARGUMENT  a bad argument; an image that is cut short, corrupt or of another version; or of a map with
 *                      other numbers of vertices, walls or sectors, another box, or faults: the hail_error says which
 *   HAIL_NO_MEMORY
 *
 * In a tolerant map with faults, answers near a fault may depend on how the map came to be. */
HAIL_API hail_status hail_sectors_restore(hail_sectors *map, uint32_t flags, const void *image, size_t size);

/* ---- Points ------------------------------------------------------------------------------------------------------ */

/* Finds the sector that holds each point: sector[i], of points->count, or HAIL_NO_SECTOR. Exact, by the boundary rule
 * of hail/points.h.
 */
HAIL_API hail_status hail_sectors_find(const hail_sectors *map, const hail_points *points, uint32_t *sector);

/* Which walls are asked for. Zeros: solid walls of any kind, at any distance. */
typedef struct hail_wall_filter {
    uint32_t portals; /* true: portals as well */
    uint32_t kinds;   /* HAIL_KIND bits; 0: every kind */
    float reach;      /* px: none further away; 0: any */
} hail_wall_filter;

/* Finds the nearest wall to each point: nearest[i].edge, of points->count, is its number.
 *
 *   filter  NULL: zeros
 *
 *   - Ties go to the wall with the lowest number.
 *   - If there is no wall, edge is HAIL_NO_WALL, the point (0, 0) and the squared distance HAIL_NOWHERE.
 *   - Precision: as for hail_nearest_on_segments; the largest coordinate is that of all walls and the point.
 *   - A point costs up to 11 times as much as one in a room if its nearest wall is many rooms away, or if it is far
 *     outside of the map, with all walls on that side about as near. */
HAIL_API hail_status hail_sectors_nearest(const hail_sectors *map, const hail_points *points,
                                          const hail_wall_filter *filter, hail_nearest_point *nearest);

/* ---- Movers ------------------------------------------------------------------------------------------------------ */

/* Movers: discs that stay at least their radius away from solid walls. */
typedef struct hail_sector_movers {
    const hail_context *context; /* NULL: the defaults */
    const hail_sectors *map;
    const float *x, *y;     /* px: centres */
    const float *dx, *dy;   /* px: displacements; not read by hail_sectors_depenetrate */
    const float *radius;    /* px, 0 or more; NULL: `radius_of_all` */
    const uint32_t *sector; /* the sector that each is in, from hail_sectors_find or hail_sectors_move; NULL: looked up.
                               Not read by hail_sectors_depenetrate */
    size_t count;           /* of each array */
    float radius_of_all;    /* px, 0 or more */
    uint32_t kinds;         /* HAIL_KIND bits of the walls that stop movers; 0: every kind. Walls with HAIL_NO_SECTOR on
                               a side stop all movers */
} hail_sector_movers;

enum {
    HAIL_MOVE_MET = 1,      /* hit a wall: slid along it, or stopped */
    HAIL_MOVE_PUSHED = 2,   /* was nearer to a wall than its radius, and was moved away from it first */
    HAIL_MOVE_SQUEEZED = 4, /* was nearer to a wall than its radius, and stays there: no allowed position is near */
    HAIL_MOVE_ENTERED = 8,  /* is in a different sector now */
    HAIL_MOVE_LEFT = 16,    /* was in a sector, and is in none now */
    HAIL_MOVE_LOST = 32     /* was in no sector at the start */
};

/* Where a mover is now: 32 bytes. */
typedef struct hail_sector_move {
    float x, y;               /* px: its centre */
    float normal_x, normal_y; /* unit vector out of the first wall that it hit or was moved away from; (0, 0): none */
    uint32_t wall;            /* that wall, or HAIL_NO_WALL */
    uint32_t sector;          /* the one that it is in, or HAIL_NO_SECTOR */
    uint32_t entered;         /* how many sectors it entered during the call */
    uint32_t flags;           /* HAIL_MOVE_... */
} hail_sector_move;

/* A mover's centre goes from one sector to another. */
typedef struct hail_crossing {
    uint32_t mover;
    uint32_t wall;     /* the portal; HAIL_NO_WALL: it was pushed, went through a vertex, or the map had changed */
    uint32_t from, to; /* sectors, or HAIL_NO_SECTOR */
} hail_crossing;

/* The caller's list of crossings. They are in order of movers, then of time. */
typedef struct hail_crossings {
    hail_crossing *list; /* room for the first `capacity`; may be NULL if that is 0 */
    size_t capacity;
    size_t count; /* written: the number of all crossings, even if `list` has no room for them */
} hail_crossings;

typedef struct hail_sector_move_options {
    uint32_t stop;    /* true: movers stop at the first wall that they hit; default 0: they slide along it */
    uint32_t bounces; /* how many walls a mover may be deflected by in one call, 1 to 8; default 4 */
} hail_sector_move_options;

/* Writes the default options. HAIL_BAD_ARGUMENT: options is NULL. */
HAIL_API hail_status hail_sector_move_options_defaults(hail_sector_move_options *options);

/* Moves movers by (dx, dy), as far as solid walls let them.
 *
 * A mover never comes closer to a wall than its radius, whatever its speed. At a wall it slides: the displacement loses
 * the part that points into the wall. A mover that starts too near to a wall is first moved away, as by
 * hail_sectors_depenetrate.
 *
 *   options    NULL: the defaults
 *   moves      `count` results
 *   crossings  may be NULL; HAIL_OK even if there is no room for all
 *
 *   - Between walls that meet at a sharp angle a mover stops where it touches both. It does not enter a corridor that
 *     is narrower than itself.
 *   - Precision: a mover ends at least its radius less 4 ulps of its coordinates from every wall that stops it, unless
 *     it is HAIL_MOVE_SQUEEZED.
 *   - A mover enters another sector at each portal that its centre passes. `sector` is always where it ends.
 *   - If the map changed around a mover, or the caller put it outside, it may start in no sector (HAIL_MOVE_LOST) or
 *     leave them all (HAIL_MOVE_LEFT). */
HAIL_API hail_status hail_sectors_move(const hail_sector_movers *movers, const hail_sector_move_options *options,
                                       hail_sector_move *moves, hail_crossings *crossings);

enum { HAIL_DEPENETRATE_WALLS = 24 };

/* Moves movers that are too near to a solid wall to the nearest position where they are not.
 *
 *   moves  `count` results; `entered` is 1 if a mover is in another sector afterwards
 *
 *   - No solid wall lies between the two positions. A mover whose centre is on a wall counts as being on the side that
 *     the boundary rule of hail/points.h gives.
 *   - If there is no such position within twice its radius (in a narrow gap, in the tip of a wedge), a mover stays, and
 *     is HAIL_MOVE_SQUEEZED.
 *   - Only the HAIL_DEPENETRATE_WALLS nearest walls are considered.
 *   - A mover that is too near to walls on several sides costs up to 20 times as much as one that is not: all pairs of
 *     the walls around it count. */
HAIL_API hail_status hail_sectors_depenetrate(const hail_sector_movers *movers, hail_sector_move *moves);

#ifdef __cplusplus
}
#endif

#endif
