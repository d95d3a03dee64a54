/* engine/sprites/pixels_pair.c - two sprites of a world, pixel against pixel. The one with the smaller pixels is tested
 * against the other; a sweep tests them at small steps of time. */
#include <math.h>

#include "pixels.h"

enum { MAX_MOMENTS = 4096 }; /* the most times in a step at which a pair is tested */

static hail_sprite_pose sprite_pose_at(const hail_pixels *p, const hail_pose *at, double t) {
    const double c = at->cos * at->scale, s = at->sin * at->scale;
    return (hail_sprite_pose){.x = at->x + at->dx * t,
                              .y = at->y + at->dy * t,
                              .xx = c,
                              .xy = -s,
                              .yx = s,
                              .yy = c,
                              .origin_x = (double)p->info->origin_x,
                              .origin_y = (double)p->info->origin_y,
                              .plain = at->cos == 1.0 && at->sin == 0.0 && at->scale == 1.0,
                              .flat = at->scale == 0.0};
}

/* Two sprites; `fine` is the one with the smaller pixels, `at` its pose. */
typedef struct pixel_pair {
    const hail_kernels *kernels;
    const hail_pixels *fine, *coarse;
    const hail_pose *at, *other;
    hail_span *spans;
} pixel_pair;

/* One instance as columns of one entry. */
typedef struct columns {
    float x, y, cos, sin, scale;
} columns;

static columns columns_at(const hail_pose *p, double t) {
    return (columns){(float)(p->x + p->dx * t), (float)(p->y + p->dy * t), (float)p->cos, (float)p->sin,
                     (float)p->scale};
}

static hail_sprite_side side_of(const hail_pixels *p, const columns *o) {
    return (hail_sprite_side){.frames = p->set->frames.data,
                              .sprite = &p->sprite,
                              .x = &o->x,
                              .y = &o->y,
                              .cos = &o->cos,
                              .sin = &o->sin,
                              .scale_x = &o->scale};
}

static bool touching_at(const pixel_pair *s, double t, hail_pixel_question of, hail_overlap *transform,
                        hail_pixel_sums *sums) {
    const columns a = columns_at(s->at, t), b = columns_at(s->other, t);
    const hail_relative_transform_job transforms = {
        .a = side_of(s->fine, &a), .b = side_of(s->coarse, &b), .tiny = HAIL_TINY};
    const hail_overlap_job job = {
        .a = spriteset_masks(s->fine->set), .b = spriteset_masks(s->coarse->set), .of = of, .spans = s->spans};
    s->kernels->relative_transform(&transforms, 0, 1, transform);
    hail_overlap_run(s->kernels, &job, transform, 1, sums);
    return sums->count > 0;
}

/* The interval of time in which their bounding circles touch; false: there is none. */
static bool near_interval(const pixel_pair *s, double dx, double dy, double *from, double *to) {
    const double reach =
        (double)s->fine->info->radius * s->at->scale + (double)s->coarse->info->radius * s->other->scale;
    const double x = s->at->x - s->other->x, y = s->at->y - s->other->y, a = dx * dx + dy * dy, b = x * dx + y * dy;
    const double root = b * b - a * (x * x + y * y - reach * reach * 1.001);
    if (!(a > 0.0) || !(root >= 0.0))
        return false;
    *from = fmax((-b - sqrt(root)) / a, 0.0);
    *to = fmin((-b + sqrt(root)) / a, 1.0);
    return *from <= *to;
}

/* The first time at which they touch: tested every half pixel of their motion, but at most MAX_MOMENTS times, then
 * refined by bisection. False: they touch at none of those times. */
static bool first_touch(const pixel_pair *s, double *first) {
    const double dx = s->at->dx - s->other->dx, dy = s->at->dy - s->other->dy;
    double from, to;
    if (!near_interval(s, dx, dy, &from, &to))
        return false;
    const double halves = sqrt(dx * dx + dy * dy) * (to - from) / (0.5 * s->at->scale);
    const int32_t moments = halves < MAX_MOMENTS ? (int32_t)halves + 1 : MAX_MOMENTS;
    hail_overlap transform;
    hail_pixel_sums sums;
    double before = from;
    for (int32_t k = 1; k <= moments; k++) {
        double after = k == moments ? to : from + (to - from) * k / moments;
        if (!touching_at(s, after, PIXELS_TOUCH, &transform, &sums)) {
            before = after;
            continue;
        }
        for (int half = 0; half < 8; half++) {
            const double middle = (before + after) / 2.0;
            if (touching_at(s, middle, PIXELS_TOUCH, &transform, &sums))
                after = middle;
            else
                before = middle;
        }
        *first = after;
        return true;
    }
    return false;
}

bool hail_pixels_against_pixels(const hail_kernels *kernels, const hail_pixels *a, const hail_pose *at,
                                const hail_pixels *b, const hail_pose *other, bool swept, hail_contact *contact) {
    const bool b_finer = other->scale < at->scale;
    hail_span spans[HAIL_MAX_SPRITE];
    const pixel_pair s = {.kernels = kernels,
                          .spans = spans,
                          .fine = b_finer ? b : a,
                          .coarse = b_finer ? a : b,
                          .at = b_finer ? other : at,
                          .other = b_finer ? at : other};
    hail_overlap transform;
    hail_pixel_sums sums;
    double t = 0.0;
    if (s.at->scale == 0.0)
        return false;
    if (!touching_at(&s, 0.0, PIXELS_ALL, &transform, &sums)) {
        if (!swept || !first_touch(&s, &t))
            return false;
        touching_at(&s, t, PIXELS_ALL, &transform, &sums);
    }
    hail_sprite_overlap o;
    const hail_sprite_pose pose = sprite_pose_at(s.fine, s.at, t), other_pose = sprite_pose_at(s.coarse, s.other, t);
    hail_overlap_answer(s.fine->info, &pose, s.coarse->info, &other_pose, &transform, &sums, spans, &o);
    const float sign = b_finer ? 1.0f : -1.0f;
    *contact = (hail_contact){.count = 1, .t = (float)t};
    contact->normal_x = sign * o.push_x + 0.0f;
    contact->normal_y = sign * o.push_y + 0.0f;
    contact->x[0] = o.x;
    contact->y[0] = o.y;
    contact->depth[0] = t > 0.0 ? 0.0f : o.depth;
    return true;
}

bool hail_pixels_touch_pixels(const hail_kernels *kernels, const hail_pixels *a, const hail_pose *at,
                              const hail_pixels *b, const hail_pose *other) {
    const bool b_finer = other->scale < at->scale;
    const pixel_pair s = {.kernels = kernels,
                          .fine = b_finer ? b : a,
                          .coarse = b_finer ? a : b,
                          .at = b_finer ? other : at,
                          .other = b_finer ? at : other};
    hail_overlap transform;
    hail_pixel_sums sums;
    return s.at->scale != 0.0 && touching_at(&s, 0.0, PIXELS_TOUCH, &transform, &sums);
}
