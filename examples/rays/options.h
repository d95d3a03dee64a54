/* rays/options.h - the command line of hail-rays. */
#ifndef RAYS_OPTIONS_H
#define RAYS_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

enum { MAX_RAYS = 1000000, MAX_VIEW = 8192 };

typedef struct rays_view {
    int x, y, width, height; /* px of the map's world; width 0: chosen by the program */
} rays_view;

typedef struct rays_options {
    const char *map;     /* NULL: the built-in cave */
    const char *picture; /* PNG to write, or NULL */
    const char *layer;   /* NULL: chosen by the program */
    const char *isa;     /* NULL: Hail's choice */
    bool has_origin;
    float x, y;     /* px */
    float length;   /* px; 0: from the view */
    int rays;       /* 1 to MAX_RAYS */
    int smooth;     /* px, 0 to 8 */
    bool bresenham; /* HAIL_WALK_BRESENHAM */
    rays_view view; /* the part of the map that is drawn */
} rays_options;

/* Fills `options`. True if the program is to run; false if it is done, with *status its exit status. */
bool options_parse(rays_options *options, int argc, char **argv, int *status);

#endif
