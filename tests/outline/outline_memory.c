/* tests/outline/outline_memory.c - memory of outlines, enclosing polygons and decompositions: an allocator that counts,
 * checks what is freed, and fails at every single call, after which nothing is left. */
#include <criterion/criterion.h>

#include "outline_inputs.h"
#include "outline_masks.h"
#include "shared/purse.h"
#include "shared/contexts.h"

/* ---- What is done ------------------------------------------------------------------------------------------------ */

static contours polygon;
static mask image;
static hail_spriteset *set; /* of its own memory */
static uint32_t sprite;
static hail_polygons *made;

static hail_status decompose(purse *p, uint32_t most, uint32_t repair) {
    const hail_decompose_options options = {
        .context = allocator_context(with(p), NULL), .max_vertices = most, .repair = repair};
    made = (hail_polygons *)&polygon;
    const hail_loops loops = contours_loops(&polygon);
    return hail_decompose(&loops, &options, &made, NULL);
}

static hail_status decompose_few(purse *p) { return decompose(p, 4, 1); }
static hail_status decompose_many(purse *p) { return decompose(p, UINT32_MAX, 0); }

static hail_status trace(purse *p, float error) {
    const hail_trace_options options = {.context = allocator_context(with(p), NULL), .error = error, .min_pixels = 2};
    made = (hail_polygons *)&polygon;
    return hail_trace(set, sprite, &options, &made);
}

static hail_status trace_sides(purse *p) { return trace(p, 0.0f); }
static hail_status trace_about(purse *p) { return trace(p, 1.5f); }

static hail_status enclose(purse *p) {
    float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
    uint32_t n;
    const hail_allocator allocator = with(p);
    made = NULL;
    return hail_enclose(allocator_context(allocator, NULL), polygon.x, polygon.y, polygon.start[polygon.count], 5, x, y,
                        &n);
}

/* False: it has no such call. *loops: of what was made. */
static bool hold_failure(hail_status (*act)(purse *p), long fail_at, size_t *loops) {
    purse p = {.fail_at = fail_at};
    const hail_status status = act(&p);
    cr_assert_eq(status, p.failed ? HAIL_NO_MEMORY : HAIL_OK, "call %ld: %s", fail_at, hail_status_text(status));
    if (p.failed)
        cr_assert_null(made, "call %ld", fail_at);
    *loops = hail_polygons_loops(made)->count;
    hail_polygons_destroy(made);
    cr_assert(p.held == 0 && p.bytes == 0 && !p.bad, "call %ld: %zu held of %zu bytes are left", fail_at, p.held,
              p.bytes);
    return p.failed;
}

static void hold(hail_status (*act)(purse *p)) {
    size_t loops, again;
    long call = 0;
    hold_failure(act, NEVER, &loops);
    while (hold_failure(act, call, &again))
        call++;
    cr_assert_eq(loops, again);
    cr_log_info("%ld calls of the allocator, %zu loops", call, loops);
    cr_assert_gt(call, 0);
}

Test(outline_memory, decompose) {
    static const contour_kind kinds[] = {CONTOUR_STAR, CONTOUR_UNTANGLED, CONTOUR_PIXELS, CONTOUR_CONVEX};
    for (int k = 0; k < 4; k++) {
        const contour_choice choice = {.kind = kinds[k], .grid = (contour_grid)(k % 2), .vertices = 24, .more = 3};
        contours_make((uint64_t)k, &choice, &polygon);
        hold(decompose_few);
        hold(decompose_many);
        hold(enclose);
    }
}

Test(outline_memory, trace) {
    cr_assert_eq(hail_spriteset_create(NULL, &set), HAIL_OK);
    for (int k = 0; k < MASK_KINDS; k++) {
        mask_make(3, (mask_kind)k, 60, &image);
        sprite = mask_add(&image, set, false);
        hold(trace_sides);
        hold(trace_about);
    }
    hail_spriteset_destroy(set);
}

/* Without memory it reports that and leaves nothing, with the set's allocator or none. */
Test(outline_memory, enclose_sprite) {
    mask_make(5, MASK_BLOBS, 60, &image);
    for (long fail_at = 0, failed = 1; failed != 0; fail_at++) {
        purse p = {.fail_at = NEVER};
        const hail_allocator allocator = with(&p);
        float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
        uint32_t n;
        cr_assert_eq(hail_spriteset_create(allocator_context(allocator, NULL), &set), HAIL_OK);
        sprite = mask_add(&image, set, false);
        const size_t bytes = p.bytes;
        p.fail_at = p.calls + fail_at;
        const hail_status status = hail_enclose_sprite(set, sprite, 4, x, y, &n);
        failed = p.failed;
        cr_assert_eq(status, p.failed ? HAIL_NO_MEMORY : HAIL_OK, "%s", hail_status_text(status));
        cr_assert_eq(p.bytes, bytes);
        hail_spriteset_destroy(set);
        cr_assert(p.held == 0 && p.bytes == 0 && !p.bad);
    }
}
