/* engine/tiles/slide_motion.c - see slide_motion.h. */
#include "slide_motion.h"

static bool is_floor(const slide *s, vector normal) { return -dot(normal, s->up) >= (double)s->options->floor_cosine; }

/* (x, y): the normal. As a struct it would go through memory, half by half, and its reader would wait. */
static void record_normal(slide *s, double x, double y, uint32_t cell) {
    hail_slide *out = s->out;
    const double rise = x * s->up.x + y * s->up.y, floor_cosine = (double)s->options->floor_cosine;
    const float out_x = (float)-x, out_y = (float)-y;
    out->flags |= -rise >= floor_cosine ? HAIL_ON_FLOOR : rise >= floor_cosine ? HAIL_ON_CEILING : HAIL_ON_WALL;
    if (s->touched_count < sizeof s->touched / sizeof *s->touched)
        s->touched[s->touched_count++] = (vector){x, y};
    for (uint32_t i = 0; i < out->count; i++) /* not the same surface twice */
        if (out->cell[i] == cell && out->normal_x[i] == out_x && out->normal_y[i] == out_y)
            return;
    if (out->count == HAIL_SLIDE_CONTACTS)
        return;
    out->normal_x[out->count] = out_x + 0.0f;
    out->normal_y[out->count] = out_y + 0.0f;
    out->cell[out->count++] = cell;
}

static inline void record_surface(slide *s, vector normal, uint32_t cell) {
    record_normal(s, normal.x, normal.y, cell);
}

/* The fraction of a motion until something stops it, and what that is. */
static double free_fraction(slide *s, vector motion, hail_contact *hit, bool *stopped) {
    *stopped = hail_obstacles_sweep(s->o, s->at.x, s->at.y, (float)motion.x, (float)motion.y, hit);
    return *stopped ? (double)hit->t : 1.0;
}

/* ---- Depenetration ----------------------------------------------------------------------------------------------- */

/* The way from the mover's pixel straight up, right, left or down to the nearest open one, no further than the mover
 * reaches. */
static bool nearest_open(const slide *s, vector *motion, vector *normal) {
    const int32_t x = (int32_t)floor(s->at.x), y = (int32_t)floor(s->at.y), limit = (int32_t)ceil(s->reach) + 1;
    static const int32_t offset_x[] = {0, 1, -1, 0}, offset_y[] = {-1, 0, 0, 1};
    for (int32_t k = 1; k <= limit; k++)
        for (int w = 0; w < 4; w++)
            if (!hail_obstacles_solid(s->o, x + offset_x[w] * k, y + offset_y[w] * k)) {
                const double far = (double)k + s->reach;
                *motion = (vector){offset_x[w] * far, offset_y[w] * far};
                *normal = (vector){-offset_x[w], -offset_y[w]};
                return true;
            }
    return false;
}

enum { PUSHES = 4 };

/* Whether the mover overlaps something by more than `slack`, or only what has no exposed edge. */
static bool overlaps(const deepest *d, double slack) { return d->any ? (double)d->depth > slack : d->buried; }

bool hail_slide_push(slide *s) {
    const deepest *d = &s->deepest;
    vector motion, normal;
    if (s->turns == PUSHES || !overlaps(d, (double)s->options->skin * 1e-2))
        return false;
    if (d->any) {
        normal = d->normal;
        motion = along((vector){0.0, 0.0}, normal, -(double)d->depth);
    } else if (!nearest_open(s, &motion, &normal)) {
        return false;
    }
    s->turns++;
    s->at = along(s->at, motion, 1.0);
    record_surface(s, normal, d->any ? d->cell : UINT32_MAX);
    return true;
}

bool hail_slide_is_free(slide *s) {
    const vector pushed = {s->at.x - s->start.x, s->at.y - s->start.y};
    if (!overlaps(&s->deepest, (double)s->options->skin) && length_of(pushed) <= 2.0 * s->reach)
        return true;
    s->at = s->start;
    s->out->flags |= HAIL_STUCK;
    return false;
}

/* ---- Sliding ----------------------------------------------------------------------------------------------------- */

/* Whether the step's top is floor: lifted, and moved on by the mover's own reach, it comes down on floor. */
static bool floor_ahead(slide *s, vector horizontal, double up) {
    const vector here = s->at;
    const double size = s->reach / length_of(horizontal);
    const vector ahead = {horizontal.x * size, horizontal.y * size}, down = along((vector){0.0, 0.0}, s->up, -up);
    hail_contact hit;
    bool stopped;
    s->at = along(here, ahead, free_fraction(s, ahead, &hit, &stopped));
    free_fraction(s, down, &hit, &stopped);
    s->at = here;
    return stopped && is_floor(s, normal_of(&hit));
}

/* Lifts the mover by step_height, moves it on, and puts it down on floor or on the edge of one; *motion is then what is
 * left of it. The first step_height px of a call are free. Height beyond that is taken from what is left after moving
 * on; if too little is left, as where nothing ahead stops the mover, the step is refused. False: nothing has changed.
 */
static bool climb(slide *s, vector *motion) {
    const vector before = s->at, none = {0.0, 0.0};
    const double step = (double)s->options->step_height, free_height = fmax(step - s->climbed, 0.0);
    const vector horizontal = along(*motion, s->up, -dot(*motion, s->up));
    const double length = length_of(horizontal);
    hail_contact hit;
    bool stopped;
    if (length < 1e-3)
        return false;
    const double up = free_fraction(s, along(none, s->up, step), &hit, &stopped) * step;
    s->at = along(before, s->up, up);
    const double on = free_fraction(s, horizontal, &hit, &stopped);
    s->at = along(s->at, horizontal, on);
    const double down = free_fraction(s, along(none, s->up, -up), &hit, &stopped);
    const double rose = up * (1.0 - down), left = length * (1.0 - on) - fmax(rose - free_height, 0.0);
    const bool climbs = stopped && on * length > 1e-3 && left >= 0.0 &&
                        (is_floor(s, normal_of(&hit)) || floor_ahead(s, horizontal, up));
    if (!climbs) {
        s->at = before;
        return false;
    }
    s->at = along(s->at, s->up, -up * down);
    record_surface(s, normal_of(&hit), hit.part_b);
    s->out->flags |= HAIL_STEPPED;
    s->climbed += rose;
    *motion = (vector){horizontal.x * left / length, horizontal.y * left / length};
    return true;
}

/* A motion without its component into a surface; no motion, if the rest points into a surface that was touched before.
 */
static vector deflected(const slide *s, vector motion, vector normal) {
    motion = along(motion, normal, -dot(motion, normal));
    for (uint32_t i = 0; i < s->touched_count; i++)
        if (dot(motion, s->touched[i]) > 1e-6 * (fabs(motion.x) + fabs(motion.y)))
            return (vector){0.0, 0.0};
    return motion;
}

/* Lifts the mover over a wall. It is alone against the map then. */
static bool climb_wall(slide *s) {
    if (!(s->options->step_height > 0.0f) || s->climbs == HAIL_MAX_TILE)
        return false;
    hail_obstacles_set(s->o, &s->pose);
    if (!climb(s, &s->motion))
        return false;
    s->climbs++;
    return true;
}

bool hail_slide_bounce(slide *s) {
    const double t = s->stopped ? (double)s->hit.t : 1.0;
    s->at = along(s->at, s->motion, t);
    if (!s->stopped)
        return false;
    if (t * length_of(s->motion) > 1e-4)
        s->touched_count = 0; /* it has left the surfaces that it touched */
    s->motion = (vector){s->motion.x * (1.0 - t), s->motion.y * (1.0 - t)};
    const vector normal = normal_of(&s->hit);
    const bool wall = !is_floor(s, normal) && dot(normal, s->up) < (double)s->options->floor_cosine;
    if (wall && climb_wall(s)) /* a climb does not count as a bounce */
        return slide_moves(s);
    s->motion = deflected(s, s->motion, normal);
    record_surface(s, normal, s->hit.part_b);
    return ++s->turns <= s->options->bounces && slide_moves(s);
}

/* ---- Downhill ---------------------------------------------------------------------------------------------------- */

/* A pixel's corner may be this much steeper than floor, and still carry a mover: on slopes of pixels the normals of a
 * round shape's contacts vary. */
static const double CORNER_SHARE = 0.75;

/* Whether what a look straight down by snap found carries the mover: floor, a corner that is hardly steeper, or the
 * edge of a floor that lies ahead. */
static bool carries(slide *s) {
    const vector normal = normal_of(&s->hit), horizontal = along(s->wanted, s->up, -dot(s->wanted, s->up));
    if (-dot(normal, s->up) >= (double)s->options->floor_cosine * CORNER_SHARE)
        return true;
    if (length_of(horizontal) < 1e-3)
        return false;
    hail_obstacles_set(s->o, &s->pose);
    return floor_ahead(s, horizontal, (double)s->options->snap);
}

bool hail_slide_find_stand(slide *s) {
    s->stood = s->stopped && dot(s->wanted, s->up) <= 0.0 && carries(s);
    s->motion = s->wanted;
    return slide_moves(s);
}

bool hail_slide_put_down(slide *s) {
    const double down = (double)s->hit.t * (double)s->options->snap;
    const uint32_t flags = s->out->flags | HAIL_ON_FLOOR;
    if (!s->stopped || !carries(s))
        return false;
    s->at = along(s->at, s->up, -down);
    s->out->flags = flags;
    if (down < (double)s->options->skin * 1e-2)
        return false;
    record_surface(s, normal_of(&s->hit), s->hit.part_b);
    s->out->flags = flags | HAIL_SNAPPED;
    return false;
}
