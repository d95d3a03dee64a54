/* engine/draw/draw_bodies.c - draws bodies: their shapes, boxes, velocities and slots. */
#include "draw_bodies.h"

#include <math.h>

#include "base/check.h"
#include "shapes/row.h"
#include "sprites/sprite_data.h"
#include "world/handle_list.h"

typedef hail_draw_pose pose;

static pose pose_of(const hail_layer *layer, uint32_t i) {
    return (pose){.x = layer_floats(layer, COLUMN_X)[i],
                  .y = layer_floats(layer, COLUMN_Y)[i],
                  .cos = layer_float_or(layer, COLUMN_COS, i, 1.0f),
                  .sin = layer_float_or(layer, COLUMN_SIN, i, 0.0f),
                  .scale = layer_float_or(layer, COLUMN_SCALE, i, 1.0f),
                  .body = layer_handles(layer)[i]};
}

static bool pose_fine(const pose *at) {
    const float sum = at->x + at->y + at->cos + at->sin + at->scale; /* not finite if one of them is not */
    return isfinite(sum) && fabsf(at->x) <= HAIL_MAX_BOUND && fabsf(at->y) <= HAIL_MAX_BOUND && at->scale >= 0.0f;
}

static float turned_x(const pose *at, float x, float y) { return at->x + at->scale * (at->cos * x - at->sin * y); }
static float turned_y(const pose *at, float x, float y) { return at->y + at->scale * (at->sin * x + at->cos * y); }

static bool visible(const hail_pen *pen, const pose *at, float radius) {
    const float r = radius * at->scale;
    return pose_fine(at) && hail_pen_sees(pen, at->x - r, at->y - r, at->x + r, at->y + r);
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

/* A rounded convex shape, by its row. */
static void draw_row(hail_pen *pen, const float *row, uint32_t count, const pose *at) {
    const float rounding = row[HAIL_TEMPLATE_ROUNDING] * at->scale;
    if (count == 1) {
        const float x = row[HAIL_TEMPLATE_VX], y = row[HAIL_TEMPLATE_VY];
        hail_pen_disc(pen, turned_x(at, x, y), turned_y(at, x, y), rounding, &at->body);
        return;
    }
    float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
    for (uint32_t i = 0; i < count; i++) {
        x[i] = turned_x(at, row[HAIL_TEMPLATE_VX + i], row[HAIL_TEMPLATE_VY + i]);
        y[i] = turned_y(at, row[HAIL_TEMPLATE_VX + i], row[HAIL_TEMPLATE_VY + i]);
    }
    const hail_renderer *to = pen->options->renderer;
    if (to->polygon)
        to->polygon(to->user, &pen->style, &(hail_draw_polygon){x, y, count, rounding, at->body});
}

static void draw_hull(hail_pen *pen, const hail_spriteset *set, uint32_t sprite, const pose *at) {
    const hail_vertex_run run = ((const hail_vertex_run *)set->hulls.data)[sprite];
    const float *u = (const float *)set->u.data + run.first, *v = (const float *)set->v.data + run.first;
    for (uint32_t i = 0; i < run.count; i++) {
        const uint32_t j = i + 1 < run.count ? i + 1 : 0;
        hail_pen_line(pen, turned_x(at, u[i], v[i]), turned_y(at, u[i], v[i]), turned_x(at, u[j], v[j]),
                      turned_y(at, u[j], v[j]));
    }
}

static void draw_shape(hail_pen *pen, const hail_shapeset *shapes, uint32_t shape, const pose *at) {
    const hail_shape_entry *entry = shape_entry(shapes, shape);
    if (entry->set)
        draw_hull(pen, entry->set, entry->sprite, at);
    else
        for (uint32_t part = entry->first; part < entry->first + entry->parts; part++)
            draw_row(pen, shape_row(shapes, part), shape_vertices(shapes, part), at);
}

void hail_draw_set_shape(hail_pen *pen, const hail_shapeset *shapes, uint32_t shape, const hail_draw_pose *at) {
    if (visible(pen, at, shape_row(shapes, shape)[HAIL_TEMPLATE_RADIUS]))
        draw_shape(pen, shapes, shape, at);
}

void hail_draw_convex(hail_pen *pen, const float *row, const hail_draw_pose *at) {
    if (visible(pen, at, row[HAIL_TEMPLATE_RADIUS]))
        draw_row(pen, row, row_bits(row + HAIL_TEMPLATE_COUNT), at);
}

void hail_draw_body_shape(hail_pen *pen, const hail_world *world, const hail_layer *layer, uint32_t index) {
    const pose at = pose_of(layer, index);
    hail_draw_set_shape(pen, world->shapes, layer_words(layer, COLUMN_SHAPE)[index], &at);
}

/* ---- What belongs to them ---------------------------------------------------------------------------------------- */

/* Of a compound or a sprite: around the polygon that holds it. */
static void draw_box(hail_pen *pen, const hail_shapeset *shapes, uint32_t shape, const pose *at) {
    const float *row = shape_row(shapes, shape), rounding = row[HAIL_TEMPLATE_ROUNDING] * at->scale;
    float box[4] = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < shape_vertices(shapes, shape); i++) {
        const float x = turned_x(at, row[HAIL_TEMPLATE_VX + i], row[HAIL_TEMPLATE_VY + i]);
        const float y = turned_y(at, row[HAIL_TEMPLATE_VX + i], row[HAIL_TEMPLATE_VY + i]);
        box[0] = x < box[0] ? x : box[0];
        box[1] = y < box[1] ? y : box[1];
        box[2] = x > box[2] ? x : box[2];
        box[3] = y > box[3] ? y : box[3];
    }
    hail_pen_frame(pen, box[0] - rounding, box[1] - rounding, box[2] + rounding, box[3] + rounding);
}

static void draw_velocity(hail_pen *pen, const hail_layer *layer, uint32_t i, const pose *at) {
    const float to_x = at->x + layer_floats(layer, COLUMN_VX)[i] * pen->options->ahead;
    const float to_y = at->y + layer_floats(layer, COLUMN_VY)[i] * pen->options->ahead;
    if (isfinite(to_x) && isfinite(to_y))
        hail_pen_line(pen, at->x, at->y, to_x, to_y);
}

static void draw_slot(hail_pen *pen, const pose *at) {
    const hail_renderer *to = pen->options->renderer;
    char digits[12], *first = digits + sizeof digits - 1;
    uint32_t slot = at->body.slot;
    *first = '\0';
    do
        *--first = (char)('0' + slot % 10);
    while ((slot /= 10) > 0);
    if (to->text)
        to->text(to->user, &pen->style, &(hail_draw_text){at->x, at->y, first});
}

/* ---- Layers ------------------------------------------------------------------------------------------------------ */

static void draw_shapes(hail_pen *pen, const hail_world *world, uint32_t number) {
    const hail_layer *layer = world->bodies.layer[number];
    const uint32_t end[3] = {layer->active, layer->active + layer->disabled, layer->count};
    static const hail_draw_meaning meaning[3] = {HAIL_DRAWN_BODY, HAIL_DRAWN_DISABLED, HAIL_DRAWN_QUARANTINED};
    for (uint32_t part = 0, i = 0; part < 3; part++) {
        hail_pen_style(pen, meaning[part], number, 0);
        for (; i < end[part]; i++)
            hail_draw_body_shape(pen, world, layer, i);
    }
}

/* Boxes, velocities or slots of active bodies. */
static void draw_marks(hail_pen *pen, const hail_world *world, uint32_t number, hail_draw_meaning meaning) {
    const hail_layer *layer = world->bodies.layer[number];
    hail_pen_style(pen, meaning, number, 0);
    for (uint32_t i = 0; i < layer->active; i++) {
        const uint32_t shape = layer_words(layer, COLUMN_SHAPE)[i];
        const pose at = pose_of(layer, i);
        if (!visible(pen, &at, shape_row(world->shapes, shape)[HAIL_TEMPLATE_RADIUS]))
            continue;
        if (meaning == HAIL_DRAWN_BOX)
            draw_box(pen, world->shapes, shape, &at);
        else if (meaning == HAIL_DRAWN_VELOCITY)
            draw_velocity(pen, layer, i, &at);
        else
            draw_slot(pen, &at);
    }
}

void hail_draw_layer(hail_pen *pen, const hail_world *world, uint32_t layer) {
    const uint32_t what = pen->options->what;
    if (what & HAIL_DRAW_SHAPES)
        draw_shapes(pen, world, layer);
    if (what & HAIL_DRAW_BOXES)
        draw_marks(pen, world, layer, HAIL_DRAWN_BOX);
    if (what & HAIL_DRAW_VELOCITIES)
        draw_marks(pen, world, layer, HAIL_DRAWN_VELOCITY);
    if (what & HAIL_DRAW_HANDLES)
        draw_marks(pen, world, layer, HAIL_DRAWN_HANDLE);
    hail_pen_flush(pen);
}

/* ---- Some bodies ------------------------------------------------------------------------------------------------- */

static hail_status check_picked(const hail_world *world, const hail_handles *list, hail_error *error) {
    if (!world)
        return hail_fail_null(error, "world");
    if (!list)
        return hail_fail_null(error, "list");
    const hail_status status = hail_handle_list_check(world, list);
    if (status != HAIL_OK && error && world->heap.error && error != world->heap.error)
        *error = *world->heap.error;
    return status;
}

hail_status hail_draw_bodies(const hail_world *world, const hail_handles *list, const hail_draw_options *options) {
    HAIL_REQUIRE(hail_draw_check(options));
    HAIL_REQUIRE(check_picked(world, list, context_error(options->context)));
    hail_pen pen;
    hail_located at;
    hail_pen_start(&pen, options);
    for (size_t begin = 0; begin < list->count; begin += HANDLE_BLOCK) {
        const uint32_t n = handle_list_block(list, begin);
        (void)hail_handle_list_locate(world, list, begin, n, &at);
        for (uint32_t i = 0; i < n; i++)
            if (at.layer[i] != HAIL_NO_LAYER) {
                hail_pen_style(&pen, HAIL_DRAWN_PICKED, at.layer[i], 0);
                hail_draw_body_shape(&pen, world, world->bodies.layer[at.layer[i]], at.index[i]);
            }
    }
    hail_pen_flush(&pen);
    return HAIL_OK;
}
