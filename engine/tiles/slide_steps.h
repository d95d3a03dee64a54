/* engine/tiles/slide_steps.h - one mover that slides: what it asks of the map next, and what it makes of the answer.
 * Every question is 'sweep from here by this'. */
#ifndef HAIL_TILES_SLIDE_STEPS_H
#define HAIL_TILES_SLIDE_STEPS_H

#include <math.h>

#include <hail/slide.h>

#include "tile_answers.h"

/* In double precision, so that the parts of a displacement add up to all of it. */
typedef struct hail_vector {
    double x, y;
} hail_vector;

static inline double dot(hail_vector a, hail_vector b) { return a.x * b.x + a.y * b.y; }
static inline double length_of(hail_vector a) { return sqrt(dot(a, a)); }
static inline hail_vector along(hail_vector a, hail_vector b, double t) {
    return (hail_vector){a.x + b.x * t, a.y + b.y * t};
}

/* What the next answer is for. */
typedef enum hail_slide_step {
    SLIDE_START, /* the whole displacement, and what it overlaps: it is pushed out */
    SLIDE_STAND, /* straight down: whether it stands at the start */
    SLIDE_GO,    /* what is left of the displacement */
    SLIDE_UP,    /* a climb: up, on, and down again */
    SLIDE_ON,
    SLIDE_DOWN,
    SLIDE_AHEAD, /* on by its own reach, then down: whether floor lies ahead */
    SLIDE_AHEAD_DOWN,
    SLIDE_SNAP, /* straight down: put down on floor at the end */
    SLIDE_END,  /* straight down: whether it stands at the end */
    SLIDE_DONE
} hail_slide_step;

/* The answer to a sweep, filled pair by pair. */
typedef struct hail_slide_answer {
    hail_first_hit first;
    double x, y;                              /* its normal, into the surface */
    bool corner;                              /* it is a rectangle's corner */
    float centre_x, centre_y, half_x, half_y; /* px: the rectangle, from the map's corner */
} hail_slide_answer;

/* The answer to SLIDE_START, too: what it overlaps where it is. */
typedef struct hail_slide_overlap {
    bool any, buried; /* something exposed; something without an exposed edge */
    float depth;      /* of the deepest exposed contact; of a corner, that of the bare shape */
    float bare_depth; /* the bare shape's, of all exposed ones; below 0: it overlaps none */
    float push, x, y; /* px: out of the deepest one; its normal, into it, */
    uint32_t cell;    /* and its cell */
} hail_slide_overlap;

/* A climb. */
typedef struct hail_slide_climb {
    hail_vector before, left; /* where it began; what was left of the displacement */
    hail_vector on;           /* that without its part along up, */
    double length;            /* and its length, px */
    double up, went;          /* px that it rose; the fraction of `on` that it went */
} hail_slide_climb;

/* One slide. Its shape is inflated by the skin: where that touches, the mover stops. */
typedef struct hail_slide_state {
    const hail_tile_query *query;
    const hail_slide_options *options;
    const hail_tile_mover *mover;
    hail_slide *out;
    uint32_t number;           /* of the mover in its group */
    hail_vector start, at, up; /* px, from the map's corner */
    hail_vector wanted;        /* the displacement that was asked for */
    double reach;              /* px */
    bool stood;                /* on floor at the start, and does not go up; only looked for with snap */

    hail_slide_step step;
    bool in_place;      /* it asks about the pairs that are known, where they are */
    hail_vector motion; /* the question: from `at` by this */
    hail_slide_answer answer;
    hail_slide_overlap overlap;
    bool carried; /* of looks down for where it stands: something as near as the skin carries it */

    hail_slide_answer kept;  /* to the whole displacement, while it looks down; or what a climb goes over */
    hail_slide_answer found; /* while it looks for floor ahead */
    uint32_t pushes, bounces, climbs;
    double climbed;                               /* px, in this call */
    hail_vector touched[HAIL_SLIDE_CONTACTS + 8]; /* normals into the surfaces that it touches where it is */
    uint32_t touched_count;
    bool on_floor; /* it touched the floor below, and has gone along it since */
    hail_slide_answer floor;
    double floor_at; /* px: where it was along the floor's normal */
    hail_slide_climb climb;
    hail_slide_step after; /* what floor ahead is asked for */
    hail_vector from;      /* where it looked ahead from */
    double ahead_down;     /* px */
} hail_slide_state;

/* Begins a slide; its answer comes to the question that s->motion is. */
void hail_slide_begin(hail_slide_state *s, const hail_tile_query *query, const hail_slide_options *options,
                      const hail_tile_mover *mover, uint32_t number, hail_slide *out);

/* Forgets the last answer, before pairs are taken for the next one. */
void hail_slide_ask(hail_slide_state *s);

/* Takes pair i, which has a contact. */
void hail_slide_take(hail_slide_state *s, const hail_tile_pairs *p, uint32_t i);

/* Takes the whole answer: sets the next step, and its question. */
void hail_slide_next(hail_slide_state *s);

/* Whether a contact is with a rectangle's corner. */
static inline bool pair_at_corner(const hail_tile_pairs *p, uint32_t i) {
    return p->normal_x[i] != 0.0f && p->normal_y[i] != 0.0f;
}

#endif
