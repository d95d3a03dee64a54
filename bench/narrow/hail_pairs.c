/* bench/narrow/hail_pairs.c - Hail's batch functions. */
#include "pairs.h"

#include <hail/hail.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hail_pairs {
    const pair_set *set;
    pair_question question;
    uint32_t first_of_b;                        /* index of b's first shape */
    hail_convex shapes[2 * PAIR_MAX_TEMPLATES]; /* a's, then b's if they differ */
    hail_context context;
    hail_batch batch;
    uint32_t *b_shape;
    void *out;
};

static void must(hail_status status, const char *what) {
    if (status == HAIL_OK)
        return;
    fprintf(stderr, "hail-bench: %s: %s\n", what, hail_status_text(status));
    exit(1);
}

static void make_shape(pair_form form, const pair_template *from, hail_convex *shape) {
    if (form == PAIR_CIRCLE)
        must(hail_convex_circle(from->rounding, shape), "hail_convex_circle");
    else if (form == PAIR_CAPSULE || form == PAIR_SEGMENT)
        must(hail_convex_capsule(from->x[0], from->y[0], from->x[1], from->y[1], from->rounding, shape),
             "hail_convex_capsule");
    else if (form == PAIR_BOX)
        must(hail_convex_box(from->x[1], from->y[2], from->rounding, shape), "hail_convex_box");
    else
        must(hail_convex_polygon(from->x, from->y, from->count, from->rounding, shape), "hail_convex_polygon");
}

static hail_shapes shapes_of(const pair_side *side, size_t count, const uint32_t *shape) {
    return (hail_shapes){.x = side->x,
                         .y = side->y,
                         .cos = side->cos,
                         .sin = side->sin,
                         .dx = side->dx,
                         .dy = side->dy,
                         .shape = shape,
                         .count = count};
}

/* Whether both sides have the same templates. */
static bool same_templates(const pair_set *set) {
    return set->a.template_count == set->b.template_count && set->a.form == set->b.form &&
           memcmp(set->a.shape, set->b.shape, set->a.template_count * sizeof *set->a.shape) == 0;
}

static bool takes(const pair_set *set) {
    (void)set;
    return true;
}

static void destroy(void *self) {
    struct hail_pairs *hail = self;
    if (!hail)
        return;
    free(hail->b_shape);
    free(hail->out);
    free(hail);
}

static void shuffled(void *self) {
    struct hail_pairs *hail = self;
    for (size_t i = 0; i < hail->set->count; i++)
        hail->b_shape[i] = hail->first_of_b + hail->set->b.template_of[i];
}

static void *create(const pair_set *set, const char *variant) {
    struct hail_pairs *hail = calloc(1, sizeof *hail);
    if (!hail)
        return NULL;
    hail->set = set;
    hail->question = set->question;
    hail->b_shape = malloc(set->count * sizeof *hail->b_shape);
    hail->out = aligned_alloc(64, set->count * sizeof(hail_contact));
    hail->context.variant = variant;
    if (!hail->b_shape || !hail->out || hail_variant_check(variant, NULL, 0) != HAIL_OK) {
        destroy(hail);
        return NULL;
    }
    for (uint32_t i = 0; i < set->a.template_count; i++)
        make_shape(set->a.form, &set->a.shape[i], &hail->shapes[i]);
    hail->first_of_b = same_templates(set) ? 0 : set->a.template_count;
    for (uint32_t i = 0; i < set->b.template_count; i++)
        make_shape(set->b.form, &set->b.shape[i], &hail->shapes[hail->first_of_b + i]);
    shuffled(hail);
    hail->batch.a = shapes_of(&set->a, set->count, set->a.template_of);
    hail->batch.a.context = &hail->context;
    hail->batch.a.convexes = hail->shapes;
    hail->batch.a.shape_count = hail->first_of_b + set->b.template_count;
    hail->batch.b = shapes_of(&set->b, set->count, hail->b_shape);
    hail->batch.count = set->count;
    return hail;
}

static void run(void *self) {
    struct hail_pairs *hail = self;
    switch (hail->question) {
    case PAIR_COLLIDE:
        must(hail_batch_collide(&hail->batch, hail->out), "hail_batch_collide");
        break;
    case PAIR_SWEEP:
        must(hail_batch_sweep(&hail->batch, hail->out), "hail_batch_sweep");
        break;
    case PAIR_GAP:
        must(hail_batch_distance(&hail->batch, hail->out), "hail_batch_distance");
        break;
    case PAIR_PREDICT:
        must(hail_batch_predict(&hail->batch, hail->out), "hail_batch_predict");
        break;
    }
}

static pair_answer answer(const void *self, size_t pair) {
    const struct hail_pairs *hail = self;
    if (hail->question == PAIR_GAP) {
        const hail_gap *gap = (const hail_gap *)hail->out + pair;
        return (pair_answer){.normal_x = gap->normal_x, .normal_y = gap->normal_y, .depth = -gap->distance};
    }
    if (hail->question == PAIR_PREDICT) {
        const hail_prediction *found = (const hail_prediction *)hail->out + pair;
        return (pair_answer){.touching = found->intersect, .will = found->will_intersect, .depth = found->overlap};
    }
    const hail_contact *found = (const hail_contact *)hail->out + pair;
    if (!found->count)
        return (pair_answer){.touching = false};
    return (pair_answer){
        .touching = true,
        .t = found->t,
        .normal_x = found->normal_x,
        .normal_y = found->normal_y,
        .depth = fmaxf(found->depth[0], found->count > 1 ? found->depth[1] : 0.0f),
    };
}

const pair_contender pair_contender_hail = {
    .name = "hail",
    .takes = takes,
    .create = create,
    .shuffled = shuffled,
    .run = run,
    .answer = answer,
    .destroy = destroy,
};
