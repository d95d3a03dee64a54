/* examples/sectors/options.c - reads the command line of hail-sectors. */
#include "options.h"
#include "../common/options.h"

#include <stdio.h>
#include <stdlib.h>

static const option_row OPTIONS[] = {
    {{"movers", required_argument, NULL, 'm'}, "N", "number of movers: 0 to 10000 (default 40)"},
    {{"steps", required_argument, NULL, 'n'}, "N", "number of steps: 0 to 100000 (default 400)"},
    {{"radius", required_argument, NULL, 'r'}, "PX", "radius of the movers: 0 to 1000 (default 16)"},
    {{"seed", required_argument, NULL, 's'}, "N", "seed of the random walk (default 1)"},
    {{"doors", no_argument, NULL, 'd'}, "", "doors start closed, then open and close (default: always open)"},
    {{"png", required_argument, NULL, 'P'}, "FILE", "draw the sectors, the movers and their paths to FILE"},
    {{"size", required_argument, NULL, 'S'}, "PX", "width of the picture: 200 to 8192 (default 1000)"},
    {{"own", no_argument, NULL, 'o'}, "", "use a small built-in map instead of a WAD"},
    {{"isa", required_argument, NULL, 'i'}, "NAME", "instruction set of the kernels (default: HAIL_ISA, or auto)"},
};

static bool take(void *options, int key, const char *value);

static const option_table TABLE = {
    .program = "hail-sectors",
    .usage = "hail-sectors [options] WAD [MAP]\n"
             "       hail-sectors [options] --own\n\n"
             "Loads a Doom map as sectors, and lets movers walk in it. Without MAP, lists the maps of the WAD.\n\n",
    .rows = OPTIONS,
    .count = sizeof OPTIONS / sizeof OPTIONS[0],
    .take = take};

static bool seed(const char *text, uint64_t *value) {
    long long wide;
    if (!option_whole(&TABLE, "seed", text, 0, INT64_MAX, &wide))
        return false;
    *value = (uint64_t)wide;
    return true;
}

static bool take(void *options, int key, const char *value) {
    sectors_options *to = options;
    switch (key) {
    case 'm':
        return option_count(&TABLE, "movers", value, 0, MAX_MOVERS, &to->movers);
    case 'n':
        return option_count(&TABLE, "steps", value, 0, MAX_STEPS, &to->steps);
    case 'r':
        return option_number(&TABLE, "radius", "a number from 0 to 1000", value, 0.0, 1000.0, &to->radius);
    case 's':
        return seed(value, &to->seed);
    case 'd':
        return to->doors = true;
    case 'P':
        to->picture = value;
        return option_output(&TABLE, "png", value);
    case 'S':
        return option_count(&TABLE, "size", value, 200, 8192, &to->size);
    case 'o':
        return to->own = true;
    case 'i':
        to->isa = value;
        return option_isa(&TABLE, value);
    default:
        return false;
    }
}

static bool refuse(const char *why, const char *what) {
    fprintf(stderr, "hail-sectors: %s%s\n", why, what);
    return false;
}

bool options_parse(sectors_options *options, int argc, char **argv, int *status) {
    *options = (sectors_options){.movers = 40, .steps = 400, .size = 1000, .radius = 16.0f, .seed = 1};
    if (!option_parse(&TABLE, options, argc, argv, status))
        return false;
    *status = EXIT_FAILURE;
    if (optind < argc)
        options->wad = argv[optind];
    if (optind + 1 < argc)
        options->map = argv[optind + 1];
    if (optind + 2 < argc)
        return refuse("only one map at a time; unexpected ", argv[optind + 2]);
    if (options->own && options->wad != NULL)
        return refuse("either --own or a WAD, not both: ", options->wad);
    return options->own || options->wad != NULL || refuse("no WAD; ", "try --help");
}
