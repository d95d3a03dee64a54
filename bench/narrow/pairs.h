/* bench/narrow/pairs.h - the narrowphase alone: sets of many pairs of shapes, and the contenders that answer them. */
#ifndef PAIRS_H
#define PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pair_question { PAIR_COLLIDE, PAIR_SWEEP, PAIR_GAP, PAIR_PREDICT } pair_question;

typedef enum pair_form { PAIR_CIRCLE, PAIR_CAPSULE, PAIR_SEGMENT, PAIR_BOX, PAIR_POLYGON, PAIR_FORMS } pair_form;

enum { PAIR_MAX_TEMPLATES = 64, PAIR_MAX_VERTICES = 8 };

/* A shape: a core of 1, 2 or 3 to 8 corners (px, turning from +x towards +y), and its rounding. */
typedef struct pair_template {
    uint32_t count;
    float rounding;
    float x[PAIR_MAX_VERTICES], y[PAIR_MAX_VERTICES];
} pair_template;

/* One side of the pairs, by pair. cos and sin are NULL for circles; dx and dy are NULL if nothing moves. */
typedef struct pair_side {
    pair_form form;
    uint32_t template_count;
    pair_template shape[PAIR_MAX_TEMPLATES];
    float *x, *y, *cos, *sin, *dx, *dy;
    uint32_t *template_of;
} pair_side;

typedef struct pair_set {
    char name[40];
    pair_question question;
    bool peers;   /* other libraries answer it too */
    size_t count; /* pairs */
    pair_side a, b;
    float *memory; /* all columns */
} pair_set;

/* Makes a set. `part` divides the number of pairs. NULL: `number` is past the end, or there is no memory.
 *   sat4, sat6, sat8      200,000 pairs of polygons of so many corners, 10 px, 64 templates, centres up to 22 px apart
 *   pair_A_B, sweep_A_B   20,000 pairs of every two forms, 16 templates each, about half of which touch
 *   gap_polygon_polygon, predict_polygon_polygon   likewise */
pair_set *pair_set_create(size_t number, size_t part);
void pair_set_destroy(pair_set *set);

/* Copies the pairs of `from`, the same set, in another order, chosen by `*state`. A branch predictor learns twenty
 * thousand outcomes in the same order by heart (a scalar circle against circle was 2.4 times as fast for it), and no
 * game has those. */
void pair_set_shuffle(pair_set *set, const pair_set *from, uint64_t *state);

/* What answers are compared by. Fields that the question does not ask for are 0. */
typedef struct pair_answer {
    bool touching; /* sweep: they hit; predict: they overlap before the motion */
    bool will;     /* predict: they overlap on every axis at some time of the motion */
    float t;
    float normal_x, normal_y; /* from a to b */
    float depth;              /* px: of the deepest point; gap: minus the distance; predict: the smallest overlap */
} pair_answer;

/* A program that answers pairs.
 *   slack     px by which its depths may be off for reasons of its own
 *   takes     whether it can answer that set
 *   create    NULL: it cannot be made
 *   shuffled  called after the pairs were put into another order; NULL: nothing to do
 *   run       answers all pairs */
typedef struct pair_contender {
    const char *name;
    double slack;
    bool (*takes)(const pair_set *set);
    void *(*create)(const pair_set *set, const char *variant);
    void (*shuffled)(void *self);
    void (*run)(void *self);
    pair_answer (*answer)(const void *self, size_t pair);
    void (*destroy)(void *self);
} pair_contender;

extern const pair_contender pair_contender_hail;
extern const pair_contender pair_contender_plain;     /* all sets but sat4, sat6, sat8: */
extern const pair_contender pair_contender_plain_sat; /* "plain" of those */
extern const pair_contender pair_contender_tuned_sat; /* "plain:tuned" of those */
extern const pair_contender pair_contender_box2d;
extern const pair_contender pair_contender_chipmunk;

#ifdef __cplusplus
}
#endif

#endif
