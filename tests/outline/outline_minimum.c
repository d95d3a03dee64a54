/* tests/outline/outline_minimum.c - finds the minimal number of convex parts by dynamic programming, by trying all
 * cuts, and bounds it. */
#include "outline_minimum.h"

#include <math.h>
#include <stdlib.h>

/* ---- By chains --------------------------------------------------------------------------------------------------- *
 * least[i][j] is the minimal number of parts of what a chord from i to j cuts off: the polygon i, i + 1, ..., j. One
 * part lies along the chord; its other side is a chain of chords and edges from i to j, and each chord of the chain
 * cuts off a smaller polygon. */

enum { N = MINIMUM_VERTICES, NEVER = 1000000, CORNERS = 9 };

typedef struct chains {
    uint32_t n, most, corners;       /* corners: how many kinds of chains are distinguished */
    uint32_t ahead[N][N], aheads[N]; /* the chords and edges from a vertex to later ones, nearest first */
    bool open[N][N];
    int8_t turn[N][N][N];
    uint32_t least[N][N];
    uint32_t way[N][N][CORNERS]; /* the cheapest chain from i whose last step is from a to b, with so many corners */
} chains;

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Corners are counted only if there is a limit. */
static uint32_t corners(const chains *c, uint32_t so_far, int turn) {
    return c->most == UINT32_MAX || turn == 0 ? so_far : so_far + 1;
}

/* The first steps from i, and nothing after them. A part lies on one side of its chord, and so do its chains. */
static void begin(chains *c, uint32_t i, uint32_t j) {
    for (uint32_t a = i; a < j; a++)
        for (uint32_t m = 0; m < c->aheads[a]; m++)
            for (uint32_t k = 0; k < c->corners; k++)
                c->way[a][c->ahead[a][m]][k] = NEVER;
    for (uint32_t m = 0; m < c->aheads[i]; m++) {
        const uint32_t b = c->ahead[i][m];
        if (b < j && c->turn[j][i][b] >= 0)
            c->way[i][b][corners(c, 0, c->turn[j][i][b])] = c->least[i][b];
    }
}

static void extend(chains *c, uint32_t a, uint32_t b, uint32_t to) {
    const int turn = c->turn[a][b][to];
    for (uint32_t k = 0; k < c->corners && turn >= 0; k++) {
        const uint32_t more = corners(c, k, turn);
        if (more < c->corners)
            c->way[b][to][more] = smaller(c->way[b][to][more], c->way[a][b][k] + c->least[b][to]);
    }
}

static bool begun(const chains *c, uint32_t a, uint32_t b) {
    for (uint32_t k = 0; k < c->corners; k++)
        if (c->way[a][b][k] < NEVER)
            return true;
    return false;
}

static uint32_t cheapest(chains *c, uint32_t i, uint32_t j) {
    uint32_t best = NEVER;
    begin(c, i, j);
    for (uint32_t b = i + 1; b < j; b++)
        for (uint32_t a = i; a < b && c->turn[j][i][b] >= 0; a++)
            for (uint32_t m = 0; c->open[a][b] && begun(c, a, b) && m < c->aheads[b]; m++)
                if (c->ahead[b][m] <= j)
                    extend(c, a, b, c->ahead[b][m]);
    for (uint32_t a = i + 1; a < j; a++)
        for (uint32_t k = 0; c->open[a][j] && c->turn[a][j][i] >= 0 && k < c->corners; k++)
            if (corners(c, k, c->turn[a][j][i]) <= c->most)
                best = smaller(best, c->way[a][j][k]);
    return best == NEVER ? NEVER : best + 1;
}

static void look_around(chains *c, const region *r, uint32_t i) {
    c->aheads[i] = 0;
    for (uint32_t j = 0; j < c->n; j++) {
        c->open[i][j] = r->next[i] == j || r->next[j] == i || region_chord(r, i, j);
        c->least[i][j] = 0;
        if (j > i && c->open[i][j])
            c->ahead[i][c->aheads[i]++] = j;
        for (uint32_t k = 0; k < c->n; k++)
            c->turn[i][j][k] = (int8_t)spot_turn(r->at[i], r->at[j], r->at[k]);
    }
}

uint32_t minimum_by_chains(const region *r, uint32_t most) {
    if (r->islands != 1 || r->holes != 0 || r->count > N || (most != UINT32_MAX && most >= CORNERS))
        return 0;
    chains *c = malloc(sizeof *c);
    if (c == NULL)
        abort();
    const uint32_t n = (uint32_t)r->count;
    c->n = n, c->most = most, c->corners = most == UINT32_MAX ? 1 : most + 1;
    for (uint32_t i = 0; i < n; i++)
        look_around(c, r, i);
    for (uint32_t length = 2; length < n; length++)
        for (uint32_t i = 0; i + length < n; i++)
            if (c->open[i][i + length])
                c->least[i][i + length] = cheapest(c, i, i + length);
    const uint32_t best = c->least[0][n - 1];
    free(c);
    return best;
}

/* ---- By cuts ----------------------------------------------------------------------------------------------------- *
 * Whatever the best cuts are, one of them ends at the first corner that is still reflex: each is tried. */

enum { MAX_CUTS = 1024, CHOSEN = 40 };

typedef struct search {
    const region *r;
    uint32_t from[MAX_CUTS], to[MAX_CUTS], cuts; /* all there are */
    uint32_t chosen[CHOSEN], count;
    uint32_t steps; /* left */
} search;

/* Whether the direction from v to a comes before that to b, from the edge that leaves v on. */
static bool sooner(const region *r, uint32_t v, uint32_t a, uint32_t b) {
    const spot at = r->at[v], leaves = r->at[r->next[v]];
    const bool late_a = spot_turn(at, leaves, r->at[a]) < 0, late_b = spot_turn(at, leaves, r->at[b]) < 0;
    return late_a != late_b ? late_b : spot_turn(at, r->at[a], r->at[b]) > 0;
}

static bool still_reflex(const search *s, uint32_t v) {
    const region *r = s->r;
    uint32_t ray[CHOSEN + 2], rays = 0;
    ray[rays++] = r->next[v];
    for (uint32_t k = 0; k < s->count; k++) {
        const uint32_t cut = s->chosen[k];
        if (s->from[cut] != v && s->to[cut] != v)
            continue;
        uint32_t end = s->from[cut] == v ? s->to[cut] : s->from[cut], at = rays++;
        while (at > 1 && sooner(r, v, end, ray[at - 1]))
            ray[at] = ray[at - 1], at--;
        ray[at] = end;
    }
    ray[rays++] = r->prev[v];
    for (uint32_t k = 0; k + 1 < rays; k++)
        if (spot_turn(r->at[v], r->at[ray[k]], r->at[ray[k + 1]]) < 0)
            return true;
    return false;
}

static bool crosses(const search *s, uint32_t a, uint32_t b) {
    const uint32_t i = s->from[a], j = s->to[a], k = s->from[b], m = s->to[b];
    if (a == b)
        return true;
    return i != k && i != m && j != k && j != m && spot_meet(s->r->at[i], s->r->at[j], s->r->at[k], s->r->at[m]);
}

static bool solve(search *s, uint32_t left) {
    uint32_t reflex = 0, first = 0;
    if (s->steps == 0)
        return false;
    s->steps--;
    for (uint32_t v = (uint32_t)s->r->count; v-- > 0;)
        if (region_turn(s->r, v) < 0 && still_reflex(s, v))
            reflex++, first = v;
    if (reflex == 0)
        return true;
    if (2 * left < reflex || s->count == CHOSEN)
        return false;
    for (uint32_t cut = 0; cut < s->cuts; cut++) {
        bool fits = s->from[cut] == first || s->to[cut] == first;
        for (uint32_t k = 0; k < s->count && fits; k++)
            fits = !crosses(s, cut, s->chosen[k]);
        if (!fits)
            continue;
        s->chosen[s->count++] = cut;
        const bool solved = solve(s, left - 1);
        s->count--;
        if (solved)
            return true;
    }
    return false;
}

uint32_t minimum_by_cuts(const region *r, uint32_t steps) {
    search *s = malloc(sizeof *s);
    if (s == NULL)
        abort();
    s->r = r, s->cuts = s->count = 0, s->steps = steps;
    for (uint32_t i = 0; i < r->count && s->cuts < MAX_CUTS; i++)
        for (uint32_t j = i + 1; j < r->count && s->cuts < MAX_CUTS; j++)
            if ((region_turn(r, i) < 0 || region_turn(r, j) < 0) && region_chord(r, i, j))
                s->from[s->cuts] = i, s->to[s->cuts] = j, s->cuts++;
    uint32_t best = 0;
    for (uint32_t cuts = (uint32_t)(r->reflex + 1) / 2; s->cuts < MAX_CUTS && best == 0 && s->steps > 0; cuts++)
        if (solve(s, cuts))
            best = cuts + (uint32_t)r->islands - (uint32_t)r->holes;
    free(s);
    return best;
}

/* ---- Bounds ------------------------------------------------------------------------------------------------------ */

/* Whether two others lie on a line through it, one on each side. */
static bool on_a_line(const region *r, uint32_t v) {
    const spot at = r->at[v];
    for (uint32_t i = 0; i < r->count; i++) {
        for (uint32_t j = i + 1; j < r->count; j++) {
            const spot a = r->at[i], b = r->at[j];
            if (i != v && j != v && ((a.x < at.x) != (b.x < at.x) || (a.y < at.y) != (b.y < at.y)) &&
                spot_turn(at, a, b) == 0)
                return true;
        }
    }
    return false;
}

/* What a chord does for the reflex corner at its end i: 1 if it makes the corner convex, else 1/2, as at least two such
 * chords are needed. */
static double help(const region *r, uint32_t i, uint32_t j) {
    if (region_turn(r, i) >= 0)
        return 0.0;
    const bool before = spot_turn(r->at[r->prev[i]], r->at[i], r->at[j]) >= 0;
    return before && spot_turn(r->at[j], r->at[i], r->at[r->next[i]]) >= 0 ? 1.0 : 0.5;
}

/* A lower bound of the number of cuts. Every reflex corner must get 1 or more: a linear program, and any feasible
 * solution of its dual bounds the number of chords from below. */
static double dual_bound(const region *r) {
    const size_t n = r->count;
    double *gives = calloc(n * n + n, sizeof *gives), *y = gives + n * n, sum = 0.0;
    if (gives == NULL)
        abort();
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            if (region_turn(r, i) < 0 && region_chord(r, i, j))
                gives[i * n + j] = help(r, i, j);
    for (int round = 0; round < 4; round++) {
        for (size_t i = 0; i < n; i++) {
            double most = 1.0; /* one cut at the corner is enough, two if they are the wrong ones */
            for (size_t j = 0; j < n; j++) {
                const double own = gives[i * n + j], other = gives[j * n + i];
                if (own > 0.0) /* first they share, then each takes what is left */
                    most = fmin(most, round == 0 ? 1.0 / (own + other) : (1.0 - other * y[j]) / own);
            }
            y[i] = region_turn(r, (uint32_t)i) < 0 ? most : 0.0;
        }
    }
    for (size_t i = 0; i < n; i++)
        sum += y[i];
    free(gives);
    return sum;
}

uint32_t minimum_bound(const region *r, uint32_t most) {
    const long islands = (long)r->islands, holes = (long)r->holes;
    long bound = (long)ceil(dual_bound(r) - 1.0e-6) + islands - holes;
    bound = bound > islands ? bound : islands;
    if (most == UINT32_MAX)
        return (uint32_t)bound;
    long angles = (long)r->count - 2 * islands + 2 * holes - (long)r->straight;
    for (uint32_t v = 0; v < r->count; v++)
        angles -= region_turn(r, v) < 0 && on_a_line(r, v);
    const long each = (long)most - 2, by_angles = (angles + each - 1) / each;
    return (uint32_t)(by_angles > bound ? by_angles : bound);
}
