/* engine/sectors/movers.h - discs among walls: what hail_sectors_move and hail_sectors_depenetrate share.
 *
 * Where a mover may be is decided in double precision from the walls as they are; the lanes' single precision only ever
 * stops it a little before. Such places are few: only whoever is near to walls is asked about. */
#ifndef HAIL_SECTORS_MOVERS_H
#define HAIL_SECTORS_MOVERS_H

#include "base/tiny.h"
#include "build.h"

enum { MOVERS_BLOCK = 128 }; /* movers that are worked on together */

/* Not fmaxf and its kin, which are calls. */
static inline float larger(float a, float b) { return a > b ? a : b; }
static inline float lesser(float a, float b) { return a < b ? a : b; }
static inline double most(double a, double b) { return a > b ? a : b; }
static inline double least(double a, double b) { return a < b ? a : b; }

/* What a call knows of its map. */
typedef struct hail_depenetration {
    const hail_sectors *map;
    const hail_kernels *kernels;
    hail_walls_view view;
    uint32_t stops; /* bits of the walls that hold its movers */
    float furthest; /* px: the largest number of the box that walls lie in */
    float longest;  /* px: no wall is longer, its parts in x and y together */
} hail_depenetration;

/* Checks what both calls are given. */
hail_status hail_depenetration_open(hail_depenetration *keeper, const hail_sector_movers *movers, const void *out);

static inline hail_point mover_at(const hail_sector_movers *m, size_t i) {
    return (hail_point){hail_not_tiny(m->x[i]), hail_not_tiny(m->y[i])};
}
static inline float mover_radius(const hail_sector_movers *m, size_t i) {
    return hail_not_tiny(m->radius ? m->radius[i] : m->radius_of_all);
}

/* The distance to every mover's nearest wall, up to `reach`; px^2. What the lanes say may be off by keeper_doubt. */
typedef struct hail_mover_rows {
    float row[MOVERS_BLOCK][4];
} hail_mover_rows;

/* px: more than what a distance from a place can be off by in single precision. */
static inline float keeper_doubt(const hail_depenetration *k, hail_point at) {
    const float x = at.x < 0.0f ? -at.x : at.x, y = at.y < 0.0f ? -at.y : at.y;
    return (k->furthest + (x + y)) * 0x1p-18f;
}

/* ---- Near walls (nearby_walls.c)
 * ----------------------------------------------------------------------------------------- */

/* Says yes to go on. */
typedef bool hail_wall_visit(void *context, uint32_t wall, const hail_segment *segment);

/* Visits walls, some of them several times, among them all that hold movers (or, with `all`, any) and that the way from
 * one place to another comes as near to as `pad`. False: a visit said no. */
typedef struct hail_look {
    hail_point from, to;
    float pad;
    bool all;
} hail_look;
bool hail_depenetration_look(const hail_depenetration *k, const hail_look *look, hail_wall_visit *visit, void *context);

/* px: nearer to a wall of that length than this the lanes may not know the side. */
static inline double wall_unsure(const hail_segment *wall) {
    const double x = (double)wall->b.x - (double)wall->a.x, y = (double)wall->b.y - (double)wall->a.y;
    return ((x < 0.0 ? -x : x) + (y < 0.0 ? -y : y)) * 0x1p-22;
}
static inline float keeper_unsure(const hail_depenetration *k) { return k->longest * 0x1p-22f; }

/* How near a mover comes to a wall by itself: its radius, but never so near that the side is not sure. */
static inline double wall_hold(const hail_segment *wall, float radius) {
    const double unsure = wall_unsure(wall);
    return (double)radius > unsure ? (double)radius : unsure;
}

/* The point of a wall that is nearest to a place. */
typedef struct hail_foot {
    double x, y, part, squared; /* part: 0 at a, 1 at b */
} hail_foot;
hail_foot hail_wall_foot(const hail_segment *wall, double x, double y);

/* Whether a mover may be there: no nearer to walls than its radius; and if it is to be sure, wall_hold. */
bool hail_depenetration_allows(const hail_depenetration *k, hail_point at, float radius, bool sure);

/* 1: a place counts as to the right of the wall; -1: to the left. The rule of hail/points.h. */
int hail_wall_side(const hail_segment *wall, hail_point at);

/* Whether the straight way between two places passes from one side of a wall to the other, by the same rule: then it
 * passes no vertex, and no wall lengthwise. */
bool hail_wall_between(const hail_segment *wall, hail_point from, hail_point to);

/* Whether some wall that holds movers lies between. */
bool hail_depenetration_parts(const hail_depenetration *k, hail_point from, hail_point to);

/* ---- Ways out (depenetrate.c)
 * ------------------------------------------------------------------------------------------- */

typedef struct hail_exit {
    hail_point to;
    float normal_x, normal_y; /* out of the nearest wall that it is too near to */
    uint32_t wall;
} hail_exit;

/* For whoever is not surely where he may be. False: there is none, and `to` is where he is. */
bool hail_depenetration_put_out(const hail_depenetration *k, hail_point at, float radius, hail_exit *way);

/* ---- From sector to sector (passage.c) --------------------------------------------------------------------------- */

typedef struct hail_passage {
    hail_crossings *list; /* or NULL */
    uint32_t mover, sector, entered;
} hail_passage;

/* The mover is in another sector then; nothing, if it is the same. */
void hail_passage_tell(hail_passage *p, uint32_t wall, uint32_t to);

/* Along a straight way, through all the walls there. */
void hail_passage_go(const hail_depenetration *k, hail_passage *p, hail_point from, hail_point to);

#endif
