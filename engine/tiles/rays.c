/* engine/tiles/rays.c - points and rays against a map: validates everything, then calls the kernels. */
#include <math.h>

#include <hail/march.h>
#include <hail/shape.h>

#include "base/check.h"
#include "base/context.h"
#include "tile_data.h"

_Static_assert(sizeof(hail_ray_hit) == HAIL_HIT_WORDS * sizeof(uint32_t) && offsetof(hail_ray_hit, pixel_x) == 5 * 4 &&
                   offsetof(hail_ray_hit, row) == 8 * 4 && offsetof(hail_ray_hit, tile) == 10 * 4 &&
                   offsetof(hail_ray_hit, hit) == 11 * 4,
               "a hit has the layout of a kernel's row");

hail_status hail_tilemap_solid(const hail_tilemap *map, const hail_points *points, uint32_t kinds, uint8_t *solid) {
    if (!map || !points || (points->count && !solid))
        return HAIL_BAD_ARGUMENT;
    const hail_kernels *kernels;
    hail_status status = context_kernels(points->context, &kernels);
    if (status == HAIL_OK)
        status = hail_check_points(kernels, points->x, points->y, points->count);
    if (status != HAIL_OK)
        return status;
    const hail_tile_view view = hail_tilemap_view(map, kinds);
    kernels->solid_points(&view, points->x, points->y, points->count, solid);
    return HAIL_OK;
}

/* ---- Normals ---------------------------------------------------------------------------------------------------- */

/* The smoothed normal at pixel (x, y), from the solid pixels of a square around it; false: there is none. */
static bool smooth_normal(const hail_tilemap *map, int32_t x, int32_t y, uint32_t kinds, int32_t radius, float *nx,
                          float *ny) {
    int32_t sum_x = 0, sum_y = 0;
    for (int32_t j = -radius; j <= radius; j++) {
        const uint64_t bits = hail_tilemap_bits(map, x - radius, y + j, (uint32_t)(2 * radius + 1), kinds);
        for (int32_t i = -radius; i <= radius; i++) {
            const int32_t solid = (int32_t)(bits >> (i + radius) & 1u);
            sum_x += solid * i;
            sum_y += solid * j;
        }
    }
    *nx = *ny = 0.0f;
    if (!sum_x && !sum_y)
        return false;
    const float dx = (float)-sum_x, dy = (float)-sum_y, length = sqrtf(dx * dx + dy * dy);
    *nx = dx / length;
    *ny = dy / length;
    return true;
}

static int32_t pixel_of(float at, float corner, uint32_t size) {
    const float from = at - corner, px = fabsf(from) < HAIL_TINY ? 0.0f : floorf(from),
                far = (float)size + 64.0f; /* beyond that every pixel of the square is outside */
    return (int32_t)(px < -64.0f ? -64.0f : px > far ? far : px);
}

hail_status hail_tilemap_normals(const hail_tilemap *map, const hail_points *points, uint32_t kinds, uint32_t radius,
                                 float *normal_x, float *normal_y) {
    if (!map || !points || (points->count && (!normal_x || !normal_y)))
        return HAIL_BAD_ARGUMENT;
    if (radius < 1 || radius > HAIL_MAX_SMOOTH)
        return HAIL_OUT_OF_RANGE;
    const hail_kernels *kernels;
    hail_status status = context_kernels(points->context, &kernels);
    if (status == HAIL_OK)
        status = hail_check_points(kernels, points->x, points->y, points->count);
    const hail_tilemap_options *o = &map->options;
    for (size_t i = 0; status == HAIL_OK && i < points->count; i++)
        smooth_normal(map, pixel_of(points->x[i], o->x, o->columns * map->width),
                      pixel_of(points->y[i], o->y, o->rows * map->height), kinds, (int32_t)radius, &normal_x[i],
                      &normal_y[i]);
    return status;
}

void hail_tiles_smooth(const hail_tilemap *map, uint32_t kinds, uint32_t radius, hail_ray_hit *hit) {
    float nx, ny;
    if (hit->hit && !hit->started_inside &&
        smooth_normal(map, hit->pixel_x, hit->pixel_y, kinds, (int32_t)radius, &nx, &ny) &&
        nx * hit->normal_x + ny * hit->normal_y > 0.0f) {
        hit->normal_x = nx;
        hit->normal_y = ny;
    }
}

/* ---- Rays ------------------------------------------------------------------------------------------------------- */

/* Whether all ends are within HAIL_MAX_LINE, so that Bresenham's lines fit integers. Rounding may put an end on either
 * side of the limit, which does not matter. */
static bool ends_within_limit(const hail_rays *rays) {
    const hail_tilemap_options *o = &rays->map->options;
    for (size_t i = 0; i < rays->count; i++) {
        const double x = (double)rays->x[i] - (double)o->x, y = (double)rays->y[i] - (double)o->y;
        double dx = (double)rays->dx[i], dy = (double)rays->dy[i];
        if (rays->length) {
            const double norm = sqrt(dx * dx + dy * dy), scale = norm > 0.0 ? (double)rays->length[i] / norm : 0.0;
            dx *= scale;
            dy *= scale;
        }
        const double limit = (double)HAIL_MAX_LINE;
        if (fabs(x) > limit || fabs(y) > limit || fabs(x + dx) > limit || fabs(y + dy) > limit)
            return false;
    }
    return true;
}

static hail_status check_rays(const hail_kernels *kernels, const hail_rays *rays) {
    hail_status status = hail_check_points(kernels, rays->x, rays->y, rays->count);
    if (status == HAIL_OK)
        status = hail_check_points(kernels, rays->dx, rays->dy, rays->count);
    if (status == HAIL_OK)
        status = hail_check_floats(kernels, rays->length, rays->count, 0.0f, HAIL_MAX_BOUND);
    if (status == HAIL_OK && rays->walk == HAIL_WALK_BRESENHAM && !ends_within_limit(rays))
        status = HAIL_OUT_OF_RANGE;
    return status;
}

hail_status hail_march(const hail_rays *rays, hail_ray_hit *hits) {
    if (!rays || !rays->map || (unsigned)rays->walk > HAIL_WALK_BRESENHAM)
        return HAIL_BAD_ARGUMENT;
    if (rays->count && (!rays->x || !rays->y || !rays->dx || !rays->dy || !hits))
        return HAIL_BAD_ARGUMENT;
    if (rays->count > INT32_MAX || rays->smooth > HAIL_MAX_SMOOTH)
        return HAIL_OUT_OF_RANGE;
    const hail_kernels *kernels;
    hail_status status = context_kernels(rays->context, &kernels);
    if (status == HAIL_OK)
        status = check_rays(kernels, rays);
    if (status != HAIL_OK)
        return status;
    const hail_march_job job = {.view = hail_tilemap_view(rays->map, rays->kinds),
                                .x = rays->x,
                                .y = rays->y,
                                .dx = rays->dx,
                                .dy = rays->dy,
                                .length = rays->length,
                                .rows = (uint32_t *)(void *)hits};
    (rays->walk == HAIL_WALK_PIXELS ? kernels->march : kernels->bresenham)(&job, 0, (uint32_t)rays->count);
    for (size_t i = 0; rays->smooth && i < rays->count; i++)
        hail_tiles_smooth(rays->map, rays->kinds, rays->smooth, &hits[i]);
    return HAIL_OK;
}
