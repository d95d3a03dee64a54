/* bench/stars/plain_star_pixels.c - see plain_star_pixels.h. A row's touching pixels become the bits of a word, so that
 * sums take a few operations a row. */
#include "plain_star_pixels.h"

#include <math.h>

void plain_star_pixels_make(const uint64_t *rows, plain_star_pixels *p) {
    *p = (plain_star_pixels){.left = STAR_SIDE, .top = STAR_SIDE, .origin = STAR_SIDE / 2.0f};
    double count = 0.0;
    for (int y = 0; y < STAR_SIDE; y++)
        for (int x = 0; x < STAR_SIDE; x++) {
            if (!(rows[y] >> x & 1))
                continue;
            p->rows[y + 1] = rows[y];
            p->opaque[y + 1][x + 1] = 1;
            p->left = x < p->left ? x : p->left;
            p->right = x >= p->right ? x + 1 : p->right;
            p->top = y < p->top ? y : p->top;
            p->bottom = y + 1;
            p->centre_x += x + 0.5;
            p->centre_y += y + 0.5;
            count++;
        }
    p->centre_x /= count;
    p->centre_y /= count;
}

/* a's pixel (i, j) lies at (x + j * vx + i * ux, y + j * vy + i * uy) in b's image. */
typedef struct relative {
    float x, y, ux, uy, vx, vy;
} relative;

static inline relative relative_of(const plain_star_pixels *p, const plain_pose *a, const plain_pose *b) {
    const float k = 1.0f / (b->cos * b->cos + b->sin * b->sin);
    const float ixx = b->cos * k, ixy = b->sin * k, iyx = -(b->sin * k), iyy = b->cos * k;
    const float dx = a->x - b->x, dy = a->y - b->y, half = 0.5f - p->origin;
    relative r = {.ux = ixx * a->cos + ixy * a->sin, .uy = iyx * a->cos + iyy * a->sin};
    r.vx = ixx * -a->sin + ixy * a->cos;
    r.vy = iyx * -a->sin + iyy * a->cos;
    r.x = (p->origin - (float)(p->left - 1)) + (ixx * dx + ixy * dy) + (r.ux * half + r.vx * half);
    r.y = (p->origin - (float)(p->top - 1)) + (iyx * dx + iyy * dy) + (r.uy * half + r.vy * half);
    return r;
}

/* Narrows first to last to the steps at which `at + step * i` is between 1 and `most`, give or take one. */
static inline void narrow(float at, float step, float over, float most, float *first, float *last) {
    if (fabsf(step) < 1e-6f)
        return;
    const float one = (1.0f - at) * over, other = (most - at) * over;
    const float low = (one < other ? one : other) - 0.01f, high = (one < other ? other : one) + 0.01f;
    *first = low > *first ? low : *first;
    *last = high < *last ? high : *last;
}

typedef struct sums {
    int64_t count, x, y, side_x, side_y;
    int top, bottom;
    int8_t first[STAR_SIDE], last[STAR_SIDE]; /* first > last: none */
} sums;

static inline void add_row(const plain_star_pixels *p, int row, uint64_t bits, sums *s) {
    const uint64_t own = p->rows[row + 1];
    const int count = __builtin_popcountll(bits);
    s->first[row] = (int8_t)__builtin_ctzll(bits);
    s->last[row] = (int8_t)(63 - __builtin_clzll(bits));
    s->top = s->count ? s->top : row;
    s->bottom = row + 1;
    s->count += count;
    s->y += (int64_t)count * row;
    s->side_x += __builtin_popcountll(bits & ~(own >> 1)) - __builtin_popcountll(bits & ~(own << 1));
    s->side_y += __builtin_popcountll(bits & ~p->rows[row + 2]) - __builtin_popcountll(bits & ~p->rows[row]);
    for (uint64_t left = bits; left; left &= left - 1)
        s->x += __builtin_ctzll(left);
}

/* The pixels of a row that touch. Reads beyond b's pixels go to the border. */
static inline uint64_t touching_in(const plain_star_pixels *p, const relative *r, int row, float over_x, float over_y) {
    const float wide = (float)(p->right - p->left + 1), high = (float)(p->bottom - p->top + 1);
    const float x = r->x + (float)row * r->vx, y = r->y + (float)row * r->vy;
    const uint64_t own = p->rows[row + 1];
    float first = (float)__builtin_ctzll(own), last = (float)(63 - __builtin_clzll(own));
    narrow(x, r->ux, over_x, wide, &first, &last);
    narrow(y, r->uy, over_y, high, &first, &last);
    if (!(first <= last))
        return 0;
    const int to = (int)last;
    uint64_t bits = 0;
    for (int i = (int)ceilf(first); i <= to; i++) {
        const float at_x = x + (float)i * r->ux, at_y = y + (float)i * r->uy;
        unsigned column = (unsigned)(int)at_x, line = (unsigned)(int)at_y;
        column = column < (unsigned)wide ? column : 0;
        line = line < (unsigned)high ? line : 0;
        bits |= (uint64_t)p->opaque[line + (unsigned)p->top][column + (unsigned)p->left] << i;
    }
    return bits & own;
}

static double support(const sums *s, double x, double y) {
    double highest = -HUGE_VAL;
    for (int row = s->top; row < s->bottom; row++) {
        const double at = (x > 0.0 ? s->last[row] + 1.0 : s->first[row]) * x + (y > 0.0 ? row + 1.0 : row) * y;
        if (s->first[row] <= s->last[row] && at > highest)
            highest = at;
    }
    return highest;
}

static void describe(const plain_star_pixels *p, const plain_pose *a, const plain_pose *b, const sums *s,
                     star_contact *contact) {
    const double c = (double)a->cos, sn = (double)a->sin, n = (double)s->count, origin = (double)p->origin;
    double x = -(c * (double)s->side_x - sn * (double)s->side_y), y = -(c * (double)s->side_y + sn * (double)s->side_x);
    if (!s->side_x && !s->side_y) { /* away from b's centre */
        const double ax = p->centre_x - origin, ay = p->centre_y - origin, bc = (double)b->cos, bs = (double)b->sin;
        x = (double)a->x - (double)b->x + (c * ax - sn * ay) - (bc * ax - bs * ay);
        y = (double)a->y - (double)b->y + (sn * ax + c * ay) - (bs * ax + bc * ay);
    }
    const double length = sqrt(x * x + y * y), px = (double)s->x / n + 0.5 - origin,
                 py = (double)s->y / n + 0.5 - origin;
    x = length > 0.0 ? x / length : 1.0;
    y = length > 0.0 ? y / length : 0.0;
    const double dx = c * x + sn * y, dy = c * y - sn * x;
    contact->count = 1;
    contact->normal_x = (float)-x;
    contact->normal_y = (float)-y;
    contact->x[0] = (float)((double)a->x + (c * px - sn * py));
    contact->y[0] = (float)((double)a->y + (sn * px + c * py));
    contact->depth[0] = (float)(support(s, dx, dy) + support(s, -dx, -dy));
}

/* The rows of a that can lie within b's bounds. */
static void find_rows(const plain_star_pixels *p, const relative *r, int *from, int *to) {
    const float wide = (float)(p->right - p->left + 1), high = (float)(p->bottom - p->top + 1);
    const float over = 1.0f / (r->ux * r->vy - r->vx * r->uy), jx = -r->uy * over, jy = r->ux * over;
    float first = (float)STAR_SIDE, last = 0.0f;
    for (int corner = 0; corner < 4; corner++) {
        const float x = (corner & 1 ? wide : 1.0f) - r->x, y = (corner & 2 ? high : 1.0f) - r->y;
        const float row = x * jx + y * jy;
        first = row < first ? row : first;
        last = row > last ? row : last;
    }
    *from = (int)first > p->top ? (int)first : p->top;
    *to = (int)last + 2 < p->bottom ? (int)last + 2 : p->bottom;
}

bool plain_star_pixels_touch(const plain_star_pixels *p, const plain_pose *a, const plain_pose *b,
                             star_contact *contact) {
    const relative r = relative_of(p, a, b);
    const float over_x = 1.0f / r.ux, over_y = 1.0f / r.uy;
    int from, to;
    sums s;
    s.count = s.x = s.y = s.side_x = s.side_y = 0;
    s.top = s.bottom = 0;
    find_rows(p, &r, &from, &to);
    for (int row = from; row < to; row++) {
        s.first[row] = 1;
        s.last[row] = 0;
        if (!p->rows[row + 1])
            continue;
        const uint64_t bits = touching_in(p, &r, row, over_x, over_y);
        if (bits)
            add_row(p, row, bits, &s);
    }
    if (!s.count)
        return false;
    describe(p, a, b, &s, contact);
    return true;
}
