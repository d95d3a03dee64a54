/* examples/trace/options.h - the command line of hail-trace. */
#ifndef TRACE_OPTIONS_H
#define TRACE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum trace_shape {
    TRACE_PARTS = 0, /* the outline, cut into convex parts */
    TRACE_OUTLINE,   /* the outline, which the game cuts when it loads */
    TRACE_HULL       /* one convex polygon around all */
} trace_shape;

typedef struct trace_options {
    const char *image;   /* PNG; NULL: the built-in ship */
    const char *c;       /* file to write, "-": stdout, or NULL */
    const char *json;    /* the same */
    const char *picture; /* PNG to write, or NULL */
    const char *name;    /* how names in C start; NULL: the image's name */
    trace_shape shape;
    float error;    /* px, 0 to 1000 */
    int threshold;  /* alpha, 1 to 255 */
    int min_pixels; /* of an island or hole */
    int vertices;   /* of a part or hull, 3 to 8 */
    bool fill_holes;
    bool has_origin;
    float x, y;  /* px from the image's left top corner */
    float scale; /* of the shape that is printed */
} trace_options;

/* Reads the command line. False: the program is done, and *status is its exit status. */
bool options_parse(trace_options *options, int argc, char **argv, int *status);

#endif
