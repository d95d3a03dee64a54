/* plain.h - what the scalar contender's two scenes share. */
#ifndef PLAIN_H
#define PLAIN_H

#include "contender.h"

/* x and y (px), v (px a step's dt); all of `count` floats, 64-byte aligned. */
typedef struct plain_bodies {
    size_t count;
    float *x, *y, *vx, *vy;
} plain_bodies;

/* A template by its edges: outward normal, offset, first and second corner. */
typedef struct plain_hull {
    float normal_x[SCENE_MAX_VERTICES], normal_y[SCENE_MAX_VERTICES], offset[SCENE_MAX_VERTICES];
    float x1[SCENE_MAX_VERTICES], y1[SCENE_MAX_VERTICES], x2[SCENE_MAX_VERTICES], y2[SCENE_MAX_VERTICES];
} plain_hull;

/* An array that only grows, for what a step finds. */
typedef struct plain_list {
    void *data;
    size_t capacity;
} plain_list;

void *plain_allocate(size_t size); /* zeroed, 64-byte aligned; ends the program when there is none */
void plain_grow(plain_list *list, size_t count, size_t size);

/* Asked for in inner loops, where a call would cost more than the work. */
static inline void *plain_room(plain_list *list, size_t count, size_t size) {
    if (count > list->capacity)
        plain_grow(list, count, size);
    return list->data;
}

plain_bodies plain_bodies_copy(const scene_group *group);
void plain_bodies_free(plain_bodies *bodies);
void plain_move(plain_bodies *bodies, float width, float height);
plain_hull plain_hull_of(const scene_template *shape);

/* One scene's way of doing it. The contacts are those of the last step. */
typedef struct plain_method {
    void *(*create)(const scene_data *scene);
    size_t (*step)(void *world);
    const bench_contact *(*contacts)(const void *world);
    void (*destroy)(void *world);
} plain_method;

/* plain: careful scalar C over a tuned grid. plain:tuned: scalar C that has taken over what Hail does apart from lanes
 * (a sieve of bits before the lists, lists of pairs written without branches, bodies put into the grid's order): the
 * fastest that was found. */
extern const plain_method plain_barrage;
extern const plain_method plain_swarm;
extern const plain_method tuned_barrage;
extern const plain_method tuned_swarm;

/* The enemies as the narrowphase reads them. */
typedef struct plain_enemies {
    plain_bodies bodies;
    float *cos, *sin;
    uint32_t *shape;
    plain_hull hull[SCENE_MAX_TEMPLATES];
} plain_enemies;

plain_enemies plain_enemies_copy(const scene_data *scene);
void plain_enemies_free(plain_enemies *enemies);

#endif
