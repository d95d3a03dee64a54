/* engine/pairs/task_batch.h - rules without order, on tasks. Bodies are split into parts; in a batch, tasks find and
 * narrow the pairs of some parts, each until its room is full. Then the calling thread delivers the contacts, part by
 * part, and the next batch begins. So the order depends on the number of workers, but not on the schedule. Contacts
 * that are delivered on tasks leave room at once: one batch does all parts. */
#ifndef HAIL_PAIRS_TASK_BATCH_H
#define HAIL_PAIRS_TASK_BATCH_H

#include "narrow.h"
#include "search.h"

enum {
    TASK_BATCHES = 4,                    /* at least, if the calling thread delivers and there are bodies enough */
    BATCH_PARTS = 4,                     /* of a batch, for each worker */
    BATCH_TASK_PARTS = 16,               /* the same, if tasks deliver: more, so that workers end at the same time */
    BATCH_ROOM = PAIR_CHUNK + PAIR_CHUNK /* rows of a part */
};

/* A part that is being worked on. In cache lines of its own. */
typedef struct hail_task_batch_part {
    hail_search_cursors cursors;
    uint32_t end;               /* bodies; the part is done when the search came there */
    bool waits;                 /* more is to be searched */
    uint32_t pairs, touching;   /* of this batch; touching: those that wait to be delivered */
    uint32_t contacts, windows; /* of this batch: delivered on tasks */
    hail_contact *rows;         /* BATCH_ROOM of them: those that touch come first. The worker's, if it delivers them */
    uint8_t padding[64];
} hail_task_batch_part;

/* Delivers a part's contacts, on the calling thread. */
typedef void hail_task_batch_deliver_fn(void *user, const hail_task_batch_part *part);

typedef struct hail_task_batch {
    hail_narrowing narrowing;
    const uint32_t *numbers; /* BATCH_ROOM: 0, 1, 2, ... */
    hail_task_batch_part *parts;
    hail_contact *rows; /* BATCH_ROOM for each part, or each worker */
    uint32_t count;     /* parts of a batch */
    hail_task_batch_deliver_fn *deliver;
    void *user;
    /* Not NULL: contacts are delivered where they are found, at most `window` at a time. */
    hail_contacts_fn *on_task;
    void *const *users; /* by worker; NULL: none */
    uint32_t window;
} hail_task_batch;

/* Searches bodies [0, count) in batches. Always true. */
bool hail_task_batch_search(hail_search *s, uint32_t count, uint32_t grain, hail_search_range_fn *search,
                            const void *what);

/* Narrows the pairs in the worker's chunk into the task's part. False: the part has no room for another chunk. */
bool hail_task_batch_take(hail_search *s, uint32_t count);

/* How many bytes all parts of a world with tasks need. */
size_t hail_task_batch_bytes(const hail_tasks *tasks);

/* Sets up a batch in scratch.batches, for a rule. The caller sets what remains. */
void hail_task_batch_begin(hail_task_batch *batch, hail_world *world, const hail_rule *rule);

#endif
