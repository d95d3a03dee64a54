/* work.h - from an image to a shape. */
#ifndef TRACE_WORK_H
#define TRACE_WORK_H

#include "../images/images.h"
#include "options.h"

#include <hail/outline.h>

/* What became of a sprite. Numbers are px from the origin, not scaled yet. */
typedef struct traced {
    const trace_options *options;
    const image *from;
    float origin_x, origin_y; /* px from the image's left top corner */
    hail_sprite_info info;
    hail_loops outline; /* of a hull, too, though it needs none */
    hail_loops parts;   /* what Hail will meet: all convex; of a hull the one polygon */
    hail_loops shape;   /* what is printed: one of the two */
    hail_decompose_report report;
    hail_polygons *made[2]; /* where the loops live */
} traced;

/* False after a message on stderr. work_free gives it back either way; `from` and `options` stay the caller's. */
bool work_do(const trace_options *options, const image *from, traced *to);
void work_free(traced *of);

/* Vertices of all loops. */
static inline size_t work_vertices(hail_loops loops) { return loops.count == 0 ? 0 : loops.start[loops.count]; }

#endif
