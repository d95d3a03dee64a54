/* engine/sprites/sprite_boxes_near.c - most of a sprite's pixels come near no solid cell, and need no ray. */
#include "sprite_boxes_near.h"

#include <math.h>

#include "tiles/tile_data.h"

enum { MOST_CELLS = 1024 }; /* that are looked at */

/* The box around the opaque pixels. */
static hail_near_box around(const hail_mask *mask, const hail_sprite_pose *d) {
    const double wide = mask->right - mask->left, high = mask->bottom - mask->top;
    const double px = mask->left - d->origin_x, py = mask->top - d->origin_y;
    const double x = d->x + (d->xx * px + d->xy * py), y = d->y + (d->yx * px + d->yy * py);
    const double x1 = d->xx * wide, x2 = d->xy * high, y1 = d->yx * wide, y2 = d->yy * high;
    return (hail_near_box){x + fmin(x1, 0.0) + fmin(x2, 0.0), y + fmin(y1, 0.0) + fmin(y2, 0.0),
                           x + fmax(x1, 0.0) + fmax(x2, 0.0), y + fmax(y1, 0.0) + fmax(y2, 0.0)};
}

/* Cells, inclusive. */
typedef struct cells {
    double left, top, right, bottom;
} cells;

static void add_box(hail_near_boxes *near, const hail_tilemap *map, double first, double last, double row,
                    double more) {
    if (near->count == NEAR_BOXES) {
        near->everywhere = true;
        return;
    }
    near->box[near->count++] = (hail_near_box){first * map->width - more, row * map->height - more,
                                               (last + 1.0) * map->width + more, (row + 1.0) * map->height + more};
}

static bool holds(const hail_tilemap *map, uint32_t kinds, uint32_t column, uint32_t row) {
    const uint32_t word = tilemap_word(map, column, row);
    return (word & (HAIL_CELL_NUMBER | HAIL_CELL_OWN)) && kinds_have(kinds, word_kind(word));
}

static void add_row(hail_near_boxes *near, const hail_tilemap *map, uint32_t kinds, const cells *c, uint32_t row,
                    double more) {
    const uint32_t end = (uint32_t)c->right + 1;
    for (uint32_t column = (uint32_t)c->left; column < end; column++) {
        const uint32_t first = column;
        while (column < end && holds(map, kinds, column, row))
            column++;
        if (column > first)
            add_box(near, map, first, column - 1.0, row, more);
    }
}

void hail_near_boxes_find(hail_near_boxes *near, const hail_tilemap *map, uint32_t kinds, const hail_mask *mask,
                          const hail_sprite_pose *pose, double dx, double dy) {
    const hail_near_box b = around(mask, pose);
    const double columns = map->options.columns, rows = map->options.rows;
    const double more = 1.0 + (fabs(pose->x) + fabs(pose->y) + fabs(dx) + fabs(dy)) * 0x1p-18;
    cells c = {floor((b.left + fmin(dx, 0.0) - more) / map->width), floor((b.top + fmin(dy, 0.0) - more) / map->height),
               floor((b.right + fmax(dx, 0.0) + more) / map->width),
               floor((b.bottom + fmax(dy, 0.0) + more) / map->height)};
    const bool beyond = c.left < 0.0 || c.top < 0.0 || c.right >= columns || c.bottom >= rows;
    c = (cells){fmax(c.left, 0.0), fmax(c.top, 0.0), fmin(c.right, columns - 1.0), fmin(c.bottom, rows - 1.0)};
    near->count = 0;
    near->everywhere =
        (beyond && map->options.outside_solid) || (c.right - c.left + 1.0) * (c.bottom - c.top + 1.0) > MOST_CELLS;
    for (double row = c.top; row <= c.bottom && c.left <= c.right && !near->everywhere; row += 1.0)
        add_row(near, map, kinds, &c, (uint32_t)row, more);
}

bool hail_near_boxes_touch(const hail_near_boxes *near, const hail_mask *mask, const hail_sprite_pose *pose) {
    const hail_near_box own = around(mask, pose);
    bool touch = near->everywhere;
    for (uint32_t i = 0; i < near->count; i++) {
        const hail_near_box *b = &near->box[i];
        touch = touch || (own.left <= b->right && own.right >= b->left && own.top <= b->bottom && own.bottom >= b->top);
    }
    return touch;
}

/* Narrows columns [first, last] to those at which `at + step * column`, moved by `from` to `to`, is in [low, high]. */
static void narrow(double at, double step, double from, double to, double low, double high, double *first,
                   double *last) {
    const double least = low - fmax(from, to) - at, most = high - fmin(from, to) - at;
    if (fabs(step) < 1e-9) {
        if (least > 0.1 || most < -0.1)
            *last = -1.0;
        return;
    }
    const double a = least / step, b = most / step;
    *first = fmax(*first, floor(fmin(a, b)));
    *last = fmin(*last, ceil(fmax(a, b)));
}

uint64_t hail_near_boxes_bits(const hail_near_boxes *near, const hail_sprite_pose *pose, int32_t row, int32_t word,
                              const double from[2], const double to[2]) {
    const double px = word * 64 + 0.5 - pose->origin_x, py = row + 0.5 - pose->origin_y;
    const double x = pose->x + (pose->xx * px + pose->xy * py), y = pose->y + (pose->yx * px + pose->yy * py);
    uint64_t bits = near->everywhere ? UINT64_MAX : 0;
    for (uint32_t i = 0; i < near->count && ~bits; i++) {
        const hail_near_box *b = &near->box[i];
        double first = 0.0, last = 63.0;
        narrow(x, pose->xx, from[0], to[0], b->left, b->right, &first, &last);
        narrow(y, pose->yx, from[1], to[1], b->top, b->bottom, &first, &last);
        if (first <= last)
            bits |= UINT64_MAX << (uint32_t)first & UINT64_MAX >> (63u - (uint32_t)last);
    }
    return bits;
}
