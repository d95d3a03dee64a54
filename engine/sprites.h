/* engine/sprites.h - sprite sets from the inside. */
#ifndef HAIL_ENGINE_SPRITES_H
#define HAIL_ENGINE_SPRITES_H

#include <hail/sprite.h>

#include "kernels.h"
#include "memory.h"

typedef struct hail_template {
    hail_sprite_info info;
    size_t rows;     /* its first word */
    uint32_t stride; /* words a row, an even number */
} hail_template;

struct hail_spriteset {
    hail_heap heap;
    uint32_t count;
    hail_buffer templates; /* hail_template */
    hail_buffer words;     /* u32: bit x % 32 of word x / 32 of a row is pixel x */
    hail_buffer u, v;      /* floats: vertices less the origin */
    hail_buffer hulls;     /* hail_run by sprite: of its hull's vertices */
    hail_buffer arcs;      /* u32, HAIL_SECTORS by sprite: as in hail_boxes_job */
    hail_buffer images;    /* hail_run by sprite: of its image's four corners */
    size_t word_count;
    uint32_t vertex_count;
};

static inline const hail_template *spriteset_template(const hail_spriteset *set, uint32_t sprite) {
    return (const hail_template *)set->templates.data + sprite;
}

/* As the kernels see its opaque pixels. */
static inline hail_mask spriteset_mask(const hail_spriteset *set, const hail_template *t) {
    return (hail_mask){.rows = (const uint32_t *)set->words.data + t->rows,
                       .stride = t->stride,
                       .left = (int32_t)t->info.left,
                       .top = (int32_t)t->info.top,
                       .right = (int32_t)t->info.right,
                       .bottom = (int32_t)t->info.bottom};
}

/* An instance, as it is drawn: pixel coordinates p lie at (x, y) + m * (p - origin). */
typedef struct hail_drawn {
    double x, y;
    double xx, xy, yx, yy; /* m: x = xx * px + xy * py, y = yx * px + yy * py */
    double origin_x, origin_y;
    bool plain; /* neither turned nor stretched */
    bool flat;  /* of scale 0 */
} hail_drawn;

hail_drawn hail_sprite_drawn(const hail_sprites *sprites, uint32_t index);

hail_status hail_check_sprites(const hail_kernels *kernels, const hail_sprites *sprites);

/* What an overlap is to the caller: a tally of touching pixels of an instance of a. away: the way out if no side of
 * them is open. b_x and b_y are left alone. */
void hail_overlap_describe(const hail_drawn *a, const hail_tally *tally, const hail_span *spans, double away_x,
                           double away_y, hail_sprite_overlap *overlap);

/* One instance against a map. */
void hail_overlap_map(const hail_kernels *kernels, const hail_tilemap *map, const hail_tile_view *view, uint32_t kinds,
                      const hail_mask *mask, const hail_drawn *drawn, hail_sprite_overlap *overlap);

/* ---- Pairs ------------------------------------------------------------------------------------------------------ */

/* Two instances: of_a, of_b, a, b, job.a and job.b are given, hail_sprite_pair_set fills in the rest. */
typedef struct hail_sprite_pair {
    const hail_sprite_info *of_a, *of_b;
    hail_drawn a, b;
    hail_overlap_job job;
    bool shifted; /* for the kernel for those that are not turned */
    bool never;   /* they do not touch: no kernel need look */
} hail_sprite_pair;

void hail_sprite_pair_set(hail_sprite_pair *m);

/* Asks the kernel that is for them. */
void hail_sprite_pair_meet(const hail_kernels *kernels, const hail_sprite_pair *m, hail_tally_of of, hail_tally *tally);

/* The answer to TALLY_ALL. */
void hail_sprite_pair_describe(const hail_sprite_pair *m, const hail_tally *tally, hail_sprite_overlap *overlap);

/* How far the touching pixels' squares reach along (x, y), in pixels of a. */
double hail_tally_support(const hail_tally *tally, const hail_span *spans, double x, double y);

#endif
