/* plain_hits.c - `plain` with hit rules: see hits.h. The search is that of plain_swept.c. A shot remembers the targets
 * that it hit in an array of its own: there are at most three. */
#include "hits.h"
#include "plain.h"
#include "plain_sweep.h"

#include <stdlib.h>

#define CELL 32.0f /* px */

enum { MOST_HITS = 32 };

/* An enemy: where it starts, and its displacement. */
struct enemy {
    plain_pose pose;
    float dx, dy;
    uint32_t id, shape;
};

/* A shot's life: what it hit in it, and how often it was spent before. */
struct life {
    uint32_t hits, times, target[HITS_PIERCE];
};

/* A hit, or a graze. gap: px */
struct found {
    plain_hit hit;
    const struct enemy *enemy;
    float gap;
};

struct plain_hits {
    const scene_data *scene;
    bool pierces, grazes;
    float radius, reach, margin;
    plain_bodies bullets, enemies;
    plain_core *core; /* by template */
    struct enemy *enemy;
    struct life *life;
    plain_grid grid;
    plain_list contacts;
    size_t count;
};

/* The path of a shot, and what it finds on it. */
struct shot {
    float x, y, dx, dy;
    uint32_t hits, grazes;
    struct found hit[MOST_HITS], graze[MOST_HITS]; /* hits by t */
};

plain_hits *plain_hits_create(const scene_data *scene, hits_scene asked) {
    const scene_group *group = &scene->group[1];
    plain_hits *world = plain_allocate(sizeof *world);
    world->scene = scene;
    world->pierces = asked != HITS_FIRST;
    world->grazes = asked == HITS_ALL;
    world->radius = scene->group[0].radius;
    world->reach = world->radius + group->radius + (world->grazes ? HITS_GRAZE : 0.0f) + 0.01f;
    world->bullets = plain_bodies_copy(&scene->group[0]);
    world->enemies = plain_bodies_copy(group);
    float fastest = 0.0f;
    for (size_t i = 0; i < group->count; i++)
        fastest = fmaxf(fastest, hypotf(group->vx[i], group->vy[i]) * SCENE_DT);
    world->margin = world->reach + fastest + 0.01f;
    world->core = plain_allocate(scene->template_count * sizeof(plain_core));
    for (size_t i = 0; i < scene->template_count; i++)
        world->core[i] = plain_core_of(scene->shape[i].x, scene->shape[i].y, scene->shape[i].count, 0.0f);
    world->enemy = plain_allocate(group->count * sizeof(struct enemy));
    world->life = plain_allocate(scene->group[0].count * sizeof(struct life));
    world->grid = plain_grid_make(scene->width, scene->height, CELL, group->count);
    return world;
}

/* By their ends; the margin covers the difference to their starts. */
static void sort(plain_hits *world) {
    const plain_bodies *enemies = &world->enemies;
    const scene_group *group = &world->scene->group[1];
    plain_grid_count(&world->grid, enemies);
    for (size_t i = 0; i < enemies->count; i++) {
        float dx = enemies->vx[i] * SCENE_DT, dy = enemies->vy[i] * SCENE_DT;
        world->enemy[world->grid.start[world->grid.cell[i] + 1]++] = (struct enemy){
            .pose = {enemies->x[i] - dx, enemies->y[i] - dy, group->cos[i], group->sin[i]},
            .dx = dx,
            .dy = dy,
            .id = (uint32_t)i,
            .shape = group->shape[i],
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

struct nearest {
    float square, t, x, y; /* from the core to the circle's centre */
};

static inline void consider(struct nearest *best, float x, float y, float t) {
    float square = x * x + y * y;
    if (square < best->square)
        *best = (struct nearest){square, t, x, y};
}

/* A point against the boundary of a core that it is outside of. */
static inline void consider_edges(struct nearest *best, const plain_core *core, float x, float y, float t) {
    for (uint32_t i = 0; i < core->count; i++) {
        float px = x - core->x[i], py = y - core->y[i], nx = core->normal_x[i], ny = core->normal_y[i];
        float above = nx * px + ny * py;
        if (above < 0.0f || above * above >= best->square)
            continue;
        float ex = core->x[i + 1] - core->x[i], ey = core->y[i + 1] - core->y[i];
        float along = px * ex + py * ey, length = ex * ex + ey * ey;
        if (along > 0.0f && along < length)
            consider(best, nx * above, ny * above, t);
        else if (along <= 0.0f)
            consider(best, px, py, t);
        else
            consider(best, px - ex, py - ey, t);
    }
}

/* A path that misses a core is nearest to it at an end, or where it passes a corner. */
static struct nearest nearest_of(const plain_core *core, float x, float y, float vx, float vy) {
    struct nearest best = {.square = INFINITY};
    float length = vx * vx + vy * vy;
    consider_edges(&best, core, x, y, 0.0f);
    for (uint32_t i = 0; i < core->count; i++) {
        float px = x - core->x[i], py = y - core->y[i], along = -(px * vx + py * vy);
        if (along > 0.0f && along < length)
            consider(&best, px + vx * (along / length), py + vy * (along / length), along / length);
    }
    consider_edges(&best, core, x + vx, y + vy, 1.0f);
    return best;
}

static void add_hit(struct shot *shot, const struct found *found) {
    if (shot->hits == MOST_HITS)
        return;
    uint32_t i = shot->hits++;
    for (; i > 0 && shot->hit[i - 1].hit.t > found->hit.t; i--)
        shot->hit[i] = shot->hit[i - 1];
    shot->hit[i] = *found;
}

static inline bool knows(const struct life *life, uint32_t target) {
    for (uint32_t i = 0; i < life->hits; i++)
        if (life->target[i] == target)
            return true;
    return false;
}

static inline void meet(const plain_hits *world, const struct life *life, struct shot *shot,
                        const struct enemy *enemy) {
    float x = shot->x - enemy->pose.x, y = shot->y - enemy->pose.y;
    float vx = shot->dx - enemy->dx, vy = shot->dy - enemy->dy, c = enemy->pose.cos, s = enemy->pose.sin;
    if (!passes(x, y, vx, vy, world->reach))
        return;
    const plain_core *core = &world->core[enemy->shape];
    float lx = c * x + s * y, ly = c * y - s * x, lvx = c * vx + s * vy, lvy = c * vy - s * vx;
    struct found found = {.enemy = enemy};
    if (plain_sweep_circle(core, core->count, world->radius, lx, ly, lvx, lvy, &found.hit)) {
        if (!world->pierces || !knows(life, enemy->id))
            add_hit(shot, &found);
        return;
    }
    if (!world->grazes)
        return;
    struct nearest nearest = nearest_of(core, lx, ly, lvx, lvy);
    float distance = sqrtf(nearest.square);
    found.gap = distance - world->radius;
    if (found.gap > HITS_GRAZE || distance <= 0.0f || shot->grazes == MOST_HITS)
        return;
    found.hit = (plain_hit){nearest.t, distance, nearest.x / distance, nearest.y / distance, 0};
    shot->graze[shot->grazes++] = found;
}

static inline int clamped(float value, int last) {
    int cell = (int)(value < 0.0f ? 0.0f : value);
    return cell < last ? cell : last;
}

static void search(const plain_hits *world, const struct life *life, struct shot *shot) {
    const plain_grid *grid = &world->grid;
    float margin = world->margin, dx = shot->dx, dy = shot->dy, x = shot->x + dx, y = shot->y + dy;
    float low_x = dx < 0.0f ? x : shot->x, low_y = dy < 0.0f ? y : shot->y;
    float high_x = dx < 0.0f ? shot->x : x, high_y = dy < 0.0f ? shot->y : y;
    int left = clamped((low_x - margin) * grid->inverse + 1.0f, grid->columns - 1);
    int right = clamped((high_x + margin) * grid->inverse + 1.0f, grid->columns - 1);
    int bottom = clamped((high_y + margin) * grid->inverse + 1.0f, grid->rows - 1);
    for (int row = clamped((low_y - margin) * grid->inverse + 1.0f, grid->rows - 1); row <= bottom; row++) {
        const uint32_t *start = grid->start + (ptrdiff_t)row * grid->columns;
        for (uint32_t j = start[left]; j < start[right + 1]; j++)
            meet(world, life, shot, &world->enemy[j]);
    }
}

static void write(plain_hits *world, uint32_t a, const struct shot *shot, const struct found *found, bool graze) {
    bench_manifold *out = plain_room(&world->contacts, world->bullets.count * 8, sizeof(bench_manifold));
    if (world->count == world->contacts.capacity)
        return;
    out += world->count++;
    out->a = a;
    out->b = found->enemy->id;
    plain_circle_hit(&found->hit, &found->enemy->pose, shot->x, shot->y, shot->dx, shot->dy, world->radius, 0.0f, out);
    out->depth[0] = graze ? -found->gap : out->depth[0];
}

/* Counts and writes what a shot may have. */
static void choose(plain_hits *world, uint32_t a, const struct shot *shot, hits_found *found) {
    struct life *life = &world->life[a];
    const uint32_t left = world->pierces ? HITS_PIERCE - life->hits : 1, hits = shot->hits < left ? shot->hits : left;
    for (uint32_t i = 0; i < hits; i++) {
        if (world->pierces)
            life->target[life->hits++] = shot->hit[i].enemy->id;
        write(world, a, shot, &shot->hit[i], false);
    }
    const bool spent = world->pierces && hits == left;
    for (uint32_t i = 0; i < shot->grazes; i++)
        if (!spent || shot->graze[i].hit.t <= shot->hit[hits - 1].hit.t) {
            write(world, a, shot, &shot->graze[i], true);
            found->grazes++;
        }
    found->hits += hits;
    found->spent += spent;
    if (!spent)
        return;
    life->hits = 0;
    hits_place(world->scene, a, ++life->times, &world->bullets.x[a], &world->bullets.y[a]);
}

hits_found plain_hits_step(plain_hits *world) {
    plain_move(&world->bullets, world->scene->width, world->scene->height);
    plain_move(&world->enemies, world->scene->width, world->scene->height);
    sort(world);
    const plain_bodies *bullets = &world->bullets;
    hits_found found = {0, 0, 0};
    world->count = 0;
    for (size_t i = 0; i < bullets->count; i++) {
        struct shot shot;
        shot.dx = bullets->vx[i] * SCENE_DT, shot.dy = bullets->vy[i] * SCENE_DT;
        shot.x = bullets->x[i] - shot.dx, shot.y = bullets->y[i] - shot.dy;
        shot.hits = shot.grazes = 0;
        search(world, &world->life[i], &shot);
        if (shot.hits || shot.grazes)
            choose(world, (uint32_t)i, &shot, &found);
    }
    return found;
}

void plain_hits_destroy(plain_hits *world) {
    plain_bodies_free(&world->bullets);
    plain_bodies_free(&world->enemies);
    plain_grid_free(&world->grid);
    void *arrays[] = {world->core, world->enemy, world->life, world->contacts.data};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free(arrays[i]);
    free(world);
}
