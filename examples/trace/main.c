/* examples/trace/main.c - hail-trace: makes a collision shape from a PNG. */
#include "../images/images.h"
#include "options.h"
#include "picture.h"
#include "print.h"
#include "ship.h"
#include "trace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool failed(const char *about, const char *why) {
    fprintf(stderr, "hail-trace: %s%s%s\n", about, about[0] == '\0' ? "" : ": ", why);
    return false;
}

/* "-" is stdout. */
static bool write_text(const traced *what, const char *path, bool (*print)(const traced *what, FILE *to)) {
    const bool plain = strcmp(path, "-") != 0;
    errno = 0;
    FILE *to = plain ? fopen(path, "w") : stdout;
    if (to == NULL)
        return failed(path, strerror(errno));
    bool good = print(what, to);
    good = fflush(to) == 0 && ferror(to) == 0 && good;
    const char *why = errno != 0 ? strerror(errno) : "cannot be written";
    if (plain)
        good = fclose(to) == 0 && good;
    return good || failed(plain ? path : "stdout", why);
}

static bool run(const trace_options *options, const image *from) {
    traced what;
    bool good = trace_image(options, from, &what);
    if (good) {
        print_summary(&what, stderr);
        good = (options->c == NULL || write_text(&what, options->c, print_c)) &&
               (options->json == NULL || write_text(&what, options->json, print_json)) &&
               (options->picture == NULL || picture_write(&what, options->picture));
    }
    trace_free(&what);
    return good;
}

/* Refuses what this build cannot do before anything is done. */
static bool possible(const trace_options *options) {
    if (options->picture != NULL && !picture_possible())
        return failed("", "this build cannot draw: it was made without cairo, so there is no --png");
    if (options->json != NULL && !print_json_possible())
        return failed("", "this build cannot write JSON: it was made without jansson, so there is no --json");
    return true;
}

int main(int argc, char **argv) {
    trace_options options;
    int status;
    if (!options_parse(&options, argc, argv, &status))
        return status;
    if (!possible(&options))
        return EXIT_FAILURE;
    image from;
    image_error error;
    if (options.image != NULL ? !image_load_png(options.image, &from, &error) : !ship_make(&from, &error)) {
        failed("", error.text);
        return EXIT_FAILURE;
    }
    const bool good = run(&options, &from);
    image_free(&from);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
