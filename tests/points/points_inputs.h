/* tests/points/points_inputs.h - polygons of up to thousands of edges, and points around them, replayable from a seed.
 *
 * Polygons are simple and tangled; points lie on everything that they can lie on. */
#ifndef HAIL_TESTS_POINTS_INPUTS_H
#define HAIL_TESTS_POINTS_INPUTS_H

#include "points_oracle.h"

enum { PLOT_VERTICES = 16384, PLOT_LOOPS = 300 };

/* Loops that own their memory. */
typedef struct plot {
    float x[PLOT_VERTICES], y[PLOT_VERTICES];
    uint32_t start[PLOT_LOOPS + 1];
    size_t count;
} plot;

hail_loops plot_loops(const plot *p);

/* Adds vertices one by one; equal ones in a row count once. plot_close ends a loop, and drops it if it has fewer
 * than 3. */
void plot_begin(plot *p);
void plot_add(plot *p, float x, float y);
void plot_close(plot *p);

typedef enum plot_kind {
    PLOT_STAR, /* corners all round a point */
    PLOT_SPIRAL,
    PLOT_COMB,
    PLOT_CONVEX,
    PLOT_PENTAGRAM, /* winds many times, over itself */
    PLOT_TANGLE,    /* vertices anywhere: crosses itself everywhere */
    PLOT_NEST,      /* rings in rings, each winding opposite to the one around it */
    PLOT_ISLANDS,   /* small nests side by side */
    PLOT_HEAP,      /* loops over each other, of either winding */
    PLOT_KINDS
} plot_kind;

typedef enum plot_scale {
    SCALE_ANY,      /* some 100 px, any numbers */
    SCALE_WHOLE,    /* whole numbers up to 50: many edges are horizontal, collinear or equal */
    SCALE_FAR,      /* 1e6 px from the origin, whole numbers */
    SCALE_FARTHEST, /* 1e9 px, the limit; multiples of 64 */
    SCALE_TINY,     /* down to HAIL_TINY and below */
    SCALE_WIDE,     /* from -1e9 to 1e9 */
    PLOT_SCALES
} plot_scale;

typedef struct plot_choice {
    plot_kind kind;
    plot_scale scale;
    uint32_t vertices; /* approximate number */
} plot_choice;

/* Makes a polygon with random winding and first vertices. */
void plot_make(uint64_t seed, const plot_choice *choice, plot *p);

/* Whether the kind is simple in real numbers; rounded to coarse numbers it may not be. */
bool plot_simple(plot_kind kind);

enum { DOTS = 4096 };

typedef struct dots {
    float x[DOTS], y[DOTS];
    hail_points points;
} dots;

/* Makes points around a polygon: anywhere, on vertices, on and next to edges, at the height of vertices, on the lines
 * of edges, far away. */
void dots_make(uint64_t seed, const hail_loops *polygon, size_t count, dots *d);

/* Describes a seed, a choice and a point for a message; valid until the next call. */
const char *plot_text(uint64_t seed, const plot_choice *choice, float x, float y);

/* The choice for a seed: all kinds and scales in turn, at most `max` vertices. */
plot_choice plot_choose(uint64_t seed, uint32_t max);

#endif
