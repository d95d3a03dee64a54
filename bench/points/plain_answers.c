/* bench/points/plain_answers.c - a point's answer in scalar code: inside, sector, nearest wall (points.h). */
#include <math.h>

#include "plain_grid_of_walls.h"

/* E. Haines, Point in Polygon Strategies, Graphics Gems IV, 1994: an edge above or below the point costs one
 * comparison. */
uint32_t plain_inside(const float *px, const float *py, size_t corners, float x, float y) {
    uint32_t inside = 0;
    float ax = px[corners - 1], ay = py[corners - 1];
    bool above = ay <= y;
    for (size_t i = 0; i < corners; i++) {
        const float bx = px[i], by = py[i];
        const bool next = by <= y;
        if (above != next) {
            const float cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
            inside ^= (cross > 0.0f) == (by > ay);
        }
        ax = bx;
        ay = by;
        above = next;
    }
    return inside;
}

bool plain_sector_has(const plain_walls *grid, uint32_t sector, float x, float y) {
    const point_scene *s = grid->scene;
    const plain_lists *lists = &grid->sector_walls;
    bool inside = false;
    if (sector == POINT_NOWHERE)
        return false;
    for (uint32_t k = lists->first[sector]; k < lists->first[sector + 1]; k++) {
        const point_wall *wall = &s->wall[lists->item[k]];
        const float ay = s->y[wall->a], by = s->y[wall->b];
        if ((ay <= y) == (by <= y))
            continue;
        const float ax = s->x[wall->a], bx = s->x[wall->b], cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        inside ^= (cross > 0.0f) == (by > ay);
    }
    return inside;
}

uint32_t plain_sector(const plain_walls *grid, float x, float y) {
    const uint32_t cell = (uint32_t)plain_cell(grid, x, y);
    const plain_lists *lists = &grid->cell_sectors;
    if (grid->first[cell] == grid->first[cell + 1])
        return grid->east[cell];
    for (uint32_t k = lists->first[cell]; k < lists->first[cell + 1]; k++)
        if (plain_sector_has(grid, lists->item[k], x, y))
            return lists->item[k];
    return POINT_NOWHERE;
}

uint32_t tuned_sector(const plain_walls *grid, float x, float y) {
    const uint32_t columns = (uint32_t)grid->columns;
    uint32_t cell = (uint32_t)plain_cell(grid, x, y);
    for (;; cell++) {
        const float border = grid->min_x + (float)(cell % columns + 1) * grid->cell;
        float first = HUGE_VALF;
        uint32_t west = POINT_NOWHERE;
        for (uint32_t k = grid->first_side[cell]; k < grid->first_side[cell + 1]; k++) {
            const plain_side *side = &grid->sides[k];
            const float at = side->x + (y - side->top) * side->slope;
            if (y >= side->top && y < side->bottom && at > x && at < first) {
                first = at;
                west = side->west;
            }
        }
        if (first <= border)
            return west;
        if (grid->east[cell] != POINT_CUT)
            return grid->east[cell];
    }
}

/* The nearest of a cell's walls. */
static uint32_t nearest_of(const plain_walls *grid, int32_t cell, float x, float y, bool solid, float *limit,
                           uint32_t found) {
    for (uint32_t k = grid->first[cell]; k < grid->first[cell + 1]; k++) {
        const plain_wall *wall = &grid->walls[k];
        if (solid && !wall->solid)
            continue;
        const float dx = x - wall->x, dy = y - wall->y;
        float t = (dx * wall->ex + dy * wall->ey) * wall->inverse;
        t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
        const float gx = dx - wall->ex * t, gy = dy - wall->ey * t, squared = gx * gx + gy * gy;
        if (squared < *limit) {
            *limit = squared;
            found = wall->number;
        }
    }
    return found;
}

/* How far a coordinate is from the nearer outer side of a ring of cells: what lies beyond the ring is further away. */
static float beyond(const plain_walls *grid, float x, float y, int32_t column, int32_t row, int32_t ring) {
    const float left = x - (grid->min_x + (float)(column - ring) * grid->cell),
                right = grid->min_x + (float)(column + ring + 1) * grid->cell - x,
                top = y - (grid->min_y + (float)(row - ring) * grid->cell),
                bottom = grid->min_y + (float)(row + ring + 1) * grid->cell - y;
    return fminf(fminf(left, right), fminf(top, bottom));
}

uint32_t plain_nearest(const plain_walls *grid, float x, float y, bool solid, float *limit) {
    const int32_t column = plain_axis(x, grid->min_x, grid->inverse, grid->columns),
                  row = plain_axis(y, grid->min_y, grid->inverse, grid->rows);
    const int32_t most = grid->columns > grid->rows ? grid->columns : grid->rows;
    uint32_t found = POINT_NOWHERE;
    for (int32_t ring = 0; ring <= most; ring++) {
        const int32_t left = column - ring > 0 ? column - ring : 0,
                      right = column + ring < grid->columns ? column + ring : grid->columns - 1;
        for (int32_t r = row - ring > 0 ? row - ring : 0; r <= row + ring && r < grid->rows; r++) {
            const bool whole = r == row - ring || r == row + ring;
            for (int32_t c = left; c <= right; c++)
                if (whole || c == column - ring || c == column + ring)
                    found = nearest_of(grid, r * grid->columns + c, x, y, solid, limit, found);
                else if (c < column + ring && column + ring < grid->columns)
                    c = column + ring - 1; /* on to the ring's right side */
                else
                    break;
        }
        const float far = beyond(grid, x, y, column, row, ring);
        if (far > 0.0f && far * far > *limit)
            break;
    }
    return found;
}
