/* engine/queries/overlap_walls.c - the walls that a query touches: those near it are listed in order of their numbers,
 * as many as fit at a time, and tested as segments. */
#include "overlap_statics.h"

#include <math.h>

#include "base/sort.h"
#include "sectors/sector_map.h"
#include "shapes/segment.h"
#include "touch_batch.h"

enum {
    WALL_LIST = 512, /* walls at a time; half of them if there are more */
    WALL_CHUNK = 128,
    FEW = 48 /* up to this many are sorted by insertion */
};

typedef struct wall_search {
    const hail_overlaps *call;
    const hail_sectors *map;
    hail_walls_view view;
    hail_match_rows *rows;
    hail_probe probe;
    uint32_t query;
    uint32_t from, limit; /* walls from `from` on and below `limit` are listed */
    uint32_t count;       /* walls in the list */
    uint32_t last[2];     /* the query and the wall that were put last */
    uint32_t walls[WALL_LIST];
    hail_touch_batch batch;
} wall_search;

/* ---- Walls near a query ------------------------------------------------------------------------------------------ */

/* Sorts the list; each wall stays once. */
static void sort_list(wall_search *w) {
    uint32_t kept = 0;
    if (w->count <= FEW) {
        hail_sort_few(w->walls, w->count);
    } else {
        uint64_t key[WALL_LIST], other[WALL_LIST];
        uint32_t counts[HAIL_SORT_DIGITS];
        for (uint32_t i = 0; i < w->count; i++)
            key[i] = w->walls[i];
        const uint64_t *sorted = hail_sort_by_radix(key, other, w->count, 0, counts);
        for (uint32_t i = 0; i < w->count; i++)
            w->walls[i] = (uint32_t)sorted[i];
    }
    for (uint32_t i = 0; i < w->count; i++)
        if (!kept || w->walls[i] != w->walls[kept - 1])
            w->walls[kept++] = w->walls[i];
    w->count = kept;
}

/* Makes room in a full list: if it has no wall twice, leaves the higher half for later. */
static void shorten(wall_search *w) {
    sort_list(w);
    if (w->count <= WALL_LIST / 2)
        return;
    w->count = WALL_LIST / 2;
    w->limit = w->walls[w->count];
}

static bool zone_meets_wall(const wall_search *w, const hail_zone *z, uint32_t number) {
    const hail_wall *wall = sectors_wall(w->map, number);
    const float *x = sectors_x(w->map), *y = sectors_y(w->map), ax = x[wall->a], ay = y[wall->a], bx = x[wall->b],
                by = y[wall->b];
    return (ax > bx ? ax : bx) >= z->min_x - z->radius && (ax < bx ? ax : bx) <= z->max_x + z->radius &&
           (ay > by ? ay : by) >= z->min_y - z->radius && (ay < by ? ay : by) <= z->max_y + z->radius;
}

/* Lists the walls that a part of the query may touch. */
static void list_near(wall_search *w, const hail_placed *part) {
    const hail_zone z = hail_placed_reach(part);
    const float half_x = (z.max_x - z.min_x) * 0.5f, half_y = (z.max_y - z.min_y) * 0.5f;
    const hail_disc disc = {.x = (z.min_x + z.max_x) * 0.5f,
                            .y = (z.min_y + z.max_y) * 0.5f,
                            .radius = sqrtf(half_x * half_x + half_y * half_y) + z.radius,
                            .stops = w->call->seek->filter.wall_kinds};
    uint32_t chunk[WALL_CHUNK + HAIL_SLACK];
    for (hail_cursor cursor = {0}; cursor.body < w->view.rows;) {
        const uint32_t n = w->call->seek->kernels->near_walls(&w->view, &disc, &cursor, chunk, WALL_CHUNK);
        for (uint32_t i = 0; i < n; i++) {
            if (w->count == WALL_LIST)
                shorten(w);
            if (chunk[i] >= w->from && chunk[i] < w->limit && zone_meets_wall(w, &z, chunk[i]))
                w->walls[w->count++] = chunk[i];
        }
    }
}

/* ---- Tests ------------------------------------------------------------------------------------------------------- */

/* A wall as a segment. */
static hail_placed place_wall(const wall_search *w, uint32_t number) {
    const hail_wall *wall = sectors_wall(w->map, number);
    const float *x = sectors_x(w->map), *y = sectors_y(w->map);
    return (hail_placed){.x = x[wall->a],
                         .y = y[wall->a],
                         .cos = 1.0f,
                         .scale = 1.0f,
                         .write = hail_segment_row,
                         .a = x[wall->b] - x[wall->a],
                         .b = y[wall->b] - y[wall->a],
                         .name = wall};
}

static bool pixels_touch(const wall_search *w, uint32_t number) {
    float row[HAIL_TEMPLATE_WORDS];
    const hail_shape_entry *entry = w->probe.entry;
    const hail_pixels pixels = hail_pixels_of(entry->set, entry->sprite);
    const hail_placed wall = place_wall(w, number);
    hail_segment_row(wall.a, wall.b, row);
    const hail_pose at = placed_pose(&w->probe.at), other = placed_pose(&wall);
    return hail_pixels_touch_shape(&pixels, &at, row, &other);
}

/* The parts of a query that touch a wall come one after the other. */
static void take_wall(void *user, uint32_t query, uint32_t wall) {
    wall_search *w = user;
    if (query == w->last[0] && wall == w->last[1])
        return;
    hail_match_put_static(w->rows, query, HAIL_CONTACT_WALL, wall);
    w->last[0] = query;
    w->last[1] = wall;
}

/* Of a sprite: its pixels against each wall. */
static void take_pixels(wall_search *w) {
    for (uint32_t i = 0; i < w->count; i++)
        if (pixels_touch(w, w->walls[i]))
            hail_match_put_static(w->rows, w->query, HAIL_CONTACT_WALL, w->walls[i]);
}

static void ask_list(wall_search *w) {
    for (uint32_t i = 0; i < w->count; i++) {
        const hail_placed wall = place_wall(w, w->walls[i]);
        for (uint32_t p = 0; p < w->probe.parts; p++) {
            const hail_placed part = probe_part(&w->probe, p);
            hail_touch_ask(&w->batch, &part, &wall, w->query, w->walls[i]);
        }
    }
}

static void find_walls(wall_search *w) {
    for (w->from = 0; w->from < w->map->wall_count; w->from = w->limit) {
        w->limit = w->map->wall_count;
        w->count = 0;
        for (uint32_t p = 0; p < w->probe.parts; p++) {
            const hail_placed part = probe_part(&w->probe, p);
            list_near(w, &part);
        }
        sort_list(w);
        while (w->count && w->walls[w->count - 1] >= w->limit)
            w->count--;
        (w->probe.entry && w->probe.entry->set ? take_pixels : ask_list)(w);
    }
}

/* More than the rounding error of a test with a wall, as a share of the map's size. */
static const float WALL_SHARE = 1.0f / (1 << 17);

/* Lists the queries that have a cell with walls near them. */
static uint32_t list_queries(const hail_static_queries *queries, const hail_walls_view *view, uint32_t *list) {
    const hail_zones *z = queries->reach;
    float x[MATCH_QUERIES], y[MATCH_QUERIES], radius[MATCH_QUERIES];
    for (uint32_t q = 0; q < queries->count; q++) {
        const float half_x = (z->max_x[q] - z->min_x[q]) * 0.5f, half_y = (z->max_y[q] - z->min_y[q]) * 0.5f;
        x[q] = (z->min_x[q] + z->max_x[q]) * 0.5f;
        y[q] = (z->min_y[q] + z->max_y[q]) * 0.5f;
        radius[q] = (half_x > half_y ? half_x : half_y) + z->radius[q];
    }
    const hail_cull_walls_job job = {.x = x,
                                     .y = y,
                                     .radius = radius,
                                     .inflate_rel = 1.0f,
                                     .extra = ((view->max_x - view->map.min_x) + (view->max_y - view->map.min_y)) *
                                              WALL_SHARE,
                                     .bound = 2.0f * HAIL_MAX_BOUND};
    return queries->call->seek->kernels->cull_walls(view, &job, 0, queries->count, list);
}

void hail_overlap_walls(const hail_static_queries *queries, hail_match_rows *rows) {
    const hail_overlaps *call = queries->call;
    uint32_t list[MATCH_QUERIES + HAIL_SLACK];
    wall_search w; /* field by field: most of it need not be cleared */
    w.call = call;
    w.map = call->seek->sectors;
    w.view = hail_sectors_view(w.map);
    w.rows = rows;
    w.last[0] = w.last[1] = UINT32_MAX;
    if (!w.view.entries)
        return;
    const uint32_t count = list_queries(queries, &w.view, list);
    hail_probe_begin(&w.probe, call);
    hail_touch_begin(&w.batch, call->seek->kernels, take_wall, &w);
    for (uint32_t k = 0; k < count; k++) {
        w.query = list[k];
        if (match_full(rows, w.query))
            continue;
        hail_probe_set(&w.probe, call, queries->first + w.query);
        find_walls(&w);
    }
    hail_touch_flush(&w.batch);
}
