/* tests/kernels/kernels_parts.c - near_parts: every variant says what the reference says, and that what touches is
 * near. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include <hail/batch.h>

#include "kernel_inputs.h"

enum { MOST_PARTS = 6, MOST_CIRCLES = 32 };

static void pick_part(hail_convex *part) {
    float x[8], y[8];
    const uint32_t kind = pick(4);
    if (kind == 0) {
        hail_convex_circle(pick_between(0.0f, 9.0f), part);
    } else if (kind == 1) {
        hail_convex_capsule(pick_between(-9.0f, 9.0f), pick_between(-9.0f, 9.0f), pick_between(10.0f, 20.0f),
                            pick_between(10.0f, 20.0f), pick_between(0.0f, 5.0f), part);
    } else {
        const uint32_t count = 3 + pick(6);
        const float centre_x = pick_between(-20.0f, 20.0f), centre_y = pick_between(-20.0f, 20.0f);
        for (uint32_t i = 0; i < count; i++) {
            const float angle = 6.2831853f * (float)i / (float)count;
            x[i] = centre_x + 8.0f * cosf(angle);
            y[i] = centre_y + 8.0f * sinf(angle);
        }
        const hail_status status = hail_convex_polygon(x, y, count, pick_one_in(2) ? 0.0f : 2.0f, part);
        case_expects(status == HAIL_OK, "hail_convex_polygon: status %d", (int)status);
    }
}

/* Whether a circle touches a part, by hail_batch_touch. */
static bool touches(const hail_convex *part, float x, float y, float radius) {
    static const float zero = 0.0f;
    hail_convex shapes[2] = {*part};
    uint8_t touching = 0;
    const uint32_t second = 1;
    if (hail_convex_circle(radius > 0.0f ? radius : 0.0f, &shapes[1]) != HAIL_OK)
        return true;
    const hail_batch batch = {.a = {.convexes = shapes, .shape_count = 2, .x = &zero, .y = &zero, .count = 1},
                              .b = {.x = &x, .y = &y, .shape = &second, .count = 1},
                              .count = 1};
    return hail_batch_touch(&batch, &touching) != HAIL_OK || touching;
}

static void parts_case(void) {
    hail_convex parts[MOST_PARTS];
    const uint32_t count = 1 + pick(MOST_CIRCLES), n = 1 + pick(MOST_PARTS), room = count + HAIL_SLACK;
    float *x = hold("x", room), *y = hold("y", room), *radius = hold("radius", room);
    uint32_t wanted[MOST_PARTS];
    for (uint32_t p = 0; p < n; p++)
        pick_part(&parts[p]);
    for (uint32_t q = 0; q < room; q++) {
        x[q] = pick_between(-40.0f, 40.0f);
        y[q] = pick_between(-40.0f, 40.0f);
        radius[q] = pick_one_in(4) ? 0.0f : pick_between(0.0f, 12.0f);
    }
    case_says("%u parts, %u circles", n, count);
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "near_parts");
        uint32_t *near = hold("near", n);
        kernels->near_parts(parts[0].words, n, x, y, radius, count, near);
        case_times(kernels, "near_parts", (size_t)n * count,
                   kernels->near_parts(parts[0].words, n, x, y, radius, count, near));
        guards_check();
        if (v == 0)
            memcpy(wanted, near, n * sizeof *near);
        same_words("near", near, wanted, n);
    }
    for (uint32_t p = 0; p < n; p++) {
        case_expects(count == 32 || wanted[p] >> count == 0, "part %u is near circles that do not exist", p);
        for (uint32_t q = 0; q < count; q++)
            case_expects(wanted[p] >> q & 1 || !touches(&parts[p], x[q], y[q], radius[q] * 0.999f - 1e-4f),
                         "part %u and circle %u touch", p, q);
    }
}
Test(kernels_parts, near_parts) { cases_run("kernels_parts", "near_parts", 3000, parts_case); }
