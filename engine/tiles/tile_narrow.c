/* engine/tiles/tile_narrow.c - see tile_narrow.h. */
#include "tile_narrow.h"

#include <math.h>
#include <string.h>

#include <hail/rules.h>

#include "one_way.h"

/* ---- Kernels ----------------------------------------------------------------------------------------------------- */

static uint32_t narrow_boxes(const hail_tile_narrow *n, hail_tile_pairs *p) {
    const hail_kernels *kernels = n->query->kernels;
    const hail_circle_boxes job = {.x = p->x,
                                   .y = p->y,
                                   .half_x = p->half_x,
                                   .half_y = p->half_y,
                                   .reach = p->reach,
                                   .radius = p->radius,
                                   .dx = p->dx,
                                   .dy = p->dy,
                                   .t = p->t,
                                   .normal_x = p->normal_x,
                                   .normal_y = p->normal_y,
                                   .at_x = p->at_x,
                                   .at_y = p->at_y,
                                   .depth = p->depth,
                                   .hits = p->hits};
    return (n->swept ? kernels->sweep_circle_boxes : kernels->touch_circle_boxes)(&job, p->count);
}

/* more: room for a list, which only expose_convexes writes. */
static hail_exposures exposures_of(const hail_tile_narrow *n, hail_tile_pairs *p, uint32_t *more) {
    return (hail_exposures){.x = p->x,
                            .y = p->y,
                            .wide = p->wide,
                            .high = p->high,
                            .core_x = p->core_x,
                            .core_y = p->core_y,
                            .radius = p->radius,
                            .dx = p->dx,
                            .dy = p->dy,
                            .t = p->t,
                            .open = {p->open[0], p->open[1], p->open[2], p->open[3]},
                            .inset = n->swept ? 4.0f * HAIL_EDGE_SLACK : 0.0f,
                            .normal_x = p->normal_x,
                            .normal_y = p->normal_y,
                            .depth = p->depth,
                            .how = p->how,
                            .at_x = p->at_x,
                            .at_y = p->at_y,
                            .features = p->features,
                            .mover = p->mover,
                            .cell = p->cell,
                            .first_corner = HAIL_FEATURE_VERTEX,
                            .special = n->query->special,
                            .more = more};
}

/* What the kernel of all convex shapes takes of them, by mover. */
typedef struct convex_columns {
    uint32_t row[TILE_MOVERS], edges;
    float cos[TILE_MOVERS], sin[TILE_MOVERS], scale[TILE_MOVERS], rounding[TILE_MOVERS], reach[TILE_MOVERS];
} convex_columns;

static void read_convex(const hail_tile_pairs *p, uint32_t m, convex_columns *c) {
    const hail_tile_shape *s = p->movers[m].shape;
    c->row[m] = (uint32_t)(s->pose.row - p->templates);
    c->cos[m] = s->pose.cos;
    c->sin[m] = s->pose.sin;
    c->scale[m] = s->scale;
    c->rounding[m] = s->rounding;
    c->reach[m] = s->reach;
    c->edges = s->vertices > c->edges ? s->vertices : c->edges;
}

/* Lists the pairs of shapes that are not upright, and reads these. Returns how many pairs there are. */
static uint32_t list_convexes(hail_tile_pairs *p, uint32_t *list, convex_columns *c) {
    uint32_t listed = 0, last = UINT32_MAX;
    c->edges = 2;
    if (p->all_upright) {
        memset(p->ready, 0, p->count * sizeof *p->ready);
        return 0;
    }
    for (uint32_t i = 0; i < p->count; i++) {
        const uint32_t m = pair_mover(p, i);
        p->ready[i] = !p->movers[m].shape->upright;
        list[listed] = i;
        listed += p->ready[i];
        if (p->ready[i] && m != last)
            read_convex(p, last = m, c);
    }
    return listed;
}

/* Returns how many pairs are listed in p->hits. */
static uint32_t narrow_convexes(const hail_tile_narrow *n, hail_tile_pairs *p, const uint32_t *list, uint32_t count,
                                const convex_columns *c) {
    const hail_kernels *kernels = n->query->kernels;
    const hail_convex_rects job = {.templates = p->templates,
                                   .row = c->row,
                                   .cos = c->cos,
                                   .sin = c->sin,
                                   .scale = c->scale,
                                   .rounding = c->rounding,
                                   .reach = c->reach,
                                   .edges = c->edges,
                                   .shape = p->mover,
                                   .x = p->x,
                                   .y = p->y,
                                   .half_x = p->half_x,
                                   .half_y = p->half_y,
                                   .rect_reach = p->reach,
                                   .dx = p->dx,
                                   .dy = p->dy,
                                   .t = p->t,
                                   .normal_x = p->normal_x,
                                   .normal_y = p->normal_y,
                                   .at_x = p->at_x,
                                   .at_y = p->at_y,
                                   .depth = p->depth,
                                   .second_x = p->second_x,
                                   .second_y = p->second_y,
                                   .second_depth = p->second_depth,
                                   .features = p->features,
                                   .hits = p->hits};
    return (n->swept ? kernels->sweep_convex_rects : kernels->touch_convex_rects)(&job, list, count);
}

/* ---- One pair ---------------------------------------------------------------------------------------------------- */

hail_contact hail_pair_contact(const hail_tile_pairs *p, uint32_t i) {
    const bool ready = p->ready[i], two = ready && p->features[i] >> 8 > 1;
    hail_contact c = {.kind = HAIL_CONTACT_TILE,
                      .count = two ? 2 : 1,
                      .layer_b = HAIL_TILES,
                      .feature_a = (uint8_t)(ready ? p->features[i] : 0),
                      .feature_b = (uint8_t)pair_kind(p, i),
                      .part_b = p->cell[i],
                      .t = p->t[i],
                      .normal_x = p->normal_x[i],
                      .normal_y = p->normal_y[i]};
    c.x[0] = p->at_x[i];
    c.y[0] = p->at_y[i];
    c.depth[0] = p->depth[i];
    c.x[1] = two ? p->second_x[i] : 0.0f;
    c.y[1] = two ? p->second_y[i] : 0.0f;
    c.depth[1] = two ? p->second_depth[i] : 0.0f;
    return c;
}

static void put_contact(hail_tile_pairs *p, uint32_t i, const hail_contact *c) {
    p->t[i] = c->t;
    p->normal_x[i] = c->normal_x;
    p->normal_y[i] = c->normal_y;
    p->at_x[i] = c->x[0];
    p->at_y[i] = c->y[0];
    p->depth[i] = c->depth[0];
    p->second_x[i] = c->x[1];
    p->second_y[i] = c->y[1];
    p->second_depth[i] = c->depth[1];
    p->features[i] = c->feature_a | (uint32_t)c->count << 8;
}

static bool one_way_contact(const hail_tile_narrow *n, const hail_tile_mover *m, const hail_rect *r, hail_contact *c) {
    double ends[4];
    if (!n->swept)
        return hail_one_way_stand(n->query, m, r, c);
    return hail_one_way_hit(n->query, m, r, n->ends && n->ends(n->user, m, ends) ? ends : NULL, c);
}

/* Finds out whether a contact is exposed, which may change it. */
static bool judge_contact(const hail_tile_narrow *n, hail_tile_pairs *p, uint32_t i, const hail_tile_mover *m,
                          const hail_rect *r) {
    const float centre_x = (float)m->shape->centre_x, centre_y = (float)m->shape->centre_y;
    hail_contact c = hail_pair_contact(p, i);
    bool exposed = true;
    c.x[0] += centre_x;
    c.y[0] += centre_y;
    if (!r->one_way) {
        exposed = hail_contact_exposed(n->query, m, r, &c, m->x + (double)m->dx * (double)c.t,
                                       m->y + (double)m->dy * (double)c.t);
    } else {
        p->ready[i] = true;
        if (!one_way_contact(n, m, r, &c))
            c.depth[0] = -1.0f;
    }
    c.x[0] -= p->ready[i] ? 0.0f : centre_x;
    c.y[0] -= p->ready[i] ? 0.0f : centre_y;
    put_contact(p, i, &c);
    return exposed;
}

/* Pushes a shape out that starts inside, if it can. */
static void leave(const hail_tile_narrow *n, hail_tile_pairs *p, uint32_t i, const hail_tile_mover *m,
                  const hail_rect *r) {
    hail_contact out;
    const bool leaves = hail_exposed_exit(n->query, m, r, n->swept ? 4.0 * (double)HAIL_EDGE_SLACK : 0.0, &out);
    p->how[i] = leaves ? HAIL_IS_EXIT : HAIL_IS_BURIED;
    if (!leaves)
        return;
    out.x[0] -= p->ready[i] ? 0.0f : (float)m->shape->centre_x;
    out.y[0] -= p->ready[i] ? 0.0f : (float)m->shape->centre_y;
    put_contact(p, i, &out);
}

/* Finds out what the kernels left open of a contact: whether it is exposed; or, of a buried one, the way out. */
static void expose_one(const hail_tile_narrow *n, hail_tile_pairs *p, uint32_t i) {
    const hail_tile_mover *m = &p->movers[pair_mover(p, i)];
    const hail_rect r = hail_pair_rect(n->query, p, i);
    if (p->how[i] == HAIL_IS_UNSURE)
        p->how[i] = judge_contact(n, p, i, m, &r) ? HAIL_IS_EXPOSED : HAIL_IS_BURIED;
    if (p->how[i] == HAIL_IS_BURIED && !(p->t[i] > 0.0f) && p->depth[i] >= n->skin)
        leave(n, p, i, m, &r);
}

/* ---- Pairs ------------------------------------------------------------------------------------------------------- */

/* The contacts of upright shapes that are not for expose_boxes, as the kernel found them. */
typedef struct raw_contacts {
    uint32_t count, pair[TILE_PAIRS];
    float normal_x[TILE_PAIRS], normal_y[TILE_PAIRS], depth[TILE_PAIRS];
} raw_contacts;

static void keep_raw(const hail_tile_pairs *p, uint32_t i, raw_contacts *raw) {
    const uint32_t k = raw->count++;
    raw->pair[k] = i;
    raw->normal_x[k] = p->normal_x[i];
    raw->normal_y[k] = p->normal_y[i];
    raw->depth[k] = p->depth[i];
}

static void expose_raw(const hail_tile_narrow *n, hail_tile_pairs *p, const raw_contacts *raw) {
    for (uint32_t k = 0; k < raw->count; k++) {
        const uint32_t i = raw->pair[k];
        p->normal_x[i] = raw->normal_x[k];
        p->normal_y[i] = raw->normal_y[k];
        p->depth[i] = raw->depth[k];
        p->how[i] = HAIL_IS_UNSURE;
        expose_one(n, p, i);
    }
}

/* Lists the pairs that have a contact. */
static uint32_t list_hits(hail_tile_pairs *p) {
    uint32_t hits = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        p->hits[hits] = i;
        hits += p->depth[i] >= 0.0f;
    }
    return hits;
}

/* Upright shapes. Returns how many pairs are listed in p->hits. */
static uint32_t narrow_uprights(const hail_tile_narrow *n, hail_tile_pairs *p) {
    const hail_tile_query *q = n->query;
    const bool specials = q->outside || q->special;
    const uint32_t hits = narrow_boxes(n, p);
    raw_contacts raw; /* field by field: it is large */
    if (n->whether)
        return hits;
    raw.count = 0;
    for (uint32_t k = 0; specials && k < hits; k++) {
        const uint32_t i = p->hits[k];
        if (!p->ready[i] && (p->cell[i] == UINT32_MAX || (q->special >> pair_kind(p, i) & 1u)))
            keep_raw(p, i, &raw);
    }
    const hail_exposures job = exposures_of(n, p, NULL);
    if (hits > raw.count)
        q->kernels->expose_boxes(&job, p->count);
    expose_raw(n, p, &raw);
    return raw.count ? list_hits(p) : hits; /* one-way tiles may let a shape pass */
}

static void expose_convexes(const hail_tile_narrow *n, hail_tile_pairs *p, uint32_t hits) {
    uint32_t more[TILE_ROOM];
    for (uint32_t k = 0; k < hits; k++)
        p->how[p->hits[k]] = HAIL_IS_UNSURE;
    const hail_exposures job = exposures_of(n, p, more);
    const uint32_t count = n->query->kernels->expose_convexes(&job, p->count);
    for (uint32_t k = 0; k < count; k++)
        expose_one(n, p, more[k]);
}

uint32_t hail_tile_narrow_pairs(const hail_tile_narrow *n, hail_tile_pairs *p) {
    uint32_t list[TILE_ROOM], hits = 0;
    convex_columns convexes;
    const uint32_t count = list_convexes(p, list, &convexes);
    if (count < p->count)
        hits = narrow_uprights(n, p);
    if (!count)
        return hits;
    hits = narrow_convexes(n, p, list, count, &convexes);
    if (!n->whether)
        expose_convexes(n, p, hits);
    return count == p->count && !n->query->one_way ? hits : list_hits(p);
}
