/* engine/shapes/box.h - a box as a template's row for the kernels, without the checks of hail/convex.h. */
#ifndef HAIL_SHAPES_BOX_H
#define HAIL_SHAPES_BOX_H

/* Writes the row of a box about the origin: the words that hail_convex_box writes with rounding 0, of a box of any
 * size. If a side is shorter than HAIL_SHORT_SIDE, it is a segment through the middle, from -x or -y on, or a point. */
void hail_box_row(float half_width, float half_height, float *row);

/* The radius in that row. */
float hail_box_radius(float half_width, float half_height);

#define HAIL_SHORT_SIDE 1.0e-3f /* px */

#endif
