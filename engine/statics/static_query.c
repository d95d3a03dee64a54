/* engine/statics/static_query.c - contacts with tiles and walls, kept or counted. */
#include "static_query.h"

#include "tasks/run_tasks.h"

hail_static_query hail_static_query_begin(hail_world *world, const hail_rule *rule, const hail_order_range *range) {
    world->scratch->pairs.count = 0;
    return (hail_static_query){.world = world,
                               .layer = world->bodies.layer[rule->layer_a],
                               .rule = rule,
                               .range = *range,
                               .limit = world->options.pair_budget};
}

/* Makes room for one more. False: there are too many, or no memory for more; narrower ranges are tried then, unless not
 * even one contact fits. */
static bool fits(hail_static_query *q) {
    hail_heap *heap = &q->world->scratch->heap;
    hail_pairs *pairs = &q->world->scratch->pairs;
    if (pairs->count >= q->limit) {
        q->found = FOUND_TOO_MANY;
        return false;
    }
    const size_t bytes = ((size_t)pairs->count + 1) * sizeof(hail_contact);
    if ((pairs->count >= pairs->capacity && !hail_pairs_grow(heap, pairs, q->limit, NULL)) ||
        !hail_scratch_keep(heap, &q->world->scratch->contacts, bytes)) {
        q->found = pairs->count ? FOUND_TOO_MANY : FOUND_NO_MEMORY;
        return false;
    }
    return true;
}

static void keep(const hail_static_query *q, uint32_t at, hail_handle handle, uint32_t index, uint32_t part,
                 const hail_contact *contact) {
    const hail_pairs *pairs = &q->world->scratch->pairs;
    ((uint32_t *)pairs->a.data)[at] = index;
    ((uint32_t *)pairs->b.data)[at] = 0;
    ((uint32_t *)pairs->slot_a.data)[at] = handle.slot;
    ((uint32_t *)pairs->slot_b.data)[at] = part;
    hail_contact *row = (hail_contact *)q->world->scratch->contacts.data + at;
    *row = *contact;
    row->a = handle;
    row->b = (hail_handle){0, 0};
    row->kind = q->rule->layer_b == HAIL_TILES ? HAIL_CONTACT_TILE : HAIL_CONTACT_WALL;
    row->count = q->rule->mode == HAIL_PAIRS ? 0 : contact->count;
    row->layer_a = (uint8_t)q->rule->layer_a;
    row->layer_b = (uint8_t)q->rule->layer_b;
}

/* Swept rows say where their body would stop, which no contact shows. */
void hail_static_query_end(hail_static_query *q) {
    hail_contact *rows = q->world->scratch->contacts.data;
    const uint32_t count = q->world->scratch->pairs.count;
    for (uint32_t i = 0; rule_swept(q->rule) && i < count; i++)
        rows[i].x[1] = rows[i].y[1] = 0.0f;
    if (count)
        q->take(q->take_user, count);
    q->world->scratch->pairs.count = 0;
}

bool hail_static_query_add(hail_static_query *q, uint32_t index, uint32_t part, const hail_contact *contact) {
    const hail_handle handle = layer_handles(q->layer)[index];
    const hail_order_range *r = &q->range;
    if (q->counts) {
        q->counts[handle.slot]++;
        return true;
    }
    if (handle.slot < r->a_min || handle.slot > r->a_max || part < r->b_min || part > r->b_max)
        return true;
    if (q->shared) {
        const uint32_t at = shared_count_add(q->shared, 1);
        if (at < q->room)
            keep(q, at, handle, index, part, contact);
        return at < q->limit; /* beyond it, no contact is of use */
    }
    if (q->take && q->world->scratch->pairs.count == TAKE_CONTACTS)
        hail_static_query_end(q);
    if (!fits(q))
        return false;
    q->parts = part >= q->parts ? part + 1 : q->parts;
    keep(q, q->world->scratch->pairs.count++, handle, index, part, contact);
    return true;
}

bool hail_static_query_room(hail_static_query *q, uint32_t count) {
    hail_heap *heap = &q->world->scratch->heap;
    hail_pairs *pairs = &q->world->scratch->pairs;
    if (q->counts || q->shared || q->take || !q->range.everything || q->limit - pairs->count < count)
        return false;
    while (pairs->capacity - pairs->count < count)
        if (!hail_pairs_grow(heap, pairs, q->limit, NULL))
            return false;
    const size_t bytes = ((size_t)pairs->count + count) * sizeof(hail_contact);
    return hail_scratch_keep(heap, &q->world->scratch->contacts, bytes);
}

hail_contact *hail_static_query_row(const hail_static_query *q) {
    return (hail_contact *)q->world->scratch->contacts.data + q->world->scratch->pairs.count;
}

void hail_static_query_keep(hail_static_query *q, uint32_t count, const uint32_t *index, hail_static_last *last) {
    hail_pairs *pairs = &q->world->scratch->pairs;
    const hail_contact *row = hail_static_query_row(q);
    uint32_t *a = (uint32_t *)pairs->a.data + pairs->count, *b = (uint32_t *)pairs->b.data + pairs->count,
             *slot_a = (uint32_t *)pairs->slot_a.data + pairs->count,
             *slot_b = (uint32_t *)pairs->slot_b.data + pairs->count;
    uint32_t part = last->part, body = last->index, parts = q->parts;
    for (uint32_t k = 0; k < count; k++) {
        part = index[k] == body ? part + 1 : 0;
        parts = part >= parts ? part + 1 : parts;
        body = a[k] = index[k];
        b[k] = 0;
        slot_a[k] = row[k].a.slot;
        slot_b[k] = part;
    }
    pairs->count += count;
    q->parts = parts;
    *last = (hail_static_last){body, part};
}

/* ---- On tasks ---------------------------------------------------------------------------------------------------- */

/* What tasks know of a search. */
typedef struct static_task {
    const hail_static_query *query;
    hail_static_range_fn *search;
    uint32_t block;
} static_task;

static void search_blocks(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const static_task *t = task;
    hail_static_query mine = *t->query;
    const uint32_t end = last * t->block, count = mine.layer->active;
    (void)worker;
    t->search(&mine, first * t->block, end < count ? end : count);
}

/* Makes room for `count` contacts; what was kept is lost. */
static bool make_room(hail_static_query *q, uint32_t count) {
    hail_step_scratch *scratch = q->world->scratch;
    uint32_t room = q->room ? q->room : 1;
    while (room < count)
        room = room < q->limit / 2 ? room * 2 : q->limit;
    return hail_pairs_reserve(&scratch->heap, &scratch->pairs, room) &&
           hail_scratch_grow(&scratch->heap, &scratch->contacts, room * sizeof(hail_contact));
}

/* Searches once; false: there was no room for all. */
static bool search_once(hail_static_query *q, uint32_t block, hail_static_range_fn *search) {
    hail_pairs *pairs = &q->world->scratch->pairs;
    const size_t rows = q->world->scratch->contacts.bytes / sizeof(hail_contact);
    hail_shared_count found = {0};
    static_task task = {q, search, block};
    q->shared = &found;
    q->room = rows < pairs->capacity ? (uint32_t)rows : pairs->capacity;
    hail_run_tasks(q->world->tasks, (q->layer->active - 1) / block + 1, 1, search_blocks, &task);
    q->shared = NULL;
    const uint32_t count = shared_count_value(&found);
    pairs->count = count <= q->room && count <= q->limit ? count : 0;
    if (count > q->limit)
        q->found = FOUND_TOO_MANY;
    else if (count > q->room && make_room(q, count))
        return false;
    else if (count > q->room)
        q->found = q->room ? FOUND_TOO_MANY : FOUND_NO_MEMORY; /* ranges need less */
    return true;
}

static void count_parts(hail_static_query *q) {
    const hail_pairs *pairs = &q->world->scratch->pairs;
    const uint32_t *part = pairs->slot_b.data;
    for (uint32_t i = 0; i < pairs->count; i++)
        q->parts = part[i] >= q->parts ? part[i] + 1 : q->parts;
}

void hail_static_query_run(hail_static_query *q, uint32_t block, hail_static_range_fn *search) {
    const uint32_t count = q->layer->active;
    if (!q->world->tasks || q->counts || q->take || count <= block) {
        search(q, 0, count);
        return;
    }
    while (!search_once(q, block, search))
        ;
    count_parts(q);
}
