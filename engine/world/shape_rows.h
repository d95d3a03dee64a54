/* engine/world/shape_rows.h - writes drafts into a set's tables, and takes shapes out of them. */
#ifndef HAIL_WORLD_SHAPE_ROWS_H
#define HAIL_WORLD_SHAPE_ROWS_H

#include "shape_draft.h"

/* Writes a draft at a number that holds no shape; its parts, if any, from `first_part` on. The numbers are taken. */
void hail_shape_rows_put(hail_shapeset *set, uint32_t id, uint32_t first_part, const hail_shape_draft *draft);

/* Takes a shape and its parts out. Their numbers stay taken, and the number's tag stays. */
void hail_shape_rows_clear(hail_shapeset *set, uint32_t id);

/* Finds the set's largest flatness and reach again, if a shape that had one of them was taken out. */
void hail_shape_rows_settle(hail_shapeset *set);

#endif
