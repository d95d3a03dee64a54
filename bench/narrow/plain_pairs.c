/* bench/narrow/plain_pairs.c - `plain`: a competent scalar function for every kind of pair, called pair by pair. It
 * writes what Hail writes of a pair; it checks nothing, and has no handles or headers.
 *
 * For sat4, sat6 and sat8 it is `plain:tuned`; their `plain` is in plain_sats.c. */
#include "pairs.h"

#include "step/plain.h"
#include "step/plain_gap.h"
#include "step/plain_round.h"

#include <stdlib.h>

typedef struct plain_pairs {
    const pair_set *set;
    plain_core *a, *b; /* by template */
    void *out;
    void (*run)(struct plain_pairs *self);
} plain_pairs;

static inline plain_pose pose_of(const pair_side *side, size_t i) {
    return (plain_pose){side->x[i], side->y[i], side->cos ? side->cos[i] : 1.0f, side->sin ? side->sin[i] : 0.0f};
}

static void collide_circles(plain_pairs *self) {
    const pair_side *a = &self->set->a, *b = &self->set->b;
    bench_manifold *out = self->out;
    for (size_t i = 0; i < self->set->count; i++)
        out[i].touching = plain_circles(a->x[i], a->y[i], self->a[a->template_of[i]].rounding, b->x[i], b->y[i],
                                        self->b[b->template_of[i]].rounding, &out[i]);
}

static void collide_capsule(plain_pairs *self) {
    const pair_side *a = &self->set->a, *b = &self->set->b;
    bench_manifold *out = self->out;
    for (size_t i = 0; i < self->set->count; i++) {
        plain_pose pose = pose_of(b, i);
        out[i].touching = plain_circle_capsule(a->x[i], a->y[i], self->a[a->template_of[i]].rounding,
                                               &self->b[b->template_of[i]], &pose, &out[i]);
    }
}

static inline void collide_circle(plain_pairs *self, uint32_t count) {
    const pair_side *a = &self->set->a, *b = &self->set->b;
    bench_manifold *out = self->out;
    for (size_t i = 0; i < self->set->count; i++) {
        const plain_core *core = &self->b[b->template_of[i]];
        plain_pose pose = pose_of(b, i);
        out[i].touching = plain_circle_core(a->x[i], a->y[i], self->a[a->template_of[i]].rounding, core,
                                            count ? count : core->count, &pose, &out[i]);
    }
}

static void collide_box(plain_pairs *self) { collide_circle(self, 4); }
static void collide_polygon(plain_pairs *self) { collide_circle(self, 0); }

/* A count is 0 if it differs by template. */
static inline void collide_cores(plain_pairs *self, uint32_t a_count, uint32_t b_count, bool rounded) {
    const pair_side *a = &self->set->a, *b = &self->set->b;
    bench_manifold *out = self->out;
    for (size_t i = 0; i < self->set->count; i++) {
        const plain_core *one = &self->a[a->template_of[i]], *two = &self->b[b->template_of[i]];
        plain_pose one_pose = pose_of(a, i), two_pose = pose_of(b, i);
        out[i].touching = tuned_polygons(one, a_count ? a_count : one->count, &one_pose, two,
                                         b_count ? b_count : two->count, &two_pose, rounded, &out[i]);
    }
}

static void collide_capsules(plain_pairs *self) { collide_cores(self, 2, 2, true); }
static void collide_capsule_box(plain_pairs *self) { collide_cores(self, 2, 4, true); }
static void collide_capsule_polygon(plain_pairs *self) { collide_cores(self, 2, 0, true); }
static void collide_boxes(plain_pairs *self) { collide_cores(self, 4, 4, false); }
static void collide_box_polygon(plain_pairs *self) { collide_cores(self, 4, 0, false); }
static void collide_polygons(plain_pairs *self) { collide_cores(self, 0, 0, false); }

static void sweep_circles(plain_pairs *self) {
    const pair_side *a = &self->set->a, *b = &self->set->b;
    bench_manifold *out = self->out;
    for (size_t i = 0; i < self->set->count; i++)
        out[i].touching =
            plain_sweep_circles(a->x[i], a->y[i], self->a[a->template_of[i]].rounding, a->dx[i], a->dy[i], b->x[i],
                                b->y[i], self->b[b->template_of[i]].rounding, b->dx[i], b->dy[i], &out[i]);
}

static inline void sweep_circle(plain_pairs *self, uint32_t count) {
    const pair_side *a = &self->set->a, *b = &self->set->b;
    bench_manifold *out = self->out;
    for (size_t i = 0; i < self->set->count; i++) {
        const plain_core *core = &self->b[b->template_of[i]];
        plain_pose pose = pose_of(b, i);
        float radius = self->a[a->template_of[i]].rounding, vx = a->dx[i] - b->dx[i], vy = a->dy[i] - b->dy[i], x, y;
        plain_into(&pose, a->x[i], a->y[i], &x, &y);
        plain_hit hit;
        out[i].touching = plain_sweep_circle(core, count ? count : core->count, radius + core->rounding, x, y,
                                             pose.cos * vx + pose.sin * vy, pose.cos * vy - pose.sin * vx, &hit);
        if (out[i].touching)
            plain_circle_hit(&hit, &pose, a->x[i], a->y[i], a->dx[i], a->dy[i], radius, core->rounding, &out[i]);
    }
}

static void sweep_capsule(plain_pairs *self) { sweep_circle(self, 2); }
static void sweep_box(plain_pairs *self) { sweep_circle(self, 4); }
static void sweep_polygon(plain_pairs *self) { sweep_circle(self, 0); }

static inline void sweep_cores(plain_pairs *self, uint32_t a_count, uint32_t b_count) {
    const pair_side *a = &self->set->a, *b = &self->set->b;
    bench_manifold *out = self->out;
    for (size_t i = 0; i < self->set->count; i++) {
        const plain_core *one = &self->a[a->template_of[i]], *two = &self->b[b->template_of[i]];
        plain_pose one_pose = pose_of(a, i), two_pose = pose_of(b, i);
        out[i].touching = plain_sweep_polygons(one, a_count ? a_count : one->count, &one_pose, a->dx[i], a->dy[i], two,
                                               b_count ? b_count : two->count, &two_pose, b->dx[i], b->dy[i], &out[i]);
    }
}

static void sweep_capsules(plain_pairs *self) { sweep_cores(self, 2, 2); }
static void sweep_capsule_box(plain_pairs *self) { sweep_cores(self, 2, 4); }
static void sweep_capsule_polygon(plain_pairs *self) { sweep_cores(self, 2, 0); }
static void sweep_boxes(plain_pairs *self) { sweep_cores(self, 4, 4); }
static void sweep_box_polygon(plain_pairs *self) { sweep_cores(self, 4, 0); }
static void sweep_polygons(plain_pairs *self) { sweep_cores(self, 0, 0); }

static void gap_polygons(plain_pairs *self) {
    const pair_side *a = &self->set->a, *b = &self->set->b;
    bench_gap *out = self->out;
    for (size_t i = 0; i < self->set->count; i++) {
        plain_pose one = pose_of(a, i), two = pose_of(b, i);
        plain_gap(&self->a[a->template_of[i]], &one, &self->b[b->template_of[i]], &two, &out[i]);
    }
}

static void predict_polygons(plain_pairs *self) {
    const pair_side *a = &self->set->a, *b = &self->set->b;
    bench_prediction *out = self->out;
    for (size_t i = 0; i < self->set->count; i++) {
        plain_pose one = pose_of(a, i), two = pose_of(b, i);
        plain_predict(&self->a[a->template_of[i]], &one, &self->b[b->template_of[i]], &two, a->dx[i] - b->dx[i],
                      a->dy[i] - b->dy[i], &out[i]);
    }
}

typedef void run_fn(plain_pairs *self);

/* By form of a and b, in the order of pair_form; a's form never comes after b's. */
static run_fn *const collide[PAIR_FORMS][PAIR_FORMS] = {
    {collide_circles, collide_capsule, collide_capsule, collide_box, collide_polygon},
    {NULL, collide_capsules, collide_capsules, collide_capsule_box, collide_capsule_polygon},
    {NULL, NULL, collide_capsules, collide_capsule_box, collide_capsule_polygon},
    {NULL, NULL, NULL, collide_boxes, collide_box_polygon},
    {NULL, NULL, NULL, NULL, collide_polygons},
};
static run_fn *const sweep[PAIR_FORMS][PAIR_FORMS] = {
    {sweep_circles, sweep_capsule, sweep_capsule, sweep_box, sweep_polygon},
    {NULL, sweep_capsules, sweep_capsules, sweep_capsule_box, sweep_capsule_polygon},
    {NULL, NULL, sweep_capsules, sweep_capsule_box, sweep_capsule_polygon},
    {NULL, NULL, NULL, sweep_boxes, sweep_box_polygon},
    {NULL, NULL, NULL, NULL, sweep_polygons},
};

static run_fn *run_for(const pair_set *set) {
    switch (set->question) {
    case PAIR_COLLIDE:
        return collide[set->a.form][set->b.form];
    case PAIR_SWEEP:
        return sweep[set->a.form][set->b.form];
    case PAIR_GAP:
        return gap_polygons;
    default:
        return predict_polygons;
    }
}

static plain_core *make_cores(const pair_side *side) {
    plain_core *cores = plain_allocate(side->template_count * sizeof *cores);
    for (uint32_t i = 0; i < side->template_count; i++) {
        const pair_template *shape = &side->shape[i];
        if (shape->count > 1)
            cores[i] = plain_core_of(shape->x, shape->y, shape->count, shape->rounding);
        cores[i].rounding = shape->rounding;
    }
    return cores;
}

static bool takes_sat(const pair_set *set) { return set->peers; }
static bool takes(const pair_set *set) { return !set->peers; }

static void *create(const pair_set *set, const char *variant) {
    (void)variant;
    plain_pairs *self = plain_allocate(sizeof *self);
    self->set = set;
    self->a = make_cores(&set->a);
    self->b = make_cores(&set->b);
    self->out = plain_allocate(set->count * sizeof(bench_manifold));
    self->run = run_for(set);
    return self;
}

static void run(void *self) { ((plain_pairs *)self)->run(self); }

static pair_answer answer(const void *self, size_t pair) {
    const plain_pairs *plain = self;
    if (plain->set->question == PAIR_GAP) {
        const bench_gap *gap = (const bench_gap *)plain->out + pair;
        return (pair_answer){.normal_x = gap->normal_x, .normal_y = gap->normal_y, .depth = -gap->distance};
    }
    if (plain->set->question == PAIR_PREDICT) {
        const bench_prediction *found = (const bench_prediction *)plain->out + pair;
        return (pair_answer){.touching = found->intersect, .will = found->will_intersect, .depth = found->overlap};
    }
    const bench_manifold *found = (const bench_manifold *)plain->out + pair;
    if (!found->touching)
        return (pair_answer){.touching = false};
    return (pair_answer){
        .touching = true,
        .t = plain->set->question == PAIR_SWEEP ? found->t : 0.0f,
        .normal_x = found->normal_x,
        .normal_y = found->normal_y,
        .depth = fmaxf(found->depth[0], found->depth[1]),
    };
}

static void destroy(void *self) {
    plain_pairs *plain = self;
    if (!plain)
        return;
    free(plain->a);
    free(plain->b);
    free(plain->out);
    free(plain);
}

const pair_contender pair_contender_plain = {
    .name = "plain",
    .takes = takes,
    .create = create,
    .run = run,
    .answer = answer,
    .destroy = destroy,
};

const pair_contender pair_contender_tuned_sat = {
    .name = "plain:tuned",
    .takes = takes_sat,
    .create = create,
    .run = run,
    .answer = answer,
    .destroy = destroy,
};
