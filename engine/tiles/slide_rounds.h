/* engine/tiles/slide_rounds.h - movers that slide together: their pushes and bounces go in rounds. */
#ifndef HAIL_TILES_SLIDE_ROUNDS_H
#define HAIL_TILES_SLIDE_ROUNDS_H

#include "slide_alone.h"

enum { TOGETHER = 16 };

/* Movers that take their pushes and bounces in rounds: whoever still moves takes part in the next one. */
typedef struct slides {
    const hail_movers *movers;
    const hail_slide_options *options;
    hail_obstacles *o;
    hail_slide *out;
    uint32_t count, left; /* all, those of the present round */
    slide of[TOGETHER];
    uint32_t list[TOGETHER];             /* of the present round */
    hail_uprights places;                /* all that is near the upright ones on their whole way */
    uint32_t waits[TOGETHER], waiting;   /* places of movers that are none of these yet: hail_alone_among is next */
    hail_alone alone;                    /* movers that wait in the obstacles' batch or queue */
    uint32_t late[UPRIGHT_QUEUE], lates; /* of the queue, which is not for them */
} slides;

/* Adds mover i, for which there must be room. place: its entry among the places, or UINT32_MAX. */
void hail_slides_add(slides *all, uint32_t i, uint32_t place);

/* Slides those that wait, or adds them. */
void hail_slides_waiting(slides *all);

/* Slides all, but those in the batch and in the queue. None is left, in the places neither. */
void hail_slides_all(slides *all);

#endif
