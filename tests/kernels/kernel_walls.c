/* tests/kernels/kernel_walls.c - random walls, points near them, and the plain truth about them (kernel_walls.h). */
#include "kernel_walls.h"

#include <math.h>

enum { MOST_SIDE = 10 };

bool random_wall_stops(const random_wall *wall) {
    return wall->solid || wall->right == UINT32_MAX || wall->left == UINT32_MAX;
}

/* ---- Walls ----------------------------------------------------------------------------------------------------- */

static void add_wall(random_walls *w, float ax, float ay, float bx, float by, uint32_t right, uint32_t left) {
    const bool turned = pick_one_in(2);
    if (ax == bx && ay == by)
        return;
    random_wall *wall = &w->wall[w->count++];
    *wall = turned ? (random_wall){bx, by, ax, ay, left, right, 0, false}
                   : (random_wall){ax, ay, bx, by, right, left, 0, false};
    wall->kind = pick_one_in(2) ? 0 : pick(32);
    wall->solid = pick_one_in(3);
}

/* Vertices move by less than a quarter of their spacing, so that no wall crosses another. */
static void make_sound(random_walls *w, uint32_t columns, uint32_t rows, bool whole) {
    float x[MOST_SIDE + 1][MOST_SIDE + 1], y[MOST_SIDE + 1][MOST_SIDE + 1];
    uint32_t sector[MOST_SIDE + 2][MOST_SIDE + 2];
    const uint32_t sectors = 1 + pick(12), wild = pick(4), same = pick(3);
    for (uint32_t j = 0; j <= rows; j++)
        for (uint32_t i = 0; i <= columns; i++) {
            const float at = w->size * 0.24f * (float)wild / 3.0f;
            x[j][i] = w->min_x + w->size * (float)i + pick_between(-at, at);
            y[j][i] = w->min_y + w->size * (float)j + pick_between(-at, at);
            if (whole)
                x[j][i] = rintf(x[j][i]), y[j][i] = rintf(y[j][i]);
        }
    for (uint32_t j = 0; j <= rows + 1; j++)
        for (uint32_t i = 0; i <= columns + 1; i++) {
            const bool inside = i > 0 && j > 0 && i <= columns && j <= rows;
            sector[j][i] = !inside || pick_one_in(5) ? UINT32_MAX : pick(sectors);
            if (inside && i > 1 && pick_one_in(2))
                sector[j][i] = sector[j][i - 1];
        }
    for (uint32_t j = 0; j <= rows; j++)
        for (uint32_t i = 0; i <= columns; i++) {
            const uint32_t above = sector[j][i + 1], below = sector[j + 1][i + 1], west = sector[j + 1][i];
            if (i < columns && (above != below || (same == 0 && pick_one_in(4))))
                add_wall(w, x[j][i], y[j][i], x[j][i + 1], y[j][i + 1], below, above);
            if (j < rows && (west != below || (same == 0 && pick_one_in(4))))
                add_wall(w, x[j][i], y[j][i], x[j + 1][i], y[j + 1][i], west, below);
        }
}

static void make_soup(random_walls *w, uint32_t walls, bool whole) {
    const float wide = w->size * 6.0f;
    for (uint32_t i = 0; i < walls; i++) {
        float end[4];
        for (int k = 0; k < 4; k++)
            end[k] = pick_between(0.0f, wide);
        if (pick_one_in(4) && w->count) { /* from where the last one ended */
            end[0] = w->wall[w->count - 1].bx - w->min_x;
            end[1] = w->wall[w->count - 1].by - w->min_y;
        }
        end[2] = pick_one_in(8) ? end[0] : end[2];
        end[3] = pick_one_in(8) ? end[1] : end[3];
        for (int k = 0; k < 4; k++) {
            end[k] = fminf(fmaxf(end[k], 0.0f), wide) + (k & 1 ? w->min_y : w->min_x);
            end[k] = whole ? rintf(end[k]) : end[k];
        }
        add_wall(w, end[0], end[1], end[2], end[3], pick(4) - 1u, pick(4) - 1u);
    }
}

/* ---- Maps ------------------------------------------------------------------------------------------------------ */

static void find_box(random_walls *w) {
    w->max_x = w->max_y = -INFINITY;
    w->min_x = w->min_y = INFINITY;
    for (uint32_t i = 0; i < w->count; i++) {
        const random_wall *wall = &w->wall[i];
        w->min_x = fminf(w->min_x, fminf(wall->ax, wall->bx));
        w->min_y = fminf(w->min_y, fminf(wall->ay, wall->by));
        w->max_x = fmaxf(w->max_x, fmaxf(wall->ax, wall->bx));
        w->max_y = fmaxf(w->max_y, fmaxf(wall->ay, wall->by));
    }
}

void random_walls_make(random_walls *w) {
    static const float origins[] = {0.0f, -300.0f, 4096.0f, -100000.0f, 3.0e6f},
                       sizes[] = {1.0f, 64.0f, 100.0f, 3000.0f};
    const bool whole = pick_one_in(2);
    const uint32_t walls = pick_one_in(3) ? 1 : 1 + pick(20);
    w->count = 0;
    w->min_x = pick_one_in(2) ? 0.0f : origins[pick(5)];
    w->min_y = pick_one_in(2) ? w->min_x : origins[pick(5)];
    w->size = sizes[pick(4)] * (whole ? 8.0f : 1.0f);
    w->size = fmaxf(w->size, 0x1p-13f * fmaxf(fabsf(w->min_x), fabsf(w->min_y)));
    w->sound = !pick_one_in(4);
    while (w->count == 0) {
        if (w->sound)
            make_sound(w, 1 + pick(MOST_SIDE), 1 + pick(MOST_SIDE), whole);
        else
            make_soup(w, walls, whole);
    }
    find_box(w);
    random_walls_lay(w);
}

void random_walls_explain(const random_walls *w) {
    case_adds("%u walls%s from %g %g to %g %g, %u x %u cells of %g px, tolerance %g", w->count,
              w->sound ? "" : ", anyhow,", (double)w->min_x, (double)w->min_y, (double)w->max_x, (double)w->max_y,
              w->view.columns, w->view.rows, (double)w->view.cell, (double)w->view.tolerance);
}

/* ---- Points ---------------------------------------------------------------------------------------------------- */

static float bounded(float a) { return fminf(fmaxf(a, -1.0e9f), 1.0e9f); }

static void point_anywhere(const random_walls *w, float *x, float *y) {
    *x = pick_between(w->min_x, w->max_x);
    *y = pick_between(w->min_y, w->max_y);
}

void random_walls_point(const random_walls *w, float *x, float *y) {
    const hail_walls_view *v = &w->view;
    const random_wall *wall = &w->wall[pick(w->count)];
    const float t = pick_between(0.0f, 1.0f), off = v->tolerance * 4.0f;
    point_anywhere(w, x, y);
    switch (pick(10)) {
    case 0:
        *x = nudged(wall->ax), *y = nudged(wall->ay);
        break;
    case 1:
        *x = nudged(wall->ax + (wall->bx - wall->ax) * t), *y = nudged(wall->ay + (wall->by - wall->ay) * t);
        break;
    case 2:
        *x = wall->ax + (wall->bx - wall->ax) * t + pick_between(-off, off);
        *y = wall->ay + (wall->by - wall->ay) * t + pick_between(-off, off);
        break;
    case 3: /* level with a vertex, or straight above it */
        *y = pick_one_in(2) ? *y : nudged(wall->ay);
        *x = pick_one_in(2) ? *x : nudged(wall->bx);
        break;
    case 4:
        *x = pick_coordinate(v->map.min_x, v->cell, (float)v->columns);
        *y = pick_coordinate(v->map.min_y, v->cell, (float)v->rows);
        break;
    case 5:
        *x = pick_coordinate(v->fine.min_x, 1.0f / v->fine.inverse, v->fine.last_column + 1.0f);
        *y = pick_coordinate(v->fine.min_y, 1.0f / v->fine.inverse, v->fine.last_row + 1.0f);
        break;
    case 6: /* outside */
        *x += (w->max_x - w->min_x) * pick_between(-3.0f, 3.0f);
        *y += (w->max_y - w->min_y) * pick_between(-3.0f, 3.0f);
        break;
    default:
        break;
    }
    *x = bounded(*x), *y = bounded(*y);
}

/* ---- In double precision ----------------------------------------------------------------------------------------- */

uint32_t random_walls_sector(const random_walls *w, double x, double y, double room, bool *sure) {
    uint32_t sector = UINT32_MAX;
    double first = 1.0e300, next = 1.0e300, first_slope = 0.0;
    bool beside = false;
    for (uint32_t i = 0; i < w->count; i++) {
        const random_wall *wall = &w->wall[i];
        const double ay = (double)wall->ay, by = (double)wall->by;
        if (wall->right == wall->left || (ay <= y) == (by <= y))
            continue;
        const double slope = ((double)wall->bx - (double)wall->ax) / (by - ay);
        const double at = by > ay ? (double)wall->ax + (y - ay) * slope : (double)wall->bx + (y - by) * slope;
        beside = beside || fabs(at - x) <= room;
        if (at > x && (at < first || (at == first && slope < first_slope))) { /* at a vertex: a little below it */
            next = first;
            first = at;
            first_slope = slope;
            sector = by > ay ? wall->right : wall->left;
        } else if (at > x) {
            next = fmin(next, at);
        }
    }
    *sure = !beside && (next - first > room || first == 1.0e300);
    return sector;
}

double random_wall_distance(const random_wall *wall, double px, double py, double *x, double *y) {
    const double ax = (double)wall->ax, ay = (double)wall->ay, ex = (double)wall->bx - ax, ey = (double)wall->by - ay;
    const double t = fmin(fmax(((px - ax) * ex + (py - ay) * ey) / (ex * ex + ey * ey), 0.0), 1.0);
    *x = t == 1.0 ? (double)wall->bx : ax + t * ex;
    *y = t == 1.0 ? (double)wall->by : ay + t * ey;
    return (*x - px) * (*x - px) + (*y - py) * (*y - py);
}
