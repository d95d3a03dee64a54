/* hail/sprite.h - sprites: which pixels of an image are opaque, their exact boxes under any turn and stretch, and
 * whether two of them touch, pixel against pixel.
 *
 *     hail_spriteset *set;
 *     hail_spriteset_create(NULL, &set);
 *     hail_spriteset_add(set, &(hail_image){.rgba = pixels, .width = 48, .height = 32, .origin_x = 24,
 *                                                .origin_y = 16}, &ship);
 *     hail_sprites sprites = {.set = set, .x = x, .y = y, .cos = cos, .sin = sin, .count = n};
 *     hail_sprite_boxes(&sprites, HAIL_BOX_OPAQUE, boxes);
 *
 * A set holds templates; an instance is a template drawn somewhere: its origin (the pivot) lies at (x, y), and around
 * it the image is stretched (a negative scale mirrors it), then turned. Neither needs a world; hail_shape_sprite lends
 * a template to one.
 *
 * Pixels: pixel (i, j) of an image is the square from (i, j) to (i + 1, j + 1), from the image's left top corner. Rows
 * go down, as y does.
 *
 * Threads: everything that takes a const set may go on in any number of threads at once, while nobody adds to it. */
#ifndef HAIL_SPRITE_H
#define HAIL_SPRITE_H

#include "batch.h"
#include "tilemap.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HAIL_MAX_SPRITE = 8192,    /* px: the widest and highest image */
    HAIL_MAX_SPRITES = 1 << 20 /* of a set */
};

/* ---- Templates --------------------------------------------------------------------------------------------------- */

typedef struct hail_spriteset hail_spriteset;

/* Makes an empty set. allocator NULL: malloc and free. On failure *set is NULL. */
HAIL_API hail_status hail_spriteset_create(const hail_allocator *allocator, hail_spriteset **set);

/* Frees the set; worlds that it was lent to must be gone. NULL is fine. */
HAIL_API void hail_spriteset_destroy(hail_spriteset *set);

/* An image to make a template from: either `rgba` or `bits`. */
typedef struct hail_image {
    const uint8_t *rgba;  /* height rows of width pixels of 4 bytes (red, green, blue, alpha), or NULL */
    const uint64_t *bits; /* height rows of (width + 63) / 64 words, or NULL: bit x % 64 of word x / 64 is pixel x, and
                             is opaque if it is 1; bits past the width must be 0 */
    size_t pitch;         /* from one row to the next, in bytes (rgba) or words (bits); 0: they follow each other */
    uint32_t width, height; /* px, 1 to HAIL_MAX_SPRITE */
    uint8_t threshold;      /* rgba: a pixel is opaque if its alpha is this or more; 0 (default) is taken for 1: what is
                               not wholly transparent */
    float origin_x, origin_y; /* px, from the left top corner, at most HAIL_MAX_REACH either way: the pivot */
} hail_image;

/* Adds a template; writes its number, counted from 0 up. An image without an opaque pixel is one, too: it is nowhere,
 * and touches nothing. HAIL_BAD_ARGUMENT, HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE (width, height, origin), HAIL_TOO_LARGE
 * (an opaque pixel further than HAIL_MAX_REACH from the origin), HAIL_FULL, HAIL_NO_MEMORY: nothing was added. Memory:
 * a bit a pixel, in words of 64 a row, another for each within the opaque bounds and 1 px around, likewise, 8 bytes a
 * vertex of the hull, and some 600 besides. */
HAIL_API hail_status hail_spriteset_add(hail_spriteset *set, const hail_image *image, uint32_t *sprite);

/* Adds a stretched, mirrored copy of a template, its origin carried along: what a world's uniform scale cannot do.
 * scale_x, scale_y: 1/64 to 64 either way, negative ones mirror. The copy is as many px wide as hold the stretched
 * image (a mirrored one lies as if it had been mirrored before); a pixel is opaque if the one is that its centre comes
 * from. HAIL_OUT_OF_RANGE also for a copy that is larger than HAIL_MAX_SPRITE or whose origin is beyond HAIL_MAX_REACH.
 */
HAIL_API hail_status hail_spriteset_add_stretched(hail_spriteset *set, uint32_t sprite, float scale_x, float scale_y,
                                                  uint32_t *copy);

typedef struct hail_sprite_info {
    uint32_t width, height;            /* px */
    float origin_x, origin_y;          /* px, from the left top corner */
    uint32_t opaque;                   /* pixels; 0: an empty sprite */
    uint32_t left, top, right, bottom; /* the opaque pixels lie in columns left to right - 1, rows top to bottom - 1;
                                          all 0 of an empty one */
    float centre_x, centre_y;          /* px, from the left top corner: the mean of the opaque pixels' centres */
    float radius;                      /* px: of the circle about the origin that holds them */
    uint32_t hull;                     /* vertices of their convex hull */
} hail_sprite_info;

/* HAIL_OUT_OF_RANGE: no sprite of that number. */
HAIL_API hail_status hail_spriteset_describe(const hail_spriteset *set, uint32_t sprite, hail_sprite_info *info);

/* The convex hull of the opaque pixels' squares (A. Andrew, Another efficient algorithm for convex hulls in two
 * dimensions, 1979): x, y: px from the left top corner, whole numbers; the order turns from +x towards +y. Room for
 * info.hull of each. */
HAIL_API hail_status hail_spriteset_hull(const hail_spriteset *set, uint32_t sprite, float *x, float *y);

/* rows: height rows of (width + 63) / 64 words, as hail_image's bits. */
HAIL_API hail_status hail_spriteset_bits(const hail_spriteset *set, uint32_t sprite, uint64_t *rows);

typedef struct hail_spriteset_size {
    uint32_t sprites; /* numbers 0 to this, less 1 */
    size_t bytes;     /* of the caller's allocator */
} hail_spriteset_size;

HAIL_API hail_spriteset_size hail_spriteset_measure(const hail_spriteset *set);

/* ---- Instances --------------------------------------------------------------------------------------------------- */

/* Structure of arrays of `count` elements. Everything that takes one checks it all before it writes anything:
 * HAIL_BAD_ARGUMENT (a null pointer where an array is needed, `cos` without `sin`, `scale_y` without `scale_x`, a
 * sprite that the set has not, more than 2^31 - 1 of anything), HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE (a position beyond
 * HAIL_MAX_BOUND, a scale beyond HAIL_MAX_SCALE either way, an origin beyond HAIL_MAX_REACH, a cos and sin that are not
 * a unit vector to 1e-4), HAIL_UNKNOWN_ISA. Nothing is allocated; up to 70 KB of stack are used, by hail_spriteset_add
 * too. The same instance, or pair, gives the same bits wherever it stands, on every instruction set. */
typedef struct hail_sprites {
    const hail_isa *isa; /* from hail_isa_find; NULL: looked for in every call */
    const hail_spriteset *set;
    const float *x, *y;               /* px: where the origin lies */
    const float *cos, *sin;           /* unit to 1e-4; both NULL: not turned */
    const float *scale_x, *scale_y;   /* negative: mirrored; 0: flat. scale_y NULL: as scale_x; both NULL: 1. What is
                                         nearer to 0 than HAIL_TINY is 0 */
    const float *origin_x, *origin_y; /* px: instead of the templates' own; both NULL: those */
    const uint32_t *sprite;           /* NULL: sprite 0 for all */
    size_t count;
} hail_sprites;

typedef enum hail_box_kind {
    HAIL_BOX_IMAGE = 0, /* of the whole image, transparent borders and all */
    HAIL_BOX_OPAQUE     /* of the opaque pixels' squares: the least box there is */
} hail_box_kind;

/* px. A box of nothing (of an empty sprite's opaque pixels) has its minima at HAIL_NOWHERE and its maxima at
 * -HAIL_NOWHERE: it meets no other by the usual comparisons, and min_x > max_x tells it. */
#define HAIL_NOWHERE 3.0e38f
typedef struct hail_box {
    float min_x, min_y, max_x, max_y;
} hail_box;

/* boxes: `count` of them. The opaque ones go by the hull's vertices, not by pixels. Precision: with the templates' own
 * origins within 2 units in the last place of the largest of the coordinates and of how far the box reaches from its
 * origin. */
HAIL_API hail_status hail_sprite_boxes(const hail_sprites *sprites, hail_box_kind of, hail_box *boxes);

/* Whole pixels: left and top are included, right and bottom not. */
typedef struct hail_pixel_box {
    int32_t left, top, right, bottom;
} hail_pixel_box;

/* Boxes rounded outwards to whole pixels; `count` of each. A box of nothing becomes one with left > right: INT32_MAX,
 * INT32_MAX, INT32_MIN, INT32_MIN. HAIL_NOT_FINITE; HAIL_OUT_OF_RANGE: a coordinate beyond 2^31 - 128 (but for boxes of
 * nothing). */
HAIL_API hail_status hail_boxes_to_pixels(const hail_box *boxes, size_t count, hail_pixel_box *pixels);

/* ---- Pixel against pixel ----------------------------------------------------------------------------------------- *
 * An opaque pixel of a touches b if its centre lies in an opaque pixel of b. So b must not be so thin, or a so much
 * enlarged, that it fits between the centres of a's pixels: where sizes differ much let a be the one with the smaller
 * pixels. An instance of scale 0 (in x or y) touches nothing.
 *
 * Pairs that are neither turned nor stretched go by rows of bits, 64 pixels at a time, with the offset rounded to whole
 * pixels (halves upwards), which is the same rule.
 *
 * Precision: where a centre lies in b is right to 2^-21 of how far the two are apart and reach, in pixels of b. */

typedef struct hail_sprite_pairs {
    hail_sprites a, b;                 /* of one set or two; isa: a's */
    const uint32_t *index_a, *index_b; /* pair i is instances index_a[i] and index_b[i]; NULL: instance i */
    size_t count;                      /* pairs */
} hail_sprite_pairs;

/* touching[i]: 1 if some pixel of a touches b, else 0. */
HAIL_API hail_status hail_sprite_touch(const hail_sprite_pairs *pairs, uint8_t *touching);

/* pixels[i]: how many pixels of a touch b. */
HAIL_API hail_status hail_sprite_count(const hail_sprite_pairs *pairs, uint32_t *pixels);

/* How two sprites overlap: 40 bytes. Of those that do not touch all is 0. */
typedef struct hail_sprite_overlap {
    uint32_t count;       /* pixels of a that touch b */
    int32_t a_x, a_y;     /* the first of them: of the first row the first */
    int32_t b_x, b_y;     /* the pixel of b that its centre lies in; of a tile map: counted from its corner */
    float x, y;           /* px: the mean of their centres, where they are drawn */
    float push_x, push_y; /* unit vector: the way for a to get out of b, see below */
    float depth;          /* px: how far the touching pixels reach along it; by so much, or a little less, a
                             must move */
} hail_sprite_overlap;

/* overlaps: `count` of them. The way out is against the outline of a where that lies in b: the sum over all sides that
 * touching pixels turn to open ones of a, which is the way on which the overlap shrinks fastest. Where that is nothing
 * (one is wholly inside the other) it is the way from the centre of b's opaque pixels to that of a's; (1, 0) if they
 * coincide.
 */
HAIL_API hail_status hail_sprite_overlaps(const hail_sprite_pairs *pairs, hail_sprite_overlap *overlaps);

/* The same against a tile map's solid pixels of these kinds (HAIL_KIND bits; 0: every kind), for each instance. What
 * lies outside the map is as its options say. One that is wholly inside has the push (0, 0) and the depth 0. */
HAIL_API hail_status hail_sprite_tiles(const hail_sprites *sprites, const hail_tilemap *map, uint32_t kinds,
                                       hail_sprite_overlap *overlaps);

#ifdef __cplusplus
}
#endif

#endif
