/* bench/queries/query_results.c - see query_results.h. */
#include "query_results.h"

#include "step/plain.h"

#include <stdlib.h>

query_results query_results_make(query_question question, size_t k, size_t max_count) {
    return (query_results){.question = question,
                           .k = k,
                           .hit = plain_allocate(max_count * (k ? k : 1) * sizeof(query_hit)),
                           .near_body = plain_allocate(max_count * (k ? k : 1) * sizeof(query_near)),
                           .start = plain_allocate((max_count + 1) * sizeof(uint32_t))};
}

void query_results_free(query_results *results) {
    free(results->hit);
    free(results->near_body);
    free(results->start);
    free(results->body);
}

void query_results_grow(query_results *results, size_t bodies) {
    plain_list list = {results->body, results->capacity};
    plain_grow(&list, bodies, sizeof(uint32_t));
    results->body = list.data;
    results->capacity = list.capacity;
}

static size_t read_near(const query_results *results, size_t query, query_answer *answers, size_t capacity) {
    const query_near *row = results->near_body + query * results->k;
    size_t found = 0;
    for (; found < results->k && row[found].body != QUERY_NONE; found++)
        if (found < capacity)
            answers[found] = (query_answer){row[found].body, row[found].distance};
    return found;
}

static size_t read_hits(const query_results *results, size_t query, query_answer *answers, size_t capacity) {
    const query_hit *row = results->hit + query * results->k;
    size_t found = 0;
    for (; found < results->k && row[found].body != QUERY_NONE; found++)
        if (found < capacity)
            answers[found] = (query_answer){row[found].body, row[found].t};
    return found;
}

static size_t read_counted(const query_results *results, size_t query, query_answer *answers, size_t capacity) {
    (query_casts(results->question) ? read_hits : read_near)(results, query, answers, capacity);
    return results->start[query];
}

size_t query_results_read(const query_results *results, size_t query, query_answer *answers, size_t capacity) {
    if (query_counts(results->question))
        return read_counted(results, query, answers, capacity);
    if (query_of_points(results->question))
        return read_near(results, query, answers, capacity);
    if (query_casts(results->question))
        return read_hits(results, query, answers, capacity);
    if (!query_lists(results->question)) {
        const query_hit *hit = &results->hit[query];
        answers[0] = (query_answer){hit->body, hit->t};
        return hit->body != QUERY_NONE;
    }
    const size_t from = results->start[query], found = results->start[query + 1] - from;
    for (size_t i = 0; i < found && i < capacity; i++)
        answers[i] = (query_answer){results->body[from + i], 0.0f};
    return found;
}
