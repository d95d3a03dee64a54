/* tests/tiles/slide_model.h - slides in double precision, without a skin; and random maps and movers to hold the
 * library's slides to them. */
#ifndef HAIL_TESTS_SLIDE_MODEL_H
#define HAIL_TESTS_SLIDE_MODEL_H

#include "slide_oracle.h"

/* ---- The model --------------------------------------------------------------------------------------------------- *
 * A mover is a convex core inflated by its rounding. Its obstacles are what is exposed of a picture's solid pixels:
 * faces (flat runs of edges between an open pixel and a solid one) and convex corners. Edges between solid pixels do
 * not exist. The mover goes until it touches the first obstacle that it moves into, loses the component of what is
 * left into it, and goes on. At last it snaps to the floor. Up is (0, -1). */

typedef struct model_options {
    /* px: by how much the mover is larger than it is, negative: smaller. A larger one stays that far from faces; it
     * stops that far from corners, but only at those that the bare mover would hit on its remaining way. */
    double grow;
    bool plain;       /* a larger mover is simply larger: corners stop it, and push it out, as faces do */
    uint32_t bounces; /* how many surfaces it may slide along */
    double snap;      /* px: how far down it follows the floor, if it stands on floor at the start ... */
    double stand;     /* px: ... which may be that far below it */
} model_options;

typedef struct model_slide {
    double dx, dy;         /* px: where it gets from its start */
    double free_x, free_y; /* unit vector: where it still goes at the end; (0, 0): nowhere */
    double normal_x[4], normal_y[4];
    uint32_t surfaces; /* that it met; the normals of the first four are kept */
    bool spent;        /* it met one more surface than it may slide along */
    bool tight;        /* where it starts it does not fit: nothing is known */
    bool unsure;       /* it stands on what is hardly floor, or snaps to it */
} model_slide;

model_slide model_of(const picture *p, const solid *s, double dx, double dy, model_options options);

/* ---- Maps -------------------------------------------------------------------------------------------------------- */

typedef enum model_map {
    MAP_TILES,     /* whole tiles */
    MAP_SLOPES,    /* ground of pixels, up and down */
    MAP_STAIRS,    /* ground in steps of 1 to 8 px */
    MAP_HOLES,     /* flat ground with holes of any width */
    MAP_DUST,      /* flat ground, single pixels everywhere */
    MAP_CORRIDORS, /* rock with shafts and corridors */
    MAPS
} model_map;

/* Makes a map of that kind whose tiles are 8, 16 or 32 px, and whose part with pixels lies about `far` px from the
 * origin: by the map's corner, by its columns, or by its rows. The picture is that part. */
picture model_map_make(model_map what, double far, uint64_t *state);
const char *model_map_name(model_map what);

/* ---- Movers ------------------------------------------------------------------------------------------------------ */

typedef enum model_shape {
    SHAPE_CIRCLE,
    SHAPE_CAPSULE, /* upright, lying or slanting */
    SHAPE_BOX,
    SHAPE_ROUNDED, /* boxes */
    SHAPE_POLYGON, /* of 3 to 8 corners */
    SHAPE_TURNED,  /* boxes and polygons, sharp and rounded, rotated and scaled */
    MODEL_SHAPES
} model_shape;

const char *model_shape_name(model_shape what);
hail_convex model_shape_make(model_shape what, uint64_t *state);

typedef enum model_gait { GAIT_WALK, GAIT_FALL, GAIT_FLY, GAIT_PRESS, GAITS } model_gait;

/* A crowd whose movers walk and jump, fly, or press against walls and fall. */
typedef struct model_crowd {
    crowd c;
    const picture *of;
    model_gait *gait;
    float *pace[2]; /* px a call */
    hail_slide *slides;
} model_crowd;

model_crowd model_crowd_make(const picture *p, model_shape what, size_t count, uint64_t *state);
void model_crowd_free(model_crowd *m);

/* Puts a mover where it is free; false: there is no such place. */
bool model_crowd_place(model_crowd *m, size_t mover, uint64_t *state);

/* What each mover asks for in the next call. */
void model_crowd_ask(model_crowd *m, uint64_t *state);

/* ---- The judge --------------------------------------------------------------------------------------------------- */

typedef enum model_fault {
    FAULT_NONE,
    FAULT_ALONG,  /* its displacement is wrong along the model's free direction */
    FAULT_ASIDE,  /* across it */
    FAULT_INSIDE, /* it ends inside */
    FAULT_DEAD,   /* it should go on, and nothing that it met faces it */
    FAULT_STUCK,  /* HAIL_STUCK, or no number */
    FAULTS
} model_fault;

/* Why a call is left out: the model's answer changes ... */
typedef enum model_excuse {
    EXCUSE_NONE,
    EXCUSE_SIZE,    /* ... if the mover grows or shrinks by up to 2 skins */
    EXCUSE_PLACE,   /* ... if it starts a quarter of a skin beside */
    EXCUSE_BOUNCES, /* ... if it may slide along one surface more or less */
    EXCUSE_TIGHT,   /* the mover does not fit where it starts, or does not if it grows */
    EXCUSES
} model_excuse;

typedef struct model_verdict {
    model_fault fault;
    model_excuse excuse; /* only where there is no fault, and the library is not near the model */
    model_slide model;
    double along, aside; /* px: how far the library's displacement is from the model's, along its free direction and
                            across it */
    double gap;          /* px: at the end */
} model_verdict;

/* Judges one call: mover i of the crowd has not moved yet. */
model_verdict model_judge(const model_crowd *m, const hail_slide_options *options, size_t mover);

/* Prints a call: the mover, both answers, those of larger and smaller movers, and the map as text. */
void model_print(const model_crowd *m, const hail_slide_options *options, size_t mover, const model_verdict *v);

/* Overwrites the slides of all movers with those of the model, for movers that are larger by a skin. */
void model_answer(model_crowd *m, const hail_slide_options *options, bool plain);

#endif
