/* engine/sectors/change.c - hail_sectors_change makes a change in place, and undoes it if it is refused; and doors. */
#include <string.h>

#include "base/tiny.h"
#include "change.h"

/* ---- Arguments --------------------------------------------------------------------------------------------------- */

/* Numbers of vertices or walls that the caller lists, and how many of these there are. */
typedef struct number_list {
    const char *field;
    const uint32_t *list;
    size_t count;
    uint32_t limit;
} number_list;

/* Checks that all numbers are below the limit, and that no two of them are the same. */
static hail_status check_list(hail_error *error, const number_list *n, uint32_t *seen, uint32_t stamp) {
    for (size_t i = 0; i < n->count; i++)
        HAIL_REQUIRE(hail_check_below(error, n->field, i, n->list[i], n->limit));
    for (size_t i = 0; i < n->count; i++) {
        if (seen[n->list[i]] == stamp)
            return hail_fail_at(error, HAIL_BAD_ARGUMENT, n->field, i, "is listed twice");
        seen[n->list[i]] = stamp;
    }
    return HAIL_OK;
}

static hail_status check_edit(hail_sectors *map, const hail_sectors_edit *e) {
    hail_error *error = map->heap.error;
    const hail_needed vertices[] = {{"edit->vertex", e->vertex}, {"edit->x", e->x}, {"edit->y", e->y}},
                      walls[] = {{"edit->wall", e->wall}, {"edit->to", e->to}};
    HAIL_REQUIRE(hail_check_needed(error, vertices, e->vertex_count ? 3 : 0));
    HAIL_REQUIRE(hail_check_needed(error, walls, e->wall_count ? 2 : 0));
    HAIL_REQUIRE(hail_check_count_to(error, "edit->vertex_count", e->vertex_count, HAIL_MAX_WALLS));
    HAIL_REQUIRE(hail_check_count_to(error, "edit->wall_count", e->wall_count, HAIL_MAX_WALLS));
    const uint32_t stamp = ++map->stamp;
    const number_list moved = {"edit->vertex", e->vertex, e->vertex_count, map->vertex_count},
                      replaced = {"edit->wall", e->wall, e->wall_count, map->wall_count};
    HAIL_REQUIRE(check_list(error, &moved, map->vertex_stamp.data, stamp));
    return check_list(error, &replaced, map->wall_stamp.data, stamp);
}

/* ---- Vertices, walls and their links ----------------------------------------------------------------------------- */

static void set_position(hail_sectors *map, uint32_t vertex, hail_point p) {
    ((float *)map->x.data)[vertex] = p.x;
    ((float *)map->y.data)[vertex] = p.y;
}

static void unlink_all(const hail_change *c) {
    for (uint32_t i = 0; i < c->walls.count; i++)
        if (!wall_absent(sectors_wall(c->map, c->walls.list[i]))) {
            hail_sectors_unlink(c->map, c->walls.list[i] * 2);
            hail_sectors_unlink(c->map, c->walls.list[i] * 2 + 1);
        }
}

/* Links from last to first, so that no end has to pass those linked before it. */
static void link_all(const hail_change *c) {
    for (uint32_t i = c->walls.count; i-- > 0;)
        if (!wall_absent(sectors_wall(c->map, c->walls.list[i]))) {
            hail_sectors_link(c->map, c->walls.list[i] * 2 + 1);
            hail_sectors_link(c->map, c->walls.list[i] * 2);
        }
}

static void apply_edit(const hail_change *c) {
    for (size_t i = 0; i < c->edit->vertex_count; i++)
        set_position(c->map, c->edit->vertex[i],
                     (hail_point){hail_not_tiny(c->edit->x[i]), hail_not_tiny(c->edit->y[i])});
    for (size_t i = 0; i < c->edit->wall_count; i++)
        sectors_walls(c->map)[c->edit->wall[i]] = c->edit->to[i];
}

static void undo_edit(const hail_change *c) {
    for (size_t i = 0; i < c->edit->vertex_count; i++)
        set_position(c->map, c->edit->vertex[i], c->old_points[i]);
    for (uint32_t i = 0; i < c->walls.count; i++)
        sectors_walls(c->map)[c->walls.list[i]] = c->old_walls[i].wall;
}

/* ---- Cells ------------------------------------------------------------------------------------------------------- */

static void write_cells(const hail_change *c, bool after) {
    for (uint32_t i = 0; i < c->cell_count; i++) {
        const hail_changed_cell *cell = &c->cells[i];
        hail_walls_write(c->map, cell->cell, c->lists + cell->first + (after ? cell->before : 0),
                         after ? cell->after : cell->before);
    }
}

static uint32_t *row_words(const hail_sectors *map, const hail_region *region, uint32_t row) {
    return (uint32_t *)map->side_cells.data + (size_t)row * map->view.columns * SECTORS_FINE + region->columns.first;
}

/* Marks the regions' fine cells as not computed, and saves their words. False: no memory, and nothing was marked. */
static bool save_words(hail_change *c) {
    size_t count = 0;
    for (uint32_t i = 0; i < c->region_count; i++)
        count += region_cells(&c->regions[i]);
    if (!hail_scratch_grow(&c->map->heap, &c->map->scratch[7], (count + 1) * sizeof(uint32_t)))
        return false;
    uint32_t *saved = c->old_words = c->map->scratch[7].data;
    for (uint32_t i = 0; i < c->region_count; i++) {
        const hail_region *region = &c->regions[i];
        for (uint32_t row = region->rows.first; row <= region->rows.last; row++)
            for (uint32_t k = 0; k < region_columns(region); k++) {
                *saved++ = row_words(c->map, region, row)[k];
                row_words(c->map, region, row)[k] = SIDES_UNKNOWN;
            }
    }
    return true;
}

/* Restores the saved words. From the last region to the first: where regions overlap, the first saved the old words. */
static void restore_words(const hail_change *c) {
    const uint32_t *saved = c->old_words;
    for (uint32_t i = 0; c->old_words && i < c->region_count; i++)
        saved += region_cells(&c->regions[i]);
    for (uint32_t i = c->old_words ? c->region_count : 0; i-- > 0;) {
        const hail_region *region = &c->regions[i];
        saved -= region_cells(region);
        for (uint32_t row = region->rows.first; row <= region->rows.last; row++)
            memcpy(row_words(c->map, region, row), saved + (size_t)(row - region->rows.first) * region_columns(region),
                   region_columns(region) * sizeof(uint32_t));
    }
}

/* Computes the regions' lists and words. False: no memory, and nothing has changed. */
static bool make_sides(const hail_change *c) {
    uint64_t words = 0;
    bool moved;
    for (uint32_t i = 0; i < c->region_count; i++) {
        if (!hail_sides_prepare(c->map, &c->regions[i]))
            return false;
        words += hail_sides_need(c->map, &c->regions[i]);
    }
    if (!hail_sides_reserve(c->map, words, &moved))
        return false;
    const uint32_t *before = c->old_words;
    for (uint32_t i = 0; i < c->region_count; i++) {
        hail_sides_make(c->map, &c->regions[i], moved ? NULL : before);
        before += region_cells(&c->regions[i]);
    }
    return true;
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

/* Lists the vertices of walls in a region's box. list NULL: only counts them, some twice. */
static uint32_t list_vertices(const hail_change *c, uint32_t which, uint32_t *list, uint32_t stamp) {
    const hail_sectors *map = c->map;
    const hail_region *region = &c->regions[which];
    uint32_t *seen = map->vertex_stamp.data, count = 0;
    for (uint32_t row = region->rows.first / SECTORS_FINE; row <= region->rows.last / SECTORS_FINE; row++)
        for (uint32_t column = region->columns.first / SECTORS_FINE; column <= region->columns.last / SECTORS_FINE;
             column++) {
            const hail_wall_cell *cell = sectors_cell(map, row * map->view.columns + column);
            for (uint32_t i = 0; i < 2 * cell->count; i++) {
                const uint32_t vertex = end_vertex(map, cell_wall(map, cell, i / 2) * 2 + i % 2);
                if (!hail_box_holds(&c->boxes[which], sectors_point(map, vertex)) || (list && seen[vertex] == stamp))
                    continue;
                if (list) {
                    seen[vertex] = stamp;
                    list[count] = vertex;
                }
                count++;
            }
        }
    return count;
}

/* False: no memory. */
static bool check_islands(const hail_change *c, hail_fault_collector *collector) {
    hail_buffer *buffer = &c->map->scratch[1];
    size_t room = 1;
    for (uint32_t i = 0; i < c->region_count; i++)
        room += list_vertices(c, i, NULL, 0);
    if (!hail_scratch_grow(&c->map->heap, buffer, room * sizeof(uint32_t)))
        return false;
    const uint32_t stamp = ++c->map->stamp;
    hail_index_set vertices = {buffer->data, 0};
    for (uint32_t i = 0; i < c->region_count; i++)
        vertices.count += list_vertices(c, i, (uint32_t *)buffer->data + vertices.count, stamp);
    return hail_check_islands(c->map, vertices, collector);
}

/* Checks the changed map. Connected changed walls, before and after, lie in one box. If the walls round all their
 * vertices agree, everything outside of the boxes stays in its sector. So only islands that lie wholly in a box can be
 * misplaced. False: no memory. */
static bool check(const hail_change *c, hail_fault_collector *collector) {
    if (!hail_check_closed(c->map, c->vertices, collector))
        return false;
    hail_check_crossings(c->map, c->walls, collector);
    return collector->count || check_islands(c, collector);
}

/* ---- A change ---------------------------------------------------------------------------------------------------- */

/* In a map with faults, what is to the right of a cell may be decided by any cell further right in its row. So regions
 * are widened to the left end of the map. False: no memory; the old words are restored. */
static bool widen(hail_change *c) {
    restore_words(c);
    for (uint32_t i = 0; i < c->region_count; i++)
        c->regions[i].columns.first = 0;
    c->old_words = NULL;
    return save_words(c);
}

static uint32_t walls_after(const hail_change *c) {
    uint32_t walls = c->map->walls_now;
    for (uint32_t i = 0; i < c->walls.count; i++) {
        walls -= !wall_absent(&c->old_walls[i].wall);
        walls += !wall_absent(sectors_wall(c->map, c->walls.list[i]));
    }
    return walls;
}

/* Replaces what the changed vertices and walls add to the map's hash. */
static void update_digest(const hail_change *c) {
    hail_sectors *map = c->map;
    for (size_t i = 0; i < c->edit->vertex_count; i++) {
        const uint32_t vertex = c->edit->vertex[i];
        map->digest -= hail_vertex_digest(vertex, c->old_points[i]);
        map->digest += hail_vertex_digest(vertex, sectors_point(map, vertex));
    }
    for (uint32_t i = 0; i < c->walls.count; i++) {
        const uint32_t wall = c->walls.list[i];
        map->digest -= hail_wall_digest(wall, &c->old_walls[i].wall);
        map->digest += hail_wall_digest(wall, sectors_wall(map, wall));
    }
}

/* Updates cells and checks the map; the new vertices and walls are in place and linked. On failure the caller restores
 * the lists of coarse cells. */
static hail_status update_cells(hail_change *c, hail_fault_collector *collector) {
    if (!hail_change_plan(c))
        return HAIL_NO_MEMORY;
    write_cells(c, true);
    const bool has_memory = save_words(c) && check(c, collector), refused = collector->count && !c->map->tolerant;
    const bool faulty = c->map->faulty || collector->count;
    if (has_memory && !refused && (!faulty || widen(c)) && make_sides(c)) {
        c->map->faulty = faulty;
        c->map->walls_now = walls_after(c);
        c->map->version++;
        update_digest(c);
        return HAIL_OK;
    }
    restore_words(c);
    return has_memory && refused ? HAIL_UNCLOSED : HAIL_NO_MEMORY;
}

static hail_status change(hail_change *c, hail_fault_collector *collector) {
    unlink_all(c);
    apply_edit(c);
    const hail_index_set moved = {c->edit->vertex, (uint32_t)c->edit->vertex_count};
    hail_check_numbers(c->map, c->walls, moved, collector);
    hail_status status = HAIL_UNCLOSED;
    if (!collector->count) {
        hail_check_lengths(c->map, c->walls, collector);
        link_all(c);
        status = update_cells(c, collector);
        if (status == HAIL_OK)
            return HAIL_OK;
        unlink_all(c);
    }
    undo_edit(c);
    link_all(c);
    write_cells(c, false);
    return status;
}

hail_status hail_sectors_apply(hail_sectors *map, const hail_sectors_edit *edit, hail_fault_collector *collector) {
    hail_change c = {.map = map, .edit = edit};
    return hail_sectors_make_room(map, edit) && hail_change_find(&c) ? change(&c, collector) : HAIL_NO_MEMORY;
}

hail_status hail_sectors_change(hail_sectors *map, const hail_sectors_edit *edit, hail_sector_faults *faults) {
    hail_fault_collector collector;
    hail_error *error = map ? map->heap.error : NULL;
    const hail_needed needed[] = {{"map", map}, {"edit", edit}};
    HAIL_REQUIRE(hail_collector_open(&collector, error, faults));
    if (!map || !edit)
        return hail_check_needed(error, needed, 2);
    hail_sectors_fresh_stamps(map);
    HAIL_REQUIRE(check_edit(map, edit));
    if (!edit->vertex_count && !edit->wall_count)
        return HAIL_OK;
    const hail_status status = hail_sectors_apply(map, edit, &collector);
    if (status == HAIL_NO_MEMORY)
        return hail_fail_memory(error);
    hail_collector_close(&collector);
    return status == HAIL_OK ? HAIL_OK : hail_collector_fail(&collector, edit, error);
}

/* ---- Doors ------------------------------------------------------------------------------------------------------- */

void hail_sectors_put_solid(hail_sectors *map, uint32_t number, bool solid) {
    hail_wall *wall = sectors_walls(map) + number;
    const bool stopped = wall_stops(wall);
    map->digest -= hail_wall_digest(number, wall);
    wall->solid = solid;
    map->digest += hail_wall_digest(number, wall);
    if (wall_stops(wall) != stopped)
        hail_walls_mark(map, number);
}

hail_status hail_sectors_set_solid(hail_sectors *map, const uint32_t *walls, size_t count, bool solid) {
    if (!map)
        return HAIL_BAD_ARGUMENT;
    hail_error *error = map->heap.error;
    HAIL_REQUIRE(hail_check_count(error, "count", count));
    HAIL_REQUIRE(hail_check_needed(error, &(hail_needed){"walls", walls}, count ? 1 : 0));
    for (size_t i = 0; i < count; i++) {
        HAIL_REQUIRE(hail_check_below(error, "walls", i, walls[i], map->wall_count));
        if (wall_absent(sectors_wall(map, walls[i])))
            return hail_fail_at(error, HAIL_OUT_OF_RANGE, "walls", i, "names a wall that is absent");
    }
    for (size_t i = 0; i < count; i++)
        hail_sectors_put_solid(map, walls[i], solid);
    return HAIL_OK;
}
