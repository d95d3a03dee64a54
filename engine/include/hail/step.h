/* hail/step.h - one step of a world: move, bin, pairs, narrow, contacts, removals. */
#ifndef HAIL_STEP_H
#define HAIL_STEP_H

#include "contact.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Moves every active body by v * dt (but for caller-moved layers), applies each layer's bounds policy, ages lives,
 * finds every touching pair that a rule asks for and hands the contacts, in order, to `on_contacts`. Then frees the
 * bodies that were killed by the bounds, whose life ended (life <= 0 after the move; they still collide in that step)
 * or that the callback despawned, in slot order: hail_removals lists them.
 *
 * dt:          seconds, finite, 0 or more; 0 detects without moving.
 * on_contacts: may be NULL: contacts are then found and counted only.
 * Answers HAIL_OK; HAIL_BAD_ARGUMENT, HAIL_NOT_FINITE or HAIL_OUT_OF_RANGE (nothing was done); HAIL_BUSY inside a
 * callback; HAIL_NO_MEMORY: if stats->moved is 0 nothing was done, otherwise bodies moved and contacts are incomplete.
 * Allocates nothing once warmed up or after hail_reserve; uses up to 90 KB of stack where compounds or sprites meet. */
HAIL_API hail_status hail_step(hail_world *world, float dt, hail_contacts_fn *on_contacts, void *context);

/* The stages of a step, by what their clocks count. */
typedef enum hail_stage {
    HAIL_STAGE_VALIDATE, /* checks of columns, and radii */
    HAIL_STAGE_MOVE,     /* motion, bounds, lives; and the bodies that tiles and walls stop */
    HAIL_STAGE_BIN,      /* plans of rules, and grids */
    HAIL_STAGE_PAIRS,    /* pairs of bodies whose bounding circles touch */
    HAIL_STAGE_NARROW,   /* the narrowphase of these pairs, parts and pixels included */
    HAIL_STAGE_ORDER,    /* ranking of pairs and contacts */
    HAIL_STAGE_CONTACTS, /* earliest hits, delivery, and what the callback does */
    HAIL_STAGE_TILES,    /* search and narrowphase of contacts with tiles */
    HAIL_STAGE_WALLS,    /* search and narrowphase of contacts with walls */
    HAIL_STAGE_REMOVALS, /* bodies freed and listed */
    HAIL_STAGE_COUNT
} hail_stage;

/* What the last step did. */
typedef struct hail_step_stats {
    const char *isa;      /* the variant that ran */
    uint64_t step;        /* number of this step, from 1 */
    uint64_t moved;       /* active bodies that went through the move stage and stayed active */
    uint64_t killed;      /* left the bounds of a HAIL_KILL layer */
    uint64_t expired;     /* life ended */
    uint64_t despawned;   /* despawned from inside the callback */
    uint64_t quarantined; /* bodies in quarantine at the end of the step */
    uint64_t pairs;       /* pairs that reached the narrowphase (once, though HAIL_EARLIEST may look at them twice) */
    uint64_t contacts;    /* contacts delivered */
    uint64_t windows;     /* calls of the callback */
    uint64_t passes;      /* passes over the rules' pairs: one a rule; more when the pair budget was passed, and where
                             HAIL_EARLIEST rules share their layer_a */
    uint64_t allocations; /* times the allocator was called during the step */
    uint64_t ns[HAIL_STAGE_COUNT]; /* nanoseconds a stage, if the world's `timed` option is set, otherwise 0 */
} hail_step_stats;

/* The last step's figures; valid until the next step. NULL for NULL. */
HAIL_API const hail_step_stats *hail_stats(const hail_world *world);

/* A stage's name ("move"), or NULL past the last. */
HAIL_API const char *hail_stage_name(size_t stage);

/* From inside the callback: for each contact whose a is alive and moves towards b, writes a's velocity: what of it
 * points along the normal is turned round and multiplied by `restitution` (0: it slides, 1: it bounces back as fast),
 * the rest multiplied by 1 - `friction`. Both 0 to 1. Contacts without a normal change nothing. b's own motion does not
 * count: it is meant for tiles and walls. Also of use outside a step, with contacts that were kept. HAIL_BAD_ARGUMENT,
 * HAIL_OUT_OF_RANGE. */
HAIL_API hail_status hail_reflect(hail_world *world, const hail_contact *contacts, size_t count, float restitution,
                                  float friction);

/* Why a body was freed by a step; one body may have several reasons. */
enum { HAIL_REMOVED_BOUNDS = 1, HAIL_REMOVED_LIFE = 2, HAIL_REMOVED_DESPAWN = 4 };

typedef struct hail_removal {
    hail_handle handle; /* stale by now */
    uint64_t user;      /* its user column, 0 if it had none */
    uint8_t layer;
    uint8_t reason; /* HAIL_REMOVED_... or-ed together */
} hail_removal;

/* The bodies that the last step freed, in slot order; valid until the next step, though that fails for want of memory.
 */
HAIL_API const hail_removal *hail_removals(const hail_world *world, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
