/* engine/shapes/convex.c - checks shapes, makes them wind one way, and writes them as the kernels' rows. */
#include <math.h>

#include <hail/contact.h>
#include <hail/shape.h>

#include "base/tiny.h"
#include "row.h"

_Static_assert((int)HAIL_CONVEX_WORDS == (int)HAIL_TEMPLATE_WORDS, "a prepared shape is a row for the kernels");
_Static_assert(HAIL_TEMPLATE_EDGES + 8 * (int)HAIL_MAX_VERTICES <= (int)HAIL_TEMPLATE_WORDS, "the edges fit");

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static const double MIN_EDGE = 1e-3;          /* px */
static const double MIN_EDGE_OF_REACH = 1e-4; /* of the distance of the furthest vertex from the origin */
static const double MIN_TURN = 1e-4;          /* radians (its sine): a corner that turns by less is flat */

static hail_status check_rounding(float rounding) {
    if (!isfinite(rounding))
        return HAIL_NOT_FINITE;
    return rounding < 0.0f ? HAIL_OUT_OF_RANGE : HAIL_OK;
}

/* A core's vertices in the order that the kernels keep. */
typedef struct core {
    size_t count;
    float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
    size_t given[HAIL_MAX_VERTICES]; /* each one's number in the order that was given */
} core;

static hail_status check_vertices(const core *c, double *reach) {
    *reach = 0.0;
    for (size_t i = 0; i < c->count; i++) {
        if (!isfinite(c->x[i]) || !isfinite(c->y[i]))
            return HAIL_NOT_FINITE;
        const double r = sqrt((double)c->x[i] * c->x[i] + (double)c->y[i] * c->y[i]);
        *reach = r > *reach ? r : *reach;
    }
    return *reach > HAIL_MAX_REACH ? HAIL_TOO_LARGE : HAIL_OK;
}

static double width_of(const core *c, size_t edge) { return (double)c->x[(edge + 1) % c->count] - c->x[edge]; }

static double height_of(const core *c, size_t edge) { return (double)c->y[(edge + 1) % c->count] - c->y[edge]; }

/* How often the edges change between left and right, once round: twice for a convex polygon, more often for a star. */
static int direction_changes(const core *c) {
    int changes = 0;
    double before = 0.0;
    for (size_t i = c->count; i-- > 0 && before == 0.0;)
        before = width_of(c, i);
    for (size_t i = 0; i < c->count; i++) {
        const double width = width_of(c, i);
        if (width != 0.0) {
            changes += (before < 0.0) != (width < 0.0);
            before = width;
        }
    }
    return changes;
}

/* In double precision, so that rounding does not make a good corner look bad. */
static hail_status check_corners(const core *c, double reach, double *area) {
    const size_t n = c->count;
    bool left = false, right = false, flat = false;
    *area = 0.0;
    for (size_t i = 0; i < n; i++) {
        const size_t j = (i + 1) % n;
        const double ex = width_of(c, i), ey = height_of(c, i), fx = width_of(c, j), fy = height_of(c, j);
        const double e = sqrt(ex * ex + ey * ey), f = sqrt(fx * fx + fy * fy);
        if (e < MIN_EDGE || e < MIN_EDGE_OF_REACH * reach)
            return HAIL_DEGENERATE;
        const double sine = f > 0.0 ? (ex * fy - ey * fx) / (e * f) : 0.0;
        flat = flat || fabs(sine) < MIN_TURN;
        left = left || sine <= -MIN_TURN;
        right = right || sine >= MIN_TURN;
        *area += ((double)c->x[i] * c->y[j] - (double)c->x[j] * c->y[i]) / 2.0;
    }
    if ((left && right) || direction_changes(c) > 2)
        return HAIL_CONCAVE;
    return flat || *area == 0.0 ? HAIL_DEGENERATE : HAIL_OK;
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

typedef struct edge {
    float nx, ny, offset;
} edge;

/* By the formulas of docs/arithmetic.md, "Cores". */
static edge edge_of(const core *c, size_t i) {
    const size_t j = (i + 1) % c->count;
    const float ex = c->x[j] - c->x[i], ey = c->y[j] - c->y[i], l = sqrtf(ex * ex + ey * ey);
    edge e = {ey / l, -ex / l, 0.0f};
    if (c->count == 2 && i == 1) { /* the first one's opposite, to the bit */
        e = edge_of(c, 0);
        return (edge){-e.nx, -e.ny, -e.offset};
    }
    if (c->count == 2 && !(l > 0.0f))
        e = (edge){0.0f, -1.0f, 0.0f};
    e.offset = e.nx * c->x[i] + e.ny * c->y[i];
    return e;
}

/* An edge's number in the order that was given: the number of its first corner there. */
static uint32_t edge_number(const core *c, size_t i) {
    const size_t p = c->given[i], q = c->given[(i + 1) % c->count];
    const bool reversed = c->count > 2 && (q + 1) % c->count == p;
    return (uint32_t)(reversed ? q : p);
}

/* By how many rounding errors a path may miss a polygon's flattest corner (docs/arithmetic.md, "Cores"). Where two
 * edges are nearly in line, rounding decides which of them is hit. */
static float flatness_of(const core *c) {
    const float flat = 0.1f; /* radians */
    float smallest = flat;
    for (size_t i = 0; c->count > 2 && i < c->count; i++) {
        const edge e = edge_of(c, i), next = edge_of(c, (i + 1) % c->count);
        const float turn = e.nx * next.ny - e.ny * next.nx;
        if (e.nx * next.nx + e.ny * next.ny > 0.0f && turn < smallest)
            smallest = turn;
    }
    return smallest < flat ? flat / smallest : 1.0f;
}

/* Writes HAIL_MAX_VERTICES edges. Those that the core does not have repeat its first one. */
static void write_edges(const core *c, float *row) {
    const uint32_t corner = HAIL_FEATURE_VERTEX;
    for (size_t i = 0; i < HAIL_MAX_VERTICES; i++) {
        const size_t first = i < c->count ? i : 0, second = (first + 1) % c->count;
        const edge e = edge_of(c, first);
        const float words[HAIL_TEMPLATE_FEATURES] = {e.nx,        e.ny,         e.offset,    c->x[first],
                                                     c->y[first], c->x[second], c->y[second]};
        row_put_edge(row, i, words,
                     edge_number(c, first) | (corner + (uint32_t)c->given[first]) << 8 |
                         (corner + (uint32_t)c->given[second]) << 16);
    }
}

static void write_row(const core *c, float rounding, hail_convex *shape) {
    *shape = (hail_convex){{0}};
    float *row = shape->words, largest = 0.0f, sum_x = 0.0f, sum_y = 0.0f;
    write_edges(c, row);
    for (size_t i = 0; i < c->count; i++) {
        const float reach2 = c->x[i] * c->x[i] + c->y[i] * c->y[i];
        largest = reach2 > largest ? reach2 : largest;
        sum_x += c->x[i];
        sum_y += c->y[i];
    }
    row_put_bits(row + HAIL_TEMPLATE_COUNT, (uint32_t)c->count);
    row[HAIL_TEMPLATE_ROUNDING] = rounding;
    row[HAIL_TEMPLATE_RADIUS] = (sqrtf(largest) + rounding) * HAIL_RADIUS_MARGIN;
    row[HAIL_TEMPLATE_FLATNESS] = flatness_of(c);
    row[HAIL_TEMPLATE_CENTRE_X] = sum_x / (float)c->count;
    row[HAIL_TEMPLATE_CENTRE_Y] = sum_y / (float)c->count;
}

/* ---- Preparing --------------------------------------------------------------------------------------------------- */

hail_status hail_convex_circle(float radius, hail_convex *shape) {
    if (!shape)
        return HAIL_BAD_ARGUMENT;
    const hail_status status = check_rounding(radius);
    if (status != HAIL_OK)
        return status;
    if (radius > HAIL_MAX_REACH)
        return HAIL_TOO_LARGE;
    *shape = (hail_convex){{0}};
    row_put_bits(shape->words + HAIL_TEMPLATE_COUNT, 1);
    shape->words[HAIL_TEMPLATE_ROUNDING] = shape->words[HAIL_TEMPLATE_RADIUS] = hail_not_tiny(radius);
    return HAIL_OK;
}

hail_status hail_convex_capsule(float x1, float y1, float x2, float y2, float radius, hail_convex *shape) {
    if (!shape)
        return HAIL_BAD_ARGUMENT;
    if (!isfinite(x1) || !isfinite(y1) || !isfinite(x2) || !isfinite(y2))
        return HAIL_NOT_FINITE;
    const hail_status status = check_rounding(radius);
    if (status != HAIL_OK)
        return status;
    const double first = sqrt((double)x1 * x1 + (double)y1 * y1), second = sqrt((double)x2 * x2 + (double)y2 * y2);
    if ((first > second ? first : second) + radius > HAIL_MAX_REACH)
        return HAIL_TOO_LARGE;
    core segment = {2, {hail_not_tiny(x1), hail_not_tiny(x2)}, {hail_not_tiny(y1), hail_not_tiny(y2)}, {0, 1}};
    if (fabsf(segment.x[1] - segment.x[0]) < HAIL_TINY && fabsf(segment.y[1] - segment.y[0]) < HAIL_TINY) {
        segment.x[1] = segment.x[0];
        segment.y[1] = segment.y[0];
    }
    write_row(&segment, hail_not_tiny(radius), shape);
    return HAIL_OK;
}

hail_status hail_convex_box(float half_width, float half_height, float rounding, hail_convex *shape) {
    if (isfinite(half_width) && isfinite(half_height) && (half_width <= 0.0f || half_height <= 0.0f))
        return shape ? HAIL_OUT_OF_RANGE : HAIL_BAD_ARGUMENT;
    const float x[4] = {-half_width, half_width, half_width, -half_width};
    const float y[4] = {-half_height, -half_height, half_height, half_height};
    return hail_convex_polygon(x, y, 4, rounding, shape);
}

hail_status hail_convex_polygon(const float *x, const float *y, size_t count, float rounding, hail_convex *shape) {
    if (!x || !y || !shape)
        return HAIL_BAD_ARGUMENT;
    if (count < 3)
        return HAIL_TOO_FEW_VERTICES;
    if (count > HAIL_MAX_VERTICES)
        return HAIL_TOO_MANY_VERTICES;
    hail_status status = check_rounding(rounding);
    if (status != HAIL_OK)
        return status;
    core given = {.count = count}, kept = {.count = count};
    for (size_t i = 0; i < count; i++) {
        given.x[i] = hail_not_tiny(x[i]);
        given.y[i] = hail_not_tiny(y[i]);
    }
    double area = 0.0, reach;
    status = check_vertices(&given, &reach);
    if (status == HAIL_OK)
        status = check_corners(&given, reach, &area);
    if (status != HAIL_OK)
        return status;
    if (reach + rounding > HAIL_MAX_REACH)
        return HAIL_TOO_LARGE;
    for (size_t i = 0; i < count; i++) {
        kept.given[i] = area < 0.0 ? count - 1 - i : i;
        kept.x[i] = given.x[kept.given[i]];
        kept.y[i] = given.y[kept.given[i]];
    }
    write_row(&kept, hail_not_tiny(rounding), shape);
    return HAIL_OK;
}

hail_status hail_convex_describe(const hail_convex *shape, hail_shape_info *info) {
    if (!shape || !info)
        return HAIL_BAD_ARGUMENT;
    const float *row = shape->words;
    const uint32_t count = row_bits(row + HAIL_TEMPLATE_COUNT);
    if (count < 1 || count > HAIL_MAX_VERTICES)
        return HAIL_BAD_ARGUMENT;
    *info = (hail_shape_info){.vertices = count > 1 ? count : 0,
                              .rounding = row[HAIL_TEMPLATE_ROUNDING],
                              .radius = row[HAIL_TEMPLATE_RADIUS]};
    for (uint32_t i = 0; i < info->vertices; i++) {
        const uint32_t features = row_bits(row + HAIL_TEMPLATE_EDGES + 8 * i + HAIL_TEMPLATE_FEATURES);
        const uint32_t given = (features >> 8 & 0xff) - HAIL_FEATURE_VERTEX;
        if (given >= HAIL_MAX_VERTICES)
            return HAIL_BAD_ARGUMENT;
        info->x[given] = row[HAIL_TEMPLATE_VX + i];
        info->y[given] = row[HAIL_TEMPLATE_VY + i];
    }
    return HAIL_OK;
}
