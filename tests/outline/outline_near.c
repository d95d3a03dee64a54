/* tests/outline/outline_near.c - looks at points beside the edges of polygons and parts. */
#include "outline_near.h"

#include <math.h>
#include <stdio.h>

#include "shared/random_world.h"

enum { POINTS = 200 };

typedef struct place {
    double x, y;
} place;

double near_slack(const hail_loops *polygon) {
    double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY;
    for (size_t i = 0; i < loops_total(polygon); i++) {
        low_x = fmin(low_x, (double)polygon->x[i]), high_x = fmax(high_x, (double)polygon->x[i]);
        low_y = fmin(low_y, (double)polygon->y[i]), high_y = fmax(high_y, (double)polygon->y[i]);
    }
    return fmin(1.0 / 256.0, fmax(high_x - low_x, high_y - low_y) / 1024.0);
}

/* The least distance from a loop's edges; and whether they go round the point an odd number of times. */
static double look(const hail_loops *loops, size_t loop, place p, bool *inside) {
    double least = INFINITY;
    *inside = false;
    for (size_t i = 0; i < loops_size(loops, loop); i++) {
        const spot a = loops_spot(loops, loop, i), b = loops_spot(loops, loop, i + 1);
        least = fmin(least, spot_distance(p.x, p.y, a, b));
        if (((double)a.y > p.y) != ((double)b.y > p.y) &&
            p.x < (double)a.x + (p.y - (double)a.y) / ((double)b.y - (double)a.y) * ((double)b.x - (double)a.x))
            *inside = !*inside;
    }
    return least;
}

/* Whether the point is where it should be. */
static bool well_placed(const hail_loops *polygon, const hail_loops *parts, place p, double slack) {
    bool inside = false, in_loop;
    double least = INFINITY, part_least = INFINITY;
    size_t deep = 0, in = 0;
    for (size_t k = 0; k < polygon->count; k++) {
        least = fmin(least, look(polygon, k, p, &in_loop));
        inside = inside != in_loop;
    }
    for (size_t k = 0; k < parts->count; k++) {
        const double away = look(parts, k, p, &in_loop);
        part_least = fmin(part_least, away);
        in += in_loop;
        deep += in_loop && away > slack;
    }
    if (deep > 1)
        return false;
    return least <= slack || (inside ? in > 0 || part_least <= slack : in == 0);
}

/* Beside the middle of an edge, or anywhere. */
static place random_place(const hail_loops *loops, uint64_t *s) {
    const size_t loop = random_pick(s, (uint32_t)loops->count), i = random_pick(s, (uint32_t)loops_size(loops, loop));
    const spot a = loops_spot(loops, loop, i), b = loops_spot(loops, loop, random_pick(s, 3) == 0 ? i + 2 : i + 1);
    const double t = (double)random_range(s, 0.0f, 1.0f), off = exp2((double)random_range(s, -8.5f, 4.0f));
    const double side = random_pick(s, 2) == 0 ? off : -off, dx = (double)b.x - (double)a.x,
                 dy = (double)b.y - (double)a.y, length = fmax(hypot(dx, dy), 1.0e-30);
    return (place){(double)a.x + dx * t - dy / length * side, (double)a.y + dy * t + dx / length * side};
}

static double perimeter(const hail_loops *loops) {
    double sum = 0.0;
    for (size_t k = 0; k < loops->count; k++)
        for (size_t i = 0; i < loops_size(loops, k); i++) {
            const spot a = loops_spot(loops, k, i), b = loops_spot(loops, k, i + 1);
            sum += hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
        }
    return sum;
}

static bool known(const hail_loops *polygon, float x, float y) {
    size_t i = 0;
    while (i < loops_total(polygon) && (polygon->x[i] != x || polygon->y[i] != y))
        i++;
    return i < loops_total(polygon);
}

static const char *part_wrong(const hail_loops *polygon, const hail_loops *parts, size_t k, uint32_t most) {
    hail_convex convex;
    const uint32_t start = parts->start[k], size = (uint32_t)loops_size(parts, k);
    if (size < 3 || size > most)
        return "too few or too many vertices";
    for (uint32_t i = start; i < start + size; i++)
        if (!known(polygon, parts->x[i], parts->y[i]))
            return "a vertex that the polygon has not";
    if (hail_convex_polygon(parts->x + start, parts->y + start, size, 0.0f, &convex) != HAIL_OK)
        return "hail_convex_polygon refuses a part";
    return loops_winding(parts, k) > 0 ? NULL : "a part winds the wrong way";
}

const char *near_wrong(const hail_loops *polygon, const hail_loops *parts, uint32_t most, uint64_t seed) {
    static char text[160];
    const double slack = near_slack(polygon);
    uint64_t state = seed + 3;
    exact_sum area = {.count = 0};
    for (size_t k = 0; k < parts->count; k++) {
        const char *wrong = part_wrong(polygon, parts, k, most);
        if (wrong != NULL)
            return wrong;
        loops_area(parts, k, 1.0, &area);
    }
    for (size_t k = 0; k < polygon->count; k++) {
        size_t parent;
        const int hole = loops_depth(polygon, k, &parent) % 2 != 0 ? -1 : 1;
        loops_area(polygon, k, -hole * loops_winding(polygon, k), &area);
    }
    if (fabs(exact_rounded(&area)) > 2.0 * slack * (perimeter(polygon) + perimeter(parts)))
        return "the areas do not add up";
    for (int i = 0; i < POINTS; i++) {
        const place p = random_place(i % 2 == 0 ? polygon : parts, &state);
        if (!well_placed(polygon, parts, p, slack * 1.001)) {
            snprintf(text, sizeof text, "(%.9g, %.9g) is in no part, or in two, or should not be", p.x, p.y);
            return text;
        }
    }
    return NULL;
}
