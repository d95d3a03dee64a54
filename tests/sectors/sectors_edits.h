/* tests/sectors/sectors_edits.h - random changes of a map: vertices pushed a little or far, islands moved within their
 * sector and to others, removed, added; walls added, removed, reversed; sectors renamed. About half of them leave a
 * sound map sound. */
#ifndef HAIL_TESTS_SECTORS_EDITS_H
#define HAIL_TESTS_SECTORS_EDITS_H

#include "sectors_inputs.h"

enum { EDITS = 600 };

typedef struct edits {
    uint32_t vertex[EDITS], wall[EDITS];
    float x[EDITS], y[EDITS];
    hail_wall to[EDITS];
    hail_sectors_edit edit;
} edits;

/* An edit of nothing. */
void edits_begin(edits *of);

/* One thing more to change. */
void edits_add(edits *to, uint64_t *state, const chart *c);

/* The edit that turns one map into another with as many vertices and walls. */
void edits_between(edits *of, const chart *from, const chart *to);

void edits_apply(const edits *of, chart *c);

#endif
