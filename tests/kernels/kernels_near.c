/* tests/kernels/kernels_near.c - near_bodies, near_few, near_allowed and near_rows: every
 * variant equals the reference, and the reference equals a loop over all bodies. The test builds the grid itself. */
#include <criterion/criterion.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "kernel_inputs.h"

enum { MOST = 400, POINTS = 100, MOST_WORDS = 64 };

static struct {
    hail_grid_layout map;
    hail_grid_view grid;
    uint32_t columns, rows, points;
    float cell;
    const float *x, *y; /* points */
} the;

static float pick_along(float min, uint32_t cells) {
    if (pick_rarely(4))
        return min + 0.5f * the.cell * (float)pick(2 * cells + 1); /* a lattice: many are equally far away */
    return pick_coordinate(min, the.cell, (float)cells);
}

/* A column by position, with slack that must not matter. */
static float *hold_column(const char *name, const float *from, uint32_t count) {
    float *to = hold(name, (size_t)count + HAIL_SLACK);
    for (uint32_t i = 0; i < count + HAIL_SLACK; i++)
        to[i] = i < count ? from[i] : pick_any();
    return to;
}

static void sort_by_cell(float *x, float *y, uint32_t count, uint32_t *start) {
    const uint32_t cells = map_cells(&the.map);
    for (uint32_t i = 1; i < count; i++) /* by insertion: slow, plain and stable */
        for (uint32_t at = i; at > 0 && map_cell(&the.map, x[at], y[at]) < map_cell(&the.map, x[at - 1], y[at - 1]);
             at--) {
            const float swap_x = x[at], swap_y = y[at];
            x[at] = x[at - 1], y[at] = y[at - 1];
            x[at - 1] = swap_x, y[at - 1] = swap_y;
        }
    for (uint32_t c = 0, position = 0; c < cells + 2; c++) {
        while (position < count && map_cell(&the.map, x[position], y[position]) < c)
            position++;
        start[c] = position;
    }
}

/* with_gone: some bodies may be gone, at a NaN. */
static void pick_scene(bool with_gone) {
    static const uint32_t axis[] = {1, 2, 3, 5, 8, 20};
    static float x[MOST], y[MOST], radius[MOST], grid_x[MOST];
    const uint32_t count = cases_timed() ? 390 : pick_one_in(3) ? pick(MOST) : pick(60);
    const bool uniform = pick_one_in(2), dense = pick_rarely(5), gone = with_gone && pick_rarely(4);
    the.columns = axis[pick(6)], the.rows = axis[pick(6)];
    if (cases_timed())
        the.columns = the.rows = 14;
    the.cell = pick_rarely(4) ? 1.0e-3f : 16.0f;
    const float at = pick_one_in(6) ? 1.0e6f : pick_one_in(3) ? -100.0f : 0.0f;
    the.map = map_make(at, at, the.cell, the.columns, the.rows, 1);
    for (uint32_t i = 0; i < count; i++) {
        x[i] = dense ? at : pick_along(at, the.columns), y[i] = pick_along(at, the.rows);
        radius[i] = pick_between(0.0f, the.cell);
    }
    uint32_t *start = hold("start", (size_t)map_cells(&the.map) + 2);
    sort_by_cell(x, y, count, start);
    for (uint32_t i = 0; gone && i < count; i++) /* they stay in their cells, and are not found */
        grid_x[i] = pick_one_in(4) ? NAN : x[i];
    the.grid = (hail_grid_view){.map = the.map,
                                .x = hold_column("grid x", gone ? grid_x : x, count),
                                .y = hold_column("grid y", y, count),
                                .radius = uniform ? NULL : hold_column("grid radius", radius, count),
                                .uniform_radius = pick_one_in(3) ? 0.0f : pick_between(0.0f, the.cell),
                                .start = start,
                                .count = count};
    the.points = cases_timed() ? POINTS - 3 : pick_one_in(3) ? pick(POINTS) : pick(12);
    float *px = hold("point x", the.points), *py = hold("point y", the.points);
    for (uint32_t i = 0; i < the.points; i++) {
        const uint32_t body = count ? pick(count) : 0;
        const bool there = count && pick_one_in(6);
        px[i] = there ? x[body] : pick_along(at, the.columns), py[i] = there ? y[body] : pick_along(at, the.rows);
    }
    the.x = px, the.y = py;
    case_says("%u bodies, %u points, %u * %u cells of %g at %g", count, the.points, the.columns, the.rows,
              (double)the.cell, (double)at);
}

static float distance_to(uint32_t position, float x, float y) {
    const float dx = the.grid.x[position] - x, dy = the.grid.y[position] - y;
    return sqrtf(dx * dx + dy * dy);
}

/* ---- Bodies in cells ------------------------------------------------------------------------------------------- */

static void pick_range_of(uint32_t cells, uint32_t *from, uint32_t *to) {
    *from = pick(cells);
    *to = *from + pick(cells - *from);
}

static bool in_block(const hail_cell_block *block, uint32_t position) {
    const uint32_t cell = map_cell(&the.map, the.grid.x[position], the.grid.y[position]);
    const uint32_t row = cell / (uint32_t)the.map.stride - 1, column = cell % (uint32_t)the.map.stride - 1;
    return column >= block->from_column && column <= block->to_column && row >= block->from_row && row <= block->to_row;
}

static uint64_t name_of(uint32_t position, float key) {
    uint32_t bits;
    memcpy(&bits, &key, sizeof bits);
    return (uint64_t)position << 32 | bits;
}

static void list_all(const hail_kernels *kernels, const hail_near_bodies_job *job, pair_list *found) {
    const uint32_t capacity = pick_one_in(2) ? HAIL_SLACK + pick(20) : 500;
    uint32_t *position = hold("position", (size_t)capacity + HAIL_SLACK);
    float *key = hold("key", (size_t)capacity + HAIL_SLACK);
    hail_cursor cursor = {0};
    pairs_clear(found);
    while (cursor.body <= job->block.to_row - job->block.from_row) {
        const uint32_t n = kernels->near_bodies(job, &cursor, position, key, capacity);
        guards_check();
        case_expects(n <= capacity, "%u bodies in room for %u", n, capacity);
        for (uint32_t i = 0; i < n; i++)
            pairs_add(found, position[i], (uint32_t)name_of(0, key[i]));
    }
}

static uint32_t list_again(const hail_kernels *kernels, const hail_near_bodies_job *job) {
    static uint32_t position[500 + HAIL_SLACK];
    static float key[500 + HAIL_SLACK];
    hail_cursor cursor = {0};
    uint32_t count = 0;
    while (cursor.body <= job->block.to_row - job->block.from_row)
        count += kernels->near_bodies(job, &cursor, position, key, 500);
    return count;
}

static void bodies_case(void) {
    static pair_list wanted, found;
    pick_scene(true);
    hail_near_bodies_job job = {.grid = &the.grid, .done = {0, 0, 1, 0}};
    job.x = the.points ? the.x[0] : 0.0f, job.y = the.points ? the.y[0] : 0.0f;
    job.shrink = pick_one_in(2) ? 1.0f : 0.75f, job.grow = pick_one_in(2) ? 1.0f : pick_between(0.0f, 2.0f);
    job.bound = pick_one_in(4) ? FLT_MAX : pick_between(-the.cell, 4.0f * the.cell);
    pick_range_of(the.columns, &job.block.from_column, &job.block.to_column);
    pick_range_of(the.rows, &job.block.from_row, &job.block.to_row);
    if (pick_one_in(2)) {
        job.done.from_column = job.block.from_column + pick(job.block.to_column - job.block.from_column + 1);
        job.done.to_column = job.done.from_column + pick(job.block.to_column - job.done.from_column + 1);
        job.done.from_row = job.block.from_row + pick(job.block.to_row - job.block.from_row + 1);
        job.done.to_row = job.done.from_row + pick(job.block.to_row - job.done.from_row + 1);
    }
    pairs_clear(&wanted);
    for (uint32_t i = 0; i < the.grid.count; i++) {
        const float radius = the.grid.radius ? the.grid.radius[i] : the.grid.uniform_radius;
        const float key = distance_to(i, job.x, job.y) * job.shrink - radius * job.grow;
        if (in_block(&job.block, i) && !(job.done.from_row <= job.done.to_row && in_block(&job.done, i)) &&
            key <= job.bound)
            pairs_add(&wanted, i, (uint32_t)name_of(0, key));
    }
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "near_bodies");
        list_all(kernels, &job, &found);
        case_times(kernels, "near_bodies", found.count, list_again(kernels, &job));
        same_pairs(&found, &wanted);
    }
}
Test(kernels_near, bodies) { cases_run("kernels_near", "bodies", 4000, bodies_case); }

/* ---- The few nearest ------------------------------------------------------------------------------------------- */

static uint32_t *hold_words(const char *name, uint32_t count, uint32_t most) {
    uint32_t *to = hold(name, count);
    for (uint32_t i = 0; i < count; i++)
        to[i] = pick(most);
    return to;
}

/* The box of all positions, or a larger one. */
static void pick_box(hail_near_few_job *job) {
    const float more = pick_one_in(2) ? 0.0f : pick_between(0.0f, 3.0f * the.cell);
    const bool some = the.grid.count != 0 && !isnan(the.grid.x[0]);
    job->min_x = job->max_x = some ? the.grid.x[0] : 0.0f, job->min_y = job->max_y = some ? the.grid.y[0] : 0.0f;
    for (uint32_t i = 0; i < the.grid.count; i++) {
        job->min_x = fminf(job->min_x, the.grid.x[i]), job->max_x = fmaxf(job->max_x, the.grid.x[i]);
        job->min_y = fminf(job->min_y, the.grid.y[i]), job->max_y = fmaxf(job->max_y, the.grid.y[i]);
    }
    job->min_x -= more, job->min_y -= more, job->max_x += more, job->max_y += more;
}

/* Keys of circles, of positions, or bounds of other shapes. */
static void pick_measure(hail_near_few_job *job) {
    const uint32_t kind = pick(3);
    job->shrink = kind == 2 ? 0.75f : 1.0f;
    job->grow = kind == 0 ? 0.0f : kind == 1 ? 1.0f : pick_between(1.0f, 2.0f);
    job->reach = the.grid.radius ? the.cell : the.grid.uniform_radius;
}

static void pick_limits(hail_near_few_job *job) {
    float *within = hold("within", the.points), *limits = hold("limits", the.points);
    for (uint32_t i = 0; i < the.points; i++) {
        within[i] = cases_timed() || pick_one_in(3) ? FLT_MAX : the.cell * pick_between(-0.5f, 3.0f);
        const float far = (within[i] + job->reach * job->grow) / job->shrink * 1.001f;
        limits[i] = within[i] == FLT_MAX ? FLT_MAX : far < 0.0f || pick_rarely(9) ? -1.0f : far * far;
    }
    job->within = within;
    job->limits = limits;
}

static void pick_let_through(hail_near_few_job *job) {
    const uint32_t bodies = the.grid.count;
    if (pick_one_in(2))
        return;
    if (pick_one_in(3)) {
        uint32_t *allowed = hold("allowed", bodies / 32 + 2);
        for (uint32_t i = 0; i < bodies / 32 + 2; i++)
            allowed[i] = (uint32_t)(pick_one_in(2) ? pick_bits() : pick_bits() & pick_bits() & pick_bits());
        job->allowed = allowed;
        return;
    }
    uint32_t *order = hold("order", (size_t)bodies + HAIL_SLACK);
    for (uint32_t i = 0; i < bodies + HAIL_SLACK; i++)
        order[i] = i < bodies ? i : (uint32_t)pick_bits();
    shuffle(order, bodies);
    job->order = order;
    job->group = pick_one_in(2) ? hold_words("group", bodies, 3) : NULL;
    job->category = pick_one_in(2) ? hold_words("category", bodies, 4) : NULL;
    job->mask = pick_one_in(2) ? hold_words("mask", bodies, 4) : NULL;
    job->no_index = hold_words("no index", the.points, bodies + 1);
    job->no_group = hold_words("no group", the.points, 3);
    job->in_category = hold_words("in category", the.points, 4);
    job->in_mask = hold_words("in mask", the.points, 4);
}

static hail_near_few_job pick_job(void) {
    const float cell2 = the.cell * the.cell;
    hail_near_few_job job = {.grid = &the.grid,
                             .x = the.x,
                             .y = the.y,
                             .area = cell2 * pick_between(0.5f, 60.0f),
                             .largest = pick_rarely(4) ? INFINITY : cell2 * HAIL_NEAR_CELLS * HAIL_NEAR_CELLS,
                             .spread = pick_one_in(2) ? 0.0f : pick_between(0.0f, the.cell),
                             .keep = pick_one_in(2) ? 1 + pick(8) : 1 + pick(HAIL_NEAR_KEEP),
                             .base = pick_one_in(2) ? 0 : pick(1000),
                             .merges = pick_one_in(3),
                             .stride = the.points + pick(3)};
    pick_box(&job);
    pick_measure(&job);
    pick_limits(&job);
    pick_let_through(&job);
    return job;
}

static bool passes(const hail_near_few_job *job, uint32_t i, uint32_t position) {
    const uint32_t index = job->order ? job->order[position] : 0;
    if (job->allowed)
        return job->allowed[position / 32] >> position % 32 & 1;
    return !job->order ||
           (index != job->no_index[i] && (!job->group || !job->no_group[i] || job->group[index] != job->no_group[i]) &&
            (!job->category || !job->in_category[i] || job->category[index] & job->in_category[i]) &&
            (!job->mask || !job->in_mask[i] || job->mask[index] & job->in_mask[i]));
}

static float key_to(const hail_near_few_job *job, uint32_t i, uint32_t position) {
    const float radius = the.grid.radius && job->grow > 0.0f ? the.grid.radius[position] : the.grid.uniform_radius;
    return distance_to(position, the.x[i], the.y[i]) * job->shrink - radius * job->grow;
}

static bool is_there(const hail_near_few_job *job, uint32_t i, uint32_t position) {
    const float dx = the.grid.x[position] - the.x[i], dy = the.grid.y[position] - the.y[i];
    const bool asked = job->order || job->allowed || job->there || (the.grid.radius && job->grow > 0.0f);
    return dx * dx + dy * dy <= job->limits[i] &&
           (!asked || (key_to(job, i, position) <= job->within[i] && passes(job, i, position)));
}

enum { LISTED = 1000000 /* positions of bodies that were in the lists before; and more */ };

/* Lists that are in order, and what is beyond them. */
static void pick_lists(const hail_near_few_job *job, float *key, uint32_t *position, float *beyond) {
    for (uint32_t i = 0; i < the.points; i++) {
        float last = the.cell * pick_between(-1.0f, 1.0f);
        for (uint32_t j = 0; j <= job->keep; j++) {
            last = pick_one_in(6) ? INFINITY : pick_one_in(6) ? last : last + the.cell * pick_between(0.0f, 0.5f);
            key[j * job->stride + i] = last;
            position[j * job->stride + i] = LISTED + j;
        }
        beyond[i] = pick_one_in(2) ? last : -INFINITY;
    }
}

static float list_key(const hail_near_few_job *job, uint32_t i, uint32_t j) { return job->key[j * job->stride + i]; }

/* The list of point i is in order. Tells which bodies are kept. */
static void check_list(const hail_near_few_job *job, uint32_t i, bool *kept) {
    memset(kept, 0, MOST * sizeof *kept);
    for (uint32_t j = 0; j <= job->keep; j++) {
        const uint32_t position = job->position[j * job->stride + i] - job->base;
        const float key = list_key(job, i, j);
        case_expects(j == 0 || key >= list_key(job, i, j - 1), "point %u: body %u is out of order", i, j);
        if (key == INFINITY || position + job->base >= LISTED)
            continue;
        case_expects(position < the.grid.count && !kept[position], "point %u: body %u again", i, position);
        case_expects(key == key_to(job, i, position) && is_there(job, i, position), "point %u, body %u: %g, is %g", i,
                     position, (double)key, (double)key_to(job, i, position));
        kept[position] = j < job->keep;
    }
}

/* What was not kept is not nearer than `beyond`; and what is there was counted. before: the list that was merged */
static void check_few(const hail_near_few_job *job, uint32_t i, const float *before) {
    static bool kept[MOST];
    uint32_t there = 0, listed = 0;
    check_list(job, i, kept);
    for (uint32_t j = 0; j < job->keep; j++)
        listed += list_key(job, i, j) < INFINITY && job->position[j * job->stride + i] >= LISTED;
    case_expects(!job->merges || before[listed * job->stride + i] >= job->beyond[i], "point %u: a listed one is lost",
                 i);
    for (uint32_t p = 0; p < the.grid.count; p++) {
        if (!is_there(job, i, p))
            continue;
        there++;
        case_expects(kept[p] || key_to(job, i, p) >= job->beyond[i], "point %u: body %u is left out at %g", i, p,
                     (double)key_to(job, i, p));
    }
    if (job->there && job->limits[i] < HAIL_NEAR_ANY && job->beyond[i] > -INFINITY)
        case_expects(job->there[i] == there, "point %u: counts %u bodies, not %u", i, job->there[i], there);
}

static void few_case(void) {
    static float before[(HAIL_NEAR_KEEP + 1) * (POINTS + 3)], before_beyond[POINTS];
    static float wanted[(HAIL_NEAR_KEEP + 1) * (POINTS + 3)], wanted_beyond[POINTS]; /* timing merges again */
    static uint32_t before_position[(HAIL_NEAR_KEEP + 1) * (POINTS + 3)];
    pick_scene(true);
    uint32_t begin, end;
    pick_range(the.points, &begin, &end);
    hail_near_few_job job = pick_job();
    const bool counting = !cases_timed() && pick_one_in(3);
    const uint32_t words = job.stride * (job.keep + 1);
    pick_lists(&job, before, before_position, before_beyond);
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        job.key = hold("key", words), job.position = hold("position", words), job.beyond = hold("beyond", the.points);
        memcpy(job.key, before, words * sizeof *job.key);
        memcpy(job.position, before_position, words * sizeof *job.position);
        memcpy(job.beyond, before_beyond, the.points * sizeof *job.beyond);
        job.there = counting ? hold("there", the.points) : NULL;
        case_calls(kernels, "near_few");
        const uint32_t middle = begin + pick(end - begin + 1);
        kernels->near_few(&job, begin, middle);
        kernels->near_few(&job, middle, end);
        guards_check();
        if (v == 0) {
            memcpy(wanted, job.key, words * sizeof *wanted);
            memcpy(wanted_beyond, job.beyond, the.points * sizeof *wanted_beyond);
        }
        for (uint32_t i = begin; i < end; i++) {
            same_words("beyond", &job.beyond[i], &wanted_beyond[i], 1);
            check_few(&job, i, before);
            for (uint32_t j = 0; job.beyond[i] > -INFINITY && j <= job.keep; j++)
                same_words("key", &job.key[j * job.stride + i], &wanted[j * job.stride + i], 1);
        }
        case_times(kernels, "near_few", end - begin, kernels->near_few(&job, begin, end));
    }
}
Test(kernels_near, few) { cases_run("kernels_near", "few", 8000, few_case); }

/* A filter that all points share. */
static hail_near_allowed_job pick_allowed(uint32_t bodies) {
    uint32_t *order = hold("order", bodies);
    for (uint32_t i = 0; i < bodies; i++)
        order[i] = i;
    shuffle(order, bodies);
    return (hail_near_allowed_job){.order = order,
                                   .group = pick_one_in(2) ? hold_words("group", bodies, 3) : NULL,
                                   .category = pick_one_in(2) ? hold_words("category", bodies, 4) : NULL,
                                   .mask = pick_one_in(2) ? hold_words("mask", bodies, 4) : NULL,
                                   .no_index = pick_one_in(2) ? UINT32_MAX : pick(bodies + 1),
                                   .no_group = pick(3),
                                   .in_category = pick(4),
                                   .in_mask = pick(4)};
}

/* Whether it lets a body through: as near_few would for a point with the same filter. */
static bool shared_passes(const hail_near_allowed_job *job, uint32_t position) {
    const hail_near_few_job filtered = {.order = job->order,
                                        .group = job->group,
                                        .category = job->category,
                                        .mask = job->mask,
                                        .no_index = &job->no_index,
                                        .no_group = &job->no_group,
                                        .in_category = &job->in_category,
                                        .in_mask = &job->in_mask};
    return passes(&filtered, 0, position);
}

static void allowed_case(void) {
    const uint32_t bodies = cases_timed() ? 290 : pick_length(), words = (bodies + 31) / 32;
    const hail_near_allowed_job job = pick_allowed(bodies);
    uint32_t must[MOST_WORDS] = {0}, all = 0;
    case_says("%u bodies", bodies);
    case_expects(words <= MOST_WORDS, "too many bodies");
    for (uint32_t p = 0; p < bodies; p++) {
        must[p / 32] |= (uint32_t)shared_passes(&job, p) << p % 32;
        all += shared_passes(&job, p);
    }
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        uint32_t *allowed = hold("allowed", words);
        case_calls(kernels, "near_allowed");
        const uint32_t count = kernels->near_allowed(&job, bodies, allowed);
        case_times(kernels, "near_allowed", bodies, kernels->near_allowed(&job, bodies, allowed));
        guards_check();
        case_expects(count == all, "%u are let through, not %u", count, all);
        same_words("allowed", allowed, must, words);
    }
}
Test(kernels_near, allowed) { cases_run("kernels_near", "allowed", 4000, allowed_case); }

/* ---- Results --------------------------------------------------------------------------------------------------- */

static void rows_case(void) {
    pick_scene(false);
    const uint32_t bodies = the.grid.count, count = bodies && the.points ? cases_timed() ? 59 : pick(60) : 0;
    uint32_t *order = hold("order", bodies), *handle = hold("handle", 2 * (size_t)bodies),
             *user = hold("user", 2 * (size_t)bodies), *row = hold("row", count), *point = hold("point", count),
             *position = hold("position", count);
    for (uint32_t i = 0; i < bodies; i++)
        order[i] = i;
    for (uint32_t i = 0; i < 2 * bodies; i++)
        handle[i] = (uint32_t)pick_bits(), user[i] = (uint32_t)pick_bits();
    for (uint32_t i = 0; i < count; i++)
        row[i] = i, point[i] = pick(the.points), position[i] = pick(bodies);
    shuffle(order, bodies);
    shuffle(row, count);
    hail_near_rows_job job = {.grid = &the.grid,
                              .order = order,
                              .handle = handle,
                              .user = pick_one_in(2) ? user : NULL,
                              .x = the.x,
                              .y = the.y,
                              .to_centre = pick_one_in(2),
                              .header = (uint32_t)pick_bits() & 0x00ffffffu,
                              .inside = 0x01000000u};
    const size_t words = (size_t)count * HAIL_QUERY_HIT_WORDS;
    const uint32_t *want = NULL;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        job.rows = hold("rows", words);
        case_calls(kernels, "near_rows");
        kernels->near_rows(&job, point, position, row, count);
        case_times(kernels, "near_rows", count, kernels->near_rows(&job, point, position, row, count));
        guards_check();
        want = want ? want : job.rows;
        same_words("rows", job.rows, want, words);
    }
    for (uint32_t i = 0; i < count; i++) {
        float hit[HAIL_QUERY_HIT_WORDS];
        memcpy(hit, want + (size_t)row[i] * HAIL_QUERY_HIT_WORDS, sizeof hit);
        const float d = distance_to(position[i], the.x[point[i]], the.y[point[i]]),
                    r = the.grid.radius ? the.grid.radius[position[i]] : the.grid.uniform_radius;
        const float away = hypotf(hit[8] - the.grid.x[position[i]], hit[9] - the.grid.y[position[i]]);
        case_expects(hit[7] == (job.to_centre ? d : d - r), "distance %g of %g", (double)hit[7], (double)d);
        case_expects((d > 0.0f && d < 1.0e-17f) || d > 1.0e15f || fabsf(hypotf(hit[10], hit[11]) - 1.0f) < 1.0e-5f,
                     "the normal (%g, %g) at %g is no unit vector", (double)hit[10], (double)hit[11], (double)d);
        case_expects(d > 1.0e15f || fabsf(away - r) <= 1.0e-5f * r + 2.0e-7f * (fabsf(hit[8]) + fabsf(hit[9])),
                     "the point is %g away from the centre, not %g", (double)away, (double)r);
        case_expects(memcmp(want + (size_t)row[i] * HAIL_QUERY_HIT_WORDS, handle + 2 * order[position[i]], 8) == 0,
                     "another body");
    }
}
Test(kernels_near, rows) { cases_run("kernels_near", "rows", 3000, rows_case); }
