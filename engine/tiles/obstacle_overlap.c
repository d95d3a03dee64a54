/* engine/tiles/obstacle_overlap.c - finds the cells that a shape touches where it stands. */
#include <math.h>

#include "obstacle_search.h"

/* One overlap. The search is its first member, so that on_batch can cast back to the whole. Contacts are taken twice:
 * first for the deepest exposed one of all, then to report cell by cell. */
typedef struct overlap {
    hail_rect_search s;
    uint32_t batches, count;      /* so far; the rectangles of the last one */
    bool *is_exposed;             /* by contact of that batch */
    bool any, outside_any, ended; /* a contact of the current cell, of the outside; `take` returned false */
    bool exposed, outside_exposed;
    hail_contact contact, outside;
    bool first_pass; /* for the deepest exposed contact; nothing is reported yet */
    bool has_deepest;
    hail_contact deepest;
    hail_touch_fn *take;
    void *context;
} overlap;

static float depth_of(const hail_contact *c) {
    return c->count > 1 && c->depth[1] > c->depth[0] ? c->depth[1] : c->depth[0];
}

/* Ends the current cell. One without an exposed contact gets the normal and depth of the deepest exposed contact. */
static void report_cell(overlap *t) {
    if (t->any && t->first_pass && t->exposed && (!t->has_deepest || depth_of(&t->contact) > depth_of(&t->deepest))) {
        t->deepest = t->contact;
        t->has_deepest = true;
    }
    if (t->any && !t->first_pass && !t->ended) {
        if (!t->exposed && t->has_deepest) {
            t->contact.normal_x = t->deepest.normal_x;
            t->contact.normal_y = t->deepest.normal_y;
            t->contact.count = 1;
            t->contact.depth[0] = depth_of(&t->deepest);
        }
        t->ended = !t->take(t->context, &t->contact, t->exposed);
    }
    t->any = false;
}

/* Keeps the better of a cell's contacts: an exposed one, then the deeper. */
static void keep_better(bool *any, bool *exposed, hail_contact *kept, const hail_contact *c, bool is_exposed) {
    const bool better = !*any || (is_exposed && !*exposed) || (is_exposed == *exposed && depth_of(c) > depth_of(kept));
    if (better) {
        *kept = *c;
        *exposed = is_exposed;
    }
    *any = true;
}

/* Makes the caller's contact of contact i of the batch, in its place. Returns whether it is exposed. */
static bool finish_contact(const hail_rect_search *s, uint32_t i) {
    hail_obstacles *o = s->o;
    const hail_rect *r = &o->rects[i];
    hail_contact *c = &o->contacts[i], out;
    *c = hail_tile_contact(c, r);
    if (hail_contact_exposed(o, r, c, s->x, s->y, s->x, s->y))
        return true;
    if (!hail_exposed_exit(o, r, s->x, s->y, 0.0, &out))
        return false;
    *c = hail_tile_contact(&out, r);
    return true;
}

/* Takes the contacts of a batch. */
static void take_batch(overlap *t, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const hail_contact *c = &t->s.o->contacts[i];
        if (!c->kind)
            continue;
        if (c->part_b == UINT32_MAX) {
            keep_better(&t->outside_any, &t->outside_exposed, &t->outside, c, t->is_exposed[i]);
            continue;
        }
        if (t->any && t->contact.part_b != c->part_b)
            report_cell(t);
        keep_better(&t->any, &t->exposed, &t->contact, c, t->is_exposed[i]);
    }
}

static void overlap_batch(hail_rect_search *s) {
    overlap *t = (overlap *)(void *)s;
    t->batches++;
    t->count = s->o->count;
    hail_obstacles_narrow(s->o, ASK_CONTACT, NULL, NULL);
    for (uint32_t i = 0; i < t->count; i++)
        if (s->o->contacts[i].kind)
            t->is_exposed[i] = finish_contact(s, i);
    take_batch(t, t->count);
}

static void search_near(overlap *t) {
    const hail_extent *e = &t->s.o->extent;
    const double reach = (double)t->s.o->reach + 1e-3, x = t->s.x, y = t->s.y;
    const hail_look around = {x - reach, y - reach, x + reach, y + reach},
                    close = {x + e->low_x - 1e-3, y + e->low_y - 1e-3, x + e->high_x + 1e-3, y + e->high_y + 1e-3};
    hail_obstacles_search(&t->s, &around, &close);
}

/* Reports the last cell, then what lies outside the map. */
static void report_rest(overlap *t) {
    report_cell(t);
    t->any = t->outside_any;
    t->exposed = t->outside_exposed;
    t->contact = t->outside;
    t->outside_any = false;
    report_cell(t);
}

void hail_obstacles_touch(hail_obstacles *o, double x, double y, hail_touch_fn *take, void *context) {
    bool is_exposed[OBSTACLE_PAIRS];
    overlap t = {.s = {.o = o, .x = x, .y = y, .buried = true, .on_batch = overlap_batch},
                 .is_exposed = is_exposed,
                 .take = take,
                 .context = context};
    t.first_pass = true;
    search_near(&t);
    report_rest(&t);
    t.first_pass = false;
    if (t.batches > 1)
        search_near(&t);
    else
        take_batch(&t, t.count); /* its contacts are still there */
    report_rest(&t);
}
