/* engine/tiles/obstacle_search.h - shared by sweeps and overlaps: solid rectangles near a shape, in batches, and which
 * of their contacts are exposed. */
#ifndef HAIL_TILES_OBSTACLE_SEARCH_H
#define HAIL_TILES_OBSTACLE_SEARCH_H

#include "narrow/dispatch.h"
#include "obstacles.h"

static inline int32_t pixel_min(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t pixel_max(int32_t a, int32_t b) { return a > b ? a : b; }

/* For numbers: fmin and fmax, which also care for NaN, are calls. */
static inline double lesser(double a, double b) { return a < b ? a : b; }
static inline double greater(double a, double b) { return a > b ? a : b; }

/* The pixel that holds a. A call of floor takes longer. */
static inline int32_t whole_pixel(double a) {
    if (a < -1e9 || a > 1e9)
        return a < 0.0 ? -1000000000 : 1000000000;
    const int32_t towards_zero = (int32_t)a;
    return towards_zero - ((double)towards_zero > a);
}

/* ---- Shapes (obstacle_shapes.c) --------------------------------------------------------------------------------- */

/* A share of sizes that is more than the kernels' tolerance of a shape that has no nearly flat corner. */
#define EXTENT_SLACK 0x1p-18

/* The radius about its centre that holds a shape, px. */
float hail_mover_reach(const hail_mover_pose *pose);

/* Sets the shape of the next queries, as hail_obstacles_shape does. */
void hail_obstacles_set(hail_obstacles *o, const hail_mover_pose *pose);

/* Makes shape number o->movers of the batch. False: there is no room for another template. */
bool hail_obstacles_pose(hail_obstacles *o, const hail_mover_pose *pose);

/* Makes the shape that was set last the batch's only one. */
void hail_obstacles_pose_one(hail_obstacles *o);

/* Finds the shape's furthest points towards the four sides. */
void hail_posed_support(hail_posed *p);

/* The template of a rectangle. */
static inline const float *rect_row(const hail_obstacles *o, uint32_t shape) {
    return (const float *)((const hail_convex *)o->map->set->rects.data + shape);
}

/* ---- Rectangles (obstacles.c) ----------------------------------------------------------------------------------- */

/* One look at a box of the map. on_batch is called whenever the obstacles' batch is full, and once at the end. */
typedef struct hail_rect_search {
    hail_obstacles *o;
    double x, y;                                  /* px, from the map's corner: the shape */
    uint32_t mover;                               /* the shape's number */
    bool buried;                                  /* take rectangles without any exposed edge, too */
    bool overflow;                                /* without on_batch: some did not fit */
    void (*on_batch)(struct hail_rect_search *s); /* NULL: the batch is left to the caller */
} hail_rect_search;

/* A box of the map, px from its corner. */
typedef struct hail_look {
    double left, top, right, bottom;
} hail_look;

/* Passes every solid rectangle in a box to on_batch, in order of cells; what lies outside the map comes last. The box
 * is `close` or, if that is NULL, `around`. `around` also decides how large the rectangles outside are: their size goes
 * into contacts. */
void hail_obstacles_search(hail_rect_search *s, const hail_look *around, const hail_look *close);

/* How many pixels from (x, y) on, to the right or down, are known to be solid in tiles of `kinds` (HAIL_KIND bits); 0:
 * that pixel is open. */
int32_t hail_obstacles_solid_run(const hail_obstacles *o, uint32_t kinds, int32_t x, int32_t y, bool down);

/* Finds what is in front of the edges of a full cell. */
void hail_rect_look_beyond(const hail_obstacles *o, hail_rect *r);

/* Narrowphase of the batch: each shape against its rectangles; sweeps move by the columns dx and dy. Contacts with kind
 * 0 do not touch. */
void hail_obstacles_narrow(hail_obstacles *o, hail_question question);

/* ---- Exposed edges (exposed_edges.c) ---------------------------------------------------------------------------- */

/* Whether a contact of rectangle r is with an exposed edge or corner; may straighten its normal. (at_x, at_y): where
 * the shape touches. */
bool hail_contact_exposed(const hail_obstacles *o, const hail_posed *shape, hail_rect *r, hail_contact *c, double at_x,
                          double at_y);

/* The extent, across a straight normal, of the part of the core that lies furthest along it; from the shape's centre.
 */
void hail_support_span(const hail_posed *shape, double nx, double ny, double *low, double *high);

static inline bool side_is_vertical(hail_side_of side) { return side == SIDE_LEFT || side == SIDE_RIGHT; }

/* The contact that pushes the shape out through the exposed edge of a rectangle where it is least deep. Each side of
 * the shape is shortened by `inset` px at both ends. False: no exposed edge is overlapped. */
bool hail_exposed_exit(const hail_obstacles *o, hail_posed *shape, const hail_rect *r, double inset, hail_contact *c);

/* Makes a contact one as the caller gets it: with the rectangle's cell and kind. A normal that is straight but for
 * rounding is made straight, so that nothing that moves along such ground moves into it. */
void hail_tile_contact(hail_contact *c, const hail_rect *r);

#endif
