/* engine/outline/simplify.c - vertices are taken out one by one, or two neighbours at once (in stairs neither may go
 * alone), those first whose going moves the outline least: as in M. Visvalingam, J. Whyatt, Line generalisation by
 * repeated elimination of points, 1993, but by distances from the exact outline. A vertex may go if its triangle, with
 * the two next to it, holds no other: then the new edge crosses nothing. */
#include "simplify.h"

#include <math.h>
#include <string.h>

#include "queue.h"

enum { TRIES = 8, LONGEST = 4096 /* vertices that one edge replaces, but in straight lines */ };

/* A loop while it is made simpler. Corners are numbers in its exact order. */
typedef struct simplifier {
    hail_planes planes;
    double most; /* error in quarters of a px, squared */
    const hail_corner *at;
    uint32_t count, left;     /* corners; of them not yet taken out */
    uint32_t *before, *after; /* of one that is taken out: itself */
    uint8_t *aside;           /* by item: something was in its way */
    hail_queue queue;         /* of what may go: corner c as c, c and the one after it as count + c */
} simplifier;

/* ---- What may go ------------------------------------------------------------------------------------------------ */

/* Corners v to w (w is v, or the one after it) go from between a and b. */
typedef struct going {
    uint32_t a, v, w, b;
} going;

static going going_of(const simplifier *s, uint32_t item) {
    const uint32_t v = item % s->count, w = item < s->count ? v : s->after[v];
    return (going){s->before[v], v, w, s->after[w]};
}

/* How far from the edge from a to b those lie that it would replace, squared; more than s->most: too far. */
static double furthest(const simplifier *s, uint32_t a, uint32_t b) {
    const uint32_t replaced = (b > a ? b - a : b + s->count - a) - 1;
    double most = 0.0;
    if (replaced > LONGEST)
        return INFINITY;
    for (uint32_t i = 0, k = a; i < replaced && most <= s->most; i++) {
        k = k + 1 < s->count ? k + 1 : 0;
        const double d = corner_distance_squared(s->at[k], s->at[a], s->at[b]);
        most = d > most ? d : most;
    }
    return most;
}

static bool straight(const simplifier *s, uint32_t a, uint32_t v, uint32_t b) {
    return corner_turn(s->at[a], s->at[v], s->at[b]) == 0;
}

/* Whether v may not be taken out from between a and b; what is straight always may. */
static bool blocked(const simplifier *s, uint32_t a, uint32_t v, uint32_t b) {
    return !straight(s, a, v, b) && hail_planes_blocked(&s->planes, s->at[a], s->at[v], s->at[b]);
}

/* Likewise of v and w, one after the other. */
static bool both_blocked(simplifier *s, uint32_t a, uint32_t v, uint32_t w, uint32_t b) {
    if (blocked(s, a, v, w))
        return true;
    hail_planes_flip(&s->planes, s->at[v]);
    const bool second = blocked(s, a, w, b);
    hail_planes_flip(&s->planes, s->at[v]);
    return second;
}

static bool may_go(simplifier *s, going g) {
    if (g.v == g.w)
        return !blocked(s, g.a, g.v, g.b);
    return !both_blocked(s, g.a, g.v, g.w, g.b) || !both_blocked(s, g.b, g.w, g.v, g.a);
}

/* ---- One loop --------------------------------------------------------------------------------------------------- */

static void consider(simplifier *s, uint32_t item) {
    const going g = going_of(s, item);
    s->aside[item] = 0;
    const bool at_once = g.v == g.w && straight(s, g.a, g.v, g.b), enough = g.v == g.w || s->left > 4;
    const double cost = at_once ? -1.0 : enough ? furthest(s, g.a, g.b) : INFINITY;
    if (cost <= s->most)
        hail_queue_set(&s->queue, item, cost);
    else
        hail_queue_drop(&s->queue, item);
}

static void take_out(simplifier *s, uint32_t v) {
    const uint32_t a = s->before[v], b = s->after[v];
    hail_queue_drop(&s->queue, v);
    hail_queue_drop(&s->queue, s->count + v);
    hail_planes_flip(&s->planes, s->at[v]);
    s->after[a] = b;
    s->before[b] = a;
    s->after[v] = s->before[v] = v;
    s->left--;
}

static void let_go(simplifier *s, going g) {
    take_out(s, g.v);
    if (g.w != g.v)
        take_out(s, g.w);
    consider(s, g.a);
    consider(s, g.b);
    consider(s, s->count + s->before[g.a]);
    consider(s, s->count + g.a);
    consider(s, s->count + g.b);
}

/* Takes out what may go; whether anything did. */
static bool thin(simplifier *s) {
    const uint32_t left = s->left;
    while (s->left > 3 && s->queue.count) {
        const uint32_t item = hail_queue_first(&s->queue);
        const going g = going_of(s, item);
        hail_queue_drop(&s->queue, item);
        if (g.v != g.w && s->left <= 4)
            continue;
        if (may_go(s, g))
            let_go(s, g);
        else
            s->aside[item] = 1;
    }
    return s->left < left;
}

/* What was in the way of some may have gone since: they are tried again. */
static void simplify_loop(simplifier *s) {
    s->left = s->count;
    for (uint32_t i = 0; i < s->count; i++) {
        s->before[i] = i ? i - 1 : s->count - 1;
        s->after[i] = i + 1 < s->count ? i + 1 : 0;
    }
    memset(s->aside, 0, 2 * s->count);
    for (uint32_t i = 0; i < 2 * s->count; i++)
        consider(s, i);
    for (int i = 0; i < TRIES && thin(s); i++)
        for (uint32_t k = 0; k < 2 * s->count; k++)
            if (s->aside[k] && s->after[k % s->count] != k % s->count)
                consider(s, k);
}

/* ---- All loops -------------------------------------------------------------------------------------------------- */

/* Every loop; those that are left of its corners are moved to after those of the loops before. */
static void simplify_loops(simplifier *s, hail_outline *outline) {
    hail_corner *corners = outline->corners.data;
    uint32_t *ends = outline->ends.data, start = 0, kept = 0;
    for (uint32_t l = 0; l < outline->loop_count; l++) {
        s->at = corners + start;
        s->count = ends[l] - start;
        hail_queue_clear(&s->queue, 2 * s->count);
        simplify_loop(s);
        for (uint32_t i = 0; i < s->count; i++)
            if (s->after[i] != i)
                corners[kept++] = corners[start + i];
        start = ends[l];
        ends[l] = kept;
    }
    outline->corner_count = kept;
}

bool hail_simplify(hail_heap *heap, hail_outline *outline, double error, double slack) {
    const uint32_t *ends = outline->ends.data;
    uint32_t longest = 0;
    for (uint32_t l = 0; l < outline->loop_count; l++) {
        const uint32_t count = ends[l] - (l ? ends[l - 1] : 0);
        longest = count > longest ? count : longest;
    }
    if (!longest)
        return true;
    hail_buffer links = {0};
    simplifier s = {.most = 16.0 * error * error};
    const bool fits = hail_planes_init(heap, &s.planes, outline->corners.data, outline->corner_count, 4.0 * slack) &&
                      hail_scratch_grow(heap, &links, (size_t)longest * (2 * sizeof(uint32_t) + 2)) &&
                      hail_queue_fit(heap, &s.queue, 2 * (size_t)longest);
    if (fits) {
        s.before = links.data;
        s.after = s.before + longest;
        s.aside = (uint8_t *)(s.after + longest);
        simplify_loops(&s, outline);
    }
    hail_queue_free(heap, &s.queue);
    hail_scratch_free(heap, &links);
    hail_planes_free(heap, &s.planes);
    return fits;
}
