/* engine/shapes/convex.c - shapes prepared: checked, turned one way round, and laid out as the kernels' rows. */
#include <math.h>
#include <string.h>

#include <hail/contact.h>
#include <hail/shape.h>

#include "kernels.h"

/* A prepared shape is a row. */
_Static_assert((int)HAIL_CONVEX_WORDS == (int)HAIL_TEMPLATE_WORDS, "a prepared shape is a row of the kernels'");
_Static_assert(HAIL_TEMPLATE_EDGES + 8 * (int)HAIL_MAX_VERTICES <= (int)HAIL_TEMPLATE_WORDS, "the edges fit");

static float not_tiny(float a) { return fabsf(a) < HAIL_TINY ? 0.0f : a; }

static hail_status check_rounding(float rounding) {
    if (!isfinite(rounding))
        return HAIL_NOT_FINITE;
    return rounding < 0.0f ? HAIL_OUT_OF_RANGE : HAIL_OK;
}

/* In double precision, on the exact floats: sign and size of what tells a good corner from a bad one. */
static hail_status polygon_check(const float *x, const float *y, size_t n, double *area, double *reach) {
    *area = 0.0;
    *reach = 0.0;
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(x[i]) || !isfinite(y[i]))
            return HAIL_NOT_FINITE;
        const double r = sqrt((double)x[i] * x[i] + (double)y[i] * y[i]);
        *reach = r > *reach ? r : *reach;
    }
    if (*reach > HAIL_MAX_REACH)
        return HAIL_TOO_LARGE;
    int left = 0, right = 0, turns = 0;
    bool flat = false;
    double before = 0.0;
    for (size_t i = 0; i < n; i++) {
        const size_t j = (i + 1) % n, k = (i + 2) % n;
        const double ex = (double)x[j] - x[i], ey = (double)y[j] - y[i];
        const double fx = (double)x[k] - x[j], fy = (double)y[k] - y[j];
        const double e = sqrt(ex * ex + ey * ey), f = sqrt(fx * fx + fy * fy);
        if (e < 1e-3 || e < 1e-4 * *reach)
            return HAIL_DEGENERATE;
        const double sine = f > 0.0 ? (ex * fy - ey * fx) / (e * f) : 0.0;
        flat = flat || fabs(sine) < 1e-4;
        left += sine <= -1e-4;
        right += sine >= 1e-4;
        /* How often the edges change sides in x: twice for a convex polygon, more often for a star. */
        if (ex != 0.0) {
            turns += before != 0.0 && (before < 0.0) != (ex < 0.0);
            before = ex;
        }
        *area += ((double)x[i] * y[j] - (double)x[j] * y[i]) / 2.0;
    }
    for (size_t i = 0; i < n; i++) { /* close the circle of side changes */
        const double ex = (double)x[(i + 1) % n] - x[i];
        if (ex != 0.0) {
            turns += (before < 0.0) != (ex < 0.0);
            break;
        }
    }
    if ((left && right) || turns > 2)
        return HAIL_CONCAVE;
    if (flat || *area == 0.0)
        return HAIL_DEGENERATE;
    return HAIL_OK;
}

/* A core's vertices in the order that the kernels keep. */
typedef struct core {
    size_t count;
    float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
    size_t given[HAIL_MAX_VERTICES]; /* each one's number in the order that was given */
} core;

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

/* An edge's number in the order that was given: its lower corner's, but for the one that closes the ring. */
static uint32_t edge_number(const core *c, size_t i) {
    const size_t p = c->given[i], q = c->given[(i + 1) % c->count];
    const bool reversed = c->count > 2 && (q + 1) % c->count == p;
    return (uint32_t)(reversed ? q : p);
}

static void put_bits(float *word, uint32_t bits) { memcpy(word, &bits, sizeof bits); }

/* How many times more than rounding a path may miss a polygon's corners by, for the flattest of them
 * (docs/arithmetic.md, "Cores"): where two edges are nearly one, rounding says which of them is met. */
static float flatness_of(const core *c) {
    const float flat = 0.1f;
    float least = flat;
    for (size_t i = 0; c->count > 2 && i < c->count; i++) {
        const edge e = edge_of(c, i), next = edge_of(c, (i + 1) % c->count);
        const float turn = e.nx * next.ny - e.ny * next.nx;
        if (e.nx * next.nx + e.ny * next.ny > 0.0f && turn < least)
            least = turn;
    }
    return least < flat ? flat / least : 1.0f;
}

static void write_row(const core *c, float rounding, hail_convex *shape) {
    *shape = (hail_convex){{0}};
    float *row = shape->words, largest = 0.0f, sum_x = 0.0f, sum_y = 0.0f;
    for (size_t i = 0; i < HAIL_MAX_VERTICES; i++) {
        const size_t first = i < c->count ? i : 0, second = (first + 1) % c->count;
        const edge e = edge_of(c, first);
        const float words[7] = {e.nx, e.ny, e.offset, c->x[first], c->y[first], c->x[second], c->y[second]};
        const uint32_t corner = HAIL_FEATURE_VERTEX;
        row[HAIL_TEMPLATE_NX + i] = e.nx;
        row[HAIL_TEMPLATE_NY + i] = e.ny;
        row[HAIL_TEMPLATE_VX + i] = c->x[first];
        row[HAIL_TEMPLATE_VY + i] = c->y[first];
        row[HAIL_TEMPLATE_OFFSET + i] = e.offset;
        memcpy(row + HAIL_TEMPLATE_EDGES + 8 * i, words, sizeof words);
        put_bits(row + HAIL_TEMPLATE_EDGES + 8 * i + HAIL_TEMPLATE_FEATURES,
                 edge_number(c, first) | (corner + (uint32_t)c->given[first]) << 8 |
                     (corner + (uint32_t)c->given[second]) << 16);
    }
    for (size_t i = 0; i < c->count; i++) {
        const float reach2 = c->x[i] * c->x[i] + c->y[i] * c->y[i];
        largest = reach2 > largest ? reach2 : largest;
        sum_x += c->x[i];
        sum_y += c->y[i];
    }
    put_bits(row + HAIL_TEMPLATE_COUNT, (uint32_t)c->count);
    row[HAIL_TEMPLATE_ROUNDING] = rounding;
    row[HAIL_TEMPLATE_RADIUS] = (sqrtf(largest) + rounding) * 1.0005f;
    row[HAIL_TEMPLATE_FLATNESS] = flatness_of(c);
    row[HAIL_TEMPLATE_CENTRE_X] = sum_x / (float)c->count;
    row[HAIL_TEMPLATE_CENTRE_Y] = sum_y / (float)c->count;
}

hail_status hail_convex_circle(float radius, hail_convex *shape) {
    if (!shape)
        return HAIL_BAD_ARGUMENT;
    const hail_status status = check_rounding(radius);
    if (status != HAIL_OK)
        return status;
    if (radius > HAIL_MAX_REACH)
        return HAIL_TOO_LARGE;
    *shape = (hail_convex){{0}};
    put_bits(shape->words + HAIL_TEMPLATE_COUNT, 1);
    shape->words[HAIL_TEMPLATE_ROUNDING] = shape->words[HAIL_TEMPLATE_RADIUS] = not_tiny(radius);
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
    core segment = {2, {not_tiny(x1), not_tiny(x2)}, {not_tiny(y1), not_tiny(y2)}, {0, 1}};
    if (fabsf(segment.x[1] - segment.x[0]) < HAIL_TINY && fabsf(segment.y[1] - segment.y[0]) < HAIL_TINY) {
        segment.x[1] = segment.x[0];
        segment.y[1] = segment.y[0];
    }
    write_row(&segment, not_tiny(radius), shape);
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
        given.x[i] = not_tiny(x[i]);
        given.y[i] = not_tiny(y[i]);
    }
    double area, reach;
    status = polygon_check(given.x, given.y, count, &area, &reach);
    if (status != HAIL_OK)
        return status;
    if (reach + rounding > HAIL_MAX_REACH)
        return HAIL_TOO_LARGE;
    for (size_t i = 0; i < count; i++) {
        kept.given[i] = area < 0.0 ? count - 1 - i : i;
        kept.x[i] = given.x[kept.given[i]];
        kept.y[i] = given.y[kept.given[i]];
    }
    write_row(&kept, not_tiny(rounding), shape);
    return HAIL_OK;
}

hail_status hail_convex_describe(const hail_convex *shape, hail_shape_info *info) {
    if (!shape || !info)
        return HAIL_BAD_ARGUMENT;
    const float *row = shape->words;
    uint32_t count;
    memcpy(&count, row + HAIL_TEMPLATE_COUNT, sizeof count);
    if (count < 1 || count > HAIL_MAX_VERTICES)
        return HAIL_BAD_ARGUMENT;
    *info = (hail_shape_info){.vertices = count > 1 ? count : 0,
                              .rounding = row[HAIL_TEMPLATE_ROUNDING],
                              .radius = row[HAIL_TEMPLATE_RADIUS]};
    for (uint32_t i = 0; i < info->vertices; i++) {
        uint32_t features;
        memcpy(&features, row + HAIL_TEMPLATE_EDGES + 8 * i + HAIL_TEMPLATE_FEATURES, sizeof features);
        const uint32_t given = (features >> 8 & 0xff) - HAIL_FEATURE_VERTEX;
        if (given >= HAIL_MAX_VERTICES)
            return HAIL_BAD_ARGUMENT;
        info->x[given] = row[HAIL_TEMPLATE_VX + i];
        info->y[given] = row[HAIL_TEMPLATE_VY + i];
    }
    return HAIL_OK;
}
