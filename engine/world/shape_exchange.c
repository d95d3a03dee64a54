/* engine/world/shape_exchange.c - all that may fail happens aside; then the tables are swapped. */

#include "shapes/row.h"
#include "shapeset.h"

/* Above all numbers that ever had a shape, and at least 1. */
static uint32_t tagged_end(const hail_shapeset *set) {
    uint32_t end = (uint32_t)(set->entries.bytes / sizeof(hail_shape_entry));
    while (end > 1 && !shape_entry(set, end - 1)->tag)
        end--;
    return end > 1 ? end : 1;
}

bool hail_shapeset_aside(hail_shapeset *set, uint32_t end, hail_shapeset *aside) {
    const uint32_t tagged = tagged_end(set), most = tagged > end ? tagged : end;
    uint32_t first;
    *aside = (hail_shapeset){.heap = set->heap, .end = 1, .flatness = 1.0f, .sprite_reach = 1.0f};
    aside->heap.error = NULL; /* whoever makes shapes for an image says what is wrong with it */
    if (most == 1 || hail_shape_numbers_find(aside, most - 1, &first) == HAIL_OK)
        return true;
    hail_shapeset_drop(set, aside);
    return false;
}

/* The heap of the set goes on with what the one aside has counted. */
static void take_heap(hail_shapeset *set, const hail_shapeset *aside) {
    hail_error *const error = set->heap.error;
    set->heap = aside->heap;
    set->heap.error = error;
}

void hail_shapeset_drop(hail_shapeset *set, hail_shapeset *aside) {
    hail_shapeset_end(aside);
    take_heap(set, aside);
}

/* ---- Exchanging -------------------------------------------------------------------------------------------------- */

static bool same_row(const hail_shapeset *a, uint32_t i, const hail_shapeset *b, uint32_t j) {
    const float *p = shape_row(a, i), *q = shape_row(b, j);
    uint32_t word = 0;
    while (word < HAIL_CONVEX_WORDS && row_bits(p + word) == row_bits(q + word))
        word++;
    return word == HAIL_CONVEX_WORDS;
}

/* Whether a number has the same shape in two sets, of which the second has no sprites. */
static bool same_shape(const hail_shapeset *set, const hail_shapeset *aside, uint32_t id) {
    if (!shape_exists(set, id) || !shape_exists(aside, id))
        return false;
    const hail_shape_entry *a = shape_entry(set, id), *b = shape_entry(aside, id);
    bool same = !a->set && a->compound == b->compound && a->parts == b->parts && same_row(set, id, aside, id);
    for (uint32_t p = 0; same && a->compound && p < a->parts; p++)
        same = same_row(set, a->first + p, aside, b->first + p);
    return same;
}

/* Whether a shape of the set is replaced or destroyed. */
static bool loses_any(const hail_shapeset *set, const hail_shapeset *aside) {
    for (uint32_t id = 1; id < set->end; id++)
        if (shape_exists(set, id) && !same_shape(set, aside, id))
            return true;
    return false;
}

/* Carries over what a set knows of a number whatever shape it has: its tag, and when a shape was last changed. */
static void carry(const hail_shapeset *set, const hail_shapeset *aside, uint32_t id, const hail_shape_entry *old,
                  uint64_t edits) {
    hail_shape_entry *entry = shape_entry(aside, id);
    const bool was = shape_exists(set, id), is = shape_exists(aside, id);
    entry->tag = was && !is ? hail_shape_next_tag(old->tag) : is && !old->tag ? hail_shape_first_tag(set) : old->tag;
    entry->edited = (was || is) && !same_shape(set, aside, id) ? edits : old->edited;
}

void hail_shapeset_exchange(hail_shapeset *set, hail_shapeset *aside, uint64_t edits) {
    const uint64_t own = set->edits + loses_any(set, aside), now = own > edits ? own : edits;
    const uint32_t tagged = tagged_end(set), end = tagged > aside->end ? tagged : aside->end;
    const hail_shape_entry none = {.hidden = true};
    for (uint32_t id = 1; id < end; id++)
        carry(set, aside, id, id < tagged ? shape_entry(set, id) : &none, now);
    hail_shapeset old = *set;
    take_heap(&old, aside);
    hail_shapeset_end(&old);
    *set = *aside;
    set->heap = old.heap;
    set->worlds = old.worlds;
    set->number = old.number;
    set->changes = old.changes + 1;
    set->edits = now;
}
