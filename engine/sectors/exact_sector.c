/* engine/sectors/exact_sector.c - finds a point's sector in exact arithmetic, for points too near to a wall for lanes.
 */
#include <math.h>

#include "base/tiny.h"
#include "build.h"

/* A wall that separates sectors, from its upper end to its lower. west: the sector to the left (-x) of it. */
typedef struct side {
    hail_point upper, lower;
    uint32_t wall, west;
} side;

static side side_of(const hail_sectors *map, uint32_t wall) {
    const hail_wall *w = sectors_wall(map, wall);
    const hail_segment s = sectors_segment(map, wall);
    const bool down = s.a.y < s.b.y;
    return (side){
        .upper = down ? s.a : s.b, .lower = down ? s.b : s.a, .wall = wall, .west = down ? w->right : w->left};
}

/* 1: the point is to the west (-x) of the side's line; -1: to the east; 0: on it. */
static int west_of(const side *s, hail_point p) { return hail_turn(s->upper, s->lower, p); }

/* The x at which a side has this y, accurate to 2^-49 of the coordinates. */
static double crossing(const side *s, float y) {
    const double slope = ((double)s->lower.x - (double)s->upper.x) / ((double)s->lower.y - (double)s->upper.y);
    return (double)s->upper.x + ((double)y - (double)s->upper.y) * slope;
}

/* Whether side a is nearer to p than b; both are to the right of p. If doubles cannot tell, the ends decide: if two
 * sides do not cross, one is to the west of the other at every y that both reach. */
static bool is_nearer(const side *a, const side *b, hail_point p) {
    const double at = crossing(a, p.y), bt = crossing(b, p.y);
    const double unsure = (fabs(at) + fabs(bt) + fabs((double)p.x)) * 0x1p-44;
    if (fabs(at - bt) > unsure)
        return at < bt;
    int sign = a->upper.y >= b->upper.y ? west_of(b, a->upper) : -west_of(a, b->upper);
    if (!sign)
        sign = a->lower.y <= b->lower.y ? west_of(b, a->lower) : -west_of(a, b->lower);
    return sign > 0 || (!sign && a->wall < b->wall);
}

/* Finds the first of a cell's sides strictly to the right of p, at its y. False: there is none. */
static bool first_side(const hail_sectors *map, uint32_t cell, hail_point p, side *first) {
    const hail_wall_cell *walls = sectors_cell(map, cell);
    bool found = false;
    for (uint32_t i = 0; i < walls->count; i++) {
        const uint32_t wall = cell_wall(map, walls, i);
        if (!sectors_is_side(map, wall))
            continue;
        const side s = side_of(map, wall);
        if (p.y < s.upper.y || p.y >= s.lower.y || west_of(&s, p) <= 0)
            continue;
        if (!found || is_nearer(&s, first, p))
            *first = s;
        found = true;
    }
    return found;
}

uint32_t hail_sectors_exact_wall(const hail_sectors *map, hail_point p, uint32_t *wall) {
    const double x = (double)p.x, y = (double)p.y;
    const uint32_t row = hail_grid_rows(&map->view.map, y, y).first, fine = hail_grid_rows(&map->view.fine, y, y).first;
    const uint32_t *words = (const uint32_t *)map->side_cells.data + (size_t)fine * map->view.columns * SECTORS_FINE;
    uint32_t word = words[hail_grid_columns(&map->view.fine, x, x).first];
    *wall = HAIL_NO_WALL;
    for (uint32_t column = hail_grid_columns(&map->view.map, x, x).first; sides_listed(word); column++) {
        side first = {0};
        /* All sides that cross the horizontal line before the cell's right border are listed here. Beyond it another
         * side may be nearer. */
        if (first_side(map, row * map->view.columns + column, p, &first) &&
            crossing(&first, p.y) <= grid_left(&map->view.map, column + 1)) {
            *wall = first.wall;
            return first.west;
        }
        if (column == map->view.columns - 1)
            return HAIL_NO_SECTOR;
        word = words[(column + 1) * SECTORS_FINE]; /* where the horizontal line enters the next coarse cell */
    }
    return word;
}

uint32_t hail_sectors_find_exact(const hail_sectors *map, float x, float y) {
    const hail_point p = {hail_not_tiny(x), hail_not_tiny(y)};
    const bool inside =
        p.x >= map->view.map.min_x && p.x <= map->view.max_x && p.y >= map->view.map.min_y && p.y <= map->view.max_y;
    return inside ? hail_sectors_exact_sector(map, p) : HAIL_NO_SECTOR;
}
