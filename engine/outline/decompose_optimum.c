/* engine/outline/decompose_optimum.c - dynamic programming over the polygon's diagonals, after M. Keil (Decomposing a
 * polygon into simpler components, 1985). In addition a part's corners may be limited. The polygons are small, so all
 * chains of a part's corners are stored, by their last edge. */
#include "decompose_optimum.h"

#include <math.h>
#include <string.h>

#include "touching_edges.h"

#define IMPOSSIBLE 1.0e30f

/* ---- Diagonals --------------------------------------------------------------------------------------------------- */

/* What is known of three corners a < b < c. Each turn plus 1 has two bits: the exact one; then those of a part at its
 * corner b between a and c, at c between b and a, and at a between c and b. */
enum { UNKNOWN = 3, EXACT = 0, AT_SECOND, AT_THIRD, AT_FIRST };

static void forget_turns(hail_optimum *o) {
    for (uint32_t a = 0; a < o->count; a++)
        for (uint32_t b = a + 1; b < o->count; b++)
            memset(o->turn[a][b], 0xff, o->count);
}

/* One of the turns of corners in rising order. Each is computed once. */
static int find_turn(hail_optimum *o, uint32_t a, uint32_t b, uint32_t c, uint32_t which) {
    uint8_t *known = &o->turn[a][b][c];
    const uint32_t shift = 2 * which, bits = *known >> shift & 3u;
    if (bits != UNKNOWN)
        return (int)bits - 1;
    const uint32_t corner[5] = {a, b, c, a, b};
    const int turn = which == EXACT ? hail_turn(o->at[a], o->at[b], o->at[c])
                                    : hail_slack_turn(o->slack, o->corner[corner[which - 1]], o->corner[corner[which]],
                                                      o->corner[corner[which + 1]]);
    *known = (uint8_t)(*known & ~(3u << shift)) | (uint8_t)((uint32_t)(turn + 1) << shift);
    return turn;
}

static int rising_turn(hail_optimum *o, uint32_t a, uint32_t b, uint32_t c) { return find_turn(o, a, b, c, EXACT); }

/* The turn of a part that has three corners in a row, at the one that `which` says. */
static int part_turn(hail_optimum *o, uint32_t a, uint32_t b, uint32_t c, uint32_t which) {
    return find_turn(o, a, b, c, o->slack->max_squared > 0.0 ? which : EXACT);
}

/* Whether a chain may go from a to b to c, or close: it turns no other way, or so little that a corner may be left out.
 */
static bool may_follow(hail_optimum *o, uint32_t a, uint32_t b, uint32_t c) {
    if (a == b || b == c || rising_turn(o, a, b, c) >= 0)
        return true;
    return o->slack->max_squared > 0.0 &&
           (!part_turn(o, a, b, c, AT_SECOND) || !part_turn(o, a, b, c, AT_THIRD) || !part_turn(o, a, b, c, AT_FIRST));
}

/* The turn of any three corners. */
static int turn_of(hail_optimum *o, uint32_t a, uint32_t b, uint32_t c) {
    if (a == b || b == c || a == c)
        return 0;
    if (a < b)
        return b < c ? rising_turn(o, a, b, c) : a < c ? -rising_turn(o, a, c, b) : rising_turn(o, c, a, b);
    return a < c ? -rising_turn(o, b, a, c) : b < c ? rising_turn(o, b, c, a) : -rising_turn(o, c, b, a);
}

static uint32_t after(const hail_optimum *o, uint32_t i) { return i + 1 < o->count ? i + 1 : 0; }
static uint32_t before(const hail_optimum *o, uint32_t i) { return i ? i - 1 : o->count - 1; }
static int corner_of(hail_optimum *o, uint32_t i) { return turn_of(o, before(o, i), i, after(o, i)); }

/* Whether some cut must end at corner i. */
static bool must_be_cut(const hail_optimum *o, uint32_t i) {
    return hail_slack_turn(o->slack, o->corner[before(o, i)], o->corner[i], o->corner[after(o, i)]) < 0;
}

/* Whether the diagonal from corner i to corner j starts inside the polygon. */
static bool starts_inside(hail_optimum *o, uint32_t i, uint32_t j) {
    const int from = turn_of(o, i, after(o, i), j), to = turn_of(o, i, j, before(o, i));
    return corner_of(o, i) > 0 ? from > 0 && to > 0 : from > 0 || to > 0;
}

/* Whether corner a lies at an end of the diagonal from i to j. Several corners may lie at one place. */
static bool is_end(const hail_optimum *o, uint32_t i, uint32_t j, uint32_t a) {
    return hail_same_point(o->at[a], o->at[i]) || hail_same_point(o->at[a], o->at[j]);
}

/* Whether the diagonal from i to j lies inside the polygon. */
static bool sees(hail_optimum *o, uint32_t i, uint32_t j) {
    if (!starts_inside(o, i, j) || !starts_inside(o, j, i))
        return false;
    for (uint32_t a = 0; a < o->count; a++) {
        const uint32_t b = after(o, a);
        if (is_end(o, i, j, a) || is_end(o, i, j, b) || turn_of(o, i, j, a) * turn_of(o, i, j, b) > 0)
            continue;
        if (hail_edges_touch(o->at[i], o->at[j], o->at[a], o->at[b]))
            return false;
    }
    return true; /* if an edge from i or j lies along the diagonal, the edge after it touches the diagonal, too */
}

/* How sharp the corner at b is: 1 at most. */
static double thinness(hail_point a, hail_point b, hail_point c) {
    const double ux = (double)a.x - b.x, uy = (double)a.y - b.y, vx = (double)c.x - b.x, vy = (double)c.y - b.y;
    const double cosine = (ux * vx + uy * vy) / sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
    return 1.0 / (1.0 + 10.0 * sqrt(fmax(1.0 - cosine, 0.0)));
}

/* Of decompositions with equally few parts, the one with the fewest sharp corners is best. All weights together are far
 * less than the cost of a part. */
float hail_optimum_weight(const hail_optimum *o, uint32_t i, uint32_t j) {
    const uint32_t end[2] = {i, j};
    double thinnest = 0.0;
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t at = end[k & 1], other = end[~k & 1], side = k & 2 ? after(o, at) : before(o, at);
        thinnest = fmax(thinnest, thinness(o->at[side], o->at[at], o->at[other]));
    }
    return (float)(thinnest / 256.0);
}

/* Without a limit on corners only cuts that end at a corner that must be cut are useful. */
static void find_cuts(hail_optimum *o) {
    const uint32_t n = o->count;
    bool needed[HAIL_OPTIMUM_CORNERS];
    for (uint32_t i = 0; i < n; i++)
        needed[i] = o->max_corners != UINT32_MAX || must_be_cut(o, i);
    for (uint32_t i = 0; i < n; i++) {
        o->to_count[i] = 0;
        for (uint32_t j = i + 1; j < n; j++) {
            const bool edge = j == i + 1 || (i == 0 && j == n - 1);
            o->open[i][j] = edge || ((needed[i] || needed[j]) && sees(o, i, j));
            o->weight[i][j] = edge || !o->open[i][j] ? 0.0f : hail_optimum_weight(o, i, j);
            o->cost[i][j] = j == i + 1 ? 0.0f : IMPOSSIBLE;
            if (o->open[i][j])
                o->to[i][o->to_count[i]++] = (uint8_t)j;
        }
    }
}

/* ---- Chains ------------------------------------------------------------------------------------------------------ */

static uint32_t sizes_of(const hail_optimum *o) { return o->max_corners == UINT32_MAX ? 1 : o->max_corners + 1; }

/* Prepares the chains whose last edge leads from l to j, unless there are some already. */
static void open_chains(hail_optimum *o, uint32_t l, uint32_t j) {
    if (o->reached[l][j] == o->stamp)
        return;
    o->reached[l][j] = o->stamp;
    o->from[j][o->from_count[j]++] = (uint8_t)l;
    for (uint32_t c = 0; c < sizes_of(o); c++)
        o->chain[l][j][c] = IMPOSSIBLE;
}

/* Adds corner j to the chains that end with the edge from k to l. */
static void add_edge(hail_optimum *o, uint32_t k, uint32_t l, uint32_t j) {
    const uint32_t sizes = sizes_of(o), more = sizes > 1 && part_turn(o, k, l, j, AT_SECOND) > 0;
    open_chains(o, l, j);
    for (uint32_t c = 0; c + more < sizes; c++) {
        const float cost = o->chain[k][l][c] + o->cost[l][j];
        if (cost < o->chain[l][j][c + more]) {
            o->chain[l][j][c + more] = cost;
            o->before[l][j][c + more] = (uint8_t)k;
        }
    }
    o->steps += sizes;
}

/* Finds all convex chains that start with the corners i and `second`. Keeps the lowest cost of what lies beyond a
 * chain's edges, for each last edge and, with a limit, each number of corners. */
static void grow_chains(hail_optimum *o, uint32_t i, uint32_t second) {
    for (uint32_t l = second; l < o->count; l++)
        o->from_count[l] = 0;
    o->stamp++;
    open_chains(o, i, second);
    o->chain[i][second][0] = o->cost[i][second];
    for (uint32_t l = second; l < o->count; l++)
        for (uint32_t e = 0; o->from_count[l] && e < o->to_count[l]; e++) {
            const uint32_t j = o->to[l][e];
            if (o->cost[l][j] >= IMPOSSIBLE || !may_follow(o, i, second, j) || !may_follow(o, i, l, j))
                continue;
            for (uint32_t f = 0; f < o->from_count[l]; f++)
                if (part_turn(o, o->from[l][f], l, j, AT_SECOND) >= 0)
                    add_edge(o, o->from[l][f], l, j);
        }
}

/* Returns the cost of the best chain over `second` that ends at j and is convex with the cut from j back to i. */
static float close_chain(hail_optimum *o, uint32_t i, uint32_t second, uint32_t j, uint32_t *last, uint32_t *size) {
    const uint32_t sizes = sizes_of(o);
    const int at_first = part_turn(o, i, second, j, AT_FIRST);
    float best = IMPOSSIBLE;
    if (at_first < 0)
        return IMPOSSIBLE;
    for (uint32_t f = 0; f < o->from_count[j]; f++) {
        const uint32_t l = o->from[j][f];
        if (l == i)
            continue;
        const int at_last = part_turn(o, i, l, j, AT_THIRD);
        if (at_last < 0)
            continue;
        const uint32_t more = sizes > 1 ? (uint32_t)(at_first > 0) + (at_last > 0) : 0;
        for (uint32_t c = 0; c + more < sizes; c++)
            if (o->chain[l][j][c] < best) {
                best = o->chain[l][j][c];
                *last = l;
                *size = c;
            }
    }
    return best;
}

/* ---- The result -------------------------------------------------------------------------------------------------- */

static void add_cut(hail_optimum *o, uint32_t i, uint32_t j) {
    o->cut[o->cuts][0] = (uint8_t)i;
    o->cut[o->cuts++][1] = (uint8_t)j;
}

/* Lists the cuts, from the polygon's last edge on. Each listed cut is also a part to go through later. */
static void trace_back(hail_optimum *o) {
    uint32_t i = 0, j = o->count - 1;
    o->cuts = 0;
    for (uint32_t done = 0;; done++) {
        uint32_t last = 0, size = 0;
        const uint32_t second = o->second[i][j];
        grow_chains(o, i, second);
        close_chain(o, i, second, j, &last, &size);
        for (uint32_t to = j; to != i;) {
            const uint32_t from = to == second ? i : last;
            if (to - from > 1)
                add_cut(o, from, to);
            if (from != i) {
                last = o->before[from][to][size];
                size -= sizes_of(o) > 1 && part_turn(o, last, from, to, AT_SECOND) > 0;
            }
            to = from;
        }
        if (done == o->cuts)
            break;
        i = o->cut[done][0];
        j = o->cut[done][1];
    }
    o->parts = o->cuts + 1;
}

bool hail_optimum_find(hail_optimum *o) {
    o->steps += (uint64_t)o->count * o->count * o->count / 4;
    forget_turns(o);
    find_cuts(o);
    for (uint32_t i = o->count - 1; i-- > 0;)
        for (uint32_t e = 0; e < o->to_count[i]; e++) {
            const uint32_t second = o->to[i][e];
            uint32_t last, size;
            if (o->cost[i][second] >= IMPOSSIBLE)
                continue;
            grow_chains(o, i, second);
            for (uint32_t f = e + 1; f < o->to_count[i]; f++) {
                const uint32_t j = o->to[i][f];
                const float cost = close_chain(o, i, second, j, &last, &size) + 1.0f + o->weight[i][j];
                if (cost < o->cost[i][j]) {
                    o->cost[i][j] = cost;
                    o->second[i][j] = (uint8_t)second;
                }
            }
        }
    if (o->cost[0][o->count - 1] >= IMPOSSIBLE)
        return false;
    trace_back(o);
    return true;
}
