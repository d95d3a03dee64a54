/* plain.h - what the scenes of the scalar contenders share. */
#ifndef PLAIN_H
#define PLAIN_H

#include "contender.h"

/* x, y (px) and velocities (px/s); each `count` floats, 64-byte aligned. */
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

void *plain_allocate(size_t size); /* zeroed, 64-byte aligned; ends the program if memory is out */
void *plain_copy(const void *source, size_t size);
void plain_grow(plain_list *list, size_t count, size_t size);

/* Used in inner loops, where a call would cost more than the work. */
static inline void *plain_room(plain_list *list, size_t count, size_t size) {
    if (count > list->capacity)
        plain_grow(list, count, size);
    return list->data;
}

/* Which two bodies a contact of a list is between. */
static inline bench_touch plain_touch(const plain_list *contacts, size_t number) {
    const bench_contact *contact = (const bench_contact *)contacts->data + number;
    return (bench_touch){contact->a, contact->b, 0.0f};
}

/* A grid with a border of empty cells, so that no neighbour needs a check. */
typedef struct plain_grid {
    float inverse; /* 1 / px */
    int columns, rows;
    uint32_t *cell;  /* by body */
    uint32_t *start; /* by cell, once counted and filled: where its bodies begin, and where the last cell ends */
} plain_grid;

plain_grid plain_grid_make(float width, float height, float cell, size_t bodies);
void plain_grid_free(plain_grid *grid);

static inline uint32_t plain_grid_cell(const plain_grid *grid, float x, float y) {
    return (uint32_t)((int)(y * grid->inverse + 1.0f) * grid->columns + (int)(x * grid->inverse + 1.0f));
}

/* The first half of a counting sort: body i then goes to index start[cell[i] + 1]++. */
void plain_grid_count(plain_grid *grid, const plain_bodies *bodies);

plain_bodies plain_bodies_copy(const scene_group *group);
void plain_bodies_free(plain_bodies *bodies);
void plain_move(plain_bodies *bodies, float width, float height);
plain_hull plain_hull_of(const scene_template *shape);

/* How one scene is done. */
typedef struct plain_method {
    void *(*create)(const scene_data *scene);
    size_t (*step)(void *world);
    bench_touch (*touch)(const void *world, size_t number); /* of the last step */
    void (*destroy)(void *world);
} plain_method;

/* plain is what a competent programmer writes in a day: scalar C over a tuned grid, one pair at a time. plain:tuned
 * is scalar C with Hail's algorithms but without lanes, the fastest that was found: an occupancy bitmap before the
 * lists, pair lists written without branches, bodies sorted by cell, and every edge against every corner instead of
 * a branch that cannot be predicted. The swept scenes have only one, which is between the two. plain_tiny is a double
 * loop, as a game of few bodies has it. */
extern const plain_method plain_barrage;
extern const plain_method plain_boss; /* the barrage's bullets against one polygon */
extern const plain_method plain_swarm;
extern const plain_method plain_swarm_events;
extern const plain_method plain_debris;
extern const plain_method plain_swept;
extern const plain_method plain_tiny;

/* Puts other bodies in the place of some of plain_swarm's. */
void plain_swarm_put(void *world, size_t first, size_t count, const plain_bodies *from);

/* The events of the last step of plain_swarm_events and tuned_swarm_events. */
bench_events plain_events_of(const void *world);

/* The contacts of plain_tiny's last step. */
const hail_contact *plain_tiny_contacts(const void *world);
extern const plain_method tuned_barrage;
extern const plain_method tuned_swarm;
extern const plain_method tuned_swarm_events;
extern const plain_method tuned_debris;

/* The enemies as the narrowphase reads them. */
typedef struct plain_enemies {
    plain_bodies bodies;
    float *cos, *sin;
    uint32_t *shape;
    plain_hull *hull; /* by template */
} plain_enemies;

plain_enemies plain_enemies_copy(const scene_data *scene);
void plain_enemies_free(plain_enemies *enemies);

#endif
