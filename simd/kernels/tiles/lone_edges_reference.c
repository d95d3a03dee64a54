/* simd/kernels/tiles/lone_edges_reference.c - slides of upright shapes that have one rectangle near and meet no corner
 * of it, one at a time: with the kernels that slide others, a pair a call. */
#include "box_reference.h"
#include "kernels/reference.h"

/* A shape's pair, and its contact. */
typedef struct contact {
    float x, y, t, normal_x, normal_y, at_x, at_y, depth, push_x, push_y, push_depth;
    uint32_t how, hits[1 + HAIL_SLACK], alone[1 + HAIL_SLACK], others[1 + HAIL_SLACK];
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

/* Slides the shape of a pair; false: it is not for here. */
static bool slide_pair(const hail_lone_pairs *job, uint32_t i) {
    contact c = {.x = job->x[i], .y = job->y[i]};
    hail_lone_pairs one = *job;
    one.mover += i;
    one.centre_x += i;
    one.centre_y += i;
    one.core_x += i;
    one.core_y += i;
    one.radius += i;
    one.dx += i;
    one.dy += i;
    one.cell += i;
    one.x = &c.x;
    one.y = &c.y;
    one.t = &c.t;
    one.normal_x = &c.normal_x;
    one.normal_y = &c.normal_y;
    one.depth = &c.depth;
    one.how = &c.how;
    one.push_x = &c.push_x;
    one.push_y = &c.push_y;
    one.push_depth = &c.push_depth;
    one.alone = c.alone;
    one.others = c.others;
    find_contact(job, i, false, &c);
    if (!touches_edge(job, i, &c) || !HAIL_KERNEL(lone_push)(&one, 1) || !meets_edge(job, i, &c))
        return false;
    find_contact(job, i, true, &c);
    return !HAIL_KERNEL(lone_slide)(&one, 1);
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
