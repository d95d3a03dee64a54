/* simd/kernels/sprites/relative_transform_reference.c - docs/arithmetic.md, "Sprites": where one sprite's pixels lie in
 * another. */
#include "kernels/reference.h"

typedef struct instance {
    uint32_t sprite;
    float x, y, xx, xy, yx, yy, origin_x, origin_y, left, top, right, bottom;
    bool plain, flat;
} instance;

static instance read_instance(const hail_sprite_side *side, uint32_t i, float tiny) {
    instance l = {.sprite = side->sprite ? side->sprite[i] : 0, .x = side->x[i], .y = side->y[i]};
    const float *frame = side->frames + (size_t)l.sprite * HAIL_FRAME_WORDS;
    l.origin_x = side->origin_x ? side->origin_x[i] : frame[0];
    l.origin_y = side->origin_x ? side->origin_y[i] : frame[1];
    l.left = frame[2];
    l.top = frame[3];
    l.right = frame[4];
    l.bottom = frame[5];
    const float c = side->cos ? side->cos[i] : 1.0f, s = side->cos ? side->sin[i] : 0.0f;
    const float across = side->scale_x ? reference_not_tiny(side->scale_x[i], tiny) : 1.0f;
    const float down = side->scale_y ? reference_not_tiny(side->scale_y[i], tiny) : across;
    l.xx = c * across;
    l.xy = -(s * down);
    l.yx = s * across;
    l.yy = c * down;
    l.plain = c == 1.0f && s == 0.0f && across == 1.0f && down == 1.0f;
    l.flat = across == 0.0f || down == 0.0f || l.left >= l.right;
    return l;
}

static float limited(float a, float high) {
    a = a < high ? a : high;
    return a > -high ? a : -high;
}

static void shift(const instance *a, const instance *b, hail_overlap *o) {
    const float x = floorf(limited(((a->x - b->x) - (a->origin_x - b->origin_x)) + 0.5f, HAIL_SHIFT_FAR));
    const float y = floorf(limited(((a->y - b->y) - (a->origin_y - b->origin_y)) + 0.5f, HAIL_SHIFT_FAR));
    o->shift_x = (int32_t)x;
    o->shift_y = (int32_t)y;
    o->left = (int32_t)reference_max(a->left, b->left - x);
    o->right = (int32_t)reference_min(a->right, b->right - x);
    o->top = (int32_t)reference_max(a->top, b->top - y);
    o->bottom = (int32_t)reference_min(a->bottom, b->bottom - y);
}

static void axes_in(const instance *a, const instance *b, hail_overlap *o) {
    const float det = b->flat ? 1.0f : b->xx * b->yy - b->xy * b->yx, k = 1.0f / det;
    const float xx = b->yy * k, xy = -(b->xy * k), yx = -(b->yx * k), yy = b->xx * k;
    o->ux = xx * a->xx + xy * a->yx;
    o->uy = yx * a->xx + yy * a->yx;
    o->vx = xx * a->xy + xy * a->yy;
    o->vy = yx * a->xy + yy * a->yy;
    const float dx = a->x - b->x, dy = a->y - b->y, px = 0.5f - a->origin_x, py = 0.5f - a->origin_y;
    o->x = ((b->origin_x - (b->left - 1.0f)) + (xx * dx + xy * dy)) + (o->ux * px + o->vx * py);
    o->y = ((b->origin_y - (b->top - 1.0f)) + (yx * dx + yy * dy)) + (o->uy * px + o->vy * py);
}

/* The columns of a in which b's bounds lie; (ex, ey) is the bounds' middle, (px, py) is a's other axis. */
static void narrow(float ex, float ey, float half_x, float half_y, float px, float py, float q, float low, float high,
                   int32_t *from, int32_t *to) {
    const float size = fabsf(q), middle = (ex * py - ey * px) * q;
    const float reach = (fabsf(py) * half_x + fabsf(px) * half_y) * size;
    const float error = ((fabsf(ex) + half_x) * fabsf(py) + (fabsf(ey) + half_y) * fabsf(px)) * size * HAIL_RANGE_ERROR;
    *from = (int32_t)low;
    *to = (int32_t)high;
    if (!(size < HAIL_RANGE_MAX_SCALE && error < HAIL_RANGE_MAX_ERROR))
        return;
    const float wide = reach + (error + HAIL_RANGE_ROOM);
    *from = (int32_t)reference_max(low, floorf(limited(middle - wide, HAIL_SHIFT_FAR)));
    *to = (int32_t)reference_min(high, floorf(limited(middle + wide, HAIL_SHIFT_FAR)) + 1.0f);
}

static void range_rotated(const instance *a, const instance *b, hail_overlap *o) {
    const float half_x = (b->right - b->left) * 0.5f, half_y = (b->bottom - b->top) * 0.5f;
    const float ex = (half_x + 1.0f) - o->x, ey = (half_y + 1.0f) - o->y;
    const float q = 1.0f / (o->ux * o->vy - o->uy * o->vx);
    narrow(ex, ey, half_x, half_y, o->vx, o->vy, q, a->left, a->right, &o->left, &o->right);
    narrow(ex, ey, half_x, half_y, o->ux, o->uy, -q, a->top, a->bottom, &o->top, &o->bottom);
}

void HAIL_KERNEL(relative_transform)(const hail_relative_transform_job *job, uint32_t begin, uint32_t end,
                                     hail_overlap *overlaps) {
    const bool all_plain = !job->a.cos && !job->a.scale_x && !job->b.cos && !job->b.scale_x;
    for (uint32_t i = begin; i < end; i++) {
        const instance a = read_instance(&job->a, job->index_a ? job->index_a[i] : i, job->tiny);
        const instance b = read_instance(&job->b, job->index_b ? job->index_b[i] : i, job->tiny);
        hail_overlap *o = &overlaps[i - begin];
        *o = (hail_overlap){.a = a.sprite, .b = b.sprite, .rotated = !(a.plain && b.plain)};
        shift(&a, &b, o);
        if (!all_plain)
            axes_in(&a, &b, o);
        if (o->rotated)
            range_rotated(&a, &b, o);
        if (a.flat || b.flat)
            o->left = o->top = o->right = o->bottom = 0;
    }
}
