/* engine/sectors/change.c - maps that change: everything is tried out in place, and taken back if it is refused. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/tiny.h"
#include "change.h"

/* ---- What is asked for ------------------------------------------------------------------------------------------- */

/* Whether all numbers are below a limit, and no two of them the same. */
static hail_status check_list(const uint32_t *list, size_t count, uint32_t limit, uint32_t *seen, uint32_t stamp) {
    for (size_t i = 0; i < count; i++)
        if (list[i] >= limit)
            return HAIL_OUT_OF_RANGE;
    for (size_t i = 0; i < count; i++) {
        if (seen[list[i]] == stamp)
            return HAIL_BAD_ARGUMENT;
        seen[list[i]] = stamp;
    }
    return HAIL_OK;
}

static hail_status check_edit(hail_sectors *map, const hail_sectors_edit *e) {
    if ((e->vertices && (!e->vertex || !e->x || !e->y)) || (e->walls && (!e->wall || !e->to)))
        return HAIL_BAD_ARGUMENT;
    const uint32_t stamp = ++map->stamp;
    const hail_status status = check_list(e->vertex, e->vertices, map->vertex_count, map->vertex_stamp.data, stamp);
    return status == HAIL_OK ? check_list(e->wall, e->walls, map->wall_count, map->wall_stamp.data, stamp) : status;
}

/* ---- Vertices, walls and their links ----------------------------------------------------------------------------- */

static void set_place(hail_sectors *map, uint32_t vertex, hail_point p) {
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

/* The last first: each comes before those that were linked. */
static void link_all(const hail_change *c) {
    for (uint32_t i = c->walls.count; i-- > 0;)
        if (!wall_absent(sectors_wall(c->map, c->walls.list[i]))) {
            hail_sectors_link(c->map, c->walls.list[i] * 2 + 1);
            hail_sectors_link(c->map, c->walls.list[i] * 2);
        }
}

static void put_new(const hail_change *c) {
    for (size_t i = 0; i < c->edit->vertices; i++)
        set_place(c->map, c->edit->vertex[i], (hail_point){hail_not_tiny(c->edit->x[i]), hail_not_tiny(c->edit->y[i])});
    for (size_t i = 0; i < c->edit->walls; i++)
        sectors_walls(c->map)[c->edit->wall[i]] = c->edit->to[i];
}

static void put_old(const hail_change *c) {
    for (size_t i = 0; i < c->edit->vertices; i++)
        set_place(c->map, c->edit->vertex[i], c->places[i]);
    for (uint32_t i = 0; i < c->walls.count; i++)
        sectors_walls(c->map)[c->walls.list[i]] = c->were[i].was;
}

/* ---- Cells ------------------------------------------------------------------------------------------------------- */

static void write_cells(const hail_change *c, bool after) {
    for (uint32_t i = 0; i < c->cell_count; i++) {
        const hail_changed_cell *cell = &c->cells[i];
        hail_walls_write(c->map, cell->cell, c->lists + cell->first + (after ? cell->before : 0),
                         after ? cell->after : cell->before);
    }
}

static uint32_t region_columns(const hail_region *region) { return region->columns.last - region->columns.first + 1; }

static size_t region_cells(const hail_region *region) {
    return (size_t)region_columns(region) * (region->rows.last - region->rows.first + 1);
}

static uint32_t *row_words(const hail_sectors *map, const hail_region *region, uint32_t row) {
    return (uint32_t *)map->side_cells.data + (size_t)row * map->columns * SECTORS_FINE + region->columns.first;
}

/* Nothing is known of the regions' fine cells for a while. False: no memory to keep what was. */
static bool forget_words(hail_change *c) {
    size_t count = 0;
    for (uint32_t i = 0; i < c->region_count; i++)
        count += region_cells(&c->regions[i]);
    if (!hail_scratch_grow(&c->map->heap, &c->map->work[7], (count + 1) * sizeof(uint32_t)))
        return false;
    uint32_t *kept = c->words = c->map->work[7].data;
    for (uint32_t i = 0; i < c->region_count; i++) {
        const hail_region *region = &c->regions[i];
        for (uint32_t row = region->rows.first; row <= region->rows.last; row++)
            for (uint32_t k = 0; k < region_columns(region); k++) {
                *kept++ = row_words(c->map, region, row)[k];
                row_words(c->map, region, row)[k] = SIDES_UNKNOWN;
            }
    }
    return true;
}

/* The last region first: where regions overlap, the first knows what was. */
static void remember_words(const hail_change *c) {
    const uint32_t *kept = c->words;
    for (uint32_t i = 0; c->words && i < c->region_count; i++)
        kept += region_cells(&c->regions[i]);
    for (uint32_t i = c->words ? c->region_count : 0; i-- > 0;) {
        const hail_region *region = &c->regions[i];
        kept -= region_cells(region);
        for (uint32_t row = region->rows.first; row <= region->rows.last; row++)
            memcpy(row_words(c->map, region, row), kept + (size_t)(row - region->rows.first) * region_columns(region),
                   region_columns(region) * sizeof(uint32_t));
    }
}

/* Lists and words of the regions anew; nothing has changed if there is no memory. */
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
    const uint32_t *before = c->words;
    for (uint32_t i = 0; i < c->region_count; i++) {
        hail_sides_make(c->map, &c->regions[i], moved ? NULL : before);
        before += region_cells(&c->regions[i]);
    }
    return true;
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static bool holds(const hail_sector_box *box, hail_point p) {
    return p.x >= box->min_x && p.x <= box->max_x && p.y >= box->min_y && p.y <= box->max_y;
}

/* The vertices of walls in a box; list NULL: only counts, some of them twice. */
static uint32_t list_vertices(const hail_change *c, uint32_t which, uint32_t *list, uint32_t stamp) {
    const hail_sectors *map = c->map;
    const hail_region *region = &c->regions[which];
    uint32_t *seen = map->vertex_stamp.data, count = 0;
    for (uint32_t row = region->rows.first / SECTORS_FINE; row <= region->rows.last / SECTORS_FINE; row++)
        for (uint32_t column = region->columns.first / SECTORS_FINE; column <= region->columns.last / SECTORS_FINE;
             column++) {
            const hail_wall_cell *cell = sectors_cell(map, row * map->columns + column);
            for (uint32_t i = 0; i < 2 * cell->count; i++) {
                const uint32_t vertex = end_vertex(map, cell_wall(map, cell, i / 2) * 2 + i % 2);
                if (!holds(&c->boxes[which], sectors_point(map, vertex)) || (list && seen[vertex] == stamp))
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
static bool check_islands(const hail_change *c, hail_fault_sink *sink) {
    hail_buffer *buffer = &c->map->work[1];
    size_t most = 1;
    for (uint32_t i = 0; i < c->region_count; i++)
        most += list_vertices(c, i, NULL, 0);
    if (!hail_scratch_grow(&c->map->heap, buffer, most * sizeof(uint32_t)))
        return false;
    const uint32_t stamp = ++c->map->stamp;
    hail_some vertices = {buffer->data, 0};
    for (uint32_t i = 0; i < c->region_count; i++)
        vertices.count += list_vertices(c, i, (uint32_t *)buffer->data + vertices.count, stamp);
    return hail_check_islands(c->map, vertices, sink);
}

/* Where all changed walls, before or after, that hang together lie in a box, and walls are closed round all their
 * vertices, everything outside of the boxes lies in the sector that it lay in; so that only islands that lie in them
 * altogether can be in another than they say. */
static bool check(const hail_change *c, hail_fault_sink *sink) {
    hail_buffer *ends = &c->map->work[0];
    size_t most = 1;
    for (uint32_t i = 0; i < c->vertices.count; i++) {
        const uint32_t degree = hail_sectors_degree(c->map, c->vertices.list[i]);
        most = degree > most ? degree : most;
    }
    if (!hail_scratch_grow(&c->map->heap, ends, most * sizeof(uint32_t)))
        return false;
    hail_check_closed(c->map, c->vertices, ends->data, sink);
    hail_check_crossings(c->map, c->walls, sink);
    return sink->count || check_islands(c, sink);
}

/* ---- A change ---------------------------------------------------------------------------------------------------- */

static void note_change(const hail_change *c) {
    hail_sector_box box = {FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX};
    const hail_grid_layout *fine = &c->map->fine;
    const double margin = (double)c->map->margin;
    for (uint32_t i = 0; i < c->region_count; i++) {
        const hail_region *r = &c->regions[i];
        box.min_x = fminf(box.min_x, (float)(grid_left(fine, r->columns.first) - margin));
        box.min_y = fminf(box.min_y, (float)(grid_top(fine, r->rows.first) - margin));
        box.max_x = fmaxf(box.max_x, (float)(grid_left(fine, r->columns.last + 1) + margin));
        box.max_y = fmaxf(box.max_y, (float)(grid_top(fine, r->rows.last + 1) + margin));
    }
    c->map->version++;
    c->map->changed[c->map->version % SECTORS_CHANGES] = box;
}

/* Where walls are at fault, what is to the right of a cell may be told by any that follows in its row: so regions reach
 * to the left end of the map then. False: no memory; nothing is forgotten. */
static bool widen(hail_change *c) {
    remember_words(c);
    for (uint32_t i = 0; i < c->region_count; i++)
        c->regions[i].columns.first = 0;
    c->words = NULL;
    return forget_words(c);
}

/* With vertices and walls as they shall be, and linked. On failure all else is as it was. */
static hail_status try_out(hail_change *c, hail_fault_sink *sink) {
    if (!hail_change_plan(c))
        return HAIL_NO_MEMORY;
    write_cells(c, true);
    const bool enough = forget_words(c) && check(c, sink), refused = sink->count && !c->map->tolerant;
    const bool faulty = c->map->faulty || sink->count;
    if (enough && !refused && (!faulty || widen(c)) && make_sides(c)) {
        c->map->faulty = faulty;
        note_change(c);
        return HAIL_OK;
    }
    remember_words(c);
    return enough && refused ? HAIL_UNCLOSED : HAIL_NO_MEMORY;
}

static hail_status change(hail_change *c, hail_fault_sink *sink) {
    unlink_all(c);
    put_new(c);
    const hail_some moved = {c->edit->vertex, (uint32_t)c->edit->vertices};
    hail_check_numbers(c->map, c->walls, moved, sink);
    hail_status status = HAIL_UNCLOSED;
    if (!sink->count) {
        hail_check_lengths(c->map, c->walls, sink);
        link_all(c);
        status = try_out(c, sink);
        if (status == HAIL_OK)
            return HAIL_OK;
        unlink_all(c);
    }
    put_old(c);
    link_all(c);
    write_cells(c, false);
    return status;
}

hail_status hail_sectors_change(hail_sectors *map, const hail_sectors_edit *edit, hail_sector_faults *faults) {
    hail_fault_sink sink;
    if (!hail_sink_open(&sink, faults) || !map || !edit)
        return HAIL_BAD_ARGUMENT;
    hail_sectors_fresh_stamps(map);
    hail_status status = check_edit(map, edit);
    if (status != HAIL_OK || (!edit->vertices && !edit->walls))
        return status;
    hail_change c = {.map = map, .edit = edit};
    status = hail_change_find(&c) ? change(&c, &sink) : HAIL_NO_MEMORY;
    if (status == HAIL_NO_MEMORY) {
        if (faults)
            faults->count = 0;
        return status;
    }
    const hail_status found = hail_sink_close(&sink);
    return status == HAIL_OK ? HAIL_OK : found;
}

/* ---- Doors ------------------------------------------------------------------------------------------------------- */

hail_status hail_sectors_set_solid(hail_sectors *map, const uint32_t *walls, size_t count, bool solid) {
    if (!map || (count && !walls))
        return HAIL_BAD_ARGUMENT;
    for (size_t i = 0; i < count; i++)
        if (walls[i] >= map->wall_count || wall_absent(sectors_wall(map, walls[i])))
            return HAIL_OUT_OF_RANGE;
    for (size_t i = 0; i < count; i++) {
        hail_wall *wall = sectors_walls(map) + walls[i];
        const bool stopped = wall_stops(wall);
        wall->solid = solid;
        if (wall_stops(wall) != stopped)
            hail_walls_mark(map, walls[i]);
    }
    return HAIL_OK;
}
