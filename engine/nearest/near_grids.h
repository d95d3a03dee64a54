/* engine/nearest/near_grids.h - where a call of nearest queries looks for bodies: the levels of its layers. If all its
 * points share a filter, that is asked once about each body; and if it lets few bodies of a level through, these can be
 * sorted into a small grid, which then is searched instead. */
#ifndef HAIL_NEAREST_NEAR_GRIDS_H
#define HAIL_NEAREST_NEAR_GRIDS_H

#include "queries/query_seek.h"

enum {
    NEAR_GRIDS = 12,            /* levels */
    NEAR_SIFTED = 32768,        /* bodies that a filter is asked about at most */
    NEAR_FEW_BYTES = 32 * 1024, /* of all small grids */
    NEAR_WORK_BYTES = 20 * 1024 /* while one of them is made */
};

/* A level of a layer, or those of its bodies that the filter lets through. */
typedef struct hail_near_grid {
    uint32_t number; /* the layer's */
    const hail_layer *layer;
    const hail_level *level;
    const uint32_t *allowed; /* by position: bits, see hail_near_allowed_fn; NULL: every body, if `sifted` */
    uint32_t found;          /* how many bodies are let through; all of them unless `sifted` */
    float share;             /* of its bodies that are let through; 1 unless `sifted` */
} hail_near_grid;

typedef struct hail_near_grids {
    hail_near_grid grid[NEAR_GRIDS];
    uint32_t count;
    bool sifted;    /* the filter was asked: bodies without a bit, or of no grid, are not let through */
    uint32_t found; /* of all grids */
    hail_level few[NEAR_GRIDS];
    uint32_t allowed[NEAR_SIFTED / 32 + 2 * NEAR_GRIDS];
    size_t bytes; /* of `memory` that are in use */
    unsigned char memory[NEAR_FEW_BYTES];
} hail_near_grids;

/* Lists the levels of the layers that a call looks in. False: there are too many. */
bool hail_near_grids_list(hail_near_grids *grids, const hail_seek *seek);

/* Asks the filter about each body of all grids, if so many points have it in common that this is worth it. */
void hail_near_grids_sift(hail_near_grids *grids, const hail_seek *seek, size_t points);

/* Sorts the bodies that are let through into small grids, after they were sifted. */
void hail_near_grids_shrink(hail_near_grids *grids, const hail_kernels *kernels);

#endif
