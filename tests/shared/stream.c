#include "stream.h"

#include <stdlib.h>
#include <string.h>
#include "shared/mix.h"

void stream_take(const hail_contact *contacts, size_t count, void *user) {
    stream *s = user;
    s->windows++;
    s->widest = count > s->widest ? count : s->widest;
    if (s->count + count > s->room) {
        s->room = (s->count + count) * 2;
        s->contact = realloc(s->contact, s->room * sizeof *s->contact);
        if (s->contact == NULL)
            abort();
    }
    memcpy(s->contact + s->count, contacts, count * sizeof *contacts);
    s->count += count;
}

void stream_listen(const hail_contact *contacts, size_t count, void *listener) {
    stream_listener *l = listener;
    for (size_t i = 1; i < count; i++)
        l->mixed = l->mixed || contacts[i].layer_a != contacts->layer_a || contacts[i].layer_b != contacts->layer_b;
    stream_take(contacts, count, &l->s);
}

void stream_clear(stream *s) { s->count = s->windows = s->widest = 0; }

void stream_free(stream *s) {
    free(s->contact);
    memset(s, 0, sizeof *s);
}

static uint64_t body_digest(hail_world *world, const hail_columns *c, uint32_t i) {
    const float *column[] = {c->x, c->y, c->vx, c->vy, c->cos, c->sin, c->scale, c->life, c->dx, c->dy};
    uint64_t digest = mix(0xcbf29ce484222325u, &c->handle[i], sizeof c->handle[i]);
    hail_location at = {0};
    uint32_t flags = hail_locate(world, &c->handle[i], &at) == HAIL_OK && at.index == i ? 4u : 0u;
    flags |= (uint32_t)at.enabled | (uint32_t)at.quarantined << 1;
    for (size_t k = 0; k < sizeof column / sizeof *column; k++)
        digest = column[k] != NULL ? mix(digest, &column[k][i], sizeof(float)) : digest + k + 1;
    digest = c->group != NULL ? mix(digest, &c->group[i], sizeof c->group[i]) : digest + 1;
    digest = c->category != NULL ? mix(digest, &c->category[i], sizeof c->category[i]) : digest;
    digest = c->mask != NULL ? mix(digest, &c->mask[i], sizeof c->mask[i]) : digest;
    digest = c->user != NULL ? mix(digest, &c->user[i], sizeof c->user[i]) : digest + 1;
    digest = mix(digest, &c->shape[i], sizeof c->shape[i]);
    return mix(mix(digest, &flags, sizeof flags), &at.layer, sizeof at.layer);
}

static uint64_t world_mix(hail_world *world, bool ordered) {
    uint64_t digest = 0xcbf29ce484222325u;
    for (uint32_t layer = 0; layer < HAIL_MAX_LAYERS; layer++) {
        hail_columns c;
        memset(&c, 0, sizeof c);
        if (hail_layer_columns(world, layer, &c) == HAIL_OK) {
            uint32_t counts[] = {layer, c.count, c.active, c.disabled, c.quarantined};
            uint64_t sum = 0;
            for (uint32_t i = 0; i < c.count; i++)
                sum = ordered ? sum * 0x100000001b3u + body_digest(world, &c, i) : sum + body_digest(world, &c, i);
            digest = mix(mix(digest, counts, sizeof counts), &sum, sizeof sum);
        }
        for (uint32_t other = layer; other < HAIL_MAX_LAYERS; other++) {
            hail_rule rule;
            hail_rule_get(world, layer, other, &rule);
            uint32_t named[] = {(uint32_t)rule.mode, rule.layer_a, rule.layer_b};
            digest = mix(digest, named, sizeof named);
            const uint32_t options[] = {rule.events, rule.max_contacts, rule.max_events};
            if (rule.events || rule.max_contacts || rule.max_events)
                digest = mix(digest, options, sizeof options);
        }
    }
    size_t bodies = hail_body_count(world);
    return mix(digest, &bodies, sizeof bodies);
}

uint64_t world_fingerprint(hail_world *world) { return world_mix(world, true); }

uint64_t world_digest(hail_world *world) { return world_mix(world, false); }
