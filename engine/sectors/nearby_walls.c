/* engine/sectors/nearby_walls.c - the walls near a place or a way, one after the other, from the lists of the grid. */
#include "movers.h"

#include <math.h>
#include <string.h>

/* ---- Walls of the cells ------------------------------------------------------------------------------------------ */

typedef struct cell_box {
    uint32_t left, right, top, bottom;
} cell_box;

static uint32_t clamped(float cell, float last) { return (uint32_t)(cell > 0.0f ? cell < last ? cell : last : 0.0f); }

/* A loop that is left as one, so that compilers see the lanes in it. */
#if defined(__GNUC__) && !defined(__clang__)
#define KEPT_LOOP _Pragma("GCC unroll 1")
#else
#define KEPT_LOOP
#endif

/* Which walls of a block are asked for, and have a box that is near. */
static bool near_of_block(const float *words, const hail_look *look, uint32_t bits, const hail_sector_box *box,
                          uint32_t near[HAIL_BLOCK]) {
    uint32_t own[HAIL_BLOCK], any = 0;
    memcpy(own, &words[(look->all ? HAIL_WALL_KIND : HAIL_WALL_STOPS) * HAIL_BLOCK], sizeof own);
    KEPT_LOOP
    for (uint32_t k = 0; k < HAIL_BLOCK; k++) {
        const float ax = words[HAIL_WALL_X * HAIL_BLOCK + k], ay = words[HAIL_WALL_Y * HAIL_BLOCK + k];
        const float bx = words[HAIL_WALL_BX * HAIL_BLOCK + k], by = words[HAIL_WALL_BY * HAIL_BLOCK + k];
        const uint32_t across = (uint32_t)(larger(ax, bx) >= box->min_x) & (uint32_t)(lesser(ax, bx) <= box->max_x);
        const uint32_t down = (uint32_t)(larger(ay, by) >= box->min_y) & (uint32_t)(lesser(ay, by) <= box->max_y);
        near[k] = (0u - (across & down)) & own[k] & bits;
    }
    for (uint32_t k = 0; k < HAIL_BLOCK; k++)
        any |= near[k];
    return any != 0;
}

/* What is not used of a cell's last block stops nobody and is of no kind. */
static bool look_at_cell(const hail_depenetration *keeper, uint32_t cell, const hail_look *look,
                         const hail_sector_box *box, hail_wall_visit *visit, void *context) {
    const hail_wall_cell c = keeper->view.wall_cells[cell];
    const uint32_t count = look->all ? c.count : c.stops, bits = look->all ? UINT32_MAX : keeper->stops;
    for (uint32_t k = 0; k < count; k += HAIL_BLOCK) {
        const float *words = keeper->view.walls + (size_t)(c.first + k / HAIL_BLOCK) * HAIL_WALL_WORDS * HAIL_BLOCK;
        uint32_t near[HAIL_BLOCK], wall;
        if (!near_of_block(words, look, bits, box, near))
            continue;
        for (uint32_t i = 0; i < HAIL_BLOCK; i++) {
            if (!near[i])
                continue;
            memcpy(&wall, &words[HAIL_WALL_ID * HAIL_BLOCK + i], sizeof wall);
            const hail_segment s = {{words[HAIL_WALL_X * HAIL_BLOCK + i], words[HAIL_WALL_Y * HAIL_BLOCK + i]},
                                    {words[HAIL_WALL_BX * HAIL_BLOCK + i], words[HAIL_WALL_BY * HAIL_BLOCK + i]}};
            if (!visit(context, wall, &s))
                return false;
        }
    }
    return true;
}

/* Of a row the columns that a way comes near to; `pad` includes what rounding may come to. */
static void columns_of_way(const hail_walls_view *view, const hail_look *look, float pad, uint32_t row, cell_box *box) {
    const double dx = (double)look->to.x - (double)look->from.x, dy = (double)look->to.y - (double)look->from.y;
    const double top = (double)view->map.min_y + row * (double)view->cell - (double)pad - (double)look->from.y;
    const double bottom = top + (double)view->cell + 2.0 * (double)pad, one = top / dy, two = bottom / dy;
    const double in = least(most(least(one, two), 0.0), 1.0), out = least(most(most(one, two), 0.0), 1.0);
    const float x1 = (float)((double)look->from.x + dx * in), x2 = (float)((double)look->from.x + dx * out);
    box->left = clamped((lesser(x1, x2) - pad - view->map.min_x) * view->map.inverse, view->map.last_column);
    box->right = clamped((larger(x1, x2) + pad - view->map.min_x) * view->map.inverse, view->map.last_column);
}

bool hail_depenetration_look(const hail_depenetration *k, const hail_look *look, hail_wall_visit *visit,
                             void *context) {
    const hail_walls_view *view = &k->view;
    const hail_grid_layout *map = &view->map;
    const hail_point a = look->from, b = look->to;
    const float pad = look->pad + (keeper_doubt(k, a) + keeper_doubt(k, b)) + view->tolerance;
    const hail_sector_box box = {lesser(a.x, b.x) - pad, lesser(a.y, b.y) - pad, larger(a.x, b.x) + pad,
                                 larger(a.y, b.y) + pad};
    if (box.max_x < map->min_x || box.min_x > view->max_x || box.max_y < map->min_y || box.min_y > view->max_y)
        return true;
    cell_box cells = {.left = clamped((box.min_x - map->min_x) * map->inverse, map->last_column),
                      .right = clamped((box.max_x - map->min_x) * map->inverse, map->last_column),
                      .top = clamped((box.min_y - map->min_y) * map->inverse, map->last_row),
                      .bottom = clamped((box.max_y - map->min_y) * map->inverse, map->last_row)};
    const bool slanting = cells.right - cells.left > 2 && cells.bottom - cells.top > 2 && fabsf(b.y - a.y) > pad;
    for (uint32_t row = cells.top; row <= cells.bottom; row++) {
        if (slanting)
            columns_of_way(view, look, pad, row, &cells);
        for (uint32_t column = cells.left; column <= cells.right; column++)
            if (!look_at_cell(k, row * view->columns + column, look, &box, visit, context))
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
    if (f.part > 0.0 && f.part < 1.0) { /* without the rounding along the wall */
        const double across = ex * (y - ay) - ey * (x - ax);
        f.squared = across * across / whole;
    }
    return f;
}

typedef struct allowed {
    hail_point at;
    float radius;
    bool sure;
} allowed;

static bool keeps_away(void *context, uint32_t wall, const hail_segment *s) {
    const allowed *a = context;
    const double hold = a->sure ? wall_hold(s, a->radius) : (double)a->radius;
    (void)wall;
    return hail_wall_foot(s, (double)a->at.x, (double)a->at.y).squared >= hold * hold;
}

bool hail_depenetration_allows(const hail_depenetration *k, hail_point at, float radius, bool sure) {
    allowed a = {at, radius, sure};
    const hail_look look = {.from = at, .to = at, .pad = larger(radius, keeper_unsure(k))};
    return hail_depenetration_look(k, &look, keeps_away, &a);
}

/* ---- Sides ------------------------------------------------------------------------------------------------------- */

/* Points count as if they were a little further to +x, and a far smaller bit further to +y: so a point is on a side of
 * every line, and a way passes no vertex. */
int hail_wall_side(const hail_segment *wall, hail_point at) {
    const int turn = hail_turn(wall->a, wall->b, at);
    if (turn)
        return turn;
    if (wall->a.y != wall->b.y)
        return wall->b.y > wall->a.y ? -1 : 1;
    return wall->b.x > wall->a.x ? 1 : -1;
}

/* The side of the way, which is not 0 long, that a vertex is on. */
static int side_of_way(hail_point from, hail_point to, hail_point vertex) {
    const int turn = hail_turn(from, to, vertex);
    if (turn)
        return turn;
    if (from.y != to.y)
        return to.y > from.y ? 1 : -1;
    return to.x > from.x ? -1 : 1;
}

bool hail_wall_between(const hail_segment *wall, hail_point from, hail_point to) {
    if (same_place(from, to) || hail_wall_side(wall, from) == hail_wall_side(wall, to))
        return false;
    return side_of_way(from, to, wall->a) != side_of_way(from, to, wall->b);
}

typedef struct parted {
    hail_point from, to;
} parted;

static bool does_not_part(void *context, uint32_t wall, const hail_segment *s) {
    const parted *p = context;
    (void)wall;
    return !hail_wall_between(s, p->from, p->to);
}

bool hail_depenetration_parts(const hail_depenetration *k, hail_point from, hail_point to) {
    parted p = {from, to};
    const hail_look look = {.from = from, .to = to};
    return !hail_depenetration_look(k, &look, does_not_part, &p);
}
