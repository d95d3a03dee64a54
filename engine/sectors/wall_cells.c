/* engine/sectors/wall_cells.c - the coarse cells of a map's grid, which list the walls near them. */
#include <string.h>

#include "build.h"

/* ---- Blocks ------------------------------------------------------------------------------------------------------ */

enum { BLOCK_WORDS = HAIL_WALL_WORDS * HAIL_BLOCK };
#define BLOCK_BYTES (BLOCK_WORDS * sizeof(uint32_t))

static hail_wall_cell *wall_cell(hail_sectors *map, uint32_t cell) {
    return (hail_wall_cell *)map->wall_cells.data + cell;
}
static uint32_t *room_of(hail_sectors *map) { return map->wall_room.data; }
static uint32_t *block_of(const hail_sectors *map, uint32_t number) {
    return (uint32_t *)map->wall_blocks.data + (size_t)number * BLOCK_WORDS;
}

/* Walls that have no kind and do not stop are never found. */
static void clear_blocks(uint32_t *words, uint32_t blocks) {
    memset(words, 0, blocks * BLOCK_BYTES);
    for (uint32_t b = 0; b < blocks; b++)
        for (uint32_t k = 0; k < HAIL_BLOCK; k++)
            words[b * BLOCK_WORDS + HAIL_WALL_ID * HAIL_BLOCK + k] = HAIL_NO_WALL;
}

/* Moves all blocks to new memory with room for more; each cell keeps as many as it needs. False: no memory. */
static bool pack(hail_sectors *map, uint64_t more) {
    uint64_t live = 1 + more;
    for (uint32_t i = 0; i < sectors_cells(map); i++)
        live += blocks_of(wall_cell(map, i)->count);
    const uint64_t room = live + live / (map->blocks_used ? 2 : 8);
    hail_buffer packed = {0};
    if (room > UINT32_MAX / BLOCK_WORDS || !hail_state_grow(&map->heap, &packed, (room + 1) * BLOCK_BYTES))
        return false;
    clear_blocks(packed.data, 1);
    uint32_t used = 1;
    for (uint32_t i = 0; i < sectors_cells(map); i++) {
        hail_wall_cell *cell = wall_cell(map, i);
        const uint32_t blocks = blocks_of(cell->count);
        if (blocks)
            memcpy((uint32_t *)packed.data + (size_t)used * BLOCK_WORDS, block_of(map, cell->first),
                   blocks * BLOCK_BYTES);
        cell->first = blocks ? used : 0;
        room_of(map)[i] = blocks;
        used += blocks;
    }
    hail_state_free(&map->heap, map->wall_blocks.data, map->wall_blocks.bytes);
    map->wall_blocks = packed;
    map->blocks_used = used;
    return true;
}

/* One more block than there are must be readable. */
bool hail_blocks_reserve(hail_sectors *map, uint64_t blocks) {
    return (map->blocks_used + blocks + 1) * BLOCK_BYTES <= map->wall_blocks.bytes || pack(map, blocks);
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

/* Word 0 of a cell's k-th wall. */
static uint32_t *slot(const hail_sectors *map, const hail_wall_cell *cell, uint32_t k) {
    return block_of(map, cell->first + k / HAIL_BLOCK) + k % HAIL_BLOCK;
}

static uint32_t stops_of(const hail_wall *wall) {
    return wall_outer(wall) ? UINT32_MAX : wall->solid ? UINT32_C(1) << wall->kind : 0;
}

static void set_word(uint32_t *word, int field, float value) {
    memcpy(&word[field * HAIL_BLOCK], &value, sizeof value);
}

static void write_wall(const hail_sectors *map, uint32_t wall, uint32_t *word) {
    const hail_segment s = sectors_segment(map, wall);
    const float ex = s.b.x - s.a.x, ey = s.b.y - s.a.y, squared = ex * ex + ey * ey;
    set_word(word, HAIL_WALL_X, s.a.x);
    set_word(word, HAIL_WALL_Y, s.a.y);
    set_word(word, HAIL_WALL_EX, ex);
    set_word(word, HAIL_WALL_EY, ey);
    /* A wall so short that its inverse might overflow counts as the point a. */
    set_word(word, HAIL_WALL_INVERSE, squared < HAIL_TINY * HAIL_TINY ? 0.0f : 1.0f / squared);
    word[HAIL_WALL_STOPS * HAIL_BLOCK] = stops_of(sectors_wall(map, wall));
    word[HAIL_WALL_KIND * HAIL_BLOCK] = UINT32_C(1) << sectors_wall(map, wall)->kind;
    word[HAIL_WALL_ID * HAIL_BLOCK] = wall;
    set_word(word, HAIL_WALL_BX, s.b.x);
    set_word(word, HAIL_WALL_BY, s.b.y);
}

void hail_walls_write(hail_sectors *map, uint32_t cell, const uint32_t *walls, uint32_t count) {
    hail_wall_cell *to = wall_cell(map, cell);
    const uint32_t blocks = blocks_of(count);
    if (blocks > room_of(map)[cell]) {
        to->first = map->blocks_used;
        map->blocks_used += blocks;
        room_of(map)[cell] = blocks;
    }
    map->view.entries += count - to->count;
    to->count = count;
    to->stops = 0;
    clear_blocks(block_of(map, to->first), blocks);
    for (uint32_t i = 0; i < count; i++)
        to->stops += wall_stops(sectors_wall(map, walls[i]));
    for (uint32_t i = 0, stopping = 0, other = to->stops; i < count; i++)
        write_wall(map, walls[i], slot(map, to, wall_stops(sectors_wall(map, walls[i])) ? stopping++ : other++));
}

uint32_t hail_walls_read(const hail_sectors *map, uint32_t cell, uint32_t *walls) {
    const hail_wall_cell *from = sectors_cell(map, cell);
    uint32_t a = 0, b = from->stops;
    for (uint32_t i = 0; i < from->count; i++) {
        const bool first = b == from->count || (a < from->stops && cell_wall(map, from, a) < cell_wall(map, from, b));
        walls[i] = cell_wall(map, from, first ? a++ : b++);
    }
    return from->count;
}

/* Moves a cell's wall from one position to another, and those in between up or down. */
static void shift(const hail_sectors *map, const hail_wall_cell *cell, uint32_t from, uint32_t to) {
    uint32_t moved[HAIL_WALL_WORDS];
    for (uint32_t f = 0; f < HAIL_WALL_WORDS; f++)
        moved[f] = slot(map, cell, from)[f * HAIL_BLOCK];
    for (uint32_t k = from; k != to;) {
        const uint32_t next = from < to ? k + 1 : k - 1;
        for (uint32_t f = 0; f < HAIL_WALL_WORDS; f++)
            slot(map, cell, k)[f * HAIL_BLOCK] = slot(map, cell, next)[f * HAIL_BLOCK];
        k = next;
    }
    for (uint32_t f = 0; f < HAIL_WALL_WORDS; f++)
        slot(map, cell, to)[f * HAIL_BLOCK] = moved[f];
}

static void mark(hail_sectors *map, hail_wall_cell *cell, uint32_t wall) {
    const bool stops = wall_stops(sectors_wall(map, wall));
    uint32_t at = 0, to = 0;
    for (uint32_t k = 0; k < cell->count; k++) {
        const uint32_t other = cell_wall(map, cell, k);
        at = other == wall ? k : at;
        /* The walls that come before it in its new position. */
        to += other != wall && (stops ? k < cell->stops && other < wall : k < cell->stops || other < wall);
    }
    cell->stops += stops;
    cell->stops -= at < cell->stops - stops;
    slot(map, cell, at)[HAIL_WALL_STOPS * HAIL_BLOCK] = stops_of(sectors_wall(map, wall));
    shift(map, cell, at, to);
}

void hail_walls_mark(hail_sectors *map, uint32_t wall) {
    const hail_segment segment = sectors_segment(map, wall);
    const hail_range rows = hail_segment_rows(map, &segment);
    for (uint32_t row = rows.first; row <= rows.last; row++) {
        const hail_range columns = hail_segment_columns(map, &segment, row);
        for (uint32_t column = columns.first; column <= columns.last; column++)
            mark(map, wall_cell(map, row * map->view.columns + column), wall);
    }
}

/* ---- Filling ----------------------------------------------------------------------------------------------------- */

/* Counts every cell's walls in start[cell]; or, with `walls`, writes them: start[cell] is where its next wall goes. */
static void list_all(const hail_sectors *map, uint32_t *start, uint32_t *walls) {
    for (uint32_t i = 0; i < map->wall_count; i++) {
        if (wall_absent(sectors_wall(map, i)))
            continue;
        const hail_segment segment = sectors_segment(map, i);
        const hail_range rows = hail_segment_rows(map, &segment);
        for (uint32_t row = rows.first; row <= rows.last; row++) {
            const hail_range columns = hail_segment_columns(map, &segment, row);
            for (uint32_t cell = row * map->view.columns + columns.first;
                 cell <= row * map->view.columns + columns.last; cell++)
                if (walls)
                    walls[start[cell]++] = i;
                else
                    start[cell]++;
        }
    }
}

/* Lists the walls of every cell, one cell after another; start[cell] becomes where a cell's list ends. NULL: no memory.
 */
static const uint32_t *gather(hail_sectors *map, hail_buffer *start, hail_buffer *lists) {
    const uint32_t cells = sectors_cells(map);
    uint64_t sum = 0, blocks = 0;
    if (!hail_scratch_grow(&map->heap, start, cells * sizeof(uint32_t)))
        return NULL;
    uint32_t *at = start->data;
    memset(at, 0, cells * sizeof(uint32_t));
    list_all(map, at, NULL);
    for (uint32_t i = 0; i < cells; i++) {
        const uint32_t count = at[i];
        at[i] = (uint32_t)sum;
        sum += count;
        blocks += blocks_of(count);
    }
    if (sum >= UINT32_MAX || !hail_scratch_grow(&map->heap, lists, (sum + 1) * sizeof(uint32_t)) ||
        !hail_blocks_reserve(map, blocks))
        return NULL;
    list_all(map, at, lists->data);
    return lists->data;
}

bool hail_walls_fill(hail_sectors *map) {
    hail_buffer *start = &map->scratch[0], *lists = &map->scratch[1];
    const size_t cells = sectors_cells(map);
    if (!hail_state_grow(&map->heap, &map->wall_cells, cells * sizeof(hail_wall_cell)) ||
        !hail_state_grow(&map->heap, &map->wall_room, cells * sizeof(uint32_t)))
        return false;
    const uint32_t *walls = gather(map, start, lists), *end = start->data;
    for (uint32_t cell = 0; walls && cell < cells; cell++) {
        const uint32_t first = cell ? end[cell - 1] : 0;
        hail_walls_write(map, cell, walls + first, end[cell] - first);
    }
    return walls;
}
