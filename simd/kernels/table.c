/* simd/kernels/table.c - one variant's table. Compiled once per variant; holds no code but built_for, which only reads
 * what the compiler was told. */
#include "cpu.h"
#include "kernels.h"

#define HAIL_NAME_(kernel, variant) hail_kernel_##kernel##_##variant
#define HAIL_NAME(kernel, variant)  HAIL_NAME_(kernel, variant)
#define HAIL_KERNEL(kernel)         HAIL_NAME(kernel, HAIL_VARIANT)
#define HAIL_TABLE_(variant)        hail_kernels_##variant
#define HAIL_TABLE(variant)         HAIL_TABLE_(variant)
#define HAIL_TEXT_(variant)         #variant
#define HAIL_TEXT(variant)          HAIL_TEXT_(variant)

#include "registry.h"

static uint32_t built_for(void) { return HAIL_CPU_BUILT_FOR; }

extern const hail_kernels HAIL_TABLE(HAIL_VARIANT);
const hail_kernels HAIL_TABLE(HAIL_VARIANT) = {
    .name = HAIL_TEXT(HAIL_VARIANT),
    .lanes = HAIL_LANES,
    .built_for = built_for,
    .move = HAIL_KERNEL(move),
    .check = HAIL_KERNEL(check),
    .check_finite = HAIL_KERNEL(check_finite),
    .outside = HAIL_KERNEL(outside),
    .not_unit = HAIL_KERNEL(not_unit),
    .index_over = HAIL_KERNEL(index_over),
    .radii = HAIL_KERNEL(radii),
    .cells = HAIL_KERNEL(cells),
    .gather = HAIL_KERNEL(gather),
    .sums = HAIL_KERNEL(sums),
    .add_gathered = HAIL_KERNEL(add_gathered),
    .crowded = HAIL_KERNEL(crowded),
    .pairs_self = HAIL_KERNEL(pairs_self),
    .pairs_cross = HAIL_KERNEL(pairs_cross),
    .rasterize = HAIL_KERNEL(rasterize),
    .cull = HAIL_KERNEL(cull),
    .pairs_raster = HAIL_KERNEL(pairs_raster),
    .path_pieces = HAIL_KERNEL(path_pieces),
    .filter_paths = HAIL_KERNEL(filter_paths),
    .orient = HAIL_KERNEL(orient),
    .circle_circle = HAIL_KERNEL(circle_circle),
    .circle_polygon = HAIL_KERNEL(circle_polygon),
    .polygon_polygon = HAIL_KERNEL(polygon_polygon),
    .circle_circle_gap = HAIL_KERNEL(circle_circle_gap),
    .circle_polygon_gap = HAIL_KERNEL(circle_polygon_gap),
    .polygon_polygon_gap = HAIL_KERNEL(polygon_polygon_gap),
    .circle_circle_sweep = HAIL_KERNEL(circle_circle_sweep),
    .circle_polygon_sweep = HAIL_KERNEL(circle_polygon_sweep),
    .polygon_polygon_sweep = HAIL_KERNEL(polygon_polygon_sweep),
    .polygon_polygon_predict = HAIL_KERNEL(polygon_polygon_predict),
    .solid_points = HAIL_KERNEL(solid_points),
    .near_solid = HAIL_KERNEL(near_solid),
    .march = HAIL_KERNEL(march),
    .bresenham = HAIL_KERNEL(bresenham),
    .boxes = HAIL_KERNEL(boxes),
    .relative_transform = HAIL_KERNEL(relative_transform),
    .overlap_shifted = HAIL_KERNEL(overlap_shifted),
    .overlap_turned = HAIL_KERNEL(overlap_turned),
    .crossings = HAIL_KERNEL(crossings),
    .windings = HAIL_KERNEL(windings),
    .quadrants = HAIL_KERNEL(quadrants),
    .half_planes = HAIL_KERNEL(half_planes),
    .nearest_edge = HAIL_KERNEL(nearest_edge),
    .nearest_point = HAIL_KERNEL(nearest_point),
    .locate = HAIL_KERNEL(locate),
    .nearest_wall = HAIL_KERNEL(nearest_wall),
    .wall_hit = HAIL_KERNEL(wall_hit),
    .near_walls = HAIL_KERNEL(near_walls),
    .cull_walls = HAIL_KERNEL(cull_walls),
};
