/* tests/points/points_oracle.c - points against polygons, one edge after the other. */
#include "points_oracle.h"

#include <float.h>
#include <math.h>

float oracle_settled(float number) { return fabsf(number) < HAIL_TINY ? 0.0f : number; }

static spot settled(spot p) { return (spot){oracle_settled(p.x), oracle_settled(p.y)}; }

/* ---- Sides ------------------------------------------------------------------------------------------------------- */

static bool whole(float number) { return fabsf(number) <= HAIL_MAX_BOUND && (float)(int64_t)number == number; }

/* Differences are at most 2e9, products 4e18, and the difference of two products 8e18: less than 2^63. */
static int side_of_integers(spot a, spot b, spot p) {
    const int64_t ax = (int64_t)a.x, ay = (int64_t)a.y;
    const int64_t turn = ((int64_t)b.x - ax) * ((int64_t)p.y - ay) - ((int64_t)b.y - ay) * ((int64_t)p.x - ax);
    return (turn > 0) - (turn < 0);
}

int oracle_side(spot a, spot b, spot p) {
    if (whole(a.x) && whole(a.y) && whole(b.x) && whole(b.y) && whole(p.x) && whole(p.y))
        return side_of_integers(a, b, p);
    return spot_turn(a, b, p);
}

/* ---- Inside ------------------------------------------------------------------------------------------------------ */

static bool within(float number, float a, float b) { return number >= fminf(a, b) && number <= fmaxf(a, b); }

/* The point moves slightly to the right, and far less down. So a vertex at its height lies above it, and a ray to the
 * right does not cross what the point lies on. */
static void run_edge(spot a, spot b, spot p, oracle_round *round) {
    if (within(p.y, a.y, b.y) && within(p.x, a.x, b.x) && oracle_side(a, b, p) == 0)
        round->on = true;
    const bool a_below = a.y > p.y, b_below = b.y > p.y;
    if (a_below == b_below)
        return;
    const int down = b_below ? 1 : -1;
    if (oracle_side(a, b, p) != down) /* the left of an edge that goes down is to the right of it in the plane */
        return;
    round->crossings++;
    round->winding += down;
}

oracle_round oracle_run(const hail_loops *polygon, float x, float y) {
    const spot p = settled((spot){x, y});
    oracle_round round = {0};
    for (size_t k = 0; k < polygon->count; k++)
        for (uint32_t i = polygon->start[k]; i < polygon->start[k + 1]; i++) {
            const uint32_t j = i + 1 == polygon->start[k + 1] ? polygon->start[k] : i + 1;
            run_edge(settled((spot){polygon->x[i], polygon->y[i]}), settled((spot){polygon->x[j], polygon->y[j]}), p,
                     &round);
        }
    return round;
}

bool oracle_inside(const oracle_round *round, hail_inside_method method) {
    switch (method) {
    case HAIL_BY_QUADRANTS:
        return round->winding == 1 || round->winding == -1;
    case HAIL_BY_WINDING:
        return round->winding != 0;
    default:
        return round->crossings % 2 == 1;
    }
}

bool oracle_convex(const hail_loops *polygon) {
    const size_t n = polygon->count == 1 ? loops_size(polygon, 0) : 0;
    int direction = 0, turns_back = 0;
    for (size_t i = 0; i < n; i++) {
        const spot a = settled(loops_spot(polygon, 0, i + n - 1)), b = settled(loops_spot(polygon, 0, i)),
                   c = settled(loops_spot(polygon, 0, i + 1));
        const int turn = oracle_side(a, b, c);
        /* An edge goes on or back in x, or in y if its ends have equal x; a straight corner changes neither. */
        const bool on = b.x != a.x ? b.x > a.x : b.y > a.y, next_on = c.x != b.x ? c.x > b.x : c.y > b.y;
        if ((turn == 0 && on != next_on) || (turn != 0 && direction == -turn))
            return false;
        direction = turn != 0 ? turn : direction;
        turns_back += on != next_on;
    }
    return n >= 3 && direction != 0 && turns_back == 2;
}

/* ---- Nearest ----------------------------------------------------------------------------------------------------- */

/* Returns the squared distance, px^2, and the nearest point. */
static double near_segment(spot p, spot a, spot b, double *x, double *y) {
    const double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    const double px = (double)p.x - (double)a.x, py = (double)p.y - (double)a.y;
    const double square = dx * dx + dy * dy, along = px * dx + py * dy;
    *x = (double)a.x, *y = (double)a.y;
    if (along > 0.0 && along < square) /* never if both ends coincide */
        *x += along / square * dx, *y += along / square * dy;
    else if (along > 0.0)
        *x = (double)b.x, *y = (double)b.y;
    const double to_x = (double)p.x - *x, to_y = (double)p.y - *y;
    return to_x * to_x + to_y * to_y;
}

oracle_place oracle_on_segment(float x, float y, spot a, spot b) {
    oracle_place at = {0.0, 0.0, 0.0, 0};
    at.distance = sqrt(near_segment(settled((spot){x, y}), settled(a), settled(b), &at.x, &at.y));
    return at;
}

oracle_place oracle_on_loops(const hail_loops *polygon, float x, float y) {
    const spot p = settled((spot){x, y});
    oracle_place best = {0.0, 0.0, HUGE_VAL, HAIL_NO_EDGE};
    for (size_t k = 0; k < polygon->count; k++)
        for (uint32_t i = polygon->start[k]; i < polygon->start[k + 1]; i++) {
            const uint32_t j = i + 1 == polygon->start[k + 1] ? polygon->start[k] : i + 1;
            double at_x, at_y;
            const double squared = near_segment(p, settled((spot){polygon->x[i], polygon->y[i]}),
                                                settled((spot){polygon->x[j], polygon->y[j]}), &at_x, &at_y);
            if (squared < best.distance)
                best = (oracle_place){at_x, at_y, squared, i};
        }
    best.distance = sqrt(best.distance);
    return best;
}

double oracle_ulp(double number) {
    const float of = fmaxf((float)fabs(number), FLT_MIN);
    return fmax((double)nextafterf(of, INFINITY) - (double)of, (double)HAIL_TINY / 4.0);
}

double oracle_reach(const hail_loops *polygon) {
    double reach = 0.0;
    for (size_t i = 0; i < loops_total(polygon); i++)
        reach = fmax(reach, fmax(fabs((double)polygon->x[i]), fabs((double)polygon->y[i])));
    return reach;
}

oracle_error oracle_miss(const hail_loops *polygon, float x, float y, const hail_nearest_point *nearest) {
    const double ulp = oracle_ulp(fmax(oracle_reach(polygon), fmax(fabs((double)x), fabs((double)y))));
    const oracle_place best = oracle_on_loops(polygon, x, y);
    oracle_error error = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    size_t loop = 0;
    if (nearest->edge >= loops_total(polygon))
        return error;
    while (nearest->edge >= polygon->start[loop + 1])
        loop++;
    const size_t at = nearest->edge - polygon->start[loop];
    const oracle_place named =
        oracle_on_segment(x, y, loops_spot(polygon, loop, at), loops_spot(polygon, loop, at + 1));
    error.point = fmax(fabs((double)nearest->x - named.x), fabs((double)nearest->y - named.y)) / ulp;
    error.distance = fabs(sqrt((double)nearest->squared) - named.distance) / ulp;
    error.edge = (named.distance - best.distance) / ulp;
    return error;
}
