/* engine/tiles/obstacle_overlap.c - finds the cells that a shape touches where it stands. */
#include "obstacle_overlap.h"

#include "one_way.h"
#include "uprights.h"

/* The best contact of one cell so far. */
typedef struct best {
    bool any, exposed;
    float depth;
    const hail_contact *contact;
} best;

/* The contacts of one shape, cell by cell. They are taken twice: first for the deepest exposed one of all, then to
 * report. */
typedef struct touched {
    best cell, outside; /* the current cell; the outside of the map */
    bool bare;          /* the shape has no rounding */
    bool first_pass;    /* for the deepest exposed contact; nothing is reported yet */
    best deepest;
    bool ended; /* `take` returned false */
    hail_touch_fn *take;
    void *user;
} touched;

static bool is_bare(const hail_posed *shape) { return shape->vertices > 1 && shape->rounding == 0.0; }

static float depth_of(const hail_contact *c) {
    return c->count > 1 && c->depth[1] > c->depth[0] ? c->depth[1] : c->depth[0];
}

/* Gives a contact a point whose mover's side, half a depth along the normal, is that of its own deeper point. */
static void fit_point(hail_contact *c, const hail_contact *own) {
    const uint32_t p = own->count > 1 && own->depth[1] > own->depth[0] ? 1 : 0;
    const float before = own->depth[p] * 0.5f, after = c->depth[0] * 0.5f;
    c->x[0] = (own->x[p] + own->normal_x * before) - c->normal_x * after;
    c->y[0] = (own->y[p] + own->normal_y * before) - c->normal_y * after;
}

/* Reports a cell. One without an exposed contact gets the normal and depth of the deepest exposed contact. */
static void report_best(touched *t, const best *cell) {
    if (cell->exposed || !t->deepest.any) {
        t->ended = !t->take(t->user, cell->contact, cell->exposed);
        return;
    }
    hail_contact contact = *cell->contact;
    contact.normal_x = t->deepest.contact->normal_x;
    contact.normal_y = t->deepest.contact->normal_y;
    contact.count = 1;
    contact.depth[0] = t->deepest.depth;
    if (t->bare)
        fit_point(&contact, cell->contact);
    t->ended = !t->take(t->user, &contact, false);
}

/* Ends a cell. */
static void end_cell(touched *t, best *cell) {
    if (cell->any && t->first_pass && cell->exposed && (!t->deepest.any || cell->depth > t->deepest.depth))
        t->deepest = *cell;
    if (cell->any && !t->first_pass && !t->ended)
        report_best(t, cell);
    cell->any = false;
}

/* Keeps the better of a cell's contacts: an exposed one, then the deeper. */
static void keep_better(best *kept, const hail_contact *c, bool exposed) {
    const float depth = depth_of(c);
    if (!kept->any || (exposed && !kept->exposed) || (exposed == kept->exposed && depth > kept->depth))
        *kept = (best){true, exposed, depth, c};
}

/* Makes the caller's contact of contact i of the batch, in its place. Returns whether it is exposed. */
static bool finish_contact(hail_obstacles *o, uint32_t i) {
    hail_rect *r = &o->rects[i];
    hail_posed *shape = &o->posed[o->mover[i]];
    hail_contact *c = &o->contacts[i], out;
    if (r->one_way) {
        const uint32_t m = o->mover[i];
        if (!hail_one_way_stand(o, shape, r, o->dx[m], o->dy[m], c))
            *c = (hail_contact){0};
        hail_tile_contact(c, r);
        return true;
    }
    hail_tile_contact(c, r);
    if (hail_contact_exposed(o, shape, r, c, shape->x, shape->y))
        return true;
    if (!hail_exposed_exit(o, shape, r, 0.0, &out))
        return false;
    *c = out;
    hail_tile_contact(c, r);
    return true;
}

void hail_touch_finish(hail_obstacles *o, uint32_t begin, uint32_t end, bool *exposed) {
    for (uint32_t i = begin; i < end; i++)
        if (o->contacts[i].kind)
            exposed[i] = finish_contact(o, i);
}

/* Takes contacts of the batch. */
static void take_contacts(touched *t, const hail_obstacles *o, uint32_t begin, uint32_t end, const bool *exposed) {
    for (uint32_t i = begin; i < end; i++) {
        const hail_contact *c = &o->contacts[i];
        if (!c->kind)
            continue;
        if (c->part_b == UINT32_MAX) {
            keep_better(&t->outside, c, exposed[i]);
            continue;
        }
        if (t->cell.any && t->cell.contact->part_b != c->part_b)
            end_cell(t, &t->cell);
        keep_better(&t->cell, c, exposed[i]);
    }
}

/* Reports the last cell, then what lies outside the map. */
static void report_rest(touched *t) {
    end_cell(t, &t->cell);
    end_cell(t, &t->outside);
}

void hail_touch_report(const hail_obstacles *o, uint32_t begin, uint32_t end, const bool *exposed, hail_touch_fn *take,
                       void *user) {
    touched t;
    t.cell.any = t.outside.any = t.deepest.any = t.ended = false;
    t.bare = is_bare(&o->posed[o->mover[begin]]);
    t.take = take;
    t.user = user;
    for (int pass = 0; pass < 2; pass++) {
        t.first_pass = pass == 0;
        take_contacts(&t, o, begin, end, exposed);
        report_rest(&t);
    }
}

void hail_touch_search(hail_rect_search *s) {
    const hail_posed *shape = &s->o->posed[s->mover];
    const hail_extent *e = &shape->extent;
    const double reach = (double)shape->reach + 1e-3, x = s->x, y = s->y;
    const hail_look around = {x - reach, y - reach, x + reach, y + reach},
                    close = {x + e->low_x - 1e-3, y + e->low_y - 1e-3, x + e->high_x + 1e-3, y + e->high_y + 1e-3};
    hail_one_way_find(s->o, s->o->stand);
    hail_obstacles_search(s, &around, &close);
}

/* ---- One shape --------------------------------------------------------------------------------------------------- */

/* One overlap. The search is its first member, so that on_batch can cast back to the whole. */
typedef struct overlap {
    hail_rect_search s;
    uint32_t batches, count; /* so far; the rectangles of the last one */
    bool *exposed;           /* by contact of that batch */
    hail_contact kept[3];    /* contacts of earlier batches: the cell's, the outside's, the deepest */
    touched t;
} overlap;

/* Copies a contact that the next batch will overwrite. */
static void keep(best *b, hail_contact *copy) {
    if (!b->any || b->contact == copy)
        return;
    *copy = *b->contact;
    b->contact = copy;
}

static void overlap_batch(hail_rect_search *s) {
    overlap *to = (overlap *)(void *)s;
    to->batches++;
    to->count = s->o->count;
    hail_obstacles_narrow(s->o, ASK_CONTACT);
    hail_touch_finish(s->o, 0, to->count, to->exposed);
    take_contacts(&to->t, s->o, 0, to->count, to->exposed);
    keep(&to->t.cell, &to->kept[0]);
    keep(&to->t.outside, &to->kept[1]);
    keep(&to->t.deepest, &to->kept[2]);
}

static void touch_general(hail_obstacles *o, double x, double y, hail_touch_fn *take, void *user) {
    bool exposed[OBSTACLE_PAIRS];
    overlap to = {.s = {.o = o, .x = x, .y = y, .buried = true, .on_batch = overlap_batch},
                  .exposed = exposed,
                  .t = {.take = take, .user = user, .first_pass = true}};
    hail_obstacles_pose_one(o);
    if (o->stand) {
        o->dx[0] = o->stand_dx;
        o->dy[0] = o->stand_dy;
    }
    o->posed[0].x = x;
    o->posed[0].y = y;
    to.t.bare = is_bare(&o->posed[0]);
    hail_touch_search(&to.s);
    report_rest(&to.t);
    to.t.first_pass = false;
    if (to.batches > 1)
        hail_touch_search(&to.s);
    else
        take_contacts(&to.t, o, 0, to.count, exposed); /* they are still there */
    report_rest(&to.t);
}

typedef struct taker {
    hail_touch_fn *take;
    void *user;
} taker;

static bool take_rows(void *user, const hail_touch_rows *rows) {
    const taker *t = user;
    bool more = true;
    for (uint32_t k = 0; k < rows->count && more; k++)
        more = t->take(t->user, &rows->row[k], rows->exposed[k]);
    return more;
}

void hail_obstacles_touch(hail_obstacles *o, double x, double y, hail_touch_fn *take, void *user) {
    const hail_upright *shape;
    if (!hail_upright_of(o, &o->pose, &shape) ||
        hail_uprights_add(o, &o->uprights, shape,
                          &(hail_upright_mover){0, x, y, 0.0f, 0.0f, false, 0.0, o->pose.through}) != UPRIGHT_ADDED)
        touch_general(o, x, y, take, user);
    else if (o->uprights.movers)
        hail_uprights_touch(o, &o->uprights, &(hail_touch_taker){.take = take_rows, .user = &(taker){take, user}});
}
