/* engine/tiles/slide_alone.c - see slide_alone.h; the arithmetic is that of slide.c. */
#include "slide_alone.h"

#include "slide_motion.h"

static vector pair_normal(const hail_uprights *u, uint32_t pair) {
    return (vector){(double)u->normal_x[pair], (double)u->normal_y[pair]};
}

/* Sums of sizes, for tests against limits. */
static double taxi(vector a) { return fabs(a.x) + fabs(a.y); }

static void put_aside(hail_upright_entry *e) {
    e->asked = false;
    e->aside = true;
}

/* Records the surface that a pair's normal points into. */
static void record(const hail_alone *a, hail_slide *out, uint32_t pair) {
    const hail_uprights *u = a->u;
    const hail_slide_options *options = a->options;
    const vector normal = pair_normal(u, pair), up = {(double)options->up_x, (double)options->up_y};
    const double rise = dot(normal, up), floor = (double)options->floor_cosine;
    const float x = (float)-normal.x + 0.0f, y = (float)-normal.y + 0.0f;
    out->flags |= -rise >= floor ? HAIL_ON_FLOOR : rise >= floor ? HAIL_ON_CEILING : HAIL_ON_WALL;
    if (out->count && out->normal_x[0] == x && out->normal_y[0] == y)
        return;
    out->normal_x[out->count] = x;
    out->normal_y[out->count] = y;
    out->cell[out->count++] = u->cell[pair];
}

/* ---- Out of the rectangle ---------------------------------------------------------------------------------------- */

/* Pushes a mover that overlaps its rectangle by more than next to nothing. False: that is not for here. */
static bool push(const hail_alone *a, hail_upright_entry *e, uint32_t pair) {
    hail_uprights *u = a->u;
    const double depth = (double)u->depth[pair], slack = (double)a->options->skin * 1e-2;
    const hail_upright *s = &e->shape;
    const vector normal = pair_normal(u, pair);
    const float reach = s->radius + (s->core_x > s->core_y ? s->core_x : s->core_y);
    if (u->how[pair] == HAIL_IS_BURIED || u->depth[pair] > reach) /* it could be stuck */
        return false;
    if (!(depth > slack))
        return true;
    e->at_x += normal.x * -depth;
    e->at_y += normal.y * -depth;
    e->found = (hail_upright_found){.any = true, .normal_x = u->normal_x[pair], .normal_y = u->normal_y[pair]};
    record(a, &a->out[e->tag], pair);
    u->x[pair] = (float)((double)u->centre_x[pair] - e->at_x);
    u->y[pair] = (float)((double)u->centre_y[pair] - e->at_y);
    return true;
}

/* Returns how many go on alone; the others are as they were, and their deepest contacts are known. */
static uint32_t push_all(hail_alone *a, uint32_t first) {
    hail_uprights *u = a->u;
    const uint32_t hits = hail_uprights_narrow(a->o, u, false, first);
    uint32_t alone = 0;
    for (uint32_t m = first, k = 0, pair = hail_uprights_begin(u, first); m < u->movers; pair = u->of[m++].end) {
        hail_upright_entry *e = &u->of[m];
        hail_upright_deepest(u, m, hits, &k);
        const hail_upright_found touched = e->found;
        e->asked = e->end - pair == 1;
        e->aside = false;
        e->found.any = false;
        if (!e->asked || ((touched.any || touched.buried) && !push(a, e, pair)) ||
            !hail_uprights_know(u, m, e->at_x, e->at_y, u->dx[pair], u->dy[pair]))
            put_aside(e);
        e->looked = e->aside;
        if (e->aside)
            e->found = touched;
        alone += e->asked;
    }
    return alone;
}

/* ---- Along it ---------------------------------------------------------------------------------------------------- */

/* Moves a mover that hits its rectangle along it. False: that is not for here. */
static bool slide_along(const hail_alone *a, uint32_t m, uint32_t pair) {
    hail_uprights *u = a->u;
    hail_upright_entry *e = &u->of[m];
    const hail_slide_options *options = a->options;
    const vector d = {(double)u->dx[pair], (double)u->dy[pair]}, normal = pair_normal(u, pair),
                 up = {(double)options->up_x, (double)options->up_y};
    const double t = (double)u->t[pair], rise = dot(normal, up), floor = (double)options->floor_cosine;
    if (options->step_height > 0.0f && -rise < floor && rise < floor) /* a wall, which it may climb */
        return false;
    e->at_x += d.x * t;
    e->at_y += d.y * t;
    vector left = {d.x * (1.0 - t), d.y * (1.0 - t)};
    const double into = -dot(left, normal);
    left = (vector){left.x + normal.x * into, left.y + normal.y * into};
    const vector before = {(double)e->found.normal_x, (double)e->found.normal_y};
    if (e->found.any && !(t * sqrt(dot(d, d)) > 1e-4) && dot(left, before) > 1e-6 * taxi(left))
        left = (vector){0.0, 0.0};
    record(a, &a->out[e->tag], pair);
    if (taxi(left) < 1e-9)
        return true;
    if (!hail_uprights_know(u, m, e->at_x, e->at_y, (float)left.x, (float)left.y))
        return false;
    e->at_x += left.x;
    e->at_y += left.y;
    return true;
}

static void slide_one(hail_alone *a, uint32_t m, uint32_t pair, bool hit) {
    const hail_uprights *u = a->u;
    hail_upright_entry *e = &a->u->of[m];
    const hail_bodies *b = &a->movers->bodies;
    const double dx = (double)u->dx[pair], dy = (double)u->dy[pair];
    const bool moves = !(taxi((vector){dx, dy}) < 1e-9);
    if (moves && hit && !slide_along(a, m, pair)) {
        put_aside(e);
        return;
    }
    if (moves && !hit) {
        e->at_x += dx;
        e->at_y += dy;
    }
    const hail_tilemap_options *map = &a->movers->map->options;
    a->out[e->tag].dx = (float)(e->at_x - ((double)b->x[e->tag] - (double)map->x));
    a->out[e->tag].dy = (float)(e->at_y - ((double)b->y[e->tag] - (double)map->y));
}

void hail_alone_slide(hail_alone *a, uint32_t first) {
    hail_uprights *u = a->u;
    a->count = 0;
    const uint32_t alone = push_all(a, first), hits = alone ? hail_uprights_narrow(a->o, u, true, first) : 0;
    for (uint32_t m = first, k = 0, pair = hail_uprights_begin(u, first); m < u->movers; pair = u->of[m++].end) {
        const bool hit = k < hits && u->hits[k] < u->of[m].end;
        while (k < hits && u->hits[k] < u->of[m].end)
            k++;
        if (u->of[m].asked)
            slide_one(a, m, pair, hit && u->how[pair] && hail_upright_moves_in(u, pair));
        u->of[m].asked = false;
        if (u->of[m].aside)
            a->others[a->count++] = m;
    }
}

hail_upright_added hail_alone_add(const hail_alone *a, uint32_t i) {
    const hail_crowd_mover m = hail_movers_at(a->movers, i, a->options->skin);
    const hail_upright_mover mover = {i, m.x, m.y, m.dx, m.dy, false, (double)a->options->skin + 0.5, m.pose.through};
    const hail_upright *shape;
    return hail_upright_of(a->o, &m.pose, &shape) ? hail_uprights_add(a->o, a->u, shape, &mover) : UPRIGHT_REFUSED;
}
