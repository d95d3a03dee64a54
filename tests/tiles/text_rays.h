/* tests/tiles/text_rays.h - rays over pixels in the way of the article that HAIL_WALK_BRESENHAM goes back to
 * (Pogopixels, Ray casting in a 2D tile-based environment, 2008): first the list of all the line's points, then a
 * search along it. Slow, and not shared with anything. Two things are set right: ends are rounded down where the
 * article cuts the fraction off, and a ray of length 0 collides where its pixel is solid. */
#ifndef HAIL_TESTS_TEXT_RAYS_H
#define HAIL_TESTS_TEXT_RAYS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct text_point {
    int x, y;
} text_point;

/* The list, from the lower end to the higher; lasts until the next call. */
const text_point *text_line(text_point from, text_point to, size_t *count);

typedef bool text_traversable(const void *scene, int x, int y);

typedef struct text_result {
    bool collides;
    text_point at;
    size_t tested; /* points, up to the one it collides with */
} text_result;

text_result text_ray_cast(const void *scene, text_traversable *traversable, text_point from, text_point to);

#endif
