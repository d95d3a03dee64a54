/* tests/lanes/operations.h - every operation of simd/lanes.h at one width, against scalars. operations.c is built once
 * a width, with the flags of the variant that uses it; lanes.c runs those builds that the CPU can. */
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

#endif
