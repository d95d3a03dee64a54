/* plain_debris.c - `plain`: polygons against each other as a competent programmer writes them in a day: a counting sort
 * into cells of a diameter, half the neighbourhood, circles first, and then plain_sat.h, one pair at a time. */
#include "plain.h"
#include "plain_sat.h"

#include <stdlib.h>

#define CELL 20.01f /* px, the diameter */

/* A body in the grid's order. */
struct placed {
    plain_pose pose;
    uint32_t id, shape;
};

struct world {
    float width, height, reach; /* reach: px between centres */
    plain_bodies bodies;
    float *cos, *sin;
    uint32_t *shape;
    plain_polygon *polygon; /* by template */
    struct placed *placed;
    plain_grid grid;
    plain_list manifolds;
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
    world->polygon = plain_allocate(scene->template_count * sizeof(plain_polygon));
    for (size_t i = 0; i < scene->template_count; i++)
        world->polygon[i] = plain_polygon_of(scene->shape[i].x, scene->shape[i].y, scene->shape[i].count);
    world->placed = plain_allocate(group->count * sizeof(struct placed));
    world->grid = plain_grid_make(scene->width, scene->height, CELL, group->count);
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

/* Body i of the grid's order against those from `from` to `to`. */
static inline size_t collect(const struct world *world, uint32_t i, uint32_t from, uint32_t to, size_t touching,
                             bench_manifold *out) {
    const struct placed *one = &world->placed[i];
    const float reach = world->reach * world->reach;
    for (uint32_t j = from; j < to; j++) {
        const struct placed *other = &world->placed[j];
        float dx = other->pose.x - one->pose.x, dy = other->pose.y - one->pose.y;
        if (dx * dx + dy * dy > reach)
            continue;
        const struct placed *a = one->id < other->id ? one : other, *b = a == one ? other : one;
        if (!plain_sat(&world->polygon[a->shape], &a->pose, &world->polygon[b->shape], &b->pose, &out[touching]))
            continue;
        out[touching].a = a->id;
        out[touching].b = b->id;
        touching++;
    }
    return touching;
}

static size_t step(void *self) {
    struct world *world = self;
    plain_move(&world->bodies, world->width, world->height);
    sort(world);
    size_t touching = 0;
    for (int row = 1; row < world->grid.rows - 1; row++) {
        for (int column = 1; column < world->grid.columns - 1; column++) {
            const uint32_t *own = world->grid.start + (ptrdiff_t)row * world->grid.columns + column,
                           *below = own + world->grid.columns;
            if (own[0] == own[1])
                continue;
            size_t most = (size_t)(own[1] - own[0]) * ((own[2] - own[0]) + (below[2] - below[-1]));
            bench_manifold *out = plain_room(&world->manifolds, touching + most + 1, sizeof(bench_manifold));
            for (uint32_t i = own[0]; i < own[1]; i++) {
                touching = collect(world, i, i + 1, own[2], touching, out);
                touching = collect(world, i, below[-1], below[2], touching, out);
            }
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
    void *arrays[] = {world->cos, world->sin, world->shape, world->polygon, world->placed, world->manifolds.data};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free(arrays[i]);
    free(world);
}

const plain_method plain_debris = {create, step, touch, destroy};
