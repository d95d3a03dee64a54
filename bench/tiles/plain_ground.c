/* bench/tiles/plain_ground.c - what shapes touch and hit, see plain_ground.h. */
#include "plain_ground.h"

#include <math.h>

static const float edge_slack = 0.01f;     /* px */
static const float straight = 1e-5f;       /* a smaller component of a normal counts as 0 */
static const float nearly_straight = 0.1f; /* and if the contact is not exposed otherwise */
static const float same_time = 0x1p-20f;   /* hits at about the same time: the deeper counts */
static const float corner_free = 0.98f;    /* skins: corners that are no deeper push nothing out */

/* fminf and fmaxf, which also care for NaN, are calls. */
static inline float lesser(float a, float b) { return a < b ? a : b; }
static inline float greater(float a, float b) { return a > b ? a : b; }
static inline int most(int a, int b) { return a > b ? a : b; }
static inline int least(int a, int b) { return a < b ? a : b; }

/* ---- What is exposed --------------------------------------------------------------------------------------------- */

/* Whether some pixel in front of an edge is open, of those from `from` to `to` along it. */
static bool edge_open(const ground_place *place, const ground_rect *rect, bool upright, int beyond, float from,
                      float to) {
    int low = upright ? rect->top : rect->left, high = (upright ? rect->bottom : rect->right) - 1;
    int first = least(most(ground_floor(from - edge_slack), low), high);
    int last = least(most(ground_floor(to + edge_slack), low), high);
    for (int at = first; at <= last; at++)
        if (!(upright ? ground_solid(place, beyond, at) : ground_solid(place, at, beyond)))
            return true;
    return false;
}

/* (x, y): the shape's centre where it touches. */
static bool is_exposed(const ground_place *place, const ground_rect *rect, const plain_shape *shape, float x, float y,
                       float nx, float ny) {
    if (nx != 0.0f && ny != 0.0f) {
        int px = nx > 0.0f ? rect->right - 1 : rect->left, py = ny > 0.0f ? rect->bottom - 1 : rect->top;
        return !ground_solid(place, px + (nx > 0.0f ? 1 : -1), py) &&
               !ground_solid(place, px, py + (ny > 0.0f ? 1 : -1));
    }
    if (nx != 0.0f)
        return edge_open(place, rect, true, nx > 0.0f ? rect->right : rect->left - 1, y - shape->half_y,
                         y + shape->half_y);
    return edge_open(place, rect, false, ny > 0.0f ? rect->bottom : rect->top - 1, x - shape->half_x,
                     x + shape->half_x);
}

static inline float sign_of(float value) { return value > 0.0f ? 1.0f : -1.0f; }

/* Sets the smaller component of a normal to 0 if it is at most `limit`. True: that changed it. */
static bool straighten(ground_touch *touch, float limit) {
    float x = fabsf(touch->normal_x), y = fabsf(touch->normal_y), smaller = x < y ? x : y;
    if (smaller > limit)
        return false;
    touch->normal_x = x < y ? 0.0f : sign_of(touch->normal_x);
    touch->normal_y = x < y ? sign_of(touch->normal_y) : 0.0f;
    return smaller > 0.0f;
}

static bool find_exposed(const ground_place *place, const ground_rect *rect, const plain_shape *shape, float x, float y,
                         ground_touch *touch) {
    straighten(touch, straight);
    if (is_exposed(place, rect, shape, x, y, touch->normal_x, touch->normal_y))
        return true;
    ground_touch straighter = *touch;
    if (!straighten(&straighter, nearly_straight) ||
        !is_exposed(place, rect, shape, x, y, straighter.normal_x, straighter.normal_y))
        return false;
    *touch = straighter;
    return true;
}

/* The way out through the exposed edge that is overlapped least; each side of the shape is shortened by `inset`. */
static inline bool find_exit(const ground_place *place, const ground_rect *rect, const plain_shape *shape, float x,
                             float y, float inset, ground_touch *touch) {
    float half_x = shape->half_x + shape->radius, half_y = shape->half_y + shape->radius;
    float depth[4] = {x + half_x - (float)rect->left, (float)rect->right - (x - half_x), y + half_y - (float)rect->top,
                      (float)rect->bottom - (y - half_y)};
    int beyond[4] = {rect->left - 1, rect->right, rect->top - 1, rect->bottom}, best = -1;
    for (int side = 0; side < 4; side++) {
        if (best >= 0 && depth[side] >= depth[best])
            continue;
        bool upright = side < 2;
        float low = (float)(upright ? rect->top : rect->left), high = (float)(upright ? rect->bottom : rect->right);
        float from = greater((upright ? y - half_y : x - half_x) + inset, low);
        float to = lesser((upright ? y + half_y : x + half_x) - inset, high);
        if (from <= to && edge_open(place, rect, upright, beyond[side], from, to))
            best = side;
    }
    if (best < 0 || depth[best] < 0.0f)
        return false;
    touch->normal_x = best == 0 ? -1.0f : best == 1 ? 1.0f : 0.0f;
    touch->normal_y = best == 2 ? -1.0f : best == 3 ? 1.0f : 0.0f;
    touch->depth = depth[best];
    touch->count = 1;
    touch->x[0] = x - touch->normal_x * (half_x - touch->depth * 0.5f);
    touch->y[0] = y - touch->normal_y * (half_y - touch->depth * 0.5f);
    return true;
}

/* ---- Contacts ---------------------------------------------------------------------------------------------------- */

static inline float clamp(float value, float low, float high) {
    return value < low ? low : value > high ? high : value;
}

/* The nearest side, from within. */
static void touch_inside(const ground_rect *rect, const plain_shape *shape, float x, float y, ground_touch *touch) {
    float left = x + shape->half_x - (float)rect->left, right = (float)rect->right - (x - shape->half_x);
    float top = y + shape->half_y - (float)rect->top, bottom = (float)rect->bottom - (y - shape->half_y);
    float across = left < right ? left : right, along = top < bottom ? top : bottom;
    touch->normal_x = across < along ? (left < right ? -1.0f : 1.0f) : 0.0f;
    touch->normal_y = across < along ? 0.0f : top < bottom ? -1.0f : 1.0f;
    touch->depth = (across < along ? across : along) + shape->radius;
}

/* The points of a touch: where the sides overlap, midway between the surfaces. */
static void set_points(const ground_rect *rect, const plain_shape *shape, float x, float y, ground_touch *touch) {
    float nx = touch->normal_x, ny = touch->normal_y, back = shape->radius - touch->depth * 0.5f;
    bool across = nx != 0.0f && ny == 0.0f && shape->half_y > 0.0f;
    bool along = nx == 0.0f && ny != 0.0f && shape->half_x > 0.0f;
    touch->count = across || along ? 2 : 1;
    float core_x = nx > 0.0f ? -shape->half_x : nx < 0.0f ? shape->half_x : 0.0f;
    float core_y = ny > 0.0f ? -shape->half_y : ny < 0.0f ? shape->half_y : 0.0f;
    for (uint32_t i = 0; i < touch->count; i++) {
        touch->x[i] = x + core_x - nx * back;
        touch->y[i] = y + core_y - ny * back;
    }
    if (along) {
        touch->x[0] = greater((float)rect->left, x - shape->half_x);
        touch->x[1] = lesser((float)rect->right, x + shape->half_x);
    } else if (across) {
        touch->y[0] = greater((float)rect->top, y - shape->half_y);
        touch->y[1] = lesser((float)rect->bottom, y + shape->half_y);
    }
}

/* Whether the shape touches a rectangle at (x, y). */
static bool touches_rect(const ground_rect *rect, const plain_shape *shape, float x, float y, ground_touch *touch) {
    float dx = x - clamp(x, (float)rect->left - shape->half_x, (float)rect->right + shape->half_x);
    float dy = y - clamp(y, (float)rect->top - shape->half_y, (float)rect->bottom + shape->half_y);
    float square = dx * dx + dy * dy;
    if (square > shape->radius * shape->radius)
        return false;
    touch->t = 0.0f;
    touch->cell = rect->cell;
    if (square > 0.0f) {
        float distance = sqrtf(square);
        touch->normal_x = dx / distance;
        touch->normal_y = dy / distance;
        touch->depth = shape->radius - distance;
    } else {
        touch_inside(rect, shape, x, y, touch);
    }
    return true;
}

/* A cell without an exposed contact gets the normal and depth of the deepest exposed one. */
static void borrow_deepest(ground_touch *touches, size_t count) {
    const ground_touch *deepest = NULL;
    for (size_t i = 0; i < count; i++)
        if (touches[i].exposed && (!deepest || touches[i].depth > deepest->depth))
            deepest = &touches[i];
    for (size_t i = 0; deepest && i < count; i++)
        if (!touches[i].exposed) {
            touches[i].normal_x = deepest->normal_x;
            touches[i].normal_y = deepest->normal_y;
            touches[i].depth = deepest->depth;
            touches[i].count = 1;
        }
}

size_t plain_ground_touch(const ground_place *place, const plain_shape *shape, float x, float y, ground_touch *touches,
                          size_t most_touches) {
    size_t count = 0;
    bool hidden = false;
    for (size_t i = 0; i < place->count; i++) {
        const ground_rect *rect = &place->rect[i];
        ground_touch touch;
        if (!touches_rect(rect, shape, x, y, &touch))
            continue;
        set_points(rect, shape, x, y, &touch);
        touch.exposed =
            find_exposed(place, rect, shape, x, y, &touch) || find_exit(place, rect, shape, x, y, 0.0f, &touch);
        ground_touch *last = count ? &touches[count - 1] : NULL;
        if (!last || last->cell != rect->cell) {
            if (count < most_touches)
                touches[count++] = touch;
        } else if ((touch.exposed && !last->exposed) || (touch.exposed == last->exposed && touch.depth > last->depth)) {
            *last = touch;
        }
        hidden = hidden || !touch.exposed;
    }
    if (hidden)
        borrow_deepest(touches, count);
    return count;
}

void plain_ground_overlap(const ground_place *place, const plain_shape *shape, float skin, float x, float y,
                          ground_overlap *overlap) {
    overlap->any = overlap->hidden = false;
    overlap->depth = overlap->bare_depth = -HUGE_VALF;
    for (size_t i = 0; i < place->count; i++) {
        const ground_rect *rect = &place->rect[i];
        ground_touch touch;
        if (!touches_rect(rect, shape, x, y, &touch))
            continue;
        if (!find_exposed(place, rect, shape, x, y, &touch) && !find_exit(place, rect, shape, x, y, 0.0f, &touch)) {
            overlap->hidden = true;
            continue;
        }
        const float depth = ground_corner(&touch) ? touch.depth - skin * corner_free : touch.depth;
        overlap->any = true;
        overlap->bare_depth = greater(overlap->bare_depth, touch.depth - skin);
        if (depth > overlap->depth) {
            overlap->depth = depth;
            overlap->deepest = touch;
        }
    }
}

/* ---- Sweeps ------------------------------------------------------------------------------------------------------ */

/* When the shape's centre comes to within the radius of a point. */
static bool sweep_corner(float corner_x, float corner_y, float radius, float x, float y, float dx, float dy,
                         ground_touch *hit) {
    float ox = x - corner_x, oy = y - corner_y, a = dx * dx + dy * dy, b = -(ox * dx + oy * dy);
    float cross = ox * dy - oy * dx, square = a * radius * radius - cross * cross;
    if (b <= 0.0f || square < 0.0f)
        return false;
    hit->t = (ox * ox + oy * oy - radius * radius) / (b + sqrtf(square));
    if (hit->t > 1.0f)
        return false;
    hit->normal_x = (ox + dx * hit->t) / radius;
    hit->normal_y = (oy + dy * hit->t) / radius;
    return true;
}

/* When the shape, which does not touch it at the start, reaches a rectangle. rate: 1 / d, infinite where d is 0. */
static bool sweep_rect(const ground_rect *rect, const plain_shape *shape, float x, float y, float dx, float dy,
                       float rate_x, float rate_y, ground_touch *hit) {
    float left = (float)rect->left - shape->half_x, right = (float)rect->right + shape->half_x;
    float top = (float)rect->top - shape->half_y, bottom = (float)rect->bottom + shape->half_y, r = shape->radius;
    float near_x = dx > 0.0f ? left - r : right + r, far_x = dx > 0.0f ? right + r : left - r;
    float near_y = dy > 0.0f ? top - r : bottom + r, far_y = dy > 0.0f ? bottom + r : top - r;
    if (dx == 0.0f && (x <= left - r || x >= right + r))
        return false;
    if (dy == 0.0f && (y <= top - r || y >= bottom + r))
        return false;
    float from_x = dx == 0.0f ? -HUGE_VALF : (near_x - x) * rate_x, to_x = dx == 0.0f ? 2.0f : (far_x - x) * rate_x;
    float from_y = dy == 0.0f ? -HUGE_VALF : (near_y - y) * rate_y, to_y = dy == 0.0f ? 2.0f : (far_y - y) * rate_y;
    float from = from_x > from_y ? from_x : from_y, to = to_x < to_y ? to_x : to_y;
    if (from > to || from > 1.0f || to < 0.0f)
        return false;
    hit->t = from > 0.0f ? from : 0.0f; /* below 0: it starts in a corner of the enlarged box */
    float at_x = x + dx * hit->t, at_y = y + dy * hit->t;
    hit->normal_x = from_x > from_y ? -sign_of(dx) : 0.0f;
    hit->normal_y = from_x > from_y ? 0.0f : -sign_of(dy);
    if (r > 0.0f && (at_x < left || at_x > right) && (at_y < top || at_y > bottom) &&
        !sweep_corner(at_x < left ? left : right, at_y < top ? top : bottom, r, x, y, dx, dy, hit))
        return false;
    if (hit->t == 0.0f && from <= 0.0f && r == 0.0f)
        return false;
    hit->depth = 0.0f;
    hit->cell = rect->cell;
    return true;
}

static bool earlier(const ground_touch *hit, const ground_touch *than) {
    if (fabsf(hit->t - than->t) > same_time)
        return hit->t < than->t;
    if (hit->depth != than->depth)
        return hit->depth > than->depth;
    return hit->cell < than->cell;
}

/* What the shape may touch on its way, in whole pixels. */
typedef struct way_box {
    int left, top, right, bottom;
} way_box;

static way_box box_of(const plain_shape *shape, float x, float y, float dx, float dy) {
    float reach_x = shape->half_x + shape->radius, reach_y = shape->half_y + shape->radius;
    return (way_box){ground_floor(x - reach_x + lesser(dx, 0.0f)), ground_floor(y - reach_y + lesser(dy, 0.0f)),
                     ground_floor(x + reach_x + greater(dx, 0.0f)), ground_floor(y + reach_y + greater(dy, 0.0f))};
}

static inline bool misses_box(const ground_rect *rect, const way_box *box) {
    return (rect->right < box->left) | (rect->left > box->right) | (rect->bottom < box->top) |
           (rect->top > box->bottom);
}

typedef struct ground_way {
    const ground_place *place;
    plain_shape shape, bare; /* bare: without the skin */
    float skin, x, y, dx, dy, rate_x, rate_y;
} ground_way;

/* When a shape reaches an exposed edge or corner of a rectangle; t is 0 if it touches it at the start. */
static bool hits_rect(const ground_way *w, const plain_shape *shape, const ground_rect *rect, ground_touch *hit) {
    const bool at_start = touches_rect(rect, shape, w->x, w->y, hit);
    return (at_start || sweep_rect(rect, shape, w->x, w->y, w->dx, w->dy, w->rate_x, w->rate_y, hit)) &&
           (find_exposed(w->place, rect, shape, w->x + w->dx * hit->t, w->y + w->dy * hit->t, hit) ||
            (at_start && find_exit(w->place, rect, shape, w->x, w->y, 4.0f * edge_slack, hit)));
}

/* Whether a hit is with a corner: also a box's that counts as one with an edge that it is not in front of. */
static bool at_corner(const ground_way *w, const ground_rect *rect, const ground_touch *hit) {
    const plain_shape *shape = &w->shape;
    const float x = w->x + w->dx * hit->t, y = w->y + w->dy * hit->t;
    if (hit->normal_x == 0.0f)
        return shape->half_x > 0.0f &&
               (x <= (float)rect->left - shape->half_x || x >= (float)rect->right + shape->half_x);
    return hit->normal_y != 0.0f || (shape->half_y > 0.0f && (y <= (float)rect->top - shape->half_y ||
                                                              y >= (float)rect->bottom + shape->half_y));
}

static inline float speed_into(const ground_way *w, const ground_touch *hit) {
    return -(w->dx * hit->normal_x + w->dy * hit->normal_y);
}

/* Whether and how a corner stops the shape is decided by the bare one. *until: when that hits the corner. */
static bool hits_bare(const ground_way *w, const ground_rect *rect, ground_touch *hit, float *until) {
    ground_touch bare;
    if (!hits_rect(w, &w->bare, rect, &bare))
        return false;
    hit->normal_x = bare.normal_x;
    hit->normal_y = bare.normal_y;
    *until = bare.t;
    return true;
}

/* Of the corners only the one counts that the bare shape hits first, if it hits no edge before. */
bool plain_ground_sweep(const ground_place *place, const plain_shape *shape, float skin, float x, float y, float dx,
                        float dy, ground_touch *best) {
    const ground_way w = {place,     *shape,   {shape->half_x, shape->half_y, shape->radius - skin}, skin, x, y, dx, dy,
                          1.0f / dx, 1.0f / dy};
    const float slow = (fabsf(dx) + fabsf(dy)) * 1e-6f;
    const way_box box = box_of(shape, x, y, dx, dy);
    float edge_until = 1.0f, corner_until = 1.0f; /* when the bare shape hits these */
    bool edge = false, corner = false;
    ground_touch first_corner;
    for (size_t i = 0; i < place->count; i++) {
        const ground_rect *rect = &place->rect[i];
        if (misses_box(rect, &box))
            continue;
        ground_touch hit = {.count = 1};
        float until;
        if (!hits_rect(&w, shape, rect, &hit))
            continue;
        if (skin > 0.0f && at_corner(&w, rect, &hit)) {
            if (!hits_bare(&w, rect, &hit, &until) || speed_into(&w, &hit) <= slow ||
                (corner && (until > corner_until || (until == corner_until && !earlier(&hit, &first_corner)))))
                continue;
            first_corner = hit;
            corner_until = until;
            corner = true;
            continue;
        }
        const float speed = speed_into(&w, &hit);
        if (speed <= slow)
            continue;
        edge_until = lesser(edge_until, hit.t + skin / speed);
        if (edge && !earlier(&hit, best))
            continue;
        hit.t = edge ? lesser(hit.t, best->t) : hit.t;
        *best = hit;
        edge = true;
    }
    if (corner && corner_until <= edge_until && (!edge || earlier(&first_corner, best)))
        *best = first_corner;
    else if (!edge)
        return false;
    best->count = 1;
    best->x[0] = x + dx * best->t - best->normal_x * (shape->half_x + shape->radius);
    best->y[0] = y + dy * best->t - best->normal_y * (shape->half_y + shape->radius);
    return true;
}
