/* simd/kernels/tiles/lone_edges_reference.c - slides of upright shapes that have one rectangle near and meet no corner
 * of it, one at a time: with the kernel that slides others, a pair a call. */
#include "box_reference.h"
#include "kernels/reference.h"

/* A shape's pair, and its contact. */
typedef struct contact {
    float x, y, t, normal_x, normal_y, at_x, at_y, depth;
    uint32_t how, hits[1 + HAIL_SLACK];
} contact;

/* Asks whether a contact is exposed. */
static hail_exposures exposures_of(const hail_lone_pairs *job, uint32_t i, contact *c) {
    return (hail_exposures){.x = &c->x,
                            .y = &c->y,
                            .wide = job->wide + i,
                            .high = job->high + i,
                            .core_x = job->core_x + i,
                            .core_y = job->core_y + i,
                            .radius = job->radius + i,
                            .dx = job->dx + i,
                            .dy = job->dy + i,
                            .t = &c->t,
                            .open = {job->open[0] + i, job->open[1] + i, job->open[2] + i, job->open[3] + i},
                            .normal_x = &c->normal_x,
                            .normal_y = &c->normal_y,
                            .depth = &c->depth,
                            .how = &c->how};
}

static void find_contact(const hail_lone_pairs *job, uint32_t i, bool swept, contact *c) {
    const float still = 0.0f;
    const hail_circle_boxes boxes = {.x = &c->x,
                                     .y = &c->y,
                                     .half_x = job->half_x + i,
                                     .half_y = job->half_y + i,
                                     .reach = job->reach + i,
                                     .radius = job->radius + i,
                                     .dx = swept ? job->dx + i : &still,
                                     .dy = swept ? job->dy + i : &still,
                                     .t = &c->t,
                                     .normal_x = &c->normal_x,
                                     .normal_y = &c->normal_y,
                                     .at_x = &c->at_x,
                                     .at_y = &c->at_y,
                                     .depth = &c->depth,
                                     .hits = c->hits};
    const hail_exposures box = exposures_of(job, i, c);
    if ((swept ? HAIL_KERNEL(sweep_circle_boxes) : HAIL_KERNEL(touch_circle_boxes))(&boxes, 1))
        HAIL_KERNEL(expose_boxes)(&box, 1);
}

static pair pair_at(const hail_lone_pairs *job, uint32_t i, const contact *c) {
    const float radius = job->radius[i];
    return (pair){.centre = {0.0f - c->x, 0.0f - c->y},
                  .motion = {job->dx[i], job->dy[i]},
                  .half = {job->half_x[i], job->half_y[i]},
                  .radius = radius,
                  .margin = (radius + job->reach[i]) * HAIL_TOLERANCE};
}

/* Whether what a shape touches is for here. */
static bool touches_edge(const hail_lone_pairs *job, uint32_t i, const contact *c) {
    const pair p = pair_at(job, i, c);
    return !(c->depth >= 0.0f) || (!region_of(&p, widest(&p), p.centre, false).corner && c->how == HAIL_IS_EXPOSED &&
                                   (double)c->depth <= job->around);
}

/* Whether an edge is exposed where the shape reaches it at t. */
static bool is_open(const hail_lone_pairs *job, uint32_t i, const contact *c, uint32_t edge, float t) {
    contact there = *c;
    there.t = t;
    there.normal_x = 0.0f - edges[edge].n.x;
    there.normal_y = 0.0f - edges[edge].n.y;
    there.depth = -1.0f; /* no exit is looked for */
    const hail_exposures exposures = exposures_of(job, i, &there);
    HAIL_KERNEL(expose_boxes)(&exposures, 1);
    return there.how == HAIL_IS_EXPOSED;
}

/* Whether what a shape comes to on its way is for here. */
static bool meets_edge(const hail_lone_pairs *job, uint32_t i, const contact *c) {
    const pair p = pair_at(job, i, c);
    float t;
    uint32_t edge;
    if (!clip_path(&p, &t, &edge))
        return true;
    edge = edge == 4 ? widest(&p) : edge;
    return !region_of(&p, edge, along(p.centre, p.motion, t), t > 0.0f).corner && is_open(job, i, c, edge, t);
}

/* Along one axis: the rectangle's centre from a shape that is pushed by `far`. */
static float pushed_from(float centre, float start, float corner, float far) {
    const double at = ((double)start - (double)corner) - (double)far;
    return (float)((double)centre - at);
}

/* Pushes a shape out of what it touches. */
static void push(const hail_lone_pairs *job, uint32_t i, contact *c) {
    const uint32_t tag = job->tag[job->mover[i] & 255];
    if (!((double)c->depth > job->slack))
        return;
    c->x = pushed_from(job->centre_x[i], job->start_x[tag], job->corner_x, c->normal_x * c->depth);
    c->y = pushed_from(job->centre_y[i], job->start_y[tag], job->corner_y, c->normal_y * c->depth);
}

/* Slides the shape of a pair; false: it is not for here. */
static bool slide_pair(const hail_lone_pairs *job, uint32_t i) {
    contact c = {.x = job->x[i], .y = job->y[i]};
    const uint32_t one = 1;
    uint32_t refused[1 + HAIL_SLACK];
    const hail_slides_among slide = {job, &i, &one, 1, refused};
    find_contact(job, i, false, &c);
    if (!touches_edge(job, i, &c))
        return false;
    push(job, i, &c);
    return meets_edge(job, i, &c) && !HAIL_KERNEL(slide_among)(&slide, 1);
}

uint32_t HAIL_KERNEL(lone_edges)(const hail_lone_pairs *job, uint32_t count) {
    uint32_t others = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t mover = job->mover[i] & 255;
        const bool alone =
            (i == 0 || (job->mover[i - 1] & 255) != mover) && (i + 1 == count || (job->mover[i + 1] & 255) != mover);
        if (!alone || !slide_pair(job, i))
            job->others[others++] = i;
    }
    return others;
}
