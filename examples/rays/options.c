/* options.c - getopt_long over one table of options, which is also what --help prints. */
#define _POSIX_C_SOURCE 200809L
#include "options.h"

#include <getopt.h>
#include <hail/hail.h>
#include <stdio.h>
#include <stdlib.h>

static const struct {
    struct option option;
    const char *value;
    const char *help;
} OPTIONS[] = {
    {{"png", required_argument, NULL, 'P'}, "FILE", "draw what the rays found"},
    {{"origin", required_argument, NULL, 'o'}, "X,Y", "px: where they start (default: an open place near the middle)"},
    {{"rays", required_argument, NULL, 'n'}, "N", "how many, all round: 1 to 1000000 (default 720)"},
    {{"length", required_argument, NULL, 'l'}, "PX", "how long they are (default: half the view's diagonal)"},
    {{"smooth", required_argument, NULL, 's'}, "PX", "radius that normals are smoothed over: 0 to 8 (default 4)"},
    {{"bresenham", no_argument, NULL, 'b'}, "", "one pixel a column (or row), instead of every pixel passed"},
    {{"crop", required_argument, NULL, 'c'},
     "X,Y,W,H",
     "px: the part of the map to look at (default: 1280 x 720 about the origin)"},
    {{"layer", required_argument, NULL, 'L'}, "NAME", "of the map (default: the one with most walls and most room)"},
    {{"isa", required_argument, NULL, 'i'}, "NAME", "the variant of the kernels (default: HAIL_ISA, or the widest)"},
    {{"help", no_argument, NULL, 'h'}, "", "print this"},
    {{"version", no_argument, NULL, 'V'}, "", "print the version"},
};
enum { OPTION_COUNT = sizeof OPTIONS / sizeof OPTIONS[0] };

static void print_help(void) {
    puts("usage: hail-rays [options] [MAP]\n\n"
         "Marches rays through a tile map to the first solid pixel on the way of each. A MAP is one of Tiled's (.tmx), "
         "a\n"
         "level of SuperTux (.stl) or a picture (.png) whose opaque pixels are terrain; without one, a cave.\n");
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        char left[32];
        snprintf(left, sizeof left, "--%s %s", OPTIONS[i].option.name, OPTIONS[i].value);
        printf("  %-16s %s\n", left, OPTIONS[i].help);
    }
}

static bool wrong(const char *name, const char *wants, const char *text) {
    fprintf(stderr, "hail-rays: --%s wants %s, not \"%s\"\n", name, wants, text);
    return false;
}

static bool whole(const char *name, const char *wants, const char *text, int low, int high, int *value) {
    char after;
    return (sscanf(text, "%9d%c", value, &after) == 1 && *value >= low && *value <= high) || wrong(name, wants, text);
}

static bool length(const char *text, float *value) {
    char after;
    return (sscanf(text, "%f%c", value, &after) == 1 && *value > 0.0f && *value <= 1.0e6f) ||
           wrong("length", "a number above 0, to 1000000", text);
}

static bool origin(const char *text, rays_options *to) {
    char after;
    to->has_origin = true;
    return (sscanf(text, "%f,%f%c", &to->x, &to->y, &after) == 2 && to->x >= -1.0e7f && to->x <= 1.0e7f &&
            to->y >= -1.0e7f && to->y <= 1.0e7f) ||
           wrong("origin", "X,Y in pixels", text);
}

static bool crop(const char *text, rays_view *view) {
    char after;
    return (sscanf(text, "%9d,%9d,%9d,%9d%c", &view->x, &view->y, &view->width, &view->height, &after) == 4 &&
            abs(view->x) <= 10000000 && abs(view->y) <= 10000000 && view->width >= 16 && view->width <= MOST_VIEW &&
            view->height >= 16 && view->height <= MOST_VIEW) ||
           wrong("crop", "X,Y,W,H in pixels, W and H 16 to 8192", text);
}

/* A wrong name is better answered before anything else happens, and with the list of right ones. */
static bool isa(const char *name) {
    char why[512];
    if (hail_isa_check(name, why, sizeof why) == HAIL_OK)
        return true;
    fprintf(stderr, "hail-rays: --isa %s: %s\n", name, why);
    return false;
}

static bool take(rays_options *to, int key) {
    switch (key) {
    case 'P':
        to->picture = optarg;
        return true;
    case 'L':
        to->layer = optarg;
        return true;
    case 'b':
        return to->bresenham = true;
    case 'o':
        return origin(optarg, to);
    case 'n':
        return whole("rays", "a whole number from 1 to 1000000", optarg, 1, MOST_RAYS, &to->rays);
    case 's':
        return whole("smooth", "a whole number from 0 to 8", optarg, 0, 8, &to->smooth);
    case 'l':
        return length(optarg, &to->length);
    case 'c':
        return crop(optarg, &to->view);
    case 'i':
        to->isa = optarg;
        return isa(optarg);
    default:
        fputs("hail-rays: try --help\n", stderr); /* getopt_long has said what is wrong */
        return false;
    }
}

bool options_parse(rays_options *options, int argc, char **argv, int *status) {
    *options = (rays_options){.rays = 720, .smooth = 4};
    struct option table[OPTION_COUNT + 1] = {{0}};
    for (size_t i = 0; i < OPTION_COUNT; i++)
        table[i] = OPTIONS[i].option;
    int key;
    *status = EXIT_FAILURE;
    while ((key = getopt_long(argc, argv, "hV", table, NULL)) != -1) {
        *status = EXIT_SUCCESS;
        if (key == 'h') {
            print_help();
            return false;
        }
        if (key == 'V') {
            printf("hail-rays %d.%d.%d\n", HAIL_VERSION_MAJOR, HAIL_VERSION_MINOR, HAIL_VERSION_PATCH);
            return false;
        }
        *status = EXIT_FAILURE;
        if (!take(options, key))
            return false;
    }
    options->map = optind < argc ? argv[optind] : NULL;
    if (optind + 1 >= argc)
        return true;
    fprintf(stderr, "hail-rays: one map at a time, not also \"%s\"\n", argv[optind + 1]);
    return false;
}
