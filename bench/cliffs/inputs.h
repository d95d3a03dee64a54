/* bench/cliffs/inputs.h - what the inputs of a call own. */
#ifndef CLIFFS_INPUTS_H
#define CLIFFS_INPUTS_H

#include "cliffs.h"

typedef struct cliff_owned {
    struct cliff_owned *next;
    void (*destroy)(void *thing);
    void *thing;
} cliff_owned;

/* A measured row. */
typedef struct cliff_result {
    const char *call, *differs, *why;
    double ns, ratio, answers; /* ns and answers of an element; the ratio to the base */
    double more;               /* that many times as much is asked for */
} cliff_result;

enum { CLIFF_MOST_RESULTS = 1024, CLIFF_MOST_BESIDE = 64 };

struct cliffs {
    cliff_owned *owned;     /* of the call that is measured, the last first */
    const char *only, *way; /* calls and ways whose names hold these; NULL: all */
    uint32_t rounds;
    double seconds; /* of CPU time a row takes in a round */
    cliff_result result[CLIFF_MOST_RESULTS];
    size_t count;
    cliff_result beside[CLIFF_MOST_BESIDE]; /* one element a call: the ratio is that to plain C */
    size_t beside_count;
};

void cliff_free(cliffs *c);

#endif
