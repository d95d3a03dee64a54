/* bench/sprites/plain_boxes.h - two scalar methods for an instance's box. plain: transforms every vertex of the hull.
 * plain:tuned: a table gives the two vertices that can be the furthest in a direction. They check nothing. */
#ifndef PLAIN_BOXES_H
#define PLAIN_BOXES_H

#include "sprites.h"

typedef struct box_tables box_tables;

/* Makes the table. NULL: no memory, or a hull with two corners within one of the table's directions. */
box_tables *box_tables_create(const sprite_template *templates);
void box_tables_destroy(box_tables *tables);
void box_tables_find(const box_tables *tables, const sprite_instances *at, size_t count, sprite_box *boxes);

#endif
