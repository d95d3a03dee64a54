/* hail/state.h - a world's state: save it and go back to it, hash it, find the first difference of two worlds.
 *
 *     uint64_t mine;
 *     unsigned char image[1 << 16];
 *     hail_status status = hail_world_save(world, HAIL_TRUSTED, image, sizeof image, NULL);
 *     hail_step(world, dt, on_contacts, game);
 *     status = hail_world_restore(world, HAIL_TRUSTED, image, sizeof image); // as if the step had not been
 *     hail_world_hash(world, &mine);
 *     if (mine != theirs) { // the players' worlds have diverged
 *         char text[256];
 *         hail_difference found;
 *         hail_world_diff(world, replayed, &found);
 *         hail_difference_text(&found, text, sizeof text);
 *         fprintf(stderr, "%s\n", text); // "body in layer 1, slot 17: vx is 1.5 in a and 1.25 in b"
 *     }
 *
 * A world's state is what its next steps depend on, besides your calls, its shapes and its maps:
 * - the step's number, and the options that change results: bounds, max_bodies, max_touching, max_remembered;
 * - layers: their options; rules;
 * - bodies: slot and generation, layer, whether they are disabled or in quarantine, and all columns, with the numbers
 *   of their shapes; those of a borrowed layer as they were read last. A world with a borrowed layer whose option
 *   `generations` is not set has no state: saving, hashing, comparing answer HAIL_BAD_ARGUMENT;
 * - slots that are free: their generations, and the order in which they are given out;
 * - pairs that touch, for rules with events, with their user values;
 * - pairs that rules remember (hail_rule.cooldown), and for how many steps already.
 *
 * It is not: shapes, which an image may hold, too; tile maps and sector maps, which have states of their own; what the
 * last step reported (contacts, removals, events, statistics); indices of queries; memory that is reserved; the options
 * that never change results (cell, window, pair_budget, kept_contacts, timed), the variant and the tasks; the order of
 * bodies within a layer's columns.
 *
 * Threads: these calls only read worlds. Several threads may make them at once, as long as none changes the worlds. A
 * call that fails describes what it refused in the hail_error of the world's context (of a's). */
#ifndef HAIL_STATE_H
#define HAIL_STATE_H

#include "bodies.h"
#include "events.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Hash -------------------------------------------------------------------------------------------------------- */

/* Hashes a world's state to 64 bits: worlds of equal state have equal hashes, on every processor and variant; others
 * almost never do. Every NaN counts as the same value; 0 and -0 differ. The hash may change with the version of Hail.
 * Maps have hashes of their own: hail_tilemap_hash, hail_sectors_hash.
 *
 * HAIL_OK, or HAIL_BAD_ARGUMENT (NULL), HAIL_BUSY (inside a callback). */
HAIL_API hail_status hail_world_hash(const hail_world *world, uint64_t *hash);

/* ---- Difference -------------------------------------------------------------------------------------------------- */

/* Which part of the state differs, in the order in which parts are compared. */
typedef enum hail_state_part {
    HAIL_STATE_EQUAL = 0,  /* nothing differs */
    HAIL_STATE_OPTIONS,    /* an option of the world */
    HAIL_STATE_STEP,       /* the step's number */
    HAIL_STATE_LAYER,      /* an option of a layer */
    HAIL_STATE_RULE,       /* a rule */
    HAIL_STATE_SLOT,       /* a slot that is free in both worlds, or what is known of all slots */
    HAIL_STATE_BODY,       /* a body */
    HAIL_STATE_TOUCHING,   /* a pair that touches */
    HAIL_STATE_REMEMBERED, /* a pair that a rule remembers */
    HAIL_STATE_PART_COUNT  /* the number of parts; never reported */
} hail_state_part;

#define HAIL_NO_SLOT UINT32_MAX

/* The first difference of two worlds' states. */
typedef struct hail_difference {
    uint32_t what;             /* a hail_state_part */
    uint32_t layer, layer_b;   /* of the layer, body, rule or pair; with tiles layer_b is HAIL_TILES, with walls
                                  HAIL_WALLS; HAIL_NO_LAYER: none */
    uint32_t slot, slot_b;     /* of the slot, body or pair; of a pair with tiles or walls, slot_b is the kind that it
                                  touches, or the cell or wall that is remembered; HAIL_NO_SLOT: none */
    uint32_t is_float;         /* 1: a and b are the bits of floats; 0: they are whole numbers */
    const char *field;         /* what differs, such as "vx" or "cooldown": static text; NULL if nothing does */
    uint64_t value_a, value_b; /* what it is in both worlds; 1 or 0 if it is there or not */
} hail_difference;

/* Finds the first difference of two worlds: parts in the order of hail_state_part; layers, slots and pairs from the
 * lowest on. It compares just what hail_world_hash covers. The worlds may have different options, variants and sets of
 * shapes. Meant for finding errors: it takes a few times as long as a hash.
 *
 *   difference  receives it; `what` is HAIL_STATE_EQUAL (0) if nothing differs
 *
 * HAIL_OK, or HAIL_BAD_ARGUMENT (NULL), HAIL_BUSY (inside a callback of one of them). */
HAIL_API hail_status hail_world_diff(const hail_world *a, const hail_world *b, hail_difference *difference);

/* Writes a difference as one sentence without a full stop, such as "body in layer 1, slot 17: vx is 1.5 in a and 1.25
 * in b". Returns the sentence's length without its final 0, even if `size` is too small for it. `text` always ends with
 * a 0, and may be NULL if size is 0. */
HAIL_API size_t hail_difference_text(const hail_difference *difference, char *text, size_t size);

/* ---- Save and restore -------------------------------------------------------------------------------------------- *
 * An image is a world's state as bytes: little endian, the same on every processor and variant. It names shapes by
 * number: the game makes them in the same order as before, or the image holds them, too (HAIL_SHAPES). It holds no
 * maps. Maps that change are saved and restored beside it (hail_tilemap_save, hail_sectors_save); the image holds their
 * hashes. */

/* Tells how many bytes an image of the world takes: 160, about 120 a layer, 8 for each slot ever used, the columns
 * of the bodies (28 bytes for the basic ones), 16 to 32 for each pair that touches or is remembered; with HAIL_SHAPES
 * 80 for each shape and part.
 *
 *   flags  those of hail_world_save
 *
 * HAIL_OK, or HAIL_BAD_ARGUMENT, HAIL_BUSY (inside a callback). */
HAIL_API hail_status hail_world_save_size(const hail_world *world, uint32_t flags, size_t *size);

/* Saves a world to an image. Allocates nothing.
 *
 *   flags    0, HAIL_TRUSTED, HAIL_SHAPES (hail/base.h)
 *   image    receives it; at any address
 *   size     bytes that there is room for
 *   written  receives how many the image takes; NULL: not wanted
 *
 * HAIL_OK, or HAIL_FULL (less than hail_world_save_size tells), HAIL_BAD_ARGUMENT (HAIL_SHAPES, and a shape of the set
 * is a sprite), HAIL_BUSY (inside a callback). */
HAIL_API hail_status hail_world_save(const hail_world *world, uint32_t flags, void *image, size_t size,
                                     size_t *written);

/* Makes a world's state that of an image: of this world at an earlier or later time, or of another one. Restore maps
 * that changed first.
 *
 *   flags  0, HAIL_TRUSTED, HAIL_ANY_MAPS, HAIL_SHAPES. Without HAIL_TRUSTED the checksum and all contents are checked:
 *          an image that is damaged, or that no world could have, is refused; nothing is allocated before it is
 *          accepted. The checksum is no signature: it does not tell who wrote an image
 *   image  at any address
 *   size   bytes, at least those of the image
 *
 * Afterwards the world goes on as the other one would: the same calls give the same contacts, events, handles and
 * hashes.
 * - Handles are those of the image. Drop those that you got after it was saved: they are stale, and once their slot is
 *   given out again they may name another body.
 * - What the last step reported is empty: contacts, removals, events, statistics but for the step's number.
 * - hail_layer_columns has other pointers, and layers have to be prepared for queries (HAIL_NOT_PREPARED), but for
 *   static ones that are as in the image.
 * - Of a static layer, the next step sorts the bodies that are not as in the image; all, if they are many.
 * - The world keeps its maps, memory, and the options that never change results.
 *
 * With HAIL_SHAPES, the world's set of shapes becomes the one that the image was saved with: by number, shapes are
 * replaced, added and destroyed until it is (a set that is equal is not touched). A hail_shape stays valid as long as
 * its number has a shape; get those that were added by hail_shape_of_id. Images that were saved without HAIL_SHAPES
 * before the set was replaced are refused. Without HAIL_SHAPES, the world keeps its shapes, whatever the image holds.
 *
 * HAIL_OK, or, with the world and its shapes as they were:
 *   HAIL_BAD_ARGUMENT    a bad argument; an image that is cut short, corrupt or of another version; or of a world with
 *                        other bounds, max_bodies, max_touching, max_remembered or another state of its maps (unless
 *                        HAIL_ANY_MAPS); or, with HAIL_SHAPES, that was saved without it: the hail_error says which
 *   HAIL_UNKNOWN_SHAPE   without HAIL_SHAPES: a body's shape was replaced or destroyed since, or is not of this set;
 *                        the error's element is its id
 *   HAIL_IN_USE          with HAIL_SHAPES: another world uses the set, too, and it has other shapes. An empty set may
 *                        be shared
 *   HAIL_BUSY            inside a callback of this world, of one that shares its scratch, or of one whose shapes this
 *                        call would change
 *   HAIL_NO_MEMORY
 *
 * With HAIL_TRUSTED it allocates nothing once the world's memory is large enough, unless it changes shapes. Those are
 * made beside the old ones, 600 to 900 bytes each, and last checked while that is done: whether a compound is
 * HAIL_TOO_LARGE. */
HAIL_API hail_status hail_world_restore(hail_world *world, uint32_t flags, const void *image, size_t size);

/* Saves a world as hail_world_save does, but leaves out the columns of layers that are as in an earlier image: of this
 * world or another one, trusted or not. For layers that seldom change: one whole image, and small ones after it.
 *
 *   base       an image that hail_world_save wrote; must not overlap `image`
 *   base_size  bytes, at least those of the base
 *   size       as for hail_world_save, even if the image turns out to be smaller
 *
 * A layer is left out if its bodies are the same ones, in the same order, with the same columns, bit by bit. The order
 * within columns is no state, but it counts here. Steps put a static layer in order at first, and after many changes:
 * save the base after some steps. A restore brings the order back. The 8 bytes for each slot are saved in any case, and
 * with HAIL_SHAPES all shapes. Saving reads the whole base, too. Fails as hail_world_save does, and with
 * HAIL_BAD_ARGUMENT if the base is no whole image. */
HAIL_API hail_status hail_world_save_since(const hail_world *world, uint32_t flags, const void *base, size_t base_size,
                                           void *image, size_t size, size_t *written);

/* Restores an image of hail_world_save_since, with the same base. Else as hail_world_restore.
 *
 * HAIL_BAD_ARGUMENT, even with HAIL_TRUSTED: the base is not the image that this one was saved with. */
HAIL_API hail_status hail_world_restore_since(hail_world *world, uint32_t flags, const void *base, size_t base_size,
                                              const void *image, size_t size);

#ifdef __cplusplus
}
#endif

#endif
