/* engine/queries/near_fast.c - asks the kernel for the few bodies nearest to each point, puts equally near ones in
 * order, and has the results written. */
#include "near_fast.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "lowest_bit.h"

_Static_assert(sizeof(hail_query_hit) == HAIL_NEAR_HIT_WORDS * sizeof(uint32_t) &&
                   offsetof(hail_query_hit, user) == 2 * 4 && offsetof(hail_query_hit, part) == 4 * 4 &&
                   offsetof(hail_query_hit, kind) == 5 * 4 && offsetof(hail_query_hit, distance) == 7 * 4 &&
                   offsetof(hail_query_hit, normal_y) == 11 * 4,
               "the kernel writes it by words");

/* A point's circle holds this many bodies more than are wanted, and so many times their root, if they lie evenly. */
static const float MORE_BODIES = 1.5f, MORE_ROOTS = 2.2f;

/* Cells: the largest radius of a circle. */
static const float LARGEST = 4.0f;

/* Covers the rounding of distances. */
static const float GROWTH = 1.0f + 0x1p-20f;

static const float PI = 3.14159265f;

static hail_near_few_job job_of(const hail_level *level, bool to_centre, float radius, size_t capacity) {
    const hail_grid_view *grid = &level->view;
    const float cell = 1.0f / grid->map.inverse, wanted = (float)capacity;
    const float more = wanted + MORE_ROOTS * sqrtf(wanted) + MORE_BODIES;
    const float own = to_centre ? 0.0f : grid->uniform_radius;
    const float limit = radius < FLT_MAX ? (radius + own) * GROWTH : FLT_MAX;
    return (hail_near_few_job){.grid = grid,
                               .area = more * 9.0f / PI * cell * cell,
                               .largest = LARGEST * LARGEST * cell * cell,
                               .limit = limit < FLT_MAX ? limit * limit : FLT_MAX,
                               .radius = own,
                               .keep = (uint32_t)capacity,
                               .stride = NEAR_BLOCK};
}

bool hail_near_fast_open(hail_near_fast *fast, const hail_seek *seek, bool to_centre, float radius, size_t capacity,
                         hail_query_hit *hits) {
    const uint32_t number = lowest_bit_64(seek->layers);
    if (seek->layers != HAIL_LAYER(number) || seek->selective || seek->filter.each_layers || capacity > HAIL_NEAR_KEEP)
        return false;
    const hail_layer *layer = seek->world->bodies.layer[number];
    const hail_levels *levels = seek_levels(layer);
    if (levels->count != 1 || !levels->level->view.count)
        return false;
    const bool round = !layer->polygons && !layer->composed;
    if (!to_centre && (!round || levels->level->view.radius))
        return false;
    fast->seek = seek;
    fast->to_centre = to_centre;
    fast->layer_number = number;
    fast->layer = layer;
    fast->level = levels->level;
    fast->circles = round && !levels->level->view.radius;
    fast->radius = radius;
    fast->capacity = capacity;
    fast->hits = hits;
    fast->job = job_of(levels->level, to_centre, radius, capacity);
    fast->job.position = fast->position;
    fast->job.distance = fast->distance;
    fast->job.found = fast->found;
    return true;
}

/* ---- A point ----------------------------------------------------------------------------------------------------- */

static uint32_t slot_at(const hail_near_fast *fast, uint32_t position) {
    return layer_handles(fast->layer)[fast->level->order[position]].slot;
}

/* Puts bodies that are equally far from point i in order of slots. */
static void order_ties(hail_near_fast *fast, uint32_t i, uint32_t found) {
    float *distance = fast->distance + i;
    uint32_t *position = fast->position + i;
    for (uint32_t j = 1; j < found; j++)
        for (uint32_t k = j; k > 0 && distance[k * NEAR_BLOCK] == distance[(k - 1) * NEAR_BLOCK] &&
                             slot_at(fast, position[k * NEAR_BLOCK]) < slot_at(fast, position[(k - 1) * NEAR_BLOCK]);
             k--) {
            const uint32_t swap = position[k * NEAR_BLOCK];
            position[k * NEAR_BLOCK] = position[(k - 1) * NEAR_BLOCK];
            position[(k - 1) * NEAR_BLOCK] = swap;
        }
}

static void list_row(hail_near_fast *fast, uint32_t point, uint32_t position, uint32_t number) {
    fast->row_point[fast->rows] = point;
    fast->row_position[fast->rows] = position;
    fast->row_number[fast->rows++] = number;
}

/* Fills in the results of point i of a block, or has that done. */
static void put_point(hail_near_fast *fast, const hail_points *points, size_t first, uint32_t i, uint32_t found,
                      hail_near_results *results) {
    hail_query_hit *hits = fast->hits + (first + i) * fast->capacity;
    for (uint32_t j = 0; j < found; j++) {
        const uint32_t position = fast->position[j * NEAR_BLOCK + i], index = fast->level->order[position];
        if (fast->circles) {
            list_row(fast, i, position, i * (uint32_t)fast->capacity + j);
            continue;
        }
        hits[j] = (hail_query_hit){.distance = fast->distance[j * NEAR_BLOCK + i],
                                   .layer = (uint8_t)fast->layer_number,
                                   .body.generation = index};
        hail_near_result(results, points->x[first + i], points->y[first + i], &hits[j]);
    }
    if (found < fast->capacity)
        hits[found].kind = 0;
}

/* ---- A block ----------------------------------------------------------------------------------------------------- */

static void write_rows(const hail_near_fast *fast, const hail_points *points, size_t first) {
    const uint8_t header[4] = {HAIL_CONTACT_BODY, (uint8_t)fast->layer_number, 0, 0}, inside[4] = {0, 0, 0, 1};
    hail_near_rows_job job = {.grid = &fast->level->view,
                              .order = fast->level->order,
                              .handle = &layer_handles(fast->layer)->slot,
                              .user = fast->layer->column[COLUMN_USER],
                              .x = points->x + first,
                              .y = points->y + first,
                              .to_centre = fast->to_centre,
                              .rows = &(fast->hits + first * fast->capacity)->body.slot};
    memcpy(&job.header, header, sizeof header);
    memcpy(&job.inside, inside, sizeof inside);
    fast->seek->kernels->near_rows(&job, fast->row_point, fast->row_position, fast->row_number, fast->rows);
}

void hail_near_fast_answer(hail_near_fast *fast, const hail_points *points, size_t first, uint32_t count,
                           hail_near_results *results) {
    fast->job.x = points->x + first;
    fast->job.y = points->y + first;
    fast->seek->kernels->near_few(&fast->job, 0, count);
    fast->rows = fast->doubts = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t found = fast->found[i];
        if (found == HAIL_NEAR_DOUBT) {
            fast->doubt[fast->doubts++] = i;
            continue;
        }
        while (found && fast->distance[(found - 1) * NEAR_BLOCK + i] > fast->radius)
            found--;
        order_ties(fast, i, found);
        put_point(fast, points, first, i, found, results);
    }
    write_rows(fast, points, first);
}
