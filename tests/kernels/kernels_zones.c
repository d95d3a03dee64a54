/* tests/kernels/kernels_zones.c - find_in_zones, find_at_points, put_matches and by_sides: the reference does what
 * plain loops do, and every variant the same to the last bit, with lists of any size, in one call or in parts, whatever
 * lies in the slack.
 */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "kernel_inputs.h"

/* ---- Bodies in a grid, and zones ------------------------------------------------------------------------------- */

enum { MOST_BODIES = 160, MOST_ZONES = 40 };

static struct {
    hail_zone_job job;
    float x[MOST_BODIES], y[MOST_BODIES], radius[MOST_BODIES]; /* by position */
    float *column_x;                                           /* job.grid.x */
    float cell, largest;
    uint32_t columns, rows, zones;
} the;

static float pick_at(float min, uint32_t cells) {
    return pick_one_in(4) ? min + the.largest * (float)pick(16) : pick_coordinate(min, the.cell, (float)cells);
}

static float pick_radius(bool uniform) {
    return uniform || pick_one_in(3) ? the.largest : pick_between(0.0f, the.largest);
}

/* By insertion: slow, plain and stable. */
static void put_bodies(uint32_t count, bool uniform) {
    const hail_grid_layout *map = &the.job.grid.map;
    uint32_t cell_of[MOST_BODIES] = {0};
    for (uint32_t i = 0; i < count; i++) {
        const float x = pick_at(map->min_x, the.columns), y = pick_at(map->min_y, the.rows), r = pick_radius(uniform);
        const uint32_t cell = map_cell(map, x, y);
        uint32_t at = i;
        for (; at > 0 && cell_of[at - 1] > cell; at--) {
            cell_of[at] = cell_of[at - 1];
            the.x[at] = the.x[at - 1], the.y[at] = the.y[at - 1], the.radius[at] = the.radius[at - 1];
        }
        cell_of[at] = cell, the.x[at] = x, the.y[at] = y, the.radius[at] = r;
    }
    const uint32_t cells = map_cells(map);
    uint32_t *start = hold("start", (size_t)cells + 2);
    for (uint32_t c = 0, position = 0; c < cells + 2; c++) {
        while (position < count && cell_of[position] < c)
            position++;
        start[c] = position;
    }
    the.job.grid.start = start;
    the.job.grid.count = count;
}

/* A column by position; what lies after its end must not matter. */
static float *column(const char *name, const float *from, uint32_t count) {
    float *f = hold(name, (size_t)count + HAIL_SLACK);
    memcpy(f, from, count * sizeof *f);
    for (uint32_t i = count; i < count + HAIL_SLACK; i++)
        f[i] = pick_one_in(2) && count ? f[pick(count)] : pick_any();
    return f;
}

static void pick_grid(void) {
    static const uint32_t axis[] = {1, 2, 3, 5, 9};
    static const float at[] = {0.0f, 0.0f, -320.0f, 1.0e6f, -1.0e9f}, radii[] = {4.0f, 8.0f, 0.0f, 0.37f, 1.0e5f};
    const uint32_t count = cases_timed() ? MOST_BODIES - 7 : pick_one_in(3) ? pick(MOST_BODIES) : pick(30);
    const bool uniform = pick_one_in(2);
    the.columns = axis[pick(5)], the.rows = axis[pick(5)];
    the.largest = radii[cases_timed() ? 1 : pick(5)];
    if (cases_timed())
        the.columns = the.rows = 9;
    the.cell = fmaxf(2.0f * the.largest, 1.0e-3f) * (cases_timed() || pick_one_in(2) ? 1.0f : 4.0f);
    the.job = (hail_zone_job){.reach = the.largest, .slack = pick_one_in(2) ? 1.0f : 1.0005f};
    the.job.grid.map = map_make(at[cases_timed() ? 0 : pick(5)], 0.0f, the.cell, the.columns, the.rows, 1);
    put_bodies(count, uniform);
    the.job.grid.x = the.column_x = column("x", the.x, count);
    the.job.grid.y = column("y", the.y, count);
    the.job.grid.radius = uniform ? NULL : column("radius", the.radius, count);
    the.job.grid.uniform_radius = uniform ? the.largest : NAN;
    uint32_t *order = hold("order", (size_t)count + HAIL_SLACK);
    for (uint32_t i = 0; i < count; i++)
        order[i] = i * 7 + 3;
    the.job.order = order;
}

static void pick_zones(void) {
    the.zones = cases_timed() ? MOST_ZONES - 1 : pick(MOST_ZONES);
    float *min_x = hold("min_x", the.zones), *min_y = hold("min_y", the.zones), *max_x = hold("max_x", the.zones),
          *max_y = hold("max_y", the.zones), *radius = pick_one_in(2) ? NULL : hold("radius", the.zones);
    const bool points = pick_one_in(3);
    for (uint32_t i = 0; i < the.zones; i++) {
        const hail_grid_layout *map = &the.job.grid.map;
        const bool at_body = the.job.grid.count && pick_one_in(2);
        const uint32_t body = at_body ? pick(the.job.grid.count) : 0;
        min_x[i] = at_body ? nudged(the.x[body] + the.radius[body]) : pick_at(map->min_x, the.columns);
        min_y[i] = at_body ? nudged(the.y[body]) : pick_at(map->min_y, the.rows);
        max_x[i] = points || pick_one_in(4) ? min_x[i] : min_x[i] + the.cell * pick_between(0.0f, 6.0f);
        max_y[i] = points || pick_one_in(4) ? min_y[i] : min_y[i] + the.cell * pick_between(0.0f, 6.0f);
        if (radius)
            radius[i] = pick_one_in(3) ? 0.0f : pick_between(0.0f, 3.0f * the.cell);
    }
    the.job.zones = (hail_zones){min_x, min_y, max_x, max_y, radius};
}

/* Some bodies are no longer there, see hail_level. */
static void take_bodies_out(void) {
    for (uint32_t i = 0; i < the.job.grid.count; i++)
        if (pick_one_in(5))
            the.x[i] = the.column_x[i] = NAN;
}

/* Slabs through about where zones are. */
static void pick_slabs(void) {
    float *x = hold("slab x", the.zones), *y = hold("slab y", the.zones), *middle = hold("slab middle", the.zones),
          *half = hold("slab half", the.zones);
    for (uint32_t i = 0; i < the.zones; i++) {
        const float angle = pick_between(0.0f, 6.2831853f);
        x[i] = pick_one_in(4) ? 1.0f : cosf(angle);
        y[i] = x[i] == 1.0f ? 0.0f : sinf(angle);
        middle[i] = nudged(x[i] * the.job.zones.min_x[i] + y[i] * the.job.zones.min_y[i]);
        half[i] = pick_one_in(5) ? INFINITY : pick_one_in(4) ? 0.0f : the.cell * pick_between(0.0f, 4.0f);
    }
    the.job.slabs = (hail_slabs){x, y, middle, half};
}

static bool in_slab(uint32_t zone, uint32_t p, float radius) {
    const hail_slabs *s = &the.job.slabs;
    if (s->x == NULL)
        return true;
    const float off = s->x[zone] * the.x[p] + s->y[zone] * the.y[p] - s->middle[zone];
    return (off < 0.0f ? -off : off) <= s->half[zone] + radius * the.job.slack;
}

/* ---- find_in_zones --------------------------------------------------------------------------------------------- */

static uint32_t wanted[MOST_BODIES * MOST_ZONES], ends[MOST_ZONES];

/* Every body against every zone. */
static void find_plainly(void) {
    const hail_zones *z = &the.job.zones;
    uint32_t count = 0;
    for (uint32_t i = 0; i < the.zones; i++) {
        for (uint32_t p = 0; p < the.job.grid.count; p++) {
            if (isnan(the.x[p]))
                continue;
            const float r = the.job.grid.radius ? the.radius[p] : the.largest;
            const float dx = fmaxf(fmaxf(z->min_x[i] - the.x[p], the.x[p] - z->max_x[i]), 0.0f),
                        dy = fmaxf(fmaxf(z->min_y[i] - the.y[p], the.y[p] - z->max_y[i]), 0.0f),
                        reach = ((z->radius ? z->radius[i] : 0.0f) + r) * the.job.slack;
            if (dx * dx + dy * dy <= reach * reach && in_slab(i, p, r))
                wanted[count++] = the.job.order[p];
        }
        ends[i] = count;
    }
}

static void check_part(const hail_kernels *kernels, uint32_t begin, uint32_t end) {
    static const uint32_t capacities[] = {HAIL_SLACK, HAIL_SLACK + 1, 20, 31, 33, 64, 67, 1000, 8192};
    const uint32_t capacity = capacities[pick(9)];
    uint32_t *list = hold("list", (size_t)capacity + HAIL_SLACK), *until = hold("until", the.zones);
    uint32_t found = begin ? ends[begin - 1] : 0;
    for (hail_cursor cursor = {.body = begin}; cursor.body < end;) {
        const uint32_t first = cursor.body;
        const uint32_t n = kernels->find_in_zones(&the.job, &cursor, end, list, until, capacity);
        guards_check();
        case_expects(n <= capacity, "%u bodies in room for %u", n, capacity);
        case_expects(cursor.body >= end || n + HAIL_SLACK > capacity, "stopped at %u of %u", n, capacity);
        case_expects(found + n <= (end ? ends[end - 1] : 0), "%u bodies too many",
                     found + n - (end ? ends[end - 1] : 0));
        same_words("list", list, wanted + found, n);
        for (uint32_t i = first; i < cursor.body; i++)
            case_expects(until[i] == ends[i] - found, "zone %u ends at %u, not %u", i, until[i], ends[i] - found);
        found += n;
    }
    case_expects(begin >= end || found == ends[end - 1], "%u bodies, not %u", found, end ? ends[end - 1] : 0);
}

static uint32_t find_again(const hail_kernels *kernels) {
    static uint32_t list[8192 + HAIL_SLACK], until[MOST_ZONES];
    hail_cursor cursor = {0};
    uint32_t count = 0;
    while (cursor.body < the.zones)
        count += kernels->find_in_zones(&the.job, &cursor, the.zones, list, until, 8192);
    return count;
}

static void find_case(void) {
    pick_grid();
    pick_zones();
    if (!cases_timed() && pick_one_in(2))
        take_bodies_out();
    if (pick_one_in(2))
        pick_slabs();
    find_plainly();
    case_says("%u zones%s among %u bodies (%s, up to %g), %u * %u cells of %g at %g %g, slack %g", the.zones,
              the.job.zones.radius ? " with radii" : "", the.job.grid.count, the.job.grid.radius ? "mixed" : "uniform",
              (double)the.largest, the.columns, the.rows, (double)the.cell, (double)the.job.grid.map.min_x,
              (double)the.job.grid.map.min_y, (double)the.job.slack);
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "find_in_zones");
        const uint32_t middle = pick_one_in(2) ? 0 : pick(the.zones + 1);
        check_part(kernels, 0, middle);
        check_part(kernels, middle, the.zones);
        case_times(kernels, "find_in_zones", the.zones, find_again(kernels));
    }
}
Test(kernels_zones, find_in_zones) { cases_run("kernels_zones", "find_in_zones", 5000, find_case); }

/* ---- find_at_points -------------------------------------------------------------------------------------------- */

static pair_list found_pairs, wanted_pairs;

/* Every body against points [begin, end). */
static void add_plainly(pair_list *list, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++)
        for (uint32_t p = 0; p < the.job.grid.count; p++) {
            const float r = the.job.grid.radius ? the.radius[p] : the.largest, dx = the.job.zones.min_x[i] - the.x[p],
                        dy = the.job.zones.min_y[i] - the.y[p];
            if (dx * dx + dy * dy <= r * r)
                pairs_add(list, i, the.job.order[p]);
        }
}

/* Points that the kernel leaves are found plainly. */
static void check_points(const hail_kernels *kernels, uint32_t begin, uint32_t end) {
    static const uint32_t capacities[] = {HAIL_SLACK, 100, 257, 1024};
    const uint32_t capacity = capacities[pick(4)];
    uint32_t *point = hold("point", capacity), *index = hold("index", capacity);
    pairs_clear(&found_pairs);
    pairs_clear(&wanted_pairs);
    add_plainly(&wanted_pairs, begin, end);
    for (uint32_t first = begin; first < end;) {
        const uint32_t from = first, n = kernels->find_at_points(&the.job, &first, end, point, index, capacity);
        guards_check();
        case_expects(n <= capacity && first >= from && first <= end, "%u bodies, from %u to %u", n, from, first);
        case_expects(n == 0 || first > from, "bodies of no point");
        for (uint32_t k = 0; k < n; k++) {
            case_expects(point[k] >= from && point[k] < first, "point %u is not one of them", point[k]);
            pairs_add(&found_pairs, point[k], index[k]);
        }
        if (first == from)
            add_plainly(&found_pairs, first, first + 1), first++;
    }
    same_pairs(&found_pairs, &wanted_pairs);
}

static uint32_t find_points_again(const hail_kernels *kernels) {
    static uint32_t point[1024], index[1024];
    uint32_t first = 0;
    return kernels->find_at_points(&the.job, &first, the.zones, point, index, 1024);
}

static void points_case(void) {
    pick_grid();
    pick_zones();
    if (!cases_timed() && pick_one_in(2))
        take_bodies_out();
    the.job.slack = 1.0f;
    the.job.zones.max_x = the.job.zones.min_x;
    the.job.zones.max_y = the.job.zones.min_y;
    the.job.zones.radius = NULL;
    case_says("%u points among %u bodies (%s, up to %g), %u * %u cells of %g at %g %g", the.zones, the.job.grid.count,
              the.job.grid.radius ? "mixed" : "uniform", (double)the.largest, the.columns, the.rows, (double)the.cell,
              (double)the.job.grid.map.min_x, (double)the.job.grid.map.min_y);
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "find_at_points");
        const uint32_t middle = pick_one_in(2) ? 0 : pick(the.zones + 1);
        check_points(kernels, 0, middle);
        check_points(kernels, middle, the.zones);
        case_times(kernels, "find_at_points", the.zones, find_points_again(kernels));
    }
}
Test(kernels_zones, find_at_points) { cases_run("kernels_zones", "find_at_points", 5000, points_case); }

/* ---- put_matches ----------------------------------------------------------------------------------------------- */

/* A row at a time, each after those of lower slots. */
static void put_plainly(const hail_match_job *job, const uint32_t *index, const uint32_t *part, uint32_t count,
                        uint32_t *rows) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t rank = 0;
        for (uint32_t j = 0; j < count; j++)
            rank += job->handle[2 * index[j]] < job->handle[2 * index[i]];
        const uint32_t row[HAIL_MATCH_WORDS] = {job->handle[2 * index[i]],
                                                job->handle[2 * index[i] + 1],
                                                job->user ? job->user[2 * index[i]] : 0,
                                                job->user ? job->user[2 * index[i] + 1] : 0,
                                                part ? part[i] : 0,
                                                job->header};
        memcpy(rows + (size_t)rank * HAIL_MATCH_WORDS, row, sizeof row);
    }
}

static void put_case(void) {
    enum { MOST = 300 };
    static uint32_t must[MOST * HAIL_MATCH_WORDS];
    const uint32_t bodies = HAIL_MATCH_FEW + pick(MOST - HAIL_MATCH_FEW), few = pick(40);
    const uint32_t count = pick_one_in(8) ? HAIL_MATCH_FEW - pick(20) : few;
    const size_t room = pick_one_in(2) ? MOST : pick(count + 2);
    uint32_t slots[MOST], *handle = hold("handle", 2 * (size_t)bodies),
                          *user = pick_one_in(2) ? NULL : hold("user", 2 * (size_t)bodies);
    for (uint32_t i = 0; i < bodies; i++)
        slots[i] = pick_one_in(2) ? i : i * 200000 + pick(200000);
    for (uint32_t i = 1; i < bodies; i++)
        slots[i] = slots[i] > slots[i - 1] ? slots[i] : slots[i - 1] + 1;
    shuffle(slots, bodies);
    for (uint32_t i = 0; i < bodies; i++) {
        handle[2 * i] = slots[i], handle[2 * i + 1] = (uint32_t)pick_bits();
        if (user)
            user[2 * i] = (uint32_t)pick_bits(), user[2 * i + 1] = (uint32_t)pick_bits();
    }
    const hail_match_job job = {handle, user, (uint32_t)pick_bits()};
    uint32_t *index = hold("index", (size_t)count + HAIL_SLACK), all[MOST];
    uint32_t *part = pick_one_in(2) ? NULL : hold("part", count);
    for (uint32_t i = 0; i < bodies; i++)
        all[i] = i;
    shuffle(all, bodies);
    memcpy(index, all, count * sizeof *index);
    for (uint32_t i = 0; part && i < count; i++)
        part[i] = pick(9);
    case_says("%u matches of %u bodies, room for %zu%s%s", count, bodies, room, user ? ", user" : "",
              part ? ", parts" : "");
    put_plainly(&job, index, part, count, must);
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "put_matches");
        uint32_t *rows = hold("rows", room * HAIL_MATCH_WORDS);
        const size_t kept = room < count ? room : count;
        kernels->put_matches(&job, index, part, count, room, rows);
        case_times(kernels, "put_matches", count, kernels->put_matches(&job, index, part, count, room, rows));
        guards_check();
        same_words("rows", rows, must, kept * HAIL_MATCH_WORDS);
        if (room > count + 1)
            untouched("rows", rows, (count + 1) * (size_t)HAIL_MATCH_WORDS, room * HAIL_MATCH_WORDS);
    }
}
Test(kernels_zones, put_matches) { cases_run("kernels_zones", "put_matches", 10000, put_case); }

/* ---- Sides of a polygon ------------------------------------------------------------------------------------------ */

/* Whether a circle is settled, and how, in double precision. */
static void judge_circle(const hail_sides *s, uint32_t i, double px, double py, bool touches, bool unsure) {
    const double error = 1.0e-4;
    double most = -1.0e30, nearest = 1.0e30;
    for (uint32_t k = 0; k < s->count; k++) {
        const double x = (double)s->x[k], y = (double)s->y[k], beyond = x * px + y * py - (double)s->offset[k];
        const double past = fmax(fabs(x * py - y * px - (double)s->middle[k]) - (double)s->half[k], 0.0);
        most = fmax(most, beyond);
        nearest = fmin(nearest, sqrt(beyond * beyond + past * past));
    }
    const bool may_touch = most < error - (double)s->spare || nearest < (double)s->near + error;
    const bool must_touch = most < -error - (double)s->spare || nearest < (double)s->near - error;
    case_expects(touches ? may_touch : !must_touch, "circle %u at %g, %g from a side, touches: %d", i, most, nearest,
                 touches);
    if (touches)
        case_expects(!unsure, "circle %u touches and is unsure", i);
    else
        case_expects(unsure ? most < (double)s->apart + error : most > (double)s->apart - error,
                     "circle %u at %g is unsure: %d", i, most, unsure);
}

static void sides_case(void) {
    const uint32_t bodies = 1 + pick(200), count = pick_length();
    float *x = hold("x", bodies), *y = hold("y", bodies);
    uint32_t *index = hold("index", count);
    for (uint32_t i = 0; i < bodies; i++)
        x[i] = pick_between(-50.0f, 50.0f), y[i] = pick_between(-50.0f, 50.0f);
    for (uint32_t i = 0; i < count; i++)
        index[i] = pick(bodies);
    hail_sides sides = {.count = 1 + pick(HAIL_MOST_SIDES), .apart = pick_between(0.0f, 20.0f)};
    sides.spare = pick_one_in(2) ? 0.0f : pick_between(0.0f, 5.0f);
    sides.near = pick_one_in(3) ? 0.0f : pick_between(0.0f, 20.0f);
    for (uint32_t k = 0; k < sides.count; k++) {
        const float angle = 6.2831853f * (float)k / (float)sides.count;
        sides.x[k] = cosf(angle), sides.y[k] = sinf(angle);
        sides.offset[k] = pick_one_in(4) ? x[pick(bodies)] * sides.x[k] : pick_between(-10.0f, 40.0f);
        sides.middle[k] = pick_between(-20.0f, 20.0f);
        sides.half[k] = pick_one_in(4) ? 0.0f : pick_between(0.0f, 30.0f);
    }
    const uint32_t *want_found = NULL, *want_unsure = NULL;
    uint32_t want = 0;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        uint32_t *found = hold("found", (size_t)count + HAIL_SLACK),
                 *unsure = hold("unsure", (size_t)count + HAIL_SLACK);
        case_calls(kernels, "by_sides");
        const uint32_t listed = kernels->by_sides(&sides, x, y, index, count, found, unsure);
        case_times(kernels, "by_sides", count, kernels->by_sides(&sides, x, y, index, count, found, unsure));
        guards_check();
        want = want_found ? want : listed;
        want_found = want_found ? want_found : found;
        want_unsure = want_unsure ? want_unsure : unsure;
        case_expects(listed == want, "%u are unsure, not %u", listed, want);
        same_words("found", found, want_found, count);
        same_words("unsure", unsure, want_unsure, want);
    }
    for (uint32_t i = 0, at = 0; i < count; i++) {
        const bool listed = at < want && want_unsure[at] == i;
        at += listed;
        judge_circle(&sides, i, (double)x[index[i]], (double)y[index[i]], want_found[i] == 0, listed);
    }
}
Test(kernels_zones, sides) { cases_run("kernels_zones", "sides", 3000, sides_case); }
