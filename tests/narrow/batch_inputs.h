/* tests/narrow/batch_inputs.h - random pairs of every kind of shape for the batch functions, replayable from a seed. */
#ifndef HAIL_TESTS_BATCH_INPUTS_H
#define HAIL_TESTS_BATCH_INPUTS_H

#include <hail/hail.h>

enum { INPUT_SHAPES = 64, INPUT_COLUMNS = 7 };

typedef enum input_flavour {
    INPUT_OPEN,    /* half of them overlap; sizes from specks to bosses */
    INPUT_LATTICE, /* integers and right angles: exact touching, parallel edges, coincidence */
    INPUT_SETTLED, /* put, in double precision, where they just touch */
    INPUT_THIN,    /* slivers, segments without rounding or length, points, scale 0 */
    INPUT_FLAVOURS
} input_flavour;

typedef struct input_choice {
    size_t count;
    input_flavour flavour;
    float origin;    /* px: where the scene lies, on both axes */
    float farthest;  /* px: the longest displacement; 0: no displacements */
    bool cores_only; /* only shapes with edges: no circles */
    bool sharp;      /* no roundings */
} input_choice;

/* A batch that owns its memory. Pair i is body i of both sides. */
typedef struct inputs {
    hail_batch batch;
    hail_convex shapes[INPUT_SHAPES];
    float *column[2][INPUT_COLUMNS]; /* x, y, cos, sin, scale, dx, dy of a and of b */
    uint32_t *shape[2];
    uint64_t state; /* of the generator */
} inputs;

inputs *inputs_make(uint64_t seed, const input_choice *choice);
void inputs_free(inputs *in);

/* Aims a corner of a pair's a at one of b's, along an edge or anywhere, so that they just touch, or just do not. Only a
 * moves. */
void inputs_aim(inputs *in, size_t pair);

/* Describes a pair for a message: one line, valid until the next call. */
const char *inputs_text(const hail_batch *batch, size_t pair);

#endif
