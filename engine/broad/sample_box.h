/* engine/broad/sample_box.h - the box where most bodies are, by a sample of them: where grids are laid. */
#ifndef HAIL_BROAD_SAMPLE_BOX_H
#define HAIL_BROAD_SAMPLE_BOX_H

#include "grid.h"

enum { BOX_SAMPLE = 1024 }; /* bodies that a box is chosen by */

/* The range where nine tenths of `count` (1 or more) coordinates are, and a little more. Reorders the sample. */
void hail_sample_range(float *sample, uint32_t count, float *min, float *max);

/* The box where nine tenths of `count` (1 or more) bodies are, and a little more. */
hail_area hail_sample_box(const float *x, const float *y, uint32_t count);

#endif
