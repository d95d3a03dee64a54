/* simd/kernels/tiles/convex_rects_reference.c - convex shapes that are no circles against boxes that are not rotated,
 * one pair at a time: docs/arithmetic.md, "Shapes against maps". Writes both as templates, for the references of two
 * polygons. */
#include <string.h>

#include "kernels/narrow/pair_reference.h"

enum { SHAPE, BOX };

/* A shape's row, scaled beforehand, with another rounding and reach. */
static void write_shape(const hail_convex_rects *job, uint32_t shape, float *row) {
    const float *from = job->templates + job->row[shape];
    for (uint32_t i = 0; i < HAIL_TEMPLATE_WORDS; i++)
        row[i] = from[i];
    for (uint32_t i = 0; i < 8; i++) {
        row[HAIL_TEMPLATE_VX + i] = from[HAIL_TEMPLATE_VX + i] * job->scale[shape];
        row[HAIL_TEMPLATE_VY + i] = from[HAIL_TEMPLATE_VY + i] * job->scale[shape];
    }
    row[HAIL_TEMPLATE_ROUNDING] = job->rounding[shape];
    row[HAIL_TEMPLATE_RADIUS] = job->reach[shape];
}

/* A box's row, as far as the references of two polygons read it. Its keenness is 0: it is the shape's that counts. */
static void write_box(float half_x, float half_y, float reach, float *row) {
    static const float normal[4][2] = {{0.0f, -1.0f}, {1.0f, -0.0f}, {0.0f, 1.0f}, {-1.0f, -0.0f}};
    const float x[4] = {-half_x, half_x, half_x, -half_x}, y[4] = {-half_y, -half_y, half_y, half_y};
    const uint32_t count = 4;
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t j = i < count ? i : 0;
        row[HAIL_TEMPLATE_NX + i] = normal[j][0];
        row[HAIL_TEMPLATE_NY + i] = normal[j][1];
        row[HAIL_TEMPLATE_VX + i] = x[j];
        row[HAIL_TEMPLATE_VY + i] = y[j];
    }
    memcpy(row + HAIL_TEMPLATE_COUNT, &count, sizeof count);
    row[HAIL_TEMPLATE_RADIUS] = reach;
    row[HAIL_TEMPLATE_FLATNESS] = 1.0f;
}

static uint8_t byte_of(const float *contact, size_t byte) {
    uint8_t bytes[HAIL_ROW_WORDS * sizeof *contact];
    memcpy(bytes, contact, sizeof bytes);
    return bytes[byte];
}

static void write_answer(const hail_convex_rects *job, uint32_t pair, const float *contact) {
    const uint32_t points = byte_of(contact, 17), feature = byte_of(contact, 20);
    job->t[pair] = contact[7];
    job->normal_x[pair] = contact[8];
    job->normal_y[pair] = contact[9];
    job->at_x[pair] = contact[10];
    job->at_y[pair] = contact[12];
    job->depth[pair] = contact[14];
    job->second_x[pair] = contact[11];
    job->second_y[pair] = contact[13];
    job->second_depth[pair] = contact[15];
    job->features[pair] = feature | points << 8;
}

/* Whether the pair hits. */
static bool ask_pair(const hail_convex_rects *job, hail_narrow_fn *ask, bool swept, uint32_t pair) {
    static const float zero = 0.0f, one = 1.0f;
    static const uint32_t first = 0, row_of[2] = {SHAPE, BOX};
    static const uint8_t header[4] = {1, 1, 0, 0};
    const uint32_t shape = job->shape[pair] & 0xff;
    float templates[2][HAIL_TEMPLATE_WORDS] = {{0.0f}}, contact[HAIL_ROW_WORDS];
    write_shape(job, shape, templates[SHAPE]);
    write_box(job->half_x[pair], job->half_y[pair], job->rect_reach[pair], templates[BOX]);
    hail_narrow_job narrow = {
        .one = {.x = &zero,
                .y = &zero,
                .dx = swept ? job->dx + pair : NULL,
                .dy = swept ? job->dy + pair : NULL,
                .uniform_radius = -1.0f,
                .cos = job->cos + shape,
                .sin = job->sin + shape,
                .shape = &row_of[SHAPE]},
        .two = {.x = job->x + pair, .y = job->y + pair, .uniform_radius = -1.0f, .scale = &one, .shape = &row_of[BOX]},
        .templates = templates[0],
        .edges_one = 8,
        .edges_two = 4,
        .rounded = true,
        .manifold = true,
        .rows = contact};
    memcpy(&narrow.header, header, sizeof header);
    const bool hit = ask(&narrow, &first, &first, &first, 1) > 0;
    job->depth[pair] = -1.0f;
    if (hit)
        write_answer(job, pair, contact);
    return hit;
}

static uint32_t ask_pairs(const hail_convex_rects *job, hail_narrow_fn *ask, bool swept, const uint32_t *pairs,
                          uint32_t count) {
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i++)
        if (ask_pair(job, ask, swept, pairs[i]))
            job->hits[listed++] = pairs[i];
    return listed;
}

uint32_t HAIL_KERNEL(touch_convex_rects)(const hail_convex_rects *job, const uint32_t *pairs, uint32_t count) {
    return ask_pairs(job, HAIL_KERNEL(polygon_polygon), false, pairs, count);
}

uint32_t HAIL_KERNEL(sweep_convex_rects)(const hail_convex_rects *job, const uint32_t *pairs, uint32_t count) {
    return ask_pairs(job, HAIL_KERNEL(polygon_polygon_sweep), true, pairs, count);
}
