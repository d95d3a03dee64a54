/* bench/tiles/plain_sweeps.c - what convex shapes hit on their way, see plain_contacts.h. */
#include "plain_contacts.h"

#include "plain_exposed.h"
#include "plain_nearest.h"

#include <math.h>

static const float exit_inset = 0.04f;   /* px */
static const float same_time = 0x1p-20f; /* hits at about the same time: the deeper counts */

/* How fast the shape comes nearer to each face. */
typedef struct face_rates {
    float rate[CONVEX_FACES], inverse[CONVEX_FACES];
    float box[SIDES]; /* that the shape passes */
} face_rates;

static void find_rates(const plain_convex *shape, const plain_motion *m, face_rates *rates) {
    const float r = shape->rounding, *bounds = shape->bounds;
    for (uint32_t i = 0; i < shape->faces; i++) {
        float rate = shape->face[i].nx * m->dx + shape->face[i].ny * m->dy;
        rates->rate[i] = fabsf(rate) > 1e-12f ? rate : 0.0f;
        rates->inverse[i] = rates->rate[i] != 0.0f ? 1.0f / rate : 0.0f;
    }
    rates->box[LEFT] = m->x + bounds[LEFT] - r + (m->dx < 0.0f ? m->dx : 0.0f);
    rates->box[TOP] = m->y + bounds[TOP] - r + (m->dy < 0.0f ? m->dy : 0.0f);
    rates->box[RIGHT] = m->x + bounds[RIGHT] + r + (m->dx > 0.0f ? m->dx : 0.0f);
    rates->box[BOTTOM] = m->y + bounds[BOTTOM] + r + (m->dy > 0.0f ? m->dy : 0.0f);
}

static inline bool misses_box(const cell_rect *rect, const float box[SIDES]) {
    return (box[LEFT] > rect->at[RIGHT]) | (box[RIGHT] < rect->at[LEFT]) | (box[TOP] > rect->at[BOTTOM]) |
           (box[BOTTOM] < rect->at[TOP]);
}

/* When the shape comes to within its rounding of a vertex. */
static bool sweep_vertex(const nearest_face *nearest, const plain_convex *shape, const plain_motion *m, float at,
                         plain_contact *hit) {
    /* from_x, from_y are of the time `at`. */
    const float r = shape->rounding, ox = nearest->from_x - m->dx * at, oy = nearest->from_y - m->dy * at;
    const float a = m->dx * m->dx + m->dy * m->dy, b = -(ox * m->dx + oy * m->dy), cross = ox * m->dy - oy * m->dx;
    const float square = a * r * r - cross * cross;
    if (b <= 0.0f || square < 0.0f || r <= 0.0f)
        return false;
    hit->t = (ox * ox + oy * oy - r * r) / (b + sqrtf(square));
    hit->t = hit->t > 0.0f ? hit->t : 0.0f;
    hit->nx = (ox + m->dx * hit->t) / r;
    hit->ny = (oy + m->dy * hit->t) / r;
    return true;
}

/* When the shape reaches a rectangle, up to the time `limit`; t is 0 if it touches it at the start. Clips the way
 * against the faces (M. Cyrus, J. Beck, 1978), moved out by the rounding; where that is beyond a face's end, the
 * vertex counts. */
static bool sweep_rect(const cell_rect *rect, const plain_convex *shape, const plain_motion *m, const face_rates *rates,
                       float limit, plain_contact *hit, bool *at_start) {
    const float r = shape->rounding;
    float enter = -HUGE_VALF, leave = limit, furthest = -HUGE_VALF;
    nearest_face nearest = {.face = shape->face};
    const convex_face *first = shape->face;
    for (uint32_t i = 0; i < shape->faces; i++) {
        const float gap = convex_gap(&shape->face[i], rect, m->x, m->y) - r, t = -gap * rates->inverse[i];
        if (gap > furthest)
            furthest = gap, first = &shape->face[i];
        if (rates->rate[i] < 0.0f) {
            if (t > enter)
                enter = t, nearest.face = &shape->face[i];
        } else if (gap > 0.0f) {
            return false;
        } else if (rates->rate[i] > 0.0f && t < leave) {
            leave = t;
        }
    }
    if (enter > leave)
        return false;
    *at_start = false;
    hit->depth = 0.0f;
    hit->cell = rect->cell;
    if (furthest <= 0.0f) { /* at the start it is within the moved faces */
        nearest.face = first;
        if (furthest + r > 0.0f)
            find_vertex(rect, shape, m->x, m->y, &nearest);
        const float square = nearest.from_x * nearest.from_x + nearest.from_y * nearest.from_y;
        if (nearest.vertex && square > r * r)
            return sweep_vertex(&nearest, shape, m, 0.0f, hit) && hit->t <= limit;
        *at_start = true;
        hit->t = 0.0f;
        hit->nx = first->nx;
        hit->ny = first->ny;
        hit->depth = -furthest;
        if (nearest.vertex) {
            const float distance = sqrtf(square);
            hit->nx = nearest.from_x / distance;
            hit->ny = nearest.from_y / distance;
            hit->depth = r - distance;
        }
        return true;
    }
    hit->t = enter;
    hit->nx = nearest.face->nx;
    hit->ny = nearest.face->ny;
    if (r == 0.0f)
        return true;
    find_vertex(rect, shape, m->x + m->dx * enter, m->y + m->dy * enter, &nearest);
    return !nearest.vertex || (sweep_vertex(&nearest, shape, m, enter, hit) && hit->t <= limit);
}

/* When the shape comes down on the side of a one-way rectangle. */
static bool sweep_one_way(const cells_near *near, const cell_rect *rect, const plain_convex *shape,
                          const plain_motion *m, plain_contact *hit) {
    const uint32_t side = rect->side - 1;
    const float r = shape->rounding, *bounds = shape->bounds;
    const float gap = side == LEFT    ? rect->at[LEFT] - (m->x + bounds[RIGHT] + r)
                      : side == TOP   ? rect->at[TOP] - (m->y + bounds[BOTTOM] + r)
                      : side == RIGHT ? m->x + bounds[LEFT] - r - rect->at[RIGHT]
                                      : m->y + bounds[TOP] - r - rect->at[BOTTOM];
    const float speed = side == LEFT ? m->dx : side == TOP ? m->dy : side == RIGHT ? -m->dx : -m->dy;
    if (speed <= 0.0f || gap < -m->slack || gap > speed)
        return false;
    hit->t = gap > 0.0f ? gap / speed : 0.0f;
    hit->depth = gap < 0.0f ? -gap : 0.0f;
    hit->nx = side == LEFT ? -1.0f : side == RIGHT ? 1.0f : 0.0f;
    hit->ny = side == TOP ? -1.0f : side == BOTTOM ? 1.0f : 0.0f;
    hit->cell = rect->cell;
    return plain_over_edge(near, rect, shape, m->x + m->dx * hit->t, m->y + m->dy * hit->t);
}

static bool earlier(const plain_contact *hit, const plain_contact *than) {
    if (fabsf(hit->t - than->t) > same_time)
        return hit->t < than->t;
    if (hit->depth != than->depth)
        return hit->depth > than->depth;
    return hit->cell < than->cell;
}

/* Whether a rectangle is hit, by an exposed side or corner that the shape moves into. */
static bool hits(const cells_near *near, const cell_rect *rect, const plain_convex *shape, const plain_motion *m,
                 const face_rates *rates, float limit, plain_contact *hit) {
    bool at_start;
    if (rect->side)
        return !m->through && sweep_one_way(near, rect, shape, m, hit);
    if (!sweep_rect(rect, shape, m, rates, limit, hit, &at_start))
        return false;
    if (!plain_is_exposed(near, rect, shape, m->x + m->dx * hit->t, m->y + m->dy * hit->t, hit) &&
        (!at_start || !plain_find_exit(near, rect, shape, m->x, m->y, exit_inset, hit)))
        return false;
    const float slow = (fabsf(m->dx) + fabsf(m->dy)) * 1e-6f;
    return -(m->dx * hit->nx + m->dy * hit->ny) > slow;
}

/* The core's vertex that goes ahead against the normal. */
static void set_hit_point(const plain_convex *shape, const plain_motion *m, plain_contact *hit) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < shape->vertices; i++)
        if (hit->nx * (shape->x[i] - shape->x[best]) + hit->ny * (shape->y[i] - shape->y[best]) < 0.0f)
            best = i;
    set_one_point(shape, m->x + m->dx * hit->t, m->y + m->dy * hit->t, shape->x[best], shape->y[best], hit);
}

bool plain_sweep_cells(const cells_near *near, const plain_convex *shape, const plain_motion *m, plain_contact *best) {
    bool found = false;
    face_rates rates;
    find_rates(shape, m, &rates);
    for (size_t i = 0; i < near->count; i++) {
        plain_contact hit;
        const float limit = found ? best->t + same_time : 1.0f;
        if (misses_box(&near->rect[i], rates.box) || !hits(near, &near->rect[i], shape, m, &rates, limit, &hit) ||
            (found && !earlier(&hit, best)))
            continue;
        hit.t = found && best->t < hit.t ? best->t : hit.t;
        *best = hit;
        found = true;
    }
    if (!found)
        return false;
    best->exposed = true;
    set_hit_point(shape, m, best);
    return true;
}
