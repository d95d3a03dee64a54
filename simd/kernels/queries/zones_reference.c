/* simd/kernels/queries/zones_reference.c - the bodies of zones one by one. The cells of a zone, a little more than it
 * can reach, cannot change what is listed. */
#include "kernels/reference.h"

/* How far a coordinate lies outside of [min, max], or how far negated; of a body that is no longer there NaN. */
static float beyond(float at, float min, float max) { return at - (at < min ? min : at > max ? max : at); }

static bool is_in_slab(const hail_zone_job *job, uint32_t zone, float x, float y, float radius) {
    const hail_slabs *s = &job->slabs;
    return !s->x || fabsf(s->x[zone] * x + s->y[zone] * y - s->middle[zone]) <= s->half[zone] + radius * job->slack;
}

static bool touches(const hail_zone_job *job, uint32_t zone, uint32_t p) {
    const hail_grid_view *grid = &job->grid;
    const float dx = beyond(grid->x[p], job->zones.min_x[zone], job->zones.max_x[zone]),
                dy = beyond(grid->y[p], job->zones.min_y[zone], job->zones.max_y[zone]);
    const float r = grid->radius ? grid->radius[p] : grid->uniform_radius,
                reach = ((job->zones.radius ? job->zones.radius[zone] : 0.0f) + r) * job->slack;
    return dx * dx + dy * dy <= reach * reach && is_in_slab(job, zone, grid->x[p], grid->y[p], r);
}

/* The cells that a zone may reach: `columns` from cell `first` on, in each of `rows`. */
typedef struct cells {
    uint32_t first, columns, rows;
} cells;

static cells cells_of(const hail_zone_job *job, uint32_t zone) {
    const hail_zones *z = &job->zones;
    const hail_grid_layout *m = &job->grid.map;
    const float min_x = z->min_x[zone], min_y = z->min_y[zone], max_x = z->max_x[zone], max_y = z->max_y[zone];
    const float reach = ((z->radius ? z->radius[zone] : 0.0f) + job->reach) * job->slack;
    const float sizes = fabsf(min_x) + fabsf(max_x) + fabsf(min_y) + fabsf(max_y);
    const float far = reach + (sizes + reach) * HAIL_ZONE_SHARE + HAIL_ZONE_SPARE;
    const uint32_t column = reference_axis(min_x - far, m->min_x, m->inverse, m->last_column),
                   row = reference_axis(min_y - far, m->min_y, m->inverse, m->last_row), pad = (uint32_t)m->pad;
    return (cells){(row + pad) * (uint32_t)m->stride + column + pad,
                   reference_axis(max_x + far, m->min_x, m->inverse, m->last_column) - column + 1,
                   reference_axis(max_y + far, m->min_y, m->inverse, m->last_row) - row + 1};
}

uint32_t HAIL_KERNEL(find_in_zones)(const hail_zone_job *job, hail_cursor *cursor, uint32_t end, uint32_t *list,
                                    uint32_t *until, uint32_t capacity) {
    const uint32_t stride = (uint32_t)job->grid.map.stride;
    uint32_t count = 0;
    for (; cursor->body < end; cursor->body++, cursor->run = 0) {
        const cells in = cells_of(job, cursor->body);
        for (; cursor->run < in.rows; cursor->run++, cursor->step = 0) {
            const uint32_t *start = job->grid.start + in.first + cursor->run * stride;
            for (uint32_t p = start[0] + cursor->step; p < start[in.columns]; p++) {
                if (!touches(job, cursor->body, p))
                    continue;
                if (count == capacity) {
                    cursor->step = p - start[0];
                    return count;
                }
                list[count++] = job->order[p];
            }
        }
        until[cursor->body] = count;
    }
    return count;
}

/* Lists the bodies that contain a point. Returns how many there are now; UINT32_MAX: there is no room. */
static uint32_t list_at_point(const hail_zone_job *job, uint32_t i, uint32_t count, uint32_t *point, uint32_t *index,
                              uint32_t capacity) {
    const hail_grid_view *grid = &job->grid;
    const uint32_t stride = (uint32_t)grid->map.stride;
    const cells in = cells_of(job, i);
    const uint32_t *start = grid->start + in.first;
    const float x = job->zones.min_x[i], y = job->zones.min_y[i];
    for (uint32_t row = 0; row < in.rows; row++, start += stride)
        for (uint32_t p = start[0], stop = start[in.columns]; p < stop; p++) {
            const float dx = grid->x[p] - x, dy = grid->y[p] - y;
            const float r = grid->radius ? grid->radius[p] : grid->uniform_radius;
            if (!(dx * dx + dy * dy <= r * r))
                continue;
            if (count == capacity)
                return UINT32_MAX;
            point[count] = i;
            index[count++] = job->order[p];
        }
    return count;
}

uint32_t HAIL_KERNEL(find_at_points)(const hail_zone_job *job, uint32_t *first, uint32_t end, uint32_t *point,
                                     uint32_t *index, uint32_t capacity) {
    uint32_t count = 0;
    for (; *first < end; ++*first) {
        const uint32_t now = list_at_point(job, *first, count, point, index, capacity);
        if (now == UINT32_MAX)
            return count;
        count = now;
    }
    return count;
}
