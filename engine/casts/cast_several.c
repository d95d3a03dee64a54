/* engine/casts/cast_several.c - the first hits of each query, or how many there are, by the times of sweeps. A few are
 * held in order as numbers, without a branch on what is hit. More of them go into the caller's rows with their times
 * alone. In the end the rows of those that are left are written in full. */
#include "cast_bodies.h"

#include "world/slots.h"

/* So many rows of a query are put in order by comparing each with all. */
enum { CAST_RANKED = 64 };

/* ---- Times ------------------------------------------------------------------------------------------------------- */

static bool are_few(const hail_body_casts *w) { return w->cast->capacity <= CAST_FEW; }

void hail_casts_begin_several(hail_body_casts *w) {
    const uint64_t none = cast_key(HAIL_CAST_MISS, UINT32_MAX);
    const size_t keys = are_few(w) ? w->cast->count * w->cast->capacity : 0;
    for (size_t i = 0; i < keys; i++)
        w->first_keys[i] = none;
}

/* Takes those out of the first `count` that are too late or that their queries may not find. Returns how many are left.
 */
static uint32_t keep_allowed(hail_body_casts *w, uint32_t count) {
    hail_cast_list *list = &w->listed;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t query = list->query[k], position = list->position[k];
        const float t = list->time[k];
        list->query[kept] = query;
        list->position[kept] = position;
        list->time[kept] = t;
        kept += t <= 1.0f && casts_allow(w, query, w->level->order[position]);
    }
    return kept;
}

static void count_hits(hail_body_casts *w, uint32_t count) {
    for (uint32_t k = 0; k < count; k++)
        w->cast->found[w->listed.query[k]] += w->listed.time[k] <= 1.0f;
}

/* Puts hits where they belong in the lists of first ones, each of which has `few` elements. */
static inline void choose_few(hail_body_casts *w, uint32_t count, uint32_t few) {
    const uint32_t *order = w->level->order;
    const hail_handle *handle = layer_handles(w->layer);
    float *limit = w->cast->limit;
    const bool counting = w->cast->counting;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t query = w->listed.query[k];
        uint64_t *first = w->first_keys + query * few,
                 key = cast_key(w->listed.time[k], handle[order[w->listed.position[k]]].slot);
        for (uint32_t i = 0; i < few; i++) {
            const uint64_t old = first[i];
            first[i] = key < old ? key : old;
            key = key < old ? old : key;
        }
        const float last = cast_key_time(first[few - 1]);
        if (!counting)
            limit[query] = last < limit[query] ? last : limit[query];
    }
}

static void choose_many(hail_body_casts *w, uint32_t count) {
    const hail_handle *handle = layer_handles(w->layer);
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t index = w->level->order[w->listed.position[k]];
        const hail_query_hit hit = {.body = {handle[index].slot, index},
                                    .kind = HAIL_CONTACT_BODY,
                                    .layer = (uint8_t)w->number,
                                    .t = w->listed.time[k]};
        if (hit.t <= w->cast->limit[w->listed.query[k]])
            hail_cast_keep(w->cast, w->listed.query[k], &hit);
    }
}

void hail_casts_choose_several(hail_body_casts *w, uint32_t count) {
    const uint32_t capacity = (uint32_t)w->cast->capacity;
    const uint32_t left = w->cast->seek->selective ? keep_allowed(w, count) : count;
    count_hits(w, left);
    if (!capacity)
        return;
    if (capacity == 4) /* the compiler makes a loop without a count */
        choose_few(w, left, 4);
    else if (are_few(w))
        choose_few(w, left, capacity);
    else
        choose_many(w, left);
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

/* Rows that are to be written. */
typedef struct several_rows {
    uint32_t query[CAST_BLOCK], index[CAST_BLOCK], row[CAST_BLOCK], count;
} several_rows;

static void write_rows(const hail_body_casts *w, several_rows *rows) {
    if (rows->count)
        hail_casts_write(w, rows->query, rows->index, rows->row, rows->count);
    rows->count = 0;
}

static void list_row(const hail_body_casts *w, several_rows *rows, uint32_t query, uint32_t index, uint32_t number) {
    if (rows->count == CAST_BLOCK)
        write_rows(w, rows);
    rows->query[rows->count] = query;
    rows->index[rows->count] = index;
    rows->row[rows->count++] = query * (uint32_t)w->cast->capacity + number;
}

/* Lists a query's first hits, which are all that it has hit. */
static void list_first(const hail_body_casts *w, uint32_t query, several_rows *rows) {
    hail_cast *cast = w->cast;
    const uint64_t *first = w->first_keys + query * cast->capacity;
    uint32_t kept = 0;
    for (; kept < cast->capacity && cast_key_time(first[kept]) <= 1.0f; kept++)
        list_row(w, rows, query, slot_index(&cast->seek->world->bodies, (uint32_t)first[kept]), kept);
    cast->kept[query] = kept;
    cast->sorted[query] = true;
}

/* Merges a query's first hits with those of other layers, tiles and walls. */
static void merge_first(const hail_body_casts *w, uint32_t query) {
    const uint64_t *first = w->first_keys + query * w->cast->capacity;
    for (uint32_t i = 0; i < w->cast->capacity && cast_key_time(first[i]) <= 1.0f; i++) {
        const uint32_t slot = (uint32_t)first[i];
        hail_cast_keep(w->cast, query,
                       &(hail_query_hit){.body = {slot, slot_index(&w->cast->seek->world->bodies, slot)},
                                         .kind = HAIL_CONTACT_BODY,
                                         .layer = (uint8_t)w->number,
                                         .t = cast_key_time(first[i])});
    }
}

/* Lists a query's rows, which have a time only, in order: the number of each is how many come before it. */
static void list_in_order(const hail_body_casts *w, uint32_t query, several_rows *rows) {
    const hail_query_hit *hits = w->cast->hits + query * w->cast->capacity;
    const uint32_t count = w->cast->kept[query];
    uint64_t key[CAST_RANKED];
    uint32_t index[CAST_RANKED];
    for (uint32_t i = 0; i < count; i++) {
        key[i] = cast_key(hits[i].t, hits[i].body.slot);
        index[i] = hits[i].body.generation;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t before = 0;
        for (uint32_t k = 0; k < count; k++)
            before += key[k] < key[i];
        list_row(w, rows, query, index[i], before);
    }
    w->cast->sorted[query] = true;
}

/* Lists the rows of a query that have a time only. */
static void list_kept(const hail_body_casts *w, uint32_t query, several_rows *rows) {
    const hail_query_hit *hits = w->cast->hits + query * w->cast->capacity;
    const uint32_t count = w->cast->kept[query];
    uint32_t own = 0;
    for (uint32_t i = 0; i < count; i++)
        own += hits[i].layer == w->number;
    if (own == count && count <= CAST_RANKED && !w->cast->unordered) {
        list_in_order(w, query, rows);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        if (hits[i].layer == w->number)
            list_row(w, rows, query, hits[i].body.generation, i);
}

void hail_casts_add_several(hail_body_casts *w) {
    several_rows rows;
    rows.count = 0;
    for (uint32_t i = 0; i < w->cast->count && w->cast->capacity; i++) {
        if (are_few(w) && !w->cast->kept[i]) {
            list_first(w, i, &rows);
            continue;
        }
        if (are_few(w))
            merge_first(w, i);
        list_kept(w, i, &rows);
    }
    write_rows(w, &rows);
}
