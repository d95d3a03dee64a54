/* plain_grid.c - `plain`: barrage and swarm as a careful engine programmer writes them in a day: a counting sort of
 * the centres into a grid, sorted copies, the neighbouring cells, squared distances first, and one pass that tests
 * and writes.
 *
 * It moves, wraps, finds every touching pair, and writes its normal, point and depth (the polygon's feature, too).
 * It does not order contacts, call anyone back, know handles, or look for numbers that are not finite. */
#include "plain_narrow.h"

#include <stdlib.h>
#include <string.h>

#define BARRAGE_CELL 24.0f /* px, above 20; 32 was 1.3, 48 1.6 times slower */
#define SWARM_CELL   16.0f /* px, the diameter; 20 and 24 were even        */

struct world {
    float width, height, radius, enemy_radius;
    plain_bodies bodies;   /* group 0 */
    plain_enemies enemies; /* group 1 of a barrage */
    float *x, *y;          /* the bodies in the grid, in its order */
    uint32_t *id;
    plain_grid grid;
    plain_list contacts;
};

static struct world *create(const scene_data *scene, float cell, size_t gridded) {
    struct world *world = plain_allocate(sizeof *world);
    world->width = scene->width;
    world->height = scene->height;
    world->radius = scene->group[0].radius;
    world->bodies = plain_bodies_copy(&scene->group[0]);
    world->x = plain_allocate(gridded * sizeof(float));
    world->y = plain_allocate(gridded * sizeof(float));
    world->id = plain_allocate(gridded * sizeof(uint32_t));
    world->grid = plain_grid_make(scene->width, scene->height, cell, gridded);
    return world;
}

static void *create_barrage(const scene_data *scene) {
    struct world *world = create(scene, BARRAGE_CELL, scene->group[1].count);
    world->enemies = plain_enemies_copy(scene);
    world->enemy_radius = scene->group[1].radius + 0.01f;
    return world;
}

static void *create_swarm(const scene_data *scene) { return create(scene, SWARM_CELL, scene->group[0].count); }

static void sort(struct world *world, const plain_bodies *bodies) {
    plain_grid_count(&world->grid, bodies);
    for (size_t i = 0; i < bodies->count; i++) {
        uint32_t place = world->grid.start[world->grid.cell[i] + 1]++;
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
    const float reach = world->radius + world->enemy_radius, *x = world->bodies.x, *y = world->bodies.y;
    size_t touching = 0;
    for (size_t i = 0; i < world->bodies.count; i++) {
        uint32_t cell = plain_grid_cell(&world->grid, x[i], y[i]);
        for (int row = -1; row <= 1; row++) {
            const uint32_t *start = world->grid.start + cell + (ptrdiff_t)row * world->grid.columns;
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

/* One enemy: a grid would only cost time. */
static size_t step_boss(void *self) {
    struct world *world = self;
    plain_move(&world->bodies, world->width, world->height);
    plain_move(&world->enemies.bodies, world->width, world->height);
    const float reach = world->radius + world->enemy_radius, *x = world->bodies.x, *y = world->bodies.y,
                boss_x = world->enemies.bodies.x[0], boss_y = world->enemies.bodies.y[0];
    bench_contact *contacts = plain_room(&world->contacts, world->bodies.count + 1, sizeof(bench_contact));
    size_t touching = 0;
    for (size_t i = 0; i < world->bodies.count; i++) {
        float dx = x[i] - boss_x, dy = y[i] - boss_y;
        if (dx * dx + dy * dy <= reach * reach)
            touching +=
                plain_circle_polygon(x[i], y[i], world->radius, (uint32_t)i, &world->enemies, 0, &contacts[touching]);
    }
    return touching;
}

void plain_swarm_put(void *self, size_t first, size_t count, const plain_bodies *from) {
    struct world *world = self;
    memcpy(world->bodies.x + first, from->x, count * sizeof(float));
    memcpy(world->bodies.y + first, from->y, count * sizeof(float));
    memcpy(world->bodies.vx + first, from->vx, count * sizeof(float));
    memcpy(world->bodies.vy + first, from->vy, count * sizeof(float));
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
    for (int row = 1; row < world->grid.rows - 1; row++) {
        for (int column = 1; column < world->grid.columns - 1; column++) {
            const uint32_t *own = world->grid.start + (ptrdiff_t)row * world->grid.columns + column,
                           *below = own + world->grid.columns;
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

static bench_touch touch(const void *self, size_t number) {
    return plain_touch(&((const struct world *)self)->contacts, number);
}

static void destroy(void *self) {
    struct world *world = self;
    plain_bodies_free(&world->bodies);
    plain_enemies_free(&world->enemies);
    free(world->x);
    free(world->y);
    free(world->id);
    plain_grid_free(&world->grid);
    free(world->contacts.data);
    free(world);
}

const plain_method plain_boss = {create_barrage, step_boss, touch, destroy};
const plain_method plain_barrage = {create_barrage, step_barrage, touch, destroy};
const plain_method plain_swarm = {create_swarm, step_swarm, touch, destroy};
