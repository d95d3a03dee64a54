/* engine/tiles/tile_answers.h - from pairs that have a contact to answers: each mover's first hit, or the best contact
 * of each cell that it touches. */
#ifndef HAIL_TILES_TILE_ANSWERS_H
#define HAIL_TILES_TILE_ANSWERS_H

#include "tile_narrow.h"

/* ---- First hits -------------------------------------------------------------------------------------------------- */

/* The first hit so far, of pairs in order: times that differ by rounding only are ties; ties go to the deepest contact,
 * then to the lowest cell. */
typedef struct hail_first_hit {
    uint32_t pair; /* UINT32_MAX: none */
    float t;       /* the least */
    float depth;
    uint32_t cell;
} hail_first_hit;

static inline hail_first_hit hail_no_hit(void) { return (hail_first_hit){.pair = UINT32_MAX}; }

static inline bool pair_exposed(const hail_tile_pairs *p, uint32_t i) { return p->how[i] != HAIL_IS_BURIED; }

static inline bool pair_is_earlier(const hail_tile_pairs *p, uint32_t i, const hail_first_hit *than) {
    const float later = p->t[i] - than->t;
    if (fabsf(later) > 0x1p-20f)
        return later < 0.0f;
    if (p->depth[i] != than->depth)
        return p->depth[i] > than->depth;
    return p->cell[i] < than->cell;
}

/* Takes a pair that has a contact, if it is exposed, if the mover moves into it, and if it is the first so far. */
static inline void hail_first_hit_take(const hail_tile_pairs *p, uint32_t i, hail_first_hit *first) {
    const bool any = first->pair != UINT32_MAX;
    if (!pair_exposed(p, i) || !pair_moves_in(p, i) || (any && !pair_is_earlier(p, i, first)))
        return;
    const float t = any && first->t < p->t[i] ? first->t : p->t[i];
    *first = (hail_first_hit){i, t, p->depth[i], p->cell[i]};
}

/* ---- Touched cells ----------------------------------------------------------------------------------------------- */

/* Pairs whose contacts are wanted. */
typedef struct hail_chosen_pairs {
    uint32_t count;
    uint32_t pair[TILE_ROOM];
} hail_chosen_pairs;

/* Chooses the best of the first `hits` pairs of each cell that a mover touches: exposed, then the deepest. */
void hail_choose_touches(const hail_tile_pairs *p, uint32_t hits, hail_chosen_pairs *c);

/* ---- Contacts ---------------------------------------------------------------------------------------------------- */

/* Where contacts are written as the caller gets them, with points in the world. */
typedef struct hail_touch_room {
    hail_contact *row;
    const float *x, *y;        /* px: by tag */
    const hail_handle *handle; /* by tag; NULL: {tag, 0} */
    uint8_t layer;             /* of a */
} hail_touch_room;

enum { CONTACT_ROWS = 64 }; /* that are written at a time */

/* Writes the contacts of pairs, CONTACT_ROWS at most. Without `x` points are relative to the mover's place, and a is
 * {0, 0}. deepest: NULL, or by row: UINT32_MAX, or the pair whose normal and depth it takes. */
void hail_write_contacts(const hail_tile_narrow *n, const hail_tile_pairs *p, const uint32_t *pair, uint32_t count,
                         const uint32_t *deepest, const hail_touch_room *room);

/* Makes the contact of a cell without an exposed one that with the normal and depth of the mover's deepest exposed
 * contact. */
void hail_use_deepest(hail_contact *c, const hail_tile_shape *shape, float normal_x, float normal_y, float depth);

/* The deepest exposed pair of the mover that chosen pair k is of; UINT32_MAX: there is none. */
uint32_t hail_deepest_exposed(const hail_tile_pairs *p, const hail_chosen_pairs *c, uint32_t k);

#endif
