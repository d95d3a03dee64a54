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

/* The displacement that ray i is given, along one axis. */
static float way_of(const float *from, const float *by, const float *to, size_t i) {
    return to ? to[i] - from[i] : by[i];
}

/* Checks all rays' ends, so that Bresenham's lines fit integers. */
static hail_status check_ends(hail_error *error, const hail_tilemap_rays *of) {
    const hail_tilemap_options *o = &of->map->options;
    const hail_rays *rays = &of->rays;
    for (size_t i = 0; i < rays->count; i++) {
        const double dx = (double)way_of(rays->x, rays->dx, rays->to_x, i),
                     dy = (double)way_of(rays->y, rays->dy, rays->to_y, i), norm = sqrt(dx * dx + dy * dy),
                     scaled = norm > 0.0 && of->length ? (double)of->length[i] / norm : 0.0,
                     scale = of->length ? scaled : 1.0;
        const bool x = end_fits(rays->x[i], o->x, dx * scale), y = end_fits(rays->y[i], o->y, dy * scale);
        if (!x || !y)
            return hail_fail_at(error, HAIL_OUT_OF_RANGE, x ? "rays->rays.y" : "rays->rays.x", i,
                                "starts or ends further than HAIL_MAX_LINE from the map's corner");
    }
    return HAIL_OK;
}

/* Checks the options, before anything reads an array. */
static hail_status check_options(hail_error *error, const hail_tilemap_rays *rays, const hail_ray_answers *answers) {
    const hail_needed needed[] = {{"rays->map", rays->map}, {"answers", answers}};
    if (rays->walk > HAIL_WALK_BRESENHAM)
        return hail_fail_above(error, HAIL_BAD_ARGUMENT, "rays->walk", rays->walk, HAIL_WALK_BRESENHAM,
                               "is no hail_walk");
    HAIL_REQUIRE(hail_check_needed(error, needed, rays->rays.count ? 2 : 1));
    return hail_check_whole(error, "rays->smooth", rays->smooth, 0, HAIL_MAX_SMOOTH);
}

static hail_status check_march(const hail_checks *checks, const hail_tilemap_rays *rays) {
    static const hail_ray_fields fields = HAIL_RAY_FIELDS("rays->rays.");
    HAIL_REQUIRE(hail_check_rays(checks, &fields, &rays->rays, HAIL_NEEDS_WAYS));
    HAIL_REQUIRE(hail_check_floats(checks, "rays->length", rays->length, rays->rays.count, 0.0f, HAIL_MAX_BOUND));
    return rays->walk == HAIL_WALK_BRESENHAM ? check_ends(checks->error, rays) : HAIL_OK;
}

typedef struct march_call {
    const hail_kernels *kernels;
    const hail_tilemap_rays *rays;
    const hail_ray_answers *answers;
    hail_march_job job; /* of all rays; without dx and dy if their ends are given */
    bool plain;         /* the kernel knows all answers: it need not write whole hits */
} march_call;

/* Writes the hits of a job's rays [first, last). */
static void march_hits(const march_call *c, const hail_march_job *job, hail_ray_hit *hits, uint32_t first,
                       uint32_t last) {
    const hail_tilemap_rays *rays = c->rays;
    (rays->walk == HAIL_WALK_PIXELS ? c->kernels->march : c->kernels->bresenham)(job, first, last);
    const hail_ray_passes passes = hail_ray_passes_of(rays->map, job, rays->walk != HAIL_WALK_PIXELS);
    for (uint32_t i = first; passes.any && i < last; i++)
        hail_ray_pass(&passes, i, &hits[i]);
    for (uint32_t i = first; rays->smooth && i < last; i++)
        hail_tiles_smooth(rays->map, rays->kinds, rays->smooth, &hits[i]);
}

/* Hits alone, or arrays alone that the kernel writes: rays of which the displacements are given. */
static void march_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const march_call *c = task;
    (void)worker;
    if (c->plain)
        c->kernels->march(&c->job, first, last);
    else
        march_hits(c, &c->job, c->answers->hits, first, last);
}

/* ---- A few rays at a time ---------------------------------------------------------------------------------------- */

static void copy_hit(const hail_ray_answers *to, size_t i, const hail_ray_hit *hit) {
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

enum { ROWS = 128 }; /* rays of a block */

/* A block's rays, numbered from 0. */
typedef struct march_block {
    hail_march_job job;
    hail_march_answers asked;
    float dx[ROWS], dy[ROWS]; /* of rays whose ends are given */
    hail_ray_hit hits[ROWS];  /* for callers who want none */
} march_block;

/* The callers' arrays from ray `first` on. */
static hail_march_answers answers_from(const hail_ray_answers *a, uint32_t first) {
    return (hail_march_answers){.distance = a->distance ? a->distance + first : NULL,
                                .hit = a->hit ? a->hit + first : NULL,
                                .pixel_x = a->pixel_x ? (uint32_t *)a->pixel_x + first : NULL,
                                .pixel_y = a->pixel_y ? (uint32_t *)a->pixel_y + first : NULL,
                                .cell = a->cell ? a->cell + first : NULL,
                                .normal_x = a->normal_x ? a->normal_x + first : NULL,
                                .normal_y = a->normal_y ? a->normal_y + first : NULL};
}

static void set_block(march_block *b, const march_call *c, uint32_t first, uint32_t count) {
    const hail_rays *rays = &c->rays->rays;
    b->job = c->job;
    b->job.x += first;
    b->job.y += first;
    b->job.length = c->job.length ? c->job.length + first : NULL;
    b->job.dx = rays->to_x ? b->dx : c->job.dx + first;
    b->job.dy = rays->to_x ? b->dy : c->job.dy + first;
    for (uint32_t k = 0; rays->to_x && k < count; k++) {
        b->dx[k] = rays->to_x[first + k] - rays->x[first + k];
        b->dy[k] = rays->to_y[first + k] - rays->y[first + k];
    }
}

/* Arrays of what only hits tell, such as smoothed normals, one-way tiles and Bresenham's lines; both hits and arrays;
 * rays whose ends are given. */
static void blocks_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const march_call *c = task;
    march_block b;
    (void)worker;
    for (uint32_t at = first; at < last; at += ROWS) {
        const uint32_t count = last - at < ROWS ? last - at : ROWS;
        hail_ray_hit *hits = c->answers->hits ? c->answers->hits + at : b.hits;
        set_block(&b, c, at, count);
        if (c->plain) {
            b.asked = answers_from(c->answers, at);
            b.job.answers = &b.asked;
            c->kernels->march(&b.job, 0, count);
            continue;
        }
        b.job.rows = (uint32_t *)(void *)hits;
        march_hits(c, &b.job, hits, 0, count);
        for (uint32_t i = 0; i < count; i++)
            copy_hit(c->answers, at + i, &hits[i]);
    }
}

/* ---- A call ------------------------------------------------------------------------------------------------------ */

static bool wants_arrays(const hail_ray_answers *a) {
    return a->distance || a->hit || a->pixel_x || a->pixel_y || a->cell || a->normal_x || a->normal_y;
}

/* Whether the kernel can write all answers into their arrays. */
static bool is_plain(const march_call *c) {
    const hail_tilemap_rays *rays = c->rays;
    const bool smooth = rays->smooth && (c->answers->normal_x || c->answers->normal_y),
               one_way = c->job.view.kinds & rays->map->set->one_way_kinds;
    return !c->answers->hits && rays->walk == HAIL_WALK_PIXELS && !smooth && !one_way;
}

hail_status hail_tilemap_march(const hail_tilemap_rays *rays, const hail_ray_answers *answers) {
    hail_checks checks = {0};
    if (!rays)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(check_options(context_error(rays->rays.context), rays, answers));
    HAIL_REQUIRE(hail_checks_open(&checks, rays->rays.context));
    HAIL_REQUIRE(check_march(&checks, rays));
    if (!rays->rays.count)
        return HAIL_OK;
    hail_march_answers asked;
    march_call call = {.kernels = checks.kernels,
                       .rays = rays,
                       .answers = answers,
                       .job = {.view = hail_tilemap_view(rays->map, rays->kinds),
                               .x = rays->rays.x,
                               .y = rays->rays.y,
                               .dx = rays->rays.dx,
                               .dy = rays->rays.dy,
                               .length = rays->length,
                               .rows = (uint32_t *)(void *)answers->hits}};
    call.plain = is_plain(&call);
    if (call.plain) {
        asked = answers_from(answers, 0);
        call.job.answers = &asked;
    }
    const bool whole = !rays->rays.to_x && (call.plain || (answers->hits && !wants_arrays(answers)));
    hail_run_tasks(checks.tasks, (uint32_t)rays->rays.count, RAY_GRAIN, whole ? march_range : blocks_range, &call);
    return HAIL_OK;
}
