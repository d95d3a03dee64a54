/* tests/kernels/kernels_cast_polygons.c - cast_times and cast_polygon_results: every variant writes what the reference
 * writes, which is what the narrowphase's sweep says of each pair; and nothing else. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "kernel_pairs.h"

static narrow_case the;

/* ---- Times ------------------------------------------------------------------------------------------------------- */

/* The time of the narrowphase. */
static float sweep_time(const pair_of *pair) {
    const uint32_t row = 0;
    float out[HAIL_ROW_WORDS];
    hail_narrow_job job = the.job;
    job.manifold = true;
    job.rows = out;
    hail_kernels_at(0)->narrow[ASK_SWEEP][HAIL_CIRCLE_POLYGON](&job, &pair->one, &pair->two, &row, 1);
    return row_touches(out) ? out[7] : HAIL_CAST_MISS;
}

static void times_case(void) {
    narrow_pick(&the, ASK_SWEEP, HAIL_CIRCLE_POLYGON);
    const uint32_t n = the.count;
    uint32_t *circle = hold("circle", n), *polygon = hold("polygon", n);
    float *wanted = hold("wanted", n);
    for (uint32_t i = 0; i < n; i++) {
        circle[i] = the.pair[i].one, polygon[i] = the.pair[i].two;
        wanted[i] = sweep_time(&the.pair[i]);
    }
    for (size_t v = 0; v < hail_kernels_count(); v++) {
        const hail_kernels *kernels = hail_kernels_at(v);
        float *time = hold("time", n);
        case_calls(kernels, "cast_times");
        kernels->cast_times(&the.job, circle, polygon, n, time);
        guards_check();
        same_words("times", time, wanted, n);
        const uint32_t cut = n ? pick(n) : 0; /* the same pairs in two calls */
        time = hold("time in two parts", n);
        kernels->cast_times(&the.job, circle, polygon, cut, time);
        kernels->cast_times(&the.job, circle + cut, polygon + cut, n - cut, time + cut);
        guards_check();
        same_words("times in two parts", time, wanted, n);
        case_times(kernels, "cast_times", n, kernels->cast_times(&the.job, circle, polygon, n, time));
    }
}

Test(kernels_cast_polygons, times) { cases_run("kernels_cast_polygons", "times", 2000, times_case); }

/* ---- Results ----------------------------------------------------------------------------------------------------- */

/* Queries that hit something, each with one body that it hits. */
static struct {
    uint32_t query[MOST_PAIRS], body[MOST_PAIRS], index[MOST_PAIRS], row[MOST_PAIRS], count;
    float time[MOST_PAIRS];
} hits;

static uint32_t query_of(const pair_of *pair) { return the.job.two_is_a ? pair->two : pair->one; }

static void list_hits(uint32_t owners) {
    hits.count = 0;
    for (uint32_t i = 0; i < the.count; i++) {
        const float time = sweep_time(&the.pair[i]);
        bool listed = time > 1.0f;
        for (uint32_t k = 0; k < hits.count; k++)
            listed |= hits.query[k] == query_of(&the.pair[i]);
        if (listed)
            continue;
        hits.query[hits.count] = query_of(&the.pair[i]);
        hits.body[hits.count] = the.job.two_is_a ? the.pair[i].one : the.pair[i].two;
        hits.index[hits.count] = pick(owners);
        hits.time[hits.count++] = time;
    }
}

/* Queries move. */
static void give_motion(hail_side *side, uint32_t count) {
    if (side->dx)
        return;
    float *dx = hold("dx", count), *dy = hold("dy", count);
    for (uint32_t i = 0; i < count; i++)
        dx[i] = pick_between(-300.0f, 300.0f), dy[i] = pick_between(-300.0f, 300.0f);
    side->dx = dx;
    side->dy = dy;
}

static void results_case(void) {
    enum { OWNERS = 40 };
    narrow_pick(&the, ASK_SWEEP, HAIL_CIRCLE_POLYGON);
    const uint32_t queries = the.job.two_is_a ? the.two.count : the.one.count;
    give_motion(the.job.two_is_a ? &the.job.two : &the.job.one, queries);
    uint32_t *handle = hold("handle", 2 * OWNERS), *user = hold("user", 2 * OWNERS);
    for (uint32_t i = 0; i < 2 * OWNERS; i++)
        handle[i] = (uint32_t)pick_bits(), user[i] = (uint32_t)pick_bits();
    list_hits(OWNERS);
    for (uint32_t i = 0; i < hits.count; i++)
        hits.row[i] = queries - 1 - hits.query[i];
    hail_cast_results_job job = {.pair = the.job,
                                 .handle = handle,
                                 .user = pick_one_in(2) ? user : NULL,
                                 .header = 0x0101u,
                                 .rays = pick_one_in(2)};
    const uint8_t inside[4] = {0, 0, 0, 1};
    memcpy(&job.inside, inside, sizeof inside);
    job.pair.manifold = true;
    const size_t words = (size_t)queries * HAIL_QUERY_HIT_WORDS;
    const uint32_t *wanted = NULL;
    for (size_t v = 0; v < hail_kernels_count(); v++) {
        const hail_kernels *kernels = hail_kernels_at(v);
        job.rows = hold("rows", words);
        memset(job.rows, 0, words * sizeof *job.rows);
        case_calls(kernels, "cast_polygon_results");
        kernels->cast_polygon_results(&job, hits.query, hits.body, hits.index, hits.row, hits.count);
        guards_check();
        case_times(kernels, "cast_polygon_results", hits.count,
                   kernels->cast_polygon_results(&job, hits.query, hits.body, hits.index, hits.row, hits.count));
        wanted = wanted ? wanted : job.rows;
        same_words("rows", job.rows, wanted, words);
    }
    for (uint32_t i = 0; i < hits.count; i++) {
        const uint32_t *row = wanted + (size_t)hits.row[i] * HAIL_QUERY_HIT_WORDS;
        case_expects(memcmp(row, handle + 2 * hits.index[i], 8) == 0 && memcmp(row + 6, &hits.time[i], 4) == 0,
                     "query %u: another body or time", hits.query[i]);
    }
}

Test(kernels_cast_polygons, results) { cases_run("kernels_cast_polygons", "results", 1000, results_case); }
