/* simd/kernels/tiles/pixel_lanes.h - looks up pixels of a tile map: whether each is solid, and how far everything
 * around it is open; and where rays are along mirrored axes. */
#ifndef HAIL_SIMD_KERNELS_TILES_PIXEL_LANES_H
#define HAIL_SIMD_KERNELS_TILES_PIXEL_LANES_H

#include "kernels/kernel.h"

/* A map's sizes in lanes. Pixels and cells are whole numbers in floats: no side is longer than 2^22 px. */
typedef struct vtiles {
    vf width, height, inverse_width, inverse_height;
    vf to_column, to_row; /* px: half a pixel, and the border */
    const hail_tile_view *view;
    bool huge; /* rounding of positions may reach half a pixel */
} vtiles;

#define TILES_WIDEST 4194304.0f /* px: of a map's sides */
#define TILES_EXACT  1048576u   /* px: in maps with no longer side, a position's error stays far below half a pixel */

static LANES_INLINE vtiles tiles_of(const hail_tile_view *view) {
    const float width = (float)view->width, height = (float)view->height;
    return (vtiles){vf_set1(width),
                    vf_set1(height),
                    vf_set1(1.0f / width),
                    vf_set1(1.0f / height),
                    vf_set1(width + 0.5f),
                    vf_set1(height + 0.5f),
                    view,
                    view->columns * view->width > TILES_EXACT || view->rows * view->height > TILES_EXACT};
}

/* The column, or row, of a pixel's cell, counted from the border's: 0 is to the left of the map. A pixel's centre lies
 * at least half a pixel from any multiple of the width. The quotient's error is less than that: 2^-23 of a number below
 * 2^22 / width. */
static LANES_INLINE vf tiles_column(const vtiles *m, vf px) {
    return vi_to_float(vf_truncate(vf_mul(vf_add(px, m->to_column), m->inverse_width)));
}
static LANES_INLINE vf tiles_row(const vtiles *m, vf py) {
    return vi_to_float(vf_truncate(vf_mul(vf_add(py, m->to_row), m->inverse_height)));
}

/* A pixel a lane, and its cell. */
typedef struct vpixel {
    vf px, py, column, row;
} vpixel;

static LANES_INLINE vpixel tiles_pixel(const vtiles *m, vf px, vf py) {
    return (vpixel){px, py, tiles_column(m, px), tiles_row(m, py)};
}

/* A cell's index in view->known: 8 x 4 cells share a cache line. */
static LANES_INLINE vi tiles_known(const vtiles *m, vi column, vi row) {
    const vi block =
        vi_add(vi_mul(vi_shift_right(row, 2), vi_set1((int32_t)m->view->blocks)), vi_shift_right(column, 3));
    const vi within = vi_or(vi_shift_left(vi_and(row, vi_set1(3)), 3), vi_and(column, vi_set1(7)));
    return vi_or(vi_shift_left(block, 5), within);
}

/* The words of cells that are not empty; undefined for the others. */
static LANES_INLINE vi tiles_word(const vtiles *m, vi known, vm here, vi column, vi row) {
    const vi entry = vi_shift_right(vi_keep(here, known), 4);
    const vi word = vi_gather(m->view->palette, entry);
    const vm others = vi_eq(entry, vi_set1(HAIL_KNOWN_RARE));
    if (!vm_bits(others))
        return word;
    /* Gathers only the words that are not in the palette: each may be a cache miss. */
    const vi cell = vi_add(vi_mul(row, vi_set1((int32_t)m->view->columns + 2)), column);
    return vi_select(others, vi_gather(m->view->cells, vi_keep(others, cell)), word);
}

/* How far to shift a word of four squares for the one in the lane's direction. */
static LANES_INLINE vi tiles_shift(vm right, vm down) {
    return vi_or(vi_keep(right, vi_set1(4)), vi_keep(down, vi_set1(8)));
}

/* Maps a pixel of a flipped cell, and a lane's direction (tiles_shift), to the tile's own. */
static LANES_INLINE void tiles_flip(const vtiles *m, vi word, vf *x, vf *y, vi *shift) {
    const vi diagonal = vi_set1(HAIL_CELL_DIAGONAL), flip_y = vi_set1(HAIL_CELL_FLIP_Y);
    const vi in_x = vi_set1(4), in_y = vi_set1(8);
    const vm x_flips = vi_gt(vi_set1(0), word), y_flips = vi_eq(vi_and(word, flip_y), flip_y);
    const vm swapped = vi_eq(vi_and(word, diagonal), diagonal);
    const vf one = vf_set1(1.0f);
    const vf fx = vf_select(x_flips, vf_sub(vf_sub(m->width, one), *x), *x);
    const vf fy = vf_select(y_flips, vf_sub(vf_sub(m->height, one), *y), *y);
    const vi to = vi_xor(*shift, vi_or(vi_keep(x_flips, in_x), vi_keep(y_flips, in_y)));
    const vi across = vi_or(vi_and(vi_shift_left(to, 1), in_y), vi_and(vi_shift_right(to, 1), in_x));
    *x = vf_select(swapped, fy, fx);
    *y = vf_select(swapped, fx, fy);
    *shift = vi_select(swapped, across, to);
}

/* The width of the square of open pixels that begins with pixel (x, y) of the cell, in a lane's direction
 * (tiles_shift); 0: the pixel is solid. */
static LANES_INLINE vi tiles_field(const vtiles *m, vi word, vf x, vf y, vi shift) {
    const hail_tile_view *view = m->view;
    if (view->flipped)
        tiles_flip(m, word, &x, &y, &shift);
    const int32_t area = (int32_t)(view->width * view->height);
    const vi number = vi_and(word, vi_set1(HAIL_CELL_NUMBER)), flag = vi_set1(HAIL_CELL_OWN);
    const vi index = vi_add(vi_mul(number, vi_set1(area)), vf_truncate(vf_add(vf_mul(y, m->width), x)));
    const vm own = vi_eq(vi_and(word, flag), flag), shared = vm_and_not(vm_first(HAIL_LANES), own);
    vi field;
    if (!view->own_fields || !vm_bits(own))
        field = vi_gather_halves(view->fields, index);
    else
        field = vi_select(own, vi_gather_halves(view->own_fields, vi_keep(own, index)),
                          vi_gather_halves(view->fields, vi_keep(shared, index)));
    return vi_and(vi_shift_right_by(field, shift), vi_set1(HAIL_FIELD_FAR));
}

/* px: how wide the square of open pixels is taken to be in a tile that does not count. A wider tile takes several
 * segments. */
enum { TILE_OPEN = 64 };

/* The lanes whose tile is of a kind that counts as solid. */
static LANES_INLINE vm tiles_wanted(const vtiles *m, vi word) {
    return vi_test_bits(&m->view->kinds, vi_and(vi_shift_right(word, HAIL_CELL_KIND_SHIFT), vi_set1(31)));
}

/* What a lane sees from a pixel, going right (or left) and down (or up). */
typedef struct vsight {
    vf x, y;   /* the edges ahead, in x and in y, up to which everything is open */
    vm solid;  /* its own pixel is solid */
    vm border; /* it has left the map */
    vi word;   /* of its cell; undefined where that is empty */
} vsight;

/* known_at: from tiles_known. live: lanes that count; the others must be in the map or its border too. */
static LANES_INLINE vsight tiles_see(const vtiles *m, const vpixel *at, const uint32_t *known_at, vm right, vm down,
                                     vm live) {
    const vf one = vf_set1(1.0f), px = at->px, py = at->py, column = at->column, row = at->row;
    const vi known = vi_pick_halves(m->view->known, known_at), last = vi_set1(HAIL_FIELD_FAR);
    const vm tiled = vi_eq(vi_and(known, last), vi_set1(0));
    const vi shift = tiles_shift(right, down);
    const vf near_by = vi_to_float(vi_and(vi_shift_right_by(known, shift), last));
    const vf free = vf_sub(near_by, one), back = vf_negate(near_by);
    vsight s = {.x = vf_mul(vf_add(column, vf_select(right, free, back)), m->width),
                .y = vf_mul(vf_add(row, vf_select(down, free, back)), m->height),
                .solid = vm_first(0),
                .border = vm_first(0),
                .word = known};
    const vm here = vm_and(tiled, live);
    if (!vm_bits(here))
        return s;
    s.word = tiles_word(m, known, here, vf_truncate(column), vf_truncate(row));
    const vm none = vi_eq(vi_and(s.word, vi_set1(HAIL_CELL_NUMBER | HAIL_CELL_OWN)), vi_set1(0));
    s.border = vm_and(here, none);
    const vm tile = vm_and_not(here, none);
    const vf left = vf_mul(vf_sub(column, one), m->width), top = vf_mul(vf_sub(row, one), m->height);
    vi field = tiles_field(m, vi_keep(tile, s.word), vf_sub(px, left), vf_sub(py, top), shift);
    if (m->view->kinds != UINT32_MAX)
        field = vi_select(tiles_wanted(m, s.word), field, vi_set1(TILE_OPEN));
    s.solid = vm_and(tile, vi_eq(field, vi_set1(0)));
    const vf far = vi_to_float(field), rest = vf_sub(one, far);
    const vf x = vf_select(right, vf_min(vf_add(px, far), vf_add(left, m->width)), vf_max(vf_add(px, rest), left));
    const vf y = vf_select(down, vf_min(vf_add(py, far), vf_add(top, m->height)), vf_max(vf_add(py, rest), top));
    s.x = vf_select(tile, x, s.x);
    s.y = vf_select(tile, y, s.y);
    return s;
}

/* ---- Mirrored axes --------------------------------------------------------------------------------------------- */

static LANES_INLINE vf mirrored(vf a, vi signs) { return vf_from_bits(vi_xor(vi_from_bits(a), signs)); }

/* An axis of the map, and where a vector of rays is along it. */
typedef struct vplace {
    vi signs; /* the sign bit where the axis is mirrored */
    vf pixel; /* not mirrored */
    vi cell;  /* counted from the border's */
    vf size;
} vplace;

static LANES_INLINE vf place_centre(vi signs, vf next) { return mirrored(vf_sub(next, vf_set1(0.5f)), signs); }

/* The cell of the pixel whose boundary ahead is `next`. */
static LANES_INLINE vi place_cell(vi signs, vf next, vf size, vf inverse_size) {
    return vf_truncate(vf_mul(vf_add(place_centre(signs, next), size), inverse_size));
}

static LANES_INLINE vplace place_of(vi signs, vf next, vi cell, vf size) {
    return (vplace){signs, vf_sub(place_centre(signs, next), vf_set1(0.5f)), cell, size};
}

/* The boundary at the end of the cell. */
static LANES_INLINE vf place_edge(const vplace *p) {
    const vf half = vf_set1(0.5f), middle = mirrored(vf_sub(vi_to_float(p->cell), half), p->signs);
    return vf_mul(vf_add(middle, half), p->size);
}

static LANES_INLINE vf place_within(const vplace *p) {
    return vf_sub(p->pixel, vf_mul(vf_sub(vi_to_float(p->cell), vf_set1(1.0f)), p->size));
}

#endif
