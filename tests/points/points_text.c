/* tests/points/points_text.c - points in polygons against the routines of J. Lander's article (text_points.h).
 *
 * They are in double precision, and have no rule for the boundary: dot products, the sum of angles, quadrants,
 * crossings, the nearest point. The tests also hold what is wrong with its sentences. */
#include <criterion/criterion.h>

#include <math.h>

#include "points_inputs.h"
#include "shared/random_world.h"
#include "text_points.h"

enum { MANY = 300, MOST = 1500 };

#define TURN 6.28318530717958648

static plot polygon;
static dots points;
static uint8_t inside[3][DOTS], convex[DOTS];
static int32_t winding[DOTS];
static size_t asked;

static text_loop loop_of(const hail_loops *loops, size_t k) {
    return (text_loop){loops->x + loops->start[k], loops->y + loops->start[k], loops_size(loops, k)};
}

/* What the article's routines answer for a point, all loops together. */
typedef struct article_answer {
    double angles; /* turns */
    int quarters, crossings;
} article_answer;

static article_answer ask_article(const hail_loops *loops, double x, double y) {
    article_answer all = {0};
    for (size_t k = 0; k < loops->count; k++) {
        const text_loop loop = loop_of(loops, k);
        all.angles += text_signed_angles(&loop, x, y) / TURN;
        all.quarters += text_quadrants(&loop, x, y);
        all.crossings += text_crossings(&loop, x, y);
    }
    return all;
}

static void hold_point(uint64_t seed, const plot_choice *choice, const hail_loops *loops, size_t i) {
    const article_answer t = ask_article(loops, (double)points.x[i], (double)points.y[i]);
    const long turns = lround(t.angles);
    const char *text = plot_text(seed, choice, points.x[i], points.y[i]);
    cr_assert(fabs(t.angles - (double)turns) < 1.0e-4, "%.17g turns: %s", t.angles, text);
    cr_assert(t.quarters == 4 * turns, "%d quarter turns, and %.17g turns: %s", t.quarters, t.angles, text);
    cr_assert(winding[i] == turns, "winding %d, the sum of angles says %ld: %s", winding[i], turns, text);
    cr_assert(inside[HAIL_BY_CROSSINGS][i] == t.crossings % 2, "%d crossings, %u: %s", t.crossings,
              inside[HAIL_BY_CROSSINGS][i], text);
    cr_assert(inside[HAIL_BY_QUADRANTS][i] == (t.quarters == 4 || t.quarters == -4), "%d quarter turns, %u: %s",
              t.quarters, inside[HAIL_BY_QUADRANTS][i], text);
    cr_assert(inside[HAIL_BY_WINDING][i] == (turns != 0), "%ld turns, %u: %s", turns, inside[HAIL_BY_WINDING][i], text);
    if (oracle_convex(loops)) {
        const text_loop loop = loop_of(loops, 0);
        cr_assert(convex[i] == text_convex(&loop, (double)points.x[i], (double)points.y[i]), "edges say %u: %s",
                  convex[i], text);
    }
}

static void hold(uint64_t seed) {
    plot_choice choice = plot_choose(seed, MOST);
    choice.scale =
        choice.scale == SCALE_TINY ? SCALE_ANY : choice.scale; /* tiny coordinates are changed on the way in */
    plot_make(seed, &choice, &polygon);
    const hail_loops loops = plot_loops(&polygon);
    dots_make(seed, &loops, MANY, &points);
    for (int method = 0; method < 3; method++)
        cr_assert_eq(hail_points_inside(&points.points, &loops, (hail_inside_method)method, inside[method]), HAIL_OK);
    cr_assert_eq(hail_points_winding(&points.points, &loops, winding), HAIL_OK);
    if (oracle_convex(&loops))
        cr_assert_eq(hail_points_inside(&points.points, &loops, HAIL_BY_EDGES, convex), HAIL_OK);
    for (size_t i = 0; i < MANY; i++) {
        const double reach = fmax(oracle_reach(&loops), fmax(fabs((double)points.x[i]), fabs((double)points.y[i])));
        if (oracle_on_loops(&loops, points.x[i], points.y[i]).distance < 1.0e-10 * reach)
            continue;
        hold_point(seed, &choice, &loops, i);
        asked++;
    }
}

Test(points_text, all_routines) {
    uint64_t seed;
    random_seeds(3 * PLOT_KINDS * PLOT_SCALES, hold);
    cr_assert(random_seed_given(&seed) || asked > MANY * PLOT_KINDS * PLOT_SCALES, "%zu points", asked);
}

/* ---- What is wrong with it --------------------------------------------------------------------------------------- */

static const float square_x[] = {0, 4, 4, 0}, square_y[] = {0, 0, 4, 4}, back_x[] = {0, 0, 4, 4},
                   back_y[] = {0, 4, 4, 0};
/* A U, open towards -y. */
static const float u_x[] = {0, 1, 1, 9, 9, 10, 10, 0}, u_y[] = {0, 0, 9, 9, 0, 0, 10, 10};

Test(points_text, dot_products_know_one_way_round) {
    const text_loop on = {square_x, square_y, 4}, back = {back_x, back_y, 4};
    cr_assert(text_convex_one_way(&back, 1.0, 1.0) && !text_convex_one_way(&on, 1.0, 1.0));
    cr_assert(text_convex(&back, 1.0, 1.0) && text_convex(&on, 1.0, 1.0));
    cr_assert(!text_convex(&back, 5.0, 1.0) && !text_convex(&on, 5.0, 1.0));
}

Test(points_text, arccosines_have_no_sign) {
    const text_loop square = {square_x, square_y, 4}, u = {u_x, u_y, 8};
    cr_assert(fabs(text_angles(&square, 1.0, 1.0) - TURN) < 1.0e-9, "right in what is convex");
    cr_assert(text_angles(&square, 5.0, 1.0) < TURN - 1.0);
    cr_assert(text_angles(&u, 0.5, 1.0) > TURN + 0.5, "inside, and more than 360 degrees");
    cr_assert(fabs(text_signed_angles(&u, 0.5, 1.0) - TURN) < 1.0e-9);
    /* Between the arms, on the way from no angle to more than a full turn, the sum is 360 degrees outside. */
    double high = -1000.0, low = 8.9;
    cr_assert(text_angles(&u, 5.0, high) < TURN && text_angles(&u, 5.0, low) > TURN);
    for (int i = 0; i < 100; i++) {
        const double middle = 0.5 * (high + low);
        if (text_angles(&u, 5.0, middle) < TURN)
            high = middle;
        else
            low = middle;
    }
    cr_assert(fabs(text_angles(&u, 5.0, low) - TURN) < 1.0e-9 && text_quadrants(&u, 5.0, low) == 0);
}

Test(points_text, cosines_are_not_a_ratio) {
    const text_nearest_point right = text_nearest(1.0, 3.0, 0.0, 0.0, 10.0, 0.0),
                             wrong = text_nearest_by_cosines(1.0, 3.0, 0.0, 0.0, 10.0, 0.0);
    cr_assert(right.x == 1.0 && right.y == 0.0 && right.squared == 9.0);
    cr_assert(wrong.x > 2.0, "they say %g", wrong.x);
}

/* ---- The nearest point ------------------------------------------------------------------------------------------- */

Test(points_text, nearest) {
    static float x[2][DOTS], y[2][DOTS];
    static hail_nearest_point nearest[DOTS];
    uint64_t state = 5, *s = &state;
    for (size_t i = 0; i < DOTS; i++) {
        points.x[i] = random_range(s, -100.0f, 100.0f), points.y[i] = random_range(s, -100.0f, 100.0f);
        for (int k = 0; k < 2; k++)
            x[k][i] = random_range(s, -100.0f, 100.0f), y[k][i] = random_range(s, -100.0f, 100.0f);
    }
    const hail_points all = {.x = points.x, .y = points.y, .count = DOTS};
    cr_assert_eq(hail_nearest_on_segments(&all, x[0], y[0], x[1], y[1], nearest), HAIL_OK);
    for (size_t i = 0; i < DOTS; i++) {
        const text_nearest_point t = text_nearest((double)points.x[i], (double)points.y[i], (double)x[0][i],
                                                  (double)y[0][i], (double)x[1][i], (double)y[1][i]);
        const double ulp = oracle_ulp(100.0);
        cr_assert(nearest[i].edge == i && fabs((double)nearest[i].x - t.x) <= 4.0 * ulp &&
                      fabs((double)nearest[i].y - t.y) <= 4.0 * ulp &&
                      fabs(sqrt((double)nearest[i].squared) - sqrt(t.squared)) <= 8.0 * ulp,
                  "point %zu: edge %u, (%.9g, %.9g), %.9g; should be (%.9g, %.9g), %.9g", i, nearest[i].edge,
                  (double)nearest[i].x, (double)nearest[i].y, (double)nearest[i].squared, t.x, t.y, t.squared);
    }
}
