/* tests/oracle/snapshot.c - everything a step depends on, read through the public API; and the world after it,
 * compared. */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool find_template(oracle *o, const hail_world *world, uint32_t id, uint32_t *index) {
    for (size_t i = o->shapes; i-- > 0;) {
        if (o->shape[i].id == id) {
            *index = (uint32_t)i;
            return true;
        }
    }
    hail_convex_info info;
    hail_shape known;
    const hail_shapeset *set = hail_world_shapes(world);
    if (hail_shape_of_id(set, id, &known) != HAIL_OK || hail_shape_describe(set, &known, &info) != HAIL_OK)
        return false;
    if (o->shapes == o->shapes_room) {
        size_t room = o->shapes_room * 2 + 16;
        template_shape *grown = realloc(o->shape, room * sizeof *grown);
        if (grown == NULL)
            return false;
        o->shape = grown;
        o->shapes_room = room;
    }
    template_shape *shape = &o->shape[o->shapes];
    memset(shape, 0, sizeof *shape);
    shape->id = id;
    template_prepare(shape, &info);
    *index = (uint32_t)o->shapes++;
    return true;
}

static uint32_t seen_columns(const hail_columns *c) {
    uint32_t columns = 0;
    columns |= c->cos != NULL ? HAIL_ROTATION : 0u;
    columns |= c->scale != NULL ? HAIL_SCALE : 0u;
    columns |= c->group != NULL ? HAIL_GROUP : 0u;
    columns |= c->category != NULL && c->mask != NULL ? HAIL_MASK : 0u;
    columns |= c->user != NULL ? HAIL_USER : 0u;
    columns |= c->life != NULL ? HAIL_LIFE : 0u;
    columns |= c->dx != NULL ? HAIL_DISPLACEMENT : 0u;
    columns |= c->pierce != NULL ? HAIL_PIERCE : 0u;
    return columns;
}

static bool take_body(oracle *o, hail_world *world, uint32_t layer, const hail_columns *c, uint32_t i, body *b) {
    hail_location at;
    b->handle = c->handle[i];
    if (hail_locate(world, &b->handle, &at) != HAIL_OK || at.layer != layer || at.index != i)
        return false;
    if (!find_template(o, world, c->shape[i], &b->shape))
        return false;
    b->layer = (uint8_t)layer;
    b->enabled = at.enabled;
    b->x = c->x[i];
    b->y = c->y[i];
    b->vx = c->vx[i];
    b->vy = c->vy[i];
    b->c = c->cos != NULL ? c->cos[i] : 1.0f;
    b->s = c->sin != NULL ? c->sin[i] : 0.0f;
    b->k = c->scale != NULL ? c->scale[i] : 1.0f;
    b->life = c->life != NULL ? c->life[i] : HAIL_FOREVER;
    b->dx = c->dx != NULL ? c->dx[i] : 0.0f;
    b->dy = c->dy != NULL ? c->dy[i] : 0.0f;
    b->group = c->group != NULL ? c->group[i] : 0;
    b->category = c->category != NULL ? c->category[i] : 1;
    b->mask = c->mask != NULL ? c->mask[i] : UINT32_MAX;
    b->user = c->user != NULL ? c->user[i] : 0;
    b->pierce = c->pierce != NULL ? c->pierce[i] : 1;
    return true;
}

static int by_slot(const void *one, const void *two) {
    uint32_t a = ((const body *)one)->handle.slot, b = ((const body *)two)->handle.slot;
    return (a > b) - (a < b);
}

static int by_layers(const void *one, const void *two) {
    const hail_rule *a = one, *b = two;
    if (a->layer_a != b->layer_a)
        return a->layer_a < b->layer_a ? -1 : 1;
    return (a->layer_b > b->layer_b) - (a->layer_b < b->layer_b);
}

static bool take_bodies(oracle *o, hail_world *world) {
    o->bodies = calloc(hail_body_count(world) + 1, sizeof *o->bodies);
    if (o->bodies == NULL)
        return false;
    for (uint32_t layer = 0; layer < HAIL_MAX_LAYERS; layer++) {
        layer_state *state = &o->layer[layer];
        hail_columns c;
        memset(&c, 0, sizeof c);
        state->bodies = o->bodies + o->count;
        if (hail_layer_columns(world, layer, &c) != HAIL_OK)
            continue;
        if (c.count != c.active + c.disabled + c.quarantined || o->count + c.count > hail_body_count(world))
            return false;
        state->columns = seen_columns(&c);
        state->count = c.count;
        for (uint32_t i = 0; i < c.count; i++)
            if (!take_body(o, world, layer, &c, i, &state->bodies[i]))
                return false;
        if (c.count > 0)
            qsort(state->bodies, state->count, sizeof *state->bodies, by_slot);
        o->count += c.count;
    }
    return o->count == hail_body_count(world);
}

static bool take_rules(oracle *o, const hail_world *world) {
    o->rule = calloc((HAIL_MAX_LAYERS * (HAIL_MAX_LAYERS + 1)) / 2, sizeof *o->rule);
    if (o->rule == NULL)
        return false;
    for (uint32_t a = 0; a < HAIL_MAX_LAYERS; a++) {
        for (uint32_t b = a; b < HAIL_MAX_LAYERS; b++) {
            hail_rule rule;
            hail_rule_get(world, a, b, &rule);
            if (rule.mode != HAIL_IGNORE)
                o->rule[o->rules++] = rule;
        }
    }
    if (o->rules > 0)
        qsort(o->rule, o->rules, sizeof *o->rule, by_layers);
    return true;
}

oracle *oracle_snapshot(hail_world *world, const oracle_setup *setup) {
    oracle *o = calloc(1, sizeof *o);
    if (o == NULL)
        return NULL;
    if (setup != NULL)
        o->setup = *setup;
    if (!take_bodies(o, world) || !take_rules(o, world)) {
        oracle_free(o);
        return NULL;
    }
    return o;
}

/* Bits, not values: -0 is not 0, and a NaN that a body was quarantined for is still there. */
static bool same(float a, float b) { return memcmp(&a, &b, sizeof a) == 0; }

static const char *compare_body(oracle *o, const hail_world *world, const hail_columns *c, uint32_t layer, uint32_t i) {
    static const char *const part[] = {"active", "disabled", "quarantined"};
    const body *b = oracle_body(o, c->handle[i]);
    hail_location at;
    if (b == NULL || b->reason != 0) {
        snprintf(o->message, sizeof o->message, "layer %u index %u: slot %u should not be there", (unsigned)layer,
                 (unsigned)i, (unsigned)c->handle[i].slot);
        return o->message;
    }
    if (b->layer != layer || hail_locate(world, &b->handle, &at) != HAIL_OK || at.layer != layer || at.index != i) {
        snprintf(o->message, sizeof o->message, "slot %u: not where hail_locate says", (unsigned)b->handle.slot);
        return o->message;
    }
    int is = i < c->active ? 0 : i < c->active + c->disabled ? 1 : 2;
    int must = !b->enabled ? 1 : b->quarantined ? 2 : 0;
    if (is != must || at.enabled != b->enabled || at.quarantined != b->quarantined) {
        snprintf(o->message, sizeof o->message,
                 "slot %u: lies among the %s and should be %s (at: enabled %d quarantined %d)",
                 (unsigned)b->handle.slot, part[is], part[must], at.enabled, at.quarantined);
        return o->message;
    }
    if (!same(c->x[i], b->x) || !same(c->y[i], b->y) || (c->life != NULL && !same(c->life[i], b->life))) {
        snprintf(o->message, sizeof o->message,
                 "slot %u layer %u (%s): at (%a, %a) life %a, should be (%a, %a) life %a", (unsigned)b->handle.slot,
                 (unsigned)layer, part[is], (double)c->x[i], (double)c->y[i],
                 c->life != NULL ? (double)c->life[i] : 0.0, (double)b->x, (double)b->y, (double)b->life);
        return o->message;
    }
    uint32_t group = c->group != NULL ? c->group[i] : b->group, mask = c->mask != NULL ? c->mask[i] : b->mask;
    uint32_t category = c->category != NULL ? c->category[i] : b->category;
    if (group != b->group || category != b->category || mask != b->mask) {
        snprintf(o->message, sizeof o->message, "slot %u: group, category and mask %x %x %x, should be %x %x %x",
                 (unsigned)b->handle.slot, (unsigned)group, (unsigned)category, (unsigned)mask, (unsigned)b->group,
                 (unsigned)b->category, (unsigned)b->mask);
        return o->message;
    }
    /* for active bodies, for quarantined ones, and for the caller's */
    bool free_way = b->quarantined && !b->lost && !o->setup.layer[layer].caller_moved;
    if (c->dx != NULL && !free_way && (!same(c->dx[i], b->dx) || !same(c->dy[i], b->dy))) {
        snprintf(o->message, sizeof o->message, "slot %u layer %u (%s): displaced by (%a, %a), should be (%a, %a)",
                 (unsigned)b->handle.slot, (unsigned)layer, part[is], (double)c->dx[i], (double)c->dy[i], (double)b->dx,
                 (double)b->dy);
        return o->message;
    }
    return NULL;
}

const char *oracle_compare_world(oracle *o, hail_world *world) {
    size_t removed = 0, seen = 0;
    for (size_t i = 0; i < o->count; i++)
        removed += o->bodies[i].reason != 0;
    for (uint32_t layer = 0; layer < HAIL_MAX_LAYERS; layer++) {
        hail_columns c;
        memset(&c, 0, sizeof c);
        if (hail_layer_columns(world, layer, &c) != HAIL_OK)
            continue;
        seen += c.count;
        for (uint32_t i = 0; i < c.count; i++) {
            const char *difference = compare_body(o, world, &c, layer, i);
            if (difference != NULL)
                return difference;
        }
    }
    if (seen + removed != o->count || hail_body_count(world) != seen) {
        snprintf(o->message, sizeof o->message, "%zu bodies in layers, %zu in the world, should be %zu", seen,
                 hail_body_count(world), o->count - removed);
        return o->message;
    }
    return NULL;
}
