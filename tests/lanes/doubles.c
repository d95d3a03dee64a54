/* tests/lanes/doubles.c - the operations of simd/doubles.h, against scalars. */
#include "operations.h"

#include <math.h>

#include "doubles.h"
#include "kernels/kernel_inputs.h"

enum { L = HAIL_LANES };

static float a[L], b[L], c[L];

/* Zeros, small whole numbers, so that many tie, and numbers whose products are neither endless nor next to nothing. */
static float pick_modest(void) {
    const float any = pick_one_in(4) ? (float)pick(5) - 2.0f : pick_finite();
    return fabsf(any) < 1.0e9f && fabsf(any) > 1.0e-9f ? any : any > 0.0f ? 3.0f : 0.0f;
}

/* Every bit of a double counts: what a float holds of it, and what is left. */
static void expect_doubles(const char *operation, vd got, const double want[L]) {
    float high[L], rest[L], lane[L];
    const vf rounded = vd_to_float(got);
    for (int i = 0; i < L; i++) {
        high[i] = (float)want[i];
        rest[i] = (float)(want[i] - (double)high[i]);
    }
    vf_store(lane, rounded);
    same_words(operation, lane, high, L);
    vf_store(lane, vd_to_float(vd_sub(got, vd_from_float(rounded))));
    same_words(operation, lane, rest, L);
}

static void expect_mask(const char *operation, vm got, unsigned want) {
    case_expects(vm_bits(got) == want, "%s answers %x, not %x", operation, vm_bits(got), want);
}

#define EACH(lane_value)                                                                                               \
    for (int i = 0; i < L; i++)                                                                                        \
    want[i] = (lane_value)
#define EACH_BIT(condition)                                                                                            \
    bits = 0;                                                                                                          \
    for (int i = 0; i < L; i++)                                                                                        \
    bits |= (unsigned)(condition) << i

void LANES_OWN(doubles)(void) {
    double x[L], y[L], want[L];
    unsigned bits;
    for (int i = 0; i < L; i++) {
        a[i] = pick_modest();
        b[i] = pick_one_in(3) ? a[i] : pick_modest();
        c[i] = pick_modest();
        x[i] = (double)a[i] * (double)c[i];
        y[i] = (double)b[i] * (double)c[i];
    }
    const vd da = vd_from_float(vf_load(a)), db = vd_from_float(vf_load(b)), dc = vd_from_float(vf_load(c));
    const vd dx = vd_mul(da, dc), dy = vd_mul(db, dc), tenth = vd_set1(0.1);
    expect_doubles("vd_mul", dx, x);
    EACH(x[i] + (double)b[i] * 0.1);
    expect_doubles("vd_add", vd_add(dx, vd_mul(db, tenth)), want);
    EACH(x[i] - (double)b[i] * 0.1);
    expect_doubles("vd_sub", vd_sub(dx, vd_mul(db, tenth)), want);
    EACH(fabs(x[i]));
    expect_doubles("vd_abs", vd_abs(dx), want);
    EACH(sqrt(fabs(x[i])));
    expect_doubles("vd_sqrt", vd_sqrt(vd_abs(dx)), want);
    EACH(x[i] < y[i] ? x[i] : y[i]);
    expect_doubles("vd_min", vd_min(dx, dy), want);
    EACH(x[i] > y[i] ? x[i] : y[i]);
    expect_doubles("vd_max", vd_max(dx, dy), want);
    double least = x[0], most = x[0];
    for (int i = 1; i < L; i++) {
        least = x[i] < least ? x[i] : least;
        most = x[i] > most ? x[i] : most;
    }
    case_expects(vd_min_lane(dx) == least && vd_max_lane(dx) == most, "lanes from %a to %a, not %a to %a",
                 vd_min_lane(dx), vd_max_lane(dx), least, most);
    EACH_BIT(x[i] < y[i]);
    expect_mask("vd_lt", vd_lt(dx, dy), bits);
    EACH(x[i] < y[i] ? x[i] : (double)c[i]);
    expect_doubles("vd_select", vd_select(vd_lt(dx, dy), dx, dc), want);
    EACH_BIT(x[i] <= y[i]);
    expect_mask("vd_le", vd_le(dx, dy), bits);
}
