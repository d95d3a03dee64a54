/* engine/sectors/wall_grid.c - how the grids over a map's walls are laid, and which coarse cells a wall is listed in.
 */
#include <math.h>

#include "build.h"

/* ---- Its size ---------------------------------------------------------------------------------------------------- */

/* Of coarse cells; of all fine ones together floats must hold the numbers. */
enum { MOST_CELLS = (1 << 24) / (SECTORS_FINE * SECTORS_FINE), SPARE_CELLS = 256 };

/* Of cells that are chosen, and of any: how many of them a wall may be long, in the mean, as it is listed in all. */
#define CHOSEN_LISTS 1.5
#define MOST_LISTS   16.0

/* Of the largest coordinate: so that a fine cell is a good many margins wide. */
#define LEAST_CELL (SECTORS_FINE * 0x1p-13) /* 25 margins */

typedef struct extent {
    double width, height, length; /* px: of the walls' box; of all walls together, along both axes */
    double walls;
} extent;

static extent measure(const hail_sectors *map) {
    extent e = {0};
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < map->wall_count; i++) {
        if (wall_absent(sectors_wall(map, i)))
            continue;
        const hail_segment s = sectors_segment(map, i);
        low[0] = fmin(low[0], fmin((double)s.a.x, (double)s.b.x));
        low[1] = fmin(low[1], fmin((double)s.a.y, (double)s.b.y));
        high[0] = fmax(high[0], fmax((double)s.a.x, (double)s.b.x));
        high[1] = fmax(high[1], fmax((double)s.a.y, (double)s.b.y));
        e.length += fabs((double)s.b.x - (double)s.a.x) + fabs((double)s.b.y - (double)s.a.y);
        e.walls++;
    }
    if (e.walls > 0) {
        e.width = high[0] - low[0];
        e.height = high[1] - low[1];
    }
    return e;
}

/* Five cells to a wall's share of the walls' box: a cell that holds walls holds some seven of them then, as most cells
 * are empty, and a wall is listed in several. Not so small that long walls are listed in very many. */
static double choose(const extent *e) {
    if (e->walls == 0.0)
        return 0.0;
    const double width = fmax(e->width, e->height / 1024.0), height = fmax(e->height, e->width / 1024.0);
    return fmax(sqrt(5.0 * width * height / e->walls), e->length / (CHOSEN_LISTS * e->walls));
}

static hail_grid_layout grid_of(const hail_sectors *map, double inverse, double columns, double rows) {
    return (hail_grid_layout){.min_x = map->grid.min_x,
                              .min_y = map->grid.min_y,
                              .inverse = (float)inverse,
                              .last_column = (float)(columns - 1.0),
                              .last_row = (float)(rows - 1.0),
                              .stride = (float)columns};
}

/* Lays the grids with this cell, and says how many there are. The origin is where no level designer puts a wall, so
 * that walls seldom lie on borders; and the outermost fine cells are out of reach of walls. */
static double lay(hail_sectors *map, float cell) {
    const hail_sector_box *box = &map->box;
    const double pad = 1.37 / SECTORS_FINE * (double)cell, inverse = (double)(1.0f / cell);
    map->grid.min_x = (float)((double)box->min_x - pad);
    map->grid.min_y = (float)((double)box->min_y - pad);
    const double columns = floor(((double)box->max_x + pad - (double)map->grid.min_x) * inverse) + 1.0;
    const double rows = floor(((double)box->max_y + pad - (double)map->grid.min_y) * inverse) + 1.0;
    if (columns * rows > MOST_CELLS)
        return columns * rows;
    map->cell = cell;
    map->columns = (uint32_t)columns;
    map->rows = (uint32_t)rows;
    map->max_x = (float)((double)map->grid.min_x + columns / inverse);
    map->max_y = (float)((double)map->grid.min_y + rows / inverse);
    map->grid = grid_of(map, inverse, columns, rows);
    map->fine = grid_of(map, inverse * SECTORS_FINE, columns * SECTORS_FINE, rows * SECTORS_FINE);
    return columns * rows;
}

static double furthest(float a, float b) { return fmax(fabs((double)a), fabs((double)b)); }

void hail_sectors_make_grid(hail_sectors *map, float cell) {
    const extent e = measure(map);
    const hail_sector_box *box = &map->box;
    const double far = fmax(furthest(box->min_x, box->max_x), furthest(box->min_y, box->max_y));
    const double least = fmax(far, 1.0) * LEAST_CELL;
    const double least_given = e.walls > 0.0 ? e.length / (MOST_LISTS * e.walls) : 0.0;
    const double most = cell > 0.0f ? MOST_CELLS : fmin(MOST_CELLS, 2.0 * e.walls + SPARE_CELLS);
    double side = fmax(least, cell > 0.0f ? fmax((double)cell, least_given) : choose(&e));
    while (lay(map, (float)side) > most)
        side *= 1.0625;
    const double end = fmax(furthest(map->grid.min_x, map->max_x), furthest(map->grid.min_y, map->max_y));
    map->tolerance = (float)(fmax(end, 1.0) * 0x5p-23);
    map->margin = 8.0f * map->tolerance;
}

/* ---- Walls and cells --------------------------------------------------------------------------------------------- */

static uint32_t clamped(double at, float last) {
    return at <= 0.0 ? 0 : at >= (double)last ? (uint32_t)last : (uint32_t)at;
}

hail_range hail_grid_columns(const hail_grid_layout *grid, double least, double most) {
    const double origin = (double)grid->min_x, inverse = (double)grid->inverse;
    return (hail_range){clamped((least - origin) * inverse, grid->last_column),
                        clamped((most - origin) * inverse, grid->last_column)};
}

hail_range hail_grid_rows(const hail_grid_layout *grid, double least, double most) {
    const double origin = (double)grid->min_y, inverse = (double)grid->inverse;
    return (hail_range){clamped((least - origin) * inverse, grid->last_row),
                        clamped((most - origin) * inverse, grid->last_row)};
}

/* With room for this file's own rounding. */
static double margin_of(const hail_sectors *map) { return (double)map->margin * 1.0009765625; }

hail_range hail_segment_rows(const hail_sectors *map, const hail_segment *segment) {
    const double a = (double)segment->a.y, b = (double)segment->b.y, margin = margin_of(map);
    return hail_grid_rows(&map->grid, fmin(a, b) - margin, fmax(a, b) + margin);
}

void hail_segment_reach(const hail_sectors *map, const hail_grid_layout *grid, const hail_segment *segment,
                        uint32_t row, double reach[2]) {
    const bool down = segment->a.y <= segment->b.y;
    const hail_point *upper = down ? &segment->a : &segment->b, *lower = down ? &segment->b : &segment->a;
    const double ux = (double)upper->x, uy = (double)upper->y, lx = (double)lower->x, ly = (double)lower->y;
    const double margin = margin_of(map);
    const double top = fmax(uy, grid_top(grid, row) - margin), bottom = fmin(ly, grid_top(grid, row + 1) + margin);
    const double slope = uy == ly ? 0.0 : (lx - ux) / (ly - uy);
    /* What is not cut keeps its exact ends. */
    const double first = top == uy ? ux : ux + (top - uy) * slope;
    const double last = bottom == ly ? lx : ux + (bottom - uy) * slope;
    const double least = fmin(ux, lx), most = fmax(ux, lx);
    reach[0] = fmin(fmax(fmin(first, last), least), most);
    reach[1] = fmin(fmax(fmax(first, last), least), most);
}

hail_range hail_segment_columns(const hail_sectors *map, const hail_segment *segment, uint32_t row) {
    double reach[2];
    hail_segment_reach(map, &map->grid, segment, row, reach);
    return hail_grid_columns(&map->grid, reach[0] - margin_of(map), reach[1] + margin_of(map));
}
