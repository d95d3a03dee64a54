/* engine/tiles/tile_pairs.h - shapes and the rectangles of solid pixels near them: columns by pair, as the kernels take
 * them (tiles_kernels.h), and what the kernels answer.
 *
 * A rectangle is a full cell, or a run of solid pixels in a row of a cell; or, outside of a map, all that is beyond one
 * side. The pairs of a mover are neighbours, in order of cells; what lies outside comes last. */
#ifndef HAIL_TILES_TILE_PAIRS_H
#define HAIL_TILES_TILE_PAIRS_H

#include <math.h>
#include <stddef.h>

#include <hail/contact.h>

#include "tile_shape.h"

enum { TILE_PAIRS = 112, TILE_ROOM = HAIL_PAIR_ROOM, TILE_MOVERS = 32 };

_Static_assert(TILE_PAIRS + HAIL_SLACK <= TILE_ROOM, "columns have slack");
_Static_assert((int)TILE_PAIRS <= (int)HAIL_RECT_PAIRS, "a batch is one call of rect_pairs");

/* A shape on its way: px from the map's corner. */
typedef struct hail_tile_mover {
    const hail_tile_shape *shape;
    double x, y;
    float dx, dy;
    uint32_t tag, part; /* the caller's */
    bool through;       /* one-way tiles do not stop it */
} hail_tile_mover;

/* Where pairs count its shape from. */
static inline double mover_x(const hail_tile_mover *m) { return m->x + m->shape->centre_x; }
static inline double mover_y(const hail_tile_mover *m) { return m->y + m->shape->centre_y; }

typedef struct hail_tile_pairs {
    uint32_t count;
    bool exposed_only;             /* rectangles without an open side are left out */
    bool all_upright;              /* no mover's shape is anything else, as far as is known */
    const hail_tile_mover *movers; /* by number */
    const float *templates;        /* the rows of the movers' shapes are among these */
    /* Columns that near_rects copies, in one block. */
    uint32_t mover[TILE_ROOM];                      /* its number | the tile's kind << 8 */
    uint32_t cell[TILE_ROOM];                       /* row * columns + column; UINT32_MAX: outside the map */
    float centre_x[TILE_ROOM], centre_y[TILE_ROOM]; /* px, from the map's corner */
    float wide[TILE_ROOM], high[TILE_ROOM];         /* px */
    float half_x[TILE_ROOM], half_y[TILE_ROOM];     /* px: half of these, with the core of an upright shape */
    float core_x[TILE_ROOM], core_y[TILE_ROOM], radius[TILE_ROOM];
    float reach[TILE_ROOM];      /* px: the radius that holds the rectangle, and the core of an upright shape */
    uint32_t open[4][TILE_ROOM]; /* by side: bit i: pixel i in front of it, from its left or top end, is open; outside
                                    the map all of them are set */
    uint32_t open_far[4][TILE_ROOM]; /* of tiles larger than 32 px: pixels 32 to 63 */

    float x[TILE_ROOM], y[TILE_ROOM]; /* px: the centre, from that of the mover's shape where it is or starts */
    float dx[TILE_ROOM], dy[TILE_ROOM];

    /* Answers. */
    float t[TILE_ROOM], normal_x[TILE_ROOM], normal_y[TILE_ROOM];
    float at_x[TILE_ROOM], at_y[TILE_ROOM]; /* px: a point, from where the mover is or starts if `ready` */
    float depth[TILE_ROOM];                 /* below 0: no contact */
    float second_x[TILE_ROOM], second_y[TILE_ROOM], second_depth[TILE_ROOM];
    uint32_t features[TILE_ROOM]; /* the shape's | points << 8 */
    uint32_t how[TILE_ROOM];      /* HAIL_IS_... */
    bool at_corner[TILE_ROOM];    /* slides: the contact is with a corner, which the bare shape hits */
    bool ready[TILE_ROOM];        /* points and features are the contact's; else tile_contacts finds them */
    uint32_t hits[TILE_ROOM];     /* the pairs that have a contact, in order */
} hail_tile_pairs;

_Static_assert(offsetof(hail_tile_pairs, open_far) - offsetof(hail_tile_pairs, mover) ==
                   HAIL_PAIR_COLUMNS * TILE_ROOM * sizeof(uint32_t),
               "these columns are one block");

static inline uint32_t pair_mover(const hail_tile_pairs *p, uint32_t i) { return p->mover[i] & 255u; }
static inline uint32_t pair_kind(const hail_tile_pairs *p, uint32_t i) { return p->mover[i] >> 8; }

static inline void hail_tile_pairs_begin(hail_tile_pairs *p, const hail_tile_mover *movers, const float *templates,
                                         bool exposed_only) {
    p->count = 0;
    p->exposed_only = exposed_only;
    p->all_upright = false;
    p->movers = movers;
    p->templates = templates;
}

/* How far a mover goes into what it touches, and whether it does, but for rounding. */
static inline float pair_speed(const hail_tile_pairs *p, uint32_t i) {
    return p->dx[i] * p->normal_x[i] + p->dy[i] * p->normal_y[i];
}
static inline bool pair_moves_in(const hail_tile_pairs *p, uint32_t i) {
    return pair_speed(p, i) > (fabsf(p->dx[i]) + fabsf(p->dy[i])) * 1e-6f;
}

/* The depth of a pair's contact. */
static inline float pair_depth(const hail_tile_pairs *p, uint32_t i) {
    const bool second = p->ready[i] && p->features[i] >> 8 > 1 && p->second_depth[i] > p->depth[i];
    return second ? p->second_depth[i] : p->depth[i];
}

#endif
