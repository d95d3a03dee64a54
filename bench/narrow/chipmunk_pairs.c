/* bench/narrow/chipmunk_pairs.c - Chipmunk's cpShapesCollide, pair by pair.
 *
 * cpShapeUpdate, which moves its shapes, is timed: every contender rotates its shapes. It writes what cpShapesCollide
 * gives; it has no handles, headers or space, and checks nothing. */
#include "pairs.h"

#include "step/contender.h"

#include <chipmunk/chipmunk.h>

#include <math.h>
#include <stdlib.h>

struct chipmunk_pairs {
    const pair_set *set;
    cpShape *a[PAIR_MAX_TEMPLATES], *b[PAIR_MAX_TEMPLATES];
    bench_manifold *out;
};

static void make_shapes(const pair_side *side, cpShape **shapes) {
    for (uint32_t i = 0; i < side->template_count; i++) {
        const pair_template *shape = &side->shape[i];
        cpVect corners[PAIR_MAX_VERTICES];
        for (uint32_t k = 0; k < shape->count; k++)
            corners[k] = cpv((cpFloat)shape->x[k], (cpFloat)shape->y[k]);
        shapes[i] = cpPolyShapeNewRaw(NULL, (int)shape->count, corners, 0.0);
    }
}

static bool takes(const pair_set *set) { return set->peers; }

static void destroy(void *self) {
    struct chipmunk_pairs *pairs = self;
    if (!pairs)
        return;
    for (uint32_t i = 0; i < PAIR_MAX_TEMPLATES; i++) {
        if (pairs->a[i])
            cpShapeFree(pairs->a[i]);
        if (pairs->b[i])
            cpShapeFree(pairs->b[i]);
    }
    free(pairs->out);
    free(pairs);
}

static void *create(const pair_set *set, const char *variant) {
    (void)variant;
    struct chipmunk_pairs *pairs = calloc(1, sizeof *pairs);
    if (!pairs)
        return NULL;
    pairs->set = set;
    pairs->out = calloc(set->count, sizeof *pairs->out);
    make_shapes(&set->a, pairs->a);
    make_shapes(&set->b, pairs->b);
    if (pairs->out)
        return pairs;
    destroy(pairs);
    return NULL;
}

static cpShape *place(const pair_side *side, cpShape *const *shapes, size_t i) {
    cpShape *shape = shapes[side->template_of[i]];
    cpFloat c = (cpFloat)side->cos[i], s = (cpFloat)side->sin[i];
    cpShapeUpdate(shape, cpTransformNew(c, s, -s, c, (cpFloat)side->x[i], (cpFloat)side->y[i]));
    return shape;
}

static void run(void *self) {
    struct chipmunk_pairs *pairs = self;
    for (size_t i = 0; i < pairs->set->count; i++) {
        cpShape *a = place(&pairs->set->a, pairs->a, i), *b = place(&pairs->set->b, pairs->b, i);
        cpContactPointSet set = cpShapesCollide(a, b);
        bench_manifold *out = &pairs->out[i];
        out->touching = set.count > 0;
        out->count = (uint32_t)set.count;
        out->normal_x = (float)set.normal.x;
        out->normal_y = (float)set.normal.y;
        for (int k = 0; k < set.count; k++) {
            cpVect point = cpvlerp(set.points[k].pointA, set.points[k].pointB, 0.5);
            out->x[k] = (float)point.x;
            out->y[k] = (float)point.y;
            out->depth[k] = (float)-set.points[k].distance;
        }
    }
}

static pair_answer answer(const void *self, size_t pair) {
    const bench_manifold *found = &((const struct chipmunk_pairs *)self)->out[pair];
    if (!found->touching)
        return (pair_answer){.touching = false};
    return (pair_answer){
        .touching = true,
        .normal_x = found->normal_x,
        .normal_y = found->normal_y,
        .depth = found->count > 1 ? fmaxf(found->depth[0], found->depth[1]) : found->depth[0],
    };
}

const pair_contender pair_contender_chipmunk = {
    .name = "chipmunk",
    .slack = 0.001,
    .takes = takes,
    .create = create,
    .run = run,
    .answer = answer,
    .destroy = destroy,
};
