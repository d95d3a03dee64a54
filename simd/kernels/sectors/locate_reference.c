/* simd/kernels/sectors/locate_reference.c - docs/arithmetic.md, "Sectors": which sector holds a point, side after side.
 */
#include "kernels/points/nearest_point_reference.h"

/* Finds a point's sector in a list. False: the list cannot tell. */
static bool list_tells(const float *list, float tolerance, float x, float y, uint32_t *sector) {
    const uint32_t count = reference_integer(list + HAIL_LIST_COUNT);
    const float *side = list + HAIL_LIST_SIDES;
    float nearest = INFINITY, next = INFINITY;
    *sector = reference_integer(list + HAIL_LIST_EAST);
    for (uint32_t i = 0; i < count; i++, side += HAIL_SIDE_WORDS) {
        if (y < side[HAIL_SIDE_TOP] || y >= side[HAIL_SIDE_BOTTOM])
            continue;
        const float down = (y - side[HAIL_SIDE_TOP]) * side[HAIL_SIDE_SLOPE];
        const float distance = (side[HAIL_SIDE_X] + down) - x;
        if (distance < -tolerance)
            continue;
        if (distance < nearest) {
            next = nearest;
            nearest = distance;
            *sector = reference_integer(side + HAIL_SIDE_WEST);
        } else if (distance < next) {
            next = distance;
        }
    }
    return isinf(nearest) || (nearest > tolerance && (isinf(next) || next - nearest > 2.0f * tolerance));
}

uint32_t HAIL_KERNEL(locate)(const hail_walls_view *view, const float *x, const float *y, uint32_t begin, uint32_t end,
                             uint32_t *sector, uint32_t *unsure) {
    uint32_t unsure_count = 0;
    for (uint32_t i = begin; i < end; i++) {
        const float px = reference_not_tiny(x[i], view->tiny), py = reference_not_tiny(y[i], view->tiny);
        const uint32_t word = view->side_cells[reference_cell(&view->fine, px, py)];
        sector[i] = word;
        if (word < HAIL_LISTED || word == UINT32_MAX)
            continue;
        if (!list_tells(view->sides + (word - HAIL_LISTED), view->tolerance, px, py, &sector[i]))
            unsure[unsure_count++] = i;
    }
    return unsure_count;
}
