/* engine/sprites/pixels_wall.c - a sprite's pixels against a wall that is at rest. */
#include <math.h>

#include "pixels.h"

/* The normal of a hit that the motion does not go into becomes the wall's; if it moves along that, the motion's. */
static void face_motion(float dx, float dy, float ex, float ey, hail_contact *c) {
    if (c->t == 0.0f || dx * c->normal_x + dy * c->normal_y > 0.0f)
        return;
    const float across = dx * ey - dy * ex;
    const float x = across > 0.0f   ? ey
                    : across < 0.0f ? -ey
                                    : dx,
                y = across > 0.0f   ? -ex
                    : across < 0.0f ? ex
                                    : dy,
                length = sqrtf(x * x + y * y);
    c->normal_x = x / length + 0.0f;
    c->normal_y = y / length + 0.0f;
}

bool hail_pixels_against_wall(const hail_pixels *sprite, const hail_pose *at, const hail_wall_segment *wall, bool swept,
                              hail_contact *contact) {
    const hail_pose placed = {.x = (double)wall->x, .y = (double)wall->y, .cos = 1.0, .scale = 1.0};
    if (!hail_pixels_against_shape(sprite, at, wall->row, &placed, swept, contact))
        return false;
    if (swept)
        face_motion((float)at->dx, (float)at->dy, wall->ex, wall->ey, contact);
    contact->kind = HAIL_CONTACT_WALL;
    return true;
}
