/* tuned_swarm.c - `plain:tuned`: circles against each other: a counting sort into cells of a diameter, half the
 * neighbourhood. Every few steps the bodies themselves are sorted by cell, so that the counting sort moves almost
 * nothing far. It finds and writes what plain_grid.c does, and leaves out the same. */
#include "plain_narrow.h"

#include <stdlib.h>
#include <string.h>

#define CELL 16.0f /* px, the diameter; 20 was 1.05, 24 1.2 times slower, 28 and 32 no better */
enum {
    RESORT = 8,  /* steps between sorts of the bodies themselves; never doing it was 1.7 times slower at 1M */
    OWN_ROW = 2, /* candidates compared without a branch to the right,                                                */
    NEXT_ROW = 3, /* and in the row below; 1 and 2 were even, 2 and 4 or 3 and 4 slower */
    SPARE = 16
};

struct world {
    float width, height, radius, inverse;
    plain_bodies bodies, others;
    uint32_t *id, *other_id;
    float *x, *y; /* in the grid's order, this step */
    uint32_t *sorted_id, *cell, *start;
    int columns, rows;
    size_t steps;
    plain_list pairs, contacts;
};

static void *create(const scene_data *scene) {
    struct world *world = plain_allocate(sizeof *world);
    size_t count = scene->group[0].count;
    world->width = scene->width;
    world->height = scene->height;
    world->radius = scene->group[0].radius;
    world->inverse = 1.0f / CELL;
    world->bodies = plain_bodies_copy(&scene->group[0]);
    world->others = plain_bodies_copy(&scene->group[0]);
    world->id = plain_allocate(count * sizeof(uint32_t));
    world->other_id = plain_allocate(count * sizeof(uint32_t));
    for (size_t i = 0; i < count; i++)
        world->id[i] = (uint32_t)i;
    world->x = plain_allocate((count + SPARE) * sizeof(float));
    world->y = plain_allocate((count + SPARE) * sizeof(float));
    world->sorted_id = plain_allocate((count + SPARE) * sizeof(uint32_t));
    world->cell = plain_allocate(count * sizeof(uint32_t));
    /* A border of empty cells on every side, so that no neighbour needs a check. */
    world->columns = (int)(world->width * world->inverse) + 3;
    world->rows = (int)(world->height * world->inverse) + 3;
    world->start = plain_allocate(((size_t)world->columns * (size_t)world->rows + 2) * sizeof(uint32_t));
    return world;
}

static inline uint32_t cell_of(const struct world *world, float x, float y) {
    return (uint32_t)((int)(y * world->inverse + 1.0f) * world->columns + (int)(x * world->inverse + 1.0f));
}

/* After the scatter start[c] is where cell c begins: counts are two further on, and filling is one further on. */
static void count_cells(struct world *world) {
    size_t cells = (size_t)world->columns * (size_t)world->rows, count = world->bodies.count;
    const float *restrict x = world->bodies.x, *restrict y = world->bodies.y;
    uint32_t *restrict start = world->start, *restrict cell = world->cell;
    memset(start, 0, (cells + 2) * sizeof(uint32_t));
    for (size_t i = 0; i < count; i++)
        cell[i] = cell_of(world, x[i], y[i]);
    for (size_t i = 0; i < count; i++)
        start[cell[i] + 2]++;
    for (size_t i = 0; i < cells; i++)
        start[i + 2] += start[i + 1];
}

static void scatter(struct world *world) {
    const float *restrict x = world->bodies.x, *restrict y = world->bodies.y;
    const uint32_t *restrict id = world->id, *restrict cell = world->cell;
    float *restrict to_x = world->x, *restrict to_y = world->y;
    uint32_t *restrict to_id = world->sorted_id, *restrict start = world->start;
    for (size_t i = 0; i < world->bodies.count; i++) {
        uint32_t place = start[cell[i] + 1]++;
        to_x[place] = x[i];
        to_y[place] = y[i];
        to_id[place] = id[i];
    }
}

static void resort(struct world *world) {
    plain_bodies from = world->bodies, to = world->others;
    uint32_t *from_id = world->id, *to_id = world->other_id;
    for (size_t i = 0; i < from.count; i++) {
        uint32_t place = world->start[world->cell[i] + 1]++;
        to.x[place] = from.x[i];
        to.y[place] = from.y[i];
        to.vx[place] = from.vx[i];
        to.vy[place] = from.vy[i];
        to_id[place] = from_id[i];
    }
    world->bodies = to, world->others = from;
    world->id = to_id, world->other_id = from_id;
    memcpy(world->x, to.x, to.count * sizeof(float));
    memcpy(world->y, to.y, to.count * sizeof(float));
    memcpy(world->sorted_id, to_id, to.count * sizeof(uint32_t));
}

/* Every touching pair once, by index: the rest of the own cell and the next cell, then the three cells below. */
static size_t find(struct world *world) {
    const float *restrict x = world->x, *restrict y = world->y;
    const uint32_t *restrict start = world->start;
    const size_t below = (size_t)world->columns;
    const float reach = 4.0f * world->radius * world->radius;
    plain_grow(&world->pairs, world->bodies.count * 2, sizeof(bench_pair));
    bench_pair *pairs = world->pairs.data;
    size_t capacity = world->pairs.capacity, found = 0;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        float xi = x[i], yi = y[i];
        size_t cell = cell_of(world, xi, yi);
        uint32_t own_end = start[cell + 2], next = start[cell + below - 1], next_end = start[cell + below + 2];
        size_t most = found + (own_end - i) + (next_end - next) + SPARE;
        if (most > capacity) {
            plain_grow(&world->pairs, most, sizeof(bench_pair));
            pairs = world->pairs.data;
            capacity = world->pairs.capacity;
        }
        uint32_t j = i + 1;
        for (int k = 0; k < OWN_ROW; k++, j++) {
            float dx = x[j] - xi, dy = y[j] - yi;
            pairs[found] = (bench_pair){i, j};
            found += (dx * dx + dy * dy <= reach) & (j < own_end);
        }
        for (; j < own_end; j++) {
            float dx = x[j] - xi, dy = y[j] - yi;
            pairs[found] = (bench_pair){i, j};
            found += dx * dx + dy * dy <= reach;
        }
        j = next;
        for (int k = 0; k < NEXT_ROW; k++, j++) {
            float dx = x[j] - xi, dy = y[j] - yi;
            pairs[found] = (bench_pair){i, j};
            found += (dx * dx + dy * dy <= reach) & (j < next_end);
        }
        for (; j < next_end; j++) {
            float dx = x[j] - xi, dy = y[j] - yi;
            pairs[found] = (bench_pair){i, j};
            found += dx * dx + dy * dy <= reach;
        }
    }
    return found;
}

static size_t step(void *self) {
    struct world *world = self;
    plain_move(&world->bodies, world->width, world->height);
    count_cells(world);
    if (world->steps++ % RESORT == 0)
        resort(world);
    else
        scatter(world);
    size_t found = find(world);
    plain_grow(&world->contacts, found + 1, sizeof(bench_contact));
    bench_contact *contacts = world->contacts.data;
    const bench_pair *pairs = world->pairs.data;
    for (size_t i = 0; i < found; i++) {
        uint32_t p = pairs[i].a, q = pairs[i].b;
        float dx = world->x[q] - world->x[p], dy = world->y[q] - world->y[p], d2 = dx * dx + dy * dy;
        plain_circle_circle(world->x, world->y, world->sorted_id, world->radius, p, q, d2, &contacts[i]);
    }
    return found;
}

static bench_touch touch(const void *self, size_t number) {
    return plain_touch(&((const struct world *)self)->contacts, number);
}

static void destroy(void *self) {
    struct world *world = self;
    plain_bodies_free(&world->bodies);
    plain_bodies_free(&world->others);
    void *arrays[] = {world->id,    world->other_id,   world->x,
                      world->y,     world->sorted_id,  world->cell,
                      world->start, world->pairs.data, world->contacts.data};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free(arrays[i]);
    free(world);
}

const plain_method tuned_swarm = {create, step, touch, destroy};
