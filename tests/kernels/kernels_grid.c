/* tests/kernels/kernels_grid.c - the finders among few bodies and over a grid, pairs_all, pairs_self, pairs_cross and
 * runs_grid: the reference finds what a loop over all pairs finds. Every variant finds the same, with outputs of any
 * size, in one call or in pieces, whatever lies in the slack. The test builds the grid itself. */
#include <criterion/criterion.h>

#include <math.h>

#include "kernel_inputs.h"

/* ---- A grid and a stream --------------------------------------------------------------------------------------- */

enum { MOST_BODIES = 200 };

typedef struct bodies {
    float x[MOST_BODIES], y[MOST_BODIES], radius[MOST_BODIES];
    uint32_t count;
} bodies;

static struct {
    hail_grid_layout map;
    float cell, largest, slack; /* px: of the cells; the largest radius */
    uint32_t columns, rows, habit;
    bool uniform;
} the;

/* How bodies lie: spread out, all in one spot, on a lattice on which they touch exactly, or in clumps that touch within
 * an ulp. */
enum { SPREAD, CROWD, LATTICE, CLUMPS, HABITS };
static const char *const habit_name[HABITS] = {"spread", "crowd", "lattice", "clumps"};

/* A body a cell, as in a game. */
static void pick_ordinary(void) {
    the.habit = SPREAD;
    the.largest = 4.0f;
    the.slack = 1.0005f;
    the.uniform = pick_one_in(2);
    the.columns = the.rows = 13;
    the.cell = 2.05f * the.largest;
    the.map = map_make(0.0f, 0.0f, the.cell, the.columns, the.rows, 1);
}

static void pick_the_map(void) {
    if (cases_timed()) {
        pick_ordinary();
        return;
    }
    static const uint32_t axis[] = {1, 1, 2, 3, 5, 8, 13};
    static const float at[] = {0.0f, 0.0f, -320.0f, 0.1f, 1.0e6f, -1.0e9f, 9.9e8f};
    static const float radii[] = {4.0f, 4.0f, 0.0f, 0.37f, 1.0e-18f, 1.0e5f};
    the.habit = pick(HABITS);
    the.largest = radii[pick(6)];
    the.slack = pick_one_in(2) ? 1.0f : 1.0005f;
    the.uniform = pick_one_in(2);
    the.columns = axis[pick(7)];
    the.rows = axis[pick(7)];
    if (pick_one_in(16)) { /* the longest axis there is, where column numbers are least accurate */
        the.columns = 32768;
        the.rows = 1 + pick(2);
    } else if (pick_one_in(16)) { /* more rows than a list of pairs_cross holds of one body */
        the.columns = 1 + pick(2);
        the.rows = 150 + pick(150);
    }
    /* As wide as broad_kernels.h asks, plus the engine's margin for the rounding of columns' numbers. */
    the.cell = fmaxf(2.0f * the.largest * the.slack * 1.02f, 1.0e-6f) * (pick_one_in(3) ? 3.0f : 1.0f);
    float min = the.largest == 4.0f ? at[pick(7)] : 0.0f;
    if (fabsf(min) + the.cell * (float)the.columns > 1.0e9f)
        min = 0.0f;
    the.map = map_make(min, -min, the.cell, the.columns, the.rows, 1);
}

static uint32_t a_count(uint32_t few) {
    return cases_timed() ? MOST_BODIES - 11 : pick_one_in(4) ? pick(MOST_BODIES) : pick(few);
}

static float pick_radius(void) {
    return the.uniform || pick_one_in(3) ? the.largest : pick_one_in(8) ? 0.0f : pick_between(0.0f, the.largest);
}

static void pick_bodies(bodies *b, uint32_t count) {
    const float columns = (float)the.columns, rows = (float)the.rows;
    const float spot_x = pick_coordinate(the.map.min_x, the.cell, columns),
                spot_y = pick_coordinate(the.map.min_y, the.cell, rows);
    const float step = the.largest > 0.0f ? the.largest : 1.0f;
    b->count = count;
    for (uint32_t i = 0; i < count; i++) {
        float x = pick_coordinate(the.map.min_x, the.cell, columns), y = pick_coordinate(the.map.min_y, the.cell, rows);
        const float r = pick_radius();
        if (the.habit == CROWD && !pick_one_in(8))
            x = pick_one_in(3) ? spot_x : spot_x + pick_between(-the.cell, the.cell),
            y = spot_y + pick_between(-step, step);
        if (the.habit == LATTICE)
            x = the.map.min_x + step * (float)pick(12), y = the.map.min_y + step * (float)pick(12);
        if (the.habit == CLUMPS && i > 0 && !pick_one_in(4)) { /* touching the last one, as nearly as can be */
            const float turn = pick_one_in(3) ? 0.0f : pick_between(0.0f, 6.2831853f),
                        reach = (r + b->radius[i - 1]) * the.slack;
            x = nudged(b->x[i - 1] + (pick_one_in(2) ? -1.0f : 1.0f) * reach * cosf(turn));
            y = nudged(b->y[i - 1] + reach * sinf(turn));
        }
        b->x[i] = x, b->y[i] = y, b->radius[i] = r;
    }
}

/* A column by position; what lies after its end must not matter. */
static float *column(const char *name, const float *from, const uint32_t *order, uint32_t count) {
    float *f = hold(name, (size_t)count + HAIL_SLACK);
    for (uint32_t i = 0; i < count; i++)
        f[i] = from[order[i]];
    for (uint32_t i = count; i < count + HAIL_SLACK; i++)
        f[i] = pick_one_in(2) && count ? f[pick(count)] : pick_any();
    return f;
}

static void build_grid(const bodies *b, hail_grid_view *grid) {
    const uint32_t cells = map_cells(&the.map);
    uint32_t order[MOST_BODIES], n = 0, cell_of[MOST_BODIES];
    for (uint32_t i = 0; i < b->count; i++) { /* by insertion: slow, plain and stable */
        const uint32_t cell = cell_of[i] = map_cell(&the.map, b->x[i], b->y[i]);
        uint32_t at = n++;
        for (; at > 0 && cell_of[order[at - 1]] > cell; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    uint32_t *start = hold("start", (size_t)cells + 2);
    for (uint32_t c = 0, position = 0; c < cells + 2; c++) {
        while (position < n && cell_of[order[position]] < c)
            position++;
        start[c] = position;
    }
    *grid = (hail_grid_view){.map = the.map,
                             .x = column("grid x", b->x, order, n),
                             .y = column("grid y", b->y, order, n),
                             .radius = the.uniform ? NULL : column("grid radius", b->radius, order, n),
                             .uniform_radius = the.uniform ? the.largest : NAN,
                             .start = start,
                             .count = n,
                             .reach = the.largest};
}

static float radius_in(const hail_grid_view *grid, uint32_t i) {
    return grid->radius ? grid->radius[i] : grid->uniform_radius;
}

/* ---- Running a finder to its end ------------------------------------------------------------------------------- */

static uint32_t pick_capacity(void) {
    static const uint32_t capacities[] = {HAIL_SLACK, HAIL_SLACK, HAIL_SLACK + 1, 20, 31, 33, 64, 67, 1000, 8192};
    return capacities[pick(10)];
}

typedef uint32_t finder_fn(const hail_kernels *kernels, const void *user, hail_cursor *cursor, uint32_t end,
                           uint32_t *first, uint32_t *second, uint32_t capacity);

static void run_finder(finder_fn *find, const hail_kernels *kernels, const void *user, uint32_t begin, uint32_t end,
                       pair_list *found) {
    const uint32_t capacity = pick_capacity();
    const size_t words = (size_t)capacity + HAIL_SLACK;
    uint32_t *first = hold("first", words), *second = hold("second", words), idle = 0;
    hail_cursor cursor = {.body = begin};
    while (cursor.body < end) {
        const hail_cursor before = cursor;
        for (size_t i = 0; i < words; i++)
            first[i] = second[i] = CANARY;
        const uint32_t n = find(kernels, user, &cursor, end, first, second, capacity);
        guards_check();
        case_expects(n <= capacity, "%u pairs in room for %u", n, capacity);
        case_expects(cursor.body >= end || n + HAIL_SLACK >= capacity, "stopped at %u pairs of %u, before the end", n,
                     capacity);
        untouched("first", first, (size_t)n + HAIL_SLACK, words);
        untouched("second", second, (size_t)n + HAIL_SLACK, words);
        for (uint32_t i = 0; i < n; i++)
            pairs_add(found, first[i], second[i]);
        const bool still = cursor.body == before.body && cursor.run == before.run && cursor.step == before.step;
        idle = still ? idle + 1 : 0;
        case_expects(idle < 2, "stands still at body %u, run %u, step %u, capacity %u", cursor.body, cursor.run,
                     cursor.step, capacity);
    }
}

/* In up to three pieces, each with an output of its own size. */
static void run_in_pieces(finder_fn *find, const hail_kernels *kernels, const void *user, uint32_t end,
                          pair_list *found) {
    uint32_t begin = 0;
    pairs_clear(found);
    for (int i = 0; i < 2 && begin < end && pick_one_in(2); i++) {
        const uint32_t middle = begin + pick(end - begin + 1);
        run_finder(find, kernels, user, begin, middle, found);
        begin = middle;
    }
    run_finder(find, kernels, user, begin, end, found);
}

static uint32_t find_to_the_end(finder_fn *find, const hail_kernels *kernels, const void *user, uint32_t end) {
    static uint32_t first[8192 + HAIL_SLACK], second[8192 + HAIL_SLACK];
    hail_cursor cursor = {0};
    uint32_t count = 0;
    while (cursor.body < end)
        count += find(kernels, user, &cursor, end, first, second, 8192);
    return count;
}

static pair_list wanted, found;

static void compare_variants(finder_fn *find, const char *kernel, const void *user, uint32_t end) {
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, kernel);
        for (int again = 0; again < 2; again++) { /* with other sizes of output, and other pieces */
            run_in_pieces(find, kernels, user, end, &found);
            same_pairs(&found, &wanted);
        }
        case_times(kernels, kernel, end, find_to_the_end(find, kernels, user, end));
    }
}

/* ---- All with all ---------------------------------------------------------------------------------------------- */

typedef struct meeting {
    hail_stream_view stream, target;
    uint32_t targets;
    bool self;
} meeting;

static uint32_t find_all(const hail_kernels *kernels, const void *user, hail_cursor *cursor, uint32_t end,
                         uint32_t *first, uint32_t *second, uint32_t capacity) {
    const meeting *m = user;
    return kernels->pairs_all(&m->stream, &m->target, m->targets, m->self, the.slack, cursor, end, first, second,
                              capacity);
}

/* Nothing may be read past the columns' ends. */
static hail_stream_view view_of(const bodies *b) {
    return (hail_stream_view){hold_copy("x", b->x, b->count), hold_copy("y", b->y, b->count),
                              the.uniform ? NULL : hold_copy("radius", b->radius, b->count),
                              the.uniform ? the.largest : NAN};
}

static float radius_of(const hail_stream_view *view, uint32_t i) {
    return view->radius ? view->radius[i] : view->uniform_radius;
}

static void all_case(void) {
    static bodies b, t;
    meeting m = {.self = pick_one_in(2)};
    pick_the_map();
    pick_bodies(&b, a_count(40));
    pick_bodies(&t, a_count(40));
    for (uint32_t i = 0; i < t.count && b.count && !cases_timed();
         i += 1 + pick(3)) /* some of them where the others are */
        t.x[i] = b.x[pick(b.count)], t.y[i] = b.y[pick(b.count)];
    m.stream = view_of(&b);
    m.target = m.self ? m.stream : view_of(&t);
    m.targets = m.self ? b.count : t.count;
    case_says("%u bodies past %u (%s, %s, up to %g)%s, slack %g", b.count, m.targets, habit_name[the.habit],
              the.uniform ? "uniform" : "mixed", (double)the.largest, m.self ? ", themselves" : "", (double)the.slack);
    pairs_clear(&wanted);
    for (uint32_t i = 0; i < b.count; i++)
        for (uint32_t j = m.self ? i + 1 : 0; j < m.targets; j++)
            if (circles_near(m.stream.x[i], m.stream.y[i], radius_of(&m.stream, i), m.target.x[j], m.target.y[j],
                             radius_of(&m.target, j), the.slack))
                pairs_add(&wanted, i, j);
    compare_variants(find_all, "pairs_all", &m, b.count);
}
Test(kernels_grid, pairs_all) { cases_run("kernels_grid", "pairs_all", 5000, all_case); }

/* ---- Within a grid --------------------------------------------------------------------------------------------- */

static uint32_t find_self(const hail_kernels *kernels, const void *user, hail_cursor *cursor, uint32_t end,
                          uint32_t *first, uint32_t *second, uint32_t capacity) {
    return kernels->pairs_self(user, the.slack, cursor, end, first, second, capacity);
}

static void self_case(void) {
    static bodies b;
    hail_grid_view grid;
    pick_the_map();
    pick_bodies(&b, a_count(50));
    build_grid(&b, &grid);
    case_says("%u bodies (%s, %s, up to %g), %u * %u cells of %g at %g %g, slack %g", b.count, habit_name[the.habit],
              the.uniform ? "uniform" : "mixed", (double)the.largest, the.columns, the.rows, (double)the.cell,
              (double)the.map.min_x, (double)the.map.min_y, (double)the.slack);
    pairs_clear(&wanted);
    for (uint32_t i = 0; i < grid.count; i++)
        for (uint32_t j = i + 1; j < grid.count; j++)
            if (circles_near(grid.x[i], grid.y[i], radius_in(&grid, i), grid.x[j], grid.y[j], radius_in(&grid, j),
                             the.slack))
                pairs_add(&wanted, i, j);
    compare_variants(find_self, "pairs_self", &grid, grid.count);
}
Test(kernels_grid, pairs_self) { cases_run("kernels_grid", "pairs_self", 5000, self_case); }

/* ---- A stream past a grid -------------------------------------------------------------------------------------- */

typedef struct crossing {
    hail_grid_view grid;
    hail_stream_view stream;
    float small_limit;
} crossing;

static uint32_t find_cross(const hail_kernels *kernels, const void *user, hail_cursor *cursor, uint32_t end,
                           uint32_t *first, uint32_t *second, uint32_t capacity) {
    const crossing *c = user;
    return kernels->pairs_cross(&c->grid, &c->stream, c->small_limit, the.slack, cursor, end, first, second, capacity);
}

static void cross_case(void) {
    static bodies b, s;
    crossing c;
    pick_the_map();
    pick_bodies(&b, a_count(40));
    build_grid(&b, &c.grid);
    pick_bodies(&s, a_count(40));
    if (pick_rarely(2)) /* some of them where the grid's are */
        for (uint32_t i = 0; i < s.count && b.count; i += 1 + pick(3))
            s.x[i] = b.x[pick(b.count)], s.y[i] = b.y[pick(b.count)];
    const bool same_size = pick_one_in(2), some_gone = pick_one_in(3);
    const float most = the.largest * (pick_one_in(3)   ? 6.0f
                                      : pick_one_in(4) ? 400.0f
                                                       : 1.0f); /* more reaches further than a cell */
    c.small_limit = pick_one_in(2) ? most : pick_between(0.0f, most);
    if (!same_size)
        for (uint32_t i = 0; i < s.count; i++) /* some are larger than small_limit and meet nothing here */
            s.radius[i] = pick_one_in(5) ? nudged(c.small_limit) : pick_one_in(8) ? 1.0e9f : pick_between(0.0f, most);
    for (uint32_t i = 0; i < s.count; i++)
        s.radius[i] = same_size ? most : fmaxf(s.radius[i], 0.0f);
    float *grid_x = hold_copy("grid x that is left", c.grid.x, c.grid.count + HAIL_SLACK);
    for (uint32_t i = 0; i < c.grid.count && some_gone; i++)
        grid_x[i] = pick_one_in(4) ? NAN : grid_x[i];
    c.grid.x = grid_x;
    c.stream =
        (hail_stream_view){hold_copy("stream x", s.x, s.count), hold_copy("stream y", s.y, s.count),
                           same_size ? NULL : hold_copy("stream radius", s.radius, s.count), same_size ? most : NAN};
    case_says("%u bodies past %u (%s, %s grid, %s stream, up to %g, cut %g), %u * %u cells of %g at %g %g, slack %g",
              s.count, b.count, habit_name[the.habit], the.uniform ? "uniform" : "mixed",
              same_size ? "uniform" : "mixed", (double)the.largest, (double)c.small_limit, the.columns, the.rows,
              (double)the.cell, (double)the.map.min_x, (double)the.map.min_y, (double)the.slack);
    pairs_clear(&wanted);
    for (uint32_t i = 0; i < s.count; i++)
        for (uint32_t j = 0; s.radius[i] <= c.small_limit && j < c.grid.count; j++)
            if (circles_near(s.x[i], s.y[i], s.radius[i], c.grid.x[j], c.grid.y[j], radius_in(&c.grid, j), the.slack))
                pairs_add(&wanted, i, j);
    compare_variants(find_cross, "pairs_cross", &c, s.count);
}
Test(kernels_grid, pairs_cross) { cases_run("kernels_grid", "pairs_cross", 5000, cross_case); }

/* ---- Runs ------------------------------------------------------------------------------------------------------ */

typedef struct running {
    crossing c; /* stream.x NULL: the grid with itself */
    hail_runs runs;
} running;

static uint32_t find_runs(const hail_kernels *kernels, const void *user, hail_cursor *cursor, uint32_t end,
                          uint32_t *first, uint32_t *second, uint32_t capacity) {
    const running *r = user;
    return kernels->runs_grid(&r->c.grid, &r->runs, r->c.stream.x ? &r->c.stream : NULL, r->c.small_limit, the.slack,
                              cursor, end, first, second, capacity);
}

static bool same_columns(const hail_filter_columns *of, uint32_t i, uint32_t j) {
    return (!of->group || of->group[i] == of->group[j]) && (!of->category || of->category[i] == of->category[j]) &&
           (!of->mask || of->mask[i] == of->mask[j]);
}

/* Where each position's run ends: or, now and then, any earlier position after it. */
static const uint32_t *run_ends(const hail_filter_columns *of, const uint32_t *order, uint32_t count) {
    uint32_t *ends = hold("run ends", count);
    const bool longest = pick_one_in(2);
    for (uint32_t at = count; at-- > 0;) {
        const bool goes_on = at + 1 < count && same_columns(of, order[at], order[at + 1]);
        ends[at] = goes_on && (longest || !pick_one_in(8)) ? ends[at + 1] : at + 1;
    }
    return ends;
}

/* Few different columns, so that there are runs, or all kinds. */
static hail_filter_columns pick_columns(uint32_t n) {
    hail_filter_columns of = pick_filter(n);
    const bool long_runs = !pick_one_in(3);
    uint32_t *columns[] = {(uint32_t *)of.group, (uint32_t *)of.category, (uint32_t *)of.mask};
    for (int c = 0; c < 3 && long_runs; c++)
        for (uint32_t i = 1; columns[c] && i < n; i++)
            if (!pick_one_in(20))
                columns[c][i] = columns[c][i - 1];
    return of;
}

static void runs_case(void) {
    static bodies b, s;
    running r = {0};
    pick_the_map();
    pick_bodies(&b, a_count(50));
    build_grid(&b, &r.c.grid);
    const bool self = pick_one_in(2);
    s = b;
    if (!self)
        pick_bodies(&s, a_count(50));
    r.c.small_limit = pick_one_in(2) ? the.largest : pick_between(0.0f, the.largest);
    if (!self)
        r.c.stream = (hail_stream_view){hold_copy("stream x", s.x, s.count), hold_copy("stream y", s.y, s.count),
                                        hold_copy("stream radius", s.radius, s.count), NAN};
    uint32_t *order = hold("order", b.count); /* not the grid's own: any will do */
    for (uint32_t i = 0; i < b.count; i++)
        order[i] = i;
    if (pick_one_in(2))
        shuffle(order, b.count);
    const hail_filter_columns of = pick_columns(b.count), other = self ? of : pick_columns(s.count);
    r.runs = (hail_runs){filter_of(&other, &of), self ? order : NULL, order, run_ends(&of, order, b.count)};
    case_says("%u bodies past %u%s (%s, %s, up to %g), %u * %u cells of %g at %g %g, slack %g%s%s", s.count, b.count,
              self ? ", the same" : "", habit_name[the.habit], the.uniform ? "uniform" : "mixed", (double)the.largest,
              the.columns, the.rows, (double)the.cell, (double)the.map.min_x, (double)the.map.min_y, (double)the.slack,
              r.runs.filter.groups ? ", groups" : "", r.runs.filter.masks ? ", masks" : "");
    pairs_clear(&wanted);
    for (uint32_t i = 0; i < s.count; i++)
        for (uint32_t j = self ? i + 1 : 0; (self || s.radius[i] <= r.c.small_limit) && j < b.count; j++) {
            const float x = self ? r.c.grid.x[i] : s.x[i], y = self ? r.c.grid.y[i] : s.y[i];
            const float radius = self ? radius_in(&r.c.grid, i) : s.radius[i];
            if (filter_allows(&r.runs.filter, self ? order[i] : i, order[j]) &&
                circles_near(x, y, radius, r.c.grid.x[j], r.c.grid.y[j], radius_in(&r.c.grid, j), the.slack))
                pairs_add(&wanted, i, j);
        }
    compare_variants(find_runs, "runs_grid", &r, s.count);
}
Test(kernels_grid, runs_grid) { cases_run("kernels_grid", "runs_grid", 8000, runs_case); }
