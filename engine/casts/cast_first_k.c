/* engine/casts/cast_first_k.c - a few first hits are held in order as numbers, without a branch on what is hit. More of
 * them go into the caller's rows with their times alone. In the end the rows of those that are left are written. */
#include "cast_first_k.h"

#include "cast_hits.h"
#include "world/slots.h"

/* ---- Times ------------------------------------------------------------------------------------------------------- */

/* A hit as a number: its time, 0 or more, then the body's slot. An earlier hit is a smaller one. */
static inline uint64_t key_of(float t, uint32_t slot) {
    const float positive = t + 0.0f; /* not -0 */
    uint32_t bits;
    memcpy(&bits, &positive, sizeof bits);
    return (uint64_t)bits << 32 | slot;
}

static inline float key_time(uint64_t key) {
    const uint32_t bits = (uint32_t)(key >> 32);
    float t;
    memcpy(&t, &bits, sizeof t);
    return t;
}

static bool are_few(const hail_cast *cast) { return cast->capacity <= CAST_FEW; }

void hail_cast_first_begin(hail_cast_first_k *f, hail_cast *cast, const hail_layer *layer, uint32_t number) {
    const uint64_t none = key_of(HAIL_CAST_MISS, UINT32_MAX);
    const size_t keys = are_few(cast) ? cast->count * cast->capacity : 0;
    f->cast = cast;
    f->layer = layer;
    f->number = (uint8_t)number;
    for (size_t i = 0; i < keys; i++)
        f->key[i] = none;
}

static void count_hits(const hail_cast_first_k *f, const hail_cast_list *list) {
    for (uint32_t k = 0; k < list->count; k++)
        f->cast->found[list->query[k]] += list->time[k] <= 1.0f;
}

/* Puts hits where they belong in the lists of first ones, each of which has `few` elements. */
static inline void choose_few(hail_cast_first_k *f, const hail_cast_list *list, uint32_t few) {
    const hail_handle *handle = layer_handles(f->layer);
    float *limit = f->cast->limit;
    const bool counting = f->cast->counting;
    for (uint32_t k = 0; k < list->count; k++) {
        const uint32_t query = list->query[k];
        uint64_t *first = f->key + query * few, key = key_of(list->time[k], handle[list->index[k]].slot);
        for (uint32_t i = 0; i < few; i++) {
            const uint64_t old = first[i];
            first[i] = key < old ? key : old;
            key = key < old ? old : key;
        }
        const float last = key_time(first[few - 1]);
        if (!counting)
            limit[query] = last < limit[query] ? last : limit[query];
    }
}

static void choose_many(hail_cast_first_k *f, const hail_cast_list *list) {
    const hail_handle *handle = layer_handles(f->layer);
    for (uint32_t k = 0; k < list->count; k++) {
        const uint32_t index = list->index[k];
        const hail_query_hit hit = {
            .body = {handle[index].slot, index}, .kind = HAIL_CONTACT_BODY, .layer = f->number, .t = list->time[k]};
        if (hit.t <= f->cast->limit[list->query[k]])
            hail_cast_keep(f->cast, list->query[k], &hit);
    }
}

/* A line of sight is done with its first hit, whichever that is. */
static void choose_any(hail_cast_first_k *f, const hail_cast_list *list) {
    for (uint32_t k = 0; k < list->count; k++)
        if (list->time[k] <= 1.0f)
            f->cast->limit[list->query[k]] = -1.0f;
}

void hail_cast_first_choose(hail_cast_first_k *f, const hail_cast_list *list) {
    const uint32_t capacity = (uint32_t)f->cast->capacity;
    if (f->cast->found)
        count_hits(f, list);
    if (f->cast->sight)
        choose_any(f, list);
    else if (capacity == 1) /* the compiler makes a loop without a count */
        choose_few(f, list, 1);
    else if (capacity == 4)
        choose_few(f, list, 4);
    else if (capacity && are_few(f->cast))
        choose_few(f, list, capacity);
    else if (capacity)
        choose_many(f, list);
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

static uint32_t index_of(const hail_cast_first_k *f, uint64_t key) {
    return slot_index(&f->cast->scope->world->bodies, (uint32_t)key);
}

/* Lists a query's first hits, which are all that it has hit. */
static void list_first(hail_cast_first_k *f, hail_cast_sweeps *sweeps, uint32_t query, hail_cast_rows *rows) {
    hail_cast *cast = f->cast;
    const uint64_t *first = f->key + query * cast->capacity;
    uint32_t kept = 0;
    for (; kept < cast->capacity && key_time(first[kept]) <= 1.0f; kept++)
        cast_list_row(sweeps, rows, query, index_of(f, first[kept]), query * cast->capacity + kept,
                      key_time(first[kept]));
    cast->kept[query] = kept;
    cast->sorted[query] = true;
}

/* Merges a query's first hits with those of other layers, tiles and walls. */
static void merge_first(hail_cast_first_k *f, uint32_t query) {
    const uint64_t *first = f->key + query * f->cast->capacity;
    for (uint32_t i = 0; i < f->cast->capacity && key_time(first[i]) <= 1.0f; i++)
        hail_cast_keep(f->cast, query,
                       &(hail_query_hit){.body = {(uint32_t)first[i], index_of(f, first[i])},
                                         .kind = HAIL_CONTACT_BODY,
                                         .layer = f->number,
                                         .t = key_time(first[i])});
}

/* Lists the rows of a query that have a time only. */
static void list_kept(hail_cast_first_k *f, hail_cast_sweeps *sweeps, uint32_t query, hail_cast_rows *rows) {
    const hail_query_hit *hits = f->cast->hits + query * f->cast->capacity;
    const uint32_t count = f->cast->kept[query];
    for (uint32_t i = 0; i < count; i++)
        if (hits[i].layer == f->number)
            cast_list_row(sweeps, rows, query, hits[i].body.generation, query * f->cast->capacity + i, hits[i].t);
}

void hail_cast_first_end(hail_cast_first_k *f, hail_cast_sweeps *sweeps) {
    const hail_cast *cast = f->cast;
    hail_cast_rows rows;
    rows.layer = f->number;
    rows.count = 0;
    for (uint32_t i = 0; i < cast->count && cast->capacity && !cast->sight; i++) {
        if (are_few(cast) && !cast->kept[i]) {
            list_first(f, sweeps, i, &rows);
            continue;
        }
        if (are_few(cast))
            merge_first(f, i);
        list_kept(f, sweeps, i, &rows);
    }
    if (rows.count)
        hail_cast_write_rows(sweeps, &rows);
}
