/* bench/sprites/plain_rotated.c - pairs that are rotated and stretched, in scalar code; see plain_masks.h. */
#include "plain_masks.h"

#include <math.h>

/* a's pixels in b's image: the centre of pixel (i, j) is at (x + xx * i + xy * j, y + yx * i + yy * j); and the range
 * of those that can be within the bounds of b's opaque pixels. */
typedef struct laid {
    const plain_mask *a, *b;
    float xx, xy, yx, yy, x, y;
    int left, right, top, bottom;
} laid;

/* The box of b's corners in a's image. */
static inline void clip(laid *lay) {
    const float over = 1.0f / (lay->xx * lay->yy - lay->xy * lay->yx);
    const float wide = (float)lay->b->width, high = (float)lay->b->height;
    const float xx = lay->yy * over, xy = -lay->xy * over, yx = -lay->yx * over, yy = lay->xx * over;
    const float x = -(xx * lay->x + xy * lay->y), y = -(yx * lay->x + yy * lay->y);
    const float min_x = x + fminf(xx * wide, 0.0f) + fminf(xy * high, 0.0f);
    const float max_x = x + fmaxf(xx * wide, 0.0f) + fmaxf(xy * high, 0.0f);
    const float min_y = y + fminf(yx * wide, 0.0f) + fminf(yy * high, 0.0f);
    const float max_y = y + fmaxf(yx * wide, 0.0f) + fmaxf(yy * high, 0.0f);
    lay->left = plain_most(0, (int)floorf(min_x));
    lay->right = plain_least(lay->a->width, (int)floorf(max_x) + 1);
    lay->top = plain_most(0, (int)floorf(min_y));
    lay->bottom = plain_least(lay->a->height, (int)floorf(max_y) + 1);
}

static inline laid lay_out(const plain_masks *masks, const sprite_instances *at, uint32_t a, uint32_t b) {
    laid lay = {.a = &masks->of[at->sprite[a]], .b = &masks->of[at->sprite[b]]};
    const float axx = at->cos[a] * at->scale_x[a], axy = -at->sin[a] * at->scale_y[a];
    const float ayx = at->sin[a] * at->scale_x[a], ayy = at->cos[a] * at->scale_y[a];
    const float less_x = 1.0f / at->scale_x[b], less_y = 1.0f / at->scale_y[b];
    const float bxx = at->cos[b] * less_x, bxy = at->sin[b] * less_x;
    const float byx = -at->sin[b] * less_y, byy = at->cos[b] * less_y;
    lay.xx = bxx * axx + bxy * ayx;
    lay.xy = bxx * axy + bxy * ayy;
    lay.yx = byx * axx + byy * ayx;
    lay.yy = byx * axy + byy * ayy;
    const float dx = at->x[a] - at->x[b], dy = at->y[a] - at->y[b];
    const float first_x = 0.5f - lay.a->origin_x, first_y = 0.5f - lay.a->origin_y;
    lay.x = bxx * dx + bxy * dy + lay.b->origin_x + lay.xx * first_x + lay.xy * first_y;
    lay.y = byx * dx + byy * dy + lay.b->origin_y + lay.yx * first_x + lay.yy * first_y;
    clip(&lay);
    return lay;
}

/* Reads outside b go to the corner of its transparent border: here a branch is mispredicted too often. */
uint32_t plain_rotated(const plain_masks *masks, const sprite_instances *at, uint32_t a, uint32_t b, bool stop) {
    const laid lay = lay_out(masks, at, a, b);
    const plain_bytes *other = &lay.b->rows;
    const uint8_t *border = other->pixel - other->pitch - 1;
    const unsigned wide = (unsigned)lay.b->width + 2, high = (unsigned)lay.b->height + 2;
    const unsigned pitch = (unsigned)other->pitch;
    uint32_t sum = 0;
    for (int j = lay.top; j < lay.bottom && !(stop && sum); j++) {
        const uint8_t *one = lay.a->rows.pixel + j * lay.a->rows.pitch;
        float x = lay.x + 1.0f + lay.xy * (float)j + lay.xx * (float)lay.left;
        float y = lay.y + 1.0f + lay.yy * (float)j + lay.yx * (float)lay.left;
        for (int i = lay.left; i < lay.right; i++, x += lay.xx, y += lay.yx) {
            unsigned column = (unsigned)(int)x, row = (unsigned)(int)y;
            column = column < wide ? column : 0;
            row = row < high ? row : 0;
            sum += one[i] & border[row * pitch + column];
        }
    }
    return sum;
}

/* The first and last i for which `at + step * i` is from 0 to most. over: 1 / step. */
static inline void narrow(float at, float step, float over, float most, float *from, float *to) {
    const float one = -at * over, other = (most - at) * over;
    float first = one < other ? one : other, last = one < other ? other : one;
    if (step == 0.0f) {
        const bool inside = at >= 0.0f && at < most;
        first = inside ? 0.0f : 1.0f;
        last = inside ? SPRITE_SIDE : 0.0f;
    }
    *from = first > *from ? first : *from;
    *to = last < *to ? last : *to;
}

/* Fewer, longer spans: the end of a loop is mispredicted once a span. */
static inline const plain_bytes *take_longer(laid *lay) {
    if (lay->bottom - lay->top <= lay->right - lay->left)
        return &lay->a->rows;
    const laid was = *lay;
    lay->xx = was.xy;
    lay->xy = was.xx;
    lay->yx = was.yy;
    lay->yy = was.yx;
    lay->top = was.left;
    lay->bottom = was.right;
    return &lay->a->columns;
}

uint32_t plain_rotated_tuned(const plain_masks *masks, const sprite_instances *at, uint32_t a, uint32_t b, bool stop) {
    laid lay = lay_out(masks, at, a, b);
    if (lay.left >= lay.right)
        return 0;
    const plain_bytes *along = take_longer(&lay), *other = &lay.b->rows;
    const uint8_t *border = other->pixel - other->pitch - 1;
    const float over_x = 1.0f / lay.xx, over_y = 1.0f / lay.yx;
    uint32_t sum = 0;
    for (int j = lay.top; j < lay.bottom && !(stop && sum); j++) {
        float x = lay.x + lay.xy * (float)j, y = lay.y + lay.yy * (float)j;
        float from = (float)along->run[2 * j], to = (float)(along->run[2 * j + 1] - 1);
        narrow(x, lay.xx, over_x, (float)lay.b->width, &from, &to);
        narrow(y, lay.yx, over_y, (float)lay.b->height, &from, &to);
        const int first = (int)ceilf(from), last = (int)floorf(to);
        const uint8_t *one = along->pixel + j * along->pitch;
        x += 1.0f + lay.xx * (float)first;
        y += 1.0f + lay.yx * (float)first;
        for (int i = first; i <= last; i++, x += lay.xx, y += lay.yx)
            sum += one[i] & border[(int)y * other->pitch + (int)x];
    }
    return sum;
}
