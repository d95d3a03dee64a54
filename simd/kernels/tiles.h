/* simd/kernels/tiles.h - what a lane's pixel is, and how far around it nothing is solid. */
#ifndef HAIL_SIMD_TILES_H
#define HAIL_SIMD_TILES_H

#include "kernel.h"

/* A map's numbers, ready for lanes. Pixels and cells are whole numbers in floats: no side is longer than 2^22 px. */
typedef struct vtiles {
    const hail_tile_view *view;
    vf width, height, inverse_width, inverse_height;
    vf to_column, to_row; /* px: half a pixel, and the border */
} vtiles;

static LANES_INLINE vtiles tiles_of(const hail_tile_view *view) {
    const float width = (float)view->width, height = (float)view->height;
    return (vtiles){view,
                    vf_set1(width),
                    vf_set1(height),
                    vf_set1(1.0f / width),
                    vf_set1(1.0f / height),
                    vf_set1(width + 0.5f),
                    vf_set1(height + 0.5f)};
}

/* The column, or row, of a pixel's cell, counted from the border's: 0 is to the left of the map. Centres of pixels lie
 * half a pixel from the nearest multiple of the width at least; the quotient's error is less than that (2^-23 of what
 * is less than 2^22 / width). */
static LANES_INLINE vf tiles_column(const vtiles *m, vf px) {
    return vi_to_float(vf_truncate(vf_mul(vf_add(px, m->to_column), m->inverse_width)));
}
static LANES_INLINE vf tiles_row(const vtiles *m, vf py) {
    return vi_to_float(vf_truncate(vf_mul(vf_add(py, m->to_row), m->inverse_height)));
}

static LANES_INLINE vi tiles_cell(const vtiles *m, vf column, vf row) {
    return vi_add(vi_mul(vf_truncate(row), vi_set1((int32_t)m->view->columns + 2)), vf_truncate(column));
}

/* A coordinate within a turned tile. */
static LANES_INLINE vf tiles_flip(vf at, vi word, int32_t flag, vf size) {
    const vm flips = vi_eq(vi_and(word, vi_set1(flag)), vi_set1(flag));
    return vf_select(flips, vf_sub(vf_sub(size, vf_set1(1.0f)), at), at);
}

/* How far the nearest solid pixel of a tile is from the pixel (x, y) of its cell: 0: it is solid itself. */
static LANES_INLINE vi tiles_field(const vtiles *m, vi word, vf x, vf y) {
    const hail_tile_view *view = m->view;
    if (view->turned) {
        x = tiles_flip(x, word, INT32_MIN, m->width);
        y = tiles_flip(y, word, HAIL_CELL_FLIP_Y, m->height);
        const vi diagonal = vi_set1(HAIL_CELL_DIAGONAL);
        const vm swapped = vi_eq(vi_and(word, diagonal), diagonal);
        const vf hold = x;
        x = vf_select(swapped, y, x);
        y = vf_select(swapped, hold, y);
    }
    const int32_t area = (int32_t)(view->width * view->height);
    const vi number = vi_and(word, vi_set1(HAIL_CELL_NUMBER));
    const vi index = vi_add(vi_mul(number, vi_set1(area)), vf_truncate(vf_add(vf_mul(y, m->width), x)));
    const vi flag = vi_set1(HAIL_CELL_OWN);
    const vm own = vi_eq(vi_and(word, flag), flag);
    if (!view->own_fields || !vm_bits(own))
        return vi_gather_bytes(view->fields, index);
    const vi none = vi_set1(0);
    const vi ours = vi_gather_bytes(view->own_fields, vi_select(own, index, none));
    return vi_select(own, ours, vi_gather_bytes(view->fields, vi_select(own, none, index)));
}

/* Lanes whose tile is of a kind that is asked for. */
static LANES_INLINE vm tiles_wanted(const vtiles *m, vi word) {
    return vi_test_bits(&m->view->kinds, vi_and(vi_shift_right(word, HAIL_CELL_KIND_SHIFT), vi_set1(31)));
}

/* What a lane sees that stands on a pixel and goes right (or left) and down (or up). */
typedef struct vsight {
    vf x, y;   /* the first columns' and rows' edges on its way beyond which something may be solid */
    vm solid;  /* its own pixel is */
    vm border; /* it has left the map */
    vi word;   /* of its cell; undefined where that is empty */
} vsight;

/* `live`: lanes that count; the others' pixels must lie in the map or its border too. */
static LANES_INLINE vsight tiles_look(const vtiles *m, vf px, vf py, vm right, vm down, vm live) {
    const vf one = vf_set1(1.0f);
    const vf column = tiles_column(m, px), row = tiles_row(m, py);
    const vi cell = tiles_cell(m, column, row);
    const vi steps = vi_gather_bytes(m->view->steps, cell);
    const vf near_by = vi_to_float(steps), free = vf_sub(near_by, one), back = vf_negate(near_by);
    vsight s = {.x = vf_mul(vf_add(column, vf_select(right, free, back)), m->width),
                .y = vf_mul(vf_add(row, vf_select(down, free, back)), m->height),
                .solid = vm_first(0),
                .border = vm_first(0),
                .word = cell};
    const vm here = vm_and(vi_eq(steps, vi_set1(0)), live);
    if (!vm_bits(here))
        return s;
    s.word = vi_gather(m->view->cells, cell);
    const vm none = vi_eq(vi_and(s.word, vi_set1(HAIL_CELL_NUMBER | HAIL_CELL_OWN)), vi_set1(0));
    s.border = vm_and(here, none);
    const vm tile = vm_and_not(here, none);
    const vf left = vf_mul(vf_sub(column, one), m->width), top = vf_mul(vf_sub(row, one), m->height);
    vi field = tiles_field(m, vi_select(tile, s.word, vi_set1(0)), vf_select(tile, vf_sub(px, left), vf_set1(0.0f)),
                           vf_select(tile, vf_sub(py, top), vf_set1(0.0f)));
    if (m->view->kinds != UINT32_MAX)
        field = vi_select(tiles_wanted(m, s.word), field, vi_set1(64)); /* as if all of it were open */
    s.solid = vm_and(tile, vi_eq(field, vi_set1(0)));
    const vf far = vi_to_float(field), rest = vf_sub(one, far);
    const vf x = vf_select(right, vf_min(vf_add(px, far), vf_add(left, m->width)), vf_max(vf_add(px, rest), left));
    const vf y = vf_select(down, vf_min(vf_add(py, far), vf_add(top, m->height)), vf_max(vf_add(py, rest), top));
    s.x = vf_select(tile, x, s.x);
    s.y = vf_select(tile, y, s.y);
    return s;
}

#endif
