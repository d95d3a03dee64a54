/* engine/tiles/obstacle_sweep.c - the first exposed edge or corner that a moving shape touches. */
#include <math.h>

#include "obstacle_search.h"

/* One sweep. The search is its first member, so that on_batch can cast back to the whole. */
typedef struct sweep {
    hail_rect_search s;
    float dx, dy;
    bool found;
    hail_contact best;
} sweep;

/* Times that differ by rounding only are ties; ties go to the deepest contact, then to the lowest cell. */
static bool earlier(const hail_contact *c, const hail_contact *than) {
    if (fabsf(c->t - than->t) > 0x1p-20f)
        return c->t < than->t;
    if (c->depth[0] != than->depth[0])
        return c->depth[0] > than->depth[0];
    return c->part_b < than->part_b;
}

static void sweep_batch(hail_rect_search *s) {
    sweep *w = (sweep *)(void *)s;
    hail_obstacles *o = s->o;
    hail_obstacles_narrow(o, ASK_SWEEP, &w->dx, &w->dy);
    for (uint32_t i = 0; i < o->count; i++) {
        if (!o->contacts[i].kind)
            continue;
        const hail_rect *r = &o->rects[i];
        hail_contact contact = hail_tile_contact(&o->contacts[i], r), out;
        if (w->found && !earlier(&contact, &w->best))
            continue;
        const double t = (double)contact.t, at_x = s->x + (double)w->dx * t, at_y = s->y + (double)w->dy * t;
        if (!hail_contact_exposed(o, r, &contact, s->x, s->y, at_x, at_y)) {
            if (contact.t > 0.0f || !hail_exposed_exit(o, r, s->x, s->y, 4.0 * HAIL_EDGE_SLACK, &out))
                continue;
            contact = hail_tile_contact(&out, r);
        }
        const float into = w->dx * contact.normal_x + w->dy * contact.normal_y;
        if (!(into > (fabsf(w->dx) + fabsf(w->dy)) * 1e-6f) || (w->found && !earlier(&contact, &w->best)))
            continue;
        contact.t = w->found ? fminf(contact.t, w->best.t) : contact.t;
        w->best = contact;
        w->found = true;
    }
}

/* Narrows the fractions [from, to] of the displacement to those at which the shape's box is near the map, along one
 * axis. */
static void clip(double at, double d, double reach, double size, double *from, double *to) {
    const double low = -reach, high = size + reach;
    if (d == 0.0) {
        if (at < low || at > high)
            *to = -1.0;
        return;
    }
    const double a = (low - at) / d, b = (high - at) / d;
    *from = greater(*from, lesser(a, b));
    *to = lesser(*to, greater(a, b));
}

/* What the shape's box passes on a path of `length` px. */
static hail_look passed_box(const hail_obstacles *o, const hail_look *path, double length) {
    const float flatness = o->rows[OBSTACLE_RECTS * HAIL_TEMPLATE_WORDS + HAIL_TEMPLATE_FLATNESS];
    const double more = 1e-3 + length * greater((double)flatness * EXTENT_SLACK, 1e-6);
    return (hail_look){path->left + o->extent.low_x - more, path->top + o->extent.low_y - more,
                       path->right + o->extent.high_x + more, path->bottom + o->extent.high_y + more};
}

bool hail_obstacles_sweep(hail_obstacles *o, double x, double y, float dx, float dy, hail_contact *hit) {
    const double mx = (double)dx, my = (double)dy, length = sqrt(mx * mx + my * my);
    const double width = (double)o->map->width, height = (double)o->map->height;
    /* 1e-3 px and a millionth of the length are more than rounding makes. */
    double reach = (double)o->reach + 1e-3 + length * 1e-6, from = 0.0, to = 1.0;
    clip(x, mx, reach + width, (double)o->map->options.columns * width, &from, &to);
    clip(y, my, reach + height, (double)o->map->options.rows * height, &from, &to);
    if (!(from <= to) || !(length > 0.0))
        return false;
    /* Only the part of the displacement near the map is searched, piece by piece: nothing beyond a hit is read. */
    const double part = to - from, near = length * part, at_x = x + mx * from, at_y = y + my * from;
    reach = (double)o->reach + 1e-3 + near * 1e-6;
    sweep w = {.s = {.o = o, .x = at_x, .y = at_y, .on_batch = sweep_batch},
               .dx = (float)(mx * part),
               .dy = (float)(my * part)};
    const double piece = greater(4.0 * greater(width, height), reach);
    const uint32_t pieces = (uint32_t)lesser(ceil(near / piece), 1e9) + 1;
    for (uint32_t k = 0; k < pieces; k++) {
        const double begin = lesser(k * piece / greater(near, piece), 1.0),
                     end = lesser((k + 1) * piece / greater(near, piece), 1.0);
        const double x1 = at_x + mx * part * begin, x2 = at_x + mx * part * end, y1 = at_y + my * part * begin,
                     y2 = at_y + my * part * end;
        const hail_look path = {lesser(x1, x2), lesser(y1, y2), greater(x1, x2), greater(y1, y2)};
        const hail_look around = {path.left - reach, path.top - reach, path.right + reach, path.bottom + reach};
        /* (In pieces, which rectangle is found when could decide between two that are hit at the same time.) */
        const bool whole = k == 0 && end >= 1.0;
        const hail_look close = whole ? passed_box(o, &path, near) : around;
        hail_obstacles_search(&w.s, &around, whole ? &close : NULL);
        if ((w.found && (double)w.best.t <= end) || end >= 1.0)
            break;
    }
    if (!w.found)
        return false;
    *hit = w.best;
    if (from > 0.0 || to < 1.0) {
        hit->t = (float)(from + (double)w.best.t * part);
        hit->x[0] = (float)((double)w.best.x[0] + mx * from);
        hit->y[0] = (float)((double)w.best.y[0] + my * from);
    }
    return true;
}
