/* engine/outline/decompose.h - the stages of a convex decomposition, and the state that they share.
 *
 * decompose.c calls the stages in this order; none of them calls another:
 *
 *     corners    decompose_corners.c    checks the loops, keeps the corners that turn
 *     touch      decompose_touch.c      only to repair: gives loops that touch in a vertex corners of their own there
 *     sweep      decompose_sweep.c      finds crossings, orients the loops, cuts the polygon into x-monotone pieces
 *     thin       decompose_thin.c       only with slack: leaves out corners near straight sides; then sweeps again
 *     triangles  decompose_triangles.c  cuts the pieces into triangles: the mesh
 *     flip       decompose_triangles.c  exchanges diagonals until the triangulation is Delaunay's
 *     merge      decompose_merge.c      takes out cuts whose faces are convex together
 *     improve    decompose_improve.c    solves small neighbourhoods anew (decompose_optimum.c), with fewer faces
 *     split      decompose_split.c      only with a limit on corners: cuts faces that have too many; then merge and
 *                                       improve once more, within the limit
 *     parts      decompose_parts.c      writes the faces as loops
 *
 * Below the stages lie touching_edges, face_mesh and sweep_line, which know nothing of them. */
#ifndef HAIL_OUTLINE_DECOMPOSE_H
#define HAIL_OUTLINE_DECOMPOSE_H

#include <hail/outline.h>

#include "base/exact.h"
#include "base/memory.h"
#include "face_mesh.h"
#include "slack.h"

/* The most vertices: numbers of half-edges and sizes in bytes then fit 32 bits. */
enum { HAIL_MAX_OUTLINE = 1 << 24 };

/* The corners of all loops; vertices within straight edges are left out. After the sweep the inside lies on the side of
 * each edge that +y is on for an edge along +x. */
typedef struct hail_ring {
    uint32_t count;
    hail_point *at;
    uint32_t *next, *prev; /* round the loop */
    uint32_t *vertex;      /* the number among the caller's vertices, of one at the same place */
    uint32_t *order;       /* corners in the order of the sweep */
    uint32_t *rank;        /* rank[order[i]] is i */
} hail_ring;

/* A cut from one corner to another. */
typedef struct hail_cut {
    uint32_t a, b;
} hail_cut;

/* What the thinned ring leaves out, besides what the slack says. */
typedef struct hail_thinned {
    hail_ring exact;         /* the ring of all corners */
    uint8_t *kept;           /* by corner of the exact ring: it must stay */
    uint32_t *corner;        /* by corner of the thinned ring: its number in the exact one */
    uint32_t left_out_count; /* corners */
} hail_thinned;

enum { HAIL_DECOMPOSE_SCRATCH = 4 };

typedef struct hail_decomposition {
    hail_heap heap;
    hail_ring ring;       /* from corners on */
    hail_thinned thinned; /* from thin on */
    hail_slack slack;     /* how far parts may lie from the polygon */
    hail_cut *cut;        /* from the sweep to the triangles */
    uint32_t cut_count;
    hail_mesh mesh;            /* from the triangles on */
    uint32_t max_corners;      /* of a part, 3 or more; UINT32_MAX: any number */
    bool repair, touches;      /* whether to repair the polygon; whether corners share a place */
    uint32_t fault_a, fault_b; /* after HAIL_CROSSING: the corners that the two edges start at */
    hail_buffer corners, thin_corners, thin, cuts, halves;
    hail_buffer scratch[HAIL_DECOMPOSE_SCRATCH]; /* for the stage that runs */
} hail_decomposition;

/* Makes room for a ring of n corners. */
bool hail_ring_reserve(hail_heap *heap, hail_buffer *buffer, size_t n, hail_ring *ring);

/* Checks the loops' numbers and edges, and fills the ring. HAIL_NOT_FINITE, HAIL_TOO_LARGE, HAIL_TOO_FEW_VERTICES and
 * HAIL_DEGENERATE: `report` says where. */
hail_status hail_decompose_corners(hail_decomposition *d, const hail_loops *loops, hail_decompose_report *report);

/* After HAIL_CROSSING: says in `report` which of the caller's edges touch or cross, and where. */
void hail_decompose_report_crossing(const hail_decomposition *d, const hail_loops *loops,
                                    hail_decompose_report *report);

/* After HAIL_DEGENERATE from the last stage: says in `report` which of the caller's vertices d->fault_a is. */
void hail_decompose_report_corner(const hail_decomposition *d, const hail_loops *loops, hail_decompose_report *report);

/* Lists a ring's corners in the order of the sweep: by x, then y, then vertex. */
void hail_ring_sort(hail_ring *ring);

/* Where corners share a place, links their edges anew, so that each corner has the inside between its two edges. They
 * are in the order that the sweep needs. Then leaves out vertices within straight edges. Counts both in `report`.
 * HAIL_CROSSING: edges overlap. */
hail_status hail_decompose_touch(hail_decomposition *d, hail_decompose_report *report);

/* Orients the loops and lists the cuts that make all pieces monotone in x. HAIL_CROSSING: two edges touch or cross. */
hail_status hail_decompose_sweep(hail_decomposition *d);

/* Makes a ring without the corners that may be left out, of the first one that was swept. It may cross itself. */
hail_status hail_decompose_thin(hail_decomposition *d);

/* After the sweep found that the thinned ring crosses itself: the corners there stay the next time; or all of them. */
void hail_decompose_keep(hail_decomposition *d, bool all);

/* Cuts the monotone pieces into triangles, and makes the mesh of them. */
hail_status hail_decompose_triangles(hail_decomposition *d);

/* Exchanges diagonals until the triangulation is Delaunay's, except at the polygon's own edges. */
hail_status hail_decompose_flip(hail_decomposition *d);

/* Takes out every cut whose two faces are convex together and have no more than max_corners corners. */
hail_status hail_decompose_merge(hail_decomposition *d, uint32_t max_corners);

/* Decomposes small neighbourhoods anew, with as few faces as possible. Stops after a number of steps that grows with
 * the polygon. */
hail_status hail_decompose_improve(hail_decomposition *d, uint32_t max_corners);

/* Cuts the faces that have more than d->max_corners corners. */
hail_status hail_decompose_split(hail_decomposition *d);

/* Appends the faces to `parts`, and reports their smallest angle. HAIL_DEGENERATE, only with slack: hail_convex_polygon
 * refuses a part, at its corner d->fault_a. */
hail_status hail_decompose_parts(hail_decomposition *d, hail_polygons *parts, hail_decompose_report *report);

#endif
