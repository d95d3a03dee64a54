/* tests/outline/outline_inputs.h - random polygons, replayable from a number: simple loops of many kinds, with holes,
 * islands, and islands in holes. */
#ifndef HAIL_TESTS_OUTLINE_INPUTS_H
#define HAIL_TESTS_OUTLINE_INPUTS_H

#include "outline_oracle.h"

enum { CONTOUR_VERTICES = 4096, CONTOUR_LOOPS = 32 };

/* Loops with memory of their own. */
typedef struct contours {
    float x[CONTOUR_VERTICES], y[CONTOUR_VERTICES];
    uint32_t start[CONTOUR_LOOPS + 1];
    size_t count;
} contours;

hail_loops contours_loops(const contours *c);

/* Adds a loop. False, and nothing is added: there is no room. */
bool contours_add(contours *c, const spot *at, size_t count);

typedef enum contour_kind {
    CONTOUR_STAR,      /* corners all round a point, near and far */
    CONTOUR_UNTANGLED, /* a path through random points that does not cross itself */
    CONTOUR_PIXELS,    /* the outline of connected pixels: right angles only */
    CONTOUR_SPIRAL,
    CONTOUR_COMB,
    CONTOUR_ZIGZAG,
    CONTOUR_CONVEX,
    CONTOUR_KINDS
} contour_kind;

typedef enum contour_grid {
    GRID_NONE,  /* any numbers, some 100 px */
    GRID_WHOLE, /* whole px: many vertices lie on a line with others */
    GRID_FAR,   /* the same, 9.9e5 px from the origin */
    GRID_SMALL, /* 1e-4 px */
    GRID_LARGE, /* all that HAIL_MAX_REACH allows */
    GRID_TEETH, /* any numbers, with notches of down to 1e-5 px */
    GRIDS
} contour_grid;

typedef struct contour_choice {
    contour_kind kind;
    contour_grid grid;
    uint32_t vertices; /* about so many of the first loop */
    uint32_t more;     /* loops to add, where they find room: holes, islands, islands in holes */
    bool straight;     /* with vertices within edges */
} contour_choice;

/* A valid polygon; its loops wind and start at random. */
void contours_make(uint64_t seed, const contour_choice *choice, contours *c);

/* Any numbers of loops with any faults: vertices on a small grid. */
void contours_tangle(uint64_t seed, contours *c);

/* The seed and the vertices, for messages: the first few hundred. */
const char *contours_text(uint64_t seed, const contours *c);

#endif
