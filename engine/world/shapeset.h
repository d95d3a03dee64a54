/* engine/world/shapeset.h - sets of shapes: the worlds that use them, what calls that change them check, and how shapes
 * come and go. */
#ifndef HAIL_WORLD_SHAPESET_H
#define HAIL_WORLD_SHAPESET_H

#include "shapeset_state.h"

/* Makes an empty set in place, with memory from a copy of the heap; and frees what it holds. */
void hail_shapeset_start(hail_shapeset *set, const hail_heap *heap);
void hail_shapeset_end(hail_shapeset *set);

/* Adds a world to those that use the set; and takes it away. */
void hail_shapeset_join(hail_shapeset *set, hail_world *world);
void hail_shapeset_leave(hail_world *world);

/* Whether a world other than this one uses the set. */
bool hail_shapeset_shared(const hail_shapeset *set, const hail_world *world);

/* Checks the set and `shape` of a call that changes the set: neither is NULL, and no world of the set is in a step. */
hail_status hail_shapeset_check_change(const hail_shapeset *set, const hail_shape *shape);

/* The same, and that the caller may use the shape: HAIL_UNKNOWN_SHAPE. */
hail_status hail_shapeset_check_known(const hail_shapeset *set, const hail_shape *shape);

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

/* Finds the lowest `count` numbers in a row that are free, and makes room for them in all tables; takes none yet.
 * HAIL_FULL, HAIL_NO_MEMORY. */
hail_status hail_shape_numbers_find(hail_shapeset *set, uint32_t count, uint32_t *first);

/* Takes free numbers for which there is room; and gives numbers back. */
void hail_shape_numbers_take(hail_shapeset *set, uint32_t first, uint32_t count);
void hail_shape_numbers_free(hail_shapeset *set, uint32_t first, uint32_t count);

/* Returns another number that this process gives out once: the first part of a tag. */
uint32_t hail_shape_tag_number(void);

/* The tag of the first shape that has a number; and that of the next one, once that of this tag is destroyed. */
static inline uint32_t hail_shape_first_tag(const hail_shapeset *set) { return set->number << GENERATION_BITS; }
uint32_t hail_shape_next_tag(uint32_t tag);

/* ---- Drafts ------------------------------------------------------------------------------------------------------ */

/* A shape before it has a number: what takes memory or may fail is done, and the set is as it was. */
typedef struct hail_shape_draft {
    hail_convex row;               /* the shape itself, or a shape around it */
    float radius;                  /* px: of a circle about the origin that contains it */
    float around;                  /* px: by how much at least the row's shape is larger; of a convex shape 0 */
    const hail_convex *parts;      /* of a compound; else NULL */
    uint32_t part_count;           /* 0 if it is no compound */
    const hail_spriteset *sprites; /* of a sprite; else NULL */
    uint32_t sprite;
} hail_shape_draft;

/* Each checks its arguments but the set. The draft keeps the pointer to the parts. */
hail_status hail_draft_convex(const hail_shapeset *set, const hail_convex *convex, hail_shape_draft *draft);
hail_status hail_draft_compound(hail_shapeset *set, const hail_convex *parts, size_t count, hail_shape_draft *draft);
hail_status hail_draft_sprite(hail_shapeset *set, const hail_spriteset *sprites, uint32_t sprite,
                              hail_shape_draft *draft);

/* ---- Tables ------------------------------------------------------------------------------------------------------ */

/* Writes a draft at a number that holds no shape; its parts, if any, from `first_part` on. The numbers are taken. */
void hail_shape_rows_put(hail_shapeset *set, uint32_t id, uint32_t first_part, const hail_shape_draft *draft);

/* Takes a shape and its parts out. Their numbers stay taken, and the number's tag stays. */
void hail_shape_rows_clear(hail_shapeset *set, uint32_t id);

/* Finds the set's largest flatness and reach again, if a shape that had one of them was taken out. */
void hail_shape_rows_settle(hail_shapeset *set);

/* ---- Sets made aside --------------------------------------------------------------------------------------------- */

/* Makes an empty set with the memory of `set`, and with room for its numbers and those below `end`. False: no memory,
 * or too many numbers; nothing is kept. */
bool hail_shapeset_aside(hail_shapeset *set, uint32_t end, hail_shapeset *aside);

/* Frees what a set holds that was made aside. */
void hail_shapeset_drop(hail_shapeset *set, hail_shapeset *aside);

/* Gives a set the shapes of one that was made aside, and frees its own. As if shapes had been replaced, added and
 * destroyed one by one, by number: what stays keeps its tag. Does not count the bodies that have them.
 *
 *   edits  the set counts at least so many (hail_shapeset.edits) */
void hail_shapeset_exchange(hail_shapeset *set, hail_shapeset *aside, uint64_t edits);

#endif
