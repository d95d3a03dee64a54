/* engine/outline/planes.c - bit planes of vertices, and the triangles that must hold none. */
#include "planes.h"

#include <math.h>
#include <string.h>

#include "pixel_sums.h"

enum { NARROW = 64 /* quarters of a px: the rows of narrower triangles are searched in full */ };

static int32_t min_of(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t max_of(int32_t a, int32_t b) { return a > b ? a : b; }

/* ---- Planes ----------------------------------------------------------------------------------------------------- */

/* Where the vertices of each plane lie, relative to their corner of pixels. */
static const int32_t plane_x[HAIL_PLANES] = {0, 1, 3, 0, 0}, plane_y[HAIL_PLANES] = {0, 0, 0, 1, 3};

static int plane_of(hail_corner p) {
    const int x = p.x % 4, y = p.y % 4;
    return x ? (x == 1 ? 1 : 2) : y ? (y == 1 ? 3 : 4) : 0;
}

void hail_planes_flip(hail_planes *planes, hail_corner p) {
    planes->bits[plane_of(p)][p.y / 4 * planes->words + p.x / 256] ^= UINT64_C(1) << p.x / 4 % 64;
}

bool hail_planes_init(hail_heap *heap, hail_planes *planes, const hail_corner *corners, size_t count, double slack) {
    size_t counts[HAIL_PLANES] = {0}, used = 0;
    *planes = (hail_planes){.slack_squared = slack * slack, .slack_ceil = (int32_t)ceil(slack)};
    for (size_t i = 0; i < count; i++) {
        planes->columns = max_of(planes->columns, corners[i].x / 4 + 1);
        planes->rows = max_of(planes->rows, corners[i].y / 4 + 1);
        counts[plane_of(corners[i])]++;
    }
    planes->words = (planes->columns + 63) / 64;
    const size_t words = (size_t)planes->words * (size_t)planes->rows;
    for (int i = 0; i < HAIL_PLANES; i++)
        used += counts[i] ? words : 0;
    if (!hail_scratch_grow(heap, &planes->memory, used * sizeof(uint64_t)))
        return false;
    uint64_t *bits = planes->memory.data;
    memset(bits, 0, used * sizeof *bits);
    for (int i = 0; i < HAIL_PLANES; i++) {
        planes->bits[i] = counts[i] ? bits : NULL;
        bits += counts[i] ? words : 0;
    }
    for (size_t i = 0; i < count; i++)
        hail_planes_flip(planes, corners[i]);
    return true;
}

void hail_planes_free(hail_heap *heap, hail_planes *planes) { hail_scratch_free(heap, &planes->memory); }

/* ---- Triangles -------------------------------------------------------------------------------------------------- */

typedef struct triangle {
    hail_corner a, v, b;
    int64_t turn;
} triangle;

static bool same(hail_corner p, hail_corner q) { return p.x == q.x && p.y == q.y; }

static bool in_the_way(const hail_planes *planes, const triangle *t, hail_corner p) {
    if (same(p, t->a) || same(p, t->v) || same(p, t->b))
        return false;
    const int64_t u = corner_turn(t->a, t->v, p), v = corner_turn(t->v, t->b, p), w = corner_turn(t->b, t->a, p);
    if (t->turn > 0 ? u >= 0 && v >= 0 && w >= 0 : u <= 0 && v <= 0 && w <= 0)
        return true;
    return planes->slack_squared > 0.0 && corner_distance_squared(p, t->a, t->b) <= planes->slack_squared;
}

/* Widens [*from, *to] to the columns in which an edge lies between two heights. */
static void widen(hail_corner p, hail_corner q, int32_t top, int32_t bottom, int32_t *from, int32_t *to) {
    const int32_t first = max_of(top, min_of(p.y, q.y)), last = min_of(bottom, max_of(p.y, q.y)), dx = q.x - p.x,
                  dy = q.y - p.y;
    if (first > last)
        return;
    const int32_t x1 = dy ? p.x + dx * (first - p.y) / dy : p.x, x2 = dy ? p.x + dx * (last - p.y) / dy : q.x;
    *from = min_of(*from, min_of(x1, x2) - 1);
    *to = max_of(*to, max_of(x1, x2) + 1);
}

/* Whether one of a plane's vertices in a row, in columns `from` to `to`, is in the way. */
static bool row_blocked(const hail_planes *planes, const triangle *t, int plane, int32_t row, int32_t from,
                        int32_t to) {
    const uint64_t *bits = planes->bits[plane] + (size_t)row * (size_t)planes->words;
    const uint16_t y = (uint16_t)(row * 4 + plane_y[plane]);
    for (int32_t word = from / 64; word <= to / 64; word++) {
        uint64_t some = bits[word];
        if (word == from / 64)
            some &= UINT64_MAX << from % 64;
        if (word == to / 64)
            some &= UINT64_MAX >> (63 - to % 64);
        for (; some; some &= some - 1)
            if (in_the_way(planes, t,
                           (hail_corner){(uint16_t)((word * 64 + bits_first(some)) * 4 + plane_x[plane]), y}))
                return true;
    }
    return false;
}

bool hail_planes_blocked(const hail_planes *planes, hail_corner a, hail_corner v, hail_corner b) {
    const triangle t = {a, v, b, corner_turn(a, v, b)};
    const int32_t reach = planes->slack_ceil;
    const int32_t left = min_of(a.x, min_of(v.x, b.x)), right = max_of(a.x, max_of(v.x, b.x));
    const int32_t top = min_of(a.y, min_of(v.y, b.y)), bottom = max_of(a.y, max_of(v.y, b.y));
    const int32_t last = min_of((bottom + reach) / 4, planes->rows - 1);
    for (int32_t row = max_of(top - reach, 0) / 4; row <= last; row++) {
        int32_t from = left, to = right;
        if (right - left > NARROW) {
            from = INT32_MAX;
            to = INT32_MIN;
            widen(a, v, row * 4 - reach, row * 4 + 3 + reach, &from, &to);
            widen(v, b, row * 4 - reach, row * 4 + 3 + reach, &from, &to);
            widen(b, a, row * 4 - reach, row * 4 + 3 + reach, &from, &to);
        }
        from = max_of(from - reach, 0) / 4;
        to = min_of((to + reach) / 4, planes->columns - 1);
        for (int p = 0; p < HAIL_PLANES; p++)
            if (planes->bits[p] && row_blocked(planes, &t, p, row, from, to))
                return true;
    }
    return false;
}
