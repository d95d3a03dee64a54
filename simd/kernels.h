/* simd/kernels.h - every kernel's signature, once, and the table that each variant fills.
 *
 * Kernels see pointers and counts, never the world. Ranges are [begin, end), so that work can be split anywhere without
 * changing a bit. Where an output array is said to have slack, a kernel may write up to HAIL_SLACK elements past the
 * last one that counts. */
#ifndef HAIL_SIMD_KERNELS_H
#define HAIL_SIMD_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HAIL_SLACK = 16,           /* elements: the widest lane type */
    HAIL_TEMPLATE_WORDS = 128, /* a shape template's row: see the offsets below */
    HAIL_ROW_WORDS = 16,       /* a contact's row: the 64 bytes of hail_contact as words */
    HAIL_SHORT_WORDS = 8       /* a gap's or prediction's row: the 32 bytes of hail_gap, hail_prediction */
};

/* A shape template as floats (docs/arithmetic.md, "Cores"): n edges and vertices, padded to 8 by repeating the first,
 * so that the first of equal separations is never a padded one. Once by columns, for searches over all edges; once by
 * edges, for what follows when one is found. A circle has the row's COUNT 1, its radius as ROUNDING and RADIUS, and
 * zeros besides.
 */
enum {
    HAIL_TEMPLATE_NX = 0, /* outward unit normals */
    HAIL_TEMPLATE_NY = 8,
    HAIL_TEMPLATE_VX = 16, /* vertices; edge i starts at vertex i */
    HAIL_TEMPLATE_VY = 24,
    HAIL_TEMPLATE_OFFSET = 32, /* normal . vertex */
    HAIL_TEMPLATE_COUNT = 40,  /* integer bits: vertices of the core, 1 to 8 */
    HAIL_TEMPLATE_ROUNDING = 41,
    HAIL_TEMPLATE_RADIUS = 42, /* of the circle about the origin that holds the shape */
    HAIL_TEMPLATE_CENTRE_X = 43,
    HAIL_TEMPLATE_CENTRE_Y = 44,
    HAIL_TEMPLATE_FLATNESS = 45, /* of its flattest corner; 1 or more */
    HAIL_TEMPLATE_EDGES = 48,    /* 8 edges of 8 words: nx, ny, offset, x1, y1, x2, y2, features (integer bits): */
    HAIL_TEMPLATE_FEATURES = 7   /*     edge | first corner << 8 | second corner << 16, numbered as they were given */
};

/* ---- Move (docs/arithmetic.md, "Move") ------------------------------------------------------------------------- */

enum { HAIL_ATTENTION_SHIFT = 28, HAIL_NOTE_NOT_FINITE = 1, HAIL_NOTE_KILLED = 2, HAIL_NOTE_EXPIRED = 4 };

typedef struct hail_move_job {
    float *x, *y;         /* in and out */
    const float *vx, *vy; /* NULL: the caller moves */
    float *dx, *dy;       /* NULL, or: v * dt is noted here (not with vx NULL) */
    float *life;          /* in and out, or NULL */
    const float *radius;  /* or NULL: uniform_radius for all; used by kill only */
    float uniform_radius;
    float dt;
    uint32_t bounds; /* 0 open, 1 kill, 2 wrap */
    float min_x, min_y, max_x, max_y;
} hail_move_job;

/* Notes which bodies of the range need attention: index | reasons << HAIL_ATTENTION_SHIFT, in order of index (slack).
 */
typedef uint32_t hail_move_fn(const hail_move_job *job, uint32_t begin, uint32_t end, uint32_t *attention);

/* A rotation is a unit vector if cos * cos + sin * sin lies within this of 1: its length is off by at most 1e-4, and
 * the square's rounding is allowed for. */
#define HAIL_UNIT_ERROR 2.1e-4f

/* Lists the bodies whose cos and sin are not a unit vector or whose scale lies outside [0, max_scale] (scale may be
 * NULL, cos and sin together): the index, in order (slack). */
typedef uint32_t hail_check_fn(const float *cos, const float *sin, const float *scale, float max_scale, uint32_t begin,
                               uint32_t end, uint32_t *attention);

/* Lists the bodies whose x or y is not finite: the index, in order (slack). */
typedef uint32_t hail_check_finite_fn(const float *x, const float *y, uint32_t begin, uint32_t end,
                                      uint32_t *attention);

/* Whether some value lies outside [least, most] (NaN does); whether some cos and sin are not a unit vector; whether
 * some index is `limit` or more. */
typedef bool hail_outside_fn(const float *values, size_t count, float least, float most);
typedef bool hail_not_unit_fn(const float *cos, const float *sin, size_t count);
typedef bool hail_index_over_fn(const uint32_t *index, size_t count, uint32_t limit);

/* radius[i] = template_radius[shape[i]] * scale[i] (scale may be NULL). */
typedef void hail_radii_fn(const float *template_radius, const uint32_t *shape, const float *scale, float *radius,
                           uint32_t begin, uint32_t end);

/* ---- Bin ------------------------------------------------------------------------------------------------------- */

/* A point's cell: column = trunc(clamp((x - min_x) * inverse, 0, last_column)) + pad, row likewise, cell = row * stride
 * + column. All cells fit in 24 bits, so that floats hold them exactly. */
typedef struct hail_grid_layout {
    float min_x, min_y, inverse;
    float last_column, last_row; /* clamp */
    float pad;                   /* empty cells before the first */
    float stride;
} hail_grid_layout;

/* cell[i]; bodies whose radius (may be NULL: uniform and small) is more than `cut` get `trash` and are listed in
 * `large`, in order of index (slack); returns how many. */
typedef uint32_t hail_cells_fn(const hail_grid_layout *map, const float *x, const float *y, const float *radius,
                               float small_limit, uint32_t trash, uint32_t *cell, uint32_t *large, uint32_t begin,
                               uint32_t end);

/* to[i] = from[order[i]] */
typedef void hail_gather_fn(const uint32_t *from, const uint32_t *order, uint32_t *to, uint32_t begin, uint32_t end);

/* values[i] = values[0] + ... + values[i], for i below count. */
typedef void hail_sums_fn(uint32_t *values, uint32_t count);

/* to[i] += from[index[i]] */
typedef void hail_add_gathered_fn(const uint32_t *from, const uint32_t *index, uint32_t *to, uint32_t count);

/* Lists every i below count with starts[i + 1] - starts[i] > 1, in order (slack); returns how many. */
typedef uint32_t hail_crowded_fn(const uint32_t *starts, uint32_t count, uint32_t *crowded);

/* ---- Pairs ------------------------------------------------------------------------------------------------------ *
 * Finders list pairs whose bounding circles touch: with s = (r + r') * slack, dx*dx + dy*dy <= s*s. Their order of
 * listing is free. */

/* Bodies in the order of a grid's cells. */
typedef struct hail_grid_view {
    hail_grid_layout map; /* with a border of empty cells */
    const float *x, *y;   /* by position, slack readable */
    const float *radius;  /* NULL: uniform_radius */
    float uniform_radius;
    const uint32_t *start; /* by cell: the first position of it or of a later one; 2 more than there are cells */
    uint32_t count;        /* positions */
} hail_grid_view;

/* Bodies that stream past, by index. */
typedef struct hail_stream_view {
    const float *x, *y;
    const float *radius; /* NULL: uniform_radius */
    float uniform_radius;
} hail_stream_view;

/* Where a finder stopped because its output was full; zeroed (with body = begin) to start. */
typedef struct hail_cursor {
    uint32_t body, run, step;
} hail_cursor;

/* All pairs within a grid whose cell is at least the largest diameter, as positions, first below second: own cell and
 * the four cells after it. Works on cursor->body up to `end`; fills first and second (slack) up to at least capacity -
 * HAIL_SLACK unless done (cursor->body >= end). capacity is at least HAIL_SLACK. */
typedef uint32_t hail_pairs_self_fn(const hail_grid_view *grid, float slack, hail_cursor *cursor, uint32_t end,
                                    uint32_t *first, uint32_t *second, uint32_t capacity);

/* All pairs of streaming bodies (radius at most `cut`) with a grid's bodies, where a cell is at least the largest sum
 * of radii: index, position. */
typedef uint32_t hail_pairs_cross_fn(const hail_grid_view *grid, const hail_stream_view *stream, float small_limit,
                                     float slack, hail_cursor *cursor, uint32_t end, uint32_t *first, uint32_t *second,
                                     uint32_t capacity);

/* A body listed in the cells of a raster. 16 bytes. */
typedef struct hail_target {
    float x, y, radius;
    uint32_t index;
} hail_target;

/* Targets drawn into a bit set (of finer cells) and listed in every cell that they reach. Neither map has a border. */
typedef struct hail_raster_view {
    hail_grid_layout fine, coarse;
    const uint32_t *bits;       /* by fine cell, 32 a word */
    const uint32_t *start;      /* by coarse cell; 1 more than there are cells */
    const hail_target *targets; /* listed cell by cell; one more readable at the end */
} hail_raster_view;

/* Where up to HAIL_DISC_BLOCK targets are drawn and listed: a disc reaches no further than a coarse cell's width, so it
 * spans at most 3 coarse columns and rows and HAIL_DISC_ROWS fine rows. */
enum { HAIL_DISC_BLOCK = 64, HAIL_DISC_ROWS = 10 };

typedef struct hail_discs {
    uint32_t corner[HAIL_DISC_BLOCK]; /* coarse cell of the span's first column and row */
    uint32_t columns[HAIL_DISC_BLOCK], rows[HAIL_DISC_BLOCK];
    uint32_t fine_rows[HAIL_DISC_BLOCK];            /* rows of the fine map that the disc may touch */
    uint32_t from[HAIL_DISC_ROWS][HAIL_DISC_BLOCK]; /* the first bit of each of them, and the last */
    uint32_t to[HAIL_DISC_ROWS][HAIL_DISC_BLOCK];
} hail_discs;

/* A fine row's span is the disc's width at the row's nearest line, and HAIL_DISC_MARGIN of a cell more, which is many
 * times the rounding of a column's number. The outermost rows have no outer line: bodies beyond the map lie there too.
 * Rows past fine_rows hold nothing of use. */
#define HAIL_DISC_MARGIN 0.05f
typedef void hail_rasterize_fn(const hail_grid_layout *fine, const hail_grid_layout *coarse, const float *x,
                               const float *y, const float *reach, uint32_t count, hail_discs *discs);

/* Survivors of a raster's bit set: bodies that lie on a set bit. Arrays of end - begin elements (slack). */
typedef struct hail_survivors {
    uint32_t *index;
    float *x, *y, *radius; /* radius is not written for a stream of uniform radius */
} hail_survivors;

typedef uint32_t hail_cull_fn(const hail_raster_view *raster, const hail_stream_view *stream, uint32_t begin,
                              uint32_t end, const hail_survivors *survivors);

/* Who may meet whom past a raster, so that no pair is found twice. r streams, R is a target. */
typedef enum hail_size_filter {
    HAIL_SIZE_SMALL,   /* r <= max(cut, R) */
    HAIL_SIZE_SMALLER, /* r <= cut or r < R */
    HAIL_SIZE_SELF     /* r < R, or r == R and the index is lower: one layer with itself */
} hail_size_filter;

/* Pairs of survivors with the targets of their cell: stream index, target's index. */
typedef uint32_t hail_pairs_raster_fn(const hail_raster_view *raster, const hail_survivors *survivors,
                                      float uniform_radius, bool uniform, float small_limit,
                                      hail_size_filter size_filter, float slack, hail_cursor *cursor, uint32_t end,
                                      uint32_t *first, uint32_t *second, uint32_t capacity);

/* ---- Paths ------------------------------------------------------------------------------------------------------ *
 * Swept rules: a body that streams past is cut into pieces of its path, each of which goes through the sieve and the
 * raster as a circle; a pair that several pieces find is kept by one of them alone. */

/* Bodies with the way they came: from (x - dx, y - dy) to (x, y). */
typedef struct hail_path_view {
    const float *x, *y;
    const float *dx, *dy; /* NULL: at rest */
    const float *radius;  /* NULL: uniform_radius */
    float uniform_radius;
} hail_path_view;

typedef struct hail_pieces_job {
    hail_path_view path;
    float longest; /* px: of a piece */
    float inflate_rel,
        inflate_abs; /* what is looked for: radius * swell + blur * (|x| + |y| + |dx| + |dy|) about the path */
    float min_x, min_y, max_x,
        max_y; /* where anything can be met; what of a path lies further off than that is cut away */
} hail_pieces_job;

/* Arrays with slack. Piece `number` of body is the number-th of equal parts of its path between two fractions. */
typedef struct hail_pieces {
    uint32_t *body, *number;
    float *x, *y, *radius; /* a circle that holds the piece, the body's own radius included */
    float *from;           /* the fraction of the whole path at which piece 0 starts */
    float *rate;           /* pieces per unit of that fraction; 0: there is only one */
    float *last;           /* the number of its body's last piece, as a float */
} hail_pieces;

/* Works on cursor->body up to `end`, fills up to at least capacity - HAIL_SLACK unless done; returns how many. Bodies
 * further from the origin or displaced by more than `bound` have none. */
typedef uint32_t hail_path_pieces_fn(const hail_pieces_job *job, float bound, hail_cursor *cursor, uint32_t end,
                                     const hail_pieces *pieces, uint32_t capacity);

typedef struct hail_path_filter_job {
    hail_path_view stream, target;
    hail_pieces pieces;
    hail_size_filter size_filter; /* by the bodies' own radii: r streams, R is a target */
    float small_limit;
    float slack, inflate_abs; /* on the sum of two radii; times the sum of how far they start and go from each other */
} hail_path_filter_job;

/* Of found pairs (piece, index of a target) keeps those whose bounding circles touch at some time of the step, that may
 * meet, and whose piece holds the moment at which they are nearest: as (body, index of a target), in place, in their
 * order (slack). */
typedef uint32_t hail_filter_paths_fn(const hail_path_filter_job *job, uint32_t *first, uint32_t *second,
                                      uint32_t count);

/* ---- Narrow ---------------------------------------------------------------------------------------------------- */

typedef enum hail_orientation { HAIL_FIRST_IS_A, HAIL_SECOND_IS_A, HAIL_LOWER_SLOT_IS_A } hail_orientation;

typedef struct hail_orient_job {
    const uint32_t *first_order, *second_order;   /* position to index; NULL: an index already */
    const uint32_t *first_handle, *second_handle; /* by index: slot, generation */
    const uint32_t *first_group,
        *second_group; /* by index; both or neither NULL. The same group other than 0 is dropped */
    hail_orientation orientation;
    bool windowed; /* keep only a_min <= slot of a <= a_max and the same for b */
    uint32_t a_min, a_max, b_min, b_max;
} hail_orient_job;

/* What becomes of a pair: indices into the rule's two layers, and slots. All with slack. */
typedef struct hail_oriented {
    uint32_t *a, *b, *slot_a, *slot_b;
} hail_oriented;

/* Turns found pairs into oriented ones; keeps their order; returns how many stay. */
typedef uint32_t hail_orient_fn(const hail_orient_job *job, const uint32_t *first, const uint32_t *second,
                                uint32_t count, const hail_oriented *out);

/* One side of a batch of pairs. */
typedef struct hail_side {
    const float *x, *y;
    const float *dx, *dy; /* sweeps and predictions: displacement; NULL: 0 */
    const float
        *radius; /* circles: by index; NULL: uniform_radius, or if that is negative the template's rounding * scale */
    float uniform_radius;
    const float *cos, *sin, *scale; /* NULL: 1, 0, 1 */
    const uint32_t *shape;          /* NULL: row 0 for all */
    const uint32_t *handle;         /* slot, generation; NULL, on both sides: the index, 0 */
} hail_side;

typedef struct hail_narrow_job {
    hail_side one, two;            /* two circles or two polygons: a and b; circle_polygon: the circle and the other */
    const float *templates;        /* rows of HAIL_TEMPLATE_WORDS by shape */
    uint32_t edges_one, edges_two; /* no core of that side has more; 8 is always right */
    uint32_t header; /* word 4 of a touching pair's row: kind, count 1, layer a, layer b; a miss has 0 there */
    bool rounded;    /* false: no core with edges has a rounding */
    bool two_is_a;   /* circle_polygon: the polygon is the contact's a */
    bool manifold;   /* false: no normal, points, depths, features, and the header's count as given */
    bool from_end;   /* sweeps: x and y are where bodies end, not where they start */
    float *rows;     /* HAIL_ROW_WORDS each (contacts), or HAIL_SHORT_WORDS (gaps, predictions) */
} hail_narrow_job;

/* Pair i, of bodies one[i] and two[i], becomes the row place[i]. Returns how many touch. A contact of two points has 1
 * more in its header's count. What a row of a pair that does not touch holds besides its handles and word 4 is free.
 * (Gaps and predictions are always written whole; their return value is 0.) */
typedef uint32_t hail_narrow_fn(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                const uint32_t *place, uint32_t count);

/* ---- Tiles (docs/arithmetic.md, "Rays") -------------------------------------------------------------------------- *
 * A map's cells lie row by row with a border of one cell around them. A cell is a word: a tile's number, its kind, and
 * how it is turned (Tiled's three flags). Number 0 is nothing, and in the border what is outside. */

enum {
    HAIL_CELL_NUMBER = 0x007fffff, /* which tile of the set; or, where HAIL_CELL_OWN is set, of the map's own masks */
    HAIL_CELL_OWN = 0x00800000,
    HAIL_CELL_KIND_SHIFT = 24, /* 5 bits */
    HAIL_CELL_DIAGONAL = 0x20000000,
    HAIL_CELL_FLIP_Y = 0x40000000,
    HAIL_FIELD_FAR = 15, /* px or cells: no wider square is noted */
    HAIL_KNOWN_RARE = 0x3ff
};

typedef struct hail_tile_view {
    /* By cell, border included, 8 x 4 of them after the other, blocks row by row. Of an empty one four times 4 bits:
     * the width of the square of empty cells that begins with it and lies to the left and above, to the right and
     * above, to the left and below, to the right and below; at most HAIL_FIELD_FAR. Of the others, border included, the
     * last 4 bits are 0, and before them stands the place of its word in the palette, or HAIL_KNOWN_RARE. 1 more
     * readable. */
    const uint16_t *known;
    uint32_t blocks; /* a row of them */
    const uint32_t *palette;
    /* Words, row by row, border included. */
    const uint32_t *cells;
    /* By tile and pixel: likewise squares of open pixels, as if all were open beyond the tile; 0: it is solid. 1 more
     * readable. */
    const uint16_t *fields, *own_fields;
    uint32_t columns, rows;
    uint32_t width, height; /* px: of a tile; no side of the map is longer than 2^22 */
    float x, y;             /* px: the map's corner */
    uint32_t kinds;         /* bits: what is solid */
    bool turned;            /* some cell is */
    bool outside_solid;     /* to these kinds */
    uint32_t outside_kind;
} hail_tile_view;

/* solid[i] = 1 or 0 */
typedef void hail_solid_points_fn(const hail_tile_view *view, const float *x, const float *y, size_t count,
                                  uint8_t *solid);

/* Lists, in order (slack), every i whose way from (x - dx, y - dy) to (x, y) may meet something: all but those that end
 * in a cell with nothing but empty ones around it and went less than a cell. Returns how many. */
typedef uint32_t hail_near_solid_fn(const hail_tile_view *view, const float *x, const float *y, const float *dx,
                                    const float *dy, uint32_t count, uint32_t *wary);

enum { HAIL_HIT_WORDS = 12 }; /* a hit's row: the 48 bytes of hail_ray_hit */

typedef struct hail_march_job {
    hail_tile_view view;
    const float *x, *y, *dx, *dy;
    const float *length; /* or NULL */
    uint32_t *rows;      /* HAIL_HIT_WORDS each, by ray */
    uint32_t *found;     /* NULL, or: only rows of hits are written, and their rays are listed here, in any order */
} hail_march_job;

/* Rays [begin, end). Two kernels: every pixel that is passed, and Bresenham's line. Returns how many are listed. */
typedef uint32_t hail_march_fn(const hail_march_job *job, uint32_t begin, uint32_t end);

/* ---- Sprites (docs/arithmetic.md, "Sprites") --------------------------------------------------------------------- */

/* Where a run of vertices begins, and how many they are; 0: there are none. Behind the last they begin again, for 3 or
 * more, up to a multiple of HAIL_SLACK. */
typedef struct hail_vertex_run {
    uint32_t first, count;
} hail_vertex_run;

/* A direction (a, b) lies in one of 32 sectors: a < 0 is 16, b < 0 is 8, |b| > |a| is 4, and of the lesser over the
 * greater part the number of tangents below that it exceeds. The opposite one has other signs. */
enum { HAIL_DIRECTIONS = 32, HAIL_OPPOSITE = 24, HAIL_ARC = 4 };
#define HAIL_ARC_LONG  UINT32_MAX
#define HAIL_TANGENT_1 0.198912367f /* of 11.25, 22.5 and 33.75 degrees */
#define HAIL_TANGENT_2 0.414213562f
#define HAIL_TANGENT_3 0.668178638f

typedef struct hail_boxes_job {
    const float *u, *v;          /* vertices of convex polygons that turn from +x towards +y */
    const hail_vertex_run *runs; /* by sprite */
    const uint32_t *arcs;   /* NULL, or HAIL_DIRECTIONS by sprite: the first of HAIL_ARC vertices that hold the furthest
                               one   in every direction of the sector; HAIL_ARC_LONG: they are more, or none */
    const uint32_t *sprite; /* by instance, as all that follows; NULL: 0 */
    const float *x, *y;
    const float *cos, *sin;         /* NULL: 1, 0 */
    const float *scale_x, *scale_y; /* NULL: 1; scale_y alone: as scale_x */
    float tiny;                     /* what of a scale is nearer to 0 is 0 */
    float nowhere;                  /* what minima are of no vertices; maxima are its negative */
    float *boxes;                   /* 4 each: min x, min y, max x, max y */
} hail_boxes_job;

typedef void hail_boxes_fn(const hail_boxes_job *job, uint32_t begin, uint32_t end);

/* Opaque pixels, in columns left to right - 1, rows top to bottom - 1; twice. By rows: bit x % 32 of word x / 32 of a
 * row is pixel x; 2 words more readable behind the last. And as a frame, which is the bounds with a border of one open
 * pixel all around, by columns of words: bit x % 64 of columns[x / 64 * height + y] is pixel (x, y) of it, `height`
 * bottom - top + 2; HAIL_SLACK / 2 words more readable. */
typedef struct hail_mask {
    const uint32_t *rows;
    const uint64_t *columns;
    uint32_t stride; /* words from one row to the next, even */
    int32_t left, top, right, bottom;
} hail_mask;

/* A sprite to be laid over another: its origin, then left, top, right and bottom of its mask (0 of an empty one), all
 * px from the image's corner, and 2 zeros. */
enum { HAIL_FRAME_WORDS = 8 };

/* Instances; what may be NULL as in hail_boxes_job, origins if they are the sprites' own. */
typedef struct hail_sprite_side {
    const float *frames; /* by sprite */
    const uint32_t *sprite;
    const float *x, *y, *cos, *sin, *scale_x, *scale_y, *origin_x, *origin_y;
} hail_sprite_side;

typedef struct hail_relative_transform_job {
    hail_sprite_side a, b;
    const uint32_t *index_a, *index_b; /* instances by pair; NULL: the pair's number */
    float tiny;
} hail_relative_transform_job;

/* One sprite over another: 64 bytes. Not turned: a's pixel (i, j) lies on b's (i + shift_x, j + shift_y). Turned: the
 * centre of a's pixel (i, j) lies at (x + j*vx) + i*ux, (y + j*vy) + i*uy in b's frame. No pixel of a outside columns
 * left to right - 1 and rows top to bottom - 1 touches; they lie within a's mask, and not turned those that they lie on
 * within b's. */
typedef struct hail_overlap {
    float x, y, ux, uy, vx, vy;
    int32_t shift_x, shift_y;
    int32_t left, top, right, bottom;
    uint32_t a, b; /* sprites */
    uint32_t turned;
    uint32_t unused;
} hail_overlap;

/* Pairs [begin, end), to overlaps[0] and on. */
typedef void hail_relative_transform_fn(const hail_relative_transform_job *job, uint32_t begin, uint32_t end,
                                        hail_overlap *overlaps);

typedef enum hail_pixel_question { PIXELS_TOUCH, PIXELS_COUNT, PIXELS_ALL } hail_pixel_question;

/* Of a row the first and the last pixel that touches; first > last: none does. */
typedef struct hail_span {
    int16_t first, last;
} hail_span;

/* The pixels of a that touch b. PIXELS_TOUCH: only whether count is 0; PIXELS_COUNT: only count. */
typedef struct hail_pixel_sums {
    uint32_t count;
    int32_t first_x, first_y; /* of the first row the first */
    int32_t last_y;
    int32_t side_x, side_y; /* sides that they turn to open pixels of a: those to +x less those to -x, likewise y */
    int64_t sum_x, sum_y;   /* of their columns and rows */
} hail_pixel_sums;

typedef struct hail_overlap_job {
    const hail_mask *a, *b; /* by sprite */
    hail_pixel_question of;
    hail_span *spans; /* PIXELS_ALL, one pair at a time: by row of a, written from the first that touches to the last */
} hail_overlap_job;

/* Two kernels: each passes over pairs that are the other's, and leaves their tallies alone. */
typedef void hail_overlap_fn(const hail_overlap_job *job, const hail_overlap *overlaps, uint32_t count,
                             hail_pixel_sums *tallies);

/* ---- Points and polygons (docs/arithmetic.md, "Points") ---------------------------------------------------------- */

/* Edges in chains: entries start[c] to start[c + 1] - 1 are vertices one after the other, with an edge from each to the
 * next; of the last one only the vertex counts. Polygons of many edges come in parts, one after the other, and what is
 * found of a part is added to what was found before. Coordinates of points that are nearer to 0 than `tiny` are 0. */

/* A vertex with the edge from there. A point that is surely on one side of it has |e| of tolerance or more, where e =
 * (its x less x) - (its y less y) * slope. */
typedef struct hail_edge {
    float x, y;      /* px */
    float slope;     /* px of x by px of y; 0 of a level edge */
    float tolerance; /* px */
    int32_t up;      /* -1: the next vertex has a smaller y; otherwise 0 */
} hail_edge;

typedef struct hail_inside_job {
    const float *x, *y;
    float tiny;
    const hail_edge *edges;
    const uint32_t *start; /* chains + 1 */
    uint32_t chains;
    uint32_t *result, *doubt; /* by point; in and out */
} hail_inside_job;

/* Points [begin, end). Three kernels, which add to the result: whether the number of edges to the right is odd (the
 * result is 1, otherwise 0); how often they go round, edges of this part (integer, positive from +x towards +y);
 * quarter turns between quadrants (likewise). Only the first two may be given chains without their level edges. doubt
 * becomes 1 where an edge's side is not sure and counts. Returns whether it is 1 anywhere. */
typedef bool hail_inside_fn(const hail_inside_job *job, uint32_t begin, uint32_t end);

/* Points on the inner side of lines: (nx*x + ny*y) - offset is surely more than 0 if it is more than
 * ((|x| + |y|) + reach) * HAIL_LINE_TOLERANCE, and surely less if it is less than its negative. */
#define HAIL_LINE_TOLERANCE 0x5p-24f
typedef struct hail_half_plane {
    float nx, ny, offset;
} hail_half_plane;

typedef struct hail_half_planes_job {
    const float *x, *y;
    float tiny;
    const hail_half_plane *lines;
    uint32_t count;
    float reach;              /* px: |x| + |y| of a vertex, at most */
    uint32_t *result, *doubt; /* by point; in and out */
} hail_half_planes_job;

/* Points [begin, end). result becomes 1 where a point is surely outside of a line, doubt where that is not sure of the
 * one that it is nearest to being outside of. Returns whether that happened to any. */
typedef bool hail_half_planes_fn(const hail_half_planes_job *job, uint32_t begin, uint32_t end);

/* A vertex with the edge from there, for the nearest one. */
typedef struct hail_near_edge {
    float x, y, ex, ey; /* px: e is the edge; 0 if it is shorter than `tiny` in x and in y */
    float squared;      /* ex * ex + ey * ey */
    float inverse;      /* 1 / squared, or 0 */
    uint32_t number;
    uint32_t unused;
} hail_near_edge;

typedef struct hail_near_edge_job {
    const float *x, *y;
    float tiny;
    const hail_near_edge *edges;
    const uint32_t *start; /* chains + 1 */
    uint32_t chains;
    float *squared;   /* by point; in and out: the least so far */
    uint32_t *number; /* by point; in and out: whose that is */
} hail_near_edge_job;

/* Points [begin, end): which edge is nearest; of equal ones the first. */
typedef void hail_nearest_edge_fn(const hail_near_edge_job *job, uint32_t begin, uint32_t end);

typedef struct hail_segments_job {
    const float *x, *y;
    const float *x1, *y1, *x2, *y2;
    float tiny;
    const uint32_t *number; /* by point; NULL: its own */
    float *rows;            /* 4 words by point: x, y, squared distance, number (integer) */
} hail_segments_job;

/* Points [begin, end): the nearest place on each one's own segment. */
typedef void hail_nearest_point_fn(const hail_segments_job *job, uint32_t begin, uint32_t end);

/* ---- Sectors (docs/arithmetic.md, "Sectors") --------------------------------------------------------------------- *
 * Two grids over the walls of a map. Coarse cells list the walls that come near them, for who is near to a wall. Fine
 * cells list sides, for who is to the left of which. Near: by more than rounding can come to. */

/* Words of a side. It crosses the levels y with top <= y < bottom, at x + (y - top) * slope. Most are walls: those that
 * are not level, and have different sectors on both sides. Where walls cut a fine cell's right border, the pieces of
 * the border between them are sides, too. */
enum {
    HAIL_SIDE_TOP = 0,
    HAIL_SIDE_BOTTOM,
    HAIL_SIDE_X, /* of the upper end */
    HAIL_SIDE_SLOPE,
    HAIL_SIDE_WEST, /* integer: the sector to the left (-x) of it */
    HAIL_SIDE_WORDS
};

/* A fine cell is a word: the one sector that there is in it, or, with this bit (and without the highest one), where its
 * list begins in `sides`: two integers, and the sides one after the other. Of the sides that cross a point's level to
 * the right of it, the first says its sector; if there is none the list does. Two that are hardly apart cannot tell:
 * nobody knows there but the walls themselves. The grid's outermost cells have no lists; they speak for all outside. */
#define HAIL_LISTED UINT32_C(0x40000000)
enum {
    HAIL_LIST_EAST = 0, /* the sector where no side is to the right */
    HAIL_LIST_COUNT,    /* sides */
    HAIL_LIST_SIDES
};

enum { HAIL_BLOCK = 8 };

/* Words of a wall: from a, whichever end that is. They lie in blocks of HAIL_BLOCK, word after word: word f of wall k
 * is words[f * HAIL_BLOCK + k]. What a cell's last block does not use can never be met (it stops nobody and is of no
 * kind, and its words are finite), and a block more than there are is readable. */
enum {
    HAIL_WALL_X = 0, /* of a */
    HAIL_WALL_Y,
    HAIL_WALL_EX, /* b - a */
    HAIL_WALL_EY,
    HAIL_WALL_INVERSE, /* 1 / (ex * ex + ey * ey); 0 of a wall that is as good as a point */
    HAIL_WALL_STOPS,   /* integer: the bit of its kind if it stops; all bits if it has no sector on one side */
    HAIL_WALL_KIND,    /* integer: the bit of its kind */
    HAIL_WALL_ID,      /* integer */
    HAIL_WALL_BX,      /* of b */
    HAIL_WALL_BY,
    HAIL_WALL_WORDS
};

typedef struct hail_wall_cell {
    uint32_t first, count; /* block, walls */
    uint32_t stops;        /* of these: they come first */
} hail_wall_cell;

typedef struct hail_walls_view {
    hail_grid_layout map; /* of coarse cells: pad 0; a cell's number is row * columns + column */
    float max_x, max_y;   /* px: that grid's end; min_x, min_y are the map's */
    float cell;           /* px */
    uint32_t columns, rows;
    hail_grid_layout fine;            /* of fine cells: pad 0 */
    float tolerance;                  /* px: more than rounding can come to in where a side crosses a level */
    float tiny;                       /* px: points' coordinates nearer to 0 are 0 */
    const uint32_t *side_cells;       /* by fine cell */
    const float *sides;               /* lists; 4 words more are readable */
    const hail_wall_cell *wall_cells; /* by coarse cell */
    const float *walls;               /* blocks of HAIL_WALL_WORDS * HAIL_BLOCK words */
    uint32_t entries;                 /* of all coarse cells together */
} hail_walls_view;

/* sector[i] of point i, where that is sure; who is not sure is listed in `unsure`, in order of index (slack), and that
 * many are returned. Sure is who is further than `tolerance` from any crossing, and whose first side to the right is
 * more than twice that nearer than the next. */
typedef uint32_t hail_locate_fn(const hail_walls_view *view, const float *x, const float *y, uint32_t begin,
                                uint32_t end, uint32_t *sector, uint32_t *unsure);

/* The nearest walls of points: rows of 4 words, x, y, squared distance, wall (integer). Of equal squared distances the
 * lowest wall. None that is further than `reach` counts; then the row is 0, 0, nowhere, UINT32_MAX. */
typedef struct hail_near_job {
    const float *x, *y;
    bool portals;   /* walls count that do not stop, too */
    uint32_t kinds; /* walls count whose kind's bit is in here */
    float reach;    /* px; more than 1e30: any */
    float nowhere;
    float *rows;
} hail_near_job;
typedef void hail_nearest_wall_fn(const hail_walls_view *view, const hail_near_job *job, uint32_t begin, uint32_t end);

/* A disc on its way. */
typedef struct hail_disc {
    float x, y, dx, dy, radius;
    uint32_t stops; /* walls count that have one of these bits */
} hail_disc;

/* The first wall that it touches and moves into, all of them a few millionths of their length larger; of equal t the
 * lowest. t is 2 and the wall UINT32_MAX if there is none. */
typedef struct hail_wall_hit {
    float t;
    uint32_t wall;
} hail_wall_hit;
typedef void hail_wall_hit_fn(const hail_walls_view *view, const hail_disc *disc, hail_wall_hit *hit);

/* Lists walls, some of them several times, in any order, among them all that have one of a disc's bits and that it
 * comes near to on its way (no further than its radius). Works on the grid's rows from cursor->body on; fills up to at
 * least capacity - HAIL_BLOCK (slack) unless done (cursor->body is view->rows). capacity is at least HAIL_BLOCK. */
typedef uint32_t hail_near_walls_fn(const hail_walls_view *view, const hail_disc *disc, hail_cursor *cursor,
                                    uint32_t *walls, uint32_t capacity);

/* Who may come near a wall, in order of index (slack). A body's box is that of its way, from (x - dx, y - dy) to (x,
 * y), and (radius * swell + extra) + (|dx| + |dy|) * blur more on all sides. It is listed if its box touches the grid,
 * and lies in more than two columns or rows of it, or in a cell with walls that stop; but not if x, y, dx or dy is
 * beyond the bound. */
typedef struct hail_cull_walls_job {
    const float *x, *y;   /* where they are now, */
    const float *dx, *dy; /* and how they came there; NULL, together: at rest */
    const float *radius;  /* NULL: uniform_radius */
    float uniform_radius;
    float inflate_rel, extra, inflate_abs, bound;
} hail_cull_walls_job;
typedef uint32_t hail_cull_walls_fn(const hail_walls_view *view, const hail_cull_walls_job *job, uint32_t begin,
                                    uint32_t end, uint32_t *list);

/* ---- The table ------------------------------------------------------------------------------------------------- */

typedef struct hail_kernels {
    const char *name;
    uint32_t lanes;              /* 1 for the reference */
    uint32_t (*built_for)(void); /* the CPU features (simd/cpu.h) that this very code was compiled to use */
    hail_move_fn *move;
    hail_check_fn *check;
    hail_check_finite_fn *check_finite;
    hail_outside_fn *outside;
    hail_not_unit_fn *not_unit;
    hail_index_over_fn *index_over;
    hail_radii_fn *radii;
    hail_cells_fn *cells;
    hail_gather_fn *gather;
    hail_sums_fn *sums;
    hail_add_gathered_fn *add_gathered;
    hail_crowded_fn *crowded;
    hail_pairs_self_fn *pairs_self;
    hail_pairs_cross_fn *pairs_cross;
    hail_rasterize_fn *rasterize;
    hail_cull_fn *cull;
    hail_pairs_raster_fn *pairs_raster;
    hail_path_pieces_fn *path_pieces;
    hail_filter_paths_fn *filter_paths;
    hail_orient_fn *orient;
    hail_narrow_fn *circle_circle;
    hail_narrow_fn *circle_polygon;
    hail_narrow_fn *polygon_polygon;
    hail_narrow_fn *circle_circle_gap;
    hail_narrow_fn *circle_polygon_gap;
    hail_narrow_fn *polygon_polygon_gap;
    hail_narrow_fn *circle_circle_sweep;
    hail_narrow_fn *circle_polygon_sweep;
    hail_narrow_fn *polygon_polygon_sweep;
    hail_narrow_fn *polygon_polygon_predict;
    hail_solid_points_fn *solid_points;
    hail_near_solid_fn *near_solid;
    hail_march_fn *march;
    hail_march_fn *bresenham;
    hail_boxes_fn *boxes;
    hail_relative_transform_fn *relative_transform;
    hail_overlap_fn *overlap_shifted;
    hail_overlap_fn *overlap_turned;
    hail_inside_fn *crossings;
    hail_inside_fn *windings;
    hail_inside_fn *quadrants;
    hail_half_planes_fn *half_planes;
    hail_nearest_edge_fn *nearest_edge;
    hail_nearest_point_fn *nearest_point;
    hail_locate_fn *locate;
    hail_nearest_wall_fn *nearest_wall;
    hail_wall_hit_fn *wall_hit;
    hail_near_walls_fn *near_walls;
    hail_cull_walls_fn *cull_walls;
} hail_kernels;

#endif
