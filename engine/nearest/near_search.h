/* engine/nearest/near_search.h - the bodies nearest to one point, found level by level. */
#ifndef HAIL_NEAREST_NEAR_SEARCH_H
#define HAIL_NEAREST_NEAR_SEARCH_H

#include "near_best.h"
#include "near_gaps.h"
#include "near_grids.h"

enum { NEAR_LIST = 256 }; /* bodies that a kernel lists at once */

typedef struct hail_near_search {
    const hail_seek *seek;
    bool to_centre;               /* distances are those to the bodies' positions */
    bool counting;                /* all bodies within the radius are counted */
    const hail_near_grids *grids; /* where to look, if the filter was asked already; NULL: in all levels */
    /* The current query. */
    float x, y;
    hail_seek_wish wish;
    hail_near_best best;
    uint32_t found; /* bodies within the radius */
    /* The current layer. */
    uint32_t layer_number;
    const hail_layer *layer;
    /* What the kernels list. */
    uint32_t position[NEAR_LIST + HAIL_SLACK];
    float key[NEAR_LIST + HAIL_SLACK];
    hail_near_gaps gaps;
    uint32_t owner[NEAR_GAPS]; /* by gap: the body's index */
    uint32_t part[NEAR_GAPS];
} hail_near_search;

/* Looks in the layers of a query, whose point, wish and `best` are set, and keeps the nearest bodies. */
void hail_near_look(hail_near_search *search, uint64_t layers);

/* Returns how many bodies of some layers the query may find, however far away they are. */
uint32_t hail_near_count(const hail_near_search *search, uint64_t layers);

#endif
