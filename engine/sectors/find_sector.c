/* engine/sectors/find_sector.c - hail_sectors_find and hail_sectors_nearest. */
#include <math.h>

#include "base/context.h"
#include "sector_map.h"

enum { BLOCK = 1024 }; /* points at a time */

/* ---- Which sector ----------------------------------------------------------------------------------------------- */

void hail_sectors_locate(const hail_sectors *map, const hail_kernels *kernels, const float *x, const float *y,
                         uint32_t count, uint32_t *sector) {
    const hail_walls_view view = hail_sectors_view(map);
    uint32_t unsure[BLOCK + HAIL_SLACK];
    for (uint32_t i = 0; i < count; i += BLOCK) {
        const uint32_t n = count - i < BLOCK ? count - i : BLOCK;
        const uint32_t count_unsure = kernels->locate(&view, x + i, y + i, 0, n, sector + i, unsure);
        for (uint32_t k = 0; k < count_unsure; k++)
            sector[i + unsure[k]] = hail_sectors_find_exact(map, x[i + unsure[k]], y[i + unsure[k]]);
    }
}

hail_status hail_sectors_find(const hail_sectors *map, const hail_points *points, uint32_t *sector) {
    if (!map || !points || (points->count && !sector))
        return HAIL_BAD_ARGUMENT;
    const hail_kernels *kernels;
    hail_status status = context_kernels(points->context, &kernels);
    if (status == HAIL_OK)
        status = hail_check_points(kernels, points->x, points->y, points->count);
    if (status == HAIL_OK)
        hail_sectors_locate(map, kernels, points->x, points->y, (uint32_t)points->count, sector);
    return status;
}

/* ---- Which wall ------------------------------------------------------------------------------------------------- */

hail_status hail_sectors_nearest(const hail_sectors *map, const hail_points *points, const hail_wall_filter *filter,
                                 hail_nearest *nearest) {
    static const hail_wall_filter solid = {0};
    const hail_wall_filter *f = filter ? filter : &solid;
    if (!map || !points || (points->count && !nearest))
        return HAIL_BAD_ARGUMENT;
    const hail_kernels *kernels;
    hail_status status = context_kernels(points->context, &kernels);
    if (status == HAIL_OK)
        status = hail_check_points(kernels, points->x, points->y, points->count);
    if (status == HAIL_OK && !isfinite(f->reach))
        status = HAIL_NOT_FINITE;
    if (status == HAIL_OK && (f->reach < 0.0f || f->reach > HAIL_MAX_BOUND))
        status = HAIL_OUT_OF_RANGE;
    if (status != HAIL_OK)
        return status;
    const hail_walls_view view = hail_sectors_view(map);
    const hail_near_job job = {.x = points->x,
                               .y = points->y,
                               .portals = f->portals,
                               .kinds = kinds_bits(f->kinds),
                               .reach = f->reach > 0.0f ? f->reach : HAIL_NOWHERE,
                               .nowhere = HAIL_NOWHERE,
                               .rows = &nearest->x};
    kernels->nearest_wall(&view, &job, 0, (uint32_t)points->count);
    return HAIL_OK;
}
