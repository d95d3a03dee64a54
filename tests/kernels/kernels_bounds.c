/* tests/kernels/kernels_bounds.c - by_bounds: what it settles, hail_batch_touch answers so, too; it leaves only what
 * lies near a side of the box; and every variant equals the reference to the last bit. */
#include <criterion/criterion.h>

#include <hail/batch.h>
#include <math.h>
#include <string.h>

#include "kernel_inputs.h"
#include "kernels.h"
#include "shapes/row.h"

enum { BODIES = 60, SHAPES = 12 };

static struct {
    hail_convex shape[SHAPES + 1]; /* the last one is the box */
    float x[BODIES], y[BODIES], cos[BODIES], sin[BODIES], scale[BODIES];
    uint32_t of[BODIES];
    bool turned, scaled;
    float at_x, at_y, half_width, half_height;
    uint8_t touching[BODIES];
} the;

/* ---- Inputs ------------------------------------------------------------------------------------------------------ */

static float pick_half(void) {
    const float most = pick_one_in(8) ? 1.0e4f : 30.0f, fine = pick_between(0.001f, most);
    return pick_one_in(2) ? (float)(1 + pick(12)) : fine;
}

static void make_shape(hail_convex *shape) {
    const float w = pick_half(), h = pick_half(), far = pick_half();
    const float rounding = pick_one_in(2) ? 0.0f : pick_between(0.0f, 6.0f);
    const float x[4] = {-w, w, w, -w}, y[4] = {h, h, -h, -h}, moved[4] = {far - w, far + w, far + w, far - w};
    const float diamond_x[4] = {-w, 0.0f, w, 0.0f}, diamond_y[4] = {0.0f, -h, 0.0f, h};
    hail_status status;
    switch (pick(8)) {
    case 0:
        status = hail_convex_circle(w, shape);
        break;
    case 1:
        status = hail_convex_capsule(-w, 0.0f, w, 0.0f, rounding, shape);
        break;
    case 2:
        status = hail_convex_capsule(0.0f, h, 0.0f, -h, rounding, shape);
        break;
    case 3:
        status = hail_convex_capsule(-w, h, w, -h, rounding, shape);
        break;
    case 4:
        status = hail_convex_polygon(moved, y, 4, rounding, shape);
        break;
    case 5:
        status = hail_convex_polygon(diamond_x, diamond_y, 4, rounding, shape);
        break;
    case 6:
        status = hail_convex_polygon(x, y, 4, rounding, shape);
        break;
    default:
        status = hail_convex_box(w, h, rounding, shape);
    }
    if (status != HAIL_OK) /* too thin for where it is */
        status = hail_convex_box(w, w, rounding, shape);
    case_expects(status == HAIL_OK, "no shape of %g by %g: %d", (double)w, (double)h, status);
}

/* Where a body's side meets the box's, or nearly so. */
static float pick_place(float middle, float half, float size) {
    const float apart = half + size, within = pick_between(-2.0f, 2.0f) * (half + 20.0f);
    const float place = pick_one_in(2) ? middle + apart : middle - apart;
    return pick_one_in(3) ? nudged(place) : middle + within;
}

static void make_bodies(void) {
    for (uint32_t i = 0; i < BODIES; i++) {
        const float *row = the.shape[the.of[i] = pick(SHAPES)].words;
        const float angle = pick_one_in(3) ? 0.0f : pick_between(-7.0f, 7.0f), off = 1.0f + pick_between(-1e-4f, 1e-4f);
        the.scale[i] = the.scaled && pick_one_in(2) ? pick_between(0.0f, 3.0f) : 1.0f;
        the.cos[i] = the.turned ? cosf(angle) * off : 1.0f;
        the.sin[i] = the.turned ? sinf(angle) * off : 0.0f;
        const float width = (fabsf(row[HAIL_TEMPLATE_VX]) + row[HAIL_TEMPLATE_ROUNDING]) * the.scale[i];
        const float height = (fabsf(row[HAIL_TEMPLATE_VY]) + row[HAIL_TEMPLATE_ROUNDING]) * the.scale[i];
        the.x[i] = pick_place(the.at_x, the.half_width, width);
        the.y[i] = pick_place(the.at_y, the.half_height, height);
    }
}

static void make_case(void) {
    const float far = pick_one_in(4) ? 1.0e5f : 500.0f;
    the.at_x = pick_between(-far, far);
    the.at_y = pick_between(-far, far);
    the.half_width = pick_half();
    the.half_height = pick_half();
    the.turned = pick_one_in(2);
    the.scaled = pick_one_in(2);
    for (uint32_t i = 0; i < SHAPES; i++)
        make_shape(&the.shape[i]);
    make_bodies();
}

/* ---- What is right ----------------------------------------------------------------------------------------------- */

static void ask_batch(void) {
    float x[BODIES], y[BODIES];
    uint32_t box[BODIES];
    for (uint32_t i = 0; i < BODIES; i++)
        x[i] = the.at_x, y[i] = the.at_y, box[i] = SHAPES;
    hail_box_row(the.half_width, the.half_height, the.shape[SHAPES].words);
    const hail_batch batch = {.a = {.convexes = the.shape, .shape_count = SHAPES + 1, .x = x, .y = y, .shape = box},
                              .b = {.x = the.x, .y = the.y, .cos = the.cos, .sin = the.sin, .scale = the.scale},
                              .count = BODIES};
    hail_batch asked = batch;
    asked.a.count = asked.b.count = BODIES;
    asked.b.shape = the.of;
    const hail_status status = hail_batch_touch(&asked, the.touching);
    case_expects(status == HAIL_OK, "the batch was refused: %d", status);
}

/* A body's vertices from the box's middle. */
typedef struct corners {
    uint32_t count;
    bool upright; /* it is a box or a segment along the axes, or a point */
    double x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
} corners;

static corners corners_of(uint32_t i) {
    const float *row = the.shape[the.of[i]].words;
    const double k = (double)the.scale[i], c = (double)the.cos[i], s = (double)the.sin[i];
    corners to = {.upright = s == 0.0};
    memcpy(&to.count, row + HAIL_TEMPLATE_COUNT, sizeof to.count);
    for (uint32_t v = 0; v < to.count; v++) {
        const double x = (double)row[HAIL_TEMPLATE_VX + v], y = (double)row[HAIL_TEMPLATE_VY + v];
        to.x[v] = (double)the.x[i] - (double)the.at_x + k * (c * x - s * y);
        to.y[v] = (double)the.y[i] - (double)the.at_y + k * (s * x + c * y);
        to.upright &= fabs(x) == fabs((double)row[HAIL_TEMPLATE_VX]) && fabs(y) == fabs((double)row[HAIL_TEMPLATE_VY]);
        to.upright &= to.count != 2 || x == 0.0 || y == 0.0;
    }
    return to;
}

/* Whether bounds need not settle a body: they end near the box's, or it is slanted and near a corner, or crosses it. */
static bool may_be_unsure(uint32_t i) {
    const float *row = the.shape[the.of[i]].words;
    const corners c = corners_of(i);
    const double a = (double)the.half_width, b = (double)the.half_height, k = (double)the.scale[i];
    const double size = a + b + k * (double)row[HAIL_TEMPLATE_RADIUS];
    const double error =
        (fabs((double)the.at_x) + fabs((double)the.at_y) + fabs((double)the.x[i]) + fabs((double)the.y[i]) + size) *
        0x1.1p-18;
    double low_x = c.x[0], high_x = low_x, low_y = c.y[0], high_y = low_y;
    bool within = false;
    for (uint32_t v = 0; v < c.count; v++) {
        low_x = fmin(low_x, c.x[v]), high_x = fmax(high_x, c.x[v]);
        low_y = fmin(low_y, c.y[v]), high_y = fmax(high_y, c.y[v]);
        within |= fabs(c.x[v]) < a - error && fabs(c.y[v]) < b - error;
    }
    const double apart = fmax(fmax(low_x, -high_x) - a, fmax(low_y, -high_y) - b);
    if (apart > k * (double)row[HAIL_TEMPLATE_ROUNDING] + size * 0.0011 + error)
        return false;
    if (apart > -error || fmin(a, b) < error)
        return true;
    return !c.upright && !within && fmax(high_x, -low_x) > a - error && fmax(high_y, -low_y) > b - error;
}

/* ---- The kernel -------------------------------------------------------------------------------------------------- */

static hail_bounds_job job_of(void) {
    hail_bounds_job job = {.x = the.at_x, .y = the.at_y, .half_width = the.half_width, .half_height = the.half_height};
    job.templates = the.shape[0].words;
    job.body_x = hold_copy("x", the.x, BODIES);
    job.body_y = hold_copy("y", the.y, BODIES);
    job.body_cos = the.turned ? hold_copy("cos", the.cos, BODIES) : NULL;
    job.body_sin = the.turned ? hold_copy("sin", the.sin, BODIES) : NULL;
    job.body_scale = the.scaled ? hold_copy("scale", the.scale, BODIES) : NULL;
    job.body_shape = hold_copy("shape", the.of, BODIES);
    return job;
}

static void judge(const uint32_t *index, uint32_t count, const uint32_t *found, const uint32_t *unsure,
                  uint32_t listed) {
    for (uint32_t i = 0, at = 0; i < count; i++) {
        const uint32_t body = index[i];
        if (at < listed && unsure[at] == i) {
            case_expects(found[i] == UINT32_MAX, "body %u is unsure, and found", body);
            case_expects(may_be_unsure(body), "body %u is unsure", body);
            at++;
        } else {
            case_expects((found[i] == 0) == (the.touching[body] != 0), "body %u: %x, but touching is %d", body,
                         found[i], the.touching[body]);
        }
    }
}

static void bounds_case(void) {
    make_case();
    ask_batch();
    const uint32_t count = pick_length() % (BODIES + 1);
    uint32_t *index = hold("index", count);
    for (uint32_t i = 0; i < count; i++)
        index[i] = pick(BODIES);
    const hail_bounds_job job = job_of();
    const uint32_t *want_found = NULL, *want_unsure = NULL;
    uint32_t want = 0;
    const hail_kernels *kernels;
    case_says("%u bodies, box at %g, %g of %g by %g%s%s", count, (double)the.at_x, (double)the.at_y,
              (double)the.half_width, (double)the.half_height, the.turned ? ", rotated" : "",
              the.scaled ? ", scaled" : "");
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        uint32_t *found = hold("found", (size_t)count + HAIL_SLACK),
                 *unsure = hold("unsure", (size_t)count + HAIL_SLACK);
        case_calls(kernels, "by_bounds");
        const uint32_t listed = kernels->by_bounds(&job, index, count, found, unsure);
        case_times(kernels, "by_bounds", count, kernels->by_bounds(&job, index, count, found, unsure));
        guards_check();
        want = want_found ? want : listed;
        want_found = want_found ? want_found : found;
        want_unsure = want_unsure ? want_unsure : unsure;
        case_expects(listed == want, "%u are unsure, not %u", listed, want);
        same_words("found", found, want_found, count);
        same_words("unsure", unsure, want_unsure, want);
    }
    judge(index, count, want_found, want_unsure, want);
}
Test(kernels_bounds, bounds) { cases_run("kernels_bounds", "bounds", 10000, bounds_case); }
