/* bench/queries/plain_index.c - makes plain's grid. It writes body numbers in no order, and checks nothing; it knows no
 * layers, filters, tiles or walls. */
#include "plain_index.h"

#include <stdlib.h>

/* px; rays and casts need at least twice the sum of both radii, of a box half its width. Tried: rays 16, 20, 24, 28;
 * boxes and picks 16 to 28 and 48; nearest 24 to 48; several hits and counts 18 to 48. */
static const float cell_of[QUERY_QUESTIONS] = {18.0f, 18.0f, 32.0f, 18.0f, 40.0f, 24.0f, 28.0f, 24.0f, 18.0f, 40.0f,
                                               32.0f, 28.0f, 24.0f, 32.0f, 28.0f, 20.0f, 18.0f, 28.0f, 36.0f};

static void prepare(void *self) {
    plain_index *index = self;
    plain_grid_count(&index->grid, &index->bodies);
    for (uint32_t i = 0; i < index->bodies.count; i++) {
        uint32_t place = index->grid.start[index->grid.cell[i] + 1]++;
        index->x[place] = index->bodies.x[i];
        index->y[place] = index->bodies.y[i];
        index->id[place] = i;
        index->category[place] = query_allows(i);
    }
}

static bool is_cast_circle(query_question question) {
    return question == QUERY_CASTS || question == QUERY_SOME_CASTS || question == QUERY_COUNTED_CASTS;
}

static void *create(const query_scene *scene, query_question question, size_t k, size_t max_count,
                    const char *variant) {
    (void)variant;
    plain_index *index = plain_allocate(sizeof *index);
    index->scene = scene;
    index->radius = scene->radius + (is_cast_circle(question) ? QUERY_CAST_RADIUS : 0.0f);
    index->cell = cell_of[question];
    index->bodies = plain_bodies_copy(&scene->now->group[0]);
    index->grid = plain_grid_make(scene->width, scene->height, index->cell, scene->count);
    index->x = plain_allocate(scene->count * sizeof(float));
    index->y = plain_allocate(scene->count * sizeof(float));
    index->id = plain_allocate(scene->count * sizeof(uint32_t));
    index->category = plain_allocate(scene->count * sizeof(uint32_t));
    index->rare = plain_allocate(scene->count * sizeof(uint32_t));
    index->results = query_results_make(question, k, max_count);
    prepare(index);
    return index;
}

static size_t ask(void *self, const query_batch *batch) {
    static size_t (*const by_question[])(plain_index *, const query_batch *) = {
        query_plain_rays,           query_plain_boxes,        query_plain_nearest,      query_plain_picks,
        query_plain_filtered,       query_plain_shapes,       query_plain_casts,        query_plain_box_casts,
        query_plain_sight,          query_plain_rare,         query_plain_some_rays,    query_plain_some_casts,
        query_plain_some_box_casts, query_plain_count_rays,   query_plain_count_casts,  query_plain_count_boxes,
        query_plain_count_picks,    query_plain_count_shapes, query_plain_count_nearest};
    plain_index *index = self;
    return by_question[index->results.question](index, batch);
}

static size_t answers(const void *self, size_t query, query_answer *into, size_t capacity) {
    return query_results_read(&((const plain_index *)self)->results, query, into, capacity);
}

static void destroy(void *self) {
    plain_index *index = self;
    if (!index)
        return;
    plain_bodies_free(&index->bodies);
    plain_grid_free(&index->grid);
    query_results_free(&index->results);
    free(index->x);
    free(index->y);
    free(index->id);
    free(index->category);
    free(index->rare);
    free(index);
}

const query_contender query_contender_plain = {.name = "plain",
                                               .questions = QUERY_ALL,
                                               .create = create,
                                               .prepare = prepare,
                                               .ask = ask,
                                               .answers = answers,
                                               .destroy = destroy};
