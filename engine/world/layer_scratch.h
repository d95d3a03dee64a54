/* engine/world/layer_scratch.h - what a step computes for one layer, in the order of the layer's columns. */
#ifndef HAIL_WORLD_LAYER_SCRATCH_H
#define HAIL_WORLD_LAYER_SCRATCH_H

#include "base/memory.h"
#include "broad/levels.h"

/* What a step computes for each active body. */
enum { SCRATCH_RADIUS, SCRATCH_DX, SCRATCH_DY, SCRATCH_REACH, SCRATCH_NEAR, SCRATCH_COUNT };

/* Counts the changes that make grids of a layer's bodies old: bodies that come, go, move or change their size, and
 * shapes of the set that are replaced. */
typedef struct hail_layer_version {
    uint64_t bodies, shapes;
} hail_layer_version;

/* Of a step only: its contents do not outlive it, but for the grid of a scratch that no two worlds share, which queries
 * may borrow. */
typedef struct hail_layer_scratch {
    hail_buffer column[SCRATCH_COUNT]; /* floats: radii, if the layer has several shapes or a scale; displacements, if
                                          the step moves the layer and it is swept; radii + inflate */
    bool swept;                        /* some swept rule names the layer in this step, and some of its bodies move */
    bool listed;                       /* SCRATCH_DX, _DY and _NEAR hold lists, see statics/near_lists.h */
    float largest;                     /* no active body has a larger radius in this step */
    float inflate;                     /* px: how far bodies reach beyond their radii in the search for pairs */
    hail_grid grid;                    /* of the small bodies */
    hail_layer_version grid_version;   /* when it was built */
    float grid_need;                   /* px: the smallest cell that this step's rules allow, if one wants a grid */
    hail_grid path_grid;               /* for swept rules: of the small circles around the bodies' paths */
    bool path_gridded;                 /* it was built in this step */
    float path_limit;                  /* px: larger circles are large */
    float path_need;                   /* px: the smallest cell, likewise */
} hail_layer_scratch;

#endif
