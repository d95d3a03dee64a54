/* tests/sectors/sectors_truth.c - finds faults by brute force. */
#include "sectors_truth.h"

#include <stdio.h>
#include <stdlib.h>

#define NONE HAIL_NO_WALL

static truth *now;

static void expect(hail_sector_fault_kind kind, uint32_t wall, uint32_t other, uint32_t vertex, uint32_t sector) {
    if (now->count == TRUTH_FAULTS)
        abort();
    now->fault[now->count++] =
        (hail_sector_fault){.kind = kind, .wall = wall, .other = other, .vertex = vertex, .sector = sector};
}

static bool has_length(const chart *c, uint32_t i) {
    const spot a = chart_a(c, i), b = chart_b(c, i);
    return a.x != b.x || a.y != b.y;
}

static bool there(const chart *c, uint32_t i) { return chart_present(c, i) && has_length(c, i); }

static uint32_t other_end(const chart *c, uint32_t wall, uint32_t vertex) {
    return c->walls[wall].a == vertex ? c->walls[wall].b : c->walls[wall].a;
}

static spot end_of(const chart *c, uint32_t wall, uint32_t vertex) {
    const uint32_t v = other_end(c, wall, vertex);
    return (spot){c->x[v], c->y[v]};
}

/* The sector that follows a wall round a vertex, from +x towards +y; and that before it. */
static uint32_t after(const chart *c, uint32_t wall, uint32_t vertex) {
    return c->walls[wall].a == vertex ? c->walls[wall].right : c->walls[wall].left;
}

static uint32_t ahead(const chart *c, uint32_t wall, uint32_t vertex) {
    return c->walls[wall].a == vertex ? c->walls[wall].left : c->walls[wall].right;
}

/* Whether p comes before q round a point, from +x towards +y. */
static bool sooner(spot at, spot p, spot q) {
    const bool p_late = p.y < at.y || (p.y == at.y && p.x < at.x), q_late = q.y < at.y || (q.y == at.y && q.x < at.x);
    return p_late != q_late ? q_late : oracle_side(at, p, q) > 0;
}

/* Walls with the same sector on both sides divide nothing. */
static bool divides(const chart *c, uint32_t i) { return there(c, i) && c->walls[i].right != c->walls[i].left; }

/* The walls that divide something at a vertex, in order round it. */
static uint32_t walls_at(const chart *c, uint32_t vertex, uint32_t *list) {
    const spot at = {c->x[vertex], c->y[vertex]};
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->wall_count; i++) {
        if (!divides(c, i) || (c->walls[i].a != vertex && c->walls[i].b != vertex))
            continue;
        uint32_t k = n++;
        for (; k > 0 && sooner(at, end_of(c, i, vertex), end_of(c, list[k - 1], vertex)); k--)
            list[k] = list[k - 1];
        list[k] = i;
    }
    return n;
}

static void expect_round(const chart *c, uint32_t vertex) {
    static uint32_t list[TRUTH_FAULTS];
    const uint32_t n = walls_at(c, vertex, list);
    if (n == 1)
        expect(HAIL_FAULT_DANGLING, list[0], NONE, vertex, NONE);
    for (uint32_t k = 0; k < n && n > 1; k++) {
        const uint32_t next = list[(k + 1) % n];
        if (after(c, list[k], vertex) != ahead(c, next, vertex))
            expect(HAIL_FAULT_UNCLOSED, list[k], next, vertex, after(c, list[k], vertex));
    }
}

static bool less(spot p, spot q) { return p.x != q.x ? p.x < q.x : p.y < q.y; }

/* Of two on one line: whether the later start comes before the sooner end. */
static bool more_than_a_point(spot a, spot b, spot p, spot q) {
    const spot from = less(a, b) ? a : b, to = less(a, b) ? b : a;
    const spot other_from = less(p, q) ? p : q, other_to = less(p, q) ? q : p;
    return less(less(from, other_from) ? other_from : from, less(to, other_to) ? to : other_to);
}

static void expect_pair(const chart *c, uint32_t i, uint32_t j) {
    const hail_wall *v = &c->walls[i], *w = &c->walls[j];
    const bool first = v->a == w->a || v->a == w->b, second = v->b == w->a || v->b == w->b;
    const spot a = chart_a(c, i), b = chart_b(c, i), p = chart_a(c, j), q = chart_b(c, j);
    const bool on_line = oracle_side(a, b, p) == 0 && oracle_side(a, b, q) == 0;
    if (first && second) {
        expect(HAIL_FAULT_OVERLAP, i, j, NONE, NONE);
    } else if (first || second) {
        const uint32_t vertex = first ? v->a : v->b;
        const spot at = {c->x[vertex], c->y[vertex]}, to = end_of(c, i, vertex), other = end_of(c, j, vertex);
        const double along = ((double)to.x - (double)at.x) * ((double)other.x - (double)at.x) +
                             ((double)to.y - (double)at.y) * ((double)other.y - (double)at.y);
        if (on_line && along > 0.0)
            expect(HAIL_FAULT_OVERLAP, i, j, NONE, NONE);
    } else if (spot_meet(a, b, p, q)) {
        expect(on_line && more_than_a_point(a, b, p, q) ? HAIL_FAULT_OVERLAP : HAIL_FAULT_CROSSING, i, j, NONE, NONE);
    }
}

/* ---- Islands ----------------------------------------------------------------------------------------------------- */

static uint32_t group[TRUTH_FAULTS]; /* of each wall: the lowest vertex that is connected with it */

static void find_groups(const chart *c) {
    uint32_t *of = malloc((c->vertices + 1) * sizeof *of);
    if (of == NULL || c->wall_count > TRUTH_FAULTS)
        abort();
    for (uint32_t v = 0; v < c->vertices; v++)
        of[v] = v;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < c->wall_count; i++)
            if (divides(c, i) && of[c->walls[i].a] != of[c->walls[i].b]) {
                const uint32_t a = c->walls[i].a, b = c->walls[i].b;
                of[a] = of[b] = of[a] < of[b] ? of[a] : of[b];
                changed = true;
            }
    }
    for (uint32_t i = 0; i < c->wall_count; i++)
        group[i] = divides(c, i) ? of[c->walls[i].a] : NONE;
    free(of);
}

/* Of an island's vertices the furthest to the right, then down: right and a bit below of it is outside. */
static uint32_t corner_of(const chart *c, uint32_t island) {
    uint32_t last = island;
    for (uint32_t i = 0; i < c->wall_count; i++)
        for (int k = 0; k < 2 && group[i] == island; k++) {
            const uint32_t v = k == 0 ? c->walls[i].a : c->walls[i].b;
            if (c->x[v] > c->x[last] || (c->x[v] == c->x[last] && c->y[v] > c->y[last]))
                last = v;
        }
    return last;
}

/* Whether the area to the right of a wall from `from` on lies inside its border: by the area of the border. */
static bool within(const chart *c, uint32_t wall, uint32_t from) {
    static uint32_t list[TRUTH_FAULTS];
    const double x = (double)c->x[from], y = (double)c->y[from];
    const uint32_t first_wall = wall, first = from;
    double area = 0.0;
    do {
        const uint32_t to = other_end(c, wall, from), n = walls_at(c, to, list);
        area += ((double)c->x[from] - x) * ((double)c->y[to] - y) - ((double)c->y[from] - y) * ((double)c->x[to] - x);
        uint32_t k = 0;
        while (list[k] != wall)
            k++;
        wall = list[(k + n - 1) % n], from = to;
    } while (wall != first_wall || from != first);
    return area > 0.0;
}

/* The sector around an island, by the border all round it; islands beside it may be misplaced, too. */
static uint32_t around(const chart *c, uint32_t island) {
    for (;;) {
        const uint32_t v = corner_of(c, island), wall = chart_wall_right(c, c->x[v], c->y[v], group, island);
        if (wall == NONE)
            return HAIL_NO_SECTOR;
        const hail_wall *w = &c->walls[wall];
        const bool down = c->y[w->b] > c->y[w->a];
        if (within(c, wall, down ? w->a : w->b))
            return down ? w->right : w->left;
        island = group[wall];
    }
}

static void expect_misplaced(const chart *c) {
    static uint32_t list[TRUTH_FAULTS];
    find_groups(c);
    for (uint32_t island = 0; island < c->vertices; island++) {
        bool is_one = false;
        for (uint32_t i = 0; i < c->wall_count && !is_one; i++)
            is_one = group[i] == island;
        if (!is_one)
            continue;
        const uint32_t corner = corner_of(c, island), is = around(c, island);
        walls_at(c, corner, list);
        if (ahead(c, list[0], corner) != is)
            expect(HAIL_FAULT_MISPLACED, NONE, NONE, corner, is);
    }
}

static int in_order(const void *a, const void *b) {
    const hail_sector_fault *f = a, *g = b;
    const uint32_t first[] = {f->kind, f->wall, f->other, f->vertex},
                   second[] = {g->kind, g->wall, g->other, g->vertex};
    for (int i = 0; i < 4; i++)
        if (first[i] != second[i])
            return first[i] < second[i] ? -1 : 1;
    return 0;
}

void truth_find(const chart *c, truth *t) {
    now = t;
    t->count = 0;
    for (uint32_t i = 0; i < c->wall_count; i++)
        if (chart_present(c, i) && !has_length(c, i))
            expect(HAIL_FAULT_ZERO_LENGTH, i, NONE, NONE, NONE);
    for (uint32_t v = 0; v < c->vertices; v++)
        expect_round(c, v);
    for (uint32_t i = 0; i < c->wall_count; i++)
        for (uint32_t j = i + 1; j < c->wall_count; j++)
            if (there(c, i) && there(c, j))
                expect_pair(c, i, j);
    if (t->count == 0)
        expect_misplaced(c);
    qsort(t->fault, t->count, sizeof *t->fault, in_order);
}

hail_status truth_status(hail_sector_fault_kind kind) {
    switch (kind) {
    case HAIL_FAULT_NO_VERTEX:
    case HAIL_FAULT_NO_SECTOR:
    case HAIL_FAULT_TOO_FAR:
        return HAIL_OUT_OF_RANGE;
    case HAIL_FAULT_NOT_FINITE:
        return HAIL_NOT_FINITE;
    case HAIL_FAULT_TOO_LONG:
        return HAIL_TOO_LARGE;
    case HAIL_FAULT_ZERO_LENGTH:
        return HAIL_DEGENERATE;
    case HAIL_FAULT_CROSSING:
    case HAIL_FAULT_OVERLAP:
        return HAIL_CROSSING;
    default:
        return HAIL_UNCLOSED;
    }
}

bool truth_same(const hail_sector_fault *a, const hail_sector_fault *b) {
    return a->kind == b->kind && a->wall == b->wall && a->other == b->other && a->sector == b->sector &&
           a->vertex == b->vertex;
}

const char *truth_text(const hail_sector_fault *f) {
    static const char *const kinds[] = {"none",     "no vertex", "no sector",   "not finite",
                                        "too far",  "too long",  "no length",   "dangling",
                                        "unclosed", "crossing",  "overlapping", "misplaced"};
    static char text[2][160];
    static int turn;
    turn = 1 - turn;
    snprintf(text[turn], sizeof text[turn], "%s: wall %d, other %d, vertex %d, sector %d at (%g, %g)",
             kinds[f->kind <= HAIL_FAULT_MISPLACED ? f->kind : 0], (int)f->wall, (int)f->other, (int)f->vertex,
             (int)f->sector, (double)f->x, (double)f->y);
    return text[turn];
}
