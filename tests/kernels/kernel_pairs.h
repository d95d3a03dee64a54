/* tests/kernels/kernel_pairs.h - what the tests of the narrowphase's kernels share: templates made by
 * docs/arithmetic.md, "Cores"; bodies that touch, coincide, lie on corners or just miss, at rest or moving; and a
 * comparison of every variant with the reference, with the pairs in any order and split anywhere. */
#ifndef HAIL_TESTS_KERNEL_PAIRS_H
#define HAIL_TESTS_KERNEL_PAIRS_H

#include "kernel_inputs.h"

/* ---- Shapes ---------------------------------------------------------------------------------------------------- */

enum { CORES = 12, CIRCLES = 3, SHAPES = CORES + CIRCLES }; /* circles come last */

/* Edges are numbered from EDGE, corners from CORNER, so that no number can stand for another. */
enum { EDGE = 0x10, CORNER = 0x80 };

/* n is 1 to 8; vertices turn from +x towards +y. */
void template_make(const float *x, const float *y, uint32_t n, float rounding, float *row);

uint32_t template_count(const float *row);

/* The sine of half the angle of its sharpest corner; 1 for circles and segments. */
float template_sharpness(const float *row);

/* The sine of half the turn at its flattest corner; 1 for circles and segments. */
float template_flatness(const float *row);

/* ---- Cases ----------------------------------------------------------------------------------------------------- */

/* Columns of one side; NULL where the side has none. */
typedef struct body_columns {
    uint32_t count;
    float *x, *y, *dx, *dy, *radius, *cos, *sin, *scale;
    uint32_t *shape, *handle;
    float uniform_radius;
} body_columns;

typedef struct pair_of {
    uint32_t one, two, place;
} pair_of;

/* A narrowphase kernel, and what it reads and writes. */
typedef struct narrow_kernel {
    const char *name;
    hail_question question;
    hail_pair_class class;
    bool circle_one, circle_two;
    bool moves;     /* reads displacements */
    bool sweeps;    /* reads from_end */
    uint32_t words; /* of a row */
} narrow_kernel;

enum { MOST_PAIRS = 300 };

typedef struct narrow_case {
    narrow_kernel kernel;
    hail_narrow_job job; /* rows are the reference's when a truth function is called */
    body_columns one, two;
    pair_of pair[MOST_PAIRS];
    uint32_t count, rows;
    uint32_t *places; /* the rows' numbers, shuffled: the first `count` are the pairs' */
} narrow_case;

/* Picks shapes, bodies and pairs for the kernel of that question and class, and describes the case. */
void narrow_pick(narrow_case *c, hail_question question, hail_pair_class class);

/* Checks one row of the reference. */
typedef void narrow_truth_fn(const narrow_case *c, const pair_of *pair, const float *row);

/* Runs every variant twice, the second time with the pairs shuffled and split in two. The defined parts of the rows are
 * finite and the same to the last bit, nothing else is written, and as many pairs touch. truth may be NULL. */
void narrow_run(narrow_case *c, narrow_truth_fn *truth);

bool row_touches(const float *row);
uint8_t row_byte(const float *row, size_t byte);
/* The body's template. */
const float *side_template(const narrow_case *c, const hail_side *side, uint32_t index);

#endif
