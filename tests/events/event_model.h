/* tests/events/event_model.h - what hail/events.h promises, worked out the slow way from every contact that the rules
 * find: lists that are searched from the front. */
#ifndef HAIL_TESTS_EVENT_MODEL_H
#define HAIL_TESTS_EVENT_MODEL_H

#include <hail/hail.h>

enum { MODEL_PAIRS = 8192 };

/* Events by value: `contact` of hail_event is NULL. */
typedef struct model_event {
    hail_event event;
    hail_contact contact; /* of a begin and a stay */
} model_event;

typedef struct model_list {
    model_event list[MODEL_PAIRS];
    size_t count;
} model_list;

typedef struct event_model {
    size_t max_touching;
    model_list touching;              /* the pairs of the last step */
    model_list found;                 /* in this step, in the order of contacts, each pair once */
    model_list begins, stays, ends;   /* of this step */
    size_t cut_events, dropped_pairs; /* in this step */
} event_model;

/* Begins a step. */
void model_begin(event_model *m);

/* Takes a contact that a rule finds, and its bodies' user values. */
void model_find(event_model *m, const hail_contact *contact, uint64_t user_a, uint64_t user_b);

/* Ends the step: fills begins, stays and ends. world: whose rules say which pairs have events, and how many. */
void model_end(event_model *m, const hail_world *world);

#endif
