/* bench/tiles/plain_sweeps.c - what convex shapes hit on their way, see plain_contacts.h. */
#include "plain_contacts.h"

#include "plain_exposed.h"
#include "plain_nearest.h"

#include <hail/tilemap.h>

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

/* When the shape comes to within r of a vertex. */
static bool sweep_vertex(const nearest_face *nearest, float r, const plain_motion *m, float at, plain_contact *hit) {
    /* from_x, from_y are of the time `at`. */
    const float ox = nearest->from_x - m->dx * at, oy = nearest->from_y - m->dy * at;
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

/* When the shape, with rounding r, reaches a rectangle, up to the time `limit`; t is 0 if it touches it at the start.
 * Clips the way against the faces (M. Cyrus, J. Beck, 1978), moved out by the rounding; where that is beyond a face's
 * end, the vertex counts. */
static bool sweep_rect(const cell_rect *rect, const plain_convex *shape, float r, const plain_motion *m,
                       const face_rates *rates, float limit, plain_contact *hit, bool *at_start) {
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
            return sweep_vertex(&nearest, r, m, 0.0f, hit) && hit->t <= limit;
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
    return !nearest.vertex || (sweep_vertex(&nearest, r, m, enter, hit) && hit->t <= limit);
}

bool plain_sweep_one_way(const cells_near *near, const cell_rect *rect, const plain_convex *shape,
                         const plain_motion *m, plain_contact *hit) {
    const uint32_t side = rect->side - 1;
    const float r = shape->rounding, *bounds = shape->bounds;
    const float gap = side == LEFT    ? rect->at[LEFT] - (m->x + bounds[RIGHT] + r)
                      : side == TOP   ? rect->at[TOP] - (m->y + bounds[BOTTOM] + r)
                      : side == RIGHT ? m->x + bounds[LEFT] - r - rect->at[RIGHT]
                                      : m->y + bounds[TOP] - r - rect->at[BOTTOM];
    const float speed = side == LEFT ? m->dx : side == TOP ? m->dy : side == RIGHT ? -m->dx : -m->dy;
    if (m->through || speed <= 0.0f || gap < -(m->skin + HAIL_ONE_WAY_SLACK) || gap > speed)
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

typedef struct sweep_job {
    const cells_near *near;
    const plain_convex *shape;
    const plain_motion *motion;
    face_rates rates;
    float slow; /* px: moving into a surface by less is none */
} sweep_job;

/* When the shape, with rounding r, reaches an exposed side or corner of a rectangle, up to the time `limit`. */
static bool hits(const sweep_job *job, const cell_rect *rect, float r, float limit, plain_contact *hit) {
    const plain_motion *m = job->motion;
    bool at_start;
    if (rect->side)
        return plain_sweep_one_way(job->near, rect, job->shape, m, hit);
    return sweep_rect(rect, job->shape, r, m, &job->rates, limit, hit, &at_start) &&
           (plain_is_exposed(job->near, rect, job->shape, m->x + m->dx * hit->t, m->y + m->dy * hit->t, hit) ||
            (at_start && plain_find_exit(job->near, rect, job->shape, m->x, m->y, exit_inset, hit)));
}

/* Whether a hit is with a corner: also one of a flat side that counts as one with a side that it is not in front of. */
static bool at_corner(const sweep_job *job, const cell_rect *rect, const plain_contact *hit) {
    const bool upright = hit->ny == 0.0f;
    const uint32_t side = hit->nx < 0.0f ? LEFT : hit->nx > 0.0f ? RIGHT : hit->ny < 0.0f ? TOP : BOTTOM;
    const plain_motion *m = job->motion;
    if (rect->side || plain_at_corner(hit))
        return !rect->side;
    const float from = job->shape->from[side], to = job->shape->to[side],
                at = upright ? m->y + m->dy * hit->t : m->x + m->dx * hit->t;
    return from < to && (at + to <= rect->at[upright ? TOP : LEFT] || at + from >= rect->at[upright ? BOTTOM : RIGHT]);
}

static inline float speed_into(const sweep_job *job, const plain_contact *hit) {
    return -(job->motion->dx * hit->nx + job->motion->dy * hit->ny);
}

/* Whether and how a corner stops the shape is decided by the shape without its skin. *until: when that hits it. */
static bool hits_bare(const sweep_job *job, const cell_rect *rect, float limit, plain_contact *hit, float *until) {
    plain_contact bare;
    if (!hits(job, rect, job->shape->rounding - job->motion->skin, limit, &bare))
        return false;
    hit->nx = bare.nx;
    hit->ny = bare.ny;
    *until = bare.t;
    return true;
}

/* The core's vertex that goes ahead against the normal. */
static void set_hit_point(const plain_convex *shape, const plain_motion *m, plain_contact *hit) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < shape->vertices; i++)
        if (hit->nx * (shape->x[i] - shape->x[best]) + hit->ny * (shape->y[i] - shape->y[best]) < 0.0f)
            best = i;
    set_one_point(shape, m->x + m->dx * hit->t, m->y + m->dy * hit->t, shape->x[best], shape->y[best], hit);
}

/* The hits so far. Of the corners only the one counts that the shape without its skin hits first, if it hits no side
 * before. */
typedef struct first_hits {
    bool side, corner;
    plain_contact first_side, first_corner;
    float side_until, corner_until; /* when the shape without its skin hits these */
} first_hits;

static void take_hit(const sweep_job *job, const cell_rect *rect, float limit, plain_contact *hit, first_hits *first) {
    const float skin = job->motion->skin;
    float until;
    if (skin > 0.0f && at_corner(job, rect, hit)) {
        if (!hits_bare(job, rect, limit, hit, &until) || speed_into(job, hit) <= job->slow ||
            (first->corner &&
             (until > first->corner_until || (until == first->corner_until && !earlier(hit, &first->first_corner)))))
            return;
        first->first_corner = *hit;
        first->corner_until = until;
        first->corner = true;
        return;
    }
    const float speed = speed_into(job, hit);
    if (speed <= job->slow)
        return;
    until = hit->t + skin / speed;
    first->side_until = until < first->side_until ? until : first->side_until;
    if (first->side && !earlier(hit, &first->first_side))
        return;
    hit->t = first->side && first->first_side.t < hit->t ? first->first_side.t : hit->t;
    first->first_side = *hit;
    first->side = true;
}

bool plain_sweep_cells(const cells_near *near, const plain_convex *shape, const plain_motion *m, plain_contact *best) {
    sweep_job job = {.near = near, .shape = shape, .motion = m, .slow = (fabsf(m->dx) + fabsf(m->dy)) * 1e-6f};
    first_hits first;
    find_rates(shape, m, &job.rates);
    first.side = first.corner = false;
    first.side_until = first.corner_until = 1.0f;
    for (size_t i = 0; i < near->count; i++) {
        plain_contact hit;
        const float until = first.side_until < first.corner_until ? first.side_until : first.corner_until,
                    limit = until + same_time < 1.0f ? until + same_time : 1.0f;
        if (!misses_box(&near->rect[i], job.rates.box) && hits(&job, &near->rect[i], shape->rounding, limit, &hit))
            take_hit(&job, &near->rect[i], limit, &hit, &first);
    }
    if (!first.side && !first.corner)
        return false;
    const bool corner = first.corner && first.corner_until <= first.side_until &&
                        (!first.side || earlier(&first.first_corner, &first.first_side));
    if (!corner && !first.side)
        return false;
    *best = corner ? first.first_corner : first.first_side;
    best->exposed = true;
    set_hit_point(shape, m, best);
    return true;
}
