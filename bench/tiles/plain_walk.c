/* bench/tiles/plain_walk.c - see plain_walk.h. What is near is listed once for the whole way, and again only if a mover
 * leaves it. */
#include "plain_walk.h"

#include <math.h>
#include <string.h>

enum { PUSHES = 4, REMEMBERED = 12, ROUNDS = 64 };

static const float margin = 1.0f;           /* px: more than is needed is listed */
static const float nothing = 1e-9f;         /* px: a shorter way is none */
static const float level = 1e-2f;           /* skins: overlaps and falls up to this are none */
static const float corner_share = 0.75f;    /* of floor_cosine: corners that carry a mover may be this much steeper */
static const float same_surface = 0.99875f; /* normals whose dot product is more are those of one surface */
static const float no_way = 1e-3f;          /* px: a mover that goes on by less has no way ahead */

typedef struct walk {
    cells_near *near;
    plain_convex shape; /* with the skin */
    const hail_slide_options *options;
    float x, y;       /* px from the corner of `near` */
    float box[SIDES]; /* what is listed */
    float touched_x[REMEMBERED], touched_y[REMEMBERED];
    uint32_t touched, slides; /* slides: along how many surfaces */
    float climbed;            /* px in this call */
    float way_x, way_y;       /* px: the displacement that was asked for */
    bool through;
    hail_slide *result;
} walk;

/* ---- What is near ------------------------------------------------------------------------------------------------ */

static void box_of(const walk *w, float dx, float dy, float box[SIDES]) {
    const float r = w->shape.rounding, *bounds = w->shape.bounds;
    box[LEFT] = w->x + bounds[LEFT] - r + (dx < 0.0f ? dx : 0.0f);
    box[TOP] = w->y + bounds[TOP] - r + (dy < 0.0f ? dy : 0.0f);
    box[RIGHT] = w->x + bounds[RIGHT] + r + (dx > 0.0f ? dx : 0.0f);
    box[BOTTOM] = w->y + bounds[BOTTOM] + r + (dy > 0.0f ? dy : 0.0f);
}

static void grow(float box[SIDES], const float by[SIDES]) {
    for (int side = 0; side < SIDES; side++)
        box[side] = (side == LEFT || side == TOP) ? (by[side] < box[side] ? by[side] : box[side])
                                                  : (by[side] > box[side] ? by[side] : box[side]);
}

static void list_near(walk *w, const float box[SIDES]) {
    memcpy(w->box, box, sizeof w->box);
    w->box[LEFT] -= margin, w->box[TOP] -= margin, w->box[RIGHT] += margin, w->box[BOTTOM] += margin;
    plain_cells_look(w->near, w->box);
}

static void need_box(walk *w, const float box[SIDES]) {
    if (box[LEFT] < w->box[LEFT] || box[TOP] < w->box[TOP] || box[RIGHT] > w->box[RIGHT] ||
        box[BOTTOM] > w->box[BOTTOM])
        list_near(w, box);
}

/* ---- Surfaces ---------------------------------------------------------------------------------------------------- */

static float rise_of(const walk *w, float nx, float ny) { return nx * w->options->up_x + ny * w->options->up_y; }

static uint32_t kind_of(const walk *w, float nx, float ny) {
    const float rise = rise_of(w, nx, ny);
    return rise >= w->options->floor_cosine    ? HAIL_ON_FLOOR
           : rise <= -w->options->floor_cosine ? HAIL_ON_CEILING
                                               : HAIL_ON_WALL;
}

/* Whether what a mover comes down on carries it: floor, or a corner that is hardly steeper. */
static bool carries(const walk *w, const plain_contact *hit) {
    const float share = plain_at_corner(hit) ? corner_share : 1.0f;
    return rise_of(w, hit->nx, hit->ny) >= w->options->floor_cosine * share;
}

static void record(walk *w, uint32_t kind, float nx, float ny, uint32_t cell) {
    hail_slide *out = w->result;
    out->flags |= kind;
    if (w->touched < REMEMBERED) {
        w->touched_x[w->touched] = nx;
        w->touched_y[w->touched++] = ny;
    }
    for (uint32_t i = 0; i < out->count; i++)
        if (out->cell[i] == cell && out->normal_x[i] == nx && out->normal_y[i] == ny)
            return;
    if (out->count == HAIL_SLIDE_CONTACTS)
        return;
    out->normal_x[out->count] = nx;
    out->normal_y[out->count] = ny;
    out->cell[out->count++] = cell;
}

static bool sweep(walk *w, float dx, float dy, plain_contact *hit) {
    float box[SIDES];
    box_of(w, dx, dy, box);
    need_box(w, box);
    const plain_motion motion = {w->x, w->y, dx, dy, w->options->skin, w->through};
    return plain_sweep_cells(w->near, &w->shape, &motion, hit);
}

/* Straight down. */
static bool sweep_down(walk *w, float far, plain_contact *hit) {
    return sweep(w, -w->options->up_x * far, -w->options->up_y * far, hit);
}

/* ---- Out of what it overlaps ------------------------------------------------------------------------------------- */

static void find_overlap(walk *w, plain_overlap *overlap) {
    float box[SIDES];
    box_of(w, 0.0f, 0.0f, box);
    need_box(w, box);
    const plain_motion motion = {w->x, w->y, w->way_x, w->way_y, w->options->skin, w->through};
    plain_find_overlap(w->near, &w->shape, &motion, overlap);
}

static bool overlaps(const plain_overlap *o, float slack) { return o->any ? o->depth > slack : o->hidden; }

static float reach_of(const plain_convex *shape) {
    float most = 0.0f;
    for (uint32_t i = 0; i < shape->vertices; i++) {
        const float square = shape->x[i] * shape->x[i] + shape->y[i] * shape->y[i];
        most = square > most ? square : most;
    }
    return sqrtf(most) + shape->rounding;
}

/* The way straight up, right, left or down to the nearest open pixel, and past it. */
static bool nearest_open(const walk *w, float reach, float *nx, float *ny, float *far) {
    static const int offset_x[] = {0, 1, -1, 0}, offset_y[] = {-1, 0, 0, 1};
    const int x = cells_floor(w->x), y = cells_floor(w->y), limit = (int)ceilf(reach) + 1;
    for (int k = 1; k <= limit; k++)
        for (int way = 0; way < 4; way++)
            if (!cells_solid(w->near, x + offset_x[way] * k, y + offset_y[way] * k, CELLS_ORDINARY)) {
                *nx = (float)offset_x[way];
                *ny = (float)offset_y[way];
                *far = (float)k + reach;
                return true;
            }
    return false;
}

/* False: it is inside of something, and no way out is near. */
static bool push_out(walk *w) {
    const float start_x = w->x, start_y = w->y, slack = w->options->skin * level;
    plain_overlap o;
    find_overlap(w, &o);
    if (!overlaps(&o, slack))
        return true;
    const float reach = reach_of(&w->shape), limit = 2.0f * reach;
    for (int push = 0; push < PUSHES && overlaps(&o, slack); push++) {
        float nx, ny, far;
        if (o.any)
            nx = o.deepest.nx, ny = o.deepest.ny, far = o.deepest.depth;
        else if (!nearest_open(w, reach, &nx, &ny, &far))
            break;
        w->x += nx * far;
        w->y += ny * far;
        record(w, kind_of(w, nx, ny), nx, ny, o.any ? o.deepest.cell : UINT32_MAX);
        find_overlap(w, &o);
    }
    const float far_x = w->x - start_x, far_y = w->y - start_y;
    if (!(o.any ? o.bare_depth > 0.0f : o.hidden) && far_x * far_x + far_y * far_y <= limit * limit)
        return true;
    w->x = start_x;
    w->y = start_y;
    return false;
}

/* ---- Floor ahead ------------------------------------------------------------------------------------------------- */

/* Whether the mover, moved on by `ahead` px along the way (x, y), comes down on what carries it within `fall` px. */
static bool floor_ahead(walk *w, float x, float y, float ahead, float fall) {
    const float length = sqrtf(x * x + y * y), start_x = w->x, start_y = w->y;
    if (length < no_way)
        return false;
    const float share = ahead / length, ahead_x = x * share, ahead_y = y * share;
    plain_contact hit;
    const float went = sweep(w, ahead_x, ahead_y, &hit) ? hit.t : 1.0f;
    w->x += ahead_x * went;
    w->y += ahead_y * went;
    const bool found = sweep_down(w, fall, &hit) && carries(w, &hit);
    w->x = start_x;
    w->y = start_y;
    return found;
}

/* The same along the displacement that was asked for, without its part along up; slopes fall by 45 degrees at most. */
static bool floor_on_way(walk *w) {
    const float upwards = rise_of(w, w->way_x, w->way_y), reach = reach_of(&w->shape);
    return floor_ahead(w, w->way_x - upwards * w->options->up_x, w->way_y - upwards * w->options->up_y, reach,
                       w->options->snap + reach);
}

/* ---- Stairs ------------------------------------------------------------------------------------------------------ */

/* Lifts the mover, moves it on, and puts it down. *dx, *dy: what is left of its way. False: it stays. */
static bool climb(walk *w, float *dx, float *dy) {
    const float up_x = w->options->up_x, up_y = w->options->up_y, high = w->options->step_height;
    const float start_x = w->x, start_y = w->y, upwards = *dx * up_x + *dy * up_y;
    const float on_x = *dx - upwards * up_x, on_y = *dy - upwards * up_y;
    float lift_box[SIDES], on_box[SIDES];
    plain_contact hit;
    box_of(w, high * up_x, high * up_y, lift_box);
    box_of(w, high * up_x + on_x, high * up_y + on_y, on_box);
    grow(lift_box, on_box);
    need_box(w, lift_box);
    const float lifted = sweep(w, high * up_x, high * up_y, &hit) ? hit.t * high : high;
    w->x += up_x * lifted;
    w->y += up_y * lifted;
    const float went = sweep(w, on_x, on_y, &hit) ? hit.t : 1.0f;
    w->x += on_x * went;
    w->y += on_y * went;
    const float length = sqrtf(on_x * on_x + on_y * on_y);
    if (went * length > no_way && sweep_down(w, lifted, &hit)) {
        const float rose = lifted * (1.0f - hit.t), left = length * (1.0f - went),
                    free = high > w->climbed ? high - w->climbed : 0.0f, cost = rose > free ? rose - free : 0.0f;
        if (cost <= left &&
            (kind_of(w, hit.nx, hit.ny) == HAIL_ON_FLOOR || floor_ahead(w, on_x, on_y, reach_of(&w->shape), lifted))) {
            w->x -= up_x * lifted * hit.t;
            w->y -= up_y * lifted * hit.t;
            w->climbed += rose;
            w->touched = 0;
            w->result->flags |= HAIL_STEPPED;
            record(w, kind_of(w, hit.nx, hit.ny), hit.nx, hit.ny, hit.cell);
            *dx = on_x * (left - cost) / length;
            *dy = on_y * (left - cost) / length;
            return true;
        }
    }
    w->x = start_x;
    w->y = start_y;
    return false;
}

/* ---- Along what it hits ------------------------------------------------------------------------------------------ */

static void slide_along(walk *w, float dx, float dy) {
    for (int round = 0; round < ROUNDS && fabsf(dx) + fabsf(dy) >= nothing; round++) {
        plain_contact hit;
        if (!sweep(w, dx, dy, &hit)) {
            w->x += dx;
            w->y += dy;
            return;
        }
        w->x += dx * hit.t;
        w->y += dy * hit.t;
        if (hit.t * hit.t * (dx * dx + dy * dy) > 1e-8f)
            w->touched = 0;
        dx *= 1.0f - hit.t;
        dy *= 1.0f - hit.t;
        if (w->options->step_height > 0.0f && kind_of(w, hit.nx, hit.ny) == HAIL_ON_WALL && climb(w, &dx, &dy))
            continue;
        const float into = dx * hit.nx + dy * hit.ny;
        dx -= hit.nx * into;
        dy -= hit.ny * into;
        for (uint32_t i = 0; i < w->touched; i++)
            if (hit.nx * w->touched_x[i] + hit.ny * w->touched_y[i] < same_surface &&
                -(dx * w->touched_x[i] + dy * w->touched_y[i]) > 1e-6f * (fabsf(dx) + fabsf(dy)))
                dx = dy = 0.0f;
        record(w, kind_of(w, hit.nx, hit.ny), hit.nx, hit.ny, hit.cell);
        if (w->slides++ == w->options->bounces)
            return;
    }
}

/* ---- Downhill ---------------------------------------------------------------------------------------------------- */

/* Whether something is less than a skin below. */
static bool looks_down(walk *w, plain_contact *hit) {
    const float down = 2.0f * w->options->skin;
    return sweep_down(w, down, hit) && hit->t * down <= w->options->skin;
}

static bool stood(walk *w) {
    plain_contact hit;
    return looks_down(w, &hit) && (carries(w, &hit) || floor_on_way(w));
}

static bool stands(walk *w) {
    plain_contact hit;
    return looks_down(w, &hit) && carries(w, &hit);
}

/* False: there is no floor below, or it is too far down. */
static bool put_down(walk *w) {
    const float snap = w->options->snap, skins = 2.0f * w->options->skin, far = snap > skins ? snap : skins;
    plain_contact hit;
    if (!sweep_down(w, far, &hit) || far * hit.t > snap || !(carries(w, &hit) || floor_on_way(w)))
        return false;
    const float down = far * hit.t;
    w->x -= w->options->up_x * down;
    w->y -= w->options->up_y * down;
    if (down >= w->options->skin * level) {
        record(w, HAIL_ON_FLOOR, hit.nx, hit.ny, hit.cell);
        w->result->flags |= HAIL_SNAPPED;
    }
    w->result->flags |= HAIL_ON_FLOOR;
    return true;
}

void plain_walk(cells_near *near, const plain_convex *shape, const hail_slide_options *options, bool through, float x,
                float y, float dx, float dy, hail_slide *result) {
    walk w = {.near = near, .shape = *shape, .options = options, .through = through, .result = result};
    *result = (hail_slide){.dx = dx, .dy = dy};
    near->corner_x = cells_floor(x);
    near->corner_y = cells_floor(y);
    const float from_x = x - (float)near->corner_x, from_y = y - (float)near->corner_y;
    w.way_x = dx;
    w.way_y = dy;
    w.x = from_x;
    w.y = from_y;
    w.shape.rounding += options->skin;
    const float upwards = dx * options->up_x + dy * options->up_y;
    const bool keeps_to_floor = options->snap > 0.0f && (dx != 0.0f || dy != 0.0f) && upwards <= 0.0f;
    float box[SIDES], below[SIDES];
    box_of(&w, dx, dy, box);
    if (keeps_to_floor) {
        box_of(&w, dx - options->up_x * options->snap, dy - options->up_y * options->snap, below);
        grow(box, below);
    }
    list_near(&w, box);
    if (!near->count)
        return;
    if (!push_out(&w)) {
        result->dx = result->dy = 0.0f;
        result->flags |= HAIL_STUCK;
        return;
    }
    const bool follows = keeps_to_floor && stood(&w);
    slide_along(&w, dx, dy);
    if (follows ? put_down(&w) : stands(&w))
        result->flags |= HAIL_STANDS;
    result->dx = w.x - from_x;
    result->dy = w.y - from_y;
}
