/* tests/sectors/sectors_grid.c - the grids over a map's walls, from inside: what cells list and say, and that no memory
 * is in use twice. After random changes all is word for word as in a new map.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that map alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shared/random_world.h"
#include "sectors/build.h"
#include "sectors_edits.h"

enum { MAPS = 60, CHANGES = 30, SIDE = 6, DOTS = 60, WALL_BLOCK = HAIL_WALL_WORDS * HAIL_BLOCK };

static edits e;

static float as_float(uint32_t word) {
    float a;
    memcpy(&a, &word, sizeof a);
    return a;
}

/* ---- Where walls are --------------------------------------------------------------------------------------------- */

/* Whether a wall touches a box, by cutting it at the box's sides. */
static bool touches(const hail_sectors *map, uint32_t wall, const double box[4]) {
    const hail_segment s = sectors_segment(map, wall);
    const double at[] = {(double)s.a.x, (double)s.a.y}, to[] = {(double)s.b.x, (double)s.b.y};
    double from = 0.0, until = 1.0;
    for (int k = 0; k < 2; k++) {
        const double way = to[k] - at[k];
        if (way == 0.0) {
            if (at[k] < box[k] || at[k] > box[k + 2])
                return false;
            continue;
        }
        const double one = (box[k] - at[k]) / way, two = (box[k + 2] - at[k]) / way;
        from = fmax(from, fmin(one, two));
        until = fmin(until, fmax(one, two));
    }
    return from <= until;
}

static bool near(const hail_sectors *map, const hail_grid_layout *grid, uint32_t cell, uint32_t wall, double margins) {
    const uint32_t column = cell % (uint32_t)grid->stride, row = cell / (uint32_t)grid->stride;
    const double far = (double)map->margin * margins;
    const double box[] = {grid_left(grid, column) - far, grid_top(grid, row) - far, grid_left(grid, column + 1) + far,
                          grid_top(grid, row + 1) + far};
    return touches(map, wall, box);
}

/* ---- Coarse cells ------------------------------------------------------------------------------------------------ */

static const uint32_t *block_of(const hail_sectors *map, uint32_t number) {
    return (const uint32_t *)map->wall_blocks.data + (size_t)number * WALL_BLOCK;
}

static void hold_words(const hail_sectors *map, const uint32_t *word, uint32_t wall) {
    const hail_segment s = sectors_segment(map, wall);
    const hail_wall *w = sectors_wall(map, wall);
    const float ex = as_float(word[HAIL_WALL_EX * HAIL_BLOCK]), ey = as_float(word[HAIL_WALL_EY * HAIL_BLOCK]);
    const uint32_t bit = UINT32_C(1) << w->kind;
    const bool outer = w->right == HAIL_NO_SECTOR || w->left == HAIL_NO_SECTOR;
    cr_assert(as_float(word[HAIL_WALL_X * HAIL_BLOCK]) == s.a.x && as_float(word[HAIL_WALL_Y * HAIL_BLOCK]) == s.a.y);
    cr_assert(as_float(word[HAIL_WALL_BX * HAIL_BLOCK]) == s.b.x && as_float(word[HAIL_WALL_BY * HAIL_BLOCK]) == s.b.y);
    cr_assert(ex == s.b.x - s.a.x && ey == s.b.y - s.a.y);
    cr_assert_eq(as_float(word[HAIL_WALL_INVERSE * HAIL_BLOCK]), 1.0f / (ex * ex + ey * ey));
    cr_assert_eq(word[HAIL_WALL_STOPS * HAIL_BLOCK], outer ? UINT32_MAX : w->solid ? bit : 0);
    cr_assert_eq(word[HAIL_WALL_KIND * HAIL_BLOCK], bit);
}

/* used[i]: block i is some cell's. */
static uint32_t hold_wall_cell(const hail_sectors *map, uint32_t cell, uint8_t *used) {
    const hail_wall_cell *c = sectors_cell(map, cell);
    const uint32_t blocks = blocks_of(c->count);
    cr_assert(c->stops <= c->count && c->first + blocks <= map->blocks_used, "cell %u", cell);
    for (uint32_t b = 0; b < blocks; b++)
        cr_assert(c->first + b > 0 && used[c->first + b]++ == 0, "cell %u: block %u is in use twice", cell, b);
    for (uint32_t k = 0; k < blocks * HAIL_BLOCK; k++) {
        const uint32_t *word = block_of(map, c->first + k / HAIL_BLOCK) + k % HAIL_BLOCK;
        const uint32_t wall = word[HAIL_WALL_ID * HAIL_BLOCK];
        for (uint32_t f = 0; f < HAIL_WALL_STOPS; f++)
            cr_assert(isfinite(as_float(word[f * HAIL_BLOCK])));
        if (k >= c->count) {
            cr_assert(word[HAIL_WALL_STOPS * HAIL_BLOCK] == 0 && word[HAIL_WALL_KIND * HAIL_BLOCK] == 0);
            continue;
        }
        cr_assert(wall < map->wall_count && near(map, &map->view.map, cell, wall, 1.01), "cell %u: wall %u", cell,
                  wall);
        cr_assert_eq(wall_stops(sectors_wall(map, wall)), k < c->stops, "cell %u: wall %u", cell, wall);
        cr_assert(k == 0 || k == c->stops || word[HAIL_WALL_ID * HAIL_BLOCK] > cell_wall(map, c, k - 1));
        hold_words(map, word, wall);
    }
    return c->count;
}

static void hold_wall_cells(const hail_sectors *map) {
    uint8_t *used = calloc(map->blocks_used + 1, 1);
    uint32_t entries = 0, must = 0;
    for (uint32_t cell = 0; cell < sectors_cells(map); cell++) {
        entries += hold_wall_cell(map, cell, used);
        for (uint32_t i = 0; i < map->wall_count; i++)
            must += !wall_absent(sectors_wall(map, i)) && near(map, &map->view.map, cell, i, 1.0);
    }
    /* All listed walls are near, to within a hundredth of the margin, and none is missing. */
    cr_assert(entries == map->view.entries && entries >= must, "%u entries, %u noted, %u must be", entries,
              map->view.entries, must);
    cr_assert_leq(((size_t)map->blocks_used + 1) * WALL_BLOCK * 4, map->wall_blocks.bytes, "one more is readable");
    free(used);
}

/* ---- Fine cells -------------------------------------------------------------------------------------------------- */

/* As the kernels do it: false if it is not sure. */
static bool look(const hail_sectors *map, float x, float y, uint32_t *sector) {
    const hail_grid_layout *fine = &map->view.fine;
    const float column = fminf(fmaxf((x - fine->min_x) * fine->inverse, 0.0f), fine->last_column);
    const float row = fminf(fmaxf((y - fine->min_y) * fine->inverse, 0.0f), fine->last_row);
    const uint32_t word =
        ((const uint32_t *)map->side_cells.data)[(uint32_t)row * (uint32_t)fine->stride + (uint32_t)column];
    *sector = word;
    if (!sides_listed(word))
        return true;
    const uint32_t *list = (const uint32_t *)map->sides.data + (word - HAIL_LISTED), *side = list + HAIL_LIST_SIDES;
    float best = 1e38f, second = 3e38f;
    *sector = list[HAIL_LIST_EAST];
    for (uint32_t i = 0; i < list[HAIL_LIST_COUNT]; i++, side += HAIL_SIDE_WORDS) {
        const float top = as_float(side[HAIL_SIDE_TOP]);
        const float to = as_float(side[HAIL_SIDE_X]) + (y - top) * as_float(side[HAIL_SIDE_SLOPE]) - x;
        if (y < top || y >= as_float(side[HAIL_SIDE_BOTTOM]) || to < -map->view.tolerance)
            continue;
        second = fminf(second, fmaxf(best, to));
        *sector = to < best ? side[HAIL_SIDE_WEST] : *sector;
        best = fminf(best, to);
    }
    return best > map->view.tolerance && second - best > 2.0f * map->view.tolerance;
}

static void hold_side_cell(const hail_sectors *map, uint32_t cell, uint8_t *used) {
    const uint32_t word = ((const uint32_t *)map->side_cells.data)[cell], stride = map->view.columns * SECTORS_FINE;
    const uint32_t column = cell % stride, row = cell / stride;
    uint32_t sides = 0, parting = 0;
    for (uint32_t i = 0; i < map->wall_count; i++) {
        const bool there = !wall_absent(sectors_wall(map, i)) && wall_separates(sectors_wall(map, i));
        parting += there && near(map, &map->view.fine, cell, i, 0.99);
        sides += there && sectors_is_side(map, i) && near(map, &map->view.fine, cell, i, 0.99);
    }
    if (row == 0 || column == 0 || column == stride - 1 || row == map->view.rows * SECTORS_FINE - 1)
        cr_assert(word == HAIL_NO_SECTOR && parting == 0, "the outermost cells speak for all outside");
    if (!sides_listed(word)) {
        cr_assert(sides == 0 && (word < map->sector_count || word == HAIL_NO_SECTOR), "fine cell %u", cell);
        return;
    }
    const uint32_t at = word - HAIL_LISTED, *list = (const uint32_t *)map->sides.data + at;
    const uint32_t words = HAIL_LIST_SIDES + list[HAIL_LIST_COUNT] * HAIL_SIDE_WORDS;
    cr_assert(at > 0 && list[-1] >= words && at + list[-1] <= map->sides_used, "fine cell %u has no room", cell);
    cr_assert(list[HAIL_LIST_COUNT] > 0 && list[HAIL_LIST_COUNT] >= sides, "fine cell %u", cell);
    for (uint32_t k = at - 1; k < at + list[-1]; k++)
        cr_assert(used[k]++ == 0, "fine cell %u: its list is in use twice", cell);
    for (uint32_t k = HAIL_LIST_SIDES; k < words; k += HAIL_SIDE_WORDS)
        for (uint32_t f = 0; f < HAIL_SIDE_WEST; f++)
            cr_assert(isfinite(as_float(list[k + f])));
}

static void hold_side_cells(const hail_sectors *map) {
    uint8_t *used = calloc(map->sides_used + 1, 1);
    for (uint32_t cell = 0; cell < sectors_cells(map) * SECTORS_FINE * SECTORS_FINE; cell++)
        hold_side_cell(map, cell, used);
    cr_assert_leq(((size_t)map->sides_used + 4) * sizeof(uint32_t), map->sides.bytes, "4 more are readable");
    free(used);
}

/* ---- The rest ---------------------------------------------------------------------------------------------------- */

static void hold_links(const hail_sectors *map) {
    uint32_t ends = 0;
    for (uint32_t v = 0; v < map->vertex_count; v++)
        for (uint32_t end = sectors_around(map)[v]; end != NO_END; end = sectors_next(map)[end], ends++)
            cr_assert(end_vertex(map, end) == v && sectors_next(map)[end] > end, "vertex %u, end %u", v, end);
    for (uint32_t i = 0; i < map->wall_count; i++)
        ends -= wall_absent(sectors_wall(map, i)) ? 0 : 2;
    cr_assert_eq(ends, 0);
}

static void hold_sizes(const hail_sectors *map) {
    const float ends[] = {map->view.map.min_x, map->view.map.min_y, map->view.max_x, map->view.max_y};
    for (int i = 0; i < 4; i++)
        cr_assert_geq((double)map->view.tolerance, fabs((double)ends[i]) * 0x5p-23 * 0.999999);
    cr_assert_eq(map->margin, 8.0f * map->view.tolerance);
    cr_assert(map->view.cell >= 64.0f * map->margin, "fine cells are wider than what is unsure at their borders");
    cr_assert(map->box.min_x > map->view.map.min_x + map->view.cell / 4 &&
              map->box.max_y < map->view.max_y - map->view.cell / 4);
    cr_assert_eq(map->view.fine.inverse, (float)SECTORS_FINE * map->view.map.inverse);
}

static void hold_dots(const hail_sectors *map, const chart *c, uint64_t *s) {
    float x[DOTS], y[DOTS];
    chart_dots(c, s, DOTS, x, y);
    for (int i = 0; i < DOTS; i++) {
        x[i] = oracle_settled(x[i]), y[i] = oracle_settled(y[i]);
        const uint32_t must = chart_sector(c, x[i], y[i]), exactly = hail_sectors_find_exact(map, x[i], y[i]);
        uint32_t is;
        cr_assert(exactly == must, "(%.9g, %.9g) is in %d, not in %d", (double)x[i], (double)y[i], (int)must,
                  (int)exactly);
        cr_assert(!look(map, x[i], y[i], &is) || is == must, "(%.9g, %.9g) is in %d; surely in %d", (double)x[i],
                  (double)y[i], (int)must, (int)is);
    }
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

static void hold_same_lists(const hail_sectors *a, const hail_sectors *b) {
    cr_assert(a->view.columns == b->view.columns && a->view.rows == b->view.rows && a->view.entries == b->view.entries);
    for (uint32_t i = 0; i < sectors_cells(a); i++) {
        const hail_wall_cell *p = sectors_cell(a, i), *q = sectors_cell(b, i);
        const size_t bytes = (size_t)blocks_of(p->count) * WALL_BLOCK * sizeof(uint32_t);
        cr_assert(p->count == q->count && p->stops == q->stops, "cell %u", i);
        cr_assert_eq(memcmp(block_of(a, p->first), block_of(b, q->first), bytes), 0, "walls of cell %u", i);
    }
    const uint32_t *one = a->side_cells.data, *two = b->side_cells.data;
    for (uint32_t i = 0; i < sectors_cells(a) * SECTORS_FINE * SECTORS_FINE; i++) {
        cr_assert(sides_listed(one[i]) ? sides_listed(two[i]) : one[i] == two[i], "fine cell %u", i);
        if (!sides_listed(one[i]))
            continue;
        const uint32_t *p = (const uint32_t *)a->sides.data + (one[i] - HAIL_LISTED);
        const uint32_t *q = (const uint32_t *)b->sides.data + (two[i] - HAIL_LISTED);
        const size_t words = HAIL_LIST_SIDES + p[HAIL_LIST_COUNT] * HAIL_SIDE_WORDS;
        cr_assert_eq(memcmp(p, q, words * sizeof *p), 0, "sides of fine cell %u", i);
    }
}

static void hold_all(const hail_sectors *map, const chart *c, uint64_t *s) {
    hold_sizes(map);
    hold_links(map);
    hold_wall_cells(map);
    hold_side_cells(map);
    hold_dots(map, c, s);
}

static size_t taken;

static void hold(uint64_t seed) {
    uint64_t state = seed * 2862933555777941757u + 7, *s = &state;
    const chart_choice choice = chart_choose(seed, SIDE);
    chart *c = chart_make(seed, &choice);
    hail_sectors_options options = {.cell = random_pick(s, 2) == 0 ? random_range(s, 20.0f, 900.0f) : 0.0f};
    hail_sectors *map, *anew;
    hail_sector_data data = chart_data(c);
    cr_assert_eq(hail_sectors_create(&options, &data, NULL, &map), HAIL_OK, "HAIL_TEST_SEED=%d", (int)seed);
    hold_all(map, c, s);
    options =
        (hail_sectors_options){NULL, map->box.min_x, map->box.min_y, map->box.max_x, map->box.max_y, map->view.cell, 0};
    for (int k = 0; k < CHANGES; k++) {
        edits_begin(&e);
        edits_add(&e, s, c);
        if (hail_sectors_change(map, &e.edit, NULL) != HAIL_OK)
            continue;
        edits_apply(&e, c);
        const uint32_t wall = random_pick(s, c->wall_count);
        const bool solid = random_pick(s, 2) == 0;
        if (hail_sectors_set_solid(map, &wall, 1, solid) == HAIL_OK)
            c->walls[wall].solid = solid;
        taken++;
        cr_assert_eq(hail_sectors_create(&options, &data, NULL, &anew), HAIL_OK, "HAIL_TEST_SEED=%d", (int)seed);
        if (anew->view.cell == map->view.cell) /* much longer walls ask for larger cells */
            hold_same_lists(map, anew);
        hold_dots(map, c, s);
        hail_sectors_destroy(anew);
    }
    hold_all(map, c, s);
    hail_sectors_destroy(map);
    chart_free(c);
}

Test(sectors_grid, as_made_anew) {
    uint64_t seed;
    if (random_seed_given(&seed)) {
        hold(seed);
        return;
    }
    for (seed = 0; seed < random_worlds(MAPS); seed++)
        hold(seed);
    cr_log_info("%zu changes", taken);
    cr_assert_gt(taken, 500);
}
