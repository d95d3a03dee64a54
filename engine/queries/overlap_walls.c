/* engine/queries/overlap_walls.c - the walls that a query touches: those whose boxes touch its reach are listed in
 * order of their numbers, as many as fit at a time, and tested as segments. */
#include "overlap_statics.h"

#include <math.h>

#include "base/sort.h"
#include "sectors/movers.h"
#include "shapes/row.h"
#include "touch_batch.h"

enum {
    WALL_LIST = 512, /* walls at a time, of all queries; of one at least half of them */
    FEW = 48         /* up to this many are sorted by insertion */
};

typedef struct wall_search {
    const hail_overlaps *call;
    const hail_sectors *map;
    hail_walls_view view;
    hail_match_rows *rows;
    hail_probe probe;
    uint32_t from, limit;  /* walls from `from` on and below `limit` are listed */
    uint32_t begin, count; /* the list's end, and where the walls of the present query begin */
    uint32_t walls[WALL_LIST], query[WALL_LIST];
    bool touches[WALL_LIST];
    hail_touch_batch batch;
} wall_search;

/* ---- Walls near a query ------------------------------------------------------------------------------------------ */

static void sort(uint32_t *walls, uint32_t count) {
    uint64_t key[WALL_LIST], other[WALL_LIST];
    uint32_t counts[HAIL_SORT_DIGITS];
    if (count <= FEW) {
        hail_sort_few(walls, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        key[i] = walls[i];
    const uint64_t *sorted = hail_sort_by_radix(key, other, count, 0, counts);
    for (uint32_t i = 0; i < count; i++)
        walls[i] = (uint32_t)sorted[i];
}

/* Sorts the query's walls; each stays once. */
static void sort_list(wall_search *w) {
    uint32_t *walls = w->walls, kept = w->begin;
    sort(walls + w->begin, w->count - w->begin);
    for (uint32_t i = w->begin; i < w->count; i++)
        if (kept == w->begin || walls[i] != walls[kept - 1])
            walls[kept++] = walls[i];
    w->count = kept;
}

/* Makes room in a full list: if it has no wall twice, leaves the query's higher half for later. */
static void shorten(wall_search *w) {
    const uint32_t half = w->begin + (WALL_LIST - w->begin) / 2;
    sort_list(w);
    if (w->count <= half)
        return;
    w->count = half;
    w->limit = w->walls[half];
}

static bool list_wall(void *user, uint32_t wall, const hail_segment *segment) {
    wall_search *w = user;
    (void)segment;
    if (w->count == WALL_LIST)
        shorten(w);
    if (wall >= w->from && wall < w->limit)
        w->walls[w->count++] = wall;
    return true;
}

static hail_sector_box box_of(const hail_zone *z) {
    return (hail_sector_box){z->min_x - z->radius, z->min_y - z->radius, z->max_x + z->radius, z->max_y + z->radius};
}

/* ---- Tests ------------------------------------------------------------------------------------------------------- */

/* A wall as a segment. */
static hail_placed place_wall(const wall_search *w, uint32_t number) {
    const hail_segment s = sectors_segment(w->map, number);
    return (hail_placed){.x = s.a.x,
                         .y = s.a.y,
                         .cos = 1.0f,
                         .scale = 1.0f,
                         .write = hail_segment_row,
                         .a = s.b.x - s.a.x,
                         .b = s.b.y - s.a.y,
                         .name = sectors_wall(w->map, number)};
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

static void take_touch(void *user, uint32_t place, uint32_t part) {
    wall_search *w = user;
    (void)part;
    w->touches[place] = true;
}

/* Puts the listed walls that touch their queries, and empties the list. */
static void put_list(wall_search *w) {
    hail_touch_flush(&w->batch);
    for (uint32_t i = 0; i < w->count; i++)
        if (w->touches[i])
            hail_match_put_static(w->rows, w->query[i], HAIL_CONTACT_WALL, w->walls[i]);
    w->count = 0;
}

/* Whether a box surely touches a wall, as one of its ends lies well inside. */
static bool holds_end(const hail_probe *p, const hail_segment *s) {
    const float length = fabsf(s->b.x - s->a.x) + fabsf(s->b.y - s->a.y),
                spare = probe_error(p, s->a.x, s->a.y, length);
    return p->wide && (zone_holds(&p->zone, s->a.x, s->a.y, spare) || zone_holds(&p->zone, s->b.x, s->b.y, spare));
}

/* Asks about a part and the query's walls whose boxes touch its reach. */
static void ask_part(wall_search *w, uint32_t number) {
    const hail_placed part = probe_part(&w->probe, number);
    const hail_zone reach = hail_placed_reach(&part);
    const hail_sector_box box = box_of(&reach);
    for (uint32_t i = w->begin; i < w->count; i++) {
        const hail_segment s = sectors_segment(w->map, w->walls[i]);
        if (w->touches[i] || max_float(s.a.x, s.b.x) < box.min_x || min_float(s.a.x, s.b.x) > box.max_x ||
            max_float(s.a.y, s.b.y) < box.min_y || min_float(s.a.y, s.b.y) > box.max_y)
            continue;
        const hail_placed wall = place_wall(w, w->walls[i]);
        if (holds_end(&w->probe, &s))
            w->touches[i] = true;
        else
            hail_touch_ask(&w->batch, &part, &wall, i, number);
    }
}

static void ask_list(wall_search *w, uint32_t query) {
    hail_probe_set(&w->probe, w->call, w->rows->first + query);
    for (uint32_t i = w->begin; i < w->count; i++) {
        w->query[i] = query;
        w->touches[i] = w->probe.entry && w->probe.entry->set && pixels_touch(w, w->walls[i]);
    }
    for (uint32_t p = 0; p < w->probe.parts && !(w->probe.entry && w->probe.entry->set); p++)
        ask_part(w, p);
}

/* Lists the walls near a query, and asks about them. */
static void find_walls(wall_search *w, uint32_t query, const hail_zone *reach) {
    const hail_sector_box box = box_of(reach);
    for (w->from = 0; w->from < w->map->wall_count; w->from = w->limit) {
        if (w->count > WALL_LIST / 2)
            put_list(w);
        w->limit = w->map->wall_count;
        w->begin = w->count;
        hail_visit_walls_of_box(&w->view, &box, w->call->scope->wall_kinds, list_wall, w);
        if (w->begin == w->count)
            continue;
        sort_list(w);
        while (w->count > w->begin && w->walls[w->count - 1] >= w->limit)
            w->count--;
        ask_list(w, query);
    }
}

void hail_overlap_walls(const hail_static_queries *queries, hail_match_rows *rows) {
    const hail_overlaps *call = queries->call;
    const hail_zones *z = queries->reach;
    wall_search w; /* field by field: most of it need not be cleared */
    w.call = call;
    w.map = call->scope->sectors;
    w.view = hail_sectors_view(w.map);
    w.rows = rows;
    w.count = 0;
    if (!w.view.entries)
        return;
    hail_probe_begin(&w.probe, call);
    hail_touch_begin(&w.batch, call->scope->kernels, take_touch, &w);
    for (uint32_t q = 0; q < queries->count; q++)
        if (!match_full(rows, q))
            find_walls(&w, q, &(hail_zone){z->min_x[q], z->min_y[q], z->max_x[q], z->max_y[q], z->radius[q]});
    put_list(&w);
}
