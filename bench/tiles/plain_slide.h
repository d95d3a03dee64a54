/* bench/tiles/plain_slide.h - movers that slide along what they hit, in scalar C. As plain_movers.c: the same questions
 * and fields as Hail, one shape of each kind, no rotation, no scale, no checks. */
#ifndef PLAIN_SLIDE_H
#define PLAIN_SLIDE_H

#include "plain_ground.h"

enum { SLIDE_CONTACTS = 4 };

typedef struct plain_slide_result {
    float dx, dy;
    uint32_t flags; /* as in hail_slide */
    uint32_t count;
    float normal_x[SLIDE_CONTACTS], normal_y[SLIDE_CONTACTS];
    uint32_t cell[SLIDE_CONTACTS];
} plain_slide_result;

/* As hail_tilemap_slide with default options. place: room for what is near. */
void plain_slide(const plain_ground *ground, const plain_shape *shape, float x, float y, float dx, float dy,
                 ground_place *place, plain_slide_result *result);

#endif
