/* engine/shapes/segment.h - a bare segment as a row of the kernels' templates, without the checks of hail/shape.h. */
#ifndef HAIL_SHAPES_SEGMENT_H
#define HAIL_SHAPES_SEGMENT_H

/* row: HAIL_TEMPLATE_WORDS, the very ones of hail_convex_capsule(0, 0, x, y, 0). */
void hail_segment_row(float x, float y, float *row);

#endif
