/* engine/broad/sample_box.c - a tenth of the bodies may lie outside: a few that are far away must not make the cells of
 * all others wide. */
#include "sample_box.h"

#include <math.h>

#include "base/sort.h"

/* Px, and a share of the box: added on either side, so that the box lasts for some steps. */
static const float BOX_MARGIN = 1.0f, BOX_SHARE = 0.08f;
static const float BOX_LIMIT = 1.0e9f, BOX_LEAST = 1.0f; /* px: its largest coordinate; its shortest side */

void hail_sample_range(float *sample, uint32_t count, float *min, float *max) {
    const float low = hail_select_float(sample, count, count / 20);
    const float high = hail_select_float(sample, count, count - 1 - count / 20);
    const float more = (high - low) * BOX_SHARE + BOX_MARGIN;
    *min = fminf(fmaxf(low - more, -BOX_LIMIT), BOX_LIMIT - 1.0e3f);
    *max = fmaxf(fminf(high + more, BOX_LIMIT), *min + BOX_LEAST);
}

static void sample_axis(const float *values, uint32_t count, float *min, float *max) {
    float sample[BOX_SAMPLE];
    const uint32_t every = (count - 1) / BOX_SAMPLE + 1;
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i += every)
        sample[n++] = values[i];
    hail_sample_range(sample, n, min, max);
}

hail_area hail_sample_box(const float *x, const float *y, uint32_t count) {
    hail_area box;
    sample_axis(x, count, &box.min_x, &box.max_x);
    sample_axis(y, count, &box.min_y, &box.max_y);
    return box;
}
