/* engine/sectors/cross.c - walls that have more in common than a vertex. */
#include "build.h"

static bool apart(float a, float b, float c, float d) {
    const float least = a < b ? a : b, most = a < b ? b : a;
    return (c < least && d < least) || (c > most && d > most);
}

/* -1, 0, 1: where b lies from a, along x, or, if they are above one another, along y. */
static int along(hail_point a, hail_point b) {
    if (a.x != b.x)
        return a.x < b.x ? 1 : -1;
    return a.y < b.y ? 1 : a.y > b.y ? -1 : 0;
}

/* Two walls on one line. */
static hail_sector_fault_kind on_a_line(hail_segment s, hail_segment t) {
    const hail_point first = along(s.a, s.b) > 0 ? s.a : s.b, last = along(s.a, s.b) > 0 ? s.b : s.a;
    const hail_point from = along(t.a, t.b) > 0 ? t.a : t.b, to = along(t.a, t.b) > 0 ? t.b : t.a;
    const int one = along(first, to), two = along(from, last);
    if (one < 0 || two < 0)
        return 0;
    return one && two ? HAIL_FAULT_OVERLAP : HAIL_FAULT_CROSSING;
}

/* Walls that share the vertex at `middle` overlap if they go the same way. */
static hail_sector_fault_kind from_one_vertex(hail_point middle, hail_point p, hail_point q) {
    return along(middle, p) == along(middle, q) && hail_turn(middle, p, q) == 0 ? HAIL_FAULT_OVERLAP : 0;
}

/* 0: they have no more in common than a vertex. */
static hail_sector_fault_kind meeting(const hail_sectors *map, uint32_t one, uint32_t two) {
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

/* About where two walls meet: the middle of what their boxes have in common. */
static float middle(float a, float b, float c, float d) {
    const float least = a < b ? a : b, most = a < b ? b : a, from = c < d ? c : d, to = c < d ? d : c;
    return (float)(((double)(least > from ? least : from) + (double)(most < to ? most : to)) / 2.0);
}

static void tell(const hail_sectors *map, hail_sector_fault_kind kind, uint32_t one, uint32_t two,
                 hail_fault_sink *sink) {
    const hail_segment s = sectors_segment(map, one), t = sectors_segment(map, two);
    hail_sink_tell(sink, (hail_sector_fault){.kind = kind,
                                             .wall = one < two ? one : two,
                                             .other = one < two ? two : one,
                                             .vertex = HAIL_NO_VERTEX,
                                             .sector = HAIL_NO_SECTOR,
                                             .x = middle(s.a.x, s.b.x, t.a.x, t.b.x),
                                             .y = middle(s.a.y, s.b.y, t.a.y, t.b.y)});
}

/* Whether a number is in a list, which ascends. */
static bool has(hail_some walls, uint32_t wall) {
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

/* A wall against those of a cell that it was not held against yet. Two of the set are held against one another by the
 * one with the lower number. */
static void hold_against(hail_sectors *map, uint32_t wall, const hail_wall_cell *cell, hail_some walls,
                         hail_fault_sink *sink) {
    uint32_t *seen = map->wall_stamp.data;
    for (uint32_t i = 0; i < cell->count; i++) {
        const uint32_t other = cell_wall(map, cell, i);
        if (seen[other] == map->stamp)
            continue;
        seen[other] = map->stamp;
        if (!walls.list && other < wall)
            continue;
        const hail_sector_fault_kind kind = meeting(map, wall, other);
        if (kind && (other > wall || !has(walls, other)))
            tell(map, kind, wall, other, sink);
    }
}

void hail_check_crossings(hail_sectors *map, hail_some walls, hail_fault_sink *sink) {
    for (uint32_t i = 0; i < walls.count; i++) {
        const uint32_t wall = some_of(walls, i);
        if (wall_absent(sectors_wall(map, wall)))
            continue;
        ((uint32_t *)map->wall_stamp.data)[wall] = ++map->stamp;
        const hail_segment segment = sectors_segment(map, wall);
        const hail_range rows = hail_segment_rows(map, &segment);
        for (uint32_t row = rows.first; row <= rows.last; row++) {
            const hail_range columns = hail_segment_columns(map, &segment, row);
            for (uint32_t column = columns.first; column <= columns.last; column++)
                hold_against(map, wall, sectors_cell(map, row * map->columns + column), walls, sink);
        }
    }
}
