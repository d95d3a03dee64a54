/* engine/queries/match_rows.h - where the matches of queries go: as many as there is room for, in order if that is
 * wanted. */
#ifndef HAIL_QUERIES_MATCH_ROWS_H
#define HAIL_QUERIES_MATCH_ROWS_H

#include "overlaps.h"

enum {
    MATCH_QUERIES = 256, /* queries at a time */
    MATCH_LIST = 1024    /* bodies that can be put at a time */
};

/* Bodies of one layer. */
typedef struct hail_match_list {
    uint32_t index[MATCH_LIST + HAIL_SLACK]; /* in the layer */
    uint32_t part[MATCH_LIST + HAIL_SLACK];  /* read only if has_parts is set; else all are 0 */
    bool has_parts;
} hail_match_list;

typedef struct hail_match_rows {
    const hail_overlaps *call;
    const hail_layer *layer; /* the current one */
    uint32_t layer_number;
    hail_match_job job;
    size_t first;                /* query of the call that is number 0 of this block */
    bool unordered;              /* rows that have room may stand as they are found */
    uint32_t *found;             /* by query of the block: matches so far, with or without room: the caller's counts, */
    uint32_t own[MATCH_QUERIES]; /* or, if those are not wanted, these */
    uint32_t begun[MATCH_QUERIES]; /* of queries whose bodies come in parts or pairs: matches before this layer's */
    uint16_t several[MATCH_QUERIES + 1]; /* queries that pairs gave more than one body */
    uint32_t several_count;
} hail_match_rows;

void hail_match_begin(hail_match_rows *rows, const hail_overlaps *call, size_t first, uint32_t count);

/* Begins the matches of a layer. */
void hail_match_begin_layer(hail_match_rows *rows, const hail_layer *layer, uint32_t number);

/* Takes all bodies of the current layer that match query `query` of the block: those from `from` to `to`. */
void hail_match_put(hail_match_rows *rows, uint32_t query, const hail_match_list *list, uint32_t from, uint32_t to);

/* Takes some of them; then others of the same query, until hail_match_end_parts. */
void hail_match_begin_parts(hail_match_rows *rows, uint32_t query);
void hail_match_put_part(hail_match_rows *rows, uint32_t query, const hail_match_list *list, uint32_t from,
                         uint32_t to);
void hail_match_end_parts(hail_match_rows *rows, uint32_t query);

/* Takes bodies of queries [begin, end) in any order, query[k] with index[k], until hail_match_end_pairs. */
void hail_match_begin_pairs(hail_match_rows *rows, uint32_t begin, uint32_t end);
void hail_match_put_pairs(hail_match_rows *rows, const uint32_t *query, const uint32_t *index, uint32_t count);
void hail_match_end_pairs(hail_match_rows *rows);

/* Takes a cell or a wall; they come in order, after all layers. */
void hail_match_put_static(hail_match_rows *rows, uint32_t query, uint8_t kind, uint32_t part);

/* Ends the matches of the block's queries. */
void hail_match_end(hail_match_rows *rows, uint32_t count);

/* Whether more matches of a query would change nothing. */
static inline bool match_full(const hail_match_rows *rows, uint32_t query) {
    return !rows->call->counts && rows->found[query] >= rows->call->capacity;
}

#endif
