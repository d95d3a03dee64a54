/* engine/contacts/contacts.c - sorts and compacts rows just before the window that takes them, so that the caller finds
 * them in the cache. Windows go to the callback, and to the contacts that stay readable after the step. */
#include "contacts.h"

#include <string.h>

#include "compiler.h"
#include "events/event_contacts.h"
#include "events/event_rules.h"
#include "tasks/run_tasks.h"

/* Blocks of rows that tasks tidy: at most, and for each worker, so that workers end at about the same time. (More would
 * make windows be put together of more parts.) */
enum { BLOCKS = 128, WORKER_BLOCKS = 8 };

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* How far the rows are sorted within each a, and how far their gaps are closed. */
typedef struct tidying {
    hail_contact *rows;
    const hail_ranking *order;
    uint32_t sorted;            /* how many dense slots' rows are in order */
    uint32_t count, next, kept; /* rows; read; kept */
    /* With tasks: each block is sorted, and the gaps in it are closed. Rows [next, kept) lie side by side. */
    uint32_t blocks, block_size; /* block_size: dense slots of one; if there are none, rows */
    uint32_t block;              /* the next that is read */
    uint32_t block_kept[BLOCKS]; /* rows that touch */
} tidying;

/* Sorts the rows of one a by slot of b. There are mostly two, which are sorted without an unpredictable branch. (A sort
 * of 64-byte rows: those in base/sort.h are for plain numbers.) */
static void sort_rows(hail_contact *row, uint32_t count) {
    if (count == 2) {
        const hail_contact first = row[0], second = row[1];
        const unsigned swap = first.b.slot > second.b.slot;
        row[swap] = first;
        row[1 - swap] = second;
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

/* Crowded slots lie a few rows apart, further than the hardware prefetches. */
enum { AHEAD = 8 };
static inline void prefetch_two(const hail_contact *row) {
    HAIL_FETCH(row);
    HAIL_FETCH(row + 1);
}

/* Sorts all that starts before row `end`. */
static void sort_until(tidying *t, uint32_t end) {
    const uint32_t *dense = t->order->dense, *start = t->order->row_start, count = t->order->dense_count;
    for (; t->sorted < count; t->sorted++) {
        const uint32_t slot = dense[t->sorted], from = start[slot], to = start[slot + 1];
        if (from >= end)
            return;
        if (t->sorted + AHEAD < count)
            prefetch_two(t->rows + start[dense[t->sorted + AHEAD]]);
        sort_rows(t->rows + from, to - from);
    }
}

/* Closes gaps from row `next` to `end`, without a branch that depends on the rows. Returns where the kept ones end. */
static uint32_t close_gaps(hail_contact *rows, uint32_t kept, uint32_t next, uint32_t end) {
    while (kept == next && next < end && rows[next].kind)
        kept = ++next;
    for (; next < end; next++) {
        rows[kept] = rows[next];
        kept += rows[next].kind != 0;
    }
    return kept;
}

/* ---- On tasks ---------------------------------------------------------------------------------------------------- */

enum {
    SORT_GRAIN = 512,   /* dense slots of a task at least */
    MANY_ROWS = 1 << 15 /* so many rows that only have gaps are worth tasks */
};

static void sort_range(const hail_ranking *order, hail_contact *rows, uint32_t first, uint32_t last) {
    const uint32_t *dense = order->dense, *start = order->row_start;
    for (uint32_t i = first; i < last; i++) {
        const uint32_t slot = dense[i];
        if (i + AHEAD < last)
            prefetch_two(rows + start[dense[i + AHEAD]]);
        sort_rows(rows + start[slot], start[slot + 1] - start[slot]);
    }
}

static void sort_slots(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const hail_rows *rows = task;
    (void)worker;
    sort_range(rows->order, rows->row, first, last);
}

/* Puts the rows of all dense slots in order, on tasks if there are many. Returns how many such slots are done. */
static uint32_t sort_on_tasks(const hail_world *world, const hail_rows *rows) {
    hail_rows copy = *rows; /* not const, as the tasks' context */
    if (!world->tasks || rows->order->dense_count <= SORT_GRAIN)
        return 0;
    hail_run_tasks(world->tasks, rows->order->dense_count, SORT_GRAIN, sort_slots, &copy);
    return rows->order->dense_count;
}

/* The row where a block begins. */
static uint32_t block_begin(const tidying *t, uint32_t block) {
    const uint32_t at = block * t->block_size;
    if (block == 0 || block >= t->blocks)
        return block ? t->count : 0;
    return t->order->dense_count ? t->order->row_start[t->order->dense[at]] : at;
}

static void tidy_blocks(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    tidying *t = task;
    (void)worker;
    for (uint32_t b = first; b < last; b++) {
        const uint32_t at = b * t->block_size, left = t->order->dense_count - at, begin = block_begin(t, b);
        if (t->order->dense_count)
            sort_range(t->order, t->rows, at, at + (left < t->block_size ? left : t->block_size));
        t->block_kept[b] = close_gaps(t->rows, begin, begin, block_begin(t, b + 1)) - begin;
    }
}

/* Tidies all rows by blocks, if that is worth tasks. */
static void tidy_on_tasks(const hail_world *world, tidying *t) {
    const uint32_t dense = t->order->dense_count, items = dense ? dense : t->count;
    if (!world->tasks || (!dense && items < MANY_ROWS))
        return;
    const uint32_t blocks = world->tasks->workers * WORKER_BLOCKS, even = items / smaller(blocks, BLOCKS) + 1;
    t->block_size = even > SORT_GRAIN ? even : SORT_GRAIN;
    if (items <= t->block_size)
        return;
    t->blocks = (items - 1) / t->block_size + 1;
    hail_run_tasks(world->tasks, t->blocks, 1, tidy_blocks, t);
    t->sorted = dense;
}

/* ---- Windows ----------------------------------------------------------------------------------------------------- */

/* Puts the next block's rows beside those that wait: whichever are fewer move. */
static void join_block(tidying *t) {
    const uint32_t begin = block_begin(t, t->block), count = t->block_kept[t->block++], waiting = t->kept - t->next;
    if (waiting < count) {
        memmove(t->rows + begin - waiting, t->rows + t->next, waiting * sizeof *t->rows);
        t->next = begin - waiting;
        t->kept = begin + count;
    } else {
        memmove(t->rows + t->kept, t->rows + begin, count * sizeof *t->rows);
        t->kept += count;
    }
}

/* The next `count` rows of the blocks. */
static const hail_contact *take_joined(tidying *t, uint32_t count) {
    while (t->kept - t->next < count)
        join_block(t);
    t->next += count;
    return t->rows + t->next - count;
}

/* Closes the gaps of pairs that do not touch, until `enough` rows are kept. */
static void keep_until(tidying *t, uint32_t enough) {
    const uint32_t block = 256;
    while (t->kept < enough && t->next < t->count) {
        const uint32_t end = t->count - t->next < block ? t->count : t->next + block;
        sort_until(t, end);
        t->kept = close_gaps(t->rows, t->kept, t->next, end);
        t->next = end;
    }
}

void hail_contacts_sort(const hail_world *world, hail_rows *rows) {
    static const hail_ranking sorted = {0};
    tidying t; /* of which a sort needs little */
    t.rows = rows->row;
    t.order = rows->order;
    t.sorted = sort_on_tasks(world, rows);
    sort_until(&t, rows->count);
    rows->order = &sorted;
}

/* Copies rows to the contacts that stay readable, as far as there is room. */
static void copy_kept(hail_world *world, const hail_contact *rows, uint32_t count) {
    const uint32_t n = smaller(count, world->options.kept_contacts - world->kept_count);
    if (n)
        memcpy((hail_contact *)world->kept.data + world->kept_count, rows, n * sizeof *rows);
    world->kept_count += n;
}

/* How many of a run's contacts the rule may still deliver. Counts them, and those that are left out. */
static uint32_t allowed(hail_world *world, const hail_rule *rule, uint32_t touching) {
    uint32_t count = touching;
    if (rule->max_contacts) {
        count = smaller(touching, world->scratch->contacts_left);
        world->scratch->contacts_left -= count;
        world->stats.cut_contacts += touching - count;
    }
    world->stats.contacts += count;
    return count;
}

/* Hands over a window, in order and without gaps. */
static void hand_over(hail_world *world, const hail_contact *rows, uint32_t count, hail_contacts_fn *on_contacts,
                      void *user) {
    const uint32_t kept_before = world->kept_count;
    copy_kept(world, rows, count);
    if (world->options.kept_contacts)
        world->stats.unkept += count - (world->kept_count - kept_before);
    if (on_contacts) {
        on_contacts(rows, count, user);
        world->stats.windows++;
    }
}

/* Returns rows [begin, begin + count) of those that are kept, sorted and side by side. */
static const hail_contact *next_rows(tidying *t, const hail_rows *rows, uint32_t begin, uint32_t count) {
    if (t->blocks)
        return take_joined(t, count);
    if (rows->touching == rows->count)
        sort_until(t, begin + count);
    else
        keep_until(t, begin + count);
    return rows->row + begin;
}

/* The same, and gives the rows to events, a few at a time: while the cache has them. NULL without memory. */
static const hail_contact *next_rows_with_events(hail_world *world, tidying *t, const hail_rows *rows, uint32_t begin,
                                                 uint32_t count) {
    const hail_contact *window = t->blocks ? next_rows(t, rows, begin, count) : rows->row + begin;
    for (uint32_t i = 0, n; i < count; i += n) {
        n = smaller(count - i, EVENT_BLOCK);
        if (!hail_events_take(world, t->blocks ? window + i : next_rows(t, rows, begin + i, n), n))
            return NULL;
    }
    return window;
}

bool hail_contacts_deliver(hail_world *world, const hail_rule *rule, const hail_rows *rows,
                           hail_contacts_fn *on_contacts, void *user) {
    tidying t; /* block_kept need not be cleared */
    t.rows = rows->row;
    t.order = rows->order;
    t.count = rows->count;
    t.sorted = t.next = t.kept = t.blocks = t.block = 0;
    const bool events = rule->events && !rule_chooses(rule);
    const uint32_t count = allowed(world, rule, rows->touching);
    /* Without a callback, contacts are only wanted as far as there is room to keep them. */
    const uint32_t wanted = on_contacts ? count : smaller(count, world->options.kept_contacts - world->kept_count);
    const uint32_t end = events ? rows->touching : wanted;
    if (end == rows->touching && end == rows->count)
        t.sorted = sort_on_tasks(world, rows);
    else if (end == rows->touching)
        tidy_on_tasks(world, &t);
    for (uint32_t given = 0; given < end;) {
        const uint32_t n = smaller(end - given, world->options.window);
        const hail_contact *window =
            events ? next_rows_with_events(world, &t, rows, given, n) : next_rows(&t, rows, given, n);
        if (!window) {
            world->stats.contacts -= count - smaller(given, wanted); /* these are not delivered */
            return false;
        }
        if (given < wanted)
            hand_over(world, window, smaller(n, wanted - given), on_contacts, user);
        given += n;
    }
    if (world->options.kept_contacts && !on_contacts)
        world->stats.unkept += count - wanted;
    return true;
}
