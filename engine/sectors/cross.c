/* engine/sectors/cross.c - finds walls that cross, touch or overlap. */
#include "build.h"

/* Whether two intervals, each of two numbers in any order, have nothing in common. */
static bool apart(float a, float b, float c, float d) {
    const float min = a < b ? a : b, max = a < b ? b : a;
    return (c < min && d < min) || (c > max && d > max);
}

/* The direction from a to b along x, or along y if x is the same: -1, 0 or 1. */
static int along(hail_point a, hail_point b) {
    if (a.x != b.x)
        return a.x < b.x ? 1 : -1;
    return a.y < b.y ? 1 : a.y > b.y ? -1 : 0;
}

/* What two walls on one line have in common. */
static hail_sector_fault_kind on_a_line(hail_segment s, hail_segment t) {
    const hail_point first = along(s.a, s.b) > 0 ? s.a : s.b, last = along(s.a, s.b) > 0 ? s.b : s.a;
    const hail_point from = along(t.a, t.b) > 0 ? t.a : t.b, to = along(t.a, t.b) > 0 ? t.b : t.a;
    const int one = along(first, to), two = along(from, last);
    if (one < 0 || two < 0)
        return 0;
    return one && two ? HAIL_FAULT_OVERLAP : HAIL_FAULT_CROSSING;
}

/* Walls that share the vertex at `middle` overlap if they have the same direction from there. */
static hail_sector_fault_kind from_one_vertex(hail_point middle, hail_point p, hail_point q) {
    return along(middle, p) == along(middle, q) && hail_turn(middle, p, q) == 0 ? HAIL_FAULT_OVERLAP : 0;
}

/* The fault of two walls; 0: they have nothing in common but a vertex they share. */
static hail_sector_fault_kind common_part(const hail_sectors *map, uint32_t one, uint32_t two) {
    const hail_wall *v = sectors_wall(map, one), *w = sectors_wall(map, two);
    const hail_segment s = sectors_segment(map, one), t = sectors_segment(map, two);
    if (apart(s.a.x, s.b.x, t.a.x, t.b.x) || apart(s.a.y, s.b.y, t.a.y, t.b.y))
        return 0;
    if (v->a == w->a)
        return from_one_vertex(s.a, s.b, t.b);
    if (v->a == w->b)
        return from_one_vertex(s.a, s.b, t.a);
    if (v->b == w->a)
        return from_one_vertex(s.b, s.a, t.b);
    if (v->b == w->b)
        return from_one_vertex(s.b, s.a, t.a);
    const int ta = hail_turn(s.a, s.b, t.a), tb = hail_turn(s.a, s.b, t.b);
    if (!ta && !tb)
        return on_a_line(s, t);
    if (ta * tb > 0 || hail_turn(t.a, t.b, s.a) * hail_turn(t.a, t.b, s.b) > 0)
        return 0;
    return HAIL_FAULT_CROSSING;
}

/* About where two walls cross: the middle of the intersection of two intervals. */
static float middle(float a, float b, float c, float d) {
    const float min = a < b ? a : b, max = a < b ? b : a, from = c < d ? c : d, to = c < d ? d : c;
    return (float)(((double)(min > from ? min : from) + (double)(max < to ? max : to)) / 2.0);
}

static void report(const hail_sectors *map, hail_sector_fault_kind kind, uint32_t one, uint32_t two,
                   hail_fault_collector *collector) {
    const hail_segment s = sectors_segment(map, one), t = sectors_segment(map, two);
    hail_collector_add(collector, (hail_sector_fault){.kind = kind,
                                                      .wall = one < two ? one : two,
                                                      .other = one < two ? two : one,
                                                      .vertex = HAIL_NO_VERTEX,
                                                      .sector = HAIL_NO_SECTOR,
                                                      .x = middle(s.a.x, s.b.x, t.a.x, t.b.x),
                                                      .y = middle(s.a.y, s.b.y, t.a.y, t.b.y)});
}

/* Whether an ascending list holds a number. */
static bool has(hail_index_set walls, uint32_t wall) {
    uint32_t first = 0, end = walls.count;
    while (first < end) {
        const uint32_t middle = first + (end - first) / 2;
        if (walls.list[middle] < wall)
            first = middle + 1;
        else
            end = middle;
    }
    return first < walls.count && walls.list[first] == wall;
}

/* Tests a wall against those of a cell that it was not tested against yet. Of two walls of the set, the one with the
 * lower number tests the pair. */
static void test_against(hail_sectors *map, uint32_t wall, const hail_wall_cell *cell, hail_index_set walls,
                         hail_fault_collector *collector) {
    uint32_t *seen = map->wall_stamp.data;
    for (uint32_t i = 0; i < cell->count; i++) {
        const uint32_t other = cell_wall(map, cell, i);
        if (seen[other] == map->stamp)
            continue;
        seen[other] = map->stamp;
        if (!walls.list && other < wall)
            continue;
        const hail_sector_fault_kind kind = common_part(map, wall, other);
        if (kind && (other > wall || !has(walls, other)))
            report(map, kind, wall, other, collector);
    }
}

void hail_check_crossings(hail_sectors *map, hail_index_set walls, hail_fault_collector *collector) {
    for (uint32_t i = 0; i < walls.count; i++) {
        const uint32_t wall = set_index(walls, i);
        if (wall_absent(sectors_wall(map, wall)))
            continue;
        ((uint32_t *)map->wall_stamp.data)[wall] = ++map->stamp;
        const hail_segment segment = sectors_segment(map, wall);
        const hail_range rows = hail_segment_rows(map, &segment);
        for (uint32_t row = rows.first; row <= rows.last; row++) {
            const hail_range columns = hail_segment_columns(map, &segment, row);
            for (uint32_t column = columns.first; column <= columns.last; column++)
                test_against(map, wall, sectors_cell(map, row * map->view.columns + column), walls, collector);
        }
    }
}
