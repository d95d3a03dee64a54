/* tuned_barrage.c - `plain:tuned`: bullets against enemies. Bullets are neither sorted nor binned. A byte for each
 * small cell says whether an enemy is near. If so, the bullet looks into a table that lists every enemy in each cell
 * that its disc touches. It finds and writes what plain_grid.c does, and leaves out the same. */
#include "plain_narrow.h"

#include <stdlib.h>
#include <string.h>

#define MAP_CELL 16.0f /* px; 8 and 12 were even at 10k, 14 to 30 % slower at 1M */
#define CELL     32.0f /* px; 24 was even at 10k and slower above            */
enum { BLOCK = 1024, SPARE = 4 };

typedef struct entry {
    float x, y;
    uint32_t enemy;
} entry;

typedef struct cell_grid {
    float cell, inverse;
    int columns, rows;
} cell_grid;

struct world {
    float width, height, bullet_radius, reach;
    plain_bodies bullets;
    plain_enemies enemies;
    cell_grid map_grid, grid;
    uint8_t *map;
    uint32_t *start;                   /* of each cell's entries; shifted by one while they are counted */
    uint32_t near[BLOCK], cell[BLOCK]; /* of the present block: which bullets are near an enemy, and in which cell */
    plain_list entries, pairs, contacts;
};

static cell_grid grid_over(float width, float height, float cell) {
    return (cell_grid){cell, 1.0f / cell, (int)(width / cell) + 2, (int)(height / cell) + 2};
}

static size_t grid_cells(const cell_grid *grid) { return (size_t)grid->columns * (size_t)grid->rows; }

static void *create(const scene_data *scene) {
    struct world *world = plain_allocate(sizeof *world);
    world->width = scene->width;
    world->height = scene->height;
    world->bullet_radius = scene->group[0].radius;
    /* The corners were rounded, the squares will be: a little more than the sum. */
    world->reach = scene->group[0].radius + scene->group[1].radius + 0.01f;
    world->bullets = plain_bodies_copy(&scene->group[0]);
    world->enemies = plain_enemies_copy(scene);
    world->map_grid = grid_over(world->width, world->height, MAP_CELL);
    world->grid = grid_over(world->width, world->height, CELL);
    world->map = plain_allocate(grid_cells(&world->map_grid));
    world->start = plain_allocate((grid_cells(&world->grid) + 2) * sizeof(uint32_t));
    return world;
}

/* How far a coordinate lies outside a cell. */
static inline float outside(float value, int cell, float size) {
    float low = (float)cell * size, high = low + size;
    return value < low ? low - value : value > high ? value - high : 0.0f;
}

static inline int cell_of(float value, float inverse, int cells) {
    int cell = value > 0.0f ? (int)(value * inverse) : 0;
    return cell < cells ? cell : cells - 1;
}

/* The cells of one row that the disc touches, with the hundredth of a pixel in `reach` against rounding. */
typedef struct column_span {
    int from, to;
} column_span;

static inline column_span disc_span(const cell_grid *grid, float x, float y, int row, float reach) {
    float dy = outside(y, row, grid->cell), room = reach * reach - dy * dy;
    if (room < 0.0f)
        return (column_span){1, 0};
    float half = sqrtf(room);
    return (column_span){cell_of(x - half, grid->inverse, grid->columns),
                         cell_of(x + half, grid->inverse, grid->columns)};
}

static void paint(struct world *world) {
    const cell_grid *grid = &world->map_grid;
    const plain_bodies *enemies = &world->enemies.bodies;
    memset(world->map, 0, grid_cells(grid));
    for (size_t i = 0; i < enemies->count; i++) {
        float x = enemies->x[i], y = enemies->y[i];
        int last = cell_of(y + world->reach, grid->inverse, grid->rows);
        for (int row = cell_of(y - world->reach, grid->inverse, grid->rows); row <= last; row++) {
            column_span span = disc_span(grid, x, y, row, world->reach);
            for (int column = span.from; column <= span.to; column++)
                world->map[(ptrdiff_t)row * grid->columns + column] = 1;
        }
    }
}

/* The first pass counts, the second writes. */
static void insert(struct world *world, entry *entries) {
    const cell_grid *grid = &world->grid;
    const plain_bodies *enemies = &world->enemies.bodies;
    for (size_t i = 0; i < enemies->count; i++) {
        float x = enemies->x[i], y = enemies->y[i];
        int last = cell_of(y + world->reach, grid->inverse, grid->rows);
        for (int row = cell_of(y - world->reach, grid->inverse, grid->rows); row <= last; row++) {
            column_span span = disc_span(grid, x, y, row, world->reach);
            uint32_t *start = world->start + (ptrdiff_t)row * grid->columns;
            for (int column = span.from; column <= span.to; column++) {
                if (entries)
                    entries[start[column + 1]++] = (entry){x, y, (uint32_t)i};
                else
                    start[column + 2]++;
            }
        }
    }
}

static void build(struct world *world) {
    size_t cells = grid_cells(&world->grid);
    memset(world->start, 0, (cells + 2) * sizeof(uint32_t));
    insert(world, NULL);
    for (size_t i = 0; i < cells; i++)
        world->start[i + 2] += world->start[i + 1];
    plain_grow(&world->entries, world->start[cells + 1] + 1, sizeof(entry));
    insert(world, world->entries.data);
    paint(world);
}

/* Appends the pairs of one block of bullets whose bounding circles overlap. */
static size_t find(struct world *world, size_t from, size_t count, size_t found) {
    const float *restrict x = world->bullets.x + from, *restrict y = world->bullets.y + from;
    uint32_t *restrict near = world->near, *restrict cell = world->cell;
    const cell_grid map_grid = world->map_grid, grid = world->grid;
    for (size_t i = 0; i < count; i++)
        cell[i] = (uint32_t)((int)(y[i] * map_grid.inverse) * map_grid.columns + (int)(x[i] * map_grid.inverse));
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        near[left] = (uint32_t)i;
        left += world->map[cell[i]];
    }
    for (size_t i = 0; i < left; i++)
        cell[i] = (uint32_t)((int)(y[near[i]] * grid.inverse) * grid.columns + (int)(x[near[i]] * grid.inverse));
    const float reach = world->reach * world->reach;
    const entry *entries = world->entries.data;
    bench_pair *pairs = world->pairs.data;
    size_t capacity = world->pairs.capacity;
    for (size_t i = 0; i < left; i++) {
        uint32_t next = world->start[cell[i]], end = world->start[cell[i] + 1], bullet = near[i];
        if (found + (end - next) + SPARE > capacity) {
            plain_grow(&world->pairs, found + (end - next) + SPARE, sizeof(bench_pair));
            pairs = world->pairs.data;
            capacity = world->pairs.capacity;
        }
        /* Near an enemy the cell nearly always has an entry. If it has none, another cell's is tested, and misses. */
        do {
            float dx = x[bullet] - entries[next].x, dy = y[bullet] - entries[next].y;
            pairs[found] = (bench_pair){(uint32_t)(from + bullet), entries[next].enemy};
            found += dx * dx + dy * dy <= reach;
        } while (++next < end);
    }
    return found;
}

static size_t step(void *self) {
    struct world *world = self;
    plain_move(&world->bullets, world->width, world->height);
    plain_move(&world->enemies.bodies, world->width, world->height);
    build(world);
    size_t found = 0, bullets = world->bullets.count;
    for (size_t from = 0; from < bullets; from += BLOCK)
        found = find(world, from, bullets - from < BLOCK ? bullets - from : BLOCK, found);
    plain_grow(&world->contacts, found + 1, sizeof(bench_contact));
    bench_contact *contacts = world->contacts.data;
    const bench_pair *pairs = world->pairs.data;
    size_t touching = 0;
    for (size_t i = 0; i < found; i++) {
        uint32_t a = pairs[i].a;
        touching += plain_circle_polygon(world->bullets.x[a], world->bullets.y[a], world->bullet_radius, a,
                                         &world->enemies, pairs[i].b, &contacts[touching]);
    }
    return touching;
}

static bench_touch touch(const void *self, size_t number) {
    return plain_touch(&((const struct world *)self)->contacts, number);
}

static void destroy(void *self) {
    struct world *world = self;
    plain_bodies_free(&world->bullets);
    plain_enemies_free(&world->enemies);
    free(world->map);
    free(world->start);
    free(world->entries.data);
    free(world->pairs.data);
    free(world->contacts.data);
    free(world);
}

const plain_method tuned_barrage = {create, step, touch, destroy};
