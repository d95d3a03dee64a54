/* tests/tiles/text_rays.h - the algorithm of the article behind HAIL_WALK_BRESENHAM (Pogopixels, Ray casting in a 2D
 * tile-based environment, 2008): lists all points of the line, then searches the list. An oracle, which shares no code.
 * It differs from the article in two points: ends are rounded down instead of towards 0, and a ray of length 0 collides
 * if its pixel is solid. */
#ifndef HAIL_TESTS_TEXT_RAYS_H
#define HAIL_TESTS_TEXT_RAYS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct text_point {
    int x, y;
} text_point;

/* The list, from the lower end to the higher one; valid until the next call. */
const text_point *text_line(text_point from, text_point to, size_t *count);

typedef bool text_traversable(const void *scene, int x, int y);

typedef struct text_result {
    bool collides;
    text_point at;
    size_t tested; /* points up to the collision */
} text_result;

text_result text_ray_cast(const void *scene, text_traversable *traversable, text_point from, text_point to);

#endif
