#include "contacts.h"

/* Closes the gaps that pairs left which do not touch. */
static uint32_t close_gaps(hail_contact *rows, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!rows[i].kind)
            continue;
        if (kept != i)
            rows[kept] = rows[i];
        kept++;
    }
    return kept;
}

void contacts_deliver(hail_world *world, hail_contacts_fn *on_contacts, void *context) {
    hail_contact *rows = world->pairs.rows.data;
    const uint32_t count = close_gaps(rows, world->pairs.count), window = world->options.window;
    world->stats.contacts += count;
    for (uint32_t i = 0; on_contacts && i < count; i += window) {
        on_contacts(rows + i, count - i < window ? count - i : window, context);
        world->stats.windows++;
    }
}
