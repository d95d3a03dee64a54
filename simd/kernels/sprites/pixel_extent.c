/* simd/kernels/sprites/pixel_extent.c - docs/arithmetic.md, "Sprites": how far pixels that touch extend along a
 * direction, a row a lane. */
#include "extent_lanes.h"

double HAIL_KERNEL(pixel_extent)(const hail_span *spans, int32_t first, int32_t last, double x, double y) {
    return lanes_extent(spans, first, last, x, y);
}
