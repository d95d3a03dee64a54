/* tests/outline/outline_minimum.h - the minimal number of convex parts that a polygon can be cut into without new
 * vertices, found by trying everything; and lower bounds where that takes too long. */
#ifndef HAIL_TESTS_OUTLINE_MINIMUM_H
#define HAIL_TESTS_OUTLINE_MINIMUM_H

#include "outline_oracle.h"

enum { MINIMUM_VERTICES = 200 }; /* of minimum_by_chains */

/* The minimum for one island without holes: tries all chains of chords that form a convex part with a chord. Parts have
 * at most `most` corners (UINT32_MAX: any number). 0: the region has holes, or is too large. */
uint32_t minimum_by_chains(const region *r, uint32_t most);

/* The minimum for any polygon, with parts of any number of corners: tries all sets of cuts. 0: too many steps. */
uint32_t minimum_by_cuts(const region *r, uint32_t steps);

/* A lower bound of the number of parts: the larger of two, for I islands with h holes together.
 *
 * - Each reflex corner is the end of a cut that makes it convex, or of two cuts; and a cut has two ends. If every cut
 *   were good for both ends, r reflex corners would take c >= r / 2 cuts; a linear program finds how many more are
 *   needed, as few cuts are. Parts have no holes, so that each island's boundary and cuts are connected, and by Euler's
 *   formula there are c + I - h parts.
 * - The corners inside a polygon of n vertices sum up to n - 2 I + 2 h straight angles, those of a part with k corners
 *   to k - 2. A part's edge that continues through a vertex takes a straight angle there, too: possible at vertices
 *   within a straight edge, and at reflex ones on a line between two others. All other angles come from corners, of
 *   which a part has at most `most`. */
uint32_t minimum_bound(const region *r, uint32_t most);

#endif
