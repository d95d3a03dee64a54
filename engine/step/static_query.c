/* engine/step/static_query.c - contacts with tiles and walls, kept or counted. */
#include "static_query.h"

hail_static_query hail_static_query_begin(hail_world *world, const hail_rule_entry *rule,
                                          const hail_order_range *range) {
    world->scratch->pairs.count = 0;
    return (hail_static_query){.world = world,
                               .layer = world->bodies.layer[rule->a],
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

static void keep(hail_static_query *q, hail_handle handle, uint32_t index, uint32_t part, const hail_contact *contact) {
    hail_pairs *pairs = &q->world->scratch->pairs;
    const uint32_t at = pairs->count++;
    ((uint32_t *)pairs->a.data)[at] = index;
    ((uint32_t *)pairs->b.data)[at] = 0;
    ((uint32_t *)pairs->slot_a.data)[at] = handle.slot;
    ((uint32_t *)pairs->slot_b.data)[at] = part;
    q->parts = part >= q->parts ? part + 1 : q->parts;
    hail_contact *row = (hail_contact *)q->world->scratch->contacts.data + at;
    *row = *contact;
    row->a = handle;
    row->b = (hail_handle){0, 0};
    row->kind = q->rule->b == WITH_TILES ? HAIL_CONTACT_TILE : HAIL_CONTACT_WALL;
    row->count = q->rule->mode == HAIL_PAIRS ? 0 : contact->count;
    row->layer_a = q->rule->a;
    row->layer_b = q->rule->b;
}

/* Swept rows say where their body would stop, which no contact shows. */
void hail_static_query_end(hail_static_query *q) {
    hail_contact *rows = q->world->scratch->contacts.data;
    const uint32_t count = q->world->scratch->pairs.count;
    for (uint32_t i = 0; rule_swept(q->rule) && i < count; i++)
        rows[i].x[1] = rows[i].y[1] = 0.0f;
    if (count)
        q->take(q->take_context, count);
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
    if (q->take && q->world->scratch->pairs.count == TAKE_CONTACTS)
        hail_static_query_end(q);
    if (!fits(q))
        return false;
    keep(q, handle, index, part, contact);
    return true;
}
