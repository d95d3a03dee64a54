/* simd/kernels/tiles/near_tiles_reference.c - which shapes have a cell near them that is not empty, one at a time. */
#include "kernels/reference.h"

/* The number in view->known of a cell; the border's column and row are 0. */
static uint32_t known_at(const hail_tile_view *view, uint32_t column, uint32_t row) {
    return view->known[(size_t)((row >> 2) * view->blocks + (column >> 3)) * 32 + (row & 3) * 8 + (column & 7)];
}

/* The bit of the window of columns x rows cells that begins with a cell. */
static bool window_at(const hail_tile_view *view, uint32_t column, uint32_t row, uint32_t columns, uint32_t rows) {
    const uint32_t words = (view->columns + 2 + 7) / 8,
                   bit = column % 8 * HAIL_WINDOW_BITS + (columns - 1) + 2 * (rows - 1);
    return view->windows[(size_t)row * words + column / 8] >> bit & 1u;
}

static float reach_of(const hail_near_tiles *job, uint32_t i, bool down, float path) {
    const size_t shape = job->shape ? job->shape[i] : 0;
    float reach =
        job->reach ? job->reach[2 * shape + down] : job->templates[shape * HAIL_TEMPLATE_WORDS + HAIL_TEMPLATE_RADIUS];
    if (job->scale)
        reach *= job->scale[i];
    reach = reach * HAIL_NEAR_TILES_SHARE + job->inflation;
    const float sizes = (reach + path) + HAIL_NEAR_TILES_SIZE;
    return reach + sizes * (job->flatness * HAIL_NEAR_TILES_SLACK);
}

static uint32_t clamped(float cell, float least, float most) {
    return (uint32_t)(cell <= least ? least : cell >= most ? most : cell);
}

/* The first and the last column, or row, that a way passes. */
typedef struct span {
    uint32_t first, last;
} span;

static span span_of(const hail_tile_view *view, bool down, float at, float d, float reach) {
    const float corner = down ? view->y : view->x, cells = (float)(down ? view->rows : view->columns),
                by = 1.0f / (float)(down ? view->height : view->width), least = view->outside_solid ? 0.0f : 1.0f;
    const float more = reach + ((fabsf(at) + fabsf(corner)) + (reach + fabsf(d))) * 0x1p-20f, from = at - corner;
    const float low = (from + (d < 0.0f ? d : 0.0f)) - more, high = (from + (d > 0.0f ? d : 0.0f)) + more;
    return (span){clamped(low * by + 1.0f, least, cells + 1.0f - least),
                  clamped(high * by + 1.0f, least, cells + 1.0f - least)};
}

static bool is_near(const hail_tile_view *view, uint32_t column, uint32_t row, uint32_t columns, uint32_t rows) {
    if (columns <= 2 && rows <= 2)
        return window_at(view, column, row, columns, rows);
    const uint32_t known = known_at(view, column, row), square = known >> 12;
    return !(known & HAIL_FIELD_FAR) || square < columns || square < rows;
}

uint32_t HAIL_KERNEL(near_tiles)(const hail_near_tiles *job, uint32_t begin, uint32_t end, uint32_t *near_list) {
    uint32_t listed = 0;
    for (uint32_t i = begin; i < end; i++) {
        const float sign = job->from_end ? -1.0f : 1.0f, dx = job->dx ? job->dx[i] * sign : 0.0f,
                    dy = job->dy ? job->dy[i] * sign : 0.0f;
        const float path = fabsf(dx) + fabsf(dy);
        const span x = span_of(job->view, false, job->x[i], dx, reach_of(job, i, false, path)),
                   y = span_of(job->view, true, job->y[i], dy, reach_of(job, i, true, path));
        const uint32_t columns = x.last - x.first + 1, rows = y.last - y.first + 1;
        if (is_near(job->view, x.first, y.first, columns, rows))
            near_list[listed++] = i;
    }
    return listed;
}
