/* engine/shapes/segment.h - a bare segment as a template's row for the kernels, without the checks of hail/convex.h. */
#ifndef HAIL_SHAPES_SEGMENT_H
#define HAIL_SHAPES_SEGMENT_H

/* Writes the row of the segment from (0, 0) to (x, y): the same HAIL_TEMPLATE_WORDS words as
 * hail_convex_capsule(0, 0, x, y, 0) writes. */
void hail_segment_row(float x, float y, float *row);

#endif
