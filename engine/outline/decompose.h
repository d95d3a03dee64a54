/* engine/outline/decompose.h - the stages of a convex decomposition: each takes the polygon, or the mesh that the one
 * before it made, and works on it in place. */
#ifndef HAIL_OUTLINE_DECOMPOSE_H
#define HAIL_OUTLINE_DECOMPOSE_H

#include <hail/outline.h>

#include "base/exact.h"
#include "base/memory.h"
#include "polygons.h"

/* Vertices: numbers of half-edges, and sizes in bytes, stay within 32 bits. */
enum { HAIL_MAX_OUTLINE = 1 << 24 };
#define HAIL_NONE UINT32_MAX

/* The corners of all loops. Those within straight edges are left out; what lies inside is on the left of the way to the
 * next one, if y went up, as soon as the sweep has been through. */
typedef struct hail_ring {
    uint32_t count;
    hail_point *at;
    uint32_t *next, *prev, *given; /* given: the number among the vertices that the caller gave */
    uint32_t *order, *rank;        /* by x, then y: rank[order[i]] is i */
} hail_ring;

/* A cut from one corner to another. */
typedef struct hail_cut {
    uint32_t a, b;
} hail_cut;

/* Faces as rings of half-edges: from corner `from` along `next`; twin is the other side of a cut, HAIL_NONE at the
 * polygon's own edges. Half-edges that are taken out have `from` HAIL_NONE. */
typedef struct hail_half {
    uint32_t from, next, prev, twin;
} hail_half;

typedef struct hail_mesh {
    const hail_point *at;
    hail_half *half;
    uint32_t count; /* half-edges */
} hail_mesh;

typedef struct hail_decomposition {
    hail_heap heap;
    hail_ring ring;
    hail_mesh mesh;
    hail_buffer corners, cuts, halves, work[6];
    hail_cut *cut;
    uint32_t cut_count, most;
    uint32_t fault_a, fault_b; /* edges, by the corners that they start at */
} hail_decomposition;

/* Sorts `items` so that before(context, a, b) never holds for a later a and an earlier b. In place, and always by the
 * same steps: the C library's may allocate. */
typedef bool hail_before(const void *context, uint32_t a, uint32_t b);
void hail_sort(uint32_t *items, size_t count, hail_before *before, const void *context);

/* Whether two edges that share no corner touch or cross. */
bool hail_edges_meet(hail_point a, hail_point b, hail_point c, hail_point d);

/* Checks for crossings, turns the loops the right way, and cuts the polygon into pieces that are monotone in x. */
hail_status hail_decompose_sweep(hail_decomposition *d);

/* Cuts those into triangles: the mesh. */
hail_status hail_decompose_triangles(hail_decomposition *d);

/* Exchanges diagonals until the triangulation is Delaunay's, but for the edges that it must keep. */
hail_status hail_decompose_flip(hail_decomposition *d);

/* Takes out every cut whose two faces are convex together, and have no more than `most` corners. */
hail_status hail_decompose_merge(hail_decomposition *d, uint32_t most);

/* Cuts convex faces of more than `most` corners. */
hail_status hail_decompose_split(hail_decomposition *d);

/* Decomposes small neighbourhoods anew, with as few parts as can be, for as long as a number of steps that grows with
 * the polygon. */
hail_status hail_decompose_improve(hail_decomposition *d, uint32_t most);

/* The mesh's ways of change: takes out a cut, and puts one (with the half-edges h and t) between the corners that the
 * half-edges i and j of one face start at. */
void hail_mesh_join(hail_mesh *mesh, uint32_t h);
void hail_mesh_divide(hail_mesh *mesh, uint32_t h, uint32_t t, uint32_t i, uint32_t j);

/* Whether the two faces of a cut are convex together, and have no more than `most` corners. */
bool hail_mesh_can_join(const hail_mesh *mesh, uint32_t h, uint32_t most);

/* The turn of a face at the corner that half-edge h starts at. */
int hail_mesh_turn(const hail_mesh *mesh, uint32_t h);

#endif
