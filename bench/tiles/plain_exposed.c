/* bench/tiles/plain_exposed.c - see plain_exposed.h. */
#include "plain_exposed.h"

#include <math.h>

static const float edge_slack = 0.01f;     /* px */
static const float straight = 1e-5f;       /* a smaller component of a normal counts as 0 */
static const float nearly_straight = 0.1f; /* and if the contact is not exposed otherwise */

static inline int lesser(int a, int b) { return a < b ? a : b; }
static inline int greater(int a, int b) { return a > b ? a : b; }
static inline bool is_upright(uint32_t side) { return side == LEFT || side == RIGHT; }

static inline uint32_t side_of(float nx, float ny) {
    return nx < 0.0f ? LEFT : nx > 0.0f ? RIGHT : ny < 0.0f ? TOP : BOTTOM;
}

/* Whether some pixel in front of a side is open, of those from `first` to `last` along it. */
static bool any_open(const cells_near *near, const cell_rect *rect, uint32_t side, int first, int last,
                     unsigned sides) {
    const int beyond = (int)rect->at[side] - (side == LEFT || side == TOP);
    for (int at = first; at <= last; at++)
        if (!(is_upright(side) ? cells_solid(near, beyond, at, sides) : cells_solid(near, at, beyond, sides)))
            return true;
    return false;
}

static bool side_open(const cells_near *near, const cell_rect *rect, uint32_t side, float from, float to) {
    const bool upright = is_upright(side);
    int low = (int)rect->at[upright ? TOP : LEFT], high = (int)rect->at[upright ? BOTTOM : RIGHT] - 1;
    int first = lesser(greater(cells_floor(from - edge_slack), low), high);
    int last = lesser(greater(cells_floor(to + edge_slack), low), high);
    return any_open(near, rect, side, first, last, CELLS_ORDINARY);
}

static bool corner_open(const cells_near *near, const cell_rect *rect, float nx, float ny) {
    int px = (int)rect->at[nx > 0.0f ? RIGHT : LEFT] - (nx > 0.0f),
        py = (int)rect->at[ny > 0.0f ? BOTTOM : TOP] - (ny > 0.0f);
    return !cells_solid(near, px + (nx > 0.0f ? 1 : -1), py, CELLS_ORDINARY) &&
           !cells_solid(near, px, py + (ny > 0.0f ? 1 : -1), CELLS_ORDINARY);
}

static bool is_open(const cells_near *near, const cell_rect *rect, const plain_convex *shape, float x, float y,
                    float nx, float ny) {
    if (nx != 0.0f && ny != 0.0f)
        return corner_open(near, rect, nx, ny);
    const uint32_t side = side_of(nx, ny);
    const float along = is_upright(side) ? y : x;
    return side_open(near, rect, side, along + shape->from[side], along + shape->to[side]);
}

/* Sets the smaller component of a normal to 0 if it is at most `limit`. True: that changed it. */
static bool straighten(plain_contact *contact, float limit) {
    float x = fabsf(contact->nx), y = fabsf(contact->ny), smaller = x < y ? x : y;
    if (smaller > limit)
        return false;
    contact->nx = x < y ? 0.0f : contact->nx > 0.0f ? 1.0f : -1.0f;
    contact->ny = x < y ? (contact->ny > 0.0f ? 1.0f : -1.0f) : 0.0f;
    return smaller > 0.0f;
}

bool plain_is_exposed(const cells_near *near, const cell_rect *rect, const plain_convex *shape, float x, float y,
                      plain_contact *contact) {
    straighten(contact, straight);
    if (is_open(near, rect, shape, x, y, contact->nx, contact->ny))
        return true;
    plain_contact straighter = *contact;
    if (!straighten(&straighter, nearly_straight) || !is_open(near, rect, shape, x, y, straighter.nx, straighter.ny))
        return false;
    contact->nx = straighter.nx;
    contact->ny = straighter.ny;
    return true;
}

/* How far the shape must go straight out of a side: a rounded one past its bounds, a polygon past the faces of the
 * difference. */
static float way_out(const cell_rect *rect, const plain_convex *shape, float x, float y, uint32_t side) {
    static const uint32_t opposite[SIDES] = {RIGHT, BOTTOM, LEFT, TOP};
    const float sign = side == LEFT || side == TOP ? -1.0f : 1.0f;
    if (shape->rounding > 0.0f)
        return shape->rounding + sign * (rect->at[side] - (is_upright(side) ? x : y) - shape->bounds[opposite[side]]);
    float least = HUGE_VALF;
    for (uint32_t i = 0; i < shape->faces; i++) {
        const convex_face *face = &shape->face[i];
        const float along = sign * (is_upright(side) ? face->nx : face->ny), inside = -convex_gap(face, rect, x, y);
        if (along > 0.0f && inside < least * along)
            least = inside / along;
    }
    return least;
}

bool plain_find_exit(const cells_near *near, const cell_rect *rect, const plain_convex *shape, float x, float y,
                     float inset, plain_contact *contact) {
    const float r = shape->rounding, *bounds = shape->bounds;
    float depth[SIDES];
    for (uint32_t side = 0; side < SIDES; side++)
        depth[side] = way_out(rect, shape, x, y, side);
    uint32_t best = SIDES;
    for (uint32_t side = 0; side < SIDES; side++) {
        if (best < SIDES && depth[side] >= depth[best])
            continue;
        const bool upright = is_upright(side);
        float low = rect->at[upright ? TOP : LEFT], high = rect->at[upright ? BOTTOM : RIGHT];
        float from = (upright ? y + bounds[TOP] : x + bounds[LEFT]) - r + inset;
        float to = (upright ? y + bounds[BOTTOM] : x + bounds[RIGHT]) + r - inset;
        from = from > low ? from : low;
        to = to < high ? to : high;
        if (from <= to && side_open(near, rect, side, from, to))
            best = side;
    }
    if (best == SIDES || depth[best] < 0.0f)
        return false;
    contact->nx = best == LEFT ? -1.0f : best == RIGHT ? 1.0f : 0.0f;
    contact->ny = best == TOP ? -1.0f : best == BOTTOM ? 1.0f : 0.0f;
    contact->depth = depth[best];
    contact->count = 1;
    return true;
}

/* The ends of an edge stop nothing; where two pixels meet is no end. */
bool plain_over_edge(const cells_near *near, const cell_rect *rect, const plain_convex *shape, float x, float y) {
    const uint32_t side = rect->side - 1;
    const bool upright = is_upright(side);
    const float along = upright ? y : x, from = along + shape->from[side], to = along + shape->to[side];
    const unsigned solid = CELLS_ORDINARY | CELLS_SIDE(rect->side);
    int low = (int)rect->at[upright ? TOP : LEFT], high = (int)rect->at[upright ? BOTTOM : RIGHT] - 1;
    int first = cells_floor(from), last = -cells_floor(-to) - 1;
    if (first > last) /* a point on the line between two pixels */
        return first > low && first <= high && any_open(near, rect, side, first - 1, first - 1, solid) &&
               any_open(near, rect, side, first, first, solid);
    return any_open(near, rect, side, greater(first, low), lesser(last, high), solid);
}
