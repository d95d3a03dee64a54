/* examples/trace/ship.c - draws a space ship of capsules and polygons, lit from the left top: concave, with holes
 * between its struts and sparks apart from it, so that its outline is worth tracing. */
#include "ship.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 72, HEIGHT = 86, CORNERS = 5 };

/* A piece of the right half; the left half mirrors it. Coordinates: px from the middle of the image. */
typedef struct piece {
    double x1, y1, r1, x2, y2, r2; /* a capsule with two radii, if it has no corners */
    double x[CORNERS], y[CORNERS]; /* else a convex polygon that winds from +x towards +y */
    int corners;
    double red, green, blue, bevel; /* bevel: px, the width of its round rim */
} piece;

static const piece PIECES[] = {
    {.x = {3, 33, 35, 35, 4},
     .y = {-12, 10, 12, 21, 13},
     .corners = 5,
     .red = 84,
     .green = 112,
     .blue = 168,
     .bevel = 5},
    {.x = {4, 30, 33, 8, 4}, .y = {-2, 14, 17.5, 12, 9}, .corners = 5, .red = 196, .green = 70, .blue = 62, .bevel = 2},
    {.x1 = 34, .y1 = 1, .r1 = 1.2, .x2 = 34, .y2 = 24, .r2 = 1.9, .red = 150, .green = 158, .blue = 176, .bevel = 2},
    {.x1 = 8, .y1 = 0, .r1 = 2.6, .x2 = 11, .y2 = -25, .r2 = 1.2, .red = 150, .green = 158, .blue = 176, .bevel = 2},
    {.x1 = 0, .y1 = 30, .r1 = 1.6, .x2 = 18, .y2 = 29, .r2 = 1.6, .red = 116, .green = 124, .blue = 146, .bevel = 2},
    {.x1 = 18, .y1 = 10, .r1 = 3.2, .x2 = 18, .y2 = 30, .r2 = 4.8, .red = 120, .green = 134, .blue = 168, .bevel = 4.5},
    {.x1 = 18, .y1 = 32, .r1 = 3.4, .x2 = 18, .y2 = 34, .r2 = 3.0, .red = 74, .green = 70, .blue = 84, .bevel = 3},
    {.x1 = 0, .y1 = -35, .r1 = 1.6, .x2 = 0, .y2 = 4, .r2 = 7.6, .red = 150, .green = 164, .blue = 194, .bevel = 7},
    {.x1 = 0, .y1 = 4, .r1 = 7.6, .x2 = 0, .y2 = 29, .r2 = 4.6, .red = 150, .green = 164, .blue = 194, .bevel = 7},
    {.x1 = 0, .y1 = 31, .r1 = 3.4, .x2 = 0, .y2 = 33, .r2 = 3.0, .red = 74, .green = 70, .blue = 84, .bevel = 3},
    {.x1 = 0, .y1 = -17, .r1 = 2.0, .x2 = 0, .y2 = -7, .r2 = 3.6, .red = 70, .green = 196, .blue = 220, .bevel = 3.4},
    {.x1 = 18, .y1 = 40, .r1 = 1.6, .x2 = 18, .y2 = 42, .r2 = 0.6, .red = 255, .green = 178, .blue = 66, .bevel = 1},
    {.x1 = 0, .y1 = 39.4, .r1 = 2.2, .x2 = 0, .y2 = 42.0, .r2 = 0.8, .red = 255, .green = 178, .blue = 66, .bevel = 1},
};

/* px: to the piece's border, negative inside. */
static double distance(const piece *of, double x, double y) {
    double furthest = -1.0e9;
    if (of->corners == 0) {
        const double dx = of->x2 - of->x1, dy = of->y2 - of->y1;
        const double t = fmin(1.0, fmax(0.0, ((x - of->x1) * dx + (y - of->y1) * dy) / (dx * dx + dy * dy)));
        return hypot(x - of->x1 - t * dx, y - of->y1 - t * dy) - (of->r1 + t * (of->r2 - of->r1));
    }
    for (int i = 0; i < of->corners; i++) {
        const int next = (i + 1) % of->corners;
        const double dx = of->x[next] - of->x[i], dy = of->y[next] - of->y[i];
        furthest = fmax(furthest, ((x - of->x[i]) * dy - (y - of->y[i]) * dx) / hypot(dx, dy));
    }
    return furthest;
}

/* The uppermost piece at a point; NULL: none. */
static const piece *at(double x, double y) {
    const piece *found = NULL;
    for (size_t i = 0; i < sizeof PIECES / sizeof PIECES[0]; i++)
        if (distance(&PIECES[i], fabs(x), y) < 0.0)
            found = &PIECES[i];
    return found;
}

static uint8_t to_byte(double value) { return (uint8_t)fmin(255.0, fmax(0.0, value)); }

/* Few steps of light, as if drawn by hand; pixels at the ship's border are dark. */
static void colour(const piece *of, double x, double y, uint8_t *rgba) {
    const double side = fabs(x), sign = x < 0.0 ? -1.0 : 1.0, depth = distance(of, side, y);
    const double steep = fmax(0.0, 1.0 + depth / of->bevel);
    const double dx = sign * (distance(of, side + 0.5, y) - distance(of, side - 0.5, y));
    const double dy = distance(of, side, y + 0.5) - distance(of, side, y - 0.5);
    double light = 1.0 - 0.55 * steep * (0.55 * dx + 0.65 * dy) - 0.12 * steep;
    light = floor(light * 6.0 + 0.5) / 6.0;
    if (at(x - 1.0, y) == NULL || at(x + 1.0, y) == NULL || at(x, y - 1.0) == NULL || at(x, y + 1.0) == NULL)
        light *= of->bevel > 2.0 ? 0.42 : of->bevel > 1.0 ? 0.7 : 1.0; /* thin pieces would be all border */
    rgba[0] = to_byte(of->red * light);
    rgba[1] = to_byte(of->green * light);
    rgba[2] = to_byte(of->blue * light + 8.0);
    rgba[3] = 255;
}

bool ship_make(image *to, image_error *error) {
    *to = (image){.width = WIDTH, .height = HEIGHT, .origin_x = 0.5f * WIDTH, .origin_y = 0.5f * HEIGHT};
    to->rgba = calloc((size_t)WIDTH * HEIGHT, 4);
    if (to->rgba == NULL) {
        *to = (image){0};
        *error = (image_error){"no memory"};
        return false;
    }
    snprintf(to->name, sizeof to->name, "ship");
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++) {
            const double x = (double)column + 0.5 - 0.5 * WIDTH, y = (double)row + 0.5 - 0.5 * HEIGHT;
            const piece *of = at(x, y);
            if (of != NULL)
                colour(of, x, y, to->rgba + ((size_t)row * WIDTH + (size_t)column) * 4);
        }
    return true;
}
