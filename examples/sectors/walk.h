/* examples/sectors/walk.h - movers that wander through a map. */
#ifndef SECTORS_WALK_H
#define SECTORS_WALK_H

#include "doors.h"
#include "level.h"

typedef struct walk {
    const sectors_options *options;
    const level *on;
    doors doors;
    hail_context context;
    size_t count, at_things;
    float *x, *y, *dx, *dy; /* px */
    double *heading;        /* radians, from +x towards +y */
    uint32_t *sector;
    hail_sector_move *moves; /* of the last step */
    hail_crossing *crossing; /* of the last step */
    float *path;             /* x, y by mover (the first `paths`) by step, from step 0 on */
    size_t paths;            /* 0 if they are not drawn */
    bool *seen;              /* by sector: a mover was there */
    uint64_t random;

    double distance;                    /* px: that all movers went */
    size_t crossings;                   /* from a sector to another */
    size_t met, pushed, squeezed, lost; /* how many moves had these flags */
    size_t otherwise;                   /* crossings that led through no portal */
    double nearest;                     /* px: at the end, the smallest distance of a mover from a solid wall */
} walk;

/* Places the movers, and lets them walk. Call walk_free in any case. False: an error, which was printed to stderr. */
bool walk_do(const sectors_options *options, level *on, walk *to);
void walk_free(walk *of);

/* Prints what happened. */
void walk_print(const walk *of);

#endif
