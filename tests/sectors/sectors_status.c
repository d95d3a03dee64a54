/* tests/sectors/sectors_status.c - maps as data: what they refuse and why, that a refusal changes and writes nothing,
 * and what they describe. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/purse.h"
#include "sectors_inputs.h"

#define NONE HAIL_NO_WALL

enum { POINTS = 70, MARK = 0xa5 };

static const float never[] = {NAN, INFINITY, -INFINITY}, beyond[] = {1.00000008e9f, -1.00000008e9f, 3.0e38f};

static void is(hail_status status, hail_status want, const char *what) {
    cr_assert_eq(status, want, "%s: answers \"%s\", should \"%s\"", what, hail_status_text(status),
                 hail_status_text(want));
}

/* For whatever reason. */
static void refused(hail_status status, const char *what) {
    cr_assert(status != HAIL_OK && status < HAIL_STATUS_COUNT, "%s: %s", what, hail_status_text(status));
}

/* ---- A map that stays as it is ----------------------------------------------------------------------------------- */

static struct {
    purse purse;
    chart *chart;
    hail_sectors_options options;
    hail_sector_data data;
    hail_sectors *map;
    hail_sectors_size size;
    float x[POINTS], y[POINTS];
    hail_points points;
    uint32_t sector[POINTS];
    hail_nearest_point nearest[POINTS];
} it;

static union {
    uint32_t sector[POINTS];
    hail_nearest_point nearest[POINTS];
    uint8_t bytes[POINTS * sizeof(hail_nearest_point)];
} out;

static void set_up(void) {
    const chart_choice choice = {.side = 4,
                                 .merged = 40,
                                 .cut = 40,
                                 .voids = 10,
                                 .inner = 30,
                                 .islands = 70,
                                 .solid = 30,
                                 .absent = 6,
                                 .step = 256.0f,
                                 .x = -500.0f,
                                 .y = 300.0f};
    uint64_t state = 3;
    it.purse = (purse){.fail_at = NEVER};
    it.chart = chart_make(11, &choice);
    it.data = chart_data(it.chart);
    it.options = sectors_defaults();
    it.options.context = allocator_context(with(&it.purse), NULL);
    is(hail_sectors_create(&it.options, &it.data, NULL, &it.map), HAIL_OK, "create");
    it.size = sectors_size(it.map);
    chart_dots(it.chart, &state, POINTS, it.x, it.y);
    it.points = (hail_points){NULL, it.x, it.y, POINTS};
    is(hail_sectors_find(it.map, &it.points, it.sector), HAIL_OK, "find");
    is(hail_sectors_nearest(it.map, &it.points, NULL, it.nearest), HAIL_OK, "nearest");
    memset(&out, MARK, sizeof out);
}

static void tear_down(void) {
    hail_sectors_destroy(it.map);
    cr_assert(it.purse.held == 0 && it.purse.bytes == 0 && !it.purse.bad);
    chart_free(it.chart);
}

TestSuite(sectors_status, .init = set_up, .fini = tear_down);

static void unchanged(const char *what) {
    hail_sectors_size size;
    hail_sectors_measure(it.map, &size);
    uint32_t sector[POINTS];
    hail_nearest_point nearest[POINTS];
    cr_assert(size.version == it.size.version && size.walls == it.size.walls && size.cell == it.size.cell, "%s", what);
    for (uint32_t i = 0; i < size.walls; i++) {
        const hail_wall *w = &it.data.walls[i];
        hail_wall_info info;
        is(hail_sectors_wall(it.map, i, &info), HAIL_OK, what);
        cr_assert(info.wall.a == w->a && info.wall.b == w->b, "%s: wall %u", what, i);
        cr_assert(!chart_present(it.chart, i) ||
                      (info.wall.right == w->right && info.wall.left == w->left && info.wall.solid == w->solid &&
                       info.wall.kind == w->kind && info.stops == chart_stops(w) && info.ax == it.data.x[w->a]),
                  "%s: wall %u", what, i);
    }
    is(hail_sectors_find(it.map, &it.points, sector), HAIL_OK, what);
    is(hail_sectors_nearest(it.map, &it.points, NULL, nearest), HAIL_OK, what);
    cr_assert(memcmp(sector, it.sector, sizeof sector) == 0, "%s: other sectors", what);
    cr_assert(memcmp(nearest, it.nearest, sizeof nearest) == 0, "%s: other walls", what);
}

static void nothing_written(const char *what) {
    for (size_t i = 0; i < sizeof out; i++)
        cr_assert(out.bytes[i] == MARK, "%s: writes what it should not", what);
}

/* ---- Making ------------------------------------------------------------------------------------------------------ */

static hail_status create(void) {
    hail_sectors *map = (hail_sectors *)&out;
    const hail_status status = hail_sectors_create(&it.options, &it.data, NULL, &map);
    cr_assert_eq(status == HAIL_OK, map != NULL, "%s", hail_status_text(status));
    hail_sectors_destroy(map);
    return status;
}

Test(sectors_status, create) {
    const hail_sector_data good = it.data;
    hail_sectors *map = it.map;
    is(hail_sectors_create(NULL, NULL, NULL, &map), HAIL_BAD_ARGUMENT, "no data");
    cr_assert_null(map);
    is(hail_sectors_create(NULL, &it.data, NULL, NULL), HAIL_BAD_ARGUMENT, "nowhere to put it");
    it.data.x = NULL, is(create(), HAIL_BAD_ARGUMENT, "no x");
    it.data = good, it.data.y = NULL, is(create(), HAIL_BAD_ARGUMENT, "no y");
    it.data = good, it.data.walls = NULL, is(create(), HAIL_BAD_ARGUMENT, "no walls");
    it.data = good, it.data.vertex_count = HAIL_MAX_WALLS + 1, refused(create(), "too many vertices");
    it.data = good, it.data.wall_count = HAIL_MAX_WALLS + 1, refused(create(), "too many walls");
    it.data = good, it.data.sector_count = HAIL_MAX_WALLS + 1, refused(create(), "too many sectors");
    it.data.sector_count = NONE, refused(create(), "far too many sectors");
    it.data = good, it.data.vertex_count = SIZE_MAX, refused(create(), "more vertices than bytes");
    it.data = good, it.data.wall_count = SIZE_MAX, refused(create(), "more walls than bytes");
    it.data = good, is(create(), HAIL_OK, "as it was");
    hail_sector_faults nowhere = {NULL, 3, 0};
    map = it.map;
    is(hail_sectors_create(NULL, &it.data, &nowhere, &map), HAIL_BAD_ARGUMENT, "room for faults that is none");
    cr_assert_null(map);
    hail_sectors_destroy(NULL);
    unchanged("a map beside others");
}

Test(sectors_status, options) {
    float *const numbers[] = {&it.options.min_x, &it.options.min_y, &it.options.max_x, &it.options.max_y,
                              &it.options.cell};
    const hail_sectors_options good = it.options;
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 3; k++) {
            it.options = good;
            it.options.min_x = it.options.min_y = -9000.0f, it.options.max_x = it.options.max_y = 9000.0f;
            *numbers[i] = never[k], is(create(), HAIL_NOT_FINITE, "an option");
        }
    it.options = good, it.options.cell = -1.0f, refused(create(), "a cell of less than nothing");
    it.options = good, it.options.min_x = 10.0f, it.options.max_x = -10.0f;
    refused(create(), "bounds the wrong way round");
    it.options = good;
    it.options.min_x = it.options.min_y = -9000.0f, it.options.max_x = it.options.max_y = beyond[0];
    refused(create(), "bounds beyond HAIL_MAX_BOUND");
    static const float cells[] = {1.0f, 17.25f, 64.0f, 1000.0f, 1.0e6f};
    for (int i = 0; i < 5; i++) {
        it.options = good, it.options.cell = cells[i];
        is(create(), HAIL_OK, "a cell of any size");
    }
    it.options = good;
}

Test(sectors_status, measure) {
    const hail_sectors_size *size = &it.size;
    const chart *c = it.chart;
    float least_x = INFINITY, most_x = -INFINITY, least_y = INFINITY, most_y = -INFINITY;
    for (uint32_t i = 0; i < c->wall_count; i++) {
        if (!chart_present(c, i))
            continue;
        const spot a = chart_a(c, i), b = chart_b(c, i);
        least_x = fminf(least_x, fminf(a.x, b.x)), most_x = fmaxf(most_x, fmaxf(a.x, b.x));
        least_y = fminf(least_y, fminf(a.y, b.y)), most_y = fmaxf(most_y, fmaxf(a.y, b.y));
    }
    const float wide = fmaxf((most_x - least_x) / 8.0f, 64.0f), high = fmaxf((most_y - least_y) / 8.0f, 64.0f);
    cr_assert(size->walls == c->wall_count && size->vertices == c->vertices && size->sectors == c->sectors);
    cr_assert(fabsf(size->min_x - (least_x - wide)) < 0.01f && fabsf(size->max_x - (most_x + wide)) < 0.01f &&
                  fabsf(size->min_y - (least_y - high)) < 0.01f && fabsf(size->max_y - (most_y + high)) < 0.01f,
              "(%g, %g) to (%g, %g)", (double)size->min_x, (double)size->min_y, (double)size->max_x,
              (double)size->max_y);
    cr_assert(size->version == 1 && size->cell > 0.0f);
    cr_assert_eq(size->bytes, it.purse.bytes, "says %zu, took %zu", size->bytes, it.purse.bytes);
}

Test(sectors_status, memory) {
    hail_sectors *map;
    const long held = it.purse.held;
    for (long k = 0;; k++) {
        it.purse.fail_at = it.purse.calls + k, it.purse.failed = false;
        map = it.map;
        const hail_status status = hail_sectors_create(&it.options, &it.data, NULL, &map);
        if (!it.purse.failed) {
            is(status, HAIL_OK, "no call was left to fail");
            hail_sectors_destroy(map);
            break;
        }
        is(status, HAIL_NO_MEMORY, "create");
        cr_assert(map == NULL && it.purse.held == held && !it.purse.bad, "call %ld", k);
    }
    const float x = it.data.x[0] + 5.0f, y = it.data.y[0] - 3.0f;
    const uint32_t first = 0;
    const hail_sectors_edit edit = {.vertex = &first, .x = &x, .y = &y, .vertex_count = 1};
    for (long k = 0;; k++) {
        it.purse.fail_at = it.purse.calls + k, it.purse.failed = false;
        const hail_status status = hail_sectors_change(it.map, &edit, NULL);
        cr_assert(!it.purse.bad);
        if (!it.purse.failed) {
            is(status, HAIL_OK, "no call was left to fail");
            break;
        }
        is(status, HAIL_NO_MEMORY, "change");
        unchanged("without memory");
    }
    it.purse.fail_at = NEVER;
    cr_assert_eq(sectors_size(it.map).bytes, it.purse.bytes);
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

Test(sectors_status, change) {
    const uint32_t vertex[] = {0, 1, 0}, wall[] = {3, 0, 3}, no_vertex = it.size.vertices, no_wall = it.size.walls;
    const float x[] = {it.data.x[0], it.data.x[1] + 1.0f, it.data.x[0]},
                y[] = {it.data.y[0] + 2.0f, it.data.y[1], it.data.y[0]};
    const hail_wall to[] = {it.data.walls[3], it.data.walls[0], it.data.walls[3]};
    const hail_sectors_edit good = {vertex, x, y, 2, wall, to, 2};
    hail_sectors_edit edit = good;
    is(hail_sectors_change(NULL, &edit, NULL), HAIL_BAD_ARGUMENT, "no map");
    is(hail_sectors_change(it.map, NULL, NULL), HAIL_BAD_ARGUMENT, "no edit");
    edit.vertex = NULL, is(hail_sectors_change(it.map, &edit, NULL), HAIL_BAD_ARGUMENT, "no vertices");
    edit = good, edit.x = NULL, is(hail_sectors_change(it.map, &edit, NULL), HAIL_BAD_ARGUMENT, "no x");
    edit = good, edit.y = NULL, is(hail_sectors_change(it.map, &edit, NULL), HAIL_BAD_ARGUMENT, "no y");
    edit = good, edit.wall = NULL,
    is(hail_sectors_change(it.map, &edit, NULL), HAIL_BAD_ARGUMENT, "no numbers of walls");
    edit = good, edit.to = NULL, is(hail_sectors_change(it.map, &edit, NULL), HAIL_BAD_ARGUMENT, "no walls");
    edit = good, edit.vertex_count = 3,
    is(hail_sectors_change(it.map, &edit, NULL), HAIL_BAD_ARGUMENT, "a vertex twice");
    edit = good, edit.wall_count = 3, is(hail_sectors_change(it.map, &edit, NULL), HAIL_BAD_ARGUMENT, "a wall twice");
    edit = good, edit.vertex = &no_vertex, edit.vertex_count = 1;
    refused(hail_sectors_change(it.map, &edit, NULL), "no such vertex");
    edit = good, edit.wall = &no_wall, edit.wall_count = 1;
    refused(hail_sectors_change(it.map, &edit, NULL), "no such wall");
    for (int k = 0; k < 3; k++) {
        const float bad[] = {x[0], never[k]};
        edit = good, edit.x = bad, is(hail_sectors_change(it.map, &edit, NULL), HAIL_NOT_FINITE, "x");
        edit = good, edit.y = bad, is(hail_sectors_change(it.map, &edit, NULL), HAIL_NOT_FINITE, "y");
    }
    const float far[] = {x[0], it.size.max_x + 1.0f};
    edit = good, edit.x = far, is(hail_sectors_change(it.map, &edit, NULL), HAIL_OUT_OF_RANGE, "beyond the bounds");
    unchanged("refused changes");
    is(hail_sectors_change(it.map, &(hail_sectors_edit){0}, NULL), HAIL_OK, "no change");
    const uint32_t last = it.size.vertices - 1;
    const float distant = 9.0e8f;
    float now_x, now_y;
    edit = (hail_sectors_edit){.vertex = &last, .x = &distant, .y = &distant, .vertex_count = 1};
    is(hail_sectors_change(it.map, &edit, NULL), HAIL_OK, "a vertex without walls goes anywhere");
    is(hail_sectors_vertex(it.map, last, &now_x, &now_y), HAIL_OK, "and is there");
    cr_assert(now_x == distant && now_y == distant);
    is(hail_sectors_change(it.map, &good, NULL), HAIL_OK, "a good one");
}

Test(sectors_status, doors) {
    uint32_t walls[4] = {0, 1, 2, 0};
    hail_wall_info info;
    for (uint32_t i = 0; i < it.size.walls; i++)
        if (!chart_present(it.chart, i)) {
            walls[3] = i;
            break;
        }
    for (int way = 0; way < 2; way++) {
        is(hail_sectors_set_solid(it.map, walls, 4, way == 0), HAIL_OUT_OF_RANGE, "an absent wall");
        is(hail_sectors_set_solid(it.map, (const uint32_t[]){0, it.size.walls}, 2, way == 0), HAIL_OUT_OF_RANGE,
           "no wall");
        is(hail_sectors_set_solid(it.map, (const uint32_t[]){0, NONE}, 2, way == 0), HAIL_OUT_OF_RANGE, "no wall");
        is(hail_sectors_set_solid(NULL, walls, 1, way == 0), HAIL_BAD_ARGUMENT, "no map");
        is(hail_sectors_set_solid(it.map, NULL, 1, way == 0), HAIL_BAD_ARGUMENT, "no walls");
        is(hail_sectors_set_solid(it.map, NULL, 0, way == 0), HAIL_OK, "nothing");
        unchanged("refused doors");
    }
    for (uint32_t i = 0; i < it.size.walls; i++) {
        const hail_wall *w = &it.data.walls[i];
        for (int way = 0; way < 2 && chart_present(it.chart, i); way++) {
            is(hail_sectors_set_solid(it.map, &i, 1, way == 1), HAIL_OK, "a door");
            is(hail_sectors_wall(it.map, i, &info), HAIL_OK, "a wall");
            cr_assert_eq(info.stops, way == 1 || w->right == HAIL_NO_SECTOR || w->left == HAIL_NO_SECTOR);
        }
    }
}

Test(sectors_status, walls_and_vertices) {
    hail_wall_info info;
    float x = 7.0f, y = 7.0f;
    memset(&info, MARK, sizeof info);
    is(hail_sectors_wall(it.map, it.size.walls, &info), HAIL_OUT_OF_RANGE, "no such wall");
    is(hail_sectors_wall(it.map, NONE, &info), HAIL_OUT_OF_RANGE, "no such wall");
    is(hail_sectors_wall(NULL, 0, &info), HAIL_BAD_ARGUMENT, "no map");
    is(hail_sectors_wall(it.map, 0, NULL), HAIL_BAD_ARGUMENT, "nowhere to write");
    is(hail_sectors_vertex(it.map, it.size.vertices, &x, &y), HAIL_OUT_OF_RANGE, "no such vertex");
    is(hail_sectors_vertex(it.map, NONE, &x, &y), HAIL_OUT_OF_RANGE, "no such vertex");
    is(hail_sectors_vertex(NULL, 0, &x, &y), HAIL_BAD_ARGUMENT, "no map");
    is(hail_sectors_vertex(it.map, 0, NULL, &y), HAIL_BAD_ARGUMENT, "nowhere to write x");
    is(hail_sectors_vertex(it.map, 0, &x, NULL), HAIL_BAD_ARGUMENT, "nowhere to write y");
    cr_assert(x == 7.0f && y == 7.0f && ((const unsigned char *)(const void *)&info)[0] == MARK);
}

/* ---- Questions --------------------------------------------------------------------------------------------------- */

static hail_status ask(int question, const hail_sectors *map, void *to) {
    return question == 0 ? hail_sectors_find(map, &it.points, to) : hail_sectors_nearest(map, &it.points, NULL, to);
}

Test(sectors_status, points) {
    const hail_points good = it.points;
    for (int q = 0; q < 2; q++) {
        is(ask(q, NULL, &out), HAIL_BAD_ARGUMENT, "no map");
        is(ask(q, it.map, NULL), HAIL_BAD_ARGUMENT, "nowhere to write");
        it.points.x = NULL, is(ask(q, it.map, &out), HAIL_BAD_ARGUMENT, "no x");
        it.points = good, it.points.y = NULL, is(ask(q, it.map, &out), HAIL_BAD_ARGUMENT, "no y");
        it.points = good, it.points.count = (size_t)1 << 31, is(ask(q, it.map, &out), HAIL_BAD_ARGUMENT, "many");
        it.points = good;
        for (int i = 0; i < 2 * POINTS; i++) {
            float *number = i < POINTS ? &it.x[i] : &it.y[i - POINTS];
            const float kept = *number;
            for (int k = 0; k < 3; k++) {
                *number = never[k], is(ask(q, it.map, &out), HAIL_NOT_FINITE, "a point");
                *number = beyond[k], is(ask(q, it.map, &out), HAIL_OUT_OF_RANGE, "a point");
            }
            *number = kept;
        }
        it.points.context = variant_context("abacus");
        is(ask(q, it.map, &out), HAIL_UNKNOWN_VARIANT, "a variant that is none");
        it.points = good;
        nothing_written("a refusal");
        it.points.count = 0, is(ask(q, it.map, &out), HAIL_OK, "none");
        it.points = good;
    }
    nothing_written("no points");
    is(hail_sectors_find(it.map, NULL, out.sector), HAIL_BAD_ARGUMENT, "no points at all");
    is(hail_sectors_nearest(it.map, NULL, NULL, out.nearest), HAIL_BAD_ARGUMENT, "no points at all");
    nothing_written("no points at all");
}

Test(sectors_status, filters) {
    hail_wall_filter filter = {0};
    for (int k = 0; k < 3; k++) {
        filter.reach = never[k],
        is(hail_sectors_nearest(it.map, &it.points, &filter, out.nearest), HAIL_NOT_FINITE, "reach");
        filter.reach = k == 1 ? -0.5f : beyond[k];
        is(hail_sectors_nearest(it.map, &it.points, &filter, out.nearest), HAIL_OUT_OF_RANGE, "reach");
    }
    nothing_written("reach");
}
