/* tests/sprites/sprite_oracle.h - sprites as plain pictures, a byte a pixel: their measures, boxes and touching pixels,
 * pixel by pixel in double precision; written from hail/sprite.h alone. */
#ifndef HAIL_TESTS_SPRITE_ORACLE_H
#define HAIL_TESTS_SPRITE_ORACLE_H

#include <hail/hail.h>

/* ---- Drawings ---------------------------------------------------------------------------------------------------- */

typedef struct drawing {
    uint32_t width, height;
    float origin_x, origin_y;
    uint8_t *opaque; /* height rows of width: 1 or 0 */
} drawing;

/* Makes a transparent drawing. Aborts without memory. */
drawing *drawing_make(uint32_t width, uint32_t height);
void drawing_free(drawing *d);

/* Whether a pixel is opaque; those outside are not. */
bool drawing_at(const drawing *d, int64_t i, int64_t j);

/* The drawing as hail_image's bits: height rows of drawing_words(d). The caller frees them. */
size_t drawing_words(const drawing *d);
uint64_t *drawing_bits(const drawing *d);

/* What hail_spriteset_describe must give. hull: the vertices, x and y in turn; the caller frees them. */
typedef struct drawing_facts {
    uint32_t opaque, left, top, right, bottom;
    double centre_x, centre_y, radius;
    uint32_t hull;
    int64_t *vertex;
} drawing_facts;

drawing_facts drawing_measure(const drawing *d);
void drawing_free_facts(drawing_facts *f);

/* Compares a template with a drawing: NULL, or what differs; valid until the next call. */
const char *drawing_differs(const drawing *d, const hail_spriteset *set, uint32_t sprite);

/* ---- Instances --------------------------------------------------------------------------------------------------- */

/* One instance, with all defaults filled in. */
typedef struct stance {
    const drawing *of;
    double x, y, cos, sin, scale_x, scale_y, origin_x, origin_y;
    bool own_origin;
} stance;

/* drawings: those of the set, by number. */
stance stance_of(const hail_sprites *sprites, size_t instance, drawing *const *drawings);

/* Where a point of the image is drawn, relative to the instance's position. */
void stance_place(const stance *s, double i, double j, double *x, double *y);

/* The largest distance of the image from the instance's position. */
double stance_reach(const stance *s);

typedef struct stance_box {
    bool nothing;
    double min_x, min_y, max_x, max_y;
    double off; /* px: the error allowed */
} stance_box;

stance_box stance_find_box(const stance *s, hail_box_kind of);
bool box_agrees(const stance_box *want, const hail_box *box);

/* ---- Overlaps ---------------------------------------------------------------------------------------------------- */

/* Pixels so near the border of one of b's that rounding decides may or may not touch. */
typedef struct meeting {
    uint32_t sure, undecided;
    uint8_t *state;          /* of each pixel of a: 0, 1 or MEETING_UNDECIDED; valid until the next meeting */
    const stance *a, *b;     /* b NULL: a map */
    double off;              /* px: the error allowed of positions and depths */
    double width, height;    /* of b or the map, px */
    double slack_x, slack_y; /* b's px: the error allowed of a centre's position */
} meeting;

enum { MEETING_UNDECIDED = 2 };

/* exact: the numbers have so few digits that nothing is rounded or undecided. */
meeting meeting_sprites(const stance *a, const stance *b, bool exact);

/* solid: rows of width pixels of the map, 1 or 0. */
typedef struct ground {
    int64_t width, height;
    float x, y;
    const uint8_t *solid;
    bool outside;
} ground;

meeting meeting_tiles(const stance *a, const ground *g, bool exact);

/* The centre of a pixel of a in b's image, or relative to the map's corner. */
void meeting_sample(const meeting *m, const ground *g, uint32_t i, uint32_t j, double *x, double *y);

/* Whether this number of touching pixels is right. */
bool meeting_may_count(const meeting *m, uint32_t count);

/* Checks an answer: NULL, or what is wrong; valid until the next call. g NULL: two sprites. */
const char *meeting_differs(const meeting *m, const ground *g, const hail_sprite_overlap *o);

/* The unit in the last place, in single precision. */
double sprite_ulp(double number);

#endif
