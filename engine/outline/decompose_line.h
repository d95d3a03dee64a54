/* engine/outline/decompose_line.h - the edges that a vertical line crosses, from small y to large: a tree that is kept
 * balanced by random priorities (C. Aragon, R. Seidel, Randomized search trees, 1989), and a list. */
#ifndef HAIL_OUTLINE_DECOMPOSE_LINE_H
#define HAIL_OUTLINE_DECOMPOSE_LINE_H

#include "decompose.h"

typedef struct hail_line_edge {
    uint32_t parent, low, high; /* in the tree */
    uint32_t below, above;      /* in the list */
    uint32_t priority;
    uint32_t edge, left, right; /* which edge, and the corners at its ends */
    uint32_t helper;            /* the last corner seen between it and the one above, where that is inside */
    bool inside, merge;         /* whether it is inside above; whether the helper still needs a cut to its right */
} hail_line_edge;

typedef struct hail_line {
    hail_line_edge *edges;
    uint32_t root, lowest, unused, used;
} hail_line;

/* Makes room for an edge just above `at` (HAIL_NONE: below all), whose fields past priority are left to the caller. */
uint32_t hail_line_insert(hail_line *line, uint32_t at);
void hail_line_remove(hail_line *line, uint32_t node);

#endif
