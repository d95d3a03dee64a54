/* engine/tiles/one_way.c - docs/arithmetic.md, "One-way tiles": where a shape comes down on the stopping side of a
 * one-way tile. */
#include "one_way.h"

#include <math.h>

#include <hail/rules.h>

#include "lowest_bit.h"

/* A shape over a line: the stopping side's, which goes across. */
typedef struct approach {
    hail_side_of side;
    double line;        /* px, of the coordinate along the normal */
    double above;       /* px: how far the shape's support is on the open side at the start */
    double all_above;   /* px: the same of the whole compound */
    double speed;       /* px that it comes nearer in the whole motion */
    double slack;       /* px: how far it may be beyond the line */
    double low, high;   /* px, across: the support's flat part, at the start */
    double across;      /* px that it moves across in the whole motion */
    double first, last; /* px, across: the edge */
} approach;

/* ends: the compound's left, top, right and bottom, px from the map's corner, where its motion starts; or NULL. */
static approach approach_of(const hail_tile_query *q, const hail_tile_mover *m, const hail_rect *r,
                            const double *ends) {
    const hail_side_of side = (hail_side_of)(r->one_way - 1), in = (hail_side_of)(side ^ 2u);
    const bool vertical = side_is_vertical(side);
    const double out = side == SIDE_RIGHT || side == SIDE_BOTTOM ? 1.0 : -1.0;
    const int32_t lines[4] = {r->left, r->top, r->right, r->bottom};
    const hail_tilemap_options *map = &q->map->options;
    const hail_support lowest = hail_tile_support(m->shape, in);
    const hail_side_span span = hail_tile_span(m->shape, in);
    const double at = vertical ? m->x + lowest.x : m->y + lowest.y, centre = vertical ? m->y : m->x;
    const double world = vertical ? m->x + (double)map->x : m->y + (double)map->y;
    approach a = {.side = side, .line = (double)lines[side]};
    a.above = (at - a.line) * out;
    a.all_above = ends ? (ends[in] - a.line) * out : a.above;
    a.speed = -out * (double)(vertical ? m->dx : m->dy);
    a.across = (double)(vertical ? m->dy : m->dx);
    a.slack = (double)HAIL_ONE_WAY_SLACK + fabs(world) * 0x1p-22 + (double)m->shape->pose.inflation;
    a.low = span.low + centre;
    a.high = span.high + centre;
    a.first = (double)(vertical ? r->top : r->left);
    a.last = (double)(vertical ? r->bottom : r->right);
    return a;
}

/* When the support is over [first, last] px across, from t on; more than 1: it is not. A flat part that only touches an
 * end is not over it; a point at an end is, or it would fall through between two edges. */
static double over_part(const approach *a, double first, double last, double t) {
    const double low = a->low + a->across * t, high = a->high + a->across * t;
    if (low < last ? high > first || (high == first && high == low) : low == last && high == low)
        return t;
    const double to = low >= last ? last - a->low : first - a->high;
    if (low >= last ? !(a->across < 0.0) : !(a->across > 0.0))
        return 2.0; /* it has left it, or never comes */
    return greater(to / a->across, t);
}

/* The same for the exposed parts of the edge. */
static double over_edge(const hail_rect *r, const approach *a, double t) {
    double soonest = 2.0;
    uint64_t open = r->open[a->side];
    while (open) {
        const uint32_t first = lowest_bit_64(open);
        const uint64_t closed = ~(open >> first);
        const uint32_t end = first + (closed ? lowest_bit_64(closed) : 64);
        open = end < 64 ? open >> end << end : 0;
        soonest = lesser(soonest, over_part(a, a->first + (double)first, a->first + (double)end, t));
    }
    return soonest;
}

static void write_stop(const hail_tile_mover *m, const approach *a, double t, hail_contact *c) {
    static const float into_x[4] = {1.0f, 0.0f, -1.0f, 0.0f}, into_y[4] = {0.0f, 1.0f, 0.0f, -1.0f};
    const double depth = greater(a->speed * t - a->above, 0.0), moved = a->across * t;
    const double middle = (greater(a->low + moved, a->first) + lesser(a->high + moved, a->last)) * 0.5;
    const double line = a->line + (double)(into_x[a->side] + into_y[a->side]) * depth * 0.5;
    const bool vertical = side_is_vertical(a->side);
    *c = (hail_contact){.kind = HAIL_CONTACT_TILE, .count = 1, .layer_b = HAIL_TILES, .t = (float)t};
    c->normal_x = into_x[a->side];
    c->normal_y = into_y[a->side];
    c->depth[0] = (float)depth;
    c->x[0] = (float)((vertical ? line : middle) - m->x);
    c->y[0] = (float)((vertical ? middle : line) - m->y);
}

bool hail_one_way_hit(const hail_tile_query *q, const hail_tile_mover *m, const hail_rect *r, const double *ends,
                      hail_contact *c) {
    if (m->through)
        return false;
    const approach a = approach_of(q, m, r, ends);
    if (!(a.speed > 0.0) || a.above < -a.slack || a.all_above < -a.slack)
        return false;
    const double reached = a.above > 0.0 ? a.above / a.speed : 0.0, t = over_edge(r, &a, reached);
    if (t > 1.0 || a.speed * t - a.above > a.slack)
        return false;
    write_stop(m, &a, t, c);
    return true;
}

bool hail_one_way_stand(const hail_tile_query *q, const hail_tile_mover *m, const hail_rect *r, hail_contact *c) {
    if (m->through)
        return false;
    const approach a = approach_of(q, m, r, NULL);
    if (a.speed < 0.0 || a.above > 0.0 || a.above < -a.slack || over_edge(r, &a, 0.0) > 0.0)
        return false;
    write_stop(m, &a, 0.0, c);
    return true;
}
