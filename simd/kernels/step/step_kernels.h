/* simd/kernels/step/step_kernels.h - signatures of the kernels that move bodies, check columns and sort into cells. */
#ifndef HAIL_SIMD_KERNELS_STEP_STEP_KERNELS_H
#define HAIL_SIMD_KERNELS_STEP_STEP_KERNELS_H

#include "kernels/broad/broad_kernels.h"
#include "kernels/kernel_types.h"

/* ---- Move (docs/arithmetic.md, "Move") ------------------------------------------------------------------------- */

enum { HAIL_FLAG_SHIFT = 28, HAIL_NOTE_NOT_FINITE = 1, HAIL_NOTE_KILLED = 2, HAIL_NOTE_EXPIRED = 4 };

/* What happens to bodies at the bounds. */
enum { HAIL_MOVE_OPEN, HAIL_MOVE_KILL, HAIL_MOVE_WRAP };

/* Seconds. A life of this or more never ends and is not counted down. */
#define HAIL_LIFE_FOREVER 3.0e38f

typedef struct hail_move_job {
    float *x, *y;         /* in and out */
    const float *vx, *vy; /* NULL: a caller-moved layer */
    float *dx, *dy;       /* receive v * dt, or NULL; NULL if vx is */
    float *life;          /* in and out, or NULL */
    const float *radius;  /* NULL: uniform_radius; read for kill only */
    float uniform_radius;
    float dt;
    uint32_t bounds; /* HAIL_MOVE_OPEN, _KILL or _WRAP */
    float min_x, min_y, max_x, max_y;
} hail_move_job;

/* Moves the range and lists the flagged bodies: index | reasons << HAIL_FLAG_SHIFT (slack). */
typedef uint32_t hail_move_fn(const hail_move_job *job, uint32_t begin, uint32_t end, uint32_t *flagged);

/* ---- Checks ---------------------------------------------------------------------------------------------------- */

/* A rotation is a unit vector if cos * cos + sin * sin differs from 1 by at most this. That allows a length that is off
 * by 1e-4, and the rounding of the square. */
#define HAIL_UNIT_ERROR 2.1e-4f

/* Lists the bodies whose cos and sin are not a unit vector or whose scale lies outside [0, max_scale] (slack). scale
 * may be NULL, and so may cos and sin together. */
typedef uint32_t hail_check_fn(const float *cos, const float *sin, const float *scale, float max_scale, uint32_t begin,
                               uint32_t end, uint32_t *flagged);

/* Lists the bodies whose x or y is not finite (slack). */
typedef uint32_t hail_check_finite_fn(const float *x, const float *y, uint32_t begin, uint32_t end, uint32_t *flagged);

/* Whether any value lies outside [min, max] or is NaN. */
typedef bool hail_outside_fn(const float *values, size_t count, float min, float max);

/* Whether any cos and sin are not a unit vector. */
typedef bool hail_not_unit_fn(const float *cos, const float *sin, size_t count);

/* Whether any index is `limit` or more. */
typedef bool hail_index_over_fn(const uint32_t *index, size_t count, uint32_t limit);

/* ---- Columns and cells ----------------------------------------------------------------------------------------- */

/* radius[i] = template_radius[shape[i]] * scale[i]. scale may be NULL: 1. */
typedef void hail_radii_fn(const float *template_radius, const uint32_t *shape, const float *scale, float *radius,
                           uint32_t begin, uint32_t end);

/* Writes each body's cell, and lists in `large` (slack) the bodies whose radius is more than small_limit; their cell is
 * `trash`. radius NULL: all bodies are small. */
typedef uint32_t hail_cells_fn(const hail_grid_layout *map, const float *x, const float *y, const float *radius,
                               float small_limit, uint32_t trash, uint32_t *cell, uint32_t *large, uint32_t begin,
                               uint32_t end);

/* to[i] = from[order[i]] */
typedef void hail_gather_fn(const uint32_t *from, const uint32_t *order, uint32_t *to, uint32_t begin, uint32_t end);

/* values[i] = values[0] + ... + values[i], for i below count. */
typedef void hail_sums_fn(uint32_t *values, uint32_t count);

/* starts[i] = counts[0] + ... + counts[i - 1], for i below count. Reads `counts` as whole vectors (slack). Both may
 * share memory if counts begins 3 * count bytes after starts, or later: each count is read before a start is written
 * there. */
typedef void hail_starts_fn(const uint8_t *counts, uint32_t *starts, uint32_t count);

/* to[i] += from[index[i]], for i below count. */
typedef void hail_add_gathered_fn(const uint32_t *from, const uint32_t *index, uint32_t *to, uint32_t count);

/* Lists every i below count with starts[i + 1] - starts[i] > 1 (slack). */
typedef uint32_t hail_dense_fn(const uint32_t *starts, uint32_t count, uint32_t *dense);

/* ---- Few circles ----------------------------------------------------------------------------------------------- */

/* How many pairs may touch at most. They are sorted by insertion. */
enum { HAIL_FEW_TOUCHING = 32 };

/* Circles that collide with others, or with each other. */
typedef struct hail_few_circles_job {
    hail_stream_view first, second;
    uint32_t first_count, second_count;
    const uint32_t *first_handle, *second_handle; /* slot, generation */
    hail_filter filter;
    hail_orientation orientation;
    bool self;       /* both views are of the same bodies: each pair counts once; orientation HAIL_LOWER_SLOT_IS_A */
    bool manifold;   /* as in hail_narrow_job */
    uint32_t header; /* as in hail_narrow_job */
    float *rows;     /* HAIL_FEW_TOUCHING contacts */
} hail_few_circles_job;

/* Writes the contacts of all circles that touch and may collide, by slot of a, then of b, and returns how many there
 * are: what pairs_all, orient and circle_circle find together. HAIL_FEW_TOUCHING + 1: too many touch (whether they may
 * collide or not), and the rows have no meaning. */
typedef uint32_t hail_few_circles_fn(const hail_few_circles_job *job);

/* ---- Parts of compounds ---------------------------------------------------------------------------------------- */

/* Sets bit q of near[p], for `count` (at most 32) circles and `parts` template rows in one frame, if circle q may touch
 * part p: if it is not beyond any of its edges (of a circle, if it touches it). Other bits are 0. x, y, radius: slack.
 */
typedef void hail_near_parts_fn(const float *rows, uint32_t parts, const float *x, const float *y, const float *radius,
                                uint32_t count, uint32_t *near);

#endif
