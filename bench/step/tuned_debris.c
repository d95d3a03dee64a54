/* tuned_debris.c - `plain:tuned`: polygons against each other. A counting sort copies what a pair needs of each
 * body. A row's pairs are listed by their circles without a branch, and tuned_sat.h tests them one by one. */
#include "tuned_sat.h"
#include "plain_placed.h"

struct world {
    plain_field field;
    plain_core *core; /* by template */
    plain_list pairs, manifolds;
};

static void *create(const scene_data *scene) {
    struct world *world = plain_allocate(sizeof *world);
    world->field = plain_field_make(scene);
    world->core = plain_allocate(scene->template_count * sizeof(plain_core));
    for (size_t i = 0; i < scene->template_count; i++)
        world->core[i] = plain_core_of(scene->shape[i].x, scene->shape[i].y, scene->shape[i].count, 0.0f);
    return world;
}

static inline size_t collect(const struct world *world, uint32_t i, uint32_t from, uint32_t to, size_t found,
                             bench_pair *pairs) {
    const plain_placed *placed = world->field.placed;
    float x = placed[i].pose.x, y = placed[i].pose.y, reach = world->field.reach * world->field.reach;
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
    for (int column = 1; column < world->field.grid.columns - 1; column++) {
        const uint32_t *own = world->field.grid.start + (ptrdiff_t)row * world->field.grid.columns + column,
                       *below = own + world->field.grid.columns;
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
    plain_field_move(&world->field);
    size_t touching = 0;
    for (int row = 1; row < world->field.grid.rows - 1; row++) {
        size_t found = find(world, row);
        const bench_pair *pairs = world->pairs.data;
        bench_manifold *out = plain_room(&world->manifolds, touching + found + 1, sizeof(bench_manifold));
        for (size_t i = 0; i < found; i++) {
            const plain_placed *p = &world->field.placed[pairs[i].a], *q = &world->field.placed[pairs[i].b];
            const plain_placed *a = p->id < q->id ? p : q, *b = p->id < q->id ? q : p;
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
    plain_field_free(&world->field);
    free(world->core);
    free(world->pairs.data);
    free(world->manifolds.data);
    free(world);
}

const plain_method tuned_debris = {create, step, touch, destroy};
