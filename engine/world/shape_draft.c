/* engine/world/shape_draft.c - prepares shapes: compounds and sprites get a convex shape around them. */
#include "shapeset.h"

#include <math.h>

#include <hail/outline.h>
#include <hail/sprite.h>

#include "base/error.h"

/* The shape around a compound or a sprite is larger by this many px and this part of its reach. That is more than the
 * kernels' rounding errors of most pairs; pairs/pair_error.h tells of which. A capsule's thickness is the points'
 * distance from its axis, times CAPSULE_MARGIN. */
static const float AROUND_MARGIN = 1.0f / 512.0f, AROUND_MARGIN_REL = 1.0e-6f;
static const double CAPSULE_MARGIN = 1.001;

/* ---- Convex shapes ----------------------------------------------------------------------------------------------- */

static bool prepared(const hail_convex *convex) {
    hail_convex_info info;
    return hail_convex_describe(convex, &info) == HAIL_OK;
}

hail_status hail_draft_convex(const hail_shapeset *set, const hail_convex *convex, hail_shape_draft *draft) {
    if (!convex)
        return hail_fail_null(set->heap.error, "convex");
    if (!prepared(convex))
        return hail_fail(set->heap.error, HAIL_BAD_ARGUMENT, "convex", "was never prepared");
    *draft = (hail_shape_draft){.row = *convex};
    return HAIL_OK;
}

/* ---- Compounds --------------------------------------------------------------------------------------------------- */

static double segment_distance(double x, double y, double ax, double ay, double bx, double by) {
    const double dx = bx - ax, dy = by - ay, length = dx * dx + dy * dy;
    double t = length > 0.0 ? ((x - ax) * dx + (y - ay) * dy) / length : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    const double ex = x - (ax + dx * t), ey = y - (ay + dy * t);
    return sqrt(ex * ex + ey * ey);
}

/* Drafts a shape that holds `count` points and all that lies within `rounding` of them, with a margin. Points too near
 * to a line for a polygon are held by a capsule. */
static hail_status around(const hail_context *context, const float *x, const float *y, size_t count, float rounding,
                          hail_shape_draft *draft) {
    float px[HAIL_MAX_VERTICES], py[HAIL_MAX_VERTICES];
    uint32_t n = 0;
    HAIL_REQUIRE(hail_enclose(context, x, y, count, HAIL_MAX_VERTICES, px, py, &n));
    double thick = 0.0, far = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double away = fabs((double)x[i]) + fabs((double)y[i]);
        far = away > far ? away : far;
    }
    const float larger = rounding + (AROUND_MARGIN + (rounding + (float)far) * AROUND_MARGIN_REL);
    draft->around = larger - rounding;
    if (n >= 3)
        return hail_convex_polygon(px, py, n, larger, &draft->row);
    for (size_t i = 0; i < count; i++) {
        const double away = segment_distance((double)x[i], (double)y[i], (double)px[0], (double)py[0],
                                             (double)px[n - 1], (double)py[n - 1]);
        thick = away > thick ? away : thick;
    }
    return hail_convex_capsule(px[0], py[0], px[n - 1], py[n - 1], larger + (float)(thick * CAPSULE_MARGIN),
                               &draft->row);
}

/* Drafts a shape around all parts: the polygon around their cores, with the largest of their roundings. */
static hail_status around_parts(hail_shapeset *set, const hail_convex *parts, size_t count, hail_shape_draft *draft) {
    const size_t bytes = count * HAIL_MAX_VERTICES * sizeof(float);
    float *x = hail_state_new(&set->heap, bytes), *y = x ? hail_state_new(&set->heap, bytes) : NULL;
    float rounding = 0.0f;
    uint32_t points = 0;
    draft->radius = 0.0f;
    for (size_t p = 0; y && p < count; p++) {
        hail_convex_info info = {0};
        hail_convex_describe(&parts[p], &info);
        const uint32_t vertices = info.vertices ? info.vertices : 1; /* a circle has one, the origin */
        for (uint32_t i = 0; i < vertices; i++) {
            x[points] = info.x[i];
            y[points++] = info.y[i];
        }
        rounding = fmaxf(rounding, info.rounding);
        draft->radius = fmaxf(draft->radius, info.radius);
    }
    const hail_context context = heap_context(&set->heap);
    const hail_status status = y ? around(&context, x, y, points, rounding, draft) : HAIL_NO_MEMORY;
    hail_state_free(&set->heap, y, bytes);
    hail_state_free(&set->heap, x, bytes);
    return status;
}

static hail_status check_parts(const hail_shapeset *set, const hail_convex *parts, size_t count) {
    if (!parts)
        return hail_fail_null(set->heap.error, "parts");
    if (!count || count > HAIL_MAX_PARTS) {
        hail_check_number(set->heap.error, "count", (double)count, 1.0, HAIL_MAX_PARTS);
        return hail_fail_as(set->heap.error, HAIL_BAD_ARGUMENT, "is not from 1 to HAIL_MAX_PARTS");
    }
    for (size_t i = 0; i < count; i++)
        if (!prepared(&parts[i]))
            return hail_fail_at(set->heap.error, HAIL_BAD_ARGUMENT, "parts", i, "was never prepared");
    return HAIL_OK;
}

static hail_status no_shape_around(const hail_shapeset *set, hail_status status, const char *field) {
    if (status == HAIL_NO_MEMORY)
        return hail_fail_memory(set->heap.error);
    return hail_fail(set->heap.error, status, field, "with the margin around it reaches too far from the origin");
}

hail_status hail_draft_compound(hail_shapeset *set, const hail_convex *parts, size_t count, hail_shape_draft *draft) {
    HAIL_REQUIRE(check_parts(set, parts, count));
    *draft = (hail_shape_draft){.parts = parts, .part_count = (uint32_t)count};
    const hail_status status = around_parts(set, parts, count, draft);
    return status == HAIL_OK ? HAIL_OK : no_shape_around(set, status, "parts");
}

/* ---- Sprites ----------------------------------------------------------------------------------------------------- */

static hail_status around_sprite(hail_shapeset *set, const hail_spriteset *sprites, uint32_t sprite,
                                 const hail_sprite_info *info, hail_shape_draft *draft) {
    const hail_context context = heap_context(&set->heap);
    const size_t bytes = info->hull * 2 * sizeof(float);
    float *x = hail_state_new(&set->heap, bytes), *y = x ? x + info->hull : NULL;
    hail_status status = x ? hail_spriteset_hull(sprites, sprite, x, y) : HAIL_NO_MEMORY;
    for (uint32_t i = 0; status == HAIL_OK && i < info->hull; i++) {
        x[i] = (float)((double)x[i] - (double)info->origin_x);
        y[i] = (float)((double)y[i] - (double)info->origin_y);
    }
    if (status == HAIL_OK)
        status = around(&context, x, y, info->hull, 0.0f, draft);
    hail_state_free(&set->heap, x, bytes);
    return status;
}

hail_status hail_draft_sprite(hail_shapeset *set, const hail_spriteset *sprites, uint32_t sprite,
                              hail_shape_draft *draft) {
    hail_error *error = set->heap.error;
    hail_sprite_info info;
    if (!sprites)
        return hail_fail_null(error, "sprites");
    if (hail_spriteset_describe(sprites, sprite, &info) != HAIL_OK)
        return hail_fail(error, HAIL_OUT_OF_RANGE, "sprite", "names no sprite of the set");
    if (!info.opaque)
        return hail_fail(error, HAIL_DEGENERATE, "sprite", "has no opaque pixel");
    *draft = (hail_shape_draft){.radius = info.radius, .sprites = sprites, .sprite = sprite};
    const hail_status status = around_sprite(set, sprites, sprite, &info, draft);
    return status == HAIL_OK ? HAIL_OK : no_shape_around(set, status, "sprite");
}
