/* simd/kernels/sprites/boxes_reference.c - docs/arithmetic.md, "Sprites": boxes, a vertex at a time. */
#include "kernels/reference.h"

typedef struct matrix {
    float xx, xy, yx, yy;
} matrix;

static matrix matrix_of(const hail_sprite_side *side, uint32_t i, float tiny) {
    const float cosine = side->cos ? side->cos[i] : 1.0f, sine = side->cos ? side->sin[i] : 0.0f;
    const float across = side->scale_x ? reference_not_tiny(side->scale_x[i], tiny) : 1.0f;
    const float down = side->scale_y ? reference_not_tiny(side->scale_y[i], tiny) : across;
    return (matrix){cosine * across, -(sine * down), sine * across, cosine * down};
}

static uint32_t sector_of(float a, float b) {
    const float size_a = fabsf(a), size_b = fabsf(b);
    const float smaller = size_a < size_b ? size_a : size_b, larger = size_a < size_b ? size_b : size_a;
    uint32_t sector = (a < 0.0f ? 16u : 0u) + (b < 0.0f ? 8u : 0u) + (size_b > size_a ? 4u : 0u);
    sector += smaller > HAIL_TANGENT_1 * larger;
    sector += smaller > HAIL_TANGENT_2 * larger;
    sector += smaller > HAIL_TANGENT_3 * larger;
    return sector;
}

/* The sector's arc; HAIL_ARC_LONG: all vertices count. */
static uint32_t arc_of(const hail_boxes_job *job, uint32_t sprite, float a, float b, float sign) {
    const uint32_t ahead = sector_of(a, b), sector = sign < 0.0f ? ahead ^ HAIL_OPPOSITE : ahead;
    return job->arcs ? job->arcs[(size_t)sprite * HAIL_DIRECTIONS + sector] : HAIL_ARC_LONG;
}

/* How far the vertices reach along (a, b), or along its opposite if sign is -1. all: takes all vertices, not only those
 * of the arc. */
static float furthest(const hail_boxes_job *job, uint32_t sprite, bool all, float a, float b, float sign) {
    const hail_vertex_run run = job->runs[sprite];
    const uint32_t first = all ? run.first : arc_of(job, sprite, a, b, sign), count = all ? run.count : HAIL_ARC;
    float larger = 0.0f;
    for (uint32_t k = 0; k < count; k++) {
        const float at = sign * (job->u[first + k] * a + job->v[first + k] * b);
        larger = k == 0 || at > larger ? at : larger;
    }
    return larger;
}

void HAIL_KERNEL(boxes)(const hail_boxes_job *job, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++) {
        const hail_sprite_side *side = &job->side;
        const uint32_t sprite = side->sprite ? side->sprite[i] : 0;
        const matrix m = matrix_of(side, i, job->tiny);
        const bool some = job->runs[sprite].count > 0;
        const bool all = arc_of(job, sprite, m.xx, m.xy, -1.0f) == HAIL_ARC_LONG ||
                         arc_of(job, sprite, m.yx, m.yy, -1.0f) == HAIL_ARC_LONG ||
                         arc_of(job, sprite, m.xx, m.xy, 1.0f) == HAIL_ARC_LONG ||
                         arc_of(job, sprite, m.yx, m.yy, 1.0f) == HAIL_ARC_LONG;
        float *box = job->boxes + 4 * (size_t)i;
        /* Adds 0, so that no box has a negative zero. */
        box[0] = some ? side->x[i] - furthest(job, sprite, all, m.xx, m.xy, -1.0f) + 0.0f : job->nowhere;
        box[1] = some ? side->y[i] - furthest(job, sprite, all, m.yx, m.yy, -1.0f) + 0.0f : job->nowhere;
        box[2] = some ? side->x[i] + furthest(job, sprite, all, m.xx, m.xy, 1.0f) + 0.0f : -job->nowhere;
        box[3] = some ? side->y[i] + furthest(job, sprite, all, m.yx, m.yy, 1.0f) + 0.0f : -job->nowhere;
    }
}
