/* options.c - getopt_long over one table of options, which is also what --help prints. */
#define _POSIX_C_SOURCE 200809L
#include "options.h"

#include <errno.h>
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
    {{"emitters", required_argument, NULL, 'e'}, "N", "enemy ships, each with a pattern: 1 to 64 (default 8)"},
    {{"steps", required_argument, NULL, 'n'}, "N", "frames of 1/60 s to run (default 600)"},
    {{"seed", required_argument, NULL, 's'}, "N", "another run of the same patterns (default 1)"},
    {{"rank", required_argument, NULL, 'r'}, "R", "difficulty that the patterns see: 0 to 1 (default 1)"},
    {{"size", required_argument, NULL, 'S'}, "WxH", "the field in pixels, 200 to 16384 a side (default 1920x1080)"},
    {{"players", required_argument, NULL, 'p'}, "N", "player ships: 0 to 16 (default 4)"},
    {{"data", required_argument, NULL, 'd'}, "DIR", "look for patterns there, not where the Debian packages are"},
    {{"isa", required_argument, NULL, 'i'}, "NAME", "the variant of the kernels (default: HAIL_ISA, or the widest)"},
    {{"list-isa", no_argument, NULL, 'l'}, "", "print the variants that this machine can run"},
    {{"verify", no_argument, NULL, 'v'}, "", "hold every step's contacts to brute force, byte for byte"},
    {{"png", required_argument, NULL, 'P'}, "FILE", "draw the last frame"},
    {{"quiet", no_argument, NULL, 'q'}, "", "no progress and no summary: the exit status says it"},
    {{"help", no_argument, NULL, 'h'}, "", "print this"},
    {{"version", no_argument, NULL, 'V'}, "", "print the version"},
};
enum { OPTION_COUNT = sizeof OPTIONS / sizeof OPTIONS[0] };

static void print_help(void) {
    puts("usage: hail-barrage [options] [PATTERN.xml ...]\n\n"
         "Plays BulletML patterns as a game would and times hail_step. A PATTERN is a file, or the name of one in the\n"
         "installed packages (noiz2sa-data, libbulletml-dev); emitters take turns through the list. Without one, a "
         "mix.\n");
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        char left[32];
        snprintf(left, sizeof left, "--%s %s", OPTIONS[i].option.name, OPTIONS[i].value);
        printf("  %-16s %s\n", left, OPTIONS[i].help);
    }
}

static void list_isa(void) {
    for (size_t i = 0; i < hail_isa_count(); i++)
        puts(hail_isa_name(i));
}

static bool whole(const char *name, const char *text, long long low, long long high, long long *value) {
    char *end = NULL;
    errno = 0;
    *value = strtoll(text, &end, 10);
    if (errno == 0 && end != text && *end == '\0' && *value >= low && *value <= high)
        return true;
    fprintf(stderr, "hail-barrage: --%s wants a whole number from %lld to %lld, not \"%s\"\n", name, low, high, text);
    return false;
}

static bool count(const char *name, const char *text, int low, int high, int *value) {
    long long wide;
    if (!whole(name, text, low, high, &wide))
        return false;
    *value = (int)wide;
    return true;
}

static bool seed(const char *text, uint64_t *value) {
    long long wide;
    if (!whole("seed", text, 0, INT64_MAX, &wide))
        return false;
    *value = (uint64_t)wide;
    return true;
}

static bool rank(const char *text, double *value) {
    char *end = NULL;
    *value = strtod(text, &end);
    if (end != text && *end == '\0' && *value >= 0.0 && *value <= 1.0)
        return true;
    fprintf(stderr, "hail-barrage: --rank wants a number from 0 to 1, not \"%s\"\n", text);
    return false;
}

static bool size(const char *text, int *width, int *height) {
    char after;
    if (sscanf(text, "%5dx%5d%c", width, height, &after) == 2 && *width >= 200 && *width <= 16384 && *height >= 200 &&
        *height <= 16384)
        return true;
    fprintf(stderr, "hail-barrage: --size wants WxH, each 200 to 16384 pixels, not \"%s\"\n", text);
    return false;
}

/* A wrong name is better answered before anything else happens, and with the list of right ones. */
static bool isa(const char *name) {
    char why[512];
    if (hail_isa_check(name, why, sizeof why) == HAIL_OK)
        return true;
    fprintf(stderr, "hail-barrage: --isa %s: %s\n", name, why);
    return false;
}

static bool take(barrage_options *to, int key) {
    switch (key) {
    case 'e':
        return count("emitters", optarg, 1, MOST_EMITTERS, &to->emitters);
    case 'n':
        return count("steps", optarg, 1, MOST_STEPS, &to->steps);
    case 'p':
        return count("players", optarg, 0, MOST_PLAYERS, &to->players);
    case 's':
        return seed(optarg, &to->seed);
    case 'r':
        return rank(optarg, &to->rank);
    case 'S':
        return size(optarg, &to->width, &to->height);
    case 'i':
        to->isa = optarg;
        return isa(optarg);
    case 'd':
        to->data = optarg;
        return true;
    case 'P':
        to->picture = optarg;
        return true;
    case 'v':
        return to->verify = true;
    case 'q':
        return to->quiet = true;
    default:
        fputs("hail-barrage: try --help\n", stderr); /* getopt_long has said what is wrong */
        return false;
    }
}

bool options_parse(barrage_options *options, int argc, char **argv, int *status) {
    *options = (barrage_options){
        .emitters = 8, .players = 4, .steps = 600, .seed = 1, .rank = 1.0, .width = 1920, .height = 1080};
    struct option table[OPTION_COUNT + 1] = {{0}};
    for (size_t i = 0; i < OPTION_COUNT; i++)
        table[i] = OPTIONS[i].option;
    int key;
    while ((key = getopt_long(argc, argv, "hV", table, NULL)) != -1) {
        *status = EXIT_SUCCESS;
        if (key == 'h') {
            print_help();
            return false;
        }
        if (key == 'V') {
            printf("hail-barrage %d.%d.%d\n", HAIL_VERSION_MAJOR, HAIL_VERSION_MINOR, HAIL_VERSION_PATCH);
            return false;
        }
        if (key == 'l') {
            list_isa();
            return false;
        }
        *status = EXIT_FAILURE;
        if (!take(options, key))
            return false;
    }
    options->patterns = argv + optind;
    options->pattern_count = argc - optind;
    return true;
}
