/* big_world.h - worlds of thousands of bodies, replayable from a seed: enough for every stage of a step to be split. */
#ifndef HAIL_TESTS_BIG_WORLD_H
#define HAIL_TESTS_BIG_WORLD_H

#include <hail/hail.h>

typedef struct big_options {
    uint64_t seed;
    const char *variant;     /* NULL: the default */
    const hail_tasks *tasks; /* NULL: none */
    hail_allocator allocator;
    bool unordered;       /* all rules without events */
    uint32_t pair_budget; /* 0: the default */
} big_options;

typedef struct big_world big_world;

/* *status says why, if it is NULL. */
big_world *big_world_make(const big_options *options, hail_status *status);
void big_world_free(big_world *w);
hail_world *big_world_hail(const big_world *w);

/* Before each step: speeds and positions of some bodies change; some numbers are bad. */
void big_world_churn(big_world *w);

#endif
