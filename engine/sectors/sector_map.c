/* engine/sectors/sector_map.c - creates, describes and destroys maps of sectors. */
#include <math.h>
#include <string.h>

#include "base/tiny.h"
#include "build.h"

hail_status hail_sectors_options_defaults(hail_sectors_options *options) {
    if (!options)
        return HAIL_BAD_ARGUMENT;
    *options = (hail_sectors_options){0};
    return HAIL_OK;
}

/* ---- Arguments --------------------------------------------------------------------------------------------------- */

static bool default_box(const hail_sectors_options *o) {
    return o->min_x == 0.0f && o->min_y == 0.0f && o->max_x == 0.0f && o->max_y == 0.0f;
}

static hail_status check_options(const hail_sectors_options *o) {
    hail_error *error = context_error(o->context);
    const hail_scalar numbers[] = {{"options->min_x", o->min_x, -HAIL_MAX_BOUND, HAIL_MAX_BOUND},
                                   {"options->min_y", o->min_y, -HAIL_MAX_BOUND, HAIL_MAX_BOUND},
                                   {"options->max_x", o->max_x, -HAIL_MAX_BOUND, HAIL_MAX_BOUND},
                                   {"options->max_y", o->max_y, -HAIL_MAX_BOUND, HAIL_MAX_BOUND},
                                   {"options->cell", o->cell, 0.0f, HAIL_MAX_BOUND}};
    HAIL_REQUIRE(hail_check_scalars(error, numbers, sizeof numbers / sizeof *numbers));
    const hail_scalar box[] = {{"options->max_x", o->max_x, o->min_x, HAIL_MAX_BOUND},
                               {"options->max_y", o->max_y, o->min_y, HAIL_MAX_BOUND}};
    HAIL_REQUIRE(hail_check_scalars(error, box, 2));
    return context_check(o->context);
}

static hail_status check_data(hail_error *error, const hail_sector_data *d) {
    const hail_needed vertices[] = {{"data->x", d->x}, {"data->y", d->y}}, walls = {"data->walls", d->walls};
    HAIL_REQUIRE(hail_check_needed(error, vertices, d->vertex_count ? 2 : 0));
    HAIL_REQUIRE(hail_check_needed(error, &walls, d->wall_count ? 1 : 0));
    HAIL_REQUIRE(hail_check_whole(error, "data->vertex_count", d->vertex_count, 0, HAIL_MAX_WALLS));
    HAIL_REQUIRE(hail_check_whole(error, "data->wall_count", d->wall_count, 0, HAIL_MAX_WALLS));
    return hail_check_whole(error, "data->sector_count", d->sector_count, 0, HAIL_MAX_WALLS);
}

/* The box of the vertices that walls name, and an eighth more. Coordinates out of bounds are left out: they are faults.
 */
static hail_sector_box box_of(const hail_sector_data *d) {
    hail_sector_box box = HAIL_NO_BOX;
    for (size_t i = 0; i < d->wall_count * 2; i++) {
        const hail_wall *wall = &d->walls[i / 2];
        const uint32_t vertex = i % 2 ? wall->b : wall->a;
        if (vertex < d->vertex_count && fabsf(d->x[vertex]) <= HAIL_MAX_BOUND && fabsf(d->y[vertex]) <= HAIL_MAX_BOUND)
            hail_box_add(&box, (hail_point){d->x[vertex], d->y[vertex]});
    }
    return hail_box_enlarged(box.min_x > box.max_x ? (hail_sector_box){0} : box);
}

/* ---- Links ------------------------------------------------------------------------------------------------------- */

void hail_sectors_link(hail_sectors *map, uint32_t end) {
    uint32_t *next = map->next.data;
    uint32_t *at = (uint32_t *)map->around.data + end_vertex(map, end);
    while (*at != NO_END && *at < end)
        at = &next[*at];
    next[end] = *at;
    *at = end;
}

void hail_sectors_unlink(hail_sectors *map, uint32_t end) {
    uint32_t *next = map->next.data;
    uint32_t *at = (uint32_t *)map->around.data + end_vertex(map, end);
    while (*at != end)
        at = &next[*at];
    *at = next[end];
    next[end] = NO_END;
}

uint32_t hail_sectors_degree(const hail_sectors *map, uint32_t vertex) {
    uint32_t degree = 0;
    for (uint32_t end = sectors_around(map)[vertex]; end != NO_END; end = sectors_next(map)[end])
        degree++;
    return degree;
}

/* Restarts stamps long before they wrap: after that an old stamp would look like a new one. */
void hail_sectors_fresh_stamps(hail_sectors *map) {
    if (map->stamp < UINT32_MAX / 2)
        return;
    memset(map->wall_stamp.data, 0, map->wall_stamp.bytes);
    memset(map->vertex_stamp.data, 0, map->vertex_stamp.bytes);
    map->stamp = 0;
}

/* Links from last to first, so that no end has to pass those linked before it. */
static void link_all(hail_sectors *map) {
    uint32_t *around = map->around.data, *next = map->next.data;
    for (uint32_t i = 0; i < map->vertex_count; i++)
        around[i] = NO_END;
    for (uint32_t end = map->wall_count * 2; end-- > 0;) {
        next[end] = NO_END;
        if (!wall_absent(sectors_wall(map, end / 2)))
            hail_sectors_link(map, end);
    }
}

/* ---- Making ------------------------------------------------------------------------------------------------------ */

/* Copies the caller's data. False: no memory. */
static bool copy(hail_sectors *map, const hail_sector_data *d) {
    hail_heap *heap = &map->heap;
    const size_t vertices = (d->vertex_count ? d->vertex_count : 1) * sizeof(uint32_t);
    const size_t walls = d->wall_count ? d->wall_count : 1;
    if (!hail_state_grow(heap, &map->x, vertices) || !hail_state_grow(heap, &map->y, vertices) ||
        !hail_state_grow(heap, &map->walls, walls * sizeof(hail_wall)) ||
        !hail_state_grow(heap, &map->around, vertices) ||
        !hail_state_grow(heap, &map->next, walls * 2 * sizeof(uint32_t)) ||
        !hail_state_grow(heap, &map->wall_stamp, walls * sizeof(uint32_t)) ||
        !hail_state_grow(heap, &map->vertex_stamp, vertices) || !hail_state_grow(heap, &map->island, vertices))
        return false;
    map->vertex_count = (uint32_t)d->vertex_count;
    map->wall_count = (uint32_t)d->wall_count;
    map->sector_count = d->sector_count;
    for (size_t i = 0; i < d->vertex_count; i++) {
        ((float *)map->x.data)[i] = hail_not_tiny(d->x[i]);
        ((float *)map->y.data)[i] = hail_not_tiny(d->y[i]);
    }
    if (d->wall_count)
        memcpy(map->walls.data, d->walls, d->wall_count * sizeof *d->walls);
    return true;
}

/* Looks for all faults but those of hail_check_numbers and hail_check_lengths. False: no memory. */
static bool check_all(hail_sectors *map, hail_fault_collector *collector) {
    const hail_index_set walls = {NULL, map->wall_count}, vertices = {NULL, map->vertex_count};
    if (!hail_check_closed(map, vertices, collector))
        return false;
    hail_check_crossings(map, walls, collector);
    return collector->count || hail_check_islands(map, vertices, collector);
}

static hail_status build(hail_sectors *map, const hail_sector_data *data, hail_fault_collector *collector) {
    const hail_index_set walls = {NULL, map->wall_count}, vertices = {NULL, (uint32_t)data->vertex_count};
    const hail_sector_box no_more = HAIL_NO_BOX;
    hail_check_numbers(map, walls, vertices, collector);
    if (collector->count)
        return HAIL_OK;
    hail_check_lengths(map, walls, collector);
    link_all(map);
    hail_sectors_make_grid(map, &no_more);
    if (!hail_walls_fill(map) || !hail_sides_new(map) || !check_all(map, collector))
        return HAIL_NO_MEMORY;
    map->faulty = collector->count;
    if ((!map->faulty || map->tolerant) && !hail_sides_make_all(map))
        return HAIL_NO_MEMORY;
    for (int i = 0; i < SECTORS_SCRATCH; i++)
        hail_scratch_free(&map->heap, &map->scratch[i]);
    for (uint32_t i = 0; i < map->vertex_count; i++)
        map->digest += hail_vertex_digest(i, sectors_point(map, i));
    for (uint32_t i = 0; i < map->wall_count; i++)
        map->digest += hail_wall_digest(i, sectors_wall(map, i));
    return HAIL_OK;
}

/* Whether a map is kept. With faults of the first five kinds it is not, even if it is tolerant. */
static bool accepted(const hail_sectors *map, const hail_fault_collector *collector) {
    return !collector->count || (map->tolerant && collector->first.kind >= HAIL_FAULT_ZERO_LENGTH);
}

static hail_status make(const hail_sectors_options *options, const hail_sector_data *data,
                        hail_fault_collector *collector, hail_sectors **map) {
    hail_heap heap;
    hail_heap_init(&heap, options->context);
    hail_sectors *made = hail_state_new(&heap, sizeof *made);
    if (!made)
        return hail_fail_memory(heap.error);
    made->heap = heap;
    made->tolerant = options->tolerant;
    made->version = 1;
    made->given_cell = options->cell;
    made->box = default_box(options)
                    ? box_of(data)
                    : (hail_sector_box){options->min_x, options->min_y, options->max_x, options->max_y};
    const hail_status status = copy(made, data) ? build(made, data, collector) : HAIL_NO_MEMORY;
    if (status == HAIL_OK && accepted(made, collector))
        *map = made;
    else
        hail_sectors_destroy(made);
    return status == HAIL_OK ? HAIL_OK : hail_fail_memory(heap.error);
}

hail_status hail_sectors_create(const hail_sectors_options *options, const hail_sector_data *data,
                                hail_sector_faults *faults, hail_sectors **map) {
    if (map)
        *map = NULL;
    hail_fault_collector collector;
    hail_sectors_options defaults;
    hail_sectors_options_defaults(&defaults);
    options = options ? options : &defaults;
    hail_error *error = context_error(options->context);
    const hail_needed needed[] = {{"data", data}, {"map", map}};
    HAIL_REQUIRE(hail_collector_open(&collector, error, faults));
    if (!data || !map)
        return hail_check_needed(error, needed, 2);
    HAIL_REQUIRE(check_options(options));
    HAIL_REQUIRE(check_data(error, data));
    HAIL_REQUIRE(make(options, data, &collector, map));
    hail_collector_close(&collector);
    return *map ? HAIL_OK : hail_collector_fail(&collector, NULL, error);
}

void hail_sectors_destroy(hail_sectors *map) {
    if (!map)
        return;
    hail_heap heap = map->heap;
    const hail_buffer buffers[] = {map->x,          map->y,          map->walls,      map->around,
                                   map->next,       map->wall_cells, map->wall_room,  map->wall_blocks,
                                   map->side_cells, map->sides,      map->wall_stamp, map->vertex_stamp,
                                   map->island};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        hail_state_free(&heap, buffers[i].data, buffers[i].bytes);
    for (int i = 0; i < SECTORS_SCRATCH; i++)
        hail_scratch_free(&heap, &map->scratch[i]);
    hail_scratch_free(&heap, &map->edit);
    hail_state_free(&heap, map, sizeof *map);
}

/* ---- Describing -------------------------------------------------------------------------------------------------- */

hail_status hail_sectors_wall(const hail_sectors *map, uint32_t wall, hail_wall_info *info) {
    if (!map || !info)
        return HAIL_BAD_ARGUMENT;
    if (wall >= map->wall_count)
        return HAIL_OUT_OF_RANGE;
    const hail_wall *w = sectors_wall(map, wall);
    *info = (hail_wall_info){.wall = *w};
    if (wall_absent(w))
        return HAIL_OK;
    const hail_segment s = sectors_segment(map, wall);
    info->ax = s.a.x;
    info->ay = s.a.y;
    info->bx = s.b.x;
    info->by = s.b.y;
    info->stops = wall_stops(w);
    return HAIL_OK;
}

hail_status hail_sectors_vertex(const hail_sectors *map, uint32_t vertex, float *x, float *y) {
    if (!map || !x || !y)
        return HAIL_BAD_ARGUMENT;
    if (vertex >= map->vertex_count)
        return HAIL_OUT_OF_RANGE;
    *x = sectors_x(map)[vertex];
    *y = sectors_y(map)[vertex];
    return HAIL_OK;
}

hail_status hail_sectors_measure(const hail_sectors *map, hail_sectors_size *size) {
    if (!map || !size)
        return HAIL_BAD_ARGUMENT;
    *size = (hail_sectors_size){.vertices = map->vertex_count,
                                .walls = map->wall_count,
                                .sectors = map->sector_count,
                                .min_x = map->box.min_x,
                                .min_y = map->box.min_y,
                                .max_x = map->box.max_x,
                                .max_y = map->box.max_y,
                                .cell = map->view.cell,
                                .version = map->version,
                                .bytes = map->heap.state + map->heap.scratch};
    return HAIL_OK;
}

hail_walls_view hail_sectors_view(const hail_sectors *map) {
    hail_walls_view view = map->view;
    view.tiny = HAIL_TINY;
    view.side_cells = map->side_cells.data;
    view.sides = map->sides.data;
    view.wall_cells = map->wall_cells.data;
    view.walls = map->wall_blocks.data;
    return view;
}
