/* engine/sectors/nearby_walls.c - visits the walls near a box or a segment, from the lists of coarse cells; and tests
 * positions and lines against them. */
#include "movers.h"

#include <math.h>
#include <string.h>

/* ---- Walls of the cells ------------------------------------------------------------------------------------------ */

typedef struct cell_box {
    uint32_t left, right, top, bottom;
} cell_box;

static inline uint32_t clamped(float cell, float last) {
    return (uint32_t)(int32_t)min_float(max_float(cell, 0.0f), last);
}

/* A loop that must not be unrolled, so that gcc turns it into vector code. */
#if defined(__GNUC__) && !defined(__clang__)
#define KEPT_LOOP _Pragma("GCC unroll 1")
#else
#define KEPT_LOOP
#endif

/* Which walls are visited. */
typedef struct wall_filter {
    const hail_walls_view *view;
    hail_sector_box box; /* that their boxes touch */
    uint32_t bits;       /* of what they stop or, with `all`, of their kinds */
    bool all;
} wall_filter;

/* Marks the walls of a block that are asked for. False: there are none. */
static bool filter_block(const float *words, const wall_filter *f, uint32_t near[HAIL_BLOCK]) {
    const hail_sector_box box = f->box;
    const uint32_t bits = f->bits;
    uint32_t own[HAIL_BLOCK], any = 0;
    memcpy(own, &words[(f->all ? HAIL_WALL_KIND : HAIL_WALL_STOPS) * HAIL_BLOCK], sizeof own);
    KEPT_LOOP
    for (uint32_t k = 0; k < HAIL_BLOCK; k++) {
        const float ax = words[HAIL_WALL_X * HAIL_BLOCK + k], ay = words[HAIL_WALL_Y * HAIL_BLOCK + k];
        const float bx = words[HAIL_WALL_BX * HAIL_BLOCK + k], by = words[HAIL_WALL_BY * HAIL_BLOCK + k];
        const uint32_t across = (uint32_t)(max_float(ax, bx) >= box.min_x) & (uint32_t)(min_float(ax, bx) <= box.max_x);
        const uint32_t down = (uint32_t)(max_float(ay, by) >= box.min_y) & (uint32_t)(min_float(ay, by) <= box.max_y);
        near[k] = (0u - (across & down)) & own[k] & bits;
    }
    for (uint32_t k = 0; k < HAIL_BLOCK; k++)
        any |= near[k];
    return any != 0;
}

/* Visits the walls of a cell. The unused ones of its last block stop nothing and have no kind. */
static bool visit_cell(const wall_filter *f, uint32_t cell, hail_wall_visit *visit, void *user) {
    const hail_wall_cell c = f->view->wall_cells[cell];
    const uint32_t count = f->all ? c.count : c.stops;
    for (uint32_t k = 0; k < count; k += HAIL_BLOCK) {
        const float *words = f->view->walls + (size_t)(c.first + k / HAIL_BLOCK) * HAIL_WALL_WORDS * HAIL_BLOCK;
        uint32_t near[HAIL_BLOCK], wall;
        if (!filter_block(words, f, near))
            continue;
        for (uint32_t i = 0; i < HAIL_BLOCK; i++) {
            if (!near[i])
                continue;
            memcpy(&wall, &words[HAIL_WALL_ID * HAIL_BLOCK + i], sizeof wall);
            const hail_segment s = {{words[HAIL_WALL_X * HAIL_BLOCK + i], words[HAIL_WALL_Y * HAIL_BLOCK + i]},
                                    {words[HAIL_WALL_BX * HAIL_BLOCK + i], words[HAIL_WALL_BY * HAIL_BLOCK + i]}};
            if (!visit(user, wall, &s))
                return false;
        }
    }
    return true;
}

/* Finds the cells that a box touches. False: it lies beyond the grid. */
static inline bool cells_of(const hail_walls_view *view, const hail_sector_box *box, cell_box *cells) {
    const hail_grid_layout *map = &view->map;
    if (box->max_x < map->min_x || box->min_x > view->max_x || box->max_y < map->min_y || box->min_y > view->max_y)
        return false;
    *cells = (cell_box){.left = clamped((box->min_x - map->min_x) * map->inverse, map->last_column),
                        .right = clamped((box->max_x - map->min_x) * map->inverse, map->last_column),
                        .top = clamped((box->min_y - map->min_y) * map->inverse, map->last_row),
                        .bottom = clamped((box->max_y - map->min_y) * map->inverse, map->last_row)};
    return true;
}

void hail_visit_walls_of_box(const hail_walls_view *view, const hail_sector_box *box, uint32_t stops,
                             hail_wall_visit *visit, void *user) {
    const wall_filter filter = {view, *box, stops, false};
    cell_box cells;
    if (!cells_of(view, box, &cells))
        return;
    for (uint32_t row = cells.top; row <= cells.bottom; row++)
        for (uint32_t column = cells.left; column <= cells.right; column++)
            if (view->wall_cells[row * view->columns + column].stops)
                visit_cell(&filter, row * view->columns + column, visit, user);
}

/* Finds the columns of a row that a segment comes near to. `pad` includes rounding errors. */
static void columns_near(const hail_walls_view *view, const hail_wall_search *search, float pad, uint32_t row,
                         cell_box *box) {
    const double dx = (double)search->to.x - (double)search->from.x, dy = (double)search->to.y - (double)search->from.y;
    const double top = (double)view->map.min_y + row * (double)view->cell - (double)pad - (double)search->from.y;
    const double bottom = top + (double)view->cell + 2.0 * (double)pad, one = top / dy, two = bottom / dy;
    const double in = min_double(max_double(min_double(one, two), 0.0), 1.0),
                 out = min_double(max_double(max_double(one, two), 0.0), 1.0);
    const float x1 = (float)((double)search->from.x + dx * in), x2 = (float)((double)search->from.x + dx * out);
    box->left = clamped((min_float(x1, x2) - pad - view->map.min_x) * view->map.inverse, view->map.last_column);
    box->right = clamped((max_float(x1, x2) + pad - view->map.min_x) * view->map.inverse, view->map.last_column);
}

bool hail_visit_walls(const hail_wall_query *k, const hail_wall_search *search, hail_wall_visit *visit, void *user) {
    const hail_walls_view *view = &k->view;
    const hail_point a = search->from, b = search->to;
    const float pad = search->pad + (distance_error(k, a) + distance_error(k, b)) + view->tolerance;
    const wall_filter filter = {
        view,
        {min_float(a.x, b.x) - pad, min_float(a.y, b.y) - pad, max_float(a.x, b.x) + pad, max_float(a.y, b.y) + pad},
        search->all ? UINT32_MAX : k->stops,
        search->all};
    cell_box cells;
    if (!cells_of(view, &filter.box, &cells))
        return true;
    const bool slanting = cells.right - cells.left > 2 && cells.bottom - cells.top > 2 && fabsf(b.y - a.y) > pad;
    for (uint32_t row = cells.top; row <= cells.bottom; row++) {
        if (slanting)
            columns_near(view, search, pad, row, &cells);
        for (uint32_t column = cells.left; column <= cells.right; column++)
            if (!visit_cell(&filter, row * view->columns + column, visit, user))
                return false;
    }
    return true;
}

/* ---- Near enough ------------------------------------------------------------------------------------------------- */

hail_foot hail_wall_foot(const hail_segment *wall, double x, double y) {
    const double ax = (double)wall->a.x, ay = (double)wall->a.y, bx = (double)wall->b.x, by = (double)wall->b.y;
    const double ex = bx - ax, ey = by - ay, along = (x - ax) * ex + (y - ay) * ey, whole = ex * ex + ey * ey;
    hail_foot f = {ax, ay, 0.0, 0.0};
    if (along >= whole)
        f = (hail_foot){bx, by, 1.0, 0.0};
    else if (along > 0.0) {
        f.part = along / whole;
        f.x = ax + ex * f.part;
        f.y = ay + ey * f.part;
    }
    f.squared = (x - f.x) * (x - f.x) + (y - f.y) * (y - f.y);
    if (f.part > 0.0 && f.part < 1.0) { /* more precise: without the rounding along the wall */
        const double across = ex * (y - ay) - ey * (x - ax);
        f.squared = across * across / whole;
    }
    return f;
}

typedef struct position_test {
    hail_point at;
    float radius;
    bool sure;
} position_test;

static bool keeps_away(void *user, uint32_t wall, const hail_segment *s) {
    const position_test *a = user;
    const double min_distance = a->sure ? wall_min_distance(s, a->radius) : (double)a->radius;
    (void)wall;
    return hail_wall_foot(s, (double)a->at.x, (double)a->at.y).squared >= min_distance * min_distance;
}

bool hail_position_allowed(const hail_wall_query *k, hail_point at, float radius, bool sure) {
    position_test a = {at, radius, sure};
    const hail_wall_search search = {.from = at, .to = at, .pad = max_float(radius, max_side_error(k))};
    return hail_visit_walls(k, &search, keeps_away, &a);
}

/* ---- Sides ------------------------------------------------------------------------------------------------------- */

/* A point counts as if it lay a little further to +x and, by far less, further to +y. So it is always on one side, and
 * no line passes through a vertex. */
int hail_wall_side(const hail_segment *wall, hail_point at) {
    const int turn = hail_turn(wall->a, wall->b, at);
    if (turn)
        return turn;
    if (wall->a.y != wall->b.y)
        return wall->b.y > wall->a.y ? -1 : 1;
    return wall->b.x > wall->a.x ? 1 : -1;
}

/* The side of a line, which is not 0 long, that a vertex is on. */
static int side_of_line(hail_point from, hail_point to, hail_point vertex) {
    const int turn = hail_turn(from, to, vertex);
    if (turn)
        return turn;
    if (from.y != to.y)
        return to.y > from.y ? 1 : -1;
    return to.x > from.x ? -1 : 1;
}

bool hail_wall_is_between(const hail_segment *wall, hail_point from, hail_point to) {
    if (same_point(from, to) || hail_wall_side(wall, from) == hail_wall_side(wall, to))
        return false;
    return side_of_line(from, to, wall->a) != side_of_line(from, to, wall->b);
}

typedef struct line_test {
    hail_point from, to;
} line_test;

static bool is_not_between(void *user, uint32_t wall, const hail_segment *s) {
    const line_test *p = user;
    (void)wall;
    return !hail_wall_is_between(s, p->from, p->to);
}

bool hail_walls_between(const hail_wall_query *k, hail_point from, hail_point to) {
    line_test p = {from, to};
    const hail_wall_search search = {.from = from, .to = to};
    return !hail_visit_walls(k, &search, is_not_between, &p);
}
