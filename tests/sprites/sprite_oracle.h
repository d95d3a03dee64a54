/* tests/sprites/sprite_oracle.h - sprites as plain pictures, a byte a pixel; what they measure, where their boxes lie
 * and which of their pixels touch: pixel by pixel, in double precision, from the words of hail/sprite.h alone. */
#ifndef HAIL_TESTS_SPRITE_ORACLE_H
#define HAIL_TESTS_SPRITE_ORACLE_H

#include <hail/hail.h>

/* ---- Drawings ---------------------------------------------------------------------------------------------------- */

typedef struct drawing {
    uint32_t width, height;
    float origin_x, origin_y;
    uint8_t *opaque; /* height rows of width: 1 or 0 */
} drawing;

/* Transparent all over. Aborts when memory runs out. */
drawing *drawing_make(uint32_t width, uint32_t height);
void drawing_free(drawing *d);

/* Any pixel; those outside are open. */
bool drawing_at(const drawing *d, int64_t i, int64_t j);

/* As hail_image's bits: height rows of drawing_words(d), the caller's to free. */
size_t drawing_words(const drawing *d);
uint64_t *drawing_bits(const drawing *d);

/* What hail_spriteset_describe should say; hull: the vertices, x and y in turn, the caller's to free. */
typedef struct drawing_facts {
    uint32_t opaque, left, top, right, bottom;
    double centre_x, centre_y, radius;
    uint32_t hull;
    int64_t *vertex;
} drawing_facts;

drawing_facts drawing_measure(const drawing *d);
void drawing_free_facts(drawing_facts *f);

/* NULL, or what is wrong with a template that should look like this. Lasts until the next call. */
const char *drawing_differs(const drawing *d, const hail_spriteset *set, uint32_t sprite);

/* ---- Instances --------------------------------------------------------------------------------------------------- */

/* One instance, all defaults filled in. */
typedef struct stance {
    const drawing *of;
    double x, y, cos, sin, scale_x, scale_y, origin_x, origin_y;
    bool own_origin;
} stance;

/* drawings: of the sprites' set, by number. */
stance stance_of(const hail_sprites *sprites, size_t instance, drawing *const *drawings);

/* Where a point of the image is drawn, from the instance's position. */
void stance_place(const stance *s, double i, double j, double *x, double *y);

/* How far the image reaches from the instance's position, at most. */
double stance_reach(const stance *s);

typedef struct stance_box {
    bool nothing;
    double min_x, min_y, max_x, max_y;
    double off; /* px: how far the library's may lie from it */
} stance_box;

stance_box stance_find_box(const stance *s, hail_box_kind of);
bool box_agrees(const stance_box *want, const hail_box *box);

/* ---- Overlaps ---------------------------------------------------------------------------------------------------- */

/* Pixels that lie so near to the border of one of b's that rounding may decide are open to either answer. */
typedef struct meeting {
    uint32_t sure, undecided;
    uint8_t *state;          /* of each pixel of a: 0, 1 or MEETING_UNDECIDED; lasts until the next meeting */
    const stance *a, *b;     /* b NULL: a map */
    double off;              /* px: of places and depths */
    double width, height;    /* of b or the map, px */
    double slack_x, slack_y; /* b's px: how far a sampled centre may lie from where it should */
} meeting;

enum { MEETING_UNDECIDED = 2 };

/* exact: numbers with so few digits that nothing is rounded, nor undecided. */
meeting meeting_sprites(const stance *a, const stance *b, bool exact);

/* solid: rows of width pixels of the map, 1 or 0. */
typedef struct ground {
    int64_t width, height;
    float x, y;
    const uint8_t *solid;
    bool outside;
} ground;

meeting meeting_tiles(const stance *a, const ground *g, bool exact);

/* Where a centre of a's pixel lies in b's image, or from the map's corner. */
void meeting_sample(const meeting *m, const ground *g, uint32_t i, uint32_t j, double *x, double *y);

/* Whether so many pixels may touch. */
bool meeting_may_count(const meeting *m, uint32_t count);

/* NULL, or what is wrong with an answer. g NULL: of sprites. Lasts until the next call. */
const char *meeting_differs(const meeting *m, const ground *g, const hail_sprite_overlap *o);

/* The unit in the last place of single precision. */
double sprite_ulp(double number);

#endif
