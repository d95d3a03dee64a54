/* engine/casts/cast_candidates.h - the bodies of a layer that a block of casts may hit: whose bounding circles they
 * hit. All casts go on by one segment at a time, so that none looks beyond the last hit that it wants. */
#ifndef HAIL_CASTS_CAST_CANDIDATES_H
#define HAIL_CASTS_CAST_CANDIDATES_H

#include "cast.h"

enum { CAST_CHUNK = 1024 }; /* candidates at a time */

/* Candidates, and when the circles around the two hit each other. */
typedef struct hail_cast_list {
    uint32_t query[CAST_CHUNK + HAIL_SLACK], index[CAST_CHUNK + HAIL_SLACK], count;
    float time[CAST_CHUNK + HAIL_SLACK];
} hail_cast_list;

typedef struct hail_cast_candidates {
    const hail_cast *cast;
    const hail_layer *layer;
    uint32_t number; /* the layer's */
    bool exact;      /* all are circles: the times are those of sweeps */

    uint32_t levels_begun; /* so many of the layer; the last one is searched */
    hail_cast_job job;
    float rows[CAST_BLOCK * HAIL_CAST_WORDS];
    uint32_t active[CAST_BLOCK], count; /* the queries that go on */
    hail_cursor cursor;                 /* where the segment goes on */
    float side[CAST_BLOCK];             /* px: by query: of polygons, how far they reach beside their paths */
} hail_cast_candidates;

/* Begins a block. */
void hail_cast_candidates_begin(hail_cast_candidates *c, const hail_cast *cast);

/* Begins a layer, with the casts that look in it and want hits. */
void hail_cast_candidates_layer(hail_cast_candidates *c, uint32_t number);

/* Lists the next candidates that their queries may find; those that come after their query's limit are left out, if
 * their times are not exact. False: there are no more. */
bool hail_cast_candidates_next(hail_cast_candidates *c, hail_cast_list *list);

#endif
