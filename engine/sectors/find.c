/* engine/sectors/find.c - which sector a point is in, and which wall is nearest: see hail/sectors.h. */
#include <math.h>
#include <string.h>

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
    changes c = {.all = !version || version > map->version || map->version - version > SECTORS_CHANGES};
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

/* Points at a time: who is to be looked up, and of these, of whom it is worth finding out how much is free around him.
 * That takes longer than the look-up, and is for who stays there for some calls. */
enum { HINTED = 512 };
typedef struct hinted {
    const float *x, *y;
    hail_sector_hints hints;
    uint32_t count, lost, worthies;
    uint32_t of[HINTED + HAIL_SLACK], worthy[HINTED + HAIL_SLACK];
} hinted;

static void list_lost(const hail_kernels *kernels, const changes *c, float cell, hinted *h) {
    const hail_roam_job job = {h->x, h->y, h->hints.x, h->hints.y, h->hints.free, cell / 64.0f};
    for (uint32_t i = 0; i < h->count && (c->all || c->count); i++)
        if (c->all || touched(c, h->hints.x[i], h->hints.y[i], h->hints.free[i]))
            h->hints.free[i] = 0.0f;
    h->lost = kernels->roam(&job, 0, h->count, h->of, h->worthy, &h->worthies);
    if (!h->hints.version) { /* everybody, for a start */
        memcpy(h->worthy, h->of, h->lost * sizeof *h->of);
        h->worthies = h->lost;
    }
}

/* All are looked up where many are lost: that takes less time than to pick these out. */
static void look_up(const hail_sectors *map, const hail_kernels *kernels, const hinted *h, uint32_t *sector) {
    float x[HINTED], y[HINTED];
    uint32_t found[HINTED];
    if (h->lost > h->count / 3) {
        hail_sectors_locate(map, kernels, h->x, h->y, h->count, sector);
        return;
    }
    for (uint32_t k = 0; k < h->lost; k++) {
        x[k] = h->x[h->of[k]];
        y[k] = h->y[h->of[k]];
    }
    hail_sectors_locate(map, kernels, x, y, h->lost, found);
    for (uint32_t k = 0; k < h->lost; k++)
        sector[h->of[k]] = found[k];
}

static void look_around(const hail_walls_view *view, const hail_kernels *kernels, const hinted *h) {
    float x[HINTED], y[HINTED], free[HINTED];
    for (uint32_t k = 0; k < h->worthies; k++) {
        x[k] = h->x[h->worthy[k]];
        y[k] = h->y[h->worthy[k]];
    }
    kernels->clear(view, x, y, 0, h->worthies, free);
    for (uint32_t k = 0; k < h->worthies; k++)
        h->hints.free[h->worthy[k]] = free[k];
}

static void find_with_hints(const hail_sectors *map, const hail_kernels *kernels, const hail_points *points,
                            hail_sector_hints *hints, uint32_t *sector) {
    const hail_walls_view view = hail_sectors_view(map);
    const changes c = changes_since(map, hints->version);
    for (size_t i = 0; i < points->count; i += HINTED) {
        hinted h;
        h.x = points->x + i;
        h.y = points->y + i;
        h.count = points->count - i < HINTED ? (uint32_t)(points->count - i) : HINTED;
        h.hints = (hail_sector_hints){hints->x + i, hints->y + i, hints->free + i, hints->version};
        list_lost(kernels, &c, map->cell, &h);
        look_up(map, kernels, &h, sector + i);
        look_around(&view, kernels, &h);
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
