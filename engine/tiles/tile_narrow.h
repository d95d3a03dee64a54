/* engine/tiles/tile_narrow.h - the narrowphase of pairs of shapes and rectangles: a kernel for upright shapes, another
 * one for all others; then which contacts are exposed. */
#ifndef HAIL_TILES_TILE_NARROW_H
#define HAIL_TILES_TILE_NARROW_H

#include "tile_pairs.h"

/* The left, top, right and bottom of the compound that a mover is a part of, px from the map's corner, where its motion
 * starts. False: it is no part of one. */
typedef bool hail_compound_ends_fn(void *user, const hail_tile_mover *mover, double ends[4]);

typedef struct hail_tile_narrow {
    const hail_tile_query *query;
    bool swept;                  /* on their ways; else where they are */
    bool whether;                /* only whether they touch: how is not wanted */
    float skin;                  /* px: by which shapes are grown; no way out leads from what only the skin overlaps */
    hail_compound_ends_fn *ends; /* NULL: no mover is a part of a compound */
    void *user;
} hail_tile_narrow;

/* Fills the answers of all pairs, and lists those that have a contact in p->hits. Returns how many these are. A contact
 * that is not exposed has `how` HAIL_IS_BURIED. */
uint32_t hail_tile_narrow_pairs(const hail_tile_narrow *n, hail_tile_pairs *p);

/* The contact of a pair that is `ready`; else only its normal and its depth are right. Points are relative to the
 * mover's place. */
hail_contact hail_pair_contact(const hail_tile_pairs *p, uint32_t i);

#endif
