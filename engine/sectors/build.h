/* engine/sectors/build.h - what the making, checking and changing of maps share. */
#ifndef HAIL_SECTORS_BUILD_H
#define HAIL_SECTORS_BUILD_H

#include "sector_map.h"
#include "base/exact.h"

/* ---- Walls ------------------------------------------------------------------------------------------------------ */

static inline hail_wall *sectors_walls(hail_sectors *map) { return map->walls.data; }
static inline const uint32_t *sectors_around(const hail_sectors *map) { return map->around.data; }
static inline const uint32_t *sectors_next(const hail_sectors *map) { return map->next.data; }

static inline hail_point sectors_point(const hail_sectors *map, uint32_t vertex) {
    return (hail_point){sectors_x(map)[vertex], sectors_y(map)[vertex]};
}

typedef struct hail_segment {
    hail_point a, b;
} hail_segment;

/* Of a wall that is not absent. */
static inline hail_segment sectors_segment(const hail_sectors *map, uint32_t wall) {
    const hail_wall *w = sectors_wall(map, wall);
    return (hail_segment){sectors_point(map, w->a), sectors_point(map, w->b)};
}

/* Wall ends: wall * 2 + (0 at a, 1 at b). */
static inline uint32_t end_vertex(const hail_sectors *map, uint32_t end) {
    const hail_wall *w = sectors_wall(map, end / 2);
    return end % 2 ? w->b : w->a;
}
static inline uint32_t end_other(const hail_sectors *map, uint32_t end) { return end_vertex(map, end ^ 1u); }

/* Different sectors on its two sides: who passes it is elsewhere. Others divide nothing: where it is asked what is
 * closed, and what lies where, they are as if they were not there. */
static inline bool wall_parts(const hail_wall *wall) { return wall->right != wall->left; }

/* Of a vertex's ends those of walls that part sectors: the first one, the next one; NO_END. */
static inline uint32_t end_that_parts(const hail_sectors *map, uint32_t end) {
    while (end != NO_END && !wall_parts(sectors_wall(map, end / 2)))
        end = sectors_next(map)[end];
    return end;
}
static inline uint32_t end_first(const hail_sectors *map, uint32_t vertex) {
    return end_that_parts(map, sectors_around(map)[vertex]);
}
static inline uint32_t end_next(const hail_sectors *map, uint32_t end) {
    return end_that_parts(map, sectors_next(map)[end]);
}

/* The sectors on the two sides of a wall as one turns round its end, from +x towards +y: that before it, that after. */
static inline uint32_t end_before(const hail_sectors *map, uint32_t end) {
    const hail_wall *w = sectors_wall(map, end / 2);
    return end % 2 ? w->right : w->left;
}
static inline uint32_t end_after(const hail_sectors *map, uint32_t end) {
    const hail_wall *w = sectors_wall(map, end / 2);
    return end % 2 ? w->left : w->right;
}

static inline bool same_place(hail_point a, hail_point b) { return a.x == b.x && a.y == b.y; }

/* Before a change: there are stamps enough. A new stamp is ++map->stamp; whose stamp is another was not seen to yet. */
void hail_sectors_fresh_stamps(hail_sectors *map);

/* Enters an end that is not absent into its vertex's list; takes it out. */
void hail_sectors_link(hail_sectors *map, uint32_t end);
void hail_sectors_unlink(hail_sectors *map, uint32_t end);

/* How many ends lie at a vertex. */
uint32_t hail_sectors_degree(const hail_sectors *map, uint32_t vertex);

/* Of the ends of walls that part sectors at a vertex, of which there are some, the first round it from +x towards +y;
 * the one before an end round its vertex, or itself, if there is no other. */
uint32_t hail_sectors_first_end(const hail_sectors *map, uint32_t vertex);
uint32_t hail_sectors_end_ahead(const hail_sectors *map, uint32_t end);

/* ---- The grids --------------------------------------------------------------------------------------------------- */

/* Lays the grids for the walls as they are and for the map's box; cell 0: chosen, too. */
void hail_sectors_make_grid(hail_sectors *map, float cell);

/* From the least to the largest of something. */
typedef struct hail_range {
    uint32_t first, last;
} hail_range;

/* Columns or rows that numbers from one to another lie in. */
hail_range hail_grid_columns(const hail_grid_layout *grid, double least, double most);
hail_range hail_grid_rows(const hail_grid_layout *grid, double least, double most);

/* The border before a column or row: exact but for 2^-52. */
static inline double grid_left(const hail_grid_layout *grid, uint32_t column) {
    return (double)grid->min_x + column / (double)grid->inverse;
}
static inline double grid_top(const hail_grid_layout *grid, uint32_t row) {
    return (double)grid->min_y + row / (double)grid->inverse;
}

/* The least and largest x of what of a segment lies in a row, or no further than the margin from it. */
void hail_segment_reach(const hail_sectors *map, const hail_grid_layout *grid, const hail_segment *segment,
                        uint32_t row, double reach[2]);

/* The rows, and of one row the columns, of coarse cells in whose lists a segment belongs: its distance from them is at
 * most the margin. */
hail_range hail_segment_rows(const hail_sectors *map, const hail_segment *segment);
hail_range hail_segment_columns(const hail_sectors *map, const hail_segment *segment, uint32_t row);

/* ---- Coarse cells: walls ----------------------------------------------------------------------------------------- */

static inline uint32_t sectors_cells(const hail_sectors *map) { return map->columns * map->rows; }
static inline uint32_t blocks_of(uint32_t count) { return (count + HAIL_BLOCK - 1) / HAIL_BLOCK; }

static inline const hail_wall_cell *sectors_cell(const hail_sectors *map, uint32_t cell) {
    return (const hail_wall_cell *)map->wall_cells.data + cell;
}
static inline uint32_t cell_wall(const hail_sectors *map, const hail_wall_cell *cell, uint32_t i) {
    const uint32_t *block =
        (const uint32_t *)map->wall_blocks.data + ((size_t)cell->first + i / HAIL_BLOCK) * HAIL_WALL_WORDS * HAIL_BLOCK;
    return block[HAIL_WALL_ID * HAIL_BLOCK + i % HAIL_BLOCK];
}

/* Makes the cells, and lists all walls in them. False: no memory. */
bool hail_walls_fill(hail_sectors *map);

/* Room for so many more blocks at the end. */
bool hail_blocks_reserve(hail_sectors *map, uint64_t blocks);

/* How many blocks at the end a cell that lists `now` may take to list that many. */
static inline uint32_t blocks_needed(uint32_t now, uint32_t count) {
    return blocks_of(count) > blocks_of(now) ? blocks_of(count) : 0;
}

/* Lists these walls, which ascend, in a cell; there is room. */
void hail_walls_write(hail_sectors *map, uint32_t cell, const uint32_t *walls, uint32_t count);

/* The walls of a cell, ascending; returns how many. */
uint32_t hail_walls_read(const hail_sectors *map, uint32_t cell, uint32_t *walls);

/* Says in all cells that list it whether a wall stops. */
void hail_walls_mark(hail_sectors *map, uint32_t wall);

/* ---- Fine cells: sides ------------------------------------------------------------------------------------------- */

/* The word of a fine cell of which nothing is known yet. */
#define SIDES_UNKNOWN HAIL_LISTED

static inline bool sides_listed(uint32_t word) { return word >= HAIL_LISTED && word < 2 * HAIL_LISTED; }
static inline uint32_t *sectors_words(hail_sectors *map) { return map->side_cells.data; }

/* Not level, with different sectors on its sides. */
static inline bool sectors_is_side(const hail_sectors *map, uint32_t wall) {
    const hail_wall *w = sectors_wall(map, wall);
    return wall_parts(w) && sectors_y(map)[w->a] != sectors_y(map)[w->b];
}

/* The fine cells: nothing is known of them. */
bool hail_sides_new(hail_sectors *map);

/* Fine cells. */
typedef struct hail_region {
    hail_range columns, rows;
} hail_region;

/* A bound on the words of the lists of fine cells, and room to make them: of a coarse cell's walls. */
uint64_t hail_sides_need(const hail_sectors *map, const hail_region *region);
bool hail_sides_prepare(hail_sectors *map, const hail_region *region);

/* Room for so many more words at the end; *moved is set if lists were moved, and those of unknown cells lost. */
bool hail_sides_reserve(hail_sectors *map, uint64_t words, bool *moved);

/* Makes the words and lists of fine cells. before, if it is not NULL, are their words of before, row by row: their
 * places are used again where they are large enough. */
void hail_sides_make(hail_sectors *map, const hail_region *region, const uint32_t *before);

/* The sector of a point, and the wall that says so; HAIL_NO_WALL: none does, or a fine cell's word that is known. */
uint32_t hail_sectors_look(const hail_sectors *map, hail_point p, uint32_t *wall);

static inline uint32_t hail_sectors_from(const hail_sectors *map, hail_point p) {
    uint32_t wall;
    return hail_sectors_look(map, p, &wall);
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

typedef struct hail_fault_sink {
    hail_sector_faults *faults; /* or NULL. Their list is a heap, the last on top, of the first `capacity` */
    size_t count;
    hail_sector_fault first;
} hail_fault_sink;

/* False: faults that cannot be told. */
bool hail_sink_open(hail_fault_sink *sink, hail_sector_faults *faults);
void hail_sink_tell(hail_fault_sink *sink, hail_sector_fault fault);
/* Puts what was told in order. */
hail_status hail_sink_close(hail_fault_sink *sink);

/* Some walls: those that are listed, or, with NULL, all. */
typedef struct hail_some {
    const uint32_t *list;
    uint32_t count;
} hail_some;
static inline uint32_t some_of(hail_some some, uint32_t i) { return some.list ? some.list[i] : i; }

/* The first five kinds of faults, of walls and the vertices that they name, and of other vertices. Walls may name what
 * there is not. */
void hail_check_numbers(hail_sectors *map, hail_some walls, hail_some vertices, hail_fault_sink *sink);

/* Tells of walls of no length, and makes them absent. */
void hail_check_lengths(hail_sectors *map, hail_some walls, hail_fault_sink *sink);

/* The walls that part sectors round vertices; `ends` has room for all that are at one of them. */
void hail_check_closed(const hail_sectors *map, hail_some vertices, uint32_t *ends, hail_fault_sink *sink);

/* Walls against all others that share a cell with them. */
void hail_check_crossings(hail_sectors *map, hail_some walls, hail_fault_sink *sink);

/* Islands, walls that part sectors and hang together, whose vertices are all among these. Nothing else is wrong. False:
 * no memory. */
bool hail_check_islands(hail_sectors *map, hail_some vertices, hail_fault_sink *sink);

#endif
