/* engine/tiles/tile_shape.c - see tile_shape.h. */
#include "tile_shape.h"

#include <math.h>

#include <hail/contact.h>
#include <hail/convex.h>

#include "shapes/row.h"

/* A share of sizes that is more than the kernels' tolerance of a shape that has no nearly flat corner: an eighth of it
 * would do (docs/arithmetic.md, "Sweeps"). */
#define EXTENT_SLACK 0x1p-18
/* Px: more than rounding makes of a place. */
#define EXTENT_MORE 1e-3

/* ---- Upright cores ----------------------------------------------------------------------------------------------- */

/* The middle of a core along one axis, and half its length. False: some vertex lies at neither end. */
static bool read_ends(const float *vertex, uint32_t count, double scale, double *centre, float *half) {
    double low = (double)vertex[0], high = low;
    for (uint32_t i = 1; i < count; i++) {
        low = lesser(low, (double)vertex[i]);
        high = greater(high, (double)vertex[i]);
    }
    for (uint32_t i = 0; i < count; i++)
        if ((double)vertex[i] != low && (double)vertex[i] != high)
            return false;
    *centre = (low + high) * 0.5 * scale;
    *half = (float)((high - low) * 0.5);
    return true;
}

/* Reads the edges of a box with upright sides, or of a segment along an axis: a box without width or height, each of
 * whose vertices is two corners. False: it is something else. */
static bool read_box(const float *row, hail_tile_shape *s) {
    const float *vertex_x = row + HAIL_TEMPLATE_VX, *vertex_y = row + HAIL_TEMPLATE_VY;
    const double scale = (double)s->scale;
    double centre_x, centre_y;
    if ((s->vertices != 2 && s->vertices != 4) || !read_ends(vertex_x, s->vertices, scale, &centre_x, &s->core_x) ||
        !read_ends(vertex_y, s->vertices, scale, &centre_y, &s->core_y))
        return false;
    s->edge = s->corner = 0;
    for (uint32_t i = 0; i < s->vertices; i++) {
        const float nx = row[HAIL_TEMPLATE_NX + i], ny = row[HAIL_TEMPLATE_NY + i];
        const double vx = (double)vertex_x[i] * scale, vy = (double)vertex_y[i] * scale;
        const uint32_t features = row_bits(row + HAIL_TEMPLATE_EDGES + 8 * i + HAIL_TEMPLATE_FEATURES);
        if (nx != 0.0f && ny != 0.0f)
            return false;
        const hail_side_of side = nx < 0.0f ? SIDE_LEFT : nx > 0.0f ? SIDE_RIGHT : ny < 0.0f ? SIDE_TOP : SIDE_BOTTOM;
        s->edge |= (features & 255u) << 8 * side;
        for (uint32_t corner = 0; corner < 4; corner++)
            if ((corner & 1u ? vx >= centre_x : vx <= centre_x) && (corner & 2u ? vy >= centre_y : vy <= centre_y))
                s->corner |= (HAIL_FEATURE_VERTEX + (features >> 8 & 255u)) << 8 * corner;
    }
    s->template_reach =
        (sqrtf(s->core_x * s->core_x + s->core_y * s->core_y) + row[HAIL_TEMPLATE_ROUNDING]) * HAIL_RADIUS_MARGIN;
    s->core_x *= s->scale;
    s->core_y *= s->scale;
    s->centre_x = centre_x;
    s->centre_y = centre_y;
    return true;
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

/* A rotation that is a unit vector to 1e-4 only makes the shape larger or smaller. */
static void find_extent(hail_tile_shape *s) {
    const hail_extent *e = &s->core;
    const double reach = (double)s->reach, flatness = greater((double)s->flatness, 1.0);
    const double more = s->round + EXTENT_MORE + reach * ((double)HAIL_RADIUS_MARGIN - 1.0) +
                        (2.0 * reach + 2.0 * HAIL_MAX_TILE) * EXTENT_SLACK * flatness;
    s->extent = (hail_extent){e->low_x - more, e->low_y - more, e->high_x + more, e->high_y + more};
    s->slack = EXTENT_SLACK * flatness + 1e-6;
}

/* pose: the shape's, which it was copied to as a whole: parts of that would be read late. */
static void place_vertices(hail_tile_shape *s, const hail_tile_pose *pose) {
    const double c = (double)pose->cos * (double)s->scale, k = (double)pose->sin * (double)s->scale;
    hail_extent e = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (uint32_t i = 0; i < s->vertices; i++) {
        const double vx = (double)pose->row[HAIL_TEMPLATE_VX + i], vy = (double)pose->row[HAIL_TEMPLATE_VY + i];
        const double x = c * vx - k * vy, y = k * vx + c * vy;
        s->vertex_x[i] = x;
        s->vertex_y[i] = y;
        e = (hail_extent){lesser(e.low_x, x), lesser(e.low_y, y), greater(e.high_x, x), greater(e.high_y, y)};
    }
    s->core = e;
}

static bool is_tiny(const hail_tile_pose *pose) { return !(pose->scale >= HAIL_TINY); } /* a point, inflated too */

void hail_tile_shape_inflate(hail_tile_shape *s, float inflation) {
    const bool tiny = is_tiny(&s->pose);
    const float added = inflation / s->scale, rounding = (tiny ? 0.0f : s->pose.row[HAIL_TEMPLATE_ROUNDING]) + added;
    s->pose.inflation = inflation;
    s->rounding = rounding * s->scale;
    s->round = (double)rounding * (double)s->scale;
    s->reach = (s->template_reach + added * HAIL_RADIUS_MARGIN) * s->scale;
    s->radius = s->upright ? s->rounding : 0.0f;
}

void hail_tile_shape_make(hail_tile_shape *s, const hail_tile_pose *pose) {
    const bool tiny = is_tiny(pose);
    s->pose = *pose;
    s->scale = tiny ? 1.0f : pose->scale;
    s->vertices = tiny ? 1 : row_bits(pose->row + HAIL_TEMPLATE_COUNT);
    s->core_x = s->core_y = 0.0f;
    s->centre_x = s->centre_y = 0.0;
    s->edge = s->corner = 0;
    s->template_reach = tiny ? 0.0f : pose->row[HAIL_TEMPLATE_RADIUS];
    if (s->vertices == 1) {
        s->upright = true;
        s->flatness = 1.0f;
        s->vertex_x[0] = s->vertex_y[0] = 0.0;
        s->core = (hail_extent){0};
    } else {
        s->upright = pose->cos == 1.0f && pose->sin == 0.0f && read_box(pose->row, s);
        if (!s->upright)
            s->core_x = s->core_y = 0.0f;
        s->flatness = pose->row[HAIL_TEMPLATE_FLATNESS];
        place_vertices(s, pose);
    }
    hail_tile_shape_inflate(s, pose->inflation);
    find_extent(s);
}

/* A core as it is seen from a side: its vertices along the side's normal and across it. */
typedef struct core_view {
    const double *along, *across;
    double sign, furthest; /* the furthest end of `along`; 1: that is its high end, -1: its low end */
    uint32_t first;        /* the first vertex there */
} core_view;

static core_view core_view_from(const hail_tile_shape *s, hail_side_of side) {
    const double ends[4] = {s->core.low_x, s->core.low_y, s->core.high_x, s->core.high_y};
    const bool vertical = side_is_vertical(side);
    core_view v = {vertical ? s->vertex_x : s->vertex_y, vertical ? s->vertex_y : s->vertex_x,
                   side == SIDE_RIGHT || side == SIDE_BOTTOM ? 1.0 : -1.0, ends[side], 0};
    while (v.first + 1 < s->vertices && v.along[v.first] != v.furthest)
        v.first++;
    return v;
}

hail_side_span hail_tile_span(const hail_tile_shape *s, hail_side_of side) {
    const double flat = 1e-3; /* px */
    const core_view v = core_view_from(s, side);
    const double least = v.furthest * v.sign - flat;
    hail_side_span span = {v.across[v.first], v.across[v.first]};
    for (uint32_t i = 0; i < s->vertices; i++) {
        if (v.along[i] * v.sign < least)
            continue;
        span.low = lesser(span.low, v.across[i]);
        span.high = greater(span.high, v.across[i]);
    }
    return span;
}

hail_support hail_tile_support(const hail_tile_shape *s, hail_side_of side) {
    const core_view v = core_view_from(s, side);
    const double out = v.furthest + v.sign * s->round, across = v.across[v.first];
    return side_is_vertical(side) ? (hail_support){out, across} : (hail_support){across, out};
}

void hail_compound_ends_add(const hail_tile_pose *part, double x, double y, bool first, double ends[4]) {
    hail_tile_shape s;
    hail_tile_shape_make(&s, part);
    for (int side = 0; side < 4; side++) {
        const hail_support at = hail_tile_support(&s, (hail_side_of)side);
        const double end = side_is_vertical((hail_side_of)side) ? x + at.x : y + at.y;
        const bool further = side == SIDE_LEFT || side == SIDE_TOP ? end < ends[side] : end > ends[side];
        ends[side] = first || further ? end : ends[side];
    }
}
