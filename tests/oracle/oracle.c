/* tests/oracle/oracle.c - the step: quarantine, move, wrap, kill, life, then every pair of every rule. */
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool finite_numbers(const body *b, bool moved) {
    if (!isfinite(b->x) || !isfinite(b->y) || (moved && (!isfinite(b->vx) || !isfinite(b->vy))))
        return false;
    if (!isfinite(b->c) || !isfinite(b->s) || !isfinite(b->life))
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

static void step_body(const oracle *o, body *b, uint32_t columns, float dt) {
    const hail_layer_options *layer = &o->setup.layer[b->layer];
    b->met = false;
    b->quarantined = b->enabled && !finite_numbers(b, !layer->caller_moved);
    if (!b->enabled || b->quarantined)
        return;
    float nx = b->x, ny = b->y;
    if (!layer->caller_moved) {
        float px = b->vx * dt, py = b->vy * dt;
        nx = b->x + px;
        ny = b->y + py;
    }
    if (!isfinite(nx) || !isfinite(ny)) {
        b->quarantined = true;
        return;
    }
    b->met = true;
    if (layer->bounds == HAIL_WRAP) {
        nx = wrapped(nx, o->setup.min_x, o->setup.max_x);
        ny = wrapped(ny, o->setup.min_y, o->setup.max_y);
    }
    b->x = nx;
    b->y = ny;
    b->radius = o->shape[b->shape].radius;
    if (columns & HAIL_SCALE)
        b->radius = b->radius * b->k;
    if (layer->bounds == HAIL_KILL) {
        float r = b->radius;
        if (nx + r < o->setup.min_x || nx - r > o->setup.max_x || ny + r < o->setup.min_y || ny - r > o->setup.max_y)
            b->reason |= HAIL_REMOVED_BOUNDS;
    }
    if (columns & HAIL_LIFE) {
        if (b->life < HAIL_FOREVER)
            b->life = b->life - dt;
        if (b->life <= 0.0f)
            b->reason |= HAIL_REMOVED_LIFE;
    }
}

static void emit(oracle *o, const body *a, const body *b, hail_mode mode) {
    hail_contact contact;
    if (!pair_touches(o, a, b, mode, &contact))
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
                emit(o, &la->bodies[i], &lb->bodies[j], rule->mode);
    }
}

const hail_contact *oracle_step(oracle *o, float dt, size_t *count) {
    for (size_t i = 0; i < o->count; i++)
        step_body(o, &o->bodies[i], o->layer[o->bodies[i].layer].columns, dt);
    for (size_t i = 0; i < o->rules; i++)
        meet(o, &o->rule[i]);
    *count = o->contacts;
    return o->contact;
}

/* Contacts, which are most of a big test's memory, are handed out by pointer; bodies are found by search within a
 * layer. */
body *oracle_body(const oracle *o, hail_handle handle) {
    for (uint32_t layer = 0; layer < HAIL_MAX_LAYERS; layer++) {
        body *bodies = o->layer[layer].bodies;
        size_t low = 0, high = o->layer[layer].count;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (bodies[middle].handle.slot < handle.slot)
                low = middle + 1;
            else
                high = middle;
        }
        if (low < o->layer[layer].count && bodies[low].handle.slot == handle.slot &&
            bodies[low].handle.generation == handle.generation)
            return &bodies[low];
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
