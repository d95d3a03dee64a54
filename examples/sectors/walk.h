/* walk.h - movers that wander through a map. */
#ifndef SECTORS_WALK_H
#define SECTORS_WALK_H

#include "doors.h"
#include "level.h"

typedef struct walk {
    const sectors_options *options;
    const level *on;
    doors doors;
    const hail_isa *isa;
    size_t count, at_things;
    float *x, *y, *dx, *dy; /* px */
    double *heading;        /* radians, from +x towards +y */
    uint32_t *sector;
    hail_sector_move *moves; /* of the last step */
    hail_crossing *crossing; /* of the last step */
    float *path;             /* x, y by mover (the first `paths`) by step, from step 0 on */
    size_t paths;            /* 0 if nobody will draw them */
    bool *seen;              /* by sector: somebody was there */
    uint64_t random;

    double way;                         /* px: of all movers */
    size_t crossings;                   /* from a sector to another */
    size_t met, pushed, squeezed, lost; /* movers' steps */
    size_t otherwise;                   /* of the crossings: through no portal */
    double nearest;                     /* px: from a mover, at the end, to the solid wall that is nearest to it */
} walk;

/* Places the movers and lets them walk. False after a message on stderr. walk_free gives it back either way. */
bool walk_do(const sectors_options *options, level *on, walk *to);
void walk_free(walk *of);

void walk_print(const walk *of);

#endif
