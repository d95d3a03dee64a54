/* tuned_debris.c - `plain:tuned`: polygons against each other. A counting sort puts what a pair needs of each body side
 * by side, a row's pairs are listed by their circles without a branch, and tuned_sat.h looks at them one by one. */
#include "tuned_sat.h"
#include "plain.h"

#include <stdlib.h>

#define CELL 20.0f /* px, the diameter */

struct placed {
    plain_pose pose;
    uint32_t id, shape;
};

struct world {
    float width, height, reach;
    plain_bodies bodies;
    float *cos, *sin;
    uint32_t *shape;
    plain_core *core; /* by template */
    struct placed *placed;
    plain_grid grid;
    plain_list pairs, manifolds;
};

static void *create(const scene_data *scene) {
    const scene_group *group = &scene->group[0];
    struct world *world = plain_allocate(sizeof *world);
    world->width = scene->width;
    world->height = scene->height;
    world->reach = 2.0f * group->radius + 0.01f;
    world->bodies = plain_bodies_copy(group);
    world->cos = plain_copy(group->cos, group->count * sizeof(float));
    world->sin = plain_copy(group->sin, group->count * sizeof(float));
    world->shape = plain_copy(group->shape, group->count * sizeof(uint32_t));
    world->core = plain_allocate(scene->template_count * sizeof(plain_core));
    for (size_t i = 0; i < scene->template_count; i++)
        world->core[i] = plain_core_of(scene->shape[i].x, scene->shape[i].y, scene->shape[i].count, 0.0f);
    world->placed = plain_allocate(group->count * sizeof(struct placed));
    world->grid = plain_grid_make(scene->width, scene->height, CELL + 0.01f, group->count);
    return world;
}

static void sort(struct world *world) {
    const plain_bodies *bodies = &world->bodies;
    plain_grid_count(&world->grid, bodies);
    for (size_t i = 0; i < bodies->count; i++)
        world->placed[world->grid.start[world->grid.cell[i] + 1]++] = (struct placed){
            .pose = {bodies->x[i], bodies->y[i], world->cos[i], world->sin[i]},
            .id = (uint32_t)i,
            .shape = world->shape[i],
        };
}

static inline size_t collect(const struct world *world, uint32_t i, uint32_t from, uint32_t to, size_t found,
                             bench_pair *pairs) {
    const struct placed *placed = world->placed;
    float x = placed[i].pose.x, y = placed[i].pose.y, reach = world->reach * world->reach;
    for (uint32_t j = from; j < to; j++) {
        float dx = placed[j].pose.x - x, dy = placed[j].pose.y - y;
        pairs[found] = (bench_pair){i, j};
        found += dx * dx + dy * dy <= reach;
    }
    return found;
}

/* The pairs of a row of cells: half the neighbourhood of each. */
static size_t find(struct world *world, int row) {
    size_t found = 0;
    for (int column = 1; column < world->grid.columns - 1; column++) {
        const uint32_t *own = world->grid.start + (ptrdiff_t)row * world->grid.columns + column,
                       *below = own + world->grid.columns;
        if (own[0] == own[1])
            continue;
        size_t most = (size_t)(own[1] - own[0]) * ((own[2] - own[0]) + (below[2] - below[-1]));
        bench_pair *pairs = plain_room(&world->pairs, found + most + 1, sizeof(bench_pair));
        for (uint32_t i = own[0]; i < own[1]; i++) {
            found = collect(world, i, i + 1, own[2], found, pairs);
            found = collect(world, i, below[-1], below[2], found, pairs);
        }
    }
    return found;
}

static size_t step(void *self) {
    struct world *world = self;
    plain_move(&world->bodies, world->width, world->height);
    sort(world);
    size_t touching = 0;
    for (int row = 1; row < world->grid.rows - 1; row++) {
        size_t found = find(world, row);
        const bench_pair *pairs = world->pairs.data;
        bench_manifold *out = plain_room(&world->manifolds, touching + found + 1, sizeof(bench_manifold));
        for (size_t i = 0; i < found; i++) {
            const struct placed *p = &world->placed[pairs[i].a], *q = &world->placed[pairs[i].b];
            const struct placed *a = p->id < q->id ? p : q, *b = p->id < q->id ? q : p;
            out[touching].a = a->id;
            out[touching].b = b->id;
            touching += tuned_sat(&world->core[a->shape], &a->pose, &world->core[b->shape], &b->pose, &out[touching]);
        }
    }
    return touching;
}

static bench_touch touch(const void *self, size_t number) {
    const bench_manifold *manifolds = ((const struct world *)self)->manifolds.data;
    return (bench_touch){manifolds[number].a, manifolds[number].b, 0.0f};
}

static void destroy(void *self) {
    struct world *world = self;
    plain_bodies_free(&world->bodies);
    plain_grid_free(&world->grid);
    void *arrays[] = {world->cos,    world->sin,        world->shape,         world->core,
                      world->placed, world->pairs.data, world->manifolds.data};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free(arrays[i]);
    free(world);
}

const plain_method tuned_debris = {create, step, touch, destroy};
