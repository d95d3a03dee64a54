/* engine/world/shape_rows.c - a set's tables, and what it knows of all its shapes: how many are rounded or composed,
 * the flattest, the longest reach. */
#include "shapeset.h"

#include <math.h>

/* Radii are rounded up by more than the rounding errors of the sums that they come from. */
static const double ROUNDED_UP = 1.0 + 1.0e-6;

static float *radius_of(const hail_shapeset *set, uint32_t id) { return (float *)set->radii.data + id; }

/* ---- What a set knows of all its shapes -------------------------------------------------------------------------- */

static float flatness_of(const hail_shapeset *set, uint32_t id) {
    return fmaxf(shape_row(set, id)[HAIL_TEMPLATE_FLATNESS], 1.0f); /* a circle's is 0 */
}

static float keenness_of(const hail_shapeset *set, uint32_t id) {
    return fmaxf(shape_row(set, id)[HAIL_TEMPLATE_KEENNESS], 1.0f); /* a circle's is 0 */
}

static float sprite_reach_of(const hail_shapeset *set, uint32_t id) {
    const bool sprite = shape_entry(set, id)->set != NULL;
    return sprite ? fmaxf(shape_row(set, id)[HAIL_TEMPLATE_RADIUS] / *radius_of(set, id), 1.0f) : 1.0f;
}

static bool is_rounded(const hail_shapeset *set, uint32_t id) {
    return shape_is_polygon(set, id) && shape_row(set, id)[HAIL_TEMPLATE_ROUNDING] > 0.0f;
}

static void raise_limits(hail_shapeset *set, uint32_t id) {
    set->flatness = fmaxf(set->flatness, flatness_of(set, id));
    set->sprite_reach = fmaxf(set->sprite_reach, sprite_reach_of(set, id));
}

static void count_in(hail_shapeset *set, uint32_t id) {
    set->rounded += is_rounded(set, id);
    set->composed += shape_is_composed(set, id);
    raise_limits(set, id);
}

static void count_out(hail_shapeset *set, uint32_t id) {
    const float flatness = flatness_of(set, id), reach = sprite_reach_of(set, id);
    set->rounded -= is_rounded(set, id);
    set->composed -= shape_is_composed(set, id);
    set->stale =
        set->stale || (flatness > 1.0f && flatness >= set->flatness) || (reach > 1.0f && reach >= set->sprite_reach);
}

void hail_shape_rows_settle(hail_shapeset *set) {
    if (!set->stale)
        return;
    set->stale = false;
    set->flatness = set->sprite_reach = 1.0f;
    for (uint32_t id = 1; id < set->end; id++)
        if (shape_entry(set, id)->parts)
            raise_limits(set, id);
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

/* A convex shape's entry, with the circle around the mean of its vertices. */
static hail_shape_entry convex_entry(const hail_convex_info *info, uint32_t id) {
    hail_shape_entry entry = {.first = id, .parts = 1};
    double x = 0.0, y = 0.0, furthest = 0.0;
    for (uint32_t i = 0; i < info->vertices; i++) {
        x += (double)info->x[i] / info->vertices;
        y += (double)info->y[i] / info->vertices;
    }
    entry.x = (float)x;
    entry.y = (float)y;
    for (uint32_t i = 0; i < info->vertices; i++) {
        const double dx = (double)info->x[i] - (double)entry.x, dy = (double)info->y[i] - (double)entry.y;
        const double away = sqrt(dx * dx + dy * dy);
        furthest = away > furthest ? away : furthest; /* not fmax: gcc 12 fails on that here for AArch64 */
    }
    entry.radius = (float)((furthest + (double)info->rounding) * ROUNDED_UP);
    return entry;
}

static void put_entry(hail_shapeset *set, uint32_t id, hail_shape_entry entry) {
    entry.tag = shape_entry(set, id)->tag;
    entry.edited = shape_entry(set, id)->edited;
    entry.keenness = keenness_of(set, id);
    *shape_entry(set, id) = entry;
    count_in(set, id);
}

static void put_part(hail_shapeset *set, uint32_t id, const hail_convex *convex, bool hidden) {
    hail_convex_info info;
    *shape_convex(set, id) = *convex;
    hail_convex_describe(shape_convex(set, id), &info);
    hail_shape_entry entry = convex_entry(&info, id);
    entry.hidden = hidden;
    *radius_of(set, id) = info.radius;
    put_entry(set, id, entry);
}

void hail_shape_rows_put(hail_shapeset *set, uint32_t id, uint32_t first_part, const hail_shape_draft *draft) {
    if (!draft->parts && !draft->sprites) {
        put_part(set, id, &draft->row, false);
        return;
    }
    *shape_convex(set, id) = draft->row;
    *radius_of(set, id) = draft->radius;
    hail_shape_entry entry = {.first = id, .parts = 1, .set = draft->sprites, .sprite = draft->sprite};
    if (draft->parts)
        entry = (hail_shape_entry){.first = first_part, .parts = draft->part_count, .compound = true};
    entry.around = draft->around;
    put_entry(set, id, entry);
    for (uint32_t p = 0; draft->parts && p < draft->part_count; p++) {
        put_part(set, first_part + p, &draft->parts[p], true);
        shape_entry(set, id)->keenness =
            fmaxf(shape_entry(set, id)->keenness, shape_entry(set, first_part + p)->keenness);
    }
}

static void clear_number(hail_shapeset *set, uint32_t id) {
    count_out(set, id);
    const hail_shape_entry *old = shape_entry(set, id);
    *shape_entry(set, id) = (hail_shape_entry){.edited = old->edited, .tag = old->tag, .hidden = true};
}

void hail_shape_rows_clear(hail_shapeset *set, uint32_t id) {
    const hail_shape_entry entry = *shape_entry(set, id);
    clear_number(set, id);
    for (uint32_t p = 0; entry.compound && p < entry.parts; p++)
        clear_number(set, entry.first + p);
}
