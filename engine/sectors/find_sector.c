/* engine/sectors/find_sector.c - hail_sectors_find and hail_sectors_nearest. */
#include "sector_map.h"
#include "tasks/run_tasks.h"
#include "variants.h"

enum { BLOCK = 1024, FIND_GRAIN = 2048, NEAREST_GRAIN = 256 }; /* points at a time; points of a task at least */
enum { LEAST_IN_LANES = 4 };                                   /* points that `locate` is worth while for */

/* ---- Which sector ----------------------------------------------------------------------------------------------- */

void hail_sectors_locate(const hail_sectors *map, const hail_kernels *kernels, const float *x, const float *y,
                         uint32_t count, uint32_t *sector) {
    const hail_walls_view view = hail_sectors_view(map);
    uint32_t unsure[BLOCK + HAIL_SLACK];
    hail_locate_fn *const locate = hail_kernels_for(kernels, count, LEAST_IN_LANES)->locate;
    for (uint32_t i = 0; i < count; i += BLOCK) {
        const uint32_t n = count - i < BLOCK ? count - i : BLOCK;
        const uint32_t count_unsure = locate(&view, x + i, y + i, 0, n, sector + i, unsure);
        for (uint32_t k = 0; k < count_unsure; k++)
            sector[i + unsure[k]] = hail_sectors_find_exact(map, x[i + unsure[k]], y[i + unsure[k]]);
    }
}

/* Finds the kernels, and checks what a question about points needs. out: where answers go. */
static hail_status begin(hail_checks *checks, const hail_sectors *map, const hail_points *points,
                         const hail_needed *out) {
    const hail_needed needed[] = {{"map", map}, *out};
    if (!points)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_checks_open(checks, points->context));
    HAIL_REQUIRE(hail_check_needed(checks->error, needed, points->count ? 2 : 1));
    return hail_check_points(checks, points);
}

/* What tasks know of a call. */
typedef struct sector_call {
    const hail_kernels *kernels;
    const hail_sectors *map;
    const hail_points *points;
    uint32_t *sector;
    hail_walls_view view;
    hail_near_job job;
} sector_call;

static void find_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const sector_call *c = task;
    (void)worker;
    hail_sectors_locate(c->map, c->kernels, c->points->x + first, c->points->y + first, last - first,
                        c->sector + first);
}

hail_status hail_sectors_find(const hail_sectors *map, const hail_points *points, uint32_t *sector) {
    hail_checks checks = {0};
    HAIL_REQUIRE(begin(&checks, map, points, &(hail_needed){"sector", sector}));
    sector_call call = {.kernels = checks.kernels, .map = map, .points = points, .sector = sector};
    hail_run_tasks(checks.tasks, (uint32_t)points->count, FIND_GRAIN, find_range, &call);
    return HAIL_OK;
}

/* ---- Which wall ------------------------------------------------------------------------------------------------- */

static void nearest_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const sector_call *c = task;
    (void)worker;
    c->kernels->nearest_wall(&c->view, &c->job, first, last);
}

hail_status hail_sectors_nearest(const hail_sectors *map, const hail_points *points, const hail_wall_filter *filter,
                                 hail_nearest_point *nearest) {
    static const hail_wall_filter solid = {0};
    const hail_wall_filter *f = filter ? filter : &solid;
    hail_checks checks = {0};
    HAIL_REQUIRE(begin(&checks, map, points, &(hail_needed){"nearest", nearest}));
    HAIL_REQUIRE(hail_check_number(checks.error, "filter->reach", (double)f->reach, 0.0, (double)HAIL_MAX_BOUND));
    if (!points->count)
        return HAIL_OK;
    sector_call call = {.kernels = checks.kernels, .view = hail_sectors_view(map)};
    call.job = (hail_near_job){.x = points->x,
                               .y = points->y,
                               .portals = f->portals,
                               .kinds = kinds_bits(f->kinds),
                               .reach = f->reach > 0.0f ? f->reach : HAIL_NOWHERE,
                               .nowhere = HAIL_NOWHERE,
                               .rows = &nearest->x};
    hail_run_tasks(checks.tasks, (uint32_t)points->count, NEAREST_GRAIN, nearest_range, &call);
    return HAIL_OK;
}
