#include "contacts.h"

/* Closes the gaps that pairs left which do not touch. */
static void close_gaps(hail_contact *rows, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!rows[i].kind)
            continue;
        if (kept != i)
            rows[kept] = rows[i];
        kept++;
    }
}

void contacts_deliver(hail_world *world, uint32_t touched, hail_contacts_fn *on_contacts, void *context) {
    hail_contact *rows = world->pairs.rows.data;
    const uint32_t window = world->options.window;
    if (touched < world->pairs.count)
        close_gaps(rows, world->pairs.count);
    world->stats.contacts += touched;
    for (uint32_t i = 0; on_contacts && i < touched; i += window) {
        on_contacts(rows + i, touched - i < window ? touched - i : window, context);
        world->stats.windows++;
    }
}
