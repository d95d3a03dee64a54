/* plain_debris.c - `plain`: polygons against each other as a competent programmer writes them in a day: a counting sort
 * into cells of a diameter, half the neighbourhood, circles first, and then plain_sat.h, one pair at a time.
 *
 * It moves, wraps, finds every touching pair, and writes a manifold of up to two points with features.
 * It does not order contacts, call anyone back, know handles, or look for numbers that are not finite. */
#include "plain_placed.h"
#include "plain_sat.h"

struct world {
    plain_field field;
    plain_polygon *polygon; /* by template */
    plain_list manifolds;
};

static void *create(const scene_data *scene) {
    struct world *world = plain_allocate(sizeof *world);
    world->field = plain_field_make(scene);
    world->polygon = plain_allocate(scene->template_count * sizeof(plain_polygon));
    for (size_t i = 0; i < scene->template_count; i++)
        world->polygon[i] = plain_polygon_of(scene->shape[i].x, scene->shape[i].y, scene->shape[i].count);
    return world;
}

/* Body i of the grid's order against those from `from` to `to`. */
static inline size_t collect(const struct world *world, uint32_t i, uint32_t from, uint32_t to, size_t touching,
                             bench_manifold *out) {
    const plain_placed *one = &world->field.placed[i];
    const float reach = world->field.reach * world->field.reach;
    for (uint32_t j = from; j < to; j++) {
        const plain_placed *other = &world->field.placed[j];
        float dx = other->pose.x - one->pose.x, dy = other->pose.y - one->pose.y;
        if (dx * dx + dy * dy > reach)
            continue;
        const plain_placed *a = one->id < other->id ? one : other, *b = a == one ? other : one;
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
    plain_field_move(&world->field);
    size_t touching = 0;
    for (int row = 1; row < world->field.grid.rows - 1; row++) {
        for (int column = 1; column < world->field.grid.columns - 1; column++) {
            const uint32_t *own = world->field.grid.start + (ptrdiff_t)row * world->field.grid.columns + column,
                           *below = own + world->field.grid.columns;
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
    plain_field_free(&world->field);
    free(world->polygon);
    free(world->manifolds.data);
    free(world);
}

const plain_method plain_debris = {create, step, touch, destroy};
