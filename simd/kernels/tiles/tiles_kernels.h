/* simd/kernels/tiles/tiles_kernels.h - signatures of the tile map kernels, and the view of a map that they read
 * (docs/arithmetic.md, "Rays").
 *
 * A map's cells lie row by row with a border of one cell around them. A cell is a word: a tile's number, its kind, and
 * how it is flipped (Tiled's three flags). Number 0 is empty; in the border it stands for the outside. */
#ifndef HAIL_SIMD_KERNELS_TILES_TILES_KERNELS_H
#define HAIL_SIMD_KERNELS_TILES_TILES_KERNELS_H

#include "kernels/kernel_types.h"

/* ---- The map --------------------------------------------------------------------------------------------------- */

enum {
    HAIL_CELL_NUMBER = 0x007fffff, /* which tile of the set; or, where HAIL_CELL_OWN is set, of the map's own masks */
    HAIL_CELL_OWN = 0x00800000,
    HAIL_CELL_KIND_SHIFT = 24, /* 5 bits */
    HAIL_CELL_DIAGONAL = 0x20000000,
    HAIL_CELL_FLIP_Y = 0x40000000,
    HAIL_FIELD_FAR = 15,     /* px or cells: the widest square that is stored */
    HAIL_KNOWN_RARE = 0x3ff, /* instead of a place in the palette */
    HAIL_WINDOW_BITS = 4     /* of a cell in `windows` */
};
#define HAIL_CELL_FLAGS UINT32_C(0xe0000000) /* the two above, and the highest bit: flipped in x */

typedef struct hail_tile_view {
    /* By cell, border included, in blocks of 8 x 4 cells, blocks row by row; 1 more is readable. An empty cell has four
     * numbers of 4 bits: the widths, at most HAIL_FIELD_FAR, of the squares of empty cells that begin with it and lie
     * to the upper left, the upper right, the lower left and the lower right. In the other cells, border included, the
     * low 4 bits are 0; the rest is the place of the cell's word in the palette, or HAIL_KNOWN_RARE. */
    const uint16_t *known;
    uint32_t blocks; /* in a row of them */
    const uint32_t *palette;
    /* By cell, border included, 8 to a word, rows in whole words: a bit for each window of cells of which the cell is
     * the upper left one, 1 or 2 (+ 1) columns wide and 1 or 2 (+ 2) rows high. The bit is set if not all of them are
     * empty; the border is not. 1 more word is readable. */
    const uint32_t *windows;
    /* Words, row by row, border included. */
    const uint32_t *cells;
    /* By tile and pixel: four such widths of squares of open pixels, as if everything beyond the tile were open; 0: the
     * pixel is solid. 1 more is readable. */
    const uint16_t *fields, *own_fields;
    uint32_t columns, rows;
    uint32_t width, height; /* px: of a tile; no side of the map is longer than 2^22 */
    float x, y;             /* px: the map's corner */
    uint32_t kinds;         /* bits: the kinds that count as solid */
    bool flipped;           /* some cell is */
    bool outside_solid;     /* for these kinds */
    uint32_t outside_kind;
} hail_tile_view;

/* ---- Points and paths ------------------------------------------------------------------------------------------ */

/* solid[i] = 1 if point i lies in a solid pixel, otherwise 0. */
typedef void hail_solid_points_fn(const hail_tile_view *view, const float *x, const float *y, size_t count,
                                  uint8_t *solid);

/* Px for each px of the map's corner and sides: how far around a path cells are looked at. It is 16 times the rounding
 * of a coordinate: that of a path's start, of its length, and of what is computed here. */
#define HAIL_NEAR_SOLID_MARGIN 0x1p-20f

/* Lists the bodies whose path from (x - dx, y - dy) to (x, y) may touch something solid (slack). Leaves out those
 * around whose path a rectangle lies in at most 2 x 2 cells, which are all empty. */
typedef uint32_t hail_near_solid_fn(const hail_tile_view *view, const float *x, const float *y, const float *dx,
                                    const float *dy, uint32_t count, uint32_t *near);

/* ---- Shapes ---------------------------------------------------------------------------------------------------- */

/* Shapes on their way over a map. near_tiles takes each as a box whose half sides are
 * reach + (reach + |dx| + |dy| + SIZE) * flatness * SLACK, where reach is the template's * scale * SHARE + inflation.
 * That is more than the narrowphase's tolerances (docs/arithmetic.md, "Sweeps") add to it. */
#define HAIL_NEAR_TILES_SHARE 1.0005f
#define HAIL_NEAR_TILES_SIZE  256.0f /* px */
#define HAIL_NEAR_TILES_SLACK 0x1p-17f

typedef struct hail_near_tiles {
    const hail_tile_view *view; /* outside_solid, windows and `known` count, kinds do not */
    const float *x, *y;
    const float *dx, *dy;  /* NULL: 0 */
    const float *scale;    /* NULL: 1 */
    const uint32_t *shape; /* NULL: row 0 of the templates for all */
    const float *templates;
    const float *reach; /* px, by template: how far it reaches in x, and in y; NULL: its radius */
    float inflation;    /* px */
    float flatness;     /* 1 or more: no shape's is larger */
    bool from_end;      /* x and y are where the shapes end, not where they start */
} hail_near_tiles;

/* Writes rows begin to end - 1 of HAIL_MISS_WORDS words: the row's number, then zeros (a hail_contact that is none). */
enum { HAIL_MISS_WORDS = 16 };
typedef void hail_miss_rows_fn(uint32_t *rows, uint32_t begin, uint32_t end);

/* Lists the shapes of [begin, end) that have a cell near their way that is not empty (slack), and others. Coordinates
 * are finite. */
typedef uint32_t hail_near_tiles_fn(const hail_near_tiles *job, uint32_t begin, uint32_t end, uint32_t *near);

/* Upright shapes (circles, boxes and segments along an axis, with rounding or not) on their way over a map, of tiles of
 * at most 32 px: columns by shape. Two rows of 8 words each are written. */
enum {
    HAIL_GATHER_ROW = 8,
    HAIL_GATHER_COLUMNS = 8,
    HAIL_GATHER_ROWS = 4,
    HAIL_GATHER_STAYS = 1,
    HAIL_GATHER_ALONE = 2,
    HAIL_GATHER_TALL = 4
};

/* Px for each px of a shape's place, size and way: more than the rounding of its box. */
#define HAIL_GATHER_ROUNDING 0x1p-20f

typedef struct hail_gather_cells {
    const hail_tile_view *view; /* outside_solid and windows count; its corner does not */
    const float *x, *y;         /* px: where it starts; or, with from_end, where it ends */
    const float *dx, *dy;       /* px: its way; NULL: 0 */
    const uint32_t *list;       /* by shape: its place in these; NULL: they are in order */
    bool from_end;
    float corner_x, corner_y; /* px: the map's corner */
    float bound;              /* px: shapes with larger numbers are left out */
    const uint32_t *shape;    /* where its row begins in `shapes` */
    const float *shapes; /* by row: half the sides of its core, its rounding, how far it reaches from its centre in x
                            and y, and how much further for each px of its way; its centre, from its place */
    float around;        /* px: how much further to look, everywhere */
    float long_way;      /* px: |dx| + |dy| of shapes that are not for here */
    bool swept;          /* what does not move needs no cells */
    float *movers;       /* x, y (px, from the map's corner: where it starts), dx, dy, half the sides of the core,
                            rounding, 0 */
    /* The pixels around the way, as far as they lie in the map: first and last column, first and last row; then the
     * first column and row of cells (the border's are 0), the cells, and HAIL_GATHER_... Cells: bit 8 * r + c is set if
     * the cell r rows below the first one and c columns to the right of it is not empty. Of a box with
     * HAIL_GATHER_TALL, instead: columns | rows << 16. */
    uint32_t *boxes;
} hail_gather_cells;

/* Boxes of shapes 0 to count - 1. HAIL_GATHER_STAYS: it needs none, and has no cells: it is left out, or it does not
 * move, and that was asked for. HAIL_GATHER_ALONE: its way is long, its box has more than HAIL_GATHER_COLUMNS columns,
 * or reaches the border of a map whose outside is solid, or its start from the map's corner is no single-precision
 * number; it has no cells. HAIL_GATHER_TALL: else, its box has more than HAIL_GATHER_ROWS rows. */
typedef void hail_gather_cells_fn(const hail_gather_cells *job, uint32_t count);

/* A rectangle of solid pixels in a tile. place: hail_run_place. above, below: bits of the open pixels in front of it,
 * from the left, unless it lies at the tile's upper or lower end. */
typedef struct hail_tile_run {
    uint32_t place, above, below;
    float radius; /* px: its template's */
} hail_tile_run;

static inline uint32_t hail_run_place(uint32_t left, uint32_t top, uint32_t wide, uint32_t high) {
    return left | top << 8 | wide << 16 | high << 24;
}

/* A cell near a shape. */
typedef struct hail_near_cell {
    int32_t left, top;                     /* px, from the map's corner */
    uint32_t before, above, after, beyond; /* bits of the open pixels of the cells to the left, above, to the right and
                                              below, along their common sides */
    uint32_t span; /* px, from its left: the first one of the shape's box, | one behind its last one << 8; the shape's
                      number << 16; the tile's kind << 24 */
    uint32_t cell;
} hail_near_cell;

/* Cells near shapes, of a map without flipped cells. The arrays of tiles are made once for a set (tile_runs.h). */
typedef struct hail_cell_runs {
    const hail_tile_view *view; /* cells, sizes, and kinds, those that are solid from every side, count */
    uint32_t kinds;             /* bits: the kinds that are solid, some from one side only */
    const uint32_t *cover;      /* by kind: bits: the kinds that are solid beside it */
    const uint32_t *open;       /* by tile: bits of the open pixels along its left, top, right and bottom side */
    const uint32_t *runs;       /* by tile: for each row of pixels, the first run from there on; then for each row, one
                                   more than the last run up to there */
    const uint32_t *places;  /* by cell: the shape's number, below 256, | 256 * (8 * r + c), as in hail_gather_cells */
    const uint32_t *boxes;   /* as gather_cells writes them */
    hail_near_cell *near;    /* by cell */
    uint32_t *first, *count; /* by cell: its runs in the rows of pixels of the shape's box; slack */
} hail_cell_runs;

/* Instead of a count: the cell, or one beside it, is flipped or has a mask of its own. */
#define HAIL_RUNS_UNKNOWN UINT32_MAX

/* Fills near, first and count of cells 0 to count - 1. */
typedef void hail_cell_runs_fn(const hail_cell_runs *job, uint32_t count);

/* Pairs of shapes and rectangles: from rows to columns by pair. */
typedef struct hail_rect_pairs {
    uint32_t width, height; /* px: of a cell */
    bool swept;             /* leaves rectangles out of which no side has an open pixel in front */
    const float *movers;    /* as gather_cells writes them */
    const hail_near_cell *cells;
    const uint32_t *first, *count; /* by cell: its runs */
    const hail_tile_run *runs;
    float *centre_x, *centre_y;                        /* px: the rectangle's, from the map's corner */
    float *x, *y;                                      /* px: from the shape's start */
    float *wide, *high;                                /* px: its sides */
    float *half_x, *half_y;                            /* px: half of them, with the shape's core */
    float *reach, *core_x, *core_y, *radius, *dx, *dy; /* as in hail_circle_boxes and hail_exposures */
    uint32_t *open[4];
    uint32_t *cell, *mover; /* the cell's number; the shape's | the tile's kind << 8 */
} hail_rect_pairs;

/* Writes the columns (slack) of pairs with the runs of `cells` cells, which are at most HAIL_RECT_PAIRS in all. Leaves
 * out those that lie beside the columns of pixels of the shape's box. Returns how many there are. */
enum { HAIL_RECT_PAIRS = 160 };
typedef uint32_t hail_rect_pairs_fn(const hail_rect_pairs *job, uint32_t cells);

/* Rectangles near a shape, and one of its ways. Columns by pair; the columns that are copied are HAIL_PAIR_ROOM words
 * apart. */
enum { HAIL_PAIR_ROOM = 128, HAIL_PAIR_COLUMNS = 16, HAIL_PAIR_COLUMNS_LARGE = 20 };

typedef struct hail_near_rects {
    const uint32_t *from; /* the first of HAIL_PAIR_COLUMNS columns, or with `large` of HAIL_PAIR_COLUMNS_LARGE, */
    uint32_t *to;         /* and where they are copied to */
    bool large;
    const float *centre_x, *centre_y, *wide, *high; /* px: as in hail_rect_pairs */
    const uint32_t *open[4];
    double at_x, at_y;              /* px: where the way begins */
    float way_x, way_y;             /* px: how far it leads */
    float left, top, right, bottom; /* px: a box around it */
    uint32_t facing[4];             /* by side: the bits of `open` that count for themselves */
    uint32_t whole;                 /* not 0: all rectangles count */
    float *x, *y, *dx, *dy;         /* px: written: the rectangle's centre from where the way begins, and the way */
} hail_near_rects;

/* Appends those of pairs [begin, end) that reach into the box, and count (slack): a side is open that `facing` names,
 * or two sides are that make a corner. Of the columns that are read, HAIL_SLACK more words are readable. kept: how many
 * pairs there are already; returns how many there are then. */
typedef uint32_t hail_near_rects_fn(const hail_near_rects *job, uint32_t begin, uint32_t end, uint32_t kept);

/* Pairs of a circle and a box that is not rotated: columns by pair, of `count` elements each. */
typedef struct hail_circle_boxes {
    const float *x, *y;           /* px: the box's centre, from the circle's */
    const float *half_x, *half_y; /* px: half the box's sides */
    const float *reach;           /* sweeps: the template's radius of the box, times its scale */
    const float *radius;
    const float *dx, *dy;       /* sweeps: the circle's way */
    float *t;                   /* sweeps: 0 to 1; else 0. Of pairs that do not hit, all but depth is undefined */
    float *normal_x, *normal_y; /* into the box */
    float *at_x, *at_y;         /* px: the contact's point, from the circle's start */
    float *depth;               /* px; below 0: the pair does not hit */
    uint32_t *hits;             /* the pairs that touch or hit, in order (slack) */
} hail_circle_boxes;

/* Two kernels: `touch_circle_boxes` where the circles are, `sweep_circle_boxes` on their way. Answers are those of
 * circle_polygon and circle_polygon_sweep, but that a normal's zeros are positive. Returns how many hit. */
typedef uint32_t hail_circle_boxes_fn(const hail_circle_boxes *job, uint32_t count);

/* Pairs of a convex shape that is no circle and a box that is not rotated. The first columns are by shape, of which
 * there are up to 256; the others by pair. */
typedef struct hail_convex_rects {
    const float *templates;         /* rows of HAIL_TEMPLATE_WORDS */
    const uint32_t *row;            /* where the shape's row begins in `templates`; of every pair's shape */
    const float *cos, *sin, *scale; /* how the shape is turned and scaled */
    const float *rounding;          /* px: of its core, scaled, with inflation; the template's does not count */
    const float *reach;             /* px: the radius of the circle that holds it, likewise */
    uint32_t edges;                 /* 2 to 8: no shape has more */
    const uint32_t *shape;          /* the pair's; higher bits than the lowest 8 do not count */
    const float *x, *y;             /* px: the box's centre, from where the shape is or starts */
    const float *half_x, *half_y;   /* px: half the box's sides */
    const float *rect_reach;        /* px: the radius of the box's template, times its scale */
    const float *dx, *dy;           /* sweeps, px: the shape's way */
    float *t, *normal_x, *normal_y; /* as in hail_circle_boxes; a normal's zeros may be negative */
    float *at_x, *at_y, *depth;     /* likewise */
    float *second_x, *second_y;     /* px: a second point of a touch; else 0 */
    float *second_depth;            /* px: likewise */
    uint32_t *features;             /* the shape's feature | points << 8 */
    uint32_t *hits;                 /* the pairs that touch or hit, in order (slack) */
} hail_convex_rects;

/* Two kernels: `touch_convex_rects` where the shapes are, `sweep_convex_rects` on their way. Writes the answers of the
 * `count` pairs that `pairs` lists (a list); answers of other pairs stay. They are those of polygon_polygon and
 * polygon_polygon_sweep, in which the shape is A. Returns how many hit. */
typedef uint32_t hail_convex_rects_fn(const hail_convex_rects *job, const uint32_t *pairs, uint32_t count);

/* The reference's sweep judges pairs that need the fallback for every variant. */
hail_convex_rects_fn hail_kernel_sweep_convex_rects_reference;

/* Thresholds of what is exposed. */
#define HAIL_EDGE_SLACK      0.01f /* px: a point this close to the border of two pixels belongs to both */
#define HAIL_STRAIGHT        1e-5f /* a smaller component of a normal counts as 0 */
#define HAIL_NEARLY_STRAIGHT 0.1f  /* what rounding may make of a straight normal at a rounded corner */

#define HAIL_CORNER_FAR 0.125f /* px, from a box's middle: a corner there is surely the one that it seems to be */

enum { HAIL_IS_BURIED, HAIL_IS_EXPOSED, HAIL_IS_EXIT, HAIL_IS_UNSURE };

/* Contacts of shapes with boxes: columns by pair. The kernel expose_boxes is for upright shapes (circles; rounded boxes
 * that are not rotated), expose_convexes for any. */
typedef struct hail_exposures {
    const float *x, *y;           /* px: the box's centre, from where the shape starts */
    const float *wide, *high;     /* px: the box's sides, whole numbers from 1 to 32 */
    const float *core_x, *core_y; /* px: half the sides of the shape's core; 0: a circle */
    const float *radius;          /* px: the shape's rounding */
    const float *dx, *dy;         /* the shape's way */
    const float *t;
    const uint32_t *open[4]; /* left, top, right, bottom: bit i: pixel i in front of the side is open, from its left or
                                top end */
    float inset;             /* px: by how much each end of the shape's sides is shortened for exits */
    float *normal_x, *normal_y, *depth; /* of the contact, normal into the box; changed. Depths below 0: no contact */
    uint32_t *how;                      /* HAIL_IS_... */
    /* expose_convexes, which reads no core, radius, way or inset: */
    const float *at_x, *at_y;                /* px: the contact's point, from where the shape starts */
    const uint32_t *features, *mover, *cell; /* as in hail_convex_rects and hail_rect_pairs */
    uint32_t first_corner;                   /* the shape's features from this one on are corners */
    uint32_t special; /* bits: kinds of tiles that are not for here; nor is what lies outside the map */
    uint32_t *more;   /* pairs in order (slack): it is not sure, or the shape starts in a side that is buried */
} hail_exposures;

/* Decides which of `count` contacts are exposed, and straightens their normals. One with t = 0 that is not exposed
 * becomes an exit, if there is one: the way out through the exposed side that the shape overlaps least. Pairs without
 * a contact may hold anything, and then get anything. */
typedef void hail_expose_boxes_fn(const hail_exposures *job, uint32_t count);

/* Decides which of `count` contacts, as far as they are HAIL_IS_UNSURE, are surely exposed or buried: a straight
 * normal's side is open from end to end, or nowhere; a slanted one's corner is open or not. The others stay as they
 * are. Returns how many are listed in `more`. */
typedef uint32_t hail_expose_convexes_fn(const hail_exposures *job, uint32_t count);

/* The contacts of upright shapes with boxes, as the caller gets them: columns by pair, as in hail_circle_boxes and
 * hail_exposures. */
enum { HAIL_TILE_ROW = 16 /* words of a hail_contact */ };

typedef struct hail_tile_contacts {
    const float *x, *y, *wide, *high, *core_x, *core_y, *radius, *normal_x, *normal_y, *at_x, *at_y, *depth;
    const float *dx, *dy, *t; /* sweeps: else not read, t is 0 */
    const uint32_t *how;
    const uint32_t *mover; /* the tile's kind << 8; lower bits do not count */
    const uint32_t *cell;
    bool swept;                    /* contacts have one point */
    uint32_t header;               /* word 4 of rows with one point */
    const uint32_t *pair;          /* by row: which pair it is of, in any order */
    const uint32_t *edge, *corner; /* by row: four features of the shape, the first in the lowest 8 bits: of its left,
                                      top, right, bottom; of corners, number 1 and 3 right, 2 and 3 at the bottom */
    const uint32_t *body;         /* by row: where its body is in the next; NULL: points are relative to where the shape
                                     starts, and a is {0, 0} */
    const float *body_x, *body_y; /* px: are added to points */
    const uint32_t *handle;       /* a, 2 words each; NULL: {body, 0} */
    uint32_t *rows;               /* HAIL_TILE_ROW words each; b is {0, 0} */
} hail_tile_contacts;

/* Writes `count` rows of pairs that have a contact. */
typedef void hail_tile_contacts_fn(const hail_tile_contacts *job, uint32_t count);

enum { HAIL_SLIDE_WORDS = 16 /* of a hail_slide */ };

/* Slides that meet nothing: the whole way. Its sum is that of all slides, from the map's corner. */
typedef struct hail_free_slides {
    const float *x, *y, *dx, *dy; /* px; dx, dy: NULL: 0 */
    float corner_x, corner_y;     /* px: the map's corner */
    uint32_t *slides;             /* rows of HAIL_SLIDE_WORDS */
} hail_free_slides;

/* Writes the slides of shapes [begin, end). */
typedef void hail_free_slides_fn(const hail_free_slides *job, uint32_t begin, uint32_t end);

/* ---- Rays ------------------------------------------------------------------------------------------------------ */

/* The t that a pixel takes along an axis in which a ray does not move: so it never passes a boundary there. */
#define HAIL_RAY_NEVER 3.0e38f

enum { HAIL_HIT_WORDS = 12 }; /* a hit's row: the 48 bytes of hail_ray_hit */

/* Answers by ray; NULL: not asked for. What a ray that misses has is as in hail_ray_answers. */
typedef struct hail_march_answers {
    float *distance;
    uint8_t *hit;
    uint32_t *pixel_x, *pixel_y, *cell;
    float *normal_x, *normal_y;
} hail_march_answers;

typedef struct hail_march_job {
    hail_tile_view view;
    const float *x, *y, *dx, *dy;
    const float *length;               /* or NULL */
    uint32_t *rows;                    /* HAIL_HIT_WORDS each, by ray */
    const hail_march_answers *answers; /* of `march` only: instead of rows; then `found` is NULL. Or NULL */
    uint32_t *found; /* NULL, or: only rows of hits are written, and their rays are listed here, in any order */
} hail_march_job;

/* Casts rays [begin, end). Two kernels: `march` looks at every pixel that a ray passes, `bresenham` at those of
 * Bresenham's line. Returns how many are listed in `found`. */
typedef uint32_t hail_march_fn(const hail_march_job *job, uint32_t begin, uint32_t end);

#endif
