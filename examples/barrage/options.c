/* options.c - the command line of hail-barrage. */
#include "options.h"
#include "../common/options.h"

#include <hail/hail.h>
#include <stdio.h>
#include <stdlib.h>

static const option_row OPTIONS[] = {
    {{"emitters", required_argument, NULL, 'e'}, "N", "enemy ships, each with a pattern: 1 to 64 (default 8)"},
    {{"steps", required_argument, NULL, 'n'}, "N", "number of frames to run, 1/60 s each (default 600)"},
    {{"seed", required_argument, NULL, 's'}, "N", "random seed (default 1)"},
    {{"rank", required_argument, NULL, 'r'}, "R", "difficulty of the patterns: 0 to 1 (default 1)"},
    {{"size", required_argument, NULL, 'S'},
     "WxH",
     "size of the field: 200 to 16384 pixels per side (default 1920x1080)"},
    {{"players", required_argument, NULL, 'p'}, "N", "player ships: 0 to 16 (default 4)"},
    {{"data", required_argument, NULL, 'd'}, "DIR", "folder of patterns (default: the folders of the Debian packages)"},
    {{"isa", required_argument, NULL, 'i'}, "NAME", "instruction set of the kernels (default: HAIL_ISA, or auto)"},
    {{"list-isa", no_argument, NULL, 'l'}, "", "list the instruction sets that this machine can run"},
    {{"verify", no_argument, NULL, 'v'}, "", "compare every step's contacts with brute force, byte for byte"},
    {{"png", required_argument, NULL, 'P'}, "FILE", "draw the last frame as a PNG"},
    {{"quiet", no_argument, NULL, 'q'}, "", "print no progress and no summary, only set the exit status"},
};

static bool take(void *options, int key, const char *value);
static bool print(int key);

static const option_table TABLE = {.program = "hail-barrage",
                                   .usage = "hail-barrage [options] [PATTERN.xml ...]\n\n"
                                            "Plays BulletML patterns as a game would and times hail_step. A PATTERN is "
                                            "a file, or the name of an installed one\n"
                                            "(packages noiz2sa-data, libbulletml-dev). Emitters take turns through the "
                                            "list. Default: a mix of installed ones.\n"
                                            "\n",
                                   .rows = OPTIONS,
                                   .count = sizeof OPTIONS / sizeof OPTIONS[0],
                                   .take = take,
                                   .print = print};

static bool print(int key) {
    for (size_t i = 0; key == 'l' && i < hail_variant_count(); i++)
        puts(hail_variant_name(i));
    return key == 'l';
}

static bool seed(const char *text, uint64_t *value) {
    long long wide;
    if (!option_whole(&TABLE, "seed", text, 0, INT64_MAX, &wide))
        return false;
    *value = (uint64_t)wide;
    return true;
}

static bool rank(const char *text, double *value) {
    char *end = NULL;
    *value = strtod(text, &end);
    if (end != text && *end == '\0' && *value >= 0.0 && *value <= 1.0)
        return true;
    return option_wrong(&TABLE, "rank", "a number from 0 to 1", text);
}

static bool size(const char *text, int *width, int *height) {
    char after;
    if (sscanf(text, "%5dx%5d%c", width, height, &after) == 2 && *width >= 200 && *width <= 16384 && *height >= 200 &&
        *height <= 16384)
        return true;
    return option_wrong(&TABLE, "size", "WxH, each 200 to 16384 pixels", text);
}

static bool take(void *options, int key, const char *value) {
    barrage_options *to = options;
    switch (key) {
    case 'e':
        return option_count(&TABLE, "emitters", value, 1, MOST_EMITTERS, &to->emitters);
    case 'n':
        return option_count(&TABLE, "steps", value, 1, MOST_STEPS, &to->steps);
    case 'p':
        return option_count(&TABLE, "players", value, 0, MOST_PLAYERS, &to->players);
    case 's':
        return seed(value, &to->seed);
    case 'r':
        return rank(value, &to->rank);
    case 'S':
        return size(value, &to->width, &to->height);
    case 'i':
        to->isa = value;
        return option_isa(&TABLE, value);
    case 'd':
        to->data = value;
        return true;
    case 'P':
        to->picture = value;
        return option_output(&TABLE, "png", value);
    case 'v':
        return to->verify = true;
    case 'q':
        return to->quiet = true;
    default:
        return false;
    }
}

bool options_parse(barrage_options *options, int argc, char **argv, int *status) {
    *options = (barrage_options){
        .emitters = 8, .players = 4, .steps = 600, .seed = 1, .rank = 1.0, .width = 1920, .height = 1080};
    if (!option_parse(&TABLE, options, argc, argv, status))
        return false;
    options->patterns = argv + optind;
    options->pattern_count = argc - optind;
    return true;
}
