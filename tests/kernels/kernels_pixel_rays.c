/* tests/kernels/kernels_pixel_rays.c - ray_columns, near_pixels and pixel_rays: every variant equals the reference to
 * the last bit and writes nothing else. In double precision, no column is left out whose ray may come into all slabs,
 * and every ray that is the first to enter an opaque pixel is listed. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "kernel_sprites.h"

/* ---- Columns ----------------------------------------------------------------------------------------------------- */

static float pick_place(void) { return pick_one_in(4) ? (float)pick(64) * 0.5f - 16.0f : pick_between(-90.0f, 90.0f); }

static float pick_part(void) {
    static const float parts[] = {0.0f, 1.0f, -1.0f, 0.5f};
    return pick_one_in(4) ? parts[pick(4)] : pick_between(-1.0f, 1.0f);
}

static void pick_slab(hail_ray_slab *s) {
    const float far = pick_rarely(12) ? exp2f(pick_between(8.0f, 30.0f)) : 1.0f, step = pick_part();
    const bool none = fabsf(step) < 1.0e-3f;
    s->at = far * pick_place(), s->row = pick_part();
    s->low = s->at + pick_place(), s->high = s->low + pick_between(0.0f, 50.0f);
    s->columns = none ? 0.0f : 1.0f / step, s->still = none ? 0.1f : 0.0f;
}

/* Whether some slab is certainly missed. */
static bool is_beyond(const hail_ray_columns_job *job, uint32_t row, double column) {
    bool beyond = false;
    for (int k = 0; k < HAIL_RAY_SLABS; k++) {
        const hail_ray_slab *s = &job->slab[k];
        const double step = s->columns == 0.0f ? 0.0 : 1.0 / (double)s->columns;
        const double at = (double)s->at + row * (double)s->row + column * step;
        const double room = (double)s->still - 0x1p-20 * (fabs((double)s->at) + fabs((double)s->low) + row + column);
        beyond = beyond || at < (double)s->low - room || at > (double)s->high + room;
    }
    return beyond;
}

static void check_columns(const hail_ray_columns_job *job, uint32_t row, uint32_t first, uint32_t last) {
    for (uint32_t k = (uint32_t)job->left; k <= (uint32_t)job->last; k++)
        if (k < first || k > last)
            case_expects(is_beyond(job, row, k), "row %u: column %u is left out: %u to %u", row, k, first, last);
    case_expects(first > last || (first >= (uint32_t)job->left && last <= (uint32_t)job->last),
                 "row %u: columns %u to %u", row, first, last);
}

static void columns_case(void) {
    hail_ray_columns_job job = {.left = (float)pick(40)};
    const uint32_t rows = pick_length(), top = pick_one_in(4) ? pick(8000) : pick(64);
    job.last = job.left + (float)(pick_rarely(8) ? pick(8000) : pick(64));
    for (int k = 0; k < HAIL_RAY_SLABS; k++)
        pick_slab(&job.slab[k]);
    case_says("rows %u to %u, columns %g to %g", top, top + rows, (double)job.left, (double)job.last);
    const uint32_t *want_first = NULL, *want_last = NULL;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        uint32_t *first = hold("first", rows), *last = hold("last", rows);
        case_calls(kernels, "ray_columns");
        kernels->ray_columns(&job, top, top + rows, first, last);
        case_times(kernels, "ray_columns", rows, kernels->ray_columns(&job, top, top + rows, first, last));
        guards_check();
        want_first = want_first ? want_first : first;
        want_last = want_last ? want_last : last;
        same_words("first", first, want_first, rows);
        same_words("last", last, want_last, rows);
        for (uint32_t k = 0; v == 0 && k < rows; k++)
            check_columns(&job, top + k, first[k], last[k]);
    }
}
Test(kernels_pixel_rays, ray_columns) { cases_run("kernels_pixel_rays", "ray_columns", 4000, columns_case); }

/* The bits of a word whose columns ray_columns lists for some box. */
static uint64_t listed_bits(const hail_near_pixels_job *job, uint32_t row) {
    uint64_t bits = 0;
    for (uint32_t b = 0; b < job->count; b++) {
        const hail_ray_columns_job one = {.slab = {job->boxes[b].x, job->boxes[b].y, {.low = -1.0f, .high = 1.0f}},
                                          .left = job->left,
                                          .last = job->last};
        uint32_t first, last;
        hail_kernels_at(0)->ray_columns(&one, row, row + 1, &first, &last);
        for (uint32_t bit = 0; bit < 64; bit++) {
            const uint32_t column = 64 * (uint32_t)job->word + bit;
            bits |= column >= first && column <= last ? UINT64_C(1) << bit : 0;
        }
    }
    return bits;
}

static void near_case(void) {
    enum { MOST_BOXES = 5 };
    const uint32_t rows = pick_length() % 200, top = pick_one_in(4) ? pick(8000) : pick(64);
    hail_near_pixels_job job = {.count = pick(MOST_BOXES + 1), .left = (float)pick(40)};
    hail_box_slabs *boxes = hold("boxes", job.count * sizeof *boxes / sizeof(uint32_t));
    job.boxes = boxes;
    job.last = job.left + (float)(pick_rarely(8) ? pick(8000) : pick(64));
    job.word = (int32_t)(pick_one_in(2) ? 0 : pick((uint32_t)job.last / 64 + 1));
    for (uint32_t b = 0; b < job.count; b++) {
        pick_slab(&boxes[b].x);
        pick_slab(&boxes[b].y);
    }
    case_says("%u boxes, rows %u to %u, columns %g to %g, word %d", job.count, top, top + rows, (double)job.left,
              (double)job.last, job.word);
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        uint64_t *bits = hold("bits", (size_t)rows * 2);
        case_calls(kernels, "near_pixels");
        kernels->near_pixels(&job, top, top + rows, bits);
        case_times(kernels, "near_pixels", rows, kernels->near_pixels(&job, top, top + rows, bits));
        guards_check();
        for (uint32_t k = 0; k < rows; k++)
            case_expects(bits[k] == listed_bits(&job, top + k), "row %u: bits %llx, not %llx", top + k,
                         (unsigned long long)bits[k], (unsigned long long)listed_bits(&job, top + k));
    }
}
Test(kernels_pixel_rays, near_pixels) { cases_run("kernels_pixel_rays", "near_pixels", 2000, near_case); }

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

/* The motion in double precision, of which the job has the rounded numbers. */
static struct {
    hail_mask other;
    double x, y, ux, uy, vx, vy, dx, dy;
    uint32_t count;
    hail_pixel_rays_job job;
} way;

static double pick_way(void) {
    static const double ways[] = {0.0, 1.0, -1.0, 3.0, -0.5, 1.0e-4, -1.0e-9, 1.0e-31};
    return pick_one_in(4) ? ways[pick(8)] : (double)either(pick_between(0.0f, pick_one_in(2) ? 8.0f : 60.0f));
}

static void pick_motion(void) {
    const double angle = pick_one_in(6) ? pick(4) * 1.57079632679489661923 : (double)pick_between(0.0f, 6.3f);
    const double scale = pick_one_in(3) ? (double)pick_between(0.2f, 1.0f) : 1.0, turned = pick_one_in(8) ? -1.0 : 1.0;
    way.ux = cos(angle) * scale, way.uy = sin(angle) * scale;
    way.vx = -way.uy * turned, way.vy = way.ux * turned;
    way.dx = pick_way(), way.dy = pick_way();
}

/* So that the first pixel's centre is near a corner of the other's pixels at some time. */
static void aim_at_corner(double i, double j) {
    const hail_mask *m = &way.other;
    const double time = pick_one_in(4) ? 0.0 : (double)pick_between(0.0f, 1.0f),
                 near = exp2((double)pick_between(-40.0f, -8.0f));
    const double x = m->left + (double)pick((uint32_t)(m->right - m->left + 1)),
                 y = m->top + (double)pick((uint32_t)(m->bottom - m->top + 1));
    way.x = x + near * (double)pick_between(-1.0f, 1.0f) - way.dx * time - i * way.ux - j * way.vx;
    way.y = y + near * (double)pick_between(-1.0f, 1.0f) - way.dy * time - i * way.uy - j * way.vy;
}

/* Pixels in a square, of which one starts near the other sprite. */
static uint32_t *pick_pixels_of(uint32_t *most) {
    const hail_mask *m = &way.other;
    const uint32_t side = pick_rarely(10) ? 8191 : 1 + pick(30);
    uint32_t *pixels = hold("pixels", way.count);
    *most = 0;
    for (uint32_t k = 0; k < way.count; k++) {
        const uint32_t i = pick(side), j = pick(side);
        pixels[k] = i | j << 16;
        *most = i + j > *most ? i + j : *most;
    }
    const double i = way.count ? pixels[0] & 0xffff : 0, j = way.count ? pixels[0] >> 16 : 0;
    const double at_x = m->left + (double)pick_between(-0.5f, 1.5f) * (m->right - m->left) - way.dx * 0.5,
                 at_y = m->top + (double)pick_between(-0.5f, 1.5f) * (m->bottom - m->top) - way.dy * 0.5;
    way.x = (pick_one_in(6) ? floor(at_x) : at_x) - i * way.ux - j * way.vx;
    way.y = (pick_one_in(6) ? floor(at_y) : at_y) - i * way.uy - j * way.vy;
    if (pick_one_in(2))
        aim_at_corner(i, j);
    return pixels;
}

static float slowness(double d) { return fabs(d) > 1.0e-30 ? (float)(1.0 / fabs(d)) : HAIL_PIXEL_STILL; }

static void make_job(const uint32_t *pixels, uint32_t most) {
    const double size =
        fabs(way.x) + fabs(way.y) + fabs(way.dx) + fabs(way.dy) + 2.0 * most + way.other.right + way.other.bottom;
    way.job = (hail_pixel_rays_job){.other = &way.other,
                                    .x = (float)way.x,
                                    .y = (float)way.y,
                                    .ux = (float)way.ux,
                                    .uy = (float)way.uy,
                                    .vx = (float)way.vx,
                                    .vy = (float)way.vy,
                                    .dx = (float)way.dx,
                                    .dy = (float)way.dy,
                                    .slow_x = slowness(way.dx),
                                    .slow_y = slowness(way.dy),
                                    .error = (float)(size * 0x1p-20),
                                    .until = pick_one_in(3) ? pick_between(0.0f, 1.0f) : 1.0f,
                                    .pixels = pixels};
}

/* Narrows the times in which a + d * t lies in [low, high]. */
static void between(double a, double d, double low, double high, double *from, double *to) {
    if (d == 0.0) {
        *to = a < low || a > high ? -1.0 : *to;
        return;
    }
    const double t = (low - a) / d, u = (high - a) / d;
    *from = fmax(*from, fmin(t, u));
    *to = fmin(*to, fmax(t, u));
}

/* When a ray surely enters an opaque pixel: it must be in one for a while. */
static double enters(uint32_t pixel) {
    const double i = pixel & 0xffff, j = pixel >> 16;
    const double x = way.x + j * way.vx + i * way.ux, y = way.y + j * way.vy + i * way.uy;
    double first = INFINITY;
    for (int32_t row = way.other.top; row < way.other.bottom; row++)
        for (int32_t column = way.other.left; column < way.other.right; column++) {
            double from = 0.0, to = (double)way.job.until;
            if (!mask_pixel(&way.other, column, row))
                continue;
            between(x, way.dx, column, column + 1.0, &from, &to);
            between(y, way.dy, row, row + 1.0, &from, &to);
            first = from + 1.0e-12 < to ? fmin(first, from) : first;
        }
    return first;
}

static void check_listed(const uint32_t *found, uint32_t listed) {
    static double at[HAIL_MOST_PIXEL_RAYS];
    double first = INFINITY;
    for (uint32_t k = 0; k < way.count; k++)
        first = fmin(first, at[k] = enters(way.job.pixels[k]));
    for (uint32_t k = 0, n = 0; k < way.count; k++) {
        n += n < listed && found[n] < k;
        const bool is_listed = n < listed && found[n] == k;
        case_expects(is_listed || !(at[k] < INFINITY && at[k] <= first), "ray %u enters first, at %.12g", k, at[k]);
        case_expects(n == 0 || found[n - 1] < k, "not in order");
    }
}

static void rays_case(void) {
    uint32_t most;
    way.other = random_mask();
    if (way.other.left >= way.other.right)
        return;
    const uint32_t area = (uint32_t)((way.other.right - way.other.left) * (way.other.bottom - way.other.top));
    way.count = pick((uint32_t)larger(1, lesser(HAIL_MOST_PIXEL_RAYS + 1, (int32_t)(100000 / (area + 1)))));
    way.count = way.count && pick_rarely(3) ? 1 : way.count;
    pick_motion();
    const uint32_t *pixels = pick_pixels_of(&most);
    make_job(pixels, most);
    case_says("%u rays by (%.17g, %.17g), columns (%.9g, %.9g), rows (%.9g, %.9g), at (%.17g, %.17g), error %g",
              way.count, way.dx, way.dy, way.ux, way.uy, way.vx, way.vy, way.x, way.y, (double)way.job.error);
    if (!(way.job.error < 0x1p-4f))
        return;
    const uint32_t *want = NULL;
    uint32_t listed = 0;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        uint32_t *found = hold("found", way.count + HAIL_SLACK);
        case_calls(kernels, "pixel_rays");
        const uint32_t n = kernels->pixel_rays(&way.job, way.count, found);
        case_times(kernels, "pixel_rays", way.count, kernels->pixel_rays(&way.job, way.count, found));
        guards_check();
        want = want ? want : found;
        listed = v ? listed : n;
        case_expects(n == listed, "it lists %u, not %u", n, listed);
        same_words("found", found, want, listed);
        if (v == 0)
            check_listed(found, listed);
    }
}
Test(kernels_pixel_rays, pixel_rays) { cases_run("kernels_pixel_rays", "pixel_rays", 4000, rays_case); }
