/* tests/oracle/oracle.c - the step: quarantine, move, wrap, kill, life, then every pair of every rule, and of
 * HAIL_EARLIEST rules only the earliest hits (hits.c). */
#include "internal.h"

#include <math.h>
#include <stdlib.h>

static bool finite_numbers(const body *b, bool moved) {
    if (!isfinite(b->x) || !isfinite(b->y) || (moved && (!isfinite(b->vx) || !isfinite(b->vy))))
        return false;
    if (!isfinite(b->c) || !isfinite(b->s) || !isfinite(b->life) || (!moved && (!isfinite(b->dx) || !isfinite(b->dy))))
        return false;
    return isfinite(b->k) && b->k >= 0.0f && b->k <= HAIL_MAX_SCALE;
}

static float wrapped(float n, float min, float max) {
    float w = max - min;
    if (n < min)
        n = n + w;
    else if (n >= max)
        n = n - w;
    if (n >= min && n < max)
        return n;
    float k = truncf((n - min) / w);
    if (n < min)
        k = k - 1.0f;
    n = n - k * w;
    return n >= min && n < max ? n : min;
}

static bool within_bound(float number) { return fabsf(number) <= HAIL_MAX_BOUND; }

/* Where a body came from, for swept rules: after the wrap. */
static void remember_way(body *b) {
    b->start_x = b->x - b->mx;
    b->start_y = b->y - b->my;
    b->swept = within_bound(b->x) && within_bound(b->y) && within_bound(b->mx) && within_bound(b->my);
}

static void end_body(const oracle *o, body *b, uint32_t columns, float dt) {
    const hail_layer_options *layer = &o->setup.layer[b->layer];
    if (layer->bounds == HAIL_KILL) {
        float r = b->radius;
        if (b->x + r < o->setup.min_x || b->x - r > o->setup.max_x || b->y + r < o->setup.min_y ||
            b->y - r > o->setup.max_y)
            b->reason |= HAIL_REMOVED_BOUNDS;
    }
    if (columns & HAIL_LIFE) {
        if (b->life < HAIL_FOREVER)
            b->life = b->life - dt;
        if (b->life <= 0.0f)
            b->reason |= HAIL_REMOVED_LIFE;
    }
}

static void step_body(const oracle *o, body *b, uint32_t columns, float dt) {
    const hail_layer_options *layer = &o->setup.layer[b->layer];
    b->met = false;
    b->quarantined = b->enabled && !finite_numbers(b, !layer->caller_moved);
    if (!b->enabled || b->quarantined)
        return;
    b->mx = b->dx;
    b->my = b->dy;
    float nx = b->x, ny = b->y;
    if (!layer->caller_moved) {
        b->mx = b->vx * dt;
        b->my = b->vy * dt;
        nx = b->x + b->mx;
        ny = b->y + b->my;
    }
    if (!isfinite(nx) || !isfinite(ny)) {
        b->quarantined = b->lost = true;
        b->dx = b->dy = 0.0f;
        return;
    }
    b->met = true;
    if (layer->bounds == HAIL_WRAP) {
        nx = wrapped(nx, o->setup.min_x, o->setup.max_x);
        ny = wrapped(ny, o->setup.min_y, o->setup.max_y);
    }
    b->x = nx;
    b->y = ny;
    b->dx = b->mx;
    b->dy = b->my;
    remember_way(b);
    b->radius = o->shape[b->shape].radius;
    b->rounding = o->shape[b->shape].rounding;
    if (columns & HAIL_SCALE) {
        b->radius = b->radius * b->k;
        b->rounding = b->rounding * b->k;
    }
    end_body(o, b, columns, dt);
}

static void emit(oracle *o, const body *a, const body *b, const hail_rule *rule) {
    hail_contact contact;
    if (!pair_touches(o, a, b, rule->mode, &contact) && !pair_grazes(o, a, b, rule->graze, &contact))
        return;
    contact.a = a->handle;
    contact.b = b->handle;
    contact.layer_a = a->layer;
    contact.layer_b = b->layer;
    if (o->contacts == o->contacts_room) {
        o->contacts_room = o->contacts_room * 2 + 256;
        o->contact = realloc(o->contact, o->contacts_room * sizeof *o->contact);
        if (o->contact == NULL)
            abort();
    }
    o->contact[o->contacts++] = contact;
}

/* Bodies lie by slot, so that the loops give the documented order without a sort. */
static void meet(oracle *o, const hail_rule *rule) {
    const layer_state *la = &o->layer[rule->layer_a], *lb = &o->layer[rule->layer_b];
    for (size_t i = 0; i < la->count; i++) {
        if (!la->bodies[i].met)
            continue;
        for (size_t j = la == lb ? i + 1 : 0; j < lb->count; j++)
            if (lb->bodies[j].met)
                emit(o, &la->bodies[i], &lb->bodies[j], rule);
    }
}

/* A layer's body by its slot; bodies lie by slot. NULL: there is none. */
static body *body_of(const oracle *o, uint32_t layer, uint32_t slot) {
    body *bodies = o->layer[layer].bodies;
    size_t low = 0, high = o->layer[layer].count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (bodies[middle].handle.slot < slot)
            low = middle + 1;
        else
            high = middle;
    }
    return low < o->layer[layer].count && bodies[low].handle.slot == slot ? &bodies[low] : NULL;
}

const hail_rule *oracle_rule(const oracle *o, const hail_contact *c) {
    for (size_t i = 0; i < o->rules; i++)
        if (o->rule[i].layer_a == c->layer_a && o->rule[i].layer_b == c->layer_b)
            return &o->rule[i];
    return NULL;
}

const hail_contact *oracle_step(oracle *o, float dt, size_t *count) {
    for (size_t i = 0; i < o->count; i++)
        step_body(o, &o->bodies[i], o->layer[o->bodies[i].layer].columns, dt);
    for (size_t i = 0; i < o->rules; i++)
        meet(o, &o->rule[i]);
    hits_choose(o);
    *count = o->contacts;
    return o->contact;
}

body *oracle_body(const oracle *o, hail_handle handle) {
    for (uint32_t layer = 0; layer < HAIL_MAX_LAYERS; layer++) {
        body *found = body_of(o, layer, handle.slot);
        if (found != NULL && found->handle.generation == handle.generation)
            return found;
    }
    return NULL;
}

void oracle_despawn(oracle *o, hail_handle handle) {
    body *b = oracle_body(o, handle);
    if (b != NULL)
        b->reason |= HAIL_REMOVED_DESPAWN;
}

static int by_slot(const void *one, const void *two) {
    uint32_t a = ((const hail_removal *)one)->handle.slot, b = ((const hail_removal *)two)->handle.slot;
    return (a > b) - (a < b);
}

const hail_removal *oracle_removals(oracle *o, size_t *count) {
    size_t n = 0;
    free(o->removal);
    o->removal = calloc(o->count + 1, sizeof *o->removal);
    if (o->removal == NULL)
        abort();
    for (size_t i = 0; i < o->count; i++) {
        const body *b = &o->bodies[i];
        if (b->reason != 0)
            o->removal[n++] = (hail_removal){b->handle, b->user, b->layer, b->reason};
    }
    qsort(o->removal, n, sizeof *o->removal, by_slot);
    *count = n;
    return o->removal;
}

bool oracle_find(const oracle *o, hail_handle handle, oracle_state *state) {
    const body *b = oracle_body(o, handle);
    if (b == NULL)
        return false;
    *state = (oracle_state){b->x, b->y, b->life, b->layer, b->enabled, b->quarantined, b->reason};
    return true;
}

oracle_totals oracle_count(const oracle *o) {
    oracle_totals totals = {.bodies = o->count};
    for (size_t i = 0; i < o->count; i++) {
        const body *b = &o->bodies[i];
        totals.moved += b->met;
        totals.killed += (b->reason & HAIL_REMOVED_BOUNDS) != 0;
        totals.expired += (b->reason & HAIL_REMOVED_LIFE) != 0;
        totals.despawned += (b->reason & HAIL_REMOVED_DESPAWN) != 0;
        totals.quarantined += b->quarantined && b->reason == 0;
    }
    return totals;
}

void oracle_free(oracle *o) {
    if (o == NULL)
        return;
    free(o->shape);
    free(o->bodies);
    free(o->rule);
    free(o->contact);
    free(o->removal);
    free(o);
}
