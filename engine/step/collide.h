/* engine/step/collide.h - the rules of a step: from pairs to contacts. */
#ifndef HAIL_STEP_COLLIDE_H
#define HAIL_STEP_COLLIDE_H

#include "base/clock.h"
#include "world/world_state.h"

/* Who gets contacts. */
typedef struct hail_listener {
    hail_contacts_fn *on_contacts; /* NULL: nobody */
    void *user;                    /* on the calling thread */
    bool on_tasks;                 /* contacts without order may be delivered on tasks */
    void *const *users;            /* then: by worker; NULL: none */
} hail_listener;

/* Finds and delivers the contacts of every rule, in the order of the contact stream: a layer's planned rules, then its
 * tiles, then its walls. Laps the clock for the stages from PAIRS to WALLS. */
hail_status hail_collide_rules(hail_world *world, hail_clock *clock, const hail_listener *listener);

#endif
