/* engine/world/shape_numbers.h - which numbers of a set of shapes are free. */
#ifndef HAIL_WORLD_SHAPE_NUMBERS_H
#define HAIL_WORLD_SHAPE_NUMBERS_H

#include "shapeset_state.h"

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

#endif
