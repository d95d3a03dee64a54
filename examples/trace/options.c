/* examples/trace/options.c - reads the command line of hail-trace. */
#include "options.h"
#include "../common/options.h"

#include <ctype.h>
#include <hail/hail.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const option_row OPTIONS[] = {
    {{"c", required_argument, NULL, 'c'}, "FILE", "write C to FILE; \"-\" is stdout (the default without --json)"},
    {{"json", required_argument, NULL, 'j'}, "FILE", "write JSON to FILE; \"-\" is stdout"},
    {{"png", required_argument, NULL, 'P'}, "FILE", "draw the sprite with its outline and shape to FILE"},
    {{"shape", required_argument, NULL, 's'},
     "WHAT",
     "parts: convex parts that fill the outline (default); outline: its loops,\n"
     "                    with holes; hull: one convex polygon around everything"},
    {{"error", required_argument, NULL, 'e'},
     "PX",
     "largest distance of the outline from the pixels' edges (default 1)"},
    {{"vertices", required_argument, NULL, 'v'}, "N", "most vertices of a part or of the hull: 3 to 8 (default 8)"},
    {{"threshold", required_argument, NULL, 't'}, "A", "smallest alpha of an opaque pixel: 1 to 255 (default 1)"},
    {{"min-pixels", required_argument, NULL, 'l'},
     "N",
     "leave out islands and holes with fewer pixels (default 0; a hull keeps them)"},
    {{"fill-holes", no_argument, NULL, 'f'}, "", "leave out all holes"},
    {{"origin", required_argument, NULL, 'o'}, "X,Y", "the shape's origin in the image, px (default: its middle)"},
    {{"scale", required_argument, NULL, 'S'}, "N", "multiply the shape's size by N (default 1)"},
    {{"name", required_argument, NULL, 'n'}, "NAME", "prefix of the names in C (default: the image's name)"},
};
enum { LONGEST_NAME = 40 };

static bool take(void *options, int key, const char *value);

static const option_table TABLE = {
    .program = "hail-trace",
    .usage =
        "hail-trace [options] [IMAGE.png]\n\n"
        "Makes a collision shape from a sprite's opaque pixels, and prints it as C that you can compile. Without an\n"
        "image, it traces a built-in ship.\n\n",
    .rows = OPTIONS,
    .count = sizeof OPTIONS / sizeof OPTIONS[0],
    .take = take};

static bool origin(const char *text, trace_options *to) {
    char after;
    to->has_origin = true;
    return (sscanf(text, "%f,%f%c", &to->x, &to->y, &after) == 2 && to->x >= -1.0e5f && to->x <= 1.0e5f &&
            to->y >= -1.0e5f && to->y <= 1.0e5f) ||
           option_wrong(&TABLE, "origin", "X,Y in pixels, at most 100000 either way", text);
}

static bool shape(const char *text, trace_shape *to) {
    static const char *const NAMES[] = {"parts", "outline", "hull"};
    for (int i = 0; i < 3; i++)
        if (strcmp(text, NAMES[i]) == 0) {
            *to = (trace_shape)i;
            return true;
        }
    return option_wrong(&TABLE, "shape", "parts, outline or hull", text);
}

static bool name(const char *text, trace_options *to) {
    const size_t length = strlen(text);
    bool good = length > 0 && length <= LONGEST_NAME && isalpha((unsigned char)text[0]) != 0;
    for (size_t i = 1; i < length && good; i++)
        good = isalnum((unsigned char)text[i]) != 0 || text[i] == '_';
    to->name = text;
    return (good && strncmp(text, "hail", 4) != 0) ||
           option_wrong(&TABLE, "name", "a C identifier of at most 40 characters that does not start with hail", text);
}

static bool take(void *options, int key, const char *value) {
    trace_options *to = options;
    switch (key) {
    case 'c':
        to->c = value;
        return strcmp(value, "-") == 0 || option_output(&TABLE, "c", value);
    case 'j':
        to->json = value;
        return strcmp(value, "-") == 0 || option_output(&TABLE, "json", value);
    case 'P':
        to->picture = value;
        return option_output(&TABLE, "png", value);
    case 's':
        return shape(value, &to->shape);
    case 'e':
        return option_number(&TABLE, "error", "a number from 0 to 1000", value, 0.0, 1000.0, &to->error);
    case 'v':
        return option_count(&TABLE, "vertices", value, 3, HAIL_MAX_VERTICES, &to->vertices);
    case 't':
        return option_count(&TABLE, "threshold", value, 1, 255, &to->threshold);
    case 'l':
        return option_count(&TABLE, "min-pixels", value, 0, 99999999, &to->min_pixels);
    case 'f':
        return to->fill_holes = true;
    case 'o':
        return origin(value, to);
    case 'S':
        return option_number(&TABLE, "scale", "a number from 0.001 to 1000", value, 0.001, 1000.0, &to->scale);
    case 'n':
        return name(value, to);
    default:
        return false;
    }
}

static bool agree(trace_options *options, int argc, char **argv) {
    if (optind < argc)
        options->image = argv[optind];
    if (optind + 1 < argc) {
        fprintf(stderr, "hail-trace: only one image at a time; unexpected \"%s\"\n", argv[optind + 1]);
        return false;
    }
    if (options->c != NULL && options->json != NULL && strcmp(options->c, options->json) == 0) {
        fputs("hail-trace: --c and --json need different files\n", stderr);
        return false;
    }
    if (options->c == NULL && options->json == NULL)
        options->c = "-";
    return true;
}

bool options_parse(trace_options *options, int argc, char **argv, int *status) {
    *options = (trace_options){.error = 1.0f, .threshold = 1, .vertices = HAIL_MAX_VERTICES, .scale = 1.0f};
    if (!option_parse(&TABLE, options, argc, argv, status))
        return false;
    *status = EXIT_FAILURE;
    return agree(options, argc, argv);
}
