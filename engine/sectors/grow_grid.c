/* engine/sectors/grow_grid.c - lays the grids of a map out anew: walls that leave them, or many that appear. */
#include "build.h"

/* Walls may double before the grids are laid out anew; below SOME of them, nothing is gained. */
enum { SOME = 256 };

/* Adds the points that an edit's walls may end at to a box. What lies beyond the map's box is refused later, unless no
 * wall ends there. */
static void add_point(const hail_sectors *map, hail_sector_box *box, hail_point p) {
    if (hail_box_holds(&map->box, p))
        hail_box_add(box, p);
}

static hail_sector_box box_of_edit(const hail_sectors *map, const hail_sectors_edit *edit) {
    hail_sector_box box = HAIL_NO_BOX;
    for (size_t i = 0; i < edit->vertex_count; i++)
        add_point(map, &box, (hail_point){edit->x[i], edit->y[i]});
    for (size_t i = 0; i < 2 * edit->wall_count; i++) {
        const uint32_t vertex = i % 2 ? edit->to[i / 2].b : edit->to[i / 2].a;
        if (vertex < map->vertex_count)
            add_point(map, &box, sectors_point(map, vertex));
    }
    return box;
}

static bool fits(const hail_sectors *map, const hail_sector_box *box) {
    return box->min_x > box->max_x || (hail_box_holds(&map->laid, (hail_point){box->min_x, box->min_y}) &&
                                       hail_box_holds(&map->laid, (hail_point){box->max_x, box->max_y}));
}

/* The buffers of the grids. */
enum { GRID_BUFFERS = 5 };
static void grid_buffers(hail_sectors *map, hail_buffer *buffers[GRID_BUFFERS]) {
    buffers[0] = &map->wall_cells;
    buffers[1] = &map->wall_room;
    buffers[2] = &map->wall_blocks;
    buffers[3] = &map->side_cells;
    buffers[4] = &map->sides;
}

static void free_grid(hail_heap *heap, hail_sectors *map) {
    hail_buffer *buffers[GRID_BUFFERS];
    grid_buffers(map, buffers);
    for (int i = 0; i < GRID_BUFFERS; i++) {
        hail_state_free(heap, buffers[i]->data, buffers[i]->bytes);
        *buffers[i] = (hail_buffer){0};
    }
}

/* False: no memory; all is as before. */
static bool lay_anew(hail_sectors *map, const hail_sector_box *more) {
    hail_sectors other = *map;
    hail_buffer *buffers[GRID_BUFFERS];
    grid_buffers(&other, buffers);
    for (int i = 0; i < GRID_BUFFERS; i++)
        *buffers[i] = (hail_buffer){0};
    other.blocks_used = other.view.entries = other.sides_used = 0;
    hail_sectors_make_grid(&other, more);
    const bool made = hail_walls_fill(&other) && hail_sides_new(&other) && hail_sides_make_all(&other);
    for (int i = 0; i < SECTORS_SCRATCH; i++) {
        hail_scratch_free(&other.heap, &other.scratch[i]);
        map->scratch[i] = other.scratch[i];
    }
    free_grid(&other.heap, made ? map : &other);
    if (made)
        *map = other;
    map->heap = other.heap;
    return made;
}

bool hail_sectors_make_room(hail_sectors *map, const hail_sectors_edit *edit) {
    const hail_sector_box box = box_of_edit(map, edit);
    const bool dense = map->walls_now > SOME && map->walls_now / 2 > map->laid_walls;
    return (fits(map, &box) && !dense) || lay_anew(map, &box);
}
