/* engine/tiles/upright_answers.c - the contacts of upright shapes with the rectangles of their batch. */
#include <hail/world.h>

#include "uprights.h"

/* ---- Kernels ----------------------------------------------------------------------------------------------------- */

/* Fills the columns of answers; returns how many pairs hit. */
static uint32_t narrow(hail_obstacles *o, bool swept) {
    hail_uprights *u = &o->uprights;
    const hail_circle_boxes boxes = {.x = u->x,
                                     .y = u->y,
                                     .half_x = u->half_x,
                                     .half_y = u->half_y,
                                     .reach = u->reach,
                                     .radius = u->radius,
                                     .dx = u->dx,
                                     .dy = u->dy,
                                     .t = u->t,
                                     .normal_x = u->normal_x,
                                     .normal_y = u->normal_y,
                                     .at_x = u->at_x,
                                     .at_y = u->at_y,
                                     .depth = u->depth,
                                     .hits = u->hits};
    const hail_exposures edges = {.x = u->x,
                                  .y = u->y,
                                  .wide = u->wide,
                                  .high = u->high,
                                  .core_x = u->core_x,
                                  .core_y = u->core_y,
                                  .radius = u->radius,
                                  .dx = u->dx,
                                  .dy = u->dy,
                                  .t = u->t,
                                  .open = {u->open[0], u->open[1], u->open[2], u->open[3]},
                                  .inset = swept ? 4.0f * HAIL_EDGE_SLACK : 0.0f,
                                  .normal_x = u->normal_x,
                                  .normal_y = u->normal_y,
                                  .depth = u->depth,
                                  .how = u->how};
    const uint32_t hits = (swept ? o->kernels->sweep_circle_boxes : o->kernels->touch_circle_boxes)(&boxes, u->pairs);
    if (hits)
        o->kernels->expose_boxes(&edges, u->pairs);
    return hits;
}

static void clear(hail_uprights *u) { u->movers = u->pairs = 0; }

/* ---- Points ------------------------------------------------------------------------------------------------------ */

/* Along an edge, from the shape's centre: where its side and the edge overlap. */
typedef struct overlap {
    float low, high, core;
} overlap;

static inline float lower(float a, float b) { return a < b ? a : b; }
static inline float higher(float a, float b) { return a > b ? a : b; }

/* at: the centre, from the edge's left or top end. */
static overlap overlap_of(float at, float core, float size) {
    return (overlap){higher(-core, -at), lower(core, size - at), core};
}

/* The point of a circle. */
static void round_point(const hail_uprights *u, uint32_t i, hail_contact *c) {
    c->x[0] = u->at_x[i];
    c->y[0] = u->at_y[i];
}

/* The point where a shape is pushed out. */
static void exit_point(const hail_uprights *u, const hail_upright *s, uint32_t i, hail_contact *c) {
    const float half = c->depth[0] * 0.5f;
    const overlap x = overlap_of(u->wide[i] * 0.5f - u->x[i], s->core_x + s->radius, u->wide[i]),
                  y = overlap_of(u->high[i] * 0.5f - u->y[i], s->core_y + s->radius, u->high[i]);
    c->x[0] = c->normal_x != 0.0f ? c->normal_x * (x.core - half) : lower(higher(0.0f, x.low), x.high);
    c->y[0] = c->normal_y != 0.0f ? c->normal_y * (y.core - half) : lower(higher(0.0f, y.low), y.high);
}

static void corner_point(const hail_uprights *u, const hail_upright *s, uint32_t i, hail_contact *c) {
    const bool right = c->normal_x > 0.0f, bottom = c->normal_y > 0.0f;
    c->x[0] = u->at_x[i] + (right ? s->core_x : -s->core_x);
    c->y[0] = u->at_y[i] + (bottom ? s->core_y : -s->core_y);
    c->feature_a = s->corner[(right ? 1 : 0) + (bottom ? 2 : 0)];
}

/* The points of a box's side: the ends of what it overlaps, in order round the box; swept, the first one. */
static void side_points(const hail_upright *s, bool swept, hail_contact *c, float at_x, float at_y, overlap part) {
    const bool across = c->normal_y == 0.0f, backward = across ? c->normal_x < 0.0f : c->normal_y > 0.0f;
    const float ends[2] = {backward ? part.high : part.low, backward ? part.low : part.high};
    const bool point = swept || !(part.low < part.high);
    const hail_side_of side =
        across ? (c->normal_x > 0.0f ? SIDE_RIGHT : SIDE_LEFT) : (c->normal_y > 0.0f ? SIDE_BOTTOM : SIDE_TOP);
    c->count = point ? 1 : 2;
    c->feature_a = s->edge[side];
    for (int p = 0; p < c->count; p++) {
        const float along = lower(higher(ends[p], -part.core), part.core);
        c->x[p] = at_x + (across ? c->normal_x * s->core_x : along);
        c->y[p] = at_y + (across ? along : c->normal_y * s->core_y);
        c->depth[p] = c->depth[0];
    }
    if (!point || (ends[0] > -part.core && ends[0] < part.core))
        return;
    const bool far = ends[0] > 0.0f;
    c->feature_a = across ? s->corner[(side == SIDE_RIGHT ? 1 : 0) + (far ? 2 : 0)]
                          : s->corner[(far ? 1 : 0) + (side == SIDE_BOTTOM ? 2 : 0)];
}

static void set_points(const hail_uprights *u, const hail_upright *s, uint32_t i, bool swept, hail_contact *c) {
    if (u->how[i] == HAIL_IS_EXIT)
        exit_point(u, s, i, c);
    else if (s->core_x == 0.0f && s->core_y == 0.0f)
        round_point(u, i, c);
    else if (c->normal_x != 0.0f && c->normal_y != 0.0f)
        corner_point(u, s, i, c);
    else {
        const float dx = u->dx[i] * u->t[i], dy = u->dy[i] * u->t[i];
        const bool across = c->normal_y == 0.0f;
        const overlap part = across ? overlap_of(u->high[i] * 0.5f - u->y[i] + dy, s->core_y, u->high[i])
                                    : overlap_of(u->wide[i] * 0.5f - u->x[i] + dx, s->core_x, u->wide[i]);
        side_points(s, swept, c, across ? u->at_x[i] : dx, across ? dy : u->at_y[i], part);
    }
}

static void write_contact(const hail_uprights *u, const hail_upright *s, uint32_t i, bool swept, hail_contact *c) {
    const hail_upright_rect *r = &u->rects[i];
    *c = (hail_contact){.kind = HAIL_CONTACT_TILE,
                        .count = 1,
                        .layer_b = HAIL_MAX_LAYERS,
                        .feature_b = r->kind,
                        .part_b = r->cell,
                        .t = u->t[i],
                        .normal_x = u->normal_x[i],
                        .normal_y = u->normal_y[i],
                        .depth = {u->depth[i], 0.0f}};
    set_points(u, s, i, swept, c);
}

/* ---- First hits -------------------------------------------------------------------------------------------------- */

/* Times that differ by rounding only are ties; ties go to the deepest contact, then to the lowest cell. */
static bool earlier(const hail_uprights *u, uint32_t i, uint32_t than, float t) {
    const float later = u->t[i] - t;
    if ((later < 0.0f ? -later : later) > 0x1p-20f)
        return later < 0.0f;
    if (u->depth[i] != u->depth[than])
        return u->depth[i] > u->depth[than];
    return u->rects[i].cell < u->rects[than].cell;
}

/* Whether the shape moves into what it hits. */
static bool moves_in(const hail_uprights *u, uint32_t i) {
    const float dx = u->dx[i], dy = u->dy[i], speed = (dx < 0.0f ? -dx : dx) + (dy < 0.0f ? -dy : dy);
    return dx * u->normal_x[i] + dy * u->normal_y[i] > speed * 1e-6f;
}

bool hail_uprights_sweep(hail_obstacles *o, hail_upright_hit_fn *take, void *context) {
    hail_uprights *u = &o->uprights;
    const uint32_t hits = narrow(o, true);
    bool more = true;
    for (uint32_t m = 0, k = 0; k < hits && more; m++) {
        const hail_upright_entry *mover = &u->of[m];
        uint32_t best = UINT32_MAX;
        float t = 0.0f;
        for (; k < hits && u->hits[k] < mover->end; k++) {
            const uint32_t i = u->hits[k];
            if (!u->how[i] || !moves_in(u, i) || (best != UINT32_MAX && !earlier(u, i, best, t)))
                continue;
            t = best == UINT32_MAX ? u->t[i] : lower(u->t[i], t);
            best = i;
        }
        if (best == UINT32_MAX)
            continue;
        hail_contact c;
        write_contact(u, &mover->shape, best, true, &c);
        c.t = t;
        more = take(context, mover->tag, &c);
    }
    clear(u);
    return more;
}

/* ---- Touches ----------------------------------------------------------------------------------------------------- */

/* A mover's cells, each with its best pair. */
typedef struct touched {
    uint32_t count;
    uint32_t pair[UPRIGHT_PAIRS];
} touched;

/* Whether a pair is better than another one of its cell: exposed, then deeper. */
static bool better(const hail_uprights *u, uint32_t i, uint32_t than) {
    const bool one = u->how[i] != HAIL_IS_BURIED, two = u->how[than] != HAIL_IS_BURIED;
    return one != two ? one : u->depth[i] > u->depth[than];
}

static void take_pair(const hail_uprights *u, touched *t, uint32_t i) {
    if (t->count && u->rects[t->pair[t->count - 1]].cell == u->rects[i].cell) {
        if (better(u, i, t->pair[t->count - 1]))
            t->pair[t->count - 1] = i;
        return;
    }
    t->pair[t->count++] = i;
}

/* The deepest exposed pair; UINT32_MAX: there is none. */
static uint32_t deepest_of(const hail_uprights *u, const touched *t) {
    uint32_t best = UINT32_MAX;
    for (uint32_t k = 0; k < t->count; k++) {
        const uint32_t i = t->pair[k];
        if (u->how[i] && (best == UINT32_MAX || u->depth[i] > u->depth[best]))
            best = i;
    }
    return best;
}

/* A cell without an exposed contact gets the normal and depth of the deepest exposed one. */
static bool report(const hail_uprights *u, const hail_upright_entry *m, const touched *t, hail_upright_touch_fn *take,
                   void *context) {
    const uint32_t deepest = deepest_of(u, t);
    for (uint32_t k = 0; k < t->count; k++) {
        const uint32_t i = t->pair[k];
        hail_contact c;
        write_contact(u, &m->shape, i, false, &c);
        if (!u->how[i] && deepest != UINT32_MAX) {
            c.normal_x = u->normal_x[deepest];
            c.normal_y = u->normal_y[deepest];
            c.count = 1;
            c.depth[0] = u->depth[deepest];
        }
        if (!take(context, m->tag, &c, u->how[i] != HAIL_IS_BURIED))
            return false;
    }
    return true;
}

bool hail_uprights_touch(hail_obstacles *o, hail_upright_touch_fn *take, void *context) {
    hail_uprights *u = &o->uprights;
    const uint32_t hits = narrow(o, false);
    bool more = true;
    touched t;
    for (uint32_t m = 0, k = 0; k < hits && more; m++) {
        for (t.count = 0; k < hits && u->hits[k] < u->of[m].end; k++)
            take_pair(u, &t, u->hits[k]);
        if (t.count)
            more = report(u, &u->of[m], &t, take, context);
    }
    clear(u);
    return more;
}
