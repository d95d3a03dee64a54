/* bench/stars/plain_star_rays.c - see plain_star_rays.h. A ray passes from pixel to pixel (J. Amanatides, A. Woo, A
 * Fast Voxel Traversal Algorithm, 1987), from where it comes into the picture's bounds, until the first entry so far.
 */
#include "plain_star_rays.h"
#include "tiles/plain_march.h"

static uint64_t moved(const uint64_t *rows, int row, int x, int y) {
    if (row + y < 0 || row + y >= STAR_SIDE)
        return 0;
    return x < 0 ? rows[row + y] << -x : rows[row + y] >> x;
}

static int direction_of(float dx, float dy) {
    const float wide = fabsf(dx), high = fabsf(dy);
    const float more = fmaxf(wide, high), less = fminf(wide, high);
    return (dx < 0.0f ? 1 : 0) + (dy < 0.0f ? 2 : 0) + (high > wide ? 4 : 0) + (more < 2.0f * less ? 8 : 0);
}

void plain_leading_make(const uint64_t *rows, plain_leading *leading) {
    for (int k = 0; k < PLAIN_DIRECTIONS; k++) {
        const int x = k & 1 ? -1 : 1, y = k & 2 ? -1 : 1;
        const int side_x = k & 8 ? x : 0, side_y = k & 8 ? y : 0;
        for (int row = 0; row < STAR_SIDE; row++) {
            const uint64_t one = moved(rows, row, x, y),
                           two = k & 4 ? moved(rows, row, side_x, 2 * y) : moved(rows, row, 2 * x, side_y);
            leading->rows[k][row] = rows[row] & ~(one & two);
        }
    }
}

const uint64_t *plain_leading_rows(const plain_leading *leading, float dx, float dy) {
    return leading->rows[direction_of(dx, dy)];
}

/* Narrows first to last to the steps at which `at + step * i` is between low and high, give or take one. */
static inline void narrow(float at, float step, float low, float high, float *first, float *last) {
    if (fabsf(step) < 1e-6f)
        return;
    const float over = 1.0f / step, one = (low - at) * over, other = (high - at) * over;
    const float least = (one < other ? one : other) - 0.01f, most = (one < other ? other : one) + 0.01f;
    *first = least > *first ? least : *first;
    *last = most < *last ? most : *last;
}

/* Those bits of a row that may be in the picture's bounds between two times. */
static inline uint64_t between(const plain_picture *p, const plain_way *w, uint64_t bits, int row, float from,
                               float to) {
    const float x = w->x + (float)row * w->vx, y = w->y + (float)row * w->vy;
    const float x1 = w->dx * from, x2 = w->dx * to, y1 = w->dy * from, y2 = w->dy * to;
    float first = 0.0f, last = (float)(STAR_SIDE - 1);
    narrow(x, w->ux, (float)p->left - (x1 > x2 ? x1 : x2), (float)p->right - (x1 < x2 ? x1 : x2), &first, &last);
    narrow(y, w->uy, (float)p->top - (y1 > y2 ? y1 : y2), (float)p->bottom - (y1 < y2 ? y1 : y2), &first, &last);
    if (!(first <= last))
        return 0;
    const int begin = (int)ceilf(first), end = (int)last;
    return begin > end ? 0 : bits & (~UINT64_C(0) << begin) & (~UINT64_C(0) >> (63 - end));
}

uint64_t plain_star_inside(const plain_picture *p, const plain_way *w, uint64_t bits, int row, float time) {
    const float x = w->x + (float)row * w->vx + w->dx * time, y = w->y + (float)row * w->vy + w->dy * time;
    uint64_t inside = 0;
    for (uint64_t rest = between(p, w, bits, row, time, time); rest; rest &= rest - 1) {
        const int i = __builtin_ctzll(rest);
        const int column = plain_floor(x + (float)i * w->ux), line = plain_floor(y + (float)i * w->uy);
        if (column >= p->left && column < p->right && line >= p->top && line < p->bottom)
            inside |= (uint64_t)p->pixels[line * p->pitch + column] << i;
    }
    return inside;
}

/* What the rays of a way have in common. */
typedef struct direction {
    float slow_x, slow_y; /* 1 / dx, 1 / dy */
    int step_x, step_y, ahead_x, ahead_y;
    float near_x, far_x, near_y, far_y; /* the picture's bounds */
} direction;

static inline direction direction_make(const plain_picture *p, const plain_way *w) {
    const bool right = w->dx >= 0.0f, down = w->dy >= 0.0f;
    return (direction){.slow_x = plain_slowness(w->dx),
                       .slow_y = plain_slowness(w->dy),
                       .step_x = right ? 1 : -1,
                       .step_y = down ? 1 : -1,
                       .ahead_x = right,
                       .ahead_y = down,
                       .near_x = (float)(right ? p->left : p->right),
                       .far_x = (float)(right ? p->right : p->left),
                       .near_y = (float)(down ? p->top : p->bottom),
                       .far_y = (float)(down ? p->bottom : p->top)};
}

static inline int kept(int value, int first, int last) { return value < first ? first : value > last ? last : value; }

static inline float entry(const plain_picture *p, const plain_way *w, const direction *d, int i, int j, float until,
                          int *axis) {
    const float x = w->x + (float)j * w->vx + (float)i * w->ux, y = w->y + (float)j * w->vy + (float)i * w->uy;
    const float in_x = (d->near_x - x) * d->slow_x, in_y = (d->near_y - y) * d->slow_y;
    const float out_x = (d->far_x - x) * d->slow_x, out_y = (d->far_y - y) * d->slow_y;
    const float in = in_x > in_y ? in_x : in_y, out = out_x < out_y ? out_x : out_y;
    float t = in > 0.0f ? in : 0.0f;
    const float end = out < until ? out : until;
    if (!(t <= end))
        return 2.0f;
    *axis = in_x > in_y ? 0 : 1;
    int column = kept(plain_floor(x + w->dx * t), p->left, p->right - 1),
        line = kept(plain_floor(y + w->dy * t), p->top, p->bottom - 1);
    float next_x = ((float)(column + d->ahead_x) - x) * d->slow_x,
          next_y = ((float)(line + d->ahead_y) - y) * d->slow_y;
    while (!p->pixels[line * p->pitch + column]) {
        if (next_x <= next_y) {
            t = next_x;
            column += d->step_x;
            next_x = ((float)(column + d->ahead_x) - x) * d->slow_x;
            *axis = 0;
        } else {
            t = next_y;
            line += d->step_y;
            next_y = ((float)(line + d->ahead_y) - y) * d->slow_y;
            *axis = 1;
        }
        if (t > end || column < p->left || column >= p->right || line < p->top || line >= p->bottom)
            return 2.0f;
    }
    return t;
}

float plain_star_entry(const plain_picture *p, const plain_way *w, int i, int j, float until, int *axis) {
    const direction d = direction_make(p, w);
    return entry(p, w, &d, i, j, until, axis);
}

float plain_star_first(const plain_picture *p, const plain_way *w, const uint64_t *rows, float until) {
    const direction d = direction_make(p, w);
    float first = 2.0f;
    int axis;
    for (int row = 0; row < STAR_SIDE; row++) {
        if (!rows[row])
            continue;
        for (uint64_t rest = between(p, w, rows[row], row, 0.0f, until); rest; rest &= rest - 1) {
            const float t = entry(p, w, &d, __builtin_ctzll(rest), row, until, &axis);
            if (t < first)
                first = until = t;
        }
    }
    return first;
}
