/* simd/kernels/sectors/wall_hit_reference.c - docs/arithmetic.md, "Sectors": a moving disc against all walls of all
 * cells that the box of its path touches, one after the other. */
#include "kernels/reference.h"

typedef struct vector {
    float x, y;
} vector;

static float dot(vector a, vector b) { return a.x * b.x + a.y * b.y; }
static float cross(vector a, vector b) { return a.x * b.y - a.y * b.x; }

/* A wall: e goes from its end a to b, and the disc's centre is at p from a. */
typedef struct barrier {
    vector e, p;
    float inverse, length, spare, reach;
} barrier;

/* How far along the wall the centre is at t, from a. */
static float foot_at(const barrier *b, vector d, float t) {
    return dot(b->p, b->e) * b->inverse + dot(d, b->e) * b->inverse * t;
}

static float touch_face(const barrier *b, vector d) {
    const float c = cross(b->e, b->p), turn = c < 0.0f ? -1.0f : 1.0f;
    const float off = fabsf(c) * b->inverse - b->reach, speed = turn * (d.x * b->e.y - d.y * b->e.x) * b->inverse;
    const float slip = (fabsf(d.x * b->e.y) + fabsf(d.y * b->e.x)) * b->inverse * HAIL_WALL_SLIP;
    if (speed <= -slip || off >= speed)
        return HAIL_NO_HIT;
    const float t = off > 0.0f ? off / speed : 0.0f, foot = foot_at(b, d, t);
    return foot < -b->spare || foot > b->length + b->spare ? HAIL_NO_HIT : t;
}

/* The centre is at p from the end. */
static float touch_end(const barrier *wall, vector p, bool at_b, vector d) {
    const float b = -dot(p, d), k = cross(p, d), square = wall->reach * wall->reach;
    const float disc = dot(d, d) * square - k * k, g = dot(p, p) - square;
    if (b <= 0.0f || disc <= 0.0f)
        return HAIL_NO_HIT;
    const float t = g > 0.0f ? g / (b + sqrtf(disc)) : 0.0f, foot = foot_at(wall, d, t);
    const bool beside = at_b ? foot < wall->length - wall->spare : foot > wall->spare;
    return t > 1.0f || beside ? HAIL_NO_HIT : t;
}

static bool out_of_reach(const barrier *b, vector d) {
    const float off = fabsf(cross(b->e, b->p)) * b->inverse - b->reach;
    float speed = (d.x * b->e.y - d.y * b->e.x) * b->inverse;
    if (cross(b->e, b->p) < 0.0f)
        speed = -speed;
    const float from = dot(b->p, b->e) * b->inverse, pace = dot(d, b->e) * b->inverse;
    const float first = pace < 0.0f ? from + pace : from, last = pace > 0.0f ? from + pace : from;
    return off > (speed > 0.0f ? speed : 0.0f) || last < -b->reach || first > dot(b->e, b->e) * b->inverse + b->reach;
}

static float touch_wall(const float *words, const hail_disc *disc) {
    const vector d = {disc->dx, disc->dy};
    barrier b = {.e = {words[HAIL_WALL_EX * HAIL_BLOCK], words[HAIL_WALL_EY * HAIL_BLOCK]}};
    b.p = (vector){disc->x - words[HAIL_WALL_X * HAIL_BLOCK], disc->y - words[HAIL_WALL_Y * HAIL_BLOCK]};
    const vector q = {disc->x - words[HAIL_WALL_BX * HAIL_BLOCK], disc->y - words[HAIL_WALL_BY * HAIL_BLOCK]};
    b.inverse = sqrtf(words[HAIL_WALL_INVERSE * HAIL_BLOCK]);
    b.length = dot(b.e, b.e) * b.inverse;
    b.spare = (fabsf(b.e.x) + fabsf(b.e.y)) * HAIL_WALL_SPARE;
    b.reach = disc->radius + b.spare;
    if (out_of_reach(&b, d))
        return HAIL_NO_HIT;
    const float face = touch_face(&b, d), one = touch_end(&b, b.p, false, d), other = touch_end(&b, q, true, d);
    const float end = one < other ? one : other;
    return face < end ? face : end;
}

/* A share of all numbers that go into a position: more than their rounding error, and more than the kernel in lanes
 * takes. */
#define RIM 0x1p-16f

/* Finds the cells [*first, *last] of an axis that [low, high] touches. False: none. */
static bool cells_between(float low, float high, float min, float max, float inverse, float end, uint32_t *first,
                          uint32_t *last) {
    *first = reference_axis(low, min, inverse, end);
    *last = reference_axis(high, min, inverse, end);
    return high >= min && low <= max;
}

static void touch_cell(const hail_walls_view *view, const hail_wall_cell *cell, const hail_disc *disc,
                       hail_wall_hit *hit) {
    for (uint32_t i = 0; i < cell->count; i++) {
        const size_t block = cell->first + i / HAIL_BLOCK;
        const float *words = view->walls + block * HAIL_WALL_WORDS * HAIL_BLOCK + i % HAIL_BLOCK;
        const uint32_t wall = reference_integer(words + HAIL_WALL_ID * HAIL_BLOCK);
        if (!(reference_integer(words + HAIL_WALL_STOPS * HAIL_BLOCK) & disc->stops))
            continue;
        const float t = touch_wall(words, disc);
        if (t <= 1.0f && (t < hit->t || (t == hit->t && wall < hit->wall)))
            *hit = (hail_wall_hit){t, wall};
    }
}

void HAIL_KERNEL(wall_hit)(const hail_walls_view *view, const hail_disc *disc, hail_wall_hit *hit) {
    const hail_grid_layout *map = &view->map;
    const float all = (view->max_x - map->min_x) + (view->max_y - map->min_y) + fabsf(map->min_x) + fabsf(map->min_y) +
                      fabsf(disc->x) + fabsf(disc->y) + fabsf(disc->dx) + fabsf(disc->dy);
    const float pad = disc->radius + (all + disc->radius) * RIM + view->tolerance;
    const float x = disc->x + disc->dx, y = disc->y + disc->dy;
    uint32_t left, right, top, bottom;
    *hit = (hail_wall_hit){HAIL_NO_HIT, UINT32_MAX};
    if (!cells_between(reference_min(x, disc->x) - pad, reference_max(x, disc->x) + pad, map->min_x, view->max_x,
                       map->inverse, map->last_column, &left, &right) ||
        !cells_between(reference_min(y, disc->y) - pad, reference_max(y, disc->y) + pad, map->min_y, view->max_y,
                       map->inverse, map->last_row, &top, &bottom))
        return;
    for (uint32_t row = top; row <= bottom; row++)
        for (uint32_t column = left; column <= right; column++)
            touch_cell(view, view->wall_cells + (size_t)row * view->columns + column, disc, hit);
}
