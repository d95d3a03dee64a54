/* engine/sectors/change_plan.c - what a change of a map changes: walls, cells, regions. */
#include <float.h>
#include <string.h>

#include "change.h"

/* ---- Order ------------------------------------------------------------------------------------------------------- */

/* Restores a heap, the largest key on top, whose top may be too low. */
static void sift(uint64_t *keys, size_t top, size_t count) {
    const uint64_t key = keys[top];
    for (size_t below = 2 * top + 1; below < count; below = 2 * top + 1) {
        below += below + 1 < count && keys[below + 1] > keys[below];
        if (keys[below] <= key)
            break;
        keys[top] = keys[below];
        top = below;
    }
    keys[top] = key;
}

static void sort(uint64_t *keys, size_t count) {
    for (size_t i = count / 2; i-- > 0;)
        sift(keys, i, count);
    for (size_t n = count; n > 1; n--) {
        const uint64_t last = keys[n - 1];
        keys[n - 1] = keys[0];
        keys[0] = last;
        sift(keys, 0, n - 1);
    }
}

/* ---- Walls ------------------------------------------------------------------------------------------------------- */

static void add_wall(hail_change *c, uint64_t *keys, uint32_t wall) {
    uint32_t *seen = (uint32_t *)c->map->wall_stamp.data + wall;
    if (*seen != c->stamp)
        keys[c->walls.count++] = wall;
    *seen = c->stamp;
}

bool hail_change_find(hail_change *c) {
    hail_sectors *map = c->map;
    hail_buffer *keys = &map->work[0], *walls = &map->work[3];
    size_t most = c->edit->walls;
    for (size_t i = 0; i < c->edit->vertices; i++)
        most += hail_sectors_degree(map, c->edit->vertex[i]);
    const size_t places = (c->edit->vertices + 1) * sizeof(hail_point);
    if (!hail_scratch_grow(&map->heap, keys, (most + 1) * sizeof(uint64_t)) ||
        !hail_scratch_grow(&map->heap, walls, places + (most + 1) * (sizeof(hail_changed_wall) + sizeof(uint32_t))))
        return false;
    c->stamp = ++map->stamp;
    for (size_t i = 0; i < c->edit->walls; i++)
        add_wall(c, keys->data, c->edit->wall[i]);
    for (size_t i = 0; i < c->edit->vertices; i++)
        for (uint32_t end = sectors_around(map)[c->edit->vertex[i]]; end != NO_END; end = sectors_next(map)[end])
            add_wall(c, keys->data, end / 2);
    sort(keys->data, c->walls.count);
    c->places = walls->data;
    c->were = (hail_changed_wall *)(void *)(c->places + c->edit->vertices + 1);
    uint32_t *list = (uint32_t *)(void *)(c->were + most + 1);
    for (uint32_t i = 0; i < c->walls.count; i++) {
        list[i] = (uint32_t)((const uint64_t *)keys->data)[i];
        c->were[i].was = *sectors_wall(map, list[i]);
        if (!wall_absent(&c->were[i].was))
            c->were[i].lay = sectors_segment(map, list[i]);
    }
    for (size_t i = 0; i < c->edit->vertices; i++)
        c->places[i] = sectors_point(map, c->edit->vertex[i]);
    c->walls.list = list;
    return true;
}

/* ---- Cells ------------------------------------------------------------------------------------------------------- */

#define GONE UINT32_MAX /* instead of a wall: some wall was in the cell */

/* Lists the cells of a segment, each with a wall; keys NULL: counts them. */
static size_t list_cells(const hail_sectors *map, const hail_segment *segment, uint32_t wall, uint64_t *keys) {
    size_t count = 0;
    const hail_range rows = hail_segment_rows(map, segment);
    for (uint32_t row = rows.first; row <= rows.last; row++) {
        const hail_range columns = hail_segment_columns(map, segment, row);
        for (uint32_t column = columns.first; column <= columns.last; column++, count++)
            if (keys)
                keys[count] = (uint64_t)(row * map->columns + column) << 32 | wall;
    }
    return count;
}

static size_t list_all(const hail_change *c, uint64_t *keys) {
    size_t count = 0;
    for (uint32_t i = 0; i < c->walls.count; i++) {
        const uint32_t wall = c->walls.list[i];
        if (!wall_absent(&c->were[i].was))
            count += list_cells(c->map, &c->were[i].lay, GONE, keys ? keys + count : NULL);
        if (wall_absent(sectors_wall(c->map, wall)))
            continue;
        const hail_segment segment = sectors_segment(c->map, wall);
        count += list_cells(c->map, &segment, wall, keys ? keys + count : NULL);
    }
    return count;
}

/* Writes a cell's walls after the change: those of before that do not change, and those of the keys, both ascending. */
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
    for (; k < count && (uint32_t)keys[k] != GONE; k++)
        after[cell->after++] = (uint32_t)keys[k];
}

static bool plan_cells(hail_change *c) {
    hail_sectors *map = c->map;
    hail_buffer *work = &map->work[0], *cells = &map->work[4], *lists = &map->work[5];
    const size_t count = list_all(c, NULL);
    if (!hail_scratch_grow(&map->heap, work, (count + 1) * sizeof(uint64_t)))
        return false;
    uint64_t *keys = work->data, words = 0, blocks = 0;
    uint32_t different = 0, used = 0;
    list_all(c, keys);
    sort(keys, count);
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

static const hail_sector_box no_box = {FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX};

static void grow(hail_sector_box *box, hail_point p) {
    box->min_x = p.x < box->min_x ? p.x : box->min_x;
    box->min_y = p.y < box->min_y ? p.y : box->min_y;
    box->max_x = p.x > box->max_x ? p.x : box->max_x;
    box->max_y = p.y > box->max_y ? p.y : box->max_y;
}

static uint32_t root_of(uint32_t *parent, uint32_t i) {
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

/* The ends of a changed wall, before and after: those that there are. */
static uint32_t ends_of(const hail_change *c, uint32_t i, uint32_t vertices[4], hail_point places[4]) {
    const hail_wall *was = &c->were[i].was, *is = sectors_wall(c->map, c->walls.list[i]);
    uint32_t count = 0;
    if (!wall_absent(was)) {
        vertices[0] = was->a;
        vertices[1] = was->b;
        places[0] = c->were[i].lay.a;
        places[1] = c->were[i].lay.b;
        count = 2;
    }
    if (!wall_absent(is)) {
        const hail_segment s = sectors_segment(c->map, c->walls.list[i]);
        vertices[count] = is->a;
        vertices[count + 1] = is->b;
        places[count++] = s.a;
        places[count++] = s.b;
    }
    return count;
}

/* Numbers the vertices; a vertex's number is in `island`. Walls that share one hang together. */
static uint32_t hang_together(hail_change *c, uint32_t *list, uint32_t *parent) {
    uint32_t *seen = c->map->vertex_stamp.data, *number = c->map->island.data;
    const uint32_t stamp = ++c->map->stamp;
    uint32_t count = 0, vertices[4];
    hail_point places[4];
    for (uint32_t i = 0; i < c->walls.count; i++) {
        const uint32_t ends = ends_of(c, i, vertices, places);
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

/* The cells that may have to do with a box: that walls in it may come near to. */
static hail_region region_of(const hail_sectors *map, const hail_sector_box *box) {
    const double margin = 1.125 * (double)map->margin;
    return (hail_region){.columns =
                             hail_grid_columns(&map->fine, (double)box->min_x - margin, (double)box->max_x + margin),
                         .rows = hail_grid_rows(&map->fine, (double)box->min_y - margin, (double)box->max_y + margin)};
}

static uint64_t cells_of(const hail_region *region) {
    return (uint64_t)(region->columns.last - region->columns.first + 1) * (region->rows.last - region->rows.first + 1);
}

/* Makes regions of boxes, of which some are empty. Many that lie on one another are one. */
static void make_regions(hail_change *c, uint32_t count) {
    hail_sector_box all = no_box;
    uint64_t cells = 0;
    for (uint32_t i = 0; i < count; i++) {
        const hail_sector_box box = c->boxes[i];
        if (box.min_x > box.max_x)
            continue;
        grow(&all, (hail_point){box.min_x, box.min_y});
        grow(&all, (hail_point){box.max_x, box.max_y});
        c->boxes[c->region_count] = box;
        c->regions[c->region_count] = region_of(c->map, &box);
        cells += cells_of(&c->regions[c->region_count++]);
    }
    if (!c->region_count)
        return;
    const hail_region region = region_of(c->map, &all);
    if (cells < cells_of(&region))
        return;
    c->boxes[0] = all;
    c->regions[0] = region;
    c->region_count = 1;
}

static bool plan_regions(hail_change *c) {
    const size_t most = (size_t)c->walls.count * 4 + 1;
    hail_buffer *buffer = &c->map->work[6];
    if (!hail_scratch_grow(&c->map->heap, buffer,
                           most * (sizeof(hail_region) + sizeof(hail_sector_box) + 2 * sizeof(uint32_t))))
        return false;
    c->regions = buffer->data;
    c->boxes = (hail_sector_box *)(void *)(c->regions + most);
    uint32_t *list = (uint32_t *)(void *)(c->boxes + most), *parent = list + most;
    const uint32_t count = hang_together(c, list, parent);
    const uint32_t *number = c->map->island.data;
    c->vertices = (hail_some){list, count};
    for (uint32_t i = 0; i < count; i++)
        c->boxes[i] = no_box;
    for (uint32_t i = 0; i < c->walls.count; i++) {
        uint32_t vertices[4];
        hail_point places[4];
        const uint32_t ends = ends_of(c, i, vertices, places);
        for (uint32_t k = 0; k < ends; k++)
            grow(&c->boxes[root_of(parent, number[vertices[0]])], places[k]);
    }
    make_regions(c, count);
    return true;
}

bool hail_change_plan(hail_change *c) { return plan_cells(c) && plan_regions(c); }
