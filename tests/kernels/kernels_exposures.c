/* tests/kernels/kernels_exposures.c - expose_convexes: every variant equals the reference to the last bit; what is sure
 * is what looking at each open pixel says; what is not sure stays as it is, and so do pairs that are left out. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "kernel_inputs.h"

enum { PAIRS = 300, LEFT = 0, TOP, RIGHT, BOTTOM, CORNERS = 100 };

static struct {
    float x[PAIRS], y[PAIRS], wide[PAIRS], high[PAIRS], at_x[PAIRS], at_y[PAIRS], depth[PAIRS], t[PAIRS];
    float normal_x[PAIRS], normal_y[PAIRS];
    uint32_t features[PAIRS], open[4][PAIRS], mover[PAIRS], cell[PAIRS], how[PAIRS], special, count;
} in;

/* ---- Contacts ---------------------------------------------------------------------------------------------------- */

static void pick_normal(uint32_t i) {
    static const float small[] = {0.0f, 1e-7f, 9e-6f, 2e-5f, 0.05f, 0.099f, 0.11f, 0.70710678f};
    const uint32_t which = pick(8);
    const float sign_s = pick_one_in(2) ? -1.0f : 1.0f, sign_l = pick_one_in(2) ? -1.0f : 1.0f;
    const float s = small[which] * sign_s, large = sqrtf(1.0f - s * s) * sign_l;
    const bool across = pick_one_in(2);
    in.normal_x[i] = across ? large : s;
    in.normal_y[i] = across ? s : large;
}

static uint32_t pick_open(uint32_t size) {
    const uint32_t all = UINT32_MAX >> (32 - size), end = 1u | 1u << (size - 1), bits = (uint32_t)pick_bits();
    switch (pick(4)) {
    case 0:
        return 0;
    case 1:
        return all;
    case 2:
        return end;
    default:
        return bits & all;
    }
}

/* The point is where a corner of the box is, or anywhere. */
static void pick_point(uint32_t i) {
    const float to_x = in.normal_x[i] < 0.0f ? 0.5f : -0.5f, to_y = in.normal_y[i] < 0.0f ? 0.5f : -0.5f;
    const bool corner = !pick_one_in(3);
    const float off_x = pick_between(-1.0f, 1.0f), off_y = pick_between(-1.0f, 1.0f);
    in.at_x[i] = in.x[i] + (corner ? in.wide[i] * to_x : off_x) + in.normal_x[i] * in.depth[i] * 0.5f;
    in.at_y[i] = in.y[i] + (corner ? in.high[i] * to_y : off_y) + in.normal_y[i] * in.depth[i] * 0.5f;
}

static void pick_pair(uint32_t i) {
    const uint32_t wide = 1 + pick(32), high = pick_one_in(2) ? 1 : 1 + pick(32), kind = pick(32);
    in.wide[i] = (float)wide;
    in.high[i] = (float)high;
    in.x[i] = pick_between(-40.0f, 40.0f);
    in.y[i] = pick_between(-40.0f, 40.0f);
    in.depth[i] = pick_one_in(8) ? -1.0f : pick_between(0.0f, 5.0f);
    in.t[i] = pick_one_in(2) ? 0.0f : pick_between(0.0f, 1.0f);
    for (uint32_t side = 0; side < 4; side++)
        in.open[side][i] = pick_open(side == LEFT || side == RIGHT ? high : wide);
    pick_normal(i);
    pick_point(i);
    in.features[i] = 1u << 8 | (pick_one_in(2) ? CORNERS + pick(8) : pick(8));
    in.mover[i] = kind << 8 | pick(32);
    in.cell[i] = pick_one_in(9) ? UINT32_MAX : pick(1000);
    in.how[i] = pick_one_in(6) ? pick(HAIL_IS_UNSURE) : HAIL_IS_UNSURE;
}

/* ---- What is sure ------------------------------------------------------------------------------------------------ */

static bool is_open(uint32_t i, uint32_t side, uint32_t pixel) { return in.open[side][i] >> pixel & 1u; }

/* Whether the corner that the normal points away from is the one that the contact is at. */
static bool is_at_corner(uint32_t i) {
    const double back = (double)in.depth[i] * 0.5;
    const double x = (double)in.at_x[i] - (double)in.normal_x[i] * back - (double)in.x[i],
                 y = (double)in.at_y[i] - (double)in.normal_y[i] * back - (double)in.y[i];
    return (in.normal_x[i] < 0.0f ? x : -x) > 0.125 && (in.normal_y[i] < 0.0f ? y : -y) > 0.125;
}

static uint32_t wanted_of_corner(uint32_t i, double small) {
    const uint32_t beside = in.normal_x[i] < 0.0f ? RIGHT : LEFT, above = in.normal_y[i] < 0.0f ? BOTTOM : TOP;
    const uint32_t row = above == BOTTOM ? (uint32_t)in.high[i] - 1 : 0,
                   column = beside == RIGHT ? (uint32_t)in.wide[i] - 1 : 0;
    const bool open = is_open(i, beside, row) && is_open(i, above, column);
    if ((in.features[i] & 255u) >= CORNERS && !is_at_corner(i))
        return HAIL_IS_UNSURE;
    return open ? HAIL_IS_EXPOSED : small > 0.1 ? HAIL_IS_BURIED : HAIL_IS_UNSURE;
}

static uint32_t wanted_of(uint32_t i) {
    const double nx = fabs((double)in.normal_x[i]), ny = fabs((double)in.normal_y[i]), small = fmin(nx, ny);
    if (in.cell[i] == UINT32_MAX || (in.special >> (in.mover[i] >> 8) & 1u))
        return HAIL_IS_UNSURE;
    if (small > 1e-5)
        return wanted_of_corner(i, small);
    const uint32_t side = nx > ny ? (in.normal_x[i] < 0.0f ? RIGHT : LEFT) : in.normal_y[i] < 0.0f ? BOTTOM : TOP;
    const uint32_t size = (uint32_t)(nx > ny ? in.high[i] : in.wide[i]);
    uint32_t open = 0;
    for (uint32_t pixel = 0; pixel < size; pixel++)
        open += is_open(i, side, pixel);
    return open == size ? HAIL_IS_EXPOSED : open ? HAIL_IS_UNSURE : HAIL_IS_BURIED;
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

typedef struct answer {
    float *normal_x, *normal_y;
    uint32_t *how, *more, count;
} answer;

/* On copies of what the kernel changes, each time anew. */
static void time_kernel(const hail_kernels *kernels, hail_exposures job) {
    const uint32_t n = in.count;
    if (!cases_timed())
        return;
    job.normal_x = hold_copy("own normal_x", in.normal_x, n);
    job.normal_y = hold_copy("own normal_y", in.normal_y, n);
    job.how = hold("own how", n);
    case_times(kernels, "expose_convexes", n,
               (memcpy(job.how, in.how, n * sizeof *job.how), kernels->expose_convexes(&job, n)));
}

static answer ask(const hail_kernels *kernels) {
    const uint32_t n = in.count;
    answer a = {hold_copy("normal_x", in.normal_x, n), hold_copy("normal_y", in.normal_y, n),
                hold_copy("how", in.how, n), hold("more", n + HAIL_SLACK), 0};
    const hail_exposures job = {.x = hold_copy("x", in.x, n),
                                .y = hold_copy("y", in.y, n),
                                .wide = hold_copy("wide", in.wide, n),
                                .high = hold_copy("high", in.high, n),
                                .at_x = hold_copy("at_x", in.at_x, n),
                                .at_y = hold_copy("at_y", in.at_y, n),
                                .depth = hold_copy("depth", in.depth, n),
                                .t = hold_copy("t", in.t, n),
                                .features = hold_copy("features", in.features, n),
                                .first_corner = CORNERS,
                                .open = {hold_copy("open", in.open[0], n), hold_copy("open", in.open[1], n),
                                         hold_copy("open", in.open[2], n), hold_copy("open", in.open[3], n)},
                                .mover = hold_copy("mover", in.mover, n),
                                .cell = hold_copy("cell", in.cell, n),
                                .special = in.special,
                                .normal_x = a.normal_x,
                                .normal_y = a.normal_y,
                                .how = a.how,
                                .more = a.more};
    case_calls(kernels, "expose_convexes");
    a.count = kernels->expose_convexes(&job, n);
    guards_check();
    time_kernel(kernels, job);
    return a;
}

/* The normal is the same, or, of a straight one that is sure, straight. */
static void check_normal(const answer *a, uint32_t i, bool sure) {
    const float x = in.normal_x[i], y = in.normal_y[i];
    const bool straight = fminf(fabsf(x), fabsf(y)) <= 1e-5f, across = fabsf(x) > fabsf(y);
    const float want_x = !sure || !straight ? x
                         : across           ? copysignf(1.0f, x)
                                            : 0.0f,
                want_y = !sure || !straight ? y
                         : across           ? 0.0f
                                            : copysignf(1.0f, y);
    case_expects(a->normal_x[i] == want_x && a->normal_y[i] == want_y, "pair %u: normal %a %a", i,
                 (double)a->normal_x[i], (double)a->normal_y[i]);
}

static void check_answer(const answer *a) {
    uint32_t listed = 0;
    for (uint32_t i = 0; i < in.count; i++) {
        const bool asked = in.depth[i] >= 0.0f && in.how[i] == HAIL_IS_UNSURE;
        const uint32_t want = asked ? wanted_of(i) : in.how[i];
        case_expects(a->how[i] == want, "pair %u: %u, not %u", i, a->how[i], want);
        check_normal(a, i, asked && want != HAIL_IS_UNSURE);
        if (!asked || want == HAIL_IS_EXPOSED || (want == HAIL_IS_BURIED && in.t[i] > 0.0f))
            continue;
        case_expects(listed < a->count && a->more[listed] == i, "pair %u is not in the list", i);
        listed++;
    }
    case_expects(listed == a->count, "%u pairs in the list, not %u", a->count, listed);
}

static void judge_case(void) {
    const hail_kernels *kernels;
    in.count = cases_timed() ? PAIRS - 7 : pick(PAIRS);
    in.special = pick_one_in(2) ? 0 : (uint32_t)pick_bits() & (uint32_t)pick_bits();
    for (uint32_t i = 0; i < in.count; i++)
        pick_pair(i);
    const answer want = ask(hail_kernels_at(0));
    check_answer(&want);
    for (size_t v = 1; (kernels = hail_kernels_at(v)) != NULL; v++) {
        const answer got = ask(kernels);
        check_answer(&got);
        same_words("normal_x", got.normal_x, want.normal_x, in.count);
        same_words("normal_y", got.normal_y, want.normal_y, in.count);
        same_words("how", got.how, want.how, in.count);
        same_words("more", got.more, want.more, want.count);
    }
}

Test(kernels_exposures, judge) { cases_run("kernels_exposures", "judge", 1000, judge_case); }
