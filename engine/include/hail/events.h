/* hail/events.h - which pairs begin to touch, still touch, and no longer touch, for rules that ask for it.
 *
 *     const hail_rule rule = {.mode = HAIL_MANIFOLD, .layer_a = BULLETS, .layer_b = SHIPS, .events = true};
 *     hail_status status = hail_rule_configure(world, &rule);
 *     hail_step(world, dt, NULL, NULL);
 *     size_t count;
 *     const hail_event *begin = hail_begins(world, &count);
 *     for (size_t i = 0; i < count; i++)
 *         hurt(game, begin[i].b, begin[i].contact->depth[0]);
 *
 * A pair touches in a step if its rule finds a contact for it (a graze is none), even if HAIL_EARLIEST or max_contacts
 * then leaves it out. In each step, a pair of a rule with `events`
 * - begins if it touches and did not touch in the last step,
 * - stays if it touches and did so in the last step,
 * - ends if it does not touch and did so in the last step.
 * A swept hit begins in its step and ends in the next one, unless the pair touches there again.
 *
 * A pair is both handles and the rule. Compounds and sprites make one pair of two bodies, however many of their parts
 * touch. With tiles and walls, a pair is a body and a kind of tile or wall (hail_contact.feature_b).
 *
 * Every begin has exactly one end. A pair ends in the first step in which it is not found, whatever the reason: it came
 * apart; a body was despawned or freed (also by the step in which the pair still touched), changed its shape or layer,
 * was disabled or quarantined; the map changed; the rule no longer asks for events, is gone, or names its layers the
 * other way round, which makes it another rule. No other change of a rule ends a pair that is still found: its mode,
 * cooldown, graze, limits, kinds and so on may change. Nor does a change that no step sees, such as a rule that is
 * taken away and set again. A step that fails changes no pair: the next one compares with the last that succeeded.
 *
 * A world remembers at most max_touching pairs (hail_world_options). A pair that finds no room does not begin, and so
 * does not end; hail_step_stats.dropped_pairs counts it in each such step. If it still touches when there is room, it
 * begins then. Room is given and freed in the order of contacts. */
#ifndef HAIL_EVENTS_H
#define HAIL_EVENTS_H

#include "step.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A pair that begins, stays or ends: 48 bytes (44 where an 8-byte number may lie at any multiple of 4). */
typedef struct hail_event {
    hail_handle a, b; /* as in hail_contact; of an end, they may be stale */
    /* The user values of a and b, read in the last step that found the pair, when that step began the pair's rule:
     * before any callback of that rule, whatever the window and the pair budget. (hail_step_many without HAIL_ON_TASKS:
     * before any callback of the world.) 0 without such a column. */
    uint64_t user_a, user_b;
    uint8_t kind;             /* HAIL_CONTACT_BODY, _TILE or _WALL */
    uint8_t layer_a, layer_b; /* as in hail_contact */
    uint8_t feature_b;        /* with tiles and walls: the kind; otherwise 0 */
    uint32_t unused;          /* 0 */
    /* The pair's first contact in this step: of the lowest part of a, then of b; the first cell or wall of the kind.
     * NULL: the pair ends. */
    const hail_contact *contact;
} hail_event;

/* Returns the pairs that begin in the last step, in the order of contacts: by layers, then by slots, with tiles and
 * walls by kind. NULL if there are none, inside the callback, or after a step that failed.
 *
 *   count  receives how many there are; may be NULL.
 *
 * They and their contacts are valid until the next step begins, even one that fails, or hail_reserve is called: then
 * there are none. */
HAIL_API const hail_event *hail_begins(const hail_world *world, size_t *count);

/* Returns the pairs that stay, as hail_begins. The first call after a step writes them out: a game that does not read
 * them does not pay for them. */
HAIL_API const hail_event *hail_stays(hail_world *world, size_t *count);

/* Returns the pairs that end, as hail_begins. */
HAIL_API const hail_event *hail_ends(const hail_world *world, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
