/* tests/sectors/sectors_oracle.c - brute force over the walls of a map, by rows and cells. */
#include "sectors_oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *room(size_t count, size_t size) {
    void *made = calloc(count + 1, size);
    if (made == NULL)
        abort();
    return made;
}

/* ---- Plans ------------------------------------------------------------------------------------------------------- */

plan plan_copy(const hail_sector_data *data) {
    plan p = {.vertices = data->vertex_count, .wall_count = data->wall_count, .sectors = data->sector_count};
    p.x = room(p.vertices, sizeof *p.x), p.y = room(p.vertices, sizeof *p.y);
    p.walls = room(p.wall_count, sizeof *p.walls);
    memcpy(p.x, data->x, p.vertices * sizeof *p.x);
    memcpy(p.y, data->y, p.vertices * sizeof *p.y);
    memcpy(p.walls, data->walls, p.wall_count * sizeof *p.walls);
    return p;
}

hail_sector_data plan_data(const plan *p) {
    return (hail_sector_data){.x = p->x,
                              .y = p->y,
                              .vertex_count = p->vertices,
                              .walls = p->walls,
                              .wall_count = p->wall_count,
                              .sector_count = p->sectors};
}

static void forget(plan *p) {
    free(p->row_start), free(p->row_wall), free(p->cell_start), free(p->cell_wall);
    free(p->crossed), free(p->odd), free(p->region);
    p->row_start = p->row_wall = p->cell_start = p->cell_wall = p->crossed = p->region = NULL;
    p->odd = NULL;
}

void plan_free(plan *p) {
    forget(p);
    free(p->x), free(p->y), free(p->walls);
    memset(p, 0, sizeof *p);
}

bool plan_absent(const hail_wall *wall) { return wall->a == HAIL_NO_VERTEX && wall->b == HAIL_NO_VERTEX; }

bool plan_stops(const hail_wall *wall) { return plan_holds(wall, 0); }

bool plan_holds(const hail_wall *wall, uint32_t kinds) {
    if (wall->right == HAIL_NO_SECTOR || wall->left == HAIL_NO_SECTOR)
        return true;
    return wall->solid && (kinds == 0 || (kinds >> wall->kind & 1) != 0);
}

static float grain(float at) { return fabsf(at) < HAIL_TINY ? 0.0f : at; }

spot plan_end(const plan *p, uint32_t wall, bool second) {
    const uint32_t vertex = second ? p->walls[wall].b : p->walls[wall].a;
    return (spot){grain(p->x[vertex]), grain(p->y[vertex])};
}

double float_step(double at) {
    int exponent;
    frexp(fabs(at), &exponent);
    return at == 0.0 ? 0x1p-149 : ldexp(1.0, exponent - 24);
}

double spot_step(double x, double y) { return float_step(fmax(fabs(x), fabs(y))); }

/* ---- Rows and cells ---------------------------------------------------------------------------------------------- */

static size_t place(double at, double least, double cell, size_t most) {
    const double n = floor((at - least) / cell);
    if (!(n > 0.0))
        return 0;
    return n < (double)most ? (size_t)n : most - 1;
}

typedef struct range {
    size_t from, to, top, bottom; /* columns and rows, the last included */
} range;

static range range_of(const plan *p, double x1, double y1, double x2, double y2) {
    return (range){place(fmin(x1, x2), p->left, p->cell, p->columns), place(fmax(x1, x2), p->left, p->cell, p->columns),
                   place(fmin(y1, y2), p->top, p->cell, p->rows), place(fmax(y1, y2), p->top, p->cell, p->rows)};
}

static range range_of_wall(const plan *p, uint32_t wall) {
    const spot a = plan_end(p, wall, false), b = plan_end(p, wall, true);
    return range_of(p, (double)a.x, (double)a.y, (double)b.x, (double)b.y);
}

/* Counts, then writes: `at` says where each list goes on. */
static void list_walls(plan *p, bool cells) {
    const size_t lists = cells ? p->columns * p->rows : p->rows;
    uint32_t *start = room(lists + 1, sizeof *start), *at = room(lists + 1, sizeof *at), *list = NULL;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t w = 0; w < p->wall_count; w++) {
            if (plan_absent(&p->walls[w]))
                continue;
            const range r = range_of_wall(p, w);
            for (size_t row = r.top; row <= r.bottom; row++)
                for (size_t column = cells ? r.from : 0; column <= (cells ? r.to : 0); column++) {
                    const size_t k = cells ? row * p->columns + column : row;
                    if (pass == 0)
                        start[k + 1]++;
                    else
                        list[at[k]++] = w;
                }
        }
        for (size_t k = 0; k < lists && pass == 0; k++)
            start[k + 1] += start[k], at[k] = start[k];
        list = pass == 0 ? room(start[lists], sizeof *list) : list;
    }
    free(at);
    *(cells ? &p->cell_start : &p->row_start) = start;
    *(cells ? &p->cell_wall : &p->row_wall) = list;
}

void plan_index(plan *p, double cell) {
    double right = -INFINITY, bottom = -INFINITY;
    forget(p);
    p->left = p->top = INFINITY;
    for (uint32_t w = 0; w < p->wall_count; w++)
        for (int end = 0; end < 2 && !plan_absent(&p->walls[w]); end++) {
            const spot at = plan_end(p, w, end == 1);
            p->left = fmin(p->left, (double)at.x), right = fmax(right, (double)at.x);
            p->top = fmin(p->top, (double)at.y), bottom = fmax(bottom, (double)at.y);
        }
    if (!(p->left <= right))
        p->left = p->top = right = bottom = 0.0;
    p->cell = fmax(cell, fmax(right - p->left, bottom - p->top) / 1000.0);
    p->columns = (size_t)((right - p->left) / p->cell) + 1;
    p->rows = (size_t)((bottom - p->top) / p->cell) + 1;
    list_walls(p, false);
    list_walls(p, true);
    p->crossed = room(2 * p->wall_count, sizeof *p->crossed);
    p->odd = room(p->sectors, 1);
}

/* ---- Which sector ------------------------------------------------------------------------------------------------ */

/* Whether a ray to the right crosses the wall. By the boundary rule it starts a little to the right of the point, and a
 * far smaller bit below it. */
static bool crosses(spot at, spot a, spot b) {
    if ((a.y <= at.y) == (b.y <= at.y) || (a.x <= at.x && b.x <= at.x))
        return false;
    if (a.x > at.x && b.x > at.x)
        return true;
    return a.y < b.y ? spot_turn(a, b, at) > 0 : spot_turn(b, a, at) > 0;
}

uint32_t plan_sector(const plan *p, float x, float y) {
    const spot at = {grain(x), grain(y)};
    size_t count = 0;
    uint32_t found = HAIL_NO_SECTOR;
    if (!((double)at.y >= p->top && (double)at.y <= p->top + p->cell * (double)p->rows))
        return found;
    const size_t row = place((double)at.y, p->top, p->cell, p->rows);
    for (uint32_t k = p->row_start[row]; k < p->row_start[row + 1]; k++) {
        const uint32_t w = p->row_wall[k];
        const hail_wall *wall = &p->walls[w];
        if (wall->right == wall->left || !crosses(at, plan_end(p, w, false), plan_end(p, w, true)))
            continue;
        for (int side = 0; side < 2; side++) {
            const uint32_t sector = side == 0 ? wall->right : wall->left;
            if (sector != HAIL_NO_SECTOR)
                p->odd[sector] ^= 1, p->crossed[count++] = sector;
        }
    }
    for (size_t k = 0; k < count; k++) {
        const uint32_t sector = p->crossed[k];
        if (p->odd[sector] != 0)
            found = found == HAIL_NO_SECTOR ? sector : PLAN_TORN;
        p->odd[sector] = 0;
    }
    return found;
}

/* Where the ray meets a wall, and how far to the right that is a little further down. */
typedef struct meeting {
    double x, slope;
    bool at_vertex;
} meeting;

static meeting meet(spot at, spot a, spot b) {
    const spot top = a.y < b.y ? a : b, bottom = a.y < b.y ? b : a;
    const double slope = ((double)bottom.x - (double)top.x) / ((double)bottom.y - (double)top.y);
    return (meeting){(double)top.x + slope * ((double)at.y - (double)top.y), slope, top.y == at.y};
}

static bool before(const meeting *m, const meeting *other) {
    if (m->at_vertex && other->at_vertex && m->x == other->x)
        return m->slope < other->slope;
    return m->x < other->x;
}

uint32_t plan_side(const plan *p, float x, float y) {
    const spot at = {grain(x), grain(y)};
    uint32_t side = PLAN_OUTSIDE;
    meeting first = {INFINITY, 0.0, false};
    if (!((double)at.y >= p->top && (double)at.y <= p->top + p->cell * (double)p->rows))
        return side;
    const size_t row = place((double)at.y, p->top, p->cell, p->rows);
    for (uint32_t k = p->row_start[row]; k < p->row_start[row + 1]; k++) {
        const uint32_t w = p->row_wall[k];
        const spot a = plan_end(p, w, false), b = plan_end(p, w, true);
        if (!crosses(at, a, b))
            continue;
        const meeting m = meet(at, a, b);
        if (before(&m, &first))
            first = m, side = 2 * w + (a.y < b.y ? 0 : 1);
    }
    return side;
}

uint32_t plan_side_sector(const plan *p, uint32_t side) {
    if (side == PLAN_OUTSIDE)
        return HAIL_NO_SECTOR;
    return side % 2 == 0 ? p->walls[side / 2].right : p->walls[side / 2].left;
}

/* ---- Distances --------------------------------------------------------------------------------------------------- */

static double point_to_wall(double x, double y, spot a, spot b) {
    const double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y;
    const double px = x - (double)a.x, py = y - (double)a.y;
    double t = (px * ex + py * ey) / (ex * ex + ey * ey);
    t = t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0;
    const double dx = px - t * ex, dy = py - t * ey;
    return dx * dx + dy * dy;
}

double plan_gap(const plan *p, double x, double y, uint32_t kinds, double reach, uint32_t *wall) {
    const range r = range_of(p, x - reach, y - reach, x + reach, y + reach);
    double least = 2.0 * reach * reach;
    uint32_t nearest = HAIL_NO_WALL;
    for (size_t row = r.top; row <= r.bottom; row++) {
        const size_t first = row * p->columns;
        for (uint32_t k = p->cell_start[first + r.from]; k < p->cell_start[first + r.to + 1]; k++) {
            const uint32_t w = p->cell_wall[k];
            if (!plan_holds(&p->walls[w], kinds))
                continue;
            const double squared = point_to_wall(x, y, plan_end(p, w, false), plan_end(p, w, true));
            if (squared < least || (squared == least && w < nearest))
                least = squared, nearest = w;
        }
    }
    if (wall != NULL)
        *wall = nearest;
    return sqrt(least);
}

static double way_to_wall(spot from, spot to, spot a, spot b) {
    if (spot_meet(from, to, a, b))
        return 0.0;
    double least =
        fmin(point_to_wall((double)from.x, (double)from.y, a, b), point_to_wall((double)to.x, (double)to.y, a, b));
    if (from.x == to.x && from.y == to.y)
        return least;
    least = fmin(least, point_to_wall((double)a.x, (double)a.y, from, to));
    return fmin(least, point_to_wall((double)b.x, (double)b.y, from, to));
}

double plan_way_to_wall(const plan *p, spot from, spot to, uint32_t wall) {
    return sqrt(way_to_wall(from, to, plan_end(p, wall, false), plan_end(p, wall, true)));
}

double plan_gap_way(const plan *p, spot from, spot to, uint32_t kinds, double reach) {
    const range r = range_of(p, fmin((double)from.x, (double)to.x) - reach, fmin((double)from.y, (double)to.y) - reach,
                             fmax((double)from.x, (double)to.x) + reach, fmax((double)from.y, (double)to.y) + reach);
    double least = 2.0 * reach * reach;
    for (size_t row = r.top; row <= r.bottom; row++) {
        const size_t first = row * p->columns;
        for (uint32_t k = p->cell_start[first + r.from]; k < p->cell_start[first + r.to + 1]; k++) {
            const uint32_t w = p->cell_wall[k];
            if (plan_holds(&p->walls[w], kinds))
                least = fmin(least, way_to_wall(from, to, plan_end(p, w, false), plan_end(p, w, true)));
        }
    }
    return sqrt(least);
}

/* ---- What is connected ------------------------------------------------------------------------------------------- */

static uint32_t root(uint32_t *up, uint32_t of) {
    while (up[of] != of)
        of = up[of] = up[up[of]];
    return of;
}

static void join(uint32_t *up, uint32_t a, uint32_t b) { up[root(up, a)] = root(up, b); }

/* A wall that leaves a vertex; `after` is its side that greater angles are on. */
typedef struct spoke {
    uint32_t vertex, wall, after;
    double angle;
} spoke;

static int by_angle(const void *left, const void *right) {
    const spoke *a = left, *b = right;
    if (a->vertex != b->vertex)
        return a->vertex < b->vertex ? -1 : 1;
    return (a->angle > b->angle) - (a->angle < b->angle);
}

static size_t list_spokes(const plan *p, spoke *list) {
    size_t count = 0;
    for (uint32_t w = 0; w < p->wall_count; w++)
        for (int end = 0; end < 2 && !plan_absent(&p->walls[w]); end++) {
            const spot at = plan_end(p, w, end == 1), to = plan_end(p, w, end == 0);
            list[count++] = (spoke){end == 1 ? p->walls[w].b : p->walls[w].a, w, 2 * w + (uint32_t)end,
                                    atan2((double)to.y - (double)at.y, (double)to.x - (double)at.x)};
        }
    qsort(list, count, sizeof *list, by_angle);
    return count;
}

/* Round a vertex, what lies between two walls is one area. Its rightmost vertex says what lies around a cluster of
 * walls: between its last spoke that goes up and its first that goes down. */
static void join_around(const plan *p, uint32_t *up, const spoke *list, size_t count) {
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && list[next].vertex == list[i].vertex;)
            next++;
        for (size_t k = i; k < next; k++)
            join(up, list[k].after, list[k + 1 < next ? k + 1 : i].after ^ 1);
    }
    uint32_t *cluster = room(p->vertices, sizeof *cluster), *rightmost = room(p->vertices, sizeof *rightmost);
    for (uint32_t v = 0; v < p->vertices; v++)
        cluster[v] = v;
    for (size_t i = 0; i < count; i++)
        join(cluster, p->walls[list[i].wall].a, p->walls[list[i].wall].b);
    memset(rightmost, 0xff, p->vertices * sizeof *rightmost);
    for (size_t i = 0; i < count; i++) {
        uint32_t *best = &rightmost[root(cluster, list[i].vertex)];
        if (*best == UINT32_MAX || p->x[list[i].vertex] > p->x[list[*best].vertex])
            *best = (uint32_t)i;
    }
    const uint32_t outside = (uint32_t)(2 * p->wall_count);
    for (uint32_t v = 0; v < p->vertices; v++) {
        if (rightmost[v] == UINT32_MAX)
            continue;
        size_t first = rightmost[v]; /* lists are in order of angles: this is the vertex's first spoke */
        const uint32_t vertex = list[first].vertex, side = plan_side(p, p->x[vertex], p->y[vertex]);
        while (first + 1 < count && list[first + 1].vertex == vertex && list[first].angle < 0.0)
            first++;
        const uint32_t around = list[first].angle < 0.0 ? list[first].after : list[first].after ^ 1;
        join(up, around, side == PLAN_OUTSIDE ? outside : side);
    }
    free(cluster), free(rightmost);
}

void plan_regions(plan *p, uint32_t kinds) {
    const size_t sides = 2 * p->wall_count + 1;
    uint32_t *up = room(sides, sizeof *up);
    spoke *list = room(2 * p->wall_count, sizeof *list);
    for (uint32_t s = 0; s < sides; s++)
        up[s] = s;
    join_around(p, up, list, list_spokes(p, list));
    for (uint32_t w = 0; w < p->wall_count; w++)
        if (!plan_absent(&p->walls[w]) && !plan_holds(&p->walls[w], kinds))
            join(up, 2 * w, 2 * w + 1);
    for (uint32_t s = 0; s < sides; s++)
        up[s] = root(up, s);
    free(list), free(p->region);
    p->region = up;
}

uint32_t plan_region(const plan *p, float x, float y) {
    const uint32_t side = plan_side(p, x, y);
    return p->region[side == PLAN_OUTSIDE ? 2 * p->wall_count : side];
}
