/* examples/sectors/main.c - hail-sectors: loads one of Doom's maps, lets movers walk in it, and tells where they went.
 * */
#include "level.h"
#include "options.h"
#include "picture.h"
#include "walk.h"

#include <stdio.h>
#include <stdlib.h>

static bool run(const sectors_options *options, level *on) {
    walk what;
    bool good = walk_do(options, on, &what);
    if (good)
        walk_print(&what);
    if (good && options->picture != NULL)
        good = picture_write(&what, options->picture);
    if (good && what.lost > 0 && on->fault_count == 0) {
        fputs("hail-sectors: movers left a map without faults\n", stderr);
        good = false;
    }
    walk_free(&what);
    return good;
}

int main(int argc, char **argv) {
    sectors_options options;
    level on;
    int status;
    if (!options_parse(&options, argc, argv, &status))
        return status;
    if (options.picture != NULL && !picture_possible()) {
        fputs("hail-sectors: this build cannot draw: it was made without cairo, so there is no --png\n", stderr);
        return EXIT_FAILURE;
    }
    if (!options.own && options.map == NULL)
        return level_list(&options) ? EXIT_SUCCESS : EXIT_FAILURE;
    bool good = level_load(&options, &on);
    if (good) {
        level_print(&on, &options);
        good = run(&options, &on);
    }
    level_free(&on);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
