/* engine/casts/cast_bodies.c - bodies that casts hit, layer by layer: candidates, their times, the first k of these,
 * and the results. A few first hits are held in order as numbers, without a branch on what is hit. More of them go into
 * the caller's rows with their times alone. In the end the casts that hit something are swept against what they hit,
 * once more: so the contacts of all others need not be kept. */
#include "cast_hits.h"
#include "cast_times.h"
#include "lowest_bit.h"
#include "world/slots.h"

enum { CAST_FEW = 8 }; /* so many hits of a query are held in order */

/* The first hits of each query among the bodies of a layer, by their times. */
typedef struct first_k {
    hail_cast *cast;
    const hail_layer *layer;
    uint8_t number;                      /* the layer's */
    uint64_t key[CAST_BLOCK * CAST_FEW]; /* each query's first hits: `capacity` of them, if those are few */
} first_k;

/* ---- The first k ------------------------------------------------------------------------------------------------- */

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

/* Begins a layer. */
static void begin_first(first_k *f, hail_cast *cast, const hail_layer *layer, uint32_t number) {
    const uint64_t none = key_of(HAIL_CAST_MISS, UINT32_MAX);
    const size_t keys = are_few(cast) ? cast->count * cast->capacity : 0;
    f->cast = cast;
    f->layer = layer;
    f->number = (uint8_t)number;
    for (size_t i = 0; i < keys; i++)
        f->key[i] = none;
}

static void count_hits(const first_k *f, const hail_cast_list *list) {
    for (uint32_t k = 0; k < list->count; k++)
        f->cast->found[list->query[k]] += list->time[k] <= 1.0f;
}

/* Puts hits where they belong in the lists of first ones, each of which has `few` elements. */
static inline void choose_few(first_k *f, const hail_cast_list *list, uint32_t few) {
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

static void choose_many(first_k *f, const hail_cast_list *list) {
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
static void choose_any(first_k *f, const hail_cast_list *list) {
    for (uint32_t k = 0; k < list->count; k++)
        if (list->time[k] <= 1.0f)
            f->cast->limit[list->query[k]] = -1.0f;
}

/* Chooses among what is listed, with the times of sweeps. */
static void choose_first(first_k *f, const hail_cast_list *list) {
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

/* ---- Results ----------------------------------------------------------------------------------------------------- */

/* Hits of one layer, when they are, and the rows of the cast's hits where they go. */
typedef struct cast_rows {
    uint8_t layer;
    uint32_t query[CAST_PAIRS], index[CAST_PAIRS], count;
    size_t row[CAST_PAIRS];
    float time[CAST_PAIRS];
} cast_rows;

static void write_row(const hail_cast_sweeps *s, uint32_t query, uint32_t index, const hail_contact *contact,
                      hail_query_hit *hit) {
    const hail_cast *cast = s->cast;
    const uint64_t *user = layer_user(s->layer);
    cast_set_hit(cast, query, contact, hit);
    hit->body = layer_handles(s->layer)[index];
    hit->user = user ? user[index] : 0;
    if (hit->inside && !cast->list) { /* a ray's point is not behind it */
        hit->x = cast->x[query];
        hit->y = cast->y[query];
    }
}

/* Writes the rows that are listed, and empties the list. */
static void write_rows(hail_cast_sweeps *s, cast_rows *rows) {
    hail_contact contacts[CAST_PAIRS];
    s->known = rows->time;
    hail_cast_sweep(s, rows->query, rows->index, rows->count, contacts);
    s->known = NULL;
    for (uint32_t k = 0; k < rows->count; k++) {
        contacts[k].kind = HAIL_CONTACT_BODY;
        contacts[k].layer_b = rows->layer;
        write_row(s, rows->query[k], rows->index[k], &contacts[k], &s->cast->hits[rows->row[k]]);
    }
    rows->count = 0;
}

/* Lists a hit. Writes the rows first if there is no room. */
static inline void list_row(hail_cast_sweeps *s, cast_rows *rows, uint32_t query, uint32_t index, size_t row,
                            float time) {
    if (rows->count == CAST_PAIRS)
        write_rows(s, rows);
    rows->query[rows->count] = query;
    rows->index[rows->count] = index;
    rows->time[rows->count] = time;
    rows->row[rows->count++] = row;
}

/* ---- What was chosen --------------------------------------------------------------------------------------------- */

static uint32_t index_of(const first_k *f, uint64_t key) {
    return slot_index(&f->cast->scope->world->bodies, (uint32_t)key);
}

/* Lists a query's first hits, which are all that it has hit. */
static void list_first(first_k *f, hail_cast_sweeps *sweeps, uint32_t query, cast_rows *rows) {
    hail_cast *cast = f->cast;
    const uint64_t *first = f->key + query * cast->capacity;
    uint32_t kept = 0;
    for (; kept < cast->capacity && key_time(first[kept]) <= 1.0f; kept++)
        list_row(sweeps, rows, query, index_of(f, first[kept]), query * cast->capacity + kept, key_time(first[kept]));
    cast->kept[query] = kept;
    cast->sorted[query] = true;
}

/* Merges a query's first hits with those of other layers, tiles and walls. */
static void merge_first(first_k *f, uint32_t query) {
    const uint64_t *first = f->key + query * f->cast->capacity;
    for (uint32_t i = 0; i < f->cast->capacity && key_time(first[i]) <= 1.0f; i++)
        hail_cast_keep(f->cast, query,
                       &(hail_query_hit){.body = {(uint32_t)first[i], index_of(f, first[i])},
                                         .kind = HAIL_CONTACT_BODY,
                                         .layer = f->number,
                                         .t = key_time(first[i])});
}

/* Lists the rows of a query that have a time only. */
static void list_kept(first_k *f, hail_cast_sweeps *sweeps, uint32_t query, cast_rows *rows) {
    const hail_query_hit *hits = f->cast->hits + query * f->cast->capacity;
    const uint32_t count = f->cast->kept[query];
    for (uint32_t i = 0; i < count; i++)
        if (hits[i].layer == f->number)
            list_row(sweeps, rows, query, hits[i].body.generation, query * f->cast->capacity + i, hits[i].t);
}

/* Adds what was chosen in the layer to the hits of the queries. */
static void end_first(first_k *f, hail_cast_sweeps *sweeps) {
    const hail_cast *cast = f->cast;
    cast_rows rows;
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
        write_rows(sweeps, &rows);
}

/* ---- Layers ------------------------------------------------------------------------------------------------------ */

/* The search of a block. */
typedef struct body_search {
    hail_cast_candidates candidates;
    hail_cast_list list;
    hail_cast_sweeps sweeps;
    first_k first;
} body_search;

static void cast_layer(body_search *s, hail_cast *cast, uint32_t number) {
    const hail_layer *layer = cast->scope->world->bodies.layer[number];
    hail_cast_candidates_layer(&s->candidates, number);
    hail_cast_sweeps_begin(&s->sweeps, cast, layer);
    begin_first(&s->first, cast, layer, number);
    while (hail_cast_candidates_next(&s->candidates, &s->list)) {
        if (!s->candidates.exact)
            hail_cast_set_times(&s->sweeps, &s->list);
        choose_first(&s->first, &s->list);
    }
    end_first(&s->first, &s->sweeps);
}

void hail_cast_bodies(hail_cast *cast) {
    body_search s; /* field by field: most of it need not be cleared */
    hail_cast_candidates_begin(&s.candidates, cast);
    for (uint64_t left = cast->scope->layers; left; left &= left - 1)
        cast_layer(&s, cast, lowest_bit_64(left));
}
