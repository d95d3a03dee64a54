/* bench/points/plain_grid_of_walls.c - walls, sectors and sides are listed by the cells of a grid. */
#include "plain_grid_of_walls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MARGIN = 1 }; /* px: a wall this close to a cell counts as in it */

void plain_walls_destroy(plain_walls *grid) {
    if (!grid)
        return;
    free(grid->first);
    free(grid->walls);
    free(grid->first_side);
    free(grid->sides);
    free(grid->east);
    free(grid->cell_sectors.first);
    free(grid->cell_sectors.item);
    free(grid->sector_walls.first);
    free(grid->sector_walls.item);
    free(grid);
}

/* Whether a wall enters a box: clipped by it, as Liang and Barsky do. */
static bool comes_into(const point_scene *scene, const point_wall *wall, float left, float top, float right,
                       float bottom) {
    const float x = scene->x[wall->a], y = scene->y[wall->a], dx = scene->x[wall->b] - x, dy = scene->y[wall->b] - y;
    const float p[4] = {-dx, dx, -dy, dy}, q[4] = {x - left, right - x, y - top, bottom - y};
    float from = 0.0f, to = 1.0f;
    for (int side = 0; side < 4; side++) {
        if (p[side] == 0.0f && q[side] < 0.0f)
            return false;
        const float t = p[side] != 0.0f ? q[side] / p[side] : 0.0f;
        if (p[side] < 0.0f && t > from)
            from = t;
        if (p[side] > 0.0f && t < to)
            to = t;
    }
    return from <= to;
}

typedef void visit_fn(plain_walls *grid, uint32_t cell, uint32_t wall);

/* Visits every wall with every cell that it enters. */
static void visit(plain_walls *grid, visit_fn *call) {
    const point_scene *s = grid->scene;
    for (uint32_t w = 0; w < s->walls; w++) {
        const point_wall *wall = &s->wall[w];
        const float ax = s->x[wall->a], ay = s->y[wall->a], bx = s->x[wall->b], by = s->y[wall->b];
        const int32_t left = plain_axis(fminf(ax, bx) - MARGIN, grid->min_x, grid->inverse, grid->columns),
                      right = plain_axis(fmaxf(ax, bx) + MARGIN, grid->min_x, grid->inverse, grid->columns),
                      top = plain_axis(fminf(ay, by) - MARGIN, grid->min_y, grid->inverse, grid->rows),
                      bottom = plain_axis(fmaxf(ay, by) + MARGIN, grid->min_y, grid->inverse, grid->rows);
        for (int32_t row = top; row <= bottom; row++)
            for (int32_t column = left; column <= right; column++) {
                const float x = grid->min_x + (float)column * grid->cell, y = grid->min_y + (float)row * grid->cell;
                if (comes_into(s, wall, x - MARGIN, y - MARGIN, x + grid->cell + MARGIN, y + grid->cell + MARGIN))
                    call(grid, (uint32_t)(row * grid->columns + column), w);
            }
    }
}

static bool is_side(const point_scene *s, const point_wall *wall) {
    return s->y[wall->a] != s->y[wall->b] && wall->right != wall->left;
}

static void count_wall(plain_walls *grid, uint32_t cell, uint32_t wall) {
    grid->first[cell + 1]++;
    grid->first_side[cell + 1] += is_side(grid->scene, &grid->scene->wall[wall]);
}

/* `first` is where the next item goes; in the end it is where the cell's items end, which is where the next cell's
 * begin. */
static void put_wall(plain_walls *grid, uint32_t cell, uint32_t number) {
    const point_scene *s = grid->scene;
    const point_wall *wall = &s->wall[number];
    const float ax = s->x[wall->a], ay = s->y[wall->a], ex = s->x[wall->b] - ax, ey = s->y[wall->b] - ay;
    grid->walls[grid->first[cell]++] = (plain_wall){ax, ay, ex, ey, 1.0f / (ex * ex + ey * ey), number, wall->solid};
    if (!is_side(s, wall))
        return;
    const uint32_t upper = ey > 0.0f ? wall->a : wall->b, lower = ey > 0.0f ? wall->b : wall->a;
    grid->sides[grid->first_side[cell]++] =
        (plain_side){s->y[upper], s->y[lower], s->x[upper], (s->x[lower] - s->x[upper]) / (s->y[lower] - s->y[upper]),
                     ey > 0.0f ? wall->right : wall->left};
}

static void sum_up(uint32_t *first, size_t count) {
    for (size_t i = 0; i < count; i++)
        first[i + 1] += first[i];
}

static void shift_down(uint32_t *first, size_t count) {
    memmove(first + 1, first, count * sizeof *first);
    first[0] = 0;
}

static bool list_walls(plain_walls *grid, size_t cells) {
    grid->first = calloc(cells + 2, sizeof *grid->first);
    grid->first_side = calloc(cells + 2, sizeof *grid->first_side);
    if (!grid->first || !grid->first_side)
        return false;
    visit(grid, count_wall);
    sum_up(grid->first, cells);
    sum_up(grid->first_side, cells);
    grid->walls = calloc((size_t)grid->first[cells] + 1, sizeof *grid->walls);
    grid->sides = calloc((size_t)grid->first_side[cells] + 1, sizeof *grid->sides);
    if (!grid->walls || !grid->sides)
        return false;
    visit(grid, put_wall);
    shift_down(grid->first, cells);
    shift_down(grid->first_side, cells);
    return true;
}

/* A side that touches the right border of its cell, or comes within a pixel of it, cuts it. Otherwise the next cell of
 * the row, which was done before, knows what is to the right. */
static uint32_t east_of(const plain_walls *grid, uint32_t cell) {
    const uint32_t columns = (uint32_t)grid->columns;
    const float right = grid->min_x + (float)(cell % columns + 1) * grid->cell,
                top = grid->min_y + (float)(cell / columns) * grid->cell;
    if (cell % columns + 1 == columns)
        return POINT_NOWHERE;
    for (uint32_t k = grid->first[cell]; k < grid->first[cell + 1]; k++)
        if (comes_into(grid->scene, &grid->scene->wall[grid->walls[k].number], right - MARGIN, top - MARGIN,
                       right + MARGIN, top + grid->cell + MARGIN))
            return POINT_CUT;
    return tuned_sector(grid, right + 0.25f * MARGIN, top + grid->cell * 0.5f);
}

static bool name_easts(plain_walls *grid, size_t cells) {
    grid->east = calloc(cells, sizeof *grid->east);
    for (size_t cell = cells; grid->east && cell-- > 0;)
        grid->east[cell] = east_of(grid, (uint32_t)cell);
    return grid->east;
}

static uint32_t add_once(uint32_t *list, uint32_t count, uint32_t sector) {
    if (sector == POINT_NOWHERE)
        return count;
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == sector)
            return count;
    list[count] = sector;
    return count + 1;
}

static bool list_cell_sectors(plain_walls *grid, size_t cells) {
    plain_lists *lists = &grid->cell_sectors;
    lists->first = calloc(cells + 1, sizeof *lists->first);
    lists->item = calloc(2 * (size_t)grid->first[cells] + cells, sizeof *lists->item);
    if (!lists->first || !lists->item)
        return false;
    for (size_t cell = 0; cell < cells; cell++) {
        uint32_t *list = lists->item + lists->first[cell], count = 0;
        for (uint32_t k = grid->first[cell]; k < grid->first[cell + 1]; k++) {
            const point_wall *wall = &grid->scene->wall[grid->walls[k].number];
            count = add_once(list, count, wall->right);
            count = add_once(list, count, wall->left);
        }
        if (grid->first[cell] == grid->first[cell + 1])
            count = add_once(list, count, grid->east[cell]);
        lists->first[cell + 1] = lists->first[cell] + count;
    }
    return true;
}

static bool list_sector_walls(plain_walls *grid) {
    const point_scene *s = grid->scene;
    plain_lists *lists = &grid->sector_walls;
    lists->first = calloc((size_t)s->sectors + 2, sizeof *lists->first);
    lists->item = calloc(2 * s->walls + 1, sizeof *lists->item);
    if (!lists->first || !lists->item)
        return false;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t w = 0; w < s->walls; w++) {
            const uint32_t on[2] = {s->wall[w].right, s->wall[w].left};
            for (int side = 0; side < 2 && on[0] != on[1]; side++)
                if (on[side] != POINT_NOWHERE && pass == 0)
                    lists->first[on[side] + 1]++;
                else if (on[side] != POINT_NOWHERE)
                    lists->item[lists->first[on[side]]++] = w;
        }
        if (pass == 0)
            sum_up(lists->first, s->sectors);
        else
            shift_down(lists->first, s->sectors);
    }
    return true;
}

plain_walls *plain_walls_create(const point_scene *scene, point_question question) {
    plain_walls *grid = calloc(1, sizeof *grid);
    if (!grid)
        return NULL;
    grid->scene = scene;
    grid->cell = point_cell(scene, question);
    grid->inverse = 1.0f / grid->cell;
    grid->min_x = scene->min_x - grid->cell * 0.37f;
    grid->min_y = scene->min_y - grid->cell * 0.37f;
    grid->columns = (int32_t)((scene->max_x - grid->min_x) * grid->inverse) + 1;
    grid->rows = (int32_t)((scene->max_y - grid->min_y) * grid->inverse) + 1;
    const size_t cells = (size_t)grid->columns * (size_t)grid->rows;
    if (list_walls(grid, cells) && name_easts(grid, cells) && list_cell_sectors(grid, cells) && list_sector_walls(grid))
        return grid;
    plain_walls_destroy(grid);
    return NULL;
}
