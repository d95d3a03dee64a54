/* engine/sectors/side_cells.c - the fine cells of a map's grid: who is to the left of which side. A point asks its own
 * cell alone: what lies to the right of it there, or, past the cell's right border, what is there. */
#include <math.h>
#include <string.h>

#include "build.h"

enum { HEAD = 1 + HAIL_LIST_SIDES, READABLE = 4 }; /* words: before a list's sides, its room included; after the last */

/* A wall with different sectors on its sides, and from where to where it comes near to a fine row. */
typedef struct passing {
    double least, most;
    uint32_t wall;
} passing;

/* Levels. */
typedef struct zone {
    double from, to;
} zone;

/* ---- What is near a cell ----------------------------------------------------------------------------------------- */

/* Of the walls of a coarse cell those that pass a fine row, ascending. */
static uint32_t find_passing(const hail_sectors *map, uint32_t coarse, uint32_t row, passing *list) {
    uint32_t *walls = map->work[0].data, count = 0;
    const uint32_t all = hail_walls_read(map, coarse, walls);
    const double margin = (double)map->margin;
    const double top = grid_top(&map->fine, row) - margin, bottom = grid_top(&map->fine, row + 1) + margin;
    for (uint32_t i = 0; i < all; i++) {
        if (!wall_parts(sectors_wall(map, walls[i])))
            continue;
        const hail_segment s = sectors_segment(map, walls[i]);
        if (fmin((double)s.a.y, (double)s.b.y) > bottom || fmax((double)s.a.y, (double)s.b.y) < top)
            continue;
        double reach[2];
        hail_segment_reach(map, &map->fine, &s, row, reach);
        list[count++] = (passing){reach[0], reach[1], walls[i]};
    }
    return count;
}

static bool is_near(const hail_sectors *map, const passing *wall, double left, double right) {
    return wall->least <= right + (double)map->margin && wall->most >= left - (double)map->margin;
}

typedef struct near_cell {
    uint32_t sides, cuts; /* near the cell, at its right border */
} near_cell;

static near_cell count_near(const hail_sectors *map, uint32_t column, const passing *list, uint32_t count) {
    const double left = grid_left(&map->fine, column), right = grid_left(&map->fine, column + 1);
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

/* Of a region the columns that a coarse column is in. */
static hail_range within(const hail_region *region, uint32_t coarse) {
    const uint32_t first = coarse * SECTORS_FINE, last = first + SECTORS_FINE - 1;
    return (hail_range){first > region->columns.first ? first : region->columns.first,
                        last < region->columns.last ? last : region->columns.last};
}

uint64_t hail_sides_need(const hail_sectors *map, const hail_region *region) {
    passing *list = map->work[1].data;
    uint64_t words = 0;
    for (uint32_t row = region->rows.first; row <= region->rows.last; row++)
        for (uint32_t coarse = region->columns.first / SECTORS_FINE; coarse <= region->columns.last / SECTORS_FINE;
             coarse++) {
            const uint32_t count = find_passing(map, row / SECTORS_FINE * map->columns + coarse, row, list);
            const hail_range columns = within(region, coarse);
            for (uint32_t column = columns.first; column <= columns.last; column++) {
                const near_cell near = count_near(map, column, list, count);
                if (near.sides || near.cuts)
                    words += words_of(near.sides + (near.cuts ? near.cuts + 1 : 0));
            }
        }
    return words;
}

bool hail_sides_prepare(hail_sectors *map, const hail_region *region) {
    size_t most = 1;
    for (uint32_t row = region->rows.first / SECTORS_FINE; row <= region->rows.last / SECTORS_FINE; row++)
        for (uint32_t column = region->columns.first / SECTORS_FINE; column <= region->columns.last / SECTORS_FINE;
             column++) {
            const uint32_t count = sectors_cell(map, row * map->columns + column)->count;
            most = count > most ? count : most;
        }
    return hail_scratch_grow(&map->heap, &map->work[0], most * sizeof(uint32_t)) &&
           hail_scratch_grow(&map->heap, &map->work[1], most * sizeof(passing)) &&
           hail_scratch_grow(&map->heap, &map->work[2], most * sizeof(zone));
}

/* Moves all lists to where there is room for more. */
static bool pack(hail_sectors *map, uint64_t more) {
    const uint32_t cells = sectors_cells(map) * SECTORS_FINE * SECTORS_FINE;
    uint32_t *words = sectors_words(map), used = 0;
    uint64_t live = more;
    for (uint32_t i = 0; i < cells; i++)
        if (sides_listed(words[i]) && words[i] != SIDES_UNKNOWN)
            live += words_of(list_of(map, words[i])[HAIL_LIST_COUNT]);
    const uint64_t most = live + live / (map->sides_used ? 2 : 8) + READABLE;
    hail_buffer packed = {0};
    if (most >= HAIL_LISTED || !hail_state_grow(&map->heap, &packed, most * sizeof(uint32_t)))
        return false;
    for (uint32_t i = 0; i < cells; i++) {
        if (!sides_listed(words[i]) || words[i] == SIDES_UNKNOWN)
            continue;
        const uint32_t *from = list_of(map, words[i]), size = words_of(from[HAIL_LIST_COUNT]);
        uint32_t *to = (uint32_t *)packed.data + used;
        to[0] = size - 1;
        memcpy(to + 1, from, (size - 1) * sizeof(uint32_t));
        words[i] = HAIL_LISTED | (used + 1);
        used += size;
    }
    hail_state_free(&map->heap, map->sides.data, map->sides.bytes);
    map->sides = packed;
    map->sides_used = used;
    return true;
}

bool hail_sides_reserve(hail_sectors *map, uint64_t words, bool *moved) {
    *moved = (map->sides_used + words + READABLE) * sizeof(uint32_t) > map->sides.bytes;
    return !*moved || pack(map, words);
}

/* Where a list of so many words begins. */
static uint32_t place(hail_sectors *map, uint32_t before, uint32_t words) {
    if (sides_listed(before) && before != SIDES_UNKNOWN && list_of(map, before)[-1] + 1 >= words)
        return before;
    const uint32_t word = HAIL_LISTED | (map->sides_used + 1);
    list_of(map, word)[-1] = words - 1;
    map->sides_used += words;
    return word;
}

/* ---- Looking to the right ---------------------------------------------------------------------------------------- */

static float float_of(uint32_t bits) {
    float a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

/* The sector at a place near the left border of a cell, of which the word may be known; as points are told theirs, in
 * double precision. */
static uint32_t sector_at(const hail_sectors *map, uint32_t row, uint32_t column, double x, double y) {
    const uint32_t word = sectors_words((hail_sectors *)map)[row * map->columns * SECTORS_FINE + column];
    const double tolerance = (double)map->tolerance;
    if (!sides_listed(word))
        return word;
    if (word == SIDES_UNKNOWN)
        return hail_sectors_from(map, (hail_point){(float)x, (float)y});
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
    return sure ? sector : hail_sectors_from(map, (hail_point){(float)x, (float)y});
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

static void put_side(uint32_t *side, float top, float bottom, float x, float slope, uint32_t west) {
    const float words[] = {top, bottom, x, slope};
    memcpy(side, words, sizeof words);
    side[HAIL_SIDE_WEST] = west;
}

/* Down a wall its right side is the west. The slope is finite: walls are at most HAIL_MAX_REACH wide, and numbers that
 * are not nearer to 0 than HAIL_TINY are 1e-25 apart at least. */
static void put_wall(const hail_sectors *map, uint32_t wall, uint32_t *side) {
    const hail_wall *w = sectors_wall(map, wall);
    const hail_segment s = sectors_segment(map, wall);
    const bool down = s.a.y < s.b.y;
    const hail_point upper = down ? s.a : s.b, lower = down ? s.b : s.a;
    const double slope = ((double)lower.x - (double)upper.x) / ((double)lower.y - (double)upper.y);
    put_side(side, upper.y, lower.y, upper.x, (float)slope, down ? w->right : w->left);
}

/* The levels at which a wall that passes the row comes near to the border at x, and somewhat more. */
static zone zone_of(const hail_sectors *map, uint32_t row, uint32_t wall, double x) {
    const hail_segment s = sectors_segment(map, wall);
    const double ax = (double)s.a.x, ay = (double)s.a.y, bx = (double)s.b.x, by = (double)s.b.y;
    const double margin = (double)map->margin;
    double from = fmin(ay, by), to = fmax(ay, by);
    if (ax != bx) {
        const double slope = (by - ay) / (bx - ax), least = fmin(ax, bx), most = fmax(ax, bx);
        const double one = ay + (fmin(fmax(x - margin, least), most) - ax) * slope;
        const double two = ay + (fmin(fmax(x + margin, least), most) - ax) * slope;
        from = fmax(from, fmin(one, two));
        to = fmin(to, fmax(one, two));
    }
    const double top = grid_top(&map->fine, row) - margin, bottom = grid_top(&map->fine, row + 1) + margin;
    return (zone){fmin(fmax(from, top), bottom) - margin, fmin(fmax(to, top), bottom) + margin};
}

/* Restores a heap, the last zone on top, whose top may be too low. */
static void sift(zone *zones, uint32_t top, uint32_t count) {
    const zone z = zones[top];
    for (uint32_t below = 2 * top + 1; below < count; below = 2 * top + 1) {
        below += below + 1 < count && zones[below + 1].from > zones[below].from;
        if (zones[below].from <= z.from)
            break;
        zones[top] = zones[below];
        top = below;
    }
    zones[top] = z;
}

/* Puts zones in order, and makes those one that overlap; returns how many there are then. */
static uint32_t merge(zone *zones, uint32_t count) {
    for (uint32_t i = count / 2; i-- > 0;)
        sift(zones, i, count);
    for (uint32_t n = count; n > 1; n--) {
        const zone last = zones[n - 1];
        zones[n - 1] = zones[0];
        zones[0] = last;
        sift(zones, 0, n - 1);
    }
    uint32_t merged = 0;
    for (uint32_t i = 0; i < count; i++)
        if (merged && zones[i].from <= zones[merged - 1].to)
            zones[merged - 1].to = fmax(zones[merged - 1].to, zones[i].to);
        else
            zones[merged++] = zones[i];
    return merged;
}

/* The right border's pieces between what cuts it. Neighbours overlap where it is cut: there two are equally near, and
 * nobody is sure. A piece's own levels go a little beyond the row, as its points may. Returns how many. */
static uint32_t put_pieces(const hail_sectors *map, uint32_t row, uint32_t column, const zone *zones, uint32_t count,
                           uint32_t *side) {
    const double top = grid_top(&map->fine, row), bottom = grid_top(&map->fine, row + 1), cell = bottom - top;
    const double x = grid_left(&map->fine, column + 1), beyond = (double)map->margin * 0.5;
    for (uint32_t i = 0; i <= count; i++, side += HAIL_SIDE_WORDS) {
        const double from = i ? zones[i - 1].from : top - cell, to = i < count ? zones[i].to : bottom + cell;
        const double first = i ? zones[i - 1].to : top - beyond, last = i < count ? zones[i].from : bottom + beyond;
        const uint32_t west = first < last ? sector_at(map, row, column + 1, x, (first + last) * 0.5) : HAIL_NO_SECTOR;
        put_side(side, (float)from, (float)to, (float)(x + 2.0 * (double)map->tolerance), 0.0f, west);
    }
    return count + 1;
}

/* ---- Making ------------------------------------------------------------------------------------------------------ */

static uint32_t find_zones(const hail_sectors *map, uint32_t row, uint32_t column, const passing *list,
                           uint32_t count) {
    const double right = grid_left(&map->fine, column + 1);
    zone *zones = map->work[2].data;
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        if (is_near(map, &list[i], right, right))
            zones[found++] = zone_of(map, row, list[i].wall, right);
    return merge(zones, found);
}

static uint32_t make_cell(hail_sectors *map, uint32_t row, uint32_t column, const passing *list, uint32_t count,
                          uint32_t before) {
    const near_cell near = count_near(map, column, list, count);
    const double left = grid_left(&map->fine, column), right = grid_left(&map->fine, column + 1);
    const double middle = (grid_top(&map->fine, row) + grid_top(&map->fine, row + 1)) * 0.5;
    const uint32_t east = near.cuts ? HAIL_NO_SECTOR : sector_at(map, row, column + 1, right, middle);
    if (!near.sides && !near.cuts)
        return east;
    const uint32_t zones = near.cuts ? find_zones(map, row, column, list, count) : 0;
    const uint32_t sides = near.sides + (near.cuts ? zones + 1 : 0), word = place(map, before, words_of(sides));
    uint32_t *to = list_of(map, word), *side = to + HAIL_LIST_SIDES;
    to[HAIL_LIST_EAST] = east;
    to[HAIL_LIST_COUNT] = sides;
    for (uint32_t i = 0; i < count; i++)
        if (sectors_is_side(map, list[i].wall) && is_near(map, &list[i], left, right)) {
            put_wall(map, list[i].wall, side);
            side += HAIL_SIDE_WORDS;
        }
    if (near.cuts)
        put_pieces(map, row, column, map->work[2].data, zones, side);
    return word;
}

/* From right to left: what is to the right of a cell may be known by then. */
static void make_row(hail_sectors *map, const hail_region *region, uint32_t row, const uint32_t *before) {
    const uint32_t stride = map->columns * SECTORS_FINE;
    uint32_t *words = sectors_words(map) + (size_t)row * stride;
    passing *list = map->work[1].data;
    for (uint32_t coarse = region->columns.last / SECTORS_FINE + 1; coarse-- > region->columns.first / SECTORS_FINE;) {
        const uint32_t count = find_passing(map, row / SECTORS_FINE * map->columns + coarse, row, list);
        const hail_range columns = within(region, coarse);
        for (uint32_t column = columns.last + 1; column-- > columns.first;) {
            const bool outermost = !row || !column || row == map->rows * SECTORS_FINE - 1 || column == stride - 1;
            const uint32_t was = before ? before[column - region->columns.first] : SIDES_UNKNOWN;
            words[column] = outermost ? HAIL_NO_SECTOR : make_cell(map, row, column, list, count, was);
        }
    }
}

void hail_sides_make(hail_sectors *map, const hail_region *region, const uint32_t *before) {
    const uint32_t columns = region->columns.last - region->columns.first + 1;
    for (uint32_t row = region->rows.first; row <= region->rows.last; row++)
        make_row(map, region, row, before ? before + (size_t)(row - region->rows.first) * columns : NULL);
}
