/* What failing calls of sets of shapes say: the argument's name, the number and its range, in one sentence. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <hail/hail.h>

static hail_error error;
static const float zero[4];

/* Whether the last call failed like that, and says so in these words; after them perhaps "(it is 9; the most is 4)". */
static void says(hail_status status, hail_status must, const char *words) {
    char text[256];
    cr_assert_eq(status, must, "is: %s", hail_status_text(status));
    cr_assert_eq(error.status, must);
    hail_error_text(&error, text, sizeof text);
    const size_t length = strlen(words);
    cr_assert_eq(strncmp(text, words, length), 0, "%s", text);
    cr_assert(text[length] == '\0' || strncmp(text + length, " (it is ", 8) == 0, "%s", text);
    error = (hail_error){0};
}

static uint32_t shapes_of(const hail_shapeset *set) {
    hail_shapeset_size size = {0};
    cr_assert_eq(hail_shapeset_measure(set, &size), HAIL_OK);
    return size.shapes;
}

static hail_convex box(float half) {
    hail_convex convex;
    cr_assert_eq(hail_convex_box(half, half, 0.0f, &convex), HAIL_OK);
    return convex;
}

static hail_shapeset *with_error(void) {
    static const hail_context context = {.error = &error};
    hail_shapeset *set = NULL;
    cr_assert_eq(hail_shapeset_create(&context, &set), HAIL_OK);
    return set;
}

Test(world_shape_errors, of_numbers) {
    static const char too_far[] = " reaches further than HAIL_MAX_REACH from the origin";
    const float x[] = {0, 10, 10, 0, 5, 5, 5, 5, 5}, y[] = {0, 0, 10, 10, 5, 5, 5, 5, 5};
    const float bad[] = {0, 10, 10, NAN}, far[] = {0, 10, 2.0e6f, 0}, dent[] = {0, 10, 2, 0}, line[] = {0, 10, 5, 0};
    char text[128];
    hail_shape s;
    hail_shapeset *set = with_error();
    says(hail_shape_circle(set, -1.0f, &s), HAIL_OUT_OF_RANGE, "radius is -1: it must be from 0 to 1000000");
    says(hail_shape_circle(set, NAN, &s), HAIL_NOT_FINITE, "radius is not a finite number");
    snprintf(text, sizeof text, "radius%s", too_far);
    says(hail_shape_circle(set, 2.0e6f, &s), HAIL_TOO_LARGE, text);
    says(hail_shape_capsule(set, 0, 0, 0, INFINITY, 1, &s), HAIL_NOT_FINITE, "y2 is not a finite number");
    says(hail_shape_capsule(set, 0, 0, 0, 0, -2, &s), HAIL_OUT_OF_RANGE, "radius is -2: it must be from 0 to 1000000");
    snprintf(text, sizeof text, "x2%s", too_far);
    says(hail_shape_capsule(set, 0, 0, -3.0e6f, 0, 1, &s), HAIL_TOO_LARGE, text);
    says(hail_shape_box(set, 1, 0, 0, &s), HAIL_OUT_OF_RANGE, "half_height is 0: it must be from 0.0005 to 1000000");
    says(hail_shape_box(set, 1, 1, -1, &s), HAIL_OUT_OF_RANGE, "rounding is -1: it must be from 0 to 1000000");
    says(hail_shape_box(set, 1.0e-5f, 1, 0, &s), HAIL_DEGENERATE, "half_width makes an edge or a corner too small");
    says(hail_shape_polygon(set, x, y, 2, 0, &s), HAIL_TOO_FEW_VERTICES, "count is not from 3 to HAIL_MAX_VERTICES");
    says(hail_shape_polygon(set, x, y, 9, 0, &s), HAIL_TOO_MANY_VERTICES, "count is not from 3 to HAIL_MAX_VERTICES");
    says(hail_shape_polygon(set, x, NULL, 4, 0, &s), HAIL_BAD_ARGUMENT, "y is NULL");
    says(hail_shape_polygon(set, x, bad, 4, 0, &s), HAIL_NOT_FINITE, "y[3] is not a finite number");
    says(hail_shape_polygon(set, x, y, 4, -1, &s), HAIL_OUT_OF_RANGE, "rounding is -1: it must be from 0 to 1000000");
    snprintf(text, sizeof text, "x[2]%s", too_far);
    says(hail_shape_polygon(set, far, y, 4, 0, &s), HAIL_TOO_LARGE, text);
    snprintf(text, sizeof text, "rounding%s", too_far);
    says(hail_shape_polygon(set, x, y, 4, 1.0e6f, &s), HAIL_TOO_LARGE, text);
    says(hail_shape_polygon(set, dent, (float[]){0, 0, 2, 10}, 4, 0, &s), HAIL_CONCAVE,
         "x and y make a reflex corner or crossing edges");
    says(hail_shape_polygon(set, line, zero, 3, 0, &s), HAIL_DEGENERATE,
         "x and y make an edge that is too short or a corner that is too flat");
    cr_assert_eq(shapes_of(set), 0);
    hail_shapeset_destroy(set);
}

Test(world_shape_errors, of_shapes) {
    const hail_convex parts[] = {box(1.0f), {{0}}}, wide = box(707106.5f);
    hail_shape s, dot;
    hail_spriteset *sprites;
    hail_shapeset *set = with_error();
    const float x[] = {0, 10, 10}, y[] = {0, 0, 10};
    const uint32_t start[] = {0, 3};
    const hail_loops triangle = {.x = x, .y = y, .start = start, .count = 1};
    cr_assert_eq(hail_shape_circle(set, 1.0f, &dot), HAIL_OK);
    cr_assert_eq(hail_spriteset_create(NULL, &sprites), HAIL_OK);
    says(hail_shape_add(set, NULL, &s), HAIL_BAD_ARGUMENT, "convex is NULL");
    says(hail_shape_add(set, &parts[1], &s), HAIL_BAD_ARGUMENT, "convex was never prepared");
    says(hail_shape_add(set, &parts[0], NULL), HAIL_BAD_ARGUMENT, "shape is NULL");
    says(hail_shape_compound(set, NULL, 1, &s), HAIL_BAD_ARGUMENT, "parts is NULL");
    says(hail_shape_compound(set, parts, 2, &s), HAIL_BAD_ARGUMENT, "parts[1] was never prepared");
    says(hail_shape_compound(set, parts, 0, &s), HAIL_BAD_ARGUMENT, "count is not from 1 to HAIL_MAX_PARTS");
    says(hail_shape_compound(set, &wide, 1, &s), HAIL_TOO_LARGE,
         "parts with the margin around it reaches too far from the origin");
    says(hail_shape_sprite(set, NULL, 0, &s), HAIL_BAD_ARGUMENT, "sprites is NULL");
    says(hail_shape_sprite(set, sprites, 0, &s), HAIL_OUT_OF_RANGE, "sprite names no sprite of the set");
    says(hail_shape_concave(set, &triangle, NULL, -1.0f, &s, NULL), HAIL_OUT_OF_RANGE,
         "rounding is -1: it must be from 0 to 1000000");
    says(hail_shape_destroy(set, NULL), HAIL_BAD_ARGUMENT, "shape is NULL");
    says(hail_shape_destroy(set, &(hail_shape){dot.id, dot.tag + 1}), HAIL_UNKNOWN_SHAPE,
         "shape was destroyed or is not of this set");
    says(hail_shape_replace(set, &dot, &parts[1]), HAIL_BAD_ARGUMENT, "convex was never prepared");
    says(hail_shape_replace_compound(set, &dot, parts, 2), HAIL_BAD_ARGUMENT, "parts[1] was never prepared");
    says(hail_shape_replace_sprite(set, &dot, sprites, 3), HAIL_OUT_OF_RANGE, "sprite names no sprite of the set");
    cr_assert_eq(hail_shapeset_measure(NULL, NULL), HAIL_BAD_ARGUMENT);
    hail_world *world = NULL;
    const hail_spawn_columns at_zero = {.x = &zero[0], .y = &zero[0]};
    cr_assert_eq(hail_world_create(&(hail_world_options){.shapes = set}, &world), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 0, &dot, &at_zero, 1, NULL), HAIL_OK);
    says(hail_shape_destroy(set, &dot), HAIL_IN_USE, "shape is the shape of a body");
    says(hail_shapeset_destroy(set), HAIL_IN_USE, "set is used by a world");
    hail_world_destroy(world);
    cr_assert_eq(shapes_of(set), 1);
    hail_shapeset_destroy(set);
    hail_spriteset_destroy(sprites);
}
