/* engine/nearest/near_order.h - points in the order of where they lie, so that neighbours find each other's cells in
 * the cache. */
#ifndef HAIL_NEAREST_NEAR_ORDER_H
#define HAIL_NEAREST_NEAR_ORDER_H

#include "broad/grid.h"

enum { NEAR_BATCH = 8192, NEAR_TILES = 32 };

typedef struct hail_near_order {
    uint16_t point[NEAR_BATCH];
    uint16_t tile[NEAR_BATCH];               /* by point */
    uint16_t start[NEAR_TILES * NEAR_TILES]; /* by tile: where its next point goes */
} hail_near_order;

/* Lists points [0, count), at most NEAR_BATCH, tile by tile; NEAR_TILES along each axis cover the grid. */
void hail_near_order_points(hail_near_order *order, const hail_grid_layout *map, const float *x, const float *y,
                            uint32_t count);

#endif
