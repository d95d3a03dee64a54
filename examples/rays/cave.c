/* rays/cave.c - a generated cave: rock where three octaves of value noise are above a threshold (after K. Perlin, An
 * Image Synthesizer, 1985, with a random number at every corner of a lattice). */
#include "cave.h"

#include <math.h>
#include <stdlib.h>

enum { WIDTH = 1280, HEIGHT = 704, RIM = 40 };

/* A random number, 0 to 1, of a lattice's corner. */
static double corner(uint32_t x, uint32_t y) {
    uint32_t h = x * 0x9e3779b1u ^ (y + 0x7f4a7c15u) * 0x85ebca6bu;
    h = (h ^ h >> 15) * 0x2c1b3c6du;
    h = (h ^ h >> 12) * 0x297a2d39u;
    return (double)(h >> 8) / (double)(1 << 24);
}

static double smooth(double t) { return t * t * (3.0 - 2.0 * t); }

static double noise(double x, double y) {
    const double column = floor(x), row = floor(y), u = smooth(x - column), v = smooth(y - row);
    const uint32_t i = (uint32_t)column, j = (uint32_t)row;
    const double top = corner(i, j) * (1.0 - u) + corner(i + 1, j) * u;
    const double bottom = corner(i, j + 1) * (1.0 - u) + corner(i + 1, j + 1) * u;
    return top * (1.0 - v) + bottom * v;
}

/* The noise at a pixel, less the threshold: above 0 in rock. Near the rim everything is rock. */
static double depth(int x, int y) {
    const double u = (double)x, v = (double)y;
    const double rough = 0.60 * noise(u / 150.0, v / 110.0) + 0.28 * noise(u / 57.0 + 40.0, v / 48.0 + 9.0) +
                         0.12 * noise(u / 17.0 + 80.0, v / 17.0 + 71.0);
    const double edge = fmin(fmin(u, (double)WIDTH - 1.0 - u), fmin(v, (double)HEIGHT - 1.0 - v)) / (double)RIM;
    return rough - 0.56 + (edge < 1.0 ? 0.35 * (1.0 - edge) : 0.0);
}

static uint8_t level(double value) { return (uint8_t)(value < 0.0 ? 0.0 : value > 255.0 ? 255.0 : value); }

/* Rock in layers, lighter at the surface, with moss on ground that faces up. */
static void colour(const float *depths, int x, int y, uint8_t *rgba) {
    const double inside = (double)depths[y * WIDTH + x];
    if (inside <= 0.0)
        return;
    const double grain = corner((uint32_t)x / 2, (uint32_t)y / 2 + 1000) - 0.5;
    const double strata = sin((double)y * 0.21 + 5.0 * noise((double)x / 90.0, (double)y / 60.0 + 300.0));
    const double light = 1.0 + 14.0 * strata + 26.0 * grain + 70.0 * exp(-inside * 28.0);
    int above = 0;
    while (above < 6 && y > above && depths[(y - above) * WIDTH + x] > 0.0f)
        above++;
    const bool moss = above < 3 + (int)(3.0 * corner((uint32_t)x / 3, 77)) && y > above;
    rgba[0] = level((moss ? 86.0 : 112.0) + light * (moss ? 0.5 : 1.0));
    rgba[1] = level((moss ? 142.0 : 92.0) + light * (moss ? 0.7 : 0.92));
    rgba[2] = level((moss ? 62.0 : 84.0) + light * (moss ? 0.4 : 0.8));
    rgba[3] = 255;
}

bool cave_make(maps_map *map, maps_error *error) {
    uint8_t *rgba = calloc((size_t)WIDTH * HEIGHT, 4);
    float *depths = malloc((size_t)WIDTH * HEIGHT * sizeof *depths);
    bool good = rgba != NULL && depths != NULL;
    if (good) {
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++)
                depths[y * WIDTH + x] = (float)depth(x, y);
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++)
                colour(depths, x, y, rgba + ((size_t)y * WIDTH + (size_t)x) * 4);
        good = maps_cut(rgba, WIDTH, HEIGHT, map, error);
    } else {
        *map = (maps_map){0};
        *error = (maps_error){"out of memory"};
    }
    free(rgba);
    free(depths);
    return good;
}
