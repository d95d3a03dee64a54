/* tests/sprites/sprite_inputs.h - random sprites and instances from a seed; each template with its plain drawing. */
#ifndef HAIL_TESTS_SPRITE_INPUTS_H
#define HAIL_TESTS_SPRITE_INPUTS_H

#include <hail/hail.h>

#include "sprite_oracle.h"

enum { SPRITE_DRAWINGS = 24, SPRITE_MOST = 4096 };

/* What the opaque pixels look like. */
typedef enum drawing_look {
    DRAW_BLOBS,  /* discs and boxes, like the sprites of games */
    DRAW_HAZE,   /* every pixel at random */
    DRAW_SPECKS, /* few single pixels */
    DRAW_RING,   /* an empty outline */
    DRAW_SOLID,  /* every pixel */
    DRAW_LINE,   /* one row, column or diagonal */
    DRAW_DOT,    /* one pixel */
    DRAW_BLANK,  /* none */
    DRAWING_LOOKS
} drawing_look;

drawing *drawing_random(uint64_t *state, uint32_t width, uint32_t height, drawing_look look);

/* Adds it from bits or, by chance, from rgba, with whatever pitch and threshold. */
hail_status drawing_add(const drawing *d, uint64_t *state, hail_spriteset *set, uint32_t *sprite);

/* A set and its drawings, by number. */
typedef struct sprite_cast {
    hail_spriteset *set;
    drawing *drawing[SPRITE_DRAWINGS];
    uint64_t state; /* of the random generator */
} sprite_cast;

/* Images of up to `most` px a side; origins near the middle, in a corner, or far away. */
sprite_cast *sprite_cast_make(uint64_t seed, uint32_t most);
void sprite_cast_free(sprite_cast *c);

typedef enum sprite_turn {
    TURN_NONE, /* no columns */
    TURN_EVEN, /* columns of 1 and 0 */
    TURN_QUARTERS,
    TURN_ANY, /* quarter turns included */
    SPRITE_TURNS
} sprite_turn;

typedef enum sprite_stretch {
    STRETCH_NONE,    /* no columns */
    STRETCH_EVEN,    /* 1 */
    STRETCH_UNIFORM, /* one column, mirrored or not */
    STRETCH_BOTH,
    STRETCH_ODD, /* 0, below HAIL_TINY, tiny, and the largest allowed */
    SPRITE_STRETCHES
} sprite_stretch;

typedef struct sprite_choice {
    size_t count;
    sprite_turn turn;
    sprite_stretch stretch;
    bool origins; /* instances have origins of their own */
    bool whole;   /* positions and origins are multiples of 1/8 */
    float at;     /* px: the centre of the scene */
    float spread; /* px: the largest distance from it */
} sprite_choice;

typedef struct sprite_columns {
    float x[SPRITE_MOST], y[SPRITE_MOST], cos[SPRITE_MOST], sin[SPRITE_MOST];
    float scale_x[SPRITE_MOST], scale_y[SPRITE_MOST], origin_x[SPRITE_MOST], origin_y[SPRITE_MOST];
    uint32_t sprite[SPRITE_MOST];
    hail_sprites sprites;
} sprite_columns;

sprite_choice sprite_choose(uint64_t *state, size_t count);
void sprite_columns_make(sprite_cast *c, const sprite_choice *choice, sprite_columns *columns);

/* Moves each instance of a to where it probably touches that of b, or just does not. */
void sprite_columns_meet(sprite_cast *c, const sprite_choice *choice, sprite_columns *a, const sprite_columns *b);

/* The instances from `from` on; the instances in another order, in `to`. */
hail_sprites sprites_from(const hail_sprites *sprites, size_t from, size_t count);
void sprites_pick(const hail_sprites *sprites, const uint32_t *order, sprite_columns *to);

/* An instance in one line, for a message; valid until the fourth call after it. */
const char *sprite_text(const hail_sprites *sprites, drawing *const *drawings, size_t instance);

/* Calls with every seed to run: 0 to usual * HAIL_TEST_WORLDS - 1; or with HAIL_TEST_SEED alone. */
void sprite_seeds(uint32_t usual, void (*call)(uint64_t seed));

#endif
