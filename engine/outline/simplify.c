/* engine/outline/simplify.c - removes vertices one by one, or two neighbours at once (of stairs neither can go alone).
 * The removal that moves the outline least comes first, as in M. Visvalingam, J. Whyatt, Line generalisation by
 * repeated elimination of points, 1993, but measured from the exact outline. A vertex may go if the triangle with its
 * neighbours holds no other vertex: then the new edge crosses nothing. */
#include "simplify.h"

#include <math.h>
#include <string.h>

#include "queue.h"

enum { TRIES = 8, LONGEST = 4096 /* vertices that one edge may replace, except in straight lines */ };

/* A loop while it is simplified. Corners are numbered in the exact outline's order. */
typedef struct simplifier {
    hail_planes planes;
    double max_squared; /* the allowed error in quarters of a px, squared */
    const hail_corner *at;
    uint32_t count, left;     /* corners; those not yet removed */
    uint32_t *before, *after; /* a removed corner has itself for neighbours */
    uint8_t *was_blocked;     /* by item: a vertex was in the way of its removal */
    hail_queue queue;         /* removals, as items: corner c is c; c and the corner after it are count + c */
} simplifier;

/* ---- Removals --------------------------------------------------------------------------------------------------- */

/* Removes corners v to w (w is v, or the corner after v) from between a and b. */
typedef struct removal {
    uint32_t a, v, w, b;
} removal;

static removal removal_of(const simplifier *s, uint32_t item) {
    const uint32_t v = item % s->count, w = item < s->count ? v : s->after[v];
    return (removal){s->before[v], v, w, s->after[w]};
}

/* The squared distance from the edge a b of the furthest vertex that it would replace; above max_squared, any value. */
static double error_squared(const simplifier *s, uint32_t a, uint32_t b) {
    const uint32_t replaced = (b > a ? b - a : b + s->count - a) - 1;
    double furthest_squared = 0.0;
    if (replaced > LONGEST)
        return INFINITY;
    for (uint32_t i = 0, k = a; i < replaced && furthest_squared <= s->max_squared; i++) {
        k = k + 1 < s->count ? k + 1 : 0;
        const double d = corner_distance_squared(s->at[k], s->at[a], s->at[b]);
        furthest_squared = d > furthest_squared ? d : furthest_squared;
    }
    return furthest_squared;
}

static bool straight(const simplifier *s, uint32_t a, uint32_t v, uint32_t b) {
    return corner_turn(s->at[a], s->at[v], s->at[b]) == 0;
}

/* Whether v cannot be removed from between a and b. A vertex on a straight edge always can. */
static bool blocked(const simplifier *s, uint32_t a, uint32_t v, uint32_t b) {
    return !straight(s, a, v, b) && hail_planes_blocked(&s->planes, s->at[a], s->at[v], s->at[b]);
}

/* Whether v and then w cannot be removed from between a and b. */
static bool both_blocked(simplifier *s, uint32_t a, uint32_t v, uint32_t w, uint32_t b) {
    if (blocked(s, a, v, w))
        return true;
    hail_planes_flip(&s->planes, s->at[v]);
    const bool second = blocked(s, a, w, b);
    hail_planes_flip(&s->planes, s->at[v]);
    return second;
}

static bool can_remove(simplifier *s, removal g) {
    if (g.v == g.w)
        return !blocked(s, g.a, g.v, g.b);
    return !both_blocked(s, g.a, g.v, g.w, g.b) || !both_blocked(s, g.b, g.w, g.v, g.a);
}

/* ---- One loop --------------------------------------------------------------------------------------------------- */

/* Queues a removal by its error, or takes it out of the queue. */
static void update_item(simplifier *s, uint32_t item) {
    const removal g = removal_of(s, item);
    s->was_blocked[item] = 0;
    const bool at_once = g.v == g.w && straight(s, g.a, g.v, g.b), enough = g.v == g.w || s->left > 4;
    const double cost = at_once ? -1.0 : enough ? error_squared(s, g.a, g.b) : INFINITY;
    if (cost <= s->max_squared)
        hail_queue_set(&s->queue, item, cost);
    else
        hail_queue_drop(&s->queue, item);
}

static void remove_corner(simplifier *s, uint32_t v) {
    const uint32_t a = s->before[v], b = s->after[v];
    hail_queue_drop(&s->queue, v);
    hail_queue_drop(&s->queue, s->count + v);
    hail_planes_flip(&s->planes, s->at[v]);
    s->after[a] = b;
    s->before[b] = a;
    s->after[v] = s->before[v] = v;
    s->left--;
}

static void remove_corners(simplifier *s, removal g) {
    remove_corner(s, g.v);
    if (g.w != g.v)
        remove_corner(s, g.w);
    update_item(s, g.a);
    update_item(s, g.b);
    update_item(s, s->count + s->before[g.a]);
    update_item(s, s->count + g.a);
    update_item(s, s->count + g.b);
}

/* Removes all that can be removed. Returns whether it removed any. */
static bool remove_all(simplifier *s) {
    const uint32_t left = s->left;
    while (s->left > 3 && s->queue.count) {
        const uint32_t item = hail_queue_first(&s->queue);
        const removal g = removal_of(s, item);
        hail_queue_drop(&s->queue, item);
        if (g.v != g.w && s->left <= 4)
            continue;
        if (can_remove(s, g))
            remove_corners(s, g);
        else
            s->was_blocked[item] = 1;
    }
    return s->left < left;
}

/* Tries blocked removals again: what was in their way may be gone. */
static void simplify_loop(simplifier *s) {
    s->left = s->count;
    for (uint32_t i = 0; i < s->count; i++) {
        s->before[i] = i ? i - 1 : s->count - 1;
        s->after[i] = i + 1 < s->count ? i + 1 : 0;
    }
    memset(s->was_blocked, 0, 2 * s->count);
    for (uint32_t i = 0; i < 2 * s->count; i++)
        update_item(s, i);
    for (int i = 0; i < TRIES && remove_all(s); i++)
        for (uint32_t k = 0; k < 2 * s->count; k++)
            if (s->was_blocked[k] && s->after[k % s->count] != k % s->count)
                update_item(s, k);
}

/* ---- All loops -------------------------------------------------------------------------------------------------- */

/* Simplifies every loop, and packs the corners that are left. */
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
    simplifier s = {.max_squared = 16.0 * error * error};
    const bool fits = hail_planes_init(heap, &s.planes, outline->corners.data, outline->corner_count, 4.0 * slack) &&
                      hail_scratch_grow(heap, &links, (size_t)longest * (2 * sizeof(uint32_t) + 2)) &&
                      hail_queue_fit(heap, &s.queue, 2 * (size_t)longest);
    if (fits) {
        s.before = links.data;
        s.after = s.before + longest;
        s.was_blocked = (uint8_t *)(s.after + longest);
        simplify_loops(&s, outline);
    }
    hail_scratch_free(heap, &s.queue.memory);
    hail_scratch_free(heap, &links);
    hail_planes_free(heap, &s.planes);
    return fits;
}
