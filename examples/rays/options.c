/* rays/options.c - the command line of hail-rays. */
#include "options.h"
#include "../common/options.h"

#include <stdio.h>
#include <stdlib.h>

static const option_row OPTIONS[] = {
    {{"png", required_argument, NULL, 'P'}, "FILE", "draw the map, the rays and their hits to FILE"},
    {{"origin", required_argument, NULL, 'o'}, "X,Y", "start of all rays, px (default: an open pixel near the middle)"},
    {{"rays", required_argument, NULL, 'n'},
     "N",
     "number of rays, spread over a full circle: 1 to 1000000 (default 720)"},
    {{"length", required_argument, NULL, 'l'},
     "PX",
     "length of the rays (default: half the diagonal of the part that is drawn)"},
    {{"smooth", required_argument, NULL, 's'}, "PX", "radius over which normals are smoothed: 0 to 8 (default 4)"},
    {{"bresenham", no_argument, NULL, 'b'},
     "",
     "visit Bresenham's line (one pixel per column or row), not every pixel that a ray touches"},
    {{"crop", required_argument, NULL, 'c'},
     "X,Y,W,H",
     "part of the map to draw, px (default: 1280 x 720 around the start)"},
    {{"layer", required_argument, NULL, 'L'},
     "NAME",
     "map layer to use (default: one with many walls and much open space)"},
    {{"isa", required_argument, NULL, 'i'}, "NAME", "instruction set of the kernels (default: HAIL_ISA, or auto)"},
};

static bool take(void *options, int key, const char *value);

static const option_table TABLE = {
    .program = "hail-rays",
    .usage =
        "hail-rays [options] [MAP]\n\n"
        "Casts rays through a tile map and finds the first solid pixel that each hits. MAP is a Tiled map (.tmx),\n"
        "a SuperTux level (.stl) or an image (.png) whose opaque pixels are terrain. Default: a generated cave.\n\n",
    .rows = OPTIONS,
    .count = sizeof OPTIONS / sizeof OPTIONS[0],
    .take = take};

static bool length(const char *text, float *value) {
    char after;
    return (sscanf(text, "%f%c", value, &after) == 1 && *value > 0.0f && *value <= 1.0e6f) ||
           option_wrong(&TABLE, "length", "a number above 0 and at most 1000000", text);
}

static bool origin(const char *text, rays_options *to) {
    char after;
    to->has_origin = true;
    return (sscanf(text, "%f,%f%c", &to->x, &to->y, &after) == 2 && to->x >= -1.0e7f && to->x <= 1.0e7f &&
            to->y >= -1.0e7f && to->y <= 1.0e7f) ||
           option_wrong(&TABLE, "origin", "X,Y in pixels", text);
}

static bool crop(const char *text, rays_view *view) {
    char after;
    return (sscanf(text, "%9d,%9d,%9d,%9d%c", &view->x, &view->y, &view->width, &view->height, &after) == 4 &&
            abs(view->x) <= 10000000 && abs(view->y) <= 10000000 && view->width >= 16 && view->width <= MAX_VIEW &&
            view->height >= 16 && view->height <= MAX_VIEW) ||
           option_wrong(&TABLE, "crop", "X,Y,W,H in pixels, W and H 16 to 8192", text);
}

static bool take(void *options, int key, const char *value) {
    rays_options *to = options;
    switch (key) {
    case 'P':
        to->picture = value;
        return option_output(&TABLE, "png", value);
    case 'L':
        to->layer = value;
        return true;
    case 'b':
        return to->bresenham = true;
    case 'o':
        return origin(value, to);
    case 'n':
        return option_count(&TABLE, "rays", value, 1, MAX_RAYS, &to->rays);
    case 's':
        return option_count(&TABLE, "smooth", value, 0, 8, &to->smooth);
    case 'l':
        return length(value, &to->length);
    case 'c':
        return crop(value, &to->view);
    case 'i':
        to->isa = value;
        return option_isa(&TABLE, value);
    default:
        return false;
    }
}

bool options_parse(rays_options *options, int argc, char **argv, int *status) {
    *options = (rays_options){.rays = 720, .smooth = 4};
    if (!option_parse(&TABLE, options, argc, argv, status))
        return false;
    options->map = optind < argc ? argv[optind] : NULL;
    if (optind + 1 >= argc)
        return true;
    *status = EXIT_FAILURE;
    fprintf(stderr, "hail-rays: only one map is allowed; unexpected \"%s\"\n", argv[optind + 1]);
    return false;
}
