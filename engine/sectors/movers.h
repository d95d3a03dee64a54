/* engine/sectors/movers.h - shared by hail_sectors_move and hail_sectors_depenetrate: discs among walls.
 *
 * Whether a mover may be at a position is decided in double precision from the walls themselves. The kernels' single
 * precision only finds candidates: movers near walls, which are few, and walls near them. */
#ifndef HAIL_SECTORS_MOVERS_H
#define HAIL_SECTORS_MOVERS_H

#include "base/tiny.h"
#include "build.h"

enum { MOVERS_BLOCK = 128, MOVERS_GRAIN = MOVERS_BLOCK }; /* movers that a kernel is called for together; of a task */

/* fmaxf and its kin may be function calls; these are not. */
static inline float max_float(float a, float b) { return a > b ? a : b; }
static inline float min_float(float a, float b) { return a < b ? a : b; }
static inline double max_double(double a, double b) { return a > b ? a : b; }
static inline double min_double(double a, double b) { return a < b ? a : b; }

/* What a call knows of its map. */
typedef struct hail_wall_query {
    const hail_sectors *map;
    const hail_kernels *kernels;
    hail_walls_view view;
    uint32_t stops; /* bits of the walls that stop the movers */
    float furthest; /* px: the largest coordinate of the box that walls lie in */
    float longest;  /* px: an upper bound of |dx| + |dy| of every wall */
} hail_wall_query;

/* Checks the arguments of both calls, and prepares a query. */
hail_status hail_wall_query_open(hail_wall_query *k, hail_checks *checks, const hail_sector_movers *movers,
                                 const hail_sector_move *moves);

static inline hail_point mover_at(const hail_sector_movers *m, size_t i) {
    return (hail_point){hail_not_tiny(m->x[i]), hail_not_tiny(m->y[i])};
}
static inline float mover_radius(const hail_sector_movers *m, size_t i) {
    return hail_not_tiny(m->radius ? m->radius[i] : m->radius_of_all);
}

/* A row of the kernel nearest_wall for each mover; [2] is the squared distance. The distance may be off by
 * distance_error. */
typedef struct hail_mover_rows {
    float row[MOVERS_BLOCK][4];
} hail_mover_rows;

/* px: more than the error of a distance from a position in single precision. */
static inline float distance_error(const hail_wall_query *k, hail_point at) {
    const float x = at.x < 0.0f ? -at.x : at.x, y = at.y < 0.0f ? -at.y : at.y;
    return (k->furthest + (x + y)) * 0x1p-18f;
}

/* ---- Near walls (nearby_walls.c) --------------------------------------------------------------------------------- */

/* Returns whether to go on. */
typedef bool hail_wall_visit(void *user, uint32_t wall, const hail_segment *segment);

/* Visits the walls that stop with one of the bits and whose boxes touch a box, some of them several times. */
void hail_visit_walls_of_box(const hail_walls_view *view, const hail_sector_box *box, uint32_t stops,
                             hail_wall_visit *visit, void *user);

/* Walls within `pad` px of the segment from `from` to `to`: those that stop movers, or with `all` any. */
typedef struct hail_wall_search {
    hail_point from, to;
    float pad;
    bool all;
} hail_wall_search;

/* Visits at least all walls of a search, some of them several times. False: a visit returned false. */
bool hail_visit_walls(const hail_wall_query *k, const hail_wall_search *look, hail_wall_visit *visit, void *user);

/* px: nearer to a wall than this, single precision may not tell the side. */
static inline double side_error(const hail_segment *wall) {
    const double x = (double)wall->b.x - (double)wall->a.x, y = (double)wall->b.y - (double)wall->a.y;
    return ((x < 0.0 ? -x : x) + (y < 0.0 ? -y : y)) * 0x1p-22;
}
static inline float max_side_error(const hail_wall_query *k) { return k->longest * 0x1p-22f; }

/* px: the least distance of a mover from a wall: its radius, or side_error if that is more. */
static inline double wall_min_distance(const hail_segment *wall, float radius) {
    const double unsure = side_error(wall);
    return (double)radius > unsure ? (double)radius : unsure;
}

/* The point of a wall that is nearest to a position. */
typedef struct hail_foot {
    double x, y, part, squared; /* part: 0 at a, 1 at b; squared: px^2, the distance */
} hail_foot;
hail_foot hail_wall_foot(const hail_segment *wall, double x, double y);

/* Whether a mover may be at a position: no nearer to walls than its radius or, if `sure`, than wall_min_distance. */
bool hail_position_allowed(const hail_wall_query *k, hail_point at, float radius, bool sure);

/* The side of a wall that a position counts as, by the boundary rule of hail/points.h: 1 right, -1 left. */
int hail_wall_side(const hail_segment *wall, hail_point at);

/* Whether the straight line between two positions crosses a wall, by the same rule. By that rule no line passes through
 * a vertex or along a wall. */
bool hail_wall_is_between(const hail_segment *wall, hail_point from, hail_point to);

/* Whether a wall that stops movers lies between two positions. */
bool hail_walls_between(const hail_wall_query *k, hail_point from, hail_point to);

/* ---- Exits (depenetrate.c) --------------------------------------------------------------------------------------- */

/* Where a mover goes that is too near to walls. */
typedef struct hail_exit {
    hail_point to;
    float normal_x, normal_y; /* out of the nearest wall that it is too near to */
    uint32_t wall;
} hail_exit;

/* Reports the wall that it was too near to. */
static inline void exit_report(const hail_exit *exit, hail_sector_move *move) {
    move->wall = exit->wall;
    move->normal_x = exit->normal_x;
    move->normal_y = exit->normal_y;
}

/* Finds the nearest position that is allowed and not behind a wall. False: there is none, and out->to is `at`. */
bool hail_find_exit(const hail_wall_query *k, hail_point at, float radius, hail_exit *out);

/* ---- From sector to sector (sector_track.c) ---------------------------------------------------------------------- */

/* Reports the sector that a mover is in now. before: the one that it was in. */
static inline void sector_report(uint32_t before, uint32_t now, hail_sector_move *move) {
    move->sector = now;
    if (before == HAIL_NO_SECTOR)
        move->flags |= HAIL_MOVE_LOST;
    else if (now == HAIL_NO_SECTOR)
        move->flags |= HAIL_MOVE_LEFT;
    if (now != before && now != HAIL_NO_SECTOR)
        move->flags |= HAIL_MOVE_ENTERED;
}

/* The sectors that a mover's centre comes through. */
typedef struct hail_sector_track {
    hail_crossings *list; /* or NULL */
    uint32_t mover, sector;
    uint32_t entered; /* how many sectors it came into so far */
} hail_sector_track;

/* Records that the mover is in sector `to` now. Nothing happens if it was there before. */
void hail_sector_track_enter(hail_sector_track *track, uint32_t wall, uint32_t to);

/* Records the crossings of all walls along a straight line. */
void hail_sector_track_follow(const hail_wall_query *k, hail_sector_track *track, hail_point from, hail_point to);

/* ---- One mover (slide_mover.c) ----------------------------------------------------------------------------------- */

enum { MAX_BOUNCES = 8 }; /* of hail_sector_move_options */

/* The half-plane before a wall that was hit. The mover touches the wall where (position - foot) . normal < touch. */
typedef struct hail_wall_plane {
    double x, y, normal_x, normal_y; /* x, y: the foot, the wall's nearest point */
    double touch, margin;            /* px: touch is the radius plus the margin */
} hail_wall_plane;

typedef struct hail_mover_slide {
    const hail_wall_query *k;
    const hail_sector_move_options *options;
    hail_sector_track *track;
    hail_sector_move *move; /* flags, wall and normal are written */
    bool may_overlap;       /* a wall may be nearer than its radius */
    bool may_cross;         /* its centre may cross walls */
    float radius;
    hail_point at;
    double left_x, left_y; /* px: the displacement that is left */
    double full_x, full_y; /* px: the same, before it was deflected along the walls that the mover touches */
    double lift_x, lift_y; /* px: away from the wall that it slides along, for displacements of several pieces */
    double stride;         /* px: the length of a piece that may be tested with less precision */
    hail_wall_plane touched[MAX_BOUNCES + 1];
    uint32_t touched_count, bounces;
} hail_mover_slide;

/* Depenetrates the mover if it may overlap a wall, then moves it: `at` is its final position. Other fields than query,
 * options, track, move, may_overlap, may_cross, radius, at and left start as zeros. */
void hail_mover_slide_run(hail_mover_slide *s);

#endif
