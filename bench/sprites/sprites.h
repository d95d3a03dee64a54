/* bench/sprites/sprites.h - sprites with transparent borders, instances and pairs of them, and the contenders for their
 * boxes and overlaps. */
#ifndef SPRITES_H
#define SPRITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SPRITE_TEMPLATES = 48, SPRITE_SIDE = 96, SPRITE_WORDS = 2, SPRITE_HULL = 96 };

/* A disc, a ring, a ship or a laser, 12 to 96 px wide and high, with 1 to 6 transparent px on each side; the origin is
 * the image's middle. */
typedef struct sprite_template {
    uint32_t width, height;
    float origin_x, origin_y;
    uint32_t left, top, right, bottom;         /* of the opaque pixels; right and bottom exclusive */
    uint64_t rows[SPRITE_SIDE * SPRITE_WORDS]; /* SPRITE_WORDS a row: bit x % 64 of word x / 64 is pixel x */
    uint32_t hull; /* vertices of the hull of the opaque pixels' squares, from +x towards +y */
    float hull_x[SPRITE_HULL], hull_y[SPRITE_HULL]; /* px from the top left corner */
} sprite_template;

/* Makes SPRITE_TEMPLATES of them. NULL: no memory. */
sprite_template *sprite_templates_create(uint64_t seed);
double sprite_templates_mean_hull(const sprite_template *templates);

static inline bool sprite_opaque(const sprite_template *sprite, int32_t x, int32_t y) {
    return x >= 0 && y >= 0 && x < (int32_t)sprite->width && y < (int32_t)sprite->height &&
           (sprite->rows[y * SPRITE_WORDS + x / 64] >> x % 64 & 1);
}

/* Instances anywhere on a screen. cos to scale_y NULL: neither rotated nor stretched. */
typedef struct sprite_instances {
    size_t count;
    float *x, *y, *cos, *sin, *scale_x, *scale_y;
    uint32_t *sprite;
} sprite_instances;

/* Makes instances with any rotation, scales of 0.5 to 2, a quarter of them mirrored. NULL: no memory. */
sprite_instances *sprite_instances_create(size_t count, uint64_t seed);
void sprite_instances_destroy(sprite_instances *instances);

/* Copies instances in another order; `to` has as many. */
void sprite_instances_deal(sprite_instances *to, const sprite_instances *from, uint64_t *state);

/* The parts of both: columns to fill, and the placement of one instance. */
sprite_instances *sprite_instances_room(size_t count, bool aligned);
void sprite_instances_place(sprite_instances *at, size_t i, uint64_t *state);

/* An instance's matrix: its columns are the images of a pixel's width and height. */
typedef struct sprite_axes {
    double xx, xy, yx, yy; /* x = xx * i + xy * j, y = yx * i + yy * j */
} sprite_axes;

sprite_axes sprite_axes_of(const sprite_instances *instances, size_t i);

typedef struct sprite_box {
    float min_x, min_y, max_x, max_y;
} sprite_box;

/* The box of an instance's opaque pixels, in double precision, rounded once. */
sprite_box sprite_exact_box(const sprite_template *templates, const sprite_instances *instances, size_t i);

/* Pairs whose boxes overlap, in random order; half of them touch. The positions of aligned ones are multiples of 1/16
 * px, so that no sum is rounded. */
typedef struct sprite_pairs {
    sprite_instances *instances; /* two a pair */
    size_t count;
    uint32_t *a, *b;
} sprite_pairs;

sprite_pairs *sprite_pairs_create(const sprite_template *templates, bool aligned, size_t count, uint64_t seed);
void sprite_pairs_destroy(sprite_pairs *pairs);

/* Shuffles the pairs. */
void sprite_pairs_deal(sprite_pairs *pairs, uint64_t *state);

/* most: how many instances it answers at most (0: all). create: NULL: it failed. find: answers all instances. box: the
 * last answer. destroy: NULL is allowed. */
typedef struct box_contender {
    const char *name;
    size_t most;
    bool whole; /* whole pixels; a tip between the corners of pixels is missed */
    void *(*create)(const sprite_template *templates, size_t most, const char *variant);
    void (*find)(void *self, const sprite_instances *instances, size_t count);
    sprite_box (*box)(const void *self, size_t instance);
    void (*destroy)(void *self);
} box_contender;

extern const box_contender box_contender_hail;
extern const box_contender box_contender_plain; /* and plain:tuned */
extern const box_contender box_contender_scan;  /* scans the screen's pixels from each side */

/* The same for pairs. count: how many pixels of a touch b; with `yes_no` 1 or 0. */
typedef struct overlap_contender {
    const char *name;
    bool yes_no;
    void *(*create)(const sprite_template *templates, size_t most, const char *variant);
    void (*find)(void *self, const sprite_pairs *pairs);
    uint32_t (*count)(const void *self, size_t pair);
    void (*destroy)(void *self);
} overlap_contender;

extern const overlap_contender overlap_contender_hail;     /* counts                           */
extern const overlap_contender overlap_contender_touch;    /* Hail's, too: yes or no           */
extern const overlap_contender overlap_contender_overlaps; /* Hail's, too: place, way out, depth */
extern const overlap_contender overlap_contender_plain;    /* counts; and plain:tuned          */
extern const overlap_contender overlap_contender_plain_touch;

#ifdef __cplusplus
}
#endif

#endif
