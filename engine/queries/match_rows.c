/* engine/queries/match_rows.c - orders a query's bodies by slot. Few are ranked in lanes and written to their places.
 * More are sorted first. If there are more than fit a list, the results themselves are a heap of the lowest slots.
 * Without order, all that there is room for are written as they are found. */
#include "match_rows.h"

#include <stddef.h>

#include "base/sort.h"

_Static_assert(sizeof(hail_query_match) == HAIL_MATCH_WORDS * sizeof(uint32_t) &&
                   offsetof(hail_query_match, user) == 2 * 4 && offsetof(hail_query_match, part) == 4 * 4 &&
                   offsetof(hail_query_match, kind) == 5 * 4,
               "a match's words lie where simd/kernels/queries/put_matches.c writes them");

enum { RANKED = 128 }; /* more are sorted: that is faster from 140 on with avx2, from 70 on with sse2 */
_Static_assert((int)RANKED <= (int)HAIL_MATCH_FEW, "the kernel has room for so many");

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

/* The place of a query's next match, and how many fit from there on. */
static hail_query_match *place_of(const hail_match_rows *rows, uint32_t query, uint32_t before, size_t *room) {
    const size_t capacity = rows->call->capacity;
    *room = capacity > before ? capacity - before : 0;
    return *room ? rows->call->matches + (rows->first + query) * capacity + before : NULL;
}

/* What rows are made from. */
typedef struct row_source {
    const hail_handle *handle;
    const uint64_t *user;         /* NULL: all 0 */
    const uint32_t *index, *part; /* of the list; part NULL: all 0 */
    uint32_t end;                 /* kind, layer and two zeros */
} row_source;

static row_source source_of(const hail_match_rows *rows, const hail_match_list *list, uint32_t from) {
    return (row_source){.handle = layer_handles(rows->layer),
                        .user = layer_user(rows->layer),
                        .index = list->index + from,
                        .part = list->has_parts ? list->part + from : NULL,
                        .end = rows->job.header};
}

static inline void put_row(const row_source *of, uint32_t i, hail_query_match *row) {
    const uint32_t index = of->index[i];
    row->body = of->handle[index];
    row->user = of->user ? of->user[index] : 0;
    row->part = of->part ? of->part[i] : 0;
    memcpy((char *)row + offsetof(hail_query_match, kind), &of->end, sizeof of->end);
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
    const row_source of = source_of(rows, list, from);
    for (uint32_t i = 0; i < n; i++)
        key[i] = (uint64_t)of.handle[of.index[i]].slot << 32 | i;
    const uint64_t *sorted = hail_sort_by_radix(key, other, n, 32, counts);
    for (uint32_t i = 0; i < n && i < room; i++)
        put_row(&of, (uint32_t)sorted[i], &to[i]);
}

static void put_as_found(const hail_match_rows *rows, const hail_match_list *list, uint32_t from, uint32_t n,
                         hail_query_match *to) {
    const row_source of = source_of(rows, list, from);
    for (uint32_t i = 0; i < n; i++)
        put_row(&of, i, &to[i]);
}

void hail_match_put(hail_match_rows *rows, uint32_t query, const hail_match_list *list, uint32_t from, uint32_t to) {
    size_t room;
    hail_query_match *place = place_of(rows, query, rows->found[query], &room);
    const uint32_t n = to - from;
    rows->found[query] += n;
    if (!n || !room)
        return;
    if (rows->unordered && n <= room)
        put_as_found(rows, list, from, n, place);
    else if (n <= RANKED)
        rows->call->scope->kernels->put_matches(&rows->job, list->index + from,
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

static void make_heap(hail_query_match *rows, size_t count) {
    for (size_t at = count / 2; at-- > 0;) {
        const hail_query_match row = rows[at];
        sift_down(rows, count, at, &row);
    }
}

void hail_match_begin_parts(hail_match_rows *rows, uint32_t query) { rows->begun[query] = rows->found[query]; }

/* Takes a row among those of `room`, a heap once they are full. */
static inline void put_into(hail_query_match *heap, size_t room, size_t count, const hail_query_match *row) {
    if (count < room)
        heap[count] = *row;
    else if (room && row->body.slot < heap[0].body.slot)
        sift_down(heap, room, 0, row);
    if (count + 1 == room)
        make_heap(heap, room);
}

void hail_match_put_part(hail_match_rows *rows, uint32_t query, const hail_match_list *list, uint32_t from,
                         uint32_t to) {
    size_t room;
    hail_query_match *heap = place_of(rows, query, rows->begun[query], &room);
    const row_source of = source_of(rows, list, from);
    for (uint32_t i = 0; i < to - from; i++) {
        hail_query_match row;
        put_row(&of, i, &row);
        put_into(heap, room, rows->found[query]++ - rows->begun[query], &row);
    }
}

/* Sorts the rows (J. Williams, Algorithm 232: Heapsort, 1964). */
void hail_match_end_parts(hail_match_rows *rows, uint32_t query) {
    size_t room;
    hail_query_match *heap = place_of(rows, query, rows->begun[query], &room);
    const size_t found = rows->found[query] - rows->begun[query];
    if (rows->unordered)
        return;
    if (found <= room)
        make_heap(heap, found);
    for (size_t last = found < room ? found : room; last-- > 1;) {
        const hail_query_match row = heap[last];
        heap[last] = heap[0];
        sift_down(heap, last, 0, &row);
    }
}

/* ---- Pairs ------------------------------------------------------------------------------------------------------- */

void hail_match_begin_pairs(hail_match_rows *rows, uint32_t begin, uint32_t end) {
    memcpy(rows->begun + begin, rows->found + begin, (end - begin) * sizeof *rows->begun);
    rows->several_count = 0;
}

/* Takes a body that there is no room for: the rows become a heap. */
static void put_beyond(const hail_match_rows *rows, uint32_t query, const hail_query_match *row, size_t before) {
    size_t room;
    hail_query_match *heap = place_of(rows, query, rows->begun[query], &room);
    if (before == room)
        make_heap(heap, room);
    if (room && row->body.slot < heap[0].body.slot)
        sift_down(heap, room, 0, row);
}

void hail_match_put_pairs(hail_match_rows *rows, const uint32_t *query, const uint32_t *index, uint32_t count) {
    const size_t capacity = rows->call->capacity;
    hail_query_match *matches = capacity ? rows->call->matches + rows->first * capacity : NULL, spare;
    const row_source of = {layer_handles(rows->layer), layer_user(rows->layer), index, NULL, rows->job.header};
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t q = query[k], found = rows->found[q]++, before = found - rows->begun[q];
        const bool fits = found < capacity;
        rows->several[rows->several_count] = (uint16_t)q;
        rows->several_count += before == 1;
        put_row(&of, k, fits ? matches + q * capacity + found : &spare);
        if (!fits)
            put_beyond(rows, q, &spare, before);
    }
}

void hail_match_end_pairs(hail_match_rows *rows) {
    for (uint32_t i = 0; i < rows->several_count; i++)
        hail_match_end_parts(rows, rows->several[i]);
}

/* ---- The rest ---------------------------------------------------------------------------------------------------- */

void hail_match_begin(hail_match_rows *rows, const hail_overlaps *call, size_t first, uint32_t count) {
    rows->call = call;
    rows->first = first;
    rows->unordered = call->scope->filter->order == HAIL_UNORDERED;
    rows->found = call->counts ? call->counts + first : rows->own;
    memset(rows->found, 0, count * sizeof *rows->found);
}

void hail_match_put_static(hail_match_rows *rows, uint32_t query, uint8_t kind, uint32_t part) {
    size_t room;
    hail_query_match *to = place_of(rows, query, rows->found[query]++, &room);
    if (room)
        *to = (hail_query_match){
            .part = part, .kind = kind, .layer = kind == HAIL_CONTACT_WALL ? HAIL_WALLS : HAIL_TILES};
}

void hail_match_end(hail_match_rows *rows, uint32_t count) {
    const size_t capacity = rows->call->capacity;
    hail_query_match *row = capacity ? rows->call->matches + rows->first * capacity : NULL;
    for (uint32_t i = 0; i < count && capacity; i++, row += capacity)
        if (rows->found[i] < capacity)
            row[rows->found[i]] = (hail_query_match){0};
}
