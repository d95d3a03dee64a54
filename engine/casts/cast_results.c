/* engine/casts/cast_results.c - the casts that hit something are swept against what they hit, once more: so the
 * contacts of all others need not be kept. */
#include "cast_results.h"

#include "cast_hits.h"

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

void hail_cast_write_rows(hail_cast_sweeps *s, hail_cast_rows *rows) {
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
