/* tests/kernels/kernels_pixel_centres.c - pixel_centres and solid_pixels: every variant equals the reference to the
 * last bit and writes nothing else. A rounded centre is the one below if rounding would reach a whole number. A pixel
 * is left if and only if solid_points finds its centre in a solid pixel. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "kernel_maps.h"
#include "kernel_sprites.h"

/* Often along the axes, with centres on or just beside whole numbers. */
static hail_image_frame pick_frame(float wide, float high) {
    const double angle = pick_one_in(4) ? pick(4) * 1.57079632679489661923 : (double)pick_between(0.0f, 6.3f);
    const double scale = pick_one_in(2) ? 1.0 : (double)pick_between(0.1f, 3.0f), turned = pick_one_in(8) ? -1.0 : 1.0;
    hail_image_frame f = {.xx = cos(angle) * scale, .yx = sin(angle) * scale};
    const bool whole = pick_one_in(3);
    f.xy = -f.yx * turned, f.yy = f.xx * turned;
    f.x = (double)pick_between(-0.2f * wide, 1.2f * wide), f.y = (double)pick_between(-0.2f * high, 1.2f * high);
    f.origin_x = pick_one_in(2) ? pick(64) * 0.5 : (double)pick_between(-100.0f, 100.0f);
    f.origin_y = pick_one_in(2) ? pick(64) * 0.5 : (double)pick_between(-100.0f, 100.0f);
    if (whole) {
        const double near = pick_one_in(2) ? 0.0 : exp2((double)pick_between(-60.0f, -8.0f));
        f.x = floor(f.x) + (pick_one_in(2) ? 0.5 : 0.0) - near;
        f.y = floor(f.y) + (pick_one_in(2) ? 0.5 : 0.0) - near;
    }
    if (pick_rarely(8))
        f.x *= 65536.0, f.y *= 65536.0;
    return f;
}

static void centre_of(const hail_image_frame *f, uint32_t i, uint32_t j, double *x, double *y) {
    const double px = i + 0.5 - f->origin_x, py = j + 0.5 - f->origin_y;
    *x = f->x + (f->xx * px + f->xy * py);
    *y = f->y + (f->yx * px + f->yy * py);
}

/* ---- Centres ----------------------------------------------------------------------------------------------------- */

static void check_rounded(double a, float rounded) {
    const float near = (float)a;
    if (rounded == near)
        case_expects((double)near <= a || near != floorf(near), "%.17g became %.9g, a whole number", a, (double)near);
    else
        case_expects((double)near > a && near == floorf(near) && rounded == nextafterf(near, -INFINITY),
                     "%.17g became %.9g, not %.9g", a, (double)rounded, (double)near);
}

static void centres_case(void) {
    const uint32_t count = pick_length(), side = pick_rarely(10) ? 8191 : 64;
    const hail_image_frame f = pick_frame(300.0f, 300.0f);
    uint32_t *pixels = hold("pixels", count);
    for (uint32_t k = 0; k < count; k++)
        pixels[k] = pick(side) | pick(side) << 16;
    case_says("%u pixels, at (%.17g, %.17g), columns (%.17g, %.17g)", count, f.x, f.y, f.xx, f.yx);
    const float *want_x = NULL, *want_y = NULL;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        float *x = hold("x", count + HAIL_SLACK), *y = hold("y", count + HAIL_SLACK);
        case_calls(kernels, "pixel_centres");
        kernels->pixel_centres(&f, pixels, count, x, y);
        case_times(kernels, "pixel_centres", count, kernels->pixel_centres(&f, pixels, count, x, y));
        guards_check();
        want_x = want_x ? want_x : x;
        want_y = want_y ? want_y : y;
        same_words("x", x, want_x, count);
        same_words("y", y, want_y, count);
        for (uint32_t k = 0; v == 0 && k < count; k++) {
            double at_x, at_y;
            centre_of(&f, pixels[k] & 0xffff, pixels[k] >> 16, &at_x, &at_y);
            check_rounded(at_x, x[k]);
            check_rounded(at_y, y[k]);
        }
    }
}
Test(kernels_pixel_centres, pixel_centres) { cases_run("kernels_pixel_centres", "pixel_centres", 2000, centres_case); }

/* ---- Solid pixels ------------------------------------------------------------------------------------------------ */

static uint64_t pick_row(void) {
    const uint64_t bits = pick_bits();
    return pick_one_in(4) ? 0 : pick_one_in(2) ? bits & pick_bits() & pick_bits() : UINT64_MAX >> pick(64) << pick(64);
}

/* What is left of a row's bits; *whole becomes true if a coordinate is a whole number. */
static uint64_t solid_bits(const hail_solid_pixels_job *job, uint32_t row, uint64_t bits, bool *whole) {
    uint64_t solid = 0;
    for (uint32_t bit = 0; bit < 64; bit++) {
        double x, y;
        uint8_t is_solid;
        if (!(bits >> bit & 1u))
            continue;
        centre_of(&job->frame, (uint32_t)job->column + bit, row, &x, &y);
        const float at_x = (float)x, at_y = (float)y;
        *whole = *whole || at_x == truncf(at_x) || at_y == truncf(at_y);
        hail_kernels_at(0)->solid_points(job->view, &at_x, &at_y, 1, &is_solid);
        solid |= (uint64_t)is_solid << bit;
    }
    return solid;
}

static void solid_case(void) {
    random_map m;
    random_map_make(&m, false, pick(12));
    hail_tile_view view = hail_tilemap_view(m.map, pick_one_in(2) ? 0 : (uint32_t)pick_bits());
    view.x = view.y = 0.0f;
    const uint32_t rows = pick(65);
    const hail_solid_pixels_job job = {
        .view = &view,
        .frame = pick_frame((float)(view.columns * view.width), (float)(view.rows * view.height)),
        .row = (int32_t)pick(pick_rarely(10) ? 8000 : 64),
        .column = (int32_t)(pick_rarely(4) ? 64 * pick(4) : 0)};
    uint64_t given[64], want[64];
    bool whole = false;
    for (uint32_t k = 0; k < rows; k++) {
        given[k] = pick_row();
        want[k] = solid_bits(&job, (uint32_t)job.row + k, given[k], &whole);
    }
    case_says("%u rows from %d on, column %d, at (%.17g, %.17g), columns (%.17g, %.17g)", rows, job.row, job.column,
              job.frame.x, job.frame.y, job.frame.xx, job.frame.yx);
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        uint64_t *bits = hold_copy("bits", given, (size_t)rows * 2);
        case_calls(kernels, "solid_pixels");
        const bool is_whole = kernels->solid_pixels(&job, rows, bits);
        guards_check();
        case_expects(is_whole == whole, "a whole number: %d", is_whole);
        same_words("bits", bits, want, (size_t)rows * 2);
        uint64_t again[64];
        memcpy(again, given, sizeof again);
        case_times(kernels, "solid_pixels", rows, kernels->solid_pixels(&job, rows, memcpy(again, given, rows * 8)));
    }
    random_map_free(&m);
}
Test(kernels_pixel_centres, solid_pixels) { cases_run("kernels_pixel_centres", "solid_pixels", 1500, solid_case); }
