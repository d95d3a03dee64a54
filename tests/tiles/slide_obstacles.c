/* tests/tiles/slide_obstacles.c - what is exposed of solid pixels, and when a mover meets it, in double precision. */
#include "slide_obstacles.h"

#include <math.h>

/* ---- What is exposed --------------------------------------------------------------------------------------------- */

static bool is_solid(const picture *p, long i, long j) {
    return i >= 0 && j >= 0 && i < p->width && j < p->height && p->pixel[j * p->width + i] != 0;
}

/* Adds an edge between the pixels before and behind it to the run that ends where it begins, or as a new run. */
static void add_edge(obstacles *o, bool flat, double at, double from, bool before, bool behind, bool joins) {
    if (before == behind || o->faces == OBSTACLES_MOST)
        return;
    const double out = before ? 1.0 : -1.0;
    face *last = o->faces > 0 ? &o->face[o->faces - 1] : NULL;
    if (joins && last != NULL && last->flat == flat && last->at == at && last->to == from && last->out == out)
        last->to = from + 1.0;
    else
        o->face[o->faces++] = (face){flat, at, from, from + 1.0, out};
}

static void add_corner(obstacles *o, const picture *p, long i, long j) {
    for (int k = 0; k < 4; k++) {
        const long x = k % 2 == 0 ? i - 1 : i, y = k < 2 ? j - 1 : j, across = 2 * i - 1 - x, over = 2 * j - 1 - y;
        if (is_solid(p, x, y) && !is_solid(p, across, y) && !is_solid(p, x, over) && o->corners < OBSTACLES_MOST)
            o->corner[o->corners++] =
                (corner){(double)p->x + (double)i, (double)p->y + (double)j, x < i ? -1.0 : 1.0, y < j ? -1.0 : 1.0};
    }
}

void obstacles_gather(obstacles *o, const picture *p, const solid *s, double dx, double dy, double margin) {
    const terrain t = {p, 0, false};
    const region r = terrain_around(&t, s, dx, dy, margin + 1.0);
    const double x = (double)p->x, y = (double)p->y;
    o->faces = o->corners = 0;
    for (long j = r.from_j; j <= r.to_j + 1; j++)
        for (long i = r.from_i; i <= r.to_i; i++)
            add_edge(o, true, y + (double)j, x + (double)i, is_solid(p, i, j - 1), is_solid(p, i, j), i > r.from_i);
    for (long i = r.from_i; i <= r.to_i + 1; i++)
        for (long j = r.from_j; j <= r.to_j; j++)
            add_edge(o, false, x + (double)i, y + (double)j, is_solid(p, i - 1, j), is_solid(p, i, j), j > r.from_j);
    for (long j = r.from_j; j <= r.to_j + 1; j++)
        for (long i = r.from_i; i <= r.to_i + 1; i++)
            add_corner(o, p, i, j);
}

/* ---- Faces ------------------------------------------------------------------------------------------------------- */

stance stance_of(const solid *s, const face *f) {
    const double *out = f->flat ? s->y : s->x, *along = f->flat ? s->x : s->y;
    stance a = {INFINITY, INFINITY, -INFINITY};
    for (uint32_t k = 0; k < s->n; k++)
        a.gap = fmin(a.gap, f->out * (out[k] - f->at));
    for (uint32_t k = 0; k < s->n; k++) {
        if (f->out * (out[k] - f->at) <= a.gap + 1.0e-9)
            a.low = fmin(a.low, along[k]), a.high = fmax(a.high, along[k]);
    }
    a.gap -= s->rounding;
    return a;
}

bool stance_overlaps(const stance *a, const face *f, double moved) {
    return a->low + moved < f->to - 1.0e-9 && a->high + moved > f->from + 1.0e-9;
}

/* When the mover is over the face first; 2: never. */
static double comes_over(const stance *a, const face *f, double speed) {
    if (stance_overlaps(a, f, 0.0))
        return 0.0;
    const double way = a->high < f->from + 1.0e-8 ? f->from - a->high + 1.0e-8 : f->to - a->low - 1.0e-8;
    return speed * way > 0.0 ? way / speed : 2.0;
}

static double face_meets(const solid *s, const face *f, double dx, double dy, double grow) {
    const double speed = -f->out * (f->flat ? dy : dx), along = f->flat ? dx : dy;
    if (!(speed > 1.0e-9 * hypot(dx, dy)))
        return 2.0;
    const stance a = stance_of(s, f);
    if (a.gap < -OBSTACLE_SLACK)
        return 2.0;
    const double when = fmax((a.gap - grow) / speed, 0.0);
    if (when <= 1.0 && stance_overlaps(&a, f, along * when))
        return when;
    /* Within what it has grown by, it may come over the face later. */
    const double later = comes_over(&a, f, along);
    return later >= when && later <= 1.0 && a.gap - speed * later >= -OBSTACLE_SLACK && grow > 0.0 ? later : 2.0;
}

/* ---- Corners ----------------------------------------------------------------------------------------------------- */

/* The distance from a point to the surface, and the normal from the point to the shape (if it is inside: into it). */
double corner_gap(const solid *s, double x, double y, double *nx, double *ny) {
    double best = INFINITY, deepest = -INFINITY, in_x = 0.0, in_y = 0.0;
    for (uint32_t i = 0; i < s->n; i++) {
        const uint32_t j = (i + 1) % s->n;
        const double ex = s->x[j] - s->x[i], ey = s->y[j] - s->y[i], px = x - s->x[i], py = y - s->y[i];
        const double l2 = ex * ex + ey * ey, u = l2 > 0.0 ? fmin(fmax((px * ex + py * ey) / l2, 0.0), 1.0) : 0.0;
        const double qx = ex * u - px, qy = ey * u - py, d = hypot(qx, qy), l = sqrt(l2);
        if (s->n > 2 && (px * ey - py * ex) / l > deepest)
            deepest = (px * ey - py * ex) / l, in_x = -ey / l, in_y = ex / l;
        if (d >= best)
            continue;
        best = d;
        if (u > 0.0 && u < 1.0) /* the edge's normal is better than that of a short distance */
            *nx = ey * (px * ey - py * ex > 0.0 ? -1.0 : 1.0) / l,
            *ny = ex * (px * ey - py * ex > 0.0 ? 1.0 : -1.0) / l;
        else
            *nx = d > 0.0 ? qx / d : 1.0, *ny = d > 0.0 ? qy / d : 0.0;
    }
    if (deepest <= 0.0 && deepest > -INFINITY) {
        *nx = in_x, *ny = in_y;
        return deepest - s->rounding;
    }
    return best - s->rounding;
}

/* Whether a normal is between those of the corner's two faces. */
bool corner_faces(const corner *c, double nx, double ny) { return nx * c->in_x <= 1.0e-6 && ny * c->in_y <= 1.0e-6; }

/* Newton's method never passes the first root of a convex function. */
static double corner_at(const solid *s, const corner *c, double dx, double dy, double grow, double *nx, double *ny) {
    const double least = 1.0e-8 * hypot(dx, dy);
    double t = 0.0;
    for (int n = 0; n < 100; n++) {
        const double excess = corner_gap(s, c->x - dx * t, c->y - dy * t, nx, ny) - grow;
        const double speed = -(*nx * dx + *ny * dy);
        if (!(speed > least))
            return 2.0;
        if (excess <= 1.0e-10)
            return t;
        t += excess / speed;
        if (t > 1.0)
            return 2.0;
    }
    return t;
}

/* Only if the bare mover meets the corner until then. It turns as the bare mover would. */
static double corner_meets(const solid *s, const corner *c, double dx, double dy, double grow, double until, double *nx,
                           double *ny) {
    if (corner_gap(s, c->x, c->y, nx, ny) < -OBSTACLE_SLACK)
        return 2.0;
    const double bare = corner_at(s, c, dx, dy, 0.0, nx, ny);
    if (bare > until || !corner_faces(c, *nx, *ny))
        return 2.0;
    double gx, gy;
    return grow > 0.0 ? fmin(corner_at(s, c, dx, dy, grow, &gx, &gy), bare) : bare;
}

/* ---- Meetings ---------------------------------------------------------------------------------------------------- */

meeting obstacles_meet(const obstacles *o, const solid *s, double dx, double dy, double grow) {
    const double until = grow > 0.0 ? fmin(obstacles_meet(o, s, dx, dy, 0.0).when + 1.0e-9, 1.0) : 1.0;
    meeting m = {.when = 2.0};
    for (size_t i = 0; i < o->faces; i++) {
        const face *f = &o->face[i];
        const double when = face_meets(s, f, dx, dy, grow);
        if (when < m.when)
            m = (meeting){when, f->flat ? 0.0 : f->out, f->flat ? f->out : 0.0};
    }
    for (size_t i = 0; i < o->corners; i++) {
        double nx, ny;
        const double when = corner_meets(s, &o->corner[i], dx, dy, grow, until, &nx, &ny);
        if (when < m.when - 1.0e-9)
            m = (meeting){when, nx, ny};
    }
    return m;
}
