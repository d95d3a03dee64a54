/* engine/step/part_search.h - the work on one rule with compounds or sprites, and a pair of bodies in it
 * (collide_parts.c, collide_sprites.c). */
#ifndef HAIL_STEP_PART_SEARCH_H
#define HAIL_STEP_PART_SEARCH_H

#include "pairs/pair_batch.h"
#include "statics/static_query.h"

/* Pairs of sprites, by their numbers in the batch, that are tested when the batch is flushed. */
typedef struct hail_pixel_pairs {
    uint32_t count;
    uint32_t list[BATCH_PAIRS];
} hail_pixel_pairs;

#define NO_PAIR UINT32_MAX

/* The work on one rule. */
typedef struct hail_part_search {
    hail_world *world;
    const hail_rule *rule;
    const hail_layer *a, *b;
    hail_narrowing narrowing; /* its sides are the bodies' columns */
    bool swept;
    uint32_t limit;
    uint32_t pair;      /* the current pair of bodies */
    uint32_t found;     /* contacts */
    uint32_t last_pair; /* of the last contact found; NO_PAIR: none was */
    hail_found status;
    hail_take_contacts_fn *take; /* NULL: all contacts are kept */
    void *take_user;
    hail_pair_batch batch;
    const hail_spriteset *set_a, *set_b; /* of the pairs of sprites in the batch */
    uint32_t sprite_a[BATCH_PAIRS], sprite_b[BATCH_PAIRS];
    hail_pixel_pairs straight, swapped; /* swapped: b has the smaller pixels */
} hail_part_search;

/* A pair of bodies whose parts are looked at. */
typedef struct hail_body_pair {
    uint32_t a, b; /* indices */
    const hail_shape_entry *entry_a, *entry_b;
    hail_body_row row_a, row_b;
    hail_pose pose_a, pose_b;
    float error; /* px: see hail_pair_error */
} hail_body_pair;

/* Collides a pair of which one or both are sprites: puts contacts into the batch, or pairs that
 * hail_part_search_fill_pixels tests. */
void hail_collide_sprites(hail_part_search *s, const hail_body_pair *c);

/* Tests the pairs of sprites in the batch. user: a hail_part_search. */
void hail_part_search_fill_pixels(void *user);

#endif
