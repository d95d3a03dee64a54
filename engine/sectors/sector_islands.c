/* engine/sectors/sector_islands.c - islands that lie in another sector than they say.
 *
 * An island is what hangs together of the walls that part sectors. Where walls are closed and cross nobody, an island
 * says the same of an area all the way that it goes round it; so it is in the right sector if what it says of the
 * outside is what the one says that it lies in. The vertex of it that is furthest to the right sees the outside. What
 * that sees may be another island in the same area, which says what it should, too, unless it is in the wrong sector
 * itself. */
#include "build.h"

#define NO_ISLAND UINT32_MAX /* what hangs together with vertices that are not looked at: it is right */

/* ---- What hangs together ----------------------------------------------------------------------------------------- */

/* Of equal ones, further down. */
static bool further_right(const hail_sectors *map, uint32_t a, uint32_t b) {
    const hail_point p = sectors_point(map, a), q = sectors_point(map, b);
    if (p.x != q.x)
        return p.x > q.x;
    return p.y > q.y || (p.y == q.y && a < b);
}

/* The vertex of an island that is furthest to the right, which stands for it. */
static uint32_t furthest(uint32_t *next_of, uint32_t vertex) {
    while (vertex != NO_ISLAND && next_of[vertex] != vertex) {
        const uint32_t next = next_of[vertex];
        if (next != NO_ISLAND)
            next_of[vertex] = next_of[next];
        vertex = next;
    }
    return vertex;
}

static void join(const hail_sectors *map, uint32_t *island, uint32_t a, uint32_t b) {
    const uint32_t one = furthest(island, a), two = furthest(island, b);
    if (one == two)
        return;
    if (two == NO_ISLAND || (one != NO_ISLAND && further_right(map, two, one)))
        island[one] = two;
    else
        island[two] = one;
}

static void find_islands(hail_sectors *map, hail_some vertices) {
    const uint32_t stamp = ++map->stamp;
    uint32_t *island = map->island.data, *seen = map->vertex_stamp.data;
    for (uint32_t i = 0; i < vertices.count; i++) {
        seen[some_of(vertices, i)] = stamp;
        island[some_of(vertices, i)] = some_of(vertices, i);
    }
    for (uint32_t i = 0; i < vertices.count; i++) {
        const uint32_t vertex = some_of(vertices, i);
        for (uint32_t end = end_first(map, vertex); end != NO_END; end = end_next(map, end)) {
            const uint32_t other = end_other(map, end);
            join(map, island, vertex, seen[other] == stamp ? other : NO_ISLAND);
        }
    }
}

static bool is_island(const hail_sectors *map, uint32_t vertex) {
    return ((const uint32_t *)map->island.data)[vertex] == vertex && end_first(map, vertex) != NO_END;
}

/* What an island says of the outside. No wall goes to the right from where it is looked at, so that the first one round
 * comes after +x. */
static uint32_t says(const hail_sectors *map, uint32_t vertex) {
    return end_before(map, hail_sectors_first_end(map, vertex));
}

/* ---- Which are wrong --------------------------------------------------------------------------------------------- */

typedef struct island {
    uint32_t vertex, lies_in;
} island;

/* Puts an island where a heap, the one furthest to the left on top, has a gap. */
static void sift(const hail_sectors *map, island *list, uint32_t gap, uint32_t count) {
    const island kept = list[gap];
    for (uint32_t below = 2 * gap + 1; below < count; below = 2 * gap + 1) {
        below += below + 1 < count && further_right(map, list[below].vertex, list[below + 1].vertex);
        if (!further_right(map, kept.vertex, list[below].vertex))
            break;
        list[gap] = list[below];
        gap = below;
    }
    list[gap] = kept;
}

/* The furthest to the right first. */
static void sort(const hail_sectors *map, island *list, uint32_t count) {
    for (uint32_t i = count / 2; i-- > 0;)
        sift(map, list, i, count);
    for (uint32_t n = count; n > 1; n--) {
        const island last = list[n - 1];
        list[n - 1] = list[0];
        list[0] = last;
        sift(map, list, 0, n - 1);
    }
}

static const island *find(const hail_sectors *map, const island *list, uint32_t count, uint32_t vertex) {
    uint32_t first = 0;
    for (uint32_t end = count; end - first > 1;) {
        const uint32_t middle = first + (end - first) / 2;
        if (further_right(map, vertex, list[middle].vertex))
            end = middle;
        else
            first = middle;
    }
    return &list[first];
}

/* Whether the area to the left (-x) of a wall of an island is all around it: whether who goes round that area comes by
 * where the island looks to the right. */
static bool is_outside(const hail_sectors *map, uint32_t wall, uint32_t furthest_vertex) {
    const hail_segment s = sectors_segment(map, wall);
    const uint32_t start = wall * 2 + (s.a.y < s.b.y); /* at its lower end */
    uint32_t end = start;
    do {
        const uint32_t vertex = end_vertex(map, end);
        if (vertex == furthest_vertex && end == hail_sectors_first_end(map, vertex))
            return true;
        end = hail_sectors_end_ahead(map, end) ^ 1u;
    } while (end != start);
    return false;
}

/* The sector that an island lies in; those further to the right are known. */
static uint32_t lies_in(hail_sectors *map, const island *list, uint32_t known, uint32_t vertex) {
    uint32_t wall;
    const uint32_t sector = hail_sectors_look(map, sectors_point(map, vertex), &wall);
    if (wall == HAIL_NO_WALL)
        return sector;
    const uint32_t end = sectors_wall(map, wall)->a, stamp = ((const uint32_t *)map->vertex_stamp.data)[vertex];
    const bool seen = ((const uint32_t *)map->vertex_stamp.data)[end] == stamp;
    const uint32_t other = seen ? furthest(map->island.data, end) : NO_ISLAND;
    if (other == NO_ISLAND || sector != says(map, other))
        return sector;
    const island *next = find(map, list, known, other);
    return next->lies_in != sector && is_outside(map, wall, other) ? next->lies_in : sector;
}

static void tell(const hail_sectors *map, const island *wrong, hail_fault_sink *sink) {
    const hail_point p = sectors_point(map, wrong->vertex);
    hail_sink_tell(sink, (hail_sector_fault){.kind = HAIL_FAULT_MISPLACED,
                                             .wall = HAIL_NO_WALL,
                                             .other = HAIL_NO_WALL,
                                             .vertex = wrong->vertex,
                                             .sector = wrong->lies_in,
                                             .x = p.x,
                                             .y = p.y});
}

static bool some_wrong(const hail_sectors *map, hail_some vertices, uint32_t *islands) {
    bool wrong = false;
    for (uint32_t i = 0; i < vertices.count; i++) {
        const uint32_t vertex = some_of(vertices, i);
        if (!is_island(map, vertex))
            continue;
        ++*islands;
        wrong = wrong || hail_sectors_from(map, sectors_point(map, vertex)) != says(map, vertex);
    }
    return wrong;
}

bool hail_check_islands(hail_sectors *map, hail_some vertices, hail_fault_sink *sink) {
    uint32_t count = 0, found = 0;
    find_islands(map, vertices);
    if (!some_wrong(map, vertices, &count)) /* the one furthest to the right that is wrong would see it */
        return true;
    if (!hail_scratch_grow(&map->heap, &map->work[2], count * sizeof(island)))
        return false;
    island *list = map->work[2].data;
    for (uint32_t i = 0; i < vertices.count; i++)
        if (is_island(map, some_of(vertices, i)))
            list[found++] = (island){some_of(vertices, i), HAIL_NO_SECTOR};
    sort(map, list, count);
    for (uint32_t i = 0; i < count; i++) {
        list[i].lies_in = lies_in(map, list, i, list[i].vertex);
        if (list[i].lies_in != says(map, list[i].vertex))
            tell(map, &list[i], sink);
    }
    return true;
}
