/* simd/kernels/queries/overlap_kernels.h - signatures of the kernels that answer queries: bodies near a box or a
 * circle, and their order. */
#ifndef HAIL_SIMD_KERNELS_QUERIES_OVERLAP_KERNELS_H
#define HAIL_SIMD_KERNELS_QUERIES_OVERLAP_KERNELS_H

#include "kernels/broad/broad_kernels.h"

/* ---- Zones ------------------------------------------------------------------------------------------------------- */

/* Zones by number: all points within `radius` of a box with sides along the axes. The box of a point or a circle has no
 * size. Numbers are finite, and min is not above max. */
typedef struct hail_zones {
    const float *min_x, *min_y, *max_x, *max_y; /* px */
    const float *radius;                        /* px; NULL: 0 */
} hail_zones;

/* Slabs by zone: all points (px, py) with |x*px + y*py - middle| <= half; (x, y) is about a unit vector. */
typedef struct hail_slabs {
    const float *x, *y;         /* NULL: there are none */
    const float *middle, *half; /* px; half may be infinite */
} hail_slabs;

typedef struct hail_zone_job {
    hail_grid_view grid;
    float reach;           /* px: no body of the grid has a larger radius */
    float slack;           /* a factor on the sum of two radii, 1 or more */
    const uint32_t *order; /* by position: what is listed for it */
    hail_zones zones;
    hail_slabs slabs; /* a body must lie within its zone's slab, widened by its radius * slack, too */
} hail_zone_job;

/* Cells are searched this much further than a body can reach, because the ends of the search are rounded: a share of
 * all numbers that go into them, and px. */
#define HAIL_ZONE_SHARE 0x1p-20f
#define HAIL_ZONE_SPARE 1.0e-15f

/* Lists the bodies that touch zones, for each zone in the order of their positions (docs/arithmetic.md, "Queries").
 * Works on zones from cursor->body to `end`, and is done when cursor->body >= end; until[zone] is the length of the
 * list when a zone was done. Before that it stops only when it has written more than capacity - HAIL_SLACK. capacity is
 * at least HAIL_SLACK; the list has slack. */
typedef uint32_t hail_find_in_zones_fn(const hail_zone_job *job, hail_cursor *cursor, uint32_t end, uint32_t *list,
                                       uint32_t *until, uint32_t capacity);

/* Lists the bodies that contain points [*first, end), as (point, what is listed for the body), in any order. The points
 * are zones without size or radius, slack is 1, and there are no slabs. Stops at point *first if there is no more room
 * for all that lies near the next points, or if too many bodies do. point and index have `capacity` elements. */
typedef uint32_t hail_find_at_points_fn(const hail_zone_job *job, uint32_t *first, uint32_t end, uint32_t *point,
                                        uint32_t *index, uint32_t capacity);

/* ---- Matches ----------------------------------------------------------------------------------------------------- */

enum {
    HAIL_MATCH_WORDS = 6, /* hail_query_match: slot, generation, user (two words), part, header */
    HAIL_MATCH_FEW = 256  /* at most so many are put in order at once */
};

/* Bodies of one layer that match a query. */
typedef struct hail_match_job {
    const uint32_t *handle; /* by index: slot, generation; slots are below 2^31 */
    const uint32_t *user;   /* by index: two words; NULL: 0 */
    uint32_t header;        /* the last word of a row: kind, layer, 0, 0 */
} hail_match_job;

/* Writes the rows of bodies index[0] to index[count - 1], at most HAIL_MATCH_FEW, in order of their slots, the first
 * `room` of them; if there is more room, row `count` may be written, too. No two slots are equal. index has slack that
 * is read; part: by place in `index`; NULL: 0. */
typedef void hail_put_matches_fn(const hail_match_job *job, const uint32_t *index, const uint32_t *part, uint32_t count,
                                 size_t room, uint32_t *rows);

enum { HAIL_MOST_SIDES = 8 };

/* A polygon's sides. A side lies on the line x*px + y*py = offset, with (x, y) a unit vector out of the polygon, from
 * middle - half to middle + half along it, which is x*py - y*px. They settle that a circle touches the polygon if its
 * centre lies further than `spare` inside all of the lines or nearer than `near` to one of the sides; and that it does
 * not if its centre lies further than `apart` beyond one of the lines. px. */
typedef struct hail_sides {
    uint32_t count; /* 1 or more */
    float x[HAIL_MOST_SIDES], y[HAIL_MOST_SIDES], offset[HAIL_MOST_SIDES];
    float middle[HAIL_MOST_SIDES], half[HAIL_MOST_SIDES];
    float near, apart, spare; /* near: 0 or more */
} hail_sides;

/* Writes to found[i] whether circle index[i] of some columns of centres touches: 0, or UINT32_MAX: it does not. Lists
 * the circles of which that is not settled in `unsure`, as numbers i, in order; their found[i] is UINT32_MAX. Returns
 * how many. found and unsure have slack. */
typedef uint32_t hail_by_sides_fn(const hail_sides *sides, const float *x, const float *y, const uint32_t *index,
                                  uint32_t count, uint32_t *found, uint32_t *unsure);

/* A box with sides along the axes, and bodies by index. Its sides are HAIL_SHORT_SIDE or longer. */
typedef struct hail_bounds_job {
    float x, y, half_width, half_height; /* the box, px */
    const float *templates;              /* rows by shape */
    const float *body_x, *body_y;        /* px */
    const float *body_cos, *body_sin;    /* NULL: 1 and 0 */
    const float *body_scale;             /* NULL: 1 */
    const uint32_t *body_shape;
} hail_bounds_job;

/* Shares of both sizes, and of all numbers that go into a test. A needle's tip may act a little too long. */
#define HAIL_BOUNDS_SHARE 0.001f
#define HAIL_BOUNDS_ERROR 0x1p-18f

/* Writes to found[i] whether body index[i] touches the box: 0, or UINT32_MAX: it does not. Lists the bodies of which
 * their bounds do not settle that in `unsure`, as hail_by_sides_fn does. */
typedef uint32_t hail_by_bounds_fn(const hail_bounds_job *job, const uint32_t *index, uint32_t count, uint32_t *found,
                                   uint32_t *unsure);

#endif
