/* simd/kernels/sprites/sprites_kernels.h - signatures of the sprite kernels: boxes of transformed outlines, transforms
 * of one sprite's pixels into another's frame, and which of them touch (docs/arithmetic.md, "Sprites"). */
#ifndef HAIL_SIMD_KERNELS_SPRITES_SPRITES_KERNELS_H
#define HAIL_SIMD_KERNELS_SPRITES_SPRITES_KERNELS_H

#include "kernels/kernel_types.h"
#include "kernels/tiles/tiles_kernels.h"

/* ---- Boxes ----------------------------------------------------------------------------------------------------- */

/* Where a polygon's vertices begin, and how many there are; 0: none. If there are 3 or more, the first ones are
 * repeated after the last, up to a multiple of HAIL_SLACK. */
typedef struct hail_vertex_run {
    uint32_t first, count;
} hail_vertex_run;

/* The sector, 0 to 31, of a direction (a, b): the sum of 16 if a < 0, 8 if b < 0, 4 if |b| > |a|, and how many of the
 * tangents below are less than the smaller part over the larger one. The opposite sector differs in HAIL_OPPOSITE's
 * bits. */
enum { HAIL_DIRECTIONS = 32, HAIL_OPPOSITE = 24, HAIL_ARC = 4 };
#define HAIL_ARC_LONG  UINT32_MAX
#define HAIL_TANGENT_1 0.198912367f /* of 11.25, 22.5 and 33.75 degrees */
#define HAIL_TANGENT_2 0.414213562f
#define HAIL_TANGENT_3 0.668178638f

enum { HAIL_FRAME_WORDS = 8 }; /* of a sprite's frame */

/* Instances. origins NULL: the sprites' own. */
typedef struct hail_sprite_side {
    const float *frames; /* by sprite: origin; left, top, right, bottom of the mask (0 of an empty one); 2 zeros. All px
                            from the image's corner */
    const uint32_t *sprite; /* by instance, as all that follows; NULL: 0 */
    const float *x, *y;
    const float *cos, *sin;         /* NULL: 1, 0 */
    const float *scale_x, *scale_y; /* NULL: 1; scale_y alone: as scale_x */
    const float *origin_x, *origin_y;
} hail_sprite_side;

typedef struct hail_boxes_job {
    const float *u, *v;          /* vertices of convex polygons that turn from +x towards +y */
    const hail_vertex_run *runs; /* by sprite */
    const uint32_t
        *arcs; /* NULL, or HAIL_DIRECTIONS by sprite: the first of HAIL_ARC vertices that include the furthest one for
                  every direction in the sector; HAIL_ARC_LONG: more would be needed, or there are none */
    hail_sprite_side side; /* neither frames nor origins are read */
    float tiny;            /* a scale nearer to 0 is 0 */
    float nowhere;         /* the minima of a box without vertices; its maxima are the negative */
    float *boxes;          /* 4 each: min x, min y, max x, max y */
} hail_boxes_job;

/* Writes the boxes of instances [begin, end). */
typedef void hail_boxes_fn(const hail_boxes_job *job, uint32_t begin, uint32_t end);

/* ---- Masks ----------------------------------------------------------------------------------------------------- */

/* px: images shifted by this do not overlap, because none is wider or higher than half of it. */
#define HAIL_SHIFT_FAR 16384.0f

/* Opaque pixels, in columns left to right - 1 and rows top to bottom - 1. A mask holds them twice:
 *   rows     bit x % 32 of word x / 32 of a row is pixel x; 2 words more are readable behind the last
 *   columns  the frame, which is the bounds with a border of one open pixel, by columns of words: bit x % 32 of
 *            columns[x / 32 * height + y] is pixel (x, y) of it, `height` bottom - top + 2; a column of zeros and
 *            HAIL_SLACK words more are readable */
typedef struct hail_mask {
    const uint32_t *rows;
    const uint32_t *columns;
    uint32_t stride; /* words from one row to the next, even */
    int32_t left, top, right, bottom;
} hail_mask;

/* ---- One sprite as another sees it ----------------------------------------------------------------------------- */

typedef struct hail_relative_transform_job {
    hail_sprite_side a, b;
    const uint32_t *index_a, *index_b; /* instances by pair; NULL: the pair's number */
    float tiny;                        /* a scale nearer to 0 is 0 */
} hail_relative_transform_job;

/* Where a's pixels lie in b. 64 bytes.
 *   rotated 0  neither is rotated or scaled: a's pixel (i, j) lies on b's (i + shift_x, j + shift_y)
 *   rotated 1  the centre of a's pixel (i, j) lies at (x + j*vx) + i*ux, (y + j*vy) + i*uy in b's frame
 * Only pixels of a in columns left to right - 1 and rows top to bottom - 1 can touch. They lie within a's mask; with
 * rotated 0, those that they lie on are within b's. */
typedef struct hail_overlap {
    float x, y, ux, uy, vx, vy;
    int32_t shift_x, shift_y;
    int32_t left, top, right, bottom;
    uint32_t a, b;    /* sprites */
    uint32_t rotated; /* or scaled */
    uint32_t unused;
} hail_overlap;

static inline bool overlap_is_empty(const hail_overlap *o) { return o->left >= o->right || o->top >= o->bottom; }

/* The range of a in which b's bounds lie has room for rounding: this share of the sizes that go into it, plus
 * HAIL_RANGE_ROOM px. If a's axes are too nearly parallel, or the error too large, the range stays a's own. */
#define HAIL_RANGE_ERROR     0x1p-18f
#define HAIL_RANGE_ROOM      0.01f   /* px */
#define HAIL_RANGE_MAX_SCALE 1.0e30f /* 1 / determinant */
#define HAIL_RANGE_MAX_ERROR 1.0e6f  /* px */

/* Writes the transforms of pairs [begin, end), from overlaps[0] on. */
typedef void hail_relative_transform_fn(const hail_relative_transform_job *job, uint32_t begin, uint32_t end,
                                        hail_overlap *overlaps);

/* ---- Touching pixels ------------------------------------------------------------------------------------------- */

typedef enum hail_pixel_question { PIXELS_TOUCH, PIXELS_COUNT, PIXELS_ALL } hail_pixel_question;

/* A row's first and last pixel that touches; first > last: none does. Spans are of the rows from the first that touches
 * to the last. */
typedef struct hail_span {
    int16_t first, last;
} hail_span;

/* Sums over a's pixels that touch b. PIXELS_TOUCH: only whether count is 0 is valid; PIXELS_COUNT: only count. 48
 * bytes.
 */
typedef struct hail_pixel_sums {
    uint32_t count;
    int32_t first_x, first_y; /* the first pixel of the first row */
    int32_t last_y;
    int32_t side_x, side_y; /* exposed sides, towards open pixels of a: those to +x less those to -x, likewise y */
    int64_t sum_x, sum_y;   /* of the columns and the rows */
    int64_t extent; /* rotated 0, and (side_x, side_y) is not 0: how far the pixels' squares extend along it, times its
                       length; else 0 */
} hail_pixel_sums;

typedef struct hail_overlap_job {
    const hail_mask *a, *b; /* by sprite */
    hail_pixel_question of;
    hail_span *spans; /* PIXELS_ALL: pair i's begin at spans[i * rows]. Not valid where the sums have an extent */
    uint32_t rows;    /* no pair has more; of no use for a single pair */
} hail_overlap_job;

/* Pair i's; NULL if none are asked for. */
static inline hail_span *hail_pair_spans(const hail_overlap_job *job, uint32_t i) {
    return job->of == PIXELS_ALL ? job->spans + (size_t)i * job->rows : NULL;
}

/* Finds which pixels touch. There are two kernels: overlap_shifted for rotated 0, overlap_rotated for rotated 1. Each
 * skips the other's pairs and leaves their sums as they are. */
typedef void hail_overlap_fn(const hail_overlap_job *job, const hail_overlap *overlaps, uint32_t count,
                             hail_pixel_sums *sums_of);

/* Returns how far the pixels of rows first to last extend along (x, y). spans: of these rows; at least one has pixels.
 */
typedef double hail_pixel_extent_fn(const hail_span *spans, int32_t first, int32_t last, double x, double y);

/* ---- Answers ---------------------------------------------------------------------------------------------------- */

enum { HAIL_ANSWER_WORDS = 10 };

/* Pairs with rotated 0, from the first one's number on. */
typedef struct hail_overlap_answers_job {
    const hail_relative_transform_job *pairs;
    uint32_t first;
    const hail_overlap *overlaps;
    const hail_pixel_sums *sums;
    float
        *answers; /* as hail_sprite_overlap has them: count; the first pixel, in a and in b; the centre; push; depth */
} hail_overlap_answers_job;

/* Writes the answers of the listed ones of these pairs; in all of them pixels touch, and sums.extent is not 0. */
typedef void hail_overlap_answers_fn(const hail_overlap_answers_job *job, const uint32_t *list, uint32_t count);

/* ---- Pixels on their way ---------------------------------------------------------------------------------------- */

/* A coordinate in another sprite's image of the centres of a moving sprite's pixels: of pixel (0, 0) it is `at`, of the
 * next row `row` more, of the next column 1 / columns more. The rays must come between `low` and `high`. Any error is
 * less than what was added to these. */
typedef struct hail_ray_slab {
    float low, high, at, row;
    float columns, still; /* columns 0: all columns of a row are at one place, but for `still` px */
} hail_ray_slab;

enum { HAIL_RAY_SLABS = 3 };

typedef struct hail_ray_columns_job {
    hail_ray_slab slab[HAIL_RAY_SLABS];
    float left, last; /* the columns that count */
} hail_ray_columns_job;

/* For rows [begin, end), from first[0] and last[0] on: which columns' rays may come into all slabs. None if the first
 * is after the last. */
typedef void hail_ray_columns_fn(const hail_ray_columns_job *job, uint32_t begin, uint32_t end, uint32_t *first,
                                 uint32_t *last);

/* Where both coordinates come into a box. */
typedef struct hail_box_slabs {
    hail_ray_slab x, y;
} hail_box_slabs;

typedef struct hail_near_pixels_job {
    const hail_box_slabs *boxes;
    uint32_t count;   /* of boxes */
    int32_t word;     /* its pixels are columns 64 * word to 64 * word + 63 */
    float left, last; /* the columns that count */
} hail_near_pixels_job;

/* For rows [begin, end), from bits[0] on: which of a word's pixels may come into some box. */
typedef void hail_near_pixels_fn(const hail_near_pixels_job *job, uint32_t begin, uint32_t end, uint64_t *bits);

/* Where an image lies, in double precision: the centre of pixel (i, j) at (x + (xx*px + xy*py), y + (yx*px + yy*py)),
 * px = (i + 0.5) - origin_x, py = (j + 0.5) - origin_y. */
typedef struct hail_image_frame {
    double x, y, xx, xy, yx, yy, origin_x, origin_y;
} hail_image_frame;

/* Writes the centres of pixels i + 65536 * j, rounded, but never up to a whole number. The arrays have room for
 * HAIL_SLACK more. */
typedef void hail_pixel_centres_fn(const hail_image_frame *frame, const uint32_t *pixels, uint32_t count, float *x,
                                   float *y);

typedef struct hail_solid_pixels_job {
    const hail_tile_view *view; /* places are counted from its corner */
    hail_image_frame frame;
    int32_t row, column; /* of the first pixel */
} hail_solid_pixels_job;

/* Of `count` rows of up to 64 pixels each, leaves those bits whose centres, rounded, lie in solid pixels of a map.
 * Returns whether a coordinate of one of the pixels given is a whole number, or 2^23 or more. */
typedef bool hail_solid_pixels_fn(const hail_solid_pixels_job *job, uint32_t count, uint64_t *bits);

enum { HAIL_MOST_PIXEL_RAYS = 256 };
#define HAIL_PIXEL_STILL 1.0e30f /* 1 / a motion of (nearly) nothing */
#define HAIL_PIXEL_NEVER 4.0f

/* The centre of a moving sprite's pixel (i, j) starts at ((x + j*vx) + i*ux, (y + j*vy) + i*uy) in another sprite's
 * image, and moves by (dx, dy) from time 0 to 1. */
typedef struct hail_pixel_rays_job {
    const hail_mask *other;
    float x, y, ux, uy, vx, vy, dx, dy;
    float slow_x, slow_y; /* 1 / |dx|, at most HAIL_PIXEL_STILL */
    float error;          /* px: more than the rounding errors of a centre, and of its place later; below 1/16 */
    float until;
    const uint32_t *pixels; /* i + 65536 * j */
} hail_pixel_rays_job;

/* Lists, by their numbers, the pixels whose centres may be the first to be in an opaque one, or one of them, at the
 * latest at `until`. The first one is listed, whatever the errors are. At most HAIL_MOST_PIXEL_RAYS pixels; `found` has
 * room for HAIL_SLACK more. Returns how many it lists. */
typedef uint32_t hail_pixel_rays_fn(const hail_pixel_rays_job *job, uint32_t count, uint32_t *found);

#endif
