/* tests/sprites/sprite_meet.c - the oracle of boxes and touching pixels, from sprite_oracle.h. */
#include "sprite_oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Instances --------------------------------------------------------------------------------------------------- */

static double not_tiny(float x) { return fabsf(x) < HAIL_TINY ? 0.0 : (double)x; }

stance stance_of(const hail_sprites *sprites, size_t instance, drawing *const *drawings) {
    const drawing *d = drawings[sprites->sprite != NULL ? sprites->sprite[instance] : 0];
    stance s = {.of = d, .x = (double)sprites->x[instance], .y = (double)sprites->y[instance], .cos = 1.0};
    s.scale_x = s.scale_y = 1.0;
    s.origin_x = (double)d->origin_x, s.origin_y = (double)d->origin_y;
    if (sprites->cos != NULL)
        s.cos = (double)sprites->cos[instance], s.sin = (double)sprites->sin[instance];
    if (sprites->scale_x != NULL)
        s.scale_x = s.scale_y = not_tiny(sprites->scale_x[instance]);
    if (sprites->scale_y != NULL)
        s.scale_y = not_tiny(sprites->scale_y[instance]);
    s.own_origin = sprites->origin_x != NULL;
    if (s.own_origin)
        s.origin_x = (double)sprites->origin_x[instance], s.origin_y = (double)sprites->origin_y[instance];
    return s;
}

static void turn(const stance *s, double *x, double *y) {
    const double u = *x, v = *y;
    *x = s->cos * u - s->sin * v, *y = s->sin * u + s->cos * v;
}

void stance_place(const stance *s, double i, double j, double *x, double *y) {
    *x = (i - s->origin_x) * s->scale_x, *y = (j - s->origin_y) * s->scale_y;
    turn(s, x, y);
}

double stance_reach(const stance *s) {
    const double x = fmax(fabs(s->origin_x), fabs(s->of->width - s->origin_x)) * fabs(s->scale_x);
    const double y = fmax(fabs(s->origin_y), fabs(s->of->height - s->origin_y)) * fabs(s->scale_y);
    return hypot(x, y);
}

/* ---- Boxes ------------------------------------------------------------------------------------------------------- */

static void box_take(const stance *s, double i, double j, stance_box *box) {
    double x, y;
    stance_place(s, i, j, &x, &y);
    x += s->x, y += s->y;
    if (box->nothing)
        *box = (stance_box){.min_x = x, .min_y = y, .max_x = x, .max_y = y};
    box->min_x = fmin(box->min_x, x), box->max_x = fmax(box->max_x, x);
    box->min_y = fmin(box->min_y, y), box->max_y = fmax(box->max_y, y);
}

static void box_take_rectangle(const stance *s, double left, double top, double right, double bottom, stance_box *box) {
    box_take(s, left, top, box);
    box_take(s, right, top, box);
    box_take(s, left, bottom, box);
    box_take(s, right, bottom, box);
}

/* The header gives the precision of boxes about the templates' own origins. Other origins move the hull, which adds two
 * rounding errors of numbers as large as both origins and the image. */
static double box_off(const stance *s, const stance_box *box) {
    const double side[4] = {box->min_x, box->min_y, box->max_x, box->max_y};
    double largest = fmax(fabs(s->x), fabs(s->y));
    for (int k = 0; k < 4; k++)
        largest = fmax(largest, fmax(fabs(side[k]), fabs(side[k] - (k % 2 == 0 ? s->x : s->y))));
    if (!s->own_origin)
        return 2.0 * sprite_ulp(largest) + (double)HAIL_TINY;
    const drawing *d = s->of;
    const double x = d->width + fabs((double)d->origin_x) + fabs(s->origin_x);
    const double y = d->height + fabs((double)d->origin_y) + fabs(s->origin_y);
    largest = fmax(largest, hypot(x * s->scale_x, y * s->scale_y));
    return 4.0 * sprite_ulp(largest) + (double)HAIL_TINY;
}

stance_box stance_find_box(const stance *s, hail_box_kind of) {
    stance_box box = {.nothing = true};
    const drawing *d = s->of;
    if (of == HAIL_BOX_IMAGE)
        box_take_rectangle(s, 0.0, 0.0, d->width, d->height, &box);
    for (uint32_t j = 0; of == HAIL_BOX_OPAQUE && j < d->height; j++)
        for (uint32_t i = 0; i < d->width; i++)
            if (d->opaque[(size_t)j * d->width + i] != 0)
                box_take_rectangle(s, i, j, i + 1.0, j + 1.0, &box);
    box.off = box.nothing ? 0.0 : box_off(s, &box);
    return box;
}

bool box_agrees(const stance_box *want, const hail_box *box) {
    if (want->nothing)
        return box->min_x == HAIL_NOWHERE && box->min_y == HAIL_NOWHERE && box->max_x == -HAIL_NOWHERE &&
               box->max_y == -HAIL_NOWHERE;
    return fabs((double)box->min_x - want->min_x) <= want->off && fabs((double)box->min_y - want->min_y) <= want->off &&
           fabs((double)box->max_x - want->max_x) <= want->off && fabs((double)box->max_y - want->max_y) <= want->off;
}

/* ---- Which pixels touch ------------------------------------------------------------------------------------------ */

static bool solid_at(const meeting *m, const ground *g, int64_t i, int64_t j) {
    if (g == NULL)
        return drawing_at(m->b->of, i, j);
    return i >= 0 && j >= 0 && i < g->width && j < g->height ? g->solid[j * g->width + i] != 0 : g->outside;
}

void meeting_sample(const meeting *m, const ground *g, uint32_t i, uint32_t j, double *x, double *y) {
    double u, v;
    stance_place(m->a, i + 0.5, j + 0.5, &u, &v);
    u += m->a->x - (g != NULL ? (double)g->x : m->b->x), v += m->a->y - (g != NULL ? (double)g->y : m->b->y);
    *x = u, *y = v;
    if (g != NULL)
        return;
    *x = (m->b->cos * u + m->b->sin * v) / m->b->scale_x + m->b->origin_x;
    *y = (m->b->cos * v - m->b->sin * u) / m->b->scale_y + m->b->origin_y;
}

/* The pixel of a coordinate; those far outside become the one just outside. */
static int64_t pixel(double at, double size) { return (int64_t)fmin(fmax(floor(at), -1.0), size); }

static uint8_t classify(const meeting *m, const ground *g, uint32_t i, uint32_t j) {
    double x, y;
    meeting_sample(m, g, i, j, &x, &y);
    const int64_t left = pixel(x - m->slack_x, m->width), right = pixel(x + m->slack_x, m->width);
    const int64_t top = pixel(y - m->slack_y, m->height), bottom = pixel(y + m->slack_y, m->height);
    const bool first = solid_at(m, g, left, top);
    if ((right - left + 1) * (bottom - top + 1) > 64)
        return MEETING_UNDECIDED;
    for (int64_t v = top; v <= bottom; v++)
        for (int64_t u = left; u <= right; u++)
            if (solid_at(m, g, u, v) != first)
                return MEETING_UNDECIDED;
    return first;
}

static void look(meeting *m, const ground *g) {
    static uint8_t *state;
    static size_t room;
    const drawing *d = m->a->of;
    const size_t size = (size_t)d->width * d->height;
    if (size > room) {
        room = size;
        state = realloc(state, room);
        if (state == NULL)
            abort();
    }
    m->state = state;
    memset(state, 0, size);
    if (m->a->scale_x == 0.0 || m->a->scale_y == 0.0 || (g == NULL && (m->b->scale_x == 0.0 || m->b->scale_y == 0.0)))
        return;
    for (uint32_t j = 0; j < d->height; j++) {
        for (uint32_t i = 0; i < d->width; i++) {
            uint8_t *is = &state[(size_t)j * d->width + i];
            *is = d->opaque[(size_t)j * d->width + i] != 0 ? classify(m, g, i, j) : 0;
            m->sure += *is == 1;
            m->undecided += *is == MEETING_UNDECIDED;
        }
    }
}

/* The rounding error of a few additions, in units of single precision. */
static const double ROUNDINGS = 8.0 * 0x1p-24;

meeting meeting_sprites(const stance *a, const stance *b, bool exact) {
    meeting m = {.a = a, .b = b, .width = b->of->width, .height = b->of->height};
    const double reach = stance_reach(a), way = fabs(a->x - b->x) + fabs(a->y - b->y) + 2.0 * reach;
    const double skew = fabs(b->cos * b->cos + b->sin * b->sin - 1.0) + ROUNDINGS;
    if (!exact) {
        m.slack_x = skew * way / fabs(b->scale_x) + ROUNDINGS * (fabs(b->origin_x) + m.width);
        m.slack_y = skew * way / fabs(b->scale_y) + ROUNDINGS * (fabs(b->origin_y) + m.height);
    }
    m.off = 8.0 * sprite_ulp(fmax(reach, fmax(fabs(a->x), fabs(a->y)))) + (double)HAIL_TINY;
    look(&m, NULL);
    return m;
}

meeting meeting_tiles(const stance *a, const ground *g, bool exact) {
    meeting m = {.a = a, .width = (double)g->width, .height = (double)g->height};
    const double reach = stance_reach(a);
    if (!exact) {
        m.slack_x = ROUNDINGS * (fabs(a->x - (double)g->x) + 2.0 * reach);
        m.slack_y = ROUNDINGS * (fabs(a->y - (double)g->y) + 2.0 * reach);
    }
    m.off = 8.0 * sprite_ulp(fmax(reach, fmax(fabs(a->x), fabs(a->y)))) + (double)HAIL_TINY;
    look(&m, g);
    return m;
}

bool meeting_may_count(const meeting *m, uint32_t count) { return count >= m->sure && count <= m->sure + m->undecided; }
