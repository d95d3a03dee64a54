/* tests/shared/random_churn.c - what a game does to a random world between two steps. */
#include "random_parts.h"

#include <math.h>
#include <string.h>
#include "shared/mix.h"

typedef struct spot {
    double x, y;
} spot;

/* A body: its columns, its location in them, its template. */
typedef struct actor {
    hail_location at;
    hail_columns c;
    uint32_t i; /* location.index */
    hail_convex_info info;
    double cos, sin, scale;
} actor;

static hail_status look_up(const random_world *w, hail_handle handle, actor *a) {
    hail_status status = hail_locate(w->world, &handle, &a->at);
    if (status == HAIL_OK)
        status = hail_layer_columns(w->world, a->at.layer, &a->c);
    if (status != HAIL_OK)
        return status;
    a->i = a->at.index;
    a->cos = a->c.cos != NULL ? (double)a->c.cos[a->i] : 1.0;
    a->sin = a->c.sin != NULL ? (double)a->c.sin[a->i] : 0.0;
    a->scale = a->c.scale != NULL ? (double)a->c.scale[a->i] : 1.0;
    hail_shape shape;
    status = hail_shape_of_id(hail_world_shapes(w->world), a->c.shape[a->i], &shape);
    return status == HAIL_OK ? hail_shape_describe(hail_world_shapes(w->world), &shape, &a->info) : status;
}

static bool moved_by_caller(const random_world *w, const actor *a) { return w->setup.layer[a->at.layer].caller_moved; }

/* ---- Touching and aiming ----------------------------------------------------------------------------------------- */

/* A vertex, rotated and scaled, from the body's position; a circle has one, at 0. */
static spot vertex_of(const actor *a, uint32_t i) {
    if (a->info.vertices == 0)
        return (spot){0.0, 0.0};
    double x = (double)a->info.x[i] * a->scale, y = (double)a->info.y[i] * a->scale;
    return (spot){a->cos * x - a->sin * y, a->sin * x + a->cos * y};
}

/* Some point of a's surface, and the direction out of it: of a corner, or of an edge. */
static spot surface_of(random_world *w, const actor *a, spot *out) {
    uint64_t *s = &w->state;
    uint32_t n = a->info.vertices > 0 ? a->info.vertices : 1, i = random_pick(s, n);
    spot one = vertex_of(a, i), two = vertex_of(a, (i + 1) % n);
    double turn = (double)random_range(s, -3.2f, 3.2f), t = 0.0;
    *out = (spot){cos(turn), sin(turn)};
    double ex = two.x - one.x, ey = two.y - one.y, l = hypot(ex, ey);
    if (l > 0.0 && random_pick(s, 2) == 0) {
        t = (double)random_range(s, 0.0f, 1.0f);
        l = random_pick(s, 2) == 0 ? l : -l; /* the winding is unknown: inwards as often */
        *out = (spot){ey / l, -ex / l};
    }
    double r = (double)a->info.rounding * a->scale;
    return (spot){one.x + t * ex + out->x * r, one.y + t * ey + out->y * r};
}

/* The point of a's surface that lies furthest against the direction. */
static spot support_of(const actor *a, spot against) {
    uint32_t n = a->info.vertices > 0 ? a->info.vertices : 1;
    spot best = vertex_of(a, 0);
    for (uint32_t i = 1; i < n; i++) {
        spot v = vertex_of(a, i);
        if (v.x * against.x + v.y * against.y < best.x * against.x + best.y * against.y)
            best = v;
    }
    double r = (double)a->info.rounding * a->scale;
    return (spot){best.x - against.x * r, best.y - against.y * r};
}

static float nudged(random_world *w, float number) {
    if (random_pick(&w->state, 2) == 0)
        return number;
    return nextafterf(number, random_pick(&w->state, 2) == 0 ? -INFINITY : INFINITY);
}

/* Puts a body against another, within a few ulps of touching; sometimes parallel to it. */
static void touch(random_world *w, actor *a, const actor *other) {
    if (a->c.cos != NULL && other->c.cos != NULL && random_pick(&w->state, 3) == 0) {
        a->c.cos[a->i] = other->c.cos[other->i];
        a->c.sin[a->i] = other->c.sin[other->i];
        a->cos = other->cos, a->sin = other->sin;
    }
    spot out, at = surface_of(w, other, &out), mine = support_of(a, out);
    a->c.x[a->i] = nudged(w, (float)((double)other->c.x[other->i] + at.x - mine.x));
    a->c.y[a->i] = (float)((double)other->c.y[other->i] + at.y - mine.y);
    if (w->dt > 0.0f && random_pick(&w->state, 2) == 0) /* and off it goes from there: in, out or along */
        return;
    a->c.vx[a->i] = 0.0f, a->c.vy[a->i] = 0.0f;
}

/* Aims a body so that it hits the other, grazes it or just reaches it; in caller-moved layers it is moved. */
static void aim(random_world *w, actor *a, const actor *other) {
    uint64_t *s = &w->state;
    spot out, at = surface_of(w, other, &out), mine = support_of(a, out);
    double goal_x = (double)other->c.x[other->i] + at.x - mine.x, goal_y = (double)other->c.y[other->i] + at.y - mine.y;
    double dx = goal_x - (double)a->c.x[a->i], dy = goal_y - (double)a->c.y[a->i];
    double reach = random_pick(s, 4) == 0 ? 1.0 : (double)random_range(s, 0.3f, 3.0f);
    if (random_pick(s, 4) == 0) { /* along the surface, from 10,000 px away at most: grazing */
        double far = (double)random_range(s, 0.0f, 5.0e3f);
        dx = -out.y * far, dy = out.x * far;
        a->c.x[a->i] = (float)(goal_x - dx), a->c.y[a->i] = (float)(goal_y - dy);
        reach = (double)random_range(s, 0.5f, 2.0f);
    }
    dx *= reach, dy *= reach;
    if (!moved_by_caller(w, a) && w->dt > 0.0f) {
        a->c.vx[a->i] = (float)(dx / (double)w->dt);
        a->c.vy[a->i] = (float)(dy / (double)w->dt);
    } else if (moved_by_caller(w, a) && a->c.dx != NULL) {
        a->c.dx[a->i] = (float)dx, a->c.dy[a->i] = (float)dy;
        a->c.x[a->i] = (float)((double)a->c.x[a->i] + dx);
        a->c.y[a->i] = (float)((double)a->c.y[a->i] + dy);
    }
}

/* What the step does not move: the caller does, and says how. */
static void carry(random_world *w, actor *a) {
    uint64_t *s = &w->state;
    uint32_t chance = random_pick(s, 8);
    float dx = chance < 3 ? 0.0f : random_speed(w) * (1.0f / 60.0f), dy = chance < 3 ? 0.0f : random_speed(w) * 0.0625f;
    if (random_pick(s, 100) == 0)
        dx = 1.5e9f; /* beyond HAIL_MAX_BOUND */
    a->c.x[a->i] += dx, a->c.y[a->i] += dy;
    if (a->c.dx != NULL)
        a->c.dx[a->i] = dx, a->c.dy[a->i] = dy;
}

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

static void spoil(uint64_t *s, const hail_columns *c, uint32_t i) {
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    float *column[] = {c->x, c->y, c->vx, c->vy, c->cos, c->sin, c->scale, c->life, c->dx, c->dy};
    float *chosen = column[random_pick(s, 10)];
    float value = bad[random_pick(s, 3)];
    if (chosen != NULL)
        chosen[i] = chosen == c->scale && random_pick(s, 2) == 0 ? -1.0f : value;
}

static void mend(random_world *w, const hail_columns *c, uint32_t i) {
    random_place(w, &c->x[i], &c->y[i]);
    c->vx[i] = random_speed(w), c->vy[i] = 0.0f;
    if (c->cos != NULL)
        c->cos[i] = 0.8f, c->sin[i] = -0.6f;
    if (c->scale != NULL)
        c->scale[i] = random_scale(w);
    if (c->life != NULL)
        c->life[i] = 1.0f;
    if (c->dx != NULL)
        c->dx[i] = 0.0f, c->dy[i] = -0.0f;
}

/* cos and sin are unit to 1e-4 only, and a scale may be -0 when it is written by hand. */
static void odd(random_world *w, const hail_columns *c, uint32_t i) {
    if (c->cos != NULL && isfinite(c->cos[i]) && isfinite(c->sin[i])) {
        float stretch = random_range(&w->state, -0.9e-4f, 0.9e-4f), turn = random_range(&w->state, -3.2f, 3.2f);
        c->cos[i] = cosf(turn) * (1.0f + stretch), c->sin[i] = sinf(turn) * (1.0f + stretch);
    }
    if (c->scale != NULL && random_pick(&w->state, 8) == 0)
        c->scale[i] = -0.0f;
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

static uint32_t which_layer(const random_world *w, uint32_t layer) {
    uint32_t which = 0;
    while (which < w->layers && w->layer[which] != layer)
        which++;
    return which;
}

static hail_status change(random_world *w, hail_handle handle, const hail_location *at) {
    uint32_t columns = w->setup.layer[at->layer].columns;
    float number;
    hail_shape shape;
    switch (random_pick(&w->state, 5)) {
    case 0:
        return hail_set_layer(w->world, &handle, 1, w->layer[random_pick(&w->state, w->layers)]);
    case 1:
        return hail_set_enabled(w->world, &handle, 1, !at->enabled);
    case 2:
        shape = random_shape(w, which_layer(w, at->layer));
        return hail_set_shape(w->world, &handle, 1, &shape);
    case 3:
        number = random_scale(w);
        return (columns & HAIL_SCALE) ? hail_write_bodies(w->world, &(hail_handles){&handle, 0, 1},
                                                          &(hail_body_writes){.scale = &number}, NULL)
                                      : HAIL_OK;
    default:
        number = random_range(&w->state, -700.0f, 700.0f);
        return (columns & HAIL_ROTATION) ? hail_write_bodies(w->world, &(hail_handles){&handle, 0, 1},
                                                             &(hail_body_writes){.angle = &number}, NULL)
                                         : HAIL_OK;
    }
}

/* Of 256, by flavour: below the first a body is put against another, below the second it is sent at one. */
static const uint32_t often[FLAVOURS][2] = {{16, 28}, {20, 28}, {16, 28},   {20, 60}, {150, 200},
                                            {60, 80}, {16, 60}, {100, 120}, {30, 200}};

static hail_status churn_body(random_world *w, size_t i) {
    actor a, other;
    hail_handle handle = w->live[i];
    hail_status status = look_up(w, handle, &a);
    if (status == HAIL_OK)
        status = look_up(w, w->live[random_pick(&w->state, (uint32_t)w->count)], &other);
    if (status != HAIL_OK)
        return status;
    uint64_t *s = &w->state;
    uint32_t chance = random_pick(s, 256);
    if (moved_by_caller(w, &a) && random_pick(s, 2) == 0)
        carry(w, &a);
    if (a.at.quarantined && chance < 80)
        mend(w, &a.c, a.i);
    else if (chance < 2)
        spoil(s, &a.c, a.i);
    else if (chance < 14)
        return change(w, handle, &a.at);
    else if (chance < often[w->flavour][0] && !other.at.quarantined)
        touch(w, &a, &other);
    else if (chance < often[w->flavour][1] && !other.at.quarantined)
        aim(w, &a, &other);
    else if (chance < 226 && w->flavour == FLAVOUR_CORNERS)
        odd(w, &a.c, a.i);
    else if (chance < 230 || (w->flavour == FLAVOUR_BULLETS && chance < 245))
        random_place(w, &a.c.x[a.i], &a.c.y[a.i]);
    return HAIL_OK;
}

hail_status random_world_churn(random_world *w) {
    hail_status status = HAIL_OK;
    hail_handle gone[8];
    size_t going = 0;
    w->dt = random_step_of(w);
    for (size_t i = 0; i < w->count && status == HAIL_OK; i++)
        status = churn_body(w, i);
    for (size_t i = 0; i < 8 && w->count > 1 && random_pick(&w->state, 2) == 0; i++) {
        size_t at = random_pick(&w->state, (uint32_t)w->count);
        gone[going++] = w->live[at];
        w->live[at] = w->live[--w->count];
    }
    if (status == HAIL_OK && going > 0)
        status = hail_despawn(w->world, gone, going);
    if (status == HAIL_OK && random_pick(&w->state, 8) == 0)
        status = random_configure(w, random_pick(&w->state, w->layers));
    uint32_t i = random_pick(&w->state, w->layers), j = random_pick(&w->state, w->layers);
    if (status == HAIL_OK && random_pick(&w->state, 8) == 0)
        status = random_rule(w, i, j);
    return status == HAIL_OK ? random_refill(w) : status;
}

float random_world_dt(const random_world *w) { return w->dt; }

void random_world_forget(random_world *w) {
    size_t kept = 0;
    for (size_t i = 0; i < w->count; i++)
        if (hail_alive(w->world, &w->live[i]))
            w->live[kept++] = w->live[i];
    w->count = kept;
}

uint64_t random_world_digest(const random_world *w) {
    uint64_t digest = 0xcbf29ce484222325u;
    for (size_t n = 0; n < w->count; n++) {
        hail_location at;
        hail_columns c;
        if (hail_locate(w->world, &w->live[n], &at) != HAIL_OK || hail_layer_columns(w->world, at.layer, &c) != HAIL_OK)
            return 0;
        float *column[] = {c.x, c.y, c.vx, c.vy, c.cos, c.sin, c.scale, c.life, c.dx, c.dy};
        uint32_t i = at.index, flags = (uint32_t)at.enabled | (uint32_t)at.quarantined << 1;
        for (size_t k = 0; k < sizeof column / sizeof *column; k++)
            digest = column[k] != NULL ? mix(digest, &column[k][i], sizeof(float)) : digest;
        digest = mix(mix(digest, &at.layer, sizeof at.layer), &flags, sizeof flags);
        digest = mix(mix(digest, &c.shape[i], sizeof c.shape[i]), &w->live[n], sizeof w->live[n]);
        digest = c.user != NULL ? mix(digest, &c.user[i], sizeof c.user[i]) : digest;
        digest = c.group != NULL ? mix(digest, &c.group[i], sizeof c.group[i]) : digest;
        digest = c.category != NULL ? mix(digest, &c.category[i], sizeof c.category[i]) : digest;
        digest = c.mask != NULL ? mix(digest, &c.mask[i], sizeof c.mask[i]) : digest;
    }
    return digest;
}
