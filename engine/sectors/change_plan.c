/* engine/sectors/change_plan.c - what a change of a map affects: walls, then cells, then regions. */

#include "base/heap_sort.h"
#include "change.h"

static bool before(const void *unused, uint64_t a, uint64_t b) {
    (void)unused;
    return a < b;
}

HAIL_HEAP_SORT(cell_keys, uint64_t, void, before)

/* ---- Walls ------------------------------------------------------------------------------------------------------- */

static void add_wall(hail_change *c, uint64_t *keys, uint32_t wall) {
    uint32_t *seen = (uint32_t *)c->map->wall_stamp.data + wall;
    if (*seen != c->stamp)
        keys[c->walls.count++] = wall;
    *seen = c->stamp;
}

bool hail_change_find(hail_change *c) {
    hail_sectors *map = c->map;
    hail_buffer *keys = &map->scratch[0], *walls = &map->scratch[3];
    size_t room = c->edit->wall_count;
    for (size_t i = 0; i < c->edit->vertex_count; i++)
        room += hail_sectors_degree(map, c->edit->vertex[i]);
    const size_t points_bytes = (c->edit->vertex_count + 1) * sizeof(hail_point);
    if (!hail_scratch_grow(&map->heap, keys, (room + 1) * sizeof(uint64_t)) ||
        !hail_scratch_grow(&map->heap, walls, points_bytes + (room + 1) * (sizeof(hail_old_wall) + sizeof(uint32_t))))
        return false;
    c->stamp = ++map->stamp;
    for (size_t i = 0; i < c->edit->wall_count; i++)
        add_wall(c, keys->data, c->edit->wall[i]);
    for (size_t i = 0; i < c->edit->vertex_count; i++)
        for (uint32_t end = sectors_around(map)[c->edit->vertex[i]]; end != NO_END; end = sectors_next(map)[end])
            add_wall(c, keys->data, end / 2);
    cell_keys_sort(NULL, keys->data, c->walls.count);
    c->old_points = walls->data;
    c->old_walls = (hail_old_wall *)(void *)(c->old_points + c->edit->vertex_count + 1);
    uint32_t *list = (uint32_t *)(void *)(c->old_walls + room + 1);
    for (uint32_t i = 0; i < c->walls.count; i++) {
        list[i] = (uint32_t)((const uint64_t *)keys->data)[i];
        c->old_walls[i].wall = *sectors_wall(map, list[i]);
        if (!wall_absent(&c->old_walls[i].wall))
            c->old_walls[i].segment = sectors_segment(map, list[i]);
    }
    for (size_t i = 0; i < c->edit->vertex_count; i++)
        c->old_points[i] = sectors_point(map, c->edit->vertex[i]);
    c->walls.list = list;
    return true;
}

/* ---- Cells ------------------------------------------------------------------------------------------------------- */

#define OLD_WALL UINT32_MAX /* the wall number of a key that says: an old wall was in this cell */

/* Lists the cells of a segment as keys: cell << 32 | wall. keys NULL: only counts them. */
static size_t list_cells(const hail_sectors *map, const hail_segment *segment, uint32_t wall, uint64_t *keys) {
    size_t count = 0;
    const hail_range rows = hail_segment_rows(map, segment);
    for (uint32_t row = rows.first; row <= rows.last; row++) {
        const hail_range columns = hail_segment_columns(map, segment, row);
        for (uint32_t column = columns.first; column <= columns.last; column++, count++)
            if (keys)
                keys[count] = (uint64_t)(row * map->view.columns + column) << 32 | wall;
    }
    return count;
}

static size_t list_all(const hail_change *c, uint64_t *keys) {
    size_t count = 0;
    for (uint32_t i = 0; i < c->walls.count; i++) {
        const uint32_t wall = c->walls.list[i];
        if (!wall_absent(&c->old_walls[i].wall))
            count += list_cells(c->map, &c->old_walls[i].segment, OLD_WALL, keys ? keys + count : NULL);
        if (wall_absent(sectors_wall(c->map, wall)))
            continue;
        const hail_segment segment = sectors_segment(c->map, wall);
        count += list_cells(c->map, &segment, wall, keys ? keys + count : NULL);
    }
    return count;
}

/* Writes a cell's new list: merges its old walls that do not change with those of the keys, both ascending. */
static void merge_lists(const hail_change *c, hail_changed_cell *cell, const uint64_t *keys, size_t count) {
    const uint32_t *before = c->lists + cell->first, *seen = c->map->wall_stamp.data;
    uint32_t *after = c->lists + cell->first + cell->before;
    size_t k = 0;
    for (uint32_t i = 0; i < cell->before; i++) {
        if (seen[before[i]] == c->stamp)
            continue;
        for (; k < count && (uint32_t)keys[k] < before[i]; k++)
            after[cell->after++] = (uint32_t)keys[k];
        after[cell->after++] = before[i];
    }
    for (; k < count && (uint32_t)keys[k] != OLD_WALL; k++)
        after[cell->after++] = (uint32_t)keys[k];
}

static bool plan_cells(hail_change *c) {
    hail_sectors *map = c->map;
    hail_buffer *memory = &map->scratch[0], *cells = &map->scratch[4], *lists = &map->scratch[5];
    const size_t count = list_all(c, NULL);
    if (!hail_scratch_grow(&map->heap, memory, (count + 1) * sizeof(uint64_t)))
        return false;
    uint64_t *keys = memory->data, words = 0, blocks = 0;
    uint32_t different = 0, used = 0;
    list_all(c, keys);
    cell_keys_sort(NULL, keys, count);
    for (size_t i = 0; i < count; i++)
        if (!i || keys[i] >> 32 != keys[i - 1] >> 32) {
            words += 2 * (uint64_t)sectors_cell(map, (uint32_t)(keys[i] >> 32))->count;
            different++;
        }
    if (words + count > UINT32_MAX ||
        !hail_scratch_grow(&map->heap, cells, ((size_t)different + 1) * sizeof(hail_changed_cell)) ||
        !hail_scratch_grow(&map->heap, lists, (size_t)(words + count + 1) * sizeof(uint32_t)))
        return false;
    c->cells = cells->data;
    c->lists = lists->data;
    c->cell_count = different;
    hail_changed_cell *cell = c->cells;
    for (size_t i = 0, next; i < count; i = next, cell++) {
        for (next = i + 1; next < count && keys[next] >> 32 == keys[i] >> 32;)
            next++;
        *cell = (hail_changed_cell){.cell = (uint32_t)(keys[i] >> 32), .first = used};
        cell->before = hail_walls_read(map, cell->cell, c->lists + used);
        merge_lists(c, cell, keys + i, next - i);
        used += cell->before + cell->after;
        blocks += blocks_needed(cell->before, cell->after);
    }
    return hail_blocks_reserve(map, blocks);
}

/* ---- Regions ----------------------------------------------------------------------------------------------------- */

static uint32_t root_of(uint32_t *parent, uint32_t i) {
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

/* Lists the ends of a changed wall, before and after, unless it is absent. Returns how many there are. */
static uint32_t ends_of(const hail_change *c, uint32_t i, uint32_t vertices[4], hail_point points[4]) {
    const hail_wall *old = &c->old_walls[i].wall, *now = sectors_wall(c->map, c->walls.list[i]);
    uint32_t count = 0;
    if (!wall_absent(old)) {
        vertices[0] = old->a;
        vertices[1] = old->b;
        points[0] = c->old_walls[i].segment.a;
        points[1] = c->old_walls[i].segment.b;
        count = 2;
    }
    if (!wall_absent(now)) {
        const hail_segment s = sectors_segment(c->map, c->walls.list[i]);
        vertices[count] = now->a;
        vertices[count + 1] = now->b;
        points[count++] = s.a;
        points[count++] = s.b;
    }
    return count;
}

/* Lists and numbers the vertices of changed walls; a vertex's number is in map->island. Walls that share a vertex are
 * connected: their vertices get one root. Returns how many vertices there are. */
static uint32_t connect_vertices(hail_change *c, uint32_t *list, uint32_t *parent) {
    uint32_t *seen = c->map->vertex_stamp.data, *number = c->map->island.data;
    const uint32_t stamp = ++c->map->stamp;
    uint32_t count = 0, vertices[4];
    hail_point points[4];
    for (uint32_t i = 0; i < c->walls.count; i++) {
        const uint32_t ends = ends_of(c, i, vertices, points);
        for (uint32_t k = 0; k < ends; k++) {
            if (seen[vertices[k]] != stamp) {
                seen[vertices[k]] = stamp;
                number[vertices[k]] = parent[count] = count;
                list[count++] = vertices[k];
            }
            parent[root_of(parent, number[vertices[k]])] = root_of(parent, number[vertices[0]]);
        }
    }
    return count;
}

/* The fine cells that walls in a box may come near to. */
static hail_region region_of(const hail_sectors *map, const hail_sector_box *box) {
    const double margin = 1.125 * (double)map->margin;
    return (hail_region){
        .columns = hail_grid_columns(&map->view.fine, (double)box->min_x - margin, (double)box->max_x + margin),
        .rows = hail_grid_rows(&map->view.fine, (double)box->min_y - margin, (double)box->max_y + margin)};
}

/* Makes regions of boxes, some of which are empty; one region of all boxes, if that has fewer cells. */
static void make_regions(hail_change *c, uint32_t count) {
    hail_sector_box all = HAIL_NO_BOX;
    uint64_t cells = 0;
    for (uint32_t i = 0; i < count; i++) {
        const hail_sector_box box = c->boxes[i];
        if (box.min_x > box.max_x)
            continue;
        hail_box_add(&all, (hail_point){box.min_x, box.min_y});
        hail_box_add(&all, (hail_point){box.max_x, box.max_y});
        c->boxes[c->region_count] = box;
        c->regions[c->region_count] = region_of(c->map, &box);
        cells += region_cells(&c->regions[c->region_count++]);
    }
    if (!c->region_count)
        return;
    const hail_region region = region_of(c->map, &all);
    if (cells < region_cells(&region))
        return;
    c->boxes[0] = all;
    c->regions[0] = region;
    c->region_count = 1;
}

static bool plan_regions(hail_change *c) {
    const size_t room = (size_t)c->walls.count * 4 + 1;
    hail_buffer *buffer = &c->map->scratch[6];
    if (!hail_scratch_grow(&c->map->heap, buffer,
                           room * (sizeof(hail_region) + sizeof(hail_sector_box) + 2 * sizeof(uint32_t))))
        return false;
    c->regions = buffer->data;
    c->boxes = (hail_sector_box *)(void *)(c->regions + room);
    uint32_t *list = (uint32_t *)(void *)(c->boxes + room), *parent = list + room;
    const uint32_t count = connect_vertices(c, list, parent);
    const uint32_t *number = c->map->island.data;
    c->vertices = (hail_index_set){list, count};
    for (uint32_t i = 0; i < count; i++)
        c->boxes[i] = (hail_sector_box)HAIL_NO_BOX;
    for (uint32_t i = 0; i < c->walls.count; i++) {
        uint32_t vertices[4];
        hail_point points[4];
        const uint32_t ends = ends_of(c, i, vertices, points);
        for (uint32_t k = 0; k < ends; k++)
            hail_box_add(&c->boxes[root_of(parent, number[vertices[0]])], points[k]);
    }
    make_regions(c, count);
    return true;
}

bool hail_change_plan(hail_change *c) { return plan_cells(c) && plan_regions(c); }
