/* engine/sectors/slide_mover.h - one mover on its way. */
#ifndef HAIL_SECTORS_SLIDE_MOVER_H
#define HAIL_SECTORS_SLIDE_MOVER_H

#include "movers.h"

enum { MOST_BOUNCES = 8 };

/* What is before a wall that was met, which is touched again where (place - foot) . normal is less than `touch`. */
typedef struct hail_plane {
    double x, y, normal_x, normal_y; /* the foot */
    double touch, more;              /* px: touch is the radius and `more` */
} hail_plane;

typedef struct hail_mover_slide {
    const hail_depenetration *k;
    const hail_sector_move_options *options;
    hail_passage *passage;
    hail_sector_move *move; /* flags, wall and normal are told */
    bool near, crosses;     /* it may be too near to a wall; there may be walls between sectors on its way */
    float radius;
    hail_point at;
    double left_x, left_y; /* px: what is left of the way */
    double wish_x, wish_y; /* px: what was left before it was turned along the walls that it touches */
    double lift_x, lift_y; /* px: out of the wall that it was turned along, if it is to go further than in one piece */
    double stride;         /* px: as much can be looked at at once, but not so closely */
    hail_plane met[MOST_BOUNCES + 1];
    uint32_t met_count, bounces;
} hail_mover_slide;

/* Puts it out of what it is too near to, then goes: `at` is where it ends. What is not said above begins as zeros. */
void hail_mover_slide_on(hail_mover_slide *g);

#endif
