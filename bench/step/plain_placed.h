/* plain_placed.h - what both scalar contenders of debris share: the bodies, and a counting sort into cells of a
 * diameter that copies what a pair needs of each body. */
#ifndef PLAIN_PLACED_H
#define PLAIN_PLACED_H

#include "plain.h"
#include "plain_core.h"

#include <stdlib.h>

#define PLACED_CELL 20.01f /* px, the diameter */

/* A body in the grid's order. */
typedef struct plain_placed {
    plain_pose pose;
    uint32_t id, shape;
} plain_placed;

typedef struct plain_field {
    float width, height, reach; /* reach: px between centres */
    plain_bodies bodies;
    float *cos, *sin;
    uint32_t *shape;
    plain_placed *placed;
    plain_grid grid;
} plain_field;

static inline plain_field plain_field_make(const scene_data *scene) {
    const scene_group *group = &scene->group[0];
    return (plain_field){
        .width = scene->width,
        .height = scene->height,
        .reach = 2.0f * group->radius + 0.01f,
        .bodies = plain_bodies_copy(group),
        .cos = plain_copy(group->cos, group->count * sizeof(float)),
        .sin = plain_copy(group->sin, group->count * sizeof(float)),
        .shape = plain_copy(group->shape, group->count * sizeof(uint32_t)),
        .placed = plain_allocate(group->count * sizeof(plain_placed)),
        .grid = plain_grid_make(scene->width, scene->height, PLACED_CELL, group->count),
    };
}

static inline void plain_field_move(plain_field *field) {
    const plain_bodies *bodies = &field->bodies;
    plain_move(&field->bodies, field->width, field->height);
    plain_grid_count(&field->grid, bodies);
    for (size_t i = 0; i < bodies->count; i++)
        field->placed[field->grid.start[field->grid.cell[i] + 1]++] = (plain_placed){
            .pose = {bodies->x[i], bodies->y[i], field->cos[i], field->sin[i]},
            .id = (uint32_t)i,
            .shape = field->shape[i],
        };
}

static inline void plain_field_free(plain_field *field) {
    plain_bodies_free(&field->bodies);
    plain_grid_free(&field->grid);
    free(field->cos);
    free(field->sin);
    free(field->shape);
    free(field->placed);
}

#endif
