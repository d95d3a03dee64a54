/* bench/tiles/plain_walk.c - see plain_walk.h. What is near is listed once for the whole way, and again only if a mover
 * leaves it. */
#include "plain_walk.h"

#include <math.h>
#include <string.h>

enum { PUSHES = 4, TOUCHES = 64, REMEMBERED = 12, ROUNDS = 64 };

static const float margin = 1.0f;   /* px: more than is needed is listed */
static const float nothing = 1e-9f; /* px: a shorter way is none */
/* The corners of a slope of pixels are steeper than the slope. hail/slide.h does not say what the edge of a floor is;
 * this share of floor_cosine comes nearest to Hail's answers. */
static const float steep_floor = 0.86f;
static const float level = 3e-4f; /* px: a mover that is this near to the floor need not be put down */

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

/* Whether one of the two sides that meet in a corner is floor; a side is itself. */
static bool has_floor(const walk *w, const plain_contact *hit) {
    return kind_of(w, hit->nx, hit->ny) == HAIL_ON_FLOOR ||
           (hit->nx != 0.0f && kind_of(w, hit->nx > 0.0f ? 1.0f : -1.0f, 0.0f) == HAIL_ON_FLOOR) ||
           (hit->ny != 0.0f && kind_of(w, 0.0f, hit->ny > 0.0f ? 1.0f : -1.0f) == HAIL_ON_FLOOR);
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
    const plain_motion motion = {w->x, w->y, dx, dy, w->options->skin + HAIL_ONE_WAY_SLACK, w->through};
    return plain_sweep_cells(w->near, &w->shape, &motion, hit);
}

/* ---- Out of what it overlaps ------------------------------------------------------------------------------------- */

typedef struct deepest {
    bool hidden; /* it touches something without an exposed side */
    const plain_contact *contact;
    plain_contact all[TOUCHES];
} deepest;

static void find_deepest(walk *w, deepest *d) {
    float box[SIDES];
    box_of(w, 0.0f, 0.0f, box);
    need_box(w, box);
    const float stands = w->through ? 0.0f : w->options->skin + HAIL_ONE_WAY_SLACK;
    size_t count = plain_touch_cells(w->near, &w->shape, w->x, w->y, stands, d->all, TOUCHES);
    d->hidden = false;
    d->contact = NULL;
    for (size_t i = 0; i < count; i++) {
        d->hidden = d->hidden || !d->all[i].exposed;
        if (d->all[i].exposed && (!d->contact || d->all[i].depth > d->contact->depth))
            d->contact = &d->all[i];
    }
}

static bool overlaps(const deepest *d, float slack) { return d->contact ? d->contact->depth > slack : d->hidden; }

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

static bool push_out(walk *w) {
    const float start_x = w->x, start_y = w->y;
    deepest d;
    find_deepest(w, &d);
    if (!overlaps(&d, w->options->skin * 1e-2f))
        return true;
    const float reach = reach_of(&w->shape), limit = 2.0f * reach;
    for (int push = 0; push < PUSHES && overlaps(&d, w->options->skin * 1e-2f); push++) {
        float nx, ny, far;
        if (d.contact)
            nx = d.contact->nx, ny = d.contact->ny, far = d.contact->depth;
        else if (!nearest_open(w, reach, &nx, &ny, &far))
            break;
        w->x += nx * far;
        w->y += ny * far;
        record(w, kind_of(w, nx, ny), nx, ny, d.contact ? d.contact->cell : UINT32_MAX);
        find_deepest(w, &d);
    }
    const float far_x = w->x - start_x, far_y = w->y - start_y;
    if (!overlaps(&d, w->options->skin) && far_x * far_x + far_y * far_y <= limit * limit)
        return true;
    w->x = start_x;
    w->y = start_y;
    return false;
}

/* ---- Floor below ------------------------------------------------------------------------------------------------- */

/* Whether a mover that is put down by up to `fall` px lands on floor, or on the edge of one: further on its way, by its
 * own size, it would land on something that rises at least this much. */
static bool lands(walk *w, float fall, float rises, plain_contact *hit) {
    const float up_x = w->options->up_x, up_y = w->options->up_y, start_x = w->x, start_y = w->y;
    if (!sweep(w, -up_x * fall, -up_y * fall, hit))
        return false;
    if (kind_of(w, hit->nx, hit->ny) == HAIL_ON_FLOOR)
        return true;
    if (!has_floor(w, hit))
        return false;
    const float reach = w->way_x * up_y > w->way_y * up_x ? reach_of(&w->shape) : -reach_of(&w->shape);
    const float ahead_x = reach * up_y, ahead_y = -reach * up_x;
    plain_contact other;
    const float went = sweep(w, ahead_x, ahead_y, &other) ? other.t : 1.0f;
    w->x += ahead_x * went;
    w->y += ahead_y * went;
    const bool found = sweep(w, -up_x * fall, -up_y * fall, &other) && rise_of(w, other.nx, other.ny) >= rises;
    w->x = start_x;
    w->y = start_y;
    return found;
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
    plain_contact ahead;
    const bool stopped = sweep(w, on_x, on_y, &ahead);
    const float went = stopped ? ahead.t : 1.0f, left = stopped ? 1.0f - ahead.t : 0.0f;
    w->x += on_x * went;
    w->y += on_y * went;
    const bool moved = went * went * (on_x * on_x + on_y * on_y) > 1e-8f;
    if (moved && lands(w, lifted, w->options->floor_cosine, &hit)) {
        const float climbed = w->climbed + lifted * (1.0f - hit.t), length = left * sqrtf(on_x * on_x + on_y * on_y);
        const float paid = w->climbed > high ? w->climbed - high : 0.0f,
                    cost = climbed > high ? climbed - high - paid : 0.0f;
        if (cost <= 0.0f || cost <= length) {
            w->x -= up_x * lifted * hit.t;
            w->y -= up_y * lifted * hit.t;
            w->climbed = climbed;
            w->touched = 0;
            w->result->flags |= HAIL_STEPPED;
            record(w, kind_of(w, hit.nx, hit.ny), hit.nx, hit.ny, hit.cell);
            const float share = length > 0.0f ? left * (length - cost) / length : 0.0f;
            *dx = on_x * share;
            *dy = on_y * share;
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
            if (-(dx * w->touched_x[i] + dy * w->touched_y[i]) > 1e-6f * (fabsf(dx) + fabsf(dy)))
                dx = dy = 0.0f;
        record(w, kind_of(w, hit.nx, hit.ny), hit.nx, hit.ny, hit.cell);
        if (w->slides++ == w->options->bounces)
            return;
    }
}

/* ---- Downhill ---------------------------------------------------------------------------------------------------- */

static bool stands(walk *w) {
    const float down = w->options->skin; /* beyond the skin that the shape has */
    plain_contact hit;
    return sweep(w, -w->options->up_x * down, -w->options->up_y * down, &hit) && has_floor(w, &hit);
}

static void put_down(walk *w) {
    const float far = w->options->snap;
    plain_contact hit;
    if (!lands(w, far, steep_floor * w->options->floor_cosine, &hit))
        return;
    w->x -= w->options->up_x * far * hit.t;
    w->y -= w->options->up_y * far * hit.t;
    record(w, HAIL_ON_FLOOR, hit.nx, hit.ny, hit.cell);
    if (far * hit.t > level)
        w->result->flags |= HAIL_SNAPPED;
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
    const bool stood = keeps_to_floor && stands(&w);
    slide_along(&w, dx, dy);
    if (stood)
        put_down(&w);
    result->dx = w.x - from_x;
    result->dy = w.y - from_y;
}
