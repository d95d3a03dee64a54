/* engine/queries/overlap_statics.h - cells of the tile map and walls of the sectors that queries touch. */
#ifndef HAIL_QUERIES_OVERLAP_STATICS_H
#define HAIL_QUERIES_OVERLAP_STATICS_H

#include "match_rows.h"

/* Queries of a call, from number `first` on. */
typedef struct hail_static_queries {
    const hail_overlaps *call;
    size_t first;
    uint32_t count;
    const hail_zones *reach; /* what holds all that they may touch; with radii */
} hail_static_queries;

/* Puts the cells that queries touch; there is a map. */
void hail_overlap_tiles(const hail_static_queries *queries, hail_match_rows *rows);

/* Puts the walls; there are sectors. */
void hail_overlap_walls(const hail_static_queries *queries, hail_match_rows *rows);

#endif
