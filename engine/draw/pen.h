/* engine/draw/pen.h - gathers discs, boxes and lines of one style, and passes them to the caller's renderer in batches.
 */
#ifndef HAIL_DRAW_PEN_H
#define HAIL_DRAW_PEN_H

#include <hail/draw.h>

typedef struct hail_pen {
    const hail_draw_options *options;
    hail_draw_style style;
    uint32_t discs, boxes, lines; /* how many are pending */
    float disc[3][HAIL_DRAW_BATCH], box[4][HAIL_DRAW_BATCH], line[4][HAIL_DRAW_BATCH];
    hail_handle body[HAIL_DRAW_BATCH]; /* of the discs */
    bool bodies;                       /* whether discs are bodies */
} hail_pen;

void hail_pen_start(hail_pen *pen, const hail_draw_options *options);

/* Emits what is pending, and changes the style. layer: HAIL_NO_LAYER for none. */
void hail_pen_style(hail_pen *pen, hail_draw_meaning meaning, uint32_t layer, uint32_t kind);
void hail_pen_flush(hail_pen *pen);

/* A body's disc, or one of no body (NULL). */
void hail_pen_disc(hail_pen *pen, float x, float y, float radius, const hail_handle *body);
void hail_pen_box(hail_pen *pen, float min_x, float min_y, float max_x, float max_y);
void hail_pen_line(hail_pen *pen, float x1, float y1, float x2, float y2);
void hail_pen_frame(hail_pen *pen, float min_x, float min_y, float max_x, float max_y); /* four lines */

/* Whether the options name no visible rectangle. */
static inline bool hail_draw_sees_all(const hail_draw_options *view) {
    return view->min_x == 0.0f && view->min_y == 0.0f && view->max_x == 0.0f && view->max_y == 0.0f;
}

/* Whether a box has a part in the visible rectangle. False if a number is not finite or beyond HAIL_MAX_BOUND. */
bool hail_pen_sees(const hail_pen *pen, float min_x, float min_y, float max_x, float max_y);

/* Checks a call's options; pen NULL is fine. What the calls have in common. */
hail_status hail_draw_check(const hail_draw_options *options);

/* Draws into a pen that was started, each with its own styles. */
void hail_draw_map_tiles(hail_pen *pen, const hail_tilemap *map, bool pixels, bool cells);
void hail_draw_map_walls(hail_pen *pen, const hail_sectors *map);
void hail_draw_contact_list(hail_pen *pen, const hail_contact *contacts, size_t count, bool points, bool normals);

#endif
