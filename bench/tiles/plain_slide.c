/* bench/tiles/plain_slide.c - see plain_slide.h. What is near is listed once for all bounces of a mover: no bounce
 * takes it further than its displacement. */
#include "plain_slide.h"

#include <hail/slide.h>

#include <math.h>

#include "movers.h"

enum { BOUNCES = 4, PUSHES = 4, REMEMBERED = 12 };

static const float floor_cosine = 0.7f;
static const float corner_share = 0.75f;    /* of floor_cosine: corners that carry a mover may be this much steeper */
static const float same_surface = 0.99875f; /* normals whose dot product is more are those of one surface */
static const float pushed_far = 0.5f;       /* px: what is near must then be listed again */

typedef struct slide {
    ground_place *place;
    plain_shape shape; /* with the skin */
    float x, y;        /* px from the place's corner */
    float touched_x[REMEMBERED], touched_y[REMEMBERED];
    uint32_t touched;
    plain_slide_result *result;
} slide;

static void look_around(slide *s, const plain_ground *ground, int corner_x, int corner_y, float far_x, float far_y) {
    float reach_x = s->shape.half_x + s->shape.radius + far_x, reach_y = s->shape.half_y + s->shape.radius + far_y;
    float box[4] = {s->x - reach_x, s->y - reach_y, s->x + reach_x, s->y + reach_y};
    plain_ground_look(ground, corner_x, corner_y, box, s->place);
}

/* (nx, ny): out of the surface. Up is -y. */
static void record(slide *s, float nx, float ny, uint32_t cell) {
    plain_slide_result *out = s->result;
    out->flags |= -ny >= floor_cosine ? HAIL_ON_FLOOR : ny >= floor_cosine ? HAIL_ON_CEILING : HAIL_ON_WALL;
    if (s->touched < REMEMBERED) {
        s->touched_x[s->touched] = nx;
        s->touched_y[s->touched++] = ny;
    }
    for (uint32_t i = 0; i < out->count; i++)
        if (out->cell[i] == cell && out->normal_x[i] == nx && out->normal_y[i] == ny)
            return;
    if (out->count == SLIDE_CONTACTS)
        return;
    out->normal_x[out->count] = nx;
    out->normal_y[out->count] = ny;
    out->cell[out->count++] = cell;
}

/* ---- Out of what it overlaps ------------------------------------------------------------------------------------- */

static bool overlaps(const ground_overlap *o, float slack) { return o->any ? o->depth > slack : o->hidden; }

/* The way straight up, right, left or down to the nearest open pixel, and past it. */
static bool nearest_open(const slide *s, float *nx, float *ny, float *far) {
    static const int offset_x[] = {0, 1, -1, 0}, offset_y[] = {-1, 0, 0, 1};
    float reach = hypotf(s->shape.half_x, s->shape.half_y) + s->shape.radius;
    int x = ground_floor(s->x), y = ground_floor(s->y), limit = (int)ceilf(reach) + 1;
    for (int k = 1; k <= limit; k++)
        for (int way = 0; way < 4; way++)
            if (!ground_solid(s->place, x + offset_x[way] * k, y + offset_y[way] * k)) {
                *nx = (float)offset_x[way];
                *ny = (float)offset_y[way];
                *far = (float)k + reach;
                return true;
            }
    return false;
}

static bool push_out(slide *s) {
    const float slack = MOVER_SKIN * 1e-2f;
    float start_x = s->x, start_y = s->y, limit = 2.0f * (hypotf(s->shape.half_x, s->shape.half_y) + s->shape.radius);
    ground_overlap o;
    plain_ground_overlap(s->place, &s->shape, MOVER_SKIN, s->x, s->y, &o);
    for (int push = 0; push < PUSHES && overlaps(&o, slack); push++) {
        float nx, ny, far;
        if (o.any) {
            nx = o.deepest.normal_x;
            ny = o.deepest.normal_y;
            far = o.deepest.depth;
        } else if (!nearest_open(s, &nx, &ny, &far)) {
            break;
        }
        s->x += nx * far;
        s->y += ny * far;
        record(s, nx, ny, o.any ? o.deepest.cell : UINT32_MAX);
        plain_ground_overlap(s->place, &s->shape, MOVER_SKIN, s->x, s->y, &o);
    }
    if (!(o.any ? o.bare_depth > 0.0f : o.hidden) && hypotf(s->x - start_x, s->y - start_y) <= limit)
        return true;
    s->x = start_x;
    s->y = start_y;
    return false;
}

/* ---- Along what it hits ------------------------------------------------------------------------------------------ */

static void slide_along(slide *s, float dx, float dy) {
    for (int bounce = 0; bounce <= BOUNCES && fabsf(dx) + fabsf(dy) >= 1e-9f; bounce++) {
        ground_touch hit;
        if (!plain_ground_sweep(s->place, &s->shape, MOVER_SKIN, s->x, s->y, dx, dy, &hit)) {
            s->x += dx;
            s->y += dy;
            return;
        }
        s->x += dx * hit.t;
        s->y += dy * hit.t;
        if (hit.t * hit.t * (dx * dx + dy * dy) > 1e-8f)
            s->touched = 0;
        float into = dx * hit.normal_x + dy * hit.normal_y, left = 1.0f - hit.t;
        dx = left * (dx - hit.normal_x * into);
        dy = left * (dy - hit.normal_y * into);
        for (uint32_t i = 0; i < s->touched; i++)
            if (hit.normal_x * s->touched_x[i] + hit.normal_y * s->touched_y[i] < same_surface &&
                -(dx * s->touched_x[i] + dy * s->touched_y[i]) > 1e-6f * (fabsf(dx) + fabsf(dy)))
                dx = dy = 0.0f;
        record(s, hit.normal_x, hit.normal_y, hit.cell);
    }
}

/* ---- The end ----------------------------------------------------------------------------------------------------- */

/* Whether it stands: straight down, less than a skin away, is floor, or a corner that is hardly steeper. */
static bool stands(const slide *s) {
    const float down = 2.0f * MOVER_SKIN;
    ground_touch hit;
    return plain_ground_sweep(s->place, &s->shape, MOVER_SKIN, s->x, s->y, 0.0f, down, &hit) &&
           hit.t * down <= MOVER_SKIN &&
           -hit.normal_y >= (ground_corner(&hit) ? corner_share * floor_cosine : floor_cosine);
}

void plain_slide(const plain_ground *ground, const plain_shape *shape, float x, float y, float dx, float dy,
                 ground_place *place, plain_slide_result *result) {
    int corner_x = ground_floor(x), corner_y = ground_floor(y);
    float from_x = x - (float)corner_x, from_y = y - (float)corner_y, far = fabsf(dx) + fabsf(dy) + 2.0f * pushed_far;
    *result = (plain_slide_result){.dx = dx, .dy = dy};
    slide s = {.place = place, .shape = *shape, .x = from_x, .y = from_y, .result = result};
    s.shape.radius += MOVER_SKIN;
    look_around(&s, ground, corner_x, corner_y, far, far);
    if (!place->count)
        return;
    if (!push_out(&s)) {
        result->dx = result->dy = 0.0f;
        result->flags |= HAIL_STUCK;
        return;
    }
    if (fabsf(s.x - from_x) + fabsf(s.y - from_y) > pushed_far)
        look_around(&s, ground, corner_x, corner_y, far, far);
    slide_along(&s, dx, dy);
    if (stands(&s))
        result->flags |= HAIL_STANDS;
    result->dx = s.x - from_x;
    result->dy = s.y - from_y;
}
