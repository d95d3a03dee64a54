/* engine/nearest/near_fast.c - asks the kernel for the few bodies nearest to each point, puts equally near ones in
 * order, and has the results written. */
#include "near_fast.h"

#include <math.h>
#include <string.h>

#include "compiler.h"
#include "lowest_bit.h"

_Static_assert(sizeof(hail_query_hit) == HAIL_QUERY_HIT_WORDS * sizeof(uint32_t) &&
                   offsetof(hail_query_hit, user) == 2 * 4 && offsetof(hail_query_hit, part) == 4 * 4 &&
                   offsetof(hail_query_hit, kind) == 5 * 4 && offsetof(hail_query_hit, distance) == 7 * 4 &&
                   offsetof(hail_query_hit, normal_y) == 11 * 4,
               "the kernel writes it by words");

/* A point's circle holds this many bodies more than are wanted, and so many times their root, if they lie evenly. */
static const float MORE_BODIES = 1.5f, MORE_ROOTS = 2.2f;

/* The handles of more bodies do not fit into the nearest caches. */
enum { FAR_BODIES = 32768 };

/* Fewer points than this have too few neighbours. */
enum { MANY_POINTS = 1024 };

static const float PI = 3.14159265f;

static void set_job(hail_near_fast *fast, float radius) {
    hail_near_few_job *job = &fast->job;
    const hail_grid_view *grid = &fast->level->view;
    const float cell = 1.0f / grid->map.inverse, wanted = (float)(fast->capacity + fast->excepts);
    const float more = wanted + MORE_ROOTS * sqrtf(wanted) + MORE_BODIES;
    job->grid = grid;
    job->area = more * 9.0f / PI * cell * cell;
    job->largest = HAIL_NEAR_CELLS * HAIL_NEAR_CELLS * cell * cell;
    job->radius = fast->to_centre ? 0.0f : grid->uniform_radius;
    job->limit = near_limit(radius, job->radius);
    job->limits = fast->near->each_radius ? fast->limits : NULL;
    job->keep = (uint32_t)fast->capacity + fast->excepts;
    job->stride = NEAR_BLOCK;
    job->position = fast->position;
    job->distance = fast->distance;
    job->found = fast->found;
}

static void set_call(hail_near_fast *fast, const hail_seek *seek, const hail_query_near *near, size_t capacity,
                     hail_query_hit *hits) {
    fast->seek = seek;
    fast->near = near;
    fast->capacity = capacity;
    fast->hits = hits;
    fast->to_centre = near->measure == HAIL_TO_CENTRE;
    fast->excepts = seek_only_excepts(seek);
    set_job(fast, near_radius(near, 0));
}

bool hail_near_fast_open(hail_near_fast *fast, const hail_seek *seek, const hail_query_near *near, size_t count,
                         size_t capacity, hail_query_hit *hits) {
    const uint32_t number = lowest_bit_64(seek->layers);
    const bool to_centre = near->measure == HAIL_TO_CENTRE, excepts = seek_only_excepts(seek);
    if (seek->layers != HAIL_LAYER(number) || seek->selective != excepts || seek->filter.each_layers ||
        capacity + excepts > HAIL_NEAR_KEEP)
        return false;
    const hail_layer *layer = seek->world->bodies.layer[number];
    const hail_levels *levels = seek_levels(layer);
    if (levels->count != 1 || !levels->level->view.count)
        return false;
    const bool round = !layer->polygons && !layer->composed;
    if (!to_centre && (!round || levels->level->view.radius))
        return false;
    fast->layer_number = number;
    fast->layer = layer;
    fast->level = levels->level;
    fast->circles = round && !levels->level->view.radius;
    fast->kernels = seek_kernels(seek, count);
    set_call(fast, seek, near, capacity, hits);
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

static bool has_ties(const float *distance, uint32_t found) {
    bool equal = false;
    for (uint32_t j = 1; j < found; j++)
        equal |= distance[j * NEAR_BLOCK] == distance[(j - 1) * NEAR_BLOCK];
    return equal;
}

static uint32_t place_of(const hail_near_fast *fast, uint32_t i) { return fast->place ? fast->place[i] : i; }

/* Drops the body that point i leaves out, or else the last one if there is one too many. */
static uint32_t drop_one(hail_near_fast *fast, uint32_t i, uint32_t found) {
    const hail_handle except = seek_wish(fast->seek, fast->first + place_of(fast, i)).except;
    uint32_t kept = 0;
    for (uint32_t j = 0; j < found; j++) {
        const uint32_t at = j * NEAR_BLOCK + i, to = kept * NEAR_BLOCK + i;
        const hail_handle own = layer_handles(fast->layer)[fast->level->order[fast->position[at]]];
        fast->position[to] = fast->position[at];
        fast->distance[to] = fast->distance[at];
        kept += own.slot != except.slot || own.generation != except.generation;
    }
    return kept <= fast->capacity ? kept : (uint32_t)fast->capacity;
}

/* Drops the bodies of point i that it may not find, and puts the others in order. Returns how many there are. */
static uint32_t settle(hail_near_fast *fast, uint32_t i, uint32_t found) {
    const hail_query_near *near = fast->near;
    const float radius = near_radius(near, near->each_radius ? fast->first + place_of(fast, i) : 0);
    while (found && fast->distance[(found - 1) * NEAR_BLOCK + i] > radius)
        found--;
    if (has_ties(fast->distance + i, found))
        order_ties(fast, i, found);
    return fast->excepts ? drop_one(fast, i, found) : found;
}

/* Whether all bodies that the kernel found for point i may be found. */
static bool all_valid(const hail_near_fast *fast, uint32_t i) {
    bool valid = true;
    for (uint32_t j = 0; j < fast->found[i]; j++)
        valid &= layer_pose_valid(fast->layer, fast->level->order[fast->position[j * NEAR_BLOCK + i]]);
    return valid;
}

/* ---- A block ----------------------------------------------------------------------------------------------------- */

/* Fetches what the kernel reads of each body, all at once: with many bodies it lies beyond the nearer caches. */
static void fetch_rows(const hail_near_fast *fast) {
    const hail_handle *handle = layer_handles(fast->layer);
    const uint64_t *user = layer_user(fast->layer);
    const uint32_t *order = fast->level->order;
    for (uint32_t i = 0; i < fast->rows; i++)
        HAIL_FETCH(handle + order[fast->row_position[i]]);
    for (uint32_t i = 0; user && i < fast->rows; i++)
        HAIL_FETCH(user + order[fast->row_position[i]]);
}

static void write_rows(const hail_near_fast *fast) {
    const uint8_t header[4] = {HAIL_CONTACT_BODY, (uint8_t)fast->layer_number, 0, 0}, inside[4] = {0, 0, 0, 1};
    hail_near_rows_job job = {.grid = &fast->level->view,
                              .order = fast->level->order,
                              .handle = &layer_handles(fast->layer)->slot,
                              .user = fast->layer->column[COLUMN_USER],
                              .x = fast->job.x,
                              .y = fast->job.y,
                              .to_centre = fast->to_centre,
                              .rows = &(fast->hits + fast->first * fast->capacity)->body.slot};
    memcpy(&job.header, header, sizeof header);
    memcpy(&job.inside, inside, sizeof inside);
    fast->kernels->near_rows(&job, fast->row_point, fast->row_position, fast->row_number, fast->rows);
}

/* The results of point i of a block. */
static hail_query_hit *hits_of(const hail_near_fast *fast, uint32_t i) {
    return fast->hits + (fast->first + place_of(fast, i)) * fast->capacity;
}

/* Fills in the results of point i of a block. */
static void put_point(hail_near_fast *fast, uint32_t i, uint32_t found, hail_near_results *results) {
    hail_query_hit *hits = hits_of(fast, i);
    for (uint32_t j = 0; j < found; j++) {
        hits[j] = (hail_query_hit){.distance = fast->distance[j * NEAR_BLOCK + i],
                                   .layer = (uint8_t)fast->layer_number,
                                   .body.generation = fast->level->order[fast->position[j * NEAR_BLOCK + i]]};
        hail_near_result(results, fast->job.x[i], fast->job.y[i], &hits[j]);
    }
}

/* Lists the rows of point i for the kernel, from number `row` on. */
static uint32_t list_rows(hail_near_fast *fast, uint32_t i, uint32_t found, uint32_t row) {
    const uint32_t number = place_of(fast, i) * (uint32_t)fast->capacity;
    for (uint32_t j = 0; j < found; j++, row++) {
        fast->row_point[row] = i;
        fast->row_position[row] = fast->position[j * NEAR_BLOCK + i];
        fast->row_number[row] = number + j;
    }
    return row;
}

static void begin_block(hail_near_fast *fast, const hail_points *points, size_t first, const uint16_t *place,
                        uint32_t count) {
    fast->first = first;
    fast->place = place;
    fast->job.x = place ? fast->own_x : points->x + first;
    fast->job.y = place ? fast->own_y : points->y + first;
    for (uint32_t i = 0; i < count && place; i++) {
        fast->own_x[i] = points->x[first + place[i]];
        fast->own_y[i] = points->y[first + place[i]];
    }
    for (uint32_t i = 0; i < count && fast->job.limits; i++)
        fast->limits[i] = near_limit(near_radius(fast->near, first + place_of(fast, i)), fast->job.radius);
}

bool hail_near_wants_order(const hail_grid_view *grid, size_t count) {
    return grid->count > FAR_BODIES && count >= MANY_POINTS;
}

void hail_near_fast_answer(hail_near_fast *fast, const hail_points *points, size_t first, const uint16_t *place,
                           uint32_t count, hail_near_results *results) {
    const size_t capacity = fast->capacity;
    const bool circles = fast->circles, poses = seek_checks_poses(fast->layer);
    uint32_t rows = 0, doubts = 0;
    begin_block(fast, points, first, place, count);
    (fast->job.keep == 1 ? fast->kernels->near_one : fast->kernels->near_few)(&fast->job, 0, count);
    for (uint32_t i = 0; i < count; i++) {
        if (fast->found[i] == HAIL_NEAR_DOUBT || (poses && !all_valid(fast, i))) {
            fast->doubt[doubts++] = place_of(fast, i);
            continue;
        }
        const uint32_t found = settle(fast, i, fast->found[i]);
        if (circles)
            rows = list_rows(fast, i, found, rows);
        else
            put_point(fast, i, found, results);
        if (found < capacity)
            hits_of(fast, i)[found].kind = 0;
    }
    fast->rows = rows;
    fast->doubts = doubts;
    if (fast->level->view.count > FAR_BODIES)
        fetch_rows(fast);
    write_rows(fast);
}
