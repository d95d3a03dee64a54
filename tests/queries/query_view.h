/* tests/queries/query_view.h - what a world holds, copied out of it by public calls: the bodies that queries may find,
 * their convex parts, the walls that stop. */
#ifndef HAIL_TESTS_QUERY_VIEW_H
#define HAIL_TESTS_QUERY_VIEW_H

#include <hail/hail.h>

#include "sprites/sprite_oracle.h"

enum { NO_SPRITE = -1 };

/* Which shapes are sprites, which no call tells. */
typedef struct gallery {
    const hail_spriteset *set;
    drawing *const *drawing; /* by sprite */
    const hail_shape *shape; /* `count` of them */
    const uint32_t *sprite;  /* of each shape */
    size_t count;
} gallery;

/* Convex parts where they are, a row each. */
typedef struct pieces {
    uint32_t count, room;
    hail_convex *shape;
    float *column[7];                /* x, y, cos, sin, scale, dx, dy */
    uint32_t *number, *owner, *part; /* 0, 1, 2, ...; the body or wall it is of */
    hail_shapes rows;                /* all of them, for a batch */
} pieces;

enum { PIECE_X, PIECE_Y, PIECE_COS, PIECE_SIN, PIECE_SCALE, PIECE_DX, PIECE_DY };

/* A body that queries may find, or the shape of a query. */
typedef struct seen {
    hail_handle handle;
    uint64_t user;
    uint32_t layer, group, category, mask;
    hail_shape shape;
    float x, y, cos, sin, scale, dx, dy;
    uint32_t first, parts; /* its pieces; of a sprite, the polygon around it */
    int sprite;            /* NO_SPRITE, or its number */
    bool circle;           /* a circle about its position */
} seen;

typedef struct view {
    hail_shapeset *shapes;
    const gallery *sprites; /* NULL: none */
    seen *body;             /* by layer, then slot */
    size_t bodies, room;
    pieces of;            /* their parts */
    pieces walls;         /* those that stop; owner is the wall's number */
    uint32_t *wall_kinds; /* of each piece of `walls`: HAIL_KIND bits that select it */
    uint8_t *wall_kind;
    const hail_tilemap *map; /* NULL: none */
    const hail_sectors *sectors;
    uint64_t layers; /* those with active bodies */
} view;

/* Copies the world as it is now. The maps are those that the world was given. Aborts without memory. */
view *view_make(hail_world *world, const gallery *sprites, const hail_tilemap *map, const hail_sectors *sectors);
void view_free(view *v);

void pieces_add(pieces *p, const hail_convex *shape, const seen *at, uint32_t owner, uint32_t part);
void pieces_clear(pieces *p);
void pieces_free(pieces *p);

/* Adds all parts of a shape of the set, and writes `first`, `parts`, `sprite` and `circle`. */
void pieces_add_shape(pieces *p, hail_shapeset *set, const gallery *sprites, seen *s, uint32_t owner);

/* The one part of a shape that is in no set. */
void pieces_add_convex(pieces *p, const hail_convex *shape, seen *s, uint32_t owner);

#endif
