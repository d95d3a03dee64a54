/* tests/lanes/operations.h - every operation of simd/lanes.h at one width, against scalars. operations.c and bodies.c
 * are built once a variant, with its flags; lanes.c runs the builds that the CPU can run. */
#ifndef HAIL_TESTS_LANES_OPERATIONS_H
#define HAIL_TESTS_LANES_OPERATIONS_H

#include <stdint.h>

typedef struct lanes_suite {
    const char *name;
    uint32_t lanes;
    uint32_t built_for;  /* the CPU features (simd/cpu.h) that the compiler was told it may use */
    void (*round)(void); /* one case: every operation on random and extreme numbers             */
    void (*once)(void);  /* what is tried in full: every mask, every n                          */
    uint32_t *entered;   /* how often either of them was entered                                */
} lanes_suite;

/* Each build's own. */
#define LANES_NAME_(what, build) lanes_##what##_##build
#define LANES_NAME(what, build)  LANES_NAME_(what, build)
#define LANES_OWN(what)          LANES_NAME(what, LANES_BUILD)

#if defined(LANES_BUILD)
/* The round's operations on one body's edges and vertices (bodies.c). */
void LANES_OWN(bodies)(void);

/* The operations on doubles (doubles.c). */
void LANES_OWN(doubles)(void);
#endif

#endif
