/* common/sketch_none.c - without Cairo the short examples draw nothing. */
#include "sketch.h"

#include <stdio.h>
#include <stdlib.h>

void sketch_open(sketch *to, int argc, char **argv, float min_x, float min_y, float max_x, float max_y) {
    *to = (sketch){.path = sketch_path(argc, argv)};
    (void)min_x, (void)min_y, (void)max_x, (void)max_y;
    must(hail_draw_options_defaults(&to->options));
    to->options.renderer = &to->renderer;
}

void sketch_key_rgba(sketch *to, uint32_t rgba, const char *text) { (void)to, (void)rgba, (void)text; }

void sketch_disc(sketch *to, float x, float y, float radius, uint32_t rgba) {
    (void)to, (void)x, (void)y, (void)radius, (void)rgba;
}

int sketch_close(sketch *of, bool right) {
    if (of->path != NULL)
        fprintf(stderr, "%s: this build cannot draw: it lacks cairo\n", of->path);
    return of->path == NULL && right ? EXIT_SUCCESS : EXIT_FAILURE;
}
