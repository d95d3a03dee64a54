/* tests/sprites/sprite_inputs.h - random sprites and instances of them, replayable from a number; each template beside
 * its plain drawing. */
#ifndef HAIL_TESTS_SPRITE_INPUTS_H
#define HAIL_TESTS_SPRITE_INPUTS_H

#include <hail/hail.h>

#include "sprite_oracle.h"

enum { SPRITE_DRAWINGS = 24, SPRITE_MOST = 4096 };

/* What the opaque pixels look like. */
typedef enum drawing_look {
    DRAW_BLOBS,  /* discs and boxes, as games' sprites are */
    DRAW_HAZE,   /* every pixel by chance */
    DRAW_SPECKS, /* a pixel here and there */
    DRAW_RING,   /* an outline with nothing in it */
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
    uint64_t state; /* of the generator */
} sprite_cast;

/* Images of up to `most` px each way; origins about the middle, in a corner, or far off. */
sprite_cast *sprite_cast_make(uint64_t seed, uint32_t most);
void sprite_cast_free(sprite_cast *c);

typedef enum sprite_turn {
    TURN_NONE, /* no columns */
    TURN_EVEN, /* 1 and 0: columns that say nothing */
    TURN_QUARTERS,
    TURN_ANY, /* and quarters among them */
    SPRITE_TURNS
} sprite_turn;

typedef enum sprite_stretch {
    STRETCH_NONE,    /* no columns */
    STRETCH_EVEN,    /* 1 */
    STRETCH_UNIFORM, /* one column, mirrored or not */
    STRETCH_BOTH,
    STRETCH_ODD, /* 0, less than HAIL_TINY, tiny, and the largest there are */
    SPRITE_STRETCHES
} sprite_stretch;

typedef struct sprite_choice {
    size_t count;
    sprite_turn turn;
    sprite_stretch stretch;
    bool origins; /* instances' own */
    bool whole;   /* positions and origins are multiples of 1/8 */
    float at;     /* px: where the scene lies */
    float spread; /* px: how far from there */
} sprite_choice;

typedef struct sprite_columns {
    float x[SPRITE_MOST], y[SPRITE_MOST], cos[SPRITE_MOST], sin[SPRITE_MOST];
    float scale_x[SPRITE_MOST], scale_y[SPRITE_MOST], origin_x[SPRITE_MOST], origin_y[SPRITE_MOST];
    uint32_t sprite[SPRITE_MOST];
    hail_sprites sprites;
} sprite_columns;

sprite_choice sprite_choose(uint64_t *state, size_t count);
void sprite_columns_make(sprite_cast *c, const sprite_choice *choice, sprite_columns *columns);

/* Moves each of a to where it probably meets that of b, or just does not. */
void sprite_columns_meet(sprite_cast *c, const sprite_choice *choice, sprite_columns *a, const sprite_columns *b);

/* The same instances from `from` on, or in another order (into `to`). */
hail_sprites sprites_from(const hail_sprites *sprites, size_t from, size_t count);
void sprites_pick(const hail_sprites *sprites, const uint32_t *order, sprite_columns *to);

/* An instance for a message: 1 line, one of four texts in turn. */
const char *sprite_text(const hail_sprites *sprites, drawing *const *drawings, size_t instance);

/* Calls with every seed that is to be run: 0 to usual - 1, times HAIL_TEST_WORLDS; or HAIL_TEST_SEED alone. */
void sprite_seeds(uint32_t usual, void (*call)(uint64_t seed));

#endif
