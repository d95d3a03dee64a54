/* engine/sprites/pixels_pair.c - two sprites of a world, pixel against pixel. The one with the smaller pixels is tested
 * against the other. */
#include <math.h>

#include "pixel_sums.h"
#include "pixels.h"
#include "pixels_sweep.h"

/* The least time of a touch on the way: at 0 they touch when the step begins. */
static const double FIRST = 0x1p-40;

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
    hail_relative_transforms(s->kernels, &transforms, 0, 1, transform);
    hail_overlap_run(s->kernels, &job, transform, 1, sums);
    return sums->count > 0;
}

/* The motion of the fine one's pixels in the coarse one's frame. */
static hail_pixel_motion motion_of(const pixel_pair *s) {
    const hail_sprite_pose a = sprite_pose_at(s->fine, s->at, 0.0), b = sprite_pose_at(s->coarse, s->other, 0.0);
    const double over = 1.0 / (b.xx * b.yy - b.xy * b.yx);
    const double xx = b.yy * over, xy = -b.xy * over, yx = -b.yx * over, yy = b.xx * over;
    const double dx = s->at->dx - s->other->dx, dy = s->at->dy - s->other->dy;
    const double px = 0.5 - a.origin_x, py = 0.5 - a.origin_y;
    const double x = (a.x - b.x) + (a.xx * px + a.xy * py), y = (a.y - b.y) + (a.yx * px + a.yy * py);
    return (hail_pixel_motion){.x = b.origin_x + (xx * x + xy * y),
                               .y = b.origin_y + (yx * x + yy * y),
                               .ux = xx * a.xx + xy * a.yx,
                               .uy = yx * a.xx + yy * a.yx,
                               .vx = xx * a.xy + xy * a.yy,
                               .vy = yx * a.xy + yy * a.yy,
                               .dx = xx * dx + xy * dy,
                               .dy = yx * dx + yy * dy,
                               .own_dx = a.yy * dx - a.xy * dy,
                               .own_dy = a.xx * dy - a.yx * dx,
                               .aligned = a.xx == b.xx && a.yx == b.yx};
}

/* The pixels that enter this much later count as touching, too: in px of the fine one, or of the coordinates. */
static const double TOGETHER = 1.0 / 512.0, TOGETHER_REL = 0x1p-21;

/* How much later that is, in steps. */
static double later(const pixel_pair *s, double dx, double dy) {
    const double far = fabs(s->at->x) + fabs(s->at->y) + fabs(s->other->x) + fabs(s->other->y) + fabs(dx) + fabs(dy);
    return fmax(TOGETHER * s->at->scale, TOGETHER_REL * far) / sqrt(dx * dx + dy * dy);
}

/* The first time at which they touch; then *transform and *sums are those of the pixels that touch. */
static bool first_touch(const pixel_pair *s, double *t, hail_overlap *transform, hail_pixel_sums *sums) {
    const double dx = s->at->dx - s->other->dx, dy = s->at->dy - s->other->dy;
    const hail_pixel_motion motion = motion_of(s);
    if (dx == 0.0 && dy == 0.0)
        return false;
    const hail_pixel_entry first = hail_pixels_first_entry(s->kernels, &s->fine->mask, &s->coarse->mask, &motion);
    if (!(first.t <= 1.0))
        return false;
    *t = fmax(first.t, FIRST);
    if (touching_at(s, *t + later(s, dx, dy), PIXELS_ALL, transform, sums))
        return true;
    /* It cut a corner. */
    *sums = (hail_pixel_sums){0};
    sums_add(sums, s->spans, &s->fine->mask, first.y, first.x / 64 * 64, UINT64_C(1) << first.x % 64);
    return true;
}

static pixel_pair pair_of(const hail_kernels *kernels, const hail_pixels *a, const hail_pose *at, const hail_pixels *b,
                          const hail_pose *other, hail_span *spans) {
    return other->scale < at->scale ? (pixel_pair){kernels, b, a, other, at, spans}
                                    : (pixel_pair){kernels, a, b, at, other, spans};
}

bool hail_pixels_against_pixels(const hail_kernels *kernels, const hail_pixels *a, const hail_pose *at,
                                const hail_pixels *b, const hail_pose *other, bool swept, hail_contact *contact) {
    hail_span spans[HAIL_MAX_SPRITE];
    const pixel_pair s = pair_of(kernels, a, at, b, other, spans);
    hail_overlap transform;
    hail_pixel_sums sums;
    double t = 0.0;
    if (s.at->scale < (double)HAIL_TINY)
        return false;
    if (!touching_at(&s, 0.0, PIXELS_ALL, &transform, &sums)) {
        if (!swept || !first_touch(&s, &t, &transform, &sums))
            return false;
    }
    hail_sprite_overlap o;
    const hail_sprite_pose pose = sprite_pose_at(s.fine, s.at, t), other_pose = sprite_pose_at(s.coarse, s.other, t);
    hail_overlap_answer(kernels, s.fine->info, &pose, s.coarse->info, &other_pose, &transform, &sums, spans, &o);
    *contact = hail_overlap_contact(&o, other->scale < at->scale);
    contact->t = (float)t;
    contact->depth[0] = t > 0.0 ? 0.0f : o.depth;
    return true;
}

bool hail_pixels_touch_pixels(const hail_kernels *kernels, const hail_pixels *a, const hail_pose *at,
                              const hail_pixels *b, const hail_pose *other) {
    const pixel_pair s = pair_of(kernels, a, at, b, other, NULL);
    hail_overlap transform;
    hail_pixel_sums sums;
    return s.at->scale != 0.0 && touching_at(&s, 0.0, PIXELS_TOUCH, &transform, &sums);
}
