/* engine/tiles/obstacle_crowd.h - many shapes against the map together: the rectangles near all of them share batches,
 * so that the narrowphase's lanes are full. Answers are those of hail_obstacles_sweep and hail_obstacles_touch. */
#ifndef HAIL_TILES_OBSTACLE_CROWD_H
#define HAIL_TILES_OBSTACLE_CROWD_H

#include "uprights.h"

/* Takes a shape's first hit; only of shapes that hit something. False ends the crowd. */
typedef hail_upright_hit_fn hail_hit_fn;

/* Takes the contacts of a shape as hail_touch_fn does. */
typedef bool hail_touches_fn(void *user, uint32_t tag, const hail_contact *contact, bool exposed);

typedef struct hail_crowd {
    hail_obstacles *o;
    hail_hit_fn *take_hit;       /* sweeps; */
    hail_touches_fn *take_touch; /* or overlaps */
    hail_touch_room_fn *room;    /* NULL, or: makes room for contacts of upright shapes that take_touch need not take */
    hail_touch_written_fn *written;
    void *user;
    bool ended;
    const struct hail_crowd_columns *from; /* of the shapes in the queue, if they are of a list */
} hail_crowd;

/* One of the crowd: px from the map's corner. The template's row must not change before hail_crowd_flush. */
typedef struct hail_crowd_mover {
    uint32_t tag; /* the caller's */
    hail_mover_pose pose;
    double x, y;
    float dx, dy; /* sweeps */
} hail_crowd_mover;

/* Starts a crowd of sweeps or overlaps. */
hail_crowd hail_crowd_sweeps(hail_obstacles *o, hail_hit_fn *take, void *user);
hail_crowd hail_crowd_touches(hail_obstacles *o, hail_touches_fn *take, void *user);

/* Adds a shape. Answers come later, in the order of the calls. */
void hail_crowd_add(hail_crowd *c, const hail_crowd_mover *m);

/* Shapes in columns: px in the world. The templates' rows must not change before hail_crowd_flush. */
typedef struct hail_crowd_columns {
    const float *x, *y;
    const float *dx, *dy;  /* NULL: 0 */
    const uint32_t *shape; /* NULL: row 0 of the templates for all */
    const hail_convex *templates;
    const float *cos, *sin, *scale; /* NULL: 1, 0, 1 */
    const uint8_t *through;         /* NULL: none */
    float inflation;                /* px */
    bool from_end; /* x and y are where the shapes end, not where they start. Those of which a number is beyond
                      HAIL_MAX_BOUND are left out then */
} hail_crowd_columns;

/* Adds `count` shapes of the list, whose numbers are their tags. */
void hail_crowd_add_list(hail_crowd *c, const hail_crowd_columns *from, const uint32_t *list, uint32_t count);

/* Shape i of the columns. */
hail_crowd_mover hail_crowd_columns_at(const hail_crowd *c, const hail_crowd_columns *from, uint32_t i);

/* Takes as many of the first shapes of a list as the queue takes, if no shape waits, and answers for them. Returns how
 * many; 0: none. */
uint32_t hail_crowd_take(hail_crowd *c, const hail_crowd_columns *from, const uint32_t *list, uint32_t count);

/* How many shapes ahead the cells around a shape are asked for. */
enum { CROWD_AHEAD = 6 };

/* Prefetches the cells around a shape that will be added, at (x, y) px in the world. */
void hail_crowd_fetch(const hail_crowd *c, float x, float y);

/* Answers for all shapes that were added. */
void hail_crowd_flush(hail_crowd *c);

#endif
