/* simd/kernels/queries/zones_reference.c - the bodies of zones one by one. The cells of a zone, a little more than it
 * can reach, cannot change what is listed. */
#include "kernels/reference.h"

static float beyond(float at, float min, float max) { return at < min ? min - at : at > max ? at - max : 0.0f; }

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

/* A corner of the cells of a zone: sign is -1 for the one of the lowest coordinates, 1 for the highest. */
static uint32_t corner_of(const hail_zone_job *job, uint32_t zone, float sign) {
    const hail_zones *z = &job->zones;
    const float reach = ((z->radius ? z->radius[zone] : 0.0f) + job->reach) * job->slack;
    const float sizes = fabsf(z->min_x[zone]) + fabsf(z->max_x[zone]) + fabsf(z->min_y[zone]) + fabsf(z->max_y[zone]);
    const float far = reach + (sizes + reach) * HAIL_ZONE_SHARE + HAIL_ZONE_SPARE;
    return sign < 0.0f ? reference_cell(&job->grid.map, z->min_x[zone] - far, z->min_y[zone] - far)
                       : reference_cell(&job->grid.map, z->max_x[zone] + far, z->max_y[zone] + far);
}

uint32_t HAIL_KERNEL(find_in_zones)(const hail_zone_job *job, hail_cursor *cursor, uint32_t end, uint32_t *list,
                                    uint32_t *until, uint32_t capacity) {
    const uint32_t stride = (uint32_t)job->grid.map.stride;
    uint32_t count = 0;
    for (; cursor->body < end; cursor->body++, cursor->run = 0) {
        const uint32_t low = corner_of(job, cursor->body, -1.0f), high = corner_of(job, cursor->body, 1.0f);
        const uint32_t columns = high % stride - low % stride;
        for (; cursor->run <= high / stride - low / stride; cursor->run++, cursor->step = 0) {
            const uint32_t cell = low + cursor->run * stride, from = job->grid.start[cell],
                           stop = job->grid.start[cell + columns + 1];
            for (uint32_t p = from + cursor->step; p < stop; p++) {
                if (!touches(job, cursor->body, p))
                    continue;
                if (count == capacity) {
                    cursor->step = p - from;
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
    const uint32_t stride = (uint32_t)job->grid.map.stride;
    const uint32_t low = corner_of(job, i, -1.0f), high = corner_of(job, i, 1.0f),
                   columns = high % stride - low % stride;
    for (uint32_t cell = low; cell <= high; cell += stride)
        for (uint32_t p = job->grid.start[cell]; p < job->grid.start[cell + columns + 1]; p++) {
            if (!touches(job, i, p))
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
