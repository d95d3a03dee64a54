/* bench/tiles/plain_contacts.c - what convex shapes touch where they are, see plain_contacts.h. */
#include "plain_contacts.h"

#include "plain_exposed.h"
#include "plain_nearest.h"

#include <math.h>

static const float corner_free = 0.98f; /* skins: corners that are no deeper push nothing out */

/* ---- One rectangle ----------------------------------------------------------------------------------------------- */

static inline bool beyond_box(const cell_rect *rect, const plain_convex *shape, float x, float y) {
    const float r = shape->rounding, *bounds = shape->bounds;
    return (x + bounds[LEFT] - r > rect->at[RIGHT]) | (x + bounds[RIGHT] + r < rect->at[LEFT]) |
           (y + bounds[TOP] - r > rect->at[BOTTOM]) | (y + bounds[BOTTOM] + r < rect->at[TOP]);
}

/* Whether the shape touches a rectangle at (x, y): t, depth, normal, cell. */
static bool touch_rect(const cell_rect *rect, const plain_convex *shape, float x, float y, nearest_face *nearest,
                       plain_contact *contact) {
    const float r = shape->rounding;
    nearest->gap = -HUGE_VALF;
    nearest->face = shape->face;
    for (uint32_t i = 0; i < shape->faces; i++) {
        float gap = convex_gap(&shape->face[i], rect, x, y);
        if (gap > r)
            return false;
        if (gap > nearest->gap)
            nearest->gap = gap, nearest->face = &shape->face[i];
    }
    nearest->vertex = NULL;
    if (nearest->gap > 0.0f)
        find_vertex(rect, shape, x, y, nearest);
    contact->t = 0.0f;
    contact->cell = rect->cell;
    contact->nx = nearest->face->nx;
    contact->ny = nearest->face->ny;
    contact->depth = r - nearest->gap;
    if (!nearest->vertex)
        return true;
    float square = nearest->from_x * nearest->from_x + nearest->from_y * nearest->from_y, distance = sqrtf(square);
    if (square > r * r)
        return false;
    contact->nx = nearest->from_x / distance;
    contact->ny = nearest->from_y / distance;
    contact->depth = r - distance;
    return true;
}

/* ---- Points ------------------------------------------------------------------------------------------------------ */

/* A segment, from the shape's position, and how deep its ends are. */
typedef struct clipped {
    float x[2], y[2], depth[2];
} clipped;

/* Shortens the segment to the part whose coordinate along (tx, ty) is from `low` to `high`. */
static void clip(clipped *c, float tx, float ty, float low, float high) {
    float at[2] = {c->x[0] * tx + c->y[0] * ty, c->x[1] * tx + c->y[1] * ty}, length = at[1] - at[0];
    clipped all = *c;
    for (int i = 0; i < 2 && fabsf(length) > 1e-9f; i++) {
        float to = at[i] < low ? low : at[i] > high ? high : at[i], share = (to - at[0]) / length;
        share = share < 0.0f ? 0.0f : share > 1.0f ? 1.0f : share;
        c->x[i] = all.x[0] + share * (all.x[1] - all.x[0]);
        c->y[i] = all.y[0] + share * (all.y[1] - all.y[0]);
    }
}

/* The core's edge that faces the rectangle's side with the normal n, clipped to that side. */
static clipped clip_core(const cell_rect *rect, const plain_convex *shape, const convex_face *face, float x, float y) {
    uint32_t best = 0;
    float most = -2.0f;
    for (uint32_t i = 0; i < shape->faces; i++) {
        const convex_face *other = &shape->face[i];
        float along = other->nx * face->nx + other->ny * face->ny;
        if (other->edge != CONVEX_NO_EDGE && along > most)
            most = along, best = other->edge;
    }
    uint32_t next = best + 1 < shape->vertices ? best + 1 : 0;
    clipped c = {{shape->x[best], shape->x[next]}, {shape->y[best], shape->y[next]}, {0}};
    if (face->nx != 0.0f)
        clip(&c, 0.0f, 1.0f, rect->at[TOP] - y, rect->at[BOTTOM] - y);
    else
        clip(&c, 1.0f, 0.0f, rect->at[LEFT] - x, rect->at[RIGHT] - x);
    const float line = face->nx * (rect->at[face->at_x] - x) + face->ny * (rect->at[face->at_y] - y);
    for (int i = 0; i < 2; i++)
        c.depth[i] = shape->rounding - (face->nx * c.x[i] + face->ny * c.y[i] - line);
    return c;
}

/* The rectangle's side that faces the core's edge, clipped to that edge, and as points of the core. */
static clipped clip_rect(const cell_rect *rect, const plain_convex *shape, const convex_face *face, float x, float y) {
    const float at_x = rect->at[face->at_x] - x, at_y = rect->at[face->at_y] - y;
    const bool upright = fabsf(face->nx) > fabsf(face->ny);
    clipped c = {{upright ? at_x : rect->at[LEFT] - x, upright ? at_x : rect->at[RIGHT] - x},
                 {upright ? rect->at[TOP] - y : at_y, upright ? rect->at[BOTTOM] - y : at_y},
                 {0}};
    uint32_t next = face->edge + 1 < shape->vertices ? face->edge + 1 : 0;
    float one = shape->y[face->edge] * face->nx - shape->x[face->edge] * face->ny;
    float two = shape->y[next] * face->nx - shape->x[next] * face->ny;
    clip(&c, -face->ny, face->nx, one < two ? one : two, one < two ? two : one);
    for (int i = 0; i < 2; i++) {
        float gap = face->reach - (face->nx * c.x[i] + face->ny * c.y[i]);
        c.depth[i] = shape->rounding - gap;
        c.x[i] += gap * face->nx;
        c.y[i] += gap * face->ny;
    }
    return c;
}

/* The points of a touch, midway between the surfaces. */
static void set_points(const cell_rect *rect, const plain_convex *shape, const nearest_face *nearest, float x, float y,
                       plain_contact *contact) {
    const convex_face *face = nearest->face;
    if (nearest->vertex) {
        set_one_point(shape, x, y, nearest->vertex->vx, nearest->vertex->vy, contact);
        return;
    }
    if (shape->vertices == 1) {
        set_one_point(shape, x, y, shape->x[0], shape->y[0], contact);
        return;
    }
    const bool of_rect = face->nx == 0.0f || face->ny == 0.0f;
    const clipped c = of_rect ? clip_core(rect, shape, face, x, y) : clip_rect(rect, shape, face, x, y);
    uint32_t count = 0;
    contact->depth = 0.0f;
    for (int i = 0; i < 2; i++) {
        if (c.depth[i] < 0.0f || (count && c.x[0] == c.x[1] && c.y[0] == c.y[1]))
            continue;
        const float back = shape->rounding - 0.5f * c.depth[i];
        contact->x[count] = x + c.x[i] - face->nx * back;
        contact->y[count++] = y + c.y[i] - face->ny * back;
        contact->depth = c.depth[i] > contact->depth ? c.depth[i] : contact->depth;
    }
    contact->count = count;
    if (!count) {
        contact->depth = shape->rounding - nearest->gap;
        set_one_point(shape, x, y, face->vx, face->vy, contact);
    }
}

/* ---- Where it is ------------------------------------------------------------------------------------------------- */

/* A cell without an exposed contact gets the normal and depth of the deepest exposed one. */
static void borrow_deepest(plain_contact *contacts, size_t count) {
    const plain_contact *deepest = NULL;
    for (size_t i = 0; i < count; i++)
        if (contacts[i].exposed && (!deepest || contacts[i].depth > deepest->depth))
            deepest = &contacts[i];
    for (size_t i = 0; deepest && i < count; i++)
        if (!contacts[i].exposed) {
            contacts[i].nx = deepest->nx;
            contacts[i].ny = deepest->ny;
            contacts[i].depth = deepest->depth;
            contacts[i].count = 1;
        }
}

static size_t find_touches(const cells_near *near, const plain_convex *shape, float x, float y, bool points,
                           plain_contact *contacts, size_t most) {
    size_t count = 0;
    bool hidden = false;
    for (size_t i = 0; i < near->count; i++) {
        const cell_rect *rect = &near->rect[i];
        plain_contact contact;
        nearest_face nearest;
        if (rect->side || beyond_box(rect, shape, x, y) || !touch_rect(rect, shape, x, y, &nearest, &contact))
            continue;
        if (points)
            set_points(rect, shape, &nearest, x, y, &contact);
        contact.exposed = plain_is_exposed(near, rect, shape, x, y, &contact) ||
                          plain_find_exit(near, rect, shape, x, y, 0.0f, &contact);
        plain_contact *last = count ? &contacts[count - 1] : NULL;
        if (!last || last->cell != rect->cell) {
            if (count < most)
                contacts[count++] = contact;
        } else if ((contact.exposed && !last->exposed) ||
                   (contact.exposed == last->exposed && contact.depth > last->depth)) {
            *last = contact;
        }
        hidden = hidden || !contact.exposed;
    }
    if (hidden)
        borrow_deepest(contacts, count);
    return count;
}

size_t plain_touch_cells(const cells_near *near, const plain_convex *shape, float x, float y, plain_contact *contacts,
                         size_t most) {
    return find_touches(near, shape, x, y, false, contacts, most);
}

size_t plain_overlap_cells(const cells_near *near, const plain_convex *shape, float x, float y, plain_contact *contacts,
                           size_t most) {
    return find_touches(near, shape, x, y, true, contacts, most);
}

static void take_deeper(const plain_contact *contact, float skin, plain_overlap *overlap) {
    const float depth = plain_at_corner(contact) ? contact->depth - skin * corner_free : contact->depth,
                bare = contact->depth - skin;
    overlap->any = true;
    overlap->bare_depth = bare > overlap->bare_depth ? bare : overlap->bare_depth;
    if (depth <= overlap->depth)
        return;
    overlap->depth = depth;
    overlap->deepest = *contact;
}

void plain_find_overlap(const cells_near *near, const plain_convex *shape, const plain_motion *m,
                        plain_overlap *overlap) {
    overlap->any = overlap->hidden = false;
    overlap->depth = overlap->bare_depth = -HUGE_VALF;
    for (size_t i = 0; i < near->count; i++) {
        const cell_rect *rect = &near->rect[i];
        plain_contact contact;
        nearest_face nearest;
        if (beyond_box(rect, shape, m->x, m->y))
            continue;
        if (rect->side) {
            if (plain_sweep_one_way(near, rect, shape, m, &contact) && contact.t == 0.0f)
                take_deeper(&contact, m->skin, overlap);
        } else if (touch_rect(rect, shape, m->x, m->y, &nearest, &contact)) {
            if (plain_is_exposed(near, rect, shape, m->x, m->y, &contact) ||
                plain_find_exit(near, rect, shape, m->x, m->y, 0.0f, &contact))
                take_deeper(&contact, m->skin, overlap);
            else
                overlap->hidden = true;
        }
    }
}
