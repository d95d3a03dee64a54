/* engine/queries/overlap_statics.h - cells of the tile map and walls of the sectors that queries touch. */
#ifndef HAIL_QUERIES_OVERLAP_STATICS_H
#define HAIL_QUERIES_OVERLAP_STATICS_H

#include "match_rows.h"

/* Puts the cells that `count` queries of the call touch, from query `first` on; there is a map. */
void hail_overlap_tiles(const hail_overlaps *call, size_t first, uint32_t count, hail_match_rows *rows);

/* Puts the walls; there are sectors. */
void hail_overlap_walls(const hail_overlaps *call, size_t first, uint32_t count, hail_match_rows *rows);

#endif
