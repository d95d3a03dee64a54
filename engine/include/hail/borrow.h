/* hail/borrow.h - borrowed layers: their bodies lie in the caller's own arrays, such as the components of an ECS.
 *
 *     hail_shape hull;
 *     hail_shape_circle(hail_world_shapes(world), 12.0f, &hull);
 *     hail_layer_configure(world, SHIPS, &(hail_layer_options){.borrowed = 10000}); // at most
 *     const hail_borrowed_columns ships = {.x = {x, sizeof *x}, .y = {y, sizeof *y}}; // or of structs
 *     uint32_t first;
 *     hail_status status = hail_layer_borrow(world, SHIPS, &hull, &ships, count, &first);
 *     // then hail_step: the ship of a contact is element contact->a.slot - first
 *
 * Call hail_layer_borrow after you moved your bodies, before the next step or hail_query_prepare. It copies what the
 * world needs, in the order of the world's grid. The arrays are read only inside this call, and never written:
 * afterwards they may change, move or go, even inside the callback. A step without a new call sees the bodies where
 * they were read last.
 *
 * Contacts, events and answers of queries are those of a caller-moved layer with the same bodies, to the last bit.
 * Calls that would change the bodies are refused (HAIL_BAD_ARGUMENT): hail_spawn, hail_despawn (inside the callback,
 * too), hail_set_layer, hail_set_enabled, hail_set_shape, hail_write_bodies. hail_read_bodies and hail_columns tell
 * what was read; what you write to those columns lasts until the next call.
 *
 * See docs/ecs.md. */
#ifndef HAIL_BORROW_H
#define HAIL_BORROW_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The next four are arrays of the caller's: the first element, and how many bytes lie from one to the next. The stride
 * is a multiple of 4, and at least an element; 0: the elements lie side by side. */
typedef struct hail_borrowed_floats {
    const float *first;
    size_t stride;
} hail_borrowed_floats;

typedef struct hail_borrowed_words {
    const uint32_t *first;
    size_t stride;
} hail_borrowed_words;

typedef struct hail_borrowed_users {
    const uint64_t *first; /* at any multiple of 4 bytes */
    size_t stride;
} hail_borrowed_users;

typedef struct hail_borrowed_shapes {
    const hail_shape *first;
    size_t stride;
} hail_borrowed_shapes;

/* What a layer's bodies have; first NULL: the column's default (hail/world.h). Bad numbers put their body into
 * quarantine in the next step, as in hail_columns. All of them cost 4 times as much as x and y alone. */
typedef struct hail_borrowed_columns {
    hail_borrowed_floats x, y;     /* px. One of them NULL: all bodies are in quarantine */
    hail_borrowed_shapes shape;    /* NULL: the call's shape for all */
    hail_borrowed_floats cos, sin; /* both or none; HAIL_ROTATION layers only */
    hail_borrowed_floats scale;    /* HAIL_SCALE layers only */
    hail_borrowed_floats dx, dy;   /* px: how each body came to x and y; both or none; HAIL_DISPLACEMENT layers only */
    hail_borrowed_words group;     /* HAIL_GROUP layers only */
    hail_borrowed_words category, mask; /* HAIL_MASK layers only */
    hail_borrowed_users user;           /* HAIL_USER layers only */
    /* 1 to 2^31 - 2; any other number puts the body into quarantine, and its handle has 2^31 - 1. An element whose
     * generation changes is another body; one that leaves and comes back with the same generation before the next step
     * goes on touching what it touched, but its cooldowns are forgotten. Needed if the layer's option `generations` is
     * set, and refused if it is not: then all are 1. */
    hail_borrowed_words generation;
} hail_borrowed_columns;

/* Reads the bodies of a borrowed layer from the caller's arrays. It has no others from now on.
 *
 *   shape    of all of them; not read, and may be NULL, if columns->shape is given
 *   columns  not read, and may be NULL, if count is 0
 *   count    at most what the layer's option `borrowed` says; may differ from call to call
 *   first    receives the slot of element 0, which lasts as long as that option stays; NULL: not wanted
 *
 * The handle of element i is {*first + i, its generation}. A body that is no longer among them is gone, as by
 * hail_despawn, but hail_removals does not list it. Bodies with bad numbers are left out of the next steps:
 * hail_step_stats.quarantined counts them, hail_locate tells which ones they are, and each call lets them take part
 * again if their numbers are good.
 *
 * HAIL_BAD_ARGUMENT: a NULL pointer, a layer that is not borrowed, a bad stride, or an array that spans 8 GiB or more.
 * HAIL_NO_COLUMN: an array for a column that the layer does not have. HAIL_UNKNOWN_SHAPE. HAIL_FULL: too large a count.
 * HAIL_BUSY: inside the callback. A call that fails changes nothing. Allocates nothing. Uses the world's tasks. */
HAIL_API hail_status hail_layer_borrow(hail_world *world, uint32_t layer, const hail_shape *shape,
                                       const hail_borrowed_columns *columns, size_t count, uint32_t *first);

#ifdef __cplusplus
}
#endif

#endif
