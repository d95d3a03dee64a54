/* tests/outline/outline_least.h - the least number of convex parts that a polygon can be cut into without new vertices,
 * found by trying everything, and how few it can be at the very least where that takes too long. */
#ifndef HAIL_TESTS_OUTLINE_LEAST_H
#define HAIL_TESTS_OUTLINE_LEAST_H

#include "outline_oracle.h"

enum { LEAST_VERTICES = 200 }; /* of least_by_chains */

/* One island without holes: over all chains of chords that close a convex part with a chord. Parts have at most `most`
 * corners (UINT32_MAX: any number). 0: it has holes, or is too large. */
uint32_t least_by_chains(const region *r, uint32_t most);

/* Any polygon, parts of any number of corners: over all sets of cuts. 0: it took too many steps. */
uint32_t least_by_cuts(const region *r, uint32_t steps);

/* No fewer than this. Two bounds, for I islands with h holes in all:
 *
 * - Each reflex corner is the end of a cut that leaves nothing of it reflex, or of two cuts; and a cut has two ends.
 *   Were it good for both, there would be c >= r / 2 of them for r corners; a linear program says how many more there
 *   must be as few of them are. Parts have no holes, so that the boundary and the cuts hang together island by island,
 *   and by Euler's formula there are c + I - h parts.
 * - The corners inside a polygon of n vertices have n - 2 I + 2 h straight angles, those of a part with k corners k
 * - 2. Where a part's edge runs on through a vertex it takes a straight angle there, too: that can be at every vertex
 *   within a straight edge, and at reflex ones that lie between two others on a line. All the others' angles must come
 *   from corners, of which a part has at most `most`. */
uint32_t least_bound(const region *r, uint32_t most);

#endif
