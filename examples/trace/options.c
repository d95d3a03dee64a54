/* options.c - getopt_long over one table of options, which is also what --help prints. */
#define _POSIX_C_SOURCE 200809L
#include "options.h"

#include <ctype.h>
#include <getopt.h>
#include <hail/hail.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    struct option option;
    const char *value;
    const char *help;
} OPTIONS[] = {
    {{"c", required_argument, NULL, 'c'}, "FILE", "write C there, \"-\" is stdout (default, where no --json is)"},
    {{"json", required_argument, NULL, 'j'}, "FILE", "write JSON there, \"-\" is stdout"},
    {{"png", required_argument, NULL, 'P'}, "FILE", "draw the outline and the shape over the sprite"},
    {{"shape", required_argument, NULL, 's'},
     "WHAT",
     "parts: convex ones, together the outline (default); outline: the loops\n"
     "                    themselves, holes too; hull: one convex polygon around all"},
    {{"error", required_argument, NULL, 'e'}, "PX", "how far the outline may lie from the pixels' sides (default 1)"},
    {{"vertices", required_argument, NULL, 'v'}, "N", "most vertices of a part, or of the hull: 3 to 8 (default 8)"},
    {{"threshold", required_argument, NULL, 't'}, "A", "alpha from which on a pixel is opaque: 1 to 255 (default 1)"},
    {{"least", required_argument, NULL, 'l'},
     "N",
     "leave out islands and holes of fewer pixels (default 0; a hull is around all)"},
    {{"fill-holes", no_argument, NULL, 'f'}, "", "leave out all holes"},
    {{"origin", required_argument, NULL, 'o'}, "X,Y", "px: the shape's origin in the image (default: its middle)"},
    {{"scale", required_argument, NULL, 'S'}, "N", "what to multiply the shape by (default 1)"},
    {{"name", required_argument, NULL, 'n'}, "NAME", "how names in C start (default: the image's)"},
    {{"help", no_argument, NULL, 'h'}, "", "print this"},
    {{"version", no_argument, NULL, 'V'}, "", "print the version"},
};
enum { OPTION_COUNT = sizeof OPTIONS / sizeof OPTIONS[0], LONGEST_NAME = 40 };

static void print_help(void) {
    puts("usage: hail-trace [options] [IMAGE.png]\n\n"
         "Makes a collision shape from a sprite's opaque pixels, and prints it, ready to be compiled. Without an image "
         "it\n"
         "traces a ship of its own. Options:\n");
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        char left[32];
        snprintf(left, sizeof left, "--%s %s", OPTIONS[i].option.name, OPTIONS[i].value);
        printf("  %-17s %s\n", left, OPTIONS[i].help);
    }
}

static bool wrong(const char *name, const char *wants, const char *text) {
    fprintf(stderr, "hail-trace: --%s wants %s, not \"%s\"\n", name, wants, text);
    return false;
}

static bool whole(const char *name, const char *wants, const char *text, int low, int high, int *value) {
    char after;
    return (sscanf(text, "%9d%c", value, &after) == 1 && *value >= low && *value <= high) || wrong(name, wants, text);
}

static bool number(const char *name, const char *wants, const char *text, float low, float high, float *value) {
    char after;
    return (sscanf(text, "%f%c", value, &after) == 1 && *value >= low && *value <= high) || wrong(name, wants, text);
}

static bool origin(const char *text, trace_options *to) {
    char after;
    to->has_origin = true;
    return (sscanf(text, "%f,%f%c", &to->x, &to->y, &after) == 2 && to->x >= -1.0e5f && to->x <= 1.0e5f &&
            to->y >= -1.0e5f && to->y <= 1.0e5f) ||
           wrong("origin", "X,Y in pixels, at most 100000 either way", text);
}

static bool shape(const char *text, trace_shape *to) {
    static const char *const NAMES[] = {"parts", "outline", "hull"};
    for (int i = 0; i < 3; i++)
        if (strcmp(text, NAMES[i]) == 0) {
            *to = (trace_shape)i;
            return true;
        }
    return wrong("shape", "parts, outline or hull", text);
}

static bool name(const char *text, trace_options *to) {
    const size_t length = strlen(text);
    bool good = length > 0 && length <= LONGEST_NAME && isalpha((unsigned char)text[0]) != 0;
    for (size_t i = 1; i < length && good; i++)
        good = isalnum((unsigned char)text[i]) != 0 || text[i] == '_';
    to->name = text;
    return (good && strncmp(text, "hail", 4) != 0) ||
           wrong("name", "a name in C of at most 40 letters that does not start with hail", text);
}

static bool take(trace_options *to, int key) {
    switch (key) {
    case 'c':
        to->c = optarg;
        return true;
    case 'j':
        to->json = optarg;
        return true;
    case 'P':
        to->picture = optarg;
        return true;
    case 's':
        return shape(optarg, &to->shape);
    case 'e':
        return number("error", "a number from 0 to 1000", optarg, 0.0f, 1000.0f, &to->error);
    case 'v':
        return whole("vertices", "a whole number from 3 to 8", optarg, 3, HAIL_MAX_VERTICES, &to->vertices);
    case 't':
        return whole("threshold", "a whole number from 1 to 255", optarg, 1, 255, &to->threshold);
    case 'l':
        return whole("least", "a whole number from 0 to 99999999", optarg, 0, 99999999, &to->least);
    case 'f':
        return to->fill_holes = true;
    case 'o':
        return origin(optarg, to);
    case 'S':
        return number("scale", "a number from 0.001 to 1000", optarg, 0.001f, 1000.0f, &to->scale);
    case 'n':
        return name(optarg, to);
    default:
        fputs("hail-trace: try --help\n", stderr); /* getopt_long has said what is wrong */
        return false;
    }
}

static bool agree(trace_options *options, int argc, char **argv) {
    if (optind < argc)
        options->image = argv[optind];
    if (optind + 1 < argc) {
        fprintf(stderr, "hail-trace: one image at a time, not also \"%s\"\n", argv[optind + 1]);
        return false;
    }
    if (options->c != NULL && options->json != NULL && strcmp(options->c, options->json) == 0) {
        fputs("hail-trace: --c and --json want files of their own\n", stderr);
        return false;
    }
    if (options->c == NULL && options->json == NULL)
        options->c = "-";
    return true;
}

bool options_parse(trace_options *options, int argc, char **argv, int *status) {
    *options = (trace_options){.error = 1.0f, .threshold = 1, .vertices = HAIL_MAX_VERTICES, .scale = 1.0f};
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
            printf("hail-trace %d.%d.%d\n", HAIL_VERSION_MAJOR, HAIL_VERSION_MINOR, HAIL_VERSION_PATCH);
            return false;
        }
        *status = EXIT_FAILURE;
        if (!take(options, key))
            return false;
    }
    return agree(options, argc, argv);
}
