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

/* Points at a time, and which of these are to be looked up. */
enum { HINTED = 512 };
typedef struct hinted {
    const float *x, *y;
    hail_sector_hints hints;
    uint32_t count, lost, of[HINTED + HAIL_SLACK];
} hinted;

/* Lists those that left what was free around them, or in whose surroundings something changed; in order. */
static void list_lost(const hail_kernels *kernels, const changes *c, hinted *h) {
    const hail_roam_job job = {h->x, h->y, h->hints.x, h->hints.y, h->hints.free};
    uint32_t gone[HINTED + HAIL_SLACK], k = 0;
    if (!c->all && !c->count) {
        h->lost = kernels->roam(&job, 0, h->count, h->of);
        return;
    }
    const uint32_t left = c->all ? 0 : kernels->roam(&job, 0, h->count, gone);
    h->lost = 0;
    for (uint32_t i = 0; i < h->count; i++) {
        const bool is_gone = k < left && gone[k] == i;
        k += is_gone;
        if (c->all || is_gone || touched(c, h->hints.x[i], h->hints.y[i], h->hints.free[i]))
            h->of[h->lost++] = i;
    }
}

/* Looks the lost up; all, where they are many: that takes less time than to pick them out. */
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

static bool now_and_then(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits * UINT32_C(2654435761) >> 27 == 0;
}

/* To find out how much is free around a point takes longer than to look it up: that is for those who stay there for
 * some calls. Who went but little beyond what was free took several steps to get there, as it seems, and will again;
 * the others are tried now and then. */
static uint32_t list_worthy(const hinted *h, bool all, uint32_t *worthy) {
    uint32_t count = 0;
    for (uint32_t k = 0; k < h->lost; k++) {
        const uint32_t i = h->of[k];
        const float dx = h->x[i] - h->hints.x[i], dy = h->y[i] - h->hints.y[i], far = 1.25f * h->hints.free[i];
        worthy[count] = i;
        count += all | (dx * dx + dy * dy < far * far) | now_and_then(h->x[i]);
        h->hints.free[i] = 0.0f;
    }
    return count;
}

/* Remembers what is free around those. */
static void remember(const hail_kernels *kernels, const hail_walls_view *view, const hinted *h, bool all) {
    float x[HINTED], y[HINTED], free[HINTED];
    uint32_t worthy[HINTED + 1];
    const uint32_t count = list_worthy(h, all, worthy);
    for (uint32_t k = 0; k < count; k++) {
        x[k] = h->hints.x[worthy[k]] = h->x[worthy[k]];
        y[k] = h->hints.y[worthy[k]] = h->y[worthy[k]];
    }
    kernels->clear(view, x, y, 0, count, free);
    for (uint32_t k = 0; k < count; k++)
        h->hints.free[worthy[k]] = free[k];
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
        list_lost(kernels, &c, &h);
        look_up(map, kernels, &h, sector + i);
        remember(kernels, &view, &h, hints->version == 0);
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
