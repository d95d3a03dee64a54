/* bench/queries/hail_queries.c - Hail's queries, through its public interface. `hail` borrows the index of the last
 * step, as a game that asks after a step; `hail_built` makes it anew. Points have no step: `hail` makes theirs, too.
 * Boxes are asked in parts, whose matches stay in the cache. Any failure ends the program with a message. */
#include "queries.h"

#include "hail_swarm.h"
#include "tasks.h"
#include "tiles/hail_map.h"

#include <stdlib.h>

enum { BOXES_AT_ONCE = 128 };

struct hail_queries {
    hail_world *world;
    query_question question;
    size_t capacity; /* results of a query */
    hail_context context;
    hail_query_hit *hits;
    hail_query_match *matches;
    uint32_t *counts;
};

static void prepare(void *self) {
    struct hail_queries *hail = self;
    hail_map_must(hail_layer_changed(hail->world, 0), "hail_layer_changed");
    hail_map_must(hail_query_prepare(hail->world, 0), "hail_query_prepare");
}

static void destroy(void *self) {
    struct hail_queries *hail = self;
    if (!hail)
        return;
    hail_world_destroy(hail->world);
    free(hail->hits);
    free(hail->matches);
    free(hail->counts);
    free(hail);
}

static void *create(const query_scene *scene, query_question question, size_t k, size_t max_count,
                    const char *variant) {
    struct hail_queries *hail = calloc(1, sizeof *hail);
    if (!hail)
        return NULL;
    hail->question = question;
    bench_set_context(&hail->context, variant);
    hail->context.variant = NULL; /* the world's is used */
    hail->capacity = question == QUERY_BOXES   ? QUERY_KEPT
                     : question == QUERY_PICKS ? QUERY_KEPT_PICKS
                     : question == QUERY_RAYS  ? 1
                                               : k;
    hail->hits = calloc(max_count * hail->capacity, sizeof *hail->hits);
    hail->matches = calloc(max_count * hail->capacity, sizeof *hail->matches);
    hail->counts = calloc(max_count, sizeof *hail->counts);
    hail->world = hail_swarm_create(scene, variant);
    if (hail->world)
        hail_map_must(hail_query_prepare(hail->world, 0), "hail_query_prepare");
    if (hail->hits && hail->matches && hail->counts && hail->world)
        return hail;
    destroy(hail);
    return NULL;
}

static void *create_built(const query_scene *scene, query_question question, size_t k, size_t max_count,
                          const char *variant) {
    void *made = create(scene, question, k, max_count, variant);
    if (made)
        prepare(made);
    return made;
}

/* ---- Questions --------------------------------------------------------------------------------------------------- */

static size_t sum(const uint32_t *counts, size_t count) {
    size_t all = 0;
    for (size_t i = 0; i < count; i++)
        all += counts[i];
    return all;
}

static size_t hit(const hail_query_hit *hits, size_t count) {
    size_t all = 0;
    for (size_t i = 0; i < count; i++)
        all += hits[i].kind != 0;
    return all;
}

static size_t cast(struct hail_queries *hail, const query_batch *batch) {
    const hail_ray_list rays = {&hail->context, batch->x, batch->y, batch->u, batch->v, batch->count};
    hail_map_must(hail_query_rays(hail->world, &rays, NULL, 1, hail->hits, NULL), "hail_query_rays");
    return hit(hail->hits, batch->count);
}

static size_t boxes(struct hail_queries *hail, const query_batch *batch) {
    size_t all = 0;
    const size_t at_once = hail->context.tasks ? batch->count : BOXES_AT_ONCE;
    for (size_t from = 0; from < batch->count; from += at_once) {
        const size_t left = batch->count - from, count = left < at_once ? left : at_once;
        const hail_box_list list = {&hail->context,  batch->x + from, batch->y + from,
                                    batch->u + from, batch->v + from, count};
        /* A check reads every match, and so has no parts. */
        hail_query_match *matches = batch->count <= QUERY_CHECKED ? hail->matches + from * QUERY_KEPT : hail->matches;
        hail_map_must(hail_query_boxes(hail->world, &list, NULL, hail->capacity, matches, hail->counts + from),
                      "hail_query_boxes");
        all += sum(hail->counts + from, count);
    }
    return all;
}

static size_t pick(struct hail_queries *hail, const query_batch *batch) {
    const hail_points points = {.context = &hail->context, .x = batch->x, .y = batch->y, .count = batch->count};
    hail_map_must(hail_query_points(hail->world, &points, NULL, hail->capacity, hail->matches, hail->counts),
                  "hail_query_points");
    return sum(hail->counts, batch->count);
}

static size_t near_bodies(struct hail_queries *hail, const query_batch *batch) {
    const hail_points points = {.context = &hail->context, .x = batch->x, .y = batch->y, .count = batch->count};
    hail_map_must(hail_query_nearest(hail->world, &points, NULL, NULL, hail->capacity, hail->hits, NULL),
                  "hail_query_nearest");
    return hit(hail->hits, batch->count * hail->capacity);
}

static size_t ask(void *self, const query_batch *batch) {
    static size_t (*const by_question[])(struct hail_queries *, const query_batch *) = {cast, boxes, near_bodies, pick};
    struct hail_queries *hail = self;
    return by_question[hail->question](hail, batch);
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

static size_t read_hits(const struct hail_queries *hail, size_t query, query_answer *answers, size_t capacity) {
    const hail_query_hit *row = hail->hits + query * hail->capacity;
    const size_t found = hit(row, hail->capacity);
    for (size_t i = 0; i < found && i < capacity; i++)
        answers[i] = (query_answer){row[i].body.slot, hail->question == QUERY_RAYS ? row[i].t : row[i].distance};
    return found;
}

static size_t answers(const void *self, size_t query, query_answer *into, size_t capacity) {
    const struct hail_queries *hail = self;
    if (hail->question == QUERY_RAYS || hail->question == QUERY_NEAREST)
        return read_hits(hail, query, into, capacity);
    const size_t found = hail->counts[query];
    for (size_t i = 0; i < found && i < capacity; i++)
        into[i] = (query_answer){hail->matches[query * hail->capacity + i].body.slot, 0.0f};
    return found;
}

const query_contender query_contender_hail = {.name = "hail",
                                              .questions = QUERY_ALL,
                                              .create = create,
                                              .prepare = prepare,
                                              .ask = ask,
                                              .answers = answers,
                                              .destroy = destroy};
const query_contender query_contender_hail_built = {.name = "hail_built",
                                                    .questions =
                                                        1u << QUERY_RAYS | 1u << QUERY_BOXES | 1u << QUERY_PICKS,
                                                    .create = create_built,
                                                    .prepare = prepare,
                                                    .ask = ask,
                                                    .answers = answers,
                                                    .destroy = destroy};
