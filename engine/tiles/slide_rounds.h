/* engine/tiles/slide_rounds.h - movers that slide together, round by round: in each, whoever still moves asks one
 * question, and all questions are answered in batches. */
#ifndef HAIL_TILES_SLIDE_ROUNDS_H
#define HAIL_TILES_SLIDE_ROUNDS_H

#include "neighbourhood.h"
#include "slide_steps.h"

typedef struct hail_slides {
    const hail_tile_query *query;
    const hail_slide_options *options;
    hail_slide *out;                                   /* by tag */
    hail_neighbourhoods near;                          /* of the group's ways, and around them */
    hail_tile_pairs known;                             /* the rectangles near movers, where they start */
    uint32_t first[TILE_MOVERS + 1], end[TILE_MOVERS]; /* by mover: its pairs among these; empty: not known */

    uint32_t count;
    hail_slide_state of[TILE_MOVERS];
    hail_slide_state *by_mover[TILE_MOVERS];

    /* Questions: movers where they are, on their ways; and their bare shapes there. */
    hail_tile_mover asked_mover[TILE_MOVERS], bare_mover[TILE_MOVERS];
    hail_tile_pairs asked, corners;
    hail_near_rects rects;              /* from what is known to what is asked about */
    hail_tile_shape bare[GROUP_SHAPES]; /* by number of the shape, without the skin */
    bool bare_made[GROUP_SHAPES];
} hail_slides;

/* Starts slides. */
void hail_slides_begin(hail_slides *all, const hail_tile_query *query, const hail_slide_options *options,
                       hail_slide *out);

/* Slides the movers of a list, which are near something, and writes their answers. */
void hail_slides_run(hail_slides *all, const hail_tile_columns *from, const hail_tile_items *items);

/* ---- Corners (slide_bare.c) -------------------------------------------------------------------------------------- */

/* Whether and how a corner stops a mover is decided by its bare shape: by what that would hit first on its remaining
 * way. Changes the first `hits` contacts in p->hits; what does not count has a depth below 0 then. */
void hail_slides_decide_corners(hail_slides *all, hail_tile_pairs *p, uint32_t hits);

#endif
