/* simd/kernels/sectors/clearance_reference.c - docs/arithmetic.md, "Sectors": how far around points there is no wall,
 * and which points have left their free circle. */
#include "kernels/points/nearest_point_reference.h"

/* The squared distance to a wall, approximately. */
static float about(const float *word, float x, float y) {
    const float ax = x - word[HAIL_WALL_X * HAIL_BLOCK], ay = y - word[HAIL_WALL_Y * HAIL_BLOCK];
    const float ex = word[HAIL_WALL_EX * HAIL_BLOCK], ey = word[HAIL_WALL_EY * HAIL_BLOCK];
    const float t = reference_clamp((ax * ex + ay * ey) * word[HAIL_WALL_INVERSE * HAIL_BLOCK], 1.0f);
    const float dx = ax - ex * t, dy = ay - ey * t;
    return dx * dx + dy * dy;
}

static float border_of(float at, float low, float size) {
    const float before = at - low, behind = (low + size) - at;
    return before < behind ? before : behind;
}

static float open_around(const hail_walls_view *view, float x, float y) {
    const hail_grid_layout *map = &view->map;
    const uint32_t column = (uint32_t)reference_clamp((x - map->min_x) * map->inverse, map->last_column);
    const uint32_t row = (uint32_t)reference_clamp((y - map->min_y) * map->inverse, map->last_row);
    const hail_wall_cell *cell = &view->wall_cells[row * view->columns + column];
    float squared = INFINITY;
    for (uint32_t i = 0; i < cell->count; i++) {
        const size_t block = cell->first + i / HAIL_BLOCK;
        const float to = about(view->walls + block * HAIL_BLOCK * HAIL_WALL_WORDS + i % HAIL_BLOCK, x, y);
        squared = to < squared ? to : squared;
    }
    const float across = border_of(x, map->min_x + (float)column * view->cell, view->cell);
    const float down = border_of(y, map->min_y + (float)row * view->cell, view->cell);
    float room = sqrtf(squared);
    room = across < room ? across : room;
    return down < room ? down : room;
}

void HAIL_KERNEL(clearance)(const hail_walls_view *view, const float *x, const float *y, uint32_t begin, uint32_t end,
                            float *free) {
    for (uint32_t i = begin; i < end; i++) {
        const float px = reference_not_tiny(x[i], view->tiny), py = reference_not_tiny(y[i], view->tiny);
        const float room = open_around(view, px, py) -
                           ((fabsf(px) + fabsf(py)) * HAIL_DISTANCE_ERROR + HAIL_DISTANCE_TOLERANCES * view->tolerance);
        free[i] = room > 0.0f ? room * HAIL_CLEARANCE_SHARE : 0.0f;
    }
}

uint32_t HAIL_KERNEL(roam)(const hail_roam_job *job, uint32_t begin, uint32_t end, uint32_t *gone, uint32_t *worthy,
                           uint32_t *worthies) {
    uint32_t count = 0;
    *worthies = 0;
    for (uint32_t i = begin; i < end; i++) {
        const float dx = job->x[i] - job->at_x[i], dy = job->y[i] - job->at_y[i], squared = dx * dx + dy * dy;
        const float far = job->free[i] * HAIL_BEYOND;
        uint32_t bits;
        if (squared < job->free[i] * job->free[i])
            continue;
        memcpy(&bits, &job->x[i], sizeof bits);
        gone[count++] = i;
        const uint32_t below = squared < job->slow * job->slow ? HAIL_OFTEN : HAIL_SELDOM;
        if (squared < far * far || bits * HAIL_CHANCE < below)
            worthy[(*worthies)++] = i;
        job->at_x[i] = job->x[i];
        job->at_y[i] = job->y[i];
        job->free[i] = 0.0f;
    }
    return count;
}
