/* engine/sprites/sprite_boxes.c - boxes of instances, and the validation that every call with instances does first. */
#include <math.h>

#include "base/tiny.h"
#include "sprite_data.h"
#include "tasks/run_tasks.h"

/* Counts, arrays that are missing, and numbers of sprites. */
static hail_status check_layout(const hail_checks *checks, const hail_sprite_fields *f, const hail_sprites *s) {
    const hail_needed needed[] = {{f->set, s->set}, {f->x, s->x}, {f->y, s->y}},
                      turned[] = {{f->rotation[0], s->cos}, {f->rotation[1], s->sin}},
                      origin[] = {{f->origin_x, s->origin_x}, {f->origin_y, s->origin_y}};
    hail_error *error = checks->error;
    HAIL_REQUIRE(hail_check_count(error, f->count, s->count));
    HAIL_REQUIRE(hail_check_needed(error, needed, s->count ? 3 : 1));
    HAIL_REQUIRE(hail_check_both(error, &turned[0], &turned[1]));
    HAIL_REQUIRE(hail_check_both(error, &origin[0], &origin[1]));
    if (s->scale_y && !s->scale_x)
        return hail_fail(error, HAIL_BAD_ARGUMENT, f->scale_x, "is NULL, but scale_y is not");
    if (s->count && !s->set->count)
        return hail_fail(error, HAIL_BAD_ARGUMENT, f->set, "has no sprites");
    return hail_check_indices(checks, f->sprite, s->sprite, s->count, s->set->count);
}

hail_status hail_check_sprites(const hail_checks *checks, const hail_sprite_fields *f, const hail_sprites *s) {
    HAIL_REQUIRE(check_layout(checks, f, s));
    const size_t n = s->count;
    HAIL_REQUIRE(hail_check_coordinates(checks, f->x, s->x, n));
    HAIL_REQUIRE(hail_check_coordinates(checks, f->y, s->y, n));
    HAIL_REQUIRE(hail_check_floats(checks, f->scale_x, s->scale_x, n, -HAIL_MAX_SCALE, HAIL_MAX_SCALE));
    HAIL_REQUIRE(hail_check_floats(checks, f->scale_y, s->scale_y, n, -HAIL_MAX_SCALE, HAIL_MAX_SCALE));
    HAIL_REQUIRE(hail_check_floats(checks, f->origin_x, s->origin_x, n, -HAIL_MAX_REACH, HAIL_MAX_REACH));
    HAIL_REQUIRE(hail_check_floats(checks, f->origin_y, s->origin_y, n, -HAIL_MAX_REACH, HAIL_MAX_REACH));
    return hail_check_rotation(checks, f->rotation, s->cos, s->sin, n);
}

hail_sprite_pose hail_sprite_pose_of(const hail_sprites *s, uint32_t i) {
    const hail_sprite_info *info = &spriteset_template(s->set, s->sprite ? s->sprite[i] : 0)->info;
    const double c = s->cos ? (double)s->cos[i] : 1.0, sine = s->cos ? (double)s->sin[i] : 0.0;
    const double scale_x = s->scale_x ? (double)hail_not_tiny(s->scale_x[i]) : 1.0;
    const double scale_y = s->scale_y ? (double)hail_not_tiny(s->scale_y[i]) : scale_x;
    return (hail_sprite_pose){.x = (double)s->x[i],
                              .y = (double)s->y[i],
                              .xx = c * scale_x,
                              .xy = -(sine * scale_y),
                              .yx = sine * scale_x,
                              .yy = c * scale_y,
                              .origin_x = s->origin_x ? (double)s->origin_x[i] : (double)info->origin_x,
                              .origin_y = s->origin_y ? (double)s->origin_y[i] : (double)info->origin_y,
                              .plain = c == 1.0 && sine == 0.0 && scale_x == 1.0 && scale_y == 1.0,
                              .flat = scale_x == 0.0 || scale_y == 0.0};
}

/* ---- Boxes ------------------------------------------------------------------------------------------------------ */

/* Computes where the templates' own origins lie, for instances that have origins of their own. */
static void move_origins(const hail_sprites *sprites, size_t first, uint32_t count, float *x, float *y) {
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t i = (uint32_t)first + k;
        const hail_sprite_pose d = hail_sprite_pose_of(sprites, i);
        const hail_sprite_info *info =
            &spriteset_template(sprites->set, sprites->sprite ? sprites->sprite[i] : 0)->info;
        const double dx = (double)info->origin_x - d.origin_x, dy = (double)info->origin_y - d.origin_y;
        x[k] = (float)(d.x + (d.xx * dx + d.xy * dy));
        y[k] = (float)(d.y + (d.yx * dx + d.yy * dy));
    }
}

static const float *from(const float *column, size_t first) { return column ? column + first : NULL; }

enum { BLOCK = 512, GRAIN = 2 * BLOCK }; /* sprites at a time; sprites of a task at least */

/* What tasks know of a call. */
typedef struct boxes_call {
    const hail_kernels *kernels;
    const hail_sprites *sprites;
    hail_boxes_job job;
    hail_box *boxes;
} boxes_call;

/* With origins of their own. */
static void moved_boxes(const boxes_call *c, uint32_t first, uint32_t count) {
    const hail_sprites *s = c->sprites;
    float x[BLOCK], y[BLOCK];
    hail_boxes_job job = c->job;
    move_origins(s, first, count, x, y);
    job.side.sprite = s->sprite ? s->sprite + first : NULL;
    job.side.x = x;
    job.side.y = y;
    job.side.cos = from(s->cos, first);
    job.side.sin = from(s->sin, first);
    job.side.scale_x = from(s->scale_x, first);
    job.side.scale_y = from(s->scale_y, first);
    job.boxes = &c->boxes[first].min_x;
    c->kernels->boxes(&job, 0, count);
}

static void boxes_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const boxes_call *c = task;
    (void)worker;
    if (!c->sprites->origin_x) {
        c->kernels->boxes(&c->job, first, last);
        return;
    }
    for (uint32_t i = first; i < last; i += BLOCK)
        moved_boxes(c, i, last - i < BLOCK ? last - i : BLOCK);
}

hail_status hail_sprite_boxes(const hail_sprites *sprites, hail_box_kind of, hail_box *boxes) {
    static const hail_sprite_fields fields = HAIL_SPRITE_FIELDS("sprites->");
    hail_checks checks = {0};
    if (!sprites)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_checks_open(&checks, sprites->context));
    HAIL_REQUIRE(hail_check_needed(checks.error, &(hail_needed){"boxes", boxes}, sprites->count ? 1 : 0));
    if (of != HAIL_BOX_IMAGE && of != HAIL_BOX_OPAQUE)
        return hail_fail_above(checks.error, HAIL_BAD_ARGUMENT, "of", (unsigned)of, HAIL_BOX_OPAQUE,
                               "is no hail_box_kind");
    HAIL_REQUIRE(hail_check_sprites(&checks, &fields, sprites));
    if (!sprites->count)
        return HAIL_OK;
    const hail_spriteset *set = sprites->set;
    boxes_call call = {.kernels = checks.kernels, .sprites = sprites, .boxes = boxes};
    call.job = (hail_boxes_job){.u = set->u.data,
                                .v = set->v.data,
                                .runs = of == HAIL_BOX_IMAGE ? set->images.data : set->hulls.data,
                                .arcs = of == HAIL_BOX_IMAGE ? NULL : set->arcs.data,
                                .side = hail_sprites_side(sprites),
                                .tiny = HAIL_TINY,
                                .nowhere = HAIL_NOWHERE,
                                .boxes = &boxes->min_x};
    hail_run_tasks(checks.tasks, (uint32_t)sprites->count, GRAIN, boxes_range, &call);
    return HAIL_OK;
}

#define PIXEL_LIMIT 2147483520.0f /* the largest float below 2^31 */

static bool is_empty(const hail_box *box) {
    return box->min_x == HAIL_NOWHERE && box->min_y == HAIL_NOWHERE && box->max_x == -HAIL_NOWHERE &&
           box->max_y == -HAIL_NOWHERE;
}

enum { SIDES = 4 };

/* The number of a side of a box that is not finite or, if far, that is beyond the limit; SIDES: there is none. */
static int bad_side(const hail_box *box, bool far) {
    const float side[SIDES] = {box->min_x, box->min_y, box->max_x, box->max_y};
    int k = 0;
    while (k < SIDES && (far ? fabsf(side[k]) <= PIXEL_LIMIT || is_empty(box) : isfinite(side[k])))
        k++;
    return k;
}

static hail_status fail_side(hail_error *error, const hail_box *boxes, size_t i, int k) {
    static const char *const fields[SIDES] = {"boxes->min_x", "boxes->min_y", "boxes->max_x", "boxes->max_y"};
    const float side[SIDES] = {boxes[i].min_x, boxes[i].min_y, boxes[i].max_x, boxes[i].max_y};
    return hail_fail_number(error, fields[k], i, (double)side[k], (double)-PIXEL_LIMIT, (double)PIXEL_LIMIT);
}

static hail_status check_boxes(hail_error *error, const hail_box *boxes, size_t count) {
    size_t far = count;
    for (size_t i = 0; i < count; i++) {
        const int k = bad_side(&boxes[i], false);
        if (k < SIDES)
            return fail_side(error, boxes, i, k);
        far = far == count && bad_side(&boxes[i], true) < SIDES ? i : far;
    }
    return far == count ? HAIL_OK : fail_side(error, boxes, far, bad_side(&boxes[far], true));
}

hail_status hail_pixel_boxes(const hail_context *context, const hail_box *boxes, size_t count, hail_pixel_box *pixels) {
    const hail_needed needed[] = {{"boxes", boxes}, {"pixels", pixels}};
    hail_checks checks = {0};
    HAIL_REQUIRE(hail_checks_open(&checks, context));
    HAIL_REQUIRE(hail_check_count(checks.error, "count", count));
    HAIL_REQUIRE(hail_check_needed(checks.error, needed, count ? 2 : 0));
    HAIL_REQUIRE(check_boxes(checks.error, boxes, count));
    for (size_t i = 0; i < count; i++)
        pixels[i] = is_empty(&boxes[i])
                        ? (hail_pixel_box){INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN}
                        : (hail_pixel_box){(int32_t)floorf(boxes[i].min_x), (int32_t)floorf(boxes[i].min_y),
                                           (int32_t)ceilf(boxes[i].max_x), (int32_t)ceilf(boxes[i].max_y)};
    return HAIL_OK;
}
