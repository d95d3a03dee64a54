/* simd/kernels/sprites/pixel_centres.c - docs/arithmetic.md, "Sprites": where the centres of pixels lie, and which of
 * them lie in solid pixels of a map; a pixel a lane, in double precision until a place is rounded. */
#include "bits.h"
#include "doubles.h"
#include "kernels/tiles/ray_lanes.h"

typedef struct vframe {
    vd x, y, xx, xy, yx, yy, origin_x, origin_y;
} vframe;

static LANES_INLINE vframe frame_of(const hail_image_frame *f) {
    return (vframe){vd_set1(f->x),  vd_set1(f->y),  vd_set1(f->xx),       vd_set1(f->xy),
                    vd_set1(f->yx), vd_set1(f->yy), vd_set1(f->origin_x), vd_set1(f->origin_y)};
}

/* From the origin to the centres of pixels. */
static LANES_INLINE vd from_origin(vf pixel, vd origin) {
    return vd_sub(vd_add(vd_from_float(pixel), vd_set1(0.5)), origin);
}

/* A whole number, or a number so large that it must be one. */
static LANES_INLINE vm is_whole(vf a) {
    const vm small = vf_lt(vf_abs(a), vf_set1(0x1p23f));
    return vm_or(vm_and_not(vm_from_bits(HAIL_ALL_LANES), small), vf_eq(vi_to_float(vf_truncate(a)), a));
}

/* ---- Where rays start -------------------------------------------------------------------------------------------- */

/* The largest number below each; none is infinite or NaN. */
static LANES_INLINE vf number_below(vf a) {
    const vi bits = vi_from_bits(a), one = vi_set1(1);
    const vm negative = vf_lt(a, vf_set1(0.0f));
    const vi next = vi_select(negative, vi_add(bits, one), vi_sub(bits, one));
    return vf_select(vf_eq(a, vf_set1(0.0f)), vf_from_bits(vi_set1(INT32_MIN + 1)), vf_from_bits(next));
}

/* A place, rounded: rounding must not put it into the next pixel. */
static LANES_INLINE vf rounded(vd place) {
    const vf near = vd_to_float(place);
    const vm whole = is_whole(near);
    if (!vm_bits(whole))
        return near;
    return vf_select(vm_and(whole, vd_lt(place, vd_from_float(near))), number_below(near), near);
}

void HAIL_KERNEL(pixel_centres)(const hail_image_frame *frame, const uint32_t *pixels, uint32_t count, float *x,
                                float *y) {
    const vframe f = frame_of(frame);
    for (uint32_t k = 0; k < count; k += HAIL_LANES) {
        const vi pixel = vi_load_n(pixels + k, lanes_left(k, count));
        const vd px = from_origin(vi_to_float(vi_and(pixel, vi_set1(0xffff))), f.origin_x),
                 py = from_origin(vi_to_float(vi_shift_right(pixel, 16)), f.origin_y);
        vf_store(x + k, rounded(vd_add(f.x, vd_add(vd_mul(f.xx, px), vd_mul(f.xy, py)))));
        vf_store(y + k, rounded(vd_add(f.y, vd_add(vd_mul(f.yx, px), vd_mul(f.yy, py)))));
    }
}

/* ---- In a map ---------------------------------------------------------------------------------------------------- */

/* The map, and a row's share of its pixels' places. */
typedef struct vrow {
    vtiles tiles;
    vf wide, high; /* px: of the map */
    vm outside;    /* all lanes, if it is solid outside */
    vframe frame;
    vd along_x, along_y;
} vrow;

/* The lanes, of those wanted, whose places lie in solid pixels. */
static LANES_INLINE vm solid_at(const vrow *r, vf given_x, vf given_y, vm wanted) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    const vf x = ray_number(given_x), y = ray_number(given_y);
    const vm inside = vm_and(vm_and(vf_ge(x, zero), vf_lt(x, r->wide)), vm_and(vf_ge(y, zero), vf_lt(y, r->high)));
    const vm live = vm_and(wanted, inside);
    const vf px = vi_to_float(vf_truncate(vf_select(inside, x, zero))),
             py = vi_to_float(vf_truncate(vf_select(inside, y, zero)));
    const vpixel at = tiles_pixel(&r->tiles, px, py);
    const vi column = vf_truncate(at.column), line = vf_truncate(at.row);
    uint32_t known_at[HAIL_LANES];
    vi_store(known_at, tiles_known(&r->tiles, column, line));
    const vi known = vi_pick_halves(r->tiles.view->known, known_at);
    const vm tile = vm_and(live, vi_eq(vi_and(known, vi_set1(HAIL_FIELD_FAR)), vi_set1(0)));
    const vm beyond = vm_and(vm_and_not(wanted, inside), r->outside);
    if (!vm_bits(tile))
        return beyond;
    const vi word = tiles_word(&r->tiles, known, tile, column, line);
    const vf left = vf_mul(vf_sub(at.column, one), r->tiles.width), top = vf_mul(vf_sub(at.row, one), r->tiles.height);
    /* Whichever way it is looked from, the square of a solid pixel is 0 wide. */
    const vi field = tiles_field(&r->tiles, vi_keep(tile, word), vf_sub(px, left), vf_sub(py, top), vi_set1(0));
    vm solid = vm_and(tile, vi_eq(field, vi_set1(0)));
    if (r->tiles.view->kinds != UINT32_MAX)
        solid = vm_and(solid, tiles_wanted(&r->tiles, word));
    return vm_or(solid, beyond);
}

/* Those of a row's pixels that lie in solid ones. *whole: also the lanes where a coordinate is a whole number. */
static LANES_INLINE uint64_t solid_of(const vrow *r, int32_t column, uint64_t bits, vm *whole) {
    uint64_t solid = 0;
    for (uint64_t rest = bits; rest;) {
        const int32_t first = bits_first(rest);
        const vm wanted = vm_from_bits((unsigned)(rest >> first) & HAIL_ALL_LANES);
        const vd px = from_origin(vi_to_float(vi_add(vi_set1(column + first), vi_iota())), r->frame.origin_x);
        const vf x = vd_to_float(vd_add(r->frame.x, vd_add(vd_mul(r->frame.xx, px), r->along_x))),
                 y = vd_to_float(vd_add(r->frame.y, vd_add(vd_mul(r->frame.yx, px), r->along_y)));
        *whole = vm_or(*whole, vm_and(wanted, vm_or(is_whole(x), is_whole(y))));
        solid |= (uint64_t)vm_bits(solid_at(r, x, y, wanted)) << first;
        rest &= ~((uint64_t)HAIL_ALL_LANES << first);
    }
    return solid;
}

bool HAIL_KERNEL(solid_pixels)(const hail_solid_pixels_job *job, uint32_t count, uint64_t *bits) {
    const hail_tile_view *view = job->view;
    const hail_image_frame *f = &job->frame;
    vrow r = {.tiles = tiles_of(view),
              .wide = vf_set1((float)(view->columns * view->width)),
              .high = vf_set1((float)(view->rows * view->height)),
              .outside = vm_from_bits(view->outside_solid ? HAIL_ALL_LANES : 0),
              .frame = frame_of(f)};
    vm whole = vm_from_bits(0);
    for (uint32_t k = 0; k < count; k++) {
        const double py = (double)(job->row + (int32_t)k) + 0.5 - f->origin_y;
        if (!bits[k])
            continue;
        r.along_x = vd_set1(f->xy * py);
        r.along_y = vd_set1(f->yy * py);
        bits[k] = solid_of(&r, job->column, bits[k], &whole);
    }
    return vm_bits(whole) != 0;
}
