/* tests/tiles/slide_model_path.c - the model of slide_model.h: how a mover goes, in double precision, without a skin.
 */
#include "slide_model.h"

#include <math.h>

#include "slide_obstacles.h"

/* px: a mover that starts deeper inside than this does not fit. Rounding puts one 0.008 px inside at 1e5 px. */
static const double DEEPEST = 0.125;

/* Pushes a mover out of what rounding put it into, and away from faces that it has grown into. False: it does not fit.
 */
static bool push_out(const obstacles *o, solid *s, double grow) {
    for (int n = 0; n < 12; n++) {
        double worst = OBSTACLE_SLACK / 2.0, px = 0.0, py = 0.0, nx, ny;
        for (size_t i = 0; i < o->faces; i++) {
            const face *f = &o->face[i];
            const stance a = stance_of(s, f);
            if (a.gap > -DEEPEST && grow - a.gap > worst && stance_overlaps(&a, f, 0.0))
                worst = grow - a.gap, px = f->flat ? 0.0 : f->out, py = f->flat ? f->out : 0.0;
        }
        for (size_t i = 0; i < o->corners; i++) {
            const double gap = corner_gap(s, o->corner[i].x, o->corner[i].y, &nx, &ny);
            if (gap > -DEEPEST && -gap > worst && corner_faces(&o->corner[i], nx, ny))
                worst = -gap, px = nx, py = ny;
        }
        if (worst == OBSTACLE_SLACK / 2.0)
            return true;
        *s = solid_moved(*s, px * worst, py * worst);
    }
    return false;
}

/* A smaller mover: its rounding shrinks first, then its edges move inwards. */
static void shrink(solid *s, double by) {
    const double rounding = fmax(s->rounding - by, 0.0), rest = by - (s->rounding - rounding);
    const solid old = *s;
    s->rounding = rounding;
    for (uint32_t i = 0; i < s->n && s->n > 2 && rest > 0.0; i++) {
        const uint32_t h = (i + s->n - 1) % s->n, j = (i + 1) % s->n;
        double ax = old.y[i] - old.y[h], ay = old.x[h] - old.x[i], bx = old.y[j] - old.y[i], by_ = old.x[i] - old.x[j];
        const double la = hypot(ax, ay), lb = hypot(bx, by_);
        ax /= la, ay /= la, bx /= lb, by_ /= lb;
        const double k = rest / (1.0 + ax * bx + ay * by_);
        s->x[i] -= k * (ax + bx), s->y[i] -= k * (ay + by_);
    }
}

static void note(model_slide *m, const meeting *at, const model_options *options) {
    const uint32_t last = m->surfaces < 4 ? m->surfaces : 4;
    if (last > 0 && m->normal_x[last - 1] * at->x + m->normal_y[last - 1] * at->y > 0.9999)
        return; /* one surface */
    if (last < 4)
        m->normal_x[last] = at->x, m->normal_y[last] = at->y;
    m->surfaces++;
    m->spent = m->surfaces > options->bounces;
}

/* Whether a mover stands on floor, whose normal is at most about 45 degrees from up: 1, 0, or -1: it is not clear. */
static int stands(const obstacles *o, const solid *s, double within) {
    const meeting at = obstacles_meet(o, s, 0.0, 1.5 * within, 0.0);
    if (at.when > 1.0)
        return 0;
    return at.when < 0.5 && at.y < -0.75 ? 1 : -1;
}

/* Puts a mover down. All that it meets on its way down is floor, or the edge of one. False: that edge is steep. */
static bool snap_down(obstacles *o, const picture *p, solid *s, model_options options) {
    obstacles_gather(o, p, s, 0.0, options.snap, options.grow);
    const meeting at = obstacles_meet(o, s, 0.0, options.snap, options.grow);
    if (at.when <= 1.0)
        *s = solid_moved(*s, 0.0, options.snap * at.when);
    return at.when > 1.0 || at.y < -0.75;
}

model_slide model_of(const picture *p, const solid *bare, double dx, double dy, model_options options) {
    static _Thread_local obstacles o;
    model_slide m = {0};
    solid s = *bare;
    if (options.plain && options.grow > 0.0)
        s.rounding += options.grow, options.grow = 0.0;
    else if (options.grow < 0.0)
        shrink(&s, -options.grow), options.grow = 0.0;
    const double grow = options.grow;
    obstacles_gather(&o, p, &s, 0.0, 0.0, grow + 2.0);
    const int standing = options.snap > 0.0 && dy >= 0.0 && hypot(dx, dy) > 0.0 ? stands(&o, bare, options.stand) : 0;
    m.unsure = standing < 0;
    m.tight = !push_out(&o, &s, grow);
    for (int n = 0; n < 64 && !m.tight && !m.spent && hypot(dx, dy) > 1.0e-9; n++) {
        obstacles_gather(&o, p, &s, dx, dy, grow);
        const meeting at = obstacles_meet(&o, &s, dx, dy, grow);
        const double go = fmin(at.when, 1.0), into = (at.x * dx + at.y * dy) * (1.0 - go);
        s = solid_moved(s, dx * go, dy * go);
        if (at.when > 1.0) {
            m.free_x = dx / hypot(dx, dy), m.free_y = dy / hypot(dx, dy);
            break;
        }
        note(&m, &at, &options);
        dx = dx * (1.0 - go) - at.x * into, dy = dy * (1.0 - go) - at.y * into;
    }
    if (standing > 0 && !m.tight)
        m.unsure = !snap_down(&o, p, &s, options);
    m.dx = s.origin_x - bare->origin_x, m.dy = s.origin_y - bare->origin_y;
    return m;
}
