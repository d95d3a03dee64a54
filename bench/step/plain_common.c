/* plain_common.c - motion and memory of the scalar contenders; `move` is the motion alone. */
#include "plain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *plain_allocate(size_t size) {
    size_t rounded = (size + 127) / 64 * 64;
    void *memory = aligned_alloc(64, rounded);
    if (!memory) {
        fputs("hail-bench: out of memory\n", stderr);
        exit(1);
    }
    memset(memory, 0, rounded);
    return memory;
}

void plain_grow(plain_list *list, size_t count, size_t size) {
    if (count <= list->capacity)
        return;
    size_t capacity = count + count / 2;
    void *data = plain_allocate(capacity * size);
    if (list->capacity)
        memcpy(data, list->data, list->capacity * size);
    free(list->data);
    list->data = data;
    list->capacity = capacity;
}

void *plain_copy(const void *source, size_t size) {
    void *made = plain_allocate(size);
    memcpy(made, source, size);
    return made;
}

static float *copy(const float *source, size_t count) { return plain_copy(source, count * sizeof(float)); }

plain_bodies plain_bodies_copy(const scene_group *group) {
    return (plain_bodies){
        .count = group->count,
        .x = copy(group->x, group->count),
        .y = copy(group->y, group->count),
        .vx = copy(group->vx, group->count),
        .vy = copy(group->vy, group->count),
    };
}

void plain_bodies_free(plain_bodies *bodies) {
    free(bodies->x);
    free(bodies->y);
    free(bodies->vx);
    free(bodies->vy);
}

/* No body crosses the area in one step, so two selects are all of the wrap in docs/arithmetic.md. The second one
 * also brings back what rounds up to the far edge. */
static void move_axis(float *restrict x, const float *restrict v, size_t count, float width) {
    for (size_t i = 0; i < count; i++) {
        float moved = x[i] + v[i] * SCENE_DT;
        moved = moved < 0.0f ? moved + width : moved;
        x[i] = moved >= width ? moved - width : moved;
    }
}

void plain_move(plain_bodies *bodies, float width, float height) {
    move_axis(bodies->x, bodies->vx, bodies->count, width);
    move_axis(bodies->y, bodies->vy, bodies->count, height);
}

plain_grid plain_grid_make(float width, float height, float cell, size_t bodies) {
    plain_grid grid = {.inverse = 1.0f / cell};
    grid.columns = (int)(width * grid.inverse) + 3;
    grid.rows = (int)(height * grid.inverse) + 3;
    grid.cell = plain_allocate(bodies * sizeof(uint32_t));
    grid.start = plain_allocate(((size_t)grid.columns * (size_t)grid.rows + 2) * sizeof(uint32_t));
    return grid;
}

void plain_grid_free(plain_grid *grid) {
    free(grid->cell);
    free(grid->start);
}

void plain_grid_count(plain_grid *grid, const plain_bodies *bodies) {
    size_t cells = (size_t)grid->columns * (size_t)grid->rows;
    memset(grid->start, 0, (cells + 2) * sizeof(uint32_t));
    for (size_t i = 0; i < bodies->count; i++)
        grid->cell[i] = plain_grid_cell(grid, bodies->x[i], bodies->y[i]);
    for (size_t i = 0; i < bodies->count; i++)
        grid->start[grid->cell[i] + 2]++;
    for (size_t i = 0; i < cells; i++)
        grid->start[i + 2] += grid->start[i + 1];
}

plain_hull plain_hull_of(const scene_template *shape) {
    plain_hull hull;
    for (uint32_t i = 0; i < SCENE_MAX_VERTICES; i++) {
        /* A polygon with fewer corners repeats its last edge, which changes no maximum. */
        uint32_t from = i < shape->count ? i : shape->count - 1;
        uint32_t to = from + 1 < shape->count ? from + 1 : 0;
        float edge_x = shape->x[to] - shape->x[from], edge_y = shape->y[to] - shape->y[from];
        float length = sqrtf(edge_x * edge_x + edge_y * edge_y);
        hull.normal_x[i] = edge_y / length;
        hull.normal_y[i] = -edge_x / length;
        hull.offset[i] = hull.normal_x[i] * shape->x[from] + hull.normal_y[i] * shape->y[from];
        hull.x1[i] = shape->x[from];
        hull.y1[i] = shape->y[from];
        hull.x2[i] = shape->x[to];
        hull.y2[i] = shape->y[to];
    }
    return hull;
}

plain_enemies plain_enemies_copy(const scene_data *scene) {
    const scene_group *group = &scene->group[1];
    plain_enemies enemies = {
        .bodies = plain_bodies_copy(group),
        .cos = copy(group->cos, group->count),
        .sin = copy(group->sin, group->count),
        .shape = plain_copy(group->shape, group->count * sizeof(uint32_t)),
        .hull = plain_allocate(scene->template_count * sizeof(plain_hull)),
    };
    for (size_t i = 0; i < scene->template_count; i++)
        enemies.hull[i] = plain_hull_of(&scene->shape[i]);
    return enemies;
}

void plain_enemies_free(plain_enemies *enemies) {
    plain_bodies_free(&enemies->bodies);
    free(enemies->cos);
    free(enemies->sin);
    free(enemies->shape);
    free(enemies->hull);
}
