/* tests/queries/query_sets.c - asks without order, and compares results as sets. */
#include "query_sets.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

hail_query_filter unordered_filter(const hail_query_filter *from) {
    hail_query_filter filter = {0};
    if (from != NULL)
        filter = *from;
    filter.order = HAIL_UNORDERED;
    return filter;
}

static size_t kind_at(size_t size) {
    return size == sizeof(hail_query_match) ? offsetof(hail_query_match, kind) : offsetof(hail_query_hit, kind);
}

static size_t length(const unsigned char *rows, size_t size, size_t capacity) {
    size_t count = 0;
    while (count < capacity && rows[count * size + kind_at(size)] != 0)
        count++;
    return count;
}

static int by_match(const void *one, const void *other) { return memcmp(one, other, sizeof(hail_query_match)); }
static int by_hit(const void *one, const void *other) { return memcmp(one, other, sizeof(hail_query_hit)); }

static void sort_rows(unsigned char *rows, size_t size, size_t count) {
    qsort(rows, count, size, size == sizeof(hail_query_match) ? by_match : by_hit);
}

void same_sets(const char *at, size_t size, size_t queries, size_t capacity, const void *ordered,
               const void *unordered) {
    unsigned char *rows = malloc(2 * capacity * size + 1);
    cr_assert_not_null(rows);
    for (size_t i = 0; i < queries && capacity > 0; i++) {
        unsigned char *one = rows, *other = rows + capacity * size;
        memcpy(one, (const unsigned char *)ordered + i * capacity * size, capacity * size);
        memcpy(other, (const unsigned char *)unordered + i * capacity * size, capacity * size);
        const size_t count = length(one, size, capacity);
        cr_assert_eq(length(other, size, capacity), count, "%s, query %zu, capacity %zu: %zu without order, not %zu",
                     at, i, capacity, length(other, size, capacity), count);
        sort_rows(one, size, count);
        sort_rows(other, size, count);
        cr_assert(memcmp(one, other, count * size) == 0, "%s, query %zu, capacity %zu: other results without order", at,
                  i, capacity);
    }
    free(rows);
}

void asks_same_sets(const char *at, const asks *q, ask_kind kind, const hail_world *world, size_t capacity,
                    const void *answers, const uint32_t *counts) {
    const size_t rows = q->count * (kind == ASK_SIGHT ? 1 : capacity), size = ask_size(kind);
    asks *without = malloc(sizeof *without);
    unsigned char *again = malloc(rows * size + 1);
    uint32_t counted[ASKS];
    if (without == NULL || again == NULL)
        abort();
    *without = *q;
    without->filter = unordered_filter(q->filtered ? &q->filter : NULL);
    without->filtered = true;
    cr_assert_eq(asks_run(without, kind, world, 0, q->count, capacity, capacity > 0 ? again : NULL,
                          counts != NULL ? counted : NULL),
                 HAIL_OK);
    if (kind == ASK_SIGHT)
        cr_assert(memcmp(again, answers, rows) == 0, "%s: other lines of sight without order", at);
    else
        same_sets(at, size, q->count, capacity, answers, again);
    if (counts != NULL && kind != ASK_SIGHT)
        cr_assert(memcmp(counted, counts, q->count * sizeof *counts) == 0, "%s: other counts without order", at);
    free(again);
    free(without);
}
