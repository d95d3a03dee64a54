/* bench/queries/hail_queries.c - Hail's queries, through its public interface. `hail` borrows the index of the last
 * step, as a game that asks after a step; `hail_built` makes it anew, `hail_unordered` wants no order. Points have no
 * step: `hail` makes theirs, too. Boxes and shapes are asked in parts, whose matches stay in the cache. Any failure
 * ends the program with a message. */
#include "queries.h"

#include "hail_swarm.h"
#include "tasks.h"
#include "tiles/hail_map.h"

#include <math.h>
#include <stdlib.h>

enum { OVERLAPS_AT_ONCE = 128 };

struct hail_queries {
    hail_world *world;
    query_question question;
    size_t capacity; /* results of a query */
    hail_context context;
    hail_query_filter filter; /* of what lists bodies */
    hail_query_hit *hits;
    hail_query_match *matches;
    uint32_t *counts;
    uint8_t *clear;
    hail_convex shape;  /* of QUERY_SHAPES and casts */
    float *to_x, *to_y; /* a batch's: where lines of sight end; or the cosine and sine of casts */
};

static bool is_split(query_question question) { return question == QUERY_FILTERED || question == QUERY_RARE; }

static void prepare(void *self) {
    struct hail_queries *hail = self;
    for (uint32_t layer = 0; layer < (is_split(hail->question) ? 2 : 1); layer++)
        hail_map_must(hail_layer_changed(hail->world, layer), "hail_layer_changed");
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
    free(hail->clear);
    free(hail->to_x);
    free(hail->to_y);
    free(hail);
}

static bool casts_boxes(query_question question) {
    return question == QUERY_BOX_CASTS || question == QUERY_SOME_BOX_CASTS;
}

static void make_shape(struct hail_queries *hail) {
    if (query_casts(hail->question))
        hail_map_must(hail_convex_circle(QUERY_CAST_RADIUS, &hail->shape), "hail_convex_circle");
    if (casts_boxes(hail->question))
        hail_map_must(hail_convex_box(QUERY_CAST_FRONT, QUERY_CAST_SIDE, 0.0f, &hail->shape), "hail_convex_box");
    if (hail->question == QUERY_SHAPES || hail->question == QUERY_COUNTED_SHAPES)
        hail_map_must(hail_convex_box(QUERY_BOX_LONG, QUERY_BOX_WIDE, 0.0f, &hail->shape), "hail_convex_box");
}

static void *create(const query_scene *scene, query_question question, size_t k, size_t max_count,
                    const char *variant) {
    struct hail_queries *hail = calloc(1, sizeof *hail);
    if (!hail)
        return NULL;
    hail->question = question;
    bench_set_context(&hail->context, variant);
    hail->context.variant = NULL; /* the world's is used */
    hail->capacity = question == QUERY_PICKS ? QUERY_KEPT_PICKS : query_lists(question) ? QUERY_KEPT : k;
    make_shape(hail);
    hail->hits = calloc(max_count * hail->capacity + 1, sizeof *hail->hits);
    hail->matches = calloc(max_count * hail->capacity + 1, sizeof *hail->matches);
    hail->counts = calloc(max_count, sizeof *hail->counts);
    hail->clear = calloc(max_count, sizeof *hail->clear);
    hail->to_x = calloc(max_count, sizeof *hail->to_x);
    hail->to_y = calloc(max_count, sizeof *hail->to_y);
    hail->world = is_split(question) ? hail_swarm_split(scene, variant) : hail_swarm_create(scene, variant);
    if (hail->world)
        hail_map_must(hail_query_prepare(hail->world, 0), "hail_query_prepare");
    if (hail->hits && hail->matches && hail->counts && hail->clear && hail->to_x && hail->to_y && hail->world)
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

static void *create_unordered(const query_scene *scene, query_question question, size_t k, size_t max_count,
                              const char *variant) {
    struct hail_queries *made = create(scene, question, k, max_count, variant);
    if (made)
        made->filter.order = HAIL_UNORDERED;
    return made;
}

/* ---- Questions --------------------------------------------------------------------------------------------------- */

static size_t sum(const uint32_t *counts, size_t count) {
    size_t all = 0;
    for (size_t i = 0; i < count; i++)
        all += counts[i];
    return all;
}

/* Hits of `queries` queries with room for `each`: what lies behind the end of a row is old. */
static size_t hit(const hail_query_hit *hits, size_t queries, size_t each) {
    size_t all = 0;
    for (size_t i = 0; i < queries; i++)
        for (size_t k = 0; k < each && hits[i * each + k].kind; k++)
            all++;
    return all;
}

/* With tasks, they also read the results: so each mostly reads what lies in its own cache, as one thread does. */
typedef struct reading {
    const hail_query_hit *hits;
    size_t each; /* hits of a query */
    struct {
        size_t found;
        char padding[120]; /* two cache lines: a worker's neighbours fetch the next one, too */
    } worker[HAIL_MAX_WORKERS];
} reading;

static void read_some(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    reading *r = task;
    r->worker[worker].found += hit(r->hits + first * r->each, last - first, r->each);
}

static size_t read_all(const struct hail_queries *hail, size_t queries) {
    enum { GRAIN = 256 };
    static reading r;
    const hail_tasks *tasks = hail->context.tasks;
    if (!tasks || tasks->workers == 1 || queries <= GRAIN)
        return hit(hail->hits, queries, hail->capacity);
    r = (reading){.hits = hail->hits, .each = hail->capacity};
    void *handle = tasks->enqueue(read_some, 0, (uint32_t)queries, GRAIN, &r, tasks->user);
    if (handle)
        tasks->finish(handle, tasks->user);
    size_t all = 0;
    for (size_t w = 0; w < tasks->workers; w++)
        all += r.worker[w].found;
    return all;
}

static uint32_t *counts_of(const struct hail_queries *hail) {
    return query_counts(hail->question) ? hail->counts : NULL;
}

static size_t cast(struct hail_queries *hail, const query_batch *batch) {
    const hail_rays rays = {
        .context = &hail->context, .x = batch->x, .y = batch->y, .dx = batch->u, .dy = batch->v, .count = batch->count};
    uint32_t *counts = counts_of(hail);
    hail_map_must(hail_query_rays(hail->world, &rays, NULL, hail->capacity, hail->hits, counts), "hail_query_rays");
    return counts ? sum(counts, batch->count) : read_all(hail, batch->count);
}

static void ask_boxes(struct hail_queries *hail, const query_batch *part, hail_query_match *matches, uint32_t *counts) {
    const hail_boxes list = {&hail->context, part->x, part->y, part->u, part->v, part->count};
    hail_map_must(hail_query_boxes(hail->world, &list, &hail->filter, hail->capacity, matches, counts),
                  "hail_query_boxes");
}

static void ask_shapes(struct hail_queries *hail, const query_batch *part, hail_query_match *matches,
                       uint32_t *counts) {
    const hail_shapes list = {.context = &hail->context,
                              .convexes = &hail->shape,
                              .shape_count = 1,
                              .x = part->x,
                              .y = part->y,
                              .cos = part->u,
                              .sin = part->v,
                              .count = part->count};
    hail_map_must(hail_query_shapes(hail->world, &list, &hail->filter, hail->capacity, matches, counts),
                  "hail_query_shapes");
}

static size_t overlap(struct hail_queries *hail, const query_batch *batch) {
    size_t all = 0;
    const size_t at_once = hail->context.tasks ? batch->count : OVERLAPS_AT_ONCE;
    for (size_t from = 0; from < batch->count; from += at_once) {
        const size_t left = batch->count - from, count = left < at_once ? left : at_once;
        const query_batch part = {batch->x + from, batch->y + from, batch->u + from, batch->v + from, count};
        /* A check reads every match, and so has no parts. */
        hail_query_match *matches = hail->matches + (batch->count <= QUERY_CHECKED ? from * hail->capacity : 0);
        const bool boxes = hail->question == QUERY_BOXES || hail->question == QUERY_COUNTED_BOXES;
        (boxes ? ask_boxes : ask_shapes)(hail, &part, matches, hail->counts + from);
        all += sum(hail->counts + from, count);
    }
    return all;
}

static size_t pick(struct hail_queries *hail, const query_batch *batch) {
    const hail_points points = {.context = &hail->context, .x = batch->x, .y = batch->y, .count = batch->count};
    hail_map_must(hail_query_points(hail->world, &points, &hail->filter, hail->capacity, hail->matches, hail->counts),
                  "hail_query_points");
    return sum(hail->counts, batch->count);
}

static size_t near_bodies(struct hail_queries *hail, const query_batch *batch) {
    const hail_points points = {.context = &hail->context, .x = batch->x, .y = batch->y, .count = batch->count};
    const hail_query_filter some = {.mask = hail->question == QUERY_RARE ? SWARM_RARE : SWARM_ODD};
    const hail_nearest_options near = {.radius = QUERY_NEAR_RADIUS, .distance_to = HAIL_TO_CENTRE};
    uint32_t *counts = counts_of(hail);
    hail_map_must(hail_query_nearest(hail->world, &points, counts ? &near : NULL,
                                     is_split(hail->question) ? &some : NULL, hail->capacity, hail->hits, counts),
                  "hail_query_nearest");
    return counts ? sum(counts, batch->count) : read_all(hail, batch->count);
}

static size_t cast_shapes(struct hail_queries *hail, const query_batch *batch) {
    const bool turned = casts_boxes(hail->question);
    for (size_t i = 0; turned && i < batch->count; i++) {
        const float length = sqrtf(batch->u[i] * batch->u[i] + batch->v[i] * batch->v[i]);
        hail->to_x[i] = batch->u[i] / length;
        hail->to_y[i] = batch->v[i] / length;
    }
    const hail_shapes list = {.context = &hail->context,
                              .convexes = &hail->shape,
                              .shape_count = 1,
                              .x = batch->x,
                              .y = batch->y,
                              .cos = turned ? hail->to_x : NULL,
                              .sin = turned ? hail->to_y : NULL,
                              .dx = batch->u,
                              .dy = batch->v,
                              .count = batch->count};
    uint32_t *counts = counts_of(hail);
    hail_map_must(hail_query_casts(hail->world, &list, NULL, hail->capacity, hail->hits, counts), "hail_query_casts");
    return counts ? sum(counts, batch->count) : read_all(hail, batch->count);
}

static size_t see(struct hail_queries *hail, const query_batch *batch) {
    for (size_t i = 0; i < batch->count; i++) {
        hail->to_x[i] = batch->x[i] + batch->u[i];
        hail->to_y[i] = batch->y[i] + batch->v[i];
    }
    const hail_rays lines = {.context = &hail->context,
                             .x = batch->x,
                             .y = batch->y,
                             .to_x = hail->to_x,
                             .to_y = hail->to_y,
                             .count = batch->count};
    hail_map_must(hail_query_sight(hail->world, &lines, NULL, hail->clear), "hail_query_sight");
    size_t all = 0;
    for (size_t i = 0; i < batch->count; i++)
        all += !hail->clear[i];
    return all;
}

static size_t ask(void *self, const query_batch *batch) {
    static size_t (*const by_question[])(struct hail_queries *, const query_batch *) = {
        cast, overlap,     near_bodies, pick, near_bodies, overlap, cast_shapes, cast_shapes, see,        near_bodies,
        cast, cast_shapes, cast_shapes, cast, cast_shapes, overlap, pick,        overlap,     near_bodies};
    struct hail_queries *hail = self;
    return by_question[hail->question](hail, batch);
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

static size_t read_hits(const struct hail_queries *hail, size_t query, query_answer *answers, size_t capacity) {
    const hail_query_hit *row = hail->hits + query * hail->capacity;
    const size_t found = hit(row, 1, hail->capacity);
    for (size_t i = 0; i < found && i < capacity; i++)
        answers[i] = (query_answer){row[i].body.slot, query_of_points(hail->question) ? row[i].distance : row[i].t};
    return found;
}

static size_t answers(const void *self, size_t query, query_answer *into, size_t capacity) {
    const struct hail_queries *hail = self;
    if (hail->question == QUERY_SIGHT)
        return !hail->clear[query];
    if (query_counts(hail->question)) {
        read_hits(hail, query, into, capacity);
        return hail->counts[query];
    }
    if (!query_lists(hail->question))
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
const query_contender query_contender_hail_unordered = {.name = "hail_unordered",
                                                        .questions =
                                                            1u << QUERY_BOXES | 1u << QUERY_PICKS | 1u << QUERY_SHAPES,
                                                        .create = create_unordered,
                                                        .prepare = prepare,
                                                        .ask = ask,
                                                        .answers = answers,
                                                        .destroy = destroy};
