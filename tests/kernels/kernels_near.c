/* tests/kernels/kernels_near.c - near_bodies, near_few, near_one, near_filtered, near_allowed and near_rows: every
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

static void pick_scene(void) {
    static const uint32_t axis[] = {1, 2, 3, 5, 8, 20};
    static float x[MOST], y[MOST], radius[MOST];
    const uint32_t count = cases_timed() ? 390 : pick_one_in(3) ? pick(MOST) : pick(60);
    const bool uniform = pick_one_in(2), crowded = pick_rarely(5);
    the.columns = axis[pick(6)], the.rows = axis[pick(6)];
    if (cases_timed())
        the.columns = the.rows = 14;
    the.cell = pick_rarely(4) ? 1.0e-3f : 16.0f;
    const float at = pick_one_in(6) ? 1.0e6f : pick_one_in(3) ? -100.0f : 0.0f;
    the.map = map_make(at, at, the.cell, the.columns, the.rows, 1);
    for (uint32_t i = 0; i < count; i++) {
        x[i] = crowded ? at : pick_along(at, the.columns), y[i] = pick_along(at, the.rows);
        radius[i] = pick_between(0.0f, the.cell);
    }
    uint32_t *start = hold("start", (size_t)map_cells(&the.map) + 2);
    sort_by_cell(x, y, count, start);
    the.grid = (hail_grid_view){.map = the.map,
                                .x = hold_column("grid x", x, count),
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
    pick_scene();
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

/* Whether these are the nearest of all, in order. */
static void check_few(const hail_near_few_job *job, uint32_t i) {
    const float limit = job->limits ? job->limits[i] : job->limit;
    const uint32_t found = job->found[i];
    float last = -FLT_MAX;
    uint32_t nearer = 0;
    for (uint32_t j = 0; j < found; j++) {
        const float distance = job->distance[j * job->stride + i];
        const float own = distance_to(job->position[j * job->stride + i], the.x[i], the.y[i]) - job->radius;
        case_expects(distance == own && distance >= last, "point %u, body %u: %g, is %g", i, j, (double)distance,
                     (double)own);
        last = distance;
    }
    for (uint32_t p = 0; p < the.grid.count; p++) {
        const float centre = distance_to(p, the.x[i], the.y[i]), distance = centre - job->radius;
        nearer += distance <= last;
        case_expects(found == job->keep || distance <= last || centre * centre > limit * 0.99f,
                     "point %u: body %u is left out", i, p);
    }
    case_expects(!found || nearer == found, "point %u: %u bodies, not %u", i, nearer, found);
}

static hail_near_few_job pick_job(void) {
    const float cell2 = the.cell * the.cell;
    float *limits = hold("limits", the.points);
    for (uint32_t i = 0; i < the.points; i++)
        limits[i] = pick_one_in(3) ? FLT_MAX : cell2 * pick_between(0.0f, 9.0f);
    return (hail_near_few_job){.grid = &the.grid,
                               .x = the.x,
                               .y = the.y,
                               .area = cell2 * pick_between(0.5f, 60.0f),
                               .largest = cell2 * pick_between(0.5f, HAIL_NEAR_CELLS * HAIL_NEAR_CELLS),
                               .limit = cases_timed() || pick_one_in(2) ? FLT_MAX : cell2 * pick_between(0.0f, 9.0f),
                               .limits = pick_rarely(3) ? limits : NULL,
                               .radius = pick_one_in(2) ? 0.0f : pick_between(0.0f, the.cell),
                               .keep = 1 + pick(HAIL_NEAR_KEEP),
                               .stride = the.points + pick(3)};
}

/* Points that are not in doubt have the same answers by every variant, and these are right. */
static void same_answers(const hail_near_few_job *job, const hail_near_few_job *wanted, uint32_t i) {
    case_expects(job->found[i] == wanted->found[i], "point %u: %u, not %u", i, job->found[i], wanted->found[i]);
    if (job->found[i] == HAIL_NEAR_DOUBT)
        return;
    check_few(job, i);
    for (uint32_t j = 0; j < job->found[i]; j++)
        same_words("distance", &job->distance[j * job->stride + i], &wanted->distance[j * job->stride + i], 1);
}

static void kernel_case(bool one) {
    pick_scene();
    uint32_t begin, end;
    pick_range(the.points, &begin, &end);
    hail_near_few_job job = pick_job(), wanted = {.found = NULL};
    job.keep = one ? 1 : job.keep;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        const size_t words = (size_t)job.stride * job.keep;
        uint32_t *found = hold("found", the.points / 4 + 1);
        job.position = hold("position", words), job.distance = hold("distance", words);
        job.found = (uint8_t *)found;
        case_calls(kernels, one ? "near_one" : "near_few");
        const uint32_t middle = begin + pick(end - begin + 1);
        (one ? kernels->near_one : kernels->near_few)(&job, begin, middle);
        (one ? kernels->near_one : kernels->near_few)(&job, middle, end);
        case_times(kernels, one ? "near_one" : "near_few", end - begin,
                   (one ? kernels->near_one : kernels->near_few)(&job, begin, end));
        guards_check();
        wanted = wanted.found ? wanted : job;
        for (uint32_t i = begin; i < end; i++)
            same_answers(&job, &wanted, i);
    }
}

static void few_case(void) { kernel_case(false); }
Test(kernels_near, few) { cases_run("kernels_near", "few", 4000, few_case); }

static void one_case(void) { kernel_case(true); }
Test(kernels_near, one) { cases_run("kernels_near", "one", 4000, one_case); }

/* ---- Filters ----------------------------------------------------------------------------------------------------- */

static uint32_t *hold_words(const char *name, uint32_t count, uint32_t most) {
    uint32_t *to = hold(name, count);
    for (uint32_t i = 0; i < count; i++)
        to[i] = pick(most);
    return to;
}

static hail_near_filtered_job pick_filtered(void) {
    const uint32_t bodies = the.grid.count;
    hail_near_filtered_job job = {.few = pick_job(), .to_centre = pick_one_in(3), .reach = the.cell};
    float *within = hold("within", the.points), *limits = hold("limits", the.points);
    job.few.largest = the.cell * the.cell * HAIL_NEAR_CELLS * HAIL_NEAR_CELLS; /* at most so many rows */
    job.spread = pick_one_in(2) ? 0.0f : pick_between(0.0f, the.cell);
    for (uint32_t i = 0; i < the.points; i++) {
        within[i] = pick_one_in(3) ? FLT_MAX : the.cell * pick_between(-0.5f, 3.0f);
        const float far = (within[i] + job.reach) * 1.001f;
        limits[i] = within[i] < FLT_MAX ? far * far : FLT_MAX;
    }
    job.within = within;
    job.few.limits = limits;
    job.no_index = hold_words("no index", the.points, bodies + 1);
    job.no_group = hold_words("no group", the.points, 3);
    job.in_category = hold_words("in category", the.points, 4);
    job.in_mask = hold_words("in mask", the.points, 4);
    if (pick_one_in(4))
        return job;
    if (pick_one_in(3)) {
        uint32_t *allowed = hold("allowed", bodies / 32 + 2);
        for (uint32_t i = 0; i < bodies / 32 + 2; i++)
            allowed[i] = (uint32_t)(pick_one_in(2) ? pick_bits() : pick_bits() & pick_bits() & pick_bits());
        job.allowed = allowed;
        return job;
    }
    uint32_t *order = hold("order", (size_t)bodies + HAIL_SLACK);
    for (uint32_t i = 0; i < bodies + HAIL_SLACK; i++)
        order[i] = i < bodies ? i : (uint32_t)pick_bits();
    shuffle(order, bodies);
    job.order = order;
    job.group = pick_one_in(2) ? hold_words("group", bodies, 3) : NULL;
    job.category = pick_one_in(2) ? hold_words("category", bodies, 4) : NULL;
    job.mask = pick_one_in(2) ? hold_words("mask", bodies, 4) : NULL;
    return job;
}

static bool passes(const hail_near_filtered_job *job, uint32_t i, uint32_t position) {
    const uint32_t index = job->order ? job->order[position] : 0;
    if (job->allowed)
        return job->allowed[position / 32] >> position % 32 & 1;
    return !job->order ||
           (index != job->no_index[i] && (!job->group || !job->no_group[i] || job->group[index] != job->no_group[i]) &&
            (!job->category || !job->in_category[i] || job->category[index] & job->in_category[i]) &&
            (!job->mask || !job->in_mask[i] || job->mask[index] & job->in_mask[i]));
}

/* Point i is not in doubt: nothing was left out that is nearer, or that counts. */
static void check_filtered(const hail_near_filtered_job *job, uint32_t i) {
    const uint32_t found = job->few.found[i];
    const float last = found == job->few.keep ? job->few.distance[(found - 1) * job->few.stride + i] : job->within[i];
    uint32_t nearer = 0, there = 0;
    for (uint32_t p = 0; p < the.grid.count; p++) {
        const float radius = the.grid.radius ? the.grid.radius[p] : the.grid.uniform_radius;
        const float distance = distance_to(p, the.x[i], the.y[i]) - (job->to_centre ? 0.0f : radius);
        const bool is_there = distance <= job->within[i] && passes(job, i, p);
        there += is_there;
        nearer += is_there && distance <= last;
    }
    case_expects(nearer == found, "point %u: %u bodies, not %u", i, found, nearer);
    case_expects(!job->counts || job->few.limits[i] >= HAIL_NEAR_ANY || job->counts[i] == there,
                 "point %u: counts %u bodies, not %u", i, job->counts ? job->counts[i] : 0, there);
}

static void filtered_case(void) {
    pick_scene();
    uint32_t begin, end;
    pick_range(the.points, &begin, &end);
    hail_near_filtered_job job = pick_filtered(), wanted = {.counts = NULL};
    const bool counting = pick_one_in(2);
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        const size_t words = (size_t)job.few.stride * job.few.keep;
        uint32_t *found = hold("found", the.points / 4 + 1);
        job.few.position = hold("position", words), job.few.distance = hold("distance", words);
        job.few.found = (uint8_t *)found;
        job.counts = counting ? hold("counts", the.points) : NULL;
        case_calls(kernels, "near_filtered");
        const uint32_t middle = begin + pick(end - begin + 1);
        kernels->near_filtered(&job, begin, middle);
        kernels->near_filtered(&job, middle, end);
        case_times(kernels, "near_filtered", end - begin, kernels->near_filtered(&job, begin, end));
        guards_check();
        wanted = v ? wanted : job;
        for (uint32_t i = begin; i < end; i++) {
            const uint32_t own = job.few.found[i], its = wanted.few.found[i];
            case_expects(own == its, "point %u: %u, not %u", i, own, its);
            for (uint32_t j = 0; own != HAIL_NEAR_DOUBT && j < own; j++)
                same_words("distance", &job.few.distance[j * job.few.stride + i],
                           &wanted.few.distance[j * job.few.stride + i], 1);
            if (own != HAIL_NEAR_DOUBT)
                check_filtered(&job, i);
        }
    }
}
Test(kernels_near, filtered) { cases_run("kernels_near", "filtered", 4000, filtered_case); }

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

/* Whether it lets a body through: as near_filtered would for a point with the same filter. */
static bool shared_passes(const hail_near_allowed_job *job, uint32_t position) {
    const hail_near_filtered_job filtered = {.order = job->order,
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
    pick_scene();
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
