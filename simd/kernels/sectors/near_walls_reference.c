/* simd/kernels/sectors/near_walls_reference.c - bodies as sectors_kernels.h describes them; walls by their distance
 * from a disc's path, in double precision. */
#include "kernels/reference.h"

/* ---- Bodies ---------------------------------------------------------------------------------------------------- */

/* Finds the columns or rows of a body's box. False: it lies beyond the grid. */
static bool spans(float at, float path, float reach, float min, float max, float inverse, float last, uint32_t *from,
                  uint32_t *to) {
    const float start = at - path, low = (at < start ? at : start) - reach, high = (at > start ? at : start) + reach;
    *from = reference_axis(low, min, inverse, last);
    *to = reference_axis(high, min, inverse, last);
    return low <= max && high >= min;
}

static bool has_walls(const hail_walls_view *view, uint32_t from_x, uint32_t to_x, uint32_t from_y, uint32_t to_y) {
    if (to_x - from_x > 1 || to_y - from_y > 1)
        return true;
    for (uint32_t row = from_y; row <= to_y; row++)
        for (uint32_t column = from_x; column <= to_x; column++)
            if (view->wall_cells[row * view->columns + column].stops)
                return true;
    return false;
}

uint32_t HAIL_KERNEL(cull_walls)(const hail_walls_view *view, const hail_cull_walls_job *job, uint32_t begin,
                                 uint32_t end, uint32_t *list) {
    const hail_grid_layout *m = &view->map;
    uint32_t listed = 0, from_x, to_x, from_y, to_y;
    for (uint32_t i = begin; i < end; i++) {
        const float x = job->x[i], y = job->y[i], dx = job->dx ? job->dx[i] : 0.0f, dy = job->dy ? job->dy[i] : 0.0f;
        const float radius = job->radius ? job->radius[i] : job->uniform_radius;
        if (!(fabsf(x) <= job->bound) || !(fabsf(y) <= job->bound) || !(fabsf(dx) <= job->bound) ||
            !(fabsf(dy) <= job->bound))
            continue;
        const float reach = (radius * job->inflate_rel + job->extra) + (fabsf(dx) + fabsf(dy)) * job->inflate_abs;
        if (spans(x, dx, reach, m->min_x, view->max_x, m->inverse, m->last_column, &from_x, &to_x) &&
            spans(y, dy, reach, m->min_y, view->max_y, m->inverse, m->last_row, &from_y, &to_y) &&
            has_walls(view, from_x, to_x, from_y, to_y))
            list[listed++] = i;
    }
    return listed;
}

/* ---- Walls ----------------------------------------------------------------------------------------------------- */

typedef struct segment {
    double x, y, ex, ey;
} segment;

/* The squared distance from a point to a segment. */
static double from_point(double x, double y, const segment *s) {
    const double square = s->ex * s->ex + s->ey * s->ey;
    double t = square > 0.0 ? ((x - s->x) * s->ex + (y - s->y) * s->ey) / square : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    const double dx = x - (s->x + s->ex * t), dy = y - (s->y + s->ey * t);
    return dx * dx + dy * dy;
}

static double side_of(const segment *s, double x, double y) { return (x - s->x) * s->ey - (y - s->y) * s->ex; }

static bool cross(const segment *a, const segment *b) {
    return side_of(a, b->x, b->y) * side_of(a, b->x + b->ex, b->y + b->ey) < 0.0 &&
           side_of(b, a->x, a->y) * side_of(b, a->x + a->ex, a->y + a->ey) < 0.0;
}

/* If two segments do not cross, an end of one of them is nearest to the other. */
static double between(const segment *a, const segment *b) {
    if (cross(a, b))
        return 0.0;
    const double first = from_point(a->x, a->y, b), second = from_point(a->x + a->ex, a->y + a->ey, b),
                 third = from_point(b->x, b->y, a), fourth = from_point(b->x + b->ex, b->y + b->ey, a);
    const double one = first < second ? first : second, other = third < fourth ? third : fourth;
    return one < other ? one : other;
}

/* A share of all numbers that go into a position, at least the one of the kernel in lanes: rounding must not separate a
 * disc from a wall at its edge. */
#define RIM 1e-6

static double reach_of(const hail_walls_view *view, const hail_disc *d) {
    const double sizes = fabs((double)d->x) + fabs((double)d->y) + fabs((double)d->dx) + fabs((double)d->dy) +
                         (double)d->radius + fabs((double)view->map.min_x) + fabs((double)view->map.min_y) +
                         fabs((double)view->max_x) + fabs((double)view->max_y);
    return (double)d->radius + sizes * RIM;
}

static bool is_near(const float *block, uint32_t wall, const segment *path, uint32_t stops, double reach) {
    const segment s = {(double)block[HAIL_WALL_X * HAIL_BLOCK + wall], (double)block[HAIL_WALL_Y * HAIL_BLOCK + wall],
                       (double)block[HAIL_WALL_EX * HAIL_BLOCK + wall],
                       (double)block[HAIL_WALL_EY * HAIL_BLOCK + wall]};
    return (reference_integer(block + HAIL_WALL_STOPS * HAIL_BLOCK + wall) & stops) &&
           between(&s, path) <= reach * reach;
}

/* Looks at the box of the path column by column. cursor->run is how many walls of a row were looked at. */
uint32_t HAIL_KERNEL(near_walls)(const hail_walls_view *view, const hail_disc *disc, hail_cursor *cursor,
                                 uint32_t *walls, uint32_t capacity) {
    const hail_grid_layout *m = &view->map;
    const float reach = (float)reach_of(view, disc);
    const segment path = {(double)disc->x, (double)disc->y, (double)disc->dx, (double)disc->dy};
    uint32_t from_x, to_x, from_y, to_y, listed = 0;
    const bool by_x = spans(disc->x + disc->dx, disc->dx, reach, m->min_x, view->max_x, m->inverse, m->last_column,
                            &from_x, &to_x),
               by_y = spans(disc->y + disc->dy, disc->dy, reach, m->min_y, view->max_y, m->inverse, m->last_row,
                            &from_y, &to_y);
    uint32_t row = cursor->body > from_y ? cursor->body : from_y, looked = 0;
    for (; by_x && by_y && row <= to_y; row++, looked = cursor->run = 0)
        for (uint32_t column = from_x; column <= to_x; column++) {
            const hail_wall_cell *cell = &view->wall_cells[row * view->columns + column];
            for (uint32_t k = 0; k < cell->count; k++) {
                const float *block =
                    view->walls + (size_t)(cell->first + k / HAIL_BLOCK) * HAIL_WALL_WORDS * HAIL_BLOCK;
                if (looked++ < cursor->run || !is_near(block, k % HAIL_BLOCK, &path, disc->stops, reach_of(view, disc)))
                    continue;
                if (listed == capacity) {
                    *cursor = (hail_cursor){row, looked - 1, 0};
                    return listed;
                }
                walls[listed++] = reference_integer(block + HAIL_WALL_ID * HAIL_BLOCK + k % HAIL_BLOCK);
            }
        }
    cursor->body = view->rows;
    return listed;
}
