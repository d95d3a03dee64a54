/* tests/points/points_inputs.c - polygons of every kind and scale, and points on and around them. */
#include "points_inputs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "shared/random_world.h"

#define TURN 6.28318530717958648

static double chance(uint64_t *s, double low, double high) {
    return low + (high - low) * (double)(random_bits(s) >> 11) * 0x1p-53;
}

/* ---- Loops ------------------------------------------------------------------------------------------------------- */

hail_loops plot_loops(const plot *p) { return (hail_loops){p->x, p->y, p->start, p->count}; }

static uint32_t first_of(const plot *p) { return p->count == 0 ? 0 : p->start[p->count]; }

void plot_begin(plot *p) { p->start[0] = 0, p->start[p->count + 1] = first_of(p); }

static bool same_spot(const plot *p, uint32_t i, uint32_t j) {
    return oracle_settled(p->x[i]) == oracle_settled(p->x[j]) && oracle_settled(p->y[i]) == oracle_settled(p->y[j]);
}

void plot_add(plot *p, float x, float y) {
    uint32_t *end = &p->start[p->count + 1];
    if (*end == PLOT_VERTICES)
        abort();
    p->x[*end] = x, p->y[*end] = y;
    if (*end == first_of(p) || !same_spot(p, *end, *end - 1))
        ++*end;
}

void plot_close(plot *p) {
    const uint32_t first = first_of(p);
    uint32_t *end = &p->start[p->count + 1];
    while (*end > first && same_spot(p, *end - 1, first))
        --*end;
    if (*end - first >= 3)
        p->count++;
}

/* ---- Kinds: some 100 px about the origin ------------------------------------------------------------------------- */

/* One loop while it is made. */
typedef struct draft {
    double x[PLOT_VERTICES], y[PLOT_VERTICES];
    uint32_t n;
} draft;

static void put(draft *d, double x, double y) { d->x[d->n] = x, d->y[d->n] = y, d->n++; }

static void draw_star(uint64_t *s, uint32_t n, double inner, draft *d) {
    for (uint32_t i = 0; i < n; i++) {
        const double angle = TURN * (i + chance(s, 0.1, 0.9)) / n, r = chance(s, inner, 1.0);
        put(d, 100.0 * r * cos(angle), 100.0 * r * sin(angle));
    }
}

static void draw_spiral(uint64_t *s, uint32_t n, draft *d) {
    const uint32_t half = n / 2 < 4 ? 4 : n / 2;
    const double turns = chance(s, 0.5, half / 8.0 + 1.0), width = chance(s, 0.2, 0.8);
    for (int side = 0; side < 2; side++)
        for (uint32_t k = 0; k < half; k++) {
            const double t = (double)(side == 0 ? k : half - 1 - k) / (half - 1), angle = turns * TURN * t;
            const double r = (t * turns + 0.6 + side * width) * 96.0 / (turns + 1.6);
            put(d, cos(angle) * r, sin(angle) * r);
        }
}

static void draw_comb(uint64_t *s, uint32_t n, draft *d) {
    const uint32_t teeth = n / 4 < 2 ? 2 : n / 4;
    const double step = 200.0 / teeth, lean = chance(s, -3.0, 3.0) * step;
    const double narrow = 100.0 / (100.0 + fabs(lean));
    put(d, 100.0, 99.0), put(d, -100.0, 99.0);
    for (uint32_t k = 0; k < teeth; k++) {
        const double x = -100.0 + k * step, end = chance(s, -99.0, 60.0);
        put(d, (x + lean) * narrow, end), put(d, (x + 0.4 * step + lean) * narrow, end);
        put(d, (x + 0.6 * step) * narrow, 80.0), put(d, (x + step) * narrow, 80.0);
    }
}

static void draw_pentagram(uint64_t *s, uint32_t n, draft *d) {
    const uint32_t step = 2 + random_pick(s, n / 2 < 3 ? 1 : n / 2 - 1);
    const double ragged = random_pick(s, 2) == 0 ? 1.0 : 0.5;
    for (uint32_t i = 0; i < n; i++) {
        const double angle = TURN * (double)((uint64_t)i * step % n) / n, r = 100.0 * chance(s, ragged, 1.0);
        put(d, cos(angle) * r, sin(angle) * r);
    }
}

static void draw(uint64_t *s, plot_kind kind, uint32_t n, draft *d) {
    d->n = 0;
    switch (kind) {
    case PLOT_SPIRAL:
        draw_spiral(s, n, d);
        break;
    case PLOT_COMB:
        draw_comb(s, n, d);
        break;
    case PLOT_CONVEX:
        draw_star(s, n, 1.0, d);
        break;
    case PLOT_PENTAGRAM:
        draw_pentagram(s, n, d);
        break;
    case PLOT_TANGLE:
        for (uint32_t i = 0; i < n; i++) {
            const double y = chance(s, -100.0, 100.0), x = chance(s, -100.0, 100.0);
            put(d, x, y);
        }
        break;
    default:
        draw_star(s, n, chance(s, 0.05, 0.9), d);
    }
}

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

static float number(plot_scale scale, double value, double far) {
    switch (scale) {
    case SCALE_WHOLE:
        return (float)round(value * 0.5);
    case SCALE_FAR:
        return (float)(round(value) + far * 1.0e6);
    case SCALE_FARTHEST:
        return (float)(far * (1.0e9 - 64.0 * 200.0) + 64.0 * round(value));
    case SCALE_TINY:
        return (float)(value * (double)HAIL_TINY);
    case SCALE_WIDE:
        return (float)(value * 1.0e7);
    default:
        return (float)value;
    }
}

/* Adds a draft to the plot at a position and a size; its winding and first vertex are random, or as `winding` says (1,
 * -1).
 */
static void add_loop(uint64_t *s, const draft *d, plot_scale scale, const double at[3], int winding, plot *p) {
    const uint32_t first = random_pick(s, d->n);
    const bool back = winding == 0 ? random_pick(s, 2) == 0 : winding < 0;
    plot_begin(p);
    for (uint32_t k = 0; k < d->n; k++) {
        const uint32_t i = (first + (back ? d->n - k : k)) % d->n;
        plot_add(p, number(scale, d->x[i] * at[2] + at[0], 1.0), number(scale, d->y[i] * at[2] + at[1], -1.0));
    }
    plot_close(p);
}

/* ---- Polygons ---------------------------------------------------------------------------------------------------- */

/* The same star in ever smaller copies. */
static void make_nest(uint64_t *s, uint32_t n, plot_scale scale, double x, double y, double size, plot *p) {
    static draft d;
    const uint32_t rings = 1 + random_pick(s, n < 24 ? 3 : 8);
    int winding = random_pick(s, 2) == 0 ? 1 : -1;
    d.n = 0;
    draw_star(s, n / rings < 3 ? 3 : n / rings, 0.5, &d);
    for (uint32_t k = 0; k < rings; k++, winding = -winding)
        add_loop(s, &d, scale, (double[]){x, y, size * pow(0.85, k)}, winding, p);
}

static void make_islands(uint64_t *s, uint32_t n, plot_scale scale, plot *p) {
    const uint32_t side = n < 100 ? 2 : 5;
    for (uint32_t k = 0; k < side * side; k++) {
        const double size = 1.0 / side, step = 200.0 / side;
        make_nest(s, n / (side * side), scale, -100.0 + step * (k % side + 0.5), -100.0 + step * (k / side + 0.5), size,
                  p);
    }
}

static void make_heap(uint64_t *s, uint32_t n, plot_scale scale, plot *p) {
    static draft d;
    const uint32_t loops = 2 + random_pick(s, 12);
    for (uint32_t k = 0; k < loops; k++) {
        draw(s, (plot_kind)random_pick(s, PLOT_TANGLE + 1), n / loops < 3 ? 3 : n / loops, &d);
        const double size = chance(s, 0.1, 1.0), room = 100.0 * (1.0 - size);
        add_loop(s, &d, scale, (double[]){chance(s, -room, room), chance(s, -room, room), size}, 0, p);
    }
}

void plot_make(uint64_t seed, const plot_choice *choice, plot *p) {
    static draft d;
    uint64_t state = seed * 1000003 + 29, *s = &state;
    p->count = 0, p->start[0] = 0;
    switch (choice->kind) {
    case PLOT_NEST:
        make_nest(s, choice->vertices, choice->scale, 0.0, 0.0, 1.0, p);
        return;
    case PLOT_ISLANDS:
        make_islands(s, choice->vertices, choice->scale, p);
        return;
    case PLOT_HEAP:
        make_heap(s, choice->vertices, choice->scale, p);
        return;
    default:
        draw(s, choice->kind, choice->vertices, &d);
        add_loop(s, &d, choice->scale, (double[]){0.0, 0.0, 1.0}, 0, p);
    }
}

bool plot_simple(plot_kind kind) { return kind != PLOT_PENTAGRAM && kind != PLOT_TANGLE && kind != PLOT_HEAP; }

plot_choice plot_choose(uint64_t seed, uint32_t max) {
    uint64_t state = seed * 2654435761u + 7, *s = &state;
    const double size = chance(s, 0.0, 1.0);
    return (plot_choice){(plot_kind)(seed % PLOT_KINDS), (plot_scale)(seed / PLOT_KINDS % PLOT_SCALES),
                         3 + (uint32_t)(size * size * size * (max - 3))};
}

/* ---- Points ------------------------------------------------------------------------------------------------------ */

static float bounded(double number) { return fminf(fmaxf((float)number, -HAIL_MAX_BOUND), HAIL_MAX_BOUND); }

static float nudged(uint64_t *s, float number) {
    for (uint32_t steps = random_pick(s, 4); steps > 0; steps--)
        number = nextafterf(number, random_pick(s, 2) == 0 ? INFINITY : -INFINITY);
    return bounded((double)number);
}

static spot anywhere(uint64_t *s, const hail_loops *l, size_t n) {
    const size_t i = random_pick(s, (uint32_t)n), j = random_pick(s, (uint32_t)n), k = random_pick(s, (uint32_t)n);
    const double u = chance(s, -0.1, 1.1), v = chance(s, -0.1, 1.1);
    return (spot){bounded((double)l->x[i] + u * ((double)l->x[j] - (double)l->x[i])),
                  bounded((double)l->y[i] + v * ((double)l->y[k] - (double)l->y[i]))};
}

/* On the line of an edge, as far as floats allow; a quarter of them beyond its ends, a quarter moved a little. */
static spot along(uint64_t *s, const hail_loops *l) {
    const size_t loop = random_pick(s, (uint32_t)l->count), i = random_pick(s, (uint32_t)loops_size(l, loop));
    const spot a = loops_spot(l, loop, i), b = loops_spot(l, loop, i + 1);
    const double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    const double t = random_pick(s, 4) == 0 ? chance(s, -2.0, 3.0) : random_pick(s, 65) / 64.0;
    const spot p = {bounded((double)a.x + t * dx), bounded((double)a.y + t * dy)};
    return random_pick(s, 4) == 0 ? (spot){nudged(s, p.x), nudged(s, p.y)} : p;
}

static spot pick_dot(uint64_t *s, const hail_loops *l, size_t n) {
    static const float odd[] = {0.0f, -0.0f, 1.0e-20f, -1.0e-40f, HAIL_MAX_BOUND, -HAIL_MAX_BOUND, 1.0e-18f, 1.0f};
    const size_t i = random_pick(s, (uint32_t)n);
    spot p = anywhere(s, l, n);
    switch (random_pick(s, 8)) {
    case 0:
        return (spot){l->x[i], l->y[i]};
    case 1:
        return (spot){nudged(s, l->x[i]), nudged(s, l->y[i])};
    case 2:
        p.y = l->y[i];
        return p;
    case 3:
        p.x = l->x[i];
        return p;
    case 4:
    case 5:
        return along(s, l);
    case 6:
        if (random_pick(s, 8) == 0)
            p = (spot){odd[random_pick(s, 8)], random_pick(s, 2) == 0 ? odd[random_pick(s, 8)] : p.y};
        return p;
    default:
        return p;
    }
}

void dots_make(uint64_t seed, const hail_loops *polygon, size_t count, dots *d) {
    uint64_t state = seed * 69069 + 1, *s = &state;
    const size_t n = loops_total(polygon);
    for (size_t i = 0; i < count; i++) {
        const spot p =
            n == 0 ? (spot){random_range(s, -1.0f, 1.0f), random_range(s, -1.0f, 1.0f)} : pick_dot(s, polygon, n);
        d->x[i] = p.x, d->y[i] = p.y;
    }
    d->points = (hail_points){.x = d->x, .y = d->y, .count = count};
}

/* ---- Messages ---------------------------------------------------------------------------------------------------- */

const char *plot_text(uint64_t seed, const plot_choice *choice, float x, float y) {
    static char text[200];
    snprintf(text, sizeof text, "HAIL_TEST_SEED=%llu: kind %d, scale %d, %u vertices, point (%a, %a) = (%.9g, %.9g)",
             (unsigned long long)seed, (int)choice->kind, (int)choice->scale, (unsigned)choice->vertices, (double)x,
             (double)y, (double)x, (double)y);
    return text;
}
