/* tests/kernels/kernels_raster.c - rasterize, cull and pairs_raster. Every point that a target may touch lies on a bit
 * that rasterize sets and in a cell that it lists, wherever the two are. The three together find what a loop over all
 * pairs finds. Every variant equals the reference. */
#include <criterion/criterion.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "kernel_inputs.h"

enum { FINER = 4, MOST_TARGETS = HAIL_DISC_BLOCK, MOST_BODIES = 256 };

static struct {
    hail_grid_layout fine, coarse;
    float cell;
    uint32_t columns, rows;
} the;

/* Coarse cells anywhere, each four fine cells wide and high. `most` limits the columns. */
static void pick_maps(uint32_t most) {
    static const uint32_t axis[] = {1, 1, 2, 3, 8, 21, 40, 32768};
    static const float sizes[] = {8.0f, 1.0f, 13.7f, 0.001f, 1.0e5f, 61035.2f};
    most = cases_timed() && most > 21 ? 21 : most;
    the.columns = axis[pick(8)], the.rows = axis[pick(8)];
    the.columns = the.columns < most ? the.columns : most;
    the.rows = the.columns * the.rows > 1 << 18 ? 1 + pick((1 << 18) / the.columns) : the.rows < most ? the.rows : most;
    if (cases_timed())
        the.columns = the.rows = most;
    the.cell = sizes[cases_timed() ? 2 : pick(6)];
    const float far_away = the.cell > 1.0f ? -1.0e9f : -1000.0f;
    const float min_x = pick_rarely(3) ? far_away : pick_between(-500.0f, 500.0f),
                min_y = pick_rarely(3) ? far_away : 0.0f;
    the.coarse = map_make(min_x, min_y, the.cell, the.columns, the.rows, 0);
    the.fine = the.coarse;
    the.fine.inverse = the.coarse.inverse * FINER;
    the.fine.last_column = (float)(FINER * the.columns - 1);
    the.fine.last_row = (float)(FINER * the.rows - 1);
    the.fine.stride = (float)(FINER * the.columns);
}

static float spot_x(void) { return pick_coordinate(the.coarse.min_x, the.cell, (float)the.columns); }
static float spot_y(void) { return pick_coordinate(the.coarse.min_y, the.cell, (float)the.rows); }

static bool within(float at, float reach, float most) { return at - (at - reach) <= most && (at + reach) - at <= most; }

/* A reach no larger than a coarse cell, as broad_kernels.h asks, even with its ends rounded. The engine stays below by
 * the same share. */
static float fitting(float x, float y, float reach) {
    const float most = 0.999f / the.coarse.inverse;
    while (!within(x, reach, most) || !within(y, reach, most))
        reach *= 0.75f;
    return reach;
}

static float pick_reach(float x, float y) {
    const float most = 0.999f / the.coarse.inverse;
    static const float shares[] = {1.0f, 1.0f, 0.5f, 0.25f, 0.125f};
    return fitting(x, y,
                   pick_one_in(3)    ? most * shares[pick(5)]
                   : pick_one_in(16) ? FLT_MIN
                                     : pick_between(0.0f, most));
}

/* ---- Rasterize --------------------------------------------------------------------------------------------------- */

static bool is_lit(const hail_discs *discs, uint32_t i, uint32_t bit) {
    for (uint32_t row = 0; row < discs->fine_rows[i]; row++)
        if (bit >= discs->from[row][i] && bit <= discs->to[row][i])
            return true;
    return false;
}

static bool is_listed(const hail_discs *discs, uint32_t i, uint32_t cell) {
    const uint32_t stride = (uint32_t)the.coarse.stride, column = discs->corner[i] % stride,
                   row = discs->corner[i] / stride;
    return cell / stride - row < discs->rows[i] && cell % stride - column < discs->columns[i];
}

/* Checks a point that this target touches by the finders' test. It often lies at the rim, straight along an axis or on
 * a line of the map. */
static void check_point(const hail_discs *discs, uint32_t i, float x, float y, float reach) {
    static const float shares[] = {1.0f, 1.0f, 0.9999f, 0.99f, 0.7f};
    const float turn = pick_one_in(4) ? 1.5707964f * (float)pick(4) : pick_between(0.0f, 6.2831853f),
                share = shares[pick(5)];
    float px = x + reach * share * cosf(turn), py = y + reach * share * sinf(turn);
    if (pick_one_in(4)) { /* onto a line, and next to it */
        const float line = the.fine.min_y + floorf((py - the.fine.min_y) * the.fine.inverse) / the.fine.inverse;
        py = nudged(line);
    }
    /* The engine's reach is 1.00001 times the distance at which a target can touch anything (engine/broad/raster.c,
     * reach_of). */
    if (!circles_near(px, py, 0.0f, x, y, reach / 1.00001f, 1.0f))
        return;
    const uint32_t bit = map_cell(&the.fine, px, py), cell = map_cell(&the.coarse, px, py);
    case_expects(is_lit(discs, i, bit), "target %u at %.9g %.9g, reach %.9g: no bit at %.9g %.9g", i, (double)x,
                 (double)y, (double)reach, (double)px, (double)py);
    case_expects(is_listed(discs, i, cell), "target %u at %.9g %.9g, reach %.9g: not listed at %.9g %.9g", i, (double)x,
                 (double)y, (double)reach, (double)px, (double)py);
}

/* Bits lie on the map, each row's bits on that row, in one or two words. */
static void check_disc(const hail_discs *discs, uint32_t i) {
    const uint32_t stride = (uint32_t)the.fine.stride, coarse = (uint32_t)the.coarse.stride;
    case_expects(discs->fine_rows[i] >= 1 && discs->fine_rows[i] <= HAIL_DISC_ROWS, "target %u: %u rows", i,
                 discs->fine_rows[i]);
    case_expects(discs->rows[i] >= 1 && discs->rows[i] <= 3 && discs->columns[i] >= 1 && discs->columns[i] <= 3,
                 "target %u: %u * %u cells", i, discs->columns[i], discs->rows[i]);
    case_expects(discs->corner[i] % coarse + discs->columns[i] <= the.columns &&
                     discs->corner[i] / coarse + discs->rows[i] <= the.rows,
                 "target %u: listed off the map", i);
    for (uint32_t row = 0; row < discs->fine_rows[i]; row++) {
        const uint32_t from = discs->from[row][i], to = discs->to[row][i];
        case_expects(from <= to && to - from < 32 && to < map_cells(&the.fine) && from / stride == to / stride &&
                         from / stride == discs->from[0][i] / stride + row,
                     "target %u, row %u: bits %u to %u", i, row, from, to);
    }
}

static void draw_case(void) {
    const uint32_t count = cases_timed() ? HAIL_DISC_BLOCK - 3 : pick_one_in(2) ? pick(HAIL_DISC_BLOCK + 1) : pick(10);
    pick_maps(32768);
    float *x = hold("x", count), *y = hold("y", count), *reach = hold("reach", count);
    for (uint32_t i = 0; i < count; i++)
        x[i] = spot_x(), y[i] = spot_y(), reach[i] = pick_reach(x[i], y[i]);
    case_says("%u targets, %u * %u cells of %g at %g %g", count, the.columns, the.rows, (double)the.cell,
              (double)the.coarse.min_x, (double)the.coarse.min_y);
    const hail_discs *ref = NULL;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "rasterize");
        hail_discs *discs = hold("discs", sizeof *discs / 4);
        kernels->rasterize(&the.fine, &the.coarse, x, y, reach, count, discs);
        case_times(kernels, "rasterize", count, kernels->rasterize(&the.fine, &the.coarse, x, y, reach, count, discs));
        guards_check();
        if (!ref)
            ref = discs;
        same_words("corner", discs->corner, ref->corner, count);
        same_words("columns", discs->columns, ref->columns, count);
        same_words("rows", discs->rows, ref->rows, count);
        same_words("fine_rows", discs->fine_rows, ref->fine_rows, count);
        for (uint32_t i = 0; i < count; i++) {
            check_disc(discs, i);
            for (uint32_t row = 0; row < discs->fine_rows[i]; row++)
                case_expects(discs->from[row][i] == ref->from[row][i] && discs->to[row][i] == ref->to[row][i],
                             "target %u, row %u: bits %u to %u, not %u to %u", i, row, discs->from[row][i],
                             discs->to[row][i], ref->from[row][i], ref->to[row][i]);
        }
    }
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 24; k++)
            check_point(ref, i, x[i], y[i], reach[i]);
}
Test(kernels_raster, rasterize) { cases_run("kernels_raster", "rasterize", 12000, draw_case); }

/* ---- Cull ----------------------------------------------------------------------------------------------------- */

static void time_cull(const hail_kernels *kernels, const hail_raster_view *raster, const hail_stream_view *stream,
                      uint32_t begin, uint32_t end) {
    const size_t room = (size_t)(end - begin) + HAIL_SLACK;
    const hail_survivors out = {hold("index", room), hold("x", room), hold("y", room), hold("radius", room)};
    case_times(kernels, "cull", end - begin, kernels->cull(raster, stream, begin, end, &out));
}

static void sieve_case(void) {
    const uint32_t n = cases_timed() ? MOST_BODIES - 7 : pick_length() % MOST_BODIES;
    pick_maps(40);
    const uint32_t words = map_cells(&the.fine) / 32 + 1;
    uint32_t begin, end, *bits = hold("bits", words);
    for (uint32_t i = 0; i < words; i++)
        bits[i] = pick_one_in(3) ? 0 : pick_one_in(3) ? UINT32_MAX : (uint32_t)(pick_bits() & pick_bits());
    pick_range(n, &begin, &end);
    const bool uniform = pick_one_in(2);
    float *x = hold("x", n), *y = hold("y", n), *radius = uniform ? NULL : hold("radius", n);
    for (uint32_t i = 0; i < n; i++) {
        x[i] = spot_x(), y[i] = spot_y();
        if (radius)
            radius[i] = fabsf(pick_finite());
    }
    const hail_raster_view raster = {.fine = the.fine, .coarse = the.coarse, .bits = bits};
    const hail_stream_view stream = {x, y, radius, 4.0f};
    case_says("[%u, %u) of %u%s, %u * %u cells of %g at %g %g", begin, end, n, uniform ? ", uniform" : "", the.columns,
              the.rows, (double)the.cell, (double)the.coarse.min_x, (double)the.coarse.min_y);
    uint32_t index[MOST_BODIES], count = 0;
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t bit = map_cell(&the.fine, x[i], y[i]);
        if (bits[bit / 32] >> bit % 32 & 1u)
            index[count++] = i;
    }
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "cull");
        const size_t room = (size_t)(end - begin) + HAIL_SLACK;
        const hail_survivors out = {hold("index", room), hold("x", room), hold("y", room), hold("radius", room)};
        const uint32_t middle = begin + pick(end - begin + 1),
                       half = kernels->cull(&raster, &stream, begin, middle, &out);
        const hail_survivors rest = {out.index + half, out.x + half, out.y + half, out.radius + half};
        const uint32_t left = half + kernels->cull(&raster, &stream, middle, end, &rest);
        time_cull(kernels, &raster, &stream, begin, end);
        guards_check();
        case_expects(left == count, "%u are left, not %u", left, count);
        same_words("index", out.index, index, count);
        for (uint32_t k = 0; k < count; k++) {
            same_words("x", out.x + k, x + index[k], 1);
            same_words("y", out.y + k, y + index[k], 1);
            if (radius)
                same_words("radius", out.radius + k, radius + index[k], 1);
        }
        untouched("index", out.index, (size_t)count + HAIL_SLACK, room);
        untouched("radius", out.radius, uniform ? 0 : (size_t)count + HAIL_SLACK, room);
    }
}
Test(kernels_raster, cull) { cases_run("kernels_raster", "cull", 10000, sieve_case); }

/* ---- The three together ---------------------------------------------------------------------------------------- */

static struct {
    hail_target target[MOST_TARGETS];
    float x[MOST_BODIES], y[MOST_BODIES], radius[MOST_BODIES];
    uint32_t targets, bodies;
    float small_limit, slack, uniform_radius;
    bool uniform;
    hail_size_filter size_filter;
    bool by_runs; /* searched by runs_raster, else by pairs_raster, which knows of no filter */
    hail_runs runs;
} scene;

static bool may_meet(float r, uint32_t index, const hail_target *target) {
    const float big = target->radius;
    switch (scene.size_filter) {
    case HAIL_SIZE_SMALL:
        return r <= (scene.small_limit > big ? scene.small_limit : big);
    case HAIL_SIZE_SMALLER:
        return r <= scene.small_limit || r < big;
    default:
        return r < big || (r == big && index < target->index);
    }
}

static bool same_word(const uint32_t *column, uint32_t i, uint32_t j) { return !column || column[i] == column[j]; }

/* Whether two targets' filter columns are equal. */
static bool same_columns(uint32_t i, uint32_t j) {
    const hail_filter_columns *of = &scene.runs.filter.second;
    return same_word(of->group, i, j) && same_word(of->category, i, j) && same_word(of->mask, i, j);
}

/* What engine/broad/raster.c does with discs: bits set, and targets listed by cell. */
static void build_raster(const hail_kernels *kernels, hail_raster_view *raster, const float *reach) {
    const uint32_t cells = map_cells(&the.coarse), stride = (uint32_t)the.coarse.stride;
    float *x = hold("target x", scene.targets), *y = hold("target y", scene.targets);
    uint32_t *bits = hold("bits", map_cells(&the.fine) / 32 + 1), *start = hold("start", (size_t)cells + 1), listed = 0;
    hail_discs *discs = hold("discs", sizeof *discs / 4);
    hail_target list[9 * MOST_TARGETS + 1];
    for (uint32_t i = 0; i < scene.targets; i++)
        x[i] = scene.target[i].x, y[i] = scene.target[i].y;
    kernels->rasterize(&the.fine, &the.coarse, x, y, reach, scene.targets, discs);
    memset(bits, 0, (map_cells(&the.fine) / 32 + 1) * sizeof *bits);
    for (uint32_t i = 0; i < scene.targets; i++)
        for (uint32_t row = 0; row < discs->fine_rows[i]; row++)
            for (uint32_t bit = discs->from[row][i]; bit <= discs->to[row][i]; bit++)
                bits[bit / 32] |= UINT32_C(1) << bit % 32;
    for (uint32_t cell = 0; cell <= cells; cell++) {
        start[cell] = listed;
        for (uint32_t i = 0; i < scene.targets && cell < cells; i++)
            if (cell / stride - discs->corner[i] / stride < discs->rows[i] &&
                cell % stride - discs->corner[i] % stride < discs->columns[i])
                list[listed++] = scene.target[i];
    }
    if (scene.by_runs) {
        uint32_t *ends = hold("run ends", listed);
        for (uint32_t at = listed; at-- > 0;) {
            const bool goes_on = at + 1 < listed && same_columns(list[at].index, list[at + 1].index);
            ends[at] = goes_on ? ends[at + 1] : at + 1;
        }
        scene.runs.end = ends;
    }
    list[listed++] = (hail_target){NAN, NAN, NAN, UINT32_MAX}; /* readable, but without meaning */
    *raster = (hail_raster_view){the.fine, the.coarse, bits, start, hold_copy("targets", list, 4 * (size_t)listed)};
}

static void pick_scene(float *reach) {
    const float most = 0.999f / the.coarse.inverse;
    scene.targets = pick(scene.by_runs && pick_one_in(3) ? MOST_TARGETS : pick_one_in(3) ? 20 : 5);
    scene.targets = cases_timed() ? MOST_TARGETS - 3 : scene.targets;
    scene.bodies = cases_timed() ? MOST_BODIES - 7 : pick_length() % MOST_BODIES;
    scene.size_filter = (hail_size_filter)pick(3);
    scene.slack = pick_one_in(2) ? 1.0f : 1.0005f;
    scene.uniform = pick_one_in(2);
    scene.small_limit = scene.size_filter == HAIL_SIZE_SELF ? 0.0f : pick_one_in(4) ? -1.0f : most * 0.1f;
    for (uint32_t i = 0; i < scene.targets; i++) {
        const float r = pick_one_in(3) ? most * 0.4f : pick_between(0.0f, most * 0.49f),
                    more = scene.small_limit > r ? scene.small_limit : r;
        scene.target[i] = (hail_target){spot_x(), spot_y(), r, pick(MOST_BODIES)};
        /* As far away as a body that may touch it can be. Bodies count up to its own radius, or to small_limit if that
         * is larger. */
        reach[i] = (r + more) * scene.slack * 1.00001f + FLT_MIN;
    }
    scene.uniform_radius = pick_one_in(2) ? most * 0.1f : most * 0.4f;
    for (uint32_t i = 0; i < scene.bodies; i++) {
        const hail_target *near_to = scene.targets && pick_one_in(2) ? &scene.target[pick(scene.targets)] : NULL;
        const float r = scene.uniform    ? scene.uniform_radius
                        : pick_one_in(4) ? most * 0.4f
                                         : pick_between(0.0f, most * 0.49f);
        scene.x[i] = spot_x(), scene.y[i] = spot_y();
        if (near_to) { /* at the rim, mostly */
            const float turn = pick_one_in(4) ? 1.5707964f * (float)pick(4) : pick_between(0.0f, 6.2831853f);
            const float at = (near_to->radius + r) * scene.slack * (pick_one_in(2) ? 1.0f : pick_between(0.0f, 1.1f));
            scene.x[i] = nudged(near_to->x + at * cosf(turn)), scene.y[i] = near_to->y + at * sinf(turn);
        }
        scene.radius[i] = r;
    }
}

static uint32_t find_some(const hail_kernels *kernels, const hail_raster_view *raster, const hail_survivors *s,
                          hail_cursor *cursor, uint32_t end, uint32_t *first, uint32_t *second, uint32_t capacity) {
    return scene.by_runs
               ? kernels->runs_raster(raster, &scene.runs, s, scene.uniform_radius, scene.uniform, scene.small_limit,
                                      scene.size_filter, scene.slack, cursor, end, first, second, capacity)
               : kernels->pairs_raster(raster, s, scene.uniform_radius, scene.uniform, scene.small_limit,
                                       scene.size_filter, scene.slack, cursor, end, first, second, capacity);
}

static uint32_t search_again(const hail_kernels *kernels, const hail_raster_view *raster, const hail_survivors *s,
                             uint32_t end) {
    static uint32_t first[4096 + HAIL_SLACK], second[4096 + HAIL_SLACK];
    hail_cursor cursor = {0};
    uint32_t count = 0;
    while (cursor.body < end)
        count += find_some(kernels, raster, s, &cursor, end, first, second, 4096);
    return count;
}

static void search(const hail_kernels *kernels, const hail_raster_view *raster, const hail_stream_view *stream,
                   pair_list *found) {
    static const uint32_t capacities[] = {HAIL_SLACK, HAIL_SLACK, HAIL_SLACK + 1, 23, 33, 64, 4096};
    const uint32_t capacity = capacities[pick(7)];
    const size_t room = (size_t)scene.bodies + HAIL_SLACK, words = (size_t)capacity + HAIL_SLACK;
    hail_survivors s = {hold("index", room), hold("x", room), hold("y", room), hold("radius", room)};
    uint32_t *first = hold("first", words), *second = hold("second", words), idle = 0;
    case_calls(kernels, "rasterize, cull");
    const uint32_t left = kernels->cull(raster, stream, 0, scene.bodies, &s);
    case_calls(kernels, scene.by_runs ? "runs_raster" : "pairs_raster");
    /* Nothing past the survivors may be read. */
    s = (hail_survivors){hold_copy("left index", s.index, left), hold_copy("left x", s.x, left),
                         hold_copy("left y", s.y, left), hold_copy("left radius", s.radius, left)};
    case_times(kernels, scene.by_runs ? "runs_raster" : "pairs_raster", left, search_again(kernels, raster, &s, left));
    hail_cursor cursor = {0};
    const uint32_t middle = pick_one_in(2) ? left : pick(left + 1);
    pairs_clear(found);
    while (cursor.body < left) {
        const uint32_t end = cursor.body < middle ? middle : left;
        const hail_cursor before = cursor;
        for (size_t i = 0; i < words; i++)
            first[i] = second[i] = CANARY;
        const uint32_t n = find_some(kernels, raster, &s, &cursor, end, first, second, capacity);
        guards_check();
        case_expects(n <= capacity, "%u pairs in room for %u", n, capacity);
        case_expects(cursor.body >= end || n + HAIL_SLACK >= capacity, "stopped at %u pairs of %u, before the end", n,
                     capacity);
        untouched("first", first, (size_t)n + HAIL_SLACK, words);
        untouched("second", second, (size_t)n + HAIL_SLACK, words);
        for (uint32_t i = 0; i < n; i++)
            pairs_add(found, first[i], second[i]);
        idle = cursor.body == before.body && cursor.step == before.step ? idle + 1 : 0;
        case_expects(idle < 2, "stands still at body %u, step %u, capacity %u", cursor.body, cursor.step, capacity);
        if (cursor.body >= end) /* a piece is done: the next starts afresh */
            cursor = (hail_cursor){.body = end};
    }
}

static bool allowed(uint32_t body, const hail_target *target) {
    const uint32_t *order = scene.runs.first_order;
    return !scene.by_runs || filter_allows(&scene.runs.filter, order ? order[body] : body, target->index);
}

static void search_case(void) {
    static pair_list wanted, found;
    float reach[MOST_TARGETS];
    pick_maps(40);
    pick_scene(reach);
    const hail_stream_view stream = {
        hold_copy("stream x", scene.x, scene.bodies), hold_copy("stream y", scene.y, scene.bodies),
        scene.uniform ? NULL : hold_copy("stream radius", scene.radius, scene.bodies), scene.uniform_radius};
    case_says("%u bodies%s past %u targets, meeting %d, cut %g, slack %g, %u * %u cells of %g at %g %g", scene.bodies,
              scene.uniform ? ", uniform," : "", scene.targets, (int)scene.size_filter, (double)scene.small_limit,
              (double)scene.slack, the.columns, the.rows, (double)the.cell, (double)the.coarse.min_x,
              (double)the.coarse.min_y);
    pairs_clear(&wanted);
    for (uint32_t i = 0; i < scene.bodies; i++)
        for (uint32_t t = 0; t < scene.targets; t++) {
            const hail_target *target = &scene.target[t];
            if (circles_near(scene.x[i], scene.y[i], scene.radius[i], target->x, target->y, target->radius,
                             scene.slack) &&
                may_meet(scene.radius[i], i, target) && allowed(i, target))
                pairs_add(&wanted, i, target->index);
        }
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        hail_raster_view raster;
        case_calls(kernels, "rasterize");
        build_raster(kernels, &raster, reach);
        search(kernels, &raster, &stream, &found);
        same_pairs(&found, &wanted);
    }
}

static void raster_case(void) {
    scene.by_runs = false;
    search_case();
}
Test(kernels_raster, pairs_raster) { cases_run("kernels_raster", "pairs_raster", 6000, raster_case); }

static void runs_case(void) {
    uint32_t *order = pick_one_in(2) ? hold("first order", MOST_BODIES) : NULL;
    for (uint32_t i = 0; order && i < MOST_BODIES; i++)
        order[i] = pick(MOST_BODIES);
    const hail_filter_columns first = pick_filter(MOST_BODIES), second = pick_filter(MOST_BODIES);
    scene.by_runs = true;
    scene.runs = (hail_runs){.filter = filter_of(&first, &second), .first_order = order};
    search_case();
}
Test(kernels_raster, runs_raster) { cases_run("kernels_raster", "runs_raster", 6000, runs_case); }
