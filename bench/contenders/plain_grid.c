/* plain_grid.c - `plain`: both scenes as a careful engine programmer writes them in a day: centres in a grid by a
 * counting sort, sorted copies that stream, the neighbouring cells, squared distances first, and one pass that tests
 * and writes at once. */
#include "plain_narrow.h"

#include <stdlib.h>
#include <string.h>

#define BARRAGE_CELL 24.0f /* px, above 20; 32 was 1.3, 48 1.6 times slower */
#define SWARM_CELL   16.0f /* px, the diameter; 20 and 24 were level        */

struct world {
    float width, height, radius, inverse;
    plain_bodies bodies;   /* group 0 */
    plain_enemies enemies; /* group 1 of a barrage */
    float *x, *y;          /* what is gridded, in the grid's order */
    uint32_t *id, *cell, *start;
    int columns, rows;
    plain_list contacts;
};

static struct world *create(const scene_data *scene, float cell, size_t gridded) {
    struct world *world = plain_allocate(sizeof *world);
    world->width = scene->width;
    world->height = scene->height;
    world->radius = scene->group[0].radius;
    world->inverse = 1.0f / cell;
    world->bodies = plain_bodies_copy(&scene->group[0]);
    world->x = plain_allocate(gridded * sizeof(float));
    world->y = plain_allocate(gridded * sizeof(float));
    world->id = plain_allocate(gridded * sizeof(uint32_t));
    world->cell = plain_allocate(gridded * sizeof(uint32_t));
    world->columns = (int)(world->width * world->inverse) + 3;
    world->rows = (int)(world->height * world->inverse) + 3;
    world->start = plain_allocate(((size_t)world->columns * (size_t)world->rows + 2) * sizeof(uint32_t));
    return world;
}

static void *create_barrage(const scene_data *scene) {
    struct world *world = create(scene, BARRAGE_CELL, scene->group[1].count);
    world->enemies = plain_enemies_copy(scene);
    return world;
}

static void *create_swarm(const scene_data *scene) { return create(scene, SWARM_CELL, scene->group[0].count); }

static inline uint32_t cell_of(const struct world *world, float x, float y) {
    return (uint32_t)((int)(y * world->inverse + 1.0f) * world->columns + (int)(x * world->inverse + 1.0f));
}

static void sort(struct world *world, const plain_bodies *bodies) {
    size_t cells = (size_t)world->columns * (size_t)world->rows;
    memset(world->start, 0, (cells + 2) * sizeof(uint32_t));
    for (size_t i = 0; i < bodies->count; i++)
        world->cell[i] = cell_of(world, bodies->x[i], bodies->y[i]);
    for (size_t i = 0; i < bodies->count; i++)
        world->start[world->cell[i] + 2]++;
    for (size_t i = 0; i < cells; i++)
        world->start[i + 2] += world->start[i + 1];
    for (size_t i = 0; i < bodies->count; i++) {
        uint32_t place = world->start[world->cell[i] + 1]++;
        world->x[place] = bodies->x[i];
        world->y[place] = bodies->y[i];
        world->id[place] = (uint32_t)i;
    }
}

static size_t step_barrage(void *self) {
    struct world *world = self;
    plain_move(&world->bodies, world->width, world->height);
    plain_move(&world->enemies.bodies, world->width, world->height);
    sort(world, &world->enemies.bodies);
    const float reach = world->radius + 16.01f, *x = world->bodies.x, *y = world->bodies.y;
    size_t touching = 0;
    for (size_t i = 0; i < world->bodies.count; i++) {
        uint32_t cell = cell_of(world, x[i], y[i]);
        for (int row = -1; row <= 1; row++) {
            const uint32_t *start = world->start + cell + (ptrdiff_t)row * world->columns;
            bench_contact *contacts =
                plain_room(&world->contacts, touching + (start[2] - start[-1]) + 1, sizeof(bench_contact));
            for (uint32_t j = start[-1]; j < start[2]; j++) {
                float dx = x[i] - world->x[j], dy = y[i] - world->y[j];
                if (dx * dx + dy * dy <= reach * reach)
                    touching += plain_circle_polygon(x[i], y[i], world->radius, (uint32_t)i, &world->enemies,
                                                     world->id[j], &contacts[touching]);
            }
        }
    }
    return touching;
}

static inline size_t collect(const struct world *world, uint32_t i, uint32_t from, uint32_t to, size_t touching,
                             bench_contact *contacts) {
    const float *restrict x = world->x, *restrict y = world->y, xi = x[i], yi = y[i];
    const float reach = 4.0f * world->radius * world->radius;
    for (uint32_t j = from; j < to; j++) {
        float dx = x[j] - xi, dy = y[j] - yi, d2 = dx * dx + dy * dy;
        if (d2 <= reach)
            plain_circle_circle(x, y, world->id, world->radius, i, j, d2, &contacts[touching++]);
    }
    return touching;
}

static size_t step_swarm(void *self) {
    struct world *world = self;
    plain_move(&world->bodies, world->width, world->height);
    sort(world, &world->bodies);
    size_t touching = 0;
    for (int row = 1; row < world->rows - 1; row++) {
        for (int column = 1; column < world->columns - 1; column++) {
            const uint32_t *own = world->start + (ptrdiff_t)row * world->columns + column,
                           *below = own + world->columns;
            if (own[0] == own[1])
                continue;
            size_t most = (size_t)(own[1] - own[0]) * ((own[2] - own[0]) + (below[2] - below[-1]));
            bench_contact *contacts = plain_room(&world->contacts, touching + most + 1, sizeof(bench_contact));
            for (uint32_t i = own[0]; i < own[1]; i++) {
                touching = collect(world, i, i + 1, own[2], touching, contacts);
                touching = collect(world, i, below[-1], below[2], touching, contacts);
            }
        }
    }
    return touching;
}

static const bench_contact *contacts(const void *self) { return ((const struct world *)self)->contacts.data; }

static void destroy(void *self) {
    struct world *world = self;
    plain_bodies_free(&world->bodies);
    plain_enemies_free(&world->enemies);
    free(world->x);
    free(world->y);
    free(world->id);
    free(world->cell);
    free(world->start);
    free(world->contacts.data);
    free(world);
}

const plain_method plain_barrage = {create_barrage, step_barrage, contacts, destroy};
const plain_method plain_swarm = {create_swarm, step_swarm, contacts, destroy};
