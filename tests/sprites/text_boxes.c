/* tests/sprites/text_boxes.c - the article's boxes, as text_boxes.h describes them. */
#include "text_boxes.h"

#include <math.h>

/* ---- The parts of XNA that it uses ------------------------------------------------------------------------------- */

typedef struct vector {
    double x, y;
} vector;

/* A matrix for row vectors (x, y, 1). */
typedef struct matrix {
    double m11, m12, m21, m22, dx, dy;
} matrix;

static matrix translation(double x, double y) { return (matrix){1.0, 0.0, 0.0, 1.0, x, y}; }

static matrix scaling(double s) { return (matrix){s, 0.0, 0.0, s, 0.0, 0.0}; }

static matrix rotation(double angle) { return (matrix){cos(angle), sin(angle), -sin(angle), cos(angle), 0.0, 0.0}; }

static vector transform(vector v, const matrix *m) {
    return (vector){v.x * m->m11 + v.y * m->m21 + m->dx, v.x * m->m12 + v.y * m->m22 + m->dy};
}

static matrix times(matrix a, matrix b) {
    const vector d = transform((vector){a.dx, a.dy}, &b);
    return (matrix){a.m11 * b.m11 + a.m12 * b.m21,
                    a.m11 * b.m12 + a.m12 * b.m22,
                    a.m21 * b.m11 + a.m22 * b.m21,
                    a.m21 * b.m12 + a.m22 * b.m22,
                    d.x,
                    d.y};
}

static matrix invert(matrix a) {
    const double det = a.m11 * a.m22 - a.m12 * a.m21;
    matrix b = {a.m22 / det, -a.m12 / det, -a.m21 / det, a.m11 / det, 0.0, 0.0};
    const vector d = transform((vector){a.dx, a.dy}, &b);
    b.dx = -d.x, b.dy = -d.y;
    return b;
}

/* ---- The first box ----------------------------------------------------------------------------------------------- */

static matrix to_world_space(const text_sprite *s) {
    return times(times(times(translation(-s->origin_x, -s->origin_y), scaling(s->scale)), rotation(s->rotation)),
                 translation(s->position_x, s->position_y));
}

static text_rectangle calculate_transformed_bounding_box(double left, double top, double right, double bottom,
                                                         const matrix *to_world) {
    const vector left_top = transform((vector){left, top}, to_world);
    const vector right_top = transform((vector){right, top}, to_world);
    const vector left_bottom = transform((vector){left, bottom}, to_world);
    const vector right_bottom = transform((vector){right, bottom}, to_world);
    const vector min = {fmin(fmin(left_top.x, right_top.x), fmin(left_bottom.x, right_bottom.x)),
                        fmin(fmin(left_top.y, right_top.y), fmin(left_bottom.y, right_bottom.y))};
    const vector max = {fmax(fmax(left_top.x, right_top.x), fmax(left_bottom.x, right_bottom.x)),
                        fmax(fmax(left_top.y, right_top.y), fmax(left_bottom.y, right_bottom.y))};
    return (text_rectangle){(int)min.x, (int)min.y, (int)(max.x - min.x), (int)(max.y - min.y)};
}

text_rectangle text_bounding_box(const text_sprite *sprite) {
    const matrix to_world = to_world_space(sprite);
    return calculate_transformed_bounding_box(0.0, 0.0, sprite->width, sprite->height, &to_world);
}

/* ---- The four searches ------------------------------------------------------------------------------------------- */

static bool opaque_at(const text_sprite *s, int x1, int y1, const matrix *to_texture_space) {
    const vector texture_position = transform((vector){x1, y1}, to_texture_space);
    const int x2 = (int)texture_position.x, y2 = (int)texture_position.y;
    return x2 >= 0 && x2 < s->width && y2 >= 0 && y2 < s->height && s->alpha[y2 * s->width + x2] > 0;
}

text_rectangle text_cropped_box(const text_sprite *sprite, bool *found) {
    text_rectangle box = text_bounding_box(sprite);
    const matrix box_translation = translation(box.x, box.y);
    const matrix to_texture_space = times(box_translation, invert(to_world_space(sprite)));
    const int target_width = box.width, target_height = box.height;
    bool finished = false;
    for (int x1 = 0; x1 < target_width && !finished; x1++)
        for (int y1 = 0; y1 < target_height && !finished; y1++)
            if (opaque_at(sprite, x1, y1, &to_texture_space)) {
                box.x = (int)transform((vector){x1, y1}, &box_translation).x;
                finished = true;
            }
    *found = finished;
    finished = false;
    for (int y1 = 0; y1 < target_height && !finished; y1++)
        for (int x1 = 0; x1 < target_width && !finished; x1++)
            if (opaque_at(sprite, x1, y1, &to_texture_space)) {
                box.y = (int)transform((vector){x1, y1}, &box_translation).y;
                finished = true;
            }
    finished = false;
    for (int x1 = target_width - 1; x1 >= 0 && !finished; x1--)
        for (int y1 = target_height - 1; y1 >= 0 && !finished; y1--)
            if (opaque_at(sprite, x1, y1, &to_texture_space)) {
                box.width = (int)transform((vector){x1, y1}, &box_translation).x - box.x;
                finished = true;
            }
    finished = false;
    for (int y1 = target_height - 1; y1 >= 0 && !finished; y1--)
        for (int x1 = target_width - 1; x1 >= 0 && !finished; x1--)
            if (opaque_at(sprite, x1, y1, &to_texture_space)) {
                box.height = (int)transform((vector){x1, y1}, &box_translation).y - box.y;
                finished = true;
            }
    return box;
}
