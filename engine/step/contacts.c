#include "contacts.h"

#include "earliest.h"
#include "statics.h"

/* What is still to be done to the rows, from the first to the last: order within an a, gaps closed. */
typedef struct tidying {
    hail_contact *rows;
    const uint32_t *crowded, *start; /* slots with several rows, and by slot where they start */
    uint32_t crowded_count, settled; /* of the crowded, those in order */
    uint32_t count, next, kept;      /* rows; looked at; kept */
    uint32_t ahead;                  /* rows that start before it are in order */
} tidying;

/* By slot of b; rows of one a. Two of them, as they mostly are, without a branch that half the time goes the other way.
 */
static void settle(hail_contact *row, uint32_t count) {
    if (count == 2) {
        const hail_contact first = row[0], second = row[1];
        const unsigned turn = first.b.slot > second.b.slot;
        row[turn] = first;
        row[1 - turn] = second;
        return;
    }
    for (uint32_t i = 1; i < count; i++) {
        const hail_contact hold = row[i];
        uint32_t j = i;
        for (; j > 0 && row[j - 1].b.slot > hold.b.slot; j--)
            row[j] = row[j - 1];
        row[j] = hold;
    }
}

/* Crowded slots lie a few rows apart, further than the hardware looks ahead. */
enum { SOON = 8 };
static inline void fetch_two(const hail_contact *row) {
#if defined(__GNUC__)
    __builtin_prefetch(row);
    __builtin_prefetch(row + 1);
#else
    (void)row;
#endif
}

/* Settles whatever starts before row `end`. */
static void settle_until(tidying *t, uint32_t end) {
    for (; t->settled < t->crowded_count; t->settled++) {
        const uint32_t slot = t->crowded[t->settled], from = t->start[slot], to = t->start[slot + 1];
        if (from >= end)
            return;
        if (t->settled + SOON < t->crowded_count)
            fetch_two(t->rows + t->start[t->crowded[t->settled + SOON]]);
        settle(t->rows + from, to - from);
    }
}

/* Closes the gaps that pairs left which do not touch, until `enough` rows are kept. */
static void keep_until(tidying *t, uint32_t enough) {
    const uint32_t block = 256;
    while (t->kept < enough && t->next < t->count) {
        if (t->next >= t->ahead) {
            t->ahead = t->next + block;
            settle_until(t, t->ahead);
        }
        if (t->rows[t->next].kind) {
            if (t->kept != t->next)
                t->rows[t->kept] = t->rows[t->next];
            t->kept++;
        }
        t->next++;
    }
}

/* Rows are put right just ahead of the window that takes them, while they are in the cache for the caller. */
void hail_contacts_deliver(hail_world *world, const hail_rule_entry *rule, uint32_t touched,
                           hail_contacts_fn *on_contacts, void *context) {
    const hail_pairs *pairs = &world->pairs;
    tidying t = {.rows = pairs->rows.data,
                 .crowded = pairs->crowded.data,
                 .start = pairs->counts.data,
                 .crowded_count = pairs->crowded_count,
                 .count = pairs->count};
    if (rule->mode == HAIL_EARLIEST) {
        settle_until(&t, t.count);
        t.count = touched = hail_earliest_keep(world, world->noted >> rule->a & 1, t.rows, t.count);
    }
    if (rule_is_static(rule))
        hail_note_stops(world, rule, t.rows, t.count);
    world->stats.contacts += touched;
    for (uint32_t given = 0; on_contacts && given < touched;) {
        const uint32_t window = world->options.window, left = touched - given, n = left < window ? left : window;
        if (touched == t.count)
            settle_until(&t, given + n);
        else
            keep_until(&t, given + n);
        on_contacts(t.rows + given, n, context);
        world->stats.windows++;
        given += n;
    }
}
