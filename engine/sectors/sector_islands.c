/* engine/sectors/sector_islands.c - finds islands that lie in another sector than their walls name.
 *
 * An island is a set of connected separating walls. If loops are closed and no walls cross, all walls of an island
 * round an area name the same sector for it. So an island is in the right sector if its walls and the walls around it
 * name the same sector for the area between them. A ray to the right from the island's rightmost vertex starts in the
 * outside. The wall that it hits may belong to another island in the same area, which is misplaced or names the right
 * sector. */
#include "base/heap_sort.h"
#include "build.h"

#define NO_ISLAND UINT32_MAX /* connected with vertices outside of the set: assumed to be right */

/* ---- Connected walls --------------------------------------------------------------------------------------------- */

/* Whether vertex a is further to the right than b. Ties go to the lower one (+y), then to the lower number. */
static bool further_right(const hail_sectors *map, uint32_t a, uint32_t b) {
    const hail_point p = sectors_point(map, a), q = sectors_point(map, b);
    if (p.x != q.x)
        return p.x > q.x;
    return p.y > q.y || (p.y == q.y && a < b);
}

/* The rightmost vertex of an island, which stands for it (union and find). */
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

static void find_islands(hail_sectors *map, hail_index_set vertices) {
    const uint32_t stamp = ++map->stamp;
    uint32_t *island = map->island.data, *seen = map->vertex_stamp.data;
    for (uint32_t i = 0; i < vertices.count; i++) {
        seen[set_index(vertices, i)] = stamp;
        island[set_index(vertices, i)] = set_index(vertices, i);
    }
    for (uint32_t i = 0; i < vertices.count; i++) {
        const uint32_t vertex = set_index(vertices, i);
        for (uint32_t end = end_first(map, vertex); end != NO_END; end = end_next(map, end)) {
            const uint32_t other = end_other(map, end);
            join(map, island, vertex, seen[other] == stamp ? other : NO_ISLAND);
        }
    }
}

static bool is_island(const hail_sectors *map, uint32_t vertex) {
    return ((const uint32_t *)map->island.data)[vertex] == vertex && end_first(map, vertex) != NO_END;
}

/* The sector that an island's walls name for the outside. No wall leads to the right from its rightmost vertex, so that
 * the first end round it comes after +x. */
static uint32_t named_outside(const hail_sectors *map, uint32_t vertex) {
    return end_before(map, hail_sectors_first_end(map, vertex));
}

/* ---- Misplaced islands ------------------------------------------------------------------------------------------- */

typedef struct island {
    uint32_t vertex, lies_in;
} island;

static bool island_before(const hail_sectors *map, island a, island b) {
    return further_right(map, a.vertex, b.vertex);
}

HAIL_HEAP_SORT(islands, island, hail_sectors, island_before)

/* The island of a rightmost vertex, in a sorted list. */
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

/* Whether the area to the left (-x) of a wall is the outside of its island: walks round that area, and looks for the
 * island's rightmost vertex. */
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

/* Finds the sector that an island lies in. Those of the `known` first islands are found already. */
static uint32_t lies_in(hail_sectors *map, const island *list, uint32_t known, uint32_t vertex) {
    uint32_t wall;
    const uint32_t sector = hail_sectors_exact_wall(map, sectors_point(map, vertex), &wall);
    if (wall == HAIL_NO_WALL)
        return sector;
    const uint32_t end = sectors_wall(map, wall)->a, stamp = ((const uint32_t *)map->vertex_stamp.data)[vertex];
    const bool seen = ((const uint32_t *)map->vertex_stamp.data)[end] == stamp;
    const uint32_t other = seen ? furthest(map->island.data, end) : NO_ISLAND;
    if (other == NO_ISLAND || sector != named_outside(map, other))
        return sector;
    const island *next = find(map, list, known, other);
    return next->lies_in != sector && is_outside(map, wall, other) ? next->lies_in : sector;
}

static void report(const hail_sectors *map, const island *wrong, hail_fault_collector *collector) {
    const hail_point p = sectors_point(map, wrong->vertex);
    hail_collector_add(collector, (hail_sector_fault){.kind = HAIL_FAULT_MISPLACED,
                                                      .wall = HAIL_NO_WALL,
                                                      .other = HAIL_NO_WALL,
                                                      .vertex = wrong->vertex,
                                                      .sector = wrong->lies_in,
                                                      .x = p.x,
                                                      .y = p.y});
}

static bool some_wrong(const hail_sectors *map, hail_index_set vertices, uint32_t *islands) {
    bool wrong = false;
    for (uint32_t i = 0; i < vertices.count; i++) {
        const uint32_t vertex = set_index(vertices, i);
        if (!is_island(map, vertex))
            continue;
        ++*islands;
        wrong = wrong || hail_sectors_exact_sector(map, sectors_point(map, vertex)) != named_outside(map, vertex);
    }
    return wrong;
}

bool hail_check_islands(hail_sectors *map, hail_index_set vertices, hail_fault_collector *collector) {
    uint32_t count = 0, found = 0;
    find_islands(map, vertices);
    if (!some_wrong(map, vertices, &count)) /* of misplaced islands, the rightmost one differs here */
        return true;
    if (!hail_scratch_grow(&map->heap, &map->scratch[2], count * sizeof(island)))
        return false;
    island *list = map->scratch[2].data;
    for (uint32_t i = 0; i < vertices.count; i++)
        if (is_island(map, set_index(vertices, i)))
            list[found++] = (island){set_index(vertices, i), HAIL_NO_SECTOR};
    islands_sort(map, list, count);
    for (uint32_t i = 0; i < count; i++) {
        list[i].lies_in = lies_in(map, list, i, list[i].vertex);
        if (list[i].lies_in != named_outside(map, list[i].vertex))
            report(map, &list[i], collector);
    }
    return true;
}
