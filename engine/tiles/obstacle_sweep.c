/* engine/tiles/obstacle_sweep.c - the first exposed edge or corner that a moving shape touches. */
#include "obstacle_sweep.h"

#include <math.h>

#include "one_way.h"
#include "uprights.h"

/* ---- The first hit ----------------------------------------------------------------------------------------------- */

/* Times that differ by rounding only are ties; ties go to the deepest contact, then to the lowest cell. */
static bool earlier(const hail_contact *c, const hail_contact *than) {
    if (fabsf(c->t - than->t) > 0x1p-20f)
        return c->t < than->t;
    if (c->depth[0] != than->depth[0])
        return c->depth[0] > than->depth[0];
    return c->part_b < than->part_b;
}

/* Takes a contact of rectangle r, if it is exposed and the shape moves into it, and it is the first so far. */
static void take_contact(const hail_obstacles *o, hail_posed *shape, hail_rect *r, float dx, float dy,
                         hail_contact *contact, hail_first_hit *first) {
    hail_contact out;
    hail_tile_contact(contact, r);
    if (first->found && !earlier(contact, &first->hit))
        return;
    const double t = (double)contact->t, at_x = shape->x + (double)dx * t, at_y = shape->y + (double)dy * t;
    if (r->one_way) {
        if (!hail_one_way_hit(o, shape, r, dx, dy, contact))
            return;
        hail_tile_contact(contact, r);
    } else if (!hail_contact_exposed(o, shape, r, contact, at_x, at_y)) {
        if (contact->t > 0.0f || !hail_exposed_exit(o, shape, r, 4.0 * (double)HAIL_EDGE_SLACK, &out))
            return;
        contact = &out;
        hail_tile_contact(contact, r);
    }
    const float into = dx * contact->normal_x + dy * contact->normal_y;
    if (!(into > (fabsf(dx) + fabsf(dy)) * 1e-6f) || (first->found && !earlier(contact, &first->hit)))
        return;
    contact->t = first->found ? fminf(contact->t, first->hit.t) : contact->t;
    first->hit = *contact;
    first->found = true;
}

void hail_first_hit_take(hail_obstacles *o, uint32_t mover, uint32_t begin, uint32_t end, hail_first_hit *first) {
    hail_posed *shape = &o->posed[mover];
    for (uint32_t i = begin; i < end; i++)
        if (o->contacts[i].kind)
            take_contact(o, shape, &o->rects[i], o->dx[mover], o->dy[mover], &o->contacts[i], first);
}

/* ---- Paths ------------------------------------------------------------------------------------------------------- */

/* Narrows the fractions [from, to] of the displacement to those at which the shape's box is near the map, along one
 * axis. */
static void clip(double at, double d, double reach, double size, double *from, double *to) {
    const double low = -reach, high = size + reach;
    if (greater(at, at + d) < high - 1.0 && lesser(at, at + d) > low + 1.0) /* the rule: it is all near */
        return;
    if (d == 0.0) {
        if (at < low || at > high)
            *to = -1.0;
        return;
    }
    const double a = (low - at) / d, b = (high - at) / d;
    *from = greater(*from, lesser(a, b));
    *to = lesser(*to, greater(a, b));
}

hail_sweep_path hail_sweep_path_of(const hail_obstacles *o, const hail_posed *shape, double x, double y, float dx,
                                   float dy) {
    const double mx = (double)dx, my = (double)dy, length = sqrt(mx * mx + my * my);
    const double width = (double)o->map->width, height = (double)o->map->height;
    /* 1e-3 px and a millionth of the length are more than rounding makes. */
    const double reach = (double)shape->reach + 1e-3 + length * 1e-6;
    hail_sweep_path p = {.from = 0.0, .to = length > 0.0 ? 1.0 : -1.0};
    clip(x, mx, reach + width, (double)o->map->options.columns * width, &p.from, &p.to);
    clip(y, my, reach + height, (double)o->map->options.rows * height, &p.from, &p.to);
    const double part = p.to - p.from;
    p.length = length * part;
    p.x = x + mx * p.from;
    p.y = y + my * p.from;
    p.dx = mx * part;
    p.dy = my * part;
    p.reach = (double)shape->reach + 1e-3 + p.length * 1e-6;
    p.piece = greater(4.0 * greater(width, height), p.reach);
    return p;
}

/* What the shape's box passes on a path. */
static hail_look passed_box(const hail_posed *shape, const hail_look *path, double length) {
    const hail_extent *e = &shape->extent;
    const double more = 1e-3 + length * greater((double)shape->flatness * EXTENT_SLACK, 1e-6);
    return (hail_look){path->left + e->low_x - more, path->top + e->low_y - more, path->right + e->high_x + more,
                       path->bottom + e->high_y + more};
}

/* Searches fractions [begin, end] of a path. */
static void search_piece(hail_rect_search *s, const hail_sweep_path *p, double begin, double end, bool whole) {
    const double x1 = p->x + p->dx * begin, x2 = p->x + p->dx * end, y1 = p->y + p->dy * begin, y2 = p->y + p->dy * end,
                 reach = p->reach;
    const hail_look path = {lesser(x1, x2), lesser(y1, y2), greater(x1, x2), greater(y1, y2)};
    const hail_look around = {path.left - reach, path.top - reach, path.right + reach, path.bottom + reach};
    /* (In pieces, which rectangle is found when could decide between two that are hit at the same time.) */
    const hail_look close = whole ? passed_box(&s->o->posed[s->mover], &path, p->length) : around;
    hail_one_way_find(s->o, true);
    hail_obstacles_search(s, &around, whole ? &close : NULL);
}

void hail_sweep_search(hail_rect_search *s, const hail_sweep_path *p) { search_piece(s, p, 0.0, 1.0, true); }

/* ---- One shape --------------------------------------------------------------------------------------------------- */

/* One sweep. The search is its first member, so that on_batch can cast back to the whole. */
typedef struct sweep {
    hail_rect_search s;
    hail_first_hit first;
} sweep;

static void sweep_batch(hail_rect_search *s) {
    hail_obstacles_narrow(s->o, ASK_SWEEP);
    hail_first_hit_take(s->o, 0, 0, s->o->count, &((sweep *)(void *)s)->first);
}

static bool sweep_general(hail_obstacles *o, double x, double y, float dx, float dy, hail_contact *hit) {
    hail_posed *shape = &o->posed[0];
    hail_obstacles_pose_one(o);
    const hail_sweep_path p = hail_sweep_path_of(o, shape, x, y, dx, dy);
    if (!(p.from <= p.to))
        return false;
    /* Only the part of the displacement near the map is searched, piece by piece: nothing beyond a hit is read. */
    sweep w = {.s = {.o = o, .x = p.x, .y = p.y, .on_batch = sweep_batch}};
    shape->x = p.x;
    shape->y = p.y;
    o->dx[0] = (float)p.dx;
    o->dy[0] = (float)p.dy;
    const uint32_t pieces = (uint32_t)lesser(ceil(p.length / p.piece), 1e9) + 1;
    for (uint32_t k = 0; k < pieces; k++) {
        const double begin = lesser(k * p.piece / greater(p.length, p.piece), 1.0),
                     end = lesser((k + 1) * p.piece / greater(p.length, p.piece), 1.0);
        search_piece(&w.s, &p, begin, end, k == 0 && end >= 1.0);
        if ((w.first.found && (double)w.first.hit.t <= end) || end >= 1.0)
            break;
    }
    if (!w.first.found)
        return false;
    *hit = w.first.hit;
    if (p.from > 0.0 || p.to < 1.0) {
        hit->t = (float)(p.from + (double)hit->t * (p.to - p.from));
        hit->x[0] = (float)((double)hit->x[0] + (double)dx * p.from);
        hit->y[0] = (float)((double)hit->y[0] + (double)dy * p.from);
    }
    return true;
}

typedef struct found {
    bool any;
    hail_contact *hit;
} found;

static bool take_found(void *user, uint32_t tag, const hail_contact *hit) {
    found *f = user;
    (void)tag;
    f->any = true;
    *f->hit = *hit;
    return true;
}

bool hail_obstacles_sweep(hail_obstacles *o, double x, double y, float dx, float dy, hail_contact *hit) {
    const hail_upright *shape;
    found f = {.hit = hit};
    if (!hail_upright_of(o, &o->pose, &shape) ||
        hail_uprights_add(o, &o->uprights, shape, &(hail_upright_mover){0, x, y, dx, dy, true, 0.0, o->pose.through}) !=
            UPRIGHT_ADDED)
        return sweep_general(o, x, y, dx, dy, hit);
    if (o->uprights.movers)
        hail_uprights_sweep(o, &o->uprights, take_found, &f);
    return f.any;
}
