/* engine/sectors/slide_mover.h - moves one mover, sliding along walls. */
#ifndef HAIL_SECTORS_SLIDE_MOVER_H
#define HAIL_SECTORS_SLIDE_MOVER_H

#include "movers.h"

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
