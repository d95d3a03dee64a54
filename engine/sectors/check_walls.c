/* engine/sectors/check_walls.c - checks single walls, and the walls round a vertex. */
#include <math.h>

#include "base/heap_sort.h"
#include "build.h"

static hail_sector_fault fault_of(hail_sector_fault_kind kind) {
    return (hail_sector_fault){
        .kind = kind, .wall = HAIL_NO_WALL, .other = HAIL_NO_WALL, .vertex = HAIL_NO_VERTEX, .sector = HAIL_NO_SECTOR};
}

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

static void report_wall(const hail_sectors *map, hail_sector_fault_kind kind, uint32_t wall,
                        hail_fault_collector *collector) {
    hail_sector_fault fault = fault_of(kind);
    fault.wall = wall;
    if (kind >= HAIL_FAULT_TOO_LONG) {
        const hail_segment s = sectors_segment(map, wall);
        fault.x = (float)(((double)s.a.x + (double)s.b.x) / 2.0);
        fault.y = (float)(((double)s.a.y + (double)s.b.y) / 2.0);
    }
    hail_collector_add(collector, fault);
}

static bool no_vertex(const hail_sectors *map, const hail_wall *wall) {
    return wall->a >= map->vertex_count || wall->b >= map->vertex_count;
}
static bool no_sector(const hail_sectors *map, uint32_t sector) {
    return sector >= map->sector_count && sector != HAIL_NO_SECTOR;
}
static bool is_finite(hail_point p) { return isfinite(p.x) && isfinite(p.y); }

static void check_position(hail_sectors *map, uint32_t vertex, uint32_t stamp, hail_fault_collector *collector) {
    const hail_point p = sectors_point(map, vertex);
    uint32_t *seen = (uint32_t *)map->vertex_stamp.data + vertex;
    if (!is_finite(p) || *seen == stamp || hail_box_holds(&map->box, p))
        return;
    *seen = stamp;
    hail_sector_fault fault = fault_of(HAIL_FAULT_TOO_FAR);
    fault.vertex = vertex;
    fault.x = p.x;
    fault.y = p.y;
    hail_collector_add(collector, fault);
}

static bool too_long(hail_segment s) {
    const double x = (double)s.b.x - (double)s.a.x, y = (double)s.b.y - (double)s.a.y;
    return is_finite(s.a) && is_finite(s.b) && x * x + y * y > (double)HAIL_MAX_REACH * (double)HAIL_MAX_REACH;
}

void hail_check_numbers(hail_sectors *map, hail_index_set walls, hail_index_set vertices,
                        hail_fault_collector *collector) {
    const uint32_t stamp = ++map->stamp;
    for (uint32_t i = 0; i < walls.count; i++) {
        const uint32_t wall = set_index(walls, i);
        const hail_wall *w = sectors_wall(map, wall);
        if (w->a == HAIL_NO_VERTEX && w->b == HAIL_NO_VERTEX)
            continue;
        if (no_sector(map, w->right) || no_sector(map, w->left) || w->kind > 31)
            report_wall(map, HAIL_FAULT_NO_SECTOR, wall, collector);
        if (no_vertex(map, w)) {
            report_wall(map, HAIL_FAULT_NO_VERTEX, wall, collector);
            continue;
        }
        check_position(map, w->a, stamp, collector);
        check_position(map, w->b, stamp, collector);
        if (too_long(sectors_segment(map, wall)))
            report_wall(map, HAIL_FAULT_TOO_LONG, wall, collector);
    }
    for (uint32_t i = 0; i < vertices.count; i++)
        if (!is_finite(sectors_point(map, set_index(vertices, i)))) {
            hail_sector_fault fault = fault_of(HAIL_FAULT_NOT_FINITE);
            fault.vertex = set_index(vertices, i);
            hail_collector_add(collector, fault);
        }
}

void hail_check_lengths(hail_sectors *map, hail_index_set walls, hail_fault_collector *collector) {
    for (uint32_t i = 0; i < walls.count; i++) {
        const uint32_t wall = set_index(walls, i);
        if (wall_absent(sectors_wall(map, wall)))
            continue;
        const hail_segment s = sectors_segment(map, wall);
        if (!same_point(s.a, s.b))
            continue;
        report_wall(map, HAIL_FAULT_ZERO_LENGTH, wall, collector);
        sectors_walls(map)[wall].a = sectors_walls(map)[wall].b = HAIL_NO_VERTEX;
    }
}

/* ---- Round a vertex ---------------------------------------------------------------------------------------------- */

/* The half of the plane that a direction lies in: 0 for less than half a turn from +x towards +y, 1 for the rest. */
static int half_of(hail_point from, hail_point to) { return to.y < from.y || (to.y == from.y && to.x < from.x); }

/* A vertex, round which wall ends are in order. */
typedef struct middle {
    const hail_sectors *map;
    hail_point at;
} middle;

static middle middle_of(const hail_sectors *map, uint32_t vertex) { return (middle){map, sectors_point(map, vertex)}; }

/* Whether end a comes before end b round their vertex, from +x towards +y. Ties go to the lower number. */
static bool comes_before(const middle *m, uint32_t a, uint32_t b) {
    const hail_point p = sectors_point(m->map, end_other(m->map, a)), q = sectors_point(m->map, end_other(m->map, b));
    const int half = half_of(m->at, p), other = half_of(m->at, q);
    if (half != other)
        return half < other;
    const int turn = hail_turn(m->at, p, q);
    return turn ? turn > 0 : a < b;
}

HAIL_HEAP_SORT(wall_ends, uint32_t, middle, comes_before)

uint32_t hail_sectors_first_end(const hail_sectors *map, uint32_t vertex) {
    const middle m = middle_of(map, vertex);
    uint32_t first = end_first(map, vertex);
    for (uint32_t end = first; end != NO_END; end = end_next(map, end))
        if (comes_before(&m, end, first))
            first = end;
    return first;
}

uint32_t hail_sectors_end_ahead(const hail_sectors *map, uint32_t end) {
    const uint32_t vertex = end_vertex(map, end);
    const middle m = middle_of(map, vertex);
    uint32_t last = end, ahead = NO_END;
    for (uint32_t other = end_first(map, vertex); other != NO_END; other = end_next(map, other)) {
        if (comes_before(&m, last, other))
            last = other;
        if (comes_before(&m, other, end) && (ahead == NO_END || comes_before(&m, ahead, other)))
            ahead = other;
    }
    return ahead == NO_END ? last : ahead;
}

/* Lists the ends at a vertex in order round it. Returns how many there are. */
static uint32_t ends_round(const hail_sectors *map, uint32_t vertex, uint32_t *ends) {
    const middle m = middle_of(map, vertex);
    uint32_t count = 0;
    for (uint32_t end = end_first(map, vertex); end != NO_END; end = end_next(map, end))
        ends[count++] = end;
    wall_ends_sort(&m, ends, count);
    return count;
}

bool hail_check_closed(hail_sectors *map, hail_index_set vertices, hail_fault_collector *collector) {
    size_t room = 1;
    for (uint32_t i = 0; i < vertices.count; i++) {
        const uint32_t degree = hail_sectors_degree(map, set_index(vertices, i));
        room = degree > room ? degree : room;
    }
    if (!hail_scratch_grow(&map->heap, &map->scratch[0], room * sizeof(uint32_t)))
        return false;
    for (uint32_t i = 0; i < vertices.count; i++) {
        uint32_t *ends = map->scratch[0].data;
        const uint32_t vertex = set_index(vertices, i), count = ends_round(map, vertex, ends);
        const hail_point p = sectors_point(map, vertex);
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t end = ends[k], next = ends[(k + 1) % count];
            if (end_after(map, end) == end_before(map, next))
                continue;
            hail_sector_fault fault = fault_of(count == 1 ? HAIL_FAULT_DANGLING : HAIL_FAULT_UNCLOSED);
            fault.wall = end / 2;
            fault.vertex = vertex;
            fault.x = p.x;
            fault.y = p.y;
            if (count > 1) {
                fault.other = next / 2;
                fault.sector = end_after(map, end);
            }
            hail_collector_add(collector, fault);
        }
    }
    return true;
}
