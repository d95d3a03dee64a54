/* engine/outline/sweep_line.h - the edges that a vertical line crosses, in order of y: a list, and a tree that random
 * priorities keep balanced (C. Aragon, R. Seidel, Randomized search trees, 1989). */
#ifndef HAIL_OUTLINE_SWEEP_LINE_H
#define HAIL_OUTLINE_SWEEP_LINE_H

#include <stdbool.h>
#include <stdint.h>

#define HAIL_NO_NODE UINT32_MAX

/* "Below" means the smaller y, "above" the larger. */
typedef struct hail_sweep_edge {
    uint32_t parent, low, high; /* in the tree */
    uint32_t below, above;      /* in the list */
    uint32_t priority;
    uint32_t edge, left, right; /* which edge, and the corners at its ends */
    uint32_t helper;            /* the last corner seen between it and the edge above, if that is inside */
    bool inside;                /* whether the polygon's inside lies above it */
    bool merge;                 /* whether the helper still needs a cut to its right */
} hail_sweep_edge;

typedef struct hail_sweep_line {
    hail_sweep_edge *edges; /* by node */
    uint32_t root, lowest, unused, used;
} hail_sweep_line;

/* Adds a node just above node `at` (HAIL_NO_NODE: below all), and returns it. The caller fills in the fields that
 * follow `priority`. */
uint32_t hail_sweep_line_insert(hail_sweep_line *line, uint32_t at);

/* Takes a node out. */
void hail_sweep_line_remove(hail_sweep_line *line, uint32_t node);

#endif
