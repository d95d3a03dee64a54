/* Queries among thousands of circles, many in a call: what games ask most, and what has kernels of its own. Held to the
 * formulas of docs/arithmetic.md, bit for bit; on every variant.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that swarm alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "query_sets.h"
#include "shared/random_world.h"
#include "swarm_oracle.h"

enum { SWARMS = 30, QUERIES = 700, ROOM = 200 };

/* The queries of a call, as arrays. */
typedef struct crowd {
    size_t count;
    swarm_ask ask[QUERIES];
    float column[6][QUERIES]; /* x, y, dx, dy, max x, max y */
    float radii[QUERIES];
    uint64_t layers[QUERIES];
    uint32_t group[QUERIES];
    hail_handle except[QUERIES];
    hail_query_filter filter;
    bool filtered;
} crowd;

static float far_or(uint64_t *n, float usual) {
    return random_pick(n, 60) == 0 ? random_range(n, -1.0f, 1.0f) * powf(10.0f, random_range(n, 3.0f, 9.0f)) : usual;
}

static swarm_ask any_ask(swarm *s, swarm_kind kind, bool filtered) {
    uint64_t *n = &s->state;
    const swarm_circle *c = &s->circle[random_pick(n, (uint32_t)s->count)];
    const float length = random_pick(n, 8) == 0 ? s->side : 200.0f, turn = random_range(n, -3.2f, 3.2f);
    swarm_ask a = {.x = far_or(n, random_range(n, -30.0f, s->side)), .y = far_or(n, random_range(n, -30.0f, s->side))};
    if (random_pick(n, 4) == 0 && fabsf(c->x) < 1.0e8f && fabsf(c->y) < 1.0e8f)
        a.x = c->x, a.y = c->y;
    if (random_pick(n, 8) == 0)
        a.x += c->radius;
    a.dx = far_or(n, length * cosf(turn)), a.dy = far_or(n, length * sinf(turn));
    if (random_pick(n, 6) == 0)
        *(random_pick(n, 2) == 0 ? &a.dx : &a.dy) = 0.0f;
    if (kind == SWARM_BOXES) {
        a.dx = random_pick(n, 3) == 0 ? fabsf(a.dx) : 100.0f, a.dy = random_pick(n, 3) == 0 ? fabsf(a.dy) : 100.0f;
        a.x = fminf(a.x, 1.0e8f), a.y = fminf(a.y, 1.0e8f), a.dx = fminf(a.dx, 5.0e8f), a.dy = fminf(a.dy, 5.0e8f);
    }
    a.radius = random_pick(n, 3) != 0 ? 0.0f : random_range(n, 0.0f, random_pick(n, 2) == 0 ? 30.0f : 400.0f);
    if (!filtered)
        return a;
    a.layers = random_pick(n, 8), a.group = random_pick(n, 3);
    a.except = random_pick(n, 2) == 0 ? c->handle : (hail_handle){0, 0};
    return a;
}

static void crowd_make(swarm *s, swarm_kind kind, crowd *q) {
    uint64_t *n = &s->state;
    q->count = random_pick(n, 3) == 0 ? 1 + random_pick(n, 20) : QUERIES - random_pick(n, 20);
    q->filtered = random_pick(n, 3) == 0;
    for (size_t i = 0; i < q->count; i++) {
        const swarm_ask a = any_ask(s, kind, q->filtered);
        const float is[6] = {a.x, a.y, a.dx, a.dy, a.x + a.dx, a.y + a.dy};
        q->ask[i] = a, q->radii[i] = a.radius, q->layers[i] = a.layers, q->group[i] = a.group, q->except[i] = a.except;
        for (int k = 0; k < 6; k++)
            q->column[k][i] = is[k];
    }
    q->filter = (hail_query_filter){.each_layers = q->layers, .each_group = q->group, .each_except = q->except};
}

static hail_status run(const swarm *s, swarm_kind kind, const crowd *q, size_t capacity, void *out, uint32_t *counts) {
    const hail_query_filter *f = q->filtered ? &q->filter : NULL;
    const hail_points points = {NULL, q->column[0], q->column[1], q->count};
    const hail_boxes boxes = {NULL, q->column[0], q->column[1], q->column[4], q->column[5], q->count};
    const hail_rays rays = {
        .x = q->column[0], .y = q->column[1], .dx = q->column[2], .dy = q->column[3], .count = q->count};
    const hail_nearest_options near = {.each_radius = q->radii, .distance_to = kind == SWARM_CENTRES};
    switch (kind) {
    case SWARM_POINTS:
        return hail_query_points(s->world, &points, f, capacity, out, counts);
    case SWARM_BOXES:
        return hail_query_boxes(s->world, &boxes, f, capacity, out, counts);
    case SWARM_RAYS:
        return hail_query_rays(s->world, &rays, f, capacity, out, counts);
    default:
        return hail_query_nearest(s->world, &points, &near, f, capacity, out, counts);
    }
}

/* Equal as numbers, so that -0 is 0. */
static bool same(const hail_query_hit *a, const hail_query_hit *b, swarm_kind kind) {
    const float is[] = {a->t, a->distance, a->x, a->y, a->normal_x, a->normal_y};
    const float to[] = {b->t, b->distance, b->x, b->y, b->normal_x, b->normal_y};
    bool good = a->kind == b->kind && a->layer == b->layer && a->body.slot == b->body.slot &&
                a->body.generation == b->body.generation && a->part == 0 && a->user == 0;
    for (int k = 0; k < 6 && kind >= SWARM_RAYS; k++)
        good = good && !(is[k] < to[k]) && !(is[k] > to[k]);
    return good && (kind < SWARM_RAYS || (a->inside == b->inside && a->feature == 0));
}

static const char *text_of(const hail_query_hit *h) {
    static char text[2][200];
    static int turn;
    snprintf(text[turn ^= 1], sizeof *text,
             "layer %u slot %u inside %u t %a distance %a point (%a, %a) normal (%a, %a)", h->layer,
             (unsigned)h->body.slot, h->inside, (double)h->t, (double)h->distance, (double)h->x, (double)h->y,
             (double)h->normal_x, (double)h->normal_y);
    return text[turn];
}

static hail_query_hit result(swarm_kind kind, const void *out, size_t k) {
    if (kind >= SWARM_RAYS)
        return ((const hail_query_hit *)out)[k];
    const hail_query_match *m = (const hail_query_match *)out + k;
    return (hail_query_hit){.body = m->body, .user = m->user, .part = m->part, .kind = m->kind, .layer = m->layer};
}

static void check(const char *at, const swarm *s, swarm_kind kind, const crowd *q, size_t capacity, bool counted) {
    static const char *names[] = {"points", "boxes", "rays", "nearest", "centres"};
    static hail_query_hit want[SWARM_MOST], out[QUERIES * ROOM];
    static uint32_t counts[QUERIES];
    memset(out, 0xa5, sizeof out);
    cr_assert_eq(run(s, kind, q, capacity, out, counted ? counts : NULL), HAIL_OK, "%s: %s", at, names[kind]);
    for (size_t i = 0; i < q->count; i++) {
        const swarm_ask *a = &q->ask[i];
        const size_t count = swarm_find(s, kind, a, want), most = count < capacity ? count : capacity;
        cr_assert(!counted || counts[i] == count, "%s: %s, query %zu, capacity %zu: counted %u, must be %zu", at,
                  names[kind], i, capacity, (unsigned)counts[i], count);
        for (size_t k = 0; k < most; k++) {
            const hail_query_hit h = result(kind, out, i * capacity + k);
            cr_assert(
                same(&h, &want[k], kind),
                "%s: %s, query %zu of %zu, capacity %zu, result %zu of %zu\n  query   (%a, %a) by (%a, %a) radius "
                "%a layers %llx%s\n  is      %s\n  must be %s",
                at, names[kind], i, q->count, capacity, k, count, (double)a->x, (double)a->y, (double)a->dx,
                (double)a->dy, (double)a->radius, (unsigned long long)a->layers, counted ? " counted" : "", text_of(&h),
                text_of(&want[k]));
        }
        cr_assert(most == capacity || result(kind, out, i * capacity + most).kind == 0,
                  "%s: %s, query %zu, capacity %zu: more than %zu", at, names[kind], i, capacity, count);
    }
}

/* Without order the answers are the same sets. */
static void check_sets(const char *at, const swarm *s, swarm_kind kind, const crowd *q, size_t capacity) {
    static hail_query_hit out[QUERIES * ROOM], other[QUERIES * ROOM];
    static crowd without;
    const size_t size = kind < SWARM_RAYS ? sizeof(hail_query_match) : sizeof(hail_query_hit);
    memcpy(&without, q, sizeof without);
    without.filter = unordered_filter(q->filtered ? &q->filter : NULL);
    without.filtered = true;
    cr_assert_eq(run(s, kind, q, capacity, out, NULL), HAIL_OK);
    cr_assert_eq(run(s, kind, &without, capacity, other, NULL), HAIL_OK);
    same_sets(at, size, q->count, capacity, out, other);
}

static void ask(const char *at, swarm *s) {
    static const size_t capacities[] = {1, 2, 4, 7, 16, ROOM};
    static crowd q;
    swarm_look(s);
    for (int kind = 0; kind < SWARM_KINDS; kind++) {
        crowd_make(s, (swarm_kind)kind, &q);
        check(at, s, (swarm_kind)kind, &q, 1, false);
        const bool counted = random_pick(&s->state, 2) == 0;
        check(at, s, (swarm_kind)kind, &q, capacities[random_pick(&s->state, 6)], counted);
        if (kind < SWARM_NEAREST)
            check(at, s, (swarm_kind)kind, &q, 0, true);
        check_sets(at, s, (swarm_kind)kind, &q, capacities[random_pick(&s->state, 6)]);
    }
}

static void swarms(uint64_t seed) {
    const char *isa = hail_variant_name(seed / 7 % hail_variant_count());
    swarm *s = swarm_make(seed, isa);
    char at[200];
    for (int i = 0; i < 3; i++) {
        snprintf(at, sizeof at, "HAIL_TEST_SEED=%llu isa %s, after %d steps", (unsigned long long)seed, isa, i);
        cr_assert_eq(hail_query_prepare(s->world, 0), HAIL_OK);
        ask(at, s);
        cr_assert_eq(hail_step(s->world, 1.0f / 60.0f, NULL, NULL), HAIL_OK);
    }
    swarm_free(s);
}

Test(query_swarm, circles) { random_seeds(random_shortened(SWARMS), swarms); }
