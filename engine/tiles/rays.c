/* engine/tiles/rays.c - points and rays against a map: validates everything, then calls the kernels. */
#include <math.h>

#include <hail/march.h>
#include <hail/convex.h>

#include "base/check.h"
#include "one_way_rays.h"
#include "tasks/run_tasks.h"
#include "tile_data.h"

_Static_assert(sizeof(hail_ray_hit) == HAIL_HIT_WORDS * sizeof(uint32_t) && offsetof(hail_ray_hit, pixel_x) == 5 * 4 &&
                   offsetof(hail_ray_hit, row) == 8 * 4 && offsetof(hail_ray_hit, tile) == 10 * 4 &&
                   offsetof(hail_ray_hit, hit) == 11 * 4,
               "a hit has the layout of a kernel's row");

/* Finds the kernels and checks points, and what else a question about them needs. */
static hail_status begin(hail_checks *checks, const hail_points *points, const hail_needed *needed, size_t count) {
    HAIL_REQUIRE(hail_checks_open(checks, points->context));
    HAIL_REQUIRE(hail_check_needed(checks->error, needed, points->count ? count : 1));
    return hail_check_points(checks, points);
}

enum { POINT_GRAIN = 4096, RAY_GRAIN = 256 }; /* points, rays of a task at least */

/* What tasks know of a question about points. */
typedef struct point_call {
    const hail_kernels *kernels;
    const hail_tilemap *map;
    hail_tile_view view;
    const hail_points *points;
    uint32_t kinds, radius;
    uint8_t *solid;
    float *normal_x, *normal_y;
} point_call;

static void solid_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const point_call *c = task;
    (void)worker;
    c->kernels->solid_points(&c->view, c->points->x + first, c->points->y + first, last - first, c->solid + first);
}

hail_status hail_tilemap_solid(const hail_tilemap *map, const hail_points *points, uint32_t kinds, uint8_t *solid) {
    const hail_needed needed[] = {{"map", map}, {"solid", solid}};
    hail_checks checks = {0};
    if (!points)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(begin(&checks, points, needed, 2));
    point_call call = {
        .kernels = checks.kernels, .view = hail_tilemap_view(map, kinds), .points = points, .solid = solid};
    hail_run_tasks(checks.tasks, (uint32_t)points->count, POINT_GRAIN, solid_range, &call);
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

static void normals_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const point_call *c = task;
    const hail_tilemap_options *o = &c->map->options;
    (void)worker;
    for (uint32_t i = first; i < last; i++)
        smooth_normal(c->map, pixel_of(c->points->x[i], o->x, o->columns * c->map->width),
                      pixel_of(c->points->y[i], o->y, o->rows * c->map->height), c->kinds, (int32_t)c->radius,
                      &c->normal_x[i], &c->normal_y[i]);
}

hail_status hail_tilemap_normals(const hail_tilemap *map, const hail_points *points, uint32_t kinds, uint32_t radius,
                                 float *normal_x, float *normal_y) {
    const hail_needed needed[] = {{"map", map}, {"normal_x", normal_x}, {"normal_y", normal_y}};
    hail_checks checks = {0};
    if (!points)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(begin(&checks, points, needed, 3));
    HAIL_REQUIRE(hail_check_whole(checks.error, "radius", radius, 1, HAIL_MAX_SMOOTH));
    point_call call = {
        .map = map, .points = points, .kinds = kinds, .radius = radius, .normal_x = normal_x, .normal_y = normal_y};
    hail_run_tasks(checks.tasks, (uint32_t)points->count, RAY_GRAIN, normals_range, &call);
    return HAIL_OK;
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

/* Whether a ray's ends are within HAIL_MAX_LINE of the map's corner, in x or in y. Rounding may put an end on either
 * side of the limit, which does not matter. */
static bool end_fits(float start, float corner, double displacement) {
    const double limit = (double)HAIL_MAX_LINE, from = (double)start - (double)corner;
    return fabs(from) <= limit && fabs(from + displacement) <= limit;
}

/* Checks all rays' ends, so that Bresenham's lines fit integers. */
static hail_status check_ends(hail_error *error, const hail_rays *rays) {
    const hail_tilemap_options *o = &rays->map->options;
    for (size_t i = 0; i < rays->count; i++) {
        const double dx = (double)rays->dx[i], dy = (double)rays->dy[i], norm = sqrt(dx * dx + dy * dy),
                     scaled = norm > 0.0 && rays->length ? (double)rays->length[i] / norm : 0.0,
                     scale = rays->length ? scaled : 1.0;
        const bool x = end_fits(rays->x[i], o->x, dx * scale), y = end_fits(rays->y[i], o->y, dy * scale);
        if (!x || !y)
            return hail_fail_at(error, HAIL_OUT_OF_RANGE, x ? "rays->y" : "rays->x", i,
                                "starts or ends further than HAIL_MAX_LINE from the map's corner");
    }
    return HAIL_OK;
}

/* Checks counts and options, before anything reads an array. answers: the argument of that name. */
static hail_status check_layout(hail_error *error, const hail_rays *rays, const char *name, const void *answers) {
    const hail_needed needed[] = {{"rays->map", rays->map}, {"rays->x", rays->x},   {"rays->y", rays->y},
                                  {"rays->dx", rays->dx},   {"rays->dy", rays->dy}, {name, answers}};
    if (rays->walk > HAIL_WALK_BRESENHAM)
        return hail_fail_above(error, HAIL_BAD_ARGUMENT, "rays->walk", rays->walk, HAIL_WALK_BRESENHAM,
                               "is no hail_walk");
    HAIL_REQUIRE(hail_check_needed(error, needed, rays->count ? 6 : 1));
    HAIL_REQUIRE(hail_check_count(error, "rays->count", rays->count));
    return hail_check_whole(error, "rays->smooth", rays->smooth, 0, HAIL_MAX_SMOOTH);
}

static hail_status check_rays(const hail_checks *checks, const hail_rays *rays) {
    HAIL_REQUIRE(hail_check_coordinates(checks, "rays->x", rays->x, rays->count));
    HAIL_REQUIRE(hail_check_coordinates(checks, "rays->y", rays->y, rays->count));
    HAIL_REQUIRE(hail_check_coordinates(checks, "rays->dx", rays->dx, rays->count));
    HAIL_REQUIRE(hail_check_coordinates(checks, "rays->dy", rays->dy, rays->count));
    HAIL_REQUIRE(hail_check_floats(checks, "rays->length", rays->length, rays->count, 0.0f, HAIL_MAX_BOUND));
    return rays->walk == HAIL_WALK_BRESENHAM ? check_ends(checks->error, rays) : HAIL_OK;
}

typedef struct march_call {
    const hail_kernels *kernels;
    const hail_rays *rays;
    hail_march_job job;
    hail_ray_hit *hits;
    const hail_ray_columns *columns;
} march_call;

static void march_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const march_call *c = task;
    const hail_rays *rays = c->rays;
    (void)worker;
    (rays->walk == HAIL_WALK_PIXELS ? c->kernels->march : c->kernels->bresenham)(&c->job, first, last);
    const hail_ray_passes passes = hail_ray_passes_of(rays->map, &c->job, rays->walk != HAIL_WALK_PIXELS);
    for (uint32_t i = first; passes.any && i < last; i++)
        hail_ray_pass(&passes, i, &c->hits[i]);
    for (uint32_t i = first; rays->smooth && i < last; i++)
        hail_tiles_smooth(rays->map, rays->kinds, rays->smooth, &c->hits[i]);
}

/* Checks everything and begins a call. */
static hail_status march_begin(const hail_rays *rays, const char *name, const void *answers, hail_checks *checks,
                               march_call *call) {
    HAIL_REQUIRE(check_layout(context_error(rays->context), rays, name, answers));
    HAIL_REQUIRE(hail_checks_open(checks, rays->context));
    HAIL_REQUIRE(check_rays(checks, rays));
    *call = (march_call){.kernels = checks->kernels, .rays = rays};
    if (rays->count)
        call->job = (hail_march_job){.view = hail_tilemap_view(rays->map, rays->kinds),
                                     .x = rays->x,
                                     .y = rays->y,
                                     .dx = rays->dx,
                                     .dy = rays->dy,
                                     .length = rays->length};
    return HAIL_OK;
}

hail_status hail_tilemap_march(const hail_rays *rays, hail_ray_hit *hits) {
    hail_checks checks = {0};
    march_call call;
    if (!rays)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(march_begin(rays, "hits", hits, &checks, &call));
    call.hits = hits;
    call.job.rows = (uint32_t *)(void *)hits;
    if (rays->count)
        hail_run_tasks(checks.tasks, (uint32_t)rays->count, RAY_GRAIN, march_range, &call);
    return HAIL_OK;
}

/* ---- Columns ----------------------------------------------------------------------------------------------------- */

static void copy_hit(const hail_ray_columns *to, size_t i, const hail_ray_hit *hit) {
    if (to->distance)
        to->distance[i] = hit->distance;
    if (to->hit)
        to->hit[i] = hit->hit;
    if (to->pixel_x)
        to->pixel_x[i] = hit->pixel_x;
    if (to->pixel_y)
        to->pixel_y[i] = hit->pixel_y;
    if (to->cell)
        to->cell[i] = hit->cell;
    if (to->normal_x)
        to->normal_x[i] = hit->normal_x;
    if (to->normal_y)
        to->normal_y[i] = hit->normal_y;
}

enum { ROWS = 128 }; /* rays whose hits are made and taken apart at a time */

/* Smoothed normals, one-way tiles and Bresenham's lines: a few whole hits at a time. */
static void copy_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const march_call *c = task;
    hail_ray_hit hits[ROWS];
    for (uint32_t at = first; at < last; at += ROWS) {
        const uint32_t count = last - at < ROWS ? last - at : ROWS;
        march_call block = *c;
        block.hits = hits;
        block.job.rows = (uint32_t *)(void *)hits;
        block.job.x += at;
        block.job.y += at;
        block.job.dx += at;
        block.job.dy += at;
        block.job.length = c->job.length ? c->job.length + at : NULL;
        march_range(0, count, worker, &block);
        for (uint32_t i = 0; i < count; i++)
            copy_hit(c->columns, at + i, &hits[i]);
    }
}

static void columns_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const march_call *c = task;
    (void)worker;
    c->kernels->march(&c->job, first, last);
}

hail_status hail_march_columns(const hail_rays *rays, const hail_ray_columns *columns) {
    hail_checks checks = {0};
    march_call call;
    if (!rays)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_check_needed(context_error(rays->context), &(hail_needed){"columns", columns}, 1));
    HAIL_REQUIRE(march_begin(rays, "columns", columns, &checks, &call));
    const hail_march_answers asked = {
        columns->distance, columns->hit,     (uint32_t *)columns->pixel_x, (uint32_t *)columns->pixel_y, columns->cell,
        columns->normal_x, columns->normal_y};
    const bool smooth = rays->smooth && (columns->normal_x || columns->normal_y),
               one_way = rays->count && (call.job.view.kinds & rays->map->set->one_way_kinds);
    call.columns = columns;
    call.job.answers = rays->walk == HAIL_WALK_PIXELS && !smooth && !one_way ? &asked : NULL;
    if (rays->count)
        hail_run_tasks(checks.tasks, (uint32_t)rays->count, RAY_GRAIN, call.job.answers ? columns_range : copy_range,
                       &call);
    return HAIL_OK;
}
