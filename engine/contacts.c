#include "contacts.h"

static uint64_t key_of(const hail_contact *row) { return (uint64_t)row->a.slot << 32 | row->b.slot; }

/* Moves the next row to the end of those that were kept, past the gaps that missing pairs left, and in order within its a. */
static void keep(hail_contact *rows, uint32_t next, uint32_t kept, bool ordered) {
    uint32_t to = kept;
    if (!ordered)
        while (to > 0 && key_of(&rows[to - 1]) > key_of(&rows[next]))
            to--;
    if (to == next)
        return;
    const hail_contact row = rows[next];
    for (uint32_t i = kept; i > to; i--)
        rows[i] = rows[i - 1];
    rows[to] = row;
}

/* Rows are put right just ahead of the window that takes them, while they are in the cache for the caller. */
void contacts_deliver(hail_world *world, uint32_t touched, bool ordered, hail_contacts_fn *on_contacts, void *context) {
    hail_contact *rows = world->pairs.rows.data;
    const uint32_t count = world->pairs.count, window = world->options.window;
    const bool whole = ordered && touched == count;
    world->stats.contacts += touched;
    for (uint32_t next = 0, kept = 0, given = 0; on_contacts && given < touched;) {
        /* A window's worth, and the rest of its last a. */
        while (!whole && next < count && (kept - given < window || rows[next].a.slot == rows[kept - 1].a.slot)) {
            if (rows[next].kind)
                keep(rows, next, kept++, ordered);
            next++;
        }
        const uint32_t most = (whole ? count : kept) - given, n = most < window ? most : window;
        on_contacts(rows + given, n, context);
        world->stats.windows++;
        given += n;
    }
}
