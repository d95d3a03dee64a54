/* engine/draw/pen.c - gathers what is drawn, and passes it to the renderer. */
#include "pen.h"

void hail_pen_start(hail_pen *pen, const hail_draw_options *options) {
    pen->options = options;
    pen->style = (hail_draw_style){.layer = HAIL_NO_LAYER};
    pen->discs = pen->boxes = pen->lines = 0;
    pen->bodies = false;
}

static void flush_discs(hail_pen *pen) {
    const hail_renderer *to = pen->options->renderer;
    const hail_draw_discs discs = {.x = pen->disc[0],
                                   .y = pen->disc[1],
                                   .radius = pen->disc[2],
                                   .body = pen->bodies ? pen->body : NULL,
                                   .count = pen->discs};
    if (pen->discs && to->discs)
        to->discs(to->user, &pen->style, &discs);
    pen->discs = 0;
}

static void flush_boxes(hail_pen *pen) {
    const hail_renderer *to = pen->options->renderer;
    const hail_draw_boxes boxes = {
        .min_x = pen->box[0], .min_y = pen->box[1], .max_x = pen->box[2], .max_y = pen->box[3], .count = pen->boxes};
    if (pen->boxes && to->boxes)
        to->boxes(to->user, &pen->style, &boxes);
    pen->boxes = 0;
}

static void flush_lines(hail_pen *pen) {
    const hail_renderer *to = pen->options->renderer;
    const hail_draw_lines lines = {
        .x1 = pen->line[0], .y1 = pen->line[1], .x2 = pen->line[2], .y2 = pen->line[3], .count = pen->lines};
    if (pen->lines && to->lines)
        to->lines(to->user, &pen->style, &lines);
    pen->lines = 0;
}

void hail_pen_flush(hail_pen *pen) {
    flush_boxes(pen);
    flush_discs(pen);
    flush_lines(pen);
}

void hail_pen_style(hail_pen *pen, hail_draw_meaning meaning, uint32_t layer, uint32_t kind) {
    const hail_draw_style *now = &pen->style;
    if (now->rgba && now->meaning == (uint32_t)meaning && now->layer == layer && now->kind == kind)
        return;
    hail_pen_flush(pen);
    pen->style = (hail_draw_style){meaning, layer, kind, hail_draw_colour(meaning, layer)};
}

void hail_pen_disc(hail_pen *pen, float x, float y, float radius, const hail_handle *body) {
    if (pen->discs == HAIL_DRAW_BATCH || (pen->discs && pen->bodies != (body != NULL)))
        flush_discs(pen);
    pen->bodies = body != NULL;
    const uint32_t i = pen->discs++;
    pen->disc[0][i] = x;
    pen->disc[1][i] = y;
    pen->disc[2][i] = radius;
    if (body)
        pen->body[i] = *body;
}

void hail_pen_box(hail_pen *pen, float min_x, float min_y, float max_x, float max_y) {
    if (pen->boxes == HAIL_DRAW_BATCH)
        flush_boxes(pen);
    const uint32_t i = pen->boxes++;
    pen->box[0][i] = min_x;
    pen->box[1][i] = min_y;
    pen->box[2][i] = max_x;
    pen->box[3][i] = max_y;
}

void hail_pen_line(hail_pen *pen, float x1, float y1, float x2, float y2) {
    if (pen->lines == HAIL_DRAW_BATCH)
        flush_lines(pen);
    const uint32_t i = pen->lines++;
    pen->line[0][i] = x1;
    pen->line[1][i] = y1;
    pen->line[2][i] = x2;
    pen->line[3][i] = y2;
}

void hail_pen_frame(hail_pen *pen, float min_x, float min_y, float max_x, float max_y) {
    hail_pen_line(pen, min_x, min_y, max_x, min_y);
    hail_pen_line(pen, max_x, min_y, max_x, max_y);
    hail_pen_line(pen, max_x, max_y, min_x, max_y);
    hail_pen_line(pen, min_x, max_y, min_x, min_y);
}

bool hail_pen_sees(const hail_pen *pen, float min_x, float min_y, float max_x, float max_y) {
    const hail_draw_options *view = pen->options;
    const float far = 2.0f * HAIL_MAX_BOUND; /* a body's own extent comes on top of its position */
    if (!(min_x >= -far && min_y >= -far && max_x <= far && max_y <= far))
        return false;
    if (hail_draw_sees_all(view))
        return true;
    return min_x <= view->max_x && max_x >= view->min_x && min_y <= view->max_y && max_y >= view->min_y;
}
