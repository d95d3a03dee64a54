/* Rules with many more pairs than the budget holds are worked through in ranges: the stream stays the same, and the
 * time in proportion. A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n
 * times as many. */
#include <criterion/criterion.h>

#include <string.h>
#include <time.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "shared/stream.h"

enum { WORLDS = 24, SMALLEST = 1024 };

/* ---- The same stream --------------------------------------------------------------------------------------------- */

static uint64_t step_twins(random_world *w[2], stream s[2], uint64_t seed, int step) {
    for (int i = 0; i < 2; i++) {
        stream_clear(&s[i]);
        cr_assert_eq(hail_step(w[i]->world, random_world_dt(w[i]), stream_take, &s[i]), HAIL_OK);
        random_world_forget(w[i]);
    }
    cr_assert_eq(s[0].count, s[1].count, "HAIL_TEST_SEED=%llu, step %d: %zu contacts instead of %zu",
                 (unsigned long long)seed, step, s[1].count, s[0].count);
    for (size_t i = 0; i < s[0].count; i++)
        cr_assert_eq(memcmp(&s[0].contact[i], &s[1].contact[i], sizeof(hail_contact)), 0,
                     "HAIL_TEST_SEED=%llu, step %d: contact %zu", (unsigned long long)seed, step, i);
    return hail_stats(w[1]->world)->passes - hail_stats(w[0]->world)->passes;
}

static size_t in_ranges(uint64_t seed) {
    const size_t variants = hail_variant_count();
    random_world *w[2];
    stream s[2] = {{0}, {0}};
    size_t more = 0;
    for (int i = 0; i < 2; i++) {
        const random_config config = {.isa = hail_variant_name(seed % variants),
                                      .window = 4096,
                                      .pair_budget = i ? SMALLEST + (uint32_t)(seed % 3) * 700 : 0};
        hail_status status;
        w[i] = random_world_make(seed, &config, 1200 + (uint32_t)(seed % 4) * 400, &status);
        cr_assert(w[i], "%s", hail_status_text(status));
    }
    for (int step = 0; step < 3; step++) {
        more += (size_t)step_twins(w, s, seed, step);
        for (int i = 0; i < 2; i++)
            cr_assert_eq(random_world_churn(w[i]), HAIL_OK);
    }
    for (int i = 0; i < 2; i++) {
        stream_free(&s[i]);
        random_world_free(w[i]);
    }
    return more;
}

Test(step_ranges, the_same_stream) {
    const size_t more = random_seeds_sum(WORLDS, in_ranges);
    cr_assert_gt(more, 100u * WORLDS, "only %zu passes more than without a budget", more);
}

/* ---- In proportion ----------------------------------------------------------------------------------------------- */

/* CPU seconds of the quickest of some steps of a crowd in one spot. */
static double crowd(uint32_t budget, hail_mode mode) {
    enum { CROWD = 1200 };
    static float x[CROWD], y[CROWD];
    hail_world_options options;
    hail_world *world = NULL;
    hail_shape dot;
    double best = 1e9;
    hail_world_options_defaults(&options);
    options.pair_budget = budget;
    uint64_t state = 7;
    for (int i = 0; i < CROWD; i++) {
        x[i] = random_range(&state, 0.0f, 1.0f);
        y[i] = random_range(&state, 0.0f, 1.0f);
    }
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 5.0f, &dot), HAIL_OK);
    cr_assert_eq(hail_spawn(world, 0, &dot, &(hail_spawn_columns){.x = x, .y = y}, CROWD, NULL), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 0, 0, mode), HAIL_OK);
    for (int i = 0; i < 3; i++) {
        const clock_t begin = clock();
        cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
        const double took = (double)(clock() - begin) / CLOCKS_PER_SEC;
        best = took < best ? took : best;
    }
    hail_world_destroy(world);
    return best;
}

/* Without ranges that look only at their own bodies it is hundreds of times. The limit leaves room for sanitizers and
 * busy machines. */
Test(step_ranges, the_smallest_budget_is_no_trap) {
    static const hail_mode modes[] = {HAIL_MANIFOLD, HAIL_EARLIEST};
    for (int m = 0; m < 2; m++) {
        const double whole = crowd(0, modes[m]), ranges = crowd(SMALLEST, modes[m]);
        cr_assert_lt(ranges, 20.0 * whole + 0.02, "mode %d: %f s instead of %f s", (int)modes[m], ranges, whole);
    }
}
