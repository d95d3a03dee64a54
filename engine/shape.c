/* engine/shape.c - shape templates: checked, turned one way round, and laid out as the kernels' rows. */
#include <math.h>
#include <string.h>

#include "layer.h"

/* Room for one more shape in all three tables, or none is counted. */
static bool shapes_grow(hail_world *world, uint32_t count) {
    if (count <= world->templates.bytes / sizeof(hail_template) &&
        count <= world->rows.bytes / (HAIL_TEMPLATE_WORDS * sizeof(float)) &&
        count <= world->radii.bytes / sizeof(float))
        return true;
    const size_t want = count < 16 ? 16 : count + count / 2;
    return hail_state_grow(&world->heap, &world->templates, want * sizeof(hail_template)) &&
           hail_state_grow(&world->heap, &world->rows, want * HAIL_TEMPLATE_WORDS * sizeof(float)) &&
           hail_state_grow(&world->heap, &world->radii, want * sizeof(float));
}

static hail_status shape_add(hail_world *world, const hail_template *template, const float *row, float radius,
                             hail_shape *shape) {
    if (world->shape_count >= HAIL_MAX_SHAPES)
        return HAIL_FULL;
    const uint32_t id = world->shape_count ? world->shape_count : 1;
    if (!shapes_grow(world, id + 1))
        return HAIL_NO_MEMORY;
    ((hail_template *)world->templates.data)[id] = *template;
    memcpy((float *)world->rows.data + (size_t)id * HAIL_TEMPLATE_WORDS, row, HAIL_TEMPLATE_WORDS * sizeof *row);
    ((float *)world->radii.data)[id] = radius;
    world->shape_count = id + 1;
    shape->id = id;
    return HAIL_OK;
}

hail_status hail_shape_circle(hail_world *world, float radius, hail_shape *shape) {
    if (!world || !shape)
        return HAIL_BAD_ARGUMENT;
    if (world->busy)
        return HAIL_BUSY;
    if (!isfinite(radius))
        return HAIL_NOT_FINITE;
    if (radius < 0.0f)
        return HAIL_OUT_OF_RANGE;
    if (radius > HAIL_MAX_REACH)
        return HAIL_TOO_LARGE;
    const hail_template circle = {0};
    const float row[HAIL_TEMPLATE_WORDS] = {0};
    return shape_add(world, &circle, row, radius < HAIL_TINY ? 0.0f : radius, shape);
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

/* The kernels' row (see simd/kernels.h), by the formulas of docs/arithmetic.md. */
static float polygon_row(const float *x, const float *y, size_t n, bool reversed, float *row) {
    float largest = 0.0f;
    for (size_t i = 0; i < HAIL_MAX_VERTICES; i++) {
        const size_t first = i < n ? i : 0, second = (first + 1) % n;
        const size_t p = reversed ? n - 1 - first : first, q = reversed ? n - 1 - second : second;
        const float ex = x[q] - x[p], ey = y[q] - y[p], l = sqrtf(ex * ex + ey * ey);
        const float nx = ey / l, ny = -ex / l, offset = nx * x[p] + ny * y[p];
        const float edge[8] = {nx, ny, offset, x[p], y[p], x[q], y[q], 0.0f};
        const uint32_t corner = HAIL_FEATURE_VERTEX;
        const uint32_t features =
            (uint32_t)(reversed ? q : p) | (corner + (uint32_t)p) << 8 | (corner + (uint32_t)q) << 16;
        row[HAIL_TEMPLATE_NX + i] = nx;
        row[HAIL_TEMPLATE_NY + i] = ny;
        row[HAIL_TEMPLATE_OFFSET + i] = offset;
        memcpy(row + HAIL_TEMPLATE_EDGES + 8 * i, edge, sizeof edge);
        memcpy(row + HAIL_TEMPLATE_EDGES + 8 * i + HAIL_TEMPLATE_FEATURES, &features, sizeof features);
        const float reach2 = x[p] * x[p] + y[p] * y[p];
        largest = reach2 > largest ? reach2 : largest;
    }
    return sqrtf(largest) * 1.0005f;
}

hail_status hail_shape_polygon(hail_world *world, const float *x, const float *y, size_t count, float rounding,
                               hail_shape *shape) {
    if (!world || !x || !y || !shape)
        return HAIL_BAD_ARGUMENT;
    if (world->busy)
        return HAIL_BUSY;
    if (count < 3)
        return HAIL_TOO_FEW_VERTICES;
    if (count > HAIL_MAX_VERTICES)
        return HAIL_TOO_MANY_VERTICES;
    if (!isfinite(rounding))
        return HAIL_NOT_FINITE;
    if (rounding != 0.0f)
        return HAIL_OUT_OF_RANGE;
    float xs[HAIL_MAX_VERTICES], ys[HAIL_MAX_VERTICES];
    for (size_t i = 0; i < count; i++) {
        xs[i] = fabsf(x[i]) < HAIL_TINY ? 0.0f : x[i];
        ys[i] = fabsf(y[i]) < HAIL_TINY ? 0.0f : y[i];
    }
    double area, reach;
    const hail_status status = polygon_check(xs, ys, count, &area, &reach);
    if (status != HAIL_OK)
        return status;
    hail_template polygon = {.vertices = (uint32_t)count};
    memcpy(polygon.x, x, count * sizeof *x);
    memcpy(polygon.y, y, count * sizeof *y);
    float row[HAIL_TEMPLATE_WORDS] = {0};
    const float radius = polygon_row(xs, ys, count, area < 0.0, row);
    return shape_add(world, &polygon, row, radius, shape);
}

hail_status hail_shape_describe(const hail_world *world, hail_shape shape, hail_shape_info *info) {
    if (!world || !info)
        return HAIL_BAD_ARGUMENT;
    if (!shape_known(world, shape))
        return HAIL_UNKNOWN_SHAPE;
    const hail_template *template = (const hail_template *)world->templates.data + shape.id;
    *info = (hail_shape_info){.vertices = template->vertices, .radius = world_template_radii(world)[shape.id]};
    memcpy(info->x, template->x, sizeof info->x);
    memcpy(info->y, template->y, sizeof info->y);
    return HAIL_OK;
}
