/* engine/nearest/near_surfaces.h - distances to the surfaces of the bodies that may be the nearest, many at once. */
#ifndef HAIL_NEAREST_NEAR_SURFACES_H
#define HAIL_NEAREST_NEAR_SURFACES_H

#include "near_search.h"

/* Asks for the distance from point i of a block to the body at a position of a source, which is kept if it is among the
 * nearest; at the latest when all are measured. */
void hail_near_measure(hail_near_search *search, const hail_near_source *source, uint32_t i, uint32_t position);
void hail_near_measure_all(hail_near_search *search);

/* Takes what the kernel found in a source: lists of `keep` bodies whose keys are only bounds. */
void hail_near_take_surfaces(hail_near_search *search, const hail_near_source *source, uint32_t keep);

#endif
