/* tests/points/points_rules.c - what hail/points.h says in words, on polygons that one can draw.
 *
 * The boundary rule, holes, overlaps, and where the methods differ. The same polygon gives the same answers: with
 * another first vertex, backwards, moved with the points, scaled by two. */
#include <criterion/criterion.h>

#include <math.h>

#include "points_inputs.h"
#include "shared/random_world.h"

enum { MANY = 400, MOST = 800 };

static plot polygon, other;
static dots points, moved;
static uint8_t inside[DOTS], wanted[DOTS];
static int32_t turns[DOTS], wanted_turns[DOTS];

static bool in(hail_loops loops, hail_inside_method method, float x, float y) {
    const hail_points one = {.x = &x, .y = &y, .count = 1};
    uint8_t answer = 7;
    cr_assert_eq(hail_points_inside(&one, &loops, method, &answer), HAIL_OK);
    cr_assert(answer <= 1);
    return answer == 1;
}

static int32_t round_it(hail_loops loops, float x, float y) {
    const hail_points one = {.x = &x, .y = &y, .count = 1};
    int32_t answer = 77;
    cr_assert_eq(hail_points_winding(&one, &loops, &answer), HAIL_OK);
    return answer;
}

/* ---- The boundary ------------------------------------------------------------------------------------------------ */

Test(points_rules, boundary) {
    static const float x[] = {0, 4, 4, 0}, y[] = {0, 0, 4, 4}, rx[] = {0, 0, 4, 4}, ry[] = {0, 4, 4, 0};
    static const uint32_t start[] = {0, 4};
    const hail_loops square[] = {{x, y, start, 1}, {rx, ry, start, 1}};
    for (int k = 0; k < 2; k++)
        for (int method = 0; method < 4; method++) {
            const hail_inside_method by = (hail_inside_method)method;
            cr_assert(in(square[k], by, 2, 2));
            cr_assert(in(square[k], by, 0, 2), "the square is right of its left edge");
            cr_assert(!in(square[k], by, 4, 2), "and not right of its right one");
            cr_assert(in(square[k], by, 2, 0), "it is below its upper edge");
            cr_assert(!in(square[k], by, 2, 4), "and not below its lower one");
            cr_assert(in(square[k], by, 0, 0), "right of this vertex, and below");
            cr_assert(!in(square[k], by, 4, 0) && !in(square[k], by, 0, 4) && !in(square[k], by, 4, 4));
            cr_assert(!in(square[k], by, -1, 0) && !in(square[k], by, 5, 0) && !in(square[k], by, -1, 4));
        }
}

/* A diamond: a point right of its left vertex is inside. Points right of the other vertices, or far less down, are not,
 * but those below its upper vertex are. */
Test(points_rules, vertices) {
    static const float x[] = {0, 3, 0, -3}, y[] = {-3, 0, 3, 0};
    static const uint32_t start[] = {0, 4};
    const hail_loops diamond = {x, y, start, 1};
    for (int method = 0; method < 4; method++) {
        const hail_inside_method by = (hail_inside_method)method;
        cr_assert(in(diamond, by, -3, 0));
        cr_assert(!in(diamond, by, 3, 0));
        cr_assert(!in(diamond, by, 0, -3), "right of it comes first");
        cr_assert(!in(diamond, by, 0, 3));
        cr_assert(in(diamond, by, -1, 2) && in(diamond, by, -2, -1) && !in(diamond, by, 1, 2) &&
                  !in(diamond, by, 2, -1));
    }
}

/* ---- Where methods differ ---------------------------------------------------------------------------------------- */

/* A loop that winds twice, the second time further in. */
static const float twice_x[] = {0, 9, 9, 1, 1, 8, 8, 0}, twice_y[] = {0, 0, 9, 9, 1, 1, 8, 8};

Test(points_rules, gone_round_twice) {
    static const uint32_t start[] = {0, 8};
    const hail_loops loop = {twice_x, twice_y, start, 1};
    cr_assert_eq(round_it(loop, 4, 4), 2, "twice, from +x towards +y");
    cr_assert(!in(loop, HAIL_BY_CROSSINGS, 4, 4) && !in(loop, HAIL_BY_QUADRANTS, 4, 4) &&
              in(loop, HAIL_BY_WINDING, 4, 4));
    cr_assert_eq(round_it(loop, 8.5f, 4), 1);
    for (int method = 0; method < 3; method++)
        cr_assert(in(loop, (hail_inside_method)method, 8.5f, 4));
    const hail_points one = {.x = twice_x, .y = twice_y, .count = 1};
    cr_assert_eq(hail_points_inside(&one, &loop, HAIL_BY_EDGES, inside), HAIL_CONCAVE, "it goes round more than once");
}

static void two_squares(float at, float size, bool back, hail_loops *loops) {
    static float x[8], y[8];
    static const uint32_t start[] = {0, 4, 8};
    const float by[2][2] = {{0.0f, 10.0f}, {at, at + size}};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 4; i++) {
            const int j = back && k == 1 ? 3 - i : i;
            x[4 * k + i] = by[k][j == 1 || j == 2], y[4 * k + i] = by[k][j >= 2];
        }
    *loops = (hail_loops){x, y, start, 2};
}

Test(points_rules, holes_and_overlaps) {
    hail_loops loops;
    two_squares(3.0f, 4.0f, true, &loops);
    for (int method = 0; method < 3; method++)
        cr_assert(in(loops, (hail_inside_method)method, 1, 1) && !in(loops, (hail_inside_method)method, 5, 5),
                  "a hole that turns against what it is in");
    two_squares(3.0f, 4.0f, false, &loops);
    cr_assert(!in(loops, HAIL_BY_CROSSINGS, 5, 5), "a hole, whatever its winding");
    cr_assert(!in(loops, HAIL_BY_QUADRANTS, 5, 5), "gone round twice");
    cr_assert(in(loops, HAIL_BY_WINDING, 5, 5), "it turns as what it is in, and does not count");
    two_squares(5.0f, 10.0f, true, &loops);
    cr_assert_eq(round_it(loops, 7, 7), 0);
    cr_assert_eq(round_it(loops, 12, 12), -1);
    for (int method = 0; method < 3; method++)
        cr_assert(in(loops, (hail_inside_method)method, 12, 12) && !in(loops, (hail_inside_method)method, 7, 7));
    two_squares(20.0f, 4.0f, false, &loops);
    for (int method = 0; method < 3; method++)
        cr_assert(in(loops, (hail_inside_method)method, 5, 5) && in(loops, (hail_inside_method)method, 21, 21));
}

Test(points_rules, nothing_inside_nothing) {
    static const uint32_t start[] = {0};
    for (int method = 0; method < 4; method++)
        cr_assert(!in((hail_loops){0}, (hail_inside_method)method, 0, 0) &&
                  !in((hail_loops){.start = start}, (hail_inside_method)method, 0, 0));
    cr_assert_eq(round_it((hail_loops){0}, 0, 0), 0);
}

/* ---- The same polygon -------------------------------------------------------------------------------------------- */

static void ask_all(const hail_points *p, const plot *of, hail_inside_method method, uint8_t *in_it, int32_t *round) {
    const hail_loops loops = plot_loops(of);
    cr_assert_eq(hail_points_inside(p, &loops, method, in_it), HAIL_OK);
    cr_assert_eq(hail_points_winding(p, &loops, round), HAIL_OK);
}

static void hold_same(uint64_t seed, const plot_choice *choice, const hail_points *p, int32_t sign, const char *how) {
    for (int method = 0; method < 3; method++) {
        ask_all(&points.points, &polygon, (hail_inside_method)method, wanted, wanted_turns);
        ask_all(p, &other, (hail_inside_method)method, inside, turns);
        for (size_t i = 0; i < MANY; i++)
            cr_assert(inside[i] == wanted[i] && turns[i] == sign * wanted_turns[i],
                      "%s, method %d: inside %u, was %u; winding %d, was %d: %s", how, method, inside[i], wanted[i],
                      turns[i], wanted_turns[i], plot_text(seed, choice, points.x[i], points.y[i]));
    }
}

/* Each loop from vertex `first` on, or backwards; loops in reverse order. */
static void turn(const plot *of, uint32_t first, bool back, plot *into) {
    into->count = 0, into->start[0] = 0;
    for (size_t k = of->count; k-- > 0;) {
        const uint32_t n = of->start[k + 1] - of->start[k];
        plot_begin(into);
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t at = of->start[k] + (first + (back ? n - i : i)) % n;
            plot_add(into, of->x[at], of->y[at]);
        }
        plot_close(into);
    }
}

static void shift(float by_x, float by_y, float scale) {
    const hail_loops loops = plot_loops(&polygon);
    other = polygon, moved = points;
    for (size_t i = 0; i < loops_total(&loops); i++)
        other.x[i] = polygon.x[i] * scale + by_x, other.y[i] = polygon.y[i] * scale + by_y;
    for (size_t i = 0; i < MANY; i++)
        moved.x[i] = points.x[i] * scale + by_x, moved.y[i] = points.y[i] * scale + by_y;
    moved.points.x = moved.x, moved.points.y = moved.y;
}

static void hold(uint64_t seed) {
    uint64_t state = seed * 40503 + 9, *s = &state;
    plot_choice choice = plot_choose(seed, MOST);
    choice.scale = seed % 2 == 0 ? SCALE_WHOLE : choice.scale;
    plot_make(seed, &choice, &polygon);
    const hail_loops loops = plot_loops(&polygon);
    dots_make(seed, &loops, MANY, &points);
    turn(&polygon, random_pick(s, 1000), false, &other);
    hold_same(seed, &choice, &points.points, 1, "begun elsewhere");
    turn(&polygon, random_pick(s, 1000), true, &other);
    hold_same(seed, &choice, &points.points, -1, "backwards");
    if (choice.scale != SCALE_WHOLE)
        return;
    for (size_t i = 0; i < MANY; i++) { /* numbers that can be moved without rounding */
        points.x[i] = rintf(fminf(fmaxf(points.x[i] * 2.0f, -200.0f), 200.0f)) * 0.5f;
        points.y[i] = rintf(fminf(fmaxf(points.y[i] * 2.0f, -200.0f), 200.0f)) * 0.5f;
    }
    shift(1.0e6f, -4.0e6f, 1.0f);
    hold_same(seed, &choice, &moved.points, 1, "moved");
    shift(-9.0e8f, 9.9e8f, 128.0f);
    hold_same(seed, &choice, &moved.points, 1, "moved far");
    shift(0.0f, 0.0f, 0x1p-55f);
    hold_same(seed, &choice, &moved.points, 1, "made small");
}

Test(points_rules, the_same_polygon) { random_seeds(5 * PLOT_KINDS * PLOT_SCALES, hold); }
