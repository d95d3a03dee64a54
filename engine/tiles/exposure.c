/* engine/tiles/exposure.c - see exposure.h. */
#include "exposure.h"

#include <math.h>

#include <hail/rules.h>

/* ---- Rectangles -------------------------------------------------------------------------------------------------- */

hail_rect hail_pair_rect(const hail_tile_query *q, const hail_tile_pairs *p, uint32_t i) {
    const float half_x = p->wide[i] * 0.5f, half_y = p->high[i] * 0.5f, x = p->centre_x[i], y = p->centre_y[i];
    const uint32_t kind = pair_kind(p, i);
    hail_rect r = {.open = {p->open[0][i], p->open[1][i], p->open[2][i], p->open[3][i]}};
    if (p->cell[i] == UINT32_MAX) {
        r.outside = true;
        r.left = whole_pixel((double)x - (double)half_x);
        r.top = whole_pixel((double)y - (double)half_y);
        r.right = whole_pixel((double)x + (double)half_x);
        r.bottom = whole_pixel((double)y + (double)half_y);
        return r;
    }
    r.left = (int32_t)(x - half_x); /* of a map's pixels, all are small numbers */
    r.top = (int32_t)(y - half_y);
    r.right = (int32_t)(x + half_x);
    r.bottom = (int32_t)(y + half_y);
    r.one_way = q->one_way >> kind & 1u ? q->map->set->one_way[kind] : (uint8_t)HAIL_BOTH_WAYS;
    if (hail_tiles_are_large(q))
        for (uint32_t side = 0; side < 4; side++)
            r.open[side] |= (uint64_t)p->open_far[side][i] << 32;
    return r;
}

/* ---- Exposed contacts -------------------------------------------------------------------------------------------- */

static double clamped(double a, double low, double high) { return lesser(greater(a, low), high); }

/* Whether some pixel in front of an edge outside the map is open, of the pixels `first` to `last` along it. */
static bool outside_edge_open(const hail_tile_query *q, const hail_rect *r, hail_side_of side, int32_t first,
                              int32_t last) {
    const bool vertical = side_is_vertical(side);
    const int32_t beyond[4] = {r->left - 1, r->top - 1, r->right, r->bottom};
    for (int32_t at = first; at <= last;) {
        const int32_t x = vertical ? beyond[side] : at, y = vertical ? at : beyond[side];
        const int32_t solid = hail_tile_solid_run(q, q->cover[r->one_way], x, y, vertical);
        if (!solid)
            return true;
        at += solid;
    }
    return false;
}

/* Whether some pixel in front of an edge is open, of those from `from` to `to` px along it. */
static bool edge_open(const hail_tile_query *q, const hail_rect *r, hail_side_of side, double from, double to) {
    if (!r->open[side])
        return false;
    const bool vertical = side_is_vertical(side);
    const int32_t low = vertical ? r->top : r->left, high = (vertical ? r->bottom : r->right) - 1;
    if (r->outside) /* whose pixels may have negative numbers */
        return outside_edge_open(q, r, side,
                                 pixel_min(pixel_max(whole_pixel(from - (double)HAIL_EDGE_SLACK), low), high),
                                 pixel_min(pixel_max(whole_pixel(to + (double)HAIL_EDGE_SLACK), low), high));
    const int32_t first = (int32_t)clamped(from - (double)HAIL_EDGE_SLACK, (double)low, (double)high),
                  last = (int32_t)clamped(to + (double)HAIL_EDGE_SLACK, (double)low, (double)high);
    const uint64_t open = r->open[side] >> (first - low);
    return open << (63 - (last - first));
}

/* Whether both pixels beside a corner are open: the corner that lies in the direction of (nx, ny). */
static bool corner_exposed(const hail_tile_query *q, const hail_rect *r, float nx, float ny) {
    const int32_t x = nx > 0.0f ? r->right - 1 : r->left, y = ny > 0.0f ? r->bottom - 1 : r->top;
    if (r->outside)
        return !hail_tile_solid_run(q, q->cover[r->one_way], x + (nx > 0.0f ? 1 : -1), y, false) &&
               !hail_tile_solid_run(q, q->cover[r->one_way], x, y + (ny > 0.0f ? 1 : -1), false);
    const uint64_t beside = r->open[nx > 0.0f ? SIDE_RIGHT : SIDE_LEFT] >> (y - r->top),
                   above = r->open[ny > 0.0f ? SIDE_BOTTOM : SIDE_TOP] >> (x - r->left);
    return beside & above & 1u;
}

/* Whether the edge or corner that a contact is with is exposed: an edge if some pixel in front of it is open, a corner
 * if both of its edges are. The narrowphase gives one or two points of where a flat side touches an edge; here all of
 * that side counts. */
static bool feature_exposed(const hail_tile_query *q, const hail_tile_mover *m, const hail_rect *r,
                            const hail_contact *c, double at_x, double at_y) {
    const float nx = -c->normal_x, ny = -c->normal_y; /* out of the tile */
    if (fabsf(nx) > HAIL_STRAIGHT && fabsf(ny) > HAIL_STRAIGHT)
        return corner_exposed(q, r, nx, ny);
    const bool vertical = fabsf(ny) <= HAIL_STRAIGHT;
    const uint32_t second = c->count > 1 ? 1 : 0;
    const hail_side_of side = vertical ? (nx > 0.0f ? SIDE_RIGHT : SIDE_LEFT) : ny > 0.0f ? SIDE_BOTTOM : SIDE_TOP;
    const hail_side_span span = hail_tile_span(m->shape, (hail_side_of)(side ^ 2u));
    double low = span.low + (vertical ? at_y : at_x), high = span.high + (vertical ? at_y : at_x);
    const double edge_low = (double)(vertical ? r->top : r->left),
                 edge_high = (double)(vertical ? r->bottom : r->right);
    low = greater(low, edge_low);
    high = lesser(high, edge_high);
    if (!m->shape->upright) {
        const double one = vertical ? m->y + (double)c->y[0] : m->x + (double)c->x[0],
                     two = vertical ? m->y + (double)c->y[second] : m->x + (double)c->x[second];
        low = lesser(lesser(one, two), low);
        high = greater(greater(one, two), high);
    }
    return edge_open(q, r, side, low, high);
}

/* Sets the smaller component of a normal to 0 if it is at most `limit`. True: that changed it. */
static bool straighten(hail_contact *c, float limit) {
    const float x = fabsf(c->normal_x), y = fabsf(c->normal_y), small = x < y ? x : y;
    if (small > limit)
        return false;
    c->normal_x = x < y ? 0.0f : c->normal_x > 0.0f ? 1.0f : -1.0f;
    c->normal_y = x < y ? (c->normal_y > 0.0f ? 1.0f : -1.0f) : 0.0f;
    return small > 0.0f;
}

/* A normal at a rectangle's corner lies between the normals of its two edges. If rounding made it point beyond one of
 * them, sets it to that one. The corner lies half the depth away from the contact's point, which is midway between the
 * two surfaces; of an upright shape, it is on the same side as the shape's centre. (The normal of an edge of the shape
 * is right as it is; its points may lie anywhere on the rectangle.) */
static void clamp_corner_normal(const hail_tile_mover *m, const hail_rect *r, hail_contact *c, double at_x,
                                double at_y) {
    const bool upright = m->shape->upright;
    if (fabsf(c->normal_x) <= HAIL_STRAIGHT || fabsf(c->normal_y) <= HAIL_STRAIGHT ||
        (!upright && c->feature_a < HAIL_FEATURE_VERTEX))
        return;
    const double back = (double)c->depth[0] * 0.5,
                 corner_x = upright ? at_x + m->shape->centre_x : m->x + (double)c->x[0] - (double)c->normal_x * back,
                 corner_y = upright ? at_y + m->shape->centre_y : m->y + (double)c->y[0] - (double)c->normal_y * back;
    const bool right = corner_x * 2.0 > (double)r->left + (double)r->right,
               below = corner_y * 2.0 > (double)r->top + (double)r->bottom;
    const bool x_holds = (c->normal_x < 0.0f) == right, y_holds = (c->normal_y < 0.0f) == below;
    if (x_holds && y_holds)
        return;
    c->normal_x = y_holds ? 0.0f : c->normal_x > 0.0f ? 1.0f : -1.0f;
    c->normal_y = y_holds ? (c->normal_y > 0.0f ? 1.0f : -1.0f) : 0.0f;
}

/* Fits the points and depths of a bare polygon's contact to another normal: the side of the rectangle stays, and the
 * shape's edge is where the new normal meets it. */
static void turn_points(hail_contact *c, const hail_contact *from) {
    const float along = c->normal_x * from->normal_x + c->normal_y * from->normal_y;
    for (uint32_t p = 0; p < c->count; p++) {
        const float half = from->depth[p] * 0.5f, turned = half / along;
        c->depth[p] = from->depth[p] / along;
        c->x[p] = (from->x[p] - from->normal_x * half) + c->normal_x * turned;
        c->y[p] = (from->y[p] - from->normal_y * half) + c->normal_y * turned;
    }
}

/* A nearly straight normal at a corner in a flat run of pixels counts as the run's normal. */
bool hail_contact_exposed(const hail_tile_query *q, const hail_tile_mover *m, const hail_rect *r, hail_contact *c,
                          double at_x, double at_y) {
    straighten(c, HAIL_STRAIGHT);
    clamp_corner_normal(m, r, c, at_x, at_y);
    if (feature_exposed(q, m, r, c, at_x, at_y))
        return true;
    hail_contact straight = *c;
    if (!straighten(&straight, HAIL_NEARLY_STRAIGHT) || !feature_exposed(q, m, r, &straight, at_x, at_y))
        return false;
    if (!m->shape->upright && is_bare(m->shape) && c->feature_a < HAIL_FEATURE_VERTEX)
        turn_points(&straight, c);
    *c = straight;
    return true;
}

/* ---- Exits ------------------------------------------------------------------------------------------------------- */

/* Two opposite sides of a rectangle and a shape's core, along their normals and across. */
typedef struct facing_sides {
    const double *along, *across; /* px, from the shape's place: its vertices */
    double end[2];                /* px, likewise: the lowest and the highest along */
    double at, beside;            /* px: the shape's place, along and across */
    int32_t line[2];              /* px: the sides */
    double first, last;           /* px, across: the part of the sides that the shape overlaps */
} facing_sides;

static facing_sides face_sides(const hail_tile_mover *m, const hail_rect *r, bool vertical, double inset) {
    const hail_tile_shape *s = m->shape;
    const hail_extent *e = &s->core;
    facing_sides f = {s->vertex_y, s->vertex_x, {e->low_y, e->high_y}, m->y, m->x, {r->top, r->bottom}, 0.0, 0.0};
    if (vertical)
        f = (facing_sides){s->vertex_x, s->vertex_y, {e->low_x, e->high_x}, m->x, m->y, {r->left, r->right}, 0.0, 0.0};
    f.first = greater(f.beside + ((vertical ? e->low_y : e->low_x) - s->round) + inset,
                      (double)(vertical ? r->top : r->left));
    f.last = lesser(f.beside + ((vertical ? e->high_y : e->high_x) + s->round) - inset,
                    (double)(vertical ? r->bottom : r->right));
    return f;
}

/* How a shape may be pushed out through a side. */
typedef struct way_out {
    const facing_sides *sides; /* it is one of these */
    hail_side_of side;
    double depth, in, across; /* px: last two: its point that is furthest in, from its place */
} way_out;

/* Moves the point, vertex i of a bare core, to the furthest of those over the part of the side that it overlaps: what
 * lies beside that part overlaps another rectangle, or nothing. It is where the core's outline, from the vertex on,
 * comes over the part. turns: the next vertex there lies higher across. */
static void keep_over_side(const hail_tile_shape *s, const facing_sides *f, uint32_t i, bool turns, way_out *w) {
    const double low = f->first - f->beside, high = f->last - f->beside;
    const uint32_t last = s->vertices - 1;
    if (w->across >= low && w->across <= high)
        return;
    if (i == 0 && last > 1 && f->along[last] == f->along[0]) /* of a flat side, the end at which its edge begins */
        i = last;
    const double line = clamped(f->across[i], low, high);
    const bool up = line > f->across[i], forward = up == turns;
    uint32_t to = i, left = s->vertices;
    for (; left && (up ? f->across[to] < line : f->across[to] > line); left--) {
        i = to;
        to = forward ? (i < last ? i + 1 : 0) : i ? i - 1 : last;
    }
    if (!left) /* but for rounding, it comes there */
        return;
    const uint32_t a = forward ? i : to, b = forward ? to : i; /* the ends of an edge */
    w->in = f->across[to] == line
                ? f->along[to]
                : f->along[a] + (f->along[b] - f->along[a]) * ((line - f->across[a]) / (f->across[b] - f->across[a]));
    w->across = line;
}

/* Finds the way out through w->side. */
static void go_through(const hail_tile_shape *s, const facing_sides *f, way_out *w) {
    const bool high = w->side == SIDE_LEFT || w->side == SIDE_TOP; /* it is the shape's high end that goes in */
    const double end = f->end[high], line = (double)f->line[!high];
    uint32_t i = 0;
    while (i + 1 < s->vertices && f->along[i] != end)
        i++;
    w->in = high ? end + s->round : end - s->round;
    w->across = f->across[i];
    if (is_bare(s))
        keep_over_side(s, f, i, high == side_is_vertical(w->side), w);
    const double in = f->at + w->in;
    w->depth = high ? in - line : line - in;
}

static void write_exit(const way_out *w, hail_contact *c) {
    const facing_sides *f = w->sides;
    const bool vertical = side_is_vertical(w->side);
    const float into = w->side == SIDE_LEFT || w->side == SIDE_TOP ? 1.0f : -1.0f;
    const float in = (float)(w->in - (double)into * (w->depth * 0.5)),
                across = (float)(clamped(f->beside + w->across, f->first, f->last) - f->beside);
    *c = (hail_contact){.kind = HAIL_CONTACT_TILE, .count = 1, .layer_b = HAIL_TILES};
    c->normal_x = vertical ? into : 0.0f;
    c->normal_y = vertical ? 0.0f : into;
    c->depth[0] = (float)w->depth;
    c->x[0] = vertical ? in : across;
    c->y[0] = vertical ? across : in;
}

bool hail_exposed_exit(const hail_tile_query *q, const hail_tile_mover *m, const hail_rect *r, double inset,
                       hail_contact *c) {
    way_out best = {.depth = INFINITY}, w;
    facing_sides facing[2];
    for (uint32_t first = SIDE_LEFT; first <= SIDE_TOP; first++) {
        facing_sides *f = &facing[first];
        if (!(r->open[first] | r->open[first + 2]))
            continue;
        *f = face_sides(m, r, first == SIDE_LEFT, inset);
        for (uint32_t side = first; side < 4 && f->first <= f->last; side += 2) {
            if (!r->open[side])
                continue;
            w = (way_out){.sides = f, .side = (hail_side_of)side};
            go_through(m->shape, f, &w);
            if (w.depth < best.depth && edge_open(q, r, w.side, f->first, f->last))
                best = w;
        }
    }
    if (!best.sides || best.depth < 0.0)
        return false;
    write_exit(&best, c);
    return true;
}
