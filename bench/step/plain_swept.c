/* plain_swept.c - `plain`: each bullet's first hit. The enemies are in a grid at their starts. A bullet searches the
 * cells that the box of its path overlaps, tests bounding circles first, and keeps the earliest hit.
 * It writes the time, the normal and the point of each hit.
 * It does not order contacts, call anyone back, know handles, or look for numbers that are not finite. */
#include "plain_sweep.h"
#include "plain.h"

#include <stdlib.h>

#define CELL 32.0f /* px */

/* An enemy: where it starts, and its displacement. */
struct enemy {
    plain_pose pose;
    float dx, dy;
    uint32_t id, shape;
};

struct world {
    float width, height, radius, reach, margin;
    plain_bodies bullets, enemies;
    float *cos, *sin;
    uint32_t *shape;
    plain_core *core; /* by template */
    struct enemy *enemy;
    plain_grid grid;
    plain_list hits;
};

static void *create(const scene_data *scene) {
    const scene_group *group = &scene->group[1];
    struct world *world = plain_allocate(sizeof *world);
    world->width = scene->width;
    world->height = scene->height;
    world->radius = scene->group[0].radius;
    world->reach = world->radius + group->radius + 0.01f;
    world->bullets = plain_bodies_copy(&scene->group[0]);
    world->enemies = plain_bodies_copy(group);
    world->cos = plain_allocate(group->count * sizeof(float));
    world->sin = plain_allocate(group->count * sizeof(float));
    world->shape = plain_allocate(group->count * sizeof(uint32_t));
    float fastest = 0.0f;
    for (size_t i = 0; i < group->count; i++) {
        world->cos[i] = group->cos[i];
        world->sin[i] = group->sin[i];
        world->shape[i] = group->shape[i];
        fastest = fmaxf(fastest, hypotf(group->vx[i], group->vy[i]) * SCENE_DT);
    }
    world->margin = world->reach + fastest + 0.01f;
    world->core = plain_allocate(scene->template_count * sizeof(plain_core));
    for (size_t i = 0; i < scene->template_count; i++)
        world->core[i] = plain_core_of(scene->shape[i].x, scene->shape[i].y, scene->shape[i].count, 0.0f);
    world->enemy = plain_allocate(group->count * sizeof(struct enemy));
    world->grid = plain_grid_make(scene->width, scene->height, CELL, group->count);
    return world;
}

/* By their ends; the margin covers the difference to their starts. */
static void sort(struct world *world) {
    const plain_bodies *enemies = &world->enemies;
    plain_grid_count(&world->grid, enemies);
    for (size_t i = 0; i < enemies->count; i++) {
        float dx = enemies->vx[i] * SCENE_DT, dy = enemies->vy[i] * SCENE_DT;
        world->enemy[world->grid.start[world->grid.cell[i] + 1]++] = (struct enemy){
            .pose = {enemies->x[i] - dx, enemies->y[i] - dy, world->cos[i], world->sin[i]},
            .dx = dx,
            .dy = dy,
            .id = (uint32_t)i,
            .shape = world->shape[i],
        };
    }
}

/* Whether a circle's centre comes within `reach` of the origin on its path from (x, y) by (vx, vy). */
static inline bool passes(float x, float y, float vx, float vy, float reach) {
    float along = -(x * vx + y * vy), length = vx * vx + vy * vy, cross = x * vy - y * vx, limit = reach * reach;
    float ex = x + vx, ey = y + vy;
    bool line = cross * cross <= limit * length, between = (along > 0.0f) & (along < length);
    return (line & between) | (x * x + y * y <= limit) | (ex * ex + ey * ey <= limit);
}

static inline int clamped(float value, int last) {
    int cell = (int)(value < 0.0f ? 0.0f : value);
    return cell < last ? cell : last;
}

/* The bullet's path, and its earliest hit so far. */
struct bullet {
    float x, y, dx, dy;
    plain_hit hit;
    const struct enemy *enemy;
};

static inline void meet(const struct world *world, struct bullet *bullet, const struct enemy *enemy) {
    float x = bullet->x - enemy->pose.x, y = bullet->y - enemy->pose.y;
    float vx = bullet->dx - enemy->dx, vy = bullet->dy - enemy->dy, c = enemy->pose.cos, s = enemy->pose.sin;
    if (!passes(x, y, vx, vy, world->reach))
        return;
    const plain_core *core = &world->core[enemy->shape];
    plain_hit hit;
    if (!plain_sweep_circle(core, core->count, world->radius, c * x + s * y, c * y - s * x, c * vx + s * vy,
                            c * vy - s * vx, &hit) ||
        (bullet->enemy && hit.t >= bullet->hit.t))
        return;
    bullet->hit = hit;
    bullet->enemy = enemy;
}

static size_t step(void *self) {
    struct world *world = self;
    const plain_grid *grid = &world->grid;
    plain_move(&world->bullets, world->width, world->height);
    plain_move(&world->enemies, world->width, world->height);
    sort(world);
    const plain_bodies *bullets = &world->bullets;
    bench_manifold *out = plain_room(&world->hits, bullets->count, sizeof(bench_manifold));
    size_t touching = 0;
    for (size_t i = 0; i < bullets->count; i++) {
        float dx = bullets->vx[i] * SCENE_DT, dy = bullets->vy[i] * SCENE_DT, x = bullets->x[i], y = bullets->y[i];
        struct bullet bullet = {.x = x - dx, .y = y - dy, .dx = dx, .dy = dy};
        float margin = world->margin, low_x = dx < 0.0f ? x : bullet.x, low_y = dy < 0.0f ? y : bullet.y;
        float high_x = dx < 0.0f ? bullet.x : x, high_y = dy < 0.0f ? bullet.y : y;
        int left = clamped((low_x - margin) * grid->inverse + 1.0f, grid->columns - 1);
        int right = clamped((high_x + margin) * grid->inverse + 1.0f, grid->columns - 1);
        int bottom = clamped((high_y + margin) * grid->inverse + 1.0f, grid->rows - 1);
        for (int row = clamped((low_y - margin) * grid->inverse + 1.0f, grid->rows - 1); row <= bottom; row++) {
            const uint32_t *start = grid->start + (ptrdiff_t)row * grid->columns;
            for (uint32_t j = start[left]; j < start[right + 1]; j++)
                meet(world, &bullet, &world->enemy[j]);
        }
        if (!bullet.enemy)
            continue;
        out[touching].a = (uint32_t)i;
        out[touching].b = bullet.enemy->id;
        plain_circle_hit(&bullet.hit, &bullet.enemy->pose, bullet.x, bullet.y, dx, dy, world->radius, 0.0f,
                         &out[touching++]);
    }
    return touching;
}

static bench_touch touch(const void *self, size_t number) {
    const bench_manifold *hits = ((const struct world *)self)->hits.data;
    return (bench_touch){hits[number].a, hits[number].b, hits[number].t};
}

static void destroy(void *self) {
    struct world *world = self;
    plain_bodies_free(&world->bullets);
    plain_bodies_free(&world->enemies);
    plain_grid_free(&world->grid);
    void *arrays[] = {world->cos, world->sin, world->shape, world->core, world->enemy, world->hits.data};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free(arrays[i]);
    free(world);
}

const plain_method plain_swept = {create, step, touch, destroy};
