/* tests/step/static_twins.h - two worlds: layers of bodies that stand still are static in one, and ordinary in the
 * other. */
#ifndef HAIL_TESTS_STATIC_TWINS_H
#define HAIL_TESTS_STATIC_TWINS_H

#include "oracle.h"
#include "shared/stream.h"

enum { MOVERS, STILL, PROPS, LAYERS, SHAPES = 6 };

typedef struct twins {
    hail_world *world[2]; /* the first one has static layers */
    hail_shapeset *set;   /* of both */
    hail_shape shape[SHAPES];
    hail_handle *live;
    uint32_t count;
    uint64_t state;
    float side;           /* px: bodies lie in a square */
    uint32_t sizes;       /* how many of the shapes are used */
    bool composed, brute; /* brute force knows neither compounds nor grazes of all shapes */
    oracle_memory memory;
    oracle_setup setup;
    stream s[2];
    uint32_t kills; /* the callback despawns the b of so many contacts */
    bool beside;    /* what moves lies beside what stands still, `gap` px away along one axis */
    bool below;     /* along y */
    float gap, speed;
} twins;

/* Asserts that both answer random queries alike. at: for messages. */
void twins_ask(twins *t, const char *at);

/* Asserts that the index of a static layer outlasts a step of both. */
void twins_check_prepared(twins *t);

#endif
