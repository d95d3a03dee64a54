/* simd/kernels/sprites/pixel_extent_reference.c - docs/arithmetic.md, "Sprites": how far pixels that touch extend along
 * a direction: the corners of each row's first and last pixel. */
#include <math.h>

#include "kernels/reference.h"

double HAIL_KERNEL(pixel_extent)(const hail_span *spans, int32_t first, int32_t last, double x, double y) {
    double lowest = INFINITY, highest = -INFINITY;
    for (int32_t row = first; row <= last; row++)
        for (int corner = 0; corner < 4 && spans[row - first].first <= spans[row - first].last; corner++) {
            const int32_t column = corner & 1 ? spans[row - first].last + 1 : spans[row - first].first;
            const double at = (double)column * x + (double)(row + (corner > 1)) * y;
            lowest = at < lowest ? at : lowest;
            highest = at > highest ? at : highest;
        }
    return highest - lowest;
}
