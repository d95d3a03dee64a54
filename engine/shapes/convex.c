/* engine/shapes/convex.c - checks shapes, makes them wind one way, and writes them as the kernels' rows. */
#include <math.h>

#include <hail/contact.h>
#include <hail/convex.h>

#include "base/check.h"
#include "base/tiny.h"
#include "row.h"

_Static_assert((int)HAIL_CONVEX_WORDS == (int)HAIL_TEMPLATE_WORDS, "a prepared shape is a row for the kernels");
_Static_assert(HAIL_TEMPLATE_EDGES + 8 * (int)HAIL_MAX_VERTICES <= (int)HAIL_TEMPLATE_WORDS, "the edges fit");

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static hail_status check_rounding(hail_error *error, float rounding) {
    if (isfinite(rounding) && rounding >= 0.0f)
        return HAIL_OK;
    return hail_fail_number(error, "info->rounding", HAIL_NO_ELEMENT, (double)rounding, 0.0, (double)HAIL_MAX_REACH);
}

static hail_status check_reach(hail_error *error, double reach, float rounding) {
    if (reach + (double)rounding <= (double)HAIL_MAX_REACH)
        return HAIL_OK;
    return hail_fail(error, HAIL_TOO_LARGE, "info->rounding",
                     "makes the shape extend more than HAIL_MAX_REACH from its origin");
}

/* A core's vertices in the order that the kernels keep. */
typedef struct core {
    size_t count;
    float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
    size_t given[HAIL_MAX_VERTICES]; /* each one's number in the order that was given */
} core;

static hail_status check_finite(hail_error *error, const float *x, const float *y, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i]) || !isfinite(y[i]))
            return hail_fail_number(error, isfinite(x[i]) ? "info->y" : "info->x", i,
                                    (double)(isfinite(x[i]) ? y[i] : x[i]), (double)-HAIL_MAX_REACH,
                                    (double)HAIL_MAX_REACH);
    return HAIL_OK;
}

/* Checks finite vertices. *reach: the distance of the furthest one from the origin. */
static hail_status check_distances(hail_error *error, const core *c, double *reach) {
    *reach = 0.0;
    for (size_t i = 0; i < c->count; i++) {
        const double r = sqrt((double)c->x[i] * c->x[i] + (double)c->y[i] * c->y[i]);
        if (r > HAIL_MAX_REACH)
            return hail_fail_at(error, HAIL_TOO_LARGE, "info->x", i,
                                "is a vertex more than HAIL_MAX_REACH from the origin");
        *reach = r > *reach ? r : *reach;
    }
    return HAIL_OK;
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

/* The first corners of a core that turn left, right, or hardly at all; c->count: none does. */
typedef struct corners {
    size_t left, right, flat;
    double area;
} corners;

static hail_status check_turns(hail_error *error, const core *c, const corners *found) {
    const size_t n = c->count, reflex = found->area > 0.0 ? found->left : found->right;
    if (found->left < n && found->right < n)
        return hail_fail_at(error, HAIL_CONCAVE, "info->x", reflex, "is a reflex corner");
    if (direction_changes(c) > 2)
        return hail_fail(error, HAIL_CONCAVE, "info->x", "has edges that cross");
    if (found->flat < n)
        return hail_fail_at(error, HAIL_DEGENERATE, "info->x", found->flat, "is a corner that hardly turns");
    return found->area == 0.0 ? hail_fail(error, HAIL_DEGENERATE, "info->x", "encloses no area") : HAIL_OK;
}

/* In double precision, so that rounding does not make a good corner look bad. */
static hail_status check_corners(hail_error *error, const core *c, double reach, double *area) {
    const size_t n = c->count;
    corners found = {n, n, n, 0.0};
    for (size_t i = 0; i < n; i++) {
        const size_t j = (i + 1) % n;
        const double ex = width_of(c, i), ey = height_of(c, i), fx = width_of(c, j), fy = height_of(c, j);
        const double e = sqrt(ex * ex + ey * ey), f = sqrt(fx * fx + fy * fy);
        if (e < HAIL_MIN_EDGE || e < HAIL_MIN_EDGE_OF_REACH * reach)
            return hail_fail_at(error, HAIL_DEGENERATE, "info->x", i, "starts an edge that is too short");
        const double sine = f > 0.0 ? (ex * fy - ey * fx) / (e * f) : 0.0;
        size_t *const kind = fabs(sine) < HAIL_MIN_TURN ? &found.flat : sine < 0.0 ? &found.left : &found.right;
        *kind = *kind == n ? j : *kind;
        found.area += ((double)c->x[i] * c->y[j] - (double)c->x[j] * c->y[i]) / 2.0;
    }
    *area = found.area;
    return check_turns(error, c, &found);
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

/* By how many rounding errors a path may miss a polygon's flattest corner, or its flattest or sharpest one
 * (docs/arithmetic.md, "Cores"). Where two edges are nearly in line, rounding decides which of them is hit. */
static float keenness_of(const core *c, bool flat_only) {
    const float least = 0.1f; /* radians */
    float smallest = least;
    for (size_t i = 0; c->count > 2 && i < c->count; i++) {
        const edge e = edge_of(c, i), next = edge_of(c, (i + 1) % c->count);
        const float turn = e.nx * next.ny - e.ny * next.nx;
        if ((!flat_only || e.nx * next.nx + e.ny * next.ny > 0.0f) && turn < smallest)
            smallest = turn;
    }
    return smallest < least ? least / smallest : 1.0f;
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
    row[HAIL_TEMPLATE_KEENNESS] = keenness_of(c, false);
    row[HAIL_TEMPLATE_FLATNESS] = keenness_of(c, true);
    row_put_half_width(row, c->count);
    row[HAIL_TEMPLATE_CENTRE_X] = sum_x / (float)c->count;
    row[HAIL_TEMPLATE_CENTRE_Y] = sum_y / (float)c->count;
}

/* ---- Preparing --------------------------------------------------------------------------------------------------- */

static hail_status prepare_circle(hail_error *error, float radius, hail_convex *shape) {
    HAIL_REQUIRE(check_rounding(error, radius));
    HAIL_REQUIRE(check_reach(error, 0.0, radius));
    *shape = (hail_convex){{0}};
    row_put_bits(shape->words + HAIL_TEMPLATE_COUNT, 1);
    shape->words[HAIL_TEMPLATE_ROUNDING] = shape->words[HAIL_TEMPLATE_RADIUS] = hail_not_tiny(radius);
    return HAIL_OK;
}

static hail_status prepare_capsule(hail_error *error, const float x[2], const float y[2], float radius,
                                   hail_convex *shape) {
    HAIL_REQUIRE(check_finite(error, x, y, 2));
    HAIL_REQUIRE(check_rounding(error, radius));
    core segment = {2, {hail_not_tiny(x[0]), hail_not_tiny(x[1])}, {hail_not_tiny(y[0]), hail_not_tiny(y[1])}, {0, 1}};
    double reach;
    HAIL_REQUIRE(check_distances(error, &segment, &reach));
    HAIL_REQUIRE(check_reach(error, reach, radius));
    if (fabsf(segment.x[1] - segment.x[0]) < HAIL_TINY && fabsf(segment.y[1] - segment.y[0]) < HAIL_TINY) {
        segment.x[1] = segment.x[0];
        segment.y[1] = segment.y[0];
    }
    write_row(&segment, hail_not_tiny(radius), shape);
    return HAIL_OK;
}

static hail_status check_count(hail_error *error, size_t count) {
    if (count < 3)
        return hail_fail(error, HAIL_TOO_FEW_VERTICES, "info->vertices", "must be 0, 2, or 3 to HAIL_MAX_VERTICES");
    if (count > HAIL_MAX_VERTICES)
        return hail_fail(error, HAIL_TOO_MANY_VERTICES, "info->vertices", "is above HAIL_MAX_VERTICES");
    return HAIL_OK;
}

static hail_status prepare_polygon(hail_error *error, const float *x, const float *y, size_t count, float rounding,
                                   hail_convex *shape) {
    HAIL_REQUIRE(check_count(error, count));
    HAIL_REQUIRE(check_rounding(error, rounding));
    HAIL_REQUIRE(check_finite(error, x, y, count));
    core given = {.count = count}, kept = {.count = count};
    for (size_t i = 0; i < count; i++) {
        given.x[i] = hail_not_tiny(x[i]);
        given.y[i] = hail_not_tiny(y[i]);
    }
    double area = 0.0, reach;
    HAIL_REQUIRE(check_distances(error, &given, &reach));
    HAIL_REQUIRE(check_corners(error, &given, reach, &area));
    HAIL_REQUIRE(check_reach(error, reach, rounding));
    for (size_t i = 0; i < count; i++) {
        kept.given[i] = area < 0.0 ? count - 1 - i : i;
        kept.x[i] = given.x[kept.given[i]];
        kept.y[i] = given.y[kept.given[i]];
    }
    write_row(&kept, hail_not_tiny(rounding), shape);
    return HAIL_OK;
}

hail_status hail_convex_prepare(const hail_context *context, const hail_convex_info *info, hail_convex *shape) {
    hail_error *error = context_error(context);
    if (!info || !shape)
        return hail_fail_null(error, info ? "shape" : "info");
    if (info->vertices == 0)
        return prepare_circle(error, info->rounding, shape);
    if (info->vertices == 2)
        return prepare_capsule(error, info->x, info->y, info->rounding, shape);
    return prepare_polygon(error, info->x, info->y, info->vertices, info->rounding, shape);
}

hail_status hail_convex_circle(float radius, hail_convex *shape) {
    return shape ? prepare_circle(NULL, radius, shape) : HAIL_BAD_ARGUMENT;
}

hail_status hail_convex_capsule(float x1, float y1, float x2, float y2, float radius, hail_convex *shape) {
    const float x[2] = {x1, x2}, y[2] = {y1, y2};
    return shape ? prepare_capsule(NULL, x, y, radius, shape) : HAIL_BAD_ARGUMENT;
}

hail_status hail_convex_box(float half_width, float half_height, float rounding, hail_convex *shape) {
    if (isfinite(half_width) && isfinite(half_height) && (half_width <= 0.0f || half_height <= 0.0f))
        return shape ? HAIL_OUT_OF_RANGE : HAIL_BAD_ARGUMENT;
    const float x[4] = {-half_width, half_width, half_width, -half_width};
    const float y[4] = {-half_height, -half_height, half_height, half_height};
    return hail_convex_polygon(x, y, 4, rounding, shape);
}

hail_status hail_convex_polygon(const float *x, const float *y, size_t count, float rounding, hail_convex *shape) {
    return x && y && shape ? prepare_polygon(NULL, x, y, count, rounding, shape) : HAIL_BAD_ARGUMENT;
}

hail_status hail_convex_describe(const hail_convex *shape, hail_convex_info *info) {
    if (!shape || !info)
        return HAIL_BAD_ARGUMENT;
    const float *row = shape->words;
    const uint32_t count = row_bits(row + HAIL_TEMPLATE_COUNT);
    if (count < 1 || count > HAIL_MAX_VERTICES)
        return HAIL_BAD_ARGUMENT;
    *info = (hail_convex_info){.vertices = count > 1 ? count : 0,
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
