#include "kernel_walls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LIST_WORDS = 200000,
    MOST_SIDE = 10,
    MOST_COLUMNS = 12,
    MOST_FINENESS = 4,
    MOST_FINE = MOST_COLUMNS * MOST_FINENESS
};

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

/* Vertices move by less than a quarter of what lies between them, so that no wall crosses another. */
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

/* ---- Lists ----------------------------------------------------------------------------------------------------- */

typedef struct rectangle {
    double min_x, min_y, max_x, max_y;
} rectangle;

/* The part of a wall that lies in a rectangle: its range in y. */
static bool cut_out(const random_wall *wall, const rectangle *r, double *low, double *high) {
    const double x = (double)wall->ax, y = (double)wall->ay, dx = (double)wall->bx - x, dy = (double)wall->by - y;
    const double step[4] = {-dx, dx, -dy, dy}, room[4] = {x - r->min_x, r->max_x - x, y - r->min_y, r->max_y - y};
    double from = 0.0, to = 1.0;
    for (int i = 0; i < 4; i++) {
        if (step[i] == 0.0 && room[i] < 0.0)
            return false;
        if (step[i] < 0.0)
            from = fmax(from, room[i] / step[i]);
        else if (step[i] > 0.0)
            to = fmin(to, room[i] / step[i]);
    }
    *low = fmin(y + from * dy, y + to * dy);
    *high = fmax(y + from * dy, y + to * dy);
    return from <= to;
}

static rectangle cell_of(const hail_map *map, double cell, uint32_t column, uint32_t row, double margin) {
    const double x = (double)map->min_x + cell * column, y = (double)map->min_y + cell * row;
    return (rectangle){x - margin, y - margin, x + cell + margin, y + cell + margin};
}

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

/* Words of lists, floats and integers. */
static struct {
    uint32_t word[LIST_WORDS];
    uint32_t count;
} pool;

static void put_word(uint32_t word) {
    case_expects(pool.count < LIST_WORDS, "no room for lists");
    pool.word[pool.count++] = word;
}
static void put_float(double value) {
    const float single = (float)value;
    uint32_t word;
    memcpy(&word, &single, sizeof word);
    put_word(word);
}

static void put_side(const random_wall *wall) {
    const bool down = wall->by > wall->ay;
    const float top_x = down ? wall->ax : wall->bx, top_y = down ? wall->ay : wall->by;
    const float low_x = down ? wall->bx : wall->ax, low_y = down ? wall->by : wall->ay;
    put_float((double)top_y);
    put_float((double)low_y);
    put_float((double)top_x);
    put_float(((double)low_x - (double)top_x) / ((double)low_y - (double)top_y));
    put_word(down ? wall->right : wall->left);
}

typedef struct zone {
    double low, high;
} zone;

static int by_low(const void *a, const void *b) {
    const double x = ((const zone *)a)->low, y = ((const zone *)b)->low;
    return (x > y) - (x < y);
}

/* Where walls cut a border, in order, those that touch made one; returns how many. */
static uint32_t join_zones(zone *zones, uint32_t count) {
    uint32_t kept = 0;
    qsort(zones, count, sizeof *zones, by_low);
    for (uint32_t i = 1; i < count; i++) {
        if (zones[i].low > zones[kept].high)
            zones[++kept] = zones[i];
        else
            zones[kept].high = fmax(zones[kept].high, zones[i].high);
    }
    return count ? kept + 1 : 0;
}

/* The border's pieces between the zones, each as far as both zones beside it reach: in a zone there are two. */
static uint32_t put_border(const random_walls *w, const rectangle *cell, const zone *zones, uint32_t count) {
    const double border = cell->max_x, slack = (cell->max_y - cell->min_y) * 0.5;
    for (uint32_t i = 0; i <= count; i++) {
        const double top = i ? zones[i - 1].low : cell->min_y - slack;
        const double bottom = i < count ? zones[i].high : cell->max_y + slack;
        const double from = i ? zones[i - 1].high : cell->min_y, to = i < count ? zones[i].low : cell->max_y;
        bool sure;
        put_float(top);
        put_float(bottom);
        put_float(border + 2.0 * (double)w->view.tolerance);
        put_float(0.0);
        put_word(random_walls_sector(w, border, (from + to) * 0.5, 0.0, &sure));
    }
    return count + 1;
}

/* A fine cell's word, and its list. */
static uint32_t make_list(const random_walls *w, const rectangle *cell, double margin) {
    static zone zones[MOST_WALLS];
    const rectangle wide = {cell->min_x - margin, cell->min_y - margin, cell->max_x + margin, cell->max_y + margin};
    const rectangle border = {cell->max_x - margin, wide.min_y, wide.max_x, wide.max_y};
    const uint32_t start = pool.count;
    uint32_t sides = 0, cuts = 0;
    bool sure;
    put_word(random_walls_sector(w, cell->max_x, (cell->min_y + cell->max_y) * 0.5, 0.0, &sure));
    put_word(0);
    for (uint32_t i = 0; i < w->count; i++) {
        const random_wall *wall = &w->wall[i];
        zone *z = &zones[cuts];
        if (wall->right == wall->left || !cut_out(wall, &wide, &z->low, &z->high))
            continue;
        if (wall->ay != wall->by) {
            put_side(wall);
            sides++;
        }
        if (cut_out(wall, &border, &z->low, &z->high)) {
            z->low -= margin;
            z->high += margin;
            cuts++;
        }
    }
    if (!sides && !cuts) {
        pool.count = start;
        return pool.word[start];
    }
    if (cuts)
        sides += put_border(w, cell, zones, join_zones(zones, cuts));
    pool.word[start + HAIL_LIST_COUNT] = sides;
    return HAIL_LISTED | start;
}

static void make_sides(random_walls *w, double fine, uint32_t columns, uint32_t rows, double margin) {
    static uint32_t cells[MOST_FINE * MOST_FINE];
    pool.count = pick_one_in(2) ? 0 : pick(20); /* whatever lies before them */
    for (uint32_t i = 0; i < pool.count; i++)
        pool.word[i] = 0;
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t column = 0; column < columns; column++) {
            const rectangle cell = cell_of(&w->view.fine, fine, column, row, 0.0);
            cells[row * columns + column] = make_list(w, &cell, margin);
        }
    for (int i = 0; i < 4; i++)
        put_word(0);
    w->view.side_cells = hold_copy("side cells", cells, (size_t)columns * rows);
    w->view.sides = hold_copy("sides", pool.word, pool.count);
}

/* ---- Blocks ---------------------------------------------------------------------------------------------------- */

static void put_wall(float *words, const random_wall *wall, uint32_t number) {
    const float ex = wall->bx - wall->ax, ey = wall->by - wall->ay;
    const float values[] = {wall->ax, wall->ay, ex, ey, 1.0f / (ex * ex + ey * ey)};
    const uint32_t bit = UINT32_C(1) << wall->kind;
    const bool outer = wall->right == UINT32_MAX || wall->left == UINT32_MAX;
    const uint32_t integers[] = {outer ? UINT32_MAX : wall->solid ? bit : 0, bit, number};
    for (int f = 0; f <= HAIL_WALL_INVERSE; f++)
        words[(HAIL_WALL_X + f) * HAIL_BLOCK] = values[f];
    for (int f = 0; f < 3; f++)
        memcpy(&words[(HAIL_WALL_STOPS + f) * HAIL_BLOCK], &integers[f], 4);
    words[HAIL_WALL_BX * HAIL_BLOCK] = wall->bx;
    words[HAIL_WALL_BY * HAIL_BLOCK] = wall->by;
}

/* A cell's walls, those that stop first, otherwise in any order, into blocks. */
static hail_wall_cell make_block(const random_walls *w, const rectangle *cell) {
    uint32_t number[MOST_WALLS];
    hail_wall_cell made = {.first = pool.count / (HAIL_BLOCK * HAIL_WALL_WORDS)};
    for (int pass = 0; pass < 2; pass++) {
        const uint32_t first = made.count;
        for (uint32_t i = 0; i < w->count; i++) {
            double low, high;
            if (random_wall_stops(&w->wall[i]) == (pass == 0) && cut_out(&w->wall[i], cell, &low, &high))
                number[made.count++] = i;
        }
        shuffle(number + first, made.count - first);
        made.stops = pass ? made.stops : made.count;
    }
    const uint32_t blocks = (made.count + HAIL_BLOCK - 1) / HAIL_BLOCK;
    for (uint32_t i = 0; i < blocks * HAIL_BLOCK * HAIL_WALL_WORDS; i++)
        put_word(0);
    float *words = (float *)(void *)(pool.word + (size_t)made.first * HAIL_BLOCK * HAIL_WALL_WORDS);
    for (uint32_t i = 0; i < made.count; i++)
        put_wall(words + (size_t)(i / HAIL_BLOCK) * HAIL_BLOCK * HAIL_WALL_WORDS + i % HAIL_BLOCK, &w->wall[number[i]],
                 number[i]);
    return made;
}

static void make_blocks(random_walls *w, double margin) {
    static hail_wall_cell cells[MOST_COLUMNS * MOST_COLUMNS];
    hail_walls_view *v = &w->view;
    pool.count = 0;
    v->entries = 0;
    for (uint32_t row = 0; row < v->rows; row++)
        for (uint32_t column = 0; column < v->columns; column++) {
            const rectangle cell = cell_of(&v->map, (double)v->cell, column, row, margin);
            cells[row * v->columns + column] = make_block(w, &cell);
            v->entries += cells[row * v->columns + column].count;
        }
    for (int i = 0; i < HAIL_BLOCK * HAIL_WALL_WORDS; i++)
        put_word(0);
    v->wall_cells = hold_copy("wall cells", cells, (size_t)v->columns * v->rows * sizeof *cells / 4);
    v->walls = hold_copy("walls", pool.word, pool.count);
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

static void make_view(random_walls *w) {
    hail_walls_view *v = &w->view;
    const uint32_t fineness = 1 + pick(MOST_FINENESS);
    const float wide = fmaxf(w->max_x - w->min_x, w->max_y - w->min_y);
    const float cell = fmaxf(wide / (float)(1 + pick(MOST_COLUMNS - 4)), wide * 0.01f);
    const float offset = pick_one_in(4) ? 1.0f : pick_between(1.0f, 1.5f);
    *v = (hail_walls_view){.cell = cell, .tiny = 1.0e-18f};
    const float min_x = w->min_x - offset * cell, min_y = w->min_y - offset * cell;
    v->columns = (uint32_t)((w->max_x - min_x) / cell) + 2;
    v->rows = (uint32_t)((w->max_y - min_y) / cell) + 2;
    v->map = map_make(min_x, min_y, cell, v->columns, v->rows, 0);
    v->max_x = min_x + cell * (float)v->columns;
    v->max_y = min_y + cell * (float)v->rows;
    const uint32_t columns = v->columns * fineness, rows = v->rows * fineness;
    v->fine = map_make(min_x, min_y, cell / (float)fineness, columns, rows, 0);
    const float far = fmaxf(fmaxf(fabsf(min_x), fabsf(min_y)), fmaxf(fabsf(v->max_x), fabsf(v->max_y)));
    v->tolerance = far * 0x1p-21f;
    make_sides(w, (double)cell / fineness, columns, rows, 8.0 * (double)v->tolerance);
    make_blocks(w, 8.0 * (double)v->tolerance);
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
    make_view(w);
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

double random_wall_distance(const random_wall *wall, double px, double py, double *x, double *y) {
    const double ax = (double)wall->ax, ay = (double)wall->ay, ex = (double)wall->bx - ax, ey = (double)wall->by - ay;
    const double t = fmin(fmax(((px - ax) * ex + (py - ay) * ey) / (ex * ex + ey * ey), 0.0), 1.0);
    *x = t == 1.0 ? (double)wall->bx : ax + t * ex;
    *y = t == 1.0 ? (double)wall->by : ay + t * ey;
    return (*x - px) * (*x - px) + (*y - py) * (*y - py);
}
