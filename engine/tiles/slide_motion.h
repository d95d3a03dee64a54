/* engine/tiles/slide_motion.h - one mover that slides: its pushes out of what it overlaps, its bounces, its climbs. */
#ifndef HAIL_TILES_SLIDE_MOTION_H
#define HAIL_TILES_SLIDE_MOTION_H

#include <math.h>

#include "tile_movers.h"

/* In double precision, so that the parts of a displacement add up to all of it. */
typedef struct vector {
    double x, y;
} vector;

static inline double dot(vector a, vector b) { return a.x * b.x + a.y * b.y; }
static inline double length_of(vector a) { return sqrt(dot(a, a)); }
static inline vector along(vector a, vector b, double t) { return (vector){a.x + b.x * t, a.y + b.y * t}; }

/* What a mover overlaps. */
typedef struct deepest {
    bool any, buried; /* something exposed is touched; something without an exposed edge is */
    float depth;
    vector normal; /* of the deepest contact */
    uint32_t cell;
} deepest;

/* One slide. The shape is inflated by the skin: where that touches, the mover stops. */
typedef struct slide {
    hail_obstacles *o;
    const hail_slide_options *options;
    vector start, at, up;
    hail_mover_pose pose;
    double reach;                            /* px */
    vector touched[HAIL_SLIDE_CONTACTS + 8]; /* normals into the surfaces that it touches where it is */
    uint32_t touched_count;
    double climbed; /* px, in this call */
    vector wanted;  /* the displacement that was asked for */
    bool stood;     /* on floor at the start, and does not go up; only looked for with snap */
    hail_slide *out;
    uint32_t place; /* its number among the places; UINT32_MAX: it has none */

    /* Of its present push or bounce: */
    uint32_t turns;  /* so far */
    uint32_t climbs; /* so far */
    deepest deepest;
    vector motion;
    bool stopped;
    hail_contact hit;
} slide;

/* The normal into the surface. */
static inline vector normal_of(const hail_contact *c) { return (vector){(double)c->normal_x, (double)c->normal_y}; }

/* Whether it moves at all. */
static inline bool slide_moves(const slide *s) { return !(fabs(s->motion.x) + fabs(s->motion.y) < 1e-9); }

/* Pushes the mover out of what it overlaps most. False: it overlaps nothing, or no way out is near. */
bool hail_slide_push(slide *s);

/* Ends the pushes. False: the mover is stuck, and stays. */
bool hail_slide_is_free(slide *s);

/* Moves the mover as far as it is free, and turns the rest of its motion. False: it has arrived. */
bool hail_slide_bounce(slide *s);

/* Takes the answer of a look straight down by the skin: whether it stands. Returns whether it moves. */
bool hail_slide_find_stand(slide *s);

/* Takes the answer of a look straight down by snap: puts the mover down on what carries it. Returns false. */
bool hail_slide_put_down(slide *s);

#endif
