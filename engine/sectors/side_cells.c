/* engine/sectors/side_cells.c - the fine cells of a map's grid, which tell what sector a point is in. A point's own
 * cell is enough: the first side to its right there tells or, if there is none, the sector at the cell's right border.
 */
#include <math.h>
#include <string.h>

#include "base/heap_sort.h"
#include "build.h"

enum {
    HEAD = 1 + HAIL_LIST_SIDES, /* words before a list's sides, its capacity included */
    READABLE = 4                /* words after the last list */
};

/* A separating wall near a fine row, and the range of x in which it is. */
typedef struct row_wall {
    double min_x, max_x;
    uint32_t wall;
} row_wall;

/* A range of y. */
typedef struct y_range {
    double from, to;
} y_range;

/* ---- Walls near a cell ------------------------------------------------------------------------------------------- */

/* Lists the separating walls of a coarse cell that come near a fine row, ascending. */
static uint32_t find_row_walls(const hail_sectors *map, uint32_t coarse, uint32_t row, row_wall *list) {
    uint32_t *walls = map->scratch[0].data, count = 0;
    const uint32_t all = hail_walls_read(map, coarse, walls);
    const double margin = (double)map->margin;
    const double top = grid_top(&map->view.fine, row) - margin, bottom = grid_top(&map->view.fine, row + 1) + margin;
    for (uint32_t i = 0; i < all; i++) {
        if (!wall_separates(sectors_wall(map, walls[i])))
            continue;
        const hail_segment s = sectors_segment(map, walls[i]);
        if (fmin((double)s.a.y, (double)s.b.y) > bottom || fmax((double)s.a.y, (double)s.b.y) < top)
            continue;
        double x[2];
        hail_segment_x_range(map, &map->view.fine, &s, row, x);
        list[count++] = (row_wall){x[0], x[1], walls[i]};
    }
    return count;
}

static bool is_near(const hail_sectors *map, const row_wall *wall, double left, double right) {
    return wall->min_x <= right + (double)map->margin && wall->max_x >= left - (double)map->margin;
}

typedef struct near_cell {
    uint32_t sides; /* sides near the cell */
    uint32_t cuts;  /* walls near its right border, which they cut into pieces */
} near_cell;

static near_cell count_near(const hail_sectors *map, uint32_t column, const row_wall *list, uint32_t count) {
    const double left = grid_left(&map->view.fine, column), right = grid_left(&map->view.fine, column + 1);
    near_cell near = {0};
    for (uint32_t i = 0; i < count; i++) {
        near.sides += sectors_is_side(map, list[i].wall) && is_near(map, &list[i], left, right);
        near.cuts += is_near(map, &list[i], right, right);
    }
    return near;
}

/* ---- Room -------------------------------------------------------------------------------------------------------- */

static uint32_t *list_of(const hail_sectors *map, uint32_t word) {
    return (uint32_t *)map->sides.data + (word - HAIL_LISTED);
}

static uint32_t words_of(uint32_t sides) { return HEAD + sides * HAIL_SIDE_WORDS; }

bool hail_sides_new(hail_sectors *map) {
    const uint32_t cells = sectors_cells(map) * SECTORS_FINE * SECTORS_FINE;
    if (!hail_state_grow(&map->heap, &map->side_cells, cells * sizeof(uint32_t)))
        return false;
    for (uint32_t i = 0; i < cells; i++)
        sectors_words(map)[i] = SIDES_UNKNOWN;
    return true;
}

/* The columns of a region that lie in a coarse column. */
static hail_range columns_within(const hail_region *region, uint32_t coarse) {
    const uint32_t first = coarse * SECTORS_FINE, last = first + SECTORS_FINE - 1;
    return (hail_range){first > region->columns.first ? first : region->columns.first,
                        last < region->columns.last ? last : region->columns.last};
}

uint64_t hail_sides_need(const hail_sectors *map, const hail_region *region) {
    row_wall *list = map->scratch[1].data;
    uint64_t words = 0;
    for (uint32_t row = region->rows.first; row <= region->rows.last; row++)
        for (uint32_t coarse = region->columns.first / SECTORS_FINE; coarse <= region->columns.last / SECTORS_FINE;
             coarse++) {
            const uint32_t count = find_row_walls(map, row / SECTORS_FINE * map->view.columns + coarse, row, list);
            const hail_range columns = columns_within(region, coarse);
            for (uint32_t column = columns.first; column <= columns.last; column++) {
                const near_cell near = count_near(map, column, list, count);
                if (near.sides || near.cuts)
                    words += words_of(near.sides + (near.cuts ? near.cuts + 1 : 0));
            }
        }
    return words;
}

bool hail_sides_prepare(hail_sectors *map, const hail_region *region) {
    size_t room = 1;
    for (uint32_t row = region->rows.first / SECTORS_FINE; row <= region->rows.last / SECTORS_FINE; row++)
        for (uint32_t column = region->columns.first / SECTORS_FINE; column <= region->columns.last / SECTORS_FINE;
             column++) {
            const uint32_t count = sectors_cell(map, row * map->view.columns + column)->count;
            room = count > room ? count : room;
        }
    return hail_scratch_grow(&map->heap, &map->scratch[0], room * sizeof(uint32_t)) &&
           hail_scratch_grow(&map->heap, &map->scratch[1], room * sizeof(row_wall)) &&
           hail_scratch_grow(&map->heap, &map->scratch[2], room * sizeof(y_range));
}

static bool has_list(uint32_t word) { return sides_listed(word) && word != SIDES_UNKNOWN; }

/* Moves a list to the first unused words. Returns the cell's word. */
static uint32_t append_list(uint32_t *lists, uint32_t *used, const uint32_t *from) {
    const uint32_t size = words_of(from[HAIL_LIST_COUNT]), word = HAIL_LISTED | (*used + 1);
    memmove(lists + *used + 1, from, (size - 1) * sizeof(uint32_t));
    lists[*used] = size - 1;
    *used += size;
    return word;
}

/* Moves all lists towards the beginning. To find them in the order of memory, each list's capacity and its cell change
 * places meanwhile: what precedes a list that is in use says which cell's it is. */
static void pack_in_place(hail_sectors *map) {
    enum { IN_USE = 1 << 30 }; /* capacities and cells are below it */
    const uint32_t cells = sectors_cells(map) * SECTORS_FINE * SECTORS_FINE, end = map->sides_used;
    uint32_t *words = sectors_words(map), *lists = map->sides.data, used = 0;
    for (uint32_t i = 0; i < cells; i++) {
        if (!has_list(words[i]))
            continue;
        uint32_t *before = list_of(map, words[i]) - 1;
        words[i] = *before;
        *before = IN_USE | i;
    }
    for (uint32_t at = 0, capacity; at < end; at += 1 + capacity) {
        const uint32_t cell = lists[at] & ~(uint32_t)IN_USE;
        capacity = lists[at];
        if (!(lists[at] & IN_USE))
            continue;
        capacity = words[cell];
        words[cell] = append_list(lists, &used, lists + at + 1);
    }
    map->sides_used = used;
}

/* Makes room for more behind all lists: where they are, if much room is left then, else in new memory. False: no
 * memory. */
static bool pack(hail_sectors *map, uint64_t more) {
    const uint32_t cells = sectors_cells(map) * SECTORS_FINE * SECTORS_FINE;
    uint32_t *words = sectors_words(map), used = 0;
    uint64_t live = more;
    for (uint32_t i = 0; i < cells; i++)
        if (has_list(words[i]))
            live += words_of(list_of(map, words[i])[HAIL_LIST_COUNT]);
    if ((live + live / 4 + READABLE) * sizeof(uint32_t) <= map->sides.bytes) {
        pack_in_place(map);
        return true;
    }
    const uint64_t room = live + live / (map->sides_used ? 2 : 8) + READABLE;
    hail_buffer packed = {0};
    if (room >= HAIL_LISTED || !hail_state_grow(&map->heap, &packed, room * sizeof(uint32_t)))
        return false;
    for (uint32_t i = 0; i < cells; i++)
        if (has_list(words[i]))
            words[i] = append_list(packed.data, &used, list_of(map, words[i]));
    hail_state_free(&map->heap, map->sides.data, map->sides.bytes);
    map->sides = packed;
    map->sides_used = used;
    return true;
}

bool hail_sides_reserve(hail_sectors *map, uint64_t words, bool *moved) {
    *moved = (map->sides_used + words + READABLE) * sizeof(uint32_t) > map->sides.bytes;
    return !*moved || pack(map, words);
}

/* Allocates a list of this many words, in the previous list's memory if it fits. Returns the cell's word. */
static uint32_t allocate_list(hail_sectors *map, uint32_t before, uint32_t words) {
    if (sides_listed(before) && before != SIDES_UNKNOWN && list_of(map, before)[-1] + 1 >= words)
        return before;
    const uint32_t word = HAIL_LISTED | (map->sides_used + 1);
    list_of(map, word)[-1] = words - 1;
    map->sides_used += words;
    return word;
}

/* ---- Sectors at borders ------------------------------------------------------------------------------------------ */

static float float_of(uint32_t bits) {
    float a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

/* Finds the sector at a point near a cell's left border: from the cell's word if that is computed (as for any point,
 * but in double precision), else in exact arithmetic. */
static uint32_t sector_at(const hail_sectors *map, uint32_t row, uint32_t column, double x, double y) {
    const uint32_t word = sectors_words((hail_sectors *)map)[row * map->view.columns * SECTORS_FINE + column];
    const double tolerance = (double)map->view.tolerance;
    if (!sides_listed(word))
        return word;
    if (word == SIDES_UNKNOWN)
        return hail_sectors_exact_sector(map, (hail_point){(float)x, (float)y});
    const uint32_t *list = list_of(map, word), *side = list + HAIL_LIST_SIDES;
    double best = 1e30, second = 2e30;
    uint32_t sector = list[HAIL_LIST_EAST];
    for (uint32_t i = 0; i < list[HAIL_LIST_COUNT]; i++, side += HAIL_SIDE_WORDS) {
        const double top = (double)float_of(side[HAIL_SIDE_TOP]), bottom = (double)float_of(side[HAIL_SIDE_BOTTOM]);
        const double to = (double)float_of(side[HAIL_SIDE_X]) + (y - top) * (double)float_of(side[HAIL_SIDE_SLOPE]) - x;
        if (y < top || y >= bottom || to < -tolerance)
            continue;
        second = fmin(second, fmax(best, to));
        sector = to < best ? side[HAIL_SIDE_WEST] : sector;
        best = fmin(best, to);
    }
    const bool sure = best > tolerance && second - best > 2.0 * tolerance;
    return sure ? sector : hail_sectors_exact_sector(map, (hail_point){(float)x, (float)y});
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

static void put_side(uint32_t *side, float top, float bottom, float x, float slope, uint32_t west) {
    const float words[] = {top, bottom, x, slope};
    memcpy(side, words, sizeof words);
    side[HAIL_SIDE_WEST] = west;
}

/* Writes a wall's side. Going down a wall (+y), its right side is the west (-x). The slope is finite: walls are at most
 * HAIL_MAX_REACH wide, and two different coordinates, which are 0 or at least HAIL_TINY, differ by at least 1e-25. */
static void put_wall(const hail_sectors *map, uint32_t wall, uint32_t *side) {
    const hail_wall *w = sectors_wall(map, wall);
    const hail_segment s = sectors_segment(map, wall);
    const bool down = s.a.y < s.b.y;
    const hail_point upper = down ? s.a : s.b, lower = down ? s.b : s.a;
    const double slope = ((double)lower.x - (double)upper.x) / ((double)lower.y - (double)upper.y);
    put_side(side, upper.y, lower.y, upper.x, (float)slope, down ? w->right : w->left);
}

/* The range of y in which a wall near the row comes near the border at x, and somewhat more. */
static y_range cut_of(const hail_sectors *map, uint32_t row, uint32_t wall, double x) {
    const hail_segment s = sectors_segment(map, wall);
    const double ax = (double)s.a.x, ay = (double)s.a.y, bx = (double)s.b.x, by = (double)s.b.y;
    const double margin = (double)map->margin;
    double from = fmin(ay, by), to = fmax(ay, by);
    if (ax != bx) {
        const double slope = (by - ay) / (bx - ax), low = fmin(ax, bx), high = fmax(ax, bx);
        const double one = ay + (fmin(fmax(x - margin, low), high) - ax) * slope;
        const double two = ay + (fmin(fmax(x + margin, low), high) - ax) * slope;
        from = fmax(from, fmin(one, two));
        to = fmin(to, fmax(one, two));
    }
    const double top = grid_top(&map->view.fine, row) - margin, bottom = grid_top(&map->view.fine, row + 1) + margin;
    return (y_range){fmin(fmax(from, top), bottom) - margin, fmin(fmax(to, top), bottom) + margin};
}

static bool starts_before(const void *unused, y_range a, y_range b) {
    (void)unused;
    return a.from < b.from;
}

HAIL_HEAP_SORT(border_cuts, y_range, void, starts_before)

/* Sorts ranges and joins those that overlap. Returns how many there are then. */
static uint32_t join_ranges(y_range *cuts, uint32_t count) {
    border_cuts_sort(NULL, cuts, count);
    uint32_t merged = 0;
    for (uint32_t i = 0; i < count; i++)
        if (merged && cuts[i].from <= cuts[merged - 1].to)
            cuts[merged - 1].to = fmax(cuts[merged - 1].to, cuts[i].to);
        else
            cuts[merged++] = cuts[i];
    return merged;
}

/* Writes the pieces of the right border between its cuts, as sides. Neighbours overlap where the border is cut: two
 * sides are equally near there, so points need exact arithmetic. The first and the last piece reach a little beyond the
 * row, because points may. Returns how many there are. */
static uint32_t put_pieces(const hail_sectors *map, uint32_t row, uint32_t column, const y_range *cuts, uint32_t count,
                           uint32_t *side) {
    const double top = grid_top(&map->view.fine, row), bottom = grid_top(&map->view.fine, row + 1), cell = bottom - top;
    const double x = grid_left(&map->view.fine, column + 1), beyond = (double)map->margin * 0.5;
    for (uint32_t i = 0; i <= count; i++, side += HAIL_SIDE_WORDS) {
        const double from = i ? cuts[i - 1].from : top - cell, to = i < count ? cuts[i].to : bottom + cell;
        const double first = i ? cuts[i - 1].to : top - beyond, last = i < count ? cuts[i].from : bottom + beyond;
        const uint32_t west = first < last ? sector_at(map, row, column + 1, x, (first + last) * 0.5) : HAIL_NO_SECTOR;
        put_side(side, (float)from, (float)to, (float)(x + 2.0 * (double)map->view.tolerance), 0.0f, west);
    }
    return count + 1;
}

/* ---- Making ------------------------------------------------------------------------------------------------------ */

static uint32_t find_cuts(const hail_sectors *map, uint32_t row, uint32_t column, const row_wall *list,
                          uint32_t count) {
    const double right = grid_left(&map->view.fine, column + 1);
    y_range *cuts = map->scratch[2].data;
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        if (is_near(map, &list[i], right, right))
            cuts[found++] = cut_of(map, row, list[i].wall, right);
    return join_ranges(cuts, found);
}

static uint32_t make_cell(hail_sectors *map, uint32_t row, uint32_t column, const row_wall *list, uint32_t count,
                          uint32_t before) {
    const near_cell near = count_near(map, column, list, count);
    const double left = grid_left(&map->view.fine, column), right = grid_left(&map->view.fine, column + 1);
    const double middle = (grid_top(&map->view.fine, row) + grid_top(&map->view.fine, row + 1)) * 0.5;
    const uint32_t east = near.cuts ? HAIL_NO_SECTOR : sector_at(map, row, column + 1, right, middle);
    if (!near.sides && !near.cuts)
        return east;
    const uint32_t cuts = near.cuts ? find_cuts(map, row, column, list, count) : 0;
    const uint32_t sides = near.sides + (near.cuts ? cuts + 1 : 0), word = allocate_list(map, before, words_of(sides));
    uint32_t *to = list_of(map, word), *side = to + HAIL_LIST_SIDES;
    to[HAIL_LIST_EAST] = east;
    to[HAIL_LIST_COUNT] = sides;
    for (uint32_t i = 0; i < count; i++)
        if (sectors_is_side(map, list[i].wall) && is_near(map, &list[i], left, right)) {
            put_wall(map, list[i].wall, side);
            side += HAIL_SIDE_WORDS;
        }
    if (near.cuts)
        put_pieces(map, row, column, map->scratch[2].data, cuts, side);
    return word;
}

/* From right to left, so that a cell's right neighbour may be computed already. */
static void make_row(hail_sectors *map, const hail_region *region, uint32_t row, const uint32_t *before) {
    const uint32_t stride = map->view.columns * SECTORS_FINE;
    uint32_t *words = sectors_words(map) + (size_t)row * stride;
    row_wall *list = map->scratch[1].data;
    for (uint32_t coarse = region->columns.last / SECTORS_FINE + 1; coarse-- > region->columns.first / SECTORS_FINE;) {
        const uint32_t count = find_row_walls(map, row / SECTORS_FINE * map->view.columns + coarse, row, list);
        const hail_range columns = columns_within(region, coarse);
        for (uint32_t column = columns.last + 1; column-- > columns.first;) {
            const bool outermost = !row || !column || row == map->view.rows * SECTORS_FINE - 1 || column == stride - 1;
            const uint32_t was = before ? before[column - region->columns.first] : SIDES_UNKNOWN;
            words[column] = outermost ? HAIL_NO_SECTOR : make_cell(map, row, column, list, count, was);
        }
    }
}

void hail_sides_make(hail_sectors *map, const hail_region *region, const uint32_t *before) {
    for (uint32_t row = region->rows.first; row <= region->rows.last; row++)
        make_row(map, region, row,
                 before ? before + (size_t)(row - region->rows.first) * region_columns(region) : NULL);
}

bool hail_sides_make_all(hail_sectors *map) {
    const hail_region all = {.columns = {0, map->view.columns * SECTORS_FINE - 1},
                             .rows = {0, map->view.rows * SECTORS_FINE - 1}};
    bool moved;
    if (!hail_sides_prepare(map, &all) || !hail_sides_reserve(map, hail_sides_need(map, &all), &moved))
        return false;
    hail_sides_make(map, &all, NULL);
    return true;
}
