/* engine/sprites/sprite_data.h - what sprite sets are made of, and the sprite code's shared functions. */
#ifndef HAIL_SPRITES_SPRITE_DATA_H
#define HAIL_SPRITES_SPRITE_DATA_H

#include <hail/contact.h>
#include <hail/sprite.h>

#include "base/check.h"
#include "base/memory.h"

typedef struct hail_template {
    hail_sprite_info info;
    size_t rows, columns; /* index of the first word of each of its two masks */
    uint32_t stride;      /* words per row, an even number */
} hail_template;

struct hail_spriteset {
    hail_heap heap;
    uint32_t count;
    hail_buffer templates; /* hail_template */
    hail_buffer words;     /* u32: masks, each as hail_mask has them */
    hail_buffer masks;     /* hail_mask by sprite */
    hail_buffer frames;    /* floats, HAIL_FRAME_WORDS by sprite: as in hail_sprite_side */
    hail_buffer u, v;      /* floats: vertices less the origin */
    hail_buffer hulls;     /* hail_vertex_run by sprite: of its hull's vertices */
    hail_buffer arcs;      /* u32, HAIL_DIRECTIONS by sprite: as in hail_boxes_job */
    hail_buffer images;    /* hail_vertex_run by sprite: of its image's four corners */
    size_t word_count;
    uint32_t vertex_count;
};

static inline const hail_template *spriteset_template(const hail_spriteset *set, uint32_t sprite) {
    return (const hail_template *)set->templates.data + sprite;
}

static inline const hail_mask *spriteset_masks(const hail_spriteset *set) { return set->masks.data; }

/* A template's mask as the kernels take it. */
static inline hail_mask spriteset_mask(const hail_spriteset *set, const hail_template *t) {
    const uint32_t *words = set->words.data;
    return (hail_mask){.rows = words + t->rows,
                       .columns = words + t->columns,
                       .stride = t->stride,
                       .left = (int32_t)t->info.left,
                       .top = (int32_t)t->info.top,
                       .right = (int32_t)t->info.right,
                       .bottom = (int32_t)t->info.bottom};
}

/* Where an instance is drawn: pixel coordinates p lie at (x, y) + m * (p - origin). */
typedef struct hail_sprite_pose {
    double x, y;
    double xx, xy, yx, yy; /* m: x = xx * px + xy * py, y = yx * px + yy * py */
    double origin_x, origin_y;
    bool plain; /* neither rotated nor stretched */
    bool flat;  /* of scale 0 */
} hail_sprite_pose;

hail_sprite_pose hail_sprite_pose_of(const hail_sprites *sprites, uint32_t index);

/* The centre of a pixel. */
static inline void sprite_centre_of(const hail_sprite_pose *d, int32_t column, int32_t row, double *x, double *y) {
    const double px = column + 0.5 - d->origin_x, py = row + 0.5 - d->origin_y;
    *x = d->x + (d->xx * px + d->xy * py);
    *y = d->y + (d->yx * px + d->yy * py);
}

/* As kernels take it. */
static inline hail_image_frame sprite_frame(const hail_sprite_pose *d) {
    return (hail_image_frame){d->x, d->y, d->xx, d->xy, d->yx, d->yy, d->origin_x, d->origin_y};
}

/* What the caller calls the arrays of its instances. */
typedef struct hail_sprite_fields {
    const char *set, *x, *y, *rotation[2], *scale_x, *scale_y, *origin_x, *origin_y, *sprite, *count;
} hail_sprite_fields;

/* The names of instances that the caller has in `of`, such as "pairs->a." or "sprites->". */
#define HAIL_SPRITE_FIELDS(of)                                                                                         \
    {                                                                                                                  \
        of "set", of "x", of "y", {of "cos", of "sin"}, of "scale_x", of "scale_y", of "origin_x", of "origin_y",      \
            of "sprite", of "count"                                                                                    \
    }

/* Validates instances, as hail/sprite.h says. */
hail_status hail_check_sprites(const hail_checks *checks, const hail_sprite_fields *fields,
                               const hail_sprites *sprites);

/* Describes an overlap from the sums over the touching pixels of a. away: the direction of the push if none of their
 * sides is open. Does not write b_x and b_y. */
void hail_overlap_describe(const hail_kernels *kernels, const hail_sprite_pose *a, const hail_pixel_sums *sums,
                           const hail_span *spans, double away_x, double away_y, hail_sprite_overlap *overlap);

/* Tests one instance against a map. */
void hail_overlap_map(const hail_kernels *kernels, const hail_tilemap *map, const hail_tile_view *view, uint32_t kinds,
                      const hail_mask *mask, const hail_sprite_pose *pose, hail_sprite_overlap *overlap);

/* Receives a solid pixel of a map, counted from the map's corner. */
typedef void hail_map_pixel_fn(void *user, int32_t x, int32_t y);

/* Passes on the solid pixels of a map under the centres of an instance's opaque pixels; some may come several times. */
void hail_overlap_map_pixels(const hail_kernels *kernels, const hail_tilemap *map, const hail_tile_view *view,
                             uint32_t kinds, const hail_mask *mask, const hail_sprite_pose *pose,
                             hail_map_pixel_fn *sink, void *user);

/* ---- Pairs ------------------------------------------------------------------------------------------------------ */

/* Whether the touching pixels are open to one side more than to the other. */
static inline bool hail_sums_open(const hail_pixel_sums *sums) { return sums->side_x || sums->side_y; }

/* Describes how an instance of a overlaps one of b, from the sums of PIXELS_ALL. b: where it stands does not matter if
 * the sums are open. */
void hail_overlap_answer(const hail_kernels *kernels, const hail_sprite_info *of_a, const hail_sprite_pose *a,
                         const hail_sprite_info *of_b, const hail_sprite_pose *b, const hail_overlap *transform,
                         const hail_pixel_sums *sums, const hail_span *spans, hail_sprite_overlap *overlap);

/* Makes the contact of it. swapped: the normal points from b to a. */
hail_contact hail_overlap_contact(const hail_sprite_overlap *overlap, bool swapped);

/* Instances as the kernels take them. */
hail_sprite_side hail_sprites_side(const hail_sprites *sprites);

/* Computes where the pixels of pairs [begin, end) lie in each other; one alone by the scalar reference. */
void hail_relative_transforms(const hail_kernels *kernels, const hail_relative_transform_job *job, uint32_t begin,
                              uint32_t end, hail_overlap *overlaps);

/* Runs the kernels for a block of pairs. */
void hail_overlap_run(const hail_kernels *kernels, const hail_overlap_job *job, const hail_overlap *overlaps,
                      uint32_t count, hail_pixel_sums *sums_of);

/* The highest projection of the touching pixels' squares onto (x, y), in pixels of a. */
double hail_pixel_support(const hail_pixel_sums *sums, const hail_span *spans, double x, double y);

#endif
