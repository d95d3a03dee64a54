/* engine/world/event_store.h - which pairs touch, for rules that report events, and what the last step reported. */
#ifndef HAIL_WORLD_EVENT_STORE_H
#define HAIL_WORLD_EVENT_STORE_H

#include <hail/events.h>
#include <hail/tilemap.h>

#include "base/memory.h"
#include "rule_store.h"

/* A pair that touches. Of a pair with tiles or walls, b is {kind, 0}. */
typedef struct hail_touching_pair {
    hail_handle a, b;
} hail_touching_pair;

typedef struct hail_pair_users {
    uint64_t a, b;
} hail_pair_users;

/* How many of the pairs are of one rule. */
typedef struct hail_touching_span {
    uint32_t count;
    uint8_t a, b; /* the rule's layers, as in hail_rule */
    bool users;   /* the pairs have user values; else they are 0, and not stored */
} hail_touching_span;

/* The pairs that touch in one step, rule by rule: in the order of contacts. State. */
typedef struct hail_touching {
    hail_buffer pairs, users, spans; /* hail_touching_pair, hail_pair_users, hail_touching_span */
    uint32_t count, span_count;
} hail_touching;

/* A pair that stays. Most pairs do: their events are only written out when the caller asks for them. */
typedef struct hail_stay {
    const hail_contact *contact;
    uint32_t pair; /* its number among the touching pairs */
} hail_stay;

/* Events of one type in one step, in the order of contacts. Scratch. */
typedef struct hail_event_list {
    hail_buffer events; /* hail_event; in `stays`, hail_stay */
    uint32_t count;
    uint32_t saved; /* the contacts of the events up to here are copies */
} hail_event_list;

/* The rule whose contacts come in, and the last step's pairs, which are gone through at the same pace. */
typedef struct hail_event_cursor {
    hail_rule rule;
    bool users, old_users;           /* the rule's pairs have user values; those of the last step have */
    const uint64_t *user_a, *user_b; /* by index: what the columns held when the rule began; NULL: the layer has none */
    uint32_t span;                   /* the last step's spans up to here are done */
    uint32_t next, end;              /* its pairs: the next to be compared with; where those of the rule end */
    uint32_t first_pair, first_begin, first_stay, first_end; /* where the rule's own begin */
    uint64_t key;                                            /* of the last contact's pair; UINT64_MAX: none */
    hail_handle body; /* with tiles and walls: whose contacts come in, to be noted when they are complete */
    uint32_t kinds;   /* bits: the kinds of the tiles or walls that it touches */
    const hail_contact *first[HAIL_MAX_KINDS]; /* with each kind */
} hail_event_cursor;

/* Events point to their contacts. Those of a step's last rows stay where they are; others are copied before the rows
 * are written again. */
typedef struct hail_event_store {
    hail_touching last, now; /* of the last step that succeeded; of this one. Equally large */
    hail_event_list begins, stays, ends;
    hail_buffer stay_events; /* hail_event: the stays, if they are written out */
    bool stays_written;
    hail_buffer contacts; /* hail_contact: the copies */
    uint32_t contact_count;
    hail_buffer by_kind; /* hail_contact: copies for the cursor's body, by kind */
    bool pending;        /* events, or the cursor, point to rows */
    hail_event_cursor at;
    uint32_t room; /* pairs that every list has room for, but `contacts` */
} hail_event_store;

#endif
