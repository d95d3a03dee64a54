/* engine/sprites/sprite_boxes.c - boxes of instances, and the validation that every call with instances does first. */
#include <math.h>

#include "base/check.h"
#include "base/tiny.h"
#include "base/context.h"
#include "sprite_data.h"

hail_status hail_check_sprites(const hail_kernels *kernels, const hail_sprites *sprites) {
    const size_t count = sprites->count;
    if (!sprites->set || count > INT32_MAX || (count && (!sprites->x || !sprites->y)) ||
        !sprites->cos != !sprites->sin || (sprites->scale_y && !sprites->scale_x) ||
        !sprites->origin_x != !sprites->origin_y || (count && !sprites->set->count) ||
        (sprites->sprite && kernels->index_over(sprites->sprite, count, sprites->set->count)))
        return HAIL_BAD_ARGUMENT;
    const struct {
        const float *values;
        float limit;
    } checks[] = {{sprites->x, HAIL_MAX_BOUND},        {sprites->y, HAIL_MAX_BOUND},
                  {sprites->scale_x, HAIL_MAX_SCALE},  {sprites->scale_y, HAIL_MAX_SCALE},
                  {sprites->origin_x, HAIL_MAX_REACH}, {sprites->origin_y, HAIL_MAX_REACH}};
    for (size_t c = 0; c < sizeof checks / sizeof *checks; c++) {
        const hail_status status =
            hail_check_floats(kernels, checks[c].values, count, -checks[c].limit, checks[c].limit);
        if (status != HAIL_OK)
            return status;
    }
    return hail_check_rotation(kernels, sprites->cos, sprites->sin, count);
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

hail_status hail_sprite_boxes(const hail_sprites *sprites, hail_box_kind of, hail_box *boxes) {
    enum { BLOCK = 512 };
    if (!sprites || (sprites->count && !boxes) || (of != HAIL_BOX_IMAGE && of != HAIL_BOX_OPAQUE))
        return HAIL_BAD_ARGUMENT;
    const hail_kernels *kernels;
    hail_status status = context_kernels(sprites->context, &kernels);
    if (status == HAIL_OK)
        status = hail_check_sprites(kernels, sprites);
    if (status != HAIL_OK)
        return status;
    const hail_spriteset *set = sprites->set;
    hail_boxes_job job = {.u = set->u.data,
                          .v = set->v.data,
                          .runs = of == HAIL_BOX_IMAGE ? set->images.data : set->hulls.data,
                          .arcs = of == HAIL_BOX_IMAGE ? NULL : set->arcs.data,
                          .sprite = sprites->sprite,
                          .x = sprites->x,
                          .y = sprites->y,
                          .cos = sprites->cos,
                          .sin = sprites->sin,
                          .scale_x = sprites->scale_x,
                          .scale_y = sprites->scale_y,
                          .tiny = HAIL_TINY,
                          .nowhere = HAIL_NOWHERE,
                          .boxes = &boxes->min_x};
    if (!sprites->origin_x) {
        kernels->boxes(&job, 0, (uint32_t)sprites->count);
        return HAIL_OK;
    }
    float x[BLOCK], y[BLOCK];
    for (size_t i = 0; i < sprites->count; i += BLOCK) {
        const uint32_t n = sprites->count - i < BLOCK ? (uint32_t)(sprites->count - i) : BLOCK;
        move_origins(sprites, i, n, x, y);
        job.sprite = sprites->sprite ? sprites->sprite + i : NULL;
        job.x = x;
        job.y = y;
        job.cos = from(sprites->cos, i);
        job.sin = from(sprites->sin, i);
        job.scale_x = from(sprites->scale_x, i);
        job.scale_y = from(sprites->scale_y, i);
        job.boxes = &boxes[i].min_x;
        kernels->boxes(&job, 0, n);
    }
    return HAIL_OK;
}

static bool is_empty(const hail_box *box) {
    return box->min_x == HAIL_NOWHERE && box->min_y == HAIL_NOWHERE && box->max_x == -HAIL_NOWHERE &&
           box->max_y == -HAIL_NOWHERE;
}

hail_status hail_boxes_to_pixels(const hail_context *context, const hail_box *boxes, size_t count,
                                 hail_pixel_box *pixels) {
    const float limit = 2147483520.0f; /* the largest float below 2^31 */
    const hail_kernels *kernels;
    const hail_status status = context_kernels(context, &kernels);
    if (status != HAIL_OK)
        return status;
    if (count && (!boxes || !pixels))
        return HAIL_BAD_ARGUMENT;
    bool outside = false;
    for (size_t i = 0; i < count; i++) {
        const float side[4] = {boxes[i].min_x, boxes[i].min_y, boxes[i].max_x, boxes[i].max_y};
        for (int k = 0; k < 4; k++) {
            if (!isfinite(side[k]))
                return HAIL_NOT_FINITE;
            outside = outside || (fabsf(side[k]) > limit && !is_empty(&boxes[i]));
        }
    }
    if (outside)
        return HAIL_OUT_OF_RANGE;
    for (size_t i = 0; i < count; i++)
        pixels[i] = is_empty(&boxes[i])
                        ? (hail_pixel_box){INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN}
                        : (hail_pixel_box){(int32_t)floorf(boxes[i].min_x), (int32_t)floorf(boxes[i].min_y),
                                           (int32_t)ceilf(boxes[i].max_x), (int32_t)ceilf(boxes[i].max_y)};
    return HAIL_OK;
}
