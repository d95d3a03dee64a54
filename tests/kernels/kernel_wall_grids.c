/* tests/kernels/kernel_wall_grids.c - grids over walls, as kernels read them (kernel_walls.h). Simple and slow: every
 * wall is tested against every cell. */
#include "kernel_walls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_WORDS = 200000, MOST_COLUMNS = 12, MOST_FINENESS = 4, MOST_FINE = MOST_COLUMNS * MOST_FINENESS };

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

static rectangle cell_of(const hail_grid_layout *map, double cell, uint32_t column, uint32_t row, double margin) {
    const double x = (double)map->min_x + cell * column, y = (double)map->min_y + cell * row;
    return (rectangle){x - margin, y - margin, x + cell + margin, y + cell + margin};
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

/* The zones where walls cut a border, in order; those that touch become one. Returns how many there are. */
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

/* The border's pieces between the zones. Each reaches to the far ends of the zones beside it, so two pieces overlap in
 * every zone. */
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
    pool.count = pick_one_in(2) ? 0 : pick(20); /* anything may lie before them */
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

/* Puts a cell's walls into blocks: first those that stop, otherwise in any order. */
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

/* ---- Both grids ------------------------------------------------------------------------------------------------- */

void random_walls_lay(random_walls *w) {
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
