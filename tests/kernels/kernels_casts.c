/* tests/kernels/kernels_casts.c - cast_rows and cast_circles over random grids: every variant writes the
 * rows of the reference and lists what it lists, segment by segment, with outputs of any size. Over all segments each
 * body is listed once by a cast, at the time of hail_batch_sweep, or not at all if that has no hit. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel_inputs.h"

enum { MOST_BODIES = 160, MOST_CASTS = 40, MOST_HITS = MOST_BODIES * MOST_CASTS, ROUNDS = 100000 };

static struct {
    hail_grid_layout map;
    float cell;
    uint32_t bodies, casts;
    float x[MOST_BODIES], y[MOST_BODIES], radius[MOST_BODIES], largest;
    uint32_t order[MOST_BODIES];
    bool uniform;
    hail_cast_job job;
    hail_cast_columns columns;
} the;

typedef struct listed_hit {
    uint32_t cast, position;
    float time;
} listed_hit;

typedef struct hit_list {
    listed_hit hit[MOST_HITS];
    uint32_t count;
} hit_list;

/* ---- Inputs ------------------------------------------------------------------------------------------------------ */

/* Within HAIL_MAX_BOUND. */
static float pick_place(float min, float cells) {
    return fmaxf(fminf(pick_coordinate(min, the.cell, cells), 1.0e9f), -1.0e9f);
}

static float *column(const char *name, const float *from) {
    float *f = hold(name, (size_t)the.bodies + HAIL_SLACK);
    for (uint32_t i = 0; i < the.bodies; i++)
        f[i] = from[the.order[i]];
    for (uint32_t i = the.bodies; i < the.bodies + HAIL_SLACK; i++)
        f[i] = pick_one_in(2) && the.bodies ? f[pick(the.bodies)] : pick_any();
    return f;
}

static void make_grid(void) {
    const float cells_x = (float)(cases_timed() ? 12 : 1 + pick(12)),
                cells_y = (float)(cases_timed() ? 12 : 1 + pick(12));
    the.cell = cases_timed() || pick_one_in(3) ? 16.0f : pick_between(0.5f, 60.0f);
    the.map = map_make(pick_between(-500.0f, 500.0f), pick_between(-500.0f, 500.0f), the.cell, (uint32_t)cells_x,
                       (uint32_t)cells_y, 1);
    the.uniform = pick_one_in(2);
    the.largest = pick_rarely(6) ? 0.0f : pick_between(0.0f, the.cell * (pick_rarely(5) ? 4.0f : 0.5f));
    the.bodies = cases_timed() ? MOST_BODIES - 7 : pick(MOST_BODIES);
    for (uint32_t i = 0; i < the.bodies; i++) {
        const bool twin = i && pick_one_in(6);
        the.x[i] = twin ? the.x[i - 1] : pick_place(the.map.min_x, cells_x);
        the.y[i] = twin ? the.y[i - 1] : pick_place(the.map.min_y, cells_y);
        the.radius[i] = the.uniform ? the.largest : pick_between(0.0f, the.largest);
    }
    for (uint32_t i = 0; i < the.bodies; i++) { /* by insertion */
        uint32_t at = i;
        const uint32_t cell = map_cell(&the.map, the.x[i], the.y[i]);
        for (; at > 0 && map_cell(&the.map, the.x[the.order[at - 1]], the.y[the.order[at - 1]]) > cell; at--)
            the.order[at] = the.order[at - 1];
        the.order[at] = i;
    }
    const uint32_t cells = map_cells(&the.map);
    uint32_t *start = hold("start", (size_t)cells + 2), position = 0;
    for (uint32_t c = 0; c < cells + 2; c++) {
        while (position < the.bodies && map_cell(&the.map, the.x[the.order[position]], the.y[the.order[position]]) < c)
            position++;
        start[c] = position;
    }
    the.job.grid = (hail_grid_view){.map = the.map,
                                    .x = column("grid x", the.x),
                                    .y = column("grid y", the.y),
                                    .radius = the.uniform ? NULL : column("grid radius", the.radius),
                                    .uniform_radius = the.uniform ? the.largest : 0.0f,
                                    .start = start,
                                    .count = the.bodies};
    the.job.max_x = the.map.min_x + the.cell * cells_x;
    the.job.max_y = the.map.min_y + the.cell * cells_y;
}

/* A displacement: none, along an axis, towards a body, far. */
static float pick_way(float from, const float *bodies) {
    switch (cases_timed() ? 5 : pick(6)) {
    case 0:
        return 0.0f;
    case 1:
        return pick_between(-1.0e4f, 1.0e4f);
    case 2:
        return pick_one_in(4) ? pick_between(-1.0e9f, 1.0e9f) : pick_between(-1.0f, 1.0f);
    case 3:
        return the.bodies ? nudged(bodies[pick(the.bodies)] - from) : 1.0f;
    default:
        return pick_between(-6.0f, 6.0f) * the.cell;
    }
}

static void make_casts(void) {
    the.casts = cases_timed() ? MOST_CASTS - 1 : pick(MOST_CASTS);
    float *x = hold("x", the.casts), *y = hold("y", the.casts), *dx = hold("dx", the.casts),
          *dy = hold("dy", the.casts), *radius = hold("radius", the.casts);
    for (uint32_t i = 0; i < the.casts; i++) {
        x[i] = pick_place(the.map.min_x, the.map.last_column + 1.0f);
        y[i] = pick_place(the.map.min_y, the.map.last_row + 1.0f);
        if (the.bodies && pick_one_in(6)) {
            const uint32_t b = pick(the.bodies);
            x[i] = nudged(the.x[b] + (pick_one_in(2) ? the.radius[b] : 0.0f));
            y[i] = the.y[b];
        }
        dx[i] = pick_way(x[i], the.x);
        dy[i] = pick_way(y[i], the.y);
        radius[i] = pick_one_in(3) ? 0.0f : pick_between(0.0f, 20.0f);
    }
    the.columns = (hail_cast_columns){x, y, dx, dy, pick_one_in(2) ? radius : NULL, NULL};
}

static void make_case(bool exact) {
    memset(&the, 0, sizeof the);
    make_grid();
    make_casts();
    the.job.reach = the.largest;
    the.job.segment = the.cell * pick_between(0.3f, 4.0f);
    the.job.inflate_rel = exact ? 1.0f : pick_between(1.0f, 1.01f);
    the.job.inflate_abs = exact ? 0.0f : pick_between(0.0f, 0x1p-16f);
    case_says("%u bodies, %u casts, cell %a, %s", the.bodies, the.casts, (double)the.cell,
              the.uniform ? "one radius" : "several radii");
}

/* ---- Running ----------------------------------------------------------------------------------------------------- */

static int by_order(const void *one, const void *other) {
    const listed_hit *a = one, *b = other;
    if (a->cast != b->cast)
        return a->cast < b->cast ? -1 : 1;
    return a->position < b->position ? -1 : a->position > b->position;
}

/* One segment of every cast that is active. */
static void run_stretch(const hail_kernels *kernels, const hail_cast_job *job, const uint32_t *active, uint32_t count,
                        hit_list *list) {
    const uint32_t capacity = HAIL_CAST_ROOM + (pick_one_in(2) ? pick(40) : 1000);
    uint32_t *cast = malloc((capacity + HAIL_SLACK) * 4), *position = malloc((capacity + HAIL_SLACK) * 4);
    float *time = malloc((capacity + HAIL_SLACK) * 4);
    hail_cursor cursor = {0};
    list->count = 0;
    case_calls(kernels, "cast_circles");
    while (cursor.body < count) {
        const uint32_t n = kernels->cast_circles(job, active, &cursor, count, cast, position, time, capacity);
        case_expects(n <= capacity, "%u hits of %u", n, capacity);
        for (uint32_t i = 0; i < n; i++) {
            case_expects(list->count < MOST_HITS, "too many hits");
            list->hit[list->count++] = (listed_hit){cast[i], position[i], time[i]};
        }
    }
    guards_check();
    qsort(list->hit, list->count, sizeof *list->hit, by_order);
    free(cast);
    free(position);
    free(time);
}

/* Casts, and the grid's bodies by position. */
static hail_narrow_job sweep_job(void) {
    static const float templates[HAIL_TEMPLATE_WORDS];
    const hail_grid_view *g = &the.job.grid;
    return (hail_narrow_job){.one = {.x = the.columns.x,
                                     .y = the.columns.y,
                                     .dx = the.columns.dx,
                                     .dy = the.columns.dy,
                                     .radius = the.columns.radius},
                             .two = {.x = g->x, .y = g->y, .radius = g->radius, .uniform_radius = g->uniform_radius},
                             .templates = templates,
                             .manifold = true};
}

/* The time of the narrowphase; 2: no hit. */
static float sweep_time(uint32_t cast, uint32_t position) {
    const uint32_t row = 0;
    float out[HAIL_ROW_WORDS];
    uint32_t header = 0;
    const uint8_t bytes[4] = {1, 1, 0, 0};
    memcpy(&header, bytes, sizeof header);
    hail_narrow_job job = sweep_job();
    job.header = header;
    job.rows = out;
    hail_kernels_at(0)->narrow[ASK_SWEEP][HAIL_CIRCLE_CIRCLE](&job, &cast, &position, &row, 1);
    memcpy(&header, out + 4, sizeof header);
    return header ? out[7] : 2.0f;
}

static void check_truth(const hit_list *all) {
    uint32_t k = 0;
    for (uint32_t c = 0; c < the.casts; c++)
        for (uint32_t p = 0; p < the.bodies; p++) {
            const float t = sweep_time(c, p);
            const bool listed = k < all->count && all->hit[k].cast == c && all->hit[k].position == p;
            case_expects(listed == (t <= 1.0f), "cast %u, body %u: hit at %a, but %slisted", c, p, (double)t,
                         listed ? "" : "not ");
            case_expects(!listed || memcmp(&all->hit[k].time, &t, sizeof t) == 0, "cast %u, body %u: %a, must be %a", c,
                         p, (double)all->hit[k].time, (double)t);
            k += listed;
        }
    case_expects(k == all->count, "%u hits, must be %u", all->count, k);
}

/* ---- Tests ------------------------------------------------------------------------------------------------------- */

static hit_list all, one, must;

/* From the first segment to the last. The kernel notes in the rows how far it came. */
static uint32_t cast_to_the_end(hail_cast_circles_fn *find, hail_cast_job *job, const float *rows) {
    enum { ROOM = HAIL_CAST_ROOM + 1000 };
    static uint32_t cast[ROOM + HAIL_SLACK], position[ROOM + HAIL_SLACK];
    static float time[ROOM + HAIL_SLACK];
    uint32_t active[MOST_CASTS], count = the.casts, hits = 0;
    memcpy(job->rows, rows, (size_t)count * HAIL_CAST_WORDS * sizeof *rows);
    for (uint32_t i = 0; i < count; i++)
        active[i] = i;
    while (count) {
        for (hail_cursor cursor = {0}; cursor.body < count;)
            hits += find(job, active, &cursor, count, cast, position, time, ROOM);
        uint32_t kept = 0;
        for (uint32_t i = 0; i < count; i++)
            if (job->rows[(size_t)active[i] * HAIL_CAST_WORDS + HAIL_CAST_TO] <= 1.0f)
                active[kept++] = active[i];
        count = kept;
    }
    return hits;
}

static void time_casts(const hail_kernels *kernels, const hail_cast_job *job) {
    const size_t words = (size_t)the.casts * HAIL_CAST_WORDS;
    hail_cast_job own = *job;
    own.rows = hold_copy("rows to time", job->rows, words);
    case_times(kernels, "cast_circles", the.casts, cast_to_the_end(kernels->cast_circles, &own, job->rows));
}

static void compare(const hail_kernels *kernels, bool truth) {
    const size_t words = (size_t)the.casts * HAIL_CAST_WORDS;
    hail_cast_job job = the.job, reference = the.job;
    uint32_t active[MOST_CASTS], count = the.casts;
    job.rows = hold("rows", words);
    reference.rows = hold("reference's rows", words);
    case_calls(kernels, "cast_rows");
    kernels->cast_rows(&job, &the.columns, count);
    hail_kernels_at(0)->cast_rows(&reference, &the.columns, count);
    case_times(kernels, "cast_rows", count, kernels->cast_rows(&job, &the.columns, count));
    for (uint32_t i = 0; i < count; i++) {
        active[i] = i;
        same_words("rows", job.rows + i * HAIL_CAST_WORDS, reference.rows + i * HAIL_CAST_WORDS, HAIL_CAST_REST + 1);
    }
    time_casts(kernels, &job);
    all.count = 0;
    for (uint32_t round = 0; count; round++) {
        case_expects(round < ROUNDS, "the casts do not end");
        run_stretch(kernels, &job, active, count, &one);
        run_stretch(hail_kernels_at(0), &reference, active, count, &must);
        case_calls(kernels, "cast_circles");
        case_expects(one.count == must.count, "%u hits, must be %u", one.count, must.count);
        same_words("hits", one.hit, must.hit, (size_t)one.count * 3);
        memcpy(all.hit + all.count, one.hit, one.count * sizeof *one.hit);
        all.count += one.count;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < count; i++) {
            const size_t at = (size_t)active[i] * HAIL_CAST_WORDS;
            same_words("times", job.rows + at + HAIL_CAST_FROM, reference.rows + at + HAIL_CAST_FROM, 2);
            if (job.rows[at + HAIL_CAST_TO] <= 1.0f)
                active[kept++] = active[i];
        }
        count = kept;
    }
    qsort(all.hit, all.count, sizeof *all.hit, by_order);
    if (truth)
        check_truth(&all);
}

static void exact_case(void) {
    make_case(true);
    for (size_t v = 0; v < hail_kernels_count(); v++)
        compare(hail_kernels_at(v), true);
}

/* Some reach less far beside their paths than ahead. */
static void make_sides(void) {
    float *side = hold("side", the.casts);
    for (uint32_t i = 0; i < the.casts; i++) {
        const float radius = the.columns.radius ? the.columns.radius[i] : 0.0f;
        side[i] = pick_one_in(3) ? radius : pick_between(0.0f, 1.0f) * radius;
    }
    the.columns.side = side;
}

static void inflated_case(void) {
    make_case(false);
    if (pick_one_in(2))
        make_sides();
    for (size_t v = 0; v < hail_kernels_count(); v++)
        compare(hail_kernels_at(v), false);
}

Test(kernels_casts, times_of_sweeps) { cases_run("kernels_casts", "times_of_sweeps", 1500, exact_case); }

Test(kernels_casts, inflated) { cases_run("kernels_casts", "inflated", 800, inflated_case); }
