/* engine/sectors/find.c - which sector a point is in, and which wall is nearest: see hail/sectors.h. */
#include <math.h>

#include "dispatch.h"
#include "map.h"

enum { BLOCK = 1024 }; /* points at a time */

/* ---- Which sector ----------------------------------------------------------------------------------------------- */

void hail_sectors_locate(const hail_sectors *map, const hail_kernels *kernels, const float *x, const float *y,
                         uint32_t count, uint32_t *sector) {
    const hail_walls_view view = hail_sectors_view(map);
    uint32_t unsure[BLOCK + HAIL_SLACK];
    for (uint32_t i = 0; i < count; i += BLOCK) {
        const uint32_t n = count - i < BLOCK ? count - i : BLOCK;
        const uint32_t asked = kernels->locate(&view, x + i, y + i, 0, n, sector + i, unsure);
        for (uint32_t k = 0; k < asked; k++)
            sector[i + unsure[k]] = hail_sectors_exactly(map, x[i + unsure[k]], y[i + unsure[k]]);
    }
}

/* Where walls changed since then. */
typedef struct changes {
    const hail_sector_box *boxes[SECTORS_CHANGES];
    uint32_t count;
    bool all; /* more than is remembered */
} changes;

static changes changes_since(const hail_sectors *map, uint64_t version) {
    changes c = {.all = version > map->version || map->version - version > SECTORS_CHANGES};
    for (uint64_t v = version + 1; !c.all && v <= map->version; v++)
        c.boxes[c.count++] = &map->changed[v % SECTORS_CHANGES];
    return c;
}

/* Whether something changed within what was free around a place. */
static bool touched(const changes *c, float x, float y, float free) {
    for (uint32_t k = 0; k < c->count; k++) {
        const hail_sector_box *box = c->boxes[k];
        if (x + free >= box->min_x && x - free <= box->max_x && y + free >= box->min_y && y - free <= box->max_y)
            return true;
    }
    return false;
}

/* Points of a block, [first, first + count), that are to be looked up: those that left what was free around them, or in
 * whose surroundings something changed. In order. */
static uint32_t list_lost(const hail_kernels *kernels, const hail_points *points, const hail_sector_hints *hints,
                          const changes *c, size_t first, uint32_t count, uint32_t *lost) {
    const hail_roam_job job = {points->x + first, points->y + first, hints->x + first, hints->y + first,
                               hints->free + first};
    uint32_t gone[BLOCK + HAIL_SLACK], n = 0, k = 0;
    if (c->all) {
        for (uint32_t i = 0; i < count; i++)
            lost[i] = i;
        return count;
    }
    if (!c->count)
        return kernels->roam(&job, 0, count, lost);
    const uint32_t left = kernels->roam(&job, 0, count, gone);
    for (uint32_t i = 0; i < count; i++) {
        const bool is_gone = k < left && gone[k] == i;
        k += is_gone;
        if (is_gone || touched(c, job.at_x[i], job.at_y[i], job.free[i]))
            lost[n++] = i;
    }
    return n;
}

static void find_with_hints(const hail_sectors *map, const hail_kernels *kernels, const hail_points *points,
                            hail_sector_hints *hints, uint32_t *sector) {
    const hail_walls_view view = hail_sectors_view(map);
    const changes c = changes_since(map, hints->version);
    for (size_t first = 0; first < points->count; first += BLOCK) {
        const uint32_t count = points->count - first < BLOCK ? (uint32_t)(points->count - first) : BLOCK;
        uint32_t lost[BLOCK + HAIL_SLACK], found[BLOCK];
        float x[BLOCK], y[BLOCK], free[BLOCK];
        const uint32_t n = list_lost(kernels, points, hints, &c, first, count, lost);
        for (uint32_t k = 0; k < n; k++) {
            x[k] = points->x[first + lost[k]];
            y[k] = points->y[first + lost[k]];
        }
        hail_sectors_locate(map, kernels, x, y, n, found);
        kernels->clear(&view, x, y, 0, n, free);
        for (uint32_t k = 0; k < n; k++) {
            const size_t i = first + lost[k];
            hints->x[i] = x[k];
            hints->y[i] = y[k];
            hints->free[i] = free[k];
            sector[i] = found[k];
        }
    }
    hints->version = map->version;
}

hail_status hail_sectors_find(const hail_sectors *map, const hail_points *points, hail_sector_hints *hints,
                              uint32_t *sector) {
    if (!map || !points || (points->count && !sector) ||
        (hints && points->count && (!hints->x || !hints->y || !hints->free)))
        return HAIL_BAD_ARGUMENT;
    const hail_kernels *kernels = points->isa ? points->isa : hail_variant_default();
    const hail_status status = kernels ? hail_check_points(kernels, points) : HAIL_UNKNOWN_ISA;
    if (status != HAIL_OK)
        return status;
    if (hints)
        find_with_hints(map, kernels, points, hints, sector);
    else
        hail_sectors_locate(map, kernels, points->x, points->y, (uint32_t)points->count, sector);
    return HAIL_OK;
}

/* ---- Which wall ------------------------------------------------------------------------------------------------- */

hail_status hail_sectors_nearest(const hail_sectors *map, const hail_points *points, const hail_wall_filter *filter,
                                 hail_nearest *nearest) {
    static const hail_wall_filter solid = {0};
    const hail_wall_filter *f = filter ? filter : &solid;
    if (!map || !points || (points->count && !nearest))
        return HAIL_BAD_ARGUMENT;
    const hail_kernels *kernels = points->isa ? points->isa : hail_variant_default();
    hail_status status = kernels ? hail_check_points(kernels, points) : HAIL_UNKNOWN_ISA;
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
