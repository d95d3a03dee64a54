/* tests/step/sprite_rays.h - the opaque pixels of a moving sprite as rays from their centres, against other pixels as
 * boxes, by brute force in double precision. Boxes a little larger and a little smaller bound each time. */
#ifndef HAIL_TESTS_SPRITE_RAYS_H
#define HAIL_TESTS_SPRITE_RAYS_H

#include "sprites/sprite_oracle.h"

enum { MOST_PIXELS = 8192, NEVER = 9 };

/* A sprite that moves. */
typedef struct pixel_body {
    const drawing *of;
    uint32_t sprite;
    double x, y, cos, sin, scale, dx, dy; /* where it starts, and how it moves */
} pixel_body;

typedef struct pixel_list {
    uint32_t count;
    int32_t x[MOST_PIXELS], y[MOST_PIXELS];
} pixel_list;

/* The times of all centres, in the frame of the boxes. */
typedef struct pixel_rays {
    uint32_t count;
    double x[MOST_PIXELS], y[MOST_PIXELS], early[MOST_PIXELS], late[MOST_PIXELS];
    double dx, dy;
} pixel_rays;

/* The pixels that touch at a time, or may. */
typedef struct pixel_touching {
    uint32_t sure, maybe;
    double x, y, side_x, side_y;     /* of those that surely do: sums of centres, and of exposed sides */
    double left, top, right, bottom; /* px: of all their centres */
    double first, surely;            /* the first time is between these */
    bool starts_inside, may_start_inside;
} pixel_touching;

/* Lists the opaque pixels of a drawing. */
void pixel_list_fill(const drawing *d, pixel_list *list);

/* The centre of a pixel in the world, at a time. */
void pixel_centre(const pixel_body *b, int32_t i, int32_t j, double time, double *x, double *y);

/* A vector of the world in a body's image; it need not have a unit cos and sin. */
void pixel_into(const pixel_body *b, double x, double y, double *i, double *j);

/* Fills in when each centre enters, at the earliest and at the latest: `band` is the error allowed, in px of the boxes.
 */
void pixel_rays_cast(pixel_rays *r, const pixel_list *boxes, double band, pixel_touching *t);

/* Which pixels of a touch at a time, if those that enter at most `together` later do. Not surely those that have left
 * again then. */
void pixel_rays_gather(const pixel_rays *r, const pixel_list *pixels, const pixel_list *boxes, const pixel_body *a,
                       double time, double together, pixel_touching *t);

/* Checks a contact's point: NULL, or what is wrong. */
const char *pixel_point_differs(const pixel_touching *t, const hail_contact *c, double off);

#endif
