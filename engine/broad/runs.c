/* engine/broad/runs.c - sorts by a hash of the filter columns. Two runs of one hash may interleave, which costs time
 * alone: where a run ends is told by the columns themselves. */
#include "runs.h"

#include "base/sort.h"

/* DENSE: bodies in a list. RUN_COST: what it costs to go to the next run, in tests of a pair: a test of its first
 * body, and a vector that it does not fill. A sample is SAMPLE bodies and one in SAMPLE_EVERY more, and of each one's
 * list SAMPLE_LIST bodies. */
enum { DENSE = 8, RUN_COST = 8, SAMPLE = 64, SAMPLE_EVERY = 256, SAMPLE_LIST = 8 };

bool hail_run_sort_reserve(hail_heap *heap, hail_run_sort *sort, uint32_t bodies) {
    const size_t entries = ((size_t)bodies + 1) * sizeof(uint64_t);
    return hail_scratch_grow(heap, &sort->entries, entries) && hail_scratch_grow(heap, &sort->spare, entries) &&
           hail_scratch_grow(heap, &sort->counts, HAIL_SORT_DIGITS * sizeof(uint32_t));
}

void hail_run_sort_free(hail_heap *heap, hail_run_sort *sort) {
    hail_scratch_free(heap, &sort->entries);
    hail_scratch_free(heap, &sort->spare);
    hail_scratch_free(heap, &sort->counts);
}

static uint32_t value_of(const uint32_t *column, uint32_t i) { return column ? column[i] : 0; }

/* Odd factors, so that columns that differ in one value only never share a hash. */
static uint32_t hash_of(const hail_filter_columns *columns, uint32_t i) {
    return value_of(columns->group, i) * 0x9e3779b1u + value_of(columns->category, i) * 0x85ebca6bu +
           value_of(columns->mask, i) * 0xc2b2ae35u;
}

static bool same_run(const hail_filter_columns *columns, uint32_t i, uint32_t j) {
    return value_of(columns->group, i) == value_of(columns->group, j) &&
           value_of(columns->category, i) == value_of(columns->category, j) &&
           value_of(columns->mask, i) == value_of(columns->mask, j);
}

const uint64_t *hail_run_sort_order(hail_run_sort *sort, const hail_filter_columns *columns, const uint32_t *index,
                                    uint32_t every, uint32_t count) {
    uint64_t *entries = sort->entries.data;
    const uint32_t same = count ? hash_of(columns, index[0]) : 0; /* if all have it, there is nothing to sort */
    for (uint32_t n = 0; n < count; n++)
        entries[n] = (uint64_t)(hash_of(columns, index[(size_t)n * every]) ^ same) << 32 | n;
    return hail_sort_by_radix(entries, sort->spare.data, count, 32, sort->counts.data);
}

void hail_runs_find(const hail_filter_columns *columns, const uint32_t *index, uint32_t every, uint32_t count,
                    uint32_t *end) {
    for (uint32_t at = count, last = count; at-- > 0;) {
        if (at + 1 < count && !same_run(columns, index[(size_t)at * every], index[((size_t)at + 1) * every]))
            last = at + 1;
        end[at] = last;
    }
}

/* ---- Whether it is worth it -------------------------------------------------------------------------------------- */

static float clamped(float at, float max) { return at > 0.0f ? at < max ? at : max : 0.0f; }

static uint32_t cell_of(const hail_grid_layout *map, float x, float y) {
    const uint32_t column = (uint32_t)clamped((x - map->min_x) * map->inverse, map->last_column);
    const uint32_t row = (uint32_t)clamped((y - map->min_y) * map->inverse, map->last_row);
    return (row + (uint32_t)map->pad) * (uint32_t)map->stride + column + (uint32_t)map->pad;
}

static uint32_t value_or(const uint32_t *column, uint32_t i, uint32_t otherwise) {
    return column ? column[i] : otherwise;
}

static bool may_collide(const hail_filter *filter, uint32_t i, uint32_t j) {
    const hail_filter_columns *a = &filter->first, *b = &filter->second;
    if (filter->groups && a->group[i] != 0 && a->group[i] == b->group[j])
        return false;
    return !filter->masks ||
           ((value_or(a->category, i, HAIL_DEFAULT_CATEGORY) & value_or(b->mask, j, HAIL_DEFAULT_MASK)) != 0 &&
            (value_or(b->category, j, HAIL_DEFAULT_CATEGORY) & value_or(a->mask, i, HAIL_DEFAULT_MASK)) != 0);
}

/* The list that body i of the stream walks. */
static void list_of(const hail_run_lists *lists, uint32_t i, uint32_t *from, uint32_t *length) {
    const uint32_t cell = cell_of(&lists->map, lists->x[i], lists->y[i]);
    *from = lists->start[cell];
    *length = lists->start[cell + 1] - *from;
}

/* Of a few bodies of body i's list: how many of the list's are likely to be refused. */
static uint64_t refused_in(const hail_run_lists *lists, uint32_t i, uint32_t from, uint32_t length) {
    const uint32_t looks = length < SAMPLE_LIST ? length : SAMPLE_LIST;
    uint64_t refused = 0;
    for (uint32_t k = 0; k < looks; k++) {
        const size_t place = from + (size_t)k * length / looks;
        refused += !may_collide(&lists->filter, i, lists->listed[place * lists->every]);
    }
    return looks ? length * refused / looks : 0;
}

bool hail_runs_worth(const hail_run_lists *lists) {
    const uint32_t samples = SAMPLE + lists->count / SAMPLE_EVERY;
    uint64_t listed = 0, refused = 0;
    uint32_t from, length;
    for (uint32_t s = 0; s < samples; s++, listed += length)
        list_of(lists, (uint32_t)((uint64_t)s * lists->count / samples), &from, &length);
    if (listed <= (uint64_t)samples * DENSE) /* most cells are not dense: their columns need no look */
        return false;
    for (uint32_t s = 0; s < samples; s++) {
        const uint32_t i = (uint32_t)((uint64_t)s * lists->count / samples);
        list_of(lists, i, &from, &length);
        refused += refused_in(lists, i, from, length);
    }
    return refused * 2 > listed;
}

bool hail_runs_are_long(const uint32_t *start, uint32_t cells, const uint32_t *end) {
    uint64_t by_body = 0, by_run = 0;
    for (uint32_t c = 0; c < cells; c++) {
        const uint64_t bodies = start[c + 1] - start[c];
        uint64_t runs = 0;
        for (uint32_t at = start[c]; at < start[c + 1]; at = end[at])
            runs++;
        by_body += bodies * bodies;
        by_run += bodies * runs;
    }
    return by_run * RUN_COST < by_body;
}
