/* engine/sectors/wall_grid.c - lays out the grids over a map's walls, and finds the cells that a wall is listed in. */
#include <math.h>

#include "build.h"

/* ---- Layout ------------------------------------------------------------------------------------------------------ */

/* MAX_CELLS: the most coarse cells of any map; floats hold all fine cells' numbers exactly. SPARE_CELLS: allowed
 * besides a few cells per wall. A cell that the caller asks for gets more of them, and absent walls count, because they
 * may appear later. */
enum {
    MAX_CELLS = (1 << 24) / (SECTORS_FINE * SECTORS_FINE),
    SPARE_CELLS = 256,
    CHOSEN_CELLS_PER_WALL = 2,
    GIVEN_CELLS_PER_WALL = 8
};

/* The most cells that a wall may cross on average (all of them list it): with a cell that Hail chooses, and with any.
 */
#define CHOSEN_LISTS 1.5
#define MAX_LISTS    16.0

/* The smallest cell, as a part of the largest coordinate: a fine cell is 25 margins wide then. */
#define MIN_CELL (SECTORS_FINE * 0x1p-13)

/* A layout for the walls' own box is taken if its cells are so much smaller than those of one for the whole box. */
#define CLOSER 1.25

typedef struct extent {
    hail_sector_box box;          /* px: of the walls */
    double width, height, length; /* px: of that box; |dx| + |dy| of all walls together */
    double walls;
} extent;

void hail_box_add(hail_sector_box *box, hail_point p) {
    box->min_x = p.x < box->min_x ? p.x : box->min_x;
    box->min_y = p.y < box->min_y ? p.y : box->min_y;
    box->max_x = p.x > box->max_x ? p.x : box->max_x;
    box->max_y = p.y > box->max_y ? p.y : box->max_y;
}

hail_sector_box hail_box_enlarged(hail_sector_box box) {
    const float wide = (box.max_x - box.min_x) * 0.125f, high = (box.max_y - box.min_y) * 0.125f;
    const float x = wide > 64.0f ? wide : 64.0f, y = high > 64.0f ? high : 64.0f;
    return (hail_sector_box){fmaxf(box.min_x - x, -HAIL_MAX_BOUND), fmaxf(box.min_y - y, -HAIL_MAX_BOUND),
                             fminf(box.max_x + x, HAIL_MAX_BOUND), fminf(box.max_y + y, HAIL_MAX_BOUND)};
}

static extent measure_walls(const hail_sectors *map) {
    extent e = {.box = HAIL_NO_BOX};
    for (uint32_t i = 0; i < map->wall_count; i++) {
        if (wall_absent(sectors_wall(map, i)))
            continue;
        const hail_segment s = sectors_segment(map, i);
        hail_box_add(&e.box, s.a);
        hail_box_add(&e.box, s.b);
        e.length += fabs((double)s.b.x - (double)s.a.x) + fabs((double)s.b.y - (double)s.a.y);
        e.walls++;
    }
    if (e.walls > 0) {
        e.width = (double)e.box.max_x - (double)e.box.min_x;
        e.height = (double)e.box.max_y - (double)e.box.min_y;
    }
    return e;
}

/* Chooses the cell so that the walls' box has five cells per wall. Most cells are empty, and several list the same
 * wall, so a cell with walls then lists about seven. Cells are larger if long walls would be listed in too many. */
static double choose_cell(const extent *e) {
    if (e->walls == 0.0)
        return 0.0;
    const double width = fmax(e->width, e->height / 1024.0), height = fmax(e->height, e->width / 1024.0);
    return fmax(sqrt(5.0 * width * height / e->walls), e->length / (CHOSEN_LISTS * e->walls));
}

static hail_grid_layout grid_of(const hail_sectors *map, double inverse, double columns, double rows) {
    return (hail_grid_layout){.min_x = map->view.map.min_x,
                              .min_y = map->view.map.min_y,
                              .inverse = (float)inverse,
                              .last_column = (float)(columns - 1.0),
                              .last_row = (float)(rows - 1.0),
                              .stride = (float)columns};
}

/* Lays out the grids with this cell, and returns the number of coarse cells; more than MAX_CELLS are not laid out. The
 * origin is at odd coordinates, so that walls seldom lie on borders. Walls do not reach the outermost fine cells. */
static double layout_grids(hail_sectors *map, float cell) {
    const hail_sector_box *box = &map->laid;
    const double pad = 1.37 / SECTORS_FINE * (double)cell, inverse = (double)(1.0f / cell);
    map->view.map.min_x = (float)((double)box->min_x - pad);
    map->view.map.min_y = (float)((double)box->min_y - pad);
    const double columns = floor(((double)box->max_x + pad - (double)map->view.map.min_x) * inverse) + 1.0;
    const double rows = floor(((double)box->max_y + pad - (double)map->view.map.min_y) * inverse) + 1.0;
    if (columns * rows > MAX_CELLS)
        return columns * rows;
    map->view.cell = cell;
    map->view.columns = (uint32_t)columns;
    map->view.rows = (uint32_t)rows;
    map->view.max_x = (float)((double)map->view.map.min_x + columns / inverse);
    map->view.max_y = (float)((double)map->view.map.min_y + rows / inverse);
    map->view.map = grid_of(map, inverse, columns, rows);
    map->view.fine = grid_of(map, inverse * SECTORS_FINE, columns * SECTORS_FINE, rows * SECTORS_FINE);
    return columns * rows;
}

static double furthest(float a, float b) { return fmax(fabs((double)a), fabs((double)b)); }

/* Lays out the grids over a box, and returns the cell. */
static double lay_over(hail_sectors *map, const hail_sector_box *box, const extent *e) {
    const double far = fmax(furthest(box->min_x, box->max_x), furthest(box->min_y, box->max_y));
    const double min_cell = fmax(far, 1.0) * MIN_CELL, given = (double)map->given_cell;
    const double min_given = e->walls > 0.0 ? e->length / (MAX_LISTS * e->walls) : 0.0;
    const double of_walls =
        given > 0.0 ? GIVEN_CELLS_PER_WALL * (double)map->wall_count : CHOSEN_CELLS_PER_WALL * e->walls;
    const double max_cells = fmin(MAX_CELLS, of_walls + SPARE_CELLS);
    double side = fmax(min_cell, given > 0.0 ? fmax(given, min_given) : choose_cell(e));
    map->laid = *box;
    while (layout_grids(map, (float)side) > max_cells)
        side *= 1.0625;
    return side;
}

/* The box of the walls and of what is added to them, enlarged, within the map's box. */
static hail_sector_box close_box(const hail_sectors *map, hail_sector_box walls, const hail_sector_box *more) {
    if (more->min_x <= more->max_x) {
        hail_box_add(&walls, (hail_point){more->min_x, more->min_y});
        hail_box_add(&walls, (hail_point){more->max_x, more->max_y});
    }
    if (walls.min_x > walls.max_x)
        return map->box;
    const hail_sector_box e = hail_box_enlarged(walls);
    return (hail_sector_box){fmaxf(e.min_x, map->box.min_x), fmaxf(e.min_y, map->box.min_y),
                             fminf(e.max_x, map->box.max_x), fminf(e.max_y, map->box.max_y)};
}

void hail_sectors_make_grid(hail_sectors *map, const hail_sector_box *more) {
    const extent e = measure_walls(map);
    const hail_sector_box close = close_box(map, e.box, more);
    const double cell = lay_over(map, &close, &e);
    if (lay_over(map, &map->box, &e) > cell * CLOSER)
        lay_over(map, &close, &e);
    map->laid_walls = map->walls_now = (uint32_t)e.walls;
    const double end =
        fmax(furthest(map->view.map.min_x, map->view.max_x), furthest(map->view.map.min_y, map->view.max_y));
    map->view.tolerance = (float)(fmax(end, 1.0) * 0x5p-23);
    map->margin = 8.0f * map->view.tolerance;
}

/* ---- Walls and cells --------------------------------------------------------------------------------------------- */

static uint32_t clamped(double at, float last) {
    return at <= 0.0 ? 0 : at >= (double)last ? (uint32_t)last : (uint32_t)at;
}

hail_range hail_grid_columns(const hail_grid_layout *grid, double min, double max) {
    const double origin = (double)grid->min_x, inverse = (double)grid->inverse;
    return (hail_range){clamped((min - origin) * inverse, grid->last_column),
                        clamped((max - origin) * inverse, grid->last_column)};
}

hail_range hail_grid_rows(const hail_grid_layout *grid, double min, double max) {
    const double origin = (double)grid->min_y, inverse = (double)grid->inverse;
    return (hail_range){clamped((min - origin) * inverse, grid->last_row),
                        clamped((max - origin) * inverse, grid->last_row)};
}

/* px: the margin, and more than the rounding errors here. */
static double margin_of(const hail_sectors *map) { return (double)map->margin * 1.0009765625; }

hail_range hail_segment_rows(const hail_sectors *map, const hail_segment *segment) {
    const double a = (double)segment->a.y, b = (double)segment->b.y, margin = margin_of(map);
    return hail_grid_rows(&map->view.map, fmin(a, b) - margin, fmax(a, b) + margin);
}

void hail_segment_x_range(const hail_sectors *map, const hail_grid_layout *grid, const hail_segment *segment,
                          uint32_t row, double x[2]) {
    const bool down = segment->a.y <= segment->b.y;
    const hail_point *upper = down ? &segment->a : &segment->b, *lower = down ? &segment->b : &segment->a;
    const double ux = (double)upper->x, uy = (double)upper->y, lx = (double)lower->x, ly = (double)lower->y;
    const double margin = margin_of(map);
    const double top = fmax(uy, grid_top(grid, row) - margin), bottom = fmin(ly, grid_top(grid, row + 1) + margin);
    const double slope = uy == ly ? 0.0 : (lx - ux) / (ly - uy);
    /* Ends that are not cut off stay exact. */
    const double first = top == uy ? ux : ux + (top - uy) * slope;
    const double last = bottom == ly ? lx : ux + (bottom - uy) * slope;
    const double min = fmin(ux, lx), max = fmax(ux, lx);
    x[0] = fmin(fmax(fmin(first, last), min), max);
    x[1] = fmin(fmax(fmax(first, last), min), max);
}

hail_range hail_segment_columns(const hail_sectors *map, const hail_segment *segment, uint32_t row) {
    double x[2];
    hail_segment_x_range(map, &map->view.map, segment, row, x);
    return hail_grid_columns(&map->view.map, x[0] - margin_of(map), x[1] + margin_of(map));
}
