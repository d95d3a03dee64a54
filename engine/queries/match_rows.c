/* engine/queries/match_rows.c - orders a query's bodies by slot. Few are ranked in lanes and written to their places.
 * More are sorted first. If there are more than fit a list, the results themselves are a heap of the lowest slots. */
#include "match_rows.h"

#include <stddef.h>

#include "base/sort.h"

_Static_assert(sizeof(hail_query_match) == HAIL_MATCH_WORDS * sizeof(uint32_t) &&
                   offsetof(hail_query_match, user) == 2 * 4 && offsetof(hail_query_match, part) == 4 * 4 &&
                   offsetof(hail_query_match, kind) == 5 * 4,
               "a match's words lie where simd/kernels/queries/put_matches.c writes them");

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

/* The place of a query's next match, and how many fit from there on. */
static hail_query_match *place_of(const hail_match_rows *rows, uint32_t query, uint32_t before, size_t *room) {
    const size_t capacity = rows->call->capacity;
    *room = capacity > before ? capacity - before : 0;
    return *room ? rows->call->matches + (rows->first + query) * capacity + before : NULL;
}

static hail_query_match row_of(const hail_match_rows *rows, uint32_t index, uint32_t part) {
    const uint64_t *user = layer_user(rows->layer);
    return (hail_query_match){.body = layer_handles(rows->layer)[index],
                              .user = user ? user[index] : 0,
                              .part = part,
                              .kind = HAIL_CONTACT_BODY,
                              .layer = (uint8_t)rows->layer_number};
}

static hail_query_match row_at(const hail_match_rows *rows, const hail_match_list *list, uint32_t i) {
    return row_of(rows, list->index[i], list->has_parts ? list->part[i] : 0);
}

void hail_match_begin_layer(hail_match_rows *rows, const hail_layer *layer, uint32_t number) {
    const uint8_t header[4] = {HAIL_CONTACT_BODY, (uint8_t)number, 0, 0};
    rows->layer = layer;
    rows->layer_number = number;
    rows->job.handle = &layer_handles(layer)->slot;
    rows->job.user = (const uint32_t *)(const void *)layer_user(layer);
    memcpy(&rows->job.header, header, sizeof header);
}

/* ---- A whole list ------------------------------------------------------------------------------------------------ */

static void put_many(const hail_match_rows *rows, const hail_match_list *list, uint32_t from, uint32_t n,
                     hail_query_match *to, size_t room) {
    uint64_t key[MATCH_LIST], other[MATCH_LIST];
    uint32_t counts[HAIL_SORT_DIGITS];
    const hail_handle *handle = layer_handles(rows->layer);
    for (uint32_t i = 0; i < n; i++)
        key[i] = (uint64_t)handle[list->index[from + i]].slot << 32 | (from + i);
    const uint64_t *sorted = hail_sort_by_radix(key, other, n, 32, counts);
    for (uint32_t i = 0; i < n && i < room; i++)
        to[i] = row_at(rows, list, (uint32_t)sorted[i]);
}

void hail_match_put(hail_match_rows *rows, uint32_t query, const hail_match_list *list, uint32_t from, uint32_t to) {
    size_t room;
    hail_query_match *place = place_of(rows, query, rows->found[query], &room);
    const uint32_t n = to - from;
    rows->found[query] += n;
    if (!n || !room)
        return;
    if (n <= HAIL_MATCH_FEW)
        rows->call->seek.kernels->put_matches(&rows->job, list->index + from,
                                              list->has_parts ? list->part + from : NULL, n, room,
                                              (uint32_t *)(void *)place);
    else
        put_many(rows, list, from, n, place, room);
}

/* ---- Parts ------------------------------------------------------------------------------------------------------- */

/* Puts a row into a heap at `at`, or below it: no row has a lower slot than the two below it. */
static void sift_down(hail_query_match *heap, size_t count, size_t at, const hail_query_match *row) {
    for (size_t below = 2 * at + 1; below < count; below = 2 * at + 1) {
        below += below + 1 < count && heap[below + 1].body.slot > heap[below].body.slot;
        if (heap[below].body.slot <= row->body.slot)
            break;
        heap[at] = heap[below];
        at = below;
    }
    heap[at] = *row;
}

static void sift_up(hail_query_match *heap, size_t at, const hail_query_match *row) {
    for (; at && heap[(at - 1) / 2].body.slot < row->body.slot; at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = *row;
}

void hail_match_begin_parts(hail_match_rows *rows, uint32_t query) { rows->begun = rows->found[query]; }

void hail_match_put_part(hail_match_rows *rows, uint32_t query, const hail_match_list *list, uint32_t from,
                         uint32_t to) {
    size_t room;
    hail_query_match *heap = place_of(rows, query, rows->begun, &room);
    for (uint32_t i = from; i < to; i++) {
        const size_t count = rows->found[query]++ - rows->begun;
        const hail_query_match row = row_at(rows, list, i);
        if (count < room)
            sift_up(heap, count, &row);
        else if (room && row.body.slot < heap[0].body.slot)
            sift_down(heap, room, 0, &row);
    }
}

/* Sorts the heap (J. Williams, Algorithm 232: Heapsort, 1964). */
void hail_match_end_parts(hail_match_rows *rows, uint32_t query) {
    size_t room;
    hail_query_match *heap = place_of(rows, query, rows->begun, &room);
    const size_t found = rows->found[query] - rows->begun;
    for (size_t last = found < room ? found : room; last-- > 1;) {
        const hail_query_match row = heap[last];
        heap[last] = heap[0];
        sift_down(heap, last, 0, &row);
    }
}

/* ---- The rest ---------------------------------------------------------------------------------------------------- */

void hail_match_begin(hail_match_rows *rows, const hail_overlaps *call, size_t first, uint32_t count) {
    rows->call = call;
    rows->first = first;
    memset(rows->found, 0, count * sizeof *rows->found);
}

void hail_match_put_static(hail_match_rows *rows, uint32_t query, uint8_t kind, uint32_t part) {
    size_t room;
    hail_query_match *to = place_of(rows, query, rows->found[query]++, &room);
    if (room)
        *to = (hail_query_match){
            .part = part, .kind = kind, .layer = HAIL_MAX_LAYERS + (kind == HAIL_CONTACT_WALL ? 1 : 0)};
}

void hail_match_end(hail_match_rows *rows, uint32_t count) {
    const size_t capacity = rows->call->capacity;
    hail_query_match *row = capacity ? rows->call->matches + rows->first * capacity : NULL;
    for (uint32_t i = 0; i < count && capacity; i++, row += capacity)
        if (rows->found[i] < capacity)
            row[rows->found[i]] = (hail_query_match){0};
    if (rows->call->counts)
        memcpy(rows->call->counts + rows->first, rows->found, count * sizeof *rows->found);
}
