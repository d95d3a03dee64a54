/* engine/sectors/find_sector.c - which sector a point is in, and which wall is nearest: see hail/sectors.h. */
#include <math.h>
#include <string.h>

#include "variants.h"
#include "sector_map.h"

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

/* Points that wait until they are enough for a kernel. */
enum { HINTED = 512, WAITING = 2 * HINTED };
typedef struct waiting {
    uint32_t count, of[WAITING + HAIL_SLACK];
} waiting;

typedef struct hinted {
    const hail_sectors *map;
    const hail_kernels *kernels;
    const hail_points *points;
    hail_sector_hints *hints;
    uint32_t *sector;
    changes changes;
    waiting lost;   /* to be looked up */
    waiting worthy; /* it is worth finding out how much is free around them: that takes longer than the look-up, and is
                       for who stays there for some calls */
} hinted;

static void gather(const hail_points *points, const waiting *from, float *x, float *y) {
    for (uint32_t k = 0; k < from->count; k++) {
        x[k] = points->x[from->of[k]];
        y[k] = points->y[from->of[k]];
    }
}

static void look_up(hinted *h) {
    float x[WAITING], y[WAITING];
    uint32_t found[WAITING];
    gather(h->points, &h->lost, x, y);
    hail_sectors_locate(h->map, h->kernels, x, y, h->lost.count, found);
    for (uint32_t k = 0; k < h->lost.count; k++)
        h->sector[h->lost.of[k]] = found[k];
    h->lost.count = 0;
}

static void look_around(hinted *h) {
    const hail_walls_view view = hail_sectors_view(h->map);
    float x[WAITING], y[WAITING], free[WAITING];
    gather(h->points, &h->worthy, x, y);
    h->kernels->clearance(&view, x, y, 0, h->worthy.count, free);
    for (uint32_t k = 0; k < h->worthy.count; k++)
        h->hints->free[h->worthy.of[k]] = free[k];
    h->worthy.count = 0;
}

/* Lists who left what was free around him, or in whose surroundings something changed. */
static void list_lost(hinted *h, uint32_t begin, uint32_t end) {
    const hail_sector_hints *to = h->hints;
    const changes *c = &h->changes;
    const hail_roam_job job = {h->points->x, h->points->y, to->x, to->y, to->free, h->map->cell / 64.0f};
    uint32_t *lost = h->lost.of + h->lost.count, *worthy = h->worthy.of + h->worthy.count, worthies;
    for (uint32_t i = begin; i < end && (c->all || c->count); i++)
        if (c->all || touched(c, to->x[i], to->y[i], to->free[i]))
            to->free[i] = 0.0f;
    const uint32_t count = h->kernels->roam(&job, begin, end, lost, worthy, &worthies);
    if (!to->version) { /* everybody, for a start */
        memcpy(worthy, lost, count * sizeof *lost);
        worthies = count;
    }
    h->worthy.count += worthies;
    if (count > (end - begin) / 3) /* it takes less time to look all of them up than to pick some out */
        hail_sectors_locate(h->map, h->kernels, h->points->x + begin, h->points->y + begin, end - begin,
                            h->sector + begin);
    else
        h->lost.count += count;
}

static void find_with_hints(hinted *h) {
    const uint32_t count = (uint32_t)h->points->count;
    h->changes = changes_since(h->map, h->hints->version);
    h->lost.count = h->worthy.count = 0;
    for (uint32_t i = 0; i < count; i += HINTED) {
        list_lost(h, i, count - i < HINTED ? count : i + HINTED);
        if (h->lost.count > WAITING - HINTED)
            look_up(h);
        if (h->worthy.count > WAITING - HINTED)
            look_around(h);
    }
    look_up(h);
    look_around(h);
    h->hints->version = h->map->version;
}

hail_status hail_sectors_find(const hail_sectors *map, const hail_points *points, hail_sector_hints *hints,
                              uint32_t *sector) {
    if (!map || !points || (points->count && !sector) ||
        (hints && points->count && (!hints->x || !hints->y || !hints->free)))
        return HAIL_BAD_ARGUMENT;
    const hail_kernels *kernels = points->isa ? points->isa : hail_variant_default();
    const hail_status status =
        kernels ? hail_check_points(kernels, points->x, points->y, points->count) : HAIL_UNKNOWN_ISA;
    if (status != HAIL_OK)
        return status;
    if (hints) {
        hinted h;
        h.map = map;
        h.kernels = kernels;
        h.points = points;
        h.hints = hints;
        h.sector = sector;
        find_with_hints(&h);
    } else {
        hail_sectors_locate(map, kernels, points->x, points->y, (uint32_t)points->count, sector);
    }
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
    hail_status status = kernels ? hail_check_points(kernels, points->x, points->y, points->count) : HAIL_UNKNOWN_ISA;
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
