/* simd/kernels/tiles/expose_boxes_reference.c - exposed edges and corners, one pair at a time: docs/arithmetic.md,
 * "Shapes against maps". */
#include "kernels/reference.h"

enum { LEFT, TOP, RIGHT, BOTTOM };

typedef struct pair {
    float x, y, wide, high, core_x, core_y, radius; /* (x, y): the shape's centre, from the box's left and top */
    uint32_t open[4];
} pair;

static uint32_t pixel_at(float a, float size) {
    const float last = size - 1.0f;
    return a > 0.0f ? (uint32_t)(a < last ? a : last) : 0;
}

static bool edge_open(uint32_t open, float from, float to, float size) {
    const uint32_t first = pixel_at(from - HAIL_EDGE_SLACK, size), last = pixel_at(to + HAIL_EDGE_SLACK, size);
    for (uint32_t at = first; at <= last; at++)
        if (open >> at & 1u)
            return true;
    return false;
}

static bool corner_open(const pair *p, float nx, float ny) {
    const uint32_t x = nx < 0.0f ? (uint32_t)p->wide - 1 : 0, y = ny < 0.0f ? (uint32_t)p->high - 1 : 0;
    return (p->open[nx < 0.0f ? RIGHT : LEFT] >> y & p->open[ny < 0.0f ? BOTTOM : TOP] >> x) & 1u;
}

static bool side_open(const pair *p, float nx, float ny) {
    if (ny == 0.0f)
        return edge_open(p->open[nx < 0.0f ? RIGHT : LEFT], p->y - p->core_y, p->y + p->core_y, p->high);
    return edge_open(p->open[ny < 0.0f ? BOTTOM : TOP], p->x - p->core_x, p->x + p->core_x, p->wide);
}

static void straighten(float *nx, float *ny) {
    const bool upright = fabsf(*nx) < fabsf(*ny);
    *nx = upright ? 0.0f : *nx > 0.0f ? 1.0f : -1.0f;
    *ny = upright ? (*ny > 0.0f ? 1.0f : -1.0f) : 0.0f;
}

/* A normal lies between those of its corner's two edges. If rounding made it point beyond one, it becomes that one. */
static void clamp_normal(const pair *p, float *nx, float *ny) {
    const bool x_holds = (*nx < 0.0f) == (p->x > p->wide * 0.5f), y_holds = (*ny < 0.0f) == (p->y > p->high * 0.5f);
    if (fabsf(*nx) <= HAIL_STRAIGHT || fabsf(*ny) <= HAIL_STRAIGHT || (x_holds && y_holds))
        return;
    *nx = y_holds ? 0.0f : *nx > 0.0f ? 1.0f : -1.0f;
    *ny = y_holds ? (*ny > 0.0f ? 1.0f : -1.0f) : 0.0f;
}

/* Whether the contact is exposed; may straighten its normal. */
static bool exposed(const pair *p, float *nx, float *ny) {
    clamp_normal(p, nx, ny);
    const float small = fabsf(*nx) < fabsf(*ny) ? fabsf(*nx) : fabsf(*ny);
    float straight_x = *nx, straight_y = *ny;
    straighten(&straight_x, &straight_y);
    if (small > HAIL_STRAIGHT && corner_open(p, *nx, *ny))
        return true;
    const bool open = small <= HAIL_NEARLY_STRAIGHT && side_open(p, straight_x, straight_y);
    if (open || small <= HAIL_STRAIGHT) {
        *nx = straight_x;
        *ny = straight_y;
    }
    return open;
}

/* The exposed side that is overlapped least; -1: there is none. */
static int find_exit(const pair *p, float inset, float *depth) {
    static const int order[4] = {LEFT, RIGHT, TOP, BOTTOM};
    const float reach_x = p->core_x + p->radius, reach_y = p->core_y + p->radius;
    const float deep[4] = {p->x + reach_x, p->y + reach_y, p->wide - (p->x - reach_x), p->high - (p->y - reach_y)};
    int best = -1;
    for (int k = 0; k < 4; k++) {
        const int side = order[k];
        const bool beside = side == LEFT || side == RIGHT;
        const float size = beside ? p->high : p->wide;
        float from = beside ? (p->y - reach_y) + inset : (p->x - reach_x) + inset;
        float to = beside ? (p->y + reach_y) - inset : (p->x + reach_x) - inset;
        from = from > 0.0f ? from : 0.0f;
        to = to < size ? to : size;
        if (from <= to && (best < 0 || deep[side] < deep[best]) && edge_open(p->open[side], from, to, size))
            best = side;
    }
    *depth = best < 0 ? 0.0f : deep[best];
    return *depth >= 0.0f ? best : -1;
}

static pair read_pair(const hail_exposures *job, uint32_t i) {
    return (pair){.x = job->wide[i] * 0.5f - job->x[i],
                  .y = job->high[i] * 0.5f - job->y[i],
                  .wide = job->wide[i],
                  .high = job->high[i],
                  .open = {job->open[0][i], job->open[1][i], job->open[2][i], job->open[3][i]}};
}

void hail_kernel_expose_boxes_reference(const hail_exposures *job, uint32_t count) {
    static const float into_x[4] = {1.0f, 0.0f, -1.0f, 0.0f}, into_y[4] = {0.0f, 1.0f, 0.0f, -1.0f};
    for (uint32_t i = 0; i < count; i++) {
        pair p = read_pair(job, i);
        p.core_x = job->core_x[i];
        p.core_y = job->core_y[i];
        p.radius = job->radius[i];
        pair there = p;
        there.x += job->dx[i] * job->t[i];
        there.y += job->dy[i] * job->t[i];
        job->how[i] = exposed(&there, &job->normal_x[i], &job->normal_y[i]) ? HAIL_IS_EXPOSED : HAIL_IS_BURIED;
        if (job->how[i] || job->t[i] != 0.0f || !(job->depth[i] >= 0.0f))
            continue;
        float depth;
        const int side = find_exit(&p, job->inset, &depth);
        if (side < 0)
            continue;
        job->normal_x[i] = into_x[side];
        job->normal_y[i] = into_y[side];
        job->depth[i] = depth;
        job->how[i] = HAIL_IS_EXIT;
    }
}

/* ---- Any convex shapes ------------------------------------------------------------------------------------------- */

static bool normal_right(const hail_exposures *job, uint32_t i) {
    const float nx = job->normal_x[i], ny = job->normal_y[i], back = job->depth[i] * 0.5f;
    const float x = job->at_x[i] - nx * back - job->x[i], y = job->at_y[i] - ny * back - job->y[i];
    return (job->features[i] & 255u) < job->first_corner ||
           ((nx < 0.0f ? x : -x) > HAIL_CORNER_FAR && (ny < 0.0f ? y : -y) > HAIL_CORNER_FAR);
}

/* HAIL_IS_...; straightens a straight normal. */
static uint32_t judge(const hail_exposures *job, uint32_t i) {
    float *nx = &job->normal_x[i], *ny = &job->normal_y[i], straight_x = *nx, straight_y = *ny;
    const float small = fabsf(*nx) < fabsf(*ny) ? fabsf(*nx) : fabsf(*ny);
    if (job->cell[i] == UINT32_MAX || (job->special >> (job->mover[i] >> 8) & 1u))
        return HAIL_IS_UNSURE;
    if (small > HAIL_STRAIGHT) {
        const pair p = read_pair(job, i);
        const bool open = corner_open(&p, *nx, *ny);
        if (!normal_right(job, i) || (!open && small <= HAIL_NEARLY_STRAIGHT))
            return HAIL_IS_UNSURE;
        return open ? HAIL_IS_EXPOSED : HAIL_IS_BURIED;
    }
    straighten(&straight_x, &straight_y);
    const bool across = straight_y == 0.0f;
    const uint32_t side = across ? (straight_x < 0.0f ? RIGHT : LEFT) : straight_y < 0.0f ? BOTTOM : TOP;
    const uint32_t size = (uint32_t)(across ? job->high[i] : job->wide[i]), open = job->open[side][i];
    const bool all = open == UINT32_MAX >> (32 - size);
    if (open && !all)
        return HAIL_IS_UNSURE;
    *nx = straight_x;
    *ny = straight_y;
    return all ? HAIL_IS_EXPOSED : HAIL_IS_BURIED;
}

uint32_t hail_kernel_expose_convexes_reference(const hail_exposures *job, uint32_t count) {
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!(job->depth[i] >= 0.0f) || job->how[i] != HAIL_IS_UNSURE)
            continue;
        job->how[i] = judge(job, i);
        if (job->how[i] == HAIL_IS_UNSURE || (job->how[i] == HAIL_IS_BURIED && !(job->t[i] > 0.0f)))
            job->more[listed++] = i;
    }
    return listed;
}
