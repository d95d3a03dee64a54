/* simd/kernels/broad/broad_kernels.h - signatures of the broadphase kernels: they find pairs whose bounding circles
 * touch, in a grid or a raster, cut swept paths into pieces, and filter and orient pairs.
 *
 * A finder lists, in no particular order, pairs whose bounding circles touch: with s = (r + r') * slack, dx*dx + dy*dy
 * <= s*s. It works on bodies from cursor->body to `end`, and is done when cursor->body >= end. Before that it stops
 * only when it has written more than capacity - HAIL_SLACK pairs. capacity is at least HAIL_SLACK; first and second
 * have slack. */
#ifndef HAIL_SIMD_KERNELS_BROAD_BROAD_KERNELS_H
#define HAIL_SIMD_KERNELS_BROAD_BROAD_KERNELS_H

#include "kernels/kernel_types.h"

/* ---- Filters --------------------------------------------------------------------------------------------------- *
 * Which pairs of bodies may collide: not two of one group other than 0, and only two of which each one's category has a
 * bit of the other's mask. */

enum { HAIL_DEFAULT_CATEGORY = 1 };
#define HAIL_DEFAULT_MASK UINT32_MAX

/* A layer's columns, by index. NULL: all bodies have the default; a group's is 0. */
typedef struct hail_filter_columns {
    const uint32_t *group, *category, *mask; /* category and mask come together */
} hail_filter_columns;

typedef struct hail_filter {
    hail_filter_columns first, second;
    bool groups; /* both have groups */
    bool masks;  /* either has categories and masks */
} hail_filter;

/* Bodies that stream past a few targets, a grid or a raster, by index. */
typedef struct hail_stream_view {
    const float *x, *y;
    const float *radius; /* NULL: uniform_radius */
    float uniform_radius;
} hail_stream_view;

/* ---- Few bodies ------------------------------------------------------------------------------------------------ */

/* Finds all pairs of a streaming body and one of the first `targets` bodies of another view, by comparing every body
 * with every target: (index in the stream, index of the target). self: both views are of the same bodies; each pair is
 * found once, with the lower index first. */
typedef uint32_t hail_pairs_all_fn(const hail_stream_view *stream, const hail_stream_view *target, uint32_t targets,
                                   bool self, float slack, hail_cursor *cursor, uint32_t end, uint32_t *first,
                                   uint32_t *second, uint32_t capacity);

/* ---- Grid ------------------------------------------------------------------------------------------------------ */

/* Bodies in the order of a grid's cells. A body's position is its place in that order. */
typedef struct hail_grid_view {
    hail_grid_layout map; /* with a border of empty cells */
    const float *x, *y;   /* by position; slack is readable */
    const float *radius;  /* NULL: uniform_radius */
    float uniform_radius;
    const uint32_t *start; /* by cell: the first position in this or a later cell; 2 more than there are cells */
    uint32_t count;        /* positions */
    float reach;           /* no body has a larger radius */
} hail_grid_view;

/* Finds all pairs within a grid, as positions, first < second. Searches each body's cell and the four cells after it:
 * a cell is at least as wide as the largest diameter. */
typedef uint32_t hail_pairs_self_fn(const hail_grid_view *grid, float slack, hail_cursor *cursor, uint32_t end,
                                    uint32_t *first, uint32_t *second, uint32_t capacity);

/* Cells are searched this much further than a body can reach, because the ends of the search are rounded: a share of
 * all numbers that go into them, and px. */
#define HAIL_REACH_SHARE 0x1p-20f
#define HAIL_REACH_SPARE 1.0e-15f

/* Finds all pairs of a streaming body with a radius of at most small_limit and a grid's body: (index, position).
 * Searches the cells that the streaming body reaches. A grid's body whose x is NaN is not found. */
typedef uint32_t hail_pairs_cross_fn(const hail_grid_view *grid, const hail_stream_view *stream, float small_limit,
                                     float slack, hail_cursor *cursor, uint32_t end, uint32_t *first, uint32_t *second,
                                     uint32_t capacity);

/* For crowds of bodies that may not collide: bodies of a grid or a raster's list that lie side by side and whose filter
 * columns are equal are a run, and a run that a body may not collide with is skipped as a whole. */
typedef struct hail_runs {
    hail_filter filter;
    const uint32_t *first_order, *second_order; /* index by what the finder lists; NULL: it lists indices */
    const uint32_t *end; /* by position in the grid or the lists: the end of its run, which may lie in a later cell */
} hail_runs;

/* Finds all pairs that may collide of a grid's bodies with a stream's (as pairs_cross) or, if stream is NULL, with each
 * other (as pairs_self). */
typedef uint32_t hail_runs_grid_fn(const hail_grid_view *grid, const hail_runs *runs, const hail_stream_view *stream,
                                   float small_limit, float slack, hail_cursor *cursor, uint32_t end, uint32_t *first,
                                   uint32_t *second, uint32_t capacity);

/* ---- Raster ---------------------------------------------------------------------------------------------------- */

/* A body that is listed in a raster's cells. 16 bytes. */
typedef struct hail_target {
    float x, y, radius;
    uint32_t index;
} hail_target;

/* Targets, stored twice: as a bit for each fine cell that they reach, and in a list for each coarse cell that they
 * reach. Neither grid has a border. */
typedef struct hail_raster_view {
    hail_grid_layout fine, coarse;
    const uint32_t *bits;       /* by fine cell, 32 a word */
    const uint32_t *start;      /* by coarse cell; 1 more than there are cells */
    const hail_target *targets; /* cell by cell; one more is readable at the end */
} hail_raster_view;

/* The cells that up to HAIL_DISC_BLOCK targets reach. A disc's radius is at most a coarse cell's width, so it spans at
 * most 3 coarse columns and rows and HAIL_DISC_ROWS fine rows. */
enum { HAIL_DISC_BLOCK = 64, HAIL_DISC_ROWS = 10 };

typedef struct hail_discs {
    uint32_t corner[HAIL_DISC_BLOCK]; /* coarse cell of the span's first column and row */
    uint32_t columns[HAIL_DISC_BLOCK], rows[HAIL_DISC_BLOCK];
    uint32_t fine_rows[HAIL_DISC_BLOCK]; /* fine rows that the disc may touch; entries past them have no meaning */
    uint32_t from[HAIL_DISC_ROWS][HAIL_DISC_BLOCK]; /* by fine row: the first bit and the last bit */
    uint32_t to[HAIL_DISC_ROWS][HAIL_DISC_BLOCK];
} hail_discs;

/* In fine cells: a span is this much wider on both sides. It is many times the rounding of a column's number. */
#define HAIL_DISC_MARGIN 0.05f

/* A fine row's span is the disc's width at the row's border nearest to the disc's centre, times this. The factor
 * covers the rounding of the root. */
#define HAIL_DISC_GROWTH 1.00001f

/* Finds the cells of `count` discs, at most HAIL_DISC_BLOCK. The outermost rows have no outer border, because bodies
 * beyond the grid count as lying in them. */
typedef void hail_rasterize_fn(const hail_grid_layout *fine, const hail_grid_layout *coarse, const float *x,
                               const float *y, const float *reach, uint32_t count, hail_discs *discs);

/* Bodies that pass the occupancy test. Arrays of end - begin elements (slack). */
typedef struct hail_survivors {
    uint32_t *index;
    float *x, *y, *radius; /* radius is not written for a stream of uniform radius */
} hail_survivors;

/* Keeps the bodies whose fine cell's bit is set in a raster. Returns how many. */
typedef uint32_t hail_cull_fn(const hail_raster_view *raster, const hail_stream_view *stream, uint32_t begin,
                              uint32_t end, const hail_survivors *survivors);

/* Which pairs a raster may report, so that none is found twice. r is the streaming body's radius, R the target's. */
typedef enum hail_size_filter {
    HAIL_SIZE_SMALL,   /* r <= max(small_limit, R) */
    HAIL_SIZE_SMALLER, /* r <= small_limit or r < R */
    HAIL_SIZE_SELF     /* r < R, or r == R and the index is lower: one layer with itself */
} hail_size_filter;

/* Finds pairs of survivors and the targets of their cell: (index in the stream, index of the target). */
typedef uint32_t hail_pairs_raster_fn(const hail_raster_view *raster, const hail_survivors *survivors,
                                      float uniform_radius, bool uniform, float small_limit,
                                      hail_size_filter size_filter, float slack, hail_cursor *cursor, uint32_t end,
                                      uint32_t *first, uint32_t *second, uint32_t capacity);

/* The same, but skips the targets that may not collide. runs->second_order is not read: targets hold their indices. */
typedef uint32_t hail_runs_raster_fn(const hail_raster_view *raster, const hail_runs *runs,
                                     const hail_survivors *survivors, float uniform_radius, bool uniform,
                                     float small_limit, hail_size_filter size_filter, float slack, hail_cursor *cursor,
                                     uint32_t end, uint32_t *first, uint32_t *second, uint32_t capacity);

/* ---- Paths ------------------------------------------------------------------------------------------------------ *
 * Swept rules: what is looked up are circles around whole paths. A streaming body's path is cut into pieces, and each
 * piece is looked up as a circle. If several pieces find a pair, only one of them keeps it. */

/* Bodies with their displacement: from (x - dx, y - dy) to (x, y). */
typedef struct hail_path_view {
    const float *x, *y;
    const float *dx, *dy; /* NULL: at rest */
    const float *radius;  /* NULL: uniform_radius */
    float uniform_radius;
} hail_path_view;

/* Of bodies' paths, in px. */
typedef struct hail_path_lengths {
    float size;    /* the largest |x| + |y| + |dx| + |dy|, summed in this order */
    float longest; /* the longest path */
} hail_path_lengths;

/* Measures the paths of bodies [0, count). One whose size is not at most `bound` counts as nothing. */
typedef hail_path_lengths hail_measure_paths_fn(const hail_path_view *view, float bound, uint32_t count);

typedef struct hail_circles_job {
    hail_path_view path;
    float inflate_rel, inflate_abs; /* as in hail_pieces_job */
    float bound;                    /* bodies with a coordinate or displacement beyond it have no circle */
} hail_circles_job;

/* Half of a path's length is multiplied by this. It covers the rounding of the circle's middle and radius. */
#define HAIL_CIRCLE_GROWTH 1.001f

/* Of circles around paths: the largest radius, the box that holds all, and how many have a radius above a limit. */
typedef struct hail_circle_figures {
    float largest, min_x, min_y, max_x, max_y;
    uint32_t over;
} hail_circle_figures;

/* Writes a circle around the whole path of each body, the body's own radius included: body `begin` comes first. One
 * without a circle gets (0, 0) and a radius of NaN. x NULL: nothing is written. Of no circle the figures are 0 and an
 * empty box. */
typedef hail_circle_figures hail_path_circles_fn(const hail_circles_job *job, uint32_t begin, uint32_t end, float limit,
                                                 float *x, float *y, float *radius);

typedef struct hail_pieces_job {
    hail_path_view path;
    float longest;                    /* px: of a piece */
    float largest;                    /* px: bodies of a larger radius have no pieces */
    float inflate_rel, inflate_abs;   /* a path is as wide as radius * inflate_rel + inflate_abs * (|x| + |y| + |dx| +
                                         |dy|) */
    float min_x, min_y, max_x, max_y; /* everything to touch lies in here; the parts of paths outside are dropped */
} hail_pieces_job;

/* Arrays with slack. A segment of a body's path is cut into equal parts; `number`, from 0, says which part a
 * piece is. */
typedef struct hail_pieces {
    uint32_t *body, *number;
    float *x, *y, *radius; /* a circle that holds the piece, the body's own radius included */
    float *from;           /* the fraction of the whole path at which piece 0 starts */
    float *rate;           /* pieces per unit of that fraction; 0: there is only one */
    float *last;           /* the number of the body's last piece, as a float */
} hail_pieces;

/* A path has at most this many pieces; a float holds their numbers exactly. */
#define HAIL_MAX_PIECES 65536

/* A piece's half length is multiplied by this. It covers the rounding of the piece's middle and length. */
#define HAIL_PIECE_GROWTH 1.0005f

/* Cuts the paths of bodies from cursor->body to `end` into pieces; stops as a finder does. Returns how many. A body
 * with a coordinate or displacement beyond `bound` has no pieces. */
typedef uint32_t hail_path_pieces_fn(const hail_pieces_job *job, float bound, hail_cursor *cursor, uint32_t end,
                                     const hail_pieces *pieces, uint32_t capacity);

typedef struct hail_path_filter_job {
    hail_path_view stream, target;
    hail_pieces pieces;           /* body NULL: whole paths stream past */
    const uint32_t *first_order;  /* index by what pairs list first, if no pieces stream past; NULL: it is the index */
    const uint32_t *second_order; /* the same by what they list second */
    hail_size_filter
        size_filter; /* by the bodies' own radii r and R, as above; but HAIL_SIZE_SMALLER and HAIL_SIZE_SELF
                        also let a body pass if the circle around its path is no larger than small_limit */
    float small_limit;
    float bound;              /* whole paths that stream past, and end beyond this, are dropped */
    float slack, inflate_abs; /* paths touch within (r + R) * slack + inflate_abs * (|p| + |m|): p and m are one body's
                                 start and displacement relative to the other's; |p| is |x| + |y|. Circles have half of
                                 inflate_abs */
} hail_path_filter_job;

/* Filters pairs (piece, target) in place to (body, target), and keeps their order (slack). Returns how many stay: those
 * whose bounding circles touch during the step, that the size filter lets through, and whose piece holds the moment at
 * which the two are nearest. */
typedef uint32_t hail_filter_paths_fn(const hail_path_filter_job *job, uint32_t *first, uint32_t *second,
                                      uint32_t count);

/* Bodies whose paths come near each other: a job of hail_list_near_paths_fn. */
typedef struct hail_near_paths_job {
    hail_path_view a, b;
    float slack,
        inflate_abs; /* paths may touch within (r + R + (|mx| + |my|) / 2) * slack + inflate_abs * size: m is
                        one body's displacement relative to the other's, size |x| + |y| + |dx| + |dy| of both */
} hail_near_paths_job;

/* A list of pairs, each with its row. */
typedef struct hail_pair_rows {
    uint32_t *a, *b, *row;
} hail_pair_rows;

/* Lists those of pairs (a[i], b[i]) whose bounding circles may touch as they move, by the middles of their paths, in
 * order (slack). Pairs of numbers that are not finite may. Returns how many. */
typedef uint32_t hail_list_near_paths_fn(const hail_near_paths_job *job, const uint32_t *a, const uint32_t *b,
                                         const uint32_t *row, uint32_t count, const hail_pair_rows *near);

/* ---- Orient ---------------------------------------------------------------------------------------------------- */

typedef enum hail_orientation { HAIL_FIRST_IS_A, HAIL_SECOND_IS_A, HAIL_LOWER_SLOT_IS_A } hail_orientation;

typedef struct hail_orient_job {
    const uint32_t *first_order, *second_order;   /* index by position; NULL: pairs hold indices already */
    const uint32_t *first_handle, *second_handle; /* by index: slot, generation */
    hail_filter filter;                           /* drops pairs that may not collide */
    hail_orientation orientation;
    bool windowed; /* keeps only pairs with a_min <= slot of a <= a_max, and the same for b */
    uint32_t a_min, a_max, b_min, b_max;
} hail_orient_job;

/* Oriented pairs: indices in the rule's two layers, and slots. All with slack. */
typedef struct hail_oriented {
    uint32_t *a, *b, *slot_a, *slot_b;
} hail_oriented;

/* Filters found pairs by group, mask and window and decides which body is a. Keeps their order; returns how many stay.
 */
typedef uint32_t hail_orient_fn(const hail_orient_job *job, const uint32_t *first, const uint32_t *second,
                                uint32_t count, const hail_oriented *out);

#endif
