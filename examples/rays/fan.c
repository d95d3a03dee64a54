/* rays/fan.c - rays all round one point. */
#include "fan.h"
#include "../maps/maps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TURN 6.283185307179586

void fan_free(fan *of) {
    free(of->hits);
    *of = (fan){0};
}

static void spread(float *columns, size_t count, float x, float y, float length) {
    for (size_t i = 0; i < count; i++) {
        const double angle = TURN * (double)i / (double)count;
        columns[i] = x;
        columns[count + i] = y;
        columns[2 * count + i] = (float)cos(angle);
        columns[3 * count + i] = (float)sin(angle);
        columns[4 * count + i] = length;
    }
}

static void sum_up(fan *of) {
    for (size_t i = 0; i < of->count; i++)
        if (of->hits[i].hit) {
            of->hit_count++;
            of->mean += (double)of->hits[i].distance;
        }
    if (of->hit_count > 0)
        of->mean /= (double)of->hit_count;
}

hail_status fan_march(const hail_tilemap *map, const rays_options *options, float x, float y, float length, fan *of) {
    const size_t count = (size_t)options->rays;
    float *columns = malloc(count * 5 * sizeof *columns);
    *of = (fan){.x = x, .y = y, .length = length, .count = count, .hits = malloc(count * sizeof *of->hits)};
    if (columns == NULL || of->hits == NULL) {
        free(columns);
        return HAIL_NO_MEMORY;
    }
    spread(columns, count, x, y, length);
    const hail_context context = {.variant = options->isa};
    const hail_tilemap_rays rays = {.map = map,
                                    .rays = {.context = &context,
                                             .x = columns,
                                             .y = columns + count,
                                             .dx = columns + 2 * count,
                                             .dy = columns + 3 * count,
                                             .count = count},
                                    .length = columns + 4 * count,
                                    .kinds = MAPS_STOPS,
                                    .walk = options->bresenham ? HAIL_WALK_BRESENHAM : HAIL_WALK_PIXELS,
                                    .smooth = (uint32_t)options->smooth};
    const hail_status status = hail_tilemap_march(&rays, &(hail_ray_answers){.hits = of->hits});
    free(columns);
    if (status == HAIL_OK)
        sum_up(of);
    return status;
}

/* How good an origin is: walls on many sides, none too near, and near the middle; below 0: it is solid. */
static double score(const fan *of, double distance) {
    double nearest = (double)of->length;
    for (size_t i = 0; i < of->count; i++) {
        if (of->hits[i].started_inside)
            return -1.0;
        if (of->hits[i].hit)
            nearest = fmin(nearest, (double)of->hits[i].distance);
    }
    const double seen = (double)of->hit_count / (double)of->count;
    return seen * (2.0 + fmin(of->mean, 300.0) / 100.0) + fmin(nearest, 48.0) / 48.0 + 2.0 - distance;
}

hail_status fan_place(const hail_tilemap *map, const rays_options *options, const rays_view *area, float length,
                      float *x, float *y) {
    enum { ACROSS = 25, DOWN = 15 };
    rays_options coarse = *options;
    coarse.rays = 64;
    coarse.smooth = 0;
    double best = -1.0;
    const double width = (double)area->width, height = (double)area->height;
    *x = (float)area->x + 0.5f * (float)area->width;
    *y = (float)area->y + 0.5f * (float)area->height;
    for (int i = 0; i < ACROSS * DOWN; i++) {
        const int row = i / ACROSS;
        fan of;
        const double u = ((double)(i % ACROSS) + 0.5) / ACROSS - 0.5, v = ((double)row + 0.5) / DOWN - 0.5;
        const float at_x = floorf((float)((double)area->x + width * (0.5 + 0.7 * u))) + 0.5f;
        const float at_y = floorf((float)((double)area->y + height * (0.5 + 0.7 * v))) + 0.5f;
        const hail_status status = fan_march(map, &coarse, at_x, at_y, length, &of);
        const double value = status == HAIL_OK ? score(&of, hypot(u, v)) : -1.0;
        fan_free(&of);
        if (status != HAIL_OK)
            return status;
        if (value > best) {
            best = value;
            *x = at_x;
            *y = at_y;
        }
    }
    return HAIL_OK;
}
