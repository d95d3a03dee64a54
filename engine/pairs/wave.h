/* engine/pairs/wave.h - rules without order, on tasks. Bodies are split into parts; in a wave, tasks find and narrow
 * the pairs of some parts, each until its room is full. Then the calling thread delivers the contacts, part by part,
 * and the next wave begins. So the order depends on the number of workers, but not on the schedule. Contacts that are
 * delivered on tasks leave room at once: one wave does all parts. */
#ifndef HAIL_PAIRS_WAVE_H
#define HAIL_PAIRS_WAVE_H

#include "narrow.h"
#include "search.h"

enum {
    WAVES = 4,                          /* at least, if the calling thread delivers and there are bodies enough */
    WAVE_PARTS = 4,                     /* of a wave, for each worker */
    WAVE_TASK_PARTS = 16,               /* the same, if tasks deliver: more, so that workers end at the same time */
    WAVE_ROOM = PAIR_CHUNK + PAIR_CHUNK /* rows of a part */
};

/* A part that is being worked on. In cache lines of its own. */
typedef struct hail_wave_part {
    hail_search_place place;
    uint32_t end;               /* bodies; the part is done when the search came there */
    bool waits;                 /* more is to be searched */
    uint32_t pairs, touching;   /* of this wave; touching: those that wait to be delivered */
    uint32_t contacts, windows; /* of this wave: delivered on tasks */
    hail_contact *rows;         /* WAVE_ROOM of them: those that touch come first. The worker's, if it delivers them */
    uint8_t padding[64];
} hail_wave_part;

/* Delivers a part's contacts, on the calling thread. */
typedef void hail_wave_deliver_fn(void *user, const hail_wave_part *part);

typedef struct hail_wave {
    hail_narrowing narrowing;
    const uint32_t *numbers; /* WAVE_ROOM: 0, 1, 2, ... */
    hail_wave_part *parts;
    hail_contact *rows; /* WAVE_ROOM for each part, or each worker */
    uint32_t count;     /* parts of a wave */
    hail_wave_deliver_fn *deliver;
    void *user;
    /* Not NULL: contacts are delivered where they are found, at most `window` at a time. */
    hail_contacts_fn *on_task;
    void *const *users; /* by worker; NULL: none */
    uint32_t window;
} hail_wave;

/* Searches bodies [0, count) in waves. Always true. */
bool hail_wave_search(hail_search *s, uint32_t count, uint32_t grain, hail_search_range_fn *search, const void *what);

/* Narrows the pairs in the worker's chunk into the task's part. False: the part has no room for another chunk. */
bool hail_wave_take(hail_search *s, uint32_t count);

/* How many bytes all parts of a world with tasks need. */
size_t hail_wave_bytes(const hail_tasks *tasks);

/* Sets up a wave in scratch.waves, for a rule. The caller sets what remains. */
void hail_wave_begin(hail_wave *wave, hail_world *world, const hail_rule *rule);

#endif
