/* engine/casts/cast_results.h - the rows of the bodies that casts hit. */
#ifndef HAIL_CASTS_CAST_RESULTS_H
#define HAIL_CASTS_CAST_RESULTS_H

#include "cast_times.h"

/* Hits of one layer, when they are, and the rows of the cast's hits where they go. */
typedef struct hail_cast_rows {
    uint8_t layer;
    uint32_t query[CAST_PAIRS], index[CAST_PAIRS], count;
    size_t row[CAST_PAIRS];
    float time[CAST_PAIRS];
} hail_cast_rows;

/* Writes the rows that are listed, and empties the list. */
void hail_cast_write_rows(hail_cast_sweeps *s, hail_cast_rows *rows);

/* Lists a hit. Writes the rows first if there is no room. */
static inline void cast_list_row(hail_cast_sweeps *s, hail_cast_rows *rows, uint32_t query, uint32_t index, size_t row,
                                 float time) {
    if (rows->count == CAST_PAIRS)
        hail_cast_write_rows(s, rows);
    rows->query[rows->count] = query;
    rows->index[rows->count] = index;
    rows->time[rows->count] = time;
    rows->row[rows->count++] = row;
}

#endif
