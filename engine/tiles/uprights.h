/* engine/tiles/uprights.h - upright shapes against the map: circles, and rounded boxes that are not rotated. Their
 * contacts, and which of these are exposed, are computed in lanes, one pair of a shape and a rectangle a lane.
 *
 * A box that touches a rectangle is a circle that touches a larger one: enlarged by half the box's sides, as large as
 * the box's rounding (the Minkowski sum). */
#ifndef HAIL_TILES_UPRIGHTS_H
#define HAIL_TILES_UPRIGHTS_H

#include "obstacle_search.h"

/* Makes an upright shape, which lasts until the next one. False: it is none, or tiles are larger than 32 px. */
bool hail_upright_of(hail_obstacles *o, const hail_mover_pose *pose, const hail_upright **shape);

/* One of them: px from the map's corner. */
typedef struct hail_upright_mover {
    uint32_t tag;
    double x, y;
    float dx, dy;  /* swept; else 0 */
    bool swept;    /* what has no exposed edge is left out */
    double around; /* px: the rectangles this far around its way are added, too */
    bool through;  /* one-way tiles do not stop it */
} hail_upright_mover;

typedef enum hail_upright_added { UPRIGHT_ADDED, UPRIGHT_NO_ROOM, UPRIGHT_REFUSED } hail_upright_added;

/* Adds the rectangles near a shape on its way to the batch. Refused are shapes near what is solid outside the map, long
 * ways, and what is near more rectangles than a batch holds; these are for the general search. */
hail_upright_added hail_uprights_add(hail_obstacles *o, hail_uprights *u, const hail_upright *shape,
                                     const hail_upright_mover *m);

/* Answers of the batch, which is empty then. `take` returns false to end them; then so do these. */
typedef bool hail_upright_hit_fn(void *user, uint32_t tag, const hail_contact *hit);

/* Contacts of shapes, in order: whose each is, and whether it is exposed. */
typedef struct hail_touch_rows {
    uint32_t count;
    const uint32_t *tag;
    const hail_contact *row;
    const bool *exposed;
} hail_touch_rows;

typedef bool hail_upright_touch_fn(void *user, const hail_touch_rows *rows);

/* Where contacts are written as the caller gets them, with points in the world. */
typedef struct hail_touch_room {
    hail_contact *row;
    const float *x, *y;        /* px: by tag */
    const hail_handle *handle; /* by tag; NULL: {tag, 0} */
    uint8_t layer;             /* of a */
} hail_touch_room;

/* Makes room for `count` contacts. False: there is none, or they are not all wanted: `take` gets them. */
typedef bool hail_touch_room_fn(void *user, uint32_t count, hail_touch_room *room);

/* Contacts were written there: whose they are. */
typedef void hail_touch_written_fn(void *user, uint32_t count, const uint32_t *tag);

/* Takes contacts; room NULL: `take` gets all. */
typedef struct hail_touch_taker {
    hail_upright_touch_fn *take;
    hail_touch_room_fn *room;
    hail_touch_written_fn *written;
    void *user;
} hail_touch_taker;

bool hail_uprights_sweep(hail_obstacles *o, hail_uprights *u, hail_upright_hit_fn *take, void *user);
bool hail_uprights_touch(hail_obstacles *o, hail_uprights *u, const hail_touch_taker *taker);

/* ---- Again and again --------------------------------------------------------------------------------------------- */

/* Whether all that is near entry m of the batch is known on a way. */
static inline bool hail_uprights_know(const hail_uprights *u, uint32_t m, double x, double y, float dx, float dy) {
    const hail_upright_entry *e = &u->of[m];
    const double to_x = x + (double)dx, to_y = y + (double)dy;
    return x >= e->low_x && x <= e->high_x && y >= e->low_y && y <= e->high_y && to_x >= e->low_x &&
           to_x <= e->high_x && to_y >= e->low_y && to_y <= e->high_y;
}

/* Fills the columns of answers of entries from `first` on; returns how many pairs are in `hits`. */
uint32_t hail_uprights_narrow(const hail_obstacles *o, hail_uprights *u, bool swept, uint32_t first);

/* Takes a pair that touches, if it is deeper than what was found so far (at first: nothing). */
void hail_upright_deeper(const hail_uprights *u, uint32_t pair, hail_upright_found *found);

/* Copies what is known of a pair before the kernels run. */
void hail_uprights_copy_pair(hail_uprights *u, uint32_t to, const hail_uprights *source, uint32_t from);

/* The first pair of entry m. */
static inline uint32_t hail_uprights_begin(const hail_uprights *u, uint32_t m) { return m ? u->of[m - 1].end : 0; }

/* Whether a shape moves into what it hits. */
static inline bool hail_upright_moves_in(const hail_uprights *u, uint32_t i) {
    const float dx = u->dx[i], dy = u->dy[i], speed = (dx < 0.0f ? -dx : dx) + (dy < 0.0f ? -dy : dy);
    return dx * u->normal_x[i] + dy * u->normal_y[i] > speed * 1e-6f;
}

/* Asks about entry m of the batch on another way, which was added with swept = false. False: it leads out of what is
 * known. */
bool hail_uprights_ask(hail_uprights *u, uint32_t m, double x, double y, float dx, float dy);

/* Finds the first hits of those that were asked about, or their deepest contacts. The batch stays. */
void hail_uprights_first(hail_obstacles *o, hail_uprights *u);
void hail_uprights_deepest(hail_obstacles *o, hail_uprights *u);

#endif
