/* common/legend.h - the legend of a picture, which says below it what its colours mean.
 *
 *     legend key = {0};
 *     legend_add(&key, 0xff4040ff, "where they touch");
 *     return legend_write(&key, surface, "hail-trace", "out.png"); */
#ifndef EXAMPLES_LEGEND_H
#define EXAMPLES_LEGEND_H

#include <cairo.h>
#include <stdbool.h>
#include <stdint.h>

enum { LEGEND_KEYS = 10 };

typedef struct legend {
    uint32_t rgba[LEGEND_KEYS];    /* 0xRRGGBBAA */
    const char *text[LEGEND_KEYS]; /* the caller's */
    int count;
} legend;

/* Adds a colour and its meaning. Those beyond LEGEND_KEYS are left out. */
void legend_add(legend *to, uint32_t rgba, const char *text);

/* Writes a picture with the legend below it as a PNG. False: after a message on stderr, which begins with the program's
 * name. */
bool legend_write(const legend *of, cairo_surface_t *picture, const char *program, const char *path);

#endif
