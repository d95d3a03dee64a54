/* examples/trace/trace.h - makes a shape from an image. */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include "../images/images.h"
#include "options.h"

#include <hail/outline.h>

/* A sprite and its shape. Coordinates are px from the origin, not scaled yet. */
typedef struct traced {
    const trace_options *options;
    const image *from;
    float origin_x, origin_y; /* px from the image's left top corner */
    hail_sprite_info info;
    hail_loops outline; /* even if the shape is a hull */
    hail_loops parts;   /* convex; of a hull its one polygon */
    hail_loops shape;   /* what is printed: one of the two */
    hail_decompose_report report;
    hail_polygons *made[2]; /* which own the loops */
} traced;

/* Traces an image; `from` and `options` stay the caller's. Call trace_free in any case. False: an error, which was
 * printed to stderr. */
bool trace_image(const trace_options *options, const image *from, traced *to);
void trace_free(traced *of);

/* The number of vertices of all loops. */
static inline size_t loop_vertices(hail_loops loops) { return loops.count == 0 ? 0 : loops.start[loops.count]; }

#endif
