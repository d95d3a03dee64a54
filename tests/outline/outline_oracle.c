/* tests/outline/outline_oracle.c - exact arithmetic, and brute force over polygons. */
#include "outline_oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Exact numbers ----------------------------------------------------------------------------------------------- */

/* Every part takes what fits of the number, and passes on the rest (Knuth's sum, whose error is exact). */
void exact_add(exact_sum *sum, double number) {
    int kept = 0;
    for (int i = 0; i < sum->count; i++) {
        const double part = sum->part[i], high = number + part, of_part = high - number;
        const double low = (number - (high - of_part)) + (part - of_part);
        if (low != 0.0)
            sum->part[kept++] = low;
        number = high;
    }
    if (kept == SUM_PARTS)
        abort();
    if (number != 0.0)
        sum->part[kept++] = number;
    sum->count = kept;
}

int exact_sign(const exact_sum *sum) {
    if (sum->count == 0)
        return 0;
    return sum->part[sum->count - 1] > 0.0 ? 1 : -1;
}

double exact_rounded(const exact_sum *sum) {
    double all = 0.0;
    for (int i = 0; i < sum->count; i++)
        all += sum->part[i];
    return all;
}

static void add_product(exact_sum *sum, double sign, float a, float b) {
    exact_add(sum, sign * ((double)a * (double)b));
}

/* ---- Points and edges -------------------------------------------------------------------------------------------- */

int spot_turn(spot a, spot b, spot c) {
    const double bx = (double)b.x - (double)a.x, by = (double)b.y - (double)a.y;
    const double cx = (double)c.x - (double)a.x, cy = (double)c.y - (double)a.y;
    const double first = bx * cy, second = by * cx, turn = first - second;
    if (fabs(turn) > 1.0e-15 * (fabs(first) + fabs(second)))
        return turn > 0.0 ? 1 : -1;
    exact_sum sum = {.count = 0}; /* the parentheses multiplied out, but for what cancels */
    add_product(&sum, 1.0, b.x, c.y);
    add_product(&sum, -1.0, b.x, a.y);
    add_product(&sum, -1.0, a.x, c.y);
    add_product(&sum, -1.0, b.y, c.x);
    add_product(&sum, 1.0, b.y, a.x);
    add_product(&sum, 1.0, a.y, c.x);
    return exact_sign(&sum);
}

static bool apart(float a, float b, float c, float d) { return fmaxf(a, b) < fminf(c, d) || fmaxf(c, d) < fminf(a, b); }

bool spot_meet(spot a, spot b, spot c, spot d) {
    if (apart(a.x, b.x, c.x, d.x) || apart(a.y, b.y, c.y, d.y))
        return false;
    return spot_turn(a, b, c) * spot_turn(a, b, d) <= 0 && spot_turn(c, d, a) * spot_turn(c, d, b) <= 0;
}

double spot_distance(double x, double y, spot a, spot b) {
    const double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    const double px = x - (double)a.x, py = y - (double)a.y, square = dx * dx + dy * dy;
    const double along = square > 0.0 ? fmin(fmax((px * dx + py * dy) / square, 0.0), 1.0) : 0.0;
    return hypot(px - along * dx, py - along * dy);
}

static bool same(spot a, spot b) { return a.x == b.x && a.y == b.y; }

/* Whether p lies between a and b, all three on a line. */
static bool between(spot p, spot a, spot b) {
    return !same(p, a) && !same(p, b) && !apart(a.x, b.x, p.x, p.x) && !apart(a.y, b.y, p.y, p.y) &&
           spot_turn(a, b, p) == 0;
}

/* ---- Loops ------------------------------------------------------------------------------------------------------- */

size_t loops_size(const hail_loops *loops, size_t loop) { return loops->start[loop + 1] - loops->start[loop]; }

size_t loops_total(const hail_loops *loops) { return loops->count == 0 ? 0 : loops->start[loops->count]; }

spot loops_spot(const hail_loops *loops, size_t loop, size_t at) {
    const size_t n = loops_size(loops, loop), i = loops->start[loop] + (at + n) % n;
    return (spot){loops->x[i], loops->y[i]};
}

void loops_area(const hail_loops *loops, size_t loop, double sign, exact_sum *sum) {
    for (size_t i = 0; i < loops_size(loops, loop); i++) {
        const spot a = loops_spot(loops, loop, i), b = loops_spot(loops, loop, i + 1);
        add_product(sum, sign, a.x, b.y);
        add_product(sum, -sign, a.y, b.x);
    }
}

int loops_winding(const hail_loops *loops, size_t loop) {
    exact_sum sum = {.count = 0};
    loops_area(loops, loop, 1.0, &sum);
    return exact_sign(&sum);
}

bool loops_hold(const hail_loops *loops, size_t loop, spot p) {
    bool inside = false;
    for (size_t i = 0; i < loops_size(loops, loop); i++) {
        const spot a = loops_spot(loops, loop, i), b = loops_spot(loops, loop, i + 1);
        if ((a.y > p.y) != (b.y > p.y) && spot_turn(a, b, p) == (b.y > a.y ? 1 : -1))
            inside = !inside;
    }
    return inside;
}

size_t loops_depth(const hail_loops *loops, size_t loop, size_t *parent) {
    size_t depth = 0, deepest = 0;
    *parent = SIZE_MAX;
    for (size_t k = 0; k < loops->count; k++) {
        if (k == loop || !loops_hold(loops, k, loops_spot(loops, loop, 0)))
            continue;
        depth++;
        size_t around = 0; /* how many hold that one: most of all that right around */
        for (size_t m = 0; m < loops->count; m++)
            around += m != k && loops_hold(loops, m, loops_spot(loops, k, 0));
        if (*parent == SIZE_MAX || around > deepest)
            *parent = k, deepest = around;
    }
    return depth;
}

static uint32_t vertex_faults(const hail_loops *loops, size_t loop, size_t i) {
    const spot p = loops_spot(loops, loop, i), before = loops_spot(loops, loop, i + loops_size(loops, loop) - 1),
               after = loops_spot(loops, loop, i + 1);
    if (!isfinite(p.x) || !isfinite(p.y))
        return FAULT_NUMBER;
    const double x = (double)p.x, y = (double)p.y, reach = (double)HAIL_MAX_REACH;
    uint32_t faults = x * x + y * y > reach * reach ? FAULT_LARGE : 0;
    const bool back = spot_turn(before, p, after) == 0 &&
                      (same(before, after) || between(before, p, after) || between(after, p, before));
    return faults | (same(p, after) || back ? FAULT_DEGENERATE : 0);
}

static bool neighbours(size_t i, size_t j, size_t n) { return i == j || (i + 1) % n == j || (j + 1) % n == i; }

static bool edge_meets_loop(const hail_loops *loops, size_t a, size_t i, size_t b) {
    const spot from = loops_spot(loops, a, i), to = loops_spot(loops, a, i + 1);
    const size_t n = loops_size(loops, b);
    for (size_t j = a == b ? i + 1 : 0; j < n; j++)
        if ((a != b || !neighbours(i, j, n)) &&
            spot_meet(from, to, loops_spot(loops, b, j), loops_spot(loops, b, j + 1)))
            return true;
    return false;
}

uint32_t loops_faults(const hail_loops *loops) {
    uint32_t faults = 0;
    for (size_t a = 0; a < loops->count; a++) {
        if (loops_size(loops, a) < 3)
            return FAULT_FEW;
        for (size_t i = 0; i < loops_size(loops, a); i++)
            faults |= vertex_faults(loops, a, i);
    }
    if ((faults & FAULT_NUMBER) != 0)
        return faults;
    for (size_t a = 0; a < loops->count && (faults & FAULT_CROSSING) == 0; a++)
        for (size_t i = 0; i < loops_size(loops, a) && (faults & FAULT_CROSSING) == 0; i++)
            for (size_t b = a; b < loops->count; b++)
                if (edge_meets_loop(loops, a, i, b))
                    faults |= FAULT_CROSSING;
    return faults;
}

/* ---- Regions ----------------------------------------------------------------------------------------------------- */

bool region_make(const hail_loops *loops, region *r) {
    if (loops_total(loops) > REGION_VERTICES)
        return false;
    r->count = r->islands = r->holes = r->reflex = r->straight = 0;
    r->area.count = 0;
    for (size_t k = 0; k < loops->count; k++) {
        size_t parent;
        const bool hole = loops_depth(loops, k, &parent) % 2 != 0;
        const int winding = loops_winding(loops, k), turned = hole ? -winding : winding;
        const size_t n = loops_size(loops, k), first = r->count;
        *(hole ? &r->holes : &r->islands) += 1;
        loops_area(loops, k, turned, &r->area);
        for (size_t i = 0; i < n; i++, r->count++) {
            r->at[r->count] = loops_spot(loops, k, turned > 0 ? i : n - 1 - i);
            r->next[r->count] = (uint32_t)(first + (i + 1) % n);
            r->prev[r->count] = (uint32_t)(first + (i + n - 1) % n);
        }
    }
    for (uint32_t i = 0; i < r->count; i++) {
        r->reflex += region_turn(r, i) < 0;
        r->straight += region_turn(r, i) == 0;
    }
    return true;
}

int region_turn(const region *r, uint32_t i) { return spot_turn(r->at[r->prev[i]], r->at[i], r->at[r->next[i]]); }

/* Whether the line from i to j starts into the inside (J. O'Rourke, Computational Geometry in C, 1998, 1.6.2). */
static bool in_cone(const region *r, uint32_t i, uint32_t j) {
    const spot a = r->at[i], b = r->at[j], before = r->at[r->prev[i]], after = r->at[r->next[i]];
    if (region_turn(r, i) >= 0)
        return spot_turn(a, b, before) > 0 && spot_turn(b, a, after) > 0;
    return !(spot_turn(a, b, after) >= 0 && spot_turn(b, a, before) >= 0);
}

bool region_chord(const region *r, uint32_t i, uint32_t j) {
    if (i == j || r->next[i] == j || r->next[j] == i || !in_cone(r, i, j) || !in_cone(r, j, i))
        return false;
    for (uint32_t k = 0; k < r->count; k++) {
        const uint32_t to = r->next[k];
        if (k != i && k != j && between(r->at[k], r->at[i], r->at[j]))
            return false;
        if (k != i && k != j && to != i && to != j && spot_meet(r->at[i], r->at[j], r->at[k], r->at[to]))
            return false;
    }
    return true;
}

/* ---- Parts ------------------------------------------------------------------------------------------------------- */

static int ahead(spot a, spot b) {
    const float along = b.x != a.x ? b.x - a.x : b.y - a.y;
    return along > 0.0f ? 1 : -1;
}

/* The part never turns the wrong way, and winds round once. */
static bool convex(const hail_loops *parts, size_t part) {
    size_t changes = 0;
    for (size_t i = 0; i < loops_size(parts, part); i++) {
        const spot a = loops_spot(parts, part, i), b = loops_spot(parts, part, i + 1),
                   c = loops_spot(parts, part, i + 2);
        if (same(a, b) || spot_turn(a, b, c) < 0)
            return false;
        changes += ahead(a, b) != ahead(b, c);
    }
    return changes == 2 && loops_winding(parts, part) > 0;
}

static bool known(const region *r, spot p) {
    for (size_t i = 0; i < r->count; i++)
        if (same(r->at[i], p))
            return true;
    return false;
}

/* Whether an edge of the part has all these on its outer side or on it. */
static bool edge_separates(const hail_loops *parts, size_t part, const spot *p, size_t count) {
    for (size_t i = 0; i < loops_size(parts, part); i++) {
        size_t out = 0;
        while (out < count && spot_turn(loops_spot(parts, part, i), loops_spot(parts, part, i + 1), p[out]) <= 0)
            out++;
        if (out == count)
            return true;
    }
    return false;
}

static const spot *spots_of(const hail_loops *parts, size_t part, spot *room) {
    for (size_t i = 0; i < loops_size(parts, part); i++)
        room[i] = loops_spot(parts, part, i);
    return room;
}

typedef struct frame {
    float min_x, min_y, max_x, max_y;
} frame;

static frame frame_of(const hail_loops *parts, size_t part) {
    const spot first = loops_spot(parts, part, 0);
    frame f = {first.x, first.y, first.x, first.y};
    for (size_t i = 1; i < loops_size(parts, part); i++) {
        const spot p = loops_spot(parts, part, i);
        f = (frame){fminf(f.min_x, p.x), fminf(f.min_y, p.y), fmaxf(f.max_x, p.x), fmaxf(f.max_y, p.y)};
    }
    return f;
}

/* Two convex sets do not overlap if a line through an edge of one of them separates them. */
static bool overlap(const hail_loops *parts, size_t a, size_t b, spot *room) {
    const frame f = frame_of(parts, a), g = frame_of(parts, b);
    if (f.max_x <= g.min_x || g.max_x <= f.min_x || f.max_y <= g.min_y || g.max_y <= f.min_y)
        return false;
    return !edge_separates(parts, a, spots_of(parts, b, room), loops_size(parts, b)) &&
           !edge_separates(parts, b, spots_of(parts, a, room), loops_size(parts, a));
}

/* Whether an edge of the region passes through the part's inside: it does if neither its line nor one of the part's
 * edges separates them. */
static bool cut_by(const hail_loops *parts, size_t part, const frame *f, spot a, spot b) {
    const spot ends[2] = {a, b};
    if (apart(a.x, b.x, f->min_x, f->max_x) || apart(a.y, b.y, f->min_y, f->max_y))
        return false;
    int side = 0;
    for (size_t i = 0; i < loops_size(parts, part); i++) {
        const int turn = spot_turn(a, b, loops_spot(parts, part, i));
        if (turn != 0 && side != 0 && turn != side)
            return !edge_separates(parts, part, ends, 2);
        side = turn != 0 ? turn : side;
    }
    return false;
}

/* No edge of the region passes through the part. So the part is inside if its first edge has the inside beside it: it
 * lies along an edge of the region in the same direction, or is a chord. */
static bool inside(const region *r, const hail_loops *parts, size_t part) {
    const frame f = frame_of(parts, part);
    for (uint32_t i = 0; i < r->count; i++)
        if (cut_by(parts, part, &f, r->at[i], r->at[r->next[i]]))
            return false;
    const spot a = loops_spot(parts, part, 0), b = loops_spot(parts, part, 1);
    for (uint32_t i = 0; i < r->count; i++) {
        if (!same(r->at[i], a))
            continue;
        const spot after = r->at[r->next[i]];
        if (spot_turn(a, b, after) == 0 && (same(after, b) || between(after, a, b) || between(b, a, after)))
            return true;
        const spot before = r->at[r->prev[i]];
        if (region_turn(r, i) >= 0)
            return spot_turn(a, b, before) > 0 && spot_turn(b, a, after) > 0;
        return !(spot_turn(a, b, after) >= 0 && spot_turn(b, a, before) >= 0);
    }
    return false;
}

const char *parts_wrong(const region *r, const hail_loops *parts, uint32_t most) {
    static char text[160];
    spot *room = malloc((r->count + 1) * sizeof *room);
    const char *wrong = NULL;
    size_t where = 0, other = 0;
    exact_sum rest = r->area;
    if (parts->count > 0 && parts->start[0] != 0)
        wrong = "the first does not start at 0";
    for (size_t k = 0; k < parts->count && wrong == NULL; k++) {
        where = k;
        if (parts->start[k + 1] < parts->start[k] + 3 || loops_size(parts, k) > most ||
            loops_size(parts, k) > r->count) {
            wrong = "too few or too many vertices";
            break;
        }
        for (size_t i = 0; i < loops_size(parts, k); i++)
            wrong = known(r, loops_spot(parts, k, i)) ? wrong : "a vertex that the polygon has not";
        wrong = wrong != NULL || convex(parts, k) ? wrong : "not convex, or turns the wrong way";
        wrong = wrong != NULL || inside(r, parts, k) ? wrong : "not inside";
        loops_area(parts, k, -1.0, &rest);
        for (size_t m = 0; m < k && wrong == NULL; m++)
            if (overlap(parts, k, m, room))
                wrong = "overlaps", other = m;
    }
    free(room);
    if (wrong == NULL && exact_sign(&rest) != 0)
        wrong = "the areas do not add up";
    if (wrong == NULL)
        return NULL;
    snprintf(text, sizeof text, "part %zu (%zu): %s; area left %g of %g", where, other, wrong,
             exact_rounded(&rest) / 2.0, exact_rounded(&r->area) / 2.0);
    return text;
}

double parts_smallest_angle(const hail_loops *parts) {
    double smallest = 7.0;
    for (size_t k = 0; k < parts->count; k++) {
        for (size_t i = 0; i < loops_size(parts, k); i++) {
            const spot a = loops_spot(parts, k, i), b = loops_spot(parts, k, i + 1), c = loops_spot(parts, k, i + 2);
            const double ax = (double)a.x - (double)b.x, ay = (double)a.y - (double)b.y;
            const double cx = (double)c.x - (double)b.x, cy = (double)c.y - (double)b.y;
            smallest = fmin(smallest, atan2(fabs(cx * ay - cy * ax), ax * cx + ay * cy));
        }
    }
    return smallest;
}

size_t parts_flat(const hail_loops *parts) {
    size_t flat = 0;
    for (size_t k = 0; k < parts->count; k++)
        for (size_t i = 0; i < loops_size(parts, k); i++)
            flat += spot_turn(loops_spot(parts, k, i), loops_spot(parts, k, i + 1), loops_spot(parts, k, i + 2)) == 0;
    return flat;
}
