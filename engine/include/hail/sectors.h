/* hail/sectors.h - maps of sectors, as in Doom: areas of the plane that share walls, some of them solid, the others
 * portals. Which sector holds a point, which wall is nearest, movers that keep their distance from walls and walk from
 * sector to sector; and all of it may change while the game runs.
 *
 *     hail_sectors_create(NULL, &(hail_sector_data){.x = x, .y = y, .vertices = n, .walls = walls, .wall_count = m,
 *                                                   .sectors = k}, NULL, &map);
 *     hail_sectors_find(map, &points, sector);
 *     hail_sectors_move(&movers, NULL, moves, NULL);
 *
 * A map belongs to one thread while it is changed; any number of threads may ask it questions at once. Questions
 * allocate nothing, use up to 64 KB of stack, check everything before they write anything, and give the same bits on
 * every instruction set and whatever the grid's cell. They answer HAIL_BAD_ARGUMENT, HAIL_NOT_FINITE,
 * HAIL_OUT_OF_RANGE (a coordinate, displacement or radius beyond HAIL_MAX_BOUND, a negative radius) and
 * HAIL_UNKNOWN_ISA. Inputs and outputs must not overlap, but where it is said. */
#ifndef HAIL_SECTORS_H
#define HAIL_SECTORS_H

#include "points.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HAIL_NO_SECTOR UINT32_MAX
#define HAIL_NO_WALL   UINT32_MAX
#define HAIL_NO_VERTEX UINT32_MAX
#define HAIL_MAX_WALLS (1 << 20) /* of a map; of its vertices and sectors, too */

/* ---- Maps ---------------------------------------------------------------------------------------------------------
 */

/* A straight wall between two vertices: 20 bytes. Going from a to b its right side is the one that +x turned towards +y
 * points to: below a wall that goes to the right. A wall with HAIL_NO_VERTEX for both ends is absent: a place for one
 * that comes later. */
typedef struct hail_wall {
    uint32_t a, b;        /* vertices */
    uint32_t right, left; /* the sectors on its sides, or HAIL_NO_SECTOR; the same on both sides is fine */
    uint8_t kind;         /* 0 to 31: the caller's, for questions that ask for some kinds only */
    bool solid;           /* it stops movers and bodies; else it is a portal. A wall with no sector on a side is solid
                             whatever this says */
} hail_wall;

typedef struct hail_sector_data {
    const float *x, *y; /* px: the vertices; at most HAIL_MAX_BOUND from the origin. Those without walls may lie
                           anywhere, if they are finite */
    size_t vertices;
    const hail_wall *walls; /* in any order; none longer than HAIL_MAX_REACH */
    size_t wall_count;
    uint32_t sectors; /* they are numbered from 0 to this, less 1 */
} hail_sector_data;

typedef struct hail_sectors_options {
    hail_allocator allocator;         /* zeros: malloc and free */
    float min_x, min_y, max_x, max_y; /* px: what walls may ever lie in; all 0 (default): the walls' box, and an eighth
                                         of it more all around, 64 px at least */
    float cell; /* px: the grid's cell, made larger where it must be; 0 (default): chosen from the walls. Never changes
                   results */
    bool tolerant; /* keep a map that is at fault: see hail_sector_fault. Default: it is refused */
} hail_sectors_options;

HAIL_API hail_sectors_options hail_sectors_defaults(void);

/* What can be wrong with walls. Sound walls cut the plane into areas, all round each of which they name the same
 * sector. Walls with the same sector on both sides divide nothing, and may name any: they only must not cross others.
 */
typedef enum hail_sector_fault_kind {
    HAIL_FAULT_NO_VERTEX = 1, /* HAIL_OUT_OF_RANGE: `wall` names a vertex that there is not */
    HAIL_FAULT_NO_SECTOR,     /* HAIL_OUT_OF_RANGE: or a sector; or a kind above 31 */
    HAIL_FAULT_NOT_FINITE,    /* HAIL_NOT_FINITE: `vertex` */
    HAIL_FAULT_TOO_FAR,       /* HAIL_OUT_OF_RANGE: `vertex` lies outside what walls may lie in */
    HAIL_FAULT_TOO_LONG,      /* HAIL_TOO_LARGE: `wall` */
    HAIL_FAULT_ZERO_LENGTH,   /* HAIL_DEGENERATE: both ends of `wall` are at the same place */
    HAIL_FAULT_DANGLING,      /* HAIL_UNCLOSED: `wall` ends at `vertex`, where no other wall goes on, with different
                                 sectors on its two sides */
    HAIL_FAULT_UNCLOSED,      /* HAIL_UNCLOSED: round `vertex` the next wall after `wall` is `other`, and what they say
                                 of the area between them differs: `sector` (on `wall`'s side) has a loop with a gap */
    HAIL_FAULT_CROSSING,      /* HAIL_CROSSING: `wall` and `other` cross, or one ends on the other */
    HAIL_FAULT_OVERLAP,       /* HAIL_CROSSING: they have more than a point in common */
    HAIL_FAULT_MISPLACED /* HAIL_UNCLOSED: the walls round `vertex` lie in `sector` (HAIL_NO_SECTOR outside of all),
                            and say that they are elsewhere: an island in the wrong place. Looked for if there is no
                            other fault; `vertex` is the island's furthest to the right, of these the lowest down */
} hail_sector_fault_kind;

typedef struct hail_sector_fault {
    hail_sector_fault_kind kind;
    uint32_t wall, other, vertex, sector; /* HAIL_NO_... where they mean nothing */
    float x, y;                           /* px: about there */
} hail_sector_fault;

/* Room for faults. list may be NULL with capacity 0; count says how many there are, though there was no room for all.
 * In order of their kinds, then of walls, others, vertices; each is told once. */
typedef struct hail_sector_faults {
    hail_sector_fault *list;
    size_t capacity;
    size_t count;
} hail_sector_faults;

typedef struct hail_sectors hail_sectors;

/* Makes a map, of copies of the data. faults (may be NULL) is told every fault; the status is that of the first. If
 * there are faults of the first five kinds, others are not looked for, and the map is refused. All others are refused
 * unless the options are tolerant: then walls of no length are absent, which sector a point is in goes by the wall that
 * is next to the right of it, and what is told near a fault may depend on the cell. On failure *map is NULL. options
 * NULL: the defaults.
 *
 * Takes time by the walls, and by pairs of walls in one cell. Memory: 200 to 360 bytes a wall. */
HAIL_API hail_status hail_sectors_create(const hail_sectors_options *options, const hail_sector_data *data,
                                         hail_sector_faults *faults, hail_sectors **map);
HAIL_API void hail_sectors_destroy(hail_sectors *map);

/* What to change: vertices that move, and walls that become others (absent ones appear, present ones vanish). A number
 * that is given twice: HAIL_BAD_ARGUMENT. */
typedef struct hail_sectors_edit {
    const uint32_t *vertex; /* `vertices` of each */
    const float *x, *y;     /* px: where they are now */
    size_t vertices;
    const uint32_t *wall; /* `walls` of each */
    const hail_wall *to;
    size_t walls;
} hail_sectors_edit;

/* Changes a map, all or nothing; what it is then is held to the same rules as in hail_sectors_create, faults included
 * (a tolerant map takes what it took then). Takes time by the cells that the changed walls lie in, lay in, or were
 * between, and what lies there; not by the map. What movers left behind is theirs to find out: hail_sectors_move tells
 * who is in no sector, and puts out whoever is too near to a wall. */
HAIL_API hail_status hail_sectors_change(hail_sectors *map, const hail_sectors_edit *edit, hail_sector_faults *faults);

/* Closes or opens walls: doors. Each takes time by the cells it lies in. HAIL_OUT_OF_RANGE: no such wall, or it is
 * absent; nothing is changed. A wall with no sector on one side stays solid whatever is asked. */
HAIL_API hail_status hail_sectors_set_solid(hail_sectors *map, const uint32_t *walls, size_t count, bool solid);

/* A wall as it is now. HAIL_OUT_OF_RANGE: no such wall. Of an absent one the ends are HAIL_NO_VERTEX, the coordinates
 * 0. */
typedef struct hail_wall_info {
    hail_wall wall;
    float ax, ay, bx, by; /* px */
    bool stops;           /* it is solid, or has no sector on one side */
} hail_wall_info;

HAIL_API hail_status hail_sectors_wall(const hail_sectors *map, uint32_t wall, hail_wall_info *info);
HAIL_API hail_status hail_sectors_vertex(const hail_sectors *map, uint32_t vertex, float *x, float *y);

typedef struct hail_sectors_size {
    uint32_t vertices, walls, sectors; /* absent walls included */
    float min_x, min_y, max_x, max_y;  /* px: what walls may lie in */
    float cell;                        /* px */
    uint64_t version;                  /* 1, and 1 more after each change of a vertex or wall; doors do not count */
    size_t bytes;                      /* of the caller's allocator */
} hail_sectors_size;

HAIL_API hail_sectors_size hail_sectors_measure(const hail_sectors *map);

/* ---- Points -------------------------------------------------------------------------------------------------------
 */

/* sector[i]: the one that holds point i, by the boundary rule of hail/points.h, or HAIL_NO_SECTOR. Exact, like
 * everything there. */
HAIL_API hail_status hail_sectors_find(const hail_sectors *map, const hail_points *points, uint32_t *sector);

/* Which walls are asked for. Zeros: the solid ones, of any kind, however far. */
typedef struct hail_wall_filter {
    bool portals;   /* portals, too */
    uint32_t kinds; /* bits 1 << kind; 0: every kind */
    float reach;    /* px: none further than this; 0: any */
} hail_wall_filter;

/* nearest[i]: the nearest wall to point i; edge is its number. Of equally near ones the lowest; HAIL_NO_WALL if there
 * is none, the place (0, 0) and the squared distance HAIL_NOWHERE then. filter NULL: zeros. Precision as of
 * hail_nearest_on_segments, of the larger end of walls. */
HAIL_API hail_status hail_sectors_nearest(const hail_sectors *map, const hail_points *points,
                                          const hail_wall_filter *filter, hail_nearest *nearest);

/* ---- Movers -------------------------------------------------------------------------------------------------------
 */

/* Movers are discs that keep at arm's length, their radius, from solid walls. */
typedef struct hail_sector_movers {
    const hail_isa *isa; /* NULL: looked for in every call */
    const hail_sectors *map;
    const float *x, *y;     /* px */
    const float *dx, *dy;   /* px: displacements; not read by hail_sectors_depenetrate */
    const float *radius;    /* px, 0 or more; NULL: `radius_of_all` */
    const uint32_t *sector; /* where each is, as hail_sectors_find or hail_sectors_move said; NULL: looked up. Not read
                               by hail_sectors_depenetrate */
    size_t count;           /* of each array */
    float radius_of_all;
    uint32_t kinds; /* bits 1 << kind of the walls that hold movers; 0: every kind. Walls with no sector on a side hold
                       everybody */
} hail_sector_movers;

enum {
    HAIL_MOVE_MET = 1,      /* met a wall: slid along it, or stopped */
    HAIL_MOVE_PUSHED = 2,   /* was nearer to a wall than its radius, and was put out of it first */
    HAIL_MOVE_SQUEEZED = 4, /* was nearer to a wall than its radius, and there was no place for it near: it stays where
                               it was */
    HAIL_MOVE_ENTERED = 8,  /* is in another sector than before */
    HAIL_MOVE_LEFT = 16,    /* was in a sector, and is in none now */
    HAIL_MOVE_LOST = 32     /* was in none to begin with */
};

/* What became of a mover: 32 bytes. */
typedef struct hail_sector_move {
    float x, y;               /* px: where it is now */
    float normal_x, normal_y; /* out of the first wall that it met, or was put out of; (0, 0): it met none */
    uint32_t wall;            /* that wall; HAIL_NO_WALL */
    uint32_t sector;          /* that it is in now; HAIL_NO_SECTOR */
    uint32_t entered;         /* how many sectors it entered on its way */
    uint32_t flags;           /* HAIL_MOVE_... */
} hail_sector_move;

/* A mover's centre going from one sector to another. */
typedef struct hail_crossing {
    uint32_t mover;
    uint32_t wall; /* the portal; HAIL_NO_WALL: it came there otherwise (it was pushed, went through a vertex, or the
                      map had changed) */
    uint32_t from, to; /* sectors; HAIL_NO_SECTOR */
} hail_crossing;

/* Room for crossings: list may be NULL with capacity 0. Written in order of movers, then as they come on the way. count
 * says how many there are, though there was no room for all. */
typedef struct hail_crossings {
    hail_crossing *list;
    size_t capacity;
    size_t count;
} hail_crossings;

typedef struct hail_sector_move_options {
    bool stop;        /* movers stop where they meet a wall; default: they slide along it */
    uint32_t bounces; /* how many walls a mover may turn along in one call, 1 to 8; default 4 */
} hail_sector_move_options;

HAIL_API hail_sector_move_options hail_sector_move_defaults(void);

/* Moves by (dx, dy), as far as solid walls let them: on its whole way a mover stays at least its radius away from
 * them, though at any speed, and turns along what it meets (the displacement loses what points into the wall). Where
 * it is then is, as real numbers, no nearer to any wall that holds it than its radius less 4 ulps of its coordinates,
 * unless it is HAIL_MOVE_SQUEEZED. Between walls that meet at a sharp angle it stops where it touches both; where a
 * corridor is narrower than it, it stops before. Whoever is too near at the start is first treated as by
 * hail_sectors_depenetrate. options NULL: the defaults; crossings may be NULL. The status is HAIL_OK though there was
 * no room for all crossings.
 *
 * A mover is in another sector after each portal that its centre passes; the last sector is that of the place where it
 * ends, whatever was passed. In the text that this comes from, a mover that leaves a sector and enters none has
 * collided; here solid walls stop it before, and if it comes to that (the map changed around it, or it was placed so),
 * HAIL_MOVE_LEFT or HAIL_MOVE_LOST says so. */
HAIL_API hail_status hail_sectors_move(const hail_sector_movers *movers, const hail_sector_move_options *options,
                                       hail_sector_move *moves, hail_crossings *crossings);

/* Puts movers where they are at arm's length: whoever is nearer to a solid wall than its radius goes to the nearest
 * place that is not, and that a straight line without a solid wall in between leads to; one that stands on a wall
 * counts as being on the side that the boundary rule gives. Where there is none within twice its radius it stays, and
 * is HAIL_MOVE_SQUEEZED: walls too near to each other, the point of a wedge that ends too near. At most the
 * HAIL_DEPENETRATE_WALLS nearest walls are looked at. entered is 1 if it is in another sector then. */
enum { HAIL_DEPENETRATE_WALLS = 24 };
HAIL_API hail_status hail_sectors_depenetrate(const hail_sector_movers *movers, hail_sector_move *moves);

#ifdef __cplusplus
}
#endif

#endif
