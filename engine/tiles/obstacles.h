/* engine/tiles/obstacles.h - shapes against the solid pixels of a map.
 *
 * The solid pixels near a shape become rectangles (full cells, and horizontal runs of pixels), which the narrowphase
 * takes as boxes, one per lane. Only contacts with something exposed count: with an edge that has an open pixel in
 * front of it, or with a corner between two such edges. Edges between solid pixels and corners in flat runs do not
 * exist, so that nothing catches on them (E. Catto, Ghost Collisions, 2020, does the same for chains of segments).
 *
 * Rectangles near several shapes share a batch (obstacle_crowd.h); the functions here have one shape. */
#ifndef HAIL_TILES_OBSTACLES_H
#define HAIL_TILES_OBSTACLES_H

#include <hail/contact.h>
#include <hail/shape.h>

#include "kernels.h"
#include "tile_data.h"

enum {
    OBSTACLE_PAIRS = 128,
    OBSTACLE_RECTS = HAIL_MAX_TILE + 1,
    OBSTACLE_SHAPES = 8, /* templates of shapes */
    OBSTACLE_MOVERS = 32
};

/* The sides of a rectangle. */
typedef enum hail_side_of { SIDE_LEFT, SIDE_TOP, SIDE_RIGHT, SIDE_BOTTOM } hail_side_of;

/* Pixels [left, right) x [top, bottom) of one cell, counted from the map's corner. */
typedef struct hail_rect {
    int32_t left, top, right, bottom;
    uint32_t cell;                /* row * columns + column; UINT32_MAX outside */
    uint8_t kind, one_way;        /* one_way: a hail_one_way */
    bool known;                   /* the rest is; see hail_rect_look_beyond */
    uint32_t some_open, all_open; /* bits by side: some pixel, or every pixel, in front of it is open */
    uint64_t beyond[4]; /* by side: bit i is set if pixel i in front of it, from its left or top end, is solid; not of
                           rectangles outside, which may be longer: these have only some_open, all sides */
} hail_rect;

/* How far something reaches from a point, px: low is 0 or less, high 0 or more. */
typedef struct hail_extent {
    double low_x, low_y, high_x, high_y;
} hail_extent;

/* A shape where it is. */
typedef struct hail_posed {
    double x, y;  /* px, from the map's corner */
    float reach;  /* px: the radius about its centre that holds it */
    float radius; /* of a circle */
    float flatness;
    uint32_t vertices;                 /* of its core */
    double core_x[8], core_y[8];       /* px: from (x, y) */
    double rounding;                   /* px */
    hail_extent extent;                /* of the shape */
    float inflation;                   /* px, part of the shape */
    bool through;                      /* one-way tiles do not stop it */
    bool supported;                    /* the next two are known */
    double support_x[4], support_y[4]; /* px: from (x, y), the furthest point towards the left, top, right, bottom */
    uint32_t tag, first_pair, pairs;   /* in a crowd: whose it is, and its rectangles in the batch */
} hail_posed;

/* An upright shape (uprights.h). */
typedef struct hail_upright {
    float core_x, core_y; /* px: half the sides of its core; 0: a circle */
    float radius;         /* px: its rounding */
    float flatness;
    double reach_x, reach_y; /* px: how far it may touch something, tolerances included */
    double slack;            /* how much further for each px of its way */
    uint32_t edge, corner; /* features, 8 bits each: by side; by corner, number 1 and 3 right, 2 and 3 at the bottom */
} hail_upright;

/* A shape: a template's row, how it is turned and scaled, and by how many px it is inflated. */
typedef struct hail_mover_pose {
    const float *row;
    float cos, sin, scale, inflation;
    bool through; /* one-way tiles do not stop it */
} hail_mover_pose;

/* The last shape that was asked about, and whether it is upright. */
typedef struct hail_upright_known {
    bool any, upright;
    hail_mover_pose pose;
    hail_upright shape;
} hail_upright_known;

enum {
    UPRIGHT_PAIRS = HAIL_RECT_PAIRS,
    UPRIGHT_MOVERS = 24,
    UPRIGHT_QUEUE = 48, /* shapes */
    UPRIGHT_SHAPES = 8,
    QUEUE_CELLS = 112,
    QUEUE_ROOM = QUEUE_CELLS + HAIL_SLACK,
    UPRIGHT_ROOM = UPRIGHT_PAIRS + HAIL_SLACK,
    UPRIGHT_TILE = 32 /* px */
};

/* What an upright shape touches: its first hit, or its deepest contact. */
typedef struct hail_upright_found {
    bool any;    /* something exposed */
    bool buried; /* nothing but what is not exposed */
    float t, depth, normal_x, normal_y;
    uint32_t cell;
} hail_upright_found;

typedef struct hail_upright_entry {
    hail_upright shape;
    uint32_t tag, end;                   /* end: of its pairs; they begin where those of the entry before end */
    bool asked;                          /* its answer is wanted */
    double low_x, low_y, high_x, high_y; /* px: all that is solid near is known while the shape moves in this box */
    hail_upright_found found;
} hail_upright_entry;

/* A batch of upright shapes: columns by pair, as the kernels take them (tiles_kernels.h). */
typedef struct hail_uprights {
    uint32_t movers, pairs;
    hail_upright_entry of[UPRIGHT_MOVERS]; /* not of shapes that were queued */
    const uint32_t *tag;                   /* by mover: those of the batch below, or of a queue */
    const hail_upright *const *shape;
    uint32_t own_tag[UPRIGHT_MOVERS];
    const hail_upright *own_shape[UPRIGHT_MOVERS];
    uint32_t mover[UPRIGHT_ROOM];                         /* | the tile's kind << 8 */
    uint32_t cell[UPRIGHT_ROOM];                          /* row * columns + column */
    float centre_x[UPRIGHT_ROOM], centre_y[UPRIGHT_ROOM]; /* px, from the map's corner */
    float x[UPRIGHT_ROOM], y[UPRIGHT_ROOM], wide[UPRIGHT_ROOM], high[UPRIGHT_ROOM];
    float half_x[UPRIGHT_ROOM], half_y[UPRIGHT_ROOM]; /* px: of the enlarged rectangle */
    float core_x[UPRIGHT_ROOM], core_y[UPRIGHT_ROOM], radius[UPRIGHT_ROOM], reach[UPRIGHT_ROOM];
    float dx[UPRIGHT_ROOM], dy[UPRIGHT_ROOM];
    uint32_t open[4][UPRIGHT_ROOM];
    float t[UPRIGHT_PAIRS], normal_x[UPRIGHT_PAIRS], normal_y[UPRIGHT_PAIRS];
    float at_x[UPRIGHT_PAIRS], at_y[UPRIGHT_PAIRS], depth[UPRIGHT_PAIRS];
    uint32_t how[UPRIGHT_PAIRS], hits[UPRIGHT_PAIRS + HAIL_SLACK];
} hail_uprights;

/* What shape_looks writes of a shape. */
typedef struct hail_look_row {
    int32_t first_x, last_x, first_y, last_y; /* px: all of them belong to the look */
    uint32_t column, row;                     /* of cells: the first ones; the border's are 0 */
    uint32_t cells;                           /* bits by cell, or columns | rows << 16: see hail_shape_looks */
    uint32_t what;
} hail_look_row;

/* Upright shapes that wait: kernels find the rectangles near all of them (upright_queue.h). */
typedef struct hail_upright_queue {
    bool usable; /* for this map and these kinds */
    bool taken;  /* by slides: crowds do not use it */
    bool viewed; /* `view` is made */
    hail_tile_view view;
    uint32_t count, shapes;
    const uint32_t *list; /* `count` movers whose cells are looked up: all, in order, or those in `left` */
    uint32_t left[UPRIGHT_QUEUE + HAIL_SLACK];
    hail_mover_pose pose[UPRIGHT_SHAPES]; /* by shape */
    hail_upright upright[UPRIGHT_SHAPES];
    float row[UPRIGHT_SHAPES][HAIL_LOOK_ROW];
    const uint32_t *tag; /* by mover: `own_tag`, or the caller's list */
    uint32_t own_tag[UPRIGHT_QUEUE];
    uint32_t shape[UPRIGHT_QUEUE]; /* where its row begins */
    const hail_upright *shape_of[UPRIGHT_QUEUE];
    float x[UPRIGHT_QUEUE], y[UPRIGHT_QUEUE]; /* px, from the map's corner: of those that were added one by one */
    float dx[UPRIGHT_QUEUE], dy[UPRIGHT_QUEUE];
    float mover[UPRIGHT_QUEUE][HAIL_LOOK_ROW];
    hail_look_row look[UPRIGHT_QUEUE];
    uint32_t cells, place[QUEUE_ROOM]; /* by cell, as in hail_cell_runs */
    hail_near_cell cell[QUEUE_CELLS];
    uint32_t first[QUEUE_ROOM], runs[QUEUE_ROOM];
} hail_upright_queue;

typedef struct hail_obstacles {
    const hail_kernels *kernels;
    const hail_tilemap *map;
    double cells_per_px_x, cells_per_px_y;
    uint32_t kinds;           /* HAIL_KIND bits of what the present search finds */
    uint32_t cover[5];        /* by hail_one_way: the kinds in front of which an edge of such a tile is not exposed */
    uint32_t one_way;         /* those of the kinds asked for that are one-way; 0: nothing of one_way.h is done */
    bool compound;            /* the shape is a part of one: see hail_one_way_add_part */
    double compound_ends[4];  /* px, from the map's corner: its left, top, right and bottom where its motion starts */
    bool stand;               /* overlaps find one-way tiles that a shape stands on */
    float stand_dx, stand_dy; /* px: the way of a shape that is asked about alone */
    bool whole_cells;         /* any cell that is not empty is solid from edge to edge */
    bool outside;             /* what lies outside the map is solid */
    uint32_t all_wide, all_high; /* bits: a cell's row or column of pixels, where tiles are at most 32 px */
    double size_x, size_y;       /* px: of the map */
    float long_way;              /* px: upright shapes that move further are searched piece by piece, as others */

    uint32_t movers, count, circles; /* of the batch: shapes, rectangles, how many of these are near circles */
    /* Templates: runs of 1 to 64 px, a whole cell, shapes. Those of rectangles are copied when they are needed. */
    float rows[(OBSTACLE_RECTS + OBSTACLE_SHAPES) * HAIL_TEMPLATE_WORDS];
    uint64_t copied[(OBSTACLE_RECTS + 63) / 64]; /* bits: which ones are */
    uint32_t templates;                          /* of shapes */
    struct {
        const float *row;
        float rounding_added;
    } template_from[OBSTACLE_SHAPES];

    hail_mover_pose pose; /* of the shape that was set last */
    hail_upright_known known;
    hail_upright_queue queue;

    /* A batch of upright shapes, or one of others. */
    union {
        hail_uprights uprights;
        struct {
            uint32_t none[2]; /* uprights.movers and pairs, which are 0 then */

            /* The shapes of the batch: one, but in a crowd. Columns for the narrowphase: */
            hail_posed posed[OBSTACLE_MOVERS];
            float cos[OBSTACLE_MOVERS], sin[OBSTACLE_MOVERS], scale[OBSTACLE_MOVERS];
            float dx[OBSTACLE_MOVERS], dy[OBSTACLE_MOVERS];
            uint32_t template_of[OBSTACLE_MOVERS];

            /* The current batch: rectangles, as boxes relative to the centre of their shape, and their contacts. */
            hail_rect rects[OBSTACLE_PAIRS];
            float x[OBSTACLE_PAIRS], y[OBSTACLE_PAIRS];
            float size[OBSTACLE_PAIRS]; /* times its template */
            uint32_t shape[OBSTACLE_PAIRS];
            uint32_t mover[OBSTACLE_PAIRS];
            hail_contact contacts[OBSTACLE_PAIRS];
        };
    };
} hail_obstacles;

/* Starts queries against a map; kinds 0: every kind. Give a shape before the first query. */
void hail_obstacles_begin(hail_obstacles *o, const hail_kernels *kernels, const hail_tilemap *map, uint32_t kinds,
                          bool whole_cells);

/* Sets the shape of the next queries: a template's row, inflated by `inflation` px all around. */
void hail_obstacles_shape(hail_obstacles *o, const float *row, float cos, float sin, float scale, float inflation);

/* The first exposed edge or corner that the shape touches and moves into, as it moves from (x, y), px from the map's
 * corner, by (dx, dy). The contact's points are relative to (x, y), its normal points into the tile. False: there is
 * none. */
bool hail_obstacles_sweep(hail_obstacles *o, double x, double y, float dx, float dy, hail_contact *hit);

/* Calls `take` for every cell that the shape touches at (x, y), in order of cells, the outside of the map last. The
 * contact is the cell's deepest exposed one. A cell without one gives its deepest contact, with exposed = false, and
 * with the normal and depth of the deepest exposed contact of all cells, if there is one. `take` returns false to end
 * the search. */
typedef bool hail_touch_fn(void *user, const hail_contact *contact, bool exposed);
void hail_obstacles_touch(hail_obstacles *o, double x, double y, hail_touch_fn *take, void *user);

/* Whether a pixel, counted from the map's corner, is solid from every side; with whole cells, whether any pixel of its
 * cell is. */
bool hail_obstacles_solid(const hail_obstacles *o, int32_t x, int32_t y);

#endif
