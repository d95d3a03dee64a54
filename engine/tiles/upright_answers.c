/* engine/tiles/upright_answers.c - the contacts of upright shapes with the rectangles of their batch. */
#include <hail/world.h>

#include "uprights.h"

/* ---- Kernels ----------------------------------------------------------------------------------------------------- */

/* Fills the columns of answers of pairs [begin, end). Lists those that hit from hits[listed] on; returns how many are
 * listed then. */
static uint32_t narrow(const hail_obstacles *o, hail_uprights *u, bool swept, uint32_t begin, uint32_t end,
                       uint32_t listed) {
    const uint32_t i = begin;
    const hail_circle_boxes boxes = {.x = u->x + i,
                                     .y = u->y + i,
                                     .half_x = u->half_x + i,
                                     .half_y = u->half_y + i,
                                     .reach = u->reach + i,
                                     .radius = u->radius + i,
                                     .dx = u->dx + i,
                                     .dy = u->dy + i,
                                     .t = u->t + i,
                                     .normal_x = u->normal_x + i,
                                     .normal_y = u->normal_y + i,
                                     .at_x = u->at_x + i,
                                     .at_y = u->at_y + i,
                                     .depth = u->depth + i,
                                     .hits = u->hits + listed};
    const hail_exposures edges = {.x = u->x + i,
                                  .y = u->y + i,
                                  .wide = u->wide + i,
                                  .high = u->high + i,
                                  .core_x = u->core_x + i,
                                  .core_y = u->core_y + i,
                                  .radius = u->radius + i,
                                  .dx = u->dx + i,
                                  .dy = u->dy + i,
                                  .t = u->t + i,
                                  .open = {u->open[0] + i, u->open[1] + i, u->open[2] + i, u->open[3] + i},
                                  .inset = swept ? 4.0f * HAIL_EDGE_SLACK : 0.0f,
                                  .normal_x = u->normal_x + i,
                                  .normal_y = u->normal_y + i,
                                  .depth = u->depth + i,
                                  .how = u->how + i};
    const hail_kernels *kernels = o->kernels;
    const uint32_t hits = (swept ? kernels->sweep_circle_boxes : kernels->touch_circle_boxes)(&boxes, end - begin);
    if (hits)
        kernels->expose_boxes(&edges, end - begin);
    for (uint32_t k = listed; begin && k < listed + hits; k++)
        u->hits[k] += begin;
    return listed + hits;
}

uint32_t hail_uprights_narrow(const hail_obstacles *o, hail_uprights *u, bool swept, uint32_t first) {
    return narrow(o, u, swept, hail_uprights_begin(u, first), u->pairs, 0);
}

/* Only the pairs of shapes that were asked about, and what lies between. */
static uint32_t narrow_asked(const hail_obstacles *o, hail_uprights *u, bool swept) {
    enum { APART = 24 }; /* pairs: a call of the kernels costs more than these */
    uint32_t listed = 0, begin = 0, end = 0;
    for (uint32_t m = 0, first = 0; m < u->movers; first = u->of[m++].end) {
        if (!u->of[m].asked)
            continue;
        if (begin < end && first > end + APART) {
            listed = narrow(o, u, swept, begin, end, listed);
            begin = end;
        }
        begin = begin < end ? begin : first;
        end = u->of[m].end;
    }
    return begin < end ? narrow(o, u, swept, begin, end, listed) : listed;
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
    *c = (hail_contact){.kind = HAIL_CONTACT_TILE,
                        .count = 1,
                        .layer_b = HAIL_MAX_LAYERS,
                        .feature_b = (uint8_t)(u->mover[i] >> 8),
                        .part_b = u->cell[i],
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
    return u->cell[i] < u->cell[than];
}

typedef struct first {
    uint32_t pair; /* UINT32_MAX: none */
    float t;
} first;

static inline uint32_t mover_of(const hail_uprights *u, uint32_t pair) { return u->mover[pair] & 255; }

/* Takes a hit that is exposed, if the shape moves into it, and it is the first so far. */
static void take_first(const hail_uprights *u, uint32_t i, first *best) {
    if (!u->how[i] || !hail_upright_moves_in(u, i) || (best->pair != UINT32_MAX && !earlier(u, i, best->pair, best->t)))
        return;
    best->t = best->pair == UINT32_MAX ? u->t[i] : lower(u->t[i], best->t);
    best->pair = i;
}

/* The first hit of the pairs before `end`, from hit *k on, which moves on. */
static first first_of(const hail_uprights *u, uint32_t end, uint32_t hits, uint32_t *k) {
    first best = {UINT32_MAX, 0.0f};
    for (; *k < hits && u->hits[*k] < end; (*k)++)
        take_first(u, u->hits[*k], &best);
    return best;
}

static bool report_hits(hail_uprights *u, uint32_t hits, hail_upright_hit_fn *take, void *user) {
    for (uint32_t k = 0; k < hits;) {
        const uint32_t m = mover_of(u, u->hits[k]);
        first best = {UINT32_MAX, 0.0f};
        for (; k < hits && mover_of(u, u->hits[k]) == m; k++)
            take_first(u, u->hits[k], &best);
        if (best.pair == UINT32_MAX)
            continue;
        hail_contact c;
        write_contact(u, u->shape[m], best.pair, true, &c);
        c.t = best.t;
        if (!take(user, u->tag[m], &c))
            return false;
    }
    return true;
}

bool hail_uprights_sweep(hail_obstacles *o, hail_uprights *u, hail_upright_hit_fn *take, void *user) {
    const bool more = report_hits(u, hail_uprights_narrow(o, u, true, 0), take, user);
    clear(u);
    return more;
}

static void set_found(const hail_uprights *u, uint32_t i, hail_upright_found *found) {
    *found = (hail_upright_found){.any = true,
                                  .t = u->t[i],
                                  .depth = u->depth[i],
                                  .normal_x = u->normal_x[i],
                                  .normal_y = u->normal_y[i],
                                  .cell = u->cell[i]};
}

void hail_uprights_first(hail_obstacles *o, hail_uprights *u) {
    const uint32_t hits = narrow_asked(o, u, true);
    for (uint32_t m = 0, k = 0; k < hits; m++) {
        const first best = first_of(u, u->of[m].end, hits, &k);
        if (best.pair == UINT32_MAX || !u->of[m].asked)
            continue;
        set_found(u, best.pair, &u->of[m].found);
        u->of[m].found.t = best.t;
    }
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
    return one > two || (one == two && u->depth[i] > u->depth[than]);
}

static inline void take_pair(const hail_uprights *u, touched *t, uint32_t i) {
    const uint32_t last = t->count ? t->pair[t->count - 1] : i;
    const bool same = t->count && u->cell[last] == u->cell[i];
    t->count += !same;
    t->pair[t->count - 1] = same && !better(u, i, last) ? last : i;
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
static bool report(const hail_uprights *u, uint32_t m, const touched *t, hail_upright_touch_fn *take, void *user) {
    const uint32_t deepest = deepest_of(u, t);
    for (uint32_t k = 0; k < t->count; k++) {
        const uint32_t i = t->pair[k];
        hail_contact c;
        write_contact(u, u->shape[m], i, false, &c);
        if (!u->how[i] && deepest != UINT32_MAX) {
            c.normal_x = u->normal_x[deepest];
            c.normal_y = u->normal_y[deepest];
            c.count = 1;
            c.depth[0] = u->depth[deepest];
        }
        if (!take(user, u->tag[m], &c, u->how[i] != HAIL_IS_BURIED))
            return false;
    }
    return true;
}

bool hail_uprights_touch(hail_obstacles *o, hail_uprights *u, hail_upright_touch_fn *take, void *user) {
    const uint32_t hits = hail_uprights_narrow(o, u, false, 0);
    bool more = true;
    touched t;
    for (uint32_t k = 0; k < hits && more;) {
        const uint32_t m = mover_of(u, u->hits[k]);
        for (t.count = 0; k < hits && mover_of(u, u->hits[k]) == m; k++)
            take_pair(u, &t, u->hits[k]);
        more = report(u, m, &t, take, user);
    }
    clear(u);
    return more;
}

void hail_upright_deeper(const hail_uprights *u, uint32_t pair, hail_upright_found *found) {
    if (u->how[pair] && (!found->any || u->depth[pair] > found->depth))
        set_found(u, pair, found);
    found->buried = !found->any;
}

void hail_uprights_deepest(hail_obstacles *o, hail_uprights *u) {
    const uint32_t hits = narrow_asked(o, u, false);
    for (uint32_t m = 0, k = 0; k < hits; m++)
        for (; k < hits && u->hits[k] < u->of[m].end; k++)
            hail_upright_deeper(u, u->hits[k], &u->of[m].found);
}
