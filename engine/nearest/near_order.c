/* engine/nearest/near_order.c - sorts points into tiles by counting. */
#include "near_order.h"

#include <string.h>

static uint32_t tile_along(float at, float min, float inverse) {
    const float tile = (at - min) * inverse;
    return (uint32_t)(tile <= 0.0f ? 0.0f : tile >= NEAR_TILES - 1 ? NEAR_TILES - 1 : tile);
}

void hail_near_order_points(hail_near_order *order, const hail_grid_layout *map, const float *x, const float *y,
                            uint32_t count) {
    const float across = map->inverse * NEAR_TILES / (map->last_column + 1.0f),
                down = map->inverse * NEAR_TILES / (map->last_row + 1.0f);
    memset(order->start, 0, sizeof order->start);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t tile = tile_along(y[i], map->min_y, down) * NEAR_TILES + tile_along(x[i], map->min_x, across);
        order->tile[i] = (uint16_t)tile;
        order->start[tile]++;
    }
    uint32_t sum = 0;
    for (uint32_t tile = 0; tile < NEAR_TILES * NEAR_TILES; tile++) {
        const uint32_t own = order->start[tile];
        order->start[tile] = (uint16_t)sum;
        sum += own;
    }
    for (uint32_t i = 0; i < count; i++)
        order->point[order->start[order->tile[i]]++] = (uint16_t)i;
}
