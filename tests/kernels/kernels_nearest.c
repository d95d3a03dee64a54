/* tests/kernels/kernels_nearest.c - nearest_edge and nearest_point: every variant equals the reference to the last bit
 * for any range, and writes nothing else; and the reference is as accurate as hail/points.h says, compared with double
 * precision. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "kernel_loops.h"

static const float TINY = 1.0e-18f, NOWHERE = 3.0e38f;

typedef struct place {
    double x, y, distance;
} place;

static place nearest_on(double x, double y, const double a[2], const double b[2]) {
    const double ex = b[0] - a[0], ey = b[1] - a[1], length = ex * ex + ey * ey;
    const double along = (x - a[0]) * ex + (y - a[1]) * ey;
    const double t = length > 0.0 ? fmin(fmax(along / length, 0.0), 1.0) : 0.0;
    place p = {a[0] + t * ex, a[1] + t * ey, 0.0};
    p.distance = sqrt((x - p.x) * (x - p.x) + (y - p.y) * (y - p.y));
    return p;
}

static double most_of(const float *numbers, int n) {
    double most = 0.0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs((double)numbers[i]));
    return most;
}

/* An ulp; and the error that segments that count as points may add. */
static double ulp_of(double largest) { return largest > 0.0 ? exp2(floor(log2(largest)) - 23.0) : 0.0; }
enum { PLACE = 4, DISTANCE = 8 };
static const double SHORT = 3.0e-18;

/* ---- Places ---------------------------------------------------------------------------------------------------- */

static struct {
    const float *number[6]; /* x, y, x1, y1, x2, y2 */
    uint32_t count, point;
    double worst_place, worst_distance; /* ulps */
} placed;

static void explain_place(void) {
    if (placed.point >= placed.count)
        return;
    case_adds("; point %u of %u:", placed.point, placed.count);
    for (int k = 0; k < 6; k++)
        case_adds(" %.9g", (double)placed.number[k][placed.point]);
}

/* Segments of all sizes, among them long ones far from the origin, and segments that are points. p lies before, on,
 * beside or behind them. */
static void pick_segment(float s[6]) {
    const float size = exp2f((float)pick(120) - 90.0f) * pick_between(1.0f, 2.0f);
    const float length = size * exp2f(-(float)pick(30)), away = size * exp2f(-(float)pick(30));
    const float angle = pick_one_in(2) ? 0.78539816f * (float)pick(8) : pick_between(0.0f, 6.3f);
    const double t = (double)(pick_one_in(3) ? 0.125f * (float)pick(9) : pick_between(-0.3f, 1.3f));
    const bool anywhere = pick_rarely(4);
    for (int k = 0; k < 6; k++)
        s[k] = pick_rarely(20) || (anywhere && pick_one_in(4)) ? loops_pick_number() : pick_between(-size, size);
    if (!anywhere) {
        s[4] = s[2] + length * cosf(angle), s[5] = s[3] + length * sinf(angle);
        const double ex = (double)s[4] - (double)s[2], ey = (double)s[5] - (double)s[3];
        const double side = (double)(pick_one_in(2) ? away : -away) / fmax(sqrt(ex * ex + ey * ey), 1.0e-30);
        s[0] = (float)((double)s[2] + t * ex - side * ey), s[1] = (float)((double)s[3] + t * ey + side * ex);
    }
    if (pick_one_in(10))
        s[pick(2)] *= 0.0f;
    if (pick_one_in(20))
        s[4] = s[2], s[5] = s[3];
    for (int k = 0; k < 6; k++)
        s[k] = fminf(fmaxf(nudged(s[k]), -1.0e9f), 1.0e9f);
}

static void check_place(const float *row, uint32_t i) {
    float s[6];
    for (int k = 0; k < 6; k++)
        s[k] = loops_number(placed.number[k][i]);
    const double a[2] = {(double)s[2], (double)s[3]}, b[2] = {(double)s[4], (double)s[5]};
    const place want = nearest_on((double)s[0], (double)s[1], a, b);
    const double ulp = ulp_of(most_of(s, 6));
    const double off = fmax(fabs((double)row[0] - want.x), fabs((double)row[1] - want.y));
    const double wrong = fabs(sqrt((double)row[2]) - want.distance);
    placed.point = i;
    case_expects(off <= PLACE * ulp + SHORT, "(%.9g, %.9g) is %.3g ulps off (%.17g, %.17g)", (double)row[0],
                 (double)row[1], off / ulp, want.x, want.y);
    case_expects(wrong <= DISTANCE * ulp + SHORT, "%.9g is %.3g ulps off %.17g", sqrt((double)row[2]), wrong / ulp,
                 want.distance);
    for (int k = 0; k < 3; k++)
        case_expects(row[k] != 0.0f || !signbit(row[k]), "word %d is a negative zero", k);
    if (ulp > 1.0e-18) {
        placed.worst_place = fmax(placed.worst_place, off / ulp);
        placed.worst_distance = fmax(placed.worst_distance, wrong / ulp);
    }
}

static void place_case(void) {
    const uint32_t count = placed.count = pick_length();
    float *number[6], s[6];
    for (int k = 0; k < 6; k++)
        placed.number[k] = number[k] = hold("numbers", count);
    uint32_t *own = pick_one_in(2) ? hold("number", count) : NULL;
    for (uint32_t i = 0; i < count; i++) {
        pick_segment(s);
        for (int k = 0; k < 6; k++)
            number[k][i] = s[k];
        if (own)
            own[i] = (uint32_t)pick_bits();
    }
    placed.point = count;
    case_explains(explain_place);
    uint32_t begin, end;
    pick_range(count, &begin, &end);
    const float *want = NULL;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        float *rows = hold("rows", 4 * (size_t)count);
        const hail_segments_job job = {number[0], number[1], number[2], number[3], number[4],
                                       number[5], TINY,      own,       rows};
        const uint32_t middle = begin + pick(end - begin + 1);
        case_calls(kernels, "nearest_point");
        kernels->nearest_point(&job, begin, middle);
        guards_check();
        untouched("rows", rows, 4 * (size_t)middle, 4 * (size_t)count);
        kernels->nearest_point(&job, middle, end);
        guards_check();
        untouched("rows", rows, 0, 4 * (size_t)begin);
        untouched("rows", rows, 4 * (size_t)end, 4 * (size_t)count);
        case_times(kernels, "nearest_point", end - begin, kernels->nearest_point(&job, begin, end));
        want = want ? want : rows;
        for (uint32_t i = begin; i < end; i++) {
            uint32_t number_told;
            memcpy(&number_told, &rows[4 * (size_t)i + 3], sizeof number_told);
            placed.point = i;
            case_expects(number_told == (own ? own[i] : i), "number %u", number_told);
            same_words("row", rows + 4 * (size_t)i, want + 4 * (size_t)i, 4);
            if (v == 0)
                check_place(rows + 4 * (size_t)i, i);
        }
    }
}
Test(kernels_nearest, place) { cases_run("kernels_nearest", "place", 4000, place_case); }

/* ---- Edges ----------------------------------------------------------------------------------------------------- */

static struct {
    random_loops loops;
    const float *x, *y;
    uint32_t count, point;
} asked;

static void explain_point(void) {
    if (asked.point < asked.count)
        case_adds("; point %u of %u, (%.9g, %.9g)", asked.point, asked.count, (double)asked.x[asked.point],
                  (double)asked.y[asked.point]);
    loops_explain(&asked.loops);
}

static double distance_to(uint32_t edge, double x, double y) {
    const hail_loops *loops = &asked.loops.loops;
    const uint32_t next = hail_vertex_after(loops, edge);
    const double a[2] = {(double)loops_number(loops->x[edge]), (double)loops_number(loops->y[edge])};
    const double b[2] = {(double)loops_number(loops->x[next]), (double)loops_number(loops->y[next])};
    return nearest_on(x, y, a, b).distance;
}

/* The named edge is nearest, up to twice the error of a distance. */
static void check_edge(uint32_t edge, uint32_t i) {
    const hail_loops *loops = &asked.loops.loops;
    const uint32_t vertices = loops->start[loops->count];
    const float own[2] = {asked.x[i], asked.y[i]};
    const double x = (double)loops_number(own[0]), y = (double)loops_number(own[1]);
    const double largest =
        fmax(most_of(own, 2), fmax(most_of(loops->x, (int)vertices), most_of(loops->y, (int)vertices)));
    double least = HUGE_VAL;
    asked.point = i;
    case_expects(edge < vertices, "edge %u", edge);
    for (uint32_t k = 0; k < vertices; k++)
        least = fmin(least, distance_to(k, x, y));
    const double got = distance_to(edge, x, y);
    case_expects(got <= least + 2 * DISTANCE * ulp_of(largest) + SHORT, "edge %u is %.9g away, another one %.9g", edge,
                 got, least);
}

static void ask_edges(const hail_kernels *kernels, uint32_t begin, uint32_t end, float *squared, uint32_t *number) {
    for (hail_edge_walk walk = {0}; walk.loop < asked.loops.loops.count;) {
        hail_near_part part;
        hail_take_near_edges(&asked.loops.loops, &walk, &part);
        const uint32_t entries = part.start[part.chains], middle = begin + pick(end - begin + 1);
        const hail_near_edge_job job = {
            .x = asked.x,
            .y = asked.y,
            .tiny = TINY,
            .edges = hold_copy("edges", part.edges, entries * sizeof *part.edges / 4),
            .start = hold_copy("start", part.start, part.chains + 1),
            .chains = part.chains,
            .squared = squared,
            .number = number,
        };
        kernels->nearest_edge(&job, begin, middle);
        guards_check();
        kernels->nearest_edge(&job, middle, end);
        guards_check();
        case_times(kernels, "nearest_edge", (size_t)entries * (end - begin), kernels->nearest_edge(&job, begin, end));
    }
}

static void edge_case(void) {
    loops_make(&asked.loops);
    const uint32_t count = asked.count = asked.point = pick_length();
    float *x = hold("x", count), *y = hold("y", count);
    for (uint32_t i = 0; i < count; i++)
        loops_pick_point(&asked.loops, &x[i], &y[i]);
    asked.x = x, asked.y = y;
    case_explains(explain_point);
    uint32_t begin, end;
    pick_range(count, &begin, &end);
    const float *want = NULL;
    const uint32_t *want_number = NULL;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        float *squared = hold("squared", count);
        uint32_t *number = hold("number", count);
        for (uint32_t i = begin; i < end; i++)
            squared[i] = NOWHERE, number[i] = UINT32_MAX;
        case_calls(kernels, "nearest_edge");
        ask_edges(kernels, begin, end, squared, number);
        untouched("squared", squared, 0, begin);
        untouched("squared", squared, end, count);
        untouched("number", number, 0, begin);
        untouched("number", number, end, count);
        want = want ? want : squared;
        want_number = want_number ? want_number : number;
        same_words("squared", squared + begin, want + begin, end - begin);
        same_words("number", number + begin, want_number + begin, end - begin);
        for (uint32_t i = begin; v == 0 && i < end; i++)
            check_edge(number[i], i);
    }
}
Test(kernels_nearest, edge) { cases_run("kernels_nearest", "edge", 1500, edge_case); }
