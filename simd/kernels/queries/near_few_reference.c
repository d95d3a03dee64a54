/* simd/kernels/queries/near_few_reference.c - the few bodies nearest to points. */
#include <math.h>

#include "kernels/reference.h"

static const float MARGIN = 0x1p-20f;

/* ---- Circles ----------------------------------------------------------------------------------------------------- */

typedef struct circle {
    float x, y, squared, beyond;
    uint32_t from_column, to_column, from_row, to_row; /* in cells, the border counted */
} circle;

static float outside_of(float at, float min, float max) { return at < min ? min - at : at > max ? at - max : 0.0f; }

static float reach_beside(float squared, float off) {
    const float rest = squared * (1.0f + MARGIN) - off * off * (1.0f - MARGIN);
    return rest > 0.0f ? sqrtf(rest) : 0.0f;
}

static float radius_into(float room, float off_x, float off_y) {
    const float off = sqrtf(off_x * off_x + off_y * off_y), radius = off + room, squared = radius * radius;
    if (!(off > 0.0f))
        return room;
    const float wide = reference_max(reach_beside(squared, off_y) - off_x, room),
                high = reference_max(reach_beside(squared, off_x) - off_y, room);
    const float share = 2.0f * (room * room) / (wide * high);
    return off + room * sqrtf(share < 1.0f ? share : 1.0f);
}

static float square_of(const hail_near_few_job *job, uint32_t i, float off_x, float off_y) {
    const hail_grid_view *grid = job->grid;
    const uint32_t cell = reference_cell(&grid->map, job->x[i], job->y[i]), stride = (uint32_t)grid->map.stride;
    const float limit = job->limits[i];
    uint32_t around = 0;
    if (job->largest == INFINITY || (job->there && limit < HAIL_NEAR_ANY))
        return limit;
    for (uint32_t row = cell - stride; row <= cell + stride; row += stride)
        around += grid->start[row + 2] - grid->start[row - 1];
    float squared = reference_min(job->area / (around ? (float)around : 1.0f), job->largest);
    if (job->spread > 0.0f || off_x + off_y > 0.0f) {
        const float radius = radius_into(sqrtf(squared) + job->spread, off_x, off_y);
        squared = radius * radius;
    }
    return reference_min(squared, limit);
}

static circle draw(const hail_near_few_job *job, uint32_t i) {
    const hail_grid_layout *map = &job->grid->map;
    const float x = job->x[i], y = job->y[i];
    const float off_x = outside_of(x, job->min_x, job->max_x), off_y = outside_of(y, job->min_y, job->max_y);
    circle c = {.x = x, .y = y, .squared = square_of(job, i, off_x, off_y)};
    const float across = reach_beside(c.squared, off_y),
                down = off_x == off_y ? across : reach_beside(c.squared, off_x);
    const float wide = across + (fabsf(x) + across) * MARGIN, high = down + (fabsf(y) + down) * MARGIN;
    c.from_column = 1 + reference_axis(x - wide, map->min_x, map->inverse, map->last_column);
    c.to_column = 1 + reference_axis(x + wide, map->min_x, map->inverse, map->last_column);
    c.from_row = 1 + reference_axis(y - high, map->min_y, map->inverse, map->last_row);
    c.to_row = 1 + reference_axis(y + high, map->min_y, map->inverse, map->last_row);
    c.beyond = c.squared == job->limits[i]
                   ? INFINITY
                   : sqrtf(reference_max(c.squared, 0.0f)) * job->shrink - job->reach * job->grow;
    return c;
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

static bool lets_through(const hail_near_few_job *job, uint32_t i, uint32_t position) {
    if (job->allowed && !(job->allowed[position / 32] >> position % 32 & 1))
        return false;
    if (!job->order)
        return true;
    const uint32_t index = job->order[position];
    if (index == job->no_index[i])
        return false;
    if (job->group && job->no_group[i] && job->group[index] == job->no_group[i])
        return false;
    if (job->category && job->in_category[i] && !(job->category[index] & job->in_category[i]))
        return false;
    return !(job->mask && job->in_mask[i] && !(job->mask[index] & job->in_mask[i]));
}

/* Adds a body to the list of point i: keep + 1 bodies in order. */
static void insert(const hail_near_few_job *job, uint32_t i, float key, uint32_t position) {
    const size_t stride = job->stride;
    float *keys = job->key + i;
    uint32_t *positions = job->position + i, at = job->keep;
    if (!(key < keys[at * stride]))
        return;
    for (; at > 0 && key < keys[(at - 1) * stride]; at--) {
        keys[at * stride] = keys[(at - 1) * stride];
        positions[at * stride] = positions[(at - 1) * stride];
    }
    keys[at * stride] = key;
    positions[at * stride] = position + job->base;
}

/* Whether bodies are told apart by more than the squares of their distances. */
static bool is_sized(const hail_near_few_job *job) { return job->grid->radius && job->grow != 0.0f; }
static bool asks(const hail_near_few_job *job) { return job->order || job->allowed || job->there || is_sized(job); }

enum { LISTED = 8 }; /* more than most circles hold */

/* Bodies in a circle that were not added yet: listed, then told apart, without branches, which would often be
 * mispredicted. */
typedef struct list {
    float squared[LISTED]; /* distances; then keys */
    uint32_t position[LISTED], count;
} list;

/* Computes the keys of the list, and leaves out the bodies that are not there. */
static void compute_keys(const hail_near_few_job *job, uint32_t i, list *of) {
    const bool asked = asks(job), sized = is_sized(job);
    const float uniform = job->grid->uniform_radius * job->grow;
    uint32_t there = 0;
    for (uint32_t k = 0; k < of->count; k++) {
        const uint32_t p = of->position[k];
        const float reach = sized ? job->grid->radius[p] * job->grow : uniform;
        const float key = sqrtf(of->squared[k]) * job->shrink - reach;
        of->squared[there] = key;
        of->position[there] = p;
        there += !asked || (key <= job->within[i] && lets_through(job, i, p));
    }
    of->count = there;
}

/* Adds them. Returns how many are there. */
static uint32_t add_listed(const hail_near_few_job *job, uint32_t i, list *of) {
    compute_keys(job, i, of);
    for (uint32_t k = 0; k < of->count; k++)
        insert(job, i, of->squared[k], of->position[k]);
    return of->count;
}

/* The rows of cells that a circle reaches: where the bodies of the first one begin, and of the cell after it. */
typedef struct rows {
    const uint32_t *from, *to;
    uint32_t stride, count;
} rows;

static rows rows_of(const hail_near_few_job *job, const circle *c) {
    const uint32_t stride = (uint32_t)job->grid->map.stride;
    const uint32_t *start = job->grid->start + (size_t)c->from_row * stride;
    return (rows){start + c->from_column, start + c->to_column + 1, stride, c->to_row - c->from_row + 1};
}

static float key_within(const hail_near_few_job *job, const circle *c, float squared) {
    const float key = sqrtf(squared) * job->shrink - job->grid->uniform_radius * job->grow;
    return squared <= c->squared ? key : INFINITY;
}

/* Inserts the two nearest bodies in a circle into a list of one body and the key of the next: all that counts where one
 * body is wanted, and squares of distances tell which. False: there may be more than HAIL_NEAR_ROOM. */
static bool add_nearest(const hail_near_few_job *job, const circle *c, uint32_t i) {
    const float *x = job->grid->x, *y = job->grid->y;
    float first = INFINITY, second = INFINITY;
    uint32_t position = 0, count = 0;
    for (rows in = rows_of(job, c); in.count; in.count--, in.from += in.stride, in.to += in.stride) {
        const uint32_t begin = *in.from, end = *in.to;
        for (uint32_t p = begin; p < end; p++) {
            const float dx = x[p] - c->x, dy = y[p] - c->y, own = dx * dx + dy * dy;
            second = reference_min(reference_max(first, own), second); /* a NaN changes nothing */
            first = reference_min(own, first);
            position = own <= first ? p : position;
        }
        count += end - begin;
    }
    if (count > HAIL_NEAR_ROOM)
        return false;
    const float key = key_within(job, c, first), after = key_within(job, c, second);
    float *best = job->key + i, *next = best + job->stride;
    *next = key < *best ? reference_min(*best, after) : reference_min(*next, key);
    if (key < *best) {
        *best = key;
        job->position[i] = position + job->base;
    }
    return true;
}

/* Adds the bodies of a circle. Returns how many are there; 0: not more than HAIL_NEAR_ROOM. */
static uint32_t find(const hail_near_few_job *job, const circle *c, uint32_t i, list *near) {
    const float *x = job->grid->x, *y = job->grid->y;
    uint32_t there = 0, listed = 0;
    if (job->keep == 1 && !asks(job) && add_nearest(job, c, i))
        return 0;
    for (rows in = rows_of(job, c); in.count; in.count--, in.from += in.stride, in.to += in.stride) {
        for (uint32_t p = *in.from, end = *in.to; p < end;) {
            const uint32_t stop = end - p < LISTED - listed ? end : p + LISTED - listed;
            for (; p < stop; p++) {
                const float dx = x[p] - c->x, dy = y[p] - c->y;
                near->squared[listed] = dx * dx + dy * dy;
                near->position[listed] = p;
                listed += near->squared[listed] <= c->squared;
            }
            if (listed < LISTED)
                continue;
            near->count = listed;
            there += add_listed(job, i, near);
            listed = 0;
        }
    }
    near->count = listed;
    return there + add_listed(job, i, near);
}

void HAIL_KERNEL(near_few)(const hail_near_few_job *job, uint32_t begin, uint32_t end) {
    list near = {.count = 0}; /* static analysis cannot see what is read */
    for (uint32_t i = begin; i < end; i++) {
        const circle c = draw(job, i);
        const bool searched = c.to_row - c.from_row < HAIL_NEAR_ROWS;
        float *next = job->key + i;
        for (uint32_t j = 0; j < job->keep; j++, next += job->stride)
            *next = job->merges ? *next : INFINITY;
        *next = job->merges ? *next : INFINITY;
        const uint32_t count = searched ? find(job, &c, i, &near) : 0;
        const float known = !searched || count > HAIL_NEAR_ROOM ? -INFINITY : reference_min(*next, c.beyond);
        job->beyond[i] = job->merges ? reference_min(known, job->beyond[i]) : known;
        if (job->there)
            job->there[i] = count;
    }
}
