/* tests/kernels/kernels_points.c - crossings, windings, quadrants and half_planes: every variant equals the reference
 * to the last bit for any range, and writes nothing else; the reference needs the fallback only where an edge is near,
 * and right elsewhere. The exact arithmetic that decides fallbacks agrees with integer arithmetic on a point that is
 * moved off the boundary. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "kernel_loops.h"

static const float TINY = 1.0e-18f;

static struct {
    random_loops loops;
    const float *x, *y;
    uint32_t count, point; /* the one that is checked */
} asked;

static void explain_point(void) {
    if (asked.point < asked.count)
        case_adds("; point %u of %u, (%.9g, %.9g) = (%a, %a)", asked.point, asked.count, (double)asked.x[asked.point],
                  (double)asked.y[asked.point], (double)asked.x[asked.point], (double)asked.y[asked.point]);
    loops_explain(&asked.loops);
}

/* ---- Inside ---------------------------------------------------------------------------------------------------- */

typedef enum method { CROSSINGS, WINDINGS, QUADRANTS, METHODS } method;

static hail_inside_fn *kernel_of(const hail_kernels *kernels, method m) {
    return m == CROSSINGS ? kernels->crossings : m == WINDINGS ? kernels->windings : kernels->quadrants;
}

static uint32_t tally_of(method m, int32_t winding) {
    return m == CROSSINGS ? (uint32_t)winding & 1u : m == WINDINGS ? (uint32_t)winding : 4u * (uint32_t)winding;
}

/* An edge crosses the point's height so near to the point that rounding may decide. */
static bool edge_is_near(uint32_t i) {
    const double x = (double)loops_number(asked.x[i]), y = (double)loops_number(asked.y[i]);
    const hail_loops *loops = &asked.loops.loops;
    for (uint32_t k = 0; k < loops->start[loops->count]; k++) {
        const uint32_t next = hail_vertex_after(loops, k);
        const double x1 = (double)loops_number(loops->x[k]), y1 = (double)loops_number(loops->y[k]);
        const double x2 = (double)loops_number(loops->x[next]), y2 = (double)loops_number(loops->y[next]);
        if ((y < y1) != (y < y2) &&
            fabs(x - (x1 + (y - y1) * ((x2 - x1) / (y2 - y1)))) < fabs(x2 - x1) * 13.0 * 0x1p-24)
            return true;
    }
    return false;
}

static void check_inside(method m, const uint32_t *result, const uint32_t *fallback, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t want = tally_of(m, hail_winding_exactly(&asked.loops.loops, asked.x[i], asked.y[i]));
        asked.point = i;
        case_expects(fallback[i] ? edge_is_near(i) : result[i] == want, "tally %d, not %d, fallback %u", (int)result[i],
                     (int)want, fallback[i]);
    }
}

/* Runs in up to three ranges. Returns whether any of them reported fallback. */
static bool in_ranges(hail_inside_fn *kernel, const hail_inside_job *job, uint32_t begin, uint32_t end) {
    bool any = false;
    for (uint32_t range = 0; range < 3; range++) {
        const uint32_t to = range == 2 || pick_one_in(2) ? end : begin + pick(end - begin + 1);
        any = kernel(job, begin, to) || any;
        guards_check();
        begin = to;
    }
    return any;
}

static bool some(const uint32_t *words, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++)
        if (words[i])
            return true;
    return false;
}

static void pick_points(void) {
    asked.count = pick_length();
    float *x = hold("x", asked.count), *y = hold("y", asked.count);
    for (uint32_t i = 0; i < asked.count; i++)
        loops_pick_point(&asked.loops, &x[i], &y[i]);
    asked.x = x;
    asked.y = y;
}

/* Into results of its own, because a part is added to them. */
static void time_part(const hail_kernels *kernels, method m, const hail_inside_job *job, uint32_t begin, uint32_t end) {
    static const char *const names[METHODS] = {"crossings", "windings", "quadrants"};
    static uint32_t result[4096], fallback[4096];
    hail_inside_job own = *job;
    own.result = result, own.fallback = fallback;
    case_times(kernels, names[m], (size_t)job->start[job->chains] * (end - begin),
               kernel_of(kernels, m)(&own, begin, end));
}

/* All parts of the loops, one after the other. */
static void ask_parts(const hail_kernels *kernels, method m, uint32_t begin, uint32_t end, uint32_t *result,
                      uint32_t *fallback) {
    bool any = false;
    for (hail_edge_walk walk = {0}; walk.loop < asked.loops.loops.count;) {
        hail_edge_part part;
        hail_take_edges(&asked.loops.loops, &walk, m == QUADRANTS || pick_one_in(2), &part);
        const uint32_t entries = part.start[part.chains];
        const hail_inside_job job = {
            .x = asked.x,
            .y = asked.y,
            .tiny = TINY,
            .edges = hold_copy("edges", part.edges, entries * sizeof *part.edges / 4),
            .start = hold_copy("start", part.start, part.chains + 1),
            .chains = part.chains,
            .result = result,
            .fallback = fallback,
        };
        any = in_ranges(kernel_of(kernels, m), &job, begin, end) || any;
        time_part(kernels, m, &job, begin, end);
    }
    case_expects(any == some(fallback, begin, end), "the kernel says that there is %sdoubt", any ? "" : "no ");
}

static void inside_case(void) {
    static const char *const names[METHODS] = {"crossings", "windings", "quadrants"};
    const method m = (method)pick(METHODS);
    loops_make(&asked.loops);
    pick_points();
    asked.point = asked.count;
    case_explains(explain_point);
    uint32_t begin, end;
    pick_range(asked.count, &begin, &end);
    const uint32_t *want = NULL, *want_fallback = NULL;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        uint32_t *result = hold("tally", asked.count), *fallback = hold("fallback", asked.count);
        memset(result + begin, 0, (end - begin) * sizeof *result);
        memset(fallback + begin, 0, (end - begin) * sizeof *fallback);
        case_calls(kernels, names[m]);
        ask_parts(kernels, m, begin, end, result, fallback);
        untouched("tally", result, 0, begin);
        untouched("tally", result, end, asked.count);
        untouched("fallback", fallback, 0, begin);
        untouched("fallback", fallback, end, asked.count);
        if (v == 0)
            check_inside(m, want = result, want_fallback = fallback, begin, end);
        same_words("tally", result + begin, want + begin, end - begin);
        same_words("fallback", fallback + begin, want_fallback + begin, end - begin);
    }
}
Test(kernels_points, inside) { cases_run("kernels_points", "inside", 4000, inside_case); }

/* Edges that no polygon has: any slope, tolerance and direction; with results and fallbacks of earlier parts. */
static void wild_case(void) {
    const method m = (method)pick(METHODS);
    const uint32_t chains = 1 + pick(4), entries = chains * (1 + pick(12));
    hail_edge *edges = hold("edges", entries * sizeof *edges / 4);
    uint32_t *start = hold("start", chains + 1);
    for (uint32_t c = 0; c <= chains; c++)
        start[c] = c * (entries / chains);
    for (uint32_t k = 0; k < entries; k++)
        edges[k] = (hail_edge){loops_number(loops_pick_number()), loops_number(loops_pick_number()),
                               pick_one_in(4) ? 0.0f : fminf(fmaxf(pick_finite(), -1.0e34f), 1.0e34f),
                               pick_one_in(2) ? 0.0f : fabsf(loops_pick_number()), 0};
    for (uint32_t k = 0; k + 1 < entries; k++)
        edges[k].up = -(edges[k + 1].y < edges[k].y);
    const uint32_t count = asked.count = pick_length();
    float *x = hold("x", count), *y = hold("y", count);
    uint32_t *old = hold("old", count);
    for (uint32_t i = 0; i < count; i++) {
        x[i] = pick_one_in(2) ? loops_pick_number() : edges[pick(entries)].x;
        y[i] = pick_one_in(2) ? loops_pick_number() : edges[pick(entries)].y;
        old[i] = m == CROSSINGS ? pick(2) : (uint32_t)pick_bits();
    }
    asked.x = x;
    asked.y = y;
    const uint32_t *want = NULL, *want_fallback = NULL;
    bool want_any = false;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        uint32_t *result = hold_copy("tally", old, count), *fallback = hold("fallback", count);
        for (uint32_t i = 0; i < count; i++)
            fallback[i] = old[i] >> 1 & 1u;
        const hail_inside_job job = {x, y, TINY, edges, start, chains, result, fallback};
        case_calls(kernels, "inside");
        const bool any = in_ranges(kernel_of(kernels, m), &job, 0, count);
        want = v == 0 ? result : want;
        want_fallback = v == 0 ? fallback : want_fallback;
        want_any = v == 0 ? any : want_any;
        same_words("tally", result, want, count);
        same_words("fallback", fallback, want_fallback, count);
        case_expects(any == want_any, "it says that there is %sdoubt", any ? "" : "no ");
    }
}
Test(kernels_points, wild) { cases_run("kernels_points", "wild", 3000, wild_case); }

/* ---- Within ---------------------------------------------------------------------------------------------------- */

static void check_within(const uint32_t *result, const uint32_t *fallback, uint32_t begin, uint32_t end) {
    const hail_loops *loops = &asked.loops.loops;
    for (uint32_t i = begin; i < end; i++) {
        const int32_t winding = hail_winding_exactly(loops, asked.x[i], asked.y[i]);
        asked.point = i;
        case_expects(result[i] ? winding == 0 : fallback[i] || winding != 0, "outside: %u, fallback %u, winding %d",
                     result[i], fallback[i], winding);
        if (!fallback[i] || result[i])
            continue;
        const double x = (double)loops_number(asked.x[i]), y = (double)loops_number(asked.y[i]);
        const double room = 0x1p-20 * (fabs(x) + fabs(y) + (double)hail_polygon_reach(loops));
        double least = HUGE_VAL;
        for (uint32_t k = 0; k < loops->start[1]; k++) {
            const uint32_t next = hail_vertex_after(loops, k);
            const double x1 = (double)loops_number(loops->x[k]), y1 = (double)loops_number(loops->y[k]);
            const double ex = (double)loops_number(loops->x[next]) - x1, ey = (double)loops_number(loops->y[next]) - y1;
            least = fmin(least, fabs((x - x1) * ey - (y - y1) * ex) / sqrt(ex * ex + ey * ey));
        }
        case_expects(least < room, "undecided, and %.9g px from every edge's line", least);
    }
}

static void within_case(void) {
    loops_make_convex(&asked.loops);
    pick_points();
    asked.point = asked.count;
    case_explains(explain_point);
    int turn;
    case_expects(hail_check_convex(NULL, &asked.loops.loops, &turn) == HAIL_OK, "a convex polygon is not");
    uint32_t begin, end;
    pick_range(asked.count, &begin, &end);
    const uint32_t *want = NULL, *want_fallback = NULL;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        uint32_t *result = hold("tally", asked.count), *fallback = hold("fallback", asked.count);
        memset(result + begin, 0, (end - begin) * sizeof *result);
        memset(fallback + begin, 0, (end - begin) * sizeof *fallback);
        case_calls(kernels, "half_planes");
        bool any = false;
        for (hail_edge_walk walk = {0}; walk.loop < 1;) {
            hail_line_part part;
            hail_take_lines(&asked.loops.loops, &walk, turn, &part);
            const hail_half_planes_job job = {
                asked.x,    asked.y,
                TINY,       hold_copy("lines", part.lines, part.count * sizeof *part.lines / 4),
                part.count, hail_polygon_reach(&asked.loops.loops),
                result,     fallback};
            const uint32_t middle = begin + pick(end - begin + 1);
            any = kernels->half_planes(&job, begin, middle) || any;
            any = kernels->half_planes(&job, middle, end) || any;
            case_times(kernels, "half_planes", (size_t)part.count * (end - begin),
                       kernels->half_planes(&job, begin, end));
            guards_check();
        }
        untouched("tally", result, 0, begin);
        untouched("tally", result, end, asked.count);
        case_expects(any == some(fallback, begin, end), "the kernel says that there is %sdoubt", any ? "" : "no ");
        if (v == 0)
            check_within(want = result, want_fallback = fallback, begin, end);
        same_words("tally", result + begin, want + begin, end - begin);
        same_words("fallback", fallback + begin, want_fallback + begin, end - begin);
    }
}
Test(kernels_points, half_planes) { cases_run("kernels_points", "half_planes", 3000, within_case); }

/* ---- Exactly --------------------------------------------------------------------------------------------------- */

enum { FINE = 1 << 24, ASIDE = 1 << 12, BELOW = 1, SMALL = 12, MOST = 40 };

/* Whole numbers times FINE, with the point moved a little to the right and less far down. So it lies on no edge and
 * level with no vertex. */
static int32_t winding_of(const int64_t (*v)[2], uint32_t n, int64_t x, int64_t y) {
    int32_t winding = 0;
    for (uint32_t i = 0; i < n; i++) {
        const int64_t *a = v[i], *b = v[(i + 1) % n];
        const int64_t side = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
        if (a[1] < y && b[1] > y && side > 0)
            winding++;
        else if (a[1] > y && b[1] < y && side < 0)
            winding--;
    }
    return winding;
}

static void exactly_case(void) {
    int64_t v[MOST][2];
    float x[MOST], y[MOST];
    const uint32_t n = 3 + pick(MOST - 3), start[2] = {0, n};
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t at[2] = {pick(SMALL), pick(SMALL)};
        x[i] = (float)at[0], y[i] = (float)at[1];
        v[i][0] = (int64_t)at[0] * FINE, v[i][1] = (int64_t)at[1] * FINE;
    }
    const hail_loops loops = {x, y, start, 1};
    for (int i = -1; i < 2 * SMALL; i++)
        for (int k = -1; k < 2 * SMALL; k++) {
            const int32_t want =
                winding_of((const int64_t(*)[2])v, n, (int64_t)i * (FINE / 2) + ASIDE, (int64_t)k * (FINE / 2) + BELOW);
            const int32_t got = hail_winding_exactly(&loops, (float)i * 0.5f, (float)k * 0.5f);
            case_expects(got == want, "round (%g, %g) %d times, not %d", i * 0.5, k * 0.5, got, want);
        }
}
Test(kernels_points, exactly) { cases_run("kernels_points", "exactly", 500, exactly_case); }
