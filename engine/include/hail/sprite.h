/* hail/sprite.h - sprites: masks of opaque pixels, their exact boxes under rotation and stretching, and pixel-exact
 * overlap.
 *
 *     uint32_t ship;
 *     hail_box boxes[2];
 *     float x[2] = {100, 120}, y[2] = {100, 110}, cos[2] = {1, 0}, sin[2] = {0, 1};
 *     hail_spriteset *set;
 *     hail_spriteset_create(NULL, &set);
 *     hail_image image = {.rgba = pixels, .width = 48, .height = 32, .origin_x = 24, .origin_y = 16};
 *     hail_spriteset_add(set, &image, &ship);
 *     hail_sprites sprites = {.set = set, .x = x, .y = y, .cos = cos, .sin = sin, .count = 2};
 *     hail_sprite_boxes(&sprites, HAIL_BOX_OPAQUE, boxes);
 *
 * A set holds templates. An instance is a template drawn with its origin (the pivot) at (x, y): stretched about the
 * origin (a negative scale mirrors), then rotated. Neither needs a world; hail_shape_sprite adds a template
 * to a set of shapes.
 *
 * Pixel (i, j) of an image is the square from (i, j) to (i + 1, j + 1), from the image's top left corner. Rows go down,
 * as y does.
 *
 * Every call answers HAIL_BAD_ARGUMENT if a pointer that it needs is NULL; the comments name the other errors.
 *
 * Threads: any number of threads may call functions that take a const set at the same time, as long as no thread adds
 * to it. */
#ifndef HAIL_SPRITE_H
#define HAIL_SPRITE_H

#include "batch.h"
#include "tilemap.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HAIL_MAX_SPRITE = 8192,    /* px: largest width and height of an image */
    HAIL_MAX_SPRITES = 1 << 20 /* most templates of a set */
};

/* ---- Templates --------------------------------------------------------------------------------------------------- */

typedef struct hail_spriteset hail_spriteset;

/* An image to make a template from: give either `rgba` or `bits`. */
typedef struct hail_image {
    const uint8_t *rgba;  /* height rows of width pixels of 4 bytes (red, green, blue, alpha), or NULL */
    const uint64_t *bits; /* height rows of (width + 63) / 64 words, or NULL. Pixel x is bit x % 64 of word x / 64; 1 is
                             opaque. Bits past the width must be 0 */
    size_t pitch; /* from one row to the next, in bytes (rgba) or words (bits), at most 2^31 - 1; 0: tightly packed */
    uint32_t width, height; /* px, 1 to HAIL_MAX_SPRITE */
    uint8_t threshold; /* rgba: a pixel is opaque if its alpha is at least this; 0 (default) means 1: every pixel that
                          is not fully transparent */
    float origin_x, origin_y; /* px: the pivot, from the top left corner; absolute values at most HAIL_MAX_REACH */
} hail_image;

typedef struct hail_sprite_info {
    uint32_t width, height;            /* px */
    float origin_x, origin_y;          /* px, from the top left corner */
    uint32_t opaque;                   /* number of opaque pixels; 0: an empty sprite */
    uint32_t left, top, right, bottom; /* their bounds: columns left to right - 1, rows top to bottom - 1; all 0 if
                                          empty */
    float centre_x, centre_y;          /* px, from the top left corner: the mean of the opaque pixels' centres */
    float radius;                      /* px: of the circle about the origin that contains them */
    uint32_t hull;                     /* number of vertices of their convex hull */
} hail_sprite_info;

typedef struct hail_spriteset_size {
    uint32_t sprites; /* templates; their numbers are 0 to sprites - 1 */
    size_t bytes;     /* of the caller's allocator */
} hail_spriteset_size;

/* Makes an empty set. context NULL: the defaults. The caller owns it: hail_spriteset_destroy. On failure *set is NULL.
 *
 * HAIL_OK, or HAIL_NO_MEMORY. */
HAIL_API hail_status hail_spriteset_create(const hail_context *context, hail_spriteset **set);

/* Frees the set. First destroy all sets of shapes that hold its sprites; a world's own set goes with the world. NULL is
 * fine. */
HAIL_API void hail_spriteset_destroy(hail_spriteset *set);

/* Adds a template and writes its number (0, 1, 2, ...). An image without opaque pixels is allowed: it touches nothing.
 *
 * HAIL_OK, or nothing is added: HAIL_BAD_ARGUMENT, HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE (width, height, origin),
 * HAIL_TOO_LARGE (an opaque pixel further than HAIL_MAX_REACH from the origin), HAIL_FULL, HAIL_NO_MEMORY.
 *
 * Memory: 1 bit a pixel, in rows of 64-bit words; the same again for the opaque pixels' box with a border of 1 px, in
 * words of 32 bits, and one such word a row; 8 bytes a vertex of the hull; and about 600 bytes. */
HAIL_API hail_status hail_spriteset_add(hail_spriteset *set, const hail_image *image, uint32_t *sprite);

/* Adds a stretched or mirrored copy of a template, for worlds, where a body's scale is uniform. The origin is stretched
 * with it.
 *
 *   scale_x, scale_y  absolute values 1/64 to 64; negative ones mirror
 *
 * The copy is just large enough for the stretched image (mirroring is applied first). A pixel of it is opaque if the
 * source pixel under its centre is. Fails as hail_spriteset_add does, with HAIL_OUT_OF_RANGE also for a copy larger
 * than HAIL_MAX_SPRITE or an origin beyond HAIL_MAX_REACH. */
HAIL_API hail_status hail_spriteset_add_stretched(hail_spriteset *set, uint32_t sprite, float scale_x, float scale_y,
                                                  uint32_t *copy);

/* Describes a template. HAIL_OUT_OF_RANGE: the set has no sprite of that number. */
HAIL_API hail_status hail_spriteset_describe(const hail_spriteset *set, uint32_t sprite, hail_sprite_info *info);

/* Writes the convex hull of the opaque pixels' squares (A. Andrew, Another efficient algorithm for convex hulls in two
 * dimensions, 1979). x, y: px from the top left corner, whole numbers; each has room for info.hull of them. Vertices
 * wind from +x towards +y. HAIL_OUT_OF_RANGE: the set has no sprite of that number. */
HAIL_API hail_status hail_spriteset_hull(const hail_spriteset *set, uint32_t sprite, float *x, float *y);

/* Writes a template's mask: height rows of (width + 63) / 64 words, in the format of hail_image's bits.
 * HAIL_OUT_OF_RANGE: the set has no sprite of that number. */
HAIL_API hail_status hail_spriteset_bits(const hail_spriteset *set, uint32_t sprite, uint64_t *rows);

/* Measures a set: how many templates it has, and its memory. */
HAIL_API hail_status hail_spriteset_measure(const hail_spriteset *set, hail_spriteset_size *size);

/* ---- Instances --------------------------------------------------------------------------------------------------- */

/* Instances, as a structure of arrays of `count` elements. Calls that take one validate all of it before they write
 * anything: HAIL_BAD_ARGUMENT (a null pointer where an array is needed, `cos` without `sin`, `scale_y` without
 * `scale_x`, `origin_x` without `origin_y`, a sprite that is not in the set, more than 2^31 - 1 of anything),
 * HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE (a position beyond HAIL_MAX_BOUND, a scale beyond HAIL_MAX_SCALE, an origin beyond
 * HAIL_MAX_REACH, a cos and sin that are not a unit vector to within 1e-4), HAIL_UNKNOWN_VARIANT. Nothing is allocated;
 * up to 70 KB of stack are used, by hail_spriteset_add too. An instance, or pair, gives the same bits anywhere in the
 * arrays and on every instruction set. */
typedef struct hail_sprites {
    const hail_context *context; /* NULL: the defaults */
    const hail_spriteset *set;
    const float *x, *y;               /* px: where the origin lies */
    const float *cos, *sin;           /* unit vectors to within 1e-4; both NULL: not rotated */
    const float *scale_x, *scale_y;   /* negative: mirrored; 0: flat, touches nothing. scale_y NULL: as scale_x; both
                                         NULL: 1. Absolute values below HAIL_TINY count as 0 */
    const float *origin_x, *origin_y; /* px: replace the templates' origins; both NULL: those */
    const uint32_t *sprite;           /* NULL: sprite 0 for all */
    size_t count;
} hail_sprites;

typedef enum hail_box_kind {
    HAIL_BOX_IMAGE = 0, /* of the whole image, with its transparent border */
    HAIL_BOX_OPAQUE     /* of the opaque pixels' squares: the tightest box */
} hail_box_kind;

/* A box in px. The box of an empty sprite's opaque pixels is empty: its minima are HAIL_NOWHERE, its maxima
 * -HAIL_NOWHERE. The usual comparisons find that it overlaps nothing; min_x > max_x tests for it. */
#define HAIL_NOWHERE 3.0e38f
typedef struct hail_box {
    float min_x, min_y, max_x, max_y;
} hail_box;

/* A box of whole pixels: left and top inclusive, right and bottom exclusive. */
typedef struct hail_pixel_box {
    int32_t left, top, right, bottom;
} hail_pixel_box;

/* Computes the axis-aligned boxes: boxes[i], of sprites->count, is that of instance i. HAIL_BOX_OPAQUE looks only at
 * the hull's vertices, so its cost does not depend on the number of pixels. Precision, with the templates' own origins:
 * 2 ulps of the larger of the coordinates and the box's extent from its origin. */
HAIL_API hail_status hail_sprite_boxes(const hail_sprites *sprites, hail_box_kind of, hail_box *boxes);

/* Rounds `count` boxes outwards to whole pixels. context NULL: the defaults. An empty box becomes INT32_MAX, INT32_MAX,
 * INT32_MIN, INT32_MIN, with left > right. HAIL_NOT_FINITE; HAIL_OUT_OF_RANGE: a coordinate beyond 2^31 - 128 (except
 * in empty boxes); HAIL_BAD_ARGUMENT: a null pointer, more than 2^31 - 1 boxes; HAIL_UNKNOWN_VARIANT. */
HAIL_API hail_status hail_pixel_boxes(const hail_context *context, const hail_box *boxes, size_t count,
                                      hail_pixel_box *pixels);

/* ---- Pixel against pixel ----------------------------------------------------------------------------------------- *
 * An opaque pixel of a touches b if its centre lies in an opaque pixel of b. So a very thin b, or one whose pixels are
 * much smaller than a's, can fit between the centres of a's pixels and be missed: where scales differ much, let a be
 * the sprite with the smaller pixels. An instance of scale 0 (in x or y) touches nothing.
 *
 * Pairs that are neither rotated nor stretched are tested 64 pixels at a time, with the offset rounded to whole pixels
 * (halves up). This follows the same rule.
 *
 * Time grows with the pixels: sprites of 64 px cost 5 to 10 times as much as those of 24 px.
 *
 * Precision: a centre's position in b is accurate to 2^-21 of the pair's distance and extent, in pixels of b. */

typedef struct hail_sprite_pairs {
    hail_sprites a, b;                 /* from one set or from two; a's context is used */
    const uint32_t *index_a, *index_b; /* pair i is instances index_a[i] and index_b[i]; NULL: instance i */
    size_t count;                      /* pairs */
} hail_sprite_pairs;

/* How two sprites overlap: 40 bytes; all 0 if they do not touch. */
typedef struct hail_sprite_overlap {
    uint32_t count;       /* pixels of a that touch b */
    int32_t a_x, a_y;     /* the first of them, row by row */
    int32_t b_x, b_y;     /* the pixel of b under its centre; in a tile map, counted from the map's corner */
    float x, y;           /* px: the mean of their centres, where they are drawn */
    float push_x, push_y; /* unit vector: the direction in which to push a out of b, see below */
    float depth;          /* px: how far the touching pixels extend along it; moving a by that, or a little less,
                             frees it */
} hail_sprite_overlap;

/* Tells which pairs touch: touching[i], of pairs->count, is 1 if some pixel of a touches b, else 0. */
HAIL_API hail_status hail_sprite_touch(const hail_sprite_pairs *pairs, uint8_t *touching);

/* Counts the touching pixels: pixels[i], of pairs->count, is how many pixels of a touch b. */
HAIL_API hail_status hail_sprite_count(const hail_sprite_pairs *pairs, uint32_t *pixels);

/* Describes how pairs overlap: overlaps[i], of pairs->count, is for pair i.
 *
 * push is the direction in which the overlap shrinks fastest: against the sum of the outward normals of all sides of
 * touching pixels that border on transparent pixels of a. If that sum is 0 (one sprite is wholly inside the other),
 * push points from the centre of b's opaque pixels to that of a's; (1, 0) if these coincide. */
HAIL_API hail_status hail_sprite_overlaps(const hail_sprite_pairs *pairs, hail_sprite_overlap *overlaps);

/* Describes how instances overlap a tile map's solid pixels of these kinds (HAIL_KIND bits; 0: every kind):
 * overlaps[i], of sprites->count, is for instance i. The map's options say whether its outside is solid. An instance
 * wholly inside solid pixels has push (0, 0) and depth 0. */
HAIL_API hail_status hail_sprite_tilemap_overlaps(const hail_sprites *sprites, const hail_tilemap *map, uint32_t kinds,
                                                  hail_sprite_overlap *overlaps);

#ifdef __cplusplus
}
#endif

#endif
