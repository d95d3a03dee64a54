/* bench/queries/chipmunk_queries.c - Chipmunk 7's tree and its queries of shapes, as cpSpaceSegmentQueryFirst,
 * cpSpaceBBQuery, cpSpacePointQuery and cpSpacePointQueryNearest use them, without a space and its filters. Two things
 * are added: a circle that contains the start of a ray is hit there, and a box is tested with the circle, not only with
 * its box. Nearest: the distance is limited to 100 px, as Chipmunk wants a limit; if nothing is found, to ten times as
 * much. Bodies are inserted in a random order: by their places the tree gets deeper, and is slower. */
#include "query_results.h"

#include <chipmunk/chipmunk.h>

#include <stdlib.h>

static const double near_limit = 100.0; /* px */

struct chipmunk_body {
    cpShape *shape;
    cpBB box;
    uint32_t id;
};

struct chipmunk_queries {
    const query_scene *scene;
    cpSpatialIndex *index;
    struct chipmunk_body *bodies;
    query_results results;
    size_t found;
    /* The query that runs. */
    cpBB box;
    cpVect from, to;
    double best; /* a fraction of the ray, or px */
    uint32_t hit;
};

static cpBB box_of(void *object) { return ((struct chipmunk_body *)object)->box; }

static void prepare(void *self) {
    struct chipmunk_queries *made = self;
    if (made->index)
        cpSpatialIndexFree(made->index);
    made->index = cpBBTreeNew(box_of, NULL);
    for (size_t i = 0; i < made->scene->count; i++) {
        struct chipmunk_body *body = &made->bodies[i];
        const cpVect at = cpv((cpFloat)made->scene->x[i], (cpFloat)made->scene->y[i]);
        body->box = cpShapeUpdate(body->shape, cpTransformTranslate(at));
        cpSpatialIndexInsert(made->index, body, i);
    }
}

static void destroy(void *self) {
    struct chipmunk_queries *made = self;
    if (!made)
        return;
    if (made->index)
        cpSpatialIndexFree(made->index);
    for (size_t i = 0; made->bodies && i < made->scene->count; i++)
        cpShapeFree(made->bodies[i].shape);
    free(made->bodies);
    query_results_free(&made->results);
    free(made);
}

static void *create(const query_scene *scene, query_question question, size_t k, size_t max_count,
                    const char *variant) {
    (void)variant;
    struct chipmunk_queries *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->scene = scene;
    made->results = query_results_make(question, k, max_count);
    made->bodies = calloc(scene->count, sizeof *made->bodies);
    if (!made->bodies) {
        destroy(made);
        return NULL;
    }
    for (uint32_t i = 0; i < scene->count; i++)
        made->bodies[i] =
            (struct chipmunk_body){.shape = cpCircleShapeNew(NULL, (cpFloat)scene->radius, cpvzero), .id = i};
    prepare(made);
    cpBBTreeOptimize(made->index);
    return made;
}

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

static cpFloat meet_ray(void *self, void *object, void *unused) {
    struct chipmunk_queries *made = self;
    const struct chipmunk_body *body = object;
    cpSegmentQueryInfo info = {.alpha = 0.0};
    cpPointQueryInfo inside;
    (void)unused;
    if (cpShapePointQuery(body->shape, made->from, &inside) > 0.0 &&
        !cpShapeSegmentQuery(body->shape, made->from, made->to, 0.0, &info))
        return made->best;
    if (info.alpha < made->best) {
        made->best = info.alpha;
        made->hit = body->id;
    }
    return made->best;
}

static size_t cast(struct chipmunk_queries *made, const query_batch *batch, size_t i) {
    const query_scene *scene = made->scene;
    made->from = cpv((cpFloat)batch->x[i], (cpFloat)batch->y[i]);
    made->to = cpvadd(made->from, cpv((cpFloat)batch->u[i], (cpFloat)batch->v[i]));
    made->best = 1.0;
    made->hit = QUERY_NONE;
    cpSpatialIndexSegmentQuery(made->index, made, made->from, made->to, 1.0, meet_ray, NULL);
    made->results.hit[i].body = made->hit;
    if (made->hit == QUERY_NONE)
        return 0;
    query_hit_write(&made->results.hit[i], made->hit, (float)made->best, batch->x[i], batch->y[i], batch->u[i],
                    batch->v[i], scene->x[made->hit], scene->y[made->hit], 1.0f / scene->radius);
    return 1;
}

/* ---- Boxes and picks --------------------------------------------------------------------------------------------- */

static cpCollisionID meet_box(void *self, void *object, cpCollisionID id, void *unused) {
    struct chipmunk_queries *made = self;
    const struct chipmunk_body *body = object;
    (void)unused;
    const cpVect at = cpv((cpFloat)made->scene->x[body->id], (cpFloat)made->scene->y[body->id]);
    const cpFloat radius = cpCircleShapeGetRadius(body->shape);
    if (cpvdistsq(cpBBClampVect(made->box, at), at) <= radius * radius)
        query_results_room(&made->results, made->found + 1)[made->found] = body->id, made->found++;
    return id;
}

static cpCollisionID meet_point(void *self, void *object, cpCollisionID id, void *unused) {
    struct chipmunk_queries *made = self;
    const struct chipmunk_body *body = object;
    cpPointQueryInfo info;
    (void)unused;
    if (cpShapePointQuery(body->shape, made->from, &info) <= 0.0)
        query_results_room(&made->results, made->found + 1)[made->found] = body->id, made->found++;
    return id;
}

static size_t list(struct chipmunk_queries *made, const query_batch *batch, size_t i) {
    const bool points = made->results.question == QUERY_PICKS;
    const size_t before = made->found;
    made->from = cpv((cpFloat)batch->x[i], (cpFloat)batch->y[i]);
    made->to = points ? made->from : cpv((cpFloat)batch->u[i], (cpFloat)batch->v[i]);
    made->box = cpBBNew(made->from.x, made->from.y, made->to.x, made->to.y);
    made->results.start[i] = (uint32_t)before;
    cpSpatialIndexQuery(made->index, made, made->box, points ? meet_point : meet_box, NULL);
    return made->found - before;
}

/* ---- Nearest ----------------------------------------------------------------------------------------------------- */

static cpCollisionID meet_near(void *self, void *object, cpCollisionID id, void *unused) {
    struct chipmunk_queries *made = self;
    const struct chipmunk_body *body = object;
    cpPointQueryInfo info;
    (void)unused;
    cpShapePointQuery(body->shape, made->from, &info);
    if (info.distance < made->best) {
        made->best = info.distance;
        made->hit = body->id;
    }
    return id;
}

static size_t nearest(struct chipmunk_queries *made, const query_batch *batch, size_t i) {
    made->from = cpv((cpFloat)batch->x[i], (cpFloat)batch->y[i]);
    made->hit = QUERY_NONE;
    for (double limit = near_limit; made->hit == QUERY_NONE && limit < 1e9; limit *= 10.0) {
        made->best = limit;
        cpSpatialIndexQuery(made->index, made, cpBBNewForCircle(made->from, limit), meet_near, NULL);
    }
    made->results.near_body[i] = (query_near){made->hit, (float)made->best};
    return made->hit != QUERY_NONE;
}

static size_t ask(void *self, const query_batch *batch) {
    struct chipmunk_queries *made = self;
    size_t all = 0;
    made->found = 0;
    for (size_t i = 0; i < batch->count; i++)
        all += made->results.question == QUERY_RAYS      ? cast(made, batch, i)
               : made->results.question == QUERY_NEAREST ? nearest(made, batch, i)
                                                         : list(made, batch, i);
    made->results.start[batch->count] = (uint32_t)made->found;
    return all;
}

static size_t answers(const void *self, size_t query, query_answer *into, size_t capacity) {
    return query_results_read(&((const struct chipmunk_queries *)self)->results, query, into, capacity);
}

const query_contender query_contender_chipmunk = {.name = "chipmunk",
                                                  .questions = QUERY_COMMON,
                                                  .most = 1,
                                                  .create = create,
                                                  .prepare = prepare,
                                                  .ask = ask,
                                                  .answers = answers,
                                                  .destroy = destroy};
