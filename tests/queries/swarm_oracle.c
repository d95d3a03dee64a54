/* tests/queries/swarm_oracle.c - the oracle of swarm_oracle.h. */
#include "swarm_oracle.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>

#include "shared/contexts.h"
#include "shared/random_world.h"

/* ---- Swarms ------------------------------------------------------------------------------------------------------ */

static void place(swarm *s, uint64_t seed, float *x, float *y) {
    uint64_t *n = &s->state;
    *x = random_range(n, 0.0f, s->side), *y = random_range(n, 0.0f, s->side);
    switch (seed % 6) {
    case 1: /* a third in one spot, some on each other */
        if (random_pick(n, 3) == 0)
            *x = s->side * 0.5f + (float)random_pick(n, 20), *y = s->side * 0.5f + (float)random_pick(n, 20);
        break;
    case 2: /* on a lattice: ties */
        *x = roundf(*x / 16.0f) * 16.0f, *y = roundf(*y / 16.0f) * 16.0f;
        break;
    case 3: /* some far outside */
        if (random_pick(n, 20) == 0)
            *x = random_range(n, -1.0f, 1.0f) * powf(10.0f, random_range(n, 3.0f, 9.0f));
        if (random_pick(n, 20) == 0)
            *y = random_range(n, -1.0f, 1.0f) * powf(10.0f, random_range(n, 3.0f, 9.0f));
        break;
    case 4: /* on a line */
        *y = s->side * 0.25f;
        break;
    default:
        break;
    }
}

static void spawn(swarm *s, uint64_t seed, uint32_t layer, size_t count) {
    static float x[SWARM_MOST], y[SWARM_MOST], vx[SWARM_MOST], vy[SWARM_MOST];
    static hail_shape shape[SWARM_MOST];
    static uint32_t group[SWARM_MOST];
    for (size_t i = 0; i < count; i++) {
        const uint32_t most = layer == 2 ? SWARM_RADII : seed % 4 == 3 ? 3 : 1;
        place(s, seed, &x[i], &y[i]);
        vx[i] = random_range(&s->state, -60.0f, 60.0f), vy[i] = random_range(&s->state, -60.0f, 60.0f);
        shape[i] = s->shape[layer == 1 ? 1 : random_pick(&s->state, most)];
        group[i] = random_pick(&s->state, 3);
    }
    const hail_spawn_columns from = {.x = x, .y = y, .vx = vx, .vy = vy, .shape = shape, .group = group};
    cr_assert_eq(hail_spawn(s->world, layer, NULL, &from, count, NULL), HAIL_OK);
}

swarm *swarm_make(uint64_t seed, const char *isa) {
    static const float radii[4][SWARM_RADII] = {{8.0f, 0.0f, 8.0f, 3.0f, 40.0f},
                                                {0.0f, 2.0f, 5.0f, 9.0f, 400.0f},
                                                {8.0f, 16.0f, 4.0f, 1.0f, 64.0f},
                                                {3.0f, 8.0f, 1.0f, 30.0f, 3000.0f}};
    swarm *s = calloc(1, sizeof *s);
    cr_assert_not_null(s);
    hail_world_options options;
    hail_world_options_defaults(&options);
    const hail_layer_options layer = {.columns = HAIL_GROUP};
    s->state = seed * 3 + 1;
    const size_t count = seed % 3 == 0 ? 6000 : 200 + random_pick(&s->state, 2000);
    s->side = 24.0f * sqrtf((float)count);
    options.context = variant_context(isa);
    if (seed % 2 == 0)
        options.max_x = options.max_y = s->side;
    cr_assert_eq(hail_world_create(&options, &s->world), HAIL_OK);
    for (int k = 0; k < SWARM_RADII; k++) {
        s->radius[k] = radii[seed / 6 % 4][k];
        cr_assert_eq(hail_shape_circle(hail_world_shapes(s->world), s->radius[k], &s->shape[k]), HAIL_OK);
    }
    for (uint32_t n = 0; n < SWARM_LAYERS; n++)
        cr_assert_eq(hail_layer_configure(s->world, n, &layer), HAIL_OK);
    spawn(s, seed, 0, count);
    if (seed % 5 != 4) {
        spawn(s, seed, 1, count / 3);
        spawn(s, seed, 2, count / 10);
    }
    if (seed % 2 == 1) /* the step sorts some of them into grids */
        cr_assert_eq(hail_rule_set(s->world, 0, seed % 4 == 1 ? 0 : 1, HAIL_PAIRS), HAIL_OK);
    return s;
}

void swarm_free(swarm *s) {
    hail_world_destroy(s->world);
    free(s);
}

static int by_slot(const void *one, const void *other) {
    const swarm_circle *a = one, *b = other;
    if (a->layer != b->layer)
        return a->layer < b->layer ? -1 : 1;
    return (a->handle.slot > b->handle.slot) - (a->handle.slot < b->handle.slot);
}

void swarm_look(swarm *s) {
    s->count = 0;
    for (uint32_t layer = 0; layer < SWARM_LAYERS; layer++) {
        hail_columns c;
        cr_assert_eq(hail_layer_columns(s->world, layer, &c), HAIL_OK);
        for (uint32_t i = 0; i < c.active; i++) {
            swarm_circle *to = &s->circle[s->count++];
            *to = (swarm_circle){c.handle[i], layer, c.group[i], c.x[i], c.y[i], 0.0f};
            for (int k = 0; k < SWARM_RADII; k++)
                to->radius = s->shape[k].id == c.shape[i] ? s->radius[k] : to->radius;
        }
    }
    qsort(s->circle, s->count, sizeof *s->circle, by_slot);
}

/* ---- Formulas ---------------------------------------------------------------------------------------------------- */

static bool allowed(const swarm_circle *c, const swarm_ask *ask) {
    if ((ask->layers != 0 && (ask->layers & HAIL_LAYER(c->layer)) == 0) || (ask->group != 0 && ask->group == c->group))
        return false;
    return ask->except.slot != c->handle.slot || ask->except.generation != c->handle.generation;
}

/* "Circle against circle", of a point at (x, y). */
static void touch_at(const swarm_circle *c, float ax, float ay, hail_query_hit *h) {
    const float dx = c->x - ax, dy = c->y - ay, d = sqrtf(dx * dx + dy * dy);
    const float nx = d > 0.0f ? dx / d : 1.0f, ny = d > 0.0f ? dy / d : 0.0f;
    const float m = ((0.0f + d) - c->radius) * 0.5f;
    h->normal_x = -nx, h->normal_y = -ny, h->x = ax + nx * m, h->y = ay + ny * m;
}

/* "Sweeps", "Circles": the point moves, the circle rests. */
static bool ray_hits(const swarm_circle *c, const swarm_ask *ask, hail_query_hit *h) {
    const float dx = c->x - ask->x, dy = c->y - ask->y, vx = 0.0f - ask->dx, vy = 0.0f - ask->dy, r = c->radius;
    const float a = vx * vx + vy * vy, b = -(dx * vx + dy * vy), cross = dx * vy - dy * vx;
    const float disc = a * (r * r) - cross * cross;
    h->inside = dx * dx + dy * dy <= r * r, h->t = 0.0f, h->distance = 0.0f;
    if (h->inside != 0) {
        touch_at(c, ask->x, ask->y, h);
        h->distance = -fmaxf(r - sqrtf(dx * dx + dy * dy), 0.0f), h->x = ask->x, h->y = ask->y;
        return true;
    }
    if (!(b > 0.0f) || !(disc >= 0.0f))
        return false;
    float t = ((dx * dx + dy * dy) - r * r) / (b + sqrtf(disc > 0.0f ? disc : 0.0f));
    t = b / a < t ? b / a : t;
    t = t < 0.0f ? 0.0f : t;
    const float ex = dx + vx * t, ey = dy + vy * t, g = sqrtf(ex * ex + ey * ey);
    const float nx = g > 0.0f ? ex / g : 1.0f, ny = g > 0.0f ? ey / g : 0.0f, m = ((0.0f + g) - r) * 0.5f;
    h->t = t, h->distance = t * sqrtf(ask->dx * ask->dx + ask->dy * ask->dy);
    h->normal_x = -nx, h->normal_y = -ny;
    h->x = (ask->x + ask->dx * t) + nx * m, h->y = (ask->y + ask->dy * t) + ny * m;
    return t <= 1.0f;
}

/* "Distance", "Two circles". */
static bool is_near(const swarm_circle *c, swarm_kind kind, const swarm_ask *ask, hail_query_hit *h) {
    const float dx = c->x - ask->x, dy = c->y - ask->y, d = sqrtf(dx * dx + dy * dy);
    const float nx = d > 0.0f ? dx / d : 1.0f, ny = d > 0.0f ? dy / d : 0.0f;
    h->inside = d - c->radius <= 0.0f, h->distance = kind == SWARM_CENTRES ? d : d - c->radius;
    h->normal_x = -nx, h->normal_y = -ny, h->x = c->x - nx * c->radius, h->y = c->y - ny * c->radius;
    return !(ask->radius > 0.0f) || h->distance <= ask->radius;
}

static bool finds(const swarm_circle *c, swarm_kind kind, const swarm_ask *ask, hail_query_hit *h) {
    const float r = c->radius, max_x = ask->x + ask->dx, max_y = ask->y + ask->dy;
    float dx = c->x - ask->x, dy = c->y - ask->y;
    switch (kind) {
    case SWARM_POINTS:
        return dx * dx + dy * dy <= r * r;
    case SWARM_BOXES:
        dx = fmaxf(fmaxf(ask->x - c->x, 0.0f), c->x - max_x), dy = fmaxf(fmaxf(ask->y - c->y, 0.0f), c->y - max_y);
        return dx * dx + dy * dy <= r * r;
    case SWARM_RAYS:
        return ray_hits(c, ask, h);
    default:
        return is_near(c, kind, ask, h);
    }
}

static int by_time(const void *one, const void *other) {
    const hail_query_hit *a = one, *b = other;
    if (a->t < b->t || a->t > b->t)
        return a->t < b->t ? -1 : 1;
    if (a->layer != b->layer)
        return a->layer < b->layer ? -1 : 1;
    return (a->body.slot > b->body.slot) - (a->body.slot < b->body.slot);
}

static int by_distance(const void *one, const void *other) {
    const hail_query_hit *a = one, *b = other;
    if (a->distance < b->distance || a->distance > b->distance)
        return a->distance < b->distance ? -1 : 1;
    return by_time(one, other);
}

size_t swarm_find(const swarm *s, swarm_kind kind, const swarm_ask *ask, hail_query_hit *hits) {
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++) {
        const swarm_circle *c = &s->circle[i];
        hail_query_hit h = {.body = c->handle, .kind = HAIL_CONTACT_BODY, .layer = (uint8_t)c->layer};
        if (fabsf(c->x) <= HAIL_MAX_BOUND && fabsf(c->y) <= HAIL_MAX_BOUND && allowed(c, ask) &&
            finds(c, kind, ask, &h))
            hits[count++] = h;
    }
    if (kind >= SWARM_RAYS && count > 0)
        qsort(hits, count, sizeof *hits, kind == SWARM_RAYS ? by_time : by_distance);
    return count;
}
