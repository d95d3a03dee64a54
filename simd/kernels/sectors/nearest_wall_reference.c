/* simd/kernels/sectors/nearest_wall_reference.c - docs/arithmetic.md, "Sectors": a point's nearest wall, one wall after
 * the other; cells are searched in rings around the point's own. */
#include "kernels/points/nearest_point_reference.h"

/* A point, the walls that count for it, and the nearest one so far. */
typedef struct question {
    const hail_walls_view *view;
    bool portals;
    uint32_t kinds;
    float x, y, reach, slack; /* reach: px^2 */
    float squared;
    uint32_t wall;     /* UINT32_MAX: none */
    const float *word; /* its first */
} question;

static question question_of(const hail_walls_view *view, float x, float y) {
    question q = {.view = view,
                  .portals = true,
                  .kinds = UINT32_MAX,
                  .x = reference_not_tiny(x, view->tiny),
                  .y = reference_not_tiny(y, view->tiny),
                  .reach = INFINITY,
                  .squared = INFINITY,
                  .wall = UINT32_MAX};
    q.slack = (fabsf(q.x) + fabsf(q.y)) * HAIL_DISTANCE_ERROR + HAIL_DISTANCE_TOLERANCES * view->tolerance;
    return q;
}

static void look_at(question *q, const float *word) {
    const float ax = word[HAIL_WALL_X * HAIL_BLOCK], ay = word[HAIL_WALL_Y * HAIL_BLOCK];
    const float bx = word[HAIL_WALL_BX * HAIL_BLOCK], by = word[HAIL_WALL_BY * HAIL_BLOCK];
    const float ex = word[HAIL_WALL_EX * HAIL_BLOCK], ey = word[HAIL_WALL_EY * HAIL_BLOCK];
    const float t = ((q->x - ax) * ex + (q->y - ay) * ey) * word[HAIL_WALL_INVERSE * HAIL_BLOCK];
    const uint32_t kind = reference_integer(word + HAIL_WALL_KIND * HAIL_BLOCK),
                   wall = reference_integer(word + HAIL_WALL_ID * HAIL_BLOCK);
    float s = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t, x = ax, y = ay;
    if (s > 0.5f) {
        s -= 1.0f;
        x = bx;
        y = by;
    }
    const float dx = (q->x - x) - ex * s, dy = (q->y - y) - ey * s, squared = dx * dx + dy * dy;
    if (!(kind & q->kinds) || squared > q->reach || squared > q->squared || (squared == q->squared && wall > q->wall))
        return;
    q->squared = squared;
    q->wall = wall;
    q->word = word;
}

static void look_into(question *q, uint32_t column, uint32_t row) {
    const hail_wall_cell *cell = &q->view->wall_cells[row * q->view->columns + column];
    const uint32_t count = q->portals ? cell->count : cell->stops;
    for (uint32_t i = 0; i < count; i++) {
        const size_t block = cell->first + i / HAIL_BLOCK;
        look_at(q, q->view->walls + block * HAIL_BLOCK * HAIL_WALL_WORDS + i % HAIL_BLOCK);
    }
}

/* A lower bound of the distance to a column or row. */
static float surely(float at, float low, float size, float slack) {
    const float before = low - at, behind = (at - low) - size, gap = (before > behind ? before : behind) - slack;
    return gap > 0.0f ? gap : 0.0f;
}

/* Returns whether any cell of the ring had to be searched. */
static bool look_around(question *q, uint32_t column, uint32_t row, uint32_t k) {
    const hail_walls_view *v = q->view;
    bool any = false;
    for (uint32_t r = row < k ? 0 : row - k; r <= row + k && r < v->rows; r++)
        for (uint32_t c = column < k ? 0 : column - k; c <= column + k && c < v->columns; c++) {
            const bool in_ring = r + k == row || r == row + k || c + k == column || c == column + k;
            const float dx = surely(q->x, v->map.min_x + (float)c * v->cell, v->cell, q->slack);
            const float dy = surely(q->y, v->map.min_y + (float)r * v->cell, v->cell, q->slack);
            const float squared = dx * dx + dy * dy;
            if (!in_ring || squared > q->squared || squared > q->reach)
                continue;
            any = true;
            look_into(q, c, r);
        }
    return any;
}

static void write_row(const question *q, float nowhere, float *row) {
    row[0] = row[1] = 0.0f;
    row[2] = nowhere;
    memcpy(&row[3], &q->wall, sizeof q->wall);
    if (q->wall == UINT32_MAX)
        return;
    const float a[2] = {q->word[HAIL_WALL_X * HAIL_BLOCK], q->word[HAIL_WALL_Y * HAIL_BLOCK]};
    const float b[2] = {q->word[HAIL_WALL_BX * HAIL_BLOCK], q->word[HAIL_WALL_BY * HAIL_BLOCK]};
    float nearest[4];
    reference_nearest(q->x, q->y, a, b, q->view->tiny, nearest);
    memcpy(row, nearest, 3 * sizeof *row);
}

void HAIL_KERNEL(nearest_wall)(const hail_walls_view *view, const hail_near_job *job, uint32_t begin, uint32_t end) {
    const hail_grid_layout *map = &view->map;
    for (uint32_t i = begin; i < end; i++) {
        question q = question_of(view, job->x[i], job->y[i]);
        q.portals = job->portals;
        q.kinds = job->kinds;
        q.reach = job->reach < HAIL_REACH_ANY ? job->reach * job->reach : INFINITY;
        const uint32_t column = reference_axis(q.x, map->min_x, map->inverse, map->last_column),
                       row = reference_axis(q.y, map->min_y, map->inverse, map->last_row);
        look_into(&q, column, row);
        for (uint32_t k = 1; look_around(&q, column, row, k);)
            k++;
        write_row(&q, job->nowhere, job->rows + 4 * (size_t)i);
    }
}
