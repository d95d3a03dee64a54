/* bench/queries/tuned_index.c - makes the grids of plain:tuned, which leave out what plain's does. */
#include "tuned_index.h"

#include "step/plain.h"

#include <stdlib.h>
#include <string.h>

/* px: rays, boxes, nearest, picks. Tried: 12 to 40; all but those of boxes (12 to 24) and nearest (28 to 36) are within
 * a few per cent of each other. */
static const float cell_of[QUERY_QUESTIONS] = {24.0f, 16.0f, 36.0f, 16.0f};

/* Whether a circle touches a cell. */
static inline bool touches(const tuned_index *index, int column, int row, float x, float y) {
    const float left = ((float)column - index->ring) * index->cell, top = ((float)row - index->ring) * index->cell;
    const float far_x = left + index->cell - x, far_y = top + index->cell - y, near_x = left - x, near_y = top - y;
    const float dx = near_x > 0.0f ? near_x : far_x < 0.0f ? far_x : 0.0f;
    const float dy = near_y > 0.0f ? near_y : far_y < 0.0f ? far_y : 0.0f;
    const float reach = index->radius + 0.01f;
    return dx * dx + dy * dy <= reach * reach;
}

/* Counts the bodies of each cell (fill: false), or puts them there. */
static inline void deal(tuned_index *index, bool fill) {
    const query_scene *scene = index->scene;
    const float reach = index->listed ? index->radius + 0.01f : 0.0f;
    for (uint32_t i = 0; i < scene->count; i++) {
        const float x = scene->x[i], y = scene->y[i];
        const int left = tuned_cell_of(index, x - reach, index->columns),
                  right = tuned_cell_of(index, x + reach, index->columns),
                  top = tuned_cell_of(index, y - reach, index->rows),
                  bottom = tuned_cell_of(index, y + reach, index->rows);
        for (int row = top; row <= bottom; row++)
            for (int column = left; column <= right; column++) {
                if (index->listed && !touches(index, column, row, x, y))
                    continue;
                const uint32_t at = index->place[(size_t)row * (size_t)index->columns + (size_t)column]++;
                if (!fill)
                    continue;
                index->x[at] = x;
                index->y[at] = y;
                index->id[at] = i;
            }
    }
}

static void make_room(tuned_index *index, size_t bodies) {
    if (bodies <= index->capacity)
        return;
    free(index->x);
    free(index->y);
    free(index->id);
    index->capacity = bodies;
    index->x = plain_allocate((bodies + TUNED_SLACK) * sizeof(float));
    index->y = plain_allocate((bodies + TUNED_SLACK) * sizeof(float));
    index->id = plain_allocate((bodies + TUNED_SLACK) * sizeof(uint32_t));
}

static void prepare(void *self) {
    tuned_index *index = self;
    const size_t cells = (size_t)index->columns * (size_t)index->rows;
    memset(index->place, 0, cells * sizeof(uint32_t));
    deal(index, false);
    uint32_t sum = 0;
    for (size_t i = 0; i < cells; i++) {
        const uint32_t count = index->place[i];
        index->start[i] = index->place[i] = sum;
        sum += count;
    }
    index->start[cells] = sum;
    make_room(index, sum);
    for (size_t i = sum; i < sum + TUNED_SLACK; i++)
        index->x[i] = index->y[i] = -1e6f;
    deal(index, true);
}

static void *create(const query_scene *scene, query_question question, size_t k, size_t max_count,
                    const char *variant) {
    (void)variant;
    tuned_index *index = plain_allocate(sizeof *index);
    index->scene = scene;
    index->listed = question == QUERY_RAYS || question == QUERY_PICKS;
    index->radius = scene->radius;
    index->cell = cell_of[question];
    index->inverse = 1.0f / index->cell;
    index->ring = index->listed ? 1.0f : 0.0f;
    index->columns = (int)(scene->width * index->inverse) + (index->listed ? 3 : 1);
    index->rows = (int)(scene->height * index->inverse) + (index->listed ? 3 : 1);
    const size_t cells = (size_t)index->columns * (size_t)index->rows;
    index->start = plain_allocate((cells + 1) * sizeof(uint32_t));
    index->place = plain_allocate(cells * sizeof(uint32_t));
    index->results = query_results_make(question, k, max_count);
    prepare(index);
    return index;
}

static size_t ask(void *self, const query_batch *batch) {
    static size_t (*const by_question[])(tuned_index *, const query_batch *) = {query_tuned_rays, query_tuned_boxes,
                                                                                query_tuned_nearest, query_tuned_picks};
    tuned_index *index = self;
    return by_question[index->results.question](index, batch);
}

static size_t answers(const void *self, size_t query, query_answer *into, size_t capacity) {
    return query_results_read(&((const tuned_index *)self)->results, query, into, capacity);
}

static void destroy(void *self) {
    tuned_index *index = self;
    if (!index)
        return;
    free(index->start);
    free(index->place);
    free(index->x);
    free(index->y);
    free(index->id);
    query_results_free(&index->results);
    free(index);
}

const query_contender query_contender_tuned = {.name = "plain:tuned",
                                               .questions = QUERY_COMMON,
                                               .create = create,
                                               .prepare = prepare,
                                               .ask = ask,
                                               .answers = answers,
                                               .destroy = destroy};
