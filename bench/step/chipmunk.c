/* chipmunk.c - Chipmunk 7 for detection alone: its spatial indexes and cpShapesCollide, no space and no solver. Shapes
 * need no bodies for that: cpShapeUpdate places them.
 * It writes manifolds as cpShapesCollide gives them; it does not solve, sleep, filter or keep arbiters, nor put
 * contacts in order. */
#include "contender.h"

#include <chipmunk/chipmunk.h>

#include <stdlib.h>
#include <string.h>

struct body {
    cpShape *shape;
    cpBB box;
    cpVect velocity; /* px/s; the tree extends its boxes by a tenth of a second of it */
    uint32_t id;
};

struct chipmunk {
    scene_data *scene;
    cpSpatialIndex *index; /* over all bodies; in a barrage over the enemies alone */
    struct body *bodies, *bullets;
    bench_manifold *contacts;
    size_t touching, capacity;
};

static cpBB box_of(void *object) { return ((struct body *)object)->box; }
static cpVect velocity_of(void *object) { return ((struct body *)object)->velocity; }

static cpShape *make_shape(const scene_data *scene, const scene_group *group, size_t number) {
    if (!group->shape)
        return cpCircleShapeNew(NULL, (cpFloat)group->radius, cpvzero);
    const scene_template *shape = &scene->shape[group->shape[number]];
    cpVect corners[SCENE_MAX_VERTICES];
    for (uint32_t i = 0; i < shape->count; i++)
        corners[i] = cpv((cpFloat)shape->x[i], (cpFloat)shape->y[i]);
    return cpPolyShapeNewRaw(NULL, (int)shape->count, corners, 0.0);
}

static void place(const scene_group *group, struct body *body) {
    size_t i = body->id;
    cpFloat c = group->cos ? (cpFloat)group->cos[i] : 1.0, s = group->sin ? (cpFloat)group->sin[i] : 0.0;
    body->box = cpShapeUpdate(body->shape, cpTransformNew(c, s, -s, c, (cpFloat)group->x[i], (cpFloat)group->y[i]));
}

static struct body *make_bodies(const scene_data *scene, size_t number) {
    const scene_group *group = &scene->group[number];
    struct body *bodies = calloc(group->count, sizeof *bodies);
    for (size_t i = 0; bodies && i < group->count; i++) {
        bodies[i].id = (uint32_t)i;
        bodies[i].shape = make_shape(scene, group, i);
        bodies[i].velocity = cpv((cpFloat)group->vx[i], (cpFloat)group->vy[i]);
        place(group, &bodies[i]);
    }
    return bodies;
}

static void free_bodies(struct body *bodies, size_t count) {
    for (size_t i = 0; bodies && i < count; i++)
        cpShapeFree(bodies[i].shape);
    free(bodies);
}

static void destroy(void *self) {
    struct chipmunk *chipmunk = self;
    if (!chipmunk)
        return;
    const scene_data *scene = chipmunk->scene;
    if (chipmunk->index)
        cpSpatialIndexFree(chipmunk->index);
    if (scene) {
        free_bodies(chipmunk->bodies, scene->group[scene->self ? 0 : 1].count);
        free_bodies(chipmunk->bullets, scene->group[0].count);
    }
    scene_destroy(chipmunk->scene);
    free(chipmunk->contacts);
    free(chipmunk);
}

static bool set_up(struct chipmunk *chipmunk, const scene_data *source) {
    chipmunk->scene = scene_copy(source);
    chipmunk->capacity = source->expected_pairs * 2 + 64;
    chipmunk->contacts = malloc(chipmunk->capacity * sizeof *chipmunk->contacts);
    if (!chipmunk->scene || !chipmunk->contacts)
        return false;
    size_t gridded = source->self ? 0 : 1, count = source->group[gridded].count;
    chipmunk->bodies = make_bodies(source, gridded);
    chipmunk->bullets = source->self ? NULL : make_bodies(source, 0);
    if (!chipmunk->bodies || (!source->self && !chipmunk->bullets))
        return false;
    chipmunk->index = cpBBTreeNew(box_of, NULL);
    cpBBTreeSetVelocityFunc(chipmunk->index, velocity_of);
    for (size_t i = 0; i < count; i++)
        cpSpatialIndexInsert(chipmunk->index, &chipmunk->bodies[i], i);
    cpBBTreeOptimize(chipmunk->index);
    return true;
}

static void *create(const scene_data *scene, const char *variant) {
    (void)variant;
    struct chipmunk *chipmunk = calloc(1, sizeof *chipmunk);
    if (chipmunk && set_up(chipmunk, scene))
        return chipmunk;
    destroy(chipmunk);
    return NULL;
}

static void write(struct chipmunk *chipmunk, const struct body *a, const struct body *b) {
    cpContactPointSet set = cpShapesCollide(a->shape, b->shape);
    if (!set.count)
        return;
    if (chipmunk->touching == chipmunk->capacity) {
        bench_manifold *more = realloc(chipmunk->contacts, chipmunk->capacity * 2 * sizeof *more);
        if (!more)
            exit(1);
        chipmunk->contacts = more;
        chipmunk->capacity *= 2;
    }
    bench_manifold *contact = &chipmunk->contacts[chipmunk->touching++];
    contact->a = a->id;
    contact->b = b->id;
    contact->count = (uint32_t)set.count;
    contact->normal_x = (float)set.normal.x;
    contact->normal_y = (float)set.normal.y;
    for (int i = 0; i < set.count; i++) {
        cpVect point = cpvlerp(set.points[i].pointA, set.points[i].pointB, 0.5);
        contact->x[i] = (float)point.x;
        contact->y[i] = (float)point.y;
        contact->depth[i] = (float)-set.points[i].distance;
    }
}

static cpCollisionID meet(void *first, void *second, cpCollisionID id, void *user) {
    const struct body *a = first, *b = second;
    /* The index reports overlaps of fat boxes; here the shapes are tested. */
    if (cpBBIntersects(a->box, b->box))
        write(user, a, b);
    return id;
}

static size_t step(void *self) {
    struct chipmunk *chipmunk = self;
    scene_data *scene = chipmunk->scene;
    const scene_group *group = &scene->group[scene->self ? 0 : 1];
    scene_step(scene);
    chipmunk->touching = 0;
    for (size_t i = 0; i < group->count; i++)
        place(group, &chipmunk->bodies[i]);
    if (scene->self) {
        cpSpatialIndexReindexQuery(chipmunk->index, meet, chipmunk);
        return chipmunk->touching;
    }
    cpSpatialIndexReindex(chipmunk->index);
    for (size_t i = 0; i < scene->group[0].count; i++) {
        place(&scene->group[0], &chipmunk->bullets[i]);
        cpSpatialIndexQuery(chipmunk->index, &chipmunk->bullets[i], chipmunk->bullets[i].box, meet, chipmunk);
    }
    return chipmunk->touching;
}

static size_t pairs(void *self, bench_touch *out, size_t capacity) {
    const struct chipmunk *chipmunk = self;
    for (size_t i = 0; i < chipmunk->touching && i < capacity; i++)
        out[i] = (bench_touch){chipmunk->contacts[i].a, chipmunk->contacts[i].b, 0.0f};
    return chipmunk->touching;
}

const contender contender_chipmunk = {
    .name = "chipmunk",
    .meetings = BENCH_DISCRETE,
    .largest_scene = 100000,
    .create = create,
    .step = step,
    .pairs = pairs,
    .destroy = destroy,
};
