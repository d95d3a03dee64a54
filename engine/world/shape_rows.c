/* engine/world/shape_rows.c - a set's tables, and what it knows of all its shapes: how many are rounded or composed,
 * the flattest, the longest reach; which numbers are free. */
#include "shapeset.h"
#include "atomic.h"
#include "base/error.h"

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

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

/* One bit for each number below the end says that it is free, so that neighbours that are freed join by themselves, and
 * freeing needs no memory. */
enum { WORD_BITS = 64 };

static uint64_t *words_of(const hail_shapeset *set) { return set->spare.data; }

static bool is_spare(const hail_shapeset *set, uint32_t id) {
    return words_of(set)[id / WORD_BITS] >> (id % WORD_BITS) & 1;
}

uint32_t hail_shape_tag_number(void) {
    static hail_shared_count given; /* in this process */
    return hail_count_up(&given);
}

uint32_t hail_shape_next_tag(uint32_t tag) {
    return (tag & MAX_GENERATION) == MAX_GENERATION ? hail_shape_tag_number() << GENERATION_BITS : tag + 1;
}

/* The lowest number that begins `count` free ones. There is always one: all from the end on are free. */
static uint32_t first_fit(const hail_shapeset *set, uint32_t count) {
    uint32_t found = 0, id = 1;
    if (set->live + 1 == set->end) /* none below it */
        return set->end;
    while (id < set->end && found < count) {
        if (id % WORD_BITS == 0 && !words_of(set)[id / WORD_BITS]) {
            found = 0;
            id += WORD_BITS;
        } else {
            found = is_spare(set, id++) ? found + 1 : 0;
        }
    }
    return found == count ? id - count : set->end;
}

/* Makes room for numbers below `end` in every table. */
static bool fit(hail_shapeset *set, size_t end) {
    if (end <= set->rows.bytes / sizeof(hail_convex) && end <= set->radii.bytes / sizeof(float) &&
        end <= set->entries.bytes / sizeof(hail_shape_entry) && end <= set->spare.bytes * 8)
        return true;
    const size_t want = end < 16 ? 16 : end + end / 2;
    return hail_state_grow(&set->heap, &set->rows, want * sizeof(hail_convex)) &&
           hail_state_grow(&set->heap, &set->radii, want * sizeof(float)) &&
           hail_state_grow(&set->heap, &set->entries, want * sizeof(hail_shape_entry)) &&
           hail_state_grow(&set->heap, &set->spare, (want / WORD_BITS + 1) * sizeof(uint64_t));
}

hail_status hail_shape_numbers_find(hail_shapeset *set, uint32_t count, uint32_t *first) {
    *first = first_fit(set, count);
    if (*first + count > (uint32_t)HAIL_MAX_SHAPES + 1)
        return hail_fail(set->heap.error, HAIL_FULL, "set", "has too many shapes and parts");
    return fit(set, (size_t)*first + count) ? HAIL_OK : hail_fail_memory(set->heap.error);
}

void hail_shape_numbers_take(hail_shapeset *set, uint32_t first, uint32_t count) {
    for (uint32_t id = first; id < first + count; id++)
        words_of(set)[id / WORD_BITS] &= ~(UINT64_C(1) << id % WORD_BITS);
    set->live += count;
    set->end = set->end > first + count ? set->end : first + count;
}

void hail_shape_numbers_free(hail_shapeset *set, uint32_t first, uint32_t count) {
    for (uint32_t id = first; id < first + count; id++)
        words_of(set)[id / WORD_BITS] |= UINT64_C(1) << id % WORD_BITS;
    set->live -= count;
    for (; set->end > 1 && is_spare(set, set->end - 1); set->end--)
        words_of(set)[(set->end - 1) / WORD_BITS] &= ~(UINT64_C(1) << (set->end - 1) % WORD_BITS);
}
