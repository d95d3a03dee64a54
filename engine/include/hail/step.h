/* hail/step.h - one step of a world: its bodies move, and their contacts are handed to a callback.
 *
 *     hail_status status = hail_step(world, dt, on_contacts, game);
 *     if (status == HAIL_NO_MEMORY && hail_stats(world)->moved)
 *         fprintf(stderr, "some contacts are missing\n");
 *     size_t gone;
 *     const hail_removal *removals = hail_removals(world, &gone);
 *     for (size_t i = 0; i < gone; i++)
 *         if (removals[i].reason & HAIL_REMOVED_LIFE)
 *             hurt(game, removals[i].handle, 0);
 *
 * A call that fails describes what it refused in the hail_error of the world's context. */
#ifndef HAIL_STEP_H
#define HAIL_STEP_H

#include "bodies.h"
#include "contact.h"
#include "rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The stages of a step, and what the time of each includes. */
typedef enum hail_stage {
    HAIL_STAGE_VALIDATE, /* checking columns, computing radii */
    HAIL_STAGE_MOVE,     /* motion, bounds, lives, and putting back bodies that tiles and walls stop */
    HAIL_STAGE_BIN,      /* planning the rules and building grids */
    HAIL_STAGE_PAIRS,    /* the search for pairs of bodies whose bounding circles touch */
    HAIL_STAGE_NARROW,   /* the narrowphase of these pairs, parts and pixels included */
    HAIL_STAGE_ORDER,    /* putting pairs and contacts in order */
    HAIL_STAGE_CONTACTS, /* earliest hits, events and delivery, including all that the callback does */
    HAIL_STAGE_TILES,    /* search and narrowphase of contacts with tiles */
    HAIL_STAGE_WALLS,    /* search and narrowphase of contacts with walls */
    HAIL_STAGE_REMOVALS, /* freeing and listing bodies */
    HAIL_STAGE_COUNT
} hail_stage;

/* What the last step did: statistics. */
typedef struct hail_step_stats {
    const char *variant;  /* the one that ran */
    uint64_t step;        /* number of this step, from 1 */
    uint64_t moved;       /* active bodies that went through the move stage and stayed active; none of static layers */
    uint64_t killed;      /* left the bounds of a HAIL_KILL layer */
    uint64_t expired;     /* reached the end of their life */
    uint64_t despawned;   /* despawned from inside the callback */
    uint64_t spent;       /* hit the last target that their pierce column allowed */
    uint64_t quarantined; /* bodies in quarantine at the end of the step */
    uint64_t pairs;       /* pairs that reached the narrowphase; counted once, even if HAIL_EARLIEST tests them twice */
    uint64_t contacts;    /* contacts delivered */
    uint64_t unkept;      /* of them, those that hail_contacts does not list; 0 if kept_contacts is 0 */
    uint64_t windows;     /* calls of the callback */
    uint64_t begins, stays, ends; /* events: see hail/events.h */
    uint64_t cut_contacts;        /* contacts that were left out because of max_contacts (hail_rule) */
    uint64_t cut_events;          /* events that were left out because of max_events */
    uint64_t dropped_pairs;       /* pairs that did not begin because max_touching pairs (hail_world_options) touched */
    uint64_t forgotten;           /* reported pairs that max_remembered (hail_world_options) left no room to remember */
    uint64_t passes; /* passes over the rules' pairs: one for each rule; more if its pairs exceed the pair budget, or
                        HAIL_EARLIEST rules share a layer_a */
    uint64_t idle_rules;           /* rules with tiles or walls that had no map to collide with in this step */
    uint64_t allocations;          /* times the allocator was called during the step */
    uint64_t ns[HAIL_STAGE_COUNT]; /* nanoseconds of each stage; 0 unless the world's `timed` option is set */
} hail_step_stats;

/* Why a step freed a body; a body may have several reasons. */
enum {
    HAIL_REMOVED_BOUNDS = 1,
    HAIL_REMOVED_LIFE = 2,
    HAIL_REMOVED_DESPAWN = 4,
    HAIL_REMOVED_SPENT = 8 /* its pierce column (HAIL_PIERCE) came to 0 */
};

typedef struct hail_removal {
    hail_handle handle; /* stale by now */
    uint64_t user;      /* from the user column; 0 if the layer has none */
    uint8_t layer;
    uint8_t reason; /* HAIL_REMOVED_..., or-ed together */
} hail_removal;

/* Advances the world by dt seconds and hands its contacts to on_contacts, a window of them at a time.
 *
 * Moves every active body by its velocity times dt (not those of caller-moved layers), applies each layer's bounds
 * policy, ages lives, finds the contacts that the rules ask for, and passes them to on_contacts in order. Then frees
 * the bodies that left the bounds, reached the end of their life, are spent, or were despawned in the callback;
 * hail_removals lists them. A body whose life ends (life <= 0 after the motion) still collides in that step.
 *
 *   dt           seconds, finite, 0 or more. 0 detects contacts without moving anything; it is a step like any other,
 *                in which cooldowns go on, and not a pause.
 *   on_contacts  called with windows of contacts. NULL: contacts are only counted, and kept for hail_contacts.
 *   user         passed on to on_contacts.
 *
 * HAIL_OK, or:
 *   HAIL_BAD_ARGUMENT                    no world; nothing happened
 *   HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE   bad dt; nothing happened
 *   HAIL_BUSY                            called from a callback of this world, or of one that shares its scratch;
 *                                        nothing happened
 *   HAIL_NO_MEMORY                       stats->moved is 0: nothing moved and no contact was found; else bodies moved,
 *                                        some contacts are missing, and there are no events
 *
 * Allocates nothing once warmed up or after hail_reserve; but without hail_reserve, the list of removals of a world of
 * more than 65,536 bodies may grow when the callback despawns more than in any step before.
 * Uses up to 128 KB of stack, where bodies meet tiles; elsewhere up to 90 KB. */
HAIL_API hail_status hail_step(hail_world *world, float dt, hail_contacts_fn *on_contacts, void *user);

/* A world in hail_step_many. */
typedef struct hail_world_step {
    hail_world *world;
    hail_contacts_fn *on_contacts; /* as in hail_step */
    void *user;                    /* passed on to on_contacts */
    uint32_t status;               /* receives the hail_status that hail_step would return: HAIL_OK or HAIL_NO_MEMORY */
    uint32_t unused;               /* 0 */
} hail_world_step;

enum {
    HAIL_ON_TASKS = 1 /* callbacks run where their world steps, at the same time as others, in no particular order */
};

/* Steps many worlds: each as hail_step would, with the same contacts in the same windows, events, removals and
 * statistics. (Only rules without order may deliver in another order, and in other windows.)
 *
 * Contacts are delivered in the order of the worlds; those of one world are held until those of the worlds before it
 * are delivered. So a callback sees columns as they are when all contacts of its world are found, and may do what
 * hail_step's may, with its own world. All worlds of the list are busy until the call returns: calls that change
 * another one return HAIL_BUSY.
 *
 *   steps    the worlds, each once, and their callbacks. Worlds may share shapes, maps and sprite sets.
 *   count    2^31 - 1 at most; 0 does nothing.
 *   dt       as in hail_step, for all worlds.
 *   scratch  what the worlds step with; their own, or the one that their options name, is not used.
 *            With tasks in its context (hail/tasks.h) worlds step at the same time, each on one thread, and their
 *            own tasks are not used. The allocators of the scratch and of the worlds may then be called by several
 *            workers at once.
 *   flags    0 or HAIL_ON_TASKS.
 *
 * Returns HAIL_OK, or HAIL_NO_MEMORY if some world's status is that: the other worlds were stepped. Without any step
 * done, and with every status as it was:
 *   HAIL_BAD_ARGUMENT                    scratch, steps or a world is NULL; a world is in the list twice; bad flags,
 *                                        or too large a count
 *   HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE   bad dt
 *   HAIL_BUSY                            a world, or the scratch, is used by a step that is under way
 *   HAIL_NO_MEMORY                       the scratch cannot hold contacts
 * The hail_error of the scratch's context describes what was refused. If a world runs out of memory, the hail_error of
 * that world's own context describes it.
 *
 * Allocates nothing once warmed up. */
HAIL_API hail_status hail_step_many(hail_world_step *steps, size_t count, float dt, hail_scratch *scratch,
                                    uint32_t flags);

/* As hail_step, but delivers contacts of rules without order on the tasks of the world's context (hail/tasks.h).
 *
 * They are delivered where they are found: those of HAIL_UNORDERED rules between layers, if neither layer has compounds
 * or sprites, and the layers are not small. All other contacts are delivered on the calling thread, as by hail_step.
 *
 *   on_contacts  may be called by several threads at once
 *   users        one pointer for each worker, that the callback gets: users[worker] on a task, users[0] on the
 *                calling thread. Without tasks there is only users[0]. NULL: the callback gets NULL
 *
 * On a task the callback may read columns, call queries and hail_despawn_on_task, and write what its own pointer
 * leads to; it must not write columns. hail_despawn, hail_reflect, hail_write_bodies, hail_query_prepare and
 * hail_layer_changed answer HAIL_BUSY there, and write no error. How contacts are split into windows depends on the
 * number of workers, not on the schedule. hail_contacts does not list them, and stats->unkept counts them if the world
 * keeps contacts.
 *
 * Answers what hail_step answers. */
HAIL_API hail_status hail_step_on_tasks(hail_world *world, float dt, hail_contacts_fn *on_contacts, void *const *users);

/* Queues bodies to be despawned when the step ends, from inside a callback on a task. As hail_despawn in a callback,
 * all or none; several threads may call it at once.
 *
 *   worker  whose task calls, as the pointer in users tells
 *
 * HAIL_OK, HAIL_STALE_HANDLE or HAIL_BAD_ARGUMENT (NULL, too many, no such worker); HAIL_BUSY: not inside a callback on
 * a task. Nothing is wrong with a count of 0, anywhere. Writes no error. */
HAIL_API hail_status hail_despawn_on_task(hail_world *world, uint32_t worker, const hail_handle *handles, size_t count);

/* Returns the last step's first contacts, at most the world's `kept_contacts` option, in the order in which the
 * callback gets them. stats->unkept counts the others. NULL if there are none.
 *
 *   count  receives how many there are; may be NULL.
 *
 * Valid until the next step begins, even one that fails; a step that ends with HAIL_NO_MEMORY keeps what it found.
 * Inside the callback: the contacts delivered so far, with those of the present window. */
HAIL_API const hail_contact *hail_contacts(const hail_world *world, size_t *count);

/* Returns the last step's statistics, valid until the next step. NULL if world is NULL. */
HAIL_API const hail_step_stats *hail_stats(const hail_world *world);

/* Returns a stage's name, such as "move"; NULL past the last. */
HAIL_API const char *hail_stage_name(size_t stage);

/* Makes bodies bounce: for each contact whose a is alive and moves towards b, changes a's velocity. Its part along the
 * normal is reversed and multiplied by `restitution` (0: a slides, 1: it bounces back as fast), the rest is multiplied
 * by 1 - `friction`. Both are 0 to 1.
 *
 * Meant for contacts with tiles and walls: b's own motion is ignored. Call it inside the callback, or outside a step
 * with contacts that were kept (hail_contacts): 2^31 - 1 at most. Grazes, and contacts without a normal, change
 * nothing.
 *
 * HAIL_OK, or, with nothing changed, HAIL_BAD_ARGUMENT, HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE. */
HAIL_API hail_status hail_reflect(hail_world *world, const hail_contact *contacts, size_t count, float restitution,
                                  float friction);

/* Returns the bodies that the last step freed, in slot order, until the next step begins. (Those that you despawn
 * between steps are not among them.) *count is how many there are; count may be NULL. NULL if there are none, as inside
 * the callback. */
HAIL_API const hail_removal *hail_removals(const hail_world *world, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
