/* tests/kernels/kernel_loops.c - random loops, convex and not, and points near them (kernel_loops.h). */
#include "kernel_loops.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static float bounded(float a) { return fminf(fmaxf(a, -HAIL_MAX_BOUND), HAIL_MAX_BOUND); }

float loops_pick_number(void) {
    static const float sizes[] = {1.0e-30f, 1.0e-18f, 1.1e-18f, 1.0e-12f, 1.0f, 1000.0f, 1.0e6f, 1.0e9f};
    if (pick_one_in(2))
        return bounded(pick_finite());
    const float size = sizes[pick(8)];
    return pick_one_in(3) ? (pick_one_in(2) ? size : -size) : pick_between(-size, size);
}

float loops_number(float a) { return fabsf(a) < HAIL_TINY ? 0.0f : a; }

void loops_explain(const random_loops *r) {
    case_adds("; %zu loops", r->loops.count);
    for (size_t l = 0; l < r->loops.count; l++) {
        case_adds(l ? "; then" : ":");
        for (uint32_t i = r->start[l]; i < r->start[l + 1]; i++)
            case_adds(" (%.9g, %.9g)", (double)r->x[i], (double)r->y[i]);
    }
}

/* ---- Loops ----------------------------------------------------------------------------------------------------- */

/* A grid: how many lines, how far apart, and where it begins. */
typedef struct lattice {
    uint32_t lines;
    float step, from_x, from_y;
} lattice;

static lattice pick_lattice(void) {
    static const uint32_t lines[] = {4, 9, 100, 5000, 1 << 23, 1 << 24};
    lattice l = {.lines = lines[pick(6)]};
    /* Stays within HAIL_MAX_BOUND. Some of the coordinates, not all, may be nearer to 0 than HAIL_TINY. */
    const int most = l.lines > 5000 ? 5 : 8, least = l.lines > 5000 ? -80 : -56;
    l.step = exp2f(pick_one_in(2) ? 0.0f : (float)(least + (int)pick((uint32_t)(most - least + 1))));
    const float half = pick_one_in(2) ? -0.5f : 0.0f,
                far = pick_one_in(4) && l.lines <= 5000 ? 256.0f * (float)l.lines * l.step : 0.0f;
    l.from_x = half * (float)l.lines * l.step + far;
    l.from_y = half * (float)l.lines * l.step - far;
    return l;
}

static float lattice_at(float from, const lattice *l) { return bounded(from + (float)pick(l->lines) * l->step); }

static bool same(const random_loops *r, uint32_t i, uint32_t k) {
    return loops_number(r->x[i]) == loops_number(r->x[k]) && loops_number(r->y[i]) == loops_number(r->y[k]);
}

/* kind 0: a lattice's corners; 1: with long level and upright edges; 2: any number. */
static void pick_vertex(random_loops *r, uint32_t i, uint32_t first, const lattice *l, uint32_t kind) {
    r->x[i] = kind == 2 ? loops_pick_number() : lattice_at(l->from_x, l);
    r->y[i] = kind == 2 ? loops_pick_number() : lattice_at(l->from_y, l);
    if (i > first && (kind == 1 || pick_one_in(6))) {
        if (i % 2)
            r->x[i] = r->x[i - 1];
        else
            r->y[i] = r->y[i - 1];
    }
    if (i > 0 && pick_one_in(10)) { /* one that was there before */
        const uint32_t k = pick(i);
        r->x[i] = r->x[k], r->y[i] = r->y[k];
    }
}

void loops_make(random_loops *r) {
    const lattice l = pick_lattice();
    const uint32_t kind = pick(3), count = pick_one_in(3) ? 1 + pick(MOST_LOOPS) : 1;
    const uint32_t most = pick_one_in(20) ? MOST_VERTICES / MOST_LOOPS * (count == 1 ? 5 : 1) : pick_one_in(2) ? 8 : 60;
    r->start[0] = 0;
    for (uint32_t c = 0; c < count; c++) {
        const uint32_t first = r->start[c], n = 3 + pick(most - 3);
        for (uint32_t i = first; i < first + n; i++)
            do
                pick_vertex(r, i, first, &l, kind);
            while ((i > first && same(r, i, i - 1)) || (i == first + n - 1 && same(r, i, first)));
        r->start[c + 1] = first + n;
    }
    r->loops = (hail_loops){r->x, r->y, r->start, count};
    r->size = kind == 2 ? HAIL_MAX_BOUND : (float)l.lines * l.step;
}

/* ---- Convex ---------------------------------------------------------------------------------------------------- */

typedef struct corner {
    int64_t x, y;
} corner;

static int by_place(const void *one, const void *two) {
    const corner *a = one, *b = two;
    return a->x != b->x ? (a->x > b->x) - (a->x < b->x) : (a->y > b->y) - (a->y < b->y);
}

/* A. M. Andrew's chains; flat corners stay. Returns 0 if all lie on a line. */
static uint32_t hull_of(corner *p, uint32_t count, corner *hull) {
    uint32_t n = 0;
    bool flat = true;
    for (int chain = 0; chain < 2; chain++) {
        const uint32_t least = n + 2;
        for (uint32_t i = 0; i < count; i++) {
            const corner c = p[chain ? count - 1 - i : i];
            for (; n >= least; n--) {
                const corner a = hull[n - 2], b = hull[n - 1];
                const int64_t turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
                flat = flat && turn == 0;
                if (turn >= 0)
                    break;
            }
            hull[n++] = c;
        }
        n--;
    }
    return flat ? 0 : n;
}

static uint32_t without_repeats(corner *p, uint32_t count) {
    uint32_t n = 0;
    qsort(p, count, sizeof *p, by_place);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || by_place(&p[i], &p[n - 1]) != 0)
            p[n++] = p[i];
    return n;
}

/* On a circle or anywhere, whole numbers. */
static uint32_t pick_corners(corner *p, uint32_t most, double size) {
    const uint32_t count = 3 + pick(most - 3);
    const bool ring = pick_one_in(2);
    for (uint32_t i = 0; i < count; i++) {
        const double angle = (double)pick_between(0.0f, 6.3f);
        p[i].x = ring ? llround(size * cos(angle)) : (int64_t)pick((uint32_t)(2.0 * size)) - (int64_t)size;
        p[i].y = ring ? llround(size * sin(angle)) : (int64_t)pick((uint32_t)(2.0 * size)) - (int64_t)size;
    }
    return without_repeats(p, count);
}

void loops_make_convex(random_loops *r) {
    static const double sizes[] = {3.0, 20.0, 1000.0, 8000000.0};
    corner p[MOST_VERTICES], hull[2 * MOST_VERTICES];
    const double size = sizes[pick(4)];
    const float step = exp2f((float)(pick_one_in(2) ? 0 : (int)pick(56) - 50));
    uint32_t n;
    do
        n = hull_of(p, pick_corners(p, pick_one_in(20) ? MOST_VERTICES : 30, size), hull);
    while (n < 3 || n > MOST_VERTICES);
    const bool back = pick_one_in(2);
    const uint32_t turned = pick(n);
    for (uint32_t i = 0; i < n; i++) {
        const corner c = hull[((back ? n - 1 - i : i) + turned) % n];
        r->x[i] = (float)c.x * step;
        r->y[i] = (float)c.y * step;
    }
    r->start[0] = 0;
    r->start[1] = n;
    r->loops = (hail_loops){r->x, r->y, r->start, 1};
    r->size = (float)size * step;
}

/* ---- Points ---------------------------------------------------------------------------------------------------- */

void loops_pick_point(const random_loops *r, float *x, float *y) {
    const uint32_t k = pick(r->start[r->loops.count]), next = hail_vertex_after(&r->loops, k);
    const double t = pick_one_in(2) ? pick(9) / 8.0 : (double)pick_between(-0.5f, 1.5f);
    *x = r->x[k], *y = r->y[k];
    switch (pick(8)) {
    case 0:
        break;
    case 1:
        *x = nudged(*x), *y = nudged(*y);
        break;
    case 2: /* as far right as one vertex, at the level of another */
        *x = r->x[pick(r->start[r->loops.count])];
        break;
    case 3: /* on an edge */
    case 4:
        *x = (float)((double)*x + t * ((double)r->x[next] - (double)*x));
        *y = (float)((double)*y + t * ((double)r->y[next] - (double)*y));
        if (pick_one_in(2))
            *x = nudged(*x);
        break;
    case 5:
        *x = pick_between(-r->size, r->size), *y = pick_between(-r->size, r->size);
        break;
    case 6: /* at a level */
        *x = pick_between(-r->size, r->size);
        break;
    default:
        *x = loops_pick_number(), *y = loops_pick_number();
        break;
    }
    *x = bounded(*x), *y = bounded(*y);
    if (*x == 0.0f && pick_one_in(2))
        *x = -0.0f;
    if (*y == 0.0f && pick_one_in(2))
        *y = -0.0f;
}
