/* pairs.h - the narrowphase alone: many pairs of shapes, and who answers what about them. */
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

/* A core of 1, 2 or 3 to 8 corners (px, turning from +x towards +y), and what surrounds it. */
typedef struct pair_template {
    uint32_t count;
    float rounding;
    float x[PAIR_MAX_VERTICES], y[PAIR_MAX_VERTICES];
} pair_template;

/* One side of the pairs, by pair. cos and sin are NULL for circles, dx and dy where nothing moves. */
typedef struct pair_side {
    pair_form form;
    uint32_t template_count;
    pair_template shape[PAIR_MAX_TEMPLATES];
    float *x, *y, *cos, *sin, *dx, *dy;
    uint32_t *template_of;
} pair_side;

typedef struct pair_work {
    char name[40];
    pair_question question;
    bool peers;   /* asked of other libraries too */
    size_t count; /* pairs */
    pair_side a, b;
    float *memory; /* all columns */
} pair_work;

/* `part` divides the number of pairs. sat4, sat6, sat8: 200,000 pairs of polygons of so many corners, 10 px, 64
 * templates, their centres up to 22 px apart; pair_A_B, sweep_A_B: 20,000 of every two forms, 16 templates each, about
 * half of which touch; gap_polygon_polygon and predict_polygon_polygon. NULL: past the end, or no memory. */
pair_work *pair_work_create(size_t number, size_t part);
void pair_work_destroy(pair_work *work);

/* Puts the pairs of `from`, which is the same work, into `work` in another order, by `*state`. Twenty thousand outcomes
 * in the same order are something that a branch predictor learns by heart (a scalar circle against circle was 2.4 times
 * as fast for it), and no game has them. */
void pair_work_deal(pair_work *work, const pair_work *from, uint64_t *state);

/* What an answer is compared by; what is not asked is 0. */
typedef struct pair_answer {
    bool touching; /* or: is hit; overlaps before the motion                  */
    bool will;     /* predict: overlaps on every axis at some time of the motion */
    float t;
    float normal_x, normal_y; /* from a to b */
    float depth;              /* px: the deepest point's; gap: less the distance; predict: the least overlap */
} pair_answer;

/* takes: whether it can answer. create: NULL: it cannot be made. dealt: the pairs have been put into another order;
 * NULL where that is nothing to it. run: answers all pairs. slack: px by which its depths may be off for reasons of its
 * own. */
typedef struct pair_contender {
    const char *name;
    double slack;
    bool (*takes)(const pair_work *work);
    void *(*create)(const pair_work *work, const char *variant);
    void (*dealt)(void *self);
    void (*run)(void *self);
    pair_answer (*answer)(const void *self, size_t pair);
    void (*destroy)(void *self);
} pair_contender;

extern const pair_contender pair_contender_hail;
extern const pair_contender pair_contender_plain;     /* but of sat4, sat6, sat8: */
extern const pair_contender pair_contender_plain_sat; /* plain */
extern const pair_contender pair_contender_tuned_sat; /* plain:tuned */
extern const pair_contender pair_contender_box2d;
extern const pair_contender pair_contender_chipmunk;

#ifdef __cplusplus
}
#endif

#endif
