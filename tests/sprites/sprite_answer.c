/* tests/sprites/sprite_answer.c - what a hail_sprite_overlap must contain. */
#include "sprite_oracle.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char text[300];

__attribute__((format(printf, 1, 2))) static const char *say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return text;
}

/* ---- The first pixel --------------------------------------------------------------------------------------------- */

static bool pixel_near(double at, double slack, int32_t is) {
    return floor(at - slack) <= is && floor(at + slack) >= is;
}

/* full: undecided pixels count as touching. */
static const char *first_differs(const meeting *m, const ground *g, bool known, bool full,
                                 const hail_sprite_overlap *o) {
    const drawing *d = m->a->of;
    double x, y;
    if (!drawing_at(d, o->a_x, o->a_y))
        return say("first pixel (%d, %d): not one of a's", o->a_x, o->a_y);
    const size_t first = (size_t)o->a_y * d->width + (size_t)o->a_x;
    if (m->state[first] == 0)
        return say("first pixel (%d, %d): does not touch", o->a_x, o->a_y);
    for (size_t k = 0; k < first; k++)
        if (m->state[k] == 1 || (known && full && m->state[k] != 0))
            return say("first pixel (%d, %d): (%zu, %zu) touches, too", o->a_x, o->a_y, k % d->width, k / d->width);
    if (known && !full && m->state[first] != 1)
        return say("first pixel (%d, %d): was not counted", o->a_x, o->a_y);
    meeting_sample(m, g, (uint32_t)o->a_x, (uint32_t)o->a_y, &x, &y);
    if (!pixel_near(x, m->slack_x, o->b_x) || !pixel_near(y, m->slack_y, o->b_y))
        return say("first pixel (%d, %d): lies at (%.9g, %.9g), not in (%d, %d)", o->a_x, o->a_y, x, y, o->b_x, o->b_y);
    if (g == NULL && !drawing_at(m->b->of, o->b_x, o->b_y))
        return say("first pixel (%d, %d): b's (%d, %d) is open", o->a_x, o->a_y, o->b_x, o->b_y);
    return NULL;
}

/* ---- Sums over touching pixels ----------------------------------------------------------------------------------- */

typedef struct sums {
    uint64_t x, y;        /* sums over the pixels */
    int64_t out_x, out_y; /* sum of the outward normals of their open sides */
} sums;

static bool touches(const meeting *m, bool full, uint32_t i, uint32_t j) {
    const uint8_t state = m->state[(size_t)j * m->a->of->width + i];
    return state == 1 || (full && state != 0);
}

static sums add_up(const meeting *m, bool full) {
    const drawing *d = m->a->of;
    sums s = {0};
    for (uint32_t j = 0; j < d->height; j++) {
        for (uint32_t i = 0; i < d->width; i++) {
            if (!touches(m, full, i, j))
                continue;
            s.x += i, s.y += j;
            s.out_x += !drawing_at(d, (int64_t)i + 1, j), s.out_x -= !drawing_at(d, (int64_t)i - 1, j);
            s.out_y += !drawing_at(d, i, (int64_t)j + 1), s.out_y -= !drawing_at(d, i, (int64_t)j - 1);
        }
    }
    return s;
}

/* The extent of the touching pixels' squares along a direction. */
static double extent(const meeting *m, bool full, double push_x, double push_y) {
    const drawing *d = m->a->of;
    double least = INFINITY, most = -INFINITY;
    for (uint32_t j = 0; j < d->height; j++) {
        for (uint32_t i = 0; i < d->width; i++) {
            for (uint32_t k = 0; k < 4 && touches(m, full, i, j); k++) {
                double x, y;
                stance_place(m->a, i + k % 2, j + k / 2, &x, &y);
                least = fmin(least, x * push_x + y * push_y), most = fmax(most, x * push_x + y * push_y);
            }
        }
    }
    return most - least;
}

/* ---- Push and depth ---------------------------------------------------------------------------------------------- */

static void centre(const stance *s, double *x, double *y) {
    drawing_facts f = drawing_measure(s->of);
    stance_place(s, f.centre_x, f.centre_y, x, y);
    drawing_free_facts(&f);
}

static const char *push_differs(const char *how, double x, double y, double off, const hail_sprite_overlap *o) {
    const double length = hypot(x, y);
    if (fabs(hypot((double)o->push_x, (double)o->push_y) - 1.0) > 1e-6)
        return say("push (%.9g, %.9g): no unit vector", (double)o->push_x, (double)o->push_y);
    if (length <= 4.0 * off)
        return NULL;
    x /= length, y /= length;
    const double most = 4.0 * off / length + 2e-6;
    if (fabs((double)o->push_x - x) > most || fabs((double)o->push_y - y) > most)
        return say("push (%.9g, %.9g): by %s (%.9g, %.9g)", (double)o->push_x, (double)o->push_y, how, x, y);
    return NULL;
}

static bool same_stance(const stance *a, const stance *b) {
    return a->of == b->of && a->x == b->x && a->y == b->y && a->cos == b->cos && a->sin == b->sin &&
           a->scale_x == b->scale_x && a->scale_y == b->scale_y && a->origin_x == b->origin_x &&
           a->origin_y == b->origin_y;
}

/* No open side of a is in b, or they cancel out. */
static const char *inside_differs(const meeting *m, const hail_sprite_overlap *o) {
    double ax, ay, bx, by;
    if (same_stance(m->a, m->b))
        return o->push_x == 1.0f && o->push_y == 0.0f ? NULL : "push: coincident centres have (1, 0)";
    centre(m->a, &ax, &ay);
    centre(m->b, &bx, &by);
    const double x = m->a->x - m->b->x + (ax - bx), y = m->a->y - m->b->y + (ay - by);
    const double off =
        8.0 * sprite_ulp(stance_reach(m->a) + stance_reach(m->b) + fabs(m->a->x - m->b->x) + fabs(m->a->y - m->b->y));
    return push_differs("centres", x, y, off, o);
}

static const char *out_differs(const meeting *m, const ground *g, const sums *s, const hail_sprite_overlap *o) {
    const stance *a = m->a;
    const double x = (double)s->out_x * copysign(a->scale_y, a->scale_x);
    const double y = (double)s->out_y * copysign(a->scale_x, a->scale_y);
    if (s->out_x != 0 || s->out_y != 0)
        return push_differs("sides", -(a->cos * x - a->sin * y), -(a->sin * x + a->cos * y), 0.0, o);
    if (g == NULL)
        return inside_differs(m, o);
    return o->push_x == 0.0f && o->push_y == 0.0f && o->depth == 0.0f ? NULL : "push, depth: not 0, though inside";
}

static const char *depth_differs(const meeting *m, bool full, const hail_sprite_overlap *o) {
    const double want = extent(m, full, (double)o->push_x, (double)o->push_y), off = m->off + want * 1e-5;
    if ((double)o->depth < want - off || (double)o->depth > want * 1.09 + off)
        return say("depth %.9g: reaches %.9g", (double)o->depth, want);
    return NULL;
}

/* ---- All of it --------------------------------------------------------------------------------------------------- */

static const char *mean_differs(const meeting *m, const sums *s, const hail_sprite_overlap *o) {
    double x, y;
    stance_place(m->a, (double)s->x / o->count + 0.5, (double)s->y / o->count + 0.5, &x, &y);
    x += m->a->x, y += m->a->y;
    if (fabs((double)o->x - x) > m->off || fabs((double)o->y - y) > m->off)
        return say("mean (%.9g, %.9g): is (%.9g, %.9g)", (double)o->x, (double)o->y, x, y);
    return NULL;
}

const char *meeting_differs(const meeting *m, const ground *g, const hail_sprite_overlap *o) {
    static const hail_sprite_overlap none;
    if (!meeting_may_count(m, o->count))
        return say("count %u: %u touch, %u may", o->count, m->sure, m->undecided);
    if (o->count == 0)
        return memcmp(o, &none, sizeof none) == 0 ? NULL : "no overlap, and not all 0";
    const bool full = o->count == m->sure + m->undecided, known = full || o->count == m->sure;
    const char *wrong = first_differs(m, g, known, full, o);
    if (wrong != NULL || !known)
        return wrong;
    const sums s = add_up(m, full);
    wrong = mean_differs(m, &s, o);
    if (wrong == NULL)
        wrong = out_differs(m, g, &s, o);
    if (wrong == NULL && !(g != NULL && s.out_x == 0 && s.out_y == 0))
        wrong = depth_differs(m, full, o);
    return wrong;
}
