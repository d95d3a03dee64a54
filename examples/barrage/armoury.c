/* armoury.c - finds and loads the patterns of a run. */
#define _POSIX_C_SOURCE 200809L
#include "armoury.h"
#include "watchdog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where Debian's noiz2sa-data and libbulletml-dev install patterns; --data DIR replaces them all. */
static const char *const USUAL[] = {"/usr/share/games/noiz2sa/boss", "/usr/share/games/noiz2sa/middle",
                                    "/usr/share/games/noiz2sa/zako", "/usr/share/doc/libbulletml-dev/doc/sample"};
static const char *const BELOW[] = {"", "/boss", "/middle", "/zako"};
enum { PLACES = sizeof USUAL / sizeof USUAL[0] };

/* Chosen to differ: two thousand slow bullets, rotating arms, rings, rockets that burst, aimed fans. */
static const char *const MIX[] = {"[Guwange]_round_4_boss_eye_ball",        "88way",
                                  "[Progear]_round_5_boss_last_round_wave", "[Progear]_round_5_middle_boss_rockets",
                                  "[Guwange]_round_2_boss_circle_fire",     "[daiouzyou]_hibati_2_2_r"};
enum { MIXED = sizeof MIX / sizeof MIX[0] };

/* The path of a pattern named without a folder; the caller frees it. NULL if no folder has it. */
static char *find(const char *name, const char *data) {
    const char *ending = strlen(name) > 4 && strcmp(name + strlen(name) - 4, ".xml") == 0 ? "" : ".xml";
    for (size_t i = 0; i < PLACES; i++) {
        const char *place = data != NULL ? data : USUAL[i];
        const char *below = data != NULL ? BELOW[i] : "";
        const size_t size = strlen(place) + strlen(below) + strlen(name) + 8;
        char *path = malloc(size);
        if (path == NULL)
            return NULL;
        snprintf(path, size, "%s%s/%s%s", place, below, name, ending);
        if (access(path, F_OK) == 0)
            return path;
        free(path);
    }
    return NULL;
}

/* File name without folder and ending. */
static char *short_name(const char *path) {
    const char *slash = strrchr(path, '/');
    char *name = strdup(slash != NULL ? slash + 1 : path);
    char *dot = name != NULL ? strrchr(name, '.') : NULL;
    if (dot != NULL && dot != name)
        *dot = '\0';
    return name;
}

static bool load(armoury *of, const char *path) {
    char why[256];
    watchdog_start(path);
    pattern *loaded = pattern_load(path, why, sizeof why);
    watchdog_stop();
    if (loaded == NULL) {
        fprintf(stderr, "hail-barrage: %s: %s\n", path, why);
        return false;
    }
    of->patterns[of->count] = loaded;
    of->paths[of->count] = strdup(path);
    of->names[of->count] = short_name(path);
    return of->paths[of->count] != NULL && of->names[of->count++] != NULL;
}

static bool load_named(armoury *of, const char *name, const char *data) {
    const bool plain = strchr(name, '/') == NULL && access(name, F_OK) != 0;
    char *found = plain ? find(name, data) : NULL;
    if (plain && found == NULL && pattern_readable()) {
        fprintf(stderr, "hail-barrage: %s: not a file, and no pattern of that name in %s\n", name,
                data != NULL ? data : "the installed packages");
        return false;
    }
    const bool fine = load(of, found != NULL ? found : name);
    free(found);
    return fine;
}

static bool spiral(armoury *of, const char *because) {
    fprintf(stderr, "hail-barrage: %s; firing the built-in spiral instead\n", because);
    of->patterns[0] = NULL;
    of->paths[0] = strdup("spiral");
    of->names[0] = strdup("spiral");
    of->count = 1;
    return of->paths[0] != NULL && of->names[0] != NULL;
}

static bool load_mix(armoury *of, const char *data) {
    for (size_t i = 0; i < MIXED; i++) {
        char *path = find(MIX[i], data);
        const bool fine = path == NULL || load(of, path);
        free(path);
        if (!fine)
            return false;
    }
    if (of->count > 0)
        return true;
    return spiral(of, data != NULL ? "none of the default patterns is in the folder of --data"
                                   : "no bullet patterns installed (packages noiz2sa-data, libbulletml-dev)");
}

bool armoury_open(armoury *of, const barrage_options *options) {
    of->count = 0;
    if (options->pattern_count > MOST_PATTERNS) {
        fprintf(stderr, "hail-barrage: %d patterns are too many: at most %d\n", options->pattern_count, MOST_PATTERNS);
        return false;
    }
    for (int i = 0; i < options->pattern_count; i++)
        if (!load_named(of, options->patterns[i], options->data))
            return false;
    if (options->pattern_count > 0)
        return true;
    if (pattern_readable())
        return load_mix(of, options->data);
    return spiral(of, "built without libbulletml or expat");
}

void armoury_close(armoury *of) {
    for (uint32_t i = 0; i < of->count; i++) {
        pattern_free(of->patterns[i]);
        free(of->paths[i]);
        free(of->names[i]);
    }
    of->count = 0;
}
