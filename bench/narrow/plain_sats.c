/* bench/narrow/plain_sats.c - `plain` of sat4, sat6 and sat8: plain_sat.h, pair by pair. It writes manifolds of up to
 * two points with features; it has no handles or headers, and checks nothing. */
#include "pairs.h"

#include "step/plain.h"
#include "step/plain_sat.h"

#include <stdlib.h>

typedef struct plain_sats {
    const pair_set *set;
    plain_polygon *a, *b; /* by template */
    bench_manifold *out;
} plain_sats;

static plain_polygon *make_polygons(const pair_side *side) {
    plain_polygon *polygons = plain_allocate(side->template_count * sizeof *polygons);
    for (uint32_t i = 0; i < side->template_count; i++)
        polygons[i] = plain_polygon_of(side->shape[i].x, side->shape[i].y, side->shape[i].count);
    return polygons;
}

static bool takes(const pair_set *set) { return set->peers; }

static void *create(const pair_set *set, const char *variant) {
    (void)variant;
    plain_sats *self = plain_allocate(sizeof *self);
    self->set = set;
    self->a = make_polygons(&set->a);
    self->b = make_polygons(&set->b);
    self->out = plain_allocate(set->count * sizeof *self->out);
    return self;
}

static inline plain_pose pose_of(const pair_side *side, size_t i) {
    return (plain_pose){side->x[i], side->y[i], side->cos[i], side->sin[i]};
}

static void run(void *self) {
    plain_sats *sats = self;
    const pair_side *a = &sats->set->a, *b = &sats->set->b;
    for (size_t i = 0; i < sats->set->count; i++) {
        plain_pose one = pose_of(a, i), two = pose_of(b, i);
        sats->out[i].touching =
            plain_sat(&sats->a[a->template_of[i]], &one, &sats->b[b->template_of[i]], &two, &sats->out[i]);
    }
}

static pair_answer answer(const void *self, size_t pair) {
    const bench_manifold *found = &((const plain_sats *)self)->out[pair];
    if (!found->touching)
        return (pair_answer){.touching = false};
    return (pair_answer){
        .touching = true,
        .normal_x = found->normal_x,
        .normal_y = found->normal_y,
        .depth = fmaxf(found->depth[0], found->depth[1]),
    };
}

static void destroy(void *self) {
    plain_sats *sats = self;
    if (!sats)
        return;
    free(sats->a);
    free(sats->b);
    free(sats->out);
    free(sats);
}

const pair_contender pair_contender_plain_sat = {
    .name = "plain",
    .takes = takes,
    .create = create,
    .run = run,
    .answer = answer,
    .destroy = destroy,
};
