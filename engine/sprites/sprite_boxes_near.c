/* engine/sprites/sprite_boxes_near.c - most of a sprite's pixels come near no solid cell, and need no ray. */
#include "sprite_boxes_near.h"

#include <math.h>

#include "tiles/tile_data.h"
#include "tiles/tile_numbers.h"

enum { MOST_CELLS = 1024 }; /* that are looked at */

/* All columns of a row have nearly the same coordinate. */
static inline bool is_still(double step) { return fabs(step) < 1e-6; }

/* The box around the opaque pixels. */
static hail_near_box around(const hail_mask *mask, const hail_sprite_pose *d) {
    const double wide = mask->right - mask->left, high = mask->bottom - mask->top;
    const double px = mask->left - d->origin_x, py = mask->top - d->origin_y;
    const double x = d->x + (d->xx * px + d->xy * py), y = d->y + (d->yx * px + d->yy * py);
    const double x1 = d->xx * wide, x2 = d->xy * high, y1 = d->yx * wide, y2 = d->yy * high;
    return (hail_near_box){x + lesser(x1, 0.0) + lesser(x2, 0.0), y + lesser(y1, 0.0) + lesser(y2, 0.0),
                           x + greater(x1, 0.0) + greater(x2, 0.0), y + greater(y1, 0.0) + greater(y2, 0.0)};
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
    const double more = 1.0 / 16.0 + (fabs(pose->x) + fabs(pose->y) + fabs(dx) + fabs(dy)) * 0x1p-18;
    cells c = {floor((b.left + lesser(dx, 0.0) - more) / map->width),
               floor((b.top + lesser(dy, 0.0) - more) / map->height),
               floor((b.right + greater(dx, 0.0) + more) / map->width),
               floor((b.bottom + greater(dy, 0.0) + more) / map->height)};
    const bool beyond = c.left < 0.0 || c.top < 0.0 || c.right >= columns || c.bottom >= rows;
    c = (cells){greater(c.left, 0.0), greater(c.top, 0.0), lesser(c.right, columns - 1.0),
                lesser(c.bottom, rows - 1.0)};
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

/* ---- Pixels ------------------------------------------------------------------------------------------------------ */

/* A range of rows. */
typedef struct range {
    double low, high;
} range;

/* A coordinate of the pixels' centres. */
typedef struct coordinate {
    double from, to;      /* its motion: the least, the most */
    float at, row;        /* of pixel (0, 0); to the next row */
    float columns, still; /* as in hail_ray_slab */
} coordinate;

static coordinate coordinate_of(double at, double column, double row, double from, double to) {
    const bool still = is_still(column);
    return (coordinate){.from = lesser(from, to),
                        .to = greater(from, to),
                        .at = (float)at,
                        .row = (float)row,
                        .columns = still ? 0.0f : (float)(1.0 / column),
                        .still = still ? 0.1f : 0.0f};
}

/* Where it is in a box. */
static hail_ray_slab slab_of(const coordinate *c, double low, double high) {
    return (hail_ray_slab){.low = (float)(low - c->to),
                           .high = (float)(high - c->from),
                           .at = c->at,
                           .row = c->row,
                           .columns = c->columns,
                           .still = c->still};
}

/* The rows whose centres may be in a box, as the sprite moves. */
static range rows_in(const hail_near_box *b, const hail_sprite_pose *d, const double from[2], const double to[2]) {
    const double over = 1.0 / (d->xx * d->yy - d->xy * d->yx), a = -d->yx * over, c = d->xx * over;
    const double x1 = a * (b->left - d->x), x2 = a * (b->right - d->x), y1 = c * (b->top - d->y),
                 y2 = c * (b->bottom - d->y);
    const double begin = a * from[0] + c * from[1], end = a * to[0] + c * to[1], at = d->origin_y - 0.5;
    return (range){at + lesser(x1, x2) + lesser(y1, y2) - greater(begin, end),
                   at + greater(x1, x2) + greater(y1, y2) - lesser(begin, end)};
}

static void find_rows(hail_near_columns *c, const hail_near_boxes *near, const hail_mask *mask,
                      const hail_sprite_pose *pose, const double from[2], const double to[2]) {
    double top = mask->bottom, bottom = mask->top - 1;
    for (uint32_t i = 0; i < near->count; i++) {
        const range rows = rows_in(&near->box[i], pose, from, to);
        top = lesser(top, rows.low);
        bottom = greater(bottom, rows.high);
    }
    c->top = near->everywhere ? mask->top : (int32_t)greater(top, mask->top);
    c->bottom = near->everywhere ? mask->bottom : (int32_t)lesser(bottom + 1.0, mask->bottom);
}

void hail_near_columns_find(hail_near_columns *c, const hail_kernels *kernels, const hail_near_boxes *near,
                            const hail_mask *mask, const hail_sprite_pose *pose, const double from[2],
                            const double to[2]) {
    const double px = 0.5 - pose->origin_x, py = 0.5 - pose->origin_y;
    const double x = pose->x + (pose->xx * px + pose->xy * py), y = pose->y + (pose->yx * px + pose->yy * py);
    const coordinate in_x = coordinate_of(x, pose->xx, pose->xy, from[0], to[0]),
                     in_y = coordinate_of(y, pose->yx, pose->yy, from[1], to[1]);
    c->kernels = kernels;
    c->everywhere = near->everywhere;
    c->job = (hail_near_pixels_job){
        .boxes = c->box, .count = near->count, .left = (float)mask->left, .last = (float)(mask->right - 1)};
    find_rows(c, near, mask, pose, from, to);
    for (uint32_t i = 0; i < near->count; i++) {
        const hail_near_box *b = &near->box[i];
        c->box[i] = (hail_box_slabs){slab_of(&in_x, b->left, b->right), slab_of(&in_y, b->top, b->bottom)};
    }
}

void hail_near_columns_keep(hail_near_columns *c, int32_t row, int32_t count, int32_t word, uint64_t *bits) {
    uint64_t near[NEAR_ROWS];
    if (c->everywhere)
        return;
    c->job.word = word;
    c->kernels->near_pixels(&c->job, (uint32_t)row, (uint32_t)(row + count), near);
    for (int32_t k = 0; k < count; k++)
        bits[k] &= near[k];
}
