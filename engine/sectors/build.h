/* engine/sectors/build.h - what creating, checking and changing a map share. */
#ifndef HAIL_SECTORS_BUILD_H
#define HAIL_SECTORS_BUILD_H

#include <float.h>

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

/* The segment of a wall that is not absent. */
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

/* Whether a wall has different sectors on its two sides. Other walls divide nothing: the checks of closed loops and of
 * islands ignore them. */
static inline bool wall_separates(const hail_wall *wall) { return wall->right != wall->left; }

/* Visit the separating walls' ends at a vertex: the first one, then the next after an end. NO_END: no more. */
static inline uint32_t next_separating(const hail_sectors *map, uint32_t end) {
    while (end != NO_END && !wall_separates(sectors_wall(map, end / 2)))
        end = sectors_next(map)[end];
    return end;
}
static inline uint32_t end_first(const hail_sectors *map, uint32_t vertex) {
    return next_separating(map, sectors_around(map)[vertex]);
}
static inline uint32_t end_next(const hail_sectors *map, uint32_t end) {
    return next_separating(map, sectors_next(map)[end]);
}

/* Turning round a wall's end from +x towards +y: the sector just before the wall, and the one just after it. */
static inline uint32_t end_before(const hail_sectors *map, uint32_t end) {
    const hail_wall *w = sectors_wall(map, end / 2);
    return end % 2 ? w->right : w->left;
}
static inline uint32_t end_after(const hail_sectors *map, uint32_t end) {
    const hail_wall *w = sectors_wall(map, end / 2);
    return end % 2 ? w->left : w->right;
}

static inline bool same_point(hail_point a, hail_point b) { return a.x == b.x && a.y == b.y; }

/* Makes sure, before a change, that the stamps do not run out. A pass over walls or vertices takes a new stamp,
 * ++map->stamp. Whatever has another stamp was not visited yet. */
void hail_sectors_fresh_stamps(hail_sectors *map);

/* Adds an end of a wall that is not absent to its vertex's list, or removes it. */
void hail_sectors_link(hail_sectors *map, uint32_t end);
void hail_sectors_unlink(hail_sectors *map, uint32_t end);

/* The number of wall ends at a vertex. */
uint32_t hail_sectors_degree(const hail_sectors *map, uint32_t vertex);

/* The first end of a separating wall round a vertex, from +x towards +y. There must be one. */
uint32_t hail_sectors_first_end(const hail_sectors *map, uint32_t vertex);

/* The separating wall's end before another one round their vertex; itself, if there is no other. */
uint32_t hail_sectors_end_ahead(const hail_sectors *map, uint32_t end);

/* What a wall or vertex adds to the map's hash. */
uint64_t hail_wall_digest(uint32_t number, const hail_wall *wall);
uint64_t hail_vertex_digest(uint32_t number, hail_point p);

/* ---- The grids --------------------------------------------------------------------------------------------------- */

/* No box yet: any point makes it one. */
#define HAIL_NO_BOX                                                                                                    \
    { FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX }

/* Enlarges a box to hold a point. */
void hail_box_add(hail_sector_box *box, hail_point p);

/* A box and an eighth more on each side, at least 64 px. */
hail_sector_box hail_box_enlarged(hail_sector_box box);

static inline bool hail_box_holds(const hail_sector_box *box, hail_point p) {
    return p.x >= box->min_x && p.x <= box->max_x && p.y >= box->min_y && p.y <= box->max_y;
}

/* Lays out the grids for the present walls and a box that more of them will lie in: over the map's box or, where that
 * would make cells much larger, over what the walls need. */
void hail_sectors_make_grid(hail_sectors *map, const hail_sector_box *more);

/* Prepares the grids for an edit: lays them out anew if it puts walls beyond them, or if there are far more walls than
 * they were made for. This changes no answer. False: no memory; all is as before. */
bool hail_sectors_make_room(hail_sectors *map, const hail_sectors_edit *edit);

/* Numbers from first to last, both included. */
typedef struct hail_range {
    uint32_t first, last;
} hail_range;

/* The columns or rows that an interval of coordinates covers. */
hail_range hail_grid_columns(const hail_grid_layout *grid, double min, double max);
hail_range hail_grid_rows(const hail_grid_layout *grid, double min, double max);

/* The left or top border of a column or row, px, accurate to 2^-52 of itself. */
static inline double grid_left(const hail_grid_layout *grid, uint32_t column) {
    return (double)grid->min_x + column / (double)grid->inverse;
}
static inline double grid_top(const hail_grid_layout *grid, uint32_t row) {
    return (double)grid->min_y + row / (double)grid->inverse;
}

/* The smallest and the largest x of the part of a segment that lies in a row, or within the margin of it. */
void hail_segment_x_range(const hail_sectors *map, const hail_grid_layout *grid, const hail_segment *segment,
                          uint32_t row, double x[2]);

/* The rows, and the columns of one row, of the coarse cells that must list a segment: those within the margin of it. */
hail_range hail_segment_rows(const hail_sectors *map, const hail_segment *segment);
hail_range hail_segment_columns(const hail_sectors *map, const hail_segment *segment, uint32_t row);

/* ---- Coarse cells: walls ----------------------------------------------------------------------------------------- */

static inline uint32_t sectors_cells(const hail_sectors *map) { return map->view.columns * map->view.rows; }
static inline uint32_t blocks_of(uint32_t count) { return (count + HAIL_BLOCK - 1) / HAIL_BLOCK; }

static inline const hail_wall_cell *sectors_cell(const hail_sectors *map, uint32_t cell) {
    return (const hail_wall_cell *)map->wall_cells.data + cell;
}
static inline uint32_t cell_wall(const hail_sectors *map, const hail_wall_cell *cell, uint32_t i) {
    const uint32_t *block =
        (const uint32_t *)map->wall_blocks.data + ((size_t)cell->first + i / HAIL_BLOCK) * HAIL_WALL_WORDS * HAIL_BLOCK;
    return block[HAIL_WALL_ID * HAIL_BLOCK + i % HAIL_BLOCK];
}

/* Makes the coarse cells, and lists all walls in them. False: no memory. */
bool hail_walls_fill(hail_sectors *map);

/* Makes room for `blocks` more blocks at the end. False: no memory. */
bool hail_blocks_reserve(hail_sectors *map, uint64_t blocks);

/* How many blocks at the end a cell of `now` walls may need to list `count` walls. */
static inline uint32_t blocks_needed(uint32_t now, uint32_t count) {
    return blocks_of(count) > blocks_of(now) ? blocks_of(count) : 0;
}

/* Writes a cell's list of walls, in ascending order. There must be room. */
void hail_walls_write(hail_sectors *map, uint32_t cell, const uint32_t *walls, uint32_t count);

/* Reads a cell's walls in ascending order, and returns how many there are. */
uint32_t hail_walls_read(const hail_sectors *map, uint32_t cell, uint32_t *walls);

/* Updates whether a wall stops movers, in all cells that list it. */
void hail_walls_mark(hail_sectors *map, uint32_t wall);

/* ---- Fine cells: sides ------------------------------------------------------------------------------------------- */

/* The word of a fine cell that is not computed yet. */
#define SIDES_UNKNOWN HAIL_LISTED

static inline bool sides_listed(uint32_t word) { return word >= HAIL_LISTED && word < 2 * HAIL_LISTED; }
static inline uint32_t *sectors_words(hail_sectors *map) { return map->side_cells.data; }

/* Whether a wall is not horizontal, and has different sectors on its sides. */
static inline bool sectors_is_side(const hail_sectors *map, uint32_t wall) {
    const hail_wall *w = sectors_wall(map, wall);
    return wall_separates(w) && sectors_y(map)[w->a] != sectors_y(map)[w->b];
}

/* Makes the fine cells, none of them computed yet. False: no memory. */
bool hail_sides_new(hail_sectors *map);

/* A rectangle of fine cells. */
typedef struct hail_region {
    hail_range columns, rows;
} hail_region;

static inline uint32_t region_columns(const hail_region *r) { return r->columns.last - r->columns.first + 1; }
static inline size_t region_cells(const hail_region *r) {
    return (size_t)region_columns(r) * (r->rows.last - r->rows.first + 1);
}

/* An upper bound of the words that the lists of a region need. */
uint64_t hail_sides_need(const hail_sectors *map, const hail_region *region);

/* Reserves the scratch memory that the calls for a region need. False: no memory. */
bool hail_sides_prepare(hail_sectors *map, const hail_region *region);

/* Makes room for `words` more words at the end. *moved: the lists moved, and those of cells that are not computed are
 * lost. False: no memory. */
bool hail_sides_reserve(hail_sectors *map, uint64_t words, bool *moved);

/* Computes the words and lists of a region's cells. before (may be NULL): their previous words, row by row, whose
 * lists' memory is used again where it is large enough. */
void hail_sides_make(hail_sectors *map, const hail_region *region, const uint32_t *before);

/* Computes all of them. False: no memory. */
bool hail_sides_make_all(hail_sectors *map);

/* Finds the sector of a point within the grid in exact arithmetic, and the wall that decides it. HAIL_NO_WALL: no wall
 * does, but a fine cell that holds one sector. */
uint32_t hail_sectors_exact_wall(const hail_sectors *map, hail_point p, uint32_t *wall);

static inline uint32_t hail_sectors_exact_sector(const hail_sectors *map, hail_point p) {
    uint32_t wall;
    return hail_sectors_exact_wall(map, p, &wall);
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

/* The faults found so far. */
typedef struct hail_fault_collector {
    hail_sector_faults *faults; /* the caller's, or NULL. Its list holds the first faults in order, as a heap with the
                                   last of them on top */
    size_t count;               /* of all faults found */
    hail_sector_fault first;    /* in the order of faults */
} hail_fault_collector;

/* Starts without faults. HAIL_BAD_ARGUMENT: `faults` has no list for its capacity. */
hail_status hail_collector_open(hail_fault_collector *collector, hail_error *error, hail_sector_faults *faults);

/* Adds a fault; if the list is full, the last ones in order are dropped. */
void hail_collector_add(hail_fault_collector *collector, hail_sector_fault fault);

/* Sorts the list. */
void hail_collector_close(hail_fault_collector *collector);

/* Fails because of the first fault. There must be one. edit: the change that made it; NULL: creation. */
hail_status hail_collector_fail(const hail_fault_collector *collector, const hail_sectors_edit *edit,
                                hail_error *error);

/* Some walls or vertices: those in the list. list NULL: numbers 0 to count - 1. */
typedef struct hail_index_set {
    const uint32_t *list;
    uint32_t count;
} hail_index_set;
static inline uint32_t set_index(hail_index_set set, uint32_t i) { return set.list ? set.list[i] : i; }

/* Checks walls, the vertices that they name and other vertices for the first five kinds of faults. Walls may name
 * vertices and sectors that do not exist. */
void hail_check_numbers(hail_sectors *map, hail_index_set walls, hail_index_set vertices,
                        hail_fault_collector *collector);

/* Reports walls of no length, and makes them absent. */
void hail_check_lengths(hail_sectors *map, hail_index_set walls, hail_fault_collector *collector);

/* Checks that the separating walls round each vertex agree on the sectors between them. False: no memory. */
bool hail_check_closed(hail_sectors *map, hail_index_set vertices, hail_fault_collector *collector);

/* Checks walls for crossings with all others that share a cell with them. */
void hail_check_crossings(hail_sectors *map, hail_index_set walls, hail_fault_collector *collector);

/* Checks islands (connected separating walls) whose vertices are all in the set: each must lie in the sector that its
 * walls name. There must be no other faults. False: no memory. */
bool hail_check_islands(hail_sectors *map, hail_index_set vertices, hail_fault_collector *collector);

#endif
