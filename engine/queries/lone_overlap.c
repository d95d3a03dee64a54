/* engine/queries/lone_overlap.c - one point or box: a kernel lists the circles that it touches, another one writes them
 * in order. */
#include "lone_overlap.h"

#include "lone_query.h"

/* Where the matches go. */
typedef struct lone_results {
    size_t capacity;
    hail_query_match *matches;
    uint32_t *counts;
} lone_results;

static bool has_room(const lone_results *to) { return to->matches && to->capacity && to->capacity <= INT32_MAX; }

/* Takes the bodies away that the query may not find. Returns how many are left. */
static uint32_t keep_allowed(const hail_lone_query *lone, uint32_t *index, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        index[kept] = index[i];
        kept += lone_allows(lone, index[i]);
    }
    return kept;
}

static void put_one(const hail_lone_query *lone, uint32_t index, hail_query_match *to) {
    const uint64_t *user = layer_user(lone->layer);
    *to = (hail_query_match){.body = layer_handles(lone->layer)[index],
                             .user = user ? user[index] : 0,
                             .kind = HAIL_CONTACT_BODY,
                             .layer = (uint8_t)lone->number};
}

static void put_several(const hail_lone_query *lone, const uint32_t *index, uint32_t count, const lone_results *to) {
    const uint8_t header[4] = {HAIL_CONTACT_BODY, (uint8_t)lone->number, 0, 0};
    hail_match_job job = {.handle = &layer_handles(lone->layer)->slot,
                          .user = (const uint32_t *)(const void *)layer_user(lone->layer)};
    memcpy(&job.header, header, sizeof header);
    lone->world->kernels->put_matches(&job, index, NULL, count, to->capacity, (uint32_t *)(void *)to->matches);
}

/* Writes the bodies that were listed. */
static void put(const hail_lone_query *lone, uint32_t *index, uint32_t listed, const lone_results *to) {
    const uint32_t count = lone->selective || lone->poses ? keep_allowed(lone, index, listed) : listed;
    if (count > 1)
        put_several(lone, index, count, to);
    else if (count)
        put_one(lone, index[0], to->matches);
    if (count < to->capacity)
        to->matches[count] = (hail_query_match){0};
    if (to->counts)
        to->counts[0] = count;
}

static hail_zone_job job_of(const hail_lone_query *lone, hail_zones zones) {
    return (hail_zone_job){.grid = lone->level->view,
                           .reach = lone->level->reach,
                           .slack = 1.0f,
                           .order = lone->level->order,
                           .zones = zones};
}

/* The circles of a call must be few enough for one list, with room for a vector. */
enum { FEW = HAIL_MATCH_FEW - HAIL_SLACK };

bool hail_lone_point(const hail_world *world, const hail_points *points, const hail_query_filter *filter,
                     size_t capacity, hail_query_match *matches, uint32_t *counts) {
    const lone_results to = {capacity, matches, counts};
    hail_lone_query lone;
    if (points->count != 1 || !has_room(&to) || !lone_coordinate(points->x) || !lone_coordinate(points->y) ||
        !hail_lone_open(&lone, world, points->context, filter))
        return false;
    const hail_zone_job job = job_of(&lone, (hail_zones){points->x, points->y, points->x, points->y, NULL});
    uint32_t index[HAIL_MATCH_FEW + HAIL_SLACK], point[HAIL_MATCH_FEW], first = 0;
    const uint32_t count = world->kernels->find_at_points(&job, &first, 1, point, index, FEW);
    if (!first)
        return false;
    put(&lone, index, count, &to);
    return true;
}

bool hail_lone_box(const hail_world *world, const hail_box_list *b, const hail_query_filter *filter, size_t capacity,
                   hail_query_match *matches, uint32_t *counts) {
    const lone_results to = {capacity, matches, counts};
    hail_lone_query lone;
    if (b->count != 1 || !has_room(&to) || !lone_coordinate(b->min_x) || !lone_coordinate(b->min_y) ||
        !lone_coordinate(b->max_x) || !lone_coordinate(b->max_y) || *b->max_x < *b->min_x || *b->max_y < *b->min_y ||
        !hail_lone_open(&lone, world, b->context, filter))
        return false;
    const hail_zone_job job = job_of(&lone, (hail_zones){b->min_x, b->min_y, b->max_x, b->max_y, NULL});
    uint32_t index[HAIL_MATCH_FEW + HAIL_SLACK], until;
    hail_cursor cursor = {0};
    const uint32_t count = world->kernels->find_in_zones(&job, &cursor, 1, index, &until, FEW);
    if (!cursor.body)
        return false;
    put(&lone, index, count, &to);
    return true;
}
