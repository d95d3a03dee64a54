/* tests/outline/outline_inputs.c - makes random polygons. */
#include "outline_inputs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/random_world.h"

enum { MOST = 1024 };

/* One loop in the making, about the origin, some 50 px each way. */
typedef struct draft {
    double x[MOST], y[MOST];
    uint32_t n;
} draft;

static void put(draft *d, double x, double y) {
    if (d->n < MOST)
        d->x[d->n] = x, d->y[d->n] = y, d->n++;
}

static double chance(uint64_t *s, double low, double high) {
    return low + (high - low) * (double)(random_bits(s) >> 11) * 0x1p-53;
}

/* ---- Kinds ------------------------------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void draw_star(uint64_t *s, uint32_t n, bool convex, draft *d) {
    double angle[MOST];
    const double near = convex ? 50.0 : chance(s, 2.0, 45.0), squash = chance(s, 0.2, 1.0);
    for (uint32_t i = 0; i < n; i++)
        angle[i] = chance(s, 0.0, 6.28318530717958);
    qsort(angle, n, sizeof *angle, by_size);
    for (uint32_t i = 0; i < n; i++) {
        const double r = chance(s, near, 50.0);
        put(d, cos(angle[i]) * r, sin(angle[i]) * r * squash);
    }
}

static bool drafts_meet(const draft *d, uint32_t i, uint32_t j) {
    const uint32_t a = (i + 1) % d->n, b = (j + 1) % d->n;
    const spot p = {(float)d->x[i], (float)d->y[i]}, q = {(float)d->x[a], (float)d->y[a]};
    return spot_meet(p, q, (spot){(float)d->x[j], (float)d->y[j]}, (spot){(float)d->x[b], (float)d->y[b]});
}

/* Where two edges cross, the path between them is reversed. That makes it shorter, so it comes to an end. */
static void draw_untangled(uint64_t *s, uint32_t n, draft *d) {
    for (uint32_t i = 0; i < n; i++) {
        const double y = chance(s, -50.0, 50.0), x = chance(s, -50.0, 50.0);
        put(d, x, y);
    }
    for (uint32_t round = 0, crossed = 1; crossed > 0 && round < 200; round++) {
        crossed = 0;
        for (uint32_t i = 0; i < n; i++) {
            for (uint32_t j = i + 2; j < n; j++) {
                if ((j + 1) % n == i || !drafts_meet(d, i, j))
                    continue;
                crossed++;
                for (uint32_t a = i + 1, b = j; a < b; a++, b--) {
                    const double x = d->x[a], y = d->y[a];
                    d->x[a] = d->x[b], d->y[a] = d->y[b], d->x[b] = x, d->y[b] = y;
                }
            }
        }
    }
}

enum { CELLS = 26 };

/* Whether the pixels stay one piece with one more, without holes and without corners that touch: its neighbours must be
 * consecutive round it, and one of them must share a side with it. */
static bool may_grow(uint8_t cell[CELLS][CELLS], uint32_t x, uint32_t y) {
    static const int dx[9] = {1, 1, 0, -1, -1, -1, 0, 1, 1}, dy[9] = {0, 1, 1, 1, 0, -1, -1, -1, 0};
    int changes = 0;
    bool side = false;
    if (cell[y][x] != 0 || x == 0 || y == 0 || x == CELLS - 1 || y == CELLS - 1)
        return false;
    for (int k = 0; k < 8; k++) {
        const uint8_t here = cell[(int)y + dy[k]][(int)x + dx[k]];
        changes += here != cell[(int)y + dy[k + 1]][(int)x + dx[k + 1]];
        side = side || (here != 0 && k % 2 == 0);
    }
    return side && changes == 2;
}

static void draw_pixels(uint64_t *s, uint32_t n, bool every, draft *d) {
    uint8_t cell[CELLS][CELLS] = {{0}};
    cell[CELLS / 2][CELLS / 2] = 1;
    for (uint32_t i = 0; i < n * 60 && i < 10000; i++) {
        const uint32_t x = random_pick(s, CELLS), y = random_pick(s, CELLS);
        if (may_grow(cell, x, y) && random_pick(s, 4) != 0)
            cell[y][x] = 1;
    }
    int x = 0, y = 0, dx = 1, dy = 0;
    while (cell[y][x] == 0)
        x = x + 1 == CELLS ? 0 : x + 1, y += x == 0;
    const int first_x = x, first_y = y;
    do { /* on from the corner (x, y), what is solid on the +y side of +x */
        x += dx, y += dy;
        const int left_x = x + (dx + dy - 1) / 2, left_y = y + (dy - dx - 1) / 2;
        const int right_x = x + (dx - dy - 1) / 2, right_y = y + (dy + dx - 1) / 2;
        const bool left = cell[left_y][left_x] != 0, right = cell[right_y][right_x] != 0;
        const int was_x = dx, was_y = dy;
        if (left)
            dx = was_y, dy = -was_x;
        else if (!right)
            dx = -was_y, dy = was_x;
        if (every || left || !right)
            put(d, 4.0 * (x - CELLS / 2), 4.0 * (y - CELLS / 2));
    } while (x != first_x || y != first_y);
}

static void draw_spiral(uint64_t *s, uint32_t n, draft *d) {
    const uint32_t half = n / 2 < 4 ? 4 : n / 2;
    const double turns = chance(s, 0.5, (double)half / 8.0 + 1.0), width = chance(s, 0.2, 0.8);
    for (int side = 0; side < 2; side++) {
        for (uint32_t k = 0; k < half; k++) {
            const double t = (double)(side == 0 ? k : half - 1 - k) / (half - 1), angle = turns * 6.28318530717958 * t;
            const double r = (t * turns + 0.6 + side * width) * 48.0 / (turns + 1.6);
            put(d, cos(angle) * r, sin(angle) * r);
        }
    }
}

static void draw_comb(uint64_t *s, uint32_t n, draft *d) {
    const uint32_t teeth = n / 4 < 2 ? 2 : n / 4;
    const bool sharp = random_pick(s, 2) == 0;
    const double step = 100.0 / teeth, back = chance(s, 5.0, 48.0);
    put(d, 50.0, back), put(d, -50.0, back);
    for (uint32_t k = 0; k < teeth; k++) {
        const double x = -50.0 + k * step, end = chance(s, -50.0, back - 6.0), gap = chance(s, 0.5, 0.9);
        put(d, x, end);
        put(d, sharp ? x + 0.01 * step : x + gap * step, end);
        if (k + 1 < teeth) {
            put(d, x + gap * step, back - chance(s, 0.5, 4.0));
            put(d, x + step, d->y[d->n - 1]);
        } else {
            put(d, 50.0, end);
        }
    }
}

static void draw_zigzag(uint64_t *s, uint32_t n, draft *d) {
    const uint32_t half = n / 2 < 2 ? 2 : n / 2;
    const double high = chance(s, 1.0, 25.0), low = chance(s, 0.5, 20.0);
    double y[MOST];
    for (uint32_t k = 0; k < half; k++) {
        y[k] = (k % 2 == 0 ? high : -high) + chance(s, -2.0, 2.0);
        put(d, -50.0 + 100.0 * k / (half - 1), y[k]);
    }
    for (uint32_t k = half; k-- > 0;)
        put(d, -50.0 + 100.0 * k / (half - 1), y[k] + low);
}

static void draw(uint64_t *s, contour_kind kind, uint32_t n, draft *d) {
    d->n = 0;
    switch (kind) {
    case CONTOUR_UNTANGLED:
        draw_untangled(s, n, d);
        break;
    case CONTOUR_PIXELS:
        draw_pixels(s, n, random_pick(s, 4) == 0, d);
        break;
    case CONTOUR_SPIRAL:
        draw_spiral(s, n, d);
        break;
    case CONTOUR_COMB:
        draw_comb(s, n, d);
        break;
    case CONTOUR_ZIGZAG:
        draw_zigzag(s, n, d);
        break;
    default:
        draw_star(s, n, kind == CONTOUR_CONVEX, d);
    }
}

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

/* A notch or a spike in the middle of some edges. */
static void add_teeth(uint64_t *s, draft *d) {
    const draft plain = *d;
    d->n = 0;
    for (uint32_t i = 0; i < plain.n; i++) {
        const uint32_t j = (i + 1) % plain.n;
        const double dx = plain.x[j] - plain.x[i], dy = plain.y[j] - plain.y[i];
        const double size = exp2(chance(s, -17.0, -3.0)), side = random_pick(s, 2) == 0 ? size : -size;
        put(d, plain.x[i], plain.y[i]);
        if (random_pick(s, 4) != 0)
            continue;
        const double x = plain.x[i] + dx * 0.5, y = plain.y[i] + dy * 0.5;
        put(d, x - dx * size, y - dy * size);
        put(d, x - dy * side, y + dx * side);
        put(d, x + dx * size, y + dy * size);
    }
}

static spot placed(contour_grid grid, double x, double y) {
    switch (grid) {
    case GRID_WHOLE:
        return (spot){(float)round(x), (float)round(y)};
    case GRID_FAR:
        return (spot){(float)round(x) + 699900.0f, (float)round(y) - 699900.0f};
    case GRID_SMALL:
        return (spot){(float)(x * 1.0e-6), (float)(y * 1.0e-6)};
    case GRID_LARGE:
        return (spot){(float)(x * 1.2e4), (float)(y * 1.2e4)};
    default:
        return (spot){(float)x, (float)y};
    }
}

/* Copies to *at: wound either way, started anywhere. */
static uint32_t place(uint64_t *s, const draft *d, const contour_choice *choice, const double move[3], spot *at) {
    const uint32_t first = random_pick(s, d->n);
    const bool back = random_pick(s, 2) == 0;
    uint32_t n = 0;
    for (uint32_t k = 0; k < d->n; k++) {
        const uint32_t i = (first + (back ? d->n - k : k)) % d->n, j = (i + (back ? d->n - 1 : 1)) % d->n;
        const spot p = placed(choice->grid, d->x[i] * move[2] + move[0], d->y[i] * move[2] + move[1]);
        const spot q = placed(choice->grid, d->x[j] * move[2] + move[0], d->y[j] * move[2] + move[1]);
        if (n == 0 || p.x != at[n - 1].x || p.y != at[n - 1].y)
            at[n++] = p;
        const spot middle = {(p.x + q.x) / 2.0f, (p.y + q.y) / 2.0f};
        if (choice->straight && random_pick(s, 2) == 0 && spot_turn(p, middle, q) == 0 && spot_turn(p, q, middle) == 0)
            at[n++] = middle;
    }
    return n;
}

static bool try_loop(uint64_t *s, const contour_choice *choice, contour_kind kind, uint32_t n, const double move[3],
                     contours *c) {
    draft d;
    spot at[2 * MOST];
    draw(s, kind, n, &d);
    if (choice->grid == GRID_TEETH)
        add_teeth(s, &d);
    if (!contours_add(c, at, place(s, &d, choice, move, at)))
        return false;
    const hail_loops loops = contours_loops(c);
    if (loops_faults(&loops) == 0)
        return true;
    c->count--;
    return false;
}

/* ---- Polygons ---------------------------------------------------------------------------------------------------- */

hail_loops contours_loops(const contours *c) { return (hail_loops){c->x, c->y, c->start, c->count}; }

bool contours_add(contours *c, const spot *at, size_t count) {
    const size_t first = c->count == 0 ? 0 : c->start[c->count];
    c->start[0] = 0;
    if (c->count == CONTOUR_LOOPS || first + count > CONTOUR_VERTICES)
        return false;
    for (size_t i = 0; i < count; i++)
        c->x[first + i] = at[i].x, c->y[first + i] = at[i].y;
    c->start[++c->count] = (uint32_t)(first + count);
    return true;
}

/* Within the first loop, three times of four; x, y, and a scale that makes it small. */
static void find_room(uint64_t *s, const hail_loops *loops, contour_grid grid, double room[3]) {
    const bool within = random_pick(s, 4) != 0;
    room[2] = exp2(chance(s, -5.0, -1.5));
    for (int attempt = 0; attempt < 50; attempt++) {
        room[0] = chance(s, -60.0, 60.0), room[1] = chance(s, -60.0, 60.0);
        if (!within || loops_hold(loops, 0, placed(grid, room[0], room[1])))
            return;
    }
}

void contours_make(uint64_t seed, const contour_choice *choice, contours *c) {
    double room[3] = {0.0, 0.0, 1.0};
    uint64_t state = seed * 1000003 + 17, *s = &state;
    c->count = 0;
    for (int attempt = 0; c->count == 0; attempt++) /* four corners fit soon */
        try_loop(s, choice, attempt < 60 ? choice->kind : CONTOUR_STAR, attempt < 60 ? choice->vertices : 4, room, c);
    for (uint32_t more = 0, attempt = 0; more < choice->more && attempt < 60 * choice->more; attempt++) {
        const hail_loops loops = contours_loops(c);
        find_room(s, &loops, choice->grid, room);
        const uint32_t vertices = 3 + random_pick(s, 6), kind = random_pick(s, CONTOUR_KINDS);
        more += try_loop(s, choice, (contour_kind)kind, vertices, room, c);
    }
}

void contours_tangle(uint64_t seed, contours *c) {
    uint64_t state = seed * 7919 + 5, *s = &state;
    const uint32_t loops = random_pick(s, 3) == 0 ? 2 : 1, size = 3 + random_pick(s, 4);
    c->count = 0;
    for (uint32_t k = 0; k < loops; k++) {
        spot at[8];
        const uint32_t n = 3 + random_pick(s, k == 0 ? 5 : 2);
        for (uint32_t i = 0; i < n; i++)
            at[i] = (spot){(float)random_pick(s, size), (float)random_pick(s, size)};
        contours_add(c, at, n);
    }
}

/* ---- Messages ---------------------------------------------------------------------------------------------------- */

const char *contours_text(uint64_t seed, const contours *c) {
    static char text[6000];
    size_t used = (size_t)snprintf(text, sizeof text, "HAIL_TEST_SEED=%llu:", (unsigned long long)seed);
    for (size_t k = 0; k < c->count; k++) {
        for (uint32_t i = c->start[k]; i < c->start[k + 1] && used + 80 < sizeof text; i++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s(%.9g, %.9g)", i == c->start[k] ? "\n  " : " ",
                                     (double)c->x[i], (double)c->y[i]);
    }
    return text;
}
