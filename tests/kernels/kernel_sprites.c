/* tests/kernels/kernel_sprites.c - random sprites and instances, and the plain truth about them (kernel_sprites.h). */
#include "kernel_sprites.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

float either(float a) { return pick_one_in(2) ? a : -a; }
int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }
int32_t lesser(int32_t a, int32_t b) { return a < b ? a : b; }

/* ---- Hulls ----------------------------------------------------------------------------------------------------- */

typedef struct point {
    double x, y;
} point;

static int by_place(const void *one, const void *two) {
    const point *a = one, *b = two;
    return a->x != b->x ? (a->x > b->x) - (a->x < b->x) : (a->y > b->y) - (a->y < b->y);
}

static double turn(point a, point b, point c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

/* Sorts points and keeps those of their hull, turning from +x towards +y (A. M. Andrew's chains). Fewer than 3: they
 * lie on a line. */
static uint32_t hull_of(point *p, uint32_t count, point *hull) {
    uint32_t n = 0;
    qsort(p, count, sizeof *p, by_place);
    for (int chain = 0; chain < 2; chain++) {
        const uint32_t least = n + 2;
        for (uint32_t i = 0; i < count; i++) {
            const point next = p[chain ? count - 1 - i : i];
            while (n >= least && turn(hull[n - 2], hull[n - 1], next) <= 0.0)
                n--;
            hull[n++] = next;
        }
        n--; /* the other chain starts with it */
    }
    return n;
}

/* Whole numbers: corners of pixels. */
static uint32_t pick_hull(point *hull) {
    static const double half_sizes[] = {2.0, 30.0, 200.0, 800.0, 2000.0, 4096.0};
    point p[MOST_HULL];
    const double size = half_sizes[pick(6)], flat = pick_one_in(3) ? 0.05 : 1.0;
    const double near = (double)pick_between(0.0f, 6.3f); /* where many of them are close together */
    const double spread = pick_one_in(2) ? 1.0 : pick_one_in(2) ? 0.1 : 0.02;
    const uint32_t most = pick_one_in(3) ? 12 : pick_one_in(2) ? 150 : MOST_HULL - 3;
    uint32_t n;
    do {
        const uint32_t count = 4 + pick(most);
        for (uint32_t i = 0; i < count; i++) {
            const double any = (double)pick_between(0.0f, 6.3f);
            const double angle = i % 2 ? near + spread * any : any;
            p[i] = (point){floor(size * cos(angle) + 0.5), floor(size * flat * sin(angle) + 0.5)};
        }
        if (pick_one_in(8)) { /* a rectangle */
            p[0] = (point){0.0, 0.0}, p[1] = (point){size, 0.0};
            p[2] = (point){0.0, 1.0 + floor(size * flat)}, p[3] = (point){size, p[2].y};
        }
        n = hull_of(p, count, hull);
    } while (n < 3);
    return n;
}

static uint32_t furthest(const float *u, const float *v, uint32_t n, double angle) {
    const double x = cos(angle), y = sin(angle);
    uint32_t best = 0;
    for (uint32_t k = 1; k < n; k++)
        if ((double)u[k] * x + (double)v[k] * y > (double)u[best] * x + (double)v[best] * y)
            best = k;
    return best;
}

/* Where a sector begins, from +x towards +y, as sprites_kernels.h describes it. */
static double sector_begins(uint32_t sector, double eighth) {
    const double pi = 3.14159265358979323846, least = (sector & 3u) * eighth;
    double from = sector & 4u ? pi / 2.0 - least - eighth : least; /* |b| > |a|: mirrored */
    from = sector & 16u ? pi - from - eighth : from;
    return sector & 8u ? -from - eighth : from;
}

/* Any four vertices that include all from the furthest at one end of the sector to the furthest at the other. */
static uint32_t pick_arc(const float *u, const float *v, hail_vertex_run run, uint32_t sector) {
    const double eighth = 3.14159265358979323846 / 16.0, room = 1.0e-5, from = sector_begins(sector, eighth);
    const uint32_t first = furthest(u, v, run.count, from - room);
    const uint32_t last = furthest(u, v, run.count, from + eighth + room);
    const uint32_t more = (last + run.count - first) % run.count;
    if (more >= HAIL_ARC)
        return HAIL_ARC_LONG;
    return run.first + (first + run.count - pick(HAIL_ARC - more) % run.count) % run.count;
}

static uint32_t run_floats(uint32_t count) {
    return count ? (count + HAIL_ARC - 1 + HAIL_SLACK - 1) / HAIL_SLACK * HAIL_SLACK : 0;
}

void random_hulls_make(random_hulls *h) {
    static point hull[MOST_SPRITES][MOST_HULL + 1];
    static const double origins[] = {0.5, 1.0e6, -1.0e6, 7.0e5};
    uint32_t floats = 0;
    h->count = 1 + pick(MOST_SPRITES);
    hail_vertex_run *runs = hold("runs", 2 * (size_t)h->count);
    uint32_t *arcs = hold("arcs", (size_t)h->count * HAIL_DIRECTIONS);
    for (uint32_t i = 0; i < h->count; i++) {
        runs[i] = (hail_vertex_run){floats, pick_one_in(8) ? 0 : pick_hull(hull[i])};
        floats += run_floats(runs[i].count);
    }
    float *u = hold("u", floats), *v = hold("v", floats);
    for (uint32_t i = 0; i < h->count; i++) {
        const hail_vertex_run run = runs[i];
        /* Far away the vertices are as fine as floats are there, so that rounding may choose among neighbours. */
        const bool far_off = pick_one_in(2);
        const double grid = far_off && pick_one_in(2) ? 0.0625 : 1.0;
        const double origin_x = far_off ? origins[pick(4)] : (double)pick_between(-4096.0f, 4096.0f);
        const double origin_y = far_off ? origins[pick(4)] : (double)pick_between(-4096.0f, 4096.0f);
        for (uint32_t k = 0; k < run_floats(run.count); k++) {
            u[run.first + k] = (float)(hull[i][k % run.count].x * grid - origin_x);
            v[run.first + k] = (float)(hull[i][k % run.count].y * grid - origin_y);
        }
        for (uint32_t s = 0; s < HAIL_DIRECTIONS; s++)
            arcs[i * HAIL_DIRECTIONS + s] = run.count ? pick_arc(u + run.first, v + run.first, run, s) : HAIL_ARC_LONG;
    }
    h->u = u, h->v = v, h->runs = runs, h->arcs = arcs;
}

/* ---- Instances ------------------------------------------------------------------------------------------------- */

/* Unit to 1e-4; often along an axis or a border of sectors. */
static void pick_turn(float *cosine, float *sine) {
    static const float tangents[] = {0.0f, HAIL_TANGENT_1, HAIL_TANGENT_2, HAIL_TANGENT_3, 1.0f};
    const float angle = pick_between(0.0f, 6.3f);
    float c = cosf(angle), s = sinf(angle);
    if (pick_one_in(2)) {
        float least = pick_one_in(4) ? exp2f(pick_between(-140.0f, -10.0f)) : tangents[pick(5)];
        least += pick_one_in(2) ? 0.0f : pick_between(-0.02f, 0.02f);
        const float length = sqrtf(1.0f + least * least) * pick_between(0.99991f, 1.00009f);
        c = nudged(either(1.0f / length)), s = nudged(either(least / length));
    }
    const bool other = pick_one_in(2);
    *cosine = other ? s : c;
    *sine = other ? c : s;
}

static float pick_scale(float tiny) {
    static const float some[] = {0.0f, 1.0f, 1.0e3f, 0x1p-149f, 0x1p-130f, 0.5f, 1.0e-10f};
    switch (pick(4)) {
    case 0:
        return either(some[pick(7)]);
    case 1:
        return either(nudged(tiny));
    default:
        return pick_between(-3.0f, 3.0f);
    }
}

static float pick_place(void) {
    static const float some[] = {0.0f, 1.0e9f, 0x1p-149f, 0.5f, 16777216.0f};
    const float size = pick_one_in(2) ? 40.0f : 2000.0f;
    return pick_one_in(6) ? either(some[pick(5)]) : pick_between(-size, size);
}

float random_origin(void) {
    return pick_one_in(8) ? either(1.0e6f) : pick_one_in(4) ? (float)pick(17) * 0.5f : pick_between(-50.0f, 50.0f);
}

random_columns random_columns_make(uint32_t n, uint32_t sprites, float tiny) {
    const bool rotated = !pick_one_in(3), scaled = pick_one_in(2), own = pick_one_in(2);
    float *x = hold("x", n), *y = hold("y", n);
    float *cosine = rotated ? hold("cos", n) : NULL, *sine = rotated ? hold("sin", n) : NULL;
    float *scale_x = scaled ? hold("scale_x", n) : NULL,
          *scale_y = scaled && pick_one_in(2) ? hold("scale_y", n) : NULL;
    float *origin_x = own ? hold("origin_x", n) : NULL, *origin_y = own ? hold("origin_y", n) : NULL;
    uint32_t *sprite = pick_one_in(4) ? NULL : hold("sprite", n);
    for (uint32_t i = 0; i < n; i++) {
        x[i] = pick_place(), y[i] = pick_place();
        if (rotated)
            pick_turn(&cosine[i], &sine[i]);
        if (scaled)
            scale_x[i] = pick_scale(tiny);
        if (scale_y)
            scale_y[i] = pick_scale(tiny);
        if (own)
            origin_x[i] = random_origin(), origin_y[i] = random_origin();
        if (sprite)
            sprite[i] = pick(sprites);
    }
    return (random_columns){x, y, cosine, sine, scale_x, scale_y, origin_x, origin_y, sprite};
}

static double not_tiny(float scale, float tiny) { return fabsf(scale) < tiny ? 0.0 : (double)scale; }

instance instance_at(const random_columns *of, uint32_t i, float tiny) {
    const double c = of->cosine ? (double)of->cosine[i] : 1.0, s = of->cosine ? (double)of->sine[i] : 0.0;
    const double across = of->scale_x ? not_tiny(of->scale_x[i], tiny) : 1.0;
    const double down = of->scale_y ? not_tiny(of->scale_y[i], tiny) : across;
    return (instance){.sprite = of->sprite ? of->sprite[i] : 0,
                      .x = (double)of->x[i],
                      .y = (double)of->y[i],
                      .xx = c * across,
                      .xy = -(s * down),
                      .yx = s * across,
                      .yy = c * down,
                      .plain = c == 1.0 && s == 0.0 && across == 1.0 && down == 1.0,
                      .flat = across == 0.0 || down == 0.0};
}

void explain_instance(const random_columns *of, uint32_t i) {
    case_adds("; at %a %a", (double)of->x[i], (double)of->y[i]);
    if (of->cosine)
        case_adds(", rotated %a %a", (double)of->cosine[i], (double)of->sine[i]);
    if (of->scale_x)
        case_adds(", scaled %a %a", (double)of->scale_x[i], (double)(of->scale_y ? of->scale_y : of->scale_x)[i]);
    if (of->origin_x)
        case_adds(", origin %a %a", (double)of->origin_x[i], (double)of->origin_y[i]);
}

/* ---- Masks ----------------------------------------------------------------------------------------------------- */

/* How a mask is filled: with one pixel in so many, or with all but one in so many. */
typedef struct filling {
    uint32_t one_in;
    bool open;
} filling;

static bool pick_pixel(const filling *f) { return f->one_in == 0 ? f->open : pick_one_in(f->one_in) != f->open; }

static void tighten(hail_mask *m) {
    hail_mask tight = {.rows = m->rows, .stride = m->stride, .left = m->right, .top = m->bottom};
    for (int32_t y = m->top; y < m->bottom; y++)
        for (int32_t x = m->left; x < m->right; x++)
            if (mask_pixel(m, x, y)) {
                tight.left = x < tight.left ? x : tight.left;
                tight.right = x >= tight.right ? x + 1 : tight.right;
                tight.top = y < tight.top ? y : tight.top;
                tight.bottom = y + 1;
            }
    if (tight.right == 0)
        tight.left = tight.top = 0;
    *m = tight;
}

/* The bounds and a border of open pixels, in columns of words. */
static const uint32_t *frame_of(const hail_mask *m) {
    const size_t width = (size_t)(m->right - m->left + 2), height = (size_t)(m->bottom - m->top + 2);
    const size_t words = ((width + 31) / 32 + 1) * height;
    uint32_t *columns = hold("columns", words + HAIL_SLACK);
    memset(columns, 0, words * sizeof *columns);
    for (size_t y = 1; y < height - 1; y++)
        for (size_t x = 1; x < width - 1; x++)
            columns[x / 32 * height + y] |= (uint32_t)mask_pixel(m, m->left + (int32_t)x - 1, m->top + (int32_t)y - 1)
                                            << x % 32;
    return columns;
}

static void pick_pixels(uint32_t *rows, uint32_t stride, uint32_t width, uint32_t height) {
    static const filling fillings[] = {{0, true}, {2, false}, {8, false}, {60, false}, {60, true}, {8, true}};
    const filling all = fillings[pick(6)];
    /* Not always up to the image's border, so that bounds begin and end within words. */
    const bool within = pick_one_in(2);
    const uint32_t left = within ? pick(width) : 0, top = within ? pick(height) : 0;
    const uint32_t right = within ? left + pick(width - left + 1) : width;
    const uint32_t bottom = within ? top + pick(height - top + 1) : height;
    memset(rows, 0, (size_t)stride * height * sizeof *rows);
    for (uint32_t y = top; y < bottom; y++)
        for (uint32_t x = left; x < right; x++)
            rows[(size_t)y * stride + x / 32] |= (uint32_t)pick_pixel(&all) << x % 32;
}

hail_mask random_mask(void) {
    enum { MORE = 2 }; /* words that kernels may read behind the last */
    static const uint32_t edges[] = {1, 30, 31, 32, 33, 62, 63, 64, 65, 126, 127, 128, 129, 192, 254, 256};
    uint32_t width = pick_one_in(3) ? edges[pick(16)] : 1 + pick(pick_one_in(2) ? 300 : 40), height = 1 + pick(40);
    if (pick_one_in(12))
        height = 1 + pick(300);
    if (pick_one_in(30))
        width = 1 + pick(8192), height = 1 + pick(4);
    const uint32_t stride = (width + 63) / 64 * 2 + (pick_one_in(8) ? 2 : 0);
    uint32_t *rows = hold("rows", (size_t)stride * height + MORE);
    pick_pixels(rows, stride, width, height);
    hail_mask m = {.rows = rows, .stride = stride, .right = (int32_t)width, .bottom = (int32_t)height};
    if (!pick_one_in(8))
        tighten(&m);
    m.columns = frame_of(&m);
    return m;
}

bool mask_pixel(const hail_mask *mask, int32_t x, int32_t y) {
    if (x < mask->left || x >= mask->right || y < mask->top || y >= mask->bottom)
        return false;
    return mask->rows[(size_t)y * mask->stride + (uint32_t)x / 32u] & UINT32_C(1) << (uint32_t)x % 32u;
}

/* ---- What touches ---------------------------------------------------------------------------------------------- */

static touch *map_at(const hail_mask *a, touch_map *map, int32_t x, int32_t y) {
    return &map->at[(y - a->top) * (a->right - a->left) + x - a->left];
}

static void map_clear(const hail_mask *a, touch_map *map) {
    map->sure = map->perhaps = 0;
    map->left = a->right, map->right = a->left, map->top = a->bottom, map->bottom = a->top;
}

static void map_set(const hail_mask *a, touch_map *map, int32_t x, int32_t y, touch how) {
    *map_at(a, map, x, y) = how;
    if (how == TOUCHES_NOT)
        return;
    map->sure += how == TOUCHES;
    map->perhaps += how == TOUCHES_PERHAPS;
    map->left = x < map->left ? x : map->left;
    map->right = x >= map->right ? x + 1 : map->right;
    map->top = y < map->top ? y : map->top;
    map->bottom = y + 1;
}

/* A sample's coordinate in b's image, and how far floats may be off. */
typedef struct sampled {
    double at, error;
} sampled;

/* In b's frame, whose pixel 1 is the first of its bounds. */
static sampled sample_axis(float x, float u, float v, int32_t i, int32_t j, int32_t first, bool exact) {
    const double half_ulp = 0x1p-24, down = (double)v * j, start = (double)x + down, across = (double)u * i;
    sampled s = {start + across, 0.0};
    const double rounded = fabs(down) + fabs(start) + fabs(across) + fabs(s.at);
    s.at -= 1.0 - first;
    s.error = exact ? 0.0 : 1.001 * half_ulp * rounded + 1.0e-40;
    return s;
}

/* The pixels in which a sample may lie, within [least - 1, most]. */
static void pixels_of(sampled s, int32_t least, int32_t most, int32_t *first, int32_t *last) {
    *first = (int32_t)fmin(fmax(floor(s.at - s.error), least - 1), most);
    *last = (int32_t)fmin(fmax(floor(s.at + s.error), least - 1), most);
}

static touch touch_of(const hail_mask *b, sampled x, sampled y) {
    int32_t left, right, top, bottom;
    pixels_of(x, b->left, b->right, &left, &right);
    pixels_of(y, b->top, b->bottom, &top, &bottom);
    const int32_t many = 4;
    if (left == b->right || right < b->left || top == b->bottom || bottom < b->top)
        return TOUCHES_NOT;
    if (right - left > many || bottom - top > many)
        return TOUCHES_PERHAPS;
    bool all = true, any = false;
    for (int32_t j = top; j <= bottom; j++)
        for (int32_t i = left; i <= right; i++) {
            const bool is = mask_pixel(b, i, j);
            all = all && is;
            any = any || is;
        }
    return all ? TOUCHES : any ? TOUCHES_PERHAPS : TOUCHES_NOT;
}

void touch_find(const hail_mask *a, const hail_mask *b, const hail_overlap *o, bool exact, touch_map *map) {
    map_clear(a, map);
    for (int32_t y = a->top; y < a->bottom; y++)
        for (int32_t x = a->left; x < a->right; x++) {
            touch how = TOUCHES_NOT;
            if (mask_pixel(a, x, y) && o->rotated)
                how = touch_of(b, sample_axis(o->x, o->ux, o->vx, x, y, b->left, exact),
                               sample_axis(o->y, o->uy, o->vy, x, y, b->top, exact));
            else if (mask_pixel(a, x, y) && mask_pixel(b, x + o->shift_x, y + o->shift_y))
                how = TOUCHES;
            map_set(a, map, x, y, how);
        }
}

hail_pixel_sums touch_tally(const hail_mask *a, const touch_map *map, hail_span *spans) {
    hail_pixel_sums t = {0};
    for (int32_t y = map->top; y < map->bottom; y++) {
        hail_span span = {1, 0};
        for (int32_t x = map->left; x < map->right; x++) {
            if (map->at[(y - a->top) * (a->right - a->left) + x - a->left] != TOUCHES)
                continue;
            if (t.count++ == 0)
                t.first_x = x, t.first_y = y;
            span = (hail_span){span.last < span.first ? (int16_t)x : span.first, (int16_t)x};
            t.last_y = y;
            t.side_x += mask_pixel(a, x - 1, y) - mask_pixel(a, x + 1, y);
            t.side_y += mask_pixel(a, x, y - 1) - mask_pixel(a, x, y + 1);
            t.sum_x += x;
            t.sum_y += y;
        }
        if (t.count)
            spans[y - t.first_y] = span;
    }
    return t;
}

int64_t touch_extent(const hail_mask *a, const touch_map *map, const hail_pixel_sums *t) {
    int64_t lowest = INT64_MAX, highest = INT64_MIN;
    if (!t->side_x && !t->side_y)
        return 0;
    for (int32_t y = map->top; y < map->bottom; y++)
        for (int32_t x = map->left; x < map->right; x++)
            for (int32_t corner = 0; corner < 4; corner++) {
                const int64_t at = (int64_t)(x + corner % 2) * t->side_x + (int64_t)(y + corner / 2) * t->side_y;
                if (map->at[(y - a->top) * (a->right - a->left) + x - a->left] != TOUCHES)
                    continue;
                lowest = at < lowest ? at : lowest;
                highest = at > highest ? at : highest;
            }
    return highest - lowest;
}
