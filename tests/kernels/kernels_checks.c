/* tests/kernels/kernels_checks.c - kernels that look for bad numbers in columns: the reference finds those that the
 * headers name, and every variant finds what the reference finds, in one call and in pieces. */
#include <criterion/criterion.h>

#include <math.h>

#include "kernel_inputs.h"

/* Cosines and sines of angles, with a length that is mostly just within or just beyond the limit; and any other
 * numbers. */
static void pick_rotations(float *cosine, float *sine, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        const float angle = pick_between(-4.0f, 4.0f),
                    length = 1.0f + pick_between(-1.3e-4f, 1.3e-4f) * (cases_timed() ? 0.5f : 1.0f);
        cosine[i] = pick_rarely(8) ? nudged(1.0f) : cosf(angle) * length;
        sine[i] = pick_rarely(8) ? nudged(0.0f) : sinf(angle) * length;
        if (pick_rarely(16))
            *(pick_one_in(2) ? cosine + i : sine + i) = pick_any();
    }
}
/* What the headers say, in double precision; 0: too near to the limit to tell. */
static int is_unit(float cosine, float sine) {
    const double error = fabs((double)cosine * (double)cosine + (double)sine * (double)sine - 1.0) - 2.1e-4;
    return error < -3.0e-7 ? 1 : error > 3.0e-7 || !isfinite(cosine) || !isfinite(sine) ? -1 : 0;
}
static float a_scale(void) {
    static const float edges[] = {0.0f, -0.0f, -0x1p-149f, 1000.0f, INFINITY, NAN, -1.0f};
    return pick_rarely(4) ? nudged(edges[pick(7)]) : pick_rarely(16) ? pick_any() : pick_between(0.0f, 1000.0f);
}

static void check_case(void) {
    const uint32_t n = pick_length();
    uint32_t begin, end, ends[4];
    pick_range(n, &begin, &end);
    const bool turned = pick_one_in(2), scaled = pick_one_in(2);
    const float *scale = scaled ? floats("scale", n, a_scale) : NULL;
    float *cosine = turned ? hold("cos", n) : NULL, *sine = turned ? hold("sin", n) : NULL;
    if (turned)
        pick_rotations(cosine, sine, n);
    case_says("n %u, [%u, %u), %s%s", n, begin, end, turned ? "cos and sin " : "", scaled ? "scale" : "");
    uint32_t *wanted = hold("wanted", n);
    const uint32_t count = hail_kernels_at(0)->check(cosine, sine, scale, 1000.0f, begin, end, wanted);
    for (uint32_t i = begin, k = 0; i < end; i++) {
        const bool noted = k < count && wanted[k] == i,
                   scale_bad = scaled && !(scale[i] >= 0.0f && scale[i] <= 1000.0f);
        const int unit = turned ? is_unit(cosine[i], sine[i]) : 1;
        k += noted;
        case_expects(unit == 0 || noted == (scale_bad || unit < 0), "body %u: %s", i, noted ? "noted" : "not noted");
    }
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "check");
        uint32_t *notes = hold("attention", (size_t)count + HAIL_SLACK), noted = 0, from = begin;
        const uint32_t pieces = cut_range(begin, end, ends);
        for (uint32_t p = 0; p < pieces; from = ends[p++])
            noted += kernels->check(cosine, sine, scale, 1000.0f, from, ends[p], notes + noted);
        guards_check();
        case_expects(noted == count, "%u bodies noted, not %u", noted, count);
        same_words("attention", notes, wanted, count);
        case_times(kernels, "check", end - begin, kernels->check(cosine, sine, scale, 1000.0f, begin, end, notes));
    }
}

static void check_finite_case(void) {
    const uint32_t n = pick_length();
    uint32_t begin, end, ends[4];
    pick_range(n, &begin, &end);
    float *x = hold("x", n), *y = hold("y", n);
    uint32_t *wanted = hold("wanted", n), count = 0;
    for (uint32_t i = 0; i < n; i++) {
        x[i] = pick_one_in(8) ? pick_any() : pick_finite();
        y[i] = pick_one_in(8) ? pick_any() : pick_finite();
        if (i >= begin && i < end && !(isfinite(x[i]) && isfinite(y[i])))
            wanted[count++] = i;
    }
    case_says("n %u, [%u, %u)", n, begin, end);
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "check_finite");
        uint32_t *notes = hold("attention", (size_t)count + HAIL_SLACK), noted = 0, from = begin;
        const uint32_t pieces = cut_range(begin, end, ends);
        for (uint32_t p = 0; p < pieces; from = ends[p++])
            noted += kernels->check_finite(x, y, from, ends[p], notes + noted);
        guards_check();
        case_expects(noted == count, "%u bodies noted, not %u", noted, count);
        same_words("attention", notes, wanted, count);
        case_times(kernels, "check_finite", end - begin, kernels->check_finite(x, y, begin, end, notes));
    }
}

/* All are unit vectors, except none, one or a few anywhere. */
static void not_unit_case(void) {
    const uint32_t n = pick_one_in(8) ? 1000 + pick(3000) : pick_length();
    float *cosine = hold("cos", n), *sine = hold("sin", n);
    for (uint32_t i = 0; i < n; i++) {
        const float angle = pick_between(-4.0f, 4.0f), length = 1.0f + pick_between(-0.9e-4f, 0.9e-4f);
        cosine[i] = cosf(angle) * length;
        sine[i] = sinf(angle) * length;
    }
    const uint32_t bad = n > 0 && pick_rarely(2) ? 1 + pick(2) : 0;
    for (uint32_t k = 0; k < bad; k++)
        pick_rotations(cosine + pick(n), sine, 1);
    const bool wanted = hail_kernels_at(0)->not_unit(cosine, sine, n);
    bool some_bad = false, sure = true;
    for (uint32_t i = 0; i < n; i++) {
        const int unit = is_unit(cosine[i], sine[i]);
        some_bad = some_bad || unit < 0;
        sure = sure && unit;
    }
    case_says("%u rotations, %u perhaps not", n, bad);
    case_expects(some_bad ? wanted : !sure || !wanted, "the reference is wrong");
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "not_unit");
        case_expects(kernels->not_unit(cosine, sine, n) == wanted, "%s", wanted ? "none found" : "one found");
        case_times(kernels, "not_unit", n, kernels->not_unit(cosine, sine, n));
        guards_check();
    }
}
Test(kernels_checks, check_finite) { cases_run("kernels_checks", "check_finite", 10000, check_finite_case); }
Test(kernels_checks, not_unit) { cases_run("kernels_checks", "not_unit", 10000, not_unit_case); }

/* All are good, except none, one or a few anywhere; with values on the limits and next to them. */
static void outside_case(void) {
    const uint32_t n = pick_one_in(8) ? 1000 + pick(3000) : pick_length();
    const float one = pick_finite(), two = pick_finite(), least = fminf(one, two), most = fmaxf(one, two);
    float *values = hold("values", n);
    for (uint32_t i = 0; i < n; i++)
        values[i] = pick_one_in(3) ? least : pick_one_in(2) ? most : fmaxf(least, fminf(most, pick_finite()));
    const uint32_t bad = n > 0 && pick_rarely(2) ? 1 + pick(2) : 0;
    for (uint32_t k = 0; k < bad; k++)
        values[pick(n)] = pick_one_in(3)   ? pick_any()
                          : pick_one_in(2) ? nextafterf(least, -INFINITY)
                                           : nextafterf(most, INFINITY);
    bool wanted = false;
    for (uint32_t i = 0; i < n; i++)
        wanted = wanted || isnan(values[i]) || values[i] < least || values[i] > most;
    case_says("%u values in [%g, %g], %u perhaps not", n, (double)least, (double)most, bad);
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "outside");
        case_expects(kernels->outside(values, n, least, most) == wanted, "%s", wanted ? "none found" : "one found");
        case_times(kernels, "outside", n, kernels->outside(values, n, least, most));
        guards_check();
    }
}
Test(kernels_checks, outside) { cases_run("kernels_checks", "outside", 10000, outside_case); }

static void reach_case(void) {
    static const uint32_t limits[] = {0, 1, 2, 100, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff};
    const uint32_t n = pick_one_in(8) ? 1000 + pick(3000) : pick_length(), limit = limits[pick(8)];
    uint32_t *index = hold("index", n);
    for (uint32_t i = 0; i < n; i++)
        index[i] = limit == 0 ? (uint32_t)pick_bits() : pick_one_in(2) ? limit - 1 : (uint32_t)pick_bits() % limit;
    if (n > 0 && pick_rarely(2))
        index[pick(n)] = pick_one_in(2) ? limit : (uint32_t)pick_bits();
    bool wanted = false;
    for (uint32_t i = 0; i < n; i++)
        wanted = wanted || index[i] >= limit;
    case_says("%u indices below %u", n, limit);
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "index_over");
        case_expects(kernels->index_over(index, n, limit) == wanted, "%s", wanted ? "none found" : "one found");
        case_times(kernels, "index_over", n, kernels->index_over(index, n, limit));
        guards_check();
    }
}
Test(kernels_checks, index_over) { cases_run("kernels_checks", "index_over", 10000, reach_case); }

Test(kernels_checks, check) { cases_run("kernels_checks", "check", 10000, check_case); }
