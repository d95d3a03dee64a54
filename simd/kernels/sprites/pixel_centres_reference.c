/* simd/kernels/sprites/pixel_centres_reference.c - docs/arithmetic.md, "Sprites": where the centres of pixels lie, and
 * which of them lie in solid pixels of a map, a pixel at a time. */
#include "kernels/reference.h"

static void centre_of(const hail_image_frame *f, uint32_t i, uint32_t j, double *x, double *y) {
    const double px = i + 0.5 - f->origin_x, py = j + 0.5 - f->origin_y;
    *x = f->x + (f->xx * px + f->xy * py);
    *y = f->y + (f->yx * px + f->yy * py);
}

static bool is_whole(float a) { return fabsf(a) >= 0x1p23f || floorf(a) == a; }

static float rounded(double a) {
    const float near = (float)a;
    return is_whole(near) && (double)near > a ? nextafterf(near, -INFINITY) : near;
}

void HAIL_KERNEL(pixel_centres)(const hail_image_frame *frame, const uint32_t *pixels, uint32_t count, float *x,
                                float *y) {
    for (uint32_t k = 0; k < count; k++) {
        double at_x, at_y;
        centre_of(frame, pixels[k] & 0xffff, pixels[k] >> 16, &at_x, &at_y);
        x[k] = rounded(at_x);
        y[k] = rounded(at_y);
    }
}

bool HAIL_KERNEL(solid_pixels)(const hail_solid_pixels_job *job, uint32_t count, uint64_t *bits) {
    hail_tile_view view = *job->view;
    bool whole = false;
    view.x = view.y = 0.0f;
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t bit = 0; bit < 64; bit++) {
            double at_x, at_y;
            uint8_t solid;
            if (!(bits[k] >> bit & 1u))
                continue;
            centre_of(&job->frame, (uint32_t)job->column + bit, (uint32_t)job->row + k, &at_x, &at_y);
            const float x = (float)at_x, y = (float)at_y;
            whole = whole || is_whole(x) || is_whole(y);
            HAIL_KERNEL(solid_points)(&view, &x, &y, 1, &solid);
            bits[k] &= ~((uint64_t)!solid << bit);
        }
    return whole;
}
